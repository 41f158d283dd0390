"""Laws of a realm, over years of random orders and purchases: nothing is owed, four orders a year, all back."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from companion.testing import Play, given
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.listing import events_defined_in
from domain.framework.game import PUBLIC
from domain.framework.refusal import RefusedAll
from domain.games.runewars import GAME, cards
from domain.games.runewars.base import whose_turn
from domain.games.runewars.display.prompts import OFFERED
from domain.games.runewars.realm import bids, building, cities, dials
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import FactionChosen
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, TurnEnded, unused_orders
from domain.games.runewars.year.seasons import (
    AutumnTaken,
    OrdersCalled,
    SeasonCardDrawn,
    SeasonTextResolved,
    SpringCame,
    yet_to_take,
)
from tests.domain.games.runewars.realm.realms import HOME, SHEET, by_hand, typed
from tests.strategies import guess

MODULES = (bids, building, cards, cities, dials)
DOINGS = [event for event in events_defined_in(*MODULES) if not event.automatic]
YIELDS = (by_hand("land.1B.wood", 3), by_hand("land.1C.ore", 2), by_hand("land.4A.food", 4))
CITY = (typed("cities", "c", en="C", zh="C", influence=2, tactics=1), by_hand("land.1B.city", "c"))
BEFORE = (*HOME, FactionChosen(faction="uthuk", influence=2), SHEET, *YIELDS, *CITY, WarBegun())
WARS, SEASONS, TRIES = 3, 9, 25
A_YEAR = 4
GO_ON = "the table goes on"


@cache
def wars() -> tuple[Play, ...]:
    return tuple(_war(Random(seed)) for seed in range(WARS))


def _war(random: Random) -> Play:
    play = given(GAME, *BEFORE).play
    for _ in range(SEASONS):
        _season(play, random)
    return play


def _season(play: Play, random: Random) -> None:
    _record(play, random, SeasonCardDrawn())
    _record(play, random, SeasonTextResolved(), GO_ON)
    table: Any = play.campaign.table
    for seat in yet_to_take(table) if table.season_name == "autumn" else ():
        _record(play, random, AutumnTaken(seat=seat, takes=random.choice(("influence", "tactics"))))
    _record(play, random, OrdersCalled(), GO_ON)
    for seat in table.alive():
        order = random.choice(unused_orders(play.campaign.table, seat))  # type: ignore[arg-type]
        _record(play, random, OrderChosen(seat=seat, order=order))
    _record(play, random, OrdersRevealed())
    while seat := whose_turn(play.campaign.table):  # type: ignore[arg-type]
        for _ in range(TRIES):
            if event := _anything(play, random):
                _record(play, random, event)
        _record(play, random, bids.BidCalledOff())
        for tied in bids.tied_now(play.campaign.table)[:1]:  # type: ignore[arg-type]
            _record(play, random, bids.BidTieBroken(winner=tied))
        _record(play, random, TurnEnded(seat=seat), GO_ON)


def _anything(play: Play, random: Random) -> Event[Any] | None:
    """Half of the time what comes next, with what is known of it."""
    table: Any = play.campaign.table
    prompts = [prompt for prompt in play.campaign.prompts(PUBLIC) if prompt.event in OFFERED and not prompt.closes]
    if prompts and random.random() < 0.5:
        prompt = random.choice(prompts)
        return guess(prompt.event, table, random, **prompt.fields)
    return guess(random.choice(DOINGS), table, random)


def _record(play: Play, random: Random, event: Event[Any], bend: str = "") -> None:
    try:
        play.record(event, Chance(random), bend)
    except RefusedAll:
        return


def moments() -> Iterator[tuple[Event[Any], Runewars]]:
    """Every entry of these wars, and the table after it."""
    for play in wars():
        table = play.campaign.empty_table()
        for entry in play.campaign.entries():
            assert entry.event is not None
            entry.event.record_on(table)
            yield entry.event, table  # type: ignore[misc]


def test_much_happens_in_these_wars() -> None:
    met = {type(event) for event, _ in moments()}
    assert len(met & set(DOINGS)) > len(DOINGS) * 2 / 3


def test_influence_and_dials_are_never_owed() -> None:
    for event, table in moments():
        for seat in table.seats.values():
            assert min([seat.influence, *seat.dials.values()]) >= 0, event


def test_no_order_is_used_twice_a_year_and_no_more_than_four() -> None:
    for event, table in moments():
        for seat in table.seats.values():
            assert len(seat.used) == len(set(seat.used)) <= A_YEAR, event


def test_spring_gives_all_orders_back() -> None:
    springs = [
        [len(unused_orders(table, seat)) for seat in table.seats]
        for event, table in moments()
        if isinstance(event, SpringCame)
    ]
    assert springs.count([8, 8, 8]) == len(springs) == WARS * 3
