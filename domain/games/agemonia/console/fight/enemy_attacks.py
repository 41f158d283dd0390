"""Attacks of enemies and the reactive checks against them (敌人攻击, 被动能力检定)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Event, Searched, Settled
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, HeroId
from domain.games.agemonia.campaign.gems import InspirationGemSpent, no_inspiration
from domain.games.agemonia.console.checks.dice import (
    INSPIRATION_DICE,
    REACTION_DIE,
    SPECIAL,
    ReactionFaces,
    not_rolled,
    roll,
    worth,
)
from domain.games.agemonia.console.fight.enemies import StruckBack
from domain.games.agemonia.console.fight.enemy_turns import afflicted, suffered, untouchable
from domain.games.agemonia.console.map.terrain import FAR, adjacent, distance, has_room, in_the_way, lines_from
from domain.games.agemonia.console.turns.skills import Act, dice_from, focus_dice, rank, successes_from, working
from domain.games.agemonia.figures import (
    Damage,
    EnemyFigure,
    FriendId,
    Small,
    allies_up,
    enemy_of,
    heroes_up,
    number_in,
)
from domain.games.agemonia.state.scenario import Ability, AttackKind, Enemy, Strike
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never, refusal

NO_ATTACK = never("no-attack", "No enemy attacks now.", rule=sections.ENEMY_ATTACKS)
OTHER_TARGET = refusal("other-target", "It must attack {figures}.", rule=sections.ENEMY_ATTACKS)
OTHER_AREA = never("other-area", "The new target must be a hero in the same area.", rule=sections.ENEMY_ATTACKS)

MOST_REROLLS = 30
Effect = Literal["damage", "stamina loss", "condition"]


def rightful(table: Agemonia, figure: str, attack: str) -> list[str]:
    """Whom an enemy must attack where places are known: in melee the highest taunt, else the nearest, then taunt."""
    places = table.scene.places
    here = places.get(figure)
    placed = [friend for friend in (*heroes_up(table), *allies_up(table)) if friend in places]
    if here is None or not placed:
        return []
    if attack == "melee":
        full = {
            area
            for area in adjacent(table, here)
            if not has_room(table, area, figure) and not lines_from(table, here)[area].higher
        }
        near = [friend for friend in placed if places[friend] in {here, *full}]
    else:
        far = {friend: distance(table, here, places[friend]) for friend in placed}
        nearest = min((FAR if steps is None else steps) for steps in far.values())
        near = [friend for friend, steps in far.items() if steps == nearest]
    taunts = {friend: _taunt(table, friend) for friend in near}
    return [friend for friend, taunt in taunts.items() if taunt == max(taunts.values())]


def _taunt(table: Agemonia, friend: str) -> int:
    state = table.heroes.get(friend) or table.scene.allies.get(friend)
    return (state.taunt if state else 0) or 0


def _printed_effect(card: Enemy, value: int | None) -> Effect:
    """What an enemy's attack does, as its card says: a card with nothing but a condition gives that."""
    if card.damage or value is not None:
        return "damage"
    if card.stamina:
        return "stamina loss"
    return "condition" if card.condition else "damage"


class EnemyAttackEvent(AgemoniaEvent):
    area_of_play = "Enemy attacks"


class EnemyAttackDeclared(EnemyAttackEvent):
    help_text = "An enemy attacks: what its card says, unless something else is typed; the target reacts (敌人攻击)."
    says = "{figure} attacks {target}[: {strength}]"
    figure: EnemyFigure
    target: FriendId
    attack: AttackKind | None = None
    effect: Annotated[Effect | None, Searched()] = None
    value: Damage | None = None
    ability: Ability | None = Field(default=None, title="reactive check")
    blocked: bool | None = Field(default=None, title="aim blocked")
    condition: ConditionId | None = None
    strength: Annotated[Damage | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from untouchable(table, self.target)
        settled = self.settled(table)
        due = rightful(table, self.figure, settled.attack or "melee")
        if due and self.target not in due:
            names = tuple(table.called("figures", friend) for friend in due)
            yield OTHER_TARGET(figures=names)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.settled(table)

    def settled(self, table: Agemonia) -> Self:
        card = enemy_of(table, self.figure)
        attack = self.attack or card.attack or None
        effect = self.effect or _printed_effect(card, self.value)
        printed = {"damage": card.damage, "stamina loss": card.stamina}.get(effect, 0)
        value = printed if self.value is None else self.value
        blocked = in_the_way(table, self.figure, (self.target,)) if self.blocked is None else self.blocked
        less = blocked and attack in ("ranged", "magic")
        return self.model_validate(
            {
                **dict(self),
                "attack": attack,
                "effect": effect,
                "value": value,
                "strength": max(0, value - less),
                "ability": self.ability or card.ability or None,
                "condition": self.condition or card.condition or None,
            }
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.strike = Strike(
            figure=self.figure,
            target=self.target,
            attack=self.attack or "",
            value=self.strength or 0,
            effect=self.effect or "damage",
            ability=self.ability or "",
            condition=self.condition or "",
        )

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if not self.ability and table.scene.strike:
            yield EnemyAttackResolved.of(table.scene.strike, self.strength or 0)


def no_strike(table: Agemonia) -> Iterator[Refused]:
    if table.scene.strike is None:
        yield NO_ATTACK()


class EnemyAttackRedirected(EnemyAttackEvent):
    help_text = "Another hero in the same area steps in, if both players agree."
    says = "{hero} steps in"
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_strike(table)
        yield from untouchable(table, self.hero)
        places, strike = table.scene.places, table.scene.strike
        if strike and strike.target in places and places.get(self.hero) != places[strike.target]:
            yield OTHER_AREA()

    def apply(self, table: Agemonia) -> None:
        if table.scene.strike:
            table.scene.strike.target = self.hero


class ReactiveCheckRolled(EnemyAttackEvent):
    """The faces are those of the table, or rolled here; a table that only counts says how many shields it rolled."""

    help_text = "The target of an enemy's attack reacts: each shield takes 1 off (被动能力检定以减少伤害)."
    says = "Reaction[: {faces}][: {successes|shield|shields}]"
    faces: ReactionFaces = ()
    shields: Small | None = Field(default=None, title="shields rolled")
    inspired: bool = Field(default=False, title="an inspiration gem")
    rerolled: Annotated[Small, Settled()] = 0
    successes: Annotated[Damage | None, Settled()] = None
    back: Annotated[Small, Settled()] = Field(default=0, title="retaliation")
    focused: Annotated[bool, Settled()] = Field(default=False, title="focus die used")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_strike(table)
        if table.scene.strike and self.shields is None:
            yield from not_rolled(table, REACTION_DIE, self.dice(table), self.faces, sections.REACTIVE_CHECKS)
        if table.scene.strike and self.inspired:
            yield from no_inspiration(table, table.scene.strike.target)

    def _act(self, table: Agemonia) -> Act:
        strike = table.scene.strike or Strike(figure="", target="")
        return Act("reaction", strike.target, attack=strike.attack, ability=strike.ability)

    def dice(self, table: Agemonia) -> int | None:
        """How many dice: the rank of the ability, and what gems and skills add."""
        act = self._act(table)
        known = rank(table, act.hero, act.ability)
        if known is None:
            return None
        own = dice_from(table, act) + focus_dice(table, act.hero) if act.hero in table.heroes else 0
        return known + own + INSPIRATION_DICE * self.inspired

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        act = self._act(table)
        skills = list(working(table, act)) if act.hero in table.heroes else []
        faces: Sequence[str] = self.faces
        rerolled = 0
        if self.shields is None and not faces:
            faces = roll(table, REACTION_DIE, self.dice(table) or 0, chance)
            if any(known.get("face_rerolls") for _, known in skills):
                faces, rerolled = _without_specials(table, faces, chance)
        specials = sum(face == SPECIAL for face in faces)
        shields = worth(faces) if self.shields is None else self.shields
        plus = sum(modifier.successes for modifier in successes_from(table, act)) if skills else 0
        more = specials * sum(number_in(known, "face_successes") for _, known in skills)
        back = specials * sum(number_in(known, "face_retaliate") for _, known in skills)
        return self.but(
            faces=tuple(faces),
            rerolled=rerolled,
            successes=min(99, shields + plus + more),
            focused=act.hero in table.heroes and focus_dice(table, act.hero) > 0,
            back=min(30, back),
        )

    def apply(self, table: Agemonia) -> None:
        if (strike := table.scene.strike) and strike.target in table.scene.heroes:
            turn = table.scene.heroes[strike.target]
            turn.focused = turn.focused or self.focused

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        strike = table.scene.strike
        if strike is None:
            return
        if self.inspired:
            yield InspirationGemSpent(hero=strike.target, use="reaction")
        yield EnemyAttackResolved.of(strike, max(0, strike.value - (self.successes or 0)))
        if self.back and strike.target in table.heroes:
            yield StruckBack(figure=strike.target, to=strike.figure, kind="retaliate", amount=self.back)


def _without_specials(table: Agemonia, faces: Sequence[str], chance: Chance) -> tuple[Sequence[str], int]:
    """Special faces rolled again until they show something else, and how often; never without an end."""
    shown, count = list(faces), 0
    while SPECIAL in shown and count < MOST_REROLLS:
        shown[shown.index(SPECIAL)] = roll(table, REACTION_DIE, 1, chance)[0]
        count += 1
    return shown, count


class EnemyAttackResolved(EnemyAttackEvent):
    help_text = "What is left of an enemy's attack after the reaction; its condition comes with at least 1 of it."
    says = "{figure} against {target}: {value} {effect}"
    automatic = True
    figure: EnemyFigure
    target: FriendId
    value: Damage
    effect: Annotated[Effect, Searched()]
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
        table.scene.strike = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        damage = self.value if self.effect == "damage" else 0
        stamina = self.value if self.effect == "stamina loss" else 0
        yield from suffered(table, self.target, self.figure, self.attack or "", damage, stamina)
        if self.value or self.effect == "condition":
            yield from afflicted(table, self.target, self.condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    EnemyAttackDeclared,
    EnemyAttackRedirected,
    ReactiveCheckRolled,
    EnemyAttackResolved,
)
