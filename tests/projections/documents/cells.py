"""Where the cells of a PDF are, and what of its text leaves them.

Columns are read from the tags of its tables: a column reaches as far as where the next one begins. What has a line
below it, as a fact or a row has, is as wide as that line; typst draws the line from the upper left corner of its cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.projections.documents.ink import STRAIGHT, TOUCHING, Matrix, Run, times

THIN = 1.2
"""How high a line is at the most, in points."""
SHORT = 4.0
"""How long a line is at least."""
PATH = (b"m", b"l", b"c")
PAINTED = (b"f", b"f*", b"S")
CLIPS = (b"W", b"W*")

Operations = list[tuple[Any, Any]]
"""What a page draws, one after the other: operands, operator."""
Marks = frozenset[tuple[int, int]]
"""What a cell holds: pages, by number, each with the mark of a text on it."""


@dataclass(frozen=True)
class Lined:
    """A box above a line; what begins in it ends in it."""

    left: float
    right: float
    bottom: float
    top: float

    def holds(self, run: Run) -> bool:
        return self.left - 1 < run.left < self.right and self.bottom < run.bottom < self.top - TOUCHING


def operations(page: PageObject) -> Operations:
    return ContentStream(page.get_contents(), page.pdf).operations


def lined(drawn: Operations) -> Iterator[Lined]:
    """The boxes above the lines of a page."""
    at, path = [STRAIGHT], list[tuple[float, float]]()
    for operands, operator in drawn:
        match operator:
            case b"q":
                at.append(at[-1])
            case b"Q":
                at.pop()
            case b"cm":
                at[-1] = times(operands, at[-1])
            case _ if operator in PATH:
                path.append((float(operands[-2]), float(operands[-1])))
            case _ if operator in PAINTED:
                yield from _above(path, at[-1])
                path = []


def _above(path: Sequence[tuple[float, float]], at: Matrix) -> Iterator[Lined]:
    """The box above what was painted, if that is a level line."""
    points = [times((1, 0, 0, 1, *point), at)[4:] for point in path]
    (left, right), (low, high) = ((min(side), max(side)) for side in zip(*points, strict=True))
    if high - low <= THIN and right - left >= SHORT:
        yield Lined(left, right, low, at[5])


def clips(drawn: Operations) -> bool:
    """Whether anything of a page is cut, so that text in it may be."""
    return any(operator in CLIPS for _, operator in drawn)


# --- the cells of tables, by their tags ---------------------------------------------------------


def tables(reader: PdfReader) -> Iterator[list[list[tuple[int, int, Marks]]]]:
    """The tables by their rows: of each cell the first column, the first behind it, and what it holds."""
    numbers = {
        page.indirect_reference.idnum: number for number, page in enumerate(reader.pages) if page.indirect_reference
    }
    for table in _tagged(reader.root_object.get("/StructTreeRoot"), "/Table"):
        yield [list(_cells(row, numbers)) for row in _tagged(table, "/TR")]


def _cells(row: Any, numbers: Mapping[int, int]) -> Iterator[tuple[int, int, Marks]]:
    at = 0
    for cell in (one for name in ("/TH", "/TD") for one in _tagged(row, name)):
        behind = at + _columns_of(cell)
        yield at, behind, frozenset(_marks(cell, numbers, 0))
        at = behind


def _columns_of(cell: Any) -> int:
    said = cell.get("/A", [])
    return next((int(one["/ColSpan"]) for one in (said if isinstance(said, list) else [said]) if "/ColSpan" in one), 1)


def _inside(part: Any) -> Sequence[Any]:
    held = part.get("/K", []) if isinstance(part, dict) else []
    return [one.get_object() for one in (held if isinstance(held, list) else [held])]


def _tagged(part: Any, name: str) -> Iterator[Any]:
    """The parts of a document that bear a tag; nothing within such a part is looked for."""
    for one in _inside(part.get_object() if part else {}):
        if isinstance(one, dict) and one.get("/S") == name:
            yield one
        else:
            yield from _tagged(one, name)


def _marks(part: Any, numbers: Mapping[int, int], page: int) -> Iterator[tuple[int, int]]:
    if isinstance(part, int):
        yield page, int(part)
        return
    page = numbers[part.raw_get("/Pg").idnum] if "/Pg" in part else page
    if "/MCID" in part:
        yield page, int(part["/MCID"])
    for one in _inside(part):
        yield from _marks(one, numbers, page)


# --- what leaves its cell -----------------------------------------------------------------------


def leaving(reader: PdfReader, pages: Sequence[Sequence[Run]]) -> Iterator[tuple[int, str]]:
    """What of the text of some pages leaves its cell, or may be cut, by the number of its page."""
    for number, (page, text) in enumerate(zip(reader.pages, pages, strict=True)):
        drawn = operations(page)
        if clips(drawn):
            yield number, "something is cut"
        boxes = list(lined(drawn))
        yield from ((number, f"{run} leaves its line") for run in text if _leaves(run, boxes))
    by_mark = _by_mark(pages)
    for rows in tables(reader):
        yield from _beyond_columns(rows, by_mark)


def _leaves(run: Run, boxes: Sequence[Lined]) -> bool:
    return any(run.right > box.right + TOUCHING for box in boxes if box.holds(run))


def _by_mark(pages: Sequence[Sequence[Run]]) -> Mapping[tuple[int, int], list[Run]]:
    found: dict[tuple[int, int], list[Run]] = {}
    for number, text in enumerate(pages):
        for run in text:
            found.setdefault((number, run.mark), []).append(run)
    return found


def _beyond_columns(
    rows: Sequence[Sequence[tuple[int, int, Marks]]], by_mark: Mapping[tuple[int, int], list[Run]]
) -> Iterator[tuple[int, str]]:
    """What reaches into the column behind its cell."""
    held = [
        (at, behind, mark[0], run)
        for row in rows
        for at, behind, marks in row
        for mark in marks
        for run in by_mark.get(mark, ())
    ]
    begins: dict[int, float] = {}
    for at, _, _, run in held:
        begins[at] = min(run.left, begins.get(at, run.left))
    for _, behind, page, run in held:
        bound = min((left for column, left in begins.items() if column >= behind), default=None)
        if bound is not None and run.right > bound + TOUCHING:
            yield page, f"{run} reaches into the next column, at {bound:.0f}"
