"""Fate cards and timers: each round's card counts towards every running timer (计时器)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import Deck, cards_without
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Line, Remark, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.console.initiative import is_round_over, turns_left
from domain.games.agemonia.console.rounds import RoundEnded
from domain.games.agemonia.figures import TimerHere
from domain.games.agemonia.state.kinds import FatePrint
from domain.games.agemonia.state.scenario import FateCard, Timer
from domain.games.agemonia.state.table import Agemonia

NO_FATE_DECK = never(
    "no-fate-deck",
    "Say the value of the card, or type in the fate cards once; then one is drawn here.",
    rule=sections.DISCARD_FATE,
    asks=True,
)
NO_FATE_LEFT = refusal(
    "no-fate-left",
    "No fate card {value} is left in the deck, as it was typed in[; those left: {left}].",
    rule=sections.DISCARD_FATE,
)
TIMER_RUNS = never("timer-runs", "This timer is already running.", rule=sections.TIMERS)

Target = Annotated[int, Field(ge=1, le=999, title="target number")]
MOST_FATE = 99
FateValue = Annotated[int, Field(ge=0, le=MOST_FATE)]


def is_every_value_known(table: Agemonia) -> bool:
    """Whether fate cards are typed in, each with its value."""
    values = [FatePrint.of(table, card).value for card in table.ids("fate-cards")]
    return bool(values) and None not in values


def fate_deck(table: Agemonia) -> Deck:
    """The fate cards that were typed in, without those on a timer; none if the value of one is unknown."""
    if not is_every_value_known(table):
        return Deck(())
    kept = (card.card for timer in table.scene.timers.values() for card in timer.pile)
    return Deck(cards_without(table.ids("fate-cards"), kept), discard=[card.card for card in table.scene.fate])


def fate_cards_left(table: Agemonia) -> list[str]:
    """The fate cards that may come next: those in the deck, or in a new one if none is left in it."""
    deck = fate_deck(table)
    return cards_without(deck.cards, deck.discard) if len(deck) else list(deck.cards)


def is_fate_known(table: Agemonia) -> bool:
    """Whether the fate deck is typed in, and all revealed cards are cards of it."""
    scene = table.scene
    revealed = [*scene.fate, *(card for timer in scene.timers.values() for card in timer.pile)]
    return is_every_value_known(table) and all(card.card for card in revealed)


def fate_card_of(table: Agemonia, value: int) -> str | None:
    """The fate card of a value that may come next; None if there is none, or the deck is unknown."""
    left = fate_cards_left(table) if is_fate_known(table) else []
    return next((card for card in left if FatePrint.of(table, card).value == value), None)


class TimerEvent(AgemoniaEvent):
    heading = "Timers"


class FateCardRevealed(TimerEvent):
    """Reveal the fate card.

    It is drawn here if the deck was typed in, or entered by its value. With several timers it counts for all of them,
    unless the players name some.
    """

    title = "Reveal the fate card"
    help_text = "A fate card ends the round: it counts towards every running timer, or is discarded."
    sentence = "Revealed fate card {value}[: {special}]"
    ends = "round"
    layout = Layout(no_choice=("value", "timers"))
    value: FateValue | None = None
    special: Remark = ""
    timers: Annotated[tuple[TimerHere, ...], Field(max_length=20, title="for which timers only")] = ()
    card: Annotated[Line | None, Choice("fate-cards", free=True), Settled()] = None
    shuffled: Annotated[bool, Settled()] = Field(default=False, title="a new deck")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if is_round_over(table):
            needs = () if fate_deck(table).drawable else ("value",)
            yield Offer(text("Reveal the fate card: the round is over"), required=True, also_required=needs)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.round:
            yield from turns_left(table)
        if self.value is None and not fate_deck(table).drawable:
            yield NO_FATE_DECK()
        if self.value is not None and is_fate_known(table) and fate_card_of(table, self.value) is None:
            left = [value for card in fate_cards_left(table) if (value := FatePrint.of(table, card).value) is not None]
            yield NO_FATE_LEFT(value=self.value, left=tuple(sorted(left)))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self.card:
            return self
        if self.value is not None:
            card = fate_card_of(table, self.value)
            return self.copy_with(card=card, shuffled=card is not None and not len(fate_deck(table)))
        drawn = fate_deck(table).draw(1, chance)
        card = next(iter(drawn.cards), None)
        if card is None:
            return self
        return self.copy_with(card=card, value=FatePrint.of(table, card).value, shuffled=drawn.shuffled)

    def running(self, table: Agemonia) -> Sequence[str]:
        """The timers that this card goes to."""
        return [name for name in table.scene.timers if not self.timers or name in self.timers]

    def apply(self, table: Agemonia) -> None:
        if self.shuffled:
            table.scene.fate = []
        if not self.running(table):
            table.scene.fate.append(FateCard(value=self.value or 0, card=self.card or ""))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for name in self.running(table):
            yield TimerAdvanced(timer=name, value=self.value or 0, card=self.card or "")
        if table.scene.round:
            yield RoundEnded(round=table.scene.round)


class TimerStarted(TimerEvent):
    # In the rulebook under 启动计时器.
    title = "Start a timer"
    help_text = "Start a timer: from this round on, fate cards count towards its target."
    sentence = "Timer “{timer}” was started, up to {target}[: {effect}]"
    offer = Offer()
    timer: Annotated[Line, Field(max_length=60)]
    target: Target
    effect: Annotated[Remark, SearchText()] = Field(default="", title="what happens then")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.timer in table.scene.timers:
            yield TIMER_RUNS()

    def apply(self, table: Agemonia) -> None:
        table.scene.timers[self.timer] = Timer(target=self.target, effect=self.effect)


class TimerAdvanced(TimerEvent):
    help_text = "A fate card goes onto a timer's pile."
    sentence = "Timer “{timer}”: +{value}, now {total}"
    automatic = True
    timer: TimerHere
    value: FateValue
    card: Remark = ""
    total: Annotated[int | None, Field(ge=0, le=9_999), Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        timer = table.scene.timers.get(self.timer)
        return self.copy_with(total=self.value + (timer.total if timer else 0))

    def apply(self, table: Agemonia) -> None:
        if timer := table.scene.timers.get(self.timer):
            timer.pile.append(FateCard(value=self.value, card=self.card))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        timer = table.scene.timers.get(self.timer)
        if timer and timer.total >= timer.target:
            yield TimerTargetReached(timer=self.timer, effect=timer.effect)


class TimerTargetReached(TimerEvent):
    help_text = "A timer has reached its target: what it counts down to happens now. Then it is reset or stopped."
    sentence = "Timer “{timer}” ran out[: {effect}]"
    automatic = True
    timer: TimerHere
    effect: Annotated[Remark, SearchText()] = ""

    def apply(self, table: Agemonia) -> None:
        if timer := table.scene.timers.get(self.timer):
            timer.due = True


def timers_due(table: Agemonia) -> list[str]:
    """The timers that have reached their target."""
    return [name for name, timer in table.scene.timers.items() if timer.due]


class TimerReset(TimerEvent):
    # In the rulebook under 重置计时器.
    title = "Reset a timer"
    help_text = "Reset a timer: only its latest card stays, and still counts."
    sentence = "Timer “{timer}” was reset"
    timer: TimerHere

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for name in timers_due(table):
            effect = table.scene.timers[name].effect
            title = text("Timer “{timer}” ran out[: {effect}]. Reset it", effect=effect)
            yield Offer(title, {"timer": name}, required=True)

    def apply(self, table: Agemonia) -> None:
        if timer := table.scene.timers.get(self.timer):
            table.scene.fate += timer.pile[:-1]
            timer.pile, timer.due = timer.pile[-1:], False


class TimerStopped(TimerEvent):
    # In the rulebook under 停止计时器.
    title = "Stop a timer"
    help_text = "Stop a timer: discard its cards."
    sentence = "Timer “{timer}” was stopped"
    offer = Offer(text("Stop the timer “{timer}”"), each=("timer", timers_due))
    timer: TimerHere

    def apply(self, table: Agemonia) -> None:
        if timer := table.scene.timers.pop(self.timer, None):
            table.scene.fate += timer.pile
