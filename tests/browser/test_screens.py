"""The browser and the pictures it makes: never missing where they must be there."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium as browsers
from tests.browser.company import Company
from tests.browser.screens import LARGEST, SCENES, take
from tests.browser.server import Server
from tests.browser.things import MOST, SHOWN, Harbour, begin_campaigns, take_things

ROOT = Path(__file__).parents[2]
PICTURE = re.compile(r"[./]screens/([\w-]+)\.png")

THING = re.compile(r"\(\.\./screens/things/([\w-]+)\.png\)")
WITHOUT = {"Events that games share", "Limits"}
"""Sections of things.md about what nobody sees."""


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers, "executable", lambda: None)


def test_without_a_browser_a_test_is_skipped_and_says_why(no_browser: None) -> None:
    with pytest.raises(pytest.skip.Exception, match="No browser is installed"):
        browsers.installed({})


def test_where_changes_are_judged_a_missing_browser_is_a_failure(no_browser: None) -> None:
    with pytest.raises(pytest.fail.Exception, match="No browser is installed"):
        browsers.installed({"CI": "true"})


def test_a_picture_is_small_enough_to_keep(company: Company, server: Server, tmp_path: Path) -> None:
    made = take(company, server, SCENES[0], tmp_path)
    assert 5_000 < made.stat().st_size < LARGEST


def test_the_readme_and_the_guides_show_pictures_that_are_made_by_the_command() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs" / "play").rglob("*.md")]
    shown = [name for page in pages for name in PICTURE.findall(page.read_text(encoding="utf-8"))]
    assert set(shown) == {scene.name for scene in SCENES}


def test_every_picture_in_the_docs_is_small() -> None:
    large = [path.name for path in (ROOT / "docs" / "screens").glob("*.png") if path.stat().st_size > LARGEST]
    assert large == []


def test_each_section_on_things_has_one_picture_that_is_made_by_the_command() -> None:
    _, *sections = (ROOT / "docs" / "develop" / "components.md").read_text(encoding="utf-8").split("\n## ")
    by_title = {section.partition("\n")[0]: THING.findall(section) for section in sections}
    shown = {title: pictures for title, pictures in by_title.items() if title not in WITHOUT}
    assert {title: len(pictures) for title, pictures in shown.items()} == dict.fromkeys(shown, 1)
    assert {one for pictures in shown.values() for one in pictures} == {thing.name for thing in SHOWN}


def test_the_pictures_of_things_are_there_and_small_together() -> None:
    kept = sorted((ROOT / "docs" / "screens" / "things").glob("*.png"))
    assert [path.stem for path in kept] == sorted(thing.name for thing in SHOWN)
    assert sum(path.stat().st_size for path in kept) < MOST


@pytest.mark.full
def test_each_thing_is_still_on_the_board_that_shows_it(chromium: Browser, tmp_path: Path) -> None:
    server = Harbour(tmp_path / "campaigns")
    keys = begin_campaigns(server)
    with server:
        made = take_things(chromium, server, keys, tmp_path / "things")
    assert all(path.stat().st_size > 1_000 for path in made)
