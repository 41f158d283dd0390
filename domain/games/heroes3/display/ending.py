"""The end of a game, as everybody at the table reads it (7.4)."""

from collections.abc import Sequence

from domain.games.heroes3.display.sheets import listed
from domain.games.heroes3.modes.tournament import points_of
from domain.games.heroes3.state.table import Heroes3
from domain.language.game import Ending
from domain.language.shown.sheet import Cell, Fact, Facts, Grid, Sheet
from domain.language.text import text


def ending(table: Heroes3) -> Ending | None:
    """How the game ended, until another one begins; None while it is played."""
    if table.phase not in ("over", "between scenarios"):
        return None
    winners = tuple(table.called("sides", side) for side in table.winners)
    title = text("{winners} won", winners=winners) if winners else text("The game is over")
    goes_on = listed(table.called("cards", card) for card in table.frozen_next if card)
    facts = Facts(
        "",
        [
            Fact(text("Decided by"), table.reason or None),
            Fact(text("Rounds"), table.round),
            Fact(text("Deck that goes on"), goes_on),
        ],
    )
    rows: list[Sequence[Cell]] = [
        [
            table.called("factions", id_),
            seat.level,
            seat.xp,
            points_of(table, id_) if table.mode == "tournament" else None,
            len(seat.buildings),
            sum(id_ in spot.flags for spot in table.fields.values()),
            listed(table.called("units", unit) for unit in seat.units),
            seat.deeds.combats_won,
            seat.deeds.combats_lost,
            sum(seat.cubes.values()) or None,
        ]
        for id_, seat in table.seats.items()
    ]
    heads = (
        text("Faction"), text("Level"), text("Experience"), text("Victory points"),
        text("Buildings"), text("Fields held"), text("Units"), text("Combats won"),
        text("Combats lost"), text("Cubes"),
    )  # fmt: skip
    won = bool(table.winners) and any(side in table.seats for side in table.winners)
    return Ending(Sheet("ending", title, [facts, Grid("", heads, rows)]), won=won)
