"""Filling: whether what is still open in an event can be said in some way that the rules let pass."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError

from domain.language.choices import known_of_held, value_of
from domain.language.event import Choice, Event, Known
from domain.language.fields import FieldInfo, fields_of
from domain.language.shapes import ChoiceShape, FieldShape, ListShape, MappingShape, NumberShape, TextShape, YesNoShape
from domain.language.table import Table

MOST_TRIED = 200
MOST_NUMBERS = 12
"""A number with at most so many values is tried with all of them, any other with the first `FIRST_NUMBERS`."""
FIRST_NUMBERS = 3
PAIR = 2


def find_filling(
    cls: type[Event[Any]],
    known: Known,
    missing: Sequence[str],
    table: Table,
    passes: Callable[[Known], bool],
) -> "Filling":
    """Values of the missing fields that pass: depth first, and what is refused so far is not gone into."""
    infos = [info for info in fields_of(cls) if info.name in missing]
    search = _Search(cls, infos, table, passes)
    filling = search.go_on(known, 0) if passes(known) else None
    return Filling(filling, search.is_whole)


@dataclass(frozen=True, slots=True)
class Filling:
    """What a search found: the values of an event, None where nothing passes; and whether it tried all there is."""

    filling: Known | None
    is_whole: bool


@dataclass
class _Search:
    cls: type[Event[Any]]
    infos: Sequence[FieldInfo]
    table: Table
    passes: Callable[[Known], bool]
    tries: int = MOST_TRIED
    is_whole: bool = True

    def go_on(self, known: Known, at: int) -> Known | None:
        """All values, those of the fields before a place as they are known; None where nothing was found to pass."""
        if at == len(self.infos):
            return known
        info, rested = self.infos[at], known_of_held(self.cls, self.table, known)
        for value in self._values(info, rested):
            if not self.tries:
                self.is_whole = False
                return None
            self.tries -= 1
            filled = {**known, info.name: value}
            if self.passes(filled) and (found := self.go_on(filled, at + 1)) is not None:
                return found
        self.is_whole &= _is_exhausted(info.shape, self.table, rested)
        return None

    def _values(self, info: FieldInfo, known: Known) -> Iterator[Any]:
        """Values of a field as its event holds them: that of one that is left out, then what fits of its shape."""
        if not info.required:
            yield self.cls.model_fields[info.name].get_default(call_default_factory=True)
        if isinstance(info.shape, ChoiceShape | NumberShape | YesNoShape):
            yield from _values(info.shape, self.table, known)
            return
        for value in _values(info.shape, self.table, known):
            with suppress(ValidationError):
                yield value_of(self.cls, info.name, {info.name: value})


def _values(shape: FieldShape, table: Table, known: Known) -> Iterator[Any]:
    """Values of a shape: all that can be chosen, a few of many numbers, of several things each alone, then all."""
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
            held = list(islice(_values(of, table, known), None if isinstance(of, ChoiceShape) else 1)) or [None]
            every = list(_values(keys, table, known))
            yield from ({key: value} for key in every for value in held)
            if len(every) > 1:
                yield dict.fromkeys(every, held[0])
        case ListShape(of=of, least=least):
            every = list(_values(of, table, known))
            if least <= 1:
                yield from ([one] for one in every)
            if len(every) > 1:
                yield every[: max(least, PAIR)]
        case TextShape():
            yield "?"


def _count_values(shape: NumberShape) -> int:
    """How many values a number takes; 0 where that is more than are tried."""
    count = MOST_NUMBERS + 1 if shape.most is None else shape.most - (shape.least or 0) + 1
    return count if count <= MOST_NUMBERS else 0


def _is_exhausted(shape: FieldShape, table: Table, known: Known) -> bool:
    """Whether no other value is left than those that were tried."""
    match shape:
        case NumberShape():
            return bool(_count_values(shape))
        case MappingShape(keys=part) | ListShape(of=part):
            return not any(True for _ in _values(part, table, known))
        case ChoiceShape():
            return not shape.free
    return isinstance(shape, YesNoShape)


__all__ = ["Filling", "find_filling"]
