"""What comes next in a scenario: what waits for an answer, then the phase of the round at hand."""

from collections.abc import Iterator

from domain.games.agemonia.acting import at_turn
from domain.games.agemonia.console.checks import checks, decks, group_checks, rolls
from domain.games.agemonia.console.checks.dice import ACTION_DIE, REACTION_DIE, sides, stamina_faces
from domain.games.agemonia.console.checks.rolls import is_known
from domain.games.agemonia.console.fight import enemies, enemy_attacks, reactions
from domain.games.agemonia.console.map import spawning, story, traps
from domain.games.agemonia.console.rounds import rounds, timers
from domain.games.agemonia.console.rounds.initiative import deck
from domain.games.agemonia.console.rounds.order import tied, undecided, without_symbol
from domain.games.agemonia.display.setup_prompts import setting_up
from domain.games.agemonia.display.tray import resolver
from domain.games.agemonia.display.turn_prompts import horn_left, in_turn
from domain.games.agemonia.state.table import Agemonia
from domain.language.game import Prompt, Viewer
from domain.language.text import text


def pending(table: Agemonia) -> Iterator[Prompt]:
    """What was begun and waits for its end: rolls, reactions, traps, timers, group checks."""
    yield from _group(table)
    yield from _roll(table)
    yield from _strike(table)
    scene = table.scene
    for id_ in scene.figures():
        model = scene.figure(id_)
        if model and model.health == 0:
            title = text("{figure} has no health left: defeated", figure=table.called("figures", id_))
            yield Prompt(title, enemies.EnemyDefeated, True, {"figure": id_})
    if scene.traps_due:
        yield Prompt(text("The trap goes off: its card"), traps.TrapCardResolved, must=True, opens=True)
    for name, timer in scene.timers.items():
        if timer.due:
            title = text("Timer “{timer}” has run out[: {effect}]. Reset it", timer=name, effect=timer.effect)
            yield Prompt(title, timers.TimerReset, True, {"timer": name})
            yield Prompt(text("Stop the timer “{timer}”", timer=name), timers.TimerStopped, fields={"timer": name})


def _group(table: Agemonia) -> Iterator[Prompt]:
    group = table.scene.group
    if group is None:
        return
    left = group_checks.still_to_roll(table)
    for hero in left[:1]:
        title = text("{hero} rolls for “{check}”", hero=table.called("heroes", hero), check=group.check)
        yield Prompt(title, group_checks.GroupCheckContribution, True, {"hero": hero}, needs=("rolled",))
    if not left:
        title = text("All have rolled for “{check}”", check=group.check)
        yield Prompt(title, group_checks.GroupCheckResolved, must=True, opens=True)


def _roll(table: Agemonia) -> Iterator[Prompt]:
    made = table.scene.roll
    if made is None:
        return
    known = is_known(made)
    if not known and sides(table, ACTION_DIE):
        yield Prompt(text("Roll {count|die|dice} here", count=made.dice), rolls.DiceRolled, must=True)
    choice = stamina_faces(made.faces) > 0 or made.shape == "cleave"
    needs = () if known else ("rolled",)
    yield Prompt(text("What the roll comes to"), resolver(made), must=known, opens=choice, needs=needs)
    yield Prompt(text("Put the dice away"), checks.RollPutAway)


def _strike(table: Agemonia) -> Iterator[Prompt]:
    strike = table.scene.strike
    if strike is None:
        return
    target = table.called("figures", strike.target)
    if strike.successes is not None:
        title = text("{figure}: an achievement gem, or what the reaction comes to", figure=target)
        yield Prompt(title, reactions.ReactionEnded, must=True, opens=True)
        return
    plan = reactions.reaction_plan(reactions.ReactiveCheckRolled(), table)
    yield Prompt(
        text("{figure} reacts", figure=target),
        reactions.ReactiveCheckRolled,
        must=True,
        needs=("shields",) if plan.reasons else (),
    )
    if strike.figure:
        yield Prompt(text("Another hero steps in"), enemy_attacks.EnemyAttackRedirected)


def in_rounds(table: Agemonia, viewer: Viewer) -> Iterator[Prompt]:
    """The phase at hand; before the first round, the way into it."""
    scene = table.scene
    if scene.phase == "":
        must = not table.no_rounds or bool(scene.round)
        yield Prompt(text("Fight round {n}: select actions", n=scene.round + 1), rounds.RoundStarted, must=must)
    elif scene.phase == "select":
        yield from _selecting(table, viewer)
    else:
        yield from _turns(table)


def _selecting(table: Agemonia, viewer: Viewer) -> Iterator[Prompt]:
    left = undecided(table)
    for hero in left:
        if not viewer.seats or hero in viewer.seats:
            title = text("{hero} selects an action", hero=table.called("heroes", hero))
            yield Prompt(title, rounds.HeroActionSelected, True, {"hero": hero})
    if not left:
        yield _initiative(table)


def _initiative(table: Agemonia) -> Prompt:
    """Drawn here where all cards are typed in; named by its number where that one is known; else as it lies there."""
    drawable, known = deck(table).drawable, any(True for _ in table.ids("initiative-cards"))
    needs = () if drawable else ("card",) if known else ("order",)
    return Prompt(text("Reveal the initiative card"), rounds.InitiativeCardRevealed, must=True, needs=needs)


def _turns(table: Agemonia) -> Iterator[Prompt]:
    yield from horn_left(table)
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
    yield from in_turn(table, figure)


def _choice_of_order(table: Agemonia) -> list[str]:
    """Those that the table puts in order: who shares the initiative at turn; everybody where a hero has no colour."""
    scene = table.scene
    unknown = without_symbol(table) and len(scene.order) > 1 and not (scene.done or scene.active)
    return scene.order if unknown else tied(table)


def _decks(table: Agemonia) -> Iterator[Prompt]:
    """What the table may type in once, so that cards are drawn and dice rolled here."""
    yield Prompt(text("Type in an initiative card"), decks.InitiativeCardTypedIn)
    if not list(table.ids("fate-cards")):
        yield Prompt(text("Type in the fate cards"), decks.FateCardsTypedIn)
    for die, title in ((ACTION_DIE, text("Type in the action die")), (REACTION_DIE, text("Type in the reaction die"))):
        if not sides(table, die):
            yield Prompt(title, decks.DieTypedIn, fields={"die": die})


def _left_behind(table: Agemonia) -> Iterator[Prompt]:
    """What defeated enemies leave behind, if their cards show something (失败效果)."""
    for id_, enemy in table.scene.enemies.items():
        effect = enemies.defeat_effect(table, id_)
        if effect and enemy.defeated > enemy.resolved:
            title = text("{enemy} was defeated: {effect}", enemy=table.called("enemies", id_), effect=effect)
            yield Prompt(title, enemies.DefeatEffectResolved, fields={"enemy": id_}, opens=True)


def besides(table: Agemonia) -> Iterator[Prompt]:
    """What a scenario's texts ask for at any moment."""
    scene = table.scene
    yield from _left_behind(table)
    yield Prompt(text("An enemy's card is revealed"), spawning.EnemyCardRevealed)
    if scene.enemies:
        yield Prompt(text("Enemies come onto the map"), spawning.EnemySpawned)
    yield Prompt(text("A story card is revealed"), story.StoryCardRevealed)
    yield Prompt(text("A timer starts"), timers.TimerStarted)
    yield from _decks(table)


def scenario(table: Agemonia, viewer: Viewer) -> Iterator[Prompt]:
    """All of it, in this order."""
    waiting = list(pending(table))
    yield from waiting
    yield from setting_up(table)
    if not any(prompt.must for prompt in waiting):
        yield from in_rounds(table, viewer)
    yield from besides(table)
