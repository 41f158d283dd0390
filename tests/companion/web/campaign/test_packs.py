"""The content a campaign is pinned to, newer content, and packs of the table's own."""

import pytest

from companion.services import Services
from domain.framework.content import Content, load_pack, merge_content
from tests import toy
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body

BIRCH = '[towers.birch]\nen = "Birch Tower"\nzh = "桦木塔"\nprice = 1\n'


def pinned(services: Services) -> Content:
    with services.open("harbour") as campaign:
        return campaign.table.pack


def test_a_campaign_has_all_of_the_content_it_was_begun_with(visitor: Visitor) -> None:
    assert "this campaign already has all of it" in visitor.text("/c/harbour/content/")


def test_a_pack_is_looked_at_before_it_is_taken(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("/c/harbour/content/", {"pack": BIRCH, "act": "look"})
    assert "towers.birch.price added" in body(answer)
    assert head() == before


def test_a_pack_that_is_taken_counts_from_here_on(visitor: Visitor, services: Services) -> None:
    visitor.post("/c/harbour/content/", {"pack": BIRCH, "act": "take"})
    assert pinned(services).thing("towers", "birch") == {"en": "Birch Tower", "zh": "桦木塔", "price": 1}
    assert pinned(services).thing("towers", "oak")["price"] == 2  # type: ignore[index]


@pytest.mark.parametrize("source", ["not toml", "[towers.birch]\nprice = 1\n", "towers = 3\n"])
def test_a_pack_with_faults_is_refused_with_each_of_them(visitor: Visitor, head: Head, source: str) -> None:
    before = head()
    answer = visitor.post("/c/harbour/content/", {"pack": source, "act": "take"})
    assert (answer.status_code, head()) == (422, before)
    assert 'class="tag fault"' in body(answer)


@pytest.mark.parametrize(
    "line",
    [f"x = {'[' * 300}{']' * 300}", f"{'.'.join('a' * 3_000)} = 1", f"price = {'9' * 5_000}"],
    ids=["deep lists", "dotted keys", "a long number"],
)
def test_a_pack_that_is_no_pack_is_told_in_a_sentence(visitor: Visitor, line: str) -> None:
    answer = visitor.post("/c/harbour/content/", {"pack": f"{BIRCH}{line}\n", "act": "take"})
    assert (answer.status_code, 'class="tag fault"' in body(answer)) == (422, True)


def test_newer_content_of_the_game_is_offered_with_the_difference(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = merge_content(toy.PACK, Content({"towers": {"oak": {"en": "Oak Keep"}}}))
    monkeypatch.setitem(toy.GAME.__dict__, "pack", newer)
    assert "towers.oak.en changed" in visitor.text("/c/harbour/content/")
    assert str(pinned(services).terms["towers"]["oak"]) == "Oak Tower"


def test_what_was_recorded_before_stays_as_it_is(visitor: Visitor, services: Services) -> None:
    with services.open("harbour") as campaign:
        before = campaign.table.model_dump(exclude={"content"})
    visitor.post("/c/harbour/content/", {"pack": BIRCH, "act": "take"})
    with services.open("harbour") as campaign:
        assert campaign.table.model_dump(exclude={"content"}) == before


def test_a_pack_that_says_nothing_is_not_taken(visitor: Visitor, head: Head) -> None:
    before = head()
    visitor.post("/c/harbour/content/", {"pack": "", "act": "take"})
    assert head() == before


def test_a_pack_with_a_word_for_a_number_stops_no_page(visitor: Visitor) -> None:
    visitor.post("/c/harbour/content/", {"pack": '[towers.oak]\nen = "Oak"\nprice = "many"\n', "act": "take"})
    assert [visitor.get(path).status_code for path in ("", "sheets/", "record/tower-built")] == [200] * 3


def test_what_a_campaign_has_of_its_own_is_a_file_that_another_one_takes(visitor: Visitor, services: Services) -> None:
    visitor.post("/c/harbour/content/", {"pack": BIRCH, "act": "take"})
    answer = visitor.get("/c/harbour/content/export/own.toml")
    assert answer.headers["Content-Disposition"] == "attachment; filename=harbour.toml"
    assert load_pack(body(answer).partition("\n")[2]).of("towers")["birch"]["price"] == 1
    assert "/c/harbour/content/export/own.toml" in body(visitor.get("/c/harbour/content/"))
