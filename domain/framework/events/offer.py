"""Offer: an event's proposal that it may be wanted now, before the judge checks whether it can be recorded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.framework.events.choice import Known
from domain.framework.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A way in which an event may be wanted now: the words of its prompt, and the known fields.

    Args:
        words: the title of the prompt.
        fields: the known fields of the event.
        must: whether it must be done.
        left: the text that reports it as left undone when a player ends the moment. A must uses its words.
        opens: whether there is more to fill in than the required fields, so that its form is opened in any case.
        needs: optional fields without which this event cannot be recorded.
        pad: the only open field. If this is the next prompt, each value of the field is a tap.
        numbers: the values of a numeric pad; the form takes any other number.
        seats: the seats that it is for, if its fields do not name them.
        question: the question that it answers. All offers with the same question belong together.
    """

    words: Text
    fields: Known = field(default_factory=dict)
    must: bool = False
    left: Text | None = None
    opens: bool = False
    needs: tuple[str, ...] = ()
    pad: str = ""
    numbers: Sequence[int] = ()
    seats: frozenset[str] = frozenset()
    question: Text | None = None


def seat_alone(seat: str) -> frozenset[str]:
    """The seats of an offer for one seat; none, which means everyone, if the seat is empty."""
    return frozenset({seat} - {""})


@dataclass(frozen=True, slots=True)
class At:
    """The menu entry of an event on an object of a kind, such as an area.

    A tap opens the event with the object filled in.

    Args:
        field: the field that the object is filled into.
        words: the label of the menu entry.
        where: whether the event can be opened at an object without an offer, by a table and an id: an event of a card
            may be wanted at any time. Without it, the event is opened only if it is offered or due there.
    """

    field: str
    words: Text
    where: Callable[[Any, str], bool] | None = None
