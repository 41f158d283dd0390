"""Decks: lists of cards, checked by the rules of deck building, and assigned to seats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Count, CountList, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refusal, Refused, never, refusal
from domain.framework.text import Term, Text, text
from domain.games.champions import sections
from domain.games.champions.base import CardName, InGame, Some, allowed_in_deck, identity_of_deck, of_deck
from domain.games.champions.setup.players import SetupEvent
from domain.games.champions.state.kinds import PLAYER_TYPES, CardSheet, DeckList, IdentitySheet
from domain.games.champions.state.table import Champions

# === Deck building: the violations of the rules of appendix I by a list of cards (牌库构筑, F22); pure functions

# V2: a deck has 40 to 50 cards without its identity. V4: at most three copies of a card that is not unique.
FEWEST_CARDS, MOST_CARDS, MOST_COPIES = 40, 50, 3
HERO, BASIC = "hero", "basic"
OF_ANYBODY = ("", HERO, BASIC)
"""Classes that are no aspects; a card with an empty class is unknown."""

DECK = sections.DECK_BUILDING
ONE_IDENTITY = refusal("deck-identity", "A deck needs exactly one identity card. This one has: {cards}.", rule=DECK)
DECK_SIZE = refusal("deck-size", "A deck has {least} to {most} cards; this one has {count}.", rule=DECK)
HERO_CARDS = refusal("deck-hero-cards", "Each card of {hero} belongs in the deck, as often as in the set: {cards}.",
                     rule=DECK)  # fmt: skip
TOO_MANY_COPIES = refusal("deck-copies", "At most three copies of a card that is not unique: {cards}.", rule=DECK)
TOO_MANY_ASPECTS = refusal("deck-aspects", "At most one aspect: {aspects}.", rule=DECK)
OTHER_CARDS = refusal(
    "deck-other-cards", "These cards are neither {hero}'s nor of the aspect, and not basic: {cards}.", rule=DECK
)
UNIQUE_ONCE = refusal("deck-unique", "Unique cards can be in a deck only once: {cards}.", rule=sections.UNIQUE)
MOST_IN_DECK = refusal("deck-most", "More than the card says: {cards}.", rule=sections.MAXIMUM)
REQUIRED_ASPECTS = refusal("deck-requirement", "The deck of {hero} has {need} aspects, not {have}.", rule=DECK)
ENCOUNTER_CARDS = refusal("deck-encounter", "Encounter cards do not belong in a deck: {cards}.", rule=DECK)

Called = Term | Text | str


class ListedCard(NamedTuple):
    """An entry of a deck list: id, name, number of copies, and known fields."""

    id: str
    name: Called
    copies: int
    sheet: CardSheet
    identity: bool = False
    """Whether the entry is an identity and so no card of the deck."""


class BuiltDeck(NamedTuple):
    """A list of cards for a hero; `aspect` is the given one, if any.

    Attributes:
        own: the names of the hero's cards by id.
    """

    hero: Called
    sheet: IdentitySheet
    entries: Sequence[ListedCard]
    aspect: str = ""
    own: Mapping[str, Called] = {}

    @property
    def cards(self) -> list[ListedCard]:
        """The entries without identities."""
        return [entry for entry in self.entries if not entry.identity]

    @property
    def aspects(self) -> list[str]:
        """The given aspect and those of the cards, each once; an aspect of the hero's own cards does not count."""
        classes = (entry.sheet.classification for entry in self.cards if entry.id not in self.sheet.cards)
        return [one for one in dict.fromkeys((self.aspect, *classes)) if one not in OF_ANYBODY]


def violations_of_deck(deck: BuiltDeck, classes: Mapping[str, Called]) -> Iterator[Refused]:
    """All violations of the rules V1 to V9 by a deck; unknown cards violate none.

    `classes` are the names of the aspects.
    """
    yield from _reason_with_cards(ONE_IDENTITY, (entry for entry in deck.entries if entry.identity))
    count = sum(entry.copies for entry in deck.cards)
    if not FEWEST_CARDS <= count <= MOST_CARDS:
        yield DECK_SIZE(least=FEWEST_CARDS, most=MOST_CARDS, count=count)
    yield from _hero_cards_wrong(deck)
    yield from _too_many(deck)
    yield from _aspect_reasons(deck, classes)
    yield from _reason_with_cards(ENCOUNTER_CARDS, (entry for entry in deck.cards if is_encounter(entry.sheet)))


def _reason_with_cards(reason: Refusal, entries: Iterable[ListedCard], **values: object) -> Iterator[Refused]:
    """The refusal with the names of the entries that cause it; nothing without entries."""
    if names := tuple(entry.name for entry in entries):
        yield reason(cards=names, **values)


def _hero_cards_wrong(deck: BuiltDeck) -> Iterator[Refused]:
    """V3: the cards of the hero, each in its exact number."""
    counts = {entry.id: entry for entry in deck.cards}
    wrong = [
        text(
            "{card} {have} of {need}",
            card=counts[id_].name if id_ in counts else deck.own.get(id_, id_),
            have=have,
            need=need,
        )
        for id_, need in deck.sheet.cards.items()
        if (have := counts[id_].copies if id_ in counts else 0) != need
    ]
    if wrong:
        yield HERO_CARDS(hero=deck.hero, cards=tuple(wrong))


def _too_many(deck: BuiltDeck) -> Iterator[Refused]:
    """V4, V6 and V7: copies of a title, unique or not, and the limits of a card itself."""
    titles: dict[str, list[ListedCard]] = {}
    for entry in deck.cards:
        titles.setdefault(str(entry.name), []).append(entry)
    own = deck.sheet.cards
    plain = [same for same in titles.values() if not any(entry.sheet.unique for entry in same)]
    yield from _reason_with_cards(
        TOO_MANY_COPIES,
        (same[0] for same in plain if sum(one.copies for one in same) > MOST_COPIES and same[0].id not in own),
    )
    unique = (same for same in titles.values() if any(entry.sheet.unique for entry in same))
    yield from _reason_with_cards(UNIQUE_ONCE, (same[0] for same in unique if too_many_of_unique(deck, same)))
    over = (one for one in deck.cards if one.sheet.most_in_deck is not None and one.copies > one.sheet.most_in_deck)
    yield from _reason_with_cards(MOST_IN_DECK, over)


def too_many_of_unique(deck: BuiltDeck, same: Sequence[ListedCard]) -> bool:
    """Whether there are too many cards of a unique title (独特): more than one, unless subtitles distinguish them.

    A card without a subtitle is distinct from none. The hero counts, with the alter-ego as subtitle.
    """
    subtitles = [entry.sheet.subtitle for entry in same for _ in range(entry.copies)]
    if str(deck.hero) == str(same[0].name) and deck.sheet.alter_ego:
        subtitles.append(deck.sheet.alter_ego)
    return len(subtitles) > 1 and ("" in subtitles or len(set(subtitles)) < len(subtitles))


def _aspect_reasons(deck: BuiltDeck, classes: Mapping[str, Called]) -> Iterator[Refused]:
    """V5 and V8: at most one aspect unless the identity requires more; no cards of another hero."""
    have = deck.aspects
    if deck.sheet.aspects > 1 and have and len(have) != deck.sheet.aspects:
        yield REQUIRED_ASPECTS(hero=deck.hero, need=deck.sheet.aspects, have=len(have))
    elif len(have) > max(1, deck.sheet.aspects):
        yield TOO_MANY_ASPECTS(aspects=tuple(classes.get(one, one) for one in have))
    if deck.sheet.cards:
        others = (one for one in deck.cards if one.sheet.classification == HERO and one.id not in deck.sheet.cards)
        yield from _reason_with_cards(OTHER_CARDS, others, hero=deck.hero)


def is_encounter(sheet: CardSheet) -> bool:
    """Whether a card is known to be an encounter card (V9)."""
    return sheet.type is not None and sheet.type not in PLAYER_TYPES and not sheet.classification


def only_aspect(deck: BuiltDeck) -> str:
    """The aspect of a deck: as given, or the only one of its cards; empty if they have none or several."""
    have = deck.aspects
    return deck.aspect or (have[0] if len(have) == 1 else "")


# === Decks: a list of cards is taken by a seat, from content or typed in, checked, and saved (牌库构筑)

UNKNOWN_CARDS = refusal(
    "deck-unknown", "Not known here: {cards}. Look how they are written, or type them in.",
    rule=sections.DECK_BUILDING,
)  # fmt: skip
OTHER_DECK = refusal("deck-of-another", "That deck is built for {hero}.", rule=sections.DECK_BUILDING)
OUT_OF_CAMPAIGN = refusal(
    "removed-from-campaign", "Removed from this campaign: {cards}.", rule=sections.CAMPAIGN, areas=("campaign",)
)
REQUIREMENT = refusal(
    "deck-as-it-says", "Check the deck against the card of {hero}: {requirement}.", rule=sections.DECK_BUILDING
)
NO_LIST = never("no-deck-list", "{seat} has no deck list.")
DECK_KNOWN = never("deck-known", "There is a deck called “{name}” already. Give this one another name.")
NOTHING_CHANGED = never("deck-unchanged", "Say which cards are put in or taken out.", asks=True)
NOT_SO_MANY = never("deck-not-so-many", "{card}: there are {have} in the deck list.")
DeckCard = Annotated[
    Line,
    Choice(
        "cards",
        free=True,
        likely=of_deck,
        deciding=allowed_in_deck,
        passed_over=identity_of_deck,
        beside=("seat", "aspect", "cards"),
    ),
]
"""A card for the deck of the event's `seat`."""
Cards = Annotated[Mapping[DeckCard, Some], CountList(), Field(max_length=200)]


def deck_list_of(table: Champions, seat: str) -> Mapping[str, int]:
    """The deck list of a seat."""
    return table.seat(seat).list_


ListedId = Annotated[str, Choice("cards", deck_list_of, given=("seat",))]


def classes_of_decks(table: Champions) -> list[str]:
    """The classes that can be the aspect of a deck."""
    return [one for one in table.ids("classes") if one not in OF_ANYBODY]


AspectId = Annotated[str, Choice("classes", classes_of_decks)]


def deck_of(table: Champions, seat: str, cards: Mapping[str, int], aspect: str = "") -> BuiltDeck:
    """A list of cards for a seat, with all known fields."""
    known, identities = set(table.ids("cards")), set(table.ids("identities"))
    entries = [
        ListedCard(
            id_,
            table.called("identities" if id_ in identities - known else "cards", id_),
            count,
            CardSheet.of(table, id_),
            id_ in identities - known,
        )
        for id_, count in cards.items()
    ]
    sheet = IdentitySheet.of(table, seat)
    own = {id_: table.called("cards", id_) for id_ in sheet.cards}
    return BuiltDeck(table.called("identities", seat), sheet, entries, aspect, own)


def wrong_with(table: Champions, seat: str, cards: Mapping[str, int], aspect: str = "") -> Iterator[Refused]:
    """All violations by a card list for a seat: unknown cards, deck building, cards removed from the campaign."""
    known = {*table.ids("cards"), *table.ids("identities")}
    if unknown := [id_ for id_ in cards if table.meant("cards", id_) not in known]:
        yield UNKNOWN_CARDS(cards=tuple(unknown))
    classes = {one: table.called("classes", one) for one in classes_of_decks(table)}
    yield from violations_of_deck(deck_of(table, seat, cards, aspect), classes)
    if removed := [id_ for id_ in cards if id_ in table.campaign.removed]:
        yield OUT_OF_CAMPAIGN(cards=tuple(table.called("cards", id_) for id_ in removed))


class DeckEvent(SetupEvent):
    during = ("setup",)
    seat: InGame

    def list_and_aspect(self, table: Champions) -> tuple[Mapping[str, int], str]:
        """The cards of the list, and its aspect if given."""
        return {}, ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from wrong_with(table, self.seat, *self.list_and_aspect(table))

    def warnings(self, table: Champions) -> Iterator[Refused]:
        if requirement := IdentitySheet.of(table, self.seat).requirement:
            yield REQUIREMENT(hero=table.called("identities", self.seat), requirement=requirement)


def lists_wanted(table: Champions) -> Iterator[tuple[str, list[str]]]:
    """The seats whose deck list is wanted, each with the cards of its list that the campaign lost."""
    for id_, seat in table.seats.items() if table.tracks("cards") else ():
        gone = [card for card in seat.list_ if card in table.campaign.removed]
        if gone or not (seat.list_ or seat.hand):
            yield id_, gone


def take_deck(table: Champions, seat: str, cards: Mapping[str, int], aspect: str) -> None:
    """Assign a deck to a seat; drawn and discarded cards stay in their piles. For `apply`."""
    if whose := table.seats.get(seat):
        whose.list_, whose.aspect, whose.counted = dict(cards), aspect, True
        whose.deck = max(0, sum(cards.values()) - len(whose.hand) - len(whose.discard))


class DeckListed(DeckEvent):
    """Take a typed deck list. The form parses pasted text; here the cards are ids or names with counts."""

    help_text = "Type or paste a deck list: one card per line, with the number of copies."
    sentence = "{seat} took a deck of {size|card|cards}[: {aspect}]"
    title = "Write down a deck list"
    cards: Cards = Field(title="cards")
    aspect: AspectId | None = Field(default=None, title="which aspect, if the cards do not show it")
    size: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat, _ in lists_wanted(table):
            yield Offer(text("{seat}: write down the deck list"), {"seat": seat})

    def list_and_aspect(self, table: Champions) -> tuple[Mapping[str, int], str]:
        return self.cards, self.aspect or ""

    def settle(self, table: Champions, chance: Chance) -> Self:
        aspect = only_aspect(deck_of(table, self.seat, self.cards, self.aspect or ""))
        return self.copy_with(aspect=aspect or None, size=sum(self.cards.values()))

    def apply(self, table: Champions) -> None:
        take_deck(table, self.seat, self.cards, self.aspect or "")


class DeckTaken(DeckEvent):
    title = "Take a deck"
    help_text = "Use a saved deck, or one from a pack."
    sentence = "{seat} took the deck {deck}: {size|card|cards}"
    deck: Annotated[str, Choice("decks")]
    cards: Annotated[Mapping[CardName, Count], Settled()] = Field(default_factory=dict)
    aspect: Annotated[str, Choice("classes"), Settled()] = ""
    size: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        kept = {DeckList.of(table, deck).identity for deck in table.ids("decks")}
        for seat, _ in lists_wanted(table):
            if seat in kept:
                yield Offer(text("{seat}: take a deck"), {"seat": seat})

    def list_and_aspect(self, table: Champions) -> tuple[Mapping[str, int], str]:
        sheet = DeckList.of(table, self.deck)
        return {id_: count for id_, count in sheet.cards.items() if count}, sheet.aspect

    def check(self, table: Champions) -> Iterator[Refused]:
        hero = DeckList.of(table, self.deck).identity
        if hero and table.meant("identities", hero) != self.seat:
            yield OTHER_DECK(hero=table.called("identities", hero))

    def settle(self, table: Champions, chance: Chance) -> Self:
        cards, aspect = self.list_and_aspect(table)
        found = only_aspect(deck_of(table, self.seat, cards, aspect))
        return self.copy_with(cards=cards, aspect=found, size=sum(cards.values()))

    def apply(self, table: Champions) -> None:
        take_deck(table, self.seat, self.cards, self.aspect)


class DeckChanged(DeckEvent):
    """Change a deck list. The whole list is checked again; cards earned in a campaign count like all others."""

    help_text = "Add cards to a player's deck list, or take some out."
    sentence = "The deck of {seat} became {size|card|cards}[, with {added}][, without {removed}]"
    title = "Change the deck list"
    layout = Layout(usual=("added", "removed"))
    added: Cards = Field(default={}, title="cards put in")
    removed: Annotated[Mapping[ListedId, Some], Field(max_length=200)] = Field(default={}, title="cards taken out")
    aspect: Annotated[str, Choice("classes"), Settled()] = ""
    size: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """A list with cards that the campaign lost."""
        for seat, gone in lists_wanted(table):
            if gone:
                out = {card: table.seats[seat].list_[card] for card in gone}
                yield Offer(text("{seat}: change the deck list"), {"seat": seat, "removed": out}, opens_form=True)

    def list_and_aspect(self, table: Champions) -> tuple[Mapping[str, int], str]:
        cards = self.changed(deck_list_of(table, self.seat))
        aspects = deck_of(table, self.seat, cards).aspects
        return cards, "" if aspects else table.seat(self.seat).aspect

    def changed(self, before: Mapping[str, int]) -> Mapping[str, int]:
        """A list with the added and without the removed cards."""
        every = dict.fromkeys((*before, *self.added))
        counts = {id_: before.get(id_, 0) + self.added.get(id_, 0) - self.removed.get(id_, 0) for id_ in every}
        return {id_: count for id_, count in counts.items() if count > 0}

    def check(self, table: Champions) -> Iterator[Refused]:
        before = deck_list_of(table, self.seat)
        if not before:
            yield NO_LIST(seat=table.called("identities", self.seat))
        if not self.added and not self.removed:
            yield NOTHING_CHANGED()
        for card, count in self.removed.items():
            if count > before.get(card, 0):
                yield NOT_SO_MANY(card=table.called("cards", card), have=before.get(card, 0))

    def settle(self, table: Champions, chance: Chance) -> Self:
        cards, aspect = self.list_and_aspect(table)
        return self.copy_with(aspect=only_aspect(deck_of(table, self.seat, cards, aspect)), size=sum(cards.values()))

    def apply(self, table: Champions) -> None:
        take_deck(table, self.seat, self.changed(deck_list_of(table, self.seat)), self.aspect)


class DeckKept(SetupEvent):
    title = "Keep the deck"
    help_text = "Save a deck list under a name to use again, here or from a pack elsewhere."
    sentence = "The deck of {seat} was kept: {name}"
    log = LogRole(bookkeeping=True)
    seat: InGame
    name: Line = Field(title="name of the deck")
    cards: Annotated[Mapping[CardName, Count], Settled()] = Field(default_factory=dict)
    aspect: Annotated[str, Choice("classes"), Settled()] = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seat(self.seat).list_:
            yield NO_LIST(seat=table.called("identities", self.seat))
        if self.name in table.ids("decks"):
            yield DECK_KNOWN(name=self.name)

    def settle(self, table: Champions, chance: Chance) -> Self:
        seat = table.seat(self.seat)
        return self.copy_with(cards=dict(seat.list_), aspect=seat.aspect)

    def apply(self, table: Champions) -> None:
        card = {"en": self.name, "identity": self.seat, "aspect": self.aspect, "cards": dict(self.cards)}
        table.library.setdefault(DeckList.kind_name, {})[self.name] = card
