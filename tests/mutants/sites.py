"""Sites: where a module of rules can be changed by a word, and what it says then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = (
    "domain",
    "companion/care",
    "companion/forms",
    "companion/saying",
    "companion/vault",
    "companion/web/door",
    "companion/web/guard.py",
    "companion/web/guests.py",
    "companion/web/roles.py",
    "companion/web/typed.py",
    "companion/web/who.py",
)
"""Where rules stand: those of the games, of the log, and those of the companion about who may do what."""
COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
COUNTED = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
}
"""Words of comparison and of arithmetic, each with what stands there instead."""
UNSAID = ("annotation", "returns")
HOW = ("compare", "frozen", "kw_only", "maxsize", "repr", "slots", "strict")
"""Arguments that say how a class is made, or that something is checked once more: no rule stands there."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module: from where to where in its text, what stands there, and what instead."""

    module: str
    start: int
    end: int
    new: str
    line: int

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def told(self, text: str) -> str:
        """Where it is, the line as it was and as it is now."""
        was, now = text.splitlines()[self.line - 1], self.applied(text).splitlines()[self.line - 1]
        return f"{self.module}:{self.line}\n  - {was.strip()}\n  + {now.strip()}"

    def key(self, text: str) -> tuple[str, str]:
        """What it is known by while lines move: its module, and the line as it is now."""
        return self.module, self.applied(text).splitlines()[self.line - 1].strip()


def modules() -> Iterator[str]:
    """Every module of rules, by its path in the repository."""
    for place in RULES:
        found = ROOT / place
        for path in [found] if found.is_file() else sorted(found.rglob("*.py")):
            yield path.relative_to(ROOT).as_posix()


def sites(module: str, text: str) -> Iterator[Mutant]:
    """Every change that a module has a place for."""
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    raw = text.splitlines(keepends=True)

    def at(line: int, column: int) -> int:
        """The place of a column, which Python counts in bytes."""
        return lines[line - 1] + len(raw[line - 1].encode()[:column].decode())

    def between(one: ast.expr, other: ast.expr, was: str, new: str) -> Iterator[Mutant]:
        """A word that stands between two expressions."""
        start = at(one.end_lineno or 0, one.end_col_offset or 0)
        gap = text[start : at(other.lineno, other.col_offset)]
        bare = re.sub(r"#.*", lambda said: " " * len(said[0]), gap)
        if found := re.search(rf"(?<!\w){re.escape(was)}(?!\w)", bare):
            place = start + found.start()
            yield Mutant(module, place, place + len(was), new, text.count("\n", 0, place) + 1)

    for node in _said(ast.parse(text)):
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                for op, (one, other) in zip(ops, pairwise([left, *others]), strict=True):
                    yield from between(one, other, *COMPARED[type(op)])
            case ast.BoolOp(op=op, values=values):
                words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for one, other in pairwise(values):
                    yield from between(one, other, *words)
            case ast.BinOp(left=one, op=op, right=other) if type(op) in COUNTED and not _text(one) and not _text(other):
                yield from between(one, other, *COUNTED[type(op)])
            case ast.UnaryOp(op=ast.Not()):
                place = at(node.lineno, node.col_offset)
                yield Mutant(module, place, place + len("not "), "", node.lineno)
            case ast.Constant(value=value) if type(value) in (int, bool):
                place, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
                yield Mutant(module, place, end, str(not value if isinstance(value, bool) else value + 1), node.lineno)


def _said(part: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module that are run: without what stands there for who reads types, and without texts."""
    if isinstance(part, ast.keyword) and part.arg in HOW:
        return
    for name, value in ast.iter_fields(part):
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.AST) and name not in UNSAID and not isinstance(inner, ast.JoinedStr):
                yield inner
                yield from _said(inner)


def _text(part: ast.expr) -> bool:
    """Whether a side of a plus is plainly no number."""
    return isinstance(part, ast.JoinedStr | ast.List | ast.Tuple | ast.Dict) or (
        isinstance(part, ast.Constant) and isinstance(part.value, str | bytes)
    )


__all__ = ["ROOT", "Mutant", "modules", "sites"]
