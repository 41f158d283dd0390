"""What comes next for a seat that gains runes: the first ones; later where they lie is due, and false ones may go."""

from collections.abc import Iterator

from domain.games.runewars.runes.gains import MOST_DISCARDED, FalseRunesDiscarded, StartingRunesPlaced, is_gaining
from domain.games.runewars.runes.tokens import with_rune
from domain.games.runewars.setup.laying import clockwise
from domain.games.runewars.state.seats import FEWEST_SEATS
from domain.games.runewars.state.table import Runewars
from domain.language.game import Prompt, Viewer
from domain.language.text import text


def coming(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """Where the first runes lie is each seat's own secret, so that nobody else is asked."""
    if table.step == "setup" and len(table.seats) >= FEWEST_SEATS and table.tracks("runes"):
        for seat in (one for one in without_runes(table) if not viewer.seats or one in viewer.seats):
            title = text("{seat}: the first runes", seat=table.called("seats", seat))
            yield Prompt(title, StartingRunesPlaced, must=True, fields={"seat": seat})
    for seat in table.alive() if table.tracks("runes") and table.rune_tracking != "open" else ():
        if is_gaining(table, seat) and with_rune(table, seat) and table.seat(seat).false_gone < MOST_DISCARDED:
            title = text("{seat}: discard false runes first", seat=table.called("seats", seat))
            yield Prompt(title, FalseRunesDiscarded, fields={"seat": seat})


def without_runes(table: Runewars) -> list[str]:
    """Seats that have yet to place their first runes, the starting player first."""
    return [seat for seat in clockwise(table) if seat not in table.groups]


__all__ = ["coming", "without_runes"]
