"""Answers exchanged in any order end at the page: three people at one table, each with a page that is kept up to date.

Blanks at the edge of a tag are left aside: an element takes the place of another one without those around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.rendering.fragments import HEADER
from domain.games import BY_KEY
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor
from tests.companion.web.page_updates.nothing_kept import first_difference, nothing_kept, without_own
from tests.suite.soak import often

pytestmark = pytest.mark.slow

TAPS = 40
SEATS = {"agemonia": ("venia", "torrax"), "champions": ("spider-man", "nightjar"), "runewars": ("elf", "human")}
MOST_BYTES = 120_000
"""So many bytes of HTML a view holds at most."""
FORM = re.compile(r'<form[^>]* action="([^"]*/(?:record|undo|redo)/[^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')
SLOT = re.compile(r'<slot name="([^"]*)"></slot>')
TOAST = re.compile(r'(<div id="saved"[^>]*>).*?(?=<main)', re.DOTALL)
STATE = re.compile(r'data-position="(\d+)" data-has="([^"]*)"')


def extent(html: str, name: str) -> slice | None:
    """Where the element with an id stands in a page."""
    begin = re.search(rf'<(\w+)(?=[^<>]*\sid="{re.escape(name)}")', html)
    depth = 0
    for tag in re.finditer(rf"<(/?){begin[1]}\b[^>]*>", html[begin.start() :]) if begin else ():
        depth += -1 if tag[1] else 1
        if begin and not depth:
            return slice(begin.start(), begin.start() + tag.end())
    return None


@dataclass
class Phone:
    """A page that is open, and what its script does with the answers that reach it."""

    visitor: Visitor
    html: str = ""
    position: int = 0
    has: str = ""
    late: list[TestResponse] = field(default_factory=list)
    parts: int = 0

    def open(self) -> None:
        self.position = 0
        self.take(self.visitor.get(""))

    def ask(self) -> TestResponse:
        return self.visitor.client.get(self.visitor.at(""), headers={HEADER: self.has})

    def take(self, answer: TestResponse) -> None:
        """Show a page, or exchange what changed of the one that is shown."""
        assert answer.status_code == 200
        if answer.is_json:
            self.exchange(answer.json)
        else:
            self.show(answer.get_data(as_text=True))

    def show(self, html: str) -> None:
        """Show a page, unless the one that is shown knows of later entries."""
        state = STATE.search(html)
        assert state
        if int(state[1]) >= self.position:
            self.html, self.position, self.has = html, int(state[1]), state[2]

    def exchange(self, answer: Any) -> None:
        """Put what changed in its place, unless the page knows as much, or is of another view."""
        (view, stamp), (ours, our_stamp) = answer["has"].split("."), self.has.split(".")
        if view != ours or int(stamp) <= int(our_stamp):
            return
        page = self.html
        for name, html in answer["parts"].items():
            own, place = extent(html, name), extent(page, name)
            if name == "toast":
                continue
            if own is None or place is None:
                self.open()
                return
            part = SLOT.sub(lambda slot: self.html[extent(self.html, slot[1]) or slice(0)], html[own])
            page = page[: place.start] + part + page[place.stop :]
        state = f'data-position="{answer["position"]}" data-has="{answer["has"]}"'
        self.html, self.position, self.has = STATE.sub(state, page), answer["position"], answer["has"]
        self.parts += 1

    def tap(self, random: Random, number: int) -> None:
        """Send one of the forms of the page; what the host says to it arrives later."""
        forms = FORM.findall(self.html)
        if number % 4 == 0:
            forms = [form for form in forms if "/record/" not in form[0]] or forms
        if not forms:
            return
        action, body = random.choice(forms)
        sent = {unescape(name): unescape(value) for name, value in FIELD.findall(body)} | {"command": f"tap-{number}"}
        answer = self.visitor.client.post(unescape(action), data=sent, headers={HEADER: self.has})
        if answer.status_code == 200 and (answer.is_json or STATE.search(answer.get_data(as_text=True))):
            self.late.append(answer)

    def catch_up(self, random: Random) -> None:
        """Let everything that is under way arrive in any order, and ask what changed since."""
        random.shuffle(self.late)
        for answer in self.late:
            self.take(answer)
        self.late.clear()
        self.take(self.ask())

    @property
    def shown(self) -> str:
        return compared(self.html)

    @property
    def anew(self) -> str:
        """The page as it is drawn where nothing is kept."""
        with nothing_kept(self.visitor.app):
            return compared(self.visitor.get("").get_data(as_text=True))


def compared(html: str) -> str:
    """A page without the toast, which is told once, without blanks at tags, and without what each answer has anew."""
    return re.sub(r"\s*([<>])\s*", r"\1", without_own(TOAST.sub(r"\1", html)))


def phones(app: Flask, services: Services, game: str) -> list[Phone]:
    """The host, and two who play on a seat each, with Play open."""
    key = make_demo(services, BY_KEY[game])
    people: list[Visitor] = [Visitor(app, key)]
    people += [joined(app, services, f"Guest {seat}", f"at:{seat}", key) for seat in SEATS[game]]
    found = [Phone(person) for person in people]
    for phone in found:
        phone.open()
    return found


def play(table: list[Phone], random: Random, taps: range) -> list[object]:
    """Tap at random; returns where a page that has caught up is not what is drawn anew."""
    wrong: list[object] = []
    for number in taps:
        one = random.choice(table)
        one.tap(random, number)
        for phone in random.sample(table, random.randrange(len(table))):
            phone.late.append(phone.ask())
        if number % 4 == 3:
            phone = random.choice(table)
            phone.catch_up(random)
            if phone.shown != phone.anew:
                wrong.append((number, phone.visitor, first_difference(phone.shown, phone.anew)))
    return wrong


@dataclass
class Evening:
    """What three people at a table came to who tapped at random."""

    wrong: list[object] = field(default_factory=list)
    """Where a page that had caught up was not what is drawn anew."""
    held: list[dict[Any, str]] = field(default_factory=list)
    """All HTML that each view held before the first tap, after half of them, and after all."""
    drawn: int = 0
    """So many bytes their pages have in the end."""
    recorded: int = 0
    exchanged: list[int] = field(default_factory=list)
    """How often something of each page was exchanged."""


@pytest.fixture(scope="module", params=SEATS)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    services = Services(Settings(tmp_path_factory.mktemp("evening")))
    app = create_app(services.settings, services)
    app.testing = True
    yield played(app, services, request.param)
    services.close()


def played(app: Flask, services: Services, game: str) -> Evening:
    random, table, found = Random(5), phones(app, services, game), Evening()
    begun, half = table[0].position, often(TAPS) // 2
    found.held.append(held(app))
    for taps in (range(half), range(half, 2 * half)):
        found.wrong += play(table, random, taps)
        found.held.append(held(app))
    found.drawn = sum(len(phone.visitor.get("").data) for phone in table)
    for phone in table:
        phone.catch_up(random)
        if phone.shown != phone.anew:
            found.wrong.append((phone.visitor, first_difference(phone.shown, phone.anew)))
    found.recorded, found.exchanged = table[0].position - begun, [phone.parts for phone in table]
    return found


def held(app: Flask) -> dict[Any, str]:
    """All HTML that each view holds, by whose it is."""
    kept = app.extensions["views"]._views
    return {
        key: "".join("".join(fragment.pieces) for fragment in view._fragments.values()) for key, view in kept.items()
    }


def test_answers_exchanged_in_any_order_end_at_the_page(evening: Evening) -> None:
    assert evening.wrong == []
    assert evening.recorded > often(TAPS) / 3, "most taps were refused"
    assert all(evening.exchanged), "nothing was exchanged"


def test_a_view_holds_little_and_no_more_with_each_tap(evening: Evening) -> None:
    assert len({len(views) for views in evening.held}) == 1
    assert max(len(html.encode()) for views in evening.held for html in views.values()) < MOST_BYTES
    last = sum(len(html.encode()) for html in evening.held[-1].values())
    assert last < 1.1 * evening.drawn, "something of former pages is kept"


def devices(app: Flask, services: Services, game: str) -> list[Phone]:
    """Four devices of one guest, with Play open: two that were shown other hints, one in another language and look."""
    key, seat = make_demo(services, BY_KEY[game]), SEATS[game][0]
    first = joined(app, services, "Bea", f"at:{seat}", key)
    session = str(app.config["SESSION_COOKIE_NAME"])
    kept = first.client.get_cookie(session)
    assert kept
    found = [Phone(first)]
    for cookies in ({"hints": "primary.undo"}, {"hints": "primary"}, {"interface": "zh_Hans", "theme": "light"}):
        device = Guest(app, key)
        for name, value in {session: kept.value, **cookies}.items():
            device.client.set_cookie(name, value)
        found.append(Phone(device))
    for phone in found:
        phone.open()
    return found


@pytest.mark.parametrize("game", SEATS)
def test_devices_of_one_guest_end_at_the_page_of_each(app: Flask, services: Services, game: str) -> None:
    random, table = Random(5), devices(app, services, game)
    assert len({phone.shown for phone in table}) == len(table), "a device shows the page of another"
    assert len({phone.has.partition(".")[0] for phone in table}) == 2, "devices in one language share a view"
    wrong = play(table, random, range(often(TAPS)))
    for phone in table:
        phone.catch_up(random)
        if phone.shown != phone.anew:
            wrong.append((phone.visitor, first_difference(phone.shown, phone.anew)))
    assert wrong == []
    assert all(phone.parts for phone in table), "nothing was exchanged"
