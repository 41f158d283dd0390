"""Attacks of heroes: declared, then dealt in one step, or rolled and resolved step by step (阅读并执行行动卡)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.components.agenda import Due
from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, KeepsOrder, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.odalin import sections
from domain.games.odalin.base import (
    CombatantId,
    Few,
    OdalinEvent,
    OwnTurn,
    Source,
    StandingHero,
    acting_heroes,
    hero_of,
)
from domain.games.odalin.combat.actions import BY_UPPER, called_card, cost_of, tainted_used, tilted, unpayable
from domain.games.odalin.combat.conditions import attack_bonus, damage_suffered
from domain.games.odalin.combat.movement import MovementGained
from domain.games.odalin.combat.villains import PERFECT, halved
from domain.games.odalin.heroes.cards import (
    TILT_UNKNOWN,
    InHand,
    demon_bonus,
    half_card,
    halves_unsaid,
    put_card,
    tilts,
    upper_value,
)
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, Healed, HitPointsLost, SoulGained
from domain.games.odalin.heroes.dice import (
    SYMBOLS,
    Bonus,
    bonus_counted,
    bonuses_typed,
    count_symbols,
    keep_bonuses,
    left_to_table,
    roll_dice,
    sides_of,
    unknown_bonuses,
    unknown_dice,
    unknown_stats,
    unsaid_stats,
)
from domain.games.odalin.state.hero import Hero
from domain.games.odalin.state.kinds import Keyword, Side, Strength
from domain.games.odalin.state.table import Attack, Odalin

HAS_ATTACKED = refusal("one-attack", "A hero has only one attack per turn.", rule=sections.ATTACKS, areas=("turns",))
BASIC_ATTACK = refusal("basic-attack", "A basic attack deals 1 damage to one enemy.", rule=sections.ATTACKS)
NO_ATTACK_CARD = refusal("no-attack-card", "{card} is not an attack.", rule=sections.ATTACKS)
LINE_SPARES = refusal("line-spares", "At this table lines hit enemies only.", rule=sections.ATTACKS)
NO_ATTACK = never("no-attack", "No hero is attacking right now.", rule=sections.ATTACKS)
NOTHING_TO_DEAL = refusal(
    "nothing-to-deal",
    "No attack of {hero} on {target} is waiting for its damage. Declare an attack first.",
    rule=sections.ATTACKS,
)
NOT_PROFANE = refusal(
    "not-profane", "Only a profane strike can change a die to a black one.", rule=sections.CLASS_ABILITIES
)
NO_FRIENDLY_DEFENSE = refusal(
    "no-friendly-defense", "At this table, friends in an area roll no defense.", rule=sections.ATTACKS
)
NOT_ROLLED = never("not-rolled", "Roll the dice first, or say what they show.", rule=sections.ATTACKS)
WEAPON_UNKNOWN = never(
    "weapon-unknown", "Type in the dice on the weapon of {hero}, or say what was rolled.", rule=sections.ATTACKS,
    asks=True,
)  # fmt: skip
NO_SUCH_DIE = never(
    "no-such-die", "There are only {count|die|dice} of that colour ({die}) on the table.", rule=sections.ATTACKS
)
ROLLED_ALREADY = never("rolled-already", "The dice of this attack are already on the table.", rule=sections.ATTACKS)

ONE_ATTACK: Limit[Odalin] = Limit(lambda table, hero: int(hero_of(table, hero).attacked), HAS_ATTACKED)

Shape = Literal["targets", "area", "line"]
CRITICAL = 3
"""The hits above the defense that make a critical hit."""
BASIC_DAMAGE, FLANK, PROFANE_DAMAGE = 1, 1, 4


Target = Annotated[
    str, Choice("combatants", lambda table: table.combatants(), likely=lambda table: [list(table.villains)])
]
"""The target of an attack; villains are suggested first, though a card may target a friend."""


class AttackEvent(OdalinEvent):
    heading = "Attacks of heroes"


DAMAGE_UNKNOWN = never("damage-unknown", "Say the damage on the card: it is unknown so far.", asks=True)


def _unknown_of_hand(table: Odalin, hero: str) -> Iterator[str]:
    """The names of attack fields that the upper half of some card in hand does not give."""
    cards = [half_card(table, hero, sleeve, "upper") for sleeve in hero_of(table, hero).in_zone("hand")]
    if table.tracks("attacks") and any(card.damage is None for card in cards):
        yield "damage"
    if tilts(table):
        yield from (name for name in ("side", "strength") if any(getattr(card, name) is None for card in cards))


class AttackDeclared(AttackEvent, OwnTurn):
    title = "Attack"
    help_text = (
        "A hero attacks with a card, or with its weapon alone: a basic attack. Where cards stay on the table, an attack"
        " that is not basic is with a card that nobody names."
    )
    sentence = "{hero} attacked {target}[, {others}][ with {sleeve}]"
    layout = Layout(usual=("side", "strength", "damage", "movement"), no_choice=("tainted",))
    limits = {ONE_ATTACK: {}}
    sleeve: Annotated[InHand | None, Field(title="which card")] = None
    basic: Annotated[bool, Field(title="a basic attack")] = False
    target: Annotated[Target, Field(title="whom")]
    others: Annotated[tuple[CombatantId, ...], Field(max_length=20, title="and whom else"), KeepsOrder()] = ()
    shape: Annotated[Shape, Field(title="what does it hit")] = "targets"
    side: Annotated[Side | None, upper_value("side"), Field(title="order or chaos")] = None
    strength: Annotated[Strength | None, upper_value("strength")] = None
    damage: Annotated[Few | None, upper_value("damage"), Field(title="damage on the card")] = None
    keyword: Annotated[Keyword | None, upper_value("keyword")] = None
    movement: Annotated[Few | None, upper_value("movement"), Field(title="movement points on the card")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for hero in acting_heroes(table):
            here = table.heroes[hero]
            if (here.attacked and table.tracks("turns")) or table.attack or not table.villains:
                continue
            left = text("{hero}'s attack", hero=table.called("heroes", hero))
            if table.tracks("cards") and here.in_zone("hand"):
                words = text("{hero} attacks: with which card?", hero=table.called("heroes", hero))
                needs = ("sleeve", *_unknown_of_hand(table, hero))
                yield Offer(words, {"hero": hero}, reminder=left, also_required=needs, keypad="sleeve")
                yield Offer(text("Basic attack"), {"hero": hero, "basic": True}, opens_form=True)
            else:
                words = text("{hero} attacks: whom?", hero=table.called("heroes", hero))
                needs = ("damage",) if table.tracks("attacks") else ()
                asked = (*needs, *(("side", "strength") if tilts(table) else ()))
                yield Offer(words, {"hero": hero}, reminder=left, also_required=asked, keypad="target")
                yield Offer(text("Basic attack"), {"hero": hero, "basic": True}, keypad="target")

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from ONE_ATTACK.reasons(table, self.hero)
        if self.is_basic(table):
            yield from self._not_basic(table)
        if self.sleeve:
            card = half_card(table, self.hero, self.sleeve, "upper")
            if card.kind and card.kind != "attack":
                yield NO_ATTACK_CARD(card=called_card(table, self.hero, self.sleeve, "upper"))
            yield from halves_unsaid(table, self.hero, self.sleeve)
            yield from unpayable(table, self.hero, card, besides=1)
        if table.tracks("attacks") and self.damage is None and not self.is_basic(table):
            yield DAMAGE_UNKNOWN()
        if tilts(table) and None in (self.side, self.strength) and not self.is_basic(table):
            yield TILT_UNKNOWN()
        if self.shape == "line" and table.ruled("lines-spare-friends") and set(self.targets) - set(table.villains):
            yield LINE_SPARES()

    def _not_basic(self, table: Odalin) -> Iterator[Refused]:
        """Why it is no basic attack: that is 1 damage at one enemy (基础攻击)."""
        at_one = self.shape == "targets" and len(self.targets) == 1 and self.target in table.villains
        if not at_one or self.damage not in (None, BASIC_DAMAGE) or self.keyword or self.movement:
            yield BASIC_ATTACK()

    @property
    def targets(self) -> list[str]:
        """The ids of the targets in order, each once."""
        return list(dict.fromkeys((self.target, *self.others)))

    def is_basic(self, table: Odalin) -> bool:
        """Whether it is a basic attack, which has no side: it moves no track and raises no extra power (Q33, Q36)."""
        return not self.sleeve and (self.basic or table.tracks("cards"))

    def apply(self, table: Odalin) -> None:
        super().apply(table)
        hero = hero_of(table, self.hero)
        hero.attacked = True
        if self.movement is None and not self.is_basic(table):
            hero.movement = None
        put_card(table, self.hero, self.sleeve, "discard")
        table.struck = self.targets
        if table.tracks("attacks"):
            table.attack = self._attack(table, hero)
        else:
            for target in reversed(self.targets if self.keyword != "sacred healing" else []):
                table.agenda.put(AttackDealt, hero=self.hero, target=target, **self._told(table))
        hero.next_damage, hero.from_stealth = 0, False

    def _attack(self, table: Odalin, hero: Hero) -> Attack:
        basic = self.is_basic(table)
        damage = BASIC_DAMAGE * basic if self.damage is None else self.damage
        return Attack(
            hero=self.hero, card=self.sleeve or "", basic=basic, side=self.side or "", strength=self.strength,
            damage=damage, bonus=hero.next_damage, keyword=self.keyword or "",
            area=self.shape != "targets", extra_hits=int(hero.from_stealth), targets=self.targets,
        )  # fmt: skip

    def _told(self, table: Odalin) -> dict[str, Any]:
        """The known fields of the attack for the due `AttackDealt`."""
        if self.is_basic(table):
            return {"basic": True}
        return {name: said for name in ("side", "strength") if (said := getattr(self, name)) is not None}

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from tainted_used(self)
        if self.movement:
            yield MovementGained(hero=self.hero, amount=self.movement, source="action card")
        if self.sleeve and not table.tracks("attacks"):
            yield from cost_of(table, self.hero, half_card(table, self.hero, self.sleeve, "upper"))
        if not self.is_basic(table):
            yield from tilted(table, self.side, BY_UPPER * (self.strength or 0))


class AttackDealt(AttackEvent):
    title = "Say what an attack dealt"
    help_text = "The final damage of an attack to its target; none if it missed."
    sentence = "{hero} hit {target} for {damage} damage"
    question = "{hero} hits {target}: how much damage?"
    layout = Layout(keypad="damage", keypad_numbers=(0, 1, 2, 3, 4, 5, 6, 8))
    acting_seat = "hero"
    hero: StandingHero
    target: Annotated[CombatantId, Field(title="whom")]
    damage: Annotated[int, Field(ge=0, le=99)]
    side: Annotated[Side | None, Field(title="order or chaos")] = None
    strength: Strength | None = None
    basic: Annotated[bool, Settled(offered=True)] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(AttackDealt, hero=self.hero, target=self.target):
            names = table.called("heroes", self.hero), table.called("combatants", self.target)
            yield NOTHING_TO_DEAL(hero=names[0], target=names[1])

    def apply(self, table: Odalin) -> None:
        table.agenda.drop(self._settles_otherwise)

    def _settles_otherwise(self, due: Due) -> bool:
        """Whether this is the damage that a due event asks for, with another side or strength than declared."""
        is_same = due.is_of(AttackDealt) and due.has_fields(hero=self.hero, target=self.target)
        return is_same and not due.is_met_by(self.topic, self)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        yield from dealt(self, self.target, self.damage)


def dealt(attack: AttackDealt | Attack, target: str, damage: int) -> Iterator[Event[Odalin]]:
    """The damage of an attack; a basic attack does not count as an attack of a side."""
    if damage:
        yield DamageTaken(
            whom=target, amount=damage, source="attack", by=attack.hero, in_attack=not attack.basic,
            side=attack.side or None, strength=attack.strength,
        )  # fmt: skip


# === Step by step: the dice, rerolls, and the result for each target =============================


class AttackStep(AttackEvent):
    """The base of the steps of an open attack."""

    tracked = ("attacks",)
    during = ("attack", "dungeon")

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.attack:
            yield NO_ATTACK()


def attack_dice(table: Odalin, hero: str) -> list[str]:
    """The attack dice of a hero: those of its weapons, plus a blue one for a simplified hero."""
    here = hero_of(table, hero)
    return [*here.dice(), *(["blue"] if here.simplified else [])]


def unknown_pool(table: Odalin, hero: str, dice: Iterable[str]) -> Iterator[Refused]:
    """The refusals for an attack that cannot be rolled here: a weapon's dice are unknown, or their faces."""
    if not hero_of(table, hero).dice_known():
        yield WEAPON_UNKNOWN(hero=table.called("heroes", hero))
    yield from unknown_dice(table, dice)


def own_dice(table: Odalin) -> list[str]:
    """The dice of the open attack."""
    return attack_dice(table, table.attack.hero) if table.attack else []


def attackers_seat(table: Odalin) -> frozenset[str]:
    """The seat of the attacking hero; empty without an open attack."""
    return seat_alone(table.seat_of("heroes", table.attack.hero) if table.attack else "")


def struck_villains(table: Odalin) -> list[str]:
    return [one for one in (table.attack or Attack()).targets if one in table.villains]


def struck_friends(table: Odalin) -> list[str]:
    return [one for one in (table.attack or Attack()).targets if one not in table.villains]


class AttackRolled(AttackStep):
    title = "Roll the attack"
    help_text = "The dice of the attack, rolled here, or what they show at the table."
    sentence = "Rolled[ {faces}]: {hits|hit|hits}[, {damage} damage][, {soul} soul][, {corruption} corruption]"
    layout = Layout(
        usual=("hits", "damage", "soul", "corruption"), no_choice=("hits", "damage", "soul", "corruption", "black")
    )
    hits: Few | None = None
    damage: Few | None = None
    soul: Few | None = None
    corruption: Few | None = None
    black: Annotated[str | None, Choice("dice", own_dice), Field(title="die changed to a black one")] = None
    dice: Annotated[tuple[str, ...], Choice("dice"), Settled()] = ()
    faces: Annotated[tuple[str, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.attack and not table.attack.rolled:
            known = not list(unknown_pool(table, table.attack.hero, attack_dice(table, table.attack.hero)))
            words = text("Roll the attack of {hero}", hero=table.called("heroes", table.attack.hero))
            opens, needs = not known or table.attack.keyword == "profane strike", () if known else ("hits",)
            yield Offer(words, required=True, opens_form=opens, also_required=needs, seats=attackers_seat(table))

    def check(self, table: Odalin) -> Iterator[Refused]:
        attack = table.attack or Attack()
        if attack.rolled:
            yield ROLLED_ALREADY()
        if self.black and attack.keyword != "profane strike":
            yield NOT_PROFANE()
        yield from unpayable(table, attack.hero, half_card(table, attack.hero, attack.card, "upper"))
        if self.hits is None:
            yield from unknown_pool(table, attack.hero, self._dice(table))

    def _dice(self, table: Odalin) -> list[str]:
        """The dice to roll; a profane strike may replace one of them by a black one."""
        dice = own_dice(table)
        if self.black in dice:
            dice[dice.index(self.black)] = "black"
        return dice

    def settle(self, table: Odalin, chance: Chance) -> Self:
        if self.hits is not None:
            said = {name: getattr(self, name) or 0 for name in ("damage", "soul", "corruption")}
            return self.copy_with(**said)
        dice = self._dice(table)
        return self.copy_with(**shown_by(tuple(dice), roll_dice(table, dice, chance)))

    def apply(self, table: Odalin) -> None:
        if attack := table.attack:
            attack.rolled, attack.dice, attack.faces = True, list(self.dice), list(self.faces)
            attack.hits, attack.rolled_damage = self.hits or 0, self.damage or 0
            attack.soul, attack.corruption = self.soul or 0, self.corruption or 0

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        attack = table.attack or Attack()
        yield from cost_of(table, attack.hero, half_card(table, attack.hero, attack.card, "upper"))


def shown_by(dice: tuple[str, ...], faces: tuple[str, ...]) -> dict[str, Any]:
    """The symbols on rolled dice, as fields of the event."""
    counted = {symbol: count_symbols(faces, symbol) for symbol in SYMBOLS}
    return {
        "dice": dice, "faces": faces, "hits": counted["hit"], "damage": counted["damage"], "soul": counted["soul"],
        "corruption": counted["corruption"],
    }  # fmt: skip


class DieRerolled(AttackStep):
    title = "Roll a die again"
    help_text = "One die of the attack is rolled again, and its new face counts."
    sentence = "The {die} die was rolled again: {face}[ ({source})]"
    die: Annotated[str, Choice("dice", lambda table: table.attack.dice if table.attack else ())]
    number: Annotated[int, Field(ge=1, le=20, title="which one of its colour, from the left")] = 1
    face: Annotated[str, Choice("faces", sides_of, given=("die",))] | None = None
    source: Source = ""
    place: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.attack and table.attack.dice:
            yield Offer(text("Roll a die again"), opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from unknown_dice(table, [self.die])
        if self.number not in (places := self._places(table)):
            yield NO_SUCH_DIE(die=table.called("dice", self.die), count=len(places))

    def _places(self, table: Odalin) -> dict[int, int]:
        """The indices of the dice of this colour, by their numbers from 1."""
        dice = table.attack.dice if table.attack else ()
        return dict(enumerate((place for place, die in enumerate(dice) if die == self.die), 1))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        face = self.face or roll_dice(table, [self.die], chance)[0]
        return self.copy_with(face=face, place=self._places(table).get(self.number, 0))

    def apply(self, table: Odalin) -> None:
        attack = table.attack
        if attack and self.place < len(attack.faces):
            attack.faces[self.place] = self.face or ""
            shown = shown_by(tuple(attack.dice), tuple(attack.faces))
            attack.hits, attack.rolled_damage = shown["hits"], shown["damage"]
            attack.soul, attack.corruption = shown["soul"], shown["corruption"]


WHO_IS_FLANKED = text("The attack: is anyone flanked?")


def flank_offers(table: Odalin, attack: Attack) -> Iterator[Offer]:
    """Offers for flanked targets: only the table knows the positions. None if there is no friend who could flank."""
    found = [one for one in attack.targets if one in table.villains]
    if not found or table.friends() == [attack.hero]:
        return
    if len(found) == 1:
        words = text("{villain} is flanked: resolve the attack", villain=table.called("combatants", found[0]))
        yield Offer(words, {"flanked": (found[0],)}, seats=attackers_seat(table), question=WHO_IS_FLANKED)
    else:
        words = text("Some are flanked: resolve the attack")
        yield Offer(words, keypad="flanked", opens_form=True, seats=attackers_seat(table), question=WHO_IS_FLANKED)


@dataclass(frozen=True)
class Blow:
    """The result of an attack for one target."""

    hit: bool
    critical: bool = False
    damage: int = 0
    guarded: bool = False


def damage_of(table: Odalin, attack: Attack, power: int | None = None) -> int:
    """The damage of an attack before its targets apply: card, dice, stats, conditions, form, and bonuses."""
    hero = hero_of(table, attack.hero)
    damage = attack.damage + attack.rolled_damage + attack.bonus + attack.extra_hits
    damage += (
        demon_bonus(table, attack.hero, attack.card, "upper")
        + attack_bonus(hero.conditions)
        + bonus_counted(table, hero, "power", power)
    )
    if attack.keyword == "profane strike":
        damage += PROFANE_DAMAGE * attack.corruption
    if hero.form == "demon" and table.system == "balance track":
        damage += hero.corruption
    return damage


DEFENSE_UNKNOWN = never("defense-unknown", "Say the defense of {villain} first.", rule=sections.ATTACKS)


class AttackResolved(AttackStep):
    title = "Resolve the attack"
    help_text = "Who is hit, and for how much: from the dice, the card, the stats and the conditions."
    sentence = (
        "{hero}'s attack[ · hit {hit}][ · critical: {critical}][ · missed {missed}][ · healed {healed}][ · "
        "without the unknown bonus of {unknown}]"
    )
    layout = Layout(usual=("flanked", "bonus", "hits"), no_choice=("bonus", "hits", "less", "power", "luck"))
    former_fields = ("side", "strength", "by_card", "soul", "corruption", "bled")
    flanked: Annotated[tuple[str, ...], Choice("combatants", struck_villains), Field(title="flanked")] = ()
    bonus: Annotated[Few, Field(title="damage besides")] = 0
    hits: Annotated[Few, Field(title="hits besides")] = 0
    less: Annotated[Few, Field(title="damage taken off")] = 0
    shields: Annotated[
        dict[Annotated[str, Choice("combatants", struck_friends)], Few],
        Field(max_length=20, title="shields of friends"),
    ] = Field(default_factory=dict)
    power: Annotated[Bonus, Field(title="what Power adds")] = None
    luck: Annotated[Bonus, Field(title="what Luck adds to a critical hit")] = None
    hero: Annotated[str, Choice("heroes"), Settled()] = ""
    hit: Annotated[dict[str, int], Choice("combatants"), Settled()] = Field(default_factory=dict)
    critical: Annotated[tuple[str, ...], Choice("combatants"), Settled()] = ()
    missed: Annotated[tuple[str, ...], Choice("combatants"), Settled()] = ()
    healed: Annotated[dict[str, int], Choice("combatants"), Settled()] = Field(default_factory=dict)
    guarded: Annotated[tuple[str, ...], Choice("combatants"), Settled()] = ()
    unknown: Annotated[tuple[str, ...], Choice("stats"), Settled()] = ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Odalin) -> Mapping[str, object]:
        return {part: tuple(_for_so_much(fields.get(part), table)) for part in ("hit", "healed")}

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.attack and table.attack.rolled:
            hero = hero_of(table, table.attack.hero)
            asked = unknown_stats(table, hero, cls()._asked(table))
            yield Offer(
                text("Resolve the attack"), required=True, opens_form=bool(asked), also_required=tuple(asked),
                seats=attackers_seat(table), question=None if asked else WHO_IS_FLANKED,
            )  # fmt: skip
            yield from () if asked else flank_offers(table, table.attack)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.attack and not table.attack.rolled:
            yield NOT_ROLLED()
        if self.shields and not table.ruled("friends-defend"):
            yield NO_FRIENDLY_DEFENSE()
        for target in struck_villains(table):
            if table.villains[target].defense is None:
                yield DEFENSE_UNKNOWN(villain=table.called("combatants", target))
        yield from unknown_bonuses(table, (table.attack or Attack()).hero, self._asked(table))

    def warnings(self, table: Odalin) -> Iterator[Refused]:
        yield from unsaid_stats(table, (table.attack or Attack()).hero, self._asked(table))

    def _asked(self, table: Odalin) -> dict[str, int | None]:
        """The stats whose bonus affects the result, with the given values."""
        attack = table.attack or Attack()
        blows = [self._blow(table, attack, one) for one in attack.targets]
        heals = attack.keyword == "sacred healing"
        power = {"power": self.power} if heals or any(blow.hit for blow in blows) else {}
        luck = {"luck": self.luck} if not heals and any(blow.critical for blow in blows) else {}
        return {**power, **luck}

    def settle(self, table: Odalin, chance: Chance) -> Self:
        attack = table.attack or Attack()
        known = self.copy_with(hero=attack.hero, unknown=left_to_table(table, attack.hero, self._asked(table)))
        if attack.keyword == "sacred healing":
            healed = max(0, attack.hits + attack.extra_hits + self.hits + self._damage(table, attack)) // 2
            return known.copy_with(healed=dict.fromkeys(attack.targets, healed) if healed else {})
        blows = {one: self._blow(table, attack, one) for one in attack.targets}
        return known.copy_with(
            hit={one: blow.damage for one, blow in blows.items() if blow.hit},
            critical=tuple(one for one, blow in blows.items() if blow.critical),
            missed=tuple(one for one, blow in blows.items() if not blow.hit),
            guarded=tuple(one for one, blow in blows.items() if blow.guarded),
        )

    def _damage(self, table: Odalin, attack: Attack) -> int:
        """The damage of the attack with the given modifiers."""
        return damage_of(table, attack, self.power) + self.bonus - self.less

    def _blow(self, table: Odalin, attack: Attack, target: str) -> Blow:
        """The result for a target: hit, critical hit, and damage, halved for an area before the target's reductions."""
        villain, reached = table.villains.get(target), attack.hits + attack.extra_hits + self.hits
        defense = (villain.defense or 0) if villain else 0
        if reached < defense:
            return Blow(hit=False)
        critical = villain is not None and reached >= defense + CRITICAL
        damage = self._damage(table, attack) + FLANK * (target in self.flanked)
        damage += bonus_counted(table, hero_of(table, attack.hero), "luck", self.luck) if critical else 0
        damage = halved(table, max(0, damage)) if attack.area else damage
        shields, guard = self.shields.get(target, 0), hero_of(table, target).tokens.get("guard", 0)
        left = max(0, damage_suffered(table.body(target).conditions, damage) - shields) if shields < PERFECT else 0
        return Blow(hit=True, critical=critical, damage=max(0, left - guard), guarded=bool(left and guard))

    def plan(self, table: Odalin) -> Attack:
        return table.attack or Attack()

    def apply(self, table: Odalin) -> None:
        table.attack = None
        keep_bonuses(hero_of(table, self.hero), {"power": self.power, "luck": self.luck})
        for guardian in self.guarded:
            tokens = hero_of(table, guardian).tokens
            tokens["guard"] = max(0, tokens.get("guard", 0) - 1)

    def follow_plan(self, table: Odalin, plan: Attack) -> Iterator[Event[Odalin]]:
        yield from bonuses_typed(table, self.hero, {"power": self.power, "luck": self.luck})
        if plan.corruption and plan.keyword == "profane strike":
            yield HitPointsLost(whom=self.hero, amount=plan.corruption, source="profane strike")
        if plan.soul:
            yield SoulGained(hero=self.hero, amount=plan.soul, source="dice")
        if plan.corruption:
            yield CorruptionGained(hero=self.hero, amount=plan.corruption, source="dice")
        yield from (Healed(whom=one, amount=n, source="sacred healing") for one, n in self.healed.items())
        for target, damage in self.hit.items():
            yield from dealt(plan, target, damage)


def _for_so_much(amounts: object, table: Odalin) -> Iterator[Text]:
    """The targets of an attack, each with an amount."""
    for id_, amount in amounts.items() if isinstance(amounts, Mapping) else ():
        yield text("{target} for {amount}", target=table.called("combatants", id_), amount=amount)


class AttackCalledOff(AttackStep):
    title = "No target after all"
    help_text = "The attack has no target: it was the attack of the turn; Arcane Power spent on it comes back."
    sentence = "{hero}'s attack had no target after all"
    hero: Annotated[str, Choice("heroes"), Settled()] = ""
    sleeve: Annotated[str, Choice("sleeves"), Settled()] = ""
    arcane: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.attack and not table.attack.rolled:
            yield Offer(text("No target after all"))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.attack and table.attack.rolled:
            yield ROLLED_ALREADY()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        attack = table.attack or Attack()
        return self.copy_with(hero=attack.hero, sleeve=attack.card, arcane=attack.arcane)

    def apply(self, table: Odalin) -> None:
        table.attack = None
        tokens = hero_of(table, self.hero).tokens
        if self.arcane:
            tokens["arcane"] = tokens.get("arcane", 0) + self.arcane

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if table.ruled("costs-without-target"):
            yield from cost_of(table, self.hero, half_card(table, self.hero, self.sleeve, "upper"))
