"""Combats without a board: guards, two heroes, damage, retaliation, and what the winner gets."""

from companion.testing import given, refused, table
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.striking import AttackMade
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, StartTaken
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON

CARDS = (
    ContentAdded(
        kind="units",
        id="wolves",
        fields={
            "en": "Wolves",
            "tier": "bronze",
            "neutral": True,
            "attack": 2,
            "defense": 1,
            "hp": 2,
            "initiative": 6,
            "type": "ground",
        },
    ),
    ContentAdded(
        kind="units",
        id="pikes",
        fields={
            "en": "Pikes",
            "faction": "castle",
            "tier": "bronze",
            "type": "ground",
            "attack": 2,
            "defense": 1,
            "hp": 2,
            "initiative": 5,
            "pack_attack": 3,
            "pack_defense": 1,
            "pack_hp": 2,
            "pack_initiative": 5,
        },
    ),
)
FIGHT = (
    GameSetUp(mode="clash", tracks=("towns", "combats")),
    *CARDS,
    *(event for faction in (CASTLE, DUNGEON) for event in (FactionTaken(faction=faction, player=faction),)),
    StartTaken(seat=CASTLE, packs=("pikes",)),
    StartTaken(seat=DUNGEON, units=("troglodytes",)),
    GameBegun(starting=CASTLE),
    CombatAnnounced(seat=CASTLE, level=1),
    CombatBegun(seat=CASTLE),
    NeutralsDrawn(seat=CASTLE, units=("wolves",)),
    UnitsPlaced(seat=CASTLE),
)


def test_a_combat_begins_once_both_sides_have_placed_their_units() -> None:
    given(GAME, *FIGHT[:-1]).when(UnitsPlaced(seat=CASTLE)).then(table(**{"combat.round": 1, "combat.stage": "round"}))


def test_the_faster_unit_is_next() -> None:
    given(GAME, *FIGHT).when(AttackMade(seat=CASTLE, unit="pikes", target="wolves")).then(refused("other-next"))


def test_an_attack_is_struck_back() -> None:
    """E17: a Pack that takes its hit points becomes a Few with the rest."""
    given(GAME, *FIGHT).when(AttackMade(seat=DUNGEON, unit="wolves", target="pikes", dice=(1,), back=(0,))).then(
        table(
            **{
                "combat.fighters.pikes.face": "few",
                "combat.fighters.pikes.damage": 0,
                "combat.fighters.wolves.damage": 1,
            }
        )
    )


def test_the_last_unit_of_a_side_ends_the_combat() -> None:
    blow = (*FIGHT, AttackMade(seat=DUNGEON, unit="wolves", target="pikes", dice=(-1,), back=(-1,)))
    given(GAME, *blow).when(AttackMade(seat=CASTLE, unit="pikes", target="wolves", dice=(0,))).then(
        table(combat=None, **{"seats.castle.xp": 1, "seats.castle.deeds.combats_won": 1})
    )
