"""Gaining runes: two real and a false one at the start, later one of each; where they lie is the player's to choose."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, RunewarsEvent
from domain.games.runewars.runes.tokens import (
    false_left,
    lay,
    lift,
    may_hold_rune,
    new_group,
    own_runes,
    real_left,
    real_on_map,
    rune_in,
)
from domain.games.runewars.state.land import Area, Rune
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import bid_called_for, called_for, past_of
from domain.language.chance import Chance
from domain.language.event import Choice, InOrder, Line, Occasion, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

RUNE_THERE = never("rune-there", "{area} already has a rune token.", rule=sections.GAINING_RUNES)
NOT_FOR_RUNES = refusal(
    "not-for-runes",
    "Runes go to areas of one's own or of nobody: not to {area}.",
    rule=sections.GAINING_RUNES,
    areas=("map",),
)
NOT_AT_HOME = refusal(
    "rune-not-at-home", "The first runes lie in the home realm: not in {area}.", rule=sections.SETUP, areas=("map",)
)
PLACED_BEFORE = refusal("runes-placed-before", "{seat} has placed the first runes already.", rule=sections.SETUP)
SAME_AREA = never("same-area", "Each rune takes an area of its own.", rule=sections.GAINING_RUNES)
MANY_RUNES = refusal(
    "rune-count", "{need|rune token|rune tokens} to place, {named} placed.", rule=sections.GAINING_RUNES
)
NO_GAIN = refusal(
    "no-gain", "False runes are discarded as a rune is gained, and {seat} gains none.", rule=sections.GAINING_RUNES
)
NOT_AMONG_THEM = never("not-among-them", "The rune lies in one of the areas that are named.")
TOO_MANY_FAKES = never(
    "too-many-fakes", "At most 2 false runes may be discarded, from areas you control.", rule=sections.GAINING_RUNES
)
RUNES_OUT = never("runes-out", "All {count} real runes are on the map.", rule=sections.COMPONENT_LIMITS)
GAINS_NONE = refusal("gains-none", "{seat} gains no rune now: say first what brings one.", rule=sections.GAINING_RUNES)
MOST_DISCARDED = 2
AT_START, IN_A_GAIN = 3, 2


def home_first(table: Runewars, seat: str) -> Iterable[str]:
    """Where the first runes of a seat may lie: before the war in its home realm, where that is known."""
    home = [area for area, here in table.land.items() if here.home == seat] if table.step == "setup" else []
    return home or table.areas_there()


def fitting_first(table: Runewars, seat: str) -> Iterable[str]:
    """The areas of the map, those first in which a seat may lay a rune."""
    return sorted(table.areas_there(), key=lambda area: not may_hold_rune(table, seat, area))


AtHome = Annotated[
    tuple[AreaId, ...],
    Field(max_length=AT_START),
    InOrder(),
    Choice("areas", home_first, free=True, given=("seat",), closed=Runewars.has_map),
]
Gained = Annotated[
    tuple[AreaId, ...],
    Field(max_length=AT_START),
    InOrder(),
    Choice("areas", fitting_first, free=True, given=("seat",), closed=Runewars.has_map),
]
OneOfThem = Annotated[
    Line,
    Choice("areas", lambda table, areas: areas, given=("areas",), why_not=lambda table, area, areas: NOT_AMONG_THEM()),
]
OwnRunes = Annotated[
    tuple[str, ...],
    Field(max_length=MOST_DISCARDED),
    Choice("areas", own_runes, given=("seat",), why_not=lambda table, area, seat: TOO_MANY_FAKES()),
]


class RuneEvent(RunewarsEvent):
    area_of_play = "Dragon runes"
    tracked = ("runes",)


def misplaced(table: Runewars, areas: Sequence[str]) -> Iterator[Refused]:
    """Why runes cannot lie in areas: one twice, or one with a rune."""
    if len(set(areas)) < len(areas):
        yield SAME_AREA()
    for area in areas:
        if rune_in(table, area):
            yield RUNE_THERE(area=table.called("areas", area))


def none_left(table: Runewars) -> Iterator[Refused]:
    """Why nobody gains a rune: the box has no real one any more (X05)."""
    if real_left(table) < 1:
        yield RUNES_OUT(count=real_on_map(table))


def to_place(table: Runewars, seat: str) -> int:
    """How many runes of a gain come onto the map: a real and a false one, as far as the box and the land have any."""
    return places_for(table, seat, 1 if table.epic or false_left(table) < 1 else IN_A_GAIN)


def is_gaining(table: Runewars, seat: str) -> bool:
    """Whether a seat has yet to place a rune that it gained."""
    return bool(table.agenda.of(RunesPlaced, seat=seat))


def kinds_written(table: Runewars) -> bool:
    """Whether this table writes down which runes are real."""
    return table.rune_tracking == "sealed"


def _at_home(table: Runewars, seat: str, area: str) -> bool:
    """Whether an area is of a seat's home realm, as far as anybody said whose home is where."""
    here = table.land.get(area) or Area()
    if any(land.home == seat for land in table.land.values()):
        return here.home == seat
    return (here.home or here.controller or seat) == seat and not (here.tile and not here.home)


class StartingRunesPlaced(RuneEvent):
    """Two real runes and a false one; in an epic game a single real one, face up."""

    help_text = "The first runes, one in each home area. Only their player knows which is false."
    says = "{seat} placed the first runes in {areas}[. The false one: {fake}]"
    during = ("setup",)
    secret = ("fake",)
    mine = "seat"
    seat: Living
    areas: AtHome
    fake: OneOfThem | None = Field(default=None, title="where the false one lies")

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from misplaced(table, self.areas)
        if self.seat in table.groups:
            yield PLACED_BEFORE(seat=table.called("seats", self.seat))
        need = 1 if table.epic else AT_START
        if len(self.areas) != need:
            yield MANY_RUNES(need=need, named=len(self.areas))
        for area in self.areas:
            if not _at_home(table, self.seat, area):
                yield NOT_AT_HOME(area=table.called("areas", area))

    def apply(self, table: Runewars) -> None:
        fakes = 0 if table.rune_tracking == "open" else 1
        group = new_group(table, self.seat, len(self.areas), len(self.areas) - fakes)
        for area in self.areas:
            lay(table, area, _rune(table, self.seat, group, real=area != self.fake, written=self.fake is not None))


def _rune(table: Runewars, seat: str, group: str, *, real: bool, written: bool) -> Rune:
    """A rune that a seat lays down; face up where all runes are real."""
    if table.rune_tracking == "open":
        return Rune(kind="real", up=True, group=group)
    told = written and kinds_written(table)
    return Rune(kind=("real" if real else "fake") if told else "", known=[seat], group=group)


class RuneGainBegun(RuneEvent):
    help_text = "Somebody gains a dragon rune: by an objective, a reward, a card, a title or a bid."
    says = "{seat} gains a dragon rune[: {source}]"
    asks = "{seat} won the bid: a dragon rune"
    seat: Living
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The one that the season card calls for, once the bid for it is held; one that is due is not offered twice."""
        past, left = past_of(table), text("a dragon rune")
        if table.step != "text" or table.bid or not called_for(table).rune or past.gains or table.agenda.of(cls):
            return
        if past.bid_won:
            title = text("{seat} won the bid: a dragon rune", seat=table.called("seats", past.bid_won))
            yield Offer(title, {"seat": past.bid_won}, must=True, left=left)
        elif not bid_called_for(table):
            yield Offer(text("Who gains a dragon rune?"), left=left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table)

    def apply(self, table: Runewars) -> None:
        if table.season:
            table.this_season.gains += 1
        table.agenda.put(RunesPlaced, seat=self.seat)


def places_for(table: Runewars, seat: str, count: int) -> int:
    """How many of some rune tokens find a place, where it is known what areas there are (C-34)."""
    if not table.has_map():
        return count
    return min(count, sum(may_hold_rune(table, seat, area) for area in table.areas_there()))


class FalseRunesDiscarded(RuneEvent):
    """Everybody sees that they were false; one that is written down as real shows itself, and stays."""

    help_text = "Who gains a rune may first discard up to two false ones from areas of their own."
    says = "{seat} discarded the false runes of {areas}[; the one in {real} is real and stays]"
    mine = "seat"
    closes = "revealed"
    seat: Living
    areas: OwnRunes
    real: Annotated[tuple[AreaId, ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        """By what lies there for all to see; which of them are real nobody is told before they are turned up."""
        if not is_gaining(table, self.seat):
            yield NO_GAIN(seat=table.called("seats", self.seat))
        if not 1 <= len(self.areas) <= MOST_DISCARDED - table.seat(self.seat).false_gone:
            yield TOO_MANY_FAKES()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        real = (area for area in self.areas if (rune := rune_in(table, area)) and rune.kind == "real")
        return self.but(real=tuple(real))

    def apply(self, table: Runewars) -> None:
        for area in self.areas:
            if not (rune := rune_in(table, area)):
                continue
            if area in self.real:
                rune.known = [*rune.known, *(seat for seat in table.seats if seat not in rune.known)]
            else:
                rune.kind, rune.up = "fake", True
                lift(table, area)
        if is_gaining(table, self.seat):
            table.seat(self.seat).false_gone += len(self.areas) - len(self.real)


class RunesPlaced(RuneEvent):
    """What finds no place goes back to the supply, face up."""

    help_text = "One real and one false rune, mixed, looked at and laid face down in two areas."
    says = "{seat} placed runes in {areas}[. The real one: {real}]"
    asks = "{seat}: where do the runes lie?"
    secret = ("real",)
    mine = "seat"
    seat: Living
    areas: Gained
    real: OneOfThem | None = Field(default=None, title="where the real one lies")

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table)
        if not is_gaining(table, self.seat):
            yield GAINS_NONE(seat=table.called("seats", self.seat))
        yield from misplaced(table, self.areas)
        if len(self.areas) != (need := to_place(table, self.seat)):
            yield MANY_RUNES(need=need, named=len(self.areas))
        for area in self.areas:
            if not may_hold_rune(table, self.seat, area):
                yield NOT_FOR_RUNES(area=table.called("areas", area))

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).false_gone = 0
        group = new_group(table, f"{self.seat} gain", len(self.areas), min(1, len(self.areas)))
        for area in self.areas:
            lay(table, area, _rune(table, self.seat, group, real=area == self.real, written=self.real is not None))


EVENTS = (StartingRunesPlaced, RuneGainBegun, FalseRunesDiscarded, RunesPlaced)
