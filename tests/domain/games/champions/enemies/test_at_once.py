"""Activations in one tap, at tables that do not follow them step by step."""

from domain.games.champions import GAME
from domain.games.champions.display.pieces.enemies import board_of_enemies
from domain.games.champions.enemies.at_once import EnemyActivated
from domain.games.champions.enemies.boosts import BoostCardsGiven
from domain.games.champions.enemies.starting import ActivationStarted
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.harm.statuses import StatusGiven
from domain.games.champions.piles.encounter import EncounterCounted
from domain.games.champions.rounds.phases import RoundEnded
from domain.games.champions.setup.players import HeroTaken, TableOpened
from domain.games.champions.threat.schemes import ThreatPlaced
from tests.domain.games.champions.moments import (
    IRON,
    SPIDER,
    STEP_BY_STEP,
    Events,
    activations,
    at,
    upcoming,
    villain_phase,
)
from tests.specs import followed, given, refused, says, table

VILLAIN = "villain"
AT_ONCE = activations()
"""Spider-Man is in hero form, Iron Man is not; the villain's numbers are known."""


def test_d5_an_attack_in_one_tap() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2)).then(
        says("Rhino I activates against Spider-Man: 4 damage to Spider-Man", "Spider-Man: 4 damage"),
        table(**{"seats.spider-man.damage": 4, "met": [SPIDER]}),
    )


def test_d4_an_attack_that_the_hero_defends_in_one_tap() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2, defender=SPIDER)).then(
        followed(DamageDealt(target=SPIDER, amount=1)), table(**{"seats.spider-man.exhausted": True})
    )


def test_an_ally_whom_nobody_tracks_takes_it_all() -> None:
    given(GAME, *AT_ONCE).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender="Daredevil")).then(
        says("Rhino I activates against Spider-Man: 2 damage to Daredevil"), followed()
    )


def test_d9_a_scheme_in_one_tap() -> None:
    done = (*AT_ONCE, EnemyActivated(enemy=VILLAIN, seat=SPIDER))
    given(GAME, *done).when(EnemyActivated(enemy=VILLAIN, seat=IRON, boost=2)).then(
        says("Rhino I activates against Iron Man: 3 threat", "The Break-In!: 3 threat placed"),
        followed(ThreatPlaced(scheme="main scheme", amount=3)),
    )


def test_d10_a_status_card_is_discarded_instead() -> None:
    stunned = (*AT_ONCE, StatusGiven(target=VILLAIN, status="stunned"))
    given(GAME, *stunned).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=2, defender=SPIDER)).then(
        says("Rhino I activates against Spider-Man, but Stunned is discarded instead"),
        followed(),
        table(**{"villain.stunned": False, "seats.spider-man.exhausted": False, "met": [SPIDER]}),
    )


def test_what_nobody_knows_is_said() -> None:
    own = villain_phase()
    given(GAME, *own).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER)).then(refused("value-unknown", bendable=False))
    given(GAME, *own).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, value=3)).then(table(**{"main.threat": 5}))
    assert upcoming(*own) == []


def test_it_goes_from_player_to_player_with_one_tap_each() -> None:
    one, other = EnemyActivated(enemy=VILLAIN, seat=SPIDER), EnemyActivated(enemy=VILLAIN, seat=IRON)
    assert upcoming(*AT_ONCE) == [("Rhino I attacks Spider-Man: 2 damage", one)]
    assert upcoming(*AT_ONCE, one) == [("Rhino I schemes against Iron Man: 1 threat", other)]
    assert upcoming(*AT_ONCE, one, other) == []
    given(GAME, *AT_ONCE).when(other).then(refused("others-first", bendable=True))
    given(GAME, *AT_ONCE).when(RoundEnded()).then(table(round=2))


def test_the_board_has_the_icons_and_who_defends_in_one_tap() -> None:
    (piece,) = board_of_enemies(at(*AT_ONCE))
    assert [str(title) for title, _ in piece.pads] == ["Nobody defends: boost icons", "Spider-Man defends: boost icons"]
    assert [pad.event for _, pad in piece.pads] == [
        EnemyActivated(enemy=VILLAIN, seat=SPIDER),
        EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER),
    ]
    assert all([value for value, _ in pad.choices] == ["0", "1", "2", "3"] for _, pad in piece.pads)


def test_what_comes_next_tells_what_it_comes_to() -> None:
    stunned = (*AT_ONCE, StatusGiven(target=VILLAIN, status="stunned"))
    assert [title for title, _ in upcoming(*stunned)] == ["Rhino I attacks Spider-Man: Stunned is discarded"]


def test_a_villain_phase_of_three_heroes_takes_one_tap_each() -> None:
    opened, known, *heroes = AT_ONCE[:4]
    events: Events = (opened, known, *heroes, HeroTaken(hero="Hulk", health=12), *AT_ONCE[4:])
    before = len(events)
    while found := upcoming(*events):
        events = (*events, found[0][1])
    assert len(events) - before == 3
    given(GAME, *events).when(RoundEnded()).then(table(round=2))


def test_who_cannot_defend_does_not_do_so_in_one_tap_either() -> None:
    at_spider = EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=IRON)
    given(GAME, *AT_ONCE).when(at_spider).then(refused("heroes-defend", bendable=True))
    defended = (*AT_ONCE, EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER))
    again = EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER, because="card")
    given(GAME, *defended).when(again).then(refused("exhausted-already", bendable=True))


def test_the_boost_card_comes_off_the_encounter_deck_and_is_discarded() -> None:
    counted = (*activations("encounter"), EncounterCounted(deck=5))
    given(GAME, *counted).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=1)).then(
        table(**{"scenario.deck": 4, "scenario.discard": [""]})
    )
    last = (*activations("encounter"), EncounterCounted(deck=1, discard=6))
    given(GAME, *last).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER)).then(
        table(**{"scenario.deck": 7, "main.tokens": 1})
    )


def test_boost_cards_that_waited_are_used_up() -> None:
    waiting = (*STEP_BY_STEP, BoostCardsGiven(), EnemyActivated(enemy=VILLAIN, seat=SPIDER, boost=3))
    given(GAME, *waiting).then(table(**{"villain.boosts": 0, "scenario.discard": ["", ""]}))


def test_a_table_that_stops_following_activations_in_the_middle_of_one_goes_on_all_the_same() -> None:
    stopped = (*STEP_BY_STEP, ActivationStarted(enemy=VILLAIN, seat=SPIDER), TableOpened())
    given(GAME, *stopped).when(EnemyActivated(enemy=VILLAIN, seat=IRON)).then(
        table(met=[SPIDER, IRON], **{"main.threat": 3})
    )
    assert upcoming(*stopped, EnemyActivated(enemy=VILLAIN, seat=IRON)) == []
