"""Connections: how many of an address, how long each may take, how much it may bring."""

import subprocess
import sys
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from waitress.adjustments import Adjustments

from companion.services import Services
from companion.web.network import connections
from companion.web.network.connections import (
    ALL,
    EACH,
    IDLE,
    SLOW,
    SLOWEST,
    SMALL,
    Connection,
    LimitedRequestParser,
    has_room_for,
)
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor
from tests.suite.patience import HANG

NOW = 1_000_000.0


@dataclass
class Socket:
    """A connection as those who look after it see it."""

    addr: tuple[str, int] = ("10.0.0.1", 1)
    since: float = 0.0
    requests: list[str] = field(default_factory=list)
    closed: bool = False

    def handle_close(self) -> None:
        self.closed = True


def crowd(count: int, address: str = "10.0.0.1", **more: Any) -> list[Any]:
    return [Socket((address, n), float(n), **more) for n in range(count)]


def test_an_address_has_room_until_it_has_its_share() -> None:
    assert has_room_for("10.0.0.1", crowd(EACH - 1))


def test_the_oldest_that_waits_makes_room_where_an_address_has_its_share() -> None:
    others, own = crowd(3, "10.0.0.2"), crowd(EACH)
    own[0].requests.append("under way")
    assert has_room_for("10.0.0.1", [*others, *own])
    assert [one.since for one in own if one.closed] == [1.0]
    assert not any(one.closed for one in others)


def test_an_address_that_is_served_with_all_its_share_waits() -> None:
    assert not has_room_for("10.0.0.1", crowd(EACH, requests=["under way"]))


def test_a_proxy_has_the_share_of_everybody() -> None:
    through = crowd(EACH, "127.0.0.1")
    assert has_room_for("127.0.0.1", through, each=ALL)
    assert not any(one.closed for one in through)


def test_where_there_are_enough_of_all_who_has_most_makes_room() -> None:
    many = [one for n in range(ALL // 20) for one in crowd(20, f"10.0.1.{n}")]
    most = crowd(30, "10.0.2.1")
    assert has_room_for("10.0.3.1", [*many, *most])
    assert [one.addr[0] for one in (*many, *most) if one.closed] == ["10.0.2.1"]


ALLOWED = """
import resource
from companion.web.network.connections import raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (100, min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 4_000)))
raise_file_limit()
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def test_there_are_files_enough_for_all_of_them() -> None:
    shown = subprocess.run([sys.executable, "-c", ALLOWED], capture_output=True, text=True, check=True, timeout=HANG)
    assert int(shown.stdout) >= ALL


# --- how long --------------------------------------------------------------------------------


def connection(**state: Any) -> Connection:
    """A connection with nothing on it for as long as one is kept, unless it is said otherwise."""
    made = Connection.__new__(Connection)
    vars(made).update({"requests": [], "request": None, "last_activity": NOW, "_begun": NOW, **state})
    return made


def arriving(body: int = 0) -> LimitedRequestParser:
    request = LimitedRequestParser(Adjustments(), lambda request: 0)
    request.body_bytes_received = body
    return request


@pytest.mark.parametrize(
    ("state", "kept"),
    [
        ({}, IDLE),
        ({"request": arriving()}, SLOW),
        ({"request": arriving(body=SLOWEST * 100)}, SLOW + 100),
        ({"requests": ["under way"], "total_outbufs_len": 9}, IDLE),
    ],
    ids=["nothing is asked", "a head dribbles in", "a body dribbles in", "nobody reads the answer"],
)
def test_who_is_slow_is_let_go(state: dict[str, Any], kept: float) -> None:
    one = connection(**state)
    assert [one.is_overdue(NOW + kept - 1), one.is_overdue(NOW + kept + 1)] == [False, True]


def test_what_is_being_answered_takes_as_long_as_it_takes() -> None:
    assert not connection(requests=["a page that listens"], total_outbufs_len=0).is_overdue(NOW + 1_000 * IDLE)


def test_a_request_that_dribbles_is_as_old_as_its_beginning() -> None:
    assert connection(request=arriving(), _begun=NOW - 9, last_activity=NOW).since == NOW - 9


# --- how much --------------------------------------------------------------------------------


def head(size: int, *more: str) -> bytes:
    return "\r\n".join(["POST /join HTTP/1.1", "Host: here", f"Content-Length: {size}", *more, "", ""]).encode()


def heard(most: int, *pieces: bytes) -> LimitedRequestParser:
    """A request of somebody who may bring so much, as it arrives."""
    request = LimitedRequestParser(Adjustments(**connections.LIMITS), lambda request: most)
    for piece in pieces:
        request.received(piece)
    return request


def test_what_somebody_may_bring_is_kept() -> None:
    request = heard(2 * SMALL, head(2 * SMALL), b"x" * 2 * SMALL)
    assert (request.completed, len(request.get_body_stream().read())) == (True, 2 * SMALL)


def test_of_more_than_somebody_may_bring_nothing_is_kept() -> None:
    request = heard(SMALL, head(2 * SMALL), b"x" * SMALL, b"x" * SMALL)
    assert (request.completed, request.error, request.get_body_stream().read()) == (True, None, b"")


def test_who_asks_first_is_told_before_they_bring_it() -> None:
    request = heard(SMALL, head(2 * SMALL, "Expect: 100-continue"))
    assert (request.completed, request.expect_continue, request.connection_close) == (True, False, True)


def test_who_does_not_say_how_much_is_stopped_at_what_they_may_bring() -> None:
    chunk = b"%x\r\n%s\r\n" % (SMALL, b"x" * SMALL)
    unsaid = b"POST /join HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    request = heard(SMALL, unsaid, chunk, chunk)
    assert (request.completed, request.error.code) == (True, 413)


def test_a_form_is_taken_without_a_look_at_who_brings_it() -> None:
    def asked(request: Any) -> int:
        raise AssertionError

    request = LimitedRequestParser(Adjustments(), asked)
    request.received(head(SMALL))
    assert request.error is None


def weighed(app: Flask, somebody: Visitor, path: str) -> int:
    """How much somebody may bring to an address, as the server asks before it reads the body."""
    environ = somebody.client.get("/join").request.environ
    brought = {"PATH_INFO": path, "REQUEST_METHOD": "POST", "CONTENT_TYPE": "multipart/form-data; boundary=x"}
    return int(app.extensions["weigh"]({**environ, **brought}))


PHOTO, CAMPAIGN = "/c/harbour/photos/", "/import"


def test_whoever_it_is_brings_a_form_and_no_more_where_no_file_is_asked_for(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    everybody = (visitor, joined(app, services, "Dora"), joined(app, services, "Cleo", "watch"), Guest(app))
    for path in ("/c/harbour/record/coins-gained", "/c/harbour/undo/4", "/nowhere"):
        assert [weighed(app, somebody, path) for somebody in everybody] == [SMALL] * 4


def test_who_has_not_joined_and_who_looks_on_may_bring_a_form(app: Flask, services: Services, visitor: Visitor) -> None:
    for path in (PHOTO, CAMPAIGN):
        assert (
            weighed(app, Guest(app), path)
            == weighed(app, joined(app, services, f"Cleo{len(path)}", "watch"), path)
            == SMALL
        )


def test_players_may_bring_a_photo_and_the_host_a_campaign(app: Flask, services: Services, visitor: Visitor) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 64_000_000
    player = joined(app, services, "Dora")
    assert SMALL < weighed(app, player, PHOTO) == weighed(app, visitor, PHOTO) < weighed(app, visitor, CAMPAIGN)
    assert (weighed(app, player, CAMPAIGN), weighed(app, visitor, CAMPAIGN)) == (SMALL, 64_000_000)


def test_a_field_of_a_form_that_takes_a_file_is_no_larger_than_a_form(visitor: Visitor) -> None:
    sent = {**visitor.fields("people/"), "photo": (BytesIO(b"none"), "none.jpg"), "caption": "x" * 2 * SMALL}
    answer = visitor.client.post(visitor.at("photos/"), data=sent, content_type="multipart/form-data")
    assert answer.status_code == 413


def test_more_than_a_stranger_may_bring_is_refused_by_any_server(app: Flask, visitor: Visitor) -> None:
    stranger = Guest(app)
    hidden = stranger.fields("/join")
    answer = stranger.client.post("/join", data={**hidden, "code": "x" * SMALL})
    assert (answer.status_code, "too large" in answer.text) == (413, True)
