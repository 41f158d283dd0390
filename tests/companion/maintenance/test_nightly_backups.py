"""Evenings: when one came last, and the days whose backups are needed no more."""

from datetime import UTC, date, datetime, timedelta

import pytest

from companion.maintenance.nightly_backups import last_evening, outdated_days

SUNDAY = date(2026, 3, 29)


@pytest.mark.parametrize(
    ("now", "struck"),
    [
        (datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC), datetime(2026, 3, 28, 22, tzinfo=UTC)),
        (datetime(2026, 3, 29, 22, 0, 0, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC)),
        (datetime(2026, 3, 29, 23, 30, 1, 5, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC)),
        (datetime(2026, 3, 29, 0, 0, 0, tzinfo=UTC), datetime(2026, 3, 28, 22, tzinfo=UTC)),
    ],
)
def test_an_evening_came_when_the_clock_last_struck_ten(now: datetime, struck: datetime) -> None:
    assert last_evening(now) == struck


def days_ago(*ago: int) -> set[date]:
    return {SUNDAY - timedelta(days=one) for one in ago}


@pytest.mark.parametrize(
    ("kept", "gone"),
    [
        (range(0), ()),
        (range(7), ()),
        (range(8), ()),
        (range(9), (8,)),
        (range(14), range(8, 14)),
        (range(40), (*range(8, 14), *range(15, 21), *range(22, 40))),
        ((0, 30, 60, 90, 120), ()),
        ((*range(0, 63, 7), 70), (49, 56, 70)),
    ],
)
def test_seven_days_are_kept_and_the_last_one_of_each_of_four_weeks(kept: range, gone: range) -> None:
    assert outdated_days(days_ago(*kept)) == days_ago(*gone)
