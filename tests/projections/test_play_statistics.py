"""Statistics over campaigns: each evening once, each result as known, the longest streaks."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from datetime import date
from pathlib import Path

import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.framework.kernel import CampaignHidden, SessionStarted
from domain.games import BY_KEY
from projections.documents.arrivals import import_campaign
from projections.play_statistics import PersonTotals, Statistics, play_statistics, wins_in_total, with_empty_months
from tests.house import House
from tests.moments import GOLDEN, read_golden

WAR = ("runewars", "0.1.0-war")
EVERY = ("champions", "0.1.0-every")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    """A house that knows all games."""
    house = House(tmp_path / "campaigns.db", tuple(BY_KEY.values()))
    yield house
    house.close()


def plays(house: House, *logs: tuple[str, str]) -> list[str]:
    return [import_campaign(house.campaigns, read_golden(*log)).campaign for log in logs]


def statistics(house: House, campaigns: Collection[str] | None = None) -> Statistics:
    with house.store.reading() as cursor:
        return play_statistics(cursor, campaigns)


def person(found: Statistics, name: str) -> PersonTotals:
    return next(one for one in found.people if one.person == name)


def test_without_campaigns_everything_is_empty(club: House) -> None:
    found = statistics(club)
    assert (found.evenings, found.minutes, found.finished, found.games, found.people, found.months) == (
        0,
        0,
        0,
        [],
        [],
        {},
    )


def test_a_war_gives_a_win_to_its_winner_and_a_loss_to_the_others(club: House) -> None:
    plays(club, WAR)
    found = statistics(club)
    assert [(one.game, one.evenings, one.finished) for one in found.games] == [("runewars", 6, 1)]
    assert [(one.person, one.won, one.lost, one.longest) for one in found.people] == [
        ("Ana", 0, 1, 0), ("Ben", 1, 0, 1), ("小梅", 0, 1, 0),
    ]  # fmt: skip
    assert [(one.role, one.won, one.lost) for one in found.games[0].roles] == [
        ("Latari Elves", 1, 0), ("Daqan Lords", 0, 1), ("Uthuk Y'llan", 0, 1),
    ]  # fmt: skip


def test_a_game_that_was_given_up_is_unknown_and_no_loss(club: House) -> None:
    plays(club, EVERY)
    (game,) = statistics(club).games
    assert {one.unknown for one in game.roles} == {1}
    assert all(one.played == one.won + one.lost + 1 for one in game.roles)


def test_the_evenings_of_several_campaigns_are_added(club: House) -> None:
    war, every = plays(club, WAR, EVERY)
    assert statistics(club).evenings == statistics(club, [war]).evenings + statistics(club, [every]).evenings
    assert [one.game for one in statistics(club, [every]).games] == ["champions"]
    assert statistics(club, []).evenings == 0


def test_a_branch_adds_only_the_evenings_and_results_that_it_does_not_share(club: House) -> None:
    (war,) = plays(club, WAR)
    before = statistics(club)
    branch = club.campaigns.branch(war, "What if", None, "war", club.command()).campaign
    assert statistics(club) == before
    club.record(branch, SessionStarted(players=("Dora",)))
    assert statistics(club).evenings == before.evenings + 1
    assert person(statistics(club), "Dora").evenings == 1
    assert statistics(club, [branch]).finished == before.finished


def test_a_hidden_campaign_is_left_out(club: House) -> None:
    war, _ = plays(club, WAR, EVERY)
    club.record(war, CampaignHidden())
    assert [game.game for game in statistics(club).games] == ["champions"]


def test_two_tables_that_begin_at_the_same_time_are_two_evenings(house: House) -> None:
    for name in ("Ann", "Bob"):
        house.record(house.new(name), SessionStarted(players=(name,)))
    assert statistics(house).evenings == 2


@pytest.mark.parametrize(
    ("results", "longest", "streak"),
    [
        ([True, True, False, True], 2, 1),
        ([True, None, True], 2, 2),
        ([False, None], 0, 0),
        ([True, True, True, False], 3, 0),
        ([], 0, 0),
    ],
)
def test_a_streak_ends_with_a_loss_and_skips_the_unknown(results: list[bool | None], longest: int, streak: int) -> None:
    totals = PersonTotals(person="Ann")
    for won in results:
        totals.count_result("2026-11", won)
    assert (totals.longest, totals.streak) == (longest, streak)
    assert totals.unknown == results.count(None)


def test_people_of_an_evening_share_a_result_that_no_seat_names(house: House) -> None:
    campaign = house.new("Harbour")
    house.record(campaign, SessionStarted(players=("Ann", "Bob")))
    with house.store.writing() as db:
        played(db, campaign, [("oak", "", 1), ("elm", "", 1)], [("oak", "", 1), ("elm", "", 0)])
    found = [(one.person, one.won, one.lost, one.unknown) for one in statistics(house).people]
    assert found == [("Ann", 1, 0, 1), ("Bob", 1, 0, 1)]
    assert persons_in_view(house) == found


@pytest.mark.parametrize("log", [(path.parent.name, path.stem) for path in sorted(GOLDEN.glob("*/*.jsonl"))])
def test_the_view_of_persons_has_the_same_results(club: House, log: tuple[str, str]) -> None:
    plays(club, log)
    found = [(one.person, one.won, one.lost, one.unknown) for one in statistics(club).people]
    assert persons_in_view(club) == sorted(found)


def persons_in_view(house: House) -> list[tuple[str, int, int, int]]:
    with house.store.reading() as cursor:
        return cursor.execute("SELECT person, wins, losses, unknown FROM persons ORDER BY person").fetchall()


def test_a_person_with_two_seats_has_one_result(house: House) -> None:
    campaign = house.new("Harbour")
    house.record(campaign, SessionStarted(players=("Ann",)))
    with house.store.writing() as db:
        played(db, campaign, [("oak", "Ann", 1), ("elm", "Ann", 0)])
    assert [(one.played, one.won) for one in statistics(house).people] == [(1, 1)]


def played(db: sqlite3.Connection, campaign: str, *games: list[tuple[str, str, int]]) -> None:
    """Put finished games of the first evening into the tables."""
    for number, seats in enumerate(games, 1):
        db.execute("INSERT INTO played VALUES (?,?,1,'','','')", (campaign, number))
        rows = [(campaign, number, seat, name, seat, won, None) for seat, name, won in seats]
        db.executemany("INSERT INTO participants VALUES (?,?,?,?,?,?,?)", rows)


def test_a_month_without_an_evening_has_none() -> None:
    assert with_empty_months({"2027-02": 1, "2026-11": 2}) == {"2026-11": 2, "2026-12": 0, "2027-01": 0, "2027-02": 1}
    assert with_empty_months({"0001-01": 1, "9999-01": 1}) == {"0001-01": 1, "9999-01": 1}
    assert with_empty_months({"": 1, "2026-11": 1}) == {"2026-11": 1}


def test_wins_add_up_from_month_to_month() -> None:
    ann, bob = PersonTotals(person="Ann"), PersonTotals(person="Bob")
    for month in ("2026-11", "2027-01", "2027-01"):
        ann.count_result(month, won=True)
    bob.count_result("2026-11", won=False)
    assert wins_in_total([ann, bob], ["2026-11", "2026-12", "2027-01"]) == {
        "Ann": {"2026-11": 1, "2026-12": 1, "2027-01": 3}
    }


def test_the_queries_read_no_log(club: House) -> None:
    plays(club, WAR)
    said: list[str] = []
    with club.store.reading() as cursor:
        cursor.connection.set_trace_callback(said.append)
        play_statistics(cursor)
        cursor.connection.set_trace_callback(None)
    assert len(said) == 5
    assert not [one for one in said if " log" in one or "entries" in one]


def test_the_evenings_of_an_example_are_on_the_days_of_its_story(tmp_path: Path) -> None:
    services = Services(Settings(tmp_path))
    make_demo(services, BY_KEY["runewars"])
    with services.store.reading() as cursor:
        days = cursor.execute(
            "SELECT day, date(log.time) FROM sittings JOIN log USING (campaign, session)"
            " WHERE topic='table.session-started'"
        ).fetchall()
    services.close()
    assert len({day for day, _ in days}) == len(days) > 1
    assert all(abs(date.fromisoformat(day) - date.fromisoformat(told)).days <= 1 for day, told in days)
