"""The commands `store prepare`, `store return` and `move`: a log that several computers share."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.base import Call, is_shared_url, pass_call, root, sqlite_path
from companion.cli.files import progress_bar
from companion.vault import sharing
from companion.vault.opening import check_is_ours, open_store
from companion.web.guests import Guests
from companion.web.people import in_database
from domain.games import BY_KEY
from projections import PROJECTIONS, Models

if TYPE_CHECKING:
    from domain.store.postgres import SharedRecorder


@root.group(epilog="Example: companion store prepare --store postgresql://user@host/companion")
def store() -> None:
    """A database that several computers share."""


def _url_of(call: Call) -> str:
    """The address of the database.

    Raises:
        click.UsageError: the call has none.
    """
    if not call.settings.shared:
        raise click.UsageError("Say which database: --store postgresql://USER@HOST/NAME (or COMPANION_STORE).")
    return call.settings.shared


@store.command(epilog="Example: companion store prepare --store postgresql://user@host/companion")
@pass_call
def prepare(call: Call) -> None:
    """Create the tables of a shared log where they are missing; before the first start, and after an upgrade."""
    with sharing.open_database(_url_of(call)) as recorder:
        _create_tables(recorder)
    call.print_result("The database is ready.", {"prepared": True})


@store.command(name="return", epilog="Stop every `companion serve` first. Example: companion store return")
@pass_call
def give_back(call: Call) -> None:
    """Give the database what this copy has and it lacks, after it was restored from a backup."""
    url, file = _url_of(call), call.settings.file
    with closing(sharing.open_copy(url, file, Models(PROJECTIONS), BY_KEY)) as copy:
        returned = sharing.return_entries(copy)
    if returned:
        sharing.forget_copy(file)  # there these entries have other numbers
    call.print_result(f"{returned} entries were given back.", {"returned": returned})


@root.command(epilog="Example: companion move sqlite:///campaigns.db postgresql://user@host/companion")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@pass_call
def move(call: Call, source: str, target: str) -> None:
    """Copy all campaigns from a file into a database, or back.

    What is moved into has no campaigns yet; FROM stays as it is.
    """
    models = Models(PROJECTIONS)
    if is_shared_url(source) == is_shared_url(target):
        raise click.UsageError("One of the two is a file (sqlite:///PATH), the other a database (postgresql://…).")
    if is_shared_url(target):
        with (
            closing(open_store(_existing(sqlite_path(source)), models, BY_KEY)) as file,
            progress_bar(file.newest_row(), "Moving") as advance,
        ):
            entries = sharing.move_to_database(file, target, advance)
        with sharing.open_database(target) as recorder:
            _create_tables(recorder)
            in_database.give_guests(_guests_of(source), recorder.beside)
    else:
        _check_no_guests(target)
        with progress_bar(0, "Moving") as advance:
            entries = sharing.move_to_file(source, sqlite_path(target), models, BY_KEY, advance)
        with sharing.open_database(source) as recorder:
            in_database.take_guests(_guests_of(target), recorder.beside)
    call.print_result(f"{entries} entries are copied.", {"entries": entries})


def _create_tables(recorder: "SharedRecorder") -> None:
    recorder.create_tables()
    in_database.create_tables(recorder.beside)


def _guests_of(url: str) -> Guests:
    """The guests beside a file."""
    return Guests(_guests_path(url))


def _guests_path(url: str) -> Path:
    return sqlite_path(url).with_name("guests.db")


def _check_no_guests(url: str) -> None:
    """Refuse a file that already has guests, because they would be replaced.

    Raises:
        click.UsageError: there are.
    """
    beside = _guests_path(url)
    if beside.exists():
        raise click.UsageError(f"There is a file {click.format_filename(beside)} already. Move into a new folder.")


def _existing(path: Path) -> Path:
    """The path of a campaign file.

    Raises:
        click.UsageError: there is none.
        Damaged: it is the database of another program.
    """
    if not path.is_file():
        raise click.UsageError(f"There is no file {click.format_filename(path)}.")
    check_is_ours(path)
    return path
