"""Sheets as aligned plain text for a terminal; Chinese characters are two columns wide."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.documents.safe import columns_of, pad_to_width, shown_safely, tally_marks

Plain = Mapping[str, Any]
LONGEST_BAR = 40
"""A longer track is shown as a number only."""


def sheets_text(sheets: Sequence[Plain]) -> str:
    """Sheets as text, below each other."""
    return "\n\n".join("\n".join(_sheet(sheet)) for sheet in sheets) + "\n"


def track_bar(value: int, length: int, locked: int = 0) -> str:
    """A track as text: `[###..x]` has three of five open spaces filled and one locked."""
    open_ = max(0, length - locked)
    filled = min(max(0, value), length)
    return f"[{'#' * filled}{'.' * (open_ - filled)}{'x' * (length - max(open_, filled))}]"


def _sheet(sheet: Plain) -> Iterator[str]:
    title = shown_safely(sheet["title"])
    yield title
    yield "=" * columns_of(title)
    for block in sheet["blocks"]:
        yield ""
        yield from _block(block)


def _block(block: Plain) -> Iterator[str]:
    if block["title"]:
        yield shown_safely(block["title"])
    yield from (f"  {line}".rstrip() for line in _BLOCKS[block["kind"]](block))


def _parts_below(block: Plain) -> Iterator[str]:
    """Side-by-side blocks below each other, because a terminal is narrow."""
    for n, one in enumerate(block["blocks"]):
        if n:
            yield ""
        yield from _block(one)


def _facts(block: Plain) -> Iterator[str]:
    labels = [shown_safely(fact["label"]) for fact in block["facts"]]
    columns = max(map(columns_of, labels), default=0)
    for label, fact in zip(labels, block["facts"], strict=True):
        yield f"{pad_to_width(label, columns)}  {_value(fact)}"


def _value(fact: Plain) -> str:
    value = "?" if fact.get("unknown") else shown_safely(fact["value"])
    return value + ("" if fact["of"] is None else f"/{fact['of']}")


def cell_text(value: Any) -> str:
    """A cell of a grid on one line."""
    match value:
        case {"kind": "fact", "label": label}:
            return f"{shown_safely(label)} {_value(value)}" if label else _value(value)
        case {"kind": "box"}:
            return _box(value)
        case {"kind": "track", "label": label}:
            return " ".join([*([shown_safely(label)] if label else []), *_track_lines(value)])
    return shown_safely(value)


def cells_by_column(row: Sequence[Any]) -> list[str]:
    """The texts of a row, one per column; a cell that spans several columns is followed by empty ones."""
    found: list[str] = []
    for one in row:
        match one:
            case {"kind": "wide", "cell": inner, "columns": columns}:
                found += [cell_text(inner), *[""] * (columns - 1)]
            case _:
                found.append(cell_text(one))
    return found


def padded_rows(block: Plain) -> list[list[str]]:
    """Head and rows of a grid, padded to the longest row."""
    rows = [cells_by_column(row) for row in (block["columns"], *block["rows"])]
    count = max(map(len, rows))
    return [[*row, *[""] * (count - len(row))] for row in rows]


def _grid(block: Plain) -> Iterator[str]:
    rows = padded_rows(block)
    columns = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for n, row in enumerate(rows):
        yield "  ".join(pad_to_width(one, wide) for one, wide in zip(row, columns, strict=True))
        if n == 0:
            yield "  ".join("-" * wide for wide in columns)


def _tracks(block: Plain) -> Iterator[str]:
    tracks = [track for group in block["groups"] for track in group]
    columns = max((columns_of(shown_safely(track["label"])) for track in tracks), default=0)
    for n, group in enumerate(block["groups"]):
        if n:
            yield ""
        for track in group:
            yield "  ".join([pad_to_width(shown_safely(track["label"]), columns), *_track_lines(track)])


def _track_lines(track: Plain) -> Iterator[str]:
    """A track as a bar and a number; as a number only if it is unknown in part."""
    value, length = track["value"], track["length"]
    if None not in (value, length) and length <= LONGEST_BAR:
        yield track_bar(value, length, track["locked"])
    yield "/".join(track_numbers(track))


def track_numbers(track: Plain) -> tuple[str, str]:
    """The fill of a track and its open spaces."""
    value, length = track["value"], track["length"]
    return "?" if value is None else str(value), "?" if length is None else str(length - track["locked"])


def _words(block: Plain) -> Iterator[str]:
    for word in block["words"] or [{"word": "–", "tally": 0, "crossed": False}]:
        word_shown = f"~~{shown_safely(word['word'])}~~" if word["crossed"] else shown_safely(word["word"])
        yield f"{word_shown}  {tally_marks(word['tally'])}"


def _boxes(block: Plain) -> Iterator[str]:
    return map(_box, block["boxes"])


def _box(box: Plain) -> str:
    mark = f"[{'x' if box['ticked'] else ' '}]"
    return f"{mark} {shown_safely(box['label'])}" if box["label"] != "" else mark


_BLOCKS = {"facts": _facts, "grid": _grid, "tracks": _tracks, "words": _words, "boxes": _boxes, "beside": _parts_below}
