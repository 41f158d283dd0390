"""Several events on one card: each row has its tick and its own fields, and none is taken for that of another row."""

from typing import Any

import pytest

from companion.forms.batch_form import Sent, events_of, rows_of, rows_sent, strip_row_prefix
from companion.testing import given
from domain.framework.game import Prompt
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH, text
from tests.companion.forms.everything import table
from tests.toy import GAME, CoinsGained, Harbour, SeatTaken

GAIN = "coins-gained"


def at_sea() -> Harbour:
    found = given(GAME, SeatTaken(seat="Ann"), SeatTaken(seat="Bob")).play.campaign.table
    assert isinstance(found, Harbour)
    return found


def prompt(ticked: bool = True, **fields: Any) -> Prompt:
    return Prompt(text("Coins"), CoinsGained, fields=fields, ticked=ticked)


def sent(ticked: bool = True, event: str = GAIN, **typed: str) -> Sent:
    return Sent(event, ticked, {f"f.{name}": [value] for name, value in typed.items()})


@pytest.mark.parametrize(
    ("form", "rows"),
    [
        ({"r0.event": [GAIN], "r0.on": ["yes"], "r0.f.seat": ["Ann"]}, {0: sent(seat="Ann")}),
        ({"r0.event": [GAIN], "r0.f.seat": ["Ann"]}, {0: sent(False, seat="Ann")}),
        ({"r0.event": [GAIN], "r0.on": [""], "r1.on": ["yes"]}, {0: sent(), 1: sent(event="")}),
        ({"r12.event": [GAIN], "r2.event": [GAIN]}, {2: sent(False), 12: sent(False)}),
        ({"f.seat": ["Ann"], "r1000.on": ["yes"], "r1.else": ["x"], "xr1.on": ["yes"]}, {}),
    ],
)
def test_rows_are_told_apart_by_their_numbers(form: dict[str, list[str]], rows: dict[int, Sent]) -> None:
    assert rows_sent(form) == rows
    assert list(rows_sent(form)) == sorted(rows)


def test_what_stands_in_a_row_can_be_read_as_if_it_stood_alone() -> None:
    assert strip_row_prefix({"r12.f.seat": ("Ann",), "f.r1.x": ("b",)}) == {"f.seat": ["Ann"], "f.r1.x": ["b"]}


def test_a_row_is_ticked_as_its_prompt_says_and_asks_for_what_is_not_known() -> None:
    known, asked = rows_of([prompt(seat="Ann", amount=2), prompt(False, seat="Bob")], at_sea(), ENGLISH, {}, {})
    assert (known.mark, known.event, known.title, known.ticked) == ("r0.", GAIN, "Coins", True)
    assert (asked.mark, asked.ticked, asked.known) == ("r1.", False, ())
    assert sorted(known.known) == [("r0.f.amount", "2"), ("r0.f.seat", "Ann")]
    assert {control.name for control in (*asked.form.shown, *asked.form.folded)} >= {"r1.f.seat", "r1.f.amount"}


@pytest.mark.parametrize(
    ("was", "ticked", "value"),
    [
        (sent(False, seat="Ann", amount="5"), False, "5"),
        (sent(False, "tower-built", seat="Ann"), True, "2"),
        (None, True, "2"),
    ],
)
def test_what_was_sent_stands_as_it_stood_unless_another_event_stands_there_now(
    was: Sent | None, ticked: bool, value: str
) -> None:
    row = rows_of([prompt(seat="Ann", amount=2)], at_sea(), ENGLISH, {0: was} if was else {}, {})[0]
    assert (row.ticked, dict(row.known)["r0.f.amount"]) == (ticked, value)


def test_the_rows_that_are_ticked_are_recorded_and_what_does_not_fit_is_told_at_its_row() -> None:
    rows = {
        0: sent(seat="Ann", amount="2"),
        1: sent(False, seat="Ann", amount="3"),
        2: sent(seat="Ann", amount="many"),
        3: sent(event="unheard-of"),
    }
    made, unfit = events_of(rows, GAME.by_name, at_sea(), ENGLISH)
    assert made == {0: CoinsGained(seat="Ann", amount=2)}
    assert list(unfit) == [2]


def test_what_is_wrong_with_a_row_stands_in_its_form_alone() -> None:
    wrong = Misfit({"amount": text("too many")})
    rows = rows_of([prompt(seat="Ann"), prompt(seat="Bob")], table(), ENGLISH, {}, {1: wrong})
    assert [len(row.form.complaints) for row in rows] == [0, 1]
