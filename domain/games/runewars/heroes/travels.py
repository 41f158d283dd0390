"""Where heroes go: two areas in the quest phase, one by Strategize, and wherever they are driven (英雄移动; 撤退)."""

from collections.abc import Iterator
from typing import Annotated

from domain.event import Count, Occasion
from domain.games.runewars import sections
from domain.games.runewars.base import INFLUENCE, AreaId, Living, not_at_turn, too_little_influence
from domain.games.runewars.heroes.values import HeroEvent, HeroId, if_routed
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.ways import BESIDE, ON_FOOT, Walk, bars, off_the_way, portals, steps
from domain.games.runewars.year.turns import order_at_turn
from domain.refusal import Refused, never, refusal

DUNGEON, STRATEGIZE = "dungeon", "strategize"
TWO_PORTALS = 2

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
TOO_FEW_PORTALS = refusal(
    "too-few-portals",
    "One magic portal alone leads nowhere: {count|is|are} turned up.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
PORTAL_PAID = never("portal-paid", "{seat} has already paid for the portals.", rule=sections.EXPLORATION)


def walk_of(table: Runewars, hero: str, most: int = ON_FOOT) -> Walk:
    """How a hero moves; through portals where their seat has paid for them."""
    seat = table.hero(hero).seat
    return Walk(seat, most, hero=True, portals=bool(seat) and table.portal == seat)


def holds(table: Runewars, area: str) -> bool:
    """Whether an area holds whoever enters it."""
    here = table.land.get(area)
    return bool(here and here.exploration and here.exploration.kind == DUNGEON)


def ways_to(table: Runewars, hero: str, to: str) -> list[list[str]]:
    """The ways of a hero to an area, the shortest first, each with all areas that it enters."""
    walk, start = walk_of(table, hero), table.hero(hero).area
    beside = steps(table, start, walk)
    return [[to]] * (to in beside) + [[via, to] for via in beside if via != to and to in steps(table, via, walk)]


def way_to(table: Runewars, hero: str, to: str, via: str = "") -> list[str]:
    """The areas that a hero enters on the way, past dungeons where that can be."""
    if via:
        return [via, to]
    ways = ways_to(table, hero, to)
    return next((way for way in ways if not any(holds(table, area) for area in way[:-1])), [to])


def out_of_reach(table: Runewars, hero: str, to: str, via: str = "") -> Iterator[Refused]:
    """Why a hero does not come to an area in the quest phase (X81, X35)."""
    start = table.hero(hero).area
    if via:
        leg = walk_of(table, hero, BESIDE)
        yield from off_the_way(table, start, via, leg)
        yield from off_the_way(table, via, to, leg)
    else:
        yield from off_the_way(table, start, to, walk_of(table, hero))
    ways = [[via, to]] if via else ways_to(table, hero, to)
    if ways and all(holds(table, way[0]) for way in ways if len(way) > 1) and all(len(way) > 1 for way in ways):
        yield DUNGEON_IN_THE_WAY(area=table.called("areas", ways[0][0]))


def not_free_to_move(table: Runewars, hero: str) -> Iterator[Refused]:
    """Why a hero stays where they are (X84, X32)."""
    yield from if_routed(table, hero)
    if table.hero(hero).stopped:
        yield HELD_BY_DUNGEON(hero=table.called("heroes", hero))


def go(table: Runewars, hero: str, to: str) -> None:
    """A hero comes into an area; for `apply`."""
    mover = table.hero(hero)
    mover.area, mover.stopped = to, mover.stopped or holds(table, to)
    table.portal = "" if table.portal == mover.seat else table.portal


class HeroStrategized(HeroEvent):
    """Once an order; the figures may act again this year, and no token is placed."""

    help_text = "Strategize moves a hero to an adjacent area that is friendly or empty."
    says = "{hero} went to {to} by Strategize"
    title = "Hero moved by Strategize"
    during = ("turns",)
    hero: HeroId
    to: AreaId

    def check(self, table: Runewars) -> Iterator[Refused]:
        hero, order = table.hero(self.hero), order_at_turn(table)
        yield from not_at_turn(table, hero.seat)
        yield from not_free_to_move(table, self.hero)
        if order and order != STRATEGIZE:
            yield NOT_BY_THIS_ORDER(order=table.called("orders", order))
        if hero.strategized:
            yield MOVED_BY_ORDER(hero=table.called("heroes", self.hero))
        yield from off_the_way(table, hero.area, self.to, walk_of(table, self.hero, BESIDE))
        if self.to in table.land and bars(table, self.to, hero.seat):
            yield NOT_FOR_STRATEGIZE(area=table.called("areas", self.to))

    def apply(self, table: Runewars) -> None:
        table.turn.base = True
        table.hero(self.hero).strategized = True
        go(table, self.hero, self.to)


class HeroRetreated(HeroEvent):
    help_text = "A hero has to retreat: to any adjacent area, and is routed there."
    says = "{hero} retreated to {to}[: {source}]"
    hero: HeroId
    to: AreaId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from off_the_way(table, table.hero(self.hero).area, self.to, walk_of(table, self.hero, BESIDE))

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.area, hero.routed = self.to, True


class MagicPortalUsed(HeroEvent):
    """Until the next movement of that seat, `Runewars.portal` says that it may pass."""

    help_text = "For an influence all magic portals lie beside each other, for one movement of units or heroes."
    says = "{seat} opened the magic portals: −{cost} influence"
    title = "Magic portals opened"
    tracked = ("exploration",)
    mine = "seat"
    seat: Living
    cost: Annotated[Count, INFLUENCE] = 1

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.portal == self.seat:
            yield PORTAL_PAID(seat=table.called("seats", self.seat))
        if (count := len(portals(table))) < TWO_PORTALS:
            yield TOO_FEW_PORTALS(count=count)
        yield from too_little_influence(table, self.seat, self.cost)

    def apply(self, table: Runewars) -> None:
        seat = table.seat(self.seat)
        seat.influence = max(0, seat.influence - self.cost)
        table.portal = self.seat


EVENTS = (HeroStrategized, HeroRetreated, MagicPortalUsed)
