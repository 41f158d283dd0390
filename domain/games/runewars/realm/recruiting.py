"""Recruit: the units at and below the pointer of a dial, placed at one's own strongholds (征召指令)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import Living, RunewarsEvent, Some, not_at_turn
from domain.games.runewars.excess import settle_down
from domain.games.runewars.figures import left_in_box, owner_of, put
from domain.games.runewars.holding import strongholds_of
from domain.games.runewars.realm.acting import CALLED_FOR, not_by_bonus, not_by_order, use, use_bonus, used_up
from domain.games.runewars.realm.building import no_stronghold
from domain.games.runewars.realm.dials import DialId, recruits_of
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.games.runewars.year.turns import order_at_turn, resolving
from domain.language.chance import Chance
from domain.language.event import At, Choice, Event, Line, Occasion, Offer
from domain.language.refusal import Refused, never, refusal
from domain.language.text import Text, text

RECRUIT = "recruit"
MOST_DIALS = 2
"""One by the order itself, a second one by its bonus."""
NOWHERE_TO_RECRUIT = refusal(
    "nowhere-to-recruit",
    "{seat} has no stronghold: the recruited units would be lost.",
    rule=sections.RECRUIT,
    areas=("map",),
)
NOT_RECRUITED = refusal("not-recruited", "{have} of {unit} are left to place, not {count}.", rule=sections.RECRUIT)
NONE_LEFT_TO_PLACE = never("none-left-to-place", "No {unit} is left to place.", rule=sections.RECRUIT)
BOX_EMPTY = never(
    "box-empty",
    "{left} of {unit} left in the box: take one of yours off the map, or do without.",
    rule=sections.COMPONENT_LIMITS,
    areas=("units",),
)


def own_units(table: Runewars, seat: str) -> list[str]:
    """The types of units of a faction."""
    return [unit for unit in table.ids("units") if owner_of(table, unit) == seat]


def why_not_waiting(table: Runewars, unit: str) -> Refused | None:
    """Why a unit is not among the recruits to place: all are placed, or none came."""
    return NONE_LEFT_TO_PLACE(unit=table.called("units", unit)) if unit in table.ids("units") else None


def dials_used(table: Runewars) -> list[str]:
    """The dials that recruited this turn."""
    return [resource for resource in RESOURCES if resource in table.turn.used]


def fitting(table: Runewars, units: Mapping[str, int]) -> dict[str, int]:
    """Units, as many of each as there are in the box."""
    left = {unit: left_in_box(table, unit) for unit in units}
    fit = {unit: count if (rest := left[unit]) is None else min(count, rest) for unit, count in units.items()}
    return {unit: count for unit, count in fit.items() if count}


class RecruitEvent(RunewarsEvent):
    area_of_play = "Recruiting"
    tracked = ("units", "map")


class UnitsRecruited(RecruitEvent):
    """With a single stronghold they all go there at once, as far as there are figures."""

    help_text = "A dial gives the units at its pointer and below it; with the bonus a second dial does."
    says = "{seat} recruited with {resource}: {units}[, {source}]"
    during = CALLED_FOR
    seat: Living
    resource: DialId
    units: Mapping[Annotated[str, Choice("units", own_units, given=("seat",))], Some] = Field(
        default_factory=dict, title="units, where they are others"
    )
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The dials that have not recruited this turn, once all recruits are placed: the one with most units first."""
        used = dials_used(table)
        for seat in resolving(table, RECRUIT) if not fitting(table, table.turn.recruits) else ():
            gives = {resource: recruits_of(table, seat, resource) for resource in RESOURCES if resource not in used}
            left = text("recruiting with a second dial") if used else text("recruiting")
            for number, resource in enumerate(sorted(gives, key=lambda resource: -sum(gives[resource].values()))):
                title, fields = _recruit_with(table, resource, gives[resource]), {"seat": seat, "resource": resource}
                must, opens = not number and not used, not any(gives.values())
                yield Offer(title, fields, must=must, opens=opens, left=None if number else left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        before = dials_used(table) if order_at_turn(table) == RECRUIT else []
        yield from (not_by_bonus if before else not_by_order)(table, self.seat, RECRUIT)
        yield from used_up(table, RECRUIT, self.resource if len(before) < MOST_DIALS else before[0])
        if not strongholds_of(table, self.seat):
            yield NOWHERE_TO_RECRUIT(seat=table.called("seats", self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(units=self.units or recruits_of(table, self.seat, self.resource))

    def apply(self, table: Runewars) -> None:
        (use_bonus if dials_used(table) else use)(table, RECRUIT, self.resource)
        waiting = table.turn.recruits
        table.turn.recruits = {
            unit: count
            for unit in dict.fromkeys((*waiting, *self.units))
            if (count := waiting.get(unit, 0) + self.units.get(unit, 0))
        }

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        places, units = strongholds_of(table, self.seat), fitting(table, table.turn.recruits)
        if len(places) == 1 and units:
            yield RecruitsPlaced(seat=self.seat, area=places[0], units=units)


def _recruit_with(table: Runewars, resource: str, units: Mapping[str, int]) -> Text:
    given = (text("{count} {unit}", count=count, unit=table.called("units", id_)) for id_, count in units.items())
    return text("Recruit with {resource}[: {units}]", resource=table.called("resources", resource), units=tuple(given))


class RecruitsPlaced(RecruitEvent):
    help_text = "Recruited units are placed in areas with own strongholds, divided freely."
    says = "{seat} placed in {area}: {units}"
    seat: Living
    area: Annotated[Line, Choice("areas", strongholds_of, free=True, given=("seat",))]
    units: Mapping[
        Annotated[str, Choice("units", lambda table: table.turn.recruits, why_not=why_not_waiting)],
        Some,
    ]
    at = {"areas": At("area", text("Place recruits"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """All to one stronghold, or divided; those that a season card brought wait to be divided."""
        units, left = fitting(table, table.turn.recruits), text("the recruits")
        if units and table.step == "text":
            yield Offer(text("Place the recruits"), must=True, left=left)
        for seat in resolving(table, RECRUIT) if units else ():
            places = strongholds_of(table, seat)
            for number, area in enumerate(places):
                title, fields = text("All to {area}", area=table.called("areas", area)), {"area": area, "units": units}
                yield Offer(title, {"seat": seat, **fields}, must=not number, left=None if number else left)
            if len(places) > 1:
                yield Offer(text("Divide the recruits"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if self.area not in strongholds_of(table, self.seat):
            yield no_stronghold(table, self.seat, self.area)
        for unit, count in self.units.items():
            yield from _not_to_place(table, self.seat, unit, count)

    def apply(self, table: Runewars) -> None:
        area, waiting = table.area(self.area), table.turn.recruits
        for unit, count in self.units.items():
            put(area, unit, self.seat, count)
        left = {unit: count - self.units.get(unit, 0) for unit, count in waiting.items()}
        table.turn.recruits = {unit: count for unit, count in left.items() if count > 0}
        settle_down(table, self.seat, self.area)


def _not_to_place(table: Runewars, seat: str, unit: str, count: int) -> Iterator[Refused]:
    """More than this seat recruited, or than there are figures for (X05)."""
    name, left = table.called("units", unit), left_in_box(table, unit)
    have = table.turn.recruits.get(unit, 0) if unit in own_units(table, seat) else 0
    if count > have:
        yield NOT_RECRUITED(unit=name, have=have, count=count)
    if left is not None and count > left:
        yield BOX_EMPTY(unit=name, left=left)


EVENTS = (UnitsRecruited, RecruitsPlaced)
