"""Journals of the party and of the heroes."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.journals import (
    KeywordCheckAnswered,
    KeywordCrossedOut,
    KeywordTallyAdded,
    KeywordWritten,
)
from tests.domain.games.agemonia.moments import PARTY, each_refusal, no, refuses

KEY = KeywordWritten(journal="party", keyword="Silver Key")
REFUSALS = [
    no("keyword-present", KEY, event=KEY, bendable=False),
    no("keyword-present", KEY, event=KEY.copy_with(keyword="silver KEY"), bendable=False, why="whatever-its-case"),
    no("keyword-absent", event=KeywordCrossedOut(journal="party", keyword="Silver Key"), bendable=False),
    no(
        "keyword-absent",
        KEY,
        KeywordCrossedOut(journal="party", keyword="Silver Key"),
        event=KeywordCrossedOut(journal="party", keyword="Silver Key"),
        bendable=False,
        why="crossed-out-before",
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_journal_is_the_partys_or_that_of_a_hero_of_the_party() -> None:
    given(GAME, *PARTY).when(KEY.copy_with(journal="torrax")).then(refused("not-offered", bendable=False))
    given(GAME, *PARTY).when(KEY.copy_with(journal="venia")).then(says("Venia's journal: wrote “Silver Key”"))


def test_each_journal_has_its_own_words() -> None:
    spec = given(GAME, *PARTY, KEY).when(KEY.copy_with(journal="venia"))
    spec.then(
        table(
            **{
                "journal.words.silver key.keyword": "Silver Key",
                "heroes.venia.journal.words.silver key.tally": 0,
                "heroes.lunara.journal.words": {},
            }
        )
    )


def test_a_word_that_was_crossed_out_may_be_written_again_below() -> None:
    spec = given(GAME, KEY, KeywordTallyAdded(journal="party", keyword="silver key", count=3))
    spec = spec.and_then(KeywordCrossedOut(journal="party", keyword="Silver Key"))
    spec = spec.and_then(KEY).and_then(KeywordCrossedOut(journal="party", keyword="Silver Key")).and_then(KEY)
    word = {"keyword": "Silver Key", "tally": 0}
    spec.then(
        table(
            **{
                "journal.words": {
                    "silver key": {**word, "tally": 3, "crossed_out": True},
                    "silver key 2": {**word, "crossed_out": True},
                    "silver key 3": {**word, "crossed_out": False},
                }
            }
        )
    )


def test_tally_marks_add_up() -> None:
    tally = KeywordTallyAdded(journal="party", keyword="Debt", count=2)
    given(GAME, tally).when(tally).then(
        table(**{"journal.words.debt.tally": 4}), says("Party journal: 2 tally marks at “Debt”")
    )


@pytest.mark.parametrize(
    ("journals", "present", "tally"),
    [((), True, 3), (("party",), True, 1), (("venia",), True, 2), (("lunara",), False, 0)],
    ids=["all journals", "the party's", "the one with it", "the one without"],
)
def test_a_question_for_a_keyword_is_answered(journals: tuple[str, ...], present: bool, tally: int) -> None:
    asked = KeywordCheckAnswered(keyword="debt", journals=journals)
    given(
        GAME,
        *PARTY,
        KeywordTallyAdded(journal="party", keyword="Debt"),
        KeywordTallyAdded(journal="venia", keyword="Debt", count=2),
    ).when(asked).then(asked.copy_with(present=present, tally=tally))


def test_a_crossed_out_word_is_not_there() -> None:
    asked = KeywordCheckAnswered(keyword="Silver Key")
    given(GAME, KEY, KeywordCrossedOut(journal="party", keyword="Silver Key")).when(asked).then(
        asked.copy_with(present=False, tally=0)
    )


def test_a_journal_of_a_hero_whose_arrival_was_taken_back_is_nobodys() -> None:
    spec = given(GAME, *PARTY, KEY.copy_with(journal="venia"))
    spec.and_undo(3, "those").then(table(**{"journal.words": {}}))


def test_a_word_that_was_never_written_after_all_is_crossed_out_by_nobody() -> None:
    spec = given(GAME, KEY, KeywordCrossedOut(journal="party", keyword="Silver Key"))
    spec.and_undo(2, "those").then(table(**{"journal.words": {}}))
