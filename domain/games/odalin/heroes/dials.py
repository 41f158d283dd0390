"""Hit points, soul, corruption and taints: overflow and defeat (灵魂, 腐化, 失控, 如果你输了)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved, move_numbers, settled_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Merged, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never
from domain.games.odalin import sections
from domain.games.odalin.base import HeroId, OdalinEvent, Some, Source, StandingHero, Whom, hero_of
from domain.games.odalin.state.hero import MOST_DIAL, MOST_TAINTS, POINTS, Hero, Villain
from domain.games.odalin.state.kinds import ClassCard, DemonLordCard
from domain.games.odalin.state.table import AttackDeck, Odalin

NOT_HEALED = never("not-healed", "A hero at 0 hit points cannot be healed: give First Aid first.", rule=sections.DEFEAT)
BASE_SOUL_UNKNOWN = never(
    "base-soul-unknown", "Say the base soul of {hero} first: it is on the hero's tile, and typed in once.",
    rule=sections.JOURNEY, asks=True,
)  # fmt: skip
NOT_ENOUGH_SOUL = never("not-enough-soul", "{hero} has {have} soul, not {need}.", rule=sections.DEMONIC_FORM)
NOT_ENOUGH_HP = never("not-enough-hp", "{hero} must keep at least 1 hit point.", rule=sections.COSTS)
NO_SUCH_POINT = never(
    "no-such-point", "There is no untainted action point of that kind left.", rule=sections.LOSS_OF_CONTROL
)

Cause = Literal["effect", "attack", "heal", "soul", "amulet"]
Whole = Annotated[Cause, Settled(offered=True)]


def hp_of(event: Any, table: Odalin) -> tuple[str, ...]:
    """The path of the hit points of the event's `whom`."""
    place = "heroes" if event.whom in table.heroes else "villains" if event.whom in table.villains else "allies"
    return (place, event.whom, "hp")


def half_of_most(hero: Hero) -> int | None:
    """Half of a hero's maximum hit points, rounded down; None if unknown."""
    return None if hero.most is None else hero.most // 2


def hp_changed(hero: Hero) -> bool:
    """Whether a hero of unknown hit points has others than its most: it was hurt today, or came back with half."""
    return hero.hp is None and hero.status == "active" and bool(hero.today.taken or hero.today.falls)


def change_most(hero: Hero, most: int, now: int | None = None) -> None:
    """Change a hero's maximum hit points, and its hit points by as much, at least 1 left (Q29); for `apply`.

    Args:
        now: the hit points that the hero has now, if they are not its most.
    """
    if now is not None:
        hero.hp = now
    elif hero.hp is None or hero.most is None:
        hero.hp = most
    elif hero.hp:
        hero.hp = max(1, min(most, hero.hp + most - hero.most))
    hero.most = most


BY_DICE_AND_CARDS = Offer(when=lambda table: bool(table.at_turn) and not table.tracks("attacks"))
"""What dice, cards and consumables bring in a turn, at a table that does not follow attacks step by step."""


class DialEvent(OdalinEvent):
    heading = "Hit points and soul"


# === Hit points ===================================================================================


class HitPointsLowered(NumbersMoved[Odalin], DialEvent):
    """The base of events that take hit points; an amount beyond the current ones has no effect."""

    whom: Whom
    amount: Annotated[Some, Merged(), Lowers(hp_of, less="beyond")]
    source: Source = ""
    by: Annotated[HeroId | None, Field(title="who dealt it")] = None
    in_attack: Annotated[bool, Settled(offered=True)] = False
    side: Annotated[Literal["order", "chaos"] | None, Settled(offered=True)] = None
    strength: Annotated[Count | None, Settled(offered=True)] = None
    beyond: Annotated[Count | None, Settled()] = None

    def apply(self, table: Odalin) -> None:
        move_numbers(table, self)
        body = table.body(self.whom)
        if isinstance(body, Villain):
            body.lost += self.amount if body.hp is None else 0
            body.hurt_by, body.hurt_in_attack = self.by or body.hurt_by, self.in_attack
            # An attack of the other side counts by its strength; without a known strength it is undecided.
            knows = self.strength is not None or self.side == body.side
            body.hurt_side, body.hurt_strength = self.side if self.side and knows else "", self.strength or 0
            hero_of(table, self.by or "").today.dealt += self.amount
        if isinstance(body, Hero):
            body.today.taken += self.amount


class DamageTaken(HitPointsLowered):
    title = "Take damage"
    help_text = "A hero, a villain or an ally takes damage."
    sentence = "{whom} took {amount} damage[ ({source})]"


class HitPointsLost(HitPointsLowered):
    title = "Lose hit points"
    help_text = "Hit points are lost in some other way than by damage: nothing reduces that."
    sentence = "{whom} lost {amount|hit point|hit points}[ ({source})]"


class HitPointsPaid(NumbersMoved[Odalin], DialEvent):
    title = "Pay hit points"
    help_text = "A hero pays hit points as a cost, and keeps at least one."
    sentence = "{hero} paid {amount|hit point|hit points}[ ({source})]"
    hero: StandingHero
    amount: Annotated[Some, Lowers("heroes.{hero}.hp")]
    source: Source = ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        hp = hero_of(table, self.hero).hp
        if hp is not None and hp <= self.amount:
            yield NOT_ENOUGH_HP(hero=table.called("heroes", self.hero))

    def void_reasons(self, table: Odalin) -> Iterator[Refused]:
        yield from self.check(table)


def why_not_healed(table: Odalin, whom: str) -> Refused | None:
    return NOT_HEALED() if whom in table.heroes else None


class Healed(NumbersMoved[Odalin], DialEvent):
    title = "Heal"
    help_text = "Hit points come back, up to the most; guardians and paladins heal half as much again."
    sentence = "{whom} healed {healed}[ ({source})]"
    offer = BY_DICE_AND_CARDS
    whom: Annotated[str, Choice("combatants", Odalin.combatants, why_not=why_not_healed), Field(title="whom")]
    amount: Annotated[Some, Merged()]
    source: Source = ""
    cause: Whole = "heal"
    healed: Annotated[Count | None, Settled(), Merged(), Gains(hp_of)] = 0

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Odalin) -> Mapping[str, object]:
        return {"healed": "?"} if fields.get("healed") is None else {}

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.body(self.whom).hp == 0:
            yield NOT_HEALED()

    def void_reasons(self, table: Odalin) -> Iterator[Refused]:
        yield from self.check(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        more = self.amount // 2 if self.cause == "heal" and heals_more(table, self.whom) else 0
        known = table.body(self.whom).hp is not None
        return settled_numbers(self.copy_with(healed=self.amount + more if known else None), table)

    def apply(self, table: Odalin) -> None:
        move_numbers(table, self)
        hero_of(table, self.whom).today.healed += self.healed or 0


def heals_more(table: Odalin, whom: str) -> bool:
    """Whether direct healing heals a combatant half as much again (守护者的决心)."""
    return ClassCard.of(table, hero_of(table, whom).hero_class).heals_more


# === Soul and corruption ==========================================================================


class SoulGained(NumbersMoved[Odalin], DialEvent):
    title = "Gain soul"
    help_text = "A hero gains soul; what is more than ten heals."
    sentence = "{hero} gained {amount} soul[ ({source})]"
    offer = BY_DICE_AND_CARDS
    hero: StandingHero
    amount: Annotated[Some, Merged(), Gains("heroes.{hero}.soul", less="beyond"), Gains("heroes.{hero}.today.soul")]
    source: Source = ""
    beyond: Annotated[Count | None, Settled()] = None

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        hero = hero_of(table, self.hero)
        if self.beyond and hero.hp != hero.most:
            cause: Cause = "heal" if table.ruled("resolve-heals-all") else "soul"
            yield Healed(whom=self.hero, amount=self.beyond, source="more than 10 soul", cause=cause)


def soul_unknown(table: Odalin, hero: str, need: int) -> Iterator[Refused]:
    """The refusal for a use of soul, if the hero may have enough with its base soul, which is unknown."""
    here = hero_of(table, hero)
    if here.soul_unsaid and here.soul < need:
        yield BASE_SOUL_UNKNOWN(hero=table.called("heroes", hero))


class SoulSpent(NumbersMoved[Odalin], DialEvent):
    title = "Spend soul"
    help_text = "A hero spends soul as a card or a rule says."
    sentence = "{hero} spent {amount} soul[ ({source})]"
    hero: StandingHero
    amount: Annotated[Some, Merged(), Lowers("heroes.{hero}.soul")]
    source: Source = ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        have = hero_of(table, self.hero).soul
        if unknown := list(soul_unknown(table, self.hero, self.amount)):
            yield from unknown
        elif have < self.amount:
            yield NOT_ENOUGH_SOUL(hero=table.called("heroes", self.hero), have=have, need=self.amount)


class CorruptionGained(DialEvent):
    title = "Gain corruption"
    help_text = "A hero gains corruption; more than ten turns to none, and taints an action point."
    sentence = "{hero} gained {amount} corruption[ ({source})][: {over|over ten, so it went back to 0}]"
    offer = BY_DICE_AND_CARDS
    hero: StandingHero
    amount: Annotated[Some, Merged(), MovesNumber("heroes.{hero}.corruption", less="beyond")]
    source: Source = ""
    over: Annotated[bool, Settled()] = False
    beyond: Annotated[int | None, Settled(), Field(ge=-MOST_DIAL, le=999)] = None

    def settle(self, table: Odalin, chance: Chance) -> Self:
        """Over ten, the dial moves by all that it showed; `beyond` is the amount minus that, perhaps negative."""
        before = hero_of(table, self.hero).corruption
        over = before + self.amount > MOST_DIAL
        return self.copy_with(over=over, beyond=self.amount - before if over else None)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.corruption = 0 if self.over else min(MOST_DIAL, hero.corruption + self.amount)
        hero.today.corruption += self.amount
        if self.over:
            table.agenda.put(PointTainted, hero=self.hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.over:
            yield from tainting(table, self.hero)


class CorruptionReduced(NumbersMoved[Odalin], DialEvent):
    title = "Lose corruption"
    help_text = "A hero loses corruption."
    sentence = "{hero} lost {amount} corruption[ ({source})]"
    hero: HeroId
    amount: Annotated[Some, Merged(), Lowers("heroes.{hero}.corruption", less="beyond")]
    source: Source = ""
    beyond: Annotated[Count | None, Settled()] = None


# === Taints =======================================================================================


def untainted_points(table: Odalin, hero: str) -> dict[str, int]:
    """The numbers of untainted points that are ready and spent."""
    here = hero_of(table, hero)
    clean = POINTS - here.tainted
    spent = min(here.spent, clean)
    return {"spent": spent, "ready": clean - spent}


def tainting(table: Odalin, hero: str) -> Iterator[Event[Odalin]]:
    """The taint of a point, automatically if there is no choice; otherwise the player chooses (Q6)."""
    have = [state for state, count in untainted_points(table, hero).items() if count]
    if have and (len(have) == 1 or not table.tracks("turns")):
        yield PointTainted(hero=hero, spent=have == ["spent"])


class PointTainted(DialEvent):
    title = "Taint an action point"
    help_text = "An action point is turned to its tainted side; with the third the hero loses control."
    sentence = "An action point of {hero} was tainted[, {spent|a spent one}]"
    question = "{hero}: taint a spent action point?"
    layout = Layout(keypad="spent")
    acting_seat = "hero"
    hero: HeroId
    spent: bool

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not untainted_points(table, self.hero)["spent" if self.spent else "ready"]:
            yield NO_SUCH_POINT()

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.tainted = min(MOST_TAINTS, hero.tainted + 1)
        hero.today.taints += 1
        if self.spent and hero.spent:
            hero.spent, hero.tainted_spent = hero.spent - 1, hero.tainted_spent + 1


# === Falls of heroes, as soon as the table meets the condition ===================================

HERO_IS_DOWN = never("hero-is-down", "{hero} is already down.", rule=sections.DEFEAT)


def attack_goes_on(table: Odalin) -> bool:
    """Whether a hero's attack is open; combatants fall at its end."""
    return bool(table.attack) or any(due.event == "attack-dealt" for due in table.agenda.due.values())


def fallen_heroes(table: Odalin) -> Iterator[Event[Odalin]]:
    """The falls of heroes at 0 hit points, and of those whose third point is tainted; none during an attack."""
    if attack_goes_on(table):
        return
    for id_, hero in table.heroes.items():
        if hero.hp == 0 and hero.status == "active":
            yield HeroDefeated(hero=id_)
        elif hero.tainted >= MOST_TAINTS and hero.status != "lost control":
            yield ControlLost(hero=id_)


class HeroDefeated(DialEvent):
    title = "A hero is defeated"
    help_text = "A hero is at 0 hit points: an action point is tainted, and its model leaves the board."
    sentence = "{hero} was defeated"
    log = LogRole(headline=True)
    hero: HeroId
    keeps: Annotated[bool, Settled()] = False
    auras_fall: Annotated[bool, Settled()] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).status != "active":
            yield HERO_IS_DOWN(hero=table.called("heroes", self.hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(keeps=table.ruled("defeat-keeps-corruption"), auras_fall=table.ruled("auras-fall"))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.status, hero.hp, hero.conditions, hero.form, hero.form_turns = "defeated", 0, {}, "hero", 0
        hero.stealth, hero.from_stealth, hero.next_damage, hero.effects = False, False, 0, []
        hero.today.falls += 1
        table.take_off_board(self.hero)
        hero.corruption = hero.corruption if self.keeps else 0
        if self.auras_fall:
            drop_auras(hero)
            table.agenda.drop(lambda due: due.event == "aura-struck-back" and due.has_fields(hero=self.hero))
        if hero.tainted < MOST_TAINTS:
            table.agenda.put(PointTainted, hero=self.hero)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainting(table, self.hero)


def drop_auras(hero: Hero) -> None:
    """Move the auras of a hero to its discard pile; for `apply`."""
    for id_ in hero.in_zone("aura"):
        hero.sleeves[id_].zone = "discard"
    hero.aura = ""


class ControlLost(DialEvent):
    title = "Lose control"
    help_text = "The third action point of a hero is tainted: its Demon Lord takes over, as a villain that acts last."
    sentence = "{hero} lost control[ to {lord}]"
    log = LogRole(memorable=True)
    automatic: ClassVar[bool] = True
    hero: HeroId
    lord: Annotated[str, Choice("demon-lords"), Settled()] = ""
    hp: Annotated[Count | None, Settled()] = None
    defense: Annotated[Count | None, Settled()] = None
    deck: Annotated[tuple[str, ...], Choice("villain-attacks"), Settled()] = ()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        lord = hero_of(table, self.hero).demon_lord
        card = DemonLordCard.of(table, lord)
        return self.copy_with(lord=lord, hp=card.hp, defense=card.defense, deck=tuple(card.attacks))

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        hero.status, hero.form, hero.form_turns, hero.stealth = "lost control", "hero", 0, False
        hero.today.lost_control += 1
        table.take_off_board(self.hero)
        villain = lord_id(self.lord, self.hero)
        table.villains[villain] = Villain(
            name=self.lord, hp=self.hp, most=self.hp, defense=self.defense, lord_of=self.hero
        )
        if self.lord:
            table.decks[self.lord] = AttackDeck(cards=list(self.deck))
        table.fighting = True
        table.agenda.drop(lambda due: due.is_of(PointTainted) and due.has_fields(hero=self.hero))
        if table.track:
            table.track = [*table.track, villain]
            table.waiting = [*table.waiting, villain]


def lord_id(lord: str, hero: str) -> str:
    """The id of a Demon Lord on the board: by its own name if known, else by its hero."""
    return f"{lord or hero} 1"
