"""A page of a cache that cannot be read stops nobody: the caches are built anew from the log, and that is told."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from tests.companion.visitor import Reader
from tests.faults import seeded
from tests.faults.test_endings import TERMINAL
from tests.faults.test_repair import hurt, pages_of
from tests.suite.patience import HANG


class Guest:
    """A browser at the door of the program as it is served."""

    def __init__(self, address: str, process: "subprocess.Popen[str]") -> None:
        self._address = address
        self.kill = process.kill
        """End the program at once, as a crash does."""
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, sent: dict[str, str] | None = None) -> tuple[int, str]:
        """The status of an answer and its page, wherever it leads."""
        data = urlencode(sent).encode() if sent else None
        try:
            with self._opener.open(self._address + path, data, timeout=HANG) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def note(self, key: str, words: str) -> tuple[int, str]:
        form = Reader(self.ask(f"/c/{key}/record/note-added")[1]).forms
        hidden = next(hidden for _, hidden in form if "command" in hidden)
        return self.ask(f"/c/{key}/record/note-added", {**hidden, "f.text": words})


@contextmanager
def served(folder: Path) -> Iterator[Guest]:
    line = [sys.executable, "-c", TERMINAL, "--data", str(folder), "serve", "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Guest(process.stdout.readline().strip().rstrip("/"), process)
        finally:
            process.terminate()
            process.communicate(timeout=HANG)


@pytest.fixture
def key(tmp_path: Path) -> str:
    """The key of a campaign under way, in a file of one piece."""
    services = Services(Settings(tmp_path))
    key = make_demo(services, BY_KEY["agemonia"])
    services.close()
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    return key


def companion(folder: Path, *words: str) -> tuple[int, str, str]:
    line = [sys.executable, "-m", "companion", "--data", str(folder), *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=HANG)
    return done.returncode, done.stdout, done.stderr


CACHES = [
    *("log", "log_fts_data", "snapshots"),
    *(pytest.param(name, marks=pytest.mark.full) for name in ("state", "sheets", "campaigns", "series")),
]


@pytest.mark.parametrize("name", CACHES)
def test_recording_goes_on_after_damage_in_a_cache(tmp_path: Path, key: str, name: str) -> None:
    with closing(sqlite3.connect(tmp_path / "campaigns.db")) as db:
        roots = db.execute("SELECT rootpage FROM sqlite_master WHERE name=?", (name,)).fetchone()
    hurt(tmp_path / "campaigns.db", *{*pages_of(tmp_path / "campaigns.db", name), *roots})
    with served(tmp_path) as guest:
        for n in range(3):
            code, page = guest.note(key, f"The harbour is quiet, {n}.") if n else guest.ask(f"/c/{key}/log")
            assert code in ((200, 503) if n == 0 else (200,)), page
        code, page = guest.ask(f"/c/{key}/log")
        assert code == 200
        assert "The harbour is quiet, 2." in page
    assert companion(tmp_path, "verify") == (0, "Everything is in order.\n", "")


def test_the_host_is_told_that_a_cache_was_built_anew(tmp_path: Path, key: str) -> None:
    hurt(tmp_path / "campaigns.db", *pages_of(tmp_path / "campaigns.db", "log"))
    code, _, said = companion(tmp_path, "record", key, "note-added", "text=Quiet")
    assert (code, "rebuilt from the log" in said) == (0, True)
    hurt(tmp_path / "campaigns.db", *pages_of(tmp_path / "campaigns.db", "log"))
    with served(tmp_path) as guest:
        guest.note(key, "Quiet.")
        assert "It was rebuilt from the log, and nothing is lost." in guest.ask(f"/c/{key}/")[1]


def test_damage_in_the_log_stops_recording_as_before(tmp_path: Path, key: str) -> None:
    path = tmp_path / "campaigns.db"
    hurt(path, *pages_of(path, "log"), pages_of(path, "entries")[len(pages_of(path, "entries")) // 2])
    before = path.read_bytes()[100:]
    code, _, said = companion(tmp_path, "record", key, "note-added", "text=Quiet")
    assert (code, "companion repair" in said) == (6, True)
    assert path.read_bytes()[100:] == before, "but for the head, which says how it is written"


def test_verify_tells_of_a_damaged_pack(tmp_path: Path, key: str) -> None:
    path = tmp_path / "campaigns.db"
    page = seeded().choice(pages_of(path, "packs"))
    hurt(path, page)
    assert companion(tmp_path, "repair")[0] == 6
    code, said, _ = companion(tmp_path, "verify")
    assert code == 6
    assert f"{key}: the content pack of entry 1 cannot be read" in said
