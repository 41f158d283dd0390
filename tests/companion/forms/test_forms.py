"""Forms: what stands in them and what is read from them, at a table."""

from typing import Any

import pytest

from companion.forms.form import form_of
from companion.forms.names import ids_of
from companion.forms.values import typed_of, values_of
from companion.forms.widgets import MARK, widgets_of
from domain.event import Event
from domain.fields import make
from domain.game import AnyGame
from domain.text import ENGLISH, Tongue
from tests.companion.forms.everything import FULL, Everything, controls, table
from tests.strategies import plausible
from tests.test_games import GAMES_UNDER_TEST, plays


def read(**typed: str) -> dict[str, Any]:
    return values_of(Everything, table(), {MARK + name: [value] for name, value in typed.items()})


@pytest.mark.parametrize("name", FULL)
def test_what_stands_in_a_control_is_read_as_what_it_was(name: str) -> None:
    assert values_of(Everything, table(), typed_of(Everything, FULL))[name] == FULL[name]


def test_an_empty_form_leaves_out_all_but_what_empty_means() -> None:
    assert read() == {"flag": False, "prose": "", "kind": ""} or read() == {"flag": False}


def test_a_known_thing_is_typed_by_its_name_in_either_language() -> None:
    assert [read(other=name)["other"] for name in ("Oak Tower", "oak tower", "橡木塔", "oak")] == ["oak"] * 4


def test_a_thing_nobody_knows_stays_as_it_was_typed() -> None:
    assert read(other="Tower of cards")["other"] == "Tower of cards"


def test_what_is_no_name_is_left_for_the_event_to_refuse() -> None:
    other = next(widget.field for widget in widgets_of(Everything) if widget.field.name == "others")
    assert ids_of([1, "Oak Tower"], other, table()) == [1, "oak"]


def test_a_known_thing_stands_in_the_form_by_its_name() -> None:
    assert controls(other="oak")["other"].value == "Oak Tower"
    assert controls(Tongue(content="zh"), others=["oak", "cards"])["others"].value == "橡木塔\ncards"


def test_options_come_with_names() -> None:
    assert dict(controls()["one"].options) == {"oak": "Oak Tower", "iron": "Iron Tower"}


def test_not_said_is_not_no() -> None:
    assert ("answer" in read(answer=""), read(answer="no")["answer"]) == (False, False)


@pytest.mark.parametrize("typed", ["1.5", "1_000", "0x10", "1e3", "many"])
def test_what_is_no_whole_number_is_left_for_the_event_to_refuse(typed: str) -> None:
    assert read(number=typed)["number"] == typed


def test_numbers_may_be_separated_as_one_likes() -> None:
    assert read(numbers="1 2,3、4；5;6".replace("；", ";"))["numbers"] == [1, 2, 3, 4, 5, 6]


def test_long_forms_fold_away_what_may_stay_empty() -> None:
    made = form_of(Everything, table(), ENGLISH, typed_of(Everything, {"line": "x", "remark": "y"}))
    shown = [control.name for control in made.shown]
    assert ("f.line" in shown, "f.remark" in shown, "f.words" in shown) == (True, True, False)


def test_a_field_of_the_event_is_never_one_of_the_forms_own() -> None:
    assert all(control.name.startswith(MARK) for control in controls().values())


def said(event: Event[Any]) -> dict[str, Any]:
    """The fields a form asks for, without those that say nothing: an empty list looks like none in a form."""
    fields = event.model_dump(mode="json")
    asked = [widget.field.name for widget in widgets_of(type(event))]
    return {name: fields[name] for name in asked if fields[name] not in (None, [], {}, "")}


@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_every_plausible_event_survives_its_form(game: AnyGame) -> None:
    for play in plays(game):
        for cls in game.by_name.values():
            for event in plausible(cls, play.campaign.table, seed=7, count=5):
                fields = event.model_dump(mode="json")
                values = values_of(cls, play.campaign.table, typed_of(cls, fields))
                assert said(make(cls, values)) == said(event), (cls, values)
