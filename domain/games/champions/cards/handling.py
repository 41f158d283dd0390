"""Cards in play: exhausted and readied, attached, under another player's control, and counters on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.components.numbers import Gains, NumbersMoved, Spends, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Merged, Occasion, Settled
from domain.framework.refusal import Refused, never
from domain.games.champions import sections
from domain.games.champions.base import (
    EXHAUSTED,
    SAME_PLACE,
    CopyId,
    HostId,
    InGame,
    Maybe,
    PlayedEvent,
    Some,
    not_in_game,
    not_in_play,
)
from domain.games.champions.cards.entering import one_more
from domain.games.champions.cards.leaving import used_up
from domain.games.champions.defeats import follow_defeat
from domain.games.champions.harm import ALREADY_SO
from domain.games.champions.numbers import attachments_of, body_of, is_exhausted, known_numbers, stays_exhausted
from domain.games.champions.state.kinds import CardType
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.zones import lend_hit_points, lends_to

# === Cards in play: exhausted, readied, attached, given to another player, changed in type or number, used

READY = never("is-ready", "{card} is not exhausted.", rule=sections.EXHAUST)
WITHIN_ITSELF = never("within-itself", "{card} cannot be attached to itself or to a card on it.", rule=sections.MOVE)
NOBODY_FIGHTS = never("nobody-fights", "Say who is engaged with {card}.", rule=sections.CONTROL, asks=True)
NOBODY_CONTROLS = never("nobody-controls", "Say who controls {card}.", rule=sections.CONTROL, asks=True)
CONTROLLED: tuple[CardType, ...] = ("ally", "support", "upgrade")
"""The types of cards that have a controller while they are in play."""

Exhaustible = Annotated[str, Choice("hosts", lambda table: (*table.in_game(), *table.play), why_not=not_in_play)]
"""An identity or any card in play."""


EXHAUSTS: Limit[Champions] = Limit(lambda table, id_: int(is_exhausted(table, id_)), EXHAUSTED)
"""Whatever exhausts does so once until it is readied (横置)."""


def exhausted_already(table: Champions, id_: str) -> Iterator[Refused]:
    """The refusal of exhausting something that is exhausted, as far as the table follows that."""
    if stays_exhausted(table, id_):
        yield from EXHAUSTS.reasons(table, id_, card=table.called("hosts", id_))


class HandlingEvent(PlayedEvent):
    heading = "Cards in play"


class CardExhausted(HandlingEvent):
    title = "Exhaust a card"
    help_text = "Turn a card sideways: to pay for an ability, or because a card says so."
    sentence = "{card} was exhausted[ ({source})]"
    limits = {EXHAUSTS: {}}
    card: Exhaustible
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from exhausted_already(table, self.card)

    def apply(self, table: Champions) -> None:
        if card := body_of(table, self.card):
            card.exhausted = True


class CardReadied(HandlingEvent):
    title = "Ready a card"
    help_text = "Turn an exhausted card upright again."
    sentence = "{card} was readied[ ({source})]"
    card: Exhaustible
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        card = body_of(table, self.card)
        if card and not card.exhausted:
            yield READY(card=table.called("hosts", self.card))

    def apply(self, table: Champions) -> None:
        if card := body_of(table, self.card):
            card.exhausted = False


class CardAttached(HandlingEvent):
    """Attach a card. The card itself says whether it can be attached there, and only at that moment (附加到)."""

    title = "Attach a card"
    help_text = "A card in play is attached to a character or another card, or moves to a new one."
    sentence = "{card} was attached to {host}[ ({source})]"
    former_fields = ("before",)
    card: CopyId
    host: HostId = Field(title="attached to what")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        card = table.play.get(self.card)
        if card and card.host == self.host:
            yield SAME_PLACE()
        if self.host in with_all_on(table, self.card):
            yield WITHIN_ITSELF(card=table.called("copies", self.card))

    def plan(self, table: Champions) -> str:
        """The former host that got hit points from the card; without them it may be defeated."""
        return lends_to(table, self.card)

    def apply(self, table: Champions) -> None:
        if card := table.play.get(self.card):
            lend_hit_points(table, self.card, back=True)
            card.host = self.host
            lend_hit_points(table, self.card)

    def follow_plan(self, table: Champions, plan: str) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, plan) if plan else ()


def on_something(table: Champions) -> Iterable[str]:
    """The cards in play that are attached to something."""
    return [copy for copy, card in table.play.items() if card.host]


class CardDetached(HandlingEvent):
    """Detach a card. It stays in play: an upgrade next to its hero, an encounter card next to the villain."""

    title = "Take an attached card off"
    help_text = "Take a card off what it is attached to; it stays in play."
    sentence = "{card} was taken off {host}[ ({source})]"
    card: Annotated[str, Choice("copies", on_something, why_not=not_in_play)]
    source: Occasion = ""
    host: Annotated[str, Choice("hosts"), Settled()] = ""

    def settle(self, table: Champions, chance: Chance) -> Self:
        card = table.play.get(self.card)
        return self.copy_with(host=card.host if card else "")

    def apply(self, table: Champions) -> None:
        if card := table.play.get(self.card):
            lend_hit_points(table, self.card, back=True)
            card.host = ""

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if (card := table.play.get(self.card)) and "health_bonus" in card.printed:
            yield from follow_defeat(table, self.host)


def with_all_on(table: Champions, copy: str) -> list[str]:
    """A card in play with its attachments, and theirs in turn."""
    found = [copy]
    for here in found:
        found += [other for other in attachments_of(table, here) if other not in found]
    return found


def controlled_cards(table: Champions) -> Iterable[str]:
    """The cards in play that players control."""
    return [copy for copy, card in table.play.items() if card.controller]


class ControlChanged(HandlingEvent):
    """Another player takes control. The card keeps its state, its attachments and its owner (所有权和控制权)."""

    title = "Give control of a card"
    help_text = "Another player takes control of a card, along with its upgrades."
    sentence = "{seat} took control of {card}[ ({source})]"
    tracked = ("allies",)
    card: Annotated[str, Choice("copies", controlled_cards, why_not=not_in_play)]
    seat: InGame = Field(title="to whom")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        card = table.play.get(self.card)
        if card and card.controller == self.seat:
            yield SAME_PLACE()
        elif card:
            yield from one_more(table, card.card, self.seat)

    def apply(self, table: Champions) -> None:
        for copy in with_all_on(table, self.card):
            card = table.play.get(copy)
            if card and (card.controller or copy == self.card):
                card.controller = self.seat


class CardTypeChanged(HandlingEvent):
    """A card changes its type. It loses its printed fields; another card gives its new type and numbers (A57)."""

    title = "Change the type of a card"
    help_text = "A card in play becomes another type of card, with its own numbers."
    sentence = "{card} became another type: {type}[, engaged with {seat}][, controlled by {controller}][ ({source})]"
    layout = Layout(usual=("seat", "controller", "health", "attack", "scheme"))
    card: CopyId
    type: CardType = Field(title="what type of card")
    seat: Annotated[InGame | None, Field(title="as a minion, engaged with whom")] = None
    controller: Annotated[InGame | None, Field(title="or who controls it")] = None
    health: Maybe | None = Field(default=None, title="hit points")
    attack: Maybe | None = Field(default=None, title="ATK")
    scheme: Maybe | None = Field(default=None, title="SCH")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        card = table.play.get(self.card)
        if self.type == "minion" and not self.seat:
            yield NOBODY_FIGHTS(card=table.called("copies", self.card))
        if self.type in CONTROLLED and not (self.controller or self.seat or (card and card.controller)):
            yield NOBODY_CONTROLS(card=table.called("copies", self.card))

    def settle(self, table: Champions, chance: Chance) -> Self:
        """A minion engages a player and has no controller; a card with a controller engages no one."""
        if self.type in CONTROLLED:
            return self.copy_with(seat=None, controller=self.controller or self.seat)
        return self.copy_with(controller=None) if self.type == "minion" else self

    def apply(self, table: Champions) -> None:
        if card := table.play.get(self.card):
            card.type, card.engaged, card.health = self.type, self.seat or "", self.health
            card.printed = dict(known_numbers(attack=self.attack, scheme=self.scheme))
            card.controller = "" if self.seat else self.controller or card.controller
            card.keywords = []


def bodies_with_numbers(table: Champions) -> Iterable[str]:
    """All ids with printed numbers: the heroes, the villain, and the cards in play."""
    return (*table.in_game(), VILLAIN, *table.play)


OF_HERO = ("attack", "thwart", "defense", "recover", "health", "hand", "alter_hand", "retaliate")
OF_TYPE: Mapping[str, Sequence[str]] = {
    VILLAIN: ("attack", "scheme", "health", "retaliate"),
    "ally": ("attack", "thwart", "health", "retaliate", "attack_damage", "thwart_damage"),
    "minion": ("attack", "scheme", "health", "retaliate"),
}
ON_ANY = ("attack_bonus", "scheme_bonus", "health_bonus", "crisis", "acceleration", "hazard", "amplify")
"""Numbers that can be set on any card in play."""


def numbers_counting(table: Champions, id_: str) -> Sequence[str]:
    """The numbers that can be set on a character or card."""
    if id_ in table.seats:
        return OF_HERO
    card = table.play.get(id_)
    if card is None:
        return OF_TYPE.get(id_, ())
    return (*OF_TYPE.get(card.type, ()), *ON_ANY, *(("ally_limit",) if card.controller else ()))


class CardNumberSet(HandlingEvent):
    """Set a number of a card. Hit points are the maximum: damage stays, so the remaining hit points change."""

    title = "Set a number of a card"
    help_text = "Set a number such as ATK, of a hero, the villain or a card in play, to its value on the table."
    sentence = "{card} was changed: {number} {value}[ ({source})]"
    card: Annotated[str, Choice("hosts", bodies_with_numbers, why_not=not_in_play)]
    number: Annotated[str, Choice("numbers", numbers_counting, given=("card",))] = Field(title="which number")
    value: Annotated[int, Field(ge=-99, le=999)]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        card = body_of(table, self.card)
        now = None if card is None else card.health if self.number == "health" else card.printed.get(self.number)
        if now == self.least():
            yield ALREADY_SO()

    def least(self) -> int:
        """The value; for hit points at least 0."""
        return max(0, self.value) if self.number == "health" else self.value

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(value=self.least())

    def apply(self, table: Champions) -> None:
        if (card := body_of(table, self.card)) and self.number == "health":
            card.health = self.value
        elif card:
            lend_hit_points(table, self.card, back=True)
            card.printed[self.number] = self.value
            lend_hit_points(table, self.card)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.number == "health":
            yield from follow_defeat(table, self.card)
        elif self.number == "health_bonus" and (host := lends_to(table, self.card)):
            yield from follow_defeat(table, host)


def use_of(event: Event[Any], table: Champions) -> Iterable[str]:
    """The path of the uses of the event's `card`."""
    copy = str(getattr(event, "card", ""))
    card = table.play.get(copy)
    return ("play", copy, "counters", card.uses_of if card else "")


def with_uses(table: Champions) -> Iterable[str]:
    """The cards in play that have uses."""
    return [copy for copy, card in table.play.items() if card.uses_of]


class UsesSpent(NumbersMoved[Champions], HandlingEvent):
    """Spend uses of a card. During a payment the card stays in play, because the payment may be aborted."""

    title = "Spend uses of a card"
    help_text = "Use up one of a card's uses; after the last one, discard it."
    sentence = "{card}: {amount|use|uses} spent[ ({source})]"
    tracked = ("allies",)
    card: Annotated[str, Choice("copies", with_uses, why_not=not_in_play)]
    amount: Annotated[Some, Merged(), Spends(use_of)] = 1
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        move_numbers(table, self)
        card, payment = table.play.get(self.card), table.payment
        if card and payment and payment.seat == card.controller:
            payment.uses[self.card] = payment.uses.get(self.card, 0) + self.amount

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not (table.payment and self.card in table.payment.uses):
            yield from used_up(table, self.card)


# === Counters on cards; a card with uses is discarded with the last of them (通用指示物) =========


def counters_on(table: Champions, id_: str) -> dict[str, int]:
    """The counters on a card; empty if it is gone."""
    if id_ == MAIN:
        return table.main.counters
    whom = body_of(table, id_)
    return whom.counters if whom else {}


def counter_at(event: Event[Champions], table: Champions) -> Iterable[str]:
    """The path of the counters of an event, by its `on` and `name`."""
    on, name = str(getattr(event, "on", "")), str(getattr(event, "name", ""))
    if on in (MAIN, VILLAIN):
        return ("main" if on == MAIN else "villain", "counters", name)
    return ("seats" if on in table.seats else "play", on, "counters", name)


class CounterEvent(NumbersMoved[Champions], PlayedEvent):
    """The base of events that move counters of one name on one card."""

    heading = "Hit points"
    on: Annotated[HostId, Field(title="on what")]
    name: Line = Field(title="what is counted")
    amount: Annotated[Some, Merged()] = 1
    source: Occasion = ""


class CountersPlaced(CounterEvent):
    title = "Place counters"
    help_text = "Put counters on a card; the card says what they are called and do."
    sentence = "{amount} {name} placed on {on}[ ({source})]"
    amount: Annotated[Some, Merged(), Gains(counter_at)] = 1


class CountersRemoved(CounterEvent):
    title = "Remove counters"
    help_text = "Take counters off a card."
    sentence = "{amount} {name} removed from {on}[ ({source})]"
    amount: Annotated[Some, Merged(), Spends(counter_at)] = 1

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        card = table.play.get(self.on)
        if card and card.uses_of == self.name:
            yield from used_up(table, self.on)
