"""Storing items and stars: a slot holds one item or up to ten stars (存放物品和星星)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    STARS_GAINED,
    STARS_PAID,
    AgemoniaEvent,
    HeroId,
    ItemId,
    PlaceId,
    too_late,
)
from domain.games.agemonia.goods import give, is_quest, not_carried, take
from domain.games.agemonia.state.table import STARS_IN_A_SLOT, Agemonia, Storage
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Settled, Sums
from domain.language.refusal import Refused, never, refusal
from domain.things.numbers import cannot_pay, move_numbers, paid_amounts

NO_SLOT = never("no-slot", "No free storage slot here.", rule=sections.STORAGE)
EVENT_OPEN = never("event-open", "Not while resolving a city event card.", rule=sections.STORAGE, areas=("steps",))
QUEST_ITEM = never("quest-item", "Quest items cannot be stored.", rule=sections.STORAGE)
NOT_YOUR_PLACE = refusal("not-your-place", "{place} belongs to {hero}.", rule=sections.STORAGE)
STARS_NOT_STORED = never("not-stored", "No more than {have|star|stars} here.", rule=sections.STORAGE)


def place_of(table: Agemonia, place: str) -> Storage:
    return table.storage.get(place) or Storage()


StoredThere = Annotated[str, Choice("items", lambda table, place: place_of(table, place).items, given=("place",))]


def no_slot(table: Agemonia, place: str) -> Iterator[Refused]:
    if place_of(table, place).free() < 1:
        yield NO_SLOT()


def anothers(table: Agemonia, hero: str, place: str) -> Iterator[Refused]:
    """Why a hero cannot store at a place: it is another's."""
    owner = place_of(table, place).hero
    if owner not in ("", hero):
        yield NOT_YOUR_PLACE(place=place, hero=table.called("heroes", owner))


def closed(table: Agemonia) -> Iterator[Refused]:
    """Stored goods are out of reach while a city event is being resolved."""
    if table.city.event and not table.city.resolved:
        yield EVENT_OPEN()


def taken_off(slots: Sequence[int], amount: int) -> list[int]:
    """The stars that slots hold after so many were taken from them, one slot after the other."""
    left = []
    for stars in slots:
        taken = min(stars, amount)
        amount -= taken
        left.append(stars - taken)
    return [stars for stars in left if stars]


class StorageEvent(AgemoniaEvent):
    area_of_play = "Storage"


class StoragePlaceGained(StorageEvent):
    help_text = "A hero has a place for goods, such as a hideout."
    says = "{hero} may store things at {place} ({slots|slot|slots})"
    hero: HeroId
    place: Line
    slots: Annotated[int, Field(ge=1, le=20)] = 1

    def apply(self, table: Agemonia) -> None:
        known = table.storage.setdefault(self.place, Storage())
        known.hero, known.slots = self.hero, self.slots


class ItemStored(StorageEvent):
    help_text = "An item goes into a free slot."
    says = "{hero} stored {item} at {place}"
    during = ("city",)
    tracked = ("items",)
    hero: HeroId
    place: PlaceId
    item: ItemId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        yield from not_carried(table, self.hero, self.item)
        yield from anothers(table, self.hero, self.place)
        yield from no_slot(table, self.place)
        if is_quest(table, self.item):
            yield QUEST_ITEM()

    def apply(self, table: Agemonia) -> None:
        take(table, self.hero, self.item)
        place_of(table, self.place).items.append(self.item)


class StarsStored(StorageEvent):
    help_text = "Up to ten stars go into a free slot."
    says = "{hero} stored {amount|star|stars} at {place}[, {short} more than it had]"
    during = ("city",)
    tracked = ("stars",)
    hero: HeroId
    place: PlaceId
    amount: Annotated[int, Field(ge=1, le=STARS_IN_A_SLOT), Sums(), replace(STARS_PAID, less="short")]
    short: Annotated[int | None, Field(ge=1, le=STARS_IN_A_SLOT), Settled()] = Field(
        default=None, title="more than it had"
    )

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        yield from cannot_pay(table, self)
        yield from anothers(table, self.hero, self.place)
        yield from no_slot(table, self.place)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        paid = paid_amounts(table, self).get("amount", self.amount)
        return self.but(short=self.amount - paid or None)

    def apply(self, table: Agemonia) -> None:
        move_numbers(table, self)
        place_of(table, self.place).stars.append(self.amount)


class StoredItemRetrieved(StorageEvent):
    help_text = "An item comes back out."
    says = "{hero} took {item} back from {place}"
    during = ("city",)
    tracked = ("items",)
    hero: HeroId
    place: PlaceId
    item: StoredThere

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from closed(table)

    def apply(self, table: Agemonia) -> None:
        stored = place_of(table, self.place).items
        if self.item in stored:
            stored.remove(self.item)
        give(table, self.hero, self.item)


class StoredStarsRetrieved(StorageEvent):
    """The slot that holds so many is emptied; where none does, slots give what they have, one after the other."""

    help_text = "Stars come back out, all of a slot or some."
    says = "{hero} took {amount|star|stars} back from {place}"
    during = ("city",)
    tracked = ("stars",)
    hero: HeroId
    place: PlaceId
    amount: Annotated[int, Field(ge=1, le=STARS_IN_A_SLOT), Sums(), STARS_GAINED]
    loose: Annotated[bool, Settled()] = Field(default=False, title="no slot held just as many")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        have = sum(place_of(table, self.place).stars)
        if self.amount > have:
            yield STARS_NOT_STORED(have=have)
        yield from closed(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(loose=self.amount not in place_of(table, self.place).stars)

    def apply(self, table: Agemonia) -> None:
        stored = place_of(table, self.place)
        if self.amount in stored.stars:
            stored.stars.remove(self.amount)
        elif self.loose:
            stored.stars = taken_off(stored.stars, self.amount)
        move_numbers(table, self)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    StoragePlaceGained,
    ItemStored,
    StarsStored,
    StoredItemRetrieved,
    StoredStarsRetrieved,
)
