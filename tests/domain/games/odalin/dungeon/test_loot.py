"""Loot that is drawn and given out, the anvil and the lamp, legendary rewards, and consumables."""

import pytest

from companion.testing import followed, given, given_bent, refused, says, table
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.campaign.journey import DungeonEntered, HeroesPrepared
from domain.games.odalin.campaign.party import CampaignSetUp
from domain.games.odalin.campaign.scenario import ScenarioBegun
from domain.games.odalin.combat.attacks import AttackDeclared
from domain.games.odalin.combat.rounds import InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import VillainLeft, VillainPlaced
from domain.games.odalin.dungeon.loot import (
    AnvilUsed,
    ConsumableGiven,
    ConsumableUsed,
    DecksKept,
    LampUsed,
    LegendaryGained,
    LootChosen,
    LootDrawn,
    StartingGearDealt,
)
from domain.games.odalin.dungeon.rest import SectionBegun
from domain.games.odalin.dungeon.rooms import DoorOpened, Interacted, RewardsCollected, RoomSetUp, TokenPlaced
from domain.games.odalin.heroes.dials import DamageTaken, HitPointsLost
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.parties import DUNGEON, HEROES, JOURNEY, PARTY, ROOM


def card(kind: str, name: str, **fields: object) -> ContentAdded:
    return ContentAdded(kind=kind, id=name, fields={"en": name, **fields})


DECK = tuple(card("equipment", name, level=1) for name in ("Axe", "Bow", "Cap", "Dirk", "Ewer", "Fan"))
OTHER_LEVEL = card("equipment", "Zweihander", level=2)
POTIONS = (card("consumables", "Salve", level=1, copies=2), card("consumables", "Elixir", level=2))
KEPT = DecksKept(decks=("equipment", "consumables"))
KNOWN = (*DECK, OTHER_LEVEL, *POTIONS, KEPT, *DUNGEON)
"""A dungeon of the first chapter, with decks of a few cards that the app keeps."""
SCENARIO = CampaignSetUp(mode="single scenario")
AT_TURN = (*ROOM, InitiativeSet(order=("Bran", "Ada")))
"""Bran is at turn in a room without enemies."""
FOUR = ("Axe", "Bow", "Cap", "Dirk")
STASHED = (*JOURNEY, *(EquipmentGiven(item=item) for item in FOUR), *AT_TURN[len(JOURNEY) :])


# === Drawn and named ==============================================================================


def test_loot_is_drawn_of_the_chapters_level() -> None:
    given(GAME, *KNOWN).when(LootDrawn(pieces=2, doses=1, source="chest"), rolled=("Cap", "Axe", "Salve")).then(
        table(loot=["Cap", "Axe"], found=["Salve"]), says("Loot (chest): Cap, Axe; consumables: Salve")
    )


def test_consumables_alone_are_told_as_such() -> None:
    found = LootDrawn(consumables=("Potion",), source="barrel")
    given(GAME, *DUNGEON).when(found).then(says("Loot (barrel); consumables: Potion"))


def test_loot_that_was_drawn_at_the_table_is_named() -> None:
    given(GAME, *DUNGEON).when(LootDrawn(items=("Odd Hat",), consumables=("Potion", "Potion"))).then(
        table(loot=["Odd Hat"], found=["Potion", "Potion"])
    )


def test_each_piece_is_asked_for_in_its_order() -> None:
    given(GAME, *DUNGEON, LootDrawn(items=("Axe", "Bow"), consumables=("Potion",))).then_prompts(
        EquipmentGiven(item="Axe"), EquipmentGiven(item="Bow"), ConsumableGiven(consumable="Potion")
    )


def test_the_app_draws_from_no_deck_that_is_in_the_box_however_many_of_its_cards_it_knows() -> None:
    known = given(GAME, *DECK, *POTIONS, *DUNGEON)
    known.when(LootDrawn(pieces=1)).then(refused("loot-unknown", bendable=False))
    known.when(LootDrawn(doses=1)).then(refused("loot-unknown"))
    known.when(LootDrawn(pieces=1, items=("Odd Hat",))).then(table(loot=["Odd Hat"]))


def test_the_decks_that_the_app_keeps_are_told_and_may_be_given_up() -> None:
    kept = given(GAME, *DUNGEON).when(KEPT)
    kept.then(
        table(kept_decks=["equipment", "consumables"]), says("Decks that the app draws from: Equipment, Consumables")
    )
    given(GAME, *DUNGEON, KEPT).when(KEPT).then(refused("kept-already"))
    given(GAME, *DUNGEON, KEPT).when(DecksKept()).then(table(kept_decks=[]))


def test_no_gear_is_dealt_from_a_deck_in_the_box() -> None:
    begun = given(GAME, SCENARIO, *GEAR, *HEROES, ScenarioBegun(chapter_no=2))
    begun.when(StartingGearDealt(hero="Bran")).then(refused("loot-unknown"))


def test_cards_that_nobody_typed_in_are_not_drawn_here() -> None:
    given(GAME, *KNOWN).when(LootDrawn(pieces=7)).then(refused("loot-unknown", says="level 1"))
    given(GAME, *DUNGEON).when(LootDrawn(doses=1)).then(refused("loot-unknown"))
    given(GAME, *DUNGEON).when(LootDrawn()).then(refused("nothing-drawn"))


def test_c_gear_the_level_is_that_of_the_chapter() -> None:
    second = (*DECK, OTHER_LEVEL, KEPT, *JOURNEY, SectionBegun(section=1, chapter_no=2))
    given_bent(GAME, *second).when(LootDrawn(pieces=1)).then(table(loot=["Zweihander"]))


def test_c_gear_after_the_fourth_chapter_loot_is_still_of_level_four() -> None:
    fifth = (card("equipment", "Scythe", level=4), KEPT, *JOURNEY, SectionBegun(section=1, chapter_no=5))
    given_bent(GAME, *fifth).when(LootDrawn(pieces=1)).then(table(loot=["Scythe"]))


def test_a7_equipment_never_goes_back_and_used_consumables_do() -> None:
    drawn = given(GAME, *KNOWN, LootDrawn(items=FOUR, consumables=("Salve",)), ConsumableGiven(consumable="Salve"))
    drawn.when(LootDrawn(pieces=2, doses=2), rolled=("Ewer", "Fan", "Salve", "Salve")).then(
        table(found=["Salve", "Salve"])
    )
    drawn.when(LootDrawn(pieces=1)).then(refused("loot-unknown"))


def test_c_gear_a_named_piece_of_another_level_is_not_drawn_here() -> None:
    wrong = given(GAME, *DECK, OTHER_LEVEL, *JOURNEY).when(LootDrawn(items=("Zweihander",)))
    wrong.then(refused("wrong-level", bendable=True, says="level 2; what is drawn here is of level 1"))


def test_a_piece_that_is_in_play_is_not_drawn_again() -> None:
    given(GAME, *DUNGEON, LootDrawn(items=("Axe",))).when(LootDrawn(items=("Axe",))).then(
        refused("in-play", bendable=True)
    )


def test_loot_that_was_drawn_is_taken_back() -> None:
    given(GAME, *DUNGEON).when(LootDrawn(items=("Axe",), consumables=("Potion",))).and_undo().then(
        table(loot=[], found=[])
    ).then_no_prompt(EquipmentGiven, ConsumableGiven)


def test_rewards_and_tokens_ask_for_the_loot_they_hold() -> None:
    cleared = given(GAME, *PARTY, VillainLeft(villain="scarab 1"), VillainLeft(villain="scarab 2"))
    cleared.when(RewardsCollected(pieces=1, doses=2)).then_must(LootDrawn(pieces=1, doses=2, source="rewards"))
    chest = given(GAME, *AT_TURN, TokenPlaced(token="chest")).when(Interacted(hero="Bran", token="chest", doses=1))
    chest.then_must(LootDrawn(doses=1, pieces=0, source="chest"))
    chest.and_then(LootDrawn(consumables=("Potion", "Salve"), source="chest")).then_no_prompt(LootDrawn)


def test_two_chests_hold_loot_each() -> None:
    opened = given(GAME, *AT_TURN, TokenPlaced(token="chest", count=2))
    opened.when(Interacted(hero="Bran", token="chest", doses=1)).and_then(
        Interacted(hero="Bran", token="chest", doses=1)
    )
    opened.and_then(LootDrawn(doses=1, consumables=("Potion",), source="chest")).then_prompts(
        ConsumableGiven(consumable="Potion"), LootDrawn(pieces=0, doses=1, source="chest")
    )


def test_a_table_that_tracks_no_equipment_is_asked_for_no_loot() -> None:
    rooms = CampaignSetUp(tracks=("turns", "rooms"))
    opened = given(GAME, rooms, *AT_TURN, TokenPlaced(token="chest")).when(
        Interacted(hero="Bran", token="chest", doses=1)
    )
    opened.then_no_prompt(LootDrawn, "Interact: Anvil")


def test_rewards_are_collected_after_the_combat_and_once() -> None:
    given(GAME, *PARTY).when(RewardsCollected()).then(refused("enemy-alive", bendable=True))
    cleared = given(GAME, *PARTY, VillainLeft(villain="scarab 1"), VillainLeft(villain="scarab 2"), RewardsCollected())
    cleared.when(RewardsCollected(pieces=1)).then(refused("collected", bendable=True))


def test_rewards_that_were_left_behind_a_door_are_still_collected() -> None:
    """5.3: the rewards of entry N."""
    gone = (VillainLeft(villain="scarab 1"), VillainLeft(villain="scarab 2"))
    onward = given(
        GAME, *PARTY, *gone, DoorOpened(hero="Bran", door="2", leads="2"), RoomSetUp(entry="2", tile="5", quiet=True)
    )
    collected = onward.then_prompts("Collect the rewards of room 1").when(RewardsCollected(room="1", pieces=1))
    collected.then(table(**{"rooms.1.collected": True, "rooms.2.collected": False})).then_must(LootDrawn)


def test_a_table_that_does_not_draw_loot_collects_rewards_all_the_same() -> None:
    cleared = given(GAME, *PARTY, VillainLeft(villain="scarab 1"), VillainLeft(villain="scarab 2"))
    cleared.when(RewardsCollected(rewards="a relic")).then_no_prompt(LootDrawn)


# === In a single scenario (附录B) =================================================================


def test_a_single_scenario_draws_and_gains_twice_the_equipment_and_as_many_consumables() -> None:
    drawn = given(GAME, SCENARIO, *KNOWN).when(
        LootDrawn(pieces=2, doses=1), rolled=("Axe", "Bow", "Cap", "Dirk", "Salve")
    )
    drawn.then(table(loot=["Axe", "Bow", "Cap", "Dirk"], found=["Salve"]))


def test_the_form_recalls_that_a_single_scenario_draws_twice() -> None:
    scenario, campaign = (given(GAME, *begun, *HEROES).play.campaign.table for begun in ((SCENARIO,), ()))
    assert [str(one) for one in LootDrawn.reminders(scenario, {})] == [
        "In a single scenario twice as much equipment is drawn and gained."
    ]
    assert not [*LootDrawn.reminders(campaign, {})]


def test_a_single_scenario_keeps_twice_as_many_of_the_drawn() -> None:
    drawn = given(GAME, SCENARIO, *DUNGEON, LootDrawn(items=("Axe", "Bow", "Cap"), keeps=1))
    one = drawn.when(LootChosen(item="Bow")).then(table(loot=["Bow"], choosing=["Axe", "Cap"]))
    one.and_then(LootChosen(item="Axe")).then(table(loot=["Bow", "Axe"], bottom=["Cap"]))


GEAR = (
    card("equipment", "Mace", level=1, slot="one-hand melee"),
    card("equipment", "Rapier", level=1, slot="one-hand caster"),
    card("equipment", "Buckler", level=1, slot="shield"),
    card("equipment", "Scale", level=1, slot="heavy armor", hp=1),
    card("equipment", "Hood", level=1, slot="helmet"),
    card("equipment", "Cowl", level=1, slot="helmet"),
    card("equipment", "Sash", level=1, slot="belt"),
    card("heroes", "Bran", allowed=["one-hand melee", "shield", "heavy armor"]),
)
FIRST_CHAPTER = ScenarioBegun(chapter_no=1)
CHAPTER_2 = (SCENARIO, KEPT, *GEAR, *HEROES, ScenarioBegun(chapter_no=2))


def test_q30_a_single_scenario_begins_with_a_piece_for_each_place_as_the_hero_allows() -> None:
    dealt = given(GAME, *CHAPTER_2).then_prompts(StartingGearDealt(hero="Bran")).when(StartingGearDealt(hero="Bran"))
    worn = dealt.play.campaign.table.heroes["Bran"].worn
    dealt.then(table(**{"heroes.Bran.most": 21, "heroes.Bran.worn.Sash.slot": "belt"}))
    assert {"Mace", "Buckler", "Scale", "Sash"} < set(worn)
    assert len(worn) == 5


def test_q30_nobody_is_dealt_the_piece_of_another() -> None:
    both = given(GAME, *CHAPTER_2, StartingGearDealt(hero="Bran"), StartingGearDealt(hero="Ada"))
    assert both.play.campaign.table.heroes["Ada"].worn.keys() <= {"Rapier", "Hood", "Cowl"}


def test_starting_gear_is_dealt_in_a_single_scenario_alone() -> None:
    given(GAME, *GEAR, *JOURNEY).when(StartingGearDealt(hero="Bran")).then(refused("only-in-scenario"))
    given(GAME, SCENARIO, *GEAR, *JOURNEY).when(StartingGearDealt(hero="Bran")).then(refused("loot-unknown"))


def test_c_scen_the_first_chapter_begins_with_the_gear_that_heroes_have() -> None:
    first = given(GAME, SCENARIO, card("equipment", "Club", level=0, slot="one-hand melee"), *HEROES, FIRST_CHAPTER)
    first.then_no_prompt(StartingGearDealt).when(StartingGearDealt(hero="Bran")).then(refused("loot-unknown"))


# === Some are kept, the others go under the deck ==================================================


def test_of_five_drawn_one_is_kept_and_four_go_under_the_deck() -> None:
    drawn = given(GAME, *DUNGEON, LootDrawn(items=(*FOUR, "Ewer"), keeps=1, source="rift"))
    kept = drawn.then_must(LootChosen).when(LootChosen(item="Cap"))
    kept.then(
        table(loot=["Cap"], choosing=[], bottom=["Axe", "Bow", "Dirk", "Ewer"]),
        says("Cap was kept; Axe, Bow, Dirk, Ewer went under the deck"),
    ).then_must(EquipmentGiven(item="Cap"))


def test_a7_what_lies_under_the_deck_is_drawn_last() -> None:
    kept = given(GAME, *KNOWN, LootDrawn(items=(*FOUR, "Ewer"), keeps=1), LootChosen(item="Cap"))
    kept.when(LootDrawn(pieces=1)).then(table(loot=["Cap", "Fan"]))


def test_who_names_only_what_is_kept_is_asked_nothing_more() -> None:
    given(GAME, *DUNGEON).when(LootDrawn(pieces=3, items=("Cap",), keeps=1)).then(
        table(loot=["Cap"], choosing=[])
    ).then_no_prompt(LootChosen)


# === Legendary rewards ============================================================================


@pytest.mark.parametrize("kind", ["boss", "rare"])
def test_a_boss_and_a_rare_villain_leave_equipment_of_their_own(kind: str) -> None:
    beaten = given(
        GAME, *ROOM, VillainPlaced(name="Baal", hp=1, **{kind: True}), HitPointsLost(whom="Baal 1", amount=1)
    )
    beaten.then_prompts(LegendaryGained(villain="Baal")).when(LegendaryGained(villain="Baal", item="Crown"))
    beaten.then_must(EquipmentGiven(item="Crown"))


def test_a_reward_may_be_something_else() -> None:
    beaten = given(GAME, *ROOM, VillainPlaced(name="Baal", hp=1, boss=True), HitPointsLost(whom="Baal 1", amount=1))
    beaten.when(LegendaryGained(villain="Baal")).then(table(loot=[]), says("Baal dropped no equipment"))
    beaten.then_no_prompt(LegendaryGained)


def test_what_a_boss_left_is_taken_once() -> None:
    beaten = given(GAME, *ROOM, VillainPlaced(name="Baal", hp=1, boss=True), HitPointsLost(whom="Baal 1", amount=1))
    taken = beaten.when(LegendaryGained(villain="Baal", item="Crown"))
    taken.and_then(LegendaryGained(villain="Baal", item="Orb")).then(refused("left-already", bendable=True))


def test_a_villain_that_was_not_defeated_leaves_nothing() -> None:
    given(GAME, *PARTY).when(LegendaryGained(villain="scarab", item="Crown")).then(refused("not-beaten"))


# === The anvil and the lamp =======================================================================


def test_the_anvil_crafts_one_of_three_for_four_of_the_stash() -> None:
    beside = given(GAME, *STASHED, TokenPlaced(token="anvil")).then_prompts("Use the anvil")
    used = beside.when(AnvilUsed(hero="Bran", discarded=FOUR))
    used.then(table(**{"stash": [], "discarded": [*FOUR], "rooms.1.tokens": {}, "heroes.Bran.spent": 1}))
    used.then_must("Draw loot (anvil), 3 pieces, 1 to keep")
    used.and_then(LootDrawn(pieces=3, keeps=1, items=("Orb", "Rod", "Urn"), source="anvil")).and_then(
        LootChosen(item="Rod")
    ).then(table(loot=["Rod"], bottom=["Orb", "Urn"])).and_then(EquipmentGiven(item="Rod", hero="Ada")).then()


def test_the_anvil_needs_four_in_the_stash() -> None:
    three = (*JOURNEY, *(EquipmentGiven(item=item) for item in FOUR[:3]), *AT_TURN[len(JOURNEY) :])
    given(GAME, *three).when(AnvilUsed(hero="Bran", discarded=(*FOUR[:3], "Axe"))).then(
        refused("anvil-needs-four", rule="铁砧", says="there are 3")
    )


def test_the_anvil_takes_four_pieces_and_not_one_four_times() -> None:
    beside = given(GAME, *STASHED, TokenPlaced(token="anvil"))
    beside.when(AnvilUsed(hero="Bran", discarded=(FOUR[0],) * 4)).then(refused("same-piece", bendable=False))


def test_an_anvil_or_a_lamp_is_used_where_one_stands_as_far_as_rooms_are_tracked() -> None:
    given(GAME, *STASHED).when(AnvilUsed(hero="Bran", discarded=FOUR)).then(refused("not-in-room", bendable=True))
    given(GAME, *AT_TURN).when(LampUsed(hero="Bran")).then(refused("not-in-room", bendable=True))
    untracked = (CampaignSetUp(tracks=("equipment",)), *JOURNEY, HeroesPrepared(), DungeonEntered())
    given(GAME, *untracked).when(LampUsed(hero="Bran")).then_must("Draw loot (lamp), 1 piece, 1 consumable")


def test_the_lamp_gives_a_piece_and_a_consumable() -> None:
    used = (
        given(GAME, *AT_TURN, TokenPlaced(token="lamp")).then_prompts(LampUsed(hero="Bran")).when(LampUsed(hero="Bran"))
    )
    used.then(table(**{"rooms.1.tokens": {}, "heroes.Bran.spent": 1})).then_must(
        LootDrawn(pieces=1, doses=1, source="lamp")
    )


def test_the_anvil_and_the_lamp_are_used_in_ones_own_turn_for_a_point() -> None:
    given(GAME, *AT_TURN).when(LampUsed(hero="Ada")).then(refused("not-your-turn"))
    given(GAME, *STASHED).when(AnvilUsed(hero="Ada", discarded=FOUR)).then(refused("not-your-turn"))


# === Consumables (V-CONS) =========================================================================

SALVE = ConsumableGiven(consumable="Salve", hero="Bran")
ELIXIR = ConsumableGiven(consumable="Elixir", hero="Bran")
TWO = (*JOURNEY, SALVE, ELIXIR)


def test_v_cons_a_third_consumable_is_refused() -> None:
    given(GAME, *TWO).when(SALVE).then(refused("two-consumables", bendable=True, rule="消耗品"))


def test_a_consumable_takes_the_place_of_another() -> None:
    given(GAME, *TWO).when(ConsumableGiven(consumable="Oil", hero="Bran", instead="Salve")).then(
        table(**{"heroes.Bran.consumables": ["Elixir", "Oil"]}), says("Oil went to Bran in place of Salve")
    )


def test_what_nobody_takes_goes_back_into_its_deck() -> None:
    given(GAME, *DUNGEON, LootDrawn(consumables=("Oil",))).when(ConsumableGiven(consumable="Oil")).then(
        table(found=[], stash=[]), says("Oil went back into its deck")
    )


def test_a_hero_discards_a_consumable_whenever_it_wants() -> None:
    given(GAME, *TWO, HeroesPrepared(), DungeonEntered()).when(ConsumableGiven(consumable="Salve", giver="Bran")).then(
        table(**{"heroes.Bran.consumables": ["Elixir"]}), says("Salve went back into its deck from Bran")
    )


def test_consumables_are_passed_on_only_at_rest() -> None:
    passing = ConsumableGiven(consumable="Salve", hero="Ada", giver="Bran")
    given(GAME, *TWO).when(passing).then(
        table(**{"heroes.Bran.consumables": ["Elixir"], "heroes.Ada.consumables": ["Salve"]})
    )
    given(GAME, *TWO, HeroesPrepared(), DungeonEntered()).when(passing).then(refused("exchange-later"))


def test_what_nobody_has_is_neither_passed_on_nor_dropped() -> None:
    given(GAME, *TWO).when(ConsumableGiven(consumable="Oil", hero="Ada", giver="Bran")).then(refused("not-carried"))
    given(GAME, *TWO).when(ConsumableGiven(consumable="Oil")).then(refused("nobody-has-it", bendable=False))
    given(GAME, *TWO).when(ConsumableGiven(consumable="Salve", hero="Bran", giver="Bran")).then(refused("same-hero"))


CARRIED = (*TWO, *PARTY[len(JOURNEY) :])
"""Bran is at turn in a combat, with two consumables."""


def test_a_consumable_costs_no_point_and_is_gone() -> None:
    used = (
        given(GAME, *CARRIED)
        .then_prompts(ConsumableUsed(hero="Bran", consumable="Salve"))
        .when(ConsumableUsed(hero="Bran", consumable="Salve", effect="heal 3"))
    )
    used.then(
        table(**{"heroes.Bran.consumables": ["Elixir"], "heroes.Bran.spent": 0}),
        followed(),
        says("Bran used Salve: heal 3"),
    )
    used.and_undo().then(
        table(**{"heroes.Bran.consumables": ["Salve", "Elixir"], "heroes.Bran.used_consumable": False})
    )


def test_v_cons_one_consumable_a_turn() -> None:
    used = given(GAME, *CARRIED, ConsumableUsed(hero="Bran", consumable="Salve"))
    used.when(ConsumableUsed(hero="Bran", consumable="Elixir")).then(refused("one-consumable", says="one consumable"))
    used.when(TurnEnded(who="Bran")).then(table(**{"heroes.Bran.used_consumable": False}))


def test_v_cons_a_consumable_is_used_in_ones_own_turn() -> None:
    given(GAME, *CARRIED, TurnEnded(who="Bran")).when(ConsumableUsed(hero="Bran", consumable="Salve")).then(
        refused("wrong-step")
    )


def test_v_cons_no_consumable_is_used_within_an_attack() -> None:
    attacking = given(GAME, *CARRIED, AttackDeclared(hero="Bran", target="scarab 1"))
    attacking.when(ConsumableUsed(hero="Bran", consumable="Salve")).then(refused("wrong-step"))


def test_loot_that_was_not_given_out_is_not_lost_with_the_day() -> None:
    found = given(GAME, *PARTY, LootDrawn(items=("Axe",), consumables=("Oil",)))
    lost = found.when(DamageTaken(whom="Bran", amount=20)).and_then(DamageTaken(whom="Ada", amount=14))
    lost.then(table(**{"days_lost": 1, "loot": ["Axe"], "found": ["Oil"]})).then_prompts(
        EquipmentGiven(item="Axe"), ConsumableGiven(consumable="Oil")
    )
