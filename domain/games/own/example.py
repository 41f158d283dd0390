"""The table of a described game with an invented player, to look at before anyone joins."""

from copy import deepcopy

from domain.games.own.kinds import HeroCard
from domain.games.own.numbers import missing_starts
from domain.games.own.table import OwnTable, Seat


def with_example_seat(table: OwnTable, name: str) -> OwnTable:
    """A copy of a table at which a first player sits; the table itself if there is one."""
    if table.owners_of("seat"):
        return table
    seen = deepcopy(table)
    seen.seats[next(iter(seen.cards(HeroCard)), name)] = Seat()
    for event in [*missing_starts(seen)]:
        event.apply(seen)
    return seen


__all__ = ["with_example_seat"]
