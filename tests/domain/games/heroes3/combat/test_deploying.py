"""The battlefield board before its first combat round: obstacles, deployment zones, units in turn (p61, p63)."""

from companion.testing import given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.deploying import ObstaclesPlaced, UnitDeployed, ZoneChosen
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.land.moving import HeroPlaced
from domain.games.heroes3.setup.players import StartTaken
from tests.domain.games.heroes3.combat.fights import home_of, opening
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, Events


def begun(*more: object, board: str = "battlefield", **fields: object) -> Events:
    """The Castle attacks the Dungeon on the battlefield board."""
    known = {"own": ("pikes", "bows"), "foes": ("imps",), "boxes": ("battlefield",), **fields}
    attack = CombatAnnounced(seat=CASTLE, defender=DUNGEON)
    return (*opening(**known), attack, CombatBegun(seat=CASTLE, board=board), *more)


ZONES = (ObstaclesPlaced(), ZoneChosen(seat=CASTLE, zone="on the right"))
CHOSEN = (*ZONES, UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON))
PIKES, IMPS = UnitDeployed(seat=CASTLE, unit="pikes"), UnitDeployed(seat=DUNGEON, unit="imps")


def test_with_the_battlefield_a_combat_between_players_may_begin_on_its_board() -> None:
    """p63."""
    announced = (*opening(boxes=("battlefield",)), CombatAnnounced(seat=CASTLE, defender=DUNGEON))
    given(GAME, *announced).then_prompts("Begin it on the battlefield board")
    given(GAME, *opening(boxes=("battlefield",)), CombatAnnounced(seat=CASTLE)).then_no_prompt(
        "Begin it on the battlefield board"
    )
    given(GAME, *opening(), CombatAnnounced(seat=CASTLE, defender=DUNGEON)).then_no_prompt(
        "Begin it on the battlefield board"
    )


def test_first_the_obstacles_then_a_zone_then_the_units() -> None:
    given(GAME, *begun()).then_next("Place all obstacle tokens in turn: Castle begins")
    given(GAME, *begun(ZONES[0])).then_next("Which deployment zone does Castle take?")
    given(GAME, *begun(*ZONES)).then_next("Place your units")
    given(GAME, *begun(*CHOSEN)).then_next("Place a unit of Castle in the deployment zone on the right")
    given(GAME, *begun(*CHOSEN, PIKES)).then_next("Place a unit of Dungeon in the deployment zone on the left")


def test_the_log_names_obstacles_zones_and_units() -> None:
    given(GAME, *begun()).when(ZONES[0]).then(says("The obstacles were placed, Castle first"))
    given(GAME, *begun(ZONES[0])).when(ZONES[1]).then(
        says("Castle chose the deployment zone on the right"),
        table(**{"combat.zones": {CASTLE: "on the right", DUNGEON: "on the left"}}),
    )
    given(GAME, *begun(*CHOSEN)).when(PIKES).then(says("Pikes was placed in the deployment zone on the right"))


def test_no_zone_is_chosen_before_the_obstacles_and_none_by_the_other_player() -> None:
    given(GAME, *begun()).when(ZONES[1]).then(refused("obstacles-first"))
    given(GAME, *begun(ZONES[0])).when(ZoneChosen(seat=DUNGEON, zone="on the left")).then(
        refused("holder-chooses", says="Castle")
    )
    given(GAME, *begun(*ZONES)).when(ZONES[1]).then(refused("zones-chosen", bendable=False))
    given(GAME, *begun(*ZONES)).when(ZONES[0]).then(refused("obstacles-stand", bendable=False))


def test_a_unit_is_placed_in_the_zone_of_its_side() -> None:
    outside = PIKES.copy_with(zone="on the left")
    given(GAME, *begun(*CHOSEN)).when(outside).then(
        refused("other-deployment-zone", says="Pikes is placed in the deployment zone of its own side, on the right.")
    )
    without = (UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON))
    given(GAME, *begun(*without)).when(PIKES).then(refused("zone-first"))


def test_units_are_placed_in_turn_until_a_side_has_none_left() -> None:
    given(GAME, *begun(*CHOSEN)).when(IMPS).then(refused("other-deploys", says="Castle"))
    given(GAME, *begun(*CHOSEN, PIKES)).when(UnitDeployed(seat=CASTLE, unit="bows")).then(
        refused("other-deploys", says="Dungeon")
    )
    last = UnitDeployed(seat=CASTLE, unit="bows")
    given(GAME, *begun(*CHOSEN, PIKES, IMPS)).then(table(**{"combat.round": 0})).when(last).then(
        table(**{"combat.round": 1})
    )


def test_the_first_combat_round_waits_for_obstacles_and_zones() -> None:
    given(GAME, *begun(UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON))).then(
        table(**{"combat.round": 0})
    ).then_next("Place all obstacle tokens in turn: Castle begins")


def test_in_a_siege_walls_and_gate_are_the_only_obstacles() -> None:
    """p63."""
    others = (*home_of(CASTLE), *home_of(DUNGEON, "2 1"), StartTaken(seat=DUNGEON, buildings=("citadel",)))
    siege = (
        *opening(tracks=("towns", "combats", "map"), others=others), HeroPlaced(seat=DUNGEON, to="Dungeon 0"),
        HeroPlaced(seat=CASTLE, to="Dungeon 0", visits=True), CombatBegun(seat=CASTLE, board="battlefield"),
    )  # fmt: skip
    spec = given(GAME, *siege).then_next("Put up walls and gate as the rulebook shows: there are no other obstacles")
    spec.when(ObstaclesPlaced()).then(says("The obstacles were placed: walls and gate alone"))


def test_neutral_units_are_placed_in_turn_by_the_player_of_neutral_units() -> None:
    guards = (*opening(), CombatAnnounced(seat=CASTLE), CombatBegun(seat=CASTLE, board="battlefield"))
    drawn = (*guards, *ZONES, UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE, units=("wolves",)), PIKES)
    given(GAME, *drawn).then_next("Place a unit of neutral units in the deployment zone on the left").when(
        UnitDeployed(seat=DUNGEON, unit="wolves")
    ).then(table(**{"combat.round": 1}))


def test_other_boards_have_no_zones() -> None:
    standard = begun(board="standard")
    given(GAME, *standard).when(ObstaclesPlaced()).then(refused("other-board")).then_no_prompt(
        ObstaclesPlaced, ZoneChosen, UnitDeployed
    )
