"""Resources: traded, given, rolled, and who may."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.setup.players import GameBegun, GameSetUp
from domain.games.heroes3.town.goods import (
    Face,
    GoodsGained,
    GoodsGiven,
    GoodsSpent,
    GoodsTraded,
    ResourceDiceRolled,
    ResourceDieKept,
    TreasureDieRolled,
)
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, NECROPOLIS, dealt, taken

RICH = (*KINGDOMS, *(GoodsGained(seat=CASTLE, good=good, amount=9) for good in ("valuables", "materials")))
ALLIES = (
    GameSetUp(mode="alliance", tracks=("map",)),
    *taken(CASTLE, DUNGEON, team="Light"),
    *taken(NECROPOLIS, team="Dark"),
    GameBegun(starting=CASTLE),
)
GIFT = GoodsGiven(seat=CASTLE, to=DUNGEON, goods={"gold": 4})


def test_nobody_pays_what_is_not_there() -> None:
    """R05."""
    given(GAME, *KINGDOMS).when(GoodsSpent(seat=CASTLE, good="gold", amount=16)).then(
        refused("not-enough-goods", says="16 are needed, and 15 are there")
    )


def test_who_trades_is_reminded_of_the_rates() -> None:
    table_ = given(GAME, *KINGDOMS).play.campaign.table
    assert "6 gold for 1 valuable" in str(next(GoodsTraded.reminders(table_, {})))


@pytest.mark.parametrize(
    ("good", "other", "paid", "gained"),
    [
        ("gold", "valuables", 6, 1),
        ("gold", "materials", 2, 1),
        ("valuables", "gold", 1, 3),
        ("valuables", "materials", 1, 2),
        ("materials", "gold", 1, 1),
        ("materials", "valuables", 3, 1),
    ],
)
def test_goods_are_traded_at_the_printed_rates(good: str, other: str, paid: int, gained: int) -> None:
    """6.16; a table without its map may always trade."""
    spec = given(GAME, *RICH).when(GoodsTraded(seat=CASTLE, good=good, other=other, times=2))
    assert spec.outcome.events[0].copy_with() == GoodsTraded(
        seat=CASTLE, good=good, other=other, times=2, paid=2 * paid, gained=2 * gained
    )


def test_what_cannot_be_paid_is_not_traded() -> None:
    """R05."""
    given(GAME, *KINGDOMS).when(GoodsTraded(seat=CASTLE, good="gold", other="valuables", times=3)).then(
        refused("not-enough-goods")
    )


def test_allies_give_each_other_resources() -> None:
    given(GAME, *ALLIES).when(GIFT).then(
        says("Castle gave Dungeon Gold 4"), table(**{"seats.castle.goods.gold": 11, "seats.dungeon.goods.gold": 19})
    )


def test_only_allies_give_and_only_in_their_own_turns() -> None:
    """R50, R01."""
    given(GAME, *ALLIES).when(GIFT.copy_with(to=NECROPOLIS)).then(refused("not-allied"))
    given(GAME, *ALLIES).when(GIFT.copy_with(seat=DUNGEON, to=CASTLE)).then(refused("not-your-turn"))


def test_nobody_gives_to_oneself() -> None:
    given(GAME, *ALLIES).when(GIFT.copy_with(to=CASTLE), bend="why not").then(refused("to-oneself", bendable=False))


def test_all_dice_count_unless_one_is_kept() -> None:
    rolled = ResourceDiceRolled(seat=CASTLE, faces=("2 valuables", "3 gold"))
    given(GAME, *KINGDOMS).when(rolled).then(
        table(**{"seats.castle.goods.valuables": 3, "seats.castle.goods.gold": 18})
    )
    one = rolled.copy_with(keep_one=True, kept="3 gold")
    given(GAME, *KINGDOMS).when(one).then(table(**{"seats.castle.goods.valuables": 1, "seats.castle.goods.gold": 18}))
    given(GAME, *KINGDOMS).when(one.copy_with(kept="6 gold")).then(refused("keep-one"))


def test_which_of_the_dice_rolled_here_is_kept_is_the_players_choice() -> None:
    """3.2: nothing comes in before the player has chosen."""
    roll = ResourceDiceRolled(seat=CASTLE, dice=2, keep_one=True)
    faces: tuple[Face, ...] = ("2 materials", "3 gold")
    kept = ResourceDieKept(seat=CASTLE, faces=faces, kept="3 gold")
    spec = given(GAME, *KINGDOMS).when(roll, rolled=(1, 5)).then(table(**{"seats.castle.goods.gold": 15}))
    assert [str(one.title) for one in spec.play.campaign.prompts(PUBLIC) if one.required] == [
        "Castle rolled 2 materials, 3 gold: which resource die is kept?"
    ]
    spec.and_then(kept.copy_with(kept="6 gold")).then(refused("keep-one"))
    spec.and_then(kept).then(table(**{"seats.castle.goods.gold": 18, "seats.castle.goods.materials": 3}))
    spec.and_then(kept).then(refused("no-dice-to-keep"))
    given(GAME, *KINGDOMS).when(kept).then(refused("no-dice-to-keep"))


def test_a_form_that_does_not_say_what_was_rolled_keeps_one_of_those_dice() -> None:
    """As the keys of the card and a form send it."""
    roll = ResourceDiceRolled(seat=CASTLE, dice=2, keep_one=True, source="starting bonus")
    spec = given(GAME, *KINGDOMS).when(roll, rolled=(1, 5))
    kept = ResourceDieKept(seat=CASTLE, kept="3 gold")
    spec.when(kept.copy_with(kept="6 gold")).then(refused("keep-one"))
    spec.when(kept).then(kept.copy_with(faces=("2 materials", "3 gold"), source="starting bonus", goods={"gold": 3}))


def test_of_dice_that_show_the_same_one_is_kept_without_a_question() -> None:
    given(GAME, *KINGDOMS).when(ResourceDiceRolled(seat=CASTLE, dice=2, keep_one=True), rolled=(5, 5)).then(
        table(**{"seats.castle.goods.gold": 18, "agenda.due": {}})
    )


def test_dice_may_be_rolled_here() -> None:
    given(GAME, *KINGDOMS).when(ResourceDiceRolled(seat=CASTLE, dice=2), rolled=(1, 5)).then(
        says("Castle rolled 2 materials, 3 gold: Building materials 2, Gold 3")
    )


@pytest.mark.parametrize(
    ("face", "event"),
    [
        ("1 resource die", ResourceDiceRolled(seat=CASTLE, dice=1)),
        ("2 resource dice, one is kept", ResourceDiceRolled(seat=CASTLE, dice=2, keep_one=True)),
        ("1 experience", ExperienceGained(seat=CASTLE, amount=1)),
    ],
)
def test_the_treasure_die_brings_what_it_shows(face: Any, event: Any) -> None:
    """p73."""
    spec = given(GAME, *KINGDOMS).when(TreasureDieRolled(seat=CASTLE, face=face))
    found = spec.outcome.events[1]
    assert type(found) is type(event)
    assert getattr(found, "dice", 1) == getattr(event, "dice", 1)


def test_the_artifact_of_the_treasure_die_is_searched() -> None:
    spec = given(GAME, *dealt()).when(TreasureDieRolled(seat=CASTLE, face="an artifact"))
    spec.then_must("Castle: search 2 of the Artifact deck")
