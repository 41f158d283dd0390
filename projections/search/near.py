"""Words that are spelled almost like a searched one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from domain.framework.text import folded_words
from projections.search.words import Meanings, split_words

CLOSE = 0.65
"""The share of a word that must match: one character in three may be wrong, missing or swapped."""
SHORTEST = 3
"""Shorter words are similar to too many others."""
MOST = 6
"""The number of similar words that are searched for."""


def vocabulary_of_log(texts: Iterable[str]) -> Mapping[str, str]:
    """The words of some texts, each by its form folded for comparison."""
    found: dict[str, str] = {}
    for word in chain.from_iterable(map(split_words, texts)):
        found.setdefault(folded_words(word), word)
    return found


def similar_words(word: str, known: Mapping[str, str]) -> Sequence[str]:
    """Known words whose spelling or beginning is similar to a word, the most similar first; at most `MOST`."""
    from rapidfuzz import process  # noqa: PLC0415 - only searching and quick entry need it
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415

    wanted = folded_words(word)
    if len(wanted) < SHORTEST:
        return ()
    begun = {written: written[: len(wanted)] for written in known}
    scores: dict[str, float] = {}
    for choices in ({written: written for written in known}, begun):
        found = process.extract(
            wanted, choices, scorer=DamerauLevenshtein.normalized_similarity, score_cutoff=CLOSE, limit=MOST
        )
        for _, score, written in found:
            scores[written] = max(score, scores.get(written, 0))
    best = sorted(scores, key=lambda written: -scores[written])
    return [known[written] for written in best[:MOST]]


def with_similar_words(means: Meanings, known: Mapping[str, str]) -> Meanings:
    """A function that returns a word's synonyms, its similar words, and their synonyms."""

    def meant(word: str) -> Iterator[str]:
        yield from means(word)
        for other in similar_words(word, known):
            yield other
            yield from means(other)

    return meant


__all__ = ["similar_words", "vocabulary_of_log", "with_similar_words"]
