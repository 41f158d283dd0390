"""An influence bid: what is bid for, and what each seat hides in its hand until all open theirs (势力竞标)."""

from typing import Annotated, Literal

from pydantic import Field

from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State
from domain.things.sealed import FACE_DOWN

Wins = Literal["most", "fewest"]


class SealedBid(State):
    """How much a seat bids; that it chose is seen by all."""

    chosen: bool = False
    open: bool = Field(default=False, title="turned over")
    amount: Annotated[int, FACE_DOWN] = Field(default=0, title="bid")


class Bid(State):
    """A bid under way: all have declared what they own; once a tie lies open, its decider names who wins."""

    prize: str = ""
    wins: Annotated[Wins, FixedWords(("most", "fewest"))] = Field(default="most", title="who wins")
    rune: bool = Field(default=False, title="a dragon rune is bid for")
    declared: Annotated[dict[str, int], Keys("seats")] = Field(default_factory=dict, title="influence declared")
    tied: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="tied")
    decider: Annotated[str, Names("seats")] = Field(default="", title="decides the tie")
