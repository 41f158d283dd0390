"""The games: one explicit list, nothing is scanned for. A game is opened when somebody asks for it."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from domain.framework.game import AnyGame

KEYS = ("agemonia", "runewars", "champions", "odalin", "heroes3")
OWN = "own"
"""The game that a table describes in a file; it is none of the games of the house."""


class Shelf(Mapping[str, "AnyGame"]):
    """Games by key. To open them all is half of the time a command takes to start, and most need one or none."""

    def __init__(self, *keys: str) -> None:
        self._keys = keys
        self._opened: dict[str, AnyGame] = {}

    def __getitem__(self, key: str) -> "AnyGame":
        if key not in self._opened:
            if key not in self._keys:
                raise KeyError(key)
            self._opened[key] = cast("AnyGame", import_module(f"domain.games.{key}").GAME)
        return self._opened[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


BY_KEY: "Mapping[str, AnyGame]" = Shelf(*KEYS, OWN)
