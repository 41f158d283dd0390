"""The commands `archive` and `site`: all campaigns in one file, and their chronicles as pages for any web server."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import click

from companion.cli.base import Call, pass_call, root
from companion.cli.files import write_whole_file
from domain.language.text import text, value_as_words
from projections.campaigns import Listed
from projections.documents.export import export_campaign
from projections.documents.page import site_page


@root.command(epilog="Example: companion archive our-campaigns.zip")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@pass_call
def archive(call: Call, file: Path) -> None:
    """Write every campaign to a zip, each as a .jsonl that can be brought in again.

    It holds everybody's secrets. Photos are not in it; a backup has them.
    """
    call.check_there_is_something()
    listed = call.services.list_campaigns()
    size = write_whole_file(file, iter([_zipped(call, listed)]))
    name = click.format_filename(file)
    call.print_result(
        f"Wrote {name} ({size} bytes). Campaigns: {len(listed)}.",
        {"file": name, "bytes": size, "campaigns": [one.key for one in listed]},
    )


def _zipped(call: Call, listed: list[Listed]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for one in listed:
            with archive.open(f"{one.key}.jsonl", "w") as part:
                for piece in _exported(call, one, ".jsonl"):
                    part.write(piece)
    return made.getvalue()


@root.command(epilog="Example: companion site public/")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("campaigns", nargs=-1)
@pass_call
def site(call: Call, folder: Path, campaigns: tuple[str, ...]) -> None:
    """Write chronicles as pages that any web server can show, with a list of them.

    All of them, or those that are named, as anybody at the table may see them. Pages that are there already are
    written anew.
    """
    call.check_there_is_something()
    listed = [call.services.find_campaign(key) for key in campaigns] or call.services.list_campaigns()
    folder.mkdir(exist_ok=True)
    for one in listed:
        write_whole_file(folder / f"{one.key}.html", _exported(call, one, ".html"))
    games = call.services.campaigns.games
    rows = [
        (f"{one.key}.html", one.name, value_as_words(games[one.game].name, call.tongue), one.updated[:10])
        for one in listed
    ]
    title = text("Chronicles").render(call.tongue)
    write_whole_file(folder / "index.html", iter([site_page(rows, title, call.tongue.document).encode()]))
    name = click.format_filename(folder)
    call.print_result(
        f"Wrote chronicles and a list of them to {name}. Campaigns: {len(listed)}.",
        {"folder": name, "campaigns": [one.key for one in listed]},
    )


def _exported(call: Call, listed: Listed, suffix: str) -> Iterator[bytes]:
    with call.services.campaigns.open(listed.campaign) as live:
        yield from export_campaign(live, listed, call.services.store.reading, suffix, call.tongue)
