"""Splitting text into words for the full-text index; every Chinese character is a word, so that any two are found."""

import re
from collections.abc import Callable, Iterable

from domain.language.text import folded_words

_CHINESE = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = re.compile(f"([{_CHINESE}])")
_PIECE = re.compile(rf"[{_CHINESE}]+|[^\W{_CHINESE}]+")
MOST = 12
"""How many different words of a search count: each is looked for in all lines."""
Meanings = Callable[[str], Iterable[str]]
"""What else a word stands for: names and ids that may be written in its place."""
PrefixQuery = Callable[[str], str]
"""Makes an FTS5 query for all words that begin with a piece."""


def no_other_meanings(_: str) -> Iterable[str]:
    """No synonyms: a word stands for itself alone."""
    return ()


def space_characters(text: str) -> str:
    """Put spaces around every Chinese character of a text."""
    return text if text.isascii() else _HAN.sub(r" \1 ", text)


def is_han(word: str) -> bool:
    """Whether a word begins with a Chinese character."""
    return _HAN.match(word) is not None


def split_words(text: str) -> list[str]:
    """Split a text into words and runs of Chinese characters."""
    return _PIECE.findall(text)


def words_sought(search: str) -> list[str]:
    """The words that a search looks for, each once."""
    return list(dict.fromkeys(split_words(search)))[:MOST]


def prefix_phrase(piece: str) -> str:
    """An FTS5 query for all words in the whole file that begin with a piece."""
    return f"{_fts_phrase(piece)}*"


def fts_query(search: str, meanings: Meanings = no_other_meanings, begins: PrefixQuery = prefix_phrase) -> str:
    """An FTS5 query for a search: all its words, Latin ones by their beginning, Chinese ones as they stand.

    A line with a synonym of a word is found too.
    """
    return " AND ".join(_word_or_meanings(piece, meanings, begins) for piece in words_sought(search)) or '""'


def _word_or_meanings(piece: str, meanings: Meanings, begins: PrefixQuery) -> str:
    """An FTS5 query for a word or any of its synonyms."""
    itself = _fts_phrase(piece) if is_han(piece) else begins(piece)
    others = dict.fromkeys(_fts_phrase(one) for one in meanings(piece) if split_words(one))
    return f"({' OR '.join((itself, *others))})" if others else itself


def _fts_phrase(text: str) -> str:
    return f'"{" ".join(space_characters(" ".join(split_words(text))).split())}"'


# --- as the index compares --------------------------------------------------------------------


def matches_word(text: str, word: str) -> bool:
    """Whether a text has a word, compared as the index does."""
    wanted = folded_words(word)
    return any(
        wanted in piece if is_han(piece) else piece.startswith(wanted) for piece in split_words(folded_words(text))
    )
