"""Modes for fewer players: Amulets of Power and simplified heroes; and allies that are not heroes (附录A)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.odalin import sections
from domain.games.odalin.base import (
    IN_DUNGEON,
    Few,
    OdalinEvent,
    OwnTurn,
    Source,
    StandingHero,
    acting_heroes,
    hero_of,
)
from domain.games.odalin.combat.actions import tainted_used
from domain.games.odalin.heroes.cards import cards_gained
from domain.games.odalin.heroes.dials import NOT_HEALED, Healed, half_of_most
from domain.games.odalin.state.hero import Combatant
from domain.games.odalin.state.table import AMULETS, Odalin

NO_AMULET_TURN = never("no-amulet-turn", "It is not an amulet's turn.", rule=sections.AMULETS)
AMULET_AGAIN = refusal("amulet-again", "{hero} already took an amulet's turn this round.", rule=sections.AMULETS)
AMULET_FLIPPED = refusal("amulet-flipped", "An amulet heals once a combat.", rule=sections.AMULETS)
NOT_SIMPLIFIED = refusal("not-simplified", "{hero} is not a simplified hero.", rule=sections.SIMPLIFIED)
FOCUS_LIMIT = refusal("focus-limit", "Focus limit reached: {most} a turn.", rule=sections.SIMPLIFIED, areas=("turns",))
NO_DICE = never("no-dice", "Say how many dice the weapons of {hero} have.", rule=sections.SIMPLIFIED, asks=True)
AMULET_CARDS, MOST_FOCUS, BLUE_DIE = 3, 2, 1
FOCUS_ON_ATTACK: Limit[Odalin] = Limit(
    lambda table, hero: hero_of(table, hero).focus_used, FOCUS_LIMIT, most=MOST_FOCUS
)
FOCUS_TO_HEAL: Limit[Odalin] = Limit(lambda table, hero: int(hero_of(table, hero).focus_healed), FOCUS_LIMIT)


class AmuletEvent(OdalinEvent):
    heading = "Amulets"


WHO_TAKES_IT = text("Who takes the amulet's turn?")


class AmuletTurnTaken(AmuletEvent):
    title = "Take an amulet's turn"
    help_text = "When an amulet is at turn a hero acts once more: all its points come back, and it draws 3 cards."
    sentence = "{hero} took the turn of the amulet"
    tracked = ("turns",)
    during = ("amulet turn",)
    hero: StandingHero

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        left: Text | None = text("the turn of the amulet")
        for hero in table.heroes_up() if table.at_turn in AMULETS else ():
            words = text("{hero} takes the amulet's turn", hero=table.called("heroes", hero))
            yield Offer(words, {"hero": hero}, reminder=left, question=WHO_TAKES_IT)
            left = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.at_turn not in AMULETS:
            yield NO_AMULET_TURN()
        if hero_of(table, self.hero).by_amulet and len(table.amulets) > 1:
            yield AMULET_AGAIN(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.spent, hero.tainted_spent, hero.by_amulet = 0, 0, True
        if (amulet := table.at_turn) in AMULETS:
            table.waiting[table.waiting.index(amulet)] = self.hero
            table.turn_of = ""

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from cards_gained(table, self.hero, AMULET_CARDS, "amulet")


class AmuletFlipped(AmuletEvent):
    title = "Heal with an amulet"
    help_text = "At any time, once a combat for each amulet, a hero heals half of its most hit points."
    sentence = "{hero} turned {amulet} over"
    hero: StandingHero
    amulet: Annotated[str, Choice("combatants", lambda table: table.amulets)]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        fresh = [id_ for id_, amulet in table.amulets.items() if not amulet.flipped]
        if fresh and table.fighting:
            yield Offer(text("Heal with an amulet"), {"amulet": fresh[0]}, keypad="hero")

    def check(self, table: Odalin) -> Iterator[Refused]:
        flipped = [id_ for id_, amulet in table.amulets.items() if amulet.flipped]
        if self.amulet in flipped or (flipped and table.ruled("one-amulet-heals")):
            yield AMULET_FLIPPED()
        if hero_of(table, self.hero).hp == 0:
            yield NOT_HEALED()

    def apply(self, table: Odalin) -> None:
        if amulet := table.amulets.get(self.amulet):
            amulet.flipped = True

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if half := half_of_most(hero_of(table, self.hero)):
            cause: Literal["heal", "amulet"] = "heal" if table.ruled("resolve-heals-all") else "amulet"
            yield Healed(whom=self.hero, amount=half, source="amulet", cause=cause)


# === Simplified heroes: their replacement for instants and abilities (简化版英雄) ================


class FocusEvent(OwnTurn):
    """The base of focusing by a simplified hero."""

    heading = "Simplified heroes"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not hero_of(table, self.hero).simplified:
            yield NOT_SIMPLIFIED(hero=table.called("heroes", self.hero))


def dice_unsaid(table: Odalin, hero: str) -> bool:
    """Whether the number of a hero's attack dice is unknown, at a table that tracks attacks."""
    return table.tracks("attacks") and not hero_of(table, hero).dice_known()


class FocusedOnAttack(FocusEvent):
    title = "Focus on the next attack"
    help_text = "For an action point the next attack of a simplified hero deals 1 more for each die; twice a turn."
    sentence = "{hero} focused on the next attack[: {damage} more damage]"
    limits = {FOCUS_ON_ATTACK: {}}
    dice: Annotated[Few, Field(title="dice of its weapons")] = 0
    damage: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in (one for one in acting_heroes(table) if table.heroes[one].simplified):
            needs = ("dice",) if dice_unsaid(table, hero) else ()
            yield Offer(text("Focus on the next attack"), {"hero": hero}, also_required=needs)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from FOCUS_ON_ATTACK.reasons(table, self.hero, most=FOCUS_ON_ATTACK.most)
        if not self.dice and dice_unsaid(table, self.hero):
            yield NO_DICE(hero=table.called("heroes", self.hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        rolled = (self.dice or len(hero_of(table, self.hero).dice())) + BLUE_DIE
        return super().settle(table, chance).copy_with(damage=rolled if table.tracks("attacks") else None)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero = hero_of(table, self.hero)
        hero.next_damage, hero.focus_used = hero.next_damage + (self.damage or 0), hero.focus_used + 1

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)


class FocusedToHeal(FocusEvent):
    title = "Focus to heal"
    help_text = "For 2 action points a simplified hero heals itself or an adjacent ally, 1 for each weapon die."
    sentence = "{hero} focused to heal {whom}"
    limits = {FOCUS_TO_HEAL: {}}
    points: ClassVar[int] = 2
    whom: Annotated[str, Choice("combatants", Odalin.friends), Field(title="whom")]
    dice: Annotated[Few, Field(title="dice of its weapons")] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in (one for one in acting_heroes(table) if table.heroes[one].simplified):
            needs = () if table.heroes[hero].dice_known() else ("dice",)
            yield Offer(text("Focus to heal"), {"hero": hero}, keypad="whom", also_required=needs)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from FOCUS_TO_HEAL.reasons(table, self.hero, most=FOCUS_TO_HEAL.most)
        if table.body(self.whom).hp == 0:
            yield NOT_HEALED()
        if not (self.dice or hero_of(table, self.hero).dice_known()):
            yield NO_DICE(hero=table.called("heroes", self.hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(dice=self.dice or len(hero_of(table, self.hero).dice()))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero_of(table, self.hero).focus_healed = True

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        yield Healed(whom=self.whom, amount=self.dice, source="focus")


# === Allies that are not heroes: escorted, rescued, or summoned ==================================


class AllyEvent(OdalinEvent):
    heading = "Allies"
    during = IN_DUNGEON


class AllyJoined(AllyEvent):
    title = "An ally joins"
    help_text = "An ally that is not a hero fights on the party's side: escorted, rescued, or summoned like skeletons."
    sentence = "{ally} joined the party[: {hp|hit point|hit points}][ ({source})]"
    layout = Layout(usual=("hp",))
    name: Line
    hp: Annotated[Count | None, Field(title="hit points")] = None
    source: Source = ""
    ally: Annotated[str, Choice("combatants"), Settled()] = ""

    def settle(self, table: Odalin, chance: Chance) -> Self:
        numbered = (self.name if n == 1 else f"{self.name} {n}" for n in range(1, 1000))
        return self.copy_with(ally=next(id_ for id_ in numbered if id_ not in table.allies))

    def apply(self, table: Odalin) -> None:
        table.allies[self.ally] = Combatant(hp=self.hp, most=self.hp)


class AllyLeft(AllyEvent):
    title = "An ally leaves"
    help_text = (
        "An ally that is not a hero leaves the board: automatically at 0 hit points, else as the story or a card says."
    )
    sentence = "{ally} left the party[ ({source})]"
    ally: Annotated[str, Choice("combatants", lambda table: table.allies)]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        table.allies.pop(self.ally, None)


def fallen_allies(table: Odalin) -> Iterator[Event[Odalin]]:
    """An ally at 0 hit points leaves the board."""
    yield from (AllyLeft(ally=id_, source="defeated") for id_, ally in table.allies.items() if ally.hp == 0)
