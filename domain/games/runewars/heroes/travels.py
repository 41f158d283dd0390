"""Where heroes go: two areas in the quest phase, one by Strategize, and wherever they are driven (英雄移动; 撤退)."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, not_at_turn, spend, too_little_influence
from domain.games.runewars.heroes.values import HeroEvent, HeroId, if_routed
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.ways import BESIDE, ON_FOOT, PORTAL_PRICE, Pace, ThroughPortals, bars, off_the_way, steps
from domain.games.runewars.year.turns import order_at_turn
from domain.language.event import Occasion
from domain.language.refusal import Refused, refusal

DUNGEON, STRATEGIZE = "dungeon", "strategize"


HELD_BY_DUNGEON = refusal(
    "held-by-dungeon",
    "The dungeon holds {hero}: no further this season.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
DUNGEON_IN_THE_WAY = refusal(
    "dungeon-in-the-way",
    "The dungeon in {area} holds whoever enters it.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
NOT_BY_THIS_ORDER = refusal(
    "heroes-not-by-order",
    "Heroes move by Strategize, not by {order}.",
    rule=sections.MOVEMENT,
    areas=("calendar",),
)
MOVED_BY_ORDER = refusal(
    "hero-moved-by-order", "{hero} was already moved by this order.", rule=sections.STRATEGIZE, areas=("calendar",)
)
NOT_FOR_STRATEGIZE = refusal(
    "hero-not-into-enemy-area",
    "Strategize can only enter friendly or empty areas: not {area}.",
    rule=sections.STRATEGIZE,
    areas=("map",),
)


@dataclass(frozen=True, slots=True)
class Trip:
    """A move that a hero is to make; `via` is empty where nobody said through which area."""

    hero: str
    to: str
    via: str = ""
    portals: bool = False

    def walk(self, table: Runewars, most: int = ON_FOOT) -> Pace:
        return Pace(table.hero(self.hero).seat, most, hero=True, portals=self.portals)


def holds(table: Runewars, area: str) -> bool:
    """Whether an area holds whoever enters it."""
    here = table.land.get(area)
    return bool(here and here.exploration and here.exploration.kind == DUNGEON)


def ways_of(table: Runewars, trip: Trip) -> list[list[str]]:
    """The ways to where a trip leads, the shortest first, each with all areas that it enters."""
    if trip.via:
        return [[trip.via, trip.to]]
    walk, to = trip.walk(table), trip.to
    beside = steps(table, table.hero(trip.hero).area, walk)
    return [[to]] * (to in beside) + [[via, to] for via in beside if via != to and to in steps(table, via, walk)]


def way_of(table: Runewars, trip: Trip) -> list[str]:
    """The areas that a hero enters on the way, past dungeons where that can be."""
    ways = ways_of(table, trip)
    return next((way for way in ways if trip.via or not holds(table, way[0]) or len(way) == 1), [trip.to])


def out_of_reach(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """Why a hero does not come to an area in the quest phase (X81, X35, X98)."""
    start = table.hero(trip.hero).area
    if trip.via:
        leg = trip.walk(table, BESIDE)
        yield from off_the_way(table, start, trip.via, leg)
        yield from off_the_way(table, trip.via, trip.to, leg)
    else:
        yield from off_the_way(table, start, trip.to, trip.walk(table))
    yield from dungeon_in_the_way(table, trip)
    yield from portal_unpaid(table, trip)


def dungeon_in_the_way(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """Every way there leads through a dungeon."""
    ways = ways_of(table, trip)
    if ways and all(holds(table, way[0]) for way in ways if len(way) > 1) and all(len(way) > 1 for way in ways):
        yield DUNGEON_IN_THE_WAY(area=table.called("areas", ways[0][0]))


def portal_unpaid(table: Runewars, trip: Trip) -> Iterator[Refused]:
    """A magic portal costs an influence (X98)."""
    if trip.portals:
        yield from too_little_influence(table, table.hero(trip.hero).seat, PORTAL_PRICE)


def not_free_to_move(table: Runewars, hero: str) -> Iterator[Refused]:
    """Why a hero stays where they are (X84, X32)."""
    yield from if_routed(table, hero)
    if table.hero(hero).stopped:
        yield HELD_BY_DUNGEON(hero=table.called("heroes", hero))


def go(table: Runewars, trip: Trip) -> None:
    """A hero comes into an area, and pays for the portal on the way; for `apply`."""
    hero = table.hero(trip.hero)
    hero.area, hero.stopped = trip.to, hero.stopped or holds(table, trip.to)
    if trip.portals:
        spend(table, hero.seat, PORTAL_PRICE)


class HeroStrategized(HeroEvent):
    """Once an order; the figures may act again this year, and no token is placed."""

    help_text = "Strategize moves a hero to an adjacent area that is friendly or empty."
    says = "{hero} went to {to} by Strategize[ {portal|through a magic portal}]"
    title = "Hero moved by Strategize"
    during = ("turns",)
    hero: HeroId
    to: AreaId
    portal: ThroughPortals = False

    def trip(self) -> Trip:
        return Trip(self.hero, self.to, portals=self.portal)

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero, order = table.hero(self.hero), order_at_turn(table)
        yield from not_at_turn(table, hero.seat)
        yield from not_free_to_move(table, self.hero)
        if order and order != STRATEGIZE:
            yield NOT_BY_THIS_ORDER(order=table.called("orders", order))
        if hero.strategized:
            yield MOVED_BY_ORDER(hero=table.called("heroes", self.hero))
        yield from off_the_way(table, hero.area, self.to, self.trip().walk(table, BESIDE))
        yield from portal_unpaid(table, self.trip())
        if self.to in table.land and bars(table, self.to, hero.seat):
            yield NOT_FOR_STRATEGIZE(area=table.called("areas", self.to))

    def apply(self, table: Runewars) -> None:
        table.turn.base = True
        table.hero(self.hero).strategized = True
        go(table, self.trip())


class HeroRetreated(HeroEvent):
    help_text = "A hero has to retreat: to any adjacent area, and is routed there."
    says = "{hero} retreated to {to}[: {source}]"
    hero: HeroId
    to: AreaId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        walk = Trip(self.hero, self.to).walk(table, BESIDE)
        yield from off_the_way(table, table.hero(self.hero).area, self.to, walk)

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.area, hero.routed = self.to, True


EVENTS = (HeroStrategized, HeroRetreated)
