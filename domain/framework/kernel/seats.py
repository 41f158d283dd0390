"""Events of seats: their players, seats with secrets that were taken, colours and portraits."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.kernel.base import KernelEvent
from domain.framework.refusal import Refused, never
from domain.framework.table import CHAIRS, COLOURS, HEADS, SEAT_COLOURS, SEAT_HEADS, Table
from domain.framework.text import text

NO_PORTRAIT = never("no-portrait", "Choose a photo for the portrait first.")
HAS_THAT = never("has-that", "{seat} already has that.")

SomeSeat = Annotated[str, Choice(CHAIRS, lambda table: table.chairs())]


class ChairTaken(KernelEvent):
    """The public record that a person may read the secrets of a seat. It changes nothing, and cannot be withdrawn.

    If no name is given, the person is the host.
    """

    help_text = "Someone took a seat that has secrets, and can see them now. Everyone may know that."
    sentence = "{player} took the seat of {seat} and sees its secrets from now on"
    log = LogRole(bookkeeping=True)
    seat: SomeSeat
    player: Remark = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Table) -> Mapping[str, object]:
        return {"player": fields.get("player") or text("The host")}


class PlayerSeated(KernelEvent):
    """Makes the person who takes a seat on a phone its player, as if the event that brought the seat had named them.

    It cannot be withdrawn. If another person takes the seat, they become its player.
    """

    help_text = "Someone took a seat on their phone, and is its player from now on."
    sentence = "{player} plays {seat}"
    log = LogRole(bookkeeping=True)
    seat: SomeSeat
    player: Line

    def check(self, table: Table) -> Iterator[Refused]:
        if table.played_by().get(self.seat) == self.player:
            yield HAS_THAT(seat=self.seat)

    def apply(self, table: Table) -> None:
        if seat := table.played_seats().get(self.seat):
            seat.player = self.player


class SeatColoured(KernelEvent):
    """Sets the colour of a seat. Two seats may share one, as in a team; the initial next to it distinguishes them."""

    title = "Choose a colour"
    help_text = "Mark a seat with a colour and a shape, wherever it appears."
    sentence = "{seat} took the colour {colour}"
    log = LogRole(bookkeeping=True)
    seat: SomeSeat
    colour: Annotated[str, Choice(COLOURS, lambda table: SEAT_COLOURS)]

    def check(self, table: Table) -> Iterator[Refused]:
        if table.colours.get(self.seat) == self.colour:
            yield HAS_THAT(seat=self.seat)

    def apply(self, table: Table) -> None:
        table.colours[self.seat] = self.colour


class PortraitHung(KernelEvent):
    """Sets a photo as portrait. The picture is stored next to the log by its digest; a withdrawn one is not shown."""

    title = "Hang up a portrait"
    help_text = "Give a seat a portrait. The log keeps only its fingerprint, never the picture."
    sentence = "Put up a portrait of {seat}"
    log = LogRole(bookkeeping=True)
    seat: SomeSeat
    portrait: Annotated[str, Field(pattern="^([0-9a-f]{64})?$", max_length=64), Settled()] = ""

    def check(self, table: Table) -> Iterator[Refused]:
        if not self.portrait:
            yield NO_PORTRAIT()
        elif table.portraits.get(self.seat) == self.portrait:
            yield HAS_THAT(seat=self.seat)

    def apply(self, table: Table) -> None:
        table.portraits[self.seat] = self.portrait


class PortraitChosen(KernelEvent):
    """Sets a drawn head as the portrait of a seat. It replaces a photo, and a photo replaces it."""

    title = "Choose a portrait"
    help_text = "Give a seat one of the drawn heads as its portrait."
    sentence = "{seat} chose the portrait {head}"
    log = LogRole(bookkeeping=True)
    seat: SomeSeat
    head: Annotated[str, Choice(HEADS, lambda table: SEAT_HEADS)]

    def check(self, table: Table) -> Iterator[Refused]:
        if table.portraits.get(self.seat) == self.head:
            yield HAS_THAT(seat=self.seat)

    def apply(self, table: Table) -> None:
        table.portraits[self.seat] = self.head


class PortraitTakenDown(KernelEvent):
    title = "Take down a portrait"
    help_text = "Remove the portrait of a seat."
    sentence = "Took down the portrait of {seat}"
    log = LogRole(bookkeeping=True)
    seat: Annotated[str, Choice(CHAIRS, lambda table: table.portraits)]

    def apply(self, table: Table) -> None:
        table.portraits.pop(self.seat, None)
