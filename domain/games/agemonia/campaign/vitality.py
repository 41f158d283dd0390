"""Vitality: stamina, damage, injuries and conditions, in and outside scenarios."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Merged, Occasion, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refusal, Refused, never
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import MOST_SMALL, AgemoniaEvent, Chips, ConditionId, HeroId, InjuryId, hero_of
from domain.games.agemonia.figures import FigureId, LockSource, conditions_of, is_out
from domain.games.agemonia.goods import locked_on_nothing
from domain.games.agemonia.state.kinds import ConditionCard
from domain.games.agemonia.state.table import Agemonia, Hero, Lock

# === Conditions of any figure: at most two, none twice; of three the lowest number is discarded (状态)

HERO_EXHAUSTED = never(
    "hero-exhausted", "An exhausted hero is not affected.", rule=sections.EXHAUSTED, areas=("vitality",)
)
FIGURE_GONE = never("figure-gone", "{figure} is out of the fight.", rule=sections.CONDITIONS)
CONDITION_PRESENT = never("condition-present", "This figure already has that condition.", rule=sections.CONDITIONS)
CONDITION_ABSENT = never("condition-absent", "This figure does not have that condition.", rule=sections.CONDITIONS)

# A figure has at most two conditions, and never the same one twice (§「状态」).
MOST_CONDITIONS = 2


def condition_number(table: Agemonia, condition: str) -> int | None:
    """The number in brackets on a condition card; None if unknown."""
    return ConditionCard.of(table, condition).number


class ConditionEvent(AgemoniaEvent):
    """The base of events about a condition of a hero, an ally or an enemy."""

    heading = "Conditions"
    version = 2
    figure: FigureId
    condition: ConditionId

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Rename `hero` to `figure`: before, only heroes had conditions."""
        fields["figure"] = fields.pop("hero")


class ConditionGained(ConditionEvent):
    """A figure gains a condition. Of three, the one with the lowest number is discarded, if all numbers are known."""

    # In the rulebook under 状态.
    title = "Gain a condition"
    help_text = "A figure gains a condition: two at most, and never the same one twice."
    sentence = "{figure} gained {condition}[ ({source})]"
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.figure in table.heroes and table.heroes[self.figure].exhausted:
            yield HERO_EXHAUSTED()
        elif is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))
        if self.condition in conditions_of(table, self.figure):
            yield CONDITION_PRESENT()

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        if is_out(table, self.figure):
            yield FIGURE_GONE(figure=table.called("figures", self.figure))

    def apply(self, table: Agemonia) -> None:
        conditions_of(table, self.figure).append(self.condition)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        conditions = conditions_of(table, self.figure)
        numbers = [condition_number(table, condition) for condition in conditions]
        # The lowest of three is known only if all three numbers are; otherwise the players discard one.
        if len(conditions) > MOST_CONDITIONS and None not in numbers:
            lowest = min(conditions, key=lambda condition: condition_number(table, condition) or 0)
            yield ConditionDiscarded(figure=self.figure, condition=lowest, reason="lowest of three")


class ConditionDiscarded(ConditionEvent):
    title = "Discard a condition"
    help_text = "A condition is removed."
    sentence = "{figure} lost {condition}[. {reason}]"
    reason: Occasion = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for id_, hero in table.heroes.items():
            if len(hero.conditions) > MOST_CONDITIONS:
                title = text("{hero}: discard the condition with the lowest number", hero=table.called("heroes", id_))
                yield Offer(title, {"figure": id_}, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.condition not in conditions_of(table, self.figure):
            yield CONDITION_ABSENT()

    def apply(self, table: Agemonia) -> None:
        conditions = conditions_of(table, self.figure)
        if self.condition in conditions:
            conditions.remove(self.condition)


# === Vitality: stamina, damage and injuries of heroes, in and outside scenarios ==================
# A hero's chips are on its disk (available), above its board (spent), on an action or an item (locked) or next to
# the board (wounds). If the disk is unknown, spent chips and wounds are still counted.

NOT_ENOUGH_STAMINA = never("not-enough-stamina", "Not enough stamina ({have}/{need}).", rule=sections.USING_STAMINA)
NOT_ENOUGH_TO_LOCK = never(
    "not-enough-to-lock", "Not enough available stamina to lock ({have}/{need}).", rule=sections.LOCKED_STAMINA
)
NOTHING_LOCKED = never("nothing-locked", "No stamina is locked there.", rule=sections.LOCKED_STAMINA)
NOTHING_TO_RECOVER = never(
    "nothing-to-recover", "{hero} has no stamina that can be recovered.", rule=sections.RECOVERING
)
NOTHING_TO_HEAL = never("nothing-to-heal", "{hero} has no damage to heal.", rule=sections.HEALING)
NOT_WOUNDED = never("not-wounded", "This hero is not wounded.", rule=sections.WOUNDED)
NOT_EXHAUSTED = never("not-exhausted", "This hero is not exhausted.", rule=sections.EXHAUSTED)
NO_SUCH_INJURY = never("no-such-injury", "This hero does not have that injury.", rule=sections.INJURY_CARDS)

Rest = Annotated[int, Field(ge=0, le=MOST_SMALL)]
Source = Annotated[Occasion, Choice("causes", free=True)]
"""The cause: a class skill, a figure, or free text."""
Locks = Annotated[tuple[LockSource, ...], Field(max_length=20, title="locked stamina, which first")]


def turn_to_wounds(hero: Hero, damage: int, first: Sequence[str] = ()) -> None:
    """Flip chips to wounds: available ones, then spent ones, then locked ones.

    Of the locked ones, those of the sources in `first` flip first. Damage without a chip flips nothing.
    """
    # If the size of the disk is unknown, only the wounds are counted, not which chips flip.
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
            # A lock works only in full; otherwise its remaining chips are spent, not available (锁定体力).
            if lock.chips < lock.needs:
                hero.spent += hero.locked.pop(source).chips
    # Damage without a chip is no wound on the board; it makes the hero wounded or exhausted instead.
    hero.wounds += damage - left


def left_over(hero: Hero, damage: int) -> int:
    """The damage for which a hero has no chip left; 0 if the size of its disk is unknown."""
    return 0 if hero.available is None else max(0, damage - hero.available - hero.spent - hero.held)


def events_of_rest(table: Agemonia, hero: str, rest: int | None) -> Iterator[Event[Agemonia]]:
    """The event of damage left over: the hero is wounded, or if it already is, exhausted (受伤, 筋疲力尽)."""
    if rest:
        # A hero falls one step at a time, no matter how much damage is left over.
        yield HeroExhausted(hero=hero) if hero_of(table, hero).wounded else HeroWounded(hero=hero)


def exhausted_untouched(table: Agemonia, hero: str) -> Iterator[Refused]:
    if hero_of(table, hero).exhausted:
        yield HERO_EXHAUSTED()


class VitalityEvent(AgemoniaEvent):
    # In the rulebook under 伤害, 失去体力, 使用体力, 恢复体力, 治疗伤害.
    heading = "Stamina and wounds"
    tracked = ("vitality",)


class Hurting(VitalityEvent):
    """The base of events that flip a hero's chips to their wound side.

    Without a chip the hero is wounded, or exhausted. A lock with fewer chips than it needs ends, and its remaining
    chips count as spent.
    """

    former_fields = ("rest", "breaks")
    hero: HeroId
    amount: Annotated[Chips, Merged()]
    source: Source = ""
    locks: Locks = Field(default=(), title="which locked stamina first")
    over: Annotated[Rest | None, Settled()] = Field(default=None, title="more than its chips")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def damage(self, hero: Hero) -> int:
        """The part of the amount that is damage."""
        return self.amount

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        hero = hero_of(table, self.hero)
        return self.copy_with(over=left_over(hero, self.damage(hero)) or None)

    def strike(self, hero: Hero) -> None:
        turn_to_wounds(hero, self.amount, self.locks)

    def plan(self, table: Agemonia) -> Sequence[str]:
        """The locks before the damage."""
        return list(hero_of(table, self.hero).locked)

    def apply(self, table: Agemonia) -> None:
        self.strike(hero_of(table, self.hero))

    def follow_plan(self, table: Agemonia, plan: Sequence[str]) -> Iterator[Event[Agemonia]]:
        for source in plan:
            if source not in hero_of(table, self.hero).locked:
                yield StaminaUnlocked(hero=self.hero, source=source, reason="damage")
        yield from events_of_rest(table, self.hero, self.over)


class DamageSuffered(Hurting):
    title = "Suffer damage"
    help_text = "A hero takes damage: flip that many chips to their wound side."
    sentence = "{hero} suffered {amount} damage[ ({source})][, {over} more than there were chips]"
    amount: Annotated[Chips, Merged(), MovesNumber("heroes.{hero}.wounds", less="over")]


class StaminaLost(Hurting):
    title = "Lose stamina"
    help_text = "A hero loses stamina; what it cannot lose becomes damage."
    sentence = "{hero} lost {amount} stamina[, {turned} of it as damage][, {over} more than there were chips]"
    turned: Annotated[Rest | None, Settled(), MovesNumber("heroes.{hero}.wounds")] = Field(
        default=None, title="as damage"
    )

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        settled = super().settle(table, chance)
        turned = self.damage(hero_of(table, self.hero)) - (settled.over or 0)
        return settled.copy_with(turned=turned or None)

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
    """The refusal if a hero has too little available stamina (使用体力); none if its disk is unknown."""
    have = hero_of(table, hero).available
    if have is not None and have < need:
        yield too_little(have=have, need=need)


def stamina_to_recover(hero: Hero) -> int:
    """The spent stamina that a hero can recover: as much as its disk has room for (恢复体力)."""
    return hero.spent - hero.least_spent


def wounds_to_heal(hero: Hero) -> int:
    """The wounds that a hero can turn back to available stamina: as many as its disk has room for (治疗伤害)."""
    return hero.wounds - hero.least_wounds


class StaminaSpent(NumbersMoved[Agemonia], VitalityEvent):
    title = "Spend stamina"
    help_text = "A hero spends stamina."
    sentence = "{hero} spent {amount} stamina"
    hero: HeroId
    amount: Annotated[Chips, Merged(), Gains("heroes.{hero}.spent")]
    purpose: Occasion = Field(default="", title="what for")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_little_stamina(table, self.hero, self.amount)


class StaminaRecovered(NumbersMoved[Agemonia], VitalityEvent):
    title = "Recover stamina"
    help_text = "Spent stamina comes back, as far as the disk has room."
    sentence = "{hero} recovered {amount} stamina[ ({source})]"
    hero: HeroId
    amount: Annotated[Chips, Merged(), Lowers("heroes.{hero}.spent", none=NOTHING_TO_RECOVER)]
    source: Source = ""

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)


class DamageHealed(NumbersMoved[Agemonia], VitalityEvent):
    title = "Heal damage"
    help_text = "Flip wounds back to available stamina, as far as the disk has room."
    sentence = "{hero} healed {amount} damage[ ({source})]"
    hero: HeroId
    amount: Annotated[Chips, Merged(), Lowers("heroes.{hero}.wounds", none=NOTHING_TO_HEAL)]
    source: Source = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted_untouched(table, self.hero)

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        yield from self.refusals(table)


class StaminaLocked(VitalityEvent):
    """Lock stamina. More on the same source joins its lock; `needs` is the number of chips it must hold to go on."""

    # In the rulebook under 锁定体力.
    title = "Lock stamina"
    help_text = "Lock stamina on an action or item: it counts as spent, and recovering does not bring it back."
    sentence = "{hero} locked {amount} stamina: {source}"
    hero: HeroId
    amount: Annotated[Chips, Merged(), MovesNumber("heroes.{hero}.locked.{source}.chips")]
    source: Annotated[LockSource, SearchText()]
    needs: Annotated[int | None, Field(ge=1, le=MOST_SMALL, title="stamina needed to keep it going")] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_little_stamina(table, self.hero, self.amount, NOT_ENOUGH_TO_LOCK)

    def warnings(self, table: Agemonia) -> Iterator[Refused]:
        yield from locked_on_nothing(table, self.hero, self.source)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.needs else self.copy_with(needs=self.amount)

    def apply(self, table: Agemonia) -> None:
        locked = hero_of(table, self.hero).locked
        lock = locked.setdefault(self.source, Lock(chips=0, needs=0))
        lock.chips += self.amount
        lock.needs = max(lock.needs, min(self.needs or 0, lock.chips))


class StaminaUnlocked(VitalityEvent):
    title = "Unlock stamina"
    help_text = "A lock ends: the stamina left on it counts as spent."
    sentence = "{hero} unlocked stamina: {source}[ ({reason})]"
    hero: HeroId
    source: Annotated[LockSource, SearchText()]
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
    sentence = "{hero} was wounded: draw an injury card"
    automatic = True
    hero: HeroId
    draws: Annotated[bool, Settled()] = Field(default=False, title="an injury card is due")

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(draws=True)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.wounded = True
        hero.injuries_due += self.draws
        hero.spent, hero.locked = 0, {}
        hero.wounds = max(0, (hero.chips or 0) - (hero.wounded_cap or hero.chips or 0))


class HeroExhausted(VitalityEvent):
    help_text = "A wounded hero is out of chips and still has damage to take."
    sentence = "{hero} was exhausted"
    log = LogRole(memorable=True)
    automatic = True
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.exhausted = True
        hero.spent, hero.locked, hero.wounds = 0, {}, hero.chips or 0


class HeroWoundedRemoved(VitalityEvent):
    title = "Turn a wounded hero back"
    help_text = "Flip the disk back to blue; the chips stay as they are."
    sentence = "{hero} was no longer wounded"
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
    sentence = "{hero} stood up again"
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
    sentence = "{hero} drew the injury {injury}"
    hero: HeroId
    injury: InjuryId

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        title = text("{hero} is wounded: draw an injury card")
        for id_, hero in table.heroes.items():
            if hero.injuries_due:
                yield Offer(title, {"hero": id_}, required=True, also_required=("injury",))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.injuries.append(self.injury)
        hero.injuries_due = max(0, hero.injuries_due - 1)


class InjuryCardRemoved(VitalityEvent):
    title = "Cure an injury"
    help_text = "An injury heals: its card goes back into the deck."
    sentence = "{hero} lost the injury {injury}"
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
