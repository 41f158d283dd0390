"""Seats: an identity and who plays it, with the piles before that player."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from domain.games.champions.state.bodies import Body
from domain.games.champions.state.effects import THIS_ROUND
from domain.games.champions.state.piles import Away, Piles
from domain.language.event import FixedWords
from domain.language.table import Keys, Names
from domain.language.veil import Secret

MOST_SEATS = 4
ALLY_LIMIT, RESTRICTED_LIMIT = 3, 2
"""Allies, and restricted cards, that a player may control (盟友上限, 受限)."""
Form = Literal["hero", "alter-ego"]


class Seat(Body, Piles):
    """An identity at the table; its id is the identity's."""

    player: str = ""
    form: Annotated[Form, FixedWords(("hero", "alter-ego"))] = "alter-ego"
    changed_form: Annotated[bool, THIS_ROUND] = Field(default=False, title="changed form this round")
    eliminated: bool = False
    hand: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list)
    deck: int = Field(default=0, title="cards in the deck")
    counted: bool = Field(default=False, title="deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    dealt: int = Field(default=0, title="encounter cards dealt")
    ally_limit: int = Field(default=ALLY_LIMIT, title="ally limit")
    aspect: Annotated[str, Names("classes")] = ""
    list_: Annotated[dict[str, int], Keys("cards")] = Field(default_factory=dict, title="deck list")
    mulligan: bool = Field(default=False, title="mulligan taken")
    nemesis: bool = Field(default=False, title="nemesis in play")

    @property
    def piles(self) -> Mapping[str, list[str]]:
        return {**super().piles, "hand": self.hand}
