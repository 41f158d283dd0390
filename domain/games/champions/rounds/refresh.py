"""The end of the player phase: hands are discarded from and refilled, everything is readied (玩家阶段结束)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, Maybe, not_in_game
from domain.games.champions.piles.drawing import CardsDrawn, in_reach, shortfall
from domain.games.champions.piles.hands import SIZE_OF, Cards, Held, hand_size
from domain.games.champions.rounds.phases import RoundEvent, end_player_phase
from domain.games.champions.rounds.steps import go_on
from domain.games.champions.state.seats import Seat
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.effects import hit_points_end
from domain.language.chance import Chance
from domain.language.event import Count, Event, Offer, Settled
from domain.language.refusal import Refused, refusal
from domain.language.text import text
from domain.things.piles import cards_missing, too_many_named

HAND_TOO_LARGE = refusal(
    "hand-too-large", "The hand size is {size}: discard {count|card|cards} first.",
    rule=sections.END_OF_PLAYER_PHASE, areas=("hands",),
)  # fmt: skip
REFILLED = refusal("refilled", "{seat} has refilled the hand in this phase already.", rule=sections.END_OF_PLAYER_PHASE)
OTHERS_REFILL = refusal("others-refill", "First: {seat} refills the hand.", rule=sections.END_OF_PLAYER_PHASE)
HANDS_LEFT = refusal(
    "hands-left", "Still to discard and draw: {seats}.", rule=sections.END_OF_PLAYER_PHASE, areas=("hands",)
)


def waiting(table: Champions) -> list[str]:
    """The seats whose hand is still to be refilled, in player order."""
    return [seat for seat in table.player_order() if seat not in table.refreshed]


def excess(hand: int, size: int | None) -> int:
    """How many cards must be discarded (F28); none where nobody knows the hand size."""
    return 0 if size is None else max(0, hand - size)


class HandRefreshed(RoundEvent):
    """A hand size that nobody knew is asked for once."""

    help_text = "At the end of the player phase a player may discard cards, and draws up to the hand size."
    says = "{seat}: end of the player phase[, {discarded|card|cards} discarded][: {cards}]"
    title = "Hand refilled"
    tracked = ("hands",)
    during = ("end",)
    likely = ("discarded", "cards", "size")
    secret = ("drawn",)
    mine = "seat"
    seat: InGame
    discarded: Maybe = Field(default=0, title="cards discarded first")
    cards: Held = Field(default=(), title="which are discarded")
    size: Maybe | None = Field(default=None, title="hand size, if nobody knows it yet")
    drawn: Cards = Field(default=(), title="which are drawn")
    count: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """One tap, unless somebody has to say which cards go, or how large the hand is."""
        for seat in waiting(table):
            size, name, fields = hand_size(table, seat), table.called("identities", seat), {"seat": seat}
            if size is None:
                yield Offer(text("{seat}: how large is the hand?", seat=name), fields, must=True, needs=("size",))
            elif count := excess(len(table.seat(seat).hand), size):
                title = text("{seat}: discard {count|card|cards}", seat=name, count=count)
                yield Offer(title, {**fields, "discarded": count}, must=True, opens=table.tracks("cards"))
            elif count := cls(seat=seat).wanted(table):
                yield Offer(text("{seat}: draw {count|card|cards}", seat=name, count=count), fields, must=True)
            else:
                yield Offer(text("{seat}: the hand stays", seat=name), fields, must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        hand = table.seat(self.seat).hand
        going = max(self.discarded, len(self.cards))
        yield from cards_missing(table, "cards", hand, going, self.cards)
        size = self.known_size(table)
        if too_many := excess(len(hand) - going, size):
            yield HAND_TOO_LARGE(size=size, count=too_many)
        if self.seat in table.refreshed:
            yield REFILLED(seat=table.called("identities", self.seat))
        elif (first := next(iter(waiting(table)), self.seat)) != self.seat:
            yield OTHERS_REFILL(seat=table.called("identities", first))
        yield from too_many_named(self.drawn, self.wanted(table))

    def known_size(self, table: Champions) -> int | None:
        known = hand_size(table, self.seat)
        return self.size if known is None else known

    def wanted(self, table: Champions) -> int:
        """How many cards are to be drawn, as far as there are any."""
        gone = max(self.discarded, len(self.cards))
        missing = shortfall(len(table.seat(self.seat).hand) - gone, self.known_size(table) or 0)
        have = in_reach(table, self.seat)
        return missing if have is None else min(missing, have + gone)

    def settle(self, table: Champions, chance: Chance) -> Self:
        gone = max(self.discarded, len(self.cards))
        return self.but(discarded=gone, count=self.wanted(table), size=self.known_size(table))

    def apply(self, table: Champions) -> None:
        table.refreshed = [*table.refreshed, self.seat]
        if seat := table.seats.get(self.seat):
            remember_size(seat, self.size)
            seat.put("discard", seat.take("hand", self.discarded, self.cards))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.count:
            yield CardsDrawn(seat=self.seat, count=self.count, cards=self.drawn)
        if not waiting(table):
            yield CardsReadied()


def remember_size(seat: Seat, size: int | None) -> None:
    """Keep a hand size that nobody knew; for `apply`."""
    if size is not None:
        seat.printed.setdefault(SIZE_OF[seat.form], size)


class CardsReadied(RoundEvent):
    help_text = "The player phase is over: all cards of the players are readied, and what lasted for the phase ends."
    says = "All cards of the players are readied"
    title = "All cards readied"
    during = ("end",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("Ready all cards"), must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.lapses(table)

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if seats := waiting(table):
            yield HANDS_LEFT(seats=tuple(table.called("identities", seat) for seat in seats))

    def apply(self, table: Champions) -> None:
        go_on(table)
        end_player_phase(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "phase")


EVENTS = (HandRefreshed, CardsReadied)
