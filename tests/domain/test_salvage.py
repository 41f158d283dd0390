"""Salvage: rows are read from pages as SQLite writes them."""

import sqlite3
from contextlib import closing

import pytest

from domain.store.salvage import read_salvageable, values_of
from tests.house import House


@pytest.mark.parametrize("row", [1, 127, 128, 2**14, 2**35, 2**55, 2**56 + 5, 2**60 + 77, 2**62 - 2])
def test_an_entry_is_found_in_its_place_however_far_behind_it_stands(house: House, harbour: str, row: int) -> None:
    house.close()
    with closing(sqlite3.connect(house.path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("UPDATE entries SET rowid=? WHERE rowid=1", (row,))
        db.commit()
    assert [kept.row for kept in read_salvageable(house.path).entries[harbour][1]] == [row]


@pytest.mark.parametrize("least", [1, 2, 3])
def test_a_row_that_is_cut_short_is_none(least: int) -> None:
    """A head of three bytes: a text of three letters, and a number of one byte."""
    row = bytes([3, 19, 1]) + b"row" + bytes([7])
    assert values_of(row) == ["row", 7]
    with pytest.raises(ValueError, match="no row"):
        values_of(row[:-least])


def test_a_list_of_free_pages_that_leads_back_to_itself_comes_to_an_end(house: House, harbour: str) -> None:
    house.close()
    with closing(sqlite3.connect(house.path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.executescript("CREATE TABLE spare (text); INSERT INTO spare VALUES (zeroblob(20000)); DROP TABLE spare")
    data = bytearray(house.path.read_bytes())
    size, free = int.from_bytes(data[16:18], "big"), int.from_bytes(data[32:36], "big")
    begin = (free - 1) * size
    data[begin : begin + 4] = data[32:36]
    house.path.write_bytes(data)
    assert free
    assert read_salvageable(house.path).damaged == {}
