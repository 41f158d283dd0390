"""Nightly backups: when one is made, its verification, and which are kept."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.campaign_files import backups, head_note
from companion.campaign_files.file_permissions import close_to_others, make_folder
from companion.services import Services
from domain.campaigns import Campaigns
from domain.store import FileStore, Pace, watch_nothing
from projections.rebuild import Fault, as_unsound, check_chains

DAYS, WEEKS = 7, 4
"""The number of daily backups kept, and of weekly ones (the last of a week)."""
EVENING = 22
"""The hour of local time at which a backup is made while the pages are served."""
NIGHT = timedelta(hours=6)
"""An entry recorded up to this long after midnight belongs to the evening before."""

CLOCK = timedelta(hours=12)
"""A backup dated later than this from now was made while the clock was wrong."""


def is_due(services: Services, now: datetime) -> bool:
    """Whether the last backup is older than the last backup hour, and something was recorded since."""
    newest = backups.latest_backup(services.settings.file, now.date())
    made = datetime.fromtimestamp(newest.stat().st_mtime).astimezone() if newest else None
    recent = made is not None and last_evening(now) <= made < now + CLOCK
    return not recent and _changed_since(services, newest)


def last_evening(now: datetime) -> datetime:
    """The last time that the backup hour was reached."""
    struck = now.replace(hour=EVENING, minute=0, second=0, microsecond=0)
    return struck if struck <= now else struck - timedelta(days=1)


def back_up(services: Services, now: datetime, pace: Pace = watch_nothing) -> Path | None:
    """Make the backup of an evening, unless nothing was recorded since the last one; outdated ones are deleted.

    If `pace` raises, nothing is changed.

    Raises:
        Damaged: the copy is damaged; existing backups are kept.
        Busy, OSError: the backup cannot be written now.
    """
    pace(0)
    if not _changed_since(services, backups.latest_backup(services.settings.file, now.date())):
        return None
    place = backups.backup_path(services.settings.file, (now - NIGHT).date())
    make_folder(place.parent)
    with TemporaryDirectory(dir=place.parent, prefix=_unfinished_prefix(services.settings.file)) as half:
        copy = Path(half) / "half.db"
        services.store.backup(copy, pace)
        for fault in _faults_in(copy, services, pace):
            raise as_unsound(fault)
        backups.check_store(copy, place.name, pace)
        close_to_others(copy)
        if place.exists() and _lacks_entries(services, place):
            backups.set_aside(place, backups.KEPT)
        backups.put_in_place(copy, place)
    kept = backups.automatic_backups(services.settings.file)
    for day in outdated_days(day for day in kept if day <= now.date()):
        kept[day].unlink(missing_ok=True)
    return place


def remove_unfinished_backups(file: Path) -> None:
    """Delete unfinished backups of a process that was killed."""
    for half in (file.parent / backups.FOLDER).glob(".backup-*"):
        if half.name.rpartition("-")[0] + "-" == _unfinished_prefix(file):
            shutil.rmtree(half, ignore_errors=True)


def _unfinished_prefix(file: Path) -> str:
    """The prefix of an unfinished backup's temporary folder; the rest of its name has no hyphen."""
    return f".backup-{file.stem}-"


def outdated_days(days: Iterable[date]) -> set[date]:
    """The days among `days` whose backups are no longer kept."""
    known = sorted(days, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in known:
        weeks.setdefault(day.isocalendar()[:2], day)
    return {*known} - {*known[:DAYS]} - {*list(weeks.values())[:WEEKS]}


def _faults_in(copy: Path, services: Services, pace: Pace) -> Iterator[Fault]:
    """The faults in the logs of a copy."""
    with closing(FileStore(copy)) as store:
        twin = Campaigns(store, services.campaigns.games, services.models, services.campaigns.chance)
        yield from check_chains(twin, pace)


def _changed_since(services: Services, newest: Path | None) -> bool:
    """Whether the newest entry differs from a backup's, because of a new entry or a restore."""
    with services.store.reading() as cursor:
        head = head_note.newest_entry(cursor)
    if head is None or newest is None:
        return head is not None
    try:
        with head_note.open_unwritten(newest) as db:
            kept = head_note.newest_entry(db)
    except sqlite3.DatabaseError:
        return True
    return kept is None or kept._replace(row=head.row) != head


def _lacks_entries(services: Services, backup: Path) -> bool:
    """Whether a backup has entries that the file lacks."""
    try:
        with head_note.open_unwritten(backup) as db:
            return not all(head_note.holds_entry(services.store, head) for head in head_note.newest_of_each(db))
    except sqlite3.DatabaseError:
        return True


__all__ = ["back_up", "is_due", "outdated_days", "remove_unfinished_backups"]
