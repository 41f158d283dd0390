"""How combats end: the limit, retreat, surrender, experience, defeat, and what becomes of the field (3.15, 5.2)."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.combat.acting import CombatRoundStarted, UnitActivated, UnitDefended, UnitPassed
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun, GarrisonPaid
from domain.games.heroes3.combat.ending import (
    CombatEnded,
    CombatExtended,
    CombatRetreated,
    CombatSurrendered,
    CombatTold,
    experience_for,
    friendly_homes,
    is_azure,
)
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.siege import WallsPlaced
from domain.games.heroes3.combat.striking import AttackDeclared, AttackMade, DamageDealt
from domain.games.heroes3.land.moving import HeroMoved, HeroPlaced
from domain.games.heroes3.land.visiting import FieldFlagged, FieldVisited
from domain.games.heroes3.setup.players import RulingMade
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.town.buildings import SecondHeroHired
from tests.domain.games.heroes3.combat.fights import THIRD, against, duel, on_map, opening
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON


def at_guards(*rulings: str, **fields: Any) -> Any:
    """On a field of level II, after a first round in which nobody was hurt."""
    start = on_map(rulings=rulings, **fields)
    return (
        *start, HeroMoved(seat=CASTLE, to="Castle 3"), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE),
        NeutralsDrawn(seat=CASTLE, units=("wolves", "wolves")),
        AttackMade(seat=DUNGEON, unit="wolves", target="pikes", damage=0, back_damage=0),
        AttackMade(seat=DUNGEON, unit="wolves 2", target="pikes", damage=0, back_damage=0),
        UnitDefended(seat=CASTLE, unit="pikes"),
    )  # fmt: skip


# --- the limit of rounds -----------------------------------------------------------------------


def test_another_round_costs_a_movement_point_of_who_began() -> None:
    """9.2, 18."""
    given(GAME, *at_guards()).then_must(CombatExtended(seat=CASTLE))
    given(GAME, *at_guards()).when(CombatExtended(seat=CASTLE)).then(
        followed(CombatRoundStarted(number=2)), table(**{"seats.castle.main.spent": 2})
    )


def test_by_an_option_it_is_free() -> None:
    given(GAME, *at_guards(options=("free-combat-extension",))).when(CombatExtended(seat=CASTLE)).then(
        table(**{"seats.castle.main.spent": 1, "combat.round": 2})
    )


def test_without_movement_points_nobody_fights_on() -> None:
    """R02."""
    tired = list(at_guards())
    moves = tired.index(HeroMoved(seat=CASTLE, to="Castle 3"))
    tired[moves:moves] = [HeroMoved(seat=CASTLE, to="Castle 1"), HeroMoved(seat=CASTLE, to="Castle 0")]
    given(GAME, *tired).when(CombatExtended(seat=CASTLE)).then(refused("no-movement"))
    given(GAME, *tired).then_must(CombatRetreated(seat=CASTLE))


def test_movement_that_the_sea_ended_still_lets_a_hero_fight_on() -> None:
    """E35."""
    there = given(GAME, *at_guards()).play.campaign.table
    there.seats["castle"].main.locked = True
    assert not list(CombatExtended(seat=CASTLE).refusals(there))


def test_against_an_azure_unit_there_is_no_limit_and_no_retreat() -> None:
    """9.2, 22; R39."""
    over = against("wyrms", level=0)
    azure = (
        *over, AttackMade(seat=DUNGEON, unit="wyrms", target="pikes", damage=0, back_damage=0),
        UnitDefended(seat=CASTLE, unit="pikes"),
    )  # fmt: skip
    given(GAME, *azure).then(table(**{"combat.limited": False})).then_must(CombatRoundStarted)
    given(GAME, *azure).when(CombatRetreated(seat=CASTLE)).then(refused("no-retreat"))
    given(GAME, *azure).when(CombatExtended(seat=CASTLE)).then(refused("no-limit"))


# --- retreat -----------------------------------------------------------------------------------


def test_a_hero_who_retreats_goes_back_and_visits_nothing() -> None:
    given(GAME, *at_guards()).when(CombatRetreated(seat=CASTLE)).then(
        table(
            **{"combat": None, "seats.castle.main.field": "Castle 0", "fields.Castle 3.cleared": False,
               "seats.castle.xp": 0, "seats.castle.goods.gold": 20, "gone": ["wolves", "wolves"]}
        )
    )  # fmt: skip


def test_where_one_was_put_counts_as_visited_last() -> None:
    """9.2, 83."""
    for rulings, back in (((), "Castle 1"), (("relocation-visits-nothing",), "Castle 0")):
        fight = list(at_guards(*rulings))
        moves = fight.index(HeroMoved(seat=CASTLE, to="Castle 3"))
        fight[moves:moves] = [HeroPlaced(seat=CASTLE, to="Castle 1")]
        fight[moves + 1] = HeroPlaced(seat=CASTLE, to="Castle 3", visits=True)
        given(GAME, *fight).when(CombatRetreated(seat=CASTLE)).then(table(**{"seats.castle.main.field": back}))


def test_from_another_player_nobody_retreats() -> None:
    """R39."""
    over = (
        *duel(), AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=0, back_damage=0),
        UnitDefended(seat=DUNGEON, unit="imps"),
    )  # fmt: skip
    given(GAME, *over).when(CombatRetreated(seat=CASTLE)).then(refused("no-retreat"))


@pytest.mark.parametrize(("kind", "may"), [("bank", True), ("random town", True), ("ai hero", False)])
def test_from_whom_one_may_retreat(kind: Any, may: bool) -> None:
    """9.2, 19 and 76: from a creature bank and a Random Town, never from an AI hero."""
    fight = _told(kind)
    given(GAME, *fight).when(CombatRetreated(seat=CASTLE)).then(table(combat=None) if may else refused("no-retreat"))


def test_by_a_ruling_nobody_retreats_from_a_random_town() -> None:
    given(GAME, *_told("random town", "random-town-as-players")).when(CombatRetreated(seat=CASTLE)).then(
        refused("no-retreat")
    )


def walls_of(kind: str) -> Any:
    """The walls of a Random Town, placed by the player to the right of its attacker."""
    return (WallsPlaced(seat=DUNGEON, gate="1"),) if kind == "random town" else ()


def _told(kind: Any, *rulings: str) -> Any:
    """A combat of a kind after its first round."""
    return (
        *opening(rulings=rulings), CombatAnnounced(seat=CASTLE, kind=kind), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE, units=("slings", "slings")), *walls_of(kind),
        AttackMade(seat=CASTLE, unit="pikes", target="slings", damage=0, back_damage=0),
        *(AttackMade(seat=DUNGEON, unit=unit, target="pikes", damage=0) for unit in ("slings", "slings 2")),
    )  # fmt: skip


def test_who_has_units_left_in_the_deck_retreats_when_all_that_fought_are_lost() -> None:
    fight = list(at_guards(own=("pikes", "bows")))
    placed = fight.index(UnitsPlaced(seat=CASTLE))
    fight[placed] = UnitsPlaced(seat=CASTLE, units=("pikes",))
    given(GAME, *fight).when(DamageDealt(target="pikes", damage=3)).then(
        table(
            **{"combat": None, "seats.castle.main.field": "Castle 0", "seats.castle.units": {"bows": _few()},
               "combats.0.outcome": "retreat"}
        )
    )  # fmt: skip


def _few() -> Any:
    return {"side": "few", "stacked": False, "used": False, "stunned": False, "cards": [], "paid": {}, "reinforced": {}}


def test_who_lost_the_last_unit_to_guards_goes_home_and_begins_anew() -> None:
    """9.2, 25: no 5 gold and no morale, since no player won."""
    given(GAME, *at_guards()).when(DamageDealt(target="pikes", damage=3)).then(
        table(
            **{"combat": None, "seats.castle.main.field": "Castle 0", "seats.castle.units": {"pikes": _few()},
               "seats.castle.goods.gold": 20, "seats.castle.morale": 0, "seats.castle.deeds.combats_lost": 1}
        )
    )  # fmt: skip


def test_a_secondary_hero_who_loses_to_guards_is_gone() -> None:
    second = (*on_map(), SecondHeroHired(seat=CASTLE, field="Castle 0", cost={"gold": 10}))
    fight = (
        *second, HeroMoved(seat=CASTLE, whose="secondary hero", to="Castle 3"), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE, units=("wolves", "wolves")),
    )  # fmt: skip
    given(GAME, *fight).when(DamageDealt(target="pikes", damage=3)).then(table(**{"seats.castle.second": None}))
    beat = (*fight, DamageDealt(target="wolves", damage=3))
    given(GAME, *beat).when(DamageDealt(target="wolves 2", damage=3)).then(
        table(**{"seats.castle.xp": 0, "fields.Castle 3.cleared": True})
    )


# --- surrender ---------------------------------------------------------------------------------

SURRENDER = CombatSurrendered(seat=CASTLE)


def test_a_surrender_costs_10_gold_to_the_other_player_and_nothing_else() -> None:
    given(GAME, *duel()).when(SURRENDER).then(
        table(
            **{"combat": None, "seats.castle.goods.gold": 10, "seats.dungeon.goods.gold": 30, "seats.dungeon.xp": 0,
               "seats.castle.morale": 0, "seats.dungeon.cubes": {}, "combats.0.outcome": "surrender"}
        )
    )  # fmt: skip


def test_a_surrender_is_offered_to_the_player_at_turn() -> None:
    """E13."""
    given(GAME, *duel()).then_prompts("Castle: surrender, for 10 gold").then_no_prompt(CombatSurrendered(seat=DUNGEON))
    given(GAME, *duel(gold=9)).then_no_prompt(CombatSurrendered)
    given(GAME, *against("wolves")).then_no_prompt(CombatSurrendered)


def test_with_less_than_10_gold_nobody_surrenders() -> None:
    """9.2, 24."""
    given(GAME, *duel(gold=9)).when(SURRENDER).then(refused("not-enough"))


def test_one_surrenders_in_place_of_activating_a_unit() -> None:
    given(GAME, *duel()).when(CombatSurrendered(seat=DUNGEON)).then(refused("surrender-at-turn"))
    opened = (*duel(), AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *opened).when(SURRENDER).then(refused("surrender-at-turn"))


@pytest.mark.parametrize("kind", ["neutral", "bank", "ai hero"])
def test_to_neutral_units_and_ai_heroes_nobody_surrenders(kind: Any) -> None:
    """R40."""
    fight = (
        *opening(), CombatAnnounced(seat=CASTLE, kind=kind), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE),
        NeutralsDrawn(seat=CASTLE, units=("slings",)),
    )  # fmt: skip
    given(GAME, *fight).when(SURRENDER).then(refused("no-surrender"), refused("nobody-wins", bendable=False))


def met(field: str, *before: Any, **fields: Any) -> Any:
    """The heroes of both meet on a field of the map, and the imps are next."""
    return (
        *on_map(own=("bows",), **fields), *before, HeroPlaced(seat=DUNGEON, to=field),
        HeroPlaced(seat=CASTLE, to=field, visits=True), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE),
        UnitsPlaced(seat=DUNGEON),
    )  # fmt: skip


def test_in_the_own_town_nobody_surrenders() -> None:
    """R40."""
    given(GAME, *met("Dungeon 0")).when(CombatSurrendered(seat=DUNGEON)).then(refused("no-surrender"))


def test_a_defender_who_surrenders_goes_home_and_the_attacker_visits() -> None:
    """9.2, 69."""
    given(GAME, *met("Dungeon 1")).when(CombatSurrendered(seat=DUNGEON)).then(
        table(**{"seats.dungeon.main.field": "Dungeon 0", "fields.Dungeon 1.flags": ["castle"]})
    )
    given(GAME, *met("Dungeon 1", rulings=("no-visit-after-surrender",))).when(CombatSurrendered(seat=DUNGEON)).then(
        table(**{"fields.Dungeon 1.flags": [], "seats.castle.main.field": "Dungeon 1"})
    )


def test_an_attacker_who_surrenders_goes_home_and_visits_nothing() -> None:
    gave = (*met("Dungeon 1"), UnitPassed(seat=DUNGEON, unit="imps"))
    given(GAME, *gave).when(SURRENDER).then(
        table(**{"seats.castle.main.field": "Castle 0", "fields.Dungeon 1.flags": []})
    )


def test_a_secondary_hero_that_surrenders_is_gone() -> None:
    second = (
        *on_map(), SecondHeroHired(seat=DUNGEON, field="Dungeon 0", cost={"gold": 10}),
        HeroPlaced(seat=DUNGEON, whose="secondary hero", to="Dungeon 1"),
        HeroPlaced(seat=CASTLE, to="Dungeon 1", visits=True), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON), UnitPassed(seat=CASTLE, unit="pikes"),
    )  # fmt: skip
    given(GAME, *second).when(CombatSurrendered(seat=DUNGEON)).then(table(**{"seats.dungeon.second": None}))


def test_the_log_says_that_a_secondary_hero_is_gone() -> None:
    second = (
        *on_map(), SecondHeroHired(seat=DUNGEON, field="Dungeon 0", cost={"gold": 10}),
        HeroPlaced(seat=DUNGEON, whose="secondary hero", to="Dungeon 1"),
        HeroPlaced(seat=CASTLE, to="Dungeon 1", visits=True), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON), UnitPassed(seat=CASTLE, unit="pikes"),
    )  # fmt: skip
    gone = "; the secondary hero of Dungeon is gone"
    where = "The combat on Dungeon, field 1 (Mine) is over"
    gave_up = given(GAME, *second).when(CombatSurrendered(seat=DUNGEON))
    assert sentence_of(gave_up, CombatEnded) == f"{where} (surrender){gone}"
    beaten = given(GAME, *second).when(DamageDealt(target="imps", falls=True))
    assert sentence_of(beaten, CombatEnded) == (
        f"{where} (victory): Castle won{gone}; starting units came back: Imps (Dungeon)"
    )


def test_the_log_says_which_starting_units_came_back() -> None:
    """p36: a player whose units all fell has those of the scenario again."""
    fallen = given(GAME, *against("wolves")).when(DamageDealt(target="pikes", falls=True))
    fallen.then(table(**{"seats.castle.units.pikes.side": "few"}))
    assert sentence_of(fallen, CombatEnded) == (
        "The combat is over (defeat): neutral units won; starting units came back: Pikes (Castle)"
    )


def sentence_of(spec: Spec, event: type[CombatEnded]) -> str:
    """The log line of the first recorded event of a class."""
    there = spec.outcome.play.campaign.table
    return next(str(one.describe(there)) for one in spec.outcome.events if isinstance(one, event))


HOMELESS = (FieldFlagged(seat=CASTLE, field="Dungeon 0"),)


def test_who_has_no_town_does_not_surrender_unless_the_table_rules_so() -> None:
    """9.2, 70."""
    given(GAME, *met("Castle 1", *HOMELESS)).when(CombatSurrendered(seat=DUNGEON)).then(refused("no-surrender"))
    ruled = (*HOMELESS, RulingMade(ruling="surrender-homeless"))
    given(GAME, *met("Castle 1", *ruled)).when(CombatSurrendered(seat=DUNGEON)).then(table(combat=None))


def garrison(**fields: Any) -> Any:
    """A garrison without a hero defends the town of the Dungeon."""
    return (
        *on_map(own=("bows",), **fields), HeroPlaced(seat=DUNGEON, to="Dungeon 1"),
        HeroPlaced(seat=CASTLE, to="Dungeon 0", visits=True), GarrisonPaid(seat=DUNGEON), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON),
    )  # fmt: skip


def test_against_a_garrison_without_a_hero_nobody_surrenders() -> None:
    """9.2, 60."""
    given(GAME, *garrison()).when(CombatSurrendered(seat=DUNGEON)).then(refused("no-surrender"))
    later = (*garrison(), UnitPassed(seat=DUNGEON, unit="imps"))
    given(GAME, *later).when(SURRENDER).then(refused("no-surrender"))


def test_who_has_activated_a_unit_surrenders_no_more_with_it() -> None:
    """R40: in place of activating a unit."""
    fight = (*duel(), UnitActivated(seat=CASTLE, unit="pikes"))
    given(GAME, *duel()).when(SURRENDER).then(table(combat=None))
    given(GAME, *fight).when(SURRENDER).then(refused("surrender-at-turn"))


# --- experience --------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "other", "xp"), [(1, 2, 2), (2, 2, 1), (3, 2, 0)])
def test_experience_is_by_the_level_that_was_beaten(own: int, other: int, xp: int) -> None:
    assert experience_for(own, other) == xp


def won(spec: Spec) -> Spec:
    """The Castle beats whoever is left."""
    foes = [id_ for id_, one in spec.play.campaign.table.combat.fighters.items() if one.side != CASTLE]
    for foe in foes:
        spec = spec.when(DamageDealt(target=foe, falls=True))
    return spec


@pytest.mark.parametrize(("level", "guards", "xp"), [(1, ("wolves",), 1), (2, ("wolves", "wolves"), 2)])
def test_guards_teach_the_main_hero(level: int, guards: tuple[str, ...], xp: int) -> None:
    won(given(GAME, *against(*guards, level=level))).then(table(**{"seats.castle.xp": xp}))


def test_an_azure_unit_teaches_all_there_is() -> None:
    """5.2: all levels in order."""
    won(given(GAME, *against("wyrms", level=0))).then(table(**{"seats.castle.xp": 12}))


@pytest.mark.parametrize("kind", ["bank", "random town", "ai hero"])
def test_others_teach_nothing(kind: Any) -> None:
    """9.2, 1 and 48."""
    fight = (
        *opening(), CombatAnnounced(seat=CASTLE, kind=kind, level=3), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE, units=("slings",)), *walls_of(kind),
    )  # fmt: skip
    won(given(GAME, *fight)).then(table(combat=None, **{"seats.castle.xp": 0}))


def test_a_beaten_main_hero_teaches_by_its_level() -> None:
    able = duel()[:-4]
    taught = (*able, ExperienceGained(seat=DUNGEON, amount=4), *duel()[-4:])
    won(given(GAME, *taught)).then(table(**{"seats.castle.xp": 2}))


def test_levels_are_reached_before_the_field_is_visited() -> None:
    spec = given(GAME, *at_guards()).when(DamageDealt(target="wolves", falls=True))
    won_now = spec.when(DamageDealt(target="wolves 2", falls=True))
    names = [type(event).__name__ for event in won_now.outcome.events]
    assert names.index("LevelReached") < names.index("FieldVisited")


# --- defeat ------------------------------------------------------------------------------------


def test_a_main_hero_beaten_by_a_player_pays_and_loses_morale() -> None:
    won(given(GAME, *duel())).then(
        table(
            **{"seats.castle.goods.gold": 25, "seats.dungeon.goods.gold": 15, "seats.dungeon.morale": -1,
               "seats.castle.cubes.dungeon": 1, "seats.castle.deeds.main_beaten": True}
        )
    )  # fmt: skip


def test_who_has_less_than_5_gold_pays_what_is_there() -> None:
    """9.2, 16."""
    won(given(GAME, *duel(gold=3))).then(table(**{"seats.castle.goods.gold": 6, "seats.dungeon.goods.gold": 0}))


def test_a_beaten_main_hero_goes_home_and_the_attacker_visits() -> None:
    won(given(GAME, *met("Dungeon 1"))).then(
        table(**{"seats.dungeon.main.field": "Dungeon 0", "fields.Dungeon 1.flags": ["castle"]})
    )


def test_to_a_town_of_an_ally_as_well() -> None:
    """9.2, 17."""
    there = given(GAME, *on_map()).play.campaign.table
    there.seats[CASTLE].team = there.seats[DUNGEON].team = "red"
    there.fields["Castle 0"].flags = ["nobody"]
    there.seats[DUNGEON].main.field = ""
    assert friendly_homes(there, CASTLE) == ["Dungeon 0"]


def test_who_has_no_home_to_go_to_is_out() -> None:
    """3.15; the last player standing has won."""
    won(given(GAME, *met("Castle 1", *HOMELESS))).then(
        table(**{"seats.dungeon.eliminated": True, "winners": ["castle"]})
    )


def test_a_garrison_that_loses_costs_its_player_no_more_than_units() -> None:
    """9.2, 15; a cube is for the town."""
    won(given(GAME, *garrison())).then(
        table(
            **{"seats.dungeon.goods.gold": 12, "seats.dungeon.morale": 0, "seats.castle.xp": 0,
               "seats.castle.cubes.dungeon": 1, "fields.Dungeon 0.flags": ["castle"],
               "seats.dungeon.main.field": "Dungeon 1"}
        )
    )  # fmt: skip


def test_a_main_hero_beaten_by_a_garrison_pays_and_teaches_nobody() -> None:
    given(GAME, *garrison()).when(DamageDealt(target="bows", falls=True)).then(
        table(
            **{"seats.castle.goods.gold": 15, "seats.castle.morale": -1, "seats.dungeon.xp": 0,
               "seats.dungeon.cubes.castle": 1, "seats.castle.main.field": "Castle 0"}
        )
    )  # fmt: skip


def test_against_a_player_all_fighting_units_lost_is_a_defeat_whatever_the_deck_holds() -> None:
    fight = list(duel(own=("pikes", "bows")))
    fight[-2] = UnitsPlaced(seat=CASTLE, units=("pikes",))
    given(GAME, *fight).when(DamageDealt(target="pikes", falls=True)).then(
        table(**{"combats.0.winner": "dungeon", "seats.castle.morale": -1})
    )


def test_a_winning_defender_visits_nothing() -> None:
    spec = given(GAME, *met("Dungeon 1")).when(DamageDealt(target="bows", falls=True))
    assert FieldVisited not in [type(event) for event in spec.outcome.events]
    spec.then(table(**{"fields.Dungeon 1.flags": []}))


@pytest.mark.parametrize(("rulings", "gold", "morale"), [((), 20, 0), (("ai-defeat-penalty",), 15, -1)])
def test_a_defeat_by_an_ai_hero(rulings: tuple[str, ...], gold: int, morale: int) -> None:
    """9.2, 71."""
    fight = (
        *opening(rulings=rulings, mode="campaign"), CombatAnnounced(seat=CASTLE, kind="ai hero"),
        CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE, units=("wolves",)),
    )  # fmt: skip
    given(GAME, *fight).when(DamageDealt(target="pikes", falls=True)).then(
        table(**{"seats.castle.goods.gold": gold, "seats.castle.morale": morale})
    )


# --- told --------------------------------------------------------------------------------------


def test_while_both_sides_have_units_a_combat_is_not_over() -> None:
    given(GAME, *duel()).when(CombatEnded(winner=CASTLE)).then(refused("still-fighting"))


def test_a_third_player_does_not_win_a_combat() -> None:
    given(GAME, *duel(others=THIRD)).when(CombatEnded(winner="necropolis", outcome="conceded")).then(
        refused("not-offered")
    )


def test_a_table_that_does_not_track_combats_says_who_won() -> None:
    start = (*opening(tracks=("towns",)), CombatAnnounced(seat=CASTLE, level=2))
    given(GAME, *start).then_must(CombatTold)
    given(GAME, *start).when(CombatTold(winner=CASTLE)).then(table(combat=None, **{"seats.castle.xp": 2}))
    given(GAME, *start).when(CombatTold(winner="neutral")).then(
        table(**{"combats.0.outcome": "retreat", "seats.castle.deeds.combats_lost": 0})
    )


def test_a_told_victory_over_level_vii_was_over_an_azure_unit() -> None:
    start = (*opening(tracks=("towns",)), CombatAnnounced(seat=CASTLE, level=7))
    given(GAME, *start).when(CombatTold(winner=CASTLE)).then(table(**{"seats.castle.xp": 12}))


def test_a_told_victory_over_two_cyclopes_was_over_none() -> None:
    """6.4: they stand in place of the azure units."""
    there = given(GAME, *on_map(), HeroPlaced(seat=CASTLE, to="Castle 3")).play.campaign.table
    there.fields["Castle 3"].location, there.fields["Castle 3"].level = "cyclops-stockpile", 7
    fought = Combat(attacker=CASTLE, field="Castle 3", level=7)
    assert not is_azure(there, fought)
    there.fields["Castle 3"].location = "stables"
    assert is_azure(there, fought)
