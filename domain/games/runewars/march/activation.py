"""Mobilize and Conquer: an area is activated, then units march into it (动员指令; 征战指令)."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, not_at_turn, spend, still_due, too_little_influence, whose_turn
from domain.games.runewars.excess import settle_down
from domain.games.runewars.figures import stacks_of
from domain.games.runewars.march.arriving import arrive, met
from domain.games.runewars.march.moving import (
    MOST_STACKS,
    FewUnits,
    MarchEvent,
    came,
    march,
    not_this_order,
    starts,
    unable,
    walks,
)
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars, halves
from domain.games.runewars.war.battles import SECOND_BATTLE
from domain.games.runewars.ways import FAST, ON_FOOT, PORTAL_PRICE, ThroughPortals, may_pay_portals
from domain.games.runewars.year.turns import USED_BEFORE, not_in_bonus, order_at_turn, resolving, take_bonus
from domain.language.event import At, Choice, Line, Offer
from domain.language.refusal import Refused, refusal
from domain.language.text import text

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
    "The battle or the talks in {area} have begun: with this order nobody else marches there.",
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
    """The areas, those first that hold no activation token of a seat."""
    return sorted(table.areas_there(), key=lambda area: seat in table.area_at(area).activated)


class AreaActivated(MarchEvent):
    """Mobilize does it again with its supremacy bonus. Tokens are never limited: a coin will do."""

    help_text = "Mobilize or Conquer: your activation token on the area that units then march into."
    says = "{seat} activates {area}"
    title = "Activate an area"
    tracked = ("map",)
    during = ("turns",)
    seat: Living
    area: Annotated[Line, Choice("areas", without_token, free=True, given=("seat",), closed=Runewars.has_map)]
    at = {"areas": At("area", text("Activate"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        again = text("Activate a second area (supremacy bonus)")
        for seat in resolving(table, MOBILIZE, CONQUER):
            if table.turn.areas:
                yield Offer(again, {"seat": seat}, left=again)
            else:
                yield Offer(text("Activate an area"), {"seat": seat}, must=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from not_this_order(table, MOBILIZE, CONQUER)
        yield from still_due(table)
        if table.turn.areas:
            yield from self._again(table)
        if self.seat in (table.land.get(self.area) or Area()).activated:
            yield ALREADY_ACTIVATED(area=table.called("areas", self.area))

    def _again(self, table: Runewars) -> Iterator[Refused]:
        """Why a second area is not activated, or a third."""
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
    """The units of a seat; which of them can march costs a search of the map each, so that only an offer asks it."""
    return stacks_of(table, seat)


def who_may_come(table: Runewars, seat: str | None, area: str | None) -> Iterator[list[str]]:
    """The units of a seat that can march into an area, as those that are meant first."""
    if seat and area:
        yield [stack for stack in stacks_of(table, seat) if not stays(table, seat, stack, area)]


def stays(table: Runewars, seat: str, stack: str, area: str) -> bool:
    """Whether units cannot march into an area."""
    return any(unable(table, seat, {stack: 1}, area, walks(table, seat, ON_FOOT, FAST, portals=False)))


def can_come(table: Runewars, seat: str, area: str) -> bool:
    """Whether any units of a seat can march into an area, through portals if need be."""
    walk = walks(table, seat, ON_FOOT, FAST, may_pay_portals(table, seat))
    return any(not any(unable(table, seat, {stack: 1}, area, walk)) for stack in stacks_of(table, seat))


Comer = Annotated[
    str, Choice("stacks", units_to_choose_from, given=("seat", "area"), likely=who_may_come, beside=("seat", "area"))
]


class UnitsMarched(MarchEvent):
    """Where they meet somebody, a battle or diplomacy is due; until that has begun, more may come."""

    help_text = "Units march into the activated area, from up to 2 areas away, fast ones from up to 3."
    says = "{seat} marches into {area}: {stacks}[ {portal|through a magic portal}]"
    title = "March into the activated area"
    tracked = ("units",)
    during = ("turns",)
    seat: Living
    area: AreaId
    stacks: Annotated[Mapping[Comer, FewUnits], Field(min_length=1, max_length=MOST_STACKS)] = Field(title="units")
    portal: ThroughPortals = False
    at = {"areas": At("area", text("Move units here"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in resolving(table, MOBILIZE, CONQUER):
            for area in table.turn.areas[-1:]:
                name, came = table.called("areas", area), any(halves(stack)[0] == area for stack in table.turn.moved)
                title = (
                    text("More units march into {area}", area=name) if came else text("March into {area}", area=name)
                )
                left = None if came else text("Nobody has marched into {area}", area=name)
                if can_come(table, seat, area):
                    yield Offer(title, {"seat": seat, "area": area}, left=left)

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
        yield from unable(table, self.seat, self.stacks, self.area, walks(table, self.seat, ON_FOOT, FAST, self.portal))
        yield from self._no_second_battle(table)

    def _no_second_battle(self, table: Runewars) -> Iterator[Refused]:
        """Why units may not come where only a battle is left to them (X39)."""
        whom = met(table, self.seat, self.area)
        if table.turn.fought and whom == "enemy":
            yield SECOND_BATTLE()
        left = table.seat(self.seat).influence - PORTAL_PRICE * self.portal
        if table.turn.fought and whom == "neutrals" and left < 1:
            yield NOTHING_TO_OFFER(area=table.called("areas", self.area))

    def apply(self, table: Runewars) -> None:
        spend(table, self.seat, PORTAL_PRICE * self.portal)
        whom = met(table, self.seat, self.area)
        came(table, self.stacks, self.area)
        for unit, count in march(table, self.stacks, self.area).items():
            table.turn.allies[unit] = table.turn.allies.get(unit, 0) + count
        settle_down(table, self.seat, *starts(self.stacks))
        arrive(table, self.seat, self.area, whom)


EVENTS = (AreaActivated, UnitsMarched)
