"""Words for the full-text index: every Chinese character is a word, so that any two are found."""

import re

_HAN = re.compile(r"([\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])")
_WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+|[^\W]+", re.UNICODE)


def spaced(told: str) -> str:
    """A text with a space around every Chinese character."""
    return told if told.isascii() else _HAN.sub(r" \1 ", told)


def match(search: str) -> str:
    """What somebody typed, as an FTS5 query: all words, Latin ones by their beginning, Chinese ones as they stand."""
    terms = []
    for word in _WORD.findall(search):
        for piece in _pieces(word):
            terms.append(f'"{spaced(piece).strip()}"' if _HAN.match(piece) else f'"{piece}"*')
    return " ".join(terms) or '""'


def _pieces(word: str) -> list[str]:
    """A run of letters, cut where Chinese meets another script."""
    return [piece for piece in re.split(r"((?:[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])+)", word) if piece]
