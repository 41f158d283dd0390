"""Goods: hands, weight, what stays behind, and copies that run out."""

from collections.abc import Mapping

import pytest

from domain.games.agemonia.goods import (
    carried_besides,
    copies_left,
    items_in_hands,
    items_to_leave,
    off_the_shelf,
    to_stock,
    too_many_hands,
    weight_carried,
)
from domain.games.agemonia.state.table import Agemonia

ITEMS = {
    "knife": {"hands": 1, "encumbrance": 1},
    "axe": {"hands": 1, "encumbrance": 2},
    "bow": {"hands": 2, "encumbrance": 3},
    "bag": {"carries": 2, "encumbrance": 1},
    "map": {"quest": True, "encumbrance": 4},
    "ring": {"hero_specific": True, "encumbrance": 3},
    "feather": {},
}


def shop(**stock: int) -> Agemonia:
    """Items of all weights, some of them counted."""
    table = Agemonia()
    table.library = {"items": dict(ITEMS)}
    table.stock = dict(stock)
    return table


@pytest.mark.parametrize(
    ("carried", "held"),
    [
        (["knife", "axe"], ["knife", "axe"]),
        (["knife", "bow", "axe"], ["knife", "axe"]),
        (["bow", "knife"], ["bow"]),
        (["feather", "bow"], ["bow"]),
        (["knife", "axe", "knife"], ["knife", "axe"]),
        ([], []),
    ],
)
def test_a_hero_holds_what_two_hands_hold_the_first_of_it_first(carried: list[str], held: list[str]) -> None:
    assert items_in_hands(shop(), carried) == held


@pytest.mark.parametrize(
    ("active", "codes"), [(["bow"], []), (["knife", "axe", "feather"], []), (["bow", "knife"], ["too-many-hands"])]
)
def test_active_items_take_two_hands_at_most(active: list[str], codes: list[str]) -> None:
    assert [reason.code for reason in too_many_hands(shop(), active)] == codes


@pytest.mark.parametrize(
    ("active", "others", "load", "limit", "heavy"),
    [
        ([], ["bow", "axe"], 5, 5, False),
        ([], ["bow", "bow"], 6, 5, True),
        (["bag"], ["bow", "bow"], 6, 7, False),
        ([], ["bag", "bow", "bow"], 7, 7, False),
        (["bow"], ["feather"], 0, 5, False),
    ],
)
def test_what_is_not_active_weighs_and_a_bag_carries_wherever_it_is(
    active: list[str], others: list[str], load: int, limit: int, heavy: bool
) -> None:
    burden = weight_carried(shop(), active, others)
    assert (burden.load, burden.limit, burden.too_heavy) == (load, limit, heavy)


@pytest.mark.parametrize(
    ("carried", "active", "left"),
    [
        ({"bow": 1, "axe": 1}, [], []),
        ({"bow": 1, "axe": 1, "knife": 1}, [], ["bow"]),
        ({"bow": 2, "axe": 1}, ["bow"], []),
        ({"map": 1, "ring": 1}, [], []),
        ({"map": 1, "axe": 1, "knife": 1}, [], ["axe"]),
        ({"map": 1, "axe": 1, "knife": 2}, [], ["axe", "knife"]),
    ],
)
def test_the_heaviest_stays_behind_first_and_what_must_come_along_never_does(
    carried: Mapping[str, int], active: list[str], left: list[str]
) -> None:
    assert items_to_leave(shop(), carried, active) == left


def test_besides_those_named_each_copy_is_carried_by_itself() -> None:
    assert sorted(carried_besides({"axe": 3, "bow": 1}, ["axe", "bow", "map"])) == ["axe", "axe"]


@pytest.mark.parametrize(
    ("stock", "archive", "copies", "left"), [(2, 3, 1, (1, 3)), (2, 3, 3, (0, 2)), (1, 0, 2, (0, 0))]
)
def test_copies_come_out_of_the_stock_and_then_out_of_the_archive(
    stock: int, archive: int, copies: int, left: tuple[int, int]
) -> None:
    table = shop(axe=stock)
    table.archive = {"axe": archive}
    assert copies_left(table, "axe") == stock + archive
    off_the_shelf(table, "axe", copies)
    assert (table.stock["axe"], table.archive["axe"]) == left


def test_what_nobody_counted_does_not_run_out() -> None:
    table = shop(axe=0)
    to_stock(table, "axe")
    to_stock(table, "bow")
    assert (copies_left(table, "axe"), copies_left(table, "bow"), table.stock) == (1, None, {"axe": 1})
