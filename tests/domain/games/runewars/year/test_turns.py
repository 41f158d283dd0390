"""The supremacy bonus, and how far a turn has come (最高奖励): W-03, X22, X23, X24."""

import pytest

from companion.testing import Spec, given, refused, table
from domain.games.runewars import GAME
from domain.games.runewars.year.orders import SupremacyDeclined, SupremacyTaken
from tests.domain.games.runewars.moments import BASE, CALLED, SPRING, TWO, ordered, over

ORDERS = ["strategize", "mobilize", "conquer", "harvest", "recruit", "rally-support", "acquire-power"]


def first_order(order: str) -> Spec:
    """The first spring: the human seat resolves its order first."""
    other = "fortify" if order != "fortify" else "strategize"
    return given(GAME, *TWO, *SPRING, *ordered(human=order, elf=other), *(over("elf") if order == "fortify" else ()))


def carried_out(order: str) -> Spec:
    """The same, with what the order itself asks for done."""
    spec = first_order(order)
    return spec.when(BASE[order]("human")) if order in BASE else spec


@pytest.mark.parametrize("order", ORDERS, ids=[f"W-03 {order}" for order in ORDERS])
def test_the_first_order_of_a_year_has_its_bonus(order: str) -> None:
    carried_out(order).and_then(SupremacyTaken(seat="human")).then(table(**{"turn.bonus": "taken"}))


@pytest.mark.parametrize("order", BASE)
def test_l434_the_order_itself_comes_first_and_is_not_skipped(order: str) -> None:
    first_order(order).when(SupremacyTaken(seat="human")).then(refused("base-first", bendable=True))
    first_order(order).when(*over("human")).then(refused("base-left", bendable=True))
    carried_out(order).and_then(*over("human")).then()


@pytest.mark.parametrize("order", ["strategize", "recruit", "rally-support", "fortify"])
def test_an_order_that_finds_nothing_to_do_is_over(order: str) -> None:
    first_order(order).when(*over("human")).then()


def test_fortify_has_no_bonus() -> None:
    first_order("fortify").when(SupremacyTaken(seat="human")).then(refused("has-no-bonus", bendable=False))


def test_an_order_below_one_used_this_year_has_no_bonus() -> None:
    summer = (*SPRING, *ordered(human="recruit", elf="harvest"), *over("elf", "human", elf="harvest"), *CALLED)
    below = given(GAME, *TWO, *summer, *ordered(human="mobilize", elf="recruit"))
    below.when(SupremacyTaken(seat="human")).then(refused("higher-used", bendable=True, says="#5 Recruit"))


def test_an_order_above_all_used_this_year_has_its_bonus() -> None:
    summer = (*SPRING, *ordered(human="mobilize", elf="strategize"), *over("elf", "human", human="mobilize"), *CALLED)
    above = given(GAME, *TWO, *summer, *ordered(human="recruit", elf="acquire-power"))
    above.when(SupremacyTaken(seat="human")).then(table(**{"turn.bonus": "taken"}))


def test_a_bonus_is_settled_once_a_turn() -> None:
    declined = first_order("mobilize").when(SupremacyDeclined(seat="human")).then(table(**{"turn.bonus": "declined"}))
    declined.and_then(SupremacyTaken(seat="human")).then(refused("bonus-settled", bendable=True))


def test_a_bonus_is_for_the_seat_at_turn() -> None:
    first_order("mobilize").when(SupremacyTaken(seat="elf")).then(refused("not-your-turn", bendable=True))


def test_the_next_turn_begins_anew() -> None:
    carried_out("mobilize").and_then(SupremacyTaken(seat="human")).and_then(*over("human")).then(
        table(**{"turn.bonus": ""})
    )
