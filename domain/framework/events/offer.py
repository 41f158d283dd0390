"""Offer: an event's proposal that it may be wanted now, before the judge checks whether it can be recorded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.framework.events.choice import Known
from domain.framework.text import Text


@dataclass(frozen=True, slots=True)
class Offer:
    """A way in which an event may be wanted now: the words of its prompt, and the known fields.

    Args:
        words: the title of the prompt, with known fields in braces; without it, the title of the event.
        fields: the known fields of the event.
        required: whether it must be done.
        reminder: the text that reports it as left undone when a player ends the moment. A must uses its words.
        opens_form: whether there is more to fill in than the required fields, so that its form is opened in any case.
        also_required: optional fields without which this event cannot be recorded.
        keypad: the only open field. If this is the next prompt, each value of the field is a tap.
        keypad_numbers: the values of a numeric pad; the form takes any other number.
        seats: the seats that it is for, if its fields do not name them.
        question: the question that it answers. All offers with the same question belong together.
        joint: whether it speaks for all its seats at once, so that a player of only some of them is not offered it.
        leaves: the texts that the end of a moment reports as left undone, if no other prompt reports them.
        card: the heading of the prompts that are answered together.
        ticked: whether it is ticked on that card at first.
        then: the answers on the same card that depend on it: a part of the game's order (`prompt_list.py`).
        when: for `Event.offer`: whether the event is wanted at a table.
        each: for `Event.offer`: a field, and its ids at a table; the event is offered once for each id.
    """

    words: Text | None = None
    fields: Known = field(default_factory=dict)
    required: bool = False
    reminder: Text | None = None
    opens_form: bool = False
    also_required: tuple[str, ...] = ()
    keypad: str = ""
    keypad_numbers: Sequence[int] = ()
    seats: frozenset[str] = frozenset()
    joint: bool = False
    question: Text | None = None
    leaves: Sequence[Text] = ()
    card: Text | None = None
    ticked: bool = True
    then: Sequence[Any] = ()
    when: Callable[[Any], object] | None = None
    each: tuple[str, Callable[[Any], Iterable[str]]] | None = None

    def made_at(self, table: Any) -> "Iterator[Offer]":
        """The offers that it makes at a table: none, one, or one for each id."""
        if self.when and not self.when(table):
            return
        if self.each is None:
            yield self
            return
        name, ids = self.each
        yield from (replace(self, fields={name: id_, **self.fields}) for id_ in ids(table))


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
