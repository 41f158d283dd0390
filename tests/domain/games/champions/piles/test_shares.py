"""Encounter cards that are dealt in the villain phase: to everybody, and for hazard icons one by one."""

from collections.abc import Mapping

import pytest

from domain.games.champions.piles.encounter_deck import cards_dealt_each, step_cards
from domain.games.champions.state.table import Champions, MainScheme, Scenario, Seat

ORDER = ("a", "b", "c")


@pytest.mark.parametrize(
    ("each", "extra", "dealt"),
    [
        (1, 0, {"a": 1, "b": 1, "c": 1}),
        (1, 1, {"a": 2, "b": 1, "c": 1}),
        (1, 2, {"a": 2, "b": 2, "c": 1}),
        (1, 3, {"a": 2, "b": 2, "c": 2}),
        (0, 4, {"a": 2, "b": 1, "c": 1}),
    ],
)
def test_f21_hazard_icons_are_dealt_one_by_one_in_player_order(each: int, extra: int, dealt: Mapping[str, int]) -> None:
    assert cards_dealt_each(ORDER, each, extra) == dealt


@pytest.mark.parametrize(
    ("heroic", "hazard", "ruled", "dealt"),
    [
        (0, 0, False, {"a": 1, "b": 1}),
        (2, 0, False, {"a": 3, "b": 3}),
        (0, 1, False, {"a": 2, "b": 1}),
        (0, 1, True, {"a": 2, "b": 2}),
        (1, 2, True, {"a": 4, "b": 4}),
    ],
)
def test_everybody_is_dealt_a_card_one_for_each_heroic_level_and_what_hazard_icons_say(
    heroic: int, hazard: int, ruled: bool, dealt: Mapping[str, int]
) -> None:
    table = Champions(seats={"a": Seat(), "b": Seat()}, scenario=Scenario(heroic=heroic), first="a")
    table.main = MainScheme(hazard=hazard)
    table.rulings = ["hazard-for-each"] if ruled else []
    assert step_cards(table) == dealt
