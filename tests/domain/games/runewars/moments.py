"""Moments of a war, as the events that lead there."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.framework.events.event import Event
from domain.games.runewars.march.marches import AreaActivated
from domain.games.runewars.realm.dials import DialsHarvested, PowerGained
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import FactionChosen
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, TurnEnded
from domain.games.runewars.year.seasons import AutumnTaken, OrdersCalled, SeasonCardDrawn, SeasonTextResolved

Events = tuple[Event[Any], ...]
TWO: Events = (FactionChosen(faction="human", influence=4), FactionChosen(faction="elf", influence=3))
THREE: Events = (*TWO, FactionChosen(faction="uthuk", influence=2))
CARD_DONE: Events = (SeasonCardDrawn(), SeasonTextResolved())
SPRING: Events = (WarBegun(), *CARD_DONE)
"""The first spring; everybody chooses an order next."""
CALLED: Events = CARD_DONE
"""A summer in which nobody has a hero, so that orders are called at once."""


def autumn(*seats: str) -> Events:
    """Another autumn, in which these seats take influence one after the other."""
    return (*CARD_DONE, *(AutumnTaken(seat=seat, takes="influence") for seat in seats), OrdersCalled())


def ordered(**orders: str) -> Events:
    """Every seat has chosen an order, and all are turned over."""
    return (*(OrderChosen(seat=seat, order=order) for seat, order in orders.items()), OrdersRevealed())


BASE: Mapping[str, Callable[[str], Event[Any]]] = {
    "mobilize": lambda seat: AreaActivated(seat=seat, area=f"{seat} 1"),
    "conquer": lambda seat: AreaActivated(seat=seat, area=f"{seat} 2"),
    "harvest": lambda seat: DialsHarvested(seat=seat),
    "acquire-power": lambda seat: PowerGained(seat=seat, amount=0),
}


def over(*seats: str, **orders: str) -> Events:
    """These seats are done, one after the other, having carried out the base of such orders."""
    base = {seat: [BASE[orders[seat]](seat)] if orders.get(seat) in BASE else [] for seat in seats}
    return tuple(event for seat in seats for event in (*base[seat], TurnEnded(seat=seat)))
