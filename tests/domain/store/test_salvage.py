"""Salvage reads what SQLite wrote: every row of every page, however long, and names the pages that make no sense."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from domain.store.salvage import Pages, Salvaged, Value, read_salvageable, values_of

SIZES = [512, 1024, 4096, 65_536]
INTEGERS = [
    0,
    1,
    -1,
    2,
    127,
    128,
    -128,
    -129,
    2**15,
    2**23 - 1,
    2**23,
    -(2**31),
    2**31,
    2**47,
    -(2**47),
    2**62,
    -(2**63),
]


def stored(path: Path, size: int, *statements: tuple[str, list[tuple[object, ...]]]) -> Path:
    """A file with pages of such a size, after some statements with the rows for each."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size={size}")
        db.execute("PRAGMA synchronous=OFF")
        for sql, rows in statements:
            if rows:
                db.execute("BEGIN")
                db.executemany(sql, rows)
                db.execute("COMMIT")
            else:
                db.execute(sql)
    return path


def read(path: Path) -> Iterator[tuple[int, list[Value]]]:
    """Every row that is found on any page, with its number."""
    pages = Pages(path.read_bytes())
    for number in range(1, pages.count + 1):
        for row, payload in pages.cells(number):
            yield row, values_of(payload)


def long_ones(size: int) -> list[int]:
    """Lengths at which a row begins to go on to another page, and fills one more of them to the last byte."""
    most, more = size - 35, size - 4
    least = (size - 12) * 32 // 255 - 23
    edges = [most, least + more, most + more, least + 2 * more, (size - 12) * 64 // 255 - 23]
    return sorted({0, 1, *(edge + by for edge in edges for by in range(-9, 4))})


@pytest.mark.parametrize("size", SIZES)
def test_a_row_is_read_whole_however_many_pages_it_goes_on(tmp_path: Path, size: int) -> None:
    bodies = [bytes([n % 256]) * max(0, length) for n, length in enumerate(long_ones(size))]
    path = stored(
        tmp_path / "a.db", size, ("CREATE TABLE t (body)", []), ("INSERT INTO t VALUES (?)", [(one,) for one in bodies])
    )
    found = {row: values[0] for row, values in read(path) if len(values) == 1}
    assert [found[row] for row in range(1, len(bodies) + 1)] == bodies
    assert read_salvageable(path).damaged == {}


@pytest.mark.parametrize("size", SIZES[:3])
def test_what_stands_in_an_index_is_read_from_its_leaves_and_from_the_pages_above_them(
    tmp_path: Path, size: int
) -> None:
    words = [f"{n:05}" + "w" * max(0, length - 5) for n, length in enumerate(long_ones(size) * 3)]
    path = stored(
        tmp_path / "a.db",
        size,
        ("CREATE TABLE t (word TEXT PRIMARY KEY) WITHOUT ROWID", []),
        ("INSERT INTO t VALUES (?)", [(word,) for word in words]),
    )
    found = [(row, values[0]) for row, values in read(path) if len(values) == 1]
    assert sorted(word for _, word in found) == sorted(words)
    assert {row for row, _ in found} == {0}


def test_any_value_is_read_as_it_was_written_but_for_fractions(tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [(n, None, "塔" * 3, b"\x00\xff", "", b"") for n in INTEGERS]
    path = stored(
        tmp_path / "a.db", 4096, ("CREATE TABLE t (a, b, c, d, e, f)", []), ("INSERT INTO t VALUES (?,?,?,?,?,?)", rows)
    )
    found = [tuple(values) for _, values in read(path) if len(values) == len(rows[0])]
    assert found == rows
    half = stored(tmp_path / "b.db", 4096, ("CREATE TABLE t (a, b)", []), ("INSERT INTO t VALUES (?,?)", [(0.5, "x")]))
    assert [values for _, values in read(half) if len(values) == 2] == [[0.0, "x"]]


@pytest.mark.parametrize(
    ("head", "size"), [(b"", 4096), (b"SQLite format 3\0\x04\x00", 1024), (b"SQLite format 3\0\x00\x01", 65_536)]
)
def test_the_size_of_a_page_is_what_the_file_says_if_it_can_be(head: bytes, size: int) -> None:
    assert Pages(head.ljust(100, b"\0")).size == size
    assert Pages(b"SQLite format 3\0\x03\x00".ljust(100, b"\0")).size == 4096
    assert Pages(b"Another format 3\x04\x00".ljust(100, b"\0")).size == 4096


@pytest.mark.parametrize(("length", "count"), [(0, 0), (1, 1), (4096, 1), (4097, 2)])
def test_the_last_page_of_a_file_that_was_cut_counts(length: int, count: int) -> None:
    assert Pages(b"\0" * length).count == count


@pytest.mark.parametrize("size", SIZES[:3])
def test_a_page_that_makes_no_sense_is_named_and_free_ones_and_the_rest_of_rows_are_not(
    tmp_path: Path, size: int
) -> None:
    path = stored(
        tmp_path / "a.db",
        size,
        ("CREATE TABLE spare (body)", []),
        ("INSERT INTO spare VALUES (zeroblob(?))", [(size,)] * 40),
        ("CREATE TABLE t (body)", []),
        ("INSERT INTO t VALUES (?)", [(b"b" * 3 * size,), (b"b" * 10,)]),
        ("DROP TABLE spare", []),
    )
    assert read_salvageable(path).damaged == {}
    data = bytearray(path.read_bytes())
    root = next(number for number in range(2, len(data) // size + 1) if data[(number - 1) * size] == 13)
    data[(root - 1) * size] = 77
    path.write_bytes(data)
    assert root in read_salvageable(path).damaged


ID, DIGEST = "0" * 32, sha256(b"photo").hexdigest()


@pytest.mark.parametrize(
    ("values", "entries", "known", "commands", "photos"),
    [
        ([None, ID, 1, "toy.x", b"{}"], {1}, set(), 0, 0),
        ([None, ID, 0, "toy.x", b"{}"], set(), {0}, 0, 0),
        ([None, "no id", 1, "toy.x", b"{}"], set(), set(), 0, 0),
        ([ID, 7, 3], set(), {7}, 0, 0),
        ([ID, "command", 1, 2], set(), set(), 1, 0),
        (["no id", "command", 1, 2], set(), set(), 0, 0),
        ([DIGEST, b"photo"], set(), set(), 0, 1),
        ([DIGEST, b"another"], set(), set(), 0, 0),
        ([DIGEST, "champions", b"no pack"], set(), set(), 0, 0),
        ([], set(), set(), 0, 0),
    ],
)
def test_a_row_is_believed_for_what_it_is(
    values: list[Value], entries: set[int], known: set[int], commands: int, photos: int
) -> None:
    found = Salvaged()
    found.add(5, values)
    found.add(5, values)
    assert set(found.entries.get(ID, {})) == entries
    assert all(len(kept) == 1 for kept in found.entries.get(ID, {}).values())
    assert found.known.get(ID, set()) == known
    assert (len(found.commands.get(ID, ())), len(found.photos), found.packs) == (commands, photos, {})
