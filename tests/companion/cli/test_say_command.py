"""`companion say`: a few words, recorded once they are what was meant."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from tests.companion.cli.conftest import KEY, Terminal


def test_what_was_understood_is_shown_as_the_log_would_tell_it(companion: Terminal) -> None:
    first, *_ = companion.ok("say", KEY, "lun dam 2").out.splitlines()
    assert first == "→ 1  Lunara suffered 2 damage"


def test_nothing_is_recorded_while_nobody_agrees(companion: Terminal) -> None:
    before = companion.head()
    *_, last = companion.ok("say", KEY, "lun dam 2").out.splitlines()
    assert last == "Nothing was recorded. Add --yes to record it."
    assert companion.head() == before


def test_it_is_recorded_at_once_for_who_says_so(companion: Terminal) -> None:
    assert "Lunara suffered 2 damage" in companion.ok("say", KEY, "lun", "dam", "2", "--yes").out


def test_what_leaves_a_doubt_is_not_recorded_without_asking(companion: Terminal) -> None:
    before = companion.head()
    refused = companion("say", KEY, "gramask 1", "--yes")
    assert (refused.code, companion.head()) == (2, before)
    assert "--take" in refused.err
    assert "House Gramask: 1 space locked" in refused.err


def test_another_reading_is_taken_by_its_number(companion: Terminal) -> None:
    output = companion.ok("say", KEY, "gramask 1", "--json").json
    other = next(n for n, one in enumerate(output, 1) if one["event"] == "faction-space-locked")
    assert "House Gramask: 1 space locked" in companion.ok("say", KEY, "gramask 1", "--take", other, "--yes").out


def test_what_is_missing_is_said(companion: Terminal) -> None:
    assert "[missing: hero]" in companion.ok("say", KEY, "damage 2").out
    refused = companion("say", KEY, "damage 2", "--yes", "--json")
    assert (refused.code, refused.wrong["fields"]) == (2, {"hero": "hero: still missing"})


def test_a_number_below_zero_is_no_option(companion: Terminal) -> None:
    first, *_ = companion.ok("say", KEY, "gramask", "-1").out.splitlines()
    assert first == "→ 1  House Gramask: −1 reputation"


def test_words_that_mean_nothing_are_not_found(companion: Terminal) -> None:
    assert companion("say", KEY, "qqqq").code == 5


def test_the_same_command_records_once(companion: Terminal) -> None:
    for _ in range(2):
        companion.ok("say", KEY, "lun dam 1", "--yes", "--command", "one")
    assert [line["text"] for line in companion.ok("log", KEY, "--json").json].count("Lunara suffered 1 damage") == 1


class Keyboard(StringIO):
    """Somebody at a terminal, and what they type."""

    def isatty(self) -> bool:
        return True


def test_who_is_there_is_asked_for_what_is_missing_and_then_whether_to(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.say_command.can_ask", lambda call: True)
    monkeypatch.setattr(sys, "stdin", Keyboard("Venia\ny\n"))
    assert "Venia suffered 2 damage" in companion.ok("say", KEY, "damage 2").out


def test_who_does_not_agree_records_nothing(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    before = companion.head()
    monkeypatch.setattr("companion.cli.say_command.can_ask", lambda call: True)
    monkeypatch.setattr(sys, "stdin", Keyboard("n\n"))
    assert companion("say", KEY, "lun dam 2").code == 130
    assert companion.head() == before
