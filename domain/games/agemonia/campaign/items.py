"""Items: gaining, buying, selling, giving, using; stock and archive; what is brought to a scenario."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Count, Event, Occasion, Remark, Searched, Settled, Sums
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    SAME_HERO,
    AgemoniaEvent,
    Chips,
    HeroId,
    HeroIds,
    ItemId,
    Price,
    ServiceId,
    hero_of,
    pay,
    too_few_stars,
)
from domain.games.agemonia.campaign.vitality import effect_of
from domain.games.agemonia.state.table import ENCUMBRANCE_LIMIT, Agemonia, Hero
from domain.refusal import Refused, never, refusal

RETRIEVE_FIRST = never("item-not-carried", "Retrieve the item first.", rule=sections.ITEMS)
NOT_CARRIED = RETRIEVE_FIRST.saying("{hero} does not have that item.")
NOT_IN_STOCK = never("not-in-stock", "No copy of this item is in the stock.", rule=sections.BUYING_ITEMS)
QUEST_ITEM = never("quest-item", "Quest items cannot be sold.", rule=sections.SELLING_ITEMS)
NO_PRICE = never(
    "no-price",
    "“{item}” has no price here. Type in the coin on its card; without a coin it cannot be sold.",
    rule=sections.SELLING_ITEMS,
)
ILLEGAL_ITEM = refusal("illegal-item", "Illegal items cannot be sold.", rule=sections.SELLING_ITEMS)
NOTHING_GAINED = never("not-in-stock", "Not in the stock: nothing is gained.", rule=sections.FROM_STOCK)
QUEST_ITEM_KEPT = refusal("quest-item", "Quest items cannot be discarded.", rule=sections.QUEST_ITEMS)
OTHER_EFFECT = refusal(
    "other-effect",
    "Only recovering, healing or removing conditions is possible here.",
    rule=sections.ITEMS_OUTSIDE_SCENARIOS,
)
MUST_BE_BROUGHT = never("must-be-brought", "Quest and hero-specific items must be brought.", rule=sections.EACH_HERO)
TOO_MANY_HANDS = never(
    "too-many-hands", "At most two one-hand items or one two-hand item can be active.", rule=sections.ACTIVE_ITEMS
)
TOO_HEAVY = never("too-heavy", "Encumbrance {sum} exceeds the limit {limit}.", rule=sections.ENCUMBRANCE)

HANDS = 2
MOST_STARS = 9_999
"""What a price goes up to."""
Items = Annotated[tuple[ItemId, ...], Field(max_length=60)]


def value_of(table: Agemonia, item: str) -> int | None:
    """What an item sells for: its coin, or by the shape of a token; None if nobody knows (出售物品)."""
    known = table.thing("items", item)
    shape = table.thing("tokens", str(known.get("shape", item)))
    price = known.get("price", shape.get("price"))
    return price if type(price) is int and 0 <= price <= MOST_STARS else None


def is_counted(table: Agemonia, item: str) -> bool:
    """Whether the copies of an item have been counted, so that they can run out."""
    return item in table.stock or item in table.archive


def take(table: Agemonia, hero: str, item: str) -> None:
    """Remove one copy from a hero, if it has one."""
    carried = hero_of(table, hero).items
    carried[item] = carried.get(item, 0) - 1
    if carried[item] <= 0:
        del carried[item]
        kept = hero_of(table, hero)
        kept.active = [other for other in kept.active if other != item]


def give(table: Agemonia, hero: str, item: str) -> None:
    carried = hero_of(table, hero).items
    carried[item] = carried.get(item, 0) + 1


def to_stock(table: Agemonia, item: str) -> None:
    if is_counted(table, item):
        table.stock[item] = table.stock.get(item, 0) + 1


def from_zone(table: Agemonia, item: str, zone: dict[str, int]) -> None:
    if item in zone:
        zone[item] = max(0, zone[item] - 1)


def not_carried(table: Agemonia, hero: str, item: str) -> Iterator[Refused]:
    if item in hero_of(table, hero).items:
        return
    stored = any(place.hero == hero and item in place.items for place in table.storage.values())
    yield (RETRIEVE_FIRST if stored else NOT_CARRIED)(hero=table.called("heroes", hero))


def is_quest(table: Agemonia, item: str) -> bool:
    return bool(table.thing("items", item).get("quest"))


class ItemEvent(AgemoniaEvent):
    area_of_play = "Items"


class ItemCopiesCounted(ItemEvent):
    help_text = "How many copies of an item lie in the stock and in the archive; from then on they can run out."
    says = "{item}: {stock} in the stock, {archive} in the archive"
    item: ItemId
    stock: Count = 0
    archive: Count = 0

    def apply(self, table: Agemonia) -> None:
        table.stock[self.item], table.archive[self.item] = self.stock, self.archive


class ArchiveCopiesMovedToStock(ItemEvent):
    help_text = "An item may be bought from now on: its copies in the archive go to the stock (购买物品)."
    says = "{items}: from the archive to the stock"
    items: Items

    def apply(self, table: Agemonia) -> None:
        for item in self.items:
            to_be_bought(table, item)


def to_be_bought(table: Agemonia, item: str) -> None:
    """What can be bought lies in the stock, with all its copies that have been counted."""
    if is_counted(table, item):
        table.stock[item] = table.stock.get(item, 0) + table.archive.get(item, 0)
        table.archive[item] = 0


class ItemPurchased(ItemEvent):
    help_text = "A hero buys an item in the city (购买物品)."
    says = "{hero} bought {item}[ for {price|star|stars}]"
    during = ("city",)
    hero: HeroId
    item: ItemId
    price: Price
    service: ServiceId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        copies = table.stock.get(self.item, 0) + table.archive.get(self.item, 0)
        if is_counted(table, self.item) and not copies:
            yield NOT_IN_STOCK()
        yield from too_few_stars(table, self.hero, self.price)

    def apply(self, table: Agemonia) -> None:
        to_be_bought(table, self.item)
        from_zone(table, self.item, table.stock)
        give(table, self.hero, self.item)
        pay(table, self.hero, self.price)


class ItemSold(ItemEvent):
    help_text = "A hero sells an item it carries, for its coin or by the shape of its token (出售物品)."
    says = "{hero} sold {item}[ for {price|star|stars}]"
    during = ("city",)
    hero: HeroId
    item: ItemId
    price: Price | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        known = table.thing("items", self.item)
        yield from not_carried(table, self.hero, self.item)
        if is_quest(table, self.item):
            yield QUEST_ITEM()
        elif known.get("illegal"):
            yield ILLEGAL_ITEM()
        if self.price is None and value_of(table, self.item) is None:
            yield NO_PRICE(item=table.called("items", self.item))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.price is not None else self.but(price=value_of(table, self.item))

    def apply(self, table: Agemonia) -> None:
        take(table, self.hero, self.item)
        to_stock(table, self.item)
        hero_of(table, self.hero).stars += self.price or 0


class ItemGained(ItemEvent):
    help_text = "A hero gains an item: a copy of the stock, else of the archive, else its value in stars (获得物品卡)."
    says = "{hero} gained {item}"
    hero: HeroId
    item: ItemId
    source: Occasion = ""
    came_from: Annotated[Literal["stock", "archive", "box", "nowhere"] | None, Settled()] = None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if not is_counted(table, self.item):
            return self.but(came_from="box")
        if table.stock.get(self.item):
            return self.but(came_from="stock")
        return self.but(came_from="archive" if table.archive.get(self.item) else "nowhere")

    def apply(self, table: Agemonia) -> None:
        if self.came_from == "nowhere":
            return
        from_zone(table, self.item, table.archive if self.came_from == "archive" else table.stock)
        give(table, self.hero, self.item)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.came_from == "nowhere":
            yield ItemReplacedByStars(hero=self.hero, item=self.item, stars=value_of(table, self.item) or 0)


class ItemReplacedByStars(ItemEvent):
    help_text = "No copy was left: the hero takes the item's value in stars."
    says = "{hero} took {stars|star|stars} instead of {item}"
    automatic = True
    hero: HeroId
    item: ItemId
    stars: Price

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).stars += self.stars


class ItemTakenFromStock(ItemEvent):
    help_text = "A hero takes an item from the stock; if none is there, nothing is gained (从库存中取出)."
    says = "{hero} took {item} from the stock"
    hero: HeroId
    item: ItemId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if is_counted(table, self.item) and not table.stock.get(self.item):
            yield NOTHING_GAINED()

    def apply(self, table: Agemonia) -> None:
        from_zone(table, self.item, table.stock)
        give(table, self.hero, self.item)


class ItemDiscarded(ItemEvent):
    help_text = "A hero discards an item to the stock."
    says = "{hero} discarded {item}"
    hero: HeroId
    item: ItemId
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_carried(table, self.hero, self.item)
        if is_quest(table, self.item):
            yield QUEST_ITEM_KEPT()

    def apply(self, table: Agemonia) -> None:
        take(table, self.hero, self.item)
        to_stock(table, self.item)


class ItemTransferred(ItemEvent):
    help_text = "A hero gives an item to another."
    says = "{hero} gave {item} to {to}"
    hero: HeroId
    to: HeroId
    item: ItemId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.hero == self.to:
            yield SAME_HERO()
        yield from not_carried(table, self.hero, self.item)

    def apply(self, table: Agemonia) -> None:
        take(table, self.hero, self.item)
        give(table, self.to, self.item)


class DiscardItemUsedOutsideScenario(ItemEvent):
    """It reaches any hero, whatever its range; an area reaches any number of them."""

    help_text = "An item is discarded in the city or on the journey to recover, heal or remove a condition."
    says = "{hero} used {item}: {effect}[ {amount}][ {condition}][ ({targets})]"
    during = ("city", "journey")
    hero: HeroId
    item: ItemId
    effect: Annotated[Literal["recover", "heal", "remove condition", "other"], Searched()]
    targets: HeroIds = ()
    amount: Annotated[Chips, Sums()] = 1
    condition: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_carried(table, self.hero, self.item)
        if self.effect == "other":
            yield OTHER_EFFECT()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.targets else self.but(targets=(self.hero,))

    def apply(self, table: Agemonia) -> None:
        take(table, self.hero, self.item)
        to_stock(table, self.item)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in self.targets:
            yield from effect_of(table, self.effect, hero, self.amount, self.condition)


class ItemSelectionForScenarioMade(ItemEvent):
    """Where the others are not named, they are all it carries besides."""

    help_text = (
        "What a hero brings to the scenario: active items in its hands, others within the limit, the rest stays."
    )
    says = "{hero} packed for the scenario[. Active: {active}][. Along: {others}][. Left: {left}]"
    hero: HeroId
    active: Items = ()
    others: Items = ()
    left: Items = ()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        others = self.others or self._rest(table)
        if any(is_quest(table, item) or table.thing("items", item).get("hero_specific") for item in self.left):
            yield MUST_BE_BROUGHT()
        hands = sum(table.number("items", item, "hands") for item in self.active)
        if hands > HANDS:
            yield TOO_MANY_HANDS()
        load, limit = burden(table, self.active, others)
        if load > limit:
            yield TOO_HEAVY(sum=load, limit=limit)

    def _rest(self, table: Agemonia) -> tuple[str, ...]:
        return tuple(besides(hero_of(table, self.hero).items, (*self.active, *self.left)))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.others else self.but(others=self._rest(table))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.active, hero.left_behind = list(self.active), list(self.left)


def besides(carried: Mapping[str, int], named: Iterable[str]) -> list[str]:
    """The copies a hero carries besides those named, one by one."""
    return list((Counter(carried) - Counter(named)).elements())


def burden(table: Agemonia, active: Iterable[str], others: Sequence[str]) -> tuple[int, int]:
    """What items weigh that are not active, and the most they may: 5, and what backpacks and the like carry (负重)."""
    load = sum(table.number("items", item, "encumbrance") for item in others)
    return load, ENCUMBRANCE_LIMIT + sum(table.number("items", item, "carries") for item in (*active, *others))


def burden_of(table: Agemonia, hero: Hero) -> tuple[int, int]:
    """What a hero carries that is neither active nor left behind, and the most it may."""
    return burden(table, hero.active, besides(hero.items, (*hero.active, *hero.left_behind)))


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    ItemGained,
    ItemPurchased,
    ItemSold,
    ItemTransferred,
    ItemDiscarded,
    ItemTakenFromStock,
    ItemReplacedByStars,
    DiscardItemUsedOutsideScenario,
    ItemSelectionForScenarioMade,
    ItemCopiesCounted,
    ArchiveCopiesMovedToStock,
)
