"""Influence: gained and spent by hand, wherever no other event does (势力标记)."""

from typing import Annotated

from domain.games.runewars.base import INFLUENCE_GAINED, INFLUENCE_PAID, Living, RunewarsEvent
from domain.games.runewars.state.table import Runewars
from domain.language.event import Amount, Occasion, Sums
from domain.things.numbers import NumbersMoved


class InfluenceEvent(NumbersMoved[Runewars], RunewarsEvent):
    area_of_play = "Influence"
    tracked = ("influence",)


class InfluenceGained(InfluenceEvent):
    help_text = "A seat takes influence from the supply."
    says = "{seat}: +{amount} influence[, {source}]"
    seat: Living
    amount: Annotated[Amount, Sums(), INFLUENCE_GAINED]
    source: Occasion = ""


class InfluenceSpent(InfluenceEvent):
    help_text = "A seat pays influence to the supply."
    says = "{seat}: −{amount} influence[, {source}]"
    seat: Living
    amount: Annotated[Amount, Sums(), INFLUENCE_PAID]
    source: Occasion = ""


EVENTS = (InfluenceGained, InfluenceSpent)
