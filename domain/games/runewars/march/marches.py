"""Marches: activated areas, units moved by Mobilize, Conquer and Strategize, and contests."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import (
    BESIDE,
    FAST,
    ON_FOOT,
    PORTAL_PRICE,
    Pace,
    ThroughPortals,
    areas_in_reach,
    areas_one_step_away,
    factions_in,
    has_neutrals,
    is_enemy_or_neutral,
    may_pay_portals,
    standing_of,
    why_out_of_reach,
)
from domain.games.runewars.base import (
    INFLUENCE_UNKNOWN,
    AreaId,
    Living,
    RunewarsEvent,
    not_at_turn,
    spend_influence,
    still_due,
    too_little_influence,
    whose_turn,
)
from domain.games.runewars.march.diplomacy import DiplomacyStarted, own_units, unallied_units
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars, split_stack
from domain.games.runewars.units import (
    NOT_SO_MANY,
    carry_units,
    settle_down,
    stack_at,
    stacks_of,
    standing_in_stacks,
)
from domain.games.runewars.war.battles import SECOND_BATTLE, BattleStarted
from domain.games.runewars.year.orders import (
    BASE_LEFT,
    USED_BEFORE,
    WHO_MOVES,
    base_left,
    not_in_bonus,
    order_at_turn,
    seat_resolving,
    take_bonus,
    used_before,
)

# === Movement of a seat's units, and its refusals (移动; 移动限制): C-20, X28, X31 to X35 ========

OTHER_ORDER = refusal(
    "other-order",
    "That belongs to {orders}; the current order is {order}.",
    rule=sections.PLAYER_TURNS,
    areas=("calendar",),
)
ALREADY_THERE = never("already-there", "{units}: they are already there.", rule=sections.MOVEMENT, areas=("units",))
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
Walks = Callable[[str], Pace]
"""A function that returns the movement of a type of unit."""


class MarchEvent(RunewarsEvent):
    heading = "Movement"


def walks_of_seat(table: Runewars, seat: str, most: int, fast: int, portals: bool = False) -> Walks:
    """The movement of a seat's units: at most `most` areas, or `fast` for fast units.

    If `portals` is true, influence is paid for magic portals.
    """

    def of(unit: str) -> Pace:
        sheet = UnitSheet.of(table, unit)
        return Pace(seat, fast if sheet.fast else most, flying=sheet.flying, portals=portals)

    return of


def not_this_order(table: Runewars, *orders: str) -> Iterator[Refused]:
    """The refusal of an act that does not belong to the current order."""
    order = order_at_turn(table)
    if order and order not in orders:
        names = tuple(table.called("orders", one) for one in orders)
        yield OTHER_ORDER(orders=names, order=table.called("orders", order))


def why_units_cannot_come(
    table: Runewars, seat: str, stacks: Mapping[str, int], to: str, of: Walks
) -> Iterator[Refused]:
    """The refusals of a move of units to an area."""
    for stack, count in stacks.items():
        start, unit = split_stack(stack)
        yield from _units_that_stay(table, seat, stack, count)
        if start == to:
            yield ALREADY_THERE(units=table.called("stacks", stack))
        yield from why_out_of_reach(table, start, to, of(unit))
    yield from _neutrals_go_alone(table, seat, stacks, to)


def _units_that_stay(table: Runewars, seat: str, stack: str, count: int) -> Iterator[Refused]:
    """The refusals of units that may not leave their area: routed, missing, or held by a token."""
    here, (start, _) = stack_at(table, stack), split_stack(stack)
    area, name = table.called("areas", start), table.called("stacks", stack)
    if count > here.size:
        yield NOT_SO_MANY(
            units=table.called("units", split_stack(stack)[1]), area=area, standing=here.standing, routed=here.routed
        )
    elif count > here.standing:
        yield ROUTED_STAY(units=name)
    if _has_token(table, start, seat):
        yield KEPT_BY_TOKEN(area=area)


def _neutrals_go_alone(table: Runewars, seat: str, stacks: Mapping[str, int], to: str) -> Iterator[Refused]:
    """The refusal of allied neutral units that move without a unit of the seat to an area without one (X28, G-33)."""
    here = (table.land.get(to) or Area()).stacks.values()
    led = any(stack_at(table, stack).owner == seat for stack in stacks) or any(s.owner == seat and s.size for s in here)
    if stacks and not led and standing_of(table, to, seat) != "friendly":
        yield ALLIES_ALONE()


def march_units(table: Runewars, stacks: Mapping[str, int], to: str) -> dict[str, int]:
    """Move units to an area, standing ones first, and return the moved neutral ones by type. For `apply`."""
    neutrals: dict[str, int] = {}
    for stack, count in stacks.items():
        here, unit = stack_at(table, stack), split_stack(stack)[1]
        standing = min(count, here.standing)
        routed = min(count - standing, here.routed)
        if here.owner == NEUTRAL:
            neutrals[unit] = neutrals.get(unit, 0) + standing + routed
        carry_units(table, stack, to, standing, routed)
    return neutrals


def note_arrivals(table: Runewars, stacks: Mapping[str, int], to: str) -> None:
    """Note in the turn the units that its order moved into an area. For `apply`."""
    moved = table.turn.moved
    for stack, count in stacks.items():
        there = f"{to}/{split_stack(stack)[1]}"
        moved[there] = moved.get(there, 0) + count


def areas_of_stacks(stacks: Mapping[str, int]) -> list[str]:
    """The areas that units come from."""
    return list(dict.fromkeys(split_stack(stack)[0] for stack in stacks))


# === Opponents in the area that units enter; then a battle or diplomacy is due (移动) ============

TO_COME = (BattleStarted, DiplomacyStarted)
"""The events that are due if units meet opponents."""
Met = Literal["nobody", "neutrals", "enemy"]


def whom_units_meet(table: Runewars, seat: str, area: str) -> Met:
    """The opponents of a seat's units in an area.

    Units or control of another seat make it an enemy's, even if it is empty.
    """
    here = table.land.get(area) or Area()
    if here.controller not in ("", seat) or any(faction != seat for faction in factions_in(here)):
        return "enemy"
    return "neutrals" if has_neutrals(here) and here.allied != seat else "nobody"


def handle_arrival(table: Runewars, seat: str, area: str, whom: Met) -> None:
    """Start or skip a contest after units came into an area. For `apply`.

    Control of the area does not change until a battle or diplomacy is over. Against neutral units, diplomacy is an
    alternative to the battle. If the order has already caused a battle, only diplomacy is possible.
    """
    if whom == "nobody":
        settle_down(table, seat, area)
        return
    table.area(area).contested = True
    talks = whom == "neutrals" and table.turn.fought and whose_turn(table)
    if not table.agenda.of(seat=seat, area=area):
        table.agenda.put(DiplomacyStarted if talks else BattleStarted, seat=seat, area=area)


def end_contest(table: Runewars, *areas: str) -> None:
    """End a contest whose opponents a card removed, and settle the areas. For `apply`."""
    for area in areas:
        waiting = table.agenda.of(*TO_COME, area=area)
        if waiting and not any(_has_opponent(table, str(due.fields.get("seat")), area) for due in waiting):
            table.agenda.drop(waiting.__contains__)
            table.area(area).contested = False


def _has_opponent(table: Runewars, seat: str, area: str) -> bool:
    """Whether units that entered an area have an opponent there to fight or to talk to."""
    here = table.area_at(area)
    holding = [*factions_in(here), here.home, here.taken, here.stronghold.owner if here.stronghold else ""]
    others = [other for other in holding if other not in ("", seat) and not table.seat(other).eliminated]
    return bool(own_units(table, area, seat)) and bool(others or unallied_units(table, area, seat))


# === Mobilize and Conquer: an area is activated, then units march into it (动员指令; 征战指令) ===

ALREADY_ACTIVATED = refusal(
    "already-activated", "{area} already holds your activation token.", rule=sections.ACTIVATION, areas=("map",)
)
NOT_ACTIVATED = refusal(
    "not-activated",
    "Units march into the area that the order activates: first put the token on {area}.",
    rule=sections.ACTIVATION,
    areas=("calendar", "map"),
)
COME_TO_BLOWS = refusal(
    "come-to-blows",
    "The battle or the talks in {area} have begun: no other unit marches there with this order.",
    rule=sections.MOVEMENT,
    areas=("calendar", "map"),
)
NOTHING_TO_OFFER = refusal(
    "nothing-to-offer",
    "This order already caused a battle, and no influence is left for diplomacy in {area}.",
    rule=sections.MOBILIZE,
    areas=("influence", "calendar"),
)
MOBILIZE, CONQUER = "mobilize", "conquer"


def without_token(table: Runewars, seat: str) -> list[str]:
    """All areas, first those without an activation token of a seat."""
    return sorted(table.areas_there(), key=lambda area: _has_token(table, area, seat))


def within_reach(table: Runewars, seat: str | None) -> Iterator[set[str]]:
    """The likely areas for an activation: without a token of a seat, and in reach of its units."""
    if seat:
        walk = walks_of_seat(table, seat, ON_FOOT, FAST, may_pay_portals(table, seat))
        paces = {(split_stack(stack)[0], walk(split_stack(stack)[1])) for stack in standing_in_stacks(table, seat)}
        ways = (areas_in_reach(table, start, pace) for start, pace in paces if not _has_token(table, start, seat))
        yield {area for found in ways for area, far in found.items() if far and not _has_token(table, area, seat)}


def _has_token(table: Runewars, area: str, seat: str) -> bool:
    return seat in (table.land.get(area) or Area()).activated


class AreaActivated(MarchEvent):
    """Activates an area.

    Mobilize activates a second one with its supremacy bonus. Tokens are unlimited: a coin will do.
    """

    help_text = "Mobilize or Conquer: put your activation token on the area your units will march into."
    sentence = "{seat} activated {area}"
    title = "Activate an area"
    tracked = ("map",)
    during = ("turns",)
    seat: Living
    area: Annotated[
        Line,
        Choice(
            "areas",
            without_token,
            free=True,
            given=("seat",),
            closed=Runewars.has_map,
            likely=within_reach,
            beside=("seat",),
        ),
    ]
    on_tap = {"areas": At("area", text("Activate"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, MOBILIZE, CONQUER):
            if table.turn.areas:
                yield Offer(text("Activate a second area (supremacy bonus)"), {"seat": seat})
            else:
                yield Offer(text("Activate an area"), {"seat": seat}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, MOBILIZE, CONQUER)
        yield from still_due(table)
        if table.turn.areas:
            yield from self._again(table)
        if _has_token(table, self.area, self.seat):
            yield ALREADY_ACTIVATED(area=table.called("areas", self.area))

    def _again(self, table: Runewars) -> Iterator[Refused]:
        """The refusals of activating a second or third area."""
        if len(table.turn.areas) > 1 or order_at_turn(table) == CONQUER:
            yield USED_BEFORE()
        else:
            yield from not_in_bonus(table, self.seat)

    def apply(self, table: Runewars) -> None:
        area, turn = table.area(self.area), table.turn
        if self.seat not in area.activated:
            area.activated = [*area.activated, self.seat]
        if turn.areas:
            take_bonus(table)
        turn.base, turn.allies, turn.areas = True, {}, [*turn.areas, self.area]


def units_to_choose_from(table: Runewars, seat: str, area: str) -> list[str]:
    """The units of a seat, without a check whether they can march.

    That check searches the map for each unit, so only offers make it.
    """
    return stacks_of(table, seat)


def who_may_come(table: Runewars, seat: str | None, area: str | None) -> Iterator[list[str]]:
    """The likely units for a march: those of a seat that can reach the area."""
    if seat and area:
        yield [stack for stack in stacks_of(table, seat) if not cannot_march(table, seat, stack, area)]


def cannot_march(table: Runewars, seat: str, stack: str, area: str) -> bool:
    """Whether units cannot march into an area."""
    return any(
        why_units_cannot_come(table, seat, {stack: 1}, area, walks_of_seat(table, seat, ON_FOOT, FAST, portals=False))
    )


def can_come(table: Runewars, seat: str, area: str) -> bool:
    """Whether any units of a seat can march into an area, through portals if necessary."""
    walk = walks_of_seat(table, seat, ON_FOOT, FAST, may_pay_portals(table, seat))
    return any(not any(why_units_cannot_come(table, seat, {stack: 1}, area, walk)) for stack in stacks_of(table, seat))


def units_likely(likely: Callable[[Runewars, str | None, str | None], Iterator[Collection[str]]]) -> Choice:
    """The choice of a seat's units, with likely ones for an area, and with the number available of each."""
    known = ("seat", "area")
    return Choice("stacks", units_to_choose_from, given=known, likely=likely, beside=known, most=standing_in_stacks)


Comer = Annotated[str, units_likely(who_may_come)]


def has_come(table: Runewars, area: str) -> bool:
    """Whether the current order moved units into an area."""
    return any(split_stack(stack)[0] == area for stack in table.turn.moved)


def who_marches(table: Runewars, area: str) -> Text:
    """The question which units march into an area; none is a valid answer."""
    return text("Who marches into {area}?", area=table.called("areas", area))


class UnitsMarched(MarchEvent):
    """Moves units into the activated area. If they meet opponents, a battle or diplomacy is due.

    Until that begins, more units may follow.
    """

    help_text = "Units march into the activated area from up to 2 areas away; fast ones from up to 3."
    sentence = "{seat} marched into {area}: {stacks}[ {portal|through a magic portal}]"
    title = "March into an area"
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: AreaId
    stacks: Annotated[Mapping[Comer, FewUnits], Field(min_length=1, max_length=MOST_STACKS)] = Field(title="units")
    portal: ThroughPortals = False
    on_tap = {"areas": At("area", text("Move units here"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, MOBILIZE, CONQUER):
            for area in table.turn.areas[-1:]:
                name, came = table.called("areas", area), has_come(table, area)
                if not can_come(table, seat, area):
                    continue
                if came or stayed(table):
                    more = text("More units march into {area}", area=name)
                    yield Offer(more if came else text("March into {area}", area=name), {"seat": seat, "area": area})
                else:
                    title, left = (
                        text("March into {area}", area=name),
                        text("No army has marched into {area}", area=name),
                    )
                    yield Offer(title, {"seat": seat, "area": area}, reminder=left, question=who_marches(table, area))

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, str]:
        seat, areas = whose_turn(table), table.turn.areas
        return {"seat": seat, "area": areas[-1]} if seat and areas else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, MOBILIZE, CONQUER)
        if self.area not in table.turn.areas[-1:]:
            yield NOT_ACTIVATED(area=table.called("areas", self.area))
        elif self.area in table.turn.met:
            yield COME_TO_BLOWS(area=table.called("areas", self.area))
        if self.portal:
            yield from too_little_influence(table, self.seat, PORTAL_PRICE)
        yield from why_units_cannot_come(
            table, self.seat, self.stacks, self.area, walks_of_seat(table, self.seat, ON_FOOT, FAST, self.portal)
        )
        yield from self._no_second_battle(table)

    def _no_second_battle(self, table: Runewars) -> Iterator[Refused]:
        """The refusals of a march that would lead to a second battle of the order (X39)."""
        whom = whom_units_meet(table, self.seat, self.area)
        if table.turn.fought and whom == "enemy":
            yield SECOND_BATTLE()
        have = table.seat(self.seat).influence
        if not table.turn.fought or whom != "neutrals":
            return
        if have is None:
            yield INFLUENCE_UNKNOWN(seat=table.called("seats", self.seat))
        elif have - PORTAL_PRICE * self.portal < 1:
            yield NOTHING_TO_OFFER(area=table.called("areas", self.area))

    def apply(self, table: Runewars) -> None:
        spend_influence(table, self.seat, PORTAL_PRICE * self.portal)
        whom = whom_units_meet(table, self.seat, self.area)
        note_arrivals(table, self.stacks, self.area)
        for unit, count in march_units(table, self.stacks, self.area).items():
            table.turn.allies[unit] = table.turn.allies.get(unit, 0) + count
        settle_down(table, self.seat, *areas_of_stacks(self.stacks))
        handle_arrival(table, self.seat, self.area, whom)


# === Strategize: units move to adjacent areas that are friendly or empty, without a token (筹备指令)

STRATEGIZE = "strategize"
NOT_WELCOME = refusal(
    "not-welcome",
    "Strategize can only enter friendly or empty areas, and {area} is neither.",
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
    """The refusals of moving units to an area by Strategize."""
    if is_enemy_or_neutral(table, to, seat):
        yield NOT_WELCOME(area=table.called("areas", to))
    yield from why_units_cannot_come(table, seat, stacks, to, walks_of_seat(table, seat, BESIDE, BESIDE, portal))
    for stack, count in stacks.items():
        standing = stack_at(table, stack).standing
        if standing - table.turn.moved.get(stack, 0) < count <= standing:
            yield MOVED_BEFORE(units=table.called("stacks", stack))


def ways_to_move(table: Runewars, seat: str) -> Iterator[tuple[str, str]]:
    """The units that Strategize can move, each with its areas; without a map, any area may be adjacent."""
    portal = may_pay_portals(table, seat)
    walk = walks_of_seat(table, seat, BESIDE, BESIDE, portal)
    for stack in stacks_of(table, seat):
        start, unit = split_stack(stack)
        near = areas_one_step_away(table, start, walk(unit)) if table.has_map() else [""]
        yield from ((stack, to) for to in near if not any(why_units_stay(table, seat, {stack: 1}, to, portal=portal)))


def where_to_move(table: Runewars, seat: str | None) -> Iterator[set[str]]:
    """The likely areas for Strategize: those that units of a seat can move to."""
    if seat:
        yield {to for _, to in ways_to_move(table, seat)}


def who_may_move(table: Runewars, seat: str | None, area: str | None) -> Iterator[set[str]]:
    """The likely units for Strategize: those of a seat that can move to the area, or to any area."""
    if seat:
        yield {stack for stack, to in ways_to_move(table, seat) if area in (None, to)}


Mover = Annotated[str, units_likely(who_may_move)]


class UnitsStrategized(MarchEvent):
    """Moves units by Strategize. Separate events move heroes."""

    help_text = "Strategize: move units into one area from adjacent ones. For more areas, record it again."
    sentence = "{seat} moved to {area}: {stacks}[ {portal|through a magic portal}]"
    title = "Move units (Strategize)"
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: Annotated[
        Line,
        Choice(
            "areas",
            Runewars.areas_there,
            free=True,
            closed=Runewars.has_map,
            likely=where_to_move,
            beside=("seat",),
        ),
    ] = Field(title="where to")
    stacks: Annotated[Mapping[Mover, FewUnits], Field(min_length=1, max_length=MOST_STACKS)] = Field(title="units")
    portal: ThroughPortals = False
    on_tap = {"areas": At("area", text("Move units here"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        first = not table.turn.base
        left = text("Units may move to adjacent areas") if first else None
        for seat in seat_resolving(table, STRATEGIZE):
            if any(ways_to_move(table, seat)):
                yield Offer(text("Move units"), {"seat": seat}, reminder=left, question=WHO_MOVES if first else None)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, STRATEGIZE)
        if self.portal:
            yield from too_little_influence(table, self.seat, PORTAL_PRICE)
        yield from why_units_stay(table, self.seat, self.stacks, self.area, portal=self.portal)

    def apply(self, table: Runewars) -> None:
        spend_influence(table, self.seat, PORTAL_PRICE * self.portal)
        table.turn.base = True
        note_arrivals(table, self.stacks, self.area)
        march_units(table, self.stacks, self.area)
        settle_down(table, self.seat, *areas_of_stacks(self.stacks), self.area)


# === An order may move no unit and no hero ===========================

SOMEBODY_MOVED = refusal(
    "somebody-moved", "{seat} has already moved figures with this order.", rule=sections.MOVEMENT, areas=("calendar",)
)


def staying_in(table: Runewars) -> str:
    """The key of the used option to move no figure, one for each area that the order activates."""
    return " ".join(("stays", *table.turn.areas[-1:]))


def stayed(table: Runewars) -> bool:
    """Whether the player chose that no figure moves into the last activated area of the current order."""
    return staying_in(table) in table.turn.used


class NobodyMoved(MarchEvent):
    """The order moves no figure. Units and heroes may still move afterwards; the prompt no longer waits for them."""

    title = "Move no figure"
    help_text = "Strategize, Mobilize and Conquer move any number of figures. This time none moves."
    sentence = "{seat} moved no figure[ into {area}]"
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: Annotated[AreaId | None, Settled()] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, STRATEGIZE):
            if not table.turn.base and any(ways_to_move(table, seat)):
                yield Offer(text("No figure moves"), {"seat": seat}, question=WHO_MOVES)
        for seat in seat_resolving(table, MOBILIZE, CONQUER):
            for area in table.turn.areas[-1:]:
                if not stayed(table) and can_come(table, seat, area):
                    yield Offer(text("No unit marches"), {"seat": seat}, question=who_marches(table, area))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, STRATEGIZE, MOBILIZE, CONQUER)
        if what := base_left(table, self.seat):
            order = table.called("orders", order_at_turn(table))
            yield BASE_LEFT(seat=table.called("seats", self.seat), order=order, what=what)
        if has_come(table, table.turn.areas[-1]) if table.turn.areas else table.turn.base:
            yield SOMEBODY_MOVED(seat=table.called("seats", self.seat))
        yield from used_before(table, staying_in(table))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(area=next(iter(table.turn.areas[-1:]), None))

    def apply(self, table: Runewars) -> None:
        table.turn.base = True
        table.turn.used = [*table.turn.used, staying_in(table)]
