"""Servers of the pages: creating and stopping one, and a second one on the network's address that opens and closes."""

import socket
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]

from companion.services import Services
from companion.web.door.connections import ALL, LIMITS, SPARE, configure_connections
from companion.web.door.gate import CannotOpenToNetwork
from companion.web.door.network import ALONE, own_network_address
from domain.language.text import text

PATIENCE = 5.0
"""Seconds that are waited for answers that were begun, where no more are."""
LOOK = 0.02
"""Seconds between two looks whether somebody is still answered."""
LONGEST = 3600.0
"""Seconds that an answer may still take which was begun before the doorway was shut."""


def server_of(app: Flask, threads: int, **where: Any) -> Any:
    """Create a server of the pages, listening already: on a `host` and `port`, or on `sockets`.

    Raises:
        OSError: nobody can listen there.
        ValueError: that is no address.
    """
    sockets: dict[int, Any] = {}
    services: Services = app.extensions["services"]
    most = services.settings.for_tables(ALL)
    try:
        # Headers of proxies are kept, for one that has them does not come from this computer.
        server = create_server(
            app,
            map=sockets,
            threads=threads,
            channel_request_lookahead=1,  # so that a stream learns at once that nobody listens any more
            clear_untrusted_proxy_headers=False,
            connection_limit=most + SPARE,  # where it would let nobody in any more: never reached
            **LIMITS,
            **where,
        )
    except (OSError, ValueError):
        wasyncore.close_all(sockets, ignore_all=True)
        raise
    trusts = app.extensions["proxies"].trusts
    configure_connections(server, app.extensions["weigh"], ending_of(app), trusts, most)
    return server


def install_ending(app: Flask) -> None:
    """Add to an app the event that is set once it ends."""
    app.extensions["ending"] = Event()


def ending_of(app: Flask) -> Event:
    """What is set once an app ends: it counts as not ready, and its streams end."""
    found: Event = app.extensions["ending"]
    return found


def is_ready(app: Flask) -> bool:
    """Whether it can be recorded here, and the app does not end."""
    services: Services = app.extensions["services"]
    return not ending_of(app).is_set() and services.would_record()


def stop_server(server: Any) -> Thread:
    """Close a server's connections and its socket; returns the thread that waits for requests that still run."""
    _run_in_loop(server, lambda: _hang_up(server))
    winding = Thread(target=_finish_server, args=(server, LONGEST), name="winding down", daemon=True)
    winding.start()
    return winding


def drain_server(server: Any) -> None:
    """Let nobody in any more, answer what was asked by then, and end the loop of a server."""
    _run_in_loop(server, lambda: _close_door(server))
    until = monotonic() + PATIENCE
    while _run_in_loop(server, lambda: _let_idle_go(server)) and monotonic() < until:
        sleep(LOOK)
    _run_in_loop(server, lambda: _hang_up(server))
    _finish_server(server, PATIENCE)


def _run_in_loop(server: Any, act: Callable[[], Any]) -> Any:
    """Run something in a server's own thread, and wait for what it returns."""
    found: list[Any] = []
    done = Event()

    def run() -> None:
        try:
            found.append(act())
        finally:
            done.set()

    server.trigger.pull_trigger(run)
    done.wait()
    return found and found[0]


class Doorway:
    """The server on this computer's network address, with the same port; a trusted host while it is open."""

    def __init__(self, app: Flask, port: int, threads: int) -> None:
        self._app = app
        self._port = port
        self._threads = threads
        self._server: Any = None
        self._winding: Thread | None = None
        self._name = ""

    def open(self) -> str:
        name = own_network_address()
        if name == ALONE:
            raise CannotOpenToNetwork(
                text(
                    "This computer is not on a network right now. Connect it to the same one as the phones, then "
                    "try again."
                )
            )
        try:
            listening = socket.create_server((name, self._port))
        except OSError as wrong:
            raise CannotOpenToNetwork(
                text(
                    "The companion cannot use {name}:{port} right now ({why}). Try again.",
                    name=name,
                    port=self._port,
                    why=wrong,
                )
            ) from wrong
        self._server = server_of(self._app, self._threads, sockets=[listening])
        self._answer_to(name)
        Thread(target=self._server.run, name="network", daemon=True).start()
        return f"http://{name}:{self._port}"

    def shut(self) -> None:
        self._answer_to("")
        self._winding = stop_server(self._server)

    def wait(self) -> None:
        """Wait for those who still worked when it was shut, as long as for those of the other server."""
        if self._winding:
            self._winding.join(PATIENCE)

    def _answer_to(self, name: str) -> None:
        """Replace the network's name among Flask's `TRUSTED_HOSTS`; None there trusts every name, and stays."""
        if (trusted := self._app.config["TRUSTED_HOSTS"]) is not None:
            own = [one for one in trusted if one != self._name]
            self._app.config["TRUSTED_HOSTS"] = [*own, name] if name else own
        self._name = name


def _hang_up(server: Any) -> None:
    """Close every connection and the listening socket; runs in the server's own thread."""
    for channel in list(server.active_channels.values()):
        channel.handle_close()
    _close_door(server)


def _close_door(server: Any) -> None:
    """Close the listening socket; those who are connected stay."""
    wasyncore.dispatcher.close(server)


def _let_idle_go(server: Any) -> bool:
    """Close the connections on which nothing is asked; whether there are others."""
    channels = list(server.active_channels.values())
    for channel in channels:
        if not channel.is_busy:
            channel.handle_close()
    return any(channel.is_busy for channel in channels)


def _finish_server(server: Any, patience: float) -> None:
    """Stop the threads of a server, then close its trigger: a thread that ends pulls that, so it is last."""
    server.task_dispatcher.shutdown(cancel_pending=True, timeout=patience)
    server.trigger.pull_trigger(server.trigger.close)


__all__ = ["Doorway", "drain_server", "ending_of", "install_ending", "is_ready", "server_of", "stop_server"]
