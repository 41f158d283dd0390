"""The commands `pack check`, `pack add` and `pack update`: the content a campaign is pinned to."""

from pathlib import Path

import click

from companion.cli.base import Call, line, root
from companion.cli.given import here
from companion.cli.recording import tell
from domain.content import Content, changes, load, merged
from domain.refusal import NotFound


@root.group(epilog="Example: companion pack check my-items.toml")
def pack() -> None:
    """Check content packs, and take them into a campaign."""


@pack.command(epilog="Example: companion pack check my-items.toml")
@click.argument("file", type=click.Path(path_type=Path))
@line
def check(call: Call, file: Path) -> None:
    """Say what a pack holds, or every fault in it by its place."""
    kinds = {kind: len(things) for kind, things in read(file).kinds.items()}
    call.say("\n".join(f"{kind}: {count}" for kind, count in kinds.items()), kinds)


@pack.command(epilog="Example: companion pack add evening-one my-items.toml --preview")
@click.argument("campaign")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--preview", is_flag=True, help="Show what would change, and change nothing.")
@line
def add(call: Call, campaign: str, file: Path, *, preview: bool) -> None:
    """Take the names and numbers of a pack into a campaign."""
    take(call, campaign, read(file), preview=preview)


@pack.command(epilog="Example: companion pack update evening-one --preview")
@click.argument("campaign")
@click.option("--preview", is_flag=True, help="Show what would change, and change nothing.")
@line
def update(call: Call, campaign: str, *, preview: bool) -> None:
    """Take what the game ships with today into a campaign."""
    take(call, campaign, call.desk.campaigns.game_of(call.find(campaign).campaign).pack, preview=preview)


def take(call: Call, campaign: str, more: Content, *, preview: bool) -> None:
    """Pin a campaign to its content with more of it; first, or only, say what that changes."""
    with here(call, campaign) as now:
        id_, wanted = now.id, merged(now.campaign.table.pack, more)
        found = [change.render(call.tongue) for change in changes(now.campaign.table.pack, wanted)]
    if preview or not found:
        call.say("\n".join(found) or "Nothing would change.", found)
        return
    tell(call, campaign, call.desk.campaigns.change_pack(id_, wanted, call.desk.command(device="terminal")))


def read(file: Path) -> Content:
    """A pack file.

    Raises:
        NotFound: there is no such file.
        Misfit: every fault in it.
    """
    if not file.is_file():
        raise NotFound("There is no file “{file}”.", file=file.name)
    return load(file.read_text(encoding="utf-8", errors="replace"))
