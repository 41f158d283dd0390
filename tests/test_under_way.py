"""What is under way is not begun again: it would be overwritten, so no card overrules that.

Along the golden logs, each part of a table that turns from nothing into a state is something under way. The event that
began it is recorded again at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.table import State, Table
from domain.games import BY_KEY
from domain.log.fold import fold_entries
from domain.log.reasons import reasons_against
from tests.shown import logs_of, opened

GOES_ON: Mapping[str, str] = {
    "agemonia.initiative-card-revealed": "a card may have another initiative card revealed in place of the first one",
    "heroes3.hero-moved": "a hero walks on: the field that it came to before is no longer of importance",
}
"""Events that may happen again while what they began is under way, each with the reason."""


def under_way(state: Table | State, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The parts of a table that are nothing at other times."""
    for name, info in type(state).model_fields.items():
        if isinstance(part := getattr(state, name), State):
            if info.default is None:
                yield (*path, name)
            yield from under_way(part, (*path, name))


def faults(game: AnyGame, log: str) -> Iterator[tuple[str, str]]:
    """The events of a golden log that could begin it again at once, with their refusals."""
    campaign = opened(game, log)
    known: set[tuple[str, ...]] = set()
    found: list[tuple[str, str]] = []

    def look(position: int, table: Table) -> None:
        nonlocal known
        before, known = known, {*under_way(table)}
        if known - before:
            event = campaign.entry_as_it_counts(position, campaign.standing()).event
            if event is not None and not event.automatic:
                found.extend(_again(game, event, table))

    table = campaign.empty_table()
    fold_entries(table, campaign.source.rows(), campaign.standing(), campaign.reader, look)
    return iter(found)


def _again(game: AnyGame, event: Event[Any], table: Table) -> Iterator[tuple[str, str]]:
    reasons = reasons_against(game, event, table, past_step=True)
    if all(one.bendable for one in reasons):
        yield event.topic, ", ".join(one.code for one in reasons)


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_what_is_under_way_is_not_begun_again(game: AnyGame) -> None:
    again = dict(fault for log in logs_of(game) for fault in faults(game, log))
    assert {topic: codes for topic, codes in again.items() if topic not in GOES_ON} == {}
