"""Sheets without their empty parts, for printing.

Adjacent grids with the same first column are joined into one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Plain = Mapping[str, Any]


def without_empty_parts(sheet: Plain) -> dict[str, Any]:
    """A sheet without its empty parts."""
    return {**sheet, "blocks": _all_filled(sheet["blocks"])}


def _all_filled(blocks: Sequence[Plain]) -> list[dict[str, Any]]:
    filled = ({**block, **_FILLED[block["kind"]](block)} for block in blocks)
    return [block for block in filled if any(block[name] for name in _PARTS if name in block)]


_PARTS = ("facts", "rows", "groups", "words", "boxes", "blocks")
"""The fields that hold the parts of a block, of any kind."""


def _facts(block: Plain) -> Plain:
    return {"facts": [fact for fact in block["facts"] if not _is_empty_cell(fact)]}


def _grid(block: Plain) -> Plain:
    """The filled rows of a grid, without the columns that are empty in all of them."""
    rows = [row for row in block["rows"] if not all(map(_is_empty_cell, row))]
    if any(_is_wide(cell) for row in (block["columns"], *rows) for cell in row):
        return {"rows": rows}
    kept = [n for n in range(len(block["columns"])) if not all(_is_empty_cell(row[n]) for row in rows if n < len(row))]
    return {"columns": list(_cells_at(block["columns"], kept)), "rows": [list(_cells_at(row, kept)) for row in rows]}


def _cells_at(row: Sequence[Any], places: Sequence[int]) -> Iterator[Any]:
    return (row[n] for n in places if n < len(row))


def _tracks(block: Plain) -> Plain:
    groups = ([track for track in group if track["value"] != 0 or track["length"]] for group in block["groups"])
    return {"groups": [group for group in groups if group]}


def _boxes(block: Plain) -> Plain:
    """All boxes if any is ticked, because an empty box means something then; otherwise none."""
    return {"boxes": block["boxes"] if any(box["ticked"] for box in block["boxes"]) else []}


def _join_grids(block: Plain) -> Plain:
    """Join grids with the same rows into one, with their titles over their columns."""
    blocks = _all_filled(block["blocks"])
    return {"blocks": [_join_columns(blocks)] if _have_the_same_rows(blocks) else blocks}


def _have_the_same_rows(blocks: Sequence[Plain]) -> bool:
    """Whether all are grids with the same first column."""
    if not blocks or any(block["kind"] != "grid" or not block["columns"] for block in blocks):
        return False
    firsts = [[block["columns"][0], *(row[:1] for row in block["rows"])] for block in blocks]
    whole = all(len(row) == len(block["columns"]) for block in blocks for row in block["rows"])
    return whole and len(blocks) > 1 and all(first == firsts[0] for first in firsts)


def _join_columns(grids: Sequence[Plain]) -> dict[str, Any]:
    """The first column once, then those of each grid; `over` is the row of titles above their heads."""
    first = grids[0]
    over = [{"kind": "wide", "cell": grid["title"], "columns": len(grid["columns"]) - 1} for grid in grids]
    return {
        "kind": "grid",
        "title": "",
        "over": [None, *over],
        "columns": [first["columns"][0], *(head for grid in grids for head in grid["columns"][1:])],
        "rows": [
            [row[0], *(cell for grid in grids for cell in grid["rows"][place][1:])]
            for place, row in enumerate(first["rows"])
        ],
    }


def _is_wide(cell: Any) -> bool:
    return isinstance(cell, Mapping) and cell["kind"] == "wide"


def _is_empty_cell(cell: Any) -> bool:
    """Whether a cell is empty; boxes and tracks never are."""
    match cell:
        case {"kind": "wide", "cell": inner}:
            return _is_empty_cell(inner)
        case {"kind": "fact", "unknown": True}:
            return False
        case {"kind": "fact", "value": value}:
            return value in (None, "", "–")
    return cell in (None, "", "–")


_FILLED: Mapping[str, Callable[[Plain], Plain]] = {
    "facts": _facts,
    "grid": _grid,
    "tracks": _tracks,
    "words": lambda block: {"words": block["words"]},
    "boxes": _boxes,
    "beside": _join_grids,
}

__all__ = ["without_empty_parts"]
