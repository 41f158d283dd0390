"""Sizes and names: modules, functions and folders that a reader takes in at once, and one meaning a word."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "domain", "projections")
LINES_OF_A_MODULE = 400
LINES_OF_A_FUNCTION = 40
FILES_OF_A_FOLDER = range(3, 16)
OTHER_FOLDERS = {
    "domain": "the language that games are written in stands whole on one floor, with the campaigns above it",
    "domain/games": "holds one folder a game and their list",
    "companion/web/static/games": "holds the styles of each game that has its own",
    "companion/i18n/zh_Hans": "holds the catalogues of a language: that of the core, and one a game",
    "companion/i18n/zh_Hant": "holds the catalogues of a language: that of the core, and one a game",
}
"""Folders of another size, each with its reason. The roots of the repository and of the packages' data are no rooms."""
SAME_NAMES: dict[str, str] = {}
"""Names of several classes, each with its reason."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> Iterator[tuple[str, str]]:
    """Every source module: its path and its text."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def folders() -> Iterator[tuple[str, int]]:
    """Every folder of code, templates, styles and scripts, and how many files it holds itself."""
    for top in (*PACKAGES, "templates"):
        for folder in [ROOT / top, *(ROOT / top).rglob("*/")]:
            held = [path for path in folder.iterdir() if path.is_file()]
            if held and folder.name != "__pycache__":
                yield folder.relative_to(ROOT).as_posix(), len(held)


def named(text: str) -> Iterator[str]:
    """The public classes of a module."""
    for part in ast.parse(text).body:
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            yield part.name


def test_a_module_is_read_at_one_go() -> None:
    sizes = {path: len(text.splitlines()) for path, text in modules()}
    assert {path: size for path, size in sizes.items() if size >= LINES_OF_A_MODULE} == {}


def test_a_function_is_seen_at_once() -> None:
    long = [
        f"{path}:{part.lineno} {part.name}"
        for path, text in modules()
        for part in ast.walk(ast.parse(text))
        if isinstance(part, Function) and (part.end_lineno or 0) - part.lineno >= LINES_OF_A_FUNCTION
    ]
    assert long == []


def test_a_folder_holds_three_to_fifteen_files() -> None:
    others = {path: count for path, count in folders() if count not in FILES_OF_A_FOLDER}
    assert {path: count for path, count in others.items() if path not in OTHER_FOLDERS} == {}


def test_a_class_has_its_name_alone() -> None:
    where = defaultdict(list)
    for path, text in modules():
        for name in named(text):
            where[name].append(path)
    several = {name: paths for name, paths in where.items() if len(paths) > 1}
    assert {name: paths for name, paths in several.items() if name not in SAME_NAMES} == {}


def test_what_is_excused_still_needs_it() -> None:
    held, names = dict(folders()), [name for _, text in modules() for name in named(text)]
    grown = [path for path in OTHER_FOLDERS if held.get(path, FILES_OF_A_FOLDER[0]) in FILES_OF_A_FOLDER]
    assert [*grown, *(name for name in SAME_NAMES if names.count(name) < 2)] == []
