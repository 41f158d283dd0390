"""The sheets: what a player's own one holds, for its owner and for others."""

from companion.testing import given
from domain.framework.game import PUBLIC, Viewer
from domain.framework.views.sheet import Facts, Grid
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.morale import MoraleGained
from domain.games.heroes3.cards.spells import ScrollGained
from tests.domain.games.heroes3.opening import CASTLE, dealt

PLAYED = (
    *dealt(options=("morale-cards",)),
    ScrollGained(seat=CASTLE, spells=("haste", "cure")),
    MoraleGained(seat=CASTLE, card="Bold"),
)


def told(viewer: Viewer) -> str:
    """The facts and cards of the Castle's sheet, in words."""
    table = GAME.view(given(GAME, *PLAYED).play.campaign.table, viewer)
    blocks = next(sheet for sheet in GAME.sheets(table) if sheet.key == f"seat-{CASTLE}").blocks
    facts = [f"{fact.label}: {fact.value}" for block in blocks if isinstance(block, Facts) for fact in block.facts]
    rows = [" ".join(map(str, row)) for block in blocks if isinstance(block, Grid) for row in block.rows]
    return "\n".join((*facts, *rows))


def test_a_player_s_sheet_has_its_morale_cards_and_spell_scrolls() -> None:
    """7.3, 3."""
    assert "Morale cards: Bold" in told(Viewer.on(CASTLE))
    assert "Spell Scroll 1 Haste, Cure" in told(Viewer.on(CASTLE))


def test_the_spells_of_a_scroll_stand_on_no_other_sheet() -> None:
    assert "Haste" not in told(PUBLIC)
