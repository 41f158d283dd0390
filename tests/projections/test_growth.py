"""What reading a log costs at two lengths, in what no clock measures: steps of SQLite, and entries that are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from domain.log.campaign import Campaign
from domain.store.connections import Readers
from domain.store.recorder import EntryRecorder
from tests.bench.logs import long_log
from tests.house import House
from tests.toy import GAME

SHORT, LONG = 400, 4_000
HUNDRED = 100


@dataclass
class Read:
    """What was read: hundreds of steps of SQLite's machine, and entries."""

    steps: int = 0
    entries: int = 0


@contextmanager
def counting(house: House) -> Iterator[Read]:
    """Counts what the readers of a file do."""
    read, take, select = Read(), Readers.take, EntryRecorder._select_where

    def count_step() -> int:
        read.steps += 1
        return 0

    def take_counted(self: Readers) -> Any:
        db = take(self)
        db.set_progress_handler(count_step, HUNDRED)
        return db

    def select_counted(self: EntryRecorder, *args: Any) -> Any:
        found = select(self, *args)
        read.entries += len(found)
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Readers, "take", take_counted)
        patched.setattr(EntryRecorder, "_select_where", select_counted)
        yield read
    with house.store.reading() as cursor:
        cursor.connection.set_progress_handler(None, 0)


@pytest.fixture
def short(house: House) -> str:
    return long_log(house, GAME, SHORT)


@pytest.fixture
def long(house: House) -> str:
    return long_log(house, GAME, LONG, seed=2)


def read_by(house: House, campaign: str, act: Callable[[Campaign], object]) -> Read:
    """What is read when something is done with a campaign, after it was done once."""
    with house.campaigns.open(campaign) as live:
        act(live)
    with house.campaigns.open(campaign) as live, counting(house) as read:
        act(live)
    return read


def test_entries_at_some_positions_are_looked_up_without_a_walk(house: House, short: str, long: str) -> None:
    def look_up(live: Campaign) -> None:
        live._remembered.clear()
        assert len(live.entries_found((5, 200, live.position))) == 3

    few, many = (read_by(house, campaign, look_up) for campaign in (short, long))
    assert many.steps <= few.steps + 1
    assert many.entries == few.entries == 3
