"""The store's recorder does what the library asks of any: its own conformance cases, on our tables and connections.

Snapshots are no part of them: they are a cache, where one that is made again takes the place of the former one.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.tests import persistence as cases

from domain.store.connections import Datastore
from domain.store.recorder import EntryRecorder


class Stored:
    """A new file for each case, in which campaigns are called by texts.

    Two cases count entries from 0, which is no position here: what else is asked of one that follows stays.
    """

    datastore: Datastore

    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> Iterator[None]:
        self.datastore = Datastore(tmp_path / "campaigns.db", 5)
        yield
        self.datastore.close()

    def new_originator_id(self) -> str:
        return uuid4().hex

    def create_recorder(self) -> EntryRecorder:
        recorder = EntryRecorder(self.datastore)
        recorder.insert_events_statement = recorder.insert_events_statement.replace("?2=1 ", "?2<=1 ")
        recorder.create_table()
        return recorder


class TestEntries(Stored, cases.ApplicationRecorderTestCase):
    """Their order, their conflicts, and many who write while others read."""


class TestNeighbours(Stored, cases.NonInterleavingNotificationIDsBaseCase):
    """Entries of two who write at once stand one group behind the other."""


@pytest.fixture
def entries(tmp_path: Path) -> Iterator[EntryRecorder]:
    datastore = Datastore(tmp_path / "campaigns.db", 5)
    recorder = EntryRecorder(datastore)
    recorder.create_table()
    yield recorder
    datastore.close()


@pytest.mark.parametrize("position", [-1, 0, 3])
def test_an_entry_that_follows_no_other_is_a_conflict(entries: EntryRecorder, position: int) -> None:
    entries.insert_events([StoredEvent("c", 1, "begun", b"{}")])
    with pytest.raises(IntegrityError):
        entries.insert_events([StoredEvent("c", position, "then", b"{}")])
    assert [one.originator_version for one in entries.select_events("c")] == [1]


def test_what_belongs_to_entries_is_stored_with_them_or_not_at_all(entries: EntryRecorder) -> None:
    entries.insert_events([StoredEvent("c", 1, "begun", b"{}")], commands=[("c", "first", 1, 1)])
    with pytest.raises(IntegrityError):
        entries.insert_events([StoredEvent("c", 2, "then", b"{}")], commands=[("c", "first", 2, 2)])
    with pytest.raises(ZeroDivisionError):
        entries.insert_events([StoredEvent("c", 2, "then", b"{}")], writes=[lambda db: 1 // 0])  # type: ignore[list-item]
    assert [one.originator_version for one in entries.select_events("c")] == [1]


@pytest.mark.parametrize("commit", [True, False])
def test_the_cursor_of_a_transaction_ends_with_it(tmp_path: Path, *, commit: bool) -> None:
    """Kept longer, it would end in another thread, and reset a statement that a recording uses by then."""
    datastore = Datastore(tmp_path / "campaigns.db", 5)
    with closing(datastore):
        with datastore.transaction(commit=commit) as kept:
            kept.execute("SELECT 1")
        with pytest.raises(sqlite3.ProgrammingError, match="closed cursor"):
            kept.fetchone()
