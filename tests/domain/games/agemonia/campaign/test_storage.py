"""Places for goods: a slot holds an item or up to ten stars."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.fields.fields import make_event
from domain.framework.refusal import Misfit
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventResolved, CityEventRevealed
from domain.games.agemonia.campaign.items import (
    ItemGained,
    ItemStored,
    StarsGained,
    StarsStored,
    StoragePlaceGained,
    StoredItemRetrieved,
    StoredStarsRetrieved,
)
from domain.games.agemonia.campaign.party import HeroLeftParty
from tests.domain.games.agemonia.moments import CITY, POOR, each_refusal, entry_of, no, refuses, typed_in

HIDEOUT = StoragePlaceGained(hero="lunara", place="Hideout")
HAS = (*CITY, HIDEOUT, ItemGained(hero="lunara", item="010"), StarsGained(hero="lunara", amount=20))
ITEM = ItemStored(hero="lunara", place="Hideout", item="010")
STARS = StarsStored(hero="lunara", place="Hideout", amount=10)
ITEM_BACK = StoredItemRetrieved(hero="lunara", place="Hideout", item="010")
STARS_BACK = StoredStarsRetrieved(hero="lunara", place="Hideout", amount=10)
REVEALED = CityEventRevealed(card="C1")
REFUSALS = [
    no("item-not-carried", *HAS, event=ITEM.copy_with(item="080"), bendable=False),
    no("no-slot", *HAS, STARS, event=ITEM, bendable=False, why="item"),
    no("no-slot", *HAS, ITEM, event=STARS, bendable=False, why="stars"),
    no(
        "quest-item",
        *HAS,
        typed_in("items", "Q2", quest=True),
        ItemGained(hero="lunara", item="Q2"),
        event=ITEM.copy_with(item="Q2"),
        bendable=False,
    ),
    no("not-enough-stars", *CITY, HIDEOUT, POOR, event=STARS, bendable=False),
    no("not-offered", *HAS, event=ITEM_BACK, bendable=False, why="item"),
    no("event-open", *HAS, ITEM, REVEALED, event=ITEM_BACK, bendable=False, why="item"),
    no("not-stored", *HAS, STARS.copy_with(amount=9), event=STARS_BACK, bendable=False, why="stars"),
    no("event-open", *HAS, STARS, REVEALED, event=STARS_BACK, bendable=False, why="stars"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_place_has_to_be_there() -> None:
    given(GAME, *HAS).when(ITEM.copy_with(place="Cellar")).then(refused("not-offered", bendable=False))


def test_a_slot_holds_at_most_ten_stars() -> None:
    with pytest.raises(Misfit, match="amount"):
        make_event(StarsStored, {"hero": "lunara", "place": "Hideout", "amount": 11})


def test_goods_go_in_and_come_back() -> None:
    spec = given(GAME, *HAS, HIDEOUT.copy_with(slots=2), ITEM).when(STARS)
    spec.then(
        says("Lunara stored 10 stars at Hideout"),
        table(
            **{
                "storage.Hideout": {"hero": "lunara", "slots": 2, "items": ["010"], "stars": [10]},
                "heroes.lunara.items": {},
                "heroes.lunara.stars": 10,
            }
        ),
    )
    spec.and_then(ITEM_BACK).and_then(STARS_BACK).then(
        table(**{"heroes.lunara.items.010": 1, "heroes.lunara.stars": 20, "storage.Hideout.stars": []})
    )


def test_stored_goods_are_at_hand_again_once_the_event_is_resolved() -> None:
    given(GAME, *HAS, ITEM, REVEALED, CityEventResolved()).when(ITEM_BACK).then()


def test_taking_back_what_was_stored_leaves_nothing_odd() -> None:
    spec = given(GAME, *HAS, ITEM, ITEM_BACK)
    spec.and_undo(entry_of(spec, ItemStored), "those").then(table(**{"storage.Hideout.items": []}))
    stars = given(GAME, *HAS, STARS, STARS_BACK)
    stars.and_undo(entry_of(stars, StarsStored), "those").then(
        table(**{"storage.Hideout.stars": [], "heroes.lunara.stars": 20})
    )


def test_a_place_outlives_its_hero() -> None:
    given(GAME, *HAS, ITEM).when(HeroLeftParty(hero="lunara")).then(table(**{"storage.Hideout.items": ["010"]}))
