"""Connections of browsers to the pages: how many there may be, how long each may take, how much it may bring.

To open one costs nothing. So nobody holds more than a few at once, one that is silent or slow makes room for the next,
and what somebody brings is weighed by its own word before any of it is kept.
"""

from collections import Counter
from collections.abc import Callable, Collection
from copy import copy
from functools import partial
from io import BytesIO
from time import time
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.receiver import FixedStreamReceiver  # type: ignore[import-untyped]
from waitress.task import WSGITask  # type: ignore[import-untyped]

EACH, ALL = 64, 400
"""Connections of one address, and of all together: a browser has six, one for each page that listens among them."""
IDLE = 60.0
"""Seconds that a connection is kept on which nothing is asked, or nobody reads the answer."""
SLOW = 20.0
"""Seconds that a request may take to arrive, besides those of its body."""
SLOWEST = 4_096
"""Bytes of a body that arrive within a second, at least."""
SMALL = 128 * 1024
"""Bytes that anybody may bring: what the forms of these pages send is less."""
LIMITS: dict[str, Any] = {
    "asyncore_use_poll": True,  # the other way ends at 1,024 open files
    "cleanup_interval": 2,
    "connection_limit": ALL + 100,  # where the server would let nobody in any more: never reached
    "max_request_body_size": 256 * 1024 * 1024,  # where it hangs up at once, without a page that says why
    "max_request_header_size": 64 * 1024,
}
FILES = 2 * ALL + 400
"""Files that are open at most: two servers with their connections, those of the campaigns, what is served."""
Weigh = Callable[[dict[str, Any]], int]
"""How many bytes whoever sends a request may bring, from its WSGI environment."""


def tend(server: Any, weigh: Weigh) -> None:
    """Look after the connections of a server from now on."""
    server.channel_class = partial(Connection, weigh)
    server.maintenance = lambda now: let_go(server.active_channels.values(), now)


def have_files_enough() -> None:
    """Let this process have as many files open as there may be connections: some systems allow 256 unless asked."""
    try:
        import resource  # noqa: PLC0415 - where there is none, there is no such limit
    except ImportError:
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def let_go(connections: Collection["Connection"], now: float) -> None:
    """Hang up on who is silent or slow."""
    for one in connections:
        one.will_close |= one.is_overdue(now)


def room_for(address: str, connections: Collection["Connection"], each: int = EACH) -> bool:
    """Whether an address may have one more connection.

    Where it has enough, or there are enough of all, one makes room on which nothing is asked: the oldest of its own, or
    of who has most.
    """
    held = Counter(one.addr[0] for one in connections)
    if held[address] < each and held.total() < ALL:
        return True
    crowd = address if held[address] >= each else held.most_common(1)[0][0]
    idle = [one for one in connections if one.addr[0] == crowd and not one.requests]
    if idle:
        min(idle, key=lambda one: one.since).handle_close()
    return bool(idle)


class Connection(HTTPChannel):  # type: ignore[misc]
    """One connection, as the server looks after it."""

    def __init__(self, weigh: Weigh, server: Any, sock: Any, addr: Any, *rest: Any, **more: Any) -> None:
        self._weigh = weigh
        self._begun = 0.0
        shared = addr[0] == server.adj.trusted_proxy  # everybody comes by a proxy's address
        has_room = room_for(addr[0], server.active_channels.values(), ALL if shared else EACH)
        super().__init__(server, sock, addr, *rest, **more)
        self.will_close = not has_room

    def parser_class(self, adj: Any) -> "Arriving":
        """What reads the request that arrives next."""
        self._begun = time()
        return Arriving(adj, self._most)

    def _most(self, request: Any) -> int:
        return self._weigh(WSGITask(self, request).get_environment())

    @property
    def since(self) -> float:
        """Since when nothing came on it, or a request that is not there yet."""
        return float(self.last_activity if self.request is None else self._begun)

    def is_overdue(self, now: float) -> bool:
        """Whether nothing comes, it comes too slowly, or nobody reads what was asked."""
        if self.requests:
            return bool(self.total_outbufs_len) and self.last_activity < now - IDLE
        kept = IDLE if self.request is None else SLOW + self.request.body_bytes_received / SLOWEST
        return self.since < now - float(kept)

    def check_client_disconnected(self) -> bool:
        """Whether an answer that goes on has nobody to go on for: its reader is gone, or those who serve go home."""
        return not self.connected or self.server.task_dispatcher.stop_count > 0


class Arriving(HTTPRequestParser):  # type: ignore[misc]
    """A request that arrives; of what is more than its sender may bring nothing is kept, and the pages say so."""

    adj: Any
    expect_continue: bool

    def __init__(self, adj: Any, most: Callable[[Any], int]) -> None:
        super().__init__(adj)
        self._most = most

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked:
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = self._most(self)
        elif self.content_length > SMALL and self.content_length > self._most(self):
            self._drop()

    def _drop(self) -> None:
        if self.expect_continue:  # it asks first: the answer is the page
            self.expect_continue, self.connection_close, self.body_rcv = False, True, None
        else:
            self.body_rcv = FixedStreamReceiver(self.content_length, Nowhere())


class Nowhere:
    """Where the bytes go that nobody keeps."""

    def append(self, _: bytes) -> None:
        pass

    def getfile(self) -> BytesIO:
        return BytesIO()

    def close(self) -> None:
        pass

    def __len__(self) -> int:
        return 0


__all__ = ["LIMITS", "SMALL", "have_files_enough", "tend"]
