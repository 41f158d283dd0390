"""The land: areas with what stands on them, who holds them, and the rune that may lie there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from domain.games.runewars.state.calendar import THIS_YEAR
from domain.games.runewars.state.kinds import Border, Resource
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State, look
from domain.language.text import Text, text
from domain.language.veil import Path, Seats, Secret
from domain.things.spaces import Hex

NEUTRAL = "neutral"
"""The owner of units that are of no faction."""
MOST_IN_AREA = 8
"""Units of one side that stay in an area (移动限制)."""

KnownKind = Literal["real", "fake"]
RuneKind = Literal["", "real", "fake"]
RUNE_KINDS = FixedWords(("real", "fake"))


class Stack(State):
    """Units of one type in an area; a type belongs to one faction, or to nobody."""

    owner: Annotated[str, Names("owners")] = NEUTRAL
    standing: int = 0
    routed: int = 0

    @property
    def size(self) -> int:
        return self.standing + self.routed


class Stronghold(State):
    """A stronghold; a destroyed one still stands, and is weaker."""

    owner: Annotated[str, Names("seats")]
    intact: bool = True


class Development(State):
    """A development beside a stronghold; one of resources says of which."""

    owner: Annotated[str, Names("seats")]
    kind: Annotated[str, Names("developments")]
    resource: Annotated[Resource | None, Names("resources")] = None


def who_know(table: Any, path: Path) -> Seats:
    """The seats that have seen what a rune is since it was last mixed with another."""
    known: Seats = look(table, path[:-1]).known
    return known


def turned_up(table: Any, path: Path) -> bool:
    return bool(look(table, path[:-1]).up)


class Rune(State):
    """A rune token; what it is stands empty where nobody at this table wrote it down.

    `group` names the tokens among which so many are real as everybody knows (`Runewars.groups`).
    """

    kind: Annotated[RuneKind, RUNE_KINDS, Secret(to=who_know, until=turned_up, told="until it is turned face up")] = ""
    known: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="known to")
    up: bool = Field(default=False, title="face up")
    group: str = ""


class Group(State):
    """Rune tokens that were mixed with each other: how many there are, and how many of them are real."""

    tokens: int
    real: int


class Exploration(State):
    """An exploration token; its type is known once it is face up."""

    back: Literal[1, 2] | None = None
    kind: Annotated[str, Names("explorations")] = ""
    resource: Annotated[Resource | None, Names("resources")] = None


class Area(State):
    """An area. One that no tile brought has no place on the map, and no ways that anybody could check."""

    tile: Annotated[str, Names("tiles")] = ""
    q: int | None = None
    r: int | None = None
    borders: dict[str, Border] = Field(default_factory=dict, title="borders that are not open, by their side, 0 to 5")
    home: Annotated[str, Names("seats")] = Field(default="", title="home realm of")
    food: int = 0
    wood: int = 0
    ore: int = 0
    city_space: bool = False
    city: Annotated[str, Names("cities")] = ""
    stacks: Annotated[dict[str, Stack], Keys("units")] = Field(default_factory=dict, title="units")
    stronghold: Stronghold | None = None
    development: Development | None = None
    activated: Annotated[list[str], Names("seats"), THIS_YEAR] = Field(default_factory=list, title="activated by")
    rune: Rune | None = None
    exploration: Exploration | None = None
    fallen: Annotated[list[str], Names("heroes")] = Field(
        default_factory=list, title="defeated heroes whose rewards lie here"
    )
    taken: Annotated[str, Names("seats")] = Field(default="", title="held, where units are not tracked")
    controller: Annotated[str, Names("seats")] = Field(default="", title="controlled by")
    allied: Annotated[str, Names("seats")] = Field(default="", title="neutral units allied to")
    contested: bool = False

    def stack(self, unit: str, owner: str) -> Stack:
        """The units of a type here, for one who puts some there."""
        if unit not in self.stacks:
            self.stacks[unit] = Stack(owner=owner)
        return self.stacks[unit]


def spot_of(place: str) -> Hex | None:
    """A place of the map as it is written, `2 -1`; None for what is none."""
    found = re.fullmatch(r"(-?\d{1,2}) (-?\d{1,2})", place, re.ASCII)
    return Hex(int(found[1]), int(found[2])) if found else None


def place_called(land: Mapping[str, Area], place: str) -> Text | str:
    """What a place of the map is called, written as `2 -1`: by the areas that it lies beside."""
    spot = spot_of(place)
    return place_beside(areas_beside(land, [spot] if spot else []), place)


def areas_beside(land: Mapping[str, Area], spots: Iterable[Hex]) -> tuple[str, ...]:
    """The areas that places of the map lie beside."""
    near = {(other.q, other.r) for spot in spots for other in spot.around()}
    return tuple(id_ for id_, area in land.items() if (area.q, area.r) in near)


def place_beside(areas: Sequence[str], place: str) -> Text:
    """What a place is called that lies beside some areas."""
    return text("beside {areas}", areas=areas) if areas else text("at {place}", place=place)
