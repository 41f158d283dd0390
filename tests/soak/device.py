"""A device at the table: it records, takes back, looks on, and remembers what it was told is saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event as Signal
from threading import Thread
from time import monotonic
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

from tests.companion.visitor import Reader
from tests.suite.patience import HANG

NO = (409, 422)
"""Somebody else was faster to take that back; the rules say no: nobody has a star to spend."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HEROES = ("lunara", "venia", "torrax")
"""Those of the demo."""
WORDS = ("the", "lantern", "burns", "low", "and", "nobody", "minds", "while", "a", "harbour", "sleeps")


@dataclass
class Answer:
    status: int
    address: str
    text: str


class Browser:
    """One connection that is kept, with its cookies."""

    def __init__(self, address: str) -> None:
        self._place = urlsplit(address).netloc
        self._cookies: dict[str, str] = {}
        self._open: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: str | None = None) -> Answer:
        """What is answered; asked anew where a connection that was kept is none any more."""
        kept = self._open is not None
        try:
            return self._ask(method, path, body)
        except (HTTPException, OSError):
            self.close()
            if not kept:
                raise
            return self._ask(method, path, body)

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        self._open = self._open or HTTPConnection(self._place, timeout=HANG)
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._open.request(method, path, body, {"Cookie": cookies, **(FORM if body else {})})
        answer = self._open.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition("=")
            self._cookies[name] = value.partition(";")[0]
        return Answer(answer.status, answer.headers.get("Location", ""), text)

    def close(self) -> None:
        if self._open:
            self._open.close()
            self._open = None


@dataclass
class Device:
    """Somebody's phone; `saved` are the commands it was told are, `took` how long each took, in seconds."""

    address: str
    key: str
    random: Random
    saved: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    looks: int = 0

    def __post_init__(self) -> None:
        self._browser, self._looking = Browser(self.address), Browser(self.address)
        self._last: list[str] = []
        self._token = self._browser_token()

    def _browser_token(self) -> str:
        page = Reader(self._browser.ask("GET", f"/c/{self.key}/record/note-added").text)
        return next(hidden["token"] for _, hidden in page.forms if "token" in hidden)

    # --- what it does ---

    def act(self) -> None:
        """One thing that somebody does, and how long it took to hear that it is saved."""
        draw = self.random.random()
        if draw < 0.1 and self._last:
            self._send(f"/c/{self.key}/undo/{self._last.pop()}", {})
        elif draw < 0.95:  # notes are kept on the table for good: what an evening is made of is not
            event = self.random.choice(("stars-gained", "stars-gained", "stars-spent"))
            self._send(f"/c/{self.key}/record/{event}", {"f.hero": self.random.choice(HEROES), "f.amount": "1"})
        else:
            said = " ".join(self.random.choices(WORDS, k=self.random.randrange(3, 30)))
            self._send(f"/c/{self.key}/record/note-added", {"f.text": said})

    def _send(self, path: str, fields: dict[str, str]) -> None:
        command = UUID(int=self.random.getrandbits(128)).hex
        sent = {"token": self._token, "command": command, "by": "", **fields}
        began = monotonic()
        answer = self._browser.ask("POST", path, urlencode(sent))
        self.took.append(monotonic() - began)
        if answer.status == 303:
            self.saved += parse_qs(urlsplit(answer.address).query).get("saved", [])
        elif answer.status not in NO:
            self.wrong.append(f"{answer.status} {path}")

    def look(self) -> None:
        """The table, as a phone that is told of something shows it; and what it might take back next."""
        page = self._looking.ask("GET", f"/c/{self.key}/")
        self.looks += 1
        if page.status != 200:
            self.wrong.append(f"{page.status} the table")
        self._last = re.findall(rf"/c/{self.key}/undo/(\d+)", page.text)[:1]

    def listen(self, over: Signal) -> Thread:
        """Look whenever the table moves, at most once a second."""
        thread = Thread(target=self._listen, args=(over,), daemon=True)
        thread.start()
        return thread

    def _listen(self, over: Signal) -> None:
        while not over.is_set():
            stream = HTTPConnection(urlsplit(self.address).netloc, timeout=HANG)
            try:
                stream.request("GET", f"/c/{self.key}/live?after=1")
                self._heard(stream.getresponse().readline, over)
            except (HTTPException, OSError) as gone:
                if not over.is_set():
                    self.wrong.append(f"the stream: {gone!r}")
            finally:
                stream.close()

    def _heard(self, line: Callable[[], bytes], over: Signal) -> None:
        while (shown := line()) and not over.is_set():
            if shown.startswith(b"data: "):
                self.look()
                over.wait(1)

    def close(self) -> None:
        self._browser.close()
        self._looking.close()
