"""The table of the toy game, and what all its events share."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from domain.components.agenda import Agenda
from domain.components.numbers import Within
from domain.components.periods import Periods
from domain.components.simultaneous_choices import FACE_DOWN, Sealed
from domain.framework.content import Content
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.table import Keys, Names, State, Table
from domain.framework.text import Term, Text
from domain.framework.views.visibility import Secret
from tests.toy.cards import KINDS

PERIODS = Periods(("day", "year"))
THIS_DAY, THIS_YEAR = map(PERIODS.until, PERIODS.names)
MOST_STALLS = 6
COINS, TOWERS = Term("Coins", "钱币"), Term("Towers", "塔")
PACK = Content(
    {
        "towers": {
            "oak": {"en": "Oak Tower", "zh": "橡木塔", "price": 2},
            "iron": {"en": "Iron Tower", "zh": "铁塔", "price": 5},
        },
        "goods": {"timber": {"en": "Timber", "zh": "木料"}, "rope": {"en": "Rope", "zh": "缆绳"}},
        "favours": {
            "calm": {"en": "Calm Sea", "zh": "平静的海", "copies": 3},
            "gust": {"en": "Sudden Gust", "zh": "疾风", "copies": 2},
            "toll": {"en": "Harbour Toll", "zh": "港税", "copies": 1},
        },
        "spaces": {
            "quay": {"en": "Quay", "zh": "码头", "q": 0, "r": 0},
            "mole": {"en": "Mole", "zh": "防波堤", "q": 1, "r": 0},
            "reef": {"en": "Reef", "zh": "礁石", "q": 2, "r": -1, "rough": True},
            "isle": {"en": "Isle", "zh": "小岛", "q": 3, "r": -1},
        },
    }
)


class Seat(State):
    coins: int = 0
    towers: Annotated[list[str], Names("towers")] = Field(default_factory=list)
    card: Annotated[int | None, Secret()] = None
    hand: Annotated[list[str], Names("favours"), Secret()] = Field(default_factory=list)
    sang: Annotated[bool, THIS_DAY] = False
    shanties: Annotated[int, THIS_YEAR] = 0
    goods: Annotated[dict[str, int], Keys("goods")] = Field(default_factory=dict)


class Bet(Sealed):
    choice: Annotated[str, Names("spaces"), FACE_DOWN] = Field(default="", title="bet")


class Harbour(Table):
    steps: ClassVar[Mapping[str, Term | Text]] = {"day": Term("day", "白天"), "night": Term("night", "夜晚")}

    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    areas: ClassVar[Mapping[str, Term | Text]] = {"coins": COINS, "towers": TOWERS}

    seats: Annotated[dict[str, Seat], Keys("seats")] = Field(default_factory=dict, title="")
    day: int = 1
    night: bool = False
    gates: int = 0
    year: int = 0
    agenda: Agenda = Field(default_factory=Agenda, title="")
    discard: Annotated[list[str], Names("favours")] = Field(default_factory=list, title="favours discarded")
    top: Annotated[list[str], Names("favours")] = Field(default_factory=list, title="known on top")
    counted: int | None = Field(default=None, title="favours counted")
    boat: Annotated[str, Names("spaces")] = "quay"
    holes: int = 0
    fair: bool = False
    stalls: Annotated[int, Within(MOST_STALLS)] = 0
    bets: Annotated[dict[str, Bet], Keys("seats")] = Field(default_factory=dict)

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {name: name for name in self.seats}

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)

    @property
    def place(self) -> tuple[int, str]:
        return self.day, "night" if self.night else "day"

    @property
    def chapter(self) -> int:
        return self.year


class ToyEvent(Event[Harbour]):
    heading = "Harbour"
    namespace: ClassVar[str] = "toy"


Sitter = Annotated[str, Choice("seats", lambda table: table.seats)]
Space = Annotated[str, Choice("spaces")]
Tower = Annotated[str, Choice("towers")]
