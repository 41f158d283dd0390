"""What is told of a file that a later release gave another form: no sentence of SQLite's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.test_caches import companion, key, served

__all__ = ["key"]
LATER = {
    "a column more": "ALTER TABLE commands ADD COLUMN later",
    "a later format": "PRAGMA user_version=99",
}


@pytest.mark.parametrize("change", LATER)
def test_a_file_of_a_later_release_is_told_as_that(tmp_path: Path, key: str, change: str) -> None:
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as db:
        db.execute(LATER[change])
        db.commit()
    for words in (["undo", key], ["record", key, "note-added", "text=Quiet"]):
        code, said, wrong = companion(tmp_path, *words)
        assert (code, said) == (4, "")
        assert "release" in wrong
        assert not [raw for raw in ("SELECT", "INSERT", "column", "no such", "Traceback") if raw in wrong]


def test_a_page_on_it_says_so_too(tmp_path: Path, key: str) -> None:
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as db:
        db.execute(LATER["a column more"])
        db.commit()
    with served(tmp_path) as guest:
        code, page = guest.note(key, "Quiet.")
        read = guest.ask(f"/c/{key}/log")[0]
    assert (code, "Open it with the newest release you have" in page, read) == (503, True, 200)
    assert "columns but" not in page
