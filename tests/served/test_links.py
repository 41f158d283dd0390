"""All that a page leads to, as whoever sits at the table comes to it: it is there, and soon, and takes its own forms.

An address is followed by one of those who are led to it, the first of each kind by all of them (in `make test` at one
game). Of those that differ only in the entry that they are about, one for each event is followed, and of those that
show the table at an entry, one for each sheet and file. Of those that differ only in what they fill in, `make test`
follows one, `make full` all; and it does so at every game.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from werkzeug.routing import MapAdapter

from companion.config import Settings
from companion.demo import make_demo
from companion.web.application.app import create_app
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from tests.browser.server import Server
from tests.served.tables import copy_files, join_everybody
from tests.served.walk import Walk, Walker

FIRST, *_, NEWEST = BY_KEY
"""The games that `make test` looks at; `make full` at all."""
LAST = ("hosting.", "joining.", "people.")
"""Forms that let somebody in or go: they are sent after all others, and the host's after those of the guests."""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> MapAdapter:
    app = create_app(Settings(tmp_path_factory.mktemp("addresses")))
    app.extensions["services"].close()
    return app.url_map.bind("here")


@pytest.mark.parametrize(
    "every", [pytest.param(True, marks=pytest.mark.full, id="every"), pytest.param(False, id="one")]
)
@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key in (FIRST, NEWEST) else [pytest.mark.full]) for key in BY_KEY]
)
def test_whatever_a_page_leads_to_is_there_and_soon_and_takes_its_forms(
    server: Server, addresses: MapAdapter, game: str, every: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    key = make_demo(server.services, BY_KEY[game])
    others = {listed.key for listed in server.services.list_campaigns()} - {key}
    with join_everybody(server, key) as people:
        campaign = server.campaign(key)
        walk = Walk(
            addresses, f"/c/{key}/", others, lambda entry: _event(campaign, entry), every, every or game == FIRST
        )
        walk.follow_all(people)
    assert walk.wrong == []
    assert server.campaign(key).position == campaign.position, "who looks records nothing"
    with Server(copy_files(server, tmp_path_factory.mktemp("copy") / game), "--lan") as copy:
        assert [shown for walker in reversed(walk.walkers) for shown in sent_unfilled(copy, walker, walk)] == []


def _event(campaign: Campaign, entry: int) -> object:
    return type(campaign.entry(entry).event) if 0 < entry <= campaign.position else None


def sent_unfilled(server: Server, walker: Walker, walk: Walk) -> Iterator[str]:
    """Send each form that a viewer met with nothing typed into it: what is wrong with the answers."""
    browser = walker.browser.elsewhere(server.port)
    for form in sorted(walker.forms, key=lambda form: walk.place_of(form.action, ()).view.startswith(LAST)):
        answer = browser.send(form.action, form.fields, **({"file": b""} if form.brings_files else {}))
        if answer.status >= 500 or not (answer.leads_elsewhere or answer.says_something):
            yield f"{answer.status} POST {form.action} ({walker.name})"
    browser.close()
