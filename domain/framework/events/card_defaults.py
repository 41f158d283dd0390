"""Printed: fields of an event whose values are on a card, filled in from there, and remembered where they were
typed.

What a card says is content: read when an event is recorded, never when a log is folded. What was said of a card stands
in the event; the table keeps it in `typed`, below all content, so that nobody types it twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel

NOTHING_SAID: tuple[object, ...] = (None, "", (), [], {})
"""Values of a field by which nobody said anything."""


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
        by: the field of the event, or a property of it, with the id of the card; where that is empty, nothing is known.
        field: the field of the card; the one of the same name if empty.
        read: what counts of the card of an id at a table, where that is not one of its fields; None where nobody knows.
        kept: which fields of the card are known from then on, by what was typed; of what is read, none are by itself.
        given: the fields that a property rests on.
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
        """The card's value of a field, in the event's type; None where it is not known."""
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
