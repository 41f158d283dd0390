"""Anything at all is asked of every address, by everybody: the answer is a page, and looking records nothing.

Seeded: the same every time, others with `make hunt`. What is asked is made of good values and of bad ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

import companion
from companion.services import Services
from companion.web.visitors.guard import SAFE
from companion.web.visitors.roles import right_needed
from companion.web.visitors.visitor import Right
from domain.framework.events.event import name_of
from domain.games import BY_KEY
from projections.documents.export import EXPORTS, SHEET_FORMATS
from tests import toy
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor
from tests.faults import seeded
from tests.strategies import guess
from tests.suite.soak import often
from tests.test_golden import LOGS, taken_in

pytestmark = pytest.mark.slow

WEB = Path(companion.__file__).parent
ASKED = sorted(
    {
        name
        for path in WEB.rglob("*.py")
        for name in re.findall(
            r"(?:args|form|values|sent)\.get(?:list)?\(\"([\w.]+)\"", path.read_text(encoding="utf-8")
        )
    }
)
"""The names that the pages ask an address or a form for, as their sources say."""
ODD = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "4",
        "9" * 40,
        "1e309",
        "NaN",
        "0x10",
        "true",
        "null",
        "[]",
        "{}",
        "\x00",
        "%",
        "%s",
    ),
    *(
        "Ann",
        "Bob",
        "oak",
        "coins",
        "seats.Ann.coins",
        "seats",
        "alone",
        "since",
        "those",
        "dark",
        "zh_Hant",
        "play",
        "watch",
    ),
    *(
        "../../etc/passwd",
        "//elsewhere.example",
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        '"*',
        "\u202e\u0301\u5854",
    ),
    *("塔港", "at:Ann", "a" * 3_000, "\n\r\t", "=1+1", "towers:oak", "..", "\ufdd0", "🂡" * 50),
)
OTHERS = {
    **{"area": "log", "hint": "menu", "card": "read-at-the-table", "digest": "no-photo", "code": "BBBBBB"},
    **{"filename": "tokens.css"},
}
"""What else an address may hold that is there, or looks like it."""
ROUNDS = often(2)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"Accept": "application/json"},
    {"X-Has": "view.9\u00ff"},
    {"Last-Event-ID": "x"},
    {"Range": "bytes=5-1"},
    {"Accept-Language": "zh;q=x, *, tlh"},
    {"If-None-Match": '"', "If-Modified-Since": "never"},
    {},
    {},
    {"Cookie": 'recap=%ff; theme="; hints=.....; interface=xx; companion=none'},
)


@dataclass
class Fuzz:
    """Requests made of chance about one campaign."""

    random: Random
    game: Any
    key: str
    table: Any

    def value(self) -> str:
        return self.random.choice(ODD)

    def path(self, rule: Rule) -> str:
        """An address, mostly of what is there."""

        def filled(found: re.Match[str]) -> str:
            good = self.known(found[1])
            return quote(self.random.choice(good) if self.random.random() < 0.9 else self.value(), safe="")

        return re.sub(r"<(?:\w+:)?(\w+)>", filled, rule.rule)

    def known(self, name: str) -> list[str]:
        match name:
            case "key":
                return [self.key]
            case "entry" | "of" | "guest":
                return [str(number) for number in range(6)]
            case "event":
                return [*self.game.by_name, "note-added"]
            case "field":
                return ["seat", "tower", "hero", "text"]
            case "sheet":
                return [sheet.key for sheet in self.game.sheets(self.table)]
            case "game":
                return [self.game.key]
            case "suffix":
                return [suffix.strip(".") for suffix in EXPORTS if suffix != ".pdf"]
            case "form":
                return [form for form in SHEET_FORMATS if form != "pdf"]
        return [OTHERS.get(name, "1")]

    def sent(self, event: str, many: int = 6) -> dict[str, Any]:
        """Some of what the pages ask for, and fields of an event: likely ones, with some that are not among them."""
        cls = self.game.by_name.get(event) or self.random.choice(list(self.game.by_name.values()))
        asked = {name: self.value() for name in self.random.sample(ASKED, self.random.randrange(many))}
        guessed = guess(cls, self.table, self.random)
        values = guessed.model_dump(mode="json", exclude_none=True) if guessed else dict.fromkeys(cls.model_fields, "")
        fields = {f"f.{name}": value for name, value in values.items()}
        return asked | {name: self.value() if self.random.random() < 0.1 else _flat(of) for name, of in fields.items()}

    def form(self, guest: Guest | Visitor, event: str) -> dict[str, Any]:
        with guest.client.session_transaction() as session:
            token = str(session.get("token", ""))
        sent = {**self.sent(event), "token": token if self.random.random() < 0.9 else self.value()}
        if self.random.random() < 0.8:
            sent["command"] = f"fuzz-{self.random.randrange(40)}"
        if self.random.random() < 0.2:
            body = self.random.choice([b"", b"\xff\xd8\xff\x00", b'{"companion": 1}\n', b"[towers.oak]\nprice = 1\n"])
            sent[self.random.choice(["file", "photo", "pack"])] = (BytesIO(body), self.value() or "x")
        return sent

    def asks(self, guest: Guest | Visitor, method: str, rule: Rule) -> TestResponse:
        path, about = self.path(rule), {"headers": self.random.choice(HEADERS)}
        event = path.rpartition("/")[2]
        if method == "POST":
            about["data"] = self.form(guest, event) if self.random.random() < 0.95 else self.value().encode()
        elif self.random.random() < 0.6:
            about["query_string"] = self.sent(event, 3)
        return guest.client.open(path, method=method, **about)


def _flat(value: Any) -> Any:
    """A value as a form sends it."""
    return [str(one) for one in value] if isinstance(value, list) else str(value)


def everybody(app: Flask, services: Services, key: str) -> Iterator[Guest | Visitor]:
    """The host, a player, somebody who looks on, and a stranger, each with a session."""
    host = Visitor(app, key)
    host.get("/more")
    yield host
    for guest in app.extensions["guests"].guests_of_campaign(services.find_campaign(key).campaign):
        app.extensions["guests"].remove(guest)
    app.extensions["tries"].__init__()
    yield joined(app, services, "Pia", "play", key, "192.168.1.8")
    yield joined(app, services, "Sam", "watch", key, "192.168.1.9")
    stranger = Guest(app, key, address="192.168.1.10")
    stranger.get("/join")
    yield stranger


def complaints(answer: TestResponse) -> list[str]:
    """What is wrong with an answer; one that never ends is only begun."""
    try:
        found = [f"status {answer.status_code}"] if answer.status_code >= 500 else []
        if answer.mimetype != "text/event-stream":
            found += ["tells its insides"] * (b"Traceback (most recent call last)" in answer.data)
        return found
    finally:
        answer.close()


KNOWN = ("GET", "POST", "POST", "DELETE")
"""The methods that addresses know; more of those that record."""


def rules(app: Flask) -> list[tuple[str, Rule]]:
    """Every address with each method that it knows, and one that it does not."""
    every = list(app.url_map.iter_rules())
    found = [
        (method, rule)
        for rule in every
        for method in ("GET", "POST", "POST", "DELETE")
        if method in (rule.methods or ())
    ]
    return [*found, *((method, rule) for n, method in enumerate(("HEAD", "OPTIONS", "PUT")) for rule in every[n::9])]


def stored(services: Services) -> tuple[int, ...]:
    """How many entries, commands, packs and photos there are."""
    with services.store.reading() as cursor:
        return tuple(
            cursor.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
            for table in ("entries", "commands", "packs", "photos")
        )


def wrong(app: Flask, services: Services, fuzz: Fuzz, who: Guest | Visitor, asked: list[tuple[str, Rule]]) -> list[str]:
    """What went wrong, request by request."""
    found = []
    for method, rule in asked:
        before = stored(services)
        answer = fuzz.asks(who, method, rule)
        shown = complaints(answer)
        if (method in SAFE or answer.status_code >= 400) and stored(services) != before:
            shown.append("recorded something")
        found += [f"{method} {rule.rule} by {type(who).__name__}: {what}" for what in shown]
    return found


@pytest.mark.soak
def test_whatever_is_asked_of_any_address_is_answered_and_looking_records_nothing(
    app: Flask, visitor: Visitor, services: Services
) -> None:
    with services.open(visitor.key) as campaign:
        fuzz = Fuzz(seeded(), toy.GAME, visitor.key, campaign.table)
    for _ in range(ROUNDS):
        for who in everybody(app, services, visitor.key):
            assert wrong(app, services, fuzz, who, rules(app)) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_whatever_is_asked_of_a_game_is_answered(app: Flask, services: Services, game: Any) -> None:
    log = next(log for log in LOGS if log.parent.name == game.key)
    key = services.find_campaign(taken_in(services, log)).key
    with services.open(key) as campaign:
        fuzz, host = Fuzz(seeded(), game, key, campaign.table), Visitor(app, key)
    host.get("/more")
    about = [(method, rule) for method, rule in rules(app) if "key" in rule.arguments and method in ("GET", "POST")]
    assert wrong(app, services, fuzz, host, [one for _ in range(often(1)) for one in about]) == []


def test_every_address_is_asked(app: Flask) -> None:
    assert {rule.endpoint for _, rule in rules(app)} >= {rule.endpoint for rule in app.url_map.iter_rules()}
    assert {"search", "name", "code", "seat"} <= set(ASKED)
    assert name_of(toy.CoinsGained) in toy.GAME.by_name
    assert right_needed("nothing") is Right.HOST
