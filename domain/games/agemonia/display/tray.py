"""Dice on the board of a scenario: a roll that is being made, an attack that waits for its target's shields."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.games.agemonia.console.checks.checks import CheckResolved
from domain.games.agemonia.console.checks.dice import ACTION_DIE, REACTION_DIE, sides
from domain.games.agemonia.console.checks.rolls import DiceRolled, is_known, most_stamina
from domain.games.agemonia.console.fight.attacks import AttackResolved
from domain.games.agemonia.console.fight.reactions import ReactionEnded, ReactiveCheckRolled
from domain.games.agemonia.console.turns.skills import Act, focus_dice, reminders
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Roll
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Event
from domain.language.shown.board import Pad
from domain.language.shown.sheet import Said
from domain.language.text import Term, spoken, text

OWN_WORDS = {
    "besides": text("besides"),
    "hindered": text("hindered"),
    "blocked aim": text("blocked aim"),
    "printed damage": text("printed damage"),
}
"""What else adds to a roll, in our words."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Dice on the table: whose, for what, what they show, what is added, and what may be paid."""

    roll: Roll
    who: Said
    targets: Sequence[Said]
    faces: Sequence[tuple[str, Said]]
    plus: Sequence[tuple[Said, int]]
    shown: int
    here: Event[Any] | None
    counted: Pad | None
    paid: Pad | None
    reminders: Sequence[tuple[Said, Said]]


@dataclass(frozen=True, slots=True)
class Reaction:
    """An attack that waits for its target's shields."""

    who: Said
    target: Said
    value: int
    effect: str
    abilities: Sequence[str]
    here: Event[Any] | None
    focused: Event[Any] | None
    pad: Pad | None
    shown: int | None
    ends: Sequence[Event[Any]]
    reminders: Sequence[tuple[Said, Said]]


def named_reminders(table: Agemonia, skills: Sequence[str]) -> Sequence[tuple[Said, Said]]:
    """Skills by name, each with what it does in few words of the content's own."""
    known = ((skill, Skill.of(table, skill)) for skill in skills)
    return [(table.called("skills", skill), Term(card.does, card.does_zh)) for skill, card in known]


def tray_of(table: Agemonia, roll: Roll) -> Tray:
    event, known = resolver(roll)(), is_known(roll)
    return Tray(
        roll=roll,
        who=table.called("figures", roll.figure),
        targets=[table.called("figures", target) for target in roll.targets],
        faces=[(face, spoken(face)) for face in roll.faces],
        plus=[(_source(table, modifier.source), modifier.successes) for modifier in roll.plus],
        shown=event.comes_to(table, roll),
        here=None if known or not sides(table, ACTION_DIE) else DiceRolled(),
        counted=None if known else Pad(event, "rolled", numbers(range(9))),
        paid=Pad(event, "stamina", numbers(range(most_stamina(table, roll) + 1))) if known else None,
        reminders=named_reminders(table, reminders(table, _act_of(roll))),
    )


def resolver(roll: Roll) -> type[CheckResolved | AttackResolved]:
    """The event that ends a roll."""
    return CheckResolved if roll.kind == "check" else AttackResolved


def _act_of(roll: Roll) -> Act:
    """What a roll is, as far as skills ask."""
    if roll.kind == "check":
        return Act("check", roll.figure, ability=roll.ability)
    return Act("attack", roll.figure, attack=roll.attack, targets=roll.targets)


def numbers(values: Sequence[int]) -> Sequence[tuple[str, Said]]:
    return [(str(n), str(n)) for n in values]


def _source(table: Agemonia, source: str) -> Said:
    """What adds to a roll: a skill, an item, or words of ours."""
    if source in OWN_WORDS:
        return OWN_WORDS[source]
    return table.called("items" if source in table.ids("items") else "causes", source)


def reaction_of(table: Agemonia) -> Reaction | None:
    strike = table.scene.strike
    if strike is None:
        return None
    event, rolled = ReactiveCheckRolled(), strike.successes
    here = bool(sides(table, REACTION_DIE)) and rolled is None
    focus = here and focus_dice(table, strike.target) > 0
    return Reaction(
        who=table.called("figures", strike.figure) if strike.figure else strike.source,
        target=table.called("figures", strike.target),
        value=strike.value,
        effect=strike.effect,
        abilities=[ability for ability in (strike.ability, strike.ability_or) if ability],
        here=event if here else None,
        focused=ReactiveCheckRolled(focus=True) if focus else None,
        pad=Pad(event, "shields", numbers(range(min(9, strike.value) + 1))) if rolled is None else None,
        shown=rolled,
        ends=[] if rolled is None else [ReactionEnded(), ReactionEnded(gem=True)],
        reminders=named_reminders(
            table, reminders(table, Act("reaction", strike.target, strike.attack, strike.ability))
        ),
    )
