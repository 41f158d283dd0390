"""The table of Runewars: its seasons, its seats, its land, and open decisions."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.components.agenda import Agenda
from domain.components.map_geometry import Hex
from domain.components.numbers import Within
from domain.components.simultaneous_choices import FACE_DOWN, Sealed
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, PlayedSeat, State, Table, value_at
from domain.framework.text import Term, Text, text
from domain.framework.views.visibility import Path, Seats, Secret
from domain.games.runewars.state.calendar import THIS_SEASON, THIS_YEAR, SeasonPast
from domain.games.runewars.state.heroes import Attempt, Deed, Duel, Hero, living_heroes, seat_of_unnamed
from domain.games.runewars.state.kinds import (
    KINDS,
    Alignment,
    Attribute,
    Border,
    FactionSheet,
    OrderCard,
    Resource,
    Season,
)
from domain.games.runewars.state.war import Battle, Report

# === An influence bid: the prize, and the hidden amounts until all are opened (势力竞标) =========

Wins = Literal["most", "fewest"]


class SealedBid(State):
    """The bid of a seat; everyone sees that it was made."""

    chosen: bool = False
    open: bool = Field(default=False, title="turned over")
    amount: Annotated[int, FACE_DOWN] = Field(default=0, title="bid")


class Bid(State):
    """A current bid: all have declared their influence; after an open tie, its decider names the winner."""

    prize: str = ""
    wins: Annotated[Wins, FixedTexts(("most", "fewest"))] = Field(default="most", title="who wins")
    rune: bool = Field(default=False, title="a dragon rune is bid for")
    declared: Annotated[dict[str, int], Keys("seats")] = Field(default_factory=dict, title="influence declared")
    tied: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="tied")
    decider: Annotated[str, Names("seats")] = Field(default="", title="decides the tie")


# === Laying the map: its tiles and home markers, and the setup quests that brought the tiles (地图设置)


class Laid(State):
    """A tile on the table: the place of its middle, and its clockwise rotation in sixths."""

    q: int
    r: int
    turned: int = 0


class Marker(State):
    """A home marker at the edge. It covers its place and the neighbour on a side, 0 to 5."""

    q: int
    r: int
    side: int = 0


class Laying(State):
    """The progress of laying the map."""

    tiles: Annotated[dict[str, Laid], Keys("tiles")] = Field(default_factory=dict, title="tiles on the map")
    markers: Annotated[dict[str, Marker], Keys("markers")] = Field(default_factory=dict, title="home markers")
    marked: int = Field(default=0, title="home markers placed so far")
    quests: Annotated[dict[str, list[str]], Keys("seats"), Names("quests")] = Field(
        default_factory=dict, title="setup quests"
    )
    dealt: Annotated[dict[str, list[str]], Keys("seats"), Names("tiles")] = Field(
        default_factory=dict, title="tiles to lay"
    )
    removed: Annotated[list[str], Names("quests")] = Field(default_factory=list, title="quests out of the game")


# === The land: areas with their contents, their controllers, and their runes =====================

NEUTRAL = "neutral"
"""The owner of neutral units."""
MOST_IN_AREA = 8
"""The limit of units of one side in an area (移动限制)."""

KnownKind = Literal["real", "fake"]
RuneKind = Literal["", "real", "fake"]
RUNE_KINDS = FixedTexts(("real", "fake"))


class Stack(State):
    """Units of one type in an area; a type belongs to one faction, or is neutral."""

    owner: Annotated[str, Names("owners")] = NEUTRAL
    standing: int = 0
    routed: int = 0

    @property
    def size(self) -> int:
        return self.standing + self.routed


class Stronghold(State):
    """A stronghold. A destroyed one stays in place, and is weaker."""

    owner: Annotated[str, Names("seats")]
    intact: bool = True


class Development(State):
    """A development next to a stronghold, with its resource if it is a resource development."""

    owner: Annotated[str, Names("seats")]
    kind: Annotated[str, Names("developments")]
    resource: Annotated[Resource | None, Names("resources")] = None


def who_know(table: Any, path: Path) -> Seats:
    """The seats that have seen a rune since it was last mixed with others."""
    known: Seats = value_at(table, path[:-1]).known
    return known


def turned_up(table: Any, path: Path) -> bool:
    return bool(value_at(table, path[:-1]).up)


class Rune(State):
    """A rune token; its identity is empty if it is not recorded.

    `group` names the tokens among which a publicly known number is real (`Runewars.groups`).
    """

    kind: Annotated[RuneKind, RUNE_KINDS, Secret(to=who_know, until=turned_up, told="until it is turned face up")] = ""
    known: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="known to")
    up: bool = Field(default=False, title="face up")
    group: str = ""


class Group(State):
    """Rune tokens that were mixed with each other: their number, and the number of real ones."""

    tokens: int
    real: int


class Exploration(State):
    """An exploration token; its type is known once it is face up."""

    back: Literal[1, 2] | None = None
    kind: Annotated[str, Names("explorations")] = ""
    resource: Annotated[Resource | None, Names("resources")] = None


class Area(State):
    """An area. Without a tile, it has no place on the map, and its ways cannot be checked."""

    tile: Annotated[str, Names("tiles")] = ""
    q: int | None = None
    r: int | None = None
    borders: dict[str, Border] = Field(default_factory=dict, title="borders that are not open, by their side, 0 to 5")
    home: Annotated[str, Names("seats")] = Field(default="", title="home realm of")
    food: int = 0
    wood: int = 0
    ore: int = 0
    city_space: bool = False
    city: Annotated[str, Names("cities")] = ""
    stacks: Annotated[dict[str, Stack], Keys("units")] = Field(default_factory=dict, title="units")
    stronghold: Stronghold | None = None
    development: Development | None = None
    activated: Annotated[list[str], Names("seats"), THIS_YEAR] = Field(default_factory=list, title="activated by")
    rune: Rune | None = None
    exploration: Exploration | None = None
    fallen: Annotated[list[str], Names("heroes")] = Field(
        default_factory=list, title="defeated heroes whose rewards are here"
    )
    taken: Annotated[str, Names("seats")] = Field(default="", title="held, where units are not tracked")
    controller: Annotated[str, Names("seats")] = Field(default="", title="controlled by")
    allied: Annotated[str, Names("seats")] = Field(default="", title="neutral units allied to")
    contested: bool = False

    def stack(self, unit: str, owner: str) -> Stack:
        """The units of a type in an area, added if they are missing."""
        if unit not in self.stacks:
            self.stacks[unit] = Stack(owner=owner)
        return self.stacks[unit]

    def count_units(self, unit: str) -> int:
        """The number of units of a type in an area."""
        return self.stacks[unit].size if unit in self.stacks else 0


def spot_of(place: str) -> Hex | None:
    """Parse a place of the map, `2 -1`; None for anything else."""
    found = re.fullmatch(r"(-?\d{1,2}) (-?\d{1,2})", place, re.ASCII)
    return Hex(int(found[1]), int(found[2])) if found else None


def place_called(land: Mapping[str, Area], place: str) -> Text | str:
    """The name of a place of the map, `2 -1`, from the adjacent areas."""
    spot = spot_of(place)
    return place_beside(areas_beside(land, [spot] if spot else []), place)


def areas_beside(land: Mapping[str, Area], spots: Iterable[Hex]) -> tuple[str, ...]:
    """The areas adjacent to some places of the map."""
    near = {(other.q, other.r) for spot in spots for other in spot.around()}
    return tuple(id_ for id_, area in land.items() if (area.q, area.r) in near)


def place_beside(areas: Sequence[str], place: str) -> Text:
    """The name of a place from the adjacent areas."""
    return text("next to {areas}", areas=areas) if areas else text("at {place}", place=place)


# === A seat: a faction, its player, and its play area ============================================

MOST_TACTICS, MOST_QUESTS, MOST_HEROES = 10, 3, 3
"""The most cards and heroes that a player may have (手牌)."""
# Two to four players; there is no solo mode (游戏概述).
FEWEST_SEATS, MOST_SEATS = 2, 4
STRONGHOLDS, DEVELOPMENTS = 4, 5
"""The strongholds and developments of a faction (配件清单)."""


class Order(Sealed):
    """The order card chosen for this season."""

    choice: Annotated[str, Names("orders"), FACE_DOWN] = Field(default="", title="order")


def printed_spaces(table: Any, seat: str, resource: str) -> Sequence[str]:
    """The print of each space of a dial, from 0; none if unknown."""
    sheet = FactionSheet.of(table, seat)
    return {"food": sheet.food_spaces, "wood": sheet.wood_spaces, "ore": sheet.ore_spaces}.get(resource, [])


def end_of_dial(table: Any, path: tuple[str, ...]) -> int | None:
    """The last space of a dial; None if its sheet was not typed in."""
    return len(spaces) - 1 if (spaces := printed_spaces(table, path[1], path[-1])) else None


class Seat(State):
    """A faction at the table; its id is the faction's."""

    player: str = ""
    alignment: Annotated[Alignment | None, FixedTexts(("good", "evil", "neutral"))] = None
    starting_influence: Annotated[int, Within()] = 0
    influence: Annotated[int | None, Within()] = 0
    """None if unknown."""
    unsaid: bool = Field(default=False, title="starting influence is unknown")
    dials: Annotated[dict[Resource, int], Keys("resources"), Within(end_of_dial)] = Field(
        default_factory=dict, title="dials"
    )
    order: Order = Field(default_factory=Order, title="")
    bid: SealedBid = Field(default_factory=SealedBid, title="")
    used: Annotated[list[str], Names("orders"), THIS_YEAR] = Field(default_factory=list, title="orders used this year")
    tactics: Annotated[list[str], Names("tactics"), Secret()] = Field(default_factory=list)
    fresh: Annotated[list[str], Names("tactics"), Secret()] = Field(
        default_factory=list, title="tactics gained this season"
    )
    quests: Annotated[list[str], Names("quests"), Secret()] = Field(default_factory=list)
    objective: Annotated[str, Names("objectives"), Secret()] = ""
    has_objective: bool = Field(default=False, title="holds an objective")
    completed: Annotated[list[str], Names("objectives")] = Field(default_factory=list, title="objectives completed")
    hero_cards: Annotated[list[str], Names("heroes"), Secret()] = Field(
        default_factory=list, title="hero cards drawn, one of them to keep"
    )
    false_gone: int = Field(default=0, title="false runes discarded for the rune that is gained")
    titles: Annotated[list[str], Names("titles")] = Field(default_factory=list)
    eliminated: bool = False

    @property
    def held(self) -> list[str]:
        """The tactics cards in hand, those that are locked this season last."""
        return [*self.tactics, *self.fresh]


# === Diplomacy: the seat that conducts it, and the area of the neutral units =====================


class Diplomacy(State):
    """An attempt. The fate cards drawn for it are open on the table."""

    seat: Annotated[str, Names("seats")]
    area: Annotated[str, Names("areas")]
    influence: int = 0


# === The progress of the seat at turn with its order card ========================================

Bonus = Literal["", "taken", "declined"]


class Turn(State):
    """The turn of one player; it is reset at the start of each turn.

    `used` lists acts of the order that are allowed once: an area activated, a city asked, a stronghold built.
    """

    base: bool = Field(default=False, title="order carried out")
    bonus: Annotated[Bonus, FixedTexts(("taken", "declined"))] = Field(default="", title="supremacy bonus")
    used: list[str] = Field(default_factory=list, title="used with this order")
    fought: bool = Field(default=False, title="this order began a battle")
    recruits: Annotated[dict[str, int], Keys("units")] = Field(
        default_factory=dict, title="recruited, and still to be placed"
    )
    areas: Annotated[list[str], Names("areas")] = Field(default_factory=list, title="activated with this order")
    met: Annotated[list[str], Names("areas")] = Field(default_factory=list, title="where a battle or diplomacy began")
    allies: Annotated[dict[str, int], Keys("units")] = Field(
        default_factory=dict, title="neutral units that came along"
    )
    moved: Annotated[dict[str, int], Keys("stacks")] = Field(default_factory=dict, title="moved with this order")


# === The table of Runewars: its seasons, its seats, its land, and open decisions =================

Step = Literal["setup", "season", "text", "secondary", "orders", "turns", "finished"]
RuneTracking = Literal["sealed", "blind", "open"]
SEASONS: tuple[Season, ...] = get_args(Season)
RESOURCES: tuple[Resource, ...] = get_args(Resource)
RESOURCE_NAMES: Mapping[str, Term] = {
    "food": Term("Food", "食物"),
    "wood": Term("Wood", "木材"),
    "ore": Term("Ore", "矿石"),
}
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)
ATTRIBUTE_NAMES: Mapping[str, Term] = {
    "strength": Term("Strength", "力量"),
    "agility": Term("Agility", "敏捷"),
    "wisdom": Term("Wisdom", "智力"),
}
DIAL_NAMES: Mapping[str, Term | Text] = {
    "none": text("nothing"),
    "tactics": Term("Tactics card", "策略卡"),
    "influence": Term("Influence", "势力"),
}


def split_stack(stack: str) -> tuple[str, str]:
    """The area and the unit type of a stack's id, `3A/footman`."""
    area, _, unit = stack.rpartition("/")
    return area, unit


TURNS = ("0", "1", "2", "3", "4", "5")
"""The rotations of a tile, in clockwise sixths."""
RUNE_SECRECY: Mapping[str, Text] = {
    "sealed": text("each player sees their own"),
    "blind": text("only their places are recorded"),
    "open": text("all are open"),
}
"""How much of the runes is recorded, and who sees it."""
SIDE_NAMES: Mapping[str, Text] = {
    "0": text("to the right"),
    "1": text("to the lower right"),
    "2": text("to the lower left"),
}
"""The direction of the second place of a home marker; the other three directions are equivalent."""
FEW_NAMES: Mapping[str, Mapping[str, Term | Text]] = {
    "resources": RESOURCE_NAMES,
    "attributes": ATTRIBUTE_NAMES,
    "sides": SIDE_NAMES,
    "rune-secrecy": RUNE_SECRECY,
}
"""Kinds with a small fixed set of ids."""


class Runewars(Table):
    """The state of a war."""

    steps: ClassVar[Mapping[str, Term | Text]] = {
        "setup": Term("Setup", "游戏设置"),
        "season": Term("Season card", "季节卡"),
        "text": Term("Season card's text", "季节卡的主要功能"),
        "secondary": Term("What the season brings", "季节卡的次要功能"),
        "duel": Term("Duel", "决斗"),
        "orders": Term("Choosing orders", "选择指令卡"),
        "turns": Term("Resolving orders", "执行指令卡"),
        "battle": Term("Battle", "战斗"),
        "bid": Term("Influence bid", "势力竞标"),
        "diplomacy": Term("Diplomacy", "外交"),
        "finished": Term("Game over", "游戏结束"),
    }
    alike: ClassVar[Collection[str]] = ("units", "stacks")
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    areas: ClassVar[Mapping[str, Term | Text]] = {
        "calendar": text("seasons and orders"),
        "map": text("the map and who holds it"),
        "units": text("units and battles"),
        "dials": text("resource dials"),
        "influence": text("influence and titles"),
        "cards": text("tactics, quests and objectives"),
        "fate": text("the fate deck"),
        "heroes": text("heroes and quests"),
        "runes": text("dragon runes"),
        "exploration": text("exploration tokens"),
    }

    epic: bool = Field(default=False, title="epic game")
    exploring: bool = Field(default=False, title="with exploration tokens")
    rune_tracking: Annotated[RuneTracking, FixedTexts(("sealed", "blind", "open"))] = Field(
        default="sealed", title="runes are written down"
    )
    rulings: Annotated[list[str], Names("rulings")] = Field(default_factory=list, title="rulings of this table")
    step: Annotated[Step, Names("steps")] = "setup"
    season: int = Field(default=0, title="seasons begun")
    seats: Annotated[dict[str, Seat], Keys("seats")] = Field(default_factory=dict, title="")
    starting: Annotated[str, Names("seats")] = Field(default="", title="starting player")
    order: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="order of play")
    last_order: Annotated[list[str], Names("seats")] = Field(
        default_factory=list, title="order of play of the season before"
    )
    done: Annotated[list[str], Names("seats"), THIS_SEASON] = Field(default_factory=list, title="done")
    turn: Turn = Field(default_factory=Turn, title="")
    season_cards: Annotated[list[str], Names("season-cards")] = Field(
        default_factory=list, title="season cards, the last one on top"
    )
    calendar: Annotated[dict[str, SeasonPast], Keys("season numbers")] = Field(default_factory=dict, title="calendar")
    lasting: str = Field(default="", title="what the season card still does")
    frozen: Annotated[bool, THIS_SEASON] = Field(default=False, title="water is frozen")
    laying: Laying = Field(default_factory=Laying, title="")
    land: Annotated[dict[str, Area], Keys("areas")] = Field(default_factory=dict, title="")
    groups: dict[str, Group] = Field(default_factory=dict, title="runes mixed with each other")
    fate_open: Annotated[list[str], Names("fate")] = Field(default_factory=list, title="fate cards on the table")
    draws_fate: bool = Field(default=False, title="the app draws the fate cards")
    fate_discard: Annotated[list[str], Names("fate")] = Field(default_factory=list, title="fate cards discarded")
    battle: Battle | None = None
    battles: list[Report] = Field(default_factory=list, title="battles fought")
    on_titles: Annotated[dict[str, int], Keys("titles")] = Field(default_factory=dict, title="influence on titles")
    tactics_discard: Annotated[list[str], Names("tactics")] = Field(
        default_factory=list, title="tactics cards discarded"
    )
    quests_discard: Annotated[list[str], Names("quests")] = Field(default_factory=list, title="quest cards discarded")
    bid: Bid | None = Field(default=None, title="influence bid")
    diplomacy: Diplomacy | None = Field(default=None, title="diplomacy")
    heroes: Annotated[dict[str, Hero], Keys("heroes")] = Field(default_factory=dict, title="")
    questing: Annotated[str, Names("heroes")] = Field(default="", title="hero at work in the quest phase")
    attempt: Attempt | None = Field(default=None, title="quest")
    duel: Duel | None = None
    deeds: list[Deed] = Field(default_factory=list, title="deeds of heroes")
    reward_discard: Annotated[list[str], Names("rewards")] = Field(default_factory=list, title="rewards discarded")
    agenda: Agenda = Field(default_factory=Agenda, title="")
    winners: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="winners")

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)

    @property
    def place(self) -> tuple[int, str]:
        """The season of the year, from 1, and the current step; no step once the war is over."""
        processes = (
            ("battle", self.battle, "units"),
            ("diplomacy", self.diplomacy, "units"),
            ("duel", self.duel, "heroes"),
            ("bid", self.bid, "influence"),
        )
        under_way = processes if self.step != "finished" else ()
        open_ = (step for step, process, area in under_way if process is not None and self.tracks(area))
        step = next(open_, self.step)
        return (self.season - 1) % 4 + 1 if self.season else 0, step

    @property
    def chapter(self) -> int:
        """The year, from 1."""
        return (self.season + 3) // 4

    @property
    def season_name(self) -> Season:
        """The current season, or the first one (C-39)."""
        return SEASONS[(self.season - 1) % 4] if self.season else SEASONS[0]

    @property
    def goal(self) -> int:
        """The number of real runes that wins (游戏胜利)."""
        return 7 if self.epic else 6

    @property
    def last_season(self) -> int:
        """The number of seasons after which the war is over."""
        return 32 if self.epic else 24

    def holds_to_steps(self) -> bool:
        """Whether steps are enforced: only after the first season has begun."""
        return self.tracks("calendar") and self.season > 0

    def ruled(self, ruling: str) -> bool:
        """Whether the table rules differently from the default, in a case that the rulebook leaves open."""
        return ruling in self.rulings

    def alive(self) -> list[str]:
        """The seats that are still in the war, in seating order."""
        return [id_ for id_, seat in self.seats.items() if not seat.eliminated]

    def seat(self, id_: str) -> Seat:
        """A seat; a blank one that is not part of the table if a correction removed it."""
        return self.seats.get(id_) or Seat()

    @property
    def this_season(self) -> SeasonPast:
        """The calendar's entry of the current season, added if it is missing."""
        return self.calendar.setdefault(str(self.season), SeasonPast())

    def visitors(self, area: str) -> list[str]:
        """The seats that have a hero in an area."""
        here = (self.heroes[id_] for id_ in living_heroes(self.heroes))
        return list(dict.fromkeys(hero.seat for hero in here if hero.area == area))

    def hero(self, id_: str) -> Hero:
        """A hero; a blank one that is not part of the table if a correction removed it."""
        return self.heroes.get(id_) or Hero()

    def deed(self, hero: str) -> Deed:
        """The deed of a hero in this season's quest phase, added if it is missing."""
        for deed in self.deeds:
            if (deed.season, deed.hero) == (self.season, hero):
                return deed
        self.deeds.append(Deed(season=self.season, hero=hero, seat=self.hero(hero).seat))
        return self.deeds[-1]

    def has_map(self) -> bool:
        """Whether the map is laid, so that all areas are known. Home realms come last."""
        return self.step != "setup" and any(area.q is not None for area in self.land.values())

    def areas_there(self) -> Iterable[str]:
        """The areas of a laid map; otherwise all areas that are known by name."""
        return [id_ for id_, area in self.land.items() if area.q is not None] if self.has_map() else self.ids("areas")

    def area(self, id_: str) -> Area:
        """An area, added if it is missing."""
        if id_ not in self.land:
            self.land[id_] = Area()
        return self.land[id_]

    def area_at(self, id_: str) -> Area:
        """An area to read; a blank one that is not part of the table if it is missing."""
        return self.land.get(id_) or Area()

    def ids(self, kind: str) -> Iterable[str]:
        match kind:
            case "seats":
                return tuple(self.seats)
            case "owners":
                return (*super().ids("factions"), NEUTRAL)
            case _ if kind in FEW_NAMES:
                return tuple(FEW_NAMES[kind])
            case "dial-icons":
                return (*DIAL_NAMES, *super().ids("units"))
            case "turns":
                return TURNS
            case "markers":
                return tuple(self.laying.markers)
            case "areas":
                return dict.fromkeys((*self.land, *super().ids("areas")))
            case "stacks":
                return tuple(f"{id_}/{unit}" for id_, area in self.land.items() for unit in area.stacks)
            case "fighters":
                return tuple(self.battle.fighters) if self.battle else ()
        return super().ids(kind)

    def called(self, kind: str, id_: str) -> Term | Text | str:
        match kind:
            case "seats" | "owners":
                return Term("Neutral", "中立") if id_ == NEUTRAL else super().called("factions", id_)
            case _ if kind in FEW_NAMES:
                return FEW_NAMES[kind].get(id_, id_)
            case "dial-icons":
                return DIAL_NAMES.get(id_) or super().called("units", id_)
            case "stacks":
                area, unit = split_stack(id_)
                return text("{unit} ({area})", area=self.called("areas", area), unit=self.called("units", unit))
            case "season numbers":
                number = int(id_) if id_.isdecimal() else 0
                name = super().called("seasons", SEASONS[(number - 1) % 4])
                return text("Year {year}, {season}", year=(number + 3) // 4, season=name) if number else id_
            case "turns":
                return text("turned {sixths}/6 to the right", sixths=id_) if id_ != "0" else text("as printed")
            case "markers":
                return text("home marker {number}", number=id_)
            case "places":
                return place_called(self.land, id_)
            case "areas" if (home := id_.rpartition(" "))[0] in super().ids("factions"):
                return text("{faction} {letter}", faction=super().called("factions", home[0]), letter=home[2])
            case "heroes" if (seat := seat_of_unnamed(id_)) in super().ids("factions"):
                return text("Hero of {faction}", faction=super().called("factions", seat))
            case "fighters":
                unit, _, letter = id_.rpartition(" ")
                return text("{unit} {letter}", unit=super().called("units", unit), letter=letter)
            case "orders":
                return self._order_called(id_)
        return super().called(kind, id_)

    def _order_called(self, id_: str) -> Term | Text | str:
        """An order with its number, if it is known."""
        card, name = OrderCard.of(self, id_), super().called("orders", id_)
        if not id_ or "number" not in card.model_fields_set:
            return name
        return text("#{number} {name}", number=card.number, name=name)

    def seat_of(self, kind: str, id_: str) -> str:
        if kind == "heroes" and id_ in self.heroes:
            return self.heroes[id_].seat
        return id_ if id_ in self.seats else ""

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{faction}[ ({player})]", faction=self.called("seats", id_), player=seat.player)
            for id_, seat in self.seats.items()
        }

    def own_colour(self, seat: str) -> str:
        return str(self.thing("factions", seat).get("colour", ""))

    def played_seats(self) -> Mapping[str, PlayedSeat]:
        return self.seats
