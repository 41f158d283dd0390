"""Standing: what counts is found once for each state of a log, and never before it is stored."""

from collections.abc import Sequence

import pytest

from domain.log import corrections
from domain.log.entries import Memory, Raw, Source
from domain.log.standing import Counting
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
    assert len(asked) == 1


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
