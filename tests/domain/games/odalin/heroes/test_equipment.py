"""Equipment: what is worn beside what, what it adds, how it changes hands, active powers, set bonuses."""

import pytest

from companion.testing import NOTHING, given, given_bent, refused, says, table
from domain.framework.kernel import ContentCorrected
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignBegun, CampaignSetUp, HeroJoined, HitPointsSet, StatsSet
from domain.games.odalin.combat.rounds import InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import VillainLeft
from domain.games.odalin.dungeon.loot import LootDrawn
from domain.games.odalin.dungeon.rooms import RelicGained, RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.dials import DamageTaken
from domain.games.odalin.heroes.equipment import (
    EquipmentDiscarded,
    EquipmentGiven,
    EquipmentUsed,
    SetBonusNoted,
)
from tests.domain.games.odalin.parties import HEROES, JOURNEY, PARTY

SWORD = EquipmentGiven(item="Sword", hero="Bran", slot="one-hand melee", dice={"red": 1, "black": 1})
SHIELD = EquipmentGiven(item="Shield", hero="Bran", slot="shield", dice={"green": 1})
MAIL = EquipmentGiven(item="Mail", hero="Bran", slot="heavy armor", stats={"vigor": 1}, dice={"green": 2})
RING = EquipmentGiven(item="Ring", hero="Bran", slot="ring", hp=3)
BELT = EquipmentGiven(item="Belt", hero="Bran", slot="belt", stats={"luck": 2})
WORN = (*JOURNEY, SWORD, SHIELD, MAIL, RING)
"""Bran is dressed as the journey begins."""
IN_DUNGEON = (*WORN, HeroesPrepared(), DungeonEntered())


def put_on(item: str, slot: str, **more: object) -> EquipmentGiven:
    return EquipmentGiven(item=item, hero="Bran", slot=slot, **more)  # type: ignore[arg-type]


# === What is worn beside what (V-EQ) ==============================================================


@pytest.mark.parametrize(
    ("worn", "slot", "code"),
    [
        (MAIL, "light armor", "slot-taken"),
        (SWORD, "one-hand caster", "slot-taken"),
        (SWORD, "two-hand melee", "slot-taken"),
        (SHIELD, "two-hand caster", "slot-taken"),
        (SHIELD, "off-hand melee", "slot-taken"),
        (RING, "ring", "same-trinket"),
    ],
)
def test_v_eq_a_second_piece_does_not_fit_where_one_is_worn(worn: EquipmentGiven, slot: str, code: str) -> None:
    given(GAME, *JOURNEY, worn).when(put_on("Other", slot)).then(refused(code, bendable=True, rule="装备"))


@pytest.mark.parametrize(
    ("worn", "slot"), [(SWORD, "shield"), (SWORD, "off-hand caster"), (MAIL, "two-hand melee"), (RING, "amulet")]
)
def test_v_eq_what_takes_another_place_is_worn_too(worn: EquipmentGiven, slot: str) -> None:
    given(GAME, *JOURNEY, worn).when(put_on("Other", slot)).then(table(**{"heroes.Bran.worn.Other.slot": slot}))


def test_ex_29_a_second_ring_is_refused_and_an_amulet_beside_a_ring_is_not() -> None:
    ringed = given(GAME, *JOURNEY, RING)
    ringed.when(put_on("Signet", "ring")).then(refused("same-trinket", says="different types"))
    ringed.when(put_on("Locket", "amulet")).then(table(**{"heroes.Bran.worn.Locket.slot": "amulet"}))


def test_a10_a_third_trinket_is_refused() -> None:
    given(GAME, *JOURNEY, RING, BELT).when(put_on("Boots", "boots")).then(refused("two-trinkets"))


def test_what_is_taken_off_for_it_goes_to_the_stash_before_the_dungeon() -> None:
    spec = given(GAME, *JOURNEY, SWORD, SHIELD).when(
        put_on("Maul", "two-hand melee", instead=("Sword", "Shield"), dice={"white": 3})
    )
    spec.then(
        table(**{"stash": ["Sword", "Shield"], "heroes.Bran.worn.Sword": NOTHING}),
        says("Maul went to Bran in place of Sword, Shield"),
    )
    assert spec.play.campaign.table.heroes["Bran"].dice() == ["white"] * 3


def test_a_hero_wears_the_types_that_its_tile_allows_and_any_trinket() -> None:
    mage = HeroJoined(hero="Cora", hp=10, allowed=("one-hand caster", "light armor"))
    spec = given(GAME, mage, HEROES[0], CampaignBegun())
    spec.when(EquipmentGiven(item="Plate", hero="Cora", slot="heavy armor")).then(refused("wrong-type"))
    spec.when(EquipmentGiven(item="Robe", hero="Cora", slot="light armor")).then()
    spec.when(EquipmentGiven(item="Boots", hero="Cora", slot="boots")).then()


def test_a_piece_of_which_nothing_is_known_is_worn_all_the_same() -> None:
    given(GAME, *WORN).when(EquipmentGiven(item="Odd Thing", hero="Bran")).then(
        table(**{"heroes.Bran.worn.Odd Thing.slot": ""})
    )


def test_numbers_that_were_not_said_are_told_later_of_what_is_worn() -> None:
    plain = given(GAME, *JOURNEY, EquipmentGiven(item="Ring", hero="Bran"), HeroesPrepared(), DungeonEntered())
    plain.when(RING).then(table(**{"heroes.Bran.most": 23, "heroes.Bran.worn.Ring.slot": "ring"}))


def test_what_stands_on_a_piece_that_nobody_described_is_asked_for_before_the_dungeon() -> None:
    given(GAME, *JOURNEY, EquipmentGiven(item="Ring", hero="Bran")).then_prompts("What is printed on Ring?")
    given(GAME, *JOURNEY, RING).then_no_prompt("What is printed on Ring?")


def test_what_is_worn_as_it_is_said_is_worn_already() -> None:
    given(GAME, *JOURNEY, RING).when(RING).then(refused("worn-already", bendable=False))


# === What it adds (C-STAT, C-MAXHP) ===============================================================


def test_ex_07_a_vigor_of_2_and_3_by_equipment_are_5() -> None:
    spec = given(GAME, *JOURNEY, MAIL, put_on("Belt", "belt", stats={"vigor": 2}))
    assert spec.play.campaign.table.heroes["Bran"].stat("vigor") == 5


def test_c_stat_ends_at_12() -> None:
    spec = given(GAME, *JOURNEY, put_on("Belt", "belt", stats={"vigor": 12}))
    assert spec.play.campaign.table.heroes["Bran"].stat("vigor") == 12


def test_both_hands_give_their_dice_and_armor_the_green_ones() -> None:
    bran = given(GAME, *WORN, put_on("Odd", "amulet")).play.campaign.table.heroes["Bran"]
    assert (bran.dice(), bran.defense_dice()) == (["red", "black"], 3)


def test_numbers_of_a_card_are_typed_once() -> None:
    given(GAME, *WORN, EquipmentGiven(item="Ring")).when(EquipmentGiven(item="Ring", hero="Ada")).then(
        table(**{"heroes.Ada.worn.Ring.hp": 3, "heroes.Ada.worn.Ring.slot": "ring", "heroes.Ada.most": 17})
    )


def test_c_maxhp_hit_points_go_up_and_down_with_the_most() -> None:
    hurt = given(GAME, *JOURNEY, DamageTaken(whom="Bran", amount=12))
    worn = hurt.when(RING).then(
        table(**{"heroes.Bran.most": 23, "heroes.Bran.hp": 11}), says("Ring went to Bran: 23 hit points at most")
    )
    worn.and_then(EquipmentGiven(item="Ring")).then(table(**{"heroes.Bran.most": 20, "heroes.Bran.hp": 8}))


def test_who_takes_a_piece_back_off_by_undo_has_the_hit_points_of_before() -> None:
    given(GAME, *JOURNEY).when(RING).and_undo().then(
        table(**{"heroes.Bran.most": 20, "heroes.Bran.hp": 20, "heroes.Bran.worn": {}})
    )


def test_a_ring_that_another_hero_put_on_is_put_right() -> None:
    spec = given(GAME, *JOURNEY).when(RING)
    spec.and_amend(spec.play.campaign.position, hero="Ada").then(
        table(**{"heroes.Bran.most": 20, "heroes.Bran.worn": {}, "heroes.Ada.most": 17, "heroes.Ada.hp": 17})
    )


def test_q29_less_of_the_most_leaves_1_hit_point() -> None:
    weak = given(GAME, *JOURNEY, RING, DamageTaken(whom="Bran", amount=21))
    weak.when(EquipmentGiven(item="Ring")).then(table(**{"heroes.Bran.hp": 1, "heroes.Bran.most": 20}))


def test_c_maxhp_ends_at_100_and_comes_back_from_there() -> None:
    giant = given(GAME, HeroJoined(hero="Goliath", hp=96), HEROES[0], CampaignBegun())
    ring = EquipmentGiven(item="Ring", hero="Goliath", slot="ring", hp=9)
    giant.when(ring).then(table(**{"heroes.Goliath.most": 100})).and_then(EquipmentGiven(item="Ring")).then(
        table(**{"heroes.Goliath.most": 96})
    )


def test_c_maxhp_counts_the_bonus_of_vigor() -> None:
    bonus = ContentCorrected(kind="stats", id="vigor", fields={"bonus": {"2": 1, "3": 4}})
    given(GAME, bonus, *JOURNEY).when(MAIL).then(table(**{"heroes.Bran.most": 24, "heroes.Bran.hp": 24}))
    given(GAME, bonus, *JOURNEY).when(StatsSet(hero="Bran", stat="vigor", value=3)).then(
        table(**{"heroes.Bran.most": 24})
    )


def test_the_most_that_was_set_by_hand_goes_on_from_there() -> None:
    given(GAME, *JOURNEY, RING, HitPointsSet(hero="Bran", most=30)).when(EquipmentGiven(item="Ring")).then(
        table(**{"heroes.Bran.most": 27})
    )


# === When it changes hands (V-EQTIME) =============================================================


def test_v_eqtime_in_the_dungeon_nothing_is_exchanged() -> None:
    given(GAME, *IN_DUNGEON).when(EquipmentGiven(item="Ring", hero="Ada")).then(
        refused("exchange-later", bendable=True, rule="装备")
    )


def test_v_eqtime_the_first_step_of_a_journey_is_over_once_the_heroes_are_ready() -> None:
    given(GAME, *WORN, HeroesPrepared()).when(BELT).then(refused("exchange-later"))


def test_v_eqtime_at_a_campfire_things_change_hands_again() -> None:
    fire = given(
        GAME, *WORN, BELT, EquipmentGiven(item="Belt"), HeroesPrepared(), DungeonEntered(),
        RoomSetUp(entry="1", sanctuaries=("2",), quiet=True), InitiativeSet(order=("Bran", "Ada")), RelicGained(),
        SanctuaryOpened(hero="Bran", door="2"),
    )  # fmt: skip
    fire.when(EquipmentGiven(item="Ring", hero="Ada")).then(table(**{"heroes.Ada.most": 17, "heroes.Bran.most": 20}))
    fire.when(EquipmentGiven(item="Belt", hero="Ada")).then(table(stash=[]))


def test_the_stash_is_out_of_reach_in_the_dungeon() -> None:
    stashed = given(GAME, *WORN, EquipmentGiven(item="Ring"), HeroesPrepared(), DungeonEntered())
    stashed.when(EquipmentGiven(item="Ring", hero="Ada")).then(refused("stash-closed", rule="团队仓库"))
    stashed.when(EquipmentGiven(item="Shield")).then(refused("stash-closed"))


def test_a_new_piece_is_worn_at_once_and_what_it_replaces_is_given_out_next() -> None:
    drawn = given(GAME, *IN_DUNGEON, LootDrawn(items=("Axe",)))
    axe = put_on("Axe", "one-hand melee", instead=("Sword",), dice={"red": 2})
    worn = drawn.then_must(EquipmentGiven(item="Axe")).when(axe)
    worn.then(table(loot=["Sword"], stash=[])).then_must(EquipmentGiven(item="Sword"))
    passed = worn.and_then(EquipmentGiven(item="Sword", hero="Ada"))
    passed.then(table(**{"loot": [], "heroes.Ada.worn.Sword.dice.red": 1}))
    passed.and_then(EquipmentGiven(item="Shield", hero="Ada")).then(refused("exchange-later"))
    passed.and_undo().then(table(**{"loot": ["Sword"], "heroes.Ada.worn": {}}))


def test_what_is_gained_in_the_middle_of_a_journey_is_worn_at_once() -> None:
    gained = given(GAME, *WORN, HeroesPrepared(), LootDrawn(items=("Axe",), source="a grateful smith"))
    gained.when(put_on("Axe", "one-hand melee", instead=("Sword",))).then(table(loot=["Sword"], stash=[]))
    gained.then_must(EquipmentGiven(item="Sword"))


def test_what_is_gained_as_a_journey_begins_sends_the_old_to_the_stash() -> None:
    gained = given(GAME, *WORN, LootDrawn(items=("Axe",)))
    gained.when(put_on("Axe", "one-hand melee", instead=("Sword",))).then(table(loot=[], stash=["Sword"]))


def test_what_nobody_wears_goes_to_the_stash() -> None:
    given(GAME, *IN_DUNGEON, LootDrawn(items=("Axe",))).when(EquipmentGiven(item="Axe")).then(
        table(loot=[], stash=["Axe"]), says("Axe went to the stash")
    ).then_no_prompt(EquipmentGiven(item="Axe"))


def test_a_turn_does_not_end_before_loot_is_given_out() -> None:
    found = given(GAME, *PARTY, LootDrawn(items=("Axe",)))
    found.when(TurnEnded(who="Bran")).then(refused("still-due", says="Who takes Axe?"))


def test_what_is_taken_off_goes_in_return_to_the_hero_who_gave() -> None:
    axe = EquipmentGiven(item="Axe", hero="Ada", slot="one-hand melee")
    given(GAME, *JOURNEY, SWORD, axe).when(EquipmentGiven(item="Axe", hero="Bran", instead=("Sword",))).then(
        table(**{"heroes.Ada.worn.Sword.slot": "one-hand melee", "heroes.Ada.worn.Axe": NOTHING, "stash": []}),
        says("Axe went to Bran from Ada in place of Sword, in return for Sword"),
    )


@pytest.mark.parametrize("item", ["Sword", "Mail"])
def test_the_last_weapon_and_armor_stay_with_a_hero(item: str) -> None:
    given(GAME, *WORN).when(EquipmentGiven(item=item)).then(refused("keep-one", bendable=True))
    given(GAME, *WORN).when(EquipmentGiven(item=item, hero="Ada")).then(refused("keep-one"))


def test_a_hero_without_a_weapon_or_an_armor_is_asked_for_them() -> None:
    given(GAME, *JOURNEY, SWORD).then_prompts("Bran: heavy armor", "Bran: light armor", "Ada: weapon and armor")
    given(GAME, *JOURNEY, MAIL).then_prompts("Bran: two hand melee", "Bran: one hand caster", "Ada: weapon and armor")
    given(GAME, *JOURNEY, SWORD, MAIL).then_no_prompt("Bran: heavy armor").then_prompts("Exchange equipment")


def test_a_hero_is_offered_no_two_handed_weapon_beside_a_shield() -> None:
    shield = EquipmentGiven(item="Round Shield", hero="Bran", slot="shield")
    spec = given(GAME, *JOURNEY, MAIL, shield).then_prompts("Bran: one hand melee", "Bran: one hand caster")
    spec.then_no_prompt("Bran: two hand melee")


def test_a_piece_of_unknown_type_is_asked_for_it_and_then_for_what_is_missing() -> None:
    """3.1.4: a weapon alone is not enough, and only its type says that it is one."""
    untyped = EquipmentGiven(item="Longsword", hero="Bran")
    spec = given(GAME, *HEROES, untyped).then_prompts("What is printed on Longsword?", "Ada: weapon and armor")
    spec = spec.then_no_prompt("Bran: heavy armor")
    spec.when(EquipmentGiven(item="Longsword", hero="Bran", slot="one-hand melee")).then()
    given(GAME, *HEROES, SWORD).then_prompts("Bran: heavy armor", "Bran: light armor")


def test_what_lies_in_the_stash_is_not_stashed_again() -> None:
    given(GAME, *JOURNEY, RING, EquipmentGiven(item="Ring")).when(EquipmentGiven(item="Ring")).then(
        refused("stashed-already", bendable=False)
    )


def test_what_is_discarded_is_lost_with_what_it_gave() -> None:
    given(GAME, *IN_DUNGEON).when(EquipmentDiscarded(item="Ring", source="rust")).then(
        table(**{"heroes.Bran.most": 20, "discarded": ["Ring"], "heroes.Bran.worn.Ring": NOTHING}),
        says("Ring was discarded by Bran (rust)"),
    )


# === Active powers (主动威能) ======================================================================

WAND = put_on("Wand", "amulet", active=True)
WITH_WAND = (*JOURNEY, SWORD, WAND, RING, *PARTY[len(JOURNEY) :])


def test_a_power_turns_its_item_sideways_until_the_combat_ends() -> None:
    used = given(GAME, *WITH_WAND).when(EquipmentUsed(hero="Bran", item="Wand", effect="+2 damage"))
    used.then(table(**{"heroes.Bran.worn.Wand.cooldown": True}), says("Bran used Wand: +2 damage"))
    used.and_then(EquipmentUsed(hero="Bran", item="Wand")).then(refused("in-cooldown", says="in cooldown"))
    used.and_then(VillainLeft(villain="scarab 1")).and_then(VillainLeft(villain="scarab 2")).then(
        table(**{"heroes.Bran.worn.Wand.cooldown": False})
    )


def test_a_power_that_is_taken_back_may_be_used_again() -> None:
    given(GAME, *WITH_WAND).when(EquipmentUsed(hero="Bran", item="Wand")).and_undo().then(
        table(**{"heroes.Bran.worn.Wand.cooldown": False})
    )


def test_a_power_is_offered_where_its_card_is_known_to_have_one() -> None:
    given(GAME, *WITH_WAND).then_prompts(EquipmentUsed(hero="Bran", item="Wand")).then_no_prompt(
        EquipmentUsed(hero="Bran", item="Sword")
    )


def test_an_item_without_the_sign_has_no_active_power() -> None:
    plain = put_on("Plain", "belt", active=False)
    given(GAME, *JOURNEY, plain).when(EquipmentUsed(hero="Bran", item="Plain")).then(refused("no-active-power"))


def test_an_item_that_is_passed_on_stays_in_cooldown_and_a_new_one_is_active() -> None:
    used = given(GAME, *WITH_WAND, EquipmentUsed(hero="Bran", item="Wand"), LootDrawn(items=("Locket",)))
    locket = put_on("Locket", "amulet", instead=("Wand",))
    used.when(locket).then(table(**{"heroes.Bran.worn.Locket.cooldown": False, "cooling": ["Wand"]})).and_then(
        EquipmentGiven(item="Wand", hero="Ada")
    ).then(table(**{"heroes.Ada.worn.Wand.cooldown": True, "cooling": []}))


def test_q31_what_was_stashed_in_cooldown_is_refreshed() -> None:
    used = given(GAME, *WITH_WAND, EquipmentUsed(hero="Bran", item="Wand"), LootDrawn(items=("Locket",)))
    stashed = used.when(put_on("Locket", "amulet", instead=("Wand",))).and_then(EquipmentGiven(item="Wand"))
    stashed.then(table(cooling=["Wand"])).and_then(VillainLeft(villain="scarab 1")).and_then(
        VillainLeft(villain="scarab 2")
    ).then(table(cooling=[]))


def test_what_is_in_cooldown_gives_its_numbers_all_the_same() -> None:
    used = given(GAME, *WITH_WAND, EquipmentUsed(hero="Bran", item="Ring"))
    used.then(table(**{"heroes.Bran.most": 23, "heroes.Bran.worn.Ring.cooldown": True}))


# === Sets (套装) ==================================================================================

HELM = put_on("Helm", "helmet", set="Dragon")
GLOVES = put_on("Gloves", "gloves", set="Dragon")


def test_a_set_bonus_is_asked_for_as_the_pieces_change_and_goes_with_the_last() -> None:
    bonus = SetBonusNoted(hero="Bran", set="Dragon", stats={"power": 2}, hp=4, effect="fire")
    known = StatsSet(hero="Bran", stat="power", value=0)
    noted = (
        given(GAME, *JOURNEY, known, HELM, GLOVES).then_prompts(SetBonusNoted(hero="Bran", set="Dragon")).when(bonus)
    )
    noted.then(
        table(**{"heroes.Bran.most": 24, "heroes.Bran.set_bonuses.Dragon.effect": "fire"}),
        says("Bran gained the set bonus for 2 pieces of Dragon: fire"),
    )
    assert noted.play.campaign.table.heroes["Bran"].stat("power") == 2
    one = noted.and_then(EquipmentGiven(item="Helm")).then_prompts(SetBonusNoted(hero="Bran", set="Dragon"))
    one.and_then(EquipmentGiven(item="Gloves")).then(
        table(**{"heroes.Bran.most": 20, "heroes.Bran.set_bonuses": {}})
    ).then_no_prompt(SetBonusNoted)


def test_there_is_no_bonus_of_a_set_that_nobody_wears() -> None:
    given(GAME, *JOURNEY).when(SetBonusNoted(hero="Bran", set="Dragon")).then(refused("no-piece"))


def test_a_table_that_does_not_track_equipment_is_asked_for_none() -> None:
    given(GAME, CampaignSetUp(tracks=("turns",)), *JOURNEY).then_no_prompt(EquipmentGiven)


def test_bent_rules_wear_two_rings() -> None:
    given_bent(GAME, *JOURNEY, RING, put_on("Signet", "ring")).then(
        table(**{"heroes.Bran.worn.Ring.slot": "ring", "heroes.Bran.worn.Signet.slot": "ring"})
    )
