"""The games: those shipped with the program, and those of installed packages. A game is imported when it is first used.

A package names its games as entry points (`domain/games/installed.py`). Both kinds are opened the same way.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from domain.games.source import GameSource

if TYPE_CHECKING:
    from domain.framework.game import AnyGame

log = logging.getLogger(__name__)
KEYS = ("agemonia", "runewars", "champions", "odalin", "heroes3")
OWN = "own"
"""The game that a table describes in a file; it is none of the games of the house."""
SHIPPED: Mapping[str, GameSource] = {key: GameSource(key, f"domain.games.{key}") for key in (*KEYS, OWN)}
"""The games of the program by key; they need no package metadata, and no installed package replaces one."""


@cache
def installed_games() -> Mapping[str, GameSource]:
    """The games of installed packages by key; looked up only if a game is asked for that is not shipped."""
    from domain.games.installed import find_installed  # noqa: PLC0415 - package metadata takes long to import

    return find_installed(SHIPPED)


def source_of(key: str) -> GameSource | None:
    """The source of a game, shipped or installed; None if no game has the key."""
    return SHIPPED.get(key) or installed_games().get(key)


def file_of_game(key: str, name: str) -> Traversable | None:
    """A file in the package of a game, whether it is there or not; None if the game has no package."""
    if key in SHIPPED:
        return files(SHIPPED[key].module).joinpath(name)
    folder = folders_installed().get(key)
    return folder / name if folder else None


@cache
def folders_installed() -> Mapping[str, Path]:
    """The folders of the packages of installed games by key; found without importing the packages."""
    from domain.games.installed import folder_of  # noqa: PLC0415 - as in `installed_games`

    found = ((key, folder_of(source)) for key, source in installed_games().items())
    return {key: folder for key, folder in found if folder is not None}


def code_installed() -> Sequence[Path]:
    """The Python files of the packages of installed games, found without importing them."""
    from domain.games.installed import code_of  # noqa: PLC0415 - as in `installed_games`

    return [path for source in installed_games().values() for path in code_of(source)]


class Shelf(Mapping[str, "AnyGame"]):
    """The games by key, each opened when it is first used. An installed game that cannot be opened is left out."""

    def __init__(self) -> None:
        self._opened: dict[str, AnyGame] = {}
        self._broken: dict[str, str] = {}

    def __getitem__(self, key: str) -> "AnyGame":
        if key not in self._opened:
            if key in SHIPPED:
                self._opened[key] = SHIPPED[key].load()
            else:
                self._open_installed(key)
        return self._opened[key]

    def _open_installed(self, key: str) -> None:
        """Open an installed game, or log once why it cannot be opened.

        Raises:
            KeyError: no installed package has this game, or it cannot be opened.
        """
        if key in self._broken or key not in installed_games():
            raise KeyError(key)
        from domain.games.installed import open_installed  # noqa: PLC0415 - most processes need no installed game

        try:
            self._opened[key] = open_installed(installed_games()[key])
        except (Exception, SystemExit) as error:  # a package may raise anything when it is imported
            self._broken[key] = f"{type(error).__name__}: {error}"
            log.warning("The game “%s” is installed but cannot be opened: %s", key, self._broken[key])
            log.debug("Opening the game “%s” failed.", key, exc_info=True)
            raise KeyError(key) from None

    @property
    def broken(self) -> Mapping[str, str]:
        """The installed games that cannot be opened, by key, with the reason."""
        for key in installed_games():
            self.get(key)
        return self._broken

    def __contains__(self, key: object) -> bool:
        return key in SHIPPED or (isinstance(key, str) and self.get(key) is not None)

    def __iter__(self) -> Iterator[str]:
        return iter((*SHIPPED, *(key for key in installed_games() if key in self)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


BY_KEY = Shelf()
