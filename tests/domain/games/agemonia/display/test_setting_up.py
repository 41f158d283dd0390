"""What is set up before the first round of a scenario: slots, places, allies, areas."""

from domain.framework.game import PUBLIC, Prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.followers import FollowerCardGained, FollowerHired
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, HeroPlaced
from domain.games.agemonia.console.preparing import ActionTokensAssigned
from domain.games.agemonia.console.rounds import RoundStarted
from domain.games.agemonia.console.scenario import ScenarioStarted
from tests.domain.games.agemonia.console.fights import BOARDS, LUNARA, VENIA, at, map_of
from tests.domain.games.agemonia.moments import CITY_OVER, DISKS, PLAYING, TRAINED, WATCH
from tests.specs import Spec, given

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


def test_who_owns_no_tokens_has_none_to_bring() -> None:
    given(GAME, *PLAYING).then_no_prompt(ActionTokensAssigned)


def test_on_a_map_with_a_start_everybody_is_put_there_first() -> None:
    spec = given(GAME, *PLAYING, *DISKS, *BOARDS, START).then_next(HeroPlaced(hero=LUNARA, area="Bank"))
    assert {str(prompt.card) for prompt in placings(spec)} == {"Starting areas"}
    spec.and_then(HeroPlaced(hero=LUNARA, area="Bank")).then_next(HeroPlaced(hero=VENIA, area="Bank"))
    given(GAME, *PLAYING, *DISKS, *BOARDS, START, *at(lunara="Bank", venia="Bank")).then_next(RoundStarted)


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
    spec = given(GAME, *TRAINED, *hired, *WAY, *BOARDS, ScenarioStarted()).then_next("Hound comes along")
    (asked,) = [p for p in spec.play.campaign.prompts(PUBLIC) if p.fields == {"ally": "Hound"}]
    assert asked.missing == ["health"]
    spec.and_then(ScenarioAllyAdded(ally="Hound", health=4)).then_no_prompt("Hound comes along")


def test_allies_and_areas_are_set_up_before_the_first_round_alone() -> None:
    spec = given(GAME, *PLAYING).then_prompts(ScenarioAllyAdded, AreaRegistered, RoundStarted)
    spec.and_then(RoundStarted()).then_no_prompt(ScenarioAllyAdded, AreaRegistered)
