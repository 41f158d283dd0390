"""The campaigns were cleared away and people come back: told what can be put back, and nothing is begun."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.campaign_files import backups
from companion.config import Settings
from companion.maintenance.nightly_backups import back_up
from companion.services import Services
from companion.web.application.app import create_app
from domain.store import Damaged
from tests.companion.visitor import Visitor, body
from tests.toy import GAME

EVENING = datetime(2026, 5, 1, 23, tzinfo=UTC)


def at(folder: Path) -> Services:
    services = Services(Settings(folder))
    services.campaigns.games = {GAME.key: GAME}
    return services


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A folder in which a campaign was played, with the backup of its evening."""
    services = at(tmp_path / "data")
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    back_up(services, EVENING)
    services.close()
    return services.settings


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
def services(settings: Settings, goes: Callable[[Settings], None]) -> Iterator[Services]:
    """The next start, after it was cleared away."""
    goes(settings)
    services = at(settings.data)
    yield services
    services.close()


@cleared
def test_nothing_is_begun_where_a_campaign_was(services: Services, goes: object) -> None:
    with pytest.raises(Damaged, match="the file is empty") as shown:
        services.campaigns.new("toy", "Harbour", {}, services.new_command())
    assert "Recording has stopped" in str(shown.value)
    assert services.list_campaigns() == []


@cleared
def test_whoever_comes_back_is_told_and_offered_the_backup(services: Services, goes: object) -> None:
    app: Flask = create_app(services.settings, services)
    visitor = Visitor(app)
    answer = visitor.get("")
    assert (answer.status_code, "There is no campaign “harbour”" in body(answer)) == (404, True)
    shown = visitor.text("/")
    assert "the file is empty" in shown
    assert "Last good backup: campaigns-2026-05-01.db" in shown
    refused = visitor.client.post("/new/toy", data={**visitor.fields("/new/toy"), "name": "Harbour"})
    assert (refused.status_code, services.list_campaigns()) == (500, [])


@cleared
def test_the_backup_that_is_named_brings_it_back(settings: Settings, goes: Callable[[Settings], None]) -> None:
    goes(settings)
    at(settings.data).close()
    (kept,) = backups.automatic_backups(settings.file).values()
    backups.restore_backup(kept, settings.file)
    services = at(settings.data)
    assert [one.key for one in services.list_campaigns()] == ["harbour"]
    services.campaigns.record(
        services.list_campaigns()[0].campaign, "seat-taken", {"seat": "Ann"}, services.new_command()
    )
    services.close()


def test_whoever_means_to_begin_anew_can(settings: Settings) -> None:
    file_and_note(settings)
    (settings.data / "backups").rename(settings.data / "former")
    services = at(settings.data)
    assert services.campaigns.new("toy", "Another", {}, services.new_command()).campaign
    services.close()
