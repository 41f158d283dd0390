"""Setup quests, which bring the tiles, and quest cards that lead nowhere on this map (地图设置 1-2; 构建任务牌堆)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.base import Living, QuestId
from domain.games.runewars.setup.printed import MapEvent
from domain.games.runewars.state.kinds import QuestCard
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Settled
from domain.language.printed import Printed
from domain.language.refusal import Refused, never, refusal

TWO_EACH = refusal("two-each", "{seat} has two setup quests already.", rule=sections.MAP_SETUP)
DEALT_BEFORE = never("dealt-before", "That quest was dealt to {seat}.", rule=sections.MAP_SETUP)
ALL_LEAD_HERE = never(
    "all-lead-here", "Every quest that is typed in leads to an area of this map.", rule=sections.QUESTS
)
QUESTS_EACH = 2


def setup_quests(table: Runewars) -> Iterable[str]:
    """Setup quests that were dealt to nobody."""
    dealt = [quest for quests in table.laying.quests.values() for quest in quests]
    return [quest for quest in table.ids("quests") if QuestCard.of(table, quest).tile and quest not in dealt]


def astray(table: Runewars) -> list[str]:
    """Quests whose areas are typed in, and none of which lies on this map."""
    known = {quest: QuestCard.of(table, quest).areas for quest in table.ids("quests")}
    removed = table.laying.removed
    return [quest for quest, areas in known.items() if areas and not {*areas} & {*table.land} and quest not in removed]


class SetupQuestDealt(MapEvent):
    help_text = "A setup quest, face up, to each player twice: it brings its tile."
    says = "{seat} was dealt {quest}[, which brings {tile}]"
    during = ("setup",)
    likely = ("tile",)
    seat: Living
    quest: Annotated[QuestId, Choice("quests", setup_quests, free=True)]
    tile: Annotated[Annotated[str, Choice("tiles")] | None, Printed(QuestCard, by="quest")] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        for seat, quests in table.laying.quests.items():
            if self.quest in quests:
                yield DEALT_BEFORE(seat=table.called("seats", seat))
        if len(table.laying.quests.get(self.seat, ())) >= QUESTS_EACH:
            yield TWO_EACH(seat=table.called("seats", self.seat))

    def apply(self, table: Runewars) -> None:
        table.laying.quests.setdefault(self.seat, []).append(self.quest)
        if self.tile:
            table.laying.dealt.setdefault(self.seat, []).append(self.tile)


class QuestCardsRemoved(MapEvent):
    help_text = "Quest cards that lead to no area of this map go back to the box; the setup quests are shuffled in."
    says = "Out of the game: {quests}"
    title = "Quest cards removed"
    during = ("setup",)
    tracked = ("map", "cards")
    quests: Annotated[tuple[Annotated[str, Choice("quests")], ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not astray(table):
            yield ALL_LEAD_HERE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(quests=tuple(astray(table)))

    def apply(self, table: Runewars) -> None:
        table.laying.removed = [*table.laying.removed, *self.quests]


EVENTS = (SetupQuestDealt, QuestCardsRemoved)
