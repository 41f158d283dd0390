"""A question that comes next, with its answers as equal buttons: on phones and a laptop, in English and Chinese."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import looks
from tests.browser.company import Company
from tests.browser.server import Server

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 360, "height": 740},
    {"width": 1280, "height": 800},
)
MOMENTS = {
    "champions/0.1.0": 82,
    "champions/0.1.0-lost": 481,
    "heroes3/0.1.0-war": 280,
    "odalin/0.1.0-chapter": 148,
    "runewars/0.1.0-war": 94,
}
"""Golden logs, and after how many of their entries a question comes next."""
DIFFERENT = """(keys) => {
  const heights = keys.map((key) => key.getBoundingClientRect().height);
  return Math.max(...heights) - Math.min(...heights);
}"""


@pytest.mark.parametrize("language", ["en", "zh_Hans"])
@pytest.mark.parametrize("log", MOMENTS)
def test_the_answers_of_a_question_are_buttons_of_one_size(
    company: Company, server: Server, log: str, language: str
) -> None:
    key, page = server.play_on(log, MOMENTS[log]), company.page()
    company.prefer(page, interface=language, content=language[:2])
    page.goto(f"/c/{key}/")
    page.locator(".laid").evaluate("(board) => board.remove()")  # it is looked at elsewhere
    card = page.locator("#prompts > .question")
    answers = card.locator(".key")
    found = []
    for size in SIZES:
        page.set_viewport_size(size)
        expect(card.locator("h2")).to_be_visible()
        expect(page.locator("#prompts .button.primary")).to_have_count(0)
        assert answers.count() > 1
        found += [f"{size['width']}: {fault}" for fault in (*looks.crowded(page), *looks.too_small(page))]
        different = answers.evaluate_all(DIFFERENT)
        found += [f"{size['width']}: {different} pixels apart"] if different > 1 else []
    assert found == []
