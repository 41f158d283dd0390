"""Ends of numbers: the state declares them, and refusals, settled amounts and changes follow from that."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from domain.components.numbers import Changes, Gains, Lowers, NumbersMoved, Sets, Spends, Within, counter_of
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import Amount, Count, Settled
from domain.framework.refusal import never
from domain.framework.table import State
from domain.framework.views.board import Counter
from tests.toy.table import Harbour, ToyEvent

FULL = never("hold-full", "There is room for {room}, not for {need}.")
NO_ROOM = never("no-room", "There is no room.")
TOO_FEW = never("too-few", "There are only {have} {what}, not {need}.")
OUTSIDE = never("outside", "It goes from {least} to {most}.")
SAME = never("same", "It is so already.")
DEEPEST = 9


class Ship(State):
    sails: Annotated[int | None, Within(most="masts")] = None
    masts: int | None = None
    depth: Annotated[int, Within(most=DEEPEST)] = 0
    lean: Annotated[int, Within(most=3, least=-3)] = 0
    cargo: Annotated[dict[str, int], Within(most=lambda table, path: {"rope": 4}.get(path[-1]))] = Field(
        default_factory=dict
    )


class Sea(Harbour):
    ship: Ship = Field(default_factory=Ship)
    sunk: int = 0


class SeaEvent(NumbersMoved[Sea], ToyEvent):
    help_text = "Something happens at sea."
    sentence = "It happened"


class SailsSet(SeaEvent):
    amount: Annotated[Amount, Gains("ship.sails", none=NO_ROOM)]


class Dived(SeaEvent):
    amount: Annotated[Amount, Gains("ship.depth", less="beyond"), Gains("sunk")]
    beyond: Annotated[Count | None, Settled()] = None


class Sunk(SeaEvent):
    amount: Annotated[Amount, Gains("ship.depth", took="sunk")]
    sunk: Annotated[Count, Settled()] = 0


class Loaded(SeaEvent):
    goods: Annotated[Mapping[str, Amount], Gains("ship.cargo", full=FULL)]


class Stowed(SeaEvent):
    goods: Annotated[Mapping[str, Amount], Gains("ship.cargo")]


class Risen(SeaEvent):
    amount: Annotated[Amount, Lowers("ship.depth", took="risen")]
    risen: Annotated[Count, Settled()] = 0


class Leaned(SeaEvent):
    by: Annotated[int, Changes("ship.lean")]


class Trimmed(SeaEvent):
    by: Annotated[int, Changes("ship.lean", too_few=TOO_FEW, full=FULL)]


class LeanTilted(SeaEvent):
    amount: Annotated[Amount, Gains("ship.lean")]


class LeanSpent(SeaEvent):
    amount: Annotated[Amount, Spends("ship.lean", too_few=TOO_FEW)]


class LeanSet(SeaEvent):
    lean: Annotated[int | None, Sets("ship.lean", outside=OUTSIDE, same=SAME)] = None


class LeanTurned(SeaEvent):
    lean: Annotated[int, Sets("ship.lean")]


def settled(sea: Sea, event: Event[Any]) -> Event[Any]:
    return event.settle(sea, Chance(Random(1)))


def recorded(sea: Sea, event: Event[Any]) -> Sea:
    settled(sea, event).apply(sea)
    return sea


def refusal_codes(sea: Sea, event: Event[Any]) -> list[str]:
    return [str(reason) for reason in event.refusals(sea)]


# --- a gain stops at the end -----------------------------------------------------------------


def test_a_gain_is_settled_to_the_room_that_is_left() -> None:
    sea = Sea(ship=Ship(sails=2, masts=3))
    assert settled(sea, SailsSet(amount=5)) == SailsSet(amount=1)


def test_without_any_room_a_gain_is_refused() -> None:
    assert refusal_codes(Sea(ship=Ship(sails=3, masts=3)), SailsSet(amount=1)) == ["There is no room."]


def test_an_unknown_end_stops_nothing() -> None:
    sea = Sea(ship=Ship(sails=2))
    assert (refusal_codes(sea, SailsSet(amount=5)), settled(sea, SailsSet(amount=5))) == ([], SailsSet(amount=5))


def test_an_unknown_number_stays_unknown() -> None:
    sea = Sea(ship=Ship(masts=3))
    assert (refusal_codes(sea, SailsSet(amount=1)), recorded(sea, SailsSet(amount=1)).ship.sails) == ([], None)


def test_the_part_beyond_the_end_is_kept_apart_and_counts_for_the_second_number() -> None:
    sea = Sea(ship=Ship(depth=7))
    assert settled(sea, Dived(amount=5)) == Dived(amount=5, beyond=3)
    assert (recorded(sea, Dived(amount=5)).ship.depth, sea.sunk) == (DEEPEST, 5)


def test_the_part_that_fits_is_kept_apart() -> None:
    sea = Sea(ship=Ship(depth=7))
    assert settled(sea, Sunk(amount=5)) == Sunk(amount=5, sunk=2)
    assert recorded(sea, Sunk(amount=5)).ship.depth == DEEPEST


def test_each_number_of_a_mapping_has_its_end() -> None:
    sea = Sea(ship=Ship(cargo={"rope": 3, "wine": 8}))
    assert refusal_codes(sea, Loaded(goods={"rope": 2, "wine": 9})) == ["There is room for 1, not for 2."]
    assert settled(sea, Stowed(goods={"rope": 2, "wine": 9})) == Stowed(goods={"rope": 1, "wine": 9})


# --- a loss stops at the lower end -----------------------------------------------------------


def test_a_loss_takes_what_there_is() -> None:
    sea = Sea(ship=Ship(depth=2))
    assert settled(sea, Risen(amount=5)) == Risen(amount=5, risen=2)
    assert recorded(sea, Risen(amount=5)).ship.depth == 0


def test_a_cost_leaves_the_lower_end() -> None:
    assert refusal_codes(Sea(), LeanSpent(amount=3)) == []
    assert refusal_codes(Sea(), LeanSpent(amount=4)) == ["There are only 0 lean, not 4."]


# --- a change in both directions -------------------------------------------------------------


def test_a_change_is_settled_to_what_fits() -> None:
    sea = Sea(ship=Ship(lean=2))
    assert [settled(sea, Leaned(by=by)) for by in (5, -1, -9)] == [Leaned(by=1), Leaned(by=-1), Leaned(by=-5)]
    assert recorded(sea, Leaned(by=-9)).ship.lean == -3


def test_a_change_that_does_not_fit_is_refused_on_either_side() -> None:
    sea = Sea(ship=Ship(lean=2))
    assert refusal_codes(sea, Trimmed(by=2)) == ["There is room for 1, not for 2."]
    assert refusal_codes(sea, Trimmed(by=-6)) == ["There are only 2 lean, not 6."]
    assert refusal_codes(sea, Trimmed(by=-5)) == []


# --- a number is set -------------------------------------------------------------------------


def test_a_value_outside_the_ends_is_refused_or_settled() -> None:
    assert refusal_codes(Sea(), LeanSet(lean=4)) == ["It goes from -3 to 3."]
    assert settled(Sea(), LeanTurned(lean=-7)) == LeanTurned(lean=-3)
    assert recorded(Sea(), LeanTurned(lean=-7)).ship.lean == -3


def test_the_same_value_is_refused() -> None:
    assert refusal_codes(Sea(ship=Ship(lean=2)), LeanSet(lean=2)) == ["It is so already."]


def test_a_value_that_is_left_out_changes_nothing() -> None:
    sea = Sea(ship=Ship(lean=2))
    assert (refusal_codes(sea, LeanSet()), recorded(sea, LeanSet()).ship.lean) == ([], 2)


# --- a fold ----------------------------------------------------------------------------------


def test_a_fold_stops_at_the_ends_that_the_state_knows_alone() -> None:
    sea = Sea(ship=Ship(sails=2, masts=3, cargo={"rope": 3}))
    SailsSet(amount=5).apply(sea)
    Stowed(goods={"rope": 5}).apply(sea)
    assert (sea.ship.sails, sea.ship.cargo) == (3, {"rope": 8})


def test_a_number_beyond_its_end_is_not_pulled_back() -> None:
    sea = Sea(ship=Ship(depth=12))
    Risen(amount=1, risen=1).apply(sea)
    assert sea.ship.depth == 11
    Dived(amount=1).apply(sea)
    assert sea.ship.depth == 11


def test_a_counter_has_the_ends_of_its_number() -> None:
    lean = counter_of(Sea(ship=Ship(lean=2)), "Lean", LeanTilted, LeanSpent)
    assert lean == Counter("Lean", 2, "ship.lean", up=LeanTilted(amount=1), down=LeanSpent(amount=1), least=-3, most=3)
