"""What comes next, in rulebook order."""

from collections.abc import Iterator, Sequence

from domain.games.champions.base import whose_turn
from domain.games.champions.display.coming import campaign, cards, encounter, endings, enemies, heroes, setup
from domain.games.champions.rounds.phases import (
    ActivationsEnded,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    TurnEnded,
    step_threat,
)
from domain.games.champions.setup.scenarios import NextGameSetUp
from domain.games.champions.state.kinds import SchemeSheet
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt, Viewer
from domain.language.text import text

PARTS = (endings.coming, enemies.coming, encounter.coming, cards.coming, heroes.coming, campaign.coming, setup.coming)
"""What comes next in each part of the game."""


def prompts(table: Champions, viewer: Viewer) -> Sequence[Prompt]:
    return list(_prompts(table))


def _prompts(table: Champions) -> Iterator[Prompt]:
    """What is due comes before by itself; then the parts, and last what ends the step, or what comes after a game."""
    for part in PARTS if table.step != "over" else (endings.decided, campaign.coming):
        yield from part(table)
    if table.place[1] == table.step:
        yield from ending(table)


def ending(table: Champions) -> Iterator[Prompt]:
    """What leads from this step to the next."""
    match table.step:
        case "player" if seat := whose_turn(table):
            title = text("{seat}: turn done", seat=table.called("identities", seat))
            yield Prompt(title, TurnEnded, must=True, fields={"seat": seat})
        case "player":
            yield Prompt(text("On to the villain phase"), PlayerPhaseEnded, must=True)
        case "threat" if not step_threat(table) and SchemeSheet.of(table, table.main.sheet).acceleration is None:
            title = text("Threat on the main scheme: how much?")
            yield Prompt(title, SchemeThreatPlaced, must=True, needs=("amount",))
        case "threat":
            title = text("Threat on the main scheme: +{threat}", threat=step_threat(table))
            yield Prompt(title, SchemeThreatPlaced, must=True)
        case "activations" if table.tracks("encounter"):
            yield Prompt(text("All enemies have activated"), ActivationsEnded, must=True)
        case "dealing" if table.tracks("encounter"):
            return
        case "activations" | "dealing" | "encounters":
            yield Prompt(text("Round done"), RoundEnded, must=True)
        case "over" if not campaign.is_between(table):
            yield Prompt(text("Another game"), NextGameSetUp)
