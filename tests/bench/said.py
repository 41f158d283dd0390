"""The wait for what a few typed words mean: a part of a page, asked for while somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from flask.testing import FlaskClient

from companion.config import Settings
from companion.demo import make_demo
from companion.saying.ready import make_ready
from companion.services import Services
from companion.web.app import create_app
from domain.games import BY_KEY
from tests.bench.measure import Wait, each
from tests.browser.places import KEY

WORDS = ("v", "ve", "ven", "ven d", "ven dam", "ven dam 2", "gramask +2", "buy", "buy shield", "买 盾", "mai dun", "md")
WORST = ("s s s s s s s s", "a s 2 s a 1 s 1", "e e s e s a 1 a", "sjc mjn dfl unc kgl vdo kdp kbv")
"""Words each of which may mean many things, and with the others ever more."""
GAME = BY_KEY["agemonia"]


def saying(folder: Path) -> Iterator[Wait]:
    """What is typed letter by letter, at the demo."""
    services = Services(Settings(folder / "said"))
    make_demo(services, GAME)
    make_ready(GAME)
    client = create_app(services.settings, services).test_client()
    for what, words, most in (("what a few words mean", WORDS, 2.5), ("what eight letters mean", WORST, 20)):
        typed = cycle(words)
        taken = each(partial(_hear, client, typed), lambda: client.get(f"/c/{KEY}/"))
        yield taken.told(what, most, "the page Play, drawn before")
    services.close()


def _hear(client: FlaskClient, typed: Iterator[str]) -> None:
    client.get(f"/c/{KEY}/say/heard", query_string={"words": next(typed)})
