"""The Journey Phase: entries, decisions, stat tests, facts, quests, mystery boxes."""

from typing import Any

import pytest

from companion.testing import bent, followed, given, given_bent, refused, says, table
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import (
    ComponentRemoved,
    DecisionMade,
    DungeonEntered,
    EntryRead,
    FactChecked,
    FactGained,
    HeroesPrepared,
    MysteryItemTaken,
    QuestCompleted,
    QuestDropped,
    QuestTaken,
    QuestUpdated,
    SpecialItemGained,
    SpecialItemUsed,
    StatTested,
)
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp, StatsSet
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.dungeon.rest import SectionBegun, TeamLevelSet
from domain.games.odalin.dungeon.rooms import DoorOpened, RoomSetUp
from domain.games.odalin.heroes.dials import DamageTaken
from tests.domain.games.odalin.days import (
    ANA,
    BEN,
    CAMPFIRE,
    DUNGEON,
    HEROES,
    JOURNEY,
    RESTED,
    ROOM,
    THEN,
    UNTRACKED,
)
from tests.domain.games.odalin.display.test_sheets import sheets, told

FOG = StatTested(stat="vigor", target=10, here=True, passed_damage=3, failed_damage=6, source="poison fog")
QUEST = QuestTaken(quest="12", objective="Find the bell")
CARD = MysteryItemTaken(box="II", item="card 1")
KEY = SpecialItemGained(item="Rusty key")


def test_a_journey_begins_with_what_makes_the_heroes_ready() -> None:
    spec = given(GAME, *JOURNEY).then_must(HeroesPrepared).then_no_prompt(DungeonEntered)
    spec = spec.when(HeroesPrepared()).then(
        says("The heroes were made ready; loot comes from the decks of level 1"),
        table(**{"heroes.Ana.hp": 20, "heroes.Ana.soul": 2, "heroes.Ana.corruption": 0, "power": 0}),
    )
    spec.then_next(EntryRead).then_prompts(EntryRead, DecisionMade, StatTested, DungeonEntered)


def test_the_campaign_book_is_read_before_the_dungeon() -> None:
    """3.2.2: the second step of the Journey Phase."""
    spec = given(GAME, *JOURNEY, HeroesPrepared()).then_must("Read the campaign book, 1.1: which entry?")
    spec.when(EntryRead(entry="1")).then_next(DungeonEntered)


@pytest.mark.parametrize(("chapter", "level"), [(2, 2), (4, 4), (6, 4)])
def test_loot_comes_from_the_decks_of_the_chapter(chapter: int, level: int) -> None:
    begun = SectionBegun(chapter_no=chapter, section=2, journey=True)
    given_bent(GAME, *RESTED, begun).when(HeroesPrepared()).then(HeroesPrepared(loot=level))


@pytest.mark.parametrize(("level", "hint"), [(3, 4), (4, None)])
def test_a_team_behind_is_told_what_is_usual_as_a_chapter_begins(level: int, hint: int | None) -> None:
    """C-LEVEL: no rule, only a hint."""
    begun = SectionBegun(chapter_no=2, section=1, journey=True)
    spec = given_bent(GAME, *RESTED, TeamLevelSet(level=level), begun).when(HeroesPrepared())
    spec.then(HeroesPrepared(loot=2, usual=hint))


def test_go_to_an_entry_means_this_chapter_and_section() -> None:
    """EX-40."""
    given(GAME, *JOURNEY).when(EntryRead(entry="3")).then(table(entry="3"), says("Entry 3 of 1.1 was read"))


def test_go_to_an_entry_of_a_dungeon_is_a_room_of_it() -> None:
    """EX-41."""
    given(GAME, *DUNGEON).when(EntryRead(entry="3")).then_must(RoomSetUp(entry="3", place="1.1"))


def test_the_letter_of_a_scenery_entry_is_no_room() -> None:
    """3.22: the letter is read at the end of the section; the party stays where it is."""
    scenery = given(GAME, *DUNGEON).when(EntryRead(entry="C")).then_no_prompt(RoomSetUp)
    scenery.then(table(entry="1", read="C", room="1"), says("Entry C of 1.1 was read"))
    scenery.when(DecisionMade(choice="Leave it")).then(DecisionMade(choice="Leave it", entry="C"))
    led_there = given(GAME, *DUNGEON[:-2], ROOM.copy_with(doors={"2": "C"}), InitiativeSet(order=(ANA, BEN)))
    led_there.when(EntryRead(entry="C")).then_must(RoomSetUp(entry="C", place="1.1"))


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        pytest.param(JOURNEY, "1", id="nothing-read"),
        pytest.param((*JOURNEY, EntryRead(entry="3")), None, id="read-already"),
        pytest.param(DUNGEON, None, id="in-the-room"),
        pytest.param((*DUNGEON, EntryRead(entry="C")), None, id="scenery-of-the-room"),
        pytest.param((*DUNGEON, DoorOpened(hero=ANA, door="2")), "2", id="behind-a-door"),
        pytest.param(CAMPFIRE, None, id="at-a-campfire"),
    ],
)
def test_the_campaign_log_shows_an_entry_that_comes_next_alone(events: Any, shown: str | None) -> None:
    assert told(sheets(*events)["campaign"]).get("Next entry") == shown


def test_a_decision_brings_what_came_of_it() -> None:
    decided = DecisionMade(
        choice="Spare the guard", consequences="he talks", facts=("A guard lives",), quests=("12",), goes_to="7"
    )
    spec = (
        given(GAME, *JOURNEY)
        .when(decided)
        .then(
            followed(FactGained(fact="A guard lives"), QuestTaken(quest="12"), EntryRead(entry="7", place="1.1")),
            table(facts=["A guard lives"], entry="7"),
            table(**{"decisions.0": {"entry": "1", "choice": "Spare the guard", "consequences": "he talks"}}),
        )
    )
    spec.and_undo().then(table(facts=[], decisions=[], quests={}, entry="1"))


def test_poison_fog_hurts_those_less_who_pass() -> None:
    """EX-43: each hero rolls a d20 and adds vigor; 6 damage, or 3 with 10 or more."""
    spec = given(GAME, *DUNGEON).when(FOG, rolled=(7, 8))
    spec.then(
        followed(
            DamageTaken(whom=ANA, amount=3, source="poison fog"),
            DamageTaken(whom=BEN, amount=6, source="poison fog"),
        ),
        table(**{"heroes.Ana.hp": 17, "heroes.Ben.hp": 9}),
    )
    told = spec.outcome.events[0].describe(spec.play.campaign.table)
    assert str(told) == "Vigor test against 10 (poison fog): Ana 10, Ben 9; passed by Ana; failed by Ben"


def test_the_whole_stat_counts_in_a_test() -> None:
    """EX-42: agility 4 adds 4."""
    one = StatTested(stat="agility", target=12, heroes=(ANA,), dice={ANA: 8})
    given(GAME, *JOURNEY).when(one).then(one.copy_with(totals={ANA: 12}, passed=(ANA,)))


def test_a_die_rolled_at_the_table_stands_beside_one_rolled_here() -> None:
    both = StatTested(stat="mind", target=5, heroes=(ANA, BEN), dice={BEN: 20}, here=True)
    minds = (StatsSet(hero=hero, stat="mind", value=0) for hero in (ANA, BEN))
    given(GAME, *JOURNEY, *minds).when(both, rolled=(4,)).then(
        both.copy_with(dice={ANA: 4, BEN: 20}, totals={ANA: 4, BEN: 20}, passed=(BEN,), failed=(ANA,))
    )


def test_the_d20_is_asked_for_unless_the_app_rolls() -> None:
    """3.3: the players roll it."""
    one = StatTested(stat="agility", target=12, heroes=(ANA,))
    given(GAME, *JOURNEY).when(one).then(refused("d20-unsaid", bendable=False))
    given(GAME, *JOURNEY).when(one.copy_with(here=True), rolled=(8,)).then(table())


def test_a_stat_that_nobody_typed_in_is_said_with_the_test_and_kept() -> None:
    one = StatTested(stat="mind", target=5, dice={BEN: 3}, values={BEN: 2})
    spec = given(GAME, *JOURNEY).when(one)
    spec.then(table(**{"heroes.Ben.stats.mind": 2}))
    assert spec.outcome.events[0] == one.copy_with(heroes=(BEN,), totals={BEN: 5}, passed=(BEN,))


@pytest.mark.parametrize("die", [0, 21])
def test_a_d20_shows_1_to_20(die: int) -> None:
    """V-DIE."""
    with pytest.raises(ValueError, match="dice"):
        StatTested(stat="mind", target=5, dice={BEN: die})


def test_a_fact_is_looked_up() -> None:
    spec = given(GAME, *JOURNEY, FactGained(fact="The bell rang"))
    spec = spec.when(FactChecked(fact="The bell rang")).then(says("The fact The bell rang was looked up: recorded"))
    spec.when(FactChecked(fact="A guard lives")).then(says("The fact A guard lives was looked up: not recorded"))


def test_a_single_scenario_ignores_facts() -> None:
    spec = given(GAME, CampaignSetUp(mode="single scenario"), *HEROES)
    spec.when(FactGained(fact="The bell rang")).then(refused("facts-ignored"), table(facts=[]))
    spec.when(DecisionMade(choice="Ring it", facts=("The bell rang",))).then(followed(), table(facts=[]))


def test_a_quest_is_taken_by_its_number_and_completed() -> None:
    spec = (
        given(GAME, *JOURNEY)
        .when(QUEST)
        .then(says("Quest 12 was taken: Find the bell"), table(**{"quests.12.status": "active"}))
    )
    done = QuestCompleted(quest="12", rewards="a relic", facts=("The bell rang",), quests=("13",))
    spec = spec.and_then(done).then(
        followed(FactGained(fact="The bell rang"), QuestTaken(quest="13")),
        table(**{"quests.12.status": "completed", "quests.12.rewards": "a relic", "quests.13.status": "active"}),
    )
    spec.and_undo().then(table(**{"quests.12.status": "active"}, facts=[]))


def test_a_quest_card_that_others_bring_too_is_taken_once() -> None:
    done = QuestCompleted(quest="12", quests=("12",))
    given(GAME, *JOURNEY, QUEST).when(done).then(followed(), table(**{"quests.12.status": "completed"}))


def test_how_a_quest_goes_is_noted_as_long_as_it_is_active() -> None:
    """4.2."""
    half = QuestUpdated(quest="12", note="two of four bells")
    spec = given(GAME, *JOURNEY, QUEST).when(half).then(says("Quest 12: two of four bells"))
    spec.then(table(**{"quests.12.note": "two of four bells"}))
    spec.and_then(QuestCompleted(quest="12")).and_then(half).then(refused("quest-not-active"))


def test_a_quest_is_dropped() -> None:
    dropped = QuestDropped(quest="12", source="the bell broke")
    given(GAME, *JOURNEY, QUEST).when(dropped).then(
        says("Quest 12 was dropped: the bell broke"), table(**{"quests.12.status": "dropped"})
    )


def test_of_a_mystery_box_only_what_is_named_is_taken() -> None:
    """EX-45."""
    spec = (
        given(GAME, *JOURNEY)
        .when(CARD)
        .then(says("card 1 was taken from mystery box II"), table(mystery_items=["II: card 1"]))
    )
    spec.and_then(MysteryItemTaken(box="III", item="card 1")).then(table(mystery_items=["II: card 1", "III: card 1"]))


def test_special_items_are_used_up_or_kept() -> None:
    spec = (
        given(GAME, *JOURNEY, KEY)
        .when(SpecialItemUsed(item="Rusty key", stays=True))
        .then(table(special_items=["Rusty key"]))
    )
    spec.and_then(SpecialItemUsed(item="Rusty key")).then(table(special_items=[]))


def test_what_is_removed_from_the_game_is_remembered() -> None:
    given(GAME, *JOURNEY).when(ComponentRemoved(component="Quest card 4")).then(table(removed=["Quest card 4"]))


@pytest.mark.parametrize(
    ("before", "event", "code", "bendable"),
    [
        pytest.param((FactGained(fact="A"),), FactGained(fact="A"), "fact-known", False, id="a-fact-twice"),
        pytest.param((QUEST,), QUEST, "quest-taken", True, id="4.2-a-quest-card-twice"),
        pytest.param((), QuestCompleted(quest="12"), "quest-not-active", False, id="4.2-a-quest-nobody-took"),
        pytest.param(
            (QUEST, QuestDropped(quest="12")), QuestCompleted(quest="12"), "quest-not-active", False, id="4.2-dropped"
        ),
        pytest.param((CARD,), CARD, "mystery-twice", True, id="V-MYSTERY"),
        pytest.param((CARD,), CARD.copy_with(item="Card 1"), "mystery-twice", True, id="V-MYSTERY-written-otherwise"),
        pytest.param((), SpecialItemUsed(item="Rusty key"), "no-such-item", False, id="4.4-an-item-nobody-has"),
    ],
)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    spec = given(GAME, *JOURNEY, *before)
    spec.when(event).then(refused(code, bendable=bendable))
    spec.when(event, bend=THEN).then(bent(code) if bendable else refused(code))


def test_heroes_are_made_ready_on_a_journey_alone() -> None:
    given(GAME, *DUNGEON).when(HeroesPrepared()).then(refused("wrong-step"))
    given(GAME, *UNTRACKED).when(HeroesPrepared()).then(refused("no-journey"))


def test_heroes_are_made_ready_once_a_journey() -> None:
    hurt = (*JOURNEY, HeroesPrepared(), DamageTaken(whom=ANA, amount=4))
    given(GAME, *hurt).when(HeroesPrepared()).then(refused("prepared", bendable=True))


def test_a_dungeon_is_entered_at_the_end_of_a_journey() -> None:
    given(GAME, *UNTRACKED).when(DungeonEntered()).then(refused("no-journey", bendable=True))


def test_the_journey_ends_in_the_dungeon_at_entry_1() -> None:
    spec = given(GAME, CampaignSetUp(), *HEROES, CampaignBegun(), EntryRead(entry="9"), HeroesPrepared()).when(
        DungeonEntered()
    )
    spec.then(table(phase="dungeon", entry="1", power=0)).then_must(RoomSetUp(entry="1", place="1.1"))


def test_a_journey_offers_facts_and_quests_and_a_dungeon_their_ends() -> None:
    spec = given(GAME, *JOURNEY).then_prompts("Note a fact", "Take a quest card")
    spec.when(QUEST).then_prompts("Quest 12 is done")
    given(GAME, *DUNGEON[:3], QUEST, *DUNGEON[3:]).then_no_prompt(QuestTaken)
