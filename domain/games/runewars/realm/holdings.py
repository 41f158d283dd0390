"""Areas that change hands at a table that tracks who holds them, and not the units there (己方地区)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, RunewarsEvent
from domain.games.runewars.holding import held_by, reckon
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import At, Choice, Occasion, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

HELD_ALREADY = never("held-already", "{seat} controls {area} already.", rule=sections.FRIENDLY_AREAS)
UNITS_HOLD_IT = refusal(
    "units-hold-it",
    "Units or a stronghold decide who controls {area}: move those.",
    rule=sections.FRIENDLY_AREAS,
    areas=("units",),
)


class HoldingEvent(RunewarsEvent):
    area_of_play = "The map"
    tracked = ("map",)


def without_units(table: Runewars, area: str) -> bool:
    """Whether who holds an area is told by hand, for nobody tracks the units there."""
    return not table.tracks("units")


def stands_firm(table: Runewars, area: str) -> Iterator[Refused]:
    """Why who holds an area is not told by hand: what stands there tells it."""
    here = table.land.get(area)
    if table.tracks("units") and here and (here.stacks or here.stronghold):
        yield UNITS_HOLD_IT(area=table.called("areas", area))


class AreaTaken(HoldingEvent):
    help_text = "A player takes an area. Where units are written down, this follows from them."
    says = "{seat} took {area}[ from {loser}][: {source}]"
    seat: Living
    area: AreaId
    source: Occasion = ""
    loser: Annotated[str, Choice("seats"), Settled()] = ""
    at = {"areas": At("area", text("Somebody takes it"), where=without_units)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from stands_firm(table, self.area)
        if (table.land.get(self.area) or Area()).controller == self.seat:
            yield HELD_ALREADY(seat=table.called("seats", self.seat), area=table.called("areas", self.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(loser=(table.land.get(self.area) or Area()).controller)

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        area.taken = self.seat
        reckon(table, self.area)


def held(table: Runewars) -> list[str]:
    return [area for seat in table.seats for area in held_by(table, seat)]


class AreaLeft(HoldingEvent):
    help_text = "Nobody holds an area any more."
    says = "Nobody holds {area} any more[: {source}]"
    area: Annotated[str, Choice("areas", held)]
    source: Occasion = ""
    at = {"areas": At("area", text("Nobody holds it"), where=without_units)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from stands_firm(table, self.area)

    def apply(self, table: Runewars) -> None:
        if area := table.land.get(self.area):
            area.taken = ""
        reckon(table, self.area)


EVENTS = (AreaTaken, AreaLeft)
