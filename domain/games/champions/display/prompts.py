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

# === What comes next where a stage is over and nobody typed in whether it was the last one: then the table says so


def ending_prompts(table: Champions) -> Iterator[Prompt]:
    """The end of the game, beside the next stage that is due."""
    if is_due(table, VillainStageBegun) and not table.villain.stages:
        yield Prompt(text("It was the villain's last stage: the players win"), GameWon)
    if is_due(table, MainSchemeAdvanced) and not table.main.stages:
        yield Prompt(text("It was the last stage of the main scheme: the players lose"), GameLost)


def prompt_for_tie(table: Champions) -> Iterator[Prompt]:
    """Once a game is over that was won and lost at once: the players lose, unless the table says otherwise (A45)."""
    if lost_too(table):
        yield Prompt(text("Won and lost at once: the players lose"), GameLost)
    if won_too(table):
        yield Prompt(text("Won and lost at once: the table says that they win"), GameWon)


# === What comes next, in rulebook order ==========================================================

FIRST = (
    AllyDiscarded,
    RestrictedDiscarded,
    rounds.HandRefreshed,
    ForcedOrderChosen,
    ForcedAbilityResolved,
    WindowPassed,
)
"""What offers itself before anything that a turn allows: limits, hands at the end of a phase, what is open."""
ENDING = (
    rounds.TurnEnded,
    rounds.PlayerPhaseEnded,
    rounds.CardsReadied,
    rounds.SchemeThreatPlaced,
    rounds.ActivationsEnded,
    rounds.RoundEnded,
)
"""What offers itself last: it ends a turn or a step."""
OFFERED = (*FIRST, *setup.STEPS, FirstPlayerChosen, MulliganTaken, *ENDING)


def prompts(table: Champions) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Champions) -> Iterator[Prompt]:
    """Due events come first by themselves; then the parts, and last the end of the step, or the events after a game.

    Everybody plays together, so that all see what is another hero's to do.
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
