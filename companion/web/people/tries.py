"""How often codes are tried: a few mistakes are human, many are a machine that guesses."""

import math
import time
from collections import deque
from collections.abc import Callable
from threading import Lock

WINDOW = 300.0
"""Seconds that a try is remembered."""
EACH, ALL = 8, 60
"""So many wrong codes in that time from one address, and from all together."""


class TooMany(Exception):
    """Too many codes were wrong; after some seconds the next one is looked at."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Tries:
    """The tries of the last minutes, in memory alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._made: deque[tuple[float, str]] = deque()

    def take(self, address: str) -> None:
        """Count a try before it is looked at, so that many at once gain nothing.

        Raises:
            TooMany: it is not looked at.
        """
        with self._lock:
            now = self._clock()
            while self._made and self._made[0][0] <= now - WINDOW:
                self._made.popleft()
            own = [made for made, by in self._made if by == address]
            for made, most in ((own, EACH), ([made for made, _ in self._made], ALL)):
                if len(made) >= most:
                    raise TooMany(math.ceil(made[0] + WINDOW - now))
            self._made.append((now, address))

    def right(self, address: str) -> None:
        """The last try of an address was right: it does not count."""
        with self._lock:
            for n in reversed(range(len(self._made))):
                if self._made[n][1] == address:
                    del self._made[n]
                    return


__all__ = ["TooMany", "Tries"]
