"""The completion of the setup: the start of the war (游戏设置)."""

from collections.abc import Iterator

from domain.framework.refusal import Refused, never
from domain.games.runewars import sections
from domain.games.runewars.setup.players import TOO_FEW_SEATS, SetupEvent
from domain.games.runewars.state.table import FEWEST_SEATS, Runewars

ALREADY_BEGUN = never("already-begun", "The war is already under way.", rule=sections.SETUP)


class WarBegun(SetupEvent):
    title = "Begin the war"
    help_text = "The setup is done: the first spring begins."
    sentence = "The war began"
    during = ("setup",)
    ends = "step"

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.season:
            yield ALREADY_BEGUN()
        if len(table.seats) < FEWEST_SEATS:
            yield TOO_FEW_SEATS(count=len(table.seats))

    def apply(self, table: Runewars) -> None:
        table.season, table.step = max(1, table.season), "season"
        table.starting = table.starting or next(iter(table.seats), "")


EVENTS = (WarBegun,)
