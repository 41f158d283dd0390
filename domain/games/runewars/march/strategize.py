"""Strategize: units move to areas beside theirs, friendly or empty ones, without any token (筹备指令)."""

from collections.abc import Iterator, Mapping

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, not_at_turn, spend, too_little_influence
from domain.games.runewars.excess import settle_down
from domain.games.runewars.figures import stack_at, stacks_of
from domain.games.runewars.march.moving import MarchEvent, Moved, came, march, not_this_order, starts, unable, walks
from domain.games.runewars.state.table import Runewars, halves
from domain.games.runewars.ways import BESIDE, PORTAL_PRICE, ThroughPortals, bars, may_pay_portals, steps
from domain.games.runewars.year.turns import resolving
from domain.language.event import At, Offer
from domain.language.refusal import Refused, refusal
from domain.language.text import text

STRATEGIZE = "strategize"
NOT_WELCOME = refusal(
    "not-welcome",
    "Strategize can only enter friendly or empty areas; {area} is none.",
    rule=sections.STRATEGIZE,
    areas=("map",),
)
MOVED_BEFORE = refusal(
    "moved-before",
    "{units}: a figure moved by Strategize ends in an adjacent area or stays.",
    rule=sections.STRATEGIZE,
    areas=("calendar",),
)


def why_units_stay(
    table: Runewars, seat: str, stacks: Mapping[str, int], to: str, *, portal: bool
) -> Iterator[Refused]:
    """Why units do not come to an area by this order."""
    if bars(table, to, seat):
        yield NOT_WELCOME(area=table.called("areas", to))
    yield from unable(table, seat, stacks, to, walks(table, seat, BESIDE, BESIDE, portal))
    for stack, count in stacks.items():
        standing = stack_at(table, stack).standing
        if standing - table.turn.moved.get(stack, 0) < count <= standing:
            yield MOVED_BEFORE(units=table.called("stacks", stack))


def can_move(table: Runewars, seat: str) -> bool:
    """Whether any units of a seat can move by this order; without a map the table alone knows what lies beside."""
    portal = may_pay_portals(table, seat)
    walk = walks(table, seat, BESIDE, BESIDE, portal)
    for stack in stacks_of(table, seat):
        start, unit = halves(stack)
        near = steps(table, start, walk(unit)) if table.has_map() else [""]
        if any(not any(why_units_stay(table, seat, {stack: 1}, to, portal=portal)) for to in near):
            return True
    return False


class UnitsStrategized(MarchEvent):
    """Heroes are moved by this order as well, on their own."""

    help_text = "Strategize: units move into one area from those beside it; again for each area that some go to."
    says = "{seat} moves to {area}: {stacks}[ {portal|through a magic portal}]"
    title = "Move units (Strategize)"
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: AreaId = Field(title="to")
    stacks: Moved = Field(title="units")
    portal: ThroughPortals = False
    at = {"areas": At("area", text("Move units here"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        left = None if table.turn.base else text("Units may move to areas beside theirs")
        for seat in resolving(table, STRATEGIZE):
            if can_move(table, seat):
                yield Offer(text("Move units"), {"seat": seat}, left=left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, STRATEGIZE)
        if self.portal:
            yield from too_little_influence(table, self.seat, PORTAL_PRICE)
        yield from why_units_stay(table, self.seat, self.stacks, self.area, portal=self.portal)

    def apply(self, table: Runewars) -> None:
        spend(table, self.seat, PORTAL_PRICE * self.portal)
        table.turn.base = True
        came(table, self.stacks, self.area)
        march(table, self.stacks, self.area)
        settle_down(table, self.seat, *starts(self.stacks), self.area)


EVENTS = (UnitsStrategized,)
