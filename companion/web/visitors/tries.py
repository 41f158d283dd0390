"""A rate limit for wrong codes: people make a few mistakes, a guessing machine many."""

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock

WINDOW = 300.0
"""Seconds that a try is remembered."""
EACH, ALL = 8, 60
"""Wrong codes within `WINDOW` from one address, and from all addresses together."""


class TooManyTries(Exception):
    """Too many codes were wrong; the next one is accepted after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def check_tries(made: Sequence[float], most: int, now: float) -> None:
    """Refuse another try if `most` were made within the window; `made` are their times, the oldest first.

    Raises:
        TooManyTries: the limit is reached.
    """
    if len(made) >= most:
        raise TooManyTries(math.ceil(made[0] + WINDOW - now))


class Tries:
    """The tries of the last `WINDOW` seconds, in memory only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._made: deque[tuple[float, str]] = deque()

    def count_try(self, address: str) -> None:
        """Count a try before its code is checked, so that simultaneous tries gain nothing.

        Raises:
            TooManyTries: the code must not be checked.
        """
        with self._lock:
            now = self._clock()
            while self._made and self._made[0][0] <= now - WINDOW:
                self._made.popleft()
            own = [made for made, by in self._made if by == address]
            check_tries(own, EACH, now)
            check_tries([made for made, _ in self._made], ALL, now)
            self._made.append((now, address))

    def discount_try(self, address: str) -> None:
        """Remove the last try of an address, whose code was right."""
        with self._lock:
            for n in reversed(range(len(self._made))):
                if self._made[n][1] == address:
                    del self._made[n]
                    return


__all__ = ["TooManyTries", "Tries", "check_tries"]
