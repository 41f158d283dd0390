"""Rows 1 to 46 of the event catalogue by what they do: the campaign, its journals, factions, stories, the city."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.framework import kernel
from domain.games.agemonia.campaign.city import (
    CityEventResolved,
    LocationVisited,
    RoomRented,
    ServiceUsed,
    SleepingPlaceFound,
)
from domain.games.agemonia.campaign.factions import (
    FactionRankEntryRead,
    FactionRankReached,
    FactionReputationGained,
    FactionReputationRemoved,
    FactionSpaceLocked,
    FactionTrackConfigured,
)
from domain.games.agemonia.campaign.items import (
    ArchiveCopiesMovedToStock,
    ItemCopiesCounted,
    ItemGained,
    ItemPurchased,
    ItemSold,
    StarsGained,
)
from domain.games.agemonia.campaign.journals import (
    CampaignBookLevelRead,
    HeroBookLevelRead,
    HeroStoryEntryRead,
    KeywordCheckAnswered,
    KeywordCrossedOut,
    KeywordTallyAdded,
    KeywordWritten,
    SpecialLocationVisited,
    StoryEntryRead,
    StoryOptionChosen,
)
from domain.games.agemonia.campaign.journey import ScenarioCardGained
from domain.games.agemonia.campaign.levels import ProfessionLearned, TalentLearned
from domain.games.agemonia.campaign.party import (
    CampaignFinished,
    CampaignProperStarted,
    CampaignStepEntered,
    HeroJoinedParty,
    PartyNamed,
    PlayerAssignedToHero,
    SharedAllyControllerAgreed,
    StoryCardKept,
    TutorialScenarioCompleted,
)
from domain.games.agemonia.campaign.vitality import StaminaSpent
from domain.games.agemonia.console.scenario import ScenarioCompleted
from domain.games.agemonia.state.table import UNEASY_SLEEP
from tests.domain.games.agemonia.moments import (
    CITY,
    DISKS,
    EVENT_DONE,
    JOURNEY,
    LEVEL_2,
    PARTY,
    PLAYING,
    POOR,
    RULED,
    TUTORIALS,
    WATCH,
    WON,
    typed_in,
)
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

FOUR = (*PARTY, HeroJoinedParty(hero="torrax"), HeroJoinedParty(hero="jonai"))
KEY = KeywordWritten(journal="party", keyword="Key")
TRACK = FactionTrackConfigured(faction="gramask", length=4, ranks=(2, 4))
TWO_UP = FactionReputationGained(faction="gramask", amount=2)
DUE = (*CITY[:-1], TRACK, TWO_UP, CITY[-1])
STORY = typed_in("scenarios", WATCH, stages=[{"no": 1, "kind": "story entry"}])
SHRINE = SpecialLocationVisited(location="Shrine")
INN = LocationVisited(location="inn")
REVEALED = (*CITY, EVENT_DONE[0])
RICH = StarsGained(hero="lunara", amount=9)
BATH = ServiceUsed(hero="lunara", service="Bath", stars=2, once=True)
BATHES, ONCE = BATH.copy_with(once=False), typed_in("services", "Bath", once=True)
BOUGHT = ItemPurchased(hero="lunara", item="017", price=5)
COIN, LAMP = typed_in("items", "lamp", price=3), ItemGained(hero="lunara", item="lamp")
SOLD = ItemSold(hero="lunara", item="lamp")
ROOM = RoomRented(hero="lunara", location="inn", price=2)
HEALER = ProfessionLearned(hero="lunara", profession="Healer")
HERBS = TalentLearned(hero="lunara", talent="Herbs")

ROWS: Rows = {
    2: [case(event=PartyNamed(party_name="The Lanterns"), then=here("party_name", "The Lanterns"))],
    3: [
        case(event=PARTY[0], then=here("heroes.lunara.player", "Ana")),
        case(*PARTY, event=PARTY[0], then=never("hero-present")),
        case(*FOUR, event=HeroJoinedParty(hero="drenosh"), then=barred("party-full")),
    ],
    4: [
        case(
            *PARTY, event=PlayerAssignedToHero(hero="lunara", player="Cleo"), then=here("heroes.lunara.player", "Cleo")
        ),
        case(*PARTY, event=PlayerAssignedToHero(hero="torrax", player="Cleo"), then=never("not-offered")),
    ],
    5: [
        case(
            *PARTY,
            event=SharedAllyControllerAgreed(ally="Wolf", player="Ben"),
            then=here("controllers", {"Wolf": "Ben"}),
        ),
        case(*PARTY, event=SharedAllyControllerAgreed(ally="lunara", player="Ben"), then=never("hero-controls-itself")),
    ],
    6: [
        case(*PARTY, event=TUTORIALS[0], then=here("tutorials", {"1": "S"})),
        case(*PARTY, TUTORIALS[0], event=TutorialScenarioCompleted(number=1), then=never("tutorial-done")),
    ],
    7: [
        case(*PARTY, *TUTORIALS, event=CampaignProperStarted(), then=table(step="city", round=1)),
        case(*PARTY, *TUTORIALS[:2], event=CampaignProperStarted(), then=barred("tutorials-first")),
    ],
    8: [
        case(*CITY, event=CampaignStepEntered(step="journey"), then=table(step="journey")),
        case(*CITY, event=CampaignStepEntered(step="scenario"), then=barred("step-order")),
    ],
    9: [
        case(*WON, event=ScenarioCompleted(), then=table(round=2, step="city")),
        case(*PLAYING, event=CampaignStepEntered(step="city"), then=never("scenario-unfinished")),
    ],
    10: [
        case(event=kernel.SessionStarted(players=("Ana",)), then=here("sitting.number", 1)),
        case(kernel.SessionStarted(), event=kernel.SessionStarted(), then=never("session-open")),
    ],
    11: [
        case(kernel.SessionStarted(), event=kernel.SessionEnded(), then=here("sitting", None)),
        case(event=kernel.SessionEnded(), then=never("no-session")),
    ],
    12: [
        case(event=typed_in("items", "lamp", hands=1), then=here("library.items.lamp.hands", 1)),
        case(event=kernel.ContentAdded(kind="heroes", id="lunara"), then=never("content-present")),
    ],
    13: [
        case(event=typed_in("heroes", "lunara", recover=3), then=here("library.heroes.lunara.recover", 3)),
        case(
            event=kernel.ContentCorrected(kind="items", id="lamp", fields={"hands": 2}), then=never("content-unknown")
        ),
    ],
    15: [case(event=kernel.NoteAdded(text="Ask the smith"), then=here("notes", {"": ["Ask the smith"]}))],
    16: [
        case(
            *PARTY,
            event=StoryCardKept(hero="lunara", scenario=WATCH, letter="C"),
            then=here("heroes.lunara.story_cards", ["twilight-watch C"]),
        )
    ],
    17: [case(*CITY, event=CampaignFinished(), then=table(step="finished"))],
    18: [
        case(event=KEY, then=here("journal.words.key.keyword", "Key")),
        case(KEY, event=KeywordWritten(journal="party", keyword="key"), then=never("keyword-present")),
        case(
            KEY,
            KeywordCrossedOut(journal="party", keyword="Key"),
            event=KEY,
            then=here("journal.words.key 2.crossed_out", value=False),
        ),
    ],
    19: [
        case(
            KEY,
            event=KeywordCrossedOut(journal="party", keyword="Key"),
            then=here("journal.words.key.crossed_out", True),
        ),
        case(event=KeywordCrossedOut(journal="party", keyword="Key"), then=never("keyword-absent")),
    ],
    20: [
        case(
            KEY,
            event=KeywordTallyAdded(journal="party", keyword="Key", count=2),
            then=here("journal.words.key.tally", 2),
        ),
        case(event=KeywordTallyAdded(journal="party", keyword="Key"), then=here("journal.words.key.tally", 1)),
    ],
    21: [case(KEY, event=KeywordCheckAnswered(keyword="Key"), then=followed())],
    22: [
        case(event=TRACK, then=here("factions.gramask.ranks", [2, 4])),
        case(event=TRACK.copy_with(ranks=(4, 2)), then=never("ranks-do-not-fit")),
        case(event=TRACK.copy_with(ranks=(2, 5)), then=never("ranks-do-not-fit")),
        case(event=FactionTrackConfigured(faction="gramask", rival="gramask"), then=never("own-rival")),
    ],
    23: [
        case(TRACK, event=TWO_UP, then=here("factions.gramask.reputation", 2)),
        case(TRACK, event=TWO_UP.copy_with(amount=5), then=barred("track-full")),
    ],
    24: [
        case(TRACK, event=FactionSpaceLocked(faction="gramask", count=2), then=here("factions.gramask.locked", 2)),
        case(TRACK, TWO_UP, event=FactionSpaceLocked(faction="gramask", count=3), then=barred("track-full")),
    ],
    25: [case(TRACK, event=TWO_UP, then=followed(FactionRankReached(faction="gramask", rank=1)))],
    26: [
        case(*DUE, event=FactionRankEntryRead(faction="gramask", rank=1), then=here("factions.gramask.unread", [])),
        case(*CITY, TRACK, TWO_UP, event=FactionRankEntryRead(faction="gramask", rank=1), then=barred("rank-not-due")),
        case(*DUE, event=FactionRankEntryRead(faction="gramask", rank=2), then=barred("rank-not-pending")),
    ],
    27: [
        case(
            TRACK,
            TWO_UP,
            event=FactionReputationRemoved(faction="gramask", amount=1),
            then=here("factions.gramask.reputation", 1),
        ),
        case(TRACK, event=FactionReputationRemoved(faction="gramask", amount=1), then=never("reputation-below-zero")),
    ],
    28: [
        case(event=StoryEntryRead(entry_no="101"), then=here("story_read", ["101"])),
        case(event=StoryEntryRead(entry_no="101", requirement_met=False), then=barred("requirement-not-met")),
    ],
    29: [
        case(event=StoryOptionChosen(entry_no="101", option="A"), then=followed()),
        case(
            event=StoryOptionChosen(entry_no="101", option="A", requirement_met=False),
            then=barred("requirement-not-met"),
        ),
    ],
    30: [
        case(
            *PARTY,
            event=HeroStoryEntryRead(hero="lunara", entry_no="12"),
            then=here("heroes.lunara.entries_read", ["12"]),
        )
    ],
    31: [
        case(*RULED, event=SHRINE, then=here("places_visited", {"Shrine": 1})),
        case(*RULED, SHRINE, event=SHRINE, then=here("places_visited", {"Shrine": 2})),
        case(STORY, *RULED, event=SHRINE, then=barred("no-location-called-for")),
        case(*CITY, event=SHRINE, then=barred("no-location-called-for")),
    ],
    32: [
        case(*PARTY, event=HeroBookLevelRead(hero="lunara", level=1), then=here("heroes.lunara.levels_read", [1])),
        case(*PARTY, event=HeroBookLevelRead(hero="lunara", level=2), then=never("level-not-reached")),
    ],
    33: [
        case(event=CampaignBookLevelRead(level=1), then=here("books_read", [1])),
        case(event=CampaignBookLevelRead(level=2), then=never("level-not-reached")),
    ],
    34: [case(*WON, event=ScenarioCompleted(), then=table(**{"city.event": None, "city.visited": [], "step": "city"}))],
    35: [
        case(
            *PARTY,
            *DISKS,
            *TUTORIALS,
            StaminaSpent(hero="lunara", amount=2),
            event=CampaignProperStarted(),
            then=table(**{"heroes.lunara.sleeps": UNEASY_SLEEP, "heroes.lunara.spent": 0, "heroes.lunara.wounds": 0}),
        )
    ],
    36: [
        case(*CITY, event=INN, then=here("city.visited", ["inn"])),
        case(typed_in("locations", "inn", level=3), *CITY, event=INN, then=barred("location-of-other-level")),
        case(*JOURNEY, event=INN, then=barred("wrong-step")),
        case(*REVEALED, event=INN, then=barred("after-the-reveal")),
    ],
    37: [
        case(*CITY, RICH, event=BATH, then=here("heroes.lunara.stars", 7)),
        case(*CITY, RICH, BATH, event=BATH, then=barred("service-used")),
        case(ONCE, *CITY, RICH, BATHES, event=BATHES, then=barred("service-used")),
        case(*CITY, RICH, BATHES, event=BATHES, then=here("heroes.lunara.stars", 5)),
        case(*CITY, POOR, event=BATH, then=never("not-enough-stars")),
        case(*REVEALED, RICH, event=BATH, then=barred("after-the-reveal")),
        case(
            *REVEALED,
            CityEventResolved(),
            event=ServiceUsed(hero="lunara", service="Bath", points=1),
            then=here("heroes.lunara.activity_tokens", 1),
        ),
    ],
    38: [
        case(
            ItemCopiesCounted(item="017", stock=1, archive=2),
            event=ArchiveCopiesMovedToStock(items=("017",)),
            then=table(**{"stock.017": 3, "archive.017": 0}),
        )
    ],
    39: [
        case(*CITY, RICH, event=BOUGHT, then=table(**{"heroes.lunara.items": {"017": 1}, "heroes.lunara.stars": 4})),
        case(*CITY, RICH, ItemCopiesCounted(item="017"), event=BOUGHT, then=never("not-in-stock")),
        case(*CITY, POOR, event=BOUGHT, then=never("not-enough-stars")),
        case(*JOURNEY, RICH, event=BOUGHT, then=barred("wrong-step")),
        case(*REVEALED, RICH, event=BOUGHT, then=barred("after-the-reveal")),
    ],
    40: [
        case(*CITY, COIN, LAMP, event=SOLD, then=table(**{"heroes.lunara.items": {}, "heroes.lunara.stars": 3})),
        case(*JOURNEY, COIN, LAMP, event=SOLD, then=barred("wrong-step")),
        case(*CITY, typed_in("items", "lamp"), LAMP, event=SOLD, then=never("no-price")),
        case(*CITY, typed_in("items", "lamp", price=3, quest=True), LAMP, event=SOLD, then=never("quest-item")),
        case(*CITY, typed_in("items", "lamp", price=3, illegal=True), LAMP, event=SOLD, then=barred("illegal-item")),
        case(*CITY, COIN, event=SOLD, then=never("item-not-carried")),
    ],
    41: [
        case(*CITY, RICH, event=ROOM, then=table(**{"heroes.lunara.sleeps": "inn", "heroes.lunara.stars": 7})),
        case(*CITY, POOR, event=ROOM, then=never("not-enough-stars")),
        case(*REVEALED, RICH, event=ROOM, then=barred("after-the-reveal")),
    ],
    42: [
        case(*CITY, event=SleepingPlaceFound(hero="lunara", location="barn"), then=here("heroes.lunara.sleeps", "barn"))
    ],
    43: [case(*CITY, RICH, event=BATH.copy_with(effect="a favor"), then=here("city.used", {"Bath": 1}))],
    44: [
        case(*CITY, event=ScenarioCardGained(scenario=WATCH), then=here("scenarios.twilight-watch.zone", "stock")),
        case(*JOURNEY, event=ScenarioCardGained(scenario=WATCH), then=never("card-in-stock")),
        case(*WON, ScenarioCompleted(), event=ScenarioCardGained(scenario=WATCH), then=barred("card-removed")),
    ],
    45: [
        case(*LEVEL_2, event=HEALER, then=here("heroes.lunara.profession", "Healer")),
        case(*CITY, event=HEALER, then=never("level-too-low")),
        case(*LEVEL_2, HEALER, event=HEALER, then=never("has-profession")),
        case(*LEVEL_2, HEALER, event=HEALER.copy_with(hero="venia"), then=never("profession-taken")),
        case(*LEVEL_2, POOR, event=HEALER.copy_with(price=2), then=never("not-enough-stars")),
        case(*LEVEL_2, *EVENT_DONE[:1], event=HEALER, then=barred("after-the-reveal")),
    ],
    46: [
        case(*LEVEL_2, event=HERBS, then=here("heroes.lunara.talents", ["Herbs"])),
        case(*CITY, event=HERBS, then=never("level-too-low")),
        case(*LEVEL_2, HERBS, event=HERBS, then=never("talent-owned")),
        case(*LEVEL_2, *EVENT_DONE[:1], event=HERBS, then=barred("after-the-reveal")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {
    1: "starting a campaign is the kernel's",
    14: "the reason is given with the event that bends a rule",
}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
