"""How units of a seat move, and why some cannot (移动; 移动限制): C-20, X28, X31 to X35."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import RunewarsEvent
from domain.games.runewars.figures import NOT_SO_MANY, OwnStack, carry, stack_at
from domain.games.runewars.holding import standing_of
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import Runewars, halves
from domain.games.runewars.ways import Pace, off_the_way
from domain.games.runewars.year.turns import order_at_turn
from domain.language.refusal import Refused, never, refusal

OTHER_ORDER = refusal(
    "other-order",
    "That belongs to {orders}; the order at turn is {order}.",
    rule=sections.PLAYER_TURNS,
    areas=("calendar",),
)
ALREADY_THERE = never("already-there", "{units}: that is where they are.", rule=sections.MOVEMENT, areas=("units",))
ROUTED_STAY = refusal("routed-stay", "{units}: routed figures cannot move.", rule=sections.MOVEMENT, areas=("units",))
KEPT_BY_TOKEN = refusal(
    "kept-by-token",
    "Units that start in {area} cannot leave it: it holds your activation token.",
    rule=sections.ACTIVATION,
    areas=("map",),
)
ALLIES_ALONE = refusal(
    "allies-alone",
    "Neutral units that move without units of your own must end in a friendly area.",
    rule=sections.MOVEMENT,
    areas=("map",),
)

MOST_STACKS = 60
FewUnits = Annotated[int, Field(ge=1, le=30)]
Moved = Annotated[Mapping[OwnStack, FewUnits], Field(min_length=1, max_length=MOST_STACKS)]
"""Units that move, area by area, and how many of each."""
Walks = Callable[[str], Pace]
"""How a type of unit moves."""


class MarchEvent(RunewarsEvent):
    area_of_play = "Movement"


def walks(table: Runewars, seat: str, most: int, fast: int, portals: bool = False) -> Walks:
    """How units of a seat move: so many areas, so many if they are fast, through portals if that is paid for."""

    def of(unit: str) -> Pace:
        sheet = UnitSheet.of(table, unit)
        return Pace(seat, fast if sheet.fast else most, flying=sheet.flying, portals=portals)

    return of


def not_this_order(table: Runewars, *orders: str) -> Iterator[Refused]:
    """Why something does not belong to the turn: another order is carried out."""
    order = order_at_turn(table)
    if order and order not in orders:
        names = tuple(table.called("orders", one) for one in orders)
        yield OTHER_ORDER(orders=names, order=table.called("orders", order))


def unable(table: Runewars, seat: str, stacks: Mapping[str, int], to: str, of: Walks) -> Iterator[Refused]:
    """Why units do not come from where they are to an area."""
    for stack, count in stacks.items():
        start, unit = halves(stack)
        yield from _kept(table, seat, stack, count)
        if start == to:
            yield ALREADY_THERE(units=table.called("stacks", stack))
        yield from off_the_way(table, start, to, of(unit))
    yield from _alone(table, seat, stacks, to)


def _kept(table: Runewars, seat: str, stack: str, count: int) -> Iterator[Refused]:
    """Why so many units do not leave where they are: they lie, are not there, or are held by a token."""
    here, (start, _) = stack_at(table, stack), halves(stack)
    area, name = table.called("areas", start), table.called("stacks", stack)
    if count > here.size:
        yield NOT_SO_MANY(
            units=table.called("units", halves(stack)[1]), area=area, standing=here.standing, routed=here.routed
        )
    elif count > here.standing:
        yield ROUTED_STAY(units=name)
    if seat in (table.land.get(start) or Area()).activated:
        yield KEPT_BY_TOKEN(area=area)


def _alone(table: Runewars, seat: str, stacks: Mapping[str, int], to: str) -> Iterator[Refused]:
    """Whether allied neutral units go where none of the seat's own come along or are (X28, G-33)."""
    here = (table.land.get(to) or Area()).stacks.values()
    led = any(stack_at(table, stack).owner == seat for stack in stacks) or any(s.owner == seat and s.size for s in here)
    if stacks and not led and standing_of(table, to, seat) != "friendly":
        yield ALLIES_ALONE()


def march(table: Runewars, stacks: Mapping[str, int], to: str) -> dict[str, int]:
    """Units go to an area, as many as there are, who stands first; for `apply`. It tells how many neutral ones did."""
    neutrals: dict[str, int] = {}
    for stack, count in stacks.items():
        here, unit = stack_at(table, stack), halves(stack)[1]
        standing = min(count, here.standing)
        routed = min(count - standing, here.routed)
        if here.owner == NEUTRAL:
            neutrals[unit] = neutrals.get(unit, 0) + standing + routed
        carry(table, stack, to, standing, routed)
    return neutrals


def came(table: Runewars, stacks: Mapping[str, int], to: str) -> None:
    """The turn knows who came where by its order; for `apply`."""
    moved = table.turn.moved
    for stack, count in stacks.items():
        there = f"{to}/{halves(stack)[1]}"
        moved[there] = moved.get(there, 0) + count


def starts(stacks: Mapping[str, int]) -> list[str]:
    """The areas that units come from."""
    return list(dict.fromkeys(halves(stack)[0] for stack in stacks))
