"""Alignment of columns in a terminal; a Chinese character is two columns wide."""

from collections.abc import Iterable, Sequence

from projections.documents.safe import columns_of, pad_to_width


def align_columns(rows: Iterable[Sequence[object]], right: Sequence[int] = ()) -> list[str]:
    """Rows as lines, each column as wide as its widest cell; columns in `right` are right-aligned."""
    cells = [[str(cell) for cell in row] for row in rows]
    wide = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(_pad_cell(row[n], wide[n], n in right) for n in range(len(wide))).rstrip() for row in cells]


def _pad_cell(words: str, columns: int, is_right: bool) -> str:
    return " " * (columns - columns_of(words)) + words if is_right else pad_to_width(words, columns)
