"""What the season still does, as a reminder: a card that works until the next one, water that can be crossed."""

from collections.abc import Iterator

from domain.games.runewars.state.table import Runewars
from domain.games.runewars.ways import is_frozen
from domain.language.shown.board import Piece
from domain.language.shown.sheet import Said
from domain.language.text import text


def season_piece(table: Runewars) -> Iterator[Piece]:
    """The season at hand; nothing where it changes nothing."""
    if marks := list(_marks(table)):
        yield Piece("season", table.called("season numbers", str(table.season)), marks=marks)


def _marks(table: Runewars) -> Iterator[Said]:
    if table.lasting and table.tracks("calendar"):
        yield text("still works: {card}", card=table.called("season-cards", table.lasting))
    if table.tracks("map") and is_frozen(table):
        yield text("the water is frozen")


__all__ = ["season_piece"]
