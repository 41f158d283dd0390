"""Recording: fields as they are typed, who and why, once and only once."""

from pathlib import Path

import orjson
import pytest

from companion.cli.complaints import REFUSED, STOPPED
from companion.i18n import translator
from tests.companion.cli.conftest import KEY, Terminal
from tests.companion.visitor import tells
from tests.moments import GOLDEN


def recorded(companion: Terminal, *words: str) -> dict[str, object]:
    """The fields of the entry that a call records."""
    output = companion.ok("record", KEY, *words, "--json").json["entries"][0]["fields"]
    assert isinstance(output, dict)
    return output


# --- how values are read ---


@pytest.mark.parametrize(
    "typed", ["017", "1", "true", "null", '"quoted"', "1e3", "[1]", "a=b", "ключ", "-5", "--json=x"]
)
def test_what_a_text_takes_stays_text(companion: Terminal, typed: str) -> None:
    assert recorded(companion, "keyword-written", "journal=party", f"keyword={typed}")["keyword"] == typed


def test_a_name_of_digits_stays_text(companion: Terminal) -> None:
    assert recorded(companion, "hero-joined-party", "hero=torrax", "player=1")["player"] == "1"


def test_blanks_around_a_text_are_taken_off(companion: Terminal) -> None:
    assert recorded(companion, "keyword-written", "journal=party", "keyword=  Bell ")["keyword"] == "Bell"


@pytest.mark.parametrize("typed", ["Ana,Ben", "Ana, Ben,", '["Ana", "Ben"]'])
def test_a_list_may_be_json_or_have_commas(companion: Terminal, typed: str) -> None:
    assert recorded(companion, "session-started", f"players={typed}")["players"] == ["Ana", "Ben"]


def test_a_list_of_numbers_may_have_commas(companion: Terminal) -> None:
    assert recorded(companion, "faction-track-configured", "faction=gramask", "ranks=3,6")["ranks"] == [3, 6]


def test_names_with_values_are_json(companion: Terminal) -> None:
    fields = '{"price": 4, "illegal": true}'
    output = recorded(companion, "content-added", "kind=items", "id=023", f"fields={fields}")
    assert output["fields"] == {"price": 4, "illegal": True}


def test_a_number_is_a_number(companion: Terminal) -> None:
    assert recorded(companion, "faction-reputation-gained", "faction=gramask", "amount=1")["amount"] == 1


def test_no_list_at_all_is_an_empty_one(companion: Terminal) -> None:
    assert recorded(companion, "session-started")["players"] == []


def test_words_of_ours_are_typed_as_they_are_read(companion: Terminal) -> None:
    output = recorded(companion, "die-typed-in", "die=action die", "sides=one,two,one extra,stamina")
    assert (output["die"], output["sides"]) == ("action-die", ["one", "two", "one_extra", "stamina"])


def test_words_of_ours_may_be_typed_in_the_language_of_the_terminal(companion: Terminal) -> None:
    words = {word: translator("zh_Hans", "agemonia")(word) for word in ("two", "stamina")}
    call = ("record", KEY, "die-typed-in", "die=action-die", f"sides={words['two']},{words['stamina']}", "--json")
    output = companion.ok("--lang", "zh_Hans", *call).json["entries"][0]["fields"]
    assert output["sides"] == ["two", "stamina"]


def test_what_is_no_word_of_ours_is_answered_with_those_there_are(companion: Terminal) -> None:
    refused = companion("record", KEY, "die-typed-in", "die=action-die", "sides=three")
    assert (refused.code, "one extra" in refused.err, "one_extra" in refused.err) == (2, True, False)


def test_a_faction_is_found_by_the_name_that_the_table_gave_it(companion: Terminal) -> None:
    companion.ok("record", KEY, "faction-track-configured", "faction=faction-3", "name=House Aster")
    output = recorded(companion, "faction-reputation-gained", "faction=house aster", "amount=1")
    assert output["faction"] == "faction-3"


def test_a_slip_is_asked_about_before_it_makes_a_new_card(companion: Terminal) -> None:
    call = ("record", KEY, "scenario-card-gained", "scenario=Twilight")
    refused = companion(*call)
    assert (refused.code, "Twilight Watch. Is it something else?" in refused.err) == (3, True)
    companion.ok(*call, "--bend", "another one")
    companion.ok("record", KEY, "scenario-card-gained", "scenario=Twilight Watch")


# --- who, and once ---


def test_it_is_known_who_recorded(companion: Terminal) -> None:
    companion.ok("record", KEY, "note-added", "text=Hello", "--by", "Ana")
    line = companion.ok("log", KEY, "--json").json[-1]
    assert (line["actor"], line["text"]) == ("Ana", "Note: Hello")
    assert companion.ok("log", KEY).out.endswith("Note: Hello  [by Ana]\n")
    assert companion.ok("log", KEY, "--lang", "zh_Hans").out.endswith("Hello  [Ana记的]\n")


@pytest.mark.parametrize(
    "words",
    [
        ["record", KEY, "keyword-written", "journal=party", "keyword=Bell"],
        ["undo", KEY],
        ["undo", KEY, "6"],
        ["amend", KEY, "7", "amount=1"],
        ["branch", KEY, "What if"],
        ["new", "agemonia", "Evening two"],
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_a_command_that_arrives_twice_is_recorded_once(companion: Terminal, words: list[str]) -> None:
    first = companion.ok(*words, "--command", "tap-1").out
    before = companion.ok("list", "--json").json
    assert companion.ok(*words, "--command", "tap-1").out == first
    assert companion.ok("list", "--json").json == before


def test_redo_is_done_once_too(companion: Terminal) -> None:
    companion.ok("undo", KEY)
    assert companion.ok("redo", KEY, "--command", "x").out == companion.ok("redo", KEY, "--command", "x").out
    assert companion.head() == 9


def test_a_repeated_command_says_so(companion: Terminal) -> None:
    words = ("record", KEY, "note-added", "text=Hello", "--command", "tap-1", "--json")
    assert [companion.ok(*words).json["repeated"] for _ in range(2)] == [False, True]


def test_a_secret_is_not_told_to_who_recorded_it(harbour: Terminal) -> None:
    output = harbour.ok("record", "harbour", "card-drawn", "seat=Ann", "card=37", "--json")
    assert not tells(output.out, 37)
    assert output.json["entries"][0]["fields"] == {"seat": "Ann"}
    assert "hidden" in output.json["entries"][0]["text"]


def test_consequences_stand_below_their_cause(harbour: Terminal) -> None:
    output = harbour.ok("record", "harbour", "dice-rolled", "seat=Ann", "dice=[3,4]").out
    assert output == "    5  Ann rolled 3, 4\n    6    Ann gained 7 coins\n"


# --- what does not fit ---

LONG = "x" * 100_000
DEEP = "[" * 5_000 + "]" * 5_000
TEXT = ("keyword-written", "journal=party")
GAIN = ("faction-reputation-gained", "faction=gramask")
CARD = ("content-added", "kind=items", "id=023")
UNFIT = [
    ((*TEXT, "keyword"), "is not FIELD=VALUE"),
    ((*TEXT, "keywrd=x"), "there is no field keywrd, perhaps keyword; the fields are: journal, keyword, source"),
    ((*TEXT, "keyword=a", "keyword=b"), "keyword is given twice"),
    (TEXT, "keyword: still missing"),
    ((*TEXT, "keyword="), "keyword: still empty"),
    ((*TEXT, "keyword=   "), "keyword: still empty"),
    ((*TEXT, f"keyword={LONG}"), "keyword: too long, at most 200 characters"),
    ((*TEXT, "keyword=a\x1b[31m"), "keyword: some characters cannot be shown"),
    ((*TEXT, "keyword=a\nb"), "keyword: some characters cannot be shown"),
    ((*TEXT, "keyword=a\u202eb"), "keyword: some characters cannot be shown"),
    ((*TEXT, "keyword=\udcff"), "keyword: these characters cannot be kept"),
    ((*GAIN, "amount=two"), "amount: type a whole number"),
    ((*GAIN, "amount=1.5"), "amount: type a whole number"),
    ((*GAIN, "amount=true"), "amount: type a whole number"),
    ((*GAIN, "amount=NaN"), "amount: type a whole number"),
    ((*GAIN, "amount=0"), "amount: at least 1"),
    ((*GAIN, f"amount={2**63}"), "amount"),
    ((*GAIN, f"amount={2**64}"), "amount"),
    ((*GAIN, f"amount=-{10**400}"), "amount"),
    ((*CARD, f"fields={DEEP}"), "fields: name = value, each"),
    ((*CARD, 'fields={"a":' + "[" * 500 + "]" * 500 + "}"), "fields"),
    ((*CARD, f'fields={{"a": "{LONG}"}}'), "fields: too much for one card"),
    ((*CARD, "fields=7"), "fields: name = value, each"),
    (("session-started", 'players={"a": 1}'), "players: a list is needed"),
    (("note-added", f"text={LONG}"), "text: too long, at most 5000 characters"),
    ((*TEXT, "keyword=x", "--by", "a\nb"), "actor: one line of at most 200 characters"),
    ((*TEXT, "keyword=x", "--bend", LONG), "bend: one line of at most 200 characters"),
    ((*TEXT, "keyword=x", "--command", LONG), "id: one line of at most 200 characters"),
]


@pytest.mark.parametrize(("words", "sentence"), UNFIT, ids=lambda value: str(value)[:40])
def test_what_does_not_fit_is_told_in_a_sentence_and_not_recorded(
    companion: Terminal, words: tuple[str, ...], sentence: str
) -> None:
    result = companion("record", KEY, *words)
    assert (result.code, result.out, companion.head()) == (2, "", 7)
    assert sentence in result.err
    assert len(result.err) < 400
    assert companion("record", KEY, *words, "--json").wrong["error"] == "misfit"


def test_an_unknown_event_is_not_found_and_those_alike_are_named(companion: Terminal) -> None:
    result = companion("record", KEY, "keyword-writen", "journal=party")
    assert (result.code, "Perhaps: keyword-written" in result.err) == (5, True)


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x1bb", "\udcff"])
def test_a_campaign_with_a_name_that_does_not_fit_is_not_begun(empty: Terminal, name: str) -> None:
    result = empty("new", "agemonia", name)
    assert (result.code, "name" in result.err) == (2, True)
    assert empty.ok("list", "--json").json == []


def sanctuary_with_rewards_left(empty: Terminal) -> str:
    """The key of a branch of an evening of Odalin, before a sanctuary is opened; the rewards of a room are left."""
    name, before = "0.1.0-chapter", 815
    key = empty.ok("import", GOLDEN / "odalin" / f"{name}.jsonl").out.strip()
    return empty.ok("branch", key, "Before the sanctuary", "--at", before).out.strip()


def test_what_is_lost_with_the_end_of_a_moment_is_said_and_confirmed(empty: Terminal) -> None:
    key = sanctuary_with_rewards_left(empty)
    opened = ("record", key, "sanctuary-opened", "hero=tobin", "tainted=1", "door=5")
    head, refused = empty.head(key), empty(*opened)
    assert (refused.code, empty.head(key)) == (REFUSED, head)
    assert ("lost with this: the rewards of room 3" in refused.err, "--sure" in refused.err) == (True, True)
    (reason,) = empty(*opened, "--json").wrong["reasons"]
    assert (reason["code"], reason["bendable"]) == ("leaves-undone", False)
    assert "opened the sanctuary" in empty.ok(*opened, "--sure").out


def test_a_line_of_a_file_confirms_what_is_lost(empty: Terminal, tmp_path: Path) -> None:
    key, file = sanctuary_with_rewards_left(empty), tmp_path / "lines.jsonl"
    line = {"event": "sanctuary-opened", "hero": "tobin", "tainted": 1, "door": "5"}
    file.write_bytes(orjson.dumps(line))
    refused = empty("play", key, file)
    assert (refused.code, '"sure": true' in refused.err) == (REFUSED, True)
    file.write_bytes(orjson.dumps({**line, "sure": True}))
    assert empty.ok("play", key, file).out == "Recorded 1 line.\n"


@pytest.mark.parametrize(("answer", "code"), [(True, 0), (False, STOPPED)])
def test_a_terminal_is_asked_whether_it_is_recorded_though_something_is_lost(
    empty: Terminal, monkeypatch: pytest.MonkeyPatch, answer: bool, code: int
) -> None:
    key = sanctuary_with_rewards_left(empty)
    head = empty.head(key)
    monkeypatch.setattr("companion.cli.recording.can_ask", lambda call: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: "y" if answer else "n")
    result = empty("record", key, "sanctuary-opened", "hero=tobin", "tainted=1", "door=5")
    assert ("the rewards of room 3" in result.out, result.code) == (True, code)
    assert (empty.head(key) > head) == answer


def test_what_a_game_asks_first_is_given_with_the_name(empty: Terminal) -> None:
    empty.ok("new", "agemonia", "Evening one", "party_name=The Lanterns")
    assert empty.ok("state", KEY, "party_name").out == '"The Lanterns"\n'
    assert empty("new", "agemonia", "Evening two", "colour=red").code == 2


def test_two_campaigns_of_one_name_have_two_keys(empty: Terminal) -> None:
    output = [empty.ok("new", "agemonia", "Evening one", "--json").json["key"] for _ in range(2)]
    assert output == ["evening-one", "evening-one-2"]
