"""Solo campaigns: what goes on to the next scenario, and AI heroes; and the draft of first decks."""

from dataclasses import replace

import pytest

from companion.demo import demo_pack
from domain.games.heroes3 import GAME as PRINTED
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.combat.announcing import CombatBegun
from domain.games.heroes3.combat.ending import CombatEnded, HeroWentHome
from domain.games.heroes3.combat.fighters import initiative_order
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.siege import has_walls
from domain.games.heroes3.land.laying import TileDescribed, TileLaid
from domain.games.heroes3.land.moving import HeroMoved, HeroPlaced
from domain.games.heroes3.land.visiting import FieldFlagged, ProductionLost
from domain.games.heroes3.modes.campaign import (
    AiHeroAttacked,
    AiHeroMoved,
    AiHeroSetUp,
    CampaignAdvanced,
    CampaignHeroSwapped,
    CarryOverChosen,
    ScenarioFinished,
)
from domain.games.heroes3.rounds import ObjectiveMet, RoundEnded, SeatEliminated, TurnEnded
from domain.games.heroes3.setup.players import DraftKept, FactionTaken, GameBegun, GameSetUp, StartTaken
from domain.games.heroes3.state.combat import NEUTRAL
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import GoodsGained
from domain.language.content import merge_content
from domain.language.event import Event
from domain.language.kernel import ContentAdded
from tests.domain.games.heroes3.opening import ADELA, CASTLE, DUNGEON, game, taken
from tests.specs import followed, given, refused, table

GAME = replace(PRINTED, pack=merge_content(PRINTED.pack, demo_pack(PRINTED, "demo.toml")))
Events = tuple[Event, ...]
STATS = ("attack", "attack", "defense", "defense", "power", "knowledge")
FIRST = (*STATS, "magic-arrow", "offense", "swordsmen-1")
GAINED = ("haste", "fireball", "wisdom", "estates")
FIVE = ("magic-arrow", "offense", "haste", "fireball", "wisdom")


def campaign(*tracks: str) -> Events:
    return (
        GameSetUp(mode="campaign", scenario="First Steps", tracks=tracks),
        FactionTaken(faction=CASTLE, player="Ann", hero="catherine"),
        StartTaken(seat=CASTLE, goods={"gold": 10}, units=("halberdiers",)),
        GameBegun(starting=CASTLE),
    )


PLAYED = (*campaign("cards"), *(CardGained(seat=CASTLE, card=card) for card in GAINED))
WON = (*PLAYED, ExperienceGained(seat=CASTLE, amount=1), ScenarioFinished(result="won"))
LOST = (*PLAYED, ScenarioFinished(result="lost"))
CARRIED = (*WON, CarryOverChosen(cards=FIVE))


def test_five_cards_go_on_with_all_statistics_and_the_first_specialty() -> None:
    given(GAME, *WON).when(CarryOverChosen(cards=FIVE)).then(table(frozen_next=[*STATS, "swordsmen-1", *FIVE]))


@pytest.mark.parametrize("cards", [FIVE[:4], ("haste", "haste", *FIVE[:3]), ("attack", *FIVE[:4])])
def test_other_than_five_cards_of_the_deck_do_not_go_on(cards: tuple[str, ...]) -> None:
    """Too few, one that is there only once, and a statistic."""
    spec = given(GAME, *WON).when(CarryOverChosen(cards=cards))
    assert {reason.code for reason in spec.outcome.reasons} & {
        "exactly-five",
        "not-in-deck",
        "no-choice",
        "not-offered",
    }


def test_the_next_scenario_waits_for_the_cards_that_go_on() -> None:
    """R00."""
    given(GAME, *WON).when(CampaignAdvanced(scenario="Second")).then(refused("carry-first"))


def test_nothing_but_the_deck_goes_on_and_the_hero_begins_at_level_one() -> None:
    """7.2."""
    given(GAME, *CARRIED).when(CampaignAdvanced(scenario="Second")).then(
        table(
            phase="setup",
            **{
                "seats.castle.cards": [*STATS, "swordsmen-1", *FIVE],
                "seats.castle.xp": 0,
                "seats.castle.units": {},
                "seats.castle.hand": [],
                "seats.castle.goods.gold": 0,
            },
        )
    )


def test_a_lost_scenario_is_played_again_with_the_deck_it_began_with() -> None:
    given(GAME, *LOST).when(CampaignAdvanced()).then(
        table(scenario="First Steps", **{"seats.castle.cards": list(FIRST)}),
        followed(),
    )


def test_a_second_attempt_is_counted() -> None:
    again = (*LOST, CampaignAdvanced(), StartTaken(seat=CASTLE, goods={"gold": 10}), GameBegun(starting=CASTLE))
    given(GAME, *again).when(ScenarioFinished(result="won")).then(table(**{"campaign.1.attempt": 2}))


SWAP = (*CARRIED, ADELA)


def test_another_hero_brings_its_statistics_and_specialty() -> None:
    given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela")).then(
        table(
            frozen_next=["attack", "attack", "defense", "defense", "power", "knowledge", "bless-1", *FIVE],
            **{"seats.castle.hero": "adela"},
        )
    )


def test_an_empowered_statistic_replaces_one_of_the_new_hero() -> None:
    empowered = (*PLAYED, CardGained(seat=CASTLE, card="empowered-power"), ScenarioFinished(result="won"))
    ready = (*empowered, CarryOverChosen(cards=FIVE), ADELA)
    given(GAME, *ready).when(CampaignHeroSwapped(hero="adela")).then(
        table(frozen_next=["attack", "attack", "defense", "defense", "empowered-power", "knowledge", "bless-1", *FIVE])
    )


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("magic-arrow",) * 5, "too-many-arrows"),
        (("offense", "offense", *FIVE[2:]), "ability-owned"),
        (("curse", *FIVE[1:]), "not-in-deck"),
    ],
)
def test_what_a_new_hero_cannot_go_on_with(cards: tuple[str, ...], code: str) -> None:
    given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela", cards=cards)).then(refused(code))


def test_magic_arrows_may_take_the_place_of_cards() -> None:
    arrows = ("magic-arrow",) * 4
    spec = given(GAME, *SWAP).when(CampaignHeroSwapped(hero="adela", cards=(*arrows, "offense")))
    assert spec.play.campaign.table.frozen_next.count("magic-arrow") == 4


def test_a_hero_of_another_faction_is_refused() -> None:
    given(GAME, *CARRIED).when(CampaignHeroSwapped(hero="sandro")).then(refused("same-faction"))


def test_a_scenario_is_won_by_its_condition_and_lost_without_a_player() -> None:
    met = (*campaign("map"), ObjectiveMet(side=CASTLE), TurnEnded(seat=CASTLE))
    spec = given(GAME, *met).when(RoundEnded())
    assert spec.play.campaign.table.campaign[0].won
    spec = given(GAME, *campaign("map")).when(SeatEliminated(seat=CASTLE))
    assert not spec.play.campaign.table.campaign[0].won


def test_the_limit_of_rounds_is_that_of_the_next_scenario() -> None:
    second = ContentAdded(kind="scenarios", id="second", fields={"en": "Second", "zh": "二", "rounds": 8})
    given(GAME, *CARRIED, second).when(CampaignAdvanced(scenario="second")).then(table(rounds=8))


# === AI heroes =====================================================================================


GUARD = AiHeroSetUp(name="Mutare", units=("troglodytes",), packs=("harpies",))
ATTACK = AiHeroAttacked(seat=CASTLE, name="Mutare")


def test_an_ai_hero_belongs_to_solo_and_cooperative_games() -> None:
    given(GAME, *game()).when(GUARD).then(refused("wrong-mode"))
    given(GAME, *campaign()).when(GUARD).then(
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
    given(GAME, *alone).when(took.but(to="S1 2")).then(
        followed(), table(**{"fields.S1 2.cube": True, "fields.S1 2.flagged_once": False})
    )


def test_a_combat_with_an_ai_hero_has_its_units_and_no_limit_of_rounds() -> None:
    fought = (
        *campaign("combats", "towns"),
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
        table(**{"ai_heroes.Ash.beaten": False}), followed(HeroWentHome(seat=CASTLE, to="S1 0"))
    )


@pytest.mark.parametrize(("buildings", "walls"), [((), False), (("citadel",), True)])
def test_a_town_with_a_citadel_has_its_walls_against_an_ai_hero(buildings: tuple[str, ...], walls: bool) -> None:
    """3.14, 3.17: the defender of an own town puts them up."""
    paid = GoodsGained(seat=CASTLE, good="materials", amount=9)
    built = tuple(event for one in buildings for event in (paid, BuildingBuilt(seat=CASTLE, building=one)))
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


# === Draft start ===================================================================================


def drafting(*options: str) -> Events:
    return (
        GameSetUp(mode="clash", options=options, tracks=("cards",)),
        FactionTaken(faction=CASTLE, player="Ann", hero="catherine"),
        FactionTaken(faction=DUNGEON, player="Ben", hero="deemer"),
    )


def test_seven_drafted_cards_and_the_two_set_aside_are_a_first_deck() -> None:
    """Nine cards again (5.10)."""
    kept = ("attack", "attack", "power", "haste", "fireball", "wisdom", "estates")
    given(GAME, *drafting("draft-start")).when(DraftKept(seat=CASTLE, cards=kept)).then(
        table(**{"seats.castle.cards": [*kept, "offense", "swordsmen-1"]})
    )


def test_a_draft_whose_cards_nobody_names_still_has_nine() -> None:
    spec = given(GAME, *drafting("draft-start")).when(DraftKept(seat=DUNGEON))
    assert len(spec.play.campaign.table.seats[DUNGEON].cards) == 9


def test_each_is_asked_for_its_draft_while_the_game_is_set_up() -> None:
    drafts = given(GAME, *drafting("draft-start"), DraftKept(seat=DUNGEON))
    drafts.then_prompts(DraftKept(seat=CASTLE)).then_no_prompt(DraftKept(seat=DUNGEON))
    drafts.and_then(GameBegun(starting=CASTLE)).then_no_prompt(DraftKept)
    given(GAME, *drafting()).then_no_prompt(DraftKept)


def test_without_the_variant_nobody_drafts() -> None:
    given(GAME, *drafting()).when(DraftKept(seat=CASTLE)).then(refused("no-draft"))


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
    flagged = [AiHeroMoved(name="Ash", to=f"F1 {n}") for n in (1, 4)]
    assert sorted(where_it_goes(*roaming("F1 0"), *flagged)) == ["S1 1", "S1 2"]
    spec = given(GAME, *roaming("F1 0"), *flagged, AiHeroMoved(name="Ash", to="S1 1"))
    spec.then(table(**{"ai_heroes.Ash.spent": 3, "fields.F1 1.ai": True})).then_no_prompt(AiHeroMoved)
    spec.when(RoundEnded()).then(table(**{"ai_heroes.Ash.spent": 0}))


def test_what_a_player_flags_again_an_ai_hero_may_take_once_more() -> None:
    taken_back = (AiHeroMoved(name="Ash", to="F1 1"), RoundEnded(), HeroPlaced(seat=CASTLE, to="F1 2", source="event"))
    back = given(GAME, *roaming("F1 0"), *taken_back).when(FieldFlagged(seat=CASTLE, field="F1 1"))
    back.then(table(**{"fields.F1 1.ai": False}))
