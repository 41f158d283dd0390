"""Threat on the main scheme, and its stages."""

from typing import Any

import pytest

from companion.testing import followed, given, given_bent, refused, says, table
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import NumberShape
from domain.framework.fields.fields import fields_of
from domain.framework.game import PUBLIC, Prompt
from domain.games.champions import GAME
from domain.games.champions.cards.entering import SideSchemeEntered
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.display.board import main_scheme_piece
from domain.games.champions.endgame import GameLost
from domain.games.champions.enemies.activations import EnemyActivated
from domain.games.champions.harm import DamageDealt, DamageHealed
from domain.games.champions.heroes.powers import FormChanged, HeroThwarted
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced, TurnEnded
from domain.games.champions.setup.players import (
    FirstPlayerChosen,
    HeroTaken,
    MainSchemeFlipped,
    RulingMade,
    TableOpened,
)
from domain.games.champions.setup.scenarios import GameBegun, ScenarioChosen
from domain.games.champions.state.table import VILLAIN
from domain.games.champions.threat import (
    AccelerationTokensPlaced,
    AccelerationTokensRemoved,
    MainSchemeAdvanced,
    MainSchemeCompleted,
    MainSchemeStands,
    SideSchemeDefeated,
    TargetThreatSet,
    ThreatCounted,
    ThreatMoved,
    ThreatPlaced,
    ThreatRemoved,
)
from tests.domain.games.champions.moments import HEROES, IN_PLAY, PLAYING, SPIDER

MAIN = "main scheme"


def asked(*events: Event[Any]) -> list[Prompt]:
    """What comes next after these events."""
    return list(given(GAME, *events).play.campaign.prompts(PUBLIC))


def test_threat_is_placed_and_removed_never_below_none() -> None:
    placed = given(GAME, *PLAYING).when(ThreatPlaced(scheme=MAIN, amount=3)).then(table(**{"main.threat": 3}))
    placed.and_then(ThreatRemoved(scheme=MAIN, amount=5, by=SPIDER)).then(
        says("3 threat removed from The Break-In! by Spider-Man"),
        table(**{"main.threat": 0, "tallies.spider-man.removed": 3}),
    )


def test_from_a_scheme_without_threat_none_is_removed() -> None:
    given(GAME, *PLAYING).when(ThreatRemoved(scheme=MAIN, amount=1)).then(refused("no-threat", bendable=False))


def test_the_last_stage_with_as_much_threat_as_its_target_loses_the_game() -> None:
    given(GAME, *PLAYING).when(ThreatPlaced(scheme=MAIN, amount=14)).then(
        followed(MainSchemeCompleted(scheme="the-break-in", last=True), GameLost()), table(step="over")
    )


def test_a_stage_nobody_knows_is_asked_for() -> None:
    game = (*HEROES, ScenarioChosen(scenario="Our own", target=5, acceleration=1), GameBegun())
    done = given(GAME, *game).when(AccelerationTokensPlaced()).and_then(ThreatPlaced(scheme=MAIN, amount=6))
    done.then(followed(MainSchemeCompleted()), table(step="player"))
    done.and_then(MainSchemeAdvanced(target=8, threat=2)).then(
        table(**{"main.threat": 2, "main.target": 8, "main.stage": 2, "main.tokens": 0})
    )


def test_the_unknown_starting_threat_of_a_next_stage_is_asked_for() -> None:
    game = (*HEROES, ScenarioChosen(scenario="Our own", target=5, acceleration=1), GameBegun())
    begun = given(GAME, *game, ThreatPlaced(scheme=MAIN, amount=5)).when(MainSchemeAdvanced(target=8))
    begun.then_prompts("How much threat is on the main scheme?")
    begun.and_then(ThreatCounted(scheme=MAIN, threat=2)).then(table(**{"main.threat": 2}))
    begun.then_no_prompt(ThreatCounted)
    given(GAME, *game, ThreatPlaced(scheme=MAIN, amount=5)).when(MainSchemeAdvanced(target=8, threat=0)).then_no_prompt(
        ThreatCounted
    )


UNCOUNTED = (*HEROES, ScenarioChosen(scenario="Our own", target=5, acceleration=1), GameBegun())


def test_an_unknown_starting_threat_is_asked_for_and_counts_for_nothing_until_then() -> None:
    placed = given(GAME, *UNCOUNTED, ThreatPlaced(scheme=MAIN, amount=2))
    placed.then_next(ThreatCounted)
    placed.when(ThreatRemoved(scheme=MAIN, amount=3)).then(refused("threat-uncounted", bendable=False))
    placed.when(ThreatRemoved(scheme=MAIN, amount=2)).then(table(**{"main.threat": 0}))
    placed = given(GAME, *UNCOUNTED, ThreatPlaced(scheme=MAIN, amount=2))
    placed.when(ThreatCounted(scheme=MAIN, threat=5)).then(followed(MainSchemeCompleted()))
    given(GAME, *HEROES, ScenarioChosen(scenario="Our own", threat=0), GameBegun()).then_no_prompt(ThreatCounted)


def test_a_scheme_of_unknown_threat_is_thwarted_once_it_is_counted() -> None:
    thwart = HeroThwarted(seat=SPIDER, scheme=MAIN)
    hero = (*UNCOUNTED, FormChanged(seat=SPIDER))
    given(GAME, *hero).when(thwart).then(refused("threat-uncounted", bendable=False))
    given(GAME, *hero, ThreatCounted(scheme=MAIN, threat=3)).when(thwart).then(table(**{"main.threat": 2}))


def test_a_side_scheme_of_unknown_threat_is_not_defeated_by_what_is_taken_off_it() -> None:
    lair = (SideSchemeEntered(name="Lair"), ThreatPlaced(scheme="Lair", amount=1))
    kept = given(GAME, *PLAYING, *lair).when(ThreatRemoved(scheme="Lair", amount=1))
    kept.then(followed())


def test_no_more_tokens_are_removed_than_lie_there() -> None:
    given(GAME, *PLAYING).when(AccelerationTokensRemoved()).then(refused("not-enough", bendable=False))


OWN = (*HEROES, ScenarioChosen(scenario="Our own", target=5, acceleration=1, threat=0), GameBegun())
COMPLETED = (*OWN, ThreatPlaced(scheme=MAIN, amount=5))


def test_after_the_last_stage_of_the_main_scheme_there_is_no_next_one_but_one_that_is_named() -> None:
    given(GAME, *PLAYING).when(MainSchemeAdvanced(target=8)).then(
        refused("last-scheme", bendable=True, says="This is already the last stage.")
    )
    given(GAME, *PLAYING).when(MainSchemeAdvanced(scheme="The Last Hour", target=8), bend="a card").then(
        table(**{"main.stage": 2})
    )


def test_a3_acceleration_tokens_go_with_their_stage_unless_the_table_rules_otherwise() -> None:
    tokens = (*OWN, AccelerationTokensPlaced(amount=2), ThreatPlaced(scheme=MAIN, amount=5))
    given(GAME, *tokens).when(MainSchemeAdvanced(target=8)).then(table(**{"main.tokens": 0}))
    given(GAME, RulingMade(ruling="tokens-carry-over"), *tokens).when(MainSchemeAdvanced(target=8)).then(
        table(**{"main.tokens": 2})
    )


def test_a3_what_becomes_of_the_tokens_is_told_where_a_stage_is_due_and_in_the_log() -> None:
    tokens = (*OWN, AccelerationTokensPlaced(amount=2), ThreatPlaced(scheme=MAIN, amount=5))
    ruled = (RulingMade(ruling="tokens-carry-over"), *tokens)
    for events, shown, told in (
        (tokens, "2 acceleration tokens go", "2 acceleration tokens went"),
        (ruled, "2 acceleration tokens stay", "2 acceleration tokens stayed"),
    ):
        assert str(asked(*events)[0].title) == f"Advance to the next stage of the main scheme; {shown}"
        given(GAME, *events).when(MainSchemeAdvanced(target=8)).then(
            says(f"The main scheme advanced to stage 2, target 8; {told}")
        )
    assert str(asked(*COMPLETED)[0].title) == "Advance to the next stage of the main scheme"


def test_one_token_is_told_as_one() -> None:
    given(GAME, *PLAYING).when(AccelerationTokensPlaced()).then(says("1 acceleration token placed"))
    given(GAME, *PLAYING).when(AccelerationTokensPlaced(amount=2)).then(says("2 acceleration tokens placed"))


@pytest.mark.parametrize("amount", [0, -3])
def test_negative_threat_is_refused_by_the_rule(amount: int) -> None:
    said = refused("negative-threat", bendable=False, says="Threat is never below zero")
    crowd = given(GAME, *PLAYING, *IN_PLAY, ThreatPlaced(scheme=MAIN, amount=3))
    crowd.when(ThreatPlaced(scheme=MAIN, amount=amount)).then(said)
    crowd.when(ThreatRemoved(scheme=MAIN, amount=amount)).then(said)
    crowd.when(ThreatMoved(scheme=MAIN, to="illegal-arms-factory", amount=amount)).then(said)
    crowd.then(table(**{"main.threat": 3}))


def test_forms_of_threat_begin_at_one() -> None:
    (field,) = [one for one in fields_of(ThreatPlaced) if one.name == "amount"]
    assert isinstance(field.shape, NumberShape)
    assert field.shape.least == 1


# --- a side scheme of which nobody knows the threat ------------------------------------------

UNKNOWN = (*PLAYING, SideSchemeEntered(name="Hidden Lair"))


def test_a_side_scheme_of_unknown_threat_asks_for_its_number() -> None:
    came = given(GAME, *PLAYING).when(SideSchemeEntered(name="Hidden Lair"))
    came.then(says("Hidden Lair entered play"))
    came.then_prompts(ThreatCounted)
    assert str(asked(*UNKNOWN)[0].title) == "How much threat is on Hidden Lair?"
    shown = came.and_then(ThreatCounted(scheme="Hidden Lair", threat=4))
    shown.then(says("Hidden Lair was set to 4 threat"), table(**{"play.Hidden Lair.threat": 4, "agenda.due": {}}))
    shown.then_no_prompt(ThreatCounted)


def test_one_that_is_known_or_told_asks_nothing() -> None:
    given(GAME, *PLAYING, SideSchemeEntered(name="Hidden Lair", threat=3)).then_no_prompt(ThreatCounted)
    given(GAME, *PLAYING, SideSchemeEntered(name="illegal-arms-factory")).then_no_prompt(ThreatCounted)


def test_one_that_is_gone_asks_nothing_any_more() -> None:
    given(GAME, *UNKNOWN).when(CardLeft(card="Hidden Lair")).then(table(**{"agenda.due": {}}))


def test_one_without_any_threat_is_defeated() -> None:
    given(GAME, *UNKNOWN).when(ThreatCounted(scheme="Hidden Lair", threat=0)).then(
        followed(SideSchemeDefeated(scheme="Hidden Lair")), table(**{"agenda.due": {}})
    )


def test_the_question_keeps_nobody_from_going_on() -> None:
    given(GAME, *UNKNOWN).when(TurnEnded(seat=SPIDER)).then()


def test_the_threat_of_any_scheme_is_told_as_the_table_has_it() -> None:
    counted = given(GAME, *PLAYING).when(ThreatCounted(scheme=MAIN, threat=14))
    counted.then(followed(MainSchemeCompleted(scheme="the-break-in", last=True), GameLost()))
    given(GAME, *PLAYING).when(ThreatCounted(scheme=MAIN, threat=0)).then(refused("already-so", bendable=False))


def test_a_stage_is_completed_once() -> None:
    given(GAME, *COMPLETED).when(ThreatPlaced(scheme=MAIN, amount=1)).then(followed())
    given(GAME, *COMPLETED).when(MainSchemeCompleted()).then(refused("completed-already", bendable=False))


def test_threat_that_was_one_too_many_takes_the_next_stage_off_the_agenda() -> None:
    given(GAME, *COMPLETED).when(ThreatRemoved(scheme=MAIN, amount=1)).then(
        followed(MainSchemeStands()), table(**{"agenda.due": {}})
    )


def test_of_a_stage_that_is_not_over_no_next_one_ceases_to_be_due() -> None:
    hurt = (ThreatPlaced(scheme=MAIN, amount=2), DamageDealt(target="villain", amount=2))
    for event in (ThreatRemoved(scheme=MAIN, amount=1), DamageHealed(target="villain", amount=1)):
        given(GAME, *PLAYING, *hurt).when(event).then(followed())


def test_a_stage_that_the_table_names_is_called_so() -> None:
    given(GAME, *COMPLETED, MainSchemeAdvanced(scheme="The Last Hour", target=8)).when(
        ThreatPlaced(scheme=MAIN, amount=1)
    ).then(says("1 threat placed on The Last Hour"))


def test_f34_a_card_prevents_some_threat() -> None:
    given(GAME, *PLAYING).when(ThreatPlaced(scheme=MAIN, amount=3, prevented=2)).then(
        says("3 threat placed on The Break-In!, 2 prevented"), table(**{"main.threat": 1})
    )
    given(GAME, *PLAYING).when(ThreatPlaced(scheme=MAIN, amount=3, prevented=4)).then(table(**{"main.threat": 0}))


def test_a_side_scheme_with_threat_is_defeated_by_a_card_alone() -> None:
    given(GAME, *PLAYING, *IN_PLAY).when(SideSchemeDefeated(scheme="illegal-arms-factory")).then(
        refused("still-threat", bendable=True)
    )


UNTYPED = (TableOpened(), *HEROES, FirstPlayerChosen(seat="spider-man"), ScenarioChosen(scenario="klaw", health=24))


def test_s8_the_unknown_threat_and_target_of_the_main_scheme_are_asked_for_before_the_game_begins() -> None:
    begun = given(GAME, *UNTYPED)
    begun.then_next("How much threat is on the main scheme?")
    counted = begun.and_then(ThreatCounted(scheme=MAIN, threat=0)).then_no_prompt(ThreatCounted)
    counted.then_next("Which target threat has the main scheme, for 2 players in total?")
    known = counted.and_then(TargetThreatSet(target=12)).then_next(GameBegun)
    known.then(says("The target threat of the main scheme was set to 12"), table(**{"main.target": 12}))
    full = known.and_then(GameBegun()).when(ThreatPlaced(scheme=MAIN, amount=12))
    full.then(followed(MainSchemeCompleted()))
    known.when(TargetThreatSet(target=12)).then(refused("already-so", bendable=False))


def test_the_unknown_threat_is_no_number_on_the_board() -> None:
    for events, value in ((UNTYPED, None), ((*UNTYPED, ThreatCounted(scheme=MAIN, threat=0)), 0)):
        spec = given(GAME, *events)
        (threat, *_) = main_scheme_piece(spec.play.campaign.table).counters
        assert threat.value == value


def test_a_starting_threat_that_is_turned_up_is_not_asked_for_twice() -> None:
    scenario = (*HEROES, ScenarioChosen(scenario="klaw", health=24))
    given(GAME, *scenario).then_prompts(TargetThreatSet)
    turned = (FirstPlayerChosen(seat="spider-man"), MainSchemeFlipped(threat=6))
    given_bent(GAME, *scenario, *turned).then_no_prompt(ThreatCounted)


def test_a_starting_threat_that_is_still_open_is_not_said_to_be_0_when_the_scenario_is_set_up_again() -> None:
    (again,) = [one for one in asked(*UNTYPED, HeroTaken(hero="Nova", health=9)) if one.event is ScenarioChosen]
    assert "threat" not in again.fields
    once = given(GAME, *UNTYPED, HeroTaken(hero="Nova", health=9), ScenarioChosen(**dict(again.fields)))
    assert len(once.play.campaign.table.agenda.of(ThreatCounted)) == 1


def test_a_target_that_was_left_open_is_offered_later_too() -> None:
    given(GAME, *UNTYPED, ThreatCounted(scheme=MAIN, threat=0), GameBegun()).then_prompts(TargetThreatSet)


def test_a_last_stage_that_is_full_ends_the_game_before_another_enemy_activates() -> None:
    begun = (
        TableOpened(),
        *HEROES,
        ScenarioChosen(scenario="Our own", target=5, acceleration=1, threat=0),
        GameBegun(),
    )
    phase = (*begun, PlayerPhaseEnded(), SchemeThreatPlaced(), EnemyActivated(enemy=VILLAIN, seat=SPIDER, value=4))
    given(GAME, *phase).then_no_prompt(EnemyActivated).then_prompts(GameLost)
