"""The player phase and the villain phase, from one step to the next (玩家阶段, 反派阶段)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.games.champions import sections
from domain.games.champions.base import (
    ChampionsEvent,
    InGame,
    Maybe,
    comes_of_it,
    happens,
    not_at_turn,
    not_played,
    seats_at_turn,
    still_due,
    whose_turn,
)
from domain.games.champions.cards.rules import over_limits
from domain.games.champions.encounter.order import dealt_left
from domain.games.champions.enemies.course import still_to_activate, striking_now
from domain.games.champions.harm.defeats import following
from domain.games.champions.heroes.paying import open_payment
from domain.games.champions.numbers import icons
from domain.games.champions.rounds.steps import go_on, ready_all
from domain.games.champions.state.kinds import SchemeSheet
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.stages import completed
from domain.games.champions.timing.effects import hit_points_end
from domain.games.champions.timing.periods import expire
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Offer, Settled
from domain.language.moves import Moves
from domain.language.refusal import Refused, refusal
from domain.language.text import text

CARDS_TO_COME = refusal(
    "cards-to-come", "Encounter cards are dealt first.", rule=sections.VILLAIN_PHASE, areas=("encounter",)
)
CARDS_LEFT = refusal(
    "cards-left", "{left|dealt encounter card is|dealt encounter cards are} still unresolved.",
    rule=sections.VILLAIN_PHASE, areas=("encounter",),
)  # fmt: skip
ENEMIES_LEFT = refusal(
    "enemies-left", "Still to activate: {enemies}.", rule=sections.VILLAIN_PHASE, areas=("activations",)
)
STRIKES_FIRST = refusal("strikes-first", "First: {minion} with Quickstrike attacks.", rule=sections.KEYWORDS)
STILL_PAYING = refusal("still-paying", "First: {card} is being paid for, or is not played.", rule=sections.COSTS)
TURNS_LEFT = refusal("turns-left", "Still to take a turn: {seats}.", rule=sections.PLAYER_PHASE, areas=("turns",))


class RoundEvent(ChampionsEvent):
    area_of_play = "Round"

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from still_due(table)
        yield from over_limits(table)
        for copy in striking_now(table):
            yield STRIKES_FIRST(minion=table.called("minions", copy))
        if payment := open_payment(table):
            yield STILL_PAYING(card=table.called("cards", payment.card))


class TurnEnded(RoundEvent):
    help_text = "A player has taken the turn; the next one begins."
    says = "{seat} ended the turn"
    title = "Turn done"
    tracked = ("turns",)
    during = ("player",)
    ends = "turn"
    seat: InGame

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield Offer(text("{seat}: turn done", seat=table.called("identities", seat)), {"seat": seat}, must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)

    def apply(self, table: Champions) -> None:
        table.done = [*table.done, self.seat]
        expire(table, "turn")
        happens(table, "turn")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "turn")


class PlayerPhaseEnded(RoundEvent):
    help_text = "All players have taken their turns; the villain phase is next."
    says = "The player phase ends"
    during = ("player",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("On to the villain phase"), must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if whose_turn(table):
            waiting = [seat for seat in table.player_order() if seat not in table.done]
            yield TURNS_LEFT(seats=tuple(table.called("identities", seat) for seat in waiting))

    def apply(self, table: Champions) -> None:
        go_on(table)
        table.refreshed = []
        if table.step != "end":
            end_player_phase(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if table.step != "end":
            yield from hit_points_end(table, "phase")


def end_player_phase(table: Champions) -> None:
    """Everything of the players is ready again, and what lasted this phase is over (玩家阶段结束)."""
    ready_all(table)
    expire(table, "phase")
    happens(table, "phase")


class SchemeThreatPlaced(RoundEvent):
    help_text = "The villain phase begins: threat on the main scheme, one more for each token and acceleration icon."
    says = "Villain phase: {amount} threat on the main scheme"
    title = "Threat of the villain phase"
    during = ("threat",)
    amount: Annotated[Maybe, Moves("main.threat")] | None = None
    field: Annotated[Count, Settled()] = 0
    tokens: Annotated[Count, Settled()] = 0
    icons: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        threat = step_threat(table)
        if threat or SchemeSheet.of(table, table.main.sheet).acceleration is not None:
            yield Offer(text("Threat on the main scheme: +{threat}", threat=threat), must=True)
        else:
            yield Offer(text("Threat on the main scheme: how much?"), must=True, needs=("amount",))

    def settle(self, table: Champions, chance: Chance) -> Self:
        counted = icons(table, "acceleration")
        parts = {"field": table.main.acceleration, "tokens": table.main.tokens, "icons": counted}
        return self.but(**parts, amount=step_threat(table) if self.amount is None else self.amount)

    def apply(self, table: Champions) -> None:
        table.main.threat += self.amount or 0
        table.placed += self.amount or 0
        go_on(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from completed(table)


def step_threat(table: Champions) -> int:
    """Threat placed when the villain phase begins (F17)."""
    return table.main.acceleration + table.main.tokens + icons(table, "acceleration")


def rounds_left(table: Champions) -> int:
    """The rounds until the main scheme has its target of threat, if nothing else is placed or removed (F40).

    0 where nothing is placed, or nobody knows the target.
    """
    each, target = step_threat(table), table.main.target
    return -(-max(0, target - table.main.threat) // each) if each and target else 0


class ActivationsEnded(RoundEvent):
    help_text = "The villain and the minions have activated against everybody."
    says = "All enemies have activated"
    tracked = ("encounter",)
    during = ("activations",)
    ends = "step"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("All enemies have activated"), must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from enemies_left(table)

    def apply(self, table: Champions) -> None:
        go_on(table)


def enemies_left(table: Champions) -> Iterator[Refused]:
    """Why the activations are not over: enemies that have not had theirs."""
    if left := still_to_activate(table):
        enemies = dict.fromkeys(enemy for enemy, _ in left)
        yield ENEMIES_LEFT(enemies=tuple(table.called("enemies", enemy) for enemy in enemies))


class RoundEnded(RoundEvent):
    """The first player token goes on clockwise, and what happens once a round may happen again."""

    help_text = "The villain phase is over: the first player token is passed on, and a new round begins."
    says = "Round {round} ends[; {first} is first player]"
    during = ("activations", "dealing", "encounters")
    ends = "round"
    round: Annotated[Count, Settled()] = 0
    first: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield Offer(text("Round done"), must=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from enemies_left(table)
        if table.step in ("activations", "dealing"):
            yield CARDS_TO_COME()
        elif left := dealt_left(table):
            yield CARDS_LEFT(left=left)

    def settle(self, table: Champions, chance: Chance) -> Self:
        heir = following(table, table.first) if table.first in table.seats else ""
        return self.but(round=table.round, first=heir or table.first)

    def apply(self, table: Champions) -> None:
        table.note_round()
        table.round, table.step, table.done, table.first = self.round + 1, "player", [], self.first
        expire(table, "round")
        happens(table, "phase")
        comes_of_it(table, "round")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from hit_points_end(table, "round")


EVENTS = (TurnEnded, PlayerPhaseEnded, SchemeThreatPlaced, ActivationsEnded, RoundEnded)
