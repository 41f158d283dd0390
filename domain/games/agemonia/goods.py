"""Items as goods: value, copies left, carriers, and weight."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.marks import Line
from domain.framework.refusal import Refused, never, refusal
from domain.games.agemonia import sections
from domain.games.agemonia.base import hero_of, is_played
from domain.games.agemonia.state.kinds import ItemCard, TokenShape
from domain.games.agemonia.state.table import ENCUMBRANCE_LIMIT, Agemonia, Hero

RETRIEVE_FIRST = never("item-not-carried", "Retrieve the item first.", rule=sections.ITEMS)
WHAT_LOCKS = refusal(
    "what-locks", "{hero} has no such action or item: say what locks the stamina.", rule=sections.LOCKED_STAMINA
)
NOT_CARRIED = RETRIEVE_FIRST.saying("{hero} does not have that item.")
LEFT_BEHIND = refusal("left-behind", "That item was left behind for this scenario.", rule=sections.EACH_HERO)
TOO_MUCH = refusal("too-heavy", "Encumbrance {sum} exceeds the limit {limit}.", rule=sections.ENCUMBRANCE)
TOO_MANY_HANDS = never(
    "too-many-hands", "At most two one-hand items or one two-hand item can be active.", rule=sections.ACTIVE_ITEMS
)

# Two one-hand cards, or one two-hand card (§「有效物品卡」).
HANDS = 2
OF_THE_SCENARIO = ("rune-tablet",)
"""The kinds of tokens that count as items only in a scenario (清理)."""


def value_of(table: Agemonia, item: str) -> int | None:
    """The price for selling an item: its coin, or the price of its token's shape; None if unknown (出售物品)."""
    known = ItemCard.of(table, item)
    # Cards have a coin, tokens a price by their shape (F20).
    return TokenShape.of(table, known.shape or item).price if known.price is None else known.price


def items_discarded_after(table: Agemonia, carried: Iterable[str]) -> list[str]:
    """The carried items that are discarded when a scenario is cleared up."""
    return [item for item in carried if ItemCard.of(table, item).kind in OF_THE_SCENARIO]


def is_quest(table: Agemonia, item: str) -> bool:
    return ItemCard.of(table, item).quest


def must_come(table: Agemonia, item: str) -> bool:
    """Whether an item must be brought: a quest item, or one specific to the hero."""
    return is_quest(table, item) or ItemCard.of(table, item).hero_specific


# --- stock and archive -----------------------------------------------------------------------


def are_copies_counted(table: Agemonia, item: str) -> bool:
    """Whether the copies of an item have been counted, so that they can run out."""
    return item in table.stock


def copies_left(table: Agemonia, item: str) -> int | None:
    """The copies in the stock and in the archive; None if they are not counted."""
    return table.stock.get(item, 0) + table.archive.get(item, 0) if are_copies_counted(table, item) else None


def to_stock(table: Agemonia, item: str) -> None:
    if are_copies_counted(table, item):
        table.stock[item] = table.stock.get(item, 0) + 1


def from_zone(table: Agemonia, item: str, zone: dict[str, int]) -> None:
    if item in zone:
        zone[item] = max(0, zone[item] - 1)


def off_the_shelf(table: Agemonia, item: str, copies: int) -> None:
    """Take copies out of the stock, or if that has none left, out of the archive."""
    for _ in range(copies):
        # The party buys from the stock; the archive only fills in when that runs out.
        from_zone(table, item, table.stock if table.stock.get(item) else table.archive)


def items_lying(table: Agemonia) -> Counter[str]:
    """The items on the map and on story cards."""
    return sum((Counter(ground.items) for ground in table.scene.areas.values()), Counter())


def items_on_sale(table: Agemonia, item: str) -> None:
    """Move all counted copies of an item to the stock, so that they can be bought."""
    if are_copies_counted(table, item):
        # A buying opportunity moves all copies of the archive to the stock first (F22).
        table.stock[item] = table.stock.get(item, 0) + table.archive.get(item, 0)
        table.archive[item] = 0


# --- carried items ---------------------------------------------------------------------------


def take_item(table: Agemonia, hero: str, item: str) -> None:
    """Remove one copy of an item from a hero, if it has one; the item is no longer active."""
    carried = hero_of(table, hero).items
    carried[item] = carried.get(item, 0) - 1
    if carried[item] <= 0:
        del carried[item]
        kept = hero_of(table, hero)
        kept.active = [other for other in kept.active if other != item]


def give_item(table: Agemonia, hero: str, item: str) -> None:
    carried = hero_of(table, hero).items
    carried[item] = carried.get(item, 0) + 1


def carried_by(table: Agemonia, hero: str) -> list[str]:
    """The items that a hero has with it, each once."""
    owner = hero_of(table, hero)
    return list(dict.fromkeys(carried_besides(owner.items, owner.left_behind)))


OwnItem = Annotated[Line, Choice("items", carried_by, given=("hero",), free=True)]
OwnItems = Annotated[tuple[OwnItem, ...], Field(max_length=60)]


def not_carried(table: Agemonia, hero: str, item: str) -> Iterator[Refused]:
    """The refusals of an item that a hero does not have, or has only left behind or stored."""
    owner = hero_of(table, hero)
    if item in carried_besides(owner.items, owner.left_behind):
        return
    if item in owner.items:
        yield LEFT_BEHIND()
        return
    stored = any(place.hero == hero and item in place.items for place in table.storage.values())
    yield (RETRIEVE_FIRST if stored else NOT_CARRIED)(hero=table.called("heroes", hero))


def too_many_hands(table: Agemonia, active: Iterable[str]) -> Iterator[Refused]:
    """The refusal of active items that take more hands than the two of a hero (有效物品卡)."""
    if sum(ItemCard.of(table, item).hands for item in active) > HANDS:
        yield TOO_MANY_HANDS()


def items_in_hands(table: Agemonia, carried: Iterable[str]) -> list[str]:
    """The copies of items that fit a hero's two hands, in the order carried; only items with known hands count."""
    held: list[str] = []
    for item in carried:
        takes = ItemCard.of(table, item).hands
        # Greedy in the order of the hero's items: only a proposal for the form, which the player may change.
        if 0 < takes <= HANDS - sum(ItemCard.of(table, other).hands for other in held):
            held.append(item)
    return held


def carried_besides(carried: Mapping[str, int], named: Iterable[str]) -> list[str]:
    """The copies that a hero carries in addition to those named, one by one."""
    return list((Counter(carried) - Counter(named)).elements())


@dataclass(frozen=True, slots=True)
class Burden:
    """The weight of a hero's inactive items as far as it is known, and its limit (负重)."""

    load: int
    limit: int
    is_known: bool = True

    @property
    def shown(self) -> int | str:
        """The weight as it is shown."""
        return self.load if self.is_known else "?"

    @property
    def too_heavy(self) -> bool:
        return self.load > self.limit


def weight_carried(table: Agemonia, active: Iterable[str], others: Sequence[str]) -> Burden:
    """The weight of inactive items; the limit is 5, plus that of backpacks and similar items."""
    load = sum(ItemCard.of(table, item).encumbrance for item in others)
    more = sum(ItemCard.of(table, item).carries for item in (*active, *others))
    is_known = all(ItemCard.of(table, item).weight is not None for item in others)
    return Burden(load, ENCUMBRANCE_LIMIT + more, is_known)


def items_to_leave(table: Agemonia, carried: Mapping[str, int], active: Sequence[str]) -> list[str]:
    """The items that a hero leaves behind to keep to its limit: the heaviest first, without required ones."""
    left: list[str] = []
    others = carried_besides(carried, active)
    for item in sorted(others, key=lambda one: -ItemCard.of(table, one).encumbrance):
        if not weight_carried(table, active, others).too_heavy:
            break
        if ItemCard.of(table, item).encumbrance and not must_come(table, item):
            others.remove(item)
            left.append(item)
    return left


def burden_of(table: Agemonia, hero: Hero) -> Burden:
    """The burden of items that are neither active nor left behind."""
    return weight_carried(table, hero.active, carried_besides(hero.items, (*hero.active, *hero.left_behind)))


def too_much(
    table: Agemonia, hero: str, active: Iterable[str] | None = None, gained: Sequence[str] = ()
) -> Iterator[Refused]:
    """The refusal during a scenario if a change of active items, or gained items, exceed the hero's limit."""
    carrier = hero_of(table, hero)
    held = list(carrier.active if active is None else active)
    after = weight_carried(table, held, [*carried_besides(carrier.items, (*held, *carrier.left_behind)), *gained])
    if is_played(table) and after.too_heavy and after.load > burden_of(table, carrier).load:
        yield TOO_MUCH(sum=after.load, limit=after.limit)


def may_lock(table: Agemonia, hero: str) -> Collection[str]:
    """The sources that a hero can lock stamina on: its items and tokens; empty if they are not tracked."""
    owner, turn = hero_of(table, hero), table.scene.heroes.get(hero)
    at_hand = (*turn.slotted, turn.action) if turn else ()
    return {*owner.items, *owner.tokens, *at_hand} - {""}


def locked_on_nothing(table: Agemonia, hero: str, source: str) -> Iterator[Refused]:
    """The refusal to lock stamina on a source that the hero does not have, and that is no known item or action."""
    may = may_lock(table, hero)
    if may and source not in (*may, *table.ids("items"), *table.ids("actions")):
        yield WHAT_LOCKS(hero=table.called("heroes", hero))
