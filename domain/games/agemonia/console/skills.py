"""Class skills: their modifiers of rolls, their effects, and their reminders (职业技能).

The content of a skill gives its moment (`at`), the attacks, actions, abilities and items that it applies to, and its
numbers. No code knows a skill by its name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.framework.refusal import Refused, never
from domain.games.agemonia import sections
from domain.games.agemonia.base import hero_of
from domain.games.agemonia.figures import id_of
from domain.games.agemonia.state.kinds import FollowerCard, ItemCard, Skill
from domain.games.agemonia.state.scenario import HeroTurn, Modifier
from domain.games.agemonia.state.table import Agemonia

WORN = ("armor", "helmet")


@dataclass(frozen=True, slots=True)
class Act:
    """An act that skills may apply to: its moment, its actor, its kind, its targets and its weapons."""

    at: str
    hero: str
    attack: str = ""
    ability: str = ""
    mode: str = ""
    targets: Sequence[str] = ()
    weapons: Sequence[str] = ()


def turn_of(table: Agemonia, hero: str) -> HeroTurn:
    """A hero's turn in this round; a blank one that is not stored if there is none."""
    return table.scene.heroes.get(hero) or HeroTurn()


def shown_action(table: Agemonia, hero: str) -> str:
    """The action that a hero selected, once it is revealed; "" before."""
    return "" if table.scene.phase == "select" else turn_of(table, hero).action


def action_of(table: Agemonia, hero: str) -> str:
    """The id of the revealed action of a hero; "" if there is none."""
    action = shown_action(table, hero)
    return id_of(table, "actions", action) if action else ""


def skills_in(table: Agemonia, act: Act) -> Iterator[tuple[str, Skill]]:
    """The hero's own skills that apply to an act, each with its content."""
    for skill in hero_of(table, act.hero).skills:
        known = Skill.of(table, skill)
        if known.at == act.at and not known.others and skill_applies(table, act, skill, known):
            yield skill, known


def skill_applies(table: Agemonia, act: Act, skill: str, known: Skill) -> bool:
    """Whether all requirements of a skill are met."""
    turn = turn_of(table, act.hero)
    return (
        (known.attacks is None or act.attack in known.attacks)
        and (known.abilities is None or act.ability in known.abilities)
        and (known.actions is None or action_of(table, act.hero) in known.actions)
        and known.mode in (None, act.mode)
        and (not known.maneuver or skill in turn.boosts)
        and (not known.first or not turn.attacks)
        and (not known.waiting or _all_waiting(table, act.targets))
        and (known.after is None or any(kind in turn.attacks for kind in known.after))
        and (known.items is None or any(item in known.items for item in act.weapons))
        and hero_of(table, act.hero).wounds >= known.wounds
        and not (known.unarmored and _wears_armor(table, act.hero))
    )


def _all_waiting(table: Agemonia, targets: Sequence[str]) -> bool:
    """Whether all targets have yet to take their turn this round; False without targets."""
    return bool(targets) and not any(target in table.scene.done for target in targets)


def _wears_armor(table: Agemonia, hero: str) -> bool:
    return any(ItemCard.of(table, item).kind in WORN for item in hero_of(table, hero).items)


def dice_from(table: Agemonia, act: Act) -> int:
    """The number of dice that skills add to an act."""
    return sum(known.dice for _, known in skills_in(table, act))


def successes_from(table: Agemonia, act: Act) -> list[Modifier]:
    """The successes that skills add to an act, each with the name of the skill."""
    return [
        Modifier(source=skill, successes=known.successes) for skill, known in skills_in(table, act) if known.successes
    ]


def ignores_blocked_aim(table: Agemonia, act: Act) -> bool:
    """Whether a skill lets an attack ignore a blocked aim."""
    return any(known.aims for _, known in skills_in(table, act))


def most_weapons(table: Agemonia, act: Act) -> int:
    """The number of weapons that an attack may use."""
    return max((known.weapons for _, known in skills_in(table, act)), default=1) or 1


def skills_to_remind(table: Agemonia, act: Act) -> list[str]:
    """The skills to remind players of: those without a number, those about range, those of other heroes."""
    own = [skill for skill, known in skills_in(table, act) if known.reminds or known.range]
    others = [
        skill
        for id_, hero in table.heroes.items()
        if id_ != act.hero and not hero.exhausted
        for skill in hero.skills
        if (known := Skill.of(table, skill)).others
        and known.at == act.at
        and known.mode in (None, act.mode)
        and (known.attacks is None or act.attack in known.attacks)
    ]
    return list(dict.fromkeys((*own, *others)))


def ability_rank(table: Agemonia, figure: str, ability: str) -> int | None:
    """The rank of an ability with the modifiers of skills; None if unknown (能力)."""
    if not ability:
        return None
    if figure not in table.heroes:
        rank_: int | None = getattr(FollowerCard.of(table, figure), ability)
        return rank_
    hero = table.heroes[figure]
    printed: int | None = getattr(hero, ability)
    always = (Skill.of(table, skill) for skill in hero.skills)
    more = sum(getattr(known, ability) for known in always if known.at == "always")
    return None if printed is None else printed + more


FOCUS_NOT_CHOSEN = never("focus-not-chosen", "Focus was not selected this round.", rule=sections.FOCUS)


def no_focus(table: Agemonia, hero: str) -> Iterator[Refused]:
    """The refusal of the focus die: only heroes who selected its action, and kept it, have one."""
    if not focus_dice(table, hero):
        yield FOCUS_NOT_CHOSEN()


def focus_dice(table: Agemonia, hero: str) -> int:
    """The extra dice of the focus action: 1 in any check of the round, unless the hero rethought (专注行动)."""
    return 1 if action_of(table, hero) == "focus" and turn_of(table, hero).did != "rethink" else 0
