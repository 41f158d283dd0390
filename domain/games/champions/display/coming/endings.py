"""What comes next where a stage is over and nobody typed in whether it was the last one: then the table says so."""

from collections.abc import Iterator

from domain.games.champions.base import is_due
from domain.games.champions.endgame import GameLost, GameWon, lost_too, won_too
from domain.games.champions.harm.defeats import VillainStageBegun
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.stages import MainSchemeAdvanced
from domain.language.game import Prompt
from domain.language.text import text


def coming(table: Champions) -> Iterator[Prompt]:
    """The end of the game, beside the next stage that is due."""
    if is_due(table, VillainStageBegun) and not table.villain.stages:
        yield Prompt(text("It was the villain's last stage: the players win"), GameWon)
    if is_due(table, MainSchemeAdvanced) and not table.main.stages:
        yield Prompt(text("It was the last stage of the main scheme: the players lose"), GameLost)


def decided(table: Champions) -> Iterator[Prompt]:
    """Once a game is over that was won and lost at once: the players lose, unless the table says otherwise (A45)."""
    if lost_too(table):
        yield Prompt(text("Won and lost at once: the players lose"), GameLost)
    if won_too(table):
        yield Prompt(text("Won and lost at once: the table says that they win"), GameWon)


__all__ = ["coming", "decided"]
