"""A file of an earlier release is brought over when it is opened: nothing of it is lost, whatever happens meanwhile."""

import lzma
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings
from companion.desk import Desk
from companion.vault import backups, earlier
from companion.vault.earlier import bring_over
from companion.vault.repair import repair
from domain.store import Busy, Damaged, Earlier
from domain.store.sqlite import FORMAT
from tests.house import House
from tests.suite.patience import HANG
from tests.toy import GAME, CoinsGained

ROOT = Path(__file__).parents[2]
FIRST = ROOT / "tests" / "golden" / "files" / "first.db.xz"
GAMES = {GAME.key: GAME}
KEPT = "campaigns.db.earlier-1"
HALF = "campaigns.db.bringing-over"
STORED = {
    "entries": "SELECT rowid, * FROM entries ORDER BY rowid",
    "commands": "SELECT * FROM commands",
    "packs": "SELECT * FROM packs ORDER BY digest",
    "photos": "SELECT * FROM photos",
    "quarantine": "SELECT * FROM quarantine",
}
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
        db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'log_words', 'instance')")
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


# --- it is brought over ----------------------------------------------------------------------


def test_all_that_an_earlier_file_holds_is_there_after_it_was_brought_over(file: Path) -> None:
    before, told = stored(file), shown(file)
    bring_over(file, GAMES)
    assert stored(file) == before
    assert shown(file) == told


def test_the_id_of_a_line_is_the_number_of_its_campaign_and_its_position(file: Path) -> None:
    bring_over(file, GAMES)
    found = ids(file)
    assert found
    assert all(high == number and fits for high, number, fits in found)


def test_it_is_in_its_place_for_good_once_its_folder_is_on_the_disk(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, sync = list[tuple[Path, bool]](), backups.sync

    def watched(path: Path) -> None:
        synced.append((path, file.with_name(HALF).exists()))
        sync(path)

    monkeypatch.setattr(backups, "sync", watched)
    bring_over(file, GAMES)
    assert synced[-1] == (file.parent, False)


def test_the_former_file_is_kept_as_it_was(file: Path) -> None:
    before = sums(file)
    assert bring_over(file, GAMES).name == KEPT
    assert sums(file.with_name(KEPT)) == before
    assert not file.with_name(HALF).exists()


def test_what_was_brought_over_is_played_on(file: Path) -> None:
    bring_over(file, GAMES)
    house = House(file)
    campaign = next(id_ for id_ in house.store.campaigns() if house.table(id_)["name"] == "corrections")
    faults = house.verify()
    house.record(campaign, CoinsGained(seat="Ann", amount=77))
    assert [line.text for line in house.log(campaign, "gained 77")] == ["Ann gained 77 coins"]
    assert house.verify() == faults
    house.close()


def test_a_store_does_not_use_an_earlier_file_as_its_own(file: Path) -> None:
    before = stored(file), shown(file)
    with pytest.raises(Earlier):
        House(file)
    assert (stored(file), shown(file)) == before


def test_a_file_that_lacks_what_came_last_is_brought_over_too(file: Path) -> None:
    bring_over(file, GAMES)
    told = shown(file)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("DROP TABLE log_terms")
        db.execute("DROP TABLE state")
        db.execute(f"PRAGMA user_version={FORMAT - 1}")
    with pytest.raises(Earlier):
        House(file)
    assert bring_over(file, GAMES).name == "campaigns.db.earlier-2"
    assert shown(file) == told
    with closing(House(file)) as house:
        campaign = next(id_ for id_ in house.store.campaigns() if house.table(id_)["name"] == "corrections")
        assert house.log(campaign, "gai")


def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "campaigns.db"
    House(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(Busy, match="later release"):
        House(path)


def test_a_desk_brings_its_file_over_and_shows_how_far_it_is(file: Path, tmp_path: Path) -> None:
    done: list[int] = []
    expected: list[int] = []

    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        expected.append(entries)
        yield done.append

    with closing(Desk(Settings(tmp_path), watched)) as desk:
        assert desk.health()["entries"] == len(stored(file)["entries"])
    assert 0 < sum(done) <= expected[0]


def test_nobody_records_into_the_former_file_meanwhile(file: Path) -> None:
    told: list[str] = []

    def progress(done: int) -> None:
        with closing(sqlite3.connect(file, timeout=0)) as other:
            try:
                other.execute("INSERT INTO photos VALUES ('a', 'b')")
            except sqlite3.OperationalError as error:
                told.append(str(error))

    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        yield progress

    bring_over(file, GAMES, watched)
    assert set(told) == {"database is locked"}


# --- it is interrupted -----------------------------------------------------------------------


def stopped(file: Path, at: int) -> None:
    """Bring a file over in a process that is killed once it told so many times how far it is."""
    code = (
        "import os, signal, sys\n"
        "from contextlib import contextmanager\n"
        "from pathlib import Path\n"
        "from companion.vault import earlier\n"
        "from tests.toy import GAME\n"
        "earlier.SLICE = 50\n"
        "left = [int(sys.argv[2])]\n"
        "def progress(done):\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "@contextmanager\n"
        "def watched(entries):\n"
        "    yield progress\n"
        "earlier.bring_over(Path(sys.argv[1]), {GAME.key: GAME}, watched)\n"
    )
    child = subprocess.run([sys.executable, "-c", code, str(file), str(at)], cwd=ROOT, timeout=HANG, check=False)
    assert child.returncode == -signal.SIGKILL


@pytest.mark.parametrize("at", [1, 2, 8, 12])
def test_killed_meanwhile_the_former_file_is_whole_and_the_next_opening_goes_on(file: Path, at: int) -> None:
    before, told = sums(file), (stored(file), shown(file))
    stopped(file, at)
    assert sums(file) == before
    bring_over(file, GAMES)
    assert (stored(file), shown(file)) == told
    assert sums(file.with_name(KEPT)) == before


def test_what_was_done_before_it_was_killed_is_not_done_again(file: Path) -> None:
    whole: list[int] = []
    rest: list[int] = []
    copy = file.with_name("other.db")
    copy.write_bytes(file.read_bytes())
    bring_over(copy, GAMES, listening(whole))
    stopped(file, 12)
    bring_over(file, GAMES, listening(rest))
    assert 0 < sum(rest) < sum(whole) / 2  # all entries were copied, and read models of some campaigns built


def listening(done: list[int]) -> earlier.Watched:
    @contextmanager
    def watched(entries: int) -> Iterator[Any]:
        yield done.append

    return watched


def test_what_was_recorded_after_it_was_killed_is_brought_over_too(file: Path) -> None:
    stopped(file, 12)
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
    bring_over(file, GAMES)
    assert stored(file) == before
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT MAX(position) FROM log WHERE campaign=?", (campaign,)).fetchone() == (last + 1,)


def test_what_was_begun_of_another_file_is_not_gone_on_with(file: Path, tmp_path: Path) -> None:
    stopped(file, 3)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE entries SET state=state || ' '")
    before = stored(file)
    bring_over(file, GAMES)
    assert stored(file) == before


# --- it cannot be brought over ---------------------------------------------------------------


def test_a_file_that_somebody_has_open_stays_as_it_is(file: Path) -> None:
    before = sums(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match=r"stays as it was.*Another program"):
            bring_over(file, GAMES)
    assert sums(file) == before


def test_a_failure_keeps_the_former_file_and_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(earlier.backups, "sync", full)
    before = sums(file)
    with pytest.raises(Busy, match=r"stays as it was.*No space left"):
        bring_over(file, GAMES)
    assert sums(file) == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_damaged_file_stays_as_it_is_and_is_to_be_repaired(file: Path) -> None:
    data = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT MIN(pageno) FROM dbstat WHERE name='entries' AND pagetype='leaf'").fetchone()
    data[(page - 1) * 4096 : page * 4096] = bytes(range(256)) * 16
    file.write_bytes(data)
    with pytest.raises(Damaged, match="companion repair"):
        bring_over(file, GAMES)
    assert file.read_bytes() == bytes(data)


def test_a_damaged_file_of_an_earlier_release_is_repaired_into_one_of_today(file: Path) -> None:
    before = stored(file)["entries"]
    data = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT MIN(pageno) FROM dbstat WHERE name='log' AND pagetype='leaf'").fetchone()
    data[(page - 1) * 4096 : page * 4096] = bytes(range(256)) * 16
    file.write_bytes(data)
    repair(file, GAMES)
    assert stored(file)["entries"] == before
    House(file).close()


def test_where_a_disk_knows_no_second_names_the_former_file_is_kept_too(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(earlier.os, "link", unknown)
    before = sums(file)
    assert sums(bring_over(file, GAMES)) == before
    House(file).close()
