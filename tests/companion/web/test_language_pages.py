"""Every page in Chinese: no English word of the interface is left on it."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.pages.help.help import AREAS
from domain.games.agemonia import GAME
from tests.companion.visitor import Reader, Visitor

pytestmark = pytest.mark.slow

EVENING: list[tuple[str, dict[str, Any]]] = [
    ("hero-joined-party", {"hero": "lunara", "player": "小梅"}),
    ("hero-joined-party", {"hero": "torrax"}),
    ("hero-board-recorded", {"hero": "lunara", "strength": 1, "agility": 2, "will": 3, "taunt": 4}),
    ("vitality-disk-replaced", {"hero": "lunara", "chips": 7, "wounded_cap": 4}),
    ("session-started", {"players": ["小梅", "阿强"]}),
    ("tutorial-scenario-completed", {"number": 1}),
    ("tutorial-scenario-completed", {"number": 2}),
    ("tutorial-scenario-completed", {"number": 3}),
    ("campaign-proper-started", {}),
    ("keyword-written", {"journal": "party", "keyword": "暴风"}),
    ("keyword-tally-added", {"journal": "lunara", "keyword": "旧债", "count": 3}),
    ("faction-track-configured", {"faction": "gramask", "length": 12, "ranks": [3, 6]}),
    ("faction-reputation-gained", {"faction": "gramask", "amount": 4}),
    ("stars-gained", {"hero": "lunara", "amount": 9}),
    ("item-gained", {"hero": "lunara", "item": "010"}),
    ("room-rented", {"hero": "lunara", "location": "旅店", "price": 2}),
    ("storage-place-gained", {"hero": "torrax", "place": "藏身处"}),
    ("city-event-revealed", {"card": "12"}),
    ("city-event-resolved", {}),
    ("city-activity-performed", {"hero": "lunara", "activity": "祈祷"}),
    ("city-step-ended", {}),
    ("scenario-card-gained", {"scenario": "twilight-watch"}),
    ("scenario-selected", {"scenario": "twilight-watch"}),
    ("note-added", {"text": "下次早点来", "entry": 5}),
    ("note-added", {"text": "别忘了灯笼"}),
    ("session-ended", {}),
]
PAGES = (
    *("/", "/new", "/new/agemonia", "/import", "/more", "/nowhere", "/c/nowhere/"),
    *("", "sheets/", "log", "campaign", "more", "compare?a=3", "branch?at=5", "content/", "charts/"),
    *("why?path=heroes.lunara.stars", "why?path=step", "undo/14", "undo/9", "undo-to/9", "amend/14", "restore/26"),
    *("/help", "help", *(f"help/{area.key}" for area in AREAS)),
    *(f"record/{name}" for name in GAME.by_name),
)
KNOWN = {
    "nowhere",
    "III",
    *("companion", "backup", "verify", "restore", "FILE"),
    *("PDF", "Markdown", "TOML", "A4", "English"),
    *("jsonl", "zip", "html", "pdf", "md", "csv", "json", "bgsplay", "plays", "ics", "BG", "Stats"),
    *("items", "en", "zh"),
    *("lunara", "torrax", "twilight", "watch", "twilight-watch"),
    *("Enter", "Ctrl", "Shift"),
}
"""Latin words that are no English: formats, commands, ids, the names of languages and of the keys of a keyboard."""
SEEN = ("placeholder", "title", "aria-label", "alt")


@pytest.fixture(params=["zh_Hans", "zh_Hant"])
def guest(request: pytest.FixtureRequest, app: Flask, services: Services) -> Visitor:
    """Somebody who reads Chinese, at an Agemonia campaign that is under way."""
    made = services.campaigns.new("agemonia", "灯笼", {"party_name": "提灯人"}, services.new_command())
    for event, fields in EVENING:
        services.campaigns.record(made.campaign, event, fields, services.new_command(actor="小梅"))
    guest = Visitor(app, services.list_campaigns()[0].key)
    guest.get(f"?interface={request.param}")
    return guest


def words(page: str) -> set[str]:
    """The Latin words that a page shows or reads out."""
    reader = Reader(re.sub("<style>.*?</style>", "", page, flags=re.DOTALL))
    shown = [*reader.words, *(str(given[name]) for _, given in reader.tags for name in SEEN if given.get(name))]
    return {word for part in shown for word in re.findall("[A-Za-z][A-Za-z-]+", part)}


def test_no_english_is_left_on_a_page(guest: Visitor) -> None:
    known = KNOWN | {guest.key}
    left = {path: words(guest.client.get(guest.at(path), follow_redirects=True).text) - known for path in PAGES}
    assert not {path: found for path, found in left.items() if found}


REFUSED: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("record/stars-spent", {}, {"hero": "lunara", "amount": "99"}),
    ("record/stars-spent", {}, {"hero": "lunara", "amount": "many"}),
    ("record/stars-gained", {}, {"hero": "nobody", "amount": "0"}),
    ("record/city-event-resolved", {}, {}),
    ("record/hero-joined-party", {}, {"hero": "lunara"}),
    ("record/keyword-written", {}, {"keyword": "\n"}),
    ("record/session-ended", {}, {}),
    ("record/adjusted", {"f.path": "heroes.lunara"}, {"after": "2", "reason": "卡牌"}),
    ("amend/3", {"act": "look"}, {"hero": "nobody"}),
    ("undo/7", {}, {}),
    ("/import", {}, {}),
    ("content/", {"pack": "[", "act": "look"}, {}),
    ("content/", {"pack": "items = 3", "act": "look"}, {}),
    ("/new/agemonia", {"name": ""}, {}),
]
"""Forms that come back, with what is wrong with them."""
TOML = {
    *("Invalid", "initial", "character", "for", "key", "part"),
    *("at", "line", "column", "end", "of", "document"),
}
"""What the reader of TOML says in its own words."""
ECHOED = {"many", "nobody", "heroes"} | TOML
"""What was typed in wrongly, too."""


@pytest.mark.parametrize(("path", "sent", "fields"), REFUSED)
def test_no_english_is_left_in_what_is_wrong(
    guest: Visitor, path: str, sent: dict[str, str], fields: dict[str, Any]
) -> None:
    answer = guest.post(path, sent, **fields)
    assert answer.status_code == 422
    assert not words(answer.text) - KNOWN - ECHOED - {guest.key}


@pytest.mark.parametrize("suffix", ["md", "html"])
def test_no_english_is_left_in_a_chronicle(guest: Visitor, suffix: str) -> None:
    page = guest.get(f"export/{suffix}").get_data(as_text=True)
    shown = words(page) if suffix == "html" else set(re.findall("[A-Za-z][A-Za-z-]+", page))
    assert not shown - KNOWN - {guest.key}
