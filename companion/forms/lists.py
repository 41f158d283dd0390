"""Parsing of lists with counts, as people write them and as other programs export them.

    3x Backflip          Backflip x3          3 Backflip          Backflip = 3

One thing per line. Lines without a number are headings, unless no line has one; then each line is one thing. Another
program's JSON is accepted too: a mapping of codes or names to numbers, or an object with such a mapping as `slots`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from companion.forms.names import Offered
from domain.framework.events.choice import Known
from domain.framework.fields.fields import FieldInfo
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import text

_BULLET = re.compile(r"^[-*•·]\s+")
_BEFORE = re.compile(r"^\(?(\d{1,6})\s*[x×]?\)?\s+(\S.*)$|^(\d{1,6})[x×](\S.*)$", re.IGNORECASE)
_AFTER = re.compile(r"^(.*\S)\s+\(?[x×]\s*(\d{1,6})\)?$|^(.*\S)\s*=\s*(\d{1,6})$", re.IGNORECASE)
_ORIGIN = re.compile(r"\s*[(\[（][^()（）\[\]]*[)\]）]$")
"""A suffix in brackets, such as the product that a card is from."""
SEVERAL_LISTED = text("{field}: several things have that name: {which}")
CALLED = text("“{typed}” ({near})")
SLOTS = ("slots", "cards")
CODES = "codes"
"""The field of a thing with its codes in other programs."""


def parse_counts(pasted: str) -> Any:
    """Parse a pasted list as counts by name; text that is not a list is returned unchanged."""
    if pasted.lstrip().startswith("{"):
        return _of_document(pasted)
    lines = [_BULLET.sub("", line.strip()) for line in pasted.splitlines()]
    pairs = [pair for line in lines if line for pair in _parse_pair(line)]
    return _sum_counts(pairs or [(line, 1) for line in lines if line])


def _parse_pair(line: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the count of a line that has both."""
    if before := _BEFORE.match(line):
        yield (before[2] or before[4]).strip(), int(before[1] or before[3])
    elif after := _AFTER.match(line):
        yield (after[1] or after[3]).strip(), int(after[2] or after[4])


def _sum_counts(pairs: list[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, count in pairs:
        found[name] = found.get(name, 0) + count
    return {name: count for name, count in found.items() if count}


def _of_document(pasted: str) -> Any:
    try:
        document = orjson.loads(pasted)
    except orjson.JSONDecodeError:
        return pasted
    inner = next((document[key] for key in SLOTS if isinstance(document.get(key), dict)), document)
    numbers = all(isinstance(count, int) and not isinstance(count, bool) for count in inner.values())
    return {name: count for name, count in inner.items() if count} if numbers else pasted


def replace_names_in_counts(value: Any, names: Offered, table: Table, field: FieldInfo) -> Any:
    """Replace names and codes by ids in a mapping of counts; unknown names are kept.

    If several things have a name, the other things in the list help to choose one.

    Raises:
        Misfit: names remain ambiguous; one sentence lists all of them.
    """
    if not isinstance(value, Mapping):
        return value
    codes = _ids_by_code(table, field)
    meant = {name: _ids_meant(name, names, codes, {}) for name in value}
    sure = {ids[0]: value[name] for name, ids in meant.items() if len(ids) == 1}
    for name in [name for name, ids in meant.items() if len(ids) > 1]:
        meant[name] = _ids_meant(name, names, codes, {field.name: sure})
    if several := {name: ids for name, ids in meant.items() if len(ids) > 1}:
        called = (CALLED.copy_with(typed=name, near=names.labels_of(ids)) for name, ids in several.items())
        raise Misfit({"": SEVERAL_LISTED.copy_with(which=tuple(called))})
    return _sum_counts([(next(iter(meant[name]), name), count) for name, count in value.items()])


def _ids_meant(name: str, names: Offered, codes: Mapping[str, str], known: Known) -> Sequence[str]:
    """The ids that a name in a list may mean: by code, by name, or by name without a suffix; empty if none."""
    if name in codes:
        return [codes[name]]
    bare = _ORIGIN.sub("", name)
    return names.ids_meant(name, known) or (names.ids_meant(bare, known) if bare else [])


def _ids_by_code(table: Table, field: FieldInfo) -> Mapping[str, str]:
    """The ids that a field accepts, by their codes in other programs."""
    kind = field.choice.kind if field.choice else ""
    return {code: id_ for id_ in table.ids(kind) for code in _strings_in(table.thing(kind, id_).get(CODES))}


def _strings_in(codes: object) -> list[str]:
    return [code for code in codes if isinstance(code, str)] if isinstance(codes, list) else []


__all__ = ["parse_counts", "replace_names_in_counts"]
