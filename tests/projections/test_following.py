"""The full-text index follows the log: later than the lines, and always before somebody searches."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings
from companion.desk import Desk
from domain.store import Busy, Damaged
from projections import following
from projections.following import catch_up, catch_up_all
from projections.search.index import followed, lagging
from tests.house import House
from tests.toy import GAME, CoinsGained, SeatTaken

ROOT = Path(__file__).parents[2]
ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)


def position(house: House, campaign: str) -> int:
    """Up to where the index knows a campaign."""
    with house.store.reading() as cursor:
        return followed(cursor, campaign)


def behind(house: House) -> list[str]:
    with house.store.reading() as cursor:
        return lagging(cursor)


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
    again, told, add = house.again(), following.told, following.add
    put: list[int] = []

    def slowly(*args: Any) -> Any:
        monkeypatch.setattr(following, "told", told)
        catch_up(again.campaigns, harbour)
        return told(*args)

    def seen(db: Any, campaign: str, words: Any) -> None:
        put.extend(position for position, _ in words)
        add(db, campaign, words)

    monkeypatch.setattr(following, "told", slowly)
    monkeypatch.setattr(following, "add", seen)
    catch_up(house.campaigns, harbour)
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
    desk = Desk(Settings(tmp_path))
    desk.campaigns.games = {GAME.key: GAME}
    campaign = desk.campaigns.new("toy", "Harbour", {}, desk.command()).campaign
    desk.campaigns.record(campaign, "seat-taken", {"seat": "Ann"}, desk.command())
    desk.close()
    house = House(tmp_path / "campaigns.db")
    assert behind(house) == []
    house.close()


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
        "add, left = following.add, [5]\n"
        "def dies(db, campaign, words):\n"
        "    add(db, campaign, words)\n"
        "    left[0] -= 1\n"
        "    if not left[0]:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "following.add = dies\n"
        "house = House(Path(sys.argv[1]))\n"
        "following.catch_up(house.campaigns, sys.argv[2])\n"
    )
    child = subprocess.run([sys.executable, "-c", code, str(house.path), harbour], cwd=ROOT, check=False)
    assert child.returncode == -signal.SIGKILL
    assert 1 < position(house, harbour) < house.head(harbour)
    assert len(house.log(harbour, "gained")) == 60
    rows = house.rows()
    assert house.rebuild() == rows
