"""The numbers for charts of a game: resources, experience and fields held, by round."""

from collections.abc import Mapping, Sequence

from domain.framework.game import Outcome, Plot
from domain.framework.text import Term, text
from domain.games.heroes3.state.kinds import GOODS
from domain.games.heroes3.state.table import Heroes3

PLOTS = (
    Plot("gold", Term("Gold", "金币"), "factions"),
    Plot("xp", Term("Experience", "经验"), "factions"),
    Plot("flags", Term("Fields held", "控制的地点"), "factions"),
    Plot("units", Term("Units", "单位"), "factions"),
)


def series(table: Heroes3) -> Mapping[str, int]:
    """The numbers of each seat."""
    values: dict[str, int] = {}
    for id_, seat in table.seats.items():
        held = sum(id_ in spot.flags for spot in table.fields.values())
        values |= {
            f"gold {id_}": seat.goods.get(GOODS[0], 0),
            f"xp {id_}": seat.xp,
            f"flags {id_}": held,
            f"units {id_}": len(seat.units),
        }
    return values


def outcomes(table: Heroes3) -> Sequence[Outcome]:
    """The results of each scenario of a campaign."""
    found: dict[str, list[tuple[object, bool]]] = {}
    for record in table.campaign:
        words = text("won") if record.won else text("lost")
        found.setdefault(record.scenario, []).append((words, record.won))
    return [
        Outcome(table.called("scenarios", scenario), results, by=text("Scenario"))  # type: ignore[arg-type]
        for scenario, results in found.items()
    ]
