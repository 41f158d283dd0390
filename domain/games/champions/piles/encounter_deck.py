"""The encounter deck: dealing, discarding, an empty deck, and the number of copies of a card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.piles import MoveEvent, cards_missing, may_hold, resize_pile, too_few_cards, too_many_named
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, KeepsOrder, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import EncounterCard, InGame, Maybe, PlayedEvent, Some, not_in_game, of_encounter
from domain.games.champions.numbers import count_icons
from domain.games.champions.piles.hands import MOST_AT_ONCE, Counted
from domain.games.champions.state.kinds import EncounterSet, IdentitySheet
from domain.games.champions.state.table import Champions
from domain.games.champions.threat import AccelerationTokensPlaced

# === Copies of an encounter card in this game, and whether one is left in the encounter deck =====

NO_COPY_LEFT = refusal(
    "no-copy-left", "{count|copy|copies} of {card} in the encounter deck, and none is left.",
    rule=sections.ENCOUNTER_DECK,
)  # fmt: skip
OPEN_BY = {
    "treachery-resolved": "name",
    "obligation-resolved": "name",
    "boost-ability-resolved": "card",
}
"""The due events of open encounter cards, each with its field that names the card."""


def none_left(table: Champions, *cards: str, off_deck: bool = True) -> Iterator[Refused]:
    """The refusals for cards that cannot leave the encounter deck or enter play: all copies are elsewhere."""
    for card, more in Counter(card for card in cards if card).items():
        there_are = copies_of(table, card)
        if there_are and copies_elsewhere(table, card, off_deck=off_deck) + more > there_are:
            yield NO_COPY_LEFT(card=table.called("cards", card), count=there_are)


def copies_of(table: Champions, card: str) -> int:
    """The copies of a card in this game's sets and in those that heroes add; 0 if no set lists it."""
    here = table.scenario
    # A modular set may also be one of the scenario's own; its cards are in the deck once.
    sets = (*here.sets, *(one.name for one in here.modular if one.name))
    heroes = [IdentitySheet.of(table, seat) for seat in table.seats]
    listed = sum(EncounterSet.of(table, set_).cards.get(card, 0) for set_ in dict.fromkeys(sets))
    return listed + sum(hero.nemesis.get(card, 0) + list(hero.obligations).count(card) for hero in heroes)


def copies_elsewhere(table: Champions, card: str, *, off_deck: bool) -> int:
    """The copies in play; with `off_deck` also those in other piles, because they are not in the deck.

    If the encounter deck is not counted, its discard pile may have been shuffled in, so piles are ignored.
    """
    in_play = sum(one.card == card and not one.facedown for one in table.play.values())
    return in_play + (
        # An uncounted deck may have been reshuffled unnoticed, so its discard pile proves nothing.
        sum(pile.count(card) for pile in piles_elsewhere(table)) if off_deck and table.scenario.counted else 0
    )


def piles_elsewhere(table: Champions) -> Iterator[Sequence[str]]:
    """The named cards that are neither in the encounter deck nor in play."""
    here = table.scenario
    yield from (here.discard, here.removed, here.victory, here.obligations, here.aside)
    for due in table.agenda.due.values():
        if due.event in OPEN_BY:
            yield [str(due.fields.get(OPEN_BY[due.event], ""))] * due.times


# === The encounter deck: dealt face down, discarded from, reshuffled when empty (遭遇牌库, 发放, 遭遇牌库为空)

NOBODY_DEALT = never("nobody-dealt", "Say who is dealt cards.", rule=sections.DEALING, asks=True)
ENCOUNTER_LEFT = refusal(
    "encounter-left", "The encounter deck still has {left|card|cards}.", rule=sections.ENCOUNTER_DECK
)

NOT_IN_PILE = refusal(
    "not-in-pile", "{card} is not among these cards.", rule=sections.ENCOUNTER_DECK, areas=("encounter",)
)


RemovedCard = Annotated[Line, Choice("cards", lambda table: table.scenario.removed, free=True, likely=of_encounter)]
EncounterCards = Annotated[tuple[EncounterCard, ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()]


class EncounterPileEvent(PlayedEvent):
    heading = "Encounter deck"
    tracked = ("encounter",)


class EncounterDeckTaken(Event[Champions]):
    """The base of events that take cards from the encounter deck, which is reshuffled if it runs out."""

    former_fields: ClassVar[tuple[str, ...]] = ("beyond", "emptied")

    def taken_off_deck(self, table: Champions) -> int:
        """The number of cards that it takes, with those beyond the end of the deck."""
        raise NotImplementedError

    def plan(self, table: Champions) -> Sequence[Event[Champions]]:
        """The reshuffle if the deck runs out; an uncounted deck never does."""
        taken = self.taken_off_deck(table)
        there, runs_out = table.scenario.off_deck(taken)
        return [EncounterDeckExhausted(drawn=taken - there)] if runs_out else []

    def follow_plan(self, table: Champions, plan: Sequence[Event[Champions]]) -> Iterator[Event[Champions]]:
        yield from self.follow(table)
        yield from plan


class EncounterCardsDealt(EncounterDeckTaken, EncounterPileEvent):
    """Deal encounter cards. Cards beyond the end of the deck come from the reshuffled discard pile."""

    title = "Deal encounter cards"
    help_text = "Deal encounter cards face down: they wait in front of the player until the villain phase."
    sentence = "Encounter cards dealt: {cards}[ ({source})]"
    cards: Mapping[InGame, Some] = Field(title="to whom, and how many")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.cards:
            yield NOBODY_DEALT()
        for seat in self.cards:
            yield from not_in_game(table, seat)

    def taken_off_deck(self, table: Champions) -> int:
        return sum(self.cards.values())

    def apply(self, table: Champions) -> None:
        deal_face_down(table, self.cards)


def deal_face_down(table: Champions, cards: Mapping[str, int]) -> None:
    """Deal encounter cards face down to players; for `apply`."""
    table.scenario.take("deck", sum(cards.values()))
    for id_, count in cards.items():
        if seat := table.seats.get(id_):
            seat.dealt += count


def cards_dealt_each(order: Sequence[str], each: int, extra: int) -> Mapping[str, int]:
    """The cards dealt to each player: `each`, plus the extra ones for hazard icons in player order (F21)."""
    players = len(order)
    return {seat: each + extra // players + (at < extra % players) for at, seat in enumerate(order)}


def step_cards(table: Champions) -> Mapping[str, int]:
    """The cards dealt in the villain phase: one plus the heroic level for each player, and those for hazard icons."""
    each, hazards, order = 1 + table.scenario.heroic, count_icons(table, "hazard"), table.player_order()
    if table.ruled("hazard-for-each"):
        return cards_dealt_each(order, each + hazards, 0)
    return cards_dealt_each(order, each, hazards)


def hazard_cards(table: Champions) -> int:
    """The number of cards dealt in the villain phase for hazard icons."""
    hazards = count_icons(table, "hazard")
    return hazards * len(table.player_order()) if table.ruled("hazard-for-each") else hazards


class EncounterCardsDiscarded(EncounterDeckTaken, EncounterPileEvent):
    """Discard from the encounter deck, at most to its end; the reshuffled deck is not discarded from."""

    title = "Discard encounter cards"
    help_text = "Discard cards from the top of the encounter deck."
    sentence = "{count|card|cards} discarded from the encounter deck[: {cards}][ ({source})]"
    count: Annotated[Some, Merged()] = 1
    cards: EncounterCards = ()
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_many_named(self.cards, self.count)
        yield from none_left(table, *self.cards)

    def settle(self, table: Champions, chance: Chance) -> Self:
        count, _ = table.scenario.off_deck(self.count)
        return self.copy_with(count=count, cards=self.cards[:count])

    def taken_off_deck(self, table: Champions) -> int:
        return self.count

    def apply(self, table: Champions) -> None:
        table.scenario.put("discard", table.scenario.take("deck", self.count, self.cards))


class EncounterDeckExhausted(EncounterPileEvent):
    """Reshuffle the empty encounter deck, each time with an acceleration token (F38).

    Boost cards of the current activation are not shuffled in.
    """

    title = "Shuffle the empty encounter deck"
    help_text = (
        "The encounter deck ran out: reshuffle its discard pile, and put an acceleration token on the main scheme."
    )
    sentence = (
        "The encounter deck ran out, its discard pile was shuffled[: {cards|card|cards}][, {drawn} of them dealt]"
    )
    drawn: Maybe = Field(default=0, title="cards dealt before it ran out")
    kept: Annotated[Count, Settled()] = 0
    """The number of cards at the end of the discard pile that are not shuffled in."""
    cards: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        if left := table.scenario.known_deck:
            yield ENCOUNTER_LEFT(left=left)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(cards=max(0, len(table.scenario.discard) - self.kept))

    def apply(self, table: Champions) -> None:
        scenario = table.scenario
        shuffled = max(0, len(scenario.discard) - self.kept)
        scenario.deck, scenario.discard = max(0, shuffled - self.drawn), scenario.discard[shuffled:]
        scenario.reshuffles += 1

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield AccelerationTokensPlaced(amount=1)


class EncounterCardsRemoved(EncounterDeckTaken, EncounterPileEvent, MoveEvent[Champions]):
    title = "Remove encounter cards"
    help_text = "Cards from the encounter deck or its discard pile are removed from the game."
    sentence = "{count|encounter card|encounter cards} removed from the game[: {cards}][ until {until}][ ({source})]"
    of: Literal["deck", "discard"] = Field(default="discard", title="from where")
    count: Annotated[Some, Merged()] = 1
    cards: EncounterCards = ()
    until: Remark = Field(default="", title="until when, if they come back")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.of == "discard":
            yield from cards_missing(table, "cards", table.scenario.discard, self.leaving_count, self.cards)
        elif left := table.scenario.known_deck:
            yield from too_few_cards(left, self.leaving_count)
        if self.of == "deck":
            yield from none_left(table, *self.cards)

    def taken_off_deck(self, table: Champions) -> int:
        there, _ = table.scenario.off_deck(self.leaving_count)
        return there if self.of == "deck" else 0

    def apply(self, table: Champions) -> None:
        table.scenario.put("removed", table.scenario.take(self.of, self.count, self.cards), self.until)


class EncounterCardsCameBack(EncounterPileEvent, MoveEvent[Champions]):
    """Return removed encounter cards to a pile; a card that returns to play is recorded as entering play."""

    title = "Bring encounter cards back"
    help_text = "Encounter cards that were removed until something happened return."
    sentence = "{count|encounter card|encounter cards} came back[: {cards}]: {to}[ ({source})]"
    count: Annotated[Some, Merged()] = 1
    cards: Annotated[tuple[RemovedCard, ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()] = ()
    to: Literal["deck", "discard"] = "discard"
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from cards_missing(table, "cards", table.scenario.removed, self.leaving_count, self.cards)

    def apply(self, table: Champions) -> None:
        table.scenario.put(self.to, table.scenario.take("removed", self.count, self.cards))


EncounterPile = Literal["deck", "discard", "aside", "removed"]
"""The pile from which a searched encounter card is put into play."""


def not_in_encounter_pile(table: Champions, pile: EncounterPile | None, card: str) -> Iterator[Refused]:
    """The refusal for a card that is not in an encounter pile, which has no unnamed card either."""
    if pile and pile != "deck" and not may_hold(table.scenario.lying(pile), card):
        yield NOT_IN_PILE(card=table.called("cards", card))


def take_encounter(table: Champions, pile: EncounterPile | None, card: str) -> None:
    """Take a card out of an encounter pile if it may be there; for `apply`."""
    if pile and may_hold(table.scenario.lying(pile), card):
        table.scenario.take(pile, 1, (card,))


class EncounterCounted(Counted, EncounterPileEvent):
    title = "Count the encounter deck"
    help_text = "How many cards are on the table in the encounter deck and its discard pile."
    sentence = "Encounter cards: {deck}"
    layout = Layout(usual=("deck",))
    deck: Maybe | None = Field(default=None, title="cards in the encounter deck")
    discard: Maybe | None = Field(default=None, title="cards in its discard pile")
    offer = Offer(
        text("How many cards are in the encounter deck?"),
        also_required=("deck",),
        when=lambda table: table.place[1] == "dealing" and not table.scenario.counted,
    )

    def apply(self, table: Champions) -> None:
        scenario = table.scenario
        if self.deck is not None:
            scenario.deck, scenario.counted = self.deck, True
        resize_pile(scenario.discard, self.discard)


class DealtCardsCounted(EncounterPileEvent):
    title = "Count dealt cards"
    help_text = "How many face-down encounter cards are in front of a player."
    sentence = "{seat} was dealt {dealt|encounter card|encounter cards} face down"
    seat: InGame
    dealt: Maybe = Field(title="encounter cards")

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.dealt = self.dealt
