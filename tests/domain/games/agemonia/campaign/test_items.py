"""Items and stars, in hands, in the stock and in the archive."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, given_bent, refused, says, table
from domain.framework.fields.fields import fields_of
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import RoomRented
from domain.games.agemonia.campaign.items import (
    ArchiveCopiesMovedToStock,
    DiscardItemUsedOutsideScenario,
    ItemCopiesCounted,
    ItemDiscarded,
    ItemGained,
    ItemPurchased,
    ItemReplacedByStars,
    ItemSelectionForScenarioMade,
    ItemSold,
    ItemStored,
    ItemTakenFromStock,
    ItemTransferred,
    StarsCounted,
    StarsGained,
    StarsLost,
    StarsSpent,
    StarsTransferred,
    StoragePlaceGained,
)
from domain.games.agemonia.campaign.journey import JourneyStepEnded
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    StaminaRecovered,
    StaminaSpent,
)
from domain.games.agemonia.console.belongings import ItemEffectUsed, ItemPickedUp, ItemPlacedOnStoryCard
from domain.games.agemonia.console.scenario import ScenarioStarted
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.turns import TurnStarted
from tests.domain.games.agemonia.console.fights import FIGHTING, at, enemy, map_of, turns
from tests.domain.games.agemonia.moments import (
    CITY,
    DISKS,
    PARTY,
    PLAYING,
    POOR,
    RULED,
    THEN,
    each_refusal,
    no,
    refuses,
    typed_in,
)

COAT = typed_in("items", "017", en="Padded Coat", price=3, encumbrance=2)
LETTER = typed_in("items", "Q2", en="Sealed Letter", quest=True)
MAP = typed_in("items", "044", en="Smuggler's Map", price=6, illegal=True)
RING = typed_in("items", "H1", en="Lunara's Ring", hero_specific=True)
SWORD = typed_in("items", "S2", en="Greatsword", hands=2, encumbrance=2)
PACK = typed_in("items", "B1", en="Backpack", carries=3, encumbrance=0)
GOODS = (COAT, LETTER, MAP, RING, SWORD, PACK)
RICH = StarsGained(hero="lunara", amount=9)


def has(*items: str) -> tuple[Any, ...]:
    return tuple(ItemGained(hero="lunara", item=item) for item in items)


def sold(item: str, price: int | None = None) -> ItemSold:
    return ItemSold(hero="lunara", item=item, price=price)


STORED = (StoragePlaceGained(hero="lunara", place="Hideout"), *has("017"))
BRINGS = ItemSelectionForScenarioMade(hero="lunara")
COUNTED = ItemCopiesCounted(item="017", stock=0, archive=0)
GIVES = ItemTransferred(hero="lunara", to="venia", item="010")
PAYS = StarsTransferred(hero="lunara", to="venia", amount=1)
BOTH: Any = (*FIGHTING, RICH, *has("010"), *map_of("A", "B"), *enemy(1))
REFUSALS = [
    no("apart", *BOTH, *at(lunara="A", venia="B"), event=GIVES, bendable=True),
    no("not-in-stock", *CITY, RICH, COUNTED, event=ItemPurchased(hero="lunara", item="017", price=3), bendable=False),
    no("stars-unknown", *CITY, event=RoomRented(hero="lunara", location="inn", price=2), bendable=False),
    no(
        "not-enough-stars",
        *CITY,
        POOR,
        event=ItemPurchased(hero="lunara", item="017", price=3),
        bendable=False,
        why="buy",
    ),
    no("wrong-step", *PARTY, *CITY[2:3], event=ItemPurchased(hero="lunara", item="017", price=0), bendable=True),
    no("item-not-carried", *CITY, COAT, event=sold("017"), bendable=False, why="sell"),
    no(
        "item-not-carried",
        *CITY,
        COAT,
        *STORED,
        ItemStored(hero="lunara", place="Hideout", item="017"),
        event=sold("017"),
        bendable=False,
        why="stored",
    ),
    no("quest-item", *CITY, LETTER, *has("Q2"), event=sold("Q2", 1), bendable=False, why="sell"),
    no("illegal-item", *CITY, MAP, *has("044"), event=sold("044"), bendable=True),
    no("which-coin", *PARTY, COUNTED, event=ItemGained(hero="lunara", item="017"), bendable=True),
    no("no-price", *CITY, SWORD, *has("S2"), event=sold("S2"), bendable=False),
    no(
        "not-in-stock",
        *PARTY,
        COUNTED.copy_with(archive=2),
        event=ItemTakenFromStock(hero="lunara", item="017"),
        bendable=False,
        why="take",
    ),
    no("item-not-carried", *PARTY, event=ItemDiscarded(hero="lunara", item="017"), bendable=False, why="discard"),
    no("quest-item", *PARTY, LETTER, *has("Q2"), event=ItemDiscarded(hero="lunara", item="Q2"), bendable=True),
    no("same-hero", *PARTY, *has("017"), event=ItemTransferred(hero="lunara", to="lunara", item="017"), bendable=False),
    no(
        "item-not-carried",
        *PARTY,
        *has("017"),
        event=ItemTransferred(hero="venia", to="lunara", item="017"),
        bendable=False,
        why="give",
    ),
    no(
        "item-not-carried",
        *CITY,
        event=DiscardItemUsedOutsideScenario(hero="lunara", item="031", effect="heal"),
        bendable=False,
        why="use",
    ),
    no(
        "other-effect",
        *CITY,
        *has("031"),
        event=DiscardItemUsedOutsideScenario(hero="lunara", item="031", effect="other"),
        bendable=True,
    ),
    no(
        "helps-nobody",
        *CITY,
        *has("031"),
        event=DiscardItemUsedOutsideScenario(hero="lunara", item="031", effect="heal"),
        bendable=True,
    ),
    no(
        "must-be-brought", *PARTY, LETTER, *has("Q2"), event=BRINGS.copy_with(left=("Q2",)), bendable=False, why="quest"
    ),
    no("must-be-brought", *PARTY, RING, *has("H1"), event=BRINGS.copy_with(left=("H1",)), bendable=False, why="hero"),
    no("too-many-hands", *PARTY, SWORD, *has("S2", "S2"), event=BRINGS.copy_with(active=("S2", "S2")), bendable=False),
    no("too-heavy", *PARTY, COAT, *has("017", "017", "017"), event=BRINGS, bendable=False, why="all-it-carries"),
    no("too-heavy", *PARTY, COAT, event=BRINGS.copy_with(others=("017",) * 3), bendable=False, why="as-named"),
    no("not-enough-stars", *PARTY, POOR, event=StarsSpent(hero="lunara", amount=1), bendable=False, why="spend"),
    no("not-enough-stars", *PARTY, POOR, event=StarsLost(hero="lunara", amount=1), bendable=False, why="lose"),
    no("not-enough-stars", *PARTY, POOR, event=StarsTransferred(hero="lunara", to="venia", amount=1), bendable=False),
    no(
        "same-hero",
        *PARTY,
        RICH,
        event=StarsTransferred(hero="lunara", to="lunara", amount=1),
        bendable=False,
        why="stars",
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


@pytest.mark.parametrize("price", [99_999, -3, True], ids=["too high", "below none", "no number"])
def test_a_price_that_is_none_is_as_good_as_unknown(price: object) -> None:
    spec = given_bent(GAME, *CITY, typed_in("items", "S3", price=price), *has("S3"))
    spec.when(sold("S3")).then(refused("no-price", bendable=False))


def test_what_is_stored_has_to_be_retrieved_before_it_is_sold() -> None:
    spec = given(GAME, *CITY, COAT, *STORED, ItemStored(hero="lunara", place="Hideout", item="017"))
    spec.when(sold("017")).then(refused("item-not-carried", says="Retrieve the item first"))


# --- gaining and buying ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "archive", "came_from", "left"),
    [(1, 1, "stock", (0, 1)), (0, 1, "archive", (0, 0))],
    ids=["first from the stock", "then from the archive"],
)
def test_an_item_is_gained(stock: int, archive: int, came_from: Any, left: tuple[int, int]) -> None:
    spec = given(GAME, *PARTY, ItemCopiesCounted(item="010", stock=stock, archive=archive))
    spec.when(ItemGained(hero="lunara", item="010")).then(
        ItemGained(hero="lunara", item="010", came_from=came_from),
        table(**{"heroes.lunara.items.010": 1, "stock.010": left[0], "archive.010": left[1]}),
    )


def test_an_item_that_nobody_counted_comes_out_of_the_box() -> None:
    spec = given(GAME, *PARTY).when(ItemGained(hero="lunara", item="Rope"))
    spec.then(
        followed(), table(**{"heroes.lunara.items.Rope": 1, "stock": {}, "archive": {}}), says("Lunara gained Rope")
    )


@pytest.mark.parametrize(
    ("known", "stars"),
    [(COAT, 3), (typed_in("items", "017", shape="pentagon"), 5)],
    ids=["coin", "shape of a token"],
)
def test_an_item_without_a_copy_left_is_gained_as_stars(known: Any, stars: int) -> None:
    gained = ItemGained(hero="lunara", item="017")
    given_bent(GAME, *PARTY, known, COUNTED).when(gained).then(
        gained.copy_with(came_from="nowhere"),
        ItemReplacedByStars(hero="lunara", item="017", stars=stars),
        table(**{"heroes.lunara.items": {}, "heroes.lunara.stars": stars}),
    )


def test_the_coin_of_an_item_without_a_copy_left_is_asked_for_once() -> None:
    gained = ItemGained(hero="lunara", item="017")
    unreadable = typed_in("items", "017", price="much")
    spec = given_bent(GAME, *PARTY, unreadable, COUNTED).when(gained).then(refused("which-coin", bendable=True))
    spec.when(gained, bend=THEN).then(
        gained.copy_with(came_from="nowhere"), ItemReplacedByStars(hero="lunara", item="017", stars=0)
    )
    spec = given(GAME, *PARTY, COUNTED).when(gained).then(refused("which-coin", bendable=True))
    spec = spec.when(gained.copy_with(coin=4)).then(table(**{"heroes.lunara.stars": 4}))
    spec.when(gained).then(table(**{"heroes.lunara.stars": 8}))


def test_the_coin_of_an_item_that_is_put_on_a_story_card_is_asked_for_too() -> None:
    put = ItemPlacedOnStoryCard(letter="B", item="017", count=2)
    spec = given(GAME, *PARTY, COUNTED).when(put).then(refused("which-coin", bendable=True))
    spec.when(put.copy_with(coin=3)).then(table(**{"scene.areas.B.stars": 6}))


def test_buying_takes_stars_and_a_copy() -> None:
    spec = given(GAME, *CITY, COAT, RICH, ItemCopiesCounted(item="017", stock=2))
    spec.when(ItemPurchased(hero="lunara", item="017", price=4, service="buy-items")).then(
        says("Lunara bought Padded Coat for 4 stars"),
        table(**{"heroes.lunara.stars": 5, "heroes.lunara.items.017": 1, "stock.017": 1}),
    )


def test_what_can_be_bought_leaves_the_archive_first() -> None:
    spec = given(GAME, *CITY, RICH, ItemCopiesCounted(item="017", archive=3))
    spec.when(ItemPurchased(hero="lunara", item="017", price=1)).then(table(**{"stock.017": 2, "archive.017": 0}))


def test_copies_that_nobody_counted_never_run_out() -> None:
    spec = given(GAME, *CITY).when(ItemPurchased(hero="lunara", item="Rope", price=0))
    spec.then(table(**{"heroes.lunara.items.Rope": 1, "stock": {}}))
    given(GAME, *PARTY).when(ItemTakenFromStock(hero="lunara", item="Rope")).then(
        table(**{"heroes.lunara.items.Rope": 1})
    )


def test_copies_are_moved_to_the_stock_when_they_may_be_bought() -> None:
    spec = given(GAME, ItemCopiesCounted(item="017", stock=1, archive=2))
    spec.when(ArchiveCopiesMovedToStock(items=("017", "Rope"))).then(table(stock={"017": 3}, archive={"017": 0}))


def test_a_copy_is_taken_from_the_stock() -> None:
    spec = given(GAME, *PARTY, ItemCopiesCounted(item="017", stock=1))
    spec.when(ItemTakenFromStock(hero="venia", item="017")).then(table(**{"stock.017": 0, "heroes.venia.items.017": 1}))


# --- selling, discarding, giving -------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "price"),
    [("small-round", 1), ("triangle", 3), ("pentagon", 5), ("large-round", 10), ("octagon", 20)],
)
def test_a_token_sells_by_its_shape(token: str, price: int) -> None:
    given(GAME, *CITY, *has(token)).when(sold(token)).then(sold(token, price), table(**{"heroes.lunara.stars": price}))


def test_a_card_sells_for_its_coin_and_goes_to_the_stock() -> None:
    spec = given(GAME, *CITY, COAT, ItemCopiesCounted(item="017", stock=1), *has("017")).when(sold("017"))
    spec.then(table(**{"heroes.lunara.stars": 3, "heroes.lunara.items": {}, "stock.017": 1}))


def test_a_price_that_nobody_typed_in_is_said_when_selling() -> None:
    given(GAME, *CITY, *has("Rope", "Rope")).when(sold("Rope", 2)).then(
        table(**{"heroes.lunara.stars": 2, "heroes.lunara.items.Rope": 1, "stock": {}})
    )


def test_an_item_that_goes_is_no_longer_active() -> None:
    spec = given(GAME, *CITY, *has("010", "080"), BRINGS.copy_with(active=("010", "080")))
    spec.when(ItemDiscarded(hero="lunara", item="010")).then(table(**{"heroes.lunara.active": ["080"]}))


def test_items_and_stars_change_hands() -> None:
    spec = given(GAME, *PARTY, RICH, *has("010")).when(ItemTransferred(hero="lunara", to="venia", item="010"))
    spec.then(table(**{"heroes.lunara.items": {}, "heroes.venia.items.010": 1}))
    spec.and_then(StarsTransferred(hero="lunara", to="venia", amount=4)).then(
        table(**{"heroes.lunara.stars": 5, "heroes.venia.stars": 4})
    )


@pytest.mark.parametrize(
    "event", [StarsSpent(hero="lunara", amount=4, purpose="toll"), StarsLost(hero="lunara", amount=4)]
)
def test_stars_go(event: Any) -> None:
    given(GAME, *PARTY, RICH).when(event).then(table(**{"heroes.lunara.stars": 5}))


# --- giving and carrying in a scenario -------------------------------------------------------


ANOTHER = (EnemySpawned(enemy="skitterer", numbers=(2,), area="A"),)


@pytest.mark.parametrize("given_away", [GIVES, PAYS], ids=["an item", "stars"])
@pytest.mark.parametrize(
    ("before", "code"),
    [
        (at(lunara="A", venia="B"), "apart"),
        (at(lunara="A", venia="A", skitterer_1="A"), None),
        (
            (*at(lunara="A", venia="A", skitterer_1="A"), EnemySpawned(enemy="skitterer", numbers=(2,), area="A")),
            "hindered",
        ),
        ((*turns("enemy red", "ally red", "ally green"), TurnStarted(figure="skitterer 1")), "not-your-turn"),
        (at(lunara="A"), None),
    ],
    ids=["apart", "more heroes than enemies", "as many enemies", "in the turn of an enemy", "nobody knows where"],
)
def test_in_a_scenario_a_hero_gives(given_away: Any, before: Any, code: str | None) -> None:
    spec = given(GAME, *BOTH, *before).when(given_away)
    spec.then(*([refused(code, bendable=True)] if code else []))


HEAVY = typed_in("items", "H9", encumbrance=4)
LOADED: Any = (*RULED, JourneyStepEnded(), HEAVY, COAT, *has("H9"), ItemGained(hero="venia", item="017"))


@pytest.mark.parametrize(
    "event",
    [
        ItemGained(hero="lunara", item="017"),
        ItemTakenFromStock(hero="lunara", item="017"),
        ItemTransferred(hero="venia", to="lunara", item="017"),
    ],
    ids=["gained", "taken", "given"],
)
def test_while_a_scenario_is_played_nobody_carries_more_than_the_limit(event: Any) -> None:
    given(GAME, *LOADED, ScenarioStarted()).when(event).then(refused("too-heavy", bendable=True, says="6 exceeds"))
    given(GAME, *LOADED).when(event).then()


def test_who_carries_too_much_already_may_still_gain_what_weighs_nothing() -> None:
    spec = given_bent(GAME, *LOADED, *has("017", "017"), ScenarioStarted()).when(
        ItemGained(hero="lunara", item="Feather")
    )
    spec.then()


def test_an_item_that_was_left_behind_has_no_effect() -> None:
    spec = given(GAME, *PLAYING, *has("010"), BRINGS.copy_with(left=("010",)))
    spec.when(ItemEffectUsed(hero="lunara", item="010")).then(refused("left-behind", bendable=True))


def test_what_an_exhausted_hero_left_behind_is_not_taken_from_it() -> None:
    left = (*has("010"), BRINGS.copy_with(left=("010",)), *DISKS, DamageSuffered(hero="lunara", amount=20))
    taken = ItemPickedUp(hero="venia", item="010", from_hero="lunara")
    given(GAME, *PLAYING, *left, DamageSuffered(hero="lunara", amount=20)).when(taken).then(refused("not-there"))


# --- using, bringing -------------------------------------------------------------------------

WORN = (*DISKS, DamageSuffered(hero="lunara", amount=3), StaminaSpent(hero="lunara", amount=3))
SALVE = DiscardItemUsedOutsideScenario(hero="lunara", item="031", effect="heal", amount=2)


@pytest.mark.parametrize(
    ("used", "follows"),
    [
        (SALVE, DamageHealed(hero="lunara", amount=2)),
        (SALVE.copy_with(effect="recover"), StaminaRecovered(hero="lunara", amount=2)),
        (
            SALVE.copy_with(effect="remove condition", condition="bleeding"),
            ConditionDiscarded(figure="lunara", condition="bleeding"),
        ),
    ],
    ids=lambda value: getattr(value, "effect", ""),
)
def test_an_item_helps_who_uses_it(used: DiscardItemUsedOutsideScenario, follows: Any) -> None:
    spec = given(GAME, *CITY, *WORN, *has("031"), ConditionGained(figure="lunara", condition="bleeding"))
    spec.when(used).then(used.copy_with(targets=("lunara",)), follows, table(**{"heroes.lunara.items.031": NOTHING}))


def test_an_item_reaches_any_number_of_heroes() -> None:
    spec = given(GAME, *CITY, *WORN, DamageSuffered(hero="venia", amount=1), *has("031"))
    spec = spec.when(SALVE.copy_with(targets=("lunara", "venia")))
    spec.then(followed(DamageHealed(hero="lunara", amount=2), DamageHealed(hero="venia", amount=1)))


def test_an_item_heals_nobody_who_is_not_hurt() -> None:
    spec = given(GAME, *CITY, *WORN, *has("031")).when(SALVE.copy_with(targets=("lunara", "venia")))
    spec.then(followed(DamageHealed(hero="lunara", amount=2)))


@pytest.mark.parametrize("used", [SALVE.copy_with(effect="remove condition"), SALVE.copy_with(effect="other")])
def test_what_an_item_cannot_do_here_has_no_effect(used: Any) -> None:
    given(GAME, *CITY, *has("031")).when(used, bend="a card says so").then(followed())


def test_a_hero_brings_active_items_and_others_and_leaves_the_rest() -> None:
    spec = given(GAME, *PARTY, *GOODS, *has("017", "017", "017", "S2", "Q2"))
    spec.when(BRINGS.copy_with(active=("S2",), left=("017",))).then(
        BRINGS.copy_with(active=("S2",), others=("017", "017", "Q2"), left=("017",)),
        table(**{"heroes.lunara.active": ["S2"], "heroes.lunara.left_behind": ["017"]}),
    )


def test_of_a_pack_named_in_part_the_rest_stays_behind() -> None:
    spec = given(GAME, *PARTY, COAT, *has("017", "017", "017")).when(BRINGS.copy_with(others=("017", "017")))
    spec.then(BRINGS.copy_with(others=("017", "017"), left=("017",)), table(**{"heroes.lunara.left_behind": ["017"]}))


@pytest.mark.parametrize("place", ["active", "others", "left"])
def test_nobody_brings_what_it_does_not_have(place: str) -> None:
    spec = given(GAME, *PARTY, *has("017")).when(BRINGS.copy_with(**{place: ("017", "017")}))
    spec.then(refused("item-not-carried", bendable=False))


def test_a_quest_item_is_not_forgotten_either() -> None:
    spec = given(GAME, *PARTY, LETTER, *has("Q2", "010")).when(BRINGS.copy_with(others=("010",)))
    spec.then(refused("must-be-brought", bendable=False))


def test_a_backpack_raises_the_limit() -> None:
    given(GAME, *PARTY, COAT, PACK, *has("017", "017", "017", "B1")).when(BRINGS).then()


def test_weights_and_hands_that_nobody_typed_in_count_as_none() -> None:
    given_bent(GAME, *PARTY, typed_in("items", "X", encumbrance="heavy"), *has(*["X"] * 9)).when(
        BRINGS.copy_with(active=("X",) * 3)
    ).then()


def test_stars_that_nobody_typed_are_unknown_and_asked_for() -> None:
    spec = given(GAME, *CITY).then_prompts("Lunara: how many stars does it carry?")
    assert spec.play.campaign.table.heroes["lunara"].stars_shown is None  # type: ignore[attr-defined]
    room = RoomRented(hero="lunara", location="inn", price=2)
    spec.when(room).then(refused("stars-unknown", bendable=False))
    counted = spec.and_then(StarsCounted(hero="lunara", stars=3)).then_no_prompt(
        "Lunara: how many stars does it carry?"
    )
    counted.and_then(room).then(table(**{"heroes.lunara.stars": 1, "heroes.lunara.stars_known": True}))


def test_what_a_hero_carries_is_offered_to_sell_to_pack_and_to_give() -> None:
    table = given(GAME, *CITY, *has("Iron Sword")).play.campaign.table
    owned = {"hero": "lunara"}
    for event, name in ((ItemSold, "item"), (ItemTransferred, "item"), (ItemSelectionForScenarioMade, "active")):
        field = next(one for one in fields_of(event) if one.name == name)
        assert [*field.options(table, owned)] == ["Iron Sword"]
