"""Amulets of Power, simplified heroes, and allies who are no heroes."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import DifficultyChanged
from domain.games.odalin.combat.actions import AbilityUsed, BasicMoveTaken, InstantPlayed, PenitenceDone
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.modes import (
    AllyJoined,
    AllyLeft,
    AmuletFlipped,
    AmuletTurnTaken,
    FocusedOnAttack,
    FocusedToHeal,
)
from domain.games.odalin.combat.rounds import ExtraTurnsTaken, InitiativeSet, TurnEnded
from domain.games.odalin.combat.villains import EliteMade, VillainAttacked, VillainPlaced
from domain.games.odalin.heroes.cards import CardsDrawn, cards_gained
from domain.games.odalin.heroes.dials import DamageTaken, Healed, HitPointsLost
from domain.games.odalin.heroes.equipment import EquipmentGiven
from tests.domain.games.odalin.opening import (
    ANA,
    BEN,
    DICE,
    IMP,
    IMP_AT_TURN,
    OGRE,
    PARTY,
    ROUND_OVER,
    Events,
    fight,
    party,
    villains,
)

FIRST, SECOND = "amulet 1", "amulet 2"


def with_amulets(
    *rulings: str, players: int = 2, order: tuple[str, ...] = (ANA, FIRST, SECOND, BEN, IMP, OGRE), **heroes: Any
) -> Events:
    """The same party with amulets in the initiative."""
    return (*fight(*rulings, players=players, amulets=True, **heroes)[:-1], InitiativeSet(order=order))


AMULET_AT_TURN = (*with_amulets(), PenitenceDone(hero=ANA), TurnEnded(who=ANA))


def test_an_amulet_brings_all_points_back_and_three_cards_for_one_more_turn() -> None:
    spec = given(GAME, *AMULET_AT_TURN).then(table(turn_of=FIRST))
    spec = spec.when(AmuletTurnTaken(hero=ANA)).then(
        table(**{"heroes.Ana.spent": 0, "heroes.Ana.corruption": 0}, turn_of=ANA)
    )
    assert len(spec.play.campaign.table.heroes[ANA].in_zone("hand")) == 7
    spec.and_then(BasicMoveTaken(hero=ANA)).and_then(TurnEnded(who=ANA)).then(table(turn_of=SECOND))


def test_the_turn_of_an_amulet_is_taken_back() -> None:
    spec = given(GAME, *AMULET_AT_TURN).when(AmuletTurnTaken(hero=ANA)).and_undo()
    spec.then(table(**{"heroes.Ana.spent": 3}, turn_of=FIRST))


def test_with_two_amulets_nobody_takes_both_in_a_round() -> None:
    events = (*AMULET_AT_TURN, AmuletTurnTaken(hero=ANA), TurnEnded(who=ANA))
    spec = given(GAME, *events).when(AmuletTurnTaken(hero=ANA)).then(refused("amulet-again"))
    spec.and_then(AmuletTurnTaken(hero=BEN)).then(table(turn_of=BEN))


def test_an_amulet_may_be_declined() -> None:
    spec = given(GAME, *AMULET_AT_TURN).then_prompts(AmuletTurnTaken(hero=ANA), "No hero takes the amulet's turn")
    spec.when(TurnEnded(who=FIRST)).then(table(turn_of=SECOND))


def test_no_hero_acts_in_the_turn_of_an_amulet_before_it_takes_it() -> None:
    given(GAME, *AMULET_AT_TURN).when(BasicMoveTaken(hero=BEN)).then(refused("wrong-step"))


def test_three_players_have_one_amulet() -> None:
    given(GAME, *party(players=3, amulets=True)[:3]).then(table(amulets={FIRST: {"flipped": False}}))


@pytest.mark.parametrize(("hero", "hp"), [(ANA, 10), (BEN, 7)])
def test_an_amulet_that_is_turned_over_heals_half_rounded_down(hero: str, hp: int) -> None:
    """C-AMULET, and a guardian's resolve does not help (Q55)."""
    events = (*with_amulets(), HitPointsLost(whom=ANA, amount=19), HitPointsLost(whom=BEN, amount=14))
    spec = given(GAME, *events).when(AmuletFlipped(hero=hero, amulet=FIRST))
    spec.then(table(**{f"heroes.{hero}.hp": 1 + hp, f"amulets.{FIRST}.flipped": True}))


def test_each_amulet_heals_once_a_combat() -> None:
    spec = given(GAME, *with_amulets(), AmuletFlipped(hero=ANA, amulet=FIRST))
    spec = spec.when(AmuletFlipped(hero=ANA, amulet=FIRST)).then(refused("amulet-flipped"))
    spec.and_then(AmuletFlipped(hero=ANA, amulet=SECOND)).then(table(**{f"amulets.{SECOND}.flipped": True}))


def test_a_table_may_rule_that_one_amulet_heals() -> None:
    spec = given(GAME, *with_amulets("one-amulet-heals"), AmuletFlipped(hero=ANA, amulet=FIRST))
    spec.when(AmuletFlipped(hero=ANA, amulet=SECOND)).then(refused("amulet-flipped"))


def test_an_amulet_does_not_help_who_is_down() -> None:
    events = (*with_amulets(), AttackDeclared(hero=ANA, target=IMP), HitPointsLost(whom=ANA, amount=20))
    given(GAME, *events).when(AmuletFlipped(hero=ANA, amulet=FIRST)).then(refused("not-healed", bendable=False))


SIMPLE = (*DICE, *fight(simple=True))


def test_a_simplified_hero_draws_as_its_own_turn_begins() -> None:
    hand = given(GAME, *SIMPLE).play.campaign.table.heroes[ANA].in_zone("hand")
    assert len(hand) == 4


def test_a_simplified_hero_discards_what_is_left_at_the_end_of_its_turn() -> None:
    assert not given(GAME, *SIMPLE, TurnEnded(who=ANA)).play.campaign.table.heroes[ANA].in_zone("hand")


def test_a_simplified_hero_uses_no_ability_and_no_instant() -> None:
    spec = given(GAME, *SIMPLE)
    card = spec.play.campaign.table.heroes[ANA].in_zone("hand")[0]
    spec.when(AbilityUsed(hero=ANA, sleeve=card)).then(refused("simple-cards"))
    spec.when(InstantPlayed(hero=ANA, sleeve=card)).then(refused("simple-cards"))


def test_boundary_19_what_a_simplified_hero_would_draw_heals_it() -> None:
    spec = given(GAME, *SIMPLE, HitPointsLost(whom=BEN, amount=5))
    assert list(cards_gained(spec.play.campaign.table, ANA, 2, "card")) == [Healed(whom=ANA, amount=2, source="card")]
    spec.when(CardsDrawn(hero=ANA, count=2, source="card")).then(refused("simple-draw", says="heal 1"))


def test_a_simplified_hero_in_an_amulets_turn_heals_three_and_draws_as_usual() -> None:
    """Q65."""
    events = (*with_amulets(simple=True, first="mage"), HitPointsLost(whom=ANA, amount=9), TurnEnded(who=ANA))
    spec = given(GAME, *events).when(AmuletTurnTaken(hero=ANA)).then(table(**{"heroes.Ana.hp": 14}, turn_of=ANA))
    assert len(spec.play.campaign.table.heroes[ANA].in_zone("hand")) == 4


def test_a_simplified_hero_rolls_a_blue_die_more() -> None:
    wand = EquipmentGiven(hero=ANA, item="Wand", slot="one-hand caster", dice={"white": 1})
    start = fight(simple=True)
    armed = (*DICE, *start[:3], wand, *start[3:], AttackDeclared(hero=ANA, target=IMP))
    spec = given(GAME, *armed).when(AttackRolled(), rolled=("hit", "hit"))
    spec.then(table(**{"attack.dice": ["white", "blue"]}))


def test_focus_adds_damage_for_each_die_to_the_next_attack() -> None:
    """C-FOCUS: the blue one, too."""
    sword = EquipmentGiven(hero=ANA, item="Sword", slot="one-hand melee", dice={"red": 2})
    focused = (FocusedOnAttack(hero=ANA), FocusedOnAttack(hero=ANA), AttackDeclared(hero=ANA, target=IMP, damage=1))
    spec = given(
        GAME, *DICE, *fight(simple=True)[:2], sword, *fight(simple=True)[2:], *focused, AttackRolled(hits=2)
    ).when(AttackResolved())
    spec.then(table(**{"villains.Imp 1.hp": 3, "heroes.Ana.next_damage": 0, "heroes.Ana.spent": 3}))


def test_focus_on_the_attack_is_for_twice_a_turn() -> None:
    focused = FocusedOnAttack(hero=ANA, dice=2)
    given(GAME, *SIMPLE, focused, focused).when(focused).then(refused("focus-limit", says="2 a turn"))


def test_focus_asks_for_dice_that_nobody_knows_where_it_counts_them() -> None:
    spec = given(GAME, *SIMPLE).when(FocusedOnAttack(hero=ANA)).then(refused("no-dice"))
    spec = spec.and_then(FocusedOnAttack(hero=ANA, dice=2)).then(table(**{"heroes.Ana.next_damage": 3}))
    spec.then(says("Ana focused on the next attack: 3 more damage"))
    at_once = fight(simple=True, tracks=("turns", "rooms"))
    given(GAME, *at_once).when(FocusedOnAttack(hero=ANA)).then(says("Ana focused on the next attack"))


def test_focus_heals_for_each_weapon_die_once_a_turn() -> None:
    events = (*SIMPLE, HitPointsLost(whom=BEN, amount=9))
    spec = given(GAME, *events).when(FocusedToHeal(hero=ANA, whom=BEN, dice=3))
    spec.then(
        table(**{"heroes.Ben.hp": 9, "heroes.Ana.spent": 2}), says("Ana focused to heal Ben", "Ben healed 3 (focus)")
    )
    spec.and_then(FocusedToHeal(hero=ANA, whom=BEN, dice=3)).then(refused("focus-limit", says="1 a turn"))


def test_focus_heals_no_enemy() -> None:
    """3.16."""
    spec = given(GAME, *SIMPLE, HitPointsLost(whom=IMP, amount=2)).when(FocusedToHeal(hero=ANA, whom=IMP, dice=3))
    spec.then(refused("not-offered"))


def test_focus_to_heal_asks_for_dice_that_nobody_knows() -> None:
    given(GAME, *SIMPLE).when(FocusedToHeal(hero=ANA, whom=BEN)).then(refused("no-dice"))


def test_only_a_simplified_hero_focuses() -> None:
    given(GAME, *PARTY).when(FocusedOnAttack(hero=ANA)).then(refused("not-simplified"))


def test_an_ally_joins_is_hurt_and_leaves_at_no_hit_points() -> None:
    spec = given(GAME, *PARTY, AllyJoined(name="Skeleton", hp=3)).when(AllyJoined(name="Skeleton", hp=3))
    spec = spec.then(table(**{"allies.Skeleton 2.hp": 3}), says("Skeleton 2 joined the party: 3 hit points"))
    spec = spec.and_then(DamageTaken(whom="Skeleton", amount=3))
    spec.then(followed(AllyLeft(ally="Skeleton", source="defeated")), table(**{"allies.Skeleton": NOTHING}))


ESCORT = (AllyJoined(name="Miller", hp=6), *IMP_AT_TURN)


def test_villains_attack_allies_only_where_that_is_said() -> None:
    """Q58."""
    attack = VillainAttacked(villain=IMP, hero="Miller", damage=2)
    spec = given(GAME, *PARTY, *ESCORT).when(attack).then(refused("only-heroes", bendable=True))
    spec.when(attack, bend="the room says so").then(table(**{"allies.Miller.hp": 4}, turn_of=BEN))


def test_a_table_may_rule_that_villains_attack_allies_like_heroes() -> None:
    spec = given(GAME, *fight("allies-are-targets"), *ESCORT)
    spec.when(VillainAttacked(villain=IMP, hero="Miller", damage=2, conditions={"poisoned": 1})).then(
        table(**{"allies.Miller.hp": 4, "allies.Miller.conditions": {"poisoned": 1}})
    )


@pytest.mark.parametrize(("hero", "others"), [("Miller", ()), (ANA, ("Miller",))], ids=["alone", "with a hero"])
def test_the_damage_of_an_attack_on_an_ally_is_said(hero: str, others: tuple[str, ...]) -> None:
    here = (*fight("allies-are-targets"), *ESCORT)
    given(GAME, *here).when(VillainAttacked(villain=IMP, hero=hero, others=others)).then(refused("blow-unknown"))


@pytest.mark.parametrize(
    ("difficulty", "elites"), [("normal", []), ("hard", [IMP]), ("nightmare", [IMP, OGRE]), ("hell", [IMP, OGRE])]
)
def test_the_first_villains_of_a_combat_get_elite_cards(difficulty: str, elites: list[str]) -> None:
    spec = given(GAME, *fight(difficulty=difficulty))
    spec.then_prompts(*(EliteMade(villain=elite) for elite in elites)) if elites else spec.then_no_prompt(EliteMade)
    for elite in elites:
        spec = spec.when(EliteMade(villain=elite, card="Fast")).then(table(**{f"villains.{elite}.elite": True}))
    spec.then_no_prompt(EliteMade)


def test_a_third_villain_gets_no_elite_card_in_hell() -> None:
    """3.17."""
    three = (*party(difficulty="hell"), *villains(), VillainPlaced(name="Rat", hp=2, defense=1))
    spec = given(GAME, *three, InitiativeSet(order=(ANA, IMP, BEN, OGRE, "Rat 1")))
    spec.then_prompts(EliteMade(villain=IMP), EliteMade(villain=OGRE)).then_no_prompt(EliteMade(villain="Rat 1"))


def test_a_boss_gets_the_card_of_its_difficulty_instead() -> None:
    boss = (*party(difficulty="hell"), *villains(), VillainPlaced(name="Lich", hp=40, boss=True), InitiativeSet())
    spec = given(GAME, *boss).then_prompts(EliteMade(villain="Lich 1", card="boss-hell"))
    spec = spec.when(EliteMade(villain=IMP)).then(refused("boss-instead"))
    spec = spec.and_then(EliteMade(villain="Lich 1", card="boss-hell")).then(
        table(**{"villains.Lich 1.elite": False, "villains.Lich 1.elite_card": "boss-hell"})
    )
    spec.then_no_prompt(EliteMade)


@pytest.mark.parametrize("difficulty", ["hard", "nightmare", "hell"])
def test_a_boss_is_asked_for_one_card_and_gets_that_of_the_difficulty(difficulty: str) -> None:
    boss = (*party(difficulty=difficulty), *villains(), VillainPlaced(name="Lich", hp=40, boss=True), InitiativeSet())
    spec = given(GAME, *boss).when(EliteMade(villain="Lich 1"))
    spec.then(table(**{"villains.Lich 1.elite_card": f"boss-{difficulty}"})).then_no_prompt(EliteMade)


def test_in_hell_elites_take_one_more_turn_at_the_end_of_the_round() -> None:
    spec = given(GAME, *fight(difficulty="hell"), EliteMade(villain=OGRE), *ROUND_OVER)
    spec.then(table(turn_of=OGRE, waiting=[OGRE]))
    told = ExtraTurnsTaken(villains=(OGRE,)).describe(spec.play.campaign.table)
    assert str(told) == "An extra turn: Ogre 1"


def test_the_difficulty_changes_on_the_way() -> None:
    spec = given(GAME, *PARTY[:4]).when(DifficultyChanged(difficulty="casual")).then(table(difficulty="casual"))
    spec.and_then(DifficultyChanged(difficulty="casual")).then(refused("same-difficulty"))


def test_who_changes_the_difficulty_within_a_dungeon_is_asked_once() -> None:
    changed = DifficultyChanged(difficulty="casual")
    spec = given(GAME, *PARTY).when(changed).then(refused("between-dungeons", bendable=True))
    spec.when(changed, bend="we lose").then(table(difficulty="casual"))


def test_no_amulet_is_taken_in_the_turn_of_another() -> None:
    given(GAME, *with_amulets()).when(AmuletTurnTaken(hero=ANA), bend="as it is").then(refused("no-amulet-turn"))


def test_focus_asks_for_the_dice_of_a_weapon_that_nobody_knows_beside_another() -> None:
    sword = EquipmentGiven(hero=ANA, item="Sword", slot="one-hand melee")
    claw = EquipmentGiven(hero=ANA, item="Claw", slot="off-hand caster", dice={"white": 1})
    opening = fight(simple=True)
    spec = given(GAME, *opening[:2], sword, claw, *opening[2:])
    spec.when(FocusedOnAttack(hero=ANA)).then(refused("no-dice"))
    spec.when(FocusedToHeal(hero=ANA, whom=BEN)).then(refused("no-dice"))
