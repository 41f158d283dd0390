"""The wait for what a few typed words mean: a part of a page, asked for while somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from companion.config import Settings
from companion.demo import demo
from companion.desk import Desk
from companion.saying.ready import make_ready
from companion.web.app import create_app
from domain.games import BY_KEY
from tests.bench.measure import Wait, each
from tests.browser.places import KEY

WORDS = ("v", "ve", "ven", "ven d", "ven dam", "ven dam 2", "gramask +2", "buy", "buy shield", "买 盾", "mai dun", "md")
GAME = BY_KEY["agemonia"]


def saying(folder: Path) -> Iterator[Wait]:
    """What is typed letter by letter, at the demo."""
    desk = Desk(Settings(folder / "said"))
    demo(desk, GAME)
    make_ready(GAME)
    client, typed = create_app(desk.settings, desk).test_client(), cycle(WORDS)
    taken = each(
        lambda: client.get(f"/c/{KEY}/say/heard", query_string={"words": next(typed)}),
        lambda: client.get(f"/c/{KEY}/"),
    )
    yield taken.told("what a few words mean", 2.5, "the page Play, drawn before")
    desk.close()
