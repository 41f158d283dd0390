"""Chronicles and sheets as Markdown; text typed by players is escaped."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from projections.documents.chronicle import Chapter, Chronicle, Item
from projections.documents.safe import shown_safely, tally_marks, without_controls
from projections.documents.text import padded_rows, track_numbers

Plain = Mapping[str, Any]
_MARKUP = re.compile(r"([\\`*_{}\[\]<>~|&#!$^@])")
_AT_START = re.compile(r"^(\d+(?=[.)])|)([-+=>:.)])")
_LINK = re.compile(r"(?i)(://|www\.|mailto:|xmpp:)")


def escape_markdown(value: object) -> str:
    """One line of text, escaped so that none of it is markup, HTML or a link."""
    line = " ".join(without_controls(value).split())
    line = _LINK.sub(lambda found: found[0].replace(":", "\\:").replace(".", "\\."), _MARKUP.sub(r"\\\1", line))
    return _AT_START.sub(r"\1\\\2", line)


def chronicle_as_markdown(story: Chronicle, chapters: Iterable[Chapter]) -> Iterator[str]:
    """A chronicle as Markdown, in pieces: its head, each of the chapters when it is there, its sheets."""
    blanks = ""
    for part in _parts(story, chapters):
        piece = blanks + "".join(f"{line}\n" for line in part)
        words = piece.rstrip()
        blanks = piece[len(words) :]
        yield words
    yield "\n"


def sheets_markdown(sheets: Sequence[Plain], title: str) -> str:
    """Sheets as Markdown below each other, under a title."""
    lines = [f"# {escape_markdown(title)}", "", *(line for sheet in sheets for line in _sheet(sheet))]
    return "\n".join(lines).rstrip() + "\n"


# --- chronicle ---


def _parts(story: Chronicle, chapters: Iterable[Chapter]) -> Iterator[Iterator[str]]:
    """The lines of the head, of each chapter and of the sheets."""
    yield _head(story)
    yield from map(_chapter, chapters)
    yield _sheets(story)


def _head(story: Chronicle) -> Iterator[str]:
    yield f"# {escape_markdown(story.name)}"
    yield ""
    for label, value in story.head:
        yield f"- **{escape_markdown(label)}:** {escape_markdown(value)}"


def _sheets(story: Chronicle) -> Iterator[str]:
    if story.sheets:
        yield from ("", f"## {escape_markdown(story.sheets_title)}", "")
        for sheet in story.sheets:
            yield from _sheet(sheet, "###")


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from ("", f"## {escape_markdown(chapter.title)}", "")
    for line in filter(None, (chapter.about, chapter.summary)):
        yield from (f"*{escape_markdown(line)}*", "")
    for round_ in chapter.rounds:
        if round_.title:
            yield from (f"### {escape_markdown(round_.title)}", "")
        for step in round_.steps:
            if step.title:
                yield from (f"**{escape_markdown(step.title)}**", "")
            for item in step.items:
                yield from _item(item, "")
            yield ""


def _item(item: Item, indent: str) -> Iterator[str]:
    text = f"\\\n{indent}  ".join(escape_markdown(line) for line in item.text.split("\n") if line.strip())
    if item.kind == "unreadable":
        text = f"*{text}*"
    marks = "".join(f" *({escape_markdown(mark.text)})*" for mark in item.marks)
    by = f" — {escape_markdown(item.actor)}" if item.actor else ""
    yield f"{indent}- {text}{marks}{by}"
    for below in (*item.notes, *item.followed):
        yield from _item(below, indent + "  ")


# --- sheets ---


def _sheet(sheet: Plain, heading: str = "##") -> Iterator[str]:
    yield from (f"{heading} {escape_markdown(shown_safely(sheet['title']))}", "")
    for block in sheet["blocks"]:
        yield from _block(block, f"{heading}#")


def _block(block: Plain, heading: str) -> Iterator[str]:
    if block["title"]:
        yield from (f"{heading} {escape_markdown(block['title'])}", "")
    if block["kind"] == "beside":
        for one in block["blocks"]:
            yield from _block(one, f"{heading}#" if block["title"] else heading)
        return
    yield from _BLOCKS[block["kind"]](block)
    yield ""


def _facts(block: Plain) -> Iterator[str]:
    for fact in block["facts"]:
        of = "" if fact["of"] is None else f"/{fact['of']}"
        label = escape_markdown(shown_safely(fact["label"]))
        value = "?" if fact.get("unknown") else escape_markdown(shown_safely(fact["value"]))
        yield f"- {label}: **{value}**{of}"


def _grid(block: Plain) -> Iterator[str]:
    """A grid as a table whose head is as wide as its longest row: Markdown drops cells beyond the head."""
    columns, *rows = padded_rows(block)
    yield f"| {' | '.join(map(escape_markdown, columns or [' ']))} |"
    yield "|" + " --- |" * (len(columns) or 1)
    for row in rows:
        yield f"| {' | '.join(map(escape_markdown, row))} |"


def _tracks(block: Plain) -> Iterator[str]:
    for group in block["groups"]:
        for track in group:
            value, open_ = track_numbers(track)
            yield f"- {escape_markdown(shown_safely(track['label']))}: **{value}**/{open_}"
        yield ""


def _words(block: Plain) -> Iterator[str]:
    for word in block["words"]:
        word_shown = escape_markdown(word["word"])
        word_shown = f"~~{word_shown}~~" if word["crossed"] else word_shown
        yield f"- {word_shown} {escape_markdown(tally_marks(word['tally']))}".rstrip()


def _boxes(block: Plain) -> Iterator[str]:
    for box in block["boxes"]:
        yield f"- [{'x' if box['ticked'] else ' '}] {escape_markdown(shown_safely(box['label']))}"


_BLOCKS = {"facts": _facts, "grid": _grid, "tracks": _tracks, "words": _words, "boxes": _boxes}
