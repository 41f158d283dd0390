"""The loop of a server looks only at the sockets on which something happened, and misses none of them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from waitress import wasyncore  # type: ignore[import-untyped]

from companion.web.network.socket_loop import Sockets
from tests.suite.patience import HANG

Pairs = list[tuple[socket.socket, socket.socket]]


class Echo(wasyncore.dispatcher):  # type: ignore[misc]
    """A connection that sends back what it gets, and counts how often it is asked whether it may be read."""

    asked = 0

    def __init__(self, sock: Any, sockets: Sockets) -> None:
        super().__init__(sock, map=sockets)
        self.kept = b""

    def readable(self) -> bool:
        self.asked += 1
        return not self.kept

    def writable(self) -> bool:
        return bool(self.kept)

    def handle_read(self) -> None:
        self.kept += self.recv(100)

    def handle_write(self) -> None:
        self.kept = self.kept[self.send(self.kept) :]

    def handle_close(self) -> None:
        self.close()


@pytest.fixture
def pairs() -> Iterator[Pairs]:
    found = [socket.socketpair() for _ in range(20)]
    yield found
    for pair in found:
        for one in pair:
            one.close()


def test_only_the_socket_with_news_is_asked(pairs: Pairs) -> None:
    sockets = Sockets()
    connections = [Echo(theirs, sockets) for _, theirs in pairs]
    loop = Thread(target=sockets.loop, args=(0.05,), daemon=True)
    loop.start()
    ours = pairs[0][0]
    ours.settimeout(HANG)
    for said in (b"one", b"two", b"three"):
        ours.sendall(said)
        assert ours.recv(100) == said
    assert connections[0].asked > 3
    assert [one.asked for one in connections[1:]] == [1] * 19
    for one, _ in pairs:
        one.close()
    loop.join(HANG)
    assert not loop.is_alive(), "the loop ends with its last socket"


def test_a_connection_with_the_number_of_a_former_one_is_served(
    pairs: Pairs,
) -> None:
    sockets = Sockets()
    kept = [Echo(theirs, sockets) for _, theirs in pairs[:2]]
    loop = Thread(target=sockets.loop, args=(0.05,), daemon=True)
    loop.start()
    ours, theirs = pairs[0]
    ours.settimeout(HANG)
    ours.sendall(b"former")
    assert ours.recv(100) == b"former"
    sockets[theirs.fileno()] = kept[0]
    ours.sendall(b"new")
    assert ours.recv(100) == b"new"
    for one, _ in pairs:
        one.close()
    loop.join(HANG)
    assert not loop.is_alive()
