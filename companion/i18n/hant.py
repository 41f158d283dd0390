"""The rulebook's names in traditional characters, as Taiwan writes them; what players type stays as they typed it."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencc import OpenCC

WORDS = {"檔案": "檔案庫", "橫槓": "橫杠", "瓦幹達": "瓦干達"}
"""Words that the rulebooks print otherwise than their characters become one by one."""


@cache
def traditional(name: str) -> str:
    """A name of the game in traditional characters."""
    said: str = _characters().convert(name)
    for converted, printed in WORDS.items():
        said = said.replace(converted, printed)
    return said


@cache
def _characters() -> "OpenCC":
    """Read when a first name is asked for: in English and simplified Chinese nobody waits for it."""
    from opencc import OpenCC  # noqa: PLC0415

    return OpenCC("s2tw")


__all__ = ["traditional"]
