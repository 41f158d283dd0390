"""Offers: the options of a field that fit a word, by any of their names."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.quick_entry.candidates import Idea, Names, best_fit, in_all_languages
from companion.view_context import ViewContext
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.fields.choices import known_of
from domain.framework.fields.field_shapes import ChoiceShape, ListShape, MappingShape, NumberShape
from domain.framework.fields.fields import FieldInfo, fields_of
from domain.framework.table import Table
from domain.framework.text import Term, Text

Fits = Mapping[str, float]
"""Ids, each with the fit of a word."""
WORDS = 32
"""The number of words whose results are cached."""
FEW = 48
"""Up to this many values of a field are tried to find the options of a field that depends on it."""


class Options(dict[str, Names]):
    """The options of a field, each with all its names, and a cache of how well words fit them."""

    def __init__(self, options: Mapping[str, Names]) -> None:
        super().__init__(options)
        self._fits: dict[str, Fits] = {}

    def fits_of_word(self, word: str) -> Fits:
        """How well a folded word fits the options."""
        if word not in self._fits:
            found = {id_: best_fit(word, names) for id_, names in self.items()}
            self._fits[word] = {id_: worth for id_, worth in found.items() if worth}
        return self._fits[word]


class Offers:
    """The options of the fields of events at a table, for a viewer; each choice is evaluated once."""

    def __init__(self, here: ViewContext) -> None:
        self.table: Table = here.table
        self._game = here.game.key
        self._options: dict[object, Options] = {}
        self._open: dict[Idea, Sequence[tuple[FieldInfo, Options | None]]] = {}
        self._outcomes: dict[Idea, Sequence[tuple[FieldInfo, Options]]] = {}
        self._told: dict[Idea, Mapping[str, Names]] = {}
        self._words: dict[object, dict[Any, Any]] = {}

    def open_to(self, idea: Idea) -> Sequence[tuple[FieldInfo, Options | None]]:
        """The fields of an idea for which a word may be a value, each with its options; None for a number."""
        if idea not in self._open:
            self._open[idea] = [
                (one, None if isinstance(one.shape, NumberShape) else self.names(idea.cls, one, idea.known))
                for one in idea.open_fields
                if isinstance(one.shape, NumberShape) or _is_chosen(one)
            ]
        return self._open[idea]

    def fits_of_known(self, idea: Idea, word: str) -> Iterator[tuple[str, float]]:
        """How well a folded word fits the known values of an idea, by field."""
        if idea not in self._told:
            ids = [one for one in fields_of(idea.cls) if one.name in idea.known and isinstance(one.shape, ChoiceShape)]
            names = {one.name: self.names(idea.cls, one, idea.known) for one in ids}
            self._told[idea] = {name: offered.get(str(idea.known[name]), ()) for name, offered in names.items()}
        fits = ((name, best_fit(word, called)) for name, called in self._told[idea].items())
        return ((name, worth) for name, worth in fits if worth)

    def outcomes_of(self, idea: Idea) -> Sequence[tuple[FieldInfo, Options]]:
        """The fields that the rules fill in and whose kind no other field has, each with all its values."""
        if idea not in self._outcomes:
            fields = fields_of(idea.cls)
            kinds = {one.choice.kind for one in fields if one.choice and not one.settled}
            filled = [one for one in fields if one.settled and isinstance(one.shape, ChoiceShape)]
            others = [one for one in filled if one.choice is None or one.choice.kind not in kinds]
            self._outcomes[idea] = [(one, self.names(idea.cls, one, idea.known)) for one in others]
        return self._outcomes[idea]

    def cached_for_word(self, word: object) -> dict[Any, Any]:
        """The cached results of a word; only those of the latest words are kept."""
        found = self._words.pop(word, {})
        self._words[word] = found
        while len(self._words) > WORDS:
            del self._words[next(iter(self._words))]
        return found

    def names(self, cls: type[Event[Any]], field: FieldInfo, values: Known) -> Options:
        """The options of a field with all their names; for a field with unknown dependencies, all it may ever offer."""
        known = known_of(cls, self.table, values)
        if field.choice is None or field.choice.rests(known):
            return self._asked(field, known)
        key = (field.choice, "any", tuple(sorted(known)))
        if key not in self._options:
            ways = [known_of(cls, self.table, {**values, **more}) for more in self.possible_values(cls, field, values)]
            self._options[key] = Options({id_: names for way in ways for id_, names in self._asked(field, way).items()})
        return self._options[key]

    def possible_values(self, cls: type[Event[Any]], field: FieldInfo, values: Known) -> Iterator[Known]:
        """Each option of the one unknown field that a field depends on.

        None if it depends on several unknown fields, or on one with more than `FEW` options.
        """
        known = known_of(cls, self.table, values)
        waits = [name for name in (field.choice.given if field.choice else ()) if name not in known]
        if len(waits) != 1:
            return
        other = next(one for one in fields_of(cls) if one.name == waits[0])
        options = self._asked(other, known) if other.choice and other.choice.rests(known) else {}
        yield from ({other.name: id_} for id_ in options if len(options) <= FEW)

    def _asked(self, field: FieldInfo, known: Known) -> Options:
        choice = field.choice
        given = tuple(str(known.get(name)) for name in choice.given) if choice else ()
        key = (choice or field.shape, given)
        if key not in self._options:
            options = field.options(self.table, known)
            self._options[key] = Options({id_: _names_of_value(id_, name, self._game) for id_, name in options.items()})
        return self._options[key]


def _is_chosen(one: FieldInfo) -> bool:
    match one.shape:
        case ChoiceShape() | ListShape(of=ChoiceShape()) | MappingShape(keys=ChoiceShape(), of=NumberShape()):
            return True
    return False


@lru_cache(maxsize=16_384)
def _names_of_term(id_: str, en: str, zh: str) -> Names:
    return tuple(dict.fromkeys((id_, en, zh)))


def _names_of_value(id_: str, name: Term | Text | str, game: str) -> Names:
    if isinstance(name, Term):
        return _names_of_term(id_, name.en, name.zh)
    return tuple(dict.fromkeys((id_, *in_all_languages(name, game))))


__all__ = ["Fits", "Offers", "Options"]
