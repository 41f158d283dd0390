"""The first pages of every game: nothing recorded yet, and after each of the first entries, on every size of screen."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import pytest
from playwright.sync_api import Page, ViewportSize

from domain.games import BY_KEY
from tests.browser import looks
from tests.browser.chromium import LAPTOP, OLD_TELEVISION, PHONE, TELEVISION
from tests.browser.company import Company
from tests.browser.server import Server
from tests.browser.starts import STARTS, Step, begun

SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "small laptop": {"width": 1024, "height": 768},
    "laptop": {"width": 1280, "height": 800},
    "large laptop": LAPTOP,
    "television": TELEVISION,
}
SIDEWAYS: dict[str, ViewportSize] = {
    "phone on its side": {"width": 844, "height": 390},
    "small phone on its side": {"width": 740, "height": 360},
}
ROOM = "table/"
PAGES = {"": SIZES | SIDEWAYS, "sheets/": SIZES, "campaign": SIZES, ROOM: SIZES | {"old television": OLD_TELEVISION}}
IN_CHINESE = {"": ("phone",), ROOM: ("old television",)}
"""The pages that are also read in Chinese, and on which sizes: names are shorter there, and have no blanks."""
TALL = "() => document.documentElement.scrollHeight - innerHeight"
COVERED = """() => {
  const next = document.querySelector('#prompts :is(.primary, .key)');
  if (next === null) return [];
  const at = next.getBoundingClientRect();
  const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
  return next.contains(top) ? [] : [`${next.innerText} is out of view`];
}"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
WORDS = re.compile(r"<main.*?</main>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


class Looker:
    """A reader who opens pages and measures them; an unchanged text is not measured again."""

    def __init__(self, company: Company, language: str) -> None:
        self.page: Page = company.page()
        self.faults: dict[str, str] = {}
        self._language = language
        self._read: set[str] = set()
        company.prefer(self.page, interface=language, content=language[:2])

    def opens(self, key: str, path: str, sizes: Mapping[str, ViewportSize], moment: str) -> None:
        """Open a page, and keep what is wrong with it on each size."""
        sent = self.page.request.get(f"/c/{key}/{path}").text()
        words = f"{path} {TAG.sub('', ''.join(WORDS.findall(sent)))}"
        if words in self._read:
            return
        self._read.add(words)
        self.page.goto(f"/c/{key}/{path}")
        for name, size in sizes.items():
            self.page.set_viewport_size(size)
            if path == ROOM:
                self.page.evaluate(DRAWN)  # its letters follow the size of the window
            covered = self.page.evaluate(COVERED) if path == "" else []
            for fault in [*looks.crowded(self.page), *self._too_tall(path, size), *covered]:
                self.faults.setdefault(fault, f"/{path} in {self._language} on a {name}, {moment}")

    def _too_tall(self, path: str, size: ViewportSize) -> list[str]:
        beyond = self.page.evaluate(TALL) if path == ROOM and size["width"] >= OLD_TELEVISION["width"] else 0
        return [f"{beyond} pixels taller than the screen"] if beyond > 0 else []


Pages = Mapping[str, Mapping[str, ViewportSize]]


ENTRIES = 10
FEW = (0, ENTRIES)
"""Numbers of recorded entries after which pages are opened in `make test`; `make test-all` opens them after each."""


def first_pages(
    company: Company, server: Server, game: str, language: str, pages: Pages, moments: Collection[int]
) -> dict[str, str]:
    """What is out of place on pages of a new campaign, after so many of the first entries."""
    looker, key = Looker(company, language), begun(server, game)
    for n in range(ENTRIES + 1):
        if n:
            event, fields = STARTS[game][n - 1]
            server.record(key, event, **fields)
        moment = f"after {event}" if n else "at the beginning"
        for path, sizes in pages.items() if n in moments else ():
            looker.opens(key, path, sizes, moment)
    return looker.faults


@pytest.mark.quick
@pytest.mark.parametrize("game", BY_KEY)
def test_nothing_is_out_of_place_on_the_first_pages_of_a_game(company: Company, server: Server, game: str) -> None:
    assert first_pages(company, server, game, "en", PAGES, FEW) == {}


@pytest.mark.parametrize("game", BY_KEY)
def test_nothing_is_out_of_place_after_each_of_the_first_entries(company: Company, server: Server, game: str) -> None:
    assert first_pages(company, server, game, "en", PAGES, {*range(ENTRIES)} - {*FEW}) == {}


@pytest.mark.parametrize("game", BY_KEY)
def test_nothing_is_out_of_place_on_the_first_pages_in_chinese(company: Company, server: Server, game: str) -> None:
    pages = {path: {name: PAGES[path][name] for name in names} for path, names in IN_CHINESE.items()}
    assert first_pages(company, server, game, "zh_Hans", pages, range(ENTRIES + 1)) == {}


def test_each_game_has_a_start_of_ten_entries() -> None:
    assert {game: len(steps) for game, steps in STARTS.items()} == dict.fromkeys(BY_KEY, ENTRIES)


LONG = "W" * 30 + "i" * 30
LONG_NAMES: dict[str, Step] = {
    "own": ("seat-taken", {"seat": LONG[:40], "player": LONG[:40]}),
    "agemonia": ("keyword-written", {"journal": "party", "keyword": LONG}),
    "champions": ("hero-taken", {"hero": LONG, "health": 9, "player": LONG[:40]}),
    "heroes3": ("faction-taken", {"faction": "castle", "player": LONG[:40], "hero": LONG}),
    "odalin": ("hero-joined", {"hero": LONG}),
    "runewars": ("faction-chosen", {"faction": "human", "player": LONG[:40]}),
}


@pytest.mark.parametrize("game", BY_KEY)
def test_a_name_of_sixty_letters_widens_no_page(company: Company, server: Server, game: str) -> None:
    key, page, found = begun(server, game, LONG), company.page(), []
    event, fields = LONG_NAMES[game]
    server.record(key, event, actor=LONG[:40], **fields)
    for path in ("", "sheets/", "log", "campaign", "people", "timeline", ROOM):
        page.goto(f"/c/{key}/{path}")
        for name in ("phone", "small laptop"):
            page.set_viewport_size(SIZES[name])
            found += [f"/{path} on a {name}: {fault}" for fault in looks.misplaced(page)]
    assert found == []


@pytest.mark.parametrize("game", STARTS)
def test_the_strip_does_not_cover_itself_with_text_twice_as_large(company: Company, server: Server, game: str) -> None:
    key, page = begun(server, game), company.page()
    for event, fields in STARTS[game][:9]:
        server.record(key, event, **fields)
    page.goto(f"/c/{key}/")
    looks.enlarged(page, "200%")
    strip, inner = page.locator("#strip").bounding_box(), page.locator("#strip .at").bounding_box()
    assert strip is not None
    assert inner is not None
    assert strip["y"] <= inner["y"]
    assert inner["y"] + inner["height"] <= strip["y"] + strip["height"]
    assert looks.crowded(page) == []


def test_a_note_in_hebrew_is_written_from_right_to_left(company: Company, server: Server) -> None:
    key, page = begun(server, "agemonia", "מגדל 3"), company.page()
    page.goto(f"/c/{key}/")
    assert page.locator("h1").evaluate("(title) => title.matches(':dir(rtl)')")
    page.goto(f"/c/{key}/record/note-added")
    page.get_by_label("Text").fill("3 אנשים")
    assert page.get_by_label("Text").evaluate("(field) => field.matches(':dir(rtl)')")
