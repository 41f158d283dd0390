"""Fields left out of a form, for events that keep unnamed fields."""

from typing import Any

import pytest

from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import MARK
from companion.testing import given, table
from domain.framework.fields.fields import make_event
from domain.framework.text import ENGLISH
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.console.movement import AreaRegistered
from domain.games.heroes3 import GAME as HEROES3
from domain.games.heroes3.setup.players import GameSetUp
from tests.domain.games.agemonia.console.fights import FIGHTING

SET_UP = GameSetUp(mode="coop", scenario="Siege", difficulty="easy", options=("towns-no-income",), boxes=("tower",))


def sent_again(**emptied: list[str]) -> dict[str, Any]:
    """The values of the form of the settings, sent as it begins but for some fields."""
    here = given(HEROES3, SET_UP).play.campaign.table
    return values_of(GameSetUp, here, {**initial_values(GameSetUp, here, ENGLISH, {}, {}), **emptied})


@pytest.mark.parametrize(
    ("emptied", "changed"),
    [
        pytest.param({}, {}, id="as-it-begins"),
        pytest.param({f"{MARK}options": []}, {"options": []}, id="emptied"),
        pytest.param({f"{MARK}scenario": []}, {"scenario": ""}, id="nothing-chosen"),
    ],
)
def test_a_form_that_begins_with_the_settings_says_all_of_them(emptied: Any, changed: Any) -> None:
    known = {
        "mode": "coop",
        "scenario": "Siege",
        "difficulty": "easy",
        "options": ["towns-no-income"],
        "boxes": ["tower"],
    }
    again = make_event(GameSetUp, sent_again(**emptied))
    given(HEROES3, SET_UP).when(again).then(table(**{**known, **changed}))


def test_a_form_that_begins_empty_says_what_was_filled_in() -> None:
    before = given(AGEMONIA, *FIGHTING, AreaRegistered(area="9", capacity=3, start=True))
    typed = form_strings(AreaRegistered, {"area": "9", "points": ["C"], "start": False})
    again = make_event(AreaRegistered, values_of(AreaRegistered, before.play.campaign.table, typed))
    kept = {"scene.areas.9.capacity": 3, "scene.areas.9.start": True, "scene.areas.9.points": ["C"]}
    before.when(again).then(table(**kept))
