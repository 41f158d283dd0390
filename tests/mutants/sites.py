"""Sites: the places in a module of rules that can be changed by one operator or one number, and the changed text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPANION = (
    "campaign_files",
    "forms",
    "maintenance",
    "quick_entry",
    "web/network",
    *(
        f"web/visitors/{name}.py"
        for name in ("body_limits", "guard", "guests", "join_codes", "roles", "typed", "visitor")
    ),
)
RULES = ("domain", *(f"companion/{place}" for place in COMPANION))
"""The rules of the games and the log, and those of the companion about permissions and stored files."""
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
INSTEAD: dict[type[ast.AST], type[ast.AST]] = {
    **{one: other for pair in PAIRS for one, other in (pair, pair[::-1])},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult},
    **{ast.And: ast.Or, ast.Or: ast.And},
}
"""Operators, each with the one that replaces it."""
SKIPPED_FIELDS = ("annotation", "returns")
SKIPPED_ARGUMENTS = ("compare", "frozen", "kw_only", "maxsize", "repr", "slots", "strict")
"""Arguments that say how a class is made: no rule."""
NO_NUMBERS = ast.JoinedStr | ast.List | ast.Tuple | ast.Dict


@dataclass(frozen=True)
class Mutant:
    """One change of a module: the bytes that are replaced, from start to end, and their line."""

    module: str
    start: int
    end: int
    new: str
    line: int

    def applied(self, text: str) -> str:
        raw = text.encode()
        return (raw[: self.start] + self.new.encode() + raw[self.end :]).decode()

    def report(self, text: str) -> str:
        """The place, the line before and the line after."""
        was = text.splitlines()[self.line - 1].strip()
        return f"{self.module}:{self.line}\n  - {was}\n  + {self.key(text)[1]}"

    def key(self, text: str) -> tuple[str, str]:
        """The module and the changed line: they stay the same if lines move."""
        return self.module, self.applied(text).splitlines()[self.line - 1].strip()


def modules() -> Iterator[str]:
    """Every module of rules, by its path in the repository."""
    for found in (ROOT / place for place in RULES):
        yield from (
            path.relative_to(ROOT).as_posix() for path in sorted([found, *found.rglob("*.py")]) if path.is_file()
        )


def sites(module: str, text: str) -> Iterator[Mutant]:
    """Every change of a module."""
    begins = [0, *accumulate(len(line.encode()) for line in text.splitlines(keepends=True))]
    for node in _executed(ast.parse(text)):
        start = begins[getattr(node, "lineno", 1) - 1] + getattr(node, "col_offset", 0)
        end = begins[(getattr(node, "end_lineno", 1) or 1) - 1] + (getattr(node, "end_col_offset", 0) or 0)
        for new in _changed(node):
            yield Mutant(module, start, end, new, text.encode().count(b"\n", 0, start) + 1)


def _changed(node: ast.AST) -> Iterator[str]:
    """The texts that replace an expression."""
    changed = copy(node)
    match changed:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                changed.ops = [*ops[:number], INSTEAD[type(op)](), *ops[number + 1 :]]  # type: ignore[list-item]
                yield ast.unparse(changed)
        case ast.BoolOp(op=op, values=values):
            for number in range(1, len(values)):
                halves = [half if len(half) > 1 else half[0] for half in (values[:number], values[number:])]
                sides = [ast.BoolOp(op, half) if isinstance(half, list) else half for half in halves]
                yield ast.unparse(ast.BoolOp(INSTEAD[type(op)](), sides))  # type: ignore[arg-type]
        case ast.BinOp(op=op) if type(op) in INSTEAD and not _joins_texts(changed):
            changed.op = INSTEAD[type(op)]()  # type: ignore[assignment]
            yield ast.unparse(changed)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() | int() as value):
            yield str(not value if isinstance(value, bool) else value + 1)


def _joins_texts(node: ast.AST) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(isinstance(side, NO_NUMBERS) or isinstance(getattr(side, "value", 0), str | bytes) for side in sides)


def _executed(part: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module that run: no annotations and no texts."""
    if not (isinstance(part, ast.keyword) and part.arg in SKIPPED_ARGUMENTS):
        for name, value in ast.iter_fields(part):
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, ast.AST) and name not in SKIPPED_FIELDS and not isinstance(inner, ast.JoinedStr):
                    yield inner
                    yield from _executed(inner)
