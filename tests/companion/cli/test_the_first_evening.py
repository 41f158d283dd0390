"""The first evening, line by line, as the README tells it to somebody who has just installed it."""

from pathlib import Path

from tests.companion.cli.conftest import Terminal

KEY, REPUTATION = "evening-one", "factions.gramask.reputation"


def test_the_first_evening(empty: Terminal, tmp_path: Path) -> None:
    companion = empty
    assert companion.ok("new", "agemonia", "Evening one").out == "evening-one\n"

    joined = companion.ok("record", KEY, "hero-joined-party", "hero=lunara", "player=P1")
    assert joined.out == "    3  Lunara joined the party, played by P1\n"

    written = companion.ok("record", KEY, "keyword-written", "journal=party", "keyword=Silver Key")
    assert written.out == "    4  Party journal: wrote “Silver Key”\n"

    again = companion("record", KEY, "keyword-written", "journal=party", "keyword=Silver Key")
    assert (again.code, again.out) == (3, "")
    assert (
        again.err
        == "“Silver Key” is already in this journal; it is not written again.  [Journals and keywords (日志和关键词)]\n"
    )

    tally = companion.ok("record", KEY, "keyword-tally-added", "journal=party", "keyword=Silver Key", "count=2")
    assert tally.out == "    5  Party journal: 2 tally marks at “Silver Key”\n"

    gained = companion.ok("record", KEY, "faction-reputation-gained", "faction=gramask", "amount=2")
    assert gained.out == "    6  House Gramask: +2 reputation\n"

    assert companion.ok("undo", KEY).out == "    7  Took back: House Gramask: +2 reputation\n"
    assert companion.ok("state", KEY, "factions", "--json").json == {}
    assert companion.ok("redo", KEY).out == "    8  Restored: House Gramask: +2 reputation\n"
    looked_back_on(companion)
    carried_elsewhere(companion, companion.elsewhere(tmp_path / "other"), tmp_path / "x.jsonl")


def looked_back_on(companion: Terminal) -> None:
    state = companion.ok("state", KEY, "--json").json
    assert state["factions"]["gramask"]["reputation"] == 2
    assert state["heroes"]["lunara"]["player"] == "P1"
    assert companion.ok("why", KEY, REPUTATION).out == "6  –  →  2  House Gramask: +2 reputation\n"

    log = companion.ok("log", KEY, "--json").json
    assert [line["entry"] for line in log] == list(range(1, 9))
    assert log[5]["text"] == "House Gramask: +2 reputation"
    assert (log[5]["counts"], log[6]["counts"]) == (True, False)

    sheet = companion.ok("sheet", KEY, "party", "--format", "md").out
    assert sheet.startswith("# Evening one · ")
    assert "Silver Key" in sheet


def carried_elsewhere(companion: Terminal, other: Terminal, file: Path) -> None:
    assert companion.ok("export", KEY, file).out == f"Wrote {file} ({file.stat().st_size} bytes).\n"

    assert other.ok("import", file).out == "evening-one\n"
    assert other.ok("verify").out == "Everything is in order.\n"
    assert other.ok("state", KEY, "--json").json == companion.ok("state", KEY, "--json").json
    assert other.ok("list", "--json").json[0]["digest"] == companion.ok("list", "--json").json[0]["digest"]
