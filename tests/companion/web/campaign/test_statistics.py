"""The page of statistics: over the campaigns that the visitor may see, and no others."""

from __future__ import annotations

import re

from flask import Flask

from companion.services import Services
from companion.web.pages.campaign.statistics import MOST_PEOPLE
from projections.documents.arrivals import import_campaign
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import program
from tests.moments import read_golden


def takes_in(services: Services, game: str, log: str) -> str:
    id_ = import_campaign(services.campaigns, read_golden(game, log)).campaign
    return services.find_campaign(id_).key


def rows_of(page: str) -> list[list[str]]:
    """The cells of each row of the tables."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [[cell.strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def test_before_the_first_evening_the_page_says_so(visitor: Visitor) -> None:
    assert "No evening and no finished game yet." in visitor.text("/statistics")


def test_a_war_shows_its_winner_its_factions_and_its_evenings(visitor: Visitor, services: Services) -> None:
    takes_in(services, "runewars", "0.1.0-war")
    page = visitor.get("/statistics").get_data(as_text=True)
    rows = rows_of(page)
    (ben,) = [row for row in rows if row[0] == "Ben" and len(row) == 8]
    assert (ben[1], ben[3:]) == ("6", ["1", "0", "0", "1", "1"])
    assert ["Latari Elves", "1", "0", "0"] in rows
    assert {"Evenings in each month", "Wins by person"} <= set(re.findall(r"<h2>(.*?)</h2>", page))


def test_a_game_that_was_given_up_is_unknown(visitor: Visitor, services: Services) -> None:
    takes_in(services, "champions", "0.1.0-every")
    assert ["Spider-Man", "1", "1", "1"] in rows_of(visitor.get("/statistics").get_data(as_text=True))


def test_factions_have_their_chinese_names(visitor: Visitor, services: Services) -> None:
    takes_in(services, "runewars", "0.1.0-war")
    answer = visitor.client.get("/statistics", headers={"Accept-Language": "zh-CN"})
    assert ["精灵", "1", "0", "0"] in rows_of(answer.get_data(as_text=True))


def test_a_guest_sees_only_the_campaigns_that_they_joined(app: Flask, services: Services, visitor: Visitor) -> None:
    war, every = takes_in(services, "runewars", "0.1.0-war"), takes_in(services, "champions", "0.1.0-every")
    for place in ("play", "watch"):
        page = joined(app, services, f"Cleo {place}", place, key=every).get("/statistics").get_data(as_text=True)
        assert "Marvel Champions" in page
        assert "Runewars" not in page
        assert "Latari Elves" not in page
    reader = program(app, services, "Pia", key=war)
    assert [one["game"] for one in reader.get("/api/statistics").get_json()["games"]] == ["runewars"]


def test_the_page_is_linked_from_the_list_and_from_more(visitor: Visitor) -> None:
    assert "/statistics" in visitor.read("/").links
    assert "/statistics" in visitor.read("/more").links


def test_the_chart_of_wins_has_few_lines(visitor: Visitor, services: Services) -> None:
    takes_in(services, "champions", "0.1.0-every")
    with services.store.writing() as db:
        for n in range(MOST_PEOPLE + 3):
            db.execute(
                "INSERT INTO participants SELECT campaign, number, ?, ?, '', 1, NULL FROM played LIMIT 1",
                (f"x{n}", f"P{n}"),
            )
    page = visitor.get("/statistics").get_data(as_text=True)
    wins = page.partition("Wins by person")[2].partition("</ul>")[0]
    assert wins.count("<li>") == MOST_PEOPLE
