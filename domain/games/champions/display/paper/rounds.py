"""The rounds of a game on paper: where the hit points and the threat stood at the end of each."""

from collections.abc import Iterator

from domain.games.champions.state.records import RoundTold
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.shown.sheet import Cell, Grid, Said, Sheet
from domain.language.text import text


def rounds_sheet(table: Champions) -> Iterator[Sheet]:
    """The sheet, once a round is over; a line for each of them."""
    if table.rounds:
        yield Sheet("rounds", text("Rounds"), [Grid("", heads(table), [line(table, told) for told in table.rounds])])


def heads(table: Champions) -> list[Said]:
    heroes = [table.called("identities", id_) for id_ in table.seats]
    stage = [text("Stage")] if several_stages(table) else []
    return [text("Round"), text("First player"), *heroes, table.called("enemies", VILLAIN), *stage, text("Threat")]


def line(table: Champions, told: RoundTold) -> list[Cell]:
    stage = [told.stage] if several_stages(table) else []
    first = table.called("identities", told.first) if told.first else ""
    return [told.round, first, *(told.left.get(id_) for id_ in table.seats), told.villain, *stage, told.threat]


def several_stages(table: Champions) -> bool:
    """Whether the villain has come to more than one stage."""
    return any(told.stage > 1 for told in table.rounds)


__all__ = ["rounds_sheet"]
