"""Names of options: the options of a field as shown to people, and conversion of typed names to ids."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from heapq import nsmallest
from typing import Any

from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.fields.fields import FieldInfo
from domain.framework.refusal import Misfit
from domain.framework.table import Table
from domain.framework.text import ENGLISH, Term, Text, Tongue, folded_words, text, value_as_words

Options = Sequence[tuple[str, str]]
"""Values, each with its display name."""
CHINESE = Tongue(content="zh")
MOST_FOUND = 20
"""The maximum number of search results."""
FEW_NEAR = 5
"""The number of similar names suggested for an unknown one."""
SEVERAL = text("{field}: several things are called “{typed}”: {near}")
NOTHING_LIKE = text("{field}: nothing here is called “{typed}”[. Perhaps: {near}]")


def normalized_name(words: str) -> str:
    """A name normalized for comparison: folded, with single spaces between words."""
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
        passed_over: Iterable[Term | Text | str] = (),
    ) -> None:
        self.called = called
        self.tongue = tongue
        self._apart = apart
        self._closest = closest
        self._first_ids = first_ids
        self._passed_over = passed_over

    @cached_property
    def options(self) -> Options:
        """The values, each with a unique name: if others have the same name, a distinction is appended."""
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
        """The ids that a typed name may mean: one for an id or a unique label, otherwise the likely ones."""
        return self.closest(self.ids_named(typed), known)

    def ids_named(self, typed: str) -> Sequence[str]:
        """The ids with a name: one for an id or a unique label, otherwise all."""
        if typed in self.called:
            return [typed]
        wanted = normalized_name(typed)
        if wanted in self._by_label:
            return [self._by_label[wanted]]
        return [id_ for id_, names in self._names.items() if wanted in names]

    @cached_property
    def passed_over(self) -> set[str]:
        """The names and codes, normalized, that a pasted list may have but that are no values."""
        return {name for one in self._passed_over for name in _names_in_both(one)}

    def closest(self, ids: Sequence[str], known: Known = NOTHING_KNOWN) -> Sequence[str]:
        """The most likely of some ids, if the known fields decide."""
        return self._closest(ids, known)

    def search(self, typed: str, most: int = MOST_FOUND) -> Options:
        """Options that match all words, prefix matches first; without words, a few likely options."""
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
        """The display names of some values, at most `FEW_NEAR`."""
        shown = dict(self.options)
        return tuple(shown[id_] for id_ in ids[:FEW_NEAR])

    def similar_names(self, typed: str) -> Sequence[str]:
        """The names most similar to an unknown name, at most `FEW_NEAR`."""
        labels = {normalized_name(name): name for _, name in self.options}
        close = [labels[one] for one in get_close_matches(normalized_name(typed), labels, FEW_NEAR)]
        return list(dict.fromkeys((*(name for _, name in self.search(typed, FEW_NEAR)), *close)))[:FEW_NEAR]


def _rank_names(words: Sequence[str], names: set[str]) -> int | None:
    """The rank of an option's names for a search, 0 best; None if a word is missing."""
    joined = " ".join(names)
    if not all(word in joined for word in words):
        return None
    whole = " ".join(words)
    if whole in names:
        return 0
    return 1 if any(name.startswith(whole) for name in names) else 2 if f" {whole}" in joined else 3


def _names_in_both(name: Term | Text | str) -> set[str]:
    """A name in English and in Chinese, normalized."""
    both = (
        (name.en, name.zh) if isinstance(name, Term) else (_display_name(name, tongue) for tongue in (ENGLISH, CHINESE))
    )
    return set(map(normalized_name, both))


def _display_name(name: object, tongue: Tongue) -> str:
    spoken_name = value_as_words(name, tongue)
    return spoken_name.replace("-", " ") if spoken_name.islower() else spoken_name


def names_offered_at(field: FieldInfo, table: Table, tongue: Tongue, known: Known = NOTHING_KNOWN) -> Offered:
    """The options of a field at a table, given the known values of other fields."""
    choice = field.choice
    if choice is None:
        return Offered(field.options(table, known), tongue)

    def closest(ids: Sequence[str], more: Known) -> Sequence[str]:
        return choice.closest(ids, table, {**known, **more})

    def first_ids(ids: Sequence[str]) -> Sequence[str]:
        return choice.first_ids(ids, table, known)

    passed_over = choice.names_passed_over(table, known)
    called = field.options(table, known)
    return Offered(called, tongue, lambda id_: table.apart(choice.kind, id_), closest, first_ids, passed_over)


def ids_of(value: Any, names: Offered) -> Any:
    """Replace the names of known things by ids, also in lists and in keys; other text is kept.

    Raises:
        Misfit: a name is ambiguous.
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
    """Replace names in the values of a mapping by ids, if its values are chosen from options.

    Raises:
        Misfit: a name is ambiguous.
    """
    if field.field_beside is None or not isinstance(value, Mapping):
        return value
    names = names_offered_at(field.field_beside, table, tongue, known)
    return {key: ids_of(held, names) for key, held in value.items()}


def _id_of(typed: str, names: Offered) -> str:
    meant = names.ids_meant(typed)
    if len(meant) > 1:
        raise Misfit({"": SEVERAL.copy_with(typed=typed, near=names.labels_of(meant))})
    return meant[0] if meant else typed


def refuse_unknown(value: Any, names: Offered) -> None:
    """Refuse values that are not options, suggesting similar names.

    Raises:
        Misfit: there is such a value.
    """
    for typed in (value,) if isinstance(value, str) else value:
        if typed not in names.called:
            raise Misfit({"": NOTHING_LIKE.copy_with(typed=typed, near=tuple(names.similar_names(typed)))})


__all__ = ["Offered", "Options", "ids_beside", "ids_of", "names_offered_at", "refuse_unknown"]
