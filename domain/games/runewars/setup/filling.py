"""What stands on the map before anybody comes: neutral units, cities, exploration tokens (游戏设置 4-5; 探险标记)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, CityId, Some
from domain.games.runewars.figures import CROWDED, NeutralUnit, none_left, put
from domain.games.runewars.geography import around
from domain.games.runewars.holding import reckon
from domain.games.runewars.setup.printed import Id, MapEvent
from domain.games.runewars.state.kinds import AreaPrint
from domain.games.runewars.state.land import MOST_IN_AREA, NEUTRAL, Exploration
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Line, Settled
from domain.language.refusal import Refused, never, refusal

NO_NEUTRALS = never("no-neutrals", "No neutral units are printed on this map. Say which stand where.")
WITHOUT_EXPLORING = refusal(
    "without-exploring", "This war is played without exploration tokens.", rule=sections.EXPLORATION
)
NOWHERE_TO_EXPLORE = never("nowhere-to-explore", "No area waits for an exploration token.", rule=sections.EXPLORATION)
CITY_THERE = never("city-there", "A city lies in {area} already.", rule=sections.CITIES)
CITY_ELSEWHERE = never("city-elsewhere", "{city} lies in {area}.", rule=sections.CITIES)
NO_CITY_SPACE = refusal("no-city-space", "{area} has no space for a city.", rule=sections.CITIES)

Units = Mapping[Id, Some]
Back = Annotated[int, Field(ge=0, le=2)]
"""What the back of an exploration token shows; 0 where nobody can say."""


BACKS: Mapping[int, Literal[1, 2]] = {1: 1, 2: 2}


def printed_units(table: Runewars, area: str) -> dict[str, int]:
    """The neutral units that are printed on an area."""
    shown = AreaPrint.of(table, area)
    pairs = ((shown.unit, shown.units), (shown.second_unit, shown.second_units))
    return {unit: count for unit, count in pairs if unit and count}


def neutrals_in(table: Runewars, area: str) -> int:
    return sum(stack.size for stack in table.area_at(area).stacks.values() if stack.owner == NEUTRAL)


class NeutralsSetUp(MapEvent):
    help_text = "Neutral units stand where they are printed: all at once, or those of one area as you say."
    says = "Neutral units stand[ in {area}: {units}][: {everywhere}]"
    title = "Neutral units set up"
    during = ("setup",)
    tracked = ("map", "units")
    likely = ("area", "units")
    area: AreaId | None = None
    units: Mapping[NeutralUnit, Some] = Field(default_factory=dict)
    everywhere: Annotated[Mapping[Annotated[str, Choice("areas")], Some], Settled()] = Field(default_factory=dict)
    placed: Annotated[Mapping[Id, Units], Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        placed = self._placed(table)
        if not placed:
            yield NO_NEUTRALS()
        yield from none_left(table, sum((Counter(units) for units in placed.values()), Counter()))
        for id_, units in placed.items():
            if (count := sum(units.values()) + neutrals_in(table, id_)) > MOST_IN_AREA:
                yield CROWDED(area=table.called("areas", id_), count=count, most=MOST_IN_AREA)

    def _placed(self, table: Runewars) -> dict[str, dict[str, int]]:
        """Where units come to stand that do not yet, by area and type."""
        if self.area:
            return {self.area: {unit: count for unit, count in self.units.items() if count}} if self.units else {}
        found = {id_: printed_units(table, id_) for id_, area in table.land.items() if not area.stacks}
        return {id_: units for id_, units in found.items() if units}

    def settle(self, table: Runewars, chance: Chance) -> Self:
        placed = self._placed(table)
        told = {} if self.area else {id_: sum(units.values()) for id_, units in placed.items()}
        return self.but(placed=placed, everywhere=told)

    def apply(self, table: Runewars) -> None:
        for id_, units in self.placed.items():
            for unit, count in units.items():
                put(table.area(id_), unit, NEUTRAL, count)
        reckon(table, *self.placed)


def city_spaces(table: Runewars) -> Iterable[str]:
    """Areas that still wait for a city."""
    return [id_ for id_, area in table.land.items() if area.city_space and not area.city]


def free_cities(table: Runewars) -> list[str]:
    """City tokens that lie nowhere."""
    lying = {area.city for area in table.land.values()}
    return [city for city in table.ids("cities") if city not in lying]


class CityPlaced(MapEvent):
    help_text = "A city token comes onto its space, any of them: one is drawn unless you say which."
    says = "{area}: {city}"
    title = "City placed"
    likely = ("city",)
    area: Annotated[Line, Choice("areas", city_spaces, free=True)]
    city: CityId | None = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        here = table.land.get(self.area)
        if here and here.city:
            yield CITY_THERE(area=table.called("areas", self.area))
        if here and here.tile and not here.city_space:
            yield NO_CITY_SPACE(area=table.called("areas", self.area))
        for id_, area in table.land.items():
            if self.city and area.city == self.city and id_ != self.area:
                yield CITY_ELSEWHERE(city=table.called("cities", self.city), area=table.called("areas", id_))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        free = free_cities(table)
        return self if self.city or not free else self.but(city=chance.draw(free))

    def apply(self, table: Runewars) -> None:
        table.area(self.area).city = self.city or "?"


def back_of(table: Runewars, area: str) -> int:
    """The back of the exploration token of an area: 1 beside a home realm, 2 elsewhere; 0 without a place."""
    if table.land[area].q is None:
        return 0
    return 1 if any(table.land[beside].home for beside in around(table, area)) else 2


def _unexplored(table: Runewars) -> list[str]:
    """Areas that are nobody's home and have no token."""
    return [id_ for id_, area in table.land.items() if not area.home and not area.exploration]


class ExplorationTokensPlaced(MapEvent):
    help_text = "A token, face down, on every area that is nobody's home: back 1 beside a home realm, back 2 elsewhere."
    says = "Exploration tokens lie in {count|area|areas}"
    title = "Exploration tokens placed"
    during = ("setup",)
    tracked = ("exploration",)
    areas: Annotated[Mapping[Id, Back], Settled()] = Field(default_factory=dict)
    count: Annotated[Some, Settled()] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.exploring:
            yield WITHOUT_EXPLORING()
        if not _unexplored(table):
            yield NOWHERE_TO_EXPLORE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        lands = _unexplored(table)
        return self.but(areas={id_: back_of(table, id_) for id_ in lands}, count=len(lands))

    def apply(self, table: Runewars) -> None:
        for id_, back in self.areas.items():
            table.area(id_).exploration = Exploration(back=BACKS.get(back))


EVENTS = (NeutralsSetUp, CityPlaced, ExplorationTokensPlaced)
