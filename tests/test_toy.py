"""The toy game shows each mark of a field, a limit, and each way to offer an event."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from companion.testing import given, refused, says, table
from domain.framework import kernel
from domain.framework.events.offer import Offer
from domain.framework.game import AnyGame
from domain.framework.offers.prompt_list import Ordered
from domain.games import BY_KEY
from tests.toy import (
    GAME,
    CoinsGained,
    FairClosed,
    FairOpened,
    SeatTaken,
    StallsCounted,
    StallsMoved,
    StockCounted,
    TowerBuilt,
    TowerPainted,
    WaresCried,
)
from tests.toy.fair import ORDER

TOY = Path(__file__).parent / "toy"
OURS = ("domain.framework.", "domain.components.")
"""The packages whose marks a game may use; the toy game shows all of them."""


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a type, such as those of a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


def with_parts(models: Iterable[type[BaseModel]]) -> set[type[BaseModel]]:
    """Models, and the models of their fields at all levels."""
    found: set[type[BaseModel]] = set()
    pending = [*models]
    while pending:
        model = pending.pop()
        if model not in found:
            found.add(model)
            pending += [part for info in model.model_fields.values() for part in models_in(info.annotation)]
    return found


def metadata_in(annotation: Any) -> Iterator[object]:
    """All metadata in a type, at all levels."""
    yield from getattr(annotation, "__metadata__", ())
    for part in getattr(annotation, "__args__", ()):
        yield from metadata_in(part)


def marks_in(models: Iterable[type[BaseModel]]) -> set[str]:
    """The names of the marks that fields of models have, of the framework and of components."""
    fields = [info for model in with_parts(models) for info in model.model_fields.values()]
    marks = [mark for info in fields for mark in (*info.metadata, *metadata_in(info.annotation))]
    return {type(mark).__name__ for mark in marks if type(mark).__module__.startswith(OURS)}


def models_of(game: AnyGame) -> list[type[BaseModel]]:
    return [game.table, *game.own_events, *game.kinds.values()]


def parameters_given(callee: str) -> set[str]:
    """The parameters by which the modules of the toy game call a class."""
    calls = [
        node
        for path in TOY.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee
    ]
    return {keyword.arg for call in calls for keyword in call.keywords if keyword.arg}


# --- everything is shown ---------------------------------------------------------------------


def test_the_toy_game_shows_every_mark_that_a_game_uses() -> None:
    used = {mark for game in BY_KEY.values() for mark in marks_in(models_of(game))} | marks_in(kernel.EVENTS)
    assert used - marks_in(models_of(GAME)) == set()


def test_the_toy_game_shows_every_parameter_of_an_offer() -> None:
    by_place = {"words", "fields"}
    assert {field.name for field in dataclasses.fields(Offer)} - by_place - parameters_given("Offer") == set()


def test_the_toy_game_shows_every_part_of_an_order() -> None:
    parts = {kind for kind in get_args(Ordered) if isinstance(kind, type) and dataclasses.is_dataclass(kind)}
    assert {part.__name__ for part in parts} == {"Grouped", "OfferedBy"}
    assert parts <= {type(part) for part in ORDER}


def test_the_toy_game_shows_a_limit() -> None:
    assert [event.__name__ for event in GAME.own_events if event.limits] == ["ShantySung"]


# --- the fair --------------------------------------------------------------------------------

ANN = (SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=5), TowerBuilt(seat="Ann", tower="oak"))
FAIR = (*ANN, FairOpened(wares="timber"))


def test_a_fair_is_told_in_the_words_of_its_goods_and_of_the_weather() -> None:
    given(GAME, *ANN).when(FairOpened(wares="timber", why="a feast")).then(
        says("A fair of Timber opened on a sunny day, a feast")
    )


def test_a_fair_offers_its_events_by_seat_and_then_for_strangers() -> None:
    spec = given(GAME, *FAIR)
    spec.then_prompts(StallsCounted, "Ann cries its wares", "Ann has Oak Tower painted", "Ann cries for a stranger")
    spec.then_prompts(StockCounted, FairClosed)
    spec.then_skips(FairClosed, "wares that nobody cried")


def test_without_a_fair_there_are_no_stalls() -> None:
    given(GAME, *ANN).then_no_prompt(StallsCounted, WaresCried, TowerPainted, StockCounted, FairClosed)
    given(GAME, *ANN).when(StallsCounted(stalls=1)).then(refused("no-fair", bendable=True))


def test_stalls_have_room_for_six() -> None:
    given(GAME, *FAIR).when(StallsCounted(stalls=7)).then(
        refused("too-many-stalls", says="room for 6 stalls, not for 7")
    )
    counted = given(GAME, *FAIR, StallsCounted(stalls=4))
    counted.when(StallsMoved(by=3)).then(refused("no-room-for-stalls", says="room for 2 more stalls, not for 3"))
    counted.when(StallsMoved(by=-5)).then(refused("too-few-stalls", says="4 stalls, not 5"))
    counted.when(StallsMoved(by=-1)).then(table(stalls=3))


def test_paint_costs_what_is_printed_on_the_tower() -> None:
    given(GAME, *FAIR).when(TowerPainted(seat="Ann", tower="oak")).then(
        TowerPainted(seat="Ann", tower="oak", price=2), table(**{"seats.Ann.coins": 1})
    )
