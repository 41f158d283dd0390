"""The source of a game: the module that has it, and its name there."""

import re
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from domain.framework.game import AnyGame


KEY = re.compile("[a-z][a-z0-9-]{1,39}")
"""The pattern of the key of a game."""

GAME_MISSING = "game not installed"
"""Why an entry cannot be read whose game is not installed."""


class GameSource(NamedTuple):
    """The door of a game: its key, its module, and the name of its `Game` object in that module."""

    key: str
    module: str
    name: str = "GAME"

    def load(self) -> "AnyGame":
        """Import the game."""
        return cast("AnyGame", attrgetter(self.name)(import_module(self.module)))


__all__ = ["GAME_MISSING", "KEY", "GameSource"]
