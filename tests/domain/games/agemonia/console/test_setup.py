"""Setting a scenario up from its content, and taking what lies there at its end."""

from companion.testing import followed, given, given_bent, table
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.followers import FollowerCardGained, FollowerHired, FollowerOutcomeRead
from domain.games.agemonia.campaign.items import ItemGained
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.console.belongings import ItemDropped
from domain.games.agemonia.console.checks import fulfils_requirement
from domain.games.agemonia.console.enemies import DefeatEffectResolved
from domain.games.agemonia.console.scenario import ScenarioLootTaken, ScenarioOutcomeRecorded, ScenarioStarted
from domain.games.agemonia.console.spawning import EnemyCardRevealed
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, SKITTERER, VENIA, at, enemy, map_of
from tests.domain.games.agemonia.moments import (
    CITY_OVER,
    PLAYING,
    RULED,
    TRAINED,
    WATCH,
    Events,
    typed_in,
)

FORD = typed_in(
    "scenarios",
    WATCH,
    areas=[{"area": "Bank", "capacity": 4, "points": ["A"], "start": True}, {"area": "Ford"}],
    borders=[{"area": "Bank", "to": "Ford"}, {"area": "Ford", "to": "Nowhere"}],
    enemies=[
        {"enemy": SKITTERER, "count": 2, "area": "Ford"},
        {"enemy": SKITTERER, "heroes_needed": 4},
        {"enemy": "archer", "numbers": [3]},
    ],
    timers=[{"timer": "Flood", "target": 12}, {"timer": "Odd", "target": "soon"}],
    counters={"Prisoners": 3, "Odd": "many"},
)
BEGUN: Events = (*RULED, JourneyStepEnded())


def test_a_scenario_is_laid_out_as_its_content_says() -> None:
    spec = given_bent(GAME, FORD, *BEGUN).when(ScenarioStarted())
    scene = spec.then().play.campaign.table.scene  # type: ignore[attr-defined]
    assert list(scene.areas) == ["Bank", "Ford"]
    assert list(scene.areas["Ford"].borders) == ["Bank"]
    assert {id_: len(card.figures) for id_, card in scene.enemies.items()} == {SKITTERER: 2, "archer": 1}
    assert (list(scene.timers), scene.counters) == (["Flood"], {"Prisoners": 3})
    assert set(scene.places.values()) == {"Ford"}


def test_a_scenario_of_which_nothing_is_known_is_laid_out_by_hand() -> None:
    given(GAME, *BEGUN).when(ScenarioStarted()).then(followed())


def test_a_hired_follower_comes_along_if_its_card_is_known() -> None:
    card = typed_in("followers", "Hound", health=4)
    hired = (FollowerCardGained(follower="Hound"), FollowerHired(hero=LUNARA, follower="Hound"))
    way = (ScenarioCardGained(scenario=WATCH), *CITY_OVER, ScenarioSelected(scenario=WATCH), JourneyStepEnded())
    spec = given(GAME, card, *TRAINED, *hired, *way).when(ScenarioStarted())
    spec.then(table(**{"scene.allies.Hound.health": 4}))
    spec = spec.and_then(ScenarioOutcomeRecorded(code="S1")).then()
    spec.then_prompts(FollowerOutcomeRead(follower="Hound", exhausted=False))


def test_what_lies_on_the_map_is_offered_and_taken_once() -> None:
    lies = (
        *enemy(1),
        *map_of("A"),
        DefeatEffectResolved(enemy=SKITTERER, item="010", stars=3, area="A"),
        ItemGained(hero=LUNARA, item="080"),
        ItemDropped(hero=LUNARA, item="080", area="A"),
        ScenarioOutcomeRecorded(code="S1"),
    )
    spec = given(GAME, *FIGHTING, *lies)
    offered = next(p for p in spec.play.campaign.prompts(PUBLIC) if p.event is ScenarioLootTaken)
    assert offered.fields == {"items": ["010", "080"], "stars": 3}
    spec.when(ScenarioLootTaken(hero=VENIA, items=("010",), stars=2)).then(
        table(**{"scene.areas.A.items": {"080": 1}, "scene.areas.A.stars": 1, "heroes.venia.items": {"010": 1}})
    )


def test_a_phrase_on_a_carried_card_meets_a_modifier() -> None:
    rope = typed_in("items", "Rope", phrases=["Climbing"], kind="tool")
    spec = given(GAME, *PLAYING, rope, ItemGained(hero=LUNARA, item="Rope"))
    state = spec.play.campaign.table
    assert fulfils_requirement(state, LUNARA, "climbing")
    assert fulfils_requirement(state, LUNARA, "Tool")
    assert not fulfils_requirement(state, VENIA, "climbing")


def test_enemies_alone_are_enough() -> None:
    spec = given(GAME, EnemyCardRevealed(enemy=SKITTERER, base=4, heroes=2), *at())
    spec.then(table(**{"scene.enemies.skitterer.base": 4}))
