"""Tables of Odalin to begin with: two heroes who set out, enter the dungeon, and meet two scarabs."""

from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, HeroJoined
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.dungeon.rooms import RoomSetUp
from domain.games.odalin.heroes.cards import ActionCardsKept

HEROES = (
    HeroJoined(hero="Bran", hero_class="guardian", demon_lord="beelzebub", hp=20, soul=2, vigor=2),
    HeroJoined(hero="Ada", hero_class="mage", demon_lord="Asmodeus", hp=14, soul=3, mind=3),
)
"""Two heroes, before the campaign begins."""
JOURNEY = (*HEROES, CampaignBegun())
"""As a journey begins: things change hands."""
DUNGEON = (*JOURNEY, HeroesPrepared(), DungeonEntered())
ROOM = (*DUNGEON, RoomSetUp(entry="1", tile="4A", quiet=True))
"""In a room without enemies, before the initiative is laid."""
PARTY = (
    *ROOM,
    VillainPlaced(name="scarab", hp=6, defense=2, side="chaos", strength=1),
    VillainPlaced(name="scarab", hp=6, defense=2, side="chaos", strength=1),
    ActionCardsKept(),
    InitiativeSet(order=("Bran", "scarab 1", "Ada", "scarab 2")),
)
"""In a combat with two scarabs, at the turn of Bran in the first round."""
