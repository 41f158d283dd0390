"""Influence: gained and spent by hand, wherever no other event does (势力标记)."""

from collections.abc import Iterator
from typing import Annotated

from domain.games.runewars.base import INFLUENCE, Living, RunewarsEvent, spend, too_little_influence
from domain.games.runewars.state.table import Runewars
from domain.language.event import Amount, Occasion, Sums
from domain.language.refusal import Refused


class InfluenceEvent(RunewarsEvent):
    area_of_play = "Influence"
    tracked = ("influence",)


class InfluenceGained(InfluenceEvent):
    help_text = "A seat takes influence from the supply."
    says = "{seat}: +{amount} influence[, {source}]"
    seat: Living
    amount: Annotated[Amount, Sums(), INFLUENCE]
    source: Occasion = ""

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).influence += self.amount


class InfluenceSpent(InfluenceEvent):
    help_text = "A seat pays influence to the supply."
    says = "{seat}: −{amount} influence[, {source}]"
    seat: Living
    amount: Annotated[Amount, Sums(), INFLUENCE]
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from too_little_influence(table, self.seat, self.amount)

    def apply(self, table: Runewars) -> None:
        spend(table, self.seat, self.amount)


EVENTS = (InfluenceGained, InfluenceSpent)
