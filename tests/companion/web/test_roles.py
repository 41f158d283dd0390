"""Who may do what: every address that changes something, for everybody who may not use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.visitors.roles import ADDRESSES, NEEDS, right_needed
from companion.web.visitors.visitor import Right
from tests.companion.conftest import Head
from tests.companion.guest import PHONE, Guest, code_of, joined
from tests.companion.visitor import Visitor, body, tells

pytestmark = pytest.mark.slow

FILLED = {
    "<key>": "harbour",
    "<int:entry>": "4",
    "<int:guest>": "1",
    "<int:of>": "5",
    "<area>": "log",
    "<piece>": "piece-seat-Ann",
    "<hint>": "menu",
    "<event>": "coins-gained",
    "<card>": "read-at-the-table",
    "<field>": "seat",
    "<sheet>": "harbour",
    "<digest>": "no-photo",
    "<game>": "toy",
    "<suffix>": "md",
    "<form>": "md",
    "<kind>": "numbers",
    "<thing>": "gold",
    "<template>": "campaign",
    "<code>": "BBBBBB",
    "<path:filename>": "tokens.css",
}


def filled(rule: str) -> str:
    for name, value in FILLED.items():
        rule = rule.replace(name, value)
    assert "<" not in rule, rule
    return rule


def pages(app: Flask, *rights: Right) -> list[str]:
    """The addresses of pages among them: what is for programs says in its own way who may not."""
    return [path for path in addresses(app, "GET", *rights) if not path.startswith("/api/")]


def addresses(app: Flask, method: str, *rights: Right) -> list[str]:
    """Every address of a method whose right is among those given, filled in for the campaign “harbour”."""
    rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ())]
    return sorted({filled(rule.rule) for rule in rules if right_needed(rule.endpoint) in rights})


@pytest.fixture
def kept(services: Services) -> Callable[[], Any]:
    """Everything that is kept: all rows of the campaign file, and the file of guests, byte for byte."""

    def look() -> Any:
        with services.store.reading() as cursor:
            rows = list(cursor.connection.iterdump())
        return rows, services.settings.guests.read_bytes() if services.settings.guests.exists() else b""

    return look


Cast = Callable[[str], Guest]


@pytest.fixture
def cast(app: Flask, services: Services, visitor: Visitor) -> Cast:
    """Somebody who may not, by name; they all come from the network, with the token of their own session."""

    def somebody(name: str) -> Guest:
        match name:
            case "nobody":
                guest = Guest(app)
                guest.get("/join")
                return guest
            case "expired code":
                guest = joined(app, services, "Ann")
                guest.fields("people/")
                app.extensions["guests"].change_code(services.find_campaign("harbour").campaign)
                return guest
            case "player of another campaign":
                services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
                return joined(app, services, "Eve", "play", key="elsewhere")
            case "foreign origin":
                guest = joined(app, services, "Ann", "at:Ann")
                guest.headers = {"Origin": "https://elsewhere.example"}
                return guest
        return joined(app, services, "Eve", {"spectator": "watch", "player": "play"}[name])

    return somebody


UNSAFE = {
    "nobody": (Right.LOOK, Right.RECORD, Right.HOST),
    "expired code": (Right.LOOK, Right.RECORD, Right.HOST),
    "spectator": (Right.RECORD, Right.HOST),
    "player": (Right.HOST,),
    "foreign origin": tuple(Right),
    "player of another campaign": (Right.RECORD, Right.HOST),
}
"""Who may not use the addresses of which rights."""


@pytest.mark.parametrize(("name", "rights"), UNSAFE.items(), ids=list(UNSAFE))
def test_what_is_not_theirs_is_refused_and_nothing_is_written(
    app: Flask, cast: Cast, kept: Callable[[], Any], name: str, rights: tuple[Right, ...]
) -> None:
    guest = cast(name)
    sent, before = {**guest.token, **{"f.seat": "Ann", "f.amount": "1", "name": "x", "place": "play"}}, kept()
    answers = {path: guest.send(path, sent).status_code for path in addresses(app, "POST", *rights)}
    assert answers
    assert {path: status for path, status in answers.items() if status not in (401, 403, 404)} == {}
    assert kept() == before


def test_what_is_about_another_campaign_is_not_there(app: Flask, cast: Cast) -> None:
    eve = cast("player of another campaign")
    about = [path for path in addresses(app, "POST", *Right) if path.startswith("/c/harbour/")]
    assert {path: eve.send(path, eve.token).status_code for path in about} == dict.fromkeys(about, 404)


def test_nothing_of_another_campaign_is_shown(app: Flask, cast: Cast) -> None:
    eve = cast("player of another campaign")
    about = [path for path in addresses(app, "GET", *Right) if path.startswith("/c/harbour/")]
    assert {path: eve.get(path).status_code for path in about} == dict.fromkeys(about, 404)


@pytest.mark.parametrize("name", ["nobody", "expired code"])
def test_every_page_leads_who_has_not_joined_to_the_way_in(app: Flask, cast: Cast, name: str) -> None:
    guest = cast(name)
    for path in [*pages(app, Right.LOOK, Right.RECORD, Right.HOST), "/nope"]:
        answer = guest.get(path)
        assert (answer.status_code, answer.headers.get("Location")) == (303, "/join"), path


@pytest.mark.parametrize("name", ["nobody", "expired code"])
def test_a_program_that_has_not_joined_is_told_so(app: Flask, cast: Cast, name: str) -> None:
    guest = cast(name)
    of_programs = set(addresses(app, "GET", *Right)) - set(pages(app, *Right)) - set(addresses(app, "GET", Right.OPEN))
    assert of_programs
    assert {path: guest.get(path).status_code for path in of_programs} == dict.fromkeys(of_programs, 401)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
def test_a_look_at_the_headers_tells_nothing_either(app: Flask, cast: Cast, method: str) -> None:
    assert cast("nobody").client.open("/c/harbour/", method=method).status_code == 303


@pytest.mark.parametrize(("method", "path"), [("GET", "/c/harbour/"), ("POST", "/c/harbour/redo/5")])
def test_a_script_is_told_as_json(cast: Cast, method: str, path: str) -> None:
    answer = cast("nobody").client.open(path, method=method, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["error"]) == (403, "not-joined")


def test_a_script_of_a_spectator_is_told_as_json(cast: Cast) -> None:
    eve = cast("spectator")
    answer = eve.client.post("/c/harbour/redo/5", data=eve.token, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["error"]) == (403, "not-allowed")


@pytest.mark.parametrize("name", ["spectator", "player"])
def test_who_has_joined_reads_everything_of_the_campaign(app: Flask, cast: Cast, name: str) -> None:
    guest = cast(name)
    endless = ("/c/harbour/live", "/api/c/harbour/positions")
    answers = {path: guest.get(path).status_code for path in addresses(app, "GET", Right.LOOK) if path not in endless}
    assert answers.pop("/api/c/harbour/why") == 422, "it is asked for a path"
    assert set(answers.values()) == {200, 302, 404}
    lost = [path for path, status in answers.items() if status == 404]
    assert lost == [
        "/c/harbour/export/recap",
        "/c/harbour/game-file/",
        "/c/harbour/game-file/game.toml",
        "/c/harbour/photos/no-photo.jpg",
        "/c/harbour/seat/no-photo.jpg",
        "/c/harbour/why",
    ]


def test_a_spectator_opens_no_form(app: Flask, cast: Cast) -> None:
    eve = cast("spectator")
    found = {path: eve.get(path).status_code for path in addresses(app, "GET", Right.RECORD, Right.HOST)}
    assert set(found.values()) == {403}


def test_a_player_does_not_open_what_is_the_hosts(app: Flask, cast: Cast) -> None:
    player = cast("player")
    found = {path: player.get(path).status_code for path in addresses(app, "GET", Right.HOST)}
    assert set(found.values()) == {403}


@pytest.mark.parametrize("suffix", ["JSONL", "jsonl/", ".jsonl", "Jsonl", "%6Asonl"])
def test_no_other_way_leads_to_the_file_with_the_secrets(cast: Cast, suffix: str) -> None:
    answer = cast("player").get(f"/c/harbour/export/{suffix}")
    assert answer.status_code in (403, 404)


def test_an_address_that_nobody_thought_of_is_for_the_host(app: Flask, cast: Cast) -> None:
    services, guests = app.extensions["services"], app.extensions["guests"]
    fresh = create_app(services.settings, services)
    fresh.extensions["guests"] = guests
    fresh.add_url_rule("/new-thing", "new-thing", lambda: "there", methods=["GET", "POST"])
    player, host = joined(fresh, services, "Pia", "play"), Visitor(fresh)
    assert (player.get("/new-thing").status_code, host.get("/new-thing").status_code) == (403, 200)


def test_every_address_that_is_not_the_hosts_alone_is_one(app: Flask) -> None:
    assert set(NEEDS) <= {rule.endpoint for rule in app.url_map.iter_rules()}


def test_no_address_has_two_rights() -> None:
    assert len(NEEDS) == sum(map(len, ADDRESSES.values()))


def test_a_page_that_is_not_there_is_not_there_for_guests(cast: Cast) -> None:
    assert cast("player").get("/nope").status_code == 404


# --- the host ---------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_computer_is_the_host(app: Flask, visitor: Visitor, address: str) -> None:
    assert visitor.client.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 200


@pytest.mark.parametrize("address", [PHONE, "::ffff:192.168.1.7", "fe80::1", "10.0.0.1", "", "localhost", "0.0.0.0"])
def test_no_other_computer_is(app: Flask, visitor: Visitor, address: str) -> None:
    assert visitor.client.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 303


BROWSERS = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0",
    "Sec-CH-UA-Full-Version": "128.0.0.0",
    "Accept-Language": "zh-Hant,zh;q=0.9",
    "If-None-Match": '"1.2.3.4"',
    "Referer": "http://127.0.0.1:8000/",
    "Upgrade-Insecure-Requests": "1",
    "Content-Length": "0",
}
"""What browsers add."""
PASSED_ON = (
    *(
        "Forwarded",
        "Via",
        "X-Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Forwarded-Server",
    ),
    *("X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-ProxyUser-Ip", "X-Remote-Addr", "X-Original-Forwarded-For"),
    *("X-Original-URL", "X-Envoy-External-Address", "X-Azure-ClientIP", "X-ARR-LOG-ID", "X-Amzn-Trace-Id", "X-Scheme"),
    *("True-Client-IP", "Fastly-Client-IP", "Fly-Client-IP", "Client-IP", "CF-Connecting-IP", "CF-Ray", "CDN-Loop"),
    *("Ngrok-Auth-User-Email", "Tailscale-User-Login", "Proxy-Connection"),
    *(
        "Forwarded-For",
        "WL-Proxy-Client-IP",
        "X-Appengine-User-Ip",
        "X-Vercel-Forwarded-For",
        "X-Nf-Client-Connection-Ip",
    ),
    *("X-Whatever-Comes-Next-IP", "Remote-Addr", "X-Via"),
)
"""What proxies, tunnels and load balancers add to what they pass on."""


@pytest.mark.parametrize("header", [*PASSED_ON, "Host"])
def test_no_header_makes_a_host(app: Flask, visitor: Visitor, header: str) -> None:
    answer = visitor.client.get("/", environ_base={"REMOTE_ADDR": PHONE}, headers={header: "127.0.0.1"})
    assert answer.status_code == 303


@pytest.mark.parametrize("header", PASSED_ON)
def test_what_was_passed_on_does_not_come_from_this_computer(visitor: Visitor, header: str) -> None:
    assert visitor.get("/", headers={header: "203.0.113.9"}).status_code == 303
    assert visitor.get("/", headers={header.lower(): "127.0.0.1"}).status_code == 303


@pytest.mark.parametrize("value", ["203.0.113.9", "203.0.113.9:4711", "for=203.0.113.9; by=x", "2001:db8::1", "a, ::1"])
def test_a_header_of_any_name_that_holds_an_address_makes_nobody_the_host(visitor: Visitor, value: str) -> None:
    assert visitor.get("/", headers={"X-Unheard-Of": value}).status_code == 303


def test_what_browsers_and_these_pages_add_themselves_leaves_the_host_the_host(visitor: Visitor) -> None:
    own = {
        "X-Has": "a::1.2",
        "X-Requested-With": "fetch",
        "Origin": "http://localhost",
        "Sec-Fetch-Site": "same-origin",
    }
    assert (
        visitor.get("/", headers={**own, "DNT": "1", "Sec-GPC": "1", "Priority": "u=1", **BROWSERS}).status_code == 200
    )


# --- what is drawn ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "log", "sheets/", "campaign", "charts/", "why?path=seats.Ann.coins", "/"])
def test_a_spectator_is_offered_nothing_to_do(cast: Cast, path: str) -> None:
    page = cast("spectator").read(path)
    own = ("/hints", "/preferences", "/c/harbour/recap")  # what is kept on a device alone
    assert [action for action, hidden in page.forms if "token" in hidden and not action.startswith(own)] == []
    found = [link for link in page.links if any(part in link for part in ("/record/", "/undo", "/amend/", "/branch"))]
    assert found == []


def test_the_frame_says_who_one_is(cast: Cast, app: Flask, services: Services) -> None:
    assert "Ann · player · Bob" in joined(app, services, "Ann", "at:Bob").text("log")


def test_a_guest_is_shown_no_other_campaign(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    player = joined(app, services, "Pia", "play")
    pages = [player.text(path) for path in ("/", "campaign", "compare?a=1", "/more")]
    assert not any("Elsewhere" in page for page in pages)
    assert player.get("compare?with=elsewhere").status_code == 404


# --- what a player does -----------------------------------------------------------------------


def test_a_player_records_under_the_name_they_joined_with(app: Flask, services: Services, visitor: Visitor) -> None:
    player = joined(app, services, "Pia", "play")
    player.record("coins-gained", {"by": "Somebody else"}, seat="Ann", amount="7")
    player.client.set_cookie("by", "Somebody else")
    player.record("coins-gained", seat="Bob", amount="8")
    with services.open("harbour") as campaign:
        assert [campaign.entry(n).actor for n in (5, 6)] == ["Pia", "Pia"]


def test_anybody_at_the_table_helps_with_what_is_open(app: Flask, services: Services, visitor: Visitor) -> None:
    bob = joined(app, services, "Bob", "at:Bob")
    assert bob.record("coins-gained", seat="Ann", amount="7").status_code == 303
    assert bob.post("undo/5").status_code == 303


# --- secrets ----------------------------------------------------------------------------------

CARD = 37
PAGES = ("", "log", "sheets/", "undo/5", "compare?a=1", "why?path=seats.Ann", "why?path=seats.Ann.card")
FILES = ("export/md", "export/csv", "export/json", "export/html", "export/sheets/md", "export/sheets/json")


@pytest.fixture
def card(visitor: Visitor) -> Visitor:
    """Ann's secret card 37, entry 5, drawn by the host, who plays on no seat."""
    visitor.record("card-drawn", seat="Ann", card=str(CARD))
    return visitor


Looking = Callable[[str], Visitor | Guest]


@pytest.fixture
def looking(app: Flask, services: Services, card: Visitor) -> Looking:
    """Somebody who looks at the table."""

    def somebody(name: str) -> Visitor | Guest:
        return card if name == "host" else joined(app, services, name.title(), PLACES[name])

    return somebody


PLACES = {"ann": "at:Ann", "bob": "at:Bob", "spectator": "watch", "no seat": "play"}
OTHERS = ("bob", "spectator", "no seat", "host")


@pytest.mark.parametrize("name", OTHERS)
def test_a_secret_is_shown_to_no_other_seat(looking: Looking, name: str) -> None:
    other = looking(name)
    assert [path for path in (*PAGES, *FILES) if tells(body(other.get(path)), CARD)] == []


def test_a_secret_is_shown_to_its_own_seat(looking: Looking) -> None:
    ann, paths = looking("ann"), ["", "log", "undo/5", "compare?a=1", "why?path=seats.Ann.card"]
    assert [path for path in paths if tells(body(ann.get(path)), CARD)] == paths


def test_a_file_for_everybody_holds_no_secret_whoever_takes_it(looking: Looking) -> None:
    ann = looking("ann")
    assert [path for path in FILES if tells(body(ann.get(path)), CARD)] == []


def test_a_host_on_a_seat_sees_its_secrets_in_that_campaign_alone(card: Visitor, services: Services) -> None:
    card.post("people/sit", {"place": "at:Ann"})
    assert tells(card.log, CARD)
    card.post("branch", {"name": "Other"})
    assert not tells(card.text("/c/other/log"), CARD)


def test_a_seat_that_was_given_up_sees_no_more(looking: Looking) -> None:
    ann = looking("ann")
    ann.post("people/sit", {"place": "watch"})
    assert not tells(ann.log, CARD)


CORRECTIONS = {
    "draw": ("record/card-drawn", {"f.seat": "Ann", "f.card": "5"}),
    "undo": ("undo/5", {}),
    "amend": ("amend/5", {"f.seat": "Bob", "act": "record"}),
    "look at an amendment": ("amend/5", {"f.seat": "Ann", "f.card": "9", "act": "look"}),
    "set by hand": ("record/adjusted", {"f.path": "seats.Ann.card", "f.after": "9", "f.reason": "x"}),
}


@pytest.mark.parametrize("name", ["bob", "no seat"])
@pytest.mark.parametrize(("path", "sent"), CORRECTIONS.values(), ids=list(CORRECTIONS))
def test_a_secret_is_for_no_other_seat_to_record_or_correct(
    looking: Looking, kept: Callable[[], Any], name: str, path: str, sent: dict[str, str]
) -> None:
    other = looking(name)
    before = kept()
    answer = other.post(path, {**sent, "bend": "The moon card"})
    assert (answer.status_code, "secret of another seat" in body(answer)) == (422, True)
    assert kept() == before


def test_a_host_on_another_seat_does_not_correct_it_either(card: Visitor, head: Head) -> None:
    card.post("people/sit", {"place": "at:Bob"})
    before = head()
    assert card.post("undo/5").status_code == 422
    assert head() == before


@pytest.fixture
def taken_back(card: Visitor) -> Visitor:
    card.post("undo/5")
    return card


@pytest.mark.parametrize("path", ["redo", "restore/5", "undo/6"])
def test_a_secret_taken_back_is_for_no_other_seat_to_restore(
    app: Flask, services: Services, taken_back: Visitor, head: Head, path: str
) -> None:
    bob, before = joined(app, services, "Bob", "at:Bob"), head()
    assert bob.post(path).status_code in (404, 422)
    assert head() == before


def test_a_seat_records_and_corrects_its_own_secrets(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    assert ann.record("card-drawn", seat="Ann", card=str(CARD)).status_code == 303
    assert ann.post("undo/5").status_code == 303
    assert ann.redo().status_code == 303


def test_a_seat_does_not_hand_its_secret_to_another(
    app: Flask, services: Services, visitor: Visitor, head: Head
) -> None:
    ann = joined(app, services, "Ann", "at:Ann")
    ann.record("card-drawn", seat="Ann", card=str(CARD))
    before = head()
    assert ann.post("amend/5", {"act": "record"}, seat="Bob").status_code == 422
    assert head() == before


def test_where_a_secret_once_stood_tells_nothing_of_it(app: Flask, services: Services, card: Visitor) -> None:
    card.record("coins-gained", seat="Ann", amount="1")
    card.record("adjusted", {"f.path": "seats.Ann.card", "f.after": "null", "f.reason": "It is gone"})
    bob = joined(app, services, "Bob", "at:Bob")
    assert not tells(bob.text("why?path=seats.Ann"), CARD)
    assert bob.get("why?path=seats.Ann.card").status_code == 404


def test_guests_are_in_no_export_and_in_no_log(app: Flask, services: Services, visitor: Visitor) -> None:
    joined(app, services, "Zacharias", "at:Ann")
    code = code_of(app, services)
    shown = visitor.get("export/jsonl").data + visitor.get("export/json").data + visitor.get("log").data
    assert not any(word.encode() in shown for word in ("Zacharias", code))
