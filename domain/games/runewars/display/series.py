"""Charts of a war: runes, areas, units and influence, by season."""

from collections.abc import Mapping

from domain.framework.game import Plot
from domain.framework.text import Term
from domain.games.runewars.areas import tally_of
from domain.games.runewars.state.table import Runewars

PLOTS = (
    Plot("runes", Term("Rune tokens", "符文标记"), "seats"),
    Plot("areas", Term("Areas", "地区"), "seats"),
    Plot("units", Term("Units", "单位"), "seats"),
    Plot("influence", Term("Influence", "势力"), "seats"),
)


def series(table: Runewars) -> Mapping[str, int]:
    """The rune tokens, areas, units and influence of each seat."""
    tallies = {seat: tally_of(table, seat).model_dump() for seat in table.seats}
    found = {f"{plot.key} {seat}": numbers[plot.key] for seat, numbers in tallies.items() for plot in PLOTS}
    return {key: number for key, number in found.items() if number is not None}
