"""Morale, as tokens or as cards: gaining it, losing it, and spending positive morale (士气行动, p19)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.piles import cards_missing, may_hold, take_cards
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Line, Occasion, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import WRONG_MODE, HeroesEvent, Living, Source, seat_of
from domain.games.heroes3.cards.decks import pile_changed, whole_deck
from domain.games.heroes3.cards.handling import CardsDiscarded, CardsDrawn, Held, OfDeck
from domain.games.heroes3.cards.searching import NOT_SEARCHING, CardKept, SearchBegun
from domain.games.heroes3.state.kinds import Small
from domain.games.heroes3.state.seat import MOST_MORALE, Search, Seat
from domain.games.heroes3.state.table import Heroes3

IGNORES = refusal("ignores-morale", "{seat} ignores morale.", rule=sections.MORALE)
NO_MORALE = never("no-morale", "{seat} has no positive morale.", rule=sections.MORALE)
NO_REROLLS = refusal("no-rerolls", "You may not reroll, by an option of this game.", rule=sections.MORALE)
NOT_THAT_CARD = never("no-such-morale", "{seat} has no such morale card.", rule=sections.MORALE)

Outcome = Literal[
    "a token comes", "a token goes", "nothing more comes", "the hand goes at the end of the turn", "a card comes",
    "a card goes",
]  # fmt: skip
"""The effect of a change of morale: one of its own kind comes, one of the other kind goes, or nothing more comes."""
Use = Literal["draw a card", "discard and draw", "reroll a die", "search again"]
MoraleCard = Annotated[Line, Choice("morale-cards", free=True)]


def ignores_morale(seat: str) -> bool:
    """Whether the morale of a seat never changes (p19)."""
    return seat == "necropolis"


class MoraleEvent(HeroesEvent):
    heading = "Morale"


class MoraleChanged(MoraleEvent):
    """The base of events that raise or lower morale. Necropolis ignores them (p19)."""

    rises: ClassVar[bool] = True
    """Whether morale is gained."""
    seat: Living
    card: Annotated[MoraleCard | None, Field(title="which morale card comes or goes")] = None
    source: Source = ""
    outcome: Annotated[Outcome, Settled()] = "a token comes"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if ignores_morale(self.seat):
            yield IGNORES(seat=table.called("factions", self.seat))

    def piles(self, seat: Seat) -> tuple[list[str], list[str]]:
        """The morale cards of the event's own kind, and those of the other kind."""
        return (seat.good_morale, seat.bad_morale) if self.rises else (seat.bad_morale, seat.good_morale)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, self.seat)
        if table.plays("morale-cards"):
            own, other = self.piles(seat)
            full = self.rises and len(own) >= MOST_MORALE
            return self.copy_with(outcome="a card goes" if other else "nothing more comes" if full else "a card comes")
        morale = seat.morale if self.rises else -seat.morale
        again: Outcome = "nothing more comes" if self.rises else "the hand goes at the end of the turn"
        return self.copy_with(outcome="a token goes" if morale < 0 else again if morale else "a token comes")

    def apply(self, table: Heroes3) -> None:
        if not (seat := table.seats.get(self.seat)):
            return
        own, other = self.piles(seat)
        match self.outcome:
            case "a token comes":
                seat.morale = 1 if self.rises else -1
            case "a token goes":
                seat.morale = 0
            case "the hand goes at the end of the turn":
                seat.hand_goes = True
            case "a card comes":
                own.append(self.card or "")
            case "a card goes" if self.card or len(set(other)) == 1:
                take_cards(1, (self.card or other[0],), other)
            case "a card goes":
                table.agenda.put(MoraleCardDiscarded, seat=self.seat, positive=not self.rises)
            case "nothing more comes" if seat.morale > 0:
                table.agenda.put(MoraleSpent, must=False, seat=self.seat)


class MoraleGained(MoraleChanged):
    """Raises morale.

    A token that the player already holds may be spent before the second comes, so the event is asked for (p19).
    """

    title = "Gain morale"
    help_text = "Morale rises: a token or card comes, or one of negative morale goes."
    sentence = "{seat} gained morale[, {source}]: {outcome}[, {card}]"

    @classmethod
    def reminders(cls, table: Heroes3, known: Known) -> Iterator[Text]:
        if seat_of(table, str(known.get("seat"))).morale > 0:
            yield text("Spend the positive morale first, or nothing more comes.")


class MoraleLost(MoraleChanged):
    """Lowers morale.

    Instead of a second negative token, the hand is discarded at the end of the next own turn (p19).
    """

    title = "Lose morale"
    help_text = "Morale falls: a token or card of negative morale comes, or one of positive morale goes."
    sentence = "{seat} lost morale[, {source}]: {outcome}[, {card}]"
    rises = False


def events_of_morale(seat: str, source: Source, *, rises: bool) -> Iterator[MoraleChanged]:
    """The change of morale that something brings to a seat; none if the seat ignores morale."""
    if not ignores_morale(seat):
        yield (MoraleGained if rises else MoraleLost)(seat=seat, source=source)


def morale_cards(table: Heroes3, seat: str) -> list[str]:
    here = seat_of(table, seat)
    return [*here.good_morale, *here.bad_morale]


def other_morale_cards(table: Heroes3, seat: str, positive: bool) -> list[str]:
    here = seat_of(table, seat)
    return here.good_morale if positive else here.bad_morale


class MoraleCardDiscarded(MoraleEvent):
    title = "Discard a morale card"
    help_text = "Of several morale cards of the other kind, their player says which one goes."
    sentence = "{seat} discarded a morale card[: {card}]"
    question = "{seat}: which morale card goes?"
    acting_seat = "seat"
    layout = Layout(keypad="card")
    seat: Living
    positive: bool
    card: Annotated[Line, Choice("morale-cards", other_morale_cards, given=("seat", "positive"), free=True)]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not may_hold(other_morale_cards(table, self.seat, self.positive), self.card):
            yield NOT_THAT_CARD(seat=table.called("factions", self.seat))

    def apply(self, table: Heroes3) -> None:
        take_cards(1, (self.card,), other_morale_cards(table, self.seat, self.positive))


class MoraleCardUsed(MoraleEvent):
    title = "Use a morale card"
    help_text = "A positive one at any time; a negative one as soon as what it says happens."
    sentence = "{seat} used the morale card {card}[: {effect}]"
    acting_seat = "seat"
    layout = Layout(usual=("effect",))
    seat: Living
    card: Annotated[Line, Choice("morale-cards", morale_cards, given=("seat",), free=True)]
    effect: Occasion = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not may_hold(morale_cards(table, self.seat), self.card):
            yield NOT_THAT_CARD(seat=table.called("factions", self.seat))

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            named = [pile for pile in (seat.good_morale, seat.bad_morale) if self.card in pile]
            take_cards(1, (self.card,), *(named or (seat.good_morale, seat.bad_morale)))


class MoraleSpent(MoraleEvent):
    """Spends positive morale.

    Morale that came while a token was held then takes its place before anything else happens.
    """

    title = "Spend morale"
    help_text = "Draw a card, discard any and draw as many, or reroll a die of your own; in a tournament, search again."
    sentence = (
        "{seat} spent morale: {use}[; discarded: {others}][{regained|; the morale gained before takes its place}]"
    )
    question = "{seat} may spend morale before more of it comes: on what?"
    acting_seat = "seat"
    secrets = Secrets(("drawn",))
    layout = Layout(keypad="use")
    told = ("others",)
    seat: Living
    use: Annotated[Use, Field(title="on what")]
    count: Annotated[Small, Field(title="how many cards to discard")] = 0
    discarded: Annotated[tuple[Held, ...], Field(max_length=20, title="cards to discard")] = ()
    drawn: OfDeck = ()
    others: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    regained: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        seat = seat_of(table, self.seat)
        called = table.called("factions", self.seat)
        if seat.morale < 1:
            yield NO_MORALE(seat=called)
        if self.use == "reroll a die" and table.plays("no-rerolls"):
            yield NO_REROLLS()
        if self.use == "search again":
            if table.mode != "tournament":
                yield WRONG_MODE()
            if not seat.search.looked:
                yield NOT_SEARCHING(seat=called)
        yield from cards_missing(table, "cards", seat_of(table, self.seat).hand, self.leaving, self.discarded)

    @property
    def leaving(self) -> int:
        """The number of cards that are discarded and drawn again."""
        return max(self.count, len(self.discarded)) if self.use == "discard and draw" else 0

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        others = seat_of(table, self.seat).search.looked if self.use == "search again" else ()
        regained = bool(table.agenda.of(MoraleSpent, seat=self.seat))
        return self.copy_with(count=self.leaving, others=tuple(others), regained=regained)

    def apply(self, table: Heroes3) -> None:
        if not (seat := table.seats.get(self.seat)):
            return
        seat.morale = 1 if self.regained else 0
        if self.others:
            search, seat.search = seat.search, Search()
            pile_changed(table, search.deck, self.others, shuffled=False)
            table.agenda.drop(lambda due: due.is_of(CardKept) and due.has_fields(seat=self.seat))
            table.agenda.put(SearchBegun, seat=self.seat, deck=whole_deck(search.deck), count=search.count)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if not table.tracks("cards"):
            return
        if self.use == "draw a card":
            yield CardsDrawn(seat=self.seat, cards=self.drawn, source="morale")
        elif self.use == "discard and draw" and self.count:
            yield CardsDiscarded(seat=self.seat, count=self.count, cards=self.discarded, source="morale")
            yield CardsDrawn(seat=self.seat, count=self.count, cards=self.drawn, source="morale")
