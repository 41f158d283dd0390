"""What the lines of the log stand under, on its page, in the terminal and in the chronicle."""

import pytest
from flask import Flask

from companion.services import Services
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.runewars import GAME as RUNEWARS
from tests.companion.visitor import Visitor, body


def test_the_steps_of_a_round_with_a_name_stand_together() -> None:
    assert RUNEWARS.heading((1, 2, "orders")) == RUNEWARS.heading((1, 2, "battle")) == (1, 2, "")
    assert RUNEWARS.heading((0, 0, "setup")) == (0, 0, "setup")
    assert AGEMONIA.heading((1, 2, "city")) == (1, 2, "city")


@pytest.fixture
def war(app: Flask, services: Services) -> Visitor:
    """A war in its first spring."""
    made = services.campaigns.new("runewars", "The war", {}, services.new_command()).campaign
    chosen = [("faction-chosen", {"faction": faction}) for faction in ("human", "elf")]
    begun = [(step, {}) for step in ("war-begun", "season-card-drawn", "season-text-resolved")]
    for event, fields in (*chosen, *begun, ("order-chosen", {"seat": "human", "order": "harvest"})):
        services.campaigns.record(made, event, fields, services.new_command())
    return Visitor(app, services.find_campaign(made).key)


def test_a_season_is_one_heading_of_the_log(war: Visitor) -> None:
    page = body(war.get("log"))
    assert [said for said in headings(page) if "Year" in said or "Setup" in said] == ["Year 1 · Spring", "Setup"]


def test_a_season_is_one_heading_of_the_chronicle(war: Visitor) -> None:
    shown = body(war.get("export/html"))
    assert headings(shown).count("Year 1 · Spring") == 1
    assert "Choosing orders" not in headings(shown)


def headings(page: str) -> list[str]:
    return [" ".join(part.split("<")[0].split()) for level in "34" for part in page.split(f"<h{level}>")[1:]]
