"""Live campaigns of a store: once is once, memory never knows more than the file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from domain import campaigns as campaigns_module
from domain.framework.content import Content, merge_content
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.log import corrections
from domain.log.campaign import Batch, Campaign
from domain.log.checkpoints import Checkpoint
from domain.log.command import Command
from domain.log.corrections import TableDecision, preview_withdrawal
from domain.log.recomputation.computation import Recomputation
from domain.store import Busy, Conflict
from projections.campaigns import find_campaign, listed_campaigns
from tests import toy
from tests.house import House
from tests.toy import CardDrawn, CoinsGained, DiceRolled, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
ONE = CoinsGained(seat="Ann", amount=1)
GLASS = Content({"towers": {"glass": {"en": "Glass Tower", "price": 5}}})


@contextmanager
def reopened(house: House) -> Iterator[House]:
    again = house.again()
    yield again
    again.close()


# --- once ------------------------------------------------------------------------------------


def test_a_command_that_arrives_twice_is_recorded_once(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    command = house.command()
    first, second = (house.record_as(harbour, DiceRolled(seat="Ann"), command) for _ in range(2))
    assert (first.repeated, second.repeated) == (False, True)
    assert [e.event for e in second.entries] == [e.event for e in first.entries]
    assert house.head(harbour) == 4


def test_a_command_that_arrives_twice_is_recorded_once_after_a_restart(house: House, harbour: str) -> None:
    command = house.command()
    house.record_as(harbour, ANN, command)
    with reopened(house) as again:
        assert again.record_as(harbour, ANN, command).repeated
    assert house.head(harbour) == 2


def test_a_command_that_arrives_twice_at_once_is_recorded_once(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    command, barrier, receipts = house.command(), Barrier(4), []

    def press() -> None:
        barrier.wait()
        receipts.append(house.record_as(harbour, ONE, command))

    threads = [Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(receipt.repeated for receipt in receipts) == [False, True, True, True]
    assert house.table(harbour)["seats"]["Ann"]["coins"] == 1


def test_an_undo_that_arrives_twice_takes_back_one_thing(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE)
    command = house.command()
    assert [house.campaigns.undo(harbour, None, command).repeated for _ in range(2)] == [False, True]
    assert house.table(harbour)["seats"]["Ann"]["coins"] == 1


def test_two_quick_undos_of_the_same_entry_take_back_one_thing(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE)
    house.undo(harbour, 4)
    with pytest.raises(NotFound, match="already taken back"):
        house.undo(harbour, 4)
    assert house.table(harbour)["seats"]["Ann"]["coins"] == 1


def test_a_refused_command_may_be_sent_again(house: House, harbour: str) -> None:
    command = house.command()
    with pytest.raises(RefusedAll):
        house.record_as(harbour, ONE, command)
    house.record(harbour, ANN)
    assert not house.record_as(harbour, ONE, command).repeated


def test_the_same_id_in_another_campaign_is_another_command(house: House, harbour: str) -> None:
    other, command = house.new(), house.command()
    assert not house.record_as(harbour, ANN, command).repeated
    assert not house.record_as(other, ANN, command).repeated


def test_a_campaign_is_begun_once(house: House) -> None:
    command = house.command()
    first, second = (house.campaigns.new("toy", "Twice", {}, command) for _ in range(2))
    assert (first.campaign, second.repeated) == (second.campaign, True)


def test_a_branch_is_made_once(house: House, harbour: str) -> None:
    command = house.command()
    first, second = (house.campaigns.branch(harbour, "Twice", None, "harbour", command) for _ in range(2))
    assert (first.campaign, second.repeated) == (second.campaign, True)


def test_whoever_does_not_say_that_they_are_sure_is_asked(house: House, harbour: str) -> None:
    house.record(harbour, ANN, SessionStarted(), ONE, SessionEnded())
    with pytest.raises(RefusedAll):
        house.campaigns.undo(harbour, 4, house.command(), TableDecision("since"))
    assert house.campaigns.undo(harbour, 4, house.command(), TableDecision("since", sure=True)).entries


def test_who_restores_or_puts_right_with_all_since_is_asked_too(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, SessionStarted(), SessionEnded())
    with pytest.raises(RefusedAll):
        house.campaigns.amend(harbour, 3, {"amount": 2}, house.command(), TableDecision("since"))
    assert house.campaigns.amend(harbour, 3, {"amount": 2}, house.command(), TableDecision("since", sure=True)).entries
    house.campaigns.undo(harbour, 3, house.command(), TableDecision("those", sure=True))
    house.record(harbour, SessionStarted(), SessionEnded())
    with pytest.raises(RefusedAll):
        house.campaigns.restore(harbour, 3, house.command(), TableDecision("since"))
    assert house.campaigns.restore(harbour, 3, house.command(), TableDecision("since", sure=True)).entries


# --- by name ---------------------------------------------------------------------------------


def test_an_event_is_recorded_by_its_name(house: House, harbour: str) -> None:
    house.campaigns.record(harbour, "seat-taken", {"seat": "Ann"}, house.command())
    assert list(house.table(harbour)["seats"]) == ["Ann"]


def test_an_unknown_event_names_those_that_sound_alike(house: House, harbour: str) -> None:
    with pytest.raises(NotFound, match="seat-taken"):
        house.campaigns.record(harbour, "seat-take", {}, house.command())


@pytest.mark.parametrize(
    "seat", [5, "", "\0", "\ud800", "x" * 100_000, None, 2**63, float("nan")], ids=lambda v: ascii(v)[:12]
)
def test_a_misfit_records_nothing(house: House, harbour: str, seat: object) -> None:
    with pytest.raises(Misfit):
        house.campaigns.record(harbour, "seat-taken", {"seat": seat}, house.command())
    assert house.head(harbour) == 1


@pytest.mark.parametrize("actor", ["\ud800", "x" * 100_000, "\0"], ids=lambda v: ascii(v)[:12])
def test_who_recorded_it_is_checked_too(house: House, harbour: str, actor: str) -> None:
    with pytest.raises(Misfit):
        house.campaigns.record(
            harbour, "seat-taken", {"seat": "Ann"}, Command("c", "2026-01-01T12:00:00Z", actor=actor)
        )
    assert house.head(harbour) == 1


@pytest.mark.parametrize("entry", [0, -1, 99, 2**63, 2**70])
def test_an_entry_that_is_not_there_is_not_found(house: House, harbour: str, entry: int) -> None:
    for act in (
        lambda: house.undo(harbour, entry),
        lambda: house.restore(harbour, entry),
        lambda: house.amend(harbour, entry, amount=1),
        lambda: house.campaigns.branch(harbour, "B", entry, "harbour", house.command()),
    ):
        with pytest.raises(NotFound):
            act()


def test_an_unknown_campaign_is_not_found(house: House) -> None:
    with pytest.raises(NotFound, match="no such campaign"):
        house.record("0" * 32, ANN)


def test_an_unknown_game_is_not_found(house: House) -> None:
    with pytest.raises(NotFound, match="Known: toy"):
        house.campaigns.new("chess", "Name", {}, house.command())


def test_a_campaign_is_found_by_its_id_though_another_is_named_like_it(house: House, harbour: str) -> None:
    house.new(harbour)
    with house.store.reading() as cursor:
        assert find_campaign(cursor, harbour).name == "Harbour"


# --- content packs ---------------------------------------------------------------------------


def repinned(house: House, campaign: str) -> None:
    """Ann has 1 and 9 coins (3, 4); then (5) there is a glass tower for 5."""
    house.record(campaign, ANN, ONE, CoinsGained(seat="Ann", amount=9))
    house.campaigns.change_pack(campaign, merge_content(toy.PACK, GLASS), house.command())


def undo_and_redo(house: House, campaign: str) -> None:
    house.campaigns.run(campaign, house.command(), lambda live: withdrawn(live, 5, house))
    house.redo(campaign)


def withdrawn(live: Campaign, entry: int, house: House) -> Batch:
    return corrections.withdraw(live, entry, house.command())


CORRECTED: dict[str, Callable[[House, str], object]] = {
    "nothing": lambda house, campaign: None,
    "the pack taken back and again": undo_and_redo,
    "an older entry put right": lambda house, campaign: house.amend(campaign, 3, amount=4),
    "an older entry taken back": lambda house, campaign: house.undo(campaign, 3, "those"),
    "dropped from memory": lambda house, campaign: house.campaigns.drop_from_memory(campaign),
}


@pytest.mark.parametrize("correct", CORRECTED.values(), ids=CORRECTED)
def test_the_pack_that_is_pinned_is_the_one_that_counts(
    house: House, harbour: str, correct: Callable[[House, str], object]
) -> None:
    repinned(house, harbour)
    correct(house, harbour)
    with house.campaigns.open(harbour) as live:
        assert live.table.pack.digest == live.table.content == merge_content(toy.PACK, GLASS).digest


def test_a_pack_that_is_taken_back_no_longer_counts(house: House, harbour: str) -> None:
    repinned(house, harbour)
    house.undo(harbour, 5)
    with pytest.raises(RefusedAll, match="not one of the towers"):
        house.record(harbour, TowerBuilt(seat="Ann", tower="glass"))


@pytest.mark.parametrize(("entry", "reasons"), [(3, []), (4, ["not-enough-coins"])])
def test_a_preview_knows_the_pack_that_counted_then(house: House, harbour: str, entry: int, reasons: list[str]) -> None:
    repinned(house, harbour)
    house.record(harbour, TowerBuilt(seat="Ann", tower="glass"))
    with house.campaigns.open(harbour) as live:
        found = preview_withdrawal(live, entry, None)
    assert [reason.code for _, why in found.dropped for reason in why] == reasons


# --- branches --------------------------------------------------------------------------------


def test_a_branch_has_the_entries_up_to_there_and_goes_its_own_way(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE)
    branch = house.campaigns.branch(harbour, "What if", 3, "harbour", house.command()).campaign
    house.record(branch, CoinsGained(seat="Ann", amount=9))
    assert house.table(branch)["seats"]["Ann"]["coins"] == 10
    assert house.table(harbour)["seats"]["Ann"]["coins"] == 2
    assert house.table(branch)["name"] == "What if"


def test_a_branch_in_the_midst_of_a_command_ends_with_that_command(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    rolled = house.record(harbour, DiceRolled(seat="Ann", dice=(2, 3)))[0].entries[0].position
    house.record(harbour, CoinsGained(seat="Ann", amount=9))
    made = house.campaigns.branch(harbour, "What if", rolled, "harbour", house.command())
    assert made.entries[-1].fields["entry"] == rolled + 1
    assert house.table(made.campaign)["seats"]["Ann"]["coins"] == house.table(harbour)["seats"]["Ann"]["coins"] - 9


def test_a_branch_knows_its_parent(house: House, harbour: str) -> None:
    house.campaigns.branch(harbour, "What if", None, "harbour", house.command())
    with house.store.reading() as cursor:
        assert {row.name: (row.key, row.parent) for row in listed_campaigns(cursor)} == {
            "Harbour": ("harbour", ""),
            "What if": ("what-if", "harbour"),
        }


def test_a_branch_takes_the_corrections_along(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE)
    house.undo(harbour)
    branch = house.campaigns.branch(harbour, "What if", None, "harbour", house.command()).campaign
    assert house.table(branch)["seats"]["Ann"]["coins"] == 1
    assert house.standing(branch).withdrawn == {4: 5}


def branch_at(house: House, harbour: str, entry: int) -> str:
    return house.campaigns.branch(harbour, "What if", entry, "harbour", house.command()).campaign


def test_a_branch_takes_later_corrections_of_its_entries_along_and_no_others(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE, ONE)
    house.amend(harbour, 3, amount=5)
    house.undo(harbour, 5)
    branch = branch_at(house, harbour, 4)
    assert house.table(branch)["seats"]["Ann"]["coins"] == 6
    assert house.standing(branch).withdrawn == {}
    assert house.rebuild() == house.rows()


def test_a_later_restoration_counts_in_a_branch_too(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE)
    undone = house.undo(harbour).entries[0].position
    house.record(harbour, ONE)
    house.restore(harbour, 3)
    assert house.table(branch_at(house, harbour, undone))["seats"]["Ann"]["coins"] == 1


def test_a_new_branch_has_nothing_to_redo_though_it_took_a_withdrawal_along(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, ONE)
    house.undo(harbour, 3)
    branch = branch_at(house, harbour, 3)
    assert house.table(branch)["seats"]["Ann"]["coins"] == 0
    with pytest.raises(NotFound, match="nothing to restore"):
        house.redo(branch)


def test_undo_on_a_new_branch_passes_over_the_corrections_that_it_took_along(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE)
    house.amend(harbour, 3, amount=5)
    branch = branch_at(house, harbour, 3)
    house.undo(branch)
    assert house.table(branch)["seats"]["Ann"]["coins"] == 0


def test_undo_on_a_new_branch_takes_back_what_was_played_not_the_branching(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE)
    branch = house.campaigns.branch(harbour, "What if", None, "harbour", house.command()).campaign
    house.undo(branch)
    assert house.table(branch)["name"] == "What if"


def test_a_branch_of_a_branch(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    first = house.campaigns.branch(harbour, "One", None, "harbour", house.command()).campaign
    second = house.campaigns.branch(first, "Two", None, "one", house.command()).campaign
    assert house.table(second)["name"] == "Two"
    before = house.rows()
    assert house.rebuild() == before


# --- memory and file -------------------------------------------------------------------------


def test_another_process_sees_what_was_recorded_and_goes_on(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    with reopened(house) as other:
        other.record(harbour, ONE)
        house.record(harbour, ONE)
        other.undo(harbour, 2, "since")
        assert house.table(harbour) == other.table(harbour) == house.cold(harbour)


def test_a_campaign_dropped_from_memory_comes_back_as_it_was(house: House, harbour: str) -> None:
    house.record(harbour, ANN, ONE, CardDrawn(seat="Ann"))
    before = house.table(harbour)
    house.campaigns.drop_from_memory(harbour)
    assert house.table(harbour) == before


def test_a_correction_that_is_decided_twice_continues_though_the_entry_before_is_a_correction(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, ANN, ONE, ONE, ONE)
    house.undo(harbour, 3)
    recomputed, take, withdraw = list[int](), Recomputation._recompute, corrections.withdraw

    def withdraw_too_late(campaign: Campaign, *how: Any) -> Batch:
        batch = withdraw(campaign, *how)
        if campaign.source.head() == 6:
            house.record(harbour, ONE)
        return batch

    monkeypatch.setattr(
        Recomputation, "_recompute", lambda self, one: (recomputed.append(one.position), take(self, one))
    )
    monkeypatch.setattr(corrections, "withdraw", withdraw_too_late)
    house.undo(harbour, 4)
    assert recomputed == [4, 5, 7]


def test_more_campaigns_than_fit_into_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns_module, "LIVE", 2)
    ids = [house.new(f"Harbour {n}") for n in range(5)]
    for id_ in ids * 2:
        house.record(id_, SeatTaken(seat=f"Ann {house.head(id_)}"))
    assert [len(house.table(id_)["seats"]) for id_ in ids] == [2] * 5


def test_a_long_log_is_opened_from_its_snapshot(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns_module, "SNAPSHOT_EVERY", 5)
    house.record(harbour, ANN, *[ONE] * 13)
    newest = house.store.newest_snapshot_before(harbour)(2**62)
    assert newest is not None
    assert newest.position >= 10
    with reopened(house) as again:
        assert again.table(harbour) == house.cold(harbour)


def test_a_snapshot_of_other_code_is_not_used(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house.record(harbour, ANN)
    with house.campaigns.open(harbour) as live:
        house.store.keep_snapshot(harbour, live.checkpoint())
    assert house.store.newest_snapshot_before(harbour)(99) is not None
    monkeypatch.setattr("domain.store.sqlite.fingerprint_of_code", lambda: "0" * 16)
    assert house.store.newest_snapshot_before(harbour)(99) is None


def test_a_damaged_snapshot_is_not_used(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    with house.campaigns.open(harbour) as live:
        house.store.keep_snapshot(harbour, live.checkpoint())
    with house.store.writing() as db:
        db.execute("UPDATE snapshots SET state=?", (b"{broken",))
    with reopened(house) as again:
        assert again.table(harbour) == house.cold(harbour)


def test_a_session_that_is_open_is_open_after_a_restart(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(players=("Ann",)))
    with reopened(house) as again, pytest.raises(RefusedAll, match="Session 1 is still open"):
        again.record(harbour, SessionStarted())


def test_a_campaign_that_memory_has_no_room_for_while_it_records_leaves_no_gap(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.record(harbour, ANN)
    other = house.new("Other")
    monkeypatch.setattr(campaigns_module, "LIVE", 1)
    storing, go_on, store = Event(), Event(), house.store.append

    def append(campaign: str, *rest: Any) -> None:
        if campaign == harbour and not go_on.is_set():
            storing.set()
            go_on.wait(5)
            raise Busy("The disk is full.")
        store(campaign, *rest)

    def refused() -> None:
        with pytest.raises(Busy):
            house.record(harbour, ONE)

    monkeypatch.setattr(house.store, "append", append)
    first, second = Thread(target=refused), Thread(target=lambda: house.record(harbour, ONE))
    first.start()
    storing.wait(5)
    second.start()
    second.join(0.1)
    house.table(other)
    go_on.set()
    first.join()
    second.join()
    assert [raw.position for raw in house.store.source(harbour).read()] == [1, 2, 3]


@pytest.mark.parametrize(("first", "last"), [(1, 1), (3, 3), (3, 4), (5, 5), (5, 6)])
def test_an_entry_at_a_place_that_is_taken_or_does_not_come_next_is_stored_by_nobody(
    house: House, harbour: str, first: int, last: int
) -> None:
    house.record(harbour, ANN, ONE)
    before = list(house.store.source(harbour).read())
    raws = [before[-1]._replace(position=position) for position in range(first, last + 1)]
    with pytest.raises(Conflict):
        house.store.append(harbour, raws, [("another", first, last)])
    assert list(house.store.source(harbour).read()) == before
    assert house.store.positions_of_command(harbour, "another") is None


@contextmanager
def outrun(house: House, campaign: str, times: int) -> Iterator[Callable[[Campaign, Command], Batch]]:
    """A decision that another process is faster than, so many times."""
    left = [None] * times
    with reopened(house) as rival:

        def decide(live: Campaign, command: Command) -> Batch:
            batch = live.record(ONE, command, house.campaigns.chance)
            if left:
                left.pop()
                rival.record(campaign, ONE)
            return batch

        yield decide


@pytest.mark.parametrize("times", [1, campaigns_module.TRIES])
def test_a_command_that_others_are_faster_than_is_recorded_after_theirs(house: House, harbour: str, times: int) -> None:
    house.record(harbour, ANN)
    command = house.command()
    with outrun(house, harbour, times) as decide:
        receipt = house.campaigns.run(harbour, command, lambda live: decide(live, command))
    assert [entry.position for entry in receipt.entries] == [3 + times]
    assert house.table(harbour)["seats"]["Ann"]["coins"] == 1 + times


def test_nobody_else_records_while_a_command_has_the_file_to_itself(house: House, harbour: str) -> None:
    rival = house.again(lock_timeout=1)
    with house.store.block_recorders(), pytest.raises(Busy):
        rival.record(harbour, ANN)
    rival.close()
    assert house.head(harbour) == 1


def test_a_snapshot_of_older_code_is_replaced(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigns_module, "SNAPSHOT_EVERY", 2)
    house.record(harbour, ANN)
    with house.campaigns.open(harbour) as live:
        house.store.keep_snapshot(harbour, live.checkpoint())
    monkeypatch.setattr("domain.store.sqlite.fingerprint_of_code", lambda: "0" * 16)
    with reopened(house) as again:
        again.table(harbour)
    found = house.store.newest_snapshot_before(harbour)(99)
    assert found is not None
    assert found.position == 2


def test_snapshots_are_thinned_out_and_the_newest_stays(house: House, harbour: str) -> None:
    for position in range(1, 121):
        house.store.keep_snapshot(harbour, Checkpoint(position, position, b"{}"))
    with house.store.reading() as cursor:
        kept = cursor.execute("SELECT count(*), max(originator_version) FROM snapshots").fetchone()
    assert kept[0] <= 48
    assert kept[1] == 120
