"""Measuring pages: what stands beyond the edge, is cut off, is too small, moves, or is out of the keyboard's reach."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
FINGER = 48
"""Pixels that a target is high and wide at least."""


def _found(page: Page, asked: str, *given: int) -> list[str]:
    """What a question to the measuring script finds on a page."""
    if not page.evaluate("() => 'looks' in globalThis"):
        page.evaluate(SCRIPT)
    found: list[str] = page.evaluate(asked, *given)
    return found


def misplaced(page: Page) -> list[str]:
    """What stands beyond the edge or is cut off."""
    return _found(page, "() => [...looks.sideways(), ...looks.clipped().map((said) => `cut: ${said}`)]")


def crowded(page: Page) -> list[str]:
    """Beyond the edge, cut off, words broken or outside their box, outside a card, or over each other."""
    return _found(page, "() => looks.crowded()")


def too_small(page: Page) -> list[str]:
    """Targets that a finger misses."""
    return _found(page, "(least) => looks.small(least)", FINGER)


def moving(page: Page) -> list[str]:
    """What moves, or would when it changes."""
    return _found(page, "() => looks.moving()")


def tabbed(page: Page) -> list[str]:
    """What is wrong on the way of the key Tab through a page: not reached, without outline, covered."""
    page.evaluate(SCRIPT)
    for _ in range(page.evaluate("() => looks.follow()") + 1):
        page.keyboard.press("Tab")
    found: list[str] = page.evaluate("() => looks.followed()")
    return found


def lit(page: Page, theme: str, known: Collection[str] = ()) -> list[str]:
    """Put a page that was opened by daylight in the light of a theme; one element of each look not known is marked.

    Returns:
        The looks that were not known.
    """
    page.evaluate(SCRIPT)
    found: list[str] = page.evaluate("([theme, known]) => looks.lit(theme, known)", [theme, list(known)])
    return found


def marked(page: Page, known: Collection[str]) -> list[str]:
    """Mark one element of each look that is not known; the looks."""
    page.evaluate(SCRIPT)
    found: list[str] = page.evaluate("(known) => looks.mark(known)", list(known))
    return found


def given(page: Page) -> dict[str, str]:
    """The colours and measures that a page is drawn with."""
    page.evaluate(SCRIPT)
    found: dict[str, str] = page.evaluate("() => looks.given()")
    return found


def enlarged(page: Page, size: str) -> None:
    """Text at a size of its own (`200%`), as somebody sets it in the browser; empty as it was."""
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
