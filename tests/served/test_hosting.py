"""Served for many, as containers do it: a proxy that is named signs two hosts in, numbers and log lines are told."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from os import environ
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.web.network.addresses import ALONE
from tests.served.browser import Answer, Browser
from tests.suite.patience import HANG

OPTIONS = (
    *("--behind", "http://table.example", "--trusted-proxy", "127.0.0.0/8"),
    *("--host-header", "X-Forwarded-User", "--quota", "1", "--metrics", "0", "--log", "json"),
)
TOKEN = "a token that is printed nowhere"


class Hosted:
    """A process that serves for many."""

    def __init__(self, data: Path) -> None:
        line = [sys.executable, "-m", "companion", "--data", str(data), "serve", "--port", "0", *OPTIONS]
        self.logged = data.with_suffix(".log")
        with self.logged.open("w") as log:
            self._process = subprocess.Popen(
                line, stdout=subprocess.PIPE, stderr=log, text=True, env={**environ, "COMPANION_HOST_TOKEN": TOKEN}
            )
        assert self._process.stdout is not None
        self.printed = [self._process.stdout.readline() for _ in range(2)]
        self.metrics, pages = (line.split()[-1] for line in self.printed)
        self.port = int(pages.rstrip("/").rpartition(":")[2])

    def close(self) -> None:
        self._process.terminate()
        rest, _ = self._process.communicate(timeout=HANG)
        self.printed.append(rest)


class Passed(Browser):
    """A browser whose requests the proxy passes on, with who signed in."""

    def __init__(self, port: int, account: str) -> None:
        super().__init__(ALONE, port)
        self._said = {"Host": "table.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-User": account}

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return super().ask(method, path, body, {**self._said, **(headers or {})})


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    hosted = Hosted(tmp_path_factory.mktemp("hosted") / "data")
    yield hosted
    hosted.close()


@pytest.fixture
def comes(hosted: Hosted) -> Iterator[Callable[[str], Browser]]:
    """Somebody comes by the proxy, or, without a name, beside it."""
    with ExitStack() as all_go:
        yield lambda account: all_go.enter_context(
            closing(Passed(hosted.port, account) if account else Browser(ALONE, hosted.port))
        )


def begin(who: Browser, name: str) -> Answer:
    fields = dict(who.hidden_fields("/new/runewars", "/new/runewars"))
    return who.send("/new/runewars", [*{**fields, "name": name}.items()])


def test_two_hosts_have_their_own_campaigns_and_a_stranger_has_none(comes: Callable[[str], Browser]) -> None:
    ann, bob, stranger = comes("ann"), comes("bob"), comes("")
    assert [begin(ann, "Boat").status, begin(bob, "Tower").status] == [303, 303]
    assert [ann.get(path).status for path in ("/c/boat/", "/c/tower/")] == [200, 404]
    assert [("Boat" in one.get("/").page, "Tower" in one.get("/").page) for one in (ann, bob)] == [(1, 0), (0, 1)]
    refused = begin(ann, "Raft")
    assert (refused.status, "You have 1 campaign, the most allowed." in refused.page) == (403, True)
    assert stranger.ask("GET", "/c/boat/").status == 303
    assert stranger.ask("GET", "/c/boat/", headers={"X_Forwarded_User": "ann"}).status == 303


def test_numbers_are_told_and_name_nobody(hosted: Hosted, comes: Callable[[str], Browser]) -> None:
    comes("cleo").get("/no/such/page")
    with urlopen(hosted.metrics, timeout=HANG) as answer:
        said = answer.read().decode()
    assert re.search(r'companion_request_seconds_count\{endpoint="none",status="404"\} [1-9]', said)
    assert [word for word in ("cleo", "boat", "tower", "203.0.113") if word in said.lower()] == []


def test_each_request_is_a_line_of_json_and_nothing_secret_is_printed(
    hosted: Hosted, comes: Callable[[str], Browser]
) -> None:
    comes("dora").get("/join/BBBBBB")
    lines = [json.loads(line) for line in hosted.logged.read_text().splitlines()]
    told = [line for line in lines if line["logger"] == "companion.requests"]
    assert {"endpoint", "status", "milliseconds", "request"} <= told[-1].keys()
    assert told[-1]["endpoint"] == "joining.scan"
    everything = hosted.logged.read_text() + "".join(hosted.printed)
    assert [word for word in (TOKEN, "dora", "BBBBBB", "203.0.113", "boat") if word in everything] == []
