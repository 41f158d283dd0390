"""Two worlds that differ in a secret alone: every page of everybody else is the same in both, byte for byte.

The addresses are those that the pages have: a new one is visited here, or `ELSEWHERE` says why not, or a test fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, Self
from zipfile import ZipFile

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.config import Settings
from companion.forms.values import form_strings
from companion.script import Script
from companion.services import Services
from companion.testing import given
from companion.web.application.app import create_app
from companion.web.pages.live import stream_positions
from companion.web.pages.people import people
from companion.web.pages.table.offers import cards_in
from companion.web.rendering import clock
from companion.web.visitors.guard import FORM_HEADER
from companion.web.visitors.roles import right_needed
from companion.web.visitors.visitor import Right
from domain.framework.events.event import name_of
from domain.framework.events.marked_fields import choices_asked
from domain.framework.game import PUBLIC, AnyGame, Viewer
from domain.framework.table import join_path
from domain.framework.views import visibility
from domain.framework.views.board import Piece
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.champions import GAME as CHAMPIONS
from domain.games.champions.setup.players import TableOpened
from domain.games.champions.timing.abilities import CardLookedAt
from domain.games.heroes3 import GAME as HEROES3
from domain.games.runewars import GAME as RUNEWARS
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Entry, Raw
from projections.documents.export import EXPORTS, SHEET_FORMATS
from tests import toy
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import asking
from tests.domain.games.agemonia.console.fights import LUNARA, VENIA
from tests.domain.games.champions.moments import IRON, SPIDER
from tests.domain.games.champions.worlds import evening as cards_in_hand
from tests.domain.games.heroes3.opening import DUNGEON
from tests.domain.games.heroes3.worlds import study
from tests.domain.games.runewars import twins
from tests.suite.soak import SOAK
from tests.test_secrets import RIVALS

pytestmark = pytest.mark.slow

KEY = "evening"
NOON = "2026-01-01T12:00:00.000Z"
AGO = 6
"""So many of the newest entries are looked at one by one."""
ELSEWHERE = {
    "exports.take_everything": "for the host alone, and it says that it holds every secret",
    "exports.take_archive": "for the host alone, and it says that it holds every secret",
    "api_hosting.export": "for the host alone; its files are those of `exports.take`",
    "report.take_everything": "for the host alone, and it says that it holds every secret",
    "live.stream": "has no end; what it sends is looked at by itself",
    "api_reading.positions": "the same stream",
    "help.one_here": "the same for every table of a game",
    "compose.new_thing": "the form of a part of a definition, which has no secrets",
    "compose.one_thing": "the form of a part of a definition, which has no secrets",
}
"""Addresses of a campaign that are not visited, each with the reason."""
SEARCHED = ("17", "23", "31", "39", "hidden", "drew", "focus", "sweep", "red", "daredevil", "aid", "Ann")
SAID = (
    *("", "card", "ann card", "ann showed a card", "bob 17", "ann drew 23", "sweep", "lunara action", "ann 31"),
    "play aid",
)
MOMENTS, ONE_IN, MAIN = (12, 1, 9) if SOAK else (2, 40, 3)
"""Of a whole war: so many moments, every so many'th page at each, and those with no more slashes in a plain address."""
KINDS = ("seats", "heroes", "identities")
"""What seats are called in the games."""
FORMS = 6
"""Of the forms of what the log has not, every so many'th is looked at."""

Line = Mapping[str, Any]


# --- the worlds ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Secret:
    """A campaign that is played twice, with other secrets the second time; who looks at it, and from where on."""

    game: AnyGame
    logs: tuple[Sequence[Line], Sequence[Line]]
    other: str
    """A seat that may not know what differs."""
    since: int
    """The line after which pages are looked at for the first time; once more at the end."""
    viewers: Sequence[str] = ("the other seat", "the host", "a spectator")
    seated: int = 2
    """The line after which that seat is there to sit down at."""


def draw(seat: str, card: int) -> Line:
    return {"event": "card-drawn", "seat": seat, "card": card}


def harbour(first: int, second: int, other: int) -> list[Line]:
    return [
        {"event": "seat-taken", "seat": "Ann"},
        {"event": "seat-taken", "seat": "Bob"},
        {"event": "session-started"},
        {"event": "coins-gained", "seat": "Ann", "amount": 9},
        draw("Ann", first),
        draw("Bob", 7),
        {"event": "tower-built", "seat": "Ann", "tower": "oak"},
        draw("Ann", second),
        {"amend": 6, "card": other},
        {"undo": 9},
        {"redo": True},
        {"event": "adjusted", "path": "seats.Ann.card", "after": first, "reason": "miscounted", "by": "Ann"},
        {"undo": 13},
        {"undo": 5, "choice": "those"},
        {"redo": True},
        {"event": "night-fell"},
    ]


def rivalry(card: int) -> list[Line]:
    """Ann wins with one of the cards, and does not with the other; what she showed would no longer be possible then.

    A host on no seat speaks for every seat: they may take Ann's card back, and are told that something rests on it.
    """
    return [
        *harbour(card, card + 1, card + 2)[:9],
        {"event": "coins-gained", "seat": "Bob", "amount": 1},
        draw("Bob", 25),
        {"event": "card-shown", "seat": "Bob"},
        draw("Ann", card + 8),
        draw("Ann", 40),
        {"event": "cards-turned"},
        {"event": "card-shown", "seat": "Ann"},
    ]


def evening(action: str, symbol: str, other: str) -> list[Line]:
    def chosen(hero: str, action: str, symbol: str) -> Line:
        return {"event": "hero-action-selected", "hero": hero, "action": action, "symbol": symbol}

    return [
        *({"event": "hero-joined-party", "hero": hero} for hero in (LUNARA, VENIA)),
        {"event": "round-started"},
        chosen(LUNARA, other, symbol),
        chosen(LUNARA, action, symbol),
        {"amend": 6, "action": action},
        {"event": "adjusted", "path": f"scene.heroes.{LUNARA}.symbol", "after": symbol, "reason": "wrong token"},
    ]


def war(fake: str, first: str, then: str) -> list[Line]:
    """The false rune lies elsewhere, another order lies face down, and is chosen anew."""
    return [
        {"event": "faction-chosen", "faction": "human", "influence": 4},
        {"event": "faction-chosen", "faction": "elf", "influence": 3},
        {"event": "starting-runes-placed", "seat": "human", "areas": ["1A", "1B", "1C"], "fake": fake},
        {"event": "area-taken", "seat": "human", "area": "1A"},
        {"event": "war-begun"},
        {"event": "season-card-drawn"},
        {"event": "season-text-resolved"},
        {"event": "order-chosen", "seat": "human", "order": first},
        {"event": "rune-inspected", "seat": "human", "area": "1A"},
        {"event": "order-chosen", "seat": "human", "order": then},
        {"event": "area-taken", "seat": "elf", "area": "1A"},
    ]


def hand(keeper: str, drawn: str, found: str, put_back: str) -> list[Line]:
    """Other cards come into one hand, by every way there is; then they are put right, taken back and played."""
    first, second, *rest = cards_in_hand(drawn, found, put_back, keeper)
    events = (first, second, TableOpened(tracks=tuple(CHAMPIONS.table.areas)), *rest)
    entries = given(CHAMPIONS, TableOpened(), *events).play.campaign.entries()
    looked = next(entry.position for entry in entries if isinstance(entry.event, CardLookedAt))
    sentences = [
        {"event": name_of(type(event)), **event.model_dump(mode="json", exclude_unset=True)} for event in events
    ]
    return [
        *sentences,
        {"amend": looked, "card": found},
        {"undo": looked, "choice": "those"},
    ]


def of_hand(keeper: str, other: str) -> Secret:
    """A hand of Marvel Champions, before somebody of another seat."""
    one, two = hand(keeper, "daredevil", "web", "aid"), hand(keeper, "aid", "strength", "web")
    return Secret(CHAMPIONS, (one, two), other, len(one) - 8)


def studied(*hand_and_finds: Any) -> list[Line]:
    """One hand, one spell kept and one scroll, or others: of Heroes of Might and Magic III."""
    return [
        {"event": name_of(type(event)), **event.model_dump(mode="json", exclude_unset=True)}
        for event in study(*hand_and_finds)
    ]


def of_study() -> Secret:
    one = studied(("attack", "power", "defense", "magic-arrow"), "curse", ("cure", "clone"))
    two = studied(("attack", "knowledge", "attack", "offense"), "cure", ("berserk", "weakness"))
    return Secret(HEROES3, (one, two), DUNGEON, len(one) - 5, seated=5)


SECRETS = {
    "toy": Secret(toy.GAME, (harbour(17, 3, 18), harbour(23, 8, 24)), "Bob", 9),
    "rivals": Secret(RIVALS, (rivalry(31), rivalry(2)), "Bob", 12, ("the other seat", "a spectator")),
    "agemonia": Secret(AGEMONIA, (evening("focus", "red", "sweep"), evening("sweep", "green", "focus")), VENIA, 7),
    "runewars": Secret(RUNEWARS, (war("1B", "harvest", "fortify"), war("1C", "recruit", "conquer")), "elf", 8),
    "champions": of_hand(SPIDER, IRON),
    "champions, the other hand": of_hand(IRON, SPIDER),
    "heroes3": of_study(),
}
THE_OTHER_WAY_ROUND = {"champions, the other hand"}
"""What is looked at in `make full`: who keeps a secret and who looks change their places."""
VIEWERS = {"the other seat": Right.RECORD, "the host": Right.HOST, "a spectator": Right.LOOK}


class World:
    """Services with the campaign on it, its pages, and everybody who looks at it."""

    def __init__(self, folder: Path, secret: Secret, log: Sequence[Line]) -> None:
        self.services = Services(Settings(folder))
        self.services.campaigns.games = {secret.game.key: secret.game}
        made = self.services.campaigns.new(secret.game.key, KEY, {}, Command("begun", NOON))
        self.script, self.log, self.id = Script(self.services, made.campaign), log, made.campaign
        self.app = create_app(self.services.settings, self.services)
        self.app.testing = True
        self.done = 0
        self.play_on(secret.seated)
        seat = self.seated("Bea", secret.other)
        spectator = joined(self.app, self.services, "Sam", "watch", KEY)
        self.clients = dict(zip(VIEWERS, (seat.client, self.app.test_client(), spectator.client), strict=True))

    def seated(self, name: str, seat: str) -> Guest:
        """A guest on a seat without a line in the log, which would shift all that follow in it."""
        guest, guests = Guest(self.app, KEY), self.app.extensions["guests"]
        guest.get(f"/join/{code_of(self.app, self.services, KEY)}")
        guest.sit(name)
        (found,) = [one for one in guests.guests_of_campaign(self.id) if one.name == name]
        guests.move(found, "player", (seat,))
        return guest

    def play_on(self, upto: int) -> None:
        for number, line in enumerate(self.log[self.done : upto], self.done + 1):
            self.script.line({"command": f"line-{number}", "time": NOON, **line})
        self.done = upto

    def page(self, viewer: str, path: str) -> tuple[int, bytes]:
        answer = self.clients[viewer].get(path)
        return answer.status_code, plain(answer.data)

    def fragments(self, viewer: str, path: str) -> bytes:
        """What a page is sent that is open and knows all: nothing but where the log is."""
        client = self.clients[viewer]
        before = client.get(path).get_data(as_text=True)
        answer = client.get(path, headers=asking(before))
        assert answer.is_json
        return plain(orjson.dumps(answer.json["parts"])) + str(answer.json["position"]).encode()

    def sent(self, viewer: str, path: str, fields: Mapping[str, Any]) -> tuple[int, bytes]:
        """What a page answers to a form."""
        client = self.clients[viewer]
        answer = client.post(path, data={"token": token_of(client), "command": "a-command-of-theirs", **fields})
        return answer.status_code, plain(answer.data)

    def answer(self, viewer: str, path: str, sent: Mapping[str, Any]) -> tuple[int, bytes]:
        """What a program is answered that a viewer runs in their browser."""
        client = self.clients[viewer]
        answer = client.post(f"/api/c/{KEY}/{path}", json=sent, headers={FORM_HEADER: token_of(client)})
        assert answer.is_json
        return answer.status_code, answer.data


def plain(page: bytes) -> bytes:
    """A page without what is made anew for each: the token of a session, the ids of commands to come, when it was."""
    if page.startswith(b"PK"):
        with ZipFile(BytesIO(page)) as files:
            return b"\n".join(files.read(name) for name in files.namelist())
    return re.sub(rb'((?:name="(?:token|command)" value|name="csrf" content|data-has)=")[^"]*', rb"\1", page)


def token_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        return str(session.get("token", ""))


Worlds = tuple[World, World]


@pytest.fixture(
    params=[
        pytest.param(one, id=name, marks=[pytest.mark.full] if name in THE_OTHER_WAY_ROUND else [])
        for name, one in SECRETS.items()
    ]
)
def secret(request: pytest.FixtureRequest) -> Secret:
    found: Secret = request.param
    return found


@pytest.fixture
def worlds(secret: Secret, tmp_path: Path) -> Iterator[Worlds]:
    one, two = (World(tmp_path / str(n), secret, log) for n, log in enumerate(secret.logs))
    yield one, two
    one.services.close()
    two.services.close()


# --- the addresses ---------------------------------------------------------------------------


def rules(app: Flask) -> list[Rule]:
    """The addresses of a campaign that can be looked at."""
    return [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "key" in rule.arguments]


Views = Iterator[Mapping[str, Any]]
OF_AN_ENTRY = (
    "corrections.amend",
    "corrections.insert_list",
    "corrections.restore",
    "corrections.undo_to",
    "log.entry",
)
"""Addresses that ask for an entry, and nothing else."""


def views(endpoint: str, campaign: Campaign) -> Views:
    """What an address is asked for besides its campaign: the newest entries, every form, every format, every value."""
    head = campaign.position
    entries = range(max(2, head - AGO), head + 1)
    match endpoint:
        case "corrections.undo":
            yield from ({"entry": n, "choice": choice} for n in entries for choice in ("those", "since"))
        case _ if endpoint in OF_AN_ENTRY:
            yield from ({"entry": n} for n in entries)
        case (
            "corrections.insert"
            | "play.form"
            | "cards.form"
            | "play.found"
            | "together.card"
            | "saying.page"
            | "saying.part"
        ):
            yield from recording(endpoint, campaign)
        case "sheets.one":
            yield from ({"sheet": sheet.key} for sheet in campaign.game.sheets(campaign.table))
        case "exports.take" | "exports.take_sheets" | "photos.one" | "portraits.one":
            yield from files(endpoint)
        case "log.why" | "api_reading.moves" | "api_reading.state":
            yield from ({"path": path} for path in paths(campaign))
            yield from ({"at": n} for n in entries if endpoint == "api_reading.state")
        case "log.read":
            yield from ({}, {"depth": "chronicle"}, *({"search": word} for word in SEARCHED))
            yield from ({"about": f"{kind}:{id_}"} for kind in KINDS for id_ in campaign.table.chairs())
        case "log.comparison":
            yield from ({"a": n - 1, "b": n} for n in entries)
        case "play.opened":
            board = campaign.game.board(campaign.table)
            yield from ({"piece": piece.id} for piece in some_pieces(board))
            yield {"piece": "none-such"}
        case "log.branch" | "sheets.every" | "sheets.own" | "api_reading.sheets":
            yield from ({"at": n} for n in entries)
        case "timeline.at":
            yield from ({"at": n, "replay": replay} for n in entries for replay in ("", "session"))
        case _:
            yield {}


def some_pieces(board: object) -> list[Piece]:
    """The pieces of a board, some of them: they are drawn alike."""
    pieces = [piece for piece in board if isinstance(piece, Piece)] if isinstance(board, Sequence) else []
    return [*[piece for piece in pieces if piece.aside][:3], *[piece for piece in pieces if not piece.aside][:3]]


def files(endpoint: str) -> Views:
    """The documents in every format; photos are everybody's, and there is none."""
    match endpoint:
        case "exports.take":
            yield from ({"suffix": suffix.removeprefix(".")} for suffix in EXPORTS if suffix not in (".jsonl", ".pdf"))
        case "exports.take_sheets":
            yield from ({"form": form} for form in SHEET_FORMATS if form != "pdf")
        case _:
            yield {"digest": "no-photo"}


def recording(endpoint: str, campaign: Campaign) -> Views:
    """The forms of events, those of cards, what the fields of all of them offer, and what words may mean."""
    match endpoint:
        case "cards.form":
            yield from ({"event": name} for name in ("content-added", "content-corrected", "content-bound"))
        case "play.found":
            yield from found(campaign)
        case "together.card":
            asked = [*campaign.prompts(PUBLIC), *campaign.prompts(Viewer.on(*campaign.table.chairs()))]
            yield from ({"card": card} for card in (*cards_in(asked), "none-such"))
        case "saying.page" | "saying.part":
            yield from ({"words": words} for words in SAID)
            yield from (
                {name: of for name, of in one.items() if name not in ("field", "typed")} for one in found(campaign)
            )
        case "corrections.insert":
            yield from ({"entry": campaign.position, "event": name} for name in forms(campaign))
        case _:
            yield from ({"event": name} for name in forms(campaign))


def forms(campaign: Campaign) -> Iterator[str]:
    """The events of a log, those that hide something, and some of all others."""
    recorded = {entry.topic for entry in campaign.entries()}
    for number, (name, cls) in enumerate(campaign.game.by_name.items()):
        if cls.topic in recorded or cls.secrets.fields or number % FORMS == 0:
            yield name


def found(campaign: Campaign) -> Views:
    """What every field offers that depends on another one, for each seat."""
    for name, cls in campaign.game.by_name.items():
        for field, choice in choices_asked(cls).items():
            seats = campaign.table.chairs() if choice.given else ()
            asked = [{f"f.{given}": seat for given in choice.given} for seat in seats]
            yield from ({"event": name, "field": field, "typed": "", **one} for one in asked)


def paths(campaign: Campaign) -> Iterator[str]:
    """Every part of a table that is marked, what stands around it, and a number that anybody may know."""
    for path, _, _ in visibility.marked_values(campaign.table):
        yield from (join_path(path), join_path(path[:-1]))
    yield from ("sittings", "seats.Ann.coins")


def places(app: Flask, campaign: Campaign, viewer: str) -> Iterator[str]:
    """Every page that somebody may look at."""
    urls = app.url_map.bind("localhost")
    for rule in rules(app):
        if rule.endpoint not in ELSEWHERE and right_needed(rule.endpoint) <= VIEWERS[viewer]:
            yield from (urls.build(rule.endpoint, {"key": KEY, **view}) for view in views(rule.endpoint, campaign))


# --- the law ---------------------------------------------------------------------------------


def differing(worlds: Worlds, look: Callable[[World], Mapping[str, object]]) -> list[str]:
    """What is not the same in both worlds."""
    return differing_names(*(look(world) for world in worlds))


def differing_names(one: Mapping[str, object], two: Mapping[str, object]) -> list[str]:
    return [name for name in one.keys() | two.keys() if one.get(name) != two.get(name)]


def pages(world: World, viewers: Sequence[str]) -> Mapping[str, object]:
    """Every page, as some of those who look see it."""
    with world.services.open(KEY) as campaign:
        wanted = [(viewer, path) for viewer in viewers for path in places(world.app, campaign, viewer)]
    fragments = {f"fragments for {viewer}": world.fragments(viewer, f"/c/{KEY}/") for viewer in viewers}
    return {**fragments, **{f"{path} for {viewer}": world.page(viewer, path) for viewer, path in wanted}}


def previews(world: World) -> Mapping[str, object]:
    """What the other seat is answered that would put one of the newest entries right, with the secret's seat in it.

    A host on no seat speaks for every seat, and is told whatever a rule says.
    """
    with world.services.open(KEY) as campaign:
        newest = list(campaign.entries(max(1, campaign.position - AGO)))
    typed = {entry.position: dict(_typed(entry)) for entry in newest if entry.event and not entry.is_correction}
    return {
        f"amend/{position}": world.sent("the other seat", f"/c/{KEY}/amend/{position}", {**fields, "act": "look"})
        for position, fields in typed.items()
    }


def answers(world: World) -> Mapping[str, object]:
    """What the other seat is answered as a program: why not, of many events, and what corrections would do."""
    with world.services.open(KEY) as campaign:
        newest, seats = list(campaign.entries(max(1, campaign.position - AGO))), list(campaign.table.chairs())
        names = list(forms(campaign))
        fields = {name: seat_fields(campaign, name, seats) for name in names}
    asked = [("why", {"event": name, "fields": one}) for name in names for one in fields[name]]
    middle = newest[len(newest) // 2].position
    asked += [
        ("insert/preview", {"after": middle, "event": name, "fields": one}) for name in names for one in fields[name]
    ]
    for entry in newest:
        asked += [(f"{act}/preview", {"entry": entry.position}) for act in ("undo", "redo")]
        asked.append(("undo/preview", {"entry": entry.position, "choice": "since"}))
        if entry.event and not entry.is_correction:
            asked.append(("amend/preview", {"entry": entry.position, "fields": dict(_renamed(entry))}))
    return {f"{path} {sent}": world.answer("the other seat", path, sent) for path, sent in asked}


def seat_fields(campaign: Campaign, event: str, seats: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """No field of an event, and each seat where it takes one."""
    fields = [name for name, choice in choices_asked(campaign.game.by_name[event]).items() if choice.kind in KINDS]
    yield {}
    yield from ({name: seat} for name in fields[:1] for seat in seats)


def _renamed(entry: Entry) -> Iterator[tuple[str, Any]]:
    """The fields of an entry that everybody is told, with the secret's seat in them."""
    assert entry.event is not None
    hidden = entry.event.hidden(entry.fields)
    yield from ((name, "Ann" if of == "Bob" else of) for name, of in entry.fields.items() if name not in hidden)


def _typed(entry: Entry) -> Iterator[tuple[str, list[str]]]:
    assert entry.event is not None
    shown = {name: value for name, value in entry.fields.items() if name not in entry.event.hidden(entry.fields)}
    for name, values in form_strings(type(entry.event), shown).items():
        yield name, ["Ann" if value == "Bob" else value for value in values]


def streamed(world: World) -> Mapping[str, object]:
    """What the stream of a campaign sends first."""
    head = world.services.store.source(world.id).head
    return {
        str(n): sentences
        for n, sentences in enumerate(islice(stream_positions(world.app.extensions["bell"], world.id, head, 0), 2))
    }


@pytest.fixture(autouse=True)
def _guests_are_here_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long ago a guest was seen depends on how long a test takes, and not on a secret."""
    for module in (clock, people):
        monkeypatch.setattr(module, "now", lambda: 0.0)


@pytest.mark.soak
def test_every_page_is_the_same(worlds: Worlds, secret: Secret) -> None:
    """Once a secret is made and at the end, by one viewer each; at every moment, for everybody, in `make hunt`."""
    last = len(secret.logs[0])
    some = {secret.since: ["the other seat"], last: [secret.viewers[1]]}
    every = {done: list(secret.viewers) for done in range(2, last + 1)}
    for done, viewers in (every if SOAK else some).items():
        for world in worlds:
            world.play_on(done)
        assert differing(worlds, partial(pages, viewers=viewers)) == []
    assert differing(worlds, previews) == []
    assert differing(worlds, answers) == []
    assert differing(worlds, streamed) == []


# --- a whole war -----------------------------------------------------------------------------


class Stopped(datetime):
    """A clock that stands: when somebody sits down is the same in both worlds."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromisoformat(NOON)


class WarWorld(World):
    """Services with a whole war on it, up to some entry, and somebody who looks at it."""

    def __init__(self, folder: Path, raws: Sequence[Raw], viewer: str) -> None:
        self.services = Services(Settings(folder))
        for pack in twins.imported().packs:
            self.services.store.add_pack(RUNEWARS.key, pack)
        campaign = twins.opened(twins.named(raws, KEY))
        self.services.campaigns.adopt_campaign(campaign)
        self.id = campaign.id
        self.app = create_app(self.services.settings, self.services)
        self.app.testing = True
        guest = joined(self.app, self.services, "Bea", "at:elf" if viewer == "the other seat" else "watch", KEY)
        self.clients = {viewer: guest.client}


def some_pages(world: World, viewer: str, offset: int) -> Mapping[str, object]:
    """Some of the pages that somebody may look at, those of the table among them."""
    with world.services.open(KEY) as campaign:
        wanted = list(places(world.app, campaign, viewer))
    always = [path for path in wanted if path.count("/") <= MAIN and "?" not in path]
    some = dict.fromkeys([*always, *wanted[offset::ONE_IN]])
    return {"fragments": world.fragments(viewer, f"/c/{KEY}/"), **{path: world.page(viewer, path) for path in some}}


@pytest.mark.soak
@pytest.mark.parametrize(("seat", "viewer"), [("elf", "the other seat"), ("", "a spectator")], ids=["elf", "spectator"])
def test_pages_of_a_whole_war_are_the_same(
    seat: str, viewer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At some moments, and some of them all; the game itself is looked at entry by entry elsewhere."""
    monkeypatch.setattr("companion.services.datetime", Stopped)
    one, two = twins.imported().raws, twins.told_otherwise(seat)
    last = len(two) - 1  # what comes then turns all runes up
    for number, moment in enumerate(range(last // MOMENTS, last + 1, last // MOMENTS)):
        worlds = (
            WarWorld(tmp_path / f"one {moment}", one[:moment], viewer),
            WarWorld(tmp_path / f"two {moment}", two[:moment], viewer),
        )
        assert differing(worlds, partial(some_pages, viewer=viewer, offset=number)) == []
        for world in worlds:
            world.services.close()


def printed(world: World, viewers: Sequence[str]) -> Mapping[str, tuple[int, bytes]]:
    """Chronicle and sheets as PDF, which are the same bytes for the same input."""
    papers = (f"/c/{KEY}/export/pdf", f"/c/{KEY}/export/sheets/pdf")
    return {f"{path} for {viewer}": world.page(viewer, path) for path in papers for viewer in viewers}


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are what they are set from: a template and its data, of which the same paper is made each time."""

    def typeset(name: str, data: Mapping[str, Any], template: str, fonts: str) -> bytes:
        return b"\n".join((b"1", Path(template).name.encode(), orjson.dumps(data)))

    monkeypatch.setattr("projections.documents.paper.pdf._run_program", typeset)


def same_papers(worlds: Worlds, secret: Secret) -> None:
    for world in worlds:
        world.play_on(len(secret.logs[0]))
    one, two = (printed(world, secret.viewers) for world in worlds)
    assert {status for status, _ in one.values()} == {200}
    assert differing_names(one, two) == []


def test_every_paper_is_set_from_the_same(worlds: Worlds, secret: Secret, unset: None) -> None:
    same_papers(worlds, secret)


@pytest.mark.parametrize("secret", [SECRETS["toy"]], ids=["toy"])
def test_a_paper_is_the_same_byte_for_byte(worlds: Worlds, secret: Secret) -> None:
    same_papers(worlds, secret)


@pytest.mark.parametrize("secret", [SECRETS["toy"]], ids=["toy"])
def test_every_page_of_a_campaign_is_looked_at(worlds: Worlds) -> None:
    world = worlds[0]
    with world.services.open(KEY) as campaign:
        found = {rule.endpoint: list(views(rule.endpoint, campaign)) for rule in rules(world.app)}
    visited = [rule for rule in rules(world.app) if rule.endpoint not in ELSEWHERE]
    assert [rule.rule for rule in visited if not found[rule.endpoint]] == []
    assert [
        rule.rule for rule in visited if any(rule.arguments - {"key", *view} for view in found[rule.endpoint])
    ] == []
    assert ELSEWHERE.keys() <= found.keys()
