"""What screens show of a number that is unknown: the lines of boards, sheets and prompts, with and without the number.

`python -m tests.unknowns [GAME …]` prints each place that shows a number for an unknown one.
"""

from __future__ import annotations

import re
import sys
from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import NoneType
from typing import Any, NamedTuple, get_args
from unittest.mock import patch

from pydantic import BaseModel

from companion.i18n import tongue_of
from domain.framework.cards.kinds import Card
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.table import State, Table, join_path, put_value, split_path
from domain.framework.text import Term, Text, Tongue, value_as_words
from domain.framework.views.board import Counter, Piece, Space, handles_of_board, pieces_of_board
from domain.framework.views.sheet import Box, Fact, Track
from domain.games import BY_KEY
from tests.first_turns import CHOSEN, Follower
from tests.shown import is_sampled, logs_of, opened

NUMBER = re.compile(r"\d+")
STRIDE = 60
"""One entry of so many is a moment of the golden logs, and so is the last one of each."""
BUTTONS = 40
"""So many large buttons lead through the first turns of a new table."""
LOOKS = (0, 1, 4, 12, 25, 40)
"""The new table is looked at after so many large buttons."""
USUAL = 6
"""The number that an unknown one is compared with, and the one after it."""
KEYED = re.compile(r"\[.*?\]")
LOST = re.compile(r"\? −\d+")
"""An unknown number, of which a known part is gone."""
PLACES = ("q", "r")
"""Parts of a state that are a place on a map, and no number of a screen."""
UNSEEN = ("path", "key", "id", "opens", "lines")
"""Fields of a view that are no text."""
KEYS = ("key", "title", "label", "name", "id")
"""Fields that distinguish the parts of a view."""


class Line(NamedTuple):
    """A text on a screen, and its place."""

    place: str
    words: str


class Unknown(NamedTuple):
    """A number that a table may not know: a part of the state, or a field of a card."""

    path: str
    kind: str = ""
    id: str = ""
    field: str = ""

    @property
    def pattern(self) -> str:
        """The number without the thing that has it, such as `heroes.*.hp`."""
        if self.kind:
            return f"{self.kind}.{self.field}"
        first, *ways = split_path(self.path)
        return ".".join([first, *("*" for _ in ways[:-1]), *ways[-1:]])


class Shown(NamedTuple):
    """A line that shows a number for an unknown one, and a line at the same place if it is known."""

    unknown: Unknown
    line: Line
    known: str


# === The lines of a screen =======================================================================


def lines_of(game: AnyGame, table: Table, tongue: Tongue) -> Counted[Line]:
    """All texts of the board, its handles, the sheets, the prompts and the head of the page, by their places."""
    view = game.view(table, PUBLIC)
    board = game.board(view)
    found: list[Line] = []
    for piece in pieces_of_board(board):
        found += _lines("board", piece, tongue)
    for name, part in _own_parts(board):
        found += _lines(f"board.{name}", part, tongue)
    for handle in handles_of_board(board):
        found += _lines("handle", handle, tongue)
    for sheet in game.sheets(view):
        found += _lines("sheet", sheet, tongue)
    found += [Line(f"prompt {one.event.topic}", value_as_words(one.title, tongue)) for one in game.prompts(view)]
    turn = game.turn(view)
    found += [Line("turn", value_as_words(turn.said if turn else "", tongue))]
    found += [Line("waiting", value_as_words(game.waiting(view), tongue))]
    return Counted(found)


def _own_parts(board: object) -> Iterator[tuple[str, object]]:
    """The parts of a game's own board that are no pieces."""
    for own in fields(board) if is_dataclass(board) else ():
        value = getattr(board, own.name)
        for part in value if isinstance(value, list | tuple) else [value]:
            if not isinstance(part, Piece):
                yield own.name, part


def _lines(place: str, value: Any, tongue: Tongue) -> Iterator[Line]:
    """The lines of a part of a view, with the place of each."""
    if isinstance(value, Text | Term | str | int) and not isinstance(value, bool):
        yield Line(place, value_as_words(value, tongue))
    elif isinstance(value, Counter):
        yield Line(place, f"{value.shown}{'' if value.of is None else f'/{value.of}'}")
    elif isinstance(value, Track):
        length = None if value.length is None else value.length - value.locked
        yield Line(place, f"{_shown(value.value)}/{_shown(length)}")
    elif isinstance(value, Fact) and value.unknown:
        yield Line(f"{place}.value", "?")
    elif isinstance(value, Mapping | list | tuple) or is_dataclass(value):
        for name, part in _parts(value, tongue):
            yield from _lines(f"{place}{name}", part, tongue)


def _parts(value: Any, tongue: Tongue) -> Iterator[tuple[str, Any]]:
    """The parts of a part of a view that are shown, each with its place within it."""
    if isinstance(value, Mapping):
        yield from ((f".{key}", part) for key, part in value.items())
    elif isinstance(value, list | tuple):
        yield from ((_key_of(part, tongue), part) for part in value)
    elif isinstance(value, Space):
        yield from ((".name", value.name), (".things", value.things), (".badges", value.badges))
    elif isinstance(value, Piece) and value.rows:
        yield from _parts(replace(value, rows=()), tongue)
        yield from ((f".rows{_key_of(row, tongue)}", _Row(row)) for row in value.rows)
    elif isinstance(value, _Row):
        yield from _parts(replace(value.piece, counters=()) if value.is_bare else value.piece, tongue)
        yield from [(".number", value.piece.counters[0])] if value.is_bare else ()
    elif not isinstance(value, Event | type | State):
        yield from ((f".{own.name}", getattr(value, own.name)) for own in fields(value) if own.name not in UNSEEN)


@dataclass(frozen=True)
class _Row:
    """A piece as a line of a list."""

    piece: Piece

    @property
    def is_bare(self) -> bool:
        """Whether its number is shown without a label."""
        return len(self.piece.counters) == 1


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _key_of(part: Any, tongue: Tongue) -> str:
    """The key of a part among others."""
    if isinstance(part, list | tuple):
        return f"[{value_as_words(part[0], tongue)}]" if part and not is_dataclass(part[0]) else "[]"
    if not is_dataclass(part) or isinstance(part, Text | Term):
        return "[]"
    if isinstance(part, Box):
        return "[]"
    key = next((getattr(part, name) for name in KEYS if getattr(part, name, "")), "")
    return f"[{NUMBER.sub('#', value_as_words(key, tongue))}]"


# === Numbers that may be unknown =================================================================


@dataclass
class Prints:
    """The numbers of cards that a view reads, known or not; `instead` are other values, None for an unknown one."""

    instead: Mapping[Unknown, int | None] = field(default_factory=dict)
    found: dict[Unknown, None] = field(default_factory=dict)
    _cards: dict[int, tuple[Card, str]] = field(default_factory=dict)

    @contextmanager
    def read(self) -> Iterator[None]:
        thing, get, prints = Table.thing, Card.__getattribute__, self

        def of(cls: type[Card], table: Table, id_: str) -> Card:
            card = cls.read(prints._changed(cls.kind_name, id_, thing(table, cls.kind_name, id_)))
            prints._cards[id(card)] = card, id_
            return card

        def get_field(card: Card, name: str) -> Any:
            if name in _numbers_of(type(card)) and id(card) in prints._cards:
                prints.found[Unknown("", type(card).kind_name, prints._cards[id(card)][1], name)] = None
            return get(card, name)

        def known_thing(table: Table, kind: str, id_: str) -> Mapping[str, Any]:
            return prints._changed(kind, id_, thing(table, kind, id_))

        with (
            patch.object(Card, "of", classmethod(of)),
            patch.object(Card, "__getattribute__", get_field),
            patch.object(Table, "thing", known_thing),
        ):
            yield

    def _changed(self, kind: str, id_: str, known: Mapping[str, Any]) -> Mapping[str, Any]:
        for one, value in self.instead.items():
            if (one.kind, one.id) == (kind, id_):
                rest = {name: said for name, said in known.items() if name != one.field}
                known = rest if value is None else {**rest, one.field: value}
        return known


_NUMBERS: dict[type, frozenset[str]] = {}


def _numbers_of(cls: type[Card]) -> frozenset[str]:
    """The fields of a card that are a number."""
    if cls not in _NUMBERS:
        kinds = {name: {info.annotation, *get_args(info.annotation)} for name, info in cls.model_fields.items()}
        _NUMBERS[cls] = frozenset(name for name, some in kinds.items() if int in some and some <= {int, NoneType})
    return _NUMBERS[cls]


def open_numbers(state: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[Unknown, int | None]]:
    """The numbers of a state that may be unknown, with their values."""
    if isinstance(state, BaseModel):
        for name, info in type(state).model_fields.items():
            value = getattr(state, name)
            if {int, NoneType} == {*get_args(info.annotation)}:
                if name not in PLACES:
                    yield Unknown(join_path((*path, name))), value
            elif name not in ("library", "typed", "agenda"):
                yield from open_numbers(value, (*path, name))
    elif isinstance(state, Mapping):
        for key, value in state.items():
            yield from open_numbers(value, (*path, str(key)))
    elif isinstance(state, list):
        for place, value in enumerate(state):
            yield from open_numbers(value, (*path, str(place)))


# === Screens with and without a number ===========================================================


def shown_for_unknown(game: AnyGame, table: Table, tongue: Tongue) -> Iterator[Shown]:
    """The lines of a table's screens that show a number for an unknown one."""
    prints = Prints()
    with prints.read():
        lines_of(game, table, tongue)
    known = {one: table.thing(one.kind, one.id).get(one.field) for one in prints.found}
    first: dict[str, tuple[Unknown, Any]] = {}
    for unknown, said in (*open_numbers(table), *known.items()):
        first.setdefault(unknown.pattern, (unknown, said))
    for unknown, said in first.values():
        value = said if isinstance(said, int) else USUAL
        one, other = (_with(game, table, tongue, unknown, number) for number in (value, value + 1))
        if one != other:
            yield from numbers_beyond(unknown, one, other, _with(game, table, tongue, unknown, None))


def _with(game: AnyGame, table: Table, tongue: Tongue, unknown: Unknown, value: int | None) -> Counted[Line]:
    """The lines of a table on which a number has a value, or none."""
    if unknown.kind:
        with Prints({unknown: value}).read():
            return lines_of(game, table, tongue)
    changed = table.model_copy(deep=True)
    put_value(changed, split_path(unknown.path), value)
    return lines_of(game, changed, tongue)


def numbers_beyond(
    unknown: Unknown, one: Counted[Line], other: Counted[Line], without: Counted[Line]
) -> Iterator[Shown]:
    """The lines without a number that show one at a place that depends on it: it is no part of what else is known."""
    differing: dict[str, list[str]] = {}
    for line in one - other:
        differing.setdefault(line.place, []).append(line.words)
    others: dict[str, list[str]] = {}
    for line in other - one:
        others.setdefault(line.place, []).append(line.words)
    for line in without - (one & other):
        if line.place not in differing or line.place not in others:
            continue
        first, second = (NUMBER.findall(" ".join(some.get(line.place, ()))) for some in (differing, others))
        if not {*NUMBER.findall(LOST.sub("", line.words))} <= {*first} & {*second} or "None" in line.words:
            yield Shown(unknown, line, " | ".join(differing.get(line.place, ["–"])))


# === Tables ======================================================================================


def golden_tables(game: AnyGame) -> Iterator[tuple[str, Table]]:
    """The tables of the sampled moments of the golden logs."""
    for log in logs_of(game):
        campaign = opened(game, log)
        for entry in range(1, campaign.position + 1):
            if entry == campaign.position or is_sampled(STRIDE, "unknown", log, entry):
                yield f"{log} {entry}", campaign.at(entry)


def new_tables(game: AnyGame) -> Iterator[tuple[str, Table]]:
    """The tables of the first turns of a campaign without typed cards, with each set of tracked areas."""
    for key, areas in CHOSEN[game.key].items():
        follower = Follower(game, areas)
        for count in range(BUTTONS + 1):
            if count in LOOKS:
                yield f"{key} {count}", follower.table.model_copy(deep=True)
            if (prompt := follower.next(follower.prompts())) is None:
                break
            follower.does(prompt)


def patterns_shown(game: AnyGame, tables: Iterable[tuple[str, Table]]) -> dict[str, str]:
    """The first line for each kind of unknown number and kind of place, with the moment that shows it."""
    tongue, found = tongue_of("en", "en", game.key), dict[str, str]()
    for where, table in tables:
        for one in shown_for_unknown(game, table, tongue):
            place = KEYED.sub("[]", one.line.place)
            said = f"{one.unknown.pattern} in {place}"
            found.setdefault(said, f"{said}: {one.line.words!r} for {one.known!r} ({where}, {' '.join(one.unknown)})")
    return found


def main() -> None:
    for key in sys.argv[1:] or BY_KEY:
        game = BY_KEY[key]
        for line in patterns_shown(game, (*golden_tables(game), *new_tables(game))).values():
            print(key, line)


if __name__ == "__main__":
    main()
