"""Starting and stopping the server, and printing its addresses."""

import gc
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from threading import Thread, Timer
from time import sleep
from typing import Any

from flask import Flask

from companion.maintenance.memory import share_one_arena
from companion.maintenance.termination import on_first_termination, on_termination
from companion.maintenance.watchdog import Watch
from companion.notices.notifier import Notifier
from companion.quick_entry.ready import make_ready
from companion.services import Services
from companion.terminal import strip_controls
from companion.web.application.app import create_app
from companion.web.application.json_log import log_as_json
from companion.web.network.addresses import ALONE
from companion.web.network.connections import ALL, raise_file_limit
from companion.web.network.doorway import Doorway, drain_server, ending_of, server_of
from companion.web.network.gate import Gate
from companion.web.network.request_turns import READING, RECORDING, WAITING_TO_REFRESH
from companion.web.network.slow_work import AT_ONCE, WAITING
from companion.web.pages.live import MOST_STREAMS
from companion.web.pages.people.invitation import Invitation
from companion.web.visitors.guests import Guests
from companion.web.visitors.visitor import HOST_TOKEN
from domain.store import StoreError
from projections.campaigns import Listed, games_played

EVENINGS = True
"""Whether the first entry of a day begins an evening at served tables."""
THREADS = 2 * (RECORDING + READING) + WAITING_TO_REFRESH + AT_ONCE + WAITING
"""Server threads: those of requests in turn and of the next ones, and one for each open page that waits for its changes
and for each request that runs or waits for slow work. Each stream needs another.
"""
SWITCH = 500
"""Microseconds that a thread may keep the interpreter while another waits, at the usual number of tables.

A recording is many small steps. With more tables more threads wait, and each that waits looks again after such a time.
"""
LINGER = 2.0
"""Seconds that an ending process still accepts requests: a proxy checks readiness every second."""
SOON = 2.0
"""Seconds before caches are warmed up, so that the first page is rendered first."""
EVERYWHERE = "0.0.0.0"  # noqa: S104 - compared only, and never printed


class CannotListen(Exception):
    """The address cannot be listened on; the message is the reason."""


@dataclass(frozen=True)
class Opening:
    """How the pages are open to the network from the start.

    `name` is this computer's host name if the server itself listens on the network. `behind` is the public address if a
    proxy forwards requests. Both are empty if the doorway is opened. `campaign` is the one to join first. `proxies` are
    trusted, by address or network; by default, one on this computer.
    """

    name: str = ""
    campaign: Listed | None = None
    behind: str = ""
    proxies: tuple[str, ...] = (ALONE,)


def serve(
    services: Services,
    host: str = "127.0.0.1",
    port: int = 8000,
    names: Sequence[str] = (),
    opening: Opening | None = None,
    browser: bool = False,
) -> None:
    """Serve until interrupted; prints the address first. Only `names` are trusted host names, unless the settings name
    others.

    With `browser` the page opens in the browser, and the terminal shows how to stop.

    Raises:
        CannotOpenToNetwork: the pages are to be opened, and there is no network.
        CannotListen: the address cannot be listened on.
    """
    if services.settings.log:
        log_as_json()
    answered = services.settings.trusted_hosts or tuple(names)
    settings = replace(services.settings, trusted_hosts=answered, evenings=EVENINGS)
    if opening and opening.behind:
        token = settings.host_token or token_urlsafe(24)
        settings = replace(settings, behind=opening.behind, host_token=token, trusted_proxies=opening.proxies)
    app = create_app(settings, services)
    with numbers_served(app, settings.metrics):
        listen_for_requests(app, host, port, opening, browser)


@contextmanager
def numbers_served(app: Flask, port: int | None) -> Iterator[None]:
    """Serve the metrics while the block runs, if a port is given.

    Raises:
        CannotListen: the port cannot be listened on.
    """
    if port is None:
        yield
        return
    try:
        server = app.extensions["metrics"].serve(port)
    except OSError as wrong:
        raise CannotListen(f"Cannot listen on {ALONE}:{port} ({wrong}). Choose another port with --metrics.") from wrong
    try:
        print(f"Numbers for Prometheus: http://{ALONE}:{server.server_port}/metrics", flush=True)
        yield
    finally:
        server.shutdown()
        server.server_close()


def listen_for_requests(
    app: Flask, host: str, port: int, opening: Opening | None = None, browser: bool = False
) -> None:
    share_one_arena()  # before threads start, since each keeps its first arena
    services: Services = app.extensions["services"]
    threads = THREADS + services.settings.for_tables(MOST_STREAMS)
    server = _create_server(app, threads, host, port)
    port = int(server.effective_port)
    later = _warm_up_later(services)
    gate: Gate = app.extensions["gate"]
    doorway = Doorway(app, port, threads)
    fairness = sys.getswitchinterval()
    sys.setswitchinterval(services.settings.for_tables(SWITCH) / 1e6)
    raise_file_limit(services.settings.for_tables(ALL))
    watch = Watch(services)
    watch.start()
    notifier: Notifier = app.extensions["notifier"]
    notifier.start()
    try:
        _set_up_gate(gate, doorway, opening, port)
        if _announce_or_end(app, f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}", opening, browser):
            _serve_until_ended(server, watch, lambda: _wind_down(server, app))
    finally:
        later.cancel()
        sys.setswitchinterval(fairness)
        with on_termination(watch.hurry):
            gate.shut()
            app.extensions["bell"].ring_all()  # listeners from the network learn that it is closed
            doorway.wait()
            server.close()
            notifier.end()
            watch.end()


def _create_server(app: Flask, threads: int, host: str, port: int) -> Any:
    """Create a server that listens but does not answer yet.

    Raises:
        CannotListen: the address cannot be listened on.
    """
    try:
        return server_of(app, threads, host=host, port=port)
    except (OSError, ValueError) as wrong:  # ValueError for an address of another computer, or an invalid one
        raise CannotListen(f"Cannot listen on {host}:{port} ({wrong}). Choose another --host or --port.") from wrong


def _serve_until_ended(server: Any, watch: Watch, wind_down: Callable[[], None]) -> None:
    """Serve until a signal; a second signal ends without waiting for open requests."""
    begun = False
    try:
        with on_first_termination(Thread(target=wind_down, name="winding down", daemon=True).start):
            begun = True
            server.run()
    except KeyboardInterrupt:
        if begun:  # else this is the first signal, before the handler was installed
            watch.hurry()
            raise


def _wind_down(server: Any, app: Flask) -> None:
    """End readiness and all streams; once other processes have taken over, drain the server."""
    ending_of(app).set()
    app.extensions["bell"].ring_all()
    services: Services = app.extensions["services"]
    if services.settings.shared:
        sleep(LINGER)
    drain_server(server)


def _set_up_gate(gate: Gate, doorway: Doorway, opening: Opening | None, port: int) -> None:
    """Give the gate its listener, and open it if the pages are open from the start."""
    if opening and opening.behind:
        gate.address = opening.behind.rstrip("/")
    elif opening and opening.name:
        gate.address = f"http://{opening.name}:{port}"
    else:
        gate.set_listener(doorway)
    if opening:
        gate.open()


def _announce_or_end(app: Flask, here: str, opening: Opening | None, browser: bool) -> bool:
    """Print the addresses, and open the first one in the browser if wanted; False if a signal arrived before."""
    try:
        announce_addresses(app, here, opening)
        if browser:
            print("To stop the companion, press Ctrl+C in this window, or close it.", flush=True)
            # In a separate thread, because a browser in a terminal returns when it is closed.
            Thread(target=webbrowser.open, args=(f"{here}/",), name="browser", daemon=True).start()
    except KeyboardInterrupt:
        return False
    return True


def announce_addresses(app: Flask, here: str, opening: Opening | None) -> None:
    """Print the addresses for this computer, for the host, and for guests."""
    gate: Gate = app.extensions["gate"]
    print(f"{here}/", flush=True)
    if app.extensions["services"].settings.log:
        return  # collected output must contain neither a token nor a code
    if app.config[HOST_TOKEN]:
        print(f"The host opens {gate.address or here}/host and types the token: {app.config[HOST_TOKEN]}", flush=True)
    if opening:
        print(strip_controls(join_line(gate.address, opening.campaign, app.extensions["guests"])), flush=True)


def _games_played(services: Services) -> Sequence[str]:
    """The keys of the games of all campaigns; empty if the file cannot be read."""
    with suppress(StoreError), services.store.reading() as cursor:
        return games_played(cursor)
    return ()


def _warm_up_later(services: Services) -> Timer:
    """Warm up caches after the first page had time to be rendered."""
    later = Timer(SOON, _warm_up, (services, _games_played(services)))
    later.daemon = True
    later.start()
    return later


def _warm_up(services: Services, played: Sequence[str]) -> None:
    """Load the played games, without the store, which may be closed meanwhile.

    These objects stay for good, so the garbage collector skips them from here on (docs/develop/speed.md, choices).
    """
    make_ready(*filter(None, map(services.campaigns.games.get, played)))
    gc.freeze()


def join_line(address: str, campaign: Listed | None, guests: Guests) -> str:
    """The lines on network access and joining."""
    if campaign is None:
        return f"On this network: {address}/join\nTo let players join, begin a campaign and open its page People."
    invitation = Invitation(address, guests.join_code(campaign.campaign))
    return "\n".join(
        [
            f"On this network: {invitation.address}/join",
            f"Anyone on this network with the code can join “{campaign.name}”, read it and record in it.",
            "Everything else is for this computer only. Change the code and remove guests on the page People.",
            "",
            f"    Code: {invitation.shown_code}",
            "",
            invitation.blocks,
        ]
    )


__all__ = ["CannotListen", "Opening", "serve"]
