"""What a tap on an area offers: by the order that is resolved, with what stands there, and by cards."""

from typing import Any

import pytest

from companion.testing import given
from companion.web.pages.table.boards import asks_about
from domain.framework.events.event import Event
from domain.framework.fields.feasibility import can_be_recorded
from domain.framework.views.board import Ask
from domain.games.runewars import GAME
from domain.games.runewars.display.map import area_piece
from domain.games.runewars.heroes.company import HeroPlaced
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced, UnitsRouted, UnitsStood
from domain.games.runewars.march.diplomacy import DiplomacyStarted
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched, UnitsStrategized
from domain.games.runewars.realm.building import DevelopmentBuilt, RecruitsPlaced, StrongholdBuilt, StrongholdRepaired
from domain.games.runewars.realm.cities import CitySupported
from domain.games.runewars.realm.holdings import AreaLeft, AreaTaken
from domain.games.runewars.runes import RuneInspected
from domain.games.runewars.setup.filling import AreaDescribed, BorderCorrected, CityPlaced, NeutralsSetUp
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.table import Rune, Runewars, Stronghold
from domain.games.runewars.war.battles import BattleStarted
from tests.domain.games.runewars.maps import HOMES, MAPPED

ALWAYS = {UnitsPlaced}


def at_turn(order: str) -> Runewars:
    """The elves resolve an order, and all others wait."""
    table: Runewars = given(MAPPED, *HOMES).play.campaign.table
    table.season, table.step, table.order = 1, "turns", ["elf"]
    choice = table.seats["elf"].order
    choice.open, choice.chosen, choice.choice = True, True, order
    return table


def offered(table: Runewars, area: str) -> set[type[Event[Any]]]:
    return {ask.event for ask in asked(table, area)} - {AreaDescribed, BorderCorrected}


def asked(table: Runewars, area: str) -> list[Ask]:
    """What a tap on an area opens: nothing that is refused."""
    piece = area_piece(table, area)
    sentences = [*asks_about(GAME, table, piece), *piece.asks]
    return [ask for ask in sentences if can_be_recorded(ask.event, ask.fields, table)]


def marching(order: str) -> Runewars:
    """The same with units of the elves beside 1A."""
    table = at_turn(order)
    table.land["1C"].stack("elf-archer", "elf").standing = 3
    return table


@pytest.mark.parametrize(
    ("order", "event"), [("strategize", UnitsStrategized), ("mobilize", AreaActivated), ("conquer", AreaActivated)]
)
def test_an_order_to_march_leads_to_any_area(order: str, event: type[Event[Any]]) -> None:
    table = marching(order)
    assert offered(table, "1A") == {event, *ALWAYS}
    assert asked(table, "1A")[0].fields == {"area": "1A", "seat": "elf"}


def test_who_has_no_units_moves_none() -> None:
    assert offered(at_turn("strategize"), "1A") == ALWAYS


def test_units_march_into_an_area_that_is_activated() -> None:
    table = marching("conquer")
    table.land["1A"].activated, table.turn.areas = ["elf"], ["1A"]
    assert offered(table, "1A") == {UnitsMarched, *ALWAYS}
    assert offered(table, "1B") == ALWAYS
    table.turn.met = ["1A"]
    assert offered(table, "1A") == ALWAYS


def test_a_token_of_an_earlier_season_brings_nobody_more() -> None:
    table = marching("conquer")
    table.land["1A"].activated = ["elf"]
    assert offered(table, "1A") == ALWAYS


def test_where_units_met_somebody_they_fight_or_talk() -> None:
    table = marching("mobilize")
    table.land["1A"].activated, table.turn.areas, table.land["1A"].contested = ["elf"], ["1A"], True
    table.land["1A"].stack("elf-archer", "elf").standing = 1
    table.land["1A"].stack("giant", "neutral").standing = 1
    table.agenda.put(BattleStarted, seat="elf", area="1A")
    table.seats["elf"].influence = 2
    assert {BattleStarted, DiplomacyStarted, UnitsMarched} < offered(table, "1A")
    assert asked(table, "1A")[0].fields == {"area": "1A", "seat": "elf"}
    table.turn.fought = True
    assert BattleStarted not in offered(table, "1A")
    table.seats["elf"].influence = 0
    assert DiplomacyStarted not in offered(table, "1A")


def test_a_battle_is_opened_where_it_is_due_alone() -> None:
    table = marching("mobilize")
    table.land["1A"].stack("elf-archer", "elf").standing = 1
    table.land["1A"].stack("giant", "neutral").standing = 1
    assert BattleStarted not in offered(table, "1A")


def test_a_stronghold_of_ones_own_is_where_something_is_built() -> None:
    table = at_turn("harvest")
    table.turn.used, table.turn.base, table.seats["elf"].dials["wood"] = ["harvest"], True, 1
    assert offered(table, "E1") == ALWAYS
    table.land["E1"].stronghold = Stronghold(owner="elf")
    assert offered(table, "E1") == {DevelopmentBuilt, *ALWAYS}
    table.land["E1"].stronghold = Stronghold(owner="human")
    assert offered(table, "E1") == ALWAYS


def test_recruits_come_to_a_stronghold_of_ones_own() -> None:
    table = at_turn("recruit")
    table.land["E1"].stronghold = Stronghold(owner="elf")
    assert offered(table, "E1") == ALWAYS
    table.turn.recruits = {"elf-archer": 2}
    assert offered(table, "E1") == {RecruitsPlaced, *ALWAYS}
    assert offered(table, "E2") == ALWAYS


def test_recruits_come_all_at_once_or_divided() -> None:
    table = at_turn("recruit")
    table.turn.recruits = {"elf-archer": 2}
    table.land["E1"].stronghold = Stronghold(owner="elf")
    assert [str(ask.label) for ask in asked(table, "E1")][:2] == ["Place recruits", "Place units"]
    table.land["E2"].stronghold = Stronghold(owner="elf")
    assert [str(ask.label) for ask in asked(table, "E1")][:2] == ["All to E1", "Divide the recruits"]
    assert asked(table, "E1")[1].fields == {"area": "E1", "seat": "elf"}


def test_a_city_is_asked_by_who_holds_it() -> None:
    table = at_turn("rally-support")
    table.land["E1"].city = table.land["1B"].city = "1"
    assert offered(table, "E1") == {CitySupported, *ALWAYS}
    assert offered(table, "1B") == ALWAYS


def test_fortify_builds_and_repairs() -> None:
    table = at_turn("fortify")
    table.seats["elf"].dials |= {"wood": 1, "ore": 1}
    assert offered(table, "E1") == {StrongholdBuilt, *ALWAYS}
    assert offered(table, "H1") == ALWAYS
    table.land["E1"].stronghold = Stronghold(owner="elf", intact=False)
    assert offered(table, "E1") == {StrongholdRepaired, *ALWAYS}
    table.seats["elf"].dials["ore"] = 0
    assert offered(table, "E1") == ALWAYS


def test_cards_do_something_with_what_is_there() -> None:
    table = at_turn("harvest")
    table.land["1A"].stack("giant", "neutral").standing = 1
    assert offered(table, "1A") == {UnitsDestroyed, UnitsRouted, *ALWAYS}
    table.land["1A"].stack("giant", "neutral").routed = 1
    table.land["1A"].rune = Rune()
    table.heroes["silhouette"] = Hero(seat="elf", area="1A")
    assert offered(table, "1A") == {UnitsDestroyed, UnitsRouted, UnitsStood, RuneInspected, HeroPlaced, *ALWAYS}


def test_who_tracks_no_units_says_who_takes_an_area() -> None:
    table = at_turn("harvest")
    table.tracked = ["calendar", "map"]
    assert {AreaTaken, AreaLeft} <= offered(table, "E1")
    assert AreaLeft not in offered(table, "1A")


def test_before_the_war_areas_are_filled() -> None:
    table: Runewars = given(MAPPED, *HOMES).play.campaign.table
    assert offered(table, "1B") == {CityPlaced, NeutralsSetUp}
    assert offered(table, "1A") == {NeutralsSetUp}
