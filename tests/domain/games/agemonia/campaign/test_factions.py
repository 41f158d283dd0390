"""Faction tracks: reputation, locks, ranks and their entries."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.factions import (
    FactionRankEntryRead,
    FactionRankReached,
    FactionReputationGained,
    FactionReputationRemoved,
    FactionSpaceLocked,
    FactionTrackConfigured,
    FactionTrackLookedAt,
    rival_of,
)
from domain.games.agemonia.campaign.party import CampaignSetUp
from domain.games.agemonia.console.scenario import ScenarioCompleted
from tests.domain.games.agemonia.moments import CITY, CITY_OVER, PLAYING, THEN, WON, each_refusal, no, refuses

GAINED = FactionReputationGained(faction="gramask", amount=3)
TRACK = FactionTrackConfigured(faction="gramask", length=6, ranks=(2, 5))
READ = FactionRankEntryRead(faction="gramask", rank=1, story_entry="204")
READ_ONE = FactionRankEntryRead(faction="gramask", rank=1)
LOOKED = FactionTrackLookedAt(faction="gramask")
REFUSALS = [
    no("ranks-do-not-fit", event=TRACK.copy_with(ranks=(5, 2)), bendable=False, why="not-ascending"),
    no("ranks-do-not-fit", event=TRACK.copy_with(ranks=(2, 2)), bendable=False, why="twice"),
    no("ranks-do-not-fit", event=TRACK.copy_with(ranks=(2, 7)), bendable=False, why="off-the-track"),
    no("ranks-do-not-fit", TRACK, event=TRACK.copy_with(length=None, ranks=(2, 7)), bendable=False, why="known-length"),
    no("ranks-do-not-fit", TRACK, event=TRACK.copy_with(length=4, ranks=()), bendable=False, why="known-ranks"),
    no("own-rival", event=FactionTrackConfigured(faction="gramask", rival="gramask"), bendable=False),
    no("track-full", TRACK, GAINED, event=GAINED.copy_with(amount=4), bendable=True, why="gain"),
    no("track-full", TRACK, GAINED, event=FactionSpaceLocked(faction="gramask", count=4), bendable=True, why="lock"),
    no(
        "reputation-below-zero",
        GAINED,
        event=FactionReputationRemoved(faction="gramask", amount=4),
        bendable=False,
    ),
    no(
        "reputation-below-zero",
        event=FactionReputationRemoved(faction="pennark", amount=1),
        bendable=False,
        why="none-yet",
    ),
    no("rank-not-pending", *CITY, event=READ, bendable=True),
    no("rank-not-pending", *CITY, GAINED, event=READ, bendable=True, why="no-ranks-known"),
    no("rank-not-due", *CITY, TRACK, GAINED, event=READ, bendable=True),
    no("nothing-to-look-at", *CITY, GAINED, event=LOOKED, bendable=False, why="this-step"),
    no("nothing-to-look-at", *WON, TRACK, GAINED, ScenarioCompleted(), event=LOOKED, bendable=False, why="known"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_a_track_of_unknown_length_never_blocks() -> None:
    spec = given(GAME, GAINED.copy_with(amount=99)).when(FactionSpaceLocked(faction="gramask", count=99))
    spec.then(table(**{"factions.gramask.reputation": 99, "factions.gramask.locked": 99}))


def test_locks_come_from_the_other_end() -> None:
    spec = given(GAME, TRACK, FactionSpaceLocked(faction="gramask", count=2))
    spec.when(GAINED.copy_with(amount=5)).then(refused("track-full", says="House Gramask"))
    spec.when(GAINED.copy_with(amount=4)).then(
        table(**{"factions.gramask.reputation": 4, "factions.gramask.locked": 2})
    )


def test_reputation_is_lost_but_a_rank_once_reached_stays() -> None:
    spec = given(GAME, TRACK, GAINED).when(FactionReputationRemoved(faction="gramask", amount=2))
    spec.then(table(**{"factions.gramask.reputation": 1, "factions.gramask.rank": 1}))
    spec.and_then(GAINED.copy_with(amount=1)).then(followed())


def test_a_track_is_typed_in_bit_by_bit() -> None:
    spec = given(GAME, TRACK).when(FactionTrackConfigured(faction="faction-3", name="Harbour Guild"))
    spec.then(says("Faction track: Harbour Guild, printed as Harbour Guild"))
    spec.and_then(FactionTrackConfigured(faction="gramask", length=9)).then(
        table(**{"factions.gramask.length": 9, "factions.gramask.ranks": [2, 5]})
    )


def test_rivals_that_are_put_together_leave_two_that_are_rivals_now() -> None:
    spec = given(GAME).when(FactionTrackConfigured(faction="gramask", rival="faction-3"))
    spec.then(followed(FactionTrackConfigured(faction="pennark", rival="faction-4")))
    spec.and_then(FactionTrackConfigured(faction="gramask", rival="faction-3")).then(followed())
    board = spec.play.campaign.table
    assert {rival_of(board, rival_of(board, id_)) == id_ for id_ in board.ids("factions")} == {True}


def test_reaching_ranks_is_told_once_each() -> None:
    spec = given(GAME, TRACK).when(GAINED.copy_with(amount=5))
    spec.then(
        followed(FactionRankReached(faction="gramask", rank=1), FactionRankReached(faction="gramask", rank=2)),
        table(**{"factions.gramask.rank": 2, "factions.gramask.unread": [1, 2]}),
    )
    spec.and_then(GAINED.copy_with(amount=1)).then(followed())


def test_ranks_typed_in_later_are_reached_at_once() -> None:
    given(GAME, GAINED).when(TRACK).then(followed(FactionRankReached(faction="gramask", rank=1)))


def test_a_rank_reached_on_the_way_is_read_in_the_next_city_step() -> None:
    spec = given(GAME, *WON, TRACK, GAINED)
    spec.when(READ).then(refused("wrong-step"))
    home = spec.when(ScenarioCompleted()).then(table(**{"factions.gramask.due": [1]})).then_must(READ_ONE)
    home.and_then(READ).then(table(**{"factions.gramask.due": [], "factions.gramask.unread": []}))


def test_whether_a_track_that_nobody_typed_reached_a_rank_is_asked_in_the_next_city_step() -> None:
    home = given(GAME, *WON, GAINED, ScenarioCompleted()).then_must(FactionRankEntryRead).then_prompts(LOOKED)
    read = home.and_then(READ).then(table(**{"factions.gramask.rank": 1})).then_prompts(LOOKED)
    read.and_then(READ).then(refused("rank-not-pending"))
    read.and_then(LOOKED).then(table(**{"factions.gramask.asks": False})).then_no_prompt(LOOKED)


def test_a_track_typed_in_after_it_rose_says_itself_which_ranks_it_reached() -> None:
    home = given(GAME, *WON, GAINED, ScenarioCompleted()).when(TRACK)
    home.then(followed(FactionRankReached(faction="gramask", rank=1))).then_no_prompt(LOOKED)


def test_a_rank_entry_may_be_read_at_once_where_no_steps_are_kept() -> None:
    spec = given(GAME, CampaignSetUp(tracks=("reputation",)), TRACK, GAINED).when(READ)
    spec.then(
        says("Read the entry of rank 1 of House Gramask: 204"),
        table(**{"factions.gramask.unread": [], "factions.gramask.rank": 1}),
    )


def test_reputation_outlives_the_steps() -> None:
    given(GAME, *PLAYING, GAINED).then(table(**{"factions.gramask.reputation": 3}))
    given(GAME, *CITY, TRACK, GAINED, *CITY_OVER).when(READ, bend=THEN).then(table(**{"factions.gramask.unread": []}))


def test_the_entry_printed_at_a_rank_is_kept_and_told_when_it_is_read() -> None:
    track = FactionTrackConfigured(faction="gramask", ranks=(1, 4), entries=("G1", "G2"))
    reached = (track, FactionReputationGained(faction="gramask", amount=1), CITY[-1])
    spec = given(GAME, *CITY[:-1], *reached).when(FactionRankEntryRead(faction="gramask", rank=1))
    spec.then(FactionRankEntryRead(faction="gramask", rank=1, story_entry="G1"))
    spec.then(says("Read the entry of rank 1 of House Gramask: G1"))
