"""Numbers: what fields mark as gained and spent is looked up, paid and moved."""

from random import Random

from companion.testing import given, refused, says, table
from domain.components.numbers import Lowers, add_to_number, counter_of, number_at, payment_refusals, settled_numbers
from domain.framework.events.chance import Chance
from domain.framework.fields.number_paths import number_marks_of
from domain.framework.kernel import AreasTracked
from domain.framework.views.board import Counter
from domain.framework.views.sheet import Fact
from domain.log.corrections import preview_withdrawal
from tests.toy import (
    GAME,
    CoinsGained,
    CoinsGiven,
    CoinsWashedAway,
    GoodsUnloaded,
    GoodsUsed,
    Harbour,
    HolesStopped,
    HullStruck,
    Seat,
    SeatTaken,
)

SAT = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), CoinsGained(seat="Ann", amount=3))
STOCKED = (*SAT, GoodsUnloaded(seat="Ann", goods={"timber": 2, "rope": 1}))

HOLED = (SeatTaken(seat="Ann"), HullStruck(amount=3))
RICH = (SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=4))


def harbour(**seats: Seat) -> Harbour:
    found = GAME.table()
    assert isinstance(found, Harbour)
    found.seats = seats
    return found


# --- one number ------------------------------------------------------------------------------


def test_what_is_gained_comes_in() -> None:
    given(GAME, *SAT).when(CoinsGained(seat="Ann", amount=2)).then(table(**{"seats.Ann.coins": 5}))


def test_what_is_given_goes_from_one_to_the_other() -> None:
    given(GAME, *SAT).when(CoinsGiven(seat="Ann", to="Bob", amount=3)).then(
        table(**{"seats.Ann.coins": 0, "seats.Bob.coins": 3}), says("Ann gave Bob 3 coins")
    )


def test_more_than_there_is_cannot_be_given_and_no_card_bends_that() -> None:
    given(GAME, *SAT).when(CoinsGiven(seat="Ann", to="Bob", amount=4)).then(refused("not-enough-coins", bendable=False))


def test_where_coins_are_not_tracked_nothing_is_said_of_them() -> None:
    untracked = (*SAT, AreasTracked(tracks=("towers",)))
    given(GAME, *untracked).when(CoinsGiven(seat="Ann", to="Bob", amount=1)).then(refused("not-tracked"))


# --- several goods as one price --------------------------------------------------------------


def test_several_goods_come_in_at_once() -> None:
    given(GAME, *STOCKED).when(GoodsUnloaded(seat="Ann", goods={"rope": 4})).then(
        table(**{"seats.Ann.goods.timber": 2, "seats.Ann.goods.rope": 5})
    )


def test_several_goods_are_paid_at_once() -> None:
    given(GAME, *STOCKED).when(GoodsUsed(seat="Ann", goods={"timber": 1, "rope": 1})).then(
        table(**{"seats.Ann.goods.timber": 1, "seats.Ann.goods.rope": 0}), says("Ann used Timber 1, Rope 1")
    )


def test_each_good_that_is_short_is_named() -> None:
    dear = given(GAME, *STOCKED).when(GoodsUsed(seat="Ann", goods={"timber": 2, "rope": 2}))
    dear.then(refused("too-few-goods", bendable=False))
    reasons = list(payment_refusals(dear.play.campaign.table, GoodsUsed(seat="Ann", goods={"timber": 3, "rope": 2})))
    assert [str(reason) for reason in reasons] == ["Ann has 2 Timber, not 3.", "Ann has 1 Rope, not 2."]


def test_what_nobody_unloaded_is_not_there() -> None:
    given(GAME, *SAT).when(GoodsUsed(seat="Ann", goods={"rope": 1})).then(refused("too-few-goods"))


# --- what is told is what moved --------------------------------------------------------------


def test_no_more_is_paid_than_there_is() -> None:
    here = harbour(Ann=Seat(coins=2, goods={"timber": 1}), Bob=Seat())
    assert settled_numbers(CoinsGiven(seat="Ann", to="Bob", amount=5), here).amount == 2
    assert settled_numbers(CoinsGiven(seat="Ann", to="Bob", amount=1), here).amount == 1
    assert settled_numbers(GoodsUsed(seat="Ann", goods={"timber": 3}), here).goods == {"timber": 1}


def test_where_a_number_is_not_tracked_the_word_of_the_table_is_taken() -> None:
    here = harbour(Ann=Seat(coins=2), Bob=Seat())
    AreasTracked(tracks=("towers",)).apply(here)
    gift = CoinsGiven(seat="Ann", to="Bob", amount=5)
    assert settled_numbers(gift, here) == gift
    assert gift.settle(here, Chance(Random(1))) == gift


def test_a_price_that_can_be_paid_is_settled_as_it_is() -> None:
    event = GoodsUsed(seat="Ann", goods={"timber": 1})
    assert event.settle(harbour(Ann=Seat(goods={"timber": 1})), Chance(Random(1))) == event


def test_a_number_never_goes_below_none() -> None:
    here = harbour(Ann=Seat(coins=2, goods={"rope": 1}))
    add_to_number(here, ("seats", "Ann", "coins"), -3)
    add_to_number(here, ("seats", "Ann", "goods", "rope"), -2)
    assert here.seats["Ann"].coins == 0
    assert here.seats["Ann"].goods == {"rope": 0}


def test_where_its_place_is_gone_nothing_moves() -> None:
    here = harbour(Ann=Seat(coins=2))
    add_to_number(here, ("seats", "Cem", "coins"), 1)
    assert here == harbour(Ann=Seat(coins=2))
    assert number_at(here, ("seats", "Cem", "coins")) == 0


def test_a_gift_is_refused_once_what_was_given_is_taken_back() -> None:
    play = given(GAME, *SAT).when(CoinsGiven(seat="Ann", to="Bob", amount=1)).play
    preview = preview_withdrawal(play.campaign, 4, None)
    assert [(entry.topic, str(reasons[0])) for entry, reasons in preview.dropped] == [
        ("toy.coins-given", "Not enough coins (0/1).")
    ]


# --- what goes down as far as there is some ----------------------------------------------------


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
    ((_, mark),) = number_marks_of(HolesStopped)
    assert isinstance(mark, Lowers)
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


# --- a number on a board and on a sheet ------------------------------------------------------


def test_a_counter_stands_where_its_steps_move_it() -> None:
    one_more = CoinsGained(seat="Ann", amount=1)
    coins = counter_of(harbour(Ann=Seat(coins=3)), "Coins", CoinsGained, CoinsGained, seat="Ann")
    assert coins == Counter("Coins", 3, "seats.Ann.coins", up=one_more, down=one_more)


def test_a_counter_of_what_is_not_there_yet_counts_none() -> None:
    gone = counter_of(harbour(), "Coins", CoinsGained, seat="Ann")
    assert (gone.value, gone.path, gone.down) == (0, "seats.Ann.coins", None)


def test_a_step_that_no_event_can_tell_is_left_out() -> None:
    assert counter_of(harbour(), "Coins", CoinsGained, seat=3).up is None


def test_a_number_stands_on_a_sheet_as_on_the_board() -> None:
    life = Counter("Hit points", 4, "hull", 9, look="life")
    assert life.fact == Fact("Hit points", 4, 9, "hull")
