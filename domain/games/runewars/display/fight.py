"""The battle that is fought, as it stands on the table: both sides, and how each of their units fares."""

from collections.abc import Iterator

from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Battle, Fighter
from domain.games.runewars.war.armies import army
from domain.language.shown.board import Chip, Piece
from domain.language.text import Text, text


def fight(table: Runewars) -> Iterator[Piece]:
    """A battle under way; nothing where there is none, or where no units are tracked."""
    battle = table.battle
    if battle and table.tracks("units"):
        title = text(
            "Battle in {area}[, round {round}]", area=table.called("areas", battle.area), round=battle.round or ""
        )
        yield Piece("battle", title, inside=[side(table, battle, owner) for owner in battle.sides])


def side(table: Runewars, battle: Battle, owner: str) -> Piece:
    """One side: its units, those that stand first."""
    fighters = sorted(army(battle, owner).items(), key=lambda one: one[1].routed)
    words = text("{side} attacks") if owner == battle.attacker else text("{side} defends")
    return Piece(
        f"battle-{battle.sides.index(owner)}",
        words.but(side=table.called("owners", owner)),
        chips=[Chip(_fares(table, id_, fighter)) for id_, fighter in fighters],
    )


def _fares(table: Runewars, id_: str, fighter: Fighter) -> Text:
    name = table.called("fighters", id_)
    return text(
        "{unit}[: {damage} damage][ ({routed|routed})]", unit=name, damage=fighter.damage, routed=fighter.routed
    )


__all__ = ["fight"]
