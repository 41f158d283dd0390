"""Hands, decks and sealed choices where they are hard: whatever is taken back, no other seat is told what one holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.log_sentences import say_entry
from companion.testing import Play, Spec, given, refused, says, table
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.framework.refusal import RefusedAll
from domain.framework.table import as_json
from domain.log.permissions import is_kept_from
from domain.log.reasons import reasons_against
from projections.search.public_fields import public_fields
from tests.house import House
from tests.test_secrets import here
from tests.toy import (
    GAME,
    BetPlaced,
    BetsRevealed,
    BoatSailed,
    FavourCalledIn,
    FavourReturned,
    FavoursCounted,
    FavoursDiscarded,
    FavoursDrawn,
    Harbour,
    NightFell,
    SeatTaken,
)
from tests.toy.favours import deck

ANN, BOB = frozenset({"Ann"}), frozenset({"Bob"})
BOTH = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))


def drew(seat: str, *favours: str) -> FavoursDrawn:
    return FavoursDrawn(seat=seat, count=len(favours), favours=favours)


def called_in(seat: str, *favours: str) -> list[Event[Harbour]]:
    return [FavourCalledIn(seat=seat, favour=favour) for favour in favours]


def lines(play: Play, *seats: str) -> list[object]:
    """The log as a seat is told it, and as the read model keeps it."""
    seen = here(play, Viewer.on(*seats))
    return [(say_entry(e, seen), public_fields(GAME, e.topic, e.fields)) for e in play.campaign.entries()]


# --- hands -----------------------------------------------------------------------------------


@pytest.fixture
def hands(house: House, harbour: str) -> str:
    """Ann holds a calm sea, Bob the harbour toll."""
    house.record(harbour, *BOTH, drew("Ann", "calm"), drew("Bob", "toll"))
    return harbour


def told_to(seats: frozenset[str], event: Event[Harbour], house: House, campaign: str) -> list[tuple[str, str]]:
    with pytest.raises(RefusedAll) as wrong:
        house.record_as(campaign, event, replace(house.command(), seats=seats))
    return [(reason.code, str(reason)) for reason in wrong.value.reasons]


@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_a_card_of_another_hand_is_refused_alike_whether_it_is_there_or_not(
    house: House, hands: str, seat: str
) -> None:
    held, not_held = (
        told_to(BOB, FavourCalledIn(seat=seat, favour=favour), house, hands) for favour in ("calm", "gust")
    )
    assert [code for code, _ in held] == [code for code, _ in not_held]
    assert held[0][1].replace("Calm Sea", "Sudden Gust") == not_held[0][1]


@pytest.mark.parametrize("event", [FavourCalledIn(seat="Ann", favour="calm"), FavoursDrawn(seat="Ann")])
def test_nobody_draws_or_plays_for_another_seat(house: House, hands: str, event: Event[Harbour]) -> None:
    assert told_to(BOB, event, house, hands) == [("not-yours", "That is for another seat to record: Ann.")]


def test_a_card_of_ones_own_hand_is_played_and_discarded(house: House, hands: str) -> None:
    house.record_as(hands, FavourCalledIn(seat="Ann", favour="calm"), replace(house.command(), seats=ANN))
    assert house.table(hands)["discard"] == ["calm"]
    assert house.table(hands)["seats"]["Ann"]["hand"] == []


def test_as_many_cards_are_discarded_as_were_told_and_those_nobody_named_lie_there_as_blanks() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "calm", "toll", "gust")).when(
        FavoursDiscarded(seat="Ann", count=2, cards=("calm",))
    )
    spec.then(says("Ann discarded 2 favours: Calm Sea"))
    spec.then(table(**{"seats.Ann.hand": ["toll"], "discard": ["calm", ""]}))


def test_no_fewer_cards_are_discarded_than_are_named() -> None:
    given(GAME, *BOTH, drew("Ann", "calm", "toll")).when(FavoursDiscarded(seat="Ann", cards=("calm", "toll"))).then(
        FavoursDiscarded(seat="Ann", count=2, cards=("calm", "toll")), table(**{"seats.Ann.hand": []})
    )


def test_cards_that_are_not_in_the_hand_are_not_discarded() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "calm", "toll"))
    spec.when(FavoursDiscarded(seat="Ann", count=3)).then(
        refused("too-few-cards", bendable=False, says="2 cards are there, but 3 are needed.")
    )
    spec.when(FavoursDiscarded(seat="Ann", count=2, cards=("calm", "calm"))).then(refused("not-held", bendable=False))


def test_what_another_hand_holds_may_be_named_in_a_draw_for_no_refusal_tells_where_it_is() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "toll"))
    assert reasons_against(spec.play.campaign.game, drew("Bob", "toll"), spec.play.campaign.table, BOB) == []


# --- a deck that runs out --------------------------------------------------------------------

RUN_OUT = (
    *BOTH,
    drew("Ann", "calm", "calm", "gust"),  # 4
    *called_in("Ann", "calm", "gust"),
    drew("Bob", "gust"),
)


def reshuffled() -> Spec:
    """Two cards lie face down, two on the discard pile; Bob draws three (entry 8)."""
    return given(GAME, *RUN_OUT).when(FavoursDrawn(seat="Bob", count=3), rolled=("toll", "calm", "gust"))


def test_a_draw_of_more_than_lies_there_shuffles_the_discard_pile_in() -> None:
    spec = reshuffled().then(FavoursDrawn(seat="Bob", count=3, favours=("toll", "calm", "gust"), shuffled=True))
    spec.then(says("Bob drew 3 favours: Harbour Toll, Calm Sea, Sudden Gust"))
    spec.then(table(**{"discard": [], "seats.Bob.hand": ["gust", "toll", "calm", "gust"]}))
    left = deck(spec.play.campaign.table)
    assert (len(left), left.drawable) == (1, 1)


def test_taking_such_a_draw_back_lays_the_discard_pile_down_again() -> None:
    before = as_json(given(GAME, *RUN_OUT).play.campaign.table)
    spec = reshuffled().and_undo()
    assert as_json(spec.play.campaign.table) == before
    spec.and_redo().then(table(**{"discard": [], "seats.Bob.hand": ["gust", "toll", "calm", "gust"]}))


def test_a_draw_that_was_of_fewer_cards_shuffled_nothing_in() -> None:
    spec = reshuffled().and_amend(8, count=2, favours=("toll", "calm"))
    spec.then(table(**{"discard": ["calm", "gust"], "seats.Bob.hand": ["gust", "toll", "calm"]}))


def test_more_cards_than_are_drawn_are_not_named() -> None:
    reshuffled().and_amend(8, count=2).then(refused("more-named", bendable=False))


def test_what_lies_on_the_discard_pile_comes_only_with_the_deck_run_out() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "toll"), *called_in("Ann", "toll"))
    spec.when(drew("Bob", "toll")).then(refused("lies-open"))


def test_no_more_is_drawn_than_there_is() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "calm", "calm", "calm"), drew("Bob", "gust", "gust"))
    spec = spec.when(FavoursDrawn(seat="Bob", count=3)).then(says("Bob drew 1 favour: Harbour Toll"))
    spec.and_then(FavoursDrawn(seat="Ann")).then(refused("none-left", bendable=False))


def test_what_was_put_on_top_is_drawn_next_whatever_chance_brings() -> None:
    spec = given(GAME, *BOTH, drew("Ann", "toll"), *called_in("Ann", "toll"), FavourReturned(favour="toll"))
    spec = spec.when(FavoursDrawn(seat="Bob", count=2), rolled=("calm",)).then(table(top=[], discard=[]))
    spec.then(table(**{"seats.Bob.hand": ["toll", "calm"]}))


# --- what came, and went back ----------------------------------------------------------------


@pytest.mark.parametrize("seats", [("Bob",), ()])
def test_taking_a_draw_back_and_drawing_again_does_not_tell_what_came(seats: Sequence[str]) -> None:
    worlds = [
        given(GAME, *BOTH).when(drew("Ann", favour)).and_undo().and_then(drew("Ann", "toll")).play
        for favour in ("calm", "gust")
    ]
    one, two = (lines(play, *seats) for play in worlds)
    assert one == two
    assert as_json(worlds[0].campaign.table) == as_json(worlds[1].campaign.table)


def test_what_went_back_may_come_again() -> None:
    spec = given(GAME, *BOTH).when(drew("Ann", "toll")).and_undo()
    spec.and_then(FavoursDrawn(seat="Ann"), rolled=("toll",)).then(says("Ann drew 1 favour: Harbour Toll"))


# --- a table that only counts ----------------------------------------------------------------


def counted() -> Spec:
    return given(GAME, *BOTH, FavoursCounted(count=5)).when(FavoursDrawn(seat="Ann", count=2))


def test_a_table_that_only_counts_hides_nothing() -> None:
    spec = counted().then(FavoursDrawn(seat="Ann", count=2), says("Ann drew 2 favours"))
    play = spec.play
    assert lines(play, "Bob") == lines(play, "Ann")
    assert as_json(GAME.view(play.campaign.table, Viewer())) == as_json(play.campaign.table)
    drawn = play.campaign.entry(play.campaign.position)
    assert not is_kept_from(BOB, FavoursDrawn, drawn.fields, play.campaign.table)


def test_a_table_that_only_counts_counts() -> None:
    counted().and_then(FavoursDrawn(seat="Bob", count=3)).then(table(**{"seats.Bob.hand": ["", "", ""]})).and_then(
        FavoursDrawn(seat="Bob")
    ).then(refused("none-left"))


# --- sealed choices --------------------------------------------------------------------------


@pytest.fixture
def bets(house: House, harbour: str) -> str:
    """Ann bet on the isle (entry 4), then Bob on the reef (entry 5)."""
    house.record(harbour, *BOTH)
    for seats, space in ((ANN, "isle"), (BOB, "reef")):
        event = BetPlaced(seat=next(iter(seats)), space=space)
        house.record_as(harbour, event, replace(house.command(), seats=seats))
    return harbour


def test_the_first_to_choose_takes_their_own_choice_back(house: House, bets: str) -> None:
    receipt = house.campaigns.undo(bets, None, replace(house.command(), seats=ANN))
    assert receipt.entries[0].fields["entries"] == [4]
    assert list(house.table(bets)["bets"]) == ["Bob"]


def test_nobody_reveals_before_who_took_back_has_chosen_again(house: House, bets: str) -> None:
    house.campaigns.undo(bets, None, replace(house.command(), seats=ANN))
    assert told_to(BOB, BetsRevealed(), house, bets) == [("still-to-bet", "Still to bet: Ann.")]
    house.record(bets, BetPlaced(seat="Ann", space="mole"), BetsRevealed())
    assert [bet["choice"] for bet in house.table(bets)["bets"].values()] == ["reef", "mole"]


def test_what_was_chosen_first_is_told_to_nobody_once_it_is_taken_back(house: House, bets: str) -> None:
    house.campaigns.undo(bets, None, replace(house.command(), seats=ANN))
    house.record(bets, BetPlaced(seat="Ann", space="mole"), BetsRevealed())
    assert "Isle" not in str([line.text for line in house.log(bets)])


def test_both_are_turned_over_together(house: House, bets: str) -> None:
    with house.campaigns.open(bets) as live:
        seen = [GAME.view(live.table, Viewer.on(seat)).bets for seat in ("Ann", "Bob")]
        assert [{seat: bet.choice for seat, bet in one.items()} for one in seen] == [
            {"Ann": "isle", "Bob": ""},
            {"Ann": "", "Bob": "reef"},
        ]
    house.record(bets, BetsRevealed())
    with house.campaigns.open(bets) as live:
        assert GAME.view(live.table, Viewer()).bets == live.table.bets


def test_taking_back_what_was_turned_over_asks_once_more(house: House, bets: str) -> None:
    house.record(bets, BetsRevealed())
    with pytest.raises(RefusedAll) as wrong:
        house.undo(bets)
    assert "all players have seen" in str(wrong.value)


def test_what_lies_open_makes_room_for_the_next_choice() -> None:
    spec = given(GAME, *BOTH, BetPlaced(seat="Ann", space="isle"), BetPlaced(seat="Bob", space="reef"), BetsRevealed())
    spec.when(BetPlaced(seat="Bob", space="mole")).then(table(**{"bets.Bob.choice": "mole", "bets.Bob.open": False}))
    assert list(spec.play.campaign.table.bets) == ["Bob"]


def test_nothing_is_turned_over_where_nobody_chose() -> None:
    given(GAME, *BOTH).when(BetsRevealed()).then(refused("no-bets", bendable=True))


# --- spaces ----------------------------------------------------------------------------------


def test_a_boat_sails_two_spaces_at_most() -> None:
    given(GAME).when(BoatSailed(space="isle")).then(refused("too-far", bendable=True, says="Isle is too far"))
    given(GAME).when(BoatSailed(space="reef")).then(says("The boat sailed to Reef, 2 spaces away"), table(boat="reef"))


def test_a_boat_sails_no_farther_over_open_water() -> None:
    water = [
        kernel.ContentAdded(kind="spaces", id=id_, fields={"en": id_, "zh": id_, "q": 1, "r": r})
        for id_, r in (("buoy", 1), ("atoll", 2))
    ]
    spec = given(GAME, *water).when(BoatSailed(space="atoll")).then(refused("too-far"))
    spec.and_then(BoatSailed(space="buoy")).and_then(BoatSailed(space="atoll")).then(table(boat="atoll"))


def test_a_boat_does_not_sail_on_from_rough_water_on_its_way() -> None:
    spec = given(GAME, BoatSailed(space="mole")).when(BoatSailed(space="isle")).then(refused("too-far"))
    spec.and_then(BoatSailed(space="reef")).and_then(BoatSailed(space="isle")).then(table(boat="isle"))


def test_a_boat_stays_where_it_lies_by_night() -> None:
    given(GAME, NightFell()).when(BoatSailed(space="mole")).then(refused("wrong-step"))
