"""Land to march over: areas with a place on the map and whatever stands in them."""

from collections.abc import Mapping
from dataclasses import replace

from companion.testing import Spec, given
from domain.framework.events.marks import Line
from domain.games.runewars import GAME as RUNEWARS
from domain.games.runewars.areas import update_control
from domain.games.runewars.base import RunewarsEvent
from domain.games.runewars.state.kinds import Border
from domain.games.runewars.state.table import Exploration, Runewars, Stronghold
from domain.games.runewars.units import put_units
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, Events, ordered, over

Counts = Mapping[str, int]
OWNERS = {unit: fields["faction"] for unit, fields in RUNEWARS.pack.of("units").items()}


class Spot(RunewarsEvent):
    """An area as it lies before a test."""

    heading = "Setup"
    help_text = "An area is laid."
    sentence = "{area} is laid"
    area: Line
    q: int
    r: int = 0
    units: Counts = {}
    routed: Counts = {}
    borders: Mapping[str, Border] = {}
    home: str = ""
    portal: bool = False
    stronghold: str = ""

    def apply(self, table: Runewars) -> None:
        here = table.area(self.area)
        here.q, here.r, here.home, here.borders = self.q, self.r, self.home, dict(self.borders)
        for unit in {**self.units, **self.routed}:
            put_units(here, unit, OWNERS[unit], self.units.get(unit, 0), self.routed.get(unit, 0))
        here.exploration = Exploration(kind="magic-portal") if self.portal else None
        here.stronghold = Stronghold(owner=self.stronghold) if self.stronghold else None
        update_control(table, self.area)


GAME = replace(RUNEWARS, own_events=(*RUNEWARS.own_events, Spot))


def turn(order: str, *land: Spot, start: Events = THREE) -> Spec:
    """The first spring on this land: the human seat has the turn."""
    rest = {"elf": "rally-support", "uthuk": "fortify"}
    return given(GAME, *start, *SPRING, *ordered(human=order, **rest), *land)


def later_turn(first: str, order: str, *land: Spot) -> Spec:
    """The first summer: the human seat used another order in spring."""
    spring = (
        *ordered(human=first, elf="acquire-power", uthuk="fortify"),
        *over("human", "elf", "uthuk", human=first, elf="acquire-power"),
    )
    return given(
        GAME, *THREE, *SPRING, *spring, *CALLED, *ordered(human=order, elf="recruit", uthuk="acquire-power"), *land
    )
