"""Kinds of content: the fields of the cards of each kind, as a class.

    class Tower(Card):
        kind_name = "towers"
        price: Count | None = None

A game's table lists its kinds (`Table.kinds`). Forms to type a card in, the faults of a pack file, the docs and the
labels follow from the class, and the rules read a card by it: `Tower.of(table, "oak").price`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from domain.framework.events.choice import Choice
from domain.framework.events.marks import Prose, Remark
from domain.framework.fields.fields import faults_of, fields_of
from domain.framework.table import COLOURS, SEAT_COLOURS, Table
from domain.framework.text import Term, Text, folded_words, text

Place = tuple[int | str, ...]
NAMES = ("en", "zh")
NEAR, MOST_NEAR = 0.6, 3
"""The least similarity of names to be suggested, and the number of suggestions."""
ALIKE = 0.85
"""The least similarity of names that may mean the same thing."""
NUMBERS = re.compile(r"\d+|\b(?:[ivx]+|[a-z])\b")
"""The numbers and letters in compared names that distinguish things of the same name."""


@dataclass(frozen=True, slots=True)
class IfPrinted:
    """Marks a number that not every card of a kind has: without one on it, the number is the field's default."""


class Card(BaseModel):
    """The fields of a card; a field that was never typed in has its default, which means that it is unknown.

    A number that each card of the kind has is None until it is typed in, so that no rule computes with it before it has
    said what happens then; a number that only some have is marked `IfPrinted`. Only the name is required. Fields that
    the class does not have are kept in the content, and not read.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", defer_build=True)

    kind_name: ClassVar[str]
    """The name of its kind, in content and in choices."""

    en: Remark = Field(default="", title="name in English")
    zh: Remark = Field(default="", title="name in Chinese")
    text: Prose = Field(default="", title="in the table's own words")

    @classmethod
    def of(cls, table: Table, id_: str) -> Self:
        """The known fields of the thing of an id at a table."""
        pack = table.pack
        printed = pack.thing(cls.kind_name, id_)
        typed = table.typed.get(cls.kind_name, {}).get(id_, {})
        if printed is None or id_ in table.library.get(cls.kind_name, ()) or typed.keys() - printed.keys():
            return cls.read(table.thing(cls.kind_name, id_))
        if (cls, id_) not in pack.cards:
            pack.cards[cls, id_] = cls.read(printed)
        card: Self = pack.cards[cls, id_]
        return card

    @classmethod
    def read(cls, known: Mapping[str, Any]) -> Self:
        """Read the known fields of a thing; values that do not fit become unknown."""
        while True:
            try:
                return cls.model_validate(known)
            except ValidationError as error:
                known = _without_odd(known, [_place(fault) for fault in error.errors(include_url=False)])


class SeatCard(Card):
    """The card of a faction or hero that a player plays; it may have its own colour."""

    colour: Annotated[str, Choice(COLOURS, lambda table: SEAT_COLOURS)] = ""


def _place(fault: Mapping[str, Any]) -> Place:
    """The location of an invalid value; if a field is missing, the value that lacks it is invalid."""
    place: Place = fault["loc"]
    return place[:-1] if fault["type"] == "missing" or place[-1] == "[key]" else place


def _without_odd(known: Mapping[str, Any], places: Iterable[Place]) -> Mapping[str, Any]:
    places = list(places)
    left: Mapping[str, Any] = _without(known, places)
    return left if left != known else {name: part for name, part in known.items() if (name,) not in _heads(places)}


def _heads(places: Iterable[Place]) -> set[Place]:
    return {place[:1] for place in places}


def _without(value: Any, places: Iterable[Place]) -> Any:
    """A value without the parts at some locations."""
    gone = {place[0] for place in places if len(place) == 1}
    inside = {place[0]: [p[1:] for p in places if p[0] == place[0] and len(p) > 1] for place in places}
    match value:
        case Mapping():
            return {key: _without(part, inside.get(key, ())) for key, part in value.items() if key not in gone}
        case list():
            return [_without(part, inside.get(n, ())) for n, part in enumerate(value) if n not in gone]
    return value


Kinds = Mapping[str, type[Card]]
"""The kinds of a game, by name."""


def kinds_of(*cards: type[Card]) -> Kinds:
    """Kinds by their names, in the order they are listed."""
    return {card.kind_name: card for card in cards}


def named_only(kind: str, base: type[Card] = Card) -> type[Card]:
    """A kind whose cards have only names."""
    card = create_model(kind.title().replace("-", ""), __base__=base)
    card.kind_name = kind
    return card


# --- faults of content ------------------------------------------------------------------------


def near_names(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that are most similar to a name."""
    folded = {folded_words(one): one for one in known}
    return tuple(folded[one] for one in get_close_matches(folded_words(name), folded, MOST_NEAR, NEAR))


def odd_values(card: type[BaseModel], fields: Mapping[str, Any]) -> Mapping[str, Text]:
    """The invalid values of a card, by place (`stages.0.no`), each with a message about its `{field}`."""
    try:
        card.model_validate(dict(fields))
    except ValidationError as error:
        return faults_of(card, error)
    return {}


def near_or_all(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The most similar names, or else all."""
    names = tuple(known)
    return near_names(name, names) or names


def no_kind(kind: str, kinds: Iterable[str]) -> Text:
    """The message that there is no such kind, with the most similar kinds, or else all."""
    return text("there is no kind “{kind}”; there is: {near}", kind=kind, near=near_or_all(kind, kinds))


def no_field(name: str, card: type[BaseModel]) -> Text:
    """The message that a kind has no such field, with the most similar fields, or else all."""
    return text("there is no field “{name}”; there is: {near}", name=name, near=near_or_all(name, card.model_fields))


def label_of(card: type[BaseModel], place: str) -> str:
    """The label of the field of a card that contains a place."""
    head = place.partition(".")[0]
    return next((field.label for field in fields_of(card) if field.name == head), head)


# --- similar names ----------------------------------------------------------------------------


def names_of(called: Term | Text | str) -> tuple[str, ...]:
    """All names of a thing, each once."""
    return tuple(dict.fromkeys((called.en, called.zh))) if isinstance(called, Term) else (str(called),)


def ids_alike(name: str, known: Mapping[str, Iterable[str]]) -> list[str]:
    """The ids of the things that have the same or nearly the same name.

    A difference in a number makes another thing; Roman numbers and single letters are numbers, too.
    """
    wanted = folded_words(name)
    folded = {id_: {folded_words(one) for one in names} for id_, names in known.items()}
    others = {one for names in folded.values() for one in names if one == wanted or not _numbered(one, wanted)}
    close = set(get_close_matches(wanted, others, MOST_NEAR, ALIKE))
    return [id_ for id_, names in folded.items() if names & close]


def _numbered(one: str, other: str) -> bool:
    """Whether two names differ only in their numbers."""
    return _unnumbered(one) == _unnumbered(other)


def _unnumbered(name: str) -> str:
    """A folded name without its numbers."""
    return NUMBERS.sub("#", name)
