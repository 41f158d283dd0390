"""What does not fit or does not go, typed at a table of Marvel Champions: a clear sentence, and nothing recorded."""

import pytest

from tests.companion.cli.conftest import Terminal

REFUSED, UNFIT = 3, 2
AREAS = "turns,schemes,minions,encounter,allies,hands,cards"


@pytest.fixture
def table(empty: Terminal) -> Terminal:
    """The first player phase: Spider-Man, in hero form, with a hand of one card; a minion, and nobody's ally."""
    empty.ok("new", "champions", "Webs", f"tracks={AREAS}")
    empty.ok("record", "webs", "hero-taken", "hero=spider-man")
    empty.ok("record", "webs", "scenario-chosen", "scenario=rhino", "health=14", "target=7", "threat=0")
    empty.ok("record", "webs", "game-begun", "--bend", "It stands on the table")
    empty.ok("record", "webs", "form-changed", "seat=spider-man")
    empty.ok("record", "webs", "cards-counted", "seat=spider-man", "deck=9")
    empty.ok("record", "webs", "cards-drawn", "seat=spider-man", "count=1", "cards=energy")
    empty.ok("record", "webs", "minion-entered", "name=shocker", "seat=spider-man")
    return empty


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        (("threat-placed", "scheme=main scheme", "amount=-1"), REFUSED, "Threat is never below zero"),
        (("threat-removed", "scheme=main scheme", "amount=-3"), REFUSED, "Threat is never below zero"),
        (("threat-removed", "scheme=main scheme", "amount=1"), REFUSED, "There is no threat on The Break-In!."),
        (("side-scheme-entered", "name=Docks", "threat=-2"), UNFIT, "threat: at least 0"),
        (("card-left", "card=daredevil"), REFUSED, "Daredevil is not in play."),
        (("ally-attacked", "card=daredevil", "target=villain"), REFUSED, "Daredevil is not in play."),
        (("hero-attacked", "seat=spider-man", "target=shocker #2"), REFUSED, "Shocker 2 is not in play."),
        (("card-entered", "name=daredevil", "seat=spider-man", "out_of=hand"), REFUSED, "is not among these cards."),
        (("card-played", "seat=spider-man", "card=daredevil"), REFUSED, "Daredevil is not among these cards."),
        (("card-played", "seat=spider-man", "card=shocker"), REFUSED, "Shocker cannot be played: minion."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_it_is_told_and_nothing_is_recorded(table: Terminal, typed: tuple[str, ...], code: int, says: str) -> None:
    before = table.head("webs")
    result = table("record", "webs", *typed)
    assert (result.code, says in result.err, result.err) == (code, True, result.err)
    assert table.head("webs") == before
