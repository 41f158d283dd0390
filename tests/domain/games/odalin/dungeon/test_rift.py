"""A Hell Rift: rooms by the die, loot, and how it is left."""

from typing import Any

import pytest

from companion.testing import bent, followed, given, refused, says, table
from domain.framework.kernel import AreasTracked, ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import DifficultyChanged, RulingMade
from domain.games.odalin.combat.defeats import CombatEnded
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.combat.villains import EliteMade, VillainPlaced
from domain.games.odalin.dungeon.rest import CardUpgraded, DayLost, Rested, SectionBegun
from domain.games.odalin.dungeon.rift import (
    HellRiftClosed,
    HellRiftEntered,
    HellRiftLeft,
    RiftLootFound,
    RiftRoomSetUp,
    numbers_here,
)
from domain.games.odalin.dungeon.rooms import DoorOpened, RewardsCollected, RoomSetUp
from domain.games.odalin.heroes.cards import ActionCardsKept
from domain.games.odalin.heroes.dials import DamageTaken
from domain.games.odalin.state.table import Odalin
from tests.domain.games.odalin.days import (
    ALL_DOWN,
    ANA,
    BEN,
    CAMPFIRE,
    CLEARED,
    COMERS,
    DUNGEON,
    IN_THE_RIFT,
    RESTED,
    RIFT,
    RIFT_ROOM,
    THEN,
    UNTRACKED,
    gone,
)

LOOT = RiftLootFound(room=1)
DOOR = DoorOpened(hero=ANA, door="1")
SECOND, THIRD = IN_THE_RIFT, RiftRoomSetUp(villains=(*COMERS, "Warden"), dice=(3,))
ORDER = InitiativeSet(order=(ANA, BEN))
GONE = gone(*(f"{name} 1" for name in COMERS))
SECOND_ROOM = (*CLEARED, DOOR, SECOND, *GONE, ORDER)


def known(number: int, base: str, name: str) -> ContentAdded:
    return ContentAdded(kind="villains", id=name, fields={"en": name.title(), "number": number, "base": base})


ALL_KNOWN = tuple(
    known(number, base, name)
    for number, base, name in [
        (1, "red square", "bat"),
        (3, "blue square", "cur"),
        (4, "red square", "dev"),
        (5, "red round", "eel"),
        (6, "blue round", "fay"),
    ]
)
"""Beside the Scarab, which is number 2."""


# === Entering, or leaving it closed ===============================================================


def test_a_rift_is_entered_after_the_rest_and_never_again() -> None:
    """V-RIFT."""
    spec = (
        given(GAME, *RESTED)
        .when(HellRiftEntered())
        .then(
            says("The party entered the Hell Rift"), table(phase="dungeon", rifts_closed=["1.1 9"], **{"rift.room": 0})
        )
    )
    spec = spec.then_prompts(RiftRoomSetUp).then_no_prompt(RoomSetUp, CardUpgraded)
    spec.and_undo().then(table(phase="campfire", rift=None, rifts_closed=[])).then_prompts(CardUpgraded)


def test_a_rift_is_not_entered_again_from_inside() -> None:
    """The rooms of the rift that is under way would be lost, so no card overrules that."""
    entered = given(GAME, *RESTED).when(HellRiftEntered()).and_then(HellRiftEntered(), bend="a card says so")
    entered.then(refused("in-the-rift", bendable=False))


def test_a_rift_that_is_closed_stays_so() -> None:
    spec = given(GAME, *RESTED).when(HellRiftClosed()).then(table(rifts_closed=["1.1 9"], phase="campfire"))
    spec.then_no_prompt(HellRiftEntered, HellRiftClosed).when(HellRiftEntered()).then(refused("rift-closed"))


def test_where_no_steps_are_tracked_it_still_takes_a_campfire() -> None:
    given(GAME, *UNTRACKED).when(HellRiftEntered()).then(refused("at-no-campfire"))


@pytest.mark.parametrize(
    ("before", "code"),
    [pytest.param(CAMPFIRE, "rest-first", id="before-the-rest"), pytest.param(DUNGEON, "wrong-step", id="a-dungeon")],
)
def test_a_rift_opens_at_a_campfire_alone(before: Any, code: str) -> None:
    given(GAME, *before).when(HellRiftEntered()).then(refused(code, bendable=True))


def test_a_rift_is_left_once_it_is_said_who_stands_where_a_villain_died() -> None:
    fallen = (VillainPlaced(name="Bat", hp=4), DamageTaken(whom="Bat 1", amount=4))
    spec = given(GAME, *CLEARED, *fallen).then_no_prompt(HellRiftLeft)
    spec.when(HellRiftLeft()).then(refused("bursts-first", bendable=True))


@pytest.mark.parametrize(("before", "said"), [(RIFT, COMERS[:2]), ((*SECOND_ROOM, DOOR), COMERS)], ids=["1", "3"])
def test_as_many_villains_come_as_the_room_has(before: Any, said: Any) -> None:
    given(GAME, *before).when(RiftRoomSetUp(villains=said, dice=(3,))).then(refused("wrong-number", bendable=True))


# === Its rooms ====================================================================================


def test_the_die_finds_the_tile_and_villains_come() -> None:
    spec = (
        given(GAME, *RIFT)
        .when(RiftRoomSetUp(villains=COMERS, here=True), rolled=(17,))
        .then(
            followed(*(VillainPlaced(name=name, villain=f"{name} 1") for name in COMERS)),
            table(
                **{
                    "rift.room": 1,
                    "rift.tile": "17A",
                    "rooms.1.doors": {"1": {"leads_to": "2", "keyword": "", "open": False}},
                }
            ),
        )
    )
    assert str(spec.outcome.events[0].describe(spec.play.campaign.table)) == (
        "Room 1 of the rift was tile 17A, with Imp, Ghoul, Cultist"
    )
    spec.then_prompts(InitiativeSet)


def test_from_18_on_the_die_is_rolled_again_and_the_tile_turned() -> None:
    one = RiftRoomSetUp(villains=COMERS, here=True)
    spec = given(GAME, *RIFT).when(one, rolled=(18, 20, 4)).then(table(**{"rift.tile": "4B"}))
    assert spec.outcome.events[0] == one.copy_with(dice=(18, 20, 4), room=1, tile="4B")
    given(GAME, *RIFT).when(one.copy_with(dice=(19,)), rolled=(5,)).then(table(**{"rift.tile": "5B"}))
    given(GAME, *RIFT).when(one.copy_with(dice=(5, 6))).then(table(**{"rift.tile": "5A"}))


def test_villains_are_drawn_here_once_all_of_the_dungeon_are_known() -> None:
    spec = given(GAME, *ALL_KNOWN, *RIFT).when(RiftRoomSetUp(dice=(1,), here=True))
    drawn = [event.name for event in spec.outcome.events if isinstance(event, VillainPlaced)]
    assert len(drawn) == len(set(drawn)) == 3
    assert {"bat", "dev"} - set(drawn)


def test_else_the_table_is_told_which_cards_to_draw() -> None:
    given(GAME, *RIFT).when(RiftRoomSetUp(villains=COMERS, dice=(19,))).then(refused("tile-unsaid", bendable=False))
    spec = given(GAME, *RIFT).when(RiftRoomSetUp(dice=(3,)))
    spec.then(refused("draw-villains", bendable=False, says="Draw 3 of the villain cards 1 to 6"))


@pytest.mark.parametrize(
    ("villains", "code"),
    [
        pytest.param(("bat", "dev", "eel"), "same-base", id="one-base-twice"),
        pytest.param(("bat", "bat", "eel"), "same-base", id="one-villain-twice"),
        pytest.param(("bat", "thug", "eel"), "other-dungeon", id="6.4-of-another-dungeon"),
    ],
)
def test_villains_are_of_the_dungeon_and_all_different(villains: tuple[str, ...], code: str) -> None:
    spec = given(GAME, *ALL_KNOWN, *RIFT)
    spec.when(RiftRoomSetUp(villains=villains, dice=(3,))).then(refused(code, bendable=True))
    spec.when(RiftRoomSetUp(villains=villains, dice=(3,)), bend=THEN).then(bent(code))


def test_after_the_fight_there_is_loot_and_a_way_on_or_back() -> None:
    spec = (
        given(GAME, *CLEARED[:-1])
        .when(CLEARED[-1])
        .then(followed(CombatEnded(room="1"), LOOT), table(**{"rift.looted": True}))
    )
    due = spec.play.campaign.table.agenda.due.values()
    assert [(one.event, one.fields) for one in due] == [
        ("loot-drawn", {"pieces": 5, "keeps": 1, "source": "Hell Rift"})
    ]
    spec.then_prompts(DOOR, HellRiftLeft).then_no_prompt(RewardsCollected, RiftRoomSetUp)


def test_who_tracks_no_equipment_is_told_of_no_loot() -> None:
    tracked = [event for event in CLEARED[1:-1] if not isinstance(event, ActionCardsKept)]
    spec = given(GAME, AreasTracked(tracks=("turns", "rooms")), *tracked).when(CLEARED[-1])
    spec.then(followed(CombatEnded(room="1"))).then_prompts(HellRiftLeft)


def test_the_door_leads_into_the_second_room() -> None:
    spec = given(GAME, *CLEARED).when(DOOR).then_prompts(RiftRoomSetUp)
    spec = spec.and_then(SECOND).then(table(**{"rift.room": 2, "rift.looted": False, "room": "2"}))
    given(GAME, *CLEARED).when(SECOND).then(refused("door-first", bendable=True))


def test_the_third_room_has_one_more_villain_an_elite() -> None:
    spec = given(GAME, *SECOND_ROOM, DOOR).when(THIRD)
    elite = {event.name: event.elite for event in spec.outcome.events if isinstance(event, VillainPlaced)}
    assert elite == {"Imp": False, "Ghoul": False, "Cultist": False, "Warden": True}
    spec.then(table(**{"rift.room": 3, "rooms.3.doors": {}}))


def test_the_elite_of_the_third_room_takes_no_elite_card_from_another_villain() -> None:
    """3.17, 3.18: the difficulty makes an elite besides."""
    third = (*RESTED, DifficultyChanged(difficulty="hard"), *SECOND_ROOM[len(RESTED) :], DOOR, THIRD)
    order = InitiativeSet(order=("Warden 1", "Imp 1", ANA, BEN, "Ghoul 1", "Cultist 1"))
    spec = given(GAME, *third, order).then_prompts(EliteMade(villain="Imp 1"))
    spec = spec.when(EliteMade(villain="Warden 1", card="Fury")).then_prompts(EliteMade(villain="Imp 1"))
    spec.when(EliteMade(villain="Imp 1", card="Haste")).then_no_prompt(EliteMade)


def test_there_is_no_fourth_room() -> None:
    third = (*SECOND_ROOM, DOOR, THIRD, *GONE, *gone("Warden 1"))
    given(GAME, *third).when(SECOND).then(refused("no-more-rooms", bendable=True))


# === Loot and the way back ========================================================================


@pytest.mark.parametrize(("ruled", "rooms"), [((), [1, 2]), ((RulingMade(ruling="rift-loot-twice"),), [1])])
def test_the_second_room_has_no_loot_where_the_table_rules_so(ruled: Any, rooms: list[int]) -> None:
    """Q54."""
    spec = given(GAME, *ruled, *SECOND_ROOM)
    events = (entry.event for entry in spec.play.campaign.entries())
    assert [event.room for event in events if isinstance(event, RiftLootFound)] == rooms


def test_who_goes_back_at_will_does_not_rest_again() -> None:
    """Q19."""
    hurt = DamageTaken(whom=BEN, amount=9)
    spec = (
        given(GAME, *CLEARED, hurt)
        .when(HellRiftLeft())
        .then(
            says("The party left the Hell Rift: by choice"),
            table(phase="campfire", level=1, rift=None, rooms={}, **{"heroes.Ben.hp": 6}),
        )
    )
    spec.then_prompts(SectionBegun).then_no_prompt(Rested, HellRiftEntered, CardUpgraded)


def test_after_the_third_room_the_party_rests_without_a_level() -> None:
    third = (*SECOND_ROOM, DOOR, THIRD, *GONE, *gone("Warden 1"))
    hurt = DamageTaken(whom=BEN, amount=9)
    spec = (
        given(GAME, *third, hurt, ORDER)
        .then_prompts(HellRiftLeft)
        .when(HellRiftLeft())
        .then(
            says("The party left the Hell Rift: after the third room"),
            table(phase="campfire", level=1, **{"heroes.Ben.hp": 15}),
        )
    )
    spec.then_no_prompt(CardUpgraded).then_prompts(SectionBegun)


def test_a_party_that_falls_in_a_rift_is_back_at_its_campfire() -> None:
    """Q18, C-LOSE: no day is lost."""
    spec = (
        given(GAME, *RIFT_ROOM, ALL_DOWN[0])
        .when(ALL_DOWN[1])
        .then(
            table(phase="campfire", days_lost=0, level=1, rift=None, villains={}, rifts_closed=["1.1 9"]),
            table(**{"heroes.Ana.hp": 20, "heroes.Ben.status": "active"}),
        )
    )
    assert HellRiftLeft(reason="all heroes were down") in spec.outcome.events
    spec.then_prompts(SectionBegun).when(HellRiftEntered()).then(refused("rift-closed"))
    spec.and_undo(sure=True).then(table(phase="dungeon", **{"heroes.Ben.hp": 15, "rift.room": 1}))


@pytest.mark.parametrize(
    ("before", "event", "code", "bendable"),
    [
        pytest.param(RIFT_ROOM, HellRiftLeft(), "enemy-alive", True, id="leaving-enemies"),
        pytest.param(DUNGEON, HellRiftLeft(), "no-rift", False, id="no-rift"),
        pytest.param(DUNGEON, IN_THE_RIFT, "no-rift", False, id="a-room-of-no-rift"),
        pytest.param(RIFT_ROOM, DayLost(), "in-a-rift", True, id="a-day-is-not-lost-there"),
    ],
)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    given(GAME, *before).when(event).then(refused(code, bendable=bendable))


def test_a_rift_is_told_in_sentences() -> None:
    room = (*GONE, ORDER, DOOR)
    run = (HellRiftEntered(), IN_THE_RIFT, *room, SECOND, *room, THIRD, *GONE, *gone("Warden 1"), HellRiftLeft())
    spec, told = given(GAME, *RESTED), list[str]()
    for event in (*run, SectionBegun(section=2, chapter_no=1)):
        spec = spec.when(event).then()
        told.append(str(spec.outcome.events[0].describe(spec.play.campaign.table)))
    assert [line for line in told if not line.endswith(("left the board", "Ana, Ben"))] == [
        "The party entered the Hell Rift",
        "Room 1 of the rift was tile 7A, with Imp, Ghoul, Cultist",
        "Ana opened door 1 to entry 2",
        "Room 2 of the rift was tile 7A, with Imp, Ghoul, Cultist",
        "Ana opened door 1 to entry 3",
        "Room 3 of the rift was tile 3A, with Imp, Ghoul, Cultist, Warden",
        "The party left the Hell Rift: after the third room",
        "Section 2 of chapter 1 began",
    ]


@pytest.mark.parametrize(
    ("act", "chapter", "first", "last"),
    [(1, 1, 1, 6), (1, 2, 7, 14), (1, 3, 15, 21), (1, 4, 22, 30), (2, 1, 31, 40), (2, 4, 31, 40)],
)
def test_the_villains_of_a_rift_are_those_of_the_chapter(act: int, chapter: int, first: int, last: int) -> None:
    assert numbers_here(Odalin(act=act, chapter_no=chapter)) == (first, last)
