"""Laying the map: its tiles and home markers, and the setup quests that brought the tiles (地图设置)."""

from typing import Annotated

from pydantic import Field

from domain.language.table import Keys, Names, State


class Laid(State):
    """A tile on the table: where its middle lies, and by how many sixths it is turned to the right."""

    q: int
    r: int
    turned: int = 0


class Marker(State):
    """A home marker at the edge: it covers its place and the one beside it on a side, 0 to 5."""

    q: int
    r: int
    side: int = 0


class Laying(State):
    """How the map came about."""

    tiles: Annotated[dict[str, Laid], Keys("tiles")] = Field(default_factory=dict, title="tiles on the map")
    markers: Annotated[dict[str, Marker], Keys("markers")] = Field(default_factory=dict, title="home markers")
    marked: int = Field(default=0, title="home markers placed so far")
    quests: Annotated[dict[str, list[str]], Keys("seats"), Names("quests")] = Field(
        default_factory=dict, title="setup quests"
    )
    dealt: Annotated[dict[str, list[str]], Keys("seats"), Names("tiles")] = Field(
        default_factory=dict, title="tiles to lay"
    )
    removed: Annotated[list[str], Names("quests")] = Field(default_factory=list, title="quests out of the game")
