"""Docstrings describe the parameters and attributes that the code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "domain", "projections", "tools", "tests")
SECTION = re.compile(r"^(?:Args|Attributes):\n(?P<lines>(?:[ \t]+\S.*\n?)+)", re.MULTILINE)
ENTRY = re.compile(r"^ {4}(?P<names>\*{0,2}\w+(?:, \*{0,2}\w+)*):", re.MULTILINE)

Described = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def names_in_docstring(docstring: str) -> list[str]:
    """The names that the sections of parameters and attributes of a docstring describe."""
    sections = (found["lines"] for found in SECTION.finditer(docstring))
    return [
        name for lines in sections for entry in ENTRY.finditer(lines) for name in re.findall(r"\w+", entry["names"])
    ]


def names_in_code(node: Described) -> set[str]:
    """The parameters of a function, or the fields, methods and attributes of a class and what makes it."""
    if isinstance(node, ast.ClassDef):
        fields = {
            one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        }
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
        set_ = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
        made_of = [names_in_code(one) for one in methods if one.name == "__init__"]
        return fields.union(set_, (one.name for one in methods), *made_of)
    args = node.args
    rest = [one for one in (args.vararg, args.kwarg) if one]
    return {one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs, *rest)}


def undefined_names(source: str) -> Iterator[str]:
    """The names that docstrings of a module describe and its code does not have."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Described):
            unknown = set(names_in_docstring(ast.get_docstring(node) or "")) - names_in_code(node)
            yield from (f"{node.name}: {name}" for name in sorted(unknown))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_describes_parameters_that_exist(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {one}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for one in undefined_names(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


RENAMED = '''
class Offer:
    """An offer.

    Args:
        words: its words.
        must, needs: former names.
    """

    words: str


def offer(table):
    """Offer.

    Args:
        table: the table.
        seat: what was a parameter once,
            told on two lines: as here.
    """
'''


def test_a_former_name_in_a_docstring_is_found() -> None:
    assert [*undefined_names(RENAMED)] == ["Offer: must", "Offer: needs", "offer: seat"]
