"""Secrets laid open, on every page and in every file: each line is told by what whoever looks may know by now."""

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body, tells

CARD = 37
"""What Ann drew; it stands nowhere else."""
PAGES = ("", "log", "timeline?at=5", "log?search=37", "why?path=seats.Ann.card")
FILES = ("export/json", "export/md", "export/html", "export/csv")


@pytest.fixture
def table(visitor: Visitor) -> Visitor:
    """Ann's card is entry 5."""
    visitor.record("card-drawn", seat="Ann", card=str(CARD))
    return visitor


@pytest.fixture
def bob(app: Flask, services: Services, table: Visitor) -> Guest:
    return joined(app, services, "Bob", "at:Bob")


def opened(visitor: Visitor) -> int:
    return visitor.record("secrets-opened", agreed="yes").status_code


@pytest.mark.parametrize("path", PAGES)
def test_a_page_tells_it_once_it_lies_open(table: Visitor, bob: Guest, path: str) -> None:
    def shown() -> bool:
        return tells(bob.text(path).replace("search=37", ""), CARD)

    before = shown()
    assert opened(table) == 303
    assert (before, shown()) == (False, True)


@pytest.mark.parametrize("path", FILES)
def test_a_file_tells_it_once_it_lies_open(table: Visitor, path: str) -> None:
    before = tells(body(table.get(path)), CARD)
    opened(table)
    assert (before, tells(body(table.get(path)), CARD)) == (False, True)


def test_its_own_seat_finds_it_in_the_log_before(app: Flask, services: Services, table: Visitor) -> None:
    assert "Ann drew card 37" in joined(app, services, "Ann", "at:Ann").text("log?search=37")


def test_who_looks_back_to_before_it_was_taken_back_sees_nothing(table: Visitor, bob: Guest) -> None:
    opened(table)
    table.post("undo/6", {"sure": "yes"})
    assert not tells(bob.text("timeline?at=6"), CARD)
    assert not tells(bob.text("compare?a=0&b=6"), CARD)


def test_the_form_says_what_is_asked(table: Visitor) -> None:
    answer = table.record("secrets-opened")
    assert (answer.status_code, "First tick that all agree" in body(answer)) == (422, True)


def test_it_is_offered_to_the_host_alone(table: Visitor, bob: Guest) -> None:
    assert ["secrets-opened" in str(who.read("record/").links) for who in (table, bob)] == [True, False]
    assert bob.record("secrets-opened", agreed="yes").status_code == 422


def test_the_preview_of_taking_it_back_says_that_everybody_has_seen_it(table: Visitor) -> None:
    opened(table)
    assert "everyone has seen it: All secrets were revealed" in table.text("undo/6")
