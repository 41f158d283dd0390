"""Each set of areas that a new table may track: the first turns of all players by the large button."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.framework.offers.prompt_list import next_prompt, skipped_by_end
from domain.framework.table import as_json
from domain.games import BY_KEY
from tests.first_turns import CHOSEN, REALMS, TURNS_IN, Follower, pieces_on, rounds_of

MOST = 150
"""The number of large buttons that lead past each player's second turn."""
PLAYED = 2
"""So many rounds are played, or seasons, or sections of a dungeon."""
SETS = [pytest.param(game, key, id=f"{game}-{key}") for game, sets in CHOSEN.items() for key in sets]


def faults_at(follower: Follower) -> Iterator[str]:
    """The faults of a table's page at one moment."""
    game, table = follower.play.game, follower.table
    prompts = follower.prompts()
    first = follower.next(prompts)
    if first is None:
        yield "nothing comes next"
    elif first.closes and skipped_by_end(first.event, prompts):
        yield f"“{first.title}” is the large button, and leaves something undone"
    events = {one.event for one in prompts}
    yield from (f"{one.topic} needs an area that is not tracked" for one in events if not table.tracks(*one.tracked))
    if not any(table.tracks(area) for area in TURNS_IN[game.key]):
        if turn := game.turn(table):
            yield f"it is the turn of {turn.said}"
        waiting = str(game.waiting(table)).partition(", and ")[0]
        if first is None or not str(first.title).startswith(waiting):
            yield f"the table waits for what the large button does not ask: {waiting}"
        yield from (f"{one.title} is at turn" for one in pieces_on(table, game) if one.handle and one.handle.active)


def step(follower: Follower) -> Iterator[str]:
    """Do what the large button says; yields what is wrong then."""
    before, first = as_json(follower.table), follower.next(follower.prompts())
    if first is None:
        return
    follower.does(first)
    if as_json(follower.table) == before:
        yield f"“{first.title}” changes nothing"
    yield from faults_at(follower)


@pytest.mark.parametrize(("game", "key"), SETS)
def test_the_large_button_leads_through_the_first_turns(game: str, key: str) -> None:
    follower = Follower(BY_KEY[game], CHOSEN[game][key])
    faults = dict.fromkeys(faults_at(follower), "")
    while not faults and rounds_of(follower.table) <= PLAYED and len(follower.told) < MOST:
        faults = dict.fromkeys(step(follower), " → ".join(follower.told[-5:]))
    assert faults == {}
    assert rounds_of(follower.table) > PLAYED, " → ".join(follower.told)


@pytest.mark.parametrize(("game", "key"), SETS)
def test_once_the_fewest_players_sit_another_player_is_never_the_large_button(game: str, key: str) -> None:
    follower = Follower(BY_KEY[game], CHOSEN[game][key])
    joins = 0
    while not rounds_of(follower.table) and len(follower.told) < MOST:
        first = next_prompt(follower.prompts())
        assert first is not None, " → ".join(follower.told)
        joins += first.joins
        follower.does(first)
    assert joins == len(follower.table.chairs()), " → ".join(follower.told)
    assert joins <= max(2, BY_KEY[game].seats[0]), " → ".join(follower.told)


def test_all_sets_that_a_new_table_may_choose_are_followed() -> None:
    sets = {key: [one.key for one in game.tracking_sets] for key, game in BY_KEY.items()}
    assert {key: [*chosen] for key, chosen in CHOSEN.items()} == sets | {"runewars": ["everything", "no map"]}
    war = Follower(BY_KEY["runewars"], REALMS)
    titles = []
    while "Play without a map in the app" not in titles:
        first = war.next(war.prompts())
        assert first
        war.does(first)
        titles = [str(one.title) for one in war.prompts()]
