"""Regions: a page that is open is sent what differs from it, and nothing that it would not be sent as a whole."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.desk import Desk
from companion.web.table.regions import HEADER
from tests import toy
from tests.companion.visitor import Visitor, body


@pytest.fixture
def harbour(desk: Desk, visitor: Visitor) -> Visitor:
    """A table of the toy game with its own board and two seats."""
    desk.campaigns.games = {"toy": toy.GAME}
    desk.campaigns.new("toy", "At sea", {}, desk.command())
    visitor = replace(visitor, key="at-sea")
    for name in ("Ann", "Bob"):
        visitor.record("seat-taken", seat=name)
    return visitor


def listed(page: str) -> str:
    found = re.search(r'data-regions="([^"]*)"', page)
    assert found
    return found[1]


def asked(visitor: Visitor, known: str, path: str = "") -> Any:
    """What a page is answered with that has these regions."""
    return visitor.client.get(visitor.at(path), headers={HEADER: known})


def test_a_page_says_which_regions_it_has_and_holds_no_mark(harbour: Visitor) -> None:
    page = body(harbour.get(""))
    names = [pair.partition("=")[0] for pair in listed(page).split()]
    assert names[-1] == "around"
    assert set(names) >= {"strip", "prompts", "bar", "newest", "piece-seat-Ann", "piece-seat-Bob"}
    assert not re.search(r"[0-9a-f]{32}strip ", page)


def test_of_a_page_that_is_the_same_nothing_is_sent(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    assert asked(harbour, known).json == {"regions": known, "position": 3, "parts": {}}


def test_only_what_differs_is_sent_with_the_entry_it_knows_of(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    harbour.record("coins-gained", seat="Ann", amount=4)
    answer = asked(harbour, known).json
    assert set(answer["parts"]) == {"bar", "newest", "prompts", "piece-seat-Ann"}
    assert answer["position"] == 4
    assert 'id="piece-seat-Ann"' in answer["parts"]["piece-seat-Ann"]
    assert answer["regions"] == listed(body(harbour.get("")))


def test_where_something_around_the_regions_differs_the_whole_page_is_sent(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    harbour.record("seat-taken", seat="Cyd")  # one region more
    assert 'id="piece-seat-Cyd"' in body(asked(harbour, known))
    assert "<html" in body(asked(harbour, known, "campaign"))  # another page


def test_what_a_command_recorded_is_told_in_a_region(harbour: Visitor) -> None:
    known = listed(body(harbour.get("")))
    sent = harbour.record("coins-gained", seat="Ann", amount=2)
    answer = harbour.client.get(sent.location, headers={HEADER: known})
    assert "Ann" in answer.json["parts"]["toast"]


def test_an_answer_depends_on_what_was_asked(harbour: Visitor) -> None:
    assert HEADER in asked(harbour, "").headers["Vary"]


def test_what_somebody_names_like_a_mark_is_no_mark(harbour: Visitor) -> None:
    harbour.record("note-added", text='<i data-regions="x=1">around=0</i>')
    assert listed(body(harbour.get(""))).split()[-1].startswith("around=")
