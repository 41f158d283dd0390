"""What a player begins with on the map: a stronghold, and the units that all three dials give (游戏设置 8)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Few, Living
from domain.games.runewars.figures import CROWDED, none_left, owner_of, put, too_many
from domain.games.runewars.holding import reckon
from domain.games.runewars.setup.printed import MapEvent
from domain.games.runewars.state.kinds import DialIcon, FactionSheet
from domain.games.runewars.state.land import MOST_IN_AREA, Area, Stronghold
from domain.games.runewars.state.table import Runewars
from domain.language.event import Choice, Line
from domain.language.refusal import Refused, never, refusal

NOT_HOME = refusal(
    "not-home", "Setup pieces must be placed in the home realm of {seat}: not in {area}.", rule=sections.SETUP
)
ALREADY_FOUNDED = refusal("already-founded", "{seat} has a stronghold already.", rule=sections.SETUP)
BUILDING_THERE = never("building-there", "There is a stronghold in {area} already.", rule=sections.STRONGHOLDS)
BEYOND_DIALS = refusal(
    "beyond-dials", "The dials give {seat} {most} {unit} at the start; that would be {count}.", rule=sections.SETUP
)


def home_areas(table: Runewars, seat: str) -> Iterable[str]:
    """The areas of a seat's home realm."""
    return [id_ for id_, area in table.land.items() if area.home == seat]


def own_units(table: Runewars, seat: str) -> Iterable[str]:
    return [unit for unit in table.ids("units") if owner_of(table, unit) == seat]


def icons_up_to(spaces: list[DialIcon], pointer: int) -> Counter[str]:
    """What a dial gives at a space: every icon at or below its pointer (C-08)."""
    return Counter(spaces[: pointer + 1])


def starting_units(table: Runewars, seat: str) -> Counter[str] | None:
    """What all three dials give at the start; None where one is not known, or the table rules otherwise."""
    sheet, dials = FactionSheet.of(table, seat), table.seat(seat).dials
    spaces = {"food": sheet.food_spaces, "wood": sheet.wood_spaces, "ore": sheet.ore_spaces}
    if not all(spaces.values()) or table.ruled("one-dial-at-setup"):
        return None
    pointers = {"food": dials.get("food", 0), "wood": dials.get("wood", 0), "ore": dials.get("ore", 0)}
    icons = sum((icons_up_to(spaces[resource], at) for resource, at in pointers.items()), Counter[str]())
    return Counter({unit: icons[unit] for unit in own_units(table, seat)})


def still_to_place(table: Runewars, seat: str) -> dict[str, int]:
    """Of the units that the dials give at the start, those that do not stand on the map yet."""
    given = starting_units(table, seat) or Counter[str]()
    left = {unit: count - sum(_size(area, unit) for area in table.land.values()) for unit, count in given.items()}
    return {unit: count for unit, count in left.items() if count > 0}


def not_home(table: Runewars, seat: str, area: str) -> Iterator[Refused]:
    """Why a piece may not stand there at the start; a table that never said whose home is where is asked nothing."""
    if any(home_areas(table, seat)) and table.area_at(area).home != seat:
        yield NOT_HOME(seat=table.called("seats", seat), area=table.called("areas", area))


class StartingPiece(MapEvent):
    area_of_play = "Setup"
    during = ("setup",)


class StartingStrongholdPlaced(StartingPiece):
    help_text = "The first stronghold of a player, in any area of the home realm."
    says = "{seat} founds a stronghold in {area}"
    title = "First stronghold"
    seat: Living
    area: Annotated[Line, Choice("areas", home_areas, given=("seat",), free=True)]

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_home(table, self.seat, self.area)
        if table.area_at(self.area).stronghold:
            yield BUILDING_THERE(area=table.called("areas", self.area))
        if any(area.stronghold and area.stronghold.owner == self.seat for area in table.land.values()):
            yield ALREADY_FOUNDED(seat=table.called("seats", self.seat))

    def apply(self, table: Runewars) -> None:
        table.area(self.area).stronghold = Stronghold(owner=self.seat)
        reckon(table, self.area)


class StartingUnitsPlaced(StartingPiece):
    help_text = (
        "The first units of a player in one area of the home realm: all that the three dials give, divided freely."
    )
    says = "{seat} places in {area}: {units}"
    title = "First units"
    tracked = ("map", "units")
    seat: Living
    area: Annotated[Line, Choice("areas", home_areas, given=("seat",), free=True)]
    units: Mapping[Annotated[str, Choice("units", own_units, given=("seat",))], Few] = Field(min_length=1)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_home(table, self.seat, self.area)
        here, more = table.area_at(self.area), sum(self.units.values())
        if too_many(here, self.seat, more):
            count = too_many(here, self.seat, more) + MOST_IN_AREA
            yield CROWDED(area=table.called("areas", self.area), count=count, most=MOST_IN_AREA)
        yield from none_left(table, self.units)
        yield from self._beyond_dials(table)

    def _beyond_dials(self, table: Runewars) -> Iterator[Refused]:
        given = starting_units(table, self.seat)
        for unit, more in self.units.items() if given is not None else ():
            count = more + sum(_size(area, unit) for area in table.land.values())
            if given is not None and more and count > given[unit]:
                seat, called = table.called("seats", self.seat), table.called("units", unit)
                yield BEYOND_DIALS(seat=seat, most=given[unit], unit=called, count=count)

    def apply(self, table: Runewars) -> None:
        for unit, count in self.units.items():
            put(table.area(self.area), unit, self.seat, count)
        reckon(table, self.area)


def _size(area: Area, unit: str) -> int:
    return area.stacks[unit].size if unit in area.stacks else 0


EVENTS = (StartingStrongholdPlaced, StartingUnitsPlaced)
