"""Objectives: dealt in secret, and completed in the player's own turn for a dragon rune (目标卡)."""

from collections.abc import Iterator
from typing import Self

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words, text
from domain.games.runewars import sections
from domain.games.runewars.base import Living, ObjectiveId, not_at_turn, seats_at_turn, whose_turn
from domain.games.runewars.cards import HandEvent
from domain.games.runewars.runes import RuneGainBegun
from domain.games.runewars.state.kinds import ObjectiveCard
from domain.games.runewars.state.table import Runewars

HAS_OBJECTIVE = never("has-objective", "{seat} already holds an objective.", rule=sections.OBJECTIVES)
NO_OBJECTIVE = never("no-objective", "{seat} holds no objective.", rule=sections.OBJECTIVES)
WRONG_ALIGNMENT = refusal(
    "wrong-alignment", "That objective is for the {card} side, and {seat} is {alignment}.", rule=sections.OBJECTIVES
)
OWN_TURN_ONLY = refusal(
    "own-turn-only",
    "An objective can only be completed on its player's own turn.",
    rule=sections.OBJECTIVES,
    areas=("calendar",),
)


class ObjectiveDealt(HandEvent):
    title = "Deal an objective"
    help_text = "A secret objective of the player's alignment. You need not say which; no one else sees it."
    sentence = "{seat} was dealt an objective[: {card}]"
    during = ("setup",)
    secrets = Secrets(("card",))
    layout = Layout(no_choice=("card",))
    seat: Living
    card: ObjectiveId | None = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        seat, side = table.seat(self.seat), self.card and ObjectiveCard.of(table, self.card).alignment
        name = table.called("seats", self.seat)
        if seat.has_objective:
            yield HAS_OBJECTIVE(seat=name)
        if side and seat.alignment and side != seat.alignment:
            yield WRONG_ALIGNMENT(card=spaced_words(side), seat=name, alignment=spaced_words(seat.alignment))

    def apply(self, table: Runewars) -> None:
        seat = table.seat(self.seat)
        seat.objective, seat.has_objective = self.card or "", True


class ObjectiveCompleted(HandEvent):
    """Completes an objective. It is shown, and its player gains a rune."""

    title = "Complete an objective"
    help_text = "On your turn, show an objective you have met and discard it: you gain a dragon rune."
    sentence = "{seat} completed the objective[: {card}]"
    log = LogRole(confirm_undo="revealed", memorable=True)
    acting_seat = "seat"
    seat: Living
    card: ObjectiveId | None = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield Offer(text("The objective is met"), {"seat": seat}, opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        if table.holds_to_steps() and not whose_turn(table):
            yield OWN_TURN_ONLY()
        if not table.seat(self.seat).has_objective:
            yield NO_OBJECTIVE(seat=table.called("seats", self.seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(card=table.seat(self.seat).objective or self.card)

    def apply(self, table: Runewars) -> None:
        seat = table.seat(self.seat)
        seat.objective, seat.has_objective = "", False
        seat.completed = [*seat.completed, *([self.card] if self.card else [])]

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield RuneGainBegun(seat=self.seat)
