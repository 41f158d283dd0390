"""Digests of the values that a page shows, including the rules' verdict on each event."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, singledispatch
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import orjson
from pydantic import BaseModel

from companion.view_context import ViewContext
from companion.web.rendering.board import why_barred
from companion.web.visitors.page import view_of_request
from domain.framework.events.event import Event
from domain.framework.fields.feasibility import may_be_recorded
from domain.framework.views.board import Ask, Counter, Handle, Pad, Piece

HOW = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS
# 128 bits: two different parts of a page never have the same digest by chance.
SIZE = 16
PARTS = (Piece, Handle, Counter)
"""The parts of a board whose digests stand for them where larger parts contain them, so that each is made once."""


def digest_of(values: Sequence[object]) -> bytes:
    """A digest of values, for any viewer and language."""
    found = view_of_request()
    assert found is not None, "a page is drawn of a campaign"
    return b"".join(_shared_digest(value, found) if is_dataclass(value) else _digest(value, found) for value in values)


def _shared_digest(part: object, here: ViewContext) -> bytes:
    """The digest of a part that viewers may share; kept with the part, so that no other takes its place in memory."""
    return here.table.shared((_digest, id(part)), lambda: (part, _digest(part, here)))[1]


def beside_values(here: ViewContext) -> bytes:
    """A digest of the seats' marks, which pages show with many values that do not contain them."""
    table = here.table
    return _digest((table.seat_colours(), table.portraits), here)


def _digest(value: object, here: ViewContext) -> bytes:
    def flatten(part: Any) -> Any:
        if part is not value and isinstance(part, PARTS):
            return _shared_digest(part, here).hex()
        cls: Any = part.__class__
        return _way_to_flatten(cls)(part, here)

    return blake2b(orjson.dumps(value, default=flatten, option=HOW), digest_size=SIZE).digest()


@singledispatch
def _plain_values(value: Any, _: ViewContext) -> Any:
    """A value as lists, names and numbers; empty if it is not shown."""
    return type(value).__name__, _field_reader(value.__class__)(value)


_way_to_flatten = cache(_plain_values.dispatch)
"""The function that flattens values of a class, cached because a tap needs some hundred."""


@cache
def _field_reader(cls: type[Any]) -> Callable[[Any], Any]:
    """A function that reads all fields of a class's objects."""
    if not is_dataclass(cls):
        return dict if issubclass(cls, BaseModel) else vars
    names = [field.name for field in fields(cls)]
    return attrgetter(*names) if names else str


@_plain_values.register(Event)
def _event(event: Event[Any], here: ViewContext) -> Any:
    """An event of a tap with its refusal; None if the table does not track it."""
    cls = type(event)
    return (cls.__name__, event.__dict__, why_barred(event, here)) if here.table.tracks(*cls.tracked) else None


@_plain_values.register
def _pad(pad: Pad, here: ViewContext) -> Any:
    """A pad, with the reasons why its step is closed, and the seats that may record it."""
    cls, known = type(pad.event), dict(pad.event)
    gate = [reason.text for reason in here.table.gate(cls.during)]
    return pad.event, gate, cls.keepers(known, here.table), pad.field, pad.choices, pad.chosen


@_plain_values.register
def _piece(piece: Piece, _: ViewContext) -> Any:
    """A piece; actions that appear only after a tap are left out."""
    return _field_reader(Piece)(replace(piece, asks=()) if piece.aside else piece), bool(piece.asks)


@_plain_values.register
def _ask(ask: Ask, here: ViewContext) -> Any:
    return ask.label, ask.event, ask.fields, ask.icon, ask.seats, may_be_recorded(ask.event, ask.fields, here.table)


@_plain_values.register(type)
def _class(cls: type, _: ViewContext) -> str:
    return cls.__name__


@_plain_values.register(Mapping)
def _mapping(values: Mapping[Any, Any], _: ViewContext) -> dict[Any, Any]:
    return dict(values)


@_plain_values.register(Iterable)
def _several(values: Iterable[Any], _: ViewContext) -> list[Any]:
    return sorted(values) if isinstance(values, Collection) and not isinstance(values, Sequence) else list(values)


__all__ = ["beside_values", "digest_of"]
