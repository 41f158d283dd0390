"""Damage to heroes and its effects, and the end of a duel (伤害和击败英雄)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from domain.components.numbers import Gains, Lowers, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Merged, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import Few
from domain.games.runewars.cards import discard_open
from domain.games.runewars.heroes.company import AnyHero, HeroEvent, HeroId, ask_no_more, health_left, is_doomed
from domain.games.runewars.heroes.quest_phase import follow_action, phase_over
from domain.games.runewars.heroes.quests import QuestCompleted, QuestFailed
from domain.games.runewars.heroes.rewards import can_share_rewards, hand_over
from domain.games.runewars.state.heroes import DUEL_ROUNDS, Duel, Duelist, Outcome, living_heroes
from domain.games.runewars.state.kinds import Small, UnitSheet
from domain.games.runewars.state.table import Runewars

NOTHING_LEFT = never("no-health-left", "{hero} cannot take any more damage.", rule=sections.DEFEATED_HEROES)
UNHURT = never("hero-unhurt", "{hero} has no damage.", rule=sections.DEFEATED_HEROES)
STILL_STANDS = refusal(
    "hero-still-stands",
    "{hero} is not defeated: {left|point|points} of health left.",
    rule=sections.DEFEATED_HEROES,
)
ALREADY_ROUTED = never("hero-already-routed", "{hero} is already routed.")
NOT_ROUTED = never("hero-not-routed", "{hero} is not routed.")
NO_DUEL = never("no-duel", "No duel is going on.", rule=sections.DUELS)
DUEL_GOES_ON = refusal("duel-goes-on", "A duel ends after four rounds, or when one is defeated.", rule=sections.DUELS)
DAMAGE = "heroes.{hero}.damage"


class HeroDamaged(NumbersMoved[Runewars], HeroEvent):
    title = "Damage a hero"
    help_text = "A hero takes damage outside the rounds of a duel."
    sentence = "{hero} took {amount} damage[ ({source})]"
    hero: HeroId
    amount: Annotated[Few, Merged(), Gains(DAMAGE, areas=("heroes",), none=NOTHING_LEFT)] = 1
    source: Occasion = ""

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if is_doomed(table, self.hero):
            yield HeroDefeated(hero=self.hero)


def events_of_damage(table: Runewars, hero: str, amount: int, source: str) -> Iterator[HeroDamaged]:
    """The damage that something does to a hero; none if the hero has no health left."""
    if not is_doomed(table, hero):
        yield HeroDamaged(hero=hero, amount=amount, source=source)


class HeroDamageRemoved(NumbersMoved[Runewars], HeroEvent):
    title = "Take damage off a hero"
    help_text = "A card or ability heals a hero. Healing in the quest phase has its own form."
    sentence = "{amount} damage was removed from {hero}[ ({source})]"
    hero: HeroId
    amount: Annotated[Few, Merged(), Lowers(DAMAGE, areas=("heroes",), none=UNHURT)] = 1
    source: Occasion = ""


class HeroRouted(HeroEvent):
    title = "Rout a hero"
    help_text = "A routed hero cannot move, duel or quest until spring."
    sentence = "{hero} was routed[ ({source})]"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.hero(self.hero).routed:
            yield ALREADY_ROUTED(hero=table.called("heroes", self.hero))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).routed = True


class HeroStood(HeroEvent):
    help_text = "A routed hero stands up again before spring."
    sentence = "{hero} stood up again[ ({source})]"
    title = "Stand a hero up"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.hero(self.hero).routed:
            yield NOT_ROUTED(hero=table.called("heroes", self.hero))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).routed = False


def victor_over(table: Runewars, hero: str) -> str:
    """The hero who takes the rewards of a defeated one: its opponent in a duel, if that one survives (G-14)."""
    side = table.duel.fighter(hero) if table.duel else None
    other = table.duel.foe_of(side).hero if table.duel and side else ""
    return other if other in living_heroes(table.heroes) and not is_doomed(table, other) else ""


class HeroDefeated(HeroEvent):
    """Defeats a hero. In a duel the victor takes all rewards; else they stay in the area, under the hero's token."""

    title = "Defeat a hero"
    help_text = "The hero's damage has reached its health: card and figure go back to the box."
    sentence = "{hero} was defeated[: {captor} takes all rewards][ ({source})]"
    log = LogRole(memorable=True)
    hero: HeroId
    source: Occasion = ""
    captor: Annotated[AnyHero | None, Settled()] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        if left := health_left(table, self.hero):
            yield STILL_STANDS(hero=table.called("heroes", self.hero), left=left)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(captor=victor_over(table, self.hero) or None)

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.defeated, hero.routed = True, False
        if self.captor in table.heroes:
            hand_over(hero, table.heroes[self.captor])
        elif hero.area and (hero.rewards or hero.shown):
            here = table.area(hero.area)
            here.fallen = [*here.fallen, self.hero]
        if table.questing == self.hero and not table.duel:
            table.questing = ""
        ask_no_more(table, self.hero)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        side = table.duel.fighter(self.hero) if table.duel else None
        if table.attempt and table.attempt.hero == self.hero and side is None:
            yield QuestFailed(hero=self.hero)
        elif table.duel is None or side is None:
            yield from phase_over(table)
        elif not is_out(table, table.duel.foe_of(side)) or not in_play(table, table.duel.foe_of(side)):
            yield DuelEnded()


def in_play(table: Runewars, side: Duelist) -> bool:
    """Whether a side of a duel is a living hero."""
    return side.hero in living_heroes(table.heroes)


def is_out(table: Runewars, side: Duelist) -> bool:
    """Whether a side of a duel is defeated, or has no health left."""
    if side.hero:
        return not in_play(table, side) or is_doomed(table, side.hero)
    health = UnitSheet.of(table, side.unit).health
    return side.beaten or (health is not None and side.damage >= health)


def is_decided(table: Runewars, duel: Duel) -> bool:
    """Whether a duel is over: after four rounds, or a defeat."""
    return duel.round > DUEL_ROUNDS or any(is_out(table, side) for side in duel.fighters)


def is_duel_over(table: Runewars) -> bool:
    """Whether the duel is decided, and has only to be ended."""
    return table.duel is not None and is_decided(table, table.duel)


def outcome_of(duel: Duel, left: Sequence[Duelist]) -> Outcome:
    """The result of a duel for its challenger, by the surviving sides."""
    if duel.attacker not in left:
        return "lost"
    return "undecided" if len(left) > 1 else "won"


class DuelEnded(HeroEvent):
    """Ends a duel. Survivors stay in their area and keep their damage."""

    title = "End the duel"
    help_text = "The duel is over: after four rounds, or when a fighter is defeated."
    sentence = "The duel ended[ after {rounds|round|rounds}][: {winner} won]"
    during = ("duel",)
    offer = Offer(text("The duel is over"), required=True, when=is_duel_over)
    rounds: Annotated[Small, Settled()] = 0
    winner: Annotated[AnyHero | None, Settled()] = None
    hero: Annotated[AnyHero | None, Settled()] = None
    outcome: Annotated[Outcome, Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.duel is None:
            yield NO_DUEL()
        elif not is_decided(table, table.duel):
            yield DUEL_GOES_ON()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if (duel := table.duel) is None:
            return self
        left = [side for side in duel.fighters if not is_out(table, side)]
        winner = left[0].hero if len(left) == 1 else None
        rounds = min(DUEL_ROUNDS, duel.round - (not duel.drawn))
        return self.copy_with(
            rounds=rounds, winner=winner or None, hero=duel.attacker.hero, outcome=outcome_of(duel, left)
        )

    def apply(self, table: Runewars) -> None:
        table.duel = None
        discard_open(table)
        if self.hero:
            deed = table.deed(self.hero)
            deed.rounds, deed.outcome = self.rounds, self.outcome
        table.questing = "" if table.questing == self.hero else table.questing

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.attempt and self.hero == table.attempt.hero:
            won = self.outcome == "won"
            yield QuestCompleted(hero=self.hero, by_duel=True) if won else QuestFailed(hero=self.hero)
        elif self.hero:
            yield from follow_action(table, self.hero, shared=not can_share_rewards(table, self.winner or ""))
