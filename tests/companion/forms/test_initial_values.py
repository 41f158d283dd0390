"""What a form begins with, and what of it is folded away."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest

from companion.forms.form import Form, form_of
from companion.forms.initial_values import initial_values
from companion.testing import given
from domain.components.numbers import NumbersMoved, Spends
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count, Line, Remark
from domain.framework.text import ENGLISH
from tests.toy import GAME, CoinsGained, Harbour, SeatTaken, Sitter, ToyEvent

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")


class Harvested(ToyEvent):
    help_text = "What the fields gave."
    sentence = "{seat} harvested {wheat}"
    layout = Layout(usual=("wheat",), remembered=("field",))
    seat: Sitter
    wheat: Count = 0
    barley: Count = 0
    field: Remark = ""
    note: Line | None = None


def harbour(*events: ToyEvent) -> Harbour:
    found = given(GAME, *events).play.campaign.table
    assert isinstance(found, Harbour)
    return found


def form(*events: ToyEvent, last: Mapping[str, Any] | None = None, **asked: str) -> Form:
    table = harbour(*events)
    typed = initial_values(
        Harvested, table, ENGLISH, last or {}, {f"f.{name}": [value] for name, value in asked.items()}
    )
    return form_of(Harvested, table, ENGLISH, typed)


def shown(made: Form) -> list[str]:
    return [control.label for control in made.shown]


def test_a_form_shows_what_it_needs_and_what_is_likely_and_folds_the_rest() -> None:
    made = form(ANN, BOB)
    assert shown(made) == ["Who", "Wheat"]
    assert [control.label for control in made.folded] == ["Barley", "Field", "Note"]


def test_what_is_needed_here_is_empty_at_first() -> None:
    table = harbour(ANN)
    typed = initial_values(Harvested, table, ENGLISH, {}, {}, ["wheat"])
    wheat = next(
        one for one in form_of(Harvested, table, ENGLISH, typed, needs=["wheat"]).shown if one.label == "Wheat"
    )
    assert (wheat.required, wheat.value) == (True, "")


def test_what_somebody_said_is_not_folded_away() -> None:
    assert shown(form(ANN, BOB, barley="3")) == ["Who", "Wheat", "Barley"]


def test_the_only_thing_to_choose_is_chosen() -> None:
    assert form(ANN).shown[0].values == ["Ann"]
    assert form(ANN, BOB).shown[0].values == []


def test_what_was_said_the_last_time_stands_there_again() -> None:
    made = form(ANN, last={"field": "by the mill", "wheat": 7})
    assert {control.label: control.value for control in made.shown} == {
        "Who": "Ann",
        "Wheat": "0",
        "Field": "by the mill",
    }


def test_what_the_address_says_wins_over_the_last_time() -> None:
    made = form(ANN, last={"field": "by the mill"}, field="on the hill")
    assert made.shown[-1].value == "on the hill"


class RoomTaken(NumbersMoved[Harbour], ToyEvent):
    help_text = "A bed for the night."
    sentence = "{seat} slept at {inn} for {price}"
    layout = Layout(remembered=("inn", "price"))
    seat: Sitter
    inn: Remark
    price: Annotated[Count, Spends("seats.{seat}.coins")]


@pytest.mark.parametrize(("seat", "price"), [("Ann", "2"), ("Bob", "")])
def test_the_last_price_stands_there_again_for_who_can_pay_it(seat: str, price: str) -> None:
    table = harbour(ANN, BOB, CoinsGained(seat="Ann", amount=2), CoinsGained(seat="Bob", amount=1))
    typed = initial_values(RoomTaken, table, ENGLISH, {"inn": "The Anchor", "price": 2}, {"f.seat": [seat]})
    made = form_of(RoomTaken, table, ENGLISH, typed)
    assert [control.value for control in made.shown[1:]] == ["The Anchor", price]


def test_a_short_form_folds_nothing() -> None:
    table = harbour(ANN)
    made = form_of(CoinsGained, table, ENGLISH, initial_values(CoinsGained, table, ENGLISH, {}, {}))
    assert (shown(made), made.folded) == (["Who", "How much"], [])


def test_a_row_of_a_card_folds_all_that_may_stay_as_it_is() -> None:
    table = harbour(ANN)
    made = form_of(Harvested, table, ENGLISH, initial_values(Harvested, table, ENGLISH, {}, {}), row="r0.")
    assert (shown(made), [control.name for control in made.shown]) == (["Who", "Wheat"], ["r0.f.seat", "r0.f.wheat"])
