"""Shanties: what may be done once a day, and what is counted until the year turns."""

from collections.abc import Iterator

from domain.components.limits import Limit
from domain.framework.refusal import Refused, refusal
from domain.framework.text import Term
from tests.toy.table import Harbour, Sitter, ToyEvent

SHANTIES = Term("Shanties", "船歌")
SUNG_TODAY = refusal("sung-today", "{seat} sang today already.", rule=SHANTIES)
ONE_SHANTY: Limit[Harbour] = Limit(lambda table, seat: int(table.seats[seat].sang), SUNG_TODAY)


class ShantySung(ToyEvent):
    help_text = "A seat sings, once a day; how often is counted until the year turns."
    sentence = "{seat} sang a shanty"
    limits = {ONE_SHANTY: {}}
    seat: Sitter

    def check(self, table: Harbour) -> Iterator[Refused]:
        yield from ONE_SHANTY.reasons(table, self.seat, seat=self.seat)

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.sang, seat.shanties = True, seat.shanties + 1
