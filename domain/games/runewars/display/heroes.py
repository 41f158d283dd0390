"""The order of the acts of heroes: recruiting, a duel, a quest, the quest phase, the setup, a turn."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered, offered_prompts
from domain.games.runewars.heroes import actions, company, damage, duels, exploring, quest_phase, quests, rewards
from domain.games.runewars.state.table import Runewars

DUEL: Sequence[Ordered] = (
    damage.DuelEnded,
    duels.DuelIconResolved,
    duels.DuelRoundResolved,
    duels.DuelCardsDrawn,
    duels.StartOfDuelEffectUsed,
    OfferedBy(rewards.RewardUsed, duels.offers_of_rewards),
    duels.DuelUnitDefeated,
)
"""The cards of a duel, their icons and their damage, until it is decided."""
QUEST: Sequence[Ordered] = (
    quests.AttributeTested,
    duels.QuestDuelStarted,
    quests.CardOfTestChosen,
    quests.QuestCompleted,
    quests.QuestFailed,
)
"""The test or the duel of a revealed quest, and its outcome."""
QUEST_PHASE: Sequence[Ordered] = (
    Grouped(
        (actions.HeroHealed, actions.HeroMoved, actions.HeroTrained, actions.HeroActionSkipped),
        by="hero",
        values=quest_phase.heroes_waiting,
    ),
    exploring.ExplorationTokenRevealed,
    duels.DuelStarted,
    quests.QuestRevealed,
    rewards.FallenRewardsTaken,
    rewards.RewardsTraded,
    actions.HeroFinished,
    quest_phase.QuestPhaseEnded,
)
"""The actions of the heroes of the next seat, and the acts of a hero after its move (任务环节).

The rewards of a defeated hero are also taken in a turn.
"""
HEROES: Sequence[Ordered] = (
    company.HeroRecruited,
    *DUEL,
    *QUEST,
    company.HeroDealt,
    exploring.LocationDestroyed,
    *QUEST_PHASE,
    actions.HeroStrategized,
)


def hero_prompts(table: Runewars) -> Iterator[Prompt]:
    """The prompts of heroes, of every step if the table is held to none."""
    return offered_prompts(HEROES, table, any_step=not table.holds_to_steps())


__all__ = ["hero_prompts"]
