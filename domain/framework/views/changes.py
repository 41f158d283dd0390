"""Describing changes of a table in words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domain.framework.events.marked_fields import fixed_texts
from domain.framework.events.value_names import as_text, with_names
from domain.framework.table import CardsByKind, Change, Keys, Names, Table, inner_state, kind_marked, split_path
from domain.framework.text import Term, Text, text

LONG = 12
"""The length from which a list is described by its added and removed items."""
SOME = 5
"""The number of these items that are named; the others are counted."""
NOTHING: tuple[object, ...] = (None, [], {}, "")
"""Empty values."""


def label_of_path(path: str, table: Table) -> list[Term | Text | str]:
    """A path as the table's own words: `heroes.lunara.stars` → Lunara, stars."""
    words: list[Term | Text | str] = []
    model: type[BaseModel] | None = type(table)
    kind, is_list = "", False
    segments = split_path(path)
    for number, segment in enumerate(segments, 1):
        info = model.model_fields.get(segment) if model else None
        if model is not None and info is not None:
            title, model = title_at(model, segment)
            words += [Text(title)] if title else []
            if holds_cards(info):
                return [*words, *_label_on_card(segments[number:], table)]
            kind, is_list = kind_marked(info, Keys), get_origin(info.annotation) is list
        elif is_list and segment.isdecimal():
            words.append(str(int(segment) + 1))
            is_list = False
        elif segment:
            words.append(table.called(kind, segment) if kind else segment)
            kind = ""
    return words


def holds_cards(info: FieldInfo) -> bool:
    """Whether a part of a state has the fields of cards, by kind and id."""
    return any(isinstance(mark, CardsByKind) for mark in info.metadata)


def _label_on_card(segments: Sequence[str], table: Table) -> list[Term | Text | str]:
    """The card and its field, by the kind, the id and the name of the field."""
    kind, id_, name = (*segments, "", "", "")[:3]
    cls = table.kinds.get(kind)
    title = title_at(cls, name)[0] if cls and name in cls.model_fields else name.replace("_", " ")
    return [*([table.called(kind, id_)] if id_ else []), *([Text(title)] if title else [])]


def title_at(model: type[BaseModel], name: str) -> tuple[str, type[BaseModel] | None]:
    """The title of a part of a state, empty if it has none, and the state class inside it, if there is one."""
    info = model.model_fields[name]
    return name.replace("_", " ") if info.title is None else info.title, inner_state(info.annotation)


def value_words(path: str, value: object, table: Table) -> object:
    """A value at a path in the table's own words: ids by name, fixed words as texts, states by parts."""
    model: type[BaseModel] | None = type(table)
    found: FieldInfo | None = None
    segments = split_path(path)
    for number, segment in enumerate(segments, 1):
        info = model.model_fields.get(segment) if model else None
        if info is not None and holds_cards(info):
            return _words_on_card(segments[number:], value, table)
        if info is not None:
            found, model = info, inner_state(info.annotation)
    return value if found is None else field_words(found, value, table)


def _words_on_card(segments: Sequence[str], value: object, table: Table) -> object:
    """A value of a card's field in the table's own words."""
    kind, _, name = (*segments, "", "", "")[:3]
    cls = table.kinds.get(kind)
    if cls is None or name not in cls.model_fields:
        return value
    info = cls.model_fields[name]
    return field_words(info, value, table) if inner_state(info.annotation) else with_names(cls, name, value, table)


def field_words(info: FieldInfo, value: object, table: Table) -> object:
    """A value of a field in the table's own words; several states are described separately."""
    model = inner_state(info.annotation)
    match value:
        case Mapping() if model and value.keys() <= model.model_fields.keys():
            parts = [(name, part) for name, part in value.items() if part not in NOTHING]
            return [
                _named_part(Text(title_at(model, name)[0]), field_words(model.model_fields[name], part, table), part)
                for name, part in parts
            ]
        case Mapping():
            kind = kind_marked(info, Keys)
            return [_part(table.called(kind, key), field_words(info, part, table)) for key, part in value.items()]
        case list():
            described = [field_words(info, part, table) for part in value if part != ""]
            unknown, blank = len(value) - len(described), described.count([])
            words = [text("({parts})", parts=one) if isinstance(one, list) else one for one in described if one != []]
            words += [f"+{blank}"] if blank else []
            return [*words, text("{count} unknown", count=unknown)] if unknown else words
        case str() if kind := kind_marked(info, Names):
            return table.called(kind, value)
    return as_text(value, fixed_texts(info))


def _named_part(name: Text, words: object, value: object) -> Text:
    """A part of a state with its name; what is true is said by its name alone."""
    return name if value is True else _part(name, words)


def _part(name: Term | Text | str, value: object) -> Text:
    return text("{name} {count}", name=name, count=value)


def change_text(change: Change, table: Table) -> Text:
    """A change as a sentence: “Lunara, stars: 3 → 5”."""
    where = label_of_path(change.path, table)
    if any(isinstance(value, bool) for value in (change.before, change.after)):
        return _truth_text(where, change.after is True)
    if any(isinstance(value, list) and _is_long(value) for value in (change.before, change.after)):
        return _long_list_text(change, where, table)
    before, after = (_short_words(change.path, value, table) for value in (change.before, change.after))
    if change.before in NOTHING:
        return text("{where}: now {after}", where=where, after=after)
    if change.after in NOTHING:
        return text("{where}: {before} → none", where=where, before=before)
    return text("{where}: {before} → {after}", where=where, before=before, after=after)


def _truth_text(where: Sequence[Term | Text | str], is_true: bool) -> Text:
    """A change of what is true or not, by its name."""
    of, what = where[:-1], where[-1]
    if not of:
        return text("now: {what}", what=what) if is_true else text("no longer: {what}", what=what)
    said = text("{where}, now: {what}") if is_true else text("{where}, no longer: {what}")
    return said.copy_with(where=of, what=what)


def _is_long(value: list[Any]) -> bool:
    """Whether only the differences of a list are described: it is long, or its items are states."""
    return len(value) > LONG or any(isinstance(part, Mapping) for part in value)


def _short_words(path: str, value: object, table: Table) -> object:
    """A value in the table's own words; a state is shortened to its first parts that are not empty."""
    short = _first_parts(value)
    words = value_words(path, short, table)
    return [*words, "…"] if short != _without_empty_parts(value) and isinstance(words, list) else words


def _first_parts(value: object) -> object:
    """A value with the first few names and numbers of each state in it."""
    match value:
        case Mapping():
            said = [(name, part) for name, part in value.items() if part and not isinstance(part, Mapping | list)]
            return dict(said[:SOME])
        case list():
            return [_first_parts(part) for part in value]
    return value


def _without_empty_parts(value: object) -> object:
    """A value without the empty parts of each state in it."""
    match value:
        case Mapping():
            return {name: part for name, part in value.items() if part}
        case list():
            return [_without_empty_parts(part) for part in value]
    return value


def _long_list_text(change: Change, where: object, table: Table) -> Text:
    """A change of a long list: its added and removed items, without those that stay."""
    before, after = (value if isinstance(value, list) else [] for value in (change.before, change.after))
    gone, new = _items_missing(before, after), _items_missing(after, before)
    if not gone and not new:
        return text("{where}: another order", where=where)
    return text(
        "{where}[: now {after}][, no longer {before}]",
        where=where,
        after=_first_items(change.path, new, table),
        before=_first_items(change.path, gone, table),
    )


def _items_missing(of: list[Any], others: list[Any]) -> list[Any]:
    """The items of a list that another one lacks, duplicates counted."""
    left = Counter(map(repr, others))
    left.subtract(map(repr, of))
    found = []
    for one in reversed(of):
        if left[repr(one)] < 0:
            left[repr(one)] += 1
            found.append(one)
    return found[::-1]


def _first_items(path: str, found: list[Any], table: Table) -> object:
    """The first of some things in the table's own words, and the number of further ones."""
    words = _short_words(path, found[:SOME], table)
    more = [f"+{len(found) - SOME}"] if len(found) > SOME else []
    return [*words, *more] if isinstance(words, list) else words
