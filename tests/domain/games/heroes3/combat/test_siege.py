"""Sieges: walls of an own town with a Citadel, the gate, and the Arrow Tower (3.14)."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.kernel import Adjusted
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.acting import CombatRoundStarted, UnitDefended, UnitPassed
from domain.games.heroes3.combat.aiming import ai_targets
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.describing import UnitDescribed
from domain.games.heroes3.combat.ending import CombatSurrendered
from domain.games.heroes3.combat.fighters import damage_of, spaces_in_reach, targets_of
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.siege import TowerDestroyed, WallDestroyed, WallsPlaced
from domain.games.heroes3.combat.striking import AttackMade, DamageDealt, strike_of
from domain.games.heroes3.display.fights import board_plan, combat_piece
from domain.games.heroes3.land.moving import HeroPlaced
from domain.games.heroes3.modes.ai_heroes import AiHeroAttacked, AiHeroSetUp
from domain.games.heroes3.setup.players import StartTaken
from tests.domain.games.heroes3.combat.fights import duel, home_of, opening, unit
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON

TOWER = "arrow-tower"


def siege(
    *buildings: Any, spaces: Any = None, stands: Any = None, field: str = "Dungeon 0", own: Any = ("pikes", "bows")
) -> Any:
    """The Castle attacks the main hero of the Dungeon in its town, on the board."""
    homes = (*home_of(CASTLE), *home_of(DUNGEON, "2 1"))
    built = StartTaken(seat=DUNGEON, buildings=buildings)
    where = spaces or {"pikes": "1 2", "bows": "2 2"}
    return (
        *opening(unit("elves", type="ranged", attack=4, initiative=9), tracks=("towns", "combats", "map"), own=own,
                 others=(*homes, built)),
        HeroPlaced(seat=DUNGEON, to=field), HeroPlaced(seat=CASTLE, to=field, visits=True), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE, spaces=where), UnitsPlaced(seat=DUNGEON, spaces=stands or {"imps": "1 4"}),
    )  # fmt: skip


WALLED = (*siege("citadel"), WallsPlaced(seat=DUNGEON, gate="2"))


def test_an_own_town_with_a_citadel_has_walls_a_gate_and_a_tower() -> None:
    given(GAME, *siege("citadel")).then_must(WallsPlaced)
    given(GAME, *WALLED).then(
        table(
            **{"combat.kind": "siege", "combat.walls": dict.fromkeys("1234", True), "combat.gate": "2",
               "combat.tower": True, "combat.fighters.arrow-tower.tier": "silver"}
        )
    )  # fmt: skip


def test_walls_are_put_up_once() -> None:
    """Those that were destroyed would stand again, so no card overrules that."""
    again = given(GAME, *WALLED).when(WallsPlaced(seat=DUNGEON, gate="3"), bend="a card says so")
    again.then(refused("walls-stand", bendable=False))


@pytest.mark.parametrize("board", ["laid", "none"])
def test_walls_stand_before_the_first_round(board: str) -> None:
    """No unit acts before, so none is walled in (p40)."""
    begun = [*siege("citadel")]
    if board == "none":
        begun[-2:] = UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON)
    waits = given(GAME, *begun).then(table(**{"combat.stage": "setup", "combat.round": 0})).then_must(WallsPlaced)
    waits.when(UnitPassed(seat=CASTLE, unit="pikes")).then(refused("not-now"))
    waits.when(CombatRoundStarted()).then(refused("walls-first", bendable=True, says="Dungeon"))
    waits.when(WallsPlaced(seat=DUNGEON, gate="4")).then(followed(CombatRoundStarted(number=1)))


@pytest.mark.parametrize(
    ("unit", "space", "gate", "walled"),
    [("pikes", "2 3", "4", True), ("pikes", "2 3", "2", True), ("imps", "2 3", "4", True), ("imps", "2 3", "2", False)],
)
def test_a_unit_is_never_walled_in(unit: str, space: str, gate: str, walled: bool) -> None:
    """Only a defender may be in the gate (p46)."""
    moved = Adjusted(path=f"combat.fighters.{unit}.space", after=space, reason="as it stands on the table")
    walls = given(GAME, *siege("citadel"), moved).when(WallsPlaced(seat=DUNGEON, gate=gate))
    walls.then(refused("walled-in", bendable=False) if walled else table(**{"combat.gate": gate}))


def test_without_the_board_the_tower_shoots_all_the_same() -> None:
    """Walls are asked for where nobody said where units stand, too."""
    begun = [*siege("citadel")]
    begun[-2:] = UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON)
    given(GAME, *begun).then_must(WallsPlaced)


def test_without_the_board_who_shoots_into_a_town_says_whether_a_wall_is_between() -> None:
    """p47."""
    begun = [*siege("citadel", own=("pikes", "bows"))]
    begun[-2:] = UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON)
    spec = given(GAME, *begun, WallsPlaced(seat=DUNGEON, gate="2"))
    asked = AttackMade.offers_without_board(spec.play.campaign.table, CASTLE, "bows")
    assert [offer.fields for offer in asked][-1] == {"seat": CASTLE, "unit": "bows", "walled": True}


def test_in_the_own_town_nobody_is_offered_to_surrender() -> None:
    there = given(GAME, *WALLED).play.campaign.table
    seats = [ask.seats for ask in next(combat_piece(there)).asks if ask.event is CombatSurrendered]
    assert seats == [frozenset({CASTLE})]


def test_the_board_shows_walls_and_the_gate() -> None:
    plan = board_plan(there := given(GAME, *WALLED).play.campaign.table, there.combat)
    assert [str(space.name) for space in plan.spaces[8:12]] == ["wall", "gate", "wall", "wall"]
    assert {space.kind for space in plan.spaces[8:12]} >= {"rock"}


def test_a_tap_on_a_wall_beside_the_unit_that_is_next_destroys_it() -> None:
    beside = (*siege("citadel", spaces={"pikes": "1 2", "bows": "2 1"}), WallsPlaced(seat=DUNGEON, gate="2"))
    there = given(GAME, *beside).play.campaign.table
    plan = board_plan(there, there.combat)
    at = {space.id for space in plan.spaces}
    taps = [(value, pad.event.unit) for pad in plan.pads if pad.field == "column" for value, _ in pad.choices]
    assert taps == [("1", "pikes")]
    assert at & {"1", "1 3"} == {"1"}


def test_beside_the_gate_the_gate_is_what_is_destroyed() -> None:
    beside = (*siege("citadel", spaces={"pikes": "1 2", "bows": "2 1"}), WallsPlaced(seat=DUNGEON, gate="1"))
    spec = given(GAME, *beside).then_prompts("Pikes: destroy the gate")
    there = spec.play.campaign.table
    plan = board_plan(there, there.combat)
    assert [str(name) for pad in plan.pads if pad.field == "column" for _, name in pad.choices] == ["gate"]


def test_without_a_citadel_there_are_no_walls() -> None:
    given(GAME, *siege()).then_no_prompt(WallsPlaced)
    given(GAME, *siege()).when(WallsPlaced(seat=DUNGEON, gate="1")).then(refused("no-walls"))


def test_a_settlement_has_no_walls() -> None:
    given(GAME, *siege("citadel", field="Dungeon 2")).when(WallsPlaced(seat=DUNGEON, gate="1")).then(
        refused("no-walls")
    )


def test_a_random_town_has_walls_and_no_tower() -> None:
    """9.2, 76: who plays the guards says where the gate is."""
    town = (
        *opening(), CombatAnnounced(seat=CASTLE, kind="random town"), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 2"}), NeutralsDrawn(seat=CASTLE, units=("slings",)),
    )  # fmt: skip
    given(GAME, *town).when(WallsPlaced(seat=DUNGEON, gate="1")).then(
        table(**{"combat.tower": False, "combat.walls.3": True, "combat.fighters.arrow-tower": NOTHING}),
        says("Walls in front of neutral units; the gate is in column 1", "Combat round 1 began"),
    )


def test_a_scenario_may_put_walls_before_an_ai_hero() -> None:
    """3.17: who plays the campaign may put them up, where its text names them."""
    town = (
        *opening(mode="campaign"), AiHeroSetUp(name="Roland", units=("slings",)),
        AiHeroAttacked(seat=CASTLE, name="Roland"), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 2"}), NeutralsDrawn(seat=CASTLE),
    )  # fmt: skip
    given(GAME, *town).then_prompts("Put walls up before the AI, if the scenario says so")
    given(GAME, *town).when(WallsPlaced(seat=CASTLE, gate="1")).then(table(**{"combat.gate": "1"}))
    acted = (*town, UnitPassed(seat=CASTLE, unit="pikes"))
    given(GAME, *acted).then_no_prompt(WallsPlaced)


def ai_town(*units: Any, spaces: Any = None, own: Any = ("pikes",)) -> Any:
    """The Castle attacks an AI hero on the board."""
    return (
        *opening(unit("snails", initiative=1), mode="campaign", own=own), AiHeroSetUp(name="Roland", units=units),
        AiHeroAttacked(seat=CASTLE, name="Roland"), CombatBegun(seat=CASTLE, board="standard"),
        UnitsPlaced(seat=CASTLE, spaces=spaces or {"pikes": "1 2"}), NeutralsDrawn(seat=CASTLE),
    )  # fmt: skip


def test_the_gate_of_the_ai_is_in_front_of_its_fastest_ground_unit() -> None:
    """p48: neither the faster flying wyverns nor the slower snails."""
    wyverns = unit("wyverns", type="flying", initiative=9)
    town = ai_town("wyverns", "snails", "trolls")
    spec = given(GAME, town[0], wyverns, *town[1:])
    fighters = spec.play.campaign.table.combat.fighters
    fighters["snails"].initiative = 2
    column = fighters["snails"].space[0]
    other = next(at for at in "1234" if at != column)
    spec.then_prompts(WallsPlaced(seat=CASTLE, gate=column))
    spec.when(WallsPlaced(seat=CASTLE, gate=other)).then(refused("ai-gate", says=f"Snails, in column {column}"))


def test_with_an_unknown_initiative_the_table_says_where_the_gate_of_the_ai_is() -> None:
    """Unknown is not 0."""
    spec = given(GAME, *ai_town("snails", "trolls"))
    spec.play.campaign.table.combat.fighters["trolls"].initiative = None
    spec.when(WallsPlaced(seat=CASTLE, gate="4")).then(table(**{"combat.gate": "4"}))


def test_a_unit_of_the_ai_that_reaches_nobody_in_a_siege_defends() -> None:
    """p48: it destroys no walls, and waits for the attackers."""
    walled = (*ai_town("trolls"), WallsPlaced(seat=CASTLE, gate="1"), UnitPassed(seat=CASTLE, unit="pikes"))
    spec = given(GAME, *ai_town("trolls"), WallsPlaced(seat=CASTLE, gate="1"), UnitPassed(seat=CASTLE, unit="pikes"))
    fighters = spec.play.campaign.table.combat.fighters
    fighters["trolls"].space, fighters["pikes"].space = "4 4", "4 1"
    spec.then_no_prompt(WallDestroyed).then_prompts(UnitDefended(seat=CASTLE, unit="trolls"))
    spec.when(WallDestroyed(seat=CASTLE, unit="trolls", column="4")).then(refused("ai-spares-walls"))
    spec.when(UnitDefended(seat=CASTLE, unit="trolls")).then(table(**{"combat.fighters.trolls.shield": True}))
    open_field = given(GAME, *walled[:-2], UnitPassed(seat=CASTLE, unit="pikes"))
    open_field.when(UnitDefended(seat=CASTLE, unit="trolls")).then(refused("neutral-defends"))


def test_the_gate_stops_attackers_and_lets_defenders_through() -> None:
    there = given(GAME, *WALLED).play.campaign.table
    assert not {"1 3", "2 3"} & {*spaces_in_reach(there, "pikes")}
    assert "2 3" in spaces_in_reach(there, "imps")
    assert "1 3" not in spaces_in_reach(there, "imps")


def test_a_unit_beside_a_wall_destroys_it_as_its_attack() -> None:
    """E34; 9.2, 65: no dice; it has acted then."""
    given(GAME, *WALLED).when(WallDestroyed(seat=CASTLE, unit="pikes", column="1")).then(
        table(**{"combat.walls.1": False, "combat.fighters.pikes.attacked": True})
    )
    gone = (*WALLED, WallDestroyed(seat=CASTLE, unit="pikes", column="1"))
    given(GAME, *gone).when(WallDestroyed(seat=CASTLE, column="1")).then(refused("wall-gone"))
    own = (*WALLED, UnitPassed(seat=CASTLE, unit="pikes"))
    given(GAME, *own).when(WallDestroyed(seat=DUNGEON, unit="imps", column="1")).then(
        table(**{"combat.walls.1": False})
    )


def test_a_wall_farther_off_or_beside_a_ranged_unit_stands() -> None:
    """R43."""
    given(GAME, *WALLED).when(WallDestroyed(seat=CASTLE, unit="pikes", column="3")).then(refused("not-beside-wall"))
    ranged = (*WALLED, UnitPassed(seat=CASTLE, unit="pikes"), UnitPassed(seat=DUNGEON, unit="imps"))
    given(GAME, *ranged).when(WallDestroyed(seat=CASTLE, unit="bows", column="2")).then(refused("not-beside-wall"))


def test_a_unit_that_attacked_destroys_no_wall() -> None:
    acted = (*WALLED, UnitPassed(seat=CASTLE, unit="pikes"))
    given(GAME, *acted).when(WallDestroyed(seat=CASTLE, unit="pikes", column="1")).then(
        refused("has-acted", says="Pikes")
    )


@pytest.mark.parametrize(("imps", "damage"), [("1 4", 2), ("1 3", 3)])
def test_a_wall_takes_one_from_a_shot_at_who_stands_behind_it(imps: str, damage: int) -> None:
    """E20, E21."""
    fight = list(siege("citadel", own=("elves",), spaces={"elves": "1 2"}))
    there = given(GAME, *fight, WallsPlaced(seat=DUNGEON, gate="2")).play.campaign.table
    there.combat.fighters["imps"].space = imps
    assert damage_of(there, strike_of(there, "elves", "imps"), 0) == damage


def test_without_a_board_the_table_says_that_a_wall_protects() -> None:
    fight = duel(unit("elves", type="ranged", attack=4, initiative=9), own=("elves",))
    attack = AttackMade(seat=CASTLE, unit="elves", target="imps", dice=(0,), walled=True)
    given(GAME, *fight).when(attack).then(table(**{"combat.fighters.imps.damage": 2}))


def test_only_ranged_units_attack_the_tower() -> None:
    there = given(GAME, *WALLED).play.campaign.table
    assert TOWER not in targets_of(there, "pikes")
    assert TOWER in targets_of(there, "bows")
    given(GAME, *WALLED).when(AttackMade(seat=CASTLE, unit="pikes", target=TOWER)).then(refused("only-ranged"))


def test_the_tower_shoots_at_anybody_with_one_die() -> None:
    told = (*WALLED, UnitDescribed(unit=TOWER, attack=3, defense=1, hp=4, initiative=9))
    shot = AttackMade(seat=DUNGEON, unit=TOWER, target="bows", dice=(0,))
    given(GAME, *told).when(shot).then(
        table(**{"combat.fighters.bows.damage": 2, "combat.fighters.bows.retaliated": False})
    )


def test_the_tower_of_an_ai_shoots_at_who_has_the_least_left() -> None:
    there = given(GAME, *WALLED).play.campaign.table
    there.combat.fighters["bows"].tier = there.combat.fighters["pikes"].tier = "silver"
    there.combat.fighters["bows"].type = "ground"
    there.combat.fighters["bows"].damage = 1
    assert ai_targets(there, TOWER) == ["bows"]


def test_the_tower_falls_with_the_last_wall_or_by_itself() -> None:
    breached = (*WALLED, *(WallDestroyed(seat=CASTLE, column=column) for column in "123"))
    given(GAME, *breached).when(WallDestroyed(seat=CASTLE, column="4")).then(table(**{"combat.tower": False}))
    given(GAME, *WALLED).when(TowerDestroyed()).then(table(**{"combat.tower": False}))
    given(GAME, *WALLED).when(DamageDealt(target=TOWER, falls=True)).then(
        table(**{"combat.tower": False, "combat.lost": []})
    )


def test_it_is_told_whether_a_wall_or_the_gate_was_destroyed_and_the_tower_with_the_last() -> None:
    before = (*WALLED, *(WallDestroyed(seat=CASTLE, column=column) for column in "134"))
    given(GAME, *WALLED).when(WallDestroyed(seat=CASTLE, column="1")).then(says("The wall in column 1 was destroyed"))
    given(GAME, *WALLED).when(WallDestroyed(seat=CASTLE, column="2")).then(says("The gate in column 2 was destroyed"))
    given(GAME, *before).when(WallDestroyed(seat=CASTLE, column="2")).then(
        says("The gate in column 2 was destroyed, and the Arrow Tower with it")
    )


def test_a_tap_on_the_middle_row_puts_the_gate_there_before_anybody_acts() -> None:
    there = given(GAME, *siege("citadel")).play.campaign.table
    plan = board_plan(there, there.combat)
    assert [(pad.field, [value for value, _ in pad.choices]) for pad in plan.pads] == [("gate", [*"1234"])]
    assert [space.id for space in plan.spaces[8:12]] == [*"1234"]


def test_the_card_of_the_tower_is_asked_for_on_the_board_when_it_acts() -> None:
    given(GAME, *WALLED).then_next(UnitPassed)
    told = (UnitDescribed(unit=unit, attack=1, defense=0, hp=9, initiative=9) for unit in ("pikes", "imps", "bows"))
    acted = (UnitPassed(seat=CASTLE, unit="pikes"), UnitPassed(seat=DUNGEON, unit="imps"))
    given(GAME, *WALLED, *told, *acted, UnitPassed(seat=CASTLE, unit="bows")).then_must(UnitDescribed)


def test_the_tower_need_not_be_destroyed_to_win() -> None:
    given(GAME, *WALLED).when(DamageDealt(target="imps", falls=True)).then(
        table(combat=None, **{"combats.0.winner": "castle"})
    )


def test_the_log_says_that_walls_have_a_tower() -> None:
    walls = given(GAME, *siege("citadel")).when(WallsPlaced(seat=DUNGEON, gate="2"))
    there = walls.outcome.play.campaign.table
    assert str(walls.outcome.events[0].describe(there)) == (
        "Walls in front of Dungeon; the gate is in column 2, with the Arrow Tower"
    )
