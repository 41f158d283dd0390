"""What reaches a terminal does not drive it, whoever wrote it."""

from pathlib import Path

import orjson
import pytest

from companion.cli.columns import align_columns
from companion.terminal import indent_after_first, json_text, strip_controls
from domain.log.entries import Raw, digest_of
from projections.documents.export import SHEET_FORMATS
from tests.companion.cli.conftest import KEY, Terminal

EVIL = "a\x1b[31m\x07\x9b1m\u202eb\u2028c"
DRIVING = [*map(chr, range(10)), *map(chr, range(11, 32)), *map(chr, range(127, 160)), "\u202e", "\u2028"]
LOOKS = [
    ["list"],
    ["log", KEY],
    ["log", KEY, "--search", "a"],
    ["state", KEY],
    ["recap", KEY],
    ["replay", KEY],
    ["sheet", KEY],
    ["why", KEY, "notes"],
    ["diff", KEY, "0", "8"],
    ["events", KEY],
    ["prompts", KEY],
    ["undo", KEY, "--preview"],
    ["undo", KEY],
]


@pytest.fixture
def hostile(companion: Terminal, tmp_path: Path) -> Terminal:
    """A campaign whose log was written by somebody who knows terminals."""
    companion.ok("record", KEY, "note-added", "text=MARK", "--by", "MARK")
    companion.ok("export", KEY, tmp_path / "evening.jsonl")
    header, *lines = (orjson.loads(line) for line in (tmp_path / "evening.jsonl").read_bytes().splitlines())
    state = orjson.loads(orjson.dumps(lines[-1]["state"]).replace(b"MARK", orjson.dumps(EVIL)[1:-1]))
    state["event"]["text"] = "a"
    lines[-1]["state"] = state
    last = Raw(lines[-1]["position"], lines[-1]["topic"], orjson.dumps(state))
    header["digest"] = digest_of(last)
    (tmp_path / "evening.jsonl").write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in (header, *lines)))
    other = companion.elsewhere(tmp_path / "other")
    other.ok("import", tmp_path / "evening.jsonl")
    return other


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
def test_no_look_at_a_hostile_campaign_drives_the_terminal(hostile: Terminal, words: list[str]) -> None:
    for more in ([], ["--json"]):
        output = hostile(*words, *more)
        assert output.code in (0, 5)
        assert [c for c in output.out + output.err if c in DRIVING] == []


@pytest.mark.parametrize("form", [form for form in SHEET_FORMATS if form != "pdf"])
def test_no_sheet_of_a_hostile_campaign_drives_the_terminal(hostile: Terminal, form: str) -> None:
    assert [c for c in hostile.ok("sheet", KEY, "--format", form).out if c in DRIVING] == []


def test_who_recorded_is_shown_without_what_drives(hostile: Terminal) -> None:
    assert "[by a�[31m��1m�b�c]" in hostile.ok("log", KEY).out
    assert hostile.ok("log", KEY, "--json").json[-1]["actor"] == EVIL, "JSON says the same, escaped"


@pytest.mark.parametrize("word", ["\x1b[31m", "\x9b", "\udcff", "\u202e"])
def test_what_was_typed_comes_back_without_what_drives(companion: Terminal, word: str) -> None:
    for words in (["log", word], ["state", KEY, word], ["record", KEY, word], ["sheet", KEY, word], ["why", KEY, word]):
        for more in ([], ["--json"]):
            result = companion(*words, *more)
            assert result.code in (2, 5)
            assert word not in result.err


def test_lines_stay_lines() -> None:
    assert strip_controls("a\nb\tc") == "a\nb�c"
    assert indent_after_first("a\nb", 2) == "a\n  b"


def test_json_is_what_it_was() -> None:
    assert orjson.loads(json_text({"a": EVIL})) == {"a": EVIL}


def test_columns_line_up() -> None:
    assert align_columns([("a", 1, "x"), ("塔", 12, "")], right=(1,)) == ["a    1  x", "塔  12"]
    assert align_columns([]) == []
