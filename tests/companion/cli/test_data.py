"""`companion data`: what it prints of the campaign file, and what it does not run."""

import csv
import io
from pathlib import Path

import pytest

from companion.campaign_files import read_only
from projections.descriptions import DESCRIPTIONS, VIEWS
from projections.queries import QUERIES
from tests.companion.cli.conftest import DEMO, KEY, Terminal

LINES = "SELECT position, text FROM log ORDER BY position"


def test_without_a_query_it_lists_tables_and_views_with_columns_and_rows(companion: Terminal) -> None:
    rows = companion.ok("data", "--json").json
    assert [row["name"] for row in rows] == [*DESCRIPTIONS]
    by_name = {row["name"]: row for row in rows}
    assert (by_name["campaigns"]["rows"], by_name["log"]["rows"], by_name["entries"]["rows"]) == (1, 7, 7)
    assert [row["name"] for row in rows if row["kind"] == "view"] == [*VIEWS]
    assert by_name["log"]["columns"] == [*DESCRIPTIONS["log"].columns]
    output = companion.ok("data").out
    assert all(name in output and column in output for name, each in DESCRIPTIONS.items() for column in each.columns)


def test_a_query_is_printed_as_a_table(companion: Terminal) -> None:
    lines = companion.ok(
        "data", "SELECT position, topic FROM log WHERE position > 5 ORDER BY position"
    ).out.splitlines()
    assert lines == [
        "position  topic",
        "       6  agemonia.faction-reputation-gained",
        "       7  agemonia.faction-reputation-gained",
    ]


def test_a_query_is_printed_as_csv_for_a_spreadsheet(companion: Terminal) -> None:
    result = companion.ok("data", "--csv", "SELECT '=1+1' AS sum, -3 AS less, NULL AS none")
    assert result.bytes.startswith(b"\xef\xbb\xbf")
    assert [*csv.reader(io.StringIO(result.bytes.decode("utf-8-sig")))] == [
        ["sum", "less", "none"],
        ["'=1+1", "-3", ""],
    ]


def test_a_query_is_printed_as_json(companion: Terminal) -> None:
    rows = companion.ok("--json", "data", "SELECT key, key, x'00ff' AS bytes, 1.5 AS half FROM campaigns").json
    assert rows == [{"key": KEY, "key_2": KEY, "bytes": "00ff", "half": 1.5}]


def test_an_answer_without_rows_says_so(companion: Terminal) -> None:
    assert companion.ok("data", f"{LINES} LIMIT 0").out == "No rows.\n"
    assert companion.ok("data", "--json", f"{LINES} LIMIT 0").json == []
    assert companion.ok("data", "--csv", f"{LINES} LIMIT 0").bytes == b"\xef\xbb\xbfposition,text\r\n"


def test_values_are_given_by_name(companion: Terminal) -> None:
    asked = "SELECT name FROM campaigns WHERE key = :key AND game = :game"
    assert companion.ok("data", asked, "-p", "key", KEY, "-p", "game", "agemonia").out == "name\nEvening one\n"
    result = companion("data", asked, "-p", "key", KEY)
    assert result.code == 2
    assert "-p NAME VALUE" in result.err


def test_an_answer_cannot_drive_the_terminal(companion: Terminal) -> None:
    output = companion.ok("data", "SELECT char(27) || '[2Jgone' || char(10) || 'and more' AS text").out
    assert "\x1b" not in output
    assert len(output.splitlines()) == 2


def test_the_full_text_index_is_complete_and_can_be_searched(companion: Terminal) -> None:
    companion.ok("record", KEY, "note-added", "text=The lighthouse burns")
    found = "SELECT position FROM log WHERE id IN (SELECT rowid FROM log_fts WHERE log_fts MATCH 'lighthouse')"
    assert companion.ok("data", "--json", found).json == [{"position": 8}]


CHANGES = [
    "DELETE FROM log",
    "UPDATE log SET text = ''",
    "INSERT INTO log (id) VALUES (1) RETURNING id",
    "CREATE TABLE more (id)",
    "DROP TABLE log",
    "PRAGMA query_only = OFF",
    "PRAGMA user_version = 9",
    "ATTACH 'other.db' AS other",
    "VACUUM INTO 'other.db'",
    "BEGIN",
    "SELECT 1; DELETE FROM log",
    "INSERT INTO log_fts (log_fts) VALUES ('rebuild')",
    "REINDEX",
    "/* nothing */",
]


@pytest.mark.parametrize("sql", CHANGES)
def test_what_changes_something_is_refused(
    companion: Terminal, sql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = companion.ok("data", LINES).out
    wrong = companion("--json", "data", sql).wrong
    assert (wrong["error"], wrong["fields"]) == ("misfit", {"sql": "This command only reads. Give one SELECT."})
    assert companion.ok("data", LINES).out == before
    assert not (tmp_path / "other.db").exists()
    assert companion.ok("verify").out == "Everything is in order.\n"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT state FROM entries",
        "SELECT rowid FROM entries",
        "SELECT * FROM main.Sheets",
        "SELECT (SELECT value FROM state LIMIT 1)",
        "WITH all_of (it) AS (SELECT state FROM snapshots) SELECT * FROM all_of",
        "SELECT 1 FROM log JOIN entries ON originator_version = position",
        "EXPLAIN SELECT state FROM entries",
    ],
)
def test_tables_with_secrets_are_not_read(companion: Terminal, sql: str) -> None:
    result = companion("data", sql)
    assert result.code == 2
    assert "can hold the secrets of a seat" in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("sql", "why"), [("SELEC 1", "syntax error"), ("SELECT * FROM nowhere", "no such table: nowhere")]
)
def test_a_query_that_cannot_run_says_why(companion: Terminal, sql: str, why: str) -> None:
    result = companion("data", sql)
    assert result.code == 2
    assert "The query cannot be run: " in result.err
    assert why in result.err


ENDLESS = "WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up) SELECT"


def test_a_query_is_stopped_after_a_while(companion: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_only, "SECONDS", 0)
    result = companion("data", f"{ENDLESS} MAX(n) FROM up")
    assert (result.code, "stopped after 0 seconds" in result.err) == (2, True)


@pytest.mark.parametrize(("limit", "most"), [("MOST_ROWS", 1_000), ("MOST_BYTES", 1_000_000)])
def test_an_answer_that_is_too_large_is_refused(
    companion: Terminal, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(read_only, limit, most)
    result = companion("data", f"{ENDLESS} n, hex(zeroblob(1000)) FROM up")
    assert (result.code, result.out) == (2, "")
    assert "Add a LIMIT." in result.err


def test_options_that_do_not_fit_are_refused(companion: Terminal) -> None:
    for words in (["--csv"], ["--csv", "--json", LINES], ["--metadata", LINES], ["--metadata", "--json"]):
        assert companion("data", *words).code == 2


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_the_queries_of_the_docs_have_an_answer(played: Terminal, query: object) -> None:
    values = {"campaign": DEMO, "number": "experience"} if query.example else {}  # type: ignore[attr-defined]
    given = [word for name, value in values.items() for word in ("-p", name, value)]
    assert played.ok("data", "--json", query.sql, *given).json  # type: ignore[attr-defined]
