"""Loot: drawn or named, given out; consumables, the anvil, the lamp, and rewards of rare villains and bosses (搜刮)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from domain.components.agenda import Due
from domain.components.decks import Deck, cards_without
from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.odalin import sections
from domain.games.odalin.base import Few, HeroId, OdalinEvent, OwnTurn, Source, acting_heroes, hero_of, room_of
from domain.games.odalin.combat.actions import tainted_used
from domain.games.odalin.dungeon.rooms import NOT_IN_ROOM, take_token
from domain.games.odalin.heroes.equipment import (
    EXCHANGE_LATER,
    EquipmentEvent,
    EquipmentGiven,
    discard,
    give_out,
    is_off_hand,
    is_trinket,
    may_exchange,
    misfits,
)
from domain.games.odalin.state.hero import Worn, is_armor, is_weapon
from domain.games.odalin.state.kinds import ConsumableCard, EquipmentCard
from domain.games.odalin.state.table import Odalin

NOTHING_DRAWN = never("nothing-drawn", "Say how much is drawn, or what.", rule=sections.LOOT, asks=True)
LOOT_UNKNOWN = never(
    "loot-unknown",
    "Name what was drawn from the decks of level {level}: the app does not keep them, or they have too few cards.",
    rule=sections.LOOT, asks=True,
)  # fmt: skip
IN_PLAY = refusal("in-play", "{item} is already in play: there is only one of each piece.", rule=sections.LOOT)
WRONG_LEVEL = refusal(
    "wrong-level", "{item} is of level {has}; what is drawn here is of level {level}.", rule=sections.LOOT
)
ANVIL_NEEDS_FOUR = refusal(
    "anvil-needs-four", "The anvil needs 4 pieces of equipment in the stash; there are {have}.", rule=sections.ANVIL
)
SAME_PIECE = never("same-piece", "Choose 4 different pieces.", rule=sections.ANVIL)
TWO_CONSUMABLES = refusal("two-consumables", "{hero} already carries two consumables.", rule=sections.CONSUMABLES)
CONSUMABLE_USED = refusal(
    "one-consumable", "A hero can use only one consumable per turn.", rule=sections.CONSUMABLES, areas=("turns",)
)
ONE_CONSUMABLE: Limit[Odalin] = Limit(lambda table, hero: int(hero_of(table, hero).used_consumable), CONSUMABLE_USED)
NOT_CARRIED = never("not-carried", "{hero} does not carry {consumable}.", rule=sections.CONSUMABLES)
NOBODY_HAS_IT = never("nobody-has-it", "No hero carries {consumable}.", rule=sections.CONSUMABLES)
SAME_HERO = never("same-hero", "{hero} already has this.", rule=sections.CONSUMABLES)
NOT_BEATEN = refusal("not-beaten", "{villain} was not defeated as a boss or a rare villain.", rule=sections.LEGENDARY)
LEFT_ALREADY = refusal("left-already", "The loot of {villain} was already taken.", rule=sections.LEGENDARY)

KEPT_ALREADY = never("kept-already", "The app draws from just these decks already.", rule=sections.LOOT)
ONLY_IN_SCENARIO = refusal(
    "only-in-scenario", "Equipment is only dealt like that in a single scenario.", rule=sections.SCENARIO
)

EQUIPMENT_DECK, CONSUMABLE_DECK = "equipment", "consumables"
"""The decks that the app may keep."""
LOOT_LEVELS = 4
"""The levels of equipment and consumable decks, one for each chapter (旅程阶段)."""
FOR_THE_ANVIL, FROM_THE_ANVIL = 4, 3
"""The number of cards that the anvil takes from the stash, and the number drawn to craft one of them (铁砧)."""
MOST_CONSUMABLES = 2
IN_SCENARIO = 2
"""The factor for equipment drawn and gained in a single scenario (附录B)."""

ItemId = Annotated[Line, Choice("equipment", free=True)]
Pieces = Annotated[tuple[ItemId, ...], Field(max_length=20)]


class LootEvent(EquipmentEvent):
    heading = "Loot"


class DecksKept(LootEvent):
    """Says which decks the app draws from. All others are in the box: the players name what they draw from them."""

    title = "Say which decks the app draws from"
    help_text = "The app draws from decks whose cards are all typed in; of all others you name what was drawn."
    sentence = "Decks that the app draws from: {decks}"
    log = LogRole(bookkeeping=True)
    decks: Annotated[
        tuple[Annotated[str, Choice("decks")], ...],
        Field(max_length=20, title="decks that the app draws from, as all their cards are typed in"),
    ] = ()

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        return {"decks": table.kept_decks}

    def check(self, table: Odalin) -> Iterator[Refused]:
        if set(self.decks) == set(table.kept_decks):
            yield KEPT_ALREADY()

    def apply(self, table: Odalin) -> None:
        table.kept_decks = list(self.decks)


# === Drawing =====================================================================================


def loot_level(table: Odalin) -> int:
    """The level of the decks: the chapter, up to the last level (装备等级)."""
    return min(LOOT_LEVELS, table.chapter_no)


def times_drawn(table: Odalin) -> int:
    return IN_SCENARIO if table.mode == "single scenario" else 1


def in_play(table: Odalin) -> list[str]:
    """All equipment that was drawn: worn, stashed, to be given out, discarded."""
    worn = (item for hero in table.heroes.values() for item in hero.worn)
    return [*table.loot, *table.choosing, *table.stash, *table.discarded, *worn]


def equipment_deck(table: Odalin) -> Deck:
    """The equipment of the current level that was never drawn; cards put under the deck come last.

    It is empty if the app does not keep the deck.
    """
    if EQUIPMENT_DECK not in table.kept_decks:
        return Deck(())
    level = loot_level(table)
    known = [item for item in table.ids("equipment") if EquipmentCard.of(table, item).level == level]
    fresh = cards_without(known, in_play(table))
    return Deck(fresh, discard=[item for item in table.bottom if item in fresh])


def consumable_deck(table: Odalin) -> Deck:
    """The consumables of the current level, including used ones but not carried ones (消耗品).

    It is empty if the app does not keep the deck.
    """
    if CONSUMABLE_DECK not in table.kept_decks:
        return Deck(())
    cards = ((name, ConsumableCard.of(table, name)) for name in table.ids("consumables"))
    known = [name for name, card in cards if card.level == loot_level(table) for _ in range(card.copies)]
    return Deck(cards_without(known, table.found, *(hero.consumables for hero in table.heroes.values())))


class LootDrawn(LootEvent):
    """Draw loot. Named cards were drawn at the table; otherwise they are drawn from the known cards of the level."""

    title = "Draw loot"
    help_text = "Equipment and consumables of the chapter's level are drawn here or named; each is then given out."
    sentence = "Loot[ ({source})][: {items}][; consumables: {consumables}][; {choose} of them to keep]"
    question = "Draw loot ({source})[, {pieces|piece|pieces}][, {keeps} to keep][, {doses|consumable|consumables}]"
    layout = Layout(usual=("items", "consumables"))
    pieces: Annotated[Few, Field(title="pieces of equipment")] = 0
    items: Annotated[Pieces, Field(title="equipment by name")] = ()
    doses: Annotated[Few, Field(title="how many consumables")] = 0
    consumables: Annotated[
        tuple[Annotated[Line, Choice("consumables", free=True)], ...],
        Field(max_length=20, title="consumables by name"),
    ] = ()
    keeps: Annotated[Few, Field(title="how many of the pieces are kept, if not all")] = 0
    source: Source = ""
    choose: Annotated[Few | None, Settled()] = None
    otherwise: Annotated[bool, Settled()] = False

    @classmethod
    def reminders(cls, table: Odalin, known: Known) -> Iterator[Text]:
        if times_drawn(table) > 1:
            yield text("In a single scenario twice as much equipment is drawn and gained.")

    @classmethod
    def needed(cls, table: Odalin, known: Known) -> Iterator[str]:
        if equipment_deck(table).drawable < known.get("pieces", 0) * times_drawn(table):
            yield "items"
        if consumable_deck(table).drawable < known.get("doses", 0):
            yield "consumables"

    def _due(self, table: Odalin) -> list[Due]:
        """The due draws with the same source, perhaps with other numbers."""
        return table.agenda.of(LootDrawn, source=self.source)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not (self.items or self.consumables or self.pieces or self.doses):
            yield NOTHING_DRAWN()
        for item in self.items:
            if item in in_play(table):
                yield IN_PLAY(item=table.called("equipment", item))
        yield from self._wrong_level(table)
        short = not self.items and equipment_deck(table).drawable < self.pieces * times_drawn(table)
        if short or (not self.consumables and consumable_deck(table).drawable < self.doses):
            yield LOOT_UNKNOWN(level=loot_level(table))

    def _wrong_level(self, table: Odalin) -> Iterator[Refused]:
        """The refusals for named cards of another level than the decks (C-GEAR)."""
        levels = [("equipment", item, EquipmentCard.of(table, item).level) for item in self.items]
        levels += [("consumables", item, ConsumableCard.of(table, item).level) for item in self.consumables]
        for kind, item, has in levels:
            if has not in (None, loot_level(table)):
                yield WRONG_LEVEL(item=table.called(kind, item), has=has, level=loot_level(table))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        times = times_drawn(table)
        items = self.items or equipment_deck(table).draw(self.pieces * times, chance).cards
        keeps = self.keeps * times
        return self.copy_with(
            items=items,
            consumables=self.consumables or consumable_deck(table).draw(self.doses, chance).cards,
            choose=keeps if 0 < keeps < len(items) else None,
            otherwise=bool(self._due(table)) and not table.agenda.awaits(self),
        )  # fmt: skip

    def apply(self, table: Odalin) -> None:
        if self.otherwise:
            other = self._due(table)[:1]
            table.agenda.drop(lambda due: due in other)
        table.found = [*table.found, *self.consumables]
        for name in reversed(self.consumables):
            table.agenda.put(ConsumableGiven, consumable=name)
        table.bottom = cards_without(table.bottom, self.items)
        if self.choose:
            table.choosing = [*table.choosing, *self.items]
            for _ in range(self.choose):
                table.agenda.put(LootChosen)
        else:
            give_out(table, self.items)


class LootChosen(LootEvent):
    title = "Keep one of the drawn pieces"
    help_text = "Of the equipment that was drawn one piece is kept; the others go under their deck."
    sentence = "{item} was kept[; {others} went under the deck]"
    question = "Which of the drawn pieces is kept?"
    layout = Layout(keypad="item")
    item: Annotated[str, Choice("equipment", lambda table: table.choosing)]
    others: Annotated[tuple[str, ...], Choice("equipment"), Settled()] = ()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        last = sum(due.times for due in table.agenda.of(LootChosen)) <= 1
        return self.copy_with(others=tuple(cards_without(table.choosing, [self.item])) if last else ())

    def apply(self, table: Odalin) -> None:
        table.choosing = cards_without(table.choosing, [self.item], self.others)
        table.bottom = [*table.bottom, *self.others]
        give_out(table, [self.item])


# === Starting equipment of a single scenario (附录B) =============================================

PLACES: tuple[Callable[[str], bool], ...] = (is_weapon, is_off_hand, is_armor, is_trinket, is_trinket)
"""The places of a hero that get a piece: its hands, its body, two trinkets (Q30)."""


def starting_cards(table: Odalin) -> dict[str, str]:
    """The equipment that can be dealt, a level below the chapter, with its types.

    It is empty in the first chapter, and if the app does not keep the deck.
    """
    if EQUIPMENT_DECK not in table.kept_decks:
        return {}
    cards = {item: EquipmentCard.of(table, item) for item in cards_without(table.ids("equipment"), in_play(table))}
    return {
        item: card.slot
        for item, card in cards.items()
        if card.slot and card.level and card.level == loot_level(table) - 1
    }


def starting_gear(table: Odalin, id_: str, chance: Chance) -> Iterator[str]:
    """A random piece for each free place of a hero."""
    left, hero = starting_cards(table), hero_of(table, id_).model_copy(deep=True)
    for is_fitting in PLACES:
        fitting = [item for item, slot in left.items() if is_fitting(slot) and not [*misfits(table, id_, hero, slot)]]
        if fitting:
            item = chance.draw(fitting)
            hero.worn[item] = Worn(slot=left.pop(item))
            yield item


class StartingGearDealt(LootEvent):
    title = "Deal starting equipment"
    help_text = "In a single scenario a hero begins with a random piece for each place, a level below the chapter."
    sentence = "{hero} was dealt {items}"
    during = ("setup", "journey")
    hero: HeroId
    items: Annotated[tuple[str, ...], Choice("equipment"), Settled()] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        is_dealt = times_drawn(table) > 1 and loot_level(table) > 1
        for hero in (id_ for id_, hero in table.heroes.items() if is_dealt and not hero.worn):
            yield Offer(text("Deal {hero} its equipment", hero=table.called("heroes", hero)), {"hero": hero})

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.mode != "single scenario":
            yield ONLY_IN_SCENARIO()
        elif not starting_cards(table):
            yield LOOT_UNKNOWN(level=loot_level(table) - 1)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(items=tuple(starting_gear(table, self.hero, chance)))

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from (EquipmentGiven(item=item, hero=self.hero) for item in self.items)


class LegendaryGained(LootEvent):
    title = "Take a legendary reward"
    help_text = "A rare villain or a boss leaves its own equipment, usually legendary; or nothing, if its page says so."
    sentence = "{villain} dropped[ {item}][ {nothing|no equipment}]"
    log = LogRole(memorable=True)
    question = "Which equipment did {villain} drop?"
    layout = Layout(usual=("item",))
    villain: Annotated[Line, Choice("villains", free=True, likely=lambda table: [[*table.bosses, *table.rares]])]
    item: ItemId | None = None
    nothing: Annotated[bool, Settled()] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.villain not in (*table.bosses, *table.rares):
            yield NOT_BEATEN(villain=table.called("villains", self.villain))
        elif not table.agenda.of(LegendaryGained, villain=self.villain):
            yield LEFT_ALREADY(villain=table.called("villains", self.villain))
        if self.item in in_play(table):
            yield IN_PLAY(item=table.called("equipment", self.item or ""))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(nothing=self.item is None)

    def apply(self, table: Odalin) -> None:
        if self.item:
            give_out(table, [self.item])


# === The anvil and the lamp (铁砧与灯) ============================================================


def beside_token(table: Odalin, token: str) -> list[str]:
    """The heroes that may use a token of the room now."""
    return acting_heroes(table) if token in room_of(table).tokens else []


def no_token(table: Odalin, token: str) -> Iterator[Refused]:
    if token not in room_of(table).tokens:
        yield NOT_IN_ROOM()


class AnvilUsed(OwnTurn):
    heading = "Loot"
    tracked = ("equipment",)
    title = "Use the anvil"
    help_text = "Four pieces of the stash are discarded, three are drawn, and one of these is crafted."
    sentence = "{hero} used the anvil: {discarded} for a new piece"
    discarded: Annotated[
        tuple[Annotated[str, Choice("equipment", lambda table: table.stash)], ...],
        Field(min_length=FOR_THE_ANVIL, max_length=FOR_THE_ANVIL, title="discarded from the stash"),
    ]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        yield from (Offer(text("Use the anvil"), {"hero": hero}) for hero in beside_token(table, "anvil"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from no_token(table, "anvil")
        if len(table.stash) < FOR_THE_ANVIL:
            yield ANVIL_NEEDS_FOUR(have=len(table.stash))
        elif len(set(self.discarded)) < FOR_THE_ANVIL:
            yield SAME_PIECE()

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        take_token(table, "anvil")
        for item in self.discarded:
            discard(table, item)
        table.agenda.put(LootDrawn, pieces=FROM_THE_ANVIL, keeps=1, source="anvil")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


class LampUsed(OwnTurn):
    heading = "Loot"
    tracked = ("equipment",)
    title = "Use the lamp"
    help_text = "A wish: a piece of equipment and a consumable are drawn."
    sentence = "{hero} used the lamp"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        yield from (Offer(text("Use the lamp"), {"hero": hero}) for hero in beside_token(table, "lamp"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from no_token(table, "lamp")

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        take_token(table, "lamp")
        table.agenda.put(LootDrawn, pieces=1, doses=1, source="lamp")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


# === Consumables (消耗品) =========================================================================


class ConsumableEvent(OdalinEvent):
    heading = "Consumables"
    tracked = ("equipment",)


def carried(table: Odalin, hero: str | None) -> list[str]:
    return hero_of(table, hero or "").consumables


class ConsumableGiven(ConsumableEvent):
    """Give out a consumable; without a hero it returns to its deck, because it cannot be stashed."""

    title = "Give out a consumable"
    help_text = "A hero gains a consumable, two at most, or gets it from another; the others go to their deck."
    sentence = "{consumable} went [to {hero}][{dropped|back into its deck}][ from {giver}][ in place of {instead}]"
    question = "Who takes {consumable}? If nobody does, it goes back into its deck."
    layout = Layout(usual=("hero",), keypad="hero")
    consumable: Annotated[Line, Choice("consumables", free=True, likely=lambda table: [table.found])]
    hero: HeroId | None = None
    instead: Annotated[str | None, Choice("consumables", carried, given=("hero",)), Field(title="discarded for it")] = (
        None
    )
    giver: Annotated[HeroId | None, Field(title="from the hero")] = None
    dropped: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if may_exchange(table) and any(hero.consumables for hero in table.heroes.values()):
            yield Offer(text("Exchange consumables"), opens_form=True, also_required=("hero", "giver"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from self._not_there(table)
        hero = table.called("heroes", self.hero or "")
        if self.hero and self.giver == self.hero:
            yield SAME_HERO(hero=hero)
        elif self.hero and self.giver and not may_exchange(table):
            yield EXCHANGE_LATER()
        if self.hero and len(carried(table, self.hero)) - bool(self.instead) >= MOST_CONSUMABLES:
            yield TWO_CONSUMABLES(hero=hero)

    def _not_there(self, table: Odalin) -> Iterator[Refused]:
        called = table.called("consumables", self.consumable)
        if self.giver:
            if self.consumable not in carried(table, self.giver):
                yield NOT_CARRIED(hero=table.called("heroes", self.giver), consumable=called)
        elif not self.hero and self.consumable not in table.found:
            yield NOBODY_HAS_IT(consumable=called)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(dropped=self.hero is None)

    def apply(self, table: Odalin) -> None:
        if self.giver:
            drop(table, self.giver, self.consumable)
        else:
            table.found = cards_without(table.found, [self.consumable])
        if self.instead:
            drop(table, self.hero, self.instead)
        if self.hero in table.heroes:
            hero = table.heroes[self.hero]
            hero.consumables = [*hero.consumables, self.consumable]


def drop(table: Odalin, hero: str | None, consumable: str) -> None:
    """Remove a consumable from a hero; for `apply`."""
    here = hero_of(table, hero or "")
    here.consumables = cards_without(here.consumables, [consumable])


class ConsumableUsed(OwnTurn, ConsumableEvent):
    title = "Use a consumable"
    help_text = "In its own turn, not within an attack, a hero uses one consumable, for no action point."
    sentence = "{hero} used {consumable}[: {effect}]"
    limits = {ONE_CONSUMABLE: {}}
    points: ClassVar[int] = 0
    consumable: Annotated[str, Choice("consumables", carried, given=("hero",))]
    effect: Remark = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table):
            for consumable in dict.fromkeys(table.heroes[hero].consumables):
                fields: dict[str, Any] = {"hero": hero, "consumable": consumable}
                yield Offer(text("Use {consumable}", consumable=table.called("consumables", consumable)), fields)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from ONE_CONSUMABLE.reasons(table, self.hero)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        drop(table, self.hero, self.consumable)
        hero_of(table, self.hero).used_consumable = True
