"""Which card is meant by a name that several have: the table knows who plays, with which decks, against whom."""

from collections.abc import Container, Iterable, Iterator, Mapping

from domain.games.champions.state.kinds import PLAYER_TYPES, CardType, EncounterSet, IdentitySheet
from domain.games.champions.state.table import Champions
from domain.language.content import Content

ENCOUNTER_TYPES: tuple[CardType, ...] = (
    "attachment",
    "environment",
    "evidence",
    "minion",
    "obligation",
    "side scheme",
    "treachery",
)
OF_ANY_DECK = ("basic",)


class Having:
    """The cards, or the things of another kind, of which a field is one of some words."""

    def __init__(self, table: Champions, field: str, words: Container[object], kind: str = "cards") -> None:
        self.words = words
        self.printed = _printed(table.pack, kind, field)
        self.own: Mapping[object, object] = {id_: card.get(field) for id_, card in table.library.get(kind, {}).items()}

    def __contains__(self, id_: object) -> bool:
        word = self.own.get(id_) or self.printed.get(id_)
        return (word is None or isinstance(word, str)) and word in self.words


def _printed(pack: Content, kind: str, field: str) -> Mapping[object, object]:
    """What stands in a field of each thing of a kind in a pack, looked up once."""
    at = f"{kind}.{field}"
    if (Having, at) not in pack.cards:
        pack.cards[Having, at] = {id_: card.get(field) for id_, card in pack.of(kind).items()}
    found: Mapping[object, object] = pack.cards[Having, at]
    return found


def of_player(table: Champions, seat: str | None) -> Iterator[Container[str]]:
    """A card of a player: in the hand, in the deck, of the hero, and one that a player may have."""
    whose = table.seats.get(seat or "")
    yield Having(table, "type", PLAYER_TYPES)
    if whose:
        yield set(whose.hand)
        yield {*whose.list_, *whose.discard}
    yield from of_hero(table, seat)


def may_hold(table: Champions, seat: str) -> list[str]:
    """The cards in a hand; where nobody named them all, those of the deck too."""
    whose = table.seat(seat)
    named = [card for card in whose.hand if card]
    return whose.hand if whose.hand and len(named) == len(whose.hand) else [*dict.fromkeys((*whose.hand, *whose.list_))]


def of_hero(table: Champions, seat: str | None) -> Iterator[Container[str]]:
    """A card of the hero, or else of none: those of the others are in their decks alone."""
    if seat:
        yield IdentitySheet.of(table, seat).cards
    yield Having(table, "classification", set(table.ids("classes")) - {"hero"})


def of_deck(
    table: Champions, seat: str | None, aspect: str | None, cards: Mapping[str, int] | None
) -> Iterator[Container[str]]:
    """A card that is put into a deck: one of the hero, then of the aspect that is said, or that the others have."""
    yield Having(table, "type", PLAYER_TYPES)
    yield from of_hero(table, seat)
    others = {table.thing("cards", id_).get("classification") for id_ in cards or ()} - {None, "hero", *OF_ANY_DECK}
    if aspects := {aspect} if aspect else others:
        yield Having(table, "classification", {*aspects, *OF_ANY_DECK})
        yield Having(table, "classification", aspects)


def of_encounter(table: Champions, type_: str | None = None) -> Iterator[Container[str]]:
    """A card of the encounter: of the type that is said, in the deck that was put together, or with a hero."""
    yield Having(table, "type", (type_,) if type_ else ENCOUNTER_TYPES)
    yield set(in_encounter_deck(table))
    yield Having(table, "type", ENCOUNTER_TYPES)


def in_encounter_deck(table: Champions) -> Iterable[str]:
    """The cards of the sets of this game, and what the heroes bring into the encounter deck."""
    here = table.scenario
    for set_ in (*here.sets, *(one.name for one in here.modular if one.name)):
        yield from EncounterSet.of(table, set_).cards
    for seat in table.seats:
        sheet = IdentitySheet.of(table, seat)
        yield from (*sheet.obligations, *sheet.nemesis)
    yield from (*here.obligations, *here.aside)


__all__ = ["ENCOUNTER_TYPES", "Having", "may_hold", "of_deck", "of_encounter", "of_player"]
