"""Sheets as plain text for a terminal: aligned, with Chinese characters two columns wide."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.documents.safe import padded, shown, tally, width

Plain = Mapping[str, Any]
LONGEST_BAR = 40
"""A track longer than this is told as a number alone."""


def sheets_text(sheets: Sequence[Plain]) -> str:
    """Sheets, one below the other."""
    return "\n\n".join("\n".join(_sheet(sheet)) for sheet in sheets) + "\n"


def bar(value: int, length: int, locked: int = 0) -> str:
    """A track: `[###..x]` is three of five open spaces and a locked one."""
    open_ = max(0, length - locked)
    filled = min(max(0, value), length)
    return f"[{'#' * filled}{'.' * (open_ - filled)}{'x' * (length - max(open_, filled))}]"


def _sheet(sheet: Plain) -> Iterator[str]:
    title = shown(sheet["title"])
    yield title
    yield "=" * width(title)
    for block in sheet["blocks"]:
        yield ""
        if block["title"]:
            yield shown(block["title"])
        yield from (f"  {line}".rstrip() for line in _BLOCKS[block["kind"]](block))


def _facts(block: Plain) -> Iterator[str]:
    labels = [shown(fact["label"]) for fact in block["facts"]]
    columns = max(map(width, labels), default=0)
    for label, fact in zip(labels, block["facts"], strict=True):
        of = "" if fact["of"] is None else f"/{fact['of']}"
        yield f"{padded(label, columns)}  {shown(fact['value'])}{of}"


def _grid(block: Plain) -> Iterator[str]:
    rows = [[shown(cell) for cell in row] for row in (block["columns"], *block["rows"])]
    count = max(map(len, rows))
    rows = [[*row, *[""] * (count - len(row))] for row in rows]
    columns = [max(width(row[n]) for row in rows) for n in range(count)]
    for n, row in enumerate(rows):
        yield "  ".join(padded(cell, wide) for cell, wide in zip(row, columns, strict=True))
        if n == 0:
            yield "  ".join("-" * wide for wide in columns)


def _tracks(block: Plain) -> Iterator[str]:
    tracks = [track for group in block["groups"] for track in group]
    columns = max((width(shown(track["label"])) for track in tracks), default=0)
    for n, group in enumerate(block["groups"]):
        if n:
            yield ""
        for track in group:
            yield "  ".join([padded(shown(track["label"]), columns), *_drawn(track)])


def _drawn(track: Plain) -> Iterator[str]:
    """A track as a bar, where it is known how long it is, and as a number."""
    value, length, locked = track["value"], track["length"], track["locked"]
    if length is None:
        yield str(value)
        return
    if length <= LONGEST_BAR:
        yield bar(value, length, locked)
    yield f"{value}/{length - locked}"


def _words(block: Plain) -> Iterator[str]:
    for word in block["words"] or [{"word": "–", "tally": 0, "crossed": False}]:
        told = f"~~{shown(word['word'])}~~" if word["crossed"] else shown(word["word"])
        yield f"{told}  {tally(word['tally'])}"


def _boxes(block: Plain) -> Iterator[str]:
    for box in block["boxes"]:
        yield f"[{'x' if box['ticked'] else ' '}] {shown(box['label'])}"


_BLOCKS = {"facts": _facts, "grid": _grid, "tracks": _tracks, "words": _words, "boxes": _boxes}
