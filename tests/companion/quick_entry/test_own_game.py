"""What players say at the table of a described game, in the words of its file."""

from typing import Any

import pytest

from tests.companion.quick_entry.spoken import Spoken, heard

ENEMIES_ARE_HURT = 19
"""The entry of the golden log after which the sentences are said: the guardian is at turn."""


@pytest.mark.parametrize(
    ("words", "event", "fields"),
    [
        ("scout loses 3 hit points", "number-lowered", {"number": "hp", "owner": "scout", "amount": 3}),
        ("guardian gains 5 gold", "number-raised", {"number": "gold", "owner": "guardian", "amount": 5}),
        ("gold +5 guardian", "number-raised", {"number": "gold", "owner": "guardian", "amount": 5}),
        ("threat +2", "number-raised", {"number": "threat", "amount": 2}),
        ("scout is poisoned", "status-gained", {"owner": "scout", "status": "poisoned"}),
        ("end turn", "turn-ended", {"seat": "guardian"}),
        ("next round", "round-began", {}),
        ("roll fate die", "dice-rolled", {"die": "fate"}),
        ("draw from the bag", "piece-drawn", {"pile": "bag"}),
        ("write moonstone in keywords", "word-written", {"journal": "keywords", "word": "moonstone"}),
        ("两个守卫登场", "figure-came", {"figure": "guard", "count": 2}),
        ("斥候生命-3", "number-lowered", {"number": "hp", "owner": "scout", "amount": 3}),
        ("守护者金币+5", "number-raised", {"number": "gold", "owner": "guardian", "amount": 5}),
        ("威胁+2", "number-raised", {"number": "threat", "amount": 2}),
    ],
)
def test_what_is_meant_is_offered_first(words: str, event: str, fields: dict[str, Any]) -> None:
    first = next(iter(heard(Spoken("own", "own/1.0.0", ENEMIES_ARE_HURT, words, event, ()))))
    assert (first.event, dict(first.fields)) == (event, fields)
