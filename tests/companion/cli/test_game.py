"""`game check`, `game schema` and `game gallery`: files that describe a game."""

import io
import json
from pathlib import Path

import pytest

from domain.games.own.file_schema import schema_of_game_files
from domain.games.own.gallery import gallery_names, source_of
from tests.companion.cli.conftest import Terminal

SHEET = '[game]\nsheet = { en = "Sheet", zh = "计分表", players = [2, 5] }\n\n[numbers]\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sheet.toml"


def write(file: Path, more: str) -> Path:
    file.write_text(SHEET + more, encoding="utf-8")
    return file


def test_a_sound_file_is_described(empty: Terminal, file: Path) -> None:
    write(file, 'gold = { en = "Gold" }\n')
    assert empty.ok("game", "check", file).out == "Sheet, for 2–5 players\ngame: 1\nnumbers: 1\n"
    assert empty.ok("game", "check", file, "--lang", "zh").out.startswith("计分表")
    assert empty.ok("game", "check", file, "--json").json == {"game": 1, "numbers": 1}


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ('gold = { en = "Gold", most = "a" }\n', "5: numbers.gold.most: type a whole number\n"),
        ('[numbers.gold]\nen = "Gold"\nstart = 3\nmost = 2\n', "7: numbers.gold.start: it is outside the bounds\n"),
        ('gold.en = "Gold"\ngold.most_of = "hp"\n', "6: numbers.gold.most_of: there is no “hp”; there is: gold\n"),
        ('"gold coins" = { en = "Gold" }\n', "5: numbers.gold coins: an id consists of"),
        ("gold = { most = 2 }\n", "5: numbers.gold: a name in en or zh is missing\n"),
        ('gold = { en = "Gold", point = 2 }\n', "5: numbers.gold.point: there is no field “point”; there is: points\n"),
        ('[number.gold]\nen = "Gold"\n', "5: number: there is no kind “number”; there is: numbers\n"),
        ('gold = { en = "Gold", }\n', "5: This is not a content pack: "),
        ('gold = "', "5: This is not a content pack: "),
    ],
)
def test_a_fault_has_its_line(empty: Terminal, file: Path, more: str, fault: str) -> None:
    result = empty("game", "check", write(file, more))
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith(fault)


def test_faults_are_listed_in_the_order_of_their_lines(empty: Terminal, file: Path) -> None:
    gold, box = 'gold = { en = "Gold", paid = 3 }', 'b = { en = "B", locked = 2 }'
    write(file, f'{gold}\n[boxes]\n{box}\n[dice]\nd = {{ en = "D", sides = 1 }}\n')
    found = empty("game", "check", file, "--json").json
    assert [(one["line"], one["place"]) for one in found] == [
        (5, "numbers.gold.paid"),
        (7, "boxes.b.locked"),
        (9, "dice.d.sides"),
    ]


def test_what_only_a_later_release_knows_is_no_fault(empty: Terminal, file: Path) -> None:
    file.write_text(f'release = "99.0"\n{SHEET}gold = {{ en = "Gold", shiny = true }}\n', encoding="utf-8")
    assert "Kept, but not known here: numbers.gold.shiny" in empty.ok("game", "check", file).out


@pytest.mark.parametrize(
    ("sent", "code"),
    [(SHEET.encode(), 0), (b"[game", 1), (b"\xff\xfe", 2), (b"#" * 4_000_001, 2)],
    ids=["sound", "faulty", "not UTF-8", "too large"],
)
def test_a_hyphen_reads_stdin(empty: Terminal, monkeypatch: pytest.MonkeyPatch, sent: bytes, code: int) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
    assert empty("game", "check", "-").code == code


def test_a_file_that_is_missing_is_not_found(empty: Terminal, file: Path) -> None:
    assert empty("game", "check", file).code == 5


def test_the_schema_is_printed_as_json(empty: Terminal) -> None:
    assert json.loads(empty.ok("game", "schema").out) == schema_of_game_files()


def test_the_gallery_is_listed_and_each_file_printed(empty: Terminal, file: Path) -> None:
    assert [line.split()[0] for line in empty.ok("game", "gallery").out.splitlines()] == [*gallery_names()]
    printed = empty.ok("game", "gallery", "co-op").out
    assert printed == source_of("co-op")
    file.write_text(printed, encoding="utf-8")
    empty.ok("game", "check", file)
    assert empty("game", "gallery", "chess").code == 5


def test_no_command_about_game_files_creates_a_folder(empty: Terminal, file: Path) -> None:
    empty.ok("game", "check", write(file, ""))
    assert not empty.data.exists()
