"""Where text stands on the pages of a PDF: every run of it with its corners, in points from the lower left of the page.

It reads what typst writes: fonts with two bytes a glyph, and a matrix before each run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from pypdf import PageObject
from pypdf.generic import ContentStream

HIGH = 0.6
"""How far letters reach above their line, in sizes of their font; tails below a line and accents may touch."""
TOUCHING = 0.4
"""Points by which runs may overlap without anybody seeing it."""
CLOSING = tuple("，。、；：！？）】》」』")
"""Wide signs of Chinese of which the right half is blank."""
MAPPED = re.compile("<([0-9A-F]{4})> <([0-9A-F]+)>")

Matrix = tuple[float, ...]
STRAIGHT: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Run:
    """Words in one font on one line."""

    words: str
    left: float
    right: float
    bottom: float
    top: float
    mark: int = -1
    """What the tags of its page call it; below nought: it has none."""

    def overprints(self, other: Run) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        upward = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across > TOUCHING and upward > TOUCHING

    def __str__(self) -> str:
        return f"“{self.words}” at {self.left:.0f} to {self.right:.0f}, {self.bottom:.0f} high"


@dataclass(frozen=True)
class Font:
    """What a PDF says of the glyphs of a font."""

    plain: Any

    @cached_property
    def widths(self) -> Mapping[int, float]:
        """By glyph: `first [width, …]` and `first last width` follow one another."""
        found: dict[int, float] = {}
        parts = iter(self.plain["/DescendantFonts"][0].get_object()["/W"])
        for first in parts:
            follows = next(parts)
            if isinstance(follows, list):
                found |= {first + n: float(width) for n, width in enumerate(follows)}
            else:
                found |= dict.fromkeys(range(first, follows + 1), float(next(parts)))
        return found

    @cached_property
    def letters(self) -> Mapping[int, str]:
        table = self.plain["/ToUnicode"].get_data().decode("latin-1")
        return {int(glyph, 16): bytes.fromhex(said).decode("utf-16-be") for glyph, said in MAPPED.findall(table)}

    def words(self, glyphs: Sequence[int]) -> str:
        return "".join(self.letters.get(glyph, "") for glyph in glyphs)

    def inked(self, shown: Sequence[Any]) -> float:
        """How wide glyphs are with what they are moved apart, in sizes of the font.

        Blanks at their end have no ink, nor has the second half of a wide sign that closes.
        """
        glyphs = _glyphs(shown)
        words = self.words(glyphs).rstrip()
        inked = len(words)
        blank = 500 if words.endswith(CLOSING) else 0
        moved = sum(float(part) for part in shown if isinstance(part, int | float))
        return (sum(self.widths.get(glyph, 0) for glyph in glyphs[:inked]) - moved - blank) / 1000


def _glyphs(shown: Sequence[Any]) -> list[int]:
    data = b"".join(part.original_bytes for part in shown if not isinstance(part, int | float))
    return [int.from_bytes(data[n : n + 2]) for n in range(0, len(data), 2)]


def runs(page: PageObject) -> Iterator[Run]:
    """All text of a page, run by run, as it is drawn."""
    resources: Any = page["/Resources"]
    fonts = {name: Font(font.get_object()) for name, font in resources.get("/Font", {}).items()}
    at, begun, font, size, marks = [STRAIGHT], STRAIGHT, None, 0.0, [-1]
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        match operator:
            case b"q":
                at.append(at[-1])
            case b"Q":
                at.pop()
            case b"BDC" | b"BMC":
                marks.append(_mark_in(operands))
            case b"EMC":
                marks.pop()
            case b"cm":
                at[-1] = times(operands, at[-1])
            case b"Tf":
                font, size = fonts[operands[0]], float(operands[1])
            case b"Tm":
                begun = tuple(operands)
            case b"TJ" | b"Tj" if font:
                shown = operands[0] if operator == b"TJ" else operands
                yield replace(_run(font, size, shown, times(begun, at[-1])), mark=marks[-1])


def _mark_in(operands: Sequence[Any]) -> int:
    """What marked content is called; of an artifact, which is no part of the document, nothing is."""
    said = operands[-1]
    return int(said.get("/MCID", -1)) if isinstance(said, dict) else -1


def times(one: Sequence[Any], other: Matrix) -> Matrix:
    """One matrix within another."""
    a, b, c, d, e, f = map(float, one)
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _run(font: Font, size: float, shown: Sequence[Any], at: Matrix) -> Run:
    words = font.words(_glyphs(shown))
    left, line = at[4:]
    return Run(words, left, left + font.inked(shown) * size * at[0], line, line + HIGH * size * abs(at[3]))


def overprinted(text: Iterable[Run]) -> Iterator[str]:
    """What of the text of a page stands on something else, in words."""
    found = sorted((run for run in text if run.words.strip()), key=lambda run: run.bottom)
    for place, run in enumerate(found, 1):
        for other in takewhile(lambda other, top=run.top: other.bottom < top, found[place:]):
            if run.overprints(other):
                yield f"{run} over {other}"
