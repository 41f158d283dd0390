"""Metrics for Prometheus, served on a separate port of this computer only.

Requests are labelled by endpoint, and campaigns are only counted: no name, text, key or token is included.
"""

from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, cast

from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from companion.services import Services
from companion.web.network.addresses import ALONE
from companion.web.network.doorway import is_ready
from companion.web.network.request_record import Answered
from companion.web.pages.live import bells_of
from domain.store import Busy, Following, StoreError


class Metrics:
    """The metrics of one app: counters, and values that are read when they are collected."""

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "companion_request_seconds",
            "Seconds until a request was answered, by the name of its view; a stream, until it began.",
            ["endpoint", "status"],
            registry=self.registry,
        )
        self._commands = Counter(
            "companion_commands",
            "Commands by result; after a conflict, a command is decided again.",
            ["result"],
            registry=self.registry,
        )
        self._errors = Counter(
            "companion_store_errors", "Requests that the store could not answer.", ["kind"], registry=self.registry
        )
        services: Services = app.extensions["services"]
        services.campaigns.count_outcome = lambda outcome: self._commands.labels(outcome).inc()
        self.registry.register(LookedUp(app, services))

    def count_request(self, answered: Answered) -> None:
        self._requests.labels(answered.endpoint or "none", str(answered.status)).observe(answered.seconds)
        if isinstance(answered.error, StoreError):
            self._errors.labels(type(answered.error).__name__).inc()

    def serve(self, port: int) -> Any:
        """Serve the metrics; returns the server.

        Raises:
            OSError: the port cannot be listened on.
        """
        return start_http_server(port, ALONE, self.registry)[0]


class LookedUp(Collector):
    """The values that are read on collection: streams, campaigns in memory, the lag of a copy."""

    def __init__(self, app: Flask, services: Services) -> None:
        self._app, self._services = app, services
        self._copy = CopyAge(cast(Following, services.store)) if services.settings.shared else None

    def describe(self) -> Iterator[Metric]:
        yield from ()  # nothing is read before a collection

    def collect(self) -> Iterator[Metric]:
        yield _gauge("companion_streams", "Open streams of pages and programs.", bells_of(self._app).listener_count)
        yield _gauge("companion_campaigns_live", "Campaigns in memory.", self._services.campaigns.live_count)
        yield _gauge("companion_recording", "Whether commands can be recorded.", is_ready(self._app))
        if self._copy:
            yield from self._copy.collect()


class CopyAge:
    """How far the copy of a shared log lags behind it, and since when."""

    def __init__(self, store: Following) -> None:
        self._store = store
        self._changed = self._whole = monotonic()
        """The time of the copy's newest entries, and the time when it was last known to be complete."""
        store.followed = self._note_change

    def _note_change(self) -> None:
        self._changed = self._whole = monotonic()

    def collect(self) -> Iterator[Metric]:
        """The metrics; the lag in positions is omitted while the database is unavailable."""
        with suppress(Busy):
            behind = self._store.positions_behind()
            self._whole = self._whole if behind else monotonic()
            yield _gauge("companion_follower_lag_positions", "Positions of the shared log that the copy lacks.", behind)
        now = monotonic()
        yield _gauge("companion_follower_lag_seconds", "Seconds since the copy lacked nothing.", now - self._whole)
        yield _gauge("companion_replica_age_seconds", "Seconds since entries came into the copy.", now - self._changed)


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(name, told, value)


__all__ = ["Metrics"]
