"""The numbers that stand in the rules of each game, by the constant that names them.

`python -m tests.numbers` writes `tests/golden/<game>/numbers.txt` anew. What differs there is another rule than
the rulebook's: look it up before it is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from importlib import import_module
from pathlib import Path

from domain.games import BY_KEY
from tests.moments import GOLDEN

ROOT = Path(__file__).parents[1]


def file_of(game: str) -> Path:
    return GOLDEN / game / "numbers.txt"


def numbers_of(game: str) -> Iterator[str]:
    """A line for each constant of a game's modules that is a number, or a collection with numbers in it."""
    for path in sorted((ROOT / "domain/games" / game).rglob("*.py")):
        dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        module = import_module(dotted)
        for name in _constants_in(path.read_text(encoding="utf-8")):
            value = getattr(module, name)
            if _is_plain(value) and _has_number(value):
                yield f"{dotted.removeprefix(f'domain.games.{game}').lstrip('.')} {name} = {_as_text(value)}"


def _constants_in(text: str) -> Iterator[str]:
    """The constants that a module sets, in their order."""
    for part in ast.parse(text).body:
        targets = (
            part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
        )
        for target in targets:
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(one, ast.Name) and one.id.isupper():
                    yield one.id


def _is_plain(value: object) -> bool:
    """Whether a value is made of numbers and texts alone."""
    if isinstance(value, Mapping):
        return all(_is_plain(key) and _is_plain(one) for key, one in value.items())
    if isinstance(value, list | tuple | Set):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | float | str)


def _has_number(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(_has_number(key) or _has_number(one) for key, one in value.items())
    if isinstance(value, list | tuple | Set):
        return any(map(_has_number, value))
    return isinstance(value, int | float)


def _as_text(value: object) -> str:
    """A value as it is written down, with what has no order in order."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_as_text(key)}: {_as_text(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple | Set):
        inside = [_as_text(one) for one in value]
        return f"({', '.join(sorted(inside) if isinstance(value, Set) else inside)})"
    return str(value)


def main() -> None:
    for game in BY_KEY:
        file_of(game).write_text("".join(f"{line}\n" for line in numbers_of(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
