"""How a combat comes about: announced, won at once, conceded, defended by a garrison (3.11, 3.14)."""

from typing import Any

import pytest

from companion.testing import given, refused, table
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.base import WhichHero, hero_of
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.combat.acting import UnitPassed
from domain.games.heroes3.combat.announcing import (
    CombatAnnounced,
    CombatBegun,
    FieldConceded,
    GarrisonPaid,
    QuickCombatWon,
    combat_at,
)
from domain.games.heroes3.combat.ending import CombatRetreated
from domain.games.heroes3.combat.placing import UnitsPlaced
from domain.games.heroes3.combat.striking import AttackMade
from domain.games.heroes3.land.moving import HeroMoved, HeroPlaced
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.state.table import Arrival, Spot
from domain.games.heroes3.town.buildings import BuildingBuilt, SecondHeroHired
from tests.domain.games.heroes3.combat.fights import against, on_map, opening
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON

GUARDS = CombatAnnounced(seat=CASTLE, level=1)
BUILT = BuildingBuilt(seat=DUNGEON, building="dwelling-bronze", cost={"gold": 3})


@pytest.mark.parametrize(("kind", "board"), [("neutral", "standard"), ("hero", "standard"), ("bank", "bank")])
def test_a_combat_begins_without_a_board_or_with_its_own_by_a_tap(kind: Any, board: Any) -> None:
    """p66, p67."""
    spec = given(GAME, *opening(), CombatAnnounced(seat=CASTLE, kind=kind))
    spec.then_prompts(CombatBegun(seat=CASTLE)).then_prompts(CombatBegun(seat=CASTLE, board=board))


def test_towns_act_while_a_combat_is_announced() -> None:
    """E10: both players may still act in town before units are placed."""
    given(GAME, *opening(), GUARDS).when(BUILT).then(table(**{"seats.dungeon.goods.gold": 17}))


def test_no_town_acts_in_a_combat() -> None:
    """R03."""
    given(GAME, *opening(), GUARDS, CombatBegun(seat=CASTLE)).when(BUILT).then(refused("not-in-combat"))


def test_one_combat_at_a_time() -> None:
    in_setup = opening()[:-1]
    given(GAME, *in_setup, GUARDS).when(CombatAnnounced(seat=CASTLE)).then(refused("combat-open"))


def test_nobody_fights_an_ally() -> None:
    given(GAME, *opening()).when(CombatAnnounced(seat=CASTLE, defender=CASTLE)).then(refused("no-foe"))


def test_the_attacker_begins() -> None:
    given(GAME, *opening(), GUARDS).when(CombatBegun(seat=DUNGEON)).then(refused("not-attacker"))


def test_units_are_placed_after_the_towns_acted() -> None:
    given(GAME, *opening(), GUARDS).when(UnitsPlaced(seat=CASTLE)).then(refused("not-now"))


def test_guards_stand_on_a_field_of_their_level() -> None:
    given(GAME, *on_map()).when(HeroMoved(seat=CASTLE, to="Castle 3")).then(
        table(**{"combat.kind": "neutral", "combat.level": 2, "combat.limited": True})
    )


def test_a_main_hero_of_a_higher_level_wins_at_once() -> None:
    """5.3: without experience, and the field is visited."""
    able = (*on_map(), ExperienceGained(seat=CASTLE, amount=4))
    given(GAME, *able).when(HeroMoved(seat=CASTLE, to="Castle 3")).then(
        table(
            **{
                "combat": None,
                "seats.castle.xp": 4,
                "fields.Castle 3.cleared": True,
                "seats.castle.main.last": "Castle 3",
            }
        )
    )


def test_an_equal_level_does_not_win_at_once() -> None:
    given(GAME, *opening()).when(QuickCombatWon(seat=CASTLE, level=1)).then(refused("level-too-low"))


def test_a_random_town_is_fought_for() -> None:
    given(GAME, *on_map()).when(HeroMoved(seat=CASTLE, to="Castle 4")).then(
        table(**{"combat.kind": "random town", "combat.limited": True})
    )
    given(GAME, *on_map(rulings=("random-town-as-players",))).when(HeroMoved(seat=CASTLE, to="Castle 4")).then(
        table(**{"combat.limited": False})
    )


SECOND = (*on_map(), SecondHeroHired(seat=DUNGEON, cost={"gold": 10}), HeroPlaced(seat=DUNGEON, to="Dungeon 2"))
AGAINST_SECOND = (*SECOND, HeroPlaced(seat=CASTLE, to="Dungeon 0", visits=True))


def test_a_secondary_hero_concedes() -> None:
    """No combat, a cube, no experience; the attacker visits the field (p31)."""
    given(GAME, *AGAINST_SECOND).when(FieldConceded(seat=DUNGEON)).then(
        table(
            **{"combat": None, "seats.dungeon.second": None, "seats.castle.cubes.dungeon": 2, "seats.castle.xp": 0,
               "fields.Dungeon 0.flags": ["castle"]}
        )
    )  # fmt: skip


def test_by_a_ruling_a_garrison_is_paid_after_a_concession() -> None:
    """9.2, 77."""
    ruled = (*on_map(rulings=("garrison-after-concede",)), *AGAINST_SECOND[len(on_map()) :])
    given(GAME, *ruled).when(FieldConceded(seat=DUNGEON)).then(table(**{"combat.kind": "garrison"}))


def test_a_main_hero_does_not_concede() -> None:
    hero = CombatAnnounced(seat=CASTLE, defender=DUNGEON)
    given(GAME, *opening(), hero).when(FieldConceded(seat=DUNGEON)).then(refused("no-second-defends"))


AWAY = (*on_map(), HeroPlaced(seat=DUNGEON, to="Dungeon 1"))
TOWN = (*AWAY, HeroPlaced(seat=CASTLE, to="Dungeon 0", visits=True))


def test_a_garrison_costs_8_gold_and_plays_no_cards() -> None:
    given(GAME, *TOWN).when(GarrisonPaid(seat=DUNGEON)).then(
        table(**{"seats.dungeon.goods.gold": 12, "combat.kind": "siege", "combat.no_cards": ["dungeon"]})
    )


def test_a_garrison_is_asked_for_before_the_town_is_left() -> None:
    asked = [prompt.event for prompt in given(GAME, *TOWN).play.campaign.prompts(PUBLIC)]
    assert asked.index(GarrisonPaid) < asked.index(FieldConceded)


def test_a_garrison_that_cannot_be_paid() -> None:
    """R05."""
    poor = (*on_map(gold=7), *TOWN[len(on_map()) :])
    given(GAME, *poor).when(GarrisonPaid(seat=DUNGEON)).then(refused("not-enough"))


def test_a_town_that_nobody_pays_for_is_taken() -> None:
    """9.2, 14: no combat, and a cube for the town."""
    given(GAME, *TOWN).when(FieldConceded(seat=DUNGEON)).then(
        table(**{"combat": None, "fields.Dungeon 0.flags": ["castle"], "seats.castle.cubes.dungeon": 1})
    )


def test_the_combat_for_an_unpaid_town_does_not_begin() -> None:
    given(GAME, *TOWN).when(CombatBegun(seat=CASTLE)).then(refused("garrison-unpaid"))


def test_a_garrison_is_paid_where_no_hero_is() -> None:
    given(GAME, *opening(), GUARDS).when(GarrisonPaid(seat=DUNGEON)).then(refused("no-garrison"))


@pytest.mark.parametrize(("kind", "limited"), [("neutral", True), ("bank", False), ("hero", False), ("final", False)])
def test_rounds_against_neutral_units_cost_movement(kind: Any, limited: bool) -> None:
    given(GAME, *opening()).when(CombatAnnounced(seat=CASTLE, kind=kind)).then(table(**{"combat.limited": limited}))


def test_neutral_units_that_are_left_are_discarded() -> None:
    """9.2, 23."""
    fought = (
        *against("wolves", level=1),
        AttackMade(seat=DUNGEON, unit="wolves", target="pikes", damage=0, back_damage=0),
        UnitPassed(seat=CASTLE, unit="pikes"),
    )
    given(GAME, *fought).when(CombatRetreated(seat=CASTLE)).then(table(**{"gone": ["wolves"], "combat": None}))


def combat_on_arrival(spot: Spot, *dungeon: WhichHero) -> Combat | None:
    """The combat of the Castle's main hero who comes to a field where heroes of the Dungeon are."""
    found = given(GAME, *on_map(), SecondHeroHired(seat=DUNGEON, cost={"gold": 10})).play.campaign.table.model_copy(
        deep=True
    )
    found.fields["here"] = spot
    for which in dungeon:
        hero_of(found, DUNGEON, which).field = "here"
    return combat_at(found, Arrival(seat=CASTLE, field="here"))


@pytest.mark.parametrize(
    ("spot", "kind"),
    [
        (Spot(), None),
        (Spot(level=2), "neutral"),
        (Spot(level=2, cleared=True), None),
        (Spot(level=2, flags=[DUNGEON]), None),
        (Spot(location="gold-mine", flags=[DUNGEON]), None),
        (Spot(location="settlement", flags=[DUNGEON]), "garrison"),
        (Spot(location="settlement", flags=[CASTLE]), None),
        (Spot(location="random-town"), "random town"),
        (Spot(location="random-town", cleared=True), None),
        (Spot(location="random-town", cleared=True, level=3), None),
        (Spot(location="random-town", flags=[DUNGEON]), "garrison"),
        (Spot(town_of=DUNGEON), "garrison"),
        (Spot(town_of=DUNGEON, flags=[CASTLE]), None),
        (Spot(town_of=CASTLE), None),
        (Spot(token="bank", bank="imp-cache"), "bank"),
        (Spot(token="bank", bank="imp-cache", cube=True), None),
        (Spot(token="gate", bank="imp-cache"), None),
    ],
)
def test_what_a_field_has_says_who_fights_for_it(spot: Spot, kind: str | None) -> None:
    """3.7, 3.14: guards until they were defeated, who holds a town, a bank until its cube lies there."""
    found = combat_on_arrival(spot)
    assert (found and found.kind) == kind
    assert (found.own_town if found else False) == (kind == "garrison" and spot.town_of == DUNGEON)


@pytest.mark.parametrize(
    ("spot", "heroes", "kind", "second"),
    [
        (Spot(), ["main hero"], "hero", False),
        (Spot(), ["secondary hero"], "hero", True),
        (Spot(), ["secondary hero", "main hero"], "hero", False),
        (Spot(town_of=DUNGEON), ["main hero"], "siege", False),
        (Spot(town_of=DUNGEON, flags=[DUNGEON]), ["secondary hero"], "siege", True),
        (Spot(town_of=DUNGEON, flags=[CASTLE]), ["main hero"], "hero", False),
        (Spot(town_of=CASTLE), ["main hero"], "hero", False),
        (Spot(level=3), ["main hero"], "hero", False),
    ],
)
def test_who_is_there_fights_and_within_their_town_behind_its_wall(
    spot: Spot, heroes: list[WhichHero], kind: str, second: bool
) -> None:
    """3.7: the main hero before the secondary one; a siege only where the town is still theirs (p46)."""
    found = combat_on_arrival(spot, *heroes)
    assert found
    assert (found.kind, found.defender, found.defender_second) == (kind, DUNGEON, second)
    assert found.own_town == (kind == "siege")


def test_nobody_is_fought_on_a_sanctuary() -> None:
    assert combat_on_arrival(Spot(location="sanctuary"), "main hero") is None
