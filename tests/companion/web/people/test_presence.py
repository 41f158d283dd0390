"""Who is here now: the guests whose streams are open, and a few seconds longer those whose stream ended."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep, time

import pytest
from flask import Flask

from companion.services import Services
from companion.web.network.connections import UNHEARD, end_when_unheard
from companion.web.pages import live
from companion.web.pages.live import Bells, stream_positions
from companion.web.pages.people.people import JUST_NOW
from companion.web.visitors import presence
from companion.web.visitors.guests import Guests
from companion.web.visitors.presence import GRACE, Presence
from domain.store import FileStore
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG

ANN_IS_HERE = {"war": frozenset({7})}


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_guest_is_here_while_one_of_their_streams_is_open() -> None:
    here = Presence(clock := Clock())
    with here.streaming("war", 7):
        with here.streaming("war", 7):
            clock.now += 600
        clock.now += 600
        assert (here.by_campaign(), here.last_heard(7)) == (ANN_IS_HERE, float("inf"))


def test_a_guest_whose_stream_ended_is_here_for_some_seconds_and_was_here_then() -> None:
    here = Presence(clock := Clock())
    with here.streaming("war", 7):
        clock.now += 600
    clock.now += GRACE - 1
    assert here.by_campaign() == ANN_IS_HERE
    clock.now += 2
    assert (here.by_campaign(), here.last_heard(7)) == ({}, clock.now - GRACE - 1)


def test_the_host_and_a_guest_without_a_stream_are_not_counted() -> None:
    here = Presence()
    with here.streaming("war", None):
        assert (here.by_campaign(), here.last_heard(7)) == ({}, None)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks for who came and went are many a second, and a guest is gone at once."""
    monkeypatch.setattr(live, "GLANCE", 0.01)
    monkeypatch.setattr(live, "BEAT", HANG)
    monkeypatch.setattr(presence, "GRACE", 0.0)


def opened_stream(guest: Guest) -> Iterator[bytes]:
    """The stream of a page, after its first beat."""
    stream = guest.get("live?after=4", buffered=False).iter_encoded()
    while b"beat" not in next(stream):
        pass
    return stream


def present(visitor: Visitor) -> str:
    return " ".join(visitor.read("people/").text.split())


def test_people_says_who_is_here_by_the_streams(
    app: Flask, services: Services, visitor: Visitor, hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given Ann, whose page listens; when she closes it, she is not here, and nothing is written."""
    guests: Guests = app.extensions["guests"]
    ann = joined(app, services, "Ann", "at:Ann")
    stream = opened_stream(ann)
    monkeypatch.setattr(guests, "_note_visit", lambda hashed: pytest.fail("a visit is written"))
    assert "here now" in present(visitor)
    stream.close()  # type: ignore[attr-defined]
    sleep(0.01)
    assert "here now" not in present(visitor)
    assert "1 second ago" in present(visitor)


def test_a_browser_without_scripts_is_here_for_some_seconds(
    app: Flask, services: Services, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests: Guests = app.extensions["guests"]
    joined(app, services, "Ann", "at:Ann")
    assert "here now" in present(visitor)
    with guests.file_transaction() as db:
        db.execute("UPDATE devices SET seen=?", (time() - JUST_NOW - 1,))
    assert "here now" not in present(visitor)


def test_pages_hear_that_a_guest_came_and_went(tmp_path: Path, hurried: None) -> None:
    store = FileStore(tmp_path / "campaigns.db")
    bells, shown = Bells(store), list[bytes]()
    host = stream_positions(bells, "war", lambda: 7, 7)
    Thread(target=lambda: shown.extend(host), daemon=True).start()
    wait_until(lambda: bool(shown))
    ann = stream_positions(bells, "war", lambda: 7, 7, guest=1)
    next(ann)
    wait_until(lambda: shown.count(b"event: present\ndata:\n\n") == 1)
    ann.close()  # type: ignore[attr-defined]
    wait_until(lambda: shown.count(b"event: present\ndata:\n\n") == 2)
    store.close()


def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + HANG
    while not condition() and monotonic() < until:
        sleep(0.005)
    assert condition()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such limit")
def test_a_connection_ends_whose_device_acknowledges_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = socket.create_connection(server.getsockname())
        end_when_unheard(ours)
        assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNHEARD
        ours.close()


def test_a_phone_that_is_off_is_gone_within_twenty_seconds() -> None:
    """The next beat, its time to be acknowledged, the next look, and the grace."""
    assert live.BEAT + UNHEARD / 1_000 + live.GLANCE + GRACE <= 21
