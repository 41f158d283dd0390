"""`companion hide` and `show`: what `list` leaves out."""

from __future__ import annotations

from tests.companion.cli.conftest import KEY, Terminal


def keys(terminal: Terminal, *words: str) -> list[str]:
    return [row["key"] for row in terminal.ok("list", "--json", *words).json]


def test_a_hidden_campaign_is_listed_with_the_hidden_ones(companion: Terminal) -> None:
    assert companion.ok("hide", KEY).out == "“Evening one” is hidden. List hidden campaigns: companion list --hidden\n"
    assert (keys(companion), keys(companion, "--hidden"), keys(companion, "--hidden", "--page", "1")) == (
        [],
        [KEY],
        [KEY],
    )
    assert companion.ok("show", KEY, "--json").json == {"key": KEY, "hidden": False, "repeated": False}
    assert (keys(companion), keys(companion, "--hidden")) == ([KEY], [])


def test_a_name_finds_a_hidden_campaign(companion: Terminal) -> None:
    companion.ok("hide", KEY)
    assert (keys(companion, "evening"), keys(companion, "evening", "--page", "1")) == ([KEY], [KEY])


def test_a_repeated_command_hides_once(companion: Terminal) -> None:
    answers = [companion.ok("hide", KEY, "--command", "hidden-once", "--json").json["repeated"] for _ in range(2)]
    assert answers == [False, True]


def test_what_is_hidden_is_not_hidden_again(companion: Terminal) -> None:
    companion.ok("hide", KEY)
    refused = companion("hide", KEY)
    assert (refused.code, "This campaign is hidden already." in refused.err) == (3, True)


def test_no_hidden_campaign_is_said(companion: Terminal) -> None:
    assert companion.ok("list", "--hidden").out == "No campaign is hidden.\n"


def test_a_campaign_that_is_not_there_is_not_hidden(companion: Terminal) -> None:
    assert companion("hide", "elsewhere").code != 0
