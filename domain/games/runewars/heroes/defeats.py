"""Damage to heroes and what comes of it: routed, healed, defeated; and how a duel ends (伤害和击败英雄)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.base import Few
from domain.games.runewars.fate import discard_open
from domain.games.runewars.heroes.phase import closing, phase_over
from domain.games.runewars.heroes.quests import QuestCompleted, QuestFailed
from domain.games.runewars.heroes.rewards import hand_over
from domain.games.runewars.heroes.values import (
    AnyHero,
    HeroEvent,
    HeroId,
    ask_no_more,
    health_left,
    held,
    heroes_of,
    is_doomed,
)
from domain.games.runewars.state.heroes import DUEL_ROUNDS, Duel, Duelist, Outcome, living
from domain.games.runewars.state.kinds import Small, UnitSheet
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Event, Occasion, Settled, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never, refusal
from domain.things.health import Lowers, NumberLowered

NOTHING_LEFT = never("no-health-left", "{hero} cannot take any more.", rule=sections.DEFEATED_HEROES)
UNHURT = never("hero-unhurt", "{hero} has no damage.", rule=sections.DEFEATED_HEROES)
STILL_STANDS = refusal(
    "hero-still-stands",
    "{hero} is not defeated: {left|point|points} of health left.",
    rule=sections.DEFEATED_HEROES,
)
ALREADY_ROUTED = never("hero-already-routed", "{hero} is routed already.")
NOT_ROUTED = never("hero-not-routed", "{hero} stands.")
NO_DUEL = never("no-duel", "No duel is going on.", rule=sections.DUELS)
DUEL_GOES_ON = refusal("duel-goes-on", "A duel ends after four rounds, or when one is defeated.", rule=sections.DUELS)
DAMAGE = Moves("heroes.{hero}.damage", areas=("heroes",))


class HeroDamaged(HeroEvent):
    help_text = "A hero takes damage, outside the rounds of a duel."
    says = "{hero}: {amount} damage[ ({source})]"
    hero: HeroId
    amount: Annotated[Few, Sums(), DAMAGE] = 1
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if is_doomed(table, self.hero):
            yield NOTHING_LEFT(hero=table.called("heroes", self.hero))

    def lapses(self, table: Runewars) -> Iterator[Refused]:
        yield from self.refusals(table)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        left = health_left(table, self.hero)
        return self if left is None else self.but(amount=min(self.amount, left))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).damage += self.amount

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if is_doomed(table, self.hero):
            yield HeroDefeated(hero=self.hero)


class HeroDamageRemoved(NumberLowered[Runewars], HeroEvent):
    help_text = "A card or an ability takes damage off a hero. Healing in the quest phase has its own form."
    says = "{hero}: {amount} damage removed[ ({source})]"
    hero: HeroId
    amount: Annotated[Few, Sums(), Lowers("heroes.{hero}.damage", areas=("heroes",), none=UNHURT)] = 1
    source: Occasion = ""


class HeroRouted(HeroEvent):
    help_text = "A hero is routed: no move, no duel, no quest until spring."
    says = "{hero} is routed[: {source}]"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.hero(self.hero).routed:
            yield ALREADY_ROUTED(hero=table.called("heroes", self.hero))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).routed = True


class HeroStood(HeroEvent):
    help_text = "A routed hero stands up again, before spring does it."
    says = "{hero} stands again[: {source}]"
    title = "Hero stood up"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.hero(self.hero).routed:
            yield NOT_ROUTED(hero=table.called("heroes", self.hero))

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).routed = False


def victor_over(table: Runewars, hero: str) -> str:
    """Who takes what a hero carried: the other one of their duel, if that one lives (G-14)."""
    side = table.duel.fighter(hero) if table.duel else None
    other = table.duel.foe_of(side).hero if table.duel and side else ""
    return other if other in living(table.heroes) and not is_doomed(table, other) else ""


class HeroDefeated(HeroEvent):
    """In a duel the victor takes all that the hero carried; else it stays where they fell, under their token."""

    help_text = "A hero has as much damage as health: card and figure go back to the box."
    says = "{hero} was defeated[: {captor} takes all rewards][, {source}]"
    hero: HeroId
    source: Occasion = ""
    captor: Annotated[AnyHero | None, Settled()] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        if left := health_left(table, self.hero):
            yield STILL_STANDS(hero=table.called("heroes", self.hero), left=left)

    def lapses(self, table: Runewars) -> Iterator[Refused]:
        yield from self.refusals(table)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(captor=victor_over(table, self.hero) or None)

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
    """Whether a side of a duel is a hero who still lives."""
    return side.hero in living(table.heroes)


def is_out(table: Runewars, side: Duelist) -> bool:
    """Whether a side of a duel is defeated, or about to be."""
    if side.hero:
        return not in_play(table, side) or is_doomed(table, side.hero)
    health = UnitSheet.of(table, side.unit).health
    return side.beaten or (health is not None and side.damage >= health)


def is_decided(table: Runewars, duel: Duel) -> bool:
    """Whether a duel is over: four rounds fought, or somebody defeated."""
    return duel.round > DUEL_ROUNDS or any(is_out(table, side) for side in duel.fighters)


def outcome_of(duel: Duel, left: Sequence[Duelist]) -> Outcome:
    """What a duel came to for who began it, by the sides that still stand."""
    if duel.attacker not in left:
        return "lost"
    return "undecided" if len(left) > 1 else "won"


def shares(table: Runewars, hero: str) -> bool:
    """Whether a hero has rewards, and another one of the same player stands beside (决斗)."""
    here = table.hero(hero)
    beside = (id_ for id_ in heroes_of(table, here.seat) if id_ != hero and table.hero(id_).area == here.area)
    return bool(hero and held(table, hero) and any(beside))


class DuelEnded(HeroEvent):
    """Whoever still stands stays where they are, with the damage they have."""

    help_text = "The duel is over: four rounds are fought, or somebody is defeated."
    says = "The duel is over after {rounds|round|rounds}[: {winner} won]"
    during = ("duel",)
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
        return self.but(rounds=rounds, winner=winner or None, hero=duel.attacker.hero, outcome=outcome_of(duel, left))

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
            yield from closing(table, self.hero, shared=not shares(table, self.winner or ""))


EVENTS = (HeroDamaged, HeroDamageRemoved, HeroRouted, HeroStood, HeroDefeated, DuelEnded)
