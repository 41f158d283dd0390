"""The prompts, boards and sheets that players see along the golden logs, as text.

`python -m tests.shown` writes `tests/golden/<game>/shown.txt`; the test compares it with the code. Each different line
is listed once, with the moments that show it. So a new line changes no other one. The moments are a sample by hash of
the entries. Each kind of prompt is also listed at its first moment, in the sample or not. A difference is something
that players would see differently: read it before it is committed. `python -m tests.shown <game> <log> <entry>` prints
all lines of one moment.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.i18n import tongue_of
from domain.framework.events.event import Event
from domain.framework.game import AnyGame, Prompt
from domain.framework.table import State, Table
from domain.framework.text import Term, Text, Tongue, value_as_words
from domain.framework.views.board import Piece, pieces_of_board
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Memory
from domain.log.open_prompts import open_prompts
from projections.documents.export import render_sheets
from tests.moments import GOLDEN, read_golden
from tests.sampling import is_sampled

HEAD = "== "
"""The start of a section's heading."""
AT = " @ "
"""The separator between a line and the moments that show it."""

STRIDE = 24
"""One entry of so many is a moment of the sample, and so is the last entry of each log."""
SHEETS = 96
"""One moment of so many, and the last of each log, shows the sheets too."""

Moment = tuple[str, int]
"""A log, and the number of its entries."""


def file_of(game: AnyGame) -> Path:
    return GOLDEN / game.key / "shown.txt"


@cache
def logs_of(game: AnyGame) -> list[str]:
    return sorted(path.name.removesuffix(".jsonl") for path in (GOLDEN / game.key).glob("*.jsonl"))


def opened(game: AnyGame, log: str) -> Campaign:
    """The campaign of a golden log."""
    found = read_golden(game.key, log)
    packs = {pack.digest: pack for pack in found.packs}
    return Campaign("0" * 32, game, Memory(found.raws), packs.get, Checkpoints())


def sampled_moments(game: AnyGame) -> list[Moment]:
    """The sampled moments of all golden logs of a game, and the last moment of each."""
    lengths = {log: len(read_golden(game.key, log).raws) for log in logs_of(game)}
    return [
        (log, entry)
        for log, length in lengths.items()
        for entry in range(1, length + 1)
        if entry == length or is_sampled(STRIDE, log, entry)
    ]


def first_prompts(game: AnyGame, logs: int | None = None) -> Iterator[tuple[Moment, str]]:
    """The first prompt of each kind, with its moment, in the first logs or in all."""
    known: set[object] = set()
    tongue = tongue_of("en", "en", game.key)
    for log in logs_of(game)[:logs]:
        campaign = opened(game, log)
        for entry in range(1, campaign.position + 1):
            for prompt in open_prompts(campaign.game, campaign.at(entry)):
                if (kind := _kind(prompt)) not in known:
                    known.add(kind)
                    yield (log, entry), prompt_line(prompt, tongue)


def _kind(prompt: Prompt) -> object:
    return (
        prompt.event,
        prompt.required,
        prompt.opens_form,
        prompt.keypad,
        *prompt.also_required,
        *sorted(prompt.fields),
        bool(prompt.reminder),
    )


def listed_prompts(game: AnyGame) -> list[tuple[Moment, str]]:
    """The first prompts that the file of a game lists."""
    text = file_of(game).read_text(encoding="utf-8").partition(f"{HEAD}first prompts\n")[2]
    lines = (line.rpartition(AT) for line in text.partition(HEAD)[0].splitlines())
    return [((moment.split(" ")[0], int(moment.split(" ")[1])), line) for line, _, moment in lines]


def prompt_topic(line: str) -> str:
    """The topic of the event in the line of a prompt."""
    return line.partition(" | ")[2].split(" ")[0]


def told(game: AnyGame, first: Sequence[tuple[Moment, str]]) -> str:
    """The text of a game: the first prompts that are still shown, and all lines of the sample by their source."""
    sections = {"first prompts": [f"{line}{AT}{log} {entry}" for (log, entry), line in _still_shown(game, first)]}
    shown = _lines_of_sample(game)
    moments = sampled_moments(game)
    for name, lines in shown.items():
        sections[name] = [f"{line}{AT}{ranges(where, moments)}" for line, where in lines.items()]
    return "".join(f"{HEAD}{name}\n{''.join(f'{line}{chr(10)}' for line in lines)}" for name, lines in sections.items())


def _still_shown(game: AnyGame, first: Sequence[tuple[Moment, str]]) -> Iterator[tuple[Moment, str]]:
    tongue = tongue_of("en", "en", game.key)
    for log, at_log in groupby(first, key=lambda one: one[0][0]):
        campaign = opened(game, log)
        for entry, at_entry in groupby(at_log, key=lambda one: one[0][1]):
            lines = {*prompt_lines(campaign, campaign.at(entry), tongue)}
            yield from ((moment, line) for moment, line in at_entry if line in lines)


def _lines_of_sample(game: AnyGame) -> Mapping[str, Mapping[str, Sequence[Moment]]]:
    """The lines of prompts, boards and sheets, each with the moments that show it."""
    tongue = tongue_of("en", "en", game.key)
    campaigns = {log: opened(game, log) for log in logs_of(game)}
    shown: dict[str, dict[str, list[Moment]]] = {"prompts": {}, "boards": {}, "sheets": {}}
    for log, entry in sampled_moments(game):
        table = campaigns[log].at(entry)
        lines = {
            "prompts": prompt_lines(campaigns[log], table, tongue),
            "boards": board_lines(game, table, tongue),
            "sheets": sheet_lines(game, table, tongue) if _has_sheets(campaigns[log], log, entry) else (),
        }
        for name, found in lines.items():
            for line in dict.fromkeys(found):
                shown[name].setdefault(line, []).append((log, entry))
    return shown


def _has_sheets(campaign: Campaign, log: str, entry: int) -> bool:
    return entry == campaign.position or is_sampled(SHEETS, "sheets", log, entry)


def ranges(where: Sequence[Moment], moments: Sequence[Moment]) -> str:
    """Moments as ranges: `0.1.0 5–40 52` are all moments of the sample from 5 to 40, and 52."""
    place = {moment: number for number, moment in enumerate(moments)}
    words: list[str] = []
    for log, in_log in groupby(where, key=lambda moment: moment[0]):
        runs: list[list[int]] = []
        for moment in in_log:
            if runs and moments[place[moment] - 1] == (log, runs[-1][-1]):
                runs[-1].append(moment[1])
            else:
                runs.append([moment[1]])
        words += [log, *(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)]
    return " ".join(words)


def lines_at(campaign: Campaign, entry: int, tongue: Tongue) -> list[str]:
    """All lines of a moment."""
    table = campaign.at(entry)
    lines = [*prompt_lines(campaign, table, tongue), *board_lines(campaign.game, table, tongue)]
    return [*lines, *sheet_lines(campaign.game, table, tongue)]


def prompt_lines(campaign: Campaign, table: Table, tongue: Tongue) -> Iterator[str]:
    """A line for each prompt of a table."""
    yield from (prompt_line(one, tongue) for one in open_prompts(campaign.game, table))


def prompt_line(one: Prompt, tongue: Tongue) -> str:
    """A prompt: whether it is a duty, its words, its known fields, and all else that its page depends on."""
    known = " ".join(f"{name}={value}" for name, value in one.fields.items())
    said = {
        "opens": "yes" if one.opens_form else "",
        "needs": " ".join(one.also_required),
        "pad": one.keypad,
        "numbers": " ".join(map(str, one.keypad_numbers)),
        "left": one.reminder.render(tongue) if one.reminder else "",
        "leaves": "; ".join(words.render(tongue) for words in one.leaves),
        "card": one.card.render(tongue) if one.card else "",
        "unticked": "" if one.ticked else "yes",
        "then": " ".join(after.event.topic for after in one.then),
        "seats": " ".join(sorted(one.seats)),
        "joint": "yes" if one.joint else "",
    }
    more = "".join(f" · {name} {value}" for name, value in said.items() if value)
    return f"{'must' if one.required else 'may '} {one.title.render(tongue)} | {one.event.topic} {known}{more}".rstrip()


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
    """The sheets of a table as text, without rules and whatever the width of a column."""
    for sheet in game.sheets(table):
        for line in render_sheets([sheet], "text", tongue).decode().splitlines():
            if line.strip(" -="):
                yield re.sub(r" {2,}", "  ", line.rstrip())


def main(words: Sequence[str]) -> None:
    if words:
        game, log, entry = words
        print(*lines_at(opened(BY_KEY[game], log), int(entry), tongue_of("en", "en", game)), sep="\n")
        return
    for one in BY_KEY.values():
        file_of(one).write_text(told(one, [*first_prompts(one)]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
