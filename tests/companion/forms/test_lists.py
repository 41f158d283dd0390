"""Lists of things with how many of each: as people write them, and as other programs give them."""

from typing import Any

import pytest

from companion.forms.list_formats import parse_counts
from companion.forms.values import values_of
from companion.forms.widgets import MARK
from domain.framework.content import Content, merge_content
from domain.framework.refusal import Misfit
from tests.companion.forms.everything import Everything
from tests.toy import GAME, Harbour


def at_table(**towers: dict[str, Any]) -> Harbour:
    return GAME.new_table(merge_content(GAME.pack, Content({"towers": towers})))


def read(pasted: str, table: Harbour) -> Any:
    typed = {f"{MARK}line": ["x"], f"{MARK}deck": [pasted]}
    return values_of(Everything, table, typed)["deck"]


@pytest.mark.parametrize(
    "line",
    ["3x Watch Tower", "3 x Watch Tower", "3× Watch Tower", "3 Watch Tower", "(3x) Watch Tower", "3xWatch Tower",
     "Watch Tower x3", "Watch Tower ×3", "Watch Tower (x3)", "Watch Tower = 3", "- 3x Watch Tower"],
)  # fmt: skip
def test_a_line_is_a_name_and_how_many(line: str) -> None:
    assert parse_counts(line) == {"Watch Tower": 3}


def test_headings_are_skipped_and_what_stands_twice_is_added() -> None:
    pasted = "My deck\n\nEvents (2)\n2x Storm\n1x Oak\n\nUpgrades\n1x Storm\n"
    assert parse_counts(pasted) == {"Storm": 3, "Oak": 1}


def test_where_no_line_has_a_number_each_is_one() -> None:
    assert parse_counts("Storm\nOak\nStorm") == {"Storm": 2, "Oak": 1}


def test_a_document_of_another_program_is_read_by_its_slots() -> None:
    pasted = '{"name": "Webs", "investigator_code": "01001a", "slots": {"01002": 1, "01003": 2, "01004": 0}}'
    assert parse_counts(pasted) == {"01002": 1, "01003": 2}
    assert parse_counts('{"01002": 1}') == {"01002": 1}


@pytest.mark.parametrize("pasted", ['{"slots"', '{"slots": {"01002": "two"}}', '{"name": "Webs"}'])
def test_what_is_no_list_stays_as_it_is(pasted: str) -> None:
    assert parse_counts(pasted) == pasted


def test_things_are_told_by_their_names_their_codes_and_without_where_they_are_from() -> None:
    table = at_table(keep={"en": "The Keep (old)", "codes": ["01002"]}, wall={"en": "Wall"})
    assert read("2x the keep (old)\n1x Wall (Second Box)\n3x Nothing Known", table) == {
        "keep": 2,
        "wall": 1,
        "Nothing Known": 3,
    }
    assert read('{"slots": {"01002": 2, "09999": 1}}', table) == {"keep": 2, "09999": 1}


def test_a_form_names_what_was_pasted_if_it_is_no_list() -> None:
    with pytest.raises(Misfit) as wrong:
        read("https://cards.example/deck/view/12", at_table())
    assert str(wrong.value) == "deck: this is a link. Open the page, and paste the deck as text, JSON or .o8d."
