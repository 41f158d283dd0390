"""Limits and bounds that more than one event could get round."""

from typing import Any

import pytest

from companion.testing import NOTHING, bent, given, refused, table
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, EntryRead, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp, HeroJoined
from domain.games.odalin.combat.attacks import AttackDealt, AttackDeclared
from domain.games.odalin.combat.defeats import SecondLifeUsed, VillainDefeated
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.combat.power import PowerRaised
from domain.games.odalin.combat.villains import (
    AttackCardDrawn,
    EliteMade,
    VillainAttacked,
    VillainHeldBack,
)
from domain.games.odalin.dungeon.loot import LampUsed
from domain.games.odalin.dungeon.rooms import Interacted, RewardsCollected, RoomSetUp, TokenPlaced, TrapSprung
from domain.games.odalin.heroes.cards import SleeveNamed
from domain.games.odalin.heroes.dials import DamageTaken
from tests.domain.games.odalin.days import DUNGEON
from tests.domain.games.odalin.opening import ANA, ATTACKING, BEN, CARDS_ASIDE, IMP, IMP_AT_TURN, OGRE, PARTY, fight

AT_ONCE = fight(tracks=("turns", "conditions", "rooms", "power"))
"""A fight at a table that only says what attacks dealt."""
STRUCK = (*AT_ONCE, AttackDeclared(hero=ANA, target=IMP), AttackDealt(hero=ANA, target=IMP, damage=2))
AT_TURN = (*PARTY, *IMP_AT_TURN)


@pytest.mark.parametrize("events", [PARTY, AT_ONCE, STRUCK], ids=["step by step", "not declared", "dealt before"])
def test_an_attack_deals_its_damage_to_each_target_once(events: Any) -> None:
    """一次攻击: one attack a turn, and what it deals is no second one."""
    again = AttackDealt(hero=ANA, target=IMP, damage=2)
    given(GAME, *events).when(again).then(refused("nothing-to-deal", bendable=True))
    given(GAME, *events).when(again, bend="a card strikes twice").then(bent("nothing-to-deal"))


@pytest.mark.parametrize(
    "said",
    [
        {"target": IMP, "others": (OGRE,)},
        {"target": IMP, "shape": "area"},
        {"target": IMP, "damage": 9},
        {"target": BEN},
    ],
    ids=["two targets", "an area", "more damage", "a friend"],
)
@pytest.mark.parametrize("events", [PARTY, AT_ONCE], ids=["step by step", "at once"])
def test_a_basic_attack_is_one_damage_to_one_enemy(events: Any, said: dict[str, Any]) -> None:
    """基础攻击: a simple attack of 1 damage at an adjacent enemy."""
    given(GAME, *events).when(AttackDeclared(hero=ANA, basic=True, **said)).then(refused("basic-attack", bendable=True))
    given(GAME, *events).when(AttackDeclared(hero=ANA, basic=True, target=IMP, damage=1)).then()


@pytest.mark.parametrize(
    "said", [{"others": (OGRE,)}, {"shape": "area"}, {"damage": 9}, {"keyword": "sacred healing"}, {"movement": 2}]
)
def test_an_attack_without_a_card_is_basic_where_cards_are_tracked(said: dict[str, Any]) -> None:
    given(GAME, *PARTY).when(AttackDeclared(hero=ANA, target=IMP, **said)).then(refused("basic-attack"))
    given(GAME, *PARTY).when(AttackDeclared(hero=ANA, target=IMP)).then(table(**{"attack.damage": 1}))
    given(GAME, *ATTACKING).when(AttackDeclared(hero=ANA, target=IMP, **{"damage": 2, **said})).then()


def test_a_card_that_nobody_named_tilts_the_balance_by_what_is_said_of_it() -> None:
    aside = fight(system="balance track", tracks=CARDS_ASIDE)
    attack = AttackDeclared(hero=ANA, target=IMP, damage=2)
    spec = given(GAME, *aside).when(attack).then(refused("tilt-unknown"))
    spec.and_then(attack.model_copy(update={"side": "order", "strength": 1})).then(table(balance=2))
    given(GAME, *aside).when(attack.model_copy(update={"basic": True, "damage": 1})).then(table(balance=0))


def test_a_basic_attack_aims_at_no_ally_either() -> None:
    joined = (*PARTY, AllyJoined(name="Skeleton"))
    given(GAME, *joined).when(AttackDeclared(hero=ANA, basic=True, target="Skeleton")).then(refused("basic-attack"))


ELITE = fight(imp={"elite": True})


def test_an_elite_falls_only_with_its_second_life_used() -> None:
    """第二条命: the first time it is about to be defeated, it has all hit points again."""
    given(GAME, *ELITE).when(VillainDefeated(villain=IMP)).then(refused("second-life-left", bendable=True))
    fallen = (*ELITE, DamageTaken(whom=IMP, amount=20))
    given(GAME, *fallen).then(table(**{"villains.Imp 1.second_life": True})).when(VillainDefeated(villain=IMP)).then(
        table(**{"villains.Imp 1": NOTHING})
    )


def test_a_second_life_begins_at_no_hit_points() -> None:
    hurt = (*ELITE, DamageTaken(whom=IMP, amount=3))
    given(GAME, *hurt).when(SecondLifeUsed(villain=IMP)).then(refused("still-stands", bendable=True))
    given(GAME, *fight(imp={"elite": True, "hp": None})).when(SecondLifeUsed(villain=IMP)).then()


def test_a_villain_has_one_elite_card() -> None:
    """精英敌人: an elite card is put beside its initiative card."""
    made = (*PARTY, EliteMade(villain=IMP, card="Fierce"))
    given(GAME, *made).when(EliteMade(villain=IMP, card="Swift")).then(refused("elite-already", bendable=True))
    given(GAME, *ELITE).when(EliteMade(villain=IMP)).then(refused("elite-already"))
    given(GAME, *ELITE).when(EliteMade(villain=IMP, card="Fierce")).then(
        table(**{"villains.Imp 1.elite_card": "Fierce"})
    )


DRAWN = (*AT_TURN, AttackCardDrawn(villain=IMP, card="Claws"))


def test_a_villain_draws_one_attack_card_in_its_turn() -> None:
    """敌人回合: the top card of its deck."""
    given(GAME, *DRAWN).when(AttackCardDrawn(villain=IMP, card="Teeth")).then(refused("one-card", bendable=True))
    acted = (*DRAWN, VillainHeldBack(villain=IMP))
    given(GAME, *acted).then(table(card=""))


@pytest.mark.parametrize("first", [VillainAttacked(villain=IMP, hero=ANA), VillainHeldBack(villain=IMP)])
@pytest.mark.parametrize("second", [VillainAttacked(villain=IMP, hero=BEN), VillainHeldBack(villain=IMP)])
def test_a_villain_acts_once_in_its_turn(first: Any, second: Any) -> None:
    """敌人回合: it attacks, or it reaches nobody; while a hero still defends, that comes first."""
    code = "defend-first" if isinstance(first, VillainAttacked) else "one-blow"  # power to spend keeps the turn open
    given(GAME, *AT_TURN, PowerRaised(), first).when(second).then(refused(code))


HERE = RoomSetUp(entry="3", doors={"1": "4"}, tokens={"chest": 1, "trap": 1, "anvil": 1, "lamp": 1}, quiet=True)
AMONG_TOKENS = (*DUNGEON, HERE, *DUNGEON[-1:])
EMPTY = (*AMONG_TOKENS, Interacted(hero=ANA, token="chest"))


def test_a_token_that_is_gone_is_used_no_more() -> None:
    """交互: the object is removed after the interaction."""
    given(GAME, *EMPTY).when(Interacted(hero=ANA, token="chest")).then(refused("not-in-room", bendable=True))
    given(GAME, *EMPTY, TokenPlaced(token="chest")).when(Interacted(hero=ANA, token="chest")).then()
    given(GAME, *EMPTY).when(Interacted(hero=ANA, token="lever")).then()
    stays = (*AMONG_TOKENS, Interacted(hero=ANA, token="chest", stays=True))
    given(GAME, *stays).when(Interacted(hero=ANA, token="chest")).then()


def test_a_trap_springs_once() -> None:
    sprung = (*AMONG_TOKENS, TrapSprung(whom=ANA))
    given(GAME, *sprung).when(TrapSprung(whom=BEN)).then(refused("not-in-room"))
    given(GAME, *DUNGEON).when(TrapSprung(whom=BEN)).then()


@pytest.mark.parametrize("token", ["anvil", "lamp"])
def test_the_anvil_and_the_lamp_are_used_by_events_of_their_own(token: str) -> None:
    """铁砧: four pieces of equipment are discarded for the one that is crafted."""
    given(GAME, *AMONG_TOKENS).when(Interacted(hero=ANA, token=token, pieces=1)).then(refused("own-event"))
    used = (*AMONG_TOKENS, LampUsed(hero=ANA))
    given(GAME, *used).when(LampUsed(hero=ANA)).then(refused("not-in-room"))


COLLECTED = (*DUNGEON, RewardsCollected(pieces=1, room="1"))


def test_a_room_is_set_up_once_a_day() -> None:
    """Its rewards would be collected again otherwise (搜刮)."""
    given(GAME, *COLLECTED).when(RoomSetUp(entry="1", doors={"2": "2"}, quiet=True)).then(
        refused("room-there", bendable=True)
    )


JOURNEY = (CampaignSetUp(), HeroJoined(hero=ANA, hp=9, soul=2), HeroJoined(hero=BEN, hp=9, soul=2))


def test_heroes_are_made_ready_before_the_dungeon() -> None:
    """旅程阶段 1: stats, hit points, soul, corruption and power are set first."""
    begun = (*JOURNEY, CampaignBegun())
    given(GAME, *begun).then_must(HeroesPrepared).when(DungeonEntered()).then(refused("not-prepared", bendable=True))
    read = EntryRead(entry="1")
    given(GAME, *begun, HeroesPrepared(), read).then_must(DungeonEntered).when(DungeonEntered()).then(
        table(phase="dungeon")
    )


CARD = ContentAdded(kind="action-cards", id="Comet", fields={"level": 3, "half": "upper"})


def test_no_sleeve_holds_a_card_above_the_level_of_the_team() -> None:
    """升级行动卡: whichever event puts it there."""
    name = SleeveNamed(hero=ANA, sleeve=f"{ANA} 1", hero_card="Comet")
    given(GAME, *PARTY, CARD).when(name).then(refused("above-team-level", bendable=True))
    named = (*PARTY, SleeveNamed(hero=BEN, sleeve=f"{BEN} 1", hero_card="Bolt"))
    given(GAME, *named).when(SleeveNamed(hero=ANA, sleeve=f"{ANA} 1", hero_card="Bolt")).then(
        refused("not-its-card", bendable=True)
    )
