"""A single scenario: with what it begins, and how it is won or lost."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp
from domain.games.odalin.campaign.scenario import ScenarioBegun, ScenarioWon
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import VillainPlaced
from domain.games.odalin.dungeon.rest import CardUpgraded, ChapterCompleted, Rested
from domain.games.odalin.dungeon.rooms import DoorOpened, RelicGained, RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.dials import DamageTaken
from tests.domain.games.odalin.days import ALL_DOWN, ANA, BEN, DUNGEON, HEROES, ROOM

PARTY = (CampaignSetUp(mode="single scenario"), *HEROES)
SECOND = ScenarioBegun(chapter_no=2, section=3)
PLAYING = (*PARTY, SECOND, HeroesPrepared(), DungeonEntered(), ROOM, InitiativeSet(order=(ANA, BEN)))
NEXT_ROOM = (DoorOpened(hero=ANA, door="2"), RoomSetUp(entry="2", sanctuaries=("9",), quiet=True))
IMP = VillainPlaced(name="Imp", hp=4)
BOSS = VillainPlaced(name="Warden", hp=4, boss=True)


@pytest.mark.parametrize(
    ("chapter", "items", "upgrades", "told"),
    [
        (1, None, None, ""),
        (2, 1, 4, "; items of level 1; 4 of 12 cards upgraded"),
        (3, 2, 8, "; items of level 2; 8 of 12 cards upgraded"),
        (4, 3, 12, "; items of level 3; 12 of 12 cards upgraded"),
    ],
)
def test_later_chapters_begin_with_better_cards(chapter: int, items: Any, upgrades: Any, told: str) -> None:
    """EX-80, C-SCEN, C-UPG."""
    begun = ScenarioBegun(chapter_no=chapter, section=2)
    spec = given(GAME, *PARTY).then_prompts(ScenarioBegun).then_no_prompt(CampaignBegun).when(begun)
    spec.then(
        begun.copy_with(items=items, upgrades=upgrades),
        says(f"Single scenario: section 2 of chapter {chapter}{told}"),
        table(phase="journey", chapter_no=chapter, section=2, level=upgrades or 0, day=1),
    )


def test_each_hero_is_asked_for_as_many_upgrades() -> None:
    spec = given(GAME, *PARTY).when(SECOND)
    assert [due.times for due in spec.play.campaign.table.agenda.of(CardUpgraded)] == [4, 4]
    spec.then_prompts(CardUpgraded, CardUpgraded, HeroesPrepared)


def test_each_upgrade_is_of_another_level() -> None:
    """EX-80: the upgraded cards are one of each level."""
    blade = CardUpgraded(hero=ANA, sleeve="Ana 3", card="Blade of Dawn", level=3)
    spec = given(GAME, *PARTY, SECOND, blade).when(blade.copy_with(sleeve="Ana 4", card="Ward"))
    spec.then(refused("level-taken", bendable=True)).when(blade.copy_with(sleeve="Ana 4", card="Ward", level=2)).then()


def test_it_is_won_at_the_door_of_the_sanctuary() -> None:
    spec = given(GAME, *PLAYING, RelicGained()).then_prompts(ScenarioWon).then_no_prompt(SanctuaryOpened)
    spec = spec.when(ScenarioWon()).then(
        ScenarioWon(perfect=False), says("The scenario was won"), table(phase="ended", won=True, perfect=False)
    )
    spec.then_prompts()


def test_with_all_rooms_explored_it_is_a_perfect_victory() -> None:
    spec = given(GAME, *PLAYING, RelicGained(), *NEXT_ROOM).when(ScenarioWon())
    spec.then(says("The scenario was won: a perfect victory"), table(perfect=True))
    spec.and_undo(sure=True).then(table(phase="dungeon", won=False, perfect=False))


def test_it_is_perfect_too_where_the_sanctuary_was_opened_after_all_rooms() -> None:
    opened = (RelicGained(), *NEXT_ROOM, InitiativeSet(order=(ANA, BEN)), SanctuaryOpened(hero=ANA, door="9"))
    given(GAME, *PLAYING, *opened).when(ScenarioWon()).then(ScenarioWon(perfect=True), table(perfect=True))


def test_a_room_that_was_reached_through_another_door_is_explored() -> None:
    around = (RelicGained(), RoomSetUp(entry="2", doors={"5": "1"}, quiet=True))
    given(GAME, *PLAYING, *around).when(ScenarioWon()).then(ScenarioWon(perfect=True))


def test_it_is_won_with_the_defeat_of_the_boss() -> None:
    spec = given(GAME, *PLAYING, BOSS, DamageTaken(whom="Warden 1", amount=4)).then_prompts(ScenarioWon)
    spec.then_no_prompt(ChapterCompleted).when(ScenarioWon()).then(table(won=True))


def test_who_opened_the_sanctuary_has_won() -> None:
    spec = given(GAME, *PLAYING, RelicGained(), SanctuaryOpened(hero=ANA, door="9")).then_must(ScenarioWon)
    spec.then_no_prompt(Rested).when(ScenarioWon(perfect=True)).then(table(won=True, perfect=True))


def test_it_is_lost_with_the_day() -> None:
    spec = given(GAME, *PLAYING, IMP, ALL_DOWN[0]).when(ALL_DOWN[1])
    spec.then(table(phase="ended", won=False, days_lost=1))
    told = str(spec.outcome.events[-1].describe(spec.play.campaign.table))
    assert told == "The day was lost: the scenario is over"


@pytest.mark.parametrize(
    ("before", "event", "code"),
    [
        pytest.param(PLAYING, ScenarioWon(), "not-won", id="without-a-relic"),
        pytest.param((*PLAYING, RelicGained(), IMP), ScenarioWon(), "enemy-alive", id="an-enemy"),
        pytest.param(
            (*PLAYING[:-2], RoomSetUp(entry="1", tile="4", quiet=True), RelicGained()),
            ScenarioWon(),
            "no-sanctuary-door",
            id="no-sanctuary",
        ),
        pytest.param((*DUNGEON, RelicGained()), ScenarioWon(), "no-scenario", id="a-campaign"),
        pytest.param(PARTY[:2], SECOND, "too-few-heroes", id="one-hero"),
    ],
)
def test_it_is_refused(before: Any, event: Any, code: str) -> None:
    given(GAME, *before).when(event).then(refused(code, bendable=True))
