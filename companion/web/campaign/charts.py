"""Charts: the numbers of a campaign over its rounds, drawn on the server, with a table beside each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from flask import Blueprint, render_template

from companion.here import Here
from companion.web.page import at_table, desk
from domain.game import Plot
from domain.text import say, text
from projections.series import When, series
from projections.statistics import per_session

Column = TypeVar("Column", int, When)
charts = Blueprint("charts", __name__, url_prefix="/c/<key>/charts")
WIDTH, HEIGHT = 640, 220
LEFT, BOTTOM, TOP, RIGHT = 36, 26, 12, 12
"""Room for the labels of the axes, in the units of the drawing."""
MOST_MARKS = 6
LOOKS = 8
"""So many lines can be told apart; further ones look like the first again."""


@dataclass(frozen=True)
class Curve:
    """A line of a chart: its name, a value a column (None before it began), and its points in the drawing."""

    name: str
    values: Sequence[int | None]
    points: Sequence[tuple[float, float]]
    look: int

    @property
    def path(self) -> str:
        """As steps: a value holds until it changes."""
        steps = [f"M{self.points[0][0]:.1f} {self.points[0][1]:.1f}"] if self.points else []
        return " ".join([*steps, *(f"H{x:.1f} V{y:.1f}" for _, (x, y) in pairwise(self.points))])


@dataclass(frozen=True)
class Chart:
    """A chart ready to be drawn, and its table."""

    title: str
    across: str
    columns: Sequence[str]
    curves: Sequence[Curve]
    marks: Sequence[tuple[float, int]]
    places: Sequence[tuple[float, str]]

    @property
    def rows(self) -> list[tuple[str, list[int | None]]]:
        """The table beside the drawing: a row a column."""
        return [(column, [curve.values[n] for curve in self.curves]) for n, column in enumerate(self.columns)]


@charts.get("/")
@at_table
def board(here: Here) -> str:
    """All charts of a campaign."""
    with desk().store.reading() as cursor:
        numbers, sessions = series(cursor, here.id), per_session(cursor, here.id)
    drawn = [drawing(plot, numbers, here) for plot in here.game.plots]
    told = text("Recorded in each session").render(here.tongue)
    across = text("Session").render(here.tongue)
    drawn.append(chart(told, across, {told: dict(sessions)}))
    return render_template(
        "campaign/charts.html",
        charts=[one for one in drawn if one],
        outcomes=here.game.outcomes(here.table),
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
    )


def drawing(plot: Plot, numbers: Mapping[str, Mapping[When, int]], here: Here) -> Chart | None:
    """One of the game's plots, its lines called as the table calls them."""
    lines = {}
    for name, values in numbers.items():
        key, _, id_ = name.partition(" ")
        if key == plot.key:
            called = here.table.called(plot.kind, id_) if id_ else plot.title
            lines[say(called, here.tongue)] = values
    return chart(say(plot.title, here.tongue), here.game.round_name.render(here.tongue), lines, _round)


def _round(when: When) -> str:
    """A round as it stands below its column; with its chapter before it, where there are chapters."""
    chapter, round_ = when
    return f"{chapter}.{round_}" if chapter else str(round_)


def chart(
    title: str, across: str, lines: Mapping[str, Mapping[Column, int]], called: Callable[[Column], str] = str
) -> Chart | None:
    """A chart of some lines, each a value by column; None where nothing ever was more than nought."""
    columns = sorted({column for values in lines.values() for column in values})
    highest = max((value for values in lines.values() for value in values.values()), default=0)
    if highest <= 0:
        return None
    x = {column: _across(n, len(columns)) for n, column in enumerate(columns)}
    curves = [
        _curve(name, values, columns, x, highest, look % LOOKS)
        for look, (name, values) in enumerate(lines.items())
        if any(values.values())
    ]
    marks = [(_up(value, highest), value) for value in _marks(highest)]
    every = max(1, -(-len(columns) // (2 * MOST_MARKS)))
    return Chart(
        title, across, [called(c) for c in columns], curves, marks, [(x[c], called(c)) for c in columns[::every]]
    )


def _curve(
    name: str,
    values: Mapping[Column, int],
    columns: Sequence[Column],
    x: Mapping[Column, float],
    highest: int,
    look: int,
) -> Curve:
    held: list[int | None] = []
    for column in columns:
        held.append(values.get(column, held[-1] if held else None))
    points = [(x[c], _up(value, highest)) for c, value in zip(columns, held, strict=True) if value is not None]
    return Curve(name, held, points, look)


def _across(n: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (n / (count - 1) if count > 1 else 0.5)


def _up(value: int, highest: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * max(0, value) / highest


def _marks(highest: int) -> list[int]:
    """Round numbers for the axis, nought and at most six more."""
    step = next(s for power in range(8) for s in (10**power, 2 * 10**power, 5 * 10**power) if highest / s <= MOST_MARKS)
    return list(range(0, highest + 1, step))


__all__ = ["charts"]
