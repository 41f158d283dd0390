"""The page "Kept safe": the file, its backups, a copy of everything, and the preview of a restore."""

import sqlite3
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Blueprint, render_template, request, send_file

from companion.campaign_files import backups, head_note
from companion.web.network.local_requests import at_this_computer
from companion.web.visitors.guard import NotAllowed
from companion.web.visitors.page import current_services
from companion.web.visitors.visitor import current_visitor
from domain.framework.refusal import NotFound
from domain.store import Damaged

safekeeping = Blueprint("safekeeping", __name__, url_prefix="/kept-safe")


@dataclass(frozen=True)
class Backup:
    """An automatic backup: its path, and the local time at which it was made and read through."""

    path: Path
    made: str
    size: int


@dataclass(frozen=True)
class Compared:
    """A campaign in the file and in a backup: the numbers of entries, and whether they are of one log."""

    name: str
    here: int
    there: int
    is_same_log: bool


def is_keeper() -> bool:
    """Whether the visitor may see where the file is: the administrator, at this computer."""
    return current_visitor().administers and at_this_computer()


@safekeeping.before_request
def refuse_others() -> None:
    """Refuse everyone else.

    Raises:
        NotAllowed: the visitor is at another computer, or does not administer the file.
    """
    if not is_keeper():
        raise NotAllowed


@safekeeping.get("")
def read() -> str:
    """The page; with `backup`, the preview of restoring it."""
    settings = current_services().settings
    kept = [] if settings.shared else automatic_backups(settings.file)
    wanted = request.args.get("backup", "")
    chosen = next((one for one in kept if one.path.name == wanted), None)
    if wanted and chosen is None:
        raise NotFound("There is no file “{file}”.", file=wanted)
    compared = compare_backup(chosen.path) if chosen else []
    return render_template(
        "campaign/safe.html", settings=settings, backups=kept, chosen=chosen, compared=compared, size=size_of_file()
    )


def automatic_backups(file: Path) -> list[Backup]:
    """The automatic backups of a file, the newest first."""
    found = [(path, path.stat()) for path in backups.all_backups(file, date.max)]
    return [Backup(path, _utc(stat.st_mtime), stat.st_size) for path, stat in found]


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().isoformat()


def size_of_file() -> int:
    """The bytes of the campaign file with its journal."""
    parts = [current_services().settings.file, *backups.journals_of(current_services().settings.file)]
    return sum(part.stat().st_size for part in parts if part.exists())


def compare_backup(path: Path) -> list[Compared]:
    """Each campaign in the file and in a backup, after the backup was read through.

    Raises:
        Damaged: the backup is damaged.
    """
    services = current_services()
    try:
        with head_note.open_unwritten(path) as db:
            fault = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            heads = {head.campaign: head for head in head_note.newest_of_each(db)}
            names = dict(db.execute("SELECT campaign, name FROM campaigns").fetchall())
    except sqlite3.DatabaseError as error:
        raise Damaged("{file} is damaged ({error}).", file=path.name, error=error) from error
    if fault != "ok":
        raise Damaged("{file} is damaged ({error}).", file=path.name, error=fault)
    listed = {one.campaign: one for one in services.list_campaigns()}
    names |= {campaign: one.name for campaign, one in listed.items()}
    found = []
    for campaign in [*listed, *(one for one in heads if one not in listed)]:
        here = listed[campaign].entries if campaign in listed else 0
        head = heads.get(campaign)
        there = head.position if head else 0
        same = head is None or here < there or head_note.holds_entry(services.store, head)
        found.append(Compared(str(names.get(campaign, campaign)), here, there, same))
    return found


@safekeeping.get("/everything")
def take() -> Any:
    """Send a backup of everything, made now and read through, with every secret."""
    services = current_services()
    folder = TemporaryDirectory(dir=services.settings.data, prefix=".download-")
    try:
        copy = Path(folder.name) / "everything.db"
        backups.write_backup(services.store, copy)
        backups.check_store(copy, copy.name)
        name = f"{services.settings.file.stem}-{datetime.now().astimezone().date().isoformat()}.db"
        answer = send_file(copy, "application/vnd.sqlite3", as_attachment=True, download_name=name)
    except BaseException:
        folder.cleanup()
        raise
    answer.direct_passthrough = False  # else the server closes the file only, and the copy stays
    answer.call_on_close(folder.cleanup)
    return answer


__all__ = ["is_keeper", "safekeeping"]
