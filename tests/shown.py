"""What players are shown along the golden logs: the prompts where a kind of them comes first, and sheets, as text.

`python -m tests.shown` writes `tests/golden/<game>/shown.txt` anew; the test compares it with what the code gives. What
differs there is what players would see otherwise: read it before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.i18n import tongue_of
from domain.games import BY_KEY
from domain.language.game import AnyGame, Prompt
from domain.language.table import Table
from domain.language.text import Tongue
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Memory
from projections.documents.written import render_sheets
from tests.moments import GOLDEN, read_golden

HEAD = "== "
"""What the line of a moment begins with: its log, and after how many entries."""


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
    for log, entry in moments:
        campaign = campaigns[log]
        table = campaign.at(entry)
        lines += [f"{HEAD}{log} {entry}", *prompt_lines(campaign, table, tongue)]
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


def sheet_lines(game: AnyGame, table: Table, tongue: Tongue) -> Iterator[str]:
    """The sheets of a table as text."""
    for sheet in game.sheets(table):
        yield from render_sheets([sheet], "text", tongue).decode().splitlines()


def main() -> None:
    for game in BY_KEY.values():
        file_of(game).write_text(told(game, first_of_each_kind(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
