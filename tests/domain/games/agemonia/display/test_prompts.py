"""What comes next: a campaign that does nothing but follow the prompts goes through the rulebook's steps in order."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.testing import Play, given, given_bent
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import (
    CityActivityPerformed,
    CityEventOptionChosen,
    CityEventResolved,
    CityEventRevealed,
    CityStepEnded,
    LocationVisited,
    RoomRented,
    SleepingPlaceFound,
)
from domain.games.agemonia.campaign.factions import (
    FactionRankEntryRead,
    FactionReputationGained,
    FactionTrackConfigured,
)
from domain.games.agemonia.campaign.followers import (
    ArtifactCardGained,
    ArtifactPurchased,
    FollowerCardGained,
    FollowerHired,
    FollowerOutcomeRead,
)
from domain.games.agemonia.campaign.gems import InspirationGemGained
from domain.games.agemonia.campaign.items import (
    ItemGained,
    ItemPurchased,
    ItemSelectionForScenarioMade,
    ItemSold,
    ItemStored,
    StarsGained,
    StarsStored,
    StoragePlaceGained,
)
from domain.games.agemonia.campaign.journals import (
    CampaignBookLevelRead,
    HeroBookLevelRead,
    KeywordWritten,
    SpecialLocationVisited,
)
from domain.games.agemonia.campaign.journey import (
    JourneyBranchChosen,
    JourneyStageCompleted,
    JourneyStepEnded,
    ScenarioCardGained,
    ScenarioIntroductionRead,
    ScenarioSelected,
    WorldEventOptionChosen,
    WorldEventResolved,
    WorldEventRevealed,
)
from domain.games.agemonia.campaign.levels import (
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpCompleted,
    ProfessionLearned,
)
from domain.games.agemonia.campaign.party import (
    CampaignFinished,
    CampaignProperStarted,
    CampaignSetUp,
    CampaignStepEntered,
    HeroBoardRecorded,
    HeroJoinedParty,
    TutorialScenarioCompleted,
    VitalityDiskReplaced,
)
from domain.games.agemonia.console.checks import GroupCheckStarted
from domain.games.agemonia.console.preparing import ActionTokensAssigned, ScenarioDecksPrepared
from domain.games.agemonia.console.rounds import RoundStarted
from domain.games.agemonia.console.scenario import (
    AchievementCompleted,
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioLootTaken,
    ScenarioOutcomeRecorded,
    ScenarioReplayed,
    ScenarioStarted,
    TutorialSetUp,
)
from domain.games.agemonia.console.spawning import SetupEnemiesPlaced
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    AT_THE_ARENA,
    CITY,
    JOURNEY,
    LEVEL_2,
    LEVEL_3,
    PARTY,
    PLAYING,
    RULED,
    TUTORIALS,
    VAULT,
    WATCH,
    trained,
    typed_in,
)

PLAUSIBLE: Mapping[type[Event[Any]], Mapping[str, Any]] = {
    HeroJoinedParty: {"hero": "lunara"},
    VitalityDiskReplaced: {"chips": 7, "wounded_cap": 4},
    ActionTokensGained: {"hero_token": "Vow", "class_token": "Charge"},
    ActionTokensAssigned: {"tokens": ("Vow",)},
    CityEventRevealed: {"card": "C1"},
    ScenarioCardGained: {"scenario": WATCH},
    ScenarioSelected: {"scenario": WATCH},
    JourneyStageCompleted: {"kind": "story entry"},
    ScenarioOutcomeRecorded: {"code": "S1"},
    ArenaScoreRecorded: {"score": 9},
    FollowerOutcomeRead: {"exhausted": False},
    WorldEventRevealed: {"card": "W1"},
}
"""What a table would fill in where a prompt leaves a field open."""


OF_ROUNDS = (ScenarioDecksPrepared, SetupEnemiesPlaced, RoundStarted)
"""What a table that plays without rounds does on the table alone."""


def musts(play: Play) -> list[Prompt]:
    """What must come next at a table that plays its scenarios without rounds."""
    prompts = [prompt for prompt in play.campaign.prompts(PUBLIC) if prompt.event not in OF_ROUNDS]
    return [prompt for prompt in prompts if prompt.required or prompt.event is ScenarioOutcomeRecorded]


def filled(play: Play, prompt: Prompt) -> Event[Any]:
    """What a table records for a prompt."""
    fields = {**PLAUSIBLE.get(prompt.event, {}), **prompt.fields}
    if prompt.event in (ClassChosen, ClassSkillGained):
        hero = play.campaign.table.heroes[fields["hero"]]
        hero_class = GAME.pack.of("heroes")[fields["hero"]]["classes"][0]
        skills = GAME.pack.of("classes")[hero_class]["skills"]
        extra = {"hero_class": hero_class} if prompt.event is ClassChosen else {"skill": skills[len(hero.skills)]}
        fields.update(extra)
    return make_event(prompt.event, fields)


def follow(play: Play) -> list[str]:
    """Record the first thing that must come next, again and again until a round is over; returns what it was.

    Tutorials are played on the table alone.
    """
    done: list[str] = []
    start = play.campaign.table.round
    for _ in range(60):
        prompt = next(prompt for prompt in musts(play) if prompt.event is not TutorialSetUp)
        play.record(filled(play, prompt))
        done.append(prompt.event.__name__)
        if play.campaign.table.round > start:
            return done
    raise AssertionError(f"the round has no end: {done}")


def test_a_campaign_begins_with_its_heroes_then_the_tutorials() -> None:
    play = Play(GAME)
    assert follow(play) == [
        "HeroJoinedParty",
        *["TutorialScenarioCompleted"] * 3,
        "CampaignProperStarted",
    ]
    assert play.campaign.table.tutorials == {"1": "S", "2": "S", "3": "S"}


def test_a_round_is_city_then_journey_then_scenario() -> None:
    play = given(GAME, *CITY).play
    assert follow(play) == [
        "CityEventRevealed",
        "CityEventResolved",
        "CityStepEnded",
        "ScenarioCardGained",
        "ScenarioSelected",
        "ScenarioIntroductionRead",
        "JourneyStepEnded",
        "ScenarioStarted",
        "ScenarioOutcomeRecorded",
        "ScenarioCompleted",
    ]
    assert play.campaign.table.step == "city"


def test_stages_that_are_known_are_all_done() -> None:
    stages = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "story entry"}, {"no": 2, "kind": "world event"}])
    done = follow(given(GAME, *JOURNEY, stages).play)
    assert done[2:5] == ["JourneyStageCompleted", "JourneyStageCompleted", "JourneyStepEnded"]


@pytest.mark.parametrize(
    ("done", "asked"),
    [((), {}), ((JourneyBranchChosen(branch="B"), JourneyStageCompleted(kind="world event")), {"branch": "B"})],
    ids=["open", "kept from the stage before"],
)
def test_a_way_is_chosen_where_a_stage_is_split(done: Any, asked: Any) -> None:
    two = [{"no": no, "kind": "world event", "branch": branch} for no in (1, 2) for branch in "AB"]
    stages = typed_in("scenarios", WATCH, stages=[*two, {"no": 3, "kind": "play the scenario"}])
    spec = given(GAME, *JOURNEY, stages, ScenarioSelected(scenario=WATCH), ScenarioIntroductionRead(), *done)
    ways = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is JourneyBranchChosen]
    assert [(prompt.required, prompt.fields) for prompt in ways] == [(True, asked)]


def test_no_way_is_chosen_where_a_stage_is_not_split() -> None:
    stages = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "story entry"}])
    spec = given(GAME, *JOURNEY, stages, ScenarioSelected(scenario=WATCH), ScenarioIntroductionRead())
    spec.then_prompts(JourneyStageCompleted(kind="story entry")).then_no_prompt(JourneyBranchChosen)


def test_a_failure_that_orders_it_is_replayed_at_once() -> None:
    play = given(GAME, *PLAYING, ScenarioOutcomeRecorded(code="F1", replay=True)).play
    assert follow(play) == ["ScenarioReplayed", "ScenarioStarted", "ScenarioOutcomeRecorded", "ScenarioCompleted"]


def test_gaining_a_level_goes_through_its_sub_steps_in_order() -> None:
    track = (
        FactionTrackConfigured(faction="gramask", ranks=(1,)),
        FactionReputationGained(faction="gramask", amount=1),
    )
    play = given(GAME, *CITY[:1], *CITY[2:-1], ExperienceGained(amount=2), *track, CITY[-1]).play
    assert follow(play)[:10] == [
        "LevelGained",
        "CampaignBookLevelRead",
        "HeroBookLevelRead",
        "VitalityDiskReplaced",
        "ClassChosen",
        "ClassSkillGained",
        "ActionTokensGained",
        "LevelUpCompleted",
        "FactionRankEntryRead",
        "CityEventRevealed",
    ]


def test_the_class_is_asked_for_at_level_2_only() -> None:
    play = given(GAME, *CITY[:1], *CITY[2:], ExperienceGained(amount=5)).play
    done: list[str] = []
    for _ in range(15):
        prompt = musts(play)[0]
        if prompt.event is CityEventRevealed:
            break
        play.record(filled(play, prompt))
        done.append(prompt.event.__name__)
    assert done.count("LevelGained") == done.count("LevelUpCompleted") == 2
    assert done.count("ClassChosen") == 1


def test_after_an_arena_scenario_the_city_step_has_no_event() -> None:
    play = given(GAME, *AT_THE_ARENA, ScenarioOutcomeRecorded(code="S")).play
    assert follow(play) == ["ArenaScoreRecorded", "ScenarioCompleted"]
    assert [prompt.event for prompt in musts(play)][-1] is CityStepEnded
    assert CityEventRevealed not in [prompt.event for prompt in play.campaign.prompts(PUBLIC)]


MOMENTS = {
    "nothing": (),
    "tutorial": (*PARTY, *TUTORIALS[:1]),
    "city": CITY,
    "level": LEVEL_2,
    "event": (*CITY, CityEventRevealed(card="C1")),
    "activities": (*CITY, CityEventRevealed(card="C1"), CityEventResolved()),
    "journey": JOURNEY,
    "ruled": RULED,
    "world event": (*RULED, WorldEventRevealed(card="W1")),
    "scenario": PLAYING,
    "aftermath": (*PLAYING, ScenarioOutcomeRecorded(code="S1")),
    "after the arena": AFTER_THE_ARENA,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_that_must_come_next_is_refused(moment: str) -> None:
    spec = given(GAME, *MOMENTS[moment])
    for prompt in musts(spec.play):
        given(GAME, *MOMENTS[moment]).when(filled(spec.play, prompt)).then()


# --- what may be done at a moment ------------------------------------------------------------


LUNARAS_BOARD = HeroBoardRecorded(hero="lunara", strength=3, agility=1, will=2)


def test_in_the_tutorials_boards_and_disks_are_typed_in() -> None:
    spec = given(GAME, *PARTY).then_prompts(
        HeroJoinedParty,
        "Lunara: what strength does the board show?",
        "Lunara: how many chips does the vitality disk show?",
        HeroBoardRecorded,
        VitalityDiskReplaced,
        TutorialScenarioCompleted(number=1),
        KeywordWritten,
    )
    four = [HeroJoinedParty(hero=hero) for hero in ("torrax", "jonai")]
    for event in (*four, LUNARAS_BOARD, VitalityDiskReplaced(hero="lunara", chips=6)):
        spec = spec.and_then(event)
    asked = ("Lunara: what strength does the board show?", "Lunara: how many chips does the vitality disk show?")
    spec.then_no_prompt(HeroJoinedParty, *asked)


def test_another_hero_may_join_until_the_city_and_not_during_a_tutorial() -> None:
    given(GAME, *PARTY).then_prompts(HeroJoinedParty, "Lunara: what strength does the board show?")
    for event in (LUNARAS_BOARD, VitalityDiskReplaced(hero="lunara", chips=6)):
        given(GAME, *PARTY).when(event).then_prompts("Venia: what strength does the board show?", HeroJoinedParty)
    undone = [prompt.event for prompt in given(GAME, *PARTY).play.campaign.prompts(PUBLIC) if prompt.undone]
    assert HeroJoinedParty not in undone
    given(GAME, *PARTY).when(TutorialScenarioCompleted(number=1)).then_prompts(HeroJoinedParty)
    given(GAME, *PARTY).when(TutorialSetUp(number=1)).then_no_prompt(HeroJoinedParty)
    given(GAME, *CITY).then_no_prompt(HeroJoinedParty)


def test_in_the_city_heroes_visit_buy_and_sleep() -> None:
    spec = given(GAME, *CITY)
    spec.then_prompts(
        CampaignBookLevelRead(level=1),
        HeroBookLevelRead(hero="venia", level=1),
        LocationVisited,
        ItemPurchased,
        "Rent a room for Lunara",
        "Rent a room for Venia",
        ScenarioCardGained,
        CityEventRevealed,
        FactionReputationGained,
        StarsGained,
        ItemGained,
    ).then_no_prompt(ItemSold, ProfessionLearned, FollowerHired, ArtifactPurchased, ItemStored, CityActivityPerformed)


def test_books_are_read_once() -> None:
    spec = given(GAME, *CITY, CampaignBookLevelRead(level=1), HeroBookLevelRead(hero="venia", level=1))
    spec.then_no_prompt(CampaignBookLevelRead, HeroBookLevelRead(hero="venia", level=1))
    spec.then_prompts(HeroBookLevelRead(hero="lunara", level=1))


def test_services_come_with_what_there_is() -> None:
    more = (
        ItemGained(hero="lunara", item="010"),
        StoragePlaceGained(hero="lunara", place="Hideout"),
        FollowerCardGained(follower="Mossy"),
        ArtifactCardGained(artifact="Lens"),
        StarsGained(hero="lunara", amount=1),
    )
    spec = given(GAME, *LEVEL_3, *more)
    spec.then_prompts(ItemSold, ProfessionLearned, "Hire Mossy", "Buy Lens", ItemStored, StarsStored)
    spec = spec.and_then(FollowerHired(hero="lunara", follower="Mossy"))
    spec = spec.and_then(ArtifactPurchased(hero="lunara", artifact="Lens", price=0))
    for hero, profession in (("lunara", "Healer"), ("venia", "Smith")):
        spec = spec.and_then(ProfessionLearned(hero=hero, profession=profession))
    spec = spec.and_then(ItemStored(hero="lunara", place="Hideout", item="010"))
    spec.then_no_prompt(FollowerHired, ArtifactPurchased, ProfessionLearned, ItemStored, ItemSold)


def test_the_city_event_has_options_then_heroes_have_points() -> None:
    spec = given(GAME, *CITY, CityEventRevealed(card="C1"))
    spec.then_prompts(CityEventOptionChosen, CityEventResolved).then_no_prompt(CityStepEnded)
    spec = spec.and_then(CityEventResolved())
    spec = spec.and_then(CityActivityPerformed(hero="venia", activity="Train", points=2))
    spec.then_prompts("Lunara: a city activity (2 points left)", CityStepEnded)
    spec.then_no_prompt("Venia: a city activity (0 points left)")


def test_who_has_a_bed_rents_none() -> None:
    spec = given(GAME, *CITY, RoomRented(hero="venia", location="inn", price=0))
    spec.then_prompts("Rent a room for Lunara").then_no_prompt("Rent a room for Venia")


def test_on_the_journey_ways_places_and_world_events() -> None:
    spec = given(GAME, *RULED)
    spec.then_prompts(
        ScenarioIntroductionRead,
        JourneyBranchChosen,
        SpecialLocationVisited,
        WorldEventRevealed,
        JourneyStepEnded,
        "Finish stage 1",
    )
    spec.then_prompts(GroupCheckStarted)
    spec = spec.and_then(ScenarioIntroductionRead()).then_no_prompt(ScenarioIntroductionRead)
    spec = spec.and_then(WorldEventRevealed(card="W1")).then_prompts(WorldEventOptionChosen, WorldEventResolved)
    spec.then_no_prompt(JourneyStepEnded, JourneyStageCompleted)


def test_a_stage_of_another_kind_leads_to_no_place_and_no_world_event() -> None:
    stages = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "story entry"}])
    spec = given(GAME, *JOURNEY, stages, ScenarioSelected(scenario=WATCH))
    spec.then_no_prompt(SpecialLocationVisited, WorldEventRevealed, JourneyStepEnded)
    spec.then_prompts(JourneyStageCompleted)


def test_before_a_scenario_heroes_choose_what_to_bring() -> None:
    armed = given(GAME, *RULED, ItemGained(hero="lunara", item="010"), JourneyStepEnded())
    armed.then_prompts("Lunara: choose items to bring", ScenarioStarted)
    packed = armed.when(ItemSelectionForScenarioMade(hero="lunara", active=("010",)))
    packed.then_no_prompt(ItemSelectionForScenarioMade)
    given(GAME, *RULED, JourneyStepEnded()).then_no_prompt(ItemSelectionForScenarioMade)
    given(GAME, *PLAYING).then_prompts(ScenarioOutcomeRecorded).then_no_prompt(ScenarioLootTaken, ScenarioCompleted)


def test_after_a_scenario_loot_achievements_and_followers() -> None:
    hired = (FollowerCardGained(follower="Mossy"), FollowerHired(hero="lunara", follower="Mossy"))
    levels = (*CITY, ExperienceGained(amount=9), *(LevelGained(level=level) for level in (2, 3, 4)))
    spec = given_bent(
        GAME,
        *levels,
        *trained("lunara", "venia"),
        *hired,
        ScenarioCardGained(scenario=VAULT),
        *JOURNEY[len(CITY) + 1 :],
        ScenarioSelected(scenario=VAULT),
        JourneyStepEnded(),
        ScenarioStarted(),
        ScenarioOutcomeRecorded(code="S1"),
    )
    spec.then_prompts(ScenarioLootTaken, ScenarioCardGained, AchievementCompleted, "Mossy: read its entry")
    spec.then_prompts(InspirationGemGained).then_no_prompt(GroupCheckStarted)
    spec.then_must("Mossy: read its entry")
    spec.and_then(FollowerOutcomeRead(follower="Mossy", exhausted=False)).then_must(ScenarioCompleted)


def test_an_arena_scenario_has_a_score_and_no_achievements() -> None:
    spec = given(GAME, *AT_THE_ARENA, ScenarioOutcomeRecorded(code="S")).then_must(ArenaScoreRecorded)
    spec.then_no_prompt(AchievementCompleted)
    spec.and_then(ArenaScoreRecorded(score=3)).then_must(ScenarioCompleted).then_no_prompt(ArenaScoreRecorded)


def test_a_finished_campaign_asks_for_nothing() -> None:
    given(GAME, *CITY, CampaignFinished()).then_prompts()


# --- what is not tracked is not asked for ----------------------------------------------------


def test_a_table_that_keeps_the_steps_alone() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("steps",)), *PARTY).then_must(CampaignProperStarted)
    assert follow(spec.play) == ["CampaignProperStarted"]
    assert follow(spec.play) == [
        "CityEventRevealed",
        "CityEventResolved",
        "CityStepEnded",
        "JourneyStepEnded",
        "ScenarioCompleted",
    ]
    spec.then_no_prompt(ItemPurchased, RoomRented, ScenarioCardGained, KeywordWritten, StarsGained)


def test_a_table_that_keeps_no_steps() -> None:
    tracks = CampaignSetUp(tracks=("scenarios", "levels", "reputation", "items"))
    ranks = (
        FactionTrackConfigured(faction="gramask", ranks=(1,)),
        FactionReputationGained(faction="gramask", amount=1),
    )
    spec = given(GAME, tracks, *PARTY, ExperienceGained(amount=2), *ranks)
    spec.then_prompts(LevelGained(level=2), FactionRankEntryRead(faction="gramask", rank=1), ScenarioCardGained)
    spec = spec.and_then(ScenarioCardGained(scenario=WATCH)).then_prompts(ScenarioSelected)
    spec = spec.and_then(ScenarioSelected(scenario=WATCH)).then_prompts(ScenarioOutcomeRecorded)
    spec = spec.and_then(ScenarioOutcomeRecorded(code="F1", replay=True)).then_prompts(ScenarioReplayed)
    spec.then_no_prompt(CityEventRevealed, JourneyStepEnded, CampaignStepEntered)


def test_a_table_that_keeps_one_thing_is_asked_for_that() -> None:
    given(GAME, CampaignSetUp(tracks=("reputation",)), *PARTY).then_prompts(FactionReputationGained).then_no_prompt(
        ScenarioCardGained, LocationVisited, KeywordWritten, LevelUpCompleted
    )


def test_steps_without_items_ask_for_no_items() -> None:
    steps = CampaignSetUp(tracks=("steps", "scenarios"))
    ruled = [event for event in RULED if not isinstance(event, SleepingPlaceFound)]
    given(GAME, steps, *ruled, JourneyStepEnded()).then_no_prompt(ItemSelectionForScenarioMade, ItemGained)
