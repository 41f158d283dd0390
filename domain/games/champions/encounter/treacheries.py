"""Treacheries are resolved and discarded, also when they are cancelled (诡计)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions.base import PlayedEvent, SeatId, Some, cards_due, not_open
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.state.meant import of_encounter
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Occasion, Remark
from domain.language.refusal import Refused

AnyCard = Annotated[Remark, Choice("cards", free=True, likely=of_encounter)]
"""A card by its name; empty where nobody named it."""


class EncounterEvent(PlayedEvent):
    area_of_play = "Encounter"


class TreacheryResolved(EncounterEvent):
    help_text = "A treachery did what it says, or was cancelled: it is discarded, and peril is over."
    says = "{seat} resolved {name}[{cancelled|, cancelled}][: {outcome}]"
    asks = "{seat} resolves {name}"
    tracked = ("encounter",)
    pad = "outcome"
    likely = ("outcome",)
    seat: SeatId
    name: AnyCard = Field(default="", title="card")
    cancelled: bool = False
    outcome: Occasion = Field(default="", title="what happened")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_open(table, self.lying(table), self.name)

    def lying(self, table: Champions) -> list[str]:
        """The treacheries that lie before the player."""
        return cards_due(table, self, "name", "seat")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(name=self.name or next(iter(self.lying(table)), ""))

    def apply(self, table: Champions) -> None:
        table.scenario.discard.append(self.name)
        table.peril = "" if table.peril == self.seat else table.peril


class EachHeroDamaged(EncounterEvent):
    """Identities in alter-ego form are no heroes (身份)."""

    help_text = "A card deals damage to every hero; who is in alter-ego form is none."
    says = "{amount} damage to each hero[, {source}]"
    amount: Some = 1
    source: Occasion = ""

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        for seat in table.player_order():
            if table.seats[seat].form == "hero":
                yield DamageDealt(target=seat, amount=self.amount)


EVENTS = (TreacheryResolved, EachHeroDamaged)
