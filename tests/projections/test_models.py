"""The other read models: campaigns, current state, series and save sheets."""

from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from domain import campaigns
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.refusal import NotFound
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.campaign.party import HeroJoinedParty, HeroLeftParty
from projections import PROJECTIONS
from projections.base import TABLES
from projections.campaigns import find_campaign, listed_campaigns, slug_of_name
from projections.following import numbers_when_followed
from projections.saves import sessions_with_saves
from projections.series import series_by_round
from tests.house import House
from tests.toy import GAME, CoinsGained, DayBroke, NightFell, SeatTaken, TowerBuilt, YearTurned

ANN = SeatTaken(seat="Ann")
NINE = CoinsGained(seat="Ann", amount=9)
OAK = TowerBuilt(seat="Ann", tower="oak")


# --- all of them -----------------------------------------------------------------------------


def test_a_file_is_opened_without_them_where_it_has_all_that_they_are_kept_in() -> None:
    tables = [table for projection in PROJECTIONS for table in projection.tables]
    full_text = {table.full_text for table in tables if table.searched}
    views = {view.name for projection in PROJECTIONS for view in projection.views}
    assert {table.name for table in tables} | full_text | views == TABLES


# --- campaigns -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key"),
    [("Old Harbour", "old-harbour"), ("  Ann's!  ", "ann-s"), ("港口 1", "港口-1"), ("!!!", "campaign")],
)
def test_a_name_makes_a_key_to_type(name: str, key: str) -> None:
    assert slug_of_name(name) == key


def test_campaigns_of_one_name_have_different_keys(house: House) -> None:
    for _ in range(3):
        house.new("Harbour")
    with house.store.reading() as cursor:
        assert sorted(row.key for row in listed_campaigns(cursor)) == ["harbour", "harbour-2", "harbour-3"]


def test_a_campaign_is_found_by_key_and_by_id(house: House, harbour: str) -> None:
    with house.store.reading() as cursor:
        assert find_campaign(cursor, "harbour") == find_campaign(cursor, harbour)
        with pytest.raises(NotFound, match="nowhere"):
            find_campaign(cursor, "nowhere")


def test_the_list_tells_where_a_campaign_is(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(), ANN, NightFell(), DayBroke(), NightFell())
    with house.store.reading() as cursor:
        row = find_campaign(cursor, "harbour")
    assert (row.game, row.entries, row.sessions, row.round, row.step) == ("toy", 6, 1, 2, "night")


def test_a_campaign_that_the_list_has_lost_records_among_no_others_lines(house: House, harbour: str) -> None:
    other = house.new("Other")
    with house.store.writing() as db:
        db.execute("DELETE FROM campaigns WHERE campaign=?", (harbour,))
    house.record(harbour, ANN)
    house.record(other, ANN)
    assert [line.text for line in house.log(other)][1:] == ["Ann sat down"]
    house.rebuild()
    assert [line.text for line in house.log(harbour)][1:] == ["Ann sat down"]


def test_the_last_played_campaign_comes_first(house: House) -> None:
    first, _ = house.new("First"), house.new("Second")
    house.record(first, ANN)
    with house.store.reading() as cursor:
        assert [row.name for row in listed_campaigns(cursor)] == ["First", "Second"]


# --- state -----------------------------------------------------------------------------------


def test_the_state_is_there_from_the_first_entry_on(house: House, harbour: str) -> None:
    assert house.shown(harbour) == (1, house.table(harbour))


def test_the_state_is_the_table_of_the_last_snapshot_and_says_which_that_is(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE)
    before = house.table(harbour)
    house.put_away(harbour)
    house.record(harbour, NINE, OAK)
    assert house.shown(harbour) == (3, before) == house.told(harbour)


def test_the_state_goes_with_the_snapshots_that_are_kept_by_themselves(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaigns, "SNAPSHOT_EVERY", 3)
    house.record(harbour, ANN, NINE, NINE, NINE, NINE)
    assert house.shown(harbour)[0] == 3
    assert house.shown(harbour) == house.told(harbour)


def test_a_part_that_is_no_more_leaves_the_state(house: House, harbour: str) -> None:
    with house.store.writing() as db:
        db.execute("INSERT INTO state VALUES (?, 'former', 1, '{}')", (harbour,))
    house.put_away(harbour)
    assert house.shown(harbour) == house.told(harbour)


def test_a_command_writes_no_state(house: House, harbour: str) -> None:
    before = house.shown(harbour)
    house.record(harbour, ANN, NINE)
    assert house.shown(harbour) == before


def test_a_write_that_fails_leaves_no_trace_in_the_next_one(house: House, harbour: str) -> None:
    house.record(harbour, ANN)

    def fails(batch: object) -> object:
        raise ZeroDivisionError

    writer = house.models.writer
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.models, "writer", lambda batch: lambda db: (writer(batch)(db), fails(batch)))
        with pytest.raises(ZeroDivisionError):
            house.record(harbour, NINE)
    house.record(harbour, SeatTaken(seat="Bob"))
    assert house.table(harbour) == house.cold(harbour)
    assert house.shown(harbour) == house.told(harbour)


def test_two_files_with_the_same_campaign_do_not_mix(house: House, harbour: str) -> None:
    house.record(harbour, ANN)
    copy = house.path.with_name("copy.db")
    house.store.backup(copy)
    twin = House(copy)
    house.record(harbour, NINE)
    twin.record(harbour, SeatTaken(seat="Bob"))
    twin.record(harbour, SeatTaken(seat="Cleo"))
    house.record(harbour, NINE)
    for one in (house, twin):
        one.put_away(harbour)
        assert one.shown(harbour) == (one.head(harbour), one.cold(harbour))
    twin.close()


# --- series ----------------------------------------------------------------------------------


def of(house: House, campaign: str) -> dict[str, list[tuple[int, int]]]:
    """Each series by round, in a game without chapters."""
    with numbers_when_followed(house.campaigns, campaign) as cursor:
        found = series_by_round(cursor, campaign)
    return {name: [(round_, value) for (_, round_), value in values.items()] for name, values in found.items()}


def test_who_left_has_no_number_at_the_end_of_a_round(tmp_path: Path) -> None:
    """Whether it was told while they were here, or only when the models are made anew."""
    house = House(tmp_path / "party.db", (AGEMONIA,))
    campaign = house.new()
    house.record(campaign, HeroJoinedParty(hero="lunara"))
    house.record(campaign, StarsGained(hero="lunara", amount=1))
    assert "stars lunara" in of(house, campaign)
    house.campaigns.drop_from_memory(campaign)
    house.record(campaign, HeroLeftParty(hero="lunara"))
    rows = house.rows()
    assert "stars lunara" not in of(house, campaign)
    assert house.rebuild() == rows
    house.close()


def test_a_round_that_has_a_number_late_is_not_the_one_before_it(tmp_path: Path) -> None:
    """What there was to count in it was gone, the host began anew, and there is something again."""
    late = replace(GAME, series=lambda table: {name: seat.coins for name, seat in table.seats.items() if seat.coins})
    house = House(tmp_path / "late.db", (late,))
    campaign = house.new()
    for event in (ANN, CoinsGained(seat="Ann", amount=2), NightFell(), DayBroke(), OAK):
        house.record(campaign, event)
    house.campaigns.drop_from_memory(campaign)
    house.record(campaign, NINE)
    rows = house.rows()
    assert of(house, campaign) == {"Ann": [(1, 2), (2, 9)]}
    assert house.rebuild() == rows
    house.close()


def test_who_left_in_the_round_they_came_in_has_no_number_at_its_end(tmp_path: Path) -> None:
    """Told by the very process that told their number before."""
    rich = replace(GAME, series=lambda table: {name: seat.coins for name, seat in table.seats.items() if seat.coins})
    house = House(tmp_path / "rich.db", (rich,))
    campaign = house.new()
    house.record(campaign, ANN, NightFell(), DayBroke(), CoinsGained(seat="Ann", amount=2))
    assert of(house, campaign) == {"Ann": [(2, 2)]}
    house.record(campaign, OAK)
    rows = house.rows()
    assert of(house, campaign) == {}
    assert house.rebuild() == rows
    house.close()


def test_no_round_that_ends_looks_through_the_numbers_of_all_others(house: House, harbour: str) -> None:
    """A correction tells many rounds anew, and a rebuild all of them: for each of them that would be too much."""
    house.record(harbour, ANN, NINE)
    said: list[str] = []
    with house.store.writing() as writer:
        writer.set_trace_callback(said.append)
    house.record(harbour, *[NightFell(), DayBroke()] * 3)
    house.undo(harbour, 3)
    house.rows()
    house.rebuild()
    assert sum("INSERT INTO series" in one for one in said) > 8
    cleared = [one for one in said if one.startswith("DELETE FROM series") and "NOT IN" in one]
    assert len(cleared) <= 2, "that of the round which began before, once a correction and once a rebuild"


def test_a_correction_writes_to_the_lines_that_it_is_about_and_looks_through_no_others(
    house: House, harbour: str
) -> None:
    house.record(harbour, ANN, NINE, *[NightFell(), DayBroke()] * 3)
    house.undo(harbour, 5, "those")
    said: list[str] = []
    with house.store.writing() as writer:
        writer.set_trace_callback(said.append)
    house.undo(harbour, 3)
    assert [one.rpartition(" WHERE ")[2] for one in said if one.startswith("UPDATE log ")] == [f"id={(1 << 32) + 3}"]


def test_a_series_tells_the_rounds_of_each_chapter_apart(house: House, harbour: str) -> None:
    house.record(harbour, ANN, YearTurned(), NINE, NightFell(), DayBroke(), YearTurned())
    with house.store.reading() as cursor:
        assert series_by_round(cursor, harbour)["coins Ann"] == {(0, 1): 0, (1, 1): 9, (1, 2): 9, (2, 1): 9}


def test_a_series_has_each_rounds_numbers_as_they_were_at_its_end(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, NightFell(), DayBroke(), OAK)
    assert of(house, harbour) == {"gates": [(1, 0), (2, 0)], "coins Ann": [(1, 9), (2, 7)]}


def test_a_correction_corrects_the_series_from_there_on(house: House, harbour: str) -> None:
    house.record(harbour, ANN, NINE, NightFell(), DayBroke(), CoinsGained(seat="Ann", amount=1))
    house.undo(harbour, 3)
    assert of(house, harbour)["coins Ann"] == [(1, 0), (2, 1)]
    house.redo(harbour)
    assert of(house, harbour)["coins Ann"] == [(1, 9), (2, 10)]


# --- save sheets -----------------------------------------------------------------------------


def test_the_sheets_are_kept_as_they_were_put_away(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(), ANN, NINE, OAK, SessionEnded(), SessionStarted(), NINE, SessionEnded())
    with house.store.reading() as cursor:
        assert sessions_with_saves(cursor, harbour) == [(1, 6), (2, 9)]
        rows = cursor.execute("SELECT body FROM sheets WHERE sheet='seat-Ann' ORDER BY session").fetchall()
    assert [orjson.loads(body)["blocks"][1]["words"][0]["tally"] for (body,) in rows] == [7, 16]
    assert "Oak Tower" in rows[0][0]


def test_a_correction_corrects_the_sheets_from_there_on(house: House, harbour: str) -> None:
    house.record(harbour, SessionStarted(), ANN, NINE, SessionEnded())
    house.amend(harbour, 4, amount=1)
    with numbers_when_followed(house.campaigns, harbour) as cursor:
        (body,) = cursor.execute("SELECT body FROM sheets WHERE sheet='seat-Ann'").fetchone()
    assert orjson.loads(body)["blocks"][1]["words"][0]["tally"] == 1
