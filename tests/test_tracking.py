"""What a table leaves untracked: in every game it is never asked for, offered, held against anybody or recorded."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, ClassVar

import pytest

from companion.testing import Play, given, refused, says, table
from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.refusal import Refused, RefusedAll
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.log.open_prompts import open_prompts
from domain.log.reasons import reasons_against
from tests import toy
from tests.first_turns import TURNS_IN
from tests.moments import moments_of
from tests.shown import logs_of, opened
from tests.strategies import plausible, play_on
from tests.suite.soak import often
from tests.suite.variants import first_of_each
from tests.toy import GAME, CoinsGained, DiceRolled, Harbour, NightFell, SeatTaken, TowerBuilt, ToyEvent

GAMES_UNDER_TEST: tuple[AnyGame, ...] = (toy.GAME, *BY_KEY.values())
LEFT_OUT = [(game, area) for game in GAMES_UNDER_TEST for area in game.table.areas]
EVENTS, FURTHER = 40, 8
"""So many random events happen at an empty table, and so many further ones where play is."""
SOME = 10
"""Of a campaign that goes on from a moment, one entry of so many is looked at."""

each_game = pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
each_area_left_out = pytest.mark.parametrize(
    ("game", "area"),
    first_of_each(LEFT_OUT, lambda left: left[0].key, lambda left: f"{left[0].key}-{left[1]}", 2, pytest.mark.slow),
)


def without(game: AnyGame, *areas: str) -> Event[Any]:
    """A table says that it leaves areas out."""
    return make_event(game.tracking, {"tracks": [area for area in game.table.areas if area not in areas]})


@cache
def played_without(game: AnyGame, area: str) -> Play:
    """A campaign of random events at a table that leaves an area out from the start, the same ones every time."""
    return _left_out(Play(game), area, EVENTS)


@cache
def plays_without(game: AnyGame, area: str) -> tuple[Play, ...]:
    """The same, and a campaign that leaves the area out from one of the moments on that the game names."""
    place, moments = list(game.table.areas).index(area), moments_of(game)
    later = [moments[place % len(moments)].play_on()] if moments else []
    return (played_without(game, area), *(_left_out(play, area, FURTHER) for play in later))


def _left_out(play: Play, area: str, steps: int) -> Play:
    play.record(without(play.game, area))
    play_on(play, Random(area), steps, never=[play.game.tracking])
    return play


@cache
def tried_without(game: AnyGame, area: str) -> Sequence[tuple[Event[Any], Sequence[Refused]]]:
    """Events of every class that may fit these tables, and what each is refused for; tried once for all laws."""
    return [tried for play in plays_without(game, area) for tried in _tried(play)]


def _tried(play: Play) -> Iterator[tuple[Event[Any], Sequence[Refused]]]:
    for cls in play.game.by_name.values():
        for event in plausible(cls, play.campaign.table, seed=7, count=5):
            yield event, [*reasons_against(play.campaign.game, event, play.campaign.table)]


def since(play: Play) -> int:
    """The entry by which the table says what it leaves out."""
    return max(raw.position for raw in play.memory.raws if raw.topic == play.game.tracking.topic)


def needing(game: AnyGame, area: str) -> Iterator[type[Event[Any]]]:
    return (event for event in game.by_name.values() if area in event.tracked)


# --- laws for every game -----------------------------------------------------------------------


@each_game
def test_events_need_areas_that_there_are(game: AnyGame) -> None:
    assert {area for event in game.events for area in event.tracked} <= set(game.table.areas)


@pytest.mark.slow
@each_game
def test_refusals_belong_to_areas_that_there_are(game: AnyGame) -> None:
    for tried in (_tried(Play(game)), *(tried_without(game, area) for area in game.table.areas)):
        for _, reasons in tried:
            assert {area for reason in reasons for area in reason.areas} <= set(game.table.areas)


@each_game
def test_a_new_campaign_tracks_all_there_is(game: AnyGame) -> None:
    assert list(Play(game).campaign.table.tracked or ()) == list(game.table.areas)


@each_game
def test_an_area_that_comes_later_is_not_switched_on(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(game)
    monkeypatch.setattr(game.table, "areas", {**game.table.areas, "weather": toy.COINS})
    assert not play.reopen().table.tracks("weather")


@each_area_left_out
def test_what_is_left_out_is_never_asked_for(game: AnyGame, area: str) -> None:
    for play, every in zip(plays_without(game, area), (1, SOME), strict=False):
        then = play.again()
        then.memory.raws = []
        campaign = then.reopen()
        for position in range(since(play), play.campaign.position + 1, every):
            then.memory.raws = play.memory.raws[:position]
            campaign.catch_up()
            assert [p for p in campaign.prompts(PUBLIC) if area in p.event.tracked] == []


@each_area_left_out
def test_what_is_left_out_is_not_offered(game: AnyGame, area: str) -> None:
    for play in plays_without(game, area):
        offered = game.offered(play.campaign.table)
        assert set(needing(game, area)) & set(offered.values()) == set()
        assert game.tracking in offered.values()


@each_area_left_out
def test_what_is_left_out_is_not_recorded_and_it_is_said_how_to_track_it(game: AnyGame, area: str) -> None:
    needed = {*needing(game, area)}
    for reasons in (reasons for event, reasons in tried_without(game, area) if type(event) in needed):
        assert [reason.code for reason in reasons] == ["not-tracked"]
        assert "To change that, open “" in str(reasons[0])


@each_area_left_out
def test_nothing_that_is_left_out_follows(game: AnyGame, area: str) -> None:
    for play in plays_without(game, area):
        entries = list(play.campaign.entries())[since(play) :]
        assert [entry.topic for entry in entries if entry.event and area in entry.event.tracked] == []


@each_area_left_out
def test_nothing_is_refused_for_what_is_left_out(game: AnyGame, area: str) -> None:
    for _, reasons in tried_without(game, area):
        assert [reason.code for reason in reasons if area in reason.areas] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES_UNDER_TEST if game.table.steps], ids=lambda game: game.key)
def test_what_is_bent_past_its_step_is_applied(game: AnyGame) -> None:
    """What no card overrules aside; what it changes and what follows can be worked out all the same."""
    tried = 0
    for play in (Play(game), *(played_without(game, area) for area in game.table.areas)):
        for cls in [event for event in game.by_name.values() if _is_shut(event, play.campaign.table)]:
            for event in plausible(cls, play.campaign.table, seed=8, count=often(2)):
                trial = Play(game)
                trial.memory.raws = list(play.memory.raws)
                trial.reopen()
                tried += _bends(trial, event)
    assert tried > 0


def _is_shut(cls: type[Event[Any]], table: Table) -> bool:
    return bool(list(table.gate(cls.during)))


def _bends(play: Play, event: Event[Any]) -> bool:
    try:
        play.record(event, bend="a card says so")
    except RefusedAll:
        return False
    return True


@pytest.mark.parametrize("game", [game for game in BY_KEY.values() if game.table.areas], ids=lambda game: game.key)
def test_a_table_that_follows_no_turns_has_no_acting_player(game: AnyGame) -> None:
    """Along the golden logs, as if the table left these areas out from some moment on."""
    told = set()
    for log in logs_of(game):
        campaign = opened(game, log)
        for position in range(1, campaign.position + 1, 15):
            table = campaign.at(position)
            table.tracked = [area for area in game.table.areas if area not in TURNS_IN[game.key]]
            told.add(game.turn(table))
            assert not [one.title for one in open_prompts(campaign.game, table) if one.event.ends == "turn"]
    assert told == {None}


# --- worked cases ------------------------------------------------------------------------------

ANN = SeatTaken(seat="Ann")
OAK = TowerBuilt(seat="Ann", tower="oak")
TWO = CoinsGained(seat="Ann", amount=2)
NO_COINS = without(GAME, "coins")
NO_TOWERS = without(GAME, "towers")


def test_a_table_says_what_it_tracks() -> None:
    given(GAME).when(NO_COINS).then(table(tracked=["towers"]), says("Chose to keep track of Towers"))


def test_a_table_tracks_only_what_there_is() -> None:
    given(GAME).when(kernel.AreasTracked(tracks=("weather",))).then(refused("not-offered"))


def test_a_table_that_names_no_area_tracks_what_it_did() -> None:
    given(GAME, NO_COINS).when(kernel.AreasTracked()).then(kernel.AreasTracked(tracks=("towers",)))


def test_where_coins_are_not_tracked_a_tower_needs_none() -> None:
    given(GAME, NO_COINS, ANN).when(OAK).then(table(**{"seats.Ann.towers": ["oak"]}))


def test_what_rests_on_no_area_is_refused_all_the_same() -> None:
    given(GAME, NO_COINS, ANN, OAK).when(OAK).then(refused("tower-stands"))


def test_a_consequence_that_is_not_tracked_does_not_happen() -> None:
    given(GAME, NO_COINS, ANN).when(DiceRolled(seat="Ann", dice=(3, 4))).then(DiceRolled(seat="Ann", dice=(3, 4)))


def test_of_what_is_not_tracked_nothing_else_is_asked() -> None:
    spec = given(GAME, NO_TOWERS, ANN, NightFell()).when(OAK, bend="card 7")
    assert [str(reason) for reason in spec.outcome.reasons] == [
        "This table does not keep track of: Towers. To change that, open “Areas this table tracks”."
    ]


def test_what_is_tracked_again_goes_on_from_where_it_stood() -> None:
    spec = given(GAME, ANN, TWO, NO_COINS).when(TWO).then(refused("not-tracked"))
    spec.and_then(kernel.AreasTracked(tracks=("coins", "towers"))).and_then(TWO).then(table(**{"seats.Ann.coins": 4}))


def test_what_was_recorded_stays_when_a_correction_leaves_its_area_out() -> None:
    spec = given(GAME, ANN, kernel.AreasTracked(tracks=("coins", "towers")), TWO, OAK)
    spec.and_amend(3, tracks=["coins"]).then(table(**{"seats.Ann.towers": ["oak"]}, tracked=["coins"]))


def test_it_is_set_by_its_own_event_alone() -> None:
    by_hand = kernel.Adjusted(path="tracked", after=None, reason="swap")
    given(GAME).when(by_hand).then(refused("not-a-value"))


class TollPaid(ToyEvent):
    help_text = "Two coins for the gate."
    sentence = "{seat} paid the toll"
    automatic: ClassVar[bool] = True
    seat: toy.Sitter

    def void_reasons(self, table: Harbour) -> Iterator[Refused]:
        if table.seats[self.seat].coins < 2:
            yield toy.NOT_ENOUGH_COINS(have=table.seats[self.seat].coins, need=2)


class GatePassed(ToyEvent):
    help_text = "Somebody passes the gate and pays for it."
    sentence = "{seat} passed the gate"
    seat: toy.Sitter

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        yield TollPaid(seat=self.seat)


TOLLS = replace(GAME, key="tolls", own_events=(*GAME.own_events, GatePassed, TollPaid))


def test_a_consequence_lapses_for_a_reason_of_what_is_tracked() -> None:
    given(TOLLS, ANN, TWO, GatePassed(seat="Ann")).and_undo(3).then(table(**{"seats.Ann.coins": 0}))


def test_no_consequence_lapses_for_what_is_left_out() -> None:
    given(TOLLS, ANN, TWO, NO_COINS, GatePassed(seat="Ann")).and_undo(3).then(table(**{"seats.Ann.coins": 0}))
