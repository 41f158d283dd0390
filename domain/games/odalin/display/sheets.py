"""The sheets: campaign log, party, one a hero, save sheets."""

from collections.abc import Sequence

from domain.games.odalin.state.table import Odalin
from domain.language.shown.sheet import Sheet


def sheets(table: Odalin) -> Sequence[Sheet]:
    """All sheets of the campaign."""
    return []
