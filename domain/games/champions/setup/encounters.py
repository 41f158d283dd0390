"""The encounter deck as it is made for a game: modular sets, what is set aside, and how many cards there are."""

from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import EncounterCard, Maybe
from domain.games.champions.setup.players import NO_HERO, SetupEvent
from domain.games.champions.setup.scenarios import NO_SCENARIO
from domain.games.champions.setup.steps import StepEvent
from domain.games.champions.state.kinds import EncounterSet, IdentitySheet, ScenarioSheet
from domain.games.champions.state.meant import Having
from domain.games.champions.state.scenario import ModularSet
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Count, InOrder, Line, Settled
from domain.language.refusal import Refused, never, refusal
from domain.things.piles import with_blanks

SET_CHOSEN = refusal("set-chosen", "{set} is in the encounter deck already.", rule=sections.DECK_BUILDING)
NO_SET_LEFT = never("no-set-left", "No other modular set is known here: choose one by its name.")
NOT_BLIND = never("not-blind", "No modular set lies unseen in the encounter deck.")
NOT_COUNTED = never("not-counted", "Say how many cards are in the encounter deck: not every set is known card by card.")
FOR_ANY = ("modular", None)
"""What a set is for that may be drawn as a modular one: that, or nobody knows."""


def of_modular(table: Champions) -> Iterator[Container[str]]:
    """A set that comes into the encounter deck: none that is there, one that is recommended, else a modular one."""
    yield set(table.ids("encounter-sets")) - set(in_deck(table))
    yield recommended(table)
    yield Having(table, "use", ("modular",), "encounter-sets")
    yield Having(table, "use", FOR_ANY, "encounter-sets")


SetName = Annotated[Line, Choice("encounter-sets", free=True, likely=of_modular)]


class ModularSetChosen(SetupEvent):
    help_text = "A modular set for the encounter deck, beside or instead of the one the scenario recommends."
    says = "Modular set: {set}"
    during = ("setup",)
    set: SetName

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.set in in_deck(table):
            yield SET_CHOSEN(set=table.called("encounter-sets", self.set))

    def apply(self, table: Champions) -> None:
        table.scenario.modular = [*table.scenario.modular, ModularSet(name=self.set)]


class ModularSetDrawn(SetupEvent):
    help_text = "A modular set is drawn at random; everybody sees which."
    says = "Modular set, at random: {drawn}"
    during = ("setup",)
    drawn: Annotated[Line | None, Choice("encounter-sets"), Settled()] = None

    def check(self, table: Champions) -> Iterator[Refused]:
        if not may_be_drawn(table):
            yield NO_SET_LEFT()

    def settle(self, table: Champions, chance: Chance) -> Self:
        pile = may_be_drawn(table)
        return self.but(drawn=chance.draw(pile)) if self.drawn is None and pile else self

    def apply(self, table: Champions) -> None:
        if self.drawn:
            table.scenario.modular = [*table.scenario.modular, ModularSet(name=self.drawn)]


class ModularSetHidden(SetupEvent):
    help_text = "Somebody shuffles a modular set in that nobody looks at; its name is written down once it is known."
    says = "A modular set is shuffled in unseen"
    during = ("setup",)

    def apply(self, table: Champions) -> None:
        table.scenario.modular = [*table.scenario.modular, ModularSet(name="", blind=True)]


class ModularSetKnown(SetupEvent):
    help_text = "A card shows which modular set was shuffled in unseen."
    says = "The unseen modular set is {set}"
    set: SetName

    def check(self, table: Champions) -> Iterator[Refused]:
        if not any(one.blind and not one.name for one in table.scenario.modular):
            yield NOT_BLIND()

    def apply(self, table: Champions) -> None:
        for one in table.scenario.modular:
            if one.blind and not one.name:
                one.name = self.set
                return


def in_deck(table: Champions) -> Sequence[str]:
    """The sets of the encounter deck that are known."""
    return [*table.scenario.sets, *(one.name for one in table.scenario.modular if one.name)]


def recommended(table: Champions) -> Sequence[str]:
    """The modular sets that the scenario recommends and that are not in the encounter deck yet."""
    taken = in_deck(table)
    return [id_ for id_ in ScenarioSheet.of(table, table.scenario.id).recommended if id_ not in taken]


def may_be_drawn(table: Champions) -> Sequence[str]:
    """The sets that may be drawn as modular ones."""
    taken = in_deck(table)
    ids = (id_ for id_ in table.ids("encounter-sets") if id_ not in taken)
    return [id_ for id_ in ids if EncounterSet.of(table, id_).use in FOR_ANY]


class ObligationsSetAside(StepEvent):
    help_text = "The obligations of all heroes are set aside; later they are shuffled into the encounter deck."
    says = "Obligations set aside: {count}[: {cards}]"
    tracked = ("encounter",)
    step_done = "obligations"
    cards: Annotated[tuple[EncounterCard, ...], InOrder(), Field(max_length=20)] = ()
    count: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.seats:
            yield NO_HERO()

    def settle(self, table: Champions, chance: Chance) -> Self:
        if self.cards:
            return self.but(count=max(len(self.cards), len(table.seats)))
        known = [IdentitySheet.of(table, seat).obligations for seat in table.seats]
        cards = tuple(card for obligations in known for card in obligations)
        return self.but(cards=cards, count=sum(max(1, len(obligations)) for obligations in known))

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.obligations = with_blanks(self.cards, self.count)


class NemesisSetsSetAside(StepEvent):
    help_text = "The nemesis of each hero and its cards are set aside, until a card brings them in."
    says = "Nemesis sets set aside[: {cards}]"
    tracked = ("encounter",)
    step_done = "nemesis sets"
    cards: Annotated[tuple[EncounterCard, ...], InOrder(), Field(max_length=60)] = ()

    def settle(self, table: Champions, chance: Chance) -> Self:
        sheets = (IdentitySheet.of(table, seat) for seat in table.seats)
        known = tuple(card for sheet in sheets for card, copies in sheet.nemesis.items() for _ in range(copies))
        return self.but(cards=self.cards or known)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.aside = [*table.scenario.aside, *self.cards]


class EncounterDeckComposed(StepEvent):
    help_text = "The cards of all sets of the encounter deck, without the obligations, are counted."
    says = "The encounter deck: {cards|card|cards}"
    tracked = ("encounter",)
    step_done = "encounter deck"
    cards: Maybe | None = None

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.scenario.id:
            yield NO_SCENARIO()
        if self.cards is None and counted(table) is None:
            yield NOT_COUNTED()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(cards=counted(table) if self.cards is None else self.cards)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        here = table.scenario
        here.deck, here.counted, here.composed = self.cards or 0, self.cards is not None, True


def counted(table: Champions) -> int | None:
    """The cards of all sets of the encounter deck; None where not all of them are known card by card.

    The size of a scenario's own set counts villains and schemes too, so it says nothing of the deck.
    """
    scenario = table.scenario
    unseen = any(not one.name for one in scenario.modular)
    sizes = [_size(EncounterSet.of(table, id_)) for id_ in in_deck(table)]
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) and not unseen else None


def _size(sheet: EncounterSet) -> int | None:
    if sheet.cards:
        return sum(sheet.cards.values())
    return sheet.size if sheet.use in FOR_ANY else None


class ObligationsShuffledIn(StepEvent):
    help_text = "The encounter deck is shuffled, with the obligations that were set aside."
    says = "The encounter deck is shuffled[ with {count|obligation|obligations}]"
    tracked = ("encounter",)
    step_done = "shuffle"
    count: Annotated[Count, Settled()] = 0

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(count=len(table.scenario.obligations))

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.scenario.deck += self.count
        table.scenario.obligations = []


EVENTS = (
    ModularSetChosen,
    ModularSetDrawn,
    ModularSetHidden,
    ModularSetKnown,
    ObligationsSetAside,
    NemesisSetsSetAside,
    EncounterDeckComposed,
    ObligationsShuffledIn,
)
