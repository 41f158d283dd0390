"""Cards in words: the typed fields of a card, with their labels and the names of the things in them."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.framework.content import term_of
from domain.framework.events.value_names import name_for
from domain.framework.fields.fields import fields_of
from domain.framework.table import Table
from domain.framework.text import Term, Text, text
from domain.framework.views.changes import field_words

NAMES = ("en", "zh")
"""The fields of a card with its names."""


LETTERS = 2
"""The most letters in a row of a number that is printed on a card, like AG-010."""


def card_called(table: Table, kind: str, id_: str, card: Mapping[str, Any]) -> Term | Text | str:
    """The name of a card, from the table or as it was typed in, with its printed number; not with an id of words."""
    known = table.called(kind, id_)
    name = term_of(id_, card) if known == id_ else known
    has_words = any(len(part) > LETTERS and part.isalpha() for part in id_.split("-"))
    if has_words or not any(sign.isdigit() for sign in id_) or str(name) == id_:
        return name
    return text("{name} ({number})", name=name, number=id_)


def card_in_words(table: Table, kind: str, card: Mapping[str, Any]) -> tuple[Text, ...]:
    """The fields of a card of a kind, as one sentence each."""
    return tuple(_told(table, kind, card))


def _told(table: Table, kind: str, card: Mapping[str, Any]) -> Iterator[Text]:
    cls = table.kinds.get(kind)
    known = {field.name: field for field in fields_of(cls)} if cls else {}
    for name, value in card.items():
        field = known.get(name)
        if cls is None or field is None:
            yield text("{name} {count}", name=name, count=value)
            continue
        choice = field.choice
        said = name_for(choice, value, table) if choice else field_words(cls.model_fields[name], value, table)
        yield text("{name} {count}", name=Text(field.label), count=said)


__all__ = ["NAMES", "card_called", "card_in_words"]
