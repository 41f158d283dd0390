"""Shell completion: the words that continue a line, as bash and zsh ask for them."""

import sqlite3
from pathlib import Path

import pytest

from tests.companion.cli.conftest import KEY, Terminal


@pytest.fixture
def complete(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> "Completing":
    return Completing(companion, monkeypatch)


class Completing:
    """A shell that completes the last word of a line."""

    def __init__(self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
        self.terminal = terminal
        self._monkeypatch = monkeypatch

    def __call__(self, line: str, shell: str = "bash", data: Path | None = None) -> list[str]:
        """The words that are offered for the last word of a line; bash splits the line at `=`."""
        words = f"companion {line}"
        words = words.replace("=", " = ") if shell == "bash" else words
        position = len(words.split(" ")) - 1
        self._monkeypatch.setenv("COMPANION_DATA", str(data or self.terminal.data))
        self._monkeypatch.setenv("_COMPANION_COMPLETE", f"{shell}_complete")
        self._monkeypatch.setenv("COMP_WORDS", words)
        self._monkeypatch.setenv("COMP_CWORD", str(position))
        result = self.terminal.typed()
        assert result.err == ""
        if shell == "zsh":
            return result.out.splitlines()[1::3]
        return [found.partition(",")[2] for found in result.out.split()]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("l", ["list", "log"]),
        ("log ev", [KEY]),
        (f"log {KEY} --sess", ["--session"]),
        ("log --data nowhere ", []),
        ("list --lang zh", ["zh_Hans", "zh_Hant"]),
        ("new ru", ["runewars"]),
        ("demo ru", ["runewars"]),
        ("events ", ["agemonia", "runewars", "champions", "odalin", "heroes3", "own", KEY]),
        ("kinds agemonia it", ["items", "item-kinds"]),
        (f"export {KEY} - --format js", ["jsonl", "json"]),
        (f"record {KEY} keyword-w", ["keyword-written"]),
        (f"record {KEY} keyword-written j", ["journal="]),
        (f"record {KEY} keyword-written journal=", ["party", "lunara", "venia"]),
        (f"record {KEY} keyword-written journal=l", ["lunara"]),
        (f"record {KEY} keyword-written journal=party k", ["keyword="]),
        (f"record {KEY} keyword-wrong journal=", []),
        (f"amend {KEY} 5 ", ["journal=", "keyword=", "source="]),
        (f"amend {KEY} 1 ", []),
        ("record nowhere keyword-written ", []),
    ],
)
def test_the_words_that_continue_a_line(complete: Completing, line: str, found: list[str]) -> None:
    assert complete(line) == found


def test_where_a_word_is_whole_the_field_is_a_part_of_it(complete: Completing) -> None:
    assert complete(f"record {KEY} keyword-written journal=l", "zsh") == ["journal=lunara"]


def test_completion_creates_no_folder_and_no_file(complete: Completing, tmp_path: Path) -> None:
    assert complete("log ", data=tmp_path / "none") == []
    assert complete(f"record {KEY} keyword-written journal=", data=tmp_path / "none") == []
    assert not (tmp_path / "none").exists()


def test_a_file_of_an_earlier_release_is_not_converted(complete: Completing) -> None:
    with sqlite3.connect(complete.terminal.file) as db:
        db.execute("PRAGMA user_version=1")
    db.close()
    before = sorted(complete.terminal.data.iterdir())
    assert complete(f"record {KEY} keyword-written journal=") == []
    assert complete("log ev") == [KEY], "names are only read"
    assert sorted(complete.terminal.data.iterdir()) == before


def test_the_database_of_another_program_has_no_campaigns(complete: Completing, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "campaigns.db") as db:
        db.execute("CREATE TABLE songs (title)")
    db.close()
    assert complete("log ", data=tmp_path) == []
    assert complete(f"record {KEY} keyword-written journal=", data=tmp_path) == []
