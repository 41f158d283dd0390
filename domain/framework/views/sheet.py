"""Save sheets: the blocks of a sheet, independent of any format.

A sheet consists of blocks. A block is facts, a grid, tracks, words with tallies, boxes to tick, or some of these side
by side. The sheets of all games use these blocks, and every format (text, Markdown, HTML, JSON, PDF) draws them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from domain.framework.text import Term, Text

Said = str | int | Term | Text | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value; `of` is its maximum; `path` is its source in the state, for *why*.

    An `unknown` value is a number that is not known, and shown as “?”; another value of None is an empty one.
    """

    label: Said
    value: Said
    of: int | None = None
    path: str = ""
    unknown: bool = False


def number_fact(label: Said, value: int | None, of: int | None = None, path: str = "") -> Fact:
    """A number as a fact; None is unknown."""
    return Fact(label, value, of, path, unknown=value is None)


@dataclass(frozen=True, slots=True)
class Facts:
    """Labelled values, in a row or in columns."""

    title: Said
    facts: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class Track:
    """A printed track: its fill, its length, and the number of locked spaces at its end.

    An unknown fill or length is None, and shown as “?”.
    """

    label: Said
    value: int | None
    length: int | None = None
    locked: int = 0
    marks: Sequence[int] = ()
    path: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A checkbox."""

    label: Said
    ticked: bool
    path: str = ""


Cell = Said | Fact | Track | Box


@dataclass(frozen=True, slots=True)
class Wide:
    """A cell of a grid that spans so many columns."""

    cell: Cell
    columns: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under column heads; shown even when it has no rows yet."""

    title: Said
    columns: Sequence[Said | Wide]
    rows: Sequence[Sequence[Cell | Wide]]


@dataclass(frozen=True, slots=True)
class Tracks:
    """Tracks in groups, such as pairs of rivals."""

    title: Said
    groups: Sequence[Sequence[Track]]


@dataclass(frozen=True, slots=True)
class Word:
    """A written word with its tally strokes, perhaps crossed out."""

    word: str
    tally: int = 0
    crossed: bool = False
    path: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    title: Said
    words: Sequence[Word]


@dataclass(frozen=True, slots=True)
class Boxes:
    title: Said
    boxes: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Beside:
    """Blocks side by side, as on a printed sheet; one below the other if there is not enough room."""

    title: Said
    blocks: Sequence[Facts | Grid | Tracks | Words | Boxes]


Block = Facts | Grid | Tracks | Words | Boxes | Beside


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper. A sheet of a seat names it, so that pages add the seat's mark."""

    key: str
    title: Said
    blocks: Sequence[Block] = field(default_factory=tuple)
    seat: str = ""
