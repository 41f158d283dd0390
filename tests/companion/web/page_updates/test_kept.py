"""What is kept of a page is what would be drawn: at random moments of every log, for all views, in two languages.

With `SOAK=8` at 64 moments of each, the demos among them, in both languages at each.

One view goes from moment to moment, so that most of what it shows was drawn at another; beside it, the same page is
drawn where nothing is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from itertools import cycle, product
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from projections.documents.lossless import Imported
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.companion.web.page_updates.nothing_kept import first_difference, nothing_kept, without_own
from tests.suite.soak import SOAK, often
from tests.suite.variants import first_of_each

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[3] / "golden"
LOGS = sorted(path for game in BY_KEY for path in (GOLDEN / game).glob("*.jsonl"))
DEMOS = [Path(game) / "demo" for game in BY_KEY] if SOAK else []
LANGUAGES = ("en", "zh_Hans")
MOMENTS = 4
"""So many moments of each log, at which each view is looked at in one language, and in the other at the next."""


@dataclass
class Replayed:
    """A campaign whose pages can be asked for as they were after any of its entries."""

    app: Flask
    folder: Path
    log: Imported

    def at(self, entry: int) -> Services:
        """Let the table be where it was after an entry, in a file of its own."""
        services = Services(Settings(self.folder / str(entry)))
        import_campaign(services.campaigns, replace(self.log, raws=self.log.raws[:entry]))
        self.app.extensions["services"] = services
        return services


def views(app: Flask, services: Services) -> list[tuple[Visitor, str]]:
    """Who looks, and at which page: the host, who plays on a seat, who only looks on, everybody in the room."""
    key = services.list_campaigns()[0].key
    with services.campaigns.open(services.find_campaign(key).campaign) as campaign:
        seats = [*campaign.table.chairs()]
    host, guest = Visitor(app, key), joined(app, services, "Bea", f"at:{seats[0]}" if seats else "play", key)
    onlooker = joined(app, services, "Olga", "watch", key)
    return [(host, ""), (guest, ""), (onlooker, ""), (host, "table/"), (guest, "log"), (host, "sheets/")]


def page(visitor: Visitor, path: str, language: str) -> str:
    visitor.client.set_cookie("interface", language)
    answer = visitor.get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return without_own(answer.get_data(as_text=True))


def log_of(path: Path, app: Flask, services: Services) -> bytes:
    """A golden log, or that of a demo, which is made now."""
    if path not in DEMOS:
        return path.read_bytes()
    shown: bytes = Visitor(app, make_demo(services, BY_KEY[path.parent.name])).get("export/jsonl").data
    return shown


@pytest.mark.parametrize(
    "path", first_of_each([*LOGS, *DEMOS], lambda path: path.parent, lambda path: f"{path.parent.name}-{path.stem}")
)
def test_what_is_kept_of_a_page_is_what_would_be_drawn(
    path: Path, app: Flask, services: Services, tmp_path: Path
) -> None:
    log, random = lossless.read_lossless(BytesIO(log_of(path, app, services)), BY_KEY), Random(7)
    found = Replayed(app, tmp_path, log)
    ways = views(app, found.at(len(log.raws)))
    wrong: list[object] = []
    moments = random.sample(range(1, len(log.raws)), min(often(MOMENTS), len(log.raws) - 1))
    for entry, one in zip(moments, cycle(LANGUAGES), strict=False):
        then = found.at(entry)
        for (visitor, place), language in product(ways, LANGUAGES if SOAK else [one]):
            kept = page(visitor, place, language)
            with nothing_kept(app):
                drawn = page(visitor, place, language)
            if kept != drawn:
                wrong.append((place, language, entry, first_difference(kept, drawn)))
        then.close()
    assert wrong == []
