"""Influence bids (势力竞标): C-17, C-18, X94, X95, and the rulebook's example of a tie."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.realm.bids import BidCalledOff, BidOpened, BidPlaced, BidsRevealed, BidTieBroken, decider_of
from domain.games.runewars.realm.dials import TitleClaimed
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import FactionChosen
from domain.games.runewars.state.table import Runewars, Seat
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.realm.realms import each_refusal, no, refuses

THREE: tuple[Event[Any], ...] = (
    FactionChosen(faction="human", influence=3),
    FactionChosen(faction="elf", influence=4),
    FactionChosen(faction="uthuk", influence=2),
)
CARD = (*THREE, WarBegun(), SeasonCardDrawn())
OPENED = (*CARD, BidOpened(prize="a dragon rune"))
TIE = {"human": 1, "elf": 2, "uthuk": 2}
"""The rulebook's example: elves and Uthuk bid 2, and the elves have 2 left."""


def bid(**amounts: int) -> tuple[Event[Any], ...]:
    return tuple(BidPlaced(seat=seat, amount=amount) for seat, amount in amounts.items())


REFUSALS = [
    no("bid-too-high", *OPENED, event=BidPlaced(seat="uthuk", amount=3), bendable=False),
    no("still-bidding", *OPENED, *bid(human=1, elf=2), event=BidsRevealed(), bendable=True),
    no("tie-open", *OPENED, *bid(**TIE), BidsRevealed(), event=BidsRevealed(), bendable=False),
    no(
        "tie-open",
        *OPENED,
        *bid(**TIE),
        BidsRevealed(),
        event=BidPlaced(seat="elf", amount=1),
        bendable=False,
        why="anew",
    ),
    no("tie-open", *OPENED, *bid(**TIE), BidsRevealed(), event=BidCalledOff(), bendable=False, why="called-off"),
    no("not-tied", *OPENED, *bid(**TIE), BidsRevealed(), event=BidTieBroken(winner="human"), bendable=False),
    no("no-bid", *THREE, AreasTracked(tracks=("influence",)), event=BidPlaced(seat="elf", amount=1), bendable=False),
    no("no-bid", *THREE, AreasTracked(tracks=("influence",)), event=BidCalledOff(), bendable=False, why="called-off"),
    no("wrong-step", *OPENED, event=SeasonTextResolved(), bendable=True, why="season"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_no_card_brings_a_bid_about_that_nobody_opened() -> None:
    early = BidPlaced(seat="elf", amount=1)
    given(GAME, *CARD).when(early).then(refused("wrong-step", bendable=True))
    given(GAME, *CARD).when(early, bend="a card says so").then(refused("no-bid", bendable=False))


def bidding(*events: Event[Any]) -> Spec:
    return given(GAME, *OPENED, *events)


def test_all_declare_what_they_have() -> None:
    opened = given(GAME, *CARD).when(BidOpened(prize="a dragon rune"))
    opened.then(table(**{"bid.declared": {"human": 3, "elf": 4, "uthuk": 2}}))
    assert opened.play.campaign.table.place[1] == "bid"


def test_that_a_seat_chose_is_seen_and_how_much_is_not() -> None:
    spec = bidding(*bid(elf=2))
    seen = GAME.view(spec.play.campaign.table, Viewer.on("uthuk")).seats["elf"].bid
    assert (seen.chosen, seen.amount) == (True, 0)
    assert GAME.view(spec.play.campaign.table, Viewer.on("elf")).seats["elf"].bid.amount == 2


def test_a_bid_is_changed_until_all_lie_open() -> None:
    bidding(*bid(elf=2)).when(*bid(elf=4)).then(table(**{"seats.elf.bid.amount": 4}))


def test_the_highest_bid_wins_and_c_18_all_that_was_bid_is_spent() -> None:
    done = bidding(*bid(human=1, elf=3, uthuk=2)).when(BidsRevealed())
    done.then(BidsRevealed(bids={"human": 1, "elf": 3, "uthuk": 2}, winner="elf"), table(bid=None))
    done.then(table(**{"seats.human.influence": 2, "seats.elf.influence": 1, "seats.uthuk.influence": 0}))
    done.then(says("Bids: Daqan Lords 1, Latari Elves 3, Uthuk Y'llan 2; Latari Elves won"))


def test_a_card_may_let_the_fewest_win() -> None:
    few = given(GAME, *CARD, BidOpened(wins="fewest"), *bid(human=0, elf=3, uthuk=2))
    few.when(BidsRevealed()).then(BidsRevealed(bids={"human": 0, "elf": 3, "uthuk": 2}, winner="human"))


def test_c_17_who_has_most_left_decides_a_tie() -> None:
    tied = bidding(*bid(**TIE)).when(BidsRevealed())
    tied.then(table(**{"bid.tied": ["elf", "uthuk"], "bid.decider": "elf", "seats.elf.influence": 2}))
    assert [one.seats for one in tied.play.campaign.prompts_of_all(PUBLIC) if one.required] == [{"elf"}]
    done = tied.and_then(BidTieBroken(winner="elf")).then(table(bid=None))
    done.then(says("Latari Elves won the bid, as Latari Elves decided"))


def test_c_17_the_primarch_decides_a_tie_of_others() -> None:
    primarch = given(
        GAME,
        *CARD,
        TitleClaimed(seat="human", title_card="primarch", paid=1),
        BidOpened(),
        *bid(**TIE),
    )
    primarch.when(BidsRevealed()).then(table(**{"bid.decider": "human"}))


def tied(**starting: int) -> Runewars:
    return Runewars(seats={id_: Seat(starting_influence=influence) for id_, influence in starting.items()})


def test_c_17_as_much_left_then_who_began_with_most() -> None:
    assert decider_of(tied(human=2, elf=5), ["human", "elf"], {"human": 1, "elf": 1}) == "elf"


def test_c_17_as_much_of_all_then_the_table_decides() -> None:
    assert decider_of(tied(human=2, elf=2), ["human", "elf"], {"human": 1, "elf": 1}) == ""


def test_while_the_influence_of_a_tied_seat_is_unknown_the_table_decides() -> None:
    table = tied(human=2, elf=0)
    table.seats["elf"].unsaid = True
    assert decider_of(table, ["human", "elf"], {"human": 3, "elf": 1}) == ""


def test_who_is_not_tied_does_not_decide_by_what_is_left() -> None:
    assert decider_of(tied(human=2, elf=2, uthuk=9), ["human", "elf"], {"human": 2, "elf": 1, "uthuk": 9}) == "human"


def test_a_bid_that_is_called_off_costs_nothing() -> None:
    done = bidding(*bid(elf=2)).when(BidCalledOff()).then(table(**{"bid": None, "seats.elf.influence": 4}))
    done.and_then(BidOpened()).then(table(**{"seats.elf.bid.chosen": False}))


def test_x_95_it_is_told_who_has_not_bid() -> None:
    bidding(*bid(human=1)).when(BidsRevealed()).then(refused("still-bidding", says="Latari Elves, Uthuk Y'llan"))
