"""Building: strongholds and developments, and units recruited at them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Occasion, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import held_by, strongholds_of, update_control
from domain.games.runewars.base import AreaId, Living, RunewarsEvent, Some, not_at_turn, not_controlled
from domain.games.runewars.realm.dials import (
    CALLED_FOR,
    DEVELOP,
    HARVEST,
    ORE,
    PAID,
    WOOD,
    DialId,
    below_zero,
    developments_of,
    developments_that_pay,
    dial_of,
    harvest_first,
    is_dial_unknown,
    not_by_bonus,
    not_by_order,
    not_called_for,
    recruits_of,
    turn_dial,
    use_bonus,
    use_order_option,
    used_up,
)
from domain.games.runewars.state.kinds import FactionSheet, Resource
from domain.games.runewars.state.table import (
    DEVELOPMENTS,
    RESOURCES,
    STRONGHOLDS,
    Area,
    Development,
    Runewars,
    Stronghold,
)
from domain.games.runewars.units import left_in_box, put_units, settle_down, units_of_faction
from domain.games.runewars.year.orders import order_at_turn, seat_resolving

# === Strongholds and developments: built, repaired and removed (建造要塞; 设施) ==================

BUILT_ON = refusal(
    "built-on", "There is already a stronghold or a city in {area}.", rule=sections.STRONGHOLDS, areas=("map",)
)
NO_OWN_STRONGHOLD = refusal(
    "no-own-stronghold", "{area} has no stronghold of {seat}.", rule=sections.STRONGHOLDS, areas=("map",)
)
DEVELOPED = never("developed", "{area} already has a development.", rule=sections.DEVELOPMENTS, areas=("map",))
NOT_DESTROYED = never(
    "not-destroyed", "The stronghold is not destroyed: nothing to repair.", rule=sections.FORTIFY, areas=("map",)
)
NOT_YIELDED = refusal(
    "not-yielded", "{area} does not provide {resource}.", rule=sections.DEVELOPMENTS, areas=("map", "dials")
)
WHICH_RESOURCE = never("which-resource", "Say which resource it is for.", rule=sections.DEVELOPMENTS, asks=True)
NONE_IN_SUPPLY = never(
    "none-in-supply",
    "All {count} of them are on the map. First remove one from another area.",
    rule=sections.COMPONENT_LIMITS,
    areas=("map",),
)
NOT_RUN_OUT = refusal(
    "not-run-out",
    "Units can only be taken back from the map when the supply is empty ({left} left).",
    rule=sections.COMPONENT_LIMITS,
    areas=("map",),
)
PAY_FIRST = refusal(
    "pay-first",
    "{seat} collects from developments first, then builds a new one.",
    rule=sections.HARVEST,
    areas=("calendar",),
)
FORTIFY, BUILD, REPAIR = "fortify", "build", "repair"


def strongholds_left(table: Runewars, seat: str) -> int:
    return max(0, STRONGHOLDS - len(strongholds_of(table, seat)))


def developments_left(table: Runewars, seat: str) -> int:
    return max(0, DEVELOPMENTS - len(developments_of(table, seat)))


def building_sites(table: Runewars, seat: str) -> list[str]:
    """The areas where a seat may build a stronghold."""
    return [id_ for id_ in held_by(table, seat) if not _is_built_on(table.land[id_])]


def _is_built_on(area: Area) -> bool:
    return bool(area.stronghold or area.city)


def to_develop(table: Runewars, seat: str) -> list[str]:
    """The areas where a seat may place a development."""
    return [id_ for id_ in strongholds_of(table, seat) if not table.land[id_].development]


def areas_with_ruins(table: Runewars, seat: str) -> list[str]:
    """The areas with a destroyed stronghold of a seat."""
    strongholds = ((id_, table.land[id_].stronghold) for id_ in strongholds_of(table, seat))
    return [id_ for id_, stronghold in strongholds if stronghold and not stronghold.intact]


def the_only(field: str, places: Sequence[str]) -> Mapping[str, str]:
    """The value of a field with only one possible value."""
    return {field: places[0]} if len(places) == 1 else {}


def kinds_of_development(table: Runewars, seat: str) -> Iterable[str]:
    """The developments of a faction: the common ones, and its own defence."""
    own = FactionSheet.of(table, seat).defense
    defenses = {FactionSheet.of(table, faction).defense for faction in table.ids("factions")}
    return [kind for kind in table.ids("developments") if kind == own or kind not in defenses]


def price_of_building(table: Runewars, seat: str, resource: str) -> int:
    """The cost of a building on a dial; 0 if dials are not tracked."""
    return min(1, dial_of(table, seat, resource) or 0) if table.tracks("dials") else 0


class BuildingEvent(RunewarsEvent):
    heading = "Building"
    tracked = ("map",)
    seat: Living
    area: AreaId


class DevelopmentBuilt(BuildingEvent):
    title = "Build a development"
    help_text = "Supremacy bonus of Harvest: add a development to one of your strongholds, for 1 wood."
    sentence = "{seat} built {development} in {area}[: {resource}][, for {wood} wood][ ({source})]"
    log = LogRole(memorable=True)
    during = CALLED_FOR
    area: Annotated[Line, Choice("areas", to_develop, free=True, given=("seat",))]
    development: Annotated[str, Choice("developments", kinds_of_development, given=("seat",))]
    resource: Annotated[Resource, Choice("resources")] | None = None
    wood: Annotated[Count, Settled(), WOOD] = 0
    source: Occasion = ""
    on_tap = {"areas": At("area", text("Build a development"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, HARVEST):
            if places := to_develop(table, seat):
                fields = {"seat": seat, **the_only("area", places)}
                yield Offer(text("Build a development"), fields, reminder=text("a development"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from _not_developing(table, self.seat)
        if not developments_left(table, self.seat):  # X05
            yield NONE_IN_SUPPLY(count=DEVELOPMENTS)
        yield from not_controlled(table, self.seat, self.area)
        yield from _no_room(table, self.seat, self.area)
        if self.development == "resource":
            yield from _does_not_yield(table, self.area, self.resource)
        yield from not_called_for(table, HARVEST, self.source, by_text=False)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        resource = self.resource if self.development == "resource" else None
        return self.copy_with(wood=price_of_building(table, self.seat, "wood"), resource=resource)

    def apply(self, table: Runewars) -> None:
        turn_dial(table, self.seat, "wood", -self.wood)
        built = Development(owner=self.seat, kind=self.development, resource=self.resource)
        table.area(self.area).development = built
        use_bonus(table, HARVEST, DEVELOP)


def _not_developing(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of building a development now, in any area."""
    yield from not_by_bonus(table, seat, HARVEST)
    yield from harvest_first(table)
    yield from used_up(table, HARVEST, DEVELOP)
    yield from _pay_first(table, seat)
    yield from below_zero(table, seat, "wood", 1)


def _pay_first(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusal of building before the bonus of Harvest has paid for existing developments."""
    if order_at_turn(table) == HARVEST and PAID not in table.turn.used and developments_that_pay(table, seat):
        yield PAY_FIRST(seat=table.called("seats", seat))


def no_stronghold(table: Runewars, seat: str, area: str) -> Refused:
    return NO_OWN_STRONGHOLD(area=table.called("areas", area), seat=table.called("seats", seat))


def _no_room(table: Runewars, seat: str, area: str) -> Iterator[Refused]:
    """The refusals of a development: it needs an own stronghold in the area, and no other development (X62)."""
    if area not in strongholds_of(table, seat):
        yield no_stronghold(table, seat, area)
    if area in table.land and table.land[area].development:
        yield DEVELOPED(area=table.called("areas", area))


def _does_not_yield(table: Runewars, area: str, resource: Resource | None) -> Iterator[Refused]:
    """The refusal of a resource that the area does not yield, if its yield is known (X65)."""
    here = table.land.get(area) or Area()
    yields = {"food": here.food, "wood": here.wood, "ore": here.ore}
    if resource is None:
        yield WHICH_RESOURCE()
    elif any(yields.values()) and not yields[resource]:
        yield NOT_YIELDED(area=table.called("areas", area), resource=table.called("resources", resource))


class StrongholdBuilt(BuildingEvent):
    title = "Build a stronghold"
    help_text = "Fortify: build a stronghold in an area you control, for 1 wood and 1 ore."
    sentence = "{seat} built a stronghold in {area}[, for {wood} wood][, for {ore} ore][ ({source})]"
    log = LogRole(memorable=True)
    during = CALLED_FOR
    area: Annotated[Line, Choice("areas", building_sites, free=True, given=("seat",))]
    wood: Annotated[Count, Settled(), WOOD] = 0
    ore: Annotated[Count, Settled(), ORE] = 0
    source: Occasion = ""
    on_tap = {"areas": At("area", text("Build a stronghold"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, FORTIFY):
            if places := building_sites(table, seat):
                fields = {"seat": seat, **the_only("area", places)}
                yield Offer(text("Build a stronghold"), fields, reminder=text("a stronghold"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from _not_founding(table, self.seat)
        if not strongholds_left(table, self.seat):
            yield NONE_IN_SUPPLY(count=STRONGHOLDS)
        yield from not_controlled(table, self.seat, self.area)
        if self.area in table.land and _is_built_on(table.land[self.area]):
            yield BUILT_ON(area=table.called("areas", self.area))
        yield from not_called_for(table, FORTIFY, self.source, by_text=False)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(
            wood=price_of_building(table, self.seat, "wood"), ore=price_of_building(table, self.seat, "ore")
        )

    def apply(self, table: Runewars) -> None:
        turn_dial(table, self.seat, "wood", -self.wood)
        turn_dial(table, self.seat, "ore", -self.ore)
        table.area(self.area).stronghold = Stronghold(owner=self.seat)
        use_order_option(table, FORTIFY, BUILD)
        update_control(table, self.area)


def _not_founding(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of building a stronghold now, in any area."""
    yield from not_by_order(table, seat, FORTIFY)
    yield from used_up(table, FORTIFY, BUILD)
    yield from below_zero(table, seat, "wood", 1)
    yield from below_zero(table, seat, "ore", 1)


class StrongholdRepaired(BuildingEvent):
    title = "Repair a stronghold"
    help_text = "Fortify: repair one of your destroyed strongholds for 1 ore."
    sentence = "{seat} repaired the stronghold in {area}[, for {ore} ore][ ({source})]"
    during = CALLED_FOR
    area: Annotated[Line, Choice("areas", areas_with_ruins, free=True, given=("seat",))]
    ore: Annotated[Count, Settled(), ORE] = 0
    source: Occasion = ""
    on_tap = {"areas": At("area", text("Repair the stronghold"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seat_resolving(table, FORTIFY):
            if places := areas_with_ruins(table, seat):
                fields = {"seat": seat, **the_only("area", places)}
                yield Offer(text("Repair a stronghold"), fields, reminder=text("a repair"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, FORTIFY)
        yield from used_up(table, FORTIFY, REPAIR)
        yield from below_zero(table, self.seat, "ore", 1)
        if self.area not in strongholds_of(table, self.seat):
            yield no_stronghold(table, self.seat, self.area)
        elif self.area not in areas_with_ruins(table, self.seat):
            yield NOT_DESTROYED()
        yield from not_called_for(table, FORTIFY, self.source, by_text=False)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(ore=price_of_building(table, self.seat, "ore"))

    def apply(self, table: Runewars) -> None:
        turn_dial(table, self.seat, "ore", -self.ore)
        if stronghold := table.area(self.area).stronghold:
            stronghold.intact = True
        use_order_option(table, FORTIFY, REPAIR)


class StrongholdTakenAway(BuildingEvent):
    title = "Take a stronghold away"
    help_text = "A stronghold and its development leave the map, because of a card or to be built somewhere else."
    sentence = "The stronghold of {seat} in {area} was removed[ ({source})]"
    area: Annotated[str, Choice("areas", strongholds_of, given=("seat",))]
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers to remove a stronghold, so that it can be built elsewhere at once."""
        for seat in seat_resolving(table, FORTIFY):
            if building_sites(table, seat) and not table.held(_not_founding(table, seat)):
                yield Offer(text("Take a stronghold away, to build it elsewhere"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if left := strongholds_left(table, self.seat):
            yield NOT_RUN_OUT(left=left)

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        area.stronghold = area.development = None
        update_control(table, self.area)


def developed_by(table: Runewars, seat: str) -> list[str]:
    """The areas with a development of a seat."""
    areas = ((id_, area.development) for id_, area in table.land.items())
    return [id_ for id_, development in areas if development and development.owner == seat]


class DevelopmentTakenAway(BuildingEvent):
    title = "Take a development away"
    help_text = "A development leaves the map, because a card says so or to be built somewhere else."
    sentence = "The development of {seat} in {area} was removed[ ({source})]"
    area: Annotated[str, Choice("areas", developed_by, given=("seat",))]
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers to remove a development, so that it can be built elsewhere at once."""
        for seat in seat_resolving(table, HARVEST):
            if to_develop(table, seat) and not table.held(_not_developing(table, seat)):
                yield Offer(text("Take a development away, to build another one"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if left := developments_left(table, self.seat):
            yield NOT_RUN_OUT(left=left)

    def apply(self, table: Runewars) -> None:
        table.area(self.area).development = None


# === Recruit: the units at and below the pointer of a dial, placed at own strongholds (征召指令)

RECRUIT = "recruit"
MOST_DIALS = 2
"""The most dials of a Recruit order: one by the order itself, a second one by its bonus."""
NOWHERE_TO_RECRUIT = refusal(
    "nowhere-to-recruit",
    "{seat} has no stronghold: the recruited units would be lost.",
    rule=sections.RECRUIT,
    areas=("map",),
)
NOT_RECRUITED = refusal("not-recruited", "There are {have} {unit} left to place, not {count}.", rule=sections.RECRUIT)
RECRUITS_UNKNOWN = never(
    "recruits-unknown",
    "The units of the dial of {resource} are unknown: say which it gives.",
    rule=sections.RECRUIT,
    areas=("units",),
    asks=True,
)
NONE_LEFT_TO_PLACE = never("none-left-to-place", "No {unit} is left to place.", rule=sections.RECRUIT)
BOX_EMPTY = never(
    "box-empty",
    "{left} {unit} left in the box: take one of yours off the map, or do without.",
    rule=sections.COMPONENT_LIMITS,
    areas=("units",),
)


def why_not_waiting(table: Runewars, unit: str) -> Refused | None:
    """The refusal of a unit that is not among the recruits to place."""
    return NONE_LEFT_TO_PLACE(unit=table.called("units", unit)) if unit in table.ids("units") else None


def dials_used(table: Runewars) -> list[str]:
    """The dials that recruited this turn."""
    return [resource for resource in RESOURCES if resource in table.turn.used]


def units_in_box(table: Runewars, units: Mapping[str, int]) -> dict[str, int]:
    """The units, reduced to the numbers in the box."""
    left = {unit: left_in_box(table, unit) for unit in units}
    fit = {unit: count if (rest := left[unit]) is None else min(count, rest) for unit, count in units.items()}
    return {unit: count for unit, count in fit.items() if count}


class RecruitEvent(RunewarsEvent):
    heading = "Recruiting"
    tracked = ("units", "map")


class UnitsRecruited(RecruitEvent):
    """Recruits with a dial. With only one stronghold, all units go there at once, as far as there are figures."""

    title = "Recruit units"
    help_text = "You get every unit at or below the dial's pointer. The supremacy bonus adds a second dial."
    sentence = "{seat} recruited with {resource}: {units}[ ({source})]"
    during = CALLED_FOR
    layout = Layout(no_choice=("units",))
    seat: Living
    resource: DialId
    units: Mapping[Annotated[str, Choice("units", units_of_faction, given=("seat",))], Some] = Field(
        default_factory=dict, title="units, if different"
    )
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The dials that have not recruited this turn, most units first, once all recruits are placed."""
        used = dials_used(table)
        for seat in seat_resolving(table, RECRUIT) if not units_in_box(table, table.turn.recruits) else ():
            gives = {resource: recruits_of(table, seat, resource) for resource in RESOURCES if resource not in used}
            left = text("recruiting with a second dial") if used else text("recruiting")
            which = text("Recruit with which dial?")
            for number, resource in enumerate(sorted(gives, key=lambda resource: -sum(gives[resource].values()))):
                title, fields = _recruit_with(table, resource, gives[resource]), {"seat": seat, "resource": resource}
                must, opens = not number and not used, not any(gives.values())
                needs = ("units",) if is_dial_unknown(table, seat, resource) else ()
                yield Offer(title, fields, must, None if number else left, opens, needs, question=which)

    def check(self, table: Runewars) -> Iterator[Refused]:
        before = dials_used(table) if order_at_turn(table) == RECRUIT else []
        yield from (not_by_bonus if before else not_by_order)(table, self.seat, RECRUIT)
        yield from used_up(table, RECRUIT, self.resource if len(before) < MOST_DIALS else before[0])
        if not strongholds_of(table, self.seat):
            yield NOWHERE_TO_RECRUIT(seat=table.called("seats", self.seat))
        if not self.units and is_dial_unknown(table, self.seat, self.resource):
            yield RECRUITS_UNKNOWN(resource=table.called("resources", self.resource))
        yield from not_called_for(table, RECRUIT, self.source)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(units=self.units or recruits_of(table, self.seat, self.resource))

    def apply(self, table: Runewars) -> None:
        (use_bonus if dials_used(table) else use_order_option)(table, RECRUIT, self.resource)
        waiting = table.turn.recruits
        table.turn.recruits = {
            unit: count
            for unit in dict.fromkeys((*waiting, *self.units))
            if (count := waiting.get(unit, 0) + self.units.get(unit, 0))
        }

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        places, units = strongholds_of(table, self.seat), units_in_box(table, table.turn.recruits)
        if len(places) == 1 and units:
            yield RecruitsPlaced(seat=self.seat, area=places[0], units=units)


def _recruit_with(table: Runewars, resource: str, units: Mapping[str, int]) -> Text:
    given = (text("{count} {unit}", count=count, unit=table.called("units", id_)) for id_, count in units.items())
    return text("Recruit with {resource}[: {units}]", resource=table.called("resources", resource), units=tuple(given))


class RecruitsPlaced(RecruitEvent):
    title = "Place recruits"
    help_text = "Put the recruited units into areas with your strongholds, split as you like."
    sentence = "{seat} placed recruits in {area}: {units}"
    seat: Living
    area: Annotated[Line, Choice("areas", strongholds_of, free=True, given=("seat",))]
    units: Mapping[
        Annotated[str, Choice("units", lambda table: table.turn.recruits, why_not=why_not_waiting)],
        Some,
    ]
    on_tap = {"areas": At("area", text("Place recruits"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers to place all recruits in one stronghold, or to divide them; those of a season card are divided."""
        units, left = units_in_box(table, table.turn.recruits), text("the recruits")
        if units and table.step == "text":
            yield Offer(text("Place the recruits"), required=True, reminder=left)
        for seat in seat_resolving(table, RECRUIT) if units else ():
            places, where = strongholds_of(table, seat), text("Where do the recruits go?")
            for number, area in enumerate(places):
                title, fields = text("All to {area}", area=table.called("areas", area)), {"area": area, "units": units}
                known = {"seat": seat, **fields}
                yield Offer(title, known, required=not number, reminder=None if number else left, question=where)
            if len(places) > 1:
                yield Offer(text("Divide the recruits"), {"seat": seat}, question=where)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if self.area not in strongholds_of(table, self.seat):
            yield no_stronghold(table, self.seat, self.area)
        for unit, count in self.units.items():
            yield from _not_to_place(table, self.seat, unit, count)

    def apply(self, table: Runewars) -> None:
        area, waiting = table.area(self.area), table.turn.recruits
        for unit, count in self.units.items():
            put_units(area, unit, self.seat, count)
        left = {unit: count - self.units.get(unit, 0) for unit, count in waiting.items()}
        table.turn.recruits = {unit: count for unit, count in left.items() if count > 0}
        settle_down(table, self.seat, self.area)


def _not_to_place(table: Runewars, seat: str, unit: str, count: int) -> Iterator[Refused]:
    """The refusals of placing more units than were recruited, or than there are figures (X05)."""
    name, left = table.called("units", unit), left_in_box(table, unit)
    have = table.turn.recruits.get(unit, 0) if unit in units_of_faction(table, seat) else 0
    if count > have:
        yield NOT_RECRUITED(unit=name, have=have, count=count)
    if left is not None and count > left:
        yield BOX_EMPTY(unit=name, left=left)
