"""Names that are not known yet: listed, with the way to type them in, or to say what they turned out to be."""

from companion.services import Services
from domain.log.campaign import Campaign
from domain.log.entries import Memory, Raw, encode_state
from projections.campaigns import listed_campaigns
from tests.companion.visitor import Visitor, body
from tests.toy import GAME, TowerBuilt


def test_an_unknown_name_leads_to_what_it_may_be(visitor: Visitor, services: Services) -> None:
    with services.store.reading() as cursor:
        (harbour,) = listed_campaigns(cursor)
    with services.campaigns.open(harbour.campaign) as live:
        recorded = list(live.source.read())
    built = encode_state(TowerBuilt(seat="Ann", tower="tin"), {})
    as_an_older_release = Memory([*recorded, Raw(len(recorded) + 1, TowerBuilt.topic, built)])
    services.campaigns.adopt_campaign(Campaign("1" * 32, GAME, as_an_older_release))
    visitor.key = "harbour-2"
    page = visitor.read("content/")
    assert "Names that are not known yet" in page.text
    assert "/c/harbour-2/record/content-added?kind=towers&id=tin" in page.links
    assert "/c/harbour-2/record/content-bound?kind=towers&text=tin" in page.links


def test_a_table_that_knows_all_names_lists_none(visitor: Visitor) -> None:
    assert "Names that are not known yet" not in visitor.text("content/")


def test_what_it_turned_out_to_be_is_chosen_by_its_name(visitor: Visitor) -> None:
    page = body(visitor.get("record/content-bound?kind=towers&text=tin"))
    assert 'name="f.text" type="text" dir="auto" value="tin"' in page
    assert '<span dir="auto">Oak Tower</span>' in page
    visitor.record("content-bound", kind="towers", text="tin", id="oak tower")
    assert "“tin” turned out to be Oak Tower" in visitor.log
