"""Commands on whole campaigns: games, new, list, branch, export, import."""

from pathlib import Path

import click

from companion.cli.base import Line, line, root
from companion.cli.files import watched, written
from companion.cli.values import named_values
from domain.games import GAMES
from domain.refusal import NotFound
from projections.documents import export as documents
from projections.documents import lossless


@root.command()
@line
def games(call: Line) -> None:
    """The games that can be played."""
    rows = [
        {"game": game.key, "en": game.name.en, "zh": game.name.zh, "players": game.seats, "events": len(game.by_name)}
        for game in GAMES
    ]
    call.say("\n".join(f"{row['game']:<12} {row['en']} · {row['zh']}" for row in rows), rows)


@root.command()
@click.argument("game")
@click.argument("name")
@click.argument("fields", nargs=-1, metavar="[FIELD=VALUE]…")
@click.option("--command", "command_id", default="", help="Id of this command; the same id twice records once.")
@line
def new(call: Line, game: str, name: str, fields: tuple[str, ...], command_id: str) -> None:
    """Begin a campaign; prints its key."""
    desk = call.desk
    opening = desk.campaigns.games[game].opening if game in desk.campaigns.games else None
    receipt = desk.campaigns.new(game, name, named_values(opening, fields), desk.command(command_id))
    key = desk.find(receipt.campaign).key
    call.say(key, {"campaign": receipt.campaign, "key": key})


@root.command(name="list")
@line
def list_(call: Line) -> None:
    """All campaigns, the one last played first."""
    rows = call.desk.listing()
    told = [f"{row.key:<28} {row.game:<10} {row.entries:>6} entries  {row.updated[:10]}  {row.name}" for row in rows]
    call.say("\n".join(told) or "No campaign yet. Begin one: companion new GAME NAME", [_row(row) for row in rows])


def _row(row: object) -> dict[str, object]:
    return {name: getattr(row, name) for name in type(row).__slots__}  # type: ignore[attr-defined]


@root.command()
@click.argument("campaign")
@click.argument("name")
@click.option("--at", type=int, help="The last entry both share; the newest if not given.")
@click.option("--command", "command_id", default="")
@line
def branch(call: Line, campaign: str, name: str, at: int | None, command_id: str) -> None:
    """A new campaign that shares this one's entries up to a point; prints its key."""
    desk = call.desk
    parent = desk.find(campaign)
    receipt = desk.campaigns.branch(parent.campaign, name, at, parent.key, desk.command(command_id))
    key = desk.find(receipt.campaign).key
    call.say(key, {"campaign": receipt.campaign, "key": key, "parent": parent.key})


@root.command()
@click.argument("campaign")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@line
def export(call: Line, campaign: str, file: Path) -> None:
    """Write a campaign to a file, by its suffix: .jsonl (everything) .json .md .html .csv .pdf"""
    desk = call.desk
    listed = desk.find(campaign)
    with desk.open(campaign) as live, desk.store.reading() as cursor:
        size = written(file, documents(live, listed, cursor, file.suffix, call.tongue))
    call.say(f"Wrote {file} ({size} bytes).", {"file": str(file), "bytes": size})


@root.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@line
def import_(call: Line, file: Path) -> None:
    """Take in a campaign that was exported as .jsonl; prints its key."""
    desk = call.desk
    if not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    with watched(file) as stream:
        imported = lossless.read(stream, desk.campaigns.games, desk.settings.import_limit)
    receipt = lossless.adopt(desk.campaigns, imported)
    key = desk.find(receipt.campaign).key
    call.say(key, {"campaign": receipt.campaign, "key": key, "entries": len(imported.raws)})
