"""The board: what happens now, the kingdoms, the round."""

from collections.abc import Sequence

from domain.games.heroes3.state.table import Heroes3
from domain.language.shown.board import Piece


def board(table: Heroes3) -> Sequence[Piece]:
    """What is on the table, from above."""
    return []
