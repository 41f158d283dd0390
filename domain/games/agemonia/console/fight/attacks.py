"""Attacks of heroes and other allies: melee, ranged, magic, at one enemy or at several (盟友攻击)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Choice, Event, Remark, Settled
from domain.games.agemonia import sections
from domain.games.agemonia.base import ConditionId, ItemId, hero_of
from domain.games.agemonia.campaign.items import not_carried
from domain.games.agemonia.campaign.vitality import DamageSuffered
from domain.games.agemonia.console.checks.checks import Discarding
from domain.games.agemonia.console.checks.dice import INSPIRATION_DICE, MOST_STAMINA, stamina_faces
from domain.games.agemonia.console.checks.rolls import TOO_MUCH_STAMINA, Rolled, gem_spent, inspired, no_roll, summed
from domain.games.agemonia.console.fight.enemies import DrainResolved, EnemyDamaged
from domain.games.agemonia.console.map.terrain import distance, in_the_way, sees
from domain.games.agemonia.console.turns.skills import (
    Act,
    aims,
    dice_from,
    most_weapons,
    shown_action,
    successes_from,
    working,
)
from domain.games.agemonia.console.turns.turns import NO_SUCH_SKILL, action_gone, exhausted, not_at_turn
from domain.games.agemonia.figures import MOST_PRINTED, AreaHere, Damage, FigureIds, FriendId, Small, named, number_in
from domain.games.agemonia.state.scenario import AttackKind, Modifier, Roll, Shape
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never, refusal
from domain.text import Term

WRONG_ATTACK = never("wrong-attack", "The selected action shows no such attack.")
ONE_WEAPON = never("one-weapon", "Only one weapon per attack.")
WEAPON_INACTIVE = never("weapon-inactive", "This weapon is not active.")
NO_WEAPON = refusal("no-weapon", "No active weapon for such an attack.")
NO_TARGET = never("no-target", "Choose an enemy.", rule=sections.ALLY_ATTACKS)
ONE_TARGET = refusal("one-target", "Only one enemy, unless the attack says otherwise.", rule=sections.ALLY_ATTACKS)
HOW_MANY_DICE = never("how-many-dice", "Say how many dice the action shows.", rule=sections.ALLY_ATTACKS)
PRINTED_DAMAGE = never("printed-damage", "Say the damage printed on the ally's card.", rule=sections.ALLY_ATTACKS)
NO_SIGHT = refusal("no-sight", "No line of sight.", rule=sections.LINE_OF_SIGHT)
OUT_OF_RANGE = refusal("out-of-range", "{figure} is out of range.", rule=sections.RANGE)
CLEAVE_SUM = never("cleave-sum", "Allocated {x} of {total}.", rule=sections.CLEAVE)

ALWAYS_CLEAR: tuple[Shape, ...] = ("area", "line")
"""Attacks whose aim nothing blocks (区域攻击, 直线攻击)."""
REQUIRED: Mapping[str, Term] = {
    "melee": sections.MELEE_REQUIREMENTS,
    "ranged": sections.RANGED_REQUIREMENTS,
    "magic": sections.MAGIC_REQUIREMENTS,
}


class AttackDeclared(Discarding):
    """The dice are those of the action, unless others are typed. A non-hero ally deals its printed damage without dice.
    `line` names the areas that the line of sight crosses, from the attacker's to the target's.
    """

    area_of_play = "Attacks"
    help_text = "An ally attacks: whom, with what, and all options, before any die is rolled (盟友攻击)."
    says = "{figure} attacks {targets} ({attack})"
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
    line: Annotated[tuple[AreaHere, ...], Field(max_length=12, title="line of sight")] = ()
    inspired: bool = Field(default=False, title="an inspiration gem")
    thrown: Annotated[Small, Settled()] = Field(default=0, title="dice in all")
    adds: Annotated[Mapping[str, int], Choice("causes"), Settled()] = Field(default_factory=dict)

    def _act(self) -> Act:
        return Act("attack", self.figure, attack=self.attack, targets=self.targets, weapons=self.weapons)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted(table, self.figure)
        if not self.targets:
            yield NO_TARGET()
        if len(self.targets) > 1 and self.shape == "one":
            yield ONE_TARGET()
        if self.figure in table.heroes:
            yield from not_at_turn(table, self.figure)
            yield from action_gone(table, self.figure)
            yield from self._unarmed(table)
            if self.dice is None and not self._printed_dice(table):
                yield HOW_MANY_DICE()
        elif self.damage is None:
            yield PRINTED_DAMAGE()
        yield from self._out_of_reach(table)
        for item in self.discards:
            yield from not_carried(table, self.figure, item)
        yield from inspired(table, self.figure, self.inspired)

    def _unarmed(self, table: Agemonia) -> Iterator[Refused]:
        hero, shown = hero_of(table, self.figure), self._shown_attacks(table)
        if shown and self.attack not in shown:
            yield WRONG_ATTACK.under(REQUIRED[self.attack])()
        if len(self.weapons) > most_weapons(table, self._act()):
            yield ONE_WEAPON.under(REQUIRED[self.attack])()
        if any(weapon not in hero.active for weapon in self.weapons):
            yield WEAPON_INACTIVE.under(REQUIRED[self.attack])()
        armed = [weapon for weapon in self.weapons if self._serves(table, weapon)] or (
            () if self.weapons else self._weapons(table)
        )
        if self.attack != "magic" and hero.active and not armed:
            yield NO_WEAPON.under(REQUIRED[self.attack])()

    def _serves(self, table: Agemonia, weapon: str) -> bool:
        """Whether a weapon is good for such an attack, or nobody typed in for which it is."""
        known = table.thing("items", weapon)
        return self.attack in known or not any(kind in known for kind in REQUIRED)

    def _shown_attacks(self, table: Agemonia) -> Sequence[str]:
        shown = named(table, "actions", shown_action(table, self.figure) or "?").get("attacks")
        return [str(kind) for kind in shown] if isinstance(shown, list) else []

    def _weapons(self, table: Agemonia) -> tuple[str, ...]:
        """The hero's active weapons for such an attack; the first is the one it uses unless it says otherwise."""
        return tuple(item for item in hero_of(table, self.figure).active if self.attack in table.thing("items", item))

    def _printed_dice(self, table: Agemonia) -> int:
        return number_in(named(table, "actions", shown_action(table, self.figure) or "?"), "dice")

    def _out_of_reach(self, table: Agemonia) -> Iterator[Refused]:
        """Range and sight, as far as the map is written down; else the table's word is taken."""
        if self.line and not sees(table, self.line):
            yield NO_SIGHT()
        reach = self._reach(table)
        here = table.scene.places.get(self.figure)
        for target in self.targets if reach is not None and here is not None else ():
            there = table.scene.places.get(target)
            steps = distance(table, here or "", there) if there is not None else None
            if reach and steps is not None and not reach[0] <= steps <= reach[1]:
                yield OUT_OF_RANGE(figure=table.called("figures", target))

    def _reach(self, table: Agemonia) -> tuple[int, int] | None:
        """The least and the greatest range of a ranged or magic attack; None where nobody typed it in."""
        if self.attack == "magic":
            known = named(table, "actions", shown_action(table, self.figure) or "?")
        elif self.attack == "ranged":
            known = table.thing("items", (*self.weapons, *self._weapons(table), "?")[0])
        else:
            return None
        longer = sum(number_in(known, "range") for _, known in working(table, self._act()))
        return (number_in(known, "range_min"), number_in(known, "range") + longer) if "range" in known else None

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        act = self._act()
        if self.figure not in table.heroes:
            return self.but(thrown=0, adds=summed(self._modifiers(table)))
        weapons = self.weapons or self._weapons(table)[:1]
        act = Act("attack", self.figure, attack=self.attack, targets=self.targets, weapons=weapons)
        dice = self.dice or self._printed_dice(table)
        armed = self.but(weapons=weapons)
        return armed.but(
            thrown=min(30, dice + dice_from(table, act) + INSPIRATION_DICE * self.inspired),
            adds=summed(armed._modifiers(table)),
        )

    def _modifiers(self, table: Agemonia) -> Iterator[Modifier]:
        if self.figure in table.heroes:
            for weapon in self.weapons:
                if plus := max(-MOST_PRINTED, min(MOST_PRINTED, table.number("items", weapon, self.attack))):
                    yield Modifier(source=weapon, successes=plus)
            yield from successes_from(table, self._act())
        if self.plus:
            yield Modifier(source="besides", successes=self.plus)
        if self._aim_blocked(table):
            yield Modifier(source="blocked aim", successes=-1)

    def _aim_blocked(self, table: Agemonia) -> bool:
        """Once, for ranged and magic attacks at single targets, unless a skill aims better (阻挡瞄准)."""
        if self.attack == "melee" or self.shape in ALWAYS_CLEAR:
            return False
        if self.figure in table.heroes and aims(table, self._act()):
            return False
        return in_the_way(table, self.figure, self.targets, self.line) if self.blocked is None else self.blocked

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = Roll(
            kind="attack",
            figure=self.figure,
            what=self.attack,
            attack=self.attack,
            shape=self.shape,
            targets=list(self.targets),
            dice=self.thrown,
            plus=[
                *([Modifier(source="printed damage", successes=self.damage)] if self.damage is not None else []),
                *(Modifier(source=source, successes=plus) for source, plus in self.adds.items()),
            ],
            pierce=self.pierce,
            drain=self.drain,
            harmless=self.harmless,
            condition=self.condition or "",
            inspired=self.inspired,
        )
        if self.figure in table.heroes:
            turn = table.scene.turn_of(self.figure)
            turn.attacks.append(self.attack)
            turn.did = turn.did or "action"

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.discarded(table, self.figure)
        yield from gem_spent(self.figure, self.inspired)


Share = Annotated[
    Mapping[str, Annotated[int, Field(ge=0, le=99)]],
    Field(max_length=40, title="damage for each (cleave)"),
    Choice("figures", lambda table: table.scene.figures()),
]


class AttackResolved(Rolled):
    """With several targets every one of them takes all of it, stamina paid for dice included."""

    area_of_play = "Attacks"
    help_text = (
        "What an attack comes to, and what each target takes; a cleave is shared out as the table likes (伤害, 劈砍)."
    )
    says = "{figure}: {successes|success|successes} against {targets}"
    share: Share = Field(default_factory=dict)
    pact: Small = Field(default=0, title="stamina faces paid with damage")
    figure: Annotated[Remark, Choice("figures"), Settled()] = ""
    targets: Annotated[tuple[str, ...], Field(max_length=40), Choice("figures"), Settled()] = ()
    attack: Annotated[Literal["melee", "ranged", "magic"] | None, Settled()] = None
    pierce: Annotated[Small, Settled()] = 0
    drain: Annotated[Small, Settled()] = 0
    condition: Annotated[ConditionId | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_roll(table, "attack")
        yield from super().check(table)
        made = table.scene.roll
        if made is None or made.kind != "attack":
            return
        if self.pact and not self._pact(table, made):
            yield NO_SUCH_SKILL()
        if made.faces and self.pact + -(-self.stamina // MOST_STAMINA) > stamina_faces(made.faces):
            yield TOO_MUCH_STAMINA()
        if made.shape == "cleave":
            total = self._damage(table, made)
            if sum(self.share.values()) != total:
                shared = sum(self.share.values())
                yield CLEAVE_SUM(x=shared, total=total)

    def _pact(self, table: Agemonia, made: Roll) -> Mapping[str, int]:
        """What paying a stamina face with damage costs and gives, if a skill of the hero's has it."""
        if made.figure not in table.heroes:
            return {}
        for _, known in working(table, Act("faces", made.figure, attack=made.attack)):
            return {"damage": number_in(known, "damage"), "successes": number_in(known, "face_successes")}
        return {}

    def _damage(self, table: Agemonia, made: Roll) -> int:
        pact = self._pact(table, made).get("successes", 0) * self.pact if self.pact else 0
        return 0 if made.harmless else min(99, max(0, self.total(table, made) + pact))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        if made is None:
            return self
        return self.model_validate(
            {
                **dict(self),
                "successes": self._damage(table, made),
                "figure": made.figure,
                "targets": tuple(self.share) if made.shape == "cleave" else tuple(made.targets),
                "attack": made.attack or None,
                "pierce": made.pierce,
                "drain": made.drain,
                "condition": made.condition or None,
            }
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.roll = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from self.costs(self.figure)
        for _, known in working(table, Act("faces", self.figure, attack=self.attack or "")) if self.pact else ():
            yield DamageSuffered(hero=self.figure, amount=self.pact * number_in(known, "damage"))
        for target in self.targets:
            yield EnemyDamaged(
                figure=target,
                amount=self.share.get(target, self.successes or 0),
                by=self.figure,
                pierce=self.pierce,
                attack=self.attack,
                condition=self.condition,
            )
            if self.drain and table.scene.figure(target):
                yield DrainResolved(ally=self.figure, figure=target, amount=self.drain)


EVENTS: tuple[type[Event[Agemonia]], ...] = (AttackDeclared, AttackResolved)
