"""The campaign file is moved, replaced or removed while it is in use: told, and nothing is saved where nobody looks."""

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from domain.store import StoreMoved
from tests.faults.check import sound
from tests.house import House
from tests.suite.patience import HANG
from tests.toy import CoinsGained, SeatTaken

ONE = CoinsGained(seat="Ann", amount=1)


@pytest.fixture
def campaign(house: House, harbour: str) -> str:
    house.record(harbour, SeatTaken(seat="Ann"), ONE)
    return harbour


def aside(path: Path) -> Path:
    return path.with_name("elsewhere.db")


def removed(path: Path) -> None:
    path.unlink()


def removed_with_its_journal(path: Path) -> None:
    for file in path.parent.glob(path.name + "*"):
        file.unlink()


def moved(path: Path) -> None:
    path.rename(aside(path))


def replaced(path: Path) -> None:
    shutil.copyfile(path, aside(path))
    aside(path).replace(path)


def without_its_journal(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


WAYS = (removed, removed_with_its_journal, moved, replaced, without_its_journal)
every_way = pytest.mark.parametrize("goes", WAYS, ids=lambda goes: goes.__name__)


@every_way
def test_nothing_is_acknowledged_that_nobody_would_find_again(
    house: House, campaign: str, goes: Callable[[Path], None]
) -> None:
    goes(house.path)
    for _ in range(2):
        with pytest.raises(StoreMoved, match="moved, replaced or removed"):
            house.record(campaign, ONE)
    with house.store.reading() as cursor:
        assert cursor.execute("SELECT COUNT(*) FROM entries").fetchone() == (3,)


def test_what_goes_astray_while_it_is_written_is_not_acknowledged(house: House, campaign: str) -> None:
    raws = list(house.store.source(campaign).read())
    with pytest.raises(StoreMoved):
        house.store.append("another", raws, [], lambda db: moved(house.path))


@every_way
def test_what_was_recorded_can_be_read_and_taken_away(
    house: House, campaign: str, goes: Callable[[Path], None]
) -> None:
    goes(house.path)
    assert house.table(campaign)["seats"]["Ann"]["coins"] == 1
    assert [line.position for line in house.log(campaign)] == [1, 2, 3]


def test_a_file_that_is_back_is_recorded_in_again(house: House, campaign: str) -> None:
    moved(house.path)
    with pytest.raises(StoreMoved):
        house.record(campaign, ONE)
    aside(house.path).rename(house.path)
    house.record(campaign, ONE)
    sound(house)


def test_who_asks_while_others_read_waits_for_them_and_no_empty_file_is_made_where_the_file_was(
    house: House, campaign: str
) -> None:
    removed_with_its_journal(house.path)
    found = list[int]()
    readers = [Thread(target=lambda: found.append(len(house.log(campaign)))) for _ in range(12)]
    with house.store.reading():
        for reader in readers:
            reader.start()
        readers[0].join(0.05)
        assert found == []
    for reader in readers:
        reader.join(HANG)
    assert found == [3] * 12
    assert not house.path.exists()


def test_who_reads_already_does_not_wait_for_themselves(house: House, campaign: str) -> None:
    moved(house.path)
    with house.store.reading():
        for _ in range(2):
            with pytest.raises(StoreMoved), house.store.reading():
                pass
    assert len(house.log(campaign)) == 3


def test_two_programs_on_one_file_do_not_take_each_other_for_a_thief(house: House, campaign: str) -> None:
    for _ in range(3):
        again = house.again()
        again.record(campaign, ONE)
        again.close()
        house.record(campaign, ONE)
    sound(house)
