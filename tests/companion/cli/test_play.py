"""Play: a file of events, and what stops it."""

import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from tests.companion.cli.conftest import KEY, Terminal

GAIN = {"event": "faction-reputation-gained", "faction": "gramask", "amount": 1}
AGAIN = {"event": "keyword-written", "journal": "party", "keyword": "Silver Key"}


class Player:
    """Plays lines on the evening."""

    def __init__(self, companion: Terminal, folder: Path) -> None:
        self.companion = companion
        self.file = folder / "evening.jsonl"

    def write(self, *lines: object) -> Path:
        output = [line if isinstance(line, bytes) else orjson.dumps(line) for line in lines]
        self.file.write_bytes(b"\n".join(output) + b"\n")
        return self.file


@pytest.fixture
def player(companion: Terminal, tmp_path: Path) -> Player:
    return Player(companion, tmp_path)


def test_lines_are_recorded_in_order(player: Player) -> None:
    output = player.companion.ok("play", KEY, player.write(GAIN, GAIN))
    assert output.out == "Recorded 2 lines.\n"
    assert player.companion.head() == 9


def test_a_field_called_like_a_key_of_the_line_is_said_with_it(player: Player) -> None:
    """`by` is who recorded the line, and how much somebody has more of."""
    key = player.companion.ok("new", "champions", "Friday").out.strip()
    more = {"event": "most-hit-points-changed", "by": "Ana", "target": "spider-man", "with": {"by": 2}}
    player.companion.ok("play", key, player.write({"event": "hero-taken", "hero": "spider-man"}, more))
    assert "The maximum hit points of Spider-Man changed by +2" in player.companion.ok("log", key).out


def test_a_field_that_is_taken_for_a_key_of_the_line_is_told_where_it_goes(player: Player) -> None:
    key = player.companion.ok("new", "champions", "Friday").out.strip()
    taken = {"event": "hero-taken", "hero": "spider-man"}
    more = {"event": "most-hit-points-changed", "target": "spider-man", "by": 4}
    output = player.companion("play", key, player.write(taken, more))
    assert output.code != 0
    assert "by: that does not fit. If it is a field of the event, put it inside “with”." in output.err


def test_what_tells_no_event_has_no_fields_with_it(player: Player) -> None:
    output = player.companion("play", KEY, player.write({"undo": None, "with": {"by": 2}}))
    assert (output.code != 0, player.companion.head()) == (True, 7)


def test_words_of_ours_are_said_in_a_line_as_they_are_read(player: Player) -> None:
    die = {"event": "die-typed-in", "die": "action die", "sides": ["one", "one extra"]}
    put_right = {"amend": 8, "sides": ["one extra", "stamina"]}
    player.companion.ok("play", KEY, player.write(die, put_right))
    output = player.companion.ok("log", KEY, "--json").json
    assert "one_extra" in str(output)


def test_blank_lines_are_skipped_and_do_not_count(player: Player) -> None:
    output = player.companion.ok("play", KEY, player.write(b"", GAIN, b"  ", b"\t", GAIN, b""), "--json")
    assert output.json == {"lines": 2}


def test_a_file_without_lines_records_nothing(player: Player) -> None:
    assert player.companion.ok("play", KEY, player.write(b"")).out == "Recorded 0 lines.\n"


def test_it_stops_at_the_first_refusal_and_names_the_line(player: Player) -> None:
    result = player.companion("play", KEY, player.write(GAIN, b"", AGAIN, GAIN))
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith('Line 3: {"event":"keyword-written"')
    assert "already in this journal" in result.err
    assert player.companion.head() == 8


def test_with_json_the_line_is_part_of_the_one_object(player: Player) -> None:
    wrong = player.companion("play", KEY, player.write(GAIN, AGAIN), "--json").wrong
    assert (wrong["error"], wrong["code"], wrong["line"], wrong["recorded"]) == ("refused", "keyword-present", 2, 1)


def test_a_line_that_branches_in_the_midst_of_a_command_says_where_the_branch_ends(
    harbour: Terminal, tmp_path: Path
) -> None:
    first = harbour.ok("record", "harbour", "dice-rolled", "seat=Ann", "dice=2,3", "--json").json["entries"][0]["entry"]
    (tmp_path / "lines.jsonl").write_text(
        f'{{"branch": "What if", "at": {first}}}\n{{"undo": {first + 1}, "scope": "consequence"}}'
    )
    result = harbour("play", "harbour", tmp_path / "lines.jsonl")
    assert (result.code, f"ends with entry {first + 1}" in result.err) == (0, True)


def test_a_line_may_take_back_restore_put_right_and_branch(player: Player) -> None:
    lines = [
        GAIN,
        {"undo": None},
        {"redo": True},
        {"undo": 6},
        {"redo": 6},
        {"amend": 7, "amount": 1},
        {"branch": "What if", "at": 7},
    ]
    assert player.companion.ok("play", KEY, player.write(*lines)).out == "Recorded 7 lines.\n"
    assert player.companion.ok("state", KEY, "factions.gramask.reputation").out == "4\n"
    assert player.companion.ok("state", "what-if", "factions.gramask.reputation").out == "3\n"


def test_a_line_may_say_who_why_and_which_command(player: Player) -> None:
    line = {"event": "campaign-proper-started", "by": "Ana", "bend": "Why not", "command": "line-1"}
    output = player.companion.ok("play", KEY, player.write({**line, "time": "2026-01-01T12:00:00Z"}, line))
    assert output.out == "Recorded 2 lines.\n"
    last = player.companion.ok("log", KEY, "--json").json[7]
    assert (last["actor"], last["bent"]["reason"], last["time"]) == ("Ana", "Why not", "2026-01-01T12:00:00Z")


def test_a_line_may_choose(player: Player) -> None:
    lines = [{"event": "keyword-crossed-out", "journal": "party", "keyword": "Silver Key"}, {"undo": 5}]
    assert player.companion("play", KEY, player.write(*lines)).code == 3
    player.companion.ok("play", KEY, player.write({"undo": 5, "choice": "those", "sure": True}))


def test_a_field_may_be_called_like_a_correction(player: Player) -> None:
    result = player.companion("play", KEY, player.write({"event": "journey-branch-chosen", "branch": "A"}))
    assert result.code == 3
    assert len(player.companion.ok("list", "--json").json) == 1


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ({}, 2, "A line must start with one of: insert, event, amend, undo, redo, branch."),
        ({"evnt": "x"}, 2, "A line must start with one of"),
        (b"x", 2, "not a JSON object"),
        (b"[1]", 2, "not a JSON object"),
        (b'{"event": "\xff"}', 2, "not a JSON object"),
        (b"[" * 5_000, 2, "not a JSON object"),
        ({"event": 5}, 2, "event: that does not fit"),
        ({"event": "nonsense"}, 5, "There is no event “nonsense”"),
        ({**GAIN, "colour": "red"}, 2, "there is no field colour"),
        ({**GAIN, "amount": "1"}, 2, "amount: type a whole number"),
        ({**GAIN, "amount": 2**63}, 2, "amount"),
        ({**AGAIN, "keyword": "a\x00b"}, 2, "keyword: some characters cannot be shown"),
        ({**AGAIN, "keyword": "x" * 100_000}, 2, "keyword: too long"),
        ({**GAIN, "by": 5}, 2, "by: that does not fit"),
        ({**GAIN, "time": 5}, 2, "time: that does not fit"),
        ({"undo": "6"}, 2, "undo: that does not fit"),
        ({"undo": 6, "choice": "all"}, 2, "choice: that does not fit"),
        ({"undo": 6, "sure": "yes"}, 2, "sure: that does not fit"),
        ({"undo": 6, "colour": "red"}, 2, "there is no field colour"),
        ({"undo": 99}, 5, "There is no entry 99"),
        ({"redo": False}, 2, "redo: that does not fit"),
        ({"redo": True}, 5, "There is nothing to restore"),
        ({"amend": "6"}, 2, "amend: that does not fit"),
        ({"branch": 5}, 2, "branch: that does not fit"),
        ({"branch": "x", "at": "6"}, 2, "at: that does not fit"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_line_that_does_not_fit_stops_it(player: Player, line: object, code: int, sentence: str) -> None:
    result = player.companion("play", KEY, player.write(GAIN, line, GAIN))
    assert (result.code, player.companion.head()) == (code, 8)
    assert result.err.startswith("Line 2: ")
    assert sentence in result.err
    assert len(result.err) < 500


def test_controls_in_a_line_do_not_reach_the_terminal(player: Player) -> None:
    assert "\x1b" not in player.companion("play", KEY, player.write(b'{"event": "\x1b[31m"}')).err


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_what_is_no_file_is_not_found(companion: Terminal, tmp_path: Path, name: str) -> None:
    assert companion("play", KEY, tmp_path / name).code == 5


def test_a_campaign_that_is_not_there_is_not_found(player: Player) -> None:
    assert player.companion("play", "nowhere", player.write(GAIN)).code == 5


def test_lines_may_be_piped_in(companion: Terminal) -> None:
    output = [sys.executable, "-m", "companion", "--data", str(companion.data), "play", KEY, "-"]
    result = subprocess.run(output, input=orjson.dumps(GAIN), capture_output=True, check=True)
    assert result.stdout == b"Recorded 1 line.\n"
    assert companion.head() == 8
