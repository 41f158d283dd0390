"""What stands in somebody's way on a page: found by axe, in every light."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import looks

COLOURS = ("color-contrast", "link-in-text-block")
LIGHTS = {"light": COLOURS, "candle": COLOURS, "contrast": (*COLOURS, "color-contrast-enhanced")}
"""What differs between the themes besides the first, which is read by all rules.

The enhanced rule leaves out what is below the usual contrast, so that both are asked.
"""
FIRST = "dark"
RUN = """async ([rules, looks]) => {
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets.push(still);
  const contrasts = ["color-contrast", "color-contrast-enhanced"];
  axe.configure({ rules: contrasts.map((id) => ({ id, selector: looks ? "[data-look]" : "*" })) });
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""
"""What axe finds by some rules, or by all where none are named; contrast is measured everywhere or once a look.

A colour that is still on its way to another one, or what still fades in, would be measured half-way.
"""
_SCRIPT = Axe().axe_script
_READABLE: dict[str, set[str]] = {theme: set() for theme in LIGHTS}
"""The looks that were found to be readable in each theme, so far in this process."""


def barriers(page: Page) -> list[str]:
    """What axe finds on a page by all its rules."""
    return _found(page, (), looks_alone=False)


def barriers_in_any_light(page: Page) -> list[str]:
    """What axe finds on a page that was opened by daylight, in each theme, which is named.

    The first theme is read by all rules and element by element. The others change nothing but colours, so that of
    elements that look the same one is enough, on whatever page; where nothing was wrong with any, it is not asked again.
    """
    looks.lit(page, FIRST)
    found = [f"{FIRST}: {barrier}" for barrier in barriers(page)]
    for theme, rules in LIGHTS.items():
        if new := looks.lit(page, theme, _READABLE[theme]):
            wrong = _found(page, rules, looks_alone=True)
            _READABLE[theme].update([] if wrong else new)
            found += [f"{theme}: {barrier}" for barrier in wrong]
    return found


def _found(page: Page, rules: tuple[str, ...], *, looks_alone: bool) -> list[str]:
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(_SCRIPT)
    found: list[Any] = page.evaluate(RUN, [list(rules), looks_alone])
    return [str(barrier) for barrier in found]
