"""Who else on this computer reads the campaigns: nobody, from the first byte on."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.campaign_files import backups
from companion.campaign_files.file_permissions import make_folder
from companion.config import Settings
from companion.notices.receivers import KINDS, Receiver
from companion.services import Services
from companion.web.application.app import create_app
from tests.toy import GAME

pytestmark = pytest.mark.skipif(os.name == "nt", reason="other systems have other rights")


@pytest.fixture(autouse=True)
def _generous() -> Iterator[None]:
    """What is made is open to everybody, unless whoever makes it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def begun(folder: Path) -> Services:
    """Services in a folder, with a campaign, with guests, and with a journal beside the file."""
    services = Services(Settings(folder))
    services.campaigns.games = {GAME.key: GAME}
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command())
    app = create_app(services.settings, services)
    app.extensions["guests"].join_code(made.campaign)
    app.extensions["notifier"].receivers.keep(
        Receiver(campaign=made.campaign, url="https://example.org/", on=KINDS, secret="secret")
    )
    return services


def open_to_others(folder: Path) -> list[str]:
    """What there is that others may read or write."""
    return [path.name for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def test_the_folder_and_every_file_in_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    services = begun(tmp_path / "data")
    assert {"campaigns.db", "campaigns.db-wal", "guests.db", "notices"} <= {
        path.name for path in services.settings.data.iterdir()
    }
    assert open_to_others(services.settings.data) == []
    services.close()
    assert open_to_others(services.settings.data) == []


def test_a_file_that_others_could_read_so_far_is_closed_to_them(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (tmp_path / "campaigns.db").chmod(0o644)
    tmp_path.chmod(0o755)
    Services(Settings(tmp_path)).close()
    assert open_to_others(tmp_path) == [tmp_path.name]


def test_who_made_a_file_read_only_keeps_it_so(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (tmp_path / "campaigns.db").chmod(0o444)
    Services(Settings(tmp_path)).close()
    assert (tmp_path / "campaigns.db").stat().st_mode & 0o777 == 0o400


def test_a_backup_and_what_is_restored_are_for_their_owner_alone(tmp_path: Path) -> None:
    services = begun(tmp_path / "data")
    (tmp_path / "backups").mkdir(0o700)
    backups.write_backup(services.store, tmp_path / "backups" / "backup.db")
    services.close()
    assert open_to_others(tmp_path / "backups") == []
    (tmp_path / "backups" / "backup.db").chmod(0o644)
    backups.restore_backup(tmp_path / "backups" / "backup.db", tmp_path / "data" / "campaigns.db")
    assert open_to_others(tmp_path / "data") == []


def test_a_folder_that_is_there_stays_and_its_parents_are_made(tmp_path: Path) -> None:
    place = tmp_path / "one" / "two"
    for _ in range(2):
        make_folder(place)
    assert place.is_dir()
