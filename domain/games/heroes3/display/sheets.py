"""The sheets: scenario, players, map, combats, and the campaign (7.3)."""

from collections.abc import Sequence

from domain.games.heroes3.state.table import Heroes3
from domain.language.shown.sheet import Fact, Facts, Sheet
from domain.language.text import text


def sheets(table: Heroes3) -> Sequence[Sheet]:
    """All sheets."""
    return [Sheet("scenario", text("Scenario"), [Facts("", [Fact(text("Round"), table.round, path="round")])])]
