"""The place Sheets: it leads to one's own sheet, because on a phone all of them are many screens long."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body


def shown(visitor: Visitor, path: str) -> list[str]:
    """The sheets on a page, by their keys."""
    return re.findall(r'data-sheet="([^"]+)"', body(visitor.get(path)))


def test_a_player_sees_the_sheet_of_their_seat(app: Flask, services: Services, visitor: Visitor) -> None:
    assert shown(joined(app, services, "Ben", "at:Bob"), "sheet") == ["seat-Bob"]


def test_who_has_no_seat_sees_the_first_sheet(visitor: Visitor) -> None:
    assert shown(visitor, "sheet") == ["harbour"]


def test_all_sheets_are_the_last_tab(visitor: Visitor) -> None:
    tabs = body(visitor.get("sheet")).partition('class="tabs"')[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', tabs)[-1] == "/c/harbour/sheets/"
    assert shown(visitor, "sheets/") == ["harbour", "seat-Ann", "seat-Bob"]


@pytest.mark.parametrize("game", ["champions", "runewars"])
def test_without_a_sheet_the_page_says_so_and_leads_to_the_table(app: Flask, services: Services, game: str) -> None:
    services.campaigns.new(game, "Empty", {}, services.new_command())
    page = body(Visitor(app, "empty").get("sheet"))
    assert "Each player's sheet comes here once they have a seat." in page
    assert '<a class="button primary large" href="/c/empty/">' in page
    assert "As PDF" not in page
