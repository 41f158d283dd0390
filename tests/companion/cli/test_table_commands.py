"""Looking: the table, what is possible, what comes next, why, what differs, the sheets."""

import re

import pytest

from projections.documents.export import SHEET_FORMATS
from tests.companion.cli.conftest import DEMO, KEY, Terminal

REPUTATION = "factions.gramask.reputation"


# --- games, list, events ---


def test_the_games_are_listed_in_both_languages(empty: Terminal) -> None:
    assert "agemonia      1–4 players  Agemonia · 艾吉莫尼亚\n" in empty.ok("games").out
    assert empty.ok("games", "--json").json[0]["game"] == "agemonia"


def test_an_empty_folder_says_how_to_begin(empty: Terminal) -> None:
    assert empty.ok("list").out == "No campaigns yet. Start one: companion new GAME NAME\n"
    assert empty.ok("list", "--json").json == []


def test_campaigns_stand_in_columns(companion: Terminal) -> None:
    companion.ok("new", "agemonia", "第二晚", "--command", "x")
    lines = companion.ok("list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["第二晚", "evening-one"]
    assert lines[0].index("agemonia") + 3 == lines[1].index("agemonia"), "a Chinese character is two columns wide"
    assert "7 entries" in lines[1]


def test_campaigns_are_found_by_name_and_read_a_page_at_a_time(companion: Terminal) -> None:
    companion.ok("new", "agemonia", "Second Evening", "--command", "x")
    companion.ok("new", "agemonia", "第二晚", "--command", "y")
    assert [row["name"] for row in companion.ok("list", "EVE", "second", "--json").json] == ["Second Evening"]
    assert companion.ok("list", "二").out.startswith("第二晚")
    assert len(companion.ok("list", "--page", "1", "--json").json) == 3
    assert companion.ok("list", "nowhere").out == "No campaign has that name.\n"
    assert companion.ok("list", "nowhere", "--json").json == []


def test_the_events_of_a_game(empty: Terminal) -> None:
    rows = empty.ok("events", "agemonia", "--json").json
    assert {"keyword-written", "session-started", "note-added"} <= {row["event"] for row in rows}
    assert not {"withdrawn", "campaign-started"} & {row["event"] for row in rows}
    assert "keyword-written" in empty.ok("events", "agemonia").out


def test_one_event_with_its_fields(empty: Terminal) -> None:
    output = empty.ok("events", "agemonia", "keyword-written").out
    assert "  says: {journal}: wrote “{keyword}”\n" in output
    assert "  keyword            text, at most 200 characters\n" in output
    row = empty.ok("events", "agemonia", "keyword-written", "--json").json
    assert set(row["schema"]["required"]) == {"journal", "keyword"}
    assert "possible" not in row


def test_the_fields_of_an_event_name_what_the_table_offers(companion: Terminal) -> None:
    output = companion.ok("events", KEY, "faction-reputation-gained").out
    assert "  possible now\n" in output
    assert "one of: gramask | pennark | " in output
    assert "a number, 1 to " in output
    assert "some of: lunara | venia" in companion.ok("events", KEY, "achievement-completed").out


@pytest.mark.parametrize(
    ("event", "takes"),
    [
        ("session-started", "a list, a,b or JSON, of text"),
        ("adjusted", "true or false or a number"),
        ("content-added", "names with values, JSON"),
        ("city-event-resolved", ""),
    ],
)
def test_every_kind_of_field_is_told(empty: Terminal, event: str, takes: str) -> None:
    assert takes in empty.ok("events", "agemonia", event).out


def test_what_is_not_possible_now_says_why(companion: Terminal) -> None:
    row = companion.ok("events", KEY, "campaign-proper-started", "--json").json
    assert (row["possible"], row["reasons"][0]["message"]) == (False, "Finish the 3 tutorial scenarios first.")
    assert "  not now: Finish the 3 tutorial" in companion.ok("events", KEY, "campaign-proper-started").out
    assert "(not now: Finish the 3 tutorial" in companion.ok("events", KEY).out


def test_what_cannot_be_chosen_from_anything_is_not_possible(companion: Terminal) -> None:
    assert not companion.ok("events", KEY, "stars-stored", "--json").json["possible"]


def test_what_there_is_nothing_to_choose_from_is_told_once(companion: Terminal) -> None:
    """A border lies between two areas."""
    nothing = "Nothing to choose from yet: areas."
    assert [row["message"] for row in companion.ok("events", KEY, "border-drawn", "--json").json["reasons"]] == [
        nothing
    ]
    assert companion.ok("events", KEY, "border-drawn").out.count(nothing) == 1
    assert companion.ok("say", KEY, "border drawn").out.count(nothing) <= 1


def test_what_is_not_tracked_is_not_listed_and_says_how_to_track_it(empty: Terminal) -> None:
    key = empty.ok("new", "agemonia", "No stars", "tracks=steps,items").out.strip()
    listed = {row["event"] for row in empty.ok("events", key, "--json").json}
    assert "item-gained" in listed
    assert "stars-gained" not in listed
    assert "does not keep track of: stars" in empty.ok("events", key, "stars-gained").out
    refused = empty("record", key, "stars-gained", "hero=lunara", "amount=1")
    assert refused.code == 3
    assert "To change that, open “Set up the campaign”." in refused.err


def test_an_event_of_no_fields_is_asked_in_full(companion: Terminal) -> None:
    assert companion.ok("events", KEY, "session-started", "--json").json["possible"]
    companion.ok("record", KEY, "session-started")
    assert not companion.ok("events", KEY, "session-started", "--json").json["possible"]


@pytest.mark.parametrize("words", [["nowhere"], ["agemonia", "nonsense"], [KEY, "nonsense"]])
def test_events_of_nothing_are_not_found(companion: Terminal, words: list[str]) -> None:
    assert companion("events", *words).code == 5


# --- state, why, prompts ---


def test_the_table_and_parts_of_it(companion: Terminal) -> None:
    assert companion.ok("state", KEY).json == companion.ok("state", KEY, "--json").json
    assert companion.ok("state", KEY, REPUTATION).out == "5\n"
    assert companion.ok("state", KEY, "name").out == '"Evening one"\n'


def test_the_table_as_it_was(companion: Terminal) -> None:
    assert companion.ok("state", KEY, REPUTATION, "--at", 6).out == "2\n"
    assert companion.ok("state", KEY, "heroes", "--at", 0).json == {}


def test_a_seat_sees_its_own_secret(harbour: Terminal) -> None:
    assert harbour.ok("state", "harbour", "seats.Ann.card").out == "null\n"
    assert harbour.ok("state", "harbour", "seats.Ann.card", "--as", "Ann").out == "42\n"
    assert harbour.ok("state", "harbour", "seats.Ann.card", "--as", "Ann", "--at", 3).out == "null\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [([KEY, "nonsense"], 5), ([KEY, "--at", "99"], 5), ([KEY, "--at", "x"], 2), ([KEY, "--at", "-1"], 2), (["x"], 5)],
)
def test_what_is_not_there_cannot_be_looked_at(companion: Terminal, words: list[str], code: int) -> None:
    assert companion("state", *words).code == code


def test_why_names_the_entries_that_moved_a_value(companion: Terminal) -> None:
    output = companion.ok("why", KEY, REPUTATION).out
    assert output == "6  –  →  2  House Gramask: +2 reputation\n7  2  →  5  House Gramask: +3 reputation\n"
    rows = companion.ok("why", KEY, REPUTATION, "--json").json
    assert [(row["entry"], row["before"], row["after"]) for row in rows] == [(6, "–", "2"), (7, "2", "5")]


def test_why_tells_of_what_has_parts_those_that_moved(companion: Terminal) -> None:
    output = [(row["before"], row["after"]) for row in companion.ok("why", KEY, "factions.gramask", "--json").json]
    parts = "reputation 2, locked spaces 0, rank 0, risen since the city step began, may have reached a new rank no"
    assert output == [("–", parts), ("reputation 2", "reputation 5")]
    whole = [(row["before"], row["after"]) for row in companion.ok("why", KEY, "factions", "--json").json]
    assert whole[1] == ("House Gramask reputation 2", "House Gramask reputation 5")


def test_why_of_what_nothing_moved(companion: Terminal) -> None:
    assert companion.ok("why", KEY, "sittings").out == "This value has not changed yet.\n"
    assert companion("why", KEY, "nonsense").code == 5


def test_why_does_not_tell_secrets(harbour: Terminal) -> None:
    result = harbour("why", "harbour", "seats.Ann.card")
    assert (result.code, "42" in result.err) == (5, False)


def test_what_comes_next_says_how_it_is_recorded(played: Terminal) -> None:
    lines = played.ok("prompts", DEMO).out.splitlines()
    assert any(line.startswith("→  Done visiting: reveal the city event") for line in lines)
    assert any("  room-rented hero=lunara" in line for line in lines)
    rows = played.ok("prompts", DEMO, "--json").json
    assert {"title", "event", "must", "fields", "missing", "on_board", "typed"} == {*rows[0]}
    assert played.ok("prompts", DEMO, "--as", "Ana").out


# --- diff ---


def test_two_points_differ_in_words(companion: Terminal) -> None:
    assert companion.ok("diff", KEY, 6, 7).out == "House Gramask, reputation: 2 → 5\n"
    assert companion.ok("diff", KEY, 7, 6).out == "House Gramask, reputation: 5 → 2\n"
    row = companion.ok("diff", KEY, 6, 7, "--json").json[0]
    assert (row["path"], row["before"], row["after"]) == (REPUTATION, 2, 5)


def test_two_points_may_be_the_same(companion: Terminal) -> None:
    assert companion.ok("diff", KEY, 7, 7).out == "Nothing changed.\n"
    assert companion("diff", KEY, 1, 99).code == 5


def test_differences_of_the_past_are_told_without_its_secrets(harbour: Terminal) -> None:
    harbour.ok("record", "harbour", "coins-gained", "seat=Ann", "amount=1")
    output = harbour.ok("diff", "harbour", 2, 4).out
    assert output == "Ann, coins: 0 → 9\n"


# --- sheets ---


def test_all_sheets_or_one(played: Terminal) -> None:
    everything, party = played.ok("sheet", DEMO).out, played.ok("sheet", DEMO, "party").out
    assert party in everything
    assert "Harbour Guild  [###.........]  3/12" in party
    assert played.ok("sheet", DEMO, "party", "--at", 10).out != party


@pytest.mark.parametrize("form", SHEET_FORMATS)
def test_a_sheet_has_many_formats(played: Terminal, form: str) -> None:
    drawn = played.ok("sheet", DEMO, "party", "--format", form).bytes
    assert drawn.startswith(b"%PDF") if form == "pdf" else b"Harbour Guild" in drawn


def test_a_sheet_on_paper_says_of_which_day_it_is(played: Terminal) -> None:
    asked = (("--at", 10), ())
    output = [played.ok("sheet", DEMO, "party", "--format", "md", *at).out for at in asked]
    first, last = (re.findall(r" · (\d{4}-\d\d-\d\d)", one)[0] for one in output)
    assert first < last


def test_the_record_has_the_sessions_with_their_length_and_what_was_put_right(played: Terminal) -> None:
    before = played.ok("sheet", DEMO, "record").out
    assert re.search(r"^  1 +2\d{3}-\d\d-\d\d +.*\d+ min", before, re.MULTILINE)
    played.ok("undo", DEMO)
    assert played.ok("sheet", DEMO, "record").out.count("Took back") == before.count("Took back") + 1


def test_a_sheet_as_json(played: Terminal) -> None:
    assert played.ok("sheet", DEMO, "party", "--json").json[0]["key"] == "party"


def test_a_sheet_that_is_not_there_is_not_found_and_the_others_are_named(companion: Terminal) -> None:
    result = companion("sheet", KEY, "nonsense")
    assert (result.code, "The sheets are: party, " in result.err) == (5, True)
    assert companion("sheet", KEY, "--format", "odt").code == 2


def test_a_pdf_is_not_poured_into_a_terminal(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    result = companion("sheet", KEY, "--format", "pdf")
    assert (result.code, "> sheet.pdf" in result.err) == (2, True)


def test_statistics_count_evenings_and_results(played: Terminal) -> None:
    found = played.ok("statistics", "--json").json
    assert found["evenings"] == sum(found["months"].values()) > 1
    assert all(one["won"] + one["lost"] + one["unknown"] == one["played"] for one in found["people"])
    total, names, *people = played.ok("statistics").out.splitlines()
    assert total.startswith(f"{found['evenings']} evenings, ")
    assert names.split()[:3] == ["name", "evenings", "time"]
    assert [line.split()[0] for line in people] == [one["person"] for one in found["people"]]


def test_statistics_of_nothing_are_one_line(empty: Terminal) -> None:
    assert empty.ok("statistics").out == "0 evenings, 0 min, 0 finished games\n"
