"""Every order leads on: whatever a table tracks and knows, the large button ends each turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.testing import Spec, refused, says
from domain.framework.events.event import Event
from domain.framework.offers.prompt_list import next_prompt
from domain.games.runewars import GAME
from domain.games.runewars.realm.dials import DialsHarvested, DialsSet
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.laying import ON_THE_MAP
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed
from tests.first_turns import Follower

ORDERS = [*Follower(GAME, ()).table.ids("orders")]
TRACKED = [*GAME.table.areas]
NO_MAP = [area for area in TRACKED if area not in ON_THE_MAP]
WITHOUT_ONE = {f"without {left}": [area for area in TRACKED if area != left] for left in TRACKED if left != "calendar"}
ALONE = {f"only {area}": ["calendar", area] for area in TRACKED if area not in ("calendar", *ON_THE_MAP)}
SETS = {"everything": TRACKED, "no map": NO_MAP, **WITHOUT_ONE, **ALONE}
SEATS = ("human", "elf")
MOST = 60


def at_war(tracks: Sequence[str], *, dials: bool, map_laid: bool = True) -> Follower:
    """A war of two that comes to its first orders, with known dials or unknown ones."""
    follower = Follower(GAME, tracks)
    setup: list[Event[Runewars]] = [FactionChosen(faction=seat, influence=3) for seat in SEATS]
    setup.append(StartingPlayerFound(seat="human"))
    if map_laid and follower.table.tracks("map"):
        setup.append(ExampleMapLaid())
    if dials and follower.table.tracks("dials"):
        setup.extend(DialsSet(seat=seat, dials={"food": 2, "wood": 2, "ore": 2}) for seat in SEATS)
    for event in (*setup, WarBegun()):
        follower.play.record(event)
    while war(follower).step != "orders":
        goes_on(follower)
    follower.told.clear()
    return follower


def war(follower: Follower) -> Runewars:
    found = follower.table
    assert isinstance(found, Runewars)
    return found


def goes_on(follower: Follower) -> None:
    prompts = follower.prompts()
    first = next_prompt(prompts)
    assert first is not None, (follower.told, [str(one.title) for one in prompts])
    follower.does(first)


def reveals(follower: Follower, order: str) -> None:
    other = "fortify" if order != "fortify" else "strategize"
    for event in (OrderChosen(seat="human", order=order), OrderChosen(seat="elf", order=other), OrdersRevealed()):
        follower.play.record(event)


@pytest.mark.parametrize("dials", [True, False], ids=["known dials", "unknown dials"])
@pytest.mark.parametrize("tracks", SETS.values(), ids=SETS)
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_comes_to_the_end_of_its_turn(order: str, tracks: Sequence[str], dials: bool) -> None:
    follower = at_war(tracks, dials=dials)
    reveals(follower, order)
    season = war(follower).season
    while "human" not in war(follower).done and war(follower).season == season:
        goes_on(follower)
        assert len(follower.told) < MOST, follower.told


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_on_a_map_that_is_not_laid_says_what_comes_next(order: str) -> None:
    follower = at_war(TRACKED, dials=False, map_laid=False)
    reveals(follower, order)
    assert next_prompt(follower.prompts()) is not None


def test_without_a_map_a_year_of_unknown_dials_comes_to_its_next_spring() -> None:
    follower = at_war(NO_MAP, dials=False)
    while war(follower).season < 5:
        goes_on(follower)
        assert len(follower.told) < 4 * MOST, follower.told


def test_a_harvest_without_a_map_asks_for_all_three_dials() -> None:
    follower = at_war(NO_MAP, dials=True)
    reveals(follower, "harvest")
    harvest = next_prompt(follower.prompts())
    assert harvest is not None
    assert (harvest.event, [*harvest.missing]) == (DialsHarvested, ["dials"])
    spec = Spec(follower.play)
    spec.when(DialsHarvested(seat="human")).then(refused("yield-not-known", says="Food, Wood, Ore missing"))
    spec.when(DialsHarvested(seat="human", dials={"food": 3, "ore": 1})).then(refused("yield-not-known", says="Wood"))
    done = spec.when(DialsHarvested(seat="human", dials={"food": 3, "wood": 0, "ore": 1}))
    done.then(says("Daqan Lords harvested: Food 3, Wood 0, Ore 1"))
