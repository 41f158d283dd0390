"""Limits: how often something may be done in a turn, an attack or a visit, whatever event records it.

The state counts the uses, and a period resets the count (`periods.py`). Each event that uses a limit names it in
`limits`, with the fields by which it is a use; a law tries each of them when the limit is reached.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from domain.framework.events.event import TableT
from domain.framework.refusal import Refusal, Refused


@dataclass(frozen=True, eq=False)
class Limit(Generic[TableT]):
    """How often something may be done.

    Args:
        done: how often it has been done; takes the table and the id of who does it, such as a seat.
        reached: the refusal of doing it once more.
        most: how often it may be done.
    """

    done: Callable[[TableT, str], int]
    reached: Refusal
    most: int = 1

    def reasons(self, table: TableT, who: str, **values: object) -> Iterator[Refused]:
        """The refusal with the values of its sentence, if it has been done as often as it may be."""
        if self.done(table, who) >= self.most:
            yield self.reached(**values)


__all__ = ["Limit"]
