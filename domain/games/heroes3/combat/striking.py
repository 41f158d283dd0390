"""Attacks: at once or step by step with cards, their damage, and the retaliation (3.13, 5.4, 5.5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.numbers import Lowers, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, KeepsOrder, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Source, owned
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, is_kept
from domain.games.heroes3.combat.acting import (
    ATTACK_FIRST,
    ONE_ACTION,
    UnitAction,
    activate,
    fighter,
    has_acted,
    to_act,
)
from domain.games.heroes3.combat.ai import wrong_target
from domain.games.heroes3.combat.aiming import targets_now
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import (
    are_beside,
    combat_of,
    damage_of,
    has_penalty,
    hit_by,
    is_walled,
    stats_of,
    targets_of,
    type_of,
)
from domain.games.heroes3.state.combat import NEUTRAL, Combat, Fighter, Strike
from domain.games.heroes3.state.kinds import GOODS, TOWER, Price, UnitType
from domain.games.heroes3.state.seat import UnitSide
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.goods import GoodsGained

ROLL_THESE = never("roll-these", "Roll {n|die|dice}.", rule=sections.COMBAT_ROUND)
OUT_OF_REACH = refusal("out-of-reach", "{unit} cannot be attacked from there.", rule=sections.COMBAT_ROUND)
NO_STRIKE = never("no-strike", "No attack is open.", rule=sections.COMBAT_ROUND)
STRUCK_BACK = never("struck-back", "{unit} does not strike back.", rule=sections.COMBAT_ROUND)
ONLY_RANGED = refusal("only-ranged", "Only ranged attacks and cards destroy the Arrow Tower.", rule=sections.SIEGE)
NOT_HURT = never("not-hurt", "{unit} has no damage.", rule=sections.COMBAT_ROUND)
SAY_DAMAGE = never(
    "say-damage", "Say how much damage it deals: the cards are not known.", rule=sections.COMBAT_ROUND, asks=True
)
SAY_ANSWER = never(
    "say-answer",
    "Say how much damage {unit} strikes back with, or that it does not.",
    rule=sections.COMBAT_ROUND,
    asks=True,
)
Die = Annotated[int, Field(ge=-1, le=1)]
Dice = Annotated[tuple[Die, ...], Field(max_length=2, title="what the dice show"), KeepsOrder()]
Damage = Annotated[int, Field(ge=0, le=99)]
PAD_OF = {"die": (-1, 0, 1), "shield": (-1, 0, 1), "damage": range(7)}
"""The numbers of the pad for the one field of an attack that is asked for."""
Beside = Annotated[bool, Field(title="they are adjacent")]


def strike_of(
    table: Heroes3,
    attacker: str,
    target: str,
    *,
    retaliation: bool = False,
    hindered: bool = False,
    walled: bool = False,
    beside: bool = False,
) -> Strike:
    """An attack before cards: the number of dice, and whether a wall protects the target (p38, p47).

    Without spaces, the players say whether a ranged unit is `hindered`, the target `walled`, or both units are
    adjacent.
    """
    combat = combat_of(table)
    one, other = combat.fighters.get(attacker, Fighter()), combat.fighters.get(target, Fighter())
    close = (retaliation or beside) and one.type == "ranged"
    return Strike(
        attacker=attacker,
        target=target,
        retaliation=retaliation,
        beside=beside,
        dice=2 if hindered or close or has_penalty(combat, one, other) else 1,
        wall=walled or is_walled(combat, one, other),
    )


def rolled_faces(chance: Chance, count: int) -> tuple[int, ...]:
    """Rolled attack dice, each −1, 0 or +1."""
    return tuple(n - 2 for n in chance.dice(count, 3))


class Rolled(CombatEvent):
    """The base of an attack that is rolled: dice, the die of a defense token, and the damage, entered or computed."""

    dice: Dice = ()
    die: Annotated[Die | None, Field(title="what the die shows, or the lower of two")] = None
    shield: Annotated[Die | None, Field(title="die of the defense token")] = None
    damage: Annotated[Damage | None, Field(title="damage dealt")] = None

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """Each die as a word, so that the sentence also says a 0."""
        return {name: str(face) for name in ("die", "shield") if (face := fields.get(name)) is not None}

    @property
    def faces(self) -> tuple[int, ...]:
        """What was said of the attack dice: all of them, or the one that counts."""
        return self.dice or (() if self.die is None else (self.die,))

    def strike_at(self, table: Heroes3) -> Strike | None:
        """The attack that is rolled; None if there is none."""
        return combat_of(table).strike

    def check(self, table: Heroes3) -> Iterator[Refused]:
        strike = self.strike_at(table)
        if strike is None:
            yield NO_STRIKE()
        elif self.dice and len(self.dice) != strike.dice:
            yield ROLL_THESE(n=strike.dice)
        elif self.damage is None and damage_of(table, strike, 0) is None:
            yield SAY_DAMAGE()
        else:
            yield from self.unsaid_faces(table, strike)

    def unsaid_faces(self, table: Heroes3, strike: Strike) -> Iterator[Refused]:
        """The refusal of an attack whose dice are on the table and were not named."""
        said = {"die": bool(self.faces), "shield": self.shield is not None}
        if self.damage is None and not all(said[name] for name in faces_to_say(table, strike)):
            yield SAY_FACES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        strike = self.strike_at(table)
        if strike is None:
            return self
        rolls = is_kept(table, DICE)
        dice = rolled_faces(chance, strike.dice) if rolls and not self.faces else self.dice
        faces = dice or self.faces
        target = combat_of(table).fighters.get(strike.target, Fighter())
        shield = self.shield if target.shield else None
        if rolls and target.shield and shield is None:
            (shield,) = rolled_faces(chance, 1)
        damage = damage_of(table, strike, min(faces, default=0), shield or 0) if self.damage is None else self.damage
        return self.copy_with(dice=dice, shield=shield, damage=damage or 0)

    def outcome(self, table: Heroes3, attacker: str, target: str, *, back: bool) -> Iterator[Event[Heroes3]]:
        """The results of the attack: damage, and the retaliation."""
        yield DamageDealt(target=target, damage=self.damage or 0, attacked=True)
        if back and (one := fighter(table, target)) and one.unit != TOWER:
            yield from self.answer(table, target, attacker)

    def answer(self, table: Heroes3, unit: str, against: str) -> Iterator[Event[Heroes3]]:
        """The retaliation, without a question."""
        yield RetaliationMade(unit=unit, against=against)


def faces_to_say(table: Heroes3, strike: Strike) -> tuple[str, ...]:
    """The fields of an attack for the dice on the table, if its damage follows from them; those that the app rolls not.

    By an option the attack die does not change the damage.
    """
    if is_kept(table, DICE) or damage_of(table, strike, 0) is None:
        return ()
    target = combat_of(table).fighters.get(strike.target, Fighter())
    return (*(() if table.plays("die-no-damage") else ("die",)), *(("shield",) if target.shield else ()))


def why_not_target(table: Heroes3, target: str, seat: str, unit: str) -> Refused | None:
    """The refusal of a target that a unit may not attack from its space."""
    one, other = fighter(table, unit), fighter(table, target)
    if one is None or other is None:
        return None
    if other.unit == TOWER and one.type != "ranged" and one.side != other.side:
        return ONLY_RANGED()
    return OUT_OF_REACH(unit=table.called("fighters", target))


Target = Annotated[
    str,
    Choice(
        "fighters", lambda table, seat, unit: targets_of(table, unit), given=("seat", "unit"), why_not=why_not_target
    ),
    Field(title="whom"),
]


class Attacking(UnitAction):
    """The base of an attack in a unit's activation; a ranged unit attacks before it moves."""

    layout = Layout(keypad="target", no_choice=("hindered", "walled", "beside"))
    numbers_said: ClassVar[bool] = False
    """Whether the damage that does not follow from the cards is a field of this event."""
    target: Target
    hindered: bool = Field(default=False, title="two dice: a ranged unit is hindered")
    walled: bool = Field(default=False, title="a wall protects the target")
    beside: bool = Field(default=False, title="a ranged unit is next to its target")

    @classmethod
    def offers_of_attacks(cls, table: Heroes3) -> Iterator[Offer]:
        """The attacks of the units that may act now: whom?"""
        for seat, unit in to_act(table):
            targets = targets_now(table, unit)
            words = text("{unit}: attack whom?", unit=table.called("fighters", unit))
            if targets:
                said = [damage_to_say(table, unit, target) for target in targets] if cls.numbers_said else [()]
                needs = tuple(name for name in said[0] if all(name in one for one in said))
                known = {"seat": seat, "unit": unit}
                yield Offer(words, known, required=True, also_required=needs, keypad="target")
                yield from cls.offers_without_board(table, seat, unit)

    @classmethod
    def offers_without_board(cls, table: Heroes3, seat: str, unit: str) -> Iterator[Offer]:
        """The offers for facts of a ranged attack that cannot be seen if units have no spaces."""
        combat, name = combat_of(table), table.called("fighters", unit)
        one = combat.fighters[unit]
        if one.type != "ranged" or one.space or unit == TOWER:
            return
        known = {"seat": seat, "unit": unit}
        yield Offer(text("{unit}: attack which adjacent unit?", unit=name), {**known, "beside": True}, keypad="target")
        words = text("{unit}: attack whom from back row to back row?", unit=name)
        yield Offer(words, {**known, "hindered": True}, keypad="target")
        if any(combat.walls.values()) and one.side != combat.defender:
            words = text("{unit}: attack whom behind a wall?", unit=name)
            yield Offer(words, {**known, "walled": True}, keypad="target")

    def strike_at(self, table: Heroes3) -> Strike | None:
        """The attack as declared."""
        return strike_of(
            table, self.unit, self.target, hindered=self.hindered, walled=self.walled, beside=self.beside
        )  # fmt: skip

    def check(self, table: Heroes3) -> Iterator[Refused]:
        one = fighter(table, self.unit)
        if one and one.type == "ranged" and one.moved and combat_of(table).at == self.unit:
            yield ATTACK_FIRST()
        else:
            yield from has_acted(table, self.unit)
        yield from wrong_target(table, self.unit, self.target)


class AttackMade(Attacking, Rolled):
    """Activates a unit, declares and rolls its attack, and retaliates in one event: most attacks without cards."""

    limits = {ONE_ACTION: {}}
    title = "Attack"
    help_text = "A unit attacks a target; enter the dice, if the app does not roll them. Retaliation follows."
    sentence = (
        "{unit} attacked {target}[{walled|, behind a wall}][ (dice: {dice})][ (die: {die})][, defense die {shield}]"
        "[, {damage} damage][{no_answer|, no retaliation}]"
    )
    layout = Layout(usual=("dice", "damage"), keypad="target", no_choice=("hindered", "walled", "beside"))
    numbers_said = True
    back: Dice = Field(default=(), title="dice of the retaliation")
    back_damage: Annotated[Damage | None, Field(title="damage struck back")] = None
    no_answer: bool = Field(default=False, title="no retaliation")

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The attacks in one tap, if the app rolls the dice; else an attack is declared, and the dice are asked for."""
        if is_kept(table, DICE):
            yield from cls.offers_of_attacks(table)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        unsaid = self.back_damage is None and not self.no_answer
        if unsaid and "back_damage" in damage_to_say(table, self.unit, self.target, beside=self.beside):
            yield SAY_ANSWER(unit=table.called("fighters", self.target))

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if one := fighter(table, self.unit):
            one.attacked, one.more_attack = True, 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from self.outcome(table, self.unit, self.target, back=not self.no_answer)

    def answer(self, table: Heroes3, unit: str, against: str) -> Iterator[Event[Heroes3]]:
        """The retaliation; step by step if its dice are asked for, or the target turns to a side of unknown numbers."""
        to_say = not self.back and faces_to_say(table, strike_of(table, unit, against, retaliation=True))
        if self.back_damage is None and (to_say or turns_unknown(table, unit, self.damage or 0)):
            yield RetaliationOpened(unit=unit, against=against, beside=self.beside)
            return
        yield RetaliationMade(
            unit=unit, against=against, dice=self.back, damage=self.back_damage, beside=self.beside
        )  # fmt: skip


class AttackDeclared(Attacking):
    limits = {ONE_ACTION: {}}
    title = "Declare an attack"
    help_text = "A unit attacks; both sides may play cards before the die is rolled."
    sentence = "{unit} declared an attack on {target}[{walled|, behind a wall}]"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The attacks, where the dice are on the table; else only those for which cards may be played."""
        if not is_kept(table, DICE):
            yield from cls.offers_of_attacks(table)
            return
        for seat, unit in to_act(table) if table.tracks("cards") else ():
            for target in targets_now(table, unit):
                name, foe = table.called("fighters", unit), table.called("fighters", target)
                words = text("{unit}: attack {target}, with cards", unit=name, target=foe)
                yield Offer(words, {"seat": seat, "unit": unit, "target": target})

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if strike := self.strike_at(table):
            open_strike(table, strike)


def open_strike(table: Heroes3, strike: Strike) -> None:
    """Open an attack for cards; it is rolled later. For `apply`."""
    if table.combat and strike.attacker in table.combat.fighters and strike.target in table.combat.fighters:
        table.combat.strike = strike
        table.combat.fighters[strike.attacker].attacked = True


class AttackRolled(Rolled):
    title = "Roll the attack"
    help_text = "What the attack die shows; of two the lower counts, where a ranged unit is hindered."
    sentence = (
        "{attacker} rolled[ {dice}][ {die}] against {target}[, defense die {shield}]: {damage} damage"
        "[{no_answer|, no retaliation}]"
    )
    attacker: Annotated[str, Settled(), Choice("fighters")] = ""
    target: Annotated[str, Settled(), Choice("fighters")] = ""
    no_answer: bool = Field(default=False, title="no retaliation")
    retaliation: Annotated[bool, Settled()] = False
    beside: Annotated[Beside, Settled()] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if strike := combat_of(table).strike:
            asked = faces_to_say(table, strike) if damage_of(table, strike, 0) is not None else ("damage",)
            words, pad = question_of_dice(table, strike, asked), asked[0] if len(asked) == 1 else ""
            numbers = PAD_OF.get(pad, ())
            yield Offer(
                words, required=True, also_required=asked, keypad=pad, keypad_numbers=numbers, opens_form=len(asked) > 1
            )

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        strike = combat_of(table).strike
        if strike is None:
            return self
        return super().settle(table, chance).copy_with(
            attacker=strike.attacker, target=strike.target, retaliation=strike.retaliation, beside=strike.beside
        )  # fmt: skip

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.strike = None
        if one := fighter(table, self.attacker):
            one.more_attack = 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from self.outcome(table, self.attacker, self.target, back=not (self.retaliation or self.no_answer))

    def answer(self, table: Heroes3, unit: str, against: str) -> Iterator[Event[Heroes3]]:
        yield RetaliationOpened(unit=unit, against=against, beside=self.beside)


def question_of_dice(table: Heroes3, strike: Strike, asked: Sequence[str]) -> Text:
    """The question for the open attack: its dice or its damage."""
    if not asked:
        return text("Roll {n|die|dice}", n=strike.dice)
    one, other = table.called("fighters", strike.attacker), table.called("fighters", strike.target)
    if "damage" in asked:
        return text("{unit} attacks {target}: how much damage?", unit=one, target=other)
    if strike.dice > 1:
        return text("{unit} attacks {target}: what does the lower of two dice show?", unit=one, target=other)
    return text("{unit} attacks {target}: what does the die show?", unit=one, target=other)


def why_no_answer(table: Heroes3, unit: str, against: str, said: bool) -> Iterator[Refused]:
    """The refusals of a retaliation: the unit already retaliated, or the attacker is not next to it (5.5).

    Without a board, an attack by a ranged unit comes from afar unless `said` is true.
    """
    one, other = fighter(table, unit), fighter(table, against)
    if one is None or other is None:
        yield STRUCK_BACK(unit=table.called("fighters", unit))
        return
    beside = are_beside(one, other)
    near = said or other.type != "ranged" if beside is None else beside
    if not near or (one.retaliated and not one.strikes_back):
        yield STRUCK_BACK(unit=table.called("fighters", unit))


def damage_to_say(table: Heroes3, attacker: str, target: str, *, beside: bool = False) -> tuple[str, ...]:
    """The fields of an attack that players enter if cards are unknown: its damage, and that of the retaliation."""

    def is_known(one: str, other: str) -> bool:
        return damage_of(table, strike_of(table, one, other), 0) is not None

    answered = fighter(table, target) and not any(why_no_answer(table, target, attacker, said=beside))
    back = ("back_damage",) if answered and not is_known(target, attacker) else ()
    return (*(() if is_known(attacker, target) else ("damage",)), *back)


def turns_unknown(table: Heroes3, id_: str, damage: int) -> bool:
    """Whether damage turns a Pack to a side of unknown attack, or leaves damage on one of unknown hit points."""
    one = fighter(table, id_)
    hit = hit_by(table, one, damage) if one else None
    if one is None or hit is None or not hit.flips:
        return False
    few = stats_of(table, one.unit, "few")
    return few["attack"] is None or (few["hp"] is None and hit.damage > 0)


class RetaliationMade(Rolled):
    title = "Strike back"
    help_text = "A unit that was attacked by an adjacent one strikes back, once a combat round."
    sentence = "{unit} struck back at {against}[ (dice: {dice})][, defense die {shield}][, {damage} damage]"
    automatic = True
    unit: Annotated[str, Choice("fighters")]
    against: Annotated[str, Choice("fighters")]
    beside: Beside = False

    def strike_at(self, table: Heroes3) -> Strike | None:
        return strike_of(table, self.unit, self.against, retaliation=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from self.void_reasons(table)

    def void_reasons(self, table: Heroes3) -> Iterator[Refused]:
        yield from why_no_answer(table, self.unit, self.against, self.beside)

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            one.retaliated, one.more_attack = one.retaliated or not one.strikes_back, 0

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield DamageDealt(target=self.against, damage=self.damage or 0, attacked=True)


class RetaliationOpened(CombatEvent):
    title = "Strike back, step by step"
    help_text = "Who was attacked strikes back: cards may be played before the die is rolled."
    sentence = "{unit} strikes back at {against}"
    automatic = True
    unit: Annotated[str, Choice("fighters")]
    against: Annotated[str, Choice("fighters")]
    beside: Beside = False

    def void_reasons(self, table: Heroes3) -> Iterator[Refused]:
        yield from why_no_answer(table, self.unit, self.against, self.beside)

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            attacked = one.attacked
            open_strike(table, strike_of(table, self.unit, self.against, retaliation=True))
            one.retaliated, one.attacked = one.retaliated or not one.strikes_back, attacked


class DamageDealt(CombatEvent):
    """Deals damage.

    The stack token goes first, then the Pack becomes a Few, then the unit falls. Excess remains (5.4).
    """

    title = "Deal damage"
    help_text = "Damage on a unit: of an attack, or of a spell or an effect, which no defense lessens."
    sentence = (
        "{target}: {damage} damage[{stack_lost|, the stack token is gone}]"
        "[{flips|, a Few now}][{falls|, defeated}][, {source}]"
    )
    target: Annotated[str, Choice("fighters")]
    damage: Damage = 0
    flips: bool = Field(default=False, title="is a Few now")
    falls: bool = Field(default=False, title="is defeated")
    source: Source = ""
    attacked: Annotated[bool, Settled()] = False
    left: Annotated[Count, Settled()] = 0
    stack_lost: Annotated[bool, Settled()] = False
    face: Annotated[UnitSide | None, Settled()] = None
    stats: Annotated[Mapping[str, Count | None], Settled()] = Field(default_factory=dict)
    type: Annotated[UnitType | None, Settled()] = None
    pooled: Annotated[bool, Settled()] = Field(default=False, title="its price comes back to the gold pool")

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        one = fighter(table, self.target)
        if one is None:
            return self
        hit = hit_by(table, one, self.damage)
        falls = self.falls or hit.falls or bool(one.clone_of and (self.attacked or self.damage))
        flips = hit.flips or (self.flips and one.face == "pack")
        stats = stats_of(table, one.unit, "few") if flips else {}
        return self.copy_with(
            left=0 if flips and not hit.flips else hit.damage, stack_lost=bool(one.stack and not hit.stack),
            flips=flips, falls=falls, face="few" if flips else hit.face, stats=stats,
            type=type_of(table, one.unit, "few") if flips else None,
            pooled=flips and table.plays("gold-pool") and not one.clone_of,
        )  # fmt: skip

    def apply(self, table: Heroes3) -> None:
        one, combat = fighter(table, self.target), table.combat
        if one is None or combat is None:
            return
        one.damage, one.face, one.type = self.left, self.face or one.face, self.type or one.type
        one.paralysed = one.paralysed and not (self.attacked or self.damage)
        one.more_defense = 0 if self.attacked else one.more_defense
        owner = table.seats.get(one.side)
        own = owner.units.get(one.unit) if owner else None
        if self.stack_lost:
            one.stack = None
            if own:
                own.stacked = False
        for name, value in self.stats.items():
            setattr(one, name, value)
        if self.flips and own and not one.clone_of:
            own.side = "few"
        if self.pooled and own:
            own.paid = owned({good: own.paid.get(good, 0) - own.reinforced.get(good, 0) for good in GOODS})
            own.reinforced = {}
        if self.falls:
            fall(table, self.target)

    def plan(self, table: Heroes3) -> tuple[str, Price]:
        """The player of the unit, and what comes back to their gold pool."""
        one = fighter(table, self.target) or Fighter()
        owner = table.seats.get(one.side)
        own = owner.units.get(one.unit) if owner and not one.clone_of else None
        if own is None or not table.plays("gold-pool"):
            return one.side, {}
        return one.side, owned(own.paid if self.falls else own.reinforced if self.flips else {})

    def follow_plan(self, table: Heroes3, plan: tuple[str, Price]) -> Iterator[Event[Heroes3]]:
        seat, back = plan
        yield from (
            GoodsGained(seat=seat, good=good, amount=amount, source="gold pool") for good, amount in back.items()
        )


def fall(table: Heroes3, id_: str) -> None:
    """Remove a unit from the combat and from its deck; neutral cards go to their discard pile. For `apply`."""
    combat = table.combat
    one = combat.fighters.pop(id_, None) if combat else None
    if combat is None or one is None:
        return
    for other in [other for other, it in combat.fighters.items() if it.clone_of == id_]:
        combat.fighters.pop(other)
    combat.tower = combat.tower and one.unit != TOWER
    if combat.strike and id_ in (combat.strike.attacker, combat.strike.target):
        combat.strike = None
    if one.clone_of or one.unit == TOWER or (one.summoned and not one.stays):
        return
    combat.lost.append(one.unit)
    if owner := table.seats.get(one.side):
        unit = owner.units.pop(one.unit, None)
        owner.deeds.units_lost += 1
        if unit is None or unit.side != "single":
            return
    if owner or is_discarded(combat, one):
        table.gone.append(one.unit)


def is_discarded(combat: Combat, one: Fighter) -> bool:
    """Whether a unit that leaves a combat goes to the discard pile of the neutral units (3.15)."""
    return one.side == NEUTRAL and one.face == "single" and combat.kind in ("neutral", "ai hero")


class DamageHealed(NumbersMoved[Heroes3], CombatEvent):
    title = "Heal a unit"
    help_text = "Damage is taken off a unit."
    sentence = "{target} was healed by {amount}"
    target: Annotated[str, Choice("fighters")]
    amount: Annotated[int, Field(ge=1, le=99), Lowers("combat.fighters.{target}.damage")]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if (one := fighter(table, self.target)) and not one.damage:
            yield NOT_HURT(unit=table.called("fighters", self.target))
