"""What comes next in a turn: what whoever is at turn may still do, then its end (英雄回合, 敌人回合)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.games.agemonia.campaign.vitality import healable, recoverable
from domain.games.agemonia.console.checks import checks
from domain.games.agemonia.console.fight import attacks, enemy_attacks, enemy_turns, movement
from domain.games.agemonia.console.fight.aiming import action_shown
from domain.games.agemonia.console.map import traps
from domain.games.agemonia.console.turns import class_skills, maneuvers, turns
from domain.games.agemonia.console.turns.skills import shown_action, turn_of
from domain.games.agemonia.console.turns.turns import action_open, attack_open
from domain.games.agemonia.figures import is_enemy
from domain.games.agemonia.state.table import Agemonia
from domain.language.game import Prompt
from domain.language.text import Text, text


def in_turn(table: Agemonia, figure: str) -> Iterator[Prompt]:
    """What a figure at turn may do, what it has yet to do before its end."""
    name = table.called("figures", figure)
    if is_enemy(table, figure):
        yield from _of_enemy(table, figure, name)
        return
    yield from _of_hero(table, figure, name) if figure in table.heroes else _of_ally(table, figure, name)
    yield Prompt(text("{figure}: end of turn", figure=name), turns.TurnEnded, True, {"figure": figure})
    yield Prompt(text("A check"), checks.ActiveCheckStarted, fields={"figure": figure})
    if figure in table.heroes and action_open(table, figure):
        yield Prompt(text("Rethink"), turns.RethinkPerformed, fields={"hero": figure})


def _of_enemy(table: Agemonia, figure: str, name: object) -> Iterator[Prompt]:
    """Its snake before its action and its horn after it, where the card shows them; then what it did."""
    fields = {"figure": figure}
    for ability in enemy_turns.abilities_due(table, figure):
        yield _prompt_ability(table, figure, ability, ability == "snake")
    yield Prompt(text("{figure}: what it did", figure=name), enemy_turns.EnemyTurnResolved, True, fields, opens=True)
    yield Prompt(text("It attacks, with a reactive check"), enemy_attacks.EnemyAttackDeclared, fields=fields)


def horn_left(table: Agemonia) -> Iterator[Prompt]:
    """The horn ability of the enemy that acted last, which comes after its action (蛇和角特殊能力)."""
    last = (table.scene.done or [""])[-1]
    if not table.scene.active and "horn" in enemy_turns.abilities_due(table, last):
        yield _prompt_ability(table, last, "horn", True)


def _prompt_ability(table: Agemonia, figure: str, ability: str, must: bool) -> Prompt:
    title = text("{figure}: its {ability} ability", figure=table.called("figures", figure), ability=Text(ability))
    fields = {"figure": figure, "ability": ability}
    return Prompt(title, enemy_turns.EnemySpecialAbilityUsed, must, fields, left=title)


def _of_ally(table: Agemonia, ally: str, name: object) -> Iterator[Prompt]:
    """One of its actions and one of its maneuvers, in any order."""
    here = table.scene.allies[ally]
    left = None if here.did else text("{figure} has done nothing", figure=name)
    for kind, title, most in (
        ("action", text("{figure}: its action", figure=name), 1),
        ("maneuver", text("{figure}: its maneuver", figure=name), here.maneuvers),
    ):
        if here.did.count(kind) < most:
            fields = {"ally": ally, "kind": kind}
            yield Prompt(title, turns.AllyActionPerformed, fields=fields, left=left if kind == "action" else None)


# --- heroes ----------------------------------------------------------------------------------


def _of_hero(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    if table.scene.figures() and attack_open(table, hero):
        shows = action_shown(table, hero).attacks
        left = text("{figure} has not attacked", figure=name) if shows else None
        yield replace(_attack(table, hero, shows), left=left)
    if action_open(table, hero):
        shown = shown_action(table, hero)
        left = text("{figure} has its action", figure=name)
        action = table.called("actions", shown) if shown else ""
        title = text("{hero}: the action[ {action}]", hero=name, action=action)
        yield Prompt(title, turns.HeroActionPerformed, fields={"hero": hero}, opens=not shown, left=left)
    yield from _dodges(table, hero, name)
    yield from _steps(table, hero, name)
    yield from _traps(table, hero)
    if maneuvers.maneuvers_left(turn_of(table, hero)):
        yield _move(hero, name)
        yield from _breath(table, hero, name)


def _attack(table: Agemonia, figure: str, shows: Sequence[str]) -> Prompt:
    """An attack, with what there is no choice in: the kind that the action shows, the only enemy on the map."""
    targets = table.scene.figures()
    known = {"attack": shows[0]} if len(shows) == 1 else {}
    only = {"targets": targets} if len(targets) == 1 else {}
    fields = {"figure": figure, **known, **only}
    return Prompt(text("An attack with dice"), attacks.AttackDeclared, fields=fields, opens=True)


def _steps(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """Movement points that are left, where the table writes down where figures stand."""
    if (points := turn_of(table, hero).points) and hero in table.scene.places:
        told = {"hero": name, "count": points}
        left = text("{hero} has {count|movement point|movement points}", **told)
        title = text("{hero}: on to the next area ({count|point|points} left)", **told)
        dodged = _blows_to_dodge(table, hero)
        yield Prompt(title, movement.FigureMoved, fields={"figure": hero, **dodged}, opens=bool(dodged), left=left)
    if turn_of(table, hero).lengthens and table.heroes[hero].achievement_gems:
        yield Prompt(
            text("{hero}: a gem to move 1 farther", hero=name), maneuvers.MoveLengthened, fields={"hero": hero}
        )


def _blows_to_dodge(table: Agemonia, hero: str) -> dict[str, object]:
    """The blows that a hero could dodge with its next step, to be chosen from: those left out are not (闪避)."""
    provoking = movement.enemies_provoked(table, hero, table.scene.places[hero])
    dodged = movement.to_dodge(table, hero, provoking)
    return {"dodged": tuple(dodged), "saves": True} if dodged else {}


def _dodges(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """Skills that let a hero dodge, where an enemy on the map provokes (闪避)."""
    if not any(enemy.provoke and enemy.figures for enemy in table.scene.enemies.values()):
        return
    for skill in movement.unused_dodges(table, hero):
        title = text("{hero} uses {skill}", hero=name, skill=table.called("skills", skill))
        yield Prompt(title, class_skills.ClassSkillUsed, fields={"hero": hero, "skill": skill})


def _traps(table: Agemonia, hero: str) -> Iterator[Prompt]:
    """A trap where a hero stands: it may be disarmed, or goes off (陷阱)."""
    area = table.scene.places.get(hero, "")
    if not (area in table.scene.areas and table.scene.areas[area].traps):
        return
    check = {"figure": hero, "check_name": area, "ability": "agility", "trap": area}
    yield Prompt(text("Disarm the trap"), checks.ActiveCheckStarted, fields=check, opens=True)
    yield Prompt(text("The trap goes off"), traps.TrapTriggered, fields={"area": area, "by": hero})


def _move(hero: str, name: object) -> Prompt:
    """A move; nothing is left undone without it."""
    title = text("{hero}: move", hero=name)
    return Prompt(title, maneuvers.MoveManeuverStarted, fields={"hero": hero}, needs=("points",))


def _breath(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """A hero takes breath where something could come back; where only one thing could, that one is known.

    Nothing is left undone without it: who moved on the table alone took no breath.
    """
    state = table.heroes[hero]
    modes = [mode for mode, back in (("recover", recoverable(state)), ("heal", healable(state))) if back]
    if not modes:
        return
    titles: dict[tuple[str, ...], Text] = {
        ("recover",): text("{hero}: recover stamina", hero=name),
        ("heal",): text("{hero}: heal damage", hero=name),
    }
    known = {"mode": modes[0]} if len(modes) == 1 else {}
    fields = {"hero": hero, **known}
    needs = () if all(maneuvers.printed(table, hero, mode) for mode in modes) else ("amount",)
    title = titles.get(tuple(modes), text("{hero}: recover stamina, or heal damage", hero=name))
    yield Prompt(title, maneuvers.RecoverManeuverPerformed, fields=fields, needs=needs)


__all__ = ["horn_left", "in_turn"]
