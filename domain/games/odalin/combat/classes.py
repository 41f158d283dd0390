"""Abilities of hero classes in addition to cards: tokens, stealth, auras, blessings, curses (职业专属能力)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, Merged, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import (
    IN_DUNGEON,
    HeroId,
    OdalinEvent,
    OwnTurn,
    PointsSpent,
    Source,
    StandingHero,
    VillainId,
    acting_heroes,
    hero_of,
    not_at_turn,
)
from domain.games.odalin.combat.actions import PointRecovered, tainted_used
from domain.games.odalin.combat.attacks import struck_friends
from domain.games.odalin.combat.conditions import NOTHING_PLACED, ConditionRemoved, ConditionsGained, with_tokens
from domain.games.odalin.combat.villains import NO_SUCH_AURA, BlowTaken, DefenseRolled, defenders
from domain.games.odalin.heroes.cards import cards_gained
from domain.games.odalin.heroes.dials import DamageTaken, Healed
from domain.games.odalin.state.kinds import ClassCard, ConditionCard
from domain.games.odalin.state.table import Odalin

OTHER_CLASS = refusal("other-class", "That is not for the class of {hero}: {own}.", rule=sections.CLASS_ABILITIES)
TOO_FEW_TOKENS = never(
    "too-few-tokens", "{hero} has {have|token|tokens} of {token}, not {need}.", rule=sections.CLASS_ABILITIES
)
DECLARE_FIRST = refusal(
    "declare-first",
    "Allies can only be spared once the attack is declared.",
    rule=sections.CLASS_ABILITIES,
    areas=("attacks",),
)
BEFORE_ROLLING = refusal("before-rolling", "That is decided before rolling.", rule=sections.CLASS_ABILITIES)
NOTHING_SPENT = never("nothing-spent", "Say what the tokens are for.", rule=sections.CLASS_ABILITIES, asks=True)
ATTACKED_ITSELF = never("attacked-itself", "{hero} is already attacked.", rule=sections.GUARD)
HIDDEN_ALREADY = never("hidden-already", "{hero} is already in stealth.", rule=sections.STEALTH)
OTHER_AURA = refusal("other-aura", "Choose a different aura.", rule=sections.HOLY_AURA)
NOT_NEGATIVE = refusal("not-negative", "{condition} does no harm.", rule=sections.BLESSINGS)
AURA_POINTS, AURA_HEAL, RETRIBUTION = 2, 5, 2
BLESSINGS = {
    "wolf": (1, "empowered"),
    "bear": (2, "toughened"),
    "deer": (0, "quickened"),
    "salamander": (1, "invigorated"),
}
"""The cost of each blessing, and the condition it gives (自然的馈赠)."""
CURSES = {"weakness": "weakened", "frailty": "vulnerable", "suffering": "poisoned"}
"""The condition of each curse (诅咒精通)."""
UNLIMITED = ("wolf", "salamander", "suffering")
"""Blessings and curses that ignore token limits."""


class ClassEvent(OdalinEvent):
    heading = "Class abilities"
    of: ClassVar[str] = ""
    hero: StandingHero

    def check(self, table: Odalin) -> Iterator[Refused]:
        own = hero_of(table, self.hero).hero_class
        if own and not self.is_for(table, own):
            yield OTHER_CLASS(hero=table.called("heroes", self.hero), own=table.called("classes", own))

    def is_for(self, table: Odalin, own: str) -> bool:
        """Whether a class has the ability."""
        return own == self.of


def of_class(table: Odalin, name: str) -> list[str]:
    """The acting heroes of a class."""
    return [hero for hero in acting_heroes(table) if table.heroes[hero].hero_class == name]


def too_few_tokens(table: Odalin, hero: str, token: str, need: int) -> Iterator[Refused]:
    """The refusal for a hero with too few class tokens."""
    have = hero_of(table, hero).tokens.get(token, 0)
    if have < need:
        names = table.called("heroes", hero), table.called("class-tokens", token)
        yield TOO_FEW_TOKENS(hero=names[0], token=names[1], have=have, need=need)


# === Arcane Power and Guard (奥术能量, 守护) =======================================================


class ClassTokensGained(NumbersMoved[Odalin], ClassEvent):
    title = "Gain class tokens"
    help_text = "A mage gains Arcane Power, a guardian Guard; what is more than the most is lost."
    sentence = "{hero} gained {amount} {token}[, {beyond} too many][ ({source})]"
    token: Annotated[str, Choice("class-tokens")]
    amount: Annotated[int, Field(ge=1, le=20), Merged(), Gains("heroes.{hero}.tokens.{token}", less="beyond")] = 1
    source: Source = ""
    beyond: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table):
            if token := ClassCard.of(table, table.heroes[hero].hero_class).tokens:
                words = text("Gain {token}", token=table.called("class-tokens", token))
                yield Offer(words, {"hero": hero, "token": token}, keypad="amount", keypad_numbers=(1, 2, 3))

    def is_for(self, table: Odalin, own: str) -> bool:
        return ClassCard.of(table, own).tokens == self.token


def spareable(table: Odalin) -> list[str]:
    """The allies in the area of the attack; all allies if the targets are not tracked."""
    return struck_friends(table) if table.attack else table.friends()


class ArcaneSpent(ClassEvent):
    title = "Spend Arcane Power"
    help_text = "Before rolling, tokens add damage to the mage's attack, or spare allies in its area, one each."
    sentence = "{hero} spent Arcane Power[: {damage} more damage][, sparing {spared}]"
    during = ("hero turn", "attack", "dungeon")
    layout = Layout(usual=("damage", "spared"))
    of = "mage"
    damage: Annotated[int, Field(ge=0, le=20, title="damage added")] = 0
    spared: Annotated[
        tuple[Annotated[str, Choice("combatants", spareable)], ...], Field(max_length=20, title="allies spared")
    ] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.attack and not table.attack.rolled and hero_of(table, table.attack.hero).tokens.get("arcane"):
            yield Offer(
                text("Spend Arcane Power"), {"hero": table.attack.hero}, keypad="damage", keypad_numbers=range(1, 9)
            )

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if table.attack and table.attack.rolled:
            yield BEFORE_ROLLING()
        if self.spared and not table.attack:
            yield DECLARE_FIRST()
        yield from too_few_tokens(table, self.hero, "arcane", self._need)
        if not self._need:
            yield NOTHING_SPENT()

    @property
    def _need(self) -> int:
        return self.damage + len(set(self.spared))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.tokens["arcane"] = max(0, hero.tokens.get("arcane", 0) - self._need)
        if table.attack:
            table.attack.bonus += self.damage
            table.attack.arcane += self._need
            table.attack.targets = [one for one in table.attack.targets if one not in self.spared]
        else:
            hero.next_damage += self.damage


class AllyGuarded(ClassEvent):
    title = "Guard an ally"
    help_text = "A Guard token makes a villain attack the guardian instead of an ally, if its place allows it."
    sentence = "{hero} guarded {ally}"
    during = ("villain turn", "dungeon")
    of = "guardian"
    ally: Annotated[str, Choice("heroes", defenders)]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        guardians = [hero for hero in table.heroes_up() if table.heroes[hero].tokens.get("guard")]
        for hero in guardians:
            for ally in defenders(table):
                words = text(
                    "{hero} guards {ally}", hero=table.called("heroes", hero), ally=table.called("heroes", ally)
                )
                yield Offer(words, {"hero": hero, "ally": ally})

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from too_few_tokens(table, self.hero, "guard", 1)
        if self.hero in defenders(table):
            yield ATTACKED_ITSELF(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.tokens["guard"] = max(0, hero.tokens.get("guard", 0) - 1)
        if table.assault:
            table.assault.targets = [self.hero if one == self.ally else one for one in table.assault.targets]
        asked = BlowTaken if table.agenda.of(BlowTaken, hero=self.ally) else DefenseRolled
        table.agenda.drop(lambda due: due.is_of(asked) and due.has_fields(hero=self.ally))
        table.agenda.put(asked, hero=self.hero)


# === Stealth (隐匿) ===============================================================================


class StealthEntered(ClassEvent):
    title = "Enter stealth"
    help_text = "After a Stealth card and 2 squares, with no enemy within 2: hidden to the start of the next turn."
    sentence = "{hero} entered stealth"
    during = IN_DUNGEON
    of = "rogue"

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in of_class(table, cls.of) if table.villains else ():
            yield Offer(text("Enter stealth"), {"hero": hero})

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).stealth:
            yield HIDDEN_ALREADY(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        hero_of(table, self.hero).stealth = True


# === Holy Aura (神圣光环) =========================================================================


class HolyAuraRaised(ClassEvent, OwnTurn):
    title = "Raise a Holy Aura"
    help_text = "For 2 action points a paladin raises an aura, or changes to another one, which heals it for 5."
    sentence = "{hero} raised the {aura}"
    points = AURA_POINTS
    of = "paladin"
    former_fields = ("changed",)
    aura: Annotated[str, Choice("auras")]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in of_class(table, cls.of) if table.fighting else ():
            yield Offer(text("Raise a Holy Aura"), {"hero": hero}, keypad="aura")

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).aura == self.aura:
            yield OTHER_AURA()

    def plan(self, table: Odalin) -> bool:
        """Whether it changes to another aura."""
        return bool(hero_of(table, self.hero).aura)

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero_of(table, self.hero).aura = self.aura

    def follow_plan(self, table: Odalin, plan: bool) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        if plan:
            yield Healed(whom=self.hero, amount=AURA_HEAL, source="holy aura")


class AuraStruckBack(ClassEvent):
    title = "Aura of Retribution"
    help_text = "Who attacked a hero within 2 squares of the Aura of Retribution takes 2 damage."
    sentence = "{villain} attacked[ {near|near}] the Aura of Retribution"
    question = "Did {villain} attack a hero within 2 of {hero}?"
    layout = Layout(keypad="near")
    of = "paladin"
    hero: HeroId
    villain: VillainId
    near: Annotated[bool, Field(title="within 2 of the aura")]

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).aura != "retribution":
            yield NO_SUCH_AURA()

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.near:
            yield DamageTaken(whom=self.villain, amount=RETRIBUTION, source="aura of retribution", by=self.hero)


# === Blessings and curses (自然的馈赠, 诅咒精通) ===================================================


class BlessingGiven(ClassEvent, PointsSpent):
    title = "Give a blessing"
    help_text = "With Nature's Gift a druid pays for a blessing of one hero within 4 squares."
    sentence = "{hero} gave {whom} the {blessing}"
    during = IN_DUNGEON
    layout = Layout(usual=("removes",), no_choice=("tainted",))
    of = "druid"
    whom: Annotated[StandingHero, Field(title="who is blessed")]
    blessing: Annotated[str, Choice("blessings", lambda table: BLESSINGS)]
    removes: Annotated[
        str | None,
        Choice("conditions", lambda table, whom: hero_of(table, whom).conditions, given=("whom",)),
        Field(title="condition the bear takes off"),
    ] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in of_class(table, cls.of):
            yield Offer(text("Give a blessing"), {"hero": hero}, opens_form=True)

    @property
    def cost(self) -> int:
        return BLESSINGS.get(self.blessing, (0, ""))[0]

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self.removes and ConditionCard.of(table, self.removes).good:
            yield NOT_NEGATIVE(condition=table.called("conditions", self.removes))

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        if self.blessing == "bear" and self.removes:
            yield ConditionRemoved(whom=self.whom, condition=self.removes, source="blessing")
        given, source = BLESSINGS.get(self.blessing, (0, ""))[1], "blessing"
        if given:
            unlimited = self.blessing in UNLIMITED
            yield ConditionsGained(whom=self.whom, tokens={given: 1}, unlimited=unlimited, source=source)
        if self.blessing == "wolf":
            yield PointRecovered(hero=self.whom, amount=1, source=source)
        if self.blessing == "deer":
            yield from cards_gained(table, self.whom, 1, source)


class CurseLaid(ClassEvent):
    title = "Place a curse"
    help_text = "With Curse Mastery an enemy within 6 squares gets a token, then 1 damage for each bad token on it."
    sentence = "{hero} laid the {curse} on {villain}"
    tracked = ("conditions",)
    during = IN_DUNGEON
    of = "necromancer"
    former_fields = ("damage",)
    villain: VillainId
    curse: Annotated[str, Choice("curses", lambda table: CURSES)]

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in of_class(table, cls.of) if table.villains else ():
            yield Offer(text("Place a curse"), {"hero": hero}, opens_form=True)

    def _held(self, table: Odalin) -> dict[str, int]:
        """The tokens of the villain after the curse."""
        held = table.body(self.villain).conditions
        return with_tokens(table, held, {CURSES[self.curse]: 1}, unlimited=self.curse in UNLIMITED)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if self._held(table) == table.body(self.villain).conditions:
            yield NOTHING_PLACED(whom=table.called("combatants", self.villain))

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        unlimited = self.curse in UNLIMITED
        damage = sum(count for name, count in self._held(table).items() if not ConditionCard.of(table, name).good)
        yield ConditionsGained(whom=self.villain, tokens={CURSES[self.curse]: 1}, unlimited=unlimited, source="curse")
        if damage:
            yield DamageTaken(whom=self.villain, amount=damage, source="curse", by=self.hero)
