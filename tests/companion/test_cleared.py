"""The campaigns were cleared away and people come back: told what can be put back, and nothing is begun."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.care.evenings import back_up
from companion.config import Settings
from companion.desk import Desk
from companion.vault import backups
from companion.web.app import create_app
from domain.store import Damaged
from tests.companion.visitor import Visitor, body
from tests.toy import GAME

EVENING = datetime(2026, 5, 1, 23, tzinfo=UTC)


def at(folder: Path) -> Desk:
    desk = Desk(Settings(folder))
    desk.campaigns.games = {GAME.key: GAME}
    return desk


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A folder in which a campaign was played, with the backup of its evening."""
    desk = at(tmp_path / "data")
    desk.campaigns.new("toy", "Harbour", {}, desk.command())
    back_up(desk, EVENING)
    desk.close()
    return desk.settings


def file_alone(settings: Settings) -> None:
    settings.file.unlink()


def file_and_note(settings: Settings) -> None:
    settings.file.unlink()
    settings.file.with_name("campaigns.db.head").unlink()


def emptied(settings: Settings) -> None:
    settings.file.write_bytes(b"")
    settings.file.with_name("campaigns.db.head").unlink()


cleared = pytest.mark.parametrize("goes", [file_alone, file_and_note, emptied], ids=lambda goes: goes.__name__)


@pytest.fixture
def desk(settings: Settings, goes: Callable[[Settings], None]) -> Iterator[Desk]:
    """The next start, after it was cleared away."""
    goes(settings)
    desk = at(settings.data)
    yield desk
    desk.close()


@cleared
def test_nothing_is_begun_where_a_campaign_was(desk: Desk, goes: object) -> None:
    with pytest.raises(Damaged, match="the file is empty") as told:
        desk.campaigns.new("toy", "Harbour", {}, desk.command())
    assert "Recording has stopped" in str(told.value)
    assert desk.listing() == []


@cleared
def test_whoever_comes_back_is_told_and_offered_the_backup(desk: Desk, goes: object) -> None:
    app: Flask = create_app(desk.settings, desk)
    visitor = Visitor(app)
    answer = visitor.get("")
    assert (answer.status_code, "There is no campaign “harbour”" in body(answer)) == (404, True)
    told = visitor.text("/")
    assert "the file is empty" in told
    assert "Last good backup: campaigns-2026-05-01.db" in told
    refused = visitor.client.post("/new/toy", data={**visitor.fields("/new/toy"), "name": "Harbour"})
    assert (refused.status_code, desk.listing()) == (500, [])


@cleared
def test_the_backup_that_is_named_brings_it_back(settings: Settings, goes: Callable[[Settings], None]) -> None:
    goes(settings)
    at(settings.data).close()
    (kept,) = backups.kept_of(settings.file).values()
    backups.restore(kept, settings.file)
    desk = at(settings.data)
    assert [one.key for one in desk.listing()] == ["harbour"]
    desk.campaigns.record(desk.listing()[0].campaign, "seat-taken", {"seat": "Ann"}, desk.command())
    desk.close()


def test_whoever_means_to_begin_anew_can(settings: Settings) -> None:
    file_and_note(settings)
    (settings.data / "backups").rename(settings.data / "former")
    desk = at(settings.data)
    assert desk.campaigns.new("toy", "Another", {}, desk.command()).campaign
    desk.close()
