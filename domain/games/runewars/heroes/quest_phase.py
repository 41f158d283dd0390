"""The quest phase of summer: its order, visits of places, and its end (任务环节)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.components.limits import Limit
from domain.components.numbers import NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.games.runewars import sections
from domain.games.runewars.base import FINISH_FIRST, INFLUENCE_GAINED, Living, SeatId, TacticsId, still_due
from domain.games.runewars.heroes.company import AnyHero, HeroEvent, heroes_of, is_hero_engaged
from domain.games.runewars.state.heroes import living_heroes, yet_to_act
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import OrdersCalled

NOT_SUMMER = refusal(
    "not-quest-phase", "That is done in the quest phase of summer.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
HAS_ACTED = refusal(
    "hero-has-acted", "{hero} has already acted in this quest phase.", rule=sections.QUEST_PHASE, areas=("calendar",)
)
NOT_YET = refusal("not-yet", "In the quest phase {seat} comes first.", rule=sections.QUEST_PHASE, areas=("calendar",))
STILL_AT_WORK = refusal(
    "hero-at-work",
    "First finish with {hero}: a duel, a quest, or nothing.",
    rule=sections.QUEST_PHASE,
    areas=("calendar",),
)
ONE_ACTION: Limit[Runewars] = Limit(lambda table, hero: int(bool(table.hero(hero).acted)), HAS_ACTED)
TEMPLE, KELLOS = "temple", "hall-of-kellos"
WHOLE_PHASE = "phase-not-action"
"""The ruling that places pay at the end of the whole phase."""
PAID = 2
"""The influence that a temple pays."""


def in_quest_phase(table: Runewars) -> bool:
    return table.step == "secondary" and table.season_name == "summer"


def order_of_phase(table: Runewars) -> list[str]:
    """The seats in the order of last season's orders."""
    alive = table.alive()
    return [*(seat for seat in table.last_order if seat in alive), *(s for s in alive if s not in table.last_order)]


def heroes_waiting(table: Runewars) -> list[str]:
    """The heroes that have yet to act, in the order of their seats."""
    left = yet_to_act(table.heroes)
    return [hero for seat in order_of_phase(table) for hero in heroes_of(table, seat) if hero in left]


def is_phase_free(table: Runewars) -> bool:
    """Whether it is the quest phase, and no duel or quest is under way."""
    return in_quest_phase(table) and not is_hero_engaged(table)


def is_action_next(table: Runewars) -> bool:
    """Whether the next hero may act, because the action of no other one is under way."""
    return is_phase_free(table) and not table.questing


def heroes_to_act(table: Runewars) -> list[str]:
    """The heroes of the next seat, one of which acts now."""
    left = heroes_waiting(table) if is_action_next(table) else []
    return [hero for hero in left if table.hero(hero).seat == table.hero(left[0]).seat]


def heroes_at_work(table: Runewars) -> list[str]:
    """The hero whose action goes on after its move; none during its duel or quest."""
    return [table.questing] if table.questing and is_phase_free(table) else []


def not_to_act(table: Runewars, hero: str) -> Iterator[Refused]:
    """The refusals of an action of a hero now (X80)."""
    if not in_quest_phase(table):
        yield NOT_SUMMER()
        return
    first = next((table.hero(id_).seat for id_ in heroes_waiting(table)), "")
    yield from ONE_ACTION.reasons(table, hero, hero=table.called("heroes", hero))
    if first != table.hero(hero).seat and not table.hero(hero).acted:
        yield NOT_YET(seat=table.called("seats", first))
    if table.questing and table.questing != hero:
        yield STILL_AT_WORK(hero=table.called("heroes", table.questing))


def follow_action(table: Runewars, hero: str, *, shared: bool = True) -> Iterator[Event[Runewars]]:
    """The consequences of the end of a hero's action, including a duel or quest: visits, then the end of the phase.

    Args:
        shared: whether no rewards can be shared; else the phase continues until a player ends it.
    """
    visits = list(follow_visit(table, hero)) if in_quest_phase(table) and not table.ruled(WHOLE_PHASE) else []
    yield from visits
    if shared and not any(isinstance(one, KellosVisited) and table.tracks(*one.tracked) for one in visits):
        yield from phase_over(table)


def follow_visit(table: Runewars, hero: str) -> Iterator[Event[Runewars]]:
    """The effect of the place where a hero ends its action (G-50)."""
    here = table.land.get(table.hero(hero).area)
    place = here.exploration.kind if here and here.exploration else ""
    if hero in living_heroes(table.heroes) and place == TEMPLE:
        yield TempleVisited(seat=table.hero(hero).seat, hero=hero)
    if hero in living_heroes(table.heroes) and place == KELLOS:
        yield KellosVisited(seat=table.hero(hero).seat, hero=hero)


def phase_over(table: Runewars) -> Iterator[Event[Runewars]]:
    """The end of the phase, once every hero has acted and nothing is open or due."""
    is_open = bool(table.questing or table.attempt or table.duel or yet_to_act(table.heroes))
    if in_quest_phase(table) and not is_open and not list(still_due(table)):
        yield QuestPhaseEnded()


class TempleVisited(NumbersMoved[Runewars], HeroEvent):
    help_text = "A hero ends up in a temple: the player gains two influence."
    sentence = "{hero} prayed in the temple: +{amount} influence for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "influence")
    seat: SeatId
    hero: AnyHero
    amount: Annotated[Count, INFLUENCE_GAINED] = PAID


class KellosVisited(HeroEvent):
    help_text = "A hero ends up in the Hall of Kellos: the player draws a tactics card."
    sentence = "{hero} visited the Hall of Kellos: a tactics card for {seat}"
    automatic = True
    tracked = ("heroes", "exploration", "cards")
    seat: SeatId
    hero: AnyHero

    def apply(self, table: Runewars) -> None:
        table.agenda.put(KellosCardDrawn, seat=self.seat)


class KellosCardDrawn(HeroEvent):
    title = "Draw a card in the Hall of Kellos"
    help_text = "The tactics card from the Hall of Kellos. You need not say which."
    sentence = "{seat} drew a tactics card in the Hall of Kellos[: {card}]"
    question = "{seat} draws a tactics card in the Hall of Kellos: which one?"
    layout = Layout(keypad="card")
    tracked = ("heroes", "exploration", "cards")
    secrets = Secrets(("card",))
    acting_seat = "seat"
    seat: Living
    card: TacticsId | None = None

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).fresh.append(self.card or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


class QuestPhaseEnded(HeroEvent):
    help_text = "The heroes are done. Next, everyone chooses an order card."
    sentence = "The quest phase ended[: {idle} did nothing]"
    title = "The rest does nothing"
    tracked = ("heroes", "calendar")
    during = ("secondary",)
    ends = "step"
    offer = Offer(when=is_action_next)
    idle: Annotated[tuple[AnyHero, ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from still_due(table)
        if table.attempt:
            yield FINISH_FIRST(open=table.called("quests", table.attempt.quest))
        if not in_quest_phase(table):
            yield NOT_SUMMER()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(idle=tuple(heroes_waiting(table)))

    def apply(self, table: Runewars) -> None:
        table.questing = ""
        for id_ in self.idle:
            table.hero(id_).acted = "skipped"

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        for hero in living_heroes(table.heroes) if table.ruled(WHOLE_PHASE) else self.idle:
            yield from follow_visit(table, hero)
        if in_quest_phase(table):
            yield OrdersCalled()
