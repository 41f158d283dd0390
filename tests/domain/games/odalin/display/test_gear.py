"""What a hero wears and carries, on the board: a tap uses it or passes it on."""

from companion.testing import Spec, given
from domain.framework.text import text
from domain.framework.views.board import Ask, Piece
from domain.games.odalin import GAME
from domain.games.odalin.display.heroes import gear_piece
from domain.games.odalin.dungeon.loot import ConsumableGiven
from domain.games.odalin.heroes.equipment import EquipmentGiven, EquipmentUsed
from tests.domain.games.odalin.parties import JOURNEY

WAND = EquipmentGiven(item="Wand", hero="Bran", slot="amulet", active=True)
SALVE = ConsumableGiven(consumable="Salve", hero="Bran")


def pieces(spec: Spec, hero: str) -> list[Piece]:
    table = spec.play.campaign.table
    return [*gear_piece(table, hero, table.heroes[hero])]


def test_a_tap_on_an_item_uses_it_and_one_on_a_consumable_passes_it_on() -> None:
    (gear,) = pieces(given(GAME, *JOURNEY, WAND, SALVE), "Bran")
    assert [chip.opens for chip in gear.chips] == [
        Ask(text("Use"), EquipmentUsed, {"hero": "Bran", "item": "Wand"}),
        Ask(text("Pass on"), ConsumableGiven, {"giver": "Bran", "consumable": "Salve"}),
    ]


def test_an_item_in_cooldown_says_so() -> None:
    (gear,) = pieces(given(GAME, *JOURNEY, WAND, EquipmentUsed(hero="Bran", item="Wand")), "Bran")
    assert [str(word) for _, word in gear.chips[0].marks] == ["cooldown"]


def test_who_has_nothing_shows_nothing() -> None:
    assert not pieces(given(GAME, *JOURNEY), "Bran")
