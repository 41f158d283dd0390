"""Charts of a campaign: the dials of heroes, defeated villains, and the results of days."""

from collections.abc import Mapping, Sequence

from domain.framework.game import Outcome, Plot
from domain.framework.text import Term, text
from domain.framework.views.sheet import Said
from domain.games.odalin.display.records import DAY_ENDS
from domain.games.odalin.state.table import Odalin

PLOTS = (
    Plot(
        "dials",
        Term("Corruption against soul", "腐化与灵魂"),
        "heroes",
        lines=(Plot("corruption", Term("Corruption", "腐化")), Plot("soul", Term("Soul", "灵魂"))),
    ),
    Plot("hp", Term("Hit points", "生命值"), "heroes"),
    Plot("villains", Term("Villains defeated", "击败的敌人")),
)


def series(table: Odalin) -> Mapping[str, int]:
    """Corruption, soul and hit points of each hero, and the number of defeated villains."""
    values = {"villains": sum(table.defeated.values())}
    for id_, hero in table.heroes.items():
        values |= {f"corruption {id_}": hero.corruption, f"soul {id_}": hero.soul}
        if hero.hp is not None:
            values[f"hp {id_}"] = hero.hp
    return values


def outcomes(table: Odalin) -> Sequence[Outcome]:
    """The results of each section: one for each day it took."""
    found: dict[tuple[int, int], list[tuple[Said, bool]]] = {}
    for day in table.days:
        found.setdefault((day.chapter_no, day.section), []).append((DAY_ENDS[day.end], day.end != "lost"))
    return [
        Outcome(text("{chapter}.{section}", chapter=chapter, section=section), results, by=text("Section"))
        for (chapter, section), results in found.items()
    ]
