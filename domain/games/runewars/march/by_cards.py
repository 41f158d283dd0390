"""Effects of cards and texts on units: placed, destroyed, routed, stood up, returned (游戏配件制约)."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Occasion, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import ally_neutrals, factions_in
from domain.games.runewars.base import (
    AreaId,
    Living,
    Owner,
    RunewarsEvent,
    UnitId,
    at_war,
    not_controlled,
    seats_at_turn,
    whose_turn,
)
from domain.games.runewars.march.marches import (
    ALREADY_THERE,
    MOST_STACKS,
    FewUnits,
    areas_of_stacks,
    end_contest,
    handle_arrival,
    march_units,
    who_may_come,
    whom_units_meet,
)
from domain.games.runewars.realm.building import RECRUIT, units_in_box
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars, split_stack
from domain.games.runewars.units import (
    NOT_SO_MANY,
    UnitHere,
    known_owner,
    left_in_box,
    nobody_is_routed,
    none_left,
    not_so_many,
    owner_of,
    put_units,
    remove_units,
    routed_first,
    settle_down,
    stack_at,
    stacks_of,
    too_many,
    units_here,
    units_of_faction,
)
from domain.games.runewars.war.battles import came_along
from domain.games.runewars.year.orders import seat_resolving

NOBODY_IN_SPRING = refusal(
    "nobody-in-spring", "As this table rules, no figure is routed in spring.", rule=sections.ROUTED, areas=("units",)
)
NOT_AT_WILL = refusal(
    "not-at-will",
    "You can only remove your own units to use them again when the box is empty, or when a limit or a card forces it.",
    rule=sections.COMPONENT_LIMITS,
    areas=("units",),
)

UnitsHere = Annotated[Mapping[UnitHere, FewUnits], Field(min_length=1, max_length=30)]


def has_units(table: Runewars, area: str) -> bool:
    """Whether cards may affect units of an area."""
    return at_war(table, area) and bool(table.area_at(area).stacks)


def has_routed(table: Runewars, area: str) -> bool:
    """Whether an area has routed units."""
    return at_war(table, area) and any(stack.routed for stack in table.area_at(area).stacks.values())


class UnitEvent(RunewarsEvent):
    heading = "Units"
    tracked = ("units",)


def units_there(table: Runewars, area: str) -> Iterable[str]:
    """All types of units: a card may place units of any seat."""
    return table.ids("units")


def placed_first(table: Runewars, area: str | None) -> Iterator[Container[str]]:
    """The units that are likely to be placed in an area.

    These are the types in it, and those of its controller, or else of the seat at turn.
    """
    if area:
        owner = (table.land.get(area) or Area()).controller or whose_turn(table) or NEUTRAL
        yield {*units_here(table, area), *units_of_faction(table, owner)}


FACTION_UNKNOWN = never(
    "faction-unknown", "The faction of {unit} is unknown: type it in first.", rule=sections.COMPONENT_LIMITS
)


class UnitsPlaced(UnitEvent):
    title = "Place units"
    help_text = "A card or ability puts units from the box into an area."
    sentence = "{units} placed in {area}[ ({why})]"
    area: AreaId
    units: Annotated[
        Mapping[
            Annotated[str, Choice("units", units_there, given=("area",), likely=placed_first, beside=("area",))],
            FewUnits,
        ],
        Field(min_length=1, max_length=30),
    ]
    why: Occasion = ""
    owners: Annotated[Mapping[UnitId, Owner], Settled()] = Field(default_factory=dict)
    on_tap = {"areas": At("area", text("Place units"), where=at_war)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table, self.units)
        for unit in self.units:
            if not known_owner(table, table.area_at(self.area), unit):
                yield FACTION_UNKNOWN(unit=table.called("units", unit))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        here = table.area_at(self.area)
        return self.copy_with(owners={unit: known_owner(table, here, unit) for unit in self.units})

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        ally_neutrals(area)
        for unit, count in self.units.items():
            put_units(area, unit, self.owners.get(unit, NEUTRAL), count)
        settle_down(table, whose_turn(table), self.area)


def stacks_there(table: Runewars, *_: str) -> Iterable[str]:
    """All units of one type in one area, since a card may move units of any seat."""
    return table.ids("stacks")


def sizes_there(table: Runewars, *_: str) -> dict[str, int]:
    """The number of units in each stack, standing and routed."""
    return {stack: stack_at(table, stack).size for stack in table.ids("stacks")}


def moved_first(table: Runewars, seat: str | None, area: str | None) -> Iterator[Container[str]]:
    """The units that are likely to be moved: those of the seat, of these the ones that could march there."""
    if seat:
        yield stacks_of(table, seat)
    yield from who_may_come(table, seat, area)


Moved = Annotated[
    str,
    Choice(
        "stacks", stacks_there, given=("seat", "area"), likely=moved_first, beside=("seat", "area"), most=sizes_there
    ),
]


class UnitsMoved(UnitEvent):
    """Moves units as a card says. Opponents that they meet in their own turn are fought or talked to."""

    help_text = "A card or ability moves units, standing ones first."
    sentence = "{seat} moved to {area}: {stacks}[ ({why})]"
    title = "Move units by a card"
    layout = Layout(assumed=("seat",))
    seat: Living
    area: AreaId = Field(title="where to")
    stacks: Annotated[Mapping[Moved, FewUnits], Field(min_length=1, max_length=MOST_STACKS)] = Field(title="units")
    why: Occasion = ""

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, str]:
        seat = whose_turn(table)
        return {"seat": seat} if seat else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        for stack, count in self.stacks.items():
            here, (start, unit) = stack_at(table, stack), split_stack(stack)
            if count > here.size:
                names = {"area": table.called("areas", start), "units": table.called("units", unit)}
                yield NOT_SO_MANY(**names, standing=here.standing, routed=here.routed)
            if start == self.area:
                yield ALREADY_THERE(units=table.called("stacks", stack))

    def apply(self, table: Runewars) -> None:
        own = stacks_of(table, self.seat)
        comes = whose_turn(table) == self.seat and any(stack in own for stack in self.stacks)
        whom = whom_units_meet(table, self.seat, self.area) if comes else "nobody"
        if whom == "nobody":
            ally_neutrals(table.area(self.area))
        march_units(table, self.stacks, self.area)
        end_contest(table, *areas_of_stacks(self.stacks))
        settle_down(table, self.seat, *areas_of_stacks(self.stacks))
        handle_arrival(table, self.seat, self.area, whom)


class LossEvent(UnitEvent):
    """The base of events that return units of an area to the box; by default, routed units go first."""

    area: AreaId
    units: UnitsHere
    routed: Annotated[Mapping[UnitHere, FewUnits], Field(max_length=30)] | None = Field(
        default=None, title="of these, routed"
    )

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_so_many(table, self.area, self.units, self._lying(table))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(routed=self._lying(table))

    def _lying(self, table: Runewars) -> Mapping[str, int]:
        return routed_first(table, self.area, self.units) if self.routed is None else self.routed

    def apply(self, table: Runewars) -> None:
        remove_units(table, self.area, self.units, self.routed or {})
        end_contest(table, self.area)
        settle_down(table, whose_turn(table), self.area)


def _too_full(table: Runewars, area: str) -> bool:
    """Whether a limit forces the destruction of units in an area, even while it is contested."""
    here, along = table.land.get(area) or Area(), sum(came_along(table, area).values())
    return any(too_many(here, faction, along) for faction in factions_in(here))


class UnitsDestroyed(LossEvent):
    title = "Destroy units"
    help_text = "A card or a special ability destroys units."
    sentence = "{units} destroyed in {area}[ (routed: {routed})][ ({why})]"
    layout = Layout(usual=("why",))
    why: Occasion = ""
    on_tap = {"areas": At("area", text("Destroy units"), where=has_units)}

    @classmethod
    def offers_to_talk(cls, table: Runewars) -> Iterator[Offer]:
        """The destruction of units in order to talk: more than eight units can only fight neutral units (G-32)."""
        for seat in seats_at_turn(table):
            for area in table.turn.areas[-1:]:
                here = table.area_at(area)
                over = too_many(here, seat, sum(came_along(table, area).values())) if here.contested else 0
                can_pay = table.seat(seat).influence != 0 or not table.tracks("influence")
                if over and can_pay and whom_units_meet(table, seat, area) == "neutrals":
                    words = text("Destroy {count|unit|units} to talk: more than eight only fight", count=over)
                    yield Offer(words, {"area": area}, required=table.turn.fought)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not self.why and not _too_full(table, self.area):
            yield NOT_AT_WILL()


class UnitsTakenBack(LossEvent):
    """Takes back own units of which the box is empty, in order to place them elsewhere at once."""

    title = "Take units back"
    help_text = "The box has none of these units left: take back some of yours to place them again."
    sentence = "{seat} took back {units} from {area}[ (routed: {routed})]"
    seat: Living

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer while recruits wait to be placed and the box has none of them."""
        units = tuple(table.called("units", unit) for unit in table.turn.recruits)
        for seat in seat_resolving(table, RECRUIT) if units and not units_in_box(table, table.turn.recruits) else ():
            title = text("None left in the box: take back {units} to place them again", units=units)
            yield Offer(title, {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_controlled(table, self.seat, self.area)
        if any(left_in_box(table, unit) != 0 or owner_of(table, unit) != self.seat for unit in self.units):
            yield NOT_AT_WILL()


class UnitsRouted(UnitEvent):
    title = "Rout units"
    help_text = "A card or ability routs standing units. They stand up in spring."
    sentence = "{units} routed in {area}[ ({why})]"
    area: AreaId
    units: UnitsHere
    why: Occasion = ""
    on_tap = {"areas": At("area", text("Rout units"), where=has_units)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_so_many(table, self.area, self.units, {})
        if nobody_is_routed(table):
            yield NOBODY_IN_SPRING()

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        for unit, stack in area.stacks.items():
            some = min(self.units.get(unit, 0), stack.standing)
            stack.standing, stack.routed = stack.standing - some, stack.routed + some


class UnitsStood(UnitEvent):
    title = "Stand units up"
    help_text = "Routed units stand up before spring, because of a card or ability."
    sentence = "{units} stood up in {area}[ ({why})]"
    area: AreaId
    units: UnitsHere
    why: Occasion = ""
    on_tap = {"areas": At("area", text("Units stand up"), where=has_routed)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_so_many(table, self.area, self.units, self.units)

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        for unit, stack in area.stacks.items():
            some = min(self.units.get(unit, 0), stack.routed)
            stack.standing, stack.routed = stack.standing + some, stack.routed - some
