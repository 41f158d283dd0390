"""Rewards (犒赏卡): X89, G-11, and who may know them."""

from typing import Any

from companion.testing import Spec, followed, given_bent, refused, table
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroMoved
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.damage import HeroDamaged, HeroDefeated
from domain.games.runewars.heroes.rewards import (
    FallenRewardsTaken,
    RewardDiscarded,
    RewardDrawn,
    RewardsTraded,
    RewardUsed,
)
from domain.games.runewars.runes import RuneGainBegun
from domain.games.runewars.state.table import Runewars
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, summer, typed
from tests.domain.games.runewars.moments import SPRING, THREE, ordered

SECOND = HeroDealt(seat="elf", hero="Astarra", area="1A")
ARMOR = RewardDrawn(seat="elf", hero=ELF, reward="rune-armor")
BLADE = RewardDrawn(seat="elf", hero=ELF, reward="blade-of-fury")
UNKNOWN = RewardDrawn(seat="elf", hero=ELF)
TRADED = RewardsTraded(seat="elf", hero=ELF, taker="Astarra", rewards=("rune-armor",))


def test_a_reward_is_known_to_its_player_alone() -> None:
    after = summer(ARMOR).play.campaign.table
    assert isinstance(after, Runewars)
    seen = [HEROES.view(after, Viewer.on(seat)).heroes[ELF].rewards for seat in ("elf", "human")]
    assert seen == [["rune-armor"], [""]]


def test_a_reward_lies_face_up_once_it_is_used() -> None:
    used = summer(ARMOR).when(RewardUsed(seat="elf", hero=ELF, reward="rune-armor"))
    used.then(table(**{f"heroes.{ELF}.rewards": [], f"heroes.{ELF}.shown": ["rune-armor"]}))
    again = used.and_then(RewardUsed(seat="elf", hero=ELF, reward="rune-armor"))
    again.then(table(**{f"heroes.{ELF}.shown": ["rune-armor"]}))


def test_a_reward_that_nobody_wrote_down_is_named_when_it_is_used() -> None:
    used = summer(ARMOR, UNKNOWN).when(RewardUsed(seat="elf", hero=ELF, reward="Boots"))
    used.then(table(**{f"heroes.{ELF}.rewards": ["rune-armor"], f"heroes.{ELF}.shown": ["Boots"]}))


def test_who_has_no_reward_uses_none() -> None:
    summer().when(RewardUsed(seat="elf", hero=ELF, reward="Boots")).then(refused("no-reward", bendable=False))


def test_g11_in_the_own_turn_what_a_defeated_hero_carried_may_be_taken() -> None:
    fallen = (HeroDealt(seat="uthuk", hero="Bruin", area="1A"), RewardDrawn(seat="uthuk", hero="Bruin"))
    orders = ordered(elf="strategize", uthuk="harvest", human="recruit")
    spec = given_bent(HEROES, *THREE, *DEALT, *fallen, HeroDefeated(hero="Bruin"), *SPRING, *orders)
    spec.then_prompts(FallenRewardsTaken(hero=ELF, fallen="Bruin"))
    spec.when(FallenRewardsTaken(hero=ELF, fallen="Bruin")).then(table(**{f"heroes.{ELF}.rewards": [""]}))


def test_a_hero_uses_and_loses_what_it_carries() -> None:
    spec = summer(ARMOR)
    spec.when(RewardUsed(seat="elf", hero=ELF, reward="blade-of-fury")).then(refused("other-rewards", bendable=True))
    spec.when(RewardDiscarded(seat="elf", hero=ELF, reward="blade-of-fury")).then(refused("other-rewards"))


def test_who_has_no_reward_hands_none_on_and_loses_none() -> None:
    spec = summer(SECOND)
    spec.when(TRADED.copy_with(rewards=())).then(refused("no-reward", bendable=False))
    spec.when(RewardDiscarded(seat="elf", hero=ELF, reward="Boots")).then(refused("no-reward", bendable=False))


def test_a_reward_may_bring_a_rune() -> None:
    rune = (typed("rewards", "heart", en="Dragon Heart", rune=True), RewardDrawn(seat="elf", hero=ELF, reward="heart"))
    used = summer(*rune).when(RewardUsed(seat="elf", hero=ELF, reward="heart"))
    used.then(followed(RuneGainBegun(seat="elf", source="heart")))


def test_a_reward_is_discarded_face_up() -> None:
    spec = summer(ARMOR, UNKNOWN).when(RewardDiscarded(seat="elf", hero=ELF, reward="rune-armor"))
    spec.then(table(reward_discard=["rune-armor"], **{f"heroes.{ELF}.rewards": [""]}))


def test_heroes_of_a_player_trade_where_they_meet() -> None:
    spec = summer(SECOND, ARMOR, BLADE).when(TRADED)
    spec.then(table(**{f"heroes.{ELF}.rewards": ["blade-of-fury"], "heroes.Astarra.rewards": ["rune-armor"]}))


def test_all_rewards_go_where_none_is_named() -> None:
    spec = summer(SECOND, ARMOR, UNKNOWN).when(TRADED.copy_with(rewards=()))
    spec.then(table(**{f"heroes.{ELF}.rewards": [], "heroes.Astarra.rewards": ["rune-armor", ""]}))


def test_x89_heroes_that_do_not_meet_do_not_trade() -> None:
    apart = HeroDealt(seat="elf", hero="Astarra", area="5A")
    summer(apart, ARMOR).when(TRADED).then(refused("no-meeting", bendable=True, says="passing through"))


def test_x89_a_hero_trades_on_the_way() -> None:
    away = HeroDealt(seat="elf", hero="Astarra", area="5A")
    there = summer(away, ARMOR).when(HeroMoved(hero=ELF, via="5A", to="2B"))
    there.and_then(TRADED).then(table(**{"heroes.Astarra.rewards": ["rune-armor"]}))


def test_heroes_trade_in_their_own_turn() -> None:
    def turn(first: str) -> Spec:
        orders = {"elf": "recruit", "uthuk": "recruit", "human": "recruit", first: "strategize"}
        return given_bent(HEROES, *THREE, *DEALT, SECOND, ARMOR, *SPRING, *ordered(**orders))

    turn("elf").when(TRADED).then(table(**{"heroes.Astarra.rewards": ["rune-armor"]}))
    turn("uthuk").when(TRADED).then(refused("not-your-turn", bendable=True))


def test_heroes_do_not_trade_between_turns() -> None:
    given_bent(HEROES, *THREE, *DEALT, SECOND, ARMOR, *SPRING).when(TRADED).then(
        refused("not-the-time-for-rewards", bendable=True)
    )


def fallen(*rewards: Event[Any]) -> Spec:
    """Silhouette fell in 1A outside a duel, and Mad Carthos comes there."""
    spec = summer(*rewards).when(HeroDamaged(hero=ELF, amount=3))
    return spec.and_then(HeroMoved(hero=CARTHOS, to="1A"))


def test_what_a_defeated_hero_carried_lies_where_they_fell() -> None:
    fallen(ARMOR, UNKNOWN).then(table(**{"land.1A.fallen": [ELF], f"heroes.{ELF}.defeated": True}))


def test_without_rewards_nothing_lies_there() -> None:
    spec = summer().when(HeroDamaged(hero=ELF, amount=9)).then(table(**{f"heroes.{ELF}.damage": 3}))
    assert "1A" not in spec.play.campaign.table.model_dump()["land"]


def test_g11_a_hero_who_comes_there_takes_all_of_it() -> None:
    taken = fallen(ARMOR, UNKNOWN).and_then(FallenRewardsTaken(hero=CARTHOS, fallen=ELF))
    taken.then(table(**{"land.1A.fallen": [], f"heroes.{CARTHOS}.rewards": ["rune-armor", ""]}))
    taken.and_then(FallenRewardsTaken(hero=CARTHOS, fallen=ELF)).then(refused("not-offered"))


def test_g11_they_are_taken_in_ones_own_turn_or_the_quest_phase() -> None:
    taken = FallenRewardsTaken(hero=CARTHOS, fallen=ELF)
    there = HeroDealt(seat="uthuk", hero=CARTHOS, area="1A")
    lying = (DEALT[0], there, ARMOR, HeroDamaged(hero=ELF, amount=3))
    spring = given_bent(HEROES, *THREE, *lying, *SPRING)
    spring.when(taken).then(refused("not-the-time-for-rewards", bendable=True))
    orders = ordered(uthuk="strategize", elf="recruit", human="harvest")
    given_bent(HEROES, *THREE, *lying, *SPRING, *orders).when(taken).then(table(**{"land.1A.fallen": []}))


def test_a_hero_elsewhere_takes_nothing() -> None:
    spec = summer(ARMOR).when(HeroDamaged(hero=ELF, amount=3))
    spec.and_then(FallenRewardsTaken(hero=CARTHOS, fallen=ELF)).then(refused("not-offered"))


def test_a_defeated_hero_acts_no_more() -> None:
    spec = summer().when(HeroDamaged(hero=ELF, amount=3))
    spec.and_then(HeroActionSkipped(hero=ELF)).then(refused("not-offered"))
