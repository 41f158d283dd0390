"""Town actions: built, hired, and spells searched."""

import pytest

from companion.testing import given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.land.laying import TileLaid
from domain.games.heroes3.rounds import RoundEnded
from domain.games.heroes3.setup.players import GameBegun, GameSetUp
from domain.games.heroes3.town.buildings import BuildingBuilt, SecondHeroHired, SpellBookUsed
from domain.games.heroes3.town.goods import GoodsGained, GoodsSpent
from domain.games.heroes3.town.units import UnitRecruited
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, game, taken

BRONZE = BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 4})
GUILD = BuildingBuilt(seat=CASTLE, building="mage-guild", cost={"gold": 0})
HIRED = SecondHeroHired(seat=CASTLE)
ON_MAP = (
    GameSetUp(tracks=("towns", "map")),
    *taken(CASTLE, DUNGEON),
    TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
    GameBegun(starting=CASTLE),
)


def test_a_building_is_paid_and_stands() -> None:
    given(GAME, *KINGDOMS).when(BRONZE).then(
        says("Castle built Bronze dwelling, for Gold 4"),
        table(**{"seats.castle.goods.gold": 11, "seats.castle.used": ["build"]}),
    )


def test_a_building_that_cannot_be_paid_is_refused() -> None:
    """R05."""
    given(GAME, *KINGDOMS).when(BRONZE.copy_with(cost={"gold": 16})).then(refused("not-enough-goods"))


def test_what_a_building_costs_is_typed_in_once() -> None:
    """The other player of that faction's price is another one's."""
    spec = given(GAME, *KINGDOMS, BRONZE)
    assert spec.play.campaign.table.typed["buildings"]["castle dwelling-bronze"] == {"cost": {"gold": 4}}


def test_one_building_a_round() -> None:
    """R06, R20."""
    given(GAME, *KINGDOMS, BRONZE).when(GUILD).then(refused("token-used", says="Build token"))
    given(GAME, *KINGDOMS, BRONZE, RoundEnded()).when(GUILD).then(table(**{"seats.castle.buildings.mage-guild": 2}))


def test_no_building_stands_twice() -> None:
    given(GAME, *KINGDOMS, BRONZE, RoundEnded()).when(BRONZE).then(refused("built-already", bendable=False))


def test_dwellings_are_built_in_their_order() -> None:
    """R19."""
    silver = BuildingBuilt(seat=CASTLE, building="dwelling-silver", cost={"gold": 0})
    given(GAME, *KINGDOMS).when(silver).then(refused("build-first", says="Bronze dwelling"))
    given(GAME, *KINGDOMS, BRONZE, RoundEnded()).when(silver).then(
        table(**{"seats.castle.buildings.dwelling-silver": 2})
    )


def test_towns_act_in_anybody_s_turn_but_not_in_a_combat() -> None:
    """R03; E10: once a combat is announced they may still act."""
    other = BRONZE.copy_with(seat=DUNGEON)
    tracked = game("towns", "cards", "combats")
    attacked = (*tracked, CombatAnnounced(seat=CASTLE, level=1))
    given(GAME, *tracked).when(other).then(table(**{"seats.dungeon.used": ["build"]}))
    given(GAME, *attacked).when(other).then(table(**{"seats.dungeon.used": ["build"]}))
    given(GAME, *attacked, CombatBegun(seat=CASTLE)).when(other).then(refused("not-in-combat"))


def test_a_town_action_does_not_interrupt_another_one() -> None:
    """R18."""
    searching = (*game("towns", "cards"), GUILD)
    spec = given(GAME, *searching).when(SpellBookUsed(seat=CASTLE), bend="an older guild")
    spec.and_then(BRONZE.copy_with(seat=DUNGEON)).then(refused("still-due"))


@pytest.mark.parametrize(("events", "code"), [((), "no-guild"), ((GUILD,), "no-guild")])
def test_the_spell_book_waits_for_a_guild_of_an_earlier_round(events: tuple[BuildingBuilt, ...], code: str) -> None:
    """R26."""
    given(GAME, *KINGDOMS, *events).when(SpellBookUsed(seat=CASTLE)).then(refused(code))


def test_the_spell_book_searches_two_spells_for_its_price() -> None:
    """E11; once a round."""
    ready = (*game("towns", "cards"), GUILD)
    book = SpellBookUsed(seat=CASTLE, cost={"gold": 5})
    later = (*KINGDOMS, GUILD, RoundEnded())
    given(GAME, *later).when(book).then(table(**{"seats.castle.goods.gold": 10, "seats.castle.used": ["spell-book"]}))
    given(GAME, *later, book).when(book).then(refused("token-used", says="Spell Book"))
    given(GAME, *ready).when(book, bend="an older guild").then_prompts(SearchBegun(seat=CASTLE, deck="spell", count=2))


# --- the secondary hero ----------------------------------------------------------------------


def test_a_secondary_hero_costs_ten_gold_and_the_population_token() -> None:
    given(GAME, *ON_MAP).when(HIRED).then(
        table(
            **{
                "seats.castle.goods.gold": 5,
                "seats.castle.second.field": "S1 0",
                "seats.castle.second.moves": 2,
                "seats.castle.used": ["population"],
            }
        )
    )


def test_nobody_has_two_secondary_heroes() -> None:
    """R27."""
    given(GAME, *ON_MAP, HIRED, GoodsGained(seat=CASTLE, good="gold", amount=9)).when(HIRED).then(
        refused("has-second-hero")
    )


def test_who_holds_no_town_hires_nobody() -> None:
    """R28; a table without its map does not know."""
    given(GAME, *ON_MAP).when(HIRED.copy_with(seat=DUNGEON)).then(refused("no-home"))
    given(GAME, *KINGDOMS).when(HIRED).then(table(**{"seats.castle.second.moves": 2}))


def test_the_token_hires_a_hero_or_recruits() -> None:
    """R29."""
    recruit = UnitRecruited(seat=CASTLE, unit="griffins", tier="bronze", cost={"gold": 0})
    given(GAME, *KINGDOMS, BRONZE, HIRED).when(recruit).then(refused("hero-or-units"))
    given(GAME, *KINGDOMS, BRONZE, recruit).when(HIRED).then(refused("hero-or-units"))


def test_a_building_of_unknown_cost_is_not_free_without_a_word() -> None:
    unknown = BuildingBuilt(seat=CASTLE, building="citadel")
    given(GAME, *KINGDOMS).when(unknown).then(refused("say-cost"))
    given(GAME, *KINGDOMS).when(unknown.copy_with(cost={"gold": 0})).then(table(**{"seats.castle.goods.gold": 15}))


def test_the_price_of_the_spell_book_is_asked_for() -> None:
    guild = (*KINGDOMS, GUILD, RoundEnded())
    given(GAME, *guild).when(SpellBookUsed(seat=CASTLE)).then(refused("say-cost"))


def test_a_secondary_hero_is_offered_while_the_population_token_is_free() -> None:
    """E9: only typing found it. E10: recruiting stayed an offer, and was then refused."""
    spec = given(GAME, *KINGDOMS).then_prompts("Castle: recruit a unit", "Castle: hire a secondary hero")
    spec.when(HIRED).then().then_no_prompt("Castle: recruit a unit", "Castle: hire a secondary hero")
    poor = GoodsSpent(seat=CASTLE, good="gold", amount=9)
    given(GAME, *KINGDOMS, poor).then_no_prompt("Castle: hire a secondary hero")
