"""The first turns of a new table by the large button, in memory: one player after the other does what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from pydantic_core import to_jsonable_python

from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of_held
from domain.framework.fields.feasibility import values_of_shape
from domain.framework.fields.field_shapes import ChoiceShape, ListShape, MappingShape, TextShape
from domain.framework.fields.fields import FieldInfo, fields_of, make_event
from domain.framework.game import PUBLIC, AnyGame, Prompt
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.table import Table
from domain.framework.views.board import Piece, pieces_of_board
from domain.games import BY_KEY
from domain.games.agemonia.state.table import Agemonia
from domain.games.odalin.state.table import Odalin
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.laying import ON_THE_MAP
from tests.fillings import find_filling

REALMS = [*BY_KEY["runewars"].table.areas]
CHOSEN: Mapping[str, Mapping[str, Sequence[str]]] = {
    **{key: {one.key: one.areas for one in game.tracking_sets} for key, game in BY_KEY.items()},
    "runewars": {"everything": REALMS, "no map": [area for area in REALMS if area not in ON_THE_MAP]},
}
"""The areas that a new table of each game may choose to track, by the name of the set.

In Runewars all are tracked until the table chooses to play without a map, which the first prompts of the map offer.
"""
TURNS_IN = {
    "agemonia": ("vitality",),
    "champions": ("turns", "encounter", "activations"),
    "heroes3": ("map", "cards", "towns"),
    "odalin": ("turns",),
    "runewars": ("calendar",),
}
"""The areas of which a table tracks one where it follows turns."""
PRINTED = {"code": "S1", "result": "S1", "demon_uppers": "1 2 3 4 5 6"}
"""The text of fields that is printed on a card, and cannot be guessed."""
NUMBERS = {"hp": 40, "most": 40, "left": 40, "damage": 9}
"""Numbers that are not the first allowed one, where they are allowed: with one hit point no hero survives two rounds,
without damage no combat ends."""
PLAYERS = 3
MOST_TRIED = 60


class Follower:
    """The players of a new table, who do what the large button says, with the first answer that is allowed."""

    def __init__(self, game: AnyGame, tracks: Sequence[str]) -> None:
        self.play = Play(game)
        self.told: list[str] = []
        opening = game.opening if game.opening and game.tracking_sets else game.tracking
        self.play.record(make_event(opening, {"tracks": list(tracks)}))

    @property
    def table(self) -> Table:
        return self.play.campaign.table

    def prompts(self) -> list[Prompt]:
        """The next prompt on a page without a seat."""
        return self.play.campaign.prompts(PUBLIC)

    def next(self, prompts: Sequence[Prompt]) -> Prompt | None:
        """The large button; while players are missing, the one by which another joins.

        Of a map the quickest way to one is taken: the large button is to play without it.
        """
        if laid := [one for one in prompts if one.event is ExampleMapLaid]:
            return laid[0]
        joins = [one for one in prompts if one.joins]
        return joins[0] if joins and len(self.table.chairs()) < PLAYERS else next_prompt(prompts)

    def does(self, prompt: Prompt) -> None:
        """Record a prompt, with the first values that are allowed."""
        self.told.append(str(prompt.title))
        self.play.record(make_event(prompt.event, to_jsonable_python(self.answer(prompt))))

    def answer(self, prompt: Prompt) -> Mapping[str, Any]:
        """The fields of a prompt: those that are known, and the first allowed values of those that it asks for."""
        cls, table = prompt.event, self.table
        known = to_jsonable_python(dict(prompt.fields))
        asked = {*prompt.missing, prompt.keypad}
        for info in (one for one in fields_of(cls) if one.name in asked and one.name not in known):
            if info.name in NUMBERS:
                known[info.name] = NUMBERS[info.name]
            elif _is_typed(info, table, known):
                known[info.name] = PRINTED.get(info.name, f"N{self.play.campaign.position}")
            elif _is_chosen(info) and (value := _first_value(cls, info, table, known)) is not None:
                known[info.name] = value
        besides = {name: value for name, value in known.items() if name not in NUMBERS or name in prompt.fields}
        filling = find_filling(cls, known, table).filling or find_filling(cls, besides, table).filling
        assert filling is not None, f"nothing is allowed: {' → '.join(self.told)}"
        return filling


def _is_typed(info: FieldInfo, table: Table, known: Mapping[str, Any]) -> bool:
    """Whether a field takes a name that nothing is listed for."""
    choice = info.choice if isinstance(info.shape, ChoiceShape) else None
    return isinstance(info.shape, TextShape) or bool(choice and choice.free and not list(info.options(table, known)))


def _is_chosen(info: FieldInfo) -> bool:
    """Whether a field is filled in before the others: it may be left out, or says something of several things."""
    return not info.required or isinstance(info.shape, MappingShape)


def _first_value(cls: type[Event[Any]], info: FieldInfo, table: Table, known: Mapping[str, Any]) -> Any:
    """The first value of a field with which its event is allowed, of several things all; None where there is none."""
    held = known_of_held(cls, table, known)
    values = [*islice(values_of_shape(info.shape, table, held), MOST_TRIED)]
    if isinstance(info.shape, ListShape):
        every = [*islice(values_of_shape(info.shape.of, table, held), MOST_TRIED)]
        values += [every[:count] for count in range(len(values[-1]) + 1 if values else 1, len(every))]
    for value in reversed(values) if isinstance(info.shape, MappingShape) else values:
        said = to_jsonable_python(value)
        if said and find_filling(cls, {**known, info.name: said}, table).filling is not None:
            return said
    return None


def pieces_on(table: Table, game: AnyGame) -> list[Piece]:
    """The pieces of a table's board, and their parts."""
    return [part for piece in pieces_of_board(game.board(table)) for part in (piece, *piece.parts)]


def rounds_of(table: Table) -> int:
    """How many rounds a table has begun: of a game or a fight, or the seasons, or the sections of a dungeon."""
    match table:
        case Agemonia():
            return max(table.round, table.scene.round)
        case Odalin():
            return max(table.round, table.section)
    return table.place[0]
