"""Names in lists with counts, replaced by the ids of the things that a table knows.

A name may have a subtitle after a colon and a code or a pack in brackets: `Hawkeye: Clint Barton (Core Set)`. Name,
subtitle and pack decide together; then the hero, the aspect and the other cards of the list decide. A name that still
fits several things is asked, never guessed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.forms.list_formats import fault_of_list
from companion.forms.names import Offered, normalized_name
from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.fields.fields import FieldInfo
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import text

_ORIGIN = re.compile(r"^(.*\S)\s*[(\[（]([^()（）\[\]]*)[)\]）]$")
"""A name with a suffix in brackets, such as the product that a card is from."""
_CODE = re.compile(r"\d{5}[a-z]?")
_PLACE = re.compile(r",\s*\d+$")
"""The end of an origin that is a place in a product and not its name: `core, 3`."""
_SUBTITLE = re.compile(r"^(.*\S)\s*[:：]\s*(\S.*)$")
SEVERAL_LISTED = text("{field}: several things have that name: {which}")
CALLED = text("“{typed}” ({near})")
CODES, SUBTITLE, PACKS = "codes", "subtitle", "packs"
"""The fields of a thing with its codes in other programs, its subtitle, and the products that contain it."""


class _Reading(NamedTuple):
    """A name in a list as its parts; missing parts are empty."""

    name: str
    subtitle: str = ""
    origins: Sequence[str] = ()


class _Things:
    """The things that a list may name."""

    def __init__(self, names: Offered, table: Table, field: FieldInfo) -> None:
        self._names = names
        self._table = table
        self._kind = field.choice.kind if field.choice else ""
        self._codes = {
            code: id_ for id_ in table.ids(self._kind) for code in _strings_in(table.thing(self._kind, id_).get(CODES))
        }

    def ids_meant(self, typed: str, known: Known = NOTHING_KNOWN) -> Sequence[str]:
        """The ids that a name in a list may mean; empty if there are none."""
        if typed in self._codes:
            return [self._codes[typed]]
        for reading in _readings(typed):
            if by_code := [self._codes[origin] for origin in reading.origins if origin in self._codes]:
                return by_code[:1]
            if fitting := [id_ for id_ in self._names.ids_named(reading.name) if self._fits(id_, reading)]:
                return self._names.closest(self._surest(fitting, reading), known)
        return []

    def is_passed_over(self, typed: str) -> bool:
        """Whether a list names what is no thing of the field, such as the hero of a deck."""
        over = self._names.passed_over
        return any(
            normalized_name(reading.name) in over
            and all(normalized_name(origin) in over for origin in reading.origins if _CODE.fullmatch(origin))
            for reading in _readings(typed)
        )

    def _fits(self, id_: str, reading: _Reading) -> bool:
        """Whether nothing that is known of a thing contradicts a reading."""
        thing = self._table.thing(self._kind, id_)
        subtitle = str(thing.get(SUBTITLE) or "")
        return _agrees(reading.subtitle, [subtitle] if subtitle else []) is not False and not any(
            _agrees(origin, _origins_of(thing, origin)) is False for origin in reading.origins
        )

    def _surest(self, ids: Sequence[str], reading: _Reading) -> Sequence[str]:
        """Those of some fitting things that are known to have the subtitle and the origins, if any are."""
        things = {id_: self._table.thing(self._kind, id_) for id_ in ids}
        found = [id_ for id_ in ids if _agrees(reading.subtitle, [str(things[id_].get(SUBTITLE) or "")])] or ids
        for origin in reading.origins:
            found = [id_ for id_ in found if _agrees(origin, _origins_of(things[id_], origin))] or found
        return found


def _agrees(typed: str, known: Sequence[str]) -> bool | None:
    """Whether a typed part is among the known ones; None if nothing was typed or nothing is known."""
    return normalized_name(typed) in map(normalized_name, known) if typed and known else None


def _origins_of(thing: Mapping[str, Any], origin: str) -> list[str]:
    """The codes of a thing if a typed origin is a code, otherwise its packs."""
    return _strings_in(thing.get(CODES if _CODE.fullmatch(origin) else PACKS))


def _readings(typed: str) -> Iterator[_Reading]:
    """The ways to read a name in a list, the whole name first."""
    yield _Reading(typed)
    name, origins = typed, list[str]()
    while found := _ORIGIN.match(name):
        name = found[1]
        origins += [] if _PLACE.search(found[2]) else [found[2].strip()]
        yield _Reading(name, origins=tuple(origins))
    if parts := _SUBTITLE.match(name):
        yield _Reading(parts[1], parts[2], origins)


def replace_names_in_counts(value: Any, names: Offered, table: Table, field: FieldInfo) -> Any:
    """Replace names and codes by ids in a mapping of counts; unknown names are kept.

    If several things have a name, the other things in the list help to choose one.

    Raises:
        Misfit: the value is text in no known form, or names remain ambiguous; one sentence lists all of them.
    """
    if isinstance(value, str):
        raise Misfit({"": fault_of_list(value)})
    if not isinstance(value, Mapping):
        return value
    things = _Things(names, table, field)
    every = {name: things.ids_meant(name) for name in value}
    meant = {name: ids for name, ids in every.items() if ids or not things.is_passed_over(name)}
    sure = {ids[0]: value[name] for name, ids in meant.items() if len(ids) == 1}
    for name in [name for name, ids in meant.items() if len(ids) > 1]:
        meant[name] = things.ids_meant(name, {field.name: sure})
    if several := {name: ids for name, ids in meant.items() if len(ids) > 1}:
        called = (CALLED.copy_with(typed=name, near=names.labels_of(ids)) for name, ids in several.items())
        raise Misfit({"": SEVERAL_LISTED.copy_with(which=tuple(called))})
    found: dict[str, Any] = {}
    for name, ids in meant.items():
        id_, count = next(iter(ids), name), value[name]
        found[id_] = found[id_] + count if id_ in found else count
    return {id_: count for id_, count in found.items() if count}


def _strings_in(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


__all__ = ["replace_names_in_counts"]
