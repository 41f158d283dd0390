"""Moments of a campaign, as the events that lead there, and how a refusal is written down."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.testing import Spec, bent, given, refused
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import CityEventResolved, CityEventRevealed, CityStepEnded, SleepingPlaceFound
from domain.games.agemonia.campaign.items import StarsCounted
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.levels import (
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    LevelGained,
    LevelUpCompleted,
)
from domain.games.agemonia.campaign.party import (
    CampaignProperStarted,
    HeroJoinedParty,
    TutorialScenarioCompleted,
    VitalityDiskReplaced,
)
from domain.games.agemonia.console.preparing import ScenarioDecksPrepared
from domain.games.agemonia.console.scenario import (
    ArenaScoreRecorded,
    ScenarioCompleted,
    ScenarioOutcomeRecorded,
    ScenarioStarted,
)
from domain.games.agemonia.console.spawning import SetupEnemiesPlaced

Events = tuple[Event[Any], ...]
WATCH = "twilight-watch"
VAULT = "the-vault-of-the-ancients"
THEN = "a card says so"

PARTY: Events = (HeroJoinedParty(hero="lunara", player="Ana"), HeroJoinedParty(hero="venia", player="Ben"))
DISKS: Events = tuple(VitalityDiskReplaced(hero=hero, chips=6, wounded_cap=3) for hero in ("lunara", "venia"))
TUTORIALS: Events = tuple(TutorialScenarioCompleted(number=n) for n in (1, 2, 3))
CITY: Events = (*PARTY, *TUTORIALS, CampaignProperStarted())
POOR = StarsCounted(hero="lunara", stars=0)
BEDS: Events = tuple(SleepingPlaceFound(hero=hero, location="inn") for hero in ("lunara", "venia"))
EVENT_DONE: Events = (CityEventRevealed(card="C1"), CityEventResolved())
CITY_OVER: Events = (*BEDS, *EVENT_DONE, CityStepEnded())
JOURNEY: Events = (*CITY, ScenarioCardGained(scenario=WATCH), *CITY_OVER)
RULED: Events = (*JOURNEY, ScenarioSelected(scenario=WATCH))
PLAYING: Events = (*RULED, JourneyStepEnded(), ScenarioStarted(narrator="Ana"))
LAID_OUT: Events = (ScenarioDecksPrepared(), SetupEnemiesPlaced())
WON: Events = (*PLAYING, ScenarioOutcomeRecorded(code="S1"))
LEVEL_2: Events = (*CITY, ExperienceGained(amount=2), LevelGained(level=2))


def trained(*heroes: str, **skills: str) -> Events:
    """All that heroes take at level 2: disk, class, skill and tokens, the first of each unless it is said."""
    return tuple(event for hero in heroes for event in _trained(hero, skills.get(hero, "")))


def _trained(hero: str, skill: str) -> Iterator[Event[Any]]:
    classes = {id_: GAME.pack.of("classes")[id_]["skills"] for id_ in GAME.pack.of("heroes")[hero]["classes"]}
    chosen = next(id_ for id_, known in classes.items() if not skill or skill in known)
    yield VitalityDiskReplaced(hero=hero, chips=6, wounded_cap=3)
    yield ClassChosen(hero=hero, hero_class=chosen)
    yield ClassSkillGained(hero=hero, skill=skill or classes[chosen][0])
    yield ActionTokensGained(hero=hero, hero_token="Vow", class_token="Charge")


TRAINED: Events = (*LEVEL_2, *trained("lunara", "venia"))
LEVEL_3: Events = (*TRAINED, LevelUpCompleted(level=2), ExperienceGained(amount=3), LevelGained(level=3))
ARENA = ContentAdded(kind="scenarios", id="A1", fields={"en": "Ring of Sand", "arena": True})
AT_THE_ARENA: Events = (
    *TRAINED,
    ARENA,
    ScenarioCardGained(scenario="A1"),
    *CITY_OVER,
    ScenarioSelected(scenario="A1"),
    JourneyStepEnded(),
    ScenarioStarted(),
)
AFTER_THE_ARENA: Events = (
    *AT_THE_ARENA,
    ScenarioOutcomeRecorded(code="S"),
    ArenaScoreRecorded(score=7),
    ScenarioCompleted(),
)


def typed_in(kind: str, id_: str, /, **fields: Any) -> Event[Any]:
    """A card that the table typed in, or what it typed in about one that the pack knows."""
    known = id_ in GAME.pack.of(kind)
    return (ContentCorrected if known else ContentAdded)(kind=kind, id=id_, fields=fields)


def no(code: str, *before: Event[Any], event: Event[Any], bendable: bool, why: str = "") -> Any:
    """A refusal: what happened before, what is recorded, and whether a card could overrule it."""
    return pytest.param(before, event, code, bendable, id=f"{code}-{why}".strip("-"))


def entry_of(spec: Spec, event: type[Event[Any]]) -> int:
    """The position of the last entry of such an event."""
    return max(entry.position for entry in spec.play.campaign.entries() if isinstance(entry.event, event))


each_refusal = ("before", "event", "code", "bendable")


def refuses(before: Events, event: Event[Any], code: str, bendable: bool) -> None:
    """It is refused for that reason and changes nothing; with a reason it is recorded if it can be bent at all."""
    spec = given(GAME, *before)
    spec.when(event).then(refused(code, bendable=bendable))
    spec.when(event, bend=THEN).then(bent(code) if bendable else refused(code, bendable=False))
