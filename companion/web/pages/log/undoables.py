"""The commands that the visitor can withdraw or restore."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from companion.log_sentences import say_command
from companion.view_context import ViewContext
from companion.web.visitors.language import translate_sentence
from companion.web.visitors.visitor import current_visitor
from domain.framework.kernel import Restored
from domain.framework.refusal import NotFound
from domain.log.dependents import (
    Scope,
    commands_to_take_back,
    last_withdrawal,
    own_commands,
    read_in_windows,
    reasons_withheld,
)
from domain.log.entries import Entry, targets_of


@dataclass(frozen=True)
class Undoable:
    """A command that can be withdrawn: its sentences, and its author if that is another person.

    A card answered with ticks is one command; `position` is that of its first entry that counts.
    """

    position: int
    time: str
    session: int | None
    said: str
    actor: str = ""
    whose: str = ""
    scope: Scope | None = None
    """The scope to withdraw, if more than the entry at the position and its consequences."""


def newest_undoable(here: ViewContext) -> Undoable | None:
    """The visitor's newest command; None if there is nothing to withdraw."""
    return next(iter(_shown(islice(own_commands(here.campaign, current_visitor().author), 1), here)), None)


def undoable_commands(here: ViewContext, most: int) -> list[Undoable]:
    """The newest commands that the visitor may withdraw, with secrets masked."""
    return _shown(islice(commands_to_take_back(here.campaign, current_visitor().author), most), here)


def _shown(found: Iterable[Sequence[Entry]], here: ViewContext) -> list[Undoable]:
    return [_undoable(entries, say_command(entries, here)) for entries in found]


def _undoable(entries: Sequence[Entry], said: str) -> Undoable:
    first = entries[0]
    scope: Scope | None = "command" if entries[1:] else None
    whose = recorded_by_other(first)
    return Undoable(first.position, first.time, first.session, said, first.actor, whose, scope)


def recorded_by_other(entry: Entry) -> str:
    """The author of an entry, if another person; only the host may have recorded without a name."""
    return "" if current_visitor().recorded(entry) else entry.actor or translate_sentence("the host")


def newest_redoable(here: ViewContext) -> tuple[int, str] | None:
    """The newest withdrawal and the sentences of its entries; None if the visitor may restore none."""
    try:
        withdrawal = last_withdrawal(here.campaign)
    except NotFound:
        return None
    if reasons_withheld(here.campaign, Restored(entries=targets_of(withdrawal.event)), current_visitor().author):
        return None
    back = read_in_windows(here.campaign, targets_of(withdrawal.event))
    at_once = list(
        next(groupby(back, lambda entry: entry.command))[1]
    )  # of a withdrawal since a moment, the first command
    said = [entry for entry in at_once if entry.cause is None]
    return withdrawal.position, say_command(said or at_once[:1], here)


__all__ = ["Undoable", "newest_redoable", "newest_undoable", "undoable_commands"]
