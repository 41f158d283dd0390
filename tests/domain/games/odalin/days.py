"""Moments of the days of a campaign, as the events that lead there."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp, HeroJoined
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import VillainLeft
from domain.games.odalin.dungeon.rest import Rested
from domain.games.odalin.dungeon.rift import HellRiftEntered, RiftRoomSetUp
from domain.games.odalin.dungeon.rooms import RelicGained, RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.cards import ActionCardsKept
from domain.games.odalin.heroes.dials import DamageTaken

Events = tuple[Event[Any], ...]
ANA, BEN = "Ana", "Ben"
HEROES: Events = (
    HeroJoined(hero=ANA, hp=20, soul=2, vigor=3, agility=4),
    HeroJoined(hero=BEN, hp=15, soul=1, vigor=1),
)
ALL_DOWN: Events = (DamageTaken(whom=ANA, amount=30), DamageTaken(whom=BEN, amount=30))
ROOM = RoomSetUp(entry="1", doors={"2": "2"}, sanctuaries=("9",), quiet=True)
THEN = "a card says so"


def journey(**set_up: Any) -> Events:
    """The first journey of two heroes."""
    return (CampaignSetUp(**set_up), *HEROES, CampaignBegun())


JOURNEY = journey()
DUNGEON: Events = (*JOURNEY, HeroesPrepared(), DungeonEntered(), ROOM, InitiativeSet(order=(ANA, BEN)))
"""A first room without enemies, with a door and a sanctuary, in the first round; Ana is at turn."""
UNTRACKED: Events = (*journey(tracks=("equipment",)), HeroesPrepared(), DungeonEntered())
"""A dungeon of a table that tracks neither turns nor rooms."""
CAMPFIRE: Events = (*DUNGEON, RelicGained(), SanctuaryOpened(hero=ANA, door="9"))
RESTED: Events = (*CAMPFIRE, Rested())
RIFT: Events = (*RESTED, HellRiftEntered())
COMERS = ("Imp", "Ghoul", "Cultist")
IN_THE_RIFT = RiftRoomSetUp(villains=COMERS, dice=(7,))
RIFT_ROOM: Events = (
    *RIFT,
    IN_THE_RIFT,
    ActionCardsKept(),
    InitiativeSet(order=(ANA, BEN, *(f"{name} 1" for name in COMERS))),
)


def gone(*villains: str) -> Events:
    """Villains leave the board, by which the combat is over with the last one."""
    return tuple(VillainLeft(villain=villain) for villain in villains)


CLEARED: Events = (*RIFT_ROOM, *gone(*(f"{name} 1" for name in COMERS)))
"""The first room of a rift was fought out, and Ana is at turn."""
