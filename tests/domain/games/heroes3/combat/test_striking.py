"""Attacks: dice, what they deal, what strikes back, how units fall; at once and step by step (3.13, 5.4, 5.5)."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.levels import ExperienceGained, ExpertUsed
from domain.games.heroes3.cards.spells import SpellCast
from domain.games.heroes3.combat.acting import CombatRoundStarted, UnitDefended, UnitMoved, UnitPassed
from domain.games.heroes3.combat.attack_cards import AttackCardPlayed
from domain.games.heroes3.combat.describing import UnitDescribed
from domain.games.heroes3.combat.fighters import attack_of, defense_of
from domain.games.heroes3.combat.striking import (
    AttackDeclared,
    AttackMade,
    AttackRolled,
    DamageDealt,
    DamageHealed,
    RetaliationMade,
    open_strike,
)
from domain.games.heroes3.combat.tokens import UnitBoosted, UnitMarked
from domain.games.heroes3.state.combat import Fighter, Strike
from domain.games.heroes3.town.goods import GoodsGained
from tests.domain.games.heroes3.combat.fights import PACK, against, duel, unit
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON


def blow(dice: tuple[int, ...] = (0,), **fields: Any) -> AttackMade:
    """Pikes attack imps, which do not strike back."""
    return AttackMade(seat=CASTLE, unit="pikes", target="imps", dice=dice, no_answer=True, **fields)


def dealt(spec: Spec) -> int:
    """The damage that was dealt to imps."""
    return next(event.damage for event in spec.outcome.events if isinstance(event, DamageDealt))


def hit(
    *marks: Any, dice: tuple[int, ...] = (0,), shield: int | None = None, options: Any = (), rulings: Any = ()
) -> int:
    """What pikes with attack 5 deal to boulders with defense 2 and 9 hit points."""
    cards = (unit("lances", attack=5, initiative=9), unit("boulders", defense=2, hp=9))
    fight = duel(*cards, own=("lances",), foes=("boulders",), options=options, rulings=rulings)
    attack = AttackMade(seat=CASTLE, unit="lances", target="boulders", dice=dice, shield=shield, no_answer=True)
    return dealt(given(GAME, *fight, *marks).when(attack))


# --- damage ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "damage"), [(-1, 2), (0, 3), (1, 4)])
def test_damage_is_attack_and_die_less_defense(die: int, damage: int) -> None:
    assert hit(dice=(die,)) == damage


@pytest.mark.parametrize(
    ("mark", "on", "damage"),
    [
        ("weakness 1", "lances", 2),
        ("weakness 2", "lances", 1),
        ("attack 1", "lances", 4),
        ("attack 2", "lances", 5),
        ("stack attack", "lances", 4),
        ("stack defense", "boulders", 2),
        ("stack initiative", "boulders", 3),
        ("corrosion", "boulders", 4),
    ],
)
def test_tokens_change_what_is_dealt(mark: Any, on: str, damage: int) -> None:
    """E37."""
    assert hit(UnitMarked(unit=on, mark=mark)) == damage


@pytest.mark.parametrize(("shown", "damage"), [(1, 2), (0, 3), (-1, 3)])
def test_the_die_of_a_defense_token_may_add_one(shown: int, damage: int) -> None:
    assert hit(UnitMarked(unit="boulders", mark="defense"), shield=shown) == damage


def test_a_die_typed_for_a_defense_token_that_is_not_there_does_not_count() -> None:
    assert hit(shield=1) == hit()


@pytest.mark.parametrize("shown", [1, 0, -1])
def test_the_log_says_what_the_defense_die_showed(shown: int) -> None:
    guarded = (*duel(), UnitMarked(unit="imps", mark="defense"))
    struck = given(GAME, *guarded).when(blow(shield=shown, damage=2))
    struck.then(
        says(
            f"Pikes attacked Imps (dice: 0), defense die {shown}, 2 damage, no retaliation", "Imps: 2 damage",
        )
    )  # fmt: skip
    rolled = (*guarded, AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *rolled).when(AttackRolled(dice=(0,), shield=shown, damage=2, no_answer=True)).then(
        says(f"Pikes rolled 0 against Imps, defense die {shown}: 2 damage, no retaliation", "Imps: 2 damage")
    )


def test_the_log_says_nothing_of_a_defense_die_that_was_not_rolled() -> None:
    given(GAME, *duel()).when(blow(damage=2)).then(
        says("Pikes attacked Imps (dice: 0), 2 damage, no retaliation", "Imps: 2 damage")
    )


def test_damage_is_never_below_nothing() -> None:
    assert hit(UnitBoosted(unit="boulders", defense=9)) == 0


def test_by_an_option_an_attack_deals_one_at_least() -> None:
    """9.2, 11."""
    assert hit(UnitBoosted(unit="boulders", defense=9), options=("min-one-damage",)) == 1


@pytest.mark.parametrize("die", [-1, 0, 1])
def test_by_an_option_the_die_changes_no_damage(die: int) -> None:
    assert hit(dice=(die,), options=("die-no-damage",)) == 3


@pytest.mark.parametrize(("rulings", "damage"), [((), 3), (("corrosion-below-boosts",), 4)])
def test_corrosion_lowers_what_is_printed_or_by_a_ruling_all_of_it(rulings: tuple[str, ...], damage: int) -> None:
    """9.2, 81: printed defense 0 and a boost of 2."""
    cards = (unit("lances", attack=5, initiative=9), unit("rats", defense=0, hp=9))
    fight = duel(*cards, own=("lances",), foes=("rats",), rulings=rulings)
    marks = (UnitMarked(unit="rats", mark="corrosion"), UnitBoosted(unit="rats", defense=2))
    attack = AttackMade(seat=CASTLE, unit="lances", target="rats", dice=(0,), no_answer=True)
    assert dealt(given(GAME, *fight, *marks).when(attack)) == damage


@pytest.mark.parametrize(
    ("fighter", "more", "below_boosts", "defense"),
    [
        ({}, 0, False, None),
        ({"defense": 2}, 0, False, 2),
        ({"defense": 2, "stack": "defense"}, 0, False, 3),
        ({"defense": 2, "stack": "attack"}, 0, False, 2),
        ({"defense": 2, "more_defense": 1}, 2, False, 5),
        ({"defense": 1, "corroded": True}, 2, False, 2),
        ({"defense": 0, "corroded": True}, 2, False, 2),
        ({"defense": 0, "corroded": True}, 2, True, 1),
        ({"defense": 0, "corroded": True}, 0, True, 0),
        ({"defense": 0, "corroded": True}, 0, False, 0),
    ],
)
def test_defense_is_what_is_printed_with_tokens_and_boosts_less_corrosion(
    fighter: Mapping[str, Any], more: int, below_boosts: bool, defense: int | None
) -> None:
    """9.2, 81: never below 0; by a ruling boosts are lowered, too."""
    assert defense_of(Fighter.model_validate(fighter), more, below_boosts=below_boosts) == defense


@pytest.mark.parametrize(
    ("fighter", "attack"),
    [
        ({}, None),
        ({"attack": 2}, 2),
        ({"attack": 2, "stack": "attack"}, 3),
        ({"attack": 2, "stack": "defense"}, 2),
        ({"attack": 2, "strength": 1, "weakness": 2, "more_attack": 4}, 5),
        ({"attack": 0, "weakness": 1}, -1),
    ],
)
def test_attack_is_what_is_printed_with_tokens_and_boosts(fighter: Mapping[str, Any], attack: int | None) -> None:
    assert attack_of(Fighter.model_validate(fighter)) == attack


def test_elemental_damage_ignores_defense() -> None:
    cards = (unit("sparks", attack=3, initiative=9, elemental=True), unit("boulders", defense=2, hp=9))
    fight = duel(*cards, own=("sparks",), foes=("boulders",))
    marks = (UnitMarked(unit="boulders", mark="defense"), UnitBoosted(unit="boulders", defense=3))
    attack = AttackMade(seat=CASTLE, unit="sparks", target="boulders", dice=(0,), shield=1, no_answer=True)
    assert dealt(given(GAME, *fight, *marks).when(attack)) == 3


def test_damage_of_a_spell_is_full() -> None:
    guarded = (*duel(), UnitMarked(unit="imps", mark="defense"))
    given(GAME, *guarded).when(DamageDealt(target="imps", damage=2, source="Fireball")).then(
        table(**{"combat.fighters.imps.damage": 2}), says("Imps: 2 damage, Fireball")
    )


# --- dice --------------------------------------------------------------------------------------


def board(bows: str, imps: str) -> Any:
    return duel(
        unit("archers", type="ranged", attack=4, initiative=9), own=("archers",), foes=("imps",),
        spaces={"archers": bows}, stands={"imps": imps},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("archers", "imps", "count"),
    [("1 1", "1 5", 2), ("1 1", "1 4", 1), ("1 2", "1 5", 1), ("1 2", "2 4", 1)],
)
def test_from_back_row_to_back_row_a_ranged_unit_rolls_two_dice(archers: str, imps: str, count: int) -> None:
    there = given(GAME, *board(archers, imps))
    rolled = there.when(AttackMade(seat=CASTLE, unit="archers", target="imps")).outcome.events[0]
    assert isinstance(rolled, AttackMade)
    assert len(rolled.dice) == count
    there.when(AttackMade(seat=CASTLE, unit="archers", target="imps", dice=(1,) * (3 - count))).then(
        refused("roll-these", says=f"Roll {count}")
    )


def near(own: str) -> Any:
    """A unit of the Castle beside hounds, which came to it."""
    fast = unit("hounds", initiative=12)
    fight = duel(fast, own=(own,), foes=("hounds",), spaces={own: "1 2"}, stands={"hounds": "1 4"})
    return (*fight, UnitMoved(seat=DUNGEON, unit="hounds", to="1 3"), UnitPassed(seat=DUNGEON, unit="hounds"))


def test_a_ranged_unit_attacks_who_stands_beside_it_with_two_dice_of_which_the_lower_counts() -> None:
    attack = AttackMade(seat=CASTLE, unit="bows", target="hounds", dice=(1, -1), no_answer=True)
    given(GAME, *near("bows")).when(attack).then(table(**{"combat.fighters.hounds.damage": 0}))


def test_a_ranged_unit_that_strikes_back_rolls_two_dice() -> None:
    given(GAME, *duel(own=("pikes",), foes=("eyes",))).when(
        AttackMade(seat=CASTLE, unit="pikes", target="eyes", damage=1), rolled=(1, 3, 1)
    ).then(
        followed(
            DamageDealt(target="eyes", damage=1, attacked=True, left=1, face="few"),
            RetaliationMade(unit="eyes", against="pikes", dice=(1, -1), damage=0),
            DamageDealt(target="pikes", damage=0, attacked=True, face="few"),
        )
    )


def test_who_stands_beside_a_ranged_unit_is_attacked_first() -> None:
    """R43."""
    shot = duel(
        unit("hounds", initiative=12), own=("bows",), foes=("hounds", "imps"), spaces={"bows": "1 2"},
        stands={"hounds": "1 4", "imps": "4 5"},
    )  # fmt: skip
    there = (
        *shot, UnitMoved(seat=DUNGEON, unit="hounds", to="1 3"), UnitPassed(seat=DUNGEON, unit="hounds"),
        UnitPassed(seat=DUNGEON, unit="imps"),
    )  # fmt: skip
    given(GAME, *there).when(AttackMade(seat=CASTLE, unit="bows", target="imps")).then(refused("out-of-reach"))


def test_a_ground_unit_attacks_who_stands_beside_it() -> None:
    far = duel(spaces={"pikes": "1 2"}, stands={"imps": "1 4"})
    given(GAME, *far).when(blow()).then(refused("out-of-reach"))


# --- retaliation -------------------------------------------------------------------------------


def test_a_unit_strikes_back_once_in_a_combat_round() -> None:
    """R42."""
    fight = duel(unit("axes"), own=("pikes", "axes"), foes=("imps",))
    once = AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=0, back=(0,))
    given(GAME, *fight).when(once).then(
        table(**{"combat.fighters.imps.retaliated": True, "combat.fighters.pikes.damage": 1})
    )
    again = (*fight, once, UnitPassed(seat=DUNGEON, unit="imps"))
    given(GAME, *again).when(AttackMade(seat=CASTLE, unit="axes", target="imps", damage=0)).then(
        table(**{"combat.fighters.axes.damage": 0})
    )
    given(GAME, *again).when(RetaliationMade(unit="imps", against="axes")).then(refused("struck-back"))


def test_what_strikes_back_with_a_number_that_nobody_said_is_asked_for() -> None:
    attack = AttackMade(seat=CASTLE, unit="pikes", target="zots", damage=1)
    fight = duel(own=("pikes",), foes=("zots",))
    given(GAME, *fight).when(attack).then(refused("say-answer"))
    given(GAME, *fight).when(attack.copy_with(back_damage=2)).then(table(**{"combat.fighters.pikes.damage": 2}))
    given(GAME, *fight).when(attack.copy_with(no_answer=True)).then(table(**{"combat.fighters.pikes.damage": 0}))
    known = UnitDescribed(unit="zots", attack=3)
    given(GAME, *fight, known).when(attack.copy_with(back=(0,))).then(table(**{"combat.fighters.pikes.damage": 2}))


def test_a_pack_that_becomes_a_few_with_an_unknown_attack_is_asked_for_what_it_strikes_back_with() -> None:
    """5.5: the retaliation is opened step by step, and its damage is entered, or computed once the card is known."""
    spears = unit("spears", faction=CASTLE, **PACK)
    half_known = spears.copy_with(fields={name: n for name, n in spears.fields.items() if name != "attack"})
    hulks = unit("hulks", faction=DUNGEON, attack=6, initiative=9, hp=9)
    fight = duel(half_known, hulks, own=(), packs=("spears",), foes=("hulks",))
    attack = AttackMade(seat=DUNGEON, unit="hulks", target="spears", dice=(0,))
    given(GAME, *fight, attack).then(
        table(**{"combat.fighters.spears.face": "few", "combat.fighters.hulks.damage": 0})
    ).then_must(AttackRolled)
    given(GAME, *fight, attack).when(AttackRolled(dice=(0,))).then(refused("say-damage"))
    given(GAME, *fight, attack).when(AttackRolled(dice=(0,), damage=2)).then(
        table(**{"combat.fighters.hulks.damage": 2})
    )
    given(GAME, *fight, attack, UnitDescribed(unit="spears", attack=4)).when(AttackRolled(dice=(0,))).then(
        table(**{"combat.fighters.hulks.damage": 3})
    )
    given(GAME, *fight).when(attack.copy_with(back_damage=1)).then(
        table(**{"combat.strike": None, "combat.fighters.hulks.damage": 1})
    )


@pytest.mark.parametrize(("hp", "strikes_back"), [(3, True), (2, False)])
def test_a_pack_that_becomes_a_few_with_unknown_hit_points_strikes_back_if_it_is_left(
    hp: int, strikes_back: bool
) -> None:
    """5.4: two damage remain; as soon as its card is known, it is defeated, or it strikes back."""
    spears = unit("spears", faction=CASTLE, **PACK)
    half_known = spears.copy_with(fields={name: n for name, n in spears.fields.items() if name != "hp"})
    hulks = unit("hulks", faction=DUNGEON, attack=8, initiative=9, hp=9)
    fight = duel(half_known, hulks, own=("pikes",), packs=("spears",), foes=("hulks",))
    attack = AttackMade(seat=DUNGEON, unit="hulks", target="spears", dice=(0,))
    spec = given(GAME, *fight, attack).then(table(**{"combat.fighters.spears.damage": 2}))
    spec.when(UnitDescribed(unit="spears", hp=hp))
    there = spec.play.campaign.table.combat
    assert ("spears" in there.fighters, there.strike is not None) == (strikes_back, strikes_back)


def test_a_shot_at_a_unit_beside_it_is_answered_by_what_the_table_says() -> None:
    shot = AttackMade(seat=CASTLE, unit="bows", target="zots", damage=1)
    fight = duel(own=("bows",), foes=("zots",))
    assert not given(GAME, *fight).when(shot).outcome.reasons
    given(GAME, *fight).when(shot.copy_with(beside=True)).then(refused("say-answer"))


def test_some_units_strike_back_without_limit() -> None:
    """E19: Griffins get no cube."""
    fight = duel(unit("roosters", strikes_back=True, hp=9), own=("pikes",), foes=("roosters",))
    given(GAME, *fight).when(AttackMade(seat=CASTLE, unit="pikes", target="roosters", damage=0)).then(
        table(**{"combat.fighters.roosters.retaliated": False})
    )


def test_nobody_strikes_back_at_a_shot() -> None:
    far = duel(unit("archers", type="ranged", initiative=9), own=("archers",), foes=("imps",))
    given(GAME, *far).when(AttackMade(seat=CASTLE, unit="archers", target="imps", damage=0)).then(
        table(**{"combat.fighters.imps.retaliated": False})
    )


SHOT = duel(own=("bows",), foes=("imps",))


@pytest.mark.parametrize(("beside", "struck", "count"), [(False, 0, 1), (True, 1, 2)])
def test_without_a_board_the_table_says_that_a_ranged_unit_stands_beside_its_target(
    beside: bool, struck: int, count: int
) -> None:
    """5.4, 5.5: two dice, of which the lower counts, and the blow that comes back."""
    near = (*SHOT, UnitPassed(seat=DUNGEON, unit="imps"))
    shot = AttackMade(seat=CASTLE, unit="bows", target="imps", dice=(1,) * count, back=(0,), beside=beside)
    given(GAME, *near).when(shot).then(
        table(**{"combat.fighters.bows.damage": struck, "combat.fighters.imps.damage": 2})
    )


def test_step_by_step_as_well() -> None:
    near = (*SHOT, UnitPassed(seat=DUNGEON, unit="imps"))
    declared = AttackDeclared(seat=CASTLE, unit="bows", target="imps", beside=True)
    given(GAME, *near, declared).when(AttackRolled(dice=(0, 0))).then(table(**{"combat.strike.attacker": "imps"}))


def test_step_by_step_too_the_table_may_say_that_nobody_strikes_back() -> None:
    opened = (*duel(), AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *opened).when(AttackRolled(dice=(0,), no_answer=True)).then(
        table(**{"combat.strike": None, "combat.fighters.imps.retaliated": False})
    )


def test_a_unit_that_falls_does_not_strike_back() -> None:
    two = duel(own=("pikes",), foes=("imps", "eyes"))
    given(GAME, *two).when(AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=3)).then(
        table(**{"combat.lost": ["imps"], "combat.fighters.pikes.damage": 0})
    )


def test_paralysis_goes_when_a_unit_is_attacked_and_it_strikes_back() -> None:
    held = (*duel(), UnitMarked(unit="imps", mark="paralysis"))
    given(GAME, *held).when(AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=0, back=(0,))).then(
        table(**{"combat.fighters.imps.paralysed": False, "combat.fighters.imps.retaliated": True})
    )


def test_boosts_last_for_one_attack() -> None:
    """E19: the cards of the attack count no more when its unit strikes back later."""
    fight = (
        *duel(own=("pikes",), foes=("imps",)),
        UnitBoosted(unit="pikes", attack=3),
        UnitBoosted(unit="imps", defense=2),
    )
    given(GAME, *fight).when(blow()).then(
        table(**{"combat.fighters.pikes.more_attack": 0, "combat.fighters.imps.more_defense": 0})
    )


def asked_of_bows(spaces: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """What an attack of a ranged unit is asked about, besides whom; the Castle attacks."""
    fight = duel(own=("bows",), foes=("imps",), spaces=spaces, stands={"imps": "2 5"} if spaces else None)
    ready = (*fight, UnitDefended(seat=DUNGEON, unit="imps"))
    known = {"seat", "unit"}
    offers = AttackMade.offers(given(GAME, *ready).play.campaign.table)
    return [{name: value for name, value in offer.fields.items() if name not in known} for offer in offers]


def test_without_a_board_a_ranged_unit_says_what_nobody_can_see() -> None:
    """p38: whether they stand beside each other, or in their back rows."""
    assert asked_of_bows() == [{}, {"beside": True}, {"hindered": True}]
    assert asked_of_bows(spaces={"bows": "2 1"}) == [{}]


# --- what damage does --------------------------------------------------------------------------


def test_a_pack_becomes_a_few_with_the_rest_of_the_damage() -> None:
    """E17, and the unit deck keeps it."""
    fight = duel(own=(), packs=("pikes",))
    given(GAME, *fight).when(DamageDealt(target="pikes", damage=6)).then(
        table(
            **{"combat.fighters.pikes.face": "few", "combat.fighters.pikes.damage": 2, "combat.fighters.pikes.hp": 3,
               "seats.castle.units.pikes.side": "few"}
        )
    )  # fmt: skip


@pytest.mark.parametrize(("as_pack", "type_"), [("ranged", "ranged"), (None, "ground")])
def test_a_pack_that_becomes_a_few_is_of_the_type_of_that_side(as_pack: str | None, type_: str) -> None:
    titans = unit("titans", faction=CASTLE, pack_type=as_pack, pack_hp=3)
    fight = given(GAME, *duel(titans, own=(), packs=("titans",)))
    fight.then(table(**{"combat.fighters.titans.type": type_}))
    fight.when(DamageDealt(target="titans", damage=3)).then(
        table(**{"combat.fighters.titans.face": "few", "combat.fighters.titans.type": "ground"})
    )


def test_enough_damage_takes_both_sides_of_a_card() -> None:
    fight = duel(own=("bows",), packs=("pikes",))
    given(GAME, *fight).when(DamageDealt(target="pikes", damage=7)).then(
        table(**{"combat.lost": ["pikes"], "seats.castle.deeds.units_lost": 1})
    )


@pytest.mark.parametrize(("token", "amount", "left"), [("attack", 4, 1), ("hit points", 5, 1), ("hit points", 3, 3)])
def test_a_stack_token_goes_first(token: str, amount: int, left: int) -> None:
    stacked = (*against("wolves", "slings"), UnitMarked(unit="wolves", mark=f"stack {token}"))
    given(GAME, *stacked).when(DamageDealt(target="wolves", damage=amount)).then(
        table(**{"combat.fighters.wolves.damage": left, "combat.fighters.wolves.stack": None if left == 1 else token})
    )


def test_a_neutral_unit_that_falls_is_discarded() -> None:
    given(GAME, *against("wolves", "slings")).when(DamageDealt(target="wolves", damage=3)).then(table(gone=["wolves"]))


def test_a_table_may_say_that_a_unit_falls_or_flips() -> None:
    fight = duel(own=("bows",), packs=("pikes",))
    given(GAME, *fight).when(DamageDealt(target="pikes", flips=True)).then(
        table(**{"combat.fighters.pikes.face": "few", "combat.fighters.pikes.damage": 0})
    ).and_then(DamageDealt(target="pikes", falls=True)).then(table(**{"combat.lost": ["pikes"]}))


def test_a_unit_is_healed_of_what_it_has() -> None:
    hurt = (*duel(), DamageDealt(target="imps", damage=2))
    given(GAME, *hurt).when(DamageHealed(target="imps", amount=5)).then(
        table(**{"combat.fighters.imps.damage": 0}), says("Imps was healed by 2")
    )
    given(GAME, *duel()).when(DamageHealed(target="imps", amount=1)).then(refused("not-hurt"))


# --- step by step, with cards ------------------------------------------------------------------

CARDS = (
    *duel(tracks=("towns", "combats", "cards")),
    CardGained(seat=CASTLE, card="attack"),
    CardGained(seat=DUNGEON, card="defense"),
)
OPENED = (*CARDS, AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))


def test_cards_of_both_sides_count_for_the_attack() -> None:
    played = (
        *OPENED,
        AttackCardPlayed(seat=CASTLE, card="attack", attack=3, defense=9, way="basic"),
        AttackCardPlayed(seat=DUNGEON, card="defense", attack=9, defense=1),
    )
    given(GAME, *played).when(AttackRolled(dice=(0,))).then(
        table(**{"combat": None, "seats.castle.discard": ["attack"], "seats.dungeon.discard": ["defense"]})
    )


@pytest.mark.parametrize("cards", [CARDS, CARDS[:-2]])
def test_only_a_card_of_the_hand_is_played_for_an_attack(cards: Any) -> None:
    """Not one that is elsewhere, nor any card of an empty hand."""
    opened = (*cards, AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *opened).when(AttackCardPlayed(seat=CASTLE, card="fireball", attack=1)).then(refused("not-held"))


def test_the_expert_effect_of_a_card_for_an_attack_takes_an_expert_use() -> None:
    """R33; p24: said as such, or by more than the card adds for its basic effect."""
    level_2 = (*OPENED, CardGained(seat=CASTLE, card="attack"), ExperienceGained(seat=CASTLE, amount=2))
    for fields in ({"attack": 2}, {"way": "expert", "attack": 2}):
        expert = AttackCardPlayed(seat=CASTLE, card="attack", **fields)
        given(GAME, *OPENED).when(expert).then(refused("no-expert", bendable=True))
        spec = given(GAME, *level_2).when(expert).then(table(**{"seats.castle.experts": 1}))
        spec.and_then(ExpertUsed(seat=CASTLE)).then(refused("no-expert"))
        spec.and_then(expert).then(refused("no-expert"))


def test_a_card_for_an_attack_of_which_nobody_knows_what_it_adds_is_asked_for_once() -> None:
    """Unknown is not 0, nor is the expert effect what the basic one adds."""
    bloodlust = AttackCardPlayed(seat=CASTLE, card="bloodlust", way="basic")
    held = (*OPENED, *(CardGained(seat=CASTLE, card="bloodlust") for _ in range(2)))
    given(GAME, *held).when(bloodlust).then(refused("say-card-attack", bendable=False))
    typed = given(GAME, *held).when(bloodlust.copy_with(attack=3))
    typed.then(table(**{"combat.strike.attack": 3}))
    typed.and_then(bloodlust).then(table(**{"combat.strike.attack": 6}))


def test_the_expert_effect_of_a_card_for_an_attack_is_typed() -> None:
    level_2 = (*OPENED, ExperienceGained(seat=CASTLE, amount=2))
    given(GAME, *level_2).when(AttackCardPlayed(seat=CASTLE, card="attack", way="expert")).then(
        refused("say-card-attack")
    )


def test_the_defender_says_what_an_unknown_card_adds_to_the_defense() -> None:
    held = (*OPENED, CardGained(seat=DUNGEON, card="shield"))
    shield = AttackCardPlayed(seat=DUNGEON, card="shield", attack=1)
    given(GAME, *held).when(shield).then(refused("say-card-defense"))
    given(GAME, *held).when(shield.copy_with(defense=1)).then(table(**{"combat.strike.defense": 1}))


def test_a_statistic_adds_only_to_its_own_number() -> None:
    held = (*OPENED, CardGained(seat=CASTLE, card="knowledge"))
    given(GAME, *held).when(AttackCardPlayed(seat=CASTLE, card="knowledge")).then(table(**{"combat.strike.attack": 0}))


def test_a_spell_that_is_played_for_an_attack_is_the_spell_of_the_round() -> None:
    """R32."""
    spells = (*OPENED, *(CardGained(seat=CASTLE, card=card) for card in ("magic-arrow", "haste")))
    played = given(GAME, *spells).when(AttackCardPlayed(seat=CASTLE, card="haste", attack=1))
    played.and_then(SpellCast(seat=CASTLE, card="magic-arrow")).then(refused("one-spell", bendable=True))
    cast = given(GAME, *spells).when(SpellCast(seat=CASTLE, card="magic-arrow"))
    cast.and_then(AttackCardPlayed(seat=CASTLE, card="haste", attack=1)).then(refused("one-spell", bendable=True))


def test_a_card_is_played_for_an_attack_as_often_as_it_is_in_hand() -> None:
    once = AttackCardPlayed(seat=CASTLE, card="attack", attack=1)
    given(GAME, *OPENED, once).when(once).then(refused("not-held"))


def test_who_strikes_back_step_by_step_is_rolled_next_and_struck_no_more() -> None:
    struck = (*OPENED, AttackRolled(dice=(0,)))
    given(GAME, *struck).then_must(AttackRolled)
    given(GAME, *struck).when(AttackRolled(dice=(0,))).then(
        table(**{"combat.strike": None, "combat.fighters.pikes.damage": 1})
    )


def test_cards_are_played_before_an_attack_is_rolled() -> None:
    """R36."""
    given(GAME, *CARDS).when(AttackCardPlayed(seat=CASTLE, card="attack", attack=1)).then(refused("no-strike"))
    given(GAME, *CARDS).when(AttackRolled(dice=(0,))).then(refused("no-strike"))


def test_an_attack_step_by_step_with_an_unknown_card_is_rolled_with_its_damage() -> None:
    fight = duel(own=("pikes",), foes=("zots",), tracks=("towns", "combats", "cards"))
    spec = given(GAME, *fight, AttackDeclared(seat=CASTLE, unit="pikes", target="zots"))
    spec.then_must(AttackRolled).when(AttackRolled(dice=(0,))).then(refused("say-damage"))


def test_the_army_of_a_secondary_hero_plays_no_cards() -> None:
    """R31."""
    second = duel(tracks=("towns", "combats", "cards"), announced={"whose": "secondary hero"})
    opened = (*second, AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *opened).when(AttackCardPlayed(seat=CASTLE, card="attack", attack=1)).then(refused("no-cards"))


def test_a_garrison_plays_no_cards() -> None:
    """R31; p46."""
    paid = (*CARDS[:-2], AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    there = given(GAME, *paid).play.campaign.table
    there.combat.no_cards = [DUNGEON]
    refusals = AttackCardPlayed(seat=DUNGEON, card="defense", defense=1).refusals(there)
    assert "no-cards" in [reason.code for reason in refusals]


def test_a_player_casts_one_spell_in_a_combat_round() -> None:
    """R32: in the next round another one."""
    bolts = (*CARDS, *(CardGained(seat=CASTLE, card=card) for card in ("magic-arrow", "haste")))
    cast = (*bolts, SpellCast(seat=CASTLE, card="magic-arrow"))
    given(GAME, *cast).when(SpellCast(seat=CASTLE, card="haste")).then(refused("one-spell"))
    later = (
        *cast, AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=0, back_damage=0),
        UnitDefended(seat=DUNGEON, unit="imps"), CombatRoundStarted(),
    )  # fmt: skip
    given(GAME, *later).when(SpellCast(seat=CASTLE, card="haste")).then(table(**{"combat.spells": ["castle"]}))


def test_an_attack_on_who_is_no_longer_there_opens_nothing() -> None:
    """The unit was placed by an entry that was taken back."""
    there = given(GAME, *duel()).play.campaign.table.model_copy(deep=True)
    open_strike(there, Strike(attacker="pikes", target="nobody"))
    assert there.combat is not None
    assert (there.combat.strike, there.combat.fighters["pikes"].attacked) == (None, False)


def test_a_hurt_unit_of_unknown_hit_points_is_asked_for() -> None:
    """It is unknown whether it has fallen."""
    fight = (*duel(foes=("zots",)), AttackMade(seat=CASTLE, unit="pikes", target="zots", damage=2, no_answer=True))
    given(GAME, *fight).then_must("What is on the card of zots?")
    given(GAME, *fight).when(UnitDescribed(unit="zots", hp=2)).then(table(combat=None))


def test_in_a_combat_the_gold_pool_gets_back_what_a_pack_and_a_few_cost() -> None:
    """p65: the price of reinforcing as the Pack becomes a Few, the rest as it falls."""
    fight = given(GAME, *duel(own=("bows",), packs=("pikes",), options=("gold-pool",)))
    pikes = fight.play.campaign.table.seats[CASTLE].units["pikes"]
    pikes.paid, pikes.reinforced = {"gold": 7}, {"gold": 5}
    flipped = fight.when(DamageDealt(target="pikes", flips=True))
    flipped.then(followed(GoodsGained(seat=CASTLE, good="gold", amount=5, source="gold pool")))
    fallen = flipped.and_then(DamageDealt(target="pikes", falls=True))
    fallen.then(table(**{"seats.castle.goods.gold": 27}))


def test_without_a_gold_pool_nothing_comes_back() -> None:
    fight = given(GAME, *duel(own=("bows",), packs=("pikes",)))
    fight.play.campaign.table.seats[CASTLE].units["pikes"].paid = {"gold": 7}
    fight.when(DamageDealt(target="pikes", falls=True)).then(table(**{"seats.castle.goods.gold": 20}))
