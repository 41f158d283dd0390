"""Stopping and going on: a save sheet typed in from paper, what a stop in a combat must not lose (digest part 7)."""

from typing import Any

from companion.testing import given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import NoteAdded, SessionEnded, SessionStarted
from domain.framework.offers.prompt_list import skipped_by_end
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignSetUp, HeroJoined, RulingMade
from domain.games.odalin.campaign.saves import POSITIONS, SaveSheetTyped
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.dungeon.rest import SectionBegun
from domain.games.odalin.dungeon.rooms import DoorOpened, RoomSetUp, SanctuaryOpened
from tests.domain.games.odalin.opening import ANA, BEN, PARTY, Events, party

HEROES: Events = party()[:3]
"""A party that has never played here."""
AFTER_COMBAT = SaveSheetTyped(
    stop="after a combat", chapter_no=2, section=3, level=5, hp={ANA: 12, BEN: 0}, soul={ANA: 7},
    corruption={BEN: 9}, tainted={BEN: 2}, rooms=("1", "4"), relics=2, power=3,
)  # fmt: skip
AT_CAMPFIRE = SaveSheetTyped(stop="campfire", chapter_no=1, section=2, level=2)


def test_a_party_goes_on_from_paper_after_a_combat() -> None:
    given(GAME, *HEROES).when(AFTER_COMBAT).then(
        table(
            phase="dungeon", chapter_no=2, section=3, level=5, relics=2, power=3, room="4", day=1,
            **{
                "heroes.Ana.hp": 12, "heroes.Ana.soul": 7, "heroes.Ben.corruption": 9, "heroes.Ben.tainted": 2,
                "heroes.Ben.status": "defeated", "rooms.1.cleared": True, "rooms.4.collected": True,
            },
        )
    )  # fmt: skip


def test_doors_that_stand_on_no_sheet_are_still_opened() -> None:
    going_on = given(GAME, *HEROES, AFTER_COMBAT).when(InitiativeSet(order=(ANA, BEN)))
    going_on.then_prompts(DoorOpened).then_prompts(SanctuaryOpened)
    going_on.when(DoorOpened(hero=ANA, door="6", leads="5")).then_must(RoomSetUp(entry="5", place="2.3"))


def test_who_lies_at_no_hit_points_on_paper_is_not_defeated_once_more() -> None:
    given(GAME, *HEROES).when(AFTER_COMBAT).then(
        says("The save sheet was typed in: after a combat, chapter 2, section 3, team level 5; explored rooms: 1, 4")
    )


def test_a_party_goes_on_from_paper_at_a_campfire_with_the_next_section() -> None:
    typed = given(GAME, *HEROES).when(AT_CAMPFIRE).then(table(phase="campfire", level=2, section=2, rested=True))
    typed.when(SectionBegun(section=3, chapter_no=1)).then(table(phase="dungeon", section=3, day=1))


def test_at_a_campfire_on_paper_all_rooms_lie_behind() -> None:
    typed = given(GAME, *PARTY).when(AT_CAMPFIRE).then(table(rooms={}, room=""))
    typed.when(SectionBegun(section=3, chapter_no=1)).then_must(RoomSetUp(entry="1", place="1.3"))


def test_a_rest_on_paper_leaves_everybody_whole() -> None:
    sheet = AT_CAMPFIRE.copy_with(hp={ANA: 3}, corruption={ANA: 8})
    given(GAME, *PARTY).when(sheet).then(table(**{"heroes.Ana.corruption": 0, "heroes.Ana.hp": 20}))


def test_numbers_that_are_left_out_stay_as_they_are() -> None:
    sheet = SaveSheetTyped(stop="after a combat", chapter_no=1, section=1, level=0, hp={BEN: 9})
    given(GAME, *PARTY).when(sheet).then(
        table(room="1", **{"heroes.Ana.hp": 20, "heroes.Ana.corruption": 1, "heroes.Ben.hp": 9})
    )


def test_a_room_that_the_table_knows_stays_as_it_is() -> None:
    before = (*party(), RoomSetUp(entry="4", sanctuaries=("B",), quiet=True))
    given(GAME, *before).when(AFTER_COMBAT).then(
        table(**{"rooms.4.doors.B.keyword": "sanctuary", "rooms.4.cleared": False})
    )


def test_three_taints_on_paper_mean_that_control_is_lost() -> None:
    sheet = AFTER_COMBAT.copy_with(hp={}, tainted={BEN: 3})
    given(GAME, *HEROES).when(sheet).then(table(**{"heroes.Ben.status": "lost control", "fighting": True}))


def test_nobody_has_more_hit_points_than_the_most() -> None:
    sheet = AFTER_COMBAT.copy_with(hp={ANA: 21})
    given(GAME, *HEROES).when(sheet).then(refused("above-most", says="Ana has at most 20 hit points."))


def test_v_relic_a_party_has_three_relics_at_most() -> None:
    """V-RELIC."""
    given(GAME, *HEROES).when(AFTER_COMBAT.copy_with(relics=4)).then(refused("relics-full", bendable=True))


def test_the_balance_on_paper_is_within_the_ends_of_the_track() -> None:
    given(GAME, *HEROES).when(AFTER_COMBAT.copy_with(balance=6)).then(refused("beyond-balance", bendable=False))
    given(GAME, *HEROES).when(AFTER_COMBAT.copy_with(balance=-5)).then(table(balance=-5))


def test_one_hero_is_no_party() -> None:
    alone = (CampaignSetUp(), HeroJoined(hero=ANA))
    given(GAME, *alone).when(AT_CAMPFIRE).then(refused("too-few-heroes"))


def test_a_save_sheet_is_offered_as_long_as_nothing_has_begun() -> None:
    offered = [prompt.event for prompt in given(GAME, *HEROES).play.campaign.prompts(PUBLIC)]
    assert SaveSheetTyped in offered
    assert SaveSheetTyped not in [prompt.event for prompt in given(GAME, *PARTY).play.campaign.prompts(PUBLIC)]


def test_its_form_begins_with_what_stands_on_the_table() -> None:
    known = SaveSheetTyped.prefilled(given(GAME, *PARTY).play.campaign.table)
    assert (known["stop"], known["chapter_no"], known["rooms"]) == ("after a combat", 1, ("1",))


def test_a_table_that_rules_so_has_no_soul_after_a_rest_on_paper() -> None:
    ruled = (*HEROES, RulingMade(ruling="no-soul-after-rest"))
    given(GAME, *ruled).when(AT_CAMPFIRE).then(table(**{"heroes.Ana.soul": 0}))
    given(GAME, *HEROES).when(AT_CAMPFIRE).then(table(**{"heroes.Ana.soul": 2}))


def test_the_balance_stands_on_a_save_sheet_too() -> None:
    given(GAME, *HEROES).when(AFTER_COMBAT.copy_with(balance=-3)).then(table(balance=-3))


def test_a_sheet_typed_in_the_middle_of_a_combat_ends_that() -> None:
    given(GAME, *PARTY).when(AFTER_COMBAT).then(
        table(villains={}, fighting=False, track=[], round=0, **{"heroes.Ana.spent": 0})
    )


def test_typing_it_in_is_taken_back_whole() -> None:
    given(GAME, *PARTY).when(AFTER_COMBAT).and_undo().then(
        table(section=1, level=0, room="1", **{"heroes.Ana.hp": 20, "heroes.Ben.status": "active"})
    )


# === Putting the game away ========================================================================


def leaves(*events: Event[Any]) -> list[str]:
    """What the end of the evening says is left undone."""
    prompts = given(GAME, *events).play.campaign.prompts(PUBLIC)
    return [str(one) for one in skipped_by_end(SessionEnded, prompts)]


BOARD = "positions: take a photo of the board, or note them"


def test_in_the_middle_of_a_combat_a_stop_reminds_of_where_everybody_stands() -> None:
    assert leaves(*PARTY, SessionStarted()) == [BOARD]


def test_in_a_combat_a_note_of_where_everybody_stands_is_offered() -> None:
    offered = [(one.event, one.fields) for one in given(GAME, *PARTY).play.campaign.prompts(PUBLIC)]
    assert (NoteAdded, {"about": POSITIONS}) in offered


def test_at_a_campfire_nothing_on_the_board_has_to_be_noted() -> None:
    assert BOARD not in leaves(*HEROES, AT_CAMPFIRE, SessionStarted())
