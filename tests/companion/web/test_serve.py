"""Serving: where, and with how many threads."""

import gc
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from flask import Flask

from companion.config import TABLES, Settings
from companion.demo import make_demo
from companion.services import Services
from companion.web.application import serve
from companion.web.network import doorway
from companion.web.network.connections import ALL
from companion.web.network.request_turns import WAITING_TO_REFRESH
from companion.web.network.slow_work import AT_ONCE, WAITING
from companion.web.pages.live import MOST_STREAMS
from companion.web.rendering.fragments import VIEWS
from companion.web.visitors.guests import Guests
from companion.web.visitors.visitor import HOST_TOKEN
from domain.games import BY_KEY
from tests.suite.patience import HANG

FIRST_PAGE = """
import sys
from pathlib import Path
from companion.config import Settings
from companion.web.application.app import create_app
from domain.components.numbers import NumbersMoved
from domain.framework.events.event import Event
from pydantic import BaseModel

def below(cls):
    return {cls}.union(*map(below, cls.__subclasses__()))

ours = [cls for cls in below(BaseModel) if cls.__module__.startswith(("domain.", "projections."))]
print(*[cls.__name__ for cls in ours if cls.__pydantic_complete__ and cls not in (Event, NumbersMoved)])
app = create_app(Settings(Path(sys.argv[1])))
print(app.test_client().get(sys.argv[2]).status_code)
print(*sys.modules)
"""
"""What is loaded by a program that shows a page and nothing else."""


class Server:
    """A server that is interrupted at once."""

    effective_port = 4711
    closed = False

    def run(self) -> None:
        raise KeyboardInterrupt

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a server was made with, and the server."""
    made: dict[str, Any] = {"server": Server()}

    def create(app: Flask, **how: Any) -> Server:
        made.update(how, app=app)
        return made["server"]  # type: ignore[no-any-return]

    monkeypatch.setattr(doorway, "create_server", create)
    return made


def test_serving_prints_the_address_people_open(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0)
    assert capsys.readouterr().out == "http://127.0.0.1:4711/\n"


def test_the_page_is_opened_in_the_browser_if_wanted(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Queue[str]()
    monkeypatch.setattr("webbrowser.open", opened.put)
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0, browser=True)
    assert opened.get(timeout=HANG) == "http://127.0.0.1:4711/"
    assert capsys.readouterr().out.splitlines() == [
        "http://127.0.0.1:4711/",
        "To stop the companion, press Ctrl+C in this window, or close it.",
    ]


def test_the_first_page_waits_for_nothing_that_it_does_not_show(tmp_path: Path) -> None:
    services = Services(Settings(tmp_path))
    key = make_demo(services, BY_KEY["champions"])
    services.close()
    words = [sys.executable, "-c", FIRST_PAGE, str(tmp_path), f"/c/{key}/"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    models, status, loaded = shown
    others = ("domain.games.agemonia", "domain.games.runewars", "segno", "rapidfuzz", "typst", "sqlite_utils")
    assert (models, status) == ("", "200")
    assert [name for name in loaded.split() if name.startswith(others)] == []


def test_what_takes_a_while_is_made_ready_behind_the_first_page(
    services: Services, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once it would take half of the interpreter from it; after the end there is nothing to read any more."""
    games: list[str] = []
    monkeypatch.setattr(serve, "make_ready", lambda *of: games.extend(game.key for game in of))
    monkeypatch.setattr(serve, "Timer", Clockwork)
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0)
    (clock,) = Clockwork.made
    assert (games, clock.state) == ([], ["started", "cancelled"])
    kept = gc.get_freeze_count()
    clock.act()
    assert games == ["toy"]
    assert gc.get_freeze_count() > kept, "the collector looks through it all again and again"


class Clockwork:
    """A timer that goes off when it is told to."""

    made: list["Clockwork"] = []
    daemon = False

    def __init__(self, after: float, act: Callable[..., None], given: Sequence[object]) -> None:
        self.act, self.state = partial(act, *given), list[str]()
        self.made[:] = [self]

    def start(self) -> None:
        self.state.append("started" if self.daemon else "started, and kept the program from ending")

    def cancel(self) -> None:
        self.state.append("cancelled")


def test_threads_share_memory_from_their_beginning_on(
    services: Services, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(serve, "share_one_arena", lambda: found.append({**made}))
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services)
    assert ["app" in before for before in found] == [False]
    assert "app" in made


def test_serving_closes_the_port_behind_itself(services: Services, made: dict[str, Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0)
    assert made["server"].closed


def test_several_people_are_served_while_others_listen_or_wait_for_files(
    services: Services, made: dict[str, Any]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "0.0.0.0", 8000)
    assert (made["host"], made["port"], made["threads"]) == (
        "0.0.0.0",
        8000,
        8 + AT_ONCE + WAITING + WAITING_TO_REFRESH + MOST_STREAMS,
    )


def test_for_more_tables_more_is_kept_at_hand(services: Services, made: dict[str, Any]) -> None:
    services.settings = replace(services.settings, tables=10 * TABLES)
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0)
    assert made["threads"] == 8 + AT_ONCE + WAITING + WAITING_TO_REFRESH + 10 * MOST_STREAMS
    assert made["connection_limit"] > 10 * ALL
    app: Flask = made["app"]
    views = app.extensions["views"]
    for n in range(11 * VIEWS):
        views.of(n)
    assert len(views) == 10 * VIEWS


def test_the_network_is_told_what_is_opened_to_it_and_how_to_join(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "0.0.0.0", 0, (), serve.Opening("192.168.1.5", services.find_campaign(campaign)))
    shown, code = capsys.readouterr().out, Guests(services.settings.guests).join_code(campaign)
    assert "http://192.168.1.5:4711/join\n" in shown
    assert "Anyone on this network with the code can join “Harbour”, read it and record in it." in shown
    assert (f"Code: {code[:3]} {code[3:]}" in shown, "██▄▄▄▄▄▄▄█" in shown) == (True, True)


def test_a_network_without_a_campaign_is_told_that_nobody_can_join(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "0.0.0.0", 0, (), serve.Opening("192.168.1.5"))
    assert "To let players join" in capsys.readouterr().out


def test_behind_a_proxy_the_host_is_told_a_token_and_phones_where_to_join(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0, (), serve.Opening(behind="https://table.example/"))
    shown, token = capsys.readouterr().out, made["app"].config[HOST_TOKEN]
    assert f"The host opens https://table.example/host and types the token: {token}\n" in shown
    assert "https://table.example/join" in shown
    assert (len(token) > 20, made["app"].config["SESSION_COOKIE_SECURE"]) == (True, True)


def test_where_output_is_gathered_neither_a_token_nor_a_code_is_printed(
    services: Services, made: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "log_as_json", lambda: None)
    campaign = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    services.settings = replace(services.settings, host_token="tide", log="json")
    opening = serve.Opening("", services.find_campaign(campaign), "https://table.example")
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0, (), opening)
    assert capsys.readouterr().out == "http://127.0.0.1:4711/\n"


def test_a_proxy_says_who_asks_only_where_there_is_one(services: Services, made: dict[str, Any]) -> None:
    for opening in (None, serve.Opening(behind="http://table.example")):
        with pytest.raises(KeyboardInterrupt):
            serve.serve(services, "127.0.0.1", 0, (), opening)
        assert made["app"].extensions["proxies"].trusts("127.0.0.1") == (opening is not None)
    assert made["app"].config["SESSION_COOKIE_SECURE"] is False


def test_a_token_that_is_given_is_the_one(services: Services, made: dict[str, Any]) -> None:
    services.settings = replace(services.settings, host_token="tide")
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services, "127.0.0.1", 0, (), serve.Opening(behind="https://table.example"))
    assert made["app"].config[HOST_TOKEN] == "tide"


def test_what_was_passed_on_is_told_from_what_was_not(services: Services, made: dict[str, Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        serve.serve(services)
    assert made["clear_untrusted_proxy_headers"] is False
