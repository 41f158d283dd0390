"""Limits of HTTP connections: their number, their time, and the size of request bodies.

To open one costs nothing. So an address holds a few at once, one that is silent or slow is closed for the next, and the
announced size of a body is compared with what its sender may send before any of it is stored.
"""

import socket
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from copy import copy
from functools import partial
from io import BytesIO
from threading import Event
from time import time
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.receiver import FixedStreamReceiver  # type: ignore[import-untyped]
from waitress.task import WSGITask  # type: ignore[import-untyped]

EACH, ALL = 64, 400
"""Connections of one address, and of all together: a browser has six, one for each page that listens among them.

All together so many for the tables that are usual (`Settings.for_tables`).
"""
IDLE = 60.0
"""Seconds that a connection is kept on which nothing is asked, or nobody reads the answer."""
SLOW = 20.0
"""Seconds that a request may take to arrive, besides those of its body."""
SLOWEST = 4_096
"""Bytes of a body that arrive within a second, at least."""
SMALL = 128 * 1024
"""Bytes that anybody may bring: what the forms of these pages send is less."""
UNHEARD = 8_000
"""Milliseconds that a device may leave bytes unacknowledged until its connection ends: it is off, or out of reach."""
LIMITS: dict[str, Any] = {
    "asyncore_use_poll": True,  # the other way ends at 1,024 open files
    "cleanup_interval": 2,
    "max_request_body_size": 256 * 1024 * 1024,  # where it hangs up at once, without a page that says why
    "max_request_header_size": 64 * 1024,
}
FILES = 400
"""Files that are open at most, beside two servers with their connections: those of the campaigns, what is served."""
SPARE = 100
"""Connections between those that are refused one by one and the end of what a server looks at."""
BodyLimit = Callable[[dict[str, Any]], int]
"""The most bytes that the body of a request may have, from its WSGI environment."""


def configure_connections(
    server: Any,
    body_limit: BodyLimit,
    ending: Event,
    is_proxy: Callable[[str], bool] = lambda _: False,
    most: int = ALL,
) -> None:
    """Make a waitress server create limited connections, and close those that are overdue.

    Waitress calls both attributes: `channel_class` for each connection, `maintenance` every `cleanup_interval` seconds.
    There are at most so many of them, and by the address of a proxy everybody comes, so it may have all. Once it is
    `ending`, streams end, and each connection does behind its answer.
    """
    server.channel_class = partial(Connection, body_limit, ending, is_proxy, most)
    server.maintenance = lambda now: close_overdue(server.active_channels.values(), now)


def raise_file_limit(connections: int = ALL) -> None:
    """Raise this process's limit of open files for so many connections; some systems allow only 256."""
    try:
        import resource  # noqa: PLC0415 - where there is none, there is no such limit
    except ImportError:
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * connections + FILES
    wanted = needed if most == resource.RLIM_INFINITY else min(needed, most)
    if now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def close_overdue(connections: Collection["Connection"], now: float) -> None:
    """Mark the overdue connections to be closed; `now` in seconds since the epoch."""
    for one in connections:
        one.will_close |= one.is_overdue(now)


def end_when_unheard(sock: Any) -> None:
    """Let the system end a connection whose bytes stay unacknowledged, if it can; else after a quarter hour."""
    if option := getattr(socket, "TCP_USER_TIMEOUT", None):
        with suppress(OSError):  # not every kind of socket has it
            sock.setsockopt(socket.IPPROTO_TCP, option, UNHEARD)


def has_room_for(address: str, connections: Collection["Connection"], each: int = EACH, most: int = ALL) -> bool:
    """Whether an address may have one more connection.

    Where it has enough, or there are enough of all, one makes room on which nothing is asked: the oldest of its own, or
    of who has most.
    """
    held = Counter(one.addr[0] for one in connections)
    if held[address] < each and held.total() < most:
        return True
    crowd = address if held[address] >= each else held.most_common(1)[0][0]
    idle = [one for one in connections if one.addr[0] == crowd and not one.requests]
    if idle:
        min(idle, key=lambda one: one.since).handle_close()
    return bool(idle)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A waitress channel that is refused where there is no room, and closed once it is overdue."""

    def __init__(
        self,
        body_limit: BodyLimit,
        ending: Event,
        is_proxy: Callable[[str], bool],
        most: int,
        server: Any,
        sock: Any,
        addr: Any,
        *rest: Any,
        **more: Any,
    ) -> None:
        self._body_limit = body_limit
        self._ending = ending
        self._begun = 0.0
        each = most if is_proxy(addr[0]) else EACH
        has_room = has_room_for(addr[0], server.active_channels.values(), each, most)
        super().__init__(server, sock, addr, *rest, **more)
        end_when_unheard(sock)
        self.will_close = not has_room

    def parser_class(self, adj: Any) -> "LimitedRequestParser":
        """The parser of the next request; waitress calls it when the first bytes of one arrive."""
        self._begun = time()
        return LimitedRequestParser(adj, self._limit_of, self._ending)

    def _limit_of(self, request: Any) -> int:
        return self._body_limit(WSGITask(self, request).get_environment())

    @property
    def since(self) -> float:
        """When it was last active, or when the request began that has not arrived whole: seconds since the epoch."""
        return float(self.last_activity if self.request is None else self._begun)

    def is_overdue(self, now: float) -> bool:
        """Whether it is idle or its request or its reader too slow.

        While an answer is made nothing is due from the browser, so only bytes that wait to be read count then.
        """
        if self.requests:
            return bool(self.total_outbufs_len) and self.last_activity < now - IDLE
        kept = IDLE if self.request is None else SLOW + self.request.body_bytes_received / SLOWEST
        return self.since < now - float(kept)

    def check_client_disconnected(self) -> bool:
        """Whether a streamed answer is to end: its reader is gone, or the server is ending."""
        return not self.connected or self._ending.is_set() or self.server.task_dispatcher.stop_count > 0

    @property
    def is_busy(self) -> bool:
        """Whether something is being asked here, or answered."""
        return bool(self.requests or self.request or self.total_outbufs_len)


class LimitedRequestParser(HTTPRequestParser):  # type: ignore[misc]
    """A request parser that discards a body larger than its sender may send; the pages answer with an error."""

    adj: Any
    expect_continue: bool
    headers: dict[str, str]

    def __init__(self, adj: Any, most: Callable[[Any], int], ending: Event | None = None) -> None:
        super().__init__(adj)
        self._limit_of = most
        self._ending = ending

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self._ending and self._ending.is_set():
            self.headers["CONNECTION"] = "close"  # the answer says so, and nobody asks here again
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = self._limit_of(self)
        elif self.content_length > SMALL and self.content_length > self._limit_of(self):
            self._drop()

    def _drop(self) -> None:
        if self.expect_continue:  # it asks first: the answer is the page
            self.expect_continue, self.connection_close, self.body_rcv = False, True, None
        else:
            self.body_rcv = FixedStreamReceiver(self.content_length, DiscardedBody())


class DiscardedBody:
    """A body buffer that stores nothing, in the shape that waitress writes to."""

    def append(self, _: bytes) -> None:
        pass

    def getfile(self) -> BytesIO:
        return BytesIO()

    def close(self) -> None:
        pass

    def __len__(self) -> int:
        return 0


__all__ = ["ALL", "LIMITS", "SMALL", "SPARE", "configure_connections", "raise_file_limit"]
