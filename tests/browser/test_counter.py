"""Counting in a browser: runs of taps, holding a step, keys, and parts of the page that are put there anew."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route

import companion
from tests.suite.patience import HANG

SCRIPT = Path(companion.__file__).parent / "web" / "static" / "js" / "table" / "counter.js"
MORNING = datetime(2026, 1, 1, 8, tzinfo=UTC)
PAGE = """
<!doctype html><title>Counter</title><style>.delta, [data-counting] { position: absolute; }</style><p data-counting></p><section data-whose="Lunara">
<span class="stepper" data-counter="stars" data-least="1" data-most="6">
  <form action="/spent" data-sums="f.amount" data-run="3"><input name="f.amount" value="1"><button data-step="-1">−</button></form>
  <a class="number"><span class="hide">Stars:</span> <b class="value">4</b></a>
  <form action="/gained" data-sums="f.amount" data-run="9"><input name="f.amount" value="1"><button data-step="1">+</button></form>
</span>
<span class="stepper" data-counter="wounds">
  <button type="button" data-step="-1" disabled>−</button><a class="number"><span class="hide">Wounds:</span> <b class="value">0</b></a>
  <form action="/hurt" data-sums="f.amount" data-run="3"><input name="f.amount" value="1"><button data-step="1">+</button></form>
</span>
<span class="stepper" data-counter="gems"><a class="number"><b class="value">2</b></a>
  <form action="/gem"><button data-step="1">+</button></form></span>
</section>
"""  # noqa: E501
ARM = """async () => {
  window.sent = [];
  addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push(new URL(event.target.action).pathname + " " + (new FormData(event.target).get("f.amount") ?? ""));
  });
  window.stop = (await import("/counter.js")).counters(document);
}"""


def answer(route: Route) -> None:
    if route.request.url.endswith("/counter.js"):
        route.fulfill(content_type="text/javascript", body=SCRIPT.read_text(encoding="utf-8"))
    else:
        route.fulfill(content_type="text/html; charset=utf-8", body=PAGE)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page whose forms are caught, at a clock that goes on when it is told to."""
    page = chromium.new_page()
    page.set_default_timeout(HANG * 1_000)
    page.clock.install(time=MORNING)
    page.route("**/*", answer)
    page.goto("http://table.test/")
    page.clock.pause_at(MORNING + timedelta(hours=1))
    page.evaluate(ARM)
    yield page
    page.close()


def step(page: Page, name: str, way: int) -> Locator:
    return page.locator(f'[data-counter="{name}"] [data-step="{way}"]')


def shown(page: Page, name: str) -> tuple[str | None, str]:
    """The number and the delta beside it."""
    counter = page.locator(f'[data-counter="{name}"]')
    delta = counter.locator(".delta")
    return counter.locator(".value").text_content(), delta.inner_text() if delta.count() else ""


def sent(page: Page, after: int = 800) -> list[str]:
    """What was sent after so many milliseconds."""
    page.clock.run_for(after)
    found: list[str] = page.evaluate("sent")
    return found


def test_a_run_of_taps_is_sent_once_with_its_sum(page: Page) -> None:
    step(page, "stars", 1).click(click_count=2)
    assert (shown(page, "stars"), sent(page, 300)) == (("6", "+2"), [])
    assert (sent(page), shown(page, "stars")) == (["/gained 2"], ("6", ""))


def test_a_sum_below_zero_uses_the_other_form(page: Page) -> None:
    step(page, "stars", 1).click()
    for _ in range(3):
        step(page, "stars", -1).click()
    assert (shown(page, "stars"), sent(page)) == (("2", "−2"), ["/spent 2"])


def test_a_sum_of_zero_sends_nothing(page: Page) -> None:
    step(page, "stars", 1).click()
    step(page, "stars", -1).click()
    assert (sent(page), shown(page, "stars")) == ([], ("4", ""))


def test_the_next_run_begins_at_one(page: Page) -> None:
    step(page, "stars", 1).click(click_count=2)
    sent(page)
    step(page, "stars", -1).click()
    assert sent(page) == ["/gained 2", "/spent 1"]


def test_counting_stops_where_the_number_does(page: Page) -> None:
    for _ in range(5):
        step(page, "stars", 1).click()
    assert (shown(page, "stars"), sent(page)) == (("6", "+2"), ["/gained 2"])


def test_counting_stops_at_what_one_event_takes(page: Page) -> None:
    for _ in range(5):
        step(page, "wounds", 1).click()
    assert sent(page) == ["/hurt 3"]


def test_a_single_tap_is_on_its_way_sooner_than_a_run(page: Page) -> None:
    step(page, "wounds", 1).click()
    assert sent(page, 349) == []
    assert sent(page, 1) == ["/hurt 1"]
    for _ in range(2):
        step(page, "stars", 1).click()
    assert sent(page, 699) == ["/hurt 1"]
    assert sent(page, 1) == ["/hurt 1", "/gained 2"]


def test_a_step_held_gives_time_to_let_go_at_two(page: Page) -> None:
    page.locator('[data-counter="stars"]').evaluate("counter => { counter.dataset.most = 99; }")
    step(page, "stars", 1).hover()
    page.mouse.down()
    page.clock.run_for(1_000)
    page.mouse.up()
    assert sent(page) == ["/gained 2"]


def test_a_step_held_counts_on_faster_and_faster(page: Page) -> None:
    page.locator('[data-counter="stars"]').evaluate("counter => { counter.dataset.most = 99; }")
    step(page, "stars", 1).hover()
    page.mouse.down()
    page.clock.run_for(1_500)
    page.mouse.up()
    counted = int(shown(page, "stars")[0] or 0) - 4
    assert (counted > 4, sent(page)) == (True, [f"/gained {counted}"])


def test_nothing_is_sent_while_a_step_is_held(page: Page) -> None:
    step(page, "stars", 1).hover()
    page.mouse.down()
    assert sent(page, 5_000) == []
    page.mouse.up()
    assert sent(page) == ["/gained 2"]


def test_a_way_back_opens_and_closes_with_the_run(page: Page) -> None:
    less = step(page, "wounds", -1)
    step(page, "wounds", 1).click()
    assert less.is_enabled()
    less.click()
    assert (less.is_disabled(), sent(page)) == (True, [])


def test_keys_count_too(page: Page) -> None:
    step(page, "stars", -1).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert sent(page) == ["/spent 2"]


def test_those_who_listen_hear_whose_and_how_many(page: Page) -> None:
    step(page, "stars", 1).click()
    assert page.locator("[data-counting]").inner_text() == "Lunara, Stars: 5 (+1)"


def test_steps_that_do_not_add_up_are_sent_at_once(page: Page) -> None:
    for _ in range(2):
        step(page, "gems", 1).click()
    assert (sent(page, 0), shown(page, "gems")) == (["/gem ", "/gem "], ("2", ""))


def test_a_run_goes_on_where_its_part_of_the_page_is_put_there_anew(page: Page) -> None:
    fresh = page.locator('[data-counter="stars"]').evaluate("counter => counter.outerHTML").replace(">4<", ">5<")
    step(page, "stars", -1).click()
    page.locator('[data-counter="stars"]').evaluate("(counter, fresh) => { counter.outerHTML = fresh; }", fresh)
    step(page, "stars", -1).click()
    assert (shown(page, "stars"), sent(page)) == (("3", "−2"), ["/spent 2"])


def test_what_was_counted_is_sent_when_the_page_is_left(page: Page) -> None:
    step(page, "stars", 1).click()
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert sent(page, 0) == ["/gained 1"]


def test_who_stops_counting_sends_what_there_is(page: Page) -> None:
    step(page, "stars", 1).click()
    page.evaluate("stop()")
    assert sent(page, 0) == ["/gained 1"]
