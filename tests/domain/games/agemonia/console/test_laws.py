"""What holds in a fight whatever is recorded, in whatever order, and whatever of it is taken back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.testing import Play
from companion.testing import given as given_that
from domain.framework.events.chance import Chance
from domain.framework.events.listing import events_defined_in
from domain.framework.game import PUBLIC
from domain.framework.refusal import NotFound, RefusedAll
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign import gems, vitality
from domain.games.agemonia.campaign.vitality import MOST_CONDITIONS
from domain.games.agemonia.console import scenario
from domain.games.agemonia.events import CONSOLE
from domain.games.agemonia.state.table import MOST_ACHIEVEMENT_GEMS, MOST_INSPIRATION_GEMS, Agemonia
from domain.log import corrections
from domain.log.corrections import TableDecision
from tests.domain.games.agemonia.console.fights import BLUE_DIE, FIGHTING, RED_DIE, enemy
from tests.domain.games.agemonia.moments import typed_in
from tests.strategies import guess
from tests.suite.soak import often

STEPS = 60
NUMBERED = tuple(
    typed_in("conditions", id_, number=n) for n, id_ in enumerate(("bleeding", "blessed", "weakened", "stunned"), 1)
)
CARDS = (
    typed_in("initiative-cards", "I1", order=["ally red", "enemy red", "ally green"], bonus=["red"]),
    typed_in("fate-cards", "F1", value=2),
)
PLAYED = {*CONSOLE, *events_defined_in(scenario, vitality, gems)}
EVENTS = [cls for cls in GAME.by_name.values() if cls in PLAYED]
OFTEN = ("damage", "turn", "enemy-turn", "selected", "revealed", "attack", "stamina", "dice", "check")


def laws(table: Agemonia) -> None:
    for hero in table.heroes.values():
        if hero.available is not None:
            assert hero.available + hero.spent + hero.held + hero.wounds == hero.chips
        assert all(lock.chips >= lock.needs > 0 for lock in hero.locked.values())
        assert 0 <= hero.achievement_gems <= MOST_ACHIEVEMENT_GEMS
        assert 0 <= hero.inspiration_gems <= MOST_INSPIRATION_GEMS
    scene = table.scene
    assert len(set(scene.done)) == len(scene.done)
    conditions = [model.conditions for enemy in scene.enemies.values() for model in enemy.figures.values()]
    conditions += [ally.conditions for ally in scene.allies.values()]
    conditions += [hero.conditions for hero in table.heroes.values()]
    for held in conditions:
        assert len(set(held)) == len(held)
        known = [condition for condition in held if table.thing("conditions", condition).get("number")]
        assert len(known) < len(held) or len(held) <= MOST_CONDITIONS
    for card in scene.enemies.values():
        assert len(card.figures) <= (card.models or 8)
        for model in card.figures.values():
            assert model.health is None or 0 <= model.health <= (model.most or 0)
    for ally in scene.allies.values():
        assert 0 <= ally.health <= ally.most
    for turn in scene.heroes.values():
        assert turn.points >= 0


@pytest.mark.slow
@settings(max_examples=often(60))
@given(seed=st.integers(0, 2**32))
def test_the_laws_of_a_fight(seed: int) -> None:
    random = Random(seed)
    play = given_that(GAME, RED_DIE, BLUE_DIE, *NUMBERED, *CARDS, *FIGHTING, *enemy(2)).play
    for _ in range(STEPS):
        (take_back if random.random() < 0.1 else go_on)(play, random)
        laws(play.campaign.table)  # type: ignore[arg-type]
    now = play.campaign.table.model_dump()
    assert play.reopen().table.model_dump() == now


def go_on(play: Play, random: Random) -> None:
    """Mostly what comes next, else anything; what is refused changes nothing."""
    prompts = play.campaign.prompts(PUBLIC)
    likely = [cls for cls in EVENTS if any(word in cls.topic for word in OFTEN)]
    cls = random.choice([prompt.event for prompt in prompts] if prompts and random.random() < 0.5 else likely or EVENTS)
    if random.random() < 0.2:
        cls = random.choice(EVENTS)
    event = guess(cls, play.campaign.table, random)
    if event is None or cls not in EVENTS:
        return
    try:
        play.record(event, Chance(random))
    except RefusedAll:
        return


def take_back(play: Play, random: Random) -> None:
    """Something of late, with all that could not be without it."""
    position = play.campaign.position - random.randint(0, 8)
    try:
        play.do(lambda campaign: corrections.withdraw(campaign, position, play.command(), TableDecision("those")))
    except (RefusedAll, NotFound):
        return
