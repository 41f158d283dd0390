"""Reach: what a correction would be about is found from the end of the log, without reading all of it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given as each_of
from hypothesis import strategies as st

from companion.testing import Play, Rolled, given
from domain.framework import kernel
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit, NotFound, Refused, RefusedAll
from domain.log import corrections
from domain.log.batches import record_all
from domain.log.campaign import Batch, Campaign
from domain.log.command import THE_TABLE, Author
from domain.log.corrections import TableDecision
from domain.log.dependents import (
    LASTING,
    commands_to_take_back,
    entries_backwards,
    entries_forwards,
    last_command,
    last_withdrawal,
)
from domain.log.effective_entries import corrections_in, standing_after
from domain.log.entries import Entry, Memory, Raw, Source
from domain.log.history import REMEMBERED
from domain.log.permissions import kept_from, why_not_to_correct
from tests.test_secrets import RIVALS
from tests.toy import GAME, CardDrawn, CoinsGained, NightFell, SeatTaken

ANN = SeatTaken(seat="Ann")
GAIN = CoinsGained(seat="Ann", amount=1)


class Counted:
    """The entries of a campaign, and how many of them were read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.read_so_far = 0

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        found = self._source.at(positions)
        self.read_so_far += len(found)
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self._source, name)


def test_who_looks_for_the_newest_command_reads_few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page of the table tells what can be taken back."""
    campaign = given(GAME, ANN, *[GAIN] * 100).play.campaign
    counted = Counted(campaign.source)
    monkeypatch.setattr(campaign, "source", counted)
    assert (last_command(campaign), counted.read_so_far) == (102, 4)


def test_a_rival_who_sits_idle_is_looked_for_among_few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given Ben recorded once, and Ann ever since; when Ann goes on, then Ben's undo reads what is new, and is his."""
    ben, his = Author(frozenset({"Ben"}), host=False), CoinsGained(seat="Ben", amount=1)
    play = given(RIVALS, ANN, SeatTaken(seat="Ben"), his, *[GAIN] * 300).play
    assert last_command(play.campaign, ben) == 4
    counted = Counted(play.campaign.source)
    monkeypatch.setattr(play.campaign, "source", counted)
    monkeypatch.setattr(play.campaign, "_remembered", {})
    play.record(GAIN)
    counted.read_so_far = 0
    assert (last_command(play.campaign, ben), counted.read_so_far) == (4, 4)


def test_what_is_taken_back_and_restored_is_found_again_among_what_others_did() -> None:
    ben, his = Author(frozenset({"Ben"}), host=False), CoinsGained(seat="Ben", amount=1)
    play = given(RIVALS, ANN, SeatTaken(seat="Ben"), his, his, *[GAIN] * 9).play
    play.record(kernel.Withdrawn(entries=(5,), choice="alone"))
    assert last_command(play.campaign, ben) == 4
    play.record(kernel.Restored(entries=(5,)))
    assert last_command(play.campaign, ben) == 5


def test_who_looks_further_back_finds_every_entry_once() -> None:
    campaign = given(GAME, ANN, *[GAIN] * 200).play.campaign
    assert [entry.position for entry in entries_backwards(campaign)] == list(range(202, 0, -1))
    assert [entry.position for entry in entries_backwards(campaign, 5)] == [5, 4, 3, 2, 1]


# --- a long run of corrections ----------------------------------------------------------------


def run_of(pairs: int) -> Play:
    """Ann gained a coin (3), and that was taken back and brought back over and over."""
    play = given(GAME, ANN, GAIN).play
    for _ in range(pairs):
        play.do(lambda c: corrections.withdraw(c, 3, play.command()))
        play.do(lambda c: corrections.redo(c, play.command()))
    return play


@pytest.mark.parametrize("find", [last_command, last_withdrawal])
def test_a_long_run_of_corrections_is_no_longer_way_than_a_short_one(
    find: Callable[[Campaign], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    for play in (run_of(1), run_of(40)):
        counted = Counted(play.memory)
        monkeypatch.setattr(campaign := play.reopen(), "source", counted)
        with suppress(NotFound):
            find(campaign)
        read.append(counted.read_so_far)
    assert read[0] == read[1] <= 4


# --- it is what a walk over the whole log finds -------------------------------------------------

HANDS = (THE_TABLE, *(Author(frozenset({who}), who, host=who == "Ann") for who in ("Ann", "Bob")))
"""The table itself, a host who plays, and a guest who plays against them."""


def commands_as_told(campaign: Campaign, author: Author) -> list[list[int]]:
    """What somebody may take back, by the whole log: every command with what of it counts, the newest first."""
    log, found = list(campaign.entries()), list[list[int]]()
    now = standing_after(list(corrections_in(campaign.source.corrections(), campaign.reader)))
    others = LASTING | kernel.Withdrawn | kernel.Restored
    for _, recorded in groupby(reversed(log), lambda entry: entry.command):
        shown = [one for one in recorded if one.cause is None and now.counts(one.position)]
        shown = [one for one in shown if one.event and not isinstance(one.event, others)]
        if shown and not any(refused for one in shown for refused in _against(campaign, author, one)):
            found.append([one.position for one in reversed(shown)])
    return found


def _against(campaign: Campaign, author: Author, entry: Entry) -> Iterator[Refused]:
    assert entry.event
    yield from kept_from(author.seats, type(entry.event), entry.fields, campaign.table)
    yield from why_not_to_correct(campaign.game, author, entry)


def withdrawal_as_told(campaign: Campaign) -> int | None:
    """What redo brings back, by the whole log: the newest taking back, unless something else was recorded since."""
    now = standing_after(list(corrections_in(campaign.source.corrections(), campaign.reader)))
    for entry in (one for one in reversed(list(campaign.entries())) if now.counts(one.position)):
        if entry.is_correction and entry.cause is not None:
            continue
        if isinstance(entry.event, kernel.Withdrawn) and not now.withdrawn.keys().isdisjoint(entry.event.entries):
            return entry.position
        if not isinstance(entry.event, kernel.Withdrawn | kernel.Restored | kernel.ChairTaken):
            return None
    return None


PLAYED = ("gain", "draw", "together", "night", "chair", "reopen")
CORRECTED = ("undo", "undo", "undo", "redo", "redo", "entry", "since", "restore", "amend")
STEPS = st.tuples(
    st.sampled_from((*PLAYED, *CORRECTED)),
    st.sampled_from(HANDS),
    st.integers(1, 12),
)


Step = tuple[str, Author, int]


def step(play: Play, what: str, author: Author, back: int) -> None:
    """One step of an evening; `back` is how far before the end of the log that is which it is about."""
    seat, entry = author.name or "Ann", max(1, play.campaign.position - back)
    gain, chance = CoinsGained(seat=seat, amount=back), Rolled(())
    those = TableDecision("those", sure=True)
    command = replace(play.command(), actor=author.name, seats=author.seats, host=author.host)
    decide: dict[str, Callable[[Campaign], Batch]] = {
        "gain": lambda c: c.record(gain, command, chance),
        "draw": lambda c: c.record(CardDrawn(seat=seat, card=back), command, chance),
        "together": lambda c: record_all(c, [gain, NightFell(), gain], command, chance),
        "night": lambda c: c.record(NightFell(), command, chance),
        "chair": lambda c: c.record(kernel.ChairTaken(seat=seat), command, chance),
        "undo": lambda c: corrections.withdraw(c, last_command(c, author), command, those, "command"),
        "redo": lambda c: corrections.redo(c, command),
        "entry": lambda c: corrections.withdraw(c, entry, command, those),
        "since": lambda c: corrections.withdraw(c, entry, command, TableDecision("since", sure=True)),
        "restore": lambda c: corrections.restore(c, entry, command, those),
        "amend": lambda c: corrections.amend(c, entry, {"amount": back + 1}, command, those),
    }
    if what == "reopen":
        play.reopen()
    else:
        play.do(decide[what])


@pytest.mark.parametrize("game", [GAME, RIVALS])
@each_of(steps=st.lists(STEPS, max_size=24))
def test_undo_and_redo_find_what_a_walk_over_the_whole_log_finds(game: AnyGame, steps: list[Step]) -> None:
    play = given(game, ANN, SeatTaken(seat="Bob")).play
    for what, author, back in steps:
        with suppress(NotFound, Misfit, RefusedAll):
            step(play, what, author, back)
        campaign = play.campaign
        for looking in HANDS:
            found = [[entry.position for entry in shown] for shown in commands_to_take_back(campaign, looking)]
            assert found == commands_as_told(campaign, looking)
        with suppress(NotFound):
            assert last_withdrawal(campaign).position == withdrawal_as_told(campaign)
            continue
        assert withdrawal_as_told(campaign) is None


# --- what was read is remembered ----------------------------------------------------------------


def test_an_entry_that_was_read_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = given(GAME, ANN, GAIN).play.campaign
    monkeypatch.setattr(campaign, "source", counted := Counted(campaign.source))
    assert [campaign.entry(position).position for position in (3, 2, 3)] == [3, 2, 3]
    assert campaign.entries_at((3, 2)) == [campaign.entry(3), campaign.entry(2)] == list(campaign.entries(1))[::-1]
    assert counted.read_so_far == 2


def test_so_many_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = given(GAME, ANN, *[GAIN] * (REMEMBERED + 10)).play.campaign
    monkeypatch.setattr(campaign, "source", counted := Counted(campaign.source))
    assert len(list(entries_forwards(campaign, 0))) == REMEMBERED + 12 == counted.read_so_far
    assert sorted(campaign.checkpoint_if_sound()[2]) == list(range(13, REMEMBERED + 13))


def test_what_is_decided_and_not_stored_is_not_remembered() -> None:
    play = given(GAME, ANN).play
    play.campaign.record(GAIN, play.command(), Rolled(()))
    with pytest.raises(NotFound):
        play.campaign.entry(3)
    assert play.campaign.checkpoint_if_sound()[2] == {}


@pytest.mark.parametrize("position", [0, 4])
def test_what_is_not_there_is_not_found(position: int) -> None:
    campaign = given(GAME, ANN, GAIN).play.campaign
    with pytest.raises(NotFound, match=f"no entry {position}; the last one is 3"):
        campaign.entries_at((1, position))


def test_a_log_that_became_shorter_is_read_anew() -> None:
    play = given(GAME, ANN, GAIN, NightFell()).play
    other = given(GAME, ANN, CoinsGained(seat="Ann", amount=7)).play.memory
    assert play.campaign.entry(3).fields["amount"] == 1
    play.campaign.source = Memory(other.raws)
    play.campaign.catch_up()
    assert play.campaign.entry(3).fields["amount"] == 7
