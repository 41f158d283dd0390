"""RequestTurns: what is recorded comes first, reading never stops for good, and no queue of old states is drawn."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Semaphore, Thread
from time import sleep

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.network import request_turns, slow_work
from companion.web.network.request_turns import READING, RECORDING, RequestTurns
from companion.web.network.slow_work import AGAIN
from tests.companion.visitor import Visitor, asking, body
from tests.suite.patience import HANG

SOON = 0.05
"""Seconds after which what has not begun waits."""


class Answering:
    """Requests in threads of their own, each answered until it is let go."""

    def __init__(self, turns: RequestTurns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self._begins, self._over = Semaphore(0), Semaphore(0)
        self._threads: list[Thread] = []

    def ask(self, name: str, *, records: bool) -> None:
        """Send a request, and wait until it is answered or waits."""
        waiting = self.waiting

        def answer() -> None:
            self.turns.take(records)
            self.begun.append(name)
            self._begins.release()
            assert self._over.acquire(timeout=HANG)
            self.turns.give_back()

        thread = Thread(target=answer, daemon=True)
        self._threads.append(thread)
        thread.start()
        while not self._begins.acquire(timeout=SOON) and self.waiting == waiting:
            pass

    @property
    def waiting(self) -> int:
        return len(self.turns._to_record) + len(self.turns._to_read)

    def end_one(self) -> None:
        """Let one request end, whichever; if another waits for its place, that one begins."""
        expected = min(len(self.begun) + 1, len(self._threads))
        self._over.release()
        if len(self.begun) < expected:
            assert self._begins.acquire(timeout=HANG)

    def end(self) -> None:
        self._over.release(len(self._threads))
        for thread in self._threads:
            thread.join(HANG)


@contextmanager
def answering(turns: RequestTurns | None = None) -> Iterator[Answering]:
    made = Answering(turns or RequestTurns())
    try:
        yield made
    finally:
        made.end()


def test_a_few_are_answered_at_a_time_and_the_rest_in_their_order() -> None:
    with answering() as some:
        for number in range(READING + 2):
            some.ask(f"page {number}", records=False)
        assert (len(some.begun), some.waiting) == (READING, 2)
        some.end_one()
        some.end_one()
    assert some.begun == [f"page {number}" for number in range(READING + 2)]


def test_what_is_recorded_waits_for_no_page() -> None:
    with answering() as some:
        for number in range(READING + 1):
            some.ask(f"page {number}", records=False)
        some.ask("tap", records=True)
        assert "tap" in some.begun


def test_what_is_recorded_waits_for_other_recordings_alone() -> None:
    with answering() as some:
        for number in range(RECORDING + 1):
            some.ask(f"tap {number}", records=True)
        assert (len(some.begun), some.waiting) == (RECORDING, 1)


def test_one_page_is_drawn_while_others_record() -> None:
    with answering() as some:
        for number in range(RECORDING):
            some.ask(f"tap {number}", records=True)
        some.ask("page", records=False)
        some.ask("another page", records=False)
        assert (some.begun[-1], some.waiting) == ("page", 1)


def test_every_place_is_given_back() -> None:
    with answering() as some:
        for number in range(3):
            some.ask(f"tap {number}", records=True)
            some.ask(f"page {number}", records=False)
    assert (len(some.begun), some.waiting, some.turns.answering) == (6, 0, {})
    assert (some.turns._recording, some.turns._reading) == (0, 0)


def test_a_thread_without_a_place_gives_none_back() -> None:
    turns = RequestTurns()
    turns.give_back()
    turns.take(records=True)
    turns.give_back()
    turns.give_back()
    assert (turns._recording, turns._reading) == (0, 0)


# --- patience ---------------------------------------------------------------------------------


@pytest.mark.parametrize("records", [True, False])
def test_a_wait_that_is_over_leaves_no_place_and_nobody_in_the_queue(records: bool) -> None:
    with answering() as some:
        for number in range(RECORDING if records else READING):
            some.ask(f"{number}", records=records)
        held = (some.turns._recording, some.turns._reading)
        assert not some.turns.take(records, patience=0)
        assert (some.turns._recording, some.turns._reading, some.waiting) == (*held, 0)
        assert len(some.turns.answering) == sum(held)
        some.turns.give_back()
        assert (some.turns._recording, some.turns._reading) == held


def test_who_has_no_patience_takes_a_free_place() -> None:
    turns = RequestTurns()
    assert turns.take(records=False, patience=0)
    assert (turns._reading, len(turns.answering)) == (1, 1)


class LastMoment:
    """A lock whose wait is over before it is released, and something happens right after that."""

    def __init__(self, then: Callable[[], object]) -> None:
        self._then = then

    def acquire(self, timeout: float = -1) -> bool:
        if timeout < 0:
            return True
        self._then()
        return False

    def release(self) -> None:
        pass


def test_a_place_that_comes_when_the_wait_is_over_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_turns, "RECORDING", 1)
    turns = RequestTurns()
    turns.take(records=True)
    monkeypatch.setattr(request_turns, "Lock", lambda: LastMoment(turns.give_back))
    assert turns.take(records=True, patience=1)
    assert (turns._recording, len(turns._to_record), len(turns.answering)) == (1, 0, 1)
    turns.give_back()
    assert (turns._recording, turns.answering) == (0, {})


def test_it_is_crowded_while_a_recording_waits_and_only_then() -> None:
    with answering() as some:
        for number in range(READING + 1):
            some.ask(f"page {number}", records=False)
        for number in range(RECORDING):
            some.ask(f"tap {number}", records=True)
        assert not some.turns.is_crowded
        some.ask("one more", records=True)
        assert some.turns.is_crowded
    assert not some.turns.is_crowded


def test_there_is_room_to_refresh_until_so_many_wait() -> None:
    with answering(RequestTurns(to_refresh=2)) as some:
        for number in range(READING + 1):
            some.ask(f"page {number}", records=False)
        assert some.turns.has_room_to_refresh
        some.ask("one more", records=False)
        assert not some.turns.has_room_to_refresh


# --- over the pages ---------------------------------------------------------------------------


def turns_of(app: Flask) -> RequestTurns:
    found: RequestTurns = app.extensions["slow_work"].requests
    return found


def has(visitor: Visitor) -> dict[str, str]:
    """What the script of the open page Play sends."""
    return asking(body(visitor.get("")))


def record(visitor: Visitor, headers: dict[str, str]) -> TestResponse:
    typed = {**visitor.fields(), "f.seat": "Bob", "f.amount": "1"}
    return visitor.client.post(visitor.at("record/coins-gained"), data=typed, headers=headers)


@pytest.fixture
def drawn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the page Play was drawn."""
    drawn, draw = list[str](), app.view_functions["play.board"]
    monkeypatch.setitem(app.view_functions, "play.board", lambda **asked: (drawn.append("Play"), draw(**asked))[1])
    return drawn


def answered_after_a_wait(some: Answering, ask: Callable[[], TestResponse]) -> TestResponse:
    """The answer to a request that waits, as long as all places are taken."""
    waiting, answers = some.waiting, list[TestResponse]()
    thread = Thread(target=lambda: answers.append(ask()), daemon=True)
    thread.start()
    while some.waiting == waiting and thread.is_alive():
        sleep(0.001)
    assert answers == []
    some.end()
    thread.join(HANG)
    return answers[0]


def test_an_open_page_asks_again_later_where_too_many_wait(
    app: Flask, visitor: Visitor, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = has(visitor)
    drawn.clear()
    with monkeypatch.context() as full:
        full.setattr(turns_of(app), "_most_to_refresh", 0)
        answer = visitor.get("", headers=headers)
        assert (answer.status_code, answer.get_data(), answer.headers["Retry-After"]) == (503, b"", str(AGAIN))
        assert drawn == []
        assert visitor.get("").status_code == 200
        assert record(visitor, {}).status_code == 303
        assert record(visitor, headers).status_code == 200
    assert "parts" in (visitor.get("", headers=headers).get_json() or {})


def test_an_open_page_that_waited_in_vain_asks_again_later_and_is_not_drawn(
    app: Flask, visitor: Visitor, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = has(visitor)
    drawn.clear()
    monkeypatch.setattr(slow_work, "SOON", 0)
    with answering(turns_of(app)) as some:
        for number in range(READING):
            some.ask(f"page {number}", records=False)
        answer = visitor.get("", headers=headers)
    assert (answer.status_code, answer.get_data(), answer.headers["Retry-After"]) == (503, b"", str(AGAIN))
    assert (drawn, some.waiting, turns_of(app).answering) == ([], 0, {})
    assert visitor.get("", headers=headers).status_code == 200


def test_a_page_that_is_opened_waits_as_long_as_it_takes(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_work, "SOON", 0)
    monkeypatch.setattr(turns_of(app), "_most_to_refresh", 0)
    with answering(turns_of(app)) as some:
        for number in range(READING):
            some.ask(f"page {number}", records=False)
        assert answered_after_a_wait(some, lambda: visitor.get("")).status_code == 200


@pytest.mark.parametrize(("is_open", "status"), [(True, 200), (False, 303)])
def test_a_command_waits_as_long_as_it_takes(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, is_open: bool, status: int
) -> None:
    headers = has(visitor) if is_open else {}
    monkeypatch.setattr(slow_work, "SOON", 0)
    monkeypatch.setattr(turns_of(app), "_most_to_refresh", 0)
    with answering(turns_of(app)) as some:
        for number in range(RECORDING):
            some.ask(f"tap {number}", records=True)
        assert answered_after_a_wait(some, lambda: record(visitor, headers)).status_code == status
