"""A Hell Rift: up to three rooms behind a campfire, with loot but no level (附录C)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, KeepsOrder, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import ENEMY_ALIVE, IN_DUNGEON, OdalinEvent
from domain.games.odalin.combat.rounds import bursts_open
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.dungeon.rest import REST_FIRST, all_down, came_back, drop_upgrades, recover_all
from domain.games.odalin.dungeon.rooms import leave_dungeon, place_of
from domain.games.odalin.state.kinds import VillainCard
from domain.games.odalin.state.table import Door, Odalin, Rift, Room

NO_RIFT = never("no-rift", "The party is not in a Hell Rift.", rule=sections.HELL_RIFT)
IN_THE_RIFT = never("in-the-rift", "The party is already in the Hell Rift.", rule=sections.HELL_RIFT)
RIFT_CLOSED = refusal("rift-closed", "This Hell Rift cannot be entered again.", rule=sections.HELL_RIFT)
AT_NO_CAMPFIRE = refusal("at-no-campfire", "A Hell Rift opens at a campfire.", rule=sections.HELL_RIFT)
WRONG_NUMBER = refusal("wrong-number", "This room has {count} villains, not {said}.", rule=sections.HELL_RIFT)
NO_MORE_ROOMS = refusal("no-more-rooms", "A Hell Rift has three rooms.", rule=sections.HELL_RIFT)
DOOR_FIRST = refusal("door-first", "Open the door of this room first.", rule=sections.HELL_RIFT, areas=("rooms",))
DRAW_VILLAINS = never(
    "draw-villains",
    "Draw {count} of the villain cards {first} to {last}, each with a different colour or shape, and say which.",
    rule=sections.HELL_RIFT,
    asks=True,
)
SAME_BASE = refusal(
    "same-base",
    "{villain} has the same base as another villain: draw one with a different colour or shape.",
    rule=sections.HELL_RIFT,
)
OTHER_DUNGEON = refusal(
    "other-dungeon", "{villain} has the number {number}; villains {first} to {last} come from this rift.",
    rule=sections.HELL_RIFT,
)  # fmt: skip
TILE_UNSAID = never(
    "tile-unsaid", "Say what the d20 for the tile shows, a reroll of 18 or more too, or that the app rolls.",
    rule=sections.HELL_RIFT, asks=True,
)  # fmt: skip

TILES, DIE, ROOMS, DRAWN, KEPT = 17, 20, 3, 5, 1
"""The highest tile number, the faces of the die, the rooms, and the equipment cards drawn and kept in each."""
NUMBERS = {1: (1, 6), 2: (7, 14), 3: (15, 21), 4: (22, 30)}
SECOND_ACT = (31, 40)
"""The numbers of the villains of a dungeon by chapter, and those of the second act."""
Left = Literal["by choice", "after the third room", "all heroes were down"]


def numbers_here(table: Odalin) -> tuple[int, int]:
    """The first and the last number of the villains that can appear in a rift."""
    return SECOND_ACT if table.act > 1 else NUMBERS.get(table.chapter_no, SECOND_ACT)


def is_clear(table: Odalin) -> bool:
    """Whether the combat in a room of the rift is over."""
    return bool(table.rift and table.rift.room) and not (table.fighting or table.villains)


class RiftEvent(OdalinEvent):
    heading = "Hell rift"


class CampfireEvent(RiftEvent):
    """The base of decisions about a rift at its campfire."""

    during = ("campfire",)
    ends = "step"
    campfire: Annotated[str, Settled()] = ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.phase != "campfire":
            yield AT_NO_CAMPFIRE()
        elif not table.rested:
            yield REST_FIRST()
        if campfire_of(table) in table.rifts_closed:
            yield RIFT_CLOSED()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(campfire=campfire_of(table))

    def apply(self, table: Odalin) -> None:
        if self.campfire not in table.rifts_closed:
            table.rifts_closed = [*table.rifts_closed, self.campfire]


def at_known_campfire(table: Odalin) -> bool:
    """Whether a campfire that may show a rift was reached; after losing the very first day, none was."""
    return bool(table.campfire) or not came_back(table)


def campfire_of(table: Odalin) -> str:
    """The campfire where the party rests; if doors are not tracked, its place in the campaign book."""
    return table.campfire or place_of(table)


class HellRiftEntered(CampfireEvent):
    title = "Enter the Hell Rift"
    help_text = "Where the campfire shows a Hell Rift: up to three rooms with loot, once and never again."
    sentence = "The party entered the Hell Rift"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if at_known_campfire(table):
            yield Offer(text("Enter the Hell Rift, if the campfire shows one"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.rift:
            yield IN_THE_RIFT()

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        drop_upgrades(table)
        table.phase, table.rift, table.entry, table.round = "dungeon", Rift(), "1", 0


class HellRiftClosed(CampfireEvent):
    title = "Close the Hell Rift"
    help_text = "The rift is left alone: the party goes on to the next section."
    sentence = "The Hell Rift was closed"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if at_known_campfire(table):
            yield Offer(text("Close the Hell Rift"))


class InRift(RiftEvent):
    """The base of events in a rift."""

    during = IN_DUNGEON

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.rift:
            yield NO_RIFT()
        elif not all_down(table):
            if table.villains:
                yield ENEMY_ALIVE()
            yield from bursts_open(table)


def villains_to_draw(table: Odalin) -> list[str]:
    """The known villains of this dungeon."""
    first, last = numbers_here(table)
    numbers = {id_: VillainCard.of(table, id_).number for id_ in table.ids("villains")}
    return [id_ for id_, number in numbers.items() if number is not None and first <= number <= last]


def draws_here(table: Odalin) -> bool:
    """Whether villains are drawn here, because all villains of this dungeon are known."""
    first, last = numbers_here(table)
    return len(villains_to_draw(table)) > last - first


def may_come(table: Odalin) -> list[str]:
    """The villains of this dungeon, and those of unknown number."""
    here = villains_to_draw(table)
    return [id_ for id_ in table.ids("villains") if id_ in here or VillainCard.of(table, id_).number is None]


Comer = Annotated[Line, Choice("villains", may_come, free=True, likely=lambda table: [villains_to_draw(table)])]


class RiftRoomSetUp(InRift):
    """Set up a room of the rift. A roll of 18 or more is rerolled, and the tile is then placed with side B up."""

    title = "Set up a room of the rift"
    help_text = (
        "A d20 finds the tile. In the first room all heroes start within 2 of the rift; the door is as far away "
        "as possible, with the villains within 2 of it. The third room has one more, an elite."
    )
    sentence = "Room {room} of the rift was tile {tile}[, with {villains}]"
    layout = Layout(usual=("villains", "dice", "here"))
    villains: Annotated[tuple[Comer, ...], Field(max_length=6)] = ()
    dice: Annotated[
        tuple[Annotated[int, Field(ge=1, le=DIE)], ...],
        Field(max_length=DIE, title="d20s rolled at the table"),
        KeepsOrder(),
    ] = ()
    here: bool = Field(default=False, title="the app rolls, and draws the villains")
    room: Annotated[Count, Settled()] = 0
    tile: Annotated[str, Settled()] = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        room = table.rift.room + 1 if table.rift else 0
        if room and not (room > 1 and table.tracks("rooms") and table.entry != str(room)):
            words = text("Set up room {room} of the rift", room=room)
            must = room == 1 or table.tracks("rooms")
            yield Offer(words, required=must, opens_form=True, also_required=("villains", "dice"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        room = table.rift.room + 1 if table.rift else 0
        if room > ROOMS:
            yield NO_MORE_ROOMS()
        elif room > 1 and table.entry != str(room):
            yield DOOR_FIRST()
        yield from wrong_villains(table, self.villains)
        if self.villains and len(self.villains) != villains_in(room):
            yield WRONG_NUMBER(count=villains_in(room), said=len(self.villains))
        if not self.here and not any(die <= TILES for die in self.dice):
            yield TILE_UNSAID()
        if not self.villains and not (self.here and draws_here(table)):
            first, last = numbers_here(table)
            yield DRAW_VILLAINS(count=villains_in(room), first=first, last=last)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        room = table.rift.room + 1 if table.rift else 1
        dice = list(self.dice)
        while not dice or dice[-1] > TILES:
            dice.append(chance.dice(1, DIE)[0])
        found = next(place for place, die in enumerate(dice) if die <= TILES)
        villains = self.villains or draw_villains(table, villains_in(room), chance)
        side = "B" if found else "A"
        return self.copy_with(room=room, dice=tuple(dice[: found + 1]), tile=f"{dice[found]}{side}", villains=villains)

    def apply(self, table: Odalin) -> None:
        number = str(self.room)
        table.rift = Rift(room=self.room, tile=self.tile)
        table.track, table.waiting, table.entry = [], [], number
        if table.tracks("rooms"):
            further = {} if self.room >= ROOMS else {"1": Door(leads_to=str(self.room + 1))}
            table.rooms[number] = Room(tile=self.tile, doors=further, collected=True)
            table.room = number

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        elite = len(self.villains) if self.room >= ROOMS else 0
        yield from (VillainPlaced(name=name, elite=place == elite) for place, name in enumerate(self.villains, 1))


def villains_in(room: int) -> int:
    """The number of villains in a room: three, and in the last room a fourth, which is an elite."""
    return 4 if room >= ROOMS else 3


def draw_villains(table: Odalin, count: int, chance: Chance) -> tuple[str, ...]:
    """Random villains of this dungeon, each with a base that no earlier one has."""
    drawn: list[str] = []
    for id_ in chance.shuffle(villains_to_draw(table)) if draws_here(table) else ():
        if not has_base_of(table, id_, drawn):
            drawn.append(id_)
    return tuple(drawn[:count])


def has_base_of(table: Odalin, villain: str, others: list[str]) -> bool:
    """Whether a villain's base equals that of one of the others, as far as known."""
    base = VillainCard.of(table, villain).base
    return villain in others or (bool(base) and base in [VillainCard.of(table, one).base for one in others])


def wrong_villains(table: Odalin, villains: tuple[str, ...]) -> Iterator[Refused]:
    """The refusals for villains from a rift: of another dungeon, or with the same base."""
    first, last = numbers_here(table)
    for place, villain in enumerate(villains):
        number, called = VillainCard.of(table, villain).number, table.called("villains", villain)
        if number and not first <= number <= last:
            yield OTHER_DUNGEON(villain=called, number=number, first=first, last=last)
        if has_base_of(table, villain, list(villains[:place])):
            yield SAME_BASE(villain=called)


class RiftLootFound(InRift):
    title = "Find the loot of the rift"
    help_text = "Five equipment cards are drawn and one is kept; the others go to the bottom of the deck."
    sentence = "Room {room} of the rift had loot: {drawn} cards to draw, {kept} to keep"
    automatic = True
    tracked = ("equipment",)
    room: Annotated[Count, Settled()] = 0
    drawn: Annotated[Count, Settled()] = DRAWN
    kept: Annotated[Count, Settled()] = KEPT

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(room=table.rift.room if table.rift else 0)

    def apply(self, table: Odalin) -> None:
        table.agenda.put("loot-drawn", pieces=self.drawn, keeps=self.kept, source="Hell Rift")
        if table.rift:
            table.rift.looted = True


def loot_of_rift(table: Odalin) -> Iterator[Event[Odalin]]:
    """The loot of the rift, as soon as the combat in a room is over; in each room, or not in the second (Q54)."""
    if not (table.rift and table.rift.room) or table.rift.looted or table.fighting or table.villains:
        return
    if table.tracks("equipment") and not (table.rift.room == ROOMS - 1 and table.ruled("rift-loot-twice")):
        yield RiftLootFound()


class HellRiftLeft(InRift):
    """Leave the rift. A party that leaves by choice continues with the next section without another rest (Q19)."""

    title = "Leave the Hell Rift"
    help_text = (
        "Back to the campfire: after the third room, or where all heroes are down, with a rest that brings neither a"
        " level nor a card."
    )
    sentence = "The party left the Hell Rift: {reason}"
    ends = "step"
    reason: Annotated[Left, Settled()] = "by choice"
    soul: Annotated[bool, Settled()] = True

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if is_clear(table):
            yield Offer(text("Return to the campfire"), required=bool(table.rift and table.rift.room >= ROOMS))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        last = bool(table.rift and table.rift.room >= ROOMS)
        reason = "all heroes were down" if all_down(table) else "after the third room" if last else "by choice"
        return self.copy_with(reason=reason, soul=not table.ruled("no-soul-after-rest"))

    def apply(self, table: Odalin) -> None:
        leave_dungeon(table)
        table.rift, table.phase, table.rested = None, "campfire", True
        if self.reason != "by choice":
            recover_all(table, base_soul=self.soul)


def died_in_rift(table: Odalin) -> Iterator[Event[Odalin]]:
    """The end of the visit, as soon as no hero in the rift is active (Q18)."""
    if table.rift and all_down(table):
        yield HellRiftLeft()
