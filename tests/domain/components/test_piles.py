"""Piles: as many cards leave as were told, the named ones if they are there; a blank is one that nobody named."""

from collections.abc import Iterable, Sequence

import pytest

from domain.components.piles import (
    MORE_NAMED,
    NOT_HELD,
    TOO_FEW_CARDS,
    cards_missing,
    may_hold,
    resize_pile,
    take_cards,
    too_few_cards,
    too_many_named,
    with_blanks,
)
from domain.framework.refusal import Refused
from domain.framework.table import Table
from domain.framework.text import Text

TABLE = Table()


def missing(pile: Sequence[str], count: int, *cards: str) -> list[Text]:
    return told(cards_missing(TABLE, "cards", pile, count, cards))


def told(reasons: Iterable[Refused]) -> list[Text]:
    return [reason.text for reason in reasons]


def test_cards_beyond_the_named_ones_are_blanks() -> None:
    assert with_blanks(("calm",), 3) == ["calm", "", ""]
    assert with_blanks(("calm", "gust"), 2) == ["calm", "gust"]
    assert with_blanks(("calm", "gust"), 1) == ["calm"]
    assert with_blanks((), 0) == with_blanks((), -1) == []


def test_a_blank_may_be_any_card() -> None:
    assert may_hold(["calm"], "calm")
    assert may_hold([""], "calm")
    assert not may_hold(["gust"], "calm")
    assert not may_hold([], "calm")


def test_the_named_card_leaves_though_blanks_lie_there() -> None:
    hand = ["", "calm", "gust"]
    assert take_cards(1, ("calm",), hand) == ["calm"]
    assert hand == ["", "gust"]


def test_of_several_alike_one_leaves() -> None:
    hand = ["calm", "calm"]
    take_cards(1, ("calm",), hand)
    assert hand == ["calm"]


def test_a_card_that_nobody_named_leaves_in_place_of_one_that_is_not_there() -> None:
    hand = ["", "gust"]
    assert take_cards(1, ("calm",), hand) == ["calm"]
    assert hand == ["gust"]


def test_where_all_are_named_and_none_is_the_last_one_leaves_so_that_the_number_is_right() -> None:
    hand = ["gust", "toll"]
    assert take_cards(1, (), hand) == [""]
    assert hand == ["gust"]
    take_cards(1, ("calm",), hand)
    assert hand == []


def test_no_more_leave_than_there_are() -> None:
    hand = ["gust"]
    assert take_cards(3, ("calm", "gust"), hand) == ["calm"]
    assert hand == []
    assert take_cards(1, ("calm",), hand) == []


def test_several_piles_count_as_one_and_the_first_is_emptied_first() -> None:
    old, fresh = ["gust", "calm"], ["toll", ""]
    take_cards(2, ("toll",), old, fresh)
    assert (old, fresh) == (["gust", "calm"], [])
    fresh.append("mist")
    assert take_cards(9, (), old, fresh) == ["", "", ""]
    assert (old, fresh) == ([], [])


def test_of_several_piles_the_named_card_leaves_the_first_that_has_it() -> None:
    old, fresh = ["calm"], ["calm"]
    take_cards(1, ("calm",), old, fresh)
    assert (old, fresh) == ([], ["calm"])
    take_cards(1, (), old, fresh)
    assert fresh == []


def test_a_pile_grows_by_blanks_and_shrinks_by_blanks_first() -> None:
    pile = ["calm"]
    resize_pile(pile, 3)
    assert pile == ["calm", "", ""]
    resize_pile(pile, 3)
    assert pile == ["calm", "", ""]
    resize_pile(pile, 1)
    assert pile == ["calm"]
    resize_pile(pile, None)
    assert pile == ["calm"]
    resize_pile(pile, 0)
    assert pile == []


def test_more_named_than_there_are_is_refused_and_as_many_not() -> None:
    assert told(too_many_named(("calm", "gust"), 1)) == told([MORE_NAMED(named=2, count=1)])
    assert told(too_many_named(("calm",), 1)) == []


def test_more_than_a_pile_holds_is_refused_and_as_many_not() -> None:
    assert told(too_few_cards(1, 2)) == told([TOO_FEW_CARDS(have=1, need=2)])
    assert told(too_few_cards(2, 2)) == []


def test_every_reason_is_told_why_cards_do_not_leave_a_pile() -> None:
    assert missing(["calm"], 2, "gust") == told([TOO_FEW_CARDS(have=1, need=2), NOT_HELD(card="gust")])
    assert missing(["calm", ""], 1, "gust", "toll") == told([MORE_NAMED(named=2, count=1), NOT_HELD(card="toll")])
    assert missing(["calm", ""], 2, "calm", "toll") == []


def test_a_card_that_is_there_once_is_not_there_twice() -> None:
    assert missing(["calm", "gust"], 2, "calm", "calm") == told([NOT_HELD(card="calm")])
    assert missing(["calm", "calm"], 2, "calm", "calm") == []


@pytest.mark.parametrize("count", [1, 2])
def test_where_a_pile_is_counted_only_with_an_area_what_it_lacks_is_said_with_that_area(count: int) -> None:
    for areas in ((), ("hands",)):
        reasons = list(cards_missing(TABLE, "cards", [], count, ("calm",), areas))
        assert [reason.areas for reason in reasons] == [areas, areas]
