"""Statistics over all campaigns that the visitor may see: evenings, people, heroes and factions."""

from collections.abc import Mapping
from datetime import date

from babel.dates import format_skeleton
from flask import Blueprint, render_template

from companion.web.pages.campaign.charts import HEIGHT, SHAPES, Chart, draw_chart
from companion.web.visitors.language import interface_language, tongue_of_visitor
from companion.web.visitors.page import current_services
from companion.web.visitors.visitor import current_visitor
from domain.framework.text import Term, Text, text, value_as_words
from domain.framework.views.sheet import Said
from projections.heads import length_in_words
from projections.play_statistics import GameTotals, RoleTotals, Statistics, wins_in_total

statistics = Blueprint("statistics", __name__)
MOST_PEOPLE = 8
"""People with a line in the chart of wins: those with the most evenings."""


@statistics.get("/statistics")
def every() -> str:
    """The statistics of the campaigns that the visitor may see."""
    found = statistics_of_visitor()
    return render_template(
        "campaign/statistics.html",
        found=found,
        charts=[chart for chart in (draw_evenings(found), draw_wins(found)) if chart],
        called_of=game_called,
        length=length_in_words,
        role_name=role_name,
        height=HEIGHT,
        shapes=SHAPES,
    )


def statistics_of_visitor() -> Statistics:
    """The statistics of all campaigns for the administrator, otherwise of those that the visitor knows of."""
    return current_services().statistics(current_visitor().knows_of)


def game_called(game: GameTotals) -> Said:
    """The name of a game: that of its campaigns if they describe it, else that of the installed game, else its key."""
    if game.game_en:
        return Term(game.game_en, game.game_zh)
    known = current_services().campaigns.games.get(game.game)
    return known.name if known else game.game


def role_name(game: GameTotals, role: RoleTotals) -> Said:
    """The name of a hero or faction in both languages; of one that its table typed in, the recorded name."""
    known = current_services().campaigns.games.get(game.game)
    table = known.new_table(known.pack) if known else None
    name = table.called(table.sits, role.seat) if table else role.seat
    return role.role if name == role.seat else name


def draw_evenings(found: Statistics) -> Chart | None:
    """The chart of the evenings in each month."""
    title = text("Evenings in each month")
    return _draw(title, {_said(title): found.months}, up=_said(text("Evenings")))


def draw_wins(found: Statistics) -> Chart | None:
    """The chart of each person's wins up to each month."""
    lines = wins_in_total(found.people[:MOST_PEOPLE], found.months)
    return _draw(text("Wins by person"), lines, up=_said(text("Wins")))


def _draw(title: Text, lines: Mapping[str, Mapping[str, int]], up: str) -> Chart | None:
    """A chart with a column for each month, such as `2026-11`."""
    by_number = {
        name: {_number_of_month(month): value for month, value in line.items() if month} for name, line in lines.items()
    }
    return draw_chart(_said(title), _said(text("Month")), by_number, _say_month, up)


def _number_of_month(month: str) -> int:
    """The months from the year 0 to a month."""
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number) - 1


def _say_month(number: int) -> str:
    month = date(number // 12, number % 12 + 1, 1)
    return format_skeleton("yM", month, locale=interface_language())


def _said(words: Text) -> str:
    return value_as_words(words, tongue_of_visitor())


__all__ = ["statistics", "statistics_of_visitor"]
