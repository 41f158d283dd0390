"""Prompts in rulebook order."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import offered_prompts
from domain.framework.text import text
from domain.games.champions import rounds
from domain.games.champions.base import is_due
from domain.games.champions.cards.leaving import AllyDiscarded, RestrictedDiscarded
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.display import cards, enemies, heroes, setup
from domain.games.champions.endgame import GameLost, GameWon, lost_too, won_too
from domain.games.champions.setup.players import FirstPlayerChosen, MulliganTaken
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.table import Champions
from domain.games.champions.threat import MainSchemeAdvanced
from domain.games.champions.timing.abilities import ForcedAbilityResolved, ForcedOrderChosen, WindowPassed

# === Prompts for the last stage, if the stages are unknown: the table has to say that it was the last


def ending_prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts for the end of the game, next to the prompt for the next stage."""
    if is_due(table, VillainStageBegun) and not table.villain.stages:
        yield Prompt(text("It was the villain's last stage: the players win"), GameWon)
    if is_due(table, MainSchemeAdvanced) and not table.main.stages:
        yield Prompt(text("It was the last stage of the main scheme: the players lose"), GameLost)


def prompt_for_tie(table: Champions) -> Iterator[Prompt]:
    """The prompt after a game won and lost at once: the players lose, unless the table decides otherwise (A45)."""
    if lost_too(table):
        yield Prompt(text("Won and lost at once: the players lose"), GameLost)
    if won_too(table):
        yield Prompt(text("Won and lost at once: the table says that they win"), GameWon)


# === All prompts in rulebook order ===============================================================

FIRST = (
    AllyDiscarded,
    RestrictedDiscarded,
    rounds.HandRefreshed,
    ForcedOrderChosen,
    ForcedAbilityResolved,
    WindowPassed,
)
"""Events that come before the acts of a turn: limits, hands at the end of a phase, open windows."""
ENDING = (
    rounds.TurnEnded,
    rounds.PlayerPhaseEnded,
    rounds.CardsReadied,
    rounds.SchemeThreatPlaced,
    rounds.ActivationsEnded,
    rounds.RoundEnded,
)
"""Events that come last, because they end a turn or a step."""
OFFERED = (*FIRST, *setup.STEPS, FirstPlayerChosen, MulliganTaken, *ENDING)


def prompts(table: Champions) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts in rulebook order, for all players: the game is cooperative.

    Due events come first and are added by the framework. Then come the parts, and last the end of the step or the
    events after a game.
    """
    if table.step == "over":
        yield from prompt_for_tie(table)
        yield from setup.campaign_prompts(table)
        if not setup.is_between(table):
            yield Prompt(text("Another game"), NextGameSetUp)
        return
    for before in (ending_prompts, enemies.enemy_prompts, enemies.encounter_prompts, cards.card_prompts):
        yield from before(table)
    yield from offered_prompts(FIRST, table)
    for part in (heroes.hero_prompts, setup.campaign_prompts, setup.setup_prompts):
        yield from part(table)
    yield from offered_prompts(ENDING, table)
