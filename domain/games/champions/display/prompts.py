"""Prompts in rulebook order."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.games.champions import defeats, rounds, threat
from domain.games.champions.base import is_due
from domain.games.champions.cards.leaving import AllyDiscarded, RestrictedDiscarded
from domain.games.champions.display import enemies, heroes, setup
from domain.games.champions.encounter import EncounterCardRevealed
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.harm import HitPointsSaid
from domain.games.champions.piles.encounter_deck import EncounterCounted
from domain.games.champions.piles.players_decks import CardsCounted
from domain.games.champions.printing import CardPrintSaid
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.abilities import ForcedAbilityResolved, ForcedOrderChosen, WindowPassed

# === What comes next, in rulebook order ==========================================================

LAST_STAGES: Sequence[Ordered] = (
    OfferedBy(GameWon, defeats.IT_WAS_THE_LAST.made_at),
    OfferedBy(GameLost, threat.IT_WAS_THE_LAST.made_at),
)
STAGES = (defeats.VillainStageBegun, threat.MainSchemeAdvanced)
"""The next stages of the villain and of the main scheme, which are due at once."""
TIE: Sequence[Ordered] = (GameLost, GameWon)
"""A game that was won and lost at once: the players lose, unless the table says otherwise (A45)."""
ENCOUNTER: Sequence[Ordered] = (
    HitPointsSaid,
    EncounterCounted,
    rounds.StepCardsDealt,
    EncounterCardRevealed,
    OfferedBy(CardsCounted, rounds.decks_to_count),
)
"""Encounter cards are dealt, then revealed one at a time (发放, 展示); decks are counted before cards are drawn.

First come the hit points of a damaged card that no one has typed in.
"""
AT_ONCE: Sequence[Ordered] = (AllyDiscarded, RestrictedDiscarded, CardPrintSaid)
"""What is done as soon as a card is in play: limits are kept, and an unknown card is typed in."""
FIRST: Sequence[Ordered] = (
    rounds.HandRefreshed,
    ForcedOrderChosen,
    ForcedAbilityResolved,
    WindowPassed,
)
"""What offers itself before anything that a turn allows: hands at the end of a phase, what is open."""
ENDING: Sequence[Ordered] = (
    rounds.TurnEnded,
    rounds.PlayerPhaseEnded,
    rounds.CardsReadied,
    rounds.SchemeThreatPlaced,
    rounds.ActivationsEnded,
    rounds.RoundEnded,
)
"""What offers itself last: it ends a turn or a step."""
OFFERED: Sequence[Ordered] = (
    *LAST_STAGES,
    *AT_ONCE,
    *TIE,
    *enemies.ENEMIES,
    *ENCOUNTER,
    *FIRST,
    *heroes.PAYMENT,
    *heroes.POWERS,
    *heroes.OPTIONS,
    *setup.CAMPAIGN,
    *setup.SETUP,
    *ENDING,
)


def prompts(table: Champions) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts in rulebook order, for all players: the game is cooperative.

    Due events come first and are added by the framework. Then come the parts, and last the end of the step or the
    events after a game. A stage that is over waits for nothing else (主线密谋, 击败反派).
    """
    if table.step == "over":
        yield from offered_prompts((*TIE, *setup.CAMPAIGN), table)
        return
    if any(is_due(table, stage) for stage in STAGES):
        yield from offered_prompts(LAST_STAGES, table)
        return
    yield from offered_prompts((*LAST_STAGES, *AT_ONCE), table)
    yield from enemies.enemy_prompts(table)
    yield from offered_prompts((*ENCOUNTER, *FIRST), table)
    for part in (heroes.hero_prompts, heroes.option_prompts, setup.campaign_prompts, setup.setup_prompts):
        yield from part(table)
    yield from offered_prompts(ENDING, table)
