"""A seat: a faction, who plays it, and all that lies before that player."""

from typing import Annotated

from pydantic import Field

from domain.games.runewars.state.bids import SealedBid
from domain.games.runewars.state.calendar import THIS_YEAR
from domain.games.runewars.state.kinds import Alignment, Resource
from domain.language.event import FixedWords
from domain.language.table import Keys, Names, State
from domain.language.veil import Secret
from domain.things.sealed import FACE_DOWN, Sealed

MOST_TACTICS, MOST_QUESTS, MOST_HEROES = 10, 3, 3
"""What a player may hold (手牌)."""
FEWEST_SEATS, MOST_SEATS = 2, 4
STRONGHOLDS, DEVELOPMENTS = 4, 5
"""What a faction has of each (配件清单)."""


class Order(Sealed):
    """The order card chosen for this season."""

    choice: Annotated[str, Names("orders"), FACE_DOWN] = Field(default="", title="order")


class Seat(State):
    """A faction at the table; its id is the faction's."""

    player: str = ""
    alignment: Annotated[Alignment | None, FixedWords(("good", "evil", "neutral"))] = None
    starting_influence: int = 0
    influence: int = 0
    dials: Annotated[dict[Resource, int], Keys("resources")] = Field(default_factory=dict, title="dials")
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
        """The tactics cards in hand, those that are locked this season the last."""
        return [*self.tactics, *self.fresh]
