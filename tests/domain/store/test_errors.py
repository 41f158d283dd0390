"""What goes wrong with the file is told in our own words, and whether anything was recorded."""

import sqlite3

import pytest
from eventsourcing import persistence

from domain.store.errors import Busy, Conflict, Damaged, fault_of, is_full, translated_errors

OF_LIBRARY, OF_SQLITE = persistence.OperationalError, sqlite3.OperationalError


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (persistence.IntegrityError("twice"), Conflict, "at the same moment"),
        (sqlite3.IntegrityError("twice"), Conflict, "at the same moment"),
        (persistence.ConnectionPoolClosedError(), Busy, "was closed"),
        (OF_SQLITE("database is locked"), Busy, "Another program"),
        (OF_LIBRARY("database is locked"), Busy, "Another program"),
        (OF_SQLITE("database or disk is full"), Busy, "The disk is full"),
        (OF_SQLITE("attempt to write a readonly database"), Busy, "read-only"),
        (OF_SQLITE("no such column: x"), Busy, "cannot read the whole campaign file"),
        (OF_SQLITE("table x has no column named y"), Busy, "cannot read the whole campaign file"),
        (OF_SQLITE("table x has 3 columns but 4 values"), Busy, "cannot read the whole campaign file"),
        (OF_SQLITE("no such table: x"), Busy, "cannot read the whole campaign file"),
        (OF_SQLITE("out of tea"), Busy, "cannot be used (out of tea)"),
        (sqlite3.InterfaceError("bad parameter or other API misuse"), Busy, "cannot be used (bad parameter"),
        (persistence.ProgrammingError("recursive use of cursors"), Busy, "cannot be used (recursive use"),
        (OF_SQLITE("could not decode to UTF-8"), Damaged, "companion repair"),
        (OF_SQLITE("database disk image is malformed"), Damaged, "companion repair"),
        (OF_SQLITE("vtable is corrupt"), Damaged, "companion repair"),
        (sqlite3.DatabaseError("file is not a database"), Damaged, "or not a campaign file"),
    ],
)
def test_each_fault_is_told_as_what_it_means_for_the_table(error: Exception, kind: type[Exception], said: str) -> None:
    fault = fault_of(error, recording=False)
    assert isinstance(fault, kind)
    assert said in str(fault)
    assert "Nothing was recorded" not in str(fault)


@pytest.mark.parametrize("said", ["database or disk is full", "attempt to write a readonly database", "out of tea"])
def test_of_recording_it_is_told_that_nothing_was(said: str) -> None:
    with pytest.raises(Busy, match="Nothing was recorded"), translated_errors(recording=True):
        raise OF_SQLITE(said)
    with pytest.raises(Busy) as reading, translated_errors():
        raise OF_SQLITE(said)
    assert "Nothing was recorded" not in str(reading.value)


def coded(code: int) -> sqlite3.Error:
    error = OF_SQLITE("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "full"), [(sqlite3.SQLITE_FULL, True), (sqlite3.SQLITE_IOERR_SHMSIZE, True), (sqlite3.SQLITE_IOERR, False)]
)
def test_there_is_no_room_where_sqlite_says_so_wherever_it_is_told(code: int, full: bool) -> None:
    around = OF_LIBRARY("wrapped")
    around.__cause__ = coded(code)
    assert [is_full(error) for error in (coded(code), OF_LIBRARY(coded(code)), around)] == [full] * 3
    assert not is_full(OF_LIBRARY("no cause"))
