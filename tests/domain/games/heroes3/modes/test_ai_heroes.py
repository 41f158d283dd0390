"""AI heroes: what they take, whom they fight, and where they go, over face-down tiles too (p49)."""

from dataclasses import replace

import pytest

from companion.demo import demo_pack
from companion.testing import followed, given, refused, says, table
from domain.framework.content import merge_content
from domain.framework.events.event import Event
from domain.framework.kernel import Adjusted
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.combat.announcing import CombatBegun
from domain.games.heroes3.combat.ending import CombatEnded, HeroWentHome
from domain.games.heroes3.combat.fighters import initiative_order
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.siege import has_walls
from domain.games.heroes3.land.laying import MapKept, TileDescribed, TileLaid
from domain.games.heroes3.land.moving import HeroMoved, HeroPlaced
from domain.games.heroes3.land.visiting import FieldFlagged, ProductionLost
from domain.games.heroes3.modes.ai_heroes import (
    AiFieldTaken,
    AiHeroAttacked,
    AiHeroMoved,
    AiHeroSetUp,
    AiTileDiscovered,
)
from domain.games.heroes3.rounds import RoundEnded, TurnEnded
from domain.games.heroes3.setup.players import GameBegun, GameSetUp
from domain.games.heroes3.state.combat import NEUTRAL
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import GoodsGained
from tests.domain.games.heroes3.opening import CASTLE, game, solo_campaign, taken

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
Events = tuple[Event, ...]

GUARD = AiHeroSetUp(name="Mutare", units=("troglodytes",), packs=("harpies",))
ATTACK = AiHeroAttacked(seat=CASTLE, name="Mutare")


def test_an_ai_hero_belongs_to_solo_and_cooperative_games() -> None:
    given(GAME, *game()).when(GUARD).then(refused("wrong-mode"))
    given(GAME, *solo_campaign()).when(GUARD).then(
        table(**{"ai_heroes.Mutare.units": {"troglodytes": "few", "harpies": "pack"}})
    )


def alone_with_ash(*tracks: str, moves: bool = True) -> Events:
    """The first turn of a solo campaign on one tile, the hero on its mine or still at home; an AI hero besides."""
    return (
        GameSetUp(mode="campaign", tracks=tracks),
        *taken(CASTLE),
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileDescribed(tile="S1", locations={"1": "mine", "2": "water-wheel"}, yields={"1": "gold"}),
        GameBegun(starting=CASTLE),
        *((HeroMoved(seat=CASTLE, to="S1 1"),) if moves else ()),
        AiHeroSetUp(name="Ash", units=("halberdiers",)),
    )


def test_what_an_ai_hero_takes_yields_nothing_any_more_and_counts_as_visited() -> None:
    """3.17: it flags and visits what it comes to, and gains nothing by it."""
    alone = alone_with_ash("map")
    took = AiHeroMoved(name="Ash", to="S1 1", flags=True)
    given(GAME, *alone).when(took).then(
        followed(ProductionLost(seat=CASTLE, good="gold", amount=5, field="S1 1")),
        table(**{"seats.castle.income.gold": 10, "fields.S1 1.flags": [], "fields.S1 1.flagged_once": True}),
    )
    given(GAME, *alone).when(took.copy_with(to="S1 2")).then(
        followed(), table(**{"fields.S1 2.cube": True, "fields.S1 2.flagged_once": False})
    )


def test_a_combat_with_an_ai_hero_has_its_units_and_no_limit_of_rounds() -> None:
    fought = (
        *solo_campaign("combats", "towns"),
        GUARD,
        AiHeroAttacked(seat=CASTLE, name="Mutare"),
        CombatBegun(seat=CASTLE),
    )
    spec = given(GAME, *fought).when(NeutralsDrawn(seat=CASTLE))
    combat = spec.play.campaign.table.combat
    assert combat
    assert not combat.limited
    assert {one.unit: one.face for one in combat.fighters.values()} == {"troglodytes": "few", "harpies": "pack"}


def test_an_ai_hero_that_comes_to_a_main_hero_attacks_it_and_is_beaten_by_its_defense() -> None:
    """3.17: it spends its movement to start a combat; 5.6: who attacks goes first where initiative is equal."""
    attacked = (*alone_with_ash("map", "combats", "towns"), AiHeroMoved(name="Ash", to="S1 1"))
    spec = given(GAME, *attacked)
    combat = spec.play.campaign.table.combat
    assert combat
    assert (combat.attacker, combat.defender, combat.player, combat.ai_hero) == (NEUTRAL, CASTLE, CASTLE, "Ash")
    begun = (*attacked, CombatBegun(seat=CASTLE), NeutralsDrawn(seat=CASTLE), UnitsPlaced(seat=CASTLE))
    now = given(GAME, *begun).play.campaign.table.combat
    assert now
    same = [one for one in initiative_order(now) if now.fighters[one].unit == "halberdiers"]
    assert [now.fighters[one].side for one in same] == [NEUTRAL, CASTLE]
    given(GAME, *attacked).when(CombatEnded(winner=CASTLE)).then(table(**{"ai_heroes.Ash.beaten": True}))
    given(GAME, *attacked).when(CombatEnded(winner=NEUTRAL)).then(
        table(**{"ai_heroes.Ash.beaten": False, "fields.S1 1.flags": []}),
        followed(
            HeroWentHome(seat=CASTLE, to="S1 0"),
            AiFieldTaken(name="Ash", field="S1 1", loser=CASTLE),
            ProductionLost(seat=CASTLE, good="gold", amount=5, field="S1 1"),
        ),
        says(
            "The combat on S1, field 1 (Mine) is over (defeat): Ash won",
            "The main hero of Castle went home to S1, field 0 (Town)",
            "Ash took S1, field 1 (Mine)",
            "Castle lost S1, field 1 (Mine): income −5 Gold",
        ),
    )


def test_a_field_is_taken_only_after_the_fight_for_it() -> None:
    """E17: the log said of a defended town that it was flagged, before the combat."""
    there = alone_with_ash("map", "combats", "towns")
    met = given(GAME, *there).when(AiHeroMoved(name="Ash", to="S1 1"))
    met.then(table(**{"fields.S1 1.flags": [CASTLE]}))
    kept = met.and_then(CombatEnded(winner=CASTLE)).then(table(**{"fields.S1 1.flags": [CASTLE]}))
    kept.then_no_prompt(AiHeroMoved)


def test_who_is_beaten_in_the_last_town_is_out() -> None:
    """E18: the beaten hero went home into the town that the AI had won (1.3, 3.15)."""
    at_home = (*alone_with_ash("map", "combats", "towns", moves=False), AiHeroMoved(name="Ash", to="S1 0"))
    lost = given(GAME, *at_home).when(CombatEnded(winner=NEUTRAL)).then(table(**{"seats.castle.eliminated": True}))
    assert lost.play.campaign.table.seats[CASTLE].main.field == ""


@pytest.mark.parametrize(("buildings", "walls"), [((), False), (("citadel",), True)])
def test_a_town_with_a_citadel_has_its_walls_against_an_ai_hero(buildings: tuple[str, ...], walls: bool) -> None:
    """3.14, 3.17: the defender of an own town puts them up."""
    paid = GoodsGained(seat=CASTLE, good="materials", amount=9)
    built = tuple(
        event for one in buildings for event in (paid, BuildingBuilt(seat=CASTLE, building=one, cost={"gold": 0}))
    )
    at_home = (*alone_with_ash("map", "combats", "towns", moves=False), *built)
    spec = given(GAME, *at_home, AiHeroMoved(name="Ash", to="S1 0"))
    combat = spec.play.campaign.table.combat
    assert combat
    assert combat.own_town
    assert has_walls(spec.play.campaign.table, combat) is walls


def test_who_comes_to_an_ai_hero_fights_it_before_the_field_is_visited() -> None:
    """3.7: won, the mine is flagged; lost, it is not."""
    there = (*alone_with_ash("map", "combats", moves=False), AiHeroSetUp(name="Ivy", field="S1 1"))
    met = given(GAME, *there).when(HeroMoved(seat=CASTLE, to="S1 1"))
    met.then(followed(AiHeroAttacked(seat=CASTLE, name="Ivy")), table(**{"fields.S1 1.flags": []}))
    for winner, flags in ((CASTLE, [CASTLE]), (NEUTRAL, [])):
        fought = given(GAME, *there, HeroMoved(seat=CASTLE, to="S1 1")).when(CombatEnded(winner=winner))
        fought.then(table(**{"fields.S1 1.flags": flags}))


def test_an_ai_hero_in_whose_field_one_stands_is_fought_by_one_tap() -> None:
    offered = given(GAME, *alone_with_ash("map", "combats"), AiHeroSetUp(name="Ivy", field="S1 1"))
    fields = [offer.fields for offer in AiHeroAttacked.offers(offered.play.campaign.table)]
    assert fields == [{"seat": CASTLE, "name": "Ivy"}]


def roaming(at: str, *events: Event, hero: str = "S1 0") -> Events:
    """The first turn is over; an AI hero stands on a field of two tiles, the Castle's home and a far one."""
    return (
        GameSetUp(mode="campaign", tracks=("map", "combats")), *taken(CASTLE),
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE), TileLaid(place="2 1", kind="far", tile="F1"),
        TileDescribed(tile="F1", locations={"0": "empty", "1": "mine", "4": "mine"}, yields={"1": "gold", "4": "gold"}),
        AiHeroSetUp(name="Ash", units=("halberdiers",), field=at), GameBegun(starting=CASTLE), *events,
        HeroPlaced(seat=CASTLE, to=hero, source="event"), TurnEnded(seat=CASTLE),
    )  # fmt: skip


def where_it_goes(*events: Event) -> list[str]:
    spec = given(GAME, *events)
    return [str(offer.fields.get("to", "")) for offer in AiHeroMoved.offers(spec.play.campaign.table)]


def test_an_ai_hero_goes_for_a_hero_on_its_tile() -> None:
    """p49: before anything that it could flag."""
    assert where_it_goes(*roaming("F1 2", hero="F1 3")) == ["F1 3"]


def test_an_ai_hero_goes_for_the_nearest_mine_of_its_tile() -> None:
    assert where_it_goes(*roaming("F1 2")) == ["F1 1"]


def test_of_equal_ways_the_players_choose() -> None:
    """9.2, 42: two mines beside it."""
    spec = given(GAME, *roaming("F1 0"))
    spec.then_must("Ash moves to F1, field 1 (Mine)").then_prompts("Ash moves to F1, field 4 (Mine)")


def test_an_ai_hero_with_nothing_to_flag_goes_for_the_town_in_three_steps_a_round() -> None:
    its_own = Adjusted(path="fields.F1 1.ai", after=True, reason="flagged in an earlier round")
    flagged = [its_own, *(AiHeroMoved(name="Ash", to=f"F1 {n}") for n in (0, 4))]
    assert sorted(where_it_goes(*roaming("F1 1"), *flagged)) == ["S1 1", "S1 2"]
    spec = given(GAME, *roaming("F1 1"), *flagged, AiHeroMoved(name="Ash", to="S1 1"))
    spec.then(table(**{"ai_heroes.Ash.spent": 3, "fields.F1 4.ai": True})).then_no_prompt(AiHeroMoved)
    spec.when(AiHeroMoved(name="Ash", to="S1 2")).then(refused("ai-moves-spent", bendable=True, says="Ash"))
    spec.when(RoundEnded()).then(table(**{"ai_heroes.Ash.spent": 0}))


@pytest.mark.parametrize("to", ["F1 0", "S1 1"])
def test_an_ai_hero_moves_to_an_adjacent_field(to: str) -> None:
    """Neither nowhere, nor over the map (p49)."""
    given(GAME, *roaming("F1 0")).when(AiHeroMoved(name="Ash", to=to)).then(refused("ai-too-far", bendable=True))


def test_a_round_does_not_end_before_the_ai_heroes_moved() -> None:
    over = (*roaming("S1 2"), TurnEnded(seat=CASTLE))
    given(GAME, *over).when(RoundEnded()).then(refused("ai-heroes-first", bendable=True, says="Ash"))


def test_a_beaten_ai_hero_goes_nowhere() -> None:
    beaten = Adjusted(path="ai_heroes.Ash.beaten", after=True, reason="as it stands on the table")
    given(GAME, *roaming("F1 0"), beaten).when(AiHeroMoved(name="Ash", to="F1 1")).then(refused("ai-hero-beaten"))


def test_what_a_player_flags_again_an_ai_hero_may_take_once_more() -> None:
    taken_back = (AiHeroMoved(name="Ash", to="F1 1"), RoundEnded(), HeroPlaced(seat=CASTLE, to="F1 2", source="event"))
    back = given(GAME, *roaming("F1 0"), *taken_back).when(FieldFlagged(seat=CASTLE, field="F1 1"))
    back.then(table(**{"fields.F1 1.ai": False}))


def beyond(at: str) -> Events:
    """The first turn is over; between an AI hero at home and the Castle lies a tile face down."""
    return (
        GameSetUp(mode="campaign", tracks=("map", "combats")), *taken(CASTLE),
        TileLaid(place="0 0", kind="starting", tile="S1"), TileLaid(place="2 1", kind="far"),
        TileDescribed(tile="S1", locations={"1": "empty", "4": "empty"}),
        TileLaid(place="4 2", kind="starting", tile="S2", seat=CASTLE),
        AiHeroSetUp(name="Ash", units=("halberdiers",), field=at), GameBegun(starting=CASTLE), TurnEnded(seat=CASTLE),
    )  # fmt: skip


def test_an_ai_hero_turns_a_tile_up_that_lies_on_its_way_for_a_point() -> None:
    """p49: before it goes there, and the players turn it."""
    spec = given(GAME, *beyond("S1 1"))
    spec.then_must("Ash discovers the adjacent far tile").then_no_prompt(AiHeroMoved)
    spec.when(AiTileDiscovered(name="Ash", place="2 1", tile="F1", turned=2)).then(
        table(
            **{"tiles.2 1.tile": "F1", "tiles.2 1.turned": 2, "ai_heroes.Ash.spent": 1, "ai_heroes.Ash.field": "S1 1"}
        )
    )


def test_a_tile_that_an_ai_hero_discovered_lies_face_down_again_on_a_kept_map() -> None:
    found = (*beyond("S1 1"), AiTileDiscovered(name="Ash", place="2 1", tile="F1"), MapKept(name="Ours"))
    assert "2 1" not in given(GAME, *found).play.campaign.table.library["maps"]["Ours"]["tiles"]


def test_an_ai_hero_goes_on_over_the_tile_that_it_turned_up() -> None:
    spec = given(GAME, *beyond("S1 1"), AiTileDiscovered(name="Ash", place="2 1", tile="F1"))
    ways = [offer.fields["to"] for offer in AiHeroMoved.offers(spec.play.campaign.table)]
    assert ways
    assert all(str(to).startswith("F1 ") for to in ways)


def test_an_ai_hero_that_is_not_beside_the_tile_goes_there_first() -> None:
    assert where_it_goes(*beyond("S1 0")) == ["S1 1", "S1 2"]


def test_an_ai_hero_turns_up_no_tile_of_another_level() -> None:
    deep = tuple(replaced(event) for event in beyond("S1 1"))
    given(GAME, *deep).then_no_prompt(AiTileDiscovered)


def replaced(event: Event) -> Event:
    """What lies face down is of the underground instead."""
    return event.copy_with(kind="subterranean") if isinstance(event, TileLaid) and not event.tile else event


def test_what_an_ai_hero_discovers_is_drawn_of_what_is_in_the_box_where_nobody_says() -> None:
    spec = given(GAME, *beyond("S1 1")).when(AiTileDiscovered(name="Ash", place="2 1"))
    assert spec.play.campaign.table.tiles["2 1"].tile
