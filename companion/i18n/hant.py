"""Both scripts of Chinese: the rulebook's names as Taiwan writes them, and one script to compare names in."""

from functools import cache

from opencc import OpenCC

WORDS = {"档案": "檔案庫"}
"""Words of which more than the characters is another."""


@cache
def traditional(name: str) -> str:
    """A name of the game in traditional characters; what players type stays as they typed it."""
    for simplified, other in WORDS.items():
        name = name.replace(simplified, other)
    said: str = _script("s2tw").convert(name)
    return said


def simplified(typed: str) -> str:
    """A name, or a part of one, in simplified characters, so that it is the same in whichever script it was typed."""
    folded: str = _script("t2s").convert(typed)
    return folded


@cache
def _script(way: str) -> OpenCC:
    """Read when a first name is asked for: who reads English alone never waits for it."""
    return OpenCC(way)


__all__ = ["simplified", "traditional"]
