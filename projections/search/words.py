"""Words for the full-text index: every Chinese character is a word, so that any two are found."""

import re
from collections.abc import Callable, Iterable

from domain.language.text import plain

_CHINESE = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = re.compile(f"([{_CHINESE}])")
_PIECE = re.compile(rf"[{_CHINESE}]+|[^\W{_CHINESE}]+")
MOST = 12
"""So many different words of a search count: each is looked for in all lines."""
Meanings = Callable[[str], Iterable[str]]
"""What else a word stands for: names and ids that may be written in its place."""
Begun = Callable[[str], str]
"""All words that begin like one, as an FTS5 query."""


def literally(_: str) -> Iterable[str]:
    """A word stands for nothing but itself."""
    return ()


def spaced(told: str) -> str:
    """A text with a space around every Chinese character."""
    return told if told.isascii() else _HAN.sub(r" \1 ", told)


def is_han(word: str) -> bool:
    """Whether a word begins with a Chinese character."""
    return _HAN.match(word) is not None


def pieces(told: str) -> list[str]:
    """The words of a text, and its runs of Chinese characters."""
    return _PIECE.findall(told)


def words_sought(search: str) -> list[str]:
    """The words that a search looks for, each once."""
    return list(dict.fromkeys(pieces(search)))[:MOST]


def begun(piece: str) -> str:
    """All words that begin like one, as FTS5 finds them by itself."""
    return f"{_phrase(piece)}*"


def match(search: str, meanings: Meanings = literally, begins: Begun = begun) -> str:
    """What somebody typed, as an FTS5 query: all words, Latin ones by their beginning, Chinese ones as they stand.

    A word is also found by what else it stands for.
    """
    return " AND ".join(_either(piece, meanings, begins) for piece in words_sought(search)) or '""'


def _either(piece: str, meanings: Meanings, begins: Begun) -> str:
    """A word, or one of the phrases that stand for it."""
    itself = _phrase(piece) if is_han(piece) else begins(piece)
    others = dict.fromkeys(_phrase(one) for one in meanings(piece) if pieces(one))
    return f"({' OR '.join((itself, *others))})" if others else itself


def _phrase(told: str) -> str:
    return f'"{" ".join(spaced(" ".join(pieces(told))).split())}"'


# --- as the index compares --------------------------------------------------------------------


def holds(told: str, word: str) -> bool:
    """Whether a text is found by a word."""
    wanted = plain(word)
    return any(wanted in piece if is_han(piece) else piece.startswith(wanted) for piece in pieces(plain(told)))
