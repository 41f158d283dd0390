"""Two processes of one log behind a proxy, started anew in turn while people tap: nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlencode
from uuid import uuid4

from tests.companion.visitor import Reader
from tests.processes import Serving, all_of, opened, prepared
from tests.shared import Database
from tests.suite.patience import HANG

TAPPING = 4
"""So many people tap at once."""
PAUSE = 0.05
"""Seconds between two taps."""
LOOK = 0.2
"""Seconds between two looks who is ready."""


class Lost(Exception):
    """What was sent was not answered."""


class Proxy:
    """Passes on to who says that they are ready, to each in turn, and to the next where nobody is there."""

    def __init__(self, processes: Sequence[Serving]) -> None:
        self._processes = processes
        self._turns = cycle(processes)
        self._ready: Sequence[Serving] = processes
        self._over = Event()
        self._looking = Thread(target=self._look, daemon=True)
        self._looking.start()

    def close(self) -> None:
        self._over.set()
        self._looking.join()

    def await_ready(self) -> None:
        """Wait until all are."""
        until = monotonic() + HANG
        while len(self._ready) < len(self._processes):
            assert monotonic() < until
            sleep(LOOK)

    def _look(self) -> None:
        while not self._over.wait(LOOK):
            self._ready = [one for one in self._processes if self._is_ready(one)]

    def _is_ready(self, one: Serving) -> bool:
        try:
            with closing(HTTPConnection("127.0.0.1", one.port, timeout=HANG)) as connection:
                connection.request("GET", "/readyz")
                return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False

    def ask(self, method: str, path: str, body: str = "", cookie: str = "") -> tuple[int, str, str]:
        """The status, the cookie and the page of an answer.

        Raises:
            Lost: it was sent, and the connection ended before it was answered.
        """
        until = monotonic() + HANG
        while monotonic() < until:
            one = next(self._turns)
            if one not in self._ready:
                sleep(0.001)
                continue
            with closing(HTTPConnection("127.0.0.1", one.port, timeout=HANG)) as connection:
                try:
                    connection.connect()
                except OSError:
                    continue
                try:
                    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
                    connection.request(method, path, body or None, {"Cookie": cookie, **form})
                    answer = connection.getresponse()
                    given = (answer.headers["Set-Cookie"] or "").partition(";")[0]
                    return answer.status, given, answer.read().decode()
                except (OSError, HTTPException) as error:
                    raise Lost from error
        raise AssertionError("Nobody was ready.")


class Person:
    """Taps as fast as they are answered, and sends again what was not."""

    def __init__(self, proxy: Proxy, key: str) -> None:
        self._proxy, self._path = proxy, f"/c/{key}/record/note-added"
        _, self._cookie, page = proxy.ask("GET", self._path)
        self._token = next(hidden["token"] for _, hidden in Reader(page).forms if "token" in hidden)
        self.told: list[str] = []
        """The commands that they were told are recorded."""
        self._over = Event()
        self._tapping = Thread(target=self._tap, daemon=True)
        self._tapping.start()

    def leave(self) -> None:
        self._over.set()
        self._tapping.join(HANG)
        assert not self._tapping.is_alive()

    def await_taps(self, count: int) -> None:
        """Wait until they tapped so many times more."""
        wanted, until = len(self.told) + count, monotonic() + HANG
        while len(self.told) < wanted:
            assert monotonic() < until
            sleep(LOOK)

    def _tap(self) -> None:
        while not self._over.is_set():
            command = uuid4().hex
            form = {"token": self._token, "command": command, "by": "", "f.text": f"said {command}"}
            while not self._is_recorded(urlencode(form)):
                pass
            self.told.append(command)
            sleep(PAUSE)

    def _is_recorded(self, form: str) -> bool:
        try:
            status, _, _ = self._proxy.ask("POST", self._path, form, self._cookie)
        except Lost:
            return False
        assert status in (303, 503)
        return status == 303


def test_processes_are_started_anew_in_turn_and_no_tap_is_lost_or_doubled(database: Database, tmp_path: Path) -> None:
    url = prepared(database.new_database())
    with closing(opened(tmp_path / "before", url)) as services:
        begun = services.campaigns.new("runewars", "War", {}, services.new_command())
        key = services.find_campaign(begun.campaign).key
    with (
        all_of(Serving(tmp_path / "one", url), Serving(tmp_path / "two", url)) as (one, two),
        closing(Proxy((one, two))) as proxy,
    ):
        proxy.await_ready()
        people = [Person(proxy, key) for _ in range(TAPPING)]
        for process in (one, two):
            people[0].await_taps(3)
            process.stop()
            people[0].await_taps(3)
            process.start()
            proxy.await_ready()
        people[0].await_taps(3)
        for person in people:
            person.leave()
    told = [command for person in people for command in person.told]
    with closing(opened(tmp_path / "after", url)) as services, services.store.reading() as cursor:
        states = [state for (state,) in cursor.execute("SELECT CAST(state AS TEXT) FROM entries")]
    assert {command: sum(f"said {command}" in state for state in states) for command in told} == dict.fromkeys(told, 1)
