"""What a tap on an area offers: by the order that is resolved, with what stands there, and by cards."""

from typing import Any

import pytest

from domain.games.runewars.display.deeds import deeds
from domain.games.runewars.heroes.company import HeroPlaced
from domain.games.runewars.march.activation import AreaActivated, UnitsMarched
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced, UnitsRouted, UnitsStood
from domain.games.runewars.march.diplomacy import DiplomacyStarted
from domain.games.runewars.march.strategize import UnitsStrategized
from domain.games.runewars.realm.building import DevelopmentBuilt, StrongholdBuilt, StrongholdRepaired
from domain.games.runewars.realm.cities import CitySupported
from domain.games.runewars.realm.holdings import AreaLeft, AreaTaken
from domain.games.runewars.realm.recruiting import RecruitsPlaced
from domain.games.runewars.runes.handling import RuneInspected
from domain.games.runewars.setup.filling import CityPlaced, NeutralsSetUp
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.land import Rune, Stronghold
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battles import BattleStarted
from domain.language.event import Event
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.specs import given

ALWAYS = {UnitsPlaced}


def at_turn(order: str) -> Runewars:
    """The elves resolve an order, and all others wait."""
    table: Runewars = given(MAPPED, *HOMES).play.campaign.table
    table.season, table.step, table.order = 1, "turns", ["elf"]
    choice = table.seats["elf"].order
    choice.open, choice.chosen, choice.choice = True, True, order
    return table


def offered(table: Runewars, area: str) -> set[type[Event[Any]]]:
    return {ask.event for ask in deeds(table, area)}


@pytest.mark.parametrize(
    ("order", "event"), [("strategize", UnitsStrategized), ("mobilize", AreaActivated), ("conquer", AreaActivated)]
)
def test_an_order_to_march_leads_to_any_area(order: str, event: type[Event[Any]]) -> None:
    table = at_turn(order)
    assert offered(table, "1A") == {event, *ALWAYS}
    assert next(iter(deeds(table, "1A"))).fields == {"area": "1A", "seat": "elf"}


def test_units_march_into_an_area_that_is_activated() -> None:
    table = at_turn("conquer")
    table.land["1A"].activated, table.turn.areas = ["elf"], ["1A"]
    assert offered(table, "1A") == {UnitsMarched, *ALWAYS}
    table.turn.met = ["1A"]
    assert offered(table, "1A") == ALWAYS


def test_a_token_of_an_earlier_season_brings_nobody_more() -> None:
    table = at_turn("conquer")
    table.land["1A"].activated = ["elf"]
    assert offered(table, "1A") == ALWAYS


def test_where_units_met_somebody_they_fight_or_talk() -> None:
    table = at_turn("mobilize")
    table.land["1A"].activated, table.turn.areas, table.land["1A"].contested = ["elf"], ["1A"], True
    assert offered(table, "1A") == {BattleStarted, UnitsMarched, *ALWAYS}
    table.land["1A"].stack("giant", "neutral").standing = 1
    assert {BattleStarted, DiplomacyStarted} < offered(table, "1A")
    table.turn.fought = True
    assert BattleStarted not in offered(table, "1A")


@pytest.mark.parametrize(("order", "event"), [("harvest", DevelopmentBuilt), ("recruit", RecruitsPlaced)])
def test_a_stronghold_of_ones_own_is_where_things_are_built_and_recruited(order: str, event: type[Event[Any]]) -> None:
    table = at_turn(order)
    assert offered(table, "E1") == ALWAYS
    table.land["E1"].stronghold = Stronghold(owner="elf")
    assert offered(table, "E1") == {event, *ALWAYS}
    table.land["E1"].stronghold = Stronghold(owner="human")
    assert offered(table, "E1") == ALWAYS


def test_a_city_is_asked_by_who_holds_it() -> None:
    table = at_turn("rally-support")
    table.land["E1"].city = table.land["1B"].city = "1"
    assert offered(table, "E1") == {CitySupported, *ALWAYS}
    assert offered(table, "1B") == ALWAYS


def test_fortify_builds_and_repairs() -> None:
    table = at_turn("fortify")
    assert offered(table, "E1") == {StrongholdBuilt, *ALWAYS}
    assert offered(table, "H1") == ALWAYS
    table.land["E1"].stronghold = Stronghold(owner="elf", intact=False)
    assert offered(table, "E1") == {StrongholdRepaired, *ALWAYS}


def test_cards_do_something_with_what_is_there() -> None:
    table = at_turn("harvest")
    table.land["1A"].stack("giant", "neutral").standing = 1
    assert offered(table, "1A") == {UnitsDestroyed, UnitsRouted, *ALWAYS}
    table.land["1A"].stack("giant", "neutral").routed = 1
    table.land["1A"].rune = Rune()
    table.heroes["silhouette"] = Hero(seat="elf", area="E1")
    assert offered(table, "1A") == {UnitsDestroyed, UnitsRouted, UnitsStood, RuneInspected, HeroPlaced, *ALWAYS}


def test_who_tracks_no_units_says_who_takes_an_area() -> None:
    table = at_turn("harvest")
    table.tracked = ["calendar", "map"]
    assert {AreaTaken, AreaLeft} < offered(table, "1A")


def test_before_the_war_areas_are_filled() -> None:
    table: Runewars = given(MAPPED, *HOMES).play.campaign.table
    assert offered(table, "1B") == {CityPlaced, NeutralsSetUp}
    assert offered(table, "1A") == {NeutralsSetUp}
