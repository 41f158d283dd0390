"""The quest phase of summer: who acts when, what the place they end in gives them, and its end (任务环节)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.base import FINISH_FIRST, INFLUENCE_GAINED, Living, SeatId, TacticsId, still_due
from domain.games.runewars.heroes.values import AnyHero, HeroEvent, heroes_of
from domain.games.runewars.state.heroes import living, yet_to_act
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import OrdersCalled
from domain.language.chance import Chance
from domain.language.event import Count, Event, Settled
from domain.language.refusal import Refused, refusal
from domain.things.numbers import NumbersMoved

NOT_SUMMER = refusal(
    "not-quest-phase", "That is for the quest phase of summer.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
HAS_ACTED = refusal(
    "hero-has-acted", "{hero} already acted in this quest phase.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
NOT_YET = refusal("not-yet", "In the quest phase {seat} comes first.", rule=sections.QUEST_PHASE, areas=("calendar",))
STILL_AT_WORK = refusal(
    "hero-at-work", "First {hero} is done: a duel, a quest, or nothing.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
TEMPLE, KELLOS = "temple", "hall-of-kellos"
WHOLE_PHASE = "phase-not-action"
"""The ruling by which places pay at the end of the whole phase."""
PAID = 2
"""Influence that a temple pays."""


def in_quest_phase(table: Runewars) -> bool:
    return table.step == "secondary" and table.season_name == "summer"


def order_of_phase(table: Runewars) -> list[str]:
    """The seats in the order of last season's orders."""
    alive = table.alive()
    return [*(seat for seat in table.last_order if seat in alive), *(s for s in alive if s not in table.last_order)]


def waiting(table: Runewars) -> list[str]:
    """The heroes that have yet to act, in the order that their seats play in."""
    left = yet_to_act(table.heroes)
    return [hero for seat in order_of_phase(table) for hero in heroes_of(table, seat) if hero in left]


def not_to_act(table: Runewars, hero: str) -> Iterator[Refused]:
    """Why a hero may not take an action now (X80)."""
    if not in_quest_phase(table):
        yield NOT_SUMMER()
        return
    first = next((table.hero(id_).seat for id_ in waiting(table)), "")
    if table.hero(hero).acted:
        yield HAS_ACTED(hero=table.called("heroes", hero))
    elif first != table.hero(hero).seat:
        yield NOT_YET(seat=table.called("seats", first))
    if table.questing and table.questing != hero:
        yield STILL_AT_WORK(hero=table.called("heroes", table.questing))


def closing(table: Runewars, hero: str, *, shared: bool = True) -> Iterator[Event[Runewars]]:
    """What follows when a hero's action is over, a duel or quest with it; a card that is still drawn ends the phase.

    Args:
        shared: nobody has rewards to share out yet; else the phase goes on until the table says so.
    """
    visits = list(visit(table, hero)) if in_quest_phase(table) and not table.ruled(WHOLE_PHASE) else []
    yield from visits
    if shared and not any(isinstance(one, KellosVisited) and table.tracks(*one.tracked) for one in visits):
        yield from phase_over(table)


def visit(table: Runewars, hero: str) -> Iterator[Event[Runewars]]:
    """What the place gives in which a hero ends; G-50."""
    here = table.land.get(table.hero(hero).area)
    place = here.exploration.kind if here and here.exploration else ""
    if hero in living(table.heroes) and place == TEMPLE:
        yield TempleVisited(seat=table.hero(hero).seat, hero=hero)
    if hero in living(table.heroes) and place == KELLOS:
        yield KellosVisited(seat=table.hero(hero).seat, hero=hero)


def phase_over(table: Runewars) -> Iterator[Event[Runewars]]:
    """The end of the phase, once every hero has acted and nothing is open or due."""
    is_open = bool(table.questing or table.attempt or table.duel or yet_to_act(table.heroes))
    if in_quest_phase(table) and not is_open and not list(still_due(table)):
        yield QuestPhaseEnded()


class TempleVisited(NumbersMoved[Runewars], HeroEvent):
    help_text = "A hero ends in a temple: two influence for their player."
    says = "{hero} prays in the temple: +{amount} influence for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "influence")
    seat: SeatId
    hero: AnyHero
    amount: Annotated[Count, INFLUENCE_GAINED] = PAID


class KellosVisited(HeroEvent):
    help_text = "A hero ends in the Hall of Kellos: a tactics card for their player."
    says = "{hero} visits the Hall of Kellos: a tactics card for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "cards")
    seat: SeatId
    hero: AnyHero

    def apply(self, table: Runewars) -> None:
        table.agenda.put(KellosCardDrawn, seat=self.seat)


class KellosCardDrawn(HeroEvent):
    help_text = "The tactics card that the Hall of Kellos gave; it stays unnamed where it is not written down."
    says = "{seat} drew a tactics card in the Hall of Kellos[: {card}]"
    asks = "{seat} draws a tactics card in the Hall of Kellos: which one?"
    pad = "card"
    tracked = ("heroes", "exploration", "cards")
    secret = ("card",)
    mine = "seat"
    seat: Living
    card: TacticsId | None = None

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).fresh.append(self.card or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


class QuestPhaseEnded(HeroEvent):
    help_text = "Every hero has acted, or the rest does nothing: everybody chooses an order next."
    says = "The quest phase is over[: {idle} did nothing]"
    title = "The rest does nothing"
    tracked = ("heroes", "calendar")
    during = ("secondary",)
    ends = "step"
    idle: Annotated[tuple[AnyHero, ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from still_due(table)
        if table.attempt:
            yield FINISH_FIRST(open=table.called("quests", table.attempt.quest))
        if not in_quest_phase(table):
            yield NOT_SUMMER()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(idle=tuple(waiting(table)))

    def apply(self, table: Runewars) -> None:
        table.questing = ""
        for id_ in self.idle:
            table.hero(id_).acted = "skipped"

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        for hero in living(table.heroes) if table.ruled(WHOLE_PHASE) else self.idle:
            yield from visit(table, hero)
        if in_quest_phase(table):
            yield OrdersCalled()


EVENTS = (TempleVisited, KellosVisited, KellosCardDrawn, QuestPhaseEnded)
