"""The watch over the file: a lost end, damage in the log, and the backup of the evening."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.care import evenings
from companion.care.evenings import back_up, is_due, outdated
from companion.care.watch import Watch
from companion.config import Settings
from companion.desk import Desk
from companion.vault import backups, noted
from companion.vault.repair import repair
from domain.language.refusal import Explained
from domain.language.text import Tongue, text
from domain.log.entries import CHANGED
from domain.store import Busy, Damaged, Store
from projections.behind import wordless
from tests.companion.guest import Guest
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG
from tests.toy import GAME

GAMES = {GAME.key: GAME}
EVENING = datetime(2026, 5, 1, 23, tzinfo=UTC)
CHANGE = "UPDATE entries SET state=CAST(replace(state, '\"amount\":9', '\"amount\":8') AS BLOB)"


def at(folder: Path) -> Desk:
    desk = Desk(Settings(folder))
    desk.campaigns.games = GAMES
    return desk


def earn(desk: Desk, campaign: str) -> None:
    desk.campaigns.record(campaign, "coins-gained", {"seat": "Ann", "amount": 9}, desk.command())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk of this file's own, for it is closed and opened again."""
    desk = at(tmp_path / "data")
    yield desk
    desk.close()


@pytest.fixture
def campaign(desk: Desk) -> str:
    made = desk.campaigns.new("toy", "Harbour", {}, desk.command()).campaign
    desk.campaigns.record(made, "seat-taken", {"seat": "Ann"}, desk.command())
    earn(desk, made)
    earn(desk, made)
    return made


def sql(desk: Desk, statement: str) -> None:
    """Something done to the file behind everybody's back."""
    with closing(sqlite3.connect(desk.settings.file)) as db, db:
        db.execute(statement)


def why(desk: Desk, campaign: str) -> str:
    """Why nothing is recorded; empty if something is."""
    try:
        earn(desk, campaign)
    except Explained as error:
        return str(error)
    return ""


# --- the end of the log ---------------------------------------------------------------------------

GONE = "Recording has stopped: entry 4 of “harbour” was saved, and is not there."


@pytest.mark.parametrize("part", [0.0, 0.5], ids=["gone", "cut short"])
def test_a_journal_that_is_gone_is_told_and_recording_stops(
    desk: Desk, campaign: str, tmp_path: Path, part: float
) -> None:
    noted.note(desk.store)
    left = tmp_path / "left"
    left.mkdir()
    with desk.store.reading():  # SQLite puts nothing of the journal into the file meanwhile
        sql(desk, "PRAGMA wal_checkpoint(TRUNCATE)")
        earn(desk, campaign)
        noted.note(desk.store)
        for name in ("campaigns.db", "campaigns.db.head"):
            (left / name).write_bytes((desk.settings.data / name).read_bytes())
        journal = (desk.settings.data / "campaigns.db-wal").read_bytes()
        (left / "campaigns.db-wal").write_bytes(journal[: int(len(journal) * part)])
    other = at(left)
    assert why(other, campaign) == GONE.replace("entry 4", "entry 5")
    assert other.store.source(campaign).head() == 4
    other.close()


@pytest.fixture
def cut(desk: Desk, campaign: str) -> Desk:
    """The desk once more, the last entry having been lost meanwhile."""
    desk.close()
    sql(desk, "DELETE FROM entries WHERE originator_version=4")
    return at(desk.settings.data)


def test_a_lost_end_is_told_as_often_as_the_file_is_opened(cut: Desk, campaign: str) -> None:
    assert why(cut, campaign) == GONE
    cut.close()
    again = at(cut.settings.data)
    assert why(again, campaign) == GONE
    again.close()


def test_who_goes_on_without_a_lost_end_says_so_by_a_repair(cut: Desk, campaign: str) -> None:
    cut.close()
    told = repair(cut.settings.file, GAMES)
    assert [one.what for _, one in told.wrong] == ["entry 4 could not be read"]
    again = at(cut.settings.data)
    assert why(again, campaign) == ""
    again.close()


def test_a_repair_says_of_an_end_that_nothing_in_the_file_knows_of_that_it_is_gone(
    desk: Desk, campaign: str, tmp_path: Path
) -> None:
    backups.backup(desk.store, tmp_path / "earlier.db")
    earn(desk, campaign)
    desk.close()
    (tmp_path / "earlier.db").replace(desk.settings.file)
    told = repair(desk.settings.file, GAMES)
    assert [one.what for _, one in told.wrong] == ["entry 5 was saved, and is gone"]
    again = at(desk.settings.data)
    assert (why(again, campaign), Path(f"{desk.settings.file}.head").exists()) == ("", False)
    again.close()


def test_another_file_that_is_restored_has_another_end(desk: Desk, campaign: str, tmp_path: Path) -> None:
    backups.backup(desk.store, tmp_path / "backup.db")
    earn(desk, campaign)
    desk.close()
    backups.restore(tmp_path / "backup.db", desk.settings.file)
    again = at(desk.settings.data)
    assert why(again, campaign) == ""
    again.close()


def test_an_empty_file_where_one_was_tells_the_ways_out(desk: Desk, campaign: str) -> None:
    desk.close()
    desk.settings.file.unlink()
    for _ in range(2):
        anew = at(desk.settings.data)
        with pytest.raises(Damaged) as told:
            anew.campaigns.new("toy", "Another", {}, anew.command())
        anew.close()
        assert str(told.value) == (
            "Recording has stopped: the file is empty, and something was saved before. Put that file back, or restore"
            " a backup; to begin anew, stop the companion and delete campaigns.db.head."
        )
    (desk.settings.data / "campaigns.db.head").unlink()
    anew = at(desk.settings.data)
    assert anew.campaigns.new("toy", "Another", {}, anew.command()).campaign
    anew.close()


def test_a_campaign_that_is_gone_is_told_without_its_id(desk: Desk, campaign: str) -> None:
    other = desk.campaigns.new("toy", "Another", {}, desk.command()).campaign
    desk.close()
    sql(desk, f"DELETE FROM entries WHERE originator_id='{other}'")
    sql(desk, f"DELETE FROM campaigns WHERE campaign='{other}'")
    again = at(desk.settings.data)
    assert why(again, campaign) == "Recording has stopped: a campaign that was saved is not there."
    again.close()


@pytest.mark.parametrize("told", ["", "1 2 3", "x y z w", "\xff"])
def test_a_note_that_makes_no_sense_is_none(desk: Desk, campaign: str, told: str) -> None:
    desk.close()
    (desk.settings.data / "campaigns.db.head").write_text(told)
    again = at(desk.settings.data)
    assert why(again, campaign) == ""
    again.close()


# --- the full text --------------------------------------------------------------------------------


def behind(desk: Desk) -> list[str]:
    """The campaigns with words that are not in the index yet."""
    with desk.store.reading() as cursor:
        return wordless(cursor)


def test_words_follow_in_quiet_moments(desk: Desk, campaign: str, watch: Watch) -> None:
    until = monotonic() + HANG
    while behind(desk) and monotonic() < until:
        sleep(0.01)
    assert behind(desk) == []


def test_words_wait_while_somebody_records(desk: Desk, campaign: str) -> None:
    watch = Watch(desk)
    watch._follow()
    earn(desk, campaign)
    watch._follow()
    assert behind(desk) == [campaign]
    watch._follow()
    assert behind(desk) == []


def test_words_that_are_far_behind_follow_though_somebody_records(
    desk: Desk, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.care.watch.FAR", 4)
    Watch(desk)._follow()
    assert behind(desk) == []


# --- the log --------------------------------------------------------------------------------------


@pytest.fixture
def watch(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """A watch that looks again and again."""
    monkeypatch.setattr("companion.care.watch.AGAIN", 0.01)
    monkeypatch.setattr("companion.care.watch.TICK", 0.01)
    watch = Watch(desk, lambda: EVENING)
    watch.start()
    yield watch
    watch.end()


def stopped(desk: Desk) -> Damaged | None:
    """Why recording stopped, once it did."""
    until = monotonic() + HANG
    while desk.store.stopped is None and monotonic() < until:
        sleep(0.01)
    return desk.store.stopped


def test_a_changed_entry_is_noticed_without_anybody_asking(desk: Desk, campaign: str, watch: Watch) -> None:
    sql(desk, f"{CHANGE} WHERE originator_version=3")
    told = "Recording has stopped: entry 4 does not follow from entry 3: one of them was changed."
    assert str(stopped(desk)) == told == why(desk, campaign)


@pytest.mark.parametrize("where", ["domain.store.sqlite.StoredEntries.rows", "domain.store.Store.campaigns"])
def test_a_page_that_cannot_be_read_is_noticed(
    desk: Desk, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def unreadable(*_: object) -> None:
        raise Damaged("The campaign file is damaged.")

    monkeypatch.setattr(where, unreadable)
    assert str(stopped(desk)) == "Recording has stopped: a page of the file cannot be read."


BLOB = "UPDATE entries SET topic=CAST(topic AS BLOB)"


@pytest.mark.parametrize("position", [3, 4])
def test_a_topic_that_is_no_text_is_noticed(desk: Desk, campaign: str, watch: Watch, position: int) -> None:
    sql(desk, f"{BLOB} WHERE originator_version={position}")
    told = {
        3: "entry 4 does not follow from entry 3: one of them was changed",
        4: "entry 4 is not the one that was recorded",
    }
    assert str(stopped(desk)) == f"Recording has stopped: {told[position]}."


def test_the_end_of_serving_and_the_next_start_bear_a_topic_that_is_no_text(desk: Desk, campaign: str) -> None:
    noted.note(desk.store)
    sql(desk, f"{BLOB} WHERE originator_version=4")
    watch = Watch(desk, lambda: EVENING)
    watch.start()
    watch.end()
    desk.close()
    again = at(desk.settings.data)
    assert (why(again, campaign), names(again)) == (GONE, [])
    again.close()


def test_what_nobody_thought_of_is_told_and_the_watch_goes_on(
    desk: Desk, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def odd(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    with monkeypatch.context() as patch:
        patch.setattr("companion.care.watch.noted.note", odd)
        patch.setattr("companion.care.watch.light_check", odd)
        until = monotonic() + HANG
        while caplog.text.count("nobody thought of this") < 3 and monotonic() < until:
            sleep(0.01)
    assert caplog.text.count("nobody thought of this") >= 3
    sql(desk, f"{CHANGE} WHERE originator_version=3")
    assert stopped(desk) is not None


def test_a_file_that_is_busy_stops_nobody(
    desk: Desk, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def busy(*_: object) -> None:
        asked.append(1)
        raise Busy("Another program is using the campaign file.")

    with monkeypatch.context() as patch:
        patch.setattr("domain.store.sqlite.StoredEntries.rows", busy)
        until = monotonic() + HANG
        while len(asked) < 3 and monotonic() < until:
            sleep(0.01)
    assert (len(asked) >= 3, desk.store.stopped, why(desk, campaign)) == (True, None, "")


def test_what_is_known_to_be_damaged_stops_nobody(desk: Desk, campaign: str) -> None:
    sql(desk, f"{CHANGE} WHERE originator_version=3")
    desk.close()
    told = repair(desk.settings.file, GAMES)
    assert told.wrong
    again = at(desk.settings.data)
    Watch(again)._look()
    assert why(again, campaign) == ""
    again.close()


def test_what_is_recorded_while_the_log_is_looked_through_is_no_damage(desk: Desk, campaign: str, watch: Watch) -> None:
    for _ in range(60):
        earn(desk, campaign)
    assert desk.store.stopped is None


# --- what pages say of it -------------------------------------------------------------------------


@pytest.fixture
def troubled(visitor: Visitor, app: Flask) -> Visitor:
    """The host, with a backup, after something was found."""
    desk: Desk = app.extensions["desk"]
    back_up(desk, EVENING)
    desk.stop(text("entry {entry} is damaged", entry=4))
    return visitor


def test_the_strip_says_that_recording_has_stopped_and_names_the_last_good_backup(troubled: Visitor) -> None:
    told = troubled.text("")
    assert "Recording has stopped: entry 4 is damaged." in told
    assert "companion repair" in told
    assert "Last good backup: campaigns-2026-05-01.db" in told


def test_what_was_found_is_told_in_the_words_of_who_asks(desk: Desk, campaign: str, watch: Watch) -> None:
    sql(desk, f"{CHANGE} WHERE originator_version=3")
    told = stopped(desk)
    assert told is not None
    words = {"Recording has stopped: {what}.": "Halt: {what}.", CHANGED.message: "{entry} nach {before}"}
    assert told.text.render(Tongue(translate=lambda said: words.get(said, said))) == "Halt: 4 nach 3."


def test_each_who_hears_of_it_has_an_error_of_their_own(desk: Desk, campaign: str) -> None:
    desk.stop(text("entry {entry} is damaged", entry=4))
    heard = []
    for _ in range(2):
        with pytest.raises(Damaged, match="entry 4 is damaged") as told:
            earn(desk, campaign)
        heard.append(told.value)
    stopped = desk.store.stopped
    assert heard[0] is not heard[1]
    assert stopped is not None
    assert (stopped in heard, stopped.__traceback__) == (False, None)


def test_who_is_no_host_hears_no_more_than_that_and_tells_the_host(troubled: Visitor, app: Flask) -> None:
    guest = Guest(app)
    campaign = app.extensions["desk"].find("harbour").campaign
    with guest.client.session_transaction() as session:
        session["guest"] = app.extensions["guests"].join(campaign, "Bea", "player", ())
    refused = guest.record("seat-taken", seat="Bea")
    for told in (guest.text(""), refused.get_data(as_text=True)):
        assert ("Recording has stopped: the campaign file is damaged" in told, "Tell the host." in told) == (True, True)
        assert ("entry 4" in told, "campaigns-2026-05-01.db" in told) == (False, False)


def test_what_cannot_be_recorded_is_told_with_what_to_do(troubled: Visitor) -> None:
    answer = troubled.record("coins-gained", seat="Ann", amount="1")
    assert answer.status_code == 500
    assert "companion repair" in answer.get_data(as_text=True)


@pytest.mark.parametrize("error", [OSError("no space left"), Busy("no space left"), ZeroDivisionError("no space left")])
def test_a_backup_that_cannot_be_made_is_told_to_the_host_until_one_is(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    desk: Desk = app.extensions["desk"]
    guest = Guest(app)
    with guest.client.session_transaction() as session:
        session["guest"] = app.extensions["guests"].join(desk.find("harbour").campaign, "Bea", "player", ())
    watch = Watch(desk)
    told = "The backup of the evening could not be made: no space left"
    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "backup", fail)
        watch._in_peace(watch._back_up)
    assert (told in visitor.text(""), told in guest.text(""), desk.store.stopped) == (True, False, None)
    watch._in_peace(watch._back_up)
    assert told not in visitor.text("")


# --- what repair looks into ----------------------------------------------------------------------


def test_backups_are_looked_into_by_age_with_those_put_aside_and_those_of_days_to_come_last(tmp_path: Path) -> None:
    names = [
        "campaigns-2026-05-01.db",
        "campaigns-2026-05-01.db.kept-10",
        "campaigns-2026-05-01.db.kept-2",
        "campaigns-2026-04-30.db.kept-1",
        "campaigns-2026-04-29.db",
        "campaigns-2026-06-02.db",
        "campaigns-2026-06-01.db",
    ]
    (tmp_path / "backups").mkdir()
    for name in (*sorted(names), "other-2026-05-01.db", "campaigns-2026-13-99.db", "campaigns-2026-05-01.db.damaged-1"):
        (tmp_path / "backups" / name).write_text("")
    found = backups.every_of(tmp_path / "campaigns.db", EVENING.date())
    assert [path.name for path in found] == names


# --- the backup of the evening --------------------------------------------------------------------


def names(desk: Desk) -> list[str]:
    return [path.name for path in backups.kept_of(desk.settings.file).values()]


def test_what_is_recorded_after_midnight_belongs_to_the_evening_before(desk: Desk, campaign: str) -> None:
    back_up(desk, EVENING + timedelta(hours=3))
    assert names(desk) == ["campaigns-2026-05-01.db"]


def test_a_backup_of_an_evening_holds_everything(desk: Desk, campaign: str) -> None:
    made = back_up(desk, EVENING)
    assert made is not None
    desk.close()
    backups.restore(made, desk.settings.file)
    again = at(desk.settings.data)
    assert again.store.source(campaign).head() == 4
    again.close()


def test_where_nothing_was_recorded_no_backup_is_made(desk: Desk, campaign: str) -> None:
    assert back_up(desk, EVENING) is not None
    assert back_up(desk, EVENING + timedelta(days=1)) is None
    earn(desk, campaign)
    assert back_up(desk, EVENING + timedelta(days=1)) is not None
    assert names(desk) == ["campaigns-2026-05-02.db", "campaigns-2026-05-01.db"]


@pytest.fixture
def put_back(desk: Desk, campaign: str, tmp_path: Path) -> Iterator[Desk]:
    """The desk once more, an earlier state put back since the backup of the evening, and as much recorded as before."""
    backups.backup(desk.store, tmp_path / "earlier.db")
    earn(desk, campaign)
    back_up(desk, EVENING)
    desk.close()
    backups.restore(tmp_path / "earlier.db", desk.settings.file)
    again = at(desk.settings.data)
    earn(again, campaign)
    yield again
    again.close()


def test_a_file_of_equal_length_that_was_put_back_gets_a_backup(put_back: Desk) -> None:
    assert back_up(put_back, EVENING + timedelta(days=1)) is not None
    assert back_up(put_back, EVENING + timedelta(days=1)) is None


def test_no_backup_is_replaced_by_one_that_lacks_what_is_in_it(put_back: Desk, campaign: str) -> None:
    (path,) = backups.kept_of(put_back.settings.file).values()
    other = path.read_bytes()
    back_up(put_back, EVENING)
    earn(put_back, campaign)
    back_up(put_back, EVENING)
    assert {one.name: one.read_bytes() == other for one in path.parent.iterdir()} == {
        "campaigns-2026-05-01.db": False,
        "campaigns-2026-05-01.db.kept-1": True,
    }


def test_of_a_damaged_log_no_backup_is_made_and_the_last_good_one_stays(desk: Desk, campaign: str) -> None:
    back_up(desk, EVENING)
    (path,) = backups.kept_of(desk.settings.file).values()
    good = path.read_bytes()
    earn(desk, campaign)
    sql(desk, f"{CHANGE} WHERE originator_version=3")
    with pytest.raises(Damaged, match="entry 4 does not follow"):
        back_up(desk, EVENING)
    assert [path.read_bytes() for path in path.parent.iterdir()] == [good]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
        (sqlite3.SQLITE_FULL, "database or disk is full"),
        (sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
    ],
)
def test_a_disk_that_cannot_be_used_is_no_damage(
    desk: Desk, campaign: str, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    def connect(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError(told)
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(backups, "sqlite3", SimpleNamespace(**{**vars(sqlite3), "connect": connect}))
    watch = Watch(desk, lambda: EVENING)
    watch.start()
    watch.end()
    assert (desk.store.stopped, why(desk, campaign), names(desk)) == (None, "", [])


def test_the_end_of_serving_is_the_end_of_an_evening(desk: Desk, campaign: str) -> None:
    watch = Watch(desk, lambda: EVENING)
    watch.start()
    watch.end()
    assert names(desk) == ["campaigns-2026-05-01.db"]


class Enough(Exception):
    pass


@pytest.mark.parametrize(("room", "name"), [(Store, "backup"), (backups, "check")])
def test_a_backup_is_given_up_while_sqlite_works_on_it(
    desk: Desk, campaign: str, monkeypatch: pytest.MonkeyPatch, room: Any, name: str
) -> None:
    work, begun = getattr(room, name), list[str]()

    def pace(_: int) -> None:
        if begun:
            raise Enough

    def begin(*given: Any) -> None:
        begun.append(name)
        try:
            work(*given)
        except Enough:
            begun.append("given up")
            raise

    monkeypatch.setattr("domain.store.pace.STEPS", 1)
    monkeypatch.setattr(room, name, begin)
    with pytest.raises(Enough):
        back_up(desk, EVENING, pace)
    assert (begun, [*(desk.settings.data / "backups").iterdir()]) == ([name, "given up"], [])
    monkeypatch.undo()
    assert (why(desk, campaign), back_up(desk, EVENING) is None) == ("", False)


def test_sqlite_is_asked_often_while_it_copies_a_few_large_rows(desk: Desk, campaign: str, tmp_path: Path) -> None:
    """A thousand photos are little work by the count of its steps, and may be gigabytes."""
    asked = list[int]()
    with desk.store.writing() as db:
        db.executemany("INSERT INTO photos VALUES (?,?)", [(f"{n}", b"\xff") for n in range(1_000)])
    desk.store.backup(tmp_path / "copy.db", asked.append)
    assert len(asked) > 5


def test_a_backup_is_there_for_good_once_its_folder_is_on_the_disk(
    desk: Desk, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, synced, sync = backups.place_of(desk.settings.file, EVENING.date()), list[object](), backups.sync

    def watched(path: Path) -> None:
        synced.append((path.name, place.exists()))
        sync(path)

    monkeypatch.setattr(backups, "sync", watched)
    assert back_up(desk, EVENING) == place
    assert synced == [("half.db", False), ("backups", True)]


def test_a_backup_is_due_once_the_hour_strikes_after_the_last_one(desk: Desk, campaign: str) -> None:
    now = datetime.now().astimezone()
    struck = evenings.last_evening(now)
    assert is_due(desk, now)
    back_up(desk, now)
    earn(desk, campaign)
    assert not is_due(desk, now)
    assert not is_due(desk, struck + timedelta(hours=23, minutes=59))
    assert is_due(desk, struck + timedelta(days=1))


def test_the_hour_has_struck_from_its_first_moment_on() -> None:
    struck = datetime(2026, 11, 20, evenings.EVENING).astimezone()
    assert evenings.last_evening(struck) == struck
    assert evenings.last_evening(struck - timedelta(microseconds=1)) == struck - timedelta(days=1)
    assert evenings.last_evening(struck + timedelta(seconds=3_661, microseconds=1)) == struck


# A computer whose clock was wrong made backups of days to come.


def test_backups_of_days_to_come_push_none_out(desk: Desk, campaign: str) -> None:
    for n in range(40, 100, 7):
        back_up(desk, EVENING + timedelta(days=n))
        earn(desk, campaign)
    wrong = {*names(desk)}
    assert back_up(desk, EVENING) is not None
    assert {*names(desk)} - wrong == {"campaigns-2026-05-01.db"}


def test_a_backup_of_a_day_to_come_puts_none_off(desk: Desk, campaign: str) -> None:
    now = datetime.now().astimezone()
    made = back_up(desk, now + timedelta(days=40))
    assert made is not None
    later = (now + timedelta(days=40)).timestamp()
    os.utime(made, (later, later))
    assert not is_due(desk, now)
    earn(desk, campaign)
    assert is_due(desk, now)
    back_up(desk, now)
    assert not is_due(desk, now)


def test_the_last_good_backup_is_none_of_a_day_to_come(visitor: Visitor, app: Flask) -> None:
    desk: Desk = app.extensions["desk"]
    now = datetime.now().astimezone()
    back_up(desk, now + timedelta(days=40))
    visitor.record("coins-gained", seat="Ann", amount="1")
    made = back_up(desk, now)
    assert made is not None
    desk.stop(text("entry {entry} is damaged", entry=4))
    assert f"Last good backup: {made.name}" in visitor.text("")


def test_seven_evenings_and_the_last_ones_of_four_weeks_are_kept() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    kept = sorted({*days} - outdated(days))
    assert kept[-7:] == days[-7:]
    assert [day.isoformat() for day in kept[:-7]] == ["2026-02-08", "2026-02-15", "2026-02-22"][: len(kept) - 7]
    assert outdated(days[:7]) == set()


def test_who_plays_once_a_month_keeps_the_backups_of_seven_months() -> None:
    days = [date(2026, month, 1) for month in range(1, 10)]
    assert sorted(outdated(days)) == days[:2]


def test_what_is_needed_no_more_is_deleted_and_nothing_else(desk: Desk, campaign: str) -> None:
    folder = desk.settings.data / "backups"
    folder.mkdir()
    others = [folder / name for name in ("before-the-holidays.db", "campaigns-2026-13-99.db", "other-2026-05-01.db")]
    for other in others:
        other.write_text("mine")
    for n in range(12):
        earn(desk, campaign)
        back_up(desk, EVENING + timedelta(days=n * 30))
    assert (len(names(desk)), [other.read_text() for other in others]) == (7, ["mine"] * 3)
