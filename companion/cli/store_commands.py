"""Commands on the whole store: rebuild, verify, repair, backup, restore, serve, demo."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.campaign_files import backups
from companion.campaign_files.targets import Target
from companion.cli.arguments import game_of
from companion.cli.base import DAMAGED, Call, pass_call, root
from companion.cli.completion import complete_campaigns, complete_games
from companion.cli.files import OutputFile, force, progress_bar
from companion.cli.hosting import HostingAsked, hosting_options
from companion.demo import make_demo
from domain.games import BY_KEY, SHIPPED
from domain.store import Damaged, StoreError
from projections.campaigns import Listed
from projections.rebuild import Fault, rebuild_read_models
from projections.rebuild import verify_file as find_faults

if TYPE_CHECKING:
    from companion.campaign_files.repair import Repaired


@root.command(epilog="The log itself is not touched. Example: companion rebuild")
@click.pass_context
@pass_call
def rebuild(call: Call, context: click.Context) -> None:
    """Rebuild every read model from the log.

    A damaged file is repaired.
    """
    services = call.services
    entries = services.health()["entries"]
    try:
        with progress_bar(entries, "Rebuilding") as advance:
            rows = _say_faults(rebuild_read_models(services.campaigns, services.models, advance), call)
    except Damaged:
        call.close()
        repair_file(call, context)
        return
    output = ["The read models were rebuilt.", *(f"{row['campaign']}: {row['fault']}" for row in rows)]
    call.print_result("\n".join(output), {"rebuilt": True, "entries": entries, "faults": rows})


@root.command(epilog="Exit code 6 if anything is wrong. Example: companion verify")
@click.pass_context
@pass_call
def verify(call: Call, context: click.Context) -> None:
    """Check the file, every chain of digests, every fold and every row."""
    services = call.services
    stopped = [Fault("", services.store.stopped.text)] if services.store.stopped else []
    with progress_bar(services.health()["entries"], "Checking") as advance:
        rows = _say_faults([*stopped, *find_faults(services.campaigns, services.models, advance)], call)
    output = [f"{row['campaign'] or 'file'}: {row['fault']}" for row in rows]
    call.print_result("\n".join(output) or "Everything is in order.", {"sound": not rows, "faults": rows})
    if rows:
        context.exit(DAMAGED)


def _say_faults(faults: Iterable[Fault], call: Call) -> list[dict[str, str]]:
    """The faults as objects, with the keys of their campaigns."""
    found = list(faults)
    names = {row.campaign: row.key for row in call.services.list_campaigns()}
    return [{"campaign": names.get(fault.campaign, fault.campaign), "fault": fault.what} for fault in found]


@root.command(epilog="Stop `companion serve` first. Exit code 6 if something is lost. Example: companion repair")
@click.pass_context
@pass_call
def repair(call: Call, context: click.Context) -> None:
    """Rescue the contents of a damaged file into a new one.

    The damaged file is kept. Entries that cannot be read are taken from the backups next to it, if their digest is
    right. A sound file is not changed.
    """
    repair_file(call, context)


def repair_file(call: Call, context: click.Context) -> None:
    """Repair the file and print the result."""
    from companion.campaign_files.repair import repair_file as put_right  # noqa: PLC0415 - rarely needed

    today = datetime.now().astimezone().date()
    every_backup = backups.all_backups(call.own_file, today)
    repaired = put_right(call.own_file, BY_KEY, every_backup, lambda: is_sound(call))
    lost = _say_faults((Fault(id_, one.told) for id_, one in repaired.wrong), call)
    pages, kept = (str(path) if path else None for path in (repaired.pages, repaired.kept))
    counted = {"entries": repaired.entries, "healed": repaired.healed, "packs_lost": repaired.packs}
    said = _sentences_on_repair(repaired, lost)
    call.print_result("\n".join(said), {**counted, "kept": kept, "pages": pages, "faults": lost})
    if lost or repaired.packs:
        context.exit(DAMAGED)


def is_sound(call: Call) -> bool:
    """Whether the file can be opened and verified without faults."""
    try:
        services = call.services
        return not services.store.stopped and not any(find_faults(services.campaigns, services.models))
    except StoreError:
        return False
    finally:
        call.close()


def _sentences_on_repair(repaired: "Repaired", lost: Iterable[Mapping[str, str]]) -> list[str]:
    """The result of a repair as sentences."""
    if repaired.kept is None:
        return [f"Nothing is damaged: all {repaired.entries} entries are intact. The file was not changed."]
    said = [
        f"{repaired.entries} entries were rescued into a new file. The damaged file is kept as {repaired.kept.name}."
    ]
    if repaired.healed:
        said.append(f"{repaired.healed} of them came from a backup.")
    if repaired.packs:
        said.append(f"{repaired.packs} content packs could not be read; the game's own pack is used instead.")
    said += [f"{row['campaign']}: {row['fault']}" for row in lost]
    if repaired.pages:
        said.append(f"The damaged pages are saved in {repaired.pages.name}.")
    return said


@root.command(epilog="Example: companion backup campaigns-2026-05-01.db")
@click.argument("file", type=OutputFile())
@force
@pass_call
def backup(call: Call, file: Target) -> None:
    """Write a copy of all campaigns, even while they are in use.

    The copy contains the secrets of all seats, so only you can read it.
    """
    call.check_there_is_something()
    with file.unfinished() as half:
        backups.write_backup(call.services.store, half)
    name, size = click.format_filename(file.path), file.path.stat().st_size
    call.print_result(f"Wrote {name} ({size} bytes).", {"file": name, "bytes": size})


@root.command(epilog="Stop `companion serve` first. Example: companion restore campaigns-2026-05-01.db")
@click.argument("file", type=click.Path(path_type=Path))
@pass_call
def restore(call: Call, file: Path) -> None:
    """Replace the campaigns by a backup; the old file is kept."""
    kept = backups.restore_backup(file, call.own_file)
    name = click.format_filename(file)
    output = f"Restored {name}." + (f" The previous file is kept as {kept.name}." if kept else "")
    call.print_result(output, {"restored": name, "kept": str(kept) if kept else None})


@root.command(epilog="Example: companion serve --lan, then open the address on your phones")
@click.option(
    "--host",
    default=None,
    metavar="ADDRESS",
    help="Address to listen on (default: 127.0.0.1); through any other, visitors are guests.",
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--lan", is_flag=True, help="Also serve phones in the same network; the campaign's code lets them join.")
@click.option("--browser", is_flag=True, help="Open the page in the browser of this computer.")
@hosting_options
@click.option(
    "--campaign",
    metavar="CAMPAIGN",
    shell_complete=complete_campaigns,
    help="Campaign to join with --lan; default: the last played.",
)
@pass_call
def serve(
    call: Call, /, *, lan: bool, host: str | None, port: int, browser: bool, campaign: str | None, **hosting: Any
) -> None:
    """Serve the pages, by default to this computer only."""
    from companion.web.application.serve import CannotListen, Opening  # noqa: PLC0415 - only this command needs the web server
    from companion.web.application.serve import serve as serve_pages  # noqa: PLC0415
    from companion.web.network.addresses import ALONE, host_name_for_network  # noqa: PLC0415
    from companion.web.network.gate import CannotOpenToNetwork  # noqa: PLC0415

    if lan and host:
        raise click.UsageError("Give --host or --lan, not both.")
    where, asked = host or ALONE, HostingAsked(**hosting)
    if ":" in where and not asked.behind:
        raise click.UsageError("IPv6 addresses are not supported. Give --lan, a name or an IPv4 address.")
    known_as = host_name_for_network(where)
    asked.check(is_elsewhere=lan or bool(known_as))
    if campaign and not (lan or known_as or asked.behind):
        raise click.UsageError("--campaign needs --lan.")
    opening = None
    if lan or known_as or asked.behind:
        opening = Opening(known_as, default_campaign(call, campaign), asked.behind, asked.trusted_proxy or (ALONE,))
    names = ("localhost", "127.0.0.1", *filter(None, (known_as, host, asked.name)))
    call.services.settings = asked.apply(call.services.settings)
    try:
        serve_pages(call.services, where, port, names, opening, browser)
    except CannotOpenToNetwork as wrong:
        raise click.ClickException(str(wrong.text)) from wrong
    except CannotListen as wrong:
        raise click.UsageError(str(wrong)) from wrong


def default_campaign(call: Call, key: str | None) -> Listed | None:
    """The campaign with a key, or the last played one that is not hidden; None if there is none."""
    return call.look_up(key) if key else next(iter(call.services.list_page(hidden=False).campaigns), None)


@root.command(epilog=f"An existing demo is not changed. Games: {', '.join(SHIPPED)}. Example: companion demo runewars")
@click.argument("game", default="agemonia", shell_complete=complete_games)
@pass_call
def demo(call: Call, game: str) -> None:
    """Create a campaign that is already under way, and print its key."""
    key = make_demo(call.services, game_of(game))
    call.print_result(key, {"key": key})
