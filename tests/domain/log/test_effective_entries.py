"""Standing: what counts is found once for each state of a log, and never before it is stored."""

from collections.abc import Sequence

import pytest
from hypothesis import given as each_of
from hypothesis import strategies as st

from companion.testing import Play, given
from domain.framework.kernel import Amended, KernelEvent, Restored, StoredEvent, Withdrawn, as_stored_event
from domain.log import corrections
from domain.log.effective_entries import Counting, Standing, corrections_in, standing_after
from domain.log.entries import Entry, Memory, Raw, Source, encode_state
from domain.log.entry_decoding import Reader
from tests.toy import GAME, CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")
GAIN = CoinsGained(seat="Ann", amount=1)
READER = Reader(GAME)


def one_taken_back() -> Play:
    """Ann sits down (2) and gains a coin (3), which is taken back (4)."""
    play = given(GAME, ANN, GAIN).play
    play.do(lambda c: corrections.withdraw(c, 3, play.command()))
    return play


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often somebody read which corrections there are."""
    found: list[int] = []
    read = Memory.corrections

    def reads(self: Source, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        found.append(after)
        return read(self, after, upto)  # type: ignore[arg-type]

    monkeypatch.setattr(Memory, "corrections", reads)
    return found


def test_what_counts_is_found_once(asked: list[int]) -> None:
    campaign = one_taken_back().campaign
    asked.clear()
    assert [campaign.standing().counts(3) for _ in range(3)] == [False] * 3
    assert len(asked) == 1


def test_it_stays_where_nothing_was_corrected_since(asked: list[int]) -> None:
    play = one_taken_back()
    assert not play.campaign.standing().counts(3)
    asked.clear()
    play.record(GAIN)
    assert not play.campaign.standing().counts(3)
    assert 0 not in asked


def test_each_correction_is_read_once_however_many_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    entry = Reader.entry

    def reads(self: Reader, raw: Raw) -> Entry:
        read.append(raw.position)
        return entry(self, raw)

    play = one_taken_back()
    counting = Counting(play.memory, Reader(GAME))
    monkeypatch.setattr(Reader, "entry", reads)
    assert not counting.at(4).counts(3)
    play.memory.raws += (raw(5, Withdrawn(entries=(2,))), raw(6, Restored(entries=(3,))))
    assert (counting.at(6).withdrawn, counting.copy().at(6).withdrawn) == ({2: 5}, {2: 5})
    assert read == [4, 5, 6]


def test_and_anew_once_something_was_recorded() -> None:
    play = one_taken_back()
    assert not play.campaign.standing().counts(3)
    play.do(lambda c: corrections.redo(c, play.command()))
    assert play.campaign.standing().counts(3)


def test_what_is_not_stored_yet_is_not_remembered() -> None:
    campaign = one_taken_back().campaign
    raws = list(campaign.source.read())
    stored = Memory(raws[:3])
    counting = Counting(stored, campaign.reader)
    assert counting.at(4).counts(3)
    stored.raws.append(raws[3])
    assert not counting.at(4).counts(3)


def test_a_log_that_became_shorter_is_read_anew() -> None:
    play = one_taken_back()
    counting = Counting(play.memory, play.campaign.reader)
    assert not counting.at(4).counts(3)
    del play.memory.raws[3:]
    assert counting.at(3) == Standing()


# --- one behind the other ----------------------------------------------------------------------

FIRST = 10
"""Corrections stand behind the entries before it, and may be about each other."""


def raw(position: int, event: KernelEvent) -> Raw:
    return Raw(position, event.topic, encode_state(event, {}))


def told(*coins: int) -> tuple[StoredEvent, ...]:
    return tuple(as_stored_event(CoinsGained(seat="Ann", amount=amount)) for amount in coins)


def of_entries() -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(1, FIRST + 8), min_size=1, max_size=3, unique=True).map(tuple)


ANY = st.one_of(
    st.builds(Withdrawn, entries=of_entries()),
    st.builds(Restored, entries=of_entries(), correction=st.none() | st.integers(FIRST, FIRST + 8)),
    st.builds(Amended, entry=st.integers(1, FIRST), now=st.just(told(1)), replaces=st.just(()) | of_entries()),
)


@each_of(st.lists(ANY, max_size=12))
def test_what_is_read_bit_by_bit_amounts_to_what_is_read_as_a_whole(events: list[KernelEvent]) -> None:
    log = Memory(raw(n, CoinsGained(seat="Ann", amount=1)) for n in range(1, FIRST))
    bit_by_bit = Counting(log, READER)
    for event in events:
        then = bit_by_bit.standing_after(log.head(), [event])
        log.raws.append(raw(log.head() + 1, event))
        whole = Counting(log, READER).at(log.head())
        assert then == bit_by_bit.at(log.head()) == whole
        assert (
            whole == bit_by_bit.back_at(log.head()) == standing_after(list(corrections_in(log.corrections(), READER)))
        )
