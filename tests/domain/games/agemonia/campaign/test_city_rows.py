"""Rows 47 to 62 of the event catalogue by what they do: storing, followers, artifacts, the city event, the night."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.city import (
    CityActivityPerformed,
    CityActivityPointsModified,
    CityActivityTokensTaken,
    CityEventOptionChosen,
    CityEventResolved,
    CityEventRevealed,
    CityStepEnded,
    UnusedActivityTokensDiscarded,
)
from domain.games.agemonia.campaign.followers import (
    ArtifactCardGained,
    ArtifactProgressMarked,
    ArtifactPurchased,
    FollowerCardGained,
    FollowerHired,
    FollowerOutcomeRead,
)
from domain.games.agemonia.campaign.items import (
    ItemGained,
    ItemStored,
    StarsGained,
    StarsStored,
    StoragePlaceGained,
    StoredItemRetrieved,
    StoredStarsRetrieved,
)
from domain.games.agemonia.campaign.party import CampaignStepEntered
from tests.domain.games.agemonia.moments import (
    AFTER_THE_ARENA,
    BEDS,
    CITY,
    CITY_OVER,
    DISKS,
    EVENT_DONE,
    JOURNEY,
    LEVEL_2,
    LEVEL_3,
    POOR,
    TRAINED,
    Events,
    typed_in,
)
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

RICH = StarsGained(hero="lunara", amount=20)
PLACE = StoragePlaceGained(hero="lunara", place="Hideout")
LAMP = ItemGained(hero="lunara", item="lamp")
REVEALED = CityEventRevealed(card="C1")
HAS: Events = (*CITY, PLACE, RICH, LAMP)
STORED = ItemStored(hero="lunara", place="Hideout", item="lamp")
STARS = StarsStored(hero="lunara", place="Hideout", amount=10)
LAMP_BACK = StoredItemRetrieved(hero="lunara", place="Hideout", item="lamp")
STARS_BACK = StoredStarsRetrieved(hero="lunara", place="Hideout", amount=10)
QUEST = typed_in("items", "lamp", quest=True)
OWL, HIRED = FollowerCardGained(follower="Owl"), FollowerHired(hero="lunara", follower="Owl")
BY_POINTS = HIRED.copy_with(points=1)
LENS = ArtifactCardGained(artifact="Lens")
BOUGHT = ArtifactPurchased(hero="lunara", artifact="Lens", price=3)
OPTION = CityEventOptionChosen(option="A")
MORE = CityActivityPointsModified(hero="lunara", delta=1)
TRAIN = CityActivityPerformed(hero="lunara", activity="Train", points=2)
TRAIN_ONCE = TRAIN.copy_with(points=1, limit="once only")
FREE: Events = (*CITY, *EVENT_DONE)
OWL_GONE: Events = (
    *TRAINED,
    OWL,
    HIRED,
    *CITY_OVER,
    CampaignStepEntered(step="scenario"),
    FollowerOutcomeRead(follower="Owl", exhausted=True),
    CampaignStepEntered(step="city"),
)

ROWS: Rows = {
    47: [
        case(*HAS, event=STORED, then=table(**{"storage.Hideout.items": ["lamp"], "heroes.lunara.items": {}})),
        case(*HAS, STARS, event=STORED, then=never("no-slot")),
        case(*HAS, QUEST, event=STORED, then=never("quest-item")),
        case(*HAS, REVEALED, event=STORED, then=barred("after-the-reveal")),
        case(*JOURNEY, PLACE, LAMP, event=STORED, then=barred("wrong-step")),
        case(*HAS, LAMP.copy_with(hero="venia"), event=STORED.copy_with(hero="venia"), then=barred("not-your-place")),
    ],
    48: [
        case(*HAS, event=STARS, then=table(**{"storage.Hideout.stars": [10], "heroes.lunara.stars": 10})),
        case(*HAS, STORED, event=STARS, then=never("no-slot")),
        case(*CITY, PLACE, POOR, event=STARS, then=never("not-enough-stars")),
        case(*HAS, REVEALED, event=STARS, then=barred("after-the-reveal")),
        case(*HAS, RICH.copy_with(hero="venia"), event=STARS.copy_with(hero="venia"), then=barred("not-your-place")),
    ],
    49: [
        case(*HAS, STORED, event=LAMP_BACK, then=here("heroes.lunara.items", {"lamp": 1})),
        case(*HAS, event=LAMP_BACK, then=never("not-offered")),
        case(*HAS, STORED, REVEALED, event=LAMP_BACK, then=never("event-open")),
        case(*HAS, STORED, *EVENT_DONE, event=LAMP_BACK, then=here("storage.Hideout.items", [])),
        case(*HAS, STORED, *CITY_OVER, event=LAMP_BACK, then=barred("wrong-step")),
    ],
    50: [
        case(*HAS, STARS, event=STARS_BACK, then=table(**{"storage.Hideout.stars": [], "heroes.lunara.stars": 20})),
        case(
            *HAS,
            STARS,
            event=STARS_BACK.copy_with(amount=4),
            then=table(**{"storage.Hideout.stars": [6], "heroes.lunara.stars": 14}),
        ),
        case(*HAS, STARS.copy_with(amount=3), event=STARS_BACK.copy_with(amount=4), then=never("not-stored")),
        case(*HAS, STARS, REVEALED, event=STARS_BACK, then=never("event-open")),
    ],
    51: [
        case(*LEVEL_2, OWL, event=HIRED, then=here("followers.Owl.zone", "hired")),
        case(*CITY, OWL, event=HIRED, then=never("level-too-low")),
        case(*LEVEL_2, event=HIRED, then=never("not-in-stock")),
        case(*OWL_GONE, event=HIRED, then=never("follower-gone")),
        case(*LEVEL_2, OWL, POOR, event=HIRED.copy_with(price=2), then=never("not-enough-stars")),
        case(*LEVEL_2, OWL, *EVENT_DONE, event=HIRED, then=barred("after-the-reveal")),
        case(*LEVEL_2, OWL, *EVENT_DONE, event=BY_POINTS, then=here("heroes.lunara.activity_tokens", 1)),
        case(*LEVEL_2, OWL, event=BY_POINTS, then=never("not-enough-points")),
    ],
    52: [
        case(
            *LEVEL_3, LENS, RICH, event=BOUGHT, then=table(**{"heroes.lunara.artifacts": {"Lens": ""}, "artifacts": []})
        ),
        case(*LEVEL_2, LENS, RICH, event=BOUGHT, then=never("level-too-low")),
        case(*LEVEL_3, RICH, event=BOUGHT, then=never("not-in-stock")),
        case(*LEVEL_3, LENS, POOR, event=BOUGHT, then=never("not-enough-stars")),
        case(*LEVEL_3, LENS, RICH, REVEALED, event=BOUGHT, then=barred("after-the-reveal")),
    ],
    53: [
        case(
            *LEVEL_3,
            LENS,
            RICH,
            BOUGHT,
            event=ArtifactProgressMarked(hero="lunara", artifact="Lens", mark="2"),
            then=here("heroes.lunara.artifacts", {"Lens": "2"}),
        ),
        case(
            *LEVEL_3,
            LENS,
            event=ArtifactProgressMarked(hero="lunara", artifact="Lens", mark="2"),
            then=never("artifact-not-owned"),
        ),
    ],
    54: [
        case(*CITY, event=REVEALED, then=here("city.event", "C1"), asks=(CityEventResolved,)),
        case(*CITY, REVEALED, event=REVEALED.copy_with(card="C2"), then=never("event-revealed")),
        case(*AFTER_THE_ARENA, event=REVEALED, then=never("after-arena")),
    ],
    55: [
        case(*CITY, REVEALED, event=OPTION, then=here("city.option", "A")),
        case(*CITY, event=OPTION, then=never("no-event")),
        case(*CITY, REVEALED, event=OPTION.copy_with(requirement_met=False), then=barred("requirement-not-met")),
        case(*CITY, *EVENT_DONE, event=OPTION, then=never("event-resolved")),
    ],
    56: [
        case(*CITY, REVEALED, event=CityEventResolved(), then=table(**{"city.resolved": True, "city_events": ["C1"]})),
        case(*CITY, event=CityEventResolved(), then=never("no-event")),
        case(*CITY, *EVENT_DONE, event=CityEventResolved(), then=never("event-resolved")),
    ],
    57: [
        case(
            *CITY,
            MORE,
            REVEALED,
            event=CityEventResolved(),
            then=followed(
                CityActivityTokensTaken(hero="lunara", tokens=3), CityActivityTokensTaken(hero="venia", tokens=2)
            ),
        ),
        case(*AFTER_THE_ARENA, event=TRAIN, then=never("after-arena")),
    ],
    58: [
        case(*CITY, event=MORE, then=here("heroes.lunara.activity_bonus", 1)),
        case(*FREE, event=MORE, then=here("heroes.lunara.activity_tokens", 3)),
        case(*CITY, event=MORE.copy_with(delta=-3), then=never("points-below-zero")),
    ],
    59: [
        case(*FREE, event=TRAIN, then=here("heroes.lunara.activity_tokens", 0)),
        case(*FREE, event=TRAIN.copy_with(points=3), then=never("not-enough-points")),
        case(*CITY, REVEALED, event=TRAIN, then=never("event-first")),
        case(*FREE, typed_in("activities", "Train", level=2), event=TRAIN, then=barred("activity-of-other-level")),
        case(*FREE, TRAIN_ONCE, event=TRAIN_ONCE, then=never("activity-used")),
        case(
            *FREE,
            TRAIN_ONCE.copy_with(limit="once at this level"),
            event=TRAIN_ONCE.copy_with(limit="once at this level"),
            then=never("activity-used"),
        ),
        case(
            *FREE,
            TRAIN_ONCE.copy_with(limit="once this city step"),
            event=TRAIN_ONCE.copy_with(limit="once this city step"),
            then=never("activity-used"),
        ),
        case(*FREE, TRAIN_ONCE, event=TRAIN_ONCE.copy_with(limit=None), then=never("activity-used")),
        case(*FREE, POOR, event=TRAIN.copy_with(stars=1), then=never("not-enough-stars")),
        case(*FREE, event=TRAIN.copy_with(requirement_met=False), then=barred("requirement-not-met")),
    ],
    60: [
        case(
            *CITY,
            *BEDS,
            *EVENT_DONE,
            TRAIN,
            event=CityStepEnded(),
            then=followed(
                UnusedActivityTokensDiscarded(hero="venia", tokens=2),
                CampaignStepEntered(step="journey"),
            ),
        )
    ],
    61: [
        case(*CITY, *DISKS, *EVENT_DONE, event=CityStepEnded(), then=here("heroes.lunara.spent", 2)),
        case(*CITY, *DISKS, *BEDS, *EVENT_DONE, event=CityStepEnded(), then=here("heroes.lunara.spent", 0)),
        case(*AFTER_THE_ARENA, event=CityStepEnded(), then=here("heroes.venia.spent", 2)),
    ],
    62: [
        case(*FREE, event=CityStepEnded(), then=here("step", "journey")),
        case(*CITY, event=CityStepEnded(), then=barred("event-first")),
        case(*CITY, REVEALED, event=CityStepEnded(), then=barred("event-first")),
        case(*AFTER_THE_ARENA, event=CityStepEnded(), then=here("step", "journey")),
        case(*LEVEL_2, *EVENT_DONE, event=CityStepEnded(), then=barred("level-up-unfinished")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
