"""Vitality on the campaign side: stamina, damage, conditions and injuries that heroes carry along.

A hero's chips are on its disk (available), above its board (spent) or beside it (wounds). Where the
disk is not known, spent chips and wounds are counted all the same.
"""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Event, Remark, Settled
from domain.games.agemonia.base import AgemoniaEvent, Chips, ConditionId, HeroId, InjuryId, hero_of
from domain.games.agemonia.table import Agemonia, Hero
from domain.refusal import Refused

MOST_CONDITIONS = 2
Rest = Annotated[int, Field(ge=0, le=30)]


def hurt(hero: Hero, damage: int) -> None:
    """Flip chips to wounds, available ones first, then spent ones; what is left over finds none."""
    if hero.available is None:
        hero.wounds += damage
        return
    flipped = min(damage, hero.available)
    spent = min(damage - flipped, hero.spent)
    hero.wounds += flipped + spent
    hero.spent -= spent


def left_over(hero: Hero, damage: int) -> int:
    """The damage for which a hero has no chip left; none while its disk is not known."""
    return 0 if hero.available is None else max(0, damage - hero.available - hero.spent)


def fallen(table: Agemonia, hero: str, rest: int | None) -> Iterator[Event[Agemonia]]:
    """Damage left over makes a hero wounded, and a wounded one exhausted (受伤, 筋疲力尽)."""
    if rest:
        yield HeroExhausted(hero=hero) if hero_of(table, hero).wounded else HeroWounded(hero=hero)


def exhausted_untouched(table: Agemonia, hero: str) -> Iterator[Refused]:
    if hero_of(table, hero).exhausted:
        yield Refused("hero-exhausted", "An exhausted hero is not affected.", rule="筋疲力尽", bendable=False)


class Hurting(AgemoniaEvent):
    """What turns chips of a hero to their wound side; what finds no chip makes it wounded, or exhausted."""

    hero: HeroId
    amount: Chips
    source: Remark = ""
    rest: Annotated[Rest | None, Settled()] = Field(default=None, title="damage left over")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from fallen(table, self.hero, self.rest)


class DamageSuffered(Hurting):
    """A hero takes damage: chips turn to their wound side (伤害)."""

    says = "{hero} suffered {amount} damage"

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(rest=left_over(hero_of(table, self.hero), self.amount))

    def apply(self, table: Agemonia) -> None:
        hurt(hero_of(table, self.hero), self.amount)


class StaminaLost(Hurting):
    """A hero loses stamina; what the disk does not hold is damage (失去体力)."""

    says = "{hero} lost {amount} stamina"

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        hero = hero_of(table, self.hero)
        return self.but(rest=left_over(hero, max(0, self.amount - (hero.available or 0))))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        lost = self.amount if hero.available is None else min(self.amount, hero.available)
        hero.spent += lost
        hurt(hero, self.amount - lost)


class StaminaSpent(AgemoniaEvent):
    """A hero spends stamina it has (使用体力)."""

    says = "{hero} spent {amount} stamina"
    hero: HeroId
    amount: Chips
    purpose: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        have = hero_of(table, self.hero).available
        if have is not None and have < self.amount:
            yield Refused(
                "not-enough-stamina",
                "Not enough stamina ({have}/{need}).",
                have=have,
                need=self.amount,
                rule="使用体力",
                bendable=False,
            )

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).spent += self.amount


class StaminaRecovered(AgemoniaEvent):
    """Spent stamina comes back, as far as the disk has room (恢复体力)."""

    says = "{hero} recovered {amount} stamina"
    hero: HeroId
    amount: Chips

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        room = self.amount if hero.room is None else hero.room
        hero.spent -= min(self.amount, hero.spent, room)


class DamageHealed(AgemoniaEvent):
    """Wounds turn back to stamina at hand, as far as the disk has room (治疗伤害)."""

    says = "{hero} healed {amount} damage"
    hero: HeroId
    amount: Chips

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        room = self.amount if hero.room is None else hero.room
        hero.wounds -= min(self.amount, hero.wounds, room)


class HeroWounded(AgemoniaEvent):
    """All chips are wounds and damage is left: the disk turns to its red side, an injury card is drawn."""

    says = "{hero} is wounded: draw an injury card"
    automatic = True
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.wounded = True
        hero.spent = 0
        hero.wounds = max(0, (hero.chips or 0) - (hero.wounded_cap or hero.chips or 0))


class HeroExhausted(AgemoniaEvent):
    """A wounded hero has no chip left and damage remains."""

    says = "{hero} is exhausted"
    automatic = True
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.exhausted = True
        hero.spent, hero.wounds = 0, hero.chips or 0


class HeroWoundedRemoved(AgemoniaEvent):
    """The disk turns back to its blue side; chips stay as they are."""

    says = "{hero} is no longer wounded"
    hero: HeroId
    source: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not hero_of(table, self.hero).wounded:
            yield Refused("not-wounded", "This hero is not wounded.", rule="受伤", bendable=False)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).wounded = False


class HeroExhaustedRemoved(AgemoniaEvent):
    """An exhausted hero stands up: all chips available, the disk on its blue side."""

    says = "{hero} stands up again"
    hero: HeroId
    source: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not hero_of(table, self.hero).exhausted:
            yield Refused("not-exhausted", "This hero is not exhausted.", rule="筋疲力尽", bendable=False)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).made_whole()


class InjuryCardDrawn(AgemoniaEvent):
    """A hero gains an injury card; it stays between scenarios (受伤卡)."""

    says = "{hero} drew the injury {injury}"
    hero: HeroId
    injury: InjuryId

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).injuries.append(self.injury)


class InjuryCardRemoved(AgemoniaEvent):
    """An injury is cured: its card goes back into the deck."""

    says = "{hero} lost the injury {injury}"
    hero: HeroId
    injury: InjuryId
    source: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.injury not in hero_of(table, self.hero).injuries:
            yield Refused("no-such-injury", "This hero does not have that injury.", rule="受伤卡", bendable=False)

    def apply(self, table: Agemonia) -> None:
        injuries = hero_of(table, self.hero).injuries
        if self.injury in injuries:
            injuries.remove(self.injury)


def condition_number(table: Agemonia, condition: str) -> int | None:
    """The number in brackets on a condition card; None if nobody typed it in."""
    number = table.thing("conditions", condition).get("number")
    return number if isinstance(number, int) else None


class ConditionGained(AgemoniaEvent):
    """A hero gains a condition; at most two, and never one twice (状态)."""

    says = "{hero} gained {condition}"
    hero: HeroId
    condition: ConditionId
    source: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.condition in hero_of(table, self.hero).conditions:
            yield Refused("condition-present", "It already has this condition.", rule="状态", bendable=False)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).conditions.append(self.condition)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        conditions = hero_of(table, self.hero).conditions
        numbers = [condition_number(table, condition) for condition in conditions]
        if len(conditions) > MOST_CONDITIONS and None not in numbers:
            lowest = min(conditions, key=lambda condition: condition_number(table, condition) or 0)
            yield ConditionDiscarded(hero=self.hero, condition=lowest, reason="lowest of three")


class ConditionDiscarded(AgemoniaEvent):
    """A condition goes."""

    says = "{hero} lost {condition}[. {reason}]"
    hero: HeroId
    condition: ConditionId
    reason: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.condition not in hero_of(table, self.hero).conditions:
            yield Refused("condition-absent", "It does not have this condition.", rule="状态", bendable=False)

    def apply(self, table: Agemonia) -> None:
        conditions = hero_of(table, self.hero).conditions
        if self.condition in conditions:
            conditions.remove(self.condition)


def effect_of(table: Agemonia, effect: str, hero: str, amount: int, condition: str) -> Iterator[Event[Agemonia]]:
    """What an item used outside a scenario does to a hero."""
    if effect == "recover":
        yield StaminaRecovered(hero=hero, amount=amount)
    elif effect == "heal":
        yield DamageHealed(hero=hero, amount=amount)
    elif effect == "remove condition" and condition in hero_of(table, hero).conditions:
        yield ConditionDiscarded(hero=hero, condition=condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    DamageSuffered,
    DamageHealed,
    StaminaSpent,
    StaminaLost,
    StaminaRecovered,
    HeroWounded,
    HeroExhausted,
    HeroWoundedRemoved,
    HeroExhaustedRemoved,
    InjuryCardDrawn,
    InjuryCardRemoved,
    ConditionGained,
    ConditionDiscarded,
)
