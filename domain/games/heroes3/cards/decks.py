"""A player's deck of might and magic, and the shared decks: what lies in them, and how cards go and come (p22).

A deck is drawn from as far as its cards are known. Of a shared deck in which other cards turned up than anybody typed
in, the table draws itself: nothing is made up for it, and what it does not name is a blank.
"""

from collections.abc import Iterator, Mapping, Sequence

from domain.components.decks import Deck, Drawn, cards_without
from domain.components.piles import NOT_HELD, take_cards, too_few_cards, with_blanks
from domain.framework.events.chance import Chance
from domain.framework.refusal import Refused, never
from domain.games.heroes3 import sections
from domain.games.heroes3.state.kinds import DeckCard
from domain.games.heroes3.state.seat import Seat
from domain.games.heroes3.state.table import EMPOWERED, Heroes3

NAME_CARD = never("name-card", "Say which card it is.", rule=sections.CARDS, asks=True)

SHARED = ("ability", "artifact", "spell")
PARTS: Mapping[str, tuple[str, ...]] = {"artifact": ("minor", "major", "relic"), "spell": ("basic", "expert")}
"""Into which decks a shared deck is split, by a variant (拆分神器与法术牌堆, p65)."""
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "tournament": ("diplomacy", "hourglass"),
    "adventure": ("diplomacy", "logistics"),
    "skirmish": ("diplomacy", "logistics"),
}
"""Cards that are taken out of the shared decks before a game of some modes (p54, p57)."""


def kind_of(table: Heroes3, card: str) -> str:
    """What kind of card it is; empty where nobody said."""
    if card.startswith(EMPOWERED):
        return "empowered ability"
    return DeckCard.of(table, card).kind or ""


# --- a player's deck ---


def player_deck(seat: Seat, leaving: Sequence[str] = ()) -> Deck:
    """The deck of a player, where cards `leaving` the hand and cards in play lie on the discard pile first."""
    out_of_it = (*seat.in_combat, *([seat.permanent] if seat.permanent else []), *seat.aside)
    discard = [*seat.discard, *seat.in_play, *leaving]
    # The other players count the pile: how long it is does not depend on which names the hidden deck holds.
    strange = cards_without(discard, seat.cards)
    counted = [*cards_without(discard, strange), *[""] * len(strange)]
    return Deck(seat.cards, discard=counted, held=[*cards_without(seat.hand, leaving), *out_of_it])


def choosable(table: Heroes3, seat: Seat, pile: Sequence[str]) -> list[str]:
    """The cards of a pile to choose from, and any card where one of them has no name yet.

    To whom the pile is hidden, so is the whole deck, and then nothing is offered, whatever lies there.
    """
    known = table.ids("cards") if "" in pile and any(seat.cards) else ()
    return list(filter(None, dict.fromkeys((*pile, *known))))


def why_not_there(table: Heroes3, card: str, *_given: str) -> Refused:
    """Why a card is not offered."""
    return NOT_HELD(card=table.called("cards", card))


def lacks_card(pile: Sequence[str], card: str | None) -> Iterator[Refused]:
    """The refusals of one card of a pile: there is none, or nobody says which, and all have names."""
    yield from too_few_cards(len(pile), 1)
    if pile and not card and "" not in pile:
        yield NAME_CARD()


def name_cards(seat: Seat, cards: Sequence[str]) -> None:
    """Cards of a deck that nobody named so far are these; for `apply`."""
    for card in cards_without(cards, seat.cards):
        if "" in seat.cards:
            seat.cards[seat.cards.index("")] = card


def put_in_hand(seat: Seat, cards: Sequence[str], *, shuffled: bool) -> None:
    """Cards come to a hand, and the discard pile empties where it was shuffled in; for `apply`."""
    name_cards(seat, cards)
    if shuffled:
        seat.discard = []
    seat.hand = [*seat.hand, *cards]


def take_from_hand(seat: Seat, count: int, cards: Sequence[str]) -> list[str]:
    """So many cards leave a hand, these among them; for `apply`."""
    name_cards(seat, cards)
    return take_cards(count, cards, seat.hand)


def gain_card(table: Heroes3, seat: str, card: str) -> None:
    """A card joins a player's deck, and goes to the hand, or by an option to the discard pile; for `apply` (p22, 4).

    While the deck is set aside in an adventure, it goes into it (p59).
    """
    if here := table.seats.get(seat):
        here.cards = [*here.cards, card]
        if table.mode == "adventure" and not table.combat:
            return
        pile = here.discard if table.plays("cards-to-discard") else here.hand
        pile.append(card)


def ability_gained(table: Heroes3, seat: str) -> None:
    """A player who has empowered ability tokens may spend one on the ability just gained; for `apply` (p25)."""
    if (here := table.seats.get(seat)) and here.empowered:
        table.agenda.put("ability-empowered", must=False, seat=seat)


def lose_card(table: Heroes3, seat: str, card: str, *piles: list[str]) -> None:
    """A card of these piles leaves the game; for `apply`."""
    if here := table.seats.get(seat):
        name_cards(here, [card])
        take_cards(1, (card,), *piles)
        take_cards(1, (card,), here.cards)
        table.removed.append(card)


def combat_cards_end(seat: Seat) -> None:
    """What was played for the length of a combat is over with it; for `apply` (战斗轮次结构, p43)."""
    seat.discard, seat.in_combat = [*seat.discard, *seat.in_combat], []


# --- shared decks ---


def cards_of_deck(table: Heroes3, deck: str) -> list[str]:
    """All cards that begin in a shared deck, or in a part of it, wherever they lie: as many as there are copies."""
    prints = {id_: DeckCard.of(table, id_) for id_ in table.ids("cards") if id_ not in LEFT_OUT.get(table.mode, ())}
    return [id_ for id_, card in prints.items() if deck in (card.kind, card.grade) for _ in range(card.copies)]


def shared_deck(table: Heroes3, deck: str) -> Deck:
    """A shared deck: what players have, look at or removed from the game is not in it."""
    cards = cards_without(cards_of_deck(table, deck), table.removed)
    scrolls = [card for seat in table.seats.values() for scroll in seat.scrolls.values() for card in scroll.spells]
    taken = [card for seat in table.seats.values() for card in (*seat.cards, *seat.search.looked)]
    held = cards_without(cards, cards_without(cards, taken, scrolls))
    return Deck(cards, discard=table.discards.get(deck, []), held=held)


def count_undrawn(table: Heroes3, deck: str) -> int:
    """How many cards of a shared deck are face down, as every player at the table can count them.

    It depends on no hidden name, so that an outcome that everybody sees does not tell what a hand holds.
    """
    cards = cards_of_deck(table, deck)
    begun = [card for seat in table.seats.values() for card in seat.begun_with]
    out = table.taken.get(deck, 0) + _count_among(cards, begun)
    looked = sum(len(seat.search.looked) for seat in table.seats.values() if seat.search.deck == deck)
    left = len(cards) - max(out, _count_among(cards, table.removed))
    return max(0, left - looked - len(table.discards.get(deck, [])))


def _count_among(cards: Sequence[str], some: Sequence[str]) -> int:
    """How many of some cards are among others, duplicates counted."""
    return len(cards) - len(cards_without(cards, some))


def draw_shared(
    table: Heroes3, deck: str, count: int, chance: Chance, said: Sequence[str] = (), first: Sequence[str] = ()
) -> tuple[Drawn, tuple[str, ...]]:
    """Draw from a shared deck, and the cards that then begin its discard pile.

    Where the deck is used up, its discard pile is shuffled to a new one, of which the top card is discarded (p22, 6).
    """
    pile, lying = shared_deck(table, deck), count_undrawn(table, deck)
    if not pile.cards or any(cards_without(pile.discard, pile.cards)):
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
    """The names that may come next. Where the named cards of hands leave none, those in the hands count too."""
    away = [drawn] if with_discard else [drawn, pile.discard]
    return cards_without(pile.cards, pile.held, *away) or cards_without(pile.cards, *away) or [""]


def leave_deck(table: Heroes3, deck: str, count: int = 1) -> None:
    """So many cards of a shared deck leave its piles, or come back where the number is negative; for `apply`."""
    table.taken[deck] = max(0, table.taken.get(deck, 0) + count)


def pile_changed(table: Heroes3, deck: str, cards: Sequence[str], *, shuffled: bool) -> None:
    """Cards come on a shared discard pile, which was shuffled in before or not; for `apply`."""
    table.discards[deck] = [*([] if shuffled else table.discards.get(deck, [])), *cards]
