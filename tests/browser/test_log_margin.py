"""The margin of the log: a line with a mark is as high as one with a ring, and neither is cut off."""

from tests.browser.chromium import LAPTOP
from tests.browser.company import Company
from tests.browser.places import KEY

HEIGHTS = """(line) => {
  const shown = [line.getBoundingClientRect().height], margin = line.firstElementChild;
  margin.outerHTML = '<span class="ring"></span>';
  shown.push(line.getBoundingClientRect().height);
  line.firstElementChild.replaceWith(margin);
  return shown;
}"""
OUTSIDE = """(line) => {
  const { top, bottom } = line.getBoundingClientRect(), mark = line.firstElementChild.getBoundingClientRect();
  return mark.top < top - 0.5 || mark.bottom > bottom + 0.5;
}"""


def test_a_line_of_the_log_is_as_high_with_a_mark_as_without(company: Company) -> None:
    page = company.page(viewport=LAPTOP)
    seen = 0
    for path in ("log", "", "table/", "timeline?at=200"):
        page.goto(f"/c/{KEY}/{path}")
        for line in [one for one in page.locator(".line:has(> .seat-mark)").all() if one.is_visible()][:8]:
            with_mark, with_ring = line.evaluate(HEIGHTS)
            assert (with_mark, line.evaluate(OUTSIDE)) == (with_ring, False), path
            seen += 1
    assert seen >= 8
