"""The party: who joins it, and to which Demon Lord."""

from typing import Any

import pytest
from pydantic_core import to_jsonable_python

from companion.testing import given, refused, says, table
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC
from domain.framework.offers.prompt_list import skipped_by_end
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import HeroesPrepared
from domain.games.odalin.campaign.party import (
    BaseSoulSet,
    CampaignBegun,
    CampaignEnded,
    CampaignSetUp,
    DemonLordChanged,
    HeroJoined,
    HitPointsSet,
    TileRead,
)
from domain.games.odalin.display.heroes import hero_piece
from domain.games.odalin.dungeon.loot import LootDrawn
from domain.games.odalin.dungeon.rest import Rested
from domain.games.odalin.heroes.cards import SleeveNamed
from tests.domain.games.odalin.days import CAMPFIRE, UNTRACKED
from tests.domain.games.odalin.opening import ANA, BEN, PARTY

START = (CampaignSetUp(), HeroJoined(hero=ANA, demon_lord="beelzebub", hp=20))


def test_a_hero_joins_once() -> None:
    given(GAME, *START).when(HeroJoined(hero=ANA)).then(refused("hero-present", bendable=False))


def test_a_demon_lord_is_bound_to_one_hero() -> None:
    given(GAME, *START).when(HeroJoined(hero=BEN, demon_lord="beelzebub")).then(refused("lord-bound"))


def test_a_party_has_four_heroes_at_most() -> None:
    others = (HeroJoined(hero=name) for name in (BEN, "Cleo", "Dirk"))
    given(GAME, *START, *others).when(HeroJoined(hero="Eve")).then(refused("party-full"))


def test_a_demon_lord_is_changed_at_rest() -> None:
    given(GAME, *PARTY).when(DemonLordChanged(hero=ANA, lord="Moloch")).then(refused("only-at-rest"))
    given(GAME, *START).when(DemonLordChanged(hero=ANA, lord="Moloch")).then(
        table(**{"heroes.Ana.demon_lord": "Moloch"})
    )


def test_the_first_demon_lord_is_bound_at_any_time_and_its_cards_stay() -> None:
    """4.1: a hero that has none yet."""
    before = (*START, HeroJoined(hero=BEN), SleeveNamed(hero=BEN, sleeve="Ben 1", hero_card="Slash", demon_card="Bite"))
    late = given(GAME, *before, CampaignBegun()).when(DemonLordChanged(hero=BEN, lord="Moloch"))
    late.then(table(**{"heroes.Ben.demon_lord": "Moloch", "heroes.Ben.sleeves.Ben 1.demon_card": "Bite"}))


@pytest.mark.parametrize(
    ("players", "heroes", "count"),
    [
        pytest.param(3, (), 3, id="3-players"),
        pytest.param(1, ("Cleo",), 2, id="solo"),
        pytest.param(2, ("Cleo",), 2, id="2"),
    ],
)
def test_multi_turn_mode_has_its_number_of_heroes(players: int, heroes: tuple[str, ...], count: int) -> None:
    """4.1: this mode needs N heroes."""
    joined = (HeroJoined(hero=name) for name in (ANA, BEN, *heroes))
    spec = given(GAME, CampaignSetUp(players=players, amulets=True), *joined).when(CampaignBegun())
    spec.then(refused("wrong-count", bendable=True, says=f"needs {count} heroes"))


@pytest.mark.parametrize("set_up", [{"players": 2, "amulets": True}, {"amulets": True}, {"players": 3}])
def test_two_heroes_set_out_where_no_mode_forbids_it(set_up: dict[str, Any]) -> None:
    given(GAME, CampaignSetUp(**set_up), HeroJoined(hero=ANA), HeroJoined(hero=BEN)).when(CampaignBegun()).then()


def test_a_campaign_may_begin_with_another_act_and_stays_in_it() -> None:
    """3.1, step 1."""
    spec = given(GAME, CampaignSetUp(act=2)).then(table(act=2))
    spec.when(CampaignSetUp(difficulty="hard")).then(table(act=2))


def test_who_sets_out_without_weapon_or_armor_is_told_once() -> None:
    """3.1: a hero has a weapon and an armor at all times."""
    heroes = given(GAME, *START, HeroJoined(hero=BEN, hp=9))
    told = [str(one) for one in skipped_by_end(CampaignBegun, heroes.play.campaign.prompts(PUBLIC))]
    assert told[:2] == [f"{hero}: weapon and armor" for hero in (ANA, BEN)]
    heroes.when(CampaignBegun()).then(says("The campaign began"))


READ = {"power": 2, "vigor": 3, "agility": 4, "spirit": 1, "mind": 2, "luck": 0}


def test_who_is_entered_by_name_alone_is_asked_for_class_stats_and_demon_lord() -> None:
    """3.1.2: a hero is chosen with its tile and its Demon Lord."""
    spec = given(GAME, CampaignSetUp(), HeroJoined(hero=ANA), HeroJoined(hero=BEN))
    spec = spec.then_prompts("Ana: class and stats on its tile").when(TileRead(hero=ANA, hero_class="mage", **READ))
    spec.then(table(**{"heroes.Ana.hero_class": "mage", "heroes.Ana.stats": READ}))
    spec.then_no_prompt("Ana: class and stats on its tile").then_prompts("Ana: which Demon Lord?")


def test_what_stands_on_the_tile_already_stays() -> None:
    known = HeroJoined(hero=ANA, hero_class="mage", vigor=3)
    spec = given(GAME, CampaignSetUp(), known).when(TileRead(hero=ANA, power=2))
    spec.then(table(**{"heroes.Ana.hero_class": "mage", "heroes.Ana.stats": {"vigor": 3, "power": 2}}))
    given(GAME, CampaignSetUp(), HeroJoined(hero=ANA)).when(TileRead(hero=ANA)).then(refused("nothing-read"))


def test_a_campaign_that_has_begun_does_not_begin_again() -> None:
    given(GAME, *UNTRACKED).when(CampaignBegun()).then(refused("begun", bendable=True), table(phase="dungeon"))


def test_the_end_of_a_campaign_ends_its_combat_and_leaves_nothing_to_do() -> None:
    over = given(GAME, *PARTY, LootDrawn(items=("Axe",))).when(CampaignEnded())
    over.then(table(phase="ended", villains={}, fighting=False, track=[], **{"days.0.end": "won"})).then_prompts()


def test_a_hero_without_hit_points_is_asked_for_them_and_shows_none_until_then() -> None:
    spec = given(GAME, *START[:1], HeroJoined(hero="Cleo", soul=0)).then_prompts("Cleo: how many hit points?")
    assert [str(one.label) for one in hero_piece(spec.play.campaign.table, "Cleo").counters] == ["Soul", "Corruption"]
    known = spec.when(HitPointsSet(hero="Cleo", most=14)).then(table(**{"heroes.Cleo.hp": 14}))
    assert [one.value for one in hero_piece(known.play.campaign.table, "Cleo").counters] == [14, 0, 0]
    assert [each for each in GAME.prompts(known.play.campaign.table) if each.event is HitPointsSet] == []


SET_UP = CampaignSetUp(
    players=3,
    difficulty="hard",
    system="balance track",
    areas_round_up=True,
    balance_limit=7,
    tracks=("turns", "rooms"),
)


@pytest.mark.parametrize(
    ("named", "changed"),
    [
        pytest.param({"players": 2}, {"players": 2}, id="players"),
        pytest.param({"difficulty": "casual"}, {"difficulty": "casual"}, id="difficulty"),
        pytest.param({"theme_first": True}, {"rulings": ["area-rounds-up", "theme-first"]}, id="a-ruling"),
        pytest.param({"areas_round_up": False}, {"rulings": []}, id="a-ruling-as-usual"),
        pytest.param({"tracks": ("turns",)}, {"tracked": ["turns"]}, id="areas"),
        pytest.param({}, {}, id="nothing"),
    ],
)
def test_setting_up_again_changes_what_is_named_alone(named: Any, changed: Any) -> None:
    before = {
        "players": 3, "difficulty": "hard", "system": "balance track", "rulings": ["area-rounds-up"],
        "balance_limit": 7, "tracked": ["turns", "rooms"],
    }  # fmt: skip
    given(GAME, SET_UP).when(CampaignSetUp(**named)).then(table(**{**before, **changed}))


def test_a_base_soul_that_nobody_said_is_not_0() -> None:
    """旅程阶段 1: the soul of a journey begins at it."""
    begun = (*START, HeroJoined(hero=BEN, hp=9, soul=3), CampaignBegun())
    spec = given(GAME, *begun).then_must("Ana: which base soul?")
    spec.when(HeroesPrepared()).then(refused("base-soul-unknown", bendable=False, says="base soul of Ana"))
    assert [one.value for one in hero_piece(spec.play.campaign.table, ANA).counters] == [20, None, 0]
    said = spec.when(BaseSoulSet(hero=ANA, soul=2)).then_no_prompt(BaseSoulSet)
    said.and_then(HeroesPrepared()).then(table(**{"heroes.Ana.soul": 2, "heroes.Ben.soul": 3}))


def test_a_rest_needs_the_base_soul_too() -> None:
    rest = given(GAME, *CAMPFIRE, HeroJoined(hero="Cleo", hp=9)).when(Rested())
    rest.then(refused("base-soul-unknown", says="base soul of Cleo"))


def test_fewer_than_four_heroes_are_offered_amulets_of_power() -> None:
    """附录A: three heroes have one, two heroes have two."""
    three = (*START, HeroJoined(hero=BEN, hp=9), HeroJoined(hero="Cleo", hp=9))
    given(GAME, *three).then_prompts("Play with 1 Amulet of Power")
    offer = next(one for one in given(GAME, *three).play.campaign.prompts(PUBLIC) if one.event is CampaignSetUp)
    assert dict(offer.fields)["difficulty"] == "normal"
    spec = given(GAME, *three).when(make_event(CampaignSetUp, to_jsonable_python(dict(offer.fields))))
    spec.then(table(**{"amulets": {"amulet 1": {"flipped": False}}, "players": 3})).then_no_prompt(CampaignSetUp)
    four = (*three, HeroJoined(hero="Dov", hp=9))
    given(GAME, *four).then_no_prompt(CampaignSetUp)


def test_the_heroes_decide_how_many_amulets_there_are_if_nobody_said_the_players() -> None:
    set_up = CampaignSetUp(amulets=True)
    three = (set_up, *START[1:], HeroJoined(hero=BEN, hp=9), HeroJoined(hero="Cleo", hp=9))
    given(GAME, *three).when(CampaignBegun()).then(table(amulets={"amulet 1": {"flipped": False}}))
