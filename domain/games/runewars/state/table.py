"""The table of Runewars: its seasons, its seats, its land, and whatever is open between them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.games.runewars.state.bids import Bid
from domain.games.runewars.state.calendar import THIS_SEASON, SeasonPast
from domain.games.runewars.state.heroes import Attempt, Deed, Duel, Hero, living
from domain.games.runewars.state.kinds import KINDS, Attribute, OrderCard, Resource, Season
from domain.games.runewars.state.land import NEUTRAL, Area, Group, place_called
from domain.games.runewars.state.laying import Laying
from domain.games.runewars.state.seats import Seat
from domain.games.runewars.state.talks import Diplomacy
from domain.games.runewars.state.turn import Turn
from domain.games.runewars.state.war import Battle, Report
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, Table
from domain.language.text import Term, Text, text
from domain.things.agenda import Agenda

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


def halves(stack: str) -> tuple[str, str]:
    """The area and the type of units that the id of a stack names: `3A/footman`."""
    area, _, unit = stack.rpartition("/")
    return area, unit


TURNS = ("0", "1", "2", "3", "4", "5")
"""How a tile may be turned, in sixths to the right."""
RUNE_SECRECY: Mapping[str, Text] = {
    "sealed": text("each player sees their own"),
    "blind": text("only where they lie is written down"),
    "open": text("all lie open"),
}
"""What of the runes is written down, and who sees it."""
SIDE_NAMES: Mapping[str, Text] = {
    "0": text("to the right"),
    "1": text("to the lower right"),
    "2": text("to the lower left"),
}
"""Where the second place of a home marker lies; the other three sides are those of that one."""
FEW_NAMES: Mapping[str, Mapping[str, Term | Text]] = {
    "resources": RESOURCE_NAMES,
    "attributes": ATTRIBUTE_NAMES,
    "sides": SIDE_NAMES,
    "rune-secrecy": RUNE_SECRECY,
}
"""Kinds of which there are always the same few."""


class Runewars(Table):
    """A whole war."""

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
    rune_tracking: Annotated[RuneTracking, FixedWords(("sealed", "blind", "open"))] = Field(
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
        processes = (
            ("battle", self.battle, "units"),
            ("diplomacy", self.diplomacy, "units"),
            ("duel", self.duel, "heroes"),
            ("bid", self.bid, "influence"),
        )
        open_ = (step for step, process, area in processes if process is not None and self.tracks(area))
        step = next(open_, self.step)
        return (self.season - 1) % 4 + 1 if self.season else 0, step

    @property
    def chapter(self) -> int:
        """The year, from 1."""
        return (self.season + 3) // 4

    @property
    def season_name(self) -> Season:
        """The season at hand, or the one that comes first (C-39)."""
        return SEASONS[(self.season - 1) % 4] if self.season else SEASONS[0]

    @property
    def goal(self) -> int:
        """Real runes that win (游戏胜利)."""
        return 7 if self.epic else 6

    @property
    def last_season(self) -> int:
        """Seasons after which the war is over."""
        return 32 if self.epic else 24

    def holds_to_steps(self) -> bool:
        """The steps hold once a season has begun; a table that never begins one is never blocked."""
        return self.tracks("calendar") and self.season > 0

    def ruled(self, ruling: str) -> bool:
        """Whether the table rules otherwise than usual, in something the rulebook leaves open."""
        return ruling in self.rulings

    def alive(self) -> list[str]:
        """The seats that are still in the war, as they sit."""
        return [id_ for id_, seat in self.seats.items() if not seat.eliminated]

    def seat(self, id_: str) -> Seat:
        """A seat; one that is gone after a correction is a seat nobody sees."""
        return self.seats.get(id_) or Seat()

    @property
    def this_season(self) -> SeasonPast:
        """What the calendar says of the season at hand; written the first time it is asked for."""
        return self.calendar.setdefault(str(self.season), SeasonPast())

    def visitors(self, area: str) -> list[str]:
        """The seats that have a hero in an area."""
        here = (self.heroes[id_] for id_ in living(self.heroes))
        return list(dict.fromkeys(hero.seat for hero in here if hero.area == area))

    def hero(self, id_: str) -> Hero:
        """A hero; one that is gone after a correction is a hero nobody meets."""
        return self.heroes.get(id_) or Hero()

    def deed(self, hero: str) -> Deed:
        """What a hero does in this season's quest phase, begun the first time it is named."""
        for deed in self.deeds:
            if (deed.season, deed.hero) == (self.season, hero):
                return deed
        self.deeds.append(Deed(season=self.season, hero=hero, seat=self.hero(hero).seat))
        return self.deeds[-1]

    def has_map(self) -> bool:
        """Whether the map is laid, so that everybody knows which areas there are: the home realms come last."""
        return self.step != "setup" and any(area.q is not None for area in self.land.values())

    def areas_there(self) -> Iterable[str]:
        """The areas of the map, where it is laid; else all that are known by name."""
        return [id_ for id_, area in self.land.items() if area.q is not None] if self.has_map() else self.ids("areas")

    def area(self, id_: str) -> Area:
        """An area, made the first time it is named."""
        if id_ not in self.land:
            self.land[id_] = Area()
        return self.land[id_]

    def area_at(self, id_: str) -> Area:
        """An area to look at; one that nobody named yet is bare."""
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
                area, unit = halves(id_)
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
            case "fighters":
                unit, _, letter = id_.rpartition(" ")
                return text("{unit} {letter}", unit=super().called("units", unit), letter=letter)
            case "orders":
                card = OrderCard.of(self, id_)
                return text("#{number} {name}", number=card.number, name=super().called(kind, id_)) if id_ else ""
        return super().called(kind, id_)

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{faction}[ ({player})]", faction=self.called("seats", id_), player=seat.player)
            for id_, seat in self.seats.items()
        }
