"""Noise in one page after the other: a repair finds every entry that is there, and says which ones are not."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.campaign_files.repair import Repaired, repair_file
from domain.framework.content import Content, merge_content
from domain.framework.kernel import NoteAdded
from domain.framework.refusal import NotFound
from domain.store import Busy, Damaged
from tests.faults import seeded
from tests.faults.check import sound
from tests.house import House
from tests.toy import GAME, CoinsGained, SeatTaken

GAMES = {GAME.key: GAME}
PAGE = 4096
ONE = CoinsGained(seat="Ann", amount=1)
LONG = NoteAdded(text="so many words " * 280)
"""An entry that does not fit on one page."""
Row = tuple[object, ...]


@pytest.fixture
def campaign(house: House, harbour: str) -> str:
    """Ann's campaign, with a pack of its own and a branch, on some hundred pages."""
    house.record(harbour, SeatTaken(seat="Ann"), *[ONE] * 60, LONG, *[ONE] * 60, LONG)
    more = Content({"towers": {f"tower-{n}": {"en": f"Tower {n} of {'x' * 50}"} for n in range(60)}})
    house.campaigns.change_pack(harbour, merge_content(GAME.pack, more), house.command())
    house.campaigns.branch(harbour, "Another evening", 30, "harbour", house.command())
    return harbour


def put_away(house: House) -> bytes:
    """The file's bytes, with nothing left in its journal."""
    house.close()
    with closing(sqlite3.connect(house.path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    return house.path.read_bytes()


def rows(path: Path, *tables: str) -> dict[str, set[Row]]:
    with closing(sqlite3.connect(path)) as db:
        return {name: set(db.execute(f"SELECT * FROM {name}")) for name in tables or ("entries", "commands", "packs")}


def pages_of(path: Path, name: str) -> list[int]:
    """The pages of a table or an index, the first one of the file left out."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT pageno FROM dbstat WHERE name=? AND pageno>1 ORDER BY pageno", (name,))
        return [page for (page,) in found]


def hurt(path: Path, *pages: int) -> bytes:
    """Noise in some pages of a file; what the file is then."""
    noise, data = seeded(), bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * PAGE : page * PAGE] = noise.randbytes(PAGE)
    path.write_bytes(data)
    return bytes(data)


def opened(path: Path) -> House:
    return House(path, (GAME,))


@pytest.fixture
def backup(house: House, campaign: str, tmp_path: Path) -> Path:
    house.store.backup(tmp_path / "backup.db")
    return tmp_path / "backup.db"


@pytest.mark.parametrize("name", ["snapshots", "state", "log", "log_fts_data", "campaigns", "corrections"])
def test_noise_in_what_can_be_made_again_costs_nothing(house: House, campaign: str, name: str) -> None:
    put_away(house)
    before = rows(house.path)
    hurt(house.path, *pages_of(house.path, name))
    repaired = repair_file(house.path, GAMES)
    assert (repaired.wrong, repaired.packs, rows(house.path)) == ([], 0, before)
    sound(opened(house.path))


@pytest.mark.parametrize("name", ["sqlite_autoindex_entries_1", "commands", "the first page", "every index"])
def test_noise_in_what_finds_the_entries_costs_nothing(house: House, campaign: str, name: str) -> None:
    put_away(house)
    before = rows(house.path)
    with closing(sqlite3.connect(house.path)) as db:
        indexes = [page for (page,) in db.execute("SELECT pageno FROM dbstat WHERE name LIKE 'sqlite_autoindex%'")]
    hurt(house.path, *{"the first page": [1], "every index": indexes}.get(name) or pages_of(house.path, name))
    repaired = repair_file(house.path, GAMES)
    assert (repaired.wrong, rows(house.path)) == ([], before)
    sound(opened(house.path))


@pytest.mark.soak
def test_noise_in_any_page_costs_nothing_where_there_is_a_backup(house: House, campaign: str, backup: Path) -> None:
    data = put_away(house)
    before = rows(house.path)
    for page in seeded().sample(range(1, len(data) // PAGE + 1), 4):
        hurt(house.path, page)
        repaired = repair_file(house.path, GAMES, [backup])
        assert (repaired.wrong, repaired.packs, rows(house.path)) == ([], 0, before), page
        house.path.write_bytes(data)


def in_the_middle(path: Path) -> int:
    """A page of entries, neither the first nor the last one."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute(
            "SELECT pageno FROM dbstat WHERE name='entries' AND pagetype='leaf' ORDER BY path"
        ).fetchall()
    return int(found[len(found) // 4][0])


def test_entries_that_are_gone_come_from_the_newest_backup_that_has_them(
    house: House, campaign: str, backup: Path, tmp_path: Path
) -> None:
    house.record(campaign, ONE)
    put_away(house)
    before = rows(house.path)
    hurt(house.path, in_the_middle(house.path))
    empty = House(tmp_path / "newer.db")
    empty.close()
    repaired = repair_file(house.path, GAMES, [empty.path, backup])
    assert (repaired.wrong, repaired.healed > 0, rows(house.path)) == ([], True, before)
    sound(opened(house.path))


@pytest.fixture
def torn(house: House, campaign: str) -> tuple[House, Repaired]:
    """The file after a repair without any backup, a page of entries having been lost."""
    put_away(house)
    hurt(house.path, in_the_middle(house.path))
    repaired = repair_file(house.path, GAMES)
    return opened(house.path), repaired


def test_the_place_of_an_entry_that_is_gone_is_kept_and_told(torn: tuple[House, Repaired], campaign: str) -> None:
    house, repaired = torn
    assert repaired.wrong
    lost = {(id_, one.position) for id_, one in repaired.wrong}
    assert {(line.position, bool(line.unreadable)) for line in house.log(campaign)} == {
        (n, (campaign, n) in lost) for n in range(1, house.head(campaign) + 1)
    }
    assert {fault.what for fault in house.verify()} == {one.what for _, one in repaired.wrong}
    assert all(one.what == f"entry {one.position} could not be read" for _, one in repaired.wrong)


def test_an_end_that_only_an_index_knows_of_is_told_and_its_commands_are_known(house: House, campaign: str) -> None:
    heads = {id_: house.head(id_) for id_ in house.store.campaigns()}
    put_away(house)
    before = rows(house.path)
    with closing(sqlite3.connect(house.path)) as db:
        leaves = db.execute(
            "SELECT pageno FROM dbstat WHERE name='entries' AND pagetype='leaf' ORDER BY path"
        ).fetchall()
    hurt(house.path, leaves[-1][0])
    assert repair_file(house.path, GAMES).wrong
    assert rows(house.path)["commands"] == before["commands"]
    again = opened(house.path)
    assert {id_: again.head(id_) for id_ in again.store.campaigns()} == heads
    again.close()


def test_recording_goes_on_after_a_repair(torn: tuple[House, Repaired], campaign: str) -> None:
    house, repaired = torn
    before = house.table(campaign)["seats"]["Ann"]["coins"]
    house.record(campaign, ONE)
    assert house.table(campaign)["seats"]["Ann"]["coins"] == before + 1
    assert len(house.verify()) == len(repaired.wrong)


def test_a_second_repair_finds_in_a_backup_what_the_first_one_did_not(
    house: House, campaign: str, backup: Path
) -> None:
    put_away(house)
    before = rows(house.path)
    hurt(house.path, in_the_middle(house.path))
    assert repair_file(house.path, GAMES).wrong
    assert repair_file(house.path, GAMES, [backup]).wrong == []
    assert {row[1:] for row in rows(house.path)["entries"]} == {row[1:] for row in before["entries"]}


def test_the_damaged_file_is_kept_and_its_damaged_pages_are_told_apart(house: House, campaign: str) -> None:
    put_away(house)
    page = in_the_middle(house.path)
    data = hurt(house.path, page)
    repaired = repair_file(house.path, GAMES)
    assert repaired.kept.name == "campaigns.db.damaged-1"
    assert repaired.kept.read_bytes() == data
    assert repaired.pages is not None
    assert {path.name: path.read_bytes() for path in repaired.pages.iterdir()} == {
        f"{page}.bin": data[(page - 1) * PAGE : page * PAGE]
    }


@pytest.mark.parametrize("cut", [lambda size: size // 2, lambda size: size - 100], ids=["in the middle", "at its end"])
def test_a_file_that_was_cut_is_made_whole_by_a_backup(
    house: House, campaign: str, backup: Path, cut: Callable[[int], int]
) -> None:
    data = put_away(house)
    before = rows(house.path)
    house.path.write_bytes(data[: cut(len(data))])
    repaired = repair_file(house.path, GAMES, [backup])
    assert (repaired.wrong, rows(house.path)["entries"]) == ([], before["entries"])


def test_what_a_backup_says_otherwise_is_not_believed(house: House, campaign: str, backup: Path) -> None:
    other = opened(backup)
    other.record(campaign, ONE, ONE)
    other.close()
    house.record(campaign, LONG)
    put_away(house)
    before = rows(house.path)
    hurt(house.path, *pages_of(house.path, "state"))
    repaired = repair_file(house.path, GAMES, [backup])
    assert (repaired.wrong, repaired.healed, rows(house.path)) == ([], 0, before)


def test_an_entry_that_was_changed_is_put_right_by_a_backup(house: House, campaign: str, backup: Path) -> None:
    put_away(house)
    before = rows(house.path)
    change = "UPDATE entries SET state=CAST(replace(state, '\"amount\":1', '\"amount\":9') AS BLOB) WHERE rowid=40"
    with closing(sqlite3.connect(house.path)) as db, db:
        db.execute(change)
    repaired = repair_file(house.path, GAMES, [backup])
    assert (repaired.wrong, repaired.healed, rows(house.path)) == ([], 1, before)


def test_an_entry_that_was_changed_stays_as_it_is_without_one_and_is_told(house: House, campaign: str) -> None:
    put_away(house)
    with closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE entries SET state=CAST(replace(state, '\"amount\"', '\"am') AS BLOB) WHERE rowid=40")
    before = rows(house.path)
    repaired = repair_file(house.path, GAMES)
    assert rows(house.path)["entries"] == before["entries"]
    assert next(one.what for _, one in repaired.wrong) == "entry 40 is damaged"


def test_a_pack_that_is_gone_is_told_and_stops_nobody(house: House, campaign: str) -> None:
    put_away(house)
    hurt(house.path, *pages_of(house.path, "packs")[1:])
    repaired = repair_file(house.path, GAMES)
    assert repaired.packs > 0
    again = opened(house.path)
    again.record(campaign, ONE)
    assert again.table(campaign) == again.cold(campaign)


def test_a_file_in_use_is_not_touched(house: House, campaign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.campaign_files.backups.PATIENCE", 0.05)
    with house.store.reading(), pytest.raises(Busy, match="Stop it first"):
        repair_file(house.path, GAMES)
    sound(house)


def test_a_file_without_a_campaign_is_not_touched(tmp_path: Path) -> None:
    (path := tmp_path / "campaigns.db").write_bytes(b"Dear diary, today we built a tower. " * 500)
    with pytest.raises(Damaged, match="No campaign was found"):
        repair_file(path, GAMES)
    assert [file.name for file in tmp_path.iterdir()] == ["campaigns.db"]
    with pytest.raises(NotFound):
        repair_file(tmp_path / "missing.db", GAMES)


def test_verify_names_the_campaign_in_which_entries_cannot_be_read(house: House, campaign: str) -> None:
    put_away(house)
    hurt(house.path, in_the_middle(house.path))
    again = opened(house.path)
    assert campaign in {fault.campaign for fault in again.verify()}
    again.close()


# --- without a repair ----------------------------------------------------------------------------


def test_a_snapshot_that_cannot_be_read_is_none(house: House, campaign: str) -> None:
    with house.campaigns.open(campaign) as live:
        house.store.keep_snapshot(campaign, live.checkpoint())
    before = house.table(campaign)
    put_away(house)
    hurt(house.path, *pages_of(house.path, "snapshots"))
    again = opened(house.path)
    assert again.table(campaign) == before
    again.record(campaign, ONE)
    assert again.table(campaign)["seats"]["Ann"]["coins"] == before["seats"]["Ann"]["coins"] + 1
    again.close()


def test_a_pack_that_cannot_be_read_is_none(house: House, campaign: str) -> None:
    with closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE packs SET pack=CAST('\xff{' || pack AS BLOB)")
    again = opened(house.path)
    again.record(campaign, ONE)
    assert again.table(campaign) == again.cold(campaign)
    again.close()
