"""The values of fields in sentences: names in place of ids and of fixed words, amounts with their names."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel

from domain.framework.events.choice import Choice
from domain.framework.events.marked_fields import choices_beside, choices_of, fixed_texts_by_field, named_in
from domain.framework.events.marks import NamedAs
from domain.framework.text import Term, Text, spaced_words, text

if TYPE_CHECKING:
    from domain.framework.table import Table

OWN_MARK = re.compile(r"\d$|\b\w$")
"""The end of a name with its own number or letter: “Ogre 1”, “Razorwing A”."""


def as_text(value: object, own: Container[str]) -> object:
    """A value with fixed words as translatable texts; other values are unchanged."""
    match value:
        case str():
            return spaced_words(value) if value and value in own else value
        case list() | tuple():
            return tuple(as_text(part, own) for part in value)
    return value


def with_names(cls: type[BaseModel], name: str, value: object, table: "Table") -> object:
    """The value of a field for a sentence, with names in place of ids and of fixed words."""
    kind = named_in(cls).get(name) or choices_of(cls).get(name)
    beside = choices_beside(cls).get(name)

    def named_part(part: object) -> object:
        return name_for(kind, part, table) if kind else as_text(part, fixed_texts_by_field(cls).get(name, ()))

    if beside and isinstance(value, Mapping):
        pairs = ((named_part(key), name_for(beside, held, table)) for key, held in value.items())
        return tuple(text("{name}: {held}", name=key, held=held) for key, held in pairs)
    return named_part(value)


def name_for(choice: Choice | NamedAs, value: object, table: "Table") -> object:
    """Names in place of ids; a value that is not an id is unchanged."""
    match value:
        case str():
            return table.called(choice.kind, value)
        case Mapping():
            return tuple(
                _amounts([(table.called(choice.kind, id_), n) for id_, n in value.items()], choice.kind, table)
            )
        case Iterable():
            return tuple(table.called(choice.kind, id_) for id_ in value)
    return value


def _amounts(amounts: Sequence[tuple[Term | Text | str, object]], kind: str, table: "Table") -> Iterator[object]:
    """Each name with its number: “Footman ×2” for pieces that are alike, “Food 2” for others.

    A colon separates a number from a name that ends in its own number or letter, as in “Ogre 1: 6”.
    """
    apart = any(OWN_MARK.search(str(name)) for name, _ in amounts)
    for name, count in amounts:
        if kind in table.alike:
            yield name if count == 1 else text("{name} ×{count}", name=name, count=count)
        elif apart:
            yield text("{name}: {count}", name=name, count=count)
        else:
            yield text("{name} {count}", name=name, count=count)
