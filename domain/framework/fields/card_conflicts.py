"""Typed-over outcomes: given values for fields that the rules fill in with another value."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, partial
from typing import Any

from domain.framework.events.card_defaults import printed_in
from domain.framework.events.chance import NO_CHANCE, WouldRoll
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import is_marked
from domain.framework.events.marks import Settled
from domain.framework.fields.choices import unknown_choices
from domain.framework.fields.fields import ASKED
from domain.framework.refusal import Refused, never
from domain.framework.table import Table

AnyEvent = Event[Any]
COMPUTED = never("computed", "The rules fill in “{field}”: here it is {value}.")
FILLED_IN = COMPUTED.saying("The rules fill in “{field}”: leave it out.")


def typed_over_reasons(
    event: AnyEvent, table: Table, seen: Callable[[], Table], names: Collection[str] | None = None
) -> Iterator[Refused]:
    """The refusals of given values for fields that the rules fill in otherwise.

    Only the fields in `names` are compared; None for all. A refusal contains the computed value only if the author's
    view of the table yields it, too. A program that offers an event may set its fields marked `Settled.offered`.
    """
    given = event.model_fields_set if names is None else names
    said = {
        name: make
        for name, make in filled_in(type(event)).items()
        if name in given and not is_offered(type(event), name)
    }
    if not said or (type(event).settle is Event.settle and not printed_in(type(event))):
        return
    bare = event.copy_with(**{name: make() for name, make in said.items()})
    computed, kept = settle_without_dice(bare, table), settle_without_dice(event, table)
    for name in said:
        value, now = getattr(event, name), getattr(computed or bare, name)
        if value == now or (computed is None and kept is not None and getattr(kept, name) == value):
            continue  # players choose what is drawn at the table
        shown = settle_without_dice(bare, seen()) if computed is not None else None
        info = type(event).model_fields[name]
        called = info.title or ASKED.get(name) or name.replace("_", " ")
        if (
            shown is not None
            and name not in type(event).secrets.fields
            and getattr(shown, name) == now
            and _is_plain(now)
        ):
            yield COMPUTED(field=called, value=now)
        else:
            yield FILLED_IN(field=called)


def is_offered(cls: type[AnyEvent], name: str) -> bool:
    """Whether the program that offers the event fills in the field."""
    marks = cls.model_fields[name].metadata
    return any(isinstance(mark, Settled) and mark.offered for mark in marks)


def _is_plain(value: object) -> bool:
    """Whether a value can be shown as it is."""
    return value is not None and value != "" and isinstance(value, int | str)


def settle_without_dice(event: AnyEvent, table: Table) -> AnyEvent | None:
    """An event as the rules settle it; None if they would roll, or fail because of an id that is not offered.

    The thing of such an id is gone, hidden from the viewer, or mistyped. Any other error is a fault of a rule.
    """
    try:
        return event.complete(table, NO_CHANCE)
    except WouldRoll:
        return None
    except Exception:
        if unknown_choices(event, table):
            return None
        raise


@cache
def filled_in(cls: type[AnyEvent]) -> Mapping[str, Callable[[], object]]:
    """The fields that only the rules fill in, with their defaults."""
    return {
        name: partial(info.get_default, call_default_factory=True)
        for name, info in cls.model_fields.items()
        if is_marked(info, Settled) and not info.is_required()
    }


def fields_said(event: AnyEvent, table: Table) -> frozenset[str]:
    """The names of the fields that a person typed or chose, in an event as it arrived, before it is completed.

    A form sends every field that it shows. Therefore a default does not count as typed. A field that the form filled in
    beforehand, or that only the rules fill in, does not count if the rules fill in the same value.
    """
    cls, given = type(event), event.model_fields_set
    said = frozenset(name for name in given if cls.layout.keeps_unnamed or not _is_default(event, name))
    prefilled = {name for name, value in cls.prefilled(table).items() if _as_given(value) == getattr(event, name)}
    open_ = {name for name in said & (filled_in(cls).keys() | prefilled) if _may_be_left_out(cls, name)}
    if not open_:
        return said
    bare = cls.model_construct(set(given - open_), **{name: getattr(event, name) for name in given - open_})
    computed = settle_without_dice(bare, table) or bare.with_card_defaults(table)
    return said - {name for name in open_ if getattr(computed, name) == getattr(event, name)}


def _is_default(event: AnyEvent, name: str) -> bool:
    """Whether a field has its default value."""
    info = type(event).model_fields[name]
    return not info.is_required() and getattr(event, name) == info.get_default(call_default_factory=True)


def _as_given(value: object) -> object:
    """A value of a form in the type of the event."""
    return tuple(value) if isinstance(value, list) else value


def _may_be_left_out(cls: type[AnyEvent], name: str) -> bool:
    """Whether the rules may fill in a field that no program offers."""
    return not cls.model_fields[name].is_required() and not is_offered(cls, name)


__all__ = ["fields_said", "filled_in", "is_offered", "settle_without_dice", "typed_over_reasons"]
