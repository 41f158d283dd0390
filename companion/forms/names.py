"""Names of options: a field's options as people read them, and ids in place of typed names."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from heapq import nsmallest
from typing import Any

from domain.language.event import NOTHING_KNOWN, Known
from domain.language.fields import FieldInfo
from domain.language.refusal import Misfit
from domain.language.table import Table
from domain.language.text import ENGLISH, Term, Text, Tongue, folded_words, text, value_as_words

Options = Sequence[tuple[str, str]]
"""What there is to choose from: values, each with its name."""
CHINESE = Tongue(content="zh")
MOST_FOUND = 20
"""How many things are found at once."""
FEW_NEAR = 5
"""How many are named where somebody typed what is no name."""
SEVERAL = text("{field}: several things are called “{typed}”: {near}")
NOTHING_LIKE = text("{field}: nothing here is called “{typed}”[. Perhaps: {near}]")


def normalized_name(words: str) -> str:
    """A name as it is compared: `plain`, with one space between words."""
    return " ".join(folded_words(words).split())


class Offered:
    """The options of a field, found by any name: English, Chinese, in the visitor's language, or the id."""

    def __init__(
        self,
        called: Mapping[str, Term | Text | str],
        tongue: Tongue,
        apart: Callable[[str], Term | Text | str] = str,
        closest: Callable[[Sequence[str], Known], Sequence[str]] = lambda ids, _: ids,
        first_ids: Callable[[Sequence[str]], Sequence[str]] = lambda _: (),
    ) -> None:
        self.called = called
        self.tongue = tongue
        self._apart = apart
        self._closest = closest
        self._first_ids = first_ids

    @cached_property
    def options(self) -> Options:
        """The values, each with a unique name: what distinguishes it is added where others have the same name."""
        shown = {id_: _display_name(name, self.tongue) for id_, name in self.called.items()}
        called: dict[str, set[str]] = {}
        for id_, name in shown.items():
            called.setdefault(normalized_name(name), set()).add(id_)
            called.setdefault(normalized_name(id_), set()).add(id_)
        same = {id_ for id_, name in shown.items() if len(called[normalized_name(name)]) > 1}
        apart = {id_: f"{shown[id_]} ({value_as_words(self._apart(id_), self.tongue)})" for id_ in same}
        times = Counter(apart.values())
        labels = {id_: one if times[one] == 1 else f"{one[:-1]}, {id_})" for id_, one in apart.items()}
        return [(id_, labels.get(id_, name)) for id_, name in shown.items()]

    @cached_property
    def _names(self) -> Mapping[str, set[str]]:
        """All names of each value."""
        return {
            id_: {normalized_name(name), normalized_name(id_), *_names_in_both(self.called[id_])}
            for id_, name in self.options
        }

    @cached_property
    def _by_label(self) -> Mapping[str, str]:
        return {normalized_name(name): id_ for id_, name in self.options}

    def ids_meant(self, typed: str, known: Known = NOTHING_KNOWN) -> Sequence[str]:
        """The ids that a typed name may stand for: one for an id or an exact name, else all with that name."""
        if typed in self.called:
            return [typed]
        wanted = normalized_name(typed)
        if wanted in self._by_label:
            return [self._by_label[wanted]]
        return self._closest([id_ for id_, names in self._names.items() if wanted in names], known)

    def search(self, typed: str, most: int = MOST_FOUND) -> Options:
        """Search the options for all words, names that begin with them first; without a word, a few likely ones."""
        words = normalized_name(typed).split()
        if not words:
            first = set(self._first_ids(list(self.called)))
            return [option for option in self.options if option[0] in first][:most]
        ranked = (
            (rank, place, option)
            for place, option in enumerate(self.options)
            if (rank := _rank_names(words, self._names[option[0]])) is not None
        )
        return [option for _, _, option in nsmallest(most, ranked)]

    def labels_of(self, ids: Sequence[str]) -> tuple[str, ...]:
        """The names of some values as shown in a form, a few at the most."""
        shown = dict(self.options)
        return tuple(shown[id_] for id_ in ids[:FEW_NEAR])

    def similar_names(self, typed: str) -> Sequence[str]:
        """The names that are most similar to a text that is no name, at most `FEW_NEAR`."""
        labels = {normalized_name(name): name for _, name in self.options}
        close = [labels[one] for one in get_close_matches(normalized_name(typed), labels, FEW_NEAR)]
        return list(dict.fromkeys((*(name for _, name in self.search(typed, FEW_NEAR)), *close)))[:FEW_NEAR]


def _rank_names(words: Sequence[str], names: set[str]) -> int | None:
    """The rank of an option's names for a search, 0 best; None where a word is missing."""
    joined = " ".join(names)
    if not all(word in joined for word in words):
        return None
    whole = " ".join(words)
    if whole in names:
        return 0
    return 1 if any(name.startswith(whole) for name in names) else 2 if f" {whole}" in joined else 3


def _names_in_both(name: Term | Text | str) -> set[str]:
    """A name in English and in Chinese."""
    both = (
        (name.en, name.zh) if isinstance(name, Term) else (_display_name(name, tongue) for tongue in (ENGLISH, CHINESE))
    )
    return set(map(normalized_name, both))


def _display_name(name: object, tongue: Tongue) -> str:
    spoken_name = value_as_words(name, tongue)
    return spoken_name.replace("-", " ") if spoken_name.islower() else spoken_name


def names_offered_at(field: FieldInfo, table: Table, tongue: Tongue, known: Known = NOTHING_KNOWN) -> Offered:
    """The options of a field at a table, by name, as far as other fields are known."""
    choice = field.choice
    if choice is None:
        return Offered(field.options(table, known), tongue)

    def closest(ids: Sequence[str], more: Known) -> Sequence[str]:
        return choice.closest(ids, table, {**known, **more})

    def first_ids(ids: Sequence[str]) -> Sequence[str]:
        return choice.first_ids(ids, table, known)

    return Offered(field.options(table, known), tongue, lambda id_: table.apart(choice.kind, id_), closest, first_ids)


def ids_of(value: Any, names: Offered) -> Any:
    """Replace the names of known things by ids, in a list and as keys too; other text stays as it was typed.

    Raises:
        Misfit: several things are called like that.
    """
    match value:
        case str():
            return _id_of(value, names)
        case list():
            return [ids_of(part, names) for part in value]
        case Mapping():
            return {_id_of(key, names): part for key, part in value.items()}
    return value


def ids_beside(value: Any, field: FieldInfo, table: Table, tongue: Tongue, known: Known) -> Any:
    """Replace the names beside the keys of a mapping by ids, if those are chosen.

    Raises:
        Misfit: several things are called like one of them.
    """
    if field.field_beside is None or not isinstance(value, Mapping):
        return value
    names = names_offered_at(field.field_beside, table, tongue, known)
    return {key: ids_of(held, names) for key, held in value.items()}


def _id_of(typed: str, names: Offered) -> str:
    meant = names.ids_meant(typed)
    if len(meant) > 1:
        raise Misfit({"": SEVERAL.but(typed=typed, near=names.labels_of(meant))})
    return meant[0] if meant else typed


def refuse_unknown(value: Any, names: Offered) -> None:
    """Refuse values that are not offered, and name similar ones.

    Raises:
        Misfit: there is such a one.
    """
    for typed in (value,) if isinstance(value, str) else value:
        if typed not in names.called:
            raise Misfit({"": NOTHING_LIKE.but(typed=typed, near=tuple(names.similar_names(typed)))})


__all__ = ["Offered", "Options", "ids_beside", "ids_of", "names_offered_at", "refuse_unknown"]
