"""The guests with an open page, by their live streams; kept in memory only."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

GRACE = 4.0
"""Seconds without a stream in which a guest still counts as present: between two pages, or until it reconnects."""


@dataclass
class Streams:
    """The open streams of a guest, and when the last one ended: seconds since the epoch."""

    campaign: str
    open: int = 0
    ended: float = 0.0


class Presence:
    """The guests whose streams this process serves or has served, on all their devices."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._guard = Lock()
        self._streams: dict[int, Streams] = {}

    @contextmanager
    def streaming(self, campaign: str, guest: int | None) -> Iterator[None]:
        """Count a stream of a guest while the block runs; the host has no id and is not counted."""
        if guest is None:
            yield
            return
        with self._guard:
            streams = self._streams.setdefault(guest, Streams(campaign))
            streams.open += 1
        try:
            yield
        finally:
            with self._guard:
                streams.open -= 1
                streams.ended = self._clock()

    def last_heard(self, guest: int) -> float | None:
        """When a guest was last connected, in seconds since the epoch; infinity if present, None if never."""
        with self._guard:
            streams = self._streams.get(guest)
            if streams is None:
                return None
            return float("inf") if self._is_here(streams) else streams.ended

    def by_campaign(self) -> dict[str, frozenset[int]]:
        """The guests who are present, by campaign; campaigns without any are left out."""
        found = defaultdict[str, set[int]](set)
        with self._guard:
            for guest, streams in self._streams.items():
                if self._is_here(streams):
                    found[streams.campaign].add(guest)
        return {campaign: frozenset(guests) for campaign, guests in found.items()}

    def _is_here(self, streams: Streams) -> bool:
        return streams.open > 0 or self._clock() - streams.ended < GRACE


__all__ = ["GRACE", "Presence"]
