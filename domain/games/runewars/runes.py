"""Dragon runes: placed on the map, looked at, mixed, moved and removed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole, Secrets
from domain.framework.events.marks import FixedTexts, KeepsOrder, Line, Occasion, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import home_areas
from domain.games.runewars.base import (
    AreaId,
    Living,
    RunewarsEvent,
    is_card_unknown,
    not_at_turn,
    not_controlled,
    seats_clockwise,
)
from domain.games.runewars.rune_tokens import (
    false_left,
    lay_rune,
    lift_rune,
    may_hold_rune,
    may_inspect,
    mix_groups,
    new_group,
    own_runes,
    real_left,
    real_on_map,
    rune_in,
    with_rune,
)
from domain.games.runewars.state.table import Area, KnownKind, Rune, Runewars
from domain.games.runewars.year.orders import order_at_turn, seat_resolving, used_before
from domain.games.runewars.year.seasons import bid_called_for, called_for, past_of

# === Gaining runes: two real and a false one at the start, later one of each, in areas that the player chooses

RUNE_THERE = never("rune-there", "{area} already has a rune token.", rule=sections.GAINING_RUNES)
NOT_FOR_RUNES = refusal(
    "not-for-runes",
    "A rune goes in an area of its player or a free one, not in {area}.",
    rule=sections.GAINING_RUNES,
    areas=("map",),
)
NOT_AT_HOME = refusal(
    "rune-not-at-home", "The first runes go in the home realm, not in {area}.", rule=sections.SETUP, areas=("map",)
)
PLACED_BEFORE = refusal("runes-placed-before", "{seat} has already placed the first runes.", rule=sections.SETUP)
SAME_AREA = never("same-area", "Each rune needs a separate area.", rule=sections.GAINING_RUNES)
MANY_RUNES = refusal(
    "rune-count", "{need|rune token|rune tokens} to place, {named} placed.", rule=sections.GAINING_RUNES
)
NO_GAIN = refusal(
    "no-gain",
    "False runes can only be discarded when a dragon rune is gained, and {seat} is gaining none.",
    rule=sections.GAINING_RUNES,
)
NOT_AMONG_THEM = never("not-among-them", "The rune has to be in one of the areas named.")
TOO_MANY_FAKES = never(
    "too-many-fakes", "At most 2 false runes may be discarded, from areas you control.", rule=sections.GAINING_RUNES
)
RUNES_OUT = never("runes-out", "All {count} real runes are on the map.", rule=sections.COMPONENT_LIMITS)
GAINS_NONE = refusal(
    "gains-none", "{seat} is not gaining a rune right now: first record what brings one.", rule=sections.GAINING_RUNES
)
MOST_DISCARDED = 2
RUNES_AT_START, IN_A_GAIN = 3, 2


def home_first(table: Runewars, seat: str) -> Iterable[str]:
    """The areas for the first runes of a seat: before the war, in its home realm if that is known."""
    home = home_areas(table, seat) if table.step == "setup" else []
    return home or table.areas_there()


def fitting_first(table: Runewars, seat: str) -> Iterable[str]:
    """The areas of the map, first those where a seat may place a rune."""
    return sorted(table.areas_there(), key=lambda area: not may_hold_rune(table, seat, area))


AtHome = Annotated[
    tuple[AreaId, ...],
    Field(max_length=RUNES_AT_START),
    KeepsOrder(),
    Choice("areas", home_first, free=True, given=("seat",), closed=Runewars.has_map),
]
Gained = Annotated[
    tuple[AreaId, ...],
    Field(max_length=RUNES_AT_START),
    KeepsOrder(),
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
    heading = "Dragon runes"
    tracked = ("runes",)


def why_runes_misplaced(table: Runewars, areas: Sequence[str]) -> Iterator[Refused]:
    """The refusals of areas for runes: one is named twice, or has a rune."""
    if len(set(areas)) < len(areas):
        yield SAME_AREA()
    for area in areas:
        if rune_in(table, area):
            yield RUNE_THERE(area=table.called("areas", area))


def none_left(table: Runewars) -> Iterator[Refused]:
    """The refusal of a gained rune: no real one is left (X05)."""
    if real_left(table) < 1:
        yield RUNES_OUT(count=real_on_map(table))


def to_place(table: Runewars, seat: str) -> int:
    """The number of runes to place for a gain: a real and a false one, as far as the box and the land have any."""
    return places_for(table, seat, 1 if table.epic or false_left(table) < 1 else IN_A_GAIN)


def is_gaining(table: Runewars, seat: str) -> bool:
    """Whether a seat has yet to place a rune that it gained."""
    return bool(table.agenda.of(RunesPlaced, seat=seat))


def kinds_written(table: Runewars) -> bool:
    """Whether this table records which runes are real."""
    return table.rune_tracking == "sealed"


def _at_home(table: Runewars, seat: str, area: str) -> bool:
    """Whether an area is in a seat's home realm; true if homes are unknown."""
    here = table.land.get(area) or Area()
    if any(land.home == seat for land in table.land.values()):
        return here.home == seat
    return (here.home or here.controller or seat) == seat and not (here.tile and not here.home)


def without_runes(table: Runewars) -> list[str]:
    """Seats that have yet to place their first runes, the starting player first."""
    return [seat for seat in seats_clockwise(table) if seat not in table.groups]


def rune_tokens_of(table: Runewars, seat: str) -> int | None:
    """The rune tokens that a seat controls; None if nobody said where its first ones are."""
    count = len(with_rune(table, seat))
    return count if count or seat not in without_runes(table) else None


class StartingRunesPlaced(RuneEvent):
    """Places two real runes and a false one; in an epic game a single real one, face up."""

    title = "Place the first runes"
    help_text = "The first runes, one in each home area. Only their player knows which is false."
    sentence = "{seat} placed the first runes in {areas}[. The false one: {fake}]"
    during = ("setup",)
    secrets = Secrets(("fake",))
    acting_seat = "seat"
    seat: Living
    areas: AtHome
    fake: OneOfThem | None = Field(default=None, title="where is the false one")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The first runes of each seat, one in each home area.

        Only the false one is asked for, if identities are recorded.
        """
        title, which = text("{seat}: place the first runes"), text("{seat}: which of the first runes is false?")
        for seat in without_runes(table):
            home = home_areas(table, seat)
            areas = {"areas": home} if not table.epic and len(home) == RUNES_AT_START else {}
            offer = Offer(title, {"seat": seat, **areas}, required=True)
            if areas and kinds_written(table):
                offer = replace(offer, words=which, reminder=title, also_required=("fake",), keypad="fake")
            yield offer

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_runes_misplaced(table, self.areas)
        if self.seat in table.groups:
            yield PLACED_BEFORE(seat=table.called("seats", self.seat))
        need = 1 if table.epic else RUNES_AT_START
        if len(self.areas) != need:
            yield MANY_RUNES(need=need, named=len(self.areas))
        for area in self.areas:
            if not _at_home(table, self.seat, area):
                yield NOT_AT_HOME(area=table.called("areas", area))

    def apply(self, table: Runewars) -> None:
        fakes = 0 if table.rune_tracking == "open" else 1
        group = new_group(table, self.seat, len(self.areas), len(self.areas) - fakes)
        for area in self.areas:
            lay_rune(
                table, area, _laid_rune(table, self.seat, group, real=area != self.fake, written=self.fake is not None)
            )


def _laid_rune(table: Runewars, seat: str, group: str, *, real: bool, written: bool) -> Rune:
    """The rune that a seat places; face up if all runes are real."""
    if table.rune_tracking == "open":
        return Rune(kind="real", up=True, group=group)
    kinds_known = written and kinds_written(table)
    return Rune(kind=("real" if real else "fake") if kinds_known else "", known=[seat], group=group)


class RuneGainBegun(RuneEvent):
    title = "Gain a dragon rune"
    help_text = "A player gains a dragon rune: from an objective, a reward, a card, a title or a bid."
    sentence = "{seat} gained a dragon rune[ ({source})]"
    question = "{seat} won the bid: gain a dragon rune"
    seat: Living
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The gain that the season card calls for, once the bid for it is over; a due one is not offered twice."""
        past, left = past_of(table), text("a dragon rune")
        if table.step != "text" or table.bid or past.gains or table.agenda.of(cls):
            return
        if not called_for(table).rune:
            if is_card_unknown(table):
                yield Offer(text("The card gives a dragon rune"), opens_form=True)
        elif past.bid_won:
            title = text("{seat} won the bid: gain a dragon rune", seat=table.called("seats", past.bid_won))
            yield Offer(title, {"seat": past.bid_won}, required=True, reminder=left)
        elif not bid_called_for(table):
            yield Offer(text("Who gains a dragon rune?"), reminder=left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table)

    def apply(self, table: Runewars) -> None:
        if table.season:
            table.this_season.gains += 1
        table.agenda.put(RunesPlaced, seat=self.seat)


def places_for(table: Runewars, seat: str, count: int) -> int:
    """The number of rune tokens that can be placed, if areas are known (C-34)."""
    if not table.has_map():
        return count
    return min(count, sum(may_hold_rune(table, seat, area) for area in table.areas_there()))


class FalseRunesDiscarded(RuneEvent):
    """Discards false runes, which reveals them. A rune that is recorded as real is revealed, and stays."""

    title = "Discard false runes"
    help_text = "Before gaining a rune, you may discard up to two false ones from your areas."
    sentence = "{seat} discarded the false runes of {areas}[; the one in {real} is real and stays]"
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    areas: OwnRunes
    real: Annotated[tuple[AreaId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers, unless all runes are real."""
        for seat in table.seats if table.rune_tracking != "open" else ():
            yield Offer(text("{seat}: discard false runes first", seat=table.called("seats", seat)), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        """The refusals by public knowledge only; identities are revealed afterwards."""
        if not is_gaining(table, self.seat):
            yield NO_GAIN(seat=table.called("seats", self.seat))
        left = MOST_DISCARDED - table.seat(self.seat).false_gone
        if left < 1 or not 1 <= len(self.areas) <= left:
            yield TOO_MANY_FAKES()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        real = (area for area in self.areas if (rune := rune_in(table, area)) and rune.kind == "real")
        return self.copy_with(real=tuple(real))

    def apply(self, table: Runewars) -> None:
        for area in self.areas:
            if not (rune := rune_in(table, area)):
                continue
            if area in self.real:
                rune.known = [*rune.known, *(seat for seat in table.seats if seat not in rune.known)]
            else:
                rune.kind, rune.up = "fake", True
                lift_rune(table, area)
        if is_gaining(table, self.seat):
            table.seat(self.seat).false_gone += len(self.areas) - len(self.real)


class RunesPlaced(RuneEvent):
    """Places gained runes. Tokens without a place return to the supply, face up."""

    title = "Place runes"
    help_text = "Take a real and a false rune, mix them, look at them, and put them face down into two areas."
    sentence = "{seat} placed runes in {areas}[. The real one: {real}]"
    question = "{seat}: where are the runes?"
    secrets = Secrets(("real",))
    acting_seat = "seat"
    seat: Living
    areas: Gained
    real: OneOfThem | None = Field(default=None, title="where is the real one")

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from none_left(table)
        if not is_gaining(table, self.seat):
            yield GAINS_NONE(seat=table.called("seats", self.seat))
        yield from why_runes_misplaced(table, self.areas)
        if len(self.areas) != (need := to_place(table, self.seat)):
            yield MANY_RUNES(need=need, named=len(self.areas))
        for area in self.areas:
            if not may_hold_rune(table, self.seat, area):
                yield NOT_FOR_RUNES(area=table.called("areas", area))

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).false_gone = 0
        group = new_group(table, f"{self.seat} gain", len(self.areas), min(1, len(self.areas)))
        for area in self.areas:
            lay_rune(
                table, area, _laid_rune(table, self.seat, group, real=area == self.real, written=self.real is not None)
            )


# === Runes on the map: looked at, mixed by Fortify, moved, removed or turned up by a card ========

NO_RUNE = never("no-rune", "There is no rune token in {area}.", rule=sections.INSPECTING_RUNES)
MAY_NOT_LOOK = refusal(
    "may-not-look",
    "Only a player who controls {area}, or has a hero there, may look at its rune.",
    rule=sections.INSPECTING_RUNES,
    areas=("map",),
)
NOT_FORTIFYING = refusal(
    "not-fortifying",
    "Runes are mixed with Fortify; the current order is {order}.",
    rule=sections.MOVING_RUNES,
    areas=("calendar",),
)
FALSE_RUNES_OUT = never("false-runes-out", "All false runes are on the map.", rule=sections.COMPONENT_LIMITS)
SAME_TWO = never("same-two", "Choose two areas.", rule=sections.MOVING_RUNES)
NO_RUNES_TO_MOVE = refusal("no-runes-to-move", "There is no rune in either of these areas.", rule=sections.MOVING_RUNES)

FORTIFY, MIXING = "fortify", "runes"
"""The order, and its act that is allowed once: mixing the runes of two areas."""
KINDS = FixedTexts(("real", "fake"))


def runes_on_map(table: Runewars) -> list[str]:
    return [id_ for id_, area in table.land.items() if area.rune]


WithRune = Annotated[
    Line, Choice("areas", runes_on_map, why_not=lambda table, area: NO_RUNE(area=table.called("areas", area)))
]


def without_rune(table: Runewars, area: str) -> Iterator[Refused]:
    if rune_in(table, area) is None:
        yield NO_RUNE(area=table.called("areas", area))


class RuneInspected(RuneEvent):
    after_the_end = True
    title = "Look at a rune"
    help_text = "A player peeks at a face-down rune token, as often as they like."
    sentence = "{seat} looked at the rune in {area}[: {kind}]"
    secrets = Secrets(("kind",))
    acting_seat = "seat"
    seat: Living
    area: WithRune
    kind: Annotated[KnownKind | None, KINDS] = Field(default=None, title="what is it, if not recorded")
    on_tap = {"areas": At("area", text("Look at the rune"), where=lambda table, area: bool(rune_in(table, area)))}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)
        if not may_inspect(table, self.seat, self.area, table.visitors(self.area)):
            yield MAY_NOT_LOOK(area=table.called("areas", self.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        rune = rune_in(table, self.area)
        return self.copy_with(kind=rune.kind or self.kind if rune and table.rune_tracking != "blind" else None)

    def apply(self, table: Runewars) -> None:
        if rune := rune_in(table, self.area):
            rune.kind = self.kind or rune.kind
            rune.known = [*rune.known, *({self.seat} - set(rune.known))]


class RunesMixed(RuneEvent):
    """Mixes runes. Others cannot distinguish two mixed tokens any more; they see whether a single one moves."""

    title = "Mix the runes of two areas"
    help_text = "Fortify: mix the runes of two of your areas, look at them, and put them back face down."
    sentence = "{seat} mixed the runes of {one} and {two}[: {swapped|they changed places}]"
    secrets = Secrets(("swapped",))
    acting_seat = "seat"
    during = ("turns",)
    seat: Living
    one: Annotated[AreaId, Field(title="which area")]
    two: Annotated[AreaId, Field(title="which other area")]
    swapped: bool = Field(default=False, title="they swapped places")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers for the seat that fortifies; if control is not tracked, all runes may belong to it."""
        for seat in seat_resolving(table, FORTIFY):
            if with_rune(table, seat) if table.tracks("map") else runes_on_map(table):
                yield Offer(text("Mix the runes of two areas"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from used_before(table, MIXING)
        if order_at_turn(table) not in ("", FORTIFY):
            yield NOT_FORTIFYING(order=table.called("orders", order_at_turn(table)))
        if self.one == self.two:
            yield SAME_TWO()
        if not rune_in(table, self.one) and not rune_in(table, self.two):
            yield NO_RUNES_TO_MOVE()
        for area in (self.one, self.two):
            yield from not_controlled(table, self.seat, area)

    def apply(self, table: Runewars) -> None:
        table.turn.base, table.turn.used = True, [*table.turn.used, MIXING]
        one, two = table.area(self.one), table.area(self.two)
        if self.swapped:
            one.rune, two.rune = two.rune, one.rune
        if one.rune and two.rune:
            group = mix_groups(table, [one.rune.group, two.rune.group])
            for rune in (one.rune, two.rune):
                rune.group, rune.known = group, [self.seat]


class RuneMoved(RuneEvent):
    title = "Move a rune"
    help_text = "A card moves a rune token to another area."
    sentence = "The rune of {area} moved to {to}[ ({source})]"
    area: WithRune
    to: AreaId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)
        yield from why_runes_misplaced(table, [self.to])

    def apply(self, table: Runewars) -> None:
        here = table.land.get(self.area)
        if here and here.rune:
            table.area(self.to).rune, here.rune = here.rune, None


class RunePut(RuneEvent):
    help_text = "A card puts a rune token into an area, without a false one to go with it."
    sentence = "A {kind} rune was placed in {area}[ ({source})]"
    title = "Put a rune by a card"
    area: AreaId
    kind: Annotated[KnownKind, KINDS] = "real"
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_runes_misplaced(table, [self.area])
        if self.kind == "real":
            yield from none_left(table)
        elif false_left(table) < 1:
            yield FALSE_RUNES_OUT()

    def apply(self, table: Runewars) -> None:
        group = new_group(table, self.area, 1, int(self.kind == "real"))
        everybody = list(table.seats)
        lay_rune(table, self.area, Rune(kind=self.kind, known=everybody, group=group, up=table.rune_tracking == "open"))


class RuneShown(RuneEvent):
    """Makes the identity of a rune public: as recorded, or else as given."""

    log = LogRole(confirm_undo="revealed")
    area: WithRune
    kind: Annotated[KnownKind | None, KINDS] = Field(default=None, title="what is it, if not recorded")
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        rune = rune_in(table, self.area)
        return self.copy_with(kind=(rune.kind or self.kind) if rune else None)

    def apply(self, table: Runewars) -> None:
        if rune := rune_in(table, self.area):
            rune.kind, rune.up = self.kind or rune.kind, True


class RuneTurnedUp(RuneShown):
    title = "Turn up a rune"
    help_text = "A card flips a rune face up for everyone to see."
    sentence = "The rune in {area} was revealed[: {kind}][ ({source})]"


class RuneRemoved(RuneShown):
    title = "Remove a rune"
    help_text = "A card takes a rune off the map: it goes back to the supply, face up."
    sentence = "The rune in {area} was removed[: {kind}][ ({source})]"

    def apply(self, table: Runewars) -> None:
        super().apply(table)
        lift_rune(table, self.area)
