"""Decks: what is face down follows from what lies elsewhere, and a draw takes from where a table would."""

from random import Random

import pytest

from companion.testing import Rolled
from domain.components.decks import Deck, Drawn, cards_without
from domain.framework.events.chance import Chance

CARDS = ("calm", "calm", "gust", "toll")


def test_of_several_alike_each_counts() -> None:
    assert cards_without(CARDS, ["calm"], ["toll", "calm"]) == ["gust"]


def test_what_is_not_there_is_not_taken_away() -> None:
    assert cards_without(["gust"], ["calm", ""]) == ["gust"]


def test_what_lies_elsewhere_is_not_in_it() -> None:
    deck = Deck(CARDS, discard=["calm"], held=["gust"])
    assert len(deck) == 2
    assert sorted(deck.draw(2, Chance(Random(1))).cards) == ["calm", "toll"]


def test_a_hand_that_is_covered_leaves_as_many_cards() -> None:
    covered, known = Deck(CARDS, held=["", ""]), Deck(CARDS, held=["calm", "toll"])
    assert (len(covered), covered.drawable) == (len(known), known.drawable) == (2, 2)


def test_what_is_held_twice_and_printed_once_leaves_as_many_cards_as_a_hand_that_is_covered() -> None:
    assert len(Deck(CARDS, held=["gust", "gust"])) == len(Deck(CARDS, held=["", ""]))


def test_a_discarded_card_that_nobody_named_is_not_in_the_deck() -> None:
    deck = Deck(("calm", "gust", "mist", "toll"), discard=["calm", "", ""])
    assert (len(deck), deck.drawable) == (1, 4)
    assert deck.draw(2, Chance(Random(1))).shuffled


def test_a_deck_of_which_no_card_has_a_name_counts_what_is_discarded() -> None:
    assert len(Deck(("", "", ""), discard=[""])) == 2


def test_what_is_known_on_top_comes_first() -> None:
    deck = Deck(CARDS, top=["toll", "calm"])
    assert deck.draw(3, Rolled(["gust"])) == Drawn(("toll", "calm", "gust"), shuffled=False)


def test_a_deck_that_runs_out_is_filled_from_the_discard_pile_in_the_middle_of_a_draw() -> None:
    deck = Deck(CARDS, discard=["calm", "toll"], held=["gust"])
    assert deck.draw(3, Rolled(["calm", "toll", "calm"])) == Drawn(("calm", "toll", "calm"), shuffled=True)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_held_stays_in_the_hand_when_the_deck_is_filled(seed: int) -> None:
    deck = Deck(CARDS, discard=["calm", "toll"], held=["gust"])
    assert sorted(deck.draw(3, Chance(Random(seed))).cards) == ["calm", "calm", "toll"]


@pytest.mark.parametrize("seed", range(10))
def test_no_card_comes_twice_in_one_draw(seed: int) -> None:
    deck = Deck(("calm", "gust", "mist", "toll"), discard=["toll"], top=["mist"])
    assert sorted(deck.draw(4, Chance(Random(seed))).cards) == ["calm", "gust", "mist", "toll"]


def test_a_deck_that_is_just_enough_leaves_the_discard_pile_alone() -> None:
    assert Deck(("calm", "gust"), discard=["gust"]).draw(1, Rolled(["calm"])) == Drawn(("calm",), shuffled=False)


def test_no_more_is_drawn_than_there_is() -> None:
    assert len(Deck(CARDS, held=["calm", "calm", "gust"]).draw(5, Chance(Random(1))).cards) == 1
    assert Deck(CARDS, held=CARDS).draw(1, Chance(Random(1))) == Drawn((), shuffled=False)


def test_what_somebody_said_they_drew_is_believed_and_chance_brings_the_rest() -> None:
    deck = Deck(CARDS, top=["toll"])
    assert deck.draw(2, Rolled(["calm"]), said=["gust"]) == Drawn(("gust", "calm"), shuffled=False)


def test_more_may_be_said_than_anybody_thought_was_left() -> None:
    assert Deck(("calm",), held=["calm"]).draw(1, Rolled(()), said=["gust"]) == Drawn(("gust",), shuffled=True)


@pytest.mark.parametrize(
    ("cards", "may"), [(["toll"], True), (["gust"], False), (["toll", "toll"], False), (["toll", "gust"], True)]
)
def test_a_draw_brings_what_is_discarded_only_once_the_deck_has_run_out(cards: list[str], may: bool) -> None:
    assert Deck(("toll", "gust"), discard=["gust"]).may_bring(cards) is may


def test_a_table_that_only_counts_draws_blanks() -> None:
    deck = Deck([""] * 3, held=[""])
    assert deck.draw(9, Chance(Random(1))) == Drawn(("", ""), shuffled=False)


def test_a_draw_is_one_of_what_lies_face_down_whatever_the_dice() -> None:
    drawn = {Deck(CARDS, held=["gust"]).draw(1, Chance(Random(seed))).cards for seed in range(40)}
    assert drawn == {("calm",), ("toll",)}
