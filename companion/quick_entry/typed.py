"""Tokenizing of typed text into words and numbers."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import NamedTuple

from companion.quick_entry.letters import folded_letters
from companion.quick_entry.pinyin import INITIALS

MOST, LONGEST = 8, 16
"""The maximum of words that are matched, and of words that are read at all; further ones remain text."""
MINUS = "−－-"
SIGNS = f"+＋{MINUS}"
_CHINESE = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{SIGNS}]?\d+(?![^\W{_CHINESE}])|[{_CHINESE}]+|[^\W{_CHINESE}]+")
_WITH_NUMBER = re.compile(r"(\D+)(\d+)")
NUMERALS = {numeral: number for number, numeral in enumerate("一二三四五六七八九十", 1)} | {"两": 2, "兩": 2}
MOST_INITIALS = 3
"""The maximum of letters in a word that may be initials of several words."""
DIGITS = 6
"""The maximum of digits in a number."""


class Heard(NamedTuple):
    """A word as typed and as folded, with its offset; its number if it is one, and whether it has a sign."""

    typed: str
    folded: str
    at: int = 0
    number: int | None = None
    signed: bool = False
    after: tuple[str, ...] = ()
    """The connecting words before it: “to” and “the” in “to the ford”."""

    @property
    def is_in_digits(self) -> bool:
        """Whether it is a number written in digits."""
        return self.number is not None and self.typed.lstrip(SIGNS).isdecimal()


def without_connections(words: Sequence[Heard]) -> list[Heard]:
    """Words without connecting words, unless none would be left."""
    kept, after = list[Heard](), tuple[str, ...]()
    for word in words:
        if word.folded not in connecting_words() or (len(word.typed) == 1 and word.typed.isupper()):  # the area A
            kept.append(word._replace(after=after or word.after))
            after = ()
        else:
            after = (*after, word.folded)
    return kept or [*words]


@cache
def connecting_words() -> frozenset[str]:
    """The connecting words: to, the, with, 了."""
    words = files("companion.quick_entry").joinpath("ways", "connecting.txt").read_text(encoding="utf-8")
    return frozenset(folded_letters(word) for word in words.split())


def words_in(typed: str) -> list[Heard]:
    """The words of a text: letters, runs of Chinese characters, and numbers."""
    return [_word_at(found[0], found.start()) for found in islice(_WORD.finditer(typed), LONGEST)]


def _word_at(typed: str, at: int) -> Heard:
    digits = typed.lstrip(SIGNS)
    number = NUMERALS.get(typed)
    if digits.isdecimal() and len(digits) <= DIGITS:
        number = int(digits) * (-1 if typed[0] in MINUS else 1)
    return Heard(typed, folded_letters(digits), at, number, typed != digits)


def split_number_suffix(word: Heard) -> list[Heard]:
    """A word split from the number at its end: `dam2` as dam and 2."""
    numbered = _WITH_NUMBER.fullmatch(word.typed)
    if not numbered or word.number is not None:
        return [word]
    return [_word_at(numbered[1], word.at), _word_at(numbered[2], word.at + numbered.start(2))]


def split_known_parts(word: Heard, *knows: Callable[[str], bool]) -> list[Heard]:
    """A word split into the longest known parts: `买灯` as 买 and 灯; unsplit if a part is unknown.

    Parts known to an earlier `knows` function take precedence.
    """
    rest, parts = word.typed, list[Heard]()
    while rest:
        at = word.at + len(word.typed) - len(rest)
        begun = [_word_at(rest[:size], at) for size in range(len(rest), 0, -1)]
        part = next((one for known in knows for one in begun if one.number is not None or known(one.folded)), None)
        if part is None:
            return [word]
        parts.append(part)
        rest = rest[len(part.typed) :]
    return parts


def split_initials(word: Heard) -> list[Heard]:
    """The letters of a short word one by one; empty if one of them begins no syllable."""
    if not (1 < len(word.folded) <= MOST_INITIALS and set(word.folded) <= INITIALS):
        return []
    return [_word_at(letter, word.at + n) for n, letter in enumerate(word.typed)]


__all__ = ["Heard", "split_initials", "split_known_parts", "split_number_suffix", "without_connections", "words_in"]
