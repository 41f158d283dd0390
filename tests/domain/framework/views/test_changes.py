"""Changes in words: short lists as they are, of long ones what comes and goes."""

from typing import Any

import pytest
from pydantic import Field

from domain.framework.table import Change, State, changes_between
from domain.framework.views.changes import LONG, change_text
from tests.toy import GAME
from tests.toy.table import Harbour

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


def test_a_part_under_the_empty_name_has_no_label() -> None:
    assert str(change_text(Change("notes.", ["Hi"], None), GAME.new_table())) == "notes: Hi → none"


def test_a_short_list_is_told_whole() -> None:
    assert told(MANY[: LONG - 1], MANY[:LONG]).endswith("Note 10 → " + ", ".join(MANY[:LONG]))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [(False, True, "now: secrets are open"), (True, False, "no longer: secrets are open")],
)
def test_what_is_true_or_not_is_told_by_its_name(before: bool, after: bool, words: str) -> None:
    assert str(change_text(Change("secrets_open", before, after), GAME.new_table())) == words


def test_a_card_that_was_typed_in_is_told_by_its_name_and_the_title_of_its_field() -> None:
    table = GAME.new_table()
    table.library = {"towers": {"oak-tower": {"en": "Oak", "price": 3}}}
    assert (
        str(change_text(Change("library.towers.oak-tower.price", 3, None), table))
        == "own content, Oak, price: 3 → none"
    )


def test_names_that_nobody_knows_are_counted() -> None:
    assert told(["Attack"], ["Attack", "", ""]).endswith("Attack → Attack, 2 unknown")


# --- states ------------------------------------------------------------------------------------


class Day(State):
    winner: str = ""
    coins: dict[str, int] = Field(default_factory=dict)
    towers: int = 0
    gates: int = 0
    won: bool = False
    note: str = ""
    moon: str = ""
    tide: str = ""


class Calendar(Harbour):
    past: list[Day] = Field(default_factory=list, title="days that are over")
    today: Day | None = None


def changes(before: Calendar, after: Calendar) -> list[str]:
    return [str(change_text(change, after)) for change in changes_between(before, after)]


def test_of_a_state_in_a_list_only_what_differs_is_told() -> None:
    over = [Day(winner="Ann", coins={"Ann": 3}), Day(winner="Bob", coins={"Bob": 1})]
    right = [over[0], Day(winner="Bob", coins={"Bob": 2})]
    assert changes(Calendar(past=over), Calendar(past=right)) == ["days that are over, 2, coins, Bob: 1 → 2"]


def test_of_states_that_come_and_go_each_is_told_in_short() -> None:
    over = [Day(winner="Ann", towers=2)]
    assert changes(Calendar(), Calendar(past=over)) == ["days that are over: now (winner Ann, towers 2)"]


def test_of_states_without_any_parts_the_number_is_told() -> None:
    over = [Day(winner="Ann"), Day(), Day()]
    assert changes(Calendar(), Calendar(past=over)) == ["days that are over: now (winner Ann), +2"]


def test_a_new_state_is_told_by_the_first_parts_that_say_something() -> None:
    day = Day(winner="Ann", towers=2, gates=1, won=True, note="wet", moon="new", tide="low")
    assert changes(Calendar(), Calendar(today=day)) == ["today: now winner Ann, towers 2, gates 1, won, note wet, …"]
