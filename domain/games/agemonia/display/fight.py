"""The board of a scenario: who acts when, what the one at turn may do, enemies, dice, timers and the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.games.agemonia.acting import acting, at_turn
from domain.games.agemonia.console.checks.checks import ActiveCheckStarted
from domain.games.agemonia.console.fight.attacks import AttackDeclared
from domain.games.agemonia.console.fight.enemy_attacks import EnemyAttackDeclared
from domain.games.agemonia.console.fight.enemy_turns import EnemyTurnResolved
from domain.games.agemonia.console.fight.targets import printed_effect, rightful
from domain.games.agemonia.console.rounds.order import undecided
from domain.games.agemonia.console.rounds.rounds import HeroActionSelected
from domain.games.agemonia.console.rounds.slots import not_selectable, within_reach
from domain.games.agemonia.console.turns.class_skills import ClassSkillUsed
from domain.games.agemonia.console.turns.maneuvers import MoveManeuverStarted, RecoverManeuverPerformed, maneuvers_left
from domain.games.agemonia.console.turns.skills import Act, reminders, turn_of
from domain.games.agemonia.console.turns.turns import AllyActionPerformed, HeroActionPerformed, attack_open
from domain.games.agemonia.display.besides import beside_fight
from domain.games.agemonia.display.models import ONE_TAP, enemy_piece, labelled
from domain.games.agemonia.display.tray import faces_of, reaction_piece, reminded, tray_piece
from domain.games.agemonia.figures import allies_up, enemy_of, heroes_up, is_enemy, is_hindered, taunt_of
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Ally, Scene
from domain.games.agemonia.state.table import Agemonia, Hero
from domain.language.shown.board import Ask, Button, Pad, Piece, made
from domain.language.shown.sheet import Said
from domain.language.text import text

OF_A_TURN = ("turn", "move", "rethink", "lock", "provoke")
"""Moments of skills that a hero may think of all through its turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order of turns: who, by which symbol, and how far."""

    name: Said
    kind: str
    symbol: str
    state: str


@dataclass(frozen=True, slots=True)
class Console:
    """Everything of a scenario that is on the table: the order of turns, what happens now, enemies, what lies beside.

    Whoever is at turn is `active`; `faces` are those of the dice that lie there.
    """

    scene: Scene
    active: str
    turns: Sequence[Turn]
    faces: Sequence[tuple[str, Said]]
    now: Sequence[Piece]
    enemies: Sequence[Piece]
    aside: Sequence[Piece]


def console(table: Agemonia) -> Console | None:
    """What the board shows of a scenario; nothing while nobody uses the console."""
    scene = table.scene
    if scene == EMPTY:
        return None
    active = at_turn(table)
    return Console(
        scene=scene,
        active=active,
        turns=list(_turns(table, active)),
        faces=faces_of(scene.roll) if scene.roll else [],
        now=list(_now(table, active)),
        enemies=[enemy_piece(table, id_, active) for id_ in scene.enemies],
        aside=list(beside_fight(table)),
    )


EMPTY = Scene()


# --- the order of turns ----------------------------------------------------------------------


def _turns(table: Agemonia, active: str) -> Iterator[Turn]:
    """Everybody who acts this round, each model of an enemy with its own tick."""
    scene = table.scene
    for actor in scene.order if scene.phase == "turns" else ():
        for figure in acting(table, actor):
            state = "active" if figure == active else "done" if figure in scene.done else "waiting"
            yield Turn(table.called("figures", figure), _side(table, figure), _symbol(table, actor), state)


def _side(table: Agemonia, figure: str) -> str:
    return "hero" if figure in table.heroes else "ally" if figure in table.scene.allies else "enemy"


def _symbol(table: Agemonia, actor: str) -> str:
    scene = table.scene
    if actor in table.heroes:
        return scene.heroes[actor].symbol if actor in scene.heroes else ""
    found = scene.allies.get(actor) or scene.enemies.get(actor)
    return found.symbol if found else ""


# --- what happens now ------------------------------------------------------------------------


def _now(table: Agemonia, active: str) -> Iterator[Piece]:
    """Who still chooses, dice on the table, an attack that waits, or who is at turn."""
    if table.scene.phase == "select":
        rows = [_choosing(table, hero) for hero in heroes_up(table)]
        yield Piece("choosing", text("Everybody selects an action"), rows=rows)
    waiting = [*tray_piece(table), *reaction_piece(table)]
    yield from waiting
    if active and not waiting:
        yield _at_turn(table, active)


def _choosing(table: Agemonia, hero: str) -> Piece:
    """A hero that selects its action among the tokens it has in its slots, or owns."""
    chosen, name = hero not in undecided(table), table.called("heroes", hero)
    ids = [id_ for id_ in within_reach(table, hero) if not list(not_selectable(table, hero, id_))]
    choices = [(id_, table.called("actions", id_)) for id_ in ids]
    event = made(HeroActionSelected, hero=hero, action=choices[0][0]) if choices else None
    pads = [(name, Pad(event, "action", choices))] if event else []
    if not chosen:
        return Piece(f"chooses-{hero}", name, marks=["…"], pads=pads)
    anew = Piece(f"chooses-anew-{hero}", text("Choose another"), pads=pads, folded=True)
    return Piece(f"chooses-{hero}", name, marks=[text("selected")], inside=[anew] if pads else [], look="done")


# --- who is at turn --------------------------------------------------------------------------


def _at_turn(table: Agemonia, active: str) -> Piece:
    """Whoever is at turn: what is left of it and may be done, or whom an enemy may hit."""
    piece = Piece("at-turn", text("{figure}’s turn", figure=table.called("figures", active)))
    if active in table.heroes:
        return _hero_at_turn(table, active, piece)
    if is_enemy(table, active):
        return _enemy_at_turn(table, active, piece)
    acts = Ask(text("It acts"), AllyActionPerformed, {"ally": active}, "token")
    return replace(piece, asks=[acts, Ask(text("Attack"), AttackDeclared, {"figure": active}, "hand")])


def _hero_at_turn(table: Agemonia, hero: str, piece: Piece) -> Piece:
    by_hand = text("Rolled at the table? Tap the damage beside the enemy.")
    return replace(
        piece,
        note=by_hand if table.scene.enemies else "",
        marks=list(_left(table, hero)),
        asks=list(_hero_asks(table, hero)),
        inside=reminded(table, _at_hand(table, hero)),
    )


def _hero_asks(table: Agemonia, hero: str) -> Iterator[Ask]:
    if attack_open(table, hero):
        yield Ask(text("Attack with dice"), AttackDeclared, {"figure": hero}, "hand")
    yield Ask(text("Check"), ActiveCheckStarted, {"figure": hero}, "spark")
    yield Ask(text("Recover"), RecoverManeuverPerformed, {"hero": hero}, "chip")
    yield Ask(text("Move"), MoveManeuverStarted, {"hero": hero}, "path")
    yield Ask(text("Action"), HeroActionPerformed, {"hero": hero}, "token")
    yield Ask(text("Skill"), ClassSkillUsed, {"hero": hero}, "rank")


def _left(table: Agemonia, hero: str) -> Iterator[Said]:
    """What a hero at turn has left of it."""
    turn = table.scene.heroes.get(hero)
    if turn and turn.action:
        done = text("done") if turn.did else ""
        yield text("Action {action}[: {done}]", action=table.called("actions", turn.action), done=done)
    if turn:
        numbers = (
            (text("Maneuvers"), maneuvers_left(turn_of(table, hero))),
            (text("Movement points"), turn.points or None),
            (text("Dodge"), turn.dodge or None),
        )
        yield from (labelled(label, value) for label, value in numbers if value is not None)
    if is_hindered(table, hero):
        yield text("hindered")


def _at_hand(table: Agemonia, hero: str) -> Sequence[str]:
    """Skills that a hero at turn should think of."""
    acts = (Act("action", hero), *(Act("recover", hero, mode=mode) for mode in ("heal", "recover")))
    found = [skill for act in acts for skill in reminders(table, act)]
    own = [skill for skill in table.heroes[hero].skills if Skill.of(table, skill).at in OF_A_TURN]
    return list(dict.fromkeys((*found, *own)))


def _enemy_at_turn(table: Agemonia, figure: str, piece: Piece) -> Piece:
    hits, nothing = list(_hits(table, figure)), made(EnemyTurnResolved, figure=figure)
    if not hits:
        return piece
    return replace(
        piece,
        note=text("What was left after the reaction: tap the number beside whom it hit."),
        rows=hits,
        buttons=[Button(text("It did nothing"), nothing)] if nothing else [],
        asks=[Ask(text("With a reactive check"), EnemyAttackDeclared, {"figure": figure}, "hand")],
    )


def _hits(table: Agemonia, figure: str) -> Iterator[Piece]:
    """The heroes and allies that an enemy may hit, with the damage that is left; those it must attack first."""
    due = rightful(table, figure)
    field = "stamina" if printed_effect(enemy_of(table, figure)) == "stamina loss" else "damage"
    heroes = {hero: table.heroes[hero] for hero in heroes_up(table)}
    allies = {ally: table.scene.allies[ally] for ally in allies_up(table)}
    found: dict[str, Hero | Ally] = {**heroes, **allies}
    for target, state in sorted(found.items(), key=lambda one: (one[0] not in due, -taunt_of(table, one[0]))):
        if event := made(EnemyTurnResolved, figure=figure, target=target):
            name, taunt = table.called("figures", target), state.taunt
            yield Piece(
                f"hits-{target}",
                name if taunt is None else text("{figure}: Taunt {taunt}", figure=name, taunt=taunt),
                pads=[(name, Pad(event, field, [(str(n), str(n)) for n in ONE_TAP]))],
                look="active" if target in due else "",
            )
