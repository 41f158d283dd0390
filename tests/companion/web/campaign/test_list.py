"""The list of campaigns on the screen, where there are many."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages.campaign.campaigns import AT_A_GLANCE
from projections.campaigns import PAGE
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor
from tests.projections.test_listing import copied


def more(services: Services, count: int) -> None:
    """So many more campaigns than the one there is."""
    with services.store.writing() as db:
        for n in range(1, count + 1):
            copied(db, f"Lantern {n}")


def shown(page: Reader) -> list[str]:
    return [link for link in page.links if re.fullmatch(r"/c/[\w-]+/", link)]


def leads(page: Reader) -> list[str]:
    """The addresses of other pages of the list."""
    return [link for link in page.links if "page=" in link]


def test_a_host_of_few_campaigns_sees_nothing_but_them(visitor: Visitor, services: Services) -> None:
    more(services, 4)
    page = visitor.read("/")
    assert len(shown(page)) == 5
    assert (page.part("search"), page.part("found"), leads(page)) == (False, False, [])


@pytest.mark.parametrize(("there", "asked"), [(AT_A_GLANCE, False), (AT_A_GLANCE + 1, True)])
def test_many_campaigns_are_looked_for_by_name(visitor: Visitor, services: Services, there: int, asked: bool) -> None:
    more(services, there - 1)
    assert visitor.read("/").part("search") is asked


def test_the_list_is_read_a_page_at_a_time(visitor: Visitor, services: Services) -> None:
    more(services, PAGE + 2)
    first = visitor.read("/")
    assert (len(shown(first)), leads(first)) == (PAGE, ["/?page=2"])
    assert "Page 1 of 2" in first.text
    last = visitor.read("/?page=2")
    assert (len(shown(last)), leads(last)) == (3, ["/?page=1"])


def test_what_is_found_is_counted_and_leads_back(visitor: Visitor, services: Services) -> None:
    more(services, PAGE + 5)
    page = visitor.read("/?search=lantern+5")
    assert f"{len(shown(page))} campaigns found" in page.text
    assert set(shown(page)) == {f"/c/lantern-{n}/" for n in (5, *range(50, PAGE + 6), *range(15, PAGE, 10))}
    assert page.links.count("/") >= 1
    assert leads(visitor.read("/?search=lantern")) == ["/?search=lantern&page=2"]


def test_nothing_that_is_found_is_no_empty_shelf(visitor: Visitor) -> None:
    page = visitor.text("/?search=nowhere")
    assert "0 campaigns found" in page
    assert "What are you playing?" not in page


def test_two_campaigns_are_compared_though_many_were_played_since(visitor: Visitor, services: Services) -> None:
    services.campaigns.new("toy", "Old", {}, services.new_command())
    more(services, PAGE + 1)
    page = visitor.text("compare?with=old")
    assert "Old, after entry 1" in page


def test_a_guest_finds_no_other_campaign(app: Flask, services: Services, visitor: Visitor) -> None:
    more(services, PAGE + 1)
    guest = joined(app, services, "Cleo")
    for address in ("/", "/?search=lantern", "/?page=2"):
        page = guest.read(address)
        assert (set(shown(page)), leads(page), "Lantern" in page.text) == ({"/c/harbour/"}, [], False)
    assert "Lantern" not in guest.text("compare")


class Opened(dict[str, Any]):
    """Games by key, and the keys of those that were opened."""

    def __init__(self, games: Mapping[str, Any]) -> None:
        super().__init__(games)
        self.keys_opened: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.keys_opened.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.keys_opened.add(key)
        return super().get(key, default)

    def items(self) -> Any:
        self.keys_opened |= self.keys()
        return super().items()


def test_the_list_opens_only_the_games_of_its_campaigns(visitor: Visitor, services: Services) -> None:
    games = Opened(services.campaigns.games)
    services.campaigns.games = games
    assert shown(visitor.read("/")) == ["/c/harbour/"]
    assert games.keys_opened == {"toy"}
