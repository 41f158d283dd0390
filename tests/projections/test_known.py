"""Searching for secrets: each seat finds its own, also after another seat searched, and also new ones."""

from __future__ import annotations

import pytest

from domain.framework.kernel import NoteAdded
from domain.store import FileStore
from projections.following import search_when_followed
from projections.placed import found_outside_index
from tests.house import House
from tests.toy import CardDrawn, SeatTaken

ANN, BOB, NOBODY = (frozenset(seats) for seats in (("Ann",), ("Bob",), ()))


@pytest.fixture
def drawn(house: House, harbour: str) -> str:
    """Ann drew card 37 and Bob card 41."""
    house.record(harbour, SeatTaken(seat="Ann"), SeatTaken(seat="Bob"))
    house.record(harbour, CardDrawn(seat="Ann", card=37), CardDrawn(seat="Bob", card=41))
    return harbour


def found(house: House, campaign: str, seats: frozenset[str], words: str) -> list[int]:
    with search_when_followed(house.campaigns, campaign, words) as cursor, house.campaigns.open(campaign) as live:
        return sorted(found_outside_index(cursor, live, seats, words))


def test_each_seat_finds_its_own_secret_whoever_searched_before(house: House, drawn: str) -> None:
    for seats, expected in ((ANN, [4]), (BOB, []), (NOBODY, []), (ANN | BOB, [4]), (ANN, [4])):
        assert found(house, drawn, seats, "37") == expected


def test_a_secret_recorded_after_a_search_is_found_by_the_next_one(house: House, drawn: str) -> None:
    assert found(house, drawn, ANN, "12") == []
    house.record(drawn, NoteAdded(text="It is late."), CardDrawn(seat="Ann", card=12))
    assert found(house, drawn, ANN, "12") == [7]


def test_a_line_that_everyone_finds_by_its_words_is_not_listed_again(house: House, drawn: str) -> None:
    assert found(house, drawn, ANN, "drew") == []


def test_a_secret_in_a_file_that_was_put_back_is_not_found_any_more(house: House, drawn: str) -> None:
    house.record(drawn, CardDrawn(seat="Ann", card=12))
    assert found(house, drawn, ANN, "12") == [6]
    with house.campaigns.open(drawn) as live:
        drop_last_entry(house.store, drawn)
        live.catch_up()
    assert found(house, drawn, ANN, "12") == []


def drop_last_entry(store: FileStore, campaign: str) -> None:
    """Take the last entry out of a file, as one that was put back lacks it."""
    with store.writing() as db:
        db.execute(
            "DELETE FROM entries WHERE originator_id=?1 AND originator_version="
            "(SELECT MAX(originator_version) FROM entries WHERE originator_id=?1)",
            (campaign,),
        )
        db.execute("DELETE FROM log WHERE id=(SELECT MAX(id) FROM log WHERE campaign=?)", (campaign,))
