"""The ending of a war: the winners, their real runes, and the counts of the others."""

from collections.abc import Iterator

from domain.framework.game import Ending
from domain.framework.text import Text, text
from domain.framework.views.sheet import Cell, Fact, Facts, Grid, Said, Sheet
from domain.games.runewars.areas import held_by
from domain.games.runewars.rune_tokens import count_thrones, known_real
from domain.games.runewars.state.table import Runewars


def ending(table: Runewars) -> Ending | None:
    """The winner and the reason, once there is one (游戏胜利)."""
    if not table.winners:
        return None
    winners = tuple(table.called("seats", seat) for seat in table.winners)
    title = text("{seats} won the war", seats=winners)
    return Ending(Sheet("ending", title, [Facts("", list(_facts(table))), _standings(table)]))


def _facts(table: Runewars) -> Iterator[Fact]:
    if table.tracks("calendar"):
        yield Fact(text("Decided in"), table.called("season numbers", str(table.season)))
    yield Fact(text("Real runes to win"), table.goal)


def _standings(table: Runewars) -> Grid:
    """The final counts of each seat, the winners first; real runes are counted if they are face up."""
    heads: list[Said] = [text("Faction"), *(title for title, _ in _deciding_numbers(table, ""))]
    seats = sorted(table.seats, key=lambda seat: seat not in table.winners)
    rows: list[list[Cell]] = [
        [_name(table, seat), *(value for _, value in _deciding_numbers(table, seat))] for seat in seats
    ]
    return Grid("", heads, rows)


def _name(table: Runewars, seat: str) -> Text:
    return text("{seat}[ ({player})]", seat=table.called("seats", seat), player=table.seats[seat].player)


def _deciding_numbers(table: Runewars, seat: str) -> Iterator[tuple[Said, Cell]]:
    """The tracked numbers that decide a war, each with its heading; without a seat the headings only."""
    if table.tracks("runes", "map"):
        yield text("Real runes"), len(known_real(table, seat)) + count_thrones(table, seat)
    if table.tracks("map"):
        yield text("Areas"), len(held_by(table, seat))
    if table.tracks("influence"):
        have = table.seat(seat).influence
        yield text("Influence"), "?" if have is None else have


__all__ = ["ending"]
