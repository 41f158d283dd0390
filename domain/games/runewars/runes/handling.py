"""Runes on the map: looked at, mixed by Fortify, moved, taken away or turned up by a card."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, not_at_turn, not_controlled
from domain.games.runewars.runes.gains import RuneEvent, misplaced, none_left
from domain.games.runewars.runes.tokens import false_left, lay, lift, may_inspect, mixed, new_group, rune_in, with_rune
from domain.games.runewars.state.land import KnownKind, Rune
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.turns import order_at_turn, resolving, used_before
from domain.language.chance import Chance
from domain.language.event import At, Choice, FixedWords, Line, Occasion, Offer
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

NO_RUNE = never("no-rune", "No rune token lies in {area}.", rule=sections.INSPECTING_RUNES)
MAY_NOT_LOOK = refusal(
    "may-not-look",
    "Only who controls {area}, or has a hero there, may look at its rune.",
    rule=sections.INSPECTING_RUNES,
    areas=("map",),
)
NOT_FORTIFYING = refusal(
    "not-fortifying",
    "Runes are mixed by Fortify; the order at turn is {order}.",
    rule=sections.MOVING_RUNES,
    areas=("calendar",),
)
FALSE_RUNES_OUT = never("false-runes-out", "All false runes are on the map.", rule=sections.COMPONENT_LIMITS)
SAME_TWO = never("same-two", "Choose two areas.", rule=sections.MOVING_RUNES)
NO_RUNES_TO_MOVE = refusal("no-runes-to-move", "No rune lies in either of these areas.", rule=sections.MOVING_RUNES)

FORTIFY, MIXING = "fortify", "runes"
"""The order, and what it allows once: runes of two areas."""
KINDS = FixedWords(("real", "fake"))


def runes_on_map(table: Runewars) -> list[str]:
    return [id_ for id_, area in table.land.items() if area.rune]


WithRune = Annotated[
    Line, Choice("areas", runes_on_map, why_not=lambda table, area: NO_RUNE(area=table.called("areas", area)))
]


def without_rune(table: Runewars, area: str) -> Iterator[Refused]:
    if rune_in(table, area) is None:
        yield NO_RUNE(area=table.called("areas", area))


class RuneInspected(RuneEvent):
    help_text = "A player looks at a rune token that lies face down, as often as they like."
    says = "{seat} looked at the rune in {area}[: {kind}]"
    secret = ("kind",)
    mine = "seat"
    seat: Living
    area: WithRune
    kind: Annotated[KnownKind | None, KINDS] = Field(default=None, title="what it is, where it was not written down")
    at = {"areas": At("area", text("Look at the rune"), where=lambda table, area: bool(rune_in(table, area)))}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)
        if not may_inspect(table, self.seat, self.area, table.visitors(self.area)):
            yield MAY_NOT_LOOK(area=table.called("areas", self.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        rune = rune_in(table, self.area)
        return self.but(kind=rune.kind or self.kind if rune and table.rune_tracking != "blind" else None)

    def apply(self, table: Runewars) -> None:
        if rune := rune_in(table, self.area):
            rune.kind = self.kind or rune.kind
            rune.known = [*rune.known, *({self.seat} - set(rune.known))]


class RunesMixed(RuneEvent):
    """Of two tokens nobody else can tell any more which is which; a single one is seen to move or to stay."""

    help_text = "Fortify: the runes of two areas of one's own are mixed, looked at and laid face down there again."
    says = "{seat} mixed the runes of {one} and {two}[: {swapped|they changed places}]"
    secret = ("swapped",)
    mine = "seat"
    during = ("turns",)
    seat: Living
    one: AreaId
    two: AreaId
    swapped: bool = Field(default=False, title="they changed places")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """Where nobody tracks who holds what, any runes may be one's own."""
        for seat in resolving(table, FORTIFY):
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
            group = mixed(table, [one.rune.group, two.rune.group])
            for rune in (one.rune, two.rune):
                rune.group, rune.known = group, [self.seat]


class RuneMoved(RuneEvent):
    help_text = "A card moves a rune token to another area."
    says = "The rune of {area} moved to {to}[: {source}]"
    area: WithRune
    to: AreaId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)
        yield from misplaced(table, [self.to])

    def apply(self, table: Runewars) -> None:
        here = table.land.get(self.area)
        if here and here.rune:
            table.area(self.to).rune, here.rune = here.rune, None


class RunePut(RuneEvent):
    help_text = "A card puts a rune token into an area, without a false one beside it."
    says = "A {kind} rune was put in {area}[: {source}]"
    title = "Rune put by a card"
    area: AreaId
    kind: Annotated[KnownKind, KINDS] = "real"
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from misplaced(table, [self.area])
        if self.kind == "real":
            yield from none_left(table)
        elif false_left(table) < 1:
            yield FALSE_RUNES_OUT()

    def apply(self, table: Runewars) -> None:
        group = new_group(table, self.area, 1, int(self.kind == "real"))
        everybody = list(table.seats)
        lay(table, self.area, Rune(kind=self.kind, known=everybody, group=group, up=table.rune_tracking == "open"))


class RuneShown(RuneEvent):
    """Everybody sees what a rune is: it is told as it was written down, else as the table says."""

    closes = "revealed"
    area: WithRune
    kind: Annotated[KnownKind | None, KINDS] = Field(default=None, title="what it is, where it was not written down")
    source: Occasion = ""

    def check_first(self, table: Runewars) -> Iterator[Refused]:
        yield from without_rune(table, self.area)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        rune = rune_in(table, self.area)
        return self.but(kind=(rune.kind or self.kind) if rune else None)

    def apply(self, table: Runewars) -> None:
        if rune := rune_in(table, self.area):
            rune.kind, rune.up = self.kind or rune.kind, True


class RuneTurnedUp(RuneShown):
    help_text = "A card turns a rune face up, for all to see."
    says = "The rune in {area} was turned up[: {kind}][, {source}]"


class RuneRemoved(RuneShown):
    help_text = "A card takes a rune off the map, back to the supply, face up."
    says = "The rune in {area} was taken away[: {kind}][, {source}]"

    def apply(self, table: Runewars) -> None:
        super().apply(table)
        lift(table, self.area)


EVENTS = (RuneInspected, RunesMixed, RuneMoved, RunePut, RuneTurnedUp, RuneRemoved)
