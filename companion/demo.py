"""Demo campaigns: a script for each game, recorded as if a table had played it."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from companion.script import Script
from companion.services import Services
from domain.framework.cards.packs import read_pack
from domain.framework.content import Content, merge_content
from domain.framework.game import AnyGame
from domain.framework.refusal import NotFound
from domain.games import file_of_game
from domain.log.command import Command


def make_demo(services: Services, game: AnyGame) -> str:
    """Make the demo of a game, or complete an unfinished one; returns the campaign's key.

    Raises:
        NotFound: the game has no demo.
    """
    lines = [{"command": f"demo-{game.key}-{number}", **line} for number, line in enumerate(demo_script(game), 1)]
    first = lines[0]
    command = Command(f"demo-{game.key}", first["time"])
    receipt = services.campaigns.new(game.key, first["new"], first.get("opening", {}), command)
    if pack := first.get("pack"):
        typed_in = merge_content(game.pack, demo_pack(game, pack))
        taken = Command(f"demo-{game.key}-pack", first["time"])
        services.campaigns.change_pack(receipt.campaign, typed_in, taken)
    script = Script(services, receipt.campaign)
    for line in lines[_lines_recorded(services, receipt.campaign, lines) :]:
        script.line(line)
    return services.find_campaign(receipt.campaign).key


def has_demo(key: str) -> bool:
    """Whether the game of a key has a demo; the game is not imported."""
    script = file_of_game(key, "demo.jsonl")
    return script is not None and script.is_file()


def demo_pack(game: AnyGame, name: str) -> Content:
    """The cards that a table typed in for a demo, from a pack file next to the script."""
    file = file_of_game(game.key, name)
    assert file is not None, "the script is in the same package"
    return read_pack(file.read_text(encoding="utf-8"), game.kinds).content


def _lines_recorded(services: Services, campaign: str, lines: Sequence[Mapping[str, Any]]) -> int:
    """The number of lines that were already recorded; at least 1."""
    for number in range(len(lines), 1, -1):
        if services.store.positions_of_command(campaign, lines[number - 1]["command"]):
            return number
    return 1


def demo_script(game: AnyGame) -> list[dict[str, Any]]:
    """The lines of a game's demo; a line without a time gets that of the line before."""
    place = file_of_game(game.key, "demo.jsonl")
    if place is None or not place.is_file():
        raise NotFound("There is no demo of {game} yet.", game=game.name)
    lines: list[dict[str, Any]] = []
    time = ""
    for text in place.read_text(encoding="utf-8").splitlines():
        line = orjson.loads(text)
        time = line.setdefault("time", time)
        lines.append(line)
    return lines
