"""The loop of a server: it waits for all of its sockets, and looks only at those on which something happened.

Waitress asks each connection before each wait whether it may be read or written. With some hundred connections, most of
which only listen, this took most of a core (docs/develop/scale.md).
"""

from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]


class Sockets(dict[int, Any]):
    """The sockets of one server by file number, as Waitress keeps them, and the loop that serves them."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = DefaultSelector()
        self._events = dict[int, int]()
        """What is waited for at each socket."""
        self._changed = set[int]()
        """The sockets that are asked again, before the next wait, whether they may be read or written."""

    def __setitem__(self, number: int, one: Any) -> None:
        self._forget(number)  # a file number is used again
        super().__setitem__(number, one)
        self._changed.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._forget(number)

    def _forget(self, number: int) -> None:
        if self._events.pop(number, 0):
            with suppress(KeyError):
                self._selector.unregister(number)

    def look_at(self, number: int) -> None:
        """Ask a socket before the next wait; for the thread of the loop."""
        self._changed.add(number)

    def loop(self, timeout: float, **_: Any) -> None:
        """Serve until all sockets are closed; waits `timeout` seconds at most. Waitress calls it as that of its module.

        The socket on which a server listens is asked before each wait, because it closes overdue connections then.
        """
        listening = {number for number, one in self.items() if one.accepting}
        try:
            while self:
                self._changed |= listening
                self._ask_changed()
                for key, events in self._selector.select(timeout):
                    self._act(key.fd, events)
        finally:
            self._events.clear()
            self._selector.close()

    def _act(self, number: int, events: int) -> None:
        """Read and write; a socket that was closed before its turn is left out."""
        for event, act in ((EVENT_READ, wasyncore.read), (EVENT_WRITE, wasyncore.write)):
            if events & event and (one := self.get(number)) is not None:
                act(one)
        self._changed.add(number)

    def _ask_changed(self) -> None:
        while self._changed:
            number = self._changed.pop()
            if (one := self.get(number)) is not None:
                read = EVENT_READ if one.readable() else 0
                self._wait_for(number, read | (EVENT_WRITE if one.writable() and not one.accepting else 0))

    def _wait_for(self, number: int, events: int) -> None:
        known = self._events.get(number, 0)
        if events == known:
            return
        with suppress(OSError, KeyError):  # a thread that answers may close a connection at the same time
            if not known:
                self._selector.register(number, events)
            elif events:
                self._selector.modify(number, events)
            else:
                self._selector.unregister(number)
            self._events[number] = events


class ServerOfConnection:
    """A server as one of its connections sees it: what wakes the loop says which connection changed."""

    def __init__(self, server: Any, sockets: Sockets, number: int) -> None:
        self._server = server
        self.pull_trigger = partial(server.trigger.pull_trigger, partial(sockets.look_at, number))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)


__all__ = ["ServerOfConnection", "Sockets"]
