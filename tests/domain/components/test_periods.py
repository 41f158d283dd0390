"""Periods: what is marked lasts until the end of one, and is then as at first, wherever it stands."""

from typing import Annotated

import pytest
from pydantic import Field

from companion.testing import given, refused, table
from domain.components.periods import Cycle, Periods
from domain.framework.table import State, Table
from tests.toy import GAME, DayBroke, NightFell, SeatTaken, ShantySung, YearTurned

PERIODS = Periods(("turn", "round", "game"))
THIS_TURN, THIS_ROUND, THIS_GAME = map(PERIODS.until, PERIODS.names)


class Oar(State):
    pulled: Annotated[bool, THIS_TURN] = False


class Sailor(State):
    used: Annotated[list[str], THIS_TURN] = Field(default_factory=lambda: ["swim"])
    watches: Annotated[int, THIS_ROUND] = 2
    coins: int = 0
    oars: list[Oar] = Field(default_factory=list)
    spare: Oar | None = None


class Ship(Table):
    crew: dict[str, Sailor] = Field(default_factory=dict)
    sails: Annotated[dict[str, Oar], THIS_GAME] = Field(default_factory=dict)


def worn() -> Ship:
    sailor = Sailor(used=["dive"], watches=0, coins=3, oars=[Oar(pulled=True)], spare=Oar(pulled=True))
    return Ship(crew={"Ann": sailor}, sails={"main": Oar(pulled=True)})


def test_the_end_of_a_period_leaves_what_lasts_longer() -> None:
    ship = worn()
    PERIODS.end(ship, "turn")
    assert ship.crew["Ann"] == Sailor(used=["swim"], watches=0, coins=3, oars=[Oar()], spare=Oar())
    assert ship.sails == {"main": Oar(pulled=False)}


def test_shorter_periods_are_over_with_a_longer_one() -> None:
    ship = worn()
    PERIODS.end(ship, "round")
    assert ship.crew["Ann"] == Sailor(coins=3, oars=[Oar()], spare=Oar())
    assert list(ship.sails) == ["main"]
    PERIODS.end(ship, "game")
    assert ship.sails == {}


def test_a_part_of_a_state_ends_its_own() -> None:
    ship = worn()
    ship.crew["Bob"] = Sailor(watches=1)
    PERIODS.end(ship.crew["Ann"], "round")
    assert (ship.crew["Ann"].watches, ship.crew["Bob"].watches) == (2, 1)
    PERIODS.end(ship.crew.get("Cleo"), "round")  # somebody who is gone


def test_nobody_shares_what_is_there_at_first() -> None:
    ann, bob = Sailor(), Sailor()
    PERIODS.end([ann, bob], "turn")
    ann.used.append("dive")
    assert bob.used == ["swim"]


def test_what_is_over_with_a_period_is_told_the_shortest_first() -> None:
    assert PERIODS.over_with("turn") == ("turn",)
    assert PERIODS.over_with("round") == ("turn", "round")


def test_a_period_that_a_game_does_not_have_is_an_error() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        PERIODS.until("year")
    with pytest.raises(ValueError, match="not in tuple"):
        PERIODS.end(Sailor(), "year")


def test_what_is_nothing_at_first_cannot_be_so_again() -> None:
    class Flag(State):
        colour: Annotated[str, THIS_TURN]

    with pytest.raises(TypeError, match="Flag does not say what is there at first: colour"):
        PERIODS.end(Flag(colour="red"), "turn")


SUNG = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), ShantySung(seat="Ann"))


def test_what_may_be_done_once_a_day_is_refused_again_that_day() -> None:
    given(GAME, *SUNG).when(ShantySung(seat="Ann")).then(refused("sung-today"))
    given(GAME, *SUNG).when(ShantySung(seat="Bob")).then(table(**{"seats.Bob.shanties": 1}))


def test_another_day_brings_it_back_and_what_is_of_the_year_stays() -> None:
    morning = given(GAME, *SUNG, NightFell(), DayBroke())
    morning.then(table(**{"seats.Ann.sang": False, "seats.Ann.shanties": 1}))
    morning.when(ShantySung(seat="Ann")).then(table(**{"seats.Ann.shanties": 2}))


def test_the_end_of_the_year_is_the_end_of_its_day() -> None:
    given(GAME, *SUNG).when(YearTurned()).then(table(**{"seats.Ann.sang": False, "seats.Ann.shanties": 0}))


@pytest.mark.parametrize(
    ("cycle", "over", "change"),
    [
        (Cycle("round", 3), ("turn", "round"), 1),
        (Cycle("turn", 3), ("turn", "round"), 1),
        (Cycle("scenario", 3), ("turn", "round"), 0),
        (Cycle("", 3), ("turn",), 0),
        (Cycle("round", None), ("turn", "round"), 0),
        (Cycle("round", 3, -1), ("turn", "round"), -1),
        (Cycle("turn", 3, -1), ("turn", "round"), 0),
    ],
    ids=str,
)
def test_a_number_begins_again_or_drifts_with_its_period(cycle: Cycle, over: tuple[str, ...], change: int) -> None:
    assert cycle.change_after(over, 2) == change
    assert cycle.change_after(over, None) == 0
