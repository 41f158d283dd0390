"""News: what just happened at a table and is still true, and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.config import Settings
from companion.notices.notice import Notice
from companion.notices.notifier import Notifier
from companion.notices.outbox import Outbox
from companion.notices.receivers import KINDS, Receiver
from companion.services import Services
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from tests.moments import read_golden

HOOK = "https://example.org/hook"


class Posted(Outbox):
    """An outbox that keeps what it gets."""

    def __init__(self, posted: list[Notice]) -> None:
        self._posted = posted

    def put(self, campaign: str, notice: Notice) -> None:
        self._posted.append(notice)


class Listener:
    """A campaign with a receiver, and the notices about it."""

    def __init__(self, services: Services, campaign: str, **values: Any) -> None:
        self.services, self.id, self.late = services, campaign, timedelta()
        self.notifier = Notifier(services, self.now)
        self.posted: list[Notice] = []
        self.notifier.outbox = Posted(self.posted)
        known = {"campaign": campaign, "url": HOOK, "on": KINDS, "secret": "s"}
        self.notifier.receivers.keep(Receiver.model_validate({**known, **values}))
        self.notifier.look()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.late

    def record(self, event: str, **fields: Any) -> None:
        self.services.campaigns.record(self.id, event, fields, self.services.new_command())

    def undo(self, entry: int | None = None) -> None:
        self.services.campaigns.undo(self.id, entry, self.services.new_command())

    def heard(self) -> list[str]:
        """The kinds of the notices since the last time."""
        return [one.kind for one in self.notices()]

    def notices(self) -> Sequence[Notice]:
        self.notifier.look()
        found = [*self.posted]
        self.posted.clear()
        return found


def begun(services: Services) -> str:
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    for seat in ("Ann", "Bob"):
        services.campaigns.record(made, "seat-taken", {"seat": seat}, services.new_command())
    return made


@pytest.fixture
def harbour(services: Services) -> Listener:
    return Listener(services, begun(services))


def test_an_evening_that_starts_and_ends_is_news(harbour: Listener) -> None:
    assert harbour.heard() == []
    harbour.record("session-started", players=["Ann", "Bob"])
    (started,) = harbour.notices()
    assert started.said == "Harbour: the evening has started. At the table: Ann, Bob."
    assert started.facts["evening"]["players"] == ["Ann", "Bob"]
    assert started.campaign == {"key": "harbour", "name": "Harbour", "game": "toy"}
    harbour.record("coins-gained", seat="Ann", amount=3)
    assert harbour.heard() == []
    harbour.record("session-ended", note="Good night")
    (ended,) = harbour.notices()
    assert (ended.kind, ended.said) == ("evening-ended", "Harbour: the evening has ended.")
    assert "Ann gained 3 coins" in ended.story
    assert "Coins: Ann 0 → 3" in ended.changes
    assert "Good night" in ended.facts["evening"]["result"]
    assert ended.id != started.id
    assert harbour.heard() == []


def test_an_evening_without_a_game_event_has_no_recap_of_an_earlier_one(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.record("coins-gained", seat="Ann", amount=3)
    harbour.record("session-ended")
    harbour.notices()
    harbour.record("session-started")
    harbour.notices()
    harbour.record("session-ended")
    (ended,) = harbour.notices()
    assert (ended.story, ended.changes) == ([], ())


def test_a_notice_has_the_same_id_wherever_it_is_made(services: Services) -> None:
    campaign = begun(services)
    listeners = [Listener(services, campaign) for _ in range(2)]
    listeners[0].record("session-started")
    (one,), (other,) = (listener.notices() for listener in listeners)
    assert one.id == other.id


def test_undo_and_redo_of_an_evening_are_no_news(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.record("session-ended")
    harbour.heard()
    harbour.undo()
    assert harbour.heard() == []
    harbour.services.campaigns.redo(harbour.id, harbour.services.new_command())
    assert harbour.heard() == []


def test_an_end_that_is_taken_back_at_once_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.heard()
    harbour.record("session-ended")
    harbour.undo()
    assert harbour.heard() == []


def test_a_start_that_is_over_at_once_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.record("session-ended")
    assert harbour.heard() == ["evening-ended"]


def test_an_evening_that_is_entered_afterwards_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started", when="2026-01-05")
    assert harbour.heard() == []
    harbour.record("session-ended")
    assert harbour.heard() == []


def test_an_evening_that_is_recorded_later_is_no_news(harbour: Listener) -> None:
    command = replace(harbour.services.new_command(), later="last week")
    harbour.services.campaigns.record(harbour.id, "session-started", {}, command)
    assert harbour.heard() == []


def test_an_amendment_of_an_evening_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started", players=["Ann"])
    harbour.heard()
    with harbour.services.campaigns.open(harbour.id) as live:
        start = live.position
    harbour.services.campaigns.amend(harbour.id, start, {"players": ["Bob"]}, harbour.services.new_command())
    harbour.services.campaigns.insert(
        harbour.id, 2, "coins-gained", {"seat": "Ann", "amount": 1}, harbour.services.new_command()
    )
    assert harbour.heard() == []


def test_what_is_old_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.late = timedelta(minutes=3)
    assert harbour.heard() == []


def exported(services: Services, campaign: str) -> lossless.Imported:
    with services.campaigns.open(campaign) as live:
        whole = b"".join(lossless.write_lossless(live))
    return lossless.read_lossless(BytesIO(whole), services.campaigns.games)


def test_an_import_that_continues_a_campaign_is_no_news(services: Services, tmp_path: Path) -> None:
    elsewhere = Services(Settings(tmp_path / "elsewhere"))
    elsewhere.campaigns.games = services.campaigns.games
    there = begun(elsewhere)
    import_campaign(services.campaigns, exported(elsewhere, there))
    here = Listener(services, there)
    for event in ("session-started", "session-ended"):
        earlier = replace(services.new_command(), time="2026-03-01T19:00:00.000Z")
        elsewhere.campaigns.record(there, event, {}, earlier)
    assert import_campaign(services.campaigns, exported(elsewhere, there)).outcome == "continued"
    elsewhere.close()
    assert here.heard() == []
    here.record("session-started")
    assert here.heard() == ["evening-started"]


def test_a_rebuild_is_no_news(harbour: Listener) -> None:
    harbour.record("session-started")
    harbour.heard()
    harbour.services.rebuild_caches()
    harbour.services.campaigns.drop_from_memory(harbour.id)
    assert harbour.heard() == []


def test_nothing_from_before_the_start_is_news(services: Services) -> None:
    campaign = begun(services)
    services.campaigns.record(campaign, "session-started", {}, services.new_command())
    assert Listener(services, campaign).heard() == []


@pytest.mark.parametrize(
    ("on", "heard"),
    [(["evening-started"], ["evening-started"]), (["evening-ended"], ["evening-ended"]), (["turn"], [])],
)
def test_only_chosen_notices_are_sent(services: Services, on: list[str], heard: list[str]) -> None:
    listener = Listener(services, begun(services), on=on)
    listener.record("session-started")
    found = listener.heard()
    listener.record("session-ended")
    assert found + listener.heard() == heard


def test_a_notice_is_written_in_the_language_of_the_host(services: Services) -> None:
    listener = Listener(services, begun(services), language="zh_Hans")
    listener.record("session-started", players=["小梅"])
    (started,) = listener.notices()
    assert started.said == "Harbour：本次游戏开始了。到场：小梅。"


@pytest.fixture
def heroes(services: Services) -> Callable[[int], Listener]:
    """An evening of Marvel Champions up to an entry, of which entry 42 ends the first turn."""

    def upto(entry: int) -> Listener:
        log = read_golden("champions", "0.1.0")
        import_campaign(services.campaigns, replace(log, raws=log.raws[:entry]))
        return Listener(services, log.header.campaign)

    return upto


def test_a_turn_is_news_once_with_its_seat_and_player(heroes: Callable[[int], Listener]) -> None:
    table = heroes(41)
    table.record("turn-ended", seat="spider-man")
    (turn,) = table.notices()
    assert turn.kind == "turn"
    assert turn.facts["turn"]["seat"] == "nightjar"
    assert turn.facts["turn"]["player"] == "Ben"
    assert turn.said.endswith(f"it is the turn of {turn.facts['turn']['name']} (Ben).")
    table.record("note-added", text="still the same turn")
    assert table.heard() == []


def test_a_turn_that_a_correction_gives_back_is_no_news(heroes: Callable[[int], Listener]) -> None:
    table = heroes(41)
    table.record("turn-ended", seat="spider-man")
    assert table.heard() == ["turn"]
    table.undo()
    assert table.heard() == []
    table.record("turn-ended", seat="spider-man")
    assert table.heard() == ["turn"]
