"""What lasts or is still to come, and what was used up already."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.games.champions.state.kinds import Power, Status
from domain.games.champions.state.names import KEYWORD_NAMES
from domain.language.event import FixedWords
from domain.language.table import Names, State
from domain.language.text import Text, text
from domain.things.periods import Periods

Duration = Literal["attack", "activation", "turn", "phase", "round", "event", "game"]
DURATIONS: tuple[Duration, ...] = ("attack", "activation", "turn", "phase", "round", "event", "game")
PERIODS = Periods(("attack", "activation", "turn", "phase", "round", "game"))
"""Periods that come to an end, each within the next one (持续效果)."""
THIS_TURN, THIS_ROUND, THIS_GAME = map(PERIODS.until, ("turn", "round", "game"))
Operation = Literal["plus", "times", "half", "set"]
OPERATIONS: tuple[Operation, ...] = ("plus", "times", "half", "set")
Forbidden = Literal[Power, Status]
"""What a card may say that somebody cannot do, or cannot be (无法)."""
FORBIDDEN: tuple[Forbidden, ...] = get_args(Forbidden)


class Effect(State):
    """A lasting effect, with the number it changes if it changes one, or a delayed one, with what it waits for."""

    text: str
    until: Annotated[Duration, FixedWords(DURATIONS)] = "round"
    waits_for: Annotated[str, Names("occurrences")] = Field(default="", title="waits for")
    target: Annotated[str, Names("characters")] = ""
    number: Annotated[str, Names("numbers")] = ""
    operation: Annotated[Operation, FixedWords(OPERATIONS)] = "plus"
    amount: int = 0
    keyword: Annotated[str, Names("keywords")] = ""
    forbids: Annotated[Forbidden | Literal[""], FixedWords(FORBIDDEN)] = Field(default="", title="cannot")
    trait: str = ""
    loses: Annotated[str, Names("keywords")] = Field(default="", title="loses the keyword")
    loses_trait: str = Field(default="", title="loses the trait")
    shared: bool = Field(default=False, title="as another effect does")
    """Whether another effect gives or takes the same already, so that it goes with the last of them."""

    @property
    def said(self) -> Text | str:
        """What it is called: a loss says so by itself."""
        lost = KEYWORD_NAMES.get(self.loses, self.loses) or self.loses_trait
        return text("{what} lost", what=lost) if lost else self.text


class Usage(State):
    """How often something was used in a period, of how often it may be."""

    used: int = 0
    most: int = 1
    period: Annotated[Duration, FixedWords(DURATIONS)] = "round"
