"""Files as earlier versions stored them open, and say what they said; an upgrade that fails leaves them as they were.

Each `golden/files/<version>-<file>.xz` is a whole file, packed. Only added, never edited.
"""

import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from companion.campaign_files.backups import restore_backup, write_backup
from companion.config import Settings
from companion.services import Services
from companion.web.visitors.guests import Guests
from domain.framework.table import as_json
from domain.store import StoreError
from projections import rebuild as rebuilding
from projections.base import Models
from projections.rebuild import verify_file
from tests.house import rows_of
from tests.test_golden import GOLDEN, told_again

FILES = GOLDEN / "files"
CAMPAIGNS = sorted(FILES.glob("*-campaigns.db.xz"))
GUESTS = sorted(FILES.glob("*-guests.db.xz"))
STATES = {
    "champions": GOLDEN / "champions" / "0.1.0-dials.json",
    "agemonia": GOLDEN / "agemonia" / "0.1.0.json",
    "runewars": GOLDEN / "runewars" / "0.1.0.json",
    "odalin": GOLDEN / "odalin" / "0.1.0.json",
    "heroes3": GOLDEN / "heroes3" / "0.1.0.json",
}
"""What each campaign of a file must amount to, by its game."""
OWNERS = {"0.1.0": ""}
"""Whose a campaign is in a file of before there were such hosts."""
GAMES_BEFORE = {"0.1.0": {"champions", "agemonia", "runewars"}}
"""The games of a file, where these were not all."""
every_file = pytest.mark.parametrize("packed", CAMPAIGNS, ids=lambda path: path.name)


def games_of(packed: Path) -> set[str]:
    """The games of the campaigns in a file: one of each that there was."""
    return GAMES_BEFORE.get(packed.name.partition("-")[0], set(STATES))


def unpacked(packed: Path, place: Path) -> Path:
    """A stored file in its place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(lzma.decompress(packed.read_bytes()))
    return place


def held(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that a file holds and nobody can make again, row by row."""
    names = {
        "entries": "originator_id, originator_version, topic, state",
        "commands": "campaign, command, first, last",
        "packs": "digest, game, pack",
        "photos": "digest, body",
    }
    with closing(sqlite3.connect(file)) as db:
        return {
            table: db.execute(f"SELECT {columns} FROM {table} ORDER BY {columns}").fetchall()
            for table, columns in names.items()
        }


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data")


@pytest.fixture
def services(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Services]:
    """Services on a file of before."""
    unpacked(request.getfixturevalue("packed"), settings.file)
    services = Services(settings)
    yield services
    services.close()


def test_every_release_has_its_files() -> None:
    assert CAMPAIGNS
    assert len(GUESTS) == len(CAMPAIGNS)


@every_file
def test_a_file_of_before_says_what_it_said(services: Services, packed: Path) -> None:
    listed = services.list_campaigns()
    assert {one.game for one in listed} == games_of(packed)
    for one in listed:
        expected = orjson.loads(STATES[one.game].read_bytes())
        with services.open(one.key) as campaign:
            assert told_again(as_json(campaign.table), expected) == expected
            assert [entry.position for entry in campaign.entries() if entry.unreadable] == []
    assert list(verify_file(services.campaigns, services.models)) == []


@every_file
def test_a_file_of_before_is_recorded_in(services: Services, packed: Path) -> None:
    for one in services.list_campaigns():
        services.campaigns.record(one.campaign, "note-added", {"text": "Years later."}, services.new_command())
        services.campaigns.undo(one.campaign, None, services.new_command())
    assert list(verify_file(services.campaigns, services.models)) == []


@every_file
def test_opening_changes_nothing_that_cannot_be_made_again(settings: Settings, packed: Path) -> None:
    before = held(unpacked(packed, settings.file))
    Services(settings).close()
    assert held(settings.file) == before
    assert [sha256(body).hexdigest() == digest for digest, body in before["photos"]] == [True]  # type: ignore[arg-type]


@every_file
def test_a_backup_of_before_is_put_back(settings: Settings, packed: Path, tmp_path: Path) -> None:
    old = unpacked(packed, tmp_path / "old.db")
    Services(settings).close()
    restore_backup(old, settings.file)
    services = Services(settings)
    assert {one.game for one in services.list_campaigns()} == games_of(packed)
    write_backup(services.store, tmp_path / "new.db")
    services.close()
    assert held(tmp_path / "new.db") == held(old)


@pytest.mark.parametrize("packed", GUESTS, ids=lambda path: path.name)
def test_who_had_joined_before_has_joined(packed: Path, tmp_path: Path) -> None:
    guests = Guests(unpacked(packed, tmp_path / "guests.db"), lambda: 1_767_268_801.0)
    ann = guests.guest_of_secret("the-secret-of-ann")
    assert ann is not None
    assert [(guest.name, guest.role) for guest in guests.guests_of_campaign(ann.campaign)] == [
        ("Ann", "player"),
        ("Sam", "spectator"),
    ]
    assert guests.owner_of(ann.campaign) == OWNERS.get(packed.name.partition("-")[0], "host@example.org")


# --- an upgrade that fails --------------------------------------------------------------------------

LACKING = ("series", "sheets", "quarantine", "photos")
"""Tables that a file of before may not have yet: opening makes them."""


class Failing(sqlite3.Connection):
    """A connection that lets so many statements through that make something, and fails the next one."""

    left = 0

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:  # type: ignore[override]
        if sql.lstrip().upper().startswith(("CREATE", "ALTER", "DROP", "INSERT")):
            if Failing.left == 0:
                raise sqlite3.OperationalError("database or disk is full")
            Failing.left -= 1
        return super().execute(sql, *values)  # type: ignore[arg-type]


def before_all(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Make a file one that opening has to add to; what it holds."""
    kept = held(file)
    with closing(sqlite3.connect(file)) as db:
        for table in LACKING[:2]:
            db.execute(f"DROP TABLE {table}")
        db.commit()
    return kept


@pytest.mark.slow
@every_file
def test_an_upgrade_that_fails_at_any_step_leaves_the_file_and_the_next_one_goes_through(
    settings: Settings, packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, connect = before_all(unpacked(packed, settings.file)), sqlite3.connect
    shown: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *args, **how: connect(*args, **{"factory": Failing, **how}))
        for step in range(200):
            Failing.left = step
            try:
                Services(settings).close()
                break
            except StoreError as error:
                shown.append(str(error))
            assert held_by(connect, settings.file) == before
    assert shown
    assert [said for said in shown if "The disk is full." not in said] == []
    services = Services(settings)
    assert held(settings.file) == before
    assert {one.game for one in services.list_campaigns()} == games_of(packed)
    services.close()


def held_by(connect: object, file: Path) -> dict[str, list[tuple[object, ...]]]:
    """What a file holds, asked by a connection that does not fail."""
    Failing.left = 10**9
    return held(file)


@every_file
def test_a_rebuild_that_fails_leaves_what_there_was(
    services: Services, packed: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with services.store.reading() as cursor:
        rows = rows_of(services.models, cursor.connection)

    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Models, "projector", lambda self, batch: fails)
        with pytest.raises(StoreError, match="disk is full"):
            rebuilding.rebuild_read_models(services.campaigns, services.models)
    with services.store.reading() as cursor:
        assert rows_of(services.models, cursor.connection) == rows
