"""Typed-over outcomes: values given for fields that the rules fill in, where the rules come to another value."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, partial
from typing import Any

from domain.language.chance import NO_CHANCE, WouldRoll
from domain.language.event import Event, Settled, is_marked
from domain.language.fields import ASKED
from domain.language.printed import printed_in
from domain.language.refusal import Refused, never
from domain.language.table import Table

AnyEvent = Event[Any]
COMPUTED = never("computed", "The rules fill in “{field}”: here it is {value}.")
FILLED_IN = COMPUTED.saying("The rules fill in “{field}” by themselves: leave it out.")


def typed_over_reasons(
    event: AnyEvent, table: Table, seen: Callable[[], Table], names: Collection[str] | None = None
) -> Iterator[Refused]:
    """The refusal of given values for fields that the rules fill in otherwise; of some fields, or all.

    What the rules come to is only told where what somebody sees of the table gives it, too. What a program that offers
    an event says of such fields (`Settled.offered`) is its own to say.
    """
    given = event.model_fields_set if names is None else names
    said = {
        name: make for name, make in filled_in(type(event)).items() if name in given and not _is_offered(event, name)
    }
    if not said or (type(event).settle is Event.settle and not printed_in(type(event))):
        return
    bare = event.but(**{name: make() for name, make in said.items()})
    computed, kept = _settle_without_dice(bare, table), _settle_without_dice(event, table)
    for name in said:
        value, now = getattr(event, name), getattr(computed or bare, name)
        if value == now or (computed is None and kept is not None and getattr(kept, name) == value):
            continue  # what is drawn at the table is the table's to say
        shown = _settle_without_dice(bare, seen()) if computed is not None else None
        info = type(event).model_fields[name]
        called = info.title or ASKED.get(name) or name.replace("_", " ")
        if shown is not None and name not in type(event).secret and getattr(shown, name) == now and _is_plain(now):
            yield COMPUTED(field=called, value=now)
        else:
            yield FILLED_IN(field=called)


def _is_offered(event: AnyEvent, name: str) -> bool:
    """Whether a program fills in the field."""
    marks = type(event).model_fields[name].metadata
    return any(isinstance(mark, Settled) and mark.offered for mark in marks)


def _is_plain(value: object) -> bool:
    """Whether a value can be shown as it is."""
    return value is not None and value != "" and isinstance(value, int | str)


def _settle_without_dice(event: AnyEvent, table: Table) -> AnyEvent | None:
    """An event as the rules settle it; None where they would roll, or its subject is gone."""
    try:
        return event.complete(table, NO_CHANCE)
    except WouldRoll:
        return None
    except Exception:  # why it cannot be is said by its check
        return None


@cache
def filled_in(cls: type[AnyEvent]) -> Mapping[str, Callable[[], object]]:
    """The fields that only the rules fill in, with their defaults."""
    return {
        name: partial(info.get_default, call_default_factory=True)
        for name, info in cls.model_fields.items()
        if is_marked(info, Settled) and not info.is_required()
    }


__all__ = ["filled_in", "typed_over_reasons"]
