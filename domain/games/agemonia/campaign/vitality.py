"""Vitality: stamina, damage, injuries and conditions, in a scenario and on the way to one."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.components.health import Lowers, NumberLowered
from domain.framework.events.chance import Chance
from domain.framework.events.event import Choice, Event, Occasion, Searched, Settled, Sums
from domain.framework.fields.number_paths import Moves
from domain.framework.refusal import Refusal, Refused, never
from domain.games.agemonia import sections
from domain.games.agemonia.base import MOST_SMALL, AgemoniaEvent, Chips, ConditionId, HeroId, InjuryId, hero_of
from domain.games.agemonia.figures import FigureId, LockSource, conditions_of, is_out
from domain.games.agemonia.goods import locked_on_nothing
from domain.games.agemonia.state.kinds import ConditionCard
from domain.games.agemonia.state.table import Agemonia, Hero, Lock

# === Conditions of any figure: at most two, none twice; of three the lowest number goes (状态) ===

HERO_EXHAUSTED = never(
    "hero-exhausted", "An exhausted hero is not affected.", rule=sections.EXHAUSTED, areas=("vitality",)
)
FIGURE_GONE = never("figure-gone", "{figure} is out of the fight.", rule=sections.CONDITIONS)
CONDITION_PRESENT = never("condition-present", "This figure already has that condition.", rule=sections.CONDITIONS)
CONDITION_ABSENT = never("condition-absent", "This figure does not have that condition.", rule=sections.CONDITIONS)

# Two condition tokens fit on a figure, never the same twice (§「状态」).
MOST_CONDITIONS = 2


def condition_number(table: Agemonia, condition: str) -> int | None:
    """The number in brackets on a condition card; None if unknown."""
    return ConditionCard.of(table, condition).number


class ConditionEvent(AgemoniaEvent):
    """A condition of a hero, an ally or an enemy."""

    area_of_play = "Conditions"
    version = 2
    figure: FigureId
    condition: ConditionId

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Heroes alone had conditions."""
        fields["figure"] = fields.pop("hero")


class ConditionGained(ConditionEvent):
    """Of three the one with the lowest number goes, as a consequence, where all three numbers are known."""

    # In the rulebook under 状态.
    title = "Gain a condition"
    help_text = "A figure gains a condition: two at most, and never the same one twice."
    says = "{figure} gained {condition}[ ({source})]"
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.figure in table.heroes and table.heroes[self.figure].exhausted:
            yield HERO_EXHAUSTED()
        elif is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))
        if self.condition in conditions_of(table, self.figure):
            yield CONDITION_PRESENT()

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        if is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))

    def apply(self, table: Agemonia) -> None:
        conditions_of(table, self.figure).append(self.condition)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        conditions = conditions_of(table, self.figure)
        numbers = [condition_number(table, condition) for condition in conditions]
        # Which of three is the lowest can only be said if all three numbers are known; else the table discards one.
        if len(conditions) > MOST_CONDITIONS and None not in numbers:
            lowest = min(conditions, key=lambda condition: condition_number(table, condition) or 0)
            yield ConditionDiscarded(figure=self.figure, condition=lowest, reason="lowest of three")


class ConditionDiscarded(ConditionEvent):
    title = "Discard a condition"
    help_text = "A condition is removed."
    says = "{figure} lost {condition}[. {reason}]"
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.condition not in conditions_of(table, self.figure):
            yield CONDITION_ABSENT()

    def apply(self, table: Agemonia) -> None:
        conditions = conditions_of(table, self.figure)
        if self.condition in conditions:
            conditions.remove(self.condition)


# === Vitality: stamina, damage and injuries of heroes, in a scenario and on the way to one =======
# A hero's chips are on its disk (available), above its board (spent), on an action or an item (locked) or
# beside the board (wounds). Where the disk is not known, spent chips and wounds are counted all the same.

NOT_ENOUGH_STAMINA = never("not-enough-stamina", "Not enough stamina ({have}/{need}).", rule=sections.USING_STAMINA)
NOT_ENOUGH_TO_LOCK = never(
    "not-enough-to-lock", "Not enough available stamina to lock ({have}/{need}).", rule=sections.LOCKED_STAMINA
)
NOTHING_LOCKED = never("nothing-locked", "No stamina is locked there.", rule=sections.LOCKED_STAMINA)
NOTHING_TO_RECOVER = never("nothing-to-recover", "{hero} has no spent stamina to recover.", rule=sections.RECOVERING)
NOTHING_TO_HEAL = never("nothing-to-heal", "{hero} has no damage to heal.", rule=sections.HEALING)
NOT_WOUNDED = never("not-wounded", "This hero is not wounded.", rule=sections.WOUNDED)
NOT_EXHAUSTED = never("not-exhausted", "This hero is not exhausted.", rule=sections.EXHAUSTED)
NO_SUCH_INJURY = never("no-such-injury", "This hero does not have that injury.", rule=sections.INJURY_CARDS)

Rest = Annotated[int, Field(ge=0, le=MOST_SMALL)]
Source = Annotated[Occasion, Choice("causes", free=True)]
"""Why: a class skill, a figure, or whatever the table says."""
Locks = Annotated[tuple[LockSource, ...], Field(max_length=20, title="locked stamina, which first")]


def turn_to_wounds(hero: Hero, damage: int, first: Sequence[str] = ()) -> None:
    """Flip chips to wounds: available ones, then spent, then locked ones, those named first; the rest finds none."""
    # Without the size of the disk it is not known which chips flip, only how many wounds there are.
    if hero.available is None:
        hero.wounds += damage
        return
    flipped = min(damage, hero.available)
    spent = min(damage - flipped, hero.spent)
    hero.spent -= spent
    left = damage - flipped - spent
    for source in dict.fromkeys((*first, *hero.locked)):
        if lock := hero.locked.get(source):
            flipped = min(left, lock.chips)
            lock.chips -= flipped
            left -= flipped
            # A lock works only in full; what is left of its chips is spent, not available (锁定体力).
            if lock.chips < lock.needs:
                hero.spent += hero.locked.pop(source).chips
    # Damage without a chip is no wound on the board: it makes the hero wounded or exhausted instead.
    hero.wounds += damage - left


def left_over(hero: Hero, damage: int) -> int:
    """The damage for which a hero has no chip left; none while its disk is not known."""
    return 0 if hero.available is None else max(0, damage - hero.available - hero.spent - hero.held)


def events_of_rest(table: Agemonia, hero: str, rest: int | None) -> Iterator[Event[Agemonia]]:
    """Damage left over makes a hero wounded, and a wounded one exhausted (受伤, 筋疲力尽)."""
    if rest:
        # However much is left over, a hero falls one step at a time.
        yield HeroExhausted(hero=hero) if hero_of(table, hero).wounded else HeroWounded(hero=hero)


def exhausted_untouched(table: Agemonia, hero: str) -> Iterator[Refused]:
    if hero_of(table, hero).exhausted:
        yield HERO_EXHAUSTED()


class VitalityEvent(AgemoniaEvent):
    # In the rulebook under 伤害, 失去体力, 使用体力, 恢复体力, 治疗伤害.
    area_of_play = "Stamina and wounds"
    tracked = ("vitality",)


class Hurting(VitalityEvent):
    """The base of events that turn chips of a hero to their wound side; without a chip it is wounded, or exhausted.

    Of what is left over, `over` tells; `rest` is older and told nobody. A lock that holds fewer chips than it needs
    ends, and what is left of it counts as spent.
    """

    hero: HeroId
    amount: Annotated[Chips, Sums()]
    source: Source = ""
    locks: Locks = Field(default=(), title="which locked stamina first")
    rest: Annotated[Rest | None, Settled()] = Field(default=None, title="damage left over")
    over: Annotated[Rest | None, Settled()] = Field(default=None, title="more than its chips")
    breaks: Annotated[Locks, Settled()] = Field(default=(), title="locks that end")

    def check_first(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def damage(self, hero: Hero) -> int:
        """How much of it is damage."""
        return self.amount

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        # Tried on a copy, because `settle` may not change the table.
        trial = hero_of(table, self.hero).model_copy(deep=True)
        rest = left_over(trial, self.damage(trial))
        before = list(trial.locked)
        self.strike(trial)
        breaks = tuple(source for source in before if source not in trial.locked)
        return self.but(rest=rest, over=rest or None, breaks=breaks)

    def strike(self, hero: Hero) -> None:
        turn_to_wounds(hero, self.amount, self.locks)

    def apply(self, table: Agemonia) -> None:
        self.strike(hero_of(table, self.hero))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for source in self.breaks:
            yield StaminaUnlocked(hero=self.hero, source=source, reason="damage")
        yield from events_of_rest(table, self.hero, self.rest)


class DamageSuffered(Hurting):
    title = "Suffer damage"
    help_text = "A hero takes damage: flip that many chips to their wound side."
    says = "{hero} suffered {amount} damage[ ({source})][, {over} more than there were chips]"
    amount: Annotated[Chips, Sums(), Moves("heroes.{hero}.wounds", less="over")]


class StaminaLost(Hurting):
    title = "Lose stamina"
    help_text = "A hero loses stamina; what it cannot lose becomes damage."
    says = "{hero} lost {amount} stamina[, {turned} of it as damage][, {over} more than there were chips]"
    turned: Annotated[Rest | None, Settled(), Moves("heroes.{hero}.wounds")] = Field(default=None, title="as damage")

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        settled = super().settle(table, chance)
        turned = self.damage(hero_of(table, self.hero)) - (settled.over or 0)
        return settled.but(turned=turned or None)

    def damage(self, hero: Hero) -> int:
        # Only available chips can be lost; the rest of the loss is damage (失去体力).
        return 0 if hero.available is None else max(0, self.amount - hero.available)

    def strike(self, hero: Hero) -> None:
        lost = self.amount if hero.available is None else min(self.amount, hero.available)
        hero.spent += lost
        turn_to_wounds(hero, self.amount - lost, self.locks)


def too_little_stamina(
    table: Agemonia, hero: str, need: int, too_little: Refusal = NOT_ENOUGH_STAMINA
) -> Iterator[Refused]:
    """Stamina at hand cannot be owed (使用体力); where the disk is not known, the table's word is taken."""
    have = hero_of(table, hero).available
    if have is not None and have < need:
        yield too_little(have=have, need=need)


def stamina_to_recover(hero: Hero) -> int:
    """How much spent stamina can come back: as much as the disk has room for (恢复体力)."""
    return hero.spent if hero.room is None else min(hero.spent, hero.room)


def wounds_to_heal(hero: Hero) -> int:
    """How many wounds can turn back to stamina at hand: as many as the disk has room for (治疗伤害)."""
    return hero.wounds if hero.room is None else min(hero.wounds, hero.room)


class StaminaSpent(VitalityEvent):
    title = "Spend stamina"
    help_text = "A hero spends stamina."
    says = "{hero} spent {amount} stamina"
    hero: HeroId
    amount: Annotated[Chips, Sums(), Moves("heroes.{hero}.spent")]
    purpose: Occasion = Field(default="", title="what for")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_little_stamina(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).spent += self.amount


class StaminaRecovered(NumberLowered[Agemonia], VitalityEvent):
    title = "Recover stamina"
    help_text = "Spent stamina comes back, as far as the disk has room."
    says = "{hero} recovered {amount} stamina[ ({source})]"
    hero: HeroId
    amount: Annotated[Chips, Sums(), Lowers("heroes.{hero}.spent", none=NOTHING_TO_RECOVER)]
    source: Source = ""

    def amount_there(self, table: Agemonia, path: tuple[str, ...]) -> int:
        return stamina_to_recover(hero_of(table, self.hero))

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)


class DamageHealed(NumberLowered[Agemonia], VitalityEvent):
    title = "Heal damage"
    help_text = "Flip wounds back to available stamina, as far as the disk has room."
    says = "{hero} healed {amount} damage[ ({source})]"
    hero: HeroId
    amount: Annotated[Chips, Sums(), Lowers("heroes.{hero}.wounds", none=NOTHING_TO_HEAL)]
    source: Source = ""

    def amount_there(self, table: Agemonia, path: tuple[str, ...]) -> int:
        return wounds_to_heal(hero_of(table, self.hero))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)


class StaminaLocked(VitalityEvent):
    """More on the same source joins its lock; `needs` is how many chips it must hold to go on."""

    # In the rulebook under 锁定体力.
    title = "Lock stamina"
    help_text = "Lock stamina on an action or item: it counts as spent, and recovering does not bring it back."
    says = "{hero} locked {amount} stamina: {source}"
    hero: HeroId
    amount: Annotated[Chips, Sums(), Moves("heroes.{hero}.locked.{source}.chips")]
    source: Annotated[LockSource, Searched()]
    needs: Annotated[int | None, Field(ge=1, le=MOST_SMALL, title="stamina needed to keep it going")] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_little_stamina(table, self.hero, self.amount, NOT_ENOUGH_TO_LOCK)

    def doubts(self, table: Agemonia) -> Iterator[Refused]:
        yield from locked_on_nothing(table, self.hero, self.source)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.needs else self.but(needs=self.amount)

    def apply(self, table: Agemonia) -> None:
        locked = hero_of(table, self.hero).locked
        lock = locked.setdefault(self.source, Lock(chips=0, needs=0))
        lock.chips += self.amount
        lock.needs = max(lock.needs, min(self.needs or 0, lock.chips))


class StaminaUnlocked(VitalityEvent):
    title = "Unlock stamina"
    help_text = "A lock ends: the stamina left on it counts as spent."
    says = "{hero} unlocked stamina: {source}[ ({reason})]"
    hero: HeroId
    source: Annotated[LockSource, Searched()]
    reason: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.source not in hero_of(table, self.hero).locked:
            yield NOTHING_LOCKED()

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if lock := hero.locked.pop(self.source, None):
            hero.spent += lock.chips
        tokens = table.scene.tokens
        table.scene.tokens = {name: token for name, token in tokens.items() if token.source != self.source}


class HeroWounded(VitalityEvent):
    help_text = "All chips are wounds and there is damage left: flip the disk to red, and draw an injury card."
    says = "{hero} was wounded: draw an injury card"
    automatic = True
    hero: HeroId
    draws: Annotated[bool, Settled()] = Field(default=False, title="an injury card is due")

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.but(draws=True)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.wounded = True
        hero.injuries_due += self.draws
        hero.spent, hero.locked = 0, {}
        hero.wounds = max(0, (hero.chips or 0) - (hero.wounded_cap or hero.chips or 0))


class HeroExhausted(VitalityEvent):
    help_text = "A wounded hero is out of chips and still has damage to take."
    says = "{hero} was exhausted"
    automatic = True
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.exhausted = True
        hero.spent, hero.locked, hero.wounds = 0, {}, hero.chips or 0


class HeroWoundedRemoved(VitalityEvent):
    title = "Turn a wounded hero back"
    help_text = "Flip the disk back to blue; the chips stay as they are."
    says = "{hero} was no longer wounded"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not hero_of(table, self.hero).wounded:
            yield NOT_WOUNDED()

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).wounded = False


class HeroExhaustedRemoved(VitalityEvent):
    title = "Stand an exhausted hero up"
    help_text = "An exhausted hero is back on its feet: all chips available, disk on blue. It acts from next round on."
    says = "{hero} stood up again"
    hero: HeroId
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not hero_of(table, self.hero).exhausted:
            yield NOT_EXHAUSTED()

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).made_whole()
        if table.scene.phase == "turns" and self.hero not in table.scene.done:
            table.scene.done.append(self.hero)


class InjuryCardDrawn(VitalityEvent):
    # In the rulebook under 受伤卡.
    title = "Draw an injury card"
    help_text = "A hero draws an injury card, and keeps it between scenarios."
    says = "{hero} drew the injury {injury}"
    hero: HeroId
    injury: InjuryId

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.injuries.append(self.injury)
        hero.injuries_due = max(0, hero.injuries_due - 1)


class InjuryCardRemoved(VitalityEvent):
    title = "Cure an injury"
    help_text = "An injury heals: its card goes back into the deck."
    says = "{hero} lost the injury {injury}"
    hero: HeroId
    injury: InjuryId
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.injury not in hero_of(table, self.hero).injuries:
            yield NO_SUCH_INJURY()

    def apply(self, table: Agemonia) -> None:
        injuries = hero_of(table, self.hero).injuries
        if self.injury in injuries:
            injuries.remove(self.injury)


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
    StaminaLocked,
    StaminaUnlocked,
)
CONDITION_EVENTS: tuple[type[Event[Agemonia]], ...] = (ConditionGained, ConditionDiscarded)
