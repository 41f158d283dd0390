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

from companion.campaign_files import backups, head_note
from companion.campaign_files.repair import repair_file
from companion.config import Settings
from companion.maintenance import nightly_backups
from companion.maintenance.nightly_backups import back_up, is_due, outdated_days
from companion.maintenance.watchdog import Watch
from companion.services import Services
from domain.framework.refusal import Explained
from domain.framework.text import Tongue, text
from domain.log.entries import CHANGED
from domain.store import Busy, Damaged, FileStore
from projections.behind import campaigns_without_words
from tests.companion.guest import Guest
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG
from tests.toy import GAME

GAMES = {GAME.key: GAME}
EVENING = datetime(2026, 5, 1, 23, tzinfo=UTC)
CHANGE = "UPDATE entries SET state=CAST(replace(state, '\"amount\":9', '\"amount\":8') AS BLOB)"


def at(folder: Path) -> Services:
    services = Services(Settings(folder))
    services.campaigns.games = GAMES
    return services


def earn(services: Services, campaign: str) -> None:
    services.campaigns.record(campaign, "coins-gained", {"seat": "Ann", "amount": 9}, services.new_command())


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Services of this file's own, for it is closed and opened again."""
    services = at(tmp_path / "data")
    yield services
    services.close()


@pytest.fixture
def campaign(services: Services) -> str:
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    services.campaigns.record(made, "seat-taken", {"seat": "Ann"}, services.new_command())
    earn(services, made)
    earn(services, made)
    return made


def sql(services: Services, statement: str) -> None:
    """Something done to the file behind everybody's back."""
    with closing(sqlite3.connect(services.settings.file)) as db, db:
        db.execute(statement)


def why(services: Services, campaign: str) -> str:
    """Why nothing is recorded; empty if something is."""
    try:
        earn(services, campaign)
    except Explained as error:
        return str(error)
    return ""


# --- the end of the log ---------------------------------------------------------------------------

GONE = "Recording has stopped: entry 4 of “harbour” was saved, but is missing."


@pytest.mark.parametrize("part", [0.0, 0.5], ids=["gone", "cut short"])
def test_a_journal_that_is_gone_is_told_and_recording_stops(
    services: Services, campaign: str, tmp_path: Path, part: float
) -> None:
    head_note.write_note(services.store)
    left = tmp_path / "left"
    left.mkdir()
    with services.store.reading():  # SQLite puts nothing of the journal into the file meanwhile
        sql(services, "PRAGMA wal_checkpoint(TRUNCATE)")
        earn(services, campaign)
        head_note.write_note(services.store)
        for name in ("campaigns.db", "campaigns.db.head"):
            (left / name).write_bytes((services.settings.data / name).read_bytes())
        journal = (services.settings.data / "campaigns.db-wal").read_bytes()
        (left / "campaigns.db-wal").write_bytes(journal[: int(len(journal) * part)])
    other = at(left)
    assert why(other, campaign) == GONE.replace("entry 4", "entry 5")
    assert other.store.source(campaign).head() == 4
    other.close()


@pytest.fixture
def cut(services: Services, campaign: str) -> Services:
    """The services once more, the last entry having been lost meanwhile."""
    services.close()
    sql(services, "DELETE FROM entries WHERE originator_version=4")
    return at(services.settings.data)


def test_a_lost_end_is_told_as_often_as_the_file_is_opened(cut: Services, campaign: str) -> None:
    assert why(cut, campaign) == GONE
    cut.close()
    again = at(cut.settings.data)
    assert why(again, campaign) == GONE
    again.close()


def test_who_goes_on_without_a_lost_end_says_so_by_a_repair(cut: Services, campaign: str) -> None:
    cut.close()
    shown = repair_file(cut.settings.file, GAMES)
    assert [one.what for _, one in shown.wrong] == ["entry 4 could not be read"]
    again = at(cut.settings.data)
    assert why(again, campaign) == ""
    again.close()


def test_a_repair_says_of_an_end_that_nothing_in_the_file_knows_of_that_it_is_gone(
    services: Services, campaign: str, tmp_path: Path
) -> None:
    backups.write_backup(services.store, tmp_path / "earlier.db")
    earn(services, campaign)
    services.close()
    (tmp_path / "earlier.db").replace(services.settings.file)
    shown = repair_file(services.settings.file, GAMES)
    assert [one.what for _, one in shown.wrong] == ["entry 5 was saved, but is missing"]
    again = at(services.settings.data)
    assert (why(again, campaign), Path(f"{services.settings.file}.head").exists()) == ("", False)
    again.close()


def test_another_file_that_is_restored_has_another_end(services: Services, campaign: str, tmp_path: Path) -> None:
    backups.write_backup(services.store, tmp_path / "backup.db")
    earn(services, campaign)
    services.close()
    backups.restore_backup(tmp_path / "backup.db", services.settings.file)
    again = at(services.settings.data)
    assert why(again, campaign) == ""
    again.close()


def test_an_empty_file_where_one_was_tells_the_ways_out(services: Services, campaign: str) -> None:
    services.close()
    services.settings.file.unlink()
    for _ in range(2):
        anew = at(services.settings.data)
        with pytest.raises(Damaged) as shown:
            anew.campaigns.new("toy", "Another", {}, anew.new_command())
        anew.close()
        assert str(shown.value) == (
            "Recording has stopped: the file is empty, but campaigns were saved before. Put the old file back, or"
            " restore a backup; to start over, stop the companion and delete campaigns.db.head."
        )
    (services.settings.data / "campaigns.db.head").unlink()
    anew = at(services.settings.data)
    assert anew.campaigns.new("toy", "Another", {}, anew.new_command()).campaign
    anew.close()


def test_a_campaign_that_is_gone_is_told_without_its_id(services: Services, campaign: str) -> None:
    other = services.campaigns.new("toy", "Another", {}, services.new_command()).campaign
    services.close()
    sql(services, f"DELETE FROM entries WHERE originator_id='{other}'")
    sql(services, f"DELETE FROM campaigns WHERE campaign='{other}'")
    again = at(services.settings.data)
    assert why(again, campaign) == "Recording has stopped: a campaign that was saved is missing."
    again.close()


@pytest.mark.parametrize("shown", ["", "1 2 3", "x y z w", "\xff"])
def test_a_note_that_makes_no_sense_is_none(services: Services, campaign: str, shown: str) -> None:
    services.close()
    (services.settings.data / "campaigns.db.head").write_text(shown)
    again = at(services.settings.data)
    assert why(again, campaign) == ""
    again.close()


# --- the full text --------------------------------------------------------------------------------


def behind(services: Services) -> list[str]:
    """The campaigns with words that are not in the index yet."""
    with services.store.reading() as cursor:
        return campaigns_without_words(cursor)


def test_words_follow_in_quiet_moments(services: Services, campaign: str, watch: Watch) -> None:
    until = monotonic() + HANG
    while behind(services) and monotonic() < until:
        sleep(0.01)
    assert behind(services) == []


def test_words_wait_while_somebody_records(services: Services, campaign: str) -> None:
    watch = Watch(services)
    watch._complete_index()
    earn(services, campaign)
    watch._complete_index()
    assert behind(services) == [campaign]
    watch._complete_index()
    assert behind(services) == []


def test_words_that_are_far_behind_follow_though_somebody_records(
    services: Services, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.maintenance.watchdog.FAR", 4)
    Watch(services)._complete_index()
    assert behind(services) == []


# --- the log --------------------------------------------------------------------------------------


@pytest.fixture
def watch(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """A watch that looks again and again."""
    monkeypatch.setattr("companion.maintenance.watchdog.AGAIN", 0.01)
    monkeypatch.setattr("companion.maintenance.watchdog.TICK", 0.01)
    watch = Watch(services, lambda: EVENING)
    watch.start()
    yield watch
    watch.end()


def stopped(services: Services) -> Damaged | None:
    """Why recording stopped, once it did."""
    until = monotonic() + HANG
    while services.store.stopped is None and monotonic() < until:
        sleep(0.01)
    return services.store.stopped


def test_a_changed_entry_is_noticed_without_anybody_asking(services: Services, campaign: str, watch: Watch) -> None:
    sql(services, f"{CHANGE} WHERE originator_version=3")
    shown = "Recording has stopped: entry 4 does not follow from entry 3: one of them was changed."
    assert str(stopped(services)) == shown == why(services, campaign)


@pytest.mark.parametrize("where", ["domain.store.sqlite.StoredEntries.read", "domain.store.FileStore.campaigns"])
def test_a_page_that_cannot_be_read_is_noticed(
    services: Services, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def unreadable(*_: object) -> None:
        raise Damaged("The campaign file is damaged.")

    monkeypatch.setattr(where, unreadable)
    assert str(stopped(services)) == "Recording has stopped: a page of the file cannot be read."


BLOB = "UPDATE entries SET topic=CAST(topic AS BLOB)"


@pytest.mark.parametrize("position", [3, 4])
def test_a_topic_that_is_no_text_is_noticed(services: Services, campaign: str, watch: Watch, position: int) -> None:
    sql(services, f"{BLOB} WHERE originator_version={position}")
    shown = {
        3: "entry 4 does not follow from entry 3: one of them was changed",
        4: "entry 4 is not the one that was recorded",
    }
    assert str(stopped(services)) == f"Recording has stopped: {shown[position]}."


def test_the_end_of_serving_and_the_next_start_bear_a_topic_that_is_no_text(services: Services, campaign: str) -> None:
    head_note.write_note(services.store)
    sql(services, f"{BLOB} WHERE originator_version=4")
    watch = Watch(services, lambda: EVENING)
    watch.start()
    watch.end()
    services.close()
    again = at(services.settings.data)
    assert (why(again, campaign), names(again)) == (GONE, [])
    again.close()


def test_what_nobody_thought_of_is_told_and_the_watch_goes_on(
    services: Services, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def odd(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    with monkeypatch.context() as patch:
        patch.setattr("companion.maintenance.watchdog.head_note.write_note", odd)
        patch.setattr("companion.maintenance.watchdog.check_chains", odd)
        until = monotonic() + HANG
        while caplog.text.count("nobody thought of this") < 3 and monotonic() < until:
            sleep(0.01)
    assert caplog.text.count("nobody thought of this") >= 3
    sql(services, f"{CHANGE} WHERE originator_version=3")
    assert stopped(services) is not None


def test_a_file_that_is_busy_stops_nobody(
    services: Services, campaign: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def busy(*_: object) -> None:
        asked.append(1)
        raise Busy("Another program is using the campaign file.")

    with monkeypatch.context() as patch:
        patch.setattr("domain.store.sqlite.StoredEntries.read", busy)
        until = monotonic() + HANG
        while len(asked) < 3 and monotonic() < until:
            sleep(0.01)
    assert (len(asked) >= 3, services.store.stopped, why(services, campaign)) == (True, None, "")


def test_what_is_known_to_be_damaged_stops_nobody(services: Services, campaign: str) -> None:
    sql(services, f"{CHANGE} WHERE originator_version=3")
    services.close()
    shown = repair_file(services.settings.file, GAMES)
    assert shown.wrong
    again = at(services.settings.data)
    Watch(again)._verify_logs()
    assert why(again, campaign) == ""
    again.close()


def test_what_is_recorded_while_the_log_is_looked_through_is_no_damage(
    services: Services, campaign: str, watch: Watch
) -> None:
    for _ in range(60):
        earn(services, campaign)
    assert services.store.stopped is None


# --- what pages say of it -------------------------------------------------------------------------


@pytest.fixture
def troubled(visitor: Visitor, app: Flask) -> Visitor:
    """The host, with a backup, after something was found."""
    services: Services = app.extensions["services"]
    back_up(services, EVENING)
    services.stop_recording(text("entry {entry} is damaged", entry=4))
    return visitor


def test_the_strip_says_that_recording_has_stopped_and_names_the_last_good_backup(troubled: Visitor) -> None:
    shown = troubled.text("")
    assert "Recording has stopped: entry 4 is damaged." in shown
    assert "companion repair" in shown
    assert "Last good backup: campaigns-2026-05-01.db" in shown


def test_what_was_found_is_told_in_the_words_of_who_asks(services: Services, campaign: str, watch: Watch) -> None:
    sql(services, f"{CHANGE} WHERE originator_version=3")
    shown = stopped(services)
    assert shown is not None
    words = {"Recording has stopped: {what}.": "Halt: {what}.", CHANGED.message: "{entry} nach {before}"}
    assert shown.text.render(Tongue(translate=lambda said: words.get(said, said))) == "Halt: 4 nach 3."


def test_each_who_hears_of_it_has_an_error_of_their_own(services: Services, campaign: str) -> None:
    services.stop_recording(text("entry {entry} is damaged", entry=4))
    heard = []
    for _ in range(2):
        with pytest.raises(Damaged, match="entry 4 is damaged") as shown:
            earn(services, campaign)
        heard.append(shown.value)
    stopped = services.store.stopped
    assert heard[0] is not heard[1]
    assert stopped is not None
    assert (stopped in heard, stopped.__traceback__) == (False, None)


def test_who_is_no_host_hears_no_more_than_that_and_tells_the_host(troubled: Visitor, app: Flask) -> None:
    guest = Guest(app)
    campaign = app.extensions["services"].find_campaign("harbour").campaign
    with guest.client.session_transaction() as session:
        session["guest"] = app.extensions["guests"].join(campaign, "Bea", "player", ())
    refused = guest.record("seat-taken", seat="Bea")
    for shown in (guest.text(""), refused.get_data(as_text=True)):
        assert ("Recording has stopped: the campaign file is damaged" in shown, "Ask the host." in shown) == (
            True,
            True,
        )
        assert ("entry 4" in shown, "campaigns-2026-05-01.db" in shown) == (False, False)


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

    services: Services = app.extensions["services"]
    guest = Guest(app)
    with guest.client.session_transaction() as session:
        session["guest"] = app.extensions["guests"].join(
            services.find_campaign("harbour").campaign, "Bea", "player", ()
        )
    watch = Watch(services)
    shown = "The backup of the evening could not be made: no space left"
    with monkeypatch.context() as patch:
        patch.setattr(services.store, "backup", fail)
        watch._run_task(watch._back_up)
    assert (shown in visitor.text(""), shown in guest.text(""), services.store.stopped) == (True, False, None)
    watch._run_task(watch._back_up)
    assert shown not in visitor.text("")


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
    found = backups.all_backups(tmp_path / "campaigns.db", EVENING.date())
    assert [path.name for path in found] == names


# --- the backup of the evening --------------------------------------------------------------------


def names(services: Services) -> list[str]:
    return [path.name for path in backups.automatic_backups(services.settings.file).values()]


def test_what_is_recorded_after_midnight_belongs_to_the_evening_before(services: Services, campaign: str) -> None:
    back_up(services, EVENING + timedelta(hours=3))
    assert names(services) == ["campaigns-2026-05-01.db"]


@pytest.mark.parametrize(("hour", "minute", "day"), [(5, 59, 1), (6, 0, 2)])
def test_the_evening_before_ends_at_six_in_the_morning(
    services: Services, campaign: str, hour: int, minute: int, day: int
) -> None:
    back_up(services, (EVENING + timedelta(days=1)).replace(hour=hour, minute=minute))
    assert names(services) == [f"campaigns-2026-05-0{day}.db"]


def test_a_backup_of_an_evening_holds_everything(services: Services, campaign: str) -> None:
    made = back_up(services, EVENING)
    assert made is not None
    services.close()
    backups.restore_backup(made, services.settings.file)
    again = at(services.settings.data)
    assert again.store.source(campaign).head() == 4
    again.close()


def test_where_nothing_was_recorded_no_backup_is_made(services: Services, campaign: str) -> None:
    assert back_up(services, EVENING) is not None
    assert back_up(services, EVENING + timedelta(days=1)) is None
    earn(services, campaign)
    assert back_up(services, EVENING + timedelta(days=1)) is not None
    assert names(services) == ["campaigns-2026-05-02.db", "campaigns-2026-05-01.db"]


@pytest.fixture
def put_back(services: Services, campaign: str, tmp_path: Path) -> Iterator[Services]:
    """The services again, an earlier state put back since the backup of the evening, and as much recorded as before."""
    backups.write_backup(services.store, tmp_path / "earlier.db")
    earn(services, campaign)
    back_up(services, EVENING)
    services.close()
    backups.restore_backup(tmp_path / "earlier.db", services.settings.file)
    again = at(services.settings.data)
    earn(again, campaign)
    yield again
    again.close()


def test_a_file_of_equal_length_that_was_put_back_gets_a_backup(put_back: Services) -> None:
    assert back_up(put_back, EVENING + timedelta(days=1)) is not None
    assert back_up(put_back, EVENING + timedelta(days=1)) is None


def test_no_backup_is_replaced_by_one_that_lacks_what_is_in_it(put_back: Services, campaign: str) -> None:
    (path,) = backups.automatic_backups(put_back.settings.file).values()
    other = path.read_bytes()
    back_up(put_back, EVENING)
    earn(put_back, campaign)
    back_up(put_back, EVENING)
    assert {one.name: one.read_bytes() == other for one in path.parent.iterdir()} == {
        "campaigns-2026-05-01.db": False,
        "campaigns-2026-05-01.db.kept-1": True,
    }


def test_of_a_damaged_log_no_backup_is_made_and_the_last_good_one_stays(services: Services, campaign: str) -> None:
    back_up(services, EVENING)
    (path,) = backups.automatic_backups(services.settings.file).values()
    good = path.read_bytes()
    earn(services, campaign)
    sql(services, f"{CHANGE} WHERE originator_version=3")
    with pytest.raises(Damaged, match="entry 4 does not follow"):
        back_up(services, EVENING)
    assert [path.read_bytes() for path in path.parent.iterdir()] == [good]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
        (sqlite3.SQLITE_FULL, "database or disk is full"),
        (sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
    ],
)
def test_a_disk_that_cannot_be_used_is_no_damage(
    services: Services, campaign: str, monkeypatch: pytest.MonkeyPatch, code: int, shown: str
) -> None:
    def connect(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError(shown)
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(backups, "sqlite3", SimpleNamespace(**{**vars(sqlite3), "connect": connect}))
    watch = Watch(services, lambda: EVENING)
    watch.start()
    watch.end()
    assert (services.store.stopped, why(services, campaign), names(services)) == (None, "", [])


def test_the_end_of_serving_is_the_end_of_an_evening(services: Services, campaign: str) -> None:
    watch = Watch(services, lambda: EVENING)
    watch.start()
    watch.end()
    assert names(services) == ["campaigns-2026-05-01.db"]


class Enough(Exception):
    pass


@pytest.mark.parametrize(("room", "name"), [(FileStore, "backup"), (backups, "check_store")])
def test_a_backup_is_given_up_while_sqlite_works_on_it(
    services: Services, campaign: str, monkeypatch: pytest.MonkeyPatch, room: Any, name: str
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
        back_up(services, EVENING, pace)
    assert (begun, [*(services.settings.data / "backups").iterdir()]) == ([name, "given up"], [])
    monkeypatch.undo()
    assert (why(services, campaign), back_up(services, EVENING) is None) == ("", False)


def test_sqlite_is_asked_often_while_it_copies_a_few_large_rows(
    services: Services, campaign: str, tmp_path: Path
) -> None:
    """A thousand photos are little work by the count of its steps, and may be gigabytes."""
    asked = list[int]()
    with services.store.writing() as db:
        db.executemany("INSERT INTO photos VALUES (?,?)", [(f"{n}", b"\xff") for n in range(1_000)])
    services.store.backup(tmp_path / "copy.db", asked.append)
    assert len(asked) > 5


def test_a_backup_is_there_for_good_once_its_folder_is_on_the_disk(
    services: Services, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, synced, sync = (
        backups.backup_path(services.settings.file, EVENING.date()),
        list[object](),
        backups.sync_to_disk,
    )

    def watched(path: Path) -> None:
        synced.append((path.name, place.exists()))
        sync(path)

    monkeypatch.setattr(backups, "sync_to_disk", watched)
    assert back_up(services, EVENING) == place
    assert synced == [("half.db", False), ("backups", True)]


def test_a_backup_is_due_once_the_hour_strikes_after_the_last_one(services: Services, campaign: str) -> None:
    now = datetime.now().astimezone()
    struck = nightly_backups.last_evening(now)
    assert is_due(services, now)
    back_up(services, now)
    earn(services, campaign)
    assert not is_due(services, now)
    assert not is_due(services, struck + timedelta(hours=23, minutes=59))
    assert is_due(services, struck + timedelta(days=1))


def test_the_hour_has_struck_from_its_first_moment_on() -> None:
    struck = datetime(2026, 11, 20, nightly_backups.EVENING).astimezone()
    assert nightly_backups.last_evening(struck) == struck
    assert nightly_backups.last_evening(struck - timedelta(microseconds=1)) == struck - timedelta(days=1)
    assert nightly_backups.last_evening(struck + timedelta(seconds=3_661, microseconds=1)) == struck


# A computer whose clock was wrong made backups of days to come.


def test_backups_of_days_to_come_push_none_out(services: Services, campaign: str) -> None:
    for n in range(40, 100, 7):
        back_up(services, EVENING + timedelta(days=n))
        earn(services, campaign)
    wrong = {*names(services)}
    assert back_up(services, EVENING) is not None
    assert {*names(services)} - wrong == {"campaigns-2026-05-01.db"}


def test_a_backup_of_a_day_to_come_puts_none_off(services: Services, campaign: str) -> None:
    now = datetime.now().astimezone()
    made = back_up(services, now + timedelta(days=40))
    assert made is not None
    later = (now + timedelta(days=40)).timestamp()
    os.utime(made, (later, later))
    assert not is_due(services, now)
    earn(services, campaign)
    assert is_due(services, now)
    back_up(services, now)
    assert not is_due(services, now)


def test_the_last_good_backup_is_none_of_a_day_to_come(visitor: Visitor, app: Flask) -> None:
    services: Services = app.extensions["services"]
    now = datetime.now().astimezone()
    back_up(services, now + timedelta(days=40))
    visitor.record("coins-gained", seat="Ann", amount="1")
    made = back_up(services, now)
    assert made is not None
    services.stop_recording(text("entry {entry} is damaged", entry=4))
    assert f"Last good backup: {made.name}" in visitor.text("")


def test_seven_evenings_and_the_last_ones_of_four_weeks_are_kept() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    kept = sorted({*days} - outdated_days(days))
    assert kept[-7:] == days[-7:]
    assert [day.isoformat() for day in kept[:-7]] == ["2026-02-08", "2026-02-15", "2026-02-22"][: len(kept) - 7]
    assert outdated_days(days[:7]) == set()


def test_who_plays_once_a_month_keeps_the_backups_of_seven_months() -> None:
    days = [date(2026, month, 1) for month in range(1, 10)]
    assert sorted(outdated_days(days)) == days[:2]


def test_what_is_needed_no_more_is_deleted_and_nothing_else(services: Services, campaign: str) -> None:
    folder = services.settings.data / "backups"
    folder.mkdir()
    others = [folder / name for name in ("before-the-holidays.db", "campaigns-2026-13-99.db", "other-2026-05-01.db")]
    for other in others:
        other.write_text("mine")
    for n in range(12):
        earn(services, campaign)
        back_up(services, EVENING + timedelta(days=n * 30))
    assert (len(names(services)), [other.read_text() for other in others]) == (7, ["mine"] * 3)
