"""The stages of a villain that are played: all of the mode, or in a skirmish the one that was meant."""

from typing import Any, Literal

import pytest

from companion.testing import given, table
from domain.framework.fields.fields import make_event
from domain.games.champions import GAME
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.setup.scenarios import ScenarioChosen, stages_played
from domain.games.champions.state.kinds import ScenarioSheet
from domain.games.champions.state.table import Champions

SHEET = ScenarioSheet.model_validate({"villains": ["one", "two"], "expert": ["two", "three"]})
PLAIN = ScenarioSheet.model_validate({"villains": ["one", "two"]})


def stages(sheet: ScenarioSheet, printed: bool, mode: Literal["standard", "expert"], stage: int | None) -> list[str]:
    empty = Champions()
    numbers = {"one": 1, "two": 2, "three": 3} if printed else {}
    empty.library = {"villains": {id_: {"stage": number} for id_, number in numbers.items()}}
    said = ScenarioChosen(scenario="s", mode=mode, skirmish=stage is not None, stage=stage or None)
    return list(stages_played(empty, sheet, said))


@pytest.mark.parametrize(("mode", "played"), [("standard", ["one", "two"]), ("expert", ["two", "three"])])
def test_a_game_is_played_with_the_stages_of_its_mode(mode: Literal["standard", "expert"], played: list[str]) -> None:
    assert stages(SHEET, True, mode, None) == played


def test_the_stages_of_an_expert_game_are_unknown_where_nobody_listed_them() -> None:
    assert stages(PLAIN, True, "standard", None) == ["one", "two"]
    assert stages(PLAIN, True, "expert", None) == []


@pytest.mark.parametrize("printed", [True, False])
@pytest.mark.parametrize(("stage", "played"), [(0, ["one"]), (1, ["one"]), (2, ["two"]), (3, ["three"]), (4, [])])
def test_a_skirmish_is_played_with_the_stage_of_that_number_or_in_that_place(
    printed: bool, stage: int, played: list[str]
) -> None:
    assert stages(SHEET, printed, "standard", stage) == played


@pytest.mark.parametrize(
    ("marked", "stood", "typed", "stands"),
    [
        ("hosts", "The Web", "The Web", "web"),
        ("hosts", "The Web #2", "The Web", "web #2"),
        ("hosts", "2 #2", "2", "web #2"),  # a card that is called like the number of its copy
        ("hosts", "The Web", "Another", "The Web"),
        ("hosts", "The Web #2", "Another", "The Web #2"),
        ("areas", "The Web #2", "The Web", "The Web #2"),  # no card stands there
    ],
)
def test_a_name_that_turns_out_to_be_known_keeps_the_number_of_its_copy(
    marked: str, stood: str, typed: str, stands: str
) -> None:
    assert Champions().bound_in(marked, stood, "cards", typed, "web") == stands


# --- a villain whose stages nobody listed ---


@pytest.mark.parametrize(
    ("heroes", "said", "health", "printed"),
    [
        (1, {}, 14, {}),
        (2, {}, 28, {}),
        (2, {"health": 30}, 30, {}),
        (2, {"mode": "expert"}, None, {}),
    ],
    ids=["one hero", "two heroes", "hit points said", "expert: another stage comes first"],
)
def test_rhino_brings_his_numbers_counted_for_the_table(
    heroes: int, said: dict[str, Any], health: int | None, printed: dict[str, int]
) -> None:
    taken = [HeroTaken(hero=name, health=10) for name in ("Hulk", "Thor")[:heroes]]
    given(GAME, *taken).when(make_event(ScenarioChosen, {"scenario": "rhino", **said})).then(
        table(**{"villain.health": health, "villain.printed": printed, "villain.stages": []})
    )
