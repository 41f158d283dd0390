"""What players are shown along the golden logs: prompts, boards and sheets as text, each line where it is shown first.

`python -m tests.shown` writes `tests/golden/<game>/shown.txt` anew; the test compares it with what the code gives. What
differs there is what players would see otherwise: read it before it is kept. A moment's checksum is of all its lines in
their order, also of those that were shown before: `python -m tests.shown <game> <log> <entry>` prints them all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.i18n import tongue_of
from domain.games import BY_KEY
from domain.language.event import Event
from domain.language.game import AnyGame, Prompt
from domain.language.shown.board import Piece, pieces_of_board
from domain.language.table import State, Table
from domain.language.text import Term, Text, Tongue, value_as_words
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Memory
from domain.log.open_prompts import open_prompts
from projections.documents.export import render_sheets
from tests.moments import GOLDEN, read_golden

HEAD = "== "
"""What the line of a moment begins with: its log, and after how many entries."""

STRIDE = 4
"""Every so many entries are a moment, besides those at which a prompt of some kind comes first."""
SHEETS = 8
"""Of so many moments the sheets are told at one, and at the end of a log."""


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "shown.txt"


def logs_of(game: AnyGame) -> list[str]:
    return sorted(path.name.removesuffix(".jsonl") for path in (GOLDEN / game.key).glob("*.jsonl"))


def opened(game: AnyGame, log: str) -> Campaign:
    """The campaign of a golden log."""
    found = read_golden(game.key, log)
    packs = {pack.digest: pack for pack in found.packs}
    return Campaign("0" * 32, game, Memory(found.raws), packs.get, Checkpoints())


def moments_told(file: Path) -> list[tuple[str, int]]:
    """The moments that a file of a game tells of."""
    lines = file.read_text(encoding="utf-8").splitlines()
    heads = (line.removeprefix(HEAD).split(" ") for line in lines if line.startswith(HEAD))
    return [(log, int(entry)) for log, entry, *_ in heads]


def moments_worth_showing(game: AnyGame, stride: int = STRIDE) -> list[tuple[str, int]]:
    """The moments at which a prompt of some kind comes first, some in between, and the end of each log."""
    known: set[object] = set()
    moments = []
    for log in logs_of(game):
        campaign = opened(game, log)
        for position in range(1, campaign.position + 1):
            kinds = {_kind(prompt) for prompt in open_prompts(campaign.game, campaign.at(position), {})}
            if kinds - known or position % stride == 0 or position == campaign.position:
                known |= kinds
                moments.append((log, position))
    return moments


def _kind(prompt: Prompt) -> object:
    return (
        prompt.event,
        prompt.must,
        prompt.opens,
        prompt.pad,
        *prompt.needs,
        *sorted(prompt.fields),
        bool(prompt.left),
    )


def told(game: AnyGame, moments: Sequence[tuple[str, int]]) -> str:
    """What is shown at some moments that was not shown before in the same log, with the checksum of all that is."""
    tongue = tongue_of("en", "en", game.key)
    campaigns = {log: opened(game, log) for log in dict.fromkeys(log for log, _ in moments)}
    known = {log: set[str]() for log in campaigns}
    told: list[str] = []
    for number, (log, entry) in enumerate(moments):
        lines = lines_at(campaigns[log], entry, tongue, sheets=number % SHEETS == 0)
        told.append(f"{HEAD}{log} {entry} {crc32(chr(10).join(lines).encode()):08x}")
        told += (line for line in dict.fromkeys(lines) if line not in known[log])
        known[log].update(lines)
    return "\n".join(told) + "\n"


def lines_at(campaign: Campaign, entry: int, tongue: Tongue, *, sheets: bool) -> list[str]:
    """All that is shown at a moment."""
    table = campaign.at(entry)
    lines = [*prompt_lines(campaign, table, tongue), *board_lines(campaign.game, table, tongue)]
    return [*lines, *sheet_lines(campaign.game, table, tongue)] if sheets or entry == campaign.position else lines


def prompt_lines(campaign: Campaign, table: Table, tongue: Tongue) -> Iterator[str]:
    """A line a prompt: whether it must be, its words, what is known of it, and all that its page rests on."""
    for one in open_prompts(campaign.game, table):
        known = " ".join(f"{name}={value}" for name, value in one.fields.items())
        said = {
            "opens": "yes" if one.opens else "",
            "needs": " ".join(one.needs),
            "pad": one.pad,
            "numbers": " ".join(map(str, one.numbers)),
            "left": one.left.render(tongue) if one.left else "",
            "leaves": "; ".join(words.render(tongue) for words in one.leaves),
            "card": one.card.render(tongue) if one.card else "",
            "unticked": "" if one.ticked else "yes",
            "then": " ".join(after.event.topic for after in one.then),
            "seats": " ".join(sorted(one.seats)),
            "joint": "yes" if one.joint else "",
        }
        more = "".join(f" · {name} {value}" for name, value in said.items() if value)
        yield f"{'must' if one.must else 'may '} {one.title.render(tongue)} | {one.event.topic} {known}{more}".rstrip()


def board_lines(game: AnyGame, table: Table, tongue: Tongue) -> Iterator[str]:
    """The lines of each piece of the board, and of a game's own board, with all that is drawn and recorded there."""
    board = game.board(table)
    for piece in pieces_of_board(board):
        yield from _piece_lines(piece, tongue)
    for name, value in (
        ((field.name, getattr(board, field.name)) for field in fields(board)) if is_dataclass(board) else ()
    ):
        for one in value if isinstance(value, list | tuple) else [value]:
            if _has_parts(one) and not isinstance(one, Piece):
                yield from _lines_of(name, one, tongue)
            elif not isinstance(one, Piece):
                yield f"{name}: {' '.join(_parts(one, tongue))}"


def _piece_lines(piece: Piece, tongue: Tongue) -> Iterator[str]:
    yield from _lines_of(piece.key, replace(piece, rows=(), inside=()), tongue)
    for part in piece.parts:
        yield from _piece_lines(part, tongue)


def _lines_of(key: str, value: Any, tongue: Tongue) -> Iterator[str]:
    """A line for what a part of a board says of itself, and one for each thing in it: a counter, a chip, a space."""
    own = {field.name: getattr(value, field.name) for field in fields(value)}
    several = {
        name: found for name, found in own.items() if found and (isinstance(found, list | tuple) or _has_parts(found))
    }
    yield f"{key}: {' '.join(_parts(replace(value, **dict.fromkeys(several)), tongue))}"
    for name, found in several.items():
        if _has_parts(found):
            yield from _lines_of(f"{key} {name}", found, tongue)
        else:
            yield from (f"{key} {name}: {' '.join(_parts(one, tongue))}" for one in found)


def _has_parts(value: object) -> bool:
    """Whether a value has parts of its own, and is no words."""
    return is_dataclass(value) and not isinstance(value, Text | Term | Event | type)


def _parts(value: object, tongue: Tongue) -> Iterator[str]:
    """All that is said in a value of a board, from the first field to the last; what is empty says nothing."""
    if isinstance(value, Event):
        yield f"{value.topic}({' '.join(f'{name}={said}' for name, said in value if said)})"
    elif isinstance(value, type):
        yield getattr(value, "topic", value.__name__)
    elif is_dataclass(value) and not isinstance(value, Text | Term):
        for field in fields(value):
            found = getattr(value, field.name)
            if found and found is not True:
                yield from _parts(found, tongue)
            elif found is True:
                yield field.name
            elif found == 0 and isinstance(found, int) and found is not False:
                yield "0"
    elif isinstance(value, Mapping):
        for name, found in value.items():
            yield f"{name}="
            yield from _parts(found, tongue)
    elif isinstance(value, list | tuple | set | frozenset):
        for found in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
            yield from _parts(found, tongue)
    elif not isinstance(value, float | State):  # where it is drawn, and what a template reads itself
        yield value_as_words(value, tongue)


def sheet_lines(game: AnyGame, table: Table, tongue: Tongue) -> Iterator[str]:
    """The sheets of a table as text."""
    for sheet in game.sheets(table):
        yield from render_sheets([sheet], "text", tongue).decode().splitlines()


def main(words: Sequence[str]) -> None:
    if words:
        game, log, entry = words
        print(*lines_at(opened(BY_KEY[game], log), int(entry), tongue_of("en", "en", game), sheets=True), sep="\n")
        return
    for one in BY_KEY.values():
        file_of(one).write_text(told(one, moments_worth_showing(one)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
