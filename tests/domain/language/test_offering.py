"""What events offer themselves: prompts in their order, and what a tap on a thing opens."""

from dataclasses import replace

from domain.language.game import ANYBODY, Prompt, Viewer
from domain.language.offering import offered_asks, offered_prompts
from domain.language.text import text
from tests.specs import given
from tests.toy import BY_DAY, GAME, Bet, BetPlaced, BoatSailed, Harbour, NightFell, SeatTaken, TowerBuilt
from tests.toy.storms import StormBroke

TWO = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))
MOLE = ("spaces", "mole")
BET = Bet(chosen=True, choice="reef")


def harbour() -> Harbour:
    table: Harbour = given(GAME, *TWO).play.campaign.table
    return table


def titles(viewer: Viewer) -> list[str]:
    return [str(one.title) for one in offered_prompts((BetPlaced, TowerBuilt), harbour(), viewer)]


def test_events_offer_themselves_in_the_order_they_are_named() -> None:
    assert titles(ANYBODY) == [*["Place a bet"] * 2, *["Build the oak tower"] * 2]


def test_nobody_is_offered_what_is_another_seats_own_doing() -> None:
    assert titles(Viewer.on("Ann")) == ["Place a bet", *["Build the oak tower"] * 2]


def test_all_that_an_offer_says_stands_in_its_prompt() -> None:
    (night,) = offered_prompts((NightFell,), harbour(), ANYBODY)
    assert night == Prompt(text("Let night fall"), NightFell, must=True)


def test_an_offer_keeps_to_its_step_even_where_none_is_held_to() -> None:
    table = harbour()
    table.night = True
    assert [one.event for one in offered_prompts(BY_DAY, table, ANYBODY) if one.event.during] == []


def test_what_needs_an_untracked_area_offers_nothing() -> None:
    table = harbour()
    table.tracked = ["coins"]
    assert TowerBuilt not in [one.event for one in offered_prompts(BY_DAY, table, ANYBODY)]


def test_a_tap_opens_what_is_offered_there_and_then_what_may_be_wanted_anywhere() -> None:
    table = harbour()
    asks = [(str(one.label), one.event, one.fields) for one in offered_asks((BetPlaced, BoatSailed), table, MOLE)]
    bets = [("Place a bet", BetPlaced, {"seat": seat, "space": "mole"}) for seat in ("Ann", "Bob")]
    assert asks == [*bets, ("Sail here", BoatSailed, {"space": "mole"})]


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
    asks = list(offered_asks((BoatSailed,), harbour(), MOLE, due=[replace(sails[1], event=StormBroke), sails[1]]))
    assert [(str(one.label), one.fields) for one in asks] == [("Sail here", {"space": "mole"})]


def test_what_is_due_at_a_thing_is_opened_there() -> None:
    due = [Prompt(text("Ann bets"), BetPlaced, fields={"seat": "Ann", "space": "mole"})]
    table = harbour()
    table.bets = dict.fromkeys(table.seats, BET)
    (ask,) = offered_asks((BetPlaced,), table, MOLE, due)
    assert (str(ask.label), ask.fields) == ("Bet on this space", {"seat": "Ann", "space": "mole"})


def test_things_of_another_kind_open_nothing_of_it() -> None:
    assert list(offered_asks((BetPlaced, BoatSailed), harbour(), ("towers", "oak"))) == []
