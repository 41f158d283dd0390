"""Standing: what counts is found once for each state of a log, and never before it is stored."""

from collections.abc import Sequence

import pytest

from domain.log import corrections
from domain.log.entries import Entry, Memory, Raw, Source
from domain.log.reading import Reader
from domain.log.standing import Counting, standing
from tests.specs import Play, given
from tests.toy import GAME, CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")
GAIN = CoinsGained(seat="Ann", amount=1)


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
    assert asked.count(0) == 1


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

    monkeypatch.setattr(Reader, "entry", reads)
    reader, raws = Reader(GAME), list(one_taken_back().campaign.source.corrections())
    read.clear()
    assert standing(raws, reader) == standing(raws, reader)
    assert read == [4]


def test_and_anew_once_something_was_recorded() -> None:
    play = one_taken_back()
    assert not play.campaign.standing().counts(3)
    play.do(lambda c: corrections.redo(c, play.command()))
    assert play.campaign.standing().counts(3)


def test_what_is_not_stored_yet_is_not_remembered() -> None:
    campaign, counting = one_taken_back().campaign, Counting()
    raws = list(campaign.source.read())
    stored = Memory(raws[:3])
    assert counting.at(4, stored, campaign.reader).counts(3)
    stored.raws.append(raws[3])
    assert not counting.at(4, stored, campaign.reader).counts(3)
