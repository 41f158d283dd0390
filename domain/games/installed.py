"""Games of installed packages, named as entry points of the group `companion.games`.

[project.entry-points."companion.games"]
coast = "companion_coast:GAME"
"""

from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from domain.framework.game import SURFACE, AnyGame, Game
from domain.framework.kernel import KernelEvent
from domain.framework.table import Table
from domain.games.guarded import guard_game
from domain.games.source import KEY, GameSource

GROUP = "companion.games"


class NotAGame(Exception):
    """An entry point that is not a game of its name."""


def find_installed(taken: Collection[str]) -> Mapping[str, GameSource]:
    """The games that installed packages name, by key in alphabetical order, without those whose key is taken."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    free = (point for point in points if is_free_key(point.name) and point.name not in taken)
    return {point.name: GameSource(point.name, point.module, point.attr or "GAME") for point in free}


def is_free_key(key: str) -> bool:
    """Whether a key may be that of an installed game; the namespace of the kernel's events is reserved."""
    return bool(KEY.fullmatch(key)) and key != KernelEvent.namespace


def open_installed(source: GameSource) -> AnyGame:
    """Import an installed game, check that it is the game of its key, and guard its parts.

    Raises:
        NotAGame: it is another object, has another key, or needs a later version of `companion.sdk`.
    """
    game = source.load()
    if not isinstance(game, Game):
        raise NotAGame(f"{source.module}:{source.name} is not a Game")
    if game.key != source.key:
        raise NotAGame(f"its key is “{game.key}”, not “{source.key}”")
    if wrong := [event.topic for event in game.own_events if not event.topic.startswith(f"{source.key}.")]:
        raise NotAGame(f"the namespace of its events has to be “{source.key}”, not as in “{wrong[0]}”")
    if not issubclass(game.table, Table):
        raise NotAGame("its table is not a Table")
    if game.surface > SURFACE:
        raise NotAGame(f"it needs version {game.surface} of companion.sdk, and this release has version {SURFACE}")
    return guard_game(game)


def folder_of(source: GameSource) -> Path | None:
    """The folder of the package that a game is in; None if it is a single module, or is not there."""
    top, *inner = source.module.split(".")
    for place in _places_of(top):
        path = place.joinpath(*inner)
        if path.is_dir():
            return path
        if path.parent.is_dir() and inner:
            return path.parent
    return None


def code_of(source: GameSource) -> Iterator[Path]:
    """The Python files of the top-level package of a game, found without importing it."""
    top = source.module.partition(".")[0]
    places = _places_of(top)
    for place in places:
        yield from sorted(place.rglob("*.py"))
    if not places and (spec := find_spec(top)) and spec.origin:
        yield Path(spec.origin)


def _places_of(top: str) -> list[Path]:
    """The folders of a top-level package; none if it is a single module, or is not there."""
    spec = find_spec(top)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


__all__ = ["GROUP", "NotAGame", "code_of", "find_installed", "folder_of", "is_free_key", "open_installed"]
