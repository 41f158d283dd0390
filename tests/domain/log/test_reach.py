"""Reach: what a correction would be about is found from the end of the log, without reading all of it."""

from collections.abc import Iterator

import pytest

from domain.log.entries import Raw, Source
from domain.log.reach import backwards, last_command
from tests.specs import given
from tests.toy import GAME, CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")
GAIN = CoinsGained(seat="Ann", amount=1)


class Counted:
    """The entries of a campaign, and how many of them were read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.read_so_far = 0

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        for raw in self._source.read(after, upto):
            self.read_so_far += 1
            yield raw

    def __getattr__(self, name: str) -> object:
        return getattr(self._source, name)


def test_who_looks_for_the_newest_command_reads_few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page of the table tells what can be taken back."""
    campaign = given(GAME, ANN, *[GAIN] * 100).play.campaign
    counted = Counted(campaign.source)
    monkeypatch.setattr(campaign, "source", counted)
    assert (last_command(campaign), counted.read_so_far) == (102, 4)


def test_who_looks_further_back_finds_every_entry_once() -> None:
    campaign = given(GAME, ANN, *[GAIN] * 200).play.campaign
    assert [entry.position for entry in backwards(campaign)] == list(range(202, 0, -1))
    assert [entry.position for entry in backwards(campaign, 5)] == [5, 4, 3, 2, 1]
