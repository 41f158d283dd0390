"""Charts: a campaign's numbers by round, as SVG with a table next to each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from flask import Blueprint, render_template

from companion.view_context import ViewContext
from companion.web.visitors.page import current_services, with_campaign_copy
from domain.framework.game import Outcome, Plot
from domain.framework.text import text, value_as_words
from domain.framework.views.sheet import Said
from projections.following import numbers_when_followed
from projections.series import When, series_by_round
from projections.statistics import commands_per_session

Column = TypeVar("Column", int, When)
charts = Blueprint("charts", __name__, url_prefix="/c/<key>/charts")
HEIGHT = 180
"""Height of a drawing in pixels. Its width follows the page, so that letters keep their size."""
MOST_MARKS = 6
MOST_COLUMNS = 240
"""Columns in a drawing; if there are more, each column drawn represents several."""
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.5-3.5h7v7h-7Z",
    "M0-5 5 0 0 5-5 0Z",
    "M0-5 4.5 3.5h-9Z",
    "M0 5-4.5-3.5h9Z",
    "M-4-4 4 4M-4 4 4-4",
    "M0-5V5M-5 0H5",
    "M-2.5-4.5h5L5 0 2.5 4.5h-5L-5 0Z",
)
"""The marks of lines: circle, square, diamond, triangles, crosses, hexagon. Further lines start over."""
LOOKS = {"red": 0, "gold": 1, "green": 2, "violet": 3, "silver": 6, "blue": 7}
"""The mark and stroke of a seat's line, by the seat's colour. All pages use the same shape for a seat."""


class Owner(NamedTuple):
    """The seat that a line belongs to, and the seat's colour."""

    seat: str
    colour: str


@dataclass(frozen=True)
class Curve:
    """A line of a chart: its name, one value per column (None before its start), and its points in the drawing.

    Points are hundredths of the width, and pixels from the top.
    """

    name: str
    values: Sequence[int | None]
    points: Sequence[tuple[float, float]]
    look: int
    owner: Owner | None = None

    @property
    def last(self) -> int | None:
        """The value in the last column."""
        return self.values[-1]

    @property
    def path(self) -> str:
        """The points as steps: a value holds until it changes."""
        steps = [f"M{self.points[0][0]:.2f} {self.points[0][1]:.1f}"] if self.points else []
        return " ".join([*steps, *(f"H{x:.2f} V{y:.1f}" for _, (x, y) in pairwise(self.points))])


@dataclass(frozen=True)
class Chart:
    """A chart to be drawn, with its table: the title, the column labels, the unit."""

    title: str
    across: str
    up: str
    columns: Sequence[str]
    curves: Sequence[Curve]
    marks: Sequence[tuple[float, int]]
    places: Sequence[tuple[float, str]]
    each: int = 1
    """How many columns one drawn column represents; it shows the value of the last of them."""
    seat: str = ""
    """The seat that all lines belong to."""

    @property
    def rows(self) -> list[tuple[str, list[int | None]]]:
        """The table next to the drawing, one row per column of the chart."""
        return [(column, [curve.values[n] for curve in self.curves]) for n, column in enumerate(self.columns)]


@charts.get("/")
@with_campaign_copy("preview")
def board(here: ViewContext) -> str:
    """All charts of a campaign."""
    with numbers_when_followed(current_services().campaigns, here.id) as cursor:
        numbers, sessions = series_by_round(cursor, here.id), commands_per_session(cursor, here.id)
    drawn = [chart for plot in here.game.plots for chart in draw_plot(plot, numbers, here)]
    title, across = (said.render(here.tongue) for said in (text("Recorded in each session"), text("Session")))
    drawn.append(draw_chart(title, across, {title: dict(sessions)}, up=text("Entries").render(here.tongue)))
    return render_template(
        "campaign/charts.html",
        charts=[one for one in drawn if one],
        outcomes=group_outcomes(here.game.outcomes(here.table)),
        height=HEIGHT,
        shapes=SHAPES,
    )


def group_outcomes(outcomes: Sequence[Outcome]) -> Sequence[tuple[Said, Sequence[Outcome]]]:
    """The outcomes of a campaign, grouped by label."""
    return [(by, list(found)) for by, found in groupby(outcomes, key=lambda one: one.by)]


def draw_plot(plot: Plot, numbers: Mapping[str, Mapping[When, int]], here: ViewContext) -> Iterator[Chart | None]:
    """The charts of a game's plot: one with a line for each id, or, for a plot with `lines`, one chart for each id."""
    title = value_as_words(plot.title, here.tongue)
    if not plot.lines:
        found = dict(_series_of_key(plot.key, numbers))
        lines = {_called(plot, id_, here): values for id_, values in found.items()}
        owners = {_called(plot, id_, here): _owner_of(plot, id_, here) for id_ in found}
        yield draw_chart(title, _columns_are(lines, here), lines, _column_label, owners=owners)
    ids = dict.fromkeys(id_ for line in plot.lines for id_, _ in _series_of_key(line.key, numbers))
    for id_ in ids:
        told = {
            value_as_words(line.title, here.tongue): dict(_series_of_key(line.key, numbers)).get(id_, {})
            for line in plot.lines
        }
        drawn = draw_chart(
            f"{_called(plot, id_, here)} · {title}", _columns_are(told, here), told, _column_label, up=title
        )
        yield replace(drawn, seat=here.table.seat_of(plot.kind, id_)) if drawn else None


def _series_of_key(key: str, numbers: Mapping[str, Mapping[When, int]]) -> Iterator[tuple[str, Mapping[When, int]]]:
    """The series of a key by id; a single series has the id ""."""
    for name, values in numbers.items():
        if f"{name} ".startswith(f"{key} "):
            yield name[len(key) + 1 :], values


def _called(plot: Plot, id_: str, here: ViewContext) -> str:
    return value_as_words(here.table.called(plot.kind, id_) if id_ else plot.title, here.tongue)


def _owner_of(plot: Plot, id_: str, here: ViewContext) -> Owner | None:
    """The seat that an id belongs to; None if there is none."""
    seat = here.table.seat_of(plot.kind, id_) if plot.kind else ""
    return Owner(seat, here.table.seat_colours()[seat]) if seat in here.chairs else None


def _columns_are(lines: Mapping[str, Mapping[When, int]], here: ViewContext) -> str:
    """The heading of the columns: rounds, or chapters and rounds."""
    chapters = any(chapter for values in lines.values() for chapter, _ in values)
    names = (here.game.chapter_name, here.game.round_name) if chapters else (here.game.round_name,)
    return " · ".join(name.render(here.tongue) for name in names)


def _column_label(when: When) -> str:
    """The label of a column: its round, after the chapter if there are chapters."""
    chapter, round_ = when
    return f"{chapter}·{round_}" if chapter else str(round_)


def draw_chart(
    title: str,
    across: str,
    lines: Mapping[str, Mapping[Column, int]],
    called: Callable[[Column], str] = str,
    up: str = "",
    owners: Mapping[str, Owner | None] = MappingProxyType({}),
) -> Chart | None:
    """A chart of lines, each a value by column; None if all values are 0.

    `up` is the unit, by default the title; `owners` are the seats of lines, by line name.
    """
    every_column = sorted({column for values in lines.values() for column in values})
    each = -(-len(every_column) // MOST_COLUMNS) or 1
    columns = every_column[::-1][::each][::-1]  # the last of each group
    lines = {name: _carry_forward(values, columns) for name, values in lines.items()}
    highest = max((value for values in lines.values() for value in values.values()), default=0)
    if highest <= 0:
        return None
    x = {column: _x_of(n, len(columns)) for n, column in enumerate(columns)}
    lines = {name: values for name, values in lines.items() if any(values.values())}
    looks = _looks([owners.get(name) for name in lines])
    curves = [
        _curve(name, values, columns, x, highest, look, owners.get(name))
        for look, (name, values) in zip(looks, lines.items(), strict=True)
    ]
    marks = [(_y_of(value, highest), value) for value in _axis_marks(highest)]
    every = max(1, -(-len(columns) // (2 * MOST_MARKS)))
    places = [(x[column], called(column)) for column in columns[::every]]
    return Chart(title, across, up or title, [called(column) for column in columns], curves, marks, places, each)


def _looks(owners: Sequence[Owner | None]) -> list[int]:
    """A look for each line: that of its seat's colour, else the next free one."""
    found: dict[int, int] = {}
    for n, owner in enumerate(owners):
        look = LOOKS[owner.colour] if owner else -1
        if owner and look not in found.values():
            found[n] = look
    free = cycle([look for look in range(len(SHAPES)) if look not in found.values()] or range(len(SHAPES)))
    return [found[n] if n in found else next(free) for n in range(len(owners))]


def _carry_forward(values: Mapping[Column, int], columns: Sequence[Column]) -> dict[Column, int]:
    """A value for each column: the last one up to it."""
    found, known, held = dict[Column, int](), sorted(values), 0
    for column in columns:
        while held < len(known) and known[held] <= column:
            held += 1
        if held:
            found[column] = values[known[held - 1]]
    return found


def _curve(
    name: str,
    values: Mapping[Column, int],
    columns: Sequence[Column],
    x: Mapping[Column, float],
    highest: int,
    look: int,
    owner: Owner | None,
) -> Curve:
    held = [values.get(column) for column in columns]
    points = [(x[c], _y_of(value, highest)) for c, value in zip(columns, held, strict=True) if value is not None]
    return Curve(name, held, points, look, owner)


def _x_of(n: int, count: int) -> float:
    return 100 * n / (count - 1) if count > 1 else 50


def _y_of(value: int, highest: int) -> float:
    return HEIGHT * (1 - max(0, value) / highest)


def _axis_marks(highest: int) -> list[int]:
    """Round numbers for the axis: 0 and at most six others."""
    step = next(s for power in range(8) for s in (10**power, 2 * 10**power, 5 * 10**power) if highest / s <= MOST_MARKS)
    return list(range(0, highest + 1, step))


__all__ = ["charts"]
