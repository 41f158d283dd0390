"""Fields of battle: areas laid in a row with whatever stands in them, and battles under way on them."""

from collections.abc import Mapping
from dataclasses import replace

from companion.testing import Spec, given
from domain.framework.events.marks import Line
from domain.framework.kernel import ContentCorrected
from domain.games.runewars import GAME as RUNEWARS
from domain.games.runewars.areas import update_control
from domain.games.runewars.base import RunewarsEvent
from domain.games.runewars.state.table import NEUTRAL, Development, Runewars, Stronghold
from domain.games.runewars.state.war import Report
from domain.games.runewars.units import put_units
from domain.games.runewars.war.armies import battle_of, count_by_type, standing_fighters
from domain.games.runewars.war.battle_rounds import BattleFateDrawn
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.effects import StartOfBattlePassed
from tests.domain.games.runewars.moments import SPRING, THREE, Events, ordered

Counts = Mapping[str, int]
OWNERS = {
    unit: fields["faction"] if fields["faction"] != "neutral" else NEUTRAL
    for unit, fields in RUNEWARS.pack.of("units").items()
}


class Laid(RunewarsEvent):
    """An area as it lies before a test, to the right of the one before it."""

    heading = "Setup"
    help_text = "An area is laid."
    sentence = "{area} is laid"
    area: Line
    units: Counts = {}
    routed: Counts = {}
    stronghold: str = ""
    intact: bool = True
    development: str = ""
    home: str = ""

    def apply(self, table: Runewars) -> None:
        here = table.area(self.area)
        here.q, here.r, here.home = len(table.land), 0, self.home
        for unit in {**self.units, **self.routed}:
            put_units(here, unit, OWNERS[unit], self.units.get(unit, 0), self.routed.get(unit, 0))
        here.stronghold = Stronghold(owner=self.stronghold, intact=self.intact) if self.stronghold else None
        if self.development:
            here.development = Development(owner=self.stronghold, kind=self.development)
        update_control(table, self.area)


class Arrived(RunewarsEvent):
    """Units came into an area where they will have to fight."""

    heading = "Setup"
    help_text = "Units arrive."
    sentence = "{area} is entered"
    area: Line
    units: Counts

    def apply(self, table: Runewars) -> None:
        table.area(self.area).contested = True
        for unit, count in self.units.items():
            put_units(table.area(self.area), unit, OWNERS[unit], count)


GAME = replace(RUNEWARS, own_events=(*RUNEWARS.own_events, Laid, Arrived))
CONQUER: Events = (*THREE, *SPRING, *ordered(elf="conquer", uthuk="harvest", human="recruit"))
"""Three players; the elves have the turn, with Conquer."""
MOBILIZE: Events = (*THREE, *SPRING, *ordered(elf="mobilize", uthuk="harvest", human="recruit"))
PASSED = StartOfBattlePassed()
HOME = Laid(area="wood", units={"sorceress": 1})
"""Where the elves come from, left of the field."""
AWAY = Laid(area="steppe", units={"warlock": 1})
"""Where the Uthuk would go, right of the field."""


def known(unit: str, **fields: object) -> ContentCorrected:
    """What the sheet of a unit says is typed in."""
    return ContentCorrected(kind="units", id=unit, fields=fields)


ARCHERS = known("elf-archer", health=1)


def field(*events: object, here: Laid, units: Counts, start: Events = CONQUER, **battle: object) -> Spec:
    """A battle that the elves begin in an area between their own and that of the Uthuk."""
    laid = (HOME, here, AWAY, Arrived(area=here.area, units=units))
    attack = BattleStarted(seat="elf", area=here.area, **battle)
    return given(GAME, *start, *events, *laid, attack)  # type: ignore[arg-type]


def drawn(side: str, unit: str, **icons: int) -> BattleFateDrawn:
    """Cards drawn by hand, with what they show; all else is blank."""
    return BattleFateDrawn(side=side, unit=unit, **{"specials": 0, "routs": 0, "damage": 0, **icons})


def missed(side: str, unit: str) -> BattleFateDrawn:
    return drawn(side, unit)


def upright(spec: Spec, side: str) -> Counts:
    """The units of a side that stand in the battle."""
    table: Runewars = spec.play.campaign.table
    return count_by_type(standing_fighters(battle_of(table), side).values())


def report_of(spec: Spec) -> Report:
    """What there is to tell of the last battle, under way or over."""
    table: Runewars = spec.play.campaign.table
    return table.battle.report if table.battle else table.battles[-1]


# --- everything typed in ---

SHEETS: Mapping[str, tuple[str, int, int]] = {
    "elf-archer": ("triangle", 1, 1),
    "pegasus-rider": ("rectangle", 2, 3),
    "elf-warrior": ("rectangle", 4, 2),
    "flesh-ripper": ("rectangle", 1, 1),
    "berserker": ("triangle", 2, 1),
    "chaos-lord": ("hexagon", 5, 4),
    "beastman": ("triangle", 2, 1),
    "dragon": ("hexagon", 3, 3),
}
"""Base, initiative and health of some units; most of these are made up."""
SYMBOLS = ("blank", "special", "rout 1", "damage 1", "damage 2", "blank")


def _card(number: int) -> ContentCorrected:
    shapes = ("triangle", "rectangle", "hexagon", "circle")
    shown = {shape: SYMBOLS[(number + place) % len(SYMBOLS)] for place, shape in enumerate(shapes)}
    return ContentCorrected(kind="fate", id=str(number), fields=shown)


TYPED: Events = (
    *(known(unit, shape=shape, initiative=at, health=health) for unit, (shape, at, health) in SHEETS.items()),
    *(_card(number) for number in range(1, 31)),
)
"""What the units and the fate cards say; so the cards are drawn here."""
