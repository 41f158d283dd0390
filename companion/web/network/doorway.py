"""Creating and stopping the servers of the pages, and the server on the network's address that opens and closes."""

import socket
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]

from companion.services import Services
from companion.web.network.addresses import ALONE, own_network_address
from companion.web.network.connections import ALL, LIMITS, SPARE, configure_connections
from companion.web.network.gate import CannotOpenToNetwork
from companion.web.network.socket_loop import Sockets
from domain.framework.text import text

PATIENCE = 5.0
"""Seconds to wait for responses in progress before the server stops."""
LOOK = 0.02
"""Seconds between two checks whether a response is in progress."""
LONGEST = 3600.0
"""Seconds that a response in progress may still take after the doorway was shut."""


def server_of(app: Flask, threads: int, **where: Any) -> Any:
    """Create a listening server of the pages, on a `host` and `port` or on `sockets`.

    Raises:
        OSError: the address cannot be listened on.
        ValueError: the address is invalid.
    """
    sockets = Sockets()
    services: Services = app.extensions["services"]
    most = services.settings.for_tables(ALL)
    try:
        # Proxy headers are kept: a request that has them does not come from this computer.
        server = create_server(
            app,
            map=sockets,
            threads=threads,
            channel_request_lookahead=1,  # lets a stream notice at once that its reader is gone
            clear_untrusted_proxy_headers=False,
            connection_limit=most + SPARE,  # waitress stops accepting here; connections are refused before
            **LIMITS,
            **where,
        )
    except (OSError, ValueError):
        wasyncore.close_all(sockets, ignore_all=True)
        raise
    trusts = app.extensions["proxies"].trusts
    configure_connections(server, sockets, app.extensions["weigh"], ending_of(app), trusts, most)
    return server


def install_ending(app: Flask) -> None:
    """Add to an app the event that is set when the app ends."""
    app.extensions["ending"] = Event()


def ending_of(app: Flask) -> Event:
    """The event that is set when an app ends: the app is no longer ready, and its streams end."""
    found: Event = app.extensions["ending"]
    return found


def is_ready(app: Flask) -> bool:
    """Whether the app can record and is not ending."""
    services: Services = app.extensions["services"]
    return not ending_of(app).is_set() and services.would_record()


def stop_server(server: Any) -> Thread:
    """Close a server's connections and its socket; returns the thread that waits for running requests."""
    _run_in_loop(server, lambda: _hang_up(server))
    winding = Thread(target=_finish_server, args=(server, LONGEST), name="winding down", daemon=True)
    winding.start()
    return winding


def drain_server(server: Any) -> None:
    """Accept no more connections, answer the requests that have arrived, and end the server's loop."""
    _run_in_loop(server, lambda: _close_door(server))
    until = monotonic() + PATIENCE
    while _run_in_loop(server, lambda: _let_idle_go(server)) and monotonic() < until:
        sleep(LOOK)
    _run_in_loop(server, lambda: _hang_up(server))
    _finish_server(server, PATIENCE)


def _run_in_loop(server: Any, act: Callable[[], Any]) -> Any:
    """Run a function in a server's own thread, and wait for its result."""
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
    """The server on this computer's network address, with the same port; its address is a trusted host while it is
    open.
    """

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
        """Wait for requests in progress when it was shut, at most `PATIENCE` seconds."""
        if self._winding:
            self._winding.join(PATIENCE)

    def _answer_to(self, name: str) -> None:
        """Replace the network's name in Flask's `TRUSTED_HOSTS`; None there trusts every name and is kept."""
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
    """Close the listening socket and keep the connections."""
    wasyncore.dispatcher.close(server)


def _let_idle_go(server: Any) -> bool:
    """Close idle connections; returns whether others are left."""
    channels = list(server.active_channels.values())
    for channel in channels:
        if not channel.is_busy:
            channel.handle_close()
    return any(channel.is_busy for channel in channels)


def _finish_server(server: Any, patience: float) -> None:
    """Stop the threads of a server, then close its trigger, which an ending thread still pulls."""
    server.task_dispatcher.shutdown(cancel_pending=True, timeout=patience)
    server.trigger.pull_trigger(server.trigger.close)


__all__ = ["Doorway", "drain_server", "ending_of", "install_ending", "is_ready", "server_of", "stop_server"]
