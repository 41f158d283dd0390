"""Equipment: worn by type, its bonuses, exchanges and the stash; active powers and set bonuses (装备)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self, get_args

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, spaced_words, text
from domain.games.odalin import sections
from domain.games.odalin.base import IN_DUNGEON, HeroId, OdalinEvent, Source, StandingHero, hero_of, mark_acted
from domain.games.odalin.heroes.dials import change_most
from domain.games.odalin.heroes.dice import most_after
from domain.games.odalin.state.hero import Hero, SetBonus, Worn, is_armor, is_weapon
from domain.games.odalin.state.kinds import EquipmentCard, Gear, HeroTile, Slot, Small, StatNo, Trinket
from domain.games.odalin.state.table import Odalin

EXCHANGE_LATER = refusal(
    "exchange-later",
    "Items change hands at a campfire, as a journey begins, or when a new one is gained.",
    rule=sections.EQUIPMENT,
)
STASH_CLOSED = refusal(
    "stash-closed", "The stash is in reach only at a campfire or as a journey begins.", rule=sections.STASH
)
WRONG_TYPE = refusal("wrong-type", "{hero} cannot use equipment of this type: {type}.", rule=sections.EQUIPMENT)
SLOT_TAKEN = refusal("slot-taken", "{hero} wears {worn} there: take it off for this.", rule=sections.EQUIPMENT)
SAME_TRINKET = refusal(
    "same-trinket", "Two trinkets are of different types, and {hero} wears {worn}.", rule=sections.EQUIPMENT
)
TWO_TRINKETS = refusal("two-trinkets", "{hero} wears two trinkets: take one off for this.", rule=sections.EQUIPMENT)
KEEP_ONE = refusal("keep-one", "{hero} must always have a weapon and an armor.", rule=sections.EQUIPMENT)
WORN_ALREADY = never("worn-already", "{hero} already wears {item}.", rule=sections.EQUIPMENT)
STASHED_ALREADY = never("stashed-already", "{item} is already in the stash.", rule=sections.STASH)
NO_ACTIVE_POWER = refusal("no-active-power", "{item} has no active power.", rule=sections.EQUIPMENT)
NO_PIECE = never("no-piece", "{hero} wears no piece of {set}.", rule=sections.EQUIPMENT)
IN_COOLDOWN = refusal("in-cooldown", "{item} is in cooldown.", rule=sections.EQUIPMENT)

TRINKETS, GEAR = get_args(Trinket), get_args(Gear)
MOST_TRINKETS = 2
ON_CARD = Printed(EquipmentCard, by="item")
Stats = Annotated[dict[Annotated[str, Choice("stats")], StatNo], Field(max_length=6)]
Dice = Annotated[dict[Annotated[str, Choice("dice")], Annotated[int, Field(ge=1, le=9)]], Field(max_length=5)]


class EquipmentEvent(OdalinEvent):
    heading = "Equipment"
    tracked = ("equipment",)


# === Slots, and conflicts between pieces =========================================================


def is_off_hand(slot: str) -> bool:
    return slot.startswith(("off-hand", "shield"))


def is_trinket(slot: str) -> bool:
    return slot in TRINKETS


def places_of(slot: str) -> set[str]:
    """The places that a type of equipment takes up: hands, body, a trinket's place; empty for an unknown type."""
    taken = {
        "main hand": is_weapon(slot),
        "off hand": is_off_hand(slot) or slot.startswith("two-hand"),
        "body": is_armor(slot),
        slot: is_trinket(slot),
    }
    return {place for place, is_taken in taken.items() if is_taken}


def misfits(table: Odalin, id_: str, hero: Hero, slot: str) -> Iterator[Refused]:
    """The refusals for a hero that cannot wear a type of equipment with the rest of its equipment."""
    called, allowed = table.called("heroes", id_), HeroTile.of(table, id_).allowed
    if allowed and slot in GEAR and slot not in allowed:
        yield WRONG_TYPE(hero=called, type=spaced_words(slot))
    taken = SAME_TRINKET if is_trinket(slot) else SLOT_TAKEN
    in_the_way = [item for item, worn in hero.worn.items() if places_of(worn.slot) & places_of(slot)]
    yield from (taken(hero=called, worn=table.called("equipment", item)) for item in in_the_way)
    if is_trinket(slot) and not in_the_way and len(trinkets_of(hero)) >= MOST_TRINKETS:
        yield TWO_TRINKETS(hero=called)


def trinkets_of(hero: Hero) -> list[str]:
    return [item for item, worn in hero.worn.items() if is_trinket(worn.slot)]


def gear_lacking(hero: Hero) -> Text | None:
    """What a hero has to wear besides: a weapon, an armor or both; None if it has both, or a type is unknown."""
    slots = [worn.slot for worn in hero.worn.values()]
    armed, armored = any(map(is_weapon, slots)), any(map(is_armor, slots))
    if not all(slots) or (armed and armored):
        return None
    if not (armed or armored):
        return text("weapon and armor")
    return text("armor") if armed else text("weapon")


def types_lacking(table: Odalin, id_: str) -> list[str]:
    """The types of the one weapon or armor that a hero still has to wear and may wear; empty if it lacks both."""
    hero, allowed = table.heroes[id_], HeroTile.of(table, id_).allowed or GEAR
    slots = [worn.slot for worn in hero.worn.values()]
    if any(map(is_weapon, slots)) == any(map(is_armor, slots)):
        return []
    lacking = is_armor if any(map(is_weapon, slots)) else is_weapon
    return [slot for slot in GEAR if lacking(slot) and slot in allowed and not any(misfits(table, id_, hero, slot))]


def loses_last(before: Hero, after: Hero) -> bool:
    """Whether a hero loses its only weapon or armor."""
    had, has = ([worn.slot for worn in hero.worn.values()] for hero in (before, after))
    return any(any(map(is_one, had)) and not any(map(is_one, has)) for is_one in (is_weapon, is_armor))


def may_exchange(table: Odalin) -> bool:
    """Whether items can be exchanged freely: before the first journey, when one begins, and at a campfire."""
    return table.phase in ("setup", "campfire") or (table.phase == "journey" and not table.prepared)


def wearer_of(table: Odalin, item: str) -> str:
    """The hero who wears a piece; empty if there is none."""
    return next((id_ for id_, hero in table.heroes.items() if item in hero.worn), "")


def worn_by(table: Odalin, hero: str | None) -> list[str]:
    return list(hero_of(table, hero or "").worn)


def likely_equipment(table: Odalin) -> Iterable[list[str]]:
    """Groups of likely equipment: to be given out, then stashed or worn."""
    yield table.loot
    yield [*table.loot, *table.stash, *(item for hero in table.heroes.values() for item in hero.worn)]


# === For `apply`: taken off, picked up, given out ================================================


def take_off(hero: Hero, item: str) -> Worn | None:
    """Take a piece off a hero; the set bonus ends with the last piece of the set."""
    worn = hero.worn.pop(item, None)
    forget_bonuses(hero, worn.stats if worn else ())
    if worn and worn.set and not pieces_of(hero, worn.set):
        hero.set_bonuses.pop(worn.set, None)
    return worn


def forget_bonuses(hero: Hero, stats: Iterable[str]) -> None:
    """Forget bonuses that were given without the values of stats, because the values change; for `apply`."""
    for stat in stats:
        hero.bonuses.pop(stat, None)


def pieces_of(hero: Hero, name: str) -> int:
    """The number of pieces of a set that a hero wears."""
    return sum(worn.set == name for worn in hero.worn.values())


def pick_up(table: Odalin, item: str) -> bool:
    """Remove an unworn piece from where it is; returns whether it is in cooldown."""
    cooling = item in table.cooling
    for place in (table.loot, table.stash, table.choosing, table.bottom, table.discarded, table.cooling):
        while item in place:
            place.remove(item)
    return cooling


def give_out(table: Odalin, items: Sequence[str]) -> None:
    """Put pieces on the agenda to be given out; for `apply`."""
    table.loot = [*table.loot, *items]
    for item in reversed(items):
        table.agenda.put(EquipmentGiven, item=item)


def new_most(table: Odalin, before: Hero, after: Hero) -> int | None:
    """The maximum hit points of a hero after a change; None if it stays the same."""
    most = most_after(table, before, after)
    return None if most == before.most else most


def set_most(hero: Hero, most: int | None) -> None:
    """Set the maximum hit points if they change; for `apply`."""
    if most is not None:
        change_most(hero, most)


@dataclass(frozen=True)
class Exchange:
    """The taker and the giver of a piece after the exchange, and the pieces that the giver gets in return."""

    taker: Hero
    giver: Hero
    returned: tuple[str, ...] = ()


class EquipmentGiven(EquipmentEvent):
    """Give out a piece.

    Its origin follows from where it is; if the hero already wears it, its numbers are corrected.
    """

    title = "Give out equipment"
    help_text = "It goes to a hero, who wears it at once, or to the stash."
    sentence = (
        "{item} went to [{hero}][{stashed|the stash}][ from {giver}][ in place of {instead}]"
        "[, in return for {returned}][: {most} hit points at most]"
    )
    question = "Who takes {item}? (None: the stash.)"
    layout = Layout(usual=("hero", "instead", "slot"), keypad="hero")
    item: Annotated[Line, Choice("equipment", free=True, likely=likely_equipment)]
    hero: HeroId | None = None
    instead: Annotated[
        tuple[Annotated[str, Choice("equipment", worn_by, given=("hero",))], ...],
        Field(max_length=5, title="taken off for it"),
    ] = ()
    slot: Annotated[Slot | None, ON_CARD, Field(title="type")] = None
    stats: Annotated[Stats, ON_CARD] = Field(default_factory=dict)
    hp: Annotated[Small | None, ON_CARD, Field(title="hit points")] = None
    dice: Annotated[Dice, ON_CARD] = Field(default_factory=dict)
    set: Annotated[Remark, ON_CARD] = ""
    active: Annotated[bool | None, ON_CARD, Field(title="is turned sideways")] = None
    stashed: Annotated[bool, Settled()] = False
    giver: Annotated[HeroId | None, Settled()] = None
    returned: Annotated[tuple[str, ...], Choice("equipment"), Settled()] = ()
    most: Annotated[Count | None, Settled()] = None
    giver_most: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if not may_exchange(table):
            return
        unsaid = [
            (id_, item) for id_, hero in table.heroes.items() for item, worn in hero.worn.items() if not worn.slot
        ]
        for id_, item in unsaid[:1]:
            words = text("What is printed on {item}?", item=table.called("equipment", item))
            known = {"hero": id_, "item": item}
            yield Offer(words, known, opens_form=True, also_required=("slot",))
        for id_, hero in table.heroes.items():
            if lacking := gear_lacking(hero):
                words = text("{hero}: {lacking}", hero=table.called("heroes", id_), lacking=lacking)
                bare = table.phase == "setup" and not hero.worn
                left, types = words if bare else None, types_lacking(table, id_)
                if not types:
                    yield Offer(words, {"hero": id_}, reminder=left, opens_form=True, also_required=("slot",))
                for number, slot in enumerate(types):
                    known, first = {"hero": id_, "slot": slot}, None if number else left
                    which = text("{hero}: {type}", hero=table.called("heroes", id_), type=spaced_words(slot))
                    yield Offer(which, known, question=words, reminder=first, opens_form=True)
        if table.stash or any(hero.worn for hero in table.heroes.values()):
            yield Offer(text("Exchange equipment"), opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from self._there_already(table)
        if self.hero != wearer_of(table, self.item):
            yield from not_in_reach(table, self.item, stashed=not self.hero)
        after = self._exchanged(table)
        if self.hero:
            others = {item: worn for item, worn in after.taker.worn.items() if item != self.item}
            bare = after.taker.model_copy(update={"worn": others})
            yield from misfits(table, self.hero, bare, self.slot or "")
        for id_, hero in ((self.hero or "", after.taker), (self._from(table), after.giver)):
            if loses_last(hero_of(table, id_), hero):
                yield KEEP_ONE(hero=table.called("heroes", id_))

    def _there_already(self, table: Odalin) -> Iterator[Refused]:
        worn, item = hero_of(table, self.hero or "").worn.get(self.item), table.called("equipment", self.item)
        if worn and self._piece(cooldown=worn.cooldown) == worn:
            yield WORN_ALREADY(hero=table.called("heroes", self.hero or ""), item=item)
        elif not self.hero and self.item in table.stash:
            yield STASHED_ALREADY(item=item)

    def _from(self, table: Odalin) -> str:
        """Another hero who wears the piece now; empty if there is none."""
        giver = wearer_of(table, self.item)
        return "" if giver == self.hero else giver

    def _piece(self, *, cooldown: bool) -> Worn:
        """The piece as it is worn."""
        return Worn(
            slot=self.slot or "", set=self.set, cooldown=cooldown, stats=dict(self.stats), hp=self.hp or 0,
            dice=dict(self.dice),
        )  # fmt: skip

    def _exchanged(self, table: Odalin) -> Exchange:
        """The result of the exchange: the giver gets in return those taken-off pieces that it can wear."""
        giver_id = self._from(table)
        taker, giver = (hero_of(table, id_ or "").model_copy(deep=True) for id_ in (self.hero, giver_id))
        take_off(giver, self.item)
        returned = []
        for item in self.instead:
            worn = take_off(taker, item)
            if worn and worn.slot and giver_id and not list(misfits(table, giver_id, giver, worn.slot)):
                giver.worn[item] = worn
                returned.append(item)
        if self.hero:
            taker.worn[self.item] = self._piece(cooldown=False)
            forget_bonuses(taker, self.stats)
        return Exchange(taker, giver, tuple(returned))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        giver, after = self._from(table), self._exchanged(table)
        return self.copy_with(
            stashed=self.hero is None, giver=giver or None, returned=after.returned,
            most=new_most(table, hero_of(table, self.hero or ""), after.taker),
            giver_most=new_most(table, hero_of(table, giver), after.giver),
        )  # fmt: skip

    def apply(self, table: Odalin) -> None:
        giver, taker = hero_of(table, self.giver or ""), hero_of(table, self.hero or "")
        before, cooling = giver.worn.get(self.item) or taker.worn.get(self.item), pick_up(table, self.item)
        if table.phase == "setup" and self.item not in table.starting:
            table.starting = [*table.starting, self.item]
        cooldown = before.cooldown if before else cooling
        take_off(giver, self.item)
        off = {item: worn for item in self.instead if (worn := take_off(taker, item))}
        if self.hero:
            taker.worn[self.item] = self._piece(cooldown=cooldown)
            forget_bonuses(taker, self.stats)
        else:
            table.stash = [*table.stash, self.item]
        giver.worn.update({item: worn for item, worn in off.items() if item in self.returned})
        left = {item: worn.cooldown for item, worn in off.items() if item not in self.returned}
        self._lay_down(table, {self.item: cooldown, **left} if self.stashed else left)
        set_most(taker, self.most)
        set_most(giver, self.giver_most)
        self._ask_of_sets(table, off)

    def _lay_down(self, table: Odalin, cooling: Mapping[str, bool]) -> None:
        """Put pieces that are no longer worn into the stash, or in the dungeon on the agenda; cooldowns are kept."""
        table.cooling = [*table.cooling, *(item for item, cooldown in cooling.items() if cooldown)]
        off = [item for item in cooling if item != self.item]
        if may_exchange(table):
            table.stash = [*table.stash, *off]
        else:
            give_out(table, off)

    def _ask_of_sets(self, table: Odalin, off: Mapping[str, Worn]) -> None:
        """Ask for new set bonuses if the pieces of a set changed; the answers are optional."""
        sets = dict.fromkeys(name for name in (self.set, *(worn.set for worn in off.values())) if name)
        for hero in filter(None, (self.hero, self.giver)):
            for name in sets:
                if pieces_of(hero_of(table, hero), name) and not table.agenda.of(SetBonusNoted, hero=hero, set=name):
                    table.agenda.put(SetBonusNoted, must=False, hero=hero, set=name)


def not_in_reach(table: Odalin, item: str, *, stashed: bool) -> Iterator[Refused]:
    """The refusal for exchanging a piece now; in the dungeon it is possible only when a new piece is gained (交换)."""
    if may_exchange(table) or item in table.loot:
        return
    if stashed or item in table.stash:
        yield STASH_CLOSED()
    elif not table.loot:
        yield EXCHANGE_LATER()


class EquipmentDiscarded(EquipmentEvent):
    title = "Discard equipment"
    help_text = "A piece of equipment is lost for good, because a card or the story says so."
    sentence = "{item} was discarded[ by {hero}][ ({source})]"
    item: Annotated[Line, Choice("equipment", free=True, likely=likely_equipment)]
    source: Source = ""
    hero: Annotated[HeroId | None, Settled()] = None
    most: Annotated[Count | None, Settled()] = None

    def settle(self, table: Odalin, chance: Chance) -> Self:
        hero = wearer_of(table, self.item)
        after = hero_of(table, hero).model_copy(deep=True)
        take_off(after, self.item)
        return self.copy_with(hero=hero or None, most=new_most(table, hero_of(table, hero), after))

    def apply(self, table: Odalin) -> None:
        discard(table, self.item)
        hero = hero_of(table, self.hero or "")
        take_off(hero, self.item)
        set_most(hero, self.most)


def discard(table: Odalin, item: str) -> None:
    """Remove an unworn piece from the game; for `apply`."""
    pick_up(table, item)
    table.discarded = [*table.discarded, item]
    table.agenda.drop(lambda due: due.is_of(EquipmentGiven) and due.has_fields(item=item))


# === Active powers and set bonuses ================================================================


class EquipmentUsed(EquipmentEvent):
    title = "Use an item's power"
    help_text = (
        "A hero turns an item sideways for its power; it is in cooldown until the combat ends or the party rests."
    )
    sentence = "{hero} used {item}[: {effect}]"
    hero: StandingHero
    item: Annotated[str, Choice("equipment", worn_by, given=("hero",))]
    effect: Remark = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_ in table.heroes_up() if table.place[1] in IN_DUNGEON else ():
            for item, worn in table.heroes[id_].worn.items():
                if EquipmentCard.of(table, item).active and not worn.cooldown:
                    names = {"hero": table.called("heroes", id_), "item": table.called("equipment", item)}
                    yield Offer(text("{hero}: use {item}", **names), {"hero": id_, "item": item})

    def check(self, table: Odalin) -> Iterator[Refused]:
        card, called = EquipmentCard.of(table, self.item), table.called("equipment", self.item)
        if "active" in card.model_fields_set and not card.active:
            yield NO_ACTIVE_POWER(item=called)
        elif (worn := hero_of(table, self.hero).worn.get(self.item)) and worn.cooldown:
            yield IN_COOLDOWN(item=called)

    def apply(self, table: Odalin) -> None:
        if worn := hero_of(table, self.hero).worn.get(self.item):
            worn.cooldown = True
        mark_acted(table, self.hero)


class SetBonusNoted(EquipmentEvent):
    title = "Note a set bonus"
    help_text = "The bonus of the pieces of a set that a hero wears, as its card says for their number."
    sentence = "{hero} gained the set bonus for {pieces|piece|pieces} of {set}[: {effect}]"
    question = "{hero}: which set bonus of {set}?"
    layout = Layout(usual=("stats", "hp", "effect"))
    hero: HeroId
    set: Line
    stats: Stats = Field(default_factory=dict)
    hp: Annotated[Small, Field(title="hit points")] = 0
    dice: Dice = Field(default_factory=dict)
    effect: Remark = ""
    pieces: Annotated[Count, Settled()] = 0
    most: Annotated[Count | None, Settled()] = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not pieces_of(hero_of(table, self.hero), self.set):
            yield NO_PIECE(hero=table.called("heroes", self.hero), set=self.set)

    def _bonus(self) -> SetBonus:
        return SetBonus(stats=dict(self.stats), hp=self.hp, dice=dict(self.dice), effect=self.effect)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        here = hero_of(table, self.hero)
        after = here.model_copy(update={"set_bonuses": {**here.set_bonuses, self.set: self._bonus()}})
        return self.copy_with(pieces=pieces_of(here, self.set), most=new_most(table, here, after))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.set_bonuses[self.set] = self._bonus()
        forget_bonuses(hero, self.stats)
        set_most(hero, self.most)
