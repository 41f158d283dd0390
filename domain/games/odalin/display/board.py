"""The board: the moment, villains in rows, the heroes with their dials."""

from collections.abc import Sequence

from domain.games.odalin.state.table import Odalin
from domain.language.shown.board import Piece


def board(table: Odalin) -> Sequence[Piece]:
    """What is on the table, from above."""
    return []
