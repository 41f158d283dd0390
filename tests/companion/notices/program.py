"""A program that receives notices: a real HTTP server on this computer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread
from typing import Any

import orjson

from companion.notices.notice import sign_body
from companion.notices.receivers import Receiver
from tests.suite.patience import HANG

SECRET = "a secret of this test"


@dataclass(frozen=True)
class Post:
    """One request that the program got."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        return self.headers["X-Companion-Signature"] == sign_body(self.body, secret)


@dataclass
class Program:
    """What it got, and what it answers: the next of some answers, then 200."""

    port: int = 0
    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    posts: Queue[Post] = field(default_factory=Queue)
    silent: bool = False
    """Whether it gets a request and does not answer."""
    slow: float = 0.0
    """Seconds before each letter of its answer."""
    over: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def receiver(self, campaign: str = "c", **values: Any) -> Receiver:
        """This program as the receiver of a campaign."""
        on = ("evening-started", "evening-ended", "turn")
        known = {"campaign": campaign, "url": self.url, "on": on, "secret": SECRET}
        return Receiver.model_validate({**known, **values})

    def next_post(self) -> Post:
        return self.posts.get(timeout=HANG)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        self.posts.put(Post(request.path, dict(request.headers), body))
        if self.silent:
            self.over.wait(HANG)
            return
        if self.slow:
            for letter in b"HTTP/1.0 200 OK\r\n" + b"X-Long: " + b"x" * 1_000:
                if self.over.wait(self.slow):
                    return
                request.wfile.write(bytes([letter]))
            return
        request.send_response(self.answers.pop(0) if self.answers else 200)
        for name, value in self.headers.items():
            request.send_header(name, value)
        request.end_headers()


@contextmanager
def running() -> Iterator[Program]:
    """A program that listens."""
    program = Program()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            program.answer(self)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    program.port = server.server_port
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield program
    finally:
        program.over.set()
        server.shutdown()
        server.server_close()


def wait_until(reached: Callable[[], object]) -> None:
    """Wait for a state; a test that hangs fails."""
    until = time.monotonic() + HANG
    while not reached():
        assert time.monotonic() < until
        time.sleep(0.005)


def all_posts(program: Program) -> Sequence[Post]:
    """The requests so far."""
    return [program.posts.get() for _ in range(program.posts.qsize())]
