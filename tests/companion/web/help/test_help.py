"""Help: a page an area, from everywhere, and back again."""

import re
from pathlib import Path

import pytest

from companion.i18n import LANGUAGES, tongue_of
from companion.web.pages.help.help import AREAS, GUIDES, HelpArea
from domain.framework.text import value_as_words
from projections.documents.environment import templates_folder
from tests.companion.visitor import Reader, Visitor, body

ROOT = Path(__file__).parents[4]
EACH = pytest.mark.parametrize("area", AREAS, ids=lambda area: area.key)


@EACH
@pytest.mark.parametrize("path", ["/help/", "/c/harbour/help/"])
def test_each_area_has_a_page_inside_a_campaign_and_outside(visitor: Visitor, area: HelpArea, path: str) -> None:
    page = body(visitor.get(path + area.key))
    assert f"<h1>{area.title}</h1>" in page
    assert page.count("<section") >= 2


@EACH
def test_each_area_is_on_the_list(visitor: Visitor, area: HelpArea) -> None:
    assert f"/help/{area.key}" in visitor.read("/help").links
    assert f"/c/harbour/help/{area.key}" in visitor.read("help").links


def test_every_page_that_was_written_belongs_to_an_area() -> None:
    assert {path.stem for path in (templates_folder() / "help" / "areas").iterdir()} == {area.key for area in AREAS}


@EACH
def test_every_language_has_as_much_to_say(visitor: Visitor, area: HelpArea) -> None:
    pages = [body(visitor.get(f"/help/{area.key}?interface={language}")) for language in LANGUAGES]
    said = [(page.count("<section"), page.count("<h2>"), page.count("<p>"), page.count("<li>")) for page in pages]
    assert len(set(said)) == 1


@pytest.mark.parametrize(
    ("path", "area"),
    [
        ("", "play"),
        ("record/coins-gained", "play"),
        ("sheets/", "sheets"),
        ("sheet", "sheets"),
        ("why?path=seats.Ann.coins", "sheets"),
        ("log", "log"),
        ("undo/4", "log"),
        ("branch", "campaigns"),
        ("campaign", "campaigns"),
        ("more", "comfort"),
        ("charts/", "comfort"),
        ("content/", "packs"),
        ("report", "trouble"),
    ],
)
def test_the_sign_in_the_frame_leads_to_the_help_of_the_page(visitor: Visitor, path: str, area: str) -> None:
    page = visitor.read(path)
    ways = [given for tag, given in page.tags if tag == "a" and given.get("class") in ("helps", "aside")]
    assert {given["href"] for given in ways} == {f"/c/harbour/help/{area}"}
    assert any(given.get("aria-label") == "Help" for given in ways)


def test_a_page_without_an_area_leads_to_all_of_them(visitor: Visitor) -> None:
    assert "/help" in visitor.read("/nowhere").links


@pytest.mark.parametrize("area", [area for area in AREAS if area.place], ids=lambda area: area.key)
def test_help_leads_back_to_the_page_it_is_about(visitor: Visitor, area: HelpArea) -> None:
    page = visitor.get(f"help/{area.key}").get_data(as_text=True)
    back = re.search(r'<a class="button primary" href="([^"]+)"', page)
    assert back
    assert f"/c/harbour/help/{area.key}" in visitor.read(back[1]).links


def test_help_within_a_campaign_keeps_its_places(visitor: Visitor) -> None:
    links = visitor.read("help/play").links
    assert {"/c/harbour/", "/c/harbour/sheet", "/c/harbour/campaign", "/c/harbour/more"} <= set(links)


def test_there_is_no_help_about_what_nobody_wrote(visitor: Visitor) -> None:
    for path in ("/help/nothing", "help/nothing", "/help/..%2Fmore"):
        assert visitor.get(path).status_code == 404


def test_more_leads_to_help_and_so_does_an_error(visitor: Visitor) -> None:
    assert "/c/harbour/help" in visitor.read("more").links
    assert "/help/trouble" in Reader(body(visitor.get("/nowhere"))).links


@pytest.mark.parametrize(("folder", "language"), [("play", "en"), ("play/zh", "zh_Hans")])
@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_is_a_page_of_the_documentation_named_by_its_heading(guide: str, folder: str, language: str) -> None:
    page = ROOT / "docs" / folder / f"{guide}.md"
    assert page.read_text(encoding="utf-8").splitlines()[0] == f"# {value_as_words(GUIDES[guide], tongue_of(language))}"


@pytest.mark.parametrize(("language", "folder"), [("en", "/play/"), ("zh_Hant", "/play/zh/")])
def test_an_area_leads_to_its_guide_in_the_language_of_the_page(visitor: Visitor, language: str, folder: str) -> None:
    page = visitor.read(f"/help/log?interface={language}")
    assert [link for link in page.links if link.endswith(f"{folder}correct.md")]
