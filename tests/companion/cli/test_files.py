"""Files out and files in: whole or not at all."""

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from companion.config import from_environment
from projections.documents.export import EXPORTS, MOST_ON_PAPER
from projections.documents.paper import parts
from tests.companion.cli.conftest import KEY, Terminal

STARTS = {
    ".jsonl": b'{"companion":1,',
    ".json": b"{",
    ".md": b"# Evening one\n",
    ".html": b"<!doctype html>",
    ".csv": b"\xef\xbb\xbf",
    ".pdf": b"%PDF",
    ".bgsplay": b"{",
    ".plays.csv": b"\xef\xbb\xbf",
    ".ics": b"BEGIN:VCALENDAR\r\n",
}


@pytest.fixture
def exported(companion: Terminal, tmp_path: Path) -> Path:
    companion.ok("export", KEY, tmp_path / "evening.jsonl")
    return tmp_path / "evening.jsonl"


@pytest.fixture
def other(companion: Terminal, tmp_path: Path) -> Terminal:
    """Another folder, without campaigns."""
    return companion.elsewhere(tmp_path / "other")


# --- out ---


@pytest.mark.parametrize("suffix", EXPORTS)
def test_a_campaign_leaves_in_the_format_of_the_suffix(companion: Terminal, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"evening{suffix}"
    output = companion.ok("export", KEY, file, "--json").json
    assert output == {"file": str(file), "bytes": file.stat().st_size}
    assert file.read_bytes().lower().startswith(STARTS[suffix].lower()[:3])
    assert b"Silver Key" in file.read_bytes() or suffix in (".pdf", ".bgsplay", ".plays.csv", ".ics")


@pytest.mark.parametrize("suffix", set(EXPORTS) - {".pdf", ".json"})
def test_a_campaign_is_piped_out_as_it_is_written_to_a_file(companion: Terminal, tmp_path: Path, suffix: str) -> None:
    companion.ok("export", KEY, tmp_path / f"evening{suffix}")
    piped = companion.ok("export", KEY, "-", "--format", suffix.removeprefix("."))
    assert piped.bytes == (tmp_path / f"evening{suffix}").read_bytes()


def test_the_format_goes_before_the_suffix(companion: Terminal, tmp_path: Path) -> None:
    companion.ok("export", KEY, tmp_path / "evening.txt", "--format", "MD")
    assert (tmp_path / "evening.txt").read_bytes().startswith(STARTS[".md"])


def test_what_is_piped_out_names_its_format(companion: Terminal) -> None:
    result = companion("export", KEY, "-")
    assert (result.code, result.out, "--format jsonl" in result.err) == (2, "", True)
    assert companion("export", KEY, "-", "--format", "docx").code == 5


def test_a_terminal_is_sent_no_pdf(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    result = companion("export", KEY, "-", "--format", "pdf")
    assert (result.code, result.out, "> chronicle.pdf" in result.err) == (2, "", True)


def test_a_terminal_shows_the_progress_of_a_pdf_with_more_than_one_part(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MOST_LINES", 2)
    assert companion("export", KEY, tmp_path / "piped.pdf").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    result = companion("export", KEY, tmp_path / "long.pdf")
    assert (result.code, "Writing" in result.err, "100%" in result.err) == (0, True, True)
    assert (tmp_path / "long.pdf").read_bytes() == (tmp_path / "piped.pdf").read_bytes()


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_a_terminal_shows_no_progress_of_a_file_of_one_part(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert companion("export", KEY, tmp_path / f"short{suffix}").err == ""


def test_what_a_seat_knows_leaves_as_that_seat_sees_it(companion: Terminal, tmp_path: Path) -> None:
    companion.ok("export", KEY, tmp_path / "hers.md", "--as", "lunara")
    assert "Silver Key" in (tmp_path / "hers.md").read_text()


def test_a_file_that_holds_everything_is_for_no_seat(companion: Terminal, tmp_path: Path) -> None:
    result = companion("export", KEY, tmp_path / "evening.jsonl", "--as", "lunara")
    assert (result.code, "the secrets of all seats" in result.err) == (2, True)


def test_a_suffix_may_be_in_capitals(companion: Terminal, tmp_path: Path) -> None:
    companion.ok("export", KEY, tmp_path / "EVENING.MD")


@pytest.mark.parametrize("name", ["evening.exe", "evening", "nowhere/evening.md"])
def test_what_cannot_be_written_is_not_found(companion: Terminal, tmp_path: Path, name: str) -> None:
    assert companion("export", KEY, tmp_path / name).code == 5
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_campaign_too_long_for_paper_is_refused_before_any_work(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> Iterator[bytes]:
        raise AssertionError

    monkeypatch.setattr("projections.documents.export.MOST_ON_PAPER", 6)
    monkeypatch.setitem(EXPORTS, ".pdf", never)
    result = companion("export", KEY, tmp_path / "evening.pdf")
    assert (result.code, "7 entries" in result.err, ".html" in result.err) == (2, True, True)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    companion.ok("export", KEY, tmp_path / "evening.html")


def test_the_help_says_how_long_a_campaign_on_paper_may_be(companion: Terminal) -> None:
    assert f"at most {MOST_ON_PAPER} entries" in " ".join(companion.typed("export", "--help").out.split())


def test_a_folder_is_no_file(companion: Terminal, tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    assert companion("export", KEY, tmp_path / "folder.md").code == 2


def test_a_file_that_is_there_is_kept_until_the_new_one_is_complete(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_off(*_: object) -> Iterator[bytes]:
        yield b"half"
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "evening.md").write_text("old")
    monkeypatch.setattr("projections.documents.export.EXPORTS", {".md": breaks_off})
    result = companion("export", KEY, tmp_path / "evening.md", "--force")
    assert (result.code, result.err) == (4, f"No space left on device: {tmp_path / 'evening.md'}\n")
    assert (tmp_path / "evening.md").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "evening.md"]


def test_a_folder_that_may_not_be_written_is_told(
    companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "hidden")

    monkeypatch.setattr("companion.campaign_files.targets.TemporaryDirectory", refuses)
    result = companion("export", KEY, tmp_path / "evening.md", "--json")
    assert (result.code, result.wrong["message"]) == (4, f"Permission denied: {tmp_path / 'evening.md'}")


def test_a_name_that_is_no_text_is_a_name_all_the_same(companion: Terminal, tmp_path: Path) -> None:
    companion.ok("export", KEY, tmp_path / "a\udcffb.md", "--json")
    assert b"a\xffb.md" in [os.fsencode(path.name) for path in tmp_path.iterdir()]


def test_the_log_is_written_as_it_is_read(companion: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.campaign_files.targets import Target  # noqa: PLC0415
    from projections.documents import lossless  # noqa: PLC0415

    alive: list[int] = []
    written = Target.write

    def watched(target: Target, pieces: Iterator[bytes], **said: bool) -> int:
        return written(target, (alive.append(len(piece)) or piece for piece in pieces), **said)  # type: ignore[func-returns-value]

    monkeypatch.setattr(Target, "write", watched)
    companion.ok("export", KEY, tmp_path / "evening.jsonl")
    assert len(alive) == 8, "a piece a line"
    assert lossless.EXPORT_FORMAT == 1


# --- in ---


def test_what_left_comes_in_as_it_was(companion: Terminal, other: Terminal, exported: Path, tmp_path: Path) -> None:
    output = other.ok("import", exported, "--json").json
    assert (output["key"], output["entries"]) == (KEY, 7)
    other.ok("export", KEY, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == exported.read_bytes()
    assert other.ok("verify").out == "Everything is in order.\n"


def test_what_is_here_already_is_not_imported_again(companion: Terminal, exported: Path) -> None:
    result = companion("import", exported)
    assert (result.code, result.out) == (0, f"{KEY}\n")
    assert result.err == "“Evening one” is already here, with 7 entries; nothing is new.\n"
    assert len(companion.ok("list", "--json").json) == 1


def play_on(terminal: Terminal, amount: int) -> None:
    terminal.ok("record", KEY, "faction-reputation-gained", "faction=gramask", f"amount={amount}")


def test_a_file_that_continues_a_campaign_adds_its_new_entries(
    companion: Terminal, other: Terminal, exported: Path, tmp_path: Path
) -> None:
    other.ok("import", exported)
    play_on(other, 1)
    other.ok("export", KEY, tmp_path / "later.jsonl")
    result = companion("import", tmp_path / "later.jsonl")
    assert (result.code, result.out) == (0, f"{KEY}\n")
    assert result.err == "“Evening one” continues: 1 entry is new, after entry 7.\n"
    assert companion.ok("verify").out == "Everything is in order.\n"
    assert companion.ok("log", KEY).out == other.ok("log", KEY).out


def test_a_fork_is_kept_next_to_the_campaign_with_both_ends_named(
    companion: Terminal, other: Terminal, exported: Path, tmp_path: Path
) -> None:
    other.ok("import", exported)
    play_on(companion, 1)
    play_on(other, 2)
    play_on(other, 1)
    other.ok("export", KEY, tmp_path / "fork.jsonl")
    result = companion("import", tmp_path / "fork.jsonl")
    assert (result.code, result.out) == (0, f"{KEY}-2\n")
    assert result.err == (
        f"The file and “{KEY}” differ after entry 7. Both are kept: the file as “{KEY}-2” with 9 entries, next to"
        f" “{KEY}” with 8 entries.\n"
    )
    assert companion.ok("import", tmp_path / "fork.jsonl", "--json").json["outcome"] == "known"
    assert companion.ok("verify").out == "Everything is in order.\n"


def test_standard_input_is_imported(other: Terminal, exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with exported.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert other.ok("import", "-").out == f"{KEY}\n"
    assert other.head() == 7


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("evening.json", "This is a campaign as data for other programs"),
        ("evening.bgsplay", "This file is for BG Stats"),
        ("evening.md", "This is a document to read or print."),
        ("backup.db", "companion restore FILE"),
    ],
)
def test_another_file_is_named_with_the_command_that_takes_it(
    companion: Terminal, tmp_path: Path, name: str, sentence: str
) -> None:
    file = tmp_path / name
    companion.ok(*(("backup", file) if name == "backup.db" else ("export", KEY, file)))
    result = companion("import", file)
    assert (result.code, sentence in result.err, result.out) == (2, True, "")


@pytest.mark.parametrize("name", ["missing.jsonl", "data", "."])
def test_what_is_no_file_is_not_found(companion: Terminal, tmp_path: Path, name: str) -> None:
    assert companion("import", tmp_path / name).code == 5


def _header(changes: dict[str, object]) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        first, _, rest = data.partition(b"\n")
        return orjson.dumps({**orjson.loads(first), **changes}) + b"\n" + rest

    return change


SPOILED = [
    ("cut short", lambda data: data[:-40]),
    ("an entry short", lambda data: data[: data[:-1].rindex(b"\n") + 1]),
    ("empty", lambda _: b""),
    ("no JSON", lambda _: b"hello\n"),
    ("bytes", lambda _: bytes(range(256))),
    ("another game", _header({"game": "chess"})),
    ("newer", _header({"companion": 2})),
    ("a path for a name", _header({"campaign": "../../etc/passwd"})),
    ("a changed amount", lambda data: data.replace(b'"amount":2', b'"amount":9')),
    ("a changed end", lambda data: data.replace(b'"amount":3', b'"amount":9')),
    ("a changed order", lambda data: data.replace(b'"position":5', b'"position":6')),
    ("one entry twice", lambda data: data + data.splitlines(keepends=True)[-1]),
]


@pytest.mark.parametrize("spoil", [spoil for _, spoil in SPOILED], ids=[name for name, _ in SPOILED])
def test_a_spoiled_file_is_refused_and_nothing_is_recorded(
    other: Terminal, exported: Path, spoil: Callable[[bytes], bytes]
) -> None:
    exported.write_bytes(spoil(exported.read_bytes()))
    result = other("import", exported)
    assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1)
    assert other.ok("list", "--json").json == []
    assert other("import", exported, "--json").wrong["message"]


def test_a_key_is_made_of_the_name_never_of_a_path(other: Terminal, exported: Path) -> None:
    exported.write_bytes(_header({"key": "../../x", "name": "../../x"})(exported.read_bytes()))
    assert other.ok("import", exported).out == "evening-one\n"
    assert not (other.data.parent.parent / "x").exists()


def test_a_file_that_is_too_large_is_refused(other: Terminal, exported: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "companion.cli.base.from_environment", lambda data: replace(from_environment(data), import_limit=2_000)
    )
    result = other("import", exported)
    assert (result.code, result.err) == (2, "This file is too large: at most 2000 bytes.\n")
    assert other.ok("list", "--json").json == []


def test_somebody_who_looks_on_sees_how_far_it_is(
    other: Terminal, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for words in (["import", exported], ["verify"], ["rebuild"]):
        result = other(*words)
        assert (result.code, "100%" in result.err, "%" in result.out) == (0, True, False)
