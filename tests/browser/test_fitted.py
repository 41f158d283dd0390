"""The screen for the room fits the window after every live change as well as after a reload."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from companion.demo import demo_pack, demo_script
from companion.script import Script
from domain.framework.content import merge_content
from domain.games import BY_KEY
from tests.browser.chromium import TELEVISION
from tests.browser.company import Company
from tests.browser.server import Server
from tests.moments import GOLDEN, moments_of, read_golden

MOMENTS = {
    "own": (3, 9, 20, 44),
    "agemonia": (4, 65, 66, 71),
    "champions": (4, 6, 33, 47),
    "heroes3": (6, 28, 83, 95),
    "odalin": (3, 22, 24, 45),
    "runewars": (4, 13, 109, 122),
}
"""Lines of each demo after which the screen is measured: seats, a board or list that appears, one that goes, an end."""
FIT = """() => {
  const { style, scrollHeight, scrollWidth } = document.documentElement;
  return [parseFloat(style.fontSize), style.getPropertyValue("--least"), scrollHeight, scrollWidth];
}"""
ENTRIES = range(20, 50)
"""Lines of each demo after each of which the size of the text is compared with that before."""
MUCH_LARGER = 1.07
SIZE = "() => parseFloat(document.documentElement.style.fontSize)"
FITS_AT = """(size) => {
  const root = document.documentElement, before = root.style.fontSize;
  root.style.fontSize = `${size}px`;
  const fits = root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
  root.style.fontSize = before;
  return fits;
}"""
LAPTOP, SIDEWAYS = {"width": 1024, "height": 768}, {"width": 740, "height": 360}
CUT = """() => [...document.querySelectorAll(".where .round, .where .who")]
  .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent.trim())"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def played(server: Server, game: str, stops: Sequence[int]) -> Iterator[str]:
    """Play the demo of a game; yields its key at the beginning and after each of the given lines."""
    found, services = BY_KEY[game], server.services
    first, *lines = demo_script(found)
    made = services.campaigns.new(game, f"Watched {game}", first.get("opening", {}), services.new_command()).campaign
    if pack := first.get("pack"):
        services.campaigns.change_pack(made, merge_content(found.pack, demo_pack(found, pack)), services.new_command())
    script, key = Script(services, made), services.find_campaign(made).key
    yield key
    for n, line in enumerate(lines[: stops[-1]], 1):
        script.line(line)
        if n in stops:
            yield key


def fit_of(page: Page) -> tuple[float, tuple[object, ...]]:
    """The font size of a page once it is drawn; its least font size and its own size."""
    page.evaluate(DRAWN)
    size, *rest = page.evaluate(FIT)
    return float(size), tuple(rest)


@pytest.mark.parametrize("game", BY_KEY)
def test_a_screen_that_follows_the_table_fits_like_one_that_is_opened(
    company: Company, server: Server, game: str
) -> None:
    moments = played(server, game, MOMENTS[game])
    key, following, opened = next(moments), company.page(viewport=TELEVISION), company.page(viewport=TELEVISION)
    following.goto(f"/c/{key}/table/")
    expect(following.locator("[data-connection=saved]")).to_be_visible()
    for _ in moments:
        opened.goto(f"/c/{key}/table/")
        now = str(server.campaign(key).position)
        expect(following.locator("#main")).to_have_attribute("data-position", now)
        expect(opened.locator("#main")).to_have_attribute("data-position", now)
        (size, live), (largest, fresh) = fit_of(following), fit_of(opened)
        assert (now, live) == (now, fresh)
        assert live[1:] == (TELEVISION["height"], TELEVISION["width"]), now
        assert 1 / MUCH_LARGER < size / largest < MUCH_LARGER, now


@pytest.mark.parametrize("game", BY_KEY)
def test_the_size_of_the_text_changes_only_when_it_has_to(company: Company, server: Server, game: str) -> None:
    """A size that still fits is kept unless a much larger one fits, so that the board does not move at each entry."""
    moments = played(server, game, ENTRIES)
    key, page = next(moments), company.page(viewport=TELEVISION)
    page.goto(f"/c/{key}/table/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    needless, size = [], 0.0
    for _ in moments:
        expect(page.locator("#main")).to_have_attribute("data-position", str(server.campaign(key).position))
        page.evaluate(DRAWN)
        now = page.evaluate(SIZE)
        if size and now != size and now < size * MUCH_LARGER and page.evaluate(FITS_AT, size):
            needless.append((server.campaign(key).position, size, now))
        size = now
    assert needless == []


def concluded() -> Iterator[tuple[str, int]]:
    """The golden logs, each with its number of entries up to the last end of a combat, a scenario or a game."""
    for game in BY_KEY.values():
        for path in sorted((GOLDEN / game.key).glob("*.jsonl")):
            topics = [raw.topic for raw in read_golden(game.key, path.stem).raws]
            if last := max((n for n, topic in enumerate(topics, 1) if topic in game.conclusions), default=0):
                yield f"{game.key}/{path.stem}", last


@pytest.mark.parametrize(("log", "entries"), [*concluded()], ids=str)
def test_what_ends_fits_the_screen_for_the_room(company: Company, server: Server, log: str, entries: int) -> None:
    page = company.page(viewport=TELEVISION)
    page.goto(f"/c/{server.play_on(log, entries)}/table/")
    expect(page.locator("[data-connection=saved]")).to_be_visible()
    (_, (_, *size)) = fit_of(page)
    assert size == [TELEVISION["height"], TELEVISION["width"]]


@pytest.mark.parametrize("screen", [LAPTOP, SIDEWAYS], ids=["laptop", "phone lying"])
@pytest.mark.parametrize("game", BY_KEY)
def test_the_round_and_the_turn_are_read_whole_beside_a_long_name(
    company: Company, server: Server, game: str, screen: dict[str, int]
) -> None:
    log = moments_of(BY_KEY[game])[0]
    key = server.play_on(f"{game}/{log.log}", log.entry)
    page = company.page(viewport=screen)
    page.goto(f"/c/{key}/")
    assert page.locator(".where .who").count() == 1
    page.locator(".where .named").evaluate(
        "(name) => name.textContent = 'An evening with a name that is long '.repeat(3)"
    )
    assert page.evaluate(CUT) == []
