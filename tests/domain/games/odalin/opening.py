"""Moments of a campaign, as the events that lead there: a guardian and a mage before two villains, Ana at turn."""

from typing import Any

from domain.framework.events.event import Event
from domain.framework.kernel import ContentCorrected
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp, HeroJoined, RulingMade
from domain.games.odalin.combat.rounds import InitiativeSet, RoundStarted, TurnEnded
from domain.games.odalin.combat.villains import VillainHeldBack, VillainPlaced
from domain.games.odalin.dungeon.rooms import RoomSetUp
from domain.games.odalin.heroes.cards import ActionCardsKept
from domain.games.odalin.state.table import AREAS

Events = tuple[Event[Any], ...]
ANA, BEN, IMP, OGRE = "Ana", "Ben", "Imp 1", "Ogre 1"
PLAIN = {"defense": 2, "hp": 10}


NO_STATS = dict.fromkeys(("power", "vigor", "agility", "spirit", "mind", "luck"), 0)
NO_BONUSES: Events = tuple(
    ContentCorrected(kind="stats", id=stat, fields={"bonus": {"0": 0, **more}})
    for stat, more in {"power": {}, "vigor": {}, "agility": {"4": 2}}.items()
)
"""Stats of 0, whose tokens add nothing."""


def party(
    *, first: str | None = "guardian", second: str = "mage", hp: int | None = 20, simple: bool = False, **campaign: Any
) -> Events:
    """A campaign of two heroes, in the dungeon."""
    return (
        CampaignSetUp(**campaign),
        HeroJoined(hero=ANA, hero_class=first, demon_lord="beelzebub", hp=hp, soul=2, simplified=simple, **NO_STATS),
        HeroJoined(hero=BEN, hero_class=second, demon_lord="Azazel", hp=15, soul=2, **{**NO_STATS, "luck": 1}),
        *NO_BONUSES,
        *((ActionCardsKept(),) if "cards" in campaign.get("tracks", AREAS) else ()),
        CampaignBegun(),
        HeroesPrepared(),
        DungeonEntered(),
    )


def villains(*, imp: dict[str, Any] | None = None, ogre: dict[str, Any] | None = None) -> Events:
    """A room with an imp of chaos and an ogre of order."""
    return (
        RoomSetUp(entry="1", tile="1", quiet=True),
        VillainPlaced(name="Imp", **{**PLAIN, "side": "chaos", "strength": 1, **(imp or {})}),
        VillainPlaced(name="Ogre", **{**PLAIN, "side": "order", "strength": 2, **(ogre or {})}),
    )


INITIATIVE = InitiativeSet(order=(ANA, IMP, BEN, OGRE))
PARTY: Events = (*party(), *villains(), INITIATIVE)
"""All areas are tracked; the first round has begun, and Ana is at turn."""


def fight(
    *rulings: str, imp: dict[str, Any] | None = None, ogre: dict[str, Any] | None = None, **set_up: Any
) -> Events:
    """The same with other classes, villains, rulings or set up otherwise."""
    ruled = (RulingMade(ruling=ruling) for ruling in rulings)
    return (*party(**set_up), *ruled, *villains(imp=imp, ogre=ogre), INITIATIVE)


CARDS_ASIDE = tuple(area for area in AREAS if area != "cards")
ATTACKING: Events = fight(tracks=CARDS_ASIDE)
"""As `PARTY`, but the action cards stay on the table: an attack that names none is with a card that nobody names."""
IMP_AT_TURN: Events = (TurnEnded(who=ANA),)
BEN_AT_TURN: Events = (*IMP_AT_TURN, VillainHeldBack(villain=IMP))
OGRE_AT_TURN: Events = (*BEN_AT_TURN, TurnEnded(who=BEN))
ROUND_OVER: Events = (*OGRE_AT_TURN, VillainHeldBack(villain=OGRE))
ROUND_TWO: Events = (*ROUND_OVER, RoundStarted())
"""What comes after the opening, until somebody is at turn, the round is over, the next one has begun."""

DICE: Events = tuple(
    ContentCorrected(
        kind="dice", id=colour, fields={"sides": ["hit", "hit+damage", "soul", "corruption", "", "hit+hit"]}
    )
    for colour in ("black", "red", "white", "blue")
)
GREEN = ContentCorrected(kind="dice", id="green", fields={"sides": ["defense", "", "", "", "", "defense+defense"]})
"""Faces of dice that a table typed in."""
