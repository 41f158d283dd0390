"""Secrets of a seat: other seats neither record nor correct them, whatever way they take."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import pytest

from domain.framework import kernel
from domain.framework.events.event import Event, LogRole
from domain.framework.refusal import RefusedAll
from domain.framework.table import as_json
from domain.log.corrections import TableDecision
from tests import toy
from tests.house import House

BOB = frozenset({"Bob"})
ANN = frozenset({"Ann"})
NOBODY: frozenset[str] = frozenset()


@pytest.fixture
def table(house: House, harbour: str) -> str:
    """Ann's card 37 is entry 4; she has 5 coins since entry 5."""
    drawn = (toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"), toy.CardDrawn(seat="Ann", card=37))
    house.record(harbour, *drawn, toy.CoinsGained(seat="Ann", amount=5))
    return harbour


Act = Callable[[House, str, frozenset[str] | None], object]


def recorded(event: Event[toy.Harbour] | kernel.KernelEvent) -> Act:
    return lambda house, table, seats: house.record_as(table, event, replace(house.command(bend="x"), seats=seats))


ACTS: dict[str, Act] = {
    "draw": recorded(toy.CardDrawn(seat="Ann", card=3)),
    "set by hand": recorded(kernel.Adjusted(path="seats.Ann.card", after=3, reason="x")),
    "undo": lambda house, table, seats: house.campaigns.undo(table, 4, replace(house.command(), seats=seats)),
    "amend": lambda house, table, seats: house.campaigns.amend(
        table, 4, {"card": 9}, replace(house.command(), seats=seats)
    ),
}


@pytest.mark.parametrize("seats", [BOB, NOBODY])
@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
def test_another_seat_is_refused(house: House, table: str, act: Act, seats: frozenset[str]) -> None:
    before = house.head(table)
    with pytest.raises(RefusedAll) as wrong:
        act(house, table, seats)
    assert (wrong.value.reasons[0].code, wrong.value.bendable, house.head(table)) == ("not-yours", False, before)


@pytest.mark.parametrize("seats", [ANN, None])
@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
def test_its_own_seat_and_the_table_itself_are_not(
    house: House, table: str, act: Act, seats: frozenset[str] | None
) -> None:
    before = house.head(table)
    act(house, table, seats)
    assert house.head(table) > before


@pytest.mark.parametrize("seats", [BOB, NOBODY])
def test_going_back_to_a_moment_past_a_secret_asks_once_more(house: House, table: str, seats: frozenset[str]) -> None:
    with pytest.raises(RefusedAll) as wrong:
        house.campaigns.undo(table, 3, replace(house.command(), seats=seats), TableDecision("since"))
    assert wrong.value.reasons[0].code == "crosses-an-end"
    house.campaigns.undo(table, 3, replace(house.command(), seats=seats), TableDecision("since", sure=True))
    assert house.table(table)["seats"] == {"Ann": as_json(toy.Seat())}


def test_undo_skips_what_is_another_seats_secret(house: House, table: str) -> None:
    house.record(table, toy.CardDrawn(seat="Ann", card=9))
    receipt = house.campaigns.undo(table, None, replace(house.command(), seats=BOB))
    assert receipt.entries[0].fields["entries"] == [5]


class CardsTurned(toy.ToyEvent):
    help_text = "All cards are turned over."
    sentence = "All cards were turned over"
    log = LogRole(confirm_undo="revealed")


def test_taking_back_a_reveal_asks_once_more(house: House, table: str) -> None:
    house.games["toy"] = replace(toy.GAME, own_events=(*toy.GAME.own_events, CardsTurned))
    house.campaigns.games = house.games
    house.campaigns.drop_from_memory(table)
    house.record(table, CardsTurned())
    with pytest.raises(RefusedAll) as wrong:
        house.undo(table, 6)
    assert "all players have seen" in str(wrong.value)
    assert house.undo(table, 6, sure=True).entries


@pytest.mark.parametrize("choice", [None, "since"])
def test_of_rivals_only_the_host_takes_back_what_was_turned_over(
    house: House, table: str, choice: Literal["since"] | None
) -> None:
    house.games["toy"] = replace(toy.GAME, own_events=(*toy.GAME.own_events, CardsTurned), rivals=True)
    house.campaigns.games = house.games
    house.campaigns.drop_from_memory(table)
    ann = replace(house.command(), seats=ANN, actor="Ann", host=False)
    house.record_as(table, CardsTurned(), ann)
    with pytest.raises(RefusedAll) as wrong:
        house.campaigns.undo(table, 6, replace(ann, id=house.command().id), TableDecision(choice, sure=True))
    assert [one.code for one in wrong.value.reasons] == ["seen-by-all"]
    assert house.campaigns.undo(table, 6, replace(house.command(), seats=BOB), TableDecision(choice, sure=True)).entries


def test_what_is_open_is_for_every_seat(house: House, table: str) -> None:
    house.campaigns.undo(table, 5, replace(house.command(), seats=BOB))
    assert house.table(table)["seats"]["Ann"]["coins"] == 0


def test_a_secret_taken_back_is_not_for_another_seat_to_restore(house: House, table: str) -> None:
    house.undo(table, 4)
    with pytest.raises(RefusedAll):
        house.campaigns.redo(table, replace(house.command(), seats=BOB))


def test_what_put_a_secret_right_is_not_for_another_seat_to_take_back(house: House, table: str) -> None:
    house.amend(table, 4, card=9)
    with pytest.raises(RefusedAll):
        house.campaigns.undo(table, 6, replace(house.command(), seats=BOB))


def test_a_secret_that_became_anothers_is_theirs(house: House, table: str) -> None:
    house.amend(table, 4, seat="Bob")
    with pytest.raises(RefusedAll):
        house.campaigns.undo(table, 4, replace(house.command(), seats=BOB))


class Dealt(toy.ToyEvent):
    help_text = "Everybody draws a card."
    sentence = "Cards were dealt"

    def follow(self, table: toy.Harbour) -> Iterator[Event[toy.Harbour]]:
        yield from (toy.CardDrawn(seat=seat) for seat in table.seats)


def test_what_the_rules_dealt_goes_back_with_its_cause(house: House, table: str) -> None:
    house.games["toy"] = replace(toy.GAME, own_events=(*toy.GAME.own_events, Dealt))
    house.campaigns.games = house.games
    house.campaigns.drop_from_memory(table)
    command = replace(house.command(), seats=BOB)
    house.record_as(table, Dealt(), command)
    house.campaigns.undo(table, 6, replace(house.command(), seats=BOB))
    assert house.table(table)["seats"]["Ann"]["card"] == 37
