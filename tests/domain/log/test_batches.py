"""Several events as one command: all of them, in order, or none."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from domain.campaigns import Receipt
from domain.framework.events.event import Event
from domain.framework.refusal import Already, RefusedAll, RefusedOne
from domain.framework.table import changes_between
from domain.games import agemonia
from domain.log import history as history_module
from domain.log.corrections import TableDecision, preview_withdrawal
from domain.log.dependents import last_command
from tests.house import House
from tests.toy import CardDrawn, CoinsGained, DayBroke, Harbour, NightFell, SeatTaken, TowerBuilt

ANN = SeatTaken(seat="Ann")
COINS = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")


@pytest.fixture
def table(house: House) -> str:
    return house.new()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "evening.db", (agemonia.GAME,))
    yield house
    house.close()


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


def test_no_table_is_kept_of_what_was_refused(house: House, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever takes back what came instead sees what never happened."""
    monkeypatch.setattr(history_module, "EVERY", 1)
    with pytest.raises(RefusedOne):
        together(house, table, ANN, OAK)
    house.record(table, NightFell(), DayBroke())
    house.undo(table)
    assert house.table(table) == house.cold(table)
    assert house.at(table, 2) == {**house.table(table), "night": True, "day": 1}


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
    house.put_away(table)
    assert house.shown(table) == (house.head(table), house.cold(table))
    assert house.verify() == []


# --- taken back ------------------------------------------------------------------------------

BOB = SeatTaken(seat="Bob")


@pytest.fixture
def card(house: House, table: str) -> str:
    """Bob sat down (2); on one card Ann sat down (3), gained 9 coins (4) and built the oak tower (5)."""
    house.record(table, BOB)
    together(house, table, ANN, COINS, OAK, command="a-card-of-three")
    return table


def undone(house: House, campaign: str, entry: int | None = None) -> tuple[int, ...]:
    """What a taking back of a whole command takes back."""
    receipt = house.campaigns.undo(campaign, entry, house.command(), scope="command")
    return tuple(receipt.entries[0].fields["entries"])


def test_undo_takes_back_all_of_a_card(house: House, card: str) -> None:
    assert undone(house, card) == (3, 4, 5)
    assert list(house.table(card)["seats"]) == ["Bob"]


@pytest.mark.parametrize("entry", [3, 4, 5])
def test_any_entry_of_a_card_names_all_of_it(house: House, card: str, entry: int) -> None:
    assert undone(house, card, entry) == (3, 4, 5)


def test_redo_brings_all_of_it_back_as_if_nothing_had_happened(house: House, card: str) -> None:
    before = house.table(card)
    undone(house, card)
    house.campaigns.redo(card, house.command())
    assert house.table(card) == before == house.cold(card)
    assert house.verify() == []


def test_the_preview_of_it_is_what_it_does(house: House, card: str) -> None:
    with house.campaigns.open(card) as live:
        before = live.table.model_copy(deep=True)
        found = preview_withdrawal(live, 4, None, scope="command")
    assert ([entry.position for entry in found.goes], found.dropped) == ([3, 4, 5], [])
    undone(house, card)
    with house.campaigns.open(card) as live:
        assert changes_between(before, live.table) == found.changes


def test_what_rests_on_a_card_is_asked_about_once(house: House, card: str) -> None:
    house.record(card, CoinsGained(seat="Ann", amount=1))
    with pytest.raises(RefusedAll):
        undone(house, card, 3)
    house.campaigns.undo(card, 3, house.command(), TableDecision("those"), "command")
    assert list(house.table(card)["seats"]) == ["Bob"]


def test_everything_since_begins_with_the_first_of_the_card(house: House, card: str) -> None:
    house.campaigns.undo(card, 5, house.command(), TableDecision("since"), "command")
    assert list(house.table(card)["seats"]) == ["Bob"]


def test_one_entry_of_a_card_can_still_be_taken_back_alone(house: House, card: str) -> None:
    house.campaigns.undo(card, 5, house.command())
    assert house.table(card)["seats"]["Ann"] == {**house.table(card)["seats"]["Bob"], "coins": 9}


def test_of_a_card_that_is_half_taken_back_the_rest_goes_and_comes_back(house: House, card: str) -> None:
    house.campaigns.undo(card, 5, house.command())
    half = house.table(card)
    assert undone(house, card) == (3, 4)
    house.campaigns.redo(card, house.command())
    assert house.table(card) == half


def test_two_who_tap_at_once_take_one_card_back(house: House, card: str) -> None:
    undone(house, card, 3)
    with pytest.raises(Already):
        undone(house, card, 3)
    assert list(house.table(card)["seats"]) == ["Bob"]


def test_the_same_tap_twice_takes_back_once(house: House, card: str) -> None:
    command = house.command("undo-by-double-tap")
    first, second = (house.campaigns.undo(card, 3, command, scope="command") for _ in range(2))
    assert (first.repeated, second.repeated, house.head(card)) == (False, True, 6)


def test_a_card_next_to_another_stands_alone(house: House, card: str) -> None:
    together(house, card, CoinsGained(seat="Ann", amount=1), CoinsGained(seat="Bob", amount=1))
    assert undone(house, card) == (6, 7)
    assert undone(house, card) == (3, 4, 5)


def test_how_a_campaign_began_stays_when_its_first_event_is_taken_back(evening: House) -> None:
    campaign = evening.new("Evening", opening={"party_name": "The Lanterns"})
    assert undone(evening, campaign) == (2,)


def test_a_card_with_a_secret_of_another_seat_is_not_taken_back(house: House, card: str) -> None:
    together(house, card, CoinsGained(seat="Bob", amount=1), CardDrawn(seat="Ann", card=37))
    bob = replace(house.command(), seats=frozenset({"Bob"}), actor="Bob", host=False)
    with pytest.raises(RefusedAll):
        house.campaigns.undo(card, 6, bob, scope="command")
    with house.campaigns.open(card) as live:
        assert last_command(live, bob.author) == 3
