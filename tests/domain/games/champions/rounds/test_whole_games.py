"""Whole games from an empty table by the large button alone: won, lost by threat, and with players out of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.framework.fields.fields import make_event
from domain.framework.offers.prompt_list import next_prompt
from domain.games.champions import GAME
from domain.games.champions.base import whose_turn
from domain.games.champions.defeats import VillainStageBegun
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.state.parts import PastGame
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.threat import TargetThreatSet, ThreatPlaced
from tests.first_turns import Follower

SETS = {"numbers": (), "cards": next(one.areas for one in GAME.tracking_sets if one.key == "cards")}
KNOWN, TYPED = ("spider-man", "captain-marvel", "she-hulk"), ("Thor", "Hawkeye", "Wasp")
MOST = 400
each_table = pytest.mark.parametrize("count", [1, 2, 3])
each_set = pytest.mark.parametrize("key", SETS)
each_villain = pytest.mark.parametrize("scenario", ["rhino", "Green Goblin"])


class Table(Follower):
    """Players who do what the large button says, against a villain that is known or that they typed in."""

    def __init__(self, key: str, count: int, scenario: str) -> None:
        super().__init__(GAME, SETS[key])
        self.scenario = scenario
        heroes = KNOWN if scenario == "rhino" else TYPED
        for hero in heroes[:count]:
            self.play.record(make_event(HeroTaken, {"hero": hero}))

    @property
    def here(self) -> Champions:
        found = self.table
        assert isinstance(found, Champions)
        return found

    def answer(self, prompt: Any) -> Mapping[str, Any]:
        if "scenario" in {*prompt.missing, prompt.keypad} and "scenario" not in prompt.fields:
            return {**prompt.fields, "scenario": self.scenario}
        return super().answer(prompt)

    def goes_on(self) -> None:
        """The large button, and none of a game that is over."""
        prompts = self.prompts()
        first = next_prompt(prompts)
        assert first is not None, " → ".join(self.told[-8:])
        self.does(first)

    def until_round(self, number: int) -> None:
        while (self.here.round, self.here.step) != (number, "player") and len(self.told) < MOST:
            self.goes_on()
            assert self.here.step != "over", " → ".join(self.told[-8:])
        assert self.here.round == number, " → ".join(self.told[-12:])

    def in_hero_form(self) -> None:
        """Each player takes the hero form, on the turn that the large button ends."""
        for seat in self.here.player_order():
            while whose_turn(self.here) not in ("", seat):
                self.goes_on()
            self.play.record(FormChanged(seat=seat))

    def ends(self) -> PastGame:
        """The large button until the game is over; at a last stage what says that it was the last."""
        while self.here.step != "over" and len(self.told) < MOST:
            last = [one for one in self.prompts() if one.event in (GameWon, GameLost)]
            if last:
                self.does(last[0])
            else:
                self.goes_on()
        assert self.here.games, " → ".join(self.told[-12:])
        return self.here.games[-1]


@pytest.fixture
def at_table(key: str, count: int, scenario: str) -> Table:
    """A table in its second round."""
    here = Table(key, count, scenario)
    here.until_round(2)
    return here


@each_set
@each_table
@each_villain
def test_a_villain_without_hit_points_leads_to_the_win(at_table: Table) -> None:
    at_table.play.record(DamageDealt(target=VILLAIN, amount=at_table.here.villain.left or 1))
    game = at_table.ends()
    assert (game.result, game.reason, game.rounds) == ("won", "villain defeated", 2)


@each_set
@each_table
@each_villain
def test_a_next_stage_has_its_hit_points_before_the_game_goes_on(at_table: Table) -> None:
    at_table.play.record(DamageDealt(target=VILLAIN, amount=at_table.here.villain.left or 1))
    while at_table.here.villain.stage == 1:
        at_table.does(next(one for one in at_table.prompts() if one.event is VillainStageBegun))
    at_table.until_round(3)
    assert at_table.here.villain.left
    at_table.play.record(DamageDealt(target=VILLAIN, amount=at_table.here.villain.left or 1))
    assert at_table.ends().result == "won"


@each_set
@each_table
@each_villain
def test_threat_that_reaches_the_target_leads_to_the_loss(at_table: Table) -> None:
    main = at_table.here.main
    target = main.target or 20
    if main.target is None:
        at_table.play.record(TargetThreatSet(target=target))
    at_table.play.record(ThreatPlaced(scheme=MAIN, amount=max(1, target - main.threat)))
    game = at_table.ends()
    assert (game.result, game.reason, game.rounds) == ("lost", "main scheme completed", 2)


@each_set
@each_table
@each_villain
def test_after_an_elimination_the_others_play_on_until_all_are_out(at_table: Table, count: int) -> None:
    for seat in [*at_table.here.seats]:
        assert at_table.here.step != "over"
        at_table.play.record(DamageDealt(target=seat, amount=at_table.here.seats[seat].left or 1))
        if at_table.here.in_game():
            at_table.until_round(at_table.here.round + 1)
    game = at_table.here.games[-1]
    assert (game.result, game.reason, game.rounds) == ("lost", "all eliminated", count + 1)


@each_set
@each_table
@each_villain
def test_heroes_in_hero_form_are_attacked_by_the_villain(at_table: Table) -> None:
    at_table.in_hero_form()
    at_table.until_round(3)
    said = " → ".join(at_table.told)
    assert said.count(" attacks ") >= len(at_table.here.seats), said
