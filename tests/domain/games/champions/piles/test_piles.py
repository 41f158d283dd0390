"""Piles of a player or of the encounter side: what is taken, what is put down, and what a counted deck still has."""

import pytest

from domain.games.champions.state.parts import Away
from domain.games.champions.state.table import Scenario, Seat


@pytest.mark.parametrize(("count", "there", "runs_out"), [(1, 1, False), (4, 4, False), (5, 5, True), (6, 5, True)])
def test_no_more_come_off_a_deck_than_it_has_and_the_last_one_ends_it(count: int, there: int, runs_out: bool) -> None:
    assert Seat(deck=5, counted=True).off_deck(count) == (there, runs_out)


def test_a_deck_that_nobody_counted_never_runs_out() -> None:
    assert Seat().off_deck(7) == (7, False)
    assert Scenario(deck=5).off_deck(7) == (7, False)
    assert Scenario(deck=5).known_deck == 0
    assert Scenario(deck=5, counted=True).known_deck == 5


def test_what_is_taken_off_a_deck_has_the_names_that_were_said() -> None:
    seat = Seat(deck=2, counted=True)
    assert seat.take("deck", 2, ["energy"]) == ["energy", ""]
    assert seat.deck == 0
    assert seat.take("deck", 1) == [""]
    assert seat.deck == 0


def test_what_goes_into_a_deck_is_only_counted() -> None:
    seat = Seat(deck=2)
    seat.put("deck", ["energy", ""])
    assert (seat.deck, seat.lying("deck")) == (4, ["", "", "", ""])


def test_cards_go_from_the_hand_to_the_discard_pile() -> None:
    seat = Seat(hand=["energy", "", "web"])
    seat.put("discard", seat.take("hand", 2, ["web"]))
    assert (seat.hand, seat.discard) == (["energy"], ["web", ""])


def test_a_card_that_is_removed_until_something_happens_is_away_until_it_is_taken_back() -> None:
    here = Scenario()
    here.put("removed", ["hydra", ""], "the round ends")
    here.put("removed", ["tank"])
    assert here.away == [Away(card="hydra", until="the round ends"), Away(card="", until="the round ends")]
    assert here.take("removed", 1, ["hydra"]) == ["hydra"]
    assert here.away == [Away(card="", until="the round ends")]
    assert here.take("removed", 1, ["tank"]) == ["tank"]
    assert (here.removed, here.away) == ([""], [])


def test_of_two_alike_that_are_away_one_comes_back() -> None:
    here = Scenario()
    here.put("removed", ["hydra", "hydra"], "the round ends")
    here.take("removed", 1, ["hydra"])
    assert here.away == [Away(card="hydra", until="the round ends")]


def test_what_is_set_aside_comes_from_there() -> None:
    here = Scenario(aside=["hydra"], discard=["hydra"])
    assert here.take("aside", 1, ["hydra"]) == ["hydra"]
    assert (here.aside, here.discard) == ([], ["hydra"])
