"""Campaigns that move between computers as files."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.campaigns import Campaigns
from domain.framework.content import Content, merge_content
from domain.framework.refusal import Misfit
from domain.log.entries import Raw
from domain.store import Conflict
from projections.documents.arrivals import Importer, ImportResult, import_campaign
from projections.documents.lossless import read_lossless, write_lossless
from tests import toy
from tests.house import House
from tests.projections.documents.test_lossless import START, as_file, chained

GAMES = {"toy": toy.GAME}
GLASS = Content({"towers": {"glass": {"en": "Glass Tower", "price": 5}}})


class Computer(House):
    """A computer whose campaigns travel as files."""

    def file(self, campaign: str) -> bytes:
        with self.campaigns.open(campaign) as live:
            return b"".join(write_lossless(live, "key"))

    def takes(self, file: bytes, importer: Importer | None = None) -> ImportResult:
        imported = read_lossless(BytesIO(file), GAMES)
        return import_campaign(self.campaigns, imported, *([importer] if importer else []))

    def plays(self, campaign: str, amount: int = 1) -> None:
        self.record(campaign, toy.CoinsGained(seat="Ann", amount=amount))

    def raws(self, campaign: str) -> list[Raw]:
        return list(self.store.source(campaign).read())

    def logs(self) -> list[list[Raw]]:
        return [self.raws(one) for one in self.store.campaigns()]

    def has(self, log: list[Raw]) -> bool:
        """Whether some campaign begins with this log."""
        return any(other[: len(log)] == log for other in self.logs())


@pytest.fixture
def two(tmp_path: Path) -> tuple[Computer, Computer, str]:
    """Two computers with the same campaign, in which Ann sits."""
    here, there = make_two(tmp_path)
    id_ = here.new()
    here.record(id_, toy.SeatTaken(seat="Ann"))
    there.takes(here.file(id_))
    return here, there, id_


def make_two(folder: Path) -> tuple[Computer, Computer]:
    made = []
    for name in ("here", "there"):
        (folder / name).mkdir()
        made.append(Computer(folder / name / "campaigns.db"))
    return made[0], made[1]


def test_a_file_that_continues_a_campaign_is_appended(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.plays(id_, 3)
    there.undo(id_)
    there.plays(id_, 5)
    assert here.table(id_)["seats"]["Ann"]["coins"] == 0
    assert here.takes(there.file(id_)) == ImportResult("continued", id_, 5, 3)
    assert here.table(id_)["seats"]["Ann"]["coins"] == 5
    assert here.file(id_) == there.file(id_)
    assert here.rows() == there.rows()
    assert here.verify() == []


def test_a_continued_campaign_is_played_on(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.plays(id_, 3)
    here.takes(there.file(id_))
    here.plays(id_, 4)
    assert there.takes(here.file(id_)).outcome == "continued"
    assert there.table(id_)["seats"]["Ann"]["coins"] == 7


def test_a_continuation_brings_the_pack_that_it_changed_to(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.campaigns.change_pack(id_, merge_content(toy.PACK, GLASS), there.command())
    there.plays(id_, 9)
    there.record(id_, toy.TowerBuilt(seat="Ann", tower="glass"))
    assert here.takes(there.file(id_)).outcome == "continued"
    assert here.rows() == there.rows()
    assert here.verify() == []
    assert here.fresh(id_).table.thing("towers", "glass")["price"] == 5


def test_a_repeated_command_of_the_other_computer_records_nothing(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.record_as(id_, toy.CoinsGained(seat="Ann", amount=3), there.command("sent-twice"))
    here.takes(there.file(id_))
    assert here.record_as(id_, toy.CoinsGained(seat="Ann", amount=3), here.command("sent-twice")).repeated


def test_the_same_and_an_older_file_add_nothing(two: tuple[Computer, Computer, str]) -> None:
    here, _, id_ = two
    older = here.file(id_)
    here.plays(id_)
    before = here.rows()
    for file in (older, here.file(id_)):
        assert here.takes(file) == ImportResult("known", id_, 3)
    assert here.rows() == before


def test_a_fork_is_imported_as_a_campaign_next_to_it(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    here.plays(id_, 1)
    there.plays(id_, 9)
    there.plays(id_, 9)
    before = here.raws(id_)
    arrival = here.takes(there.file(id_))
    assert arrival == ImportResult("forked", arrival.campaign, 4, 4, fork_of=id_, shared=2)
    assert arrival.campaign != id_
    assert here.raws(id_) == before
    assert here.raws(arrival.campaign) == there.raws(id_)
    assert here.verify() == []


def test_the_same_fork_is_found_again_and_continued(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    here.plays(id_, 1)
    there.plays(id_, 9)
    fork = here.takes(there.file(id_)).campaign
    assert here.takes(there.file(id_)) == ImportResult("known", fork, 3)
    here.plays(id_, 1)
    there.plays(id_, 8)
    assert here.takes(there.file(id_)) == ImportResult("continued", fork, 4, 1)
    assert len(here.store.campaigns()) == 2


def test_a_fork_of_a_fork_is_a_third_campaign(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    here.plays(id_, 1)
    there.plays(id_, 9)
    fork = here.takes(there.file(id_)).campaign
    here.plays(fork, 2)
    there.plays(id_, 3)
    arrival = here.takes(there.file(id_))
    assert (arrival.outcome, arrival.fork_of, arrival.shared) == ("forked", fork, 3)
    assert sorted(map(len, here.logs())) == [3, 4, 4]


def test_a_fork_that_returns_continues_the_campaign_it_came_from(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    here.plays(id_, 1)
    there.plays(id_, 9)
    fork = here.takes(there.file(id_)).campaign
    here.plays(fork, 2)
    assert there.takes(here.file(fork)) == ImportResult("continued", id_, 4, 1)
    assert len(there.store.campaigns()) == 1


def test_a_branch_is_another_campaign_than_its_parent(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    branch = here.campaigns.branch(id_, "What if", None, "harbour", here.command()).campaign
    assert there.takes(here.file(branch)) == ImportResult("new", branch, 3, 3)
    assert len(there.raws(id_)) == 2


def test_a_parent_arrives_where_only_its_branch_is(two: tuple[Computer, Computer, str], tmp_path: Path) -> None:
    here, _, id_ = two
    (tmp_path / "third").mkdir()
    third = Computer(tmp_path / "third" / "campaigns.db")
    branch = here.campaigns.branch(id_, "What if", None, "harbour", here.command()).campaign
    third.takes(here.file(branch))
    assert third.takes(here.file(id_)).outcome == "new"


def test_a_different_campaign_with_the_same_id_is_refused(two: tuple[Computer, Computer, str]) -> None:
    here, _, id_ = two
    before = here.rows()
    with pytest.raises(Conflict, match="different campaign"):
        here.takes(as_file(chained([START]), campaign=id_))
    assert here.rows() == before


def test_a_continuation_that_gives_no_table_is_not_appended(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    renamed = ("table.campaign-renamed", {"event": {"name": "\x1b[2J"}, "entry": previous(there, id_)})
    there.plant(id_, renamed)
    before = here.rows()
    file = there.file(id_).replace(b"\\u001b[2J", b"Harbour", 1)  # in the header
    with pytest.raises(Misfit):
        here.takes(file)
    assert here.rows() == before


def previous(computer: Computer, id_: str) -> dict[str, str]:
    with computer.campaigns.open(id_) as live:
        return {"previous": live.digest}


def test_damaged_entries_of_a_continuation_are_quarantined(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.plant(id_, ("toy.coins-gained", b'{"event": {"seat": "Ann", "amo\xff'))
    assert here.takes(there.file(id_)).outcome == "continued"
    assert len(here.verify()) == 1
    assert [line.position for line in here.log(id_) if line.unreadable] == [3]


def test_a_campaign_of_another_host_is_neither_continued_nor_forked(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.plays(id_)
    foreign = Importer(may_change=lambda _: False)
    with pytest.raises(Conflict, match="belongs to another host"):
        here.takes(there.file(id_), foreign)
    here.plays(id_, 9)
    with pytest.raises(Conflict, match="belongs to another host"):
        here.takes(there.file(id_), foreign)
    assert here.logs() == [here.raws(id_)]


def test_a_command_during_the_import_makes_it_a_fork(
    two: tuple[Computer, Computer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, id_ = two
    there.plays(id_, 9)
    continue_campaign = Campaigns.continue_campaign

    def recorded_before(campaigns: Campaigns, *args: object) -> None:
        monkeypatch.undo()
        other = here.again()
        other.record(id_, toy.CoinsGained(seat="Ann", amount=1))
        other.close()
        continue_campaign(campaigns, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Campaigns, "continue_campaign", recorded_before)
    arrival = here.takes(there.file(id_))
    assert (arrival.outcome, arrival.fork_of) == ("forked", id_)
    assert sorted(here.table(one)["seats"]["Ann"]["coins"] for one in here.store.campaigns()) == [1, 9]
    assert here.verify() == []


def test_two_imports_of_one_file_append_it_once(two: tuple[Computer, Computer, str]) -> None:
    here, there, id_ = two
    there.plays(id_, 9)
    file, found = there.file(id_), list[ImportResult]()
    threads = [Thread(target=lambda: found.append(here.takes(file))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(arrival.outcome for arrival in found) == ["continued", "known"]
    assert here.verify() == []


def test_two_computers_take_turns_over_ten_evenings_with_a_fork_in_the_middle(
    two: tuple[Computer, Computer, str],
) -> None:
    here, there, id_ = two
    at = {here: id_, there: id_}
    for evening in range(1, 11):
        host, guest = (here, there) if evening % 2 else (there, here)
        if evening == 5:  # both played without the file of the other
            guest.plays(at[guest], 100)
        host.plays(at[host], evening)
        host.undo(at[host])
        host.plays(at[host], evening)
        at[guest] = guest.takes(host.file(at[host])).campaign
    for computer in (here, there):
        assert computer.verify() == []
    assert here.table(at[here])["seats"]["Ann"]["coins"] == sum(range(11))
    assert here.file(at[here]).partition(b"\n")[2] == there.file(at[there]).partition(b"\n")[2]
    assert sorted(len(log) for log in there.logs())[0] == 2 + 3 * 4 + 1, "the evening that only one of them has"


MOVES = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 3), st.sampled_from(["play", "undo", "send"])), max_size=14
)


@settings(max_examples=15, deadline=None)
@given(moves=MOVES)
def test_no_sequence_of_play_and_import_loses_an_acknowledged_entry(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[int, int, str]]
) -> None:
    computers = make_two(tmp_path_factory.mktemp("moves"))
    first = computers[0].new()
    computers[0].record(first, toy.SeatTaken(seat="Ann"))
    computers[1].takes(computers[0].file(first))
    acknowledged: list[list[list[Raw]]] = [[], []]
    for who, which, move in moves:
        one, other = computers[who], computers[1 - who]
        ids = one.store.campaigns()
        id_ = ids[which % len(ids)]
        if move == "undo" and not one.table(id_)["seats"]["Ann"]["coins"]:
            continue
        if move == "send":
            other.takes(one.file(id_))
            acknowledged[1 - who].append(one.raws(id_))
        elif move == "undo":
            one.undo(id_)
        else:
            one.plays(id_, which + 1)
        acknowledged[who].append(one.raws(id_))
    for computer, logs in zip(computers, acknowledged, strict=True):
        assert computer.verify() == []
        assert all(computer.has(log) for log in logs)
        computer.close()
