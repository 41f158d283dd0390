"""The full-text index follows the log: later than the lines, and always before somebody searches."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.config import Settings
from companion.services import Services
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.store import Busy, Damaged
from projections import following, series
from projections.behind import campaigns_without_words, followed_position, stale_since
from projections.following import catch_up_all, complete_index, numbers_when_followed, project_numbers
from tests.house import House
from tests.toy import GAME, CoinsGained, DayBroke, NightFell, SeatTaken

ROOT = Path(__file__).parents[2]
ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)


def position(house: House, campaign: str) -> int:
    """Up to where the index knows a campaign."""
    with house.store.reading() as cursor:
        return followed_position(cursor, campaign)


def behind(house: House) -> list[str]:
    with house.store.reading() as cursor:
        return campaigns_without_words(cursor)


def test_a_command_waits_for_no_word(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    assert (position(house, harbour), house.head(harbour)) == (1, 3)
    assert behind(house) == [harbour]


def test_who_searches_finds_what_was_recorded_a_moment_ago(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    assert [line.position for line in house.log(harbour, "gained")] == [3]
    assert position(house, harbour) == 3


def test_who_reads_without_searching_changes_nothing(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    house.log(harbour)
    assert position(house, harbour) == 1


def test_a_search_lets_its_own_campaign_catch_up_and_no_other(house: House, harbour: str) -> None:
    other = house.new("Other")
    house.record(harbour, ANN)
    house.record(other, ANN)
    house.log(harbour, "Ann")
    assert behind(house) == [other]


def test_all_campaigns_catch_up_together(house: House, harbour: str) -> None:
    house.record(house.new("Other"), ANN)
    house.record(harbour, ANN)
    catch_up_all(house.campaigns)
    assert behind(house) == []


def test_a_long_way_is_gone_in_batches(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house.record(harbour, ANN, *[NINE] * 9)
    monkeypatch.setattr(following, "BATCH", 4)
    assert len(house.log(harbour, "gained")) == 9


def test_what_somebody_else_put_there_meanwhile_is_not_put_there_twice(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, ANN, NINE)
    again, told, add = house.again(), following.describe_entries, following.index_lines
    put: list[int] = []

    def slowly(*args: Any) -> Any:
        monkeypatch.setattr(following, "describe_entries", told)
        complete_index(again.campaigns, harbour)
        return told(*args)

    def seen(db: Any, campaign: str, words: Any) -> None:
        put.extend(position for position, _ in words)
        add(db, campaign, words)

    monkeypatch.setattr(following, "describe_entries", slowly)
    monkeypatch.setattr(following, "index_lines", seen)
    complete_index(house.campaigns, harbour)
    again.close()
    assert put == [2, 3]


def test_an_import_and_a_rebuild_bring_their_words_along(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    branch = house.campaigns.branch(harbour, "Other", None, "harbour", house.command()).campaign
    assert position(house, branch) == house.head(branch)
    house.rebuild()
    assert behind(house) == []


def test_a_file_that_may_not_be_written_now_is_searched_as_far_as_it_goes(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, ANN)
    house.log(harbour, "Ann")
    house.record(harbour, NINE)

    def refuses() -> object:
        raise Busy("The disk is full.")

    monkeypatch.setattr(house.store, "writing", refuses)
    assert [line.position for line in house.log(harbour, "Ann")] == [2]


def test_into_a_file_with_something_wrong_no_word_is_written(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    house.store.stopped = Damaged("Something is wrong.")
    house.log(harbour, "Ann")
    assert position(house, harbour) == 1


def test_a_campaign_of_a_game_that_is_not_known_here_stops_no_other(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    house.campaigns.games = {}
    catch_up_all(house.campaigns)
    assert behind(house) == [harbour]


def test_nothing_is_left_behind_when_a_desk_is_closed(tmp_path: Path) -> None:
    services = Services(Settings(tmp_path))
    services.campaigns.games = {GAME.key: GAME}
    campaign = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    services.campaigns.record(campaign, "seat-taken", {"seat": "Ann"}, services.new_command())
    services.close()
    house = House(tmp_path / "campaigns.db")
    assert behind(house) == []
    house.close()


# --- the numbers and sheets that a correction changes ----------------------------------------


def two_days(house: House, campaign: str) -> None:
    """An evening of two rounds: nine coins on the first day (4), one on the second (7), and it ends (8)."""
    one = CoinsGained(seat="Ann", amount=1)
    house.record(campaign, SessionStarted(), ANN, NINE, NightFell(), DayBroke(), one, SessionEnded())


def numbers_behind(house: House, campaign: str) -> int | None:
    with house.store.reading() as cursor:
        return stale_since(cursor, campaign)


def coins(house: House, campaign: str) -> list[int]:
    """What Ann had at the end of each round, and on her sheet when the evening ended, as they are stored."""
    with house.store.reading() as cursor:
        rounds = [*series.series_by_round(cursor, campaign)["coins Ann"].values()]
        sheets = cursor.execute("SELECT body FROM sheets WHERE campaign=? AND sheet='seat-Ann'", (campaign,))
        return rounds + [orjson.loads(body)["blocks"][1]["words"][0]["tally"] for (body,) in sheets]


def test_a_correction_waits_for_no_number_and_no_sheet(house: House, harbour: str) -> None:
    two_days(house, harbour)
    before = coins(house, harbour)
    house.undo(harbour, 4, "those")
    assert coins(house, harbour) == before == [9, 10, 10]
    assert numbers_behind(house, harbour) == 4


def test_who_reads_numbers_has_them_as_they_were_corrected(house: House, harbour: str) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    with numbers_when_followed(house.campaigns, harbour):
        assert coins(house, harbour) == [0, 1, 1]
    assert numbers_behind(house, harbour) is None


def test_of_several_corrections_the_earliest_counts(house: House, harbour: str) -> None:
    two_days(house, harbour)
    for entry in (7, 4, 6):
        house.undo(harbour, entry, "those", sure=True)
    assert numbers_behind(house, harbour) == 4
    rows = house.rows()
    assert coins(house, harbour) == [0, 0]
    assert house.rebuild() == rows


def test_what_is_recorded_after_a_correction_is_told_with_it(house: House, harbour: str) -> None:
    """Also where the round of then is none any more, and where it ends before anybody reads of it."""
    two_days(house, harbour)
    house.undo(harbour, 6, "those")
    house.record(harbour, NINE, DayBroke(), SessionStarted(), NINE)
    house.campaigns.drop_from_memory(harbour)
    house.record(harbour, SessionEnded(), NightFell())
    rows = house.rows()
    assert coins(house, harbour) == [19, 28, 10, 28]
    assert house.rebuild() == rows


def test_what_is_recorded_once_numbers_were_told_goes_on_from_them(house: House, harbour: str) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    house.record(harbour, NINE)
    catch_up_all(house.campaigns)
    house.record(harbour, NINE, NightFell(), DayBroke(), NINE)
    assert numbers_behind(house, harbour) is None
    rows = house.rows()
    assert house.rebuild() == rows


def test_numbers_are_told_anew_where_somebody_recorded_meanwhile(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    again, replay_batches = house.again(), following.replay_since

    def slowly(*args: Any) -> Any:
        monkeypatch.setattr(following, "replay_since", replay_batches)
        batch = replay_batches(*args)
        again.record(harbour, NINE)
        return batch

    monkeypatch.setattr(following, "replay_since", slowly)
    project_numbers(house.campaigns, harbour)
    again.close()
    assert (coins(house, harbour), numbers_behind(house, harbour)) == ([0, 10, 1], None)


def test_a_table_that_never_rests_keeps_nobody_waiting_for_numbers(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    replay_batches = following.replay_since

    def restlessly(*args: Any) -> Any:
        batch = replay_batches(*args)
        house.record(harbour, NINE)
        return batch

    monkeypatch.setattr(following, "replay_since", restlessly)
    project_numbers(house.campaigns, harbour)
    assert numbers_behind(house, harbour) == 4


def test_numbers_that_cannot_be_written_now_are_left_for_the_next_time(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    house.store.stopped = Damaged("Something is wrong.")
    project_numbers(house.campaigns, harbour)
    house.store.stopped = None

    def refuses() -> object:
        raise Busy("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "writing", refuses)
        project_numbers(house.campaigns, harbour)
    assert numbers_behind(house, harbour) == 4
    project_numbers(house.campaigns, harbour)
    assert numbers_behind(house, harbour) is None


def test_numbers_of_before_a_correction_are_found_whole_after_a_kill(house: House, harbour: str) -> None:
    two_days(house, harbour)
    house.undo(harbour, 4, "those")
    with closing(house.again()) as again:
        assert again.verify() == []
        assert numbers_behind(again, harbour) == 4, "verify changes nothing"
        catch_up_all(again.campaigns)
        assert coins(again, harbour) == [0, 1, 1]


# --- killed while it lags --------------------------------------------------------------------


def test_killed_while_it_lags_a_search_finds_everything(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    command = [sys.executable, "-m", "tests.faults.writer", str(house.path), "1", "1000000", harbour]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(40):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    with closing(house.again()) as again:
        assert position(again, harbour) < again.head(harbour)
        wanted = [line.position for line in again.log(harbour) if "rolled" in line.text]
        assert wanted
        assert [line.position for line in again.log(harbour, "rolled")] == wanted
        assert again.verify() == []


def test_killed_while_it_catches_up_nothing_is_twice_and_nothing_is_missing(house: House, harbour: str) -> None:
    house.record(harbour, ANN, *[NINE] * 60)
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from projections import following\n"
        "from tests.house import House\n"
        "following.BATCH = 7\n"
        "add, left = following.index_lines, [5]\n"
        "def dies(db, campaign, words):\n"
        "    add(db, campaign, words)\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "following.index_lines = dies\n"
        "house = House(Path(sys.argv[1]))\n"
        "following.complete_index(house.campaigns, sys.argv[2])\n"
    )
    child = subprocess.run([sys.executable, "-c", code, str(house.path), harbour], cwd=ROOT, check=False)
    assert child.returncode == -signal.SIGKILL
    assert 1 < position(house, harbour) < house.head(harbour)
    assert len(house.log(harbour, "gained")) == 60
    rows = house.rows()
    assert house.rebuild() == rows
