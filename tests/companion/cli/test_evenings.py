"""The first entry of a day from the terminal begins the evening, as it does on the pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.cli import recording
from companion.config import Settings
from companion.services import Services
from companion.web.visitors.guests import Guests
from tests.companion.cli.conftest import KEY, Terminal

WRITTEN = ("keyword-written", "journal=party", "keyword=Gold Key")


@pytest.fixture(autouse=True)
def with_evenings(monkeypatch: pytest.MonkeyPatch, without_evenings: None) -> None:
    monkeypatch.setattr(recording, "EVENINGS", True)


def entries(companion: Terminal) -> list[dict[str, Any]]:
    """The entries of the evening, the oldest first."""
    return sorted(companion.ok("log", KEY, "--json").json["entries"], key=lambda one: int(one["entry"]))


def test_the_first_entry_begins_an_evening_and_says_how_to_take_that_back(companion: Terminal) -> None:
    before = companion.head()
    said = companion.ok("record", KEY, *WRITTEN).out
    assert companion.head() == before + 2
    assert "Gold Key" in said.splitlines()[0]
    assert said.splitlines()[-1] == (f"The evening began with it. To take that back: companion undo {KEY} {before + 1}")


def test_taking_it_back_leaves_the_entry(companion: Terminal) -> None:
    said = companion.ok("record", KEY, *WRITTEN).out
    companion.ok(*said.rpartition("companion ")[2].split())
    assert "Gold Key" in companion.ok("log", KEY).out
    assert "evening began" not in companion.ok("record", KEY, WRITTEN[0], WRITTEN[1], "keyword=Bone Key").out


def test_the_second_entry_of_the_day_begins_none(companion: Terminal) -> None:
    companion.ok("record", KEY, *WRITTEN)
    assert "evening began" not in companion.ok("record", KEY, WRITTEN[0], WRITTEN[1], "keyword=Bone Key").out


def test_words_that_are_said_begin_one(companion: Terminal) -> None:
    said = companion.ok("say", KEY, "gramask reputation 1", "--yes", "--take", "1").out
    assert "The evening began with it." in said


def test_a_program_reads_the_entry_with_which_it_began(companion: Terminal) -> None:
    before = companion.head()
    assert companion.ok("record", KEY, *WRITTEN, "--json").json["evening"] == before + 1
    assert "evening" not in companion.ok("record", KEY, WRITTEN[0], WRITTEN[1], "keyword=Bone Key", "--json").json


@pytest.mark.parametrize(
    "words",
    [
        ("note-added", "text=Bring dice."),
        (*WRITTEN, "--later", "last week"),
        (*WRITTEN, "--after", "5"),
    ],
    ids=["books", "later", "inserted"],
)
def test_what_is_no_play_of_this_day_begins_none(companion: Terminal, words: tuple[str, ...]) -> None:
    assert "evening began" not in companion.ok("record", KEY, *words).out


def test_what_is_refused_begins_none(companion: Terminal) -> None:
    before = companion.head()
    assert companion("record", KEY, "faction-reputation-lost", "faction=gramask", "amount=20").code
    assert companion.head() == before


def test_the_players_are_those_at_the_table_and_on_phones(companion: Terminal) -> None:
    settings = Settings(companion.data)
    services = Services(settings)
    campaign = services.find_campaign(KEY).campaign
    services.close()
    Guests(settings.guests).join(campaign, "Dora", "player", ())
    companion.ok("record", KEY, *WRITTEN)
    assert "Dora, P1, P2" in companion.ok("log", KEY).out


def test_an_evening_of_yesterday_that_was_left_open_ends_first(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion.ok("record", KEY, *WRITTEN)
    made, tomorrow = Services.new_command, datetime.now(UTC) + timedelta(days=1)

    def later(*args: Any, **named: Any) -> Any:
        from dataclasses import replace  # noqa: PLC0415

        return replace(made(*args, **named), time=tomorrow.isoformat().replace("+00:00", "Z"))

    monkeypatch.setattr(Services, "new_command", later)
    before = companion.head()
    said = companion.ok("record", KEY, WRITTEN[0], WRITTEN[1], "keyword=Bone Key").out
    assert companion.head() == before + 3
    assert said.rstrip().endswith(f"companion undo {KEY} {before + 2}")
