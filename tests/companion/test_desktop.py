"""The program that `make app` builds, without building it: what its words do, and what it does without its files."""

import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from pypdf import PdfReader

from companion import desktop
from companion.web.network.addresses import ALONE
from domain import bundle
from domain.framework.views.sheet import Sheet
from domain.store import fingerprint_of_code
from projections.documents.export import render_sheets
from projections.documents.paper.pdf import join_documents
from tests.suite.patience import HANG

ROOT = Path(__file__).parents[2]


class Ended(SystemExit):
    """The command line ended."""


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The calls of the command line, each of which ends the program."""
    calls: list[Sequence[str]] = []

    def run(words: Sequence[str]) -> None:
        calls.append(words)
        raise Ended(0)

    monkeypatch.setattr("companion.cli.main", run)
    monkeypatch.setattr(desktop, "is_companion", lambda address: False)
    monkeypatch.setattr(desktop, "is_free", lambda host, port: True)
    monkeypatch.setattr("companion.web.network.addresses.own_network_address", lambda: "192.0.2.7")
    return calls


def opened(*words: str) -> None:
    with pytest.raises(Ended):
        desktop.main([*words])


def test_a_double_click_serves_the_home_network_and_opens_the_browser(commands: list[Sequence[str]]) -> None:
    opened()
    assert commands == [["serve", "--browser", "--port", "8000", "--lan"]]


def test_words_are_the_command_line(commands: list[Sequence[str]]) -> None:
    opened("demo", "odalin")
    assert commands == [["demo", "odalin"]]


def test_without_a_network_it_serves_this_computer(
    commands: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.web.network.addresses.own_network_address", lambda: ALONE)
    opened()
    assert commands == [["serve", "--browser", "--port", "8000"]]
    assert "phones cannot join" in capsys.readouterr().err


def test_a_port_of_another_program_is_left_alone(
    commands: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop, "is_free", lambda host, port: False)
    opened()
    assert commands == [["serve", "--browser", "--port", "0", "--lan"]]


def test_a_second_double_click_opens_the_page_of_the_first(
    commands: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages: list[str] = []
    monkeypatch.setattr(desktop, "is_companion", lambda address: True)
    monkeypatch.setattr("webbrowser.open", pages.append)
    desktop.main([])
    assert (pages, commands) == (["http://127.0.0.1:8000/"], [])
    assert "Ctrl+C" in capsys.readouterr().out


def answering(body: bytes) -> Callable[[], HTTPServer]:
    """A server that answers everything with a body."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return lambda: HTTPServer((ALONE, 0), Answer)


@pytest.mark.parametrize(("body", "is_ours"), [(b'{"ready": true}', True), (b"<p>Another program</p>", False)])
def test_a_companion_is_known_by_its_answer(body: bytes, is_ours: bool) -> None:
    with answering(body)() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert desktop.is_companion(f"http://{ALONE}:{server.server_port}/") is is_ours
        assert not desktop.is_free(ALONE, server.server_port)
        server.shutdown()


def test_a_port_where_nothing_listens_is_free() -> None:
    with socket.socket() as probe:
        probe.bind((ALONE, 0))
        port = probe.getsockname()[1]
    assert desktop.is_free(ALONE, port)
    assert not desktop.is_companion(f"http://{ALONE}:{port}/")


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The executable of a bundled program; it runs `companion.desktop` with this Python."""
    program = tmp_path / "companion"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion.desktop "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    return program


def test_a_bundled_program_typesets_by_calling_itself(bundled: Path) -> None:
    assert render_sheets([Sheet("s", "S", [])], "pdf").startswith(b"%PDF")


def test_a_bundled_program_joins_documents_by_calling_itself(bundled: Path, tmp_path: Path) -> None:
    sheet = render_sheets([Sheet("s", "S", [])], "pdf")
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file in files:
        file.write_bytes(sheet)
    made = join_documents(files, "Two", "en")
    assert len(PdfReader(BytesIO(made)).pages) == len(files)


def test_typesetting_loads_nothing_of_the_command_line() -> None:
    code = "import sys; from companion import desktop; sys.modules['typst'] = type(sys)('typst')\n"
    code += "try: desktop.main(['typeset-one-document', 'a', 'b'])\nexcept AttributeError: pass\n"
    code += "print('companion.cli' in sys.modules, 'flask' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, timeout=HANG, check=True
    )
    assert done.stdout == "False False\n"


def test_the_fingerprint_of_a_bundled_program_is_that_of_its_executable(bundled: Path) -> None:
    """Without source files every release would have the same one, and read the snapshots of another."""
    try:
        fingerprint_of_code.cache_clear()
        before = fingerprint_of_code()
        bundled.write_text("another release", encoding="utf-8")
        fingerprint_of_code.cache_clear()
        assert fingerprint_of_code() != before
    finally:
        fingerprint_of_code.cache_clear()


def test_the_files_of_the_code_are_there(bundled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Path("missing.py")
    assert bundle.code_files(missing) == [bundled]
    monkeypatch.delattr(sys, "frozen")
    assert bundle.code_files(missing) == (missing,)


def test_programs_that_it_starts_get_the_libraries_of_the_system(
    bundled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/companion/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/own")
    monkeypatch.setenv("LIBPATH", "/opt/companion/_internal")
    desktop.restore_library_paths()
    found = subprocess.run(["env"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line for line in found if line.startswith(("LD_LIBRARY", "LIBPATH"))] == ["LD_LIBRARY_PATH=/opt/own"]
