"""Runs of taps, and the two depths and the filters of the log."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from companion.services import Services
from domain.log.command import Command
from tests.companion.visitor import Visitor

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
NUMBERS = count(1)


@pytest.fixture
def tap(services: Services, visitor: Visitor) -> "Tap":
    return Tap(services)


class Tap:
    """A tap on somebody's coins, at so many seconds."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, second: int, seat: str = "Bob", amount: int = 1, by: str = "") -> None:
        time = (START + timedelta(seconds=second)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        command = Command(f"a-tap-{next(NUMBERS):04}", time, by)
        campaign = self._services.find_campaign("harbour").campaign
        self._services.campaigns.record(campaign, "coins-gained", {"seat": seat, "amount": amount}, command)


def test_taps_soon_after_each_other_read_as_one_line(visitor: Visitor, tap: Tap) -> None:
    for second in (0, 20, 40, 60):
        tap(second)
    assert "#5–8 Bob gained 4 coins 4 taps" in visitor.log


def test_each_tap_is_kept_with_its_own_menu(visitor: Visitor, tap: Tap) -> None:
    tap(0)
    tap(1)
    page = visitor.read("log")
    assert page.text.count("Bob gained 1 coins") == 2
    assert {"/c/harbour/undo/5", "/c/harbour/undo/6"} <= set(page.links)


def test_a_pause_ends_a_run(visitor: Visitor, tap: Tap) -> None:
    tap(0)
    tap(31)
    assert "taps" not in visitor.log


def test_somebody_else_or_something_else_ends_a_run(visitor: Visitor, tap: Tap) -> None:
    tap(0, by="Ann")
    tap(1, by="Bob")
    tap(2, seat="Ann", by="Bob")
    assert "taps" not in visitor.log


def test_a_tap_that_was_taken_back_is_in_no_run(visitor: Visitor, tap: Tap) -> None:
    for second in (0, 1, 2):
        tap(second)
    visitor.post("undo/7")
    assert "#5–6 Bob gained 2 coins 2 taps" in visitor.log


def test_a_tap_with_a_note_on_it_stays_alone(visitor: Visitor, tap: Tap) -> None:
    tap(0)
    tap(1)
    visitor.record("note-added", text="So close!", entry="5")
    assert "taps" not in visitor.log


def test_the_newest_lines_tell_runs_too(visitor: Visitor, tap: Tap) -> None:
    for second in range(12):
        tap(second)
    newest = visitor.text("").partition("Just now")[2]
    assert "Bob gained 12 coins 12 taps" in newest
    assert "Ann gained 9 coins" in newest


def test_a_link_to_a_tap_opens_its_run(visitor: Visitor, tap: Tap) -> None:
    tap(0)
    tap(1)
    folds = [g for t, g in visitor.read("log?open=6").tags if t == "details" and g.get("class") == "taps"]
    assert ["open" in given for given in folds] == [True]


# --- depths and filters ----------------------------------------------------------------------


def test_a_chronicle_has_neither_corrections_nor_what_was_taken_back_nor_the_books(visitor: Visitor) -> None:
    visitor.post("undo/4")
    visitor.get("")
    page = visitor.text("log?depth=chronicle")
    assert "Bob sat down" in page
    assert not [words for words in ("Ann gained", "Took back", "Started “Harbour”") if words in page]


def test_a_chronicle_tells_what_was_put_right_without_what_was_wrong(visitor: Visitor) -> None:
    visitor.post("amend/4", {"act": "record"}, seat="Ann", amount="5")
    visitor.get("")
    page = visitor.text("log?depth=chronicle")
    assert ("Ann gained 5 coins" in page, "Ann gained 9 coins" in page) == (True, False)


def test_the_log_can_be_read_about_somebody(visitor: Visitor) -> None:
    page = visitor.text("log?about=seats:Ann").partition("The whole log")[2]
    assert ("Ann gained 9 coins" in page, "Bob sat down" in page) == (True, False)


def test_the_log_can_be_read_by_kind(visitor: Visitor) -> None:
    page = visitor.text("log?area=Table").partition("The whole log")[2]
    assert ("Started “Harbour”" in page, "Bob sat down" in page) == (True, False)


def test_a_kind_that_is_not_known_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("log?area=Dragons").status_code == 404


def test_those_at_the_table_are_offered(visitor: Visitor) -> None:
    values = {given.get("value") for tag, given in visitor.read("log").tags if tag == "option"}
    assert {"seats:Ann", "seats:Bob", "Harbour", "Table"} <= values


def test_the_way_back_to_newer_pages(visitor: Visitor) -> None:
    newer = next(link for link in visitor.read("log?before=3").links if "before=5" in link)
    assert "Ann gained 9 coins" in visitor.text(newer)


def test_an_entry_has_an_address_wherever_it_stands(visitor: Visitor, tap: Tap) -> None:
    for n in range(120):
        tap(n * 60)
    answer = visitor.get("log/4")
    assert answer.headers["Location"] == "/c/harbour/log?before=54&open=4#entry-4"
    assert visitor.read(answer.headers["Location"].partition("#")[0]).part("entry-4")
    assert visitor.get("log/120").headers["Location"] == "/c/harbour/log?open=120#entry-120"


def test_an_address_of_no_entry_is_not_found(visitor: Visitor) -> None:
    assert visitor.get("log/99").status_code == 404


def test_a_day_leads_to_its_first_entry(visitor: Visitor, tap: Tap) -> None:
    tap(60 * 60 * 24 * 9000)
    assert visitor.get("log?day=2040-01-01").headers["Location"] == "/c/harbour/log/5"


@pytest.mark.parametrize("day", ["2999-01-01", "yesterday", "9999-12-31"])
def test_a_day_with_nothing_after_it_is_not_found(visitor: Visitor, day: str) -> None:
    assert visitor.get(f"log?day={day}").status_code == 404


# --- undo, why, last time --------------------------------------------------------------------


def test_undo_of_what_somebody_else_recorded_says_whose_it_is_and_looks_first(visitor: Visitor, tap: Tap) -> None:
    tap(0, by="Cleo")
    page = visitor.read("")
    assert "Undo what Cleo recorded: Bob gained 1 coins" in page.text
    assert "/c/harbour/undo/5" in page.links
    assert "/c/harbour/undo/5" not in [action for action, _ in page.forms]


def test_undo_of_ones_own_is_one_tap(visitor: Visitor) -> None:
    visitor.record("coins-gained", {"by": "Cleo"}, seat="Bob", amount="1")
    page = visitor.read("")
    assert "Undo: Bob gained 1 coins" in page.text
    assert "/c/harbour/undo/5" in [action for action, _ in page.forms]


def test_the_commands_that_can_be_taken_back_are_listed_the_newest_first(visitor: Visitor) -> None:
    visitor.record("dice-rolled", seat="Bob", dice="2 3")
    visitor.post("undo/4", {"choice": "those"})
    undos = [link for link in visitor.read("undo").links if "/undo/" in link]
    assert undos == [f"/c/harbour/undo/{n}" for n in (5, 3, 2)]


def test_why_comes_in_pages_the_newest_first(visitor: Visitor, tap: Tap) -> None:
    for n in range(102):
        tap(n)
    page = visitor.read("why?path=seats.Bob.coins")
    assert "Bob, coins: 102 101 → became 102" in page.text
    assert "Before these changes it was at 2." in page.text
    older = next(link for link in page.links if "before=" in link)
    assert "1 → became 2" in visitor.text(older)


def test_a_comparison_is_said_in_words(visitor: Visitor) -> None:
    visitor.record("session-started")
    visitor.record("session-ended")
    visitor.record("night-fell")
    assert "From the end of session 1 to now" in visitor.text("compare?a=6")
    assert "From the beginning to entry 3 #3 Bob sat down" in visitor.text("compare?a=0&b=3")


def test_last_time_is_open_until_it_is_folded_away_and_again_at_the_next_sitting(visitor: Visitor) -> None:
    visitor.record("session-started")
    visitor.record("night-fell")
    visitor.record("session-ended")
    assert is_open(visitor)
    visitor.post("recap")
    assert not is_open(visitor)
    visitor.record("session-started")
    assert is_open(visitor)


def is_open(visitor: Visitor) -> bool:
    return next("open" in given for _, given in visitor.read("").tags if given.get("id") == "recap")
