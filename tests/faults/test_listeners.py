"""Those who listen and never read, or are gone without a word: nobody else waits for them."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import pytest

from companion.web.pages.live import MOST_STREAMS
from tests.browser.server import Server
from tests.suite.patience import HANG

INTERRUPTED = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.cli import main
main()
"""
"""The command line as somebody at a terminal has it: a shell lets what runs in its background ignore interrupts."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("listened")) as server:
        yield server


@pytest.fixture
def deaf(server: Server) -> Iterator[list[socket.socket]]:
    """As many listeners as there are places, and some more, who never read."""
    host, port = server.address.removeprefix("http://").split(":")
    asked = f"GET /c/{server.demo}/live?after=1 HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    with ExitStack() as stack:
        listeners = []
        for _ in range(MOST_STREAMS + 10):
            listener = stack.enter_context(socket.create_connection((host, int(port)), timeout=HANG))
            listener.sendall(asked)
            listeners.append(listener)
        yield listeners


def heard(server: Server) -> list[bytes]:
    """The first lines that a new listener hears."""
    with urlopen(f"{server.address}/c/{server.demo}/live?after=1", timeout=HANG) as stream:
        return [stream.readline() for _ in range(4)]


def test_pages_are_answered_while_nobody_reads_what_they_asked_to_hear(
    server: Server, deaf: list[socket.socket]
) -> None:
    with urlopen(f"{server.address}/c/{server.demo}/", timeout=HANG) as page:
        assert page.status == 200


def test_who_comes_when_all_places_are_taken_hears_where_the_table_is(
    server: Server, deaf: list[socket.socket]
) -> None:
    assert heard(server)[3].startswith(b"data: ")


def hears_what_comes(server: Server) -> bool:
    """Whether a new listener is told of what is recorded while it listens: it has a place of its own."""
    head = server.campaign(server.demo).position
    with urlopen(f"{server.address}/c/{server.demo}/live?after={head}", timeout=HANG) as stream:
        assert [stream.readline() for _ in range(5)][2] == b"event: beat\n"
        server.record(server.demo, "note-added", text="While somebody listens.")
        return bool(stream.readline().startswith(b"id: "))


def test_who_went_without_a_word_leaves_the_place_to_others(server: Server, deaf: list[socket.socket]) -> None:
    for listener in deaf:
        listener.close()
    until = monotonic() + HANG
    while not (heard_it := hears_what_comes(server)) and monotonic() < until:
        pass
    assert heard_it


def test_who_hosts_ends_it_with_an_interrupt(tmp_path: Path) -> None:
    line = [sys.executable, "-c", INTERRUPTED, "--data", str(tmp_path), "serve", "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        urlopen(host.stdout.readline().strip() + "healthz", timeout=HANG).close()
        host.send_signal(signal.SIGINT)
        assert (host.wait(timeout=HANG), host.stdout.read()) == (0, "")
