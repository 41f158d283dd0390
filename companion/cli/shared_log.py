"""The commands `store prepare`, `store return` and `move`, for a log that several computers share."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.campaign_files import shared_log
from companion.campaign_files.opening import check_is_ours, open_store
from companion.cli.base import Call, is_shared_url, pass_call, root, sqlite_path
from companion.cli.files import progress_bar
from companion.web.visitors import in_database
from companion.web.visitors.guests import Guests
from domain.games import BY_KEY
from projections import PROJECTIONS, Models

if TYPE_CHECKING:
    from domain.store.postgres import SharedRecorder


@root.group(epilog="Example: companion store prepare --store postgresql://user@host/companion")
def store() -> None:
    """Manage a database that several computers share."""


def _url_of(call: Call) -> str:
    """The address of the database.

    Raises:
        click.UsageError: none was given.
    """
    if not call.settings.shared:
        raise click.UsageError("Name the database: --store postgresql://USER@HOST/NAME (or COMPANION_STORE).")
    return call.settings.shared


@store.command(epilog="Example: companion store prepare --store postgresql://user@host/companion")
@pass_call
def prepare(call: Call) -> None:
    """Create missing tables of a shared log; run it before the first start and after an upgrade."""
    with shared_log.open_database(_url_of(call)) as recorder:
        _create_tables(recorder)
    call.print_result("The database is ready.", {"prepared": True})


@store.command(name="return", epilog="Stop every `companion serve` first. Example: companion store return")
@pass_call
def give_back(call: Call) -> None:
    """Return entries to a database that was restored from an older backup than this copy."""
    url, file = _url_of(call), call.settings.file
    with closing(shared_log.open_copy(url, file, Models(PROJECTIONS), BY_KEY)) as copy:
        returned = shared_log.return_entries(copy)
    if returned:
        shared_log.forget_copy(file)  # the database gave these entries other numbers
    call.print_result(f"Returned {returned} entries.", {"returned": returned})


@root.command(epilog="Example: companion move sqlite:///campaigns.db postgresql://user@host/companion")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@pass_call
def move(call: Call, source: str, target: str) -> None:
    """Copy all campaigns from a file into a database, or back.

    TO must not have campaigns yet; FROM is not changed.
    """
    models = Models(PROJECTIONS)
    if is_shared_url(source) == is_shared_url(target):
        raise click.UsageError("Give one file (sqlite:///PATH) and one database (postgresql://…).")
    if is_shared_url(target):
        with (
            closing(open_store(_existing(sqlite_path(source)), models, BY_KEY)) as file,
            progress_bar(file.newest_row(), "Moving") as advance,
        ):
            entries = shared_log.move_to_database(file, target, advance)
        with shared_log.open_database(target) as recorder:
            _create_tables(recorder)
            in_database.give_guests(_guests_of(source), recorder.beside)
    else:
        _check_no_guests(target)
        with progress_bar(0, "Moving") as advance:
            entries = shared_log.move_to_file(source, sqlite_path(target), models, BY_KEY, advance)
        with shared_log.open_database(source) as recorder:
            in_database.take_guests(_guests_of(target), recorder.beside)
    call.print_result(f"Copied {entries} entries.", {"entries": entries})


def _create_tables(recorder: "SharedRecorder") -> None:
    recorder.create_tables()
    in_database.create_tables(recorder.beside)


def _guests_of(url: str) -> Guests:
    """The guests of a campaign file, stored next to it."""
    return Guests(_guests_path(url))


def _guests_path(url: str) -> Path:
    return sqlite_path(url).with_name("guests.db")


def _check_no_guests(url: str) -> None:
    """Refuse a file that already has guests, because they would be replaced.

    Raises:
        click.UsageError: it has guests.
    """
    beside = _guests_path(url)
    if beside.exists():
        raise click.UsageError(f"The file {click.format_filename(beside)} already exists. Move into a new folder.")


def _existing(path: Path) -> Path:
    """The path of a campaign file.

    Raises:
        click.UsageError: there is no such file.
        Damaged: it is the database of another program.
    """
    if not path.is_file():
        raise click.UsageError(f"There is no file {click.format_filename(path)}.")
    check_is_ours(path)
    return path
