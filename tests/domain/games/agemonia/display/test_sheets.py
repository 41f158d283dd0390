"""The party sheet and the hero sheets, as 7.2 of the digest lists them; the series of the charts."""

from typing import Any, TypeVar

import pytest

from companion.testing import given
from domain.framework.kernel import NoteAdded
from domain.framework.text import Tongue, value_as_words
from domain.framework.views.sheet import Boxes, Facts, Grid, Sheet, Track, Tracks, Word, Words
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.factions import (
    FactionRankEntryRead,
    FactionReputationGained,
    FactionSpaceLocked,
    FactionTrackConfigured,
)
from domain.games.agemonia.campaign.followers import (
    ArtifactCardGained,
    ArtifactProgressMarked,
    ArtifactPurchased,
    FollowerCardGained,
    FollowerHired,
    FollowerOutcomeRead,
)
from domain.games.agemonia.campaign.gems import AchievementGemGained, InspirationGemGained
from domain.games.agemonia.campaign.items import (
    ItemCopiesCounted,
    ItemGained,
    ItemSelectionForScenarioMade,
    ItemStored,
    StarsGained,
    StarsStored,
    StoragePlaceGained,
)
from domain.games.agemonia.campaign.journals import KeywordCrossedOut, KeywordTallyAdded, KeywordWritten
from domain.games.agemonia.campaign.journey import ScenarioCardGained
from domain.games.agemonia.campaign.levels import (
    ActionSlotUnlocked,
    ActionTokensGained,
    ClassChosen,
    ClassSkillGained,
    ExperienceGained,
    ProfessionLearned,
    TalentLearned,
)
from domain.games.agemonia.campaign.party import CampaignSetUp, HeroBoardRecorded, StoryCardKept, VitalityDiskReplaced
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, InjuryCardDrawn
from domain.games.agemonia.console.scenario import ArenaScoreRecorded, ScenarioCompleted, ScenarioOutcomeRecorded
from domain.games.agemonia.display.series import series
from domain.games.agemonia.display.sheets import rival_pairs, sheets
from domain.games.agemonia.state.table import Agemonia
from projections.documents.plain import plain_sheet
from projections.documents.text import cells_by_column
from tests.domain.games.agemonia.moments import (
    AT_THE_ARENA,
    CITY,
    DISKS,
    LEVEL_2,
    LEVEL_3,
    PARTY,
    PLAYING,
    WATCH,
    WON,
    typed_in,
)

BlockT = TypeVar("BlockT")
SKILLS = GAME.pack.of("classes")["knight"]["skills"]


def after(*events: Any) -> Agemonia:
    board = given(GAME, *events).play.campaign.table
    assert isinstance(board, Agemonia)
    return board


def party_sheet(*events: Any) -> Sheet:
    return sheets(after(*events))[0]


def hero_sheet(*events: Any) -> Sheet:
    return next(sheet for sheet in sheets(after(*events)) if sheet.key == "lunara")


def block(sheet: Sheet, kind: type[BlockT], title: str) -> BlockT:
    found = [b for b in sheet.blocks if isinstance(b, kind) and value_as_words(getattr(b, "title")).startswith(title)]  # noqa: B009
    assert len(found) == 1, f"“{title}” is one of {[value_as_words(b.title) for b in sheet.blocks]}"
    return found[0]


def facts(sheet: Sheet, title: str) -> dict[str, str]:
    """What stands behind each label, `n/most` where there is a most."""
    return {
        value_as_words(fact.label): f"{value_as_words(fact.value)}/{fact.of}"
        if fact.of is not None
        else value_as_words(fact.value)
        for fact in block(sheet, Facts, title).facts
    }


def rows(sheet: Sheet, title: str) -> list[tuple[str, ...]]:
    """As a terminal tells them."""
    sentences = next(
        one for one in plain_sheet(sheet)["blocks"] if one["kind"] == "grid" and one["title"].startswith(title)
    )
    return [tuple(cells_by_column(row)) for row in sentences["rows"]]


def heads(sheet: Sheet, title: str) -> tuple[str, ...]:
    return tuple(value_as_words(column) for column in block(sheet, Grid, title).columns)


def boxes(sheet: Sheet, title: str) -> dict[str, bool]:
    return {value_as_words(box.label): box.ticked for box in block(sheet, Boxes, title).boxes}


def titles(sheet: Sheet) -> list[str]:
    return [value_as_words(b.title) for b in sheet.blocks]


def test_the_party_comes_first_then_the_heroes_as_they_joined() -> None:
    assert [sheet.key for sheet in sheets(after(*PARTY))] == ["party", "lunara", "venia"]


def test_what_a_new_sheet_has_room_for() -> None:
    party, hero = party_sheet(*PARTY), hero_sheet(*PARTY)
    assert titles(party) == [
        "Campaign",
        "Levels",
        "Scenario record",
        "Party journal",
        "Factions",
        "To read at the next city step",
    ]
    assert titles(hero) == [
        "Hero",
        "Abilities",
        "Vitality disk",
        "Stars and gems",
        "Class",
        "Action tokens and slots",
        "Items (0/5)",
        "Injuries",
        "Artifacts",
        "Hero journal",
    ]


@pytest.mark.parametrize("sheet", sheets(after(*LEVEL_3)), ids=lambda sheet: sheet.key)
def test_a_sheet_is_headed_in_both_languages(sheet: Sheet) -> None:
    chinese = Tongue(content="zh")
    assert all(value_as_words(b.title, chinese) != value_as_words(b.title) for b in sheet.blocks)


# --- the party sheet -------------------------------------------------------------------------


def test_the_name_of_the_party_is_on_its_sheet() -> None:
    assert value_as_words(party_sheet().title) == "Party sheet"
    assert value_as_words(party_sheet(CampaignSetUp(party_name="Lanterns")).title) == "Lanterns"


def test_where_the_campaign_is() -> None:
    assert facts(party_sheet(*LEVEL_2), "Campaign") == {
        "Step": "City step",
        "Campaign round": "1",
        "Level": "2/5",
        "Experience": "2/14",
    }


def test_levels_are_boxes_with_a_pip_for_each_point_they_take() -> None:
    sheet = party_sheet(*CITY, ExperienceGained(amount=2))
    assert boxes(sheet, "Levels") == {"1": True, "2 ✭✭": True, "3 ✭✭✭": False, "4 ✭✭✭✭": False, "5 ✭✭✭✭✭": False}


def test_the_record_has_a_row_for_every_scenario_played() -> None:
    sheet = party_sheet(*WON, ScenarioCompleted(), ScenarioCardGained(scenario="77"))
    assert heads(sheet, "Scenario record") == ("No.", "Scenario", "Result", "Best score", "XP")
    assert rows(sheet, "Scenario record") == [
        *[(f"T{n}", f"Tutorial {n}", "S", "–", "–") for n in (1, 2, 3)],
        ("–", "Twilight Watch", "S1", "–", "[x] ✭"),
    ]


def test_the_record_has_every_result_and_the_best_score() -> None:
    twice = (ScenarioOutcomeRecorded(code="F1"), ArenaScoreRecorded(score=14))
    found = rows(party_sheet(*AT_THE_ARENA, *twice), "Scenario record")
    assert found[-1] == (
        "A1",
        "Ring of Sand",
        "F1",
        "14",
        "[ ] ✭",
    )


def test_the_party_journal_has_tallies_and_what_was_crossed_out() -> None:
    sheet = party_sheet(
        KeywordTallyAdded(journal="party", keyword="St. Elmo", count=3),
        KeywordWritten(journal="party", keyword="Silver Key"),
        KeywordCrossedOut(journal="party", keyword="Silver Key"),
    )
    assert list(block(sheet, Words, "Party journal").words) == [
        Word("St. Elmo", 3, crossed=False, path="journal.words.st\\. elmo.tally"),
        Word("Silver Key", 0, crossed=True, path="journal.words.silver key.tally"),
    ]


def test_ten_tracks_are_five_pairs_of_rivals() -> None:
    sheet = party_sheet(
        FactionTrackConfigured(faction="gramask", length=12, ranks=(3, 6)),
        FactionReputationGained(faction="gramask", amount=4),
        FactionSpaceLocked(faction="gramask", count=2),
        FactionTrackConfigured(faction="faction-3", name="Harbour Guild"),
    )
    groups = block(sheet, Tracks, "Factions").groups
    assert [len(group) for group in groups] == [2] * 5
    gramask, pennark = groups[0]
    assert gramask == Track(gramask.label, 4, 12, 2, (3, 6), "factions.gramask.reputation")
    assert (value_as_words(gramask.label), value_as_words(pennark.label), value_as_words(groups[1][0].label)) == (
        "House Gramask",
        "House Pennark",
        "Harbour Guild",
    )
    assert (pennark.value, pennark.length, pennark.path) == (0, None, "")


def test_a_faction_whose_rival_is_not_known_stands_alone() -> None:
    board = after(typed_in("factions", "amethyst", en="Amethyst Order"))
    assert rival_pairs(board)[-1] == ("amethyst",)


def test_the_reading_list_of_the_next_city_step() -> None:
    ranks = (
        FactionTrackConfigured(faction="gramask", ranks=(1, 2)),
        FactionReputationGained(faction="gramask", amount=2),
    )
    read = FactionRankEntryRead(faction="gramask", rank=1)
    assert rows(party_sheet(*ranks), "To read") == [("House Gramask", "1"), ("House Gramask", "2")]
    assert rows(party_sheet(*ranks, read), "To read") == [("House Gramask", "2")]


def test_the_stock_and_the_followers_are_shown_once_there_are_any() -> None:
    sheet = party_sheet(
        CampaignSetUp(tracks=("followers", "items", "scenarios")),
        *PARTY,
        ScenarioCardGained(scenario=WATCH),
        ItemCopiesCounted(item="010", stock=2),
        ItemCopiesCounted(item="080"),
        ArtifactCardGained(artifact="Lens"),
        *[FollowerCardGained(follower=follower) for follower in ("Mossy", "Owl", "Fox")],
        *[FollowerHired(hero="venia", follower=follower) for follower in ("Owl", "Fox")],
        FollowerOutcomeRead(follower="Fox", exhausted=True),
    )
    assert rows(sheet, "Stock") == [
        ("Scenario", "Twilight Watch"),
        ("Item", "Dagger ×2"),
        ("Artifact", "Lens"),
        ("Follower", "Mossy"),
    ]
    assert rows(sheet, "Followers") == [("Owl", "Venia", "0", "–"), ("Fox", "Venia", "0", "✕")]


def test_notes_stand_with_what_they_are_about() -> None:
    notes = (NoteAdded(text="for all"), NoteAdded(text="for us", about="party"), NoteAdded(text="hers", about="lunara"))
    assert rows(party_sheet(*PARTY, *notes), "Notes") == [("for all",), ("for us",)]
    assert rows(hero_sheet(*PARTY, *notes), "Notes") == [("hers",)]


# --- a hero sheet ----------------------------------------------------------------------------


def test_who_a_hero_is() -> None:
    sheet = hero_sheet(
        *LEVEL_2,
        ClassChosen(hero="lunara", hero_class="knight"),
        ProfessionLearned(hero="lunara", profession="Healer"),
        TalentLearned(hero="lunara", talent="Herbs"),
        TalentLearned(hero="lunara", talent="Salves"),
    )
    assert value_as_words(sheet.title) == "Lunara"
    assert facts(sheet, "Hero") == {
        "Player": "Ana",
        "Level": "2",
        "Class": "Knight",
        "Profession": "Healer",
        "Talents": "Herbs, Salves",
    }


def test_what_stands_on_the_board_and_on_the_disk() -> None:
    sheet = hero_sheet(*PARTY, *DISKS, HeroBoardRecorded(hero="lunara", strength=3, agility=1, will=2, taunt=4))
    assert facts(sheet, "Abilities") == {"Strength": "3", "Agility": "1", "Will": "2", "Taunt": "4"}
    assert facts(sheet, "Vitality") == {
        "Chips": "6",
        "Wounded number": "3",
        "Available": "6/6",
        "Spent": "0",
        "Wounds": "0",
        "State": "–",
        "Conditions": "–",
    }


def test_how_a_hero_fares() -> None:
    conditions = [ConditionGained(figure="lunara", condition=condition) for condition in ("bleeding", "Odd")]
    sheet = hero_sheet(*PARTY, *DISKS, DamageSuffered(hero="lunara", amount=9), *conditions)
    found = facts(sheet, "Vitality")
    assert (found["Available"], found["Wounds"]) == ("3/6", "3")
    assert (found["State"], found["Conditions"]) == ("wounded", "Bleeding, Odd")


def test_stars_and_gems() -> None:
    gems = (AchievementGemGained(hero="lunara"), InspirationGemGained(hero="lunara"))
    sheet = hero_sheet(*PARTY, StarsGained(hero="lunara", amount=7), *gems)
    assert facts(sheet, "Stars") == {"Stars": "7", "Achievement gems": "1/15", "Inspiration gems": "1/5"}


def test_the_skills_of_the_class_are_there_ticked_or_empty() -> None:
    assert boxes(hero_sheet(*LEVEL_2), "Class") == {"Knight": False, "Paladin": False}
    sheet = hero_sheet(
        *LEVEL_2,
        ClassChosen(hero="lunara", hero_class="knight"),
        ClassSkillGained(hero="lunara", skill=SKILLS[1]),
    )
    assert list(boxes(sheet, "Class skills").values()) == [False, True, False, False, False]


def test_action_tokens_and_slots_with_the_open_ones_marked() -> None:
    sheet = hero_sheet(
        *LEVEL_2,
        ClassChosen(hero="lunara", hero_class="knight"),
        ActionTokensGained(hero="lunara", hero_token="Vow", class_token="Charge"),
        ActionSlotUnlocked(hero="lunara", level=3, kind="open"),
    )
    assert rows(sheet, "Action tokens") == [
        ("Vow", "–"),
        ("Charge", "–"),
        ("level 2 slot", "[ ] open"),
        ("level 3 slot", "[x] open"),
    ]


def test_items_with_their_state_and_what_they_weigh() -> None:
    cards = [
        typed_in("items", "Coat", encumbrance=3),
        typed_in("items", "Pack", carries=2),
        typed_in("items", "Map", illegal=True),
        typed_in("items", "Letter", quest=True),
        typed_in("items", "Anvil", encumbrance=5),
    ]
    gained = [ItemGained(hero="lunara", item=i) for i in ("Coat", "Coat", "Pack", "Map", "Letter", "Anvil", "010")]
    brings = ItemSelectionForScenarioMade(hero="lunara", active=("010",), left=("Anvil",))
    sheet = hero_sheet(*PARTY, *cards, *gained, brings)
    assert "Items (6/7)" in titles(sheet)
    assert heads(sheet, "Items") == ("Item", "Copies", "Encumbrance", "State", "Mark")
    assert rows(sheet, "Items") == [
        ("Coat", "2", "3", "other", "–"),
        ("Pack", "1", "–", "other", "–"),
        ("Map", "1", "–", "other", "✕"),
        ("Letter", "1", "–", "other", "!"),
        ("Anvil", "1", "5", "left behind", "–"),
        ("Dagger", "1", "–", "active", "–"),
    ]


def test_what_is_stored_with_the_empty_slots() -> None:
    sheet = hero_sheet(
        *CITY,
        StoragePlaceGained(hero="lunara", place="Hideout", slots=3),
        StoragePlaceGained(hero="venia", place="Cellar"),
        ItemGained(hero="lunara", item="010"),
        StarsGained(hero="lunara", amount=4),
        ItemStored(hero="lunara", place="Hideout", item="010"),
        StarsStored(hero="lunara", place="Hideout", amount=4),
    )
    assert rows(sheet, "Stored") == [("Hideout", "Dagger"), ("Hideout", "4/10 stars"), ("Hideout", "–")]


def test_injuries_artifacts_journal_and_kept_story_cards() -> None:
    sheet = hero_sheet(
        *LEVEL_3,
        InjuryCardDrawn(hero="lunara", injury="Broken Rib"),
        *[ArtifactCardGained(artifact=artifact) for artifact in ("Lens", "Horn")],
        *[ArtifactPurchased(hero="lunara", artifact=artifact, price=0) for artifact in ("Lens", "Horn")],
        ArtifactProgressMarked(hero="lunara", artifact="Lens", mark="2 of 4"),
        StoryCardKept(hero="lunara", scenario=WATCH, letter="K"),
        KeywordTallyAdded(journal="lunara", keyword="Whispers", count=2),
    )
    assert rows(sheet, "Injuries") == [("Broken Rib",)]
    assert rows(sheet, "Artifacts") == [("Lens", "2 of 4"), ("Horn", "–")]
    assert rows(sheet, "Kept story cards") == [("Twilight Watch", "K")]
    assert list(block(sheet, Words, "Hero journal").words) == [
        Word("Whispers", 2, crossed=False, path="heroes.lunara.journal.words.whispers.tally")
    ]


def test_a_level_that_is_gained_is_on_every_hero_sheet() -> None:
    disk = VitalityDiskReplaced(hero="lunara", chips=7, level=2)
    assert facts(hero_sheet(*LEVEL_2, disk), "Hero")["Level"] == "2"


# --- charts ----------------------------------------------------------------------------------


def test_the_numbers_that_charts_follow() -> None:
    board = after(
        *PLAYING,
        StarsGained(hero="venia", amount=3),
        FactionReputationGained(faction="gramask", amount=2),
        KeywordWritten(journal="party", keyword="Key"),
    )
    assert series(board) == {
        "experience": 0,
        "level": 1,
        "keywords": 1,
        "reputation gramask": 2,
        "stars venia": 3,
    }
