"""Correction of unknown words: replaced by similar known words, or split into known parts."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from companion.quick_entry.candidates import Idea, Names, best_fit
from companion.quick_entry.letters import spelling_of
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.pinyin import is_full_syllable
from companion.quick_entry.typed import (
    MOST,
    Heard,
    connecting_words,
    split_initials,
    split_known_parts,
    split_number_suffix,
    without_connections,
)
from projections.search.words import is_han

LIKE = 75
"""The similarity required of a replacement, of 100."""
LONG_ENOUGH = 4
"""Shorter words are not corrected."""


class Known:
    """All known words: of the events and of the options of their fields."""

    def __init__(self, found: Sequence[Idea], offers: Offers) -> None:
        self._names = set(_all_names(found, offers))

    def __call__(self, word: str) -> bool:
        return any(best_fit(word, names) for names in self._names)

    @cached_property
    def whole(self) -> Collection[str]:
        """All names in Chinese characters."""
        return {spelling_of(name).han for names in self._names for name in names}

    @cached_property
    def words(self) -> Collection[str]:
        """All Latin words of these names."""
        return sorted({word for names in self._names for name in names for word in spelling_of(name).words})


def nearer_words(words: Sequence[Heard], knows: Known) -> Iterator[Sequence[Heard]]:
    """Variants of some words with the unknown ones replaced, likeliest first."""
    for step in (split_number_suffix, lambda word: [_nearest_known(word, knows)], lambda word: _in_parts(word, knows)):
        parts = [part for word in words for part in (step(word) if _is_unknown(word, knows) else [word])]
        words = without_connections(parts)[:MOST]
        yield words


def _is_unknown(word: Heard, knows: Known) -> bool:
    return word.number is None and not knows(word.folded)


def _nearest_known(word: Heard, knows: Known) -> Heard:
    """The word replaced by the most similar known one: `dammage` by damage."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only needed for typing errors

    if len(word.folded) < LONG_ENOUGH or is_han(word.folded):
        return word
    best = process.extractOne(word.folded, knows.words, scorer=fuzz.ratio, score_cutoff=LIKE)
    return word._replace(folded=best[0]) if best else word


def _in_parts(word: Heard, knows: Known) -> Sequence[Heard]:
    """A word split into parts: Chinese into the longest known words, letters into syllables or initials."""
    if is_han(word.folded):
        return split_known_parts(word, lambda part: part in connecting_words() or part in knows.whole, knows)
    return split_initials(word) or split_known_parts(word, is_full_syllable)


def _all_names(found: Sequence[Idea], offers: Offers) -> Iterator[Names]:
    """The names of all events, and of all values that their fields offer."""
    for idea in found:
        yield idea.all_names
        for one in idea.open_fields:
            if one.chosen:
                yield from offers.names(idea.cls, one, idea.known).values()


__all__ = ["Known", "nearer_words"]
