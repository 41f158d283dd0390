"""A phone held sideways: the strip, the question and the large button are in view on Play, in every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from companion.demo import make_demo
from domain.games import BY_KEY
from tests.browser.company import Company
from tests.browser.server import Server
from tests.browser.starts import STARTS, begun

SIZES: list[ViewportSize] = [{"width": 844, "height": 390}, {"width": 740, "height": 360}]
OUT_OF_VIEW = """() => {
  const large = document.querySelector("#prompts .button.primary, #prompts .keys:not(.second)");
  const wanted = { strip: document.querySelector("#strip") };
  if (large?.matches(".keys, .together *")) {
    wanted.question = large.closest(".card").querySelector("h2");
    wanted.answer = large.querySelector(".key, .chip") ?? large;
  } else if (large) wanted["large button"] = large;
  return Object.entries(wanted).filter(([, part]) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return !isInside || !(part.contains(seen) || seen?.contains(part));
  }).map(([name, part]) => `${name}: ${Math.round(part.getBoundingClientRect().bottom)} of ${innerHeight}`);
}"""


def tables(server: Server, game: str) -> dict[str, str]:
    """Tables of a game by their age, each with its key: new, after ten entries, and in the middle of the demo."""
    empty = begun(server, game, f"Sideways {game}")
    young = begun(server, game, f"Sideways ten {game}")
    for event, fields in STARTS[game]:
        server.record(young, event, **fields)
    demo = server.branch(of=make_demo(server.services, BY_KEY[game]))
    return {"empty": empty, "young": young, "full": demo}


def hides_hint(page: Page) -> None:
    """Tap the hint away."""
    button = page.locator("#prompts .tip button")
    button.click()
    expect(button).to_have_count(0)


@pytest.mark.parametrize("game", BY_KEY)
def test_what_comes_next_is_in_view(company: Company, server: Server, game: str) -> None:
    found = {}
    for age, key in tables(server, game).items():
        page = company.page(has_touch=True, viewport=SIZES[0])
        for hint in ("with the hint", "without"):
            page.goto(f"/c/{key}/")
            for size in SIZES:
                page.set_viewport_size(size)
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                if hidden := page.evaluate(OUT_OF_VIEW):
                    found[age, size["width"], hint] = hidden
            if hint == "with the hint":
                hides_hint(page)
    assert found == {}
