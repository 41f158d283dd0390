"""`python -m tests.browser.screens FOLDER`: pictures of the main pages, made from the demo. `make screens` calls it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.chromium import MISSING, OLD_TELEVISION, PHONE, executable, launched
from tests.browser.company import Company
from tests.browser.fights import begun, of_a_hero, of_an_enemy, rolling
from tests.browser.places import KEY
from tests.browser.server import Server

DESK: ViewportSize = {"width": 1280, "height": 800}
LARGEST = 150_000
"""Bytes of a picture that a repository still carries gladly."""


@dataclass(frozen=True)
class Scene:
    """A page as it is seen: of the demo, at a moment of a fight, or as far as a golden log came; scrolled `to` a part,
    with a drawer pulled out."""

    name: str
    path: str
    size: ViewportSize
    choices: Mapping[str, str] = field(default_factory=dict)
    to: str = ""
    pulls: str = ""
    moment: Callable[[Server, str], None] | None = None
    log: tuple[str, int] | None = None


BATTLE, WAR_OVER = ("runewars/0.1.0", 246), ("runewars/0.1.0-war", 808)
ACTIVATION, BEATEN = ("champions/0.1.0", 100), ("champions/0.1.0", 723)
MAP, FIGHT, ELIMINATED = ("heroes3/0.1.0", 322), ("heroes3/0.1.0", 225), ("heroes3/0.1.0-war", 832)
DUNGEON, DAY_LOST = ("odalin/0.1.0", 333), ("odalin/0.1.0-lost", 142)
SCENARIO_WON = ("agemonia/0.1.0-scenario", 447)
DARK, LIGHT = {"theme": "dark"}, {"theme": "light"}
CHINESE = {"theme": "dark", "interface": "zh_Hans"}
SCENES = (
    Scene("board-phone-dark", "", PHONE, DARK, pulls="piece-hero-lunara"),
    Scene("board-phone-chinese", "", PHONE, CHINESE, pulls="campaign"),
    Scene("play-laptop-dark", "", DESK, DARK),
    Scene("sheets-laptop-light", "sheets/", DESK, LIGHT),
    Scene("timeline-phone-light", "timeline?at=200", PHONE, LIGHT),
    Scene("table-laptop-dark", "table/", DESK, DARK),
    Scene("undo-phone-dark", "undo/87", PHONE, DARK),
    Scene("fight-phone-dark", "", PHONE, DARK, to="#prompts", moment=of_a_hero),
    Scene("dice-phone-chinese", "", PHONE, CHINESE, to="#fight", moment=rolling),
    Scene("fight-laptop-dark", "", DESK, DARK, moment=of_an_enemy),
    Scene("fight-table-light", "table/", OLD_TELEVISION, LIGHT, moment=of_an_enemy),
    Scene("agemonia-over-phone-light", "", PHONE, LIGHT, log=SCENARIO_WON),
    Scene("agemonia-over-table-dark", "table/", OLD_TELEVISION, DARK, log=SCENARIO_WON),
    Scene("runewars-phone-light", "", PHONE, LIGHT, log=BATTLE),
    Scene("runewars-table-dark", "table/", OLD_TELEVISION, DARK, log=BATTLE),
    Scene("runewars-over-phone-light", "", PHONE, LIGHT, log=WAR_OVER),
    Scene("runewars-over-table-dark", "table/", OLD_TELEVISION, DARK, log=WAR_OVER),
    Scene("champions-phone-light", "", PHONE, LIGHT, log=ACTIVATION),
    Scene("champions-table-dark", "table/", OLD_TELEVISION, DARK, log=ACTIVATION),
    Scene("champions-over-phone-light", "", PHONE, LIGHT, log=BEATEN),
    Scene("champions-over-table-dark", "table/", OLD_TELEVISION, DARK, log=BEATEN),
    Scene("odalin-phone-light", "", PHONE, LIGHT, log=DUNGEON),
    Scene("odalin-phone-chinese", "", PHONE, CHINESE, log=DUNGEON),
    Scene("odalin-table-dark", "table/", OLD_TELEVISION, DARK, log=DUNGEON),
    Scene("odalin-sheets-laptop-light", "sheets/", DESK, LIGHT, log=DUNGEON),
    Scene("odalin-over-phone-light", "", PHONE, LIGHT, log=DAY_LOST),
    Scene("odalin-over-table-dark", "table/", OLD_TELEVISION, DARK, log=DAY_LOST),
    Scene("heroes3-phone-light", "", PHONE, LIGHT, log=MAP),
    Scene("heroes3-fight-phone-chinese", "", PHONE, CHINESE, log=FIGHT),
    Scene("heroes3-table-dark", "table/", OLD_TELEVISION, DARK, log=FIGHT),
    Scene("heroes3-over-phone-light", "", PHONE, LIGHT, log=ELIMINATED),
    Scene("heroes3-over-table-dark", "table/", OLD_TELEVISION, DARK, log=ELIMINATED),
)


def take(company: Company, server: Server, scene: Scene, folder: Path) -> Path:
    """Make one picture; returns where it is."""
    key = server.play_on(*scene.log) if scene.log else KEY
    if scene.moment:
        key = begun(server, "Mist over the Ford")
        scene.moment(server, key)
    page: Page = company.page(viewport=scene.size, reduced_motion="reduce")
    company.prefer(page, **scene.choices)
    page.goto(f"/c/{key}/{scene.path}")
    if scene.to:
        page.locator(scene.to).first.evaluate("(part) => part.scrollIntoView()")
    if scene.pulls:
        page.locator(f".handle[popovertarget='{scene.pulls}']").click()
    made = folder / f"{scene.name}.png"
    page.screenshot(path=made, animations="disabled", caret="hide")
    page.close()
    if made.stat().st_size > LARGEST:
        in_few_colours(made)
    return made


def in_few_colours(picture: Path) -> None:
    """Write a picture again with 256 colours: a map has thousands, all of them between the same few."""
    with Image.open(picture) as drawn:
        drawn.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


def take_all(chromium: Browser, server: Server, folder: Path) -> list[Path]:
    """Make every picture, and take away those of scenes that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    company = Company(chromium, server.address)
    made = [take(company, server, scene, folder) for scene in SCENES]
    company.leave()
    for old in set(folder.glob("*.png")) - set(made):
        old.unlink()
    return made


def make_pictures(take: Callable[[Browser, Path], list[Path]]) -> list[Path]:
    """Make pictures with a browser, of campaigns in a new folder, and list them; none where there is no browser."""
    path = executable()
    if path is None:
        print(MISSING, file=sys.stderr)
        return []
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        made = take(launched(playwright, path), Path(data))
    for picture in made:
        print(f"{picture}  {picture.stat().st_size:,} bytes")
    return made


def main(folder: Path) -> int:
    def take_served(chromium: Browser, data: Path) -> list[Path]:
        server = Server(data)
        server.start()
        made = take_all(chromium, server, folder)
        server.close()
        return made

    made = make_pictures(take_served)
    return int(not made or any(picture.stat().st_size > LARGEST for picture in made))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
