"""The AI in combats: whom it attacks, and its cards (3.17, 5.7)."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.acting import UnitDefended, spaces_to_go
from domain.games.heroes3.combat.ai import AiCardDrawn
from domain.games.heroes3.combat.aiming import ai_targets, targets_now
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.describing import UnitDescribed
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.striking import AttackMade, DamageDealt
from domain.games.heroes3.modes.ai_heroes import AiHeroAttacked, AiHeroSetUp
from tests.domain.games.heroes3.combat.fights import against, opening, unit
from tests.domain.games.heroes3.opening import CASTLE

TIERS = ("bronze", "silver", "golden", "azure")
KINDS = ("ground", "ranged")
ALL = tuple(
    unit(f"{tier}-{kind}", tier=tier, type=kind, initiative=0) for tier in TIERS for kind in KINDS
)  # fmt: skip
BANKS = (unit("guest-ground", tier=None, initiative=0), unit("guest-ranged", tier=None, type="ranged", initiative=0))


def order_of(tier: str, kind: str, **fields: Any) -> list[str]:
    """Whom a neutral unit attacks first, second and so on."""
    names = [card.id for card in (*ALL, *BANKS)]
    fight = (
        *opening(*ALL, *BANKS, unit("enemy", tier=tier, type=kind), own=tuple(names), **{"mode": "coop", **fields}),
        CombatAnnounced(seat=CASTLE), CombatBegun(seat=CASTLE),
    )  # fmt: skip
    spec = given(GAME, *fight).when(UnitsPlaced(seat=CASTLE), bend="all of them, to see the order")
    there = spec.when(NeutralsDrawn(seat=CASTLE, units=("enemy",))).play.campaign.table
    found = []
    while there.combat and (foes := ai_targets(there, "enemy")):
        found += foes
        for foe in foes:
            del there.combat.fighters[foe]
    return found


def by_tier(kind: str, *tiers: str) -> list[str]:
    return [*(f"{tier}-{kind}" for tier in tiers), f"guest-{kind}"]


def test_a_golden_ground_unit_attacks_by_tier() -> None:
    """E22: golden, silver, bronze, azure, creature bank."""
    found = order_of("golden", "ground")
    assert [name.partition("-")[0] for name in found[::2]] == ["golden", "silver", "bronze", "azure", "guest"]


def test_a_silver_ranged_unit_attacks_ranged_ones_first() -> None:
    """E23."""
    tiers = ("silver", "bronze", "golden", "azure")
    assert order_of("silver", "ranged") == [*by_tier("ranged", *tiers), *by_tier("ground", *tiers)]


@pytest.mark.parametrize(
    ("tier", "tiers"),
    [
        ("bronze", ("bronze", "silver", "golden", "azure")),
        ("azure", ("azure", "golden", "silver", "bronze")),
    ],
)
def test_each_tier_has_its_order(tier: str, tiers: tuple[str, ...]) -> None:
    assert order_of(tier, "ranged")[: len(TIERS)] == [f"{one}-ranged" for one in tiers]


def test_another_target_is_refused_where_the_ai_plays() -> None:
    """R43; in a clash the player to the right chooses."""
    own = {"own": ("pikes", "birds")}
    attack = AttackMade(seat=CASTLE, unit="wolves", target="birds", damage=0)
    fight = (*against("wolves", mode="coop", **own), UnitDefended(seat=CASTLE, unit="birds"))
    given(GAME, *fight).when(attack).then(refused("ai-target", says="Pikes"))
    clash = (*against("wolves", **own), UnitDefended(seat=CASTLE, unit="birds"))
    given(GAME, *clash).when(attack.copy_with(seat="dungeon")).then(table(**{"combat.fighters.wolves.attacked": True}))


def test_a_unit_of_the_ai_goes_for_whom_it_reaches_by_a_move() -> None:
    """5.7: a silver unit it could come to is attacked before a bronze one beside it."""
    fight = against(
        "trolls", mode="coop", own=("pikes", "birds"), spaces={"pikes": "1 2", "birds": "3 2"}, stands=("1 4",)
    )  # fmt: skip
    there = given(GAME, *fight).play.campaign.table
    assert ai_targets(there, "trolls") == ["birds"]
    there.combat.fighters["trolls"].moved, there.combat.fighters["trolls"].space = True, "1 3"
    assert ai_targets(there, "trolls") == ["pikes"]


def test_a_unit_of_the_ai_is_offered_the_spaces_beside_its_target_alone() -> None:
    """5.7: not to attack the bronze unit beside it, nor to go where it would reach nobody."""
    fight = against(
        "trolls", mode="coop", own=("pikes", "birds"), spaces={"pikes": "1 2", "birds": "3 2"}, stands=("1 4",)
    )  # fmt: skip
    there = given(GAME, *fight, UnitDefended(seat=CASTLE, unit="birds")).play.campaign.table
    there.combat.fighters["trolls"].space = "1 3"
    assert targets_now(there, "trolls") == []
    assert sorted(spaces_to_go(there, "trolls")) == ["2 2", "3 3"]


GUARD = unit("rogues", neutral=True, initiative=9)
KNOWN = {"attack": 1, "defense": 1, "hp": 5, "initiative": 3}


def described(**tiers: str) -> tuple[UnitDescribed, ...]:
    return tuple(UnitDescribed(unit=name, tier=tier, **KNOWN) for name, tier in tiers.items())  # type: ignore[arg-type]


def test_an_unknown_tier_is_asked_for_and_leaves_the_target_to_the_table() -> None:
    """The rulebook says of Champions that they are golden, and nothing of Halberdiers."""
    fight = against("rogues", own=("halberdiers", "champions"), mode="coop", others=(GUARD,))
    attack = AttackMade(seat=CASTLE, unit="rogues", target="halberdiers", damage=0)
    unsaid = given(GAME, *fight, *described(champions="golden"), UnitDescribed(unit="halberdiers", **KNOWN))
    unsaid.then_must(UnitDescribed(unit="halberdiers"))
    assert ai_targets(unsaid.play.campaign.table, "rogues") == ["champions", "halberdiers"]
    unsaid.play.again().record(attack)
    asked = described(halberdiers="bronze")[0]
    said = unsaid.when(asked).then(
        table(**{"combat.fighters.halberdiers.tier": "bronze", "typed.units.halberdiers.tier": "bronze"}),
        says("Halberdiers: attack 1, defense 1, hit points 5, initiative 3, bronze"),
    )
    assert ai_targets(said.play.campaign.table, "rogues") == ["halberdiers"]
    said.and_then(attack.copy_with(target="champions")).then(refused("ai-target", says="Halberdiers"))


def test_units_said_to_have_no_tier_come_last() -> None:
    fight = against("rogues", own=("halberdiers", "champions"), mode="coop", others=(GUARD,))
    there = given(GAME, *fight, *described(halberdiers="no tier", champions="golden")).play.campaign.table
    assert ai_targets(there, "rogues") == ["champions"]


def test_tiers_that_decide_nothing_are_not_asked_for() -> None:
    """One target; known tiers; or a game without the AI."""
    one = against("rogues", own=("halberdiers",), mode="coop", others=(GUARD,))
    given(GAME, *one, UnitDescribed(unit="halberdiers", **KNOWN)).then_next(AttackMade)
    clash = against("rogues", own=("halberdiers", "champions"), others=(GUARD,))
    known = (UnitDescribed(unit=name, **KNOWN) for name in ("halberdiers", "champions"))
    given(GAME, *clash, *known).then_no_prompt(UnitDescribed)


def test_of_equal_targets_the_nearest_is_attacked() -> None:
    shot = against(
        "slings", mode="coop", own=("pikes", "bows"), spaces={"pikes": "1 2", "bows": "4 1"}, stands=("1 5",)
    )  # fmt: skip
    there = given(GAME, *shot).play.campaign.table
    there.combat.fighters["bows"].type = "ground"
    assert ai_targets(there, "slings") == ["pikes"]


@pytest.mark.parametrize(("rulings", "target"), [((), "pikes"), (("bank-ranged-first",), "bows")])
def test_units_of_a_creature_bank_attack_the_nearest(rulings: tuple[str, ...], target: str) -> None:
    """9.2, 72."""
    fight = (
        *opening(mode="coop", own=("pikes", "bows"), rulings=rulings), CombatAnnounced(seat=CASTLE, kind="bank"),
        CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 2", "bows": "4 1"}),
        NeutralsDrawn(seat=CASTLE, units=("slings",), spaces=("1 5",)),
    )  # fmt: skip
    assert ai_targets(given(GAME, *fight).play.campaign.table, "slings") == [target]


# --- AI heroes ---------------------------------------------------------------------------------

CARD = ContentAdded(kind="ai-cards", id="might", fields={"en": "Might", "attack": 2, "defense": 1})
AI = (
    *opening(CARD, mode="campaign"), AiHeroSetUp(name="Roland", units=("wolves",), packs=("imps",)),
    AiHeroAttacked(seat=CASTLE, name="Roland"),
)  # fmt: skip
MET = (*AI, CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE), NeutralsDrawn(seat=CASTLE))


def test_an_ai_hero_fights_with_its_own_units() -> None:
    given(GAME, *MET).then(table(**{"combat.fighters.imps.face": "pack", "combat.limited": False}))


def test_a_unit_of_an_ai_hero_draws_a_card_before_it_moves() -> None:
    given(GAME, *MET).then_prompts(AiCardDrawn)
    drawn = (*MET, AiCardDrawn(unit="imps"))
    given(GAME, *drawn).then(table(**{"combat.fighters.imps.more_attack": 2, "combat.at": "imps"})).then_no_prompt(
        AiCardDrawn
    )
    given(GAME, *drawn).when(AiCardDrawn(unit="imps")).then(refused("ai-deck-empty"))


def test_an_ai_card_in_the_box_is_named_with_what_it_adds() -> None:
    """Unknown is not 0: nothing is drawn from the few cards that are known, and no card adds nothing unsaid."""
    boxed = (
        *opening(CARD, mode="campaign", decks=()), AiHeroSetUp(name="Roland", units=("wolves",), packs=("imps",)),
        AiHeroAttacked(seat=CASTLE, name="Roland"), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE),
        NeutralsDrawn(seat=CASTLE),
    )  # fmt: skip
    spec = given(GAME, *boxed)
    spec.when(AiCardDrawn(unit="imps")).then(refused("say-ai-card", bendable=False))
    spec.when(AiCardDrawn(unit="imps", card="Fury")).then(refused("say-ai-card"))
    given(GAME, *boxed).when(AiCardDrawn(unit="imps", card="might")).then(
        table(**{"combat.fighters.imps.more_attack": 2})
    )
    given(GAME, *boxed).when(AiCardDrawn(unit="imps", magic=True)).then(
        table(**{"combat.fighters.imps.more_attack": 0})
    )
    prompt = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is AiCardDrawn)
    assert (prompt.required, prompt.missing) == (True, ["card"])


def test_a_card_of_no_use_waits() -> None:
    held = (*MET, AiCardDrawn(unit="imps", card="might", held=True))
    given(GAME, *held).then(table(**{"combat.ai_held": ["might"], "combat.fighters.imps.more_attack": 0}))
    given(GAME, *held).when(AiCardDrawn(unit="imps", card="might")).then(
        table(**{"combat.ai_held": [], "combat.ai_discard": ["might"], "combat.fighters.imps.more_attack": 2})
    )


def test_a_card_that_waits_is_none_that_could_be_drawn() -> None:
    held = (*MET, AiCardDrawn(unit="imps", card="might", held=True))
    given(GAME, *held).then_no_prompt(AiCardDrawn).when(AiCardDrawn(unit="imps")).then(refused("ai-deck-empty"))


def test_a_spell_without_a_target_goes_back_with_its_card() -> None:
    """E40: Fireball, where no unit stands free of the AI's; the card may be drawn again by another unit."""
    back = (*MET, AiCardDrawn(unit="imps", card="might", skipped=True, effect="Fireball"))
    given(GAME, *back).then(
        table(**{"combat.ai_held": [], "combat.ai_discard": [], "combat.fighters.imps.more_attack": 0})
    ).then_no_prompt(AiCardDrawn)
    spent = (*back, AttackMade(seat=CASTLE, unit="imps", target="pikes", damage=0, back_damage=0))
    given(GAME, *spent).when(AiCardDrawn(unit="wolves")).then(table(**{"combat.ai_discard": ["might"]}))


def test_a_card_for_the_defense_lasts_until_the_first_one() -> None:
    fight = (
        *MET,
        AiCardDrawn(unit="imps", card="might"),
        AttackMade(seat=CASTLE, unit="imps", target="pikes", damage=0),
    )
    given(GAME, *fight).then(table(**{"combat.fighters.imps.more_defense": 0, "combat.fighters.imps.more_attack": 0}))


def test_an_unknown_ai_card_is_typed_once() -> None:
    new = AiCardDrawn(unit="imps", card="Fury", attack=3, defense=0)
    given(GAME, *MET).when(new).then(table(**{"typed.ai-cards.Fury.attack": 3, "combat.fighters.imps.more_attack": 3}))


def test_a_beaten_ai_hero_is_noted() -> None:
    last = (*MET, DamageDealt(target="wolves", falls=True))
    given(GAME, *last).when(DamageDealt(target="imps", falls=True)).then(
        table(**{"ai_heroes.Roland.beaten": True, "seats.castle.xp": 0})
    )
