"""Rests, upgrades, sections and chapters, and days that are lost."""

from typing import Any

import pytest

from companion.testing import NOTHING, bent, given, given_bent, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, FactGained, HeroesPrepared, QuestTaken
from domain.games.odalin.campaign.party import CampaignEnded, DemonLordChanged
from domain.games.odalin.combat.actions import BasicMoveTaken
from domain.games.odalin.combat.defeats import BurstResolved
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import VillainAttacked, VillainPlaced
from domain.games.odalin.dungeon.loot import LootDrawn
from domain.games.odalin.dungeon.rest import (
    CardUpgraded,
    ChapterCompleted,
    DayLost,
    Rested,
    SectionBegun,
    TeamLevelSet,
    UpgradeSkipped,
)
from domain.games.odalin.dungeon.rift import HellRiftClosed, HellRiftEntered
from domain.games.odalin.dungeon.rooms import DoorOpened, RelicGained, RoomSetUp
from domain.games.odalin.heroes.cards import CardsFlipped, DeckAssembled, SleeveNamed
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, PointTainted
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.days import ALL_DOWN, ANA, BEN, CAMPFIRE, DUNGEON, JOURNEY, RESTED, ROOM, THEN, UNTRACKED

NEXT = SectionBegun(section=2, chapter_no=1)
IMP = VillainPlaced(name="Imp", hp=4)
BOSS = VillainPlaced(name="Warden", hp=4, boss=True)
BOSS_BEATEN = (*DUNGEON, BOSS, DamageTaken(whom="Warden 1", amount=4))
BLADE = CardUpgraded(hero=ANA, sleeve="Ana 3", card="Blade of Dawn", level=3)


# === Rests ========================================================================================


def test_a_rest_makes_everybody_whole_and_brings_a_level() -> None:
    hurt = (*CAMPFIRE, DamageTaken(whom=BEN, amount=9), CorruptionGained(hero=ANA, amount=5))
    spec = (
        given(GAME, *hurt)
        .then_must(Rested)
        .when(Rested())
        .then(
            says("The party rested: team level 1"),
            table(**{"heroes.Ben.hp": 15, "heroes.Ana.corruption": 0, "heroes.Ana.soul": 2, "level": 1, "relics": 0}),
        )
    )
    spec.then_prompts(CardUpgraded, CardUpgraded, CardsFlipped, HellRiftEntered, HellRiftClosed, SectionBegun)


def test_a_rest_needs_an_opened_sanctuary() -> None:
    given(GAME, *DUNGEON).when(Rested()).then(refused("no-sanctuary", bendable=True))


def test_a_party_rests_once_at_a_campfire() -> None:
    given(GAME, *RESTED).when(Rested()).then(refused("rested-already", bendable=True))


def test_where_no_doors_are_tracked_the_rest_itself_spends_the_relic() -> None:
    spec = given(GAME, *UNTRACKED, RelicGained()).then_prompts(Rested)
    spec.when(Rested()).then(table(phase="campfire", relics=0, level=1, campfire="1.1"))
    given(GAME, *UNTRACKED, IMP).when(Rested()).then(refused("enemy-alive"))
    given(GAME, *UNTRACKED).when(Rested()).then(refused("no-relic", bendable=True))


def test_where_no_rooms_are_tracked_a_relic_comes_next_in_the_dungeon_and_then_the_rest() -> None:
    spec = given(GAME, *UNTRACKED).then_next("The party found a Purifying Relic")
    spec.and_then(RelicGained()).then_next(Rested).then_no_prompt(RelicGained)
    given(GAME, *DUNGEON).then_no_prompt(RelicGained)


def test_villains_of_a_table_without_turns_may_attack_and_end_no_turn() -> None:
    placed = given(GAME, *UNTRACKED, IMP).play.campaign.prompts(PUBLIC)
    assert [one.undone for one in placed if one.event is VillainAttacked] == [None]


def test_a_card_of_a_lower_level_is_taken_as_often_as_one_likes() -> None:
    """EX-44: at level 5 a third card of level 3."""
    spec = given_bent(GAME, *RESTED, TeamLevelSet(level=5), BLADE, BLADE.copy_with(sleeve="Ana 4"))
    spec.when(BLADE.copy_with(sleeve="Ana 5"), bend=THEN).then(table(**{"heroes.Ana.sleeves.Ana 5.level": 3}))


def test_a_card_above_the_level_of_the_team_is_refused() -> None:
    """V-UPG."""
    given(GAME, *RESTED).when(BLADE).then(refused("above-team-level", bendable=True))


@pytest.mark.parametrize(
    ("fields", "sleeve", "code"),
    [
        pytest.param({"half": "upper"}, "Ana 2", "other-half", id="an-upper-half-for-a-lower"),
        pytest.param({"half": "lower"}, "Ana 3", "other-half", id="a-lower-half-for-an-upper"),
        pytest.param({"hero": "Ben"}, "Ana 3", "not-its-card", id="a-card-of-another-hero"),
        pytest.param({"demon": "beelzebub"}, "Ana 3", "demon-card", id="a-demon-card"),
    ],
)
def test_only_what_fits_is_swapped(fields: Any, sleeve: str, code: str) -> None:
    """V-UPG."""
    card = ContentAdded(kind="action-cards", id="blade", fields={"en": "Blade of Dawn", **fields})
    spec = given(GAME, *JOURNEY[:-1], DeckAssembled(hero=ANA, demon_uppers=(2,)), card)
    spec.when(CardUpgraded(hero=ANA, sleeve=sleeve, card="blade")).then(refused(code, bendable=True))


@pytest.mark.parametrize("before", [DUNGEON, (*RESTED, TeamLevelSet(level=3), BLADE)], ids=["no-rest", "a-second"])
def test_v_upg_a_hero_upgrades_one_card_at_a_rest(before: Any) -> None:
    spec = given(GAME, *before, TeamLevelSet(level=3)).when(BLADE.copy_with(sleeve="Ana 4"))
    spec.then(refused("no-upgrade-due", bendable=True))


def test_v_upg_a_card_that_another_hero_holds_is_not_taken() -> None:
    taken = (*RESTED, TeamLevelSet(level=3), BLADE)
    given(GAME, *taken).when(BLADE.copy_with(hero=BEN, sleeve="Ben 3")).then(refused("not-its-card", says="Ana"))


def test_who_skips_the_upgrade_is_not_asked_again() -> None:
    spec = given(GAME, *RESTED, UpgradeSkipped(hero=ANA)).when(UpgradeSkipped(hero=BEN))
    spec.then_no_prompt(CardUpgraded).when(UpgradeSkipped(hero=BEN)).then(refused("no-upgrade-due"))


@pytest.mark.parametrize("before", [DUNGEON, CAMPFIRE, UNTRACKED], ids=["in-a-dungeon", "before-the-rest", "untracked"])
def test_cards_are_flipped_at_two_moments_alone(before: Any) -> None:
    """V-FLIP: after a rest, and on a journey."""
    given(GAME, *before).when(CardsFlipped(hero=ANA)).then(refused("flip-later", bendable=True))
    given(GAME, *JOURNEY, HeroesPrepared()).then_prompts(CardsFlipped).when(CardsFlipped(hero=ANA)).then()


# === Sections and chapters ========================================================================


def test_the_next_section_begins_in_the_dungeon() -> None:
    spec = (
        given(GAME, *RESTED)
        .then_must(NEXT)
        .when(NEXT)
        .then(
            says("Section 2 of chapter 1 began"),
            table(phase="dungeon", section=2, day=2, entry="1", agenda={"due": {}}),
        )
    )
    spec.then_must(RoomSetUp(entry="1", place="1.2"))


def test_an_upgrade_that_is_left_open_stays_until_the_next_section() -> None:
    """Issue 27, where the book is silent."""
    spec = given(GAME, *RESTED, TeamLevelSet(level=3), BLADE).then_prompts(CardUpgraded)
    spec.when(NEXT).then_no_prompt(CardUpgraded)


def test_a_section_may_begin_with_a_journey() -> None:
    begun = NEXT.copy_with(journey=True)
    spec = given(GAME, *RESTED).when(begun).then(says("Section 2 of chapter 1 began, with a journey"))
    spec.then(table(phase="journey", day=2)).then_must(HeroesPrepared)


@pytest.mark.parametrize(
    ("before", "code"),
    [
        pytest.param(DUNGEON, "in-the-dungeon", id="4.2-in-a-dungeon"),
        pytest.param(CAMPFIRE, "rest-first", id="no-rest"),
        pytest.param(JOURNEY[:-1], "out-of-play", id="before-the-campaign"),
        pytest.param((*JOURNEY, CampaignEnded()), "out-of-play", id="after-its-end"),
    ],
)
def test_a_section_does_not_begin_before_the_last_is_over(before: Any, code: str) -> None:
    spec = given(GAME, *before)
    spec.when(NEXT).then(refused(code, bendable=True))
    spec.when(NEXT, bend=THEN).then(bent(code))


def test_no_chapter_is_skipped() -> None:
    given(GAME, *RESTED).when(NEXT.copy_with(chapter_no=2)).then(refused("boss-stands", bendable=True))


def test_the_chapter_ends_with_the_defeat_of_the_boss() -> None:
    spec = (
        given(GAME, *BOSS_BEATEN)
        .then_prompts(ChapterCompleted)
        .when(ChapterCompleted())
        .then(
            says("Chapter 1 was completed: Warden was defeated"),
            table(phase="journey", chapter_no=2, section=1, act=1, day=2, bosses=["Warden"], boss_beaten="", rooms={}),
        )
    )
    spec.then_must(HeroesPrepared).and_undo().then(table(phase="dungeon", chapter_no=1, boss_beaten="Warden"))


def test_a_chapter_ends_with_tokens_of_classes() -> None:
    """Q11: what no rest took off is gone with the chapter, and with the next journey."""
    held = {"heroes.Ana.corruption": 4, "heroes.Ana.soul": 2, "heroes.Ana.tokens": {}}
    spec = given(GAME, *DUNGEON, CorruptionGained(hero=ANA, amount=3), BOSS, DamageTaken(whom="Warden 1", amount=4))
    spec = spec.when(ChapterCompleted()).then(table(**held))
    spec.and_then(HeroesPrepared()).then(table(**{"heroes.Ana.corruption": 0}))


def test_an_act_ends_where_the_book_says_so() -> None:
    over = ChapterCompleted(ends_act=True, next_chapter=5)
    spec = (
        given(GAME, *BOSS_BEATEN)
        .when(over)
        .then(says("Chapter 1 was completed: Warden was defeated; and with it the act"), table(act=2, chapter_no=5))
    )
    spec = spec.then_prompts(CampaignEnded).when(CampaignEnded(outcome="The gates are shut"))
    spec.then(table(phase="ended", won=True))


@pytest.mark.parametrize(
    ("before", "code"),
    [pytest.param((), "boss-stands", id="4.1-no-boss"), pytest.param((BOSS,), "enemy-alive", id="an-enemy")],
)
def test_a_chapter_does_not_end_earlier(before: Any, code: str) -> None:
    spec = given(GAME, *DUNGEON, *before)
    spec.then_no_prompt(ChapterCompleted).when(ChapterCompleted()).then(refused(code, bendable=True))


# === A day that is lost ===========================================================================


def test_the_day_is_lost_as_soon_as_no_hero_stands() -> None:
    """C-LOSE; relics, facts and quests are kept (Q21), and the heroes are whole again (Q20)."""
    found = (RelicGained(), FactGained(fact="The bell rang"), QuestTaken(quest="12"), IMP, ALL_DOWN[0])
    spec = (
        given(GAME, *DUNGEON, *found)
        .when(ALL_DOWN[1])
        .then(
            table(phase="campfire", days_lost=1, day=2, section=1, level=0, rooms={}, villains={}, track=[], round=0),
            table(**{"heroes.Ana.hp": 20, "heroes.Ana.status": "active", "heroes.Ana.tainted": 0}),
            table(relics=1, facts=["The bell rang"], **{"quests.12.status": "active"}),
        )
    )
    assert str(spec.outcome.events[-1].describe(spec.play.campaign.table)) == (
        "The day was lost: section 1 begins again, with all that was found"
    )
    again = spec.then_no_prompt(Rested, HellRiftEntered, HellRiftClosed).then_must(NEXT.copy_with(section=1))
    again.when(NEXT.copy_with(section=1)).then_must(RoomSetUp(entry="1", place="1.1"))


def test_who_lost_the_day_is_at_the_campfire() -> None:
    """3.20: what a party may do at a campfire it may do now; a level and an upgrade come with a new one alone."""
    pieces = (EquipmentGiven(item="Axe", hero=ANA), EquipmentGiven(item="Shield"))
    spec = given(GAME, *JOURNEY[:-1], *pieces, *DUNGEON[len(JOURNEY) - 1 :], *ALL_DOWN)
    spec.when(EquipmentGiven(item="Axe", hero=BEN)).then(table(**{"heroes.Ben.worn.Axe.slot": ""}))
    spec.when(EquipmentGiven(item="Shield", hero=BEN)).then(table(stash=[]))
    spec.when(CardsFlipped(hero=ANA)).then(CardsFlipped(hero=ANA))
    spec.when(DemonLordChanged(hero=ANA, lord="Moloch")).then(table(**{"heroes.Ana.demon_lord": "Moloch"}))
    spec.then_no_prompt(CardUpgraded).when(Rested()).then(refused("rested-already"))


def test_a_lost_day_leads_back_to_the_campfire_of_the_last_section() -> None:
    """Its rift may still be entered; the section that was lost is explored again after that."""
    second = (*RESTED, NEXT, ROOM, InitiativeSet(order=(ANA, BEN)), *ALL_DOWN)
    spec = given(GAME, *second).then(table(phase="campfire", campfire="1.1 9", section=2))
    spec.then_prompts(HellRiftEntered).then_must(NEXT)
    visited = spec.when(HellRiftClosed()).then_no_prompt(HellRiftEntered).then_must(NEXT)
    visited.when(NEXT).then(table(phase="dungeon", section=2, days_lost=1))


def test_a_lost_day_clears_what_is_due_but_for_loot() -> None:
    """Issue 27, where the book is silent."""
    due = (BasicMoveTaken(hero=ANA), CorruptionGained(hero=ANA, amount=10), LootDrawn(items=("Axe",)))
    before = given(GAME, *DUNGEON, *due).then_must(EquipmentGiven).then_prompts(PointTainted)
    lost = before.when(DayLost(), bend=THEN).then_must(EquipmentGiven)
    lost.then_no_prompt(PointTainted)


def test_who_was_escorted_is_to_be_found_again_after_a_lost_day() -> None:
    """2.15."""
    given(GAME, *DUNGEON, AllyJoined(name="Guide", hp=5), ALL_DOWN[0]).when(ALL_DOWN[1]).then(table(allies={}))


def test_who_has_no_hit_points_at_all_loses_one_day_and_no_more() -> None:
    """Any number may be corrected, to a wrong one too."""
    none = (Adjusted(path=f"heroes.{hero}.most", after=0, reason=THEN) for hero in (ANA, BEN))
    lost = given(GAME, *DUNGEON, *none, DamageTaken(whom=ANA, amount=30)).when(DamageTaken(whom=BEN, amount=30))
    lost.then(table(days_lost=1, **{f"heroes.{ANA}.hp": 1, f"heroes.{BEN}.hp": 1}))


def test_a_day_that_is_lost_is_taken_back_with_what_led_there() -> None:
    spec = (
        given(GAME, *DUNGEON, IMP, ALL_DOWN[0])
        .when(ALL_DOWN[1])
        .and_undo(sure=True)
        .then(
            table(days_lost=0, day=1, **{"villains.Imp 1.hp": 4, "heroes.Ana.status": "defeated", "heroes.Ben.hp": 15})
        )
    )
    spec.and_redo().then(table(days_lost=1, **{"villains.Imp 1": NOTHING, "heroes.Ben.status": "active"}))


@pytest.mark.parametrize(
    ("before", "code"),
    [
        pytest.param((*DUNGEON, ALL_DOWN[0]), "not-all-down", id="4.4-one-stands"),
        pytest.param(JOURNEY, "wrong-step", id="a-journey"),
    ],
)
def test_no_day_is_lost_otherwise(before: Any, code: str) -> None:
    given(GAME, *before).when(DayLost()).then(refused(code, bendable=True))


# === Which half of a sleeve a hero's card is ======================================================

FRESH = (*RESTED, TeamLevelSet(level=3))
LOWER = CardUpgraded(hero=ANA, sleeve="Ana 3", card="Blade of Dawn", level=3, half="lower")
LOWER_CARD = ContentAdded(kind="action-cards", id="Old Oath", fields={"en": "Old Oath", "half": "lower"})
DEMONS_LOWER = ContentAdded(kind="action-cards", id="Bite", fields={"en": "Bite", "half": "lower"})


@pytest.mark.parametrize(
    ("before", "taken"),
    [
        pytest.param((), {"lower", "upper"}, id="nobody-put-the-deck-together"),
        pytest.param((DeckAssembled(hero=ANA, demon_uppers=(3,)),), {"lower"}, id="the-demon-s-upper"),
        pytest.param((DeckAssembled(hero=ANA),), {"upper"}, id="all-uppers-are-the-hero-s"),
        pytest.param(
            (SleeveNamed(hero=ANA, sleeve="Ana 4", hero_card="Oath", upper_is_demon=False),), {"lower", "upper"},
            id="another-sleeve-was-named",
        ),
        pytest.param(
            (SleeveNamed(hero=ANA, sleeve="Ana 3", hero_card="Oath", upper_is_demon=True),), {"lower"}, id="named"
        ),
        pytest.param(
            (SleeveNamed(hero=ANA, sleeve="Ana 3", hero_card="Oath"),), {"lower", "upper"}, id="named-without-halves"
        ),
        pytest.param(
            (SleeveNamed(hero=ANA, sleeve="Ana 3", hero_card="Old Oath"), LOWER_CARD), {"lower"},
            id="the-card-was-typed-in-later",
        ),
        pytest.param(
            (SleeveNamed(hero=ANA, sleeve="Ana 3", hero_card="Oath", demon_card="Bite"), DEMONS_LOWER), {"upper"},
            id="the-demon-s-card-was-typed-in-later",
        ),
    ],
)  # fmt: skip
def test_v_upg_a_half_is_swapped_for_one_of_its_kind_as_far_as_it_is_known(before: Any, taken: set[str]) -> None:
    for half in ("upper", "lower"):
        spec = given(GAME, *FRESH, *before).when(LOWER.copy_with(half=half))
        if half in taken:
            spec.then(table(**{"heroes.Ana.sleeves.Ana 3.hero_card": "Blade of Dawn"}))
        else:
            spec.then(refused("other-half"))


def test_an_upgrade_tells_which_half_of_a_sleeve_is_the_heros() -> None:
    again = given(GAME, *FRESH, LOWER).play.campaign.table.heroes[ANA].sleeves["Ana 3"]
    assert (again.lower, again.upper) == ("Blade of Dawn", "")


FOURTH = Adjusted(path="chapter_no", before=1, after=4, reason="later on")
LAST = (*DUNGEON, FOURTH, BOSS, DamageTaken(whom="Warden 1", amount=4))


def test_after_the_last_chapter_of_the_act_comes_no_fifth_one() -> None:
    """战役结构: the first act has four chapters."""
    spec = given(GAME, *LAST)
    asked = [one for one in spec.play.campaign.prompts(PUBLIC) if str(one.question or "").endswith("and then?")]
    assert {str(one.title) for one in asked} == {"End the campaign", "Go on with the next act"}
    spec.when(ChapterCompleted()).then(refused("last-chapter", bendable=True))
    spec.when(ChapterCompleted(ends_act=True)).then(table(act=2, chapter_no=5))
    spec.when(CampaignEnded()).then(table(phase="ended", won=True))


def test_a_table_without_rooms_says_itself_that_the_boss_is_beaten() -> None:
    untracked = given(GAME, *UNTRACKED).then_prompts("The Boss is beaten: complete chapter 1")
    untracked.when(ChapterCompleted()).then(table(chapter_no=2, section=1))
    given(GAME, *DUNGEON).then_no_prompt(ChapterCompleted).when(ChapterCompleted()).then(refused("boss-stands"))


def test_after_the_last_chapter_a_table_without_rooms_ends_the_campaign_itself() -> None:
    last = given(GAME, *UNTRACKED, *[ChapterCompleted(), HeroesPrepared(), DungeonEntered()] * 3)
    last.then_prompts("End the campaign", "Go on with the next act")


def test_once_the_boss_is_beaten_no_door_is_left_to_open() -> None:
    boss = (VillainPlaced(name="Lich", hp=4, boss=True), DamageTaken(whom="Lich 1", amount=4))
    over = given(GAME, *DUNGEON, *boss, BurstResolved(villain="Lich 1", side="chaos", amount=0))
    doors = [one for one in over.play.campaign.prompts(PUBLIC) if one.event is DoorOpened]
    assert [one.reminder for one in doors] == [None]
    over.then_must(ChapterCompleted)
