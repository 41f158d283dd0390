"""The writer: one thread at a time writes, and who closes it waits for nobody."""

import sqlite3
from pathlib import Path

import pytest
from eventsourcing.persistence import ConnectionPoolClosedError

from domain.store.place import FilePlace
from domain.store.writer import Writer


@pytest.fixture
def connections() -> list[sqlite3.Connection]:
    return []


@pytest.fixture
def writer(tmp_path: Path, connections: list[sqlite3.Connection]) -> Writer:
    def connect() -> sqlite3.Connection:
        connections.append(sqlite3.connect(tmp_path / "a.db", isolation_level=None, check_same_thread=False))
        return connections[-1]

    return Writer(connect, FilePlace(tmp_path / "a.db"))


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_who_closes_it_waits_for_nobody_and_who_writes_ends_in_peace(
    writer: Writer, connections: list[sqlite3.Connection]
) -> None:
    with writer as db:
        writer.close()
        db.execute("CREATE TABLE kept (id)")
        assert is_open(connections[0])
    assert not is_open(connections[0])


def test_the_connection_is_closed_at_once_where_nobody_writes(
    writer: Writer, connections: list[sqlite3.Connection]
) -> None:
    with writer:
        pass
    assert is_open(connections[0])
    writer.close()
    assert not is_open(connections[0])


def test_nothing_is_written_once_it_was_closed(writer: Writer) -> None:
    writer.close()
    with pytest.raises(ConnectionPoolClosedError), writer:
        pass


def test_all_threads_write_by_one_connection(writer: Writer, connections: list[sqlite3.Connection]) -> None:
    for _ in range(2):
        with writer:
            pass
    assert len(connections) == 1


def test_who_waits_for_the_writer_waits_no_longer_than_was_said(writer: Writer) -> None:
    with writer:
        writer.finish(0.01)
    writer.finish(0.01)
    with writer:
        pass
