"""What is set up before the first round of a scenario: slots, places, allies, areas."""

from companion.testing import Spec, given, refused, table
from domain.framework.game import PUBLIC, Prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.followers import FollowerCardGained, FollowerHired
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.console.enemies import EnemyCardTypedIn, ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, HeroPlaced
from domain.games.agemonia.console.preparing import ActionTokensAssigned, ScenarioDecksPrepared
from domain.games.agemonia.console.rounds import InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.scenario import ScenarioStarted
from domain.games.agemonia.console.spawning import WHO_IS_PLACED, EnemyCardRevealed, SetupEnemiesPlaced
from domain.games.agemonia.console.story import StoryCardFlipped, StoryCardRevealed
from domain.games.agemonia.figures import at_turn
from tests.domain.games.agemonia.console.fights import BOARDS, LUNARA, VENIA, at, map_of, turns
from tests.domain.games.agemonia.moments import CITY_OVER, DISKS, LAID_OUT, PLAYING, RULED, TRAINED, WATCH, typed_in

WAY = (ScenarioCardGained(scenario=WATCH), *CITY_OVER, ScenarioSelected(scenario=WATCH), JourneyStepEnded())
SET_UP = (*TRAINED, *WAY)
"""A party that owns action tokens is about to begin a scenario."""
START = AreaRegistered(area="Bank", start=True)


def placings(spec: Spec) -> list[Prompt]:
    return [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is HeroPlaced]


def test_tokens_are_brought_into_slots() -> None:
    spec = given(GAME, *SET_UP).then_prompts(
        "Lunara: choose action tokens to bring", "Venia: choose action tokens to bring", ScenarioStarted
    )
    spec = spec.and_then(ActionTokensAssigned(hero=LUNARA, tokens=("Vow",)))
    spec.then_no_prompt("Lunara: choose action tokens to bring").then_prompts("Venia: choose action tokens to bring")


def test_whose_tokens_nobody_typed_may_bring_them_by_name() -> None:
    spec = given(GAME, *PLAYING, *DISKS).then_prompts("Lunara: choose action tokens to bring").then_must(RoundStarted)
    spec.and_then(ActionTokensAssigned(hero=LUNARA, tokens=("Slash",))).then(
        table(**{"heroes.lunara.tokens": ["Slash"]})
    )


def test_a_story_card_on_the_table_can_be_flipped() -> None:
    spec = given(GAME, *PLAYING, StoryCardRevealed(letter="C")).then_prompts("Flip story card C")
    spec.and_then(StoryCardFlipped(letter="C")).then_no_prompt(StoryCardFlipped)


def test_on_a_map_with_a_start_everybody_is_put_there_first() -> None:
    spec = given(GAME, *PLAYING, *DISKS, *BOARDS, *LAID_OUT, START).then_next(HeroPlaced(hero=LUNARA, area="Bank"))
    assert {str(prompt.card) for prompt in placings(spec)} == {"Starting areas"}
    spec.and_then(HeroPlaced(hero=LUNARA, area="Bank")).then_next(HeroPlaced(hero=VENIA, area="Bank"))
    given(GAME, *PLAYING, *DISKS, *BOARDS, *LAID_OUT, START, *at(lunara="Bank", venia="Bank")).then_next(RoundStarted)


def test_who_finds_no_room_in_the_start_area_says_where_it_starts() -> None:
    spec = given(GAME, *PLAYING, AreaRegistered(area="Bank", start=True, capacity=1))
    assert [(prompt.fields, prompt.card is None) for prompt in placings(spec)] == [
        ({"hero": LUNARA, "area": "Bank"}, False),
        ({"hero": VENIA}, True),
    ]


def test_a_map_without_a_start_puts_nobody_anywhere() -> None:
    assert not placings(given(GAME, *PLAYING, *map_of("Bank")))


def test_a_hired_follower_comes_along() -> None:
    hired = (FollowerCardGained(follower="Hound"), FollowerHired(hero=LUNARA, follower="Hound"))
    brought = tuple(ActionTokensAssigned(hero=hero, tokens=("Vow",)) for hero in (LUNARA, VENIA))
    spec = given(GAME, *TRAINED, *hired, *WAY, *BOARDS, *brought, ScenarioStarted(), *LAID_OUT).then_next(
        "Hound comes along"
    )
    (asked,) = [p for p in spec.play.campaign.prompts(PUBLIC) if p.fields == {"ally": "Hound"}]
    assert sorted(asked.missing) == ["health", "symbol"]
    spec.and_then(ScenarioAllyAdded(ally="Hound", health=4, symbol="red")).then_no_prompt("Hound comes along")


def test_allies_and_areas_are_set_up_before_the_first_round_alone() -> None:
    spec = given(GAME, *PLAYING).then_prompts(ScenarioAllyAdded, AreaRegistered, RoundStarted)
    spec.and_then(RoundStarted()).then_no_prompt(ScenarioAllyAdded, AreaRegistered)


def test_the_decks_are_shuffled_before_the_first_round() -> None:
    spec = given(GAME, *PLAYING, *DISKS, *BOARDS).then_prompts("Shuffle the decks of the scenario")
    spec.and_then(ScenarioDecksPrepared()).then_no_prompt(ScenarioDecksPrepared)


def test_the_enemies_of_the_setup_are_asked_for_and_act_in_the_first_round() -> None:
    shuffled = given(GAME, *PLAYING, *DISKS, *BOARDS, ScenarioDecksPrepared())
    asked = [p for p in shuffled.play.campaign.prompts(PUBLIC) if p.question == WHO_IS_PLACED]
    assert [str(p.title) for p in asked] == ["Skitterer", "Another enemy", "No enemies at first"]
    assert asked[1].missing == ["enemy", "count"]
    spec = shuffled.then_next("Fight round 1: select actions")
    begun, *selected, revealed = turns("enemy green", "ally red", "ally green")
    for event in (begun, *selected):
        spec = spec.and_then(event)
    spec = spec.then_next(SetupEnemiesPlaced).and_then(EnemyCardRevealed(enemy="Wolf", symbol="green", count=2))
    spec.then_prompts("No more enemies", "More models: Wolf").then_next(SetupEnemiesPlaced)
    for event in (SetupEnemiesPlaced(), revealed):
        spec = spec.and_then(event)
    assert at_turn(spec.play.campaign.table).startswith("Wolf")  # type: ignore[arg-type]


def test_the_symbol_of_an_enemy_is_asked_for_before_the_initiative_card() -> None:
    begun, *selected, _revealed = turns("enemy green", "ally red", "ally green")
    here = (ScenarioDecksPrepared(), EnemyCardRevealed(enemy="Wolf", count=1), SetupEnemiesPlaced())
    spec = given(GAME, *PLAYING, *here, begun, *selected).then_next("Wolf: which initiative symbol?")
    spec.and_then(EnemyCardTypedIn(enemy="Wolf", symbol="green")).then_next(InitiativeCardRevealed)


def test_a_scenario_whose_enemies_are_known_asks_for_none() -> None:
    known = typed_in("scenarios", WATCH, enemies=[{"enemy": "skitterer", "count": 2}])
    spec = given(GAME, *RULED, JourneyStepEnded(), known).when(ScenarioStarted())
    spec.and_then(ScenarioDecksPrepared()).then_no_prompt(SetupEnemiesPlaced)


def test_enemies_of_the_setup_are_placed_before_the_first_initiative_card_only() -> None:
    late = given(GAME, *PLAYING, *LAID_OUT, *turns("ally red", "ally green"))
    late.when(SetupEnemiesPlaced()).then(refused("all-placed", bendable=False))
    late.then_prompts(EnemyCardRevealed).then_no_prompt("Another enemy")
