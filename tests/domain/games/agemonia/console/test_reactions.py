"""Reactions: an achievement gem is waited for where it would still stop something, and ends them by one success."""

import pytest

from companion.testing import Rolled
from domain.framework.events.chance import NO_CHANCE
from domain.games.agemonia.console.reactions import HarmResolved, ReactionEnded, ReactiveCheckRolled, reaction_plan
from domain.games.agemonia.state.scenario import HeroTurn, Strike
from domain.games.agemonia.state.table import Agemonia, Hero

WHO, FOE = "lunara", "wolf 1"
FACES = ["blank", "one", "two", "special"]


def struck(value: int = 2, gems: int = 1, successes: int | None = None) -> Agemonia:
    """A hero with gems and one reaction die is hit by so much."""
    table = Agemonia()
    table.library = {"dice": {"reaction-die": {"sides": FACES, "faces": FACES}}}
    table.heroes[WHO] = Hero.model_validate({"achievement_gems": gems, "agility": 1})
    table.scene.heroes[WHO] = HeroTurn()
    table.scene.strike = Strike(figure=FOE, target=WHO, value=value, ability="agility", successes=successes)
    return table


@pytest.mark.parametrize(
    ("side", "value", "gems", "gem", "waits"),
    [
        (2, 2, 1, False, True),
        (3, 2, 1, False, False),
        (1, 2, 1, False, True),
        (2, 2, 0, False, False),
        (2, 2, 1, True, False),
    ],
)
def test_a_gem_is_waited_for_where_there_is_one_and_anything_left_to_stop(
    side: int, value: int, gems: int, gem: bool, waits: bool
) -> None:
    rolled = ReactiveCheckRolled(gem=gem).settle(struck(value, gems), Rolled([side]))
    assert (rolled.successes, rolled.waits) == (side - 1 + gem, waits)


@pytest.mark.parametrize(("figure", "back"), [(FOE, 2), ("", 0)], ids=["an enemy", "a trap"])
def test_only_who_strikes_is_struck_back_by_the_faces_of_a_skill(figure: str, back: int) -> None:
    table = struck()
    table.library["skills"] = {"thorns": {"at": "reaction", "face_retaliate": 2}}
    table.heroes[WHO].skills = ["thorns"]
    assert table.scene.strike is not None
    table.scene.strike.figure = figure
    assert reaction_plan(ReactiveCheckRolled(), table).back == back


@pytest.mark.parametrize(
    ("rolled", "gem", "successes"), [(None, False, 0), (1, False, 1), (1, True, 2), (99, True, 99)]
)
def test_a_reaction_ends_with_what_was_rolled_and_a_gem(rolled: int | None, gem: bool, successes: int) -> None:
    assert ReactionEnded(gem=gem).settle(struck(successes=rolled), NO_CHANCE).successes == successes


@pytest.mark.parametrize(("effect", "condition"), [("damage", ""), ("stamina loss", "bleeding")])
def test_what_is_left_of_harm_is_told_with_its_effect_and_condition(effect: str, condition: str) -> None:
    strike = Strike.model_validate(
        {"target": WHO, "value": 3, "effect": effect, "condition": condition, "source": "pit"}
    )
    left = HarmResolved.of(strike, 1)
    assert (left.target, left.value, left.effect, left.condition, left.source) == (
        WHO,
        1,
        effect,
        condition or None,
        "pit",
    )
