"""Sealed choices: that a seat chose is seen, what it chose is its own until all are turned over."""

from typing import Annotated

from pydantic import Field

from domain.components.simultaneous_choices import Sealed, seats_undecided
from domain.framework.table import Keys, Table
from domain.framework.views.visibility import hidden_at, keepers_of, table_seen_by


class Voting(Table):
    votes: Annotated[dict[str, Sealed], Keys("seats")] = Field(default_factory=dict)


def voting(*, turned_over: bool) -> Voting:
    vote = Sealed(chosen=True, choice="yes", open=turned_over)
    return Voting(votes={"Ann": vote, "Bob": Sealed()})


def test_who_has_yet_to_choose_is_told_in_their_order() -> None:
    assert seats_undecided(("Cleo", "Ann", "Bob"), voting(turned_over=False).votes) == ["Cleo", "Bob"]


def test_others_see_that_a_seat_chose_and_not_what() -> None:
    assert table_seen_by(voting(turned_over=False), ("Bob",)).votes["Ann"] == Sealed(chosen=True)


def test_its_own_seat_sees_its_choice() -> None:
    table = voting(turned_over=False)
    assert table_seen_by(table, ("Ann",)) == table
    assert keepers_of(table, "votes.Ann.choice") == ("Ann",)


def test_what_is_turned_over_is_seen_by_all() -> None:
    table = voting(turned_over=True)
    assert table_seen_by(table, ()) == table
    assert not hidden_at(table, "votes.Ann.choice")
