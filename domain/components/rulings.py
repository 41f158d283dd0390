"""Rulings: the table's decisions on rules that the rulebook leaves open.

A game lists its possible rulings in its content, stores the active ones in `rulings`, and subclasses the event.
"""

from typing import Annotated, Protocol

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole, TableT


class Ruled(Protocol):
    """A table that stores its rulings."""

    rulings: list[str]


class RulingEvent(Event[TableT]):
    """The base of a game's ruling event; it has no topic itself."""

    log = LogRole(bookkeeping=True)
    ruling: Annotated[str, Choice("rulings")]
    usual: bool = Field(default=False, title="back to the usual rule")

    def rule(self, table: Ruled) -> None:
        """Add the ruling to the table's rulings, or remove it; for `apply`."""
        others = [ruling for ruling in table.rulings if ruling != self.ruling]
        table.rulings = others if self.usual else [*others, self.ruling]


__all__ = ["Ruled", "RulingEvent"]
