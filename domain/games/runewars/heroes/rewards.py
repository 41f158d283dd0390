"""Rewards: drawn face down, turned over by their use, traded, discarded, and taken up where a hero fell (犒赏卡)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import ONLY_AT_WAR, Living, RewardId, not_at_turn
from domain.games.runewars.heroes.phase import in_quest_phase, phase_over
from domain.games.runewars.heroes.values import Held, HeroEvent, HeroId, OwnHero, held
from domain.games.runewars.runes.gains import RuneGainBegun
from domain.games.runewars.state.heroes import Duelist, Hero
from domain.games.runewars.state.kinds import RewardCard, Small
from domain.games.runewars.state.table import Runewars
from domain.language.chance import Chance
from domain.language.event import Choice, Event, FixedWords, Occasion, Settled
from domain.language.refusal import Refused, never, refusal
from domain.things.piles import take_cards

Trait = Literal["none", "weapon", "armor"]
TRAITS = FixedWords(("none", "weapon", "armor"))
MOST_TRADED = 25

NO_REWARD = never("no-reward", "{hero} has no reward.", rule=sections.REWARDS)
OTHER_REWARDS = refusal("other-rewards", "{hero} does not carry {reward}.", rule=sections.REWARDS)
ONE_OF_A_TRAIT = refusal(
    "one-of-a-trait",
    "Only one weapon and one armor may be used per duel: {hero} uses {other}.",
    rule=sections.REWARDS_IN_DUELS,
)
NEEDS_SPECIAL = refusal(
    "needs-special", "{reward} takes a special icon, and {hero} has none open.", rule=sections.REWARDS_IN_DUELS
)
NO_MEETING = refusal(
    "no-meeting",
    "Heroes must be in the same area (or passing through it) to trade: {hero} and {other} do not meet.",
    rule=sections.REWARDS,
    areas=("map",),
)
NOT_THE_TIME = refusal(
    "not-the-time-for-rewards",
    "That is for the turn of {seat}, or the quest phase.",
    rule=sections.REWARDS,
    areas=("calendar",),
)


def shed(hero: Hero, reward: str) -> None:
    """A reward leaves a hero, whichever way it lay; for `apply`."""
    take_cards(1, (reward,), hero.shown if reward in hero.shown else hero.rewards)


def turn_over(hero: Hero, reward: str) -> None:
    """A reward lies face up from now on; for `apply`."""
    if reward not in hero.shown:
        hero.shown += take_cards(1, (reward,), hero.rewards)


def hand_over(giver: Hero, taker: Hero) -> None:
    """All that one hero carries goes to another, as it lies; for `apply`."""
    taker.rewards, taker.shown = [*taker.rewards, *giver.rewards], [*taker.shown, *giver.shown]
    giver.rewards, giver.shown = [], []


def areas_of(table: Runewars, hero: str) -> set[str]:
    """Where a hero is, and came through in this quest phase."""
    walker = table.hero(hero)
    return {walker.area, *(walker.path if in_quest_phase(table) else ())} - {""}


def not_the_time(table: Runewars, seat: str) -> Iterator[Refused]:
    """Rewards change hands in one's own turn and in the quest phase (G-11)."""
    yield from not_at_turn(table, seat)
    if table.step != "turns" and not in_quest_phase(table):
        yield NOT_THE_TIME(seat=table.called("seats", seat))


def empty_handed(table: Runewars, hero: str, reward: str = "") -> Iterator[Refused]:
    """Why a hero cannot give or use a reward: there is none, or not this one where all are written down."""
    carried, name = held(table, hero), table.called("heroes", hero)
    if not carried:
        yield NO_REWARD(hero=name)
    elif reward and reward not in carried and "" not in carried:
        yield OTHER_REWARDS(hero=name, reward=table.called("rewards", reward))


class RewardDrawn(HeroEvent):
    """Which one it is may be left open; nobody else sees it."""

    help_text = "A hero receives a reward card, face down. Nobody but its player may look at it."
    says = "{hero} received a reward[: {reward}][, {source}]"
    asks = "{hero} receives a reward: which one?"
    pad = "reward"
    secret = ("reward",)
    mine = "seat"
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
    """In a duel its damage and what it prevents are of the round at hand."""

    help_text = "A reward is turned over and used; it stays face up. In a duel, say what it deals or prevents."
    says = "{hero} used {reward}[, damage {damage}][, prevents {prevented}][: {effect}]"
    mine = "seat"
    closes = "revealed"
    seat: Living
    hero: OwnHero
    reward: Held
    damage: Small = Field(default=0, title="damage to the other hero")
    prevented: Small = Field(default=0, title="damage prevented")
    special: bool = Field(default=False, title="by a special icon")
    effect: Occasion = ""
    trait: Annotated[Trait, TRAITS, Settled()] = "none"
    rune: Annotated[bool, Settled()] = False

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)
        side = table.duel.fighter(self.hero) if table.duel else None
        if side:
            yield from self._not_in_duel(table, side)

    def _not_in_duel(self, table: Runewars, side: Duelist) -> Iterator[Refused]:
        """X88, and what a special icon is needed for."""
        printed, hero = RewardCard.of(table, self.reward), table.called("heroes", self.hero)
        other = {"weapon": side.weapon, "armor": side.armor}.get(printed.trait or "", "")
        if other and other != self.reward:
            yield ONE_OF_A_TRAIT(hero=hero, other=table.called("rewards", other))
        if (self.special or printed.special) and not side.special:
            yield NEEDS_SPECIAL(reward=table.called("rewards", self.reward), hero=hero)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        printed = RewardCard.of(table, self.reward)
        rune = printed.rune and self.reward not in table.hero(self.hero).shown
        return self.but(special=self.special or printed.special, trait=printed.trait or "none", rune=rune)

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
    """They stay as they lie. Where none is named, all go."""

    help_text = "A hero gives rewards to another one of the same player, where they meet; all, if none is named."
    says = "{hero} gave {taker} rewards[: {rewards}]"
    title = "Rewards handed on"
    secret = ("rewards",)
    mine = "seat"
    seat: Living
    hero: OwnHero
    taker: OwnHero
    rewards: Annotated[
        tuple[RewardId, ...], Field(max_length=MOST_TRADED), Choice("rewards", held, given=("hero",))
    ] = ()

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
    help_text = "A reward of a hero goes to the discard pile, face up."
    says = "{hero} lost a reward: {reward}[, {source}]"
    mine = "seat"
    closes = "revealed"
    seat: Living
    hero: OwnHero
    reward: Held
    source: Occasion = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from empty_handed(table, self.hero, self.reward)

    def apply(self, table: Runewars) -> None:
        shed(table.hero(self.hero), self.reward)
        table.reward_discard.append(self.reward)


def fallen_near(table: Runewars, hero: str) -> list[str]:
    """The defeated heroes whose rewards lie where a hero is, or came through."""
    areas = (table.land[area] for area in sorted(areas_of(table, hero)) if area in table.land)
    return [fallen for area in areas for fallen in area.fallen]


class FallenRewardsTaken(HeroEvent):
    """All or none; only its new player may look at what lies face down."""

    help_text = "A hero who enters the area of a defeated one may take all the rewards that lie there."
    says = "{hero} took the rewards of {fallen}"
    title = "Rewards of a defeated hero"
    hero: HeroId
    fallen: Annotated[str, Choice("heroes", fallen_near, given=("hero",))]

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_the_time(table, table.hero(self.hero).seat)

    def apply(self, table: Runewars) -> None:
        hand_over(table.hero(self.fallen), table.hero(self.hero))
        for area in table.land.values():
            area.fallen = [fallen for fallen in area.fallen if fallen != self.fallen]


EVENTS = (RewardDrawn, RewardUsed, RewardsTraded, RewardDiscarded, FallenRewardsTaken)
