"""An evening begins with the first entry of a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.kernel import SessionStarted
from domain.games import BY_KEY
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.toy import GAME

TEN = datetime(2026, 3, 6, 10, tzinfo=UTC).astimezone().replace(hour=20, minute=0)
"""Eight o'clock in the evening, as the clock of this computer shows it."""


class Clock:
    """The time of commands."""

    def __init__(self, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = TEN
        made = services.new_command

        def new_command(*args: Any, **named: Any) -> Any:
            from dataclasses import replace  # noqa: PLC0415

            return replace(made(*args, **named), time=self.now.astimezone(UTC).isoformat().replace("+00:00", "Z"))

        monkeypatch.setattr(services, "new_command", new_command)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = Services(Settings(tmp_path / "data", evenings=True))
    services.campaigns.games = {GAME.key: GAME}
    yield services
    services.close()


@pytest.fixture
def clock(services: Services, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(services, monkeypatch)


@pytest.fixture
def table(services: Services, clock: Clock) -> Visitor:
    """A table at which nothing has happened yet."""
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    app = create_app(services.settings, services)
    app.testing = True
    return Visitor(app)


def events(services: Services) -> list[str]:
    """The events that count, without those that were there before, by their last names."""
    with services.open("harbour") as campaign:
        now = campaign.standing()
        return [entry.topic.rpartition(".")[2] for entry in campaign.entries(1) if now.counts(entry.position)]


def sessions(services: Services) -> list[int | None]:
    with services.open("harbour") as campaign:
        return [entry.session for entry in campaign.entries(1)]


SEATED = ["session-started", "seat-taken"]


def test_the_first_entry_of_a_day_begins_the_evening_and_belongs_to_it(services: Services, table: Visitor) -> None:
    table.record("seat-taken", seat="Ann")
    table.record("seat-taken", seat="Bob")
    assert events(services) == [*SEATED, "seat-taken"]
    assert sessions(services) == [1, 1, 1]


def test_the_players_of_the_evening_are_those_on_phones_and_those_without_one(
    services: Services, table: Visitor, clock: Clock
) -> None:
    services.campaigns.games = BY_KEY
    begun = services.campaigns.new("champions", "Heroes", {}, services.new_command()).campaign
    host = Visitor(table.app, "heroes")
    host.record("hero-taken", hero="spider-man", player="Ben")
    joined(table.app, services, "Ana", key="heroes")
    clock.now += timedelta(days=1)
    host.record("hero-taken", hero="captain-marvel", player="Ana")
    with services.open(begun) as campaign:
        started = [entry.event.players for entry in campaign.entries(1) if isinstance(entry.event, SessionStarted)]
    assert started == [(), ("Ana", "Ben")]


def test_what_is_refused_begins_no_evening(services: Services, table: Visitor) -> None:
    table.record("coins-gained", seat="Ann", amount="9")
    assert events(services) == []


def test_a_note_begins_no_evening(services: Services, table: Visitor) -> None:
    table.record("note-added", text="Bring the dice.")
    assert events(services) == ["note-added"]


def test_an_evening_that_is_taken_back_does_not_begin_again_on_that_day(
    services: Services, table: Visitor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record("seat-taken", seat="Ann")
    services.campaigns.undo(services.find_campaign("harbour").campaign, 2, services.new_command())
    table.record("seat-taken", seat="Bob")
    assert events(services) == ["seat-taken", "withdrawn", "seat-taken"]
    clock.now += timedelta(days=1)
    table.record("coins-gained", seat="Ann", amount="9")
    assert events(services)[-2:] == ["session-started", "coins-gained"]


def test_one_tap_takes_it_back(services: Services, table: Visitor, clock: Clock) -> None:
    clock.now = datetime.now().astimezone()
    table.record("seat-taken", seat="Ann")
    action, sent = next(form for form in table.read("").forms if form[0].endswith("/undo/2"))
    table.client.post(action, data=sent)
    assert "session-started" not in events(services)
    assert "seat-taken" in events(services)


def test_taking_back_the_first_entry_keeps_the_evening(services: Services, table: Visitor) -> None:
    table.record("seat-taken", seat="Ann")
    services.campaigns.undo(services.find_campaign("harbour").campaign, None, services.new_command())
    assert events(services)[0] == "session-started"
    assert "seat-taken" not in events(services)


def test_play_past_midnight_is_one_evening(services: Services, table: Visitor, clock: Clock) -> None:
    for hours, seat in ((0, "Ann"), (3, "Bob"), (3, "Cleo")):
        clock.now += timedelta(hours=hours)
        table.record("seat-taken", seat=seat)
    assert events(services).count("session-started") == 1


def test_an_evening_that_nobody_ended_ends_with_the_first_entry_of_another_day(
    services: Services, table: Visitor, clock: Clock
) -> None:
    table.record("seat-taken", seat="Ann")
    clock.now += timedelta(days=1)
    table.record("seat-taken", seat="Bob")
    assert events(services) == [*SEATED, "session-ended", *SEATED]
    assert sessions(services) == [1, 1, 1, 2, 2]


def test_a_game_that_was_put_away_is_not_begun_again_on_that_day(
    services: Services, table: Visitor, clock: Clock
) -> None:
    table.record("seat-taken", seat="Ann")
    table.record("session-ended")
    clock.now += timedelta(hours=1)
    table.record("seat-taken", seat="Bob")
    assert events(services) == [*SEATED, "session-ended", "seat-taken"]
