"""Who holds an area, what it is to a seat, and what stands in it (己方地区; 常用术语): C-01 to C-03."""

from typing import Literal

from domain.games.runewars.state.calendar import Tally
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import RESOURCES, Runewars

Standing = Literal["friendly", "enemy", "neutral", "empty"]


def factions_in(area: Area) -> list[str]:
    """The factions that have units in an area, standing or routed."""
    return list(dict.fromkeys(s.owner for s in area.stacks.values() if s.size > 0 and s.owner != NEUTRAL))


def has_neutrals(area: Area) -> bool:
    return any(stack.size > 0 and stack.owner == NEUTRAL for stack in area.stacks.values())


def controller_of(table: Runewars, area: Area) -> str:
    """The seat that controls an area as it stands; empty where nobody does (C-01).

    Heroes and cities never give control, and allied neutral units alone do not hold an area.
    """
    here = factions_in(area)
    if area.controller in here or len(here) == 1:
        return area.controller if area.controller in here else here[0]
    if not here and area.stronghold and not _needs_units(table, area, area.stronghold.owner):
        return area.stronghold.owner
    if not here and area.taken:
        return area.taken
    return area.home if not here and _keeps_home(table, area) else ""


def _needs_units(table: Runewars, area: Area, owner: str) -> bool:
    """Whether an enemy stronghold without units leaves a home area to whose home it is, as some tables rule (G-46)."""
    return table.ruled("home-needs-enemy-units") and owner != area.home and _keeps_home(table, area)


def _keeps_home(table: Runewars, area: Area) -> bool:
    """Whether a home area without units of any faction is its owner's."""
    return bool(area.home) and not table.seat(area.home).eliminated and not _is_overrun(area)


def _is_overrun(area: Area) -> bool:
    """Whether neutral units that are not its owner's allies stand in a home area."""
    return has_neutrals(area) and area.allied != area.home


def welcome(area: Area) -> None:
    """Neutral units that a card brings into a controlled area are allied, in a home realm too; for `apply`, before."""
    if area.controller and not area.contested:
        area.allied = area.controller


def reckon(table: Runewars, *areas: str) -> None:
    """Let areas belong to whom they belong by now, and their neutral units to whom they are allied; for `apply`.

    Where a battle or diplomacy is still open, both stay as they were.
    """
    for id_ in areas:
        area = table.land.get(id_)
        if area and not area.contested:
            area.stacks = {unit: stack for unit, stack in area.stacks.items() if stack.size > 0}
            area.controller = controller_of(table, area)
            area.allied = area.controller if has_neutrals(area) else ""


def standing_of(table: Runewars, area: str, seat: str) -> Standing:
    """What an area is to a seat (C-02)."""
    here = table.land.get(area) or Area()
    if here.controller:
        return "friendly" if here.controller == seat else "enemy"
    return "neutral" if any(stack.size for stack in here.stacks.values()) else "empty"


def is_uncontrolled(table: Runewars, area: str) -> bool:
    return standing_of(table, area, "") in ("neutral", "empty")


def held_by(table: Runewars, seat: str) -> list[str]:
    """The areas that a seat controls."""
    return [id_ for id_, area in table.land.items() if area.controller == seat]


def strongholds_of(table: Runewars, seat: str) -> list[str]:
    """The areas with a stronghold of a seat."""
    return [id_ for id_, area in table.land.items() if area.stronghold and area.stronghold.owner == seat]


def units_of(area: Area, seat: str) -> int:
    """The units of a side in an area, its allied neutral units among them, standing and routed (C-42)."""
    return sum(stack.size for stack in area.stacks.values() if side_of(area, stack.owner) == seat)


def tally_of(table: Runewars, seat: str) -> Tally:
    """Where a seat stands: its rune tokens, its areas, its units, its influence.

    Asked of every seat with every entry, so its units (`units_of`) are counted in one go: half the time.
    """
    held = held_by(table, seat)
    return Tally(
        runes=sum(table.land[area].rune is not None for area in held),
        areas=len(held),
        units=sum(
            stack.size
            for area in table.land.values()
            for stack in area.stacks.values()
            if side_of(area, stack.owner) == seat
        ),
        influence=table.seat(seat).influence,
    )


def side_of(area: Area, owner: str) -> str:
    """Whose side units in an area are on: their faction's, or that of the seat they are allied to; else nobody's."""
    return area.allied or NEUTRAL if owner == NEUTRAL else owner


def harvest_of(table: Runewars, seat: str) -> dict[str, int]:
    """What all areas of a seat yield, by resource (C-07)."""
    areas = [table.land[id_] for id_ in held_by(table, seat)]
    return {resource: sum(_yield(area, resource) for area in areas) for resource in RESOURCES}


def _yield(area: Area, resource: str) -> int:
    printed = {"food": area.food, "wood": area.wood, "ore": area.ore}[resource]
    village = area.exploration is not None and (area.exploration.kind, area.exploration.resource) == (
        "village",
        resource,
    )
    return printed + village


def left_of(table: Runewars, seat: str) -> str:
    """The seat to the left of another: the next one clockwise that is still in the war."""
    seats = list(table.seats)
    round_ = [*seats[seats.index(seat) + 1 :], *seats[: seats.index(seat)]] if seat in seats else seats
    return next((id_ for id_ in round_ if not table.seats[id_].eliminated), "")
