"""Conditions: one of a kind, opposites cancel."""

import pytest

from companion.testing import given, refused, says, table
from domain.games.odalin import GAME
from domain.games.odalin.combat.conditions import ConditionRemoved, ConditionsGained
from tests.domain.games.odalin.opening import ANA, IMP, PARTY, fight, party


@pytest.mark.parametrize(
    ("held", "gained", "left"),
    [
        pytest.param({"poisoned": 1}, {"invigorated": 1}, {}, id="opposites cancel"),
        pytest.param({}, {"poisoned": 1, "invigorated": 1}, {}, id="gained together, too"),
        pytest.param({"weakened": 1}, {"empowered": 1, "slowed": 1}, {"slowed": 1}, id="one cancels, one stays"),
        pytest.param({}, {"empowered": 2}, {"empowered": 1}, id="one of a kind"),
        pytest.param({"weakened": 1}, {"empowered": 2}, {"empowered": 1}, id="what is left of two"),
    ],
)
def test_condition_tokens_gained_together(held: dict[str, int], gained: dict[str, int], left: dict[str, int]) -> None:
    """C-CONDADD."""
    before = (ConditionsGained(whom=ANA, tokens=held),) if held else ()
    spec = given(GAME, *PARTY, *before).when(ConditionsGained(whom=ANA, tokens=gained), bend="as it is")
    spec.then(table(**{"heroes.Ana.conditions": left}))


def test_the_log_says_what_cancelled_out() -> None:
    poisoned = ConditionsGained(whom=ANA, tokens={"poisoned": 1})
    spec = given(GAME, *PARTY, poisoned).when(ConditionsGained(whom=ANA, tokens={"invigorated": 1, "slowed": 1}))
    spec.then(says("Ana gained Invigorated, Slowed; Invigorated, Poisoned cancelled out"))


def test_case_38_a_token_that_ignores_limits_stacks() -> None:
    events = (*PARTY, ConditionsGained(whom=IMP, tokens={"poisoned": 1}))
    spec = given(GAME, *events).when(ConditionsGained(whom=IMP, tokens={"poisoned": 1}, unlimited=True))
    spec.then(table(**{"villains.Imp 1.conditions": {"poisoned": 2}}))


def test_stacked_tokens_stay_where_one_more_is_not_placed() -> None:
    events = (*PARTY, ConditionsGained(whom=IMP, tokens={"poisoned": 2}, unlimited=True))
    spec = given(GAME, *events).when(ConditionsGained(whom=IMP, tokens={"invigorated": 1}))
    spec.then(table(**{"villains.Imp 1.conditions": {"poisoned": 1}}))


def test_the_same_condition_again_places_no_token() -> None:
    """V-COND."""
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"slowed": 1}))
    given(GAME, *events).when(ConditionsGained(whom=ANA, tokens={"slowed": 1})).then(refused("has-condition"))


def test_a_condition_is_removed() -> None:
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"slowed": 1}))
    spec = given(GAME, *events).when(ConditionRemoved(whom=ANA, condition="slowed", source="card"))
    spec.then(says("Ana was no longer Slowed (card)"), table(**{"heroes.Ana.conditions": {}}))
    spec.and_then(ConditionRemoved(whom=ANA, condition="slowed")).then(refused("not-offered"))


def test_conditions_come_without_enemies_unless_the_table_rules_otherwise() -> None:
    """Q51."""
    shrine = ConditionsGained(whom=ANA, tokens={"empowered": 1}, source="shrine")
    given(GAME, *party()).when(shrine).then(table(**{"heroes.Ana.conditions": {"empowered": 1}}))
    ruled = fight("conditions-need-enemies")[: len(party()) + 1]
    given(GAME, *ruled).when(shrine).then(refused("no-enemies"))
