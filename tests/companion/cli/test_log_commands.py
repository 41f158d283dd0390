"""Telling: the log, last time's story, and stepping through it again."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from domain.games import BY_KEY
from tests.companion.cli.conftest import DEMO, KEY, Terminal
from tests.suite.patience import HANG
from tests.test_golden import GOLDEN

# --- log ---


def test_the_log_has_a_line_for_every_entry(companion: Terminal) -> None:
    lines = companion.ok("log", KEY).out.splitlines()
    assert [line for line in lines if line.startswith("    ")][::6] == [
        "    1  Started “Evening one”",
        "    7  House Gramask: +3 reputation",
    ]


def test_what_was_taken_back_is_struck_out(companion: Terminal) -> None:
    companion.ok("undo", KEY)
    assert "    7  ~~House Gramask: +3 reputation~~\n" in companion.ok("log", KEY).out


def test_a_session_has_a_heading(played: Terminal) -> None:
    output = played.ok("log", DEMO, "--session", 2).out.splitlines()
    assert output[0].startswith("Session 2 · 2026-")
    assert output[1].startswith("  Ana, Ben, 小梅 · ")
    assert output[1].endswith(" entries")
    assert len({line["session"] for line in played.ok("log", DEMO, "--session", 2, "--json").json}) == 1


def test_chapters_rounds_and_steps_have_headings(played: Terminal) -> None:
    played.ok("record", DEMO, "note-added", "text=Hello")
    output = played.ok("log", DEMO).out.splitlines()
    assert output[:2] == ["  Tutorial", "    1  Started “The Lantern Bearers”"]
    assert "  Campaign round 2 · Journey step" in output
    assert output[-3].startswith("Between sessions · ")
    assert output[-2:] == ["  Campaign round 7 · City step", "  351  Note: Hello"]


def test_a_round_of_a_fight_has_a_heading(empty: Terminal) -> None:
    empty.ok("import", GOLDEN / "agemonia" / "0.1.0-fight.jsonl")
    output = empty.ok("log", "mist-over-the-ford").out.splitlines()
    begun = output.index("    Fight round 1 began")
    assert re.fullmatch(r" +\d+ +Fight round 1 began  \[by Ana\]", output[begun + 1])


def test_lines_are_searched(companion: Terminal) -> None:
    assert [row["entry"] for row in companion.ok("log", KEY, "--search", "silver", "--json").json] == [5]
    assert companion.ok("log", KEY, "--search", "卢娜拉").out
    assert companion.ok("log", KEY, "--search", "nothing like it").out == "No entries.\n"
    assert companion.ok("log", KEY, "--search", '"* OR (', "--json").json == []


@pytest.mark.parametrize("session", ["0", "-1", "x", str(2**63)])
def test_a_session_is_a_number(companion: Terminal, session: str) -> None:
    assert companion("log", KEY, "--session", session).code == 2
    assert companion("replay", KEY, "--session", session).code == 2


def test_further_lines_of_a_note_stand_below_its_first(played: Terminal) -> None:
    assert "\n       Next time: snacks before dice." in played.ok("log", DEMO).out


# --- recap ---


@pytest.mark.parametrize("game", BY_KEY)
def test_the_recap_of_an_evening_fits_a_phone_screen_and_a_half(game: str, companion: Terminal) -> None:
    key = companion.ok("demo", game).out.split()[-1]
    lines = companion.ok("recap", key).out.splitlines()
    assert lines[0].startswith("Session ")
    assert any(line.startswith("  … and ") for line in lines)
    assert 8 < len(lines) <= 45


def test_a_long_session_is_told_by_what_a_table_remembers_and_by_rounds(played: Terminal) -> None:
    lines = played.ok("recap", DEMO).out.splitlines()
    assert lines[0].startswith("Session 6 · 2026-05-15 · Ana, Ben, 小梅")
    assert lines[1] == "  Campaign round 6"
    assert "    The result was S1" in lines
    assert "  Campaign round 7" in lines
    assert "    The party reached level 3" in lines
    assert "  … and 28 more lines in the log" in lines


def test_a_recap_tells_how_the_charted_numbers_changed(played: Terminal) -> None:
    lines = played.ok("recap", DEMO).out.splitlines()
    assert "Since then" in lines
    assert "  Stars: Venia 8 → 14, Torrax 11 → 9" in lines
    assert "  Experience: 4 → 5" in lines


def test_a_short_session_is_told_by_rounds_and_steps(companion: Terminal) -> None:
    lines = companion.ok("recap", KEY).out.splitlines()
    assert "    House Gramask: +5 reputation" in lines
    assert not [line for line in lines if "more lines in the log" in line]


def test_neither_frames_nor_consequences_are_told(played: Terminal) -> None:
    output = "\n".join(played.ok("recap", DEMO, "--json").json["log"])
    assert "Sat down" not in output
    assert "Put the game away" not in output
    assert "open action slot" not in output


def test_how_a_campaign_was_set_up_is_not_told(companion: Terminal) -> None:
    output = companion.ok("recap", KEY, "--json").json
    assert output["session"] is None
    assert output["log"][0] == "Lunara joined the party, played by P1"


def test_runs_of_taps_are_one_line(companion: Terminal) -> None:
    assert "House Gramask: +5 reputation" in companion.ok("recap", KEY, "--json").json["log"]


def test_a_session_that_has_only_begun_tells_of_the_one_before(companion: Terminal) -> None:
    for name in ("session-started", "note-added", "session-ended"):
        companion.ok("record", KEY, name, *(["text=Hello"] if name == "note-added" else []))
    companion.ok("record", KEY, "session-started")
    assert companion.ok("recap", KEY, "--json").json["session"] == 1
    companion.ok("record", KEY, "note-added", "text=Again")
    assert companion.ok("recap", KEY, "--json").json["session"] == 2


def test_what_was_taken_back_is_not_told(companion: Terminal) -> None:
    companion.ok("undo", KEY, 5)
    assert "Silver Key" not in companion.ok("recap", KEY).out


def test_notes_and_bent_rules_are_told_with_their_entry(companion: Terminal) -> None:
    companion.ok("record", KEY, "campaign-proper-started", "--bend", "We know the game")
    companion.ok("record", KEY, "note-added", "text=Never again", "entry=8")
    output = companion.ok("recap", KEY).out
    assert "(against the rule: We know the game)" in output
    assert "\n      Note: Never again" in output


def test_there_may_be_nothing_to_tell(empty: Terminal) -> None:
    empty.ok("new", "agemonia", "Evening one")
    assert empty.ok("recap", KEY, "--json").json["log"] == []


@pytest.mark.parametrize("after", [3, 6], ids=["behind a command of the frame", "behind a command of the game"])
def test_the_recap_lists_a_forgotten_event_at_its_place(companion: Terminal, after: int) -> None:
    companion.ok("record", KEY, "keyword-written", "journal=party", "keyword=Iron Key", "--after", after)
    assert any("Iron Key" in line for line in companion.ok("recap", KEY, "--json").json["log"])


def test_the_story_of_a_game_with_secrets_keeps_them(harbour: Terminal) -> None:
    output = harbour.ok("recap", "harbour").out
    assert "Ann gained 9 coins" in output
    assert "Coins: Ann 9" in output
    assert "42" not in output


# --- replay ---


def test_without_a_keyboard_everything_is_told_at_once(companion: Terminal) -> None:
    output = companion.ok("replay", KEY).out
    assert "    6  House Gramask: +2 reputation\n           House Gramask, reputation: now 2\n" in output
    assert "           House Gramask, reputation: 2 → 5\n" in output


def test_what_was_taken_back_is_not_played(companion: Terminal) -> None:
    companion.ok("undo", KEY, 6)
    rows = companion.ok("replay", KEY, "--json").json
    assert [row["entry"] for row in rows] == [1, 2, 3, 4, 5, 7]
    assert rows[-1]["changes"] == ["House Gramask, reputation: now 3"]


def test_what_was_put_right_is_played_as_it_counts(companion: Terminal) -> None:
    companion.ok("amend", KEY, 6, "amount=4")
    rows = companion.ok("replay", KEY, "--json").json
    assert (rows[5]["text"], rows[5]["changes"][0]) == (
        "House Gramask: +4 reputation",
        "House Gramask, reputation: now 4",
    )


def test_a_session_or_the_end_alone_is_played(played: Terminal) -> None:
    rows = played.ok("replay", DEMO, "--session", 2, "--json").json
    everything = {(row["entry"], row["line"]): row for row in played.ok("replay", DEMO, "--json").json}
    assert rows == [everything[row["entry"], row["line"]] for row in rows]
    last = played.head(DEMO)
    assert [row["entry"] for row in played.ok("replay", DEMO, "--from", last, "--json").json] == [last]


def test_rounds_and_steps_are_headings(played: Terminal) -> None:
    assert "\nSession 2 · Campaign round 1 · City step\n" in played.ok("replay", DEMO, "--session", 2).out


def test_secrets_are_not_played(harbour: Terminal) -> None:
    assert "42" not in harbour.ok("replay", "harbour").out


def test_a_long_campaign_is_played_within_a_moment(played: Terminal) -> None:
    began = time.process_time()
    played.ok("replay", DEMO)
    replay = time.process_time() - began
    began = time.process_time()
    played.ok("log", DEMO)
    assert replay < 20 * (time.process_time() - began), "it is folded once, not once an entry"


class Keyboard:
    """A replay in a terminal of its own, with somebody at the keys."""

    def __init__(self, companion: Terminal, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        output = [sys.executable, "-m", "companion", "--data", str(companion.data), "replay", *words]
        self.process = subprocess.Popen(output, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.seen = b""

    def until(self, words: str) -> bytes:
        """What is shown up to some words, or to the end."""
        before = len(self.seen)
        while words.encode() not in self.seen[before:]:
            assert select.select([self.ours], [], [], HANG)[0], self.seen
            try:
                self.seen += os.read(self.ours, 1024)
            except OSError:  # the other end is closed
                break
        return self.seen[before:]

    def press(self, key: str) -> None:
        """Press a key once somebody waits for it: what is typed before is thrown away."""
        began = time.monotonic()
        while termios.tcgetattr(self.ours)[3] & termios.ICANON:
            assert time.monotonic() < began + HANG
            time.sleep(0.01)
        os.write(self.ours, key.encode())

    def end(self) -> int:
        self.until("never shown")
        os.close(self.ours)
        return self.process.wait(HANG)


def test_at_a_keyboard_it_waits_for_a_key(companion: Terminal) -> None:
    keyboard = Keyboard(companion, KEY)
    assert b"    2  " not in keyboard.until("Started")
    keyboard.press("\r")
    assert b"    3  " not in keyboard.until("    2  ")
    keyboard.press("q")
    assert keyboard.end() == 0
    assert b"    3  " not in keyboard.seen


def test_at_a_keyboard_it_goes_on_to_the_next_step(companion: Terminal) -> None:
    keyboard = Keyboard(companion, KEY, "--from", "3")
    keyboard.until("    3  ")
    keyboard.press("s")
    keyboard.until("    7  ")
    assert keyboard.end() == 0


# --- names that pass ---

TWO_STAGES = (
    "content-added kind=villains id=Ogre-I fields={}",
    "content-added kind=villains id=Ogre-II fields={}",
    'content-added kind=scenarios id=Two fields={"villains":["Ogre-I","Ogre-II"]}',
    "hero-taken hero=spider-man player=Ana",
    "scenario-chosen scenario=Two health=10 target=9",
    "game-begun",
    "damage-dealt target=villain amount=4",
    "damage-dealt target=villain amount=6",
    "damage-dealt target=villain amount=3",
)


def test_a_line_and_its_exports_name_the_villain_of_their_moment(empty: Terminal, tmp_path: Path) -> None:
    empty.ok("new", "champions", "Ogres")
    printed = [empty.ok("record", "ogres", *words.split(" ")).out for words in TWO_STAGES]
    hit = [re.search(r"Ogre-I+ took \d damage", said) for said in printed[-3:]]
    wanted = ["Ogre-I took 4 damage", "Ogre-I took 6 damage", "Ogre-II took 3 damage"]
    assert [found and found[0] for found in hit] == wanted
    output = [empty.ok("log", "ogres").out]
    for kind in ("md", "csv", "html"):
        empty.ok("export", "ogres", tmp_path / f"ogres.{kind}")
        output.append((tmp_path / f"ogres.{kind}").read_text(encoding="utf-8"))
    assert [re.findall(r"Ogre-I+ took \d damage", text) for text in output] == [wanted] * 4


def test_at_a_terminal_lines_that_were_taken_back_are_dim(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    companion.ok("undo", KEY)
    plain = companion.ok("log", KEY).out
    assert "\x1b" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    coloured = companion.ok("log", KEY).out
    dim = [line for line in coloured.splitlines() if line.startswith("\x1b[2m")]
    assert [("~~" in line, line.endswith("\x1b[0m")) for line in dim] == [(True, True)]
    assert coloured.replace("\x1b[2m", "").replace("\x1b[0m", "") == plain
