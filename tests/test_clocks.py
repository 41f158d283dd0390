"""Clocks that are a day off, or stand still: the log is in the order in which it was recorded, and nothing else is."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.framework.kernel import NoteAdded, SessionEnded, SessionStarted
from domain.log.command import Command
from domain.log.corrections import TableDecision
from projections.campaigns import find_campaign
from projections.documents.export import export_campaign
from tests.house import House
from tests.toy import CoinsGained, DiceRolled, SeatTaken, TowerBuilt

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
Clock = Callable[[int], datetime]
_OFF = Random(1)
CLOCKS: dict[str, Clock] = {
    "a day off either way": lambda n: NOON + timedelta(minutes=n, days=_OFF.choice([-1, 0, 1])),
    "backwards": lambda n: NOON - timedelta(minutes=n),
    "standing still": lambda n: NOON,
}
EVENTS = (
    SeatTaken(seat="Ann"),
    SessionStarted(),
    CoinsGained(seat="Ann", amount=9),
    DiceRolled(seat="Ann", dice=(1, 2)),
    NoteAdded(text="The first."),
    TowerBuilt(seat="Ann", tower="oak"),
    SessionEnded(),
    SessionStarted(),
    NoteAdded(text="The second."),
    CoinsGained(seat="Ann", amount=1),
)


def stamped(clock: Clock, number: int) -> Command:
    return Command(f"command-{number}", clock(number).isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def played(folder: Path, clock: Clock) -> Iterator[Any]:
    """All that is told of an evening, none of it a time."""
    house = House(folder / "campaigns.db")
    campaign = house.campaigns.new("toy", "Harbour", {}, stamped(clock, 0)).campaign
    for number, event in enumerate(EVENTS, 1):
        house.record_as(campaign, event, stamped(clock, number))
    house.campaigns.undo(campaign, None, stamped(clock, 50))
    house.campaigns.undo(campaign, 6, stamped(clock, 51), TableDecision("those"))
    house.campaigns.restore(campaign, 6, stamped(clock, 52))
    yield house.table(campaign)
    yield house.cold(campaign)
    yield [(line.position, line.text, line.session, line.counts) for line in house.log(campaign)]
    yield [house.at(campaign, position) for position in range(1, house.head(campaign) + 1)]
    yield told(house, campaign)
    assert house.verify() == []
    house.close()


def told(house: House, campaign: str) -> list[list[str]]:
    """What the documents say in which order."""
    with house.store.reading() as cursor:
        listed = find_campaign(cursor, campaign)
    wanted = ("9 coins", "The first.", "Oak Tower", "The second.")
    found = []
    for suffix in (".md", ".csv"):
        with house.campaigns.open(campaign) as live:
            text = b"".join(export_campaign(live, listed, house.store.reading, suffix)).decode()
        found.append(sorted((word for word in wanted if word in text), key=text.index))
    return found


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
def test_what_is_told_is_the_same_whatever_the_clocks_say(tmp_path: Path, clock: Clock) -> None:
    for folder in ("right", "wrong"):
        (tmp_path / folder).mkdir()
    right = list(played(tmp_path / "right", lambda n: NOON + timedelta(minutes=n)))
    assert list(played(tmp_path / "wrong", clock)) == right
    assert right[-1] == [["9 coins", "The first.", "Oak Tower", "The second."]] * 2
