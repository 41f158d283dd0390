"""Exploration tokens: revealed at the end of a move; events resolve at once, places stay (探险标记)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import side_of, units_of
from domain.games.runewars.base import (
    INFLUENCE_PAID,
    AreaId,
    Living,
    not_at_turn,
    not_controlled,
    spend_influence,
    too_little_influence,
    whose_turn,
)
from domain.games.runewars.heroes.actions import DUNGEON
from domain.games.runewars.heroes.company import (
    AttributeId,
    Held,
    HeroEvent,
    OwnHero,
    points_due,
    rewards_of_hero,
    seats_with_free_heroes,
    train_attribute,
    why_not_trained,
)
from domain.games.runewars.heroes.damage import events_of_damage
from domain.games.runewars.heroes.quest_phase import heroes_at_work, phase_over
from domain.games.runewars.heroes.quests import has_covered_token
from domain.games.runewars.heroes.rewards import RewardDrawn, drop_reward, empty_handed
from domain.games.runewars.state.kinds import ExplorationToken, Resource
from domain.games.runewars.state.table import Area, Runewars

MERCHANT, RAIDERS, SCROLL, TRAINING, VILLAGE = (
    "traveling-merchant",
    "raiding-party",
    "scroll-of-sight",
    "training",
    "village",
)
EVENT, DESTRUCTIBLE = "event", "destructible location"
# The price of a reward from the traveling merchant (旅行商人), in influence.
MERCHANT_PRICE = 3
ENOUGH_UNITS = 6
"""The units that a seat needs to destroy a place in an area that it controls."""
MAY_STAY = "locations-may-stay"
"""The ruling by which a place need not be destroyed."""

NO_TOKEN = refusal(
    "no-token",
    "There is no face-down exploration token in {area}.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
AFTER_A_MOVE = refusal(
    "after-a-move",
    "An exploration token is only turned over after a move in the quest phase, not after a retreat.",
    rule=sections.EXPLORATION,
    areas=("calendar",),
)
NOTHING_ASKED = refusal(
    "nothing-asked",
    "{hero} has no exploration token that asks for this.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
WHAT_IT_YIELDS = never("what-it-yields", "Say which resource the village yields.", rule=sections.EXPLORATION, asks=True)
NOTHING_TO_DESTROY = refusal(
    "nothing-to-destroy",
    "Nothing in {area} can be destroyed.",
    rule=sections.EXPLORATION,
    areas=("exploration",),
)
TOO_FEW_UNITS = refusal(
    "too-few-units",
    "At least 6 units are needed to destroy this location: {have|is|are} there.",
    rule=sections.EXPLORATION,
    areas=("units",),
)


class ExplorationEvent(HeroEvent):
    heading = "Exploration"
    tracked: ClassVar[tuple[str, ...]] = ("heroes", "exploration")


class TokenAnswered(ExplorationEvent):
    """The base of a choice that a token demands from a hero's player."""

    acting_seat = "seat"
    seat: Living
    hero: OwnHero

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.agenda.awaits(self):
            yield NOTHING_ASKED(hero=table.called("heroes", self.hero))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from phase_over(table)


def has_strangers(area: Area, seat: str) -> bool:
    """Whether an area contains units of other sides."""
    return any(stack.size and side_of(area, stack.owner) != seat for stack in area.stacks.values())


class ExplorationTokenRevealed(ExplorationEvent):
    """Reveals a token. An event token is discarded at once, and its choice is due."""

    help_text = "A hero who has finished moving flips the exploration token in that area, before any duel or quest."
    sentence = "{hero} found {kind}[ of {resource}] in {area}"
    title = "Turn over an exploration token"
    log = LogRole(confirm_undo="revealed")
    seat: Living
    hero: OwnHero
    kind: Annotated[str, Choice("explorations")]
    resource: Annotated[Resource | None, Choice("resources")] = Field(
        default=None, title="which resource, for a village"
    )
    area: Annotated[AreaId | None, Settled()] = None
    stays: Annotated[bool, Settled()] = True
    trainable: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        title = text("{hero}: turn over the exploration token")
        for hero in heroes_at_work(table):
            if has_covered_token(table, table.hero(hero).area):
                yield Offer(title, {"seat": table.hero(hero).seat, "hero": hero}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        here = table.hero(self.hero).area
        if self.kind == VILLAGE and not self.resource:
            yield WHAT_IT_YIELDS()
        if not has_covered_token(table, here):
            yield NO_TOKEN(area=table.called("areas", here))
        if table.questing != self.hero:
            yield AFTER_A_MOVE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        hero = table.hero(self.hero)
        stays = ExplorationToken.of(table, self.kind).category != EVENT
        return self.copy_with(area=hero.area or None, stays=stays, trainable=points_due(hero) > 0)

    def apply(self, table: Runewars) -> None:
        here = table.land.get(self.area or "")
        if here and here.exploration:
            here.exploration.kind, here.exploration.resource = self.kind, self.resource
            here.exploration = here.exploration if self.stays else None
        if self.kind == DUNGEON:
            table.hero(self.hero).stopped = True
        due: Mapping[str, type[TokenAnswered]] = {
            MERCHANT: MerchantAnswered,
            SCROLL: ScrollRead,
            RAIDERS: RaidersAnswered,
            TRAINING: TrainingFound,
        }
        asked = {RAIDERS: self._may_choose(table), TRAINING: self.trainable}
        if self.kind in due and asked.get(self.kind, True):
            table.agenda.put(due[self.kind], seat=self.seat, hero=self.hero)

    def _strangers(self, table: Runewars) -> bool:
        return has_strangers(table.land.get(self.area or "") or Area(), self.seat)

    def _may_choose(self, table: Runewars) -> bool:
        return self._strangers(table) and bool(rewards_of_hero(table, self.hero))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.kind == RAIDERS:
            more = self._strangers(table) and not self._may_choose(table)
            yield from events_of_damage(table, self.hero, 1 + more, self.kind)


class MerchantAnswered(TokenAnswered):
    help_text = "Traveling Merchant: buy a reward for three influence, or let him pass."
    sentence = "{hero} met the Traveling Merchant[: {cost} influence for a reward]"
    question = "{hero} meets the Traveling Merchant: a reward for 3 influence?"
    layout = Layout(keypad="buys")
    title = "Answer the Traveling Merchant"
    buys: bool = Field(default=False, title="buy a reward for 3 influence")
    cost: Annotated[Count, INFLUENCE_PAID, Settled()] = 0

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.buys:
            yield from too_little_influence(table, self.seat, MERCHANT_PRICE)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(cost=min(MERCHANT_PRICE, table.seat(self.seat).influence) if self.buys else 0)

    def apply(self, table: Runewars) -> None:
        spend_influence(table, self.seat, self.cost)
        if self.buys:
            table.agenda.put(RewardDrawn, seat=self.seat, hero=self.hero)


class RaidersAnswered(TokenAnswered):
    help_text = "Raiding Party: with neutral or enemy units here, the hero discards a reward or takes 1 more damage."
    sentence = "{hero} fought off the Raiding Party[, losing {reward}]"
    question = "The Raiding Party: which reward does {hero} discard, or another damage?"
    layout = Layout(keypad="reward")
    title = "Answer the Raiding Party"
    log = LogRole(confirm_undo="revealed")
    reward: Held | None = Field(default=None, title="which reward, or none to take 1 damage")

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.reward:
            yield from empty_handed(table, self.hero, self.reward)

    def apply(self, table: Runewars) -> None:
        if self.reward:
            drop_reward(table.hero(self.hero), self.reward)
            table.reward_discard.append(self.reward)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not self.reward:
            yield from events_of_damage(table, self.hero, 1, RAIDERS)
        yield from super().follow(table)


class ScrollRead(TokenAnswered):
    """Looks at the rune of an area. Exploration tokens are not recorded before they are revealed."""

    help_text = "Scroll of Sight: look at the face-down rune and exploration token in one area."
    sentence = "{hero} read the Scroll of Sight[ and looked into {area}]"
    question = "{hero} reads the Scroll of Sight: into which area?"
    layout = Layout(keypad="area")
    title = "Read the Scroll of Sight"
    area: AreaId | None = None

    def apply(self, table: Runewars) -> None:
        here = table.land.get(self.area or "")
        if here and here.rune and self.seat not in here.rune.known:
            here.rune.known = [*here.rune.known, self.seat]


class TrainingFound(TokenAnswered):
    help_text = "A hero trains one attribute by 1, up to +2."
    sentence = "{hero} trained {attribute}"
    question = "{hero} trains: which attribute?"
    layout = Layout(keypad="attribute")
    title = "Train an attribute"
    attribute: AttributeId

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from why_not_trained(table, self.hero, {self.attribute: 1})

    def apply(self, table: Runewars) -> None:
        train_attribute(table.hero(self.hero), self.attribute, 1)


def destructible_areas(table: Runewars, seat: str) -> list[str]:
    """The areas of a seat with a place that can be destroyed."""
    return [id_ for id_, area in table.land.items() if area.controller == seat and _can_be_destroyed(table, area)]


def _can_be_destroyed(table: Runewars, area: Area) -> bool:
    kind = area.exploration.kind if area.exploration else ""
    return bool(kind) and ExplorationToken.of(table, kind).category == DESTRUCTIBLE


def to_be_destroyed(table: Runewars, seat: str) -> list[str]:
    """The areas of a seat with a place to destroy, and enough units to do so."""
    return [area for area in destructible_areas(table, seat) if units_of(table.land[area], seat) >= ENOUGH_UNITS]


def coming_down(table: Runewars) -> Iterator[Event[Runewars]]:
    """The destruction of places as soon as the seat at turn has six units there, unless a ruling prevents it (G-23).

    It waits for the end of a battle, diplomacy or a bid.
    """
    seat = whose_turn(table)
    if seat and table.place[1] == table.step and not table.ruled(MAY_STAY):
        yield from (LocationDestroyed(seat=seat, area=area) for area in to_be_destroyed(table, seat))


class LocationDestroyed(ExplorationEvent):
    """Destroys a place: automatically if possible (`coming_down`), or by hand if a ruling allows places to stay."""

    help_text = "On your turn, with six or more units in an area you control, destroy the place there."
    sentence = "{seat} destroyed {kind} in {area}"
    title = "Destroy a place"
    tracked = ("exploration",)
    during = ("turns",)
    seat: Living
    area: AreaId
    kind: Annotated[Annotated[str, Choice("explorations")] | None, Settled()] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        must = not table.ruled(MAY_STAY)
        for seat in seats_with_free_heroes(table):
            for area in to_be_destroyed(table, seat):
                yield Offer(text("Destroy the place in {area}"), {"seat": seat, "area": area}, required=must)

    def check(self, table: Runewars) -> Iterator[Refused]:
        here, named = table.land.get(self.area) or Area(), table.called("areas", self.area)
        yield from not_at_turn(table, self.seat)
        yield from not_controlled(table, self.seat, self.area)
        if not _can_be_destroyed(table, here):
            yield NOTHING_TO_DESTROY(area=named)
        if (have := units_of(here, self.seat)) < ENOUGH_UNITS:
            yield TOO_FEW_UNITS(have=have)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        token = (table.land.get(self.area) or Area()).exploration
        return self.copy_with(kind=token.kind or None if token else None)

    def apply(self, table: Runewars) -> None:
        if here := table.land.get(self.area):
            here.exploration = None
