"""Orders: chosen face down, played by number (选择指令卡; 玩家顺序和平局): C-04, C-06, X03, X20, X21; G-07."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.realm.dials import InfluenceSpent
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import FactionChosen
from domain.games.runewars.state.table import Runewars, Seat
from domain.games.runewars.year.orders import (
    OrderChosen,
    OrdersRevealed,
    TieOrdered,
    TurnEnded,
    play_order,
    tied_seats,
    unused_orders,
)
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, TWO, Events, ordered, over
from tests.domain.games.runewars.realm.realms import each_refusal, no, refuses

CHOOSING: Events = (*TWO, *SPRING)
SUMMER: Events = (*CHOOSING, *ordered(human="recruit", elf="harvest"), *over("elf", "human", elf="harvest"), *CALLED)
TURNS: Events = (*CHOOSING, *ordered(human="recruit", elf="harvest"))
ALIKE: Events = tuple(FactionChosen(faction=seat, influence=3) for seat in ("human", "elf", "uthuk"))
REFUSALS = [
    no("order-used", *SUMMER, event=OrderChosen(seat="human", order="recruit"), bendable=True),
    no("not-offered", *CHOOSING, event=OrderChosen(seat="human", order="a ninth"), bendable=False),
    no("still-choosing", *CHOOSING, OrderChosen(seat="elf", order="harvest"), event=OrdersRevealed(), bendable=True),
    no("not-your-turn", *TURNS, event=TurnEnded(seat="human"), bendable=True),
    no("wrong-step", *TURNS, event=OrderChosen(seat="human", order="fortify"), bendable=True),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def revealed(*before: Event[Any], **orders: str) -> Spec:
    chosen = ordered(**orders)
    return given(GAME, *before, *SPRING, *chosen[:-1]).when(chosen[-1])


def test_x_20_is_said_of_the_order() -> None:
    again = given(GAME, *SUMMER).when(OrderChosen(seat="human", order="recruit"))
    again.then(refused("order-used", says="#5 Recruit was already used this year."))


def test_x_21_it_is_told_who_has_not_chosen() -> None:
    waiting = given(GAME, *CHOOSING, OrderChosen(seat="elf", order="harvest")).when(OrdersRevealed())
    waiting.then(refused("still-choosing", says="waiting for Daqan Lords"))


def test_x_03_it_is_told_whose_turn_it_is() -> None:
    given(GAME, *TURNS).when(TurnEnded(seat="human")).then(refused("not-your-turn", says="turn of Latari Elves"))


def test_c_06_what_was_used_this_year_is_not_offered() -> None:
    known: Any = given(GAME, *SUMMER).play.campaign.table
    assert "recruit" not in unused_orders(known, "human")
    assert len(unused_orders(known, "human")) == 7


def test_a_choice_is_changed_until_all_lie_open() -> None:
    changed = given(GAME, *CHOOSING, OrderChosen(seat="elf", order="harvest")).when(
        OrderChosen(seat="elf", order="fortify")
    )
    changed.then(table(**{"seats.elf.order.choice": "fortify"}))


@pytest.mark.parametrize(
    ("orders", "order"),
    [
        ({"human": "harvest", "elf": "conquer", "uthuk": "strategize"}, ["uthuk", "elf", "human"]),
        ({"human": "conquer", "elf": "conquer", "uthuk": "conquer"}, ["human", "elf", "uthuk"]),
        ({"human": "fortify", "elf": "harvest", "uthuk": "harvest"}, ["elf", "uthuk", "human"]),
    ],
    ids=["lowest-number", "most-influence", "both"],
)
def test_c_04_lowest_number_then_most_influence(orders: dict[str, str], order: list[str]) -> None:
    revealed(*THREE, **orders).then(table(order=order, **{"calendar.1.play": order}))


def test_c_04_as_much_influence_then_who_began_with_most() -> None:
    equal: Any = given(GAME, *THREE, WarBegun(), InfluenceSpent(seat="human", amount=2)).play.campaign.table
    assert play_order(equal, {"uthuk": "harvest", "human": "harvest"}) == ["human", "uthuk"]


# --- what nothing tells apart (G-07) ---

ELF_FIRST = TieOrdered(seat="elf", tied=("human", "elf"))


def test_g_07_the_table_says_who_of_two_comes_first() -> None:
    both = revealed(*ALIKE[:2], human="fortify", elf="fortify")
    both.then_next("A tie between Daqan Lords, Latari Elves: who comes first?")
    both.and_then(*over("human")).then(refused("still-due", bendable=True))
    said = both.and_then(ELF_FIRST).then(table(order=["elf", "human"], **{"calendar.1.play": ["elf", "human"]}))
    said.then(says("Latari Elves came first of Daqan Lords, Latari Elves"))
    said.and_then(*over("elf")).then(table(done=["elf"]))


def test_a_tie_is_told_from_the_log_too() -> None:
    """There a group of seats is a list of lists."""
    both = revealed(*ALIKE[:2], human="harvest", elf="harvest")
    stored = both.outcome.events[0].model_dump(mode="json")
    shown = sentence_of_event(OrdersRevealed, stored, both.play.campaign.table)
    assert str(shown) == "Orders were revealed: Daqan Lords #4 Harvest, Latari Elves #4 Harvest"


def test_g_07_of_three_the_other_two_are_asked_next() -> None:
    three = revealed(*ALIKE, human="harvest", elf="harvest", uthuk="harvest")
    first = three.and_then(TieOrdered(seat="uthuk", tied=("human", "elf", "uthuk")))
    first.then(table(order=["uthuk", "human", "elf"]))
    first.then_next("A tie between Daqan Lords, Latari Elves: who comes first?")
    first.and_then(ELF_FIRST).then(table(order=["uthuk", "elf", "human"], **{"agenda.due": {}}))


def test_seats_of_one_order_are_tied_while_the_influence_of_one_is_unknown() -> None:
    seats = {"human": Seat(influence=5), "elf": Seat(unsaid=True), "uthuk": Seat(influence=9)}
    orders = {"human": "conquer", "elf": "conquer", "uthuk": "harvest"}
    assert tied_seats(Runewars(seats=seats).with_pack(GAME.pack), orders) == [("human", "elf")]


def test_g_07_only_who_is_tied_is_asked() -> None:
    revealed(*ALIKE, human="harvest", elf="conquer", uthuk="harvest").then_next(
        "A tie between Daqan Lords, Uthuk Y'llan: who comes first?"
    )
    revealed(*THREE, human="harvest", elf="harvest", uthuk="harvest").then(table(**{"agenda.due": {}}))


def test_g_07_whoever_is_not_tied_does_not_come_first() -> None:
    both = revealed(*ALIKE, human="harvest", elf="harvest", uthuk="fortify")
    both.and_then(TieOrdered(seat="uthuk", tied=("human", "uthuk"))).then(refused("not-tied-in-order", bendable=False))
    both.and_then(TieOrdered(seat="uthuk", tied=("human", "elf"))).then(refused("not-offered", bendable=False))


def test_where_influence_is_not_tracked_every_tie_is_asked() -> None:
    untracked = (*THREE, AreasTracked(tracks=("calendar", "runes")))
    revealed(*untracked, human="harvest", elf="harvest", uthuk="fortify").then(
        table(**{"order": ["human", "elf", "uthuk"]})
    ).then_must(TieOrdered)


def test_a_tie_that_is_taken_back_is_asked_again() -> None:
    both = revealed(*ALIKE[:2], human="harvest", elf="harvest").and_then(ELF_FIRST)
    both.and_undo().then(table(order=["human", "elf"])).then_must(TieOrdered)


def test_before_the_war_begins_it_is_told_that_and_not_who_has_yet_to_choose() -> None:
    early = given(GAME, *TWO).when(OrdersRevealed())
    early.then(refused("still-choosing", bendable=True, says="The war has not begun"))
