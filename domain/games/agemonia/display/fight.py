"""The board of a scenario: the order of turns, the figure at turn, enemies and allies, dice, timers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain.components.numbers import counter_of
from domain.framework.table import join_path
from domain.framework.text import Term, Text, spaced_words, text
from domain.framework.views.board import Ask, Button, Chip, Counter, Pad, Piece, event_if_valid
from domain.framework.views.sheet import Said
from domain.games.agemonia.campaign.vitality import ConditionDiscarded, ConditionGained
from domain.games.agemonia.console import enemy_turns
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.belongings import ActiveItemsChanged
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckResolved
from domain.games.agemonia.console.class_skills import ClassSkillUsed
from domain.games.agemonia.console.dice import ACTION_DIE, REACTION_DIE, DiceRolled, is_known, most_stamina, sides_of
from domain.games.agemonia.console.enemies import (
    SHIELDS,
    AllyDamaged,
    AllyHealed,
    EnemyCardTypedIn,
    EnemyDamaged,
    EnemyDefeated,
    EnemyHealed,
    types_without_shield,
)
from domain.games.agemonia.console.initiative import heroes_undecided
from domain.games.agemonia.console.preparing import ScenarioCounterChanged, not_selectable, within_reach
from domain.games.agemonia.console.reactions import ReactionEnded, ReactiveCheckRolled
from domain.games.agemonia.console.rounds import HeroActionSelected
from domain.games.agemonia.console.skills import Act, focus_dice, skills_to_remind, turn_of
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.story import StoryCardFlipped
from domain.games.agemonia.console.terrain import capacity_taken
from domain.games.agemonia.console.timers import TimerReset, TimerStopped
from domain.games.agemonia.console.turns import (
    AllyActionPerformed,
    HeroActionPerformed,
    MoveManeuverStarted,
    RecoverManeuverPerformed,
    attack_open,
    maneuvers_left,
)
from domain.games.agemonia.display.areas import TITLE, plan_of_areas
from domain.games.agemonia.display.strikes import SPECIAL, attack_faces, strike_faces
from domain.games.agemonia.figures import (
    allies_up,
    at_turn,
    enemy_of,
    figures_acting,
    heroes_up,
    is_enemy,
    is_hindered,
    spawned_now,
    taunt_of,
    uncounted_health,
)
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Ally, Enemy, Ground, Roll, Scene, Strike
from domain.games.agemonia.state.table import Agemonia, Hero

# === Enemies on the board of a scenario: their cards, and a row for each model on the map ========

ONE_TAP = range(1, 7)
"""The amounts of damage that take one tap; more is in the form behind them."""
BOARD_OF_6 = 6
"""The most models that the smaller side of an enemy board holds."""
HEALTH = Term("Health", "生命值")
NO_BOARD = Term("No board", "不用敌人面板")
SIDE_OF_6 = Term("Board: side 6", "敌人面板：6 面")
SIDE_OF_8 = Term("Board: side 8", "敌人面板：8 面")


def enemy_piece(table: Agemonia, id_: str, active: str) -> Piece:
    """The piece of an enemy's card, with its models on the map, and the side of their board."""
    enemy = table.scene.enemies[id_]
    numbers = sorted(enemy.figures, key=lambda number: int(number) if number.isdecimal() else 0)
    more = [Ask(text("Put more on the map"), EnemySpawned, {"enemy": id_}, "new")]
    if numbers:
        more.append(Ask(text("Condition"), ConditionGained, {"figure": f"{id_} {numbers[0]}"}, "ill"))
    if uncounted := [number for number in numbers if enemy.figures[number].health is None]:
        more.append(Ask(text("Defeat an enemy"), EnemyDefeated, {"figure": f"{id_} {uncounted[0]}"}))
    return Piece(
        f"enemy-{id_}",
        table.called("enemies", id_),
        note="" if numbers else text("None on the map."),
        marks=[said for said in _enemy_marks(table, enemy) if said],
        rows=[_model_row(table, id_, number, active) for number in numbers],
        asks=more,
        symbol=f"square {enemy.symbol}",
    )


def with_label(label: Said, value: Said) -> Text:
    """A number or a word with its label: Shield 2, Maneuvers 1."""
    return text("{label} {value}", label=label, value=value)


def _enemy_marks(table: Agemonia, enemy: Enemy) -> Iterator[Said]:
    """The marks of an enemy: its bonus on the initiative card, the fields of its card, and the number defeated."""
    card = table.scene.initiative
    if card and table.scene.phase == "turns":
        yield card.actions.get(enemy.symbol, "")
        special = enemy_turns.abilities_shown(card, enemy)
        yield from (said for name, said in SPECIAL.items() if name in special)
    yield _board_side(enemy)
    printed = (text("Shield"), enemy.shield), (text("Provoke"), enemy.provoke), (text("Retaliate"), enemy.retaliate)
    yield from (with_label(label, "?" if value is None else value) for label, value in printed if value != 0)
    if enemy.defeated:
        yield text("defeated: {n}", n=enemy.defeated)


def _board_side(card: Enemy) -> Said:
    """The side of the enemy board that is up, by the number of models; "" if unknown."""
    if not card.models:
        return ""
    if card.models == 1:
        return NO_BOARD
    return SIDE_OF_6 if card.models <= BOARD_OF_6 else SIDE_OF_8


def _model_row(table: Agemonia, id_: str, number: str, active: str) -> Piece:
    """The row of a model, by its number; a hero or an ally at turn hits it with one tap."""
    scene, figure = table.scene, f"{id_} {number}"
    model = scene.enemies[id_].figures[number]
    known = model.health is not None
    by = active if active and not is_enemy(table, active) else None
    hit = event_if_valid(EnemyDamaged, figure=figure, amount=1, by=by) if by else None
    words = text("{who} hits {figure}", who=table.called("figures", active), figure=table.called("figures", figure))
    pads = [(words, Pad(hit, "amount", [(str(n), str(n)) for n in ONE_TAP]))] if hit else []
    if by and types_without_shield(table, [figure]):
        pads = [(text("Shield on its card:"), Pad(EnemyCardTypedIn(enemy=id_), "shield", number_keys(SHIELDS)))]
    return Piece(
        figure,
        number,
        marks=[*([] if known else [uncounted_health(table, figure)]), *_model_marks(table, figure)],
        counters=[_health_counter(figure, model.health or 0, model.most, (id_, number))] if known else [],
        chips=condition_chips(table, figure, model.conditions),
        pads=pads,
        look="active" if figure == active else "done" if figure in scene.done else "",
    )


def _health_counter(figure: str, health: int, most: int | None, at: tuple[str, str]) -> Counter:
    enemy, number = at
    return Counter(
        HEALTH,
        health,
        join_path(("scene", "enemies", enemy, "figures", number, "health")),
        most,
        up=event_if_valid(EnemyHealed, figure=figure, amount=1),
        down=event_if_valid(EnemyDamaged, figure=figure, amount=1, source="other"),
        most=most,
    )


def _model_marks(table: Agemonia, figure: str) -> Iterator[Said]:
    """The marks of a model: whether it spawned this round, its area, and its tokens."""
    if spawned_now(table, figure):
        yield text("spawned this round")
    yield from [table.scene.places[figure]] if figure in table.scene.places else ()
    yield from (name for name, token in table.scene.tokens.items() if token.where == figure)


def condition_chips(table: Agemonia, figure: str, conditions: Sequence[str]) -> list[Chip]:
    """The conditions of a figure, each linked to the form that removes it."""
    named = [(id_, table.called("conditions", id_)) for id_ in conditions]
    return [
        Chip(name, look="ill", opens=Ask(name, ConditionDiscarded, {"figure": figure, "condition": id_}))
        for id_, name in named
    ]


# === Other pieces of a fight: the map, allies, timers, counters, story cards =====================

FLIPPED = [("check", text("flipped"))]


def beside_fight(table: Agemonia) -> Iterator[Piece]:
    """The other pieces of a fight, as far as there are any."""
    scene = table.scene
    plan = plan_of_areas(table)
    if plan:
        yield Piece("grounds", TITLE, plan=plan, icon="path")
    counters = [_scenario_counter(name, value) for name, value in scene.counters.items()]
    counters += [Counter(name, check.successes, of=check.target) for name, check in scene.progress.items()]
    if scene.allies:
        yield Piece("allies", text("Allies"), rows=[_ally_row(table, id_) for id_ in scene.allies], icon="person")
    if scene.timers:
        yield Piece("timers", text("Timers"), rows=[_timer_row(table, name) for name in scene.timers], icon="run")
    if counters:
        yield Piece("counters", text("Counters"), counters=counters, icon="token")
    if scene.cards:
        yield _story_cards_piece(table)
    if not plan and (places := list(_ground_rows(table))):
        yield Piece("grounds", TITLE, rows=places, icon="path")


def _ally_row(table: Agemonia, id_: str) -> Piece:
    ally = table.scene.allies[id_]
    health = counter_of(table, HEALTH, AllyHealed, AllyDamaged, ally=id_)
    return Piece(
        f"ally-{id_}",
        table.called("followers", id_),
        note=ally.controller,
        marks=[text("exhausted")] if ally.exhausted else [],
        counters=[replace(health, of=ally.most)],
        chips=condition_chips(table, id_, ally.conditions),
    )


def _timer_row(table: Agemonia, name: str) -> Piece:
    timer = table.scene.timers[name]
    return Piece(
        f"timer-{name}",
        name,
        note=timer.effect,
        counters=[Counter(name, timer.total, of=timer.target)],
        asks=[
            Ask(text("Reset"), TimerReset, {"timer": name}),
            Ask(text("Stop"), TimerStopped, {"timer": name}),
        ],
        look="danger" if timer.due else "",
    )


def _scenario_counter(name: str, value: int) -> Counter:
    up, down = (event_if_valid(ScenarioCounterChanged, counter=name, amount=1, down=down) for down in (False, True))
    return Counter(name, value, join_path(("scene", "counters", name)), up=up, down=down)


def _story_cards_piece(table: Agemonia) -> Piece:
    """The piece of all story cards, by letter; those that are not flipped may be."""
    cards = table.scene.cards
    return Piece(
        "story-cards",
        text("Story cards"),
        chips=[Chip(letter, marks=FLIPPED if card.flipped else ()) for letter, card in cards.items()],
        asks=[
            Ask(text("Flip {letter}", letter=letter), StoryCardFlipped, {"letter": letter})
            for letter, card in cards.items()
            if not card.flipped
        ],
        icon="quest",
    )


def _ground_rows(table: Agemonia) -> Iterator[Piece]:
    """The rows of areas with their figures, if the map is tracked."""
    scene = table.scene
    for area in dict.fromkeys((*scene.areas, *scene.places.values())):
        figures = tuple(table.called("figures", figure) for figure, place in scene.places.items() if place == area)
        marks = list(_ground_marks(table, area, scene.areas[area])) if area in scene.areas else []
        yield Piece(f"ground-{area}", area, note=text("{figures}", figures=figures) if figures else "", marks=marks)


def _ground_marks(table: Agemonia, area: str, ground: Ground) -> Iterator[Said]:
    """The marks of an area: its used and total capacity, its trap, and the number of its things."""
    if ground.capacity is not None:
        yield f"{capacity_taken(table, area)}/{ground.capacity}"
    if ground.traps:
        yield text("trap")
    if count := sum(ground.items.values()) + ground.stars:
        yield text("there: {count}", count=count)


# === Dice on the board of a scenario: an open roll, and an attack that waits for its target's shields

TRAY = "tray"
"""The key of the piece that shows the dice."""
OWN_WORDS = {
    "besides": text("besides"),
    "hindered": text("hindered"),
    "blocked aim": text("blocked aim"),
    "printed damage": text("printed damage"),
}
"""The names of modifiers that come neither from an item nor from a skill."""


def reminder_pieces(table: Agemonia, skills: Sequence[str]) -> list[Piece]:
    """The piece of skills to consider now, each in a few words of the content; empty if there are none."""
    known = ((skill, Skill.of(table, skill)) for skill in skills)
    rows = [
        Piece(f"skill-{skill}", table.called("skills", skill), Term(card.does, card.does_zh)) for skill, card in known
    ]
    return [Piece("reminders", text("Skills to think of"), rows=rows)] if rows else []


# --- a roll ----------------------------------------------------------------------------------


def tray_piece(table: Agemonia) -> Iterator[Piece]:
    """The piece of the open roll: the figure and its purpose, the modifiers, and the possible payments."""
    roll = table.scene.roll
    if roll is None:
        return
    event = resolving_event(roll)
    yield Piece(
        TRAY,
        _roll_title(table, roll),
        marks=list(_roll_marks(table, roll)),
        pads=list(_roll_pads(table, roll)),
        buttons=list(_roll_buttons(table, roll)),
        asks=[Ask(text("With a gem or something else"), event, icon="gem")],
        inside=reminder_pieces(table, skills_to_remind(table, _act_of_roll(roll))),
        look="active",
    )


def faces_of(roll: Roll) -> list[tuple[str, Said]]:
    """The face of each die with its name; blank ones while they are unknown."""
    return [(face, spaced_words(face)) for face in roll.faces] or [("", "")] * roll.dice


def _roll_title(table: Agemonia, roll: Roll) -> Said:
    who = table.called("figures", roll.figure)
    if roll.targets:
        targets = tuple(table.called("figures", target) for target in roll.targets)
        return text("{figure} attacks {targets}", figure=who, targets=targets)
    return text("{figure}: {what}", figure=who, what=roll.what)


def _roll_marks(table: Agemonia, roll: Roll) -> Iterator[Said]:
    """The marks of a roll: the number of dice, the target number, the modifiers, and the result once it is known."""
    yield text("{count|die|dice}", count=roll.dice)
    if roll.target is not None:
        yield text("target {target}", target=roll.target)
    for modifier in roll.plus:
        yield with_label(_name_of_source(table, modifier.source), f"{modifier.successes:+}")
    if is_known(roll) and not most_stamina(table, roll):
        yield text("{count|success|successes}", count=resolving_event(roll)().comes_to(table, roll))


def _roll_pads(table: Agemonia, roll: Roll) -> Iterator[tuple[Said, Pad]]:
    """The pads of a roll: the number of successes rolled, then the stamina paid for more."""
    event = resolving_event(roll)()
    if not is_known(roll):
        yield text("Rolled at the table: how many successes?"), Pad(event, "rolled", number_keys(range(9)))
    elif most := most_stamina(table, roll):
        words = text("Successes: {n}. Stamina for stamina faces:", n=event.comes_to(table, roll))
        yield words, Pad(event, "stamina", number_keys(range(most + 1)))


def _roll_buttons(table: Agemonia, roll: Roll) -> Iterator[Button]:
    if not is_known(roll):
        yield from [Button(text("Roll here"), DiceRolled())] if sides_of(table, ACTION_DIE) else ()
    elif not most_stamina(table, roll):
        yield Button(text("Keep the roll"), resolving_event(roll)())


def resolving_event(roll: Roll) -> type[CheckResolved | AttackResolved]:
    """The type of event that ends a roll."""
    return CheckResolved if roll.kind == "check" else AttackResolved


def _act_of_roll(roll: Roll) -> Act:
    """A roll as an act that skills apply to."""
    if roll.kind == "check":
        return Act("check", roll.figure, ability=roll.ability)
    return Act("attack", roll.figure, attack=roll.attack, targets=roll.targets)


def number_keys(values: Sequence[int]) -> Sequence[tuple[str, Said]]:
    return [(str(n), str(n)) for n in values]


def _name_of_source(table: Agemonia, source: str) -> Said:
    """The name of a modifier's source: a skill, an item, or a fixed word."""
    if source in OWN_WORDS:
        return OWN_WORDS[source]
    return table.called("items" if source in table.ids("items") else "causes", source)


# --- a reaction ------------------------------------------------------------------------------


def reaction_piece(table: Agemonia) -> Iterator[Piece]:
    """The piece of an enemy's attack, or of other harm, that waits for its target's shields."""
    strike = table.scene.strike
    if strike is None:
        return
    who = table.called("figures", strike.figure) if strike.figure else strike.source
    target = table.called("figures", strike.target)
    attacks = text("{figure} attacks {target}", figure=who, target=target)
    steps_in = Ask(text("Another hero steps in"), enemy_turns.EnemyAttackRedirected, icon="person")
    acts = Act("reaction", strike.target, strike.attack, strike.ability)
    yield Piece(
        "reaction",
        attacks if strike.figure else text("{figure} reacts[ to {source}]", figure=target, source=who),
        note=_what_is_left(strike),
        faces=list(strike_faces(table, strike)),
        pads=[] if strike.successes is not None else [(text("Shields rolled:"), _shields_pad(strike))],
        buttons=list(_reaction_buttons(table, strike)),
        asks=[steps_in] if strike.figure and strike.successes is None else [],
        inside=reminder_pieces(table, skills_to_remind(table, acts)),
        look="moment",
    )


def _what_is_left(strike: Strike) -> Said:
    """The rest of an attack after the roll of its target; "" before it."""
    if strike.successes is None:
        return ""
    return text(
        "{count} {effect} left", count=max(0, strike.value - strike.successes), effect=spaced_words(strike.effect)
    )


def _shields_pad(strike: Strike) -> Pad:
    return Pad(ReactiveCheckRolled(), "shields", number_keys(range(min(9, strike.value) + 1)))


def _reaction_buttons(table: Agemonia, strike: Strike) -> Iterator[Button]:
    """The buttons of a reaction: to roll it here, and once it is rolled, to end it."""
    if strike.successes is not None:
        yield Button(text("As it is"), ReactionEnded())
        yield Button(text("With an achievement gem"), ReactionEnded(gem=True))
    elif sides_of(table, REACTION_DIE):
        yield Button(text("Roll here"), ReactiveCheckRolled())
        if focus_dice(table, strike.target) > 0:
            yield Button(text("With the focus die"), ReactiveCheckRolled(focus=True))


# === The board of a scenario: the order of turns, the figure at turn, enemies, dice, timers and more

OF_A_TURN = ("turn", "move", "rethink", "lock", "provoke")
"""The moments of skills that a hero may consider throughout its turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order of turns: its figure, its symbol, and its state."""

    name: Said
    kind: str
    symbol: str
    state: str


@dataclass(frozen=True, slots=True)
class Console:
    """The board of a scenario: the order of turns, the current turn, enemies, other pieces.

    `shuffles` is whether the initiative deck is shuffled after this round; `active` is the figure at turn; `faces` are
    those of the dice on the table.
    """

    round: int
    shuffles: bool
    active: str
    turns: Sequence[Turn]
    faces: Sequence[tuple[str, Said]]
    now: Sequence[Piece]
    enemies: Sequence[Piece]
    aside: Sequence[Piece]


def scenario_console(table: Agemonia) -> Console | None:
    """The board of a scenario; None while the console is not used."""
    scene = table.scene
    if scene == EMPTY:
        return None
    active, card = at_turn(table), scene.initiative
    return Console(
        round=scene.round,
        shuffles=bool(card and card.shuffle) and scene.phase == "turns",
        active=active,
        turns=list(_places_in_order(table, active)),
        faces=faces_of(scene.roll) if scene.roll else [],
        now=list(_pieces_at_hand(table, active)),
        enemies=[enemy_piece(table, id_, active) for id_ in scene.enemies],
        aside=list(beside_fight(table)),
    )


EMPTY = Scene()


# --- the order of turns ----------------------------------------------------------------------


def _places_in_order(table: Agemonia, active: str) -> Iterator[Turn]:
    """The places of all figures that act this round, one for each model of an enemy."""
    scene = table.scene
    for actor in scene.order if scene.phase == "turns" else ():
        for figure in figures_acting(table, actor):
            state = "active" if figure == active else "done" if figure in scene.done else "waiting"
            yield Turn(table.called("figures", figure), _side_of(table, figure), _symbol_of(table, actor), state)


def _side_of(table: Agemonia, figure: str) -> str:
    return "hero" if figure in table.heroes else "ally" if figure in table.scene.allies else "enemy"


def _symbol_of(table: Agemonia, actor: str) -> str:
    scene = table.scene
    if actor in table.heroes:
        return scene.heroes[actor].symbol if actor in scene.heroes else ""
    found = scene.allies.get(actor) or scene.enemies.get(actor)
    return found.symbol if found else ""


# --- the current choice ----------------------------------------------------------------------


def _pieces_at_hand(table: Agemonia, active: str) -> Iterator[Piece]:
    """The pieces to act on now: pending selections, dice on the table, an open attack, or the figure at turn."""
    if table.scene.phase == "select":
        rows = [_choosing_row(table, hero) for hero in heroes_up(table)]
        yield Piece("choosing", text("Each hero selects an action"), rows=rows)
    waiting = [*tray_piece(table), *reaction_piece(table)]
    yield from waiting
    if active and not waiting:
        yield _piece_at_turn(table, active)


def _choosing_row(table: Agemonia, hero: str) -> Piece:
    """The row of a hero that selects its action among the tokens in its slots, or those it owns."""
    chosen, name = hero not in heroes_undecided(table), table.called("heroes", hero)
    ids = [id_ for id_ in within_reach(table, hero) if not list(not_selectable(table, hero, id_))]
    choices = [(id_, table.called("actions", id_)) for id_ in ids]
    event = event_if_valid(HeroActionSelected, hero=hero, action=choices[0][0]) if choices else None
    pads = [(name, Pad(event, "action", choices))] if event else []
    if not chosen:
        return Piece(f"chooses-{hero}", name, marks=["…"], pads=pads)
    anew = Piece(f"chooses-anew-{hero}", text("Choose another"), pads=pads, folded=True)
    return Piece(f"chooses-{hero}", name, marks=[text("selected")], inside=[anew] if pads else [], look="done")


# --- the figure at turn ----------------------------------------------------------------------


def _piece_at_turn(table: Agemonia, active: str) -> Piece:
    """The piece of the figure at turn: its remaining actions, or an enemy's targets."""
    piece = Piece("at-turn", text("{figure}'s turn", figure=table.called("figures", active)))
    if active in table.heroes:
        return _hero_at_turn(table, active, piece)
    if is_enemy(table, active):
        return _enemy_at_turn(table, active, piece)
    acts = Ask(text("Act with it"), AllyActionPerformed, {"ally": active}, "token")
    return replace(piece, asks=[acts, Ask(text("Attack"), AttackDeclared, {"figure": active}, "hand")])


def _hero_at_turn(table: Agemonia, hero: str, piece: Piece) -> Piece:
    return replace(
        piece,
        marks=list(_marks_of_turn(table, hero)),
        asks=list(_hero_asks(table, hero)),
        inside=reminder_pieces(table, _skills_at_hand(table, hero)),
    )


def _hero_asks(table: Agemonia, hero: str) -> Iterator[Ask]:
    if attack_open(table, hero):
        yield Ask(text("Attack with dice"), AttackDeclared, {"figure": hero}, "hand")
    yield Ask(text("Check"), ActiveCheckStarted, {"figure": hero}, "spark")
    yield Ask(text("Recover"), RecoverManeuverPerformed, {"hero": hero}, "chip")
    yield Ask(text("Move"), MoveManeuverStarted, {"hero": hero}, "path")
    yield Ask(text("Action"), HeroActionPerformed, {"hero": hero}, "token")
    yield Ask(text("Skill"), ClassSkillUsed, {"hero": hero}, "rank")
    if table.heroes[hero].items:
        yield Ask(text("Change active items"), ActiveItemsChanged, {"hero": hero}, "box")


def _marks_of_turn(table: Agemonia, hero: str) -> Iterator[Said]:
    """The marks of the hero at turn: its action, its remaining maneuvers and points, and whether it is hindered."""
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
        yield from (with_label(label, value) for label, value in numbers if value is not None)
    if is_hindered(table, hero):
        yield text("hindered")


def _skills_at_hand(table: Agemonia, hero: str) -> Sequence[str]:
    """The skills that the hero at turn should consider."""
    acts = (Act("action", hero), *(Act("recover", hero, mode=mode) for mode in ("heal", "recover")))
    found = [skill for act in acts for skill in skills_to_remind(table, act)]
    own = [skill for skill in table.heroes[hero].skills if Skill.of(table, skill).at in OF_A_TURN]
    return list(dict.fromkeys((*found, *own)))


def _enemy_at_turn(table: Agemonia, figure: str, piece: Piece) -> Piece:
    """The piece of the enemy at turn: the fields of its card, and its targets with the damage."""
    hits, nothing = list(_hit_rows(table, figure)), event_if_valid(enemy_turns.EnemyTurnResolved, figure=figure)
    piece = replace(piece, faces=list(attack_faces(table, figure)), marks=_given_by_card(table, figure), look="moment")
    if not hits:
        return piece
    return replace(
        piece,
        note=text("How much is left after the reaction? Tap the number next to the figure that was hit."),
        rows=hits,
        buttons=[Button(text("It did nothing"), nothing)] if nothing else [],
        asks=[Ask(text("With a reactive check"), enemy_turns.EnemyAttackDeclared, {"figure": figure}, "hand")],
    )


def _given_by_card(table: Agemonia, figure: str) -> list[Said]:
    """The action that the initiative card gives an enemy, if known, and the targets that it must attack first."""
    card, due = table.scene.initiative, enemy_turns.rightful_targets(table, figure)
    given = card.actions.get(enemy_of(table, figure).symbol, "") if card else ""
    figures = tuple(table.called("figures", one) for one in due)
    return [*([given] if given else []), *([text("first against {figures}", figures=figures)] if figures else [])]


def _hit_rows(table: Agemonia, figure: str) -> Iterator[Piece]:
    """The rows of heroes and allies that an enemy may hit, with the damage left.

    Those it must attack first come first.
    """
    due = enemy_turns.rightful_targets(table, figure)
    field = "stamina" if enemy_turns.printed_effect(enemy_of(table, figure)) == "stamina loss" else "damage"
    heroes = {hero: table.heroes[hero] for hero in heroes_up(table)}
    allies = {ally: table.scene.allies[ally] for ally in allies_up(table)}
    found: dict[str, Hero | Ally] = {**heroes, **allies}
    for target, state in sorted(found.items(), key=lambda one: (one[0] not in due, -taunt_of(table, one[0]))):
        if event := event_if_valid(enemy_turns.EnemyTurnResolved, figure=figure, target=target):
            name, taunt = table.called("figures", target), state.taunt
            yield Piece(
                f"hits-{target}",
                name if taunt is None else text("{figure}: Taunt {taunt}", figure=name, taunt=taunt),
                pads=[(name, Pad(event, field, [(str(n), str(n)) for n in ONE_TAP]))],
                look="active" if target in due else "",
            )
