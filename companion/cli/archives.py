"""The commands `archive` and `site`: all campaigns as a zip, and their chronicles as static web pages."""

from collections.abc import Iterator

import click

from companion.campaign_files.targets import Target, TargetFolder
from companion.cli.base import Call, pass_call, root
from companion.cli.completion import complete_campaigns
from companion.cli.files import OutputFile, OutputFolder, force, progress_bar
from domain.framework.text import text, value_as_words
from projections.campaigns import Listed
from projections.documents.archive import write_archive
from projections.documents.export import export_campaign
from projections.documents.page import GENERATOR, site_page
from projections.local_time import local_day

INDEX = "index.html"
"""The file name of the page that lists the chronicles."""


@root.command(epilog="Example: companion archive our-campaigns.zip")
@click.argument("file", type=OutputFile())
@force
@pass_call
def archive(call: Call, file: Target) -> None:
    """Write every campaign with its photos to a zip that can be imported.

    The zip contains the secrets of all seats, so only you can read it.
    """
    call.check_there_is_something()
    listed = call.services.list_campaigns()
    with progress_bar(sum(one.entries for one in listed), "Writing") as advance:
        made = write_archive(call.services.campaigns, listed, advance)
    size = file.write([made], private=True)
    name = click.format_filename(file.path)
    call.print_result(
        f"Wrote {name} ({size} bytes). Campaigns: {len(listed)}.",
        {"file": name, "bytes": size, "campaigns": [one.key for one in listed]},
    )


@root.command(epilog="Example: companion site public/")
@click.argument("folder", type=OutputFolder())
@click.argument("campaigns", nargs=-1, shell_complete=complete_campaigns)
@force
@pass_call
def site(call: Call, folder: TargetFolder, campaigns: tuple[str, ...]) -> None:
    """Write chronicles as static web pages, with an index.

    Writes all chronicles, or those of the named campaigns, as a guest may see them. Pages written by companion are
    replaced; any other file in the folder is left unchanged.
    """
    call.check_there_is_something()
    listed = [call.look_up(key) for key in campaigns] or call.services.list_campaigns()
    pages = {one.key: folder.target(_page_name(one.key), GENERATOR) for one in listed}
    index = folder.target(INDEX, GENERATOR)
    for page in (index, *pages.values()):
        if folder.path.exists():
            page.check()
    folder.path.mkdir(exist_ok=True)
    with progress_bar(len(listed), "Writing") as advance:
        for one in listed:
            pages[one.key].write(_exported(call, one, ".html"))
            advance(1)
    index.write([_index_page(call, listed)])
    name = click.format_filename(folder.path)
    call.print_result(
        f"Wrote chronicles and a list of them to {name}. Campaigns: {len(listed)}.",
        {"folder": name, "campaigns": [one.key for one in listed]},
    )


def _page_name(key: str) -> str:
    """The file name of a chronicle; keys never end with a hyphen, so no name is taken twice."""
    name = f"{key}.html"
    return name if name != INDEX else f"{key}-.html"


def _index_page(call: Call, listed: list[Listed]) -> bytes:
    """The page that lists the chronicles."""
    games = call.services.campaigns.games
    rows = [
        (_page_name(one.key), one.name, value_as_words(one.game_called(games), call.tongue), local_day(one.updated))
        for one in listed
    ]
    return site_page(rows, text("Chronicles").render(call.tongue), call.tongue.document).encode()


def _exported(call: Call, listed: Listed, suffix: str) -> Iterator[bytes]:
    with call.services.campaigns.open(listed.campaign) as live:
        yield from export_campaign(live, listed, call.services.store.reading, suffix, call.tongue)
