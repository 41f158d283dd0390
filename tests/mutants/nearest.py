"""The nearest tests of a module: those that bear its name, those that use it, then all of its room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.mutants.sites import ROOT

TESTS = ROOT / "tests"
ELSEWHERE = ("browser", "bench", "soak", "faults", "mutants")
"""Rooms of tests that stand near to no module."""
FAULTS = ("test_repair.py", "test_other_format.py")
"""Of what goes wrong, the tests that kill nobody, and so take no longer than others: of the store and the vault."""
LAWS = (
    "test_tried.py",
    "test_shown.py",
    "test_golden.py",
    "test_games.py",
    "test_secrets.py",
    "test_truth.py",
    "test_taking_back.py",
    "test_machine.py",
)
"""What holds for every game."""
FIELDS = (
    "tests/test_field_bounds.py",
    "tests/test_defaults.py",
    "tests/test_kinds_of_events.py",
    "tests/test_numbers.py",
)
"""How much each field of every game takes, what it is where it is left out, what every event is to a table; numbers."""


@cache
def texts() -> dict[str, str]:
    """Every file of tests by its path in the repository."""
    found = (path.relative_to(ROOT) for path in sorted(TESTS.rglob("test_*.py")))
    return {
        path.as_posix(): (ROOT / path).read_text(encoding="utf-8")
        for path in found
        if path.parts[1] not in ELSEWHERE or (path.parts[1] == "faults" and path.name in FAULTS)
    }


def rounds(module: str) -> Iterator[Sequence[str]]:
    """What is asked of a module, one after the other, as pytest is told: its own tests, users, room, and the laws."""
    asked: set[str] = set()
    for found in (own(module), users(module), room(module)):
        if fresh := [path for path in found if path not in asked]:
            asked.update(fresh)
            yield fresh
    laws = [f"tests/{name}" for name in LAWS]
    yield [*laws, "-k", module.split("/")[2]] if module.startswith("domain/games/") else laws


def own(module: str) -> list[str]:
    """The tests that bear its name or its room's, in that room or one around it, or are in a folder that does."""
    names = {f"test_{name}" for name in (Path(module).stem, Path(module).parent.name)}
    rooms = [Path("tests") / folder for folder in (Path(module).parent, *Path(module).parent.parents)]
    found = [path for path in texts() if Path(path).parent in rooms and Path(path).stem in names]
    named = Path("tests") / Path(module).with_suffix("")
    found += [path for path in texts() if named in Path(path).parents]
    return [*found, *FIELDS] if module.startswith(("domain/games/", "domain/language/kernel/")) else found


def users(module: str) -> list[str]:
    """The tests that name what it has, where they have it from the module or from its package, the nearest first."""
    dotted = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parts = ast.parse((ROOT / module).read_text(encoding="utf-8")).body
    names = [part.name for part in parts if isinstance(part, ast.ClassDef | ast.FunctionDef) and part.name[0] != "_"]
    imported = re.compile(rf"\b{re.escape(dotted)} import")
    packaged = re.compile(rf"\bfrom {re.escape(dotted.rpartition('.')[0])} import")
    named = re.compile(rf"\b({'|'.join(map(re.escape, names)) or 'nothing at all'})\b")
    game = module.split("/")[2] if module.startswith("domain/games/") else ""
    using = [
        path
        for path, text in texts().items()
        if imported.search(text) or ((game in path if game else packaged.search(text)) and named.search(text))
    ]
    return sorted(using, key=lambda path: (-_common(path, module), path))


def room(module: str) -> list[str]:
    """All tests of the nearest room that has some."""
    folder = Path("tests") / Path(module).parent
    while folder != Path("tests"):
        if found := [path for path in texts() if folder in Path(path).parents]:
            return found
        folder = folder.parent
    return []


def _common(path: str, module: str) -> int:
    """How many folders a test shares with a module."""
    return sum(one == other for one, other in zip(Path(path).parts[1:], Path(module).parts, strict=False))


__all__ = ["rounds"]
