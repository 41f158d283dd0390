"""An evening has a day: that of the clock of its table, the same on every computer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import orjson
import pytest

from companion.config import Settings
from companion.script import Script
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.kernel.campaign import is_moment
from domain.framework.refusal import RefusedAll
from projections.documents.export import export_campaign
from tests.companion.visitor import Visitor
from tests.toy import GAME, CoinsGained, SeatTaken

ZONES = ("Asia/Tokyo", "America/Los_Angeles", "Asia/Kathmandu", "UTC")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = Services(Settings(tmp_path / "data"))
    services.campaigns.games = {GAME.key: GAME}
    yield services
    services.close()


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Sets the time zone of this computer."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "day", "offset"), [("Asia/Tokyo", "2026-07-02", 540), ("America/New_York", "2026-07-01", -240)]
)
def test_an_evening_of_a_script_has_the_day_of_its_own_time(
    services: Services, in_zone: Callable[[str], None], zone: str, day: str, offset: int
) -> None:
    in_zone(zone)
    campaign = services.campaigns.new(GAME.key, "Harbour", {}, services.new_command()).campaign
    Script(services, campaign).line({"event": "session-started", "time": "2026-07-01T18:30:00Z"})
    with services.campaigns.open(campaign) as live:
        (evening,) = live.table.evenings
    assert (evening.day, evening.offset) == (day, offset)


class Table:
    """A campaign that is played at given UTC times."""

    def __init__(self, services: Services) -> None:
        self.services = services
        begun = replace(services.new_command(), time="2026-01-01T12:00:00.000Z")
        self.id = services.campaigns.new("toy", "Harbour", {}, begun).campaign

    def plays(self, time: str, *events: object, later: str = "") -> None:
        """Record events at a UTC time, on the clock of this computer."""
        local = datetime.fromisoformat(time).astimezone()
        offset = local.utcoffset()
        assert offset is not None
        for event in events:
            made = replace(
                self.services.new_command(later=later),
                time=time,
                day=local.date().isoformat(),
                offset=offset // timedelta(minutes=1),
            )
            self.services.campaigns.record_all(self.id, [event], made)  # type: ignore[list-item]

    def exported(self, suffix: str) -> str:
        listed = self.services.find_campaign(self.id)
        with self.services.campaigns.open(self.id) as live:
            return b"".join(export_campaign(live, listed, self.services.store.reading, suffix)).decode("utf-8-sig")

    def play_dates(self) -> list[str]:
        return [play["playDate"] for play in orjson.loads(self.exported(".bgsplay"))["plays"]]


@pytest.fixture
def table(services: Services) -> Table:
    return Table(services)


@pytest.mark.parametrize(
    ("zone", "utc", "day", "clock"),
    [
        ("Asia/Tokyo", "2026-10-06T22:30:00.000Z", "2026-10-07", "07:30"),
        ("America/Los_Angeles", "2026-10-07T02:30:00.000Z", "2026-10-06", "19:30"),
        ("Asia/Kathmandu", "2026-10-06T18:20:00.000Z", "2026-10-07", "00:05"),
        ("America/Los_Angeles", "2026-03-08T09:59:00.000Z", "2026-03-08", "01:59"),
        ("America/Los_Angeles", "2026-03-08T10:01:00.000Z", "2026-03-08", "03:01"),
    ],
)
@pytest.mark.parametrize("read_in", ZONES)
def test_an_evening_has_the_day_of_its_table_wherever_it_is_read(
    table: Table, in_zone: object, zone: str, utc: str, day: str, clock: str, read_in: str
) -> None:
    in_zone(zone)  # type: ignore[operator]
    table.plays(utc, SessionStarted(players=("Ann",)), SeatTaken(seat="Ann"))
    in_zone(read_in)  # type: ignore[operator]
    assert table.play_dates() == [f"{day} {clock}:00"]
    assert f"{day} ·" in table.exported(".md")
    days = {line.split(",")[2] for line in table.exported(".csv").splitlines()[2:] if ",1," in line}
    assert days == {day}
    assert {line["day"] for line in orjson.loads(table.exported(".json"))["log"] if line["session"]} == {day}


def test_what_is_played_past_midnight_belongs_to_the_day_on_which_the_evening_began(
    table: Table, in_zone: object
) -> None:
    in_zone("Asia/Tokyo")  # type: ignore[operator]
    table.plays("2026-10-06T14:30:00.000Z", SessionStarted(players=("Ann",)), SeatTaken(seat="Ann"))
    table.plays("2026-10-06T15:30:00.000Z", CoinsGained(seat="Ann", amount=1))
    assert table.play_dates() == ["2026-10-06 23:30:00"]


@pytest.mark.parametrize(
    ("when", "date"), [("2026-11-20", "2026-11-20 00:00:00"), ("2026-11-20 19:00", "2026-11-20 19:00:00")]
)
def test_an_evening_that_is_entered_afterwards_has_the_day_that_the_table_gives(
    table: Table, when: str, date: str
) -> None:
    table.plays("2026-11-22T10:00:00.000Z", SessionStarted(players=("Ann",), when=when), SeatTaken(seat="Ann"))
    assert table.play_dates() == [date]


def test_a_remark_that_an_evening_was_on_another_day_gives_its_day(table: Table) -> None:
    table.plays("2026-11-22T10:00:00.000Z", SessionStarted(players=("Ann",)), later="2026-11-20 19:00")
    assert table.play_dates() == ["2026-11-20 19:00:00"]


def test_an_evening_that_began_before_its_first_entry_is_longer(table: Table, in_zone: object) -> None:
    in_zone("UTC")  # type: ignore[operator]
    table.plays("2026-11-22T20:30:00.000Z", SessionStarted(players=("Ann",), when="2026-11-22 18:00"))
    table.plays("2026-11-22T21:00:00.000Z", SeatTaken(seat="Ann"))
    assert [play["durationMin"] for play in orjson.loads(table.exported(".bgsplay"))["plays"]] == [180]


def test_the_day_of_an_evening_can_be_corrected(table: Table) -> None:
    table.plays("2026-11-22T10:00:00.000Z", SessionStarted(players=("Ann",)), SeatTaken(seat="Ann"))
    table.services.campaigns.amend(table.id, 2, {"when": "2026-11-20"}, table.services.new_command())
    assert table.play_dates() == ["2026-11-20 00:00:00"]
    with table.services.campaigns.open(table.id) as live:
        assert [(one.day, one.offset is None) for one in live.table.evenings] == [("2026-11-20", False)]


@pytest.mark.parametrize("when", ["yesterday", "2026-02-30", "2026-11-20 25:00", "20.11.2026", "2026-11-20 19"])
def test_a_day_that_is_none_is_refused(table: Table, when: str) -> None:
    with pytest.raises(RefusedAll, match="is no day"):
        table.plays("2026-11-22T10:00:00.000Z", SessionStarted(when=when))
    assert not is_moment(when)


def test_a_session_of_an_older_release_takes_the_clock_of_this_computer_and_says_so(
    table: Table, in_zone: object
) -> None:
    made = replace(table.services.new_command(), time="2026-10-06T22:30:00.000Z", day="", offset=None)
    table.services.campaigns.record_all(table.id, [SessionStarted(players=("Ann",)), SessionEnded()], made)
    in_zone("Asia/Tokyo")  # type: ignore[operator]
    assert table.play_dates() == ["2026-10-07 07:30:00"]
    assert "2026-10-07 (clock of this computer)" in table.exported(".md")


@pytest.mark.parametrize(("day", "entry"), [("2026-10-06", 2), ("2026-10-07", 5), ("2026-10-08", 5)])
def test_the_log_is_searched_by_the_days_of_its_evenings(
    table: Table, in_zone: object, services: Services, day: str, entry: int
) -> None:
    """Two evenings in Los Angeles that end on the next day in UTC."""
    in_zone("America/Los_Angeles")  # type: ignore[operator]
    evening = (SessionStarted(players=("Ann",)), SeatTaken(seat="Ann"), SessionEnded())
    table.plays("2026-10-07T02:30:00.000Z", *evening)
    table.plays("2026-10-09T02:30:00.000Z", SessionStarted(players=("Ann",)), CoinsGained(seat="Ann", amount=1))
    in_zone("UTC")  # type: ignore[operator]
    visitor = Visitor(create_app(services.settings, services))
    assert visitor.get(f"log?day={day}").headers["Location"] == f"/c/harbour/log/{entry}"
