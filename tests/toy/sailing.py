"""Sailing: a boat on a map of hexagons, and bets on where it goes that are turned over together."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.map_geometry import Hex, count_steps
from domain.components.simultaneous_choices import seats_undecided
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole, Secrets
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import Term, text
from tests.toy.cards import SpacePrint
from tests.toy.table import Bet, Harbour, Sitter, Space, ToyEvent

SAILING, BETS = Term("Sailing", "航行"), Term("Bets", "下注")
TOO_FAR = refusal("too-far", "{space} is too far for the boat.", rule=SAILING)
STILL_TO_BET = refusal("still-to-bet", "Still to bet: {seats}.", rule=BETS)
NO_BETS = refusal("no-bets", "Nobody has bet.", rule=BETS)
FARTHEST = 2


def around(table: Harbour, space: str) -> list[str]:
    """The spaces beside one."""
    near = set(hex_of(table, space).around())
    return [other for other in table.ids("spaces") if hex_of(table, other) in near]


def hex_of(table: Harbour, space: str) -> Hex:
    """Where a space lies."""
    known = SpacePrint.of(table, space)
    return Hex(known.q, known.r)


def in_reach(table: Harbour) -> dict[str, int]:
    """The spaces that the boat gets to, each with its steps: who comes to rough water has to stop there."""

    def goes_on(space: str) -> bool:
        return not SpacePrint.of(table, space).rough

    return count_steps(table.boat, lambda space: around(table, space), FARTHEST, goes_on)


def elsewhere(table: Harbour) -> Iterable[str]:
    return [space for space in table.ids("spaces") if space != table.boat]


class BoatSailed(ToyEvent):
    help_text = "The boat sails on; by day only, two spaces at most, and rough water stops it."
    sentence = "The boat sailed to {space}[, {steps|space|spaces} away]"
    during = ("day",)
    offer = Offer(text("Sail"))
    space: Annotated[str, Choice("spaces", elsewhere)]
    steps: Annotated[Count | None, Settled()] = None
    on_tap = {"spaces": At("space", text("Sail here"))}

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.space not in in_reach(table):
            yield TOO_FAR(space=table.called("spaces", self.space))

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(steps=in_reach(table).get(self.space))

    def apply(self, table: Harbour) -> None:
        table.boat = self.space


def face_down(table: Harbour) -> Mapping[str, Bet]:
    return {seat: bet for seat, bet in table.bets.items() if not bet.open}


class BetPlaced(ToyEvent):
    help_text = "A bet on where the boat will be, face down: nobody else sees it until all are turned over."
    sentence = "{seat} bet[ on {space}]"
    secrets = Secrets(("space",))
    acting_seat = "seat"
    seat: Sitter
    space: Space
    on_tap = {"spaces": At("space", text("Bet on this space"), where=lambda table, space: space != table.boat)}

    @classmethod
    def offers(cls, table: Harbour) -> Iterator[Offer]:
        for seat in seats_undecided(table.seats, face_down(table)):
            yield Offer(text("Place a bet"), {"seat": seat})

    def apply(self, table: Harbour) -> None:
        table.bets = {**face_down(table), self.seat: Bet(chosen=True, choice=self.space)}


class BetsRevealed(ToyEvent):
    help_text = "All bets are turned over together."
    sentence = "The bets were turned over: {bets}"
    log = LogRole(confirm_undo="revealed")
    offer = Offer(text("Turn the bets over"))
    bets: Annotated[Mapping[Sitter, Annotated[str, Field(max_length=200)]], Settled()] = Field(default_factory=dict)

    def check(self, table: Harbour) -> Iterator[Refused]:
        if not face_down(table):
            yield NO_BETS()
        elif left := seats_undecided(table.seats, face_down(table)):
            yield STILL_TO_BET(seats=tuple(left))

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(bets={seat: bet.choice for seat, bet in face_down(table).items()})

    def apply(self, table: Harbour) -> None:
        table.bets = {seat: Bet(chosen=True, open=True, choice=space) for seat, space in self.bets.items()}
