"""Marks names that are known only in the other language, within a page of a reader's language.

Names are never invented: if a rulebook, pack or table gives a name in English only, a Chinese page shows it in English,
and vice versa. The mark names the language for screen readers and sets the name in italics, or underlined.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import escape

from domain.framework.content import term_of
from domain.framework.table import Table
from domain.framework.text import Term, Tongue, text

ONLY_IN = {"en": text("Known in English only"), "zh": text("Known in Chinese only")}
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]{2}")
_WORD = re.compile(r"[A-Za-z0-9\u00c0-\u024f]+|[\u3400-\u9fff]+")
_PART = re.compile(r"(<[^>]*>)")
_TAG = re.compile(r"<(/?)([a-zA-Z]+)")
WORDS_ALONE = frozenset({"script", "style", "title", "textarea", "option", "text"})
"""Elements that may not contain other elements."""


@dataclass(frozen=True)
class OneLanguage:
    """The names that are not in a reader's language, their language, and the tooltip of the mark."""

    language: str = ""
    names: tuple[str, ...] = ()
    said: str = ""

    def told_in(self, words: str) -> list[str]:
        """The names that occur in a text, the longest first."""
        return sorted((name for name in self.names if name in words), key=len, reverse=True)

    def marked(self, html: str) -> str:
        """A page with each name wrapped in an element; attributes and text-only elements are unchanged."""
        return "".join(self._parts(html)) if self.names else html

    def _parts(self, html: str) -> Iterator[str]:
        alone = ""
        for n, part in enumerate(_PART.split(html)):
            if n % 2 == 0:
                yield part if alone else self._words(part)
                continue
            yield part
            closes, tag = found.groups() if (found := _TAG.match(part)) else ("", "")
            if tag in WORDS_ALONE and not part.endswith("/>"):
                alone = "" if closes else alone or tag

    def _words(self, words: str) -> str:
        """A text with its names marked; wrapped in one element if a flex layout would separate the parts."""
        inner = words.strip()
        pieces = [piece for piece in self._pieces(inner) if piece]
        if not pieces or pieces == [inner]:
            return words
        before, after = words.split(inner, 1)
        made = "".join(pieces)
        return f"{before}{made if len(pieces) == 1 else f'<bdi>{made}</bdi>'}{after}"

    def _pieces(self, words: str) -> Iterator[str]:
        """The pieces of a text, with its names marked."""
        end = 0
        for word in _WORD.finditer(words):
            at = word.start()
            name = self._name_at(words, at, word[0]) if at >= end else ""
            if name:
                yield words[end:at]
                yield f'<i lang="{self.language}" class="one-language" title="{escape(self.said)}">{name}</i>'
                end = at + len(name)
        yield words[end:]

    def _name_at(self, words: str, at: int, word: str) -> str:
        """The longest name at an offset, as whole words; empty if there is none."""
        here = (name for name in self._by_word.get(word, ()) if words.startswith(name, at))
        return next((name for name in here if not _goes_on(words, at + len(name))), "")

    @cached_property
    def _by_word(self) -> Mapping[str, Sequence[str]]:
        """The escaped names by their first word, the longest first."""
        found: dict[str, list[str]] = {}
        for name in sorted((str(escape(name)) for name in self.names), key=len, reverse=True):
            if first := _WORD.match(name):
                found.setdefault(first[0], []).append(name)
        return found


def _goes_on(words: str, at: int) -> bool:
    """Whether a word continues after an offset."""
    return words[at : at + 1].isascii() and words[at : at + 1].isalnum()


def one_language(table: Table, tongue: Tongue) -> OneLanguage:
    """The names of a table that are known only in the language that is not the reader's."""
    other = "en" if tongue.content.startswith("zh") else "zh"
    names = {term.en for term in _terms(table) if term.en == term.zh and _is_of(other, term.en)}
    return OneLanguage(other, tuple(sorted(names)), ONLY_IN[other].render(tongue))


def _terms(table: Table) -> Iterable[Term]:
    """All names of the table's content."""
    for terms in table.pack.terms.values():
        yield from terms.values()
    for things in table.library.values():
        yield from (term_of(id_, thing) for id_, thing in things.items())


def _is_of(language: str, name: str) -> bool:
    """Whether a name is written in one language and not in the other."""
    return bool(_HAN.search(name)) if language == "zh" else bool(_LATIN.search(name) and not _HAN.search(name))


__all__ = ["OneLanguage", "one_language"]
