"""Experience and levels: what each level brings, in order."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.levels import EmpoweredTokensGained, ExperienceGained, ExpertUsed, LevelReached
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.rounds import RoundEnded, TurnEnded
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, OPENING_HAND, dealt

SEARCH = SearchBegun(seat=CASTLE, deck="ability", count=2)


@pytest.mark.parametrize(
    ("xp", "level", "hand", "experts"),
    [(0, 1, 4, 0), (1, 1, 4, 0), (2, 2, 4, 1), (4, 3, 5, 1), (6, 4, 5, 2), (8, 5, 6, 2), (10, 6, 6, 3), (12, 7, 7, 3)],
)
def test_every_second_point_is_a_level(xp: int, level: int, hand: int, experts: int) -> None:
    """5.1: hand limits and expert uses of each level."""
    events = (ExperienceGained(seat=CASTLE, amount=xp),) if xp else ()
    seat = given(GAME, *KINGDOMS, *events).play.campaign.table.seats[CASTLE]
    assert (seat.level, seat.hand_limit, seat.experts_left) == (level, hand, experts)


def test_experience_ends_at_level_seven() -> None:
    most = (*KINGDOMS, ExperienceGained(seat=CASTLE, amount=11))
    spec = given(GAME, *most).when(ExperienceGained(seat=CASTLE, amount=3, source="combat"))
    spec.then(
        says("Castle gained 1 experience, combat", "Castle reached level 7: look at two abilities, and keep one"),
        table(**{"seats.castle.xp": 12}),
    )
    spec.and_then(ExperienceGained(seat=CASTLE)).then(followed(), table(**{"seats.castle.xp": 12}))


def test_a_level_with_a_search_makes_it_due() -> None:
    spec = given(GAME, *dealt()).when(ExperienceGained(seat=CASTLE, amount=2))
    spec.then(followed(LevelReached(seat=CASTLE, level=2)))
    spec.then_must("Castle: search 2 of the Ability deck")


def test_a_level_with_a_specialty_brings_it_to_the_hand() -> None:
    learned = (*dealt(), ExperienceGained(seat=CASTLE, amount=5))
    given(GAME, *learned).when(ExperienceGained(seat=CASTLE)).then(
        followed(LevelReached(seat=CASTLE, level=4, card="bless-4")),
        says("Castle gained 1 experience", "Castle reached level 4, and gained bless-4"),
        table(**{"seats.castle.hand": [*OPENING_HAND, "bless-4"]}),
    )


def test_a_specialty_that_nobody_typed_in_comes_as_a_blank() -> None:
    ready = (*dealt(), TurnEnded(seat=CASTLE), ExperienceGained(seat=DUNGEON, amount=5))
    given(GAME, *ready).when(ExperienceGained(seat=DUNGEON)).then(
        says("Dungeon gained 1 experience", "Dungeon reached level 4"), table(**{"seats.dungeon.hand": [""]})
    )


def test_of_several_levels_at_once_all_steps_come_in_order() -> None:
    """Of an azure unit: level VII at once, four searches and two specialties (5.2)."""
    spec = given(GAME, *dealt()).when(ExperienceGained(seat=CASTLE, amount=12, source="combat"))
    spec.then(
        followed(
            LevelReached(seat=CASTLE, level=2),
            LevelReached(seat=CASTLE, level=3),
            LevelReached(seat=CASTLE, level=4, card="bless-4"),
            LevelReached(seat=CASTLE, level=5),
            LevelReached(seat=CASTLE, level=6, card="bless-6"),
            LevelReached(seat=CASTLE, level=7),
        ),
        table(**{"seats.castle.hand": [*OPENING_HAND, "bless-4", "bless-6"]}),
    )
    (due,) = spec.play.campaign.table.agenda.of(SearchBegun)
    assert due.times == 4


def test_of_two_searches_the_first_is_done_before_the_second() -> None:
    spec = given(
        GAME, *dealt(), ExperienceGained(seat=CASTLE, amount=4), SEARCH.copy_with(looked=("offense", "wisdom"))
    )
    spec.then_must(CardKept)
    spec.when(CardKept(seat=CASTLE, card="offense")).then_must("Castle: search 2 of the Ability deck")
    spec.when(TurnEnded(seat=CASTLE)).then(refused("still-due"))


def test_a_table_without_cards_has_levels_all_the_same() -> None:
    spec = given(GAME, *KINGDOMS).when(ExperienceGained(seat=CASTLE, amount=2))
    spec.then(says("Castle gained 2 experience", "Castle reached level 2: look at two abilities, and keep one"))
    spec.then_no_prompt(SearchBegun)


def test_expert_uses_are_counted_and_come_back_each_round() -> None:
    """R33."""
    given(GAME, *KINGDOMS).when(ExpertUsed(seat=CASTLE)).then(refused("no-expert"))
    used = (*KINGDOMS, ExperienceGained(seat=CASTLE, amount=2), ExpertUsed(seat=CASTLE))
    given(GAME, *used).when(ExpertUsed(seat=CASTLE)).then(refused("no-expert"))
    given(GAME, *used, RoundEnded()).when(ExpertUsed(seat=CASTLE, source="Offense")).then(
        says("Castle used an expert effect, of Offense")
    )


def test_a_scenario_gives_empowered_ability_tokens() -> None:
    given(GAME, *dealt()).when(EmpoweredTokensGained(seat=CASTLE, amount=2)).then(
        says("Castle gained 2 empowered ability tokens"), table(**{"seats.castle.empowered": 2})
    )
