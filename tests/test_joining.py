"""Who plays: once there are enough players the table goes on in one tap, and another one may still join."""

from __future__ import annotations

from typing import Any

import pytest

from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.offers.prompt_list import next_prompt, skipped_by_end
from domain.games import BY_KEY
from domain.games.agemonia.campaign.party import HeroJoinedParty
from domain.games.champions.setup.players import HeroTaken
from domain.games.heroes3.setup.players import PLAYERS_OF, FactionTaken
from domain.games.odalin.campaign.party import HeroJoined
from domain.games.odalin.state.table import FEWEST_HEROES, MOST_HEROES
from domain.games.own.people import SeatTaken
from domain.games.runewars.setup.players import FactionChosen
from tests.first_turns import CHOSEN, Follower

HEROES = ("Ana", "Ben", "Cleo", "Dov")
JOINS: dict[str, tuple[Event[Any], ...]] = {
    "agemonia": tuple(HeroJoinedParty(hero=hero) for hero in ("lunara", "torrax", "venia", "matajam")),
    "champions": tuple(HeroTaken(hero=hero, health=9) for hero in HEROES),
    "heroes3": tuple(
        FactionTaken(faction=faction, player=faction)
        for faction in ("castle", "dungeon", "necropolis", "tower", "rampart", "fortress")
    ),
    "odalin": tuple(HeroJoined(hero=hero, hp=9) for hero in HEROES),
    "own": tuple(SeatTaken(seat=hero) for hero in HEROES),
    "runewars": tuple(FactionChosen(faction=faction, influence=3) for faction in ("human", "elf", "undead", "uthuk")),
}
FEWEST = {"heroes3": PLAYERS_OF["clash"][0], "odalin": FEWEST_HEROES}
"""Where it is more than the fewest players of the game: in the mode of a new campaign, or as heroes."""


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_further_players_are_waited_for_only_until_there_are_enough(game: AnyGame) -> None:
    fewest = FEWEST.get(game.key, game.seats[0])
    for key, areas in CHOSEN[game.key].items():
        play = Follower(game, areas).play
        for count, event in enumerate(JOINS[game.key]):
            prompts = play.campaign.prompts(PUBLIC)
            (join,) = [one for one in prompts if one.event is type(event)]
            if count < fewest:
                assert next_prompt(prompts) is join, (key, count)
            else:
                assert (join.undone, next_prompt(prompts) is join) == (None, False), (key, count)
                ends = {str(one.title): skipped_by_end(one.event, prompts) for one in prompts if one.closes}
                assert not [title for title, left in ends.items() if str(join.title) in map(str, left)], (key, count)
            play.record(event)
        assert not [one for one in play.campaign.prompts(PUBLIC) if one.joins], key


def test_every_game_has_its_most_players_in_this_test() -> None:
    most = {key: game.seats[1] for key, game in BY_KEY.items()} | {"odalin": MOST_HEROES}
    assert {key: len(events) for key, events in JOINS.items()} == most
