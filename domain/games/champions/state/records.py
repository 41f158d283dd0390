"""What stays of games that were played: their results, and what each hero did."""

from typing import Annotated, Literal

from pydantic import Field

from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State

Result = Literal["won", "lost", "abandoned"]
Reason = Literal["villain defeated", "main scheme completed", "all eliminated", "card", "given up"]
REASONS: tuple[Reason, ...] = ("villain defeated", "main scheme completed", "all eliminated", "card", "given up")


class Tally(State):
    """What a hero did in a game, as far as the table recorded it."""

    dealt: int = Field(default=0, title="damage dealt")
    taken: int = Field(default=0, title="damage taken")
    removed: int = Field(default=0, title="threat removed")
    played: int = Field(default=0, title="cards played")
    forms: int = Field(default=0, title="changes of form")


class RoundTold(State):
    """How a round ended: the hit points left, as far as they are known, and the threat on the main scheme."""

    round: int
    first: Annotated[str, Names("identities")] = Field(default="", title="first player")
    left: Annotated[dict[str, int], Keys("identities")] = Field(default_factory=dict, title="hit points left")
    villain: int | None = Field(default=None, title="hit points of the villain")
    stage: int = Field(default=0, title="stage of the villain")
    threat: int = 0


class PastGame(State):
    """A game that is over."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[str, FixedWords(("standard", "expert"))] = "standard"
    heroic: int = 0
    skirmish: bool = False
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
    placed: int = Field(default=0, title="threat placed")
    activations: int = Field(default=0, title="activations of enemies")
    hazards: int = Field(default=0, title="encounter cards dealt for hazard icons")
    out: Annotated[list[str], Names("identities")] = Field(default_factory=list, title="out of the game")
    session: int = Field(default=0, title="game session")
    """The session it ended in; 0 where none was written down."""
    defeated: dict[str, int] = Field(default_factory=dict, title="minions and side schemes defeated")
    slot: int = Field(default=0, title="scenario of the campaign")
    attempt: int = 0
    decided: bool = Field(default=False, title="won and lost at once, and won as the table says")
