"""The forms in which lists with counts are pasted: text, tables, JSON, OCTGN decks.

    3x Backflip          Backflip x3          3 Backflip          Backflip = 3
    Backflip<TAB>3       Backflip,3           [Backflip](/card/01003) x3

Text and tables have one thing per line. Lines without a number are headings, unless no line has one; then each line is
one thing. JSON is a mapping of codes or names to numbers, alone or as `slots` or `cards`, or a list of objects with a
name and a count. In an OCTGN deck (`.o8d`) each `card` has a `qty`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

import orjson

from domain.framework.text import Text, text

LONGEST = 200_000
"""The most characters of a pasted list."""
LONGEST_NAME = 120
"""The most characters of a line that is a name without a number; prose has longer lines."""
MOST_NAMES = 200
"""The most lines of a list without numbers."""
_BULLET = re.compile(r"^[-*•·]\s+")
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_CODE_IN_LINK = re.compile(r"/card/(\w+)")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|\*|_)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_WITH_SIGN = re.compile(r"^\(?(\d{1,6})\s*[x×]\)?\s*(\S.*)$", re.IGNORECASE)
_BARE = re.compile(r"^\(?(\d{1,6})\)?\s+(\S.*)$")
_AFTER = re.compile(r"^(.*\S)\s+\(?[x×]\s*(\d{1,6})\)?$|^(.*\S)\s*=\s*(\d{1,6})$", re.IGNORECASE)
_CELLS = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^\t,;"]*?))\s*(?:[\t,;]|$)')
_NUMBER = re.compile(r"\d{1,6}")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)+/\S*", re.IGNORECASE)
SLOTS = ("slots", "cards")
NAMES = ("name", "title", "card", "code", "id")
HERO_SECTION = "Hero"
"""The section with the two sides of a hero, who is no card of the deck."""
COUNTS = ("count", "qty", "quantity", "copies", "amount")

A_LINK = text("{field}: this is a link. Open the page, and paste the deck as text, JSON or .o8d.")
NO_DECK_IN_XML = text("{field}: this is a web page or XML, but no OCTGN deck. Paste the deck as text: 3x name.")
NO_LIST_IN_JSON = text("{field}: this JSON has no cards with their numbers. Paste the deck as text: 3x name.")
TOO_LONG = text("{field}: this is too long for a list.")
NO_LIST = text("{field}: this is not a list. Write one per line: 3x name.")


class _NotDeck(ValueError):
    """The document is XML, but no OCTGN deck."""


def parse_counts(pasted: str) -> Any:
    """Parse a pasted list as counts by name; text that is not a list is returned unchanged."""
    whole = pasted.strip("\ufeff \t\r\n")
    if len(whole) > LONGEST or _ADDRESS.fullmatch(whole):
        return pasted
    if whole.startswith("<"):
        found = _counts_in_deck(whole)
    elif _is_json(whole):
        found = _counts_in_json(whole)
    else:
        found = _counts_in_lines(whole.splitlines())
    return pasted if found is None else found


def fault_of_list(pasted: str) -> Text:
    """The reason why a text is not a list of a known form, with a `field` to be filled in."""
    whole = pasted.strip("\ufeff \t\r\n")
    if len(whole) > LONGEST:
        return TOO_LONG
    if _ADDRESS.fullmatch(whole):
        return A_LINK
    if whole.startswith("<"):
        return NO_DECK_IN_XML
    return NO_LIST_IN_JSON if _is_json(whole) else NO_LIST


def _is_json(whole: str) -> bool:
    """Whether a text begins as JSON and not as a markdown link."""
    return whole.startswith("{") or (whole.startswith("[") and not _LINK.match(whole))


def _sum_counts(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, count in pairs:
        found[name] = found.get(name, 0) + count
    return {name: count for name, count in found.items() if count}


# --- text and tables ---


def _counts_in_lines(raw: Iterable[str]) -> dict[str, int] | None:
    """The counts in lines; None if they are prose."""
    lines = [plain for line in raw if (plain := _without_markdown(_BULLET.sub("", line.strip())))]
    if lines and _BARE.match(lines[0]) and any(map(_WITH_SIGN.match, lines[1:])):
        lines = lines[1:]  # a title such as "2 Fast 2 Captain" above lines such as "1x Backflip"
    pairs = [pair for line in lines for pair in _parse_pair(line)]
    if not pairs and (len(lines) > MOST_NAMES or any(len(line) > LONGEST_NAME for line in lines)):
        return None
    return _sum_counts(pairs or [(line, 1) for line in lines])


def _without_markdown(line: str) -> str:
    """A line without the links and the emphasis of markdown; one without a link is no markdown."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(_name_in_link, line)) if _LINK.search(line) else line


def _name_in_link(link: re.Match[str]) -> str:
    """The name of a markdown link, with the code of its card in brackets."""
    code = _CODE_IN_LINK.search(link[2])
    return f"{link[1]} ({code[1]})" if code else link[1]


def _parse_pair(line: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the count of a line that has both."""
    if signed := _WITH_SIGN.match(line):
        yield signed[2].strip(), int(signed[1])
    elif row := _parse_row(line):
        yield row
    elif bare := _BARE.match(line):
        yield bare[2].strip(), int(bare[1])
    elif after := _AFTER.match(line):
        yield (after[1] or after[3]).strip(), int(after[2] or after[4])


def _parse_row(line: str) -> tuple[str, int] | None:
    """The name and the count of a table's row, in either order; None if it has other cells.

    A name with commas is in quotation marks, as spreadsheets write it, or before the last comma.
    """
    cells = [(found[1] or "").replace('""', '"') or (found[2] or "") for found in _CELLS.finditer(line)]
    cells = [cell for cell in cells if cell]
    match cells:
        case [name, count] if _NUMBER.fullmatch(count):
            return name, int(count)
        case [count, name] if _NUMBER.fullmatch(count):
            return name, int(count)
    name, comma, count = line.rpartition(",")
    return (name.strip(), int(count)) if comma and name.strip() and _NUMBER.fullmatch(count.strip()) else None


# --- JSON ---


def _counts_in_json(whole: str) -> dict[str, int] | None:
    """The counts in a JSON document; None if it has none."""
    try:
        document = orjson.loads(whole)
    except orjson.JSONDecodeError:
        return None
    if isinstance(document, Mapping):
        document = next((document[key] for key in SLOTS if isinstance(document.get(key), dict | list)), document)
    pairs = _pairs_of_rows(document) if isinstance(document, list) else list(document.items())
    counted = [(name, _as_count(count)) for name, count in pairs]
    sure = [(name, count) for name, count in counted if count is not None]
    return _sum_counts(sure) if counted and len(sure) == len(counted) else None


def _pairs_of_rows(rows: list[Any]) -> list[tuple[str, Any]]:
    """The names and counts of objects; a row without a name has no count."""
    return [_pair_of_row(row) if isinstance(row, dict) else (str(row), None) for row in rows]


def _pair_of_row(row: Mapping[str, Any]) -> tuple[str, Any]:
    name = next((str(row[key]) for key in NAMES if row.get(key)), "")
    subtitle = row.get("subname") or row.get("subtitle")
    pack = (row.get("code") if name != str(row.get("code")) else "") or row.get("pack_name") or row.get("pack")
    whole = f"{name}: {subtitle}" if subtitle else name
    return f"{whole} ({pack})" if pack else whole, next((row[key] for key in COUNTS if key in row), 1) if name else None


def _as_count(value: object) -> int | None:
    """A count, also written as text; None for anything else."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


# --- OCTGN ---


def _counts_in_deck(whole: str) -> dict[str, int] | None:
    """The counts in an OCTGN deck; None for other XML, and for XML with a DOCTYPE, so that no entity is expanded."""
    reader = _DeckReader()
    try:
        reader.read(whole)
    except (expat.ExpatError, _NotDeck):
        return None
    heroes = {name for section, name, _ in reader.cards if section == HERO_SECTION}
    has_hero = len(heroes) == 1  # with several names, the section has the cards of the hero
    cards = [(name, count) for section, name, count in reader.cards if not (has_hero and section == HERO_SECTION)]
    return _sum_counts(cards) if cards else None


class _DeckReader:
    """Reads the cards of an OCTGN deck with expat, as sections, names and counts."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, str, int]] = []
        self._count: int | None = None
        self._name = self._section = ""

    def read(self, whole: str) -> None:
        parser = expat.ParserCreate(encoding="utf-8")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._read_text
        parser.Parse(whole.encode(errors="replace"), True)

    def _refuse_doctype(self, *_: object) -> None:
        raise _NotDeck

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "section":
            self._section = attributes.get("name", "")
        elif name == "card":
            self._count, self._name = _as_count(attributes.get("qty", "")), ""
            if self._count is None:
                raise _NotDeck

    def _read_text(self, words: str) -> None:
        self._name += words

    def _end(self, name: str) -> None:
        if name == "card" and self._count is not None and self._name.strip():
            self.cards.append((self._section, " ".join(self._name.split()), self._count))
            self._count = None


__all__ = ["fault_of_list", "parse_counts"]
