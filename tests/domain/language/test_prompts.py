"""The next thing to do: never the end of a moment as long as something is left undone in it."""

from collections.abc import Sequence

from domain.language.game import Prompt
from domain.language.kernel import SessionEnded
from domain.language.prompts import asks, large, skipped, undone
from domain.language.text import text
from tests.toy import CoinsGained, NightFell, SeatTaken, TowerBuilt

SEAT = Prompt(text("Take a seat"), SeatTaken)
NIGHT = Prompt(text("Let night fall"), NightFell, must=True)
TOWER = Prompt(text("Build"), TowerBuilt, left=text("Ann has 9 coins"))
COIN = Prompt(text("Take your coins"), CoinsGained, must=True)


def words(prompts: Sequence[Prompt]) -> list[str]:
    return [str(left) for left in undone(prompts)]


def test_the_end_comes_next_where_nothing_is_left() -> None:
    assert large([SEAT, NIGHT]) is NIGHT


def test_what_is_left_comes_before_the_end_wherever_it_stands() -> None:
    assert large([NIGHT, SEAT, TOWER]) is TOWER


def test_what_comes_first_in_the_rulebook_comes_first() -> None:
    assert large([TOWER, COIN, NIGHT]) is TOWER
    assert large([COIN, TOWER, NIGHT]) is COIN


def test_what_may_be_done_any_time_is_never_the_next_thing() -> None:
    assert large([SEAT]) is None


def test_what_must_be_done_is_left_by_its_title_and_an_end_never_is() -> None:
    assert words([SEAT, TOWER, COIN, NIGHT]) == ["Ann has 9 coins", "Take your coins"]


def test_an_end_skips_what_is_left_and_nothing_else_does() -> None:
    assert [str(left) for left in skipped(NightFell, [TOWER, NIGHT])] == ["Ann has 9 coins"]
    assert skipped(CoinsGained, [TOWER, COIN, NIGHT]) == []


def test_the_end_of_another_moment_skips_nothing_here() -> None:
    assert skipped(NightFell, [TOWER]) == []


def test_an_end_that_skips_something_asks_once() -> None:
    assert asks(NightFell, [TOWER, NIGHT])
    assert not asks(NightFell, [SEAT, NIGHT])


def test_the_end_of_an_evening_is_told_what_is_open_and_asks_nothing() -> None:
    assert [str(left) for left in skipped(SessionEnded, [TOWER])] == ["Ann has 9 coins"]
    assert not asks(SessionEnded, [TOWER])
