"""RequestTurns: what is recorded comes first, reading never stops for good, and no queue of old states is drawn."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore, Thread

import pytest
from flask import Flask

from companion.web.network.request_turns import READING, RECORDING, RequestTurns
from companion.web.network.slow_work import AGAIN
from tests.companion.visitor import Visitor, asking
from tests.suite.patience import HANG

SOON = 0.05
"""Seconds after which what has not begun waits."""


class Answering:
    """Requests in threads of their own, each answered until it is let go."""

    def __init__(self) -> None:
        self.turns = RequestTurns()
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
def answering() -> Iterator[Answering]:
    made = Answering()
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


def test_an_open_page_asks_again_later_where_too_many_wait(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = asking(visitor.get("").get_data(as_text=True))
    monkeypatch.setattr(request_turns, "WAITING_TO_REFRESH", 0)
    answer = visitor.get("", headers=has)
    assert (answer.status_code, answer.get_data(), answer.headers["Retry-After"]) == (503, b"", str(AGAIN))
    assert visitor.get("").status_code == 200
    assert visitor.record("coins-gained", seat="Bob", amount="1").status_code == 303
    monkeypatch.undo()
    assert "parts" in (visitor.get("", headers=has).get_json() or {})
