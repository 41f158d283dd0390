"""Orders whose acts the app does not track: carried out at the table, then the supremacy bonus as a choice (3.3)."""

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.year.orders import OrderCarriedOut, SupremacyTaken, TurnEnded
from tests.domain.games.runewars.moments import CARD_DONE, SPRING, TWO, ordered

WITHOUT_MAP = AreasTracked(tracks=("calendar", "dials", "influence", "cards", "fate", "heroes"))
DONE = OrderCarriedOut(seat="human")


def turn(order: str) -> Spec:
    """The human seat resolves an order first, without a map; the elf seat resolves Fortify."""
    return given(GAME, WITHOUT_MAP, *TWO, WarBegun(), *CARD_DONE, *ordered(human=order, elf="fortify"))


@pytest.mark.parametrize("order", ["mobilize", "conquer", "recruit", "rally-support", "strategize"])
def test_the_order_is_the_large_button_then_the_end_of_the_turn(order: str) -> None:
    done = turn(order).then_next(OrderCarriedOut).then_no_prompt(SupremacyTaken).when(DONE)
    done.then_next(TurnEnded).then_no_prompt(OrderCarriedOut)


def test_its_supremacy_bonus_is_a_choice() -> None:
    done = turn("mobilize").when(DONE).then(says("Daqan Lords carried out #2 Mobilize"))
    (offered,) = [one for one in done.play.campaign.prompts(PUBLIC) if one.event is SupremacyTaken]
    assert (str(offered.title), offered.required, offered.undone) == ("Take the supremacy bonus", False, None)
    taken = done.and_then(SupremacyTaken(seat="human")).then(table(**{"turn.bonus": "taken"}))
    taken.then_no_prompt(SupremacyTaken).then_next(TurnEnded)


def test_an_order_whose_acts_are_tracked_is_not_asked_for_twice() -> None:
    turn("harvest").then_no_prompt(OrderCarriedOut).when(DONE).then(refused("kept-by-acts", bendable=True))
    turn("mobilize").when(DONE).and_then(DONE).then(refused("carried-out", bendable=False))
    given(GAME, *TWO, *SPRING, *ordered(human="mobilize", elf="harvest")).then_no_prompt(OrderCarriedOut)
    loose = AreasTracked(tracks=("influence",))
    given(GAME, *TWO, loose).when(DONE).then(refused("not-tracked"))
