"""The judge: whether an offered event can be recorded, given its known fields.

Prompts, menu entries of tapped objects, buttons and typed sentences pass the judge before anyone sees them. So nothing
is offered that the rules refuse. The judge checks the known fields, then searches for values of the open ones. The
search is depth first, prunes refused branches, and ends at the first field whose values cannot all be tried: only a
whole search shows that nothing passes. The table is the one that the viewer sees, so a reason that depends on hidden
values stays hidden.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import orjson
from pydantic import ValidationError

from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, UnknownField, inherited_checks
from domain.framework.events.marked_fields import all_choices_asked, is_marked
from domain.framework.events.marks import Settled
from domain.framework.fields.choices import known_of_held, value_of
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    ListShape,
    MappingShape,
    NumberShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.refusal import Refused
from domain.framework.table import Table

# A search grows with the product of its fields, and a page waits for it.
MOST_TRIED = 200
MOST_NUMBERS = 12
"""A number with at most this many values is tried with all of them, any other with the first `FIRST_NUMBERS`."""
FIRST_NUMBERS = 3
PAIR = 2


def can_be_recorded(cls: type[Event[Any]], known: Known, table: Table) -> bool:
    """Whether an event may be offered: no known field refuses it, and no search shows that nothing passes.

    Optional fields are left out first; they are filled in only if nothing passes without them.
    """
    held = hold_known(cls, known, table)
    if held is None:
        return False
    open_ = fields_open(cls, held)
    # Optional fields multiply the search, and most events pass without them.
    required = required_open(cls, held)
    if required == open_:
        return _may_pass(cls, held, open_, table)
    return passes_so_far(cls, held, open_, table) and (
        _may_pass(cls, held, required, table) or _may_pass(cls, held, open_, table)
    )


def can_be_recorded_as_asked(cls: type[Event[Any]], known: Known, asked: Sequence[str], table: Table) -> bool:
    """Whether an event may be offered with values in some fields alone; all others are left out."""
    held = hold_known(cls, known, table)
    return held is not None and _may_pass(cls, held, [name for name in asked if name not in held], table)


def may_be_recorded(cls: type[Event[Any]], known: Known, table: Table) -> bool:
    """Whether no known field refuses an event: a cheaper check without a search for a filling."""
    held = hold_known(cls, known, table)
    return held is not None and passes_so_far(cls, held, fields_open(cls, held), table)


def is_open_if_asked(cls: type[Event[Any]], known: Known, needs: Sequence[str], table: Table) -> bool:
    """Whether no known field refuses an event whose only open fields are the required and the needed ones.

    A refusal that only asks for a missing value does not count, because the form then asks for it.
    """
    held = hold_known(cls, known, table)
    if held is None:
        return False
    asked = [*required_open(cls, held), *(name for name in needs if name not in held)]
    refused = _reasons_so_far(cls, held, asked, table)
    return not any(_strange_so_far(cls, held, table)) and all(reason.refusal.asks for reason in refused)


def questions_so_far(cls: type[Event[Any]], known: Known, table: Table) -> frozenset[str]:
    """The codes of the refusals that ask for a value, given the known fields; required fields stay open.

    None are asked while a known field is not among its choices: the checks rely on that.
    """
    held = hold_known(cls, known, table)
    if held is None or any(_strange_so_far(cls, held, table)):
        return frozenset()
    reasons = _reasons_so_far(cls, held, required_open(cls, held), table, cls.warnings)
    return frozenset(reason.code for reason in reasons if reason.refusal.asks)


def hold_known(cls: type[Event[Any]], known: Known, table: Table) -> Known | None:
    """The known values in the event's types; None if one does not fit, or the step or area is closed."""
    if not _is_reached(cls, table):
        return None
    try:
        return {name: value_of(cls, name, known) for name in known}
    except (KeyError, ValidationError, orjson.JSONEncodeError):
        return None


def _is_reached(cls: type[Event[Any]], table: Table) -> bool:
    """Whether a table tracks the areas of an event, and its step is open."""
    return table.tracks(*cls.tracked) and not any(table.gate(cls.during))


def fields_open(cls: type[Event[Any]], held: Known) -> list[str]:
    """The fields that are not known yet."""
    return [name for name in _fields_asked(cls) if name not in held]


def required_open(cls: type[Event[Any]], held: Known) -> list[str]:
    """The required fields that are not known yet."""
    return [name for name in fields_open(cls, held) if cls.model_fields[name].is_required()]


def _may_pass(cls: type[Event[Any]], held: Known, missing: Sequence[str], table: Table) -> bool:
    """Whether values of the missing fields may pass; only False is certain."""
    infos = [info for info in fields_of(cls) if info.name in missing]
    search = _Search(cls, infos, table, lambda filled: passes_so_far(cls, filled, missing, table))
    return search.passes(held) and search.may_pass(held, 0)


@cache
def _fields_asked(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields that players fill in."""
    return tuple(name for name, info in cls.model_fields.items() if not is_marked(info, Settled))


@cache
def _blank_event(cls: type[Event[Any]]) -> Event[Any]:
    """An event without values, cached because creating one is slow."""
    return cls.model_construct()


def passes_so_far(cls: type[Event[Any]], known: Known, missing: Sequence[str], table: Table) -> bool:
    """Whether the known fields alone cause no refusal."""
    return not any(_refusals_so_far(cls, known, missing, table))


def _refusals_so_far(cls: type[Event[Any]], known: Known, missing: Sequence[str], table: Table) -> Iterator[bool]:
    """The refusals caused by known fields: of their ids, then of `check` up to the first open field.

    A refusal that `check` yields before it reads an open field cannot depend on that field. Therefore reasons that need
    few fields come before those that need more.
    """
    yield from _strange_so_far(cls, known, table)
    yield from (True for _ in _reasons_so_far(cls, known, missing, table))


def _strange_so_far(cls: type[Event[Any]], known: Known, table: Table) -> Iterator[bool]:
    """Whether ids in the known fields are not offered, for each choice that can be judged."""
    rested = {**known_of_held(cls, table, known), **known}
    for asked in all_choices_asked(cls):
        value = known.get(asked.field)
        if value is not None and asked.choice.rests(rested):
            yield bool(asked.choice.strange(asked.ids_chosen(value), table, rested))


def _reasons_so_far(
    cls: type[Event[Any]], known: Known, missing: Sequence[str], table: Table, *also: Callable[..., Iterator[Refused]]
) -> Iterator[Refused]:
    """The refusals of `check`, and of other hooks, each up to the first open field."""
    event = _blank_event(cls).model_copy(update=known)
    for name in missing:
        if name not in known:
            event.__dict__.pop(name, None)  # an optional one would have its default
    event = event.with_card_defaults(table)
    for ask in (*inherited_checks(cls), cls.check, *also):
        try:
            for reason in ask(event, table):
                yield from table.held([reason])
        except UnknownField:
            continue
        except Refused as refused:
            yield from table.held([refused])


@dataclass
class _Search:
    """A search for values of fields, depth first, that prunes the branches that the known fields refuse."""

    cls: type[Event[Any]]
    infos: Sequence[FieldInfo]
    table: Table
    passes: Callable[[Known], bool]
    tries: int = MOST_TRIED

    def may_pass(self, known: Known, at: int) -> bool:
        """Whether values of the fields from an index on may pass.

        A field whose values cannot all be tried ends the search: none of them could show that nothing passes.
        """
        if at == len(self.infos):
            return True
        info, rested = self.infos[at], known_of_held(self.cls, self.table, known)
        if not is_exhausted(info.shape, self.table, rested):
            return True
        for value in values_of_field(self.cls, info, self.table, rested):
            if not self.tries:
                return True
            self.tries -= 1
            filled = {**known, info.name: value}
            if self.passes(filled) and self.may_pass(filled, at + 1):
                return True
        return False


def values_of_field(cls: type[Event[Any]], info: FieldInfo, table: Table, known: Known) -> Iterator[Any]:
    """Candidate values of a field in the event's types: its default if it has one, then those of its shape."""
    if not info.required:
        yield cls.model_fields[info.name].get_default(call_default_factory=True)
    if isinstance(info.shape, ChoiceShape | NumberShape | YesNoShape):
        yield from values_of_shape(info.shape, table, known)
        return
    for value in values_of_shape(info.shape, table, known):
        with suppress(ValidationError):
            yield value_of(cls, info.name, {info.name: value})


def values_of_shape(shape: FieldShape, table: Table, known: Known) -> Iterator[Any]:
    """Candidate values of a shape: all choices, a few numbers, each item of a list alone, then all."""
    match shape:
        case ChoiceShape(choice=None, words=words):
            yield from words
        case ChoiceShape(choice=Choice() as choice):
            yield from (offered := [id_ for id_ in choice.ids(table, known) if id_])
            if choice.free and not offered:
                yield "?"
        case NumberShape(least=least):
            first = least or 0
            yield from range(first, first + (_count_values(shape) or FIRST_NUMBERS))
        case YesNoShape():
            yield from (False, True)
        case MappingShape(keys=keys, of=of):
            held = list(islice(values_of_shape(of, table, known), None if isinstance(of, ChoiceShape) else 1)) or [None]
            every = list(values_of_shape(keys, table, known))
            yield from ({key: value} for key in every for value in held)
            if len(every) > 1:
                yield dict.fromkeys(every, held[0])
        case ListShape(of=of, least=least):
            every = list(values_of_shape(of, table, known))
            if least <= 1:
                yield from ([one] for one in every)
            if len(every) > 1:
                yield every[: max(least, PAIR)]
        case TextShape():
            yield "?"


def _count_values(shape: NumberShape) -> int:
    """The number of values of a number field; 0 if there are more than are tried."""
    count = MOST_NUMBERS + 1 if shape.most is None else shape.most - (shape.least or 0) + 1
    return count if count <= MOST_NUMBERS else 0


def is_exhausted(shape: FieldShape, table: Table, known: Known) -> bool:
    """Whether the candidate values include all possible ones."""
    match shape:
        case NumberShape():
            return bool(_count_values(shape))
        case MappingShape(keys=part) | ListShape(of=part):
            return not any(True for _ in values_of_shape(part, table, known))
        case ChoiceShape():
            return not shape.free
    return isinstance(shape, YesNoShape)


__all__ = [
    "can_be_recorded",
    "can_be_recorded_as_asked",
    "fields_open",
    "hold_known",
    "is_exhausted",
    "is_open_if_asked",
    "may_be_recorded",
    "passes_so_far",
    "questions_so_far",
    "required_open",
    "values_of_field",
    "values_of_shape",
]
