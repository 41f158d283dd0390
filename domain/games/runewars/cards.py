"""Cards: fate cards, hands, tactics and quest cards drawn, played and discarded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from domain.components.decks import Deck, Drawn
from domain.components.piles import MoveEvent, take_cards, too_few_cards, too_many_named, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole, Secrets
from domain.framework.events.marks import Count, KeepsOrder, Line, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.base import Few, Living, RunewarsEvent, TacticsId, card_offers, seats_at_turn, whose_turn
from domain.games.runewars.state.kinds import FateCard, Shape, Symbol, TacticsCard
from domain.games.runewars.state.table import MOST_QUESTS, MOST_TACTICS, Runewars, Seat

# === Fate cards for diplomacy, battles, tests and duels (天命卡解析) =============================
# The deck is on the table: the players say what was drawn, unless they said that the app draws.

# The number of fate cards in the box, which no draw exceeds (配件清单).
MOST_FATE = 30
NOT_ALL_AT_ONCE = never(
    "not-all-at-once",
    "All fate cards are drawn at once: {need|is|are} needed, {named} named.",
    rule=sections.FATE_CARDS,
)
NOT_AMONG_DRAWN = never("not-among-drawn", "That fate card was not among the drawn cards.", rule=sections.FATE_CARDS)
DRAWN_SO = never("fate-drawn-so", "That is so already.", rule=sections.FATE_CARDS)
NOT_IN_DECK = never("not-in-deck", "Not all of these can be in the fate deck now.", rule=sections.FATE_CARDS)

FateCards = Annotated[
    tuple[Annotated[str, Field(max_length=20)], ...], Field(max_length=MOST_FATE), Choice("fate"), KeepsOrder()
]
"""Drawn fate cards; empty if the program draws them, or if they are not recorded."""


def fate_named(table: Runewars) -> list[str]:
    """The open fate cards that were named."""
    return [card for card in table.fate_open if card]


CardDrawn = Annotated[str, Choice("fate", fate_named, why_not=lambda table, card: NOT_AMONG_DRAWN())]
"""One of the open fate cards."""
Unnamed = Annotated[Count, Settled()]
"""The number of fate cards drawn at the table without names. They are open and are discarded as blanks."""
Shuffled = Annotated[bool, Settled()]
"""Whether the discard pile was shuffled in for a draw."""


def deck_of(table: Runewars) -> Deck:
    """The fate deck; its open cards belong to the current draw."""
    return Deck(list(table.ids("fate")), discard=table.fate_discard, held=table.fate_open)


def why_not_drawn(table: Runewars, cards: Sequence[str], need: int) -> Iterator[Refused]:
    """The refusals of named cards that cannot be the drawn ones."""
    if cards and len(cards) != need:
        yield NOT_ALL_AT_ONCE(need=need, named=len(cards))
    elif not deck_of(table).may_bring(cards):
        yield NOT_IN_DECK()


def draws_here(table: Runewars) -> bool:
    """Whether the app draws the fate cards."""
    return table.tracks("fate") and table.draws_fate


def draw_fate_cards(table: Runewars, count: int, chance: Chance, said: Sequence[str] = ()) -> Drawn:
    """Draw a number of fate cards: the named ones, or as the app does; blanks if the table draws and names none.

    There are none if the deck is not tracked.
    """
    if not table.tracks("fate"):
        return Drawn((), shuffled=False)
    return deck_of(table).draw(count, chance, said) if said or table.draws_fate else drawn_unnamed(table, count)


def named_of(drawn: Drawn) -> tuple[str, ...]:
    """The drawn cards that are named."""
    return tuple(card for card in drawn.cards if card)


def unnamed_of(drawn: Drawn) -> int:
    """The number of drawn cards that are not named."""
    return len(drawn.cards) - len(named_of(drawn))


def drawn_unnamed(table: Runewars, count: int) -> Drawn:
    """Drawn fate cards whose symbols were given without names: blanks."""
    if not table.tracks("fate"):
        return Drawn((), shuffled=False)
    deck = deck_of(table)
    return Drawn(("",) * min(count, deck.drawable), shuffled=count > len(deck))


def lay_open(table: Runewars, cards: Sequence[str], shuffled: bool, unnamed: int = 0) -> None:
    """Add drawn cards to the open ones, with blanks for unnamed cards. For `apply`."""
    if shuffled:
        table.fate_discard = []
    table.fate_open = [*table.fate_open, *cards, *[""] * unnamed]


def discard_open(table: Runewars) -> None:
    """Discard the open cards. For `apply`."""
    table.fate_discard, table.fate_open = [*table.fate_discard, *table.fate_open], []


def symbol_on_card(table: Runewars, card: str, shape: Shape) -> Symbol | None:
    """The symbol of a base on a card; None if unknown."""
    printed = FateCard.of(table, card)
    symbols: dict[Shape, Symbol | None] = {
        "triangle": printed.triangle,
        "rectangle": printed.rectangle,
        "hexagon": printed.hexagon,
        "circle": printed.circle,
    }
    return symbols[shape]


def fate_typed_in(table: Runewars) -> bool:
    """Whether the prints of all fate cards are typed in, so that a draw of the app has a result."""
    printed = [FateCard.of(table, card) for card in table.ids("fate")]
    return all(card.destiny and card.circle for card in printed)


class FateDeckKept(RunewarsEvent):
    """Says whether the app draws the fate cards. Until then the players say what they drew."""

    heading = "Cards"
    tracked = ("fate",)
    title = "Let the app draw the fate cards"
    help_text = "The app draws the fate cards instead of the deck on the table. Until then you say what was drawn."
    sentence = "The app draws the fate cards[ {no_longer|no longer}]"
    log = LogRole(bookkeeping=True)
    no_longer: bool = Field(default=False, title="no longer")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offer once a draw of the app has a result."""
        if not table.draws_fate and fate_typed_in(table):
            yield Offer()

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.draws_fate is not self.no_longer:
            yield DRAWN_SO()

    def apply(self, table: Runewars) -> None:
        table.draws_fate = not self.no_longer


# === Hands of tactics and quest cards, and their limits (策略卡; 任务卡) =========================

REPLACED = refusal(
    "replaced-in-epic", "In an epic game {card} is discarded, and another card is drawn for it.", rule=sections.EPIC
)
HAND_LIMIT = refusal(
    "hand-limit", "{seat} may hold {limit} {cards}: discard {count}.", rule=sections.TACTICS, areas=("cards",)
)
MOST_AT_ONCE = 30

DrawnTactics = Annotated[
    tuple[Annotated[Line, Choice("tactics", free=True)], ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()
]
DrawnQuests = Annotated[
    tuple[Annotated[Line, Choice("quests", free=True)], ...], Field(max_length=MOST_AT_ONCE), KeepsOrder()
]
TACTICS, QUESTS = text("tactics cards"), text("quest cards")


def take_tactics(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Add tactics cards to a hand, locked for this season (C-36). For `apply`."""
    hand = table.seat(seat)
    (hand.fresh if table.season else hand.tactics).extend(with_blanks(cards, count))


def take_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Add quest cards to a hand. For `apply`."""
    table.seat(seat).quests.extend(with_blanks(cards, count))


def lose_tactics(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Move tactics cards from a hand to the discard pile, which keeps the named ones. For `apply`."""
    hand = table.seat(seat)
    take_cards(count, cards, hand.tactics, hand.fresh)
    table.tactics_discard.extend(cards)


def lose_quests(table: Runewars, seat: str, count: int, cards: Sequence[str] = ()) -> None:
    """Move quest cards from a hand to the discard pile, which keeps the named ones. For `apply`."""
    take_cards(count, cards, table.seat(seat).quests)
    table.quests_discard.extend(cards)


def why_not_dealt(table: Runewars, cards: Sequence[str], count: int) -> Iterator[Refused]:
    """The refusals of tactics cards that cannot be the drawn ones: too many, or about false runes in an epic game."""
    yield from too_many_named(cards, count)
    for card in cards if table.epic else ():
        if TacticsCard.of(table, card).fakes:
            yield REPLACED(card=table.called("tactics", card))


def names_cards(table: Runewars) -> bool:
    """Whether this table records which tactics cards it holds: it typed some in."""
    return bool(table.library.get("tactics"))


def cards_in_excess(seat: Seat) -> Iterator[tuple[Text, int, int]]:
    """The sorts of cards of which a seat holds too many: the name, the limit, the number to discard (C-35)."""
    if (tactics := len(seat.held)) > MOST_TACTICS:
        yield TACTICS, MOST_TACTICS, tactics - MOST_TACTICS
    if (quests := len(seat.quests)) > MOST_QUESTS:
        yield QUESTS, MOST_QUESTS, quests - MOST_QUESTS


def over_limit(table: Runewars, cards: Text) -> Iterator[tuple[str, int]]:
    """The seats with too many cards of a sort, each with the number to discard; none while a bid is open."""
    for seat in table.alive():
        yield from (
            (seat, count) for kind, _, count in cards_in_excess(table.seat(seat)) if kind is cards and not table.bid
        )


def hands_too_full(table: Runewars, *seats: str) -> Iterator[Refused]:
    """The refusals of ending a turn or a step while a seat has too many cards."""
    for seat in seats:
        for cards, limit, count in cards_in_excess(table.seat(seat)):
            yield HAND_LIMIT(seat=table.called("seats", seat), limit=limit, cards=cards, count=count)


# === The timing of tactics cards (策略卡) ========================================================

WRONG_TIME = refusal("wrong-time", "“{card}” can only be used {timing}.", rule=sections.TACTICS, areas=("calendar",))
TAKES_NO_PART = refusal(
    "takes-no-part", "{seat} takes no part in this, with units or a hero.", rule=sections.TACTICS, areas=("units",)
)
TIMINGS: Mapping[str, Text] = {
    "your turn": text("in one's own turn, and in a battle only at its start"),
    "start of battle": text("at the start of a battle, by the attacker first"),
    "battle": text("in a battle"),
    "start of duel": text("at the start of a duel"),
    "duel": text("in a duel"),
}
AT_START = ("lineup", "opening")
FIGHTS = ("battle", "start of battle", "duel", "start of duel")


def out_of_time(table: Runewars, seat: str, card: str) -> Iterator[Refused]:
    """The refusal of a tactics card now; one with an unknown timing can always be used."""
    timing = TacticsCard.of(table, card).timing or "other"
    if timing in TIMINGS and table.holds_to_steps() and not _is_time(table, seat, timing):
        yield WRONG_TIME(card=table.called("tactics", card), timing=TIMINGS[timing])
    elif timing in FIGHTS and table.place[1] in FIGHTS and seat not in sides_of_fight(table):
        yield TAKES_NO_PART(seat=table.called("seats", seat))


def sides_of_fight(table: Runewars) -> Sequence[str]:
    """The sides of the current battle or duel. The player of a quest's unit is not a side."""
    if table.battle:
        return table.battle.sides
    return [fighter.seat for fighter in table.duel.fighters if fighter.hero] if table.duel else ()


def _is_time(table: Runewars, seat: str, timing: str) -> bool:
    """Whether it is the time of a card. A battle or a duel has separate steps; the turn continues in it."""
    begins = _is_not_begun(table, seat)
    if timing == "your turn":
        return whose_turn(table) == seat and begins
    where = timing.removeprefix("start of ")
    return table.place[1] == where and (begins or where == timing)


def _is_not_begun(table: Runewars, seat: str) -> bool:
    """Whether the current battle or duel has not begun; in a battle, the attacker's cards come first."""
    if battle := table.battle:
        first = [side for side in battle.sides if side not in battle.passed][:1]
        return battle.stage in AT_START and (seat in first or seat not in battle.sides)
    return not table.duel or (table.duel.round == 1 and not table.duel.drawn)


# === Tactics and quest cards: drawn, played, discarded. Separate events record their effects =====

LOCKED = refusal(
    "locked-this-season",
    "That tactics card was gained this season; it can be used from the next one on.",
    rule=sections.TACTICS,
    areas=("calendar", "cards"),
)

HeldTactics = Annotated[str, Choice("tactics", lambda table, seat: table.seat(seat).held, given=("seat",))]
HeldQuest = Annotated[str, Choice("quests", lambda table, seat: table.seat(seat).quests, given=("seat",))]
TacticsHeld = Annotated[tuple[HeldTactics, ...], Field(max_length=MOST_AT_ONCE)]
QuestsHeld = Annotated[tuple[HeldQuest, ...], Field(max_length=MOST_AT_ONCE)]


class HandEvent(RunewarsEvent):
    heading = "Cards"
    tracked = ("cards",)


class TacticsDrawn(HandEvent):
    title = "Draw tactics cards"
    help_text = "A player draws tactics cards. You need not say which; no one else sees them."
    sentence = "{seat} drew {count|tactics card|tactics cards}[: {cards}][ ({source})]"
    secrets = Secrets(("cards",))
    layout = Layout(no_choice=("cards",))
    seat: Living
    count: Few = 1
    cards: DrawnTactics = ()
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield from card_offers(table, text("The card gives tactics cards"))

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_not_dealt(table, self.cards, self.count)

    def apply(self, table: Runewars) -> None:
        take_tactics(table, self.seat, self.count, self.cards)


class TacticsPlayed(HandEvent):
    title = "Play a tactics card"
    help_text = "Show a tactics card and use it. If it was drawn unnamed, you can name it now."
    sentence = "{seat} played a tactics card[: {card}][: {other}][, {effect}]"
    layout = Layout(usual=("card",))
    acting_seat = "seat"
    seat: Living
    card: HeldTactics | None = None
    other: TacticsId | None = Field(default=None, title="or which card, if drawn unnamed")
    effect: Occasion = Field(default="", title="what does it do")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers in the player's own turn: before, during or after the order card."""
        for seat in seats_at_turn(table):
            yield Offer(text("Play a tactics card"), {"seat": seat}, opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        hand = table.seat(self.seat)
        yield from too_few_cards(len(hand.held), 1)
        if hand.held and (not hand.tactics or (self.card and self.card not in hand.tactics)):
            yield LOCKED()
        yield from out_of_time(table, self.seat, self.card or self.other or "")

    def apply(self, table: Runewars) -> None:
        lose_tactics(table, self.seat, 1, (self.card,) if self.card else ())
        if self.other and not self.card:
            table.tactics_discard = [*table.tactics_discard, self.other]


class DiscardEvent(HandEvent, MoveEvent[Runewars]):
    """The base of an event that moves cards of one sort from a hand to the discard pile."""

    sort: ClassVar[Text]
    """The sort of cards that it discards if there are too many (`cards_in_excess`)."""
    due: ClassVar[Text]
    """The question for a seat that holds too many of them."""
    acting_seat = "seat"
    seat: Living
    count: Few = 1

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat, count in over_limit(table, cls.sort):
            title = cls.due.copy_with(seat=table.called("seats", seat), count=count)
            yield Offer(title, {"seat": seat, "count": count}, required=True, opens_form=True)


class TacticsDiscarded(DiscardEvent):
    title = "Discard tactics cards"
    help_text = "A player discards tactics cards: over the limit of ten, or because of a card."
    sentence = "{seat} discarded {count|tactics card|tactics cards}[: {cards}][ ({source})]"
    sort = TACTICS
    due = text("{seat}: discard {count|tactics card|tactics cards}")
    cards: TacticsHeld = ()
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_few_cards(len(table.seat(self.seat).held), self.leaving_count)

    def apply(self, table: Runewars) -> None:
        lose_tactics(table, self.seat, self.count, self.cards)


class QuestsDrawn(HandEvent):
    title = "Draw quest cards"
    help_text = "A player draws quest cards. You need not say which; no one else sees them."
    sentence = "{seat} drew {count|quest card|quest cards}[: {cards}][ ({source})]"
    secrets = Secrets(("cards",))
    layout = Layout(no_choice=("cards",))
    seat: Living
    count: Few = 1
    cards: DrawnQuests = ()
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_many_named(self.cards, self.count)

    def apply(self, table: Runewars) -> None:
        take_quests(table, self.seat, self.count, self.cards)


class QuestsDiscarded(DiscardEvent):
    title = "Discard quest cards"
    help_text = "A player discards quest cards: over the limit of three, or because of a card."
    sentence = "{seat} discarded {count|quest card|quest cards}[: {cards}][ ({source})]"
    sort = QUESTS
    due = text("{seat}: discard {count|quest card|quest cards}")
    cards: QuestsHeld = ()
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_few_cards(len(table.seat(self.seat).quests), self.leaving_count)

    def apply(self, table: Runewars) -> None:
        lose_quests(table, self.seat, self.count, self.cards)
