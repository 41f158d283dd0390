"""The rulebook's names in traditional characters, as Taiwan writes them; what players type stays as they typed it."""

from functools import cache

from opencc import OpenCC

WORDS = {"档案": "檔案庫", "横杠": "橫杠", "瓦干达": "瓦干達"}
"""Words of which more than the characters is another."""


@cache
def traditional(name: str) -> str:
    """A name of the game in traditional characters."""
    for simplified, other in WORDS.items():
        name = name.replace(simplified, other)
    said: str = _characters().convert(name)
    return said


@cache
def _characters() -> OpenCC:
    """Read when a first name is asked for: in English and simplified Chinese nobody waits for it."""
    return OpenCC("s2tw")


__all__ = ["traditional"]
