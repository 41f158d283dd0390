"""Indirect damage, damage prevented, and damage moved."""

from companion.testing import given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.harm import DamageDealt, DamageMoved, IndirectDamageAssigned, after_prevention
from domain.games.champions.statuses import StatusGiven
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER

HURT = (*PLAYING, DamageDealt(target=SPIDER, amount=2))


def test_indirect_damage_is_divided_among_the_players() -> None:
    given(GAME, *PLAYING).when(IndirectDamageAssigned(amount=5, assigned={SPIDER: 3, IRON: 2})).then(
        says("5 indirect damage: Spider-Man 3, Iron Man 2", "Spider-Man took 3 damage", "Iron Man took 2 damage"),
        table(**{"seats.spider-man.damage": 3, "seats.Iron Man.damage": 2}),
    )


def test_all_of_indirect_damage_is_assigned() -> None:
    short = IndirectDamageAssigned(amount=5, assigned={SPIDER: 3})
    given(GAME, *PLAYING).when(short).then(refused("not-all-assigned", says="exactly 5 damage, not 3"))


def test_f32_what_there_is_no_room_for_is_lost() -> None:
    hurt = (*PLAYING, DamageDealt(target=SPIDER, amount=8))
    given(GAME, *hurt).when(IndirectDamageAssigned(amount=5, seat=SPIDER, assigned={SPIDER: 5})).then(
        refused("over-assigned", bendable=True, says="at most 2")
    )
    given(GAME, *hurt).when(IndirectDamageAssigned(amount=5, seat=SPIDER, assigned={SPIDER: 2})).then(
        table(**{"seats.spider-man.eliminated": True})
    )


def test_a_player_assigns_nothing_to_others() -> None:
    other = IndirectDamageAssigned(amount=2, seat=SPIDER, assigned={IRON: 2})
    given(GAME, *PLAYING).when(other).then(refused("not-offered"))


def test_f34_a_card_prevents_some_damage() -> None:
    assert [after_prevention(4, 3), after_prevention(2, 3)] == [1, 0]
    given(GAME, *PLAYING).when(DamageDealt(target=SPIDER, amount=4, prevented=3)).then(
        says("Spider-Man took 4 damage, 3 prevented"), table(**{"seats.spider-man.damage": 1})
    )


def test_d43_tough_comes_before_a_card_that_prevents() -> None:
    tough = (*PLAYING, StatusGiven(target=SPIDER, status="tough"))
    given(GAME, *tough).when(DamageDealt(target=SPIDER, amount=4, prevented=3)).then(
        says("Spider-Man took 4 damage, prevented by Tough"),
        table(**{"seats.spider-man.damage": 0, "seats.spider-man.tough": False}),
    )


def test_d37_damage_moves_from_a_dial() -> None:
    given(GAME, *HURT).when(DamageMoved(target=SPIDER, to=IRON, amount=2)).then(
        table(**{"seats.spider-man.damage": 0, "seats.Iron Man.damage": 2})
    )


def test_d37_damage_does_not_move_to_where_it_is() -> None:
    given(GAME, *HURT).when(DamageMoved(target=SPIDER, to=SPIDER, amount=2)).then(refused("same-place", bendable=False))


def test_no_more_damage_moves_than_there_is_and_none_to_a_scheme() -> None:
    given(GAME, *HURT).when(DamageMoved(target=SPIDER, to=IRON, amount=3)).then(refused("not-enough"))
    given(GAME, *HURT).when(DamageMoved(target=SPIDER, to="main scheme", amount=1)).then(refused("no-body"))
