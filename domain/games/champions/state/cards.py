"""Cards in play, each a copy of its own with an id that tells its card: `hydra-mercenary`, `hydra-mercenary #2`."""

from collections.abc import Container
from typing import Annotated, get_args

from pydantic import Field

from domain.games.champions.state.bodies import Body
from domain.games.champions.state.kinds import CardType
from domain.language.event import FixedWords
from domain.language.table import Names

CARD_TYPES: tuple[CardType, ...] = get_args(CardType)
CHARACTERS: tuple[CardType, ...] = ("ally", "minion")
"""The types of cards in play that damage is dealt to; on all others it only lies."""


class InPlay(Body):
    """A card in play.

    `owner` is the seat whose deck it belongs to, empty for encounter cards; `controller` the seat that controls it;
    `engaged` the seat a minion fights; `host` what it is attached to: a copy, a seat, the villain or the main scheme.
    """

    card: Annotated[str, Names("cards")]
    type: Annotated[CardType, FixedWords(CARD_TYPES)]
    owner: Annotated[str, Names("identities")] = ""
    controller: Annotated[str, Names("identities")] = ""
    engaged: Annotated[str, Names("identities")] = Field(default="", title="engaged with")
    host: Annotated[str, Names("hosts")] = Field(default="", title="attached to")
    threat: int = 0
    uses_of: str = Field(default="", title="what its uses are called")
    strikes: bool = Field(default=False, title="strikes at once")
    """Whether a minion with quickstrike has just engaged a hero and not attacked yet."""
    facedown: bool = Field(default=False, title="face down")


def card_of(copy: str) -> str:
    """The card that the id of a copy tells."""
    card, _, number = copy.rpartition(" #")
    return card if card and number.isdecimal() else copy


def new_copy(card: str, taken: Container[str]) -> str:
    """The id of one more copy of a card, where some are in play."""
    number, id_ = 1, card
    while id_ in taken:
        number += 1
        id_ = f"{card} #{number}"
    return id_
