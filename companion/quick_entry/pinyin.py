"""Pinyin: matching of Chinese names by the letters of their syllables, in full, abbreviated, or by initials."""

import os
from collections.abc import Iterator, Sequence
from functools import cache

Readings = Sequence[Sequence[str]]
"""The pronunciations of each character of a name, without tones."""
INITIALS = frozenset("abcdefghjklmnopqrstwxyz")
"""The letters that syllables begin with."""
FULL, CUT, APART, LETTER = 0.75, 0.55, 0.5, 0.4
"""Fits of whole syllables, the start of one, the initials of several, and the initial of one."""
EDGE = 0.07
"""The bonus for each end of the name that the letters reach."""

USUAL = 2
"""The number of pronunciations used per character; rarer ones follow in the data."""
_SYLLABLES: set[str] = set()


@cache
def readings_of_character(char: str) -> Sequence[str]:
    """The pronunciations of a character; empty if it is unknown."""
    # Every reading of a character fits, so phrases are never looked up and need not be loaded (docs/develop/speed.md).
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    from pypinyin import Style, pinyin  # noqa: PLC0415 - slow to load, and needed for Chinese names only

    found = pinyin(char, Style.NORMAL, heteronym=True, errors="ignore")
    readings = tuple(reading for one in found for reading in one[:USUAL])
    _SYLLABLES.update(readings)
    return readings


def sounds_like_part(typed: Readings, name: Readings) -> bool:
    """Whether characters are homophones of a part of a name, from another script or by mistake."""
    spans = (name[start : start + len(typed)] for start in range(len(name) - len(typed) + 1))
    return any(all(set(one) & set(two) for one, two in zip(typed, span, strict=True)) for span in spans)


def fit_of_letters(typed: str, name: Readings) -> float:
    """How well letters fit some adjacent characters of a name."""
    best = 0.0
    for start in range(len(name)):
        for full, count in _ways_to_spell(typed, name[start:]):
            ends = (start == 0) + (start + count == len(name))
            best = max(best, _fit_of_syllables(typed, full, count) + EDGE * ends)
    return best


def count_full_syllables(typed: str, name: Readings) -> int:
    """The number of a name's characters that the letters spell in full; 0 if they do not."""
    ways = (way for start in range(len(name)) for way in _ways_to_spell(typed, name[start:]))
    return max((count for full, count in ways if full == count), default=0)


def is_full_syllable(typed: str) -> bool:
    """Whether letters are a syllable of some character looked up so far."""
    return len(typed) > 1 and typed in _SYLLABLES


def _fit_of_syllables(typed: str, full: int, count: int) -> float:
    if full == count:
        return FULL
    if count > 1:
        return APART
    return CUT if len(typed) > 1 else LETTER


def _ways_to_spell(typed: str, name: Readings) -> Iterator[tuple[int, int]]:
    """The ways to split letters into syllables, as (complete syllables, all syllables)."""
    for syllable in name[0] if name else ():
        for size in range(1, _common_prefix(typed, syllable) + 1):
            full = int(size == len(syllable))
            if size == len(typed):
                yield full, 1
            else:
                yield from ((full + more, count + 1) for more, count in _ways_to_spell(typed[size:], name[1:]))


def _common_prefix(one: str, other: str) -> int:
    """The length of the common prefix of two words."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


__all__ = [
    "INITIALS",
    "Readings",
    "count_full_syllables",
    "fit_of_letters",
    "is_full_syllable",
    "readings_of_character",
    "sounds_like_part",
]
