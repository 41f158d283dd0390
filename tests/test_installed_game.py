"""The package of docs/develop/adding-a-game.md: built, installed, played, taken away and installed again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import orjson
import pytest

from tests.packages import (
    ROOT,
    Program,
    build_package,
    checks_of_page,
    install_package,
    listings_of_page,
    write_package,
)

LOG = ["Started “Deep”", "Started the evening", "Ann came to the wreck", "Ann made a wish: hidden"]
LIFTED = "Ann lifted Bell for 3 air"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the package is installed."""
    folder = tmp_path_factory.mktemp("package")
    install_package(build_package(folder / "source"), folder / "site")
    return folder / "site"


@contextmanager
def served(program: Program) -> Iterator[str]:
    """The address of the served program."""
    line = [sys.executable, "-m", "companion", "serve", "--port", "0"]
    with subprocess.Popen(line, env=program.environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.terminate()


def page(address: str) -> tuple[int, str]:
    """The status and the text of a page."""
    try:
        with urlopen(address) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def sentences(program: Program) -> list[str]:
    """The sentences of the log."""
    return [line["text"] for line in orjson.loads(program.run("--json", "log", "deep"))]


def play(program: Program) -> None:
    """The first moves of a campaign."""
    program.run("new", "wreck", "Deep")
    program.run("record", "deep", "diver-came", "diver=Ann")
    program.run("record", "deep", "wish-made", "diver=Ann", "find=bell")
    program.run("say", "deep", "Ann", "lifts", "bell", "--yes")


@pytest.mark.slow
def test_the_package_of_the_page_is_played_taken_away_and_installed_again(site: Path, tmp_path: Path) -> None:
    program, bare = Program(tmp_path / "data", (site,)), Program(tmp_path / "data")
    assert "wreck         1–4 players  Divers of the Wreck · 沉船潜水员" in program.run("games").splitlines()
    play(program)
    assert sentences(program) == [*LOG, LIFTED]
    assert "Ann来到沉船" in program.run("--lang", "zh_Hans", "log", "deep")
    assert "Ann來到沉船" in program.run("--lang", "zh_Hant", "log", "deep")
    assert "  Ann  3    1" in program.run("sheet", "deep").splitlines()
    program.run("export", "deep", str(tmp_path / "with.jsonl"))

    assert "wreck" not in bare.run("games")
    assert bare.run("list").startswith("deep  wreck (not installed)  5 entries")
    assert orjson.loads(bare.run("--json", "list"))[0]["installed"] is False
    assert bare.run("verify") == "Everything is in order.\n"
    assert sentences(bare) == [*LOG, LIFTED]
    bare.run("rebuild")
    assert bare.run("verify") == "Everything is in order.\n"
    assert sentences(bare) == [*LOG, LIFTED]
    bare.run("export", "deep", str(tmp_path / "without.jsonl"))
    assert (tmp_path / "with.jsonl").read_bytes() == (tmp_path / "without.jsonl").read_bytes()
    assert LIFTED in bare.run("export", "deep", "-", "--format", "md")
    bare.run("archive", str(tmp_path / "all.zip"))
    bare.run("backup", str(tmp_path / "all.db"))
    for words in (("record", "deep", "surfaced", "diver=Ann"), ("say", "deep", "anything"), ("undo", "deep")):
        code = 5 if words[0] == "record" else 3
        assert bare.run(*words, code=code) == "The game “wreck” is not installed here. Install it to record.\n"
    assert bare.run("new", "wreck", "Else", code=5).startswith("The game “wreck” is not known here.")

    assert program.run("list").startswith("deep  wreck  5 entries")
    assert program.run("verify") == "Everything is in order.\n"
    assert [line["unreadable"] for line in orjson.loads(program.run("--json", "log", "deep"))] == [""] * 5
    assert "Ann surfaced for 2 air" in program.run("record", "deep", "surfaced", "diver=Ann", "amount=2")
    other = Program(tmp_path / "other", (site,))
    other.run("import", str(tmp_path / "all.zip"))
    assert sentences(other) == [*LOG, LIFTED]


@pytest.mark.slow
def test_its_pages_have_its_files(site: Path, tmp_path: Path) -> None:
    program, bare = Program(tmp_path / "data", (site,)), Program(tmp_path / "data")
    play(program)
    with served(program) as address:
        status, board = page(f"{address}/c/deep/")
        assert (status, "Ann lifts a find" in board) == (200, True)
        (style,) = {part.split('"')[0] for part in board.split('href="')[1:] if "wreck.css" in part.split('"')[0]}
        assert page(address + style) == (200, "#piece-diver-Ann { outline: 2px solid gold; }\n")
        (script,) = {part.split('"')[0] for part in board.split('src="')[1:] if "wreck.js" in part.split('"')[0]}
        imported = script.replace("games/wreck.js", "js/pages.js")
        assert "onShown" in page(address + imported)[1]
        kept = page(f"{address}/sw.js")[1]
        assert all(f'"{name}"' in kept for name in (style, script, imported))
        assert '<p id="bell">1 divers</p>' in page(f"{address}/c/deep/table/")[1]
        assert "Divers of the Wreck" in page(f"{address}/new")[1]
        assert orjson.loads(page(f"{address}/api/v1/openapi/wreck.json")[1])["openapi"].startswith("3.")
    with served(bare) as address:
        status, board = page(f"{address}/c/deep/")
        assert (status, "The game “wreck” is not installed here." in board, LIFTED in board) == (200, True, True)
        assert "The game “wreck” is not installed" in page(f"{address}/")[1]
        found = orjson.loads(page(f"{address}/api/v1/c")[1])["campaigns"]
        assert [(one["name"], one["game"], one["installed"]) for one in found] == [("Deep", "wreck", False)]
        assert page(f"{address}/c/deep/record/surfaced")[0] == 404


def test_its_words_and_its_example_are_found_in_its_package(site: Path, tmp_path: Path) -> None:
    program = Program(tmp_path / "data", (site,))
    assert program.run("demo", "wreck") == "the-deep\n"
    assert "Bob came to the wreck" in program.run("say", "the-deep", "arrives", "Bob", "--take", "1", "--yes")
    assert "find-lifted" in program.run("events", "wreck")
    assert "finds" in program.run("kinds", "wreck")


def test_its_tests_run_without_a_test_runner(site: Path, tmp_path: Path) -> None:
    no_runner = "import sys; sys.modules['pytest'] = None\n"
    written = no_runner + "from companion_wreck import *\n" + checks_of_page()
    environment = Program(tmp_path, (site,)).environment
    done = subprocess.run([sys.executable, "-c", written], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


FAULTY = """
from dataclasses import replace

def fail(*_):
    raise ZeroDivisionError("of the package")

GAME = replace(GAME, board=fail, sheets=fail, prompts=fail, series=fail, outcomes=fail, ending=fail, turn=fail)
Surfaced.follow = fail
"""


@pytest.mark.slow
def test_a_faulty_game_shows_a_sentence_and_its_log_and_all_others_go_on(tmp_path: Path) -> None:
    sound = listings_of_page()
    package = write_package(tmp_path / "site", "wreck", sound)
    program = Program(tmp_path / "data", (tmp_path / "site",))
    play(program)
    program.run("demo", "odalin")
    (package / "__init__.py").write_text(sound + FAULTY, encoding="utf-8")
    write_package(tmp_path / "site", "broken", "raise RuntimeError('out of order')")
    why = "The game “broken” is installed but cannot be opened: RuntimeError: out of order"
    assert why in program.run("games").splitlines()
    for command in ("list", "statistics", "verify", "rebuild"):
        program.run(command)
    assert sentences(program) == [*LOG, LIFTED]
    assert program.run("sheet", "deep").startswith("This part is unavailable: ZeroDivisionError")
    assert "What comes next is unavailable (ZeroDivisionError). Write a note" in program.run("prompts", "deep")
    refusal = program.run("record", "deep", "surfaced", "diver=Ann", "amount=2", code=3)
    assert refusal.endswith(
        "A rule of the installed game Divers of the Wreck failed (ZeroDivisionError). Update the game, or report it to"
        " its author.\n"
    )
    with served(program) as address:
        status, board = page(f"{address}/c/deep/")
        assert (status, "This part is unavailable: ZeroDivisionError" in board, LIFTED in board) == (200, True, True)
        for path in ("/", "/statistics", "/c/the-lanterns/", "/c/deep/log", "/c/deep/sheets", "/c/deep/timeline"):
            assert page(address + path)[0] == 200, path
        assert why in page(f"{address}/new")[1]
    (package / "__init__.py").write_text(sound, encoding="utf-8")
    assert "Ann surfaced for 2 air" in program.run("record", "deep", "surfaced", "diver=Ann", "amount=2")


def test_the_page_imports_only_the_names_that_stay(tmp_path: Path) -> None:
    imports = [line for line in listings_of_page().splitlines() if line.startswith(("import ", "from "))]
    assert {line.split()[1].split(".")[0] for line in imports} == {"collections", "typing", "pydantic", "companion"}
    assert ROOT.joinpath("companion", "sdk.py").is_file()
