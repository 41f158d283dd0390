"""Turns of enemies: targets, attacks, other actions, and provoking."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Merged, Remark, SearchText, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, HeroId
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, StaminaLost
from domain.games.agemonia.console.attacks import ALWAYS_CLEAR, NO_SIGHT
from domain.games.agemonia.console.enemies import AllyDamaged, events_of_harm, skill_effects_of_hit
from domain.games.agemonia.console.initiative import out_of_turn
from domain.games.agemonia.console.skills import turn_of
from domain.games.agemonia.console.terrain import (
    distance_between,
    in_plain_sight,
    in_the_way,
    lines_from,
    sees_along,
    strikes_into,
)
from domain.games.agemonia.console.turns import cannot_act, end_turn, too_full
from domain.games.agemonia.figures import (
    AreaHere,
    Damage,
    EnemyFigure,
    FriendId,
    FriendIds,
    Small,
    allies_up,
    at_turn,
    clamped_to,
    conditions_of,
    enemy_of,
    foremost_by_taunt,
    heroes_up,
    is_enemy,
    is_out,
    known_taunt,
    taunt_of,
)
from domain.games.agemonia.state.kinds import EnemyCard
from domain.games.agemonia.state.scenario import Ability, AttackKind, Enemy, InitiativeCard, Shape, Strike
from domain.games.agemonia.state.table import Agemonia

# === The targets of enemies, and the effects of their attacks, as on their cards (敌人攻击) ======

OTHER_TARGET = refusal("other-target", "This enemy has to attack {figures}.", rule=sections.ENEMY_ATTACKS)
NOT_FROM_HERE = refusal("not-from-here", "{figure} cannot be attacked from here.", rule=sections.ENEMY_ATTACKS)

Effect = Literal["damage", "stamina loss", "condition"]


def rightful_targets(table: Agemonia, figure: str, attack: str | None = None) -> list[str]:
    """The figures that an enemy attacks first: in melee the highest taunt, otherwise the nearest, then by taunt.

    The attack is that of its card, unless another is named. If no figure is certainly in reach, those that may be in
    reach count. Empty if the enemy's area is unknown.
    """
    kind = _kind_of_attack(table, figure, attack)
    reached = {friend: can_attack(table, figure, friend, kind) for friend in _friends_to_attack(table)}
    sure = [friend for friend, known in reached.items() if known]
    maybe = [friend for friend, known in reached.items() if known is None and friend in table.scene.places]
    # Unknown positions count only if no figure is known to be in reach.
    return _first_targets(table, figure, kind, sure or maybe)


def wrong_target(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """The refusal of a target while another in reach takes precedence; unknown positions refuse nothing.

    An enemy that reaches any figure from its area does not move.
    """
    kind = _kind_of_attack(table, figure, attack)
    sure = [friend for friend in _friends_to_attack(table) if can_attack(table, figure, friend, kind)]
    known = can_attack(table, figure, target, kind)
    # Any figure in reach comes before a target that is known to be out of reach, but not before one of unknown
    # position.
    before = [friend for friend in sure if known is False or _comes_before(table, figure, friend, target, kind)]
    if before:
        due = _first_targets(table, figure, kind, sure)
        yield OTHER_TARGET(figures=tuple(table.called("figures", friend) for friend in due))


def out_of_its_reach(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """The refusal of a target out of an enemy's reach."""
    if can_attack(table, figure, target, _kind_of_attack(table, figure, attack)) is False:
        yield NOT_FROM_HERE(figure=table.called("figures", target))


def not_a_target(table: Agemonia, figure: str, target: str, attack: str | None) -> Iterator[Refused]:
    """The refusal of a target: another takes precedence, or it is out of reach."""
    wrong = list(wrong_target(table, figure, target, attack))
    yield from wrong or out_of_its_reach(table, figure, target, attack)


def _friends_to_attack(table: Agemonia) -> list[str]:
    return [*heroes_up(table), *allies_up(table)]


def _kind_of_attack(table: Agemonia, figure: str, attack: str | None) -> str:
    return attack or enemy_of(table, figure).attack or "melee"


def can_attack(table: Agemonia, figure: str, friend: str, attack: str) -> bool | None:
    """Whether an enemy can attack a figure from its area; None if the map does not say."""
    here, there = table.scene.places.get(figure), table.scene.places.get(friend)
    if here is None or there is None:
        return None
    if attack == "melee":
        return strikes_into(table, figure, there)
    steps, reach = distance_between(table, here, there), enemy_of(table, figure).attack_range
    if steps is None:
        # With borders drawn at both ends, no way means no line; without them, the map is just unfinished.
        return False if lines_from(table, here) and lines_from(table, there) else None
    if reach and steps > reach:
        return False
    return True if in_plain_sight(table, here, there) else None


def _comes_before(table: Agemonia, figure: str, rival: str, target: str, attack: str) -> bool:
    """Whether an enemy must attack `rival` rather than `target`, as far as positions and taunts are known."""
    places = table.scene.places
    if attack != "melee" and target in places:
        near, far = (distance_between(table, places[figure], places[one]) for one in (rival, target))
        # Ranged and magic attacks go for the nearest; taunt decides only among equally near ones.
        if near is None or far is None or far < near:
            return False
        if near < far:
            return True
    return target in places and _taunts_more(table, rival, target)


def _taunts_more(table: Agemonia, rival: str, target: str) -> bool:
    own = known_taunt(table, target)
    # An unknown taunt may be the higher one, so it refuses nothing.
    return own is not None and taunt_of(table, rival) > own


def _first_targets(table: Agemonia, figure: str, attack: str, among: Sequence[str]) -> list[str]:
    """The figures of `among` that an enemy attacks first; several if the players decide."""
    places, near = table.scene.places, list(among)
    here = places.get(figure)
    if here is None:
        return []
    if attack != "melee":
        steps = {friend: distance_between(table, here, places[friend]) for friend in near}
        least = min((n for n in steps.values() if n is not None), default=None)
        near = [friend for friend in near if steps[friend] == least]
    return foremost_by_taunt(table, near)


def printed_effect(card: Enemy, value: int | None = None) -> Effect:
    """The effect of an enemy's attack, as on its card; one with only a condition gives it to the target."""
    if card.damage or value is not None:
        return "damage"
    if card.stamina:
        return "stamina loss"
    return "condition" if card.condition else "damage"


# === Turns of enemies, and provoking (敌人回合, 挑衅) ============================================

HERO_EXHAUSTED = never("hero-exhausted", "Enemies ignore exhausted heroes.", rule=sections.EXHAUSTED)
AGAINST_WHOM = never("against-whom", "Say who is attacked.", rule=sections.ENEMY_TURNS, asks=True)
NO_SPECIAL_ABILITY = refusal(
    "no-special-ability", "The initiative card shows no special ability for this enemy.", rule=sections.SNAKE_AND_HORN
)
ABILITY_USED = refusal(
    "ability-used", "{figure} has already used that ability this round.", rule=sections.SNAKE_AND_HORN
)
HAS_STRUCK = refusal("has-struck", "{figure} has already attacked this round.", rule=sections.ENEMY_TURNS)
ONE_STRIKE: Limit[Agemonia] = Limit(
    lambda table, figure: int(model.struck) if (model := table.scene.figure(figure)) else 0, HAS_STRUCK
)
"""An enemy performs the one action of the initiative card in its turn (敌人回合)."""
NO_DODGE = refusal("no-dodge", "{figure} has no dodge point.", rule=sections.DODGE)
PROVOKED_ALREADY = never(
    "provoked-already", "This enemy has already provoked that figure this turn.", rule=sections.PROVOKING
)


HOW_MUCH = never("how-much", "Say how much: the number on the enemy's card is unknown.", asks=True)


def target_is_out(table: Agemonia, target: str) -> Iterator[Refused]:
    """The refusal of a target that is out: enemies ignore exhausted figures (筋疲力尽)."""
    if is_out(table, target):
        yield HERO_EXHAUSTED()


def events_of_damage(
    table: Agemonia, target: str, figure: str, attack: str, damage: int, stamina: int
) -> Iterator[Event[Agemonia]]:
    """The events of an enemy's attack: damage, stamina loss (damage for non-heroes), and skills that react."""
    if target in table.heroes:
        if damage:
            yield DamageSuffered(hero=target, amount=clamped_to(damage), source=figure)
        if stamina:
            yield StaminaLost(hero=target, amount=clamped_to(stamina), source=figure)
        if damage and not table.heroes[target].exhausted:
            yield from skill_effects_of_hit(table, target, figure, attack)
    # Allies have health and no stamina, so a loss of stamina is damage to them.
    elif target in table.scene.allies and damage + stamina:
        yield AllyDamaged(ally=target, amount=clamped_to(damage + stamina))


def events_of_condition(table: Agemonia, target: str, condition: str | None) -> Iterator[Event[Agemonia]]:
    if condition and not is_out(table, target) and condition not in conditions_of(table, target):
        yield ConditionGained(figure=target, condition=condition)


def second_strike(table: Agemonia, figure: str) -> Iterator[Refused]:
    """Why an enemy attacks no more this round, where rounds are tracked."""
    if table.scene.phase == "turns":
        yield from ONE_STRIKE.reasons(table, figure, figure=table.called("figures", figure))


def note_strike(table: Agemonia, figure: str) -> None:
    """Count the attack of an enemy in its round; for `apply`."""
    model = table.scene.figure(figure)
    if model and table.scene.phase == "turns":
        model.struck = True


class EnemyTurnEvent(AgemoniaEvent):
    heading = "Enemy turns"


def enemies_at_turn(table: Agemonia) -> list[str]:
    """The enemy at turn; none if another figure is."""
    figure = at_turn(table)
    return [figure] if is_enemy(table, figure) else []


def enemy_has_attacked(table: Agemonia, figure: str) -> bool:
    model = table.scene.figure(figure)
    return bool(model and model.attacked)


class EnemyTurnResolved(EnemyTurnEvent):
    """Record an enemy's action.

    The condition on its card comes with any damage or stamina loss, unless another is named.
    """

    help_text = "The enemy's turn is over: say how much got through the reaction."
    title = "The enemy's action"
    layout = Layout(usual=("target", "damage"))
    limits = {ONE_STRIKE: {}}
    sentence = "{figure} acted[ against {target}][: {damage} damage][, {stamina} stamina lost][. {note}]"
    figure: EnemyFigure
    target: FriendId | None = None
    damage: Damage = 0
    stamina: Damage = Field(default=0, title="stamina loss")
    condition: ConditionId | None = None
    attack: AttackKind | None = None
    note: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for figure in enemies_at_turn(table):
            attacked = enemy_has_attacked(table, figure)
            title = text("{figure}: end the turn") if attacked else text("{figure}: what it did")
            yield Offer(title, {"figure": figure}, required=True, opens_form=not attacked)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase:
            yield from cannot_act(table, self.figure)
            # Players often record an enemy's action right after ticking off its turn; the order was kept all the same.
            if self.figure not in table.scene.done:
                yield from out_of_turn(table, self.figure)
            yield from too_full(table, self.figure)
        if self.target:
            yield from second_strike(table, self.figure)
            yield from target_is_out(table, self.target)
            yield from not_a_target(table, self.figure, self.target, self.attack)
        elif self.damage or self.stamina:
            yield AGAINST_WHOM()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = enemy_of(table, self.figure)
        hit = self.target and self.damage + self.stamina
        known = card.attack if card.attack in ("melee", "ranged", "magic") else None
        return self.model_validate(
            {
                **dict(self),
                "attack": self.attack or known,
                "condition": self.condition or (card.condition or None if hit else None),
            }
        )

    def apply(self, table: Agemonia) -> None:
        if self.target:
            note_strike(table, self.figure)
        end_turn(table, self.figure)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.target:
            yield from events_of_damage(table, self.target, self.figure, self.attack or "", self.damage, self.stamina)
            yield from events_of_condition(table, self.target, self.condition)


def abilities_shown(card: InitiativeCard, enemy: Enemy) -> list[str]:
    """The special abilities that an initiative card shows for an enemy (蛇和角特殊能力)."""
    return [name for name, symbols in (("snake", card.snake), ("horn", card.horn)) if enemy.symbol in symbols]


class EnemySpecialAbilityUsed(EnemyTurnEvent):
    # In the rulebook under 蛇和角特殊能力.
    title = "Use a special ability of an enemy"
    help_text = "An enemy uses its snake or horn ability when the initiative card shows that symbol."
    sentence = "{figure} used its {ability} ability[: {note}]"
    figure: EnemyFigure
    ability: Literal["snake", "horn"]
    note: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The snake before the enemy's action and the horn after it, if the card shows them."""
        for figure in enemies_at_turn(table):
            yield from (cls._offer(figure, ability) for ability in abilities_due(table, figure))

    @classmethod
    def offers_after_turn(cls, table: Agemonia) -> Iterator[Offer]:
        """The horn ability of the enemy that acted last (蛇和角特殊能力)."""
        scene = table.scene
        last = (scene.done or [""])[-1]
        if scene.phase == "turns" and not scene.active and "horn" in abilities_due(table, last):
            yield cls._offer(last, "horn", must=True)

    @staticmethod
    def _offer(figure: str, ability: str, *, must: bool = False) -> Offer:
        title = text("{figure}: use its {ability} ability", ability=Text(ability))
        return Offer(title, {"figure": figure, "ability": ability}, required=must or ability == "snake", reminder=title)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_turn(table, self.figure)
        card = table.scene.initiative
        if card and self.ability not in abilities_shown(card, enemy_of(table, self.figure)):
            yield NO_SPECIAL_ABILITY()
        if (model := table.scene.figure(self.figure)) and card and self.ability in model.abilities:
            yield ABILITY_USED(figure=table.called("figures", self.figure))

    def apply(self, table: Agemonia) -> None:
        if model := table.scene.figure(self.figure):
            model.abilities.append(self.ability)


def abilities_due(table: Agemonia, figure: str) -> list[str]:
    """The special abilities on the initiative card that an enemy has not used this round."""
    card, model = table.scene.initiative, table.scene.figure(figure)
    shown = abilities_shown(card, enemy_of(table, figure)) if card else []
    return [ability for ability in shown if model and ability not in model.abilities]


def provoked_by(table: Agemonia, ally: str) -> list[str]:
    """The enemies that provoked an ally this turn."""
    found = table.scene.allies.get(ally)
    return found.provoked if found else turn_of(table, ally).provoked


class ProvokeDamageDealt(EnemyTurnEvent):
    # In the rulebook under 挑衅.
    title = "Deal the damage of provoking"
    help_text = "Leaving an area with an enemy that provokes costs damage, once per enemy and turn. Dodge avoids it."
    sentence = "{enemy} provoked {ally}[: {amount} damage][ (dodged: {dodged})]"
    ally: FriendId
    enemy: EnemyFigure
    amount: Annotated[Small | None, Merged()] = None
    dodged: bool | None = None
    """Whether a dodge point takes it; a remaining one does by default."""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from target_is_out(table, self.ally)
        if self.enemy in provoked_by(table, self.ally):
            yield PROVOKED_ALREADY()
        if self.dodged and not turn_of(table, self.ally).dodge:
            yield NO_DODGE(figure=table.called("figures", self.ally))
        if self.amount is None and not self._dodges(table) and not enemy_of(table, self.enemy).provoke:
            yield HOW_MUCH()

    def _dodges(self, table: Agemonia) -> bool:
        return turn_of(table, self.ally).dodge > 0 if self.dodged is None else self.dodged

    def void_reasons(self, table: Agemonia) -> Iterator[Refused]:
        yield from target_is_out(table, self.ally)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self._dodges(table):
            return self.copy_with(amount=None, dodged=True)
        amount = enemy_of(table, self.enemy).provoke if self.amount is None else self.amount
        return self.copy_with(amount=clamped_to(amount), dodged=False)

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.provoked.append(self.enemy)
        elif self.ally in table.heroes:
            turn = table.scene.turn_of(self.ally)
            turn.provoked.append(self.enemy)
            turn.dodge = max(0, turn.dodge - bool(self.dodged))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if not self.dodged:
            yield from events_of_harm(table, self.ally, self.amount or 0, self.enemy)


# === Attacks of enemies: the target, the strength, and the rest after the reaction (敌人攻击) ====

NO_ATTACK = never("no-attack", "No enemy is attacking right now.", rule=sections.ENEMY_ATTACKS)
STRIKE_OPEN = never("strike-open", "An attack is waiting: its target reacts first.", rule=sections.ENEMY_ATTACKS)
ONE_TARGET = refusal("one-target", "Only one ally, unless the attack says otherwise.", rule=sections.ENEMY_ATTACKS)
OTHER_AREA = never("other-area", "The new target must be a hero in the same area.", rule=sections.ENEMY_ATTACKS)

HIT_ALREADY = never("hit-already", "This attack already hits {figure}.", rule=sections.ENEMY_ATTACKS)


class EnemyAttackEvent(AgemoniaEvent):
    heading = "Enemy attacks"


class EnemyAttackDeclared(EnemyAttackEvent):
    # In the rulebook under 敌人攻击.
    title = "Declare an enemy attack"
    limits = {ONE_STRIKE: {}}
    help_text = "An enemy attacks as its card says, unless you type something else. The target reacts."
    sentence = "{figure} attacked {target}[: {strength}]"
    figure: EnemyFigure
    target: FriendId
    attack: AttackKind | None = None
    effect: Annotated[Effect | None, SearchText()] = None
    value: Damage | None = None
    ability: Ability | None = Field(default=None, title="which reactive check")
    ability_or: Ability | None = Field(default=None, title="or which ability")
    blocked: bool | None = Field(default=None, title="aim blocked")
    line: Annotated[tuple[AreaHere, ...], Field(max_length=12, title="line of sight")] = ()
    shape: Shape | None = None
    others: Annotated[FriendIds, Field(title="who else is hit")] = ()
    condition: ConditionId | None = None
    strength: Annotated[Damage | None, Settled()] = None
    noted: Annotated[bool, Settled()] = Field(default=False, title="reactive check noted on the card")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """An attack with the check of the enemy's card; what the card lacks is asked."""
        for figure in enemies_at_turn(table):
            if not enemy_has_attacked(table, figure):
                card = enemy_of(table, figure)
                needs = (
                    *(("value",) if is_strength_unknown(card) else ()),
                    *(() if card.ability else ("ability",)),
                )
                yield Offer(text("It attacks, with a reactive check"), {"figure": figure}, also_required=needs)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from strike_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = strike_plan(self, table)
        return self.model_validate(
            {
                **dict(self),
                "attack": plan.attack,
                "effect": plan.effect,
                "value": plan.value,
                "strength": plan.strength,
                "ability": plan.ability,
                "ability_or": plan.ability_or,
                "shape": plan.shape,
                "condition": plan.condition,
                "noted": bool(self.ability and not enemy_of(table, self.figure).ability),
            }
        )

    def apply(self, table: Agemonia) -> None:
        note_strike(table, self.figure)
        if self.noted and (enemy := table.scene.enemy_of(self.figure)):
            check = {"ability": self.ability or "", "ability_or": self.ability_or or ""}
            enemy.ability, enemy.ability_or = check["ability"], check["ability_or"]
            name = self.figure.rpartition(" ")[0]
            table.keep_typed(EnemyCard.kind_name, name, {field: said for field, said in check.items() if said})
        table.scene.strike = Strike(
            figure=self.figure,
            target=self.target,
            attack=self.attack or "",
            value=self.strength or 0,
            effect=self.effect or "damage",
            ability=self.ability or "",
            ability_or=self.ability_or or "",
            others=list(self.others),
            condition=self.condition or "",
        )

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        strike = table.scene.strike
        while strike and not self.ability:
            yield EnemyAttackResolved.of(strike, self.strength or 0)
            strike = strike.at_next()


@dataclass(frozen=True, slots=True)
class StrikePlan:
    """An enemy's attack before the reaction of its target: its effects, its strength, and its refusals.

    A blocked aim takes 1 off the value of a ranged or magic attack; the rest is its strength.
    """

    attack: str | None
    effect: Effect
    value: int
    strength: int
    ability: str | None
    ability_or: str | None
    shape: str | None
    condition: str | None
    reasons: tuple[Refused, ...]


def strike_plan(strike: EnemyAttackDeclared, table: Agemonia) -> StrikePlan:
    """The plan of an attack: from the enemy's card, unless other values are typed."""
    card = enemy_of(table, strike.figure)
    attack = strike.attack or card.attack or None
    effect = strike.effect or printed_effect(card, strike.value)
    printed = {"damage": card.damage, "stamina loss": card.stamina}.get(effect, 0)
    value = printed if strike.value is None else strike.value
    shape = strike.shape or card.shape
    in_way = bool(in_the_way(table, strike.figure, (strike.target,), strike.line))
    blocked = shape not in ALWAYS_CLEAR and (in_way if strike.blocked is None else strike.blocked)
    return StrikePlan(
        attack=attack,
        effect=effect,
        value=value,
        strength=max(0, value - (blocked and attack in ("ranged", "magic"))),
        ability=strike.ability or card.ability or None,
        ability_or=strike.ability_or or (card.ability_or if not strike.ability else "") or None,
        shape=shape or None,
        condition=strike.condition or card.condition or None,
        reasons=tuple(_not_struck(strike, table)),
    )


def is_strength_unknown(card: Enemy, effect: Effect | None = None, condition: str | None = None) -> bool:
    """Whether the strength of an enemy's attack is unknown; one that gives a condition needs no strength."""
    known = {"damage": card.damage, "stamina loss": card.stamina, "condition": 1}[effect or printed_effect(card)]
    return not (known or condition or card.condition)


def _not_struck(strike: EnemyAttackDeclared, table: Agemonia) -> Iterator[Refused]:
    if strike.value is None and is_strength_unknown(enemy_of(table, strike.figure), strike.effect, strike.condition):
        yield HOW_MUCH()
    yield from target_is_out(table, strike.target)
    yield from out_of_turn(table, strike.figure)
    if table.scene.strike:
        yield STRIKE_OPEN()
    yield from second_strike(table, strike.figure)
    if strike.others and (strike.shape or enemy_of(table, strike.figure).shape or "one") == "one":
        yield ONE_TARGET()
    for other in strike.others:
        yield from target_is_out(table, other)
    if strike.line and not sees_along(table, strike.line):
        yield NO_SIGHT()
    yield from not_a_target(table, strike.figure, strike.target, strike.attack)


def no_strike(table: Agemonia) -> Iterator[Refused]:
    if table.scene.strike is None:
        yield NO_ATTACK()


def _is_unanswered(table: Agemonia) -> bool:
    """Whether an enemy attacks, and nobody has reacted yet."""
    strike = table.scene.strike
    return bool(strike and strike.figure and strike.successes is None)


class EnemyAttackRedirected(EnemyAttackEvent):
    title = "Step in for the target"
    help_text = "Another hero in the same area takes the attack instead, if both players agree."
    sentence = "{hero} stepped in for the target"
    offer = Offer(text("Another hero steps in"), when=_is_unanswered)
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_strike(table)
        yield from target_is_out(table, self.hero)
        places, strike = table.scene.places, table.scene.strike
        if strike and strike.target in places and places.get(self.hero) != places[strike.target]:
            yield OTHER_AREA()
        if strike and self.hero in (strike.target, *strike.others):
            yield HIT_ALREADY(figure=table.called("figures", self.hero))

    def apply(self, table: Agemonia) -> None:
        if strike := table.scene.strike:
            strike.target, strike.successes = self.hero, None


class EnemyAttackResolved(EnemyAttackEvent):
    help_text = "The rest of the attack after the reaction. If at least 1 gets through, so does its condition."
    sentence = "{figure} against {target}: {value} {effect}"
    automatic = True
    figure: EnemyFigure
    target: FriendId
    value: Damage
    effect: Annotated[Effect, SearchText()]
    attack: AttackKind | None = None
    condition: ConditionId | None = None

    @classmethod
    def of(cls, strike: Strike, value: int) -> Self:
        return cls.model_validate(
            {
                "figure": strike.figure,
                "target": strike.target,
                "value": value,
                "effect": strike.effect,
                "attack": strike.attack or None,
                "condition": strike.condition or None,
            }
        )

    def apply(self, table: Agemonia) -> None:
        strike, model = table.scene.strike, table.scene.figure(self.figure)
        table.scene.strike = strike.at_next() if strike else None
        if model and at_turn(table) == self.figure:
            model.attacked = True

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        damage = self.value if self.effect == "damage" else 0
        stamina = self.value if self.effect == "stamina loss" else 0
        yield from events_of_damage(table, self.target, self.figure, self.attack or "", damage, stamina)
        if self.value or self.effect == "condition":
            yield from events_of_condition(table, self.target, self.condition)
