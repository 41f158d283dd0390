"""Turns: whose turn it is, and why a seat may not act now."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

from domain.framework.events.event import TableT
from domain.framework.refusal import Refusal, Refused


@dataclass(frozen=True, eq=False)
class TurnOrder(Generic[TableT]):
    """The order of turns in a game.

    Args:
        kind: the kind of content that seats are named by.
        has_turns: whether turns are taken now at this table.
        left: the seats that have not taken their turn, in order.
        is_out: whether a seat takes no more turns.
        out: the refusal for such a seat.
        not_yours: the refusal while it is another seat's turn.
        nobodys: the refusal while it is no seat's turn, and whether it applies at this table; None for no refusal.
    """

    kind: str
    has_turns: Callable[[TableT], bool]
    left: Callable[[TableT], Iterable[str]]
    is_out: Callable[[TableT, str], bool]
    out: Refusal
    not_yours: Refusal
    nobodys: tuple[Refusal, Callable[[TableT], bool]] | None = None

    def whose_turn(self, table: TableT) -> str:
        """The seat whose turn it is; empty if there is none."""
        left = self.left(table) if self.has_turns(table) else ()
        return next((seat for seat in left if not self.is_out(table, seat)), "")

    def seats_at_turn(self, table: TableT) -> list[str]:
        """A list of the seat whose turn it is; empty if there is none."""
        return [seat] if (seat := self.whose_turn(table)) else []

    def not_in_game(self, table: TableT, seat: str) -> Iterator[Refused]:
        """The refusal of a seat that is out of the game."""
        if self.is_out(table, seat):
            yield self.out(seat=table.called(self.kind, seat))

    def not_at_turn(self, table: TableT, seat: str) -> Iterator[Refused]:
        """The refusal of a seat that is out of the game or whose turn it is not."""
        yield from self.not_in_game(table, seat)
        current = self.whose_turn(table)
        if current and current != seat:
            yield self.not_yours(current=table.called(self.kind, current))
        elif not current and self.nobodys and self.nobodys[1](table):
            yield self.nobodys[0]()


__all__ = ["TurnOrder"]
