"""Plans: what the consequences of an event rest on that `apply` takes off the table."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.testing import Play, followed, given, table
from domain.framework.events.event import Event
from domain.framework.table import as_json
from domain.games import BY_KEY
from domain.log import corrections
from domain.log.entry_decoding import Reader
from domain.log.recomputation.origins import Origin, split_commands
from domain.log.recomputation.scratch import apply_readable
from projections.documents.lossless import read_lossless
from tests.toy import GAME, CoinsGained, SeatTaken
from tests.toy.table import Harbour, Sitter, ToyEvent

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.jsonl"))


class PurseLost(ToyEvent):
    """Takes all coins of a seat; another seat finds them."""

    sentence = "{seat} lost a purse that {finder} found"
    seat: Sitter
    finder: Sitter

    def plan(self, table: Harbour) -> int:
        return table.seats[self.seat].coins

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].coins = 0

    def follow_plan(self, table: Harbour, plan: int) -> Iterator[Event[Harbour]]:
        assert table.seats[self.seat].coins == 0, "the consequences are asked for after the event"
        yield CoinsGained(seat=self.finder, amount=plan)


PURSES = replace(GAME, key="purses", own_events=(*GAME.own_events, PurseLost))
LOST = PurseLost(seat="Ann", finder="Bob")


def lost_purse() -> Play:
    """Ann gains five coins (4) and loses them (5); Bob finds them (6)."""
    start = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), CoinsGained(seat="Ann", amount=5))
    return given(PURSES, *start, LOST).play


def test_a_plan_is_made_before_the_event_is_applied() -> None:
    start = (SeatTaken(seat="Ann"), SeatTaken(seat="Bob"), CoinsGained(seat="Ann", amount=5))
    after = table(**{"seats.Ann.coins": 0, "seats.Bob.coins": 5})
    given(PURSES, *start).when(LOST).then(followed(CoinsGained(seat="Bob", amount=5)), after)


def test_an_event_without_a_plan_follows_as_before() -> None:
    assert SeatTaken(seat="Ann").plan(Harbour()) is None
    assert [*SeatTaken(seat="Ann").follow_plan(Harbour(), None)] == []


def test_a_correction_plans_on_the_corrected_table() -> None:
    play = lost_purse()
    play.do(lambda campaign: corrections.amend(campaign, 4, {"amount": 3}, play.command()))
    assert play.campaign.table == play.reopen().table
    found: Any = play.campaign.table
    assert {name: seat.coins for name, seat in found.seats.items()} == {"Ann": 0, "Bob": 3}


@pytest.mark.parametrize("seats", [None, frozenset({"Bob"})])
def test_a_preview_lists_the_consequence_that_changes_with_the_plan(seats: frozenset[str] | None) -> None:
    play = lost_purse()
    command = replace(play.command(), seats=seats)
    found = corrections.preview_amendment(play.campaign, 4, {"amount": 3}, command)
    changed = CoinsGained(seat="Bob", amount=5), CoinsGained(seat="Bob", amount=3)
    assert [(one.was, one.now) for one in found.otherwise] == [changed]


def test_a_preview_lists_no_consequence_if_the_plan_stays() -> None:
    play = lost_purse()
    found = corrections.preview_insertion(play.campaign, 3, SeatTaken(seat="Cem"), play.command())
    assert (found.otherwise, found.added[1:], found.lapsed) == ([], [], [])


def test_a_recorded_command_is_split_by_its_plans() -> None:
    play = lost_purse()
    before = play.campaign.fold_to(4, play.campaign.standing(), play.campaign.position)
    events: list[Event[Any]] = [LOST, CoinsGained(seat="Bob", amount=5), CoinsGained(seat="Ann", amount=2)]
    origin = Origin(events, (before,), lambda: before.model_copy(deep=True))
    parts = [(root, [one.recorded for one in found]) for root, found in split_commands(play.campaign, origin)]
    assert parts == [(LOST, events[1:2]), (events[2], [])]


@pytest.mark.parametrize("log", GOLDEN, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_plan_changes_nothing_and_is_not_changed_by_apply(log: Path) -> None:
    imported = read_lossless(BytesIO(log.read_bytes()), BY_KEY)
    now = imported.game.new_table(next(iter(imported.packs), None))
    for event in filter(None, (entry.event for entry in Reader(imported.game).entries(imported.raws))):
        if type(event).plan is Event.plan:
            apply_readable([event], now)
            continue
        before, plan = as_json(now), event.plan(now)
        assert as_json(now) == before, event
        kept = deepcopy(plan)
        apply_readable([event], now)
        assert plan == kept, event
