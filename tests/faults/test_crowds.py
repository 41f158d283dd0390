"""Connections by the hundred that say nothing, or say it slowly: the table plays on."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from companion.web.network.connections import EACH, SMALL
from tests.browser.server import Server
from tests.companion.visitor import Reader
from tests.suite.patience import HANG

MANY = 300


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("crowded")) as server:
        yield server


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=HANG)


@pytest.fixture
def crowd(server: Server) -> Iterator[list[socket.socket]]:
    """Three hundred connections: one says nothing, the next never ends its first line, the third its head."""
    with ExitStack() as stack:
        found = []
        for number in range(MANY):
            one = stack.enter_context(connected(server))
            one.sendall((b"", b"GET /", b"GET / HTTP/1.1\r\nHost: somewh")[number % 3])
            found.append(one)
        yield found


def test_the_table_plays_on_whoever_else_is_connected(server: Server, crowd: list[socket.socket]) -> None:
    before = server.campaign(server.demo).position
    form = f"{server.address}/c/{server.demo}/record/note-added"
    with urlopen(form, timeout=HANG) as answer:
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        hidden = next(given for _, given in Reader(answer.read().decode()).forms if "token" in given)
    sent = urlencode({**hidden, "f.text": "Somebody has a crowd at the door."}).encode()
    with urlopen(Request(form, sent, {"Cookie": cookie}), timeout=HANG) as answer:
        assert answer.status == 200
    assert server.campaign(server.demo).position == before + 1


def still_open(one: socket.socket) -> bool:
    one.settimeout(0)
    try:
        return one.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def test_nobody_holds_more_than_their_share(server: Server, crowd: list[socket.socket]) -> None:
    with urlopen(f"{server.address}/help", timeout=HANG):
        held = [still_open(one) for one in crowd]
    assert sum(held) < EACH
    assert not any(held[:EACH]), "the newest are heard"


def test_of_what_a_stranger_brings_beyond_a_form_nothing_is_kept(server: Server) -> None:
    size = 40 * SMALL
    head = (
        f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Forwarded-For: 10.0.0.9\r\nContent-Length: {size}"
    )
    with connected(server) as one:
        one.sendall(f"{head}\r\n\r\n".encode())
        kept = 0
        for _ in range(40):
            one.sendall(b"x" * SMALL)
            kept = max(kept, *unnamed_files(server.pid))
        assert one.recv(12) == b"HTTP/1.1 403"
    assert kept < 2 * SMALL


def unnamed_files(process: int) -> list[int]:
    """The sizes of files without a name that a process has open, as a server keeps what somebody brings."""
    found = [0, 0]
    for file in Path(f"/proc/{process}/fd").glob("*"):
        try:
            if file.readlink().name.endswith("(deleted)"):
                found.append(file.stat().st_size)
        except OSError:
            continue
    return found
