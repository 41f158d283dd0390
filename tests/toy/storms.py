"""Storms and years: what is due after a storm is on the agenda, and no year turns before it is done."""

from collections.abc import Iterator

from domain.components.agenda import still_due
from domain.framework.events.event import Layout
from domain.framework.refusal import Refused
from tests.toy.table import PERIODS, Harbour, Sitter, Tower, ToyEvent


class YearTurned(ToyEvent):
    help_text = "A new year begins with its first day, once every storm is weathered."
    sentence = "A new year began"

    def check(self, table: Harbour) -> Iterator[Refused]:
        yield from still_due(table, ToyEvent)

    def apply(self, table: Harbour) -> None:
        PERIODS.end(table, "year")
        table.year, table.day, table.night = table.year + 1, 1, False


class StormBroke(ToyEvent):
    help_text = "Who has towers says which one stands fast."
    sentence = "A storm broke"

    def apply(self, table: Harbour) -> None:
        for name, seat in reversed(table.seats.items()):
            if seat.towers:
                table.agenda.put(TowerShored, seat=name)


class TowerShored(ToyEvent):
    help_text = "A tower stands fast; one of oak catches a spark, which somebody has to put out."
    sentence = "{seat} shored up {tower}"
    question = "{seat}: which tower stands fast?"
    layout = Layout(keypad="tower")
    seat: Sitter
    tower: Tower

    def apply(self, table: Harbour) -> None:
        if self.tower == "oak":
            table.agenda.put("spark-put-out", seat=self.seat)


class SparkPutOut(ToyEvent):
    help_text = "A spark on a tower of oak is put out, for a coin."
    sentence = "{helper} put out a spark for {seat}"
    question = "Who puts out the spark of {seat}?"
    seat: Sitter
    helper: Sitter

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.helper):
            seat.coins += 1
