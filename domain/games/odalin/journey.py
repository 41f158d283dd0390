"""The Journey Phase: preparing, entries, decisions, stat tests, facts, quests, mystery boxes (旅程阶段)."""

from collections.abc import Iterator

from domain.games.odalin.base import OdalinEvent
from domain.games.odalin.rest import recover_all
from domain.games.odalin.state.periods import PERIODS
from domain.games.odalin.state.table import Odalin
from domain.language.event import Offer
from domain.language.text import text


class JourneyEvent(OdalinEvent):
    area_of_play = "Journey"


class HeroesPrepared(JourneyEvent):
    title = "Prepare the heroes"
    help_text = "Full hit points, base soul, no corruption and no power: the heroes are ready for the journey."
    says = "The heroes were made ready"
    during = ("journey",)

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if not table.prepared:
            yield Offer(text("Make the heroes ready"), left=text("the heroes are not made ready"))

    def apply(self, table: Odalin) -> None:
        recover_all(table, base_soul=True)
        table.prepared = True


class DungeonEntered(JourneyEvent):
    title = "Enter the dungeon"
    help_text = "The Journey Phase ends, and the first room of the section is set up."
    says = "The party entered the dungeon"
    during = ("journey",)
    ends = "step"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        yield Offer(text("Enter the dungeon"), must=True)

    def apply(self, table: Odalin) -> None:
        table.phase, table.power, table.balance, table.entry, table.prepared = "dungeon", 0, 0, "1", False
        PERIODS.end(table, "day")


EVENTS = (HeroesPrepared, DungeonEntered)
