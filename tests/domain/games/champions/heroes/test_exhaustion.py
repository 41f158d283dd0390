"""Who is exhausted does not act; a table that keeps no turns keeps no heroes exhausted either."""

from companion.testing import given, refused
from domain.framework.kernel import AreasTracked
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered
from domain.games.champions.display.board import board
from domain.games.champions.display.sheets import sheets
from domain.games.champions.enemies.activations import ActivationStarted, EnemyActivated, EnemyAttackResolved
from domain.games.champions.enemies.boosts import BoostCardTurnedUp, DefenderDeclared
from domain.games.champions.heroes.powers import AllyAttacked, FormChanged, HeroAttacked
from domain.games.champions.state.table import VILLAIN
from tests.domain.games.champions.moments import HERO_FORM, RHINO_KNOWN, SPIDER, STEP_BY_STEP, Events, at, dials

ATTACK = HeroAttacked(seat=SPIDER, target=VILLAIN)
TIRED: Events = (RHINO_KNOWN, *dials(), FormChanged(seat=SPIDER), ATTACK)
DEFENDED: Events = (
    *STEP_BY_STEP,
    ActivationStarted(enemy=VILLAIN, seat=SPIDER),
    DefenderDeclared(defender=SPIDER),
)


def shown(*events: object) -> str:
    """All that the board and the sheets show, after these events."""
    there = at(*events)  # type: ignore[arg-type]
    return repr([*board(there), *sheets(there)])


def test_r_exhaust_a_table_without_turns_keeps_no_hero_exhausted_and_shows_none() -> None:
    given(GAME, *TIRED).when(ATTACK).then()
    given(GAME, *TIRED).when(EnemyActivated(enemy=VILLAIN, seat=SPIDER, defender=SPIDER, because="card")).then()
    assert "xhaust" not in shown(*TIRED)


def test_r_exhaust_a_table_that_follows_activations_keeps_defenders_exhausted_too() -> None:
    struck = (*DEFENDED, BoostCardTurnedUp(icons=0), EnemyAttackResolved())
    again = ActivationStarted(enemy=VILLAIN, seat=SPIDER, because="card")
    tired = given(GAME, *struck, again)
    tired.then_no_prompt(DefenderDeclared(defender=SPIDER))
    tired.when(DefenderDeclared(defender=SPIDER)).then(refused("is-exhausted", bendable=True))
    assert "exhausted" in shown(*struck)


def test_r_exhaust_a_table_with_turns_does_and_shows_it() -> None:
    given(GAME, *HERO_FORM, ATTACK).when(ATTACK).then(refused("is-exhausted", bendable=True))
    assert "exhausted" in shown(*HERO_FORM, ATTACK)


def test_r_exhaust_an_ally_that_is_exhausted_acts_at_no_table() -> None:
    allies = (*HERO_FORM, AreasTracked(tracks=("allies",)), CardEntered(name="daredevil", seat=SPIDER))
    attack = AllyAttacked(card="daredevil", target=VILLAIN, amount=1)
    given(GAME, *allies, attack).when(attack).then(refused("is-exhausted", bendable=True))
