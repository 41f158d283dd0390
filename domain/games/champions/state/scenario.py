"""The scenario's side of the table: the villain, the main scheme, and the encounter deck."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from domain.games.champions.state.bodies import Body
from domain.games.champions.state.piles import Away, Piles
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State

VILLAIN, MAIN = "villain", "main scheme"
"""The ids of the villain among the enemies, and of the main scheme among the schemes."""
Mode = Literal["standard", "expert"]


class Villain(Body):
    """The villain: the stage at hand, from 1, of those this game is played with."""

    name: str = ""
    stages: Annotated[list[str], Names("villains")] = Field(default_factory=list)
    stage: int = 0
    boosts: int = Field(default=0, title="boost cards face down")
    """Boost cards given to it outside an activation; they wait for the next one."""

    @property
    def sheet(self) -> str:
        """The id of the stage at hand among the content; empty where nobody typed the stages in."""
        return self.stages[self.stage - 1] if 0 < self.stage <= len(self.stages) else ""


class MainScheme(State):
    """The main scheme: the stage at hand, from 1."""

    name: str = ""
    stages: Annotated[list[str], Names("main-schemes")] = Field(default_factory=list)
    stage: int = 0
    side: str = "A"
    threat: int = 0
    target: int | None = Field(default=None, title="target threat")
    acceleration: int = Field(default=0, title="threat in each villain phase")
    hazard: int = Field(default=0, title="hazard icons")
    tokens: int = Field(default=0, title="acceleration tokens")
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")

    @property
    def sheet(self) -> str:
        """The id of the stage at hand among the content; empty where nobody typed the stages in."""
        return self.stages[self.stage - 1] if 0 < self.stage <= len(self.stages) else ""


class ModularSet(State):
    """A set shuffled into the encounter deck beyond the scenario's own; `blind` if nobody looked."""

    name: Annotated[str, Names("encounter-sets")]
    blind: bool = False


class Scenario(Piles):
    """What is played: its name, how hard, and with which sets."""

    id: Annotated[str, Names("scenarios")] = Field(default="", title="scenario")
    heads: int = Field(default=0, title="players it is set up for")
    """By whom its values were multiplied; 0 where nobody wrote it down."""
    mode: Annotated[Mode, FixedWords(("standard", "expert"))] = "standard"
    heroic: int = Field(default=0, title="heroic level")
    skirmish: bool = Field(default=False, title="skirmish: a single stage")
    sets: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list, title="encounter sets")
    modular: list[ModularSet] = Field(default_factory=list, title="modular sets")
    composed: bool = Field(default=False, title="encounter deck put together")
    deck: int = Field(default=0, title="cards in the encounter deck")
    counted: bool = Field(default=False, title="encounter deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="encounter discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    victory: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="victory display")
    obligations: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="obligations set aside")
    aside: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="set aside")
    reshuffles: int = Field(default=0, title="times the encounter deck ran out")

    @property
    def piles(self) -> Mapping[str, list[str]]:
        return {**super().piles, "aside": self.aside}
