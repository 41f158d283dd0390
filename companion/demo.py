"""Demo campaigns: a script of lines for each game, recorded as if a table had played them."""

from importlib.resources import files
from typing import Any

import orjson

from companion.desk import Desk
from companion.script import Script
from domain.campaign import Command
from domain.game import AnyGame
from domain.refusal import NotFound


def demo(desk: Desk, game: AnyGame) -> str:
    """Make the demo of a game; returns the campaign's key. Made before, it is left as it is.

    Raises:
        NotFound: the game has no demo.
    """
    lines = script_of(game)
    first = lines[0]
    command = Command(f"demo-{game.key}", first["time"])
    receipt = desk.campaigns.new(game.key, first["new"], first.get("opening", {}), command)
    if not receipt.repeated:
        script = Script(desk, receipt.campaign)
        for number, line in enumerate(lines[1:], 2):
            script.line({"command": f"demo-{game.key}-{number}", **line})
    return desk.find(receipt.campaign).key


def script_of(game: AnyGame) -> list[dict[str, Any]]:
    """The lines of a game's demo; a line without a time has that of the line before."""
    place = files(f"domain.games.{game.key}").joinpath("demo.jsonl")
    if not place.is_file():
        raise NotFound("There is no demo of {game} yet.", game=game.name)
    lines: list[dict[str, Any]] = []
    time = ""
    for text in place.read_text(encoding="utf-8").splitlines():
        line = orjson.loads(text)
        time = line.setdefault("time", time)
        lines.append(line)
    return lines
