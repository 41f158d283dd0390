"""What reading a log costs at two lengths, in what no clock measures: steps of SQLite, and entries that are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

from domain.framework.kernel import NoteAdded
from domain.log import corrections
from domain.log.campaign import Campaign
from domain.log.checkpoints import EVERY
from domain.log.value_history import moves_backwards
from domain.store.connections import Readers
from domain.store.recorder import EntryRecorder
from projections.following import complete_index, search_when_followed
from projections.log import Wanted, count_lines, select_lines, texts_lately
from projections.placed import found_outside_index
from projections.search.index import indexed_terms
from tests.bench.logs import command, long_log
from tests.house import House
from tests.toy import GAME, CardDrawn, CoinsGained

SHORT, LONG = 400, 4_000
HUNDRED = 100
ANN = frozenset({"Ann"})


@dataclass
class Read:
    """What was read: hundreds of steps of SQLite's machine, and entries."""

    steps: int = 0
    entries: int = 0


@contextmanager
def counting(house: House) -> Iterator[Read]:
    """Counts what the readers of a file do."""
    read, take, select = Read(), Readers.take, EntryRecorder._select_where

    def count_step() -> int:
        read.steps += 1
        return 0

    def take_counted(self: Readers) -> Any:
        db = take(self)
        db.set_progress_handler(count_step, HUNDRED)
        return db

    def select_counted(self: EntryRecorder, *args: Any) -> Any:
        found = select(self, *args)
        read.entries += len(found)
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Readers, "take", take_counted)
        patched.setattr(EntryRecorder, "_select_where", select_counted)
        yield read
    with house.store.reading() as cursor:
        cursor.connection.set_progress_handler(None, 0)


@pytest.fixture
def short(house: House) -> str:
    return long_log(house, GAME, SHORT)


@pytest.fixture
def long(house: House) -> str:
    return long_log(house, GAME, LONG, seed=2)


def read_by(house: House, campaign: str, act: Callable[[Campaign], object]) -> Read:
    """What is read when something is done with a campaign, after it was done once."""
    with house.campaigns.open(campaign) as live:
        act(live)
    with house.campaigns.open(campaign) as live, counting(house) as read:
        live._remembered.clear()
        act(live)
    return read


def test_entries_at_some_positions_are_looked_up_without_a_walk(house: House, short: str, long: str) -> None:
    def look_up(live: Campaign) -> None:
        assert len(live.entries_found((5, 200, live.position))) == 3

    few, many = (read_by(house, campaign, look_up) for campaign in (short, long))
    assert many.steps <= few.steps + 1
    assert many.entries == few.entries == 3


@pytest.mark.parametrize("act", ["undo", "fix", "insert"])
def test_a_preview_of_a_new_entry_folds_from_a_checkpoint_nearby(house: House, long: str, act: str) -> None:
    def preview(live: Campaign) -> object:
        new = live.position - HUNDRED
        gained = next(one for one in live.entries(new) if one.topic == CoinsGained.topic)
        if act == "undo":
            return corrections.preview_withdrawal(live, gained.position, ANN)
        if act == "fix":
            changes = {"amount": gained.fields["amount"] + 1}
            return corrections.preview_amendment(live, gained.position, changes, command(0), viewer=ANN)
        return corrections.preview_insertion(live, gained.position, NoteAdded(text="A storm."), command(0), viewer=ANN)

    assert read_by(house, long, preview).entries < 4 * EVERY < LONG / 2


# --- search -----------------------------------------------------------------------------------


def search(house: House, words: str, seats: frozenset[str] = ANN) -> Callable[[Campaign], object]:
    """A search of the log for words, as a page does it."""

    def find(live: Campaign) -> int:
        with search_when_followed(house.campaigns, live.id, words) as cursor:
            also = found_outside_index(cursor, live, seats, words)
            wanted = Wanted(search=words, also=also, limit=101)
            select_lines(cursor, live.id, wanted)
            return count_lines(cursor, live.id, wanted)

    return find


def test_a_search_without_matches_walks_no_log(house: House, short: str, long: str) -> None:
    few, many = (read_by(house, campaign, search(house, "nowhere")) for campaign in (short, long))
    assert many.steps <= few.steps + 1
    assert many.entries == few.entries == 0


def test_a_search_looks_up_its_matches_in_a_long_log(house: House, short: str, long: str) -> None:
    for campaign in (short, long):
        house.record(campaign, NoteAdded(text="The lighthouse is dark."))
    few, many = (read_by(house, campaign, search(house, "lighthouse")) for campaign in (short, long))
    assert many.steps <= few.steps + 1
    assert many.entries == few.entries == 0


def test_a_search_for_a_secret_reads_only_the_entries_that_match(house: House, long: str) -> None:
    read = read_by(house, long, search(house, "43"))
    with house.campaigns.open(long) as live:
        drawn = [one.fields["card"] for one in live.entries() if one.topic == CardDrawn.topic]
    assert 0 < read.entries <= drawn.count(43) < len(drawn)


def test_words_that_may_be_meant_are_not_sought_in_all_lines(house: House, short: str, long: str) -> None:
    def read_words(live: Campaign) -> None:
        with house.store.reading() as cursor:
            assert "gained" in [*texts_lately(cursor, live.id, 100), *indexed_terms(cursor, live.id)]

    complete_index(house.campaigns, short)
    complete_index(house.campaigns, long)
    few, many = (read_by(house, campaign, read_words) for campaign in (short, long))
    assert many.steps <= few.steps + 1


# --- the history of a value -------------------------------------------------------------------


def newest_moves(live: Campaign) -> None:
    assert len([*islice(moves_backwards(live, "seats.Ann.coins"), 20)]) == 20


def test_the_newest_moves_of_a_number_are_found_near_the_end_of_a_long_log(house: House, short: str, long: str) -> None:
    few, many = (read_by(house, campaign, newest_moves) for campaign in (short, long))
    assert 0 < many.entries <= 3 * few.entries


def test_a_number_that_never_moved_is_found_in_one_walk(house: House, long: str) -> None:
    read = read_by(house, long, lambda live: [*moves_backwards(live, "gates")])
    assert LONG <= read.entries <= LONG + 100
