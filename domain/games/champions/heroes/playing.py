"""Paying and playing: costs declared and paid; cards played into play or as events."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal, Self, get_args

from pydantic import Field

from domain.components.piles import cards_missing, may_hold, too_few_cards
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Delta, Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words, text
from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    HandCard,
    HostId,
    InGame,
    Maybe,
    OccurrenceName,
    PlayerCard,
    Some,
    is_possible,
    not_at_turn,
    not_in_form,
    not_in_game,
    not_played,
    seats_at_turn,
    start_occurrence,
)
from domain.games.champions.cards.entering import (
    NO_TYPE,
    OTHER_TYPE,
    CardEntered,
    SideSchemeEntered,
    not_unique,
    one_more,
)
from domain.games.champions.cards.handling import EXHAUSTS, exhausted_already
from domain.games.champions.cards.leaving import used_up
from domain.games.champions.harm import tally_of
from domain.games.champions.numbers import body_of, modified_number
from domain.games.champions.piles.hands import not_in_pile
from domain.games.champions.piles.players_decks import deck_ended
from domain.games.champions.state.kinds import RESOURCE_NAMES, CardSheet
from domain.games.champions.state.parts import Payment
from domain.games.champions.state.table import Champions, Form
from domain.games.champions.timing.abilities import Cap, Period, learn_response, not_controlled, not_in_peril

# === Costs: declared, paid with resources of discarded cards and abilities, or aborted (费用, 资源, 万用资源)

NOT_AT_HAND = refusal("not-at-hand", "{card} is neither in the hand nor in play.", rule=sections.COSTS)
NO_MORE_COPIES = refusal(
    "no-more-copies", "{count|copy|copies} of {card} in the deck list, and none is left.", rule=sections.COSTS
)
UNPAID = refusal("unpaid", "Not paid yet: {generated} of {cost} resources.", rule=sections.COSTS)
WRONG_RESOURCES = refusal("wrong-resources", "This takes {need} {resource}, not {have}.", rule=sections.RESOURCES)
NOT_PAYING = never("not-paying", "{seat} is not paying for anything.", rule=sections.COSTS)
PAYING_ALREADY = never("paying-already", "First finish paying for {card}.", rule=sections.COSTS)
COST_UNKNOWN = never("cost-unknown", "How much does it cost? {card} is not typed in yet.", asks=True)
WORTH_UNKNOWN = never("worth-unknown", "Which resources? This card is not typed in yet.", asks=True)
PAYS_FOR_ITSELF = refusal("pays-for-itself", "{card} cannot pay for itself.", rule=sections.COSTS)

Typed = Literal["energy", "mental", "physical"]
ResourceName = Annotated[str, Choice("resources")]
TypedName = Annotated[str, Choice("resources", lambda table: ("energy", "mental", "physical"))]


def modified_cost(cost: int, change: int) -> int:
    """A cost as modified by cards, at least 0 (F24)."""
    return modified_number(cost, (), change)


def count_resources(generated: Mapping[str, int]) -> int:
    """The number of resources of any type."""
    return sum(generated.values())


def why_not_paid(cost: int, needs: Mapping[str, int], generated: Mapping[str, int]) -> Iterator[Refused]:
    """The refusals if resources do not cover a cost (F23): too few, or too few of a type.

    A wild resource counts as its declared type; an undeclared one counts as any missing type.
    """
    if count_resources(generated) < cost:
        yield UNPAID(generated=count_resources(generated), cost=cost)
    missing = {type_: need - generated.get(type_, 0) for type_, need in needs.items()}
    if sum(max(0, count) for count in missing.values()) > generated.get("wild", 0):
        for type_ in (type_ for type_, count in missing.items() if count > 0):
            yield WRONG_RESOURCES(need=needs[type_], resource=RESOURCE_NAMES[type_], have=generated.get(type_, 0))


def open_payment(table: Champions) -> Payment | None:
    """The open payment; None if there is none, or if its player is eliminated."""
    return table.payment if table.payment and table.payment.seat in table.in_game() else None


def payment_of_seat(table: Champions, seat: str) -> Payment | None:
    """The open payment of a seat."""
    payment = open_payment(table)
    return payment if payment and payment.seat == seat else None


def seats_free_to_play(table: Champions) -> list[str]:
    """The player at turn, unless a payment is open."""
    return [] if open_payment(table) else seats_at_turn(table)


def is_paid(payment: Payment) -> bool:
    """Whether the generated resources are enough."""
    return not any(why_not_paid(payment.cost, payment.needs, payment.generated))


def is_here(table: Champions, card: str) -> bool:
    """Whether a card is in play, so that it may be an ability of it that is paid for."""
    return card in table.seats or any(card in (copy, here.card) for copy, here in table.play.items())


class PaymentEvent(ChampionsEvent):
    heading = "Playing cards"
    tracked = ("cards",)
    acting_seat = "seat"
    seat: InGame

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, self.seat)


class CostDeclared(PaymentEvent):
    """Declare a cost; it is computed once, with all modifiers."""

    help_text = "A player wants to play a card or use an ability: this is what it costs."
    sentence = "{seat} began to pay for {card}: {to_pay}[, at least {needs}]"
    title = "Pay for a card"
    card: HandCard = Field(title="for which card")
    cost: Annotated[Maybe | None, Printed(CardSheet, by="card")] = Field(default=None, title="cost")
    change: Delta = Field(default=0, title="cheaper (−) or dearer (+) because of cards")
    needs: Mapping[TypedName, Some] = Field(default_factory=dict, title="of these at least")
    to_pay: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in seats_free_to_play(table):
            words = text("{who}: pay for a card, then play it", who=table.called("identities", seat))
            yield Offer(words, {"seat": seat}, also_required=("cost",))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)
        if payment := open_payment(table):
            yield PAYING_ALREADY(card=table.called("cards", payment.card))
        if self.cost is None:
            yield COST_UNKNOWN(card=table.called("cards", self.card))
        if not is_at_hand(table, self.seat, self.card):
            yield NOT_AT_HAND(card=table.called("cards", self.card))
        elif not is_in_play(table, self.card):
            yield from none_left(table, self.seat, self.card)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(to_pay=modified_cost(self.cost or 0, self.change))

    def apply(self, table: Champions) -> None:
        table.payment = Payment(seat=self.seat, card=self.card, cost=self.to_pay, needs=dict(self.needs))


class ResourceGenerated(PaymentEvent):
    """Generate resources. A card from the hand is discarded; a wild resource is declared now."""

    help_text = "Discard a card from your hand for its resources, or use an ability that generates some."
    sentence = "{seat} generated {counted}[ for {card}][, with {by}][, from the hand: {spent}]"
    title = "Generate resources"
    limits = {EXHAUSTS: {"exhausts": True, "resources": {"wild": 1}}}
    layout = Layout(usual=("spent", "resources", "wild"))
    spent: HandCard | None = Field(default=None, title="which card from your hand")
    by: Annotated[Line | None, Choice("hosts", free=True), Field(title="or which card's ability")] = None
    exhausts: bool = Field(default=False, title="the card exhausts for it")
    resources: Mapping[ResourceName, Some] = Field(default_factory=dict, title="resources")
    wild: Typed | None = Field(default=None, title="what does wild count as")
    counted: Annotated[Mapping[ResourceName, Count], Settled()] = Field(default_factory=dict)
    card: Annotated[str, Choice("cards"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """Resources until the cost is paid, of cards in hand or by an ability."""
        payment = open_payment(table)
        if payment is None or is_paid(payment):
            return
        names = {"card": table.called("cards", payment.card), "cost": payment.cost}
        title = text("{seat} pays for {card}: {have} of {cost}", **names, have=count_resources(payment.generated))
        has_cards = bool(table.seat(payment.seat).hand) or not table.tracks("hands")
        if has_cards:
            yield Offer(title, {"seat": payment.seat}, required=True, also_required=("spent",))
            title = text("{seat}: generate resources by an ability")
        yield Offer(title, {"seat": payment.seat}, required=not has_cards, also_required=("by", "resources"))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)
        payment = payment_of_seat(table, self.seat)
        if payment is None:
            yield NOT_PAYING(seat=table.called("identities", self.seat))
        if self.by:
            yield from not_controlled(table, self.seat, self.by)
            if self.exhausts:
                yield from exhausted_already(table, self.by)
        else:
            yield from not_spent(table, self.seat, self.spent or "", payment.card if payment else "")
        if not self.generated(table):
            yield WORTH_UNKNOWN()

    def generated(self, table: Champions) -> Mapping[str, int]:
        """The generated resources, with wild ones as declared."""
        sheet = CardSheet.of(table, "" if self.by else self.spent or "")
        found: dict[str, int] = dict(self.resources or {str(name): count for name, count in sheet.resources.items()})
        if self.wild and found.get("wild"):
            found[self.wild] = found.get(self.wild, 0) + found.pop("wild")
        return {name: count for name, count in found.items() if count}

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(counted=self.generated(table), card=table.payment.card if table.payment else "")

    def apply(self, table: Champions) -> None:
        seat = table.seats.get(self.seat)
        payment = payment_of_seat(table, self.seat)
        if self.by and self.exhausts and (source := body_of(table, self.by)):
            source.exhausted = True
        spent = bool(seat and seat.hand and not self.by)
        if seat and spent:
            seat.put("discard", seat.take("hand", 1, (self.spent or "",)))
        if payment:
            add_to_payment(payment, self)
            payment.cards = [*payment.cards, *([self.spent or ""] if spent else [])]


def add_to_payment(payment: Payment, source: ResourceGenerated) -> None:
    """Add generated resources to a payment, and note the exhausted card; for `apply`."""
    for name, count in source.counted.items():
        payment.generated[name] = payment.generated.get(name, 0) + count
    if source.by and source.exhausts:
        payment.exhausted = [*payment.exhausted, source.by]


def is_at_hand(table: Champions, seat: str, card: str) -> bool:
    """Whether a card may be in a hand, as far as the hand is known, or is in play."""
    hand = table.seat(seat).hand
    return not hand or may_hold(hand, card) or not table.tracks("hands") or is_in_play(table, card)


def is_in_play(table: Champions, card: str) -> bool:
    """Whether a copy of a card is in play."""
    return any(one.card == card for one in table.play.values())


def none_left(table: Champions, seat: str, card: str) -> Iterator[Refused]:
    """The refusal for an unnamed card in hand if all copies of the deck list are elsewhere."""
    here = table.seat(seat)
    copies = here.list_.get(card, 0)
    in_play = sum(one.card == card and one.owner == seat for one in table.play.values())
    elsewhere = in_play + here.discard.count(card) + here.removed.count(card)
    if copies and card not in here.hand and elsewhere >= copies:
        yield NO_MORE_COPIES(card=table.called("cards", card), count=copies)


def not_spent(table: Champions, seat: str, card: str, paid_for: str) -> Iterator[Refused]:
    """The refusals for spending a card from the hand: it is not there, or it is the card being paid for (A35)."""
    hand = table.seat(seat).hand
    yield from cards_missing(table, "cards", hand, 1, (card,) if card else (), areas=("hands",))
    yield from none_left(table, seat, card)
    if card and card == paid_for and hand and hand.count(card) + hand.count("") <= 1:
        yield PAYS_FOR_ITSELF(card=table.called("cards", card))


def last_uses(table: Champions, payment: Payment | None) -> tuple[str, ...]:
    """The cards whose last use was spent in a payment; they are discarded once it is paid."""
    return tuple(copy for copy in payment.uses if any(used_up(table, copy))) if payment else ()


class CostPaid(PaymentEvent):
    """Pay a cost, all parts at once (E16); resources beyond the cost are lost (A56)."""

    title = "Pay the cost"
    help_text = "The cost of an ability is paid. Playing a card already counts as paying for it."
    sentence = "{seat} paid for {card}[, {lost} more than it cost]"
    card: Annotated[str, Choice("cards"), Settled()] = ""
    lost: Annotated[Count, Settled()] = 0
    emptied: Annotated[tuple[str, ...], Choice("copies"), Settled()] = ()
    """The cards that have no uses left after the payment."""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The ability's effect is recorded then; or the card that is paid for, if it cannot be played as it is."""
        if (payment := open_payment(table)) and is_paid(payment):
            plays = [*CardPlayed.offers(table)] if table.tracks("hands") else []
            if is_here(table, payment.card) or not any(not play.also_required for play in plays):
                title = text("{seat}: pay for {card}", card=table.called("cards", payment.card))
                yield Offer(title, {"seat": payment.seat}, required=not plays)

    def check(self, table: Champions) -> Iterator[Refused]:
        if payment := payment_of_seat(table, self.seat):
            yield from why_not_paid(payment.cost, payment.needs, payment.generated)
        else:
            yield NOT_PAYING(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        payment = payment_of_seat(table, self.seat)
        lost = max(0, count_resources(payment.generated) - payment.cost) if payment else 0
        return self.copy_with(card=payment.card if payment else "", lost=lost, emptied=last_uses(table, payment))

    def apply(self, table: Champions) -> None:
        table.payment = None

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        for copy in self.emptied:
            yield from used_up(table, copy)


class PaymentAborted(PaymentEvent):
    """Abort a payment: cards return to the hand, and exhausted cards are readied."""

    help_text = "You cannot pay, or changed your mind: take back everything spent on it."
    sentence = "{seat} did not pay for {card} after all"
    title = "Do not pay after all"
    card: Annotated[str, Choice("cards"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if payment := open_payment(table):
            title = text("{seat}: do not pay after all")
            yield Offer(title, {"seat": payment.seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        if not payment_of_seat(table, self.seat):
            yield NOT_PAYING(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        payment = payment_of_seat(table, self.seat)
        return self.copy_with(card=payment.card if payment else "")

    def apply(self, table: Champions) -> None:
        payment, seat = table.payment, table.seats.get(self.seat)
        table.payment = None
        if payment is None or seat is None:
            return
        seat.take("discard", len(payment.cards), payment.cards)
        seat.put("hand", payment.cards)
        for id_ in payment.exhausted:
            if source := body_of(table, id_):
                source.exhausted = False
        for id_, spent in payment.uses.items():
            if used := table.play.get(id_):
                used.counters[used.uses_of] = used.counters.get(used.uses_of, 0) + spent


# === Cards are played: into play, or as an event that is resolved and discarded (发动异能，打出卡牌)

NOT_PLAYED = never("not-played", "{card} cannot be played: {type}.", rule=sections.PLAYING)
NOTHING_TO_RESOLVE = refusal(
    "nothing-to-resolve", "{seat} has not played {card}, or it is already resolved.", rule=sections.PLAYING
)

PAID_UNKNOWN = never(
    "paid-unknown",
    "Say how many cards from the hand pay for it, 0 for none: they are discarded.",
    rule=sections.COSTS,
    asks=True,
)
PLAYED_UNKNOWN = never(
    "played-unknown", "Say which type of card it is: an event is discarded.", rule=sections.PLAYING, asks=True
)

Staying = Literal["ally", "player side scheme", "support", "upgrade"]
Played = Literal["ally", "event", "player side scheme", "support", "upgrade"]
Permitted = Literal["discard", "deck"]
"""The piles other than the hand from which a card may permit playing (打出许可)."""


class PlayingEvent(ChampionsEvent):
    heading = "Playing cards"
    acting_seat = "seat"
    seat: InGame

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_in_game(table, self.seat)


class CardPlayed(PlayingEvent):
    """Play a card. A declared cost must be paid by now; otherwise the table is trusted.

    A table that only counts hands names no card: it says the card's type, and how many cards from the hand pay for it.
    """

    help_text = "Play a card: allies, upgrades and supports enter play; an event is resolved."
    sentence = (
        "{seat} played {card}[ for {under}][ from the {permitted}][, paid for with {paid|card|cards} from the hand]"
        "[, when {to}][ ({source})]"
    )
    title = "Play a card"
    tracked = ("hands",)
    layout = Layout(
        usual=("card", "type"),
        no_choice=("type", "paid", "host", "health", "under", "permitted", "form", "most", "per", "to"),
    )
    card: HandCard | None = None
    type: Played | None = Field(default=None, title="what type of card")
    paid: Maybe | None = Field(default=None, title="cards from the hand that pay for it")
    host: Annotated[HostId | None, Field(title="attached to what")] = None
    health: Maybe | None = Field(default=None, title="hit points of an ally")
    under: Annotated[InGame | None, Field(title="who controls it, if another player")] = None
    permitted: Permitted | None = Field(default=None, title="from where, if a card allows it")
    form: Form | None = Field(default=None, title="in which form only")
    most: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, title="max, for all players together")
    per: Period = Field(default="round", title="within what time")
    to: OccurrenceName | None = Field(default=None, title="when")
    source: Occasion = ""
    waits: Annotated[bool, Settled()] = False
    emptied: Annotated[tuple[str, ...], Choice("copies"), Settled()] = ()
    """The cards that have no uses left after paying for this card."""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The card that was paid for; its type is asked for if that is not known."""
        payment = open_payment(table)
        if payment is None or not table.tracks("cards") or not is_paid(payment):
            return
        title, fields = text("{seat}: play {card}"), {"seat": payment.seat, "card": payment.card}
        played = cls(seat=payment.seat, card=payment.card)
        if is_possible(table, played):
            yield Offer(title, fields, required=True)
        elif CardSheet.of(table, payment.card).type is None and is_possible(table, played.copy_with(type="event")):
            yield Offer(title, fields, required=True, also_required=("type",))

    @classmethod
    def offers_on_turn(cls, table: Champions) -> Iterator[Offer]:
        """A card of the player at turn; if the table tracks what pays for cards, its cost is declared first (费用)."""
        for seat in seats_free_to_play(table) if not table.tracks("cards") else ():
            words = text("{who}: play a card", who=table.called("identities", seat))
            yield Offer(words, {"seat": seat}, also_required=("type", "paid"))

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {} if fields.get("card") else {"card": text("a card")}

    def as_before(self, table: Champions) -> Self:
        """It with the max that was said of the card before in this period, if none is said now."""
        used = Cap(self.card or "", 0, self.per, shared=True).usage_so_far(table) if self.most is None else None
        return self.copy_with(most=used.most, per=used.period) if used else self

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)
        yield from not_in_pile(table, self.seat, self.permitted or "hand", self.card)
        yield from why_not_playable(table, self)
        yield from why_not_paid_with(table, self)

    def settle(self, table: Champions, chance: Chance) -> Self:
        type_ = self.type or type_of(table, self.card)
        paid = (payment := payment_of_seat(table, self.seat)) is not None and payment.card == self.card
        emptied = last_uses(table, payment) if paid else ()
        waits = type_ == "event" and bool(self.card) and table.tracks("cards")
        return self.as_before(table).copy_with(type=type_, waits=waits, emptied=emptied)

    def apply(self, table: Champions) -> None:
        seat = table.seat(self.seat)
        seat.take(self.permitted or "hand", 1, (self.card or "",))
        seat.put("discard", seat.take("hand", self.paid or 0))
        tally_of(table, self.seat).played += 1
        start_occurrence(table, "card played")
        if self.card and self.to:
            learn_response(table, self.card, self.to, "event")
        if (payment := payment_of_seat(table, self.seat)) and payment.card == self.card:
            table.payment = None
        if cap := cap_of(self):
            cap.count(table)
        if self.waits:
            table.agenda.put(EventResolved, must=False, seat=self.seat, card=self.card)
        elif self.type == "event":
            into_discard(table, self.seat, self.card or "")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.card and self.type and self.type != "event":
            yield entry_of_played_card(self, self.card, self.type)
        if self.permitted == "deck":
            yield from deck_ended(table, self.seat)
        for copy in self.emptied:
            yield from used_up(table, copy)


def entry_of_played_card(played: CardPlayed, card: str, type_: Staying) -> CardEntered | SideSchemeEntered:
    """The event by which a played card enters play under its player's control; a side scheme has no controller."""
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
    """The type of a playable card; None if unknown."""
    type_ = CardSheet.of(table, card or "").type
    return next((played for played in get_args(Played) if played == type_), None)


def cap_of(played: CardPlayed) -> Cap | None:
    """The max of a card, counted by its title (F36); None if it has none. Cancelled uses count too (D35)."""
    if played.card is None or played.most is None:
        return None
    return Cap(played.card, played.most, played.per, shared=True)


def why_not_playable(table: Champions, played: CardPlayed) -> Iterator[Refused]:
    """The refusals for playing a card: by its known fields, its cost, its max, and the turn."""
    seat, card = played.seat, played.card
    if played.form:
        yield from not_in_form(table, seat, played.form)
    if cap := cap_of(played.as_before(table)):
        yield from cap.reasons(table)
    type_ = played.type or type_of(table, card)
    known = CardSheet.of(table, card or "").type
    if card and known and known != type_:
        yield (OTHER_TYPE if type_ else NOT_PLAYED)(card=table.called("cards", card), type=spaced_words(known))
    elif card and type_ is None:
        yield NO_TYPE(card=table.called("cards", card))
    if card and type_ and type_ != "event":
        yield from not_at_turn(table, seat)
        yield from not_unique(table, card)
        yield from one_more(table, card, played.under or seat)
    if (payment := payment_of_seat(table, seat)) and payment.card == card:
        yield from why_not_paid(payment.cost, payment.needs, payment.generated)
    elif cost := CardSheet.of(table, card or "").cost:
        yield replace(UNPAID, areas=("cards",))(generated=0, cost=cost)


def why_not_paid_with(table: Champions, played: CardPlayed) -> Iterator[Refused]:
    """The refusals for the cards that pay, at a table that counts hands and follows no costs."""
    if not table.tracks("cards"):
        if played.paid is None:
            yield PAID_UNKNOWN()
        if played.card is None and played.type is None:
            yield PLAYED_UNKNOWN()
    others = len(table.seat(played.seat).hand) - (played.permitted is None)
    yield from too_few_cards(max(0, others), played.paid or 0, areas=("hands",))


def into_discard(table: Champions, seat: str, card: str) -> None:
    """Put a card on its owner's discard pile; for `apply`."""
    if owner := table.seats.get(seat):
        owner.discard.append(card)


class EventResolved(PlayingEvent):
    """Resolve an event. A cancelled or replaced one is also discarded: it was played and paid for (D35)."""

    help_text = "The event is resolved or cancelled, and goes to its owner's discard pile."
    sentence = "{card} was {how}, and discarded"
    title = "Resolve an event"
    question = "Resolve and discard {card}"
    tracked = ("cards",)
    layout = Layout(no_choice=("cancelled",))
    card: PlayerCard
    cancelled: bool = False
    how: Annotated[Literal["resolved", "cancelled"], Settled()] = "resolved"

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.agenda.awaits(self):
            yield NOTHING_TO_RESOLVE(seat=table.called("identities", self.seat), card=table.called("cards", self.card))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(how="cancelled" if self.cancelled else "resolved")

    def apply(self, table: Champions) -> None:
        into_discard(table, self.seat, self.card)
