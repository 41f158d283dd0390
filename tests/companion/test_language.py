"""How a visitor is spoken to, and what stays on the device."""

import pytest

from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body


@pytest.fixture
def built(visitor: Visitor) -> Visitor:
    visitor.record("tower-built", seat="Ann", tower="oak")
    return visitor


def test_the_words_of_the_game_come_in_the_language_asked_for(built: Visitor) -> None:
    assert "橡木塔" in built.text("log?content=zh")


def test_the_language_asked_for_is_kept(built: Visitor) -> None:
    built.get("log?content=zh")
    assert "橡木塔" in built.log


def test_an_unknown_language_changes_nothing(built: Visitor) -> None:
    assert "Oak Tower" in built.text("log?content=tlh")


def test_options_of_a_form_are_in_that_language_too(built: Visitor) -> None:
    assert "铁塔" in built.text("record/tower-built?content=zh")


@pytest.mark.parametrize(("name", "value"), [("theme", "light"), ("theme", "contrast"), ("scale", "huge")])
def test_a_choice_of_looks_is_kept_on_the_device(visitor: Visitor, name: str, value: str) -> None:
    visitor.post("/preferences", {name: value})
    assert f'data-{name}="{value}"' in body(visitor.get(""))


def test_a_look_that_is_none_is_not_kept(visitor: Visitor) -> None:
    visitor.post("/preferences", {"theme": '"><b>'})
    assert "data-theme" not in body(visitor.get(""))


def test_preferences_are_never_in_the_log(visitor: Visitor, head: Head) -> None:
    before = head()
    visitor.post("/preferences", {"theme": "light", "by": "Ann"})
    assert head() == before


def test_my_name_is_filled_in_from_then_on(visitor: Visitor) -> None:
    visitor.post("/preferences", {"by": "Ann"})
    visitor.record("coins-gained", seat="Bob", amount="2")
    assert "Bob gained 2 coins #5 Ann" in visitor.log
