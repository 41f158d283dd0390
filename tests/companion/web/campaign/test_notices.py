"""The page of notices: the host's receiver, a test, the last delivery; and no one else's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import time

import pytest
from flask import Flask

from companion.notices.notifier import Notifier
from companion.notices.outbox import Delivery
from companion.notices.receivers import KINDS, Receiver
from companion.notices.sending import Reply
from companion.services import Services
from companion.web.pages.campaign.notices import delivery_in_words
from domain.framework.text import text
from tests.companion.guest import Guest, joined
from tests.companion.notices.program import SECRET, Program, all_posts, running
from tests.companion.visitor import Visitor, body

HOOK = "https://example.org/hook"
ACTS = ("notices/", "notices/test", "notices/remove")


@pytest.fixture
def program() -> Iterator[Program]:
    with running() as found:
        yield found


@pytest.fixture
def notifier(app: Flask) -> Notifier:
    found: Notifier = app.extensions["notifier"]
    return found


def receiver(services: Services, notifier: Notifier) -> Receiver | None:
    return notifier.receivers.find(services.find_campaign("harbour").campaign)


def keep(visitor: Visitor, url: str, *on: str, shape: str = "json") -> str:
    """What the page says after its form was sent."""
    answer = visitor.post("notices/", {"url": url, "shape": shape, "on": list(on)})
    return body(visitor.get("notices/") if answer.status_code == 303 else answer)


def test_the_page_campaign_leads_the_host_there(visitor: Visitor) -> None:
    assert "/c/harbour/notices/" in body(visitor.get("campaign"))
    page = visitor.read("notices/")
    assert page.part("receiver")
    assert not page.part("delivery")


def test_a_receiver_is_kept_and_shown(visitor: Visitor, services: Services, notifier: Notifier) -> None:
    page = keep(visitor, f" {HOOK} ", "turn", "evening-ended", shape="discord")
    kept = receiver(services, notifier)
    assert kept is not None
    assert (kept.url, kept.shape, kept.on) == (HOOK, "discord", ("evening-ended", "turn"))
    assert HOOK in page
    assert kept.secret in page
    ticked = re.findall(r'value="([a-z-]+)" (?:required )?checked', page)
    assert ticked == ["discord", "evening-ended", "turn"]
    assert "Nothing was sent since the companion started." in page


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://example.org/", "must begin with https://"),
        ("file:///etc/passwd", "Give a whole address"),
        ("https://ann:pw@example.org/", "Leave name and password out"),
        ("https://example.org/" + "x" * 600, "Give a whole address"),
        ("https://10.0.0.1/", "in a private network"),
    ],
)
def test_a_wrong_address_is_refused_and_changes_nothing(
    visitor: Visitor, services: Services, notifier: Notifier, url: str, said: str
) -> None:
    keep(visitor, HOOK, "turn")
    before = receiver(services, notifier)
    answer = visitor.post("notices/", {"url": url, "shape": "json", "on": ["turn"]})
    assert answer.status_code == 422
    assert said in body(answer)
    assert receiver(services, notifier) == before


def test_at_least_one_notice_is_chosen(visitor: Visitor, services: Services, notifier: Notifier) -> None:
    assert "Choose at least one notice." in keep(visitor, HOOK)
    assert "Choose at least one notice." in keep(visitor, HOOK, "no-such-notice")
    assert receiver(services, notifier) is None


def test_a_test_is_sent_and_its_answer_shown(visitor: Visitor, program: Program) -> None:
    keep(visitor, program.url, "turn")
    assert visitor.post("notices/test").status_code == 303
    assert program.next_post().json["text"] == "Harbour: a test. Notices arrive here."
    assert re.search(r"Test: sent at .+, and it arrived\.", visitor.text("notices/"))
    program.answers = [404]
    visitor.post("notices/test")
    assert re.search(r"Test: sent at .+, answered 404\. It is not sent again\.", visitor.text("notices/"))


@pytest.mark.parametrize(("pause", "said"), [(299, "5 minutes"), (61, "2 minutes"), (9, "1 minute"), (-3, "1 minute")])
def test_the_next_attempt_is_announced_in_minutes(app: Flask, pause: int, said: str) -> None:
    answer = Reply(text("answered {status}", status=500))
    with app.test_request_context():
        words = delivery_in_words(Delivery("id", "turn", time(), answer, again=time() + pause)).render()
    assert re.fullmatch(rf"Whose turn it is: sent at \S+, answered 500\. The next attempt is in {said}\.", words)


def test_a_removed_receiver_gets_nothing_more(
    visitor: Visitor, services: Services, notifier: Notifier, program: Program
) -> None:
    keep(visitor, program.url, *KINDS)
    notifier.look()
    assert visitor.post("notices/remove").status_code == 303
    assert receiver(services, notifier) is None
    visitor.record("session-started")
    notifier.look()
    assert visitor.post("notices/test").status_code == 404
    assert all_posts(program) == []


@pytest.fixture(params=["play", "watch"])
def guest(request: pytest.FixtureRequest, app: Flask, services: Services, visitor: Visitor) -> Guest:
    """Somebody who joined, at a campaign with a receiver."""
    keep(visitor, HOOK, *KINDS)
    return joined(app, services, "Bea", request.param)


def test_guests_reach_none_of_it(guest: Guest, services: Services, notifier: Notifier) -> None:
    before = receiver(services, notifier)
    assert guest.get("notices/").status_code == 403
    assert [guest.send(path, {**guest.token, "url": "https://bad.example/"}).status_code for path in ACTS] == [403] * 3
    assert receiver(services, notifier) == before
    for path in ("campaign", "", "people/", "log", "/more"):
        page = body(guest.get(path))
        assert HOOK not in page
        assert "/notices" not in page


def test_who_has_not_joined_is_led_to_the_way_in(app: Flask, visitor: Visitor) -> None:
    keep(visitor, HOOK, "turn")
    stranger = Guest(app)
    answer = stranger.get("notices/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    assert stranger.send("notices/test", {}).status_code == 403


def test_with_a_shared_log_there_are_no_notices(visitor: Visitor, services: Services) -> None:
    services.settings = services.settings.for_database("postgresql://user@host/companion")
    answer = visitor.get("notices/")
    assert (answer.status_code, "shared database" in body(answer)) == (404, True)


def test_the_secret_of_the_program_is_not_in_what_it_gets(
    visitor: Visitor, services: Services, notifier: Notifier, program: Program
) -> None:
    notifier.receivers.keep(program.receiver(services.find_campaign("harbour").campaign))
    visitor.post("notices/test")
    post = program.next_post()
    assert post.is_signed_with(SECRET)
    assert SECRET not in str(post)
