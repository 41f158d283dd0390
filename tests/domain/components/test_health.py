"""Health: what is healed or lost goes down as far as there is some, and is told as what really happened."""

from domain.components.health import lowered_by
from tests.specs import given, refused, says, table
from tests.toy import GAME, CoinsGained, CoinsWashedAway, Harbour, HolesStopped, HullStruck, SeatTaken

HOLED = (SeatTaken(seat="Ann"), HullStruck(amount=3))
RICH = (SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=4))


def test_less_than_there_is_leaves_the_rest() -> None:
    given(GAME, *HOLED).when(HolesStopped(seat="Ann", amount=2)).then(
        HolesStopped(seat="Ann", amount=2), table(holes=1)
    )


def test_more_than_there_is_is_settled_to_what_there_is() -> None:
    given(GAME, *HOLED).when(HolesStopped(seat="Ann", amount=4)).then(
        HolesStopped(seat="Ann", amount=3), table(holes=0)
    )


def test_where_there_is_none_it_is_refused_with_the_names_of_its_fields() -> None:
    refusal = given(GAME, SeatTaken(seat="Ann")).when(HolesStopped(seat="Ann"))
    refusal.then(refused("no-holes", bendable=False))
    mark = lowered_by(HolesStopped)[1]
    assert mark.none is not None
    assert str(mark.none(seat="Ann")) == "Ann finds no hole in the hull."


def test_what_is_more_is_told_apart_where_a_field_is_for_it() -> None:
    wave = given(GAME, *RICH).when(CoinsWashedAway(seat="Ann", amount=6))
    wave.then(table(**{"seats.Ann.coins": 0}), says("A wave took 6 coins of Ann, 2 more than there were"))


def test_nothing_is_told_apart_where_all_of_it_was_there() -> None:
    wave = given(GAME, *RICH).when(CoinsWashedAway(seat="Ann", amount=4))
    wave.then(CoinsWashedAway(seat="Ann", amount=4, beyond=None), table(**{"seats.Ann.coins": 0}))


def test_without_a_refusal_it_happens_where_there_is_none() -> None:
    wave = given(GAME, SeatTaken(seat="Ann")).when(CoinsWashedAway(seat="Ann", amount=1))
    wave.then(CoinsWashedAway(seat="Ann", amount=1, beyond=1), table(**{"seats.Ann.coins": 0}))


def test_taken_back_it_is_there_again() -> None:
    given(GAME, *HOLED).when(HolesStopped(seat="Ann", amount=4)).and_undo().then(table(holes=3))


def test_it_takes_no_more_than_is_left_after_a_correction() -> None:
    harbour = Harbour(holes=1)
    HolesStopped(seat="Ann", amount=3).apply(harbour)
    assert harbour.holes == 0
