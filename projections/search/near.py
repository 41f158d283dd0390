"""Near: words that are written almost like one that somebody looks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from domain.language.text import plain
from projections.search.words import Meanings, pieces

CLOSE = 0.65
"""How much of a word must be right: one sign in three may be wrong, missing, or change places with the next."""
SHORTEST = 3
"""Words with fewer signs resemble too many others."""
MOST = 6
"""So many near words are looked for."""


def vocabulary(texts: Iterable[str]) -> Mapping[str, str]:
    """The words of some texts, by how they are compared."""
    found: dict[str, str] = {}
    for word in chain.from_iterable(map(pieces, texts)):
        found.setdefault(plain(word), word)
    return found


def near(word: str, known: Mapping[str, str]) -> Sequence[str]:
    """Words that are almost like one, or begin almost like it, the nearest first."""
    from rapidfuzz import process  # noqa: PLC0415 - only who searches, or says something, comes here
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415

    wanted = plain(word)
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


def forgiving(means: Meanings, known: Mapping[str, str]) -> Meanings:
    """What a word stands for, and what those stand for that are almost like it."""

    def meant(word: str) -> Iterator[str]:
        yield from means(word)
        for other in near(word, known):
            yield other
            yield from means(other)

    return meant


__all__ = ["forgiving", "near", "vocabulary"]
