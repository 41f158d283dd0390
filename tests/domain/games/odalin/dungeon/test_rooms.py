"""Rooms: doors, sanctuaries, tokens and relics, as a turn meets them."""

from companion.testing import followed, given, refused, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import RulingMade
from domain.games.odalin.combat.actions import BasicMoveTaken
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import BurstResolved
from domain.games.odalin.combat.power import PowerKept
from domain.games.odalin.combat.rounds import InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import VillainLeft, VillainNumbersSet
from domain.games.odalin.dungeon.rest import SectionBegun
from domain.games.odalin.dungeon.rooms import (
    CorruptedRelicUsed,
    DoorOpened,
    HazardSuffered,
    Interacted,
    RelicDiscarded,
    RelicGained,
    RelicPurified,
    RewardsCollected,
    RoomSetUp,
    SanctuaryOpened,
    SpecialRuleChanged,
    TrapSprung,
)
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken
from tests.domain.games.odalin.opening import ANA, BEN, IMP, OGRE, PARTY, fight, party

ROOM = RoomSetUp(entry="1", doors={"1": "2", "2": ""}, sanctuaries=("2",), tokens={"trap": 1, "chest": 2}, quiet=True)
MOVED = BasicMoveTaken(hero=ANA)
EMPTY = (*party(), ROOM, InitiativeSet(order=(ANA, BEN)))
AGAIN = SectionBegun(section=1, chapter_no=1)
"""The section is explored again after a lost day."""


def test_a_room_of_which_nothing_is_said_is_not_set_up_unless_it_is_so() -> None:
    spec = given(GAME, *party()).then_must(RoomSetUp(entry="1", place="1.1")).when(RoomSetUp(entry="1"))
    spec.then(refused("empty-room", bendable=True))


def test_a_room_that_was_typed_in_is_set_up_by_its_number() -> None:
    """A form knows its number alone."""
    lost = (DamageTaken(whom=ANA, amount=99), DamageTaken(whom=BEN, amount=99), AGAIN)
    again = given(GAME, *party(), ROOM, *lost).when(RoomSetUp(entry="1", quiet=True))
    again.then(table(**{"rooms.1.tokens": {"trap": 1, "chest": 2}, "rooms.1.doors.1.leads_to": "2"}))
    assert RoomSetUp.prefilled(again.play.campaign.table)["doors"] == {"1": "2", "2": ""}


def test_a_boss_that_comes_with_its_room_is_one_and_is_known_when_the_room_is_played_again() -> None:
    """2.9: what a villain is stands on its card."""
    room = RoomSetUp(entry="1", villains={"Warden": 1})
    told = VillainNumbersSet(villain="Warden 1", hp=9, boss=True, flying=True)
    lost = (DamageTaken(whom=ANA, amount=99), DamageTaken(whom=BEN, amount=99), AGAIN)
    spec = given(GAME, *party(), room, told).then(table(**{"villains.Warden 1.boss": True}))
    spec.when(InitiativeSet(order=(ANA, BEN, "Warden 1"))).then(refused("cards-missing", says="Warden 1"))
    again = given(GAME, *party(), room, told, *lost).when(RoomSetUp(entry="1"))
    again.then(table(**{"villains.Warden 1.boss": True, "villains.Warden 1.flying": True, "villains.Warden 1.hp": 9}))


def test_a_door_is_not_opened_while_an_enemy_is_alive() -> None:
    """V-DOOR."""
    given(GAME, *PARTY).when(DoorOpened(hero=ANA, door="1")).then(refused("enemy-alive"))


def test_an_open_door_is_open() -> None:
    opened = (*EMPTY, DoorOpened(hero=ANA, door="1", leads="1"), InitiativeSet(order=(ANA, BEN)))
    given(GAME, *opened).when(DoorOpened(hero=ANA, door="1")).then(refused("is-open"))


SECOND_ROOM = (
    *party(),
    RoomSetUp(entry="1", doors={"2": "2", "3": "3", "4": ""}, sanctuaries=("9",), quiet=True),
    InitiativeSet(order=(ANA, BEN)),
    DoorOpened(hero=ANA, door="2"),
    RoomSetUp(entry="2", tile="1", quiet=True),
    InitiativeSet(order=(ANA, BEN)),
)
"""A room behind the first one, whose other doors are shut."""


def test_what_was_typed_of_a_room_is_known_when_it_is_played_again() -> None:
    typed = RoomSetUp(entry="3", tokens={"chest": 1}, terrain=("fire", "chaos-rune"), quiet=True)
    lost = (typed, DamageTaken(whom=ANA, amount=99), DamageTaken(whom=BEN, amount=99), AGAIN)
    given(GAME, *party(), *lost).when(RoomSetUp(entry="3", place="1.1", quiet=True)).then(
        table(**{"rooms.3.terrain": ["fire", "chaos-rune"], "rooms.3.tokens": {"chest": 1}})
    )


def test_doors_of_rooms_explored_before_are_opened_as_well() -> None:
    spec = given(GAME, *SECOND_ROOM).then_prompts("Open door 3", "Open door 4")
    opened = spec.when(DoorOpened(hero=ANA, door="3"))
    opened.then(table(**{"entry": "3", "rooms.1.doors.3.open": True, "rooms.2.doors": {}}))
    opened.then_prompts("Set up room 3")
    given(GAME, *SECOND_ROOM).when(DoorOpened(hero=ANA, door="2")).then(refused("is-open"))
    given(GAME, *SECOND_ROOM).when(DoorOpened(hero=ANA, door="9")).then(refused("is-sanctuary"))
    relic = given(GAME, *SECOND_ROOM, RelicGained()).then_prompts("Open the sanctuary")
    relic.when(SanctuaryOpened(hero=ANA, door="9")).then(table(phase="campfire"))


def test_a_door_of_which_nobody_said_where_it_leads_asks_for_the_next_room() -> None:
    given(GAME, *SECOND_ROOM).when(DoorOpened(hero=ANA, door="4")).then_prompts("Set up the next room")


def test_a_door_may_lead_to_what_is_told_in_many_words() -> None:
    behind = "the hall of the drowned king, past the second fall"
    opened = given(GAME, *SECOND_ROOM).when(DoorOpened(hero=ANA, door="4", leads=behind))
    opened.then_must(RoomSetUp(entry=behind, place="1.1"))


def test_a_door_ends_the_turn_unless_the_table_lets_the_opener_finish_it_first() -> None:
    """Q61."""
    opened = DoorOpened(hero=ANA, door="1")
    given(GAME, *EMPTY).then_prompts("Open door 1").when(opened).then(table(track=[]))
    waits = (*party(), RulingMade(ruling="doors-wait"), ROOM, InitiativeSet(order=(ANA, BEN)))
    given(GAME, *waits).when(opened).then(refused("points-left", bendable=True))
    given(GAME, *waits, MOVED, MOVED).then_prompts("Open door 1").when(opened).then(table(track=[]))


def test_a_sanctuary_takes_a_relic() -> None:
    """V-DOOR."""
    given(GAME, *EMPTY).when(DoorOpened(hero=ANA, door="2")).then(refused("is-sanctuary"))
    given(GAME, *EMPTY).when(SanctuaryOpened(hero=ANA, door="2")).then(refused("no-relic"))
    given(GAME, *EMPTY, RelicGained()).when(SanctuaryOpened(hero=ANA, door="2")).then(table(relics=0, phase="campfire"))


def test_a_sanctuary_is_not_behind_any_door() -> None:
    given(GAME, *EMPTY, RelicGained()).when(SanctuaryOpened(hero=ANA, door="1")).then(
        refused("not-sanctuary", bendable=True)
    )


def test_what_a_dead_villain_leaves_is_said_before_a_door_is_opened() -> None:
    """Q61."""
    fallen = (*fight(), DamageTaken(whom=IMP, amount=10), VillainLeft(villain=OGRE))
    given(GAME, *fallen).when(DoorOpened(hero=ANA, door="1")).then(refused("bursts-first", bendable=True))


def test_a_door_ends_the_turn_with_what_poison_does_and_no_power_is_offered_behind_it() -> None:
    """Q61."""
    poisoned = (*EMPTY, ConditionsGained(whom=ANA, tokens={"poisoned": 1}))
    given(GAME, *poisoned).when(DoorOpened(hero=ANA, door="1")).then(table(**{"heroes.Ana.hp": 18}))
    fallen = (*fight(), DamageTaken(whom=IMP, amount=10), BurstResolved(villain=IMP), VillainLeft(villain=OGRE))
    given(GAME, *fallen).when(DoorOpened(hero=ANA, door="1")).then(table(**{"agenda.due": {}}))


def test_the_last_relic_is_kept_and_a_spare_one_takes_corruption_off() -> None:
    """V-RELIC."""
    one = (*EMPTY, CorruptionGained(hero=ANA, amount=6), RelicGained())
    given(GAME, *one).when(RelicDiscarded(hero=ANA)).then(refused("last-relic"))
    given(GAME, *one, RelicGained()).when(RelicDiscarded(hero=ANA)).then(
        table(**{"relics": 1, "heroes.Ana.corruption": 2})
    )


def test_a_fourth_relic_is_too_many_unless_each_hero_carries_three() -> None:
    """V-RELIC, Q1."""
    three = (RelicGained(), RelicGained(), RelicGained())
    given(GAME, *EMPTY, *three).when(RelicGained()).then(refused("relics-full"))
    given(GAME, *fight("relics-per-hero"), *three).when(RelicGained()).then(table(relics=4))


def test_a_corrupted_relic_is_purified_or_used() -> None:
    given(GAME, *EMPTY).when(RelicPurified()).then(refused("no-corrupted-relic"))
    full = (*(RelicGained() for _ in range(3)), RelicGained(corrupted=True))
    given(GAME, *EMPTY, *full).when(RelicPurified()).then(refused("relics-full", bendable=True))
    given(GAME, *EMPTY, RelicGained(corrupted=True)).when(RelicPurified()).then(table(relics=1, corrupted_relics=0))
    given(GAME, *EMPTY, RelicGained(corrupted=True)).when(CorruptedRelicUsed()).then(table(corrupted_relics=0))


def test_fire_hurts_as_often_as_it_burns_unless_the_table_says_once_a_turn() -> None:
    """G12."""
    burnt = HazardSuffered(whom=ANA)
    given(GAME, *EMPTY, burnt).when(burnt).then(table(**{"heroes.Ana.hp": 18}))
    once = given(GAME, *EMPTY, RulingMade(ruling="hazards-once-a-turn"), burnt)
    once.when(burnt).then(refused("hurt-already", bendable=True))
    once.when(HazardSuffered(whom=BEN)).then(table(**{"heroes.Ben.hp": 14}))
    once.when(TurnEnded(who=ANA)).and_then(burnt).then(table(**{"heroes.Ana.hp": 18}))


def test_a_special_rule_holds_until_the_next_door_opens() -> None:
    """4.4."""
    dark = SpecialRuleChanged(rule="no line is longer than 2")
    spec = given(GAME, *EMPTY, dark).then(table(**{"rooms.1.rules": [dark.rule]}))
    spec.when(DoorOpened(hero=ANA, door="1")).then(table(**{"rooms.1.rules": []}))


def test_nobody_interacts_with_a_trap_that_springs_by_itself() -> None:
    spec = given(GAME, *EMPTY).when(Interacted(hero=ANA, token="trap")).then(refused("trap-not-touched"))
    spec = spec.and_then(TrapSprung(whom=BEN, damage=3)).then(
        table(**{"heroes.Ben.hp": 12, "rooms.1.tokens": {"chest": 2}})
    )
    spec.and_then(Interacted(hero=ANA, token="chest")).then(followed(), table(**{"rooms.1.tokens": {"chest": 1}}))


def test_without_enemies_the_doors_come_before_the_end_of_the_turn() -> None:
    two = RoomSetUp(entry="1", doors={"1": "2", "3": "4"}, sanctuaries=("2",), quiet=True)
    spec = given(GAME, *party(), two, InitiativeSet(order=(ANA, BEN))).then_next(DoorOpened)
    asked = [one for one in spec.play.campaign.prompts(PUBLIC) if str(one.question) == "No enemy is left: which way?"]
    assert [str(one.title) for one in asked] == ["Open door 1", "Open door 3"]


def test_where_only_a_sanctuary_is_left_the_relic_is_next_and_then_its_door() -> None:
    only = RoomSetUp(entry="1", doors={"2": ""}, sanctuaries=("2",), quiet=True)
    spec = given(GAME, *party(), only, InitiativeSet(order=(ANA, BEN))).then_next(RelicGained)
    spec.when(RelicGained()).then_next(SanctuaryOpened)


def test_a_door_to_a_room_that_is_set_up_leads_on_there() -> None:
    back = (*EMPTY, DoorOpened(hero=ANA, door="1"), RoomSetUp(entry="2", doors={"3": "1"}, quiet=True))
    spec = given(GAME, *back, InitiativeSet(order=(ANA, BEN))).when(DoorOpened(hero=ANA, door="3"))
    spec.then(table(room="1", entry="1", turn_of=ANA, track=[ANA, BEN], **{"heroes.Ana.spent": 1}))
    spec.then_must("Ana: end the turn")


def test_a_relic_is_among_the_rewards() -> None:
    spec = given(GAME, *PARTY, VillainLeft(villain=IMP), VillainLeft(villain=OGRE)).when(RewardsCollected(relic=True))
    spec.then(followed(RelicGained())).then(table(relics=1))
    chest = given(GAME, *EMPTY).when(Interacted(hero=ANA, token="chest", relic=True)).then(table(relics=1))
    full = (RelicGained() for _ in range(3))
    given(GAME, *EMPTY, *full).when(Interacted(hero=ANA, token="chest", relic=True)).then(refused("relics-full"))
    assert chest


def test_traps_and_hazards_of_the_room_are_offered() -> None:
    burning = RoomSetUp(entry="1", doors={"1": "2"}, tokens={"trap": 1}, terrain=("fire", "rubble"), quiet=True)
    spec = given(GAME, *party(), burning, InitiativeSet(order=(ANA, BEN)))
    spec.then_prompts("A trap springs", "Hurt by Fire: who?").then_no_prompt("Hurt by Rubble: who?")
    spec.when(TrapSprung(whom=ANA)).then_no_prompt(TrapSprung)


def test_what_is_left_of_a_villain_is_asked_for_after_all_else_of_the_turn() -> None:
    """回合: bursts belong to the end of the turn."""
    spec = given(GAME, *PARTY, VillainLeft(villain=OGRE), DamageTaken(whom=IMP, amount=10), PowerKept())
    spec.then_next(RewardsCollected).when(RewardsCollected())
    spec.then_prompts("End of the turn: who is now within 1 of the square where Imp 1 died?")


def test_a_room_without_villains_is_said_to_have_none() -> None:
    """3.4.5: an empty list may be a forgotten one."""
    table = given(GAME, *party()).play.campaign.table
    unsaid, none = (RoomSetUp(entry="2", tile="3", quiet=quiet) for quiet in (False, True))
    assert [one.code for one in unsaid.warnings(table)] == ["villains-unsaid"]
    assert list(none.warnings(table)) == []


def test_a_room_played_again_may_be_empty_now() -> None:
    page = ContentAdded(kind="rooms", id="1.1 1", fields={"villains": {"Wolf": 1}, "tile": "3"})
    spec = given(GAME, page, *party()).when(RoomSetUp(entry="1", quiet=True)).then(table(fighting=False))
    assert not spec.play.campaign.table.villains
    given(GAME, page, *party()).when(RoomSetUp(entry="1")).then(table(fighting=True))


def test_rewards_that_are_listed_are_counted() -> None:
    gone = (VillainLeft(villain=IMP), VillainLeft(villain=OGRE))
    table = given(GAME, *PARTY, *gone).play.campaign.table
    none, one = (RewardsCollected(rewards="1 equipment", pieces=pieces) for pieces in (0, 1))
    assert [reason.code for reason in none.warnings(table)] == ["rewards-uncounted"]
    assert list(one.warnings(table)) == []
