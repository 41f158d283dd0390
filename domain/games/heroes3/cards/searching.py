"""Searching a shared deck: keeping one of its top cards, or taking the top of its discard pile (p22)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.components.piles import may_hold, too_many_named
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, Source, WhichHero, Whose, hero_of, seat_of
from domain.games.heroes3.cards.decks import (
    PARTS,
    SHARED,
    ability_gained,
    choosable,
    draw_shared,
    gain_card,
    is_kept,
    kind_of,
    lacks_card,
    leave_deck,
    lose_card,
    pile_changed,
    whole_deck,
    why_not_there,
)
from domain.games.heroes3.cards.handling import DeckEvent, MaybeUnnamed, Named, OrNamed, Refill, Up
from domain.games.heroes3.cards.spells import ScrollGained
from domain.games.heroes3.state.kinds import DeckCard, TileKind
from domain.games.heroes3.state.seat import Search
from domain.games.heroes3.state.table import EMPOWERED, Heroes3

LOOKING = never("looking-already", "{seat} looked at the cards already: keep one first.", rule=sections.CARDS)
NOT_SEARCHING = never("not-searching", "{seat} looks at no cards.", rule=sections.CARDS)
SAY_SEEN = refusal(
    "say-seen", "Say which cards are looked at: the app does not draw from the {deck}.", rule=sections.CARDS, asks=True
)
NOT_OF_DECK = refusal("not-of-deck", "{card} is not a card of that deck.", rule=sections.CARDS)
WHICH_PART = never("which-part", "Say which of the split decks.", rule=sections.SPLIT_DECKS, asks=True)
NOT_HERE = refusal(
    "deck-not-here", "{deck} cannot be searched from where the hero is.", rule=sections.SPLIT_DECKS, areas=("map",)
)  # fmt: skip
NOT_LOCKED = refusal("not-locked", "Only a card of another faction is replaced.", rule=sections.CARDS)
NO_TOKEN = never("no-empowered-token", "{seat} has no empowered ability token.", rule=sections.EMPOWERED)
COPY_TAKEN = never("copy-taken", "The empowered copy is taken already.", rule=sections.EMPOWERED)
GAINED_BEFORE = refusal(
    "gained-before", "An ability is empowered at the moment it is gained.", rule=sections.EMPOWERED
)  # fmt: skip

TOP_CARDS = 4
"""The number of top cards of a discard pile to choose from in a University or a Black Market (6.11, 6.12)."""
How = Literal["look", "top of the discard pile"]
POOR: frozenset[TileKind] = frozenset(("starting", "far"))
"""Tiles on which a search finds only minor artifacts and basic spells (拆分牌堆, p65)."""


def parts_here(table: Heroes3, seat: str, deck: str, whose: Whose = "main hero") -> tuple[str, ...]:
    """The parts of a split deck that are available at a hero's place; all if the tile is unknown (6.14)."""
    spot = table.fields.get(hero_of(table, seat, whose).field)
    kind = next((tile.kind for tile in table.tiles.values() if spot and spot.tile and tile.tile == spot.tile), None)
    parts = PARTS.get(deck, ())
    if kind in POOR:
        return parts[:1]
    return parts[:2] if kind == "near" else parts


def parts_of(table: Heroes3, deck: str) -> tuple[str, ...]:
    return PARTS.get(deck, ()) if table.plays("split-decks") else ()


class SearchBegun(DeckEvent):
    """Begins a search. In a split deck, the tile of the visiting hero counts, or else that of the main hero (p65)."""

    title = "Search"
    help_text = "Look at the top cards of a deck, to keep one; or take the top of its discard pile, without looking."
    sentence = (
        "{seat} searched the {deck}[ ({part})][, and looked at {seen|card|cards}][: {looked}]"
        "[, and took {card}][{top|, the top of the discard pile}][, {source}]"
    )
    question = "{seat}: search {count}[ of the {deck}]"
    secrets = Secrets(("looked",))
    layout = Layout(keypad="how")
    told = ("looked",)
    seat: Living
    deck: Annotated[str, Choice("decks", lambda table: SHARED)]
    count: Up = 2
    how: How = "look"
    part: Annotated[
        str | None, Choice("decks", parts_of, given=("deck",)), Field(title="which of the split decks")
    ] = None  # fmt: skip
    whose: WhichHero = "main hero"
    looked: Annotated[MaybeUnnamed, Field(title="the cards looked at")] = ()
    card: Annotated[Named | None, Field(title="the card on the discard pile")] = None
    source: Source = ""
    seen: Annotated[Count, Settled()] = 0
    top: Annotated[bool, Settled()] = False
    shuffled: Annotated[bool, Settled()] = False
    refill: Refill = ()
    emptied: Annotated[bool, Settled(), Field(title="was the last card of the discard pile")] = False

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        if parts_of(table, known.get("deck", "")):
            yield "part"
        if not is_kept(table, known.get("deck", "")) and "how" not in known:
            yield "how"
        if known.get("count") == TOP_CARDS and known.get("how") == "top of the discard pile":
            yield "card"

    @property
    def pile(self) -> str:
        """The deck that is searched, or the searched part of it."""
        return self.part or self.deck

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if seat_of(table, self.seat).search.looked:
            yield LOOKING(seat=table.called("factions", self.seat))
        if parts_of(table, self.deck):
            if not self.part:
                yield WHICH_PART()
            elif self.part not in parts_here(table, self.seat, self.deck, self.whose):
                yield NOT_HERE(deck=table.called("decks", self.part))
        if self.how == "look" and not self.looked and not is_kept(table, self.deck):
            yield SAY_SEEN(deck=table.called("decks", self.pile))
        yield from too_many_named(self.looked, self.count)
        for card in (*self.looked, self.card or ""):
            if kind_of(table, card) not in ("", self.deck):
                yield NOT_OF_DECK(card=table.called("cards", card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        if self.how == "look":
            drawn, refill = draw_shared(table, self.pile, self.count, chance, self.looked, self.refill)
            return self.copy_with(
                looked=drawn.cards, seen=len(drawn.cards), shuffled=drawn.shuffled, refill=refill, card=None, top=False
            )
        lying = table.discards.get(self.pile, [])
        card = self.card or (lying[-1] if lying else "")
        # If the discard pile is taken away, the next card of the deck begins a new one.
        first = draw_shared(table, self.pile, 1, chance, self.refill)[0].cards if len(lying) == 1 else ()
        refill = tuple(filter(None, first))
        emptied = len(lying) == 1 and not refill
        return self.copy_with(looked=(), card=card or None, top=True, refill=refill, emptied=emptied)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        if self.how == "look":
            if self.shuffled:
                pile_changed(table, self.pile, self.refill, shuffled=True)
            named = "" not in self.looked
            seat.search = Search(deck=self.pile, count=self.count, looked=list(self.looked), named=named)
            if self.looked:
                table.agenda.put(CardKept, seat=self.seat)
            return
        lying = table.discards.get(self.pile, [])
        leave_deck(table, self.pile)
        table.discards[self.pile] = [*(cards_without(lying[::-1], [self.card or ""])[::-1]), *self.refill]
        gain_card(table, self.seat, self.card or "")
        if self.emptied:
            table.agenda.put("discard-pile-begun", deck=self.pile)
        if self.deck == "ability":
            ability_gained(table, self.seat)


def looked_at(table: Heroes3, seat: str) -> list[str]:
    return choosable(table, seat_of(table, seat), seat_of(table, seat).search.looked)


Looked = Annotated[str, Choice("cards", looked_at, given=("seat",), why_not=why_not_there)]


class CardKept(DeckEvent):
    """Keeps a card of a search. Only its owner sees it; the others are open on the discard pile, and become known.

    A card without a name may be any card that the player names. A Spell Scroll is put next to the hero.
    """

    title = "Keep a card"
    help_text = "One of the cards that were looked at is kept; the others go to the discard pile of their deck."
    sentence = "{seat} kept a card of the {deck}[: {card}][: {other}][; discarded: {others}]"
    question = "{seat}: which card do you keep?"
    secrets = Secrets(("card", "other"))
    log = LogRole(confirm_undo="revealed")
    layout = Layout(keypad="card")
    told = ("others",)
    seat: Living
    card: Annotated[Line, Choice("cards", looked_at, given=("seat",), free=True)] | None = None
    other: OrNamed = None
    scroll: bool = Field(default=False, title="it is a Spell Scroll")
    deck: Annotated[Line | None, Settled(), Choice("decks")] = None
    others: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    learned: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        """The card to keep, if the cards were named; every player knows whether they were."""
        search = seat_of(table, known.get("seat", "")).search
        if search.named or "" not in search.looked:
            yield "card"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        looked = seat_of(table, self.seat).search.looked
        if not looked:
            yield NOT_SEARCHING(seat=table.called("factions", self.seat))
        else:
            yield from lacks_card(table, looked, self.card, self.other)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        search = seat_of(table, self.seat).search
        others = cards_without(search.looked, [self.card or ""])
        if len(others) == len(search.looked):
            others = cards_without(others, [""])
        learned = tuple(dict.fromkeys(card for card in others if card and not kind_of(table, card)))
        return self.copy_with(deck=search.deck or None, others=tuple(others), learned=learned)

    def apply(self, table: Heroes3) -> None:
        seat_of(table, self.seat).search = Search()
        for card in self.learned if self.deck else ():
            table.keep_typed(DeckCard.kind_name, card, {"kind": whole_deck(self.deck or "")})
        if self.deck:
            leave_deck(table, self.deck)
            pile_changed(table, self.deck, self.others, shuffled=False)
        if not self.scroll:
            gain_card(table, self.seat, self.card or self.other or "")
        if self.deck == "ability":
            ability_gained(table, self.seat)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.scroll:
            yield ScrollGained(seat=self.seat)


class LockedCardReplaced(DeckEvent):
    """Replaces a card of another faction, such as Necromancy. It may also be kept, though it cannot be used (p24)."""

    title = "Look at another card"
    help_text = "A card of another faction that was looked at may be discarded, and another one is looked at."
    sentence = "{seat} discarded {card}, and looked at another card instead[: {new}]"
    secrets = Secrets(("new",))
    seat: Living
    card: Looked
    new: Named | None = None
    deck: Annotated[Line | None, Settled(), Choice("decks")] = None
    shuffled: Annotated[bool, Settled()] = False
    refill: Refill = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_ in table.alive():
            for card in looked_at(table, id_):
                if DeckCard.of(table, card).faction not in ("", id_):
                    words = text("Discard {card}, and look at another card", card=table.called("cards", card))
                    yield Offer(words, {"seat": id_, "card": card})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if DeckCard.of(table, self.card).faction in ("", self.seat):
            yield NOT_LOCKED()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        deck = seat_of(table, self.seat).search.deck
        drawn, refill = draw_shared(table, deck, 1, chance, (self.new,) if self.new else (), self.refill)
        new = drawn.cards[0] if drawn.cards else ""
        return self.copy_with(deck=deck or None, new=new or None, shuffled=drawn.shuffled, refill=refill)

    def apply(self, table: Heroes3) -> None:
        search = seat_of(table, self.seat).search
        search.looked = [*cards_without(search.looked, [self.card]), self.new or ""]
        if self.deck:
            pile_changed(table, self.deck, [*self.refill, self.card], shuffled=self.shuffled)


# === Empowered abilities (强化能力牌, p25) ====================================================


def abilities_of(table: Heroes3, seat: str) -> list[str]:
    """The abilities that a player may just have gained."""
    here = seat_of(table, seat)
    cards = choosable(table, here, [*here.hand, *here.discard])
    return [card for card in cards if kind_of(table, card) in ("", "ability")]


class AbilityEmpowered(DeckEvent):
    """Replaces an ability by its empowered copy. There is one copy of each; if it is taken, the token is kept (p25)."""

    title = "Empower an ability"
    help_text = "Spend a token: the ability just gained leaves the game, and its empowered copy comes instead."
    sentence = "{seat} took empowered {ability}"
    question = "{seat} may empower the ability just gained: which?"
    layout = Layout(keypad="ability")
    seat: Living
    ability: Annotated[str, Choice("cards", abilities_of, given=("seat",), why_not=why_not_there)]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        seat = seat_of(table, self.seat)
        if not seat.empowered:
            yield NO_TOKEN(seat=table.called("factions", self.seat))
        if not table.agenda.of(AbilityEmpowered, seat=self.seat):
            yield GAINED_BEFORE()
        if self.ability in table.empowered:
            yield COPY_TAKEN()

    def apply(self, table: Heroes3) -> None:
        if seat := table.seats.get(self.seat):
            seat.empowered = max(0, seat.empowered - 1)
            pile = seat.hand if may_hold(seat.hand, self.ability) else seat.discard
            lose_card(table, self.seat, self.ability, pile)
            gain_card(table, self.seat, f"{EMPOWERED}{self.ability}")
            table.empowered.append(self.ability)
