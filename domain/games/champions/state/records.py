"""What stays of games that were played: their results, and a campaign of linked scenarios."""

from typing import Annotated, Literal

from pydantic import Field

from domain.event import FixedWords
from domain.table import Keys, Names, State

Result = Literal["won", "lost", "abandoned"]
Reason = Literal["villain defeated", "main scheme completed", "all eliminated", "card", "given up"]
REASONS: tuple[Reason, ...] = ("villain defeated", "main scheme completed", "all eliminated", "card", "given up")
SlotStatus = Literal["open", "won", "lost", "skipped"]


class Tally(State):
    """What a hero did in a game, as far as the table recorded it."""

    dealt: int = Field(default=0, title="damage dealt")
    taken: int = Field(default=0, title="damage taken")
    removed: int = Field(default=0, title="threat removed")
    played: int = Field(default=0, title="cards played")
    forms: int = Field(default=0, title="changes of form")


class PastGame(State):
    """A game that is over."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[str, FixedWords(("standard", "expert"))] = "standard"
    heroic: int = 0
    modular: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list)
    heroes: Annotated[dict[str, Tally], Keys("identities")] = Field(default_factory=dict)
    aspects: dict[str, str] = Field(default_factory=dict)
    result: Annotated[Result, FixedWords(("won", "lost", "abandoned"))]
    reason: Annotated[str, FixedWords(REASONS)] = ""
    rounds: int = 0
    threat: int = 0
    villain_stage: int = 0
    scheme_stage: int = 0
    tokens: int = Field(default=0, title="acceleration tokens")
    reshuffles: int = 0
    defeated: dict[str, int] = Field(default_factory=dict, title="minions and side schemes defeated")
    slot: int = 0


class Planned(State):
    """A scenario of a campaign: its state, and how often it was tried."""

    scenario: Annotated[str, Names("scenarios")]
    status: Annotated[SlotStatus, FixedWords(("open", "won", "lost", "skipped"))] = "open"
    attempts: int = 0


class CarryOver(State):
    """What a hero takes along to the next scenario."""

    left: int | None = Field(default=None, title="hit points left")
    earned: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards earned")
    remark: str = ""


class LogWord(State):
    """A word of the campaign log, perhaps with a number, perhaps struck out."""

    value: int | None = None
    struck: bool = False


class Linked(State):
    """A campaign of linked scenarios; without slots the table plays single games."""

    name: str = ""
    expert: bool = False
    slots: list[Planned] = Field(default_factory=list)
    at: int = Field(default=0, title="scenario at hand")
    words: dict[str, LogWord] = Field(default_factory=dict, title="campaign log")
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards removed from the campaign")
    carried: Annotated[dict[str, CarryOver], Keys("identities")] = Field(default_factory=dict, title="carried over")
    over: bool = False
