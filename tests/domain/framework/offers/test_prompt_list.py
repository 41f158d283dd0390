"""Prompts: those that events offer themselves, what a tap on a thing opens, and which of all is the next thing to do.

The end of a moment never is, as long as something is left undone in it.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.testing import given
from domain.framework.events.offer import Offer
from domain.framework.game import Prompt
from domain.framework.kernel import SessionEnded
from domain.framework.offers.prompt_list import (
    Grouped,
    OfferedBy,
    events_in,
    left_undone,
    next_prompt,
    offered_asks,
    offered_prompts,
    seats_of,
    skipped_by_end,
)
from domain.framework.text import text
from tests.toy import (
    BY_DAY,
    GAME,
    Bet,
    BetPlaced,
    BoatSailed,
    CoinsGained,
    Harbour,
    NightFell,
    SeatTaken,
    TowerBuilt,
)
from tests.toy.storms import StormBroke

TWO = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))
MOLE = ("spaces", "mole")
BET = Bet(chosen=True, choice="reef")
SEAT = Prompt(text("Take a seat"), SeatTaken)
NIGHT = Prompt(text("Let night fall"), NightFell, required=True)
TOWER = Prompt(text("Build"), TowerBuilt, reminder=text("Ann has 9 coins"))
COIN = Prompt(text("Take your coins"), CoinsGained, required=True)


def harbour() -> Harbour:
    table: Harbour = given(GAME, *TWO).play.campaign.table
    return table


def titles() -> list[str]:
    return [str(one.title) for one in offered_prompts((BetPlaced, TowerBuilt), harbour())]


def test_a_field_that_is_required_and_needed_is_missing_once() -> None:
    assert Prompt(text("Take a seat"), SeatTaken, also_required=("seat",)).missing == ["seat"]


def test_events_offer_themselves_in_the_order_they_are_named() -> None:
    assert titles() == [*["Place a bet"] * 2, *["Build the oak tower"] * 2]


def test_a_prompt_is_for_the_seats_that_its_fields_name_and_else_for_everybody() -> None:
    found = offered_prompts((TowerBuilt, NightFell), harbour())
    assert [sorted(seats_of(one, harbour())) for one in found] == [["Ann"], ["Bob"], []]


def test_what_is_left_for_others_is_not_the_next_thing_to_do_and_keeps_the_end_back() -> None:
    assert (next_prompt([TOWER, NIGHT], [NIGHT]), next_prompt([TOWER, COIN, NIGHT], [COIN, NIGHT])) == (None, COIN)
    assert next_prompt([SEAT, NIGHT], [NIGHT]) == NIGHT


def test_all_that_an_offer_says_stands_in_its_prompt() -> None:
    (night,) = offered_prompts((NightFell,), harbour())
    assert night == Prompt(text("Let night fall"), NightFell, required=True)


def test_an_offer_without_words_has_the_title_of_its_event() -> None:
    (sail,) = offered_prompts([OfferedBy(BoatSailed, Offer().made_at)], harbour())
    assert str(sail.title) == "Boat sailed"


def test_an_offer_is_made_only_when_it_is_wanted() -> None:
    offer = Offer(text("Night"), when=lambda table: table.gates)
    table = harbour()
    assert list(offer.made_at(table)) == []
    table.gates = 1
    assert list(offer.made_at(table)) == [offer]


def test_known_fields_are_named_in_the_words_of_an_offer() -> None:
    offer = Offer(
        text("{seat} builds {tower}"), {"tower": "oak"}, reminder=text("{tower}"), each=("seat", lambda _: "A")
    )
    (build,) = offered_prompts([OfferedBy(TowerBuilt, offer.made_at)], harbour())
    assert (str(build.title), str(build.reminder)) == ("A builds Oak Tower", "Oak Tower")


def test_a_value_of_the_words_is_kept_if_a_field_has_the_same_name() -> None:
    offer = Offer(text("Build {tower}", tower="a tower"), {"tower": "oak"})
    (build,) = offered_prompts([OfferedBy(TowerBuilt, offer.made_at)], harbour())
    assert str(build.title) == "Build a tower"


def test_events_by_seat_are_offered_seat_after_seat_in_their_order() -> None:
    order = (NightFell, Grouped((BetPlaced, TowerBuilt, SeatTaken)))
    found = [(one.fields.get("seat"), one.event) for one in offered_prompts(order, harbour())]
    each = [(seat, event) for seat in ("Ann", "Bob") for event in (BetPlaced, TowerBuilt)]
    assert found == [(None, NightFell), *each, (None, SeatTaken)]


def test_events_are_grouped_by_the_value_of_a_field() -> None:
    def both(_: Harbour) -> list[Offer]:
        return [Offer(text("{tower}"), {"tower": tower}) for tower in ("oak", "iron")]

    order = [Grouped((OfferedBy(TowerBuilt, both), OfferedBy(TowerBuilt, both)), by="tower")]
    titles = [str(one.title) for one in offered_prompts(order, harbour())]
    assert titles == ["Oak Tower", "Oak Tower", "Iron Tower", "Iron Tower"]


def test_the_values_of_a_field_order_their_groups_and_others_come_last() -> None:
    def offers_of(*towers: str) -> OfferedBy:
        return OfferedBy(TowerBuilt, lambda _: [Offer(text("{tower}"), {"tower": tower}) for tower in towers])

    events = (offers_of("oak"), offers_of("iron", "oak"))
    ordered = Grouped(events, by="tower", values=lambda _: ["iron", "oak"])
    assert [str(one.title) for one in offered_prompts([ordered], harbour())] == ["Iron Tower", "Oak Tower", "Oak Tower"]
    one_value = Grouped(events, by="tower", values=lambda _: ["iron"])
    assert str(next(iter(offered_prompts([one_value], harbour()))).title) == "Iron Tower"


def test_groups_of_ids_are_in_the_order_of_the_table() -> None:
    def one(tower: str) -> OfferedBy:
        return OfferedBy(TowerBuilt, Offer(text("{tower}"), {"tower": tower}).made_at)

    order = [Grouped((one("a tower of their own"), one("iron"), one("oak"), one("iron")), by="tower")]
    titles = [str(prompt.title) for prompt in offered_prompts(order, harbour())]
    assert titles == ["Oak Tower", "Iron Tower", "Iron Tower", "a tower of their own"]


def test_an_event_has_other_offers_at_a_second_place_of_the_order() -> None:
    order = (SeatTaken, Grouped((TowerBuilt, OfferedBy(SeatTaken, lambda _: [Offer(text("One more"))]))))
    assert [str(one.title) for one in offered_prompts(order, harbour()) if one.event is SeatTaken] == [
        "Take a seat",
        "One more",
    ]
    assert [*events_in(order)] == [SeatTaken, TowerBuilt, SeatTaken]


def test_answers_that_depend_on_an_offer_are_on_its_card() -> None:
    card = text("Evening")
    offer = Offer(card=card, then=(SeatTaken, NightFell))
    (count,) = offered_prompts([OfferedBy(CoinsGained, lambda _: [offer])], harbour())
    assert (count.card, [one.event for one in count.then]) == (card, [SeatTaken, NightFell])


def test_a_table_without_steps_is_offered_the_events_of_every_step() -> None:
    table = harbour()
    table.night = True
    assert [one.event for one in offered_prompts((NightFell,), table, any_step=True)] == [NightFell]


def test_an_offer_keeps_to_its_step_even_where_none_is_held_to() -> None:
    table = harbour()
    table.night = True
    assert [one.event for one in offered_prompts(BY_DAY, table) if one.event.during] == []


def test_what_needs_an_untracked_area_offers_nothing() -> None:
    table = harbour()
    table.tracked = ["coins"]
    assert TowerBuilt not in [one.event for one in offered_prompts(BY_DAY, table)]


def test_a_tap_opens_what_is_offered_there_and_then_what_may_be_wanted_anywhere() -> None:
    table = harbour()
    asks_first = [(str(one.label), one.event, one.fields) for one in offered_asks((BetPlaced, BoatSailed), table, MOLE)]
    bets = [("Place a bet", BetPlaced, {"seat": seat, "space": "mole"}) for seat in ("Ann", "Bob")]
    assert asks_first == [*bets, ("Sail here", BoatSailed, {"space": "mole"})]


def test_what_may_be_wanted_anywhere_is_opened_without_an_offer() -> None:
    table = harbour()
    table.bets = {seat: table.bets.get(seat) or BET for seat in table.seats}
    assert [(str(one.label), one.fields) for one in offered_asks((BetPlaced, BoatSailed), table, MOLE)] == [
        ("Sail here", {"space": "mole"}),
        ("Bet on this space", {"space": "mole"}),
    ]
    assert [one.event for one in offered_asks((BetPlaced,), table, ("spaces", table.boat))] == []


def test_an_offer_about_another_thing_is_none_here() -> None:
    sails = BoatSailed, Prompt(text("Sail"), BoatSailed, fields={"space": "reef"})
    asks_first = list(offered_asks((BoatSailed,), harbour(), MOLE, due=[replace(sails[1], event=StormBroke), sails[1]]))
    assert [(str(one.label), one.fields) for one in asks_first] == [("Sail here", {"space": "mole"})]


def test_what_is_due_at_a_thing_is_opened_there() -> None:
    due = [Prompt(text("Ann bets"), BetPlaced, fields={"seat": "Ann", "space": "mole"})]
    table = harbour()
    table.bets = dict.fromkeys(table.seats, BET)
    (ask,) = offered_asks((BetPlaced,), table, MOLE, due)
    assert (str(ask.label), ask.fields) == ("Bet on this space", {"seat": "Ann", "space": "mole"})


def test_things_of_another_kind_open_nothing_of_it() -> None:
    assert list(offered_asks((BetPlaced, BoatSailed), harbour(), ("towers", "oak"))) == []


def words(prompts: Sequence[Prompt]) -> list[str]:
    return [str(left) for left in left_undone(prompts)]


def test_the_end_comes_next_where_nothing_is_left() -> None:
    assert next_prompt([SEAT, NIGHT]) is NIGHT


def test_what_is_left_comes_before_the_end_wherever_it_stands() -> None:
    assert next_prompt([NIGHT, SEAT, TOWER]) is TOWER


def test_what_comes_first_in_the_rulebook_comes_first() -> None:
    assert next_prompt([TOWER, COIN, NIGHT]) is TOWER
    assert next_prompt([COIN, TOWER, NIGHT]) is COIN


def test_what_may_be_done_any_time_is_never_the_next_thing() -> None:
    assert next_prompt([SEAT]) is None


def test_what_must_be_done_is_left_by_its_title_and_an_end_never_is() -> None:
    assert words([SEAT, TOWER, COIN, NIGHT]) == ["Ann has 9 coins", "Take your coins"]


def test_an_end_skips_what_is_left_and_nothing_else_does() -> None:
    assert [str(left) for left in skipped_by_end(NightFell, [TOWER, NIGHT])] == ["Ann has 9 coins"]
    assert skipped_by_end(CoinsGained, [TOWER, COIN, NIGHT]) == []


def test_the_end_of_another_moment_skips_nothing_here() -> None:
    assert skipped_by_end(NightFell, [TOWER]) == []


def test_the_end_of_an_evening_lists_open_prompts() -> None:
    assert [str(left) for left in skipped_by_end(SessionEnded, [TOWER])] == ["Ann has 9 coins"]
