"""What is filled in before anybody says it: the stage that comes next, and what a gem adds to."""

from collections.abc import Mapping
from typing import Any, Literal

import pytest

from domain.framework.events.chance import NO_CHANCE
from domain.games.agemonia.campaign.gems import AchievementGemSpent
from domain.games.agemonia.campaign.journey import JourneyStageCompleted, stages_left
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.state.scenario import HeroTurn, Roll
from domain.games.agemonia.state.table import Agemonia, Hero, Running

WHO = "lunara"


def journey(done: int) -> Agemonia:
    """A scenario whose card has three stages, of which some are done; the second one is split."""
    table = Agemonia(running=Running(scenario="S1"))
    stages = [{"no": 1, "kind": "city event"}, {"no": 2, "branch": "A"}, {"no": 2, "branch": "B"}, {"no": 3}]
    table.library = {"scenarios": {"S1": {"stages": stages}}}
    table.journey.stage = done
    return table


@pytest.mark.parametrize(("done", "left"), [(0, 3), (1, 2), (3, 0), (4, 0)])
def test_the_stages_that_are_left_are_counted_once_though_one_is_split(done: int, left: int) -> None:
    assert stages_left(journey(done)) == left


@pytest.mark.parametrize(
    ("done", "filled"), [(0, {"stage": 1, "kind": "city event"}), (1, {"stage": 2}), (3, {"stage": 4})]
)
def test_the_stage_that_comes_next_is_filled_in_as_it_is_printed(done: int, filled: Mapping[str, Any]) -> None:
    assert JourneyStageCompleted.prefilled(journey(done)) == filled


def turn(lengthens: bool = False, **roll: Any) -> Agemonia:
    table = Agemonia()
    table.heroes[WHO] = Hero(achievement_gems=2)
    table.scene.heroes[WHO] = HeroTurn(points=3, lengthens=lengthens)
    table.scene.roll = Roll.model_validate(roll) if roll else None
    return table


ATTACK = {"kind": "attack", "figure": WHO}


@pytest.mark.parametrize(
    ("use", "table", "adds"),
    [
        ("move", turn(lengthens=True), True),
        ("move", turn(), False),
        ("move", Agemonia(), False),
        ("attack", turn(**ATTACK), True),
        ("attack", turn(), False),
        ("attack", turn(kind="check", figure=WHO), False),
        ("attack", turn(kind="attack", figure="venia"), False),
        ("check", turn(lengthens=True, **ATTACK), False),
    ],
)
def test_a_gem_adds_to_what_the_hero_is_at(
    use: Literal["move", "attack", "check"], table: Agemonia, adds: bool
) -> None:
    assert AchievementGemSpent(hero=WHO, use=use).settle(table, NO_CHANCE).adds is adds


@pytest.mark.parametrize(
    ("use", "adds", "points", "more"), [("move", True, 4, 0), ("attack", True, 3, 1), ("move", False, 3, 0)]
)
def test_a_gem_is_one_movement_point_or_one_success(
    use: Literal["move", "attack"], adds: bool, points: int, more: int
) -> None:
    table = turn(lengthens=True, **ATTACK)
    AchievementGemSpent(hero=WHO, use=use, adds=adds).apply(table)
    here = table.scene.heroes[WHO]
    assert table.scene.roll
    assert (here.points, sum(one.successes for one in table.scene.roll.plus)) == (points, more)
    assert (table.heroes[WHO].achievement_gems, here.lengthens) == (1, not (adds and use == "move"))


@pytest.mark.parametrize(("before", "after"), [({"focused": True}, True), ({"focused": False}, False), ({}, False)])
def test_an_old_reaction_rolled_the_focus_die_whenever_there_was_one(before: dict[str, object], after: bool) -> None:
    ReactiveCheckRolled.upcast_v1_v2(before)
    assert before["focus"] is after
