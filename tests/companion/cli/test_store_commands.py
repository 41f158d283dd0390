"""The whole file: verify, rebuild, backup, restore, serve, demo; and a file that cannot be used."""

import errno
import lzma
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.config import TABLES
from companion.script import Script
from companion.web.network.addresses import host_name_for_network, own_network_address
from domain.store import FileStore, salvage
from tests.companion.cli.conftest import DEMO, KEY, Terminal

GOLDEN_FILES = Path(__file__).parents[2] / "golden" / "files"
GAIN = ("record", KEY, "faction-reputation-gained", "faction=gramask", "amount=1")


def sql(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


# --- verify, rebuild ---


def test_a_sound_file_is_sound(companion: Terminal) -> None:
    assert companion.ok("verify").out == "Everything is in order.\n"
    assert companion.ok("verify", "--json").json == {"sound": True, "faults": []}


def test_a_changed_entry_is_found(companion: Terminal) -> None:
    sql(companion.file, "UPDATE entries SET state=CAST(replace(state, '\"amount\":2', '\"amount\":9') AS BLOB)")
    result = companion("verify")
    assert (result.code, "evening-one: entry 7 does not follow from entry 6" in result.out) == (6, True)
    output = companion("verify", "--json")
    assert (output.code, output.json["sound"], output.json["faults"][0]["campaign"]) == (6, False, KEY)


def test_a_wrong_row_is_found_and_built_anew(companion: Terminal) -> None:
    sql(companion.file, "UPDATE campaigns SET name='Nonsense'")
    assert companion("verify").code == 6
    assert companion.ok("rebuild").out == "The read models were rebuilt.\n"
    assert companion.ok("rebuild", "--json").json == {"rebuilt": True, "entries": 7, "faults": []}
    assert companion.ok("verify").out == "Everything is in order.\n"


# --- repair ---


def hurt(file: Path, table: str) -> None:
    """Noise in every page of a table."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        pages = [page for (page,) in db.execute("SELECT pageno FROM dbstat WHERE name=? AND pageno>1", (table,))]
    data = bytearray(file.read_bytes())
    for page in pages:
        data[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    file.write_bytes(data)


@pytest.mark.parametrize("word", ["repair", "rebuild"])
def test_what_a_damaged_file_still_holds_is_put_into_a_fresh_one(companion: Terminal, word: str) -> None:
    state = companion.ok("state", KEY).json
    hurt(companion.file, "log")
    assert companion("verify").code == 6
    output = companion.ok(word).out.splitlines()
    assert output[0] == "7 entries were rescued into a new file. The damaged file is kept as campaigns.db.damaged-1."
    assert companion.ok("verify").out == "Everything is in order.\n"
    assert companion.ok("state", KEY).json == state
    companion.ok(*GAIN)


def test_a_sound_file_is_not_repaired(companion: Terminal) -> None:
    companion.ok("verify")
    before = {path.name: path.stat().st_ino for path in companion.data.iterdir()}
    said = companion.ok("repair").out
    assert said == "Nothing is damaged: all 7 entries are intact. The file was not changed.\n"
    assert companion.ok("repair", "--json").json["kept"] is None
    assert {path.name: path.stat().st_ino for path in companion.data.iterdir()} == before


def test_a_file_whose_tables_alone_are_wrong_is_repaired(companion: Terminal) -> None:
    sql(companion.file, "UPDATE campaigns SET name='Nonsense'")
    assert "The damaged file is kept" in companion.ok("repair").out
    assert companion.ok("verify").out == "Everything is in order.\n"


def test_verify_says_what_to_do_about_tables_that_differ_from_the_log(companion: Terminal) -> None:
    sql(companion.file, "UPDATE campaigns SET name='Nonsense'", "UPDATE state SET value='{}'")
    said = companion("verify").out.splitlines()
    assert said
    assert all(line.endswith("; run rebuild") for line in said)
    companion.ok("rebuild")
    companion.ok("verify")


@pytest.mark.parametrize("words", [["list"], ["new", "runewars", "War"], ["demo"], ["repair"], ["restore", "x.db"]])
def test_the_database_of_another_program_is_left_as_it_is(empty: Terminal, tmp_path: Path, words: list[str]) -> None:
    other = tmp_path / "places.sqlite"
    sql(other, "CREATE TABLE places (name)", "INSERT INTO places VALUES ('home')")
    before = other.read_bytes()
    result = empty.typed("--store", f"sqlite://{other}", *words)
    assert (result.code, "another program" in result.err) == (6, True)
    assert other.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [other.name]


def test_a_repair_looks_into_backups_of_the_past_before_those_of_a_clock_that_was_wrong(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (companion.data / "backups").mkdir()
    for name in ("2999-01-01.db", "2026-05-01.db.kept-1"):
        companion.ok("backup", tmp_path / name)
        (tmp_path / name).rename(companion.data / "backups" / f"campaigns-{name}")
    looked, find = list[str](), salvage.read_salvageable
    monkeypatch.setattr(
        "companion.campaign_files.repair.read_salvageable", lambda path: (looked.append(path.name), find(path))[1]
    )
    hurt(companion.file, "state")
    companion.ok("repair")
    assert looked == ["campaigns.db", "campaigns-2026-05-01.db.kept-1"]


def test_what_a_repair_does_not_find_is_told(companion: Terminal) -> None:
    hurt(companion.file, "entries")
    output = companion("repair", "--json")
    assert (output.code, "No campaign was found" in output.err) == (6, True)


# --- backup ---


def test_a_backup_is_a_copy_of_everything(companion: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    assert companion.ok("backup", file).out == f"Wrote {file} ({file.stat().st_size} bytes).\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.db", "data"]
    (tmp_path / "other").mkdir()
    shutil.copy(file, tmp_path / "other" / "campaigns.db")
    assert companion.elsewhere(tmp_path / "other").ok("state", KEY).json == companion.ok("state", KEY).json


@pytest.mark.parametrize("copy", ["backup", "archive", "site"])
def test_a_folder_without_campaigns_is_not_copied(companion: Terminal, tmp_path: Path, copy: str) -> None:
    """On a server that is mostly a shell that does not know where they are."""
    said = companion.elsewhere(tmp_path / "elsewhere")(copy, tmp_path / "copy")
    assert (said.code, (tmp_path / "copy").exists()) == (5, False)
    assert "Name another folder with --data." in said.err


def test_a_backup_replaces_nothing(companion: Terminal, tmp_path: Path) -> None:
    (tmp_path / "backup.db").write_text("old")
    result = companion("backup", tmp_path / "backup.db")
    assert (result.code, (tmp_path / "backup.db").read_text()) == (4, "old")


def test_a_backup_needs_a_folder(companion: Terminal, tmp_path: Path) -> None:
    assert companion("backup", tmp_path / "nowhere" / "backup.db").code == 5


def test_a_backup_that_breaks_off_leaves_nothing(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_off(_: object, path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FileStore, "backup", breaks_off)
    assert companion("backup", tmp_path / "backup.db").code == 4
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


# --- restore ---


@pytest.fixture
def backup(companion: Terminal, tmp_path: Path) -> Path:
    """A backup of seven entries, in a folder of an awkward name; the file itself has eight."""
    (tmp_path / "a#b?c%20d").mkdir()
    companion.ok("backup", tmp_path / "a#b?c%20d" / "backup.db")
    companion.ok(*GAIN)
    return tmp_path / "a#b?c%20d" / "backup.db"


def test_restoring_keeps_the_former_file(companion: Terminal, backup: Path) -> None:
    before = backup.read_bytes()
    output = companion.ok("restore", backup).out
    assert output == f"Restored {backup}. The previous file is kept as campaigns.db.before-restore-1.\n"
    assert companion.head() == 7
    assert companion.ok("verify").out == "Everything is in order.\n"
    assert backup.read_bytes() == before
    assert [path.name for path in backup.parent.iterdir()] == ["backup.db"]
    kept = companion.data / "campaigns.db.before-restore-1"
    assert companion.typed("--store", f"sqlite://{kept}", "list", "--json").json[0]["entries"] == 8


def test_a_restore_ignores_the_journal_of_a_missing_file(companion: Terminal, backup: Path) -> None:
    sql(companion.file, "PRAGMA journal_mode=WAL")
    db = sqlite3.connect(companion.file)
    db.execute("CREATE TABLE later AS SELECT zeroblob(100000)")
    db.commit()
    journal = companion.file.with_name("campaigns.db-wal")
    left = journal.read_bytes()
    db.close()
    companion.file.unlink()
    journal.write_bytes(left)
    companion.ok("restore", backup)
    assert companion.ok("verify").out == "Everything is in order.\n"
    assert (companion.data / "campaigns.db.before-restore-1-wal").read_bytes() == left
    companion.ok("restore", backup)
    assert (companion.data / "campaigns.db.before-restore-1-wal").read_bytes() == left


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="Only an administrator gives files away.")
def test_what_an_administrator_restores_is_still_the_service_s(companion: Terminal, backup: Path) -> None:
    file = companion.data / "campaigns.db"
    os.chown(file, 12345, 12346)
    companion.ok("restore", backup)
    kept = file.stat()
    assert (kept.st_uid, kept.st_gid) == (12345, 12346)


def test_restoring_twice_keeps_both(companion: Terminal, backup: Path) -> None:
    companion.ok("restore", backup)
    kept = companion.ok("restore", backup, "--json").json["kept"]
    assert kept == str(companion.data / "campaigns.db.before-restore-2")


def test_restoring_where_nothing_was(companion: Terminal, backup: Path, tmp_path: Path) -> None:
    other = companion.elsewhere(tmp_path / "deep" / "other")
    assert other.ok("restore", backup).out == f"Restored {backup}.\n"
    assert other.head() == 7


def test_what_the_journal_of_the_former_file_holds_is_kept_with_it(companion: Terminal, backup: Path) -> None:
    with closing(sqlite3.connect(companion.file)) as crashed:
        crashed.execute("PRAGMA wal_autocheckpoint=0")
        crashed.execute("PRAGMA journal_mode=WAL")
        crashed.execute("UPDATE campaigns SET name='In the journal'")
        crashed.commit()
        parts = {suffix: Path(f"{companion.file}{suffix}").read_bytes() for suffix in ("", "-wal")}
    for suffix, part in parts.items():
        Path(f"{companion.file}{suffix}").write_bytes(part)
    assert parts["-wal"]
    companion.ok("restore", backup)
    assert not Path(f"{companion.file}-wal").exists()
    assert companion.ok("list", "--json").json[0]["name"] == "Evening one"
    with closing(sqlite3.connect(companion.data / "campaigns.db.before-restore-1")) as kept:
        assert kept.execute("SELECT name FROM campaigns").fetchall() == [("In the journal",)]


def test_a_backup_with_a_journal_beside_it_is_taken_with_it(companion: Terminal, tmp_path: Path) -> None:
    with closing(sqlite3.connect(companion.file)) as busy:
        busy.execute("PRAGMA journal_mode=WAL")
        busy.execute("UPDATE campaigns SET name='In the journal'")
        busy.commit()
        for suffix in ("", "-wal"):
            shutil.copy(f"{companion.file}{suffix}", tmp_path / f"backup.db{suffix}")
    companion.ok("restore", tmp_path / "backup.db")
    assert companion.ok("list", "--json").json[0]["name"] == "In the journal"


def test_a_file_in_use_is_not_replaced(companion: Terminal, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.campaign_files.backups.PATIENCE", 0.05)
    with closing(sqlite3.connect(companion.file)) as serving:
        serving.execute("PRAGMA journal_mode=WAL")
        serving.execute("SELECT * FROM entries").fetchall()
        result = companion("restore", backup)
    assert (result.code, "Stop it first" in result.err, companion.head()) == (4, True, 8)
    assert len([path for path in companion.data.iterdir() if "restore" in path.name]) == 0


def _torn(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _scratched(data: bytes) -> bytes:
    return data[:4096] + b"\xff" * 8192 + data[12288:]


def _foreign(_: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE recipes (name)")
        return db.serialize()


@pytest.mark.parametrize("spoil", [_torn, _scratched, _foreign, lambda _: b"hello", lambda _: b""])
def test_a_damaged_backup_touches_nothing(companion: Terminal, backup: Path, spoil: Callable[[bytes], bytes]) -> None:
    backup.write_bytes(spoil(backup.read_bytes()))
    before = {path.name: path.read_bytes() for path in companion.data.iterdir()}
    result = companion("restore", backup)
    assert (result.code, result.out) == (6, "")
    assert result.err.startswith("backup.db is ")
    assert {path.name: path.read_bytes() for path in companion.data.iterdir()} == before


@pytest.mark.parametrize("name", ["missing.db", "."])
def test_a_backup_that_is_not_there_is_not_found(companion: Terminal, tmp_path: Path, name: str) -> None:
    assert companion("restore", tmp_path / name).code == 5


def test_a_damaged_file_is_replaced_and_kept(companion: Terminal, backup: Path) -> None:
    companion.file.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5_000)
    assert companion("list").code == 6
    companion.ok("restore", backup)
    assert companion.head() == 7
    assert (companion.data / "campaigns.db.before-restore-1").read_bytes().endswith(b"\xff")


# --- a file that cannot be used ---


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a lock."""
    monkeypatch.setattr("companion.campaign_files.opening.FileStore", partial(FileStore, lock_timeout=1))


def test_a_locked_file_is_a_conflict(companion: Terminal, impatient: None) -> None:
    with closing(sqlite3.connect(companion.file)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        result = companion(*GAIN)
    assert (result.code, result.out, companion.head()) == (4, "", 7)
    assert result.err == "Another program is using the campaign file. Try again in a moment.\n"


def test_a_file_of_an_earlier_release_is_brought_over_by_any_command_and_told(empty: Terminal) -> None:
    empty.data.mkdir()
    empty.file.write_bytes(lzma.decompress((GOLDEN_FILES / "first.db.xz").read_bytes()))
    output = "The campaign file was converted to this release. The old file is kept next to it.\n"
    assert empty("list").err == output
    assert empty.ok("list").err == ""
    assert (empty.data / "campaigns.db.earlier-1").is_file()


def test_a_read_only_file_is_looked_at_but_not_written(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def read_only(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db = connect(*args, **kwargs)
        db.execute("PRAGMA query_only=ON")
        return db

    monkeypatch.setattr("eventsourcing.sqlite.sqlite3.connect", read_only)
    result = companion(*GAIN)
    assert (result.code, "read-only" in result.err) == (4, True)
    monkeypatch.undo()
    assert companion.head() == 7


def test_a_full_disk_is_told_and_nothing_is_recorded(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def full(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db = connect(*args, **kwargs)
        db.execute("PRAGMA max_page_count=1")
        return db

    monkeypatch.setattr("eventsourcing.sqlite.sqlite3.connect", full)
    result = companion("record", KEY, "note-added", f"text={'x' * 5_000}")
    assert (result.code, result.err) == (4, "The disk is full. Nothing was recorded.\n")
    monkeypatch.undo()
    assert companion.head() == 7


@pytest.mark.parametrize("words", [["list"], ["log", KEY], list(GAIN), ["verify"], ["new", "agemonia", "x"]])
@pytest.mark.parametrize("data", [b"hello" * 1_000, b"SQLite format 3\x00" + b"\xff" * 5_000])
def test_a_damaged_file_is_told(companion: Terminal, words: list[str], data: bytes) -> None:
    companion.file.write_bytes(data)
    result = companion(*words)
    assert (result.code, result.out) == (6, "")
    assert "companion repair" in result.err
    assert companion.file.read_bytes() == data


def test_a_folder_that_cannot_be_made_is_told(empty: Terminal, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = empty.elsewhere(tmp_path / "file" / "data")("list")
    assert (result.code, "Not a directory" in result.err) == (4, True)
    assert empty.elsewhere(tmp_path / "file")("list").code == 2


# --- serve ---


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was served, and where."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr("companion.web.application.serve.serve", lambda services, *where: calls.append(where))
    return calls


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ([], ("127.0.0.1", 8000)),
        (["--host", "192.168.1.5", "--port", "80"], ("192.168.1.5", 80)),
        (["--lan"], ("127.0.0.1", 8000)),
    ],
)
def test_the_pages_are_served_where_they_are_asked_for(
    companion: Terminal, served: list[tuple[Any, ...]], words: list[str], where: tuple[str, int]
) -> None:
    companion.ok("serve", *words)
    assert [call[:2] for call in served] == [where]


@pytest.mark.parametrize(("words", "opened"), [([], False), (["--browser"], True)])
def test_the_browser_is_opened_if_wanted(
    companion: Terminal, served: list[tuple[Any, ...]], words: list[str], opened: bool
) -> None:
    companion.ok("serve", *words)
    assert [call[-1] for call in served] == [opened]


@pytest.mark.parametrize("host", ["zzz", "256.1.1.1", "192.0.2.1", "no such name", "a" * 300])
def test_where_nobody_can_listen_is_told_in_a_sentence(companion: Terminal, host: str) -> None:
    result = companion("serve", "--host", host, "--port", "0")
    assert (result.code, f"Cannot listen on {host}:0" in result.err) == (2, True)
    assert "Traceback" not in result.err


@pytest.mark.parametrize("host", ["::1", "[::1]", "::", "fd00::7"])
def test_an_address_of_which_no_browser_would_be_answered_is_refused(
    companion: Terminal, served: list[tuple[Any, ...]], host: str
) -> None:
    result = companion("serve", "--host", host)
    assert (result.code, "IPv6" in result.err, served) == (2, True, [])


def test_a_proxy_may_ask_by_an_address_of_ipv6(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("serve", "--behind", "https://table.example", "--trusted-proxy", "fd00::9", "--host", "::")
    assert served[0][0] == "::"


@pytest.mark.parametrize("address", ["table.example", "ftp://table.example", "https://", "https://table.example/deep"])
def test_a_proxys_address_is_that_of_a_site(companion: Terminal, served: list[tuple[Any, ...]], address: str) -> None:
    assert (companion("serve", "--behind", address).code, served) == (2, [])


def test_behind_a_proxy_its_name_is_answered_to(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("serve", "--behind", "https://table.example:8443")
    assert served[0][2] == ("localhost", "127.0.0.1", "table.example")
    assert (served[0][3].behind, served[0][3].campaign.key) == ("https://table.example:8443", KEY)


@pytest.mark.parametrize("other", [["--lan"], ["--host", "0.0.0.0"]])
def test_a_proxy_and_the_network_are_not_both_listened_to(
    companion: Terminal, served: list[tuple[Any, ...]], other: list[str]
) -> None:
    assert (companion("serve", "--behind", "https://table.example", *other).code, served) == (2, [])


def test_for_so_many_tables_it_is_served_as_are_said_to_be_played(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    monkeypatch.setattr(
        "companion.web.application.serve.serve", lambda services, *_: found.append(services.settings.tables)
    )
    for words in ([], ["--tables", "200"], ["--tables", "200", "--lan"]):
        companion.ok("serve", *words)
    assert found == [TABLES, 200, 200]
    assert companion("serve", "--tables", "0").code == 2


def test_a_proxy_on_another_computer_is_believed_by_its_address(
    companion: Terminal, served: list[tuple[Any, ...]]
) -> None:
    named = ("--trusted-proxy", "172.16.0.0/12", "--trusted-proxy", "10.0.0.7")
    companion.ok("serve", "--behind", "https://table.example", "--host", "0.0.0.0", *named)
    assert (served[0][0], served[0][3].proxies) == ("0.0.0.0", ("172.16.0.0/12", "10.0.0.7"))


def test_a_proxy_that_is_not_named_is_on_this_computer(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("serve", "--behind", "https://table.example")
    assert served[0][3].proxies == ("127.0.0.1",)


def test_a_proxy_says_who_has_signed_in_where_it_is_told_so(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []
    monkeypatch.setattr(
        "companion.web.application.serve.serve", lambda services, *where: found.append(services.settings)
    )
    companion.ok("serve", "--behind", "https://table.example", "--host-header", "X-Forwarded-User", "--quota", "3")
    assert (found[0].host_header, found[0].quota) == ("X-Forwarded-User", 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--trusted-proxy", "10.0.0.7"], "needs --behind"),
        (["--behind", "https://table.example", "--trusted-proxy", "caddy"], "takes an address or a network"),
        (["--behind", "https://table.example", "--trusted-proxy", "0.0.0.0/0"], "contains every address"),
        (["--behind", "https://table.example", "--host", "0.0.0.0"], "--trusted-proxy"),
        (["--host-header", "X-Forwarded-User"], "Give --behind, and --trusted-proxy"),
        (["--behind", "https://table.example", "--host-header", "X: y"], "takes the name of a header"),
        (["--behind", "https://table.example", "--quota", "3"], "--quota needs --host-header"),
        (["--behind", "https://table.example", "--log", "json"], "Set COMPANION_HOST_TOKEN"),
    ],
)
def test_a_proxy_that_cannot_be_believed_is_refused_with_a_sentence(
    companion: Terminal, served: list[tuple[Any, ...]], words: list[str], said: str
) -> None:
    result = companion("serve", *words)
    assert (result.code, said in result.err, served) == (2, True, [])


def test_only_the_names_of_this_computer_are_answered_to(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("serve")
    assert served[0][2] == ("localhost", "127.0.0.1")


def test_the_phones_join_the_campaign_last_played(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("serve", "--lan")
    opening = served[0][3]
    assert (opening.name, opening.campaign.key) == ("", KEY)


def test_the_phones_join_the_campaign_that_is_asked_for(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    companion.ok("branch", KEY, "Another evening")
    companion.ok("serve", "--lan", "--campaign", KEY)
    assert served[0][3].campaign.key == KEY


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("localhost", ""),
        ("192.168.1.5", "192.168.1.5"),
        ("fd00::5", "[fd00::5]"),
        ("table.local", "table.local"),
        ("0.0.0.0", own_network_address()),
    ],
)
def test_phones_are_led_to_where_they_reach_this_computer(address: str, name: str) -> None:
    assert host_name_for_network(address) == name


def test_where_there_is_no_campaign_the_phones_join_none(empty: Terminal, served: list[tuple[Any, ...]]) -> None:
    empty.ok("serve", "--lan")
    assert served[0][3].campaign is None


def test_a_campaign_to_join_has_to_be_there(companion: Terminal, served: list[tuple[Any, ...]]) -> None:
    assert (companion("serve", "--lan", "--campaign", "nope").code, served) == (5, [])


def test_only_this_computer_is_opened_to_unless_told_otherwise(
    companion: Terminal, served: list[tuple[Any, ...]]
) -> None:
    companion.ok("serve")
    assert served[0][3] is None


@pytest.mark.parametrize(
    "words",
    [["--port", "x"], ["--port", "65536"], ["--lan", "--host", "x"], ["--campaign", KEY]],
)
def test_an_address_that_is_none_is_a_usage_error(
    companion: Terminal, served: list[tuple[Any, ...]], words: list[str]
) -> None:
    assert (companion("serve", *words).code, served) == (2, [])


def test_a_port_that_is_taken_is_a_conflict(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr("companion.web.application.serve.serve", taken)
    result = companion("serve")
    assert (result.code, result.err) == (4, "Address already in use\n")


def test_without_a_network_it_is_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> "Nowhere":
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: object) -> None:
            raise OSError

    monkeypatch.setattr("socket.socket", Nowhere)
    assert own_network_address() == "127.0.0.1"


# --- demo ---


def test_the_demo_is_a_campaign_under_way(played: Terminal) -> None:
    rows = {row["key"]: row for row in played.ok("list", "--json").json}
    assert rows[DEMO]["sessions"] == 6
    assert played.ok("verify").out == "Everything is in order.\n"


def test_the_demo_made_before_is_left_as_it_is(played: Terminal) -> None:
    played.ok("record", DEMO, "note-added", "text=Ours")
    before = played.ok("list", "--json").json
    assert played.ok("demo", "agemonia", "--json").json == {"key": DEMO}
    assert played.ok("list", "--json").json == before


def test_a_demo_that_broke_off_is_finished(
    empty: Terminal, played: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, count = Script.line, iter(range(30))

    def breaks_off(self: Script, output: dict[str, Any]) -> object:
        if next(count, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return line(self, output)

    half = played.elsewhere(tmp_path / "half")
    with monkeypatch.context() as patch:
        patch.setattr(Script, "line", breaks_off)
        assert half("demo").code == 4
    assert half.head(DEMO) < 60
    half.ok("demo")
    assert half.ok("state", DEMO).json == played.ok("state", DEMO).json


def test_there_is_no_demo_of_a_game_that_is_not_there(empty: Terminal) -> None:
    assert empty("demo", "chess").code == 5
