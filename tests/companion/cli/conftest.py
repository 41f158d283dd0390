"""A terminal: the command line as somebody types it, in a folder of their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.cli import recording
from companion.cli.base import main
from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from tests.toy import GAME

KEY = "evening-one"
DEMO = "the-lantern-bearers"


@dataclass(frozen=True)
class Result:
    """What a call came to."""

    code: int
    bytes: bytes
    err: str

    @property
    def out(self) -> str:
        return self.bytes.decode()

    @property
    def json(self) -> Any:
        return orjson.loads(self.bytes)

    @property
    def wrong(self) -> Any:
        """The error that `--json` gives: one object, alone on stderr."""
        assert self.out == ""
        return orjson.loads(self.err)


class Terminal:
    """Types commands; `data` is the folder they work on."""

    def __init__(self, data: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.data = data
        self._capture = capture

    def __call__(self, *words: object) -> Result:
        return self.typed("--data", self.data, *words)

    def typed(self, *words: object) -> Result:
        """A call with nothing added to it."""
        self._capture.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = self._capture.readouterr()
        return Result(int(left.value.code or 0), out, err.decode())

    def ok(self, *words: object) -> Result:
        """A call that works."""
        result = self(*words)
        assert (result.code, result.err) == (0, ""), result
        return result

    def elsewhere(self, data: Path) -> Terminal:
        return Terminal(data, self._capture)

    @property
    def file(self) -> Path:
        return self.data / "campaigns.db"

    def head(self, key: str = KEY) -> int:
        """How many entries a campaign has."""
        return int({row["key"]: row["entries"] for row in self.ok("list", "--json").json}.get(key, 0))


@pytest.fixture(autouse=True)
def without_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests count entries, so no evening begins with the first one."""
    monkeypatch.setattr(recording, "EVENINGS", False)


@pytest.fixture(autouse=True)
def english_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of this computer decides no test."""
    for name in ("LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def empty(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Terminal:
    """A folder without campaigns."""
    return Terminal(tmp_path / "data", capsysbinary)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder with an evening, with the demo or with the toy game in it, made once."""
    made: dict[str, Path] = {}

    def prepare(name: str) -> Path:
        if name not in made:
            made[name] = tmp_path_factory.mktemp(name)
            services = Services(Settings(made[name]))
            {"evening": begin_evening, "demo": lambda services: make_demo(services, BY_KEY["agemonia"])}[name](services)
            services.close()
        return made[name]

    return prepare


def begin_evening(services: Services) -> None:
    """Lunara and Venia; a keyword at entry 5, two points of reputation at entry 6, three at entry 7."""
    made = services.campaigns.new("agemonia", "Evening one", {}, services.new_command()).campaign
    for name, fields in (
        ("hero-joined-party", {"hero": "lunara", "player": "P1"}),
        ("hero-joined-party", {"hero": "venia", "player": "P2"}),
        ("keyword-written", {"journal": "party", "keyword": "Silver Key"}),
        ("faction-reputation-gained", {"faction": "gramask", "amount": 2}),
        ("faction-reputation-gained", {"faction": "gramask", "amount": 3}),
    ):
        services.campaigns.record(made, name, fields, services.new_command())


@pytest.fixture
def companion(empty: Terminal, prepared: Callable[[str], Path]) -> Terminal:
    """A folder with the campaign “Evening one”."""
    shutil.copytree(prepared("evening"), empty.data)
    return empty


@pytest.fixture
def played(empty: Terminal, prepared: Callable[[str], Path]) -> Terminal:
    """A folder with the demo."""
    shutil.copytree(prepared("demo"), empty.data)
    return empty


@pytest.fixture
def harbour(empty: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A folder with the toy campaign “Harbour”: Ann has 9 coins and a secret card."""
    monkeypatch.setattr("companion.services.BY_KEY", {**BY_KEY, GAME.key: GAME})
    empty.ok("new", "toy", "Harbour")
    empty.ok("record", "harbour", "seat-taken", "seat=Ann")
    empty.ok("record", "harbour", "coins-gained", "seat=Ann", "amount=9")
    empty.ok("record", "harbour", "card-drawn", "seat=Ann", "card=42")
    return empty
