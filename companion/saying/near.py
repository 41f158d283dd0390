"""Near: words not known as they stand, without their numbers, as what was meant, or in parts that are known."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from companion.saying.ideas import Idea, Names, best_fit
from companion.saying.letters import spelling_of
from companion.saying.offers import Offers
from companion.saying.pinyin import is_full
from companion.saying.typed import (
    MOST,
    Heard,
    apart_from_numbers,
    connecting_words,
    in_longest_parts,
    split_initials,
    without_connections,
)
from projections.search.words import is_han

LIKE = 75
"""How alike a word is to the one that was meant, of 100."""
LONG_ENOUGH = 4
"""Letters of a word in which one may be wrong."""


class Known:
    """The words that fit anything there is a name for: the events and the values that their fields offer."""

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
    """Words, the unknown ones read as something else, the likeliest first."""
    for step in (apart_from_numbers, lambda word: [_nearest_known(word, knows)], lambda word: _in_parts(word, knows)):
        parts = [part for word in words for part in (step(word) if _is_unknown(word, knows) else [word])]
        words = without_connections(parts)[:MOST]
        yield words


def _is_unknown(word: Heard, knows: Known) -> bool:
    return word.number is None and not knows(word.folded)


def _nearest_known(word: Heard, knows: Known) -> Heard:
    """The known word that one is nearly: `dammage` is damage."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only for who mistypes

    if len(word.folded) < LONG_ENOUGH or is_han(word.folded):
        return word
    best = process.extractOne(word.folded, knows.words, scorer=fuzz.ratio, score_cutoff=LIKE)
    return word._replace(folded=best[0]) if best else word


def _in_parts(word: Heard, knows: Known) -> Sequence[Heard]:
    """A word in parts: Chinese ones in the longest that are known, letters as whole syllables or as initials."""
    if is_han(word.folded):
        return in_longest_parts(word, lambda part: part in connecting_words() or part in knows.whole, knows)
    return split_initials(word) or in_longest_parts(word, is_full)


def _all_names(found: Sequence[Idea], offers: Offers) -> Iterator[Names]:
    """The names of all events, and of all values that their fields offer."""
    for idea in found:
        yield idea.called
        for one in idea.open_fields:
            if one.chosen:
                yield from offers.names(idea.cls, one, idea.known).values()


__all__ = ["Known", "nearer_words"]
