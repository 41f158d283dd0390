"""Turns of requests: a few are answered at a time, and those that record come first.

All share one interpreter: the more are answered at once, the longer each takes, and the more time the system spends on
changing from one thread to another. So when more is asked than a machine can do, what is recorded is still saved soon,
and pages show the newest state later (docs/develop/scale.md).
"""

from collections import deque
from threading import Lock, get_ident

Queue = deque[Lock]

RECORDING = 2
"""Requests that record at a time: while one waits for the disk or reads a long log, others decide."""
READING = 2
"""Requests that only read at a time; one while others record."""
WAITING_TO_REFRESH = 80
"""Open pages that wait for their changes; any other asks again later, and then gets the newest state.

So many are answered in a few seconds. More tables do not raise it: hundreds of threads whose patience is over at the
same time would fight for the interpreter.
"""


class RequestTurns:
    """A scheduler of requests: recordings wait only for recordings, and waiting threads are woken one by one.

    Args:
        to_refresh: the most open pages that wait for their changes.
    """

    def __init__(self, to_refresh: int = WAITING_TO_REFRESH) -> None:
        self._lock, self._most_to_refresh = Lock(), to_refresh
        self._recording, self._reading = 0, 0
        self._to_record, self._to_read = Queue(), Queue()
        self.answering: dict[int, bool] = {}
        """The threads that answer a request now, each with whether it may record."""

    def take(self, records: bool, patience: float = -1) -> bool:
        """Wait for a place, and hold it in this thread.

        Args:
            patience: the most seconds to wait; as long as it takes if it is negative.

        Returns:
            Whether there was a place in time.
        """
        ready = Lock()
        ready.acquire()
        queue = self._to_record if records else self._to_read
        with self._lock:
            queue.append(ready)
            self._start_next()
        if not (ready.acquire(timeout=patience) or self._came_just_now(ready, queue)):
            return False
        self.answering[get_ident()] = records
        return True

    def _came_just_now(self, ready: Lock, queue: Queue) -> bool:
        """Whether a place came after the wait was over; otherwise nobody waits for it any more."""
        with self._lock:
            if is_waiting := ready in queue:
                queue.remove(ready)
        return not is_waiting

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
        return len(self._to_read) < self._most_to_refresh

    @property
    def is_crowded(self) -> bool:
        """Whether requests that record wait for a place."""
        return bool(self._to_record)

    def _start_next(self) -> None:
        """Wake those who may start; reading never stops for good, so one may always read."""
        while self._to_record and self._recording < RECORDING:
            self._recording += 1
            self._to_record.popleft().release()
        while self._to_read and self._reading < (1 if self._recording else READING):
            self._reading += 1
            self._to_read.popleft().release()


__all__ = ["READING", "RECORDING", "WAITING_TO_REFRESH", "RequestTurns"]
