"""The archive: a zip with campaigns as lossless exports and their photos, to move to another computer."""

import re
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from domain.campaigns import Campaigns
from domain.framework.refusal import Misfit
from domain.framework.text import text
from domain.log.entries import Raw
from domain.store import LocalFile, Pace, watch_nothing
from projections.campaigns import Listed
from projections.documents.arrivals import ADMINISTRATOR, Importer, ImportResult, check_import, import_campaign
from projections.documents.lossless import Imported, read_lossless, write_lossless

PHOTOS, SUFFIX, JPEG = "photos/", ".jsonl", b"\xff\xd8\xff"
LARGEST_PHOTO = 12 * 1024 * 1024
_NAMED = re.compile(rb'"(?!previous")\w+":"([0-9a-f]{64})"')
"""A digest in an entry that may be that of a photo."""


def write_archive(campaigns: Campaigns, listed: Sequence[Listed], progress: Pace = watch_nothing) -> bytes:
    """A zip of some campaigns, with the photos and portraits that their logs refer to; the same bytes each time.

    `progress` is called with the number of entries of each campaign that is written.
    """
    made, written = BytesIO(), set[str]()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for one in listed:
            with campaigns.open(one.campaign) as live:
                with archive.open(_undated(f"{one.key}{SUFFIX}", ZIP_DEFLATED), "w") as part:
                    part.writelines(write_lossless(live, one.key))
                raws = list(live.source.read(0, live.position))
            for digest, body in _photos_of(campaigns.store, raws):
                if digest not in written:
                    archive.writestr(_undated(f"{PHOTOS}{digest}.jpg", ZIP_STORED), body)
                    written.add(digest)
            progress(one.entries)
    return made.getvalue()


def _undated(name: str, compression: int) -> ZipInfo:
    """A member of a zip without the time of writing."""
    member = ZipInfo(name)
    member.compress_type = compression
    return member


def _photos_of(store: LocalFile, raws: Sequence[Raw]) -> Iterator[tuple[str, bytes]]:
    for digest in sorted(_named_digests(raws)):
        if store.has_photo(digest) and (body := store.photo(digest)):
            yield digest, body


def _named_digests(raws: Sequence[Raw]) -> set[str]:
    return {digest.decode() for raw in raws for digest in _NAMED.findall(raw.state)}


def import_archive(
    campaigns: Campaigns, stream: BinaryIO, limit: int, importer: Importer = ADMINISTRATOR
) -> list[ImportResult]:
    """Import all campaigns of an archive with their photos; each campaign has at most `limit` bytes.

    All of them are checked before the first one is stored, so a damaged archive changes nothing.

    Raises:
        Misfit: the archive, a campaign or a photo is damaged.
        Conflict: one of the campaigns belongs to another host.
        Busy, Damaged: raised by the store; the campaigns before it were imported.
    """
    try:
        with ZipFile(stream) as archive:
            for name in _campaign_files(archive):
                imported = _read_campaign(archive, name, campaigns, limit)
                check_import(campaigns, imported, importer)
                _read_photos(archive, imported)
            return [_import_one(archive, name, campaigns, limit, importer) for name in _campaign_files(archive)]
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise Misfit({"": text("This archive is damaged. Nothing was imported.")}) from None


def _campaign_files(archive: ZipFile) -> list[str]:
    return sorted(name for name in archive.namelist() if name.endswith(SUFFIX))


def _read_campaign(archive: ZipFile, name: str, campaigns: Campaigns, limit: int) -> Imported:
    with archive.open(name) as part:
        try:
            return read_lossless(BytesIO(part.read(limit + 1)), campaigns.games, limit)
        except Misfit as wrong:
            raise Misfit({"": text("{file}: {fault}", file=name, fault=wrong.faults[""])}) from None


def _read_photos(archive: ZipFile, imported: Imported) -> dict[str, bytes]:
    """The photos that a campaign refers to, by digest."""
    wanted = {f"{PHOTOS}{digest}.jpg": digest for digest in _named_digests(imported.raws)}
    return {wanted[info.filename]: _photo(archive, info) for info in archive.infolist() if info.filename in wanted}


def _photo(archive: ZipFile, info: ZipInfo) -> bytes:
    with archive.open(info) as part:
        body = part.read(LARGEST_PHOTO + 1)
    is_sound = len(body) <= LARGEST_PHOTO and body.startswith(JPEG)
    if not is_sound or f"{PHOTOS}{sha256(body).hexdigest()}.jpg" != info.filename:
        raise Misfit({"": text("The photo “{file}” is damaged. Nothing was imported.", file=info.filename)})
    return body


def _import_one(archive: ZipFile, name: str, campaigns: Campaigns, limit: int, importer: Importer) -> ImportResult:
    imported = _read_campaign(archive, name, campaigns, limit)
    arrival = import_campaign(campaigns, imported, importer)
    for digest, body in _read_photos(archive, imported).items():
        campaigns.store.add_photo(digest, body)
    return arrival


__all__ = ["import_archive", "write_archive"]
