"""A campaign of linked scenarios: its slots in order, its log, and what is carried from one to the next."""

from typing import Annotated, Literal

from pydantic import Field

from domain.games.champions.state.scenario import Mode
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State

SlotStatus = Literal["open", "won", "lost", "skipped"]


class Planned(State):
    """A scenario of a campaign: its state, and how often it was tried. One that was lost may be tried again."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[Mode, FixedWords(("standard", "expert"))] = "standard"
    status: Annotated[SlotStatus, FixedWords(("open", "won", "lost", "skipped"))] = "open"
    attempts: int = 0


class CarryOver(State):
    """What a hero takes along to the next scenario."""

    left: int | None = Field(default=None, title="hit points left")
    earned: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards earned")
    remark: str = ""
    game: int = 0
    """The game after which it was written down last."""


class LogWord(State):
    """A word of the campaign log, perhaps with a number and a line of text, perhaps struck out."""

    value: int | None = None
    line: str = ""
    struck: bool = False


class Linked(State):
    """A campaign of linked scenarios; without slots the table plays single games."""

    name: str = ""
    expert: bool = False
    slots: list[Planned] = Field(default_factory=list)
    at: int = Field(default=0, title="scenario at hand")
    """From 1; 0 where none is, before the first one or after the last."""
    words: dict[str, LogWord] = Field(default_factory=dict, title="campaign log")
    counters: Annotated[dict[str, int], Keys("counters")] = Field(default_factory=dict, title="counters")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards removed from the campaign")
    carried: Annotated[dict[str, CarryOver], Keys("identities")] = Field(default_factory=dict, title="carried over")
    over: bool = False

    @property
    def here(self) -> Planned | None:
        """The scenario at hand, if there is one."""
        return self.slots[self.at - 1] if 0 < self.at <= len(self.slots) else None

    def next_open(self) -> int:
        """The number of the first scenario still to be played, from the one at hand on, else of any; 0 for none."""
        numbers = [number for number, slot in enumerate(self.slots, 1) if slot.status == "open"]
        return next((number for number in numbers if number >= self.at), next(iter(numbers), 0))

    def played(self, scenario: str) -> bool:
        """Whether a game of a scenario is one of this campaign: that of the scenario at hand."""
        return not self.over and self.here is not None and self.here.scenario == scenario

    def begin(self, scenario: str) -> None:
        """A game begins; one of the scenario at hand is an attempt at it. For `apply`."""
        if (here := self.here) and self.played(scenario):
            here.attempts, here.status = here.attempts + 1, "open"

    def take_over(self, scenario: str, result: str) -> None:
        """A game is over; one of the scenario at hand gives it its result, unless it was given up. For `apply`."""
        if (here := self.here) and self.played(scenario) and result in ("won", "lost"):
            here.status = "won" if result == "won" else "lost"

    def go_on(self) -> None:
        """The table is set up anew: for the next scenario, or again for one that was lost. For `apply`."""
        if (here := self.here) and here.status in ("won", "skipped"):
            self.at = self.next_open()
