"""The lines of a TOML file: where each table, key and item begins, so that a fault can name its line."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    + r"|'''.*?'{3,5}"
    + r"""|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|[\[\]{}=,.\n]|[^\s\[\]{}=,."'#]+""",
    re.DOTALL,
)
Path = tuple[str, ...]
DEEPEST = 6
"""The most parts of a place; the places of deeper values are not listed."""


def lines_of_faults(source: str, faults: Iterable[str]) -> Mapping[str, int]:
    """The line of each place, such as `numbers.hp.most`, or of the nearest part of it that the file has.

    Args:
        source: valid TOML.
    """
    known = lines_of_places(source)
    ordered = sorted(known)
    return {place: _line_of(place, known, ordered) for place in faults}


def _line_of(place: str, known: Mapping[str, int], ordered: Sequence[str]) -> int:
    while place and place not in known:
        after = bisect_left(ordered, place)
        longer = after < len(ordered) and ordered[after].startswith(place)  # a long id is cut off in a message
        place = ordered[after] if longer else place.rpartition(".")[0]
    return known.get(place, 1)


def lines_of_places(source: str) -> Mapping[str, int]:
    """The line of every table, key and item of valid TOML, by its place, down to `DEEPEST` parts."""
    found: dict[str, int] = {}
    for path, line in _Reader().places(source):
        for end in range(1, min(len(path), DEEPEST) + 1):
            found.setdefault(".".join(path[:end]), line)
    return found


class _Reader:
    """Reads tokens one by one; the depth of nesting is a list, so that no file is too deep."""

    def __init__(self) -> None:
        self.table: Path = ()
        self.path: Path = ()
        """The path of the value that is being read."""
        self.parts: list[str] = []
        """The parts of the key that is being read."""
        self.open: list[tuple[str, Path]] = []
        """The open inline tables and lists, each with its path."""
        self.items: list[int] = []
        """The number of the current item, for each open inline table and list."""
        self.reads_key = True

    def places(self, source: str) -> Iterator[tuple[Path, int]]:
        line = 1
        for match in _TOKEN.finditer(source):
            token = match[0]
            if token == "\n":
                if not self.open:
                    self.parts, self.reads_key = [], True
            elif not token.startswith("#"):
                path = self._path_in_key(token) if self.reads_key else self._path_in_value(token)
                if path:
                    yield path, line
            line += token.count("\n")

    @property
    def _holder(self) -> Path:
        return self.open[-1][1] if self.open else self.table

    def _path_in_key(self, token: str) -> Path:
        """The path that is complete with a token of a key or a heading; empty if none is."""
        if token == "=":
            self.reads_key = False
            self.path = (*self._holder, *self.parts)
            self.parts = []
            return self.path
        if token == "]":
            self.table = tuple(self.parts)
            return self.table
        if token == "}":
            self._close()
        elif token not in "[.,":
            self.parts.append(_unquoted(token))
        return ()

    def _path_in_value(self, token: str) -> Path:
        """The path of the item of a list that begins with a token; empty if none does."""
        if token in "}]":
            self._close()
            return ()
        if token == ",":
            self.items[-1] += 1
            self.reads_key, self.parts = self.open[-1][0] == "{", []
            return ()
        path = (*self._holder, str(self.items[-1])) if self.open and self.open[-1][0] == "[" else ()
        if token in "{[":
            self.open.append((token, path or self.path))
            self.items.append(0)
            self.reads_key, self.parts = token == "{", []
        return path

    def _close(self) -> None:
        if self.open:
            self.open.pop()
            self.items.pop()
        self.reads_key = False


def _unquoted(token: str) -> str:
    """The text of a key, which may be quoted."""
    return str(tomllib.loads(f"key = {token}")["key"]) if token[0] in "\"'" else token
