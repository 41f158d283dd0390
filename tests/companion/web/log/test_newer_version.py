"""Pages of an older version beside those of a newer one, on one file: what is unknown is shown, and stops nothing."""

from collections.abc import Iterator

import pytest

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.visitors.visitor import Right
from projections.rebuild import rebuild_read_models, verify_file
from tests.companion.visitor import Visitor
from tests.companion.web.test_roles import addresses
from tests.faults.test_two_versions import NEWER

NOTHING_THERE = (
    *("/live", "/photos/", "/seat/", "/restore/", "/why", "/export/recap", "/amend/", "/undo-to/"),
    *("/game/", "/game-file/"),
)
"""Addresses that ask for what there is not, have no end, or have to read the entry."""


@pytest.fixture
def newer(services: Services, visitor: Visitor) -> Iterator[Visitor]:
    """The newer version's pages; what only it knows was recorded there."""
    later = Services(services.settings)
    later.campaigns.games = {NEWER.key: NEWER}
    app = create_app(services.settings, later)
    app.testing = True
    newer = Visitor(app)
    assert newer.record("volcano-erupted", seat="Ann").status_code == 303
    yield newer
    later.close()


def test_the_older_pages_show_what_they_do_not_know(visitor: Visitor, newer: Visitor) -> None:
    for page in (visitor, newer):
        assert "The volcano erupted, and Ann lost everything" in page.text("log")


def test_every_page_of_the_older_version_opens(visitor: Visitor, newer: Visitor) -> None:
    paths = [
        path
        for path in addresses(visitor.app, "GET", *Right)
        if path.startswith("/c/harbour/") and not any(part in path for part in NOTHING_THERE)
    ]
    answers = {path.replace("/4", "/5"): visitor.get(path.replace("/4", "/5")).status_code for path in paths}
    assert {path: status for path, status in answers.items() if status not in (200, 302, 303)} == {}


def test_the_older_version_goes_on_recording_and_the_newer_understands_all(
    visitor: Visitor, newer: Visitor, services: Services
) -> None:
    assert visitor.record("coins-gained", seat="Ann", amount="2").status_code == 303
    assert visitor.post("undo/6").status_code == 303
    later: Services = newer.app.extensions["services"]
    rebuild_read_models(later.campaigns, later.models)
    assert list(verify_file(later.campaigns, later.models)) == []
    with later.open("harbour") as campaign:
        assert campaign.table.seats["Ann"].coins == 0  # type: ignore[attr-defined]


def test_what_is_not_known_is_not_taken_back_by_who_does_not_know_it(
    visitor: Visitor, newer: Visitor, services: Services
) -> None:
    """Nobody who cannot read it can say what would follow: it is refused or taken back as it stands, never lost."""
    before = list(services.store.source(services.find_campaign("harbour").campaign).read())
    assert visitor.post("undo/5").status_code < 500
    assert list(services.store.source(services.find_campaign("harbour").campaign).read())[: len(before)] == before
