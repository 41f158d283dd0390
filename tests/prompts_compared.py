"""The prompts that differ between the code of a revision and the code here.

`python -m tests.prompts_compared REVISION [GAME …]` prints the differing lines of each game, and nothing if there are
none. It lists the open prompts at sampled moments of all golden logs. At each moment the table is also tried with
other tracked areas and in the other steps, because golden logs rarely reach these tables.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.i18n import tongue_of
from domain.framework.game import AnyGame, Prompt
from domain.framework.table import Table
from domain.framework.text import Term, Text, Tongue
from domain.games import BY_KEY
from domain.log.open_prompts import open_prompts
from tests.sampling import is_sampled
from tests.shown import logs_of, opened

ROOT = Path(__file__).parent.parent
PRINT = "--print"
STRIDE = 6
"""One entry of so many is a moment of the sample."""


def prompt_lines(game: AnyGame) -> Iterator[str]:
    """A line for each open prompt at each table."""
    tongue = tongue_of("en", "en", game.key)
    for log in logs_of(game):
        campaign = opened(game, log)
        for entry in range(1, campaign.position + 1):
            if is_sampled(STRIDE, log, entry):
                for variant, table in variants_of(campaign.at(entry)):
                    for prompt in open_prompts(game, table):
                        yield f"{log} {entry} {variant} | {prompt_line(prompt, tongue)}"


def variants_of(table: Table) -> Iterator[tuple[str, Table]]:
    """The table as it is, in each other step, and with other tracked areas."""
    copied = table.model_copy(deep=True)
    step, steps = table.place[1], ["", *(table.steps if "step" in type(table).model_fields else ())]
    for name, areas in tracked_areas(table).items():
        copied.tracked = [*areas]
        for other in steps if name in ("all", "none") else [""]:
            if not other or other != step:
                if "step" in type(table).model_fields:
                    setattr(copied, "step", other or step)  # noqa: B010 - not a field of every table
                yield f"{name} {other}".strip(), copied


def tracked_areas(table: Table) -> Mapping[str, Sequence[str]]:
    """All areas, none, all but each one, and each one alone."""
    every = list(table.areas)
    without = {f"without {area}": [one for one in every if one != area] for area in every}
    return {"all": every, "none": [], **without, **{f"only {area}": [area] for area in every}}


def prompt_line(prompt: Prompt, tongue: Tongue) -> str:
    """A prompt with all its fields that are not empty."""
    return " · ".join(
        f"{field.name} {_words_of(value, tongue)}"
        for field in fields(prompt)
        if (value := getattr(prompt, field.name)) not in (False, None, (), [], "", frozenset())
    )


def _words_of(value: object, tongue: Tongue) -> str:
    match value:
        case Text():
            return value.render(tongue)
        case Term():
            return tongue.name(value)
        case Prompt():
            return f"({prompt_line(value, tongue)})"
        case type():
            return str(getattr(value, "topic", value.__name__))
        case Mapping():
            return " ".join(f"{name}={_words_of(one, tongue)}" for name, one in value.items())
        case range() | list() | tuple():
            return ", ".join(_words_of(one, tongue) for one in value)
        case frozenset():
            return ", ".join(sorted(map(str, value)))
    return str(value)


def print_lines_of(tree: Path, game: str, into: Path) -> subprocess.Popen[bytes]:
    """Start a process that writes the lines of a game, by the code of a tree."""
    command = [sys.executable, "-P", str(Path(__file__).resolve()), PRINT, game]
    with into.open("wb") as file:
        return subprocess.Popen(command, stdout=file, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)})


def compare_prompts(revision: str, games: Sequence[str]) -> bool:
    """Print the lines that differ; whether all are the same."""
    same = True
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    with TemporaryDirectory() as folder:
        before, old, new = Path(folder, "tree"), Path(folder, "old.txt"), Path(folder, "new.txt")
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            tree.extractall(before, filter="data")
        for game in games:
            running = [print_lines_of(before, game, old), print_lines_of(ROOT, game, new)]
            if [process.wait() for process in running] != [0, 0]:
                return False
            diff = ["git", "diff", "--no-index", "--unified=0", str(old), str(new)]
            same &= subprocess.run(diff, check=False).returncode == 0
            print(f"{game}: {len(new.read_bytes().splitlines())} lines", file=sys.stderr)
    return same


def main(words: Sequence[str]) -> int:
    if words[0] == PRINT:
        sys.stdout.writelines(f"{line}\n" for line in prompt_lines(BY_KEY[words[1]]))
        return 0
    return 0 if compare_prompts(words[0], words[1:] or [*BY_KEY]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
