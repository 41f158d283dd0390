"""Pinyin: matching of Chinese names by the letters of their syllables, in full, abbreviated, or by initials."""

import os
from collections.abc import Iterator, Sequence
from functools import cache

Readings = Sequence[Sequence[str]]
"""The ways in which each character of a name is read, without tones."""
INITIALS = frozenset("abcdefghjklmnopqrstwxyz")
"""The letters with which syllables begin."""
FULL, CUT, APART, LETTER = 0.75, 0.55, 0.5, 0.4
"""How well letters fit that are whole syllables, the beginning of one, the initials of several, the initial of one."""
EDGE = 0.07
"""So much better they fit for each end of the name that they reach."""

USUAL = 2
"""How many readings of a character are in use; the rarer ones follow."""
_SYLLABLES: set[str] = set()


@cache
def readings_of_character(char: str) -> Sequence[str]:
    """The pronunciations of a character; none where it is unknown."""
    # Every reading of a character fits, so phrases are never looked up and need not be loaded (docs/develop/speed.md).
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    from pypinyin import Style, pinyin  # noqa: PLC0415 - slow to load, and needed for Chinese names only

    found = pinyin(char, Style.NORMAL, heteronym=True, errors="ignore")
    readings = tuple(reading for one in found for reading in one[:USUAL])
    _SYLLABLES.update(readings)
    return readings


def sounds_like_part(typed: Readings, name: Readings) -> bool:
    """Whether characters are homophones of a part of a name: in another script, or by mistake."""
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
    """How many characters of a name letters spell in full; 0 where they are something else."""
    ways = (way for start in range(len(name)) for way in _ways_to_spell(typed, name[start:]))
    return max((count for full, count in ways if full == count), default=0)


def is_full_syllable(typed: str) -> bool:
    """Whether letters are a syllable of some character that was looked up so far."""
    return len(typed) > 1 and typed in _SYLLABLES


def _fit_of_syllables(typed: str, full: int, count: int) -> float:
    if full == count:
        return FULL
    if count > 1:
        return APART
    return CUT if len(typed) > 1 else LETTER


def _ways_to_spell(typed: str, name: Readings) -> Iterator[tuple[int, int]]:
    """The ways to split letters into syllables: how many of these are complete, and how many there are."""
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
