"""Every kind of address that a page leads to, as whoever sits at the table comes to it: it is there, and soon."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import parse_qsl

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, RequestRedirect

from companion.config import Settings
from companion.demo import demo
from companion.web.app import create_app
from companion.web.door.network import ALONE, here_on_the_network
from companion.web.guests import Guests
from domain.games import BY_KEY
from tests.browser.server import Server
from tests.companion.visitor import Reader
from tests.served.browser import Answer, Browser

OF_EACH = 2
"""So many addresses of each kind are followed: lines of a log, cards, moments are alike."""
EMPTY = "/offline"
"""A page with nothing on it."""
PAGE, FILE = 200, 1_500
"""So many times as long as the page with nothing on it a page takes at most, and a file."""
TRIES = 4
"""What is slow is asked for so often before it is called slow: others use this computer, too."""
ROLES = {"host": None, "seat": 0, "player": "play", "spectator": "watch"}
"""Who looks, and which of the places at the table they take: the first seat, none, or only looking on."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), "--lan") as server:
        for game in BY_KEY.values():
            demo(server.desk, game)
        yield server


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Map:
    app = create_app(Settings(tmp_path_factory.mktemp("addresses")))
    app.extensions["desk"].close()
    return app.url_map


@dataclass
class Walk:
    """A way through all that can be come to from a page, and what was wrong on it."""

    browser: Browser
    addresses: Map
    others: Collection[str]
    """The campaigns that are looked at by themselves."""
    wrong: list[str] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)

    def from_page(self, first: str) -> None:
        waiting, met = deque([(first, "typed")]), {first}
        kinds = Counter[object]()
        while waiting:
            path, origin = waiting.popleft()
            kinds.update([kind := self.kind_of(path)])
            if kinds[kind] > OF_EACH or path.startswith(tuple(f"/c/{key}/" for key in self.others)):
                continue
            for answer in self.both_views(path):
                if not self.is_there(answer):
                    self.wrong.append(f"{answer.status} {path} (from {origin})")
                elif not self.is_soon(answer, kind):
                    self.wrong.append(f"{answer.seconds:.1f} s {path} (from {origin})")
                found = [one for one in answer.leads() if one not in met]
                met.update(found)
                waiting += [(one, path) for one in found]

    def kind_of(self, path: str) -> object:
        """What an address is one of: the view, what it is asked for besides, and the form of a file."""
        place, _, query = path.partition("?")
        try:
            endpoint, given = self.addresses.bind("here").match(place)
        except (HTTPException, RequestRedirect):
            return place
        asked = tuple(sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)}))
        return endpoint, asked if endpoint != "play.form" else (), given.get("suffix", given.get("form"))

    def both_views(self, path: str) -> Iterator[Answer]:
        """The page as it is opened, and as a script asks for what of it differs."""
        yield (page := self.browser.get(path))
        if headers := page.regions:
            yield self.browser.get(path, headers)

    @staticmethod
    def is_there(answer: Answer) -> bool:
        return answer.status == 200

    def is_soon(self, answer: Answer, kind: object) -> bool:
        most = FILE if "export" in str(kind) or "report" in str(kind) else PAGE
        for _ in range(TRIES):
            self.empty.append(self.browser.get(EMPTY).seconds)
            if answer.seconds <= most * median(self.empty):
                return True
            answer = self.browser.get(answer.path)
        return False


def sitting(server: Server, key: str, place: str | int | None) -> Browser:
    """Somebody at the table of a campaign: the host at this computer, or with a code from the network."""
    if place is None:
        return Browser(ALONE, server.port)
    if here_on_the_network() == ALONE:
        pytest.skip("This computer is in no network.")
    guest = Browser(here_on_the_network(), server.port)
    asked = Reader(guest.get(f"/join/{Guests(server.desk.settings.guests).code(server.desk.find(key).campaign)}").page)
    places = [given["value"] for _, given in asked.tags if given.get("name") == "place"]
    hidden = next(fields for _, fields in asked.forms if "token" in fields)
    chosen = str(places[place] if isinstance(place, int) else place)
    assert guest.send("/join/sit", {**hidden, "name": f"Somebody on {chosen}", "place": chosen}).status == 303
    return guest


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("game", BY_KEY)
def test_whatever_a_page_leads_to_is_there_and_soon(server: Server, addresses: Map, game: str, role: str) -> None:
    key = demo(server.desk, BY_KEY[game])
    others = {demo(server.desk, other) for other in BY_KEY.values()} - {key}
    walk = Walk(sitting(server, key, ROLES[role]), addresses, others)
    walk.from_page(f"/c/{key}/")
    walk.browser.close()
    assert walk.wrong == []


PAGES = ("log", "sheets", "play")
"""Where lines of the log with their menus stand, and sheets whose values lead to what moved them."""
ALIKE = ("/undo-to/", "/why?path=")
OK = 200


@pytest.mark.parametrize("role", ["host", "spectator"])
@pytest.mark.parametrize("game", BY_KEY)
def test_each_of_the_links_that_are_alike_is_there(server: Server, game: str, role: str) -> None:
    """Which entry can be gone back to, and which value tells how it came about, is another matter for each."""
    key = demo(server.desk, BY_KEY[game])
    browser = sitting(server, key, ROLES[role])
    leads = [one for page in PAGES for one in browser.get(f"/c/{key}/{page}").leads()]
    found = sorted({one for one in leads if any(kind in one for kind in ALIKE)})
    dead = [path for path in found if browser.get(path).status != OK]
    browser.close()
    assert found
    assert dead == []
