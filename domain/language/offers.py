"""Offers: whether what is about to be offered can be recorded, as far as it is known.

Prompts, what a tap on a thing opens, buttons and what is said in words pass here before anybody sees them, so that
nothing is offered that the rules refuse. What is known of an event is judged, then a filling of what is open is looked
for. The table is the one that the viewer sees: a reason that rests on what is hidden stays hidden.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import orjson
from pydantic import ValidationError

from domain.language.choices import known_of_held, value_of
from domain.language.event import Event, Known, Settled, StillOpen, all_asked, asked_first, is_marked
from domain.language.filling import Filling, find_filling
from domain.language.refusal import Refused
from domain.language.table import Table

NOTHING_PASSES = Filling(None, is_whole=True)


def is_open_to(cls: type[Event[Any]], known: Known, table: Table) -> bool:
    """Whether an event may be offered with what is known of it: nothing shows that it cannot be recorded."""
    found = fill_offer(cls, known, table)
    return found.filling is not None or not found.is_whole


def is_open_so_far(cls: type[Event[Any]], known: Known, table: Table) -> bool:
    """The same at a third of the cost, for what is drawn in numbers: no filling is looked for of what is not known."""
    held = _held(cls, known, table)
    return held is not None and _passes_so_far(cls, held, _fields_open(cls, held), table)


def fill_offer(cls: type[Event[Any]], known: Known, table: Table) -> Filling:
    """Values with which an event can be recorded at a table, those that are known among them.

    What may be left out is left out first; only where nothing passes like that it is said, too.
    """
    held = _held(cls, known, table)
    if held is None:
        return NOTHING_PASSES
    open_ = _fields_open(cls, held)
    required = [name for name in open_ if cls.model_fields[name].is_required()]
    if required == open_:
        return _fill_open(cls, held, open_, table)
    if not _passes_so_far(cls, held, open_, table):
        return NOTHING_PASSES
    found = _fill_open(cls, held, required, table)
    return found if found.filling is not None else _fill_open(cls, held, open_, table)


def _held(cls: type[Event[Any]], known: Known, table: Table) -> Known | None:
    """What is known of an event, as it would hold it; None where it does not fit, or its step or area is not open."""
    if not table.tracks(*cls.tracked) or any(table.gate(cls.during)):
        return None
    try:
        return {name: value_of(cls, name, known) for name in known}
    except (KeyError, ValidationError, orjson.JSONEncodeError):
        return None


def _fields_open(cls: type[Event[Any]], held: Known) -> list[str]:
    """The fields that somebody has yet to fill in."""
    return [name for name in _fields_asked(cls) if name not in held]


def _fill_open(cls: type[Event[Any]], held: Known, missing: Sequence[str], table: Table) -> Filling:
    return find_filling(cls, held, missing, table, lambda filled: _passes_so_far(cls, filled, missing, table))


@cache
def _fields_asked(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields that somebody fills in."""
    return tuple(name for name, info in cls.model_fields.items() if not is_marked(info, Settled))


@cache
def _blank_event(cls: type[Event[Any]]) -> Event[Any]:
    """An event of which nothing is said: made once, for to make one anew takes most of what a judgement does."""
    return cls.model_construct()


def _passes_so_far(cls: type[Event[Any]], known: Known, missing: Sequence[str], table: Table) -> bool:
    """Whether nothing that rests on the known fields alone is against an event."""
    return not any(_refusals_so_far(cls, known, missing, table))


def _refusals_so_far(cls: type[Event[Any]], known: Known, missing: Sequence[str], table: Table) -> Iterator[bool]:
    """What is against an event as far as it is known: its ids, then its own `check` up to the first open field.

    What `check` yielded before it came to an open field cannot depend on that. So reasons that need few fields stand
    before those that need more.
    """
    rested = {**known_of_held(cls, table, known), **known}
    for asked in all_asked(cls):
        value = known.get(asked.field)
        if value is not None and asked.choice.rests(rested):
            yield bool(asked.choice.strange(asked.ids_chosen(value), table, rested))
    event = _blank_event(cls).model_copy(update=known)
    for name in missing:
        if name not in known:
            event.__dict__.pop(name, None)  # an optional one would hold its default
    for ask in (*asked_first(cls), cls.check):
        try:
            yield from (bool(table.held([reason])) for reason in ask(event, table))
        except StillOpen:
            continue
        except Refused as refused:
            yield bool(table.held([refused]))


__all__ = ["fill_offer", "is_open_so_far", "is_open_to"]
