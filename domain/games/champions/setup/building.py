"""Building a deck: what is wrong with a list of cards by the rules of appendix I (牌库构筑, F22); pure functions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain.games.champions import sections
from domain.games.champions.state.kinds import PLAYER_TYPES, CardSheet, IdentitySheet
from domain.language.refusal import Refusal, Refused, refusal
from domain.language.text import Term, Text, text

FEWEST_CARDS, MOST_CARDS, MOST_COPIES = 40, 50, 3
HERO, BASIC = "hero", "basic"
OF_ANYBODY = ("", HERO, BASIC)
"""Classes that are no aspects; of a card without any nothing is known."""

DECK = sections.DECK_BUILDING
ONE_IDENTITY = refusal("deck-identity", "A deck has exactly one identity card; among its cards: {cards}.", rule=DECK)
DECK_SIZE = refusal("deck-size", "A deck has {least} to {most} cards; these are {count}.", rule=DECK)
HERO_CARDS = refusal("deck-hero-cards", "Each card of {hero} belongs in the deck, as often as in the set: {cards}.",
                     rule=DECK)  # fmt: skip
TOO_MANY_COPIES = refusal("deck-copies", "At most three copies of a card that is not unique: {cards}.", rule=DECK)
TOO_MANY_ASPECTS = refusal("deck-aspects", "At most one aspect: {aspects}.", rule=DECK)
OTHER_CARDS = refusal("deck-other-cards", "Neither of {hero} nor of the aspect nor basic: {cards}.", rule=DECK)
UNIQUE_ONCE = refusal("deck-unique", "Unique, so one is the most: {cards}.", rule=sections.UNIQUE)
MOST_IN_DECK = refusal("deck-most", "More than the card says: {cards}.", rule=sections.MAXIMUM)
REQUIRED_ASPECTS = refusal("deck-requirement", "The deck of {hero} has {need} aspects, not {have}.", rule=DECK)
ENCOUNTER_CARDS = refusal("deck-encounter", "Encounter cards do not belong in a deck: {cards}.", rule=DECK)

Called = Term | Text | str


class ListedCard(NamedTuple):
    """A card of a list: what it is called, how many of it, and what is known of it."""

    id: str
    name: Called
    copies: int
    sheet: CardSheet
    identity: bool = False
    """Whether it is no card of a deck, but an identity."""


class BuiltDeck(NamedTuple):
    """A list of cards for a hero; `aspect` is the one that was said, if any."""

    hero: Called
    sheet: IdentitySheet
    entries: Sequence[ListedCard]
    aspect: str = ""

    @property
    def cards(self) -> list[ListedCard]:
        """The entries without identities."""
        return [entry for entry in self.entries if not entry.identity]

    @property
    def aspects(self) -> list[str]:
        """The aspects of its cards, and the one that was said, each once."""
        classes = (entry.sheet.classification for entry in self.cards)
        return [one for one in dict.fromkeys((self.aspect, *classes)) if one not in OF_ANYBODY]


def violations(deck: BuiltDeck, classes: Mapping[str, Called]) -> Iterator[Refused]:
    """All that is wrong with a deck, V1 to V9; where nothing is known of a card, it is not held against the deck.

    `classes` are the names of the aspects.
    """
    yield from _told(ONE_IDENTITY, (entry for entry in deck.entries if entry.identity))
    count = sum(entry.copies for entry in deck.cards)
    if not FEWEST_CARDS <= count <= MOST_CARDS:
        yield DECK_SIZE(least=FEWEST_CARDS, most=MOST_CARDS, count=count)
    yield from _lacking(deck)
    yield from _too_many(deck)
    yield from _aspects(deck, classes)
    yield from _told(ENCOUNTER_CARDS, (entry for entry in deck.cards if is_encounter(entry.sheet)))


def _told(reason: Refusal, entries: Iterable[ListedCard], **values: object) -> Iterator[Refused]:
    """A reason with the cards that give it, if there are any."""
    if names := tuple(entry.name for entry in entries):
        yield reason(cards=names, **values)


def _lacking(deck: BuiltDeck) -> Iterator[Refused]:
    """V3: the cards of the hero, each in its exact number."""
    counts = {entry.id: entry for entry in deck.cards}
    wrong = [
        text("{card} {have} of {need}", card=counts[id_].name if id_ in counts else id_, have=have, need=need)
        for id_, need in deck.sheet.cards.items()
        if (have := counts[id_].copies if id_ in counts else 0) != need
    ]
    if wrong:
        yield HERO_CARDS(hero=deck.hero, cards=tuple(wrong))


def _too_many(deck: BuiltDeck) -> Iterator[Refused]:
    """V4, V6 and V7: copies of a title, unique or not, and what the card itself says."""
    titles: dict[str, list[ListedCard]] = {}
    for entry in deck.cards:
        titles.setdefault(str(entry.name), []).append(entry)
    own = deck.sheet.cards
    plain = [same for same in titles.values() if not any(entry.sheet.unique for entry in same)]
    yield from _told(
        TOO_MANY_COPIES,
        (same[0] for same in plain if sum(one.copies for one in same) > MOST_COPIES and same[0].id not in own),
    )
    unique = (same for same in titles.values() if any(entry.sheet.unique for entry in same))
    yield from _told(UNIQUE_ONCE, (same[0] for same in unique if clash(deck, same)))
    over = (one for one in deck.cards if one.sheet.most_in_deck is not None and one.copies > one.sheet.most_in_deck)
    yield from _told(MOST_IN_DECK, over)


def clash(deck: BuiltDeck, same: Sequence[ListedCard]) -> bool:
    """Whether there are too many of a unique title (独特): more than one, unless their subtitles tell them apart.

    A card without a subtitle is told apart from none; the hero counts, with the alter-ego for a subtitle.
    """
    subtitles = [entry.sheet.subtitle for entry in same for _ in range(entry.copies)]
    if str(deck.hero) == str(same[0].name) and deck.sheet.alter_ego:
        subtitles.append(deck.sheet.alter_ego)
    return len(subtitles) > 1 and ("" in subtitles or len(set(subtitles)) < len(subtitles))


def _aspects(deck: BuiltDeck, classes: Mapping[str, Called]) -> Iterator[Refused]:
    """V5 and V8: one aspect at most, unless the identity asks for more; nothing of another hero."""
    have = deck.aspects
    if deck.sheet.aspects > 1 and have and len(have) != deck.sheet.aspects:
        yield REQUIRED_ASPECTS(hero=deck.hero, need=deck.sheet.aspects, have=len(have))
    elif len(have) > max(1, deck.sheet.aspects):
        yield TOO_MANY_ASPECTS(aspects=tuple(classes.get(one, one) for one in have))
    if deck.sheet.cards:
        others = (one for one in deck.cards if one.sheet.classification == HERO and one.id not in deck.sheet.cards)
        yield from _told(OTHER_CARDS, others, hero=deck.hero)


def is_encounter(sheet: CardSheet) -> bool:
    """Whether a card is known to be an encounter card (V9)."""
    return sheet.type is not None and sheet.type not in PLAYER_TYPES and not sheet.classification


def only_aspect(deck: BuiltDeck) -> str:
    """The aspect of a deck, where it is said or its cards have one; empty where they have none, or several."""
    have = deck.aspects
    return deck.aspect or (have[0] if len(have) == 1 else "")


__all__ = ["BuiltDeck", "ListedCard", "clash", "is_encounter", "only_aspect", "violations"]
