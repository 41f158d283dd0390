"""What comes next for a seat that gains a rune: where the runes lie is due; before that, false ones may go (3.11)."""

from collections.abc import Iterator

from domain.game import Prompt
from domain.games.runewars.runes.gains import MOST_DISCARDED, FalseRunesDiscarded, is_gaining
from domain.games.runewars.runes.tokens import with_rune
from domain.games.runewars.state.table import Runewars
from domain.text import text


def coming(table: Runewars) -> Iterator[Prompt]:
    for seat in table.alive() if table.tracks("runes") and table.rune_tracking != "open" else ():
        if is_gaining(table, seat) and with_rune(table, seat) and table.seat(seat).false_gone < MOST_DISCARDED:
            title = text("{seat}: discard false runes first", seat=table.called("seats", seat))
            yield Prompt(title, FalseRunesDiscarded, fields={"seat": seat})


__all__ = ["coming"]
