"""Splitting of text into words for the full-text index; each Chinese character is one, so that any part matches."""

import re
from collections.abc import Callable, Iterable

from domain.framework.text import folded_words

_CHINESE = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = re.compile(f"([{_CHINESE}])")
_PIECE = re.compile(rf"[{_CHINESE}]+|[^\W{_CHINESE}]+")
MOST = 12
"""The maximum of different words in a search; each is searched for in all lines."""
Meanings = Callable[[str], Iterable[str]]
"""Returns the synonyms of a word: names and ids that may be stored in its place."""
PrefixQuery = Callable[[str], str]
"""Returns an FTS5 query for all words that begin with a piece."""


def no_other_meanings(_: str) -> Iterable[str]:
    """No synonyms."""
    return ()


def space_characters(text: str) -> str:
    """A text with spaces around every Chinese character."""
    return text if text.isascii() else _HAN.sub(r" \1 ", text)


def is_han(word: str) -> bool:
    """Whether a word begins with a Chinese character."""
    return _HAN.match(word) is not None


def split_words(text: str) -> list[str]:
    """Split a text into words and runs of Chinese characters."""
    return _PIECE.findall(text)


def words_sought(search: str) -> list[str]:
    """The distinct words of a search, at most `MOST`."""
    return list(dict.fromkeys(split_words(search)))[:MOST]


def prefix_phrase(piece: str) -> str:
    """An FTS5 query for all words in the file that begin with a piece."""
    return f"{_fts_phrase(piece)}*"


def fts_query(search: str, meanings: Meanings = no_other_meanings, begins: PrefixQuery = prefix_phrase) -> str:
    """An FTS5 query for all words of a search: Latin ones by prefix, Chinese ones exactly.

    A synonym of a word matches in its place.
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
    """Whether a text contains a word, compared as the index does."""
    wanted = folded_words(word)
    return any(
        wanted in piece if is_han(piece) else piece.startswith(wanted) for piece in split_words(folded_words(text))
    )
