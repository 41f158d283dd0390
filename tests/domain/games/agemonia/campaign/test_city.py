"""The city step: services, rooms, the event, activities, the night; and the city step after an arena scenario."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.city import (
    CityActivityPerformed,
    CityActivityPointsModified,
    CityActivityTokensTaken,
    CityEventOptionChosen,
    CityEventResolved,
    CityEventRevealed,
    CityStepEnded,
    LocationVisited,
    RoomRented,
    ServiceUsed,
    SleepingPlaceFound,
    UneasySleepSuffered,
    UnusedActivityTokensDiscarded,
)
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionTrackConfigured
from domain.games.agemonia.campaign.items import StarsGained
from domain.games.agemonia.campaign.party import CampaignSetUp, CampaignStepEntered
from domain.games.agemonia.campaign.vitality import DamageSuffered, HeroExhausted, HeroWounded, StaminaLost
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    BEDS,
    CITY,
    CITY_OVER,
    DISKS,
    EVENT_DONE,
    LEVEL_2,
    PARTY,
    POOR,
    each_refusal,
    entry_of,
    no,
    refuses,
    typed_in,
)

REVEALED = CityEventRevealed(card="C1")
TRAIN = CityActivityPerformed(hero="lunara", activity="Train")
BATH = ServiceUsed(hero="lunara", service="Bath", location="inn", stars=2, once=True)
ROOM = RoomRented(hero="lunara", location="inn", price=2)
RICH = StarsGained(hero="lunara", amount=9)
RANKED = (
    *CITY[:-1],
    FactionTrackConfigured(faction="gramask", ranks=(1,)),
    FactionReputationGained(faction="gramask", amount=1),
    CITY[-1],
)
REFUSALS = [
    no(
        "location-of-other-level",
        *CITY,
        typed_in("locations", "vault", level=2),
        event=LocationVisited(location="vault"),
        bendable=True,
    ),
    no("level-up-unfinished", *LEVEL_2, *EVENT_DONE, event=CityStepEnded(), bendable=True),
    no("ranks-unread", *RANKED, *EVENT_DONE, event=CityStepEnded(), bendable=True),
    *(
        no("after-the-reveal", *CITY, RICH, REVEALED, event=event, bendable=True, why=type(event).__name__)
        for event in (LocationVisited(location="inn"), BATH, ROOM)
    ),
    no("service-used", *CITY, RICH, BATH, event=BATH, bendable=True),
    no("not-enough-stars", *CITY, POOR, event=BATH, bendable=False, why="service"),
    no("not-enough-points", *CITY, event=BATH.copy_with(stars=0, points=1), bendable=False, why="service"),
    no("not-enough-stars", *CITY, POOR, event=ROOM, bendable=False, why="room"),
    no("after-arena", *AFTER_THE_ARENA, event=REVEALED, bendable=False, why="event"),
    no("event-revealed", *CITY, REVEALED, event=REVEALED, bendable=False),
    no("no-event", *CITY, event=CityEventOptionChosen(option="A"), bendable=False, why="option"),
    no(
        "requirement-not-met",
        *CITY,
        REVEALED,
        event=CityEventOptionChosen(option="A", requirement="a key", requirement_met=False),
        bendable=True,
        why="option",
    ),
    no("no-event", *CITY, event=CityEventResolved(), bendable=False, why="resolved"),
    no("event-resolved", *CITY, *EVENT_DONE, event=CityEventResolved(), bendable=False),
    no("points-below-zero", *CITY, event=CityActivityPointsModified(hero="lunara", delta=-3), bendable=False),
    no(
        "no-points-left",
        *CITY,
        *EVENT_DONE,
        TRAIN.copy_with(points=2),
        event=CityActivityPointsModified(hero="lunara", delta=-1),
        bendable=False,
    ),
    no("after-arena", *AFTER_THE_ARENA, event=TRAIN, bendable=False, why="activity"),
    no("event-first", *CITY, REVEALED, event=TRAIN, bendable=False, why="activity"),
    no("not-enough-points", *CITY, *EVENT_DONE, event=TRAIN.copy_with(points=3), bendable=False, why="activity"),
    no("not-enough-stars", *CITY, *EVENT_DONE, POOR, event=TRAIN.copy_with(stars=1), bendable=False, why="activity"),
    no(
        "activity-of-other-level",
        *CITY,
        *EVENT_DONE,
        typed_in("activities", "Train", level=2),
        event=TRAIN,
        bendable=True,
    ),
    no(
        "requirement-not-met",
        *CITY,
        *EVENT_DONE,
        event=TRAIN.copy_with(requirement_met=False),
        bendable=True,
        why="activity",
    ),
    *[
        no("activity-used", *CITY, *EVENT_DONE, TRAIN, event=TRAIN.copy_with(limit=limit), bendable=False, why=limit)
        for limit in ("once only", "once at this level", "once this city step")
    ],
    no("event-first", *CITY, event=CityStepEnded(), bendable=True, why="end"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_location_may_be_visited_again_and_at_its_level() -> None:
    vault = LocationVisited(location="vault", heroes=("lunara",))
    spec = given(GAME, *LEVEL_2, typed_in("locations", "vault", level=2), vault).when(vault)
    spec.then(table(**{"city.visited": ["vault"]}), says("Visited vault: Lunara"))


def test_a_service_takes_stars_and_activity_points() -> None:
    spec = given(GAME, *CITY, RICH, *EVENT_DONE).when(BATH.copy_with(points=1, effect="clean"))
    spec.then(
        table(**{"heroes.lunara.stars": 7, "heroes.lunara.activity_tokens": 1, "city.used.inn Bath": 1}),
        says("Lunara used Bath at inn for 2 stars, 1 point. Clean"),
    )


def test_a_service_without_a_limit_is_used_as_often_as_one_likes() -> None:
    bless = ServiceUsed(hero="lunara", service="favor")
    given(GAME, *CITY, bless).when(bless).then(table(**{"city.used.favor": 2}))


@pytest.mark.parametrize(
    ("event", "left"), [(ROOM, 7), (SleepingPlaceFound(hero="lunara", location="inn"), 9)], ids=["rented", "found"]
)
def test_a_bed_is_a_place_to_sleep(event: Any, left: int) -> None:
    given(GAME, *CITY, RICH).when(event).then(table(**{"heroes.lunara.sleeps": "inn", "heroes.lunara.stars": left}))


def test_the_event_is_revealed_chosen_resolved_and_its_card_goes() -> None:
    spec = given(GAME, *CITY, REVEALED).when(CityEventOptionChosen(option="A"))
    spec = spec.then(table(**{"city.event": "C1", "city.option": "A"})).and_then(CityEventResolved(outcome="fine"))
    spec.then(
        followed(
            CityActivityTokensTaken(hero="lunara", tokens=2),
            CityActivityTokensTaken(hero="venia", tokens=2),
        ),
        table(**{"city.resolved": True, "city_events": ["C1"], "heroes.venia.activity_tokens": 2}),
    )


def test_an_event_that_was_never_revealed_after_all_leaves_no_card() -> None:
    spec = given(GAME, *CITY, REVEALED, CityEventResolved())
    spec.and_undo(entry_of(spec, CityEventRevealed), "those").then(table(city_events=[]))


@pytest.mark.parametrize(("delta", "tokens"), [(1, 3), (-1, 1), (-2, 0)])
def test_effects_give_more_or_fewer_activity_points(delta: int, tokens: int) -> None:
    modified = CityActivityPointsModified(hero="lunara", delta=delta)
    before = given(GAME, *CITY, modified, REVEALED).when(CityEventResolved())
    before.then(table(**{"heroes.lunara.activity_tokens": tokens, "heroes.venia.activity_tokens": 2}))
    after = given(GAME, *CITY, *EVENT_DONE).when(modified)
    after.then(table(**{"heroes.lunara.activity_tokens": tokens}))


def test_activity_points_that_were_spent_are_not_lost_as_well() -> None:
    spec = given(GAME, *CITY, *EVENT_DONE, TRAIN.copy_with(points=1))
    spec.when(CityActivityPointsModified(hero="lunara", delta=-2)).then(
        says("Lunara: -1 activity points"), table(**{"heroes.lunara.activity_tokens": 0})
    )


def test_outside_the_city_stars_cannot_be_owed_either() -> None:
    room = RoomRented(hero="lunara", location="inn", price=12)
    spec = given(GAME, *CITY, RICH, *CITY_OVER).when(room, bend="a camp on the way")
    spec.then(refused("not-enough-stars", bendable=False), table(**{"heroes.lunara.stars": 9}))


def test_an_activity_takes_points_and_stars_and_is_remembered() -> None:
    spec = given(GAME, *CITY, RICH, *EVENT_DONE).when(TRAIN.copy_with(points=2, stars=4, limit="once only"))
    spec.then(
        table(
            **{
                "heroes.lunara.activity_tokens": 0,
                "heroes.lunara.stars": 5,
                "heroes.lunara.activities.Train": {"ever": 1, "level": 1, "this_step": 1, "limit": "once only"},
            }
        )
    )


def test_an_activity_that_takes_no_points_may_come_before_the_event() -> None:
    given(GAME, *CITY).when(TRAIN.copy_with(points=0)).then(table(**{"heroes.lunara.activities.Train.ever": 1}))


def test_what_is_done_once_in_a_city_step_may_be_done_in_the_next() -> None:
    spec = given(GAME, *CITY, *BEDS, *EVENT_DONE, TRAIN, CityStepEnded())
    for step in ("scenario", "city"):
        spec = spec.and_then(CampaignStepEntered(step=step)).then()
    spec = spec.and_then(CityEventRevealed(card="C2")).and_then(CityEventResolved())
    spec.and_then(TRAIN.copy_with(limit="once this city step")).then(
        table(**{"heroes.lunara.activities.Train.ever": 2})
    )


def test_at_the_end_tokens_go_and_who_has_no_bed_sleeps_badly() -> None:
    spec = given(GAME, *CITY, *DISKS, *BEDS[:1], *EVENT_DONE, TRAIN.copy_with(points=2)).when(CityStepEnded())
    spec.then(
        followed(
            UnusedActivityTokensDiscarded(hero="venia", tokens=2),
            UneasySleepSuffered(hero="venia"),
            StaminaLost(hero="venia", amount=2, source="uneasy sleep"),
            CampaignStepEntered(step="journey"),
        ),
        table(**{"step": "journey", "heroes.venia.spent": 2, "heroes.venia.activity_tokens": 0}),
    )


def test_a_hero_who_lies_exhausted_sleeps_as_it_is() -> None:
    blow = DamageSuffered(hero="venia", amount=10)
    spec = given(GAME, *CITY, *DISKS, *BEDS[:1], blow, blow, *EVENT_DONE)
    spec.then(table(**{"heroes.venia.exhausted": True})).when(CityStepEnded()).then(
        followed(
            *[UnusedActivityTokensDiscarded(hero=hero, tokens=2) for hero in ("lunara", "venia")],
            UneasySleepSuffered(hero="venia"),
            CampaignStepEntered(step="journey"),
        )
    )


def test_two_blows_wound_and_exhaust() -> None:
    blow = DamageSuffered(hero="venia", amount=10)
    spec = given(GAME, *PARTY, *DISKS).when(blow).then(followed(HeroWounded(hero="venia", draws=True)))
    spec.and_then(blow).then(followed(HeroExhausted(hero="venia")))


def test_no_sleep_is_uneasy_where_vitality_is_not_tracked() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("steps",)), *CITY, REVEALED, CityEventResolved()).when(CityStepEnded())
    spec.then(table(**{"heroes.venia.spent": 0}))


def test_a_new_city_step_is_laid_out() -> None:
    spec = given(GAME, *CITY, *DISKS, *BEDS, *EVENT_DONE, DamageSuffered(hero="venia", amount=2), CityStepEnded())
    for step in ("scenario", "city"):
        spec = spec.and_then(CampaignStepEntered(step=step)).then()
    spec.then(
        table(
            **{
                "heroes.lunara.sleeps": "uneasy-sleep",
                "heroes.venia.wounds": 0,
                "city": {"visited": [], "used": {}, "event": None, "option": None, "resolved": False, "later": []},
            }
        )
    )


def test_after_the_arena_the_city_step_ends_without_an_event() -> None:
    spec = given(GAME, *AFTER_THE_ARENA, *BEDS).then_prompts(CityStepEnded).then_no_prompt(CityEventRevealed)
    spec.when(CityStepEnded()).then(followed(CampaignStepEntered(step="journey")))
