"""`python -m tests.browser.things FOLDER`: a picture of each component in docs/develop/components.md."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from companion.demo import make_demo
from domain.games import BY_KEY
from tests import toy
from tests.browser.chromium import PHONE
from tests.browser.company import Company
from tests.browser.screens import make_pictures
from tests.browser.server import Server

MOST = 300_000
"""Bytes of all of them together."""
DEMOS = ("champions", "runewars")


class Harbour(Server):
    """A server that knows the toy game besides."""

    program = "tests.toy"


@dataclass(frozen=True)
class ThingShown:
    """A part of a page of a game, by which a thing is shown.

    Args:
        name: of the picture.
        game: whose campaign it is.
        part: where it is on the page.
        pulls: the drawer that it stands in.
        path: the page, below the campaign; Play where it is blank.
    """

    name: str
    game: str
    part: str
    pulls: str = ""
    path: str = ""


SHOWN = (
    ThingShown("decks", "champions", "#piece-encounter-deck"),
    ThingShown("piles", "champions", "#piece-piles-spider-man", "piece-seat-spider-man"),
    ThingShown("turns", "champions", "#handles"),
    ThingShown("health", "champions", "#piece-villain"),
    ThingShown("periods", "champions", "#piece-timing"),
    ThingShown("spaces", "toy", "#piece-map"),
    ThingShown("sealed", "toy", "#piece-bets"),
    ThingShown("numbers", "runewars", "#piece-seat-human", "piece-seat-human"),
    ThingShown("rulings", "runewars", "main form", path="record/ruling-made"),
)


def begin_campaigns(server: Server) -> Mapping[str, str]:
    """A campaign of each game that is shown, by the key of the game: demos, and a day of the toy game."""
    services = server.services
    services.campaigns.games = {**BY_KEY, toy.GAME.key: toy.GAME}
    keys = {game: services.find_campaign(make_demo(services, BY_KEY[game])).key for game in DEMOS}
    harbour = services.find_campaign(services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign).key
    for seat in ("Ann", "Bob"):
        server.record(harbour, "seat-taken", seat=seat)
    for seat, space in (("Ann", "reef"), ("Bob", "isle")):
        server.record(harbour, "bet-placed", seat=seat, space=space)
    return {**keys, "toy": harbour}


def take_part(company: Company, key: str, shown: ThingShown, folder: Path) -> Path:
    """Make the picture of one thing; returns where it is."""
    page = company.page(viewport=PHONE, reduced_motion="reduce")
    company.prefer(page, theme="light")
    page.goto(f"/c/{key}/{shown.path}")
    if shown.pulls:
        page.locator(f".handle[popovertarget='{shown.pulls}']").click()
    part = page.locator(shown.part).first
    part.evaluate("(part) => part.closest('details')?.setAttribute('open', '')")
    made = folder / f"{shown.name}.png"
    part.screenshot(path=made, animations="disabled", caret="hide")
    page.close()
    return made


def take_things(chromium: Browser, server: Server, keys: Mapping[str, str], folder: Path) -> list[Path]:
    """Make every picture, and take away those of things that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    company = Company(chromium, server.address)
    made = [take_part(company, keys[shown.game], shown, folder) for shown in SHOWN]
    company.leave()
    for old in set(folder.glob("*.png")) - set(made):
        old.unlink()
    return made


def main(folder: Path) -> int:
    def take_served(chromium: Browser, data: Path) -> list[Path]:
        server = Harbour(data)
        keys = begin_campaigns(server)
        server.start()
        made = take_things(chromium, server, keys, folder)
        server.close()
        return made

    made = make_pictures(take_served)
    return int(not made or sum(picture.stat().st_size for picture in made) > MOST)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
