"""Rooms of a dungeon: set up from the campaign book; doors, tokens, relics and rewards (地下城阶段)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed, printed_in
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import (
    ENEMY_ALIVE,
    IN_DUNGEON,
    Few,
    OdalinEvent,
    OwnTurn,
    Source,
    StandingHero,
    VillainMet,
    Whom,
    acting_heroes,
    hero_of,
    mark_acted,
    not_at_turn,
    room_of,
)
from domain.games.odalin.combat.actions import tainted_used
from domain.games.odalin.combat.conditions import end_of_turn
from domain.games.odalin.combat.power import PowerSpent
from domain.games.odalin.combat.rounds import bursts_open
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.heroes.dials import CorruptionReduced, DamageTaken
from domain.games.odalin.state.kinds import RoomEntry
from domain.games.odalin.state.periods import PERIODS
from domain.games.odalin.state.table import DayEnd, Door, Odalin, Room

IS_OPEN = never("is-open", "Door {door} is already open.", rule=sections.DOORS)
POINTS_LEFT = refusal(
    "points-left", "{hero} has action points left: finish the turn first.", rule=sections.DOORS, areas=("turns",)
)
IS_SANCTUARY = refusal("is-sanctuary", "Door {door} leads to a sanctuary: it takes a relic.", rule=sections.SANCTUARY)
NOT_SANCTUARY = refusal("not-sanctuary", "Door {door} does not lead to a sanctuary.", rule=sections.SANCTUARY)
NO_RELIC = refusal("no-relic", "This takes a Purifying Relic.", rule=sections.SANCTUARY)
RELICS_FULL = refusal("relics-full", "At most {most} Purifying Relics are carried.", rule=sections.RELICS)
LAST_RELIC = refusal("last-relic", "The last relic cannot be discarded.", rule=sections.RELICS)
NO_CORRUPTED = never("no-corrupted-relic", "There is no corrupted relic.", rule=sections.RELICS)
COLLECTED = refusal("collected", "The rewards of this room have already been collected.", rule=sections.LOOT)
REWARDS_UNCOUNTED = refusal(
    "rewards-uncounted", "Say how many pieces of equipment and consumables are drawn; the rewards are: {rewards}.",
    rule=sections.LOOT, areas=("equipment",),
)  # fmt: skip
HURT_ALREADY = refusal(
    "hurt-already", "Terrain has already hurt {hero} this turn.", rule=sections.TERRAIN, areas=("turns",)
)
NOT_IN_ROOM = refusal("not-in-room", "There is no such token in this room.", rule=sections.INTERACT, areas=("rooms",))
OWN_EVENT = refusal(
    "own-event", "The anvil and the lamp have actions of their own: “Use the anvil” and “Use the lamp”.",
    rule=sections.INTERACT, areas=("equipment",),
)  # fmt: skip
ROOM_THERE = refusal("room-there", "Room {room} is already set up.", rule=sections.DOORS)
TRAP_NOT_TOUCHED = refusal("trap-not-touched", "Traps cannot be interacted with.", rule=sections.INTERACT)
EMPTY_ROOM = refusal(
    "empty-room",
    "No villain and no door in room {room}? Enter its villains, its doors, or its entry in the book.",
    rule=sections.DOORS,
    areas=("rooms",),
)
VILLAINS_UNSAID = refusal(
    "villains-unsaid", "Which villains are in room {room}? If there are none, say so.", rule=sections.DOORS,
    areas=("rooms",),
)  # fmt: skip
HAZARDS = ("fire", "spikes")
"""The terrain that hurts a combatant who enters it, or who is in it when a turn begins or ends (地形)."""
RELIC_CORRUPTION = 5
"""The corruption removed by discarding a spare relic (净化圣物)."""

KEPT_DUE = ("loot-drawn", "loot-chosen", "legendary-gained", "equipment-given", "consumable-given", "set-bonus-noted")
"""The due events that remain after the dungeon is left, because loot is kept (如果你输了)."""
ON_ENTRY = Printed(RoomEntry, by="page")
DoorNumber = Annotated[Line, Field(max_length=20)]
DoorHere = Annotated[
    DoorNumber,
    Choice("doors", lambda table: [number for number, door in doors_of(table).items() if not door.open], free=True),
]
OFTEN = frozenset({"chest", "trap", "barrel"})
TokenName = Annotated[Line, Choice("tokens", free=True, likely=lambda _: [OFTEN])]
Counts = Annotated[int, Field(ge=1, le=30)]


def doors_of(table: Odalin) -> dict[str, Door]:
    """All doors of the dungeon by number: those of the current room first, then those of explored rooms (开门).

    Rooms stay connected. If two rooms have a door with the same number, the current room's door counts, else a closed
    one.
    """
    found = dict(room_of(table).doors)
    before = [item for id_, room in table.rooms.items() if id_ != table.room for item in room.doors.items()]
    for number, door in sorted(before, key=lambda item: item[1].open):
        found.setdefault(number, door)
    return found


class RoomEvent(OdalinEvent):
    heading = "Rooms"
    tracked = ("rooms",)
    during = IN_DUNGEON


class RoomSetUp(RoomEvent):
    """Set up a room. A room typed in once is known when it is played again after a lost day."""

    title = "Set up a room"
    help_text = "Its entry in the campaign book; typed in once."
    sentence = "Room {entry} was set up[: {villains}][; {rules}]"
    layout = Layout(usual=("villains", "quiet", "doors"))
    entry: Annotated[Line, Field(max_length=60, title="room")]
    tile: Annotated[Remark, ON_ENTRY] = ""
    villains: Annotated[Mapping[VillainMet, Counts], ON_ENTRY, Field(max_length=12)] = Field(default_factory=dict)
    doors: Annotated[
        Mapping[DoorNumber, Annotated[Remark, Field(max_length=60)]],
        ON_ENTRY,
        Field(max_length=8, title="doors and where they lead"),
    ] = Field(default_factory=dict)
    sanctuaries: Annotated[tuple[DoorNumber, ...], ON_ENTRY, Field(max_length=8, title="doors of a sanctuary")] = ()
    tokens: Annotated[Mapping[TokenName, Counts], ON_ENTRY, Field(max_length=20)] = Field(default_factory=dict)
    terrain: Annotated[tuple[Annotated[Line, Choice("terrain", free=True)], ...], ON_ENTRY, Field(max_length=6)] = ()
    rules: Annotated[Remark, ON_ENTRY, Field(title="special rules")] = ""
    rewards: Annotated[Remark, ON_ENTRY] = ""
    quiet: bool = Field(default=False, title="no villains there")
    place: Annotated[str, Settled()] = ""

    @property
    def page(self) -> str:
        """The room's place in the campaign book: chapter, section and entry."""
        return f"{self.place} {self.entry}" if self.place else ""

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        if table.rooms and not table.entry:
            return {"place": place_of(table)}
        known = cls(entry=table.entry or "1").at_its_place(table)
        return {name: getattr(known, name) for name in ("entry", "place", *printed_in(cls))}

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        elsewhere = table.entry and table.entry != table.room and not table.villains
        if not table.rift and (not table.room or elsewhere):
            entry = table.entry or ("" if table.rooms else "1")
            words = text("Set up room {entry}", entry=entry) if entry else text("Set up the next room")
            known = {"entry": entry} if entry else {}
            needs = ("villains",) if not entry or cls(entry=entry).is_empty(table) else ()
            yield Offer(words, {**known, "place": place_of(table)}, required=True, opens_form=True, also_required=needs)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.entry in table.rooms:
            yield ROOM_THERE(room=self.entry)
        if self.is_empty(table):
            yield EMPTY_ROOM(room=self.entry)

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        if not (self.quiet or self.at_its_place(table).villains):
            yield VILLAINS_UNSAID(room=self.entry)

    def is_empty(self, table: Odalin) -> bool:
        """Whether nothing of the room is given or known, not even that it has no villains."""
        return not self.quiet and not any(getattr(self.at_its_place(table), name) for name in printed_in(type(self)))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.at_its_place(table)

    def at_its_place(self, table: Odalin) -> Self:
        """The event with the known fields of this room of the section."""
        known = self.copy_with(place=place_of(table)).with_card_defaults(table)
        return known.copy_with(villains={}) if self.quiet else known

    def apply(self, table: Odalin) -> None:
        doors = {number: Door(leads_to=leads) for number, leads in self.doors.items()}
        for number in self.sanctuaries:
            doors.setdefault(number, Door()).keyword = "sanctuary"
        table.rooms[self.entry] = Room(
            tile=self.tile,
            doors=doors,
            tokens=dict(self.tokens),
            terrain=list(self.terrain),
            rules=[self.rules] if self.rules else [],
            rewards=self.rewards,
        )
        table.room = table.entry = table.read = self.entry
        table.track, table.waiting = [], []

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        for name, count in self.villains.items():
            yield from (VillainPlaced(name=name) for _ in range(count))


def is_room(table: Odalin, entry: str) -> bool:
    """Whether an entry of a dungeon is a room, by its number or a door to it; scenery has letters (场景标记)."""
    doors = [door.leads_to for room in table.rooms.values() for door in room.doors.values()]
    return any(sign.isdecimal() for sign in entry) or entry in doors


def place_of(table: Odalin) -> str:
    """The party's place in the campaign book: chapter and section."""
    return f"{table.chapter_no}.{table.section}"


# === Doors (开门, 庇护所) ==========================================================================


class DoorEvent(OwnTurn):
    """The base of opening a door: by a hero next to it, for an action point, with no enemy alive."""

    heading = "Rooms"
    tracked = ("rooms",)

    door: DoorHere

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.villains:
            yield ENEMY_ALIVE()
        door = doors_of(table).get(self.door)
        if door and door.open:
            yield IS_OPEN(door=self.door)


def only_sanctuaries(table: Odalin) -> bool:
    """Whether all closed doors that are known are those of a sanctuary."""
    return {door.keyword for door in doors_of(table).values() if not door.open} == {"sanctuary"}


def doors_to_open(table: Odalin, keyword: str) -> Iterator[tuple[str, str]]:
    """The pairs of hero and door number that can be opened now; none while an enemy is alive."""
    for hero in [] if table.villains else acting_heroes(table):
        for number, door in doors_of(table).items():
            if not door.open and (door.keyword == "sanctuary") == (keyword == "sanctuary"):
                yield hero, number


def heroes_at_unknown_door(table: Odalin) -> list[str]:
    """The heroes that may open a door unknown to the table, such as after a stop on paper."""
    return [] if table.villains or not table.room or doors_of(table) else acting_heroes(table)


def rest_in_reach(table: Odalin) -> bool:
    """Whether the party may rest instead of opening another door: it has a relic and knows the door of a sanctuary."""
    return bool(table.relics) and any(not door.open and door.keyword for door in doors_of(table).values())


def door_waits(table: Odalin, hero: str) -> bool:
    """Whether the table's ruling lets a hero spend its remaining points before it opens a door."""
    return table.ruled("doors-wait") and table.tracks("turns") and hero_of(table, hero).ready > DoorEvent.points


WHICH_DOOR = text("No enemy is left: which way?")


class DoorOpened(DoorEvent):
    title = "Open a door"
    help_text = "A hero next to a door opens it: the next room is set up, and a new round begins at once."
    sentence = "{hero} opened door {door}[ to entry {leads}]"
    leads: Annotated[Remark, Field(max_length=60, title="leads to entry")] = ""
    known: Annotated[bool, Settled(), Field(title="to a room that is set up")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        is_over = bool(table.boss_beaten)  # the chapter ends, whatever is behind the other doors
        is_free = bool(is_over or table.rift or rest_in_reach(table))
        for hero, number in doors_to_open(table, ""):
            if not (table.bursts or door_waits(table, hero)):
                words, known = text("Open door {door}", door=number), {"hero": hero, "door": number}
                yield Offer(words, known, reminder=None if is_free else words, question=WHICH_DOOR)
        for hero in heroes_at_unknown_door(table):
            if not (table.bursts or door_waits(table, hero)):
                words = text("Open a door")
                left = None if is_free else words
                yield Offer(words, {"hero": hero}, opens_form=True, reminder=left, question=WHICH_DOOR)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from bursts_open(table)
        if door_waits(table, self.hero):
            yield POINTS_LEFT(hero=table.called("heroes", self.hero))
        door = doors_of(table).get(self.door)
        if door and door.keyword == "sanctuary":
            yield IS_SANCTUARY(door=self.door)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        known = doors_of(table).get(self.door) or Door()
        leads = self.leads or known.leads_to
        return super().settle(table, chance).copy_with(leads=leads, known=leads in table.rooms)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        room = table.rooms.get(table.room)
        door = doors_of(table).get(self.door)
        if room and not door:
            door = room.doors[self.door] = Door()
        if door:
            door.open, door.leads_to = True, self.leads
        if self.known:
            table.room = table.entry = self.leads
        else:
            self._leave(table, room)

    def _leave(self, table: Odalin, room: Room | None) -> None:
        """End the round, for the new tile begins another one; for `apply`."""
        if room:
            room.rules = []
        table.entry = self.leads
        table.room = "" if not self.leads else table.room
        table.track, table.waiting = [], []
        PERIODS.end(hero_of(table, self.hero), "turn")
        table.agenda.drop(lambda due: due.is_of(PowerSpent))

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        if table.tracks("turns") and not self.known:
            yield from end_of_turn(table, self.hero)


class SanctuaryOpened(DoorEvent):
    title = "Open a sanctuary"
    help_text = "A purified relic opens the door to the campfire: all other rooms are left behind, and the party rests."
    sentence = "{hero} opened the sanctuary with a relic"
    ends = "step"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero, number in doors_to_open(table, "sanctuary") if table.mode == "campaign" else ():
            is_next = only_sanctuaries(table) and bool(table.relics)
            question = None if is_next or not table.relics else WHICH_DOOR
            known = {"hero": hero, "door": number}
            yield Offer(text("Open the sanctuary"), known, required=is_next, question=question)
        for hero in heroes_at_unknown_door(table) if table.mode == "campaign" and table.relics else ():
            yield Offer(text("Open a sanctuary"), {"hero": hero}, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        door = doors_of(table).get(self.door)
        if door and door.keyword != "sanctuary":
            yield NOT_SANCTUARY(door=self.door)
        if table.relics < 1:
            yield NO_RELIC()

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        reach_campfire(table, f"{place_of(table)} {self.door}")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


def reach_campfire(table: Odalin, campfire: str) -> None:
    """Move the party to a campfire: spend a relic and leave all rooms. For `apply`."""
    table.relics, table.campfire, table.rested = max(0, table.relics - 1), campfire, False
    table.perfect = table.mode == "single scenario" and all_explored(table)
    leave_dungeon(table)
    table.phase = "campfire"


def all_explored(table: Odalin) -> bool:
    """Whether all known doors are open or lead to explored rooms, except doors of a sanctuary."""
    doors = [door for room in table.rooms.values() for door in room.doors.values() if door.keyword != "sanctuary"]
    return bool(table.rooms) and all(door.open or door.leads_to in table.rooms for door in doors)


def leave_dungeon(table: Odalin, end: DayEnd = "campfire") -> None:
    """Record the end of the day, and clear all rooms, villains and the initiative; for `apply`."""
    table.end_day(end)
    put_away(table)


def end_campaign(table: Odalin, *, won: bool) -> None:
    """End the campaign or the scenario, and drop all due events; for `apply`."""
    leave_dungeon(table, "won" if won else "lost")
    table.agenda.drop(lambda due: True)
    table.phase, table.won = "ended", won


def put_away(table: Odalin) -> None:
    """Clear all rooms, villains and the initiative; for `apply`."""
    table.rooms, table.room, table.villains, table.bursts, table.fighting = {}, "", {}, {}, False
    table.extra_turns = False
    table.track, table.waiting, table.round, table.attack, table.assault, table.card = [], [], 0, None, None, ""
    table.agenda.drop(lambda due: due.event not in KEPT_DUE)
    PERIODS.end(table, "day")


# === Tokens (交互标记) ============================================================================


class TokenPlaced(RoomEvent):
    title = "Place a token"
    help_text = "A token is put on the board."
    sentence = "{count|token was|tokens were} placed: {token}"
    token: TokenName
    count: Counts = 1

    def apply(self, table: Odalin) -> None:
        if room := table.rooms.get(table.room):
            room.tokens[self.token] = room.tokens.get(self.token, 0) + self.count


TokenHere = Annotated[Line, Choice("tokens", lambda table: room_of(table).tokens, free=True)]


WITH_OWN_EVENTS = ("anvil", "lamp")


def take_token(table: Odalin, token: str) -> None:
    """Take one token off the board; for `apply`."""
    room = room_of(table)
    if room.tokens.get(token, 0) > 1:
        room.tokens[token] -= 1
    else:
        room.tokens.pop(token, None)
        room.gone = list(dict.fromkeys((*room.gone, token)))


def token_gone(table: Odalin, token: str) -> Iterator[Refused]:
    """Why a token is not used: it has left the board; one that nobody wrote down may be there (交互)."""
    room = room_of(table)
    if token in room.gone and token not in room.tokens:
        yield NOT_IN_ROOM()


class Interacted(OwnTurn):
    heading = "Rooms"
    tracked = ("rooms",)
    title = "Interact"
    help_text = "A hero next to an object interacts with it: a token is turned over and usually leaves the board."
    sentence = "{hero} interacted with {token}[: {found}]"
    token: TokenHere
    found: Remark = ""
    pieces: Annotated[Few, Field(title="pieces of equipment")] = 0
    doses: Annotated[Few, Field(title="how many consumables")] = 0
    relic: Annotated[bool, Field(title="a Purifying Relic")] = False
    stays: bool = Field(default=False, title="it stays on the board")

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        special = ("trap", *WITH_OWN_EVENTS) if table.tracks("equipment") else ("trap",)
        for hero in acting_heroes(table):
            for token in room_of(table).tokens:
                if token not in special:
                    words = text("Interact: {token}", token=table.called("tokens", token))
                    yield Offer(words, {"hero": hero, "token": token}, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.token == "trap":
            yield TRAP_NOT_TOUCHED()
        if self.token in WITH_OWN_EVENTS:
            yield OWN_EVENT()
        yield from token_gone(table, self.token)
        if self.relic and table.relics >= table.most_relics:
            yield RELICS_FULL(most=table.most_relics)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        if not self.stays:
            take_token(table, self.token)
        loot_due(table, self.pieces, self.doses, self.token)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        if self.relic:
            yield RelicGained()


def loot_due(table: Odalin, pieces: int, doses: int, source: str) -> None:
    """Put a draw of loot on the agenda; for `apply`."""
    if (pieces or doses) and table.tracks("equipment"):
        table.agenda.put("loot-drawn", pieces=pieces, doses=doses, source=source)


class TrapSprung(RoomEvent):
    title = "A trap springs"
    help_text = "A combatant steps on a trap or past its corner: it is turned over, takes effect, and is gone."
    sentence = "{whom} sprang a trap[: {effect}]"
    layout = Layout(usual=("effect", "damage"))
    whom: Whom
    effect: Remark = ""
    damage: Annotated[int, Field(ge=0, le=30)] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if "trap" in room_of(table).tokens and not (table.attack or table.assault):
            yield Offer(text("A trap springs"), opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from token_gone(table, "trap")

    def apply(self, table: Odalin) -> None:
        take_token(table, "trap")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.damage:
            yield DamageTaken(whom=self.whom, amount=self.damage, source="trap")


class HazardSuffered(RoomEvent):
    title = "Stand in fire or spikes"
    help_text = "Fire and spikes hurt for 1: on entering, past a corner, and as a turn begins and ends there."
    sentence = "{whom} was hurt by {terrain}"
    whom: Whom
    terrain: Annotated[Line, Choice("terrain", free=True)] = "fire"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for terrain in (one for one in room_of(table).terrain if one in HAZARDS):
            if not (table.attack or table.assault):
                words = text("Hurt by {terrain}: who?", terrain=table.called("terrain", terrain))
                yield Offer(words, {"terrain": terrain}, keypad="whom")

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.ruled("hazards-once-a-turn") and self.whom in table.heroes and hero_of(table, self.whom).burnt:
            yield HURT_ALREADY(hero=table.called("heroes", self.whom))

    def apply(self, table: Odalin) -> None:
        if self.whom in table.heroes and table.tracks("turns"):
            hero_of(table, self.whom).burnt = True

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield DamageTaken(whom=self.whom, amount=1, source="terrain")


class TokenRemoved(RoomEvent):
    title = "Remove a token"
    help_text = "A token leaves the board."
    sentence = "{token} left the board[ ({source})]"
    token: Annotated[str, Choice("tokens", lambda table: room_of(table).tokens)]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        take_token(table, self.token)


class RewardsCollected(RoomEvent):
    title = "Collect the rewards"
    help_text = "After a combat the campaign book lists the loot of the room; equipment and consumables are drawn then."
    sentence = "The rewards of room {room} were collected[: {rewards}]"
    layout = Layout(usual=("rewards", "pieces", "doses", "relic"))
    rewards: Remark = ""
    pieces: Annotated[Few, Field(title="pieces of equipment")] = 0
    doses: Annotated[Few, Field(title="how many consumables")] = 0
    relic: Annotated[bool, Field(title="a Purifying Relic")] = False
    room: Annotated[str, Settled(offered=True)] = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_, room in table.rooms.items():
            if room.cleared and not room.collected:
                words, left = text("Collect the rewards of room {room}"), text("the rewards of room {room}")
                known = {"rewards": room.rewards, "room": id_}
                opens = table.tracks("equipment")  # the campaign book says how much is drawn
                yield Offer(words.copy_with(room=id_), known, reminder=left.copy_with(room=id_), opens_form=opens)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.villains:
            yield ENEMY_ALIVE()
        if (table.rooms.get(self.room) or room_of(table)).collected:
            yield COLLECTED()
        if self.relic and table.relics >= table.most_relics:
            yield RELICS_FULL(most=table.most_relics)

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        listed = self.rewards or (table.rooms.get(self.room) or room_of(table)).rewards
        if listed and not (self.pieces or self.doses or self.relic):
            yield REWARDS_UNCOUNTED(rewards=listed)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(room=self.room or table.room)

    def apply(self, table: Odalin) -> None:
        if room := table.rooms.get(self.room):
            room.collected = True
        loot_due(table, self.pieces, self.doses, "rewards")

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.relic:
            yield RelicGained()


class SpecialRuleChanged(RoomEvent):
    title = "Note a special rule"
    help_text = "A rule of this room, which ends with the next one unless it says otherwise."
    sentence = "Special rule: {rule}"
    rule: Line
    lasts: bool = Field(default=False, title="stays when another room is opened")

    def apply(self, table: Odalin) -> None:
        kept = table if self.lasts else room_of(table)
        kept.rules = [*kept.rules, self.rule]


# === Purifying Relics (净化圣物) ==================================================================


def lacks_relic(table: Odalin) -> bool:
    """Whether the party has to find a relic, because only sanctuaries are left to open."""
    is_quiet = not (table.villains or table.bursts or table.next_entry)
    return only_sanctuaries(table) and is_quiet and not (table.relics or table.boss_beaten)


def gain_relic(table: Odalin) -> None:
    """Add a purified relic; for `apply`."""
    table.relics, table.relics_found = table.relics + 1, table.relics_found + 1


class RelicGained(OdalinEvent):
    heading = "Relics"
    title = "Gain a relic"
    help_text = "The party takes a Purifying Relic, purified or corrupted."
    sentence = "The party gained a relic[: {corrupted|a corrupted one}]"
    log = LogRole(memorable=True)
    corrupted: bool = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        """A relic is the next expected entry if rooms are not tracked, or only a sanctuary is left to open."""
        words, known = text("The party found a Purifying Relic"), {"corrupted": False}
        if table.phase == "dungeon" and not (table.tracks("rooms") or table.relics or table.track):
            yield Offer(words, known, required=True)
        elif lacks_relic(table):
            yield Offer(words, known, reminder=words)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not self.corrupted and table.relics >= table.most_relics:
            yield RELICS_FULL(most=table.most_relics)

    def apply(self, table: Odalin) -> None:
        if self.corrupted:
            table.corrupted_relics += 1
        else:
            gain_relic(table)


class CorruptedRelicEvent(OdalinEvent):
    """The base of events about a corrupted relic."""

    heading = "Relics"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.corrupted_relics:
            yield NO_CORRUPTED()


class RelicPurified(CorruptedRelicEvent):
    title = "Purify a relic"
    help_text = "A corrupted relic is purified, where the campaign offers that."
    sentence = "A relic was purified"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.relics >= table.most_relics:
            yield RELICS_FULL(most=table.most_relics)

    def apply(self, table: Odalin) -> None:
        table.corrupted_relics = max(0, table.corrupted_relics - 1)
        gain_relic(table)


class CorruptedRelicUsed(CorruptedRelicEvent):
    title = "Use a corrupted relic"
    help_text = "A corrupted relic is used for an offer of the campaign."
    sentence = "A corrupted relic was used[: {effect}]"
    effect: Remark = ""

    def apply(self, table: Odalin) -> None:
        table.corrupted_relics = max(0, table.corrupted_relics - 1)


class RelicDiscarded(OdalinEvent):
    heading = "Relics"
    title = "Discard a spare relic"
    help_text = "In its own turn a hero discards a relic, never the last one, for 5 corruption."
    sentence = "{hero} discarded a relic"
    during = ("hero turn", "dungeon")
    hero: StandingHero

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if table.relics <= 1:
            yield LAST_RELIC()

    def apply(self, table: Odalin) -> None:
        table.relics = max(0, table.relics - 1)
        mark_acted(table, self.hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield CorruptionReduced(hero=self.hero, amount=RELIC_CORRUPTION, source="relic")
