"""Seats: every event that brings one to a table says so, and says who plays it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from tests.moments import GOLDEN, read_golden

FIRST = 60
"""Entries of a log in which all who play have sat down."""
LOGS = [(BY_KEY[path.parent.name], path.stem) for path in sorted(GOLDEN.glob("*/*.jsonl"))]


def seats_brought(game: AnyGame, log: str) -> Iterator[tuple[Event[object], str]]:
    """The events with which the first seats of a log came, each with the seat."""
    imported = read_golden(game.key, log)
    packs = {pack.digest: pack for pack in imported.packs}
    campaign = Campaign("0" * 32, game, Memory(imported.raws[:FIRST]), packs.get)
    before: set[str] = set()
    for entry in campaign.entries():
        now = set(campaign.at(entry.position).chairs())
        if entry.event is not None and not entry.is_correction:
            yield from ((entry.event, seat) for seat in now - before)
        before = now


@pytest.mark.parametrize(("game", "log"), LOGS, ids=lambda one: one if isinstance(one, str) else one.key)
def test_an_event_that_brings_a_seat_names_it_and_its_player(game: AnyGame, log: str) -> None:
    for event, seat in seats_brought(game, log):
        seating = event.seating
        assert seating, f"{event.topic} brings {seat} to the table"
        assert getattr(event, seating.seat) == seat


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_a_table_knows_the_player_whom_its_event_named(game: AnyGame) -> None:
    """One event of each game does it, with the fields that it says it has."""
    (cls,) = (cls for cls in game.own_events if cls.seating)
    assert cls.seating
    assert {cls.seating.seat, cls.seating.player} <= cls.model_fields.keys()
    event = cls.model_construct(**{cls.seating.seat: "some-seat", cls.seating.player: "Ann"})
    table = game.new_table()
    event.apply(table)
    assert table.played_by() == {"some-seat": "Ann"}
