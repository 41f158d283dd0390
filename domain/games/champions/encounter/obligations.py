"""Obligations go to the player of their identity, who resolves them; the nemesis set enters (重担卡, 劲敌)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, Maybe, SeatId, cards_due, not_open, of_types
from domain.games.champions.cards.entering import MinionEntered, ObligationEntered, SideSchemeEntered
from domain.games.champions.cards.rules import person
from domain.games.champions.encounter.treacheries import AnyCard, EncounterEvent
from domain.games.champions.state.kinds import CardSheet, IdentitySheet
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Event, Line, Occasion, Settled
from domain.language.refusal import Refused, refusal

NEMESIS_ENTERED = refusal("nemesis-entered", "The nemesis of {seat} has entered already.", rule=sections.NEMESIS)


class ObligationResolved(EncounterEvent):
    help_text = "The player of an obligation chooses what it says; then it is discarded or removed, or stays in play."
    says = "{seat} resolved {name}: {to}[, {choice}]"
    asks = "{seat} resolves {name}"
    tracked = ("encounter",)
    pad = "to"
    likely = ("to", "choice")
    seat: SeatId
    name: AnyCard = Field(default="", title="card")
    to: Literal["discarded", "removed", "kept"] = Field(default="discarded", title="what becomes of it")
    choice: Occasion = Field(default="", title="what was chosen")

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_open(table, self.lying(table), self.name)

    def lying(self, table: Champions) -> list[str]:
        """The obligations that lie before the player."""
        return cards_due(table, self, "name", "seat")

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(name=self.name or next(iter(self.lying(table)), ""))

    def apply(self, table: Champions) -> None:
        scenario = table.scenario
        if self.to == "discarded":
            scenario.discard.append(self.name)
        elif self.to == "removed":
            scenario.removed.append(self.name)
        table.peril = "" if table.peril == self.seat else table.peril

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.to == "kept":
            yield ObligationEntered(name=self.name, seat=self.seat)


def holder(table: Champions, identity: str, revealed_by: str) -> str:
    """Who an obligation is given to: the player of its identity, which a pack may name by its title or its alter-ego;
    where nobody plays that, who revealed it."""
    if not identity or identity in table.seats:
        return identity or revealed_by
    return next((seat for seat in table.seats if identity.casefold() in person(table, seat)), revealed_by)


def is_out(table: Champions, seat: str) -> bool:
    """Whether the player of an obligation is out of the game, so that its text is ignored (D33)."""
    return table.seat(seat).eliminated


class NemesisSetEntered(EncounterEvent):
    """What content knows of the set is filled in; the rest of it is shuffled into the encounter deck."""

    help_text = "A card brings the nemesis of a player: the minion, its side scheme, and cards for the encounter deck."
    says = "The nemesis of {seat} enters[: {minion}][, {scheme}][, {shuffled|card|cards} shuffled in][, {source}]"
    likely = ("minion", "scheme", "shuffled")
    seat: InGame
    minion: Annotated[Line, of_types("minion")] | None = None
    scheme: Annotated[Line, of_types("side scheme")] | None = Field(default=None, title="side scheme")
    shuffled: Maybe | None = Field(default=None, title="cards shuffled into the encounter deck")
    source: Occasion = ""
    cards: Annotated[Mapping[AnyCard, Maybe], Settled()] = Field(default_factory=dict)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.seat(self.seat).nemesis:
            yield NEMESIS_ENTERED(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(cards=dict(IdentitySheet.of(table, self.seat).nemesis)).filled(table)

    def filled(self, table: Champions) -> Self:
        """With the cards of the set that nobody said."""
        minion = self.minion or self.of_type(table, "minion")
        scheme = self.scheme or self.of_type(table, "side scheme")
        rest = sum(self.cards.values()) - (minion in self.cards) - (scheme in self.cards)
        shuffled = self.shuffled if self.shuffled is not None else max(0, rest) if self.cards else None
        return self.but(minion=minion, scheme=scheme, shuffled=shuffled)

    def of_type(self, table: Champions, type_: str) -> str | None:
        """The first card of the set of a type."""
        return next((card for card in self.cards if CardSheet.of(table, card).type == type_), None)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.nemesis = True
        table.scenario.deck += self.shuffled or 0
        come = [card for card, copies in self.cards.items() for _ in range(copies)]
        for card in come or [self.minion or "", self.scheme or ""]:
            if card in table.scenario.aside:
                table.scenario.aside.remove(card)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.minion:
            yield MinionEntered(name=self.minion, seat=self.seat)
        if self.scheme:
            yield SideSchemeEntered(name=self.scheme)


EVENTS = (ObligationResolved, NemesisSetEntered)
