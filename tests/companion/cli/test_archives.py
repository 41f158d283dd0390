"""All campaigns in one zip, and chronicles as pages for a web server."""

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.companion.cli.conftest import KEY, Terminal


@pytest.fixture
def two(companion: Terminal) -> tuple[Terminal, str]:
    """A second campaign beside the evening, whose name is hostile."""
    return companion, companion.ok("new", "runewars", "War <b>&").out.strip()


def test_every_campaign_is_in_the_archive_and_can_be_brought_in_again(
    two: tuple[Terminal, str], tmp_path: Path
) -> None:
    companion, other = two
    told = companion.ok("archive", tmp_path / "all.zip", "--json").json
    assert sorted(told["campaigns"]) == sorted([KEY, other])
    with ZipFile(tmp_path / "all.zip") as archive:
        archive.extractall(tmp_path / "out")
    elsewhere = companion.elsewhere(tmp_path / "elsewhere")
    for key in (KEY, other):
        elsewhere.ok("import", tmp_path / "out" / f"{key}.jsonl")
    assert elsewhere.ok("log", KEY).out == companion.ok("log", KEY).out
    assert elsewhere.ok("verify").out.strip() == "Everything is in order."


def test_an_archive_is_imported_as_a_whole(two: tuple[Terminal, str], tmp_path: Path) -> None:
    companion, other = two
    companion.ok("archive", tmp_path / "all.zip")
    elsewhere = companion.elsewhere(tmp_path / "elsewhere")
    assert sorted(elsewhere.ok("import", tmp_path / "all.zip").out.split()) == sorted([KEY, other])
    assert elsewhere.ok("log", KEY).out == companion.ok("log", KEY).out
    again = elsewhere.ok("import", tmp_path / "all.zip", "--json").json
    assert [one["outcome"] for one in again] == ["known", "known"]
    assert elsewhere.ok("verify").out.strip() == "Everything is in order."


def test_a_site_lists_every_chronicle_and_needs_nothing_else(two: tuple[Terminal, str], tmp_path: Path) -> None:
    companion, other = two
    companion.ok("site", tmp_path / "public")
    index = (tmp_path / "public" / "index.html").read_text()
    assert sorted(re.findall(r'href="([^"]*)"', index)) == sorted([f"{KEY}.html", f"{other}.html"])
    assert "War &lt;b&gt;&amp;" in index
    assert "Silver Key" in (tmp_path / "public" / f"{KEY}.html").read_text()
    assert "<script" not in index


def test_a_site_of_one_campaign_shows_no_other(two: tuple[Terminal, str], tmp_path: Path) -> None:
    companion, _ = two
    companion.ok("site", tmp_path / "public", KEY)
    assert sorted(path.name for path in (tmp_path / "public").iterdir()) == sorted([f"{KEY}.html", "index.html"])
    assert companion("site", tmp_path / "public", "nowhere").code == 5


def test_a_site_is_written_anew_in_the_language_that_is_asked_for(companion: Terminal, tmp_path: Path) -> None:
    for lang in ("en", "zh_Hans"):
        companion.ok("site", tmp_path / "public", "--lang", lang)
    assert '<html lang="zh' in (tmp_path / "public" / "index.html").read_text()


@pytest.mark.parametrize("words", [("archive", "all.zip"), ("site", "public")])
def test_at_a_terminal_long_writing_shows_its_progress(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    command, name = words
    result = companion(command, tmp_path / name)
    assert (result.code, "Writing" in result.err, "100%" in result.err) == (0, True, True)
