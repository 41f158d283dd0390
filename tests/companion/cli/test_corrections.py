"""Taking back, restoring, putting right, branching, each looked at first."""

import pytest

from tests.companion.cli.conftest import KEY, Terminal

TALLY = ("record", KEY, "keyword-crossed-out", "journal=party", "keyword=Silver Key")


def reputation(companion: Terminal, key: str = KEY) -> object:
    return companion.ok("state", key, "factions.gramask.reputation", "--json").json


@pytest.fixture
def crossed_out(companion: Terminal) -> Terminal:
    """Entry 8 crosses the keyword of entry 5 out, so that taking back 5 would make 8 impossible."""
    companion.ok(*TALLY)
    return companion


# --- undo ---


def test_undo_takes_back_the_last_command(companion: Terminal) -> None:
    assert companion.ok("undo", KEY, "--by", "Ana").out == "    8  Took back: House Gramask: +3 reputation\n"
    assert reputation(companion) == 2


def test_undo_takes_back_any_entry(companion: Terminal) -> None:
    companion.ok("undo", KEY, 6)
    assert reputation(companion) == 3


def test_undo_twice_takes_back_two(companion: Terminal) -> None:
    companion.ok("undo", KEY)
    companion.ok("undo", KEY)
    assert companion("state", KEY, "factions.gramask").code == 5


def test_undo_of_what_others_rest_on_asks_for_a_choice(crossed_out: Terminal) -> None:
    result = crossed_out("undo", KEY, 5)
    assert (result.code, crossed_out.head()) == (3, 8)
    assert "Add --those or --since" in result.err
    assert crossed_out("undo", KEY, 5, "--json").wrong["code"] == "others-affected"


@pytest.mark.parametrize(
    ("choice", "counting"),
    [("--those", [1, 2, 3, 4, 6, 7]), ("--since", [1, 2, 3, 4])],
)
def test_the_table_chooses_what_goes(crossed_out: Terminal, choice: str, counting: list[int]) -> None:
    crossed_out.ok("undo", KEY, 5, choice)
    log = crossed_out.ok("log", KEY, "--json").json
    assert [line["entry"] for line in log if line["counts"] and line["entry"] <= 8] == counting


@pytest.mark.parametrize("choice", [[], ["--those"], ["--since"]])
def test_a_preview_records_nothing(crossed_out: Terminal, choice: list[str]) -> None:
    output = crossed_out.ok("undo", KEY, 5, "--preview", *choice).out
    assert "    5  Party journal: wrote “Silver Key”" in output
    assert crossed_out.head() == 8


def test_a_preview_says_what_goes_what_would_be_refused_and_what_changes(crossed_out: Terminal) -> None:
    output = crossed_out.ok("undo", KEY, 5, "--preview", "--json").json
    assert [one["entry"] for one in output["goes"]] == [5]
    assert [one["entry"] for one in output["dropped"]] == [8]
    assert output["dropped"][0]["reasons"]
    assert output["changes"]
    assert output["crosses"] == []
    human = crossed_out.ok("undo", KEY, 5, "--preview").out
    for title in ("Taken back:", "Taken back because it is no longer possible:", "On the table:"):
        assert title in human


def test_the_preview_of_the_last_command_needs_no_entry(companion: Terminal) -> None:
    assert "+3 reputation" in companion.ok("undo", KEY, "--preview").out


@pytest.fixture
def two_sessions(companion: Terminal) -> Terminal:
    """Entries 8 and 9 are a session, 10 stands after it."""
    companion.ok("record", KEY, "session-started")
    companion.ok("record", KEY, "session-ended")
    companion.ok("record", KEY, "note-added", "text=Later")
    return companion


def test_everything_since_across_the_end_of_a_session_asks_once_more(two_sessions: Terminal) -> None:
    result = two_sessions("undo", KEY, 6, "--since")
    assert (result.code, two_sessions.head()) == (3, 10)
    assert "--sure" in result.err
    assert "--bend" not in result.err
    assert two_sessions.ok("undo", KEY, 6, "--since", "--preview", "--json").json["crosses"]
    two_sessions.ok("undo", KEY, 6, "--since", "--sure")
    assert "factions" not in two_sessions.ok("sheet", KEY).out
    assert two_sessions.ok("state", KEY, "sittings").out == "0\n"


@pytest.mark.parametrize(
    ("words", "code"), [(["99"], 5), (["1"], 5), (["0"], 5), (["x"], 2), ([str(2**63)], 2), (["-1"], 2)]
)
def test_what_is_not_there_is_not_taken_back(companion: Terminal, words: list[str], code: int) -> None:
    for more in ([], ["--preview"]):
        assert (companion("undo", KEY, *words, *more).code, companion.head()) == (code, 7)


def test_an_entry_is_taken_back_once(companion: Terminal) -> None:
    companion.ok("undo", KEY, 6)
    result = companion("undo", KEY, 6)
    assert (result.code, result.err) == (5, "Entry 6 is already taken back.\n")


def test_there_may_be_nothing_to_take_back(empty: Terminal) -> None:
    empty.ok("new", "agemonia", "Evening one")
    empty("undo", KEY)
    assert empty("undo", KEY).code == 5


# --- redo ---


def test_redo_restores_what_was_taken_back_last(companion: Terminal) -> None:
    companion.ok("undo", KEY)
    assert companion.ok("redo", KEY).out == "    9  Restored: House Gramask: +3 reputation\n"
    assert reputation(companion) == 5


def test_redo_restores_any_entry(companion: Terminal) -> None:
    companion.ok("undo", KEY, 6)
    companion.ok("record", KEY, "note-added", "text=Hello")
    assert companion("redo", KEY).code == 5
    companion.ok("redo", KEY, 6, "--by", "Ana")
    assert reputation(companion) == 5


def test_there_may_be_nothing_to_redo(companion: Terminal) -> None:
    assert companion("redo", KEY).code == 5
    assert companion("redo", KEY, 6).code == 5
    assert companion.head() == 7


def test_restoring_what_makes_others_impossible_asks_for_a_choice(companion: Terminal) -> None:
    companion.ok("undo", KEY, 5)
    companion.ok("record", KEY, "keyword-written", "journal=party", "keyword=Silver Key")
    assert companion("redo", KEY, 5).code == 3
    companion.ok("redo", KEY, 5, "--those")


# --- amend ---


def test_amend_puts_an_entry_right_where_it_stands(companion: Terminal) -> None:
    assert companion.ok("amend", KEY, 6, "amount=4").out == (
        "    8  Fixed: House Gramask: +2 reputation → House Gramask: +4 reputation\n"
    )
    assert reputation(companion) == 7
    assert "+2 reputation  [now: House Gramask: +4 reputation]  [by correction 8]" in companion.ok("log", KEY).out


def test_amend_shows_first_what_it_would_do(companion: Terminal) -> None:
    output = companion.ok("amend", KEY, 6, "amount=4", "--preview").out
    assert "House Gramask, reputation: 5 → 7" in output
    assert companion.ok("amend", KEY, 6, "amount=4", "--preview", "--json").json["goes"][0]["entry"] == 6
    assert companion.head() == 7


def test_an_event_that_was_forgotten_is_inserted_after_an_entry(companion: Terminal) -> None:
    forgotten = ("record", KEY, "faction-reputation-gained", "faction=gramask", "amount=1", "--after", 6)
    looked = companion.ok(*forgotten, "--preview").out
    assert "After entry 6: House Gramask: +1 reputation" in looked
    assert "House Gramask, reputation: 5 → 6" in looked
    assert companion.ok(*forgotten).out == "    8  Added after entry 6: House Gramask: +1 reputation\n"
    log = companion.ok("log", KEY).out.splitlines()
    assert "  6.1  House Gramask: +1 reputation  [by correction 8]" in log
    assert log.index("  6.1  House Gramask: +1 reputation  [by correction 8]") < next(
        n for n, line in enumerate(log) if line.startswith("    7")
    )


def test_an_inserted_event_has_its_own_step_in_a_replay_and_moves_its_number(companion: Terminal) -> None:
    companion.ok("record", KEY, "faction-reputation-gained", "faction=gramask", "amount=1", "--after", 6)
    steps = companion.ok("replay", KEY, "--from", 6, "--json").json
    assert [(one["entry"], one["line"], one["changes"]) for one in steps] == [
        (6, 0, ["House Gramask, reputation: now 2"]),
        (6, 1, ["House Gramask, reputation: 2 → 3"]),
        (7, 0, ["House Gramask, reputation: 3 → 6"]),
    ]
    why = companion.ok("why", KEY, "factions.gramask.reputation").out
    assert "6.1  2  →  3  House Gramask: +1 reputation  [by correction 8]" in why


def test_options_of_an_insertion_are_refused_without_after(companion: Terminal) -> None:
    said = ("record", KEY, "faction-reputation-gained", "faction=gramask", "amount=1")
    assert companion(*said, "--preview").code == 2
    assert companion(*said, "--drop", 6).code == 2


def test_amend_asks_for_a_choice_where_others_rest_on_it(crossed_out: Terminal) -> None:
    assert crossed_out("amend", KEY, 5, "keyword=Bell").code == 3
    crossed_out.ok("amend", KEY, 5, "keyword=Bell", "--those")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["6"], 2),
        (["6", "amount=x"], 2),
        (["6", "colour=red"], 2),
        (["6", "faction=nobody"], 3),
        (["1", "name=x"], 5),
        (["99", "amount=1"], 5),
        (["x", "amount=1"], 2),
    ],
)
def test_what_cannot_be_put_right_is_left(companion: Terminal, words: list[str], code: int) -> None:
    assert (companion("amend", KEY, *words).code, companion.head()) == (code, 7)


def test_amend_may_bend_a_rule(harbour: Terminal) -> None:
    for tower in ("oak", "iron"):
        harbour.ok("record", "harbour", "tower-built", "seat=Ann", f"tower={tower}")
    result = harbour("amend", "harbour", 6, "tower=oak")
    assert (result.code, "--bend REASON" in result.err, harbour.head("harbour")) == (3, True, 6)
    harbour.ok("amend", "harbour", 6, "tower=oak", "--bend", "Twin towers")
    assert harbour.ok("log", "harbour", "--json").json[-1]["bent"]["reason"] == "Twin towers"


# --- branch ---


def test_a_branch_shares_the_entries_up_to_a_point(companion: Terminal) -> None:
    output = companion.ok("branch", KEY, "What if", "--at", 6, "--json").json
    assert (output["key"], output["parent"]) == ("what-if", KEY)
    assert (reputation(companion, "what-if"), reputation(companion)) == (2, 5)
    assert companion.ok("list", "--json").json[0]["parent"] == KEY


def test_a_branch_begins_at_the_newest_entry(companion: Terminal) -> None:
    assert companion.ok("branch", KEY, "What if").out == "what-if\n"
    assert reputation(companion, "what-if") == 5


def test_a_branch_in_the_midst_of_a_command_ends_with_that_command_and_says_so(harbour: Terminal) -> None:
    rolled = harbour.ok("record", "harbour", "dice-rolled", "seat=Ann", "dice=2,3", "--json").json["entries"]
    first, last = rolled[0]["entry"], rolled[-1]["entry"]
    result = harbour("branch", "harbour", "What if", "--at", first)
    assert (result.code, result.out) == (0, "what-if\n")
    assert result.err == f"Entry {first} is part of a command that ends with entry {last}. The branch ends there.\n"
    assert harbour.ok("branch", "harbour", "Again", "--at", first, "--json").json["entry"] == last
    assert harbour.ok("branch", "harbour", "Once more", "--at", last).err == ""


def test_a_consequence_is_taken_back_with_its_command_or_alone_and_the_log_says_which(harbour: Terminal) -> None:
    rolled = harbour.ok("record", "harbour", "dice-rolled", "seat=Ann", "dice=2,3", "--json").json["entries"]
    last = rolled[-1]["entry"]
    assert len(harbour.ok("undo", "harbour", last, "--preview", "--json").json["goes"]) == 2
    assert "Took back only this consequence: " in harbour.ok("undo", "harbour", last, "--consequence").out
    harbour.ok("redo", "harbour")
    assert "Took back: " in harbour.ok("undo", "harbour", last).out
    assert harbour("undo", "harbour", "--consequence").code == 2


@pytest.mark.parametrize(("words", "code"), [(["x", "--at", "99"], 5), (["x", "--at", "0"], 5), ([""], 2)])
def test_a_branch_needs_a_name_and_an_entry(companion: Terminal, words: list[str], code: int) -> None:
    assert companion("branch", KEY, *words).code == code
    assert len(companion.ok("list", "--json").json) == 1
