"""Harvest: dials are set to what one's areas yield; with its bonus developments pay (收获指令)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import INFLUENCE_GAINED, Living, RunewarsEvent, SeatId
from domain.games.runewars.hands import DrawnTactics, misdealt, names_cards, take_tactics
from domain.games.runewars.holding import harvest_of
from domain.games.runewars.realm.acting import (
    CALLED_FOR,
    base_first,
    not_by_bonus,
    not_by_order,
    use,
    use_bonus,
    used_up,
)
from domain.games.runewars.realm.dials import DialEvent, DialId, beyond_end, harvested, most_turned
from domain.games.runewars.state.kinds import Resource
from domain.games.runewars.state.land import Development
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.games.runewars.year.turns import resolving
from domain.language.chance import Chance
from domain.language.event import Count, Event, Occasion, Offer, Settled
from domain.language.refusal import Refused, never
from domain.language.text import text
from domain.things.numbers import Gains, NumbersMoved, move_numbers

HARVEST = "harvest"
PAID, DEVELOP = "developments paid", "develop"
NOTHING_PAYS = never("nothing-pays", "{seat} has no development that pays.", rule=sections.DEVELOPMENTS)
PAYING = ("diplomacy", "training-ground", "resource")
INFLUENCE_EACH, TACTICS_EACH = 2, 1
EVERY_HARVEST = "resource-every-harvest"
Spaces = Annotated[int, Field(ge=0, le=30)]
Dials = Mapping[DialId, Spaces]
RAISED = Gains("seats.{seat}.dials", areas=("dials",))


def developments_of(table: Runewars, seat: str, kind: str = "") -> list[Development]:
    """The developments that a seat has on the map, or those of a kind."""
    there = [area.development for area in table.land.values() if area.development]
    return [each for each in there if each.owner == seat and kind in ("", each.kind)]


def paying(table: Runewars, seat: str) -> list[Development]:
    """The developments of a seat that pay with the bonus of Harvest: all but those of defence."""
    return [each for each in developments_of(table, seat) if each.kind in PAYING]


def resources_developed(table: Runewars, seat: str) -> dict[Resource, int]:
    """By how much resource developments raise each dial (C-41)."""
    of = [each.resource for each in developments_of(table, seat, "resource")]
    return {resource: of.count(resource) for resource in RESOURCES if resource in of}


def raised(table: Runewars, seat: str) -> dict[Resource, int]:
    """How far the dials go up by developments, none beyond its end."""
    raising = resources_developed(table, seat).items()
    return {id_: spaces for id_, more in raising if (spaces := most_turned(table, seat, id_, more))}


def harvest_first(table: Runewars) -> Iterator[Refused]:
    """Why the bonus of Harvest waits for the dials to be set, where there are any."""
    if table.tracks("dials"):
        yield from base_first(table, HARVEST, HARVEST)


class DialsHarvested(DialEvent):
    """What the map does not tell, the table says: totals by hand, or what a card adds to them."""

    help_text = "Each dial is set to what all areas of the seat yield: up, down, or as it was."
    says = "{seat} harvested: {dials}[ (the dial ends there: {beyond})][, {source}]"
    during = CALLED_FOR
    seat: Living
    dials: Dials = Field(default_factory=dict, title="dials, where they are set otherwise")
    source: Occasion = ""
    beyond: Annotated[tuple[DialId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in resolving(table, HARVEST):
            opens = not table.tracks("map") or not any(harvest_of(table, seat).values())
            yield Offer(text("Harvest: set the dials"), {"seat": seat}, must=True, opens=opens)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_order(table, self.seat, HARVEST)
        yield from used_up(table, HARVEST, HARVEST)
        for resource, value in self.dials.items():
            yield from beyond_end(table, self.seat, resource, value)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if not table.tracks("map"):
            return self.but(dials={**table.seat(self.seat).dials, **self.dials})
        known, totals = harvested(table, self.seat), harvest_of(table, self.seat)
        beyond = tuple(id_ for id_ in RESOURCES if totals[id_] > known[id_] and id_ not in self.dials)
        return self.but(dials={**known, **self.dials}, beyond=beyond)

    def apply(self, table: Runewars) -> None:
        for resource, value in self.dials.items():
            table.seat(self.seat).dials[resource] = value
        use(table, HARVEST, HARVEST)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.ruled(EVERY_HARVEST) and (more := raised(table, self.seat)):
            yield ResourcesDeveloped(seat=self.seat, dials=more)


class ResourcesDeveloped(NumbersMoved[Runewars], DialEvent):
    help_text = "Resource developments raise dials."
    says = "{seat}: developments raise {dials}"
    automatic = True
    seat: SeatId
    dials: Annotated[Dials, RAISED]


class DevelopmentsPaid(RunewarsEvent):
    """Diplomacy brings 2 influence each, a training ground a tactics card, a resource raises its dial (C-41).

    A resource that was built with the same order raises nothing yet (G-03).
    """

    help_text = "With the bonus of Harvest all one's developments pay: influence, tactics cards, resources."
    says = (
        "{seat}: developments pay[ {influence} influence][, {count|tactics card|tactics cards}][: {cards}][, {dials}]"
    )
    area_of_play = "Dials"
    during = CALLED_FOR
    tracked = ("map",)
    secret = ("cards",)
    seat: Living
    cards: DrawnTactics = ()
    influence: Annotated[Count, Settled(), INFLUENCE_GAINED] = 0
    count: Annotated[Count, Settled()] = Field(default=0, title="tactics cards")
    dials: Annotated[Dials, Settled(), RAISED] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """What stands pays first; then one more is built."""
        for seat in resolving(table, HARVEST):
            opens = names_cards(table) and bool(developments_of(table, seat, "training-ground"))
            if DEVELOP not in table.turn.used:
                left = text("what developments pay")
                yield Offer(text("Developments pay"), {"seat": seat}, opens=opens, left=left)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_by_bonus(table, self.seat, HARVEST)
        yield from harvest_first(table)
        yield from used_up(table, HARVEST, PAID)
        if not paying(table, self.seat):
            yield NOTHING_PAYS(seat=table.called("seats", self.seat))
        yield from misdealt(table, self.cards, _trained(table, self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        count = _trained(table, self.seat)
        paid = INFLUENCE_EACH * len(developments_of(table, self.seat, "diplomacy"))
        dials = {} if table.ruled(EVERY_HARVEST) or DEVELOP in table.turn.used else raised(table, self.seat)
        return self.but(
            cards=self.cards[:count],
            influence=paid if table.tracks("influence") else 0,
            count=count,
            dials=dials if table.tracks("dials") else {},
        )

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        take_tactics(table, self.seat, self.count, self.cards)
        use_bonus(table, HARVEST, PAID)


def _trained(table: Runewars, seat: str) -> int:
    """Tactics cards from training grounds."""
    grounds = len(developments_of(table, seat, "training-ground"))
    return TACTICS_EACH * grounds if table.tracks("cards") else 0


EVENTS = (DialsHarvested, ResourcesDeveloped, DevelopmentsPaid)
