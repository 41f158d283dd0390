"""Sizes and names: functions that a reader takes in at once, and one meaning a word."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "domain", "projections", "tools")
LINES_OF_A_FUNCTION = 40
SAME_NAMES: dict[str, str] = dict.fromkeys(
    ("Outcome", "Play", "Rolled"), "companion.testing is for tests; no page and no game imports it"
)
"""Names of several classes, each with its reason."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> Iterator[tuple[str, str]]:
    """Every source module: its path and its text."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def named(text: str) -> Iterator[str]:
    """The public classes of a module."""
    for part in ast.parse(text).body:
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            yield part.name


def test_a_function_is_seen_at_once() -> None:
    long = [
        f"{path}:{part.lineno} {part.name}"
        for path, text in modules()
        for part in ast.walk(ast.parse(text))
        if isinstance(part, Function) and (part.end_lineno or 0) - part.lineno >= LINES_OF_A_FUNCTION
    ]
    assert long == []


def game_of(path: str) -> str:
    """The folder of a game that a module is in, if it is in one: two games may both roll dice."""
    return path.split("/")[2] if path.startswith("domain/games/") and path.count("/") > 2 else ""


def test_a_class_has_its_name_alone_beside_all_that_its_game_sees() -> None:
    where = defaultdict(list)
    for path, text in modules():
        for name in named(text):
            where[name].append(path)
    several = {
        name: paths
        for name, paths in where.items()
        for games in [[game_of(path) for path in paths]]
        if len(set(games)) < len(games) or ("" in games and len(games) > 1)
    }
    assert {name: paths for name, paths in several.items() if name not in SAME_NAMES} == {}


def test_what_is_excused_still_needs_it() -> None:
    names = [name for _, text in modules() for name in named(text)]
    assert [name for name in SAME_NAMES if names.count(name) < 2] == []
