"""Starting contents of the map: areas by hand, neutral units, cities, starting units of players."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.map_geometry import Hex
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import (
    areas_by_hex,
    home_areas,
    neighbours_of,
    opposite_side,
    side_to,
    strongholds_of,
    update_control,
)
from domain.games.runewars.base import AreaId, Few, Living, Some, seats_clockwise
from domain.games.runewars.setup.laying import Id, MapEvent
from domain.games.runewars.state.kinds import AreaPrint, Border, Coordinate, DialIcon, FactionSheet, Small
from domain.games.runewars.state.table import (
    MOST_IN_AREA,
    NEUTRAL,
    RESOURCES,
    Area,
    Exploration,
    Runewars,
    Stronghold,
)
from domain.games.runewars.units import CROWDED, NeutralUnit, none_left, put_units, too_many, units_of_faction

# === Areas by hand: for a table without typed tiles, and to correct changes of tiles or cards ====

HALF_A_PLACE = never("half-a-place", "A place on the map takes both numbers, or none.", rule=sections.MAP_SETUP)
PLACE_TAKEN = never("place-taken", "{area} is already there.", rule=sections.MAP_SETUP)


def blank_areas(table: Runewars) -> list[str]:
    """The areas of laid tiles of which nothing is known: no print, no yield, no neutral units, no city."""
    return [id_ for id_, area in table.land.items() if area.tile and not area.home and _is_blank(table, id_, area)]


def _is_blank(table: Runewars, id_: str, area: Area) -> bool:
    known = area.food or area.wood or area.ore or area.stacks or area.city or area.city_space
    return not known and not set(AreaPrint.model_fields) & {*table.content_thing("areas", id_)}


class AreaDescribed(MapEvent):
    """Describes an area; fields that are left out do not change."""

    help_text = (
        "Type in an area as printed: what it yields, and whose home it is. The place is only needed to draw the map."
    )
    sentence = "Typed in {area}[, food {food}][, wood {wood}][, ore {ore}][, home of {home}]"
    title = "Type in an area"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("food", "wood", "ore", "city", "home"))
    area: AreaId
    food: Small | None = None
    wood: Small | None = None
    ore: Small | None = None
    home: Living | None = Field(default=None, title="whose home realm")
    city: bool | None = Field(default=None, title="space for a city")
    q: Coordinate | None = Field(default=None, title="place on the map, to the right")
    r: Coordinate | None = Field(default=None, title="place on the map, down and to the right")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The areas of which nothing is known; what is printed there is asked, and may be nothing."""
        for area in blank_areas(table) if table.step == "setup" else ():
            yield Offer(text("What is printed in {area}?"), {"area": area}, opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if (self.q is None) != (self.r is None):
            yield HALF_A_PLACE()
        if self.q is not None and self.r is not None:
            there = areas_by_hex(table).get(Hex(self.q, self.r), self.area)
            if there != self.area:
                yield PLACE_TAKEN(area=table.called("areas", there))

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        for name in ("food", "wood", "ore", "home", "q", "r"):
            if (value := getattr(self, name)) is not None:
                setattr(area, name, value)
        area.city_space = area.city_space if self.city is None else self.city
        update_control(table, self.area)


class BorderCorrected(MapEvent):
    after_the_end = True
    help_text = "Fix the border between two areas: the board shows another, or a card changed it."
    sentence = "Between {area} and {other}: {border}"
    title = "Fix a border"
    area: Annotated[str, Choice("areas", lambda table: table.land)]
    other: Annotated[str, Choice("areas", neighbours_of, given=("area",)), Field(title="which area next to it")]
    border: Border

    def apply(self, table: Runewars) -> None:
        side = side_to(table, self.area, self.other)
        if side is not None:
            _set_border(table.land[self.area], side, self.border)
            _set_border(table.land[self.other], opposite_side(side), self.border)


def _set_border(area: Area, side: int, border: Border) -> None:
    """Set the border at a side of an area."""
    others = {at: shown for at, shown in area.borders.items() if at != str(side)}
    area.borders = others if border == "open" else {**others, str(side): border}


# === The starting contents of the map: neutral units, cities, exploration tokens (游戏设置 4-5; 探险标记)

NO_NEUTRALS = never("no-neutrals", "No neutral units are printed on this map. Say which ones go where.")
NEUTRALS_UNKNOWN = never(
    "neutrals-unknown", "The neutral units of {areas} are not completely known: set them up area by area first."
)
WITHOUT_EXPLORING = refusal(
    "without-exploring", "This war is played without exploration tokens.", rule=sections.EXPLORATION
)
NOWHERE_TO_EXPLORE = never("nowhere-to-explore", "No area waits for an exploration token.", rule=sections.EXPLORATION)
CITY_THERE = never("city-there", "There is already a city in {area}.", rule=sections.CITIES)
CITY_ELSEWHERE = never("city-elsewhere", "{city} is already in {area}.", rule=sections.CITIES)
NO_CITY_SPACE = refusal("no-city-space", "{area} has no space for a city.", rule=sections.CITIES)

Units = Mapping[Id, Some]
Back = Annotated[int, Field(ge=0, le=2)]
"""The number on the back of an exploration token; 0 if unknown."""


BACKS: Mapping[int, Literal[1, 2]] = {1: 1, 2: 2}


def printed_units(table: Runewars, area: str) -> dict[str, int]:
    """The neutral units that are printed on an area."""
    shown = AreaPrint.of(table, area)
    pairs = ((shown.unit, shown.units), (shown.second_unit, shown.second_units))
    return {unit: count for unit, count in pairs if unit and count}


def is_partly_printed(table: Runewars, area: str) -> bool:
    """Whether a type of neutral unit is known for an area and its number is not, or the reverse."""
    shown = AreaPrint.of(table, area)
    return bool(shown.unit) != bool(shown.units) or bool(shown.second_unit) != bool(shown.second_units)


def neutrals_in(table: Runewars, area: str) -> int:
    return sum(stack.size for stack in table.area_at(area).stacks.values() if stack.owner == NEUTRAL)


def is_any_home_laid(table: Runewars) -> bool:
    """Whether a home realm is on the map. The contents of the map come after these."""
    return any(area.home for area in table.land.values())


def neutrals_due(table: Runewars) -> bool:
    """Whether areas with printed neutral units are still empty."""
    empty = [id_ for id_, area in table.land.items() if not area.stacks]
    return any(printed_units(table, id_) or is_partly_printed(table, id_) for id_ in empty)


class NeutralsSetUp(MapEvent):
    help_text = "Put the neutral units where the map shows them: all at once, or just one area."
    sentence = "Neutral units were set up[ in {area}: {units}][: {everywhere}]"
    title = "Set up the neutral units"
    during = ("setup",)
    tracked = ("map", "units")
    layout = Layout(usual=("area", "units"), no_choice=("units",))
    area: AreaId | None = None
    units: Mapping[NeutralUnit, Some] = Field(default_factory=dict)
    everywhere: Annotated[Mapping[Annotated[str, Choice("areas")], Some], Settled()] = Field(default_factory=dict)
    placed: Annotated[Mapping[Id, Units], Settled()] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """All printed units at once; those of an area of which nothing is known, by its name."""
        if neutrals_due(table):
            yield Offer(required=True)
        for area in blank_areas(table):
            yield Offer(text("Neutral units in {area}?"), {"area": area}, also_required=("units",))

    def check(self, table: Runewars) -> Iterator[Refused]:
        placed = self._placed(table)
        if unknown := self._unknown(table):
            yield NEUTRALS_UNKNOWN(areas=tuple(table.called("areas", area) for area in unknown))
        elif not placed:
            yield NO_NEUTRALS()
        yield from none_left(table, sum((Counter(units) for units in placed.values()), Counter()))
        for id_, units in placed.items():
            if (count := sum(units.values()) + neutrals_in(table, id_)) > MOST_IN_AREA:
                yield CROWDED(area=table.called("areas", id_), count=count, most=MOST_IN_AREA)

    def _unknown(self, table: Runewars) -> list[str]:
        """The empty areas whose neutral units are partly known, if all areas are set up at once."""
        empty = [] if self.area else [id_ for id_, area in table.land.items() if not area.stacks]
        return [id_ for id_ in empty if is_partly_printed(table, id_)]

    def _placed(self, table: Runewars) -> dict[str, dict[str, int]]:
        """The missing neutral units, by area and type."""
        if self.area:
            return {self.area: {unit: count for unit, count in self.units.items() if count}} if self.units else {}
        found = {id_: printed_units(table, id_) for id_, area in table.land.items() if not area.stacks}
        return {id_: units for id_, units in found.items() if units}

    def settle(self, table: Runewars, chance: Chance) -> Self:
        placed = self._placed(table)
        everywhere = {} if self.area else {id_: sum(units.values()) for id_, units in placed.items()}
        return self.copy_with(placed=placed, everywhere=everywhere)

    def apply(self, table: Runewars) -> None:
        for id_, units in self.placed.items():
            for unit, count in units.items():
                put_units(table.area(id_), unit, NEUTRAL, count)
        update_control(table, *self.placed)


def city_spaces(table: Runewars) -> Iterable[str]:
    """Areas with an empty space for a city."""
    return [id_ for id_, area in table.land.items() if area.city_space and not area.city]


def free_cities(table: Runewars, area: str = "") -> list[str]:
    """City tokens that are not on the map, or in this area."""
    lying = {here.city for id_, here in table.land.items() if id_ != area}
    return [city for city in table.ids("cities") if city not in lying]


CITY_IN = text("City in {area}")


class CityPlaced(MapEvent):
    """Places a city token. Without its name the city is unknown, and its benefits are asked for when it supports."""

    help_text = "A shuffled city token goes onto each city space: say which one was drawn."
    sentence = "A city was placed in {area}[: {city}]"
    title = "Place a city"
    layout = Layout(usual=("city",), no_choice=("city",))
    offer = Offer(CITY_IN, required=True, card=text("Cities"), each=("area", city_spaces), also_required=("city",))
    area: Annotated[Line, Choice("areas", city_spaces, free=True)]
    city: Annotated[Line, Choice("cities", free_cities, free=True, given=("area",))] | None = Field(
        default=None, title="which city was drawn"
    )

    def check(self, table: Runewars) -> Iterator[Refused]:
        here = table.land.get(self.area)
        if here and here.city:
            yield CITY_THERE(area=table.called("areas", self.area))
        if here and here.tile and not here.city_space:
            yield NO_CITY_SPACE(area=table.called("areas", self.area))
        for id_, area in table.land.items():
            if self.city and area.city == self.city and id_ != self.area:
                yield CITY_ELSEWHERE(city=table.called("cities", self.city), area=table.called("areas", id_))

    def apply(self, table: Runewars) -> None:
        table.area(self.area).city = self.city or "?"


def back_of(table: Runewars, area: str) -> int:
    """The back of the exploration token of an area: 1 next to a home realm, 2 elsewhere; 0 without a place."""
    if table.land[area].q is None:
        return 0
    return 1 if any(table.land[beside].home for beside in neighbours_of(table, area)) else 2


def _areas_to_explore(table: Runewars) -> list[str]:
    """Areas outside of homes without a token."""
    return [id_ for id_, area in table.land.items() if not area.home and not area.exploration]


def tokens_due(table: Runewars) -> bool:
    """Whether the war is played with exploration tokens, and none is on the map yet."""
    return table.exploring and not any(area.exploration for area in table.land.values())


class ExplorationTokensPlaced(MapEvent):
    help_text = (
        "Put a face-down token on every area outside the home realms: back 1 next to a home realm, back 2 elsewhere."
    )
    sentence = "Exploration tokens were placed in {count|area|areas}"
    title = "Place the exploration tokens"
    during = ("setup",)
    tracked = ("exploration",)
    offer = Offer(required=True, when=tokens_due)
    areas: Annotated[Mapping[Id, Back], Settled()] = Field(default_factory=dict)
    count: Annotated[Some, Settled()] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.exploring:
            yield WITHOUT_EXPLORING()
        if not _areas_to_explore(table):
            yield NOWHERE_TO_EXPLORE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        lands = _areas_to_explore(table)
        return self.copy_with(areas={id_: back_of(table, id_) for id_ in lands}, count=len(lands))

    def apply(self, table: Runewars) -> None:
        for id_, back in self.areas.items():
            table.area(id_).exploration = Exploration(back=BACKS.get(back))


# === The starting pieces of a player: a stronghold, and the units of all three dials (游戏设置 8)

NOT_HOME = refusal("not-home", "Setup pieces go in the home realm of {seat}, not in {area}.", rule=sections.SETUP)
ALREADY_FOUNDED = refusal("already-founded", "{seat} already has a stronghold.", rule=sections.SETUP)
BUILDING_THERE = never("building-there", "There is already a stronghold in {area}.", rule=sections.STRONGHOLDS)
BEYOND_DIALS = refusal(
    "beyond-dials", "The dials give {seat} {most} {unit} at the start; that would be {count}.", rule=sections.SETUP
)


def icons_up_to(spaces: list[DialIcon], pointer: int) -> Counter[str]:
    """The icons of a dial at or below its pointer (C-08)."""
    return Counter(spaces[: pointer + 1])


def starting_units(table: Runewars, seat: str) -> Counter[str] | None:
    """The starting units of all three dials; None if a dial is unknown, or the table rules otherwise."""
    sheet, dials = FactionSheet.of(table, seat), table.seat(seat).dials
    spaces = {"food": sheet.food_spaces, "wood": sheet.wood_spaces, "ore": sheet.ore_spaces}
    if not all(spaces.values()) or len(dials) < len(RESOURCES) or table.ruled("one-dial-at-setup"):
        return None
    icons = sum((icons_up_to(spaces[resource], at) for resource, at in dials.items()), Counter[str]())
    return Counter({unit: icons[unit] for unit in units_of_faction(table, seat)})


def still_to_place(table: Runewars, seat: str) -> dict[str, int]:
    """The starting units that are not on the map yet."""
    given = starting_units(table, seat) or Counter[str]()
    left = {unit: count - sum(area.count_units(unit) for area in table.land.values()) for unit, count in given.items()}
    return {unit: count for unit, count in left.items() if count > 0}


def not_home(table: Runewars, seat: str, area: str) -> Iterator[Refused]:
    """The refusal of a starting piece outside the home, if homes are known."""
    if any(home_areas(table, seat)) and table.area_at(area).home != seat:
        yield NOT_HOME(seat=table.called("seats", seat), area=table.called("areas", area))


def without_stronghold(table: Runewars) -> list[str]:
    """The seats without a stronghold, the starting player first."""
    return [seat for seat in seats_clockwise(table) if not strongholds_of(table, seat)]


def awaits_units(table: Runewars, seat: str) -> bool:
    """Whether a seat has units to place: those of its dials, or any units if the dials are unknown."""
    if starting_units(table, seat) is not None:
        return bool(still_to_place(table, seat))
    return not any(stack.owner == seat for area in table.land.values() for stack in area.stacks.values())


FIRST_UNITS = range(1, 6)
"""The numbers of first units of a type that are a tap each."""


class StartingPiece(MapEvent):
    heading = "Setup"
    during = ("setup",)


class StartingStrongholdPlaced(StartingPiece):
    help_text = "A player's first stronghold goes anywhere in the home realm."
    sentence = "{seat} founded a stronghold in {area}"
    title = "Place the first stronghold"
    offer = Offer(
        text("{seat}: place the first stronghold"), required=True, keypad="area", each=("seat", without_stronghold)
    )
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
        update_control(table, self.area)


class StartingUnitsPlaced(StartingPiece):
    help_text = (
        "The player's starting units: everything the three dials give, split among the home areas as you "
        "like. One area at a time."
    )
    sentence = "{seat} placed the first units in {area}: {units}"
    title = "Place the first units"
    tracked = ("map", "units")
    seat: Living
    area: Annotated[Line, Choice("areas", home_areas, given=("seat",), free=True)]
    units: Mapping[Annotated[str, Choice("units", units_of_faction, given=("seat",))], Few] = Field(min_length=1)

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seats_clockwise(table):
            if (own := strongholds_of(table, seat)) and awaits_units(table, seat):
                yield from cls._offers_at(table, seat, own[0])

    @classmethod
    def _offers_at(cls, table: Runewars, seat: str, area: str) -> Iterator[Offer]:
        """The first units of a seat: all in the area of its stronghold, or divided in the form.

        If their number is unknown from the dials, it is asked for each type of unit, all in one area.
        """
        title, known = text("{seat}: place the first units"), {"seat": seat, "area": area}
        if units := still_to_place(table, seat):
            where = text("{seat}: where do the first units go?", seat=table.called("seats", seat))
            fields: Known = {**known, "units": units}
            yield Offer(text("All in {area}: {units}"), fields, required=True, reminder=title, question=where)
            yield Offer(text("Divide them"), fields, opens_form=True, question=where)
        else:
            count, numbers = text("{seat}: how many first units in {area}?"), FIRST_UNITS
            yield Offer(count, known, required=True, reminder=title, keypad="units", keypad_numbers=numbers)

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
            count = more + sum(area.count_units(unit) for area in table.land.values())
            if given is not None and more and count > given[unit]:
                seat, called = table.called("seats", self.seat), table.called("units", unit)
                yield BEYOND_DIALS(seat=seat, most=given[unit], unit=called, count=count)

    def apply(self, table: Runewars) -> None:
        for unit, count in self.units.items():
            put_units(table.area(self.area), unit, self.seat, count)
        update_control(table, self.area)
