"""Items in a scenario: active, used, dropped, picked up, or on story cards (物品)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.marks import Line, Merged, Remark, SearchText, Settled
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refusal, Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, ItemId, Price, hero_of, is_played
from domain.games.agemonia.campaign.items import QUEST_ITEM_KEPT, keep_coin, unknown_coin, worth_of
from domain.games.agemonia.console.skills import turn_of
from domain.games.agemonia.console.terrain import area_named, ground_of
from domain.games.agemonia.console.turns import no_maneuver, not_at_turn, spend_maneuver, too_exhausted
from domain.games.agemonia.figures import AreaId, are_apart, at_turn, is_hindered
from domain.games.agemonia.goods import (
    NOT_CARRIED,
    OwnItem,
    OwnItems,
    are_copies_counted,
    carried_besides,
    copies_left,
    give_item,
    is_quest,
    not_carried,
    off_the_shelf,
    take_item,
    too_many_hands,
    too_much,
)
from domain.games.agemonia.state.kinds import ItemCard
from domain.games.agemonia.state.table import Agemonia

NO_HANDS_TO_PICK_UP = never("hindered", "A hindered hero cannot pick up items.", rule=sections.HINDERED)
BEFORE_THE_ROLL = never("before-the-roll", "Change items before rolling.", rule=sections.CHANGING_ACTIVE_ITEMS)
FURTHER_CHANGE = refusal(
    "further-change",
    "The free change is used up: another one costs a maneuver, on the hero's own turn.",
    rule=sections.CHANGING_ACTIVE_ITEMS,
)
FOR_A_MANEUVER = text("for a maneuver")
NOT_ACTIVE = never("not-active", "This item must be active.", rule=sections.ACTIVE_ITEMS)
USED_UP = never("used-up", "This was already used this scenario.", rule=sections.ITEMS)
LOCK_FIRST = never("lock-first", "Lock the required stamina first.", rule=sections.LOCKED_STAMINA)
ELSEWHERE = refusal("apart", "A hero can only drop or pick up items in the same area.", rule=sections.DROPPING_ITEMS)
NOT_THERE = never("not-there", "That item is not in this area.", rule=sections.DROPPING_ITEMS)


NOWHERE = "?"
"""The area of an item on the ground if the map is not tracked."""


class BelongingEvent(AgemoniaEvent):
    heading = "Items at hand"


class LyingEvent(BelongingEvent):
    """The base of events about an item on the ground; its sentence names the area only if the map is tracked."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        return {"area": ""} if fields.get("area") == NOWHERE else {}


class ActiveItemsChanged(BelongingEvent):
    # In the rulebook under 更改有效物品卡.
    title = "Change active items"
    help_text = "A hero swaps active items: free once a round, then one maneuver each time on its turn."
    sentence = "{hero} changed active items[: {active}][ {maneuver}]"
    hero: HeroId
    active: OwnItems = Field(default=(), title="which items are active")
    maneuver: Annotated[bool | None, Settled()] = Field(default=None, title="for a maneuver")

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        return {"maneuver": FOR_A_MANEUVER if fields.get("maneuver") else ""}

    def check(self, table: Agemonia) -> Iterator[Refused]:
        for item in dict.fromkeys(self.active):
            yield from not_carried(table, self.hero, item)
        carried = hero_of(table, self.hero).items
        if any(item in carried for item in Counter(self.active) - Counter(carried)):
            yield NOT_CARRIED(hero=table.called("heroes", self.hero))
        yield from too_many_hands(table, self.active)
        yield from too_much(table, self.hero, self.active)
        made = table.scene.roll
        if made and made.figure == self.hero:
            yield BEFORE_THE_ROLL()
        if change_costs(table, self.hero):
            yield from no_further_change(table, self.hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(maneuver=change_costs(table, self.hero))

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        if self._took_a_maneuver(table):
            spend_maneuver(table, self.hero)
        hero_of(table, self.hero).active = list(self.active)
        turn.changes += 1
        turn.changed += 1

    def _took_a_maneuver(self, table: Agemonia) -> bool:
        """Whether the change took a maneuver, as settled. Older entries did not settle it; there, the turn decides."""
        if self.maneuver is None:
            return table.scene.phase == "turns" and turn_of(table, self.hero).changes > 0
        return self.maneuver


def change_costs(table: Agemonia, hero: str) -> bool:
    """Whether another change of active items costs a maneuver.

    The first one of a round is free, or the first one of a turn if the table uses that ruling.
    """
    turn, scene = turn_of(table, hero), table.scene
    if table.once_a == "turn":
        return scene.phase == "turns" and turn.changes > 0
    return scene.phase != "" and turn.changed > 0


def no_further_change(table: Agemonia, hero: str) -> Iterator[Refused]:
    if table.scene.phase != "turns" or at_turn(table) != hero:
        yield FURTHER_CHANGE()
    else:
        yield from no_maneuver(table, hero)


class ItemEffectUsed(BelongingEvent):
    # In the rulebook under 物品.
    title = "Use an item"
    help_text = "A hero uses an item's effect. Some work only once a scenario."
    sentence = "{hero} used {item}[: {effect}]"
    hero: HeroId
    item: OwnItem
    effect: Annotated[Remark, SearchText()] = ""
    once: bool = Field(default=False, title="once a scenario")
    spent: Annotated[bool, Settled()] = Field(default=False, title="used for this scenario")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_carried(table, self.hero, self.item)
        hero, known = hero_of(table, self.hero), ItemCard.of(table, self.item)
        if known.hands and self.item not in hero.active and is_played(table):
            yield NOT_ACTIVE()
        if self.item in turn_of(table, self.hero).used_up:
            yield USED_UP()
        if known.locks and self.item not in hero.locked:
            yield LOCK_FIRST()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(spent=self.once or ItemCard.of(table, self.item).once)

    def apply(self, table: Agemonia) -> None:
        if self.spent:
            table.scene.turn_of(self.hero).used_up.append(self.item)


def hindered_hands(table: Agemonia, hero: str, not_usable: Refusal) -> Iterator[Refused]:
    if is_hindered(table, hero):
        yield not_usable()


def stands_elsewhere(table: Agemonia, hero: str, area: str | None) -> Iterator[Refused]:
    """The refusal of a hero in another area than the item."""
    here = table.scene.places.get(hero)
    if area and here is not None and area_named(table, area) != here:
        yield ELSEWHERE()


class ItemDropped(LyingEvent):
    # In the rulebook under 丢弃和拾取物品.
    title = "Drop an item"
    help_text = "A hero drops an item in its area; after the scenario you can take it back."
    sentence = "{hero} dropped {item}[ in {area}]"
    hero: HeroId
    item: OwnItem
    area: AreaId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        yield from stands_elsewhere(table, self.hero, self.area)
        yield from not_carried(table, self.hero, self.item)
        if is_quest(table, self.item):
            yield QUEST_ITEM_KEPT()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        here = table.scene.places.get(self.hero, NOWHERE)
        return self.copy_with(area=area_named(table, self.area) if self.area else here)

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        lie_down(table, self.area or NOWHERE, self.item)


def lie_down(table: Agemonia, area: str, item: str) -> None:
    here = ground_of(table, area)
    here.items[item] = here.items.get(item, 0) + 1


class ItemPickedUp(LyingEvent):
    # In the rulebook under 丢弃和拾取物品.
    title = "Pick up an item"
    help_text = "A hero picks up an item in its area, or one carried by an exhausted hero there."
    sentence = "{hero} picked up {item}[ of {from_hero}][ in {area}]"
    hero: HeroId
    item: ItemId
    area: AreaId | None = None
    from_hero: HeroId | None = Field(default=None, title="from which exhausted hero")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_exhausted(table, self.hero)
        yield from not_at_turn(table, self.hero)
        yield from stands_elsewhere(table, self.hero, self.area)
        yield from hindered_hands(table, self.hero, NO_HANDS_TO_PICK_UP)
        if not self._lies_there(table):
            yield NOT_THERE()
        yield from too_much(table, self.hero, gained=(self.item,))

    def _lies_there(self, table: Agemonia) -> bool:
        if self.from_hero:
            owner = hero_of(table, self.from_hero)
            apart = are_apart(table, self.hero, self.from_hero)
            return owner.exhausted and self.item in carried_besides(owner.items, owner.left_behind) and not apart
        found = table.scene.areas.get(self._area(table))
        return bool(found and found.items.get(self.item))

    def _area(self, table: Agemonia) -> str:
        return area_named(table, self.area) if self.area else table.scene.places.get(self.hero, NOWHERE)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.from_hero else self.copy_with(area=self._area(table))

    def apply(self, table: Agemonia) -> None:
        if self.from_hero:
            take_item(table, self.from_hero, self.item)
        elif found := table.scene.areas.get(self.area or NOWHERE):
            found.items[self.item] = found.items.get(self.item, 0) - 1
            if found.items[self.item] <= 0:
                del found.items[self.item]
        give_item(table, self.hero, self.item)


def _items_there(event: "ItemPlacedOnStoryCard", table: Agemonia) -> tuple[str, ...]:
    return ("scene", "areas", area_named(table, event.letter), "items", event.item)


def _stars_there(event: "ItemPlacedOnStoryCard", table: Agemonia) -> tuple[str, ...]:
    return ("scene", "areas", area_named(table, event.letter), "stars")


class ItemPlacedOnStoryCard(BelongingEvent):
    # In the rulebook under 获得物品指示物.
    title = "Put items on a story card"
    help_text = "Put item tokens on a story card, or their value in stars if none are left."
    sentence = "On story card {letter}: {count}× {item}[ ({missing} not there)][, {stars|star|stars} instead]"
    letter: Annotated[Line, Field(max_length=5)]
    item: ItemId
    count: Annotated[int, Field(ge=1, le=20), Merged(), MovesNumber(_items_there, less="missing")] = 1
    coin: Price | None = None
    placed: Annotated[int | None, Field(ge=0, le=20), Settled(), Merged()] = None
    missing: Annotated[int | None, Field(ge=1, le=20), Settled(), Merged()] = Field(default=None, title="not there")
    stars: Annotated[int | None, Field(ge=0, le=999_999), Settled(), Merged(), MovesNumber(_stars_there)] = None
    counted: Annotated[bool, Settled()] = Field(default=False, title="copies are counted")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self._missing(table):
            yield from unknown_coin(table, self.item, self.coin)

    def _missing(self, table: Agemonia) -> int:
        left = copies_left(table, self.item)
        return 0 if left is None else max(0, self.count - left)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        missing = self._missing(table)
        stars = missing * worth_of(table, self.item, self.coin)
        return self.copy_with(
            placed=self.count - missing,
            missing=missing or None,
            stars=stars,
            counted=are_copies_counted(table, self.item),
        )

    def apply(self, table: Agemonia) -> None:
        keep_coin(table, self.item, self.coin)
        here = ground_of(table, area_named(table, self.letter))
        here.stars += self.stars or 0
        if self.placed:
            here.items[self.item] = here.items.get(self.item, 0) + self.placed
        if self.counted:
            off_the_shelf(table, self.item, self.placed or 0)
