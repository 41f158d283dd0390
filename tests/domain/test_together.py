"""Several events as one command: all of them, in order, or none."""

import pytest

from domain.campaigns import Receipt
from domain.event import Event
from domain.refusal import RefusedOne
from tests.house import House
from tests.toy import CoinsGained, Harbour, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
COINS = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")


@pytest.fixture
def table(house: House) -> str:
    return house.new()


def together(house: House, campaign: str, *events: Event[Harbour], command: str = "") -> Receipt:
    return house.campaigns.record_all(campaign, events, house.command(command))


def test_each_rests_on_those_before_it(house: House, table: str) -> None:
    receipt = together(house, table, ANN, COINS, OAK)
    assert [entry.topic for entry in receipt.entries] == ["toy.seat-taken", "toy.coins-gained", "toy.tower-built"]
    assert len({entry.command for entry in receipt.entries}) == 1
    assert house.table(table)["seats"]["Ann"]["towers"] == ["oak"]


def test_the_same_command_twice_records_once(house: House, table: str) -> None:
    first = together(house, table, ANN, COINS, command="twice-the-same")
    assert not first.repeated
    assert together(house, table, ANN, COINS, command="twice-the-same").repeated
    assert house.head(table) == 3


def test_where_one_is_refused_none_is_recorded(house: House, table: str) -> None:
    with pytest.raises(RefusedOne) as refused:
        together(house, table, ANN, OAK, COINS)
    assert refused.value.number == 1
    assert (house.head(table), house.table(table)) == (1, house.cold(table))


def test_what_others_recorded_meanwhile_is_not_lost_by_a_refusal(house: House, table: str) -> None:
    """The file has come as far as memory had, with other entries in it."""
    house.table(table)
    again = house.again()
    again.record(table, SeatTaken(seat="Bob"))
    again.close()
    with pytest.raises(RefusedOne):
        together(house, table, ANN, OAK)
    assert list(house.table(table)["seats"]) == ["Bob"]
    assert house.table(table) == house.cold(table)


def test_the_read_models_hold_all_of_it(house: House, table: str) -> None:
    together(house, table, ANN, COINS, OAK)
    assert house.shown(table) == house.cold(table)
    assert house.verify() == []
