"""The stamps `said` and `fell` are not shown: a text planted in all of them is on no page and in no read model."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Entry, Memory, Raw, digest_of
from projections.documents.lossless import write_lossless
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import program
from tests.companion.web.test_two_worlds import KEY, VIEWERS, World, places, streamed
from tests.moments import moments_of, read_golden
from tests.suite.soak import SOAK

EACH_GAME = pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
PLANTED = "zyxplanted"
ONE_IN = 1 if SOAK else 25
"""One page in so many is opened; the log, the documents and the API always are."""


def planted(raws: Sequence[Raw]) -> Iterator[Raw]:
    """The same entries of a campaign with the name `KEY`, each with a text in its stamps."""
    previous = ""
    for raw in raws:
        document = orjson.loads(raw.state)
        if not previous:
            document["event"]["name"] = KEY
        document["entry"] |= {"said": [PLANTED], "fell": [["draw", 0, PLANTED]], "previous": previous}
        made = raw._replace(state=orjson.dumps(document))
        previous = digest_of(made)
        yield made


class PlantedWorld(World):
    """Services with a campaign up to a moment of a golden log, and a client for each viewer."""

    def __init__(self, folder: Path, game: AnyGame) -> None:
        moment = moments_of(game)[0]
        log = read_golden(game.key, moment.log)
        self.services = Services(Settings(folder))
        for pack in log.packs:
            self.services.store.add_pack(game.key, pack)
        packs = {pack.digest: pack for pack in log.packs}.get
        campaign = Campaign(log.header.campaign, game, Memory(planted(log.raws[: moment.entry])), packs)
        self.services.campaigns.adopt_campaign(campaign)
        self.id = campaign.id
        self.app = create_app(self.services.settings, self.services)
        self.app.testing = True
        seat = joined(self.app, self.services, "Bea", f"at:{next(iter(campaign.table.chairs()))}", KEY)
        spectator = joined(self.app, self.services, "Sam", "watch", KEY)
        self.clients = dict(zip(VIEWERS, (seat.client, self.app.test_client(), spectator.client), strict=True))


@pytest.fixture
def world(game: AnyGame, tmp_path: Path) -> Iterator[PlantedWorld]:
    made = PlantedWorld(tmp_path, game)
    yield made
    made.services.close()


@EACH_GAME
def test_no_read_model_has_stamps(world: PlantedWorld, game: AnyGame, tmp_path: Path) -> None:
    with closing(sqlite3.connect(world.services.store.path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    holding = {name for name in tables if PLANTED.encode() in b" ".join(map(as_bytes, rows[name]))}
    assert holding == {"entries"}


def as_bytes(row: Sequence[object]) -> bytes:
    return b" ".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in row)


def recorded(services: Services) -> Entry:
    """The newest command of the campaign of the tests."""
    with services.open("harbour") as campaign:
        return campaign.entry(campaign.position)


def test_a_form_stores_the_typed_fields(visitor: Visitor, services: Services) -> None:
    visitor.record("favours-drawn", seat="Ann", count="1")
    assert recorded(services).said == frozenset({"seat"})
    visitor.record("favours-drawn", seat="Ann", count="2")
    assert recorded(services).said == frozenset({"seat", "count"})
    assert [one.kind for one in recorded(services).fell] == ["draw", "draw"]


def test_a_program_stores_the_sent_fields_and_gets_no_stamps(visitor: Visitor, services: Services) -> None:
    answer = program(visitor.app, services, "Pia", "Ann").record("favours-drawn", seat="Ann", count=2)
    assert (recorded(services).said, len(recorded(services).fell)) == (frozenset({"seat", "count"}), 2)
    assert {"said", "fell"}.isdisjoint(answer.get_json()["entries"][0])


@EACH_GAME
def test_the_lossless_export_has_both_stamps(world: PlantedWorld, game: AnyGame) -> None:
    with world.services.open(KEY) as campaign:
        _header, *lines = write_lossless(campaign)
    assert all(line.count(PLANTED.encode()) == 2 for line in lines[: moments_of(game)[0].entry])


@pytest.mark.slow
@EACH_GAME
@pytest.mark.parametrize(
    "viewer", ["the other seat", *(pytest.param(one, marks=pytest.mark.full) for one in ("the host", "a spectator"))]
)
def test_no_page_shows_stamps(world: PlantedWorld, game: AnyGame, viewer: str) -> None:
    with world.services.open(KEY) as campaign:
        wanted = list(places(world.app, campaign, viewer))
    always = [path for path in wanted if "/log" in path or "/export" in path or path.startswith("/api")]
    pages = {path: world.page(viewer, path) for path in dict.fromkeys([*always, *wanted[::ONE_IN]])}
    assert sum(status == 200 for status, _ in pages.values()) > len(pages) / 2
    assert [path for path, (_, page) in pages.items() if PLANTED.encode() in page] == []
    assert PLANTED not in str(streamed(world))
