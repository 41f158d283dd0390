"""Trap tokens and the trap deck (陷阱)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.console.map.terrain import area_named, ground, lines_from
from domain.games.agemonia.figures import AreaHere, AreaId, FigureId, FriendId
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Line, Remark, Searched
from domain.language.refusal import Refused, never, refusal

NO_TRAP = never("no-trap", "No trap token lies there.", rule=sections.TRAP_TOKENS)
TRAP_HEIGHT = never("trap-height", "Traps cannot be set at a different height.", rule=sections.TRAP_TOKENS)
NO_TRAP_DUE = refusal("no-trap-due", "No trap has gone off.", rule=sections.TRAPS)

NOT_IN_THE_TRAP = refusal(
    "not-in-the-trap", "Only a hero that has entered the area may disarm it.", rule=sections.TRAP_TOKENS
)
TRAPS_IN_PLAY = never("traps-in-play", "The trap deck is in play already.", rule=sections.TRAPS)

TrapId = Annotated[Line, Choice("trap-cards", free=True)]


class TrapEvent(AgemoniaEvent):
    area_of_play = "Traps"


class TrapDeckPrepared(TrapEvent):
    # In the rulebook under 陷阱牌组.
    help_text = "The trap deck is shuffled and in play, because something says so."
    says = "The trap deck is in play"

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.traps:
            yield TRAPS_IN_PLAY()

    def apply(self, table: Agemonia) -> None:
        table.scene.traps = True


class TrapTokenPlaced(TrapEvent):
    # In the rulebook under 陷阱牌组.
    help_text = "A trap token is set in an area; from then on the trap deck is in play."
    says = "A trap was set in {area}[ by {by}]"
    area: AreaId
    by: FigureId | None = None
    other_height: bool = Field(default=False, title="at another height than who sets it")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        here = table.scene.places.get(self.by or "", "")
        border = lines_from(table, here).get(area_named(table, self.area))
        if self.other_height or (border and border.higher):
            yield TRAP_HEIGHT()

    def apply(self, table: Agemonia) -> None:
        ground(table, area_named(table, self.area)).traps += 1
        table.scene.traps = True


class TrapDisarmed(TrapEvent):
    # In the rulebook under 解除陷阱.
    help_text = "A trap was disarmed: its token is discarded."
    says = "{by} disarmed the trap[ in {area}]"
    area: AreaHere
    by: FriendId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_trap(table, self.area)
        if self.by:
            yield from outside_the_trap(table, self.by, self.area)

    def apply(self, table: Agemonia) -> None:
        here = ground(table, self.area)
        here.traps = max(0, here.traps - 1)


def outside_the_trap(table: Agemonia, figure: str, area: str) -> Iterator[Refused]:
    """A trap is disarmed by a hero in its area; where nobody wrote down where it stands, the table's word is taken."""
    if figure not in table.heroes or table.scene.places.get(figure, area) != area:
        yield NOT_IN_THE_TRAP()


def no_trap(table: Agemonia, area: str) -> Iterator[Refused]:
    if not table.scene.areas[area].traps:
        yield NO_TRAP()


class TrapTriggered(TrapEvent):
    # In the rulebook under 陷阱.
    help_text = "A trap goes off: its token is discarded, the top trap card is revealed and resolved."
    says = "The trap in {area} goes off[: {by}]"
    area: AreaHere
    by: FigureId | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_trap(table, self.area)

    def apply(self, table: Agemonia) -> None:
        here = ground(table, self.area)
        here.traps = max(0, here.traps - 1)
        table.scene.traps_due.append(self.area)


class TrapCardResolved(TrapEvent):
    help_text = "The trap card that was revealed is resolved and shuffled back into its deck."
    says = "Trap card[ {card}][: {effect}]"
    card: TrapId | None = None
    effect: Annotated[Remark, Searched()] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not table.scene.traps_due:
            yield NO_TRAP_DUE()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        deck = list(table.ids("trap-cards"))
        return self if self.card or not deck else self.but(card=chance.draw(deck))

    def apply(self, table: Agemonia) -> None:
        table.scene.traps_due = table.scene.traps_due[1:]


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    TrapTokenPlaced,
    TrapDisarmed,
    TrapTriggered,
    TrapCardResolved,
    TrapDeckPrepared,
)
