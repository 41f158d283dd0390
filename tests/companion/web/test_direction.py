"""The direction of what people typed: that of its own letters, whatever the language of the page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from flask import Flask

from companion.services import Services
from domain.games import BY_KEY
from tests.companion.visitor import Reader, Visitor

HEBREW = re.compile("[א-ת]")
NAME, PLAYER, NOTE = "שלושה כתרים 3", "דנה 2", "פגשנו 3 אויבים (2 מתו)!"
JOINED = {
    "own": ("seat-taken", {"seat": "guardian"}),
    "agemonia": ("hero-joined-party", {"hero": "lunara"}),
    "champions": ("hero-taken", {"hero": "spider-man"}),
    "heroes3": ("faction-taken", {"faction": "castle"}),
    "odalin": ("hero-joined", {"hero": "mira"}),
    "runewars": ("faction-chosen", {"faction": "human"}),
}
"""The event of each game that brings a player to the table, and who is taken."""
MOST = 5
"""So many pages of each view are read, those nearest to Play: the forms of events are drawn alike."""
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNMARKED = {"title", "script", "style", "option", "pre"}
"""What has no direction of its own, or is a listing for programs."""


@dataclass
class Directions(HTMLParser):
    """The Hebrew of a page that stands in an element whose direction is not its own."""

    wrong: list[str] = field(default_factory=list)
    _open: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        typed = given.get("type", "text") in ("text", "search") and tag == "input"
        if typed and HEBREW.search(given.get("value", "")) and given.get("dir") != "auto":
            self.wrong.append(f"<input name={given.get('name')}>")
        if tag not in VOID:
            self._open.append((tag, given.get("dir", "")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if HEBREW.search(data) and not UNMARKED & {tag for tag, _ in self._open}:
            nearest = [own for _, own in self._open if own]
            if nearest[-1:] != ["auto"]:
                self.wrong.append(f"{' > '.join(tag for tag, _ in self._open[-3:])}: {data.strip()[:50]}")


def wrong_on(page: str) -> list[str]:
    read = Directions()
    read.feed(page)
    return read.wrong


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_KEY)
def test_what_people_typed_has_its_own_direction_on_every_page(app: Flask, services: Services, game: str) -> None:
    begun = services.campaigns.new(game, NAME, {}, services.new_command())
    visitor = Visitor(app, services.find_campaign(begun.campaign).key)
    visitor.record("session-started", players=PLAYER)
    event, fields = JOINED[game]
    visitor.record(event, **fields, player=PLAYER)
    visitor.record("note-added", text=NOTE)
    found, views = dict[str, list[str]](), Counter[str]()
    queue = ["/", f"/c/{visitor.key}/"]
    for path in queue:
        answer = visitor.client.get(path)
        if answer.mimetype != "text/html":
            continue
        page = answer.get_data(as_text=True)
        found |= {path: wrong} if (wrong := wrong_on(page)) else {}
        for link in dict.fromkeys(Reader(page).links):
            if link not in queue and unquote(link).startswith(f"/c/{visitor.key}/"):
                view, _ = app.url_map.bind("").match(unquote(link.partition("?")[0]))
                views[view] += 1
                queue += [link] if views[view] <= MOST else []
    assert found == {}
