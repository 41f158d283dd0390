"""The order of a fight: pending answers, setup, the phase of the round, a turn."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered, offered_prompts
from domain.games.agemonia.console import (
    attacks,
    checks,
    class_skills,
    dice,
    enemies,
    enemy_turns,
    movement,
    preparing,
    reactions,
    rounds,
    spawning,
    story,
    timers,
    turns,
)
from domain.games.agemonia.figures import at_turn, is_enemy
from domain.games.agemonia.state.table import Agemonia

PENDING: Sequence[Ordered] = (
    checks.GroupCheckContribution,
    checks.GroupCheckResolved,
    dice.DiceRolled,
    checks.CheckResolved,
    enemies.EnemyCardTypedIn,
    attacks.AttackResolved,
    checks.RollPutAway,
    reactions.ReactionEnded,
    reactions.ReactiveCheckRolled,
    OfferedBy(dice.DieTypedIn, reactions.dice_for_reaction),
    enemy_turns.EnemyAttackRedirected,
    enemies.EnemyDefeated,
    story.TrapCardResolved,
    Grouped((timers.TimerKept, timers.TimerReset, timers.TimerStopped), by="timer"),
)
"""Answers that something waits for: rolls, reactions, traps, timers, group checks."""
SETUP: Sequence[Ordered] = (
    preparing.ScenarioDecksPrepared,
    preparing.ActionTokensAssigned,
    enemies.ScenarioAllyAdded,
    movement.HeroPlaced,
    OfferedBy(enemies.ScenarioAllyAdded, enemies.ANOTHER_ALLY.made_at),
    movement.AreaRegistered,
    movement.BorderDrawn,
)
"""What is laid out before the first round (场景设置)."""
PHASES: Sequence[Ordered] = (
    rounds.RoundStarted,
    rounds.HeroActionSelected,
    # From the setup on, and asked for before the first initiative card.
    OfferedBy(spawning.SetupEnemiesPlaced, spawning.SetupEnemiesPlaced.offers_once_placed),
    OfferedBy(spawning.EnemyCardRevealed, spawning.EnemyCardRevealed.offers_at_setup),
    OfferedBy(spawning.EnemySpawned, spawning.EnemySpawned.offers_at_setup),
    spawning.SetupEnemiesPlaced,
    OfferedBy(enemies.EnemyCardTypedIn, enemies.EnemyCardTypedIn.offers_before_card),
    rounds.InitiativeDeckReshuffled,
    rounds.InitiativeCardRevealed,
    rounds.ActionSymbolNamed,
    OfferedBy(enemy_turns.EnemySpecialAbilityUsed, enemy_turns.EnemySpecialAbilityUsed.offers_after_turn),
    timers.FateCardRevealed,
    rounds.RoundEnded,
    rounds.TurnOrderTieDecided,
)
ENEMY_TURN: Sequence[Ordered] = (
    OfferedBy(movement.FigureMoved, movement.FigureMoved.offers_way_back),
    enemy_turns.EnemySpecialAbilityUsed,
    enemy_turns.EnemyTurnResolved,
    enemy_turns.EnemyAttackDeclared,
)
FRIEND_TURN: Sequence[Ordered] = (
    OfferedBy(checks.ActiveCheckStarted, checks.ActiveCheckStarted.offers_at_trap),
    story.TrapTriggered,
    OfferedBy(turns.MoveManeuverStarted, attacks.moves_to_attack),
    attacks.AttackDeclared,
    turns.HeroActionPerformed,
    OfferedBy(class_skills.ClassSkillUsed, movement.skills_to_dodge),
    movement.FigureMoved,
    turns.MoveLengthened,
    turns.MoveManeuverStarted,
    turns.RecoverManeuverPerformed,
    turns.AllyActionPerformed,
    OfferedBy(movement.FigureMoved, movement.FigureMoved.offers_way_back),
    turns.TurnEnded,
    checks.ActiveCheckStarted,
    turns.RethinkPerformed,
    OfferedBy(enemies.EnemyCardTypedIn, enemies.EnemyCardTypedIn.offers_at_turn),
)
"""The turn of a hero or of another ally (英雄回合)."""
BESIDES: Sequence[Ordered] = (
    enemies.DefeatEffectResolved,
    spawning.EnemyCardRevealed,
    spawning.EnemySpawned,
    story.StoryCardRevealed,
    story.StoryCardFlipped,
    timers.TimerStarted,
    dice.InitiativeCardTypedIn,
    dice.InitiativeDeckKept,
    dice.FateCardsTypedIn,
    dice.DieTypedIn,
)
"""What a scenario's texts may call for at any moment, and decks and dice to type in once."""
FIGHT: Sequence[Ordered] = (*PENDING, *SETUP, *PHASES, *ENEMY_TURN, *FRIEND_TURN, *BESIDES)


def offered_at(table: Agemonia, order: Sequence[Ordered]) -> Iterator[Prompt]:
    """The prompts of an order, of every step if the table is held to none."""
    return offered_prompts(order, table, any_step=not table.holds_to_steps())


def prompt_pending(table: Agemonia) -> Iterator[Prompt]:
    return offered_at(table, PENDING)


def awaits_result(table: Agemonia) -> bool:
    """Whether something was declared whose result is open, so that nothing else is the next thing to do."""
    return any(prompt.required for prompt in prompt_pending(table))


def prompt_scenario(table: Agemonia) -> Iterator[Prompt]:
    """The prompts of a fight; those of the setup and the round only once nothing is pending."""
    pending = list(prompt_pending(table))
    yield from pending
    if not any(prompt.required for prompt in pending):
        yield from offered_at(table, SETUP)
        yield from offered_at(table, PHASES)
        yield from offered_at(table, ENEMY_TURN if is_enemy(table, at_turn(table)) else FRIEND_TURN)
    yield from offered_at(table, BESIDES)
