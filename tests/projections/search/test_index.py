"""A search among the words of one campaign: it finds what FTS5 finds by itself, and looks at no other campaign."""

from __future__ import annotations

import pytest

from domain.framework.kernel import NoteAdded
from projections.following import search_when_followed
from projections.log import Wanted, count_lines, select_lines
from projections.search import index
from projections.search.words import fts_query
from tests.house import House

TOLD = (
    "gained gain GAINS again",
    "La jetée était fermée, Événement",
    "Straße, STRASSE und Straßen",
    "ﬁnally a ﬁre, İstanbul istanbul",
    "snake_case two-part x1 1x 12 123",
    "港口今晚很安静 harbour港口",
    "e\u0301te\u0301 Ångström Ǆ ǆ Ωmega ὈΔΥΣΣΕΎΣ",
    "naïve naive “quoted” it's",
)
SOUGHT = (
    *("gai", "gained", "g", "jete", "JETÉE", "evenement", "straße", "strasse", "stras", "fi", "ﬁ", "istanbul", "i"),
    *("snake", "snake_c", "two pa", "x", "1", "12", "港", "港口", "harb", "ete", "été", "angs", "Ω", "οδυσσευς", "ǆ"),
    *("naiv", "quot", "it", "s", "nowhere", "gai nowhere", "again gained"),
)


NOWHERE = ("fi", "οδυσσευς", "nowhere", "gai nowhere")
"""What is written otherwise than it is sought, for FTS5 as well, and what nobody wrote."""


@pytest.fixture
def told(house: House, harbour: str) -> str:
    """A campaign with notes, beside one where the same was said."""
    for campaign in (house.new("Elsewhere"), harbour):
        house.record(campaign, *[NoteAdded(text=text) for text in TOLD])
    return harbour


def found(house: House, campaign: str, search: str) -> list[int]:
    with search_when_followed(house.campaigns, campaign, search) as cursor:
        wanted = Wanted(search=search)
        positions = [line.position for line in select_lines(cursor, campaign, wanted)]
        assert count_lines(cursor, campaign, wanted) == len(positions)
    return positions


def by_itself(house: House, campaign: str, search: str) -> list[int]:
    """What FTS5 finds in the whole file, as far as it is of a campaign."""
    with house.store.reading() as cursor:
        rows = cursor.execute(
            "SELECT position FROM log WHERE campaign=? AND id IN"
            " (SELECT rowid FROM log_fts WHERE log_fts MATCH ?) ORDER BY position",
            (campaign, fts_query(search)),
        ).fetchall()
    return [position for (position,) in rows]


@pytest.mark.parametrize("search", SOUGHT)
def test_words_are_found_by_their_beginning_as_fts5_finds_them(house: House, told: str, search: str) -> None:
    positions = found(house, told, search)
    assert positions == by_itself(house, told, search)
    assert bool(positions) is (search not in NOWHERE)


def test_a_beginning_of_too_many_words_is_left_to_fts5(
    house: House, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "MOST", 1)
    assert found(house, told, "ga") == by_itself(house, told, "ga") != []


def test_a_search_asks_for_no_beginning_in_the_whole_file(house: House, told: str) -> None:
    """FTS5 would put together where each such word stands, in every campaign."""
    assert found(house, told, "gai gains")
    asked: list[str] = []
    with house.store.reading() as cursor:
        cursor.connection.set_trace_callback(asked.append)
        select_lines(cursor, told, Wanted(search="gai 港口"))
        cursor.connection.set_trace_callback(None)
    (searched,) = [sql for sql in asked if sql.startswith("SELECT") and "MATCH" in sql]
    assert "rowid BETWEEN" in searched
    assert "*" not in searched
    assert '"gained" OR "gains"' in searched


def test_of_a_search_a_dozen_words_are_looked_for_each_of_them_once() -> None:
    dozen = " AND ".join(f'"w{number}"*' for number in range(12))
    assert fts_query(" ".join(f"w{number} w0 w{number}*" for number in range(8_000))) == dozen
    assert fts_query("a* " * 8_000) == '"a"*'
