"""Changes in words: short lists as they are, of long ones what comes and goes."""

from typing import Any

import pytest

from domain.language.changes import LONG, change_text
from domain.language.table import Change
from tests.toy import GAME

MANY = [f"Note {n}" for n in range(500)]


def told(before: Any, after: Any) -> str:
    return str(change_text(Change("notes.Ann", before, after), GAME.new_table()))


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ([*MANY, "One more"], ": now One more"),
        (MANY[1:], ", no longer Note 0"),
        ([*MANY[:7], "Another", *MANY[8:]], ": now Another, no longer Note 7"),
        (MANY[::-1], ": another order"),
        ([*MANY, *MANY[:2]], ": now Note 0, Note 1"),
    ],
    ids=["more", "less", "another", "order", "twice"],
)
def test_of_a_long_list_only_what_differs_is_told(after: list[str], words: str) -> None:
    assert told(MANY, after).endswith(words)


def test_of_very_much_that_differs_some_is_told_and_how_much_more_there_is() -> None:
    words = told(MANY, [f"{note}!" for note in MANY])
    assert words.endswith("no longer Note 0, Note 1, Note 2, Note 3, Note 4, +495")
    assert len(words) < 200


@pytest.mark.parametrize(("before", "words"), [(1, ": 1 → none"), ([3, 4], ": 3, 4 → none")])
def test_what_is_gone_is_told_with_what_it_was(before: Any, words: str) -> None:
    assert str(change_text(Change("gates", before, None), GAME.new_table())).endswith(words)


def test_a_short_list_is_told_whole() -> None:
    assert told(MANY[: LONG - 1], MANY[:LONG]).endswith("Note 10 → " + ", ".join(MANY[:LONG]))
