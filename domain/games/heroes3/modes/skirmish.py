"""The skirmish: the army and the deck that the players prepare, by the length of the game (遭遇战模式, p60)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.components.piles import with_blanks
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout, Secrets
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, Some, seat_of
from domain.games.heroes3.cards.decks import LEFT_OUT, kind_of, leave_deck
from domain.games.heroes3.modes.battlefield import BattlefieldEvent
from domain.games.heroes3.state.kinds import HeroBoard, SearchedDeck, UnitCard
from domain.games.heroes3.state.seat import Unit, UnitSide
from domain.games.heroes3.state.table import Heroes3, Length

NO_GOLDEN = refusal("no-golden", "{units}: golden units fight only in a large skirmish.", rule=sections.BATTLEFIELD)
LENGTH_FIRST = refusal("length-first", "First choose the length of the game.", rule=sections.BATTLEFIELD)
DECK_COMPLETE = never(
    "skirmish-deck-complete", "{seat} has added the cards of the skirmish already.", rule=sections.BATTLEFIELD
)
KEEP_FEWER = refusal(
    "keep-fewer", "Of the {deck} deck {need|card is|cards are} kept of {drawn} drawn, not {have}.",
    rule=sections.BATTLEFIELD,
)  # fmt: skip
OTHER_DECK = refusal("other-deck", "{card} is not a card of the {deck} deck.", rule=sections.BATTLEFIELD)
NOT_IN_SKIRMISH = refusal("not-in-skirmish", "{card} is removed before a game of this mode.", rule=sections.BATTLEFIELD)
WHICH_HERO = never(
    "might-or-magic", "Say whether {seat} has a magic hero: that decides the number of spells.",
    rule=sections.BATTLEFIELD, asks=True,
)  # fmt: skip
LEVEL_OF: Mapping[Length, int] = {"short": 3, "medium": 5, "large": 7}
"""The level of heroes in a skirmish, for each length (6.15)."""
PREPARED: Mapping[Length, Text] = {
    "short": text("Specialty I; 2 of 3 abilities, 1 of 2 artifacts; 1 spell (magic: 2); all bronze and silver units."),
    "medium": text(
        "Specialties I, IV; 3 of 4 abilities, 2 of 3 artifacts; 2 spells (magic: 4); all bronze and silver Packs."
    ),
    "large": text("All specialties; 4 of 6 abilities, 3 of 4 artifacts; 3 spells (magic: 5); all Packs."),
}
"""The preparation of a skirmish for each length, in addition to the first deck (6.15)."""


@dataclass(frozen=True, slots=True)
class Draws:
    """The cards that a length of the game adds to the first deck.

    Args:
        abilities: the number of abilities drawn, and kept.
        artifacts: the number of artifacts drawn, and kept.
        spells: the number of spells drawn for a might hero, and for a magic hero; all are kept.
        specialties: the number of specialties after that of level I.
    """

    abilities: tuple[int, int]
    artifacts: tuple[int, int]
    spells: tuple[int, int]
    specialties: int


DRAWS: Mapping[Length, Draws] = {
    "short": Draws((3, 2), (2, 1), (1, 2), 0),
    "medium": Draws((4, 3), (3, 2), (2, 4), 1),
    "large": Draws((6, 4), (4, 3), (3, 5), 2),
}
"""The additions to the deck of a skirmish (6.15)."""


class SkirmishArmySet(BattlefieldEvent):
    """Prepares an army. The level, the units and the cards follow from the length (6.15); searches add cards."""

    title = "Prepare for the skirmish"
    help_text = "The level of the hero and the units that fight, by the length of the game."
    sentence = "{seat} prepared at level {level}[ with {units}]"
    during = ("setup",)
    modes = ("skirmish",)
    acting_seat = "seat"
    layout = Layout(usual=("units",))
    seat: Living
    units: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=7)] = ()
    level: Annotated[Count, Settled()] = 0
    face: Annotated[UnitSide, Settled()] = "few"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "skirmish" and table.rounds:
            for id_, seat in table.seats.items():
                if not seat.units:
                    words = text("{seat}: prepare for the skirmish", seat=table.called("factions", id_))
                    yield Offer(words, {"seat": id_}, required=True, opens_form=True)

    @classmethod
    def reminders(cls, table: Heroes3, known: Known) -> Iterator[Text]:
        yield PREPARED[table.length]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        golden = [unit for unit in self.units if UnitCard.of(table, unit).tier in ("golden", "azure")]
        if golden and table.length != "large":
            yield NO_GOLDEN(units=tuple(table.called("units", unit) for unit in golden))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(level=LEVEL_OF[table.length], face="few" if table.length == "short" else "pack")

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.xp = 2 * (self.level - 1)
        seat.units = {unit: Unit(side=self.face) for unit in self.units}


def has_magic(table: Heroes3, seat: str) -> bool | None:
    """Whether the hero of a player is a magic hero; None if unknown."""
    here = seat_of(table, seat)
    board = HeroBoard.of(table, here.hero)
    if here.magic or (here.hero and "magic" in board.model_fields_set):
        return here.magic or board.magic
    return None


Kept = tuple[Annotated[Line, Choice("cards", free=True)], ...]


class SkirmishDeckBuilt(BattlefieldEvent):
    """Adds the cards of the length of the game to the first deck (p60). Kept cards without a name are blanks.

    The further specialties are those of the hero, if its board is known.
    """

    title = "Complete the skirmish deck"
    help_text = (
        "The cards that are kept of those drawn join the first deck, with the hero's further specialties; the rest of "
        "the drawn cards is discarded. Cards without a name stay unknown."
    )
    sentence = (
        "{seat} added {count|card|cards} to the first deck[; specialties {specialties}][; abilities {abilities}]"
        "[; artifacts {artifacts}][; spells {spells}]"
    )
    tracked = ("cards",)
    during = ("setup",)
    modes = ("skirmish",)
    acting_seat = "seat"
    layout = Layout(usual=("abilities", "artifacts", "spells"))
    secrets = Secrets(("abilities", "artifacts", "spells"))
    seat: Living
    abilities: Annotated[Kept, Field(max_length=20, title="abilities kept")] = ()
    artifacts: Annotated[Kept, Field(max_length=20, title="artifacts kept")] = ()
    spells: Annotated[Kept, Field(max_length=20, title="spells drawn")] = ()
    magic: Annotated[bool | None, Field(title="a magic hero")] = None
    specialties: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    counts: Annotated[Mapping[str, Count], Settled(), Choice("decks")] = Field(default_factory=dict)
    count: Annotated[Some, Settled()] = 1

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        if has_magic(table, str(known.get("seat") or "")) is None:
            yield "magic"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_, seat in table.seats.items() if table.mode == "skirmish" and table.rounds else ():
            if not seat.prepared:
                words = text("{seat}: complete the skirmish deck", seat=table.called("factions", id_))
                needs = ("magic",) if has_magic(table, id_) is None else ()
                yield Offer(words, {"seat": id_}, required=True, opens_form=True, also_required=needs)

    @classmethod
    def reminders(cls, table: Heroes3, known: Known) -> Iterator[Text]:
        yield PREPARED[table.length]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.rounds:
            yield LENGTH_FIRST()
        if seat_of(table, self.seat).prepared:
            yield DECK_COMPLETE(seat=table.called("factions", self.seat))
        if self._magic(table) is None:
            yield WHICH_HERO(seat=table.called("factions", self.seat))
            return
        for deck, cards, drawn, kept in self._decks(table):
            if len(cards) > kept:
                yield KEEP_FEWER(have=len(cards), deck=Text(deck), need=kept, drawn=drawn)
            for card in cards:
                if kind_of(table, card) not in ("", deck):
                    yield OTHER_DECK(card=table.called("cards", card), deck=Text(deck))
                if card in LEFT_OUT["skirmish"]:
                    yield NOT_IN_SKIRMISH(card=table.called("cards", card))

    def _magic(self, table: Heroes3) -> bool | None:
        known = has_magic(table, self.seat)
        return self.magic if known is None else known

    def _decks(self, table: Heroes3) -> Iterator[tuple[SearchedDeck, Sequence[str], int, int]]:
        """Each shared deck with the named cards of it, and the numbers of cards drawn and kept."""
        draws = DRAWS[table.length]
        spells = draws.spells[bool(self._magic(table))]
        yield "ability", self.abilities, *draws.abilities
        yield "artifact", self.artifacts, *draws.artifacts
        yield "spell", self.spells, spells, spells

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        more = DRAWS[table.length].specialties
        board = HeroBoard.of(table, seat_of(table, self.seat).hero)
        specialties = tuple(with_blanks(board.specialties[1:], more))
        counts = {deck: kept for deck, _, _, kept in self._decks(table)}
        return self.copy_with(specialties=specialties, counts=counts, count=more + sum(counts.values()))

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        kept = {"ability": self.abilities, "artifact": self.artifacts, "spell": self.spells}
        added = [card for deck, count in self.counts.items() for card in with_blanks(kept.get(deck, ()), count)]
        seat.cards = [*seat.cards, *self.specialties, *added]
        seat.prepared = True
        for deck, count in self.counts.items():
            leave_deck(table, deck, count)
        if self.magic is not None:
            seat.magic = self.magic
            table.keep_typed(HeroBoard.kind_name, seat.hero, {"magic": self.magic} if seat.hero else {})
