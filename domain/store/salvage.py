"""Salvage: reading the content of a damaged file from its raw pages, without SQLite.

A row is recognised by its content, not by where it was found: an entry has a campaign id and a place in a chain of
digests; packs and photos have a digest. https://www.sqlite.org/fileformat2.html describes the page format.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import NamedTuple

from domain.framework.content import from_bytes
from domain.log.entries import Raw
from domain.store.recorder import Recorded
from domain.store.sqlite import FileStore

PAGE = 4096
"""Bytes of a page, unless the header of the file gives a size."""
# SQLite's file format: a page size of 1 means 65,536; the other constants are page types.
LARGEST_PAGE = 65_536
INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
_ID = re.compile(r"[0-9a-f]{32}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
Value = None | int | float | str | bytes
_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""Bytes of a number or NULL, by its serial type."""


class Kept(NamedTuple):
    """An entry with its row number in the file."""

    row: int
    raw: Raw


@dataclass
class Salvaged:
    """The content of a file by campaign; if two entries claim one position, both are kept."""

    entries: dict[str, dict[int, list[Kept]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    known: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Positions that an index or log line mentions, whether or not the entry was found."""
    commands: dict[str, set[Recorded]] = field(default_factory=lambda: defaultdict(set))
    packs: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    photos: dict[str, bytes] = field(default_factory=dict)
    damaged: dict[int, bytes] = field(default_factory=dict)
    """The pages that cannot be decoded, by number."""

    def add(self, row: int, values: list[Value]) -> None:
        """Add a row if it belongs to a table that cannot be rebuilt."""
        match values:
            case [None, str(id_), int(position), str(topic), bytes(state)] if _ID.fullmatch(id_) and position > 0:
                kept = Kept(row, Raw(position, topic, state))
                if kept not in self.entries[id_][position]:
                    self.entries[id_][position].append(kept)
            case [str(id_), int(position), int()] | [None, str(id_), int(position), *_] if _ID.fullmatch(id_):
                self.known[id_].add(position)
            case [str(id_), str(command), int(first), int(last)] if _ID.fullmatch(id_):
                self.commands[id_].add((command, first, last))
            case [str(digest), str(game), bytes(pack)] if _DIGEST.fullmatch(digest):
                with suppress(ValueError, TypeError, AttributeError):
                    if from_bytes(pack).digest == digest:
                        self.packs[digest] = (game, pack)
            case [str(digest), bytes(body)] if sha256(body).hexdigest() == digest:
                self.photos[digest] = body


def read_salvageable(path: Path) -> Salvaged:
    """All content of a campaign file whose pages can be decoded; its journal is ignored."""
    pages = Pages(path.read_bytes())
    found = Salvaged()
    for number in range(1, pages.count + 1):
        for row, payload in pages.cells(number):
            with suppress(ValueError, IndexError):
                found.add(row, values_of(payload))
    found.damaged = {number: pages.page(number) for number in pages.damaged()}
    return found


class Pages:
    """The pages of an SQLite file, and their decoding."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        stated = int.from_bytes(data[16:18], "big")
        stated = LARGEST_PAGE if stated == 1 else stated
        self.size = stated if data[:6] == b"SQLite" and stated in {512 << n for n in range(8)} else PAGE
        self._usable = self.size - (data[20] if len(data) > 20 and self.size == stated else 0)  # noqa: PLR2004
        self.count = -(-len(data) // self.size)
        self._odd: set[int] = set()
        self._followed: set[int] = set()

    def damaged(self) -> list[int]:
        """The numbers of undecodable pages that are neither overflow nor free; call it after all cells were read."""
        return sorted(self._odd - self._followed - set(self._free_pages()))

    def _free_pages(self) -> Iterator[int]:
        """The numbers of unused pages: the pages of the free list, and the pages they list."""
        trunk, left = int.from_bytes(self._data[32:36], "big"), self.count
        while 0 < trunk <= self.count and left > 0:
            page = self.page(trunk)
            leaves = min(int.from_bytes(page[4:8], "big"), self.size // 4 - 2)
            yield trunk
            yield from (int.from_bytes(page[8 + 4 * n : 12 + 4 * n], "big") for n in range(leaves))
            trunk, left = int.from_bytes(page[:4], "big"), left - 1

    def page(self, number: int) -> bytes:
        """The bytes of a page, counted from 1; the last page of a truncated file may be short."""
        return self._data[(number - 1) * self.size : number * self.size]

    def cells(self, number: int) -> Iterator[tuple[int, bytes]]:
        """The rows on a page as (row id, payload); the row id is 0 in an index."""
        page = self.page(number)
        head = 100 if number == 1 else 0
        kind = page[head] if len(page) > head + 12 else 0
        if kind not in (INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE):
            self._odd.add(number)
        if kind not in (INTERIOR_INDEX, LEAF_INDEX, LEAF_TABLE):
            return
        first = head + (12 if kind == INTERIOR_INDEX else 8)
        for n in range(_whole(page, head + 3)):
            try:
                yield self._cell(page, kind, _whole(page, first + 2 * n))
            except (ValueError, IndexError):
                self._odd.add(number)

    def _cell(self, page: bytes, kind: int, at: int) -> tuple[int, bytes]:
        at += 4 if kind == INTERIOR_INDEX else 0
        length, at = _varint(page, at)
        row, at = _varint(page, at) if kind == LEAF_TABLE else (0, at)
        here = self._bytes_on_page(length, kind)
        payload = page[at : at + here]
        if here < length:
            payload += b"".join(
                self._overflow_bytes(int.from_bytes(page[at + here : at + here + 4], "big"), length - here)
            )
        if len(payload) != length:
            raise ValueError("cut short")
        return row, payload

    def _bytes_on_page(self, length: int, kind: int) -> int:
        """The number of bytes of a payload that are on the page itself."""
        most = self._usable - 35 if kind == LEAF_TABLE else (self._usable - 12) * 64 // 255 - 23
        least = (self._usable - 12) * 32 // 255 - 23
        if length <= most:
            return length
        some = least + (length - least) % (self._usable - 4)
        return some if some <= most else least

    def _overflow_bytes(self, number: int, left: int) -> Iterator[bytes]:
        """The remaining bytes of a payload, from its overflow pages."""
        while left > 0 and 0 < number <= self.count:
            page = self.page(number)
            self._followed.add(number)
            yield page[4 : 4 + min(left, self._usable - 4)]
            number, left = int.from_bytes(page[:4], "big"), left - (self._usable - 4)


def values_of(payload: bytes) -> list[Value]:
    """The values of a row.

    Raises:
        ValueError, IndexError: the payload is not a row.
    """
    head, at = _varint(payload, 0)
    types = []
    while at < head:
        kind, at = _varint(payload, at)
        types.append(kind)
    values: list[Value] = []
    for kind in types:
        size = (kind - 12) // 2 if kind > 11 else _SIZES.get(kind, -1)  # noqa: PLR2004
        if size < 0 or head + size > len(payload):
            raise ValueError("no row")
        values.append(_value(kind, payload[head : head + size]))
        head += size
    return values


def _value(kind: int, data: bytes) -> Value:
    match kind:
        case 0:
            return None
        case 8 | 9:
            return kind - 8
        case 7:
            return 0.0  # no row that is salvaged has a float
        case _ if kind < 7:  # noqa: PLR2004
            return int.from_bytes(data, "big", signed=True)
    return data.decode() if kind % 2 else data


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A varint of one to nine bytes, and the offset after it."""
    value = 0
    for n in range(8):
        value = value << 7 | data[at + n] & 0x7F
        if data[at + n] < 0x80:  # noqa: PLR2004
            return value, at + n + 1
    return value << 8 | data[at + 8], at + 9


def _whole(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


# --- into a fresh file --------------------------------------------------------------------------


@dataclass
class Whole:
    """The content of a new file; an entry without a row number in the old file has 0."""

    entries: list[tuple[int, str, Raw]]
    commands: Mapping[str, set[Recorded]]
    packs: Mapping[str, tuple[str, bytes]]
    photos: Mapping[str, bytes]
    quarantine: list[tuple[str, int, str]]


def insert_salvaged(store: FileStore, whole: Whole) -> None:
    """Insert salvaged content into a new file, byte for byte; read models are built separately."""
    new, used = count(1 + max((row for row, _, _ in whole.entries), default=0)), set[int]()
    rows = []
    for row, id_, raw in whole.entries:
        rows.append((row if row and row not in used else next(new), id_, *raw))
        used.add(row)
    commands = [(id_, *one) for id_, all_ in whole.commands.items() for one in sorted(all_)]
    packs = [(digest, *pack) for digest, pack in whole.packs.items()]
    with store.writing() as db:
        db.executemany("INSERT INTO entries VALUES (?,?,?,?,?)", sorted(rows))
        db.executemany("INSERT OR IGNORE INTO commands VALUES (?,?,?,?)", commands)
        db.executemany("INSERT INTO packs VALUES (?,?,?)", packs)
        db.executemany("INSERT INTO photos VALUES (?,?)", whole.photos.items())
        db.executemany("INSERT INTO quarantine VALUES (?,?,?)", whole.quarantine)


__all__ = ["Kept", "Salvaged", "Whole", "insert_salvaged", "read_salvageable"]
