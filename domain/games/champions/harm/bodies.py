"""Whoever can be hurt, on any table: where the damage stands, and when somebody is defeated."""

from collections.abc import Iterable

from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.event import Event


def where(table: Champions, id_: str) -> tuple[str, ...]:
    """The path of a body in the state."""
    if id_ == VILLAIN:
        return (VILLAIN,)
    return ("seats", id_) if id_ in table.seats else ("play", id_)


def damage_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the damage of an event's `target` stands."""
    return (*where(table, str(getattr(event, "target", ""))), "damage")
