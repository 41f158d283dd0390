"""Names that are not known yet: listed, with the way to type them in, or to say what they turned out to be."""

from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body


def test_a_name_that_nobody_knows_leads_to_what_it_may_be(visitor: Visitor, head: Head) -> None:
    visitor.record("content-added", kind="towers", id="tin")
    added = head()
    visitor.record("tower-built", seat="Ann", tower="tin")
    visitor.post(f"undo/{added}", {"choice": "alone", "sure": "yes"})
    page = visitor.read("content/")
    assert "Names that are not known yet" in page.text
    assert "/c/harbour/record/content-added?kind=towers&id=tin" in page.links
    assert "/c/harbour/record/content-bound?kind=towers&text=tin" in page.links


def test_a_table_that_knows_all_names_lists_none(visitor: Visitor) -> None:
    assert "Names that are not known yet" not in visitor.text("content/")


def test_what_it_turned_out_to_be_is_chosen_by_its_name(visitor: Visitor) -> None:
    page = body(visitor.get("record/content-bound?kind=towers&text=tin"))
    assert 'name="f.text" type="text" value="tin"' in page
    assert "<span>Oak Tower</span>" in page
    visitor.record("content-bound", kind="towers", text="tin", id="oak tower")
    assert "“tin” turned out to be Oak Tower" in visitor.log
