"""The nearest tests of a module: those with its name, those that use it, then all tests of its folder, then laws."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.mutants.sites import ROOT

ELSEWHERE = ("browser", "bench", "soak", "served", "mutants")
FAULTS = ("test_repair.py", "test_other_format.py")
"""The only tests of tests/faults that kill no process, and so are quick."""
LAWS = ("tried", "shown", "golden", "games", "secrets", "truth", "taking_back", "machine")
"""Laws of every game."""
FIELDS = ("field_bounds", "defaults", "kinds_of_events", "numbers")
"""Tests of the fields of every event."""


@cache
def texts() -> dict[str, str]:
    """The text of each test file, by its path in the repository."""
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    near = [path for path in paths if path.parts[1] not in ELSEWHERE]
    return {str(p): (ROOT / p).read_text("utf-8") for p in near if p.parts[1] != "faults" or p.name in FAULTS}


def rounds(module: str) -> Iterator[Sequence[str]]:
    """The arguments of pytest, round by round: own tests, users, the folder, laws."""
    asked: set[str] = set()
    for found in (own(module), users(module), of_folder(module)):
        if fresh := [path for path in found if path not in asked]:
            asked.update(fresh)
            yield fresh
    laws = [f"tests/test_{name}.py" for name in LAWS]
    yield [*laws, "-k", module.split("/")[2]] if module.startswith("domain/games/") else laws


def own(module: str) -> list[str]:
    """The tests named after the module or its folder, there or in a folder around it, or in a folder of its name."""
    path = Path(module)
    names = {f"test_{path.stem}", f"test_{path.parent.name}"}
    folders = ["tests" / folder for folder in path.parents]
    found = [one for one in texts() if Path(one).parent in folders and Path(one).stem in names]
    found += [one for one in texts() if "tests" / path.with_suffix("") in Path(one).parents]
    is_event = module.startswith(("domain/games/", "domain/framework/kernel/"))
    return [*found, *(f"tests/test_{name}.py" for name in FIELDS if is_event)]


def users(module: str) -> list[str]:
    """The tests that import the module, or that name its classes and functions in its game or from its package."""
    dotted = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parts = ast.parse((ROOT / module).read_text("utf-8")).body
    public = [part.name for part in parts if isinstance(part, ast.ClassDef | ast.FunctionDef) and part.name[0] != "_"]
    named = re.compile(rf"\b({'|'.join(public) or 'nothing at all'})\b")
    game = module.split("/")[2] if module.startswith("domain/games/") else ""
    package = f"from {dotted.rpartition('.')[0]} import"

    def uses(path: str, text: str) -> bool:
        return f"{dotted} import" in text or bool((game in path if game else package in text) and named.search(text))

    def distance(path: str) -> int:
        return -sum(one == other for one, other in zip(path.split("/")[1:], module.split("/"), strict=False))

    return sorted((path for path, text in texts().items() if uses(path, text)), key=lambda path: (distance(path), path))


def of_folder(module: str) -> list[str]:
    """All tests of the nearest folder that has some."""
    folders = ["tests" / folder for folder in Path(module).parents][:-1]
    found = ([path for path in texts() if folder in Path(path).parents] for folder in folders)
    return next(filter(None, found), [])
