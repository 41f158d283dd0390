"""Commands on the whole store: rebuild, verify, backup, restore, serve, demo."""

from pathlib import Path

import click

from companion import backups
from companion.cli.base import DAMAGED, Line, line, root
from companion.cli.files import progress
from companion.demo import demo as make_demo
from companion.serve import serve as serve_pages
from domain.games import BY_KEY
from domain.refusal import NotFound
from projections.rebuild import rebuild as build_anew
from projections.rebuild import verify as find_faults


@root.command()
@line
def rebuild(call: Line) -> None:
    """Drop every read model and build it anew from the log."""
    desk = call.desk
    with progress(desk.health()["entries"], "Rebuilding") as bar:
        build_anew(desk.campaigns, desk.models, bar.update)
    call.say("The read models are built anew.", {"rebuilt": True})


@root.command()
@click.pass_context
@line
def verify(call: Line, context: click.Context) -> None:
    """Check the file, every chain of digests, every fold and every row."""
    desk = call.desk
    with progress(desk.health()["entries"], "Checking") as bar:
        faults = list(find_faults(desk.campaigns, desk.models, bar.update))
    names = {row.campaign: row.key for row in desk.listing()}
    rows = [{"campaign": names.get(fault.campaign, fault.campaign), "fault": fault.what} for fault in faults]
    told = [f"{row['campaign'] or 'file'}: {row['fault']}" for row in rows]
    call.say("\n".join(told) or "Everything is sound.", {"sound": not rows, "faults": rows})
    if rows:
        context.exit(DAMAGED)


@root.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@line
def backup(call: Line, file: Path) -> None:
    """Write a copy of everything, while it is in use."""
    size = backups.backup(call.desk.store, file)
    call.say(f"Wrote {file} ({size} bytes).", {"file": str(file), "bytes": size})


@root.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@line
def restore(call: Line, file: Path) -> None:
    """Put a backup in place of the campaigns; what was there is kept beside it."""
    kept = backups.restore(file, call.settings.file)
    told = f"Restored {file}." + (f" What was there before is kept as {kept.name}." if kept else "")
    call.say(told, {"restored": str(file), "kept": str(kept) if kept else None})


@root.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@line
def serve(call: Line, host: str, port: int) -> None:
    """Serve the pages, to this computer alone unless another host is given."""
    serve_pages(call.desk, host, port)


@root.command()
@click.argument("game", default="agemonia")
@line
def demo(call: Line, game: str) -> None:
    """Make a campaign already under way; prints its key."""
    if game not in BY_KEY:
        raise NotFound("The game “{game}” is not known here. Known: {known}.", game=game, known=tuple(BY_KEY))
    key = make_demo(call.desk, BY_KEY[game])
    call.say(key, {"key": key})
