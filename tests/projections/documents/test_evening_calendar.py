"""The evenings of a campaign as a calendar that other programs read."""

from __future__ import annotations

import pytest

from tests.house import House
from tests.projections.documents.evening import Evening

LONG = "The tower; the bridge, and \\ the gate 长冬长冬长冬长冬长冬长冬长冬长冬长冬长冬长冬"


@pytest.fixture
def evening(house: House) -> Evening:
    """Two evenings: one on the clock of Tokyo, and one of which only the day is known."""
    evening = Evening(house)
    tokyo = {"day": "2026-11-21", "offset": 540}
    evening.plays("session-started", players=["Ann", "贝丝"], time="2026-11-20T19:00:00.000Z", **tokyo)
    evening.sits("Ann")
    evening.plays("coins-gained", seat="Ann", amount=3, time="2026-11-20T20:30:00.000Z")
    evening.plays("session-ended", note=LONG, time="2026-11-20T20:45:00.000Z")
    evening.plays(
        "session-started", when="2026-11-01", location="Club, upstairs", time="2026-11-27T19:00:00.000Z", **tokyo
    )
    return evening


def lines(evening: Evening) -> list[str]:
    """The lines of the calendar, with continued ones joined."""
    made = evening.exported(".ics")
    assert made.endswith(b"END:VCALENDAR\r\n")
    assert max(map(len, made.split(b"\r\n"))) <= 75
    assert b"\n" not in made.replace(b"\r\n", b"")
    return made.replace(b"\r\n ", b"").decode().split("\r\n")


def test_an_evening_has_its_start_and_end_in_utc(evening: Evening) -> None:
    found = lines(evening)
    assert {"DTSTART:20261120T190000Z", "DTEND:20261120T204500Z"} <= set(found)


def test_an_evening_of_which_only_the_day_is_known_lasts_all_day(evening: Evening) -> None:
    assert "DTSTART;VALUE=DATE:20261101" in lines(evening)


def test_an_evening_is_where_the_table_said(evening: Evening) -> None:
    assert [line for line in lines(evening) if line.startswith("LOCATION")] == ["LOCATION:Club\\, upstairs"]


def test_what_divides_values_is_escaped(evening: Evening) -> None:
    (about,) = [line for line in lines(evening) if line.startswith("DESCRIPTION:Ann")]
    assert about.startswith("DESCRIPTION:Ann\\, 贝丝\\nThe tower\\; the bridge\\, and \\\\ the gate 长冬")


def test_an_evening_has_the_same_id_in_every_export(evening: Evening) -> None:
    ids = [line for line in lines(evening) if line.startswith("UID:")]
    assert ids == [f"UID:{evening.id}-{number}@companion" for number in (1, 2)]
    evening.plays("coins-gained", seat="Ann", amount=1, time="2026-11-27T19:40:00.000Z")
    assert [line for line in lines(evening) if line.startswith("UID:")] == ids
