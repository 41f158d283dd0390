"""What the events of a battle share: their base class, kinds of fields, and reasons that recur."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import RunewarsEvent, Some, UnitId
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Stage
from domain.games.runewars.war.armies import army, battle_of, sides, standing
from domain.language.event import Choice
from domain.language.refusal import Refused, never

NO_BATTLE = never("no-battle", "No battle is being fought.", rule=sections.BATTLES)
NOT_NOW = never("not-now", "The battle is not at that point.", rule=sections.BATTLES)

SideId = Annotated[str, Choice("owners", sides)]
"""A side of the battle: a faction, or neutral units."""


def own_fighters(table: Runewars, side: str) -> list[str]:
    return list(army(battle_of(table), side))


def own_standing(table: Runewars, side: str) -> list[str]:
    return list(standing(battle_of(table), side))


def foes_first(table: Runewars, side: str) -> list[str]:
    """All fighters, the other side's before one's own."""
    battle = battle_of(table)
    return [*army(battle, battle.foe(side)), *army(battle, side)]


def of_unknown_health(table: Runewars, side: str) -> list[str]:
    """The fighters of a side of whom the table says when they are destroyed."""
    return [id_ for id_, fighter in army(battle_of(table), side).items() if fighter.health is None]


def in_area(table: Runewars) -> list[str]:
    """The types of units that take part."""
    return list(dict.fromkeys(fighter.unit for fighter in battle_of(table).fighters.values()))


def own_types(table: Runewars, side: str) -> list[str]:
    """The types of units of a side that stand, those that have yet to draw first."""
    here = standing(battle_of(table), side).values()
    return list(dict.fromkeys(f.unit for f in sorted(here, key=lambda f: (f.drawn, f.initiative or 0))))


FighterId = Annotated[str, Choice("fighters", foes_first, given=("side",))]
"""A fighter of either side, for what the side in the field before it does."""
Losses = Annotated[dict[UnitId, Some], Field(max_length=20)]
MOST_FIGHTERS = 60


class BattleEvent(RunewarsEvent):
    """Something in a battle; `stages` are those that it belongs to, none: any of it."""

    area_of_play = "Battles"
    tracked = ("units",)
    during = ("battle",)
    stages: ClassVar[tuple[Stage, ...]] = ()

    def check_first(self, table: Runewars) -> Iterator[Refused]:
        yield from self.out_of_place(table)

    def lapses(self, table: Runewars) -> Iterator[Refused]:
        yield from self.out_of_place(table)

    def out_of_place(self, table: Runewars) -> Iterator[Refused]:
        """Why it is not the moment for it."""
        if table.battle is None:
            yield NO_BATTLE()
        elif self.stages and table.battle.stage not in self.stages:
            yield NOT_NOW()
