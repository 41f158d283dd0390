"""Quantities: a number with declared ends (`Within`) moves through a mark, and is within its ends when recorded.

The laws run on the golden logs, recorded again by the rules of today, and on the events of `tried.txt`. A quantity may
also return to its default without a mark, as at the end of a period, or begin and end with its object.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from pydantic import BaseModel, Field

from domain.components.numbers import Gains, NumbersMoved, Within, lower_end, upper_end
from domain.framework.events.event import Event
from domain.framework.events.marks import Amount
from domain.framework.fields.number_paths import PathMark, path_marks_in
from domain.framework.game import AnyGame
from domain.framework.table import State, Table, inner_state
from domain.games import BY_KEY
from tests.played_again import GOLDEN, recorded_again
from tests.toy.table import Harbour, ToyEvent
from tests.tried import Moments, listed

Path_ = tuple[str, ...]
LOGS = [path for key in BY_KEY for path in sorted((GOLDEN / key).glob("*.jsonl"))]
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
each_game = pytest.mark.parametrize("game", BY_KEY)

RESTING = ("day-lost", "hell-rift-left", "rested")
UNMARKED: Mapping[str, Mapping[str, Sequence[str]]] = {
    "odalin": {
        "Hero.hp": [
            *RESTING, "demon-lord-subdued", "equipment-given", "first-aid-given", "hero-defeated", "hero-revived",
            "hit-points-set", "set-bonus-noted",
        ],
        "Hero.soul": [*RESTING],
        "Hero.tainted": ["demon-lord-subdued", "point-tainted"],
        "Hero.tainted_spent": [
            "attack-declared", "holy-aura-raised", "interacted", "other-card-played", "point-tainted",
        ],
        "Hero.tokens": ["ally-guarded", "arcane-spent", "defense-rolled"],
        "Odalin.level": ["rested", "scenario-begun"],
        "Odalin.relics": ["relic-gained", "relic-purified"],
        "Villain.hp": ["control-lost", "second-life-used", "villain-numbers-set"],
    },
    "heroes3": {
        "Fighter.damage": ["damage-dealt"],
        "Fighter.weakness": ["unit-marked"],
        "Hero.spent": ["combat-extended", "field-revisited", "hero-moved", "tile-discovered"],
        "Seat.cubes": ["combat-ended", "field-flagged"],
        "Seat.experts": ["card-played", "expert-used"],
        "Seat.morale": ["morale-gained", "morale-lost"],
        "Seat.produced": ["field-flagged", "production-lost", "settlement-claimed"],
        "Seat.xp": ["skirmish-army-set"],
    },
    "runewars": {
        "Fighter.damage": ["damage-assigned"],
        "Hero.damage": ["duel-round-resolved"],
        "Hero.training": ["training-found"],
        "Seat.dials": ["faction-chosen"],
        "Seat.influence": ["hero-strategized", "units-marched"],
    },
    "agemonia": {
        "Agemonia.level": ["level-gained"],
        "Ground.stars": ["defeat-effect-resolved"],
        "Ground.traps": ["trap-token-placed"],
        "Hero.achievement_gems": ["achievement-gem-gained"],
        "Hero.activity_tokens": ["city-activity-tokens-taken"],
        "Hero.injuries_due": ["hero-wounded"],
        "Hero.spent": ["stamina-lost", "stamina-unlocked"],
        "Hero.wounds": ["hero-wounded"],
    },
    "champions": {
        "InPlay.counters": ["card-entered"],
        "InPlay.damage": ["damage-moved", "hit-points-set"],
        "MainScheme.threat": ["main-scheme-advanced", "main-scheme-flipped", "scenario-chosen"],
        "Seat.damage": ["damage-moved", "hit-points-set", "next-game-set-up"],
        "Villain.damage": ["hit-points-set"],
    },
}  # fmt: skip
"""The events that move a quantity without a mark, by game and quantity: constant steps, set-ups, and rules that decide
more than an amount.
"""


def allowed_unmarked(game: str) -> set[tuple[str, str]]:
    """The quantities of a game, each with the topic of an event that moves it without a mark."""
    return {(name, f"{game}.{topic}") for name, topics in UNMARKED.get(game, {}).items() for topic in topics}


@dataclass(frozen=True)
class Quantity:
    """A number of a table with declared ends: its name, its path, its value, and its default."""

    name: str
    path: Path_
    value: int | None
    default: Any
    keyed: bool = False
    """Whether it is a value of a mapping: before the key comes, it is zero."""


@dataclass
class Found:
    """The faults of some events: quantities that moved without a mark, and those beyond their ends."""

    unmarked: set[tuple[str, str]] = field(default_factory=set)
    beyond: list[str] = field(default_factory=list)
    moved: set[str] = field(default_factory=set)


@cache
def fields_with_quantities(cls: type[BaseModel]) -> tuple[tuple[str, bool], ...]:
    """The fields of a state with quantities, in themselves (True) or below."""
    fields = cls.model_fields.items()
    marked = {name for name, info in fields if any(isinstance(mark, Within) for mark in info.metadata)}
    return tuple((name, name in marked) for name, info in fields if name in marked or inner_state(info.annotation))


def quantities_in(part: object, path: Path_ = ()) -> Iterator[Quantity]:
    """All numbers of a table with declared ends."""
    if isinstance(part, dict):
        for key, one in part.items():
            yield from quantities_in(one, (*path, str(key)))
    elif isinstance(part, BaseModel):
        for name, is_quantity in fields_with_quantities(type(part)):
            value = getattr(part, name)
            if is_quantity:
                yield from _quantity(type(part), name, value, (*path, name))
            else:
                yield from quantities_in(value, (*path, name))


def _quantity(cls: type[BaseModel], name: str, value: Any, path: Path_) -> Iterator[Quantity]:
    called = f"{cls.__name__}.{name}"
    if isinstance(value, dict):
        yield from (Quantity(called, (*path, key), one, 0, keyed=True) for key, one in value.items())
    else:
        yield Quantity(called, path, value, cls.model_fields[name].default)


def quantities_of(game: AnyGame) -> set[str]:
    """The names of a game's quantities, wherever they are in its state."""
    return set(_names_below(game.table, ()))


def _names_below(cls: type[BaseModel], above: tuple[type[BaseModel], ...]) -> Iterator[str]:
    for name, is_quantity in fields_with_quantities(cls):
        inside = inner_state(cls.model_fields[name].annotation)
        if is_quantity:
            yield f"{cls.__name__}.{name}"
        elif inside and inside not in (*above, cls):
            yield from _names_below(inside, (*above, cls))


def look_at(events: Iterable[Event[Any]], table: Table, found: Found, *, bent: bool) -> None:
    """Apply events, and note the faults; a table that bent a rule may be beyond an end."""
    before = {one.path: one for one in quantities_in(table)}
    for event in events:
        marked = {
            path for name, mark in path_marks_in(type(event)) for path, _ in mark.values_by_path(event, table, name)
        }
        event.record_on(table)
        after = {one.path: one for one in quantities_in(table)}
        for path, one in after.items():
            was = before[path].value if path in before else one.default
            if one.value == was:
                continue
            found.moved.add(one.name)
            begins = path not in before and not one.keyed
            if path not in marked and one.value != one.default and not begins:
                found.unmarked.add((one.name, event.topic))
            if not bent:
                found.beyond += ends_passed(table, one, was, event)
        before = after


def ends_passed(table: Table, now: Quantity, was: int | None, event: Event[Any]) -> Iterator[str]:
    """The sentence of a number that went beyond an end; one that was there before may stay."""
    most, least, value = upper_end(table, now.path), lower_end(table, now.path), now.value or 0
    above = most is not None and value > max(most, was or 0)
    below = least is not None and value < min(least, was or 0)
    if above or below:
        yield f"{event.topic}: {'.'.join(now.path)} {was} → {value}, not {least} to {most}"


class Hold(State):
    bales: Annotated[int, Within(3)] = 0


class Quay(Harbour):
    hold: Hold = Field(default_factory=Hold)


class BaleStowed(NumbersMoved[Quay], ToyEvent):
    sentence = "Bales were stowed"
    amount: Annotated[Amount, Gains("hold.bales")]


class BaleThrown(ToyEvent):
    sentence = "Bales were thrown into the hold"
    amount: Amount

    def apply(self, table: Quay) -> None:  # type: ignore[override]
        table.hold.bales += self.amount


def test_the_law_sees_a_quantity_that_moves_without_a_mark_and_one_beyond_its_end() -> None:
    found = Found()
    look_at([BaleStowed(amount=2), BaleThrown(amount=2)], Quay(), found, bent=False)
    assert found.unmarked == {("Hold.bales", "toy.bale-thrown")}
    assert found.beyond == ["toy.bale-thrown: hold.bales 2 → 4, not 0 to 3"]


@cache
def faults_along(path: Path) -> Found:
    """The faults along a golden log."""
    log, found = recorded_again(path), Found()
    table = log.campaign().empty_table()
    for unit in log.units:
        look_at(unit.events, table, found, bent=bool(unit.bent or unit.later))
    return found


def marks_inside(annotation: Any) -> Iterator[PathMark]:
    """The marks in the parts of a type, such as in one side of a union."""
    for part in get_args(annotation):
        yield from [mark for mark in getattr(part, "__metadata__", ()) if isinstance(mark, PathMark)]
        yield from marks_inside(part)


@each_game
def test_every_mark_is_found(game: str) -> None:
    """A mark within a union belongs to no field, so nothing would follow from it."""
    fields = ((event, name, info) for event in BY_KEY[game].events for name, info in event.model_fields.items())
    hidden = [f"{event.topic}: {name}" for event, name, info in fields if [*marks_inside(info.annotation)]]
    assert hidden == []


@each_log
def test_a_quantity_moves_through_a_mark(path: Path) -> None:
    assert faults_along(path).unmarked - allowed_unmarked(path.parent.name) == set()


@each_log
def test_a_quantity_stays_within_its_ends(path: Path) -> None:
    assert faults_along(path).beyond == []


@cache
def faults_of_tried(game: str) -> Found:
    """The faults of the events of `tried.txt`."""
    moments, found = Moments(BY_KEY[game]), Found()
    tries = [one for some in listed(BY_KEY[game]).values() for one in some]
    for one in sorted(tries, key=lambda one: (one.log, one.entry)):
        play = moments.at(one.log, one.entry)
        table = play.campaign.table.model_copy(deep=True)
        outcome = play.attempt(BY_KEY[game].by_topic[one.topic], one.fields)
        events = [entry.event for entry in outcome.batch.entries if entry.event] if outcome.batch else []
        look_at(events, table, found, bent=bool(outcome.reasons))
    return found


@pytest.mark.slow
@each_game
def test_so_it_is_for_events_that_are_tried(game: str) -> None:
    assert faults_of_tried(game).unmarked - allowed_unmarked(game) == set()
    assert faults_of_tried(game).beyond == []


@pytest.mark.slow
@each_game
def test_what_is_excused_happens(game: str) -> None:
    """An exception that nothing needs is one too many."""
    found = faults_of_tried(game).unmarked.union(
        *(faults_along(path).unmarked for path in LOGS if path.parent.name == game)
    )
    assert allowed_unmarked(game) - found == set()
