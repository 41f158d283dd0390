"""Villains: how they come, whom they attack, and how heroes defend."""

import pytest

from companion.testing import NOTHING, Rolled, followed, given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import BasicMoveTaken
from domain.games.odalin.combat.classes import ClassTokensGained, HolyAuraRaised
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.rounds import InitiativeSet, TurnBegan, TurnEnded
from domain.games.odalin.combat.villains import (
    AssaultEnded,
    AttackCardDrawn,
    BlowTaken,
    DefenseRolled,
    VillainAttacked,
    VillainHeldBack,
    VillainLeft,
    VillainNumbersSet,
    VillainPlaced,
)
from domain.games.odalin.dungeon.rooms import RoomSetUp
from domain.games.odalin.heroes.dials import CorruptionGained, DamageTaken, HitPointsLost, PointTainted
from domain.games.odalin.heroes.dice import rolled_shields
from domain.games.odalin.state.hero import Hero, Worn
from tests.domain.games.odalin.opening import (
    ANA,
    BEN,
    GREEN,
    IMP,
    IMP_AT_TURN,
    OGRE,
    PARTY,
    Events,
    fight,
    party,
    villains,
)

AT_TURN = (*PARTY, *IMP_AT_TURN)
STRUCK = VillainAttacked(villain=IMP, hero=ANA, damage=5)


def test_a_villain_attacks_and_its_turn_passes_by_itself() -> None:
    spec = given(GAME, *AT_TURN).when(STRUCK).then_must(DefenseRolled(hero=ANA))
    spec = spec.and_then(DefenseRolled(hero=ANA, shields=1)).then(
        followed(
            DamageTaken(whom=ANA, amount=4, source="attack"),
            AssaultEnded(villain=IMP),
            TurnEnded(who=IMP),
            TurnBegan(who=BEN),
        ),
        table(**{"heroes.Ana.hp": 16}),
    )
    spec.and_undo().then(table(**{"heroes.Ana.hp": 20}, turn_of=IMP)).then_must(DefenseRolled(hero=ANA))


def test_a_villain_that_reaches_nobody_ends_its_turn() -> None:
    given(GAME, *AT_TURN).when(VillainHeldBack(villain=IMP)).then(table(turn_of=BEN))


def test_two_shields_are_a_perfect_defense_against_damage_and_effects() -> None:
    """Q3: bonuses do not count for that by usual."""
    attack = VillainAttacked(villain=IMP, hero=ANA, damage=9, conditions={"poisoned": 1})
    spec = given(GAME, *AT_TURN, attack).when(DefenseRolled(hero=ANA, shields=2))
    spec.then(table(**{"heroes.Ana.hp": 20, "heroes.Ana.conditions": {}}))


def test_effects_come_though_no_damage_is_left() -> None:
    attack = VillainAttacked(villain=IMP, hero=ANA, damage=1, conditions={"poisoned": 1})
    spec = given(GAME, *AT_TURN, attack).when(DefenseRolled(hero=ANA, shields=1))
    spec.then(table(**{"heroes.Ana.hp": 20, "heroes.Ana.conditions": {"poisoned": 1}}))


@pytest.mark.parametrize(("ruling", "hp"), [((), 19), (("bonus-makes-perfect",), 20)])
def test_case_42_agility_four_is_two_shields_more(ruling: tuple[str, ...], hp: int) -> None:
    """Whether they make a perfect defense is a ruling (Q3)."""
    events = fight(*ruling)
    agile = (*events[:1], events[1].copy_with(agility=4), *events[2:], *IMP_AT_TURN)
    attack = VillainAttacked(villain=IMP, hero=ANA, damage=4)
    given(GAME, *agile, attack).when(DefenseRolled(hero=ANA, shields=1)).then(table(**{"heroes.Ana.hp": hp}))


def test_conditions_of_villain_and_hero_count() -> None:
    tokens = (
        ConditionsGained(whom=IMP, tokens={"weakened": 1}),
        ConditionsGained(whom=ANA, tokens={"vulnerable": 1}),
        ConditionsGained(whom=BEN, tokens={"toughened": 1}),
    )
    attack = VillainAttacked(villain=IMP, hero=ANA, others=(BEN,), damage=6)
    spec = given(GAME, *PARTY, *tokens, *IMP_AT_TURN, attack).when(DefenseRolled(hero=ANA, shields=0))
    spec.and_then(DefenseRolled(hero=BEN, shields=0)).then(table(**{"heroes.Ana.hp": 14, "heroes.Ben.hp": 13}))


def test_damage_that_weakness_takes_off_is_made_up_for_by_vulnerability() -> None:
    """C-VDMG: only the sum of all is at least none."""
    tokens = (ConditionsGained(whom=IMP, tokens={"weakened": 1}), ConditionsGained(whom=ANA, tokens={"vulnerable": 1}))
    attack = VillainAttacked(villain=IMP, hero=ANA, damage=1)
    spec = given(GAME, *PARTY, *tokens, *IMP_AT_TURN, attack).when(DefenseRolled(hero=ANA, shields=0))
    spec.then(table(**{"heroes.Ana.hp": 19}))


# === What gets through, where nobody said what the card deals ======================================

BLOW = VillainAttacked(villain=IMP, hero=ANA, conditions={"poisoned": 1})


@pytest.mark.parametrize(
    ("perfect", "conditions"),
    [pytest.param(False, {"poisoned": 1}, id="no damage"), pytest.param(True, {}, id="a perfect defense")],
)
def test_a_blow_that_deals_no_damage_has_its_effects_but_for_a_perfect_defense(
    perfect: bool, conditions: dict[str, int]
) -> None:
    """3.10.6."""
    spec = given(GAME, *AT_TURN, BLOW).then_must(BlowTaken)
    spec = spec.when(BlowTaken(hero=ANA, damage=0, perfect=perfect))
    spec.then(table(**{"heroes.Ana.hp": 20, "heroes.Ana.conditions": conditions}))


def test_guard_tokens_take_damage_off_a_blow_and_one_of_them_goes() -> None:
    """C-GUARD."""
    guarded = (*PARTY, ClassTokensGained(hero=ANA, token="guard", amount=2), *IMP_AT_TURN, BLOW)
    spec = given(GAME, *guarded).when(BlowTaken(hero=ANA, damage=5))
    spec.then(table(**{"heroes.Ana.hp": 17, "heroes.Ana.tokens.guard": 1}))


def test_a_paladin_takes_a_blow_instead() -> None:
    """3.10.9: the Aura of Sacrifice."""
    aura = (*fight(second="paladin")[:-1], InitiativeSet(order=(BEN, ANA, IMP, OGRE)))
    raised = (HolyAuraRaised(hero=BEN, aura="sacrifice"), TurnEnded(who=BEN), TurnEnded(who=ANA))
    spec = given(GAME, *aura, *raised, BLOW).when(BlowTaken(hero=ANA, damage=4, instead=BEN))
    spec.then(table(**{"heroes.Ana.hp": 20, "heroes.Ben.hp": 11}))


def test_who_rolls_shields_against_a_blow_has_defended() -> None:
    spec = given(GAME, *AT_TURN, BLOW).when(DefenseRolled(hero=ANA, shields=2))
    spec.then(table(agenda={"due": {}}, assault=None, turn_of=BEN))


def test_shields_say_nothing_of_a_blow_of_unknown_damage_unless_they_are_perfect() -> None:
    struck = given(GAME, *AT_TURN, ConditionsGained(whom=IMP, tokens={"empowered": 1}), BLOW)
    assert struck.play.campaign.table.assault.damage is None  # type: ignore[union-attr]
    struck.when(DefenseRolled(hero=ANA, shields=1)).then(refused("strikes-unknown", says="how much gets through"))
    struck.when(BlowTaken(hero=ANA, damage=4)).then(table(**{"heroes.Ana.hp": 16}))


@pytest.mark.parametrize(("ruling", "hp"), [((), 15), (("villain-areas-halve",), 18)])
def test_areas_of_villains_are_halved_only_by_ruling(ruling: tuple[str, ...], hp: int) -> None:
    """Q50."""
    attack = VillainAttacked(villain=IMP, hero=ANA, damage=5, area=True)
    spec = given(GAME, *fight(*ruling), *IMP_AT_TURN, attack).when(DefenseRolled(hero=ANA, shields=0))
    spec.then(table(**{"heroes.Ana.hp": hp}))


def test_green_dice_are_rolled_here() -> None:
    armored = Hero(worn={"Mail": Worn(dice={"green": 2})})
    known = given(GAME, GREEN, *PARTY).play.campaign.table
    assert rolled_shields(known, armored, Rolled(("defense+defense", "defense"))) == 3


def test_the_dice_of_an_armor_that_nobody_typed_in_are_not_none() -> None:
    spec = given(GAME, GREEN, *AT_TURN, STRUCK)
    spec.when(DefenseRolled(hero=ANA)).then(refused("armor-unknown", bendable=False))
    defend = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is DefenseRolled)
    assert "shields" in defend.also_required


def test_a_villain_draws_its_card_before_it_looks_for_a_target() -> None:
    given(GAME, *AT_TURN).then_next("Imp 1: which card did it draw?")


def test_unknown_green_dice_are_asked_for() -> None:
    given(GAME, *AT_TURN, STRUCK).when(DefenseRolled(hero=ANA)).then(refused("die-unknown"))


def test_a_villain_does_not_attack_again_before_all_have_defended() -> None:
    given(GAME, *AT_TURN, STRUCK).when(STRUCK).then(refused("defend-first"))


def test_a_villain_that_attacked_no_longer_reaches_nobody() -> None:
    """3.10: it does one or the other, also while something of its attack is still asked."""
    deadly = VillainAttacked(villain=IMP, hero=ANA, damage=30)
    events = (*PARTY, BasicMoveTaken(hero=ANA), *IMP_AT_TURN, deadly, DefenseRolled(hero=ANA, shields=0))
    spec = given(GAME, *events).then_must(PointTainted).then_no_prompt(VillainHeldBack)
    spec.when(VillainHeldBack(villain=IMP)).then(refused("one-blow"))


def test_a_villain_does_not_act_in_the_turn_of_another() -> None:
    """V-TURN."""
    spec = given(GAME, *AT_TURN).when(VillainAttacked(villain=OGRE, hero=ANA, damage=1))
    spec.then(refused("not-its-turn", says="It is the turn of Imp 1"))
    spec.when(VillainHeldBack(villain=OGRE)).then(refused("not-its-turn"))


def test_a_villain_that_dies_in_its_attack_deals_no_damage() -> None:
    spec = given(GAME, *AT_TURN, STRUCK).when(DamageTaken(whom=IMP, amount=10, source="instant", by=BEN))
    spec.then(table(assault=None)).then_no_prompt(DefenseRolled)


@pytest.mark.parametrize(
    "falls",
    [
        pytest.param((DamageTaken(whom=ANA, amount=20, source="card"),), id="by an effect"),
        pytest.param((HitPointsLost(whom=ANA, amount=20),), id="by a loss"),
        pytest.param((CorruptionGained(hero=ANA, amount=11),) * 3, id="out of control"),
    ],
)
@pytest.mark.parametrize("damage", [5, None], ids=["by shields", "by what gets through"])
def test_who_falls_otherwise_while_attacked_is_not_asked_to_defend(falls: Events, damage: int | None) -> None:
    attack = VillainAttacked(villain=IMP, hero=ANA, others=(BEN,), damage=damage)
    spec = given(GAME, *AT_TURN, attack, *falls).then(table(**{"assault.targets": [BEN]}))
    spec.then_must("Ben: how many shields?" if damage else "Ben: how much damage gets through?")
    assert not spec.play.campaign.table.agenda.of(DefenseRolled, BlowTaken, hero=ANA)


DECK: Events = (
    *(ContentAdded(kind="villain-attacks", id=f"claw-{n}", fields={"en": f"Claw {n}", "damage": n}) for n in range(8)),
    ContentAdded(
        kind="villains", id="gnoll", fields={"en": "Gnoll", "attacks": [f"claw-{n}" for n in range(8)], "hp": 9}
    ),
)


def test_villains_of_a_name_share_a_deck_that_is_shuffled_when_it_is_empty() -> None:
    drawn = (*DECK, *PARTY, VillainPlaced(name="gnoll"), VillainPlaced(name="gnoll"))
    cards = tuple(AttackCardDrawn(villain=f"gnoll {1 + n % 2}", card=f"claw-{n}") for n in range(8))
    spec = given(GAME, *drawn)
    for card in cards:
        spec = spec.when(card, bend="by a card").then()
    spec = spec.when(AttackCardDrawn(villain="gnoll 1"), bend="by a card")
    assert len(spec.play.campaign.table.decks["gnoll"].discard) == 1


def test_an_attack_card_that_is_drawn_by_hand_is_asked_for_until_all_are_known() -> None:
    spec = given(GAME, *AT_TURN).then_prompts("Imp 1: which card did it draw?", VillainAttacked)
    spec.when(AttackCardDrawn(villain=IMP, card="Bite")).then_no_prompt(AttackCardDrawn)


def test_attack_cards_are_shuffled_once_the_combat_is_over() -> None:
    drawn = (*AT_TURN, AttackCardDrawn(villain=IMP, card="Bite"))
    spec = given(GAME, *drawn).then(table(**{"decks.Imp.discard": ["Bite"]}))
    spec.when(VillainLeft(villain=OGRE)).and_then(VillainLeft(villain=IMP)).then(
        table(**{"fighting": False, "decks.Imp.discard": [], "decks.Imp.cards": ["Bite"]})
    )


def test_the_damage_on_the_card_counts() -> None:
    spec = given(GAME, *DECK, *AT_TURN).when(VillainAttacked(villain=IMP, hero=ANA, card="claw-4"))
    spec.then(table(**{"assault.damage": 4}), says("Imp 1 attacked Ana with Claw 4: 4 damage"))


def test_a_villain_leaves_without_being_defeated() -> None:
    spec = given(GAME, *PARTY).when(VillainLeft(villain=IMP, source="fled"))
    spec.then(table(**{"power": 0, "villains.Imp 1": NOTHING}, waiting=[ANA, BEN, OGRE], bursts={}))


def test_no_number_is_given_twice() -> None:
    spec = given(GAME, *PARTY, VillainLeft(villain=OGRE), DamageTaken(whom=IMP, amount=10))
    spec.when(VillainPlaced(name="Imp", hp=5, defense=1)).then(table(**{"villains.Imp 2.hp": 5}))


UNKNOWN: Events = (*party(), RoomSetUp(entry="1", villains={"Imp": 2}))


def test_a_villain_of_whom_nobody_said_the_numbers_is_asked_for_them_once() -> None:
    spec = given(GAME, *UNKNOWN).then_next("Imp 2: how many hit points?")
    spec = spec.when(VillainNumbersSet(villain=IMP, hp=6, defense=3, side="order", strength=2))
    told = {"hp": 6, "most": 6, "defense": 3, "side": "order", "strength": 2}
    spec.then(table(**{f"villains.Imp {n}.{name}": value for n in (1, 2) for name, value in told.items()}))
    spec = spec.then_no_prompt(VillainNumbersSet).and_then(VillainPlaced(name="Imp"))
    spec.then(table(**{"villains.Imp 3.hp": 6, "villains.Imp 3.defense": 3}))


def test_damage_before_a_villains_hit_points_are_known_counts_once_they_are() -> None:
    hurt = (DamageTaken(whom=IMP, amount=4), DamageTaken(whom="Imp 2", amount=9))
    spec = given(GAME, *UNKNOWN, *hurt).when(VillainNumbersSet(villain=IMP, hp=6, defense=3, side="order", strength=2))
    spec.then(table(**{"villains.Imp 1.hp": 2, "villains.Imp 1.most": 6, "villains.Imp 2": NOTHING}))


def test_a_villain_that_is_typed_in_is_asked_for_its_side_and_strength() -> None:
    """What it breaks out with when it dies follows from them."""
    asked = {one.event: one.missing for one in given(GAME, *UNKNOWN).play.campaign.prompts(PUBLIC)}
    assert {*asked[VillainNumbersSet]} == {"hp", "defense", "side", "strength"}


def test_without_its_defense_a_villain_is_asked_for_it_where_attacks_are_counted() -> None:
    """C-HIT: a defense that nobody said is not none, so that not every roll is a critical hit."""
    placed = VillainPlaced(name="Imp", hp=6)
    spec = given(GAME, *party(), villains()[0], placed, DamageTaken(whom=IMP, amount=2))
    spec = spec.then_next("Imp 1: which defense?").when(VillainNumbersSet(villain=IMP, hp=6, defense=3))
    spec.then(table(**{"villains.Imp 1.hp": 4, "villains.Imp 1.defense": 3})).then_no_prompt(VillainNumbersSet)
    at_once = party(tracks=("turns", "rooms"))
    given(GAME, *at_once, villains()[0], placed).then_no_prompt(VillainNumbersSet)


def test_a_demon_lord_of_whom_nobody_said_the_hit_points_falls_once_they_are_said() -> None:
    lost = (*PARTY, *(CorruptionGained(hero=ANA, amount=11) for _ in range(3)))
    spec = given(GAME, *lost).then_must("Beelzebub: how many hit points?")
    spec = spec.when(VillainNumbersSet(villain="beelzebub 1", hp=12, defense=3))
    spec = spec.and_then(DamageTaken(whom="beelzebub 1", amount=12)).then(table(**{"heroes.Ana.status": "defeated"}))


@pytest.mark.parametrize("known", [0, 7])
def test_where_not_all_cards_are_known_they_are_drawn_by_hand(known: int) -> None:
    card = ContentAdded(kind="villains", id="Imp", fields={"attacks": [f"Bite {n}" for n in range(known)]})
    spec = given(GAME, card, *AT_TURN).when(AttackCardDrawn(villain=IMP))
    spec.then(refused("no-cards", says="Not all attack cards of Imp 1"))
    spec.and_then(AttackCardDrawn(villain=IMP, card="Bite 8")).then(table(card="Bite 8"))
