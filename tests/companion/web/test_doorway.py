"""The door: the host opens the table to the network, and shuts it, while the pages are served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from flask import Flask

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.network import doorway as doorways
from companion.web.network.addresses import ALONE
from companion.web.network.doorway import Doorway, drain_server, ending_of, server_of, stop_server
from companion.web.network.gate import CannotOpenToNetwork, Gate
from companion.web.rendering.static_files import static_address
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body
from tests.suite.patience import HANG

NEIGHBOUR = "127.0.0.2"
"""Stands in for the address that this computer has in a network."""


class Keeper:
    """Opens to nobody, and counts."""

    def __init__(self) -> None:
        self.opened = self.shut_again = 0

    def open(self) -> str:
        self.opened += 1
        return "http://192.168.1.5:8000"

    def shut(self) -> None:
        self.shut_again += 1


@pytest.fixture
def gate(app: Flask) -> Gate:
    found: Gate = app.extensions["gate"]
    return found


@pytest.fixture
def keeper(gate: Gate) -> Keeper:
    keeper = Keeper()
    gate.set_listener(keeper)
    return keeper


# --- the gate ---------------------------------------------------------------------------------


def test_who_is_not_at_this_computer_is_let_in_nowhere_while_the_gate_is_shut(app: Flask, keeper: Keeper) -> None:
    phone = Guest(app)
    answers = [
        phone.get(path).status_code
        for path in ("/join", "/", "/c/harbour/", "/healthz", f"{static_address()}/companion.css")
    ]
    assert answers == [403] * 5
    assert "The table is not open" in body(phone.get("/join"))


def test_this_computer_is_let_in_always(keeper: Keeper, visitor: Visitor) -> None:
    assert visitor.get("").status_code == 200


def test_the_host_opens_the_table_and_sees_how_to_join(app: Flask, keeper: Keeper, visitor: Visitor) -> None:
    assert "Only this computer reaches these pages now." in visitor.text("people/")
    visitor.post("people/network")
    assert " 192.168.1.5:8000/join " in visitor.text("people/")
    assert Guest(app).get("/join").status_code == 200


def test_the_host_shuts_the_table_again(app: Flask, keeper: Keeper, visitor: Visitor) -> None:
    visitor.post("people/network")
    visitor.post("people/network/shut")
    assert "http://192.168.1.5:8000" not in visitor.text("people/")
    assert (Guest(app).get("/join").status_code, keeper.shut_again) == (403, 1)


def test_opened_twice_it_is_opened_once(keeper: Keeper, visitor: Visitor) -> None:
    for _ in range(2):
        visitor.post("people/network")
    for _ in range(2):
        visitor.post("people/network/shut")
    assert (keeper.opened, keeper.shut_again) == (1, 1)


def test_what_it_opens_is_said_before_it_is_opened(keeper: Keeper, visitor: Visitor) -> None:
    page = visitor.text("people/")
    assert page.index("Open the table to the network") < page.index("everything else stays with this computer")


@pytest.mark.parametrize("path", ["people/network", "people/network/shut"])
def test_only_the_host_turns_the_gate(
    app: Flask, services: Services, keeper: Keeper, visitor: Visitor, path: str
) -> None:
    visitor.post("people/network")
    ann = joined(app, services, "Ann", "at:Ann")
    assert (ann.post(path).status_code, keeper.opened, keeper.shut_again) == (403, 1, 0)


def test_a_gate_that_is_jammed_says_why(visitor: Visitor, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorways, "own_network_address", lambda: ALONE)
    gate.set_listener(Doorway(visitor.app, 8000, 1))
    answer = visitor.post("people/network")
    assert (answer.status_code, "This computer is not on a network right now." in body(answer)) == (409, True)
    assert gate.address == ""


def test_a_page_that_listens_hears_no_more_once_the_gate_is_shut(
    app: Flask, services: Services, keeper: Keeper, visitor: Visitor
) -> None:
    visitor.post("people/network")
    stream = joined(app, services, "Ann", "at:Ann").get("live")
    shown = stream.iter_encoded()
    assert [next(shown), next(shown)][1] == b"id: 4\ndata: 4\n\n"
    visitor.post("people/network/shut")
    assert list(shown) == []


# --- the doorway ------------------------------------------------------------------------------


class Served:
    """Pages that are served for real: to this computer on one address, to the network on another."""

    def __init__(self, services: Services) -> None:
        self.app = create_app(services.settings, services)
        self.app.config["TRUSTED_HOSTS"] = ["127.0.0.1"]
        self.server = server_of(self.app, 4, host="127.0.0.1", port=0)
        self.port = int(self.server.effective_port)
        self.gate: Gate = self.app.extensions["gate"]
        self.gate.set_listener(Doorway(self.app, self.port, 4))
        self.thread = Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def status(self, host: str) -> int:
        """How a neighbour is answered on an address."""
        with closing(HTTPConnection(host, self.port, timeout=HANG)) as connection:
            connection.request("GET", "/join", headers={"X-Forwarded-For": "192.168.0.9"})
            with connection.getresponse() as answer:
                return answer.status

    def listens(self, host: str) -> bool:
        with suppress(OSError), socket.create_connection((host, self.port), timeout=HANG):
            return True
        return False

    def close(self) -> None:
        self.gate.shut()
        stop_server(self.server).join()
        self.thread.join()


@pytest.fixture
def served(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(doorways, "own_network_address", lambda: NEIGHBOUR)
    served = Served(services)
    yield served
    served.close()


def test_the_network_finds_nobody_until_the_gate_is_opened(served: Served) -> None:
    assert not served.listens(NEIGHBOUR)
    served.gate.open()
    assert served.gate.address == f"http://{NEIGHBOUR}:{served.port}"
    assert served.status(NEIGHBOUR) == 200


def test_shut_again_the_network_finds_nobody_and_this_computer_goes_on(served: Served) -> None:
    served.gate.open()
    served.gate.shut()
    assert (served.listens(NEIGHBOUR), served.listens("127.0.0.1")) == (False, True)
    assert served.status("127.0.0.1") == 403


def test_opened_once_more_it_is_found_once_more(served: Served) -> None:
    for _ in range(3):
        served.gate.open()
        assert served.status(NEIGHBOUR) == 200
        served.gate.shut()


def test_whoever_is_connected_is_hung_up_on(served: Served) -> None:
    served.gate.open()
    with socket.create_connection((NEIGHBOUR, served.port), timeout=HANG) as phone:
        phone.sendall(b"GET /join HTTP/1.1\r\nHost: 127.0.0.2\r\nX-Forwarded-For: 192.168.0.9\r\n\r\n")
        assert phone.recv(1)
        served.gate.shut()
        with suppress(ConnectionError):
            while phone.recv(65536):
                pass


def test_the_threads_of_the_network_end(served: Served) -> None:
    served.gate.open()
    server = served.gate._listener._server  # type: ignore[union-attr]
    served.status(NEIGHBOUR)
    served.gate.shut()
    until = monotonic() + HANG
    while server._map and monotonic() < until:
        sleep(0.01)
    assert server._map == {}
    assert not server.task_dispatcher.threads


def test_only_the_name_of_the_moment_is_answered_to(served: Served) -> None:
    served.gate.open()
    assert served.app.config["TRUSTED_HOSTS"] == ["127.0.0.1", NEIGHBOUR]
    served.gate.shut()
    assert served.app.config["TRUSTED_HOSTS"] == ["127.0.0.1"]


def test_where_somebody_listens_already_the_gate_stays_shut(served: Served) -> None:
    with socket.create_server((NEIGHBOUR, served.port)), pytest.raises(CannotOpenToNetwork, match="right now"):
        served.gate.open()
    assert served.gate.address == ""


# --- the end ----------------------------------------------------------------------------------


class Slow(Served):
    """Pages one of which is answered when it is told to."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.asked, self.answering = Event(), Event()

        def answered() -> str:
            self.asked.set()
            assert self.answering.wait(HANG)
            return "recorded"

        self.app.view_functions["healthz"] = answered

    def ask(self, found: list[tuple[int, str | None, bytes]]) -> None:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=HANG)) as connection:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            found.append((answer.status, answer.headers["Connection"], answer.read()))

    def close(self) -> None:
        self.thread.join(HANG)
        assert not self.thread.is_alive()


@pytest.fixture
def slow(services: Services) -> Slow:
    return Slow(services)


def test_what_is_under_way_at_the_end_is_answered_and_nobody_else_let_in(slow: Slow) -> None:
    found: list[tuple[int, str | None, bytes]] = []
    asking = Thread(target=slow.ask, args=(found,))
    asking.start()
    assert slow.asked.wait(HANG)
    draining = Thread(target=drain_server, args=(slow.server,))
    draining.start()
    until = monotonic() + HANG
    while slow.listens("127.0.0.1") and monotonic() < until:
        sleep(0.01)
    assert (slow.listens("127.0.0.1"), found) == (False, [])
    slow.answering.set()
    asking.join(HANG)
    draining.join(HANG)
    slow.close()
    assert [(status, said) for status, _, said in found] == [(200, b"recorded")]


def test_who_takes_too_long_holds_up_no_end(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorways, "PATIENCE", 0.1)
    found: list[tuple[int, str | None, bytes]] = []

    def ask() -> None:
        with suppress(ConnectionError):
            slow.ask(found)

    asking = Thread(target=ask)
    asking.start()
    assert slow.asked.wait(HANG)
    drain_server(slow.server)
    slow.close()
    slow.answering.set()
    asking.join(HANG)
    assert found == []


def test_while_it_ends_it_is_not_ready_and_keeps_no_connection(slow: Slow) -> None:
    slow.answering.set()
    with closing(HTTPConnection("127.0.0.1", slow.port, timeout=HANG)) as connection:
        shown = []
        for _ in range(2):
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            shown.append((answer.status, answer.headers["Connection"]))
            answer.read()
            ending_of(slow.app).set()
    assert shown == [(200, None), (503, "close")]
    drain_server(slow.server)
    slow.close()
