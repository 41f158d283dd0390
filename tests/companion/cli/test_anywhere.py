"""Options that go for every command, and what every command does with an error."""

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from companion.cli.base import AREAS, import_all, root, split_global_options, sqlite_path
from companion.config import release_number
from domain.games import KEYS
from tests.companion.cli.conftest import KEY, Terminal

HERO = ("hero=torrax", "player=P3")
ALL = [name for names in AREAS.values() for name in names]


# --- the folder and the file ---


def test_the_folder_may_be_given_before_or_after_the_command(companion: Terminal) -> None:
    before, after = companion.typed("--data", companion.data, "list"), companion.typed("list", "--data", companion.data)
    assert before == after
    assert before == companion.typed("list", f"--data={companion.data}")
    assert KEY in before.out


def test_the_folder_may_stand_in_the_environment(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(companion.data))
    assert KEY in companion.typed("list").out


def test_a_folder_on_the_line_goes_before_the_environment(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "none"))
    assert KEY in companion.ok("list").out


def test_a_store_may_be_named_by_url(companion: Terminal) -> None:
    assert KEY in companion.typed("--store", f"sqlite://{companion.file}", "list").out


def test_a_store_may_be_named_from_here(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(companion.data)
    assert KEY in companion.typed("list", "--store", "sqlite:///./campaigns.db").out


def test_a_store_of_four_slashes_is_the_same_file(companion: Terminal) -> None:
    assert sqlite_path(f"sqlite:///{companion.file}") == companion.file


def test_a_store_may_have_blanks_in_its_name() -> None:
    assert sqlite_path("sqlite:///a%20b/c.db") == Path("/a b/c.db")


@pytest.mark.parametrize("url", ["x", "sqlite:", "sqlite://host/x", "sqlite:///", "mysql:///x", "sqlite:///x?mode=ro"])
def test_any_other_store_is_a_usage_error(empty: Terminal, url: str) -> None:
    result = empty("list", "--store", url)
    assert (result.code, "sqlite:///PATH" in result.err) == (2, True)


# --- JSON ---


def test_json_may_be_asked_for_before_or_after_the_command(companion: Terminal) -> None:
    assert companion.ok("--json", "list").json == companion.ok("list", "--json").json


def test_after_two_dashes_words_are_no_options(companion: Terminal) -> None:
    assert split_global_options(["a", "--json", "--", "--data", "x"]) == (["--json"], ["a", "--", "--data", "x"])


def test_json_says_every_event_recorded(companion: Terminal) -> None:
    output = companion.ok("record", KEY, "hero-joined-party", *HERO, "--json", "--by", "Ana").json
    assert [entry["text"] for entry in output["entries"]] == ["Torrax joined the party, played by P3"]
    assert output["entries"][0]["fields"]["hero"] == "torrax"
    assert not output["repeated"]


# --- languages ---


def test_game_terms_may_be_chinese(companion: Terminal) -> None:
    assert "卢娜拉 joined the party" in companion.ok("log", KEY, "--content", "zh").out


def test_refusals_speak_the_same_language(companion: Terminal) -> None:
    companion.ok("record", KEY, "campaign-proper-started", "--bend", "We know the game")
    words = ("record", KEY, "scenario-card-kept", "reason=It says so")
    assert "Right now it is: City step." in companion(*words).err
    assert "Right now it is: 城市步骤." in companion(*words, "--content", "zh").err
    assert "Right now it is: 城市步骤." in companion(*words, "--content=zh").err


@pytest.mark.parametrize("tag", ["zh", "zh-CN", "zh_Hans", "ZH_cn"])
def test_a_language_may_be_named_by_its_tag(companion: Terminal, tag: str) -> None:
    assert companion.ok("log", KEY, "--lang", tag).out == companion.ok("log", KEY, "--lang", "zh_Hans").out
    assert "卢娜拉" in companion.ok("log", KEY, "--lang", tag).out


def test_taiwan_reads_traditional_characters(companion: Terminal) -> None:
    assert companion.ok("log", KEY, "--lang", "zh-TW").out == companion.ok("log", KEY, "--lang", "zh_Hant").out


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(companion: Terminal) -> None:
    result = companion("log", KEY, "--lang", "tlh")
    assert (result.code, "'zh_Hans'" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("variables", "chinese"),
    [
        ({"LANG": "zh_CN.UTF-8"}, True),
        ({"LC_MESSAGES": "zh_CN", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "C", "LC_MESSAGES": "zh_CN", "LANG": "zh_CN.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "zh_CN@pinyin"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "tlh"}, False),
        ({}, False),
    ],
)
def test_the_language_is_that_of_the_system(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], chinese: bool
) -> None:
    monkeypatch.delenv("LC_ALL")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("卢娜拉" in companion.ok("log", KEY).out) == chinese
    assert ("没有战役" in companion("log", "x").err) == chinese
    assert "joined the party" in companion.ok("log", KEY, "--lang", "en").out


# --- errors ---

ERRORS = [
    (2, "usage", ["log"]),
    (2, "usage", ["nonsense"]),
    (2, "usage", ["log", KEY, "--nonsense"]),
    (2, "misfit", ["record", KEY, "keyword-written", "journal=party"]),
    (3, "refused", ["record", KEY, "keyword-written", "journal=party", "keyword=Silver Key"]),
    (5, "not-found", ["log", "nowhere"]),
    (5, "not-found", ["new", "chess", "Evening one"]),
    (5, "not-found", ["new", "chess", "Evening one", "colour=white"]),
    (5, "not-found", ["record", KEY, "keyword-writen"]),
]


@pytest.mark.parametrize(("code", "kind", "words"), ERRORS)
def test_an_error_has_its_code_and_is_one_object_on_stderr(
    companion: Terminal, code: int, kind: str, words: list[str]
) -> None:
    result = companion(*words, "--json")
    assert (result.code, result.wrong["error"]) == (code, kind)
    assert result.wrong["message"]


@pytest.mark.parametrize(("code", "kind", "words"), ERRORS)
def test_an_error_is_a_sentence_on_stderr(companion: Terminal, code: int, kind: str, words: list[str]) -> None:
    result = companion(*words)
    assert (result.code, result.out, "Traceback" in result.err) == (code, "", False)
    assert result.err.strip()


def test_a_refusal_says_everything_a_program_wants_to_know(companion: Terminal) -> None:
    wrong = companion("record", KEY, "keyword-written", "journal=party", "keyword=Silver Key", "--json").wrong
    assert (wrong["code"], wrong["rule"], wrong["bendable"]) == (
        "keyword-present",
        "Journals and keywords (日志和关键词)",
        False,
    )
    assert len(wrong["reasons"]) == 1


def test_a_refusal_that_may_be_bent_says_how(companion: Terminal) -> None:
    result = companion("record", KEY, "campaign-proper-started")
    assert (result.code, "--bend REASON" in result.err) == (3, True)


def test_a_bent_refusal_is_recorded_with_its_reason(companion: Terminal) -> None:
    companion.ok("record", KEY, "campaign-proper-started", "--bend", "The card says so")
    assert companion.ok("log", KEY, "--json").json[7]["bent"]["reason"] == "The card says so"
    assert "[against the rule: The card says so]" in companion.ok("log", KEY).out


def test_what_happened_before_may_be_recorded_later(companion: Terminal) -> None:
    companion.ok("record", KEY, "campaign-proper-started", "--later", "last week")
    assert "[recorded later: last week]" in companion.ok("log", KEY).out


def test_several_faults_stand_on_a_line_each(companion: Terminal) -> None:
    result = companion("record", KEY, "faction-reputation-gained", "amount=0")
    assert (result.code, len(result.err.splitlines())) == (2, 2)


def test_an_error_nobody_expected_is_not_hidden(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("companion.services.Services.list_campaigns", fails)
    with pytest.raises(ZeroDivisionError):
        companion.typed("--data", companion.data, "list")


def test_ctrl_c_ends_a_command_quietly(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.services.Services.list_campaigns", stops)
    assert companion("list").code == 130


# --- help ---


def test_every_command_is_in_the_table_and_in_its_module() -> None:
    import_all()
    assert sorted(ALL) == sorted(root.commands)


@pytest.mark.parametrize("name", ALL)
def test_every_command_has_help_with_an_example(empty: Terminal, name: str) -> None:
    result = empty.typed(name, "--help")
    assert result.code == 0
    assert "Example:" in result.out or "Enter" in result.out
    assert root.commands[name].help


@pytest.mark.parametrize(("name", "does"), [each for names in AREAS.values() for each in names.items()])
def test_the_list_of_commands_says_of_each_what_it_says_itself(name: str, does: str) -> None:
    import_all()
    assert root.commands[name].get_short_help_str(limit=200) == does


def test_asking_for_help_opens_no_game() -> None:
    script = "import sys; from companion.cli import main\ntry: main(['--help'])\nfinally: print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "companion.cli.base" in loaded
    rooms = ("domain.games", "flask", "companion.cli.store_commands", "importlib.metadata", "opencc")
    assert [name for name in loaded if name.startswith(rooms)] == []


def test_the_list_of_campaigns_opens_no_game_no_document_and_nothing_that_events_are_made_of(
    companion: Terminal,
) -> None:
    script = "import sys; from companion.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    words = [sys.executable, "-c", script, "--data", str(companion.data), "list"]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert KEY in loaded
    games = (*(f"domain.games.{key}" for key in KEYS), "domain.games.installed")
    rooms = (*games, "domain.framework.events.event", "domain.campaigns", "projections.log", "pydantic")
    besides = ("flask", "sqlite_utils", "jinja2", "projections.documents.export", "importlib.metadata", "tomllib")
    assert [name for name in loaded.split() if name.startswith((*rooms, *besides))] == []


def test_the_help_names_every_command_in_full_sentences(empty: Terminal) -> None:
    output = empty.typed("--help").out
    assert all(name in output for name in ALL)
    assert "..." not in output.partition("Commands:")[2]


def test_there_is_a_version(empty: Terminal) -> None:
    assert empty.typed("--version").out.startswith(f"companion, version {release_number()}")


# --- a real process ---


def run(*words: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "companion", *map(str, words)], capture_output=True, check=False)


def test_a_process_says_on_stdout(companion: Terminal) -> None:
    listed = run("--data", companion.data, "list", "--json")
    assert (listed.returncode, orjson.loads(listed.stdout)[0]["key"], listed.stderr) == (0, KEY, b"")


def test_what_a_program_ends_with_is_not_looked_through_for_what_could_go(companion: Terminal) -> None:
    last = "import atexit, gc; atexit.register(lambda: print(len(gc.get_objects())))"
    words = [sys.executable, "-c", f"{last}; from companion.cli import main; main()", "--data", companion.data, "list"]
    output = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert int(output.splitlines()[-1]) < 100  # of thousands


def test_bytes_that_are_no_text_are_refused_with_a_sentence(companion: Terminal) -> None:
    output = [sys.executable, "-m", "companion", "--data", str(companion.data), "--json", "log", b"\xff"]
    result = subprocess.run(output, capture_output=True, check=False)
    assert (result.returncode, orjson.loads(result.stderr)["error"]) == (2, "usage")


def loaded(*words: str) -> set[str]:
    """The packages that a call imports."""
    code = (
        f"import sys; from companion.cli import main\ntry: main({words!r})\nexcept SystemExit: pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    return {*subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stderr.split()}


def test_looking_at_the_games_loads_neither_web_server_nor_store() -> None:
    assert not {"flask", "typst", "waitress", "jinja2", "sqlite_utils", "eventsourcing"} & loaded("games")


def test_a_command_on_a_campaign_loads_no_web_server(companion: Terminal) -> None:
    assert not {"flask", "waitress"} & loaded("--data", str(companion.data), "list")


def test_a_reader_that_goes_away_ends_it_quietly(companion: Terminal) -> None:
    read, write = os.pipe()
    os.close(read)
    output = [sys.executable, "-m", "companion", "--data", str(companion.data), "events", "agemonia"]
    result = subprocess.run(output, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert b"Traceback" not in result.stderr
