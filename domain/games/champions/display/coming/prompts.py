"""What comes next, in rulebook order."""

from collections.abc import Iterator, Sequence

from domain.games.champions.cards.leaving import AllyDiscarded, RestrictedDiscarded
from domain.games.champions.display.coming import campaign, cards, encounter, endings, enemies, heroes, setup
from domain.games.champions.rounds.phases import (
    ActivationsEnded,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    TurnEnded,
)
from domain.games.champions.rounds.refresh import CardsReadied, HandRefreshed
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.windows import ForcedAbilityResolved, ForcedOrderChosen, WindowPassed
from domain.language.game import ANYBODY, Prompt, Viewer
from domain.language.offering import offered_prompts
from domain.language.text import text

FIRST = (AllyDiscarded, RestrictedDiscarded, HandRefreshed, ForcedOrderChosen, ForcedAbilityResolved, WindowPassed)
"""What offers itself before anything that a turn allows: limits, hands at the end of a phase, what is open."""
ENDING = (TurnEnded, PlayerPhaseEnded, CardsReadied, SchemeThreatPlaced, ActivationsEnded, RoundEnded)
"""What offers itself last: it ends a turn or a step."""
OFFERED = (*FIRST, *ENDING)


def prompts(table: Champions, viewer: Viewer) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Champions) -> Iterator[Prompt]:
    """What is due comes before by itself; then the parts, and last what ends the step, or what comes after a game.

    Everybody plays together, so that all see what is another hero's to do.
    """
    if table.step == "over":
        yield from endings.decided(table)
        yield from campaign.coming(table)
        if not campaign.is_between(table):
            yield Prompt(text("Another game"), NextGameSetUp)
        return
    for before in (endings, enemies, encounter, cards):
        yield from before.coming(table)
    yield from offered_prompts(FIRST, table, ANYBODY)
    for part in (heroes, campaign, setup):
        yield from part.coming(table)
    yield from offered_prompts(ENDING, table, ANYBODY)
