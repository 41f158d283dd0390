"""A first evening: what it is told to type in is enough for a first room, and little."""

from typing import Any

from companion.testing import given, table
from domain.framework.events.event import Event
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import (
    FIRST_EVENING,
    TRACKING_SETS,
    CampaignBegun,
    CampaignSetUp,
    HeroJoined,
)
from domain.games.odalin.combat.attacks import AttackDealt, AttackDeclared
from domain.games.odalin.combat.defeats import BurstResolved, OppositeAttackTold
from domain.games.odalin.combat.rounds import InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import BlowTaken, VillainAttacked, VillainNumbersSet
from domain.games.odalin.dungeon.rooms import RoomSetUp
from tests.domain.games.odalin.opening import ANA, BEN, IMP, OGRE

HEROES = (
    HeroJoined(hero=ANA, hp=20, soul=2, power=2, agility=4, luck=0),
    HeroJoined(hero=BEN, hp=15, soul=3, power=3, agility=2, luck=1),
)
ROOM = (
    RoomSetUp(entry="1", villains={"Imp": 1, "Ogre": 1}),
    VillainNumbersSet(villain=IMP, hp=4, defense=2, side="chaos", strength=1),
    VillainNumbersSet(villain=OGRE, hp=9, defense=3, side="order", strength=2),
)
MINUTES, SECONDS_A_VALUE = 15, 20
FIGHT: tuple[Event[Any], ...] = (
    CampaignSetUp(tracks=TRACKING_SETS[0].areas),
    *HEROES,
    CampaignBegun(),
    HeroesPrepared(),
    DungeonEntered(),
    *ROOM,
    InitiativeSet(order=(ANA, IMP, BEN, OGRE)),
    AttackDeclared(hero=ANA, target=IMP),
    AttackDealt(hero=ANA, target=IMP, damage=5),
    OppositeAttackTold(villain=IMP, stronger=False),
    BurstResolved(villain=IMP),
    TurnEnded(who=ANA),
    AttackDeclared(hero=BEN, target=OGRE),
    AttackDealt(hero=BEN, target=OGRE, damage=3),
    TurnEnded(who=BEN),
    VillainAttacked(villain=OGRE, hero=BEN),
)


def test_what_the_first_page_tells_to_type_in_is_enough_for_a_round() -> None:
    spec = given(GAME, *FIGHT).when(BlowTaken(hero=BEN, damage=4))
    spec.then(table(**{"heroes.Ben.hp": 11, "villains.Ogre 1.hp": 6})).then_must("Begin round 2")


def test_the_first_page_says_what_is_asked_for_if_a_hero_joins_without_numbers() -> None:
    play = given(GAME, CampaignSetUp(tracks=TRACKING_SETS[0].areas), HeroJoined(hero=ANA)).play
    titles = [str(one.title) for one in GAME.prompts(play.campaign.table)]
    asked = [title for title in titles if title.startswith(ANA)]
    assert asked == [
        f"{ANA}: {what}"
        for what in (
            *("class and stats on its tile", "which Demon Lord?", "weapon and armor"),
            *("how many hit points?", "which base soul?"),
        )
    ]
    assert str(FIRST_EVENING[0]).endswith("for what is missing, for the Demon Lord, and for weapon and armor.")


def test_it_stays_under_a_quarter_of_an_hour() -> None:
    """Two heroes and a first room, each value found on a tile or a card and typed in."""
    values = [value for event in (*HEROES, *ROOM) for value in event.model_dump(exclude_unset=True).values()]
    assert len(values) * SECONDS_A_VALUE < MINUTES * 60
