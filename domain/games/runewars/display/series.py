"""What charts draw of a war: runes, areas, units and influence, season by season."""

from collections.abc import Mapping

from domain.game import Plot
from domain.games.runewars.holding import held_by, units_of
from domain.games.runewars.runes.tokens import with_rune
from domain.games.runewars.state.table import Runewars
from domain.text import Term

PLOTS = (
    Plot("runes", Term("Rune tokens", "符文标记"), "seats"),
    Plot("areas", Term("Areas", "地区"), "seats"),
    Plot("units", Term("Units", "单位"), "seats"),
    Plot("influence", Term("Influence", "势力"), "seats"),
)


def series(table: Runewars) -> Mapping[str, int]:
    """Of each seat: rune tokens, areas, units and influence."""
    values: dict[str, int] = {}
    for id_, seat in table.seats.items():
        values[f"runes {id_}"] = len(with_rune(table, id_))
        values[f"areas {id_}"] = len(held_by(table, id_))
        values[f"units {id_}"] = sum(units_of(area, id_) for area in table.land.values())
        values[f"influence {id_}"] = seat.influence
    return values
