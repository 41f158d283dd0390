"""`companion notices`: the receiver of a campaign, from a terminal."""

from collections.abc import Iterator

import pytest

from tests.companion.cli.conftest import KEY, Terminal
from tests.companion.notices.program import Program, all_posts, running

HOOK = "https://example.org/hook"


@pytest.fixture
def program() -> Iterator[Program]:
    with running() as found:
        yield found


def test_a_receiver_is_set_shown_and_removed(companion: Terminal) -> None:
    assert companion.ok("notices", KEY).out == "This campaign sends no notices.\n"
    companion.ok("notices", KEY, HOOK, "--kind", "discord", "--on", "evening-ended", "--on", "turn")
    shown = companion.ok("--json", "notices", KEY).json["receiver"]
    assert (shown["url"], shown["kind"], shown["on"]) == (HOOK, "discord", ["evening-ended", "turn"])
    assert companion.ok("notices", KEY).out.splitlines() == [
        f"url     {HOOK}",
        "kind    discord",
        "on      evening-ended, turn",
        f"secret  {shown['secret']}",
    ]
    assert companion.ok("notices", KEY, "--off").out == "No more notices are sent.\n"
    assert companion.ok("--json", "notices", KEY).json == {"receiver": None}


def test_without_a_choice_every_notice_is_sent(companion: Terminal) -> None:
    shown = companion.ok("--json", "notices", KEY, HOOK).json["receiver"]
    assert shown["on"] == ["evening-started", "evening-ended", "turn"]


@pytest.mark.parametrize("url", ["http://example.org/", "file:///etc/passwd", "https://a:b@example.org/"])
def test_a_wrong_address_is_refused_and_changes_nothing(companion: Terminal, url: str) -> None:
    result = companion("notices", KEY, url)
    assert (result.code != 0, result.out) == (True, "")
    assert companion.ok("--json", "notices", KEY).json == {"receiver": None}
    assert not (companion.data / "notices").exists()


def test_a_test_is_sent_at_once(companion: Terminal, program: Program) -> None:
    assert companion.ok("notices", KEY, program.url, "--test").out == "Sent a test: answered 200.\n"
    assert program.next_post().json["text"] == "Evening one: a test. Notices arrive here."
    program.answers = [404]
    assert companion.ok("--json", "notices", KEY, "--test").json == {"arrived": False, "answer": "answered 404"}


def test_a_test_needs_a_receiver(companion: Terminal, program: Program) -> None:
    assert "This campaign sends no notices." in companion("notices", KEY, "--test").err
    assert all_posts(program) == []


def test_off_takes_nothing_else(companion: Terminal) -> None:
    assert "--off takes no URL" in companion("notices", KEY, HOOK, "--off").err
    assert "--off takes no URL" in companion("notices", KEY, "--test", "--off").err


def test_recording_in_a_terminal_sends_nothing(companion: Terminal, program: Program) -> None:
    companion.ok("notices", KEY, program.url)
    companion.ok("record", KEY, "session-started")
    assert all_posts(program) == []
