"""Attacks of heroes and other allies: weapon, range, one or several enemies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Term, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import ConditionId, ItemId, hero_of
from domain.games.agemonia.campaign.gems import ONE_GEM_AN_ATTACK
from domain.games.agemonia.campaign.vitality import DamageSuffered
from domain.games.agemonia.console.checks import Discarding
from domain.games.agemonia.console.dice import (
    INSPIRATION_DICE,
    MOST_STAMINA,
    ROLL_OPEN,
    TOO_MUCH_STAMINA,
    Rolled,
    cannot_inspire,
    gem_spent,
    no_roll,
    roll_plan,
    stamina_faces,
    sum_by_source,
)
from domain.games.agemonia.console.enemies import DrainResolved, EnemyDamaged, shields_unknown
from domain.games.agemonia.console.initiative import out_of_turn
from domain.games.agemonia.console.skills import (
    Act,
    action_of,
    dice_from,
    ignores_blocked_aim,
    most_weapons,
    shown_action,
    skills_in,
    successes_from,
    turn_of,
)
from domain.games.agemonia.console.terrain import (
    OUT_OF_RANGE,
    distance_between,
    in_the_way,
    lines_from,
    sees_along,
    strikes_into,
)
from domain.games.agemonia.console.turns import (
    ACTION_USED,
    ALLY_DID,
    MOVE,
    NO_SUCH_SKILL,
    action_gone,
    attack_open,
    not_at_turn,
    points_lost,
    too_exhausted,
)
from domain.games.agemonia.figures import (
    MOST_DAMAGE,
    AreaHere,
    Damage,
    FigureIds,
    FriendId,
    Small,
    action_called,
    clamped_to,
    friends_at_turn,
    heroes_at_turn,
)
from domain.games.agemonia.goods import not_carried
from domain.games.agemonia.state.kinds import Action, ItemCard, Skill
from domain.games.agemonia.state.scenario import ATTACKS, AttackKind, Modifier, Roll, Shape
from domain.games.agemonia.state.table import Agemonia

# === How heroes attack: the action shown, active weapons, range, sight, a blocked aim (盟友攻击)

WRONG_ATTACK = never("wrong-attack", "The selected action shows no such attack.")
NO_ATTACK_SHOWN = refusal("wrong-attack", "The selected action shows no such attack.")
ONE_WEAPON = never("one-weapon", "Only one weapon per attack.")
WEAPON_INACTIVE = never("weapon-inactive", "This weapon is not active.")
NO_WEAPON = refusal("no-weapon", "There is no active weapon for this kind of attack.", areas=("items",))
ATTACKED = refusal("attacked", "That action's attack was already made.", rule=sections.HERO_TURNS)
NO_SIGHT = refusal("no-sight", "There is no line of sight.", rule=sections.LINE_OF_SIGHT)

ALWAYS_CLEAR: tuple[Shape, ...] = ("area", "line")
"""The shapes of attacks whose aim is never blocked (区域攻击, 直线攻击)."""
REQUIRED: Mapping[str, Term] = {
    "melee": sections.MELEE_REQUIREMENTS,
    "ranged": sections.RANGED_REQUIREMENTS,
    "magic": sections.MAGIC_REQUIREMENTS,
}


def action_shown(table: Agemonia, figure: str) -> Action:
    """The known fields of the action that a hero selected."""
    return action_called(table, shown_action(table, figure) or "?")


def weapons_for(table: Agemonia, hero: str, attack: str) -> tuple[str, ...]:
    """A hero's active weapons for a kind of attack; the first one is the default."""
    active = hero_of(table, hero).active
    return tuple(item for item in active if ItemCard.of(table, item).attacks.get(attack) is not None)


def cannot_attack_so(table: Agemonia, act: Act) -> Iterator[Refused]:
    """The refusals of an attack that the selected action does not show, or that the hero's weapons do not allow."""
    rule, active, bare = REQUIRED[act.attack], hero_of(table, act.hero).active, act.attack == "magic"
    shown = action_shown(table, act.hero)
    if shown.attacks and act.attack not in shown.attacks:
        yield WRONG_ATTACK.under(rule)()
    elif shown.printed and not shown.attacks:
        yield NO_ATTACK_SHOWN.under(rule)()
    if len(act.weapons) > most_weapons(table, act):
        yield ONE_WEAPON.under(rule)()
    if any(weapon not in active for weapon in act.weapons):
        yield WEAPON_INACTIVE.under(rule)()
    armed = bare or any(_weapon_serves(table, act.attack, weapon) for weapon in act.weapons)
    if not armed and _can_be_armed(table, act.hero):
        yield NO_WEAPON.under(rule)()


def attacked_already(table: Agemonia, hero: str) -> Iterator[Refused]:
    """The refusal of another attack with the same action; none if the number of its attacks is unknown.

    A turn has one action, and an action one attack, unless its token shows more.
    """
    most = action_shown(table, hero).times
    if table.scene.phase == "turns" and most and turn_of(table, hero).struck >= most:
        yield ATTACKED()


def _kept_going(table: Agemonia, hero: str) -> Iterator[Refused]:
    """An action that is kept going is the one of its turn, unless it is known to attack as well (被动行动)."""
    kept = table.scene.phase == "turns" and turn_of(table, hero).did == "passive"
    if kept and not action_shown(table, hero).attacks:
        yield ACTION_USED()


def _ally_attacked(table: Agemonia, ally: str) -> Iterator[Refused]:
    """A non-hero ally performs one action in a turn (非英雄盟友回合)."""
    found = table.scene.allies.get(ally)
    if table.scene.phase == "turns" and found and found.attacks:
        yield ALLY_DID()


def _can_be_armed(table: Agemonia, hero: str) -> bool:
    """Whether a hero has an active item, or carries one for its hands or for an attack; else its weapon is unknown."""
    owner = hero_of(table, hero)
    cards = [ItemCard.of(table, item) for item in owner.items if item not in owner.left_behind]
    return bool(owner.active) or any(
        card.hands or any(plus is not None for plus in card.attacks.values()) for card in cards
    )


def _weapon_serves(table: Agemonia, attack: str, weapon: str) -> bool:
    """Whether a weapon suits a kind of attack, or its kinds are unknown."""
    return ItemCard.of(table, weapon).attacks.get(attack) is not None or not _is_read(table, weapon)


def _is_read(table: Agemonia, weapon: str) -> bool:
    """Whether what a weapon adds to any kind of attack is known."""
    return any(plus is not None for plus in ItemCard.of(table, weapon).attacks.values())


def out_of_reach(table: Agemonia, act: Act, line: Sequence[str]) -> Iterator[Refused]:
    """The refusals of targets out of sight or out of range, as far as the map is recorded."""
    if line and not sees_along(table, line):
        yield NO_SIGHT()
    places = table.scene.places
    for target in act.targets if act.hero in places else ():
        if target in places and _attack_reaches(table, act, places[act.hero], places[target]) is False:
            rule = REQUIRED["melee"] if act.attack == "melee" else sections.RANGE
            yield OUT_OF_RANGE.under(rule)(figure=table.called("figures", target))


def enemies_in_reach(table: Agemonia, hero: str, attacks: Iterable[AttackKind]) -> list[str]:
    """The enemies that a hero may reach with one of these attacks from its area; all if the map does not say."""
    acts = [Act("attack", hero, attack) for attack in attacks]
    return [
        enemy
        for enemy in table.scene.figures()
        if any(not any(out_of_reach(table, replace(act, targets=(enemy,)), ())) for act in acts)
    ]


def _attack_reaches(table: Agemonia, act: Act, here: str, there: str) -> bool | None:
    """Whether an attack reaches from one area into another; None if the map does not say."""
    if act.attack == "melee" and (near := strikes_into(table, act.hero, there)) is not False:
        return near
    reach, steps = _range_of_attack(table, act), distance_between(table, here, there)
    level = act.attack != "melee" or not _differs_in_height(table, here, there)
    return None if reach is None or steps is None else level and reach[0] <= steps <= reach[1]


def _differs_in_height(table: Agemonia, here: str, there: str) -> bool:
    """Whether two adjacent areas differ in height."""
    border = lines_from(table, here).get(there)
    return bool(border and border.higher)


def _range_of_attack(table: Agemonia, act: Act) -> tuple[int, int] | None:
    """The least and the greatest range of an attack; None if unknown.

    The range of a melee attack counts beyond the attacker's own area.
    """
    longer = sum(skill.range for _, skill in skills_in(table, act))
    weapon = ItemCard.of(table, (*act.weapons, "?")[0])
    if act.attack == "melee":
        return 0, (weapon.range or 0) + longer
    known: Action | ItemCard = action_shown(table, act.hero) if act.attack == "magic" else weapon
    return None if known.range is None else (known.range_min, known.range + longer)


def aim_blocked(table: Agemonia, act: Act, shape: Shape, line: Sequence[str], said: bool | None) -> Sequence[str]:
    """The targets for which the aim of a ranged or magic attack is blocked.

    That is as the players say, otherwise by the map. Some skills ignore a blocked aim (阻挡瞄准).
    """
    if act.attack == "melee" or shape in ALWAYS_CLEAR or ignores_blocked_aim(table, act):
        return ()
    return in_the_way(table, act.hero, act.targets, line) if said is None else act.targets if said else ()


def aims_at_each(table: Agemonia, act: Act) -> bool:
    """Whether a blocked aim counts only for the targets for which it is blocked (爆炸符文)."""
    return any(known.each for _, known in skills_in(table, act))


# === Attacks of heroes and other allies: melee, ranged, magic, at one or several enemies (盟友攻击)

NO_TARGET = never("no-target", "Choose an enemy.", rule=sections.ALLY_ATTACKS, asks=True)
ONE_TARGET = refusal("one-target", "Only one enemy, unless the attack says otherwise.", rule=sections.ALLY_ATTACKS)
HOW_MANY_DICE = never("how-many-dice", "Say how many dice the action shows.", rule=sections.ALLY_ATTACKS, asks=True)
PRINTED_DAMAGE = never(
    "printed-damage", "Say the damage printed on the ally's card.", rule=sections.ALLY_ATTACKS, asks=True
)
WHAT_IT_ADDS = never("what-it-adds", "Say how many successes {weapon} adds: its card is not typed in.", asks=True)
WEAPON_UNKNOWN = refusal(
    "weapon-unknown", "Say how many successes the weapon of {figure} adds: it is not recorded.", asks=True
)
CLEAVE_SUM = never("cleave-sum", "Allocated {x} of {total}.", rule=sections.CLEAVE)


def _heroes_to_attack(table: Agemonia) -> list[str]:
    """The hero at turn, if there are enemies and it can attack, or its action may show an attack."""
    heroes = heroes_at_turn(table) if table.scene.figures() else []
    return [hero for hero in heroes if attack_open(table, hero) or _may_show_attack(table, hero)]


def _attacks_of_allies(table: Agemonia) -> Iterator[Offer]:
    """The attack of the non-hero ally at turn: it deals the damage that its card prints, without dice (盟友攻击)."""
    for ally in friends_at_turn(table):
        targets = enemies_in_reach(table, ally, ATTACKS) if ally in table.scene.allies else []
        if targets and "action" not in table.scene.allies[ally].did:
            fields = {"figure": ally, **({"targets": targets} if len(targets) == 1 else {})}
            yield Offer(text("{figure} attacks"), fields, opens_form=True, also_required=("damage",))


def _may_show_attack(table: Agemonia, hero: str) -> bool:
    """Whether a hero performed an action whose token nobody typed in, without an attack so far."""
    turn, token = turn_of(table, hero), action_of(table, hero)
    return turn.did == "action" and not turn.attacks and not table.content_thing(Action.kind_name, token)


def _weapon_to_say(table: Agemonia, hero: str, attacks: Sequence[AttackKind]) -> tuple[str, ...]:
    """The field of what the weapon adds, if the hero has one that nobody wrote down (近战攻击, 远程攻击)."""
    needs_one = any(attack != "magic" for attack in attacks or ATTACKS)
    return ("weapon_plus",) if needs_one and not _can_be_armed(table, hero) else ()


def moves_to_attack(table: Agemonia) -> Iterator[Offer]:
    """The move of a hero whose action attacks, if no enemy is where it could reach it now."""
    for hero in _heroes_to_attack(table):
        kinds = action_shown(table, hero).attacks
        if kinds and not enemies_in_reach(table, hero, kinds):
            left = text("{figure} has not attacked", figure=table.called("figures", hero))
            yield replace(MOVE, fields={"hero": hero}, reminder=left)


class AttackDeclared(Discarding):
    """Declare an attack.

    The dice are those of the action, unless others are typed. A non-hero ally deals its printed damage without dice.
    `line` names the areas that the line of sight crosses, from the attacker's to the target's.
    """

    heading = "Attacks"
    # In the rulebook under 盟友攻击.
    title = "Declare an attack"
    help_text = "An ally attacks: choose the target, the weapon and all options before rolling."
    sentence = "{figure} attacked {targets} ({attack})"
    layout = Layout(usual=("dice", "damage"))
    during = ("tutorial", "scenario")
    figure: FriendId
    attack: AttackKind
    targets: FigureIds
    shape: Shape = "one"
    weapons: Annotated[tuple[ItemId, ...], Field(max_length=2)] = ()
    dice: Small | None = None
    damage: Damage | None = Field(default=None, title="printed damage of an ally")
    weapon_plus: Annotated[int | None, Field(ge=-20, le=20, title="successes that the weapon adds")] = None
    plus: Annotated[int, Field(ge=-20, le=20, title="extra successes")] = 0
    pierce: Small = 0
    drain: Small = 0
    condition: ConditionId | None = None
    harmless: bool = Field(default=False, title="without damage")
    blocked: bool | None = Field(default=None, title="aim blocked")
    hampered: Annotated[FigureIds, Field(title="for which targets is aim blocked")] = ()
    line: Annotated[tuple[AreaHere, ...], Field(max_length=12, title="line of sight")] = ()
    inspired: bool = Field(default=False, title="an inspiration gem")
    thrown: Annotated[Small, Settled()] = Field(default=0, title="dice in all")
    adds: Annotated[Mapping[str, int], Choice("causes"), Settled()] = Field(default_factory=dict)
    lost: Annotated[Small, Settled()] = Field(default=0, title="movement points lost")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """An attack with its unambiguous fields: the kind and the dice of the action, the only enemy in its reach.

        If no enemy is in reach, the move before the attack is left undone instead.
        """
        for hero in _heroes_to_attack(table):
            action = action_shown(table, hero)
            targets = enemies_in_reach(table, hero, action.attacks) if action.attacks else table.scene.figures()
            known = {"attack": action.attacks[0]} if len(action.attacks) == 1 else {}
            only = {"targets": targets} if len(targets) == 1 else {}
            dice = {"dice": action.dice} if action.dice else {}
            fields = {"figure": hero, **known, **only, **dice}
            needs = (*(() if dice else ("dice",)), *_weapon_to_say(table, hero, action.attacks))
            left = text("{figure} has not attacked") if action.attacks and targets else None
            yield Offer(text("An attack with dice"), fields, opens_form=True, also_required=needs, reminder=left)
        yield from _attacks_of_allies(table)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from attack_plan(self, table).reasons

    def warnings(self, table: Agemonia) -> Iterator[Refused]:
        """The question what an unrecorded weapon adds; no old attack is asked for it when it is derived again."""
        is_armed = self.attack == "magic" or self.figure not in table.heroes or _can_be_armed(table, self.figure)
        if self.weapon_plus is None and not (is_armed or attack_plan(self, table).weapons):
            yield WEAPON_UNKNOWN(figure=table.called("figures", self.figure))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = attack_plan(self, table)
        lost = points_lost(table, self.figure)
        return self.copy_with(weapons=plan.weapons, hampered=plan.hampered, thrown=plan.dice, adds=plan.adds, lost=lost)

    def apply(self, table: Agemonia) -> None:
        if self.weapon_plus is not None and len(self.weapons) == 1:
            table.keep_typed(ItemCard.kind_name, self.weapons[0], {self.attack: self.weapon_plus})
        table.scene.roll = _roll_of_attack(self)
        if self.figure in table.heroes:
            turn = table.scene.turn_of(self.figure)
            turn.attacks.append(self.attack)
            turn.did = turn.did or "action"
            turn.points, turn.lengthens = max(0, turn.points - self.lost), False
        elif ally := table.scene.allies.get(self.figure):
            ally.attacks += 1

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.figure)
        yield from gem_spent(self.figure, self.inspired)


def _roll_of_attack(attack: AttackDeclared) -> Roll:
    """The open roll of a declared attack."""
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
    """An attack before the roll: its weapons, dice, modifiers and refusals."""

    weapons: tuple[str, ...]
    dice: int
    adds: Mapping[str, int]
    reasons: tuple[Refused, ...]
    hampered: tuple[str, ...] = ()


def attack_plan(attack: AttackDeclared, table: Agemonia) -> AttackPlan:
    """The plan of an attack, by default with the hero's own weapon and the dice of its action."""
    figure, kind, weapons = attack.figure, attack.attack, attack.weapons
    own = figure in table.heroes
    if own and not weapons:
        weapons = weapons_for(table, figure, kind)[:1]
    act = Act("attack", figure, attack=kind, targets=attack.targets, weapons=weapons)
    printed = attack.dice or action_shown(table, figure).dice
    dice = printed + dice_from(table, act) + INSPIRATION_DICE * attack.inspired
    return AttackPlan(
        weapons=weapons,
        dice=clamped_to(dice) if own else 0,
        adds=sum_by_source(_attack_modifiers(attack, table, act)),
        hampered=attack.hampered or tuple(_who_blocks_aim(attack, table, act) if aims_at_each(table, act) else ()),
        reasons=tuple(_not_made(attack, table, act, printed)),
    )


def _attack_modifiers(attack: AttackDeclared, table: Agemonia, act: Act) -> Iterator[Modifier]:
    if act.hero in table.heroes:
        if attack.weapon_plus is not None and (attack.weapon_plus or act.weapons):
            yield Modifier(source=act.weapons[0] if act.weapons else "besides", successes=attack.weapon_plus)
        for weapon in act.weapons if attack.weapon_plus is None else ():
            if plus := ItemCard.of(table, weapon).attacks.get(act.attack):
                yield Modifier(source=weapon, successes=plus)
        yield from successes_from(table, act)
    if attack.plus:
        yield Modifier(source="besides", successes=attack.plus)
    if not (attack.hampered or aims_at_each(table, act)) and _who_blocks_aim(attack, table, act):
        yield Modifier(source="blocked aim", successes=-1)


def _who_blocks_aim(attack: AttackDeclared, table: Agemonia, act: Act) -> Sequence[str]:
    return aim_blocked(table, act, attack.shape, attack.line, attack.blocked)


def _not_made(attack: AttackDeclared, table: Agemonia, act: Act, printed: int) -> Iterator[Refused]:
    yield from too_exhausted(table, attack.figure)
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
        yield from _kept_going(table, attack.figure)
        yield from cannot_attack_so(table, act)
        if attack.dice is None and not printed:
            yield HOW_MANY_DICE()
        unread = [weapon for weapon in act.weapons if not _is_read(table, weapon)]
        if attack.weapon_plus is None and unread:
            yield WHAT_IT_ADDS(weapon=table.called("items", unread[0]))
    else:
        yield from out_of_turn(table, attack.figure)
        yield from _ally_attacked(table, attack.figure)
        if attack.damage is None:
            yield PRINTED_DAMAGE()
    yield from out_of_reach(table, act, attack.line)
    for item in attack.discards:
        yield from not_carried(table, attack.figure, item)
    yield from cannot_inspire(table, attack.figure, attack.inspired)


Share = Annotated[
    Mapping[str, Damage],
    Field(max_length=40, title="damage for each (cleave)"),
    Choice("figures", lambda table: table.scene.figures()),
]


Struck = Annotated[tuple[str, ...], Field(max_length=40), Choice("figures"), Settled()]


class AttackResolved(Rolled):
    """Resolve an attack. Each of several targets takes the full damage, including stamina paid for dice."""

    heading = "Attacks"
    roll_kind = "attack"
    # In the rulebook under 伤害, 劈砍.
    title = "Resolve the attack"
    help_text = "The result of an attack, and what each target takes. Split a cleave as you like."
    sentence = "{figure} got {successes|success|successes} against {targets}"
    limits = {ONE_GEM_AN_ATTACK: {"gem": True}}
    layout = Layout(no_choice=("share",))
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
            plan = damage_plan(self, table, made)
            yield from plan.reasons
            yield from shields_unknown(table, plan.targets if plan.damage else ())

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
        for _, known in skills_in(table, Act("faces", self.figure, attack=self.attack or "")) if self.pact else ():
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
    """The result of an attack: the damage, its targets, and the refusals in addition to those of its roll."""

    damage: int
    targets: tuple[str, ...]
    reasons: tuple[Refused, ...]


def damage_plan(attack: AttackResolved, table: Agemonia, made: Roll) -> DamagePlan:
    """The plan of a resolved attack: the result of its roll, with the stamina faces that a skill pays with damage."""
    roll, pact = roll_plan(attack, table, made), _skill_paying_damage(table, made)
    faces_paid = attack.pact * (pact.face_successes if pact else 0)
    damage = 0 if made.harmless else clamped_to(roll.total + faces_paid, MOST_DAMAGE)
    targets = tuple(attack.share) if made.shape == "cleave" else tuple(made.targets)
    own = tuple(_not_dealt(attack, table, made, damage, pact)) if made.kind == "attack" else ()
    return DamagePlan(damage, targets, own)


def _skill_paying_damage(table: Agemonia, made: Roll) -> Skill | None:
    """The hero's skill that pays stamina faces with damage; None if it has none."""
    return next((known for _, known in skills_in(table, Act("faces", made.figure, attack=made.attack))), None)


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
    """The refusals of a cleave: its shares do not add up to the damage, or an enemy is out of reach."""
    shared = sum(attack.share.values())
    if shared != damage:
        yield CLEAVE_SUM(x=shared, total=damage)
    act = Act("attack", made.figure, attack=made.attack, targets=tuple(attack.share), weapons=tuple(made.weapons))
    yield from out_of_reach(table, act, ())
