"""Near: words with a slip in them are found, others are not."""

import pytest

from projections.search.near import similar_words, vocabulary_of_log

KNOWN = vocabulary_of_log(
    ["House Gramask: +3 reputation", "Twilight Watch", "Ana bought the Oak Shield", "天平小镇的灯塔"]
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gramsk", "Gramask"),
        ("Garmask", "Gramask"),
        ("reputaton", "reputation"),
        ("reputtaion", "reputation"),
        ("twiligt", "Twilight"),
        ("shild", "Shield"),
        ("repyt", "reputation"),
        ("oka", "Oak"),
        ("天评小镇的灯塔", "天平小镇的灯塔"),
        ("天评小镇", "天平小镇的灯塔"),
    ],
)
def test_a_slip_is_forgiven(typed: str, meant: str) -> None:
    assert similar_words(typed, KNOWN)[0] == meant


@pytest.mark.parametrize("typed", ["ok", "dragon", "灯", "灯火", "", "#22"])
def test_a_short_word_or_another_one_is_not_taken_for_it(typed: str) -> None:
    assert not similar_words(typed, KNOWN)
