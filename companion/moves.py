"""The history of a value: the entries that moved it, in the visitor's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.telling import known_part, knows_all_fields, say_entry
from companion.view_context import ViewContext
from domain.language import veil
from domain.language.changes import value_words
from domain.language.refusal import NotFound
from domain.language.table import as_json
from domain.language.text import text
from domain.log.entries import Entry
from domain.log.standing import Standing

PAGE = 100
"""Moves on a page."""
Moved = tuple[int, Any, Any]
"""The position of an entry, what a value was before it and what it became."""


@dataclass(frozen=True)
class Move:
    """An entry that moved a value, with the value before and after."""

    position: int
    time: str
    said: str
    before: str
    after: str


@dataclass(frozen=True)
class MovesPage:
    """A page of the moves of a value, newest first; `earlier` moves come before it, after which it was `was`."""

    moves: Sequence[Move]
    earlier: int
    was: str
    older: int | None
    newer: bool


def moves_of_value(path: str, here: ViewContext) -> list[Move]:
    """All moves of a value, oldest first.

    Raises:
        NotFound: there is nothing at that path, or nothing that the visitor may see.
    """
    return _moves_of(entries_that_moved(path, here), path, here)


def moves_page(path: str, here: ViewContext, before: int | None) -> MovesPage:
    """The newest moves of a value, or those before an entry.

    Raises:
        NotFound: there is nothing at that path, or nothing that the visitor may see.
    """
    every = entries_that_moved(path, here)
    found = [move for move in every if before is None or move[0] < before]
    shown = _moves_of(found[-PAGE:], path, here)
    earlier = len(found) - len(shown)
    was = shown[0].before if earlier else ""
    older = shown[0].position if earlier else None
    return MovesPage(shown[::-1], earlier, was, older, len(found) < len(every))


def entries_that_moved(path: str, here: ViewContext) -> list[Moved]:
    """The positions of the entries that moved a value, oldest first, and its values.

    Raises:
        NotFound: there is nothing at that path, or nothing that the visitor may see.
    """
    if not here.may_follow(path):
        raise NotFound("There is nothing at “{path}”.", path=path)
    if here.campaign.table.secrets_open:
        return here.campaign.positions_that_moved(path)
    return here.campaign.positions_that_moved(path, lambda table, part: veil.seen_at(table, part, here.viewer.seats))


def _moves_of(found: Sequence[Moved], path: str, here: ViewContext) -> list[Move]:
    standing = here.campaign.standing()
    return [_describe_move(move, path, standing, here) for move in found]


def _describe_move(move: Moved, path: str, standing: Standing, here: ViewContext) -> Move:
    position, *values = move
    entry: Entry = here.campaign.entry_as_it_counts(position, standing)
    cls = type(entry.event) if entry.event is not None else None
    secret = cls is not None and bool(cls.hidden(entry.fields)) and not knows_all_fields(cls, entry.fields, here)
    known = _without_common_parts(*(known_part(path, as_json(value), here) for value in values))
    values = [text("hidden") if secret else value_words(path, value, here.table) for value in known]
    shown = [text("{value}", value=value).render(here.tongue) for value in values]
    return Move(position, entry.time, say_entry(entry, here), *shown)


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
