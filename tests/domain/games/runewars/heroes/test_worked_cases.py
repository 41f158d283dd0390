"""The rulebook's examples of heroes, each from beginning to end (属性检定; 任务环节示例; 决斗示例): W-21 to W-28."""

from companion.testing import Spec, followed, refused, says, table
from domain.games.runewars.heroes.actions import HeroFinished, HeroHealed, HeroMoved, HeroTrained
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.damage import HeroDamaged
from domain.games.runewars.heroes.duels import DuelCardsDrawn, DuelRoundResolved, DuelStarted, StartOfDuelEffectUsed
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.heroes.quests import (
    AttributeTested,
    CardOfTestChosen,
    NextQuestDrawn,
    QuestCompleted,
    QuestRevealed,
)
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardUsed
from domain.games.runewars.state.table import Area, Stack
from domain.games.runewars.year.seasons import OrdersCalled
from tests.domain.games.runewars.heroes.summer import CARTHOS, ELF, circle, met, summer, typed, with_state


def test_w_21_a_test_of_agility_brings_a_reward_and_another_quest() -> None:
    quest = typed("quests", "ruins", en="The Ruins", areas=["3A"], attribute="agility", success=["ally"])
    marks = (typed("fate", "1", destiny="ally"), typed("fate", "2", destiny="refuse"))
    spec = summer(quest, *marks, NextQuestDrawn(seat="elf", quest="ruins")).when(HeroMoved(hero=ELF, to="3A"))
    revealed = spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="ruins"))
    drawn = revealed.and_then(AttributeTested(hero=ELF, cards=("1", "2"))).then(table(fate_open=["1", "2"]))
    chosen = drawn.and_then(CardOfTestChosen(hero=ELF, card="1"))
    chosen.then(
        followed(QuestCompleted(hero=ELF, quest="ruins", seat="elf")),
        table(quests_discard=["ruins"], fate_discard=["1", "2"], **{"seats.elf.quests": []}),
    )
    chosen.then_prompts(RewardDrawn(seat="elf", hero=ELF), NextQuestDrawn(seat="elf"))


SECOND = HeroDealt(seat="uthuk", hero="Bruin", area="2A")
LAND = {
    "1A": Area(q=9, r=0, home="elf", controller="elf"),
    "2A": Area(q=0, r=0, controller="uthuk", stacks={"berserker": Stack(owner="uthuk", standing=1)}),
    "3A": Area(q=1, r=0, controller="human", stacks={"footman": Stack(owner="human", standing=2)}),
    "5A": Area(q=2, r=0, controller="elf", stacks={"elf-archer": Stack(owner="elf", standing=2)}),
}


def quest_phase() -> Spec:
    """Elves, who played the lowest order, have one hero; the Uthuk have two, the others none."""
    hurt = summer(SECOND, HeroDamaged(hero=ELF, amount=2))
    return with_state(hurt, land=LAND)


def both_done() -> Spec:
    healed = quest_phase().when(HeroHealed(hero=ELF))
    return healed.and_then(HeroTrained(hero="Bruin", points={"agility": 2}))


def test_w_22_the_elves_heal_then_the_uthuk_train_their_first_hero() -> None:
    early = quest_phase()
    early.when(HeroTrained(hero="Bruin", points={"agility": 2})).then(refused("not-yet", says="Latari Elves"))
    early.when(HeroHealed(hero=ELF)).then(table(**{f"heroes.{ELF}.damage": 0}))
    trained = early.and_then(HeroTrained(hero="Bruin", points={"agility": 2}))
    trained.then(table(**{"heroes.Bruin.training": {"agility": 2}, "step": "secondary"}))


def test_w_23_their_second_hero_moves_through_an_enemy_area_into_another_one() -> None:
    foe = with_state(both_done(), **{f"heroes.{ELF}.area": "5A"})
    moved = foe.when(HeroMoved(hero=CARTHOS, to="5A"))
    moved.then(
        followed(),
        table(**{f"heroes.{CARTHOS}.path": ["3A", "5A"], "land.5A.contested": False, "battle": None}),
    )
    moved.then_prompts(DuelStarted(hero=CARTHOS, foe=ELF), HeroFinished(hero=CARTHOS))
    moved.and_then(HeroFinished(hero=CARTHOS)).then(followed(QuestPhaseEnded(), OrdersCalled()))


# --- the duel of Mad Carthos and Silhouette ---

CARDS = (circle("1", "special"), circle("2", "rout 1"), circle("3", "damage 1"), circle("4", "damage 1"))
CARRIED = (
    typed("heroes", CARTHOS, health=4),
    RewardDrawn(seat="uthuk", hero=CARTHOS, reward="blade-of-fury"),
    RewardDrawn(seat="uthuk", hero=CARTHOS, reward="rune-armor"),
    RewardDrawn(seat="elf", hero=ELF, reward="boots"),
)


def begun() -> Spec:
    challenged = met(*CARDS, *CARRIED).when(DuelStarted(hero=CARTHOS, foe=ELF))
    return challenged.and_then(StartOfDuelEffectUsed(seat="uthuk", effect="Mad Carthos", damage=1))


def first_round() -> Spec:
    drawn = begun().and_then(DuelCardsDrawn(cards=("1", "2")))
    used = drawn.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="blade-of-fury", damage=2))
    return used.and_then(DuelRoundResolved())


def test_w_26_carthos_hurts_the_defender_before_the_first_card() -> None:
    begun().then(followed(HeroDamaged(hero=ELF, amount=1, source="Mad Carthos")), table(**{f"heroes.{ELF}.damage": 1}))


def test_w_27_a_blade_by_a_special_icon_less_a_rout() -> None:
    first_round().then(
        says("Round 1: Mad Carthos took 0, Silhouette took 1"),
        table(**{f"heroes.{ELF}.damage": 2, f"heroes.{CARTHOS}.damage": 0, "duel.round": 2}),
    )


def test_w_28_armor_holds_and_the_victor_takes_all_rewards_after_the_second_round() -> None:
    drawn = first_round().and_then(DuelCardsDrawn(cards=("3", "4")))
    worn = drawn.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="rune-armor", prevented=1))
    worn.and_then(DuelRoundResolved()).then(
        says(
            "Round 2: Mad Carthos took 0, Silhouette took 1",
            "Silhouette was defeated: Mad Carthos takes all rewards",
            "The duel ended after 2 rounds: Mad Carthos won",
            "The quest phase ended",
            "It was time to choose orders",
        ),
        table(
            duel=None,
            **{
                f"heroes.{ELF}.defeated": True,
                f"heroes.{CARTHOS}.damage": 0,
                f"heroes.{CARTHOS}.rewards": ["boots"],
                f"heroes.{CARTHOS}.shown": ["blade-of-fury", "rune-armor"],
            },
        ),
    )
