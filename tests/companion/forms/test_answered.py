"""The form of a prompt: it bears its title, and what the prompt knows is told in one line and not asked again."""

from typing import Annotated, Any

import pytest
from flask import Flask

from companion.forms.form import Form, form_of
from companion.forms.values import form_strings
from companion.testing import given
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count
from domain.framework.game import Prompt
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH, Text, text
from tests.companion.forms.test_controls import draw_fields
from tests.toy import GAME, Harbour, SeatTaken, TowerBuilt, ToyEvent
from tests.toy.table import Sitter

ASKED = text("Ann builds")


class CratesLoaded(ToyEvent):
    """Two sorts of crates, of which one is hardly meant."""

    help_text = "Crates come aboard."
    sentence = "{seat} loads {crates}"
    seat: Sitter
    crates: dict[
        Annotated[
            str,
            Choice(
                "towers",
                given=("seat",),
                likely=lambda table, seat: ({"oak"},),
                beside=("seat",),
                most=lambda table, seat: {"oak": 3},
            ),
        ],
        Count,
    ]

    @classmethod
    def reminders(cls, table: Harbour, known: Known) -> Any:
        yield text("{seat} has a crane", seat=known.get("seat", "nobody"))


class FlagRaised(ToyEvent):
    """On a tower, usually on one of iron; here the table means the one of oak."""

    help_text = "A flag goes up."
    sentence = "A flag flies on {tower}"
    tower: Annotated[str, Choice("towers", likely=lambda table: ({"oak"},))] = "iron"


class CrewPaid(ToyEvent):
    """Whose crew it is, is mostly known."""

    help_text = "A crew gets its pay."
    sentence = "{seat} pays {coins} coins"
    layout = Layout(assumed=("seat",))
    seat: Sitter
    coins: Count


def harbour() -> Harbour:
    return given(GAME, SeatTaken(seat="Ann"), SeatTaken(seat="Bob")).play.campaign.table


def build(*prompts: Prompt, wrong: Misfit | None = None, **typed: str) -> Form:
    return form_of(TowerBuilt, harbour(), ENGLISH, form_strings(TowerBuilt, typed), wrong, prompts=prompts)


def asks(title: Text = ASKED, **fields: str) -> Prompt:
    return Prompt(title, TowerBuilt, fields=fields)


def test_what_the_prompt_knows_is_told_and_not_asked() -> None:
    form = build(asks(seat="Ann"), seat="Ann")
    assert (form.title, [one.said for one in form.preset]) == ("Ann builds", ["Ann"])
    assert "f.seat" not in [one.name for one in form.shown]


def test_of_several_prompts_it_answers_the_one_that_knows_most() -> None:
    whole = asks(text("Ann builds the oak tower"), seat="Ann", tower="oak")
    assert build(asks(seat="Ann"), whole, seat="Ann", tower="oak").title == "Ann builds the oak tower"


@pytest.mark.parametrize("typed", [{"seat": "Bob"}, {}], ids=["changed", "emptied"])
def test_once_that_is_changed_it_is_asked_like_the_rest(typed: dict[str, str]) -> None:
    form = build(asks(seat="Ann"), **typed)
    assert (form.title, form.preset) == ("Tower built", [])


def test_what_was_chosen_in_the_form_stays_where_it_was_chosen() -> None:
    typed = form_strings(TowerBuilt, {"seat": "Ann"})
    forms = [
        form_of(TowerBuilt, harbour(), ENGLISH, typed, prompts=[asks(seat="Ann")], preset=preset)
        for preset in ([], ["seat"])
    ]
    assert [[one.said for one in form.preset] for form in forms] == [[], ["Ann"]]


def test_what_is_wrong_with_it_is_seen_at_once() -> None:
    form = build(asks(seat="Ann"), wrong=Misfit({"seat": text("is asleep")}), seat="Ann")
    assert (form.preset, form.shown[0].name) == ([], "f.seat")


@pytest.mark.parametrize(("typed", "told"), [({"seat": "Ann"}, ["Ann"]), ({}, [])], ids=["known", "not known"])
def test_what_an_event_assumes_is_told_once_it_is_known(typed: dict[str, str], told: list[str]) -> None:
    form = form_of(CrewPaid, harbour(), ENGLISH, form_strings(CrewPaid, typed))
    assert [one.said for one in form.preset] == told
    assert ("f.seat" in [one.name for one in form.shown]) == (not told)


# --- how many there are, which are hardly meant, and what the table wrote down of it ---


def load(seat: str = "Ann", **crates: int) -> Form:
    typed = form_strings(CratesLoaded, {"seat": seat, "crates": crates})
    return form_of(CratesLoaded, harbour(), ENGLISH, typed)


def test_a_count_says_of_how_many_and_takes_no_more(app: Flask) -> None:
    with app.test_request_context("/"):
        page = draw_fields(load())
    assert ("of 3" in page, 'max="3"' in page, "All" in page) == (True, True, True)


def test_what_is_hardly_meant_is_folded_until_it_is_chosen() -> None:
    crates = {tuple(sorted(made)): form.shown[1] for made in ({}, {"iron": 1}) for form in [load(**made)]}
    assert [one.others for one in crates.values()] == [[("iron", "Iron Tower")], []]
    assert crates[()].first == [("oak", "Oak Tower")]


def test_before_that_is_known_on_which_it_depends_there_is_no_most() -> None:
    assert load(seat="").shown[1].most == {}


def test_the_form_recalls_what_the_table_wrote_down() -> None:
    assert load().reminders == ["Ann has a crane"]


def test_a_preset_that_is_hardly_meant_gives_way_to_what_is_likely_and_what_is_typed_does_not() -> None:
    preset = form_strings(FlagRaised, {"tower": "iron"})
    faults = (None, Misfit({"tower": text("is taken")}))  # a form with faults is one that somebody filled in
    assert [form_of(FlagRaised, harbour(), ENGLISH, preset, wrong).shown[0].value for wrong in faults] == [
        "oak",
        "iron",
    ]
    likely = form_strings(FlagRaised, {"tower": "oak"})
    assert form_of(FlagRaised, harbour(), ENGLISH, likely).shown[0].value == "oak"
