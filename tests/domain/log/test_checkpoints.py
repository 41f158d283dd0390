"""Checkpoints: a cache that is always right, or not used."""

from collections.abc import Iterator, Sequence

import orjson
import pytest

from companion.testing import Play, Spec, given
from domain.framework.kernel import Withdrawn
from domain.framework.table import as_json
from domain.log import history as history_module
from domain.log.campaign import Campaign
from domain.log.checkpoints import AT_MOST, Checkpoint, Checkpoints
from domain.log.effective_entries import Counting
from domain.log.entries import Entry, Memory, Raw
from domain.log.entry_decoding import Reader
from tests.toy import GAME, CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")


@pytest.fixture
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints every other entry, and folds in chunks of four."""
    monkeypatch.setattr(history_module, "EVERY", 2)
    monkeypatch.setattr(history_module, "CHUNK", 4)


def powers(count: int) -> Spec:
    """Ann gains 1, 2, 4, ... coins, from entry 3 on: her coins tell which entries count."""
    return given(GAME, ANN, *(CoinsGained(seat="Ann", amount=2**n) for n in range(count)))


def coins_at(campaign: Campaign) -> list[int]:
    return [campaign.at(n).seats["Ann"].coins for n in range(2, campaign.position + 1)]


def agrees(play: Play) -> None:
    """Every view of the past is what a log that ends there says, warm and after a cold open."""
    truth = [
        as_json(Campaign("0" * 32, GAME, Memory(play.memory.raws[:n])).table) for n in range(play.memory.head() + 1)
    ]
    for campaign in (play.campaign, play.reopen()):
        assert [as_json(campaign.at(n)) for n in range(campaign.position + 1)] == truth


@pytest.mark.usefixtures("_often")
def test_looking_back_uses_checkpoints_and_sees_the_same() -> None:
    play = powers(8).play
    assert play.campaign.checkpoints.newest > 0
    assert coins_at(play.campaign) == [2**n - 1 for n in range(9)]
    agrees(play)


@pytest.mark.usefixtures("_often")
def test_a_checkpoint_is_not_used_for_a_time_before_a_correction_it_knows() -> None:
    agrees(powers(6).and_undo(3).when(CoinsGained(seat="Ann", amount=64)).play)


@pytest.mark.usefixtures("_often")
def test_a_checkpoint_is_not_used_after_a_correction_it_does_not_know() -> None:
    agrees(powers(6).when(CoinsGained(seat="Ann", amount=64)).and_undo(3).and_undo(5).play)


@pytest.mark.usefixtures("_often")
def test_a_correction_that_is_corrected_later_is_seen_in_between() -> None:
    spec = powers(3).and_undo(3).when(CoinsGained(seat="Ann", amount=8)).and_undo(6)
    agrees(spec.when(CoinsGained(seat="Ann", amount=16)).play)


@pytest.mark.usefixtures("_often")
def test_an_amendment_that_is_taken_back_later_is_seen_in_between() -> None:
    spec = powers(3).and_amend(3, amount=100).when(CoinsGained(seat="Ann", amount=8)).and_undo(6)
    agrees(spec.when(CoinsGained(seat="Ann", amount=16)).play)


@pytest.mark.usefixtures("_often")
def test_a_redo_is_seen_only_from_then_on() -> None:
    agrees(powers(4).and_undo().and_undo().and_redo().when(CoinsGained(seat="Ann", amount=16)).play)


def test_old_checkpoints_get_sparser_and_the_newest_stays() -> None:
    kept = Checkpoints()
    for position in range(1, 10 * AT_MOST):
        kept.keep(Checkpoint(position, position, b"{}"))
    assert kept.newest == 10 * AT_MOST - 1
    nothing = Counting(Memory(), Reader(GAME))
    assert all(kept.newest_before(n, n, nothing) is not None for n in range(10 * AT_MOST - 20, 10 * AT_MOST))


def test_the_one_of_the_very_position_that_is_looked_at_is_used() -> None:
    kept, nothing = Checkpoints(), Counting(Memory(), Reader(GAME))
    for position in (2, 4):
        kept.keep(Checkpoint(position, position, b"{}"))
    found = [kept.newest_before(upto, upto, nothing) for upto in (1, 2, 3, 4)]
    assert [one and one.position for one in found] == [None, 2, 2, 4]


def test_a_checkpoint_that_cannot_be_read_is_not_used() -> None:
    play = powers(3).play
    broken = Checkpoint(4, 4, b"{broken")
    campaign = Campaign(
        "0" * 32, GAME, play.memory, checkpoints=Checkpoints(lambda upto: broken if upto >= 4 else None)
    )
    assert campaign.table.seats["Ann"].coins == 7


def test_a_stored_snapshot_is_used_where_it_is_right() -> None:
    play = powers(3).play
    kept = play.campaign.checkpoint()
    play.record(CoinsGained(seat="Ann", amount=8))
    asked: list[int] = []

    def older(upto: int) -> Checkpoint | None:
        asked.append(upto)
        return kept if upto >= kept.position else None

    campaign = Campaign("0" * 32, GAME, play.memory, checkpoints=Checkpoints(older))
    assert asked == [6]
    assert campaign.table.seats["Ann"].coins == 15


def test_a_stored_snapshot_is_not_used_once_it_is_wrong() -> None:
    play = powers(3).play
    kept = play.campaign.checkpoint()
    spec = Spec(play).and_undo(3)
    older = Checkpoints(lambda upto: kept if upto >= kept.position else None)
    assert Campaign("0" * 32, GAME, spec.play.memory, checkpoints=older).table.seats["Ann"].coins == 6


# --- corrections of corrections --------------------------------------------------------------


class Reads(Reader):
    """Counts the entries it reads."""

    read = 0

    def entry(self, raw: Raw) -> Entry:
        self.read += 1
        return super().entry(raw)


class Withdrawals(Memory):
    """From entry 5 on, each of which takes back as many entries right before it."""

    def __init__(self, count: int, about: int) -> None:
        super().__init__()
        for position in range(5, 5 + count):
            event = Withdrawn(entries=tuple(position - n for n in range(1, about + 1)))
            state = orjson.dumps({"event": event.model_dump(mode="json"), "entry": {}})
            self.raws.append(Raw(position, event.topic, state))

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        return [raw for raw in self.raws if after < raw.position <= (upto or self.head())]

    def head(self) -> int:
        return self.raws[-1].position


def test_a_correction_of_a_correction_reaches_what_that_one_is_about() -> None:
    counting = Counting(Withdrawals(1_500, about=1), Reader(GAME))
    assert set(counting.earliest_affected(0, 1_504)) == {4}


def test_corrections_of_corrections_are_each_read_once() -> None:
    reader = Reads(GAME)
    counting = Counting(Withdrawals(12, about=2), reader)
    assert counting.earliest_affected(4, 16) == [3, *[3] * 11]
    assert reader.read == 12


class Counted(Memory):
    """A log that counts the entries that are read of it."""

    counted = 0

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        found = [*self.read(after, upto)]
        self.counted += len(found)
        return iter(found)


@pytest.mark.usefixtures("_often")
def test_who_looks_back_once_looks_there_again_at_no_cost() -> None:
    source = Counted(powers(20).play.memory.raws)
    campaign = Campaign("0" * 32, GAME, source, checkpoints=Checkpoints())
    campaign.at(19)
    source.counted = 0
    campaign.at(19)
    assert source.counted == 1
