"""Ways over the land: which borders let through, how far figures come, and where they retreat to (移动; 撤退).

An area that no tile brought has no place on the map: as far as anybody can say it lies beside every other.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.geography import around, border, hex_of, passable
from domain.games.runewars.holding import Standing, standing_of
from domain.games.runewars.state.kinds import Border, UnitSheet
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import Runewars
from domain.language.refusal import Refused, never, refusal
from domain.language.text import spoken
from domain.things.spaces import reached

PORTAL = "magic-portal"
PORTAL_PRICE = 1
"""Influence that the way through a magic portal costs."""
ThroughPortals = Annotated[bool, Field(title="through a magic portal, for 1 influence")]
ON_FOOT, FAST, BESIDE = 2, 3, 1
"""Areas that units, fast ones, and those of Strategize come."""

TOO_FAR = refusal(
    "too-far",
    "{start} is {steps|area|areas} away from {to}; the limit is {most}.",
    rule=sections.MOVEMENT,
    areas=("map",),
)
NO_WAY = refusal("no-way", "No way leads from {start} to {to}.", rule=sections.MOVEMENT_LIMITS, areas=("map",))
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
    """How figures move.

    Args:
        seat: whose they are.
        most: how many areas they come.
        flying: mountains and water do not stop them.
        hero: units of others do not stop them.
        portals: an influence is paid, so that all magic portals lie beside each other.
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


def beside(table: Runewars, area: str) -> dict[str, Border]:
    """The areas that touch an area, with the border between; all others where nobody said where it lies."""
    if hex_of(table.land.get(area) or Area()) is None:
        return {other: "open" for other in table.land if other != area}
    unplaced = [other for other, land in table.land.items() if hex_of(land) is None]
    return {other: border(table, area, other) for other in (*around(table, area), *unplaced)}


def portals(table: Runewars) -> list[str]:
    """The areas with a magic portal that is turned up."""
    return [id_ for id_, area in table.land.items() if area.exploration and area.exploration.kind == PORTAL]


def may_pay_portals(table: Runewars, seat: str) -> bool:
    """Whether a seat has the influence for magic portals, as far as anybody counts it."""
    return table.seat(seat).influence >= PORTAL_PRICE or not table.tracks("influence")


def steps(table: Runewars, area: str, walk: Pace) -> list[str]:
    """The areas that are one step away for figures."""
    frozen = is_frozen(table)
    open_ = [other for other, between in beside(table, area).items() if passable(between, walk.flying, frozen)]
    gates = portals(table) if walk.portals else []
    return list(dict.fromkeys([*open_, *(gate for gate in gates if area in gates and gate != area)]))


def lets_through(table: Runewars, area: str, walk: Pace) -> bool:
    """Whether figures may go on from an area that they come through (C-20)."""
    if walk.hero:
        return True
    return not (bars(table, area, walk.seat) or _is_shut(table, area, walk.seat))


def bars(table: Runewars, area: str, seat: str) -> bool:
    """Whether an area is enemy or neutral to a seat."""
    return standing_of(table, area, seat) in ("enemy", "neutral")


def _is_shut(table: Runewars, area: str, seat: str) -> bool:
    """Whether the seat's own activation token stops units on their way, as some tables rule (G-52)."""
    return table.ruled("activated-blocks-transit") and seat in (table.land.get(area) or Area()).activated


def reach(table: Runewars, start: str, walk: Pace) -> dict[str, int]:
    """The areas that figures come to, each with its fewest steps; the last one may be anybody's."""
    return _reach(table, start, walk, lambda area: lets_through(table, area, walk))


def _reach(table: Runewars, start: str, walk: Pace, through: Callable[[str], bool]) -> dict[str, int]:
    return reached(start, lambda area: steps(table, area, walk), walk.most, through)


def off_the_way(table: Runewars, start: str, to: str, walk: Pace) -> Iterator[Refused]:
    """Why figures do not come from one area to another (X33, X34, X35)."""
    if to not in table.land or start not in table.land or to in reach(table, start, walk):
        return
    bird = replace(walk, flying=True)
    far = reached(start, lambda area: steps(table, area, bird)).get(to)
    names = {"start": table.called("areas", start), "to": table.called("areas", to)}
    if far is None:
        yield NO_WAY(**names)
    elif far > walk.most:
        yield TOO_FAR(**names, steps=far, most=walk.most)
    else:
        yield _barred(table, start, to, walk) or _closed(table, start, to, bird)


def _barred(table: Runewars, start: str, to: str, walk: Pace) -> Refused | None:
    """The first area in the way that figures may not cross; None where borders alone are in the way."""
    for area in _path(table, start, to, walk)[1:-1]:
        if bars(table, area, walk.seat):
            return WAY_BARRED(area=table.called("areas", area))
        if _is_shut(table, area, walk.seat):
            return WAY_ACTIVATED(area=table.called("areas", area))
    return None


def _closed(table: Runewars, start: str, to: str, bird: Pace) -> Refused:
    """The first border in the way that only flying figures cross."""
    way, frozen = _path(table, start, to, bird), is_frozen(table)
    crossed = ((area, other, beside(table, area).get(other, "open")) for area, other in pairwise(way))
    area, other, wall = next(at for at in crossed if not passable(at[2], frozen=frozen))
    return BORDER_CLOSED(area=table.called("areas", area), other=table.called("areas", other), border=spoken(wall))


def _path(table: Runewars, start: str, to: str, walk: Pace) -> list[str]:
    """A shortest way, whoever stands in it, both ends with it; empty where borders leave none."""
    found = _reach(table, start, walk, lambda _: True)
    way = [to] if to in found else []
    while way and way[0] != start:
        way.insert(0, next(a for a in found if found[a] == found[way[0]] - 1 and way[0] in steps(table, a, walk)))
    return way


def on_foot(table: Runewars, units: Iterable[str]) -> list[str]:
    """The types among some units that do not fly."""
    return [unit for unit in units if not UnitSheet.of(table, unit).flying]


def retreats(table: Runewars, side: str, area: str, units: Iterable[str] = ()) -> list[str]:
    """Where units of a seat, or unallied neutral ones, retreat to, all of them together; nowhere: they are lost (C-22).

    Where those on foot come nowhere it is where those go that fly (G-09); the others are `stranded` then.

    Args:
        side: the seat, or `NEUTRAL`.
        area: where they leave; no activation token keeps them.
        units: their types, for what flies; where it is not said, nothing does.
    """
    kinds = list(units)
    walking = on_foot(table, kinds)
    together = _retreats(table, side, area, flying=bool(kinds) and not walking)
    return together if together or len(walking) == len(kinds) else _retreats(table, side, area, flying=True)


def stranded(table: Runewars, side: str, area: str, to: str, units: Iterable[str]) -> list[str]:
    """The types of units that cannot follow those who fly to where these retreat: they are lost (G-09)."""
    kinds = list(units)
    walking = on_foot(table, kinds)
    if len(walking) == len(kinds) or _retreats(table, side, area, flying=False):
        return []
    return walking if to in _retreats(table, side, area, flying=True) else []


def _retreats(table: Runewars, side: str, area: str, *, flying: bool) -> list[str]:
    near = steps(table, area, Pace(side, BESIDE, flying=flying))
    if side == NEUTRAL:
        return [other for other in near if standing_of(table, other, "") in ("neutral", "empty")]
    friendly = _standing_as(table, near, side, "friendly")
    return friendly or _standing_as(table, near, side, "empty")


def _standing_as(table: Runewars, areas: Iterable[str], seat: str, standing: Standing) -> list[str]:
    return [area for area in areas if standing_of(table, area, seat) == standing]


def no_retreat(table: Runewars, side: str, area: str, to: str, units: Iterable[str] = ()) -> Iterator[Refused]:
    """Why units of a side do not retreat to an area (X44, X45)."""
    kinds = tuple(units)
    if to not in table.land:
        if table.has_map():
            yield OFF_THE_MAP(area=to)
    elif to in retreats(table, side, area, kinds):
        return
    elif to not in beside(table, area):
        yield NOT_BESIDE(area=table.called("areas", area), to=table.called("areas", to))
    else:
        yield NOT_FOR_NEUTRALS() if side == NEUTRAL else NOT_A_RETREAT()
