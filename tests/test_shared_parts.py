"""No part of a state that may change stands in two places of a table, nor in an event.

What changes the one would change the other, and a table folded from zero would part from one read from a snapshot.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from domain.framework.table import Table, join_path
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from domain.log.fold import fold_entries
from tests.moments import GOLDEN, read_golden
from tests.toy import Harbour, Seat

LOGS = sorted(path.relative_to(GOLDEN) for key in BY_KEY for path in (GOLDEN / key).glob("*.jsonl"))
EVERY = 10


def changeable(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[object, str]]:
    """All that may change in a state or an event, each with where it stands."""
    match value:
        case BaseModel():
            inside = vars(value)
        case dict():
            inside = value
        case list():
            inside = {str(number): part for number, part in enumerate(value)}
        case _:
            return
    yield value, join_path(path)
    for name, part in inside.items():
        yield from changeable(part, (*path, str(name)))


def shared(table: Table, taken: dict[int, str]) -> Iterator[str]:
    """What stands in two places of a table, or in one of it and one that was taken before."""
    known = dict(taken)
    for part, path in changeable(table):
        if id(part) in known:
            yield f"{known[id(part)]} = {path}"
        known[id(part)] = path


@pytest.mark.parametrize("log", LOGS, ids=str)
def test_no_part_of_a_table_stands_in_two_places_or_in_an_event(log: Path) -> None:
    golden = read_golden(log.parent.name, log.stem)
    campaign = Campaign("0" * 32, golden.game, Memory(golden.raws), {pack.digest: pack for pack in golden.packs}.get)
    events = [entry.event for entry in campaign.entries() if entry.event]
    shown = {id(part): f"{event.topic} {path}" for event in events for part, path in changeable(event)}
    found = set[str]()

    def look(position: int, table: Table) -> None:
        if position % EVERY == 0:
            found.update(shared(table, shown))

    fold_entries(campaign.empty_table(), campaign.source.rows(), campaign.standing(), campaign.reader, look)
    assert found == set()


def test_the_law_notices_a_list_that_stands_in_two_places() -> None:
    hand = ["calm"]
    table = Harbour(seats={"Ann": Seat.model_construct(hand=hand), "Bob": Seat.model_construct(hand=hand)})
    assert list(shared(table, {})) == ["seats.Ann.hand = seats.Bob.hand"]
