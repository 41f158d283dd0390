"""Combats as the events that lead there, with units invented for tests, so that every number is known."""

from collections.abc import Mapping
from typing import Any

from domain.framework.kernel import ContentAdded
from domain.games.heroes3.cards.decks import KEPT_DECKS
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.deploying import ObstaclesPlaced, UnitDeployed, ZoneChosen
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.land.laying import TileDescribed, TileLaid
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp, RulingMade, StartTaken
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS, Events

TRACKS = ("towns", "combats")


def unit(id_: str, **fields: Any) -> ContentAdded:
    """A card: attack 2, defense 1, 3 hit points, initiative 5, a bronze ground unit where nothing else is said."""
    usual = {"tier": "bronze", "type": "ground", "attack": 2, "defense": 1, "hp": 3, "initiative": 5}
    return ContentAdded(kind="units", id=id_, fields={"en": id_.title(), **usual, **fields})


PACK = {"pack_attack": 3, "pack_defense": 2, "pack_hp": 4, "pack_initiative": 6}
CARDS = (
    unit("pikes", faction=CASTLE, **PACK),
    unit("bows", faction=CASTLE, type="ranged", initiative=4, **PACK),
    unit("birds", faction=CASTLE, type="flying", tier="silver", initiative=7, **PACK),
    unit("imps", faction=DUNGEON, **PACK),
    unit("eyes", faction=DUNGEON, type="ranged", initiative=3, **PACK),
    unit("bats", faction=DUNGEON, type="flying", initiative=8, **PACK),
    unit("wolves", neutral=True, initiative=6),
    unit("slings", neutral=True, type="ranged", initiative=2),
    unit("trolls", neutral=True, tier="silver", initiative=1),
    unit("giants", neutral=True, tier="golden", initiative=1),
    unit("wyrms", neutral=True, tier="azure", initiative=9),
)


def opening(
    *before: ContentAdded,
    own: tuple[str, ...] = ("pikes",),
    packs: tuple[str, ...] = (),
    foes: tuple[str, ...] = ("imps",),
    rulings: tuple[str, ...] = (),
    gold: int = 20,
    others: Events = (),
    **fields: Any,
) -> Events:
    """A game in its first round in which the Castle and the Dungeon have these units; the app keeps its decks."""
    setup: dict[str, Any] = {"mode": "clash", "tracks": TRACKS, "decks": KEPT_DECKS, **fields}
    rivals = setup["mode"] != "campaign"
    dungeon = (
        FactionTaken(faction=DUNGEON, player="Dungeon"),
        StartTaken(seat=DUNGEON, goods={"gold": gold} if gold else {}, units=foes),
    )
    return (
        GameSetUp(**setup), *(RulingMade(ruling=ruling) for ruling in rulings), *CARDS, *before,
        FactionTaken(faction=CASTLE, player="Castle"),
        StartTaken(seat=CASTLE, goods={"gold": gold} if gold else {}, units=own, packs=packs),
        *(dungeon if rivals else ()), *others, GameBegun(starting=CASTLE),
    )  # fmt: skip


def against(
    *guards: str, spaces: Mapping[str, str] | None = None, stands: tuple[str, ...] = (), level: int = 0, **fields: Any
) -> Events:
    """The Castle fights neutral units, on the board if it is said where they stand."""
    return (
        *opening(**fields), CombatAnnounced(seat=CASTLE, level=level), CombatBegun(seat=CASTLE),
        UnitsPlaced(seat=CASTLE, spaces=spaces or {}), NeutralsDrawn(seat=CASTLE, units=guards, spaces=stands),
    )  # fmt: skip


def duel(
    *before: ContentAdded,
    spaces: Mapping[str, str] | None = None,
    stands: Mapping[str, str] | None = None,
    announced: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Events:
    """The Castle fights the Dungeon."""
    return (
        *opening(*before, **fields), CombatAnnounced(seat=CASTLE, defender=DUNGEON, **(announced or {})),
        CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE, spaces=spaces or {}),
        UnitsPlaced(seat=DUNGEON, spaces=stands or {}),
    )  # fmt: skip


def deployed(*pairs: tuple[str, str]) -> Events:
    """Obstacles and zones of the battlefield board, then one unit of each side after the other."""
    in_turn = (each for own, foe in pairs for each in ((CASTLE, own), (DUNGEON, foe)))
    placed = (UnitDeployed(seat=seat, unit=one) for seat, one in in_turn)
    return (ObstaclesPlaced(), ZoneChosen(seat=CASTLE, zone="on the left"), *placed)


def home_of(seat: str, place: str = "0 0", **fields: Any) -> Events:
    """A home tile: around its town a mine, a settlement, a Random Town, and guards of level II."""
    around = {"0": "town", "1": "mine", "2": "settlement", "3": "stables", "4": "random-town"}
    return (
        TileLaid(place=place, kind="starting", tile=seat.title(), seat=seat),
        TileDescribed(tile=seat.title(), locations=around, yields={"1": "materials"}, levels={"3": 2}, **fields),
    )


def on_map(**fields: Any) -> Events:
    """A game with a map: the homes of the Castle and the Dungeon side by side."""
    homes = (*home_of(CASTLE), *home_of(DUNGEON, "2 1"))
    return opening(**{"tracks": (*TRACKS, "map"), "others": homes, **fields})


THIRD = (FactionTaken(faction=NECROPOLIS, player="Necropolis"), StartTaken(seat=NECROPOLIS, units=("skeletons",)))
"""A third player, seated after the other two."""
