"""What an entry costs the file, in what no clock measures: pages of its journal, and statements."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from domain.framework.events.event import Event
from domain.framework.kernel import CampaignStarted, NoteAdded
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from domain.store import FileStore
from tests.bench.logs import long_log
from tests.house import House
from tests.toy import GAME, CoinsGained, SeatTaken

NOTE = NoteAdded(text="The harbour is quiet tonight, and nobody minds.")
COIN = CoinsGained(seat="Ann", amount=1)
SOME = 40
"""Entries that are recorded to see what one costs: fewer than fill a journal, which begins anew at 1,000 pages."""
FRAME, HEAD = 24, 32
"""Bytes that a page of a journal has besides the page itself, and the journal besides its pages."""


def young(house: House) -> str:
    return long_log(house, GAME, 100)


def old(house: House) -> str:
    return long_log(house, GAME, 4_000)


def large(house: House) -> str:
    """A campaign with a large state."""
    memory = Memory()
    campaign = Campaign("f" * 32, GAME, memory)
    for event in (CampaignStarted(game=GAME.key, name="Large", pack=GAME.pack.digest), *[NOTE] * 1_500):
        memory.raws += campaign.record(event, house.command(), house.campaigns.chance).raws
    house.store.add_pack(GAME.key, GAME.pack)
    return house.campaigns.adopt_campaign(campaign).campaign


every_campaign = pytest.mark.parametrize("made", [young, old, large], ids=lambda made: made.__name__)


def pages_an_entry(house: House, campaign: str, event: Event[Any] = NOTE) -> float:
    """Pages of the journal that an entry writes."""
    with closing(sqlite3.connect(house.path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = db.execute("PRAGMA page_size").fetchone()
        house.record(campaign, *[event] * SOME)
        journal = house.path.with_name(f"{house.path.name}-wal").stat().st_size
    return (journal - HEAD) / (size + FRAME) / SOME


def statements_of_an_entry(house: House, campaign: str, event: Event[Any] = NOTE) -> int:
    """Statements that are run to write one."""
    said: list[str] = []
    with house.store.writing() as writer:
        writer.set_trace_callback(said.append)
    said.clear()
    house.record(campaign, event)
    with house.store.writing() as writer:
        writer.set_trace_callback(None)
        return len(said) - 1


def steps_of_an_entry(house: House, campaign: str, event: Event[Any]) -> int:
    """Steps of SQLite's machine that are taken to write one, in hundreds."""
    steps: list[int] = []
    with house.store.writing() as writer:
        writer.set_progress_handler(lambda: steps.append(100), 100)
    house.record(campaign, event)
    with house.store.writing() as writer:
        writer.set_progress_handler(None, 100)
    return len(steps)


def test_a_number_that_charts_follow_takes_no_more_steps_in_a_long_campaign(house: House) -> None:
    few, many = young(house), old(house)
    house.record(few, COIN)
    house.record(many, COIN)
    assert steps_of_an_entry(house, many, COIN) <= steps_of_an_entry(house, few, COIN) + 1


def test_a_number_that_charts_follow_is_written_in_place_of_the_one_before_and_takes_one_page_more(
    house: House,
) -> None:
    campaign = old(house)
    house.record(campaign, COIN)
    assert pages_an_entry(house, campaign, COIN) <= 7.5


@every_campaign
def test_an_entry_takes_seven_pages_however_long_or_large_its_campaign(
    house: House, made: Callable[[House], str]
) -> None:
    campaign = made(house)
    house.record(campaign, NOTE)
    assert pages_an_entry(house, campaign) <= 7


def test_an_entry_takes_eight_pages_where_others_lie_before_and_behind_its_campaign_in_every_table(
    house: House,
) -> None:
    """Its pages are full and so are those behind it: SQLite parts them among their neighbours, time and again."""
    old(house)
    campaign = young(house)
    large(house)
    house.record(campaign, NOTE)
    assert pages_an_entry(house, campaign) <= 8.5


def test_what_is_recorded_by_its_name_in_a_campaign_at_hand_takes_no_look_at_the_file(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = young(house)
    house.record(campaign, NOTE)
    monkeypatch.setattr(FileStore, "reading", lambda store: pytest.fail("somebody looks"))
    house.campaigns.record(campaign, "note-added", {"text": "It rains."}, house.command())


@every_campaign
def test_an_entry_takes_as_many_statements_in_every_campaign(house: House, made: Callable[[House], str]) -> None:
    campaign = made(house)
    house.record(campaign, NOTE)
    assert statements_of_an_entry(house, campaign) <= 6


@pytest.mark.parametrize("made", [young, old])
def test_a_number_that_charts_follow_takes_two_statements_more(house: House, made: Callable[[House], str]) -> None:
    campaign = made(house)
    house.record(campaign, COIN)
    assert statements_of_an_entry(house, campaign, COIN) <= 8


def test_a_number_that_charts_follow_takes_no_more_steps_among_many_numbers(house: House) -> None:
    few = young(house)
    many = house.campaigns.branch(few, "Many", None, "few", house.command()).campaign
    house.record(many, *(SeatTaken(seat=f"Guest {number}") for number in range(60)))
    for campaign in (few, many):
        house.record(campaign, COIN)
    assert steps_of_an_entry(house, many, COIN) <= steps_of_an_entry(house, few, COIN) + 1
