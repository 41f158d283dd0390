"""`make mutants`: a hundred changes of the rules, each run against the nearest tests; `ARGS="--seed 7"` for others.

Each is made in a copy of the sources. Prints those that no test noticed, and ends with 1 where fewer than 92 of a
hundred were noticed that are no other rule (`equal.py` says of which that is known, and why).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from resource import RLIMIT_AS, setrlimit
from tempfile import TemporaryDirectory

from tests.mutants.equal import EQUAL
from tests.mutants.nearest import rounds
from tests.mutants.sites import ROOT, Mutant, modules, sites

SOURCES = ("companion", "domain", "projections", "templates", "tests", "tools", "docs", "pyproject.toml")
ONE_HANGS, ALL_HANG = 180, 900
"""Seconds after which a test, and a round of tests, will not end: a change that hangs is noticed."""
PYTEST = (
    *("-q", "-x", "-rfE", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:cov"),
    *("-o", f"faulthandler_timeout={ONE_HANGS}", "-o", "faulthandler_exit_on_timeout=true"),
)
MEMORY = 4 * 2**30
"""Bytes that a round of tests may take: one that a change lets grow without end would take the computer with it."""
NOTICED = 0.92
FAILED, NO_TESTS, HUNG = 1, 5, -1
"""How pytest ends, or does not."""
_SECONDS = count(4_000_000_000)
"""Times of changed files: Python takes two texts of equal length and time for the same."""


def chosen(seed: int, many: int) -> list[Mutant]:
    """So many of all changes there are, the same for the same seed and the same sources."""
    return Random(seed).sample(every(), many)


@cache
def every() -> tuple[Mutant, ...]:
    """Every change that there is a place for."""
    return tuple(mutant for module in modules() for mutant in sites(module, text_of(module)))


def text_of(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


class Copy:
    """The sources once more, where one of them can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failing: list[str] = []
        """Tests that fail whatever is changed."""
        self.said = ""
        folder.mkdir(exist_ok=True)
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
            copy(ROOT / name, folder / name)  # type: ignore[operator]

    def write(self, module: str, text: str) -> None:
        path, at = self.folder / module, next(_SECONDS)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (at, at))

    def notices(self, mutant: Mutant) -> str:
        """The first test that fails with a change and passes without; empty where there is none."""
        text = text_of(mutant.module)
        for asked in rounds(mutant.module):
            while found := self.changed(mutant, text, asked):
                if self.run([found]) != FAILED:
                    return found
                self.failing.append(found)
        return ""

    def changed(self, mutant: Mutant, text: str, asked: Sequence[str]) -> str:
        """What fails with a change."""
        self.write(mutant.module, mutant.applied(text))
        try:
            return "" if self.run(asked) in (0, NO_TESTS) else self.said
        finally:
            self.write(mutant.module, text)

    def run(self, asked: Sequence[str]) -> int:
        """How some tests end; the first one that failed is `said`, or that they did not end, or did not begin."""
        without = [f"--deselect={test}" for test in self.failing]
        line = [sys.executable, "-m", "pytest", *PYTEST, *without, *asked]
        try:
            ended = subprocess.run(
                line,
                cwd=self.folder,
                capture_output=True,
                text=True,
                timeout=ALL_HANG,
                check=False,
                preexec_fn=_bounded,
            )
        except subprocess.TimeoutExpired:
            self.said = "they never end"
            return HUNG
        failed = re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", ended.stdout, re.MULTILINE)
        self.said = failed[0] if failed else "they do not begin, or one hangs"
        return ended.returncode


def _bounded() -> None:
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))


def tried(mutants: Sequence[Mutant], first: int, at_once: int) -> Iterator[tuple[Mutant, str]]:
    """Each change with the test that noticed it; so many are tried at the same time, each in a copy of its own."""
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(at_once) as workers:
        idle = SimpleQueue[Copy]()
        for number in range(at_once):
            idle.put(Copy(Path(folder) / str(number)))

        def notice_in_idle_copy(mutant: Mutant) -> str:
            copy = idle.get()
            try:
                return copy.notices(mutant)
            finally:
                idle.put(copy)

        some = mutants[first - 1 :]
        for number, (mutant, noticed) in enumerate(
            zip(some, workers.map(notice_in_idle_copy, some), strict=True), first
        ):
            print(f"{number:4} {noticed or 'NOT NOTICED'}\n{mutant.told(text_of(mutant.module))}", flush=True)
            yield mutant, noticed


def main(words: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=100)
    asked.add_argument("--first", type=int, default=1, help="which one to begin with")
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="how many are tried at the same time")
    given = asked.parse_args(words)
    outcomes = tried(chosen(given.seed, given.count), given.first, given.at_once)
    lived = [mutant for mutant, noticed in outcomes if not noticed]
    other = [mutant for mutant in lived if mutant.key(text_of(mutant.module)) not in EQUAL]
    many = given.count - given.first + 1
    print(f"\n{many - len(lived)} of {many} noticed, {len(lived) - len(other)} more known to be no other rule.")
    for mutant in other:
        print(mutant.told(text_of(mutant.module)))
    return int(many - len(other) < NOTICED * many)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
