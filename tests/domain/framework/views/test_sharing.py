"""Sharing: what is made of a viewer's table serves all who know the same of what it read, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from domain.framework.table import Table, as_json
from domain.framework.views.sharing import MOST, MadeOfMoment, share, shared_by_viewers
from domain.framework.views.visibility import known_alone, table_seen_by
from tests.toy.table import Harbour, Seat

Read = Callable[[Any], object]


def table_with_hands() -> Harbour:
    return Harbour(seats={"Ann": Seat(card=3, hand=["rose"]), "Bob": Seat(card=5)})


class Viewers:
    """The tables of some viewers at one moment, and for whom something was made of them."""

    def __init__(self) -> None:
        self.table, self.moment = table_with_hands(), MadeOfMoment()
        self.made_for: list[str] = []

    def sees(self, seat: str) -> Harbour:
        mine = {seat} if seat else set()
        return share(table_seen_by(self.table, mine), self.moment, known_alone(self.table, mine))

    def shared(self, seat: str, read: Read) -> object:
        table = self.sees(seat)

        def make() -> object:
            self.made_for.append(seat)
            return read(table)

        return table.shared("what is read", make)


def made_for(*seats: str, read: Read) -> list[str]:
    """The seats for which a part is made, of those that ask for it one after the other; "" is the public."""
    viewers = Viewers()
    for seat in seats:
        assert viewers.shared(seat, read) == read(table_seen_by(viewers.table, {seat} if seat else set())), seat
    return viewers.made_for


def test_what_reads_no_secret_is_made_once_for_all() -> None:
    assert made_for("Ann", "Bob", "", read=lambda table: [*table.seats]) == ["Ann"]


def test_what_reads_a_secret_is_made_again_for_those_who_know_it() -> None:
    assert made_for("", "Ann", "Bob", "", "Ann", read=lambda table: table.seats["Ann"].card) == ["", "Ann"]


def test_what_was_made_for_one_who_knows_is_not_for_others() -> None:
    assert made_for("Ann", "Bob", "", read=lambda table: table.seats["Ann"].card) == ["Ann", "Bob"]


ALL_OF_A_SEAT: list[Read] = [
    lambda table: copy(table).seats["Ann"].card,
    lambda table: deepcopy(table).seats["Ann"].card,
    lambda table: table.seats["Ann"].model_copy().card,
    lambda table: table.seats["Ann"].model_dump(),
    lambda table: table.seats["Ann"].model_dump_json(),
    lambda table: as_json(table.seats["Ann"]),
    lambda table: dict(table.seats["Ann"]),
    lambda table: repr(table.seats["Ann"]),
    lambda table: str(table.seats["Ann"]),
]


@pytest.mark.parametrize("read", ALL_OF_A_SEAT)
def test_a_secret_is_read_whichever_way_it_is_read(read: Read) -> None:
    assert made_for("", "Ann", read=read) == ["", "Ann"]


def test_what_is_made_of_what_is_shared_read_the_same() -> None:
    def read(table: Harbour) -> object:
        return table.shared("card", lambda: table.seats["Ann"].card)

    assert made_for("", "Bob", "Ann", read=read) == ["", "Ann"]


def test_what_reads_a_secret_in_vain_leaves_the_rest_shared() -> None:
    def fails(table: Harbour) -> object:
        return table.shared("card", lambda: table.seats["Ann"].card and 1 // 0)

    viewers = Viewers()
    table = viewers.sees("Ann")
    with pytest.raises(ZeroDivisionError):
        table.shared("whole", lambda: fails(table))
    viewers.shared("Ann", lambda table: 1)
    viewers.shared("", lambda table: 1)
    assert viewers.made_for == ["Ann"]


def test_a_copy_shares_nothing_because_it_may_be_changed() -> None:
    table = Viewers().sees("")
    table.shared("number of seats", lambda: len(table.seats))
    for changed in (copy(table), deepcopy(table), table.model_copy(deep=True)):
        assert changed.shared("number of seats", lambda: 7) == 7


def test_a_table_of_nobody_shares_nothing() -> None:
    table = table_with_hands()
    assert [table.shared("number", lambda number=number: number) for number in range(2)] == [0, 1]


def test_a_copy_of_a_seat_can_be_changed_without_the_seat() -> None:
    table = Viewers().sees("Ann")
    changed = table.model_copy(deep=True)
    changed.seats["Ann"].card = 20
    changed.seats["Ann"].hand.append("crown")
    assert (table.seats["Ann"].card, table.seats["Ann"].hand) == (3, ["rose"])


def test_a_viewer_sees_the_same_values_as_before() -> None:
    viewers = Viewers()
    for seat in ("", "Ann"):
        assert as_json(viewers.sees(seat)) == as_json(table_seen_by(viewers.table, {seat} if seat else set()))


def test_the_table_itself_stays_as_it_is() -> None:
    viewers = Viewers()
    before = as_json(viewers.table)
    viewers.sees("Ann").seats["Ann"].card = 20
    assert as_json(viewers.table) == before


def test_a_function_is_called_once_for_each_of_its_arguments() -> None:
    called: list[tuple[str, int]] = []

    @shared_by_viewers
    def number(table: Table, seat: str, *, times: int = 1) -> int:
        called.append((seat, times))
        return times

    table = Viewers().sees("")
    assert [number(table, "Ann"), number(table, "Bob"), number(table, "Ann"), number(table, "Ann", times=2)] == [
        1,
        1,
        1,
        2,
    ]
    assert called == [("Ann", 1), ("Bob", 1), ("Ann", 2)]


def test_a_moment_keeps_a_bounded_number_of_parts() -> None:
    table, made = Viewers().sees(""), list[int]()
    for _ in range(2):
        for number in range(MOST + 1):
            table.shared(number, lambda number=number: made.append(number))
    assert made == [*range(MOST + 1), MOST]
