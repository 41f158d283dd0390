"""What players are shown along the golden logs: the prompts where a kind of them comes first, and sheets, as text.

`python -m tests.shown` writes `tests/golden/<game>/shown.txt` anew; the test compares it with what the code gives. What
differs there is what players would see otherwise: read it before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

from companion.i18n import tongue_of
from domain.games import BY_KEY
from domain.language.event import Event
from domain.language.game import AnyGame, Prompt
from domain.language.shown.board import Piece, pieces_of_board
from domain.language.table import Table
from domain.language.text import Term, Text, Tongue, value_as_words
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Memory
from projections.documents.export import render_sheets
from tests.moments import GOLDEN, read_golden

HEAD = "== "
"""What the line of a moment begins with: its log, and after how many entries."""

BOARDS = 6
"""Of so many moments the board is told at one."""


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "shown.txt"


def logs_of(game: AnyGame) -> list[str]:
    return sorted(path.name.removesuffix(".jsonl") for path in (GOLDEN / game.key).glob("*.jsonl"))


def opened(game: AnyGame, log: str) -> Campaign:
    """The campaign of a golden log."""
    found = read_golden(game.key, log)
    packs = {pack.digest: pack for pack in found.packs}
    return Campaign("0" * 32, game, Memory(found.raws), packs.get, Checkpoints())


def moments_shown(game: AnyGame) -> list[tuple[str, int]]:
    """The moments that the file of a game tells of."""
    lines = file_of(game).read_text(encoding="utf-8").splitlines()
    heads = (line.removeprefix(HEAD).split(" ") for line in lines if line.startswith(HEAD))
    return [(log, int(entry)) for log, entry in heads]


def first_of_each_kind(game: AnyGame) -> list[tuple[str, int]]:
    """The moments at which a prompt of some kind comes first, and the end of each log."""
    known: set[object] = set()
    moments = []
    for log in logs_of(game):
        campaign = opened(game, log)
        for position in range(1, campaign.position + 1):
            kinds = {_kind(prompt) for prompt in campaign.prompts_on(campaign.at(position), {})}
            if kinds - known or position == campaign.position:
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
    """What is shown at some moments, log by log."""
    tongue = tongue_of("en", "en", game.key)
    campaigns = {log: opened(game, log) for log in dict.fromkeys(log for log, _ in moments)}
    lines: list[str] = []
    for number, (log, entry) in enumerate(moments):
        campaign = campaigns[log]
        table = campaign.at(entry)
        lines += [f"{HEAD}{log} {entry}", *prompt_lines(campaign, table, tongue)]
        if number % BOARDS == 0:
            lines += board_lines(game, table, tongue)
        if entry == campaign.position or entry == campaign.position // 2:
            lines += sheet_lines(game, table, tongue)
    return "\n".join(lines) + "\n"


def prompt_lines(campaign: Campaign, table: Table, tongue: Tongue) -> Iterator[str]:
    """A line a prompt: whether it must be, its words, what is known of it, and all that its page rests on."""
    for one in campaign.prompts_on(table, {}):
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
    """A line a piece of the board, with all that is drawn and recorded there."""
    for piece in pieces_of_board(game.board(table)):
        yield from _piece_lines(piece, tongue)


def _piece_lines(piece: Piece, tongue: Tongue) -> Iterator[str]:
    own = replace(piece, rows=(), inside=())
    yield f"piece {' '.join(_parts(own, tongue))}"
    for part in piece.parts:
        yield from _piece_lines(part, tongue)


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
    elif not isinstance(value, float):  # where it is drawn
        yield value_as_words(value, tongue)


def sheet_lines(game: AnyGame, table: Table, tongue: Tongue) -> Iterator[str]:
    """The sheets of a table as text."""
    for sheet in game.sheets(table):
        yield from render_sheets([sheet], "text", tongue).decode().splitlines()


def main() -> None:
    for game in BY_KEY.values():
        file_of(game).write_text(told(game, first_of_each_kind(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
