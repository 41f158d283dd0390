"""What comes next where a stage is over and nobody typed in whether it was the last one: then the table says so."""

from collections.abc import Iterator

from domain.game import Prompt
from domain.games.champions.base import is_due
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.harm.defeats import VillainStageBegun
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.stages import MainSchemeAdvanced
from domain.text import text


def coming(table: Champions) -> Iterator[Prompt]:
    """The end of the game, beside the next stage that is due."""
    if is_due(table, VillainStageBegun) and not table.villain.stages:
        yield Prompt(text("It was the villain's last stage: the players win"), GameWon)
    if is_due(table, MainSchemeAdvanced) and not table.main.stages:
        yield Prompt(text("It was the last stage of the main scheme: the players lose"), GameLost)


__all__ = ["coming"]
