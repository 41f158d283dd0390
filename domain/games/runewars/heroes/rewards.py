"""Rewards: drawn face down, turned over by use, traded, discarded, and taken from fallen heroes (犒赏卡)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.piles import take_cards
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import FixedTexts, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import ONLY_AT_WAR, Living, RewardId, not_at_turn
from domain.games.runewars.heroes.company import (
    Held,
    HeroEvent,
    HeroId,
    OwnHero,
    heroes_of,
    rewards_of_hero,
    seats_with_free_heroes,
)
from domain.games.runewars.heroes.quest_phase import heroes_at_work, in_quest_phase, is_phase_free, phase_over
from domain.games.runewars.runes import RuneGainBegun
from domain.games.runewars.state.heroes import Duelist, Hero, living_heroes
from domain.games.runewars.state.kinds import RewardCard, Small
from domain.games.runewars.state.table import Runewars

Trait = Literal["none", "weapon", "armor"]
TRAITS = FixedTexts(("none", "weapon", "armor"))
MOST_TRADED = 25

NO_REWARD = never("no-reward", "{hero} has no reward.", rule=sections.REWARDS)
OTHER_REWARDS = refusal("other-rewards", "{hero} does not carry {reward}.", rule=sections.REWARDS)
ONE_OF_A_TRAIT = refusal(
    "one-of-a-trait",
    "Only one weapon and one armor may be used per duel: {hero} uses {other}.",
    rule=sections.REWARDS_IN_DUELS,
)
NEEDS_SPECIAL = refusal(
    "needs-special", "{reward} needs a special icon, and {hero} has none left.", rule=sections.REWARDS_IN_DUELS
)
NO_MEETING = refusal(
    "no-meeting",
    "Heroes must be in the same area (or passing through it) to trade: {hero} and {other} do not meet.",
    rule=sections.REWARDS,
    areas=("map",),
)
NOT_THE_TIME = refusal(
    "not-the-time-for-rewards",
    "That is done on the turn of {seat}, or in the quest phase.",
    rule=sections.REWARDS,
    areas=("calendar",),
)


def drop_reward(hero: Hero, reward: str) -> None:
    """Remove a reward from a hero, whether face up or face down. For `apply`."""
    take_cards(1, (reward,), hero.shown if reward in hero.shown else hero.rewards)


def turn_over(hero: Hero, reward: str) -> None:
    """Turn a reward face up. For `apply`."""
    if reward not in hero.shown:
        hero.shown += take_cards(1, (reward,), hero.rewards)


def hand_over(giver: Hero, taker: Hero) -> None:
    """Give all rewards of one hero to another, face up or down as they are. For `apply`."""
    taker.rewards, taker.shown = [*taker.rewards, *giver.rewards], [*taker.shown, *giver.shown]
    giver.rewards, giver.shown = [], []


def areas_of(table: Runewars, hero: str) -> set[str]:
    """The area of a hero, and those it passed in this quest phase."""
    walker = table.hero(hero)
    return {walker.area, *(walker.path if in_quest_phase(table) else ())} - {""}


def not_the_time(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of exchanging rewards outside the player's own turn and the quest phase (G-11)."""
    yield from not_at_turn(table, seat)
    if table.step != "turns" and not in_quest_phase(table):
        yield NOT_THE_TIME(seat=table.called("seats", seat))


def empty_handed(table: Runewars, hero: str, reward: str = "") -> Iterator[Refused]:
    """The refusals of a reward that a hero does not have; an unrecorded one may be any."""
    carried, name = rewards_of_hero(table, hero), table.called("heroes", hero)
    if not carried:
        yield NO_REWARD(hero=name)
    elif reward and reward not in carried and "" not in carried:
        yield OTHER_REWARDS(hero=name, reward=table.called("rewards", reward))


def can_share_rewards(table: Runewars, hero: str) -> bool:
    """Whether a hero has rewards, and another hero of the same player is in its area (决斗)."""
    here = table.hero(hero)
    beside = (id_ for id_ in heroes_of(table, here.seat) if id_ != hero and table.hero(id_).area == here.area)
    return bool(hero and rewards_of_hero(table, hero) and any(beside))


class RewardDrawn(HeroEvent):
    """Draws a reward. The name is the seat's secret and may be left out."""

    title = "Draw a reward"
    help_text = "A hero gains a reward card, face down. Only that hero's player may look at it."
    sentence = "{hero} received a reward[: {reward}][ ({source})]"
    question = "{hero} receives a reward: which one?"
    layout = Layout(keypad="reward")
    secrets = Secrets(("reward",))
    acting_seat = "seat"
    seat: Living
    hero: OwnHero
    reward: RewardId | None = None
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.step == "setup":
            yield ONLY_AT_WAR()

    def apply(self, table: Runewars) -> None:
        hero = table.hero(self.hero)
        hero.rewards = [*hero.rewards, self.reward or ""]

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


class RewardUsed(HeroEvent):
    """Uses a reward. In a duel, its damage and prevention belong to the current round."""

    title = "Use a reward"
    help_text = "Flip a reward and use it; it stays face up. In a duel, say what damage it deals or prevents."
    sentence = "{hero} used {reward}[, {damage} damage][, {prevented} prevented][: {effect}]"
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    hero: OwnHero
    reward: Held
    damage: Small = Field(default=0, title="damage to the other hero")
    prevented: Small = Field(default=0, title="damage prevented")
    special: bool = Field(default=False, title="by a special icon")
    effect: Occasion = ""
    trait: Annotated[Trait | None, TRAITS, Settled()] = "none"
    rune: Annotated[bool, Settled()] = False

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)
        side = table.duel.fighter(self.hero) if table.duel else None
        if side:
            yield from self._not_in_duel(table, side)

    def _not_in_duel(self, table: Runewars, side: Duelist) -> Iterator[Refused]:
        """The refusal of a second weapon or armor in a duel (X88), or of a reward without the special icon it needs."""
        printed, hero = RewardCard.of(table, self.reward), table.called("heroes", self.hero)
        other = {"weapon": side.weapon, "armor": side.armor}.get(printed.trait or "", "")
        if other and other != self.reward:
            yield ONE_OF_A_TRAIT(hero=hero, other=table.called("rewards", other))
        if (self.special or printed.special) and not side.special:
            yield NEEDS_SPECIAL(reward=table.called("rewards", self.reward), hero=hero)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        printed = RewardCard.of(table, self.reward)
        rune = printed.rune and self.reward not in table.hero(self.hero).shown
        return self.copy_with(special=self.special or printed.special, trait=printed.trait, rune=rune)

    def apply(self, table: Runewars) -> None:
        turn_over(table.hero(self.hero), self.reward)
        if side := table.duel.fighter(self.hero) if table.duel else None:
            side.deals, side.prevents = side.deals + self.damage, side.prevents + self.prevented
            side.special = side.special and not self.special
            side.weapon = self.reward if self.trait == "weapon" else side.weapon
            side.armor = self.reward if self.trait == "armor" else side.armor

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.rune:
            yield RuneGainBegun(seat=self.seat, source=self.reward)


class RewardsTraded(HeroEvent):
    """Hands over rewards, face up or down as they are; all of them if none is named."""

    help_text = "Two heroes of the same player meet, and one hands over rewards: those you name, or all of them."
    sentence = "{hero} gave {taker} rewards[: {rewards}]"
    title = "Hand on rewards"
    secrets = Secrets(("rewards",))
    acting_seat = "seat"
    seat: Living
    hero: OwnHero
    taker: Annotated[OwnHero, Field(title="who gets them")]
    rewards: Annotated[
        tuple[RewardId, ...], Field(max_length=MOST_TRADED), Choice("rewards", rewards_of_hero, given=("hero",))
    ] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The heroes with rewards next to another hero of their player, in the quest phase."""
        for hero in living_heroes(table.heroes) if is_phase_free(table) else ():
            if can_share_rewards(table, hero):
                yield Offer(text("{hero}: hand on rewards"), {"seat": table.hero(hero).seat, "hero": hero})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_the_time(table, self.seat)
        yield from empty_handed(table, self.hero)
        if not areas_of(table, self.hero) & areas_of(table, self.taker) or self.hero == self.taker:
            yield NO_MEETING(hero=table.called("heroes", self.hero), other=table.called("heroes", self.taker))

    def apply(self, table: Runewars) -> None:
        giver, taker = table.hero(self.hero), table.hero(self.taker)
        if not self.rewards:
            hand_over(giver, taker)
        for reward in self.rewards:
            if reward in giver.shown:
                taker.shown += take_cards(1, (reward,), giver.shown)
            else:
                taker.rewards += take_cards(1, (reward,), giver.rewards)


class RewardDiscarded(HeroEvent):
    title = "Discard a reward"
    help_text = "One of a hero's rewards goes to the discard pile, face up."
    sentence = "{hero} lost a reward: {reward}[ ({source})]"
    acting_seat = "seat"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    hero: OwnHero
    reward: Held
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)

    def apply(self, table: Runewars) -> None:
        drop_reward(table.hero(self.hero), self.reward)
        table.reward_discard.append(self.reward)


def fallen_near(table: Runewars, hero: str) -> list[str]:
    """The defeated heroes with rewards in the area of a hero, or in areas it passed."""
    areas = (table.land[area] for area in sorted(areas_of(table, hero)) if area in table.land)
    return [fallen for area in areas for fallen in area.fallen]


def heroes_passing(table: Runewars) -> list[str]:
    """The hero at work in the quest phase, and the heroes of the seat at turn."""
    seats = seats_with_free_heroes(table)
    return [*heroes_at_work(table), *(hero for seat in seats for hero in heroes_of(table, seat))]


class FallenRewardsTaken(HeroEvent):
    """Takes all rewards of a fallen hero. Only the new player may look at face-down ones."""

    help_text = "A hero who enters the area of a defeated hero may take all its rewards."
    sentence = "{hero} took the rewards of {fallen}"
    title = "Take the rewards of a defeated hero"
    hero: HeroId
    fallen: Annotated[str, Choice("heroes", fallen_near, given=("hero",)), Field(title="which fallen hero")]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for hero in heroes_passing(table):
            for fallen in fallen_near(table, hero):
                yield Offer(text("{hero}: take the rewards of {fallen}"), {"hero": hero, "fallen": fallen})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_the_time(table, table.hero(self.hero).seat)

    def apply(self, table: Runewars) -> None:
        hand_over(table.hero(self.fallen), table.hero(self.hero))
        for area in table.land.values():
            area.fallen = [fallen for fallen in area.fallen if fallen != self.fallen]
