"""Rounds: at a table with its dials alone, and at one that tracks everything."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.framework.text import spaced_words
from domain.games.champions import GAME
from domain.games.champions.base import not_played
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    CardEntered,
    EnvironmentEntered,
    MinionEntered,
    SideSchemeEntered,
)
from domain.games.champions.endgame import GameAbandoned, GameLost
from domain.games.champions.enemies.activations import EnemyActivated
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.rounds import ActivationsEnded, PlayerPhaseEnded, RoundEnded, SchemeThreatPlaced, TurnEnded
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp, ScenarioChosen
from domain.games.champions.state.table import MAIN, VILLAIN
from domain.games.champions.threat import AccelerationTokensPlaced, MainSchemeCompleted, ThreatPlaced
from tests.domain.games.champions.moments import (
    HEROES,
    IRON,
    PLAYING,
    SET_UP,
    SPIDER,
    activations,
    at,
    dials,
    tracking,
    turns_done,
    villain_phase,
)


def test_a_round_at_a_table_with_its_dials_alone_is_three_taps() -> None:
    given(GAME, *dials()).then_prompts(PlayerPhaseEnded)
    given(GAME, *dials(), PlayerPhaseEnded()).then_prompts(SchemeThreatPlaced)
    given(GAME, *villain_phase()).then_prompts(RoundEnded)
    given(GAME, *villain_phase()).when(RoundEnded()).then(
        says("Round 1 ended; Iron Man became first player"), table(step="player", round=2, first=IRON)
    )


def test_d1_threat_of_the_villain_phase_counts_tokens() -> None:
    given(GAME, *dials(), AccelerationTokensPlaced(), PlayerPhaseEnded()).when(SchemeThreatPlaced()).then(
        says("Villain phase: 3 threat on the main scheme"), table(**{"main.threat": 3})
    )


def test_d2_the_threat_of_the_villain_phase_completes_the_last_stage() -> None:
    agents = ContentAdded(kind="cards", id="Agents", fields={"type": "side scheme", "threat": 2, "acceleration": 1})
    scheme = (AccelerationTokensPlaced(), SideSchemeEntered(name="Agents"), ThreatPlaced(scheme=MAIN, amount=12))
    given(GAME, tracking("schemes"), agents, *PLAYING, *scheme, PlayerPhaseEnded()).when(SchemeThreatPlaced()).then(
        says(
            "Villain phase: 4 threat on the main scheme",
            "The stage of the main scheme was completed: The Break-In!",
            "The players lost: main scheme completed",
        ),
        followed(MainSchemeCompleted(scheme="the-break-in", last=True), GameLost()),
        table(**{"main.threat": 16, "main.target": 14, "step": "over"}),
    )


def test_turns_are_taken_in_player_order() -> None:
    given(GAME, *PLAYING).when(TurnEnded(seat=IRON)).then(refused("not-your-turn", bendable=True))
    given(GAME, *PLAYING).when(PlayerPhaseEnded()).then(refused("turns-left", bendable=True))
    given(GAME, *PLAYING, TurnEnded(seat=SPIDER)).then_prompts(TurnEnded(seat=IRON))
    given(GAME, *PLAYING, *turns_done(SPIDER, IRON)).when(TurnEnded(seat=SPIDER)).then(refused("nobodys-turn"))


def test_encounter_cards_come_before_the_end_of_the_round() -> None:
    over = (TurnEnded(seat=SPIDER), TurnEnded(seat=IRON), PlayerPhaseEnded())
    at = given(GAME, *PLAYING, *over)
    assert at.play.campaign.table.step == "end"


def test_form_changes_once_a_round_but_by_cards_always() -> None:
    changed = (*dials(), FormChanged(seat=SPIDER))
    given(GAME, *changed).when(FormChanged(seat=SPIDER)).then(refused("form-used", bendable=True))
    given(GAME, *changed).when(FormChanged(seat=SPIDER, by_card=True)).then(
        says("Spider-Man changed form: Alter-ego form")
    )


def test_d34_a_change_by_a_card_leaves_that_of_the_turn() -> None:
    by_card = (*dials(), FormChanged(seat=SPIDER, by_card=True))
    given(GAME, *by_card).when(FormChanged(seat=SPIDER)).then(table(**{"seats.spider-man.form": "alter-ego"}))


def test_d22_the_token_of_a_first_player_who_is_out_goes_on_at_once() -> None:
    given(GAME, *dials()).when(DamageDealt(target=SPIDER, amount=10)).then(table(first=IRON))


def test_a_game_needs_heroes_and_a_scenario() -> None:
    given(GAME).when(GameBegun()).then(refused("no-hero", bendable=False))
    given(GAME, *HEROES).when(GameBegun()).then(refused("no-scenario", bendable=True))
    given(GAME).when(ScenarioChosen(scenario="rhino")).then(refused("no-hero"))


def test_a_game_has_four_players_at_most() -> None:
    four = (*HEROES, HeroTaken(hero="Thor"), HeroTaken(hero="Hulk"))
    given(GAME, *HEROES, HeroTaken(hero="Thor")).when(HeroTaken(hero="Hulk")).then()
    given(GAME, *four).when(HeroTaken(hero="Wasp")).then(
        refused("too-many-players", bendable=True, says="There can be at most four players.")
    )


def test_e19_what_content_knows_is_filled_in_for_so_many_players() -> None:
    chosen = ScenarioChosen(scenario="rhino")
    given(GAME, *HEROES).when(chosen).then(table(**{"main.target": 14, "main.acceleration": 2}))


def test_another_game_begins_with_the_same_heroes_unharmed() -> None:
    over = (*PLAYING, DamageDealt(target=SPIDER, amount=2), GameAbandoned())
    given(GAME, *over).when(NextGameSetUp()).then(
        table(**{"step": "setup", "round": 0, "seats.spider-man.damage": 0, "scenario.id": ""})
    )
    given(GAME, *SET_UP, GameBegun()).when(NextGameSetUp()).then(refused("wrong-step"))


def test_nothing_is_recorded_of_a_game_that_is_over() -> None:
    over = (*PLAYING, GameAbandoned())
    given(GAME, *over).when(DamageDealt(target=SPIDER, amount=1)).then(refused("game-over", bendable=False))


def test_what_came_of_a_game_is_told_in_the_language_of_who_reads_it() -> None:
    (over,) = not_played(at(*PLAYING, GameAbandoned()))
    assert over.text.values["result"] == spaced_words("abandoned")


def test_activations_are_closed_where_encounter_cards_are_tracked() -> None:
    given(GAME, *villain_phase()).when(ActivationsEnded()).then(refused("not-tracked"))


def test_enemies_left_are_told_once_each_by_their_names() -> None:
    two = (MinionEntered(name="shocker", seat=SPIDER), MinionEntered(name="shocker", seat=IRON))
    open_ = given(GAME, *activations("activations", "encounter", "minions"), *two)
    open_.when(ActivationsEnded()).then(
        refused("enemies-left", bendable=True, says="Still to activate: Rhino I, Shocker, Shocker 2.")
    )
    given(GAME, *activations("activations", "minions"), *two).when(RoundEnded()).then(refused("enemies-left"))


def test_e20_the_break_in_for_three_players_is_lost_once_it_is_completed() -> None:
    three = (*HEROES, HeroTaken(hero="Thor"), ScenarioChosen(scenario="rhino"), GameBegun())
    given(GAME, TableOpened(), *three).then(table(**{"main.threat": 0, "main.acceleration": 3, "main.target": 21}))
    nearly = (TableOpened(), *three, ThreatPlaced(scheme=MAIN, amount=18), PlayerPhaseEnded())
    given(GAME, *nearly).when(SchemeThreatPlaced()).then(
        followed(MainSchemeCompleted(scheme="the-break-in", last=True), GameLost())
    )


def test_a_table_that_stops_dealing_encounter_cards_is_not_stuck_where_they_are_dealt() -> None:
    dealing = (tracking("encounter"), *PLAYING, PlayerPhaseEnded(), SchemeThreatPlaced(), ActivationsEnded())
    given(GAME, *dealing).when(RoundEnded()).then(refused("cards-to-come", bendable=True))
    stopped = given(GAME, *dealing, tracking("turns"))
    stopped.then_next(RoundEnded)
    stopped.when(RoundEnded()).then(table(step="player", round=2))


def test_threat_that_nobody_knows_is_asked_for() -> None:
    unknown = (
        TableOpened(),
        HeroTaken(hero="Thor"),
        ScenarioChosen(scenario="Loki", threat=0),
        GameBegun(),
        PlayerPhaseEnded(),
    )
    given(GAME, *unknown).then_next("Threat on the main scheme: how much is added?")
    given(GAME, *unknown).when(SchemeThreatPlaced(amount=2)).then(table(**{"main.threat": 2, "step": "activations"}))
    said = (
        TableOpened(),
        HeroTaken(hero="Thor"),
        ScenarioChosen(scenario="Loki", threat=0, acceleration=1),
        GameBegun(),
    )
    given(GAME, *said, PlayerPhaseEnded()).then_next("Threat on the main scheme: +1")
    none = (
        TableOpened(),
        HeroTaken(hero="Thor"),
        ScenarioChosen(scenario="Loki", threat=0, acceleration=0),
        GameBegun(),
    )
    given(GAME, *none, PlayerPhaseEnded()).then_next("Threat on the main scheme: +0")


def test_a_table_without_an_encounter_deck_is_told_of_its_cards_before_the_round_ends() -> None:
    met = (*activations(), EnemyActivated(enemy="villain", seat=SPIDER), EnemyActivated(enemy="villain", seat=IRON))
    given(GAME, *met).then_next("Deal and resolve the encounter cards, then end the round")


def test_tokens_do_not_stand_for_a_number_of_the_main_scheme_that_nobody_knows() -> None:
    unknown = (TableOpened(), HeroTaken(hero="Thor"), ScenarioChosen(scenario="Loki", threat=0), GameBegun())
    spec = given(GAME, *unknown, AccelerationTokensPlaced(), PlayerPhaseEnded())
    spec.then_next("Threat on the main scheme: how much is added?")
    spec.when(SchemeThreatPlaced()).then(refused("threat-unknown"))
    spec.when(SchemeThreatPlaced(amount=3)).then(table(**{"main.threat": 3}))


def test_the_threat_of_a_villain_phase_is_asked_once_and_kept_without_tokens() -> None:
    unknown = (TableOpened(), HeroTaken(hero="Thor"), ScenarioChosen(scenario="Loki", threat=0), GameBegun())
    spec = given(GAME, *unknown, AccelerationTokensPlaced(), PlayerPhaseEnded())
    (asked,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.required]
    assert (asked.keypad, asked.keypad_numbers) == ("amount", range(10))
    spec.when(SchemeThreatPlaced(amount=3)).then(table(**{"main.threat": 3, "main.acceleration": 2}))
    known = spec.and_then(SchemeThreatPlaced(amount=3)).and_then(RoundEnded()).and_then(PlayerPhaseEnded())
    known.then_next("Threat on the main scheme: +3")


def test_a_threat_of_none_in_each_villain_phase_is_not_asked_for_again() -> None:
    unknown = (TableOpened(), HeroTaken(hero="Thor"), ScenarioChosen(scenario="Loki", threat=0), GameBegun())
    played = given(GAME, *unknown, PlayerPhaseEnded(), SchemeThreatPlaced(amount=0), RoundEnded(), PlayerPhaseEnded())
    played.then_next("Threat on the main scheme: +0")


@pytest.mark.parametrize("type_", ["ally", "minion", "environment", "attachment"])
def test_acceleration_icons_count_on_cards_of_any_type(type_: str) -> None:
    odd = ContentAdded(kind="cards", id="Odd One", fields={"type": type_, "acceleration": 1, "hazard": 1})
    enters: dict[str, Event[Any]] = {
        "ally": CardEntered(name="Odd One", seat=SPIDER),
        "minion": MinionEntered(name="Odd One", seat=SPIDER),
        "environment": EnvironmentEntered(name="Odd One"),
        "attachment": AttachmentEntered(name="Odd One", host=VILLAIN),
    }
    spec = given(GAME, *dials(), tracking("schemes", "minions", "allies"), odd, enters[type_], PlayerPhaseEnded())
    spec.then_next("Threat on the main scheme: +3")
