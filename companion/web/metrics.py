"""Numbers for who runs this, as Prometheus reads them: on a port of its own, at this computer alone.

Requests are told by the names of their views, campaigns only counted: no name, text, key or token is among them.
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
from companion.web.answered import Answered
from companion.web.door.doorway import is_ready
from companion.web.door.network import ALONE
from companion.web.live import bells_of
from domain.store import Busy, Following, StoreError


class Metrics:
    """The numbers of one app: those that are counted, and those that are looked up when they are asked for."""

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
            "Commands by what came of them; one that met another (conflict) was decided anew.",
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
        """Serve the numbers; returns the server.

        Raises:
            OSError: nobody can listen there.
        """
        return start_http_server(port, ALONE, self.registry)[0]


class LookedUp(Collector):
    """The numbers that are looked up: streams, campaigns in memory, how far a copy follows."""

    def __init__(self, app: Flask, services: Services) -> None:
        self._app, self._services = app, services
        self._copy = CopyAge(cast(Following, services.store)) if services.settings.shared else None

    def describe(self) -> Iterator[Metric]:
        yield from ()  # nothing is looked up before it is asked for

    def collect(self) -> Iterator[Metric]:
        yield _gauge("companion_streams", "Pages and programs that listen.", bells_of(self._app).listener_count)
        yield _gauge("companion_campaigns_live", "Campaigns in memory.", self._services.campaigns.live_count)
        yield _gauge("companion_recording", "Whether it can be recorded.", is_ready(self._app))
        if self._copy:
            yield from self._copy.collect()


class CopyAge:
    """How far the copy of a shared log follows it, and since when it does not."""

    def __init__(self, store: Following) -> None:
        self._store = store
        self._changed = self._whole = monotonic()
        """When entries came into the copy, and when it was known to lack nothing."""
        store.followed = self._note_change

    def _note_change(self) -> None:
        self._changed = self._whole = monotonic()

    def collect(self) -> Iterator[Metric]:
        """The numbers; that of positions is left out while the database cannot be asked."""
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
