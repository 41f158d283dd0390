"""Seats and figures of a described game."""

from companion.testing import NOTHING, given, refused, says, table
from domain.games.own.numbers import NumberRaised
from domain.games.own.people import MOST_FIGURES, FigureCame, FigureLeft, SeatLeft, SeatTaken
from tests.domain.games.own.described import OWN_GAME, described

ANN = SeatTaken(seat="Ann", player="Ann")


def test_a_player_joins_once_and_as_long_as_there_is_a_seat() -> None:
    given(OWN_GAME, ANN).when(ANN).then(refused("seat-taken", bendable=False))
    two = described("", "[1, 2]")
    given(two, ANN, SeatTaken(seat="Bob")).when(SeatTaken(seat="Cleo")).then(refused("full"))


def test_a_seat_that_left_comes_back_with_its_numbers() -> None:
    left = given(OWN_GAME, ANN, NumberRaised(number="gold", owner="Ann", amount=7)).when(
        SeatLeft(seat="Ann", why="ill")
    )
    left.then(says("Ann left: ill"), table(**{"seats.Ann.left": True}))
    left.and_then(SeatTaken(seat="Ann")).then(table(**{"seats.Ann.left": False, "seats.Ann.numbers.gold": 7}))


def test_figures_are_numbered_and_a_free_number_is_used_again() -> None:
    came = (
        given(OWN_GAME).when(FigureCame(figure="guard", count=2)).then(table(**{"figures.guard-2.numbers.health": 5}))
    )
    gone = came.and_then(FigureLeft(figure="guard-1", why="defeated")).then(says("Guard 1 left play: defeated"))
    again = gone.and_then(FigureCame(figure="guard")).then(table(**{"figures.guard-1.numbers.health": 5}))
    again.and_then(FigureLeft(figure="guard-2")).then(table(**{"figures.guard-2": NOTHING}))


def test_a_figure_has_no_number_beyond_its_ends() -> None:
    given(OWN_GAME).when(FigureCame(figure="guard", numbers={"health": -4})).then(refused("outside", bendable=False))


def test_there_is_an_end_of_figures() -> None:
    crowd = [FigureCame(figure="guard", count=10) for _ in range(MOST_FIGURES // 10)]
    given(OWN_GAME, *crowd).when(FigureCame(figure="guard")).then(refused("too-many-figures", bendable=False))
