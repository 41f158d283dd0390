"""Cards are played: into play, or as an event that is resolved and discarded (发动异能，打出卡牌)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal, Self, get_args

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    HandCard,
    HostId,
    InGame,
    Maybe,
    OccurrenceName,
    PlayerCard,
    happens,
    not_at_turn,
    not_in_form,
    not_in_game,
    not_played,
)
from domain.games.champions.cards.entering import NO_TYPE, OTHER_TYPE, CardEntered, SideSchemeEntered
from domain.games.champions.cards.leaving import used_up
from domain.games.champions.cards.rules import not_unique, one_more
from domain.games.champions.harm.damage import tally
from domain.games.champions.heroes.paying import UNPAID, last_uses, paying, unpaid
from domain.games.champions.piles.drawing import deck_ended
from domain.games.champions.piles.hands import not_in_pile
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.seats import Form
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.answers import learn
from domain.games.champions.timing.limits import Cap, Period
from domain.games.champions.timing.peril import not_in_peril
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Occasion, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import spoken, text

NOT_PLAYED = never("not-played", "{card} cannot be played: {type}.", rule=sections.PLAYING)
NOTHING_TO_RESOLVE = refusal(
    "nothing-to-resolve", "{seat} has not played {card}, or it is resolved already.", rule=sections.PLAYING
)

Staying = Literal["ally", "player side scheme", "support", "upgrade"]
Played = Literal["ally", "event", "player side scheme", "support", "upgrade"]
Permitted = Literal["discard", "deck"]
"""Where else than from the hand a card may let somebody play from (打出许可)."""


class PlayingEvent(ChampionsEvent):
    area_of_play = "Playing cards"
    mine = "seat"
    seat: InGame

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, self.seat)


class CardPlayed(PlayingEvent):
    """Where a cost was declared for it, it is paid by now; else the table's word is taken.

    A table that only counts hands names no card: there is one less in hand.
    """

    help_text = "A card is played: allies, upgrades and supports come into play, an event is resolved."
    says = "{seat} played {card}[ for {under}][ from the {permitted}][, when {to}][, {source}]"
    title = "Play a card"
    tracked = ("hands",)
    likely = ("card", "type")
    card: HandCard | None = None
    type: Played | None = Field(default=None, title="type of card")
    host: Annotated[HostId | None, Field(title="attached to")] = None
    health: Maybe | None = Field(default=None, title="hit points of an ally")
    under: Annotated[InGame | None, Field(title="under the control of another player")] = None
    permitted: Permitted | None = Field(default=None, title="a card lets it be played from")
    form: Form | None = Field(default=None, title="only in this form")
    most: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, title="max, for all players together")
    per: Period = Field(default="round", title="in a")
    to: OccurrenceName | None = Field(default=None, title="when")
    source: Occasion = ""
    waits: Annotated[bool, Settled()] = False
    emptied: Annotated[tuple[str, ...], Choice("copies"), Settled()] = ()
    """The cards that have no uses left by paying for it."""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {} if fields.get("card") else {"card": text("a card")}

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)
        yield from not_in_pile(table, self.seat, self.permitted or "hand", self.card)
        yield from unplayable(table, self)

    def settle(self, table: Champions, chance: Chance) -> Self:
        type_ = self.type or type_of(table, self.card)
        paid = (payment := paying(table, self.seat)) is not None and payment.card == self.card
        emptied = last_uses(table, payment) if paid else ()
        waits = type_ == "event" and bool(self.card) and table.tracks("cards")
        return self.but(type=type_, waits=waits, emptied=emptied)

    def apply(self, table: Champions) -> None:
        table.seat(self.seat).take(self.permitted or "hand", 1, (self.card or "",))
        tally(table, self.seat).played += 1
        happens(table, "card played")
        if self.card and self.to:
            learn(table, self.card, self.to, "event")
        if (payment := paying(table, self.seat)) and payment.card == self.card:
            table.payment = None
        if cap := cap_of(self):
            cap.count(table)
        if self.waits:
            table.agenda.put(EventResolved, must=False, seat=self.seat, card=self.card)
        elif self.type == "event":
            into_discard(table, self.seat, self.card or "")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.card and self.type and self.type != "event":
            yield entering(self, self.card, self.type)
        if self.permitted == "deck":
            yield from deck_ended(table, self.seat)
        for copy in self.emptied:
            yield from used_up(table, copy)


def entering(played: CardPlayed, card: str, type_: Staying) -> CardEntered | SideSchemeEntered:
    """A card that was played comes into play, under the control of whoever it was played for; schemes are nobody's."""
    if type_ == "player side scheme":
        return SideSchemeEntered(name=card, owner=played.seat)
    return CardEntered(
        name=card,
        seat=played.under or played.seat,
        type=type_,
        host=played.host,
        health=played.health,
        owner=played.seat,
    )


def type_of(table: Champions, card: str | None) -> Played | None:
    """The type of a card that can be played, as far as it is known."""
    type_ = CardSheet.of(table, card or "").type
    return next((played for played in get_args(Played) if played == type_), None)


def cap_of(played: CardPlayed) -> Cap | None:
    """What a card counts towards, by its title (F36); what was cancelled counts, too (D35)."""
    if played.card is None or played.most is None:
        return None
    return Cap(played.card, played.most, played.per, shared=True)


def unplayable(table: Champions, played: CardPlayed) -> Iterator[Refused]:
    """Why a card is not played: what is known of it, its cost, its max, and the turn."""
    seat, card = played.seat, played.card
    if played.form:
        yield from not_in_form(table, seat, played.form)
    if cap := cap_of(played):
        yield from cap.reasons(table)
    type_ = played.type or type_of(table, card)
    known = CardSheet.of(table, card or "").type
    if card and known and known != type_:
        yield (OTHER_TYPE if type_ else NOT_PLAYED)(card=table.called("cards", card), type=spoken(known))
    elif card and type_ is None:
        yield NO_TYPE(card=table.called("cards", card))
    if card and type_ and type_ != "event":
        yield from not_at_turn(table, seat)
        yield from not_unique(table, card)
        yield from one_more(table, card, played.under or seat)
    if (payment := paying(table, seat)) and payment.card == card:
        yield from unpaid(payment.cost, payment.needs, payment.generated)
    elif cost := CardSheet.of(table, card or "").cost:
        yield replace(UNPAID, areas=("cards",))(generated=0, cost=cost)


def into_discard(table: Champions, seat: str, card: str) -> None:
    """A card on its owner's discard pile; for `apply`."""
    if owner := table.seats.get(seat):
        owner.discard.append(card)


class EventResolved(PlayingEvent):
    """Cancelled or replaced by a status card, it is discarded all the same: it was played, and paid for (D35)."""

    help_text = "An event that was played is resolved, or cancelled; it goes to its owner's discard pile."
    says = "{card} is {how}, and discarded"
    title = "An event is resolved"
    asks = "{card} is resolved and discarded"
    tracked = ("cards",)
    card: PlayerCard
    cancelled: bool = False
    how: Annotated[Literal["resolved", "cancelled"], Settled()] = "resolved"

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.agenda.awaits(self):
            yield NOTHING_TO_RESOLVE(seat=table.called("identities", self.seat), card=table.called("cards", self.card))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(how="cancelled" if self.cancelled else "resolved")

    def apply(self, table: Champions) -> None:
        into_discard(table, self.seat, self.card)


EVENTS: tuple[type[Event[Champions]], ...] = (CardPlayed, EventResolved)
