"""The end of a game, as a text for everyone at the table (7.4)."""

from collections.abc import Iterator

from domain.framework.game import Ending
from domain.framework.text import Text, text
from domain.framework.views.sheet import Cell, Fact, Facts, Grid, Said, Sheet
from domain.games.heroes3.display.sheets import listed
from domain.games.heroes3.modes.tournament import points_of
from domain.games.heroes3.rounds import BATTLEFIELD_MODES
from domain.games.heroes3.state.kinds import ENDS
from domain.games.heroes3.state.table import Heroes3

MOST_BESIDE = 3
"""The number of players that fit next to each other on a phone."""
MOST_COLUMNS = 4
"""The number of columns that fit on a phone if the first one has names."""


def ending(table: Heroes3) -> Ending | None:
    """The ending of the last game, until another one begins; None while a game is played."""
    if table.phase not in ("over", "between scenarios"):
        return None
    winners = tuple(table.called("sides", side) for side in table.winners)
    title = text("{winners} won", winners=winners) if winners else text("The game is over")
    why = Text(table.reason) if table.reason in ENDS else table.reason
    facts = [Fact(text("Decided by"), why or None), Fact(text("Rounds"), table.round)]
    if goes_on := listed(table.called("cards", card) for card in table.frozen_next if card):
        facts.append(Fact(text("Deck that goes on"), goes_on))
    won = bool(table.winners) and any(side in table.seats for side in table.winners)
    return Ending(Sheet("ending", title, [Facts("", facts), *_standings(table)]), won=won)


def _standings(table: Heroes3) -> Iterator[Grid]:
    """The results of the players: in columns if they fit on a phone; otherwise in rows, in two tables."""
    told = [_told(table, id_) for id_ in table.seats]
    if not told:
        return
    heads = [head for head, _ in told[0]]
    rows: list[list[Cell]] = [[value for _, value in cells] for cells in told]
    if len(rows) > MOST_BESIDE:
        yield Grid("", heads[:MOST_COLUMNS], [row[:MOST_COLUMNS] for row in rows])
        yield Grid("", [heads[0], *heads[MOST_COLUMNS:]], [[row[0], *row[MOST_COLUMNS:]] for row in rows])
        return
    names: list[Said] = [table.called("factions", id_) for id_ in table.seats]
    beside: list[list[Cell]] = [[head, *values] for head, *values in zip(heads, *rows, strict=True)]
    yield Grid("", [heads[0], *names], beside[1:])


def _told(table: Heroes3, id_: str) -> list[tuple[Said, Cell]]:
    """The results of a player, each with its heading."""
    seat = table.seats[id_]
    won = seat.deeds.combats_won
    points = [(text("Victory points"), points_of(table, id_))] if table.mode == "tournament" else []
    on_map: list[tuple[Said, Cell]] = [
        (text("Cubes"), sum(seat.cubes.values()) or None),
        (text("Fields held"), sum(id_ in spot.flags for spot in table.fields.values())),
    ]
    return [
        (text("Faction"), table.called("factions", id_)),
        *points,
        (text("Level"), seat.level),
        (text("Combats won"), text("{won} of {fought}", won=won, fought=won + seat.deeds.combats_lost)),
        *(on_map if table.mode not in BATTLEFIELD_MODES else []),
        (text("Buildings"), len(seat.buildings)),
        (text("Units"), len(seat.units)),
    ]
