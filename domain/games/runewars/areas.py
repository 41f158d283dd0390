"""Areas: positions, control, contents, and the ways between them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Literal

from pydantic import Field

from domain.components.map_geometry import Hex, count_steps
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words
from domain.games.runewars import sections
from domain.games.runewars.state.calendar import Tally
from domain.games.runewars.state.kinds import Border, UnitSheet
from domain.games.runewars.state.table import NEUTRAL, RESOURCES, Area, Runewars

# === Positions, borders and distances of areas (移动限制): C-20, C-21 ============================
# An area without a place on the map has no neighbours. A hole is not an area, so no way leads through it.

_PLACE = attrgetter("q", "r")
SIDES = 6
"""The sides of an area, 0 to 5, clockwise from the right (`Hex.around`)."""


def hex_of(area: Area) -> Hex | None:
    """The position of an area; None if it has no place."""
    return None if area.q is None or area.r is None else Hex(area.q, area.r)


def areas_by_hex(table: Runewars) -> Mapping[Hex, str]:
    """The area at each place of the map."""
    return _areas_by_hex(tuple(table.land), tuple(map(_PLACE, table.land.values())))


@lru_cache(maxsize=32)
def _areas_by_hex(areas: tuple[str, ...], places: tuple[tuple[int | None, int | None], ...]) -> Mapping[Hex, str]:
    """The areas by their places on a map. Cached, because a look at the board reads them for each area."""
    lie = zip(areas, places, strict=True)
    return {Hex(q, r): id_ for id_, (q, r) in lie if q is not None and r is not None}


def neighbours_of(table: Runewars, area: str) -> list[str]:
    """The adjacent areas on the map, whatever the border."""
    here = hex_of(table.area_at(area))
    at = areas_by_hex(table) if here else {}
    return [at[spot] for spot in here.around() if spot in at] if here else []


def side_to(table: Runewars, a: str, b: str) -> int | None:
    """The side of one area that touches another; None if they are not adjacent."""
    here, there = (hex_of(table.area_at(area)) for area in (a, b))
    sides = here.around() if here else ()
    return sides.index(there) if there in sides else None


def border_between(table: Runewars, a: str, b: str) -> Border:
    """The border between two areas: mountain or water if either tile has it, mountain before water."""
    side = side_to(table, a, b)
    return "open" if side is None else _border_at_side(table, a, side, b)


def _border_at_side(table: Runewars, area: str, side: int, neighbour: str) -> Border:
    """The border at a side of an area, which touches a neighbour."""
    shown = (border_at(table.land[area], side), border_at(table.land[neighbour], opposite_side(side)))
    return "mountain" if "mountain" in shown else "water" if "water" in shown else "open"


def border_at(area: Area, side: int) -> Border:
    """The border at one side of an area."""
    return area.borders.get(str(side), "open")


def opposite_side(side: int) -> int:
    """The side by which the neighbour touches."""
    return (side + SIDES // 2) % SIDES


def is_passable(border: Border, flying: bool = False, frozen: bool = False) -> bool:
    """Whether a figure crosses a border (C-21): mountains need wings, water needs wings or ice."""
    return border == "open" or flying or (border == "water" and frozen)


def distance_between(table: Runewars, a: str, b: str) -> int | None:
    """The distance between two areas over the map, ignoring borders; None if they are not connected."""
    at = areas_by_hex(table)
    start, end = (hex_of(table.area_at(area)) for area in (a, b))
    if not start or not end:
        return 0 if a == b else None
    return count_steps(start, lambda spot: [other for other in spot.around() if other in at]).get(end)


# === Control of areas, their relation to a seat, and their units (己方地区; 常用术语): C-01 to C-03

Standing = Literal["friendly", "enemy", "neutral", "empty"]


def factions_in(area: Area) -> list[str]:
    """The factions that have units in an area, standing or routed."""
    return list(dict.fromkeys(s.owner for s in area.stacks.values() if s.size > 0 and s.owner != NEUTRAL))


def has_neutrals(area: Area) -> bool:
    return any(stack.size > 0 and stack.owner == NEUTRAL for stack in area.stacks.values())


def controller_of(table: Runewars, area: Area) -> str:
    """The seat that controls an area now; empty if there is none (C-01).

    Heroes and cities never give control, and allied neutral units do not hold an area without other units.
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
    """Whether a home area returns to its owner from an enemy stronghold without units, as some tables rule (G-46)."""
    return table.ruled("home-needs-enemy-units") and owner != area.home and _keeps_home(table, area)


def _keeps_home(table: Runewars, area: Area) -> bool:
    """Whether a home area without units of any faction belongs to its owner."""
    return bool(area.home) and not table.seat(area.home).eliminated and not _is_overrun(area)


def _is_overrun(area: Area) -> bool:
    """Whether a home area contains neutral units that are not allied to its owner."""
    return has_neutrals(area) and area.allied != area.home


def ally_neutrals(area: Area) -> None:
    """Ally neutral units that a card is about to place in a controlled area, also in a home realm. For `apply`."""
    if area.controller and not area.contested:
        area.allied = area.controller


def update_control(table: Runewars, *areas: str) -> None:
    """Update the control of areas and the alliance of their neutral units. For `apply`.

    Neither changes while a battle or diplomacy is open.
    """
    for id_ in areas:
        area = table.land.get(id_)
        if area and not area.contested:
            # An empty stack would keep an area neutral, so empty stacks are removed first.
            area.stacks = {unit: stack for unit, stack in area.stacks.items() if stack.size > 0}
            area.controller = controller_of(table, area)
            area.allied = area.controller if has_neutrals(area) else ""


def standing_of(table: Runewars, area: str, seat: str) -> Standing:
    """The relation of a seat to an area: friendly, enemy … (C-02)."""
    here = table.land.get(area) or Area()
    if here.controller:
        # A controlled area is never neutral: its neutral units are allied to the seat that controls it (C-02).
        return "friendly" if here.controller == seat else "enemy"
    return "neutral" if any(stack.size for stack in here.stacks.values()) else "empty"


def is_uncontrolled(table: Runewars, area: str) -> bool:
    return standing_of(table, area, "") in ("neutral", "empty")


def held_by(table: Runewars, seat: str) -> list[str]:
    """The areas that a seat controls."""
    return [id_ for id_, area in table.land.items() if area.controller == seat]


def home_areas(table: Runewars, seat: str) -> list[str]:
    """The areas of a seat's home realm."""
    return [id_ for id_, area in table.land.items() if area.home == seat]


def strongholds_of(table: Runewars, seat: str) -> list[str]:
    """The areas with a stronghold of a seat."""
    return [id_ for id_, area in table.land.items() if area.stronghold and area.stronghold.owner == seat]


def units_of(area: Area, seat: str) -> int:
    """The number of units of a side in an area, including allied neutral units, standing and routed (C-42)."""
    return sum(stack.size for stack in area.stacks.values() if side_of(area, stack.owner) == seat)


def tally_of(table: Runewars, seat: str) -> Tally:
    """The current counts of a seat: its rune tokens, areas, units and influence.

    Counted here and not by `units_of`, because every entry computes it for every seat (docs/develop/speed.md).
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
    """The side of units in an area: their faction, or the seat that neutral units are allied to, or neutral."""
    return area.allied or NEUTRAL if owner == NEUTRAL else owner


def harvest_of(table: Runewars, seat: str) -> dict[str, int]:
    """The yield of all areas of a seat, by resource (C-07)."""
    areas = [table.land[id_] for id_ in held_by(table, seat)]
    return {resource: sum(_yield_of_area(area, resource) for area in areas) for resource in RESOURCES}


def areas_of_unknown_yield(table: Runewars, seat: str) -> list[str]:
    """The areas of a seat whose print is not typed in, and of which no yield was entered by hand."""
    blank = [id_ for id_ in held_by(table, seat) if not any(_yield_of_area(table.land[id_], one) for one in RESOURCES)]
    return [id_ for id_ in blank if not {"tile", *RESOURCES} & {*table.content_thing("areas", id_)}]


def _yield_of_area(area: Area, resource: str) -> int:
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


# === Ways over the land: borders, distances and retreats (移动; 撤退) ============================
# An area without a tile has no place on the map. It counts as adjacent to every other area.

PORTAL = "magic-portal"
PORTAL_PRICE = 1
"""The influence that a way through a magic portal costs."""
ThroughPortals = Annotated[bool, Field(title="magic portal, for 1 influence")]
ON_FOOT, FAST, BESIDE = 2, 3, 1
"""The largest distance of units, of fast units, and of moves by Strategize, in areas."""

TOO_FAR = refusal(
    "too-far",
    "{start} is {steps|area|areas} away from {to}; the limit is {most}.",
    rule=sections.MOVEMENT,
    areas=("map",),
)
NO_WAY = refusal("no-way", "There is no way from {start} to {to}.", rule=sections.MOVEMENT_LIMITS, areas=("map",))
WAY_BARRED = refusal(
    "way-barred", "The way crosses {area}, which is enemy or neutral.", rule=sections.MOVEMENT, areas=("map",)
)
WAY_ACTIVATED = refusal(
    "way-activated",
    "Units cannot pass through {area}: it holds your activation token.",
    rule=sections.MOVEMENT,
    areas=("map",),
)
BORDER_CLOSED = refusal(
    "border-closed",
    "Between {area} and {other} there is {border}; only flying figures (or winter, for water) may cross.",
    rule=sections.MOVEMENT_LIMITS,
    areas=("map",),
)
NOT_BESIDE = refusal("not-beside", "{to} is not adjacent to {area}.", rule=sections.RETREAT, areas=("map",))
OFF_THE_MAP = never("off-the-map", "{area} is not on the map.", rule=sections.RETREAT, areas=("map",))
NOT_A_RETREAT = refusal(
    "not-a-retreat",
    "A retreat leads to an adjacent friendly area, to an empty one only if there is none.",
    rule=sections.RETREAT,
    areas=("map",),
)
NOT_FOR_NEUTRALS = refusal(
    "not-for-neutrals",
    "Neutral units can only retreat to an adjacent uncontrolled area.",
    rule=sections.RETREAT,
    areas=("map",),
)


@dataclass(frozen=True, slots=True)
class Pace:
    """The rules of movement for figures.

    Args:
        seat: their owner.
        most: the largest distance, in areas.
        flying: whether they cross mountains and water.
        hero: whether units of other sides do not stop them.
        portals: whether an influence is paid, so that all magic portals are adjacent to each other.
    """

    seat: str
    most: int = ON_FOOT
    flying: bool = False
    hero: bool = False
    portals: bool = False


def is_frozen(table: Runewars) -> bool:
    """Whether water can be crossed (G-45)."""
    drawn = table.season_name == "winter" and table.step not in ("setup", "season")
    return table.frozen or (drawn and table.ruled("frozen-from-card-draw"))


def borders_of(table: Runewars, area: str) -> dict[str, Border]:
    """The adjacent areas with their borders; all other areas if the position is unknown."""
    if (here := hex_of(table.land.get(area) or Area())) is None:
        # Without a place on the map no move can be refused, so every area counts as adjacent.
        return {other: "open" for other in table.land if other != area}
    at = areas_by_hex(table)
    around = ((side, at[spot]) for side, spot in enumerate(here.around()) if spot in at)
    unplaced = [other for other, land in table.land.items() if land.q is None or land.r is None]
    placed = {other: _border_at_side(table, area, side, other) for side, other in around}
    return {**placed, **dict.fromkeys(unplaced, "open")}


def open_portals(table: Runewars) -> list[str]:
    """The areas with a magic portal that is turned up."""
    return [id_ for id_, area in table.land.items() if area.exploration and area.exploration.kind == PORTAL]


def may_pay_portals(table: Runewars, seat: str) -> bool:
    """Whether a seat has the influence for magic portals; always if influence is not tracked."""
    # If influence is not tracked, it is paid at the table, so the way is open.
    have = table.seat(seat).influence
    return have is None or have >= PORTAL_PRICE or not table.tracks("influence")


def areas_one_step_away(table: Runewars, area: str, walk: Pace) -> list[str]:
    """The areas that are one step away for figures."""
    frozen = is_frozen(table)
    open_ = [other for other, between in borders_of(table, area).items() if is_passable(between, walk.flying, frozen)]
    gates = open_portals(table) if walk.portals else []
    return list(dict.fromkeys([*open_, *(gate for gate in gates if area in gates and gate != area)]))


def lets_through(table: Runewars, area: str, walk: Pace) -> bool:
    """Whether figures may continue their move after they enter an area (C-20)."""
    if walk.hero:
        return True
    return not (is_enemy_or_neutral(table, area, walk.seat) or _is_shut(table, area, walk.seat))


def is_enemy_or_neutral(table: Runewars, area: str, seat: str) -> bool:
    """Whether an area is enemy or neutral to a seat."""
    return standing_of(table, area, seat) in ("enemy", "neutral")


def _is_shut(table: Runewars, area: str, seat: str) -> bool:
    """Whether the seat's own activation token stops its units, as some tables rule (G-52)."""
    return table.ruled("activated-blocks-transit") and seat in (table.land.get(area) or Area()).activated


def areas_in_reach(table: Runewars, start: str, walk: Pace) -> dict[str, int]:
    """The areas that figures can reach, each with its distance. They may enter another seat's area only at the end."""
    return _reach(table, start, walk, lambda area: lets_through(table, area, walk))


def _reach(table: Runewars, start: str, walk: Pace, through: Callable[[str], bool]) -> dict[str, int]:
    return count_steps(start, lambda area: areas_one_step_away(table, area, walk), walk.most, through)


def why_out_of_reach(table: Runewars, start: str, to: str, walk: Pace) -> Iterator[Refused]:
    """The refusal of a move from one area to another (X33, X34, X35)."""
    if to not in table.land or start not in table.land or to in areas_in_reach(table, start, walk):
        return
    bird = replace(walk, flying=True)
    far = count_steps(start, lambda area: areas_one_step_away(table, area, bird)).get(to)
    names = {"start": table.called("areas", start), "to": table.called("areas", to)}
    if far is None:
        yield NO_WAY(**names)
    elif far > walk.most:
        yield TOO_FAR(**names, steps=far, most=walk.most)
    else:
        yield _first_impassable_area(table, start, to, walk) or _first_impassable_border(table, start, to, bird)


def _first_impassable_area(table: Runewars, start: str, to: str, walk: Pace) -> Refused | None:
    """The refusal for the first area of the path that figures may not pass; None if only borders are in the way."""
    for area in _shortest_path(table, start, to, walk)[1:-1]:
        if is_enemy_or_neutral(table, area, walk.seat):
            return WAY_BARRED(area=table.called("areas", area))
        if _is_shut(table, area, walk.seat):
            return WAY_ACTIVATED(area=table.called("areas", area))
    return None


def _first_impassable_border(table: Runewars, start: str, to: str, bird: Pace) -> Refused:
    """The refusal for the first border of the path that only flying figures cross."""
    way, frozen = _shortest_path(table, start, to, bird), is_frozen(table)
    crossed = ((area, other, borders_of(table, area).get(other, "open")) for area, other in pairwise(way))
    area, other, wall = next(at for at in crossed if not is_passable(at[2], frozen=frozen))
    return BORDER_CLOSED(
        area=table.called("areas", area), other=table.called("areas", other), border=spaced_words(wall)
    )


def _shortest_path(table: Runewars, start: str, to: str, walk: Pace) -> list[str]:
    """A shortest path over passable borders, including both ends, whatever units are on it; empty if there is none."""
    found = _reach(table, start, walk, lambda _: True)
    way = [to] if to in found else []
    while way and way[0] != start:
        way.insert(
            0, next(a for a in found if found[a] == found[way[0]] - 1 and way[0] in areas_one_step_away(table, a, walk))
        )
    return way


def on_foot(table: Runewars, units: Iterable[str]) -> list[str]:
    """The types of some units that do not fly."""
    return [unit for unit in units if not UnitSheet.of(table, unit).flying]


def retreat_areas(table: Runewars, side: str, area: str, units: Iterable[str] = ()) -> list[str]:
    """The areas to which units of a side can retreat together; if there are none, the units are lost (C-22).

    If units on foot have no area, those that fly retreat without them (G-09); see `units_stranded`.

    Args:
        side: the seat, or `NEUTRAL`.
        area: the area that they leave; activation tokens do not keep them there.
        units: their types, which decide whether they fly; without types, none does.
    """
    kinds = list(units)
    walking = on_foot(table, kinds)
    together = _retreats(table, side, area, flying=bool(kinds) and not walking)
    return together if together or len(walking) == len(kinds) else _retreats(table, side, area, flying=True)


def units_stranded(table: Runewars, side: str, area: str, to: str, units: Iterable[str]) -> list[str]:
    """The types of units that cannot follow the flying ones in a retreat, and are lost (G-09)."""
    kinds = list(units)
    walking = on_foot(table, kinds)
    if len(walking) == len(kinds) or _retreats(table, side, area, flying=False):
        return []
    return walking if to in _retreats(table, side, area, flying=True) else []


def _retreats(table: Runewars, side: str, area: str, *, flying: bool) -> list[str]:
    near = areas_one_step_away(table, area, Pace(side, BESIDE, flying=flying))
    if side == NEUTRAL:
        return [other for other in near if standing_of(table, other, "") in ("neutral", "empty")]
    friendly = _standing_as(table, near, side, "friendly")
    return friendly or _standing_as(table, near, side, "empty")


def _standing_as(table: Runewars, areas: Iterable[str], seat: str, standing: Standing) -> list[str]:
    return [area for area in areas if standing_of(table, area, seat) == standing]


def no_retreat(table: Runewars, side: str, area: str, to: str, units: Iterable[str] = ()) -> Iterator[Refused]:
    """The refusal of a retreat of a side to an area (X44, X45)."""
    kinds = tuple(units)
    if to not in table.land:
        if table.has_map():
            yield OFF_THE_MAP(area=to)
    elif to in retreat_areas(table, side, area, kinds):
        return
    elif to not in borders_of(table, area):
        yield NOT_BESIDE(area=table.called("areas", area), to=table.called("areas", to))
    else:
        yield NOT_FOR_NEUTRALS() if side == NEUTRAL else NOT_A_RETREAT()
