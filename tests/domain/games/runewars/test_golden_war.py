"""The golden log of a whole war shows all that a war is made of: each count is read from its entries."""

from collections import Counter
from collections.abc import Iterator

import pytest

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.table import as_json
from domain.games.runewars import GAME
from domain.games.runewars.heroes.actions import HeroMoved, HeroTrained
from domain.games.runewars.heroes.duels import DuelStarted
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.march.diplomacy import DiplomacyCardChosen, DiplomacyStarted
from domain.games.runewars.realm.bids import BidsRevealed
from domain.games.runewars.runes import FalseRunesDiscarded, RuneInspected, RunesMixed, RunesPlaced
from domain.games.runewars.setup.players import FactionChosen
from domain.games.runewars.state.kinds import Season
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.victory import VictoryClaimed, WarScored
from domain.games.runewars.war.aftermath import BattleEnded
from domain.games.runewars.year.orders import OrdersRevealed
from domain.games.runewars.year.seasons import (
    AutumnTaken,
    FateReshuffled,
    FoodRanShort,
    SeasonEnded,
    SpringCame,
    WaterFroze,
)
from domain.log.campaign import Campaign
from tests.domain.games.runewars.twins import entries, imported, opened, war_of
from tests.strategies import WORDS


def campaign() -> Campaign:
    return opened(imported().raws)


def counting() -> list[Event[Runewars]]:
    """The events that count in the end: what was taken back is none of them, what was put right stands as it is now."""
    war = campaign()
    now = war.standing()
    kept = (war.entry_as_it_counts(entry.position, now).event for entry in entries() if now.counts(entry.position))
    return [event for event in kept if event is not None]


@pytest.fixture(scope="module")
def told() -> list[Event[Runewars]]:
    return counting()


def many(told: list[Event[Runewars]], cls: type[Event[Runewars]]) -> int:
    return sum(isinstance(event, cls) for event in told)


@pytest.mark.parametrize(
    ("cls", "least"),
    [
        (FactionChosen, 3),
        (BattleEnded, 6),
        (DuelStarted, 2),
        (DiplomacyStarted, 4),
        (DiplomacyCardChosen, 4),
        (BidsRevealed, 3),
        (RunesPlaced, 3),
        (RunesMixed, 1),
        (RuneInspected, 2),
        (FalseRunesDiscarded, 1),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_as_much_happened(told: list[Event[Runewars]], cls: type[Event[Runewars]], least: int) -> None:
    assert many(told, cls) >= least


def test_every_order_was_given(told: list[Event[Runewars]]) -> None:
    given = {order for event in told if isinstance(event, OrdersRevealed) for order in event.orders.values()}
    assert given == set(GAME.pack.of("orders"))


def test_every_season_came_with_what_it_brings(told: list[Event[Runewars]]) -> None:
    brought: dict[Season, tuple[type[Event[Runewars]], ...]] = {
        "spring": (SpringCame,),
        "summer": (QuestPhaseEnded, HeroMoved, HeroTrained),
        "autumn": (FateReshuffled, AutumnTaken),
        "winter": (WaterFroze, FoodRanShort),
    }
    assert {season: [cls.__name__ for cls in all_ if not many(told, cls)] for season, all_ in brought.items()} == {
        season: [] for season in brought
    }
    assert {event.takes for event in told if isinstance(event, AutumnTaken)} == {"influence", "tactics"}


def test_winter_starved_somebody(told: list[Event[Runewars]]) -> None:
    lost = [event.most for event in told if isinstance(event, ExcessDestroyed)]
    assert min(lost) < 8


def test_it_lasts_six_years_or_until_somebody_claims_victory(told: list[Event[Runewars]]) -> None:
    claimed = any(isinstance(event, VictoryClaimed) and event.won for event in told)
    assert many(told, SeasonEnded) == 24 or (claimed and many(told, SeasonEnded) < 24)
    assert claimed or many(told, WarScored) == 1


def test_one_entry_was_taken_back_and_one_put_right() -> None:
    corrections = Counter(type(entry.event) for entry in entries() if entry.is_correction)
    assert corrections[kernel.Withdrawn] >= 1
    assert corrections[kernel.Amended] >= 1


def words() -> Iterator[str]:
    for entry in entries():
        for value in entry.fields.values():
            yield from (value,) if isinstance(value, str) else ()


def test_nobody_typed_in_what_nobody_would() -> None:
    assert set(words()) & set(WORDS) == set()


def test_all_its_areas_lie_on_the_map() -> None:
    table = campaign().table
    assert isinstance(table, Runewars)
    assert [id_ for id_, area in table.land.items() if area.q is None] == []


def test_what_was_recorded_was_never_bent() -> None:
    assert [entry.position for entry in entries() if entry.bent] == []


def test_folded_entry_by_entry_it_gives_the_state_that_it_gives_at_once() -> None:
    *_, (raw, before) = war_of(imported().raws)
    before.source.raws.append(raw)  # type: ignore[attr-defined]
    before.catch_up()
    assert as_json(before.table) == as_json(campaign().table)
