"""Units: recruited, reinforced, gained, sold and lost."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.rounds import RoundEnded
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, ObjectiveNamed, StartTaken
from domain.games.heroes3.state.kinds import UnitCard
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import GoodsGained
from domain.games.heroes3.town.units import (
    MapAbilityUsed,
    NeutralUnitGained,
    UnitLost,
    UnitRecruited,
    UnitReinforced,
    UnitSold,
    recruits,
)
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, game, taken


def card(id_: str, tier: str, faction: str = CASTLE, **fields: Any) -> ContentAdded:
    """A unit of which somebody typed in the card."""
    return ContentAdded(kind="units", id=id_, fields={"en": id_.title(), "tier": tier, "faction": faction, **fields})


UNITS = (
    card("wardens", "bronze"), card("lancers", "golden"), card("stalkers", "bronze", DUNGEON),
    card("ogrelings", "silver", "", neutral=True),
)  # fmt: skip
BRONZE = BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 0})
CITADEL = BuildingBuilt(seat=CASTLE, building="citadel", cost={"gold": 0})
TOWN = (*KINGDOMS, *UNITS, BRONZE)
CASTLED = (*TOWN, RoundEnded(), CITADEL)
RECRUIT = UnitRecruited(seat=CASTLE, unit="wardens", cost={"gold": 3})
PACK = UnitReinforced(seat=CASTLE, unit="wardens", cost={"gold": 5, "valuables": 1})
TROLLS = NeutralUnitGained(seat=CASTLE, unit="ogrelings")


def test_a_recruited_unit_is_paid_and_joins_as_a_few() -> None:
    given(GAME, *TOWN).when(RECRUIT).then(
        says("Castle recruited Wardens, for Gold 3"),
        table(**{"seats.castle.units.wardens.side": "few", "seats.castle.goods.gold": 12}),
    )


def test_one_population_action_recruits_as_many_as_can_be_paid() -> None:
    twice = (*TOWN, card("slingers", "bronze"), RECRUIT)
    given(GAME, *twice).when(RECRUIT.copy_with(unit="slingers")).then(
        table(**{"seats.castle.used": ["build", "population"]})
    )


@pytest.mark.parametrize(
    ("between", "codes"),
    [
        pytest.param(GoodsGained(seat=DUNGEON, good="gold", amount=1), (), id="another player acts"),
        pytest.param(ObjectiveNamed(name="1", words="Hold out"), (), id="somebody notes what is nobody's"),
        pytest.param(GoodsGained(seat=CASTLE, good="gold", amount=1), ("token-used",), id="its player goes on"),
    ],
)
def test_a_population_action_is_over_with_what_its_player_does_next(
    between: Event[Any], codes: tuple[str, ...]
) -> None:
    """R06: the units come at once, and the token comes back with the next round (p18)."""
    done = (*TOWN, card("slingers", "bronze"), RECRUIT, between)
    again = given(GAME, *done).when(RECRUIT.copy_with(unit="slingers"))
    assert tuple(reason.code for reason in again.outcome.reasons) == codes
    given(GAME, *done, RoundEnded()).when(RECRUIT.copy_with(unit="slingers")).then(RECRUIT.copy_with(unit="slingers"))


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        pytest.param("lancers", "no-dwelling", id="R21"),
        pytest.param("stalkers", "other-faction", id="R07"),
        pytest.param("halberdiers", "recruited-already", id="4.7: one card of each"),
    ],
)
def test_units_that_are_not_recruited(unit: str, code: str) -> None:
    given(GAME, *TOWN).when(UnitRecruited(seat=CASTLE, unit=unit, cost={"gold": 0})).then(refused(code))


def test_a_unit_of_unknown_tier_is_recruited_once_the_tier_is_given() -> None:
    """Not one of the rulebook's units has its tier in it, but three."""
    griffins = UnitRecruited(seat=CASTLE, unit="griffins", cost={"gold": 0})
    town = given(GAME, *KINGDOMS)
    town.when(griffins).then(refused("no-dwelling"))
    bronze = town.when(BRONZE)
    bronze.and_then(griffins).then(refused("which-tier", bendable=False, says="Griffins"))
    bronze.and_then(griffins.copy_with(tier="silver")).then(refused("no-dwelling"))
    told = bronze.and_then(griffins.copy_with(tier="bronze")).then(table(**{"seats.castle.units.griffins.side": "few"}))
    assert UnitCard.of(told.play.campaign.table, "griffins").tier == "bronze"


def test_a_unit_of_unknown_tier_is_reinforced_once_the_tier_is_given() -> None:
    pack = UnitReinforced(seat=CASTLE, unit="halberdiers", cost={"gold": 3})
    castled = given(GAME, *CASTLED)
    castled.when(pack).then(refused("which-tier", bendable=False))
    castled.when(pack.copy_with(tier="bronze")).then(table(**{"seats.castle.units.halberdiers.side": "pack"}))


def test_a_unit_that_cannot_be_paid_is_not_recruited() -> None:
    """R05."""
    given(GAME, *TOWN).when(RECRUIT.copy_with(cost={"gold": 16})).then(refused("not-enough-goods"))


def test_a_reinforced_unit_is_a_pack() -> None:
    spec = given(GAME, *CASTLED, RECRUIT).when(PACK)
    spec.then(table(**{"seats.castle.units.wardens.side": "pack", "seats.castle.goods.valuables": 0}))
    spec.and_then(PACK.copy_with(cost={})).then(refused("is-pack"))  # R24


def test_the_token_reinforces_only_with_a_citadel_and_a_dwelling() -> None:
    """R22, R21."""
    given(GAME, *TOWN, RECRUIT).when(PACK).then(refused("no-citadel"))
    golden = (*CASTLED, NeutralUnitGained(seat=CASTLE, unit="lancers"))
    given(GAME, *golden).when(UnitReinforced(seat=CASTLE, unit="lancers")).then(refused("no-dwelling"))


def test_neutral_units_are_never_reinforced() -> None:
    """R23."""
    given(GAME, *CASTLED, TROLLS).when(PACK.copy_with(unit="ogrelings")).then(refused("neutral-unit"))


@pytest.mark.parametrize(
    ("means", "paid"),
    [
        pytest.param("settlement", {"gold": 3, "valuables": 1}, id="half of each, rounded up"),
        pytest.param("first settlement flag", {}, id="for nothing"),
        pytest.param("hill fort", {"gold": 2, "valuables": 1}, id="3 gold less"),
        pytest.param("card", {"gold": 5, "valuables": 1}, id="by a card"),
    ],
)
def test_other_means_need_neither_citadel_nor_dwelling(means: str, paid: dict[str, int]) -> None:
    """3.8, 5.8; 9.2, 37."""
    event = UnitReinforced(seat=CASTLE, unit="halberdiers", means=means, cost=PACK.cost, tier="bronze")
    spec = given(GAME, *KINGDOMS).when(event)
    spec.then(table(**{"seats.castle.units.halberdiers.side": "pack", "seats.castle.used": []}))
    assert spec.outcome.events[0].copy_with().paid == paid  # type: ignore[attr-defined]


@pytest.mark.parametrize("means", ["settlement", "hill fort"])
def test_there_only_a_bronze_or_silver_unit_is_reinforced(means: str) -> None:
    """R52."""
    golden = (*KINGDOMS, *UNITS, NeutralUnitGained(seat=CASTLE, unit="lancers"))
    given(GAME, *golden).when(UnitReinforced(seat=CASTLE, unit="lancers", means=means)).then(refused("low-tiers"))


@pytest.mark.parametrize("means", ["settlement", "first settlement flag", "hill fort"])
def test_there_the_tier_of_an_unknown_unit_is_asked_for(means: str) -> None:
    """An unknown tier is not a low one."""
    event = UnitReinforced(seat=CASTLE, unit="halberdiers", means=means, cost=PACK.cost)
    given(GAME, *KINGDOMS).when(event).then(refused("which-tier-there", bendable=False))
    given(GAME, *KINGDOMS).when(event.copy_with(tier="golden")).then(refused("low-tiers"))
    given(GAME, *KINGDOMS).when(event.copy_with(tier="silver")).then(
        table(**{"typed.units.halberdiers.tier": "silver"})
    )
    there = given(GAME, *KINGDOMS).play.campaign.table
    assert [*UnitReinforced.needed(there, {"seat": CASTLE, "means": means, "unit": "halberdiers"})] == ["tier"]


# --- neutral units ---------------------------------------------------------------------------


def test_a_second_card_of_a_neutral_unit_is_told_apart() -> None:
    given(GAME, *TOWN, TROLLS).when(TROLLS).then(table(**{"seats.castle.units.ogrelings 2.side": "single"}))


def test_with_miniatures_everybody_has_other_units() -> None:
    """4.7."""
    figures = (*game("towns", options=("miniatures",)), *UNITS, TROLLS)
    given(GAME, *figures).when(TROLLS.copy_with(seat=DUNGEON)).then(refused("draw-again"))


def test_a_neutral_army_is_recruited_with_the_population_token() -> None:
    """3.23; 9.2, 27."""
    army = (*game("towns", options=("neutral-army",)), *UNITS)
    silver = (BRONZE, RoundEnded(), BuildingBuilt(seat=CASTLE, building="dwelling-silver", cost={"gold": 0}))
    given(GAME, *army, BRONZE).when(RECRUIT).then(refused("neutral-army"))
    given(GAME, *army, BRONZE).when(TROLLS).then(refused("no-dwelling"))
    given(GAME, *army, *silver).when(TROLLS).then(table(**{"seats.castle.used": ["build", "population"]}))
    given(GAME, *army).when(TROLLS.copy_with(source="event")).then(table(**{"seats.castle.used": []}))


# --- lost and sold ---------------------------------------------------------------------------


def test_an_empty_unit_deck_begins_anew() -> None:
    """3.15."""
    given(GAME, *KINGDOMS).when(UnitLost(seat=CASTLE, unit="halberdiers", source="event")).then(
        table(**{"seats.castle.units.halberdiers.side": "few", "seats.castle.deeds.units_lost": 1}),
        says("Castle lost Halberdiers, event; the starting units came back: Halberdiers"),
    )


def pool(*events: Event[Any]) -> tuple[Event[Any], ...]:
    return (*game("towns", options=("gold-pool",)), *UNITS, BRONZE, RECRUIT, *events)


def test_with_a_gold_pool_what_was_paid_comes_back() -> None:
    """3.23."""
    for event in (UnitSold(seat=CASTLE, unit="wardens"), UnitLost(seat=CASTLE, unit="wardens")):
        given(GAME, *pool()).when(event).then(table(**{"seats.castle.goods.gold": 15}))
    given(GAME, *TOWN, RECRUIT).when(UnitSold(seat=CASTLE, unit="wardens")).then(refused("no-gold-pool"))
    later = pool(GoodsGained(seat=CASTLE, good="gold", amount=1))
    given(GAME, *later).when(UnitSold(seat=CASTLE, unit="wardens")).then(refused("token-used"))
    given(GAME, *TOWN, RECRUIT).when(UnitLost(seat=CASTLE, unit="wardens")).then(
        table(**{"seats.castle.goods.gold": 12})
    )


def test_a_map_ability_is_used_once_a_turn() -> None:
    """R49."""
    used = MapAbilityUsed(seat=CASTLE, unit="halberdiers", effect="a look at the deck")
    given(GAME, *KINGDOMS, used).when(used).then(refused("ability-used"))


def test_diplomacy_may_bring_an_azure_unit_and_a_portal_of_summoning_may_not() -> None:
    """E25."""
    dragon = card("elder", "azure", "", neutral=True)
    gained = NeutralUnitGained(seat=CASTLE, unit="elder", source="Diplomacy")
    given(GAME, *TOWN, dragon).when(gained).then(table(**{"seats.castle.units.elder.side": "single"}))
    given(GAME, *TOWN, dragon).when(gained.copy_with(source="faction building")).then(refused("no-azure"))


def test_nobody_recruits_an_arrow_tower() -> None:
    there = given(GAME, *TOWN).play.campaign.table
    assert "wardens" in recruits(there, CASTLE)
    assert "arrow-tower" not in recruits(there, CASTLE)


def test_a_place_reinforces_only_units_of_the_visiting_hero() -> None:
    """A settlement, its first flag, a hill fort: each once, when it is visited (p36)."""
    there = given(GAME, *game("towns", "map"), *UNITS)
    for means in ("settlement", "first settlement flag", "hill fort"):
        event = UnitReinforced(seat=CASTLE, unit="halberdiers", means=means)  # type: ignore[arg-type]
        there.when(event).then(refused("no-reinforcement", bendable=True))


def test_what_a_unit_costs_is_asked_for_unless_it_is_known() -> None:
    """A unit without a price is not free: its price is typed in, 0 if it costs nothing."""
    unknown = UnitRecruited(seat=CASTLE, unit="wardens")
    given(GAME, *TOWN).when(unknown).then(refused("say-cost"))
    free = unknown.copy_with(cost={"gold": 0})
    given(GAME, *TOWN).when(free).then(table(**{"seats.castle.goods.gold": 15}))
    given(GAME, *TOWN, free).when(UnitReinforced(seat=CASTLE, unit="wardens", means="card")).then(refused("say-cost"))


def test_a_unit_that_a_faction_began_with_or_recruited_is_of_that_faction() -> None:
    start = (GameSetUp(tracks=("towns",)), *taken(DUNGEON), FactionTaken(faction=CASTLE, player="Ann"))
    begun = (*start, StartTaken(seat=CASTLE, units=("Marksmen",)), GameBegun(starting=CASTLE))
    built = BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 0})
    archers = UnitRecruited(seat=CASTLE, unit="Archers", tier="bronze", cost={"gold": 0})
    spec = given(GAME, *begun, built, archers)
    assert {"Marksmen", "Archers"}.isdisjoint(recruits(spec.play.campaign.table, DUNGEON))
