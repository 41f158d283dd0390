"""Attacks of heroes and other allies: melee, ranged, magic, at one enemy or at several (盟友攻击)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import ConditionId, ItemId
from domain.games.agemonia.campaign.vitality import DamageSuffered
from domain.games.agemonia.console.checks.checks import Discarding
from domain.games.agemonia.console.checks.dice import INSPIRATION_DICE, MOST_STAMINA, stamina_faces
from domain.games.agemonia.console.checks.rolls import (
    ROLL_OPEN,
    TOO_MUCH_STAMINA,
    Rolled,
    gem_spent,
    inspired,
    no_roll,
    roll_plan,
    summed,
)
from domain.games.agemonia.console.fight.aiming import (
    action_shown,
    aim_blocked,
    aims_at_each,
    attacked_already,
    out_of_reach,
    unarmed,
    weapons_for,
)
from domain.games.agemonia.console.fight.enemies import DrainResolved, EnemyDamaged
from domain.games.agemonia.console.rounds.order import out_of_turn
from domain.games.agemonia.console.turns.skills import Act, dice_from, successes_from, working
from domain.games.agemonia.console.turns.turns import NO_SUCH_SKILL, action_gone, exhausted, not_at_turn, points_lost
from domain.games.agemonia.figures import MOST_DAMAGE, AreaHere, Damage, FigureIds, FriendId, Small, capped
from domain.games.agemonia.goods import not_carried
from domain.games.agemonia.state.kinds import ItemCard, Skill
from domain.games.agemonia.state.scenario import AttackKind, Modifier, Roll, Shape
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Remark, Settled
from domain.language.refusal import Refused, never, refusal

NO_TARGET = never("no-target", "Choose an enemy.", rule=sections.ALLY_ATTACKS)
ONE_TARGET = refusal("one-target", "Only one enemy, unless the attack says otherwise.", rule=sections.ALLY_ATTACKS)
HOW_MANY_DICE = never("how-many-dice", "Say how many dice the action shows.", rule=sections.ALLY_ATTACKS)
PRINTED_DAMAGE = never("printed-damage", "Say the damage printed on the ally's card.", rule=sections.ALLY_ATTACKS)
CLEAVE_SUM = never("cleave-sum", "Allocated {x} of {total}.", rule=sections.CLEAVE)


class AttackDeclared(Discarding):
    """The dice are those of the action, unless others are typed. A non-hero ally deals its printed damage without dice.
    `line` names the areas that the line of sight crosses, from the attacker's to the target's.
    """

    area_of_play = "Attacks"
    # In the rulebook under 盟友攻击.
    help_text = "An ally attacks: whom, with what, and all options, before any die is rolled."
    says = "{figure} attacks {targets} ({attack})"
    likely = ("dice",)
    during = ("tutorial", "scenario")
    figure: FriendId
    attack: AttackKind
    targets: FigureIds
    shape: Shape = "one"
    weapons: Annotated[tuple[ItemId, ...], Field(max_length=2)] = ()
    dice: Small | None = None
    damage: Damage | None = Field(default=None, title="printed damage of an ally")
    plus: Annotated[int, Field(ge=-20, le=20, title="successes besides")] = 0
    pierce: Small = 0
    drain: Small = 0
    condition: ConditionId | None = None
    harmless: bool = Field(default=False, title="without damage")
    blocked: bool | None = Field(default=None, title="aim blocked")
    hampered: Annotated[FigureIds, Field(title="aim blocked for")] = ()
    line: Annotated[tuple[AreaHere, ...], Field(max_length=12, title="line of sight")] = ()
    inspired: bool = Field(default=False, title="an inspiration gem")
    thrown: Annotated[Small, Settled()] = Field(default=0, title="dice in all")
    adds: Annotated[Mapping[str, int], Choice("causes"), Settled()] = Field(default_factory=dict)
    lost: Annotated[Small, Settled()] = Field(default=0, title="movement points lost")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from attack_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = attack_plan(self, table)
        lost = points_lost(table, self.figure)
        return self.but(weapons=plan.weapons, hampered=plan.hampered, thrown=plan.dice, adds=plan.adds, lost=lost)

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = _declared(self)
        if self.figure in table.heroes:
            turn = table.scene.turn_of(self.figure)
            turn.attacks.append(self.attack)
            turn.did = turn.did or "action"
            turn.points, turn.lengthens = max(0, turn.points - self.lost), False

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.figure)
        yield from gem_spent(self.figure, self.inspired)


def _declared(attack: AttackDeclared) -> Roll:
    """The roll that an attack is from now on."""
    printed = [] if attack.damage is None else [Modifier(source="printed damage", successes=attack.damage)]
    return Roll(
        kind="attack",
        figure=attack.figure,
        what=attack.attack,
        attack=attack.attack,
        shape=attack.shape,
        targets=list(attack.targets),
        weapons=list(attack.weapons),
        hampered=list(attack.hampered),
        dice=attack.thrown,
        plus=printed + [Modifier(source=source, successes=plus) for source, plus in attack.adds.items()],
        pierce=attack.pierce,
        drain=attack.drain,
        harmless=attack.harmless,
        condition=attack.condition or "",
        inspired=attack.inspired,
    )


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """An attack before any die is rolled: with what, how many dice, what is added to them, and why it is not made."""

    weapons: tuple[str, ...]
    dice: int
    adds: Mapping[str, int]
    reasons: tuple[Refused, ...]
    hampered: tuple[str, ...] = ()


def attack_plan(attack: AttackDeclared, table: Agemonia) -> AttackPlan:
    """The plan of an attack, with the hero's own weapon and the dice of its action where no others are typed."""
    figure, kind, weapons = attack.figure, attack.attack, attack.weapons
    own = figure in table.heroes
    if own and not weapons:
        weapons = weapons_for(table, figure, kind)[:1]
    act = Act("attack", figure, attack=kind, targets=attack.targets, weapons=weapons)
    printed = attack.dice or action_shown(table, figure).dice
    dice = printed + dice_from(table, act) + INSPIRATION_DICE * attack.inspired
    return AttackPlan(
        weapons=weapons,
        dice=capped(dice) if own else 0,
        adds=summed(_added(attack, table, act)),
        hampered=attack.hampered or tuple(_blocked(attack, table, act) if aims_at_each(table, act) else ()),
        reasons=tuple(_not_made(attack, table, act, printed)),
    )


def _added(attack: AttackDeclared, table: Agemonia, act: Act) -> Iterator[Modifier]:
    if act.hero in table.heroes:
        for weapon in act.weapons:
            if plus := ItemCard.of(table, weapon).attacks.get(act.attack):
                yield Modifier(source=weapon, successes=plus)
        yield from successes_from(table, act)
    if attack.plus:
        yield Modifier(source="besides", successes=attack.plus)
    if not (attack.hampered or aims_at_each(table, act)) and _blocked(attack, table, act):
        yield Modifier(source="blocked aim", successes=-1)


def _blocked(attack: AttackDeclared, table: Agemonia, act: Act) -> Sequence[str]:
    return aim_blocked(table, act, attack.shape, attack.line, attack.blocked)


def _not_made(attack: AttackDeclared, table: Agemonia, act: Act, printed: int) -> Iterator[Refused]:
    yield from exhausted(table, attack.figure)
    if not attack.targets:
        yield NO_TARGET()
    if len(attack.targets) > 1 and attack.shape == "one":
        yield ONE_TARGET()
    if table.scene.roll:
        yield ROLL_OPEN()
    if attack.figure in table.heroes:
        yield from not_at_turn(table, attack.figure)
        yield from attacked_already(table, attack.figure)
        yield from action_gone(table, attack.figure)
        yield from unarmed(table, act)
        if attack.dice is None and not printed:
            yield HOW_MANY_DICE()
    else:
        yield from out_of_turn(table, attack.figure)
        if attack.damage is None:
            yield PRINTED_DAMAGE()
    yield from out_of_reach(table, act, attack.line)
    for item in attack.discards:
        yield from not_carried(table, attack.figure, item)
    yield from inspired(table, attack.figure, attack.inspired)


Share = Annotated[
    Mapping[str, Damage],
    Field(max_length=40, title="damage for each (cleave)"),
    Choice("figures", lambda table: table.scene.figures()),
]


Struck = Annotated[tuple[str, ...], Field(max_length=40), Choice("figures"), Settled()]


class AttackResolved(Rolled):
    """With several targets every one of them takes all of it, stamina paid for dice included."""

    area_of_play = "Attacks"
    # In the rulebook under 伤害, 劈砍.
    help_text = "What an attack comes to, and what each target takes; a cleave is shared out as the table likes."
    says = "{figure}: {successes|success|successes} against {targets}"
    share: Share = Field(default_factory=dict)
    pact: Small = Field(default=0, title="stamina faces paid with damage")
    figure: Annotated[Remark, Choice("figures"), Settled()] = ""
    targets: Struck = ()
    hampered: Annotated[Struck, Field(title="aim blocked for")] = ()
    attack: Annotated[Literal["melee", "ranged", "magic"] | None, Settled()] = None
    pierce: Annotated[Small, Settled()] = 0
    drain: Annotated[Small, Settled()] = 0
    condition: Annotated[ConditionId | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_roll(table, "attack")
        if made := table.scene.roll:
            yield from damage_plan(self, table, made).reasons

    def comes_to(self, table: Agemonia, made: Roll) -> int:
        return damage_plan(self, table, made).damage

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        if made is None:
            return self
        plan = damage_plan(self, table, made)
        return self.model_validate(
            {
                **dict(self),
                "successes": plan.damage,
                "figure": made.figure,
                "targets": plan.targets,
                "hampered": tuple(made.hampered),
                "attack": made.attack or None,
                "pierce": made.pierce,
                "drain": made.drain,
                "condition": made.condition or None,
            }
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = None
        if self.figure in table.heroes:
            table.scene.turn_of(self.figure).struck += 1

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.costs(self.figure)
        for _, known in working(table, Act("faces", self.figure, attack=self.attack or "")) if self.pact else ():
            yield DamageSuffered(hero=self.figure, amount=self.pact * known.damage)
        for target in self.targets:
            yield EnemyDamaged(
                figure=target,
                amount=self.share.get(target, max(0, (self.successes or 0) - (target in self.hampered))),
                by=self.figure,
                pierce=self.pierce,
                attack=self.attack,
                condition=self.condition,
            )
            if self.drain and table.scene.figure(target):
                yield DrainResolved(ally=self.figure, figure=target, amount=self.drain)


@dataclass(frozen=True, slots=True)
class DamagePlan:
    """What an attack comes to: the damage in all, who takes it, and why it cannot end so."""

    damage: int
    targets: tuple[str, ...]
    reasons: tuple[Refused, ...]


def damage_plan(attack: AttackResolved, table: Agemonia, made: Roll) -> DamagePlan:
    """The plan of a roll that is an attack: as the roll ends, with the faces that a skill pays with damage."""
    roll, pact = roll_plan(attack, table, made), _pact(table, made)
    faces_paid = attack.pact * (pact.face_successes if pact else 0)
    damage = 0 if made.harmless else capped(roll.total + faces_paid, MOST_DAMAGE)
    targets = tuple(attack.share) if made.shape == "cleave" else tuple(made.targets)
    own = tuple(_not_dealt(attack, table, made, damage, pact)) if made.kind == "attack" else ()
    return DamagePlan(damage, targets, (*roll.reasons, *own))


def _pact(table: Agemonia, made: Roll) -> Skill | None:
    """The hero's skill that pays a stamina face with damage, if it has one."""
    return next((known for _, known in working(table, Act("faces", made.figure, attack=made.attack))), None)


def _not_dealt(
    attack: AttackResolved, table: Agemonia, made: Roll, damage: int, pact: Skill | None
) -> Iterator[Refused]:
    if attack.pact and not pact:
        yield NO_SUCH_SKILL()
    if made.faces and attack.pact + -(-attack.stamina // MOST_STAMINA) > stamina_faces(made.faces):
        yield TOO_MUCH_STAMINA()
    if made.shape == "cleave":
        yield from _not_shared(attack, table, made, damage)


def _not_shared(attack: AttackResolved, table: Agemonia, made: Roll, damage: int) -> Iterator[Refused]:
    """Why a cleave is not shared out so: more or less than all of it, or to enemies that it does not reach."""
    shared = sum(attack.share.values())
    if shared != damage:
        yield CLEAVE_SUM(x=shared, total=damage)
    act = Act("attack", made.figure, attack=made.attack, targets=tuple(attack.share), weapons=tuple(made.weapons))
    yield from out_of_reach(table, act, ())


EVENTS: tuple[type[Event[Agemonia]], ...] = (AttackDeclared, AttackResolved)
