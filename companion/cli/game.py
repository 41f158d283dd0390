"""The commands `game check`, `schema` and `gallery`: files that describe a game."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from companion.cli.base import Call, pass_call, root
from companion.cli.packs import lines_of_unknown, read_pack_text
from companion.game_files import line_faults, read_game_file
from companion.terminal import json_text
from domain.framework.content import LARGEST, Content, too_large
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text
from domain.games.own.file_schema import schema_of_game_files
from domain.games.own.gallery import gallery_names, source_of
from domain.games.own.kinds import GameCard

KEY = "own"
"""The key of the game that such files describe, for its translations."""
FAULTY = 1


@root.group(epilog="Example: companion game check sheet.toml")
def game() -> None:
    """Check a file that describes a game, or print one of the gallery."""


@game.command(epilog="Example: companion game check sheet.toml")
@click.argument("file", type=click.Path(allow_dash=True, path_type=Path))
@pass_call
def check(call: Call, file: Path) -> None:
    """List what a game file describes, or all its faults with their lines. The exit code is 1 if it has faults.

    `-` reads stdin.
    """
    call.voice.game = KEY
    source = read_standard_input() if str(file) == "-" else read_pack_text(file)
    try:
        pack = read_game_file(source)
    except Misfit as wrong:
        _print_faults(call, source, wrong.faults)
        sys.exit(FAULTY)
    kinds = {kind: len(things) for kind, things in pack.content.kinds.items()}
    lines = [_first_line(pack.content).render(call.tongue), *(f"{kind}: {count}" for kind, count in kinds.items())]
    call.print_result("\n".join([*lines, *lines_of_unknown(call, pack)]), kinds)


def read_standard_input() -> str:
    """The text of stdin; of a larger one than any pack, only the beginning is read.

    Raises:
        Misfit: it is larger than any pack, or not in UTF-8.
    """
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Misfit({"": too_large()})
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Misfit({"": text("This is not in UTF-8.")}) from None


def _print_faults(call: Call, source: str, faults: Mapping[str, Text]) -> None:
    found = [(line, place, fault.render(call.tongue)) for line, place, fault in line_faults(source, faults)]
    call.print_result(
        "\n".join(f"{line}: {fault}" for line, _, fault in found),
        [{"line": line, "place": place, "fault": fault} for line, place, fault in found],
    )


def _first_line(content: Content) -> Text:
    card = next(GameCard.read(one) for one in content.of("game").values())
    name = next(iter(content.terms["game"].values()))
    return text("{name}, for {fewest}–{most} players", name=name, fewest=card.players[0], most=card.players[1])


@game.command(epilog="Example: companion game schema > game.schema.json")
def schema() -> None:
    """Print the JSON Schema of game files, with which editors complete and check them."""
    click.echo(json_text(schema_of_game_files()))


def complete_gallery(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The ids of the definitions in the gallery."""
    return [CompletionItem(id_, help=name.en) for id_, name in gallery_names().items() if id_.startswith(incomplete)]


@game.command(epilog="Example: companion game gallery score-sheet > sheet.toml")
@click.argument("name", default="", shell_complete=complete_gallery)
@pass_call
def gallery(call: Call, name: str) -> None:
    """List the game files that companion brings, or print the one of a NAME, to begin your own from."""
    if name:
        click.echo(source_of(name), nl=False)
        return
    names = {id_: Text("{name}", {"name": term}).render(call.tongue) for id_, term in gallery_names().items()}
    call.print_result("\n".join(f"{id_:<20}{said}" for id_, said in names.items()), names)
