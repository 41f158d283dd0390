"""Traditional Chinese as written in Taiwan, converted from Simplified: game terms, and sentences of catalogues."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc import OpenCC

FILE = Path(__file__).with_suffix(".toml")
"""Exceptions to the conversion by character, in traditional characters: `[names]` and `[sentences]`."""


@cache
def to_traditional(name: str) -> str:
    """A game term in traditional characters; text typed by players must not be converted."""
    return _replace_words("names", _converter().convert(name))


def traditional_sentence(said: str) -> str:
    """A sentence of a catalogue in traditional characters, with the words used in Taiwan."""
    return _replace_words("sentences", to_traditional(said))


def _replace_words(table: str, said: str) -> str:
    words = _words_of_taiwan()[table]
    return _any_of(table).sub(lambda found: words[found[0]], said)


@cache
def _any_of(table: str) -> re.Pattern[str]:
    """A pattern for any word of a table; of two with a common start it matches the longer one."""
    return re.compile("|".join(map(re.escape, sorted(_words_of_taiwan()[table], key=len, reverse=True))))


@cache
def _words_of_taiwan() -> Mapping[str, Mapping[str, str]]:
    import tomllib  # noqa: PLC0415 - not needed for English and simplified Chinese

    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def _converter() -> "OpenCC":
    """OpenCC's converter, loaded at first use, because English and simplified Chinese never need it."""
    from opencc import OpenCC  # noqa: PLC0415

    return OpenCC("s2tw")


__all__ = ["FILE", "to_traditional", "traditional_sentence"]
