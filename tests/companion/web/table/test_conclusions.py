"""The end of a combat, a scenario or the game: on each screen, until a tap there puts it away."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages.table import conclusions
from projections.documents.arrivals import import_campaign
from tests.companion.visitor import Visitor
from tests.moments import read_golden

ENDS = {
    "heroes3": ("0.1.0", 120, "The combat on"),
    "runewars": ("0.1.0", 254, "won"),
    "odalin": ("0.1.0", 132, "The combat ended"),
    "agemonia": ("0.1.0", 13, "Tutorial 1 was played"),
    "champions": ("0.1.0", 723, "The heroes won"),
}
"""Golden logs, the entry with which something is over, and what the card says then."""
LONG = timedelta(days=100_000)


def table_after(app: Flask, services: Services, game: str, entries: int) -> Visitor:
    """A table that is where a golden log was after so many entries, and what followed from the last of them."""
    imported = read_golden(game, ENDS[game][0])
    end = next((raw.position - 1 for raw in imported.raws[entries:] if is_cause(raw)), len(imported.raws))
    header = imported.header.model_copy(update={"campaign": uuid4().hex})
    begun = replace(imported, header=header, raws=imported.raws[:end])
    made = import_campaign(services.campaigns, begun)
    return Visitor(app, services.find_campaign(made.campaign).key)


def is_cause(raw: Any) -> bool:
    return b'"cause":' not in raw.state


def card(visitor: Visitor, path: str = "") -> str:
    """The words of the card; empty where it is hidden."""
    page = visitor.get(path).get_data(as_text=True)
    section = page[page.index('id="ending"') :].partition("</section>")[0]
    return "" if " hidden" in section.partition(">")[0] else " ".join(section.partition(">")[2].split())


@pytest.fixture
def lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Golden logs count as recorded just now."""
    monkeypatch.setattr(conclusions, "NEWS", LONG)


@pytest.mark.parametrize("game", ENDS)
def test_each_screen_says_what_is_over_until_it_is_put_away_there(
    app: Flask, services: Services, lately: None, game: str
) -> None:
    _, entries, said = ENDS[game]
    phone = table_after(app, services, game, entries)
    other = Visitor(app, phone.key)
    for screen in ("", "table/"):
        assert said in card(phone, screen)
        assert said in card(other, screen)

    action, sent = next(form for form in phone.read("").forms if form[0].endswith("/seen"))
    phone.client.post(action, data=sent)

    assert (card(phone), card(phone, "table/")) == ("", "")
    assert said in card(other)


@pytest.mark.parametrize("game", ["heroes3", "runewars", "odalin", "agemonia"])
def test_what_was_over_long_ago_is_not_shown_to_a_table_that_is_opened_again(
    app: Flask, services: Services, game: str
) -> None:
    assert card(table_after(app, services, game, ENDS[game][1])) == ""


@pytest.mark.parametrize(("game", "later"), [("heroes3", 221), ("odalin", 170), ("runewars", 275)])
def test_the_next_combat_takes_the_place_of_the_end_of_the_last(
    app: Flask, services: Services, lately: None, game: str, later: int
) -> None:
    assert card(table_after(app, services, game, later)) == ""


def test_an_end_that_is_taken_back_vanishes(app: Flask, services: Services, lately: None) -> None:
    phone = table_after(app, services, "heroes3", 120)
    assert "The combat on" in card(phone)
    services.campaigns.undo(services.find_campaign(phone.key).campaign, None, services.new_command())
    assert card(phone) == ""
