"""The event catalogue of the rules digest, row by row: which class of ours it is, or where it went."""

import importlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import domain.games.agemonia as package
from domain import kernel
from domain.event import Event, kebab
from domain.games.agemonia import (
    GAME,
    city,
    factions,
    followers,
    gems,
    items,
    journals,
    journey,
    levels,
    party,
    scenario,
    stars,
    storage,
    stories,
    vitality,
)

CONSOLE = "recorded by the console of a running scenario"
Row = type[Event[Any]] | tuple[type[Event[Any]], ...] | str

ROWS: Mapping[int, Row] = {
    1: (kernel.CampaignStarted, party.CampaignSetUp),
    2: party.PartyNamed,
    3: (party.HeroJoinedParty, party.HeroLeftParty, party.HeroBoardRecorded),
    4: party.PlayerAssignedToHero,
    5: party.SharedAllyControllerAgreed,
    6: party.TutorialScenarioCompleted,
    7: party.CampaignProperStarted,
    8: party.CampaignStepEntered,
    9: party.CampaignRoundCompleted,
    10: kernel.SessionStarted,
    11: kernel.SessionEnded,
    12: kernel.ContentAdded,
    13: kernel.ContentCorrected,
    14: "the reason is given with the event that bends a rule, and stays on its entry",
    15: kernel.NoteAdded,
    16: party.StoryCardKept,
    17: party.CampaignFinished,
    18: journals.KeywordWritten,
    19: journals.KeywordCrossedOut,
    20: journals.KeywordTallyAdded,
    21: journals.KeywordCheckAnswered,
    22: factions.FactionTrackConfigured,
    23: factions.FactionReputationGained,
    24: factions.FactionSpaceLocked,
    25: factions.FactionRankReached,
    26: factions.FactionRankEntryRead,
    27: factions.FactionReputationRemoved,
    28: stories.StoryEntryRead,
    29: stories.StoryOptionChosen,
    30: stories.HeroStoryEntryRead,
    31: stories.SpecialLocationVisited,
    32: stories.HeroBookLevelRead,
    33: stories.CampaignBookLevelRead,
    34: party.CampaignStepEntered,
    35: "entering the city readies every hero",
    36: city.LocationVisited,
    37: city.ServiceUsed,
    38: items.ArchiveCopiesMovedToStock,
    39: (items.ItemPurchased, items.ItemCopiesCounted),
    40: items.ItemSold,
    41: city.RoomRented,
    42: city.SleepingPlaceFound,
    43: city.ServiceUsed,
    44: journey.ScenarioCardGained,
    45: levels.ProfessionLearned,
    46: levels.TalentLearned,
    47: (storage.ItemStored, storage.StoragePlaceGained),
    48: storage.StarsStored,
    49: storage.StoredItemRetrieved,
    50: storage.StoredStarsRetrieved,
    51: (followers.FollowerHired, followers.FollowerCardGained),
    52: (followers.ArtifactPurchased, followers.ArtifactCardGained),
    53: followers.ArtifactProgressMarked,
    54: city.CityEventRevealed,
    55: city.CityEventOptionChosen,
    56: city.CityEventResolved,
    57: city.CityActivityTokensTaken,
    58: city.CityActivityPointsModified,
    59: city.CityActivityPerformed,
    60: city.UnusedActivityTokensDiscarded,
    61: city.UneasySleepSuffered,
    62: city.CityStepEnded,
    63: items.ItemGained,
    64: items.ItemReplacedByStars,
    65: CONSOLE,
    66: items.ItemTakenFromStock,
    67: items.ItemDiscarded,
    68: (items.ItemTransferred, stars.StarsTransferred),
    69: CONSOLE,
    70: CONSOLE,
    71: items.DiscardItemUsedOutsideScenario,
    72: CONSOLE,
    73: CONSOLE,
    74: stars.StarsGained,
    75: stars.StarsSpent,
    76: stars.StarsLost,
    77: items.ItemSelectionForScenarioMade,
    78: levels.ExperienceGained,
    79: levels.LevelUpBecamePending,
    80: levels.LevelGained,
    81: party.VitalityDiskReplaced,
    82: levels.ClassChosen,
    83: levels.ClassSkillGained,
    84: levels.ActionTokensGained,
    85: levels.ActionSlotUnlocked,
    86: (gems.InspirationGemGained, gems.InspirationGemSpent),
    87: gems.InspirationConvertedToAchievement,
    88: levels.LevelUpCompleted,
    89: party.CampaignStepEntered,
    90: (journey.ScenarioSelected, scenario.ScenarioStarted),
    91: journey.ScenarioIntroductionRead,
    92: journey.JourneyBranchChosen,
    93: journey.JourneyStageCompleted,
    94: journey.WorldEventRevealed,
    95: journey.WorldEventOptionChosen,
    96: journey.WorldEventResolved,
    97: journey.JourneyStepEnded,
    178: vitality.StaminaSpent,
    179: vitality.StaminaLost,
    180: vitality.StaminaRecovered,
    181: vitality.DamageSuffered,
    182: vitality.DamageHealed,
    183: CONSOLE,
    184: CONSOLE,
    185: vitality.HeroWounded,
    186: vitality.HeroWoundedRemoved,
    187: vitality.HeroExhausted,
    188: vitality.HeroExhaustedRemoved,
    189: CONSOLE,
    190: CONSOLE,
    191: vitality.InjuryCardDrawn,
    192: vitality.InjuryCardRemoved,
    193: vitality.ConditionGained,
    194: "the condition that goes is discarded as a consequence of the one that came",
    195: vitality.ConditionDiscarded,
    221: "a result is recorded when the scenario has ended",
    222: scenario.ScenarioOutcomeRecorded,
    223: scenario.ArenaScoreRecorded,
    224: scenario.AchievementCompleted,
    225: (gems.AchievementGemGained, gems.AchievementGemLost, gems.AchievementGemSpent),
    226: scenario.ScenarioLootTaken,
    227: CONSOLE,
    228: CONSOLE,
    229: (scenario.ScenarioCardKept, scenario.ScenarioCardPutAway),
    230: scenario.ScenarioCardPutAway,
    231: (scenario.ScenarioOutcomeRecorded, scenario.ScenarioReplayed),
    232: scenario.PostScenarioRecoveryApplied,
    233: followers.FollowerOutcomeRead,
    234: followers.FollowerRemovedFromGame,
    235: followers.FollowerExperienceGained,
    236: (scenario.ScenarioCompleted, scenario.ArenaNoted),
}
"""By the number of the row; a text says why there is no class of its own."""

CATALOGUE: Mapping[int, str] = {
    1: "CampaignStarted",
    2: "PartyNamed",
    3: "HeroJoinedParty",
    4: "PlayerAssignedToHero",
    5: "SharedAllyControllerAgreed",
    6: "TutorialScenarioCompleted",
    7: "CampaignProperStarted",
    8: "CampaignStepEntered",
    9: "CampaignRoundCompleted",
    10: "GameSessionStarted",
    11: "GameSessionEnded",
    12: "ContentRegistered",
    13: "ContentCorrected",
    14: "RuleOverrideRecorded",
    15: "NoteAdded",
    16: "StoryCardKept",
    17: "CampaignFinished",
    18: "KeywordWritten",
    19: "KeywordCrossedOut",
    20: "KeywordTallyAdded",
    21: "KeywordCheckAnswered",
    22: "FactionTrackConfigured",
    23: "FactionReputationGained",
    24: "FactionSpaceLocked",
    25: "FactionRankReached",
    26: "FactionRankEntryRead",
    27: "FactionReputationRemoved",
    28: "StoryEntryRead",
    29: "StoryOptionChosen",
    30: "HeroStoryEntryRead",
    31: "SpecialLocationVisited",
    32: "HeroBookLevelRead",
    33: "CampaignBookLevelRead",
    34: "CityStepStarted",
    35: "HeroReadiedForCity",
    36: "LocationVisited",
    37: "ServiceUsed",
    38: "ArchiveCopiesMovedToStock",
    39: "ItemPurchased",
    40: "ItemSold",
    41: "RoomRented",
    42: "SleepingPlaceFound",
    43: "FavorObtained",
    44: "ScenarioCardGained",
    45: "ProfessionLearned",
    46: "TalentLearned",
    47: "ItemStored",
    48: "StarsStored",
    49: "StoredItemRetrieved",
    50: "StoredStarsRetrieved",
    51: "FollowerHired",
    52: "ArtifactPurchased",
    53: "ArtifactProgressMarked",
    54: "CityEventRevealed",
    55: "CityEventOptionChosen",
    56: "CityEventResolved",
    57: "CityActivityTokensTaken",
    58: "CityActivityPointsModified",
    59: "CityActivityPerformed",
    60: "UnusedActivityTokensDiscarded",
    61: "UneasySleepSuffered",
    62: "CityStepEnded",
    63: "ItemGained",
    64: "ItemReplacedByStars",
    65: "ItemPlacedOnStoryCard",
    66: "ItemTakenFromStock",
    67: "ItemDiscarded",
    68: "ItemTransferred",
    69: "ItemDropped",
    70: "ItemPickedUp",
    71: "DiscardItemUsedOutsideScenario",
    72: "ItemEffectUsed",
    73: "ActiveItemsChanged",
    74: "StarsGained",
    75: "StarsSpent",
    76: "StarsLost",
    77: "ItemSelectionForScenarioMade",
    78: "ExperienceGained",
    79: "LevelUpBecamePending",
    80: "LevelGained",
    81: "VitalityDiskReplaced",
    82: "ClassChosen",
    83: "ClassSkillGained",
    84: "ActionTokensGained",
    85: "ActionSlotUnlocked",
    86: "InspirationGemGained",
    87: "InspirationConvertedToAchievement",
    88: "LevelUpCompleted",
    89: "JourneyStepStarted",
    90: "ScenarioSelected",
    91: "ScenarioIntroductionRead",
    92: "JourneyBranchChosen",
    93: "JourneyStageCompleted",
    94: "WorldEventRevealed",
    95: "WorldEventOptionChosen",
    96: "WorldEventResolved",
    97: "JourneyStepEnded",
    178: "StaminaSpent",
    179: "StaminaLost",
    180: "StaminaRecovered",
    181: "DamageSuffered",
    182: "DamageHealed",
    183: "StaminaLocked",
    184: "StaminaUnlocked",
    185: "HeroWounded",
    186: "HeroWoundedRemoved",
    187: "HeroExhausted",
    188: "HeroExhaustedRemoved",
    189: "NonHeroAllyDamaged",
    190: "NonHeroAllyExhausted",
    191: "InjuryCardDrawn",
    192: "InjuryCardRemoved",
    193: "ConditionGained",
    194: "ConditionReplaced",
    195: "ConditionDiscarded",
    221: "ScenarioEndConditionMet",
    222: "ScenarioOutcomeRecorded",
    223: "ArenaScoreRecorded",
    224: "AchievementCompleted",
    225: "AchievementGemGained",
    226: "ScenarioLootTaken",
    227: "ScenarioTokensDiscarded",
    228: "StoryCardsReturned",
    229: "ScenarioCardKept",
    230: "ScenarioCardRemovedFromGame",
    231: "ScenarioReplayOrdered",
    232: "PostScenarioRecoveryApplied",
    233: "FollowerOutcomeRead",
    234: "FollowerRemovedFromGame",
    235: "FollowerExperienceGained",
    236: "ScenarioCompleted",
}
"""What the catalogue calls each row."""

RENAMED: Mapping[int, str] = {
    10: "the kernel's word is session",
    11: "the kernel's word is session",
    12: "the kernel adds content",
    34: "entering any step is one event",
    43: "a favor is a service",
    89: "entering any step is one event",
    230: "whether a card stays or goes is one event",
    231: "ordered with the result, played when it is replayed",
}
"""Rows whose event has another name here, and why."""

BENDABLE_ALL_THE_SAME = {
    "step-order": "a table may begin in the middle of a campaign",
    "wrong-step": "cards do outside a step what belongs to it",
    "level-up-unfinished": "numbers and tokens that nobody wants to type in never block",
}
"""Refusals that the catalogue does not mark as ones a card may overrule, and why they can be bent here."""


def classes(row: int) -> tuple[type[Event[Any]], ...]:
    named = ROWS[row]
    return () if isinstance(named, str) else named if isinstance(named, tuple) else (named,)


def test_every_campaign_row_of_the_catalogue_is_there() -> None:
    assert set(ROWS) == {*range(1, 98), *range(178, 196), *range(221, 237)}


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_an_event_of_the_game_or_says_where_it_went(row: int) -> None:
    assert all(event in GAME.events for event in classes(row))
    assert classes(row) or ROWS[row]


def test_every_event_of_the_game_comes_from_a_row() -> None:
    named = {event for row in ROWS for event in classes(row)}
    assert set(GAME.own_events) <= named


def test_events_are_named_as_in_the_catalogue() -> None:
    assert tuple(CATALOGUE) == tuple(ROWS)
    other = {row for row in ROWS if classes(row) and CATALOGUE[row] != classes(row)[0].__name__}
    assert other == set(RENAMED)


def test_what_a_table_types_is_the_name_of_the_event() -> None:
    by_hand = {event for row in ROWS for event in classes(row) if not event.automatic}
    assert all(GAME.by_name[kebab(event.__name__)] is event for event in by_hand - {kernel.CampaignStarted})


# --- refusals --------------------------------------------------------------------------------

AREA_TESTS = (
    "city",
    "factions",
    "followers",
    "gems",
    "items",
    "journals",
    "journey",
    "levels",
    "party",
    "scenario",
    "storage",
    "stories",
    "vitality",
)


def tried() -> dict[tuple[str, str], bool]:
    """Every refusal that a test brings about: its event and code, and whether it can be bent."""
    here = __name__.rpartition(".")[0]
    cases = [case for area in AREA_TESTS for case in importlib.import_module(f"{here}.test_{area}").REFUSALS]
    return {(type(case.values[1]).__name__, case.values[2]): case.values[3] for case in cases}


def test_every_refusal_of_the_game_is_brought_about_by_a_test() -> None:
    sources = Path(package.__file__).parent.glob("*.py")
    codes = {code for source in sources for code in re.findall(r'Refused\(\s*"([a-z-]+)"', source.read_text("utf-8"))}
    assert codes == {code for _, code in tried()} - {"wrong-step"}


BENDABLE = {
    ("HeroJoinedParty", "party-full"),
    ("CampaignProperStarted", "tutorials-first"),
    ("FactionReputationGained", "track-full"),
    ("FactionSpaceLocked", "track-full"),
    ("FactionRankEntryRead", "rank-not-due"),
    ("FactionRankEntryRead", "rank-not-pending"),
    ("StoryEntryRead", "requirement-not-met"),
    ("StoryOptionChosen", "requirement-not-met"),
    ("SpecialLocationVisited", "no-location-called-for"),
    ("LocationVisited", "location-of-other-level"),
    ("ServiceUsed", "service-used"),
    ("ItemSold", "illegal-item"),
    ("ScenarioCardGained", "card-removed"),
    ("CityEventOptionChosen", "requirement-not-met"),
    ("CityActivityPerformed", "activity-of-other-level"),
    ("CityActivityPerformed", "requirement-not-met"),
    ("CityStepEnded", "event-first"),
    ("ItemDiscarded", "quest-item"),
    ("DiscardItemUsedOutsideScenario", "other-effect"),
    ("ExperienceGained", "experience-given"),
    ("VitalityDiskReplaced", "disk-lower"),
    ("ScenarioSelected", "requirement-not-met"),
    ("JourneyBranchChosen", "requirement-not-met"),
    ("WorldEventRevealed", "no-event-called-for"),
    ("WorldEventOptionChosen", "requirement-not-met"),
}
"""The refusals that the catalogue marks as ones that a card may overrule."""
OUR_OWN = {
    ("ExperienceGained", "no-experience-symbol"),
    ("ActionTokensGained", "tokens-taken"),
    ("FollowerCardGained", "follower-gone"),
    ("ScenarioSelected", "scenario-at-hand"),
    ("ScenarioOutcomeRecorded", "has-result"),
    ("ScenarioReplayed", "no-replay"),
}
"""Refusals that can be bent and that the catalogue does not have."""


def test_what_can_be_bent_is_what_the_catalogue_marks() -> None:
    bendable = {place for place, flag in tried().items() if flag and place[1] not in BENDABLE_ALL_THE_SAME}
    assert bendable == BENDABLE | OUR_OWN
