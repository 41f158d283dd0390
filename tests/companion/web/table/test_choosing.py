"""Choosing in a form: fields that depend on others, and things that are looked for by their names."""

from dataclasses import replace

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.content import Content, merge_content
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor, body
from tests.toy import GAME, PACK

MORE = Content({"favours": {f"f{n:04}": {"en": f"Small Favour {n}", "zh": f"小人情{n}"} for n in range(2_000)}})


@pytest.fixture
def dealt(visitor: Visitor) -> Visitor:
    """Ann holds the calm sea twice, and Bob the toll."""
    visitor.record("favours-taken", {"f.seat": "Ann", "f.favours.calm": "2"})
    visitor.record("favours-taken", {"f.seat": "Bob", "f.favours.toll": "1"})
    return visitor


@pytest.fixture
def crowd(app: Flask, services: Services) -> Visitor:
    """At a table where two thousand favours may be taken."""
    services.campaigns.games["toy"] = replace(GAME, pack=merge_content(PACK, MORE))
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    visitor = Visitor(app)
    visitor.record("seat-taken", seat="Ann")
    return visitor


@pytest.fixture
def ann(dealt: Visitor) -> Visitor:
    """The host, on Ann's seat."""
    dealt.post("people/sit", {"place": "at:Ann"})
    return dealt


def offered(page: str) -> list[str]:
    """The favours that a form offers."""
    return [str(given["value"]) for _, given in Reader(page).tags if given.get("name") == "f.favour"]


def test_a_form_narrows_by_its_address(ann: Visitor) -> None:
    assert offered(ann.get("record/favour-called-in?seat=Ann").text) == ["calm"]


def test_a_form_says_what_to_choose_first(ann: Visitor) -> None:
    assert "Choose first: Who" in ann.text("record/favour-called-in")


def test_what_another_seat_holds_is_offered_to_nobody_else(ann: Visitor) -> None:
    page = ann.get("record/favour-called-in?seat=Bob").text
    assert (offered(page), "take the seat first" in page) == ([], True)


def test_a_host_on_no_seat_is_told_to_take_it_first(dealt: Visitor) -> None:
    assert "Choose first: Who" in dealt.text("record/favour-called-in")
    page = dealt.text("record/favour-called-in?seat=Ann")
    assert "That is hidden from you. The player in that seat records it; if that is you, take the seat first" in page


def test_an_empty_hand_has_nothing_to_choose_from(ann: Visitor) -> None:
    for _ in range(2):
        ann.record("favour-called-in", seat="Ann", favour="calm")
    assert "There is nothing to choose from yet." in ann.text("record/favour-called-in?seat=Ann")


def test_a_form_is_asked_for_again_with_what_was_chosen(ann: Visitor, head: Head) -> None:
    before = head()
    answer = ann.post("record/favour-called-in", {"act": "narrow"}, seat="Ann")
    assert (answer.status_code, offered(answer.text), head()) == (200, ["calm"], before)
    assert 'value="Ann" checked' in answer.text


def test_a_form_to_put_right_narrows_too_and_offers_what_was_there_then(ann: Visitor, head: Head) -> None:
    for _ in range(2):
        ann.record("favour-called-in", seat="Ann", favour="calm")
    before = head()
    page = ann.get(f"amend/{before}").text
    answer = ann.post(f"amend/{before}", {"act": "narrow"}, seat="Ann")
    assert (offered(page), offered(answer.text), head()) == (["calm"], ["calm"], before)


def test_a_card_of_another_seat_is_refused_in_the_same_words_whether_it_is_held_or_not(ann: Visitor) -> None:
    held, other = (body(ann.record("favour-called-in", seat="Bob", favour=favour)) for favour in ("toll", "gust"))
    said = [page.partition('id="refused"')[2].partition("</div>")[0] for page in (held, other)]
    assert said[0] == said[1] != ""


# --- more than a page can hold ---------------------------------------------------------------


def test_a_form_with_thousands_to_choose_from_is_light(crowd: Visitor) -> None:
    page = crowd.get("record/favours-taken").text
    assert len(page) < 12_000
    assert "Small Favour" not in page


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("small favour 1999", ["f1999"]),
        ("小人情1999", ["f1999"]),
        ("f1999", ["f1999"]),
        ("calm", ["calm"]),
        ("nothing like it", []),
    ],
)
def test_what_fits_is_found_by_any_name(crowd: Visitor, typed: str, found: list[str]) -> None:
    page = Reader(crowd.get("record/favours-taken/favours", query_string={"typed": typed}).text)
    assert [given["data-id"] for tag, given in page.tags if tag == "li"] == found
    assert found or page.text == "Nothing here has that name."


def test_at_most_twenty_things_are_found(crowd: Visitor) -> None:
    assert crowd.get("record/favours-taken/favours?typed=small").text.count("<li") == 20


def test_what_is_found_depends_on_other_fields(ann: Visitor) -> None:
    found = [
        ann.get("record/favour-called-in/favour", query_string={"typed": "a", "f.seat": seat}).text.count("data-id")
        for seat in ("Ann", "Bob", "Zoe")
    ]
    assert found == [1, 0, 0]


@pytest.mark.parametrize("field", ["nothing", "seat.x"])
def test_a_field_that_is_none_finds_nothing(crowd: Visitor, field: str) -> None:
    assert crowd.get(f"record/favours-taken/{field}?typed=a").status_code == 404


def test_without_scripts_names_are_typed(crowd: Visitor) -> None:
    crowd.record("favours-taken", seat="Ann", favours="Small Favour 7 = 2\r\n小人情9 = 1")
    assert "Ann took favours: hidden" in crowd.log
    crowd.post("people/sit", {"place": "at:Ann"})
    assert "Ann took favours: Small Favour 7: 2, Small Favour 9: 1" in crowd.log


def test_what_is_no_name_is_complained_of_with_those_near_it(crowd: Visitor) -> None:
    page = body(crowd.record("favours-taken", seat="Ann", favours="Smal Favour 7 = 2"))
    assert "Favours: nothing here is called “Smal Favour 7”. Perhaps: Small Favour 7," in page
    assert "Smal Favour 7 = 2</textarea>" in page
