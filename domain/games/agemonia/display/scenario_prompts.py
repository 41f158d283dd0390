"""Prompts of a scenario: setup, pending answers, the phase of the round, a turn."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.framework.events.offer import seat_alone
from domain.framework.game import Prompt
from domain.framework.text import Text, text
from domain.games.agemonia.campaign.vitality import stamina_to_recover, wounds_to_heal
from domain.games.agemonia.console import (
    attacks,
    checks,
    class_skills,
    dice,
    enemies,
    enemy_turns,
    movement,
    preparing,
    reactions,
    rounds,
    spawning,
    story,
    timers,
    turns,
)
from domain.games.agemonia.console.attacks import action_shown
from domain.games.agemonia.console.dice import ACTION_DIE, REACTION_DIE, is_known, sides_of, stamina_faces
from domain.games.agemonia.console.initiative import actors_tied, heroes_undecided, initiative_deck, without_symbol
from domain.games.agemonia.console.skills import shown_action, turn_of
from domain.games.agemonia.console.terrain import is_overfull, room_in
from domain.games.agemonia.console.turns import attack_open
from domain.games.agemonia.display.fight import resolving_event
from domain.games.agemonia.figures import allies_up, at_turn, enemy_of, heroes_up, is_enemy
from domain.games.agemonia.state.scenario import HeroTurn, Strike
from domain.games.agemonia.state.table import Agemonia

# === What is set up before the first round of a scenario: action slots, places on the map, allies, areas (场景设置)

MOST_SHIELDS = 8
"""How many shields are a tap each."""
PLACES = text("Starting areas")
"""The card of all figures whose start area is known."""


def prompt_setup(table: Agemonia) -> Iterator[Prompt]:
    """All that is laid out before the first round; nothing once that has begun."""
    if table.scene.round:
        return
    yield from prompt_slots(table)
    yield from _prompt_followers(table)
    yield from _prompt_places(table)
    yield Prompt(text("Add an ally"), enemies.ScenarioAllyAdded)
    yield Prompt(text("Write down an area of the map"), movement.AreaRegistered)


def prompt_slots(table: Agemonia) -> Iterator[Prompt]:
    """Tokens for the slots of each hero that owns some and has brought none."""
    for hero_id, hero in table.heroes.items():
        turn = table.scene.heroes.get(hero_id) or HeroTurn()
        if hero.tokens and not turn.slotted:
            title = text("{hero}: choose action tokens to bring", hero=table.called("heroes", hero_id))
            yield Prompt(title, preparing.ActionTokensAssigned, fields={"hero": hero_id})


def _prompt_followers(table: Agemonia) -> Iterator[Prompt]:
    """Hired followers that are not here yet, because something of their cards is not known."""
    for id_, follower in table.followers.items():
        if follower.zone == "hired":
            known = enemies.ScenarioAllyAdded(ally=id_).settled(table)
            needs = [name for name in ("health", "controller") if not getattr(known, name)]
            title = text("{follower} comes along", follower=table.called("followers", id_))
            yield Prompt(title, enemies.ScenarioAllyAdded, fields={"ally": id_}, needs=needs, left=title)


def _prompt_places(table: Agemonia) -> Iterator[Prompt]:
    """Heroes and allies without an area, where the map has a start area: that one, while it has room."""
    starts = [area for area, ground in table.scene.areas.items() if ground.start]
    if not starts:
        return
    waiting = [figure for figure in (*heroes_up(table), *allies_up(table)) if figure not in table.scene.places]
    room = room_in(table, starts[0]) if len(starts) == 1 else 0
    for place, figure in enumerate(waiting):
        known = {"area": starts[0]} if room is None or place < room else {}
        title = text("{figure}: place it at the start", figure=table.called("figures", figure))
        fields = {"hero": figure, **known}
        yield Prompt(title, movement.HeroPlaced, fields=fields, left=title, card=PLACES if known else None)


# === What comes next in a turn: what whoever is at turn may still do, then its end (英雄回合, 敌人回合)


def prompt_turn(table: Agemonia, figure: str) -> Iterator[Prompt]:
    """The possible and the required events of a figure's turn."""
    name = table.called("figures", figure)
    if is_enemy(table, figure):
        yield from _prompt_way_back(table, figure, name)
        yield from _prompt_enemy_turn(table, figure, name)
        return
    prompt_own = _prompt_hero_turn if figure in table.heroes else _prompt_ally_turn
    yield from prompt_own(table, figure, name)
    yield from _prompt_way_back(table, figure, name)
    yield Prompt(text("{figure}: end the turn", figure=name), turns.TurnEnded, True, {"figure": figure})
    yield Prompt(text("Begin a check"), checks.ActiveCheckStarted, fields={"figure": figure})
    yield Prompt(text("Rethink"), turns.RethinkPerformed, fields={"hero": figure})


def _prompt_way_back(table: Agemonia, figure: str, name: object) -> Iterator[Prompt]:
    """No turn ends in an area that is too full: back to the last one that was not, unless it goes on (最大容量)."""
    here = table.scene.places.get(figure, "")
    if not is_overfull(table, here):
        return
    fields = {"figure": figure, "way": "put", "points": 0}
    title = text("{figure} cannot stay in {area}: which way back?", figure=name, area=here)
    if back := movement.way_back(table, figure):
        fields = {**fields, "to": back}
        title = text("{figure} cannot stay in {area}: back to {back}", figure=name, area=here, back=back)
    yield Prompt(title, movement.FigureMoved, True, fields)


def _prompt_enemy_turn(table: Agemonia, figure: str, name: object) -> Iterator[Prompt]:
    """The snake before the enemy's action and the horn after it, where the card has them; then the action."""
    fields = {"figure": figure}
    for ability in enemy_turns.abilities_due(table, figure):
        yield _prompt_ability(table, figure, ability, ability == "snake")
    model = table.scene.figure(figure)
    if model and model.attacked:
        yield Prompt(text("{figure}: end the turn", figure=name), enemy_turns.EnemyTurnResolved, True, fields)
        return
    yield Prompt(text("{figure}: what it did", figure=name), enemy_turns.EnemyTurnResolved, True, fields, opens=True)
    needs = ("value",) if enemy_turns.is_strength_unknown(enemy_of(table, figure)) else ()
    yield Prompt(text("It attacks, with a reactive check"), enemy_turns.EnemyAttackDeclared, fields=fields, needs=needs)


def prompt_horn(table: Agemonia) -> Iterator[Prompt]:
    """The horn ability of the enemy that acted last, which comes after its action (蛇和角特殊能力)."""
    last = (table.scene.done or [""])[-1]
    if not table.scene.active and "horn" in enemy_turns.abilities_due(table, last):
        yield _prompt_ability(table, last, "horn", True)


def _prompt_ability(table: Agemonia, figure: str, ability: str, must: bool) -> Prompt:
    title = text("{figure}: use its {ability} ability", figure=table.called("figures", figure), ability=Text(ability))
    fields = {"figure": figure, "ability": ability}
    return Prompt(title, enemy_turns.EnemySpecialAbilityUsed, must, fields, left=title)


def _prompt_ally_turn(table: Agemonia, ally: str, name: object) -> Iterator[Prompt]:
    """One of its actions and one of its maneuvers, in any order."""
    here = table.scene.allies[ally]
    left = None if here.did else text("{figure} has done nothing", figure=name)
    for kind, title in (
        ("action", text("{figure}: use the action", figure=name)),
        ("maneuver", text("{figure}: spend the maneuver", figure=name)),
    ):
        fields = {"ally": ally, "kind": kind}
        yield Prompt(title, turns.AllyActionPerformed, fields=fields, left=left if kind == "action" else None)


# --- heroes ----------------------------------------------------------------------------------


def _prompt_hero_turn(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    if table.scene.figures() and attack_open(table, hero):
        if is_out_of_reach(table, hero):
            yield replace(_prompt_move(hero, name), left=text("{figure} has not attacked", figure=name))
        yield _prompt_attack(table, hero, name)
    shown = shown_action(table, hero)
    title = text(
        "{hero}: perform the action[ {action}]", hero=name, action=table.called("actions", shown) if shown else ""
    )
    left, needs = text("{figure} still has its action", figure=name), () if shown else ("action",)
    yield Prompt(title, turns.HeroActionPerformed, fields={"hero": hero}, needs=needs, left=left)
    yield from _prompt_dodges(table, hero, name)
    yield from _prompt_steps(table, hero, name)
    yield from _prompt_traps(table, hero)
    yield _prompt_move(hero, name)
    yield from _prompt_recovering(table, hero, name)


def is_out_of_reach(table: Agemonia, hero: str) -> bool:
    """Whether a hero's action attacks, and no enemy is where it could reach it now."""
    kinds = action_shown(table, hero).attacks
    return bool(kinds) and not attacks.enemies_in_reach(table, hero, kinds)


def _prompt_attack(table: Agemonia, figure: str, name: object) -> Prompt:
    """An attack with its unambiguous fields: the kind and the dice of the action, the only enemy in its reach.

    Where nobody is in reach the move before it is what is left undone.
    """
    action = action_shown(table, figure)
    targets = attacks.enemies_in_reach(table, figure, action.attacks) if action.attacks else table.scene.figures()
    known = {"attack": action.attacks[0]} if len(action.attacks) == 1 else {}
    only = {"targets": targets} if len(targets) == 1 else {}
    dice = {"dice": action.dice} if action.dice else {}
    fields, needs = {"figure": figure, **known, **only, **dice}, () if dice else ("dice",)
    left = text("{figure} has not attacked", figure=name) if action.attacks and targets else None
    title = text("An attack with dice")
    return Prompt(title, attacks.AttackDeclared, fields=fields, opens=True, needs=needs, left=left)


def _prompt_steps(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """The remaining movement points, where the table tracks positions."""
    if (points := turn_of(table, hero).points) and hero in table.scene.places:
        values = {"hero": name, "count": points}
        left = text("{hero} has {count|movement point|movement points}", **values)
        title = text("{hero}: on to the next area ({count|point|points} left)", **values)
        dodged = _blows_to_dodge(table, hero)
        yield Prompt(title, movement.FigureMoved, fields={"figure": hero, **dodged}, opens=bool(dodged), left=left)
    yield Prompt(text("{hero}: spend a gem to move 1 farther", hero=name), turns.MoveLengthened, fields={"hero": hero})


def _blows_to_dodge(table: Agemonia, hero: str) -> dict[str, object]:
    """The blows that a hero could dodge with its next step, to be chosen from: those left out are not (闪避)."""
    provoking = movement.enemies_provoked(table, hero, table.scene.places[hero])
    dodged = movement.blows_to_dodge(table, hero, provoking)
    return {"dodged": tuple(dodged), "saves": True} if dodged else {}


def _prompt_dodges(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """Skills that let a hero dodge, where an enemy on the map provokes (闪避)."""
    if not any(enemy.provoke and enemy.figures for enemy in table.scene.enemies.values()):
        return
    for skill in movement.unused_dodges(table, hero):
        title = text("{hero} uses {skill}", hero=name, skill=table.called("skills", skill))
        yield Prompt(title, class_skills.ClassSkillUsed, fields={"hero": hero, "skill": skill})


def _prompt_traps(table: Agemonia, hero: str) -> Iterator[Prompt]:
    """A trap in a hero's area: it may be disarmed, or goes off (陷阱)."""
    if area := table.scene.places.get(hero):
        check = {"figure": hero, "check_name": area, "ability": "agility", "trap": area}
        yield Prompt(text("Disarm the trap"), checks.ActiveCheckStarted, fields=check, opens=True)
        yield Prompt(text("Set off the trap"), story.TrapTriggered, fields={"area": area, "by": hero})


def _prompt_move(hero: str, name: object) -> Prompt:
    """A move; nothing is left undone without it."""
    title = text("{hero}: move", hero=name)
    return Prompt(title, turns.MoveManeuverStarted, fields={"hero": hero}, needs=("points",))


def _prompt_recovering(table: Agemonia, hero: str, name: object) -> Iterator[Prompt]:
    """A hero takes breath where something could come back; where only one thing could, that one is known.

    Nothing is left undone without it: who moved on the table alone took no breath.
    """
    state = table.heroes[hero]
    modes = [mode for mode, back in (("recover", stamina_to_recover(state)), ("heal", wounds_to_heal(state))) if back]
    if not modes:
        return
    titles: dict[tuple[str, ...], Text] = {
        ("recover",): text("{hero}: recover stamina", hero=name),
        ("heal",): text("{hero}: heal damage", hero=name),
    }
    known = {"mode": modes[0]} if len(modes) == 1 else {}
    fields = {"hero": hero, **known}
    needs = () if all(turns.printed_recovery(table, hero, mode) for mode in modes) else ("amount",)
    title = titles.get(tuple(modes), text("{hero}: recover stamina, or heal damage", hero=name))
    yield Prompt(title, turns.RecoverManeuverPerformed, fields=fields, needs=needs)


# === What comes next in a scenario: what waits for an answer, then the phase of the round at hand


def prompt_pending(table: Agemonia) -> Iterator[Prompt]:
    """The pending answers: rolls, reactions, traps, timers, group checks."""
    scene = table.scene
    yield from _prompt_group_check(table)
    yield from _of(table, scene.roll.figure if scene.roll else "", _prompt_roll(table))
    yield from _of(table, scene.strike.target if scene.strike else "", _prompt_reaction(table))
    if scene.strike and scene.strike.figure and scene.strike.successes is None:
        yield Prompt(text("Another hero steps in"), enemy_turns.EnemyAttackRedirected)
    for id_ in scene.figures():
        model = scene.figure(id_)
        if model and model.health == 0:
            title = text("{figure} has no health left: defeated", figure=table.called("figures", id_))
            yield Prompt(title, enemies.EnemyDefeated, True, {"figure": id_})
    if scene.traps_due:
        yield Prompt(text("Resolve the trap card"), story.TrapCardResolved, must=True, opens=True)
    for name, timer in scene.timers.items():
        if timer.due:
            title = text("Timer “{timer}” ran out[: {effect}]. Reset it", timer=name, effect=timer.effect)
            yield Prompt(title, timers.TimerReset, True, {"timer": name})
            yield Prompt(text("Stop the timer “{timer}”", timer=name), timers.TimerStopped, fields={"timer": name})


def awaits_result(table: Agemonia) -> bool:
    """Whether something was declared whose result is open, so that nothing else is the next thing to do."""
    return any(prompt.must for prompt in prompt_pending(table))


def _of(table: Agemonia, figure: str, prompts: Iterable[Prompt]) -> Iterator[Prompt]:
    """Prompts for whoever plays a figure; for everybody where nobody does, or where they name somebody else."""
    seats = seat_alone(table.seat_of("figures", figure))
    for prompt in prompts:
        yield replace(prompt, seats=prompt.seats or seats)


def _prompt_group_check(table: Agemonia) -> Iterator[Prompt]:
    group = table.scene.group
    if group is None:
        return
    left = checks.still_to_roll(table)
    for hero in left[:1]:
        title = text("{hero} rolls for “{check}”", hero=table.called("heroes", hero), check=group.check)
        yield Prompt(title, checks.GroupCheckContribution, True, {"hero": hero}, needs=("rolled",))
    if not left:
        title = text("All have rolled for “{check}”", check=group.check)
        yield Prompt(title, checks.GroupCheckResolved, must=True, opens=True)


def _prompt_roll(table: Agemonia) -> Iterator[Prompt]:
    made = table.scene.roll
    if made is None:
        return
    known = is_known(made)
    if not known and sides_of(table, ACTION_DIE):
        yield Prompt(text("Roll {count|die|dice} here", count=made.dice), dice.DiceRolled, must=True)
    choice = stamina_faces(made.faces) > 0 or made.shape == "cleave"
    needs = () if known else ("rolled",)
    yield Prompt(text("Result of the roll"), resolving_event(made), must=True, opens=choice, needs=needs)
    yield Prompt(text("Put the dice away"), checks.RollPutAway)


def _prompt_reaction(table: Agemonia) -> Iterator[Prompt]:
    strike = table.scene.strike
    if strike is None:
        return
    target = table.called("figures", strike.target)
    if strike.successes is not None:
        title = text("{figure}: spend an achievement gem, or end the reaction", figure=target)
        yield Prompt(title, reactions.ReactionEnded, must=True, opens=True)
        return
    yield from _prompt_dice_of_reaction(table, strike, target)


def _prompt_dice_of_reaction(table: Agemonia, strike: Strike, target: object) -> Iterator[Prompt]:
    """The dice are rolled here, where the die is typed in, or on the table, which says how many shields they show."""
    plan, cls = reactions.reaction_plan(reactions.ReactiveCheckRolled(), table), reactions.ReactiveCheckRolled
    if not plan.reasons:
        title = text("{figure} reacts: roll {count|die|dice} here", figure=target, count=plan.dice or 0)
        yield Prompt(title, cls, must=True)
    title, left = text("{figure} reacts: how many shields?", figure=target), text("{figure} reacts", figure=target)
    numbers = range(min(strike.value, MOST_SHIELDS) + 1)
    yield Prompt(
        title, cls, True, needs=("shields",), left=left if plan.reasons else None, pad="shields", numbers=numbers
    )
    if not sides_of(table, REACTION_DIE):
        title = text("Type in the reaction die once: from then on it is rolled here")
        yield Prompt(title, dice.DieTypedIn, fields={"die": REACTION_DIE})


def prompt_rounds(table: Agemonia) -> Iterator[Prompt]:
    """The phase at hand; before the first round, the way into it."""
    scene = table.scene
    if scene.phase == "":
        must = not table.no_rounds or bool(scene.round)
        yield Prompt(text("Fight round {n}: select actions", n=scene.round + 1), rounds.RoundStarted, must=must)
    elif scene.phase == "select":
        yield from _prompt_selection(table)
    else:
        yield from _prompt_turns(table)


def _prompt_selection(table: Agemonia) -> Iterator[Prompt]:
    left = heroes_undecided(table)
    for hero in left:
        title = text("{hero} selects an action", hero=table.called("heroes", hero))
        yield Prompt(title, rounds.HeroActionSelected, True, {"hero": hero}, pad="action")
    if not left:
        yield _prompt_initiative(table)


def _prompt_initiative(table: Agemonia) -> Prompt:
    """Drawn here where all cards are typed in; named by its number where that one is known; else as it lies there."""
    drawable, known = initiative_deck(table).drawable, any(True for _ in table.ids("initiative-cards"))
    needs = () if drawable else ("card",) if known else ("order",)
    return Prompt(text("Reveal the initiative card"), rounds.InitiativeCardRevealed, must=True, needs=needs)


def _prompt_turns(table: Agemonia) -> Iterator[Prompt]:
    yield from prompt_horn(table)
    figure = at_turn(table)
    if not figure:
        needs = () if timers.fate_deck(table).drawable else ("value",)
        title = text("Reveal the fate card: the round is over")
        yield Prompt(title, timers.FateCardRevealed, must=True, needs=needs)
        yield Prompt(text("End the round without a fate card"), rounds.RoundEnded)
        return
    if actors := _choice_of_order(table):
        title = text("Who acts first: {actors}?", actors=tuple(table.called("actors", actor) for actor in actors))
        yield Prompt(title, rounds.TurnOrderTieDecided, fields={"actors": actors}, opens=True)
    yield from prompt_turn(table, figure)


def _choice_of_order(table: Agemonia) -> list[str]:
    """Those that the table puts in order: who shares the initiative at turn; everybody where a hero has no colour."""
    scene = table.scene
    unknown = without_symbol(table) and len(scene.order) > 1 and not (scene.done or scene.active)
    return scene.order if unknown else actors_tied(table)


def _prompt_decks(table: Agemonia) -> Iterator[Prompt]:
    """The decks and dice that the table may type in once, so that cards are drawn and dice rolled here."""
    yield Prompt(text("Type in an initiative card"), dice.InitiativeCardTypedIn)
    yield Prompt(text("Type in the fate cards"), dice.FateCardsTypedIn)
    for die, title in ((ACTION_DIE, text("Type in the action die")), (REACTION_DIE, text("Type in the reaction die"))):
        if not sides_of(table, die):
            yield Prompt(title, dice.DieTypedIn, fields={"die": die})


def _prompt_defeat_effects(table: Agemonia) -> Iterator[Prompt]:
    """The effects of defeated enemies, if their cards have any (失败效果)."""
    for id_, enemy in table.scene.enemies.items():
        effect = enemies.defeat_effect(table, id_)
        if effect and enemy.defeated > enemy.resolved:
            title = text("{enemy} was defeated: {effect}", enemy=table.called("enemies", id_), effect=effect)
            yield Prompt(title, enemies.DefeatEffectResolved, fields={"enemy": id_}, opens=True)


def prompt_besides(table: Agemonia) -> Iterator[Prompt]:
    """The events that a scenario's texts may call for at any moment."""
    scene = table.scene
    yield from _prompt_defeat_effects(table)
    yield Prompt(text("Reveal an enemy card"), spawning.EnemyCardRevealed)
    if scene.enemies:
        yield Prompt(text("Put enemies on the map"), spawning.EnemySpawned)
    yield Prompt(text("Reveal a story card"), story.StoryCardRevealed)
    yield Prompt(text("Start a timer"), timers.TimerStarted)
    yield from _prompt_decks(table)


def prompt_scenario(table: Agemonia) -> Iterator[Prompt]:
    """All of it, in this order."""
    yield from prompt_pending(table)
    yield from prompt_setup(table)
    if not awaits_result(table):
        yield from prompt_rounds(table)
    yield from prompt_besides(table)
