"""The stages of a villain that are played: all of the mode, or in a skirmish the one that was meant."""

from typing import Literal

import pytest

from domain.games.champions.setup.scenarios import ScenarioChosen, stages_played
from domain.games.champions.state.kinds import ScenarioSheet
from domain.games.champions.state.table import Champions

SHEET = ScenarioSheet.model_validate({"villains": ["one", "two"], "expert": ["two", "three"]})
PLAIN = ScenarioSheet.model_validate({"villains": ["one", "two"]})


def stages(sheet: ScenarioSheet, printed: bool, mode: Literal["standard", "expert"], stage: int | None) -> list[str]:
    table = Champions()
    numbers = {"one": 1, "two": 2, "three": 3} if printed else {}
    table.library = {"villains": {id_: {"stage": number} for id_, number in numbers.items()}}
    said = ScenarioChosen(scenario="s", mode=mode, skirmish=stage is not None, stage=stage or None)
    return list(stages_played(table, sheet, said))


@pytest.mark.parametrize(("mode", "played"), [("standard", ["one", "two"]), ("expert", ["two", "three"])])
def test_a_game_is_played_with_the_stages_of_its_mode(mode: Literal["standard", "expert"], played: list[str]) -> None:
    assert stages(SHEET, True, mode, None) == played
    assert stages(PLAIN, True, mode, None) == ["one", "two"]


@pytest.mark.parametrize("printed", [True, False])
@pytest.mark.parametrize(("stage", "played"), [(0, ["one"]), (1, ["one"]), (2, ["two"]), (3, ["three"]), (4, [])])
def test_a_skirmish_is_played_with_the_stage_of_that_number_or_in_that_place(
    printed: bool, stage: int, played: list[str]
) -> None:
    assert stages(SHEET, printed, "standard", stage) == played


def test_a_name_that_turns_out_to_be_known_keeps_the_number_of_its_copy() -> None:
    table = Champions()
    assert table.bound_in("hosts", "The Web #2", "cards", "The Web", "web") == "web #2"
    assert table.bound_in("hosts", "The Web", "cards", "Another", "web") == "The Web"
