"""What is in the box (配件清单), as the pack has it: checksums of the digest."""

from collections import Counter

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.rune_tokens import MOST_FALSE, MOST_REAL
from domain.games.runewars.state.table import DEVELOPMENTS, STRONGHOLDS


@pytest.mark.parametrize(
    ("kind", "count"), [("factions", 4), ("orders", 8), ("fate", 30), ("titles", 3), ("cities", 7), ("tiles", 13)]
)
def test_as_many_as_in_the_box(kind: str, count: int) -> None:
    assert len(GAME.pack.of(kind)) == count


def test_units_are_36_of_each_faction_and_40_neutral_ones() -> None:
    figures: Counter[str] = Counter()
    for unit in GAME.pack.of("units").values():
        figures[unit["faction"]] += unit["figures"]
    assert figures == {"human": 36, "elf": 36, "undead": 36, "uthuk": 36, "neutral": 40}


def test_orders_are_numbered_from_1_to_8_and_the_last_has_no_bonus() -> None:
    numbers = {card["number"]: card.get("supremacy", True) for card in GAME.pack.of("orders").values()}
    assert numbers == {number: number < 8 for number in range(1, 9)}


def test_four_tiles_are_home_realms() -> None:
    homes = [tile["home"] for tile in GAME.pack.of("tiles").values() if tile.get("home")]
    assert sorted(homes) == ["elf", "human", "undead", "uthuk"]


def test_strongholds_developments_and_runes() -> None:
    assert (STRONGHOLDS, DEVELOPMENTS, MOST_REAL, MOST_FALSE) == (4, 5, 21, 17)
