"""Turns of requests: a few are answered at a time, and those that record come first.

All share one interpreter: the more are answered at once, the longer each takes, and the more time the system spends on
changing from one thread to another. So when more is asked than a machine can do, what is recorded is still saved soon,
and pages show the newest state later (docs/develop/scale.md).
"""

from collections import deque
from threading import Lock, get_ident

RECORDING = 4
"""Requests that record at a time: while one waits for the disk or reads a long log, others decide."""
READING = 2
"""Requests that only read at a time; one while others record."""
WAITING_TO_REFRESH = 16
"""Open pages that wait for their changes; any other asks again later, and then gets the newest state."""


class RequestTurns:
    """The places of requests: recordings wait for recordings alone, and each waiting thread is woken by itself."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._recording, self._reading = 0, 0
        self._to_record, self._to_read = deque[Lock](), deque[Lock]()
        self.answering: dict[int, bool] = {}
        """The threads that answer a request now, each with whether it may record."""

    def take(self, records: bool) -> None:
        """Wait for a place, and hold it in this thread."""
        with self._lock:
            queue = self._to_record if records else self._to_read
            ready = Lock()
            ready.acquire()
            queue.append(ready)
            self._start_next()
        ready.acquire()
        self.answering[get_ident()] = records

    def give_back(self) -> None:
        """Give the place of this thread to the next; without one, nothing happens."""
        records = self.answering.pop(get_ident(), None)
        if records is None:
            return
        with self._lock:
            if records:
                self._recording -= 1
            else:
                self._reading -= 1
            self._start_next()

    @property
    def has_room_to_refresh(self) -> bool:
        """Whether another open page may wait for its changes."""
        return len(self._to_read) < WAITING_TO_REFRESH

    def _start_next(self) -> None:
        """Wake those who may start; reading never stops for good, so one may always read."""
        while self._to_record and self._recording < RECORDING:
            self._recording += 1
            self._to_record.popleft().release()
        while self._to_read and self._reading < (1 if self._recording else READING):
            self._reading += 1
            self._to_read.popleft().release()


__all__ = ["RequestTurns"]
