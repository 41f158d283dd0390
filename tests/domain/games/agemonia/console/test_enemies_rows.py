"""Rows 167 to 177 of the event catalogue by what they do: enemy cards, models that come, their turns and attacks."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.framework.fields.fields import make_event
from domain.framework.refusal import Misfit
from domain.framework.text import value_as_words
from domain.games.agemonia.campaign.journey import JourneyStepEnded
from domain.games.agemonia.campaign.vitality import DamageSuffered
from domain.games.agemonia.console.class_skills import ClassSkillUsed
from domain.games.agemonia.console.enemies import EnemyDefeated
from domain.games.agemonia.console.enemy_turns import (
    EnemyAttackDeclared,
    EnemyAttackRedirected,
    EnemySpecialAbilityUsed,
    EnemyTurnResolved,
    ProvokeDamageDealt,
)
from domain.games.agemonia.console.movement import AreaRegistered, FigureMoved
from domain.games.agemonia.console.preparing import TokenPlaced, TokenRemoved
from domain.games.agemonia.console.reactions import ReactiveCheckRolled
from domain.games.agemonia.console.rounds import InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.scenario import ScenarioStarted
from domain.games.agemonia.console.spawning import (
    EnemyCardRevealed,
    EnemySpawned,
    EnemySpawnSkipped,
    SetupEnemiesPlaced,
)
from domain.games.agemonia.console.turns import TurnEnded
from domain.games.agemonia.display.fight import enemy_piece
from domain.games.agemonia.figures import at_turn
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.console.fights import (
    ENEMY_FIRST,
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    TWO,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import RULED, WATCH, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never, seen

FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
CARD = EnemyCardRevealed(enemy=SKITTERER, symbol="red", per_hero=3, base=2, models=2)
SPAWN = EnemySpawned(enemy=SKITTERER)
READY: Events = (*FIGHTING, *enemy(2))
FIRST: Events = (*READY, *turns(*ENEMY_FIRST))
ACTS = EnemyTurnResolved(figure=ONE)
BITES = ACTS.copy_with(target=LUNARA, damage=2)
ATTACK = EnemyAttackDeclared(figure=ONE, target=LUNARA, attack="melee", value=3, ability="strength")
BOTH = ATTACK.copy_with(shape="area", others=(VENIA,))
SNAKE = EnemySpecialAbilityUsed(figure=ONE, ability="snake")
SNAKES = InitiativeCardRevealed(order=("enemy red", "ally red", "ally green"), snake=("red",))
CARD_OF_TWO = EnemyCardRevealed(enemy=SKITTERER, per_hero=3, base=2, models=2)
SET_UP: Events = (
    typed_in("enemies", SKITTERER, per_hero=3, base=2, models=2),
    typed_in("scenarios", WATCH, enemies=[{"enemy": SKITTERER, "count": 3, "area": "Ford"}, {"enemy": SKITTERER}]),
    *RULED,
    JourneyStepEnded(),
)
LINE: Events = (*map_of("A", "B", "C", "D"), *joined(("A", "B"), ("B", "C"), ("C", "D")))
WALKS = FigureMoved(figure=ONE, to="B")
MOVES_ONE: Events = (*FIGHTING, *enemy(1, movement=1), *LINE, *at(skitterer_1="A"), *turns(*ENEMY_FIRST))
APART: Events = (*LINE, *at(skitterer_1="A", lunara="A", venia="B"))
TOGETHER: Events = (*LINE, *at(skitterer_1="A", lunara="A", venia="A"))
SHOT = ATTACK.copy_with(attack="ranged")
PROVOKED = ProvokeDamageDealt(ally=LUNARA, enemy=ONE)
PROVOKING: Events = (*FIGHTING, *enemy(1, provoke=2))
DODGES = ClassSkillUsed(hero=VENIA, skill="dodge", amount=1)
MARK = TokenPlaced(token="Lunara 1", where=ONE)


def board_shown(table: Agemonia) -> str:
    """What everybody reads on the card of the skitterers about their board."""
    marks = [value_as_words(mark) for mark in enemy_piece(table, SKITTERER, "").marks]
    return next((mark for mark in marks if "oard" in mark), "")


ROWS: Rows = {
    167: [
        case(*FIGHTING, event=CARD, then=here("scene.enemies.skitterer.models", 2)),
        case(*FIGHTING, CARD, event=CARD, then=never("enemy-revealed")),
        case(*FIGHTING, event=EnemyCardRevealed(enemy=LUNARA), then=never("name-taken")),
        *(
            case(*FIGHTING, event=CARD.copy_with(models=models), then=seen(board_shown, side))
            for models, side in {
                None: "",
                1: "No board",
                2: "Board: side 6",
                6: "Board: side 6",
                7: "Board: side 8",
                8: "Board: side 8",
            }.items()
        ),
    ],
    168: [
        case(
            *FIGHTING,
            CARD,
            event=SPAWN.copy_with(numbers=(2,)),
            then=here("scene.enemies.skitterer.figures.2.health", 8),
        ),
        case(*FIGHTING, CARD, SPAWN.copy_with(count=2), event=SPAWN, then=never("no-model")),
        case(*FIGHTING, CARD, event=SPAWN.copy_with(heroes_needed=3), then=never("too-few-heroes")),
        case(*FIGHTING, CARD, *map_of("A", capacity=0), event=SPAWN.copy_with(area="A"), then=barred("area-full")),
        case(
            *FIGHTING, CARD, SPAWN.copy_with(numbers=(1,)), event=SPAWN.copy_with(numbers=(1,)), then=never("model-out")
        ),
        case(*FIGHTING, CARD, event=SPAWN.copy_with(count=5), then=here("scene.enemies.skitterer.figures.2.health", 8)),
        case(*FIGHTING, CARD, *turns(*ENEMY_FIRST), event=SPAWN, then=seen(at_turn, LUNARA)),
    ],
    169: [
        case(*FIGHTING, CARD, event=EnemySpawnSkipped(enemy=SKITTERER, reason="no model"), then=followed()),
        case(
            *SET_UP,
            event=ScenarioStarted(),
            then=followed(
                CARD_OF_TWO,
                EnemySpawned(enemy=SKITTERER, count=2, at_setup=True).copy_with(
                    numbers=(1, 2), health=8, area="Ford", missing=1
                ),
                EnemySpawnSkipped(enemy=SKITTERER, reason="no model is left"),
                SetupEnemiesPlaced(),
            ),
        ),
    ],
    170: [
        case(*FIRST, event=ACTS, then=here("scene.done", [ONE])),
        case(*READY, *turns(), event=ACTS, then=barred("out-of-order")),
        case(*READY, RoundStarted(), event=ACTS, then=barred("no-turns")),
        case(*FIRST, ACTS, event=ACTS, then=never("turn-taken")),
        case(
            *FIRST, SPAWN.copy_with(numbers=(3,)), event=ACTS.copy_with(figure="skitterer 3"), then=never("spawned-now")
        ),
        case(*FIRST, event=ACTS.copy_with(damage=2), then=never("against-whom")),
    ],
    171: [
        case(*READY, *turns()[:-1], SNAKES, event=SNAKE, then=followed()),
        case(*READY, *turns()[:-1], SNAKES, event=SNAKE.copy_with(ability="horn"), then=barred("no-special-ability")),
        case(*FIRST, event=SNAKE, then=barred("no-special-ability")),
        case(*READY, *turns()[:-1], SNAKES, event=SNAKE.copy_with(figure=TWO), then=barred("out-of-order")),
    ],
    172: [
        case(*MOVES_ONE, event=WALKS, then=here("scene.places.skitterer 1", "B")),
        case(*MOVES_ONE, WALKS, event=WALKS.copy_with(to="C"), then=barred("too-far")),
        case(
            *MOVES_ONE,
            WALKS,
            ACTS,
            event=WALKS.copy_with(to="C", way="put"),
            then=here("scene.places.skitterer 1", "C"),
        ),
        case(
            *FIGHTING,
            *enemy(1, movement=0),
            *LINE,
            *at(skitterer_1="A"),
            *turns(*ENEMY_FIRST),
            event=WALKS,
            then=barred("too-far"),
        ),
        case(
            *FIGHTING,
            *enemy(1, size="large"),
            *LINE,
            AreaRegistered(area="B", capacity=1),
            *at(skitterer_1="A"),
            event=WALKS,
            then=never("too-small"),
        ),
    ],
    173: [
        case(*READY, *APART, event=ATTACK, then=here("scene.strike.target", LUNARA)),
        case(*READY, *APART, event=ATTACK.copy_with(target=VENIA), then=barred("other-target")),
        case(*READY, *APART, event=BITES.copy_with(target=VENIA), then=barred("other-target")),
        case(*READY, *TOGETHER, event=ATTACK.copy_with(target=VENIA), then=barred("other-target")),
        case(
            *READY,
            *LINE,
            *at(skitterer_1="A", venia="C"),
            event=ATTACK.copy_with(target=VENIA),
            then=barred("not-from-here"),
        ),
        case(
            *FIGHTING,
            *enemy(1, attack="ranged", attack_range=3),
            *LINE,
            *at(skitterer_1="A", venia="A", lunara="B"),
            event=SHOT,
            then=barred("other-target"),
        ),
        case(*FIRST, event=ATTACK.copy_with(figure=TWO), then=barred("out-of-order")),
        case(*READY, *FELLED, event=ATTACK, then=never("hero-exhausted")),
        case(*READY, event=SHOT.copy_with(blocked=True), then=here("scene.strike.value", 2)),
        case(*READY, event=SHOT.copy_with(blocked=True, shape="area"), then=here("scene.strike.value", 3)),
    ],
    174: [
        case(
            *READY, *TOGETHER, ATTACK, event=EnemyAttackRedirected(hero=VENIA), then=here("scene.strike.target", VENIA)
        ),
        case(*READY, *APART, ATTACK, event=EnemyAttackRedirected(hero=VENIA), then=never("other-area")),
        case(*READY, *APART, BOTH, event=EnemyAttackRedirected(hero=VENIA), then=never("other-area")),
        case(*READY, *TOGETHER, BOTH, event=EnemyAttackRedirected(hero=VENIA), then=never("hit-already")),
        case(*READY, BOTH, event=EnemyAttackRedirected(hero=VENIA), then=never("hit-already")),
        case(*READY, *TOGETHER, ATTACK, event=EnemyAttackRedirected(hero=LUNARA), then=never("hit-already")),
        case(*READY, event=EnemyAttackRedirected(hero=VENIA), then=never("no-attack")),
    ],
    175: [
        case(
            *READY,
            ATTACK.copy_with(condition="bleeding"),
            event=ReactiveCheckRolled(shields=1),
            then=table(**{"heroes.lunara.wounds": 2, "heroes.lunara.conditions": ["bleeding"]}),
        ),
        case(
            *READY,
            ATTACK.copy_with(condition="bleeding"),
            event=ReactiveCheckRolled(shields=3),
            then=table(**{"heroes.lunara.wounds": 0, "heroes.lunara.conditions": []}),
        ),
        case(
            *READY,
            ATTACK.copy_with(effect="stamina loss"),
            event=ReactiveCheckRolled(shields=0),
            then=here("heroes.lunara.spent", 3),
        ),
        case(
            *READY,
            event=ATTACK.copy_with(effect="condition", ability=None, value=0, condition="bleeding"),
            then=here("heroes.lunara.conditions", ["bleeding"]),
        ),
    ],
    176: [
        case(*PROVOKING, event=PROVOKED, then=followed(DamageSuffered(hero=LUNARA, amount=2, source=ONE))),
        case(*PROVOKING, PROVOKED, event=PROVOKED, then=never("provoked-already")),
        case(
            *PROVOKING,
            *turns(),
            PROVOKED,
            TurnEnded(figure=LUNARA),
            event=PROVOKED,
            then=here("heroes.lunara.wounds", 4),
        ),
        case(
            *skilled(VENIA, "dodge"),
            *enemy(2, provoke=2),
            DODGES,
            event=PROVOKED.copy_with(ally=VENIA),
            then=table(**{"heroes.venia.wounds": 0, "scene.heroes.venia.dodge": 0}),
        ),
        case(
            *skilled(VENIA, "dodge"),
            *enemy(2, provoke=2),
            DODGES,
            PROVOKED.copy_with(ally=VENIA),
            event=PROVOKED.copy_with(ally=VENIA, enemy=TWO),
            then=here("heroes.venia.wounds", 2),
        ),
        case(
            *PROVOKING,
            *LINE,
            *at(lunara="A", skitterer_1="A"),
            event=FigureMoved(figure=LUNARA, to="B", way="teleport"),
            then=followed(),
        ),
        case(
            *FIGHTING,
            *enemy(1, provoke=1, provoke_range=1),
            *LINE,
            *at(lunara="B", skitterer_1="A"),
            event=FigureMoved(figure=LUNARA, to="C"),
            then=here("heroes.lunara.wounds", 1),
        ),
        case(*PROVOKING, *FELLED, event=PROVOKED, then=never("hero-exhausted")),
    ],
    177: [
        case(*READY, event=MARK, then=here("scene.tokens.Lunara 1.where", ONE)),
        case(*READY, MARK, event=TokenRemoved(token="Lunara 1"), then=here("scene.tokens", {})),
        case(*READY, MARK, event=EnemyDefeated(figure=ONE), then=here("scene.tokens", {})),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()


def test_167_an_enemy_board_holds_eight_models_at_most() -> None:
    with pytest.raises(Misfit, match="models"):
        make_event(EnemyCardRevealed, {"enemy": SKITTERER, "models": 9})
