"""The commands `pack check`, `new`, `from`, `add` and `update`: the content that a campaign is pinned to."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import click
import orjson

from companion.campaign_files.targets import Target
from companion.cli.arguments import game_of, open_view
from companion.cli.base import Call, pass_call, root
from companion.cli.completion import campaign_argument, complete_games
from companion.cli.files import OutputFile, force, progress_bar
from companion.cli.recording import print_receipt
from companion.config import release_number
from companion.game_words import describe_changes
from companion.terminal import strip_controls
from domain.framework.cards.packs import Pack, own_content_of, read_pack, strangeness_of_pack, write_pack
from domain.framework.content import LARGEST, Content, Converted, describe_content_changes, too_large
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit, NotFound
from domain.framework.text import text
from domain.games import BY_KEY
from domain.games.own.definition import definition_now
from domain.games.own.table import OwnTable

BYTES = 4
"""The maximum of bytes per character in a file."""
LARGEST_DATABASE = 64_000_000
"""Bytes of a file of a fan database."""
PACKS, LISTS = "pack", ("sets.json", "packs.json")
"""In a card database: the folder with a file per product, and the lists of sets and products."""
DOCS, PAGE = "docs", ".md"
"""In a page database: the folder of pages, and their suffix."""


@root.group(epilog="Example: companion pack check my-items.toml")
def pack() -> None:
    """Check content packs and add them to a campaign."""


@pack.command(epilog="Example: companion pack check my-items.toml")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", shell_complete=complete_games, help="Game of the pack; default: the one it fits best.")
@pass_call
def check(call: Call, file: Path, game: str | None) -> None:
    """List the contents of a pack, or all its faults with their places.

    Content that only a later release knows is no fault if the file names that release: release = "2.0" on its first
    line.
    """
    source = read_pack_text(file)
    pack = read_pack_source(source, game_of(game)) if game else _best_fitting_pack(source)
    kinds = {kind: len(things) for kind, things in pack.content.kinds.items()}
    call.print_result(
        "\n".join([*(f"{kind}: {count}" for kind, count in kinds.items()), *lines_of_unknown(call, pack)]), kinds
    )


def _best_fitting_pack(source: str) -> Pack:
    """Read a pack as the game whose kinds it fits best.

    Raises:
        Misfit: the pack has faults even then.
    """
    packs: list[Pack] = []
    faults: list[Misfit] = []
    for game in BY_KEY.values():
        try:
            packs.append(read_pack_source(source, game))
        except Misfit as fault:
            faults.append(fault)
    if packs:
        return min(packs, key=lambda pack: strangeness_of_pack(pack.unknown))
    raise min(faults, key=lambda fault: strangeness_of_pack(fault.faults))


@pack.command(epilog="Example: companion pack new evening-one my-items.toml")
@campaign_argument
@click.argument("file", type=OutputFile())
@force
@pass_call
def new(call: Call, campaign: str, file: Target) -> None:
    """Write the content that a campaign typed in or added from packs as a new pack, for other campaigns.

    Of your own game, write the file that describes all of it.
    """
    call.check_there_is_something()
    with open_view(call, campaign) as now:
        table, is_described = now.campaign.table, now.game.by_pack is not None
        own = definition_now(table) if is_described else own_content_of(table, now.game.pack)
    file.write([write_pack(own, release_number(), by_line=is_described).encode()])
    kinds = {kind: len(things) for kind, things in own.kinds.items()}
    call.print_result(
        "\n".join(f"{kind}: {count}" for kind, count in kinds.items())
        or "This campaign has not added any content yet.",
        kinds,
    )


@pack.command("from", epilog="Example: companion pack from cards.json --to my-cards.toml")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE…")
@click.option("--to", "target", type=OutputFile(), help="Pack file to write; default: print it.")
@force
@click.option(
    "--game", shell_complete=complete_games, help="Game of the pack; default: the one that can read such files."
)
@click.option("--box", "boxes", multiple=True, help="Read only the pages of this box; repeatable.")
@pass_call
def from_(call: Call, files: tuple[Path, ...], target: Target | None, game: str | None, boxes: tuple[str, ...]) -> None:
    """Convert a fan database to a pack: names and numbers, no texts.

    Files are cards in JSON (Marvel Champions: MarvelCDB) or pages in Markdown (Heroes III: homm3bg.wiki). Several files
    are one database, in which cards of the same name are kept apart. For a folder, its lists or pages are read.
    Content that cannot be read is listed and left out.
    """
    knows = game_of(game) if game else game_that_knows(files)
    call.voice.game = knows.key
    found = convert_files(knows, files, boxes)
    for fault in found.left_out.values():
        click.echo(strip_controls(fault.render(call.tongue)), err=True)
    source = write_pack(found.content, release_number())
    if target is None:
        click.echo(source, nl=False)
        return
    target.write([source.encode()])
    kinds = {kind: len(things) for kind, things in found.content.kinds.items()}
    lines = [f"{kind}: {count}" for kind, count in kinds.items()]
    if left := len(found.left_out):
        lines.append(text("Left out: {count}", count=left).render(call.tongue))
    call.print_result("\n".join(lines) or "The pack is empty.", kinds)


def game_that_knows(files: Sequence[Path]) -> AnyGame:
    """The game whose database has such files: pages, or else cards, which may come with notes."""
    pages = any(pages_in(given) for given in files)
    by_pages = pages and not any(given.is_dir() and card_lists_in(given) for given in files)
    return next(one for one in BY_KEY.values() if (one.converted_pages if by_pages else one.converted))


def convert_files(game: AnyGame, files: Sequence[Path], boxes: Collection[str]) -> Converted:
    """The files of a database as content of a game.

    Raises:
        NotFound: the game can read no database, or there is no such file.
        Misfit: a file cannot be read.
    """
    if game.converted_pages:
        pages = dict(page for given in files for page in pages_in(given))
        return game.converted_pages(
            {name: read_pack_text(page, LARGEST_DATABASE) for name, page in pages.items()}, boxes
        )
    if game.converted is None:
        raise NotFound("There is no known card database for “{game}”.", game=game.key)
    if boxes:
        raise Misfit({"box": text("This database has a file for each product: name those that you have.")})
    lists = [file for given in files for file in card_lists_in(given)]
    with progress_bar(len(lists), "Reading") as advance:
        return game.converted([card for file in lists for card in _cards_in_next(file, advance)])


def _cards_in_next(file: Path, advance: Callable[[int], None]) -> list[Any]:
    """The cards in the next file of a database."""
    advance(1)
    return cards_in_file(file)


def pages_in(given: Path) -> list[tuple[str, Path]]:
    """The pages in a folder or its folder `DOCS`, each named with its folder; or a page itself."""
    if not given.is_dir():
        return [(f"{given.resolve().parent.name}/{given.name}", given)] if given.suffix == PAGE else []
    docs = given / DOCS if (given / DOCS).is_dir() else given
    return [(f"{file.resolve().parent.name}/{file.name}", file) for file in sorted(docs.rglob(f"*{PAGE}"))]


def card_lists_in(given: Path) -> list[Path]:
    """The card lists in a folder or its folder `PACKS`, after the lists of sets and products; or the file itself."""
    if not given.is_dir():
        return [given]
    packs = given / PACKS if (given / PACKS).is_dir() else given
    places = [[folder / name for folder in (packs, packs.parent) if (folder / name).is_file()] for name in LISTS]
    lists = [found[0] for found in places if found]
    return [*lists, *sorted(file for file in packs.glob("*.json") if file.name not in LISTS)]


def cards_in_file(file: Path) -> list[Any]:
    """The cards in a file of a database.

    Raises:
        NotFound: there is no such file.
        Misfit: it is too large, not JSON, or not a list of cards.
    """
    try:
        document = orjson.loads(read_pack_text(file, LARGEST_DATABASE))
    except orjson.JSONDecodeError as error:
        raise Misfit({"": text("This is not JSON: {why}", why=str(error))}) from None
    cards = document.get("cards") if isinstance(document, dict) else document
    if not isinstance(cards, list):
        raise Misfit({"": text("This is not a list of cards.")})
    return cards


@pack.command(epilog="Example: companion pack add evening-one my-items.toml --preview")
@campaign_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--preview", is_flag=True, help="Show the changes without making them.")
@pass_call
def add(call: Call, campaign: str, file: Path, *, preview: bool) -> None:
    """Add the names and numbers of a pack to a campaign; of your own game, replace its file.

    What another file of your own game leaves out keeps its name in the log.
    """
    game = call.services.campaigns.game_of(call.find(campaign).campaign)
    pack = read_pack_source(read_pack_text(file), game)
    for words in lines_of_unknown(call, pack):
        click.echo(strip_controls(words), err=True)
    take_content(call, campaign, pack.content, preview=preview)


@pack.command(epilog="Example: companion pack update evening-one --preview")
@campaign_argument
@click.option("--preview", is_flag=True, help="Show the changes without making them.")
@pass_call
def update(call: Call, campaign: str, *, preview: bool) -> None:
    """Update a campaign to the content that its game ships with now."""
    game = call.services.campaigns.game_of(call.find(campaign).campaign)
    if game.by_pack:
        described = text(
            "A file describes the game of this campaign. Change it: {command}", command="companion pack add"
        )
        raise Misfit({"": described})
    take_content(call, campaign, game.pack, preview=preview)


def take_content(call: Call, campaign: str, more: Content, *, preview: bool) -> None:
    """Pin a campaign to its content merged with more, and print the changes; with `preview`, only print them."""
    with open_view(call, campaign) as now:
        table = now.campaign.table
        id_, wanted = now.id, now.game.pack_with(table, more)
        if isinstance(table, OwnTable):
            call.voice.game = now.game.key
            changes = describe_changes(table, wanted)
        else:
            changes = describe_content_changes(table.pack, wanted)
        found = [change.render(call.tongue) for change in changes]
    if preview or not found:
        call.print_result("\n".join(found) or "Nothing would change.", found)
        return
    print_receipt(
        call, campaign, call.services.campaigns.change_pack(id_, wanted, call.services.new_command(device="terminal"))
    )


def read_pack_text(file: Path, most: int = LARGEST * BYTES) -> str:
    """The text of a pack file; a file of more than `most` bytes is not opened.

    Raises:
        NotFound: there is no such file.
        Misfit: it is larger than any pack, or not in UTF-8.
    """
    if not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    if file.stat().st_size > most:
        raise Misfit({"": too_large()})
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1
        raise Misfit({"": text("Line {line} is not in UTF-8. Save the file as UTF-8 first.", line=line)}) from None


def read_pack_source(source: str, game: AnyGame) -> Pack:
    """Read the source of a pack as a game's.

    Raises:
        Misfit: the pack has faults; it lists all of them.
    """
    return read_pack(source, game.kinds, release_number())


def lines_of_unknown(call: Call, pack: Pack) -> list[str]:
    """Lines that name the unknown parts of a pack."""
    return [text("Kept, but not known here: {what}", what=fault).render(call.tongue) for fault in pack.unknown.values()]
