"""The browser and the pictures it makes: never missing where they must be there."""

import re
from pathlib import Path

import pytest

from tests.browser import chromium as browsers
from tests.browser.company import Company
from tests.browser.screens import LARGEST, SCENES, take
from tests.browser.server import Server

ROOT = Path(__file__).parents[2]
PICTURE = re.compile(r"\(docs/screens/([\w-]+)\.png\)")


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


def test_the_readme_shows_pictures_that_are_made_by_the_command() -> None:
    shown = PICTURE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert set(shown) == {scene.name for scene in SCENES}


def test_every_picture_in_the_docs_is_small() -> None:
    large = [path.name for path in (ROOT / "docs" / "screens").glob("*.png") if path.stat().st_size > LARGEST]
    assert large == []
