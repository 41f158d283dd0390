"""Limits and maxes: how often something may be used in a period (上限, 最多)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.games.champions import sections
from domain.games.champions.state.effects import Usage
from domain.games.champions.state.names import PERIOD_NAMES
from domain.games.champions.state.table import Champions
from domain.language.refusal import Refused, refusal
from domain.language.text import Text, text

LIMIT_USED = refusal(
    "limit-used", "{what}: the limit of {most} in a {period} is used up.", rule=sections.LIMITS, areas=("timing",)
)
MAX_USED = refusal(
    "max-used", "{what}: the max of {most} in a {period}, for all players together, is used up.",
    rule=sections.MAXIMUM, areas=("timing",),
)  # fmt: skip

SHARED, OF_ABILITY = " (max)", " · "
"""What tells apart, in the keys of `table.usage`, the uses of all copies together and those of one ability."""
Period = Literal["attack", "activation", "turn", "phase", "round", "game"]


@dataclass(frozen=True, slots=True)
class Cap:
    """How often something may be used in a period: a limit is one copy's own, a max goes for all copies of a title.

    Of a card with several abilities each has its own, told by what people call it.
    """

    what: str
    most: int
    period: Period
    shared: bool = False
    ability: str = ""

    @property
    def key(self) -> str:
        """What is counted under, in `table.usage`."""
        what = f"{self.what}{SHARED}" if self.shared else self.what
        return f"{what}{OF_ABILITY}{self.ability}" if self.ability else what

    def reached(self, table: Champions) -> bool:
        """Whether it may not be used again (F36); what was cancelled counts."""
        used = table.usage.get(self.key)
        return used is not None and used.used >= self.most

    def reasons(self, table: Champions) -> Iterator[Refused]:
        """Why it may not be used again in this period."""
        if self.reached(table):
            said = MAX_USED if self.shared else LIMIT_USED
            yield said(what=said_of(table, self.key), most=self.most, period=PERIOD_NAMES[self.period])

    def count(self, table: Champions) -> None:
        """Count one use; for `apply`."""
        used = table.usage.get(self.key, Usage()).used
        table.usage = {**table.usage, self.key: Usage(used=used + 1, most=self.most, period=self.period)}


def said_of(table: Champions, key: str) -> Text:
    """What was used, as people say it: the card, and which of its abilities."""
    what, _, ability = key.partition(OF_ABILITY)
    return text("{card}[ ({ability})]", card=table.called("hosts", what.removesuffix(SHARED)), ability=ability)
