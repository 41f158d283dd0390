"""`make mutants`: a hundred changes of the rules, each run against the nearest tests; `ARGS="--seed 7"` for others.

Each is made in a copy of the sources. It prints those that no test noticed, and ends with 1 if fewer than 92 of a
hundred were noticed or are known to be no other rule (`equal.toml`).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from resource import RLIMIT_AS, setrlimit
from tempfile import TemporaryDirectory, mkdtemp
from threading import local

from tests.mutants.nearest import rounds
from tests.mutants.sites import ROOT, Mutant, modules, sites

SOURCES = ("companion", "domain", "projections", "templates", "tests", "tools", "docs", "pyproject.toml")
ONE_HANGS, ALL_HANG = 180, 900
"""The seconds after which a test, and a round of tests, hangs: such a change is noticed."""
PYTEST = (
    *("-q", "-x", "-rfE", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:cov"),
    *("-o", f"faulthandler_timeout={ONE_HANGS}", "-o", "faulthandler_exit_on_timeout=true"),
)
MEMORY = 4 * 2**30
"""The most bytes for a round of tests: a change may let something grow without end."""
NOTICED = 0.92
_SECONDS = count(4_000_000_000)
"""Times of changed files: Python takes two texts of equal length and time for the same."""


@cache
def equal() -> frozenset[tuple[str, str]]:
    """The changes that are known to be no other rule, by module and changed line."""
    known = tomllib.loads(Path(__file__).with_name("equal.toml").read_text(encoding="utf-8"))
    return frozenset((module, line) for module, lines in known.items() for line in lines)


@cache
def every() -> tuple[Mutant, ...]:
    """Every change that there is a place for."""
    return tuple(mutant for module in modules() for mutant in sites(module, text_of(module)))


def text_of(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


class Copy:
    """A copy of the sources in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failing: list[str] = []
        """Tests that fail without a change too."""
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
            copy(ROOT / name, folder / name)

    def notices(self, mutant: Mutant) -> str:
        """The first test that fails with a change and passes without it; empty if there is none."""
        text = text_of(mutant.module)
        for asked in rounds(mutant.module):
            while found := self._failure(mutant.module, mutant.applied(text), asked):
                if not self._failure(mutant.module, text, [found]).startswith("tests/"):
                    return found
                self.failing.append(found)
        return ""

    def _failure(self, module: str, text: str, asked: Sequence[str]) -> str:
        """The first test that fails with a text of a module, or why there is no such test; empty if all pass."""
        path, at = self.folder / module, next(_SECONDS)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (at, at))
        without = [f"--deselect={test}" for test in self.failing]
        line = [sys.executable, "-m", "pytest", *PYTEST, *without, *asked]
        bound = lambda: setrlimit(RLIMIT_AS, (MEMORY, MEMORY))  # noqa: E731
        how = {"cwd": self.folder, "capture_output": True, "text": True, "timeout": ALL_HANG, "preexec_fn": bound}
        try:
            ended = subprocess.run(line, check=False, **how)  # type: ignore[call-overload]
        except subprocess.TimeoutExpired:
            return "a round of tests hangs"
        finally:
            path.write_text(text_of(module), encoding="utf-8")
            os.utime(path, (at := next(_SECONDS), at))
        failed = re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", ended.stdout, re.MULTILINE)
        return "" if ended.returncode in (0, 5) else [*failed, "tests cannot start, or one hangs"][0]


def tried(mutants: Sequence[Mutant], at_once: int) -> Iterator[tuple[Mutant, str]]:
    """Each change with the test that noticed it; several at a time, each in its own copy."""
    own = local()
    with TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(at_once) as workers:

        def notice(mutant: Mutant) -> str:
            if not hasattr(own, "copy"):
                own.copy = Copy(Path(mkdtemp(dir=folder)))
            return str(own.copy.notices(mutant))

        yield from zip(mutants, workers.map(notice, mutants), strict=True)


def main(words: Sequence[str]) -> int:
    asked = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=100)
    asked.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="how many are tried at the same time")
    given = asked.parse_args(words)
    lived = []
    for mutant, noticed in tried(Random(given.seed).sample(every(), given.count), given.at_once):
        print(f"{noticed or 'NOT NOTICED'}\n{mutant.report(text_of(mutant.module))}", flush=True)
        lived += [] if noticed else [mutant]
    other = [mutant for mutant in lived if mutant.key(text_of(mutant.module)) not in equal()]
    print(f"\n{given.count - len(lived)} of {given.count} noticed; not noticed, and not known to be equal:")
    for mutant in other:
        print(mutant.report(text_of(mutant.module)))
    return int(given.count - len(other) < NOTICED * given.count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
