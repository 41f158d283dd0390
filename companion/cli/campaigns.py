"""Commands on whole campaigns: games, new, list, hide, show, branch, export, import."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

import click

from companion.cli.base import ENTRY, Call, as_seat, pass_call, root
from companion.cli.completion import campaign_argument, complete_fields, complete_formats, complete_games
from companion.cli.files import OutputFile, bar_of_parts, force, open_with_progress
from companion.terminal import strip_controls
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import text
from domain.games import BY_KEY, OWN

if TYPE_CHECKING:
    from companion.campaign_files.targets import Target
    from domain.framework.content import Content
    from projections.campaigns import Listed

command_id = click.option(
    "--command", "command_id", default="", metavar="ID", help="Id of this command; repeating it records nothing."
)


@root.command(epilog="Example: companion games --json")
@pass_call
def games(call: Call) -> None:
    """List the games that can be played."""
    rows = [
        {"game": game.key, "en": game.name.en, "zh": game.name.zh, "players": game.seats, "events": len(game.by_name)}
        for game in BY_KEY.values()
    ]
    output = [f"{g.key:<12}  {g.seats[0]}–{g.seats[1]} players  {g.name.en} · {g.name.zh}" for g in BY_KEY.values()]
    broken = [
        text("The game “{game}” is installed but cannot be opened: {why}", game=key, why=why).render(call.tongue)
        for key, why in BY_KEY.broken.items()
    ]
    call.print_result("\n".join((*output, *map(strip_controls, broken))), rows)


@root.command(epilog='Example: companion new agemonia "Evening one" party_name="The Lanterns"')
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_games)
@click.argument("name")
@click.argument("fields", nargs=-1, metavar="[FIELD=VALUE]…", shell_complete=complete_fields)
@command_id
@pass_call
def new(call: Call, game: str, name: str, fields: tuple[str, ...], command_id: str) -> None:
    """Start a campaign and print its key.

    FILE describes your own game (.toml): companion game check lists its faults.
    """
    from companion.cli.arguments import named_values  # noqa: PLC0415 - as Line.services
    from companion.cli.suggestions import unknown_game  # noqa: PLC0415

    services = call.services
    pack = read_described(call, game) if game.endswith(".toml") else None
    known = services.campaigns.games.get(OWN if pack else game)
    if known is None:
        raise unknown_game(game, services.campaigns.games)
    call.voice.game = known.key
    values = named_values(known.opening, fields)
    receipt = services.campaigns.new(known.key, name, values, services.new_command(command_id), pack=pack)
    key = services.find_campaign(receipt.campaign).key
    call.print_result(key, {"campaign": receipt.campaign, "key": key})


def read_described(call: Call, file: str) -> "Content":
    """The content of a file that describes a game.

    Raises:
        NotFound: there is no such file.
        Misfit: every fault, by place.
    """
    from companion.cli.packs import read_pack_text  # noqa: PLC0415 - as Line.services
    from companion.game_files import read_game_file  # noqa: PLC0415

    call.voice.game = OWN
    return read_game_file(read_pack_text(Path(file))).content


@root.command(name="list", epilog="Example: companion list lantern --json")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option("--page", type=click.IntRange(1), metavar="NUMBER", help="Show only this page of fifty campaigns.")
@click.option("--hidden", is_flag=True, help="List the hidden campaigns instead.")
@pass_call
def list_(call: Call, words: tuple[str, ...], page: int | None, hidden: bool) -> None:
    """List all campaigns, the last played first.

    With NAME, list those whose names contain these words; a hidden campaign is listed only then.
    """
    from companion.cli.columns import align_columns  # noqa: PLC0415 - as Line.services
    from projections.local_time import local_day  # noqa: PLC0415

    name = " ".join(words)
    services = call.services
    which = None if name and not hidden else hidden
    rows = services.list_page(name, page, which).campaigns if page else services.list_campaigns(name, which)

    output = align_columns(
        ((r.key, _game_named(r, call), f"{r.entries} entries", local_day(r.updated), r.name) for r in rows), right=(2,)
    )
    none = "No campaigns yet. Start one: companion new GAME NAME"
    if name or hidden:
        none = "No campaign has that name." if name else "No campaign is hidden."
    found = [{**asdict(row), "installed": row.game in BY_KEY} for row in rows]
    call.print_result("\n".join(output) or none, found)


def _game_named(row: "Listed", call: Call) -> str:
    """The key of a campaign's game, or the name that the campaign describes; marked if the game is not installed."""
    from domain.framework.text import value_as_words  # noqa: PLC0415 - as Line.services

    named = value_as_words(row.game_called({}), call.tongue)
    return named if row.game in BY_KEY else f"{named} (not installed)"


@root.command(epilog="Example: companion hide the-lantern-bearers")
@campaign_argument
@command_id
@pass_call
def hide(call: Call, campaign: str, command_id: str) -> None:
    """Leave a campaign out of the list and the statistics, such as a demo. Nothing else changes."""
    _set_hidden(call, campaign, True, command_id)


@root.command(epilog="Example: companion show the-lantern-bearers")
@campaign_argument
@command_id
@pass_call
def show(call: Call, campaign: str, command_id: str) -> None:
    """Put a hidden campaign back into the list and the statistics."""
    _set_hidden(call, campaign, False, command_id)


def _set_hidden(call: Call, campaign: str, hidden: bool, command_id: str) -> None:
    listed = call.find(campaign)
    command = call.services.new_command(command_id, device="terminal")
    receipt = call.services.campaigns.set_hidden(listed.campaign, hidden, command)
    said = "is hidden. List hidden campaigns: companion list --hidden" if hidden else "is in the list again."
    data = {"key": listed.key, "hidden": hidden, "repeated": receipt.repeated}
    call.print_result(f"“{listed.name}” {said}", data)


@root.command(epilog="Example: companion statistics --json")
@pass_call
def statistics(call: Call) -> None:
    """Show evenings, hours and wins over all campaigns.

    Hidden campaigns are left out. An evening that branches share counts once. The time of an evening counts once the
    game is put away.
    """
    from companion.api_objects import statistics_object  # noqa: PLC0415 - as Line.services
    from companion.cli.columns import align_columns  # noqa: PLC0415
    from projections.heads import length_in_words  # noqa: PLC0415

    found = call.services.statistics()
    names = ("name", "evenings", "time", "won", "lost", "unknown", "in a row", "most in a row")
    people = [
        (p.person, p.evenings, length_in_words(p.minutes), p.won, p.lost, p.unknown, p.streak, p.longest)
        for p in found.people
    ]
    total = f"{found.evenings} evenings, {length_in_words(found.minutes)}, {found.finished} finished games"
    lines = [total, *align_columns((names, *people), right=range(1, len(names)))] if people else [total]
    call.print_result("\n".join(lines), statistics_object(found))


@root.command(epilog='Example: companion branch evening-one "What if" --at 12')
@campaign_argument
@click.argument("name")
@click.option("--at", type=ENTRY, metavar="ENTRY", help="Last entry that both share; default: the newest.")
@command_id
@pass_call
def branch(call: Call, campaign: str, name: str, at: int | None, command_id: str) -> None:
    """Start a new campaign from an entry of another one, and print its key."""
    from companion.cli.recording import last_shared_entry, note_moved_branch  # noqa: PLC0415 - as Call.services

    services = call.services
    parent = call.find(campaign)
    receipt = services.campaigns.branch(parent.campaign, name, at, parent.key, services.new_command(command_id))
    key = services.find_campaign(receipt.campaign).key
    data = {"campaign": receipt.campaign, "key": key, "parent": parent.key, "entry": last_shared_entry(receipt)}
    call.print_result(key, data)
    note_moved_branch(call, at, receipt)


@root.command(epilog="Example: companion export evening-one chronicle.md; companion export evening-one - --format csv")
@campaign_argument
@click.argument("file", type=OutputFile(or_stdout=True), metavar="FILE|-")
@click.option(
    "--format",
    "form",
    metavar="FORMAT",
    shell_complete=complete_formats,
    help="Format instead of the suffix of FILE; needed for -, which writes to stdout.",
)
@force
@as_seat
@pass_call
def export(call: Call, campaign: str, file: "Target | None", form: str | None, seat: str | None) -> None:
    """Write a campaign to a file, in the format of its suffix.

    .jsonl contains everything and can be imported. The others (.json .md .html .csv .pdf .bgsplay .plays.csv .ics)
    contain what a guest may see, or with --as what a seat may see. .bgsplay has the plays for BG Stats, .plays.csv for
    BoardGameGeek, .ics the evenings for a calendar. A .pdf has at most 20000 entries. Only you can read a file with
    secrets.
    """
    from domain.framework.game import PUBLIC, Viewer  # noqa: PLC0415 - as Line.services
    from projections.documents import export as documents  # noqa: PLC0415

    suffix = format_of_export(file, form)
    if seat and suffix == ".jsonl":
        raise Misfit({"as": text("A full export contains the secrets of all seats. Leave out the seat.")})
    call.check_there_is_something()
    services = call.services
    listed = call.find(campaign)
    viewer = Viewer.on(seat) if seat else PUBLIC
    with services.campaigns.open(listed.campaign) as live, bar_of_parts("Writing") as progressed:
        reading = services.store.reading
        pieces = documents.export_campaign(live, listed, reading, suffix, call.tongue, viewer, progressed)
        if file is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        size = file.write(pieces, private=bool(seat) or suffix == ".jsonl")
    name = click.format_filename(file.path)
    call.print_result(f"Wrote {name} ({size} bytes).", {"file": name, "bytes": size})


def format_of_export(file: "Target | None", form: str | None) -> str:
    """The suffix of an export's format, from `--format` or from the name of the file; without a file, stdout.

    Raises:
        click.UsageError: stdout is given no format, or is a terminal that cannot show it.
    """
    if file is None and not form:
        raise click.UsageError("Name the format of what is written to stdout: --format jsonl.")
    from projections.documents.export import suffix_of_export  # noqa: PLC0415 - as Line.services

    suffix = suffix_of_export(form.removeprefix(".") if form else file.path.name if file else "")
    if file is None and suffix == ".pdf" and sys.stdout.isatty():
        raise click.UsageError("A PDF cannot be shown in a terminal. Add: > chronicle.pdf")
    return suffix


@root.command(name="import", epilog="Example: companion import evening-one.jsonl")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@pass_call
def import_(call: Call, file: Path) -> None:
    """Import campaigns from a .jsonl or .zip file and print their keys.

    A file that continues a campaign adds its new entries. One that differs from some entry on becomes a campaign next
    to it. With - as FILE, standard input is read.
    """
    from companion.arrivals import describe_arrival, import_file  # noqa: PLC0415 - as Line.services

    with _open_import(file) as stream:
        arrivals = import_file(call.services, stream)
    found = []
    for arrival in arrivals:
        key = call.services.find_campaign(arrival.campaign).key
        found.append({**asdict(arrival), "key": key})
        if arrival.outcome != "new" and not call.as_json:
            click.echo(strip_controls(describe_arrival(arrival, call.services).render(call.tongue)), err=True)
    call.print_result("\n".join(one["key"] for one in found), found if len(found) > 1 else found[0])


@contextmanager
def _open_import(file: Path) -> Iterator[BinaryIO]:
    """A file to import, or a copy of standard input, which cannot be read twice."""
    if str(file) == "-":
        with TemporaryFile() as copy:
            copyfileobj(sys.stdin.buffer, copy)
            copy.seek(0)
            yield copy
        return
    if not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    with open_with_progress(file) as stream:
        yield stream
