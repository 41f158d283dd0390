"""The page "Kept safe": where the file is, its backups, everything as one file, and what a restore would change."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.campaign_files.backups import restore_backup
from companion.config import Settings
from companion.maintenance.nightly_backups import back_up
from companion.services import Services
from tests.companion.guest import PHONE, joined
from tests.companion.visitor import Visitor, body

EVENING = datetime(2026, 5, 1, 23).astimezone()
PAGES = ("/kept-safe", "/kept-safe/everything")


@pytest.fixture
def backup(visitor: Visitor, services: Services) -> Path:
    """The backup of an evening."""
    made = back_up(services, EVENING)
    assert made
    return made


def preview(visitor: Visitor, backup: Path) -> str:
    return visitor.text(f"/kept-safe?backup={backup.name}")


def test_the_host_reads_where_the_file_is(visitor: Visitor, services: Services) -> None:
    page = visitor.text("/kept-safe")
    assert str(services.settings.file) in page
    assert "There is no backup yet." in page
    assert "/kept-safe" in visitor.read("/more").links


def test_the_last_backup_is_named_with_its_check(visitor: Visitor, backup: Path) -> None:
    page = visitor.text("/kept-safe")
    assert backup.name in page
    assert "The last backup was made on" in page


@pytest.mark.parametrize("path", PAGES)
def test_a_guest_never_sees_the_path(app: Flask, services: Services, visitor: Visitor, path: str) -> None:
    guest = joined(app, services, "Pia", "at:Ann")
    answer = guest.get(path)
    assert answer.status_code == 403
    assert str(services.settings.data) not in body(answer)
    assert "/kept-safe" not in body(guest.get("/more"))


@pytest.mark.parametrize("path", PAGES)
def test_a_host_at_another_computer_never_sees_it(app: Flask, services: Services, visitor: Visitor, path: str) -> None:
    app.config["HOST_TOKEN"] = "of-the-host"
    far = Visitor(app, first_page="/host")
    far.client.environ_base["REMOTE_ADDR"] = PHONE
    far.post("/host", {"host": "of-the-host"})
    assert far.get("/new").status_code == 200
    assert far.get(path).status_code == 403
    assert "/kept-safe" not in body(far.get("/more"))


def test_everything_is_downloaded_and_can_be_restored(visitor: Visitor, services: Services, tmp_path: Path) -> None:
    visitor.record("coins-gained", seat="Ann", amount="7")
    answer = visitor.get("/kept-safe/everything")
    taken = tmp_path / "taken.db"
    taken.write_bytes(answer.data)
    answer.close()
    elsewhere = Settings(tmp_path / "elsewhere")
    restore_backup(taken, elsewhere.file)
    there = Services(elsewhere)
    head = [one.entries for one in services.list_campaigns()]
    assert [one.entries for one in there.list_campaigns()] == head
    there.close()
    assert not list(services.settings.data.glob(".download-*"))


def test_a_preview_says_what_each_campaign_loses(visitor: Visitor, backup: Path) -> None:
    assert "Harbour stays as it is" in preview(visitor, backup)
    visitor.record("coins-gained", seat="Ann", amount="1")
    visitor.post("/new/toy", {"name": "Second"})
    page = preview(visitor, backup)
    assert "Harbour loses 1 entry" in page
    assert "Second is not in the backup, and goes" in page
    assert f'restore "{backup}"' in page


def test_a_preview_changes_nothing(visitor: Visitor, services: Services, backup: Path) -> None:
    visitor.record("coins-gained", seat="Ann", amount="1")
    before = (backup.read_bytes(), [one.entries for one in services.list_campaigns()])
    preview(visitor, backup)
    assert (backup.read_bytes(), [one.entries for one in services.list_campaigns()]) == before
    assert [path.name for path in backup.parent.iterdir()] == [backup.name]


def test_a_damaged_backup_is_no_preview(visitor: Visitor, backup: Path) -> None:
    backup.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096)
    answer = visitor.get(f"/kept-safe?backup={backup.name}")
    assert (answer.status_code, backup.name in body(answer)) == (500, True)


@pytest.mark.parametrize("name", ["no-such-backup.db", "../campaigns.db", "/etc/passwd"])
def test_only_backups_are_previewed(visitor: Visitor, name: str) -> None:
    assert visitor.get("/kept-safe", query_string={"backup": name}).status_code == 404
