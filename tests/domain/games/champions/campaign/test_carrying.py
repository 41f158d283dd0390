"""What heroes take along from game to game: said again it replaces hit points, adds cards, and keeps a remark."""

import pytest

from domain.framework.events.chance import NO_CHANCE
from domain.games.champions.campaign import CarryOverRecorded, EarnedCardLost, earned_by
from domain.games.champions.state.table import CarryOver, Champions, Seat

HERO = "spider-man"


def campaign(step: str = "over", number: int = 2, **carried: object) -> Champions:
    table = Champions.model_validate({"step": step, "number": number})
    table.seats = {HERO: Seat(health=10)}
    if carried:
        table.campaign.carried[HERO] = CarryOver.model_validate(carried)
    return table


@pytest.mark.parametrize(("said", "stands"), [("", "limps"), ("rests", "rests")])
def test_a_remark_stands_until_another_is_made_and_a_card_is_earned_once(said: str, stands: str) -> None:
    table = campaign(left=4, earned=["Cape"], remark="limps", game=1)
    CarryOverRecorded(seat=HERO, left=7, earned=("Cape", "Mask"), remark=said).apply(table)
    assert table.campaign.carried[HERO] == CarryOver(left=7, earned=["Cape", "Mask"], remark=stands, game=2)
    EarnedCardLost(seat=HERO, card="Cape").apply(table)
    assert (earned_by(table, HERO), earned_by(table, "gone")) == (["Mask"], ())


@pytest.mark.parametrize(
    ("step", "number", "game", "said", "left"),
    [
        ("over", 2, 2, None, 4),
        ("over", 2, 1, None, None),
        ("setup", 2, 1, None, 4),
        ("setup", 2, 0, None, None),
        ("over", 2, 2, 7, 7),
    ],
)
def test_hit_points_said_after_the_last_game_stand_where_nothing_else_is_said(
    step: str, number: int, game: int, said: int | None, left: int | None
) -> None:
    table = campaign(step, number, left=4, game=game)
    assert CarryOverRecorded(seat=HERO, left=said).settle(table, NO_CHANCE).left == left
    assert CarryOverRecorded(seat=HERO, left=said).settle(campaign(), NO_CHANCE).left == said


@pytest.mark.parametrize(("step", "damage"), [("setup", 3), ("over", 0), ("player", 0)])
def test_hit_points_count_at_once_in_the_setup_and_else_from_the_next_game_on(step: str, damage: int) -> None:
    table = campaign(step)
    CarryOverRecorded(seat=HERO, left=7).apply(table)
    assert table.seats[HERO].damage == damage
