"""What is due at a table, and how it goes."""

from collections.abc import Sequence

import pytest

from companion.testing import Spec, given
from domain.components.agenda import Agenda, agenda_of, due_prompts
from domain.framework.events.event import Layout
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.framework.table import changes_between
from domain.log import corrections
from domain.log.corrections import TableDecision
from domain.log.reasons import reasons_against
from tests import toy

TOWERS = (
    toy.SeatTaken(seat="Ann"),
    toy.SeatTaken(seat="Bob"),
    toy.CoinsGained(seat="Ann", amount=9),
    toy.CoinsGained(seat="Bob", amount=9),
    toy.TowerBuilt(seat="Ann", tower="oak"),
    toy.TowerBuilt(seat="Bob", tower="iron"),
)
STORM = toy.StormBroke()
OAK, IRON = toy.TowerShored(seat="Ann", tower="oak"), toy.TowerShored(seat="Bob", tower="iron")


@pytest.fixture
def stormy() -> Spec:
    return given(toy.GAME, *TOWERS, STORM)


def questions(spec: Spec) -> Sequence[str]:
    """What is due, in words, as a table is asked."""
    due: set[object] = {toy.TowerShored, toy.SparkPutOut}
    return [str(one.title) for one in spec.play.campaign.prompts(PUBLIC) if one.event in due]


def test_what_is_due_is_asked_in_its_order(stormy: Spec) -> None:
    assert questions(stormy) == ["Ann: which tower stands fast?", "Bob: which tower stands fast?"]


def test_what_is_known_is_filled_in_and_the_rest_is_asked(stormy: Spec) -> None:
    prompt = stormy.play.campaign.prompts(PUBLIC)[0]
    assert (prompt.fields, prompt.missing, prompt.required) == ({"seat": "Ann"}, ["tower"], True)


def test_what_the_rules_fill_in_is_not_asked(stormy: Spec) -> None:
    table = stormy.play.campaign.table
    agenda_of(table).put(toy.BoatSailed, space="bay")
    agenda_of(table).put(toy.BoatSailed)
    prompts = due_prompts(table, {"boat-sailed": toy.BoatSailed})
    assert [(prompt.fields, prompt.opens_form) for prompt in prompts] == [({}, True), ({"space": "bay"}, False)]


def due_to_draw(spec: Spec) -> list[tuple[bool, str]]:
    """Whether the drawing of a card, of which all may be left out but the seat, opens a form, and its pad."""
    table = spec.play.campaign.table
    agenda_of(table).put(toy.CardDrawn, seat="Ann")
    return [(not prompt.complete, prompt.keypad) for prompt in due_prompts(table, {"card-drawn": toy.CardDrawn})]


def test_what_may_be_left_out_opens_no_form(stormy: Spec) -> None:
    assert due_to_draw(stormy) == [(False, "")]


def test_what_is_mostly_said_opens_a_form_though_it_may_be_left_out(
    stormy: Spec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy.CardDrawn, "layout", Layout(usual=("card",)))
    assert due_to_draw(stormy) == [(True, "")]


def test_what_a_table_does_not_know_is_needed(stormy: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.CardDrawn, "needed", lambda table, known: iter(("card",)))
    assert due_to_draw(stormy) == [(True, "")]


def test_what_a_pad_asks_is_no_tap_before_it_is_said(stormy: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.CardDrawn, "layout", Layout(keypad="card", keypad_numbers=(1, 2)))
    assert due_to_draw(stormy) == [(True, "card")]


def test_what_is_known_of_what_is_due_needs_no_pad(stormy: Spec) -> None:
    table = stormy.play.campaign.table
    agenda_of(table).put(toy.TowerShored, seat="Ann", tower="oak")
    prompts = list(due_prompts(table, {"tower-shored": toy.TowerShored}))
    assert [(prompt.keypad, prompt.complete) for prompt in prompts] == [("", True), ("tower", False), ("tower", False)]


def test_what_is_recorded_is_due_no_more_in_whatever_order(stormy: Spec) -> None:
    stormy.play.record(IRON)
    assert questions(stormy) == ["Ann: which tower stands fast?"]


def test_what_arises_within_comes_first(stormy: Spec) -> None:
    stormy.play.record(OAK)
    assert questions(stormy) == ["Who puts out the spark of Ann?", "Bob: which tower stands fast?"]


def test_nothing_goes_on_before_what_must_be_done_unless_the_table_says_so(stormy: Spec) -> None:
    reasons = reasons_against(stormy.play.campaign.game, toy.YearTurned(), stormy.play.campaign.table)
    assert [(one.code, str(one), one.bendable) for one in reasons] == [
        ("still-due", "First: Ann: which tower stands fast?", True)
    ]


def test_a_storm_that_is_taken_back_asks_nothing(stormy: Spec) -> None:
    play = stormy.play
    corrections.withdraw(play.campaign, play.campaign.position, play.command())
    assert questions(stormy) == []


def test_an_answer_that_is_taken_back_is_asked_for_again_and_nothing_else(stormy: Spec) -> None:
    play = stormy.play
    play.record(OAK)
    answered = play.campaign.position
    play.record(toy.SparkPutOut(seat="Ann", helper="Bob"))
    play.record(IRON)
    corrections.withdraw(play.campaign, answered, play.command(), TableDecision("those"))
    assert questions(stormy) == ["Ann: which tower stands fast?"]


def test_what_was_not_due_strikes_nothing_off(stormy: Spec) -> None:
    before = agenda_of(stormy.play.campaign.table).model_dump()
    other = toy.TowerShored(seat="Cleo", tower="oak")
    agenda_of(stormy.play.campaign.table).strike(other.topic, other)
    assert agenda_of(stormy.play.campaign.table).model_dump() == before


def test_the_same_due_twice_is_done_twice() -> None:
    agenda = Agenda()
    agenda.put(toy.TowerShored, seat="Ann")
    agenda.put(toy.TowerShored, seat="Ann")
    agenda.strike(OAK.topic, OAK)
    assert [due.times for due in agenda.due.values()] == [1]
    agenda.strike(OAK.topic, OAK)
    assert agenda.due == {}


def test_what_is_put_by_name_is_what_is_put_by_its_class() -> None:
    by_class, by_name = Agenda(), Agenda()
    by_class.put(toy.TowerShored, must=False, seat="Ann")
    by_name.put("tower-shored", must=False, seat="Ann")
    assert by_name == by_class


def test_what_is_due_is_told_from_others_by_the_fields_that_are_known() -> None:
    agenda = Agenda()
    agenda.put(toy.SparkPutOut, seat="Ann")
    agenda.put(toy.SparkPutOut, helper="Ann")
    assert [(due.fields, due.times) for due in agenda.due.values()] == [({"helper": "Ann"}, 1), ({"seat": "Ann"}, 1)]


@pytest.mark.parametrize("must", [(True, False), (False, True)])
def test_what_must_be_done_once_must_be_done_however_often_it_is_due(must: tuple[bool, bool]) -> None:
    agenda = Agenda()
    for one in must:
        agenda.put(toy.SparkPutOut, must=one, seat="Ann")
    assert [due.must for due in agenda.due.values()] == [True]


@pytest.fixture
def shoring_needs_towers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.TowerShored, "tracked", ("towers",))


@pytest.mark.usefixtures("shoring_needs_towers")
def test_what_is_due_holds_nobody_up_where_it_is_not_tracked_any_more(stormy: Spec) -> None:
    stormy.when(AreasTracked(tracks=("coins",))).and_then(toy.YearTurned()).then(toy.YearTurned())


@pytest.mark.usefixtures("shoring_needs_towers")
def test_what_waited_is_due_again_where_it_is_tracked_after_all(stormy: Spec) -> None:
    stormy.when(AreasTracked(tracks=("coins",))).and_then(AreasTracked(tracks=("coins", "towers")))
    assert questions(stormy) == ["Ann: which tower stands fast?", "Bob: which tower stands fast?"]


def test_a_game_without_an_agenda_has_nothing_due() -> None:
    from domain.games.agemonia import GAME  # noqa: PLC0415

    assert agenda_of(GAME.new_table()).due == {}


def test_what_is_due_is_no_change_to_be_told(stormy: Spec) -> None:
    after = stormy.play.campaign.table
    before = stormy.play.campaign.at(stormy.play.campaign.position - 1)
    assert agenda_of(after).due.keys() > agenda_of(before).due.keys()
    assert changes_between(before, after) == []
