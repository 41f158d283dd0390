"""Areas by hand: for a table without tiles typed in, and to put right what a tile or a card changed."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living
from domain.games.runewars.geography import around, opposite, places, side_to
from domain.games.runewars.holding import reckon
from domain.games.runewars.setup.printed import MapEvent
from domain.games.runewars.state.kinds import Border, Coordinate, Small
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.language.event import Choice
from domain.language.refusal import Refused, never
from domain.things.spaces import Hex

HALF_A_PLACE = never("half-a-place", "A place on the map takes both numbers, or none.", rule=sections.MAP_SETUP)
PLACE_TAKEN = never("place-taken", "{area} lies there.", rule=sections.MAP_SETUP)


class AreaDescribed(MapEvent):
    """What is left out of an area that is known stays as it is."""

    help_text = "An area as it is printed: what it yields, whose home it is. Its place only if the map is to be drawn."
    says = "{area} as printed[, food {food}][, wood {wood}][, ore {ore}][, home of {home}]"
    title = "Area described"
    bookkeeping = True
    likely = ("food", "wood", "ore", "home")
    area: AreaId
    food: Small | None = None
    wood: Small | None = None
    ore: Small | None = None
    home: Living | None = Field(default=None, title="home realm of")
    city: bool | None = Field(default=None, title="space for a city")
    q: Coordinate | None = Field(default=None, title="place on the map, to the right")
    r: Coordinate | None = Field(default=None, title="place on the map, down and to the right")

    def check(self, table: Runewars) -> Iterator[Refused]:
        if (self.q is None) != (self.r is None):
            yield HALF_A_PLACE()
        if self.q is not None and self.r is not None:
            there = places(table).get(Hex(self.q, self.r), self.area)
            if there != self.area:
                yield PLACE_TAKEN(area=table.called("areas", there))

    def apply(self, table: Runewars) -> None:
        area = table.area(self.area)
        for name in ("food", "wood", "ore", "home", "q", "r"):
            if (value := getattr(self, name)) is not None:
                setattr(area, name, value)
        area.city_space = area.city_space if self.city is None else self.city
        reckon(table, self.area)


class BorderCorrected(MapEvent):
    help_text = "What lies between two areas is put right: a border on the board that differs, or that a card changed."
    says = "Between {area} and {other}: {border}"
    title = "Border corrected"
    area: Annotated[str, Choice("areas", lambda table: table.land)]
    other: Annotated[str, Choice("areas", around, given=("area",))]
    border: Border

    def apply(self, table: Runewars) -> None:
        side = side_to(table, self.area, self.other)
        if side is not None:
            _show(table.land[self.area], side, self.border)
            _show(table.land[self.other], opposite(side), self.border)


def _show(area: Area, side: int, border: Border) -> None:
    """Let a side of an area show a border."""
    others = {at: shown for at, shown in area.borders.items() if at != str(side)}
    area.borders = others if border == "open" else {**others, str(side): border}


EVENTS = (AreaDescribed, BorderCorrected)
