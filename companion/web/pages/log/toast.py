"""The toast: the entries of a command with an Undo, on the page that answers the command and on no other.

The response redirects to an address that names the command, so no toast waits on the server where another request could
take it. The address shows the toast for one minute, only to the command's author, and only while the command counts.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.log_sentences import say_at, say_command
from companion.view_context import ViewContext
from companion.web.rendering.clock import local_time
from companion.web.visitors.page import current_services, page_asked, view_of_request
from companion.web.visitors.roles import may
from companion.web.visitors.visitor import Right, current_visitor
from domain.framework.kernel import Withdrawn
from domain.log.dependents import reasons_withheld, with_command
from domain.log.entries import Entry

MOMENT = timedelta(minutes=1)
"""How long a command's address shows its toast; the response to the command is immediate."""


@dataclass(frozen=True)
class Toast:
    """The result of a command: its first entry, its sentences, and whether the visitor may withdraw it."""

    entry: int
    said: str
    undo: bool


def toast_of_request() -> Toast | None:
    """The toast of the command in this page's address; None if it is not for this visitor."""
    found, named = view_of_request(), page_asked().saved
    entries = _recorded_entries(found, named) if found and named else []
    if found is None or not entries or not (_is_own(entries[0]) and _is_new(entries[0])):
        return None
    said = say_at(entries[0].position, found) if entries[0].is_correction else say_command(entries, found)
    return Toast(entries[0].position, said, _may_undo(found, entries[0].position))


def _recorded_entries(here: ViewContext, command: str) -> list[Entry]:
    """The entries of a command that its author recorded and that count, without consequences."""
    positions, now = current_services().store.positions_of_command(here.id, command), here.campaign.standing()
    entries = here.campaign.entries_at(range(positions[0], positions[1] + 1)) if positions else ()
    return [entry for entry in entries if entry.cause is None and now.counts(entry.position)]


def _is_own(entry: Entry) -> bool:
    """Whether the visitor recorded an entry. The host may change names, so the command's id is enough."""
    return current_visitor().right is Right.HOST or current_visitor().recorded(entry)


def _is_new(entry: Entry) -> bool:
    recorded = local_time(entry.time)
    return recorded is not None and abs(datetime.now(UTC) - recorded) < MOMENT


def _may_undo(here: ViewContext, position: int) -> bool:
    all_of_it = tuple(entry.position for entry in with_command(here.campaign, position)) or (position,)
    return may("corrections.undo_now") and not reasons_withheld(
        here.campaign, Withdrawn(entries=all_of_it), current_visitor().author
    )


__all__ = ["Toast", "toast_of_request"]
