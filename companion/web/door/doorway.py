"""Servers of the pages: creating and stopping one, and a second one on the network's address that opens and closes."""

import socket
from threading import Event, Thread
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]

from companion.web.door.connections import LIMITS, configure_connections
from companion.web.door.gate import CannotOpenToNetwork
from companion.web.door.network import ALONE, own_network_address
from domain.language.text import text

PATIENCE = 5.0
"""Seconds that are waited for answers that were begun, where no more are."""
LONGEST = 3600.0
"""Seconds that an answer may still take which was begun before the doorway was shut."""


def server_of(app: Flask, threads: int, **where: Any) -> Any:
    """Create a server of the pages, listening already: on a `host` and `port`, or on `sockets`.

    Raises:
        OSError: nobody can listen there.
        ValueError: that is no address.
    """
    sockets: dict[int, Any] = {}
    try:
        # Headers of proxies are kept, for one that has them does not come from this computer.
        server = create_server(
            app,
            map=sockets,
            threads=threads,
            channel_request_lookahead=1,  # so that a stream learns at once that nobody listens any more
            clear_untrusted_proxy_headers=False,
            **LIMITS,
            **where,
        )
    except (OSError, ValueError):
        wasyncore.close_all(sockets, ignore_all=True)
        raise
    configure_connections(server, app.extensions["weigh"], app.extensions["proxies"].trusts)
    return server


def stop_server(server: Any) -> Thread:
    """Close a server's connections and its socket; returns the thread that waits for requests that still run."""
    hung_up = Event()
    server.trigger.pull_trigger(lambda: _hang_up(server, hung_up))
    hung_up.wait()
    winding = Thread(target=_finish_server, args=(server,), name="winding down", daemon=True)
    winding.start()
    return winding


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


def _hang_up(server: Any, done: Event) -> None:
    """Close every connection and the listening socket; runs in the server's own thread."""
    try:
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        wasyncore.dispatcher.close(server)
    finally:
        done.set()


def _finish_server(server: Any) -> None:
    """Stop the threads of a server, then close its trigger: a thread that ends pulls that, so it is last."""
    server.task_dispatcher.shutdown(cancel_pending=True, timeout=LONGEST)
    server.trigger.pull_trigger(server.trigger.close)


__all__ = ["Doorway", "server_of", "stop_server"]
