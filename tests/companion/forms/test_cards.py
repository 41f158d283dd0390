"""Forms that type in a card: the fields of its kind stand in place of the event's own field for them."""

from typing import Any

import pytest

from companion.forms.cards import card_form, card_values, kind_called, kind_in
from companion.forms.form import Form
from companion.forms.widgets import MARK
from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentBound, ContentCorrected
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from domain.framework.text import ENGLISH
from domain.games.agemonia import GAME as AGEMONIA
from tests.companion.forms.everything import crowded, table
from tests.toy import GAME

OAK = {"f.kind": ["towers"], "f.id": ["oak"]}


def form(cls: type[Event[Any]], typed: dict[str, list[str]], at: Table | None = None, wrong: Any = None) -> Form:
    return card_form(cls, at or table(), ENGLISH, typed, wrong)


def names(controls: Any) -> list[str]:
    return [control.name.removeprefix(MARK) for control in controls]


def values(cls: type[Event[Any]], **typed: str) -> dict[str, Any]:
    return card_values(cls, table(), {MARK + name: [value] for name, value in typed.items()}, ENGLISH)


def test_the_kind_that_was_chosen_is_read_and_called_by_its_name() -> None:
    assert (kind_in(OAK), kind_in({}), kind_in({"f.kind": []})) == ("towers", "", "")
    assert kind_called("item-kinds", ENGLISH) == "Item kinds"


def test_a_card_is_asked_for_its_id_and_all_that_its_kind_has() -> None:
    shown = form(ContentAdded, OAK)
    assert names(shown.shown) == ["id", "fields.en", "fields.zh", "fields.text", "fields.price"]
    assert not any(control.required for control in shown.shown[1:])
    assert (shown.title, shown.folded, shown.complaints) == ("Type in a card or a number", [], [])


def test_what_is_bound_to_a_card_has_none_of_its_fields() -> None:
    assert names(form(ContentBound, OAK).shown) == ["text", "id"]
    assert values(ContentBound, kind="towers", text="tree", id="oak") == {"kind": "towers", "text": "tree", "id": "oak"}


def test_of_a_long_card_what_is_empty_is_folded_away_after_the_first_twelve() -> None:
    typed = {"f.kind": ["enemies"], "f.id": ["wolf"], "f.fields.revenge": ["yes"]}
    shown = card_form(ContentAdded, AGEMONIA.new_table(), ENGLISH, typed)
    card = [name for name in names(shown.shown) if name.startswith("fields.")]
    assert len(card) == 12 + 1
    assert card[-1] == "fields.revenge"
    assert "fields.revenge" not in names(shown.folded)
    assert len(shown.folded) == 28 - 13


@pytest.mark.parametrize(
    ("cls", "id_", "hints"),
    [(ContentCorrected, "oak", True), (ContentCorrected, "elm", False), (ContentAdded, "oak", False)],
)
def test_what_is_corrected_shows_what_is_known(cls: type[Event[Any]], id_: str, hints: bool) -> None:
    shown = form(cls, {**OAK, "f.id": [id_]})
    price = next(control for control in shown.shown if control.name == "f.fields.price")
    known = str(table().thing("towers", "oak")["price"])
    assert (f"Now: {known}" in price.hint) is hints


def test_a_known_thing_is_chosen_by_its_name_and_a_new_one_is_typed() -> None:
    assert values(ContentCorrected, kind="towers", id="Oak Tower")["id"] == "oak"
    assert values(ContentAdded, kind="towers", id="Oak Tower")["id"] == "Oak Tower"


def test_what_stands_on_the_card_is_read_apart_and_what_is_empty_is_left_out() -> None:
    found = values(ContentAdded, **{"kind": "towers", "id": "elm", "fields.en": "Elm Tower", "fields.price": "3"})
    assert found == {"kind": "towers", "id": "elm", "fields": {"en": "Elm Tower", "price": 3}}


def test_a_name_that_two_things_have_is_told_at_its_field() -> None:
    typed = {"f.kind": ["towers"], "f.id": ["Watch Tower 7"]}
    with pytest.raises(Misfit) as wrong:
        card_values(ContentCorrected, crowded(), typed, ENGLISH)
    assert list(wrong.value.faults) == ["id"]


def against(event: Event[Any]) -> RefusedAll:
    with pytest.raises(RefusedAll) as refused:
        Play(GAME).record(event)
    return refused.value


def test_a_refusal_of_what_stands_on_a_card_is_told_at_that_field_and_can_be_bent() -> None:
    shown = form(ContentAdded, OAK, wrong=against(ContentAdded(kind="towers", id="elm", fields={"price": -1})))
    assert [one.fields for one in shown.complaints] == [{"fields.price"}]
    assert (shown.bendable, shown.barred) == (True, False)


def test_a_refusal_that_nothing_overrules_bars_the_form() -> None:
    shown = form(ContentAdded, OAK, wrong=against(ContentAdded(kind="towers", id="oak")))
    assert (len(shown.complaints), shown.bendable, shown.barred) == (1, False, True)
