"""Rounds: the player phase and the villain phase, step by step."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, move_numbers
from domain.components.piles import cards_missing, too_many_named
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    InGame,
    Maybe,
    comes_of_it,
    not_at_turn,
    not_in_game,
    not_played,
    seats_at_turn,
    start_occurrence,
    still_due,
    whose_turn,
)
from domain.games.champions.cards.entering import over_limits
from domain.games.champions.defeats import next_player
from domain.games.champions.encounter import dealt_left
from domain.games.champions.enemies.course import still_to_activate, striking_now
from domain.games.champions.heroes.playing import open_payment
from domain.games.champions.numbers import copies_lacking, count_icons, main_threat
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt, hazard_cards, step_cards
from domain.games.champions.piles.hands import SIZE_OF, Cards, Held, hand_size
from domain.games.champions.piles.players_decks import CardsDrawn, cards_short_of_hand, in_reach
from domain.games.champions.printing import icons_unknown
from domain.games.champions.state.table import Champions, Seat, Step
from domain.games.champions.threat import follow_main_scheme
from domain.games.champions.timing.effects import expire_effects, hit_points_end

# === The steps of a round, as far as the table tracks their areas ================================

ORDER: tuple[Step, ...] = ("player", "end", "threat", "activations", "dealing", "encounters")
NEEDS = {"end": "hands", "dealing": "encounter", "encounters": "encounter"}
"""The area that a step needs; a table that does not track it skips the step."""


def next_step(table: Champions, step: Step) -> Step:
    """The step after another one; after the last, the player phase of the next round."""
    after = ORDER[ORDER.index(step) + 1 :] if step in ORDER else ()
    return next((one for one in steps_of(table) if one in after), "player")


def steps_of(table: Champions) -> list[Step]:
    """The steps of a round at this table, in order."""
    return [step for step in ORDER if step not in NEEDS or table.tracks(NEEDS[step])]


def go_on(table: Champions) -> None:
    """Move on to the next step; for `apply`."""
    table.step = next_step(table, table.step)
    if table.step == "threat":
        table.met, table.activated = [], []
        for card in table.play.values():
            card.strikes = False


def ready_all(table: Champions) -> None:
    """Ready the cards of all players (重整)."""
    for seat in table.seats.values():
        seat.exhausted = False
    for card in table.play.values():
        card.exhausted = card.exhausted and not card.controller


# === The player phase and the villain phase, step by step (玩家阶段, 反派阶段) ===================

CARDS_TO_COME = refusal(
    "cards-to-come", "Encounter cards are dealt first.", rule=sections.VILLAIN_PHASE, areas=("encounter",)
)
CARDS_LEFT = refusal(
    "cards-left", "{left|dealt encounter card is|dealt encounter cards are} still unresolved.",
    rule=sections.VILLAIN_PHASE, areas=("encounter",),
)  # fmt: skip
ENEMIES_LEFT = refusal(
    "enemies-left", "Still to activate: {enemies}.", rule=sections.VILLAIN_PHASE, areas=("activations",)
)
STRIKES_FIRST = refusal("strikes-first", "First {minion} attacks: it has Quickstrike.", rule=sections.KEYWORDS)
STILL_PAYING = refusal("still-paying", "First finish paying for {card}, or do not play it.", rule=sections.COSTS)
TURNS_LEFT = refusal("turns-left", "Still to take a turn: {seats}.", rule=sections.PLAYER_PHASE, areas=("turns",))


class RoundEvent(ChampionsEvent):
    heading = "Round"

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from still_due(table)
        yield from over_limits(table)
        for copy in striking_now(table):
            yield STRIKES_FIRST(minion=table.called("minions", copy))
        if payment := open_payment(table):
            yield STILL_PAYING(card=table.called("cards", payment.card))


class TurnEnded(RoundEvent):
    help_text = "The player's turn is over; the next player goes."
    sentence = "{seat} ended the turn"
    title = "End the turn"
    tracked = ("turns",)
    during = ("player",)
    ends = "turn"
    seat: InGame

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield Offer(
                text("{seat}: end the turn", seat=table.called("identities", seat)), {"seat": seat}, required=True
            )

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)

    def apply(self, table: Champions) -> None:
        table.done = [*table.done, self.seat]
        expire_effects(table, "turn")
        start_occurrence(table, "turn")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "turn")


class PlayerPhaseEnded(RoundEvent):
    title = "End the player phase"
    help_text = "Everyone has taken a turn: next comes the villain phase."
    sentence = "The player phase ended"
    during = ("player",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("On to the villain phase"), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if whose_turn(table):
            waiting = [seat for seat in table.player_order() if seat not in table.done]
            yield TURNS_LEFT(seats=tuple(table.called("identities", seat) for seat in waiting))

    def apply(self, table: Champions) -> None:
        go_on(table)
        table.refreshed = []
        if table.step != "end":
            end_player_phase(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if table.step != "end":
            yield from hit_points_end(table, "phase")


def end_player_phase(table: Champions) -> None:
    """Ready all players' cards, and end the effects of this phase; for `apply` (玩家阶段结束)."""
    ready_all(table)
    expire_effects(table, "phase")
    start_occurrence(table, "phase")


THREAT_UNKNOWN = never("threat-unknown", "Say how much threat: the number on the main scheme is unknown.", asks=True)


TYPED_WITH_ONE_TAP = range(10)


class SchemeThreatPlaced(NumbersMoved[Champions], RoundEvent):
    help_text = "The villain phase begins: put threat on the main scheme, plus 1 for each acceleration token and icon."
    sentence = "Villain phase: {amount} threat on the main scheme"
    title = "Place the threat of the villain phase"
    during = ("threat",)
    layout = Layout(no_choice=("amount",))
    amount: Annotated[Maybe | None, Gains("main.threat")] = None
    field: Annotated[Count, Settled()] = 0
    tokens: Annotated[Count, Settled()] = 0
    icons: Annotated[Count, Settled()] = 0
    learned: Annotated[bool, Settled()] = False
    """Whether the threat of the main scheme was unknown before."""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if is_step_threat_unknown(table):
            words = text("Threat on the main scheme: how much?")
            yield Offer(
                words, required=True, also_required=("amount",), keypad="amount", keypad_numbers=TYPED_WITH_ONE_TAP
            )
        else:
            yield Offer(text("Threat on the main scheme: +{threat}", threat=step_threat(table)), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.amount is None and is_step_threat_unknown(table):
            yield THREAT_UNKNOWN()
        yield from icons_unknown(table, "acceleration")

    def settle(self, table: Champions, chance: Chance) -> Self:
        tokens, icons = table.main.tokens, count_icons(table, "acceleration")
        amount = step_threat(table) if self.amount is None else self.amount
        printed = table.main.acceleration
        if is_step_threat_unknown(table):
            printed = max(0, amount - tokens - icons)
        learned = is_step_threat_unknown(table)
        return self.copy_with(field=printed, tokens=tokens, icons=icons, amount=amount, learned=learned)

    def apply(self, table: Champions) -> None:
        if is_step_threat_unknown(table):
            table.main.acceleration = self.field
        # An older log has no record of it, and asked again after a 0.
        table.main.unsaid = table.main.unsaid and not self.learned
        move_numbers(table, self)
        table.placed += self.amount or 0
        go_on(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_main_scheme(table)


def step_threat(table: Champions) -> int:
    """The threat placed when the villain phase begins (F17)."""
    return table.main.acceleration + table.main.tokens + count_icons(table, "acceleration")


def is_step_threat_unknown(table: Champions) -> bool:
    """Whether the threat of the main scheme for each villain phase is unknown; a number set by hand makes it known."""
    return table.main.unsaid and not table.main.acceleration


def rounds_left(table: Champions) -> int:
    """The rounds until the main scheme reaches its target, if no other threat is placed or removed (F40).

    0 if no threat is placed or the target is unknown.
    """
    each, target, threat = step_threat(table), table.main.target, main_threat(table)
    if not each or not target or threat is None or copies_lacking(table, "acceleration"):
        return 0
    # Rounded up: the round in which the target is exceeded counts as a whole one.
    return -(-max(0, target - threat) // each)


class ActivationsEnded(RoundEvent):
    title = "End the activations"
    help_text = "The villain and all minions have activated against everyone."
    sentence = "All enemies have activated"
    tracked = ("encounter",)
    during = ("activations",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("End the activations"), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from enemies_left(table)

    def apply(self, table: Champions) -> None:
        go_on(table)


def enemies_left(table: Champions) -> Iterator[Refused]:
    """The refusal for ending the activations while enemies have not activated."""
    if left := still_to_activate(table):
        enemies = dict.fromkeys(enemy for enemy, _ in left)
        yield ENEMIES_LEFT(enemies=tuple(table.called("enemies", enemy) for enemy in enemies))


class RoundEnded(RoundEvent):
    """End the round: the first player token passes clockwise, and limits per round are reset."""

    title = "End the round"
    help_text = "The round is over: pass the first player token; a new round begins."
    sentence = "Round {round} ended[; {first} became first player]"
    during = ("activations", "dealing", "encounters")
    ends = "round"
    round: Annotated[Count, Settled()] = 0
    first: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The end of the round; the encounter cards are named if no step of the table deals and reveals them."""
        if table.tracks("encounter"):
            yield Offer(text("End the round"), required=True)
        else:
            yield Offer(text("Deal and resolve the encounter cards, then end the round"), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from enemies_left(table)
        if table.step in ("activations", "dealing"):
            yield CARDS_TO_COME()
        elif left := dealt_left(table):
            yield CARDS_LEFT(left=left)

    def settle(self, table: Champions, chance: Chance) -> Self:
        # The token skips eliminated players; if no one holds it, it stays unset.
        heir = next_player(table, table.first) if table.first in table.seats else ""
        return self.copy_with(round=table.round, first=heir or table.first)

    def apply(self, table: Champions) -> None:
        table.note_round()
        table.round, table.step, table.done, table.first = self.round + 1, "player", [], self.first
        expire_effects(table, "round")
        start_occurrence(table, "phase")
        comes_of_it(table, "round")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "round")


# === The villain phase deals encounter cards: one to each player, then one for each hazard icon (发放)


class StepCardsDealt(RoundEvent):
    help_text = "Deal each player an encounter card, plus one for each hazard icon, in player order."
    sentence = "Villain phase: encounter cards were dealt"
    title = "Deal the encounter cards of the villain phase"
    tracked = ("encounter",)
    during = ("dealing",)

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        cards = sum(step_cards(table).values())
        yield Offer(text("Deal {cards|encounter card|encounter cards}", cards=cards), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from icons_unknown(table, "hazard")

    def apply(self, table: Champions) -> None:
        table.revealing = ""
        table.hazards += hazard_cards(table)
        go_on(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if cards := {seat: count for seat, count in step_cards(table).items() if count}:
            yield EncounterCardsDealt(cards=cards)


# === The end of the player phase: hands are discarded from and refilled, cards are readied (玩家阶段结束)

HAND_TOO_LARGE = refusal(
    "hand-too-large", "The hand size is {size}: discard {count|card|cards} first.",
    rule=sections.END_OF_PLAYER_PHASE, areas=("hands",),
)  # fmt: skip
REFILLED = refusal("refilled", "{seat} has already refilled the hand this phase.", rule=sections.END_OF_PLAYER_PHASE)
OTHERS_REFILL = refusal("others-refill", "First {seat} refills the hand.", rule=sections.END_OF_PLAYER_PHASE)
HANDS_LEFT = refusal(
    "hands-left", "Still to discard and draw: {seats}.", rule=sections.END_OF_PLAYER_PHASE, areas=("hands",)
)


def seats_to_refill(table: Champions) -> list[str]:
    """The seats that have not refilled their hand yet, in player order."""
    return [seat for seat in table.player_order() if seat not in table.refreshed]


def decks_to_count(table: Champions) -> Iterator[Offer]:
    """The decks of unknown size from which cards would be drawn at the end of the player phase."""
    for id_ in seats_to_refill(table) if table.step == "end" and table.tracks("hands") else ():
        size, seat = hand_size(table, id_), table.seat(id_)
        if size is not None and cards_short_of_hand(len(seat.hand), size) and not seat.counted:
            yield Offer(text("How many cards are in the deck of {seat}?"), {"seat": id_}, also_required=("deck",))


def cards_over_hand_size(hand: int, size: int | None) -> int:
    """The number of cards that must be discarded (F28); 0 if the hand size is unknown."""
    return 0 if size is None else max(0, hand - size)


class HandRefreshed(RoundEvent):
    """Discard and refill a hand; an unknown hand size is asked for once."""

    help_text = "End of the player phase: discard any cards you like, then draw up to your hand size."
    sentence = "{seat} ended the player phase[, {discarded|card|cards} discarded][: {cards}]"
    title = "Discard and fill up the hand"
    tracked = ("hands",)
    during = ("end",)
    layout = Layout(usual=("discarded", "cards", "size"), no_choice=("discarded", "cards", "size", "drawn"))
    secrets = Secrets(("drawn",))
    acting_seat = "seat"
    seat: InGame
    discarded: Maybe = Field(default=0, title="cards discarded first")
    cards: Held = Field(default=(), title="which are discarded")
    size: Maybe | None = Field(default=None, title="hand size, if not known yet")
    drawn: Cards = Field(default=(), title="which are drawn")
    count: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """One tap is enough, unless cards must be discarded or the hand size is unknown."""
        for seat in seats_to_refill(table):
            size, name, fields = hand_size(table, seat), table.called("identities", seat), {"seat": seat}
            if size is None:
                yield Offer(
                    text("{seat}: which hand size is printed on the identity card?", seat=name),
                    fields,
                    required=True,
                    also_required=("size",),
                )
            elif count := cards_over_hand_size(len(table.seat(seat).hand), size):
                title = text("{seat}: discard {count|card|cards}", seat=name, count=count)
                yield Offer(title, {**fields, "discarded": count}, required=True, opens_form=table.tracks("cards"))
            elif count := cls(seat=seat).wanted(table):
                yield Offer(text("{seat}: draw {count|card|cards}", seat=name, count=count), fields, required=True)
            else:
                yield Offer(text("{seat}: keep the hand", seat=name), fields, required=True)
            if table.seat(seat).hand:
                yield Offer(text("{seat}: discard cards first", seat=name), fields, opens_form=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        hand = table.seat(self.seat).hand
        going = max(self.discarded, len(self.cards))
        yield from cards_missing(table, "cards", hand, going, self.cards)
        size = self.known_size(table)
        if too_many := cards_over_hand_size(len(hand) - going, size):
            yield HAND_TOO_LARGE(size=size, count=too_many)
        if self.seat in table.refreshed:
            yield REFILLED(seat=table.called("identities", self.seat))
        elif (first := next(iter(seats_to_refill(table)), self.seat)) != self.seat:
            yield OTHERS_REFILL(seat=table.called("identities", first))
        yield from too_many_named(self.drawn, self.wanted(table))

    def known_size(self, table: Champions) -> int | None:
        known = hand_size(table, self.seat)
        return self.size if known is None else known

    def wanted(self, table: Champions) -> int:
        """The number of cards to draw, as far as they are available."""
        gone = max(self.discarded, len(self.cards))
        missing = cards_short_of_hand(len(table.seat(self.seat).hand) - gone, self.known_size(table) or 0)
        have = in_reach(table, self.seat)
        return missing if have is None else min(missing, have + gone)

    def settle(self, table: Champions, chance: Chance) -> Self:
        gone = max(self.discarded, len(self.cards))
        return self.copy_with(discarded=gone, count=self.wanted(table), size=self.known_size(table))

    def apply(self, table: Champions) -> None:
        table.refreshed = [*table.refreshed, self.seat]
        if seat := table.seats.get(self.seat):
            remember_size(seat, self.size)
            seat.put("discard", seat.take("hand", self.discarded, self.cards))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.count:
            yield CardsDrawn(seat=self.seat, count=self.count, cards=self.drawn)
        if not seats_to_refill(table):
            yield CardsReadied()


def remember_size(seat: Seat, size: int | None) -> None:
    """Store a hand size that was unknown; for `apply`."""
    if size is not None:
        seat.printed.setdefault(SIZE_OF[seat.form], size)


class CardsReadied(RoundEvent):
    help_text = "The player phase is over: ready all player cards; effects of this phase end."
    sentence = "All of the players' cards were readied"
    title = "Ready all cards"
    during = ("end",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("Ready all cards"), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if seats := seats_to_refill(table):
            yield HANDS_LEFT(seats=tuple(table.called("identities", seat) for seat in seats))

    def apply(self, table: Champions) -> None:
        go_on(table)
        end_player_phase(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "phase")
