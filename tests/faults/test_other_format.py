"""Read models of another format are rebuilt when a file is opened: nothing is lost, whatever happens meanwhile."""

import lzma
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.campaign_files import opening
from companion.campaign_files.opening import Watched, open_store, without_progress
from companion.campaign_files.repair import repair_file
from companion.config import Settings
from companion.services import Services
from domain.store import Busy, Damaged, NeedsMigration
from domain.store.sqlite import FILE_FORMAT
from projections import PROJECTIONS, Models
from tests.house import House
from tests.suite.patience import HANG
from tests.toy import GAME, CoinsGained

ROOT = Path(__file__).parents[2]
FIRST, RELEASED = (ROOT / "tests" / "golden" / "files" / f"{name}.db.xz" for name in ("first", "0.1.0-campaigns"))
GAMES = {GAME.key: GAME}
KEPT = "campaigns.db.earlier-1"
HEAD = 100
"""Bytes in which SQLite itself counts who opened a file."""
STORED = {
    "entries": "SELECT rowid, * FROM entries ORDER BY rowid",
    "commands": "SELECT * FROM commands",
    "packs": "SELECT * FROM packs ORDER BY digest",
    "photos": "SELECT * FROM photos",
    "quarantine": "SELECT * FROM quarantine",
}
LATER = ("hidden", "game_en", "game_zh")
"""Columns of the list that the first file does not have."""
READ = ("campaigns", "log", "series", "sheets")
Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign file with the tables that came first, as the release that made it left it."""
    path = tmp_path / "campaigns.db"
    path.write_bytes(lzma.decompress(FIRST.read_bytes()))
    return path


def stored(path: Path) -> Rows:
    """All of a file that cannot be made again."""
    with closing(sqlite3.connect(path)) as db:
        return {name: db.execute(select).fetchall() for name, select in STORED.items()}


def without_sentences(found: Rows) -> Rows:
    """The same but for the words of the log, which a release may put otherwise, and for the columns that came later."""
    lines = [tuple(cell for cell in row if cell[0] != "text") for row in found["log"]]
    listed = sorted(tuple(cell for cell in row if cell[0] not in LATER) for row in found["campaigns"])
    kept = {name: rows for name, rows in found.items() if name != "words"}
    return {**kept, "campaigns": listed, "log": sorted(lines, key=str)}


def shown(path: Path) -> Rows:
    """What the read models say, whatever the ids of their lines."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = lambda cursor, row: tuple(
            (column[0], value) for column, value in zip(cursor.description, row, strict=True)
        )
        found = {
            name: sorted(
                tuple(cell for cell in row if cell[0] not in ("id", "number"))
                for row in db.execute(f"SELECT * FROM {name}")
            )
            for name in READ
        }
        index = db.execute("SELECT name FROM sqlite_master WHERE name IN ('log_fts', 'log_words')").fetchone()[0][1]
        db.execute(f"CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', '{index}', 'instance')")
        found["words"] = sorted(
            db.execute("SELECT campaign, position, offset, term FROM temp.terms JOIN log ON log.id=doc").fetchall()
        )
        return found


def sums(path: Path) -> str:
    """What tells a file from any other."""
    return path.read_bytes().hex()


def ids(path: Path) -> list[tuple[int, int, int]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(
            "SELECT id >> 32, number, id & 0xFFFFFFFF = position FROM log JOIN campaigns USING (campaign)"
        ).fetchall()


def opened(path: Path, watched: Watched = without_progress) -> None:
    """Open a file of the game of the tests, and close it."""
    open_store(path, Models(PROJECTIONS), GAMES, watched).close()


def of_other_format(path: Path, number: int, *statements: str) -> None:
    """Make the read models of a file those of another release."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={number}")


def listening(done: list[int]) -> Watched:
    """Remembers how far it was told to be."""

    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        yield done.append

    return watched


# --- they are rebuilt --------------------------------------------------------------------------


def test_all_that_an_earlier_file_holds_is_there_after_its_read_models_were_rebuilt(file: Path) -> None:
    before, repaired = stored(file), without_sentences(shown(file))
    opened(file)
    assert stored(file) == before
    assert without_sentences(shown(file)) == repaired


def test_the_id_of_a_line_is_the_number_of_its_campaign_and_its_position(file: Path) -> None:
    opened(file)
    found = ids(file)
    assert found
    assert all(high == number and fits for high, number, fits in found)


def test_the_former_file_is_kept_as_it_was(file: Path) -> None:
    before = stored(file), shown(file)
    opened(file)
    kept = file.with_name(KEPT)
    assert (stored(kept), shown(kept)) == before
    with pytest.raises(NeedsMigration):
        House(kept)


def test_other_programs_find_the_full_text_index_of_a_rebuilt_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert Database(db).table("log").detect_fts() is None
    opened(file)
    with closing(sqlite3.connect(file)) as db:
        assert Database(db).table("log").detect_fts() == "log_fts"
        assert not db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'log_words%'").fetchall()


def test_a_file_of_this_release_is_neither_rebuilt_nor_kept(file: Path) -> None:
    done: list[int] = []
    opened(file)
    opened(file, listening(done))
    assert done == []
    assert [path.name for path in file.parent.glob("*.earlier-*")] == [KEPT]


def test_what_was_rebuilt_is_played_on(file: Path) -> None:
    opened(file)
    house = House(file)
    campaign = next(id_ for id_ in house.store.campaigns() if house.table(id_)["name"] == "corrections")
    faults = house.verify()
    house.record(campaign, CoinsGained(seat="Ann", amount=77))
    assert [line.text for line in house.log(campaign, "gained 77")] == ["Ann gained 77 coins"]
    assert house.verify() == faults
    house.close()


def test_a_store_does_not_use_an_earlier_file_as_its_own(file: Path) -> None:
    before = stored(file), shown(file)
    with pytest.raises(NeedsMigration):
        House(file)
    assert (stored(file), shown(file)) == before


@pytest.mark.parametrize("number", range(FILE_FORMAT))
def test_tables_that_are_missing_altered_or_unknown_are_those_of_today_afterwards(file: Path, number: int) -> None:
    opened(file)
    before, repaired = stored(file), shown(file)
    of_other_format(
        file,
        number,
        "DROP TABLE log_terms",
        "DROP TABLE state",
        "DROP TABLE snapshots",
        "ALTER TABLE series ADD COLUMN weather TEXT",
        "UPDATE log SET text='nonsense'",
        "CREATE TABLE weather (campaign TEXT)",
        "CREATE VIRTUAL TABLE weather_words USING fts5(words, content='')",
    )
    opened(file)
    assert (stored(file), shown(file)) == (before, repaired)
    with closing(sqlite3.connect(file)) as db:
        assert not db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'weather%'").fetchall()
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with closing(House(file)) as house:
        campaign = next(id_ for id_ in house.store.campaigns() if house.table(id_)["name"] == "corrections")
        assert house.log(campaign, "gai")


def test_a_file_of_a_release_without_results_gets_those_of_its_log(file: Path) -> None:
    opened(file)
    with closing(sqlite3.connect(file)) as db:
        days = [day for (day,) in db.execute("SELECT day FROM sittings")]
        expected = db.execute("SELECT SUM(sessions) FROM campaigns").fetchone()[0]
    assert len(days) == expected > 0
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)


def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "campaigns.db"
    House(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(Busy, match="later release"):
        opened(path)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_desk_rebuilds_the_read_models_of_its_file_and_shows_how_far_it_is(file: Path, tmp_path: Path) -> None:
    file.write_bytes(lzma.decompress(RELEASED.read_bytes()))
    done: list[int] = []
    expected: list[int] = []

    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        expected.append(entries)
        yield done.append

    with closing(Services(Settings(tmp_path), watched)) as services:
        assert services.health()["entries"] == len(stored(file)["entries"])
    assert 0 < sum(done) <= expected[0]


def test_nobody_records_into_the_file_meanwhile(file: Path) -> None:
    repaired: list[str] = []

    def progress(done: int) -> None:
        with closing(sqlite3.connect(file, timeout=0)) as other:
            try:
                other.execute("INSERT INTO photos VALUES ('a', 'b')")
            except sqlite3.OperationalError as error:
                repaired.append(str(error))

    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        yield progress

    opened(file, watched)
    assert set(repaired) == {"database is locked"}


# --- it is interrupted -----------------------------------------------------------------------


def stopped(file: Path, at: int) -> None:
    """Open a file in a process that is killed once it told so many times how far it is."""
    code = (
        "import os, signal, sys\n"
        "from contextlib import contextmanager\n"
        "from pathlib import Path\n"
        "from companion.campaign_files.opening import open_store\n"
        "from projections import PROJECTIONS, Models\n"
        "from tests.toy import GAME\n"
        "left = [int(sys.argv[2])]\n"
        "def progress(done):\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "@contextmanager\n"
        "def watched(entries):\n"
        "    yield progress\n"
        "open_store(Path(sys.argv[1]), Models(PROJECTIONS), {GAME.key: GAME}, watched)\n"
    )
    child = subprocess.run([sys.executable, "-c", code, str(file), str(at)], cwd=ROOT, timeout=HANG, check=False)
    assert child.returncode == -signal.SIGKILL


@pytest.mark.parametrize("at", [1, 2, 4])
def test_killed_meanwhile_the_file_is_as_it_was_and_the_next_opening_rebuilds_it(file: Path, at: int) -> None:
    before = stored(file), shown(file)
    stopped(file, at)
    assert (stored(file), shown(file)) == before
    with pytest.raises(NeedsMigration):
        House(file)
    opened(file)
    assert (stored(file), without_sentences(shown(file))) == (before[0], without_sentences(before[1]))
    House(file).close()


def test_what_was_recorded_after_it_was_killed_is_there_too(file: Path) -> None:
    stopped(file, 2)
    with closing(sqlite3.connect(file)) as db, db:
        campaign, last = db.execute(
            "SELECT originator_id, MAX(originator_version) FROM entries GROUP BY originator_id LIMIT 1"
        ).fetchone()
        db.execute(
            "INSERT INTO entries SELECT NULL, originator_id, originator_version+1, topic, state FROM entries"
            " WHERE originator_id=? AND originator_version=?",
            (campaign, last),
        )
    before = stored(file)
    opened(file)
    assert stored(file) == before
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT MAX(position) FROM log WHERE campaign=?", (campaign,)).fetchone() == (last + 1,)


# --- they cannot be rebuilt --------------------------------------------------------------------


def test_a_file_that_somebody_has_open_stays_as_it_is(file: Path) -> None:
    before = stored(file), shown(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match=r"was not changed.*Another program"):
            opened(file)
    assert (stored(file), shown(file)) == before


def test_where_there_is_no_room_to_keep_the_former_file_it_stays_as_it_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(opening.backups, "sync_to_disk", full)
    before = stored(file), shown(file)
    with pytest.raises(Busy, match=r"was not changed.*No space left"):
        opened(file)
    assert (stored(file), shown(file)) == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_rebuild_that_fails_leaves_the_file_as_it_was_and_says_so(file: Path) -> None:
    @contextmanager
    def failing(entries: int) -> Iterator[Any]:
        def progress(done: int) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        yield progress

    before = stored(file), shown(file)
    with pytest.raises(Busy, match=r"was not changed.*The disk is full"):
        opened(file, failing)
    assert (stored(file), shown(file)) == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_damaged_file_stays_as_it_is_and_is_to_be_repaired(file: Path) -> None:
    data = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT MIN(pageno) FROM dbstat WHERE name='entries' AND pagetype='leaf'").fetchone()
    data[(page - 1) * 4096 : page * 4096] = bytes(range(256)) * 16
    file.write_bytes(data)
    with pytest.raises(Damaged, match="companion repair"):
        opened(file)
    assert file.read_bytes()[HEAD:] == bytes(data)[HEAD:]
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_damaged_file_of_an_earlier_release_is_repaired_into_one_of_today(file: Path) -> None:
    before = stored(file)["entries"]
    data = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT MIN(pageno) FROM dbstat WHERE name='log' AND pagetype='leaf'").fetchone()
    data[(page - 1) * 4096 : page * 4096] = bytes(range(256)) * 16
    file.write_bytes(data)
    repair_file(file, GAMES)
    assert stored(file)["entries"] == before
    House(file).close()
