"""The history of a value: the entries that moved it, in the visitor's language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.log_sentences import known_part, knows_all_fields, say_entry
from companion.view_context import ViewContext
from domain.framework.events.event import Event
from domain.framework.refusal import NotFound
from domain.framework.table import Table, as_json, split_path, value_at
from domain.framework.text import text
from domain.framework.views import visibility
from domain.framework.views.changes import value_words
from domain.log.value_history import Moved, moves_backwards
from projections.placed import Restated, restated_at
from projections.tape import Tape

PAGE = 100
"""Moves on a page."""


@dataclass(frozen=True)
class Move:
    """A line of the log that moved a value, with the value before and after.

    `number` is that of a line added by a correction, otherwise 0; `by` is the correction that changed or added the
    line.
    """

    position: int
    number: int
    by: int | None
    time: str
    said: str
    before: str
    after: str

    @property
    def address(self) -> str:
        """The line's name in addresses: `63`, or `63.1` for one that a correction added."""
        return f"{self.position}.{self.number}" if self.number else str(self.position)


@dataclass(frozen=True)
class MovesPage:
    """A page of a value's moves, newest first; if there are earlier ones, before `older`, the value `was` this."""

    moves: Sequence[Move]
    was: str
    older: int | None
    newer: bool


def moves_of_value(path: str, here: ViewContext) -> list[Move]:
    """All moves of a value, oldest first.

    Raises:
        NotFound: the path does not exist, or the visitor may not see it.
    """
    return _moves_of([*entries_that_moved(path, here)][::-1], path, here)


def moves_page(path: str, here: ViewContext, before: int | None) -> MovesPage:
    """The newest moves of a value, or those before an entry.

    Raises:
        NotFound: the path does not exist, or the visitor may not see it.
    """
    found = [*islice(entries_that_moved(path, here, before), PAGE + 1)]
    shown = _moves_of(found[:PAGE][::-1], path, here)
    older = found[PAGE - 1][0] if len(found) > PAGE else None
    newer = before is not None and before <= here.campaign.position
    return MovesPage(shown[::-1], shown[0].before if older else "", older, newer)


def entries_that_moved(path: str, here: ViewContext, before: int | None = None) -> Iterator[Moved]:
    """The positions of the entries that moved a value, newest first, with the value before and after each.

    Raises:
        NotFound: the path does not exist, or the visitor may not see it.
    """
    if not here.may_follow(path):
        raise NotFound("There is nothing at “{path}”.", path=path)
    return moves_backwards(here.campaign, path, lambda table, part: _seen_at(table, part, here), before)


def _seen_at(table: Table, part: tuple[str, ...], here: ViewContext) -> Any:
    """The part of a table at a path, as the visitor may see it.

    Raises:
        NotFound: there is none.
    """
    if here.campaign.table.secrets_open:
        return value_at(table, part)
    return visibility.seen_at(table, part, here.viewer.seats)


def _moves_of(found: Sequence[Moved], path: str, here: ViewContext) -> list[Move]:
    """The moves of entries; for a corrected command, those of each of its lines."""
    campaign = here.campaign
    restated = restated_at(campaign, [position for position, *_ in found])
    tape = Tape(campaign, restated, min(restated)) if restated else None
    moves: list[Move] = []
    for position, before, after in found:
        if tape is None or position not in restated:
            entry = campaign.entry(position)
            moves.append(_describe_move((position, 0), None, entry.event, (before, after), path, here))
        else:
            moves += _moves_within(restated[position], tape, path, here)
    return moves


def _moves_within(command: Restated, tape: Tape, path: str, here: ViewContext) -> Iterator[Move]:
    """The lines of a corrected command that moved a value."""

    def value(table: Table) -> Any:
        try:
            return as_json(_seen_at(table, split_path(path), here))
        except NotFound:
            return None

    changed = {entry for entry, _ in command.changed}
    for line, event in zip(command.keys, command.events, strict=True):
        before = value(tape.before(line))
        after = value(tape.after(line))
        if before != after:
            by = command.by if line[1] or line[0] in changed else None
            yield _describe_move(line, by, event, (before, after), path, here)


def _describe_move(
    line: tuple[int, int],
    by: int | None,
    event: Event[Any] | None,
    values: tuple[Any, Any],
    path: str,
    here: ViewContext,
) -> Move:
    position, number = line
    entry = here.campaign.entry(position)
    if event is not None:
        entry = entry._replace(event=event, topic=event.topic, fields=event.model_dump(mode="json"))
    cls = type(entry.event) if entry.event is not None else None
    secret = cls is not None and bool(cls.hidden(entry.fields)) and not knows_all_fields(cls, entry.fields, here)
    known = _without_common_parts(*(known_part(path, as_json(value), here) for value in values))
    words = [text("hidden") if secret else value_words(path, value, here.table) for value in known]
    before, after = [text("{value}", value=value).render(here.tongue) for value in words]
    return Move(position, number, by, entry.time, say_entry(entry, here), before, after)


def _without_common_parts(before: Any, after: Any) -> tuple[Any, Any]:
    """Two values without the parts that are equal in both."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return before, after
    parts = {
        name: _without_common_parts(before.get(name), after.get(name))
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    }
    was, is_ = ({name: part[n] for name, part in parts.items() if part[n] is not None} for n in (0, 1))
    return was, is_


__all__ = ["Move", "MovesPage", "moves_of_value", "moves_page"]
