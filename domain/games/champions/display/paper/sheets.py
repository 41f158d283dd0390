"""The sheets: the scenario, each hero, the rounds, the decks, the campaign, and the end of a game."""

from collections.abc import Sequence

from domain.games.champions.display.paper.campaign import campaign_sheet
from domain.games.champions.display.paper.decks import deck_sheets
from domain.games.champions.display.paper.heroes import hero_sheets
from domain.games.champions.display.paper.rounds import rounds_sheet
from domain.games.champions.display.paper.scenario import scenario_sheet
from domain.games.champions.display.paper.summary import summaries
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Sheet


def sheets(table: Champions) -> Sequence[Sheet]:
    """All sheets, as the viewer of the table may see them; a game that is over comes first."""
    parts = (summaries, scenario_sheet, hero_sheets, rounds_sheet, deck_sheets, campaign_sheet)
    return [sheet for part in parts for sheet in part(table)]


__all__ = ["sheets"]
