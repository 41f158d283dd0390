"""Items: gaining, buying, selling, using, packing for a scenario; stars, and the storage."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets, move_numbers, payment_refusals, settled_numbers
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Amount, Count, Line, Merged, Occasion, Remark, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    SAME_HERO,
    STARS_GAINED,
    STARS_PAID,
    AgemoniaEvent,
    Chips,
    GainsStars,
    HeroId,
    HeroIds,
    ItemId,
    PlaceId,
    Price,
    ServiceId,
    hero_of,
    is_played,
    too_late,
)
from domain.games.agemonia.campaign.vitality import (
    HERO_EXHAUSTED,
    ConditionDiscarded,
    DamageHealed,
    StaminaRecovered,
    stamina_to_recover,
    wounds_to_heal,
)
from domain.games.agemonia.figures import are_apart, at_turn, is_hindered
from domain.games.agemonia.goods import (
    NOT_CARRIED,
    OwnItem,
    OwnItems,
    are_copies_counted,
    burden_of,
    carried_besides,
    copies_left,
    from_zone,
    give_item,
    is_quest,
    items_in_hands,
    items_on_sale,
    items_to_leave,
    must_come,
    not_carried,
    take_item,
    to_stock,
    too_many_hands,
    too_much,
    value_of,
    weight_carried,
)
from domain.games.agemonia.state.kinds import ItemCard
from domain.games.agemonia.state.table import STARS_IN_A_SLOT, Agemonia, Storage

# === Items: gaining, buying, selling, giving, using; stock and archive; packing for a scenario ===

NOT_IN_STOCK = never("not-in-stock", "The stock has no copy of this item.", rule=sections.BUYING_ITEMS)
QUEST_ITEM = never("quest-item", "Quest items cannot be sold.", rule=sections.SELLING_ITEMS)
NO_PRICE = never(
    "no-price",
    "“{item}” has no price here. Type in the coin on its card; without a coin it cannot be sold.",
    rule=sections.SELLING_ITEMS,
)
WHICH_COIN = refusal(
    "which-coin",
    "No copy of {item} is left, so its value in stars is gained: say what the coin on its card shows.",
    rule=sections.ITEMS,
    areas=("stars",),
    asks=True,
)
ILLEGAL_ITEM = refusal("illegal-item", "Illegal items cannot be sold.", rule=sections.SELLING_ITEMS)
NOTHING_GAINED = never("not-in-stock", "This is not in the stock, so nothing is gained.", rule=sections.FROM_STOCK)
HANDS_TIED = refusal("hindered", "A hindered hero cannot give or receive anything.", rule=sections.HINDERED)
TOO_FAR = refusal(
    "apart", "In a scenario, heroes can only give things to each other in the same area.", rule=sections.ITEMS
)
NOBODYS_TURN = refusal("not-your-turn", "It has to be the turn of one of the two.", rule=sections.ITEMS)
QUEST_ITEM_KEPT = refusal("quest-item", "Quest items cannot be discarded.", rule=sections.QUEST_ITEMS)
OTHER_EFFECT = refusal(
    "other-effect",
    "Only recovering, healing or removing conditions is possible here.",
    rule=sections.ITEMS_OUTSIDE_SCENARIOS,
)
HELPS_NOBODY = refusal(
    "helps-nobody",
    "None of these heroes has anything to recover.",
    rule=sections.ITEMS_OUTSIDE_SCENARIOS,
    areas=("vitality",),
)
NOBODY_HAS_IT = HELPS_NOBODY.saying("None of these heroes has that condition.")
PACKED_ALREADY = refusal("packed-already", "The round is under way: {hero} packed before it.", rule=sections.EACH_HERO)
MUST_BE_BROUGHT = never("must-be-brought", "Quest and hero-specific items must be brought.", rule=sections.EACH_HERO)
TOO_HEAVY = never("too-heavy", "Encumbrance {sum} exceeds the limit {limit}.", rule=sections.ENCUMBRANCE)

BACK = {"recover": stamina_to_recover, "heal": wounds_to_heal}
"""The function that returns how much a hero can get back, by the effect of an item."""


class ItemEvent(AgemoniaEvent):
    heading = "Items"
    tracked: ClassVar[tuple[str, ...]] = ("items",)


class ItemCopiesCounted(ItemEvent):
    title = "Count copies of an item"
    help_text = "How many copies of an item are in the stock and the archive. From then on they can run out."
    layout = Layout(keeps_unnamed=True)
    sentence = "{item}: {stock} in the stock, {archive} in the archive"
    log = LogRole(bookkeeping=True)
    item: ItemId
    stock: Count = 0
    archive: Count = 0

    def values_kept(self, table: Agemonia) -> Mapping[str, Any]:
        return {"stock": table.stock.get(self.item, 0), "archive": table.archive.get(self.item, 0)}

    def apply(self, table: Agemonia) -> None:
        table.stock[self.item], table.archive[self.item] = self.stock, self.archive


class ArchiveCopiesMovedToStock(ItemEvent):
    # In the rulebook under 购买物品.
    title = "Move items from the archive to the stock"
    help_text = "An item goes on sale: move its copies from the archive to the stock."
    sentence = "Moved from the archive to the stock[: {items}]"
    items: Annotated[tuple[ItemId, ...], Field(max_length=60)]

    def apply(self, table: Agemonia) -> None:
        for item in self.items:
            items_on_sale(table, item)


class ItemPurchased(NumbersMoved[Agemonia], ItemEvent):
    # In the rulebook under 购买物品.
    title = "Buy an item"
    help_text = "A hero buys an item in the city."
    sentence = "{hero} bought {item}[ for {price|star|stars}]"
    during = ("city",)
    offer = Offer()
    hero: HeroId
    item: ItemId
    price: Annotated[Price, STARS_PAID]
    service: ServiceId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        if copies_left(table, self.item) == 0:
            yield NOT_IN_STOCK()

    def apply(self, table: Agemonia) -> None:
        items_on_sale(table, self.item)
        from_zone(table, self.item, table.stock)
        give_item(table, self.hero, self.item)
        move_numbers(table, self)


COIN = Printed(ItemCard, by="item", read=value_of, kept=lambda value: {"price": value})


class ItemSold(ItemEvent):
    # In the rulebook under 出售物品.
    title = "Sell an item"
    help_text = "A hero sells a carried item, at its printed price or by its token's shape."
    sentence = "{hero} sold {item}[ for {price|star|stars}]"
    during = ("city",)
    offer = Offer(when=lambda table: any(hero.items for hero in table.everybody()))
    hero: HeroId
    item: OwnItem
    price: Annotated[Price | None, STARS_GAINED, COIN] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        known = ItemCard.of(table, self.item)
        yield from not_carried(table, self.hero, self.item)
        if known.quest:
            yield QUEST_ITEM()
        elif known.illegal:
            yield ILLEGAL_ITEM()
        if self.price is None:
            yield NO_PRICE(item=table.called("items", self.item))

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        to_stock(table, self.item)
        move_numbers(table, self)


def unknown_coin(table: Agemonia, item: str, coin: int | None) -> Iterator[Refused]:
    """The refusal of stars in place of an item whose value nobody knows."""
    if coin is None and value_of(table, item) is None:
        yield WHICH_COIN(item=table.called("items", item))


def worth_of(table: Agemonia, item: str, coin: int | None) -> int:
    """The stars in place of an item: its coin as typed, or as known; an item without a coin is worth none."""
    return (value_of(table, item) if coin is None else coin) or 0


def keep_coin(table: Agemonia, item: str, coin: int | None) -> None:
    """Remember the coin that a player typed from the card of an item; for `apply`."""
    if coin is not None:
        table.keep_typed(ItemCard.kind_name, item, {"price": coin})


class ItemGained(ItemEvent):
    # In the rulebook under 获得物品卡.
    title = "Gain an item"
    help_text = "A hero gains an item: from the stock, else from the archive, else its value in stars."
    sentence = "{hero}[ gained {item}][ found no copy of {came_from}]"
    offer = Offer()
    hero: HeroId
    item: ItemId
    source: Occasion = ""
    coin: Price | None = None
    came_from: Annotated[Literal["stock", "archive", "box", "ground", "nowhere"] | None, Settled(offered=True)] = None

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        missing = fields.get("came_from") == "nowhere"
        return {"item": "", "came_from": table.called("items", str(fields["item"]))} if missing else {"came_from": ""}

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self.came_from == "ground":
            return self
        if not are_copies_counted(table, self.item):
            return self.copy_with(came_from="box")
        if table.stock.get(self.item):
            return self.copy_with(came_from="stock")
        return self.copy_with(came_from="archive" if table.archive.get(self.item) else "nowhere")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if copies_left(table, self.item) != 0:
            yield from too_much(table, self.hero, gained=(self.item,))
        elif self.came_from != "ground":
            yield from unknown_coin(table, self.item, self.coin)

    def apply(self, table: Agemonia) -> None:
        keep_coin(table, self.item, self.coin)
        if self.came_from == "nowhere":
            return
        if self.came_from != "ground":
            from_zone(table, self.item, table.archive if self.came_from == "archive" else table.stock)
        give_item(table, self.hero, self.item)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.came_from == "nowhere":
            yield ItemReplacedByStars(hero=self.hero, item=self.item, stars=worth_of(table, self.item, self.coin))


class ItemReplacedByStars(ItemEvent):
    help_text = "There were no copies left: the hero takes the item's value in stars."
    sentence = "{hero} took {stars|star|stars} instead of {item}"
    tracked = ("items", "stars")
    automatic = True
    hero: HeroId
    item: ItemId
    stars: Annotated[Price, STARS_GAINED]

    def apply(self, table: Agemonia) -> None:
        move_numbers(table, self)


class ItemTakenFromStock(ItemEvent):
    # In the rulebook under 从库存中取出.
    title = "Take an item from the stock"
    help_text = "A hero takes an item from the stock. If there is none, it gets nothing."
    sentence = "{hero} took {item} from the stock"
    hero: HeroId
    item: ItemId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if are_copies_counted(table, self.item) and not table.stock.get(self.item):
            yield NOTHING_GAINED()
        yield from too_much(table, self.hero, gained=(self.item,))

    def apply(self, table: Agemonia) -> None:
        from_zone(table, self.item, table.stock)
        give_item(table, self.hero, self.item)


class ItemDiscarded(ItemEvent):
    title = "Discard an item"
    help_text = "A hero discards an item to the stock."
    sentence = "{hero} discarded {item}"
    hero: HeroId
    item: OwnItem
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_carried(table, self.hero, self.item)
        if is_quest(table, self.item):
            yield QUEST_ITEM_KEPT()

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        to_stock(table, self.item)


def out_of_reach(table: Agemonia, hero: str, to: str) -> Iterator[Refused]:
    """The refusals of handing things over. In a scenario, both heroes are in one area, and one of them is at turn."""
    if hero == to:
        yield SAME_HERO()
    if not is_played(table):
        return
    if are_apart(table, hero, to):
        yield TOO_FAR()
    if is_hindered(table, hero) or is_hindered(table, to):
        yield HANDS_TIED()
    if table.scene.phase and at_turn(table) not in (hero, to):
        yield NOBODYS_TURN()
    if hero_of(table, hero).exhausted or hero_of(table, to).exhausted:
        yield HERO_EXHAUSTED()


class ItemTransferred(ItemEvent):
    title = "Give an item away"
    help_text = "A hero hands an item to another hero."
    sentence = "{hero} gave {item} to {to}"
    hero: HeroId
    to: Annotated[HeroId, Field(title="to whom")]
    item: OwnItem

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_reach(table, self.hero, self.to)
        yield from not_carried(table, self.hero, self.item)
        yield from too_much(table, self.to, gained=(self.item,))

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        give_item(table, self.to, self.item)


class DiscardItemUsedOutsideScenario(ItemEvent):
    """Use an item outside a scenario: on any hero, whatever its range, and for an area on any number of them."""

    title = "Use an item outside a scenario"
    help_text = "In the city or on a journey, discard an item to recover, heal or remove a condition."
    sentence = "{hero} used {item}: {effect}[ {amount}][ {condition}][ ({targets})]"
    during = ("city", "journey")
    hero: HeroId
    item: OwnItem
    effect: Annotated[Literal["recover", "heal", "remove condition", "other"], SearchText()]
    targets: HeroIds = ()
    amount: Chips = 1
    condition: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_carried(table, self.hero, self.item)
        if self.effect == "other":
            yield OTHER_EFFECT()
        heroes = [hero_of(table, hero) for hero in self.targets or (self.hero,)]
        back = BACK.get(self.effect)
        if back and not any(back(hero) for hero in heroes):
            yield HELPS_NOBODY()
        elif self.effect == "remove condition" and not any(self.condition in hero.conditions for hero in heroes):
            yield NOBODY_HAS_IT()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.targets else self.copy_with(targets=(self.hero,))

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        to_stock(table, self.item)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for hero in self.targets:
            yield from effect_of(table, self.effect, hero, self.amount, self.condition)


def effect_of(table: Agemonia, effect: str, hero: str, amount: int, condition: str) -> Iterator[Event[Agemonia]]:
    """The events for a hero of an item used outside a scenario."""
    if effect == "recover":
        yield StaminaRecovered(hero=hero, amount=amount)
    elif effect == "heal":
        yield DamageHealed(hero=hero, amount=amount)
    elif effect == "remove condition" and condition in hero_of(table, hero).conditions:
        yield ConditionDiscarded(figure=hero, condition=condition)


class ItemSelectionForScenarioMade(ItemEvent):
    """Pack a hero's items for the scenario.

    If `others` is empty, all items not named are packed too. Otherwise the items not named are left behind.
    """

    title = "Pack for the scenario"
    help_text = "A hero's items for the scenario: in hand, and more up to the limit. The rest stays behind."
    layout = Layout(usual=("active", "left"))
    sentence = "{hero} packed for the scenario[. Active: {active}][. Also carried: {others}][. Left behind: {left}]"
    hero: HeroId
    active: OwnItems = Field(default=(), title="which items are active")
    others: OwnItems = Field(default=(), title="which other items")
    left: OwnItems = Field(default=(), title="which stay behind")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Offered while a hero's hands are not full or it carries too much; fitting items are proposed."""
        for id_, hero in table.heroes.items():
            heavy = burden_of(table, hero).too_heavy
            if hero.items and (heavy or not (hero.active or hero.left_behind)):
                title = text("{hero}: choose items to bring")
                hold = hero.active or items_in_hands(table, hero.items)
                behind = items_to_leave(table, hero.items, hold)
                fields = {"hero": id_, "active": hold, **({"left": behind} if behind else {})}
                yield Offer(title, fields, required=heavy, opens_form=True, reminder=title if hold or heavy else None)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        hero, packed = hero_of(table, self.hero), self._sorted(table)
        if table.scene.round and (hero.active or hero.left_behind):
            yield PACKED_ALREADY(hero=table.called("heroes", self.hero))
        named = (*packed.active, *packed.others, *packed.left)
        if Counter(named) - Counter(hero.items):
            yield NOT_CARRIED(hero=table.called("heroes", self.hero))
        if any(must_come(table, item) for item in packed.left):
            yield MUST_BE_BROUGHT()
        yield from too_many_hands(table, packed.active)
        burden = weight_carried(table, packed.active, packed.others)
        if burden.too_heavy:
            yield TOO_HEAVY(sum=burden.load, limit=burden.limit)

    def _sorted(self, table: Agemonia) -> Self:
        """This event with every carried item in one of its lists."""
        carried, named = hero_of(table, self.hero).items, (*self.active, *self.others, *self.left)
        rest = tuple(carried_besides(carried, named))
        return self.copy_with(left=(*self.left, *rest)) if self.others else self.copy_with(others=rest)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self._sorted(table)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.active, hero.left_behind = list(self.active), list(self.left)


# === Stars, the currency of Runedale (星星) ======================================================


MOST_STARS_ON_KEYS = 10


class StarEvent(NumbersMoved[Agemonia], AgemoniaEvent):
    heading = "Stars"
    tracked = ("stars",)


def with_unknown_stars(table: Agemonia) -> list[str]:
    """The heroes whose stars nobody has typed."""
    return [id_ for id_, hero in table.heroes.items() if hero.stars_shown is None]


class StarsCounted(StarEvent):
    # In the rulebook under 星星.
    title = "Count the stars of a hero"
    help_text = "How many stars a hero carries now; from then on they are counted."
    sentence = "{hero} carries {stars|star|stars}"
    log = LogRole(bookkeeping=True)
    offer = Offer(
        text("{hero}: how many stars does it carry?"),
        keypad="stars",
        keypad_numbers=range(MOST_STARS_ON_KEYS + 1),
        each=("hero", with_unknown_stars),
    )
    hero: HeroId
    stars: Annotated[Price, Sets("heroes.{hero}.stars")]

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.stars, hero.stars_known = self.stars, True


class StarsGained(StarEvent):
    title = "Gain stars"
    help_text = "A hero gains stars."
    sentence = "{hero} gained {amount|star|stars}"
    offer = Offer()
    hero: HeroId
    amount: Annotated[Amount, Merged(), STARS_GAINED]
    source: Occasion = ""


class StarsSpent(StarEvent):
    title = "Spend stars"
    help_text = "A hero pays stars for something."
    sentence = "{hero} spent {amount|star|stars}[: {purpose}]"
    hero: HeroId
    amount: Annotated[Amount, Merged(), STARS_PAID]
    purpose: Occasion = Field(default="", title="what for")


class StarsLost(StarEvent):
    title = "Lose stars"
    help_text = "A hero loses stars."
    sentence = "{hero} lost {amount|star|stars}"
    hero: HeroId
    amount: Annotated[Amount, Merged(), STARS_PAID]
    source: Occasion = ""


class StarsTransferred(StarEvent):
    title = "Give stars away"
    help_text = "A hero hands stars to another hero; outside a scenario, any time."
    sentence = "{hero} gave {amount|star|stars} to {to}"
    hero: HeroId
    to: Annotated[HeroId, Field(title="to whom")]
    amount: Annotated[Amount, Merged(), STARS_PAID, GainsStars("heroes.{to}.stars")]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_reach(table, self.hero, self.to)


# === Storage: a slot holds one item or up to ten stars (存放物品和星星) ==========================

NO_SLOT = never("no-slot", "There is no free storage slot here.", rule=sections.STORAGE)
EVENT_OPEN = never("event-open", "Finish the city event card first.", rule=sections.STORAGE, areas=("steps",))
QUEST_ITEM_NOT_STORED = never("quest-item", "Quest items cannot be stored.", rule=sections.STORAGE)
NOT_YOUR_PLACE = refusal("not-your-place", "{place} belongs to {hero}.", rule=sections.STORAGE)
STARS_NOT_STORED = never("not-stored", "There are only {have|star|stars} here.", rule=sections.STORAGE)


def place_of(table: Agemonia, place: str) -> Storage:
    return table.storage.get(place) or Storage()


StoredThere = Annotated[str, Choice("items", lambda table, place: place_of(table, place).items, given=("place",))]


def no_slot(table: Agemonia, place: str) -> Iterator[Refused]:
    if place_of(table, place).free() < 1:
        yield NO_SLOT()


def place_of_another(table: Agemonia, hero: str, place: str) -> Iterator[Refused]:
    """The refusal of a storage place that belongs to another hero."""
    owner = place_of(table, place).hero
    if owner not in ("", hero):
        yield NOT_YOUR_PLACE(place=place, hero=table.called("heroes", owner))


def storage_closed(table: Agemonia) -> Iterator[Refused]:
    """The refusal while a city event is being resolved: stored goods are out of reach."""
    if table.city.event and not table.city.resolved:
        yield EVENT_OPEN()


def taken_off(slots: Sequence[int], amount: int) -> list[int]:
    """The stars in each slot after an amount was taken, from one slot after the other; emptied slots are dropped."""
    left = []
    for stars in slots:
        taken = min(stars, amount)
        amount -= taken
        left.append(stars - taken)
    return [stars for stars in left if stars]


class StorageEvent(AgemoniaEvent):
    heading = "Storage"


class StoragePlaceGained(StorageEvent):
    title = "Gain a storage place"
    help_text = "A hero now has somewhere to store things, such as a hideout."
    sentence = "{hero} got storage at {place} ({slots|slot|slots})"
    hero: HeroId
    place: Line
    slots: Annotated[int, Field(ge=1, le=20)] = 1

    def apply(self, table: Agemonia) -> None:
        known = table.storage.setdefault(self.place, Storage())
        known.hero, known.slots = self.hero, self.slots


class ItemStored(StorageEvent):
    title = "Store an item"
    help_text = "Put an item into a free storage slot."
    sentence = "{hero} stored {item} at {place}"
    during = ("city",)
    offer = Offer()
    tracked = ("items",)
    hero: HeroId
    place: PlaceId
    item: OwnItem

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        yield from place_of_another(table, self.hero, self.place)
        yield from no_slot(table, self.place)
        yield from not_carried(table, self.hero, self.item)
        if is_quest(table, self.item):
            yield QUEST_ITEM_NOT_STORED()

    def apply(self, table: Agemonia) -> None:
        take_item(table, self.hero, self.item)
        place_of(table, self.place).items.append(self.item)


class StarsStored(StorageEvent):
    title = "Store stars"
    help_text = "Put up to ten stars into a free storage slot."
    sentence = "{hero} stored {amount|star|stars} at {place}[, {short} more than were there]"
    during = ("city",)
    offer = Offer()
    tracked = ("stars",)
    hero: HeroId
    place: PlaceId
    amount: Annotated[int, Field(ge=1, le=STARS_IN_A_SLOT), Merged(), replace(STARS_PAID, less="short")]
    short: Annotated[int | None, Field(ge=1, le=STARS_IN_A_SLOT), Settled()] = Field(
        default=None, title="more than it had"
    )

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        yield from place_of_another(table, self.hero, self.place)
        yield from no_slot(table, self.place)
        yield from payment_refusals(table, self)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        paid = settled_numbers(self, table).amount
        return self.copy_with(short=self.amount - paid or None)

    def apply(self, table: Agemonia) -> None:
        move_numbers(table, self)
        place_of(table, self.place).stars.append(self.amount)


class StoredItemRetrieved(StorageEvent):
    title = "Take a stored item back"
    help_text = "Take an item out of storage."
    sentence = "{hero} took {item} back from {place}"
    during = ("city",)
    tracked = ("items",)
    hero: HeroId
    place: PlaceId
    item: StoredThere

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from storage_closed(table)

    def apply(self, table: Agemonia) -> None:
        stored = place_of(table, self.place).items
        if self.item in stored:
            stored.remove(self.item)
        give_item(table, self.hero, self.item)


class StoredStarsRetrieved(StorageEvent):
    """Take stars out of storage: from a slot with exactly that amount, otherwise from one slot after the other."""

    title = "Take stored stars back"
    help_text = "Take stars out of storage: all in a slot, or some."
    sentence = "{hero} took {amount|star|stars} back from {place}"
    during = ("city",)
    tracked = ("stars",)
    hero: HeroId
    place: PlaceId
    amount: Annotated[int, Field(ge=1, le=STARS_IN_A_SLOT), Merged(), STARS_GAINED]
    loose: Annotated[bool, Settled()] = Field(default=False, title="no slot held just as many")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        have = sum(place_of(table, self.place).stars)
        if self.amount > have:
            yield STARS_NOT_STORED(have=have)
        yield from storage_closed(table)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(loose=self.amount not in place_of(table, self.place).stars)

    def apply(self, table: Agemonia) -> None:
        stored = place_of(table, self.place)
        if self.amount in stored.stars:
            stored.stars.remove(self.amount)
        elif self.loose:
            stored.stars = taken_off(stored.stars, self.amount)
        move_numbers(table, self)
