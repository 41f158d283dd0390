"""A log in a database that several computers share: prepared, moved into and back, given what it lacks."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.campaign_files import shared_log
from companion.config import DISTRIBUTION
from companion.web.visitors.guests import Guests
from tests.companion.cli.conftest import KEY, Terminal
from tests.shared import Database


@pytest.fixture
def url(database: Database) -> str:
    """The address of a database without tables."""
    return database.new_database()


def stored(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that cannot be made again, without the numbers of rows."""
    with closing(sqlite3.connect(file)) as db:
        return {
            table: db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
            for table, columns in {
                "entries": "originator_id, originator_version, topic, state",
                "commands": "*",
                "packs": "*",
                "photos": "*",
                "quarantine": "*",
            }.items()
        }


def test_two_computers_record_into_one_database(empty: Terminal, url: str, tmp_path: Path) -> None:
    empty.ok("store", "prepare", "--store", url)
    key = empty.ok("new", "runewars", "War", "--store", url).out.strip()
    other = empty.elsewhere(tmp_path / "other")
    assert key in other.ok("list", "--store", url).out
    other.ok("record", key, "note-added", "text=from the other one", "--store", url)
    assert "from the other one" in empty.ok("log", key, "--store", url).out
    assert empty.ok("verify", "--store", url).out.strip() == "Everything is in order."


def test_a_query_reads_the_copy_after_it_has_caught_up(empty: Terminal, url: str, tmp_path: Path) -> None:
    empty.ok("store", "prepare", "--store", url)
    key = empty.ok("new", "runewars", "War", "--store", url).out.strip()
    other = empty.elsewhere(tmp_path / "other")
    other.ok("record", key, "note-added", "text=from the other one", "--store", url)
    found = "SELECT position FROM log WHERE id IN (SELECT rowid FROM log_fts WHERE log_fts MATCH 'other')"
    assert empty.ok("data", found, "--json", "--store", url).json == [
        {"position": other.ok("log", key, "--json", "--store", url).json[-1]["entry"]}
    ]


def test_a_file_continues_a_campaign_of_a_database(companion: Terminal, url: str, tmp_path: Path) -> None:
    companion.ok("move", f"sqlite://{companion.file}", url)
    companion.ok("record", KEY, "note-added", "text=played away")
    companion.ok("export", KEY, tmp_path / "away.jsonl")
    other = companion.elsewhere(tmp_path / "other")
    assert other("import", tmp_path / "away.jsonl", "--store", url).out.strip() == KEY
    assert "played away" in companion.ok("log", KEY, "--store", url).out
    assert companion.ok("verify", "--store", url).out.strip() == "Everything is in order."


def test_the_database_may_stand_in_the_environment(empty: Terminal, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STORE", url)
    empty.ok("store", "prepare")
    empty.ok("store", "prepare")
    assert empty.ok("list", "--json").json == []


def test_a_database_that_was_not_prepared_says_so(empty: Terminal, url: str) -> None:
    result = empty("list", "--store", url)
    assert "companion store prepare" in result.err
    assert result.code


def test_a_database_that_does_not_keep_every_text_is_not_prepared(empty: Terminal, database: Database) -> None:
    result = empty("store", "prepare", "--store", database.new_database("SQL_ASCII"))
    assert (result.code, "createdb --encoding=UTF8 --template=template0" in result.err) == (4, True)


def test_without_a_database_there_is_nothing_to_prepare(empty: Terminal) -> None:
    result = empty("store", "prepare")
    assert (result.code, "COMPANION_STORE" in result.err) == (2, True)


def test_without_the_driver_it_is_said_what_to_install(
    empty: Terminal, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(shared_log, "import_module", missing)
    result = empty("list", "--store", url)
    assert f"{DISTRIBUTION}[postgresql]" in result.err


def test_all_is_moved_into_a_database_and_back_byte_for_byte(companion: Terminal, url: str, tmp_path: Path) -> None:
    companion.ok("record", KEY, "note-added", "text=before it moves")
    companion.ok("undo", KEY)
    Guests(companion.data / "guests.db").join("war", "Ann", "player", ("castle",))
    back = tmp_path / "back" / "campaigns.db"
    back.parent.mkdir()
    companion.ok("move", f"sqlite://{companion.file}", url)
    companion.ok("move", url, f"sqlite://{back}")
    assert stored(back) == stored(companion.file)
    assert [guest.name for guest in Guests(back.with_name("guests.db")).guests_of_campaign("war")] == ["Ann"]
    assert companion.typed("verify", "--store", f"sqlite://{back}").out.strip() == "Everything is in order."


def test_nothing_is_moved_onto_other_campaigns(companion: Terminal, url: str) -> None:
    companion.ok("move", f"sqlite://{companion.file}", url)
    assert "already" in companion("move", f"sqlite://{companion.file}", url).err
    assert "already" in companion("move", url, f"sqlite://{companion.file}").err


def test_a_move_to_a_file_leaves_a_whole_private_one_or_none(
    companion: Terminal, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion.ok("move", f"sqlite://{companion.file}", url)
    assert companion("move", url, f"sqlite://{tmp_path}/nowhere/new.db").code == 5
    with monkeypatch.context() as patch:
        patch.setattr(shared_log, "quarantine_write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert companion("move", url, f"sqlite://{tmp_path}/new.db").code == 130
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    (tmp_path / "new.db-wal").write_bytes(b"of another file")
    assert "“new.db-wal” already" in companion("move", url, f"sqlite://{tmp_path}/new.db").err
    (tmp_path / "new.db-wal").unlink()
    companion.ok("move", url, f"sqlite://{tmp_path}/new.db")
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0


def test_a_move_to_a_file_replaces_no_guests(companion: Terminal, url: str) -> None:
    companion.ok("move", f"sqlite://{companion.file}", url)
    Guests(companion.data / "guests.db").join("war", "Ann", "player", ("castle",))
    result = companion("move", url, f"sqlite://{companion.data}/new.db")
    assert (result.code, "Move into a new folder" in result.err) == (2, True)
    assert [guest.name for guest in Guests(companion.data / "guests.db").guests_of_campaign("war")] == ["Ann"]


@pytest.mark.parametrize(
    ("source", "target"), [("sqlite:///a.db", "sqlite:///b.db"), ("postgresql://a", "postgres://b")]
)
def test_it_is_moved_between_a_file_and_a_database(empty: Terminal, source: str, target: str) -> None:
    assert empty("move", source, target).code == 2


def test_a_file_that_is_not_there_is_not_moved(empty: Terminal, url: str, tmp_path: Path) -> None:
    assert empty("move", f"sqlite://{tmp_path}/none.db", url).code == 2
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("words", [("repair",), ("restore", "some.db")])
def test_a_copy_is_not_put_right_but_followed_anew(empty: Terminal, url: str, words: tuple[str, ...]) -> None:
    assert (empty(*words, "--store", url).code) == 2


def test_a_damaged_copy_is_followed_anew(companion: Terminal, url: str) -> None:
    companion.ok("move", f"sqlite://{companion.file}", url)
    before = companion.ok("log", KEY, "--store", url).out
    copy = companion.data / "shared.db"
    copy.write_bytes(b"noise" * 4_000)
    assert companion.ok("log", KEY, "--store", url).out == before


def test_a_database_that_was_restored_is_given_what_it_lacks(
    companion: Terminal, database: Database, tmp_path: Path
) -> None:
    today, yesterday = database.new_database(), database.new_database()
    for url in (today, yesterday):
        companion.ok("move", f"sqlite://{companion.file}", url)
    companion.ok("record", KEY, "note-added", "text=of today", "--store", today)
    refused = companion("record", KEY, "note-added", "text=too late", "--store", yesterday)
    assert "companion store return" in refused.err
    assert "of today" in companion.ok("log", KEY, "--store", yesterday).out
    assert "1 entries" in companion.ok("store", "return", "--store", yesterday).out
    companion.ok("record", KEY, "note-added", "text=and on", "--store", yesterday)
    elsewhere = companion.elsewhere(tmp_path / "elsewhere")
    said = elsewhere.ok("log", KEY, "--store", yesterday).out
    assert ["of today" in said, "and on" in said, "too late" in said] == [True, True, False]


def test_two_that_went_on_by_themselves_are_not_mixed(companion: Terminal, database: Database, tmp_path: Path) -> None:
    today, yesterday = database.new_database(), database.new_database()
    for url in (today, yesterday):
        companion.ok("move", f"sqlite://{companion.file}", url)
    companion.ok("record", KEY, "note-added", "text=of today", "--store", today)
    companion.elsewhere(tmp_path / "other").ok("record", KEY, "note-added", "text=another", "--store", yesterday)
    assert "have different entries" in companion("store", "return", "--store", yesterday).err
