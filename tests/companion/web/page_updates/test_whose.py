"""Whose a view is: who changes seat begins with a page of their own, and nobody is sent parts of another one's view."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from companion.web.rendering.fragments import HEADER
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, tells
from tests.companion.web.page_updates.test_exchanged import Phone

ANNS = 37


@pytest.fixture
def dealt(visitor: Visitor) -> Visitor:
    """The host; Ann has a secret card."""
    visitor.record("card-drawn", seat="Ann", card=str(ANNS))
    return visitor


def test_who_gives_up_a_seat_is_sent_a_page_without_its_secrets(app: Flask, services: Services, dealt: Visitor) -> None:
    eve = Phone(joined(app, services, "Eve", "at:Ann"))
    eve.open()
    assert tells(eve.html, ANNS), "her own card was not shown"
    eve.visitor.post("people/sit", {"place": "watch"})
    answer = eve.ask()
    assert not answer.is_json, "parts of another view were sent"
    eve.take(answer)
    assert not tells(eve.html, ANNS)
    assert eve.shown == eve.anew


def test_who_takes_a_seat_is_sent_a_page_with_its_secrets(app: Flask, services: Services, dealt: Visitor) -> None:
    eve = Phone(joined(app, services, "Eve", "at:Bob"))
    eve.open()
    assert not tells(eve.html, ANNS)
    eve.visitor.post("people/sit", {"place": "at:Ann"})
    eve.take(eve.ask())
    assert tells(eve.html, ANNS)
    assert eve.shown == eve.anew


def test_two_people_never_share_a_view_by_what_they_ask_with(app: Flask, services: Services, dealt: Visitor) -> None:
    ann, bob = (Phone(joined(app, services, name, f"at:{name}")) for name in ("Ann", "Bob"))
    ann.open()
    bob.open()
    answer = bob.visitor.client.get(bob.visitor.at(""), headers={HEADER: ann.has})
    assert not answer.is_json, "he was sent parts of her view"
    assert not tells(answer.get_data(as_text=True), ANNS)
