"""Windows of interrupts and responses: forced abilities first, then everybody until all pass; a help, never a lock."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, PlayedEvent, not_in_game
from domain.games.champions.state.names import OCCURRENCE_NAMES
from domain.games.champions.state.processes import Window
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Event, InOrder, Line, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

WINDOW_CLOSED = never("window-closed", "The window for this has closed.", rule=sections.TIMING)
FORCED_FIRST = refusal("forced-first", "Forced abilities come first: {cards}.", rule=sections.FORCED, areas=("timing",))
FIRST_DECIDES = refusal("first-decides", "The first player decides this: {seat}.", rule=sections.FIRST_PLAYER)
ORDER_INCOMPLETE = never("order-incomplete", "All of them, each once: {cards}.", rule=sections.FORCED)
PASSED_ALREADY = never("passed-already", "{seat} has passed already.", rule=sections.TIMING)

Cards = Annotated[
    tuple[Annotated[Line, Choice("hosts", free=True)], ...], Field(min_length=1, max_length=20), InOrder()
]


class WindowEvent(PlayedEvent):
    area_of_play = "Timing"
    tracked = ("timing",)


class WindowOpened(WindowEvent):
    """What happens at once, such as damage and a defeat, has one window for all of it (E5)."""

    help_text = "Something happens that several abilities wait for: forced ones first, then everybody in player order."
    says = "Interrupts and responses: {condition}[; forced: {forced}]"
    title = "A moment for interrupts and responses"
    condition: Annotated[Line, Choice("occurrences", free=True)] = Field(title="what happens")
    forced: Cards | None = Field(default=None, title="cards with forced abilities")

    def apply(self, table: Champions) -> None:
        forced = list(dict.fromkeys(self.forced or ()))
        table.windows = [*table.windows, Window(condition=self.condition, forced=forced)]


class ForcedOrderChosen(WindowEvent):
    help_text = "The first player says in which order forced abilities are resolved that come at the same time."
    says = "{seat}: forced abilities in this order: {cards}"
    seat: InGame
    cards: Cards

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if table.windows and len(table.windows[-1].forced) > 1:
            for seat in table.player_order()[:1]:
                yield Offer(text("In which order? Forced abilities"), {"seat": seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from first_decides(table, self.seat)
        window = table.windows[-1] if table.windows else None
        if window is None:
            yield WINDOW_CLOSED()
        elif sorted(self.cards) != sorted(window.forced):
            yield ORDER_INCOMPLETE(cards=called(table, window.forced))

    def apply(self, table: Champions) -> None:
        if table.windows:
            table.windows[-1].forced = list(self.cards)


class ForcedAbilityResolved(WindowEvent):
    help_text = "A forced ability is resolved, as far as it can be; the next one comes after it."
    says = "Forced: {card}"
    card: Annotated[Line, Choice("hosts", free=True)]

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for card in table.windows[-1].forced if table.windows else ():
            yield Offer(text("Forced: {card}", card=table.called("hosts", card)), {"card": card})

    def apply(self, table: Champions) -> None:
        table.answered = [*table.answered, self.card]
        used_in_window(table, self.card, forced=True)


class WindowPassed(WindowEvent):
    help_text = "A player uses nothing now; once all pass one after the other, the moment is over."
    says = "{seat} passed[; {over|the moment is over}]"
    title = "Nothing to use now"
    seat: InGame
    over: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for window in table.windows[-1:]:
            what = table.called("occurrences", window.condition)
            for seat in table.player_order():
                title = text("{seat} uses nothing now: {what}", seat=table.called("identities", seat), what=what)
                yield Offer(title, {"seat": seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.seat)
        if not table.windows:
            yield WINDOW_CLOSED()
        elif self.seat in table.windows[-1].passed and not all_passed(table, table.windows[-1].passed):
            yield PASSED_ALREADY(seat=table.called("identities", self.seat))
        yield from forced_first(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        passed = {*table.windows[-1].passed, self.seat} if table.windows else set()
        return self.but(over=all_passed(table, passed))

    def apply(self, table: Champions) -> None:
        if table.windows and self.over:
            table.windows = table.windows[:-1]
        elif table.windows:
            table.windows[-1].passed = [*table.windows[-1].passed, self.seat]


def in_window(table: Champions) -> str | None:
    """What the window at hand is open for, where it is one of the things that abilities are known to answer."""
    condition = table.windows[-1].condition if table.windows else ""
    return condition if condition in OCCURRENCE_NAMES else None


def all_passed(table: Champions, passed: Collection[str]) -> bool:
    """Whether everybody who is still in the game has passed, so that the moment is over."""
    return bool(passed) and set(passed) >= set(table.in_game())


def first_decides(table: Champions, seat: str) -> Iterator[Refused]:
    """Why a seat does not decide what is the first player's to decide (起始玩家)."""
    if table.first and seat != table.first:
        yield FIRST_DECIDES(seat=table.called("identities", table.first))


def forced_first(table: Champions) -> Iterator[Refused]:
    """Why nobody uses an ability they may use: forced ones are left (强制)."""
    if table.windows and table.windows[-1].forced:
        yield FORCED_FIRST(cards=called(table, table.windows[-1].forced))


def used_in_window(table: Champions, card: str, forced: bool) -> None:
    """Somebody used an ability in the window: all others may again; a forced one is done. For `apply`."""
    if not table.windows:
        return
    window = table.windows[-1]
    if forced and card in window.forced:
        window.forced = [one for one in window.forced if one != card]
    else:
        window.passed = []


def called(table: Champions, cards: Sequence[str]) -> tuple[object, ...]:
    """What cards are called."""
    return tuple(table.called("hosts", card) for card in cards)


EVENTS: tuple[type[Event[Champions]], ...] = (WindowOpened, ForcedOrderChosen, ForcedAbilityResolved, WindowPassed)
