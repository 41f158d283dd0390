"""The names of the places of tiles, in words: each is described by the tile next to it that was laid first."""

from collections.abc import Callable, Mapping
from typing import Protocol

from domain.framework.text import Term, Text, text
from domain.games.heroes3.state.kinds import TileKind

WAYS: Mapping[tuple[int, int], Text] = {
    (2, 1): text("the place to the right of {tile}"),
    (-1, 3): text("the place below {tile}"),
    (-3, 2): text("the place to the lower left of {tile}"),
    (-2, -1): text("the place to the left of {tile}"),
    (1, -3): text("the place above {tile}"),
    (3, -2): text("the place to the upper right of {tile}"),
}
"""The words for each way from the middle of a tile to the middle of the next place, with q to the right."""


class LaidTile(Protocol):
    """A tile on the map."""

    @property
    def kind(self) -> TileKind | None:
        """The kind on its back; None if unknown."""

    @property
    def tile(self) -> str:
        """Its id; empty while it lies face down."""


def name_of_place(
    tiles: Mapping[str, LaidTile], place: str, name_of_tile: Callable[[str], Term | Text | str]
) -> Text | str:
    """The name of a place; its id if no tile is next to it. Tiles that are laid later do not count."""
    if place == "0 0":
        return text("the middle of the map")
    try:
        q, r = (int(part) for part in place.split(" "))
    except ValueError:
        return place
    laid = [*tiles]
    before = laid[: laid.index(place)] if place in tiles else laid
    beside = {f"{q - dq} {r - dr}": words for (dq, dr), words in WAYS.items()}
    near = [one for one in before if one in beside]
    named = [one for one in near if tiles[one].tile and tiles[one].tile != f"{tiles[one].kind} {one}"]
    for one in (*named, *near):
        tile = tiles[one]
        at = name_of_place(tiles, one, name_of_tile)
        called = (
            name_of_tile(tile.tile)
            if one in named
            else text("the[ {kind}] tile at {place}", kind=Text(tile.kind or ""), place=at)
        )
        return beside[one].copy_with(tile=called)
    return place


__all__ = ["name_of_place"]
