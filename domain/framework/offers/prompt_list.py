"""Prompts: those that events offer, those that are left undone, and the next one; and menu entries of tapped objects.

None of them is judged here. Prompts and asks pass `feasibility.py` before anyone sees them, whatever their source.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.framework.events.event import Event, title_of_event
from domain.framework.events.marked_fields import all_choices_asked, choices_of
from domain.framework.events.offer import Offer
from domain.framework.events.value_names import with_names
from domain.framework.game import Prompt
from domain.framework.table import Table
from domain.framework.text import Text, placeholders_of
from domain.framework.views.board import Ask
from domain.framework.views.sharing import shared_by_viewers

AnyEvent = type[Event[Any]]


@dataclass(frozen=True, slots=True)
class Grouped:
    """Events whose prompts are grouped, by seat or by the value of a field; in a group they are in the order of events.

    Args:
        events: the events.
        by: the field, with its ids in the order of the table; without it, the seats in their order.
        values: the values of the field at a table, in the order of their groups; without it, the ids of the table.
    """

    events: "Sequence[Ordered]"
    by: str = ""
    values: Callable[[Any], Sequence[str]] | None = None


@dataclass(frozen=True, slots=True)
class OfferedBy:
    """An event at a second place of the order, with the offers that it makes there instead of `Event.offers`."""

    event: AnyEvent
    offers: Callable[[Any], Iterable[Offer]]


Ordered = AnyEvent | Grouped | OfferedBy
"""A part of the order in which a game's events offer themselves."""


def events_in(order: Iterable[Ordered]) -> Iterator[AnyEvent]:
    """The events of an order."""
    for part in order:
        if isinstance(part, Grouped):
            yield from events_in(part.events)
        else:
            yield part.event if isinstance(part, OfferedBy) else part


def offered_prompts(order: Iterable[Ordered], table: Table, *, any_step: bool = False) -> Iterator[Prompt]:
    """The prompts that events offer now, in their order.

    Args:
        order: the events in the order of the rulebook.
        table: the table.
        any_step: whether events of every step are offered, because the table does not track the steps.
    """
    for part in order:
        if isinstance(part, Grouped):
            yield from _in_groups(part, [*offered_prompts(part.events, table, any_step=any_step)], table)
            continue
        cls, offers = (part.event, part.offers) if isinstance(part, OfferedBy) else (part, part.offers)
        if table.tracks(*cls.tracked) and (any_step or _is_in_step(cls, table)):
            yield from _prompts_of_event(table, cls, offers)


@shared_by_viewers
def _prompts_of_event(table: Table, cls: AnyEvent, offers: Callable[[Any], Iterable[Offer]]) -> Sequence[Prompt]:
    return [_prompt(cls, offer, table) for offer in offers(table)]


def _in_groups(groups: Grouped, prompts: Sequence[Prompt], table: Table) -> Sequence[Prompt]:
    if not groups.by:
        return sorted(prompts, key=lambda prompt: _place_of_seat(prompt, table))
    seen = [prompt.fields.get(groups.by) for prompt in prompts]
    if groups.values:
        values = [*groups.values(table), *seen]
        return sorted(prompts, key=lambda prompt: values.index(prompt.fields.get(groups.by)))
    return sorted(
        prompts,
        key=lambda prompt: (_place_of_id(prompt, groups.by, table), seen.index(prompt.fields.get(groups.by))),
    )


def _place_of_seat(prompt: Prompt, table: Table) -> int:
    """The place of a prompt's seat among all seats; after all of them for a prompt without a seat."""
    seats = [*table.chairs()]
    return min((seats.index(seat) for seat in prompt.seats or seats_of(prompt, table)), default=len(seats))


def _place_of_id(prompt: Prompt, by: str, table: Table) -> int:
    """The place of the id in a field among all ids of its kind; after all of them for any other value."""
    choice = choices_of(prompt.event).get(by)
    ids = [*table.ids(choice.kind)] if choice else []
    value = prompt.fields.get(by)
    return ids.index(value) if value in ids else len(ids)


def seats_of(prompt: Prompt, table: Table) -> frozenset[str]:
    """The seats of a prompt: those in its fields, or the owners of things in them; none if it is for everyone."""
    return seats_named(prompt.event, prompt.fields, table)


def seats_named(cls: AnyEvent, known: Mapping[str, Any], table: Table) -> frozenset[str]:
    """The seats in the known fields of an event, or the owners of things in them."""
    found = set[str]()
    for one in all_choices_asked(cls):
        value = known.get(one.field)
        if isinstance(value, str):
            found.add(table.seat_of(one.choice.kind, value))
        elif value:
            found.update(table.seat_of(one.choice.kind, id_) for id_ in one.ids_chosen(value))
    return frozenset(found - {""})


def _prompt(cls: AnyEvent, offer: Offer, table: Table) -> Prompt:
    return Prompt(
        _title(cls, offer, table),
        cls,
        required=offer.required,
        fields=offer.fields,
        opens_form=offer.opens_form,
        also_required=offer.also_required,
        reminder=_with_known(offer.reminder, cls, offer, table) if offer.reminder else None,
        leaves=offer.leaves,
        card=offer.card,
        ticked=offer.ticked,
        then=tuple(offered_prompts(offer.then, table, any_step=True)) if offer.then else (),
        keypad=offer.keypad,
        keypad_numbers=offer.keypad_numbers,
        seats=offer.seats,
        joint=offer.joint,
        question=offer.question,
    )


def _title(cls: AnyEvent, offer: Offer, table: Table) -> Text:
    return _with_known(offer.words or Text(title_of_event(cls)), cls, offer, table)


def _with_known(words: Text, cls: AnyEvent, offer: Offer, table: Table) -> Text:
    """The words of an offer, with the names of known fields at their placeholders."""
    open_ = placeholders_of(words.message) - words.values.keys() if offer.fields else ()
    known = {name: with_names(cls, name, offer.fields[name], table) for name in open_ if name in offer.fields}
    return words.copy_with(**known) if known else words


def _is_in_step(cls: AnyEvent, table: Table) -> bool:
    """Whether an event's step is open.

    Offers keep to their step even at a table without enforced steps, because much is allowed there that is not wanted
    yet.
    """
    return not cls.during or table.place[1] in cls.during


def offered_asks(
    events: Iterable[AnyEvent], table: Table, thing: tuple[str, str], due: Sequence[Prompt] = ()
) -> Iterator[Ask]:
    """The events that a tap on a thing opens: due or offered ones, then those that are always possible.

    If one event has several offers at a thing, each keeps its own words.
    """
    kind, id_ = thing
    anywhere: list[Ask] = []
    for cls in events:
        if kind in cls.on_tap and table.tracks(*cls.tracked) and _is_in_step(cls, table):
            at = cls.on_tap[kind]
            offers = [*(Offer(at.words, one.fields) for one in due if one.event is cls), *cls.offers(table)]
            found = [offer for offer in offers if offer.fields.get(at.field, id_) == id_]
            for offer in found:
                title = _title(cls, offer, table) if len(found) > 1 else at.words
                yield Ask(title, cls, {**offer.fields, at.field: id_})
            if not found and at.where and at.where(table, id_):
                anywhere.append(Ask(at.words, cls, {at.field: id_}))
    yield from anywhere


def left_undone(prompts: Sequence[Prompt]) -> list[Text]:
    """The prompts left undone in the current moment, in the order of the rulebook."""
    return [left for prompt in prompts if (left := prompt.undone)]


def next_prompt(prompts: Sequence[Prompt], own: Sequence[Prompt] | None = None) -> Prompt | None:
    """The next prompt: the first that is left undone; the end of the moment only if nothing is.

    A player is given prompts that are their `own` or for everyone. All other prompts belong to other players; they
    prevent the end of the moment.
    """
    own = prompts if own is None else own
    first = next((prompt for prompt in own if prompt.undone), None)
    if first or any(prompt.undone for prompt in prompts):
        return first
    return next((prompt for prompt in own if prompt.required), None)


def answers_with(prompt: Prompt, prompts: Sequence[Prompt]) -> list[Prompt]:
    """The prompts that answer the same question as a prompt, including it; empty if it is the only answer."""
    found = [one for one in prompts if one.question and str(one.question) == str(prompt.question)]
    return found if len(found) > 1 else []


def is_for(prompt: Prompt, seats: Container[str]) -> bool:
    """Whether a prompt is for some seats only."""
    return bool(prompt.seats) and all(seat in seats for seat in prompt.seats)


def skipped_by_end(event: AnyEvent, prompts: Sequence[Prompt]) -> list[Text]:
    """The prompts that recording an event would skip; none unless it ends the current moment, or the session."""
    ending = next((prompt for prompt in prompts if prompt.event is event), None)
    if not event.ends or (ending is None and event.ends != "evening"):
        return []
    return list(ending.leaves) if ending and ending.leaves else left_undone(prompts)


__all__ = [
    "Grouped",
    "OfferedBy",
    "Ordered",
    "answers_with",
    "events_in",
    "is_for",
    "left_undone",
    "next_prompt",
    "offered_asks",
    "offered_prompts",
    "seats_named",
    "seats_of",
    "skipped_by_end",
]
