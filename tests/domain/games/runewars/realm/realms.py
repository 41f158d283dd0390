"""Realms: what a seat has, as the events that lead there."""

from typing import Any

import pytest

from companion.testing import bent, given, refused
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.kernel.adjusting import Adjusted
from domain.games.runewars import GAME
from domain.games.runewars.realm.building import StrongholdBuilt
from domain.games.runewars.realm.dials import DialSet
from domain.games.runewars.realm.holdings import AreaTaken
from tests.domain.games.runewars.moments import SPRING, TWO, Events, ordered, over

SPACES = {
    "food_spaces": ["none", "tactics", "influence", "none", "tactics", "influence"],
    "wood_spaces": ["none", "bowman", "none", "bowman", "influence", "none"],
    "ore_spaces": ["none", "none", "knight", "none", "siege-tower", "tactics"],
}
"""The dials of the human sheet: wood and ore as far as the rulebook's example shows them."""
THEN = "a card says so"
each_refusal = ("before", "event", "code", "bendable")


def typed(kind: str, id_: str, /, **fields: Any) -> Event[Any]:
    """A card that the table typed in, or what it typed in about one that the pack knows."""
    known = id_ in GAME.pack.of(kind)
    return (ContentCorrected if known else ContentAdded)(kind=kind, id=id_, fields=fields)


def by_hand(path: str, value: Any) -> Event[Any]:
    return Adjusted(path=path, after=value, reason="as it stands on the table")


def taken(seat: str, *areas: str) -> Events:
    """Areas that a seat controls."""
    return tuple(AreaTaken(seat=seat, area=area) for area in areas)


def dials(seat: str, **values: int) -> Events:
    return tuple(DialSet(seat=seat, resource=resource, value=value) for resource, value in values.items())


def stronghold(seat: str, area: str) -> Events:
    """A stronghold that stands before the war begins."""
    return (*taken(seat, area), *dials(seat, wood=1, ore=1), StrongholdBuilt(seat=seat, area=area))


SHEET = typed("factions", "human", **SPACES)
BARREN: Events = tuple(typed("areas", area, food=0) for area in ("1A", "1B", "1C", "2A", "2B", "2C", "4A"))
"""Areas that are typed in, without a yield."""
HOME: Events = (
    *TWO,
    *BARREN,
    *stronghold("human", "1A"),
    *taken("human", "1B", "1C"),
    *taken("elf", "4A"),
    *dials("human", food=3, wood=3, ore=3),
)


def resolving(order: str, *before: Event[Any]) -> Events:
    """The first spring: the human seat resolves an order, after what is given."""
    if order == "fortify":
        return (*HOME, *before, *SPRING, *ordered(human=order, elf="harvest"), *over("elf", elf="harvest"))
    return (*HOME, *before, *SPRING, *ordered(human=order, elf="fortify"))


def no(code: str, *before: Event[Any], event: Event[Any], bendable: bool, why: str = "") -> Any:
    """A refusal: what happened before, what is recorded, and whether a card could overrule it."""
    return pytest.param(before, event, code, bendable, id=f"{code}-{why}".strip("-"))


def refuses(before: Events, event: Event[Any], code: str, bendable: bool) -> None:
    """It is refused for that reason and changes nothing; with a reason it is recorded if it can be bent at all."""
    spec = given(GAME, *before)
    spec.when(event).then(refused(code, bendable=bendable))
    spec.when(event, bend=THEN).then(bent(code) if bendable else refused(code, bendable=False))
