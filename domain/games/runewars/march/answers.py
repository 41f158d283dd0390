"""What follows from the card of diplomacy: neutral units withdraw, or who offered fights or retreats (外交; 撤退)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import AreaId, Living, RunewarsEvent, Some, UnitId
from domain.games.runewars.excess import settle_down
from domain.games.runewars.march.sides import Group, end_talks, own, retire, unallied
from domain.games.runewars.state.land import NEUTRAL
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.battles import SECOND_BATTLE, BattleStarted
from domain.games.runewars.ways import no_retreat, retreats, stranded
from domain.language.chance import Chance
from domain.language.event import Event, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

WHERE_TO = never("where-to", "Say where the units retreat to: {areas}.", rule=sections.RETREAT, areas=("map",))


NOT_ASKED = refusal(
    "not-asked", "That is for when the chosen fate card asks for it.", rule=sections.DIPLOMACY, areas=("units",)
)
NOBODY: Mapping[str, int] = {}
Lost = Annotated[Mapping[UnitId, Some], Settled()]


def not_asked(table: Runewars, event: RunewarsEvent) -> Iterator[Refused]:
    """Why neutral units have not answered so: no card was chosen that says it, or somebody else is asked."""
    if not table.agenda.awaits(event):
        yield NOT_ASKED()


class AnswerEvent(RunewarsEvent):
    area_of_play = "Diplomacy"
    tracked = ("units",)
    during = ("diplomacy",)


class NeutralsWithdrew(AnswerEvent):
    help_text = "The neutral units go, routed, to an uncontrolled area; the player to the left chooses which."
    says = "The neutral units of {area} withdraw to {to}[; destroyed, with nowhere to go: {lost}]"
    asks = "{seat}: where do the neutral units of {area} withdraw to?"
    pad = "to"
    seat: Living = Field(title="who chooses")
    area: AreaId
    to: AreaId
    lost: Lost = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_asked(table, self)
        yield from no_retreat(table, NEUTRAL, self.area, self.to, unallied(table, self.area, _talker(table)))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        leaving = unallied(table, self.area, _talker(table))
        return self.but(lost=_left_to_die(table, NEUTRAL, self.area, self.to, leaving))

    def apply(self, table: Runewars) -> None:
        _leave(table, self.area, self.to, self.lost)


class NeutralsScattered(AnswerEvent):
    help_text = "The neutral units have nowhere to withdraw to: they are destroyed."
    says = "The neutral units of {area} have nowhere to go and are destroyed"
    automatic = True
    area: AreaId

    def apply(self, table: Runewars) -> None:
        _leave(table, self.area, None)


def _talker(table: Runewars) -> str:
    return table.diplomacy.seat if table.diplomacy else ""


def _left_to_die(table: Runewars, side: str, area: str, to: str, leaving: Group) -> dict[str, int]:
    """Those who cannot come along over mountains or water (G-09)."""
    return {unit: sum(leaving[unit]) for unit in stranded(table, side, area, to, leaving)}


def _leave(table: Runewars, area: str, to: str | None, lost: Mapping[str, int] = NOBODY) -> None:
    """The neutral units are gone, and diplomacy is over; for `apply`."""
    seat = _talker(table)
    retire(table, area, unallied(table, area, seat), to, lost)
    end_talks(table)
    settle_down(table, seat, area, *([to] if to else []))


class RefusalAnswered(AnswerEvent):
    """Once an order has caused a battle, a retreat is all that is left."""

    help_text = "The neutral units refuse: fight them, or retreat with all your units to one area beside."
    says = "{seat}, refused in {area}: {answer}[ to {to}][; destroyed, with nowhere to go: {stranded}]"
    title = "Refused: fight or retreat"
    asks = "{seat}, refused in {area}: {answer}?"
    pad = "answer"
    likely = ("to",)
    seat: Living
    area: AreaId
    answer: Literal["battle", "retreat"] = Field(title="battle or retreat")
    to: AreaId | None = Field(default=None, title="retreat to")
    lost: Annotated[bool, Settled()] = False
    stranded: Lost = Field(default_factory=dict)

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        """What is open before the answer: once the order has caused a battle, a retreat alone."""
        open_ = text("retreat") if table.turn.fought else text("fight or retreat")
        return {} if fields.get("answer") else {"answer": open_}

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, str]:
        """Once the order has caused a battle, they retreat."""
        return {"answer": "retreat"} if table.turn.fought else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_asked(table, self)
        if self.answer == "battle":
            if table.turn.fought:
                yield SECOND_BATTLE()
            return
        kinds = own(table, self.area, self.seat)
        ways = retreats(table, self.seat, self.area, kinds)
        if self.to:
            yield from no_retreat(table, self.seat, self.area, self.to, kinds)
        elif len(ways) > 1:
            yield WHERE_TO(areas=tuple(table.called("areas", way) for way in ways))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if self.answer == "battle":
            return self.but(to=None, lost=False, stranded={})
        leaving = own(table, self.area, self.seat)
        to = self.to or next(iter(retreats(table, self.seat, self.area, leaving)), None)
        lost = _left_to_die(table, self.seat, self.area, to, leaving) if to else {}
        return self.but(to=to, lost=to is None, stranded=lost)

    def apply(self, table: Runewars) -> None:
        if self.answer == "battle":
            table.diplomacy = None
            return
        retire(table, self.area, own(table, self.area, self.seat), self.to, self.stranded)
        end_talks(table)
        settle_down(table, self.seat, self.area, *([self.to] if self.to else []))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.answer == "battle":
            yield BattleStarted(seat=self.seat, area=self.area)


EVENTS = (NeutralsWithdrew, NeutralsScattered, RefusalAnswered)
