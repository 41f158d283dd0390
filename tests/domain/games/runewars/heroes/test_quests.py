"""Quests (尝试和完成任务; 属性检定): X42, X43, X84 to X86, X96."""

from typing import Any

import pytest

from companion.testing import Spec, followed, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import AreasTracked, ContentCorrected
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroFinished, HeroMoved
from domain.games.runewars.heroes.damage import HeroRouted
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.heroes.quests import (
    AttributeTested,
    CardOfTestChosen,
    NextQuestDrawn,
    QuestCompleted,
    QuestFailed,
    QuestRevealed,
)
from domain.games.runewars.heroes.rewards import RewardDrawn
from domain.games.runewars.state.table import Area, Exploration
from domain.games.runewars.year.seasons import OrdersCalled
from tests.domain.games.runewars.heroes.summer import CARTHOS, ELF, summer, typed, with_state

QUEST = typed("quests", "ruins", en="The Ruins", areas=["3A"], attribute="agility", success=["ally"])
MARKS = (typed("fate", "1", destiny="ally"), typed("fate", "2", destiny="refuse"))
REVEALED = QuestRevealed(seat="elf", hero=ELF, quest="ruins")
TESTED = AttributeTested(hero=ELF, cards=("1", "2"))
GOOD, BAD = CardOfTestChosen(hero=ELF, card="1"), CardOfTestChosen(hero=ELF, card="2")


def with_quest(*before: Event[Any], to: str = "3A", hand: tuple[str, ...] = ("ruins",)) -> Spec:
    """Silhouette moved to an area with a quest in hand."""
    drawn = (NextQuestDrawn(seat="elf", quest=quest or None) for quest in hand)
    return summer(QUEST, *MARKS, *before, *drawn).when(HeroMoved(hero=ELF, to=to))


def with_cards_drawn() -> Spec:
    return with_quest().and_then(REVEALED).and_then(TESTED)


def test_a_test_draws_as_many_cards_as_the_attribute_is_high() -> None:
    spec = with_cards_drawn().then(
        table(fate_open=["1", "2"], **{"attempt.tested": True}),
        says("Silhouette tested Agility (2): Fate 1, Fate 2"),
    )
    spec.then_next(GOOD)


def test_the_mark_of_the_card_receives_a_reward() -> None:
    spec = with_cards_drawn().and_then(GOOD)
    spec.then(
        followed(QuestCompleted(hero=ELF, quest="ruins", seat="elf")),
        table(quests_discard=["ruins"], fate_discard=["1", "2"], attempt=None, questing="", **{"seats.elf.quests": []}),
    )
    rewarded = spec.and_then(RewardDrawn(seat="elf", hero=ELF, reward="rune-armor"))
    drawn = rewarded.and_then(NextQuestDrawn(seat="elf", quest="tower"))
    drawn.then(table(**{f"heroes.{ELF}.rewards": ["rune-armor"], "seats.elf.quests": ["tower"]}))


def test_another_mark_leaves_the_quest_in_hand() -> None:
    spec = with_cards_drawn().and_then(BAD)
    spec.then(
        followed(QuestFailed(hero=ELF, quest="ruins", seat="elf")),
        table(attempt=None, questing="", **{"seats.elf.quests": ["ruins"]}),
    )


def test_a_quest_that_nobody_typed_in_keeps_the_attribute_that_is_said() -> None:
    tried = with_quest(hand=("",)).and_then(REVEALED.copy_with(quest="The Old Well", attribute="agility"))
    tried.then(table(**{"attempt.attribute": "agility"})).then_prompts("Silhouette: test Agility")
    tried.and_then(AttributeTested(hero=ELF, cards=("1", "2"))).then(table(**{"attempt.tested": True}))


def test_a_quest_that_is_typed_in_tests_what_it_says() -> None:
    with_quest().and_then(REVEALED.copy_with(attribute="agility")).then(table(**{"attempt.attribute": "agility"}))
    with_quest().and_then(REVEALED.copy_with(attribute="wisdom")).then(
        refused("other-attribute", bendable=True, says="The Ruins asks for Agility")
    )
    duel = ContentCorrected(kind="quests", id="ruins", fields={"attribute": None, "unit": "dragon"})
    with_quest(duel).and_then(REVEALED.copy_with(attribute="wisdom")).then(refused("other-attribute", bendable=True))


def test_x42_all_cards_are_drawn_though_the_first_is_good() -> None:
    one = with_quest().and_then(REVEALED)
    one.and_then(TESTED.copy_with(cards=("1",))).then(refused("not-all-at-once", bendable=False))
    with_cards_drawn().and_then(GOOD).then(table(fate_discard=["1", "2"]))


def test_x43_a_card_is_chosen_among_those_drawn() -> None:
    with_cards_drawn().and_then(CardOfTestChosen(hero=ELF, card="3")).then(refused("not-among-drawn"))


def test_a_quest_is_completed_by_what_its_card_asks_for() -> None:
    spec = with_quest().and_then(REVEALED).then_no_prompt(QuestCompleted)
    spec.and_then(QuestCompleted(hero=ELF)).then(refused("quest-not-done", bendable=True, says="The Ruins"))
    hunt = typed("quests", "hunt", en="The Hunt", unit="beastman")
    duel = with_quest(hunt, hand=("hunt",)).and_then(REVEALED.copy_with(quest="hunt"))
    duel.and_then(QuestCompleted(hero=ELF)).then(refused("quest-not-done", bendable=True))


def test_x43_the_card_that_is_chosen_is_named() -> None:
    with_cards_drawn().and_then(CardOfTestChosen(hero=ELF, mark="ally")).then(
        refused("which-test-card", bendable=False)
    )


def test_a_quest_is_attempted_from_the_hand() -> None:
    tower = QuestRevealed(seat="elf", hero=ELF, quest="tower")
    with_quest().and_then(tower).then(refused("not-in-hand", bendable=True, says="Tower"))
    with_quest(hand=("ruins", "")).and_then(tower).then(table(**{"seats.elf.quests": ["ruins"]}))


def test_the_attribute_on_the_card_is_tested_and_no_other() -> None:
    """Also where the card was shown before without a word about it."""
    other = with_quest().and_then(REVEALED).and_then(AttributeTested(hero=ELF, attribute="wisdom", value=1))
    other.then(refused("other-attribute", bendable=True, says="Agility"))


def test_a_test_is_made_once() -> None:
    with_cards_drawn().and_then(TESTED).then(refused("tested", bendable=False))


def test_cards_are_drawn_before_one_is_chosen() -> None:
    with_quest().and_then(REVEALED).and_then(CardOfTestChosen(hero=ELF, mark="ally")).then(refused("not-tested"))


def test_a_table_without_fate_deck_types_in_the_mark() -> None:
    untracked = AreasTracked(tracks=("calendar", "heroes", "cards"))
    spec = with_quest(untracked).and_then(REVEALED).and_then(AttributeTested(hero=ELF)).then(table(fate_open=[]))
    spec.and_then(CardOfTestChosen(hero=ELF)).then(refused("which-mark", bendable=False))
    spec.and_then(CardOfTestChosen(hero=ELF, mark="ally")).then(
        followed(QuestCompleted(hero=ELF, quest="ruins", seat="elf"))
    )


def test_a_quest_that_nobody_typed_in_is_decided_by_the_table() -> None:
    plain = with_quest(hand=("",)).and_then(QuestRevealed(seat="elf", hero=ELF, quest="Lost Child"))
    plain.then(table(**{"seats.elf.quests": []}))
    plain.and_then(AttributeTested(hero=ELF)).then(refused("which-attribute", bendable=False))
    plain.and_then(AttributeTested(hero=ELF, attribute="wisdom")).then(refused("which-value", bendable=False))
    drawn = plain.and_then(AttributeTested(hero=ELF, attribute="wisdom", value=1, cards=("1",)))
    chosen = drawn.and_then(GOOD).then(followed(), table(**{"attempt.chosen": True}))
    chosen.and_then(QuestFailed(hero=ELF, discarded=True)).then(table(quests_discard=["Lost Child"]))


def test_x86_a_quest_is_attempted_where_it_leads() -> None:
    with_quest(to="2B").and_then(REVEALED).then(
        refused("quest-elsewhere", bendable=True, says="The quest needs area 3A; Silhouette is in 2B.")
    )


def test_x85_a_hero_attempts_one_quest() -> None:
    spec = with_quest(hand=("ruins", "tower")).and_then(REVEALED)
    spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="tower")).then(refused("one-try", bendable=True))


def test_a_quest_is_not_attempted_while_another_one_is_open() -> None:
    """The attempt that is under way would be lost, so no card overrules that."""
    spec = with_quest(hand=("ruins", "tower")).and_then(REVEALED)
    again = spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="tower"), bend="a card says so")
    again.then(refused("quest-first", bendable=False))


def test_x84_a_routed_hero_attempts_no_quest() -> None:
    with_quest().and_then(HeroRouted(hero=ELF)).and_then(REVEALED).then(refused("hero-routed", bendable=True))


def test_g12_a_quest_comes_after_a_move_that_may_be_none() -> None:
    spec = summer(typed("quests", "ruins", en="The Ruins"), NextQuestDrawn(seat="elf", quest="ruins"))
    spec.when(REVEALED).then(refused("move-first", bendable=True))
    spec.when(HeroMoved(hero=ELF)).and_then(REVEALED).then(table(**{"attempt.hero": ELF}))


def test_x96_the_exploration_token_comes_first() -> None:
    token = {"land": {"3A": Area(exploration=Exploration(back=1))}}
    spec = with_state(with_quest(), **token)
    spec.and_then(REVEALED).then(refused("token-first", bendable=True))


def test_who_holds_no_quest_attempts_none() -> None:
    summer(QUEST).when(HeroMoved(hero=ELF, to="2A")).and_then(REVEALED).then(refused("no-quest-card"))


def test_a_hero_is_not_done_while_a_quest_lies_open() -> None:
    spec = with_quest().and_then(REVEALED)
    spec.and_then(HeroFinished(hero=ELF)).then(refused("finish-first", says="The Ruins"))
    spec.and_then(QuestPhaseEnded()).then(refused("finish-first", says="The Ruins"))


@pytest.mark.parametrize("reward_first", [True, False], ids=["the reward first", "the quest first"])
def test_the_phase_waits_for_what_a_quest_brings(reward_first: bool) -> None:
    last = summer(QUEST, *MARKS, NextQuestDrawn(seat="uthuk", quest="ruins")).when(HeroActionSkipped(hero=ELF))
    moved = last.and_then(HeroMoved(hero=CARTHOS, to="3A"))
    spec = moved.and_then(QuestRevealed(seat="uthuk", hero=CARTHOS, quest="ruins"))
    completed = spec.and_then(QuestCompleted(hero=CARTHOS), bend="a card says so").then(table(step="secondary"))
    brought = (RewardDrawn(seat="uthuk", hero=CARTHOS), NextQuestDrawn(seat="uthuk"))
    first, last_of_all = brought if reward_first else brought[::-1]
    completed.and_then(first).then(followed())
    completed.and_then(last_of_all).then(followed(QuestPhaseEnded(), OrdersCalled()))


@pytest.mark.parametrize("hand", [("ruins",), ("",)], ids=["written down", "not written down"])
def test_who_may_attempt_a_quest_is_prompted_to(hand: tuple[str, ...]) -> None:
    with_quest(hand=hand).then_prompts(QuestRevealed, HeroFinished(hero=ELF))
