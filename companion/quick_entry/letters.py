"""The fit of typed letters to a name: by its letters, its characters, or their pronunciation.

A fit is a number from 0, no fit, to 1, the whole name.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from opencc import OpenCC

from companion.quick_entry.pinyin import Readings, fit_of_letters, readings_of_character, sounds_like_part
from domain.framework.text import folded_words
from projections.search.words import is_han, split_words

WHOLE, WORD, BEGUN, INSIDE, SOUNDS, SHORT, LETTER = 1.0, 0.95, 0.8, 0.75, 0.65, 0.6, 0.3
"""Fits of a whole name, a word, the start of a word, an inner part, a homophone, initials, and one letter."""
INFLECTED = 0.92
"""The fit of another form of a word."""
ENDINGS, SHORTEST = ("ing", "ed", "es", "s", "n"), 3
"""Endings of English word forms, and the minimum of letters in a stem."""
MUCH = 0.12
"""The bonus for a nearly complete word over its first letter."""


class Spelling(NamedTuple):
    """A name prepared for comparison: its Latin words, its Chinese characters, and their pronunciations."""

    words: Sequence[str]
    han: str
    readings: Readings
    starts: Collection[str]
    """The first one or two letters of every word that may fit; other words are skipped."""


def folded_letters(words: str) -> str:
    """Words folded for comparison: lower case, without accents, in simplified characters."""
    return folded_words(words) if words.isascii() else str(_simplified().convert(folded_words(words)))


@cache
def _simplified() -> OpenCC:
    return OpenCC("t2s")


@lru_cache(maxsize=16_384)
def spelling_of(name: str) -> Spelling:
    """A name prepared for comparison."""
    words = split_words(folded_letters(name))
    han = "".join(word for word in words if is_han(word))
    latin, readings = [word for word in words if not is_han(word)], [readings_of_character(char) for char in han]
    return Spelling(latin, han, readings, frozenset(_initial_letters(latin, readings)))


def _initial_letters(words: Sequence[str], readings: Readings) -> Iterator[str]:
    """The first one or two letters of words and syllables, and the initials of adjacent pairs."""
    syllables = [*([word] for word in words[:2]), [], *readings]
    for one, two in zip_longest(syllables, syllables[1:], fillvalue=()):
        for word in one:
            yield from (word[0], word[:2], *(word[0] + other[0] for other in two))
    yield from (part for word in words for part in (word[0], word[:2]))


def fit_of_word(typed: str, name: Spelling) -> float:
    """How well a word fits a name; it must be folded like the name."""
    if is_han(typed):
        return _fit_han(typed, name)
    if typed[:2] not in name.starts:
        return 0
    return max(_fit_words(typed, name), fit_of_letters(typed, name.readings))


def share_mentioned(typed: str, said: Spelling) -> float:
    """How well a word fits a word of a sentence; initials and single letters do not count."""
    if is_han(typed):
        return INSIDE if typed in said.han else 0
    if len(typed) < SHORTEST:
        return 0
    begins = any(_fit_of_beginning(typed, word) for word in said.words)
    return INSIDE if begins or _fit_inflected(typed, said.words) else 0


def _fit_words(typed: str, name: Spelling) -> float:
    words = name.words
    best = max((_fit_of_beginning(typed, word) for word in words), default=0.0) or _fit_inflected(typed, words)
    if best == WORD and len(words) == 1 and not name.han:
        return WHOLE
    return best or (SHORT if len(typed) > 1 and "".join(word[0] for word in words).startswith(typed) else 0)


def _fit_inflected(typed: str, words: Sequence[str]) -> float:
    """How well a word fits another form of it: draws for drawn, berserkers for berserker, ends for ended."""
    stem = _stem_of(typed)
    return INFLECTED if stem and any(_stem_of(word) == stem or word == stem for word in words) else 0


@lru_cache(maxsize=16_384)
def _stem_of(word: str) -> str:
    """An English word without its ending; empty if it is too short. “Golden” is not a form of “gold”."""
    ending = next((end for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= SHORTEST), "")
    stem = word.removesuffix(ending) if ending else word
    bare = stem if ending == "n" else stem.removesuffix("e")
    return bare if len(stem) >= SHORTEST else ""


def _fit_of_beginning(typed: str, word: str) -> float:
    if not word.startswith(typed):
        return 0
    if word == typed:
        return WORD
    return (BEGUN if len(typed) > 1 else LETTER) + MUCH * len(typed) / len(word)


def _fit_han(typed: str, name: Spelling) -> float:
    if typed == name.han:
        return WORD if name.words else WHOLE
    if typed in name.han:
        return (BEGUN if name.han.startswith(typed) else INSIDE) + MUCH * len(typed) / len(name.han)
    if not name.readings or not sounds_like_part(spelling_of(typed).readings, name.readings):
        return 0
    return SOUNDS if len(typed) > 1 else LETTER


__all__ = [
    "BEGUN",
    "SHORT",
    "WHOLE",
    "WORD",
    "Spelling",
    "fit_of_word",
    "folded_letters",
    "share_mentioned",
    "spelling_of",
]
