"""Card defaults: fields of an event that are filled in from a card, and remembered if a player typed them.

The values of a card are content: they are read when an event is recorded, never when a log is folded. The event stores
what was typed about a card. The table keeps it in `typed`, with a lower priority than all content, so that it is typed
only once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel

NOTHING_SAID: tuple[object, ...] = (None, "", (), [], {})
"""Values of a field that was left empty."""


class PrintedCard(Protocol):
    """A class of cards of one kind (`domain.framework.cards.kinds.Card`)."""

    kind_name: ClassVar[str]

    @classmethod
    def of(cls, table: Any, id_: str) -> Any:
        """The card of an id, as far as a table knows it."""
        ...


@dataclass(frozen=True, slots=True)
class Printed:
    """Marks a field whose value is on a card: without another value, the card's is used.

    Args:
        card: the class of the card.
        by: the field or property of the event with the id of the card; if it is empty, nothing is known.
        field: the field of the card; by default the one with the same name.
        read: a function of the table and the id that returns the value, if it is not a field of the card; None if
            unknown.
        kept: the fields of the card that a typed value makes known; by default none if the value is computed by `read`.
        given: the fields that a property depends on.
    """

    card: type[PrintedCard]
    by: str
    field: str = ""
    read: Callable[[Any, str], object] | None = None
    kept: Callable[[Any], Mapping[str, Any]] | None = None
    given: tuple[str, ...] = ()

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The fields of the event that identify the card."""
        return self.given or (self.by,)

    def value(self, name: str, table: Any, id_: str) -> Any:
        """The card's value of a field, in the event's type; None if it is not known."""
        if self.read:
            found = self.read(table, id_)
        else:
            card, field = self.card.of(table, id_), self.field or name
            found = getattr(card, field) if field in card.model_fields_set else None
        return tuple(found) if isinstance(found, list) else found

    def known_by(self, name: str, value: Any) -> Mapping[str, Any]:
        """The fields of a card that a typed value of a field makes known, as JSON."""
        if self.kept:
            return self.kept(value)
        return {} if self.read else {self.field or name: list(value) if isinstance(value, tuple) else value}


@cache
def printed_in(cls: type[BaseModel]) -> Mapping[str, Printed]:
    """The fields of an event whose values are on a card, each with its mark."""
    marks = ((name, mark) for name, info in cls.model_fields.items() for mark in info.metadata)
    return {name: mark for name, mark in marks if isinstance(mark, Printed)}


__all__ = ["NOTHING_SAID", "Printed", "PrintedCard", "printed_in"]
