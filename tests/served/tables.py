"""The demos as they are served, with somebody of each kind at every table; and a copy that may be played with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.demo import make_demo
from companion.web.network.addresses import ALONE, own_network_address
from companion.web.visitors.guests import Guests
from domain.games import BY_KEY
from tests.browser.server import Server
from tests.served.browser import Browser

HOST = "host"
GUESTS = {"seat": 0, "player": "play", "spectator": "watch"}
"""Who looks besides the host, and which of the places at the table they take: the first seat, none, only looking on."""


def serve_demos(data: Path) -> Server:
    """A server, not yet started, of a folder with every demo."""
    server = Server(data, "--lan")
    for game in BY_KEY.values():
        make_demo(server.services, game)
    return server


@contextmanager
def join_everybody(server: Server, key: str) -> Iterator[Mapping[str, Browser]]:
    """The host, and a guest of each kind who joined with the code; behind it, they go."""
    with ExitStack() as stack:
        people = {HOST: Browser(ALONE, server.port), **{name: sitting(server, key, name) for name in GUESTS}}
        for one in people.values():
            stack.callback(one.close)
        yield people


_sat_down = count(1)
"""A number for everybody who sits down: nobody is called like somebody else at the same table."""


def sitting(server: Server, key: str, name: str) -> Browser:
    """A guest at the table of a campaign, who came with its code from the network."""
    if own_network_address() == ALONE:
        pytest.skip("This computer is in no network.")
    guest = Browser(own_network_address(), server.port)
    asked = guest.get(
        f"/join/{Guests(server.services.settings.guests).join_code(server.services.find_campaign(key).campaign)}"
    )
    places = [tag.given["value"] for tag in asked.tags if tag.given.get("name") == "place"]
    place = GUESTS[name]
    chosen = {"name": f"Somebody {name} {next(_sat_down)}", "place": places[place] if isinstance(place, int) else place}
    hidden = next(form for form in asked.forms() if form.action == "/join/sit")
    assert guest.send("/join/sit", [*({**dict(hidden.fields), **chosen}).items()]).status == 303
    return guest


def copy_files(server: Server, to: Path) -> Path:
    """A copy of all that a server keeps, made while it runs."""
    data = server.services.settings.data
    copytree(data, to, ignore=ignore_patterns("*.db", "*.db-*"))
    for file in data.glob("*.db"):
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to / file.name)) as target:
            source.backup(target)
    return to


__all__ = ["HOST", "copy_files", "join_everybody", "serve_demos", "sitting"]
