"""Games: what a round and a place are called, under which heading the log has it, and how an event is found by name."""

import pytest

from domain.framework.game import event_named
from domain.framework.refusal import NotFound
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.runewars import GAME as RUNEWARS
from tests.toy import GAME


@pytest.mark.parametrize(
    ("round_", "called"),
    [(0, "Season"), (1, "Spring"), (2, "Summer"), (4, "Winter"), (5, "Season 5"), (-1, "Season -1")],
)
def test_a_round_is_called_by_its_name_where_it_has_one_and_else_by_its_number(round_: int, called: str) -> None:
    assert str(RUNEWARS.round_called(round_)) == called


@pytest.mark.parametrize(
    ("place", "called"),
    [
        ((0, 0, ""), ""),
        ((2, 0, ""), "Year 2"),
        ((0, 1, ""), "Spring"),
        ((0, 0, "turns"), str(RUNEWARS.table.steps["turns"])),
        ((2, 1, "turns"), f"Year 2 · Spring · {RUNEWARS.table.steps['turns']}"),
        ((2, 0, "unheard of"), "Year 2 · unheard of"),
    ],
)
def test_a_place_is_called_by_what_there_is_of_chapter_round_and_step(place: tuple[int, int, str], called: str) -> None:
    assert str(RUNEWARS.whereabouts(*place)) == called


@pytest.mark.parametrize(
    ("place", "heading"), [((2, 1, "turns"), (2, 1, "")), ((2, 0, "turns"), (2, 0, "turns")), ((0, 0, ""), (0, 0, ""))]
)
def test_the_steps_of_a_round_with_a_name_stand_together(
    place: tuple[int, int, str], heading: tuple[int, int, str]
) -> None:
    assert RUNEWARS.heading(place) == heading
    assert AGEMONIA.heading(place) == place


def test_an_event_is_found_by_its_name_and_three_that_sound_alike_are_told() -> None:
    assert event_named(GAME, "coins-gained") is GAME.by_name["coins-gained"]
    with pytest.raises(NotFound) as unknown:
        event_named(RUNEWARS, "hero-mved")
    assert len(unknown.value.text.values["near"]) == 3
    with pytest.raises(NotFound) as unknown:
        event_named(GAME, "xyzxyzxyz")
    assert unknown.value.text.values["near"] == "–"
