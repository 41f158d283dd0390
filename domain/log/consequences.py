"""Consequences: the chain of events that follow from one, by the rules of its game."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.table import Table

AnyEvent = Event[Any]
Settle = Callable[[AnyEvent, Table], AnyEvent | None]
"""Settles an event on a table; None if the event is left out."""
Link = tuple[AnyEvent, int | None]
"""An event of a chain, with the number of its cause in the chain, from 1; None for the first one."""
AT_MOST_FOLLOWING = 2_000
"""The longest chain; a longer one is a rule that triggers itself."""


def settle_chain(
    game: AnyGame, event: AnyEvent, table: Table, chance: Chance, left_open: Sequence[AnyEvent] = ()
) -> Iterator[Link]:
    """Yield an event and its consequences as they are recorded, settled with dice and draws (see `chain_of_events`)."""
    return chain_of_events(game, event, table, lambda one, on: one.complete(on, chance), left_open)


def chain_of_events(
    game: AnyGame, event: AnyEvent, table: Table, settle: Settle, left_open: Sequence[AnyEvent] = ()
) -> Iterator[Link]:
    """Yield an event and its consequences in order; the caller applies each to the table before the next one.

    A consequence that would lapse at once, such as healing a hero without damage, is skipped.

    Args:
        left_open: the events that the table compelled before; they are no consequences of this one.
    """
    pending: list[Link] = [(event, None)]
    count, never_again = 0, [*left_open]
    while pending:
        next_, cause = pending.pop(0)
        if (happened := settle(next_, table)) is None:
            never_again.append(next_)
        else:
            count += 1
            plan = happened.plan(table)
            yield happened, cause
            pending[:0] = [(follower, count) for follower in game.followers(happened, table, plan)]
        while pending and table.held(pending[0][0].void_reasons(table)):
            del pending[0]
        if not pending:
            pending = [(one, count) for one in game.compelled(table) if one not in never_again]
        if pending and count == AT_MOST_FOLLOWING:
            raise RuntimeError(f"{event.topic} has no end of consequences")


__all__ = ["Link", "Settle", "chain_of_events", "settle_chain"]
