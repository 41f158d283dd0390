"""Numbers for who runs it: they move with what happens, and name nobody and nothing."""

import re
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from flask import Flask
from prometheus_client import generate_latest

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.application.metrics import CopyAge
from companion.web.application.serve import CannotListen, numbers_served
from companion.web.network.doorway import ending_of
from domain.store import Busy
from tests.companion.guest import code_of, joined
from tests.companion.visitor import Visitor
from tests.shared import Database, SharedHouse
from tests.suite.patience import HANG


@pytest.fixture
def counted(services: Services) -> Flask:
    return create_app(replace(services.settings, metrics=0), services)


@pytest.fixture
def ann(counted: Flask, services: Services) -> Visitor:
    """The host of a campaign with a seat."""
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    ann = Visitor(counted)
    ann.record("seat-taken", seat="Ann")
    return ann


def told(app: Flask) -> str:
    return generate_latest(app.extensions["metrics"].registry).decode()


def number(app: Flask, name: str, **labels: str) -> float:
    """A number by its name and labels; 0 where there is none."""
    wanted = "{" + ",".join(f'{label}="{value}"' for label, value in labels.items()) + "}" if labels else ""
    found = re.search(rf"^{re.escape(name + wanted)} (\S+)$", told(app), re.MULTILINE)
    return float(found[1]) if found else 0.0


def requests(app: Flask, endpoint: str, status: int) -> float:
    return number(app, "companion_request_seconds_count", endpoint=endpoint, status=str(status))


def commands(app: Flask, result: str) -> float:
    return number(app, "companion_commands_total", result=result)


def test_a_request_is_counted_by_its_view_and_how_it_ended(counted: Flask, ann: Visitor) -> None:
    before = requests(counted, "play.board", 200)
    ann.get("")
    ann.get("/c/nowhere/")
    ann.get("/no/such/page")
    assert requests(counted, "play.board", 200) == before + 1
    assert (requests(counted, "play.board", 404), requests(counted, "none", 404)) == (1, 1)
    assert number(counted, "companion_request_seconds_sum", endpoint="play.board", status="200") > 0


def test_a_command_is_counted_by_what_came_of_it(counted: Flask, ann: Visitor) -> None:
    before = {result: commands(counted, result) for result in ("recorded", "repeated", "refused")}
    for _ in range(2):
        ann.record("coins-gained", {"command": "the-same-id-twice"}, seat="Ann", amount="2")
    ann.record("bets-revealed")
    after = {result: commands(counted, result) for result in before}
    assert {result: after[result] - before[result] for result in before} == {
        "recorded": 1,
        "repeated": 1,
        "refused": 1,
    }


def test_what_another_process_recorded_first_is_a_conflict(counted: Flask, services: Services, ann: Visitor) -> None:
    with closing(Services(services.settings)) as other:
        other.campaigns.games = services.campaigns.games
        id_ = services.find_campaign("harbour").campaign
        other.campaigns.record(id_, "coins-gained", {"seat": "Ann", "amount": 1}, other.new_command())
        services.campaigns.record(id_, "coins-gained", {"seat": "Ann", "amount": 1}, services.new_command())
    assert commands(counted, "conflict") == 1


def test_what_the_store_cannot_answer_is_counted(
    counted: Flask, services: Services, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise Busy("The disk is full. Nothing was recorded.")

    ann.get("")
    monkeypatch.setattr(services.store, "append", busy)
    assert ann.record("coins-gained", seat="Ann", amount="2").status_code == 503
    assert (commands(counted, "busy"), number(counted, "companion_store_errors_total", kind="Busy")) == (1, 1)


def test_who_listens_and_what_is_in_memory_is_looked_up(counted: Flask, services: Services, ann: Visitor) -> None:
    with counted.extensions["bell"].listening_place("c"):
        assert number(counted, "companion_streams") == 1
    assert (number(counted, "companion_streams"), number(counted, "companion_campaigns_live")) == (0, 1)
    assert number(counted, "companion_recording") == 1


def test_a_process_that_ends_is_told_as_not_recording(counted: Flask) -> None:
    ending_of(counted).set()
    assert number(counted, "companion_recording") == 0


def test_nobody_and_nothing_is_named(counted: Flask, services: Services, ann: Visitor) -> None:
    code = code_of(counted, services)
    joined(counted, services, "Bob", "play")
    ann.get(f"/join/{code}")
    ann.get("log?search=lantern")
    said = told(counted).lower()
    named = (code, "harbour", "ann", "bob", "lantern", services.find_campaign("harbour").campaign)
    assert [word for word in named if re.search(rf"\b{word.lower()}\b", said)] == []


def test_nothing_is_counted_where_nobody_asked_for_it(app: Flask, visitor: Visitor) -> None:
    assert "metrics" not in app.extensions


def test_they_are_served_at_this_computer_alone_until_the_end(
    counted: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    with numbers_served(counted, 0):
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/metrics", capsys.readouterr().out)
        with urlopen(address, timeout=HANG) as answer:
            assert b"companion_streams 0.0" in answer.read()
    with pytest.raises(OSError, match="refused"):
        urlopen(address, timeout=HANG)


def test_a_port_that_is_taken_is_told_in_a_sentence(counted: Flask) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(CannotListen, match="another port with --metrics"),
        numbers_served(counted, taken.getsockname()[1]),
    ):
        pass


@pytest.fixture
def shared(database: Database, tmp_path: Path) -> Iterator[SharedHouse]:
    house = SharedHouse(database.url, database.new_schema(), tmp_path / "here.db")
    yield house
    house.close()


def looked_up(age: CopyAge) -> dict[str, float]:
    """The numbers of a copy, without what all their names begin with."""
    return {one.name.removeprefix("companion_"): one.samples[0].value for one in age.collect()}


def test_a_copy_that_follows_lacks_nothing(shared: SharedHouse) -> None:
    age = CopyAge(shared.store)
    shared.new("War")
    found = looked_up(age)
    assert found["follower_lag_positions"] == 0
    assert found["follower_lag_seconds"] <= found["replica_age_seconds"]


def test_a_copy_that_does_not_follow_any_more_falls_behind(shared: SharedHouse, tmp_path: Path) -> None:
    age = CopyAge(shared.store)
    with closing(shared.beside(tmp_path / "there.db")) as other:
        shared.store._ended.set()
        assert shared.store._subscription
        shared.store._subscription.stop()
        other.new("War")
        first, second = looked_up(age), looked_up(age)
    assert first["follower_lag_positions"] > 0
    assert second["follower_lag_seconds"] > first["follower_lag_seconds"] > 0


def test_while_the_database_is_down_the_other_numbers_are_told(
    shared: SharedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down() -> int:
        raise Busy("The database cannot be reached.")

    monkeypatch.setattr(shared.store, "positions_behind", down)
    assert set(looked_up(CopyAge(shared.store))) == {"follower_lag_seconds", "replica_age_seconds"}
