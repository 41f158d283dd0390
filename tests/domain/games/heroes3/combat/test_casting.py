"""The spells of an AI hero: whom each is cast on by its rule, and when it goes back or waits (3.17, p51)."""

from random import Random
from typing import Any

import pytest

from companion.testing import followed, given, refused, table
from domain.framework.events.chance import Chance
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.ai import AiCardDrawn
from domain.games.heroes3.combat.announcing import CombatBegun
from domain.games.heroes3.combat.casting import AiSpellCast, spell_targets
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.striking import DamageDealt, DamageHealed
from domain.games.heroes3.modes.ai_heroes import AiHeroAttacked, AiHeroSetUp
from tests.domain.games.heroes3.combat.fights import opening, unit
from tests.domain.games.heroes3.opening import CASTLE

MAGIC = ContentAdded(kind="ai-cards", id="magic", fields={"en": "Magic", "zh": "魔法", "magic": True})
OWN = ("guards", "archers", "knights", "scouts")
UNITS = (
    unit("guards", tier="bronze", type="ground", initiative=1, hp=3),
    unit("archers", tier="bronze", type="ranged", initiative=1, hp=2),
    unit("lancers", tier="bronze", type="ground", initiative=1, hp=2),
    unit("knights", tier="golden", type="ground", initiative=1, hp=6),
    unit("scouts", tier="bronze", type="ground", initiative=1, hp=2),
    unit("brutes", tier="silver", type="ground", initiative=9, defense=2, hp=5),
    unit("statues", tier="golden", type="ground", initiative=3, defense=2, hp=5),
)
STANDS = {"guards": "1 1", "archers": "2 1", "knights": "4 1", "scouts": "4 2"}


def met(*own: str, stands: Any = STANDS) -> Any:
    """The AI's brutes and statues against units of the Castle, on the board; the brutes are next."""
    return (
        *opening(MAGIC, *UNITS, mode="campaign", own=own), AiHeroSetUp(name="Roland", units=("brutes", "statues")),
        AiHeroAttacked(seat=CASTLE, name="Roland"), CombatBegun(seat=CASTLE, board="standard"),
        UnitsPlaced(seat=CASTLE, spaces={name: stands[name] for name in own}), NeutralsDrawn(seat=CASTLE),
    )  # fmt: skip


def targets(card: str, *events: Any) -> list[str]:
    return spell_targets(given(GAME, *events).play.campaign.table, "brutes", card)


def test_a_magic_card_asks_for_the_next_spell() -> None:
    given(GAME, *met(*OWN), AiCardDrawn(unit="brutes")).then_prompts("Brutes casts the next AI spell")


def test_a_spell_for_a_group_is_cast_on_the_highest_tiers() -> None:
    """Of the two pairs the one with the golden unit; which of the pair, the player chooses."""
    fight = met(*OWN)
    assert targets("fireball", *fight) == ["knights", "scouts"]
    given(GAME, *fight).when(AiSpellCast(unit="brutes", card="fireball")).then(refused("ai-target", says="Knights"))


def test_with_an_unknown_tier_the_player_chooses_the_target_of_a_spell() -> None:
    nomads = ContentAdded(kind="units", id="nomads", fields={"en": "Nomads", "type": "ground", "hp": 2})
    stands = {"guards": "1 1", "archers": "2 1", "nomads": "4 1", "scouts": "4 2"}
    fight = met("guards", "archers", "nomads", "scouts", stands=stands)
    known = given(GAME, fight[0], nomads, *fight[1:])
    assert spell_targets(known.play.campaign.table, "brutes", "fireball") == ["guards", "archers", "nomads", "scouts"]
    known.when(AiSpellCast(unit="brutes", card="haste", aim="boost")).then(refused("tiers-first", says="Nomads"))


def test_of_equal_groups_the_one_with_the_fewest_hit_points_is_hit() -> None:
    stands = {"guards": "1 1", "archers": "2 1", "scouts": "4 1", "lancers": "4 2"}
    pairs = met("guards", "archers", "scouts", "lancers", stands=stands)
    assert targets("fireball", *pairs) == ["scouts", "lancers"]


def test_where_nobody_has_a_neighbour_who_stands_free_of_the_ai_is_hit() -> None:
    apart = met("guards", "scouts", stands={"guards": "1 1", "scouts": "4 2"})
    assert targets("fireball", *apart) == ["guards", "scouts"]


def test_a_shield_is_given_to_the_highest_defense_then_the_highest_tier() -> None:
    spec = given(GAME, *met(*OWN)).when(AiSpellCast(unit="brutes", card="stone-skin"))
    spec.then(table(**{"combat.fighters.statues.shield": True}))
    assert spell_targets(spec.play.campaign.table, "brutes", "stone-skin") == ["brutes"], "who has a token is left out"


def test_healing_goes_to_the_most_hurt_of_the_highest_tier() -> None:
    hurt = (DamageDealt(target="brutes", damage=4), DamageDealt(target="statues", damage=1))
    given(GAME, *met(*OWN), *hurt).when(AiSpellCast(unit="brutes", card="cure", amount=2)).then(
        followed(DamageHealed(target="statues", amount=1))
    )


@pytest.mark.parametrize("card", ["cure", "fireball", "weakness"])
def test_the_number_of_a_spell_is_said(card: str) -> None:
    """Unknown is neither 0 nor 1."""
    fight = met("guards", stands={"guards": "1 2"})
    hurt = (*fight, DamageDealt(target="brutes", damage=1))
    given(GAME, *hurt).when(AiSpellCast(unit="brutes", card=card, target=targets(card, *hurt)[0])).then(
        refused("say-spell-amount", bendable=False)
    )


def test_on_whom_an_unknown_spell_with_a_number_is_cast_is_said() -> None:
    fight, bolt = met("guards", stands={"guards": "1 2"}), AiSpellCast(unit="brutes", card="Bolt", amount=2)
    given(GAME, *fight).when(bolt).then(refused("say-spell-target"))
    given(GAME, *fight).when(bolt.copy_with(target="guards")).then(
        followed(DamageDealt(target="guards", damage=2, source="AI spell", left=2, face="few"))
    )


def test_a_spell_without_a_target_goes_back_with_its_card() -> None:
    drawn = (*met(*OWN), AiCardDrawn(unit="brutes"))
    given(GAME, *drawn).when(AiSpellCast(unit="brutes", card="cure")).then(table(**{"combat.ai_discard": []}))


def test_a_weakness_token_has_no_side_beyond_two() -> None:
    fight = met("guards", stands={"guards": "1 2"})
    given(GAME, *fight).when(AiSpellCast(unit="brutes", card="weakness", amount=3)).then(
        AiSpellCast(unit="brutes", card="weakness", amount=2, aim="weakness", target="guards"),
        table(**{"combat.fighters.guards.weakness": 2}),
    )


def test_weakness_is_cast_on_who_will_strike_back() -> None:
    fight = met("guards", stands={"guards": "1 2"})
    given(GAME, *fight).when(AiSpellCast(unit="brutes", card="weakness", amount=2)).then(
        table(**{"combat.fighters.guards.weakness": 2})
    )


@pytest.mark.parametrize(("done", "waits"), [((), 0), (("knights",), 0), (("knights", "statues"), 2)])
def test_a_boost_waits_for_the_next_round_where_most_have_had_their_turn(done: tuple[str, ...], waits: int) -> None:
    """The brutes' tier and higher: the brutes, the statues and the knights."""
    fight = met("knights")
    there = given(GAME, *fight).play.campaign.table
    for name in done:
        there.combat.fighters[name].activated = True
    assert AiSpellCast(unit="brutes", card="fire-shield").settle(there, Chance(Random(1))).waits == waits


def test_a_spell_set_aside_is_cast_by_the_first_unit_of_the_next_round_without_a_card() -> None:
    aside = given(GAME, *met("knights"))
    table_ = aside.play.campaign.table
    table_.combat.ai_delayed = {"fire-shield": 1}
    AiSpellCast(unit="brutes", card="fire-shield", target="brutes").apply(table_)
    assert (table_.combat.ai_delayed, table_.combat.fighters["brutes"].drew) == ({}, True)


def test_it_is_not_cast_before() -> None:
    spec = given(GAME, *met("knights"))
    spec.play.campaign.table.combat.ai_delayed = {"fire-shield": 2}
    spec.when(AiSpellCast(unit="brutes", card="fire-shield")).then(refused("ai-spell-waits"))
