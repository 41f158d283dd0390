"""Every ruling changes something at the table: what comes of a moment as usual, and where the table rules otherwise."""

from dataclasses import dataclass
from typing import Any

import pytest

from companion.testing import given_bent
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.refusal import RefusedAll
from domain.framework.table import split_path, value_at
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignSetUp, RulingMade, StatsSet
from domain.games.odalin.combat.actions import DemonicFormTaken, PointRecovered
from domain.games.odalin.combat.attacks import AttackCalledOff, AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.classes import HolyAuraRaised, StealthEntered
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import DemonLordSubdued
from domain.games.odalin.combat.modes import AllyJoined, AmuletFlipped
from domain.games.odalin.combat.power import PowerKept, PowerRaised, PowerSpent
from domain.games.odalin.combat.rounds import InitiativeSet, RoundStarted, TurnEnded
from domain.games.odalin.combat.villains import (
    DefenseRolled,
    EliteMade,
    VillainAttacked,
    VillainHeldBack,
    VillainPlaced,
)
from domain.games.odalin.dungeon.rest import Rested
from domain.games.odalin.dungeon.rooms import DoorOpened, HazardSuffered, RelicGained, RoomSetUp
from domain.games.odalin.heroes.cards import CardMoved, SleeveNamed
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, HitPointsLost, SoulGained
from domain.games.odalin.state.table import AMULETS
from tests.domain.games.odalin.days import CAMPFIRE, CLEARED, COMERS, DUNGEON, IN_THE_RIFT, gone
from tests.domain.games.odalin.opening import ANA, BEN, CARDS_ASIDE, IMP, IMP_AT_TURN, OGRE, PARTY, Events, fight, party

CARDLESS = fight(tracks=CARDS_ASIDE)
AREA = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), shape="area", damage=5)
ON_BEN = AttackDeclared(hero=ANA, target=BEN, shape="area", damage=6)
LINE = AttackDeclared(hero=ANA, target=IMP, others=(BEN,), shape="line", damage=2)
BOTH = AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), side="chaos", strength=0, damage=20)
BENEFITS = {"upper_soul": 1, "upper_corruption": 0, "lower_soul": 0, "lower_corruption": 1}
SPENT = PowerSpent(first=ANA, first_half="upper", second=BEN, second_half="lower", **BENEFITS)
ROUND = (TurnEnded(who=ANA), VillainHeldBack(villain=IMP), VillainHeldBack(villain=OGRE), RoundStarted())
BOSS = VillainPlaced(name="Ogre", hp=9, boss=True)
WITH_BOSS = (
    *party(difficulty="hell"), RoomSetUp(entry="1", quiet=True), BOSS, EliteMade(villain=OGRE, card="Fury"),
    InitiativeSet(order=(ANA, BEN, OGRE, OGRE)),
)  # fmt: skip
BOSS_ACTED = (TurnEnded(who=ANA), TurnEnded(who=BEN), VillainHeldBack(villain=OGRE), VillainHeldBack(villain=OGRE))
CLEAVE = ContentAdded(kind="action-cards", id="cleave", fields={"en": "Cleave", "kind": "attack", "pays_hp": 4})
NAMED = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="cleave")
REMOVED = (CardMoved(hero=ANA, sleeve=f"Ana {n}", zone="removed") for n in range(2, 13))
CLEAVING = AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP, damage=2)
ATTACKING = (CLEAVE, *PARTY[:-1], NAMED, *REMOVED, PARTY[-1], CLEAVING)
IN_CONTROL = (*PARTY, *(CorruptionGained(hero=ANA, amount=11) for _ in range(3)))
FIRST, SECOND = AMULETS
AMULETS_LIE = InitiativeSet(order=(ANA, FIRST, SECOND, BEN, IMP, OGRE))


@dataclass(frozen=True)
class Case:
    """A moment, the ruling there, what is recorded then, and what stands at a path, or why the last is refused."""

    before: Events
    after: Events
    path: str
    usual: Any
    ruled: Any


CASES = {
    "area-rounds-up": Case(CARDLESS, (AREA, AttackRolled(hits=2), AttackResolved()), "villains.Imp 1.hp", 8, 7),
    "no-soul-after-rest": Case(CAMPFIRE, (Rested(),), "heroes.Ana.soul", 2, 0),
    "defeat-keeps-corruption": Case(PARTY, (DamageTaken(whom=BEN, amount=20),), "heroes.Ben.corruption", 0, 1),
    "relics-per-hero": Case((*PARTY, *[RelicGained()] * 3), (RelicGained(),), "relics", "relics-full", 4),
    "bonus-makes-perfect": Case(
        (*PARTY, StatsSet(hero=ANA, stat="agility", value=4), *IMP_AT_TURN),
        (VillainAttacked(villain=IMP, hero=ANA, damage=4), DefenseRolled(hero=ANA, shields=1)),
        "heroes.Ana.hp", 19, 20,
    ),
    "form-loses-corruption": Case(
        (*fight(system="balance track"), SoulGained(hero=ANA, amount=8)), (DemonicFormTaken(hero=ANA),),
        "heroes.Ana.corruption", 5, 0,
    ),
    "no-fourth-point": Case(PARTY, (PointRecovered(hero=ANA),), "heroes.Ana.extra", 1, 0),
    "lines-spare-friends": Case(CARDLESS, (LINE,), "attack.hero", ANA, "line-spares"),
    "friends-defend": Case(
        (*CARDLESS, ON_BEN, AttackRolled(hits=1)), (AttackResolved(shields={BEN: 1}),),
        "heroes.Ben.hp", "no-friendly-defense", 13,
    ),
    "villain-areas-halve": Case(
        (*PARTY, *IMP_AT_TURN),
        (VillainAttacked(villain=IMP, hero=BEN, damage=5, area=True), DefenseRolled(hero=BEN, shields=0)),
        "heroes.Ben.hp", 10, 13,
    ),
    "costs-without-target": Case(
        ATTACKING, (AttackCalledOff(),), "heroes.Ana.hp", 20, 16,
    ),
    "power-after-attack": Case(CARDLESS, (BOTH, AttackRolled(hits=2), AttackResolved()), "power", 1, 2),
    "full-power-waits": Case(
        (*PARTY, PowerRaised(amount=6), PowerKept()), (DamageTaken(whom=IMP, amount=10), SPENT),
        "power", 0, "power-too-late",
    ),
    "rounds-for-the-fallen": Case((*PARTY, HitPointsLost(whom=BEN, amount=15)), ROUND, "heroes.Ben.corruption", 0, 1),
    "conditions-need-enemies": Case(
        party(), (ConditionsGained(whom=ANA, tokens={"empowered": 1}),),
        "heroes.Ana.conditions.empowered", 1, "no-enemies",
    ),
    "hazards-once-a-turn": Case(
        (*DUNGEON, HazardSuffered(whom=ANA)), (HazardSuffered(whom=ANA),), "heroes.Ana.hp", 18, "hurt-already",
    ),
    "rift-loot-twice": Case(
        (*CLEARED, DoorOpened(hero=ANA, door="1"), IN_THE_RIFT), gone(*(f"{name} 1" for name in COMERS)),
        "rift.looted", True, False,
    ),
    "boss-is-elite": Case(WITH_BOSS, BOSS_ACTED, "extra_turns", False, True),
    "revealed-strikes-harder": Case(
        (*fight(first="rogue"), StealthEntered(hero=ANA), *IMP_AT_TURN),
        (VillainAttacked(villain=IMP, hero=ANA, damage=4), DefenseRolled(hero=ANA, shields=1)),
        "heroes.Ana.from_stealth", False, True,
    ),
    "resolve-heals-all": Case(
        (*PARTY, DamageTaken(whom=ANA, amount=10), SoulGained(hero=ANA, amount=8)), (SoulGained(hero=ANA, amount=2),),
        "heroes.Ana.hp", 12, 13,
    ),
    "one-amulet-heals": Case(
        (*fight(players=2, amulets=True)[:-1], AMULETS_LIE, AmuletFlipped(hero=ANA, amulet=FIRST)),
        (AmuletFlipped(hero=ANA, amulet=SECOND),), f"amulets.{SECOND}.flipped", True, "amulet-flipped",
    ),
    "auras-fall": Case(
        (*fight(first="paladin"), HolyAuraRaised(hero=ANA, aura="protection")), (DamageTaken(whom=ANA, amount=20),),
        "heroes.Ana.aura", "protection", "",
    ),
    "allies-are-targets": Case(
        (*PARTY, AllyJoined(name="Guide", hp=5), *IMP_AT_TURN), (VillainAttacked(villain=IMP, hero="Guide", damage=2),),
        "allies.Guide.hp", "only-heroes", 3,
    ),
    "doors-wait": Case(DUNGEON, (DoorOpened(hero=ANA, door="2"),), "entry", "2", "points-left"),
    "subdued-returns-at-half": Case(
        IN_CONTROL, (DemonLordSubdued(villain="beelzebub 1", hero=ANA),), "heroes.Ana.hp", 0, 10,
    ),
}  # fmt: skip


def comes_to(case: Case, *ruling: Event[Any]) -> Any:
    """What stands at the path of a case, or the code for which the last event is refused."""
    spec = given_bent(GAME, *case.before, *ruling, *case.after[:-1])
    try:
        spec.play.record(case.after[-1])
    except RefusedAll as refused:
        return refused.reasons[0].code
    return value_at(spec.play.campaign.table, split_path(case.path))


@pytest.mark.parametrize("key", CASES)
def test_a_ruling_changes_what_comes_of_it(key: str) -> None:
    """Digest 2.2."""
    assert comes_to(CASES[key]) == CASES[key].usual
    assert comes_to(CASES[key], RulingMade(ruling=key)) == CASES[key].ruled


def test_ties_by_the_theme_are_recalled_where_somebody_says_whom_a_villain_attacks() -> None:
    """EX-04: it is asked for as the campaign is set up."""
    usual, ruled = (given_bent(GAME, CampaignSetUp(theme_first=first)).play.campaign.table for first in (False, True))
    assert not [*VillainAttacked.reminders(usual, {})]
    assert [str(one) for one in VillainAttacked.reminders(ruled, {})] == [
        "Ties follow the theme, not the heroes' favor."
    ]


def test_there_is_no_ruling_without_its_case() -> None:
    assert {*GAME.pack.of("rulings")} == {*CASES, "theme-first"}
