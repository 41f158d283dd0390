"""Archives: campaigns with their photos, from one computer to another."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from domain.framework.kernel import PhotoTaken, PortraitHung
from domain.framework.refusal import Misfit
from domain.store import Conflict
from projections.campaigns import listed_campaigns
from projections.documents.archive import import_archive, write_archive
from projections.documents.arrivals import Importer, ImportResult
from tests import toy
from tests.house import House

LIMIT = 1_000_000
PHOTO, PORTRAIT, FOREIGN = (b"\xff\xd8\xff" + name for name in (b"table", b"ann", b"other"))


@pytest.fixture
def elsewhere(tmp_path: Path) -> House:
    (tmp_path / "elsewhere").mkdir()
    return House(tmp_path / "elsewhere" / "campaigns.db")


@pytest.fixture
def pictured(house: House) -> str:
    """A campaign with a photo and a portrait, next to a photo that belongs to no campaign."""
    id_ = house.new()
    house.record(id_, toy.SeatTaken(seat="Ann"))
    commands = house.campaigns
    commands.record_picture(id_, PHOTO, lambda digest: PhotoTaken(photo=digest, caption="Dusk"), house.command())
    commands.record_picture(id_, PORTRAIT, lambda digest: PortraitHung(seat="Ann", portrait=digest), house.command())
    house.store.add_photo(digest_of(FOREIGN), FOREIGN)
    return id_


def digest_of(body: bytes) -> str:
    return sha256(body).hexdigest()


def archived(house: House) -> bytes:
    with house.store.reading() as cursor:
        listed = listed_campaigns(cursor)
    return write_archive(house.campaigns, listed)


def imported(house: House, archive: bytes) -> list[ImportResult]:
    return import_archive(house.campaigns, BytesIO(archive), LIMIT)


def changed(archive: bytes, **contents: bytes) -> bytes:
    """An archive with other contents of the files whose names end so."""
    made = BytesIO()
    with ZipFile(BytesIO(archive)) as old, ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, contents.get(name.rpartition(".")[2], old.read(name)))
    return made.getvalue()


def test_photos_and_portraits_travel_with_their_campaigns(house: House, elsewhere: House, pictured: str) -> None:
    other = house.new("Second")
    assert {one.outcome for one in imported(elsewhere, archived(house))} == {"new"}
    assert {*elsewhere.store.campaigns()} == {pictured, other}
    assert elsewhere.store.photo(digest_of(PHOTO)) == PHOTO
    assert elsewhere.store.photo(digest_of(PORTRAIT)) == PORTRAIT
    assert not elsewhere.store.has_photo(digest_of(FOREIGN))
    assert elsewhere.verify() == []


def test_a_newer_archive_adds_new_entries_and_new_photos(house: House, elsewhere: House, pictured: str) -> None:
    imported(elsewhere, archived(house))
    later = b"\xff\xd8\xfflater"
    house.campaigns.record_picture(pictured, later, lambda digest: PhotoTaken(photo=digest), house.command())
    (arrival,) = imported(elsewhere, archived(house))
    assert (arrival.outcome, arrival.added) == ("continued", 1)
    assert elsewhere.store.photo(digest_of(later)) == later


def test_a_damaged_photo_keeps_the_whole_archive_out(house: House, elsewhere: House, pictured: str) -> None:
    for body in (PHOTO + b"more", b"<script>", b"\xff\xd8\xff" * 5_000_000):
        with pytest.raises(Misfit, match="is damaged"):
            imported(elsewhere, changed(archived(house), jpg=body))
    assert elsewhere.store.campaigns() == []


def test_a_damaged_campaign_keeps_the_whole_archive_out(house: House, elsewhere: House, pictured: str) -> None:
    with pytest.raises(Misfit, match=r"harbour\.jsonl: This file is empty"):
        imported(elsewhere, changed(archived(house), jsonl=b""))
    assert not elsewhere.store.has_photo(digest_of(PHOTO))


def test_an_archive_with_a_campaign_of_another_host_is_refused_whole(
    house: House, elsewhere: House, pictured: str
) -> None:
    imported(elsewhere, archived(house))
    before = elsewhere.rows()
    house.new("A campaign that would come first")
    with pytest.raises(Conflict, match="another host"):
        import_archive(elsewhere.campaigns, BytesIO(archived(house)), LIMIT, Importer(may_change=lambda _: False))
    assert elsewhere.rows() == before


def test_a_damaged_archive_is_refused(house: House, elsewhere: House, pictured: str) -> None:
    archive = archived(house)
    at = archive.index(b"harbour.jsonl") + 60
    for damaged in (archive[:-30], archive[:at] + b"\0\xff\0\xff" + archive[at + 4 :]):
        with pytest.raises(Misfit):
            imported(elsewhere, damaged)
    assert elsewhere.store.campaigns() == []


def test_a_campaign_in_an_archive_is_limited_in_size(house: House, elsewhere: House, pictured: str) -> None:
    with pytest.raises(Misfit, match="too large"):
        import_archive(elsewhere.campaigns, BytesIO(archived(house)), 500)
