"""The list of campaigns where there are many: its pages, the names in it, and the keys of equal names."""

from __future__ import annotations

import sqlite3

import pytest

from domain.framework.kernel import CampaignHidden
from projections.campaigns import PAGE, find_campaign, games_played, list_page, listed_campaigns, related_campaigns
from tests.house import House


@pytest.fixture
def shelf(house: House) -> House:
    """Three more campaigns than fit on a page, copied in the file: rows are all that a list reads."""
    house.new("Harbour 0")
    with house.store.writing() as db:
        for n in range(1, PAGE + 3):
            copied(db, f"Harbour {n}", f"2026-02-{n // 24 + 1:02}T{n % 24:02}")
    return house


def copied(db: sqlite3.Connection, name: str, updated: str = "2026-03", game: str = "toy", parent: str = "") -> None:
    """The first campaign of a file once more, under other names."""
    columns = [column for (_, column, *_) in db.execute("PRAGMA table_info(campaigns)")]
    row = dict(zip(columns, db.execute("SELECT * FROM campaigns LIMIT 1").fetchone(), strict=True))
    row |= {"campaign": name, "key": name.lower().replace(" ", "-"), "name": name, "updated": updated}
    row |= {"game": game, "parent": parent}
    db.execute(f"INSERT INTO campaigns VALUES ({','.join('?' * len(row))})", list(row.values()))


def names(house: House, words: str = "", number: int = 1) -> list[str]:
    with house.store.reading() as cursor:
        return [listed.name for listed in list_page(cursor, words, number).campaigns]


def test_pages_of_the_list_are_the_list(shelf: House) -> None:
    with shelf.store.reading() as cursor:
        whole = [listed.name for listed in listed_campaigns(cursor)]
        page = list_page(cursor)
    assert (page.number, page.of, page.count) == (1, 2, PAGE + 3)
    assert names(shelf) + names(shelf, number=2) == whole
    assert whole[0] == f"Harbour {PAGE + 2}"


@pytest.mark.parametrize("number", [-1, 0, 3, 1000])
def test_there_is_no_page_beyond_the_others(shelf: House, number: int) -> None:
    assert names(shelf, number=number) == names(shelf, number=1 if number < 1 else 2)


def test_a_list_without_campaigns_has_one_page(house: House) -> None:
    with house.store.reading() as cursor:
        page = list_page(cursor)
    assert (page.campaigns, page.number, page.of, page.count) == ([], 1, 1, 0)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("bour 52", ["Harbour 52"]),
        ("52 HARB", ["Harbour 52"]),
        ("  ", None),
        ("nowhere", []),
        ("harbour nowhere", []),
        ("evenement", ["Événement d’été"]),
        ("ÉTÉ", ["Événement d’été"]),
        ("灯塔", ["灯塔之夜"]),
        ("之", ["灯塔之夜"]),
    ],
)
def test_a_campaign_is_found_by_words_of_its_name(shelf: House, words: str, found: list[str] | None) -> None:
    with shelf.store.writing() as db:
        copied(db, "Événement d’été")
        copied(db, "灯塔之夜")
    assert names(shelf, words) == (names(shelf) if found is None else found)


def test_what_is_found_has_pages_too(shelf: House) -> None:
    with shelf.store.reading() as cursor:
        page = list_page(cursor, "harbour", 2)
        assert (page.of, page.count, len(page.campaigns)) == (2, PAGE + 3, 3)
        assert [listed.name for listed in listed_campaigns(cursor, "harbour 5")] == [*names(shelf, "harbour 5")]


def test_all_branches_are_kin_and_of_others_those_last_played(shelf: House) -> None:
    with shelf.store.writing() as db:
        copied(db, "Old branch", "2025-01", parent="harbour-1")
        copied(db, "Elsewhere", game="agemonia")
    with shelf.store.reading() as cursor:
        found = [listed.name for listed in related_campaigns(cursor, find_campaign(cursor, "harbour-1"))]
        of_branch = [listed.name for listed in related_campaigns(cursor, find_campaign(cursor, "old-branch"))]
    assert found[:2] == ["Old branch", f"Harbour {PAGE + 2}"]
    assert len(found) == PAGE + 1
    assert of_branch[0] == "Harbour 1"
    assert "Elsewhere" not in found


def test_the_games_that_are_played_come_in_the_order_of_the_list(shelf: House) -> None:
    with shelf.store.writing() as db:
        copied(db, "Elsewhere", game="agemonia")
    with shelf.store.reading() as cursor:
        assert games_played(cursor) == ["agemonia", "toy"]


# --- keys ------------------------------------------------------------------------------------


def keys(house: House, *begun: str) -> list[str]:
    """The keys that campaigns get which are begun one after the other."""
    made = [house.new(name) for name in begun]
    with house.store.reading() as cursor:
        return [find_campaign(cursor, id_).key for id_ in made]


def test_a_key_has_the_first_number_that_is_free(house: House) -> None:
    named = keys(house, "Harbour 3", "Harbour", "Harbour lights", "Harbour", "Harbour", "Harbour 2", "Harbour 30")
    assert named == ["harbour-3", "harbour", "harbour-lights", "harbour-2", "harbour-4", "harbour-2-2", "harbour-30"]
    assert house.rebuild()["campaigns"]
    with house.store.reading() as cursor:
        assert sorted(listed.key for listed in listed_campaigns(cursor)) == sorted(named)


def test_a_key_is_found_with_one_look_however_many_are_called_the_same(house: House) -> None:
    looks: list[str] = []
    keys(house, *["Harbour"] * 9)
    with house.store.writing() as db:
        db.set_trace_callback(lambda sql: looks.append(sql) if "key BETWEEN" in sql else None)
    keys(house, "Harbour")
    assert len(looks) == 1
    with house.store.writing() as db:
        db.set_trace_callback(None)


def test_hidden_campaigns_have_a_list_of_their_own(shelf: House) -> None:
    with shelf.store.writing() as db:
        db.execute("UPDATE campaigns SET hidden=1 WHERE name IN ('Harbour 3', 'Harbour 52')")
    with shelf.store.reading() as cursor:
        hidden, others, every = (list_page(cursor, hidden=one) for one in (True, False, None))
        named = [one.name for one in listed_campaigns(cursor, "bour 52", hidden=False)]
    assert ([one.name for one in hidden.campaigns], hidden.count) == (["Harbour 52", "Harbour 3"], 2)
    assert (others.count, every.count, named) == (PAGE + 1, PAGE + 3, [])
    assert {page.hidden for page in (hidden, others, every)} == {2}


def test_the_list_follows_what_is_hidden_and_undone(house: House) -> None:
    campaign = house.new()
    house.record(campaign, CampaignHidden())
    with house.store.reading() as cursor:
        assert find_campaign(cursor, campaign).hidden == 1
    house.campaigns.undo(campaign, None, house.command())
    with house.store.reading() as cursor:
        assert find_campaign(cursor, campaign).hidden == 0
