"""Decks: a player's deck of might and magic, and the shared decks, with the functions that move cards (p22).

The program draws from a player's deck. It draws from a shared deck only if the table keeps that deck in the app: the
cards of all others are in the box, and only some of them are known. The players draw those at the table. No card is
invented, and a card that they do not name is a blank.
"""

from collections.abc import Iterator, Mapping, Sequence

from domain.components.decks import Deck, Drawn, cards_without
from domain.components.piles import NOT_HELD, cards_missing, take_cards, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.refusal import Refused, never
from domain.games.heroes3 import sections
from domain.games.heroes3.state.kinds import DeckCard
from domain.games.heroes3.state.seat import Seat
from domain.games.heroes3.state.table import EMPOWERED, Heroes3

NAME_CARD = never("name-card", "Say which card it is.", rule=sections.CARDS, asks=True)
SAY_FACES = never(
    "say-faces", "Say what the dice show: the app does not roll them.", rule=sections.COMBAT_ROUND, asks=True
)

SHARED = ("ability", "artifact", "spell")
PARTS: Mapping[str, tuple[str, ...]] = {"artifact": ("minor", "major", "relic"), "spell": ("basic", "expert")}
"""The decks into which a variant splits a shared deck (拆分神器与法术牌堆, p65)."""
CARD_DECKS = (*SHARED, *(part for parts in PARTS.values() for part in parts))
NEUTRAL_DECK, AI_DECK, TILE_DECK = "neutral", "ai", "tiles"
TOWN_DECK, STACK_TOKENS, DICE = "towns", "stacks", "dice"
KEPT_DECKS = (*SHARED, NEUTRAL_DECK, AI_DECK, TILE_DECK, TOWN_DECK, STACK_TOKENS, DICE)
"""What a table may keep in the app, which then shuffles it, draws from it, or rolls it."""
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "tournament": ("diplomacy", "hourglass"),
    "adventure": ("diplomacy", "logistics"),
    "skirmish": ("diplomacy", "logistics"),
}
"""Cards that are removed from the shared decks before a game of some modes (p54, p57)."""


def kind_of(table: Heroes3, card: str) -> str:
    """The kind of a card; empty if unknown."""
    if card.startswith(EMPOWERED):
        return "empowered ability"
    return DeckCard.of(table, card).kind or ""


# --- a player's deck ---


def player_deck(seat: Seat, leaving: Sequence[str] = ()) -> Deck:
    """The deck of a player, with the cards in play and the cards `leaving` the hand on the discard pile."""
    out_of_it = (*seat.in_combat, *([seat.permanent] if seat.permanent else []), *seat.aside)
    discard = [*seat.discard, *seat.in_play, *leaving]
    # The other players count the pile, so its size must not depend on the names in the hidden deck.
    strange = cards_without(discard, seat.cards)
    counted = [*cards_without(discard, strange), *[""] * len(strange)]
    return Deck(seat.cards, discard=counted, held=[*cards_without(seat.hand, leaving), *out_of_it])


def choosable(table: Heroes3, seat: Seat, pile: Sequence[str]) -> list[str]:
    """The cards of a pile to choose from; any card if one of them has no name yet.

    If the pile is hidden from the viewer, so is the whole deck. Then no card is offered, whatever the pile contains.
    """
    known = table.ids("cards") if "" in pile and any(seat.cards) else ()
    return list(filter(None, dict.fromkeys((*pile, *known))))


def why_not_there(table: Heroes3, card: str, *_given: str) -> Refused:
    """The refusal of a card that is not offered."""
    return NOT_HELD(card=table.called("cards", card))


def lacks_card(table: Heroes3, pile: Sequence[str], card: str | None, other: str | None = None) -> Iterator[Refused]:
    """The refusals of a card of a pile: the pile lacks it, or no card was named although all there have names.

    Another name, typed by who does not see the pile, is not compared with it: that would tell what is there.
    """
    yield from cards_missing(table, "cards", pile, 1, (card,) if card else ())
    if pile and not (card or other) and "" not in pile:
        yield NAME_CARD()


def name_cards(seat: Seat, cards: Sequence[str]) -> None:
    """Give names to unnamed cards of a deck. For `apply`."""
    for card in cards_without(cards, seat.cards):
        if "" in seat.cards:
            seat.cards[seat.cards.index("")] = card


def put_in_hand(seat: Seat, cards: Sequence[str], *, shuffled: bool) -> None:
    """Add cards to a hand, and empty the discard pile if it was shuffled in. For `apply`."""
    name_cards(seat, cards)
    if shuffled:
        seat.discard = []
    seat.hand = [*seat.hand, *cards]


def take_from_hand(seat: Seat, count: int, cards: Sequence[str]) -> list[str]:
    """Remove a number of cards from a hand, including the given ones. For `apply`."""
    name_cards(seat, cards)
    return take_cards(count, cards, seat.hand)


def gain_card(table: Heroes3, seat: str, card: str) -> None:
    """Add a card to a player's deck and hand, or by an option to its discard pile (p22, 4). For `apply`.

    While the deck is set aside in an adventure, the card goes into the deck (p59).
    """
    if here := table.seats.get(seat):
        here.cards = [*here.cards, card]
        if table.mode == "adventure" and not table.combat:
            return
        pile = here.discard if table.plays("cards-to-discard") else here.hand
        pile.append(card)


def ability_gained(table: Heroes3, seat: str) -> None:
    """Let a player who has empowered ability tokens spend one on the ability just gained (p25). For `apply`."""
    if (here := table.seats.get(seat)) and here.empowered:
        table.agenda.put("ability-empowered", must=False, seat=seat)


def lose_card(table: Heroes3, seat: str, card: str, *piles: list[str]) -> None:
    """Remove a card of these piles from the game. For `apply`."""
    if here := table.seats.get(seat):
        name_cards(here, [card])
        take_cards(1, (card,), *piles)
        take_cards(1, (card,), here.cards)
        table.removed.append(card)


def combat_cards_end(seat: Seat) -> None:
    """End the effects of cards that were played for the length of a combat (战斗轮次结构, p43). For `apply`."""
    seat.discard, seat.in_combat = [*seat.discard, *seat.in_combat], []


# --- shared decks ---


def whole_deck(deck: str) -> str:
    """The shared deck of which a deck is a part; the deck itself if it is not a part."""
    return next((whole for whole, parts in PARTS.items() if deck in parts), deck)


def is_kept(table: Heroes3, deck: str) -> bool:
    """Whether the table keeps a shared deck, or the deck of which it is a part, in the app."""
    return whole_deck(deck) in table.decks


def cards_of_deck(table: Heroes3, deck: str) -> list[str]:
    """All cards that begin in a shared deck or in a part of it, wherever they are now, once per copy."""
    prints = {id_: DeckCard.of(table, id_) for id_ in table.ids("cards") if id_ not in LEFT_OUT.get(table.mode, ())}
    return [id_ for id_, card in prints.items() if deck in (card.kind, card.grade) for _ in range(card.copies)]


def shared_deck(table: Heroes3, deck: str) -> Deck:
    """A shared deck, without cards that players own or look at, and without removed ones."""
    cards = cards_without(cards_of_deck(table, deck), table.removed)
    scrolls = [card for seat in table.seats.values() for scroll in seat.scrolls.values() for card in scroll.spells]
    taken = [card for seat in table.seats.values() for card in (*seat.cards, *seat.search.looked)]
    open_ = [card for cards_open in table.revealed.values() for card in cards_open]
    held = cards_without(cards, cards_without(cards, taken, scrolls, open_))
    return Deck(cards, discard=table.discards.get(deck, []), held=held)


def count_undrawn(table: Heroes3, deck: str) -> int:
    """The number of face-down cards in a shared deck, as every player can count them.

    The number depends on no hidden name, so a public outcome does not reveal the cards of a hand.
    """
    cards = cards_of_deck(table, deck)
    begun = [card for seat in table.seats.values() for card in seat.begun_with]
    out = table.taken.get(deck, 0) + _count_among(cards, begun)
    looked = sum(len(seat.search.looked) for seat in table.seats.values() if seat.search.deck == deck)
    looked += len(table.revealed.get(deck, []))
    left = len(cards) - max(out, _count_among(cards, table.removed))
    return max(0, left - looked - len(table.discards.get(deck, [])))


def _count_among(cards: Sequence[str], some: Sequence[str]) -> int:
    """The number of some cards that are among others, counting duplicates."""
    return len(cards) - len(cards_without(cards, some))


def draw_shared(
    table: Heroes3, deck: str, count: int, chance: Chance, said: Sequence[str] = (), first: Sequence[str] = ()
) -> tuple[Drawn, tuple[str, ...]]:
    """Draw from a shared deck. Returns the draw, and the cards that then begin its discard pile.

    If the deck is used up, its discard pile is shuffled to a new deck, whose top card is discarded (p22, 6).
    Unnamed cards of a deck that is not kept in the app are blanks.
    """
    pile, lying = shared_deck(table, deck), count_undrawn(table, deck)
    if not is_kept(table, deck) or not pile.cards or any(cards_without(pile.discard, pile.cards)):
        return Drawn(tuple(with_blanks(said, max(count, len(said)))), shuffled=False), ()
    count = max(min(count, lying + len(pile.discard)), len(said))
    drawn = [*said]
    while len(drawn) < count:
        drawn.append(chance.draw(_drawable(pile, drawn, with_discard=len(drawn) >= lying)))
    if count < lying:
        return Drawn(tuple(drawn), shuffled=False), ()
    left = lying + len(pile.discard) > count
    refill = tuple(first) or ((chance.draw(_drawable(pile, drawn, with_discard=True)),) if left else ())
    return Drawn(tuple(drawn), shuffled=True), refill


def _drawable(pile: Deck, drawn: Sequence[str], *, with_discard: bool) -> list[str]:
    """The names that may be drawn next. If the named cards in hands leave none, the cards in hands count too."""
    away = [drawn] if with_discard else [drawn, pile.discard]
    return cards_without(pile.cards, pile.held, *away) or cards_without(pile.cards, *away) or [""]


def leave_deck(table: Heroes3, deck: str, count: int = 1) -> None:
    """Count cards of a shared deck that leave its piles, or return to them if the number is negative. For `apply`."""
    table.taken[deck] = max(0, table.taken.get(deck, 0) + count)


def pile_changed(table: Heroes3, deck: str, cards: Sequence[str], *, shuffled: bool) -> None:
    """Add cards to a shared discard pile, which is emptied first if it was shuffled in. For `apply`."""
    table.discards[deck] = [*([] if shuffled else table.discards.get(deck, [])), *cards]
