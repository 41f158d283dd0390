"""What stands in somebody's way on a page: found by axe, in every light."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import looks
from tests.browser.chromium import SIZES

COLOURS = ("color-contrast", "link-in-text-block")
LIGHTS = {"light": COLOURS, "candle": COLOURS, "contrast": (*COLOURS, "color-contrast-enhanced")}
"""What differs between the themes besides the first, which is read by all rules.

The enhanced rule leaves out what is below the usual contrast, so that both are asked.
"""
FIRST = "dark"
RUN = """async ([rules, looks, within]) => {
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets.push(still);
  const contrasts = ["color-contrast", "color-contrast-enhanced"];
  axe.configure({ rules: contrasts.map((id) => ({ id, selector: looks ? "[data-look]" : "*" })) });
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(within || document, { resultTypes: ["violations"], ...only });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""
"""What axe finds by some rules, or by all where none are named; contrast is measured everywhere or once a look.

A colour that is still on its way to another one, or what still fades in, would be measured half-way.
"""
_SCRIPT = Axe().axe_script
_READABLE: dict[str, set[str]] = {theme: set() for theme in LIGHTS}
"""The looks that were found to be readable in each theme, so far in this process."""


def barriers(page: Page, within: str = "") -> list[str]:
    """What axe finds on a page by all its rules, or within some of its elements."""
    return _found(page, (), looks_alone=False, within=within)


def troubles(page: Page) -> list[str]:
    """What is in somebody's way on a page, screen by screen: found by axe, beyond the edge, too small for a finger.

    By all rules on every screen; whether it can be read is asked of every element on a phone, and on larger screens of
    what looks like nothing there.
    """
    found, readable = [], set[str]()
    for screen, size in SIZES.items():
        page.set_viewport_size(size)
        new = looks.marked(page, readable)
        wrong = _found(page, (), looks_alone=bool(readable))
        readable.update([] if wrong else new)
        found += [f"{screen}: {fault}" for fault in [*wrong, *looks.misplaced(page), *looks.too_small(page)]]
    return found


def barriers_in_any_light(page: Page) -> list[str]:
    """What axe finds on a page that was opened by daylight, in each theme, which is named.

    The first theme is read by all rules and element by element. The others change nothing but colours, so that of
    elements that look the same, on whatever page, one is enough; where nothing was wrong with any, none is read again.
    """
    looks.lit(page, FIRST)
    found = [f"{FIRST}: {barrier}" for barrier in barriers(page)]
    for theme, rules in LIGHTS.items():
        if new := looks.lit(page, theme, _READABLE[theme]):
            wrong = _found(page, rules, looks_alone=True)
            _READABLE[theme].update([] if wrong else new)
            found += [f"{theme}: {barrier}" for barrier in wrong]
    return found


def _found(page: Page, rules: tuple[str, ...], *, looks_alone: bool, within: str = "") -> list[str]:
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(_SCRIPT)
    found: list[Any] = page.evaluate(RUN, [list(rules), looks_alone, within])
    return [str(barrier) for barrier in found]
