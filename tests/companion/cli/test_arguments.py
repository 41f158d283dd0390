"""Choices on the command line: what is offered where other fields are given, and several things in one event."""

import pytest

from tests.companion.cli.conftest import Terminal


@pytest.fixture
def dealt(harbour: Terminal) -> Terminal:
    harbour.ok("record", "harbour", "favours-taken", "seat=Ann", "favours=平静的海=2,gust=1")
    return harbour


def test_several_things_are_typed_with_their_numbers(dealt: Terminal) -> None:
    assert dealt.ok("state", "harbour", "seats.Ann.hand", "--as", "Ann").json == ["calm", "calm", "gust"]


def test_a_field_says_what_it_depends_on(dealt: Terminal) -> None:
    assert "  favour    text, given seat\n" in dealt.ok("events", "harbour", "favour-called-in").out


def test_what_fits_is_named_once_that_is_given(dealt: Terminal) -> None:
    output = dealt.ok("events", "harbour", "favour-called-in", "seat=Ann", "--as", "Ann").out
    assert "one of: calm | gust\n" in output


def test_what_another_seat_holds_is_not_named(dealt: Terminal) -> None:
    assert "calm" not in dealt.ok("events", "harbour", "favour-called-in", "seat=Ann").out


def test_a_program_is_told_where_ids_come_from(dealt: Terminal) -> None:
    row = dealt.ok("events", "harbour", "favour-called-in", "seat=Ann", "--as", "Ann", "--json").json
    assert row["choices"]["favour"] == {
        "kind": "favours",
        "free": False,
        "given": ["seat"],
        "offered": ["calm", "gust"],
    }


def test_what_is_given_is_asked_in_full(dealt: Terminal) -> None:
    row = dealt.ok("events", "harbour", "favour-called-in", "seat=Ann", "favour=toll", "--as", "Ann", "--json").json
    assert [reason["code"] for reason in row["reasons"]] == ["not-offered"]


@pytest.mark.parametrize("favour", [(), ("favour=calm",), ("favour=toll",)])
def test_a_seat_is_not_told_what_would_be_possible_with_the_hand_of_another(
    dealt: Terminal, favour: tuple[str, ...]
) -> None:
    dealt.ok("record", "harbour", "seat-taken", "seat=Cleo")  # whose hand is empty
    rows = [
        dealt.ok("events", "harbour", "favour-called-in", f"seat={seat}", *favour, "--as", "Bob", "--json").json
        for seat in ("Ann", "Cleo")
    ]
    assert rows[0]["reasons"] == rows[1]["reasons"] != []


def test_a_mapping_says_how_it_is_typed(dealt: Terminal) -> None:
    output = dealt.ok("events", "harbour", "favours-taken").out
    assert "a=1,b=2 or JSON, a number, 1 to 3 for each of: calm | gust | toll\n" in output


@pytest.mark.parametrize("said", ["yes", "Yes", "true", "是"])
def test_yes_is_typed_as_people_say_it(companion: Terminal, said: str) -> None:
    key = companion.ok("new", "champions", "Friday").out.strip()
    for event in (("hero-taken", "hero=spider-man"), ("scenario-chosen", "scenario=rhino"), ("game-begun",)):
        companion.ok("record", key, *event)
    companion.ok("record", key, "form-changed", "seat=spider-man", f"by_card={said}")
    assert companion.ok("state", key, "seats.spider-man.changed_form").json is False
