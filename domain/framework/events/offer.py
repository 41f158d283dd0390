"""Offer: an event's proposal that it may be wanted now, before the judge checks whether it can be recorded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.framework.events.choice import Known
from domain.framework.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """One way in which an event may be wanted now: the words of its prompt, and the known fields.

    Args:
        words: what it is called among what comes next.
        fields: what is known of the event.
        must: whether it must be done.
        left: what is left undone without it, as who ends the moment is told; what must be done is left by its words.
        opens: whether there is more to say than its required fields, so that its form is opened in any case.
        needs: fields that are not required as such, but without which this one cannot be recorded.
        pad: the field that is all it still asks: where it is the next thing to do, its values are a tap each.
        numbers: the values of a pad that takes a number; any other is said in the form.
        seats: for whom it is, where its fields do not say so.
        question: the question that it answers, as all offers with the same question do.
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
    """The seats of an offer that is for one; none, so that it is for everybody, where that one is empty."""
    return frozenset({seat} - {""})


@dataclass(frozen=True, slots=True)
class At:
    """The role of an event at a thing of a kind, such as an area: a tap there opens the event with the thing filled
    in.

    Args:
        field: the field that the thing is filled into.
        words: what the event is called there.
        where: whether it is opened at a thing, by a table and an id, though no offer is about that: what a card may do
            is wanted anywhere. Without it the event is opened where it is offered or due.
    """

    field: str
    words: Text
    where: Callable[[Any, str], bool] | None = None
