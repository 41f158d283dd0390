"""What stands on the cards of the toy game, and on its map."""

from typing import Annotated

from pydantic import Field

from domain.framework.cards.kinds import Card, IfPrinted, kinds_of
from domain.framework.events.marks import Count

MOST_COPIES = 9
Coordinate = Annotated[int, Field(ge=-99, le=99)]


class TowerCard(Card):
    """A tower and its price."""

    kind_name = "towers"
    price: Annotated[Count, IfPrinted()] = 0


class FavourCard(Card):
    """A favour, and how often it is in the deck."""

    kind_name = "favours"
    copies: Annotated[int, Field(ge=0, le=MOST_COPIES), IfPrinted()] = 0


class SpacePrint(Card):
    """A space of the map: where it lies, and whether a boat has to stop there."""

    kind_name = "spaces"
    q: Annotated[Coordinate, IfPrinted()] = 0
    r: Annotated[Coordinate, IfPrinted()] = 0
    rough: bool = False


class GoodCard(Card):
    """What lies in the stores of a seat."""

    kind_name = "goods"


KINDS = kinds_of(TowerCard, GoodCard, FavourCard, SpacePrint)
