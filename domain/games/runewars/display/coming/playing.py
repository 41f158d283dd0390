"""What may be played from a hand in one's own turn, before, during or after the order card (玩家回合; 目标卡)."""

from collections.abc import Iterator

from domain.games.runewars.base import whose_turn
from domain.games.runewars.realm.cards import TacticsPlayed
from domain.games.runewars.realm.objectives import ObjectiveCompleted
from domain.games.runewars.state.table import Runewars
from domain.language.game import Prompt, Viewer
from domain.language.text import text


def coming(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """Asked of the seat at turn and of the host; that it holds such cards is seen by all."""
    seat = whose_turn(table)
    if not seat or (viewer.seats and seat not in viewer.seats):
        return
    if table.seat(seat).tactics:
        yield Prompt(text("Play a tactics card"), TacticsPlayed, fields={"seat": seat}, opens=True)
    if table.seat(seat).has_objective:
        yield Prompt(text("The objective is met"), ObjectiveCompleted, fields={"seat": seat}, opens=True)


__all__ = ["coming"]
