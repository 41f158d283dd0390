"""Fillings: values with which an event can be recorded, found as the judge searches, but up to the last field.

The judge stops where a verdict is certain; tests need the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of_held
from domain.framework.fields.feasibility import (
    MOST_TRIED,
    fields_open,
    hold_known,
    is_exhausted,
    passes_so_far,
    required_open,
    values_of_field,
)
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.table import Table


@dataclass(frozen=True, slots=True)
class Filling:
    """The result of a search: values for an event, None if nothing passes, and whether the search was exhaustive."""

    filling: Known | None
    is_whole: bool


NOTHING_PASSES = Filling(None, is_whole=True)


def find_filling(cls: type[Event[Any]], known: Known, table: Table) -> Filling:
    """Search for values with which an event can be recorded at a table, given the known fields.

    Optional fields are left out first; they are filled in only if nothing passes without them.
    """
    held = hold_known(cls, known, table)
    if held is None:
        return NOTHING_PASSES
    open_, required = fields_open(cls, held), required_open(cls, held)
    if required == open_:
        return _fill_open(cls, held, open_, table)
    if not passes_so_far(cls, held, open_, table):
        return NOTHING_PASSES
    found = _fill_open(cls, held, required, table)
    return found if found.filling is not None else _fill_open(cls, held, open_, table)


def fill_asked(cls: type[Event[Any]], known: Known, asked: Sequence[str], table: Table) -> Filling:
    """Search for values of some fields with which an event can be recorded; all others are left out."""
    held = hold_known(cls, known, table)
    return NOTHING_PASSES if held is None else _fill_open(cls, held, [n for n in asked if n not in held], table)


def _fill_open(cls: type[Event[Any]], held: Known, missing: Sequence[str], table: Table) -> Filling:
    search = _Search(cls, [info for info in fields_of(cls) if info.name in missing], missing, table)
    filling = search.go_on(held, 0) if search.passes(held) else None
    return Filling(filling, search.is_whole)


@dataclass
class _Search:
    cls: type[Event[Any]]
    infos: Sequence[FieldInfo]
    missing: Sequence[str]
    table: Table
    tries: int = MOST_TRIED
    is_whole: bool = True

    def passes(self, filled: Known) -> bool:
        return passes_so_far(self.cls, filled, self.missing, self.table)

    def go_on(self, known: Known, at: int) -> Known | None:
        """Fill the fields from an index on; None if no filling passes."""
        if at == len(self.infos):
            return known
        info, rested = self.infos[at], known_of_held(self.cls, self.table, known)
        for value in values_of_field(self.cls, info, self.table, rested):
            if not self.tries:
                self.is_whole = False
                return None
            self.tries -= 1
            filled = {**known, info.name: value}
            if self.passes(filled) and (found := self.go_on(filled, at + 1)) is not None:
                return found
        self.is_whole &= is_exhausted(info.shape, self.table, rested)
        return None


__all__ = ["Filling", "fill_asked", "find_filling"]
