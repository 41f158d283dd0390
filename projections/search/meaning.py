"""Synonyms for a search: the stored names of things that a searched word may mean.

A row contains the names of the game's own pack, in English and Chinese, and the ids of all other things. A word in any
name or id of a thing is therefore also searched for as the stored name of that thing.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.framework.text import Term, Tongue, folded_words, value_as_words
from projections.search.words import matches_word


class Meaning:
    """The synonyms of words at a table, in a visitor's language."""

    def __init__(self, game: AnyGame, table: Table, tongue: Tongue) -> None:
        self._own = game.pack.terms
        self._table = table
        self._tongue = tongue

    def __call__(self, word: str) -> Iterator[str]:
        """The stored names of all things with `word` in a name, except those that the word itself finds."""
        wanted = folded_words(word)
        for names, written in self._things:
            if wanted in names and matches_word(names, word) and not matches_word(f"{written.en} {written.zh}", word):
                yield written.en

    @property
    def folded_names(self) -> Iterator[str]:
        """The id and names of every thing, folded for comparison."""
        return (names for names, _ in self._things)

    @cached_property
    def _things(self) -> Sequence[tuple[str, Term]]:
        """Every thing: its id and names, folded, and its name in the rows."""
        kinds = dict.fromkeys((*self._table.pack.kinds, *self._table.library))
        return [self._thing(kind, id_) for kind in kinds for id_ in self._table.ids(kind)]

    def _thing(self, kind: str, id_: str) -> tuple[str, Term]:
        name = self._table.called(kind, id_)
        both = f"{name.en} {name.zh}" if isinstance(name, Term) else ""
        names = folded_words(f"{id_} {both} {value_as_words(name, self._tongue)}")
        return names, self._own.get(kind, {}).get(id_) or Term(id_, id_)


__all__ = ["Meaning"]
