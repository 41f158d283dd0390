"""Resource dials: where they stand, what stands at and below the pointer, and turning them by hand (资源表盘)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import DIAL_TOO_LOW, Living, RunewarsEvent
from domain.games.runewars.holding import harvest_of
from domain.games.runewars.state.kinds import FactionSheet, Resource
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.language.event import Choice, Count, Occasion, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never
from domain.things.numbers import Gains, NumbersMoved, Spends

DIAL_ENDS = never("dial-ends", "The dial of {resource} ends at {end}.", rule=sections.DIALS, areas=("dials",))
DialId = Annotated[Resource, Choice("resources")]
Spaces = Annotated[int, Field(ge=1, le=30)]
WOOD = Moves("seats.{seat}.dials.wood", areas=("dials",))
ORE = Moves("seats.{seat}.dials.ore", areas=("dials",))


def dial(table: Runewars, seat: str, resource: str) -> int:
    """Where a dial stands."""
    dials: dict[Any, int] = table.seat(seat).dials
    return dials.get(resource, 0)


def turn_dial(table: Runewars, seat: str, resource: Resource, spaces: int) -> None:
    """Turn a dial up or down, never below 0; for `apply`."""
    table.seat(seat).dials[resource] = max(0, dial(table, seat, resource) + spaces)


def printed(table: Runewars, seat: str, resource: str) -> Sequence[str]:
    """What stands at each space of a dial, from 0; nothing where nobody typed it in."""
    sheet = FactionSheet.of(table, seat)
    return {"food": sheet.food_spaces, "wood": sheet.wood_spaces, "ore": sheet.ore_spaces}.get(resource, [])


def end_of(table: Runewars, seat: str, resource: str) -> int | None:
    """The last space of a dial; None where nobody typed it in."""
    return len(spaces) - 1 if (spaces := printed(table, seat, resource)) else None


def most_turned(table: Runewars, seat: str, resource: str, spaces: int) -> int:
    """How far a dial goes up when it should so many spaces."""
    end = end_of(table, seat, resource)
    return spaces if end is None else max(0, min(spaces, end - dial(table, seat, resource)))


def reached_icons(table: Runewars, seat: str, resource: str) -> Sequence[str]:
    """What stands at the pointer of a dial and below it."""
    return printed(table, seat, resource)[: dial(table, seat, resource) + 1]


def recruits_of(table: Runewars, seat: str, resource: str) -> dict[str, int]:
    """The units that a dial gives (C-08)."""
    units = set(table.ids("units"))
    icons = [icon for icon in reached_icons(table, seat, resource) if icon in units]
    return {unit: icons.count(unit) for unit in dict.fromkeys(icons)}


def icons_reached(table: Runewars, seat: str, icon: str) -> int | None:
    """How often all dials of a seat give tactics cards or influence (C-09, C-10); None where that is not typed in."""
    if not any(printed(table, seat, resource) for resource in RESOURCES):
        return None
    return sum(list(reached_icons(table, seat, resource)).count(icon) for resource in RESOURCES)


def harvested(table: Runewars, seat: str) -> dict[Resource, int]:
    """Where a harvest sets the dials of a seat: what its areas yield, never beyond the end of a dial (C-07)."""
    totals = harvest_of(table, seat)
    ends = {resource: end_of(table, seat, resource) for resource in RESOURCES}
    return {
        resource: totals[resource] if (end := ends[resource]) is None else min(totals[resource], end)
        for resource in RESOURCES
    }


class DialEvent(RunewarsEvent):
    area_of_play = "Dials"
    tracked = ("dials",)


def beyond_end(table: Runewars, seat: str, resource: str, value: int) -> Iterator[Refused]:
    """A dial has no space beyond its last one."""
    end = end_of(table, seat, resource)
    if end is not None and value > end:
        yield DIAL_ENDS(resource=table.called("resources", resource), end=end)


def below_zero(table: Runewars, seat: str, resource: str, spaces: int) -> Iterator[Refused]:
    """A dial has no space below 0."""
    have = dial(table, seat, resource)
    if have < spaces:
        yield DIAL_TOO_LOW(resource=table.called("resources", resource), have=have)


class DialSet(DialEvent):
    help_text = "A dial is set by hand."
    says = "{seat}: {resource} is at {value}[, {source}]"
    seat: Living
    resource: DialId
    value: Annotated[Count, Field(le=30)]
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from beyond_end(table, self.seat, self.resource, self.value)

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).dials[self.resource] = self.value


class DialRaised(NumbersMoved[Runewars], DialEvent):
    help_text = "A dial goes up, by a card or a development."
    says = "{seat}: {resource} +{amount}[, {source}]"
    seat: Living
    resource: DialId
    amount: Annotated[Spaces, Sums(), Gains("seats.{seat}.dials.{resource}", areas=("dials",))]
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from beyond_end(table, self.seat, self.resource, dial(table, self.seat, self.resource) + self.amount)


class DialLowered(NumbersMoved[Runewars], DialEvent):
    help_text = "A dial goes down: something is paid, or a card takes it."
    says = "{seat}: {resource} −{amount}[, {source}]"
    seat: Living
    resource: DialId
    amount: Annotated[Spaces, Sums(), Spends("seats.{seat}.dials.{resource}", areas=("dials",), too_few=DIAL_TOO_LOW)]
    source: Occasion = ""


EVENTS = (DialSet, DialRaised, DialLowered)
