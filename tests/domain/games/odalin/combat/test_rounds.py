"""Rounds and turns: what begins and ends with them, and how one passes to the next."""

import pytest

from companion.testing import bent, followed, given, refused, says, table
from domain.framework.kernel import ContentAdded
from domain.games.odalin import GAME
from domain.games.odalin.combat.actions import (
    BasicMoveTaken,
    DemonicFormTaken,
    EffectEnded,
    EffectNoted,
    FirstAidGiven,
    PenitenceDone,
    PointRecovered,
)
from domain.games.odalin.combat.attacks import AttackDeclared, AttackResolved, AttackRolled
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.defeats import BurstResolved, VillainDefeated
from domain.games.odalin.combat.power import PowerKept
from domain.games.odalin.combat.rounds import (
    ExtraTurnGiven,
    ExtraTurnsTaken,
    InitiativeChanged,
    InitiativeSet,
    RoundStarted,
    TurnBegan,
    TurnEnded,
)
from domain.games.odalin.combat.villains import (
    AttackCardDrawn,
    EliteMade,
    VillainAttacked,
    VillainHeldBack,
    VillainPlaced,
)
from domain.games.odalin.dungeon.rooms import DoorOpened, RoomSetUp, SpecialRuleChanged
from domain.games.odalin.heroes.cards import CardMoved, CardsDrawn
from domain.games.odalin.heroes.dials import (
    CorruptionGained,
    DamageTaken,
    Healed,
    HitPointsLost,
    PointTainted,
    SoulGained,
)
from domain.games.odalin.state.hero import Hero
from tests.domain.games.odalin.opening import (
    ANA,
    ATTACKING,
    BEN,
    BEN_AT_TURN,
    IMP,
    IMP_AT_TURN,
    OGRE,
    PARTY,
    ROUND_OVER,
    ROUND_TWO,
    Events,
    fight,
    party,
    villains,
)


def test_a_round_begins_with_cards_points_and_corruption() -> None:
    spec = given(GAME, *PARTY, PenitenceDone(hero=ANA), *ROUND_OVER).when(RoundStarted())
    spec.then(
        table(
            **{"round": 2, "heroes.Ana.spent": 0, "heroes.Ana.corruption": 1, "heroes.Ben.corruption": 2}, turn_of=ANA
        )
    )
    ana = spec.play.campaign.table.heroes[ANA]
    assert (len(ana.in_zone("hand")), len(ana.in_zone("discard"))) == (4, 4)


def test_boundary_15_a_casual_round_begins_with_soul() -> None:
    given(GAME, *fight(difficulty="casual")).then(table(**{"heroes.Ana.soul": 3, "heroes.Ana.corruption": 0}))


def test_no_cards_are_drawn_where_no_enemy_is_on_the_board() -> None:
    spec = given(GAME, *party(), *villains()[:1]).when(InitiativeSet(order=(ANA, BEN)))
    spec.then(
        followed(
            RoundStarted(number=1, heroes=(ANA, BEN)),
            CorruptionGained(hero=ANA, amount=1, source="round"),
            CorruptionGained(hero=BEN, amount=1, source="round"),
            TurnBegan(who=ANA),
        )
    )


def test_cards_are_dealt_only_while_enemies_are_on_the_board_and_drawn_by_effects_at_any_time() -> None:
    """V-DRAW, Q63."""
    spec = given(GAME, *party(), *villains()[:1], InitiativeSet(order=(ANA, BEN)))
    spec.when(CardsDrawn(hero=ANA)).then(refused("enemies-only", bendable=True))
    spec.and_then(CardsDrawn(hero=ANA, count=1, source="ring")).then(followed())


def test_a_card_that_a_hero_starts_the_combat_with_is_asked_for_before_the_first_turn() -> None:
    """3.5.5: it is looked for in the deck after the normal draw."""
    spec = given(GAME, *PARTY).then_prompts("A hero starts the combat with a card")
    kept = spec.play.campaign.table.heroes[ANA].in_zone("deck")[0]
    spec = spec.when(CardMoved(hero=ANA, sleeve=kept, zone="hand")).then(
        table(**{f"heroes.Ana.sleeves.{kept}.zone": "hand"})
    )
    spec.and_then(BasicMoveTaken(hero=ANA)).then_no_prompt("A hero starts the combat with a card")


def test_what_a_deck_lacks_is_shuffled_in() -> None:
    spec = given(GAME, *PARTY, CardsDrawn(hero=ANA, count=6), *ROUND_OVER).when(RoundStarted())
    drawn = next(event for event in spec.outcome.events if isinstance(event, CardsDrawn) and event.hero == ANA)
    assert (drawn.count, drawn.shuffled) == (4, True)


def test_tainted_points_stay_tainted_in_a_new_round() -> None:
    events = (*PARTY, CorruptionGained(hero=ANA, amount=10), *ROUND_OVER)
    spec = given(GAME, *events, RoundStarted())
    spec.then(table(**{"heroes.Ana.tainted": 1, "heroes.Ana.tainted_spent": 0}))


def test_the_fallen_take_no_part_in_the_start_of_a_round() -> None:
    """Q10."""
    fallen = (*PARTY, HitPointsLost(whom=BEN, amount=15), TurnEnded(who=ANA), *_rest())
    given(GAME, *fallen).when(RoundStarted()).then(table(**{"heroes.Ben.corruption": 0, "heroes.Ana.corruption": 2}))


def _rest() -> Events:
    return (VillainHeldBack(villain=IMP), VillainHeldBack(villain=OGRE))


def test_a_table_may_rule_that_a_round_begins_for_the_fallen_too() -> None:
    fallen = (*fight("rounds-for-the-fallen"), HitPointsLost(whom=BEN, amount=15), TurnEnded(who=ANA), *_rest())
    given(GAME, *fallen).when(RoundStarted()).then(table(**{"heroes.Ben.corruption": 1}))


def test_all_of_the_initiative_is_laid_out() -> None:
    spec = given(GAME, *PARTY[:-1]).when(InitiativeSet(order=(ANA, BEN)))
    spec.then(refused("cards-missing", says="Imp 1"))


def test_a_boss_stands_twice_in_the_initiative() -> None:
    spec = given(GAME, *party(), *villains(), VillainPlaced(name="Lich", hp=40, boss=True)).when(InitiativeSet())
    assert sorted(spec.play.campaign.table.track) == [ANA, BEN, IMP, "Lich 1", "Lich 1", OGRE]


def test_whose_turn_it_is_is_told() -> None:
    given(GAME, *PARTY).when(BasicMoveTaken(hero=BEN)).then(refused("not-your-turn", says="It is the turn of Ana"))


def test_a_turn_passes_to_the_next_card_and_back() -> None:
    spec = given(GAME, *PARTY).when(TurnEnded(who=ANA)).then(followed(TurnBegan(who=IMP)), table(turn_of=IMP))
    spec.and_undo().then(table(turn_of=ANA, waiting=[ANA, IMP, BEN, OGRE]))


def test_using_no_point_is_legal() -> None:
    given(GAME, *PARTY).when(TurnEnded(who=ANA)).then(says("Ana ended the turn", "Imp 1's turn began"))


def test_a_known_deck_is_drawn_from_as_a_villains_turn_begins() -> None:
    deck = [f"claw-{n}" for n in range(8)]
    cards = (ContentAdded(kind="villain-attacks", id=card, fields={"en": card, "damage": 3}) for card in deck)
    imp = ContentAdded(kind="villains", id="imp", fields={"en": "Imp", "attacks": deck, "hp": 10, "defense": 2})
    room = (
        *cards,
        imp,
        *party(),
        VillainPlaced(name="imp"),
        InitiativeSet(order=(ANA, BEN, "imp 1")),
        TurnEnded(who=ANA),
    )
    spec = given(GAME, *room).when(TurnEnded(who=BEN), rolled=("claw-2",))
    spec.then(followed(TurnBegan(who="imp 1"), AttackCardDrawn(villain="imp 1", card="claw-2")))
    spec.then_prompts(VillainAttacked)


def test_of_a_deck_of_which_not_all_is_known_cards_are_drawn_by_hand() -> None:
    """Issue 27, where the book is silent: fewer than eight."""
    deck = [f"claw-{n}" for n in range(7)]
    cards = (ContentAdded(kind="villain-attacks", id=card, fields={"en": card, "damage": 3}) for card in deck)
    imp = ContentAdded(kind="villains", id="imp", fields={"en": "Imp", "attacks": deck, "hp": 10, "defense": 2})
    order = InitiativeSet(order=(ANA, "imp 1", BEN))
    spec = given(GAME, *cards, imp, *party(), VillainPlaced(name="imp"), order)
    spec = spec.when(TurnEnded(who=ANA)).then(followed(TurnBegan(who="imp 1")))
    spec.when(AttackCardDrawn(villain="imp 1", card="claw-4")).then(table(card="claw-4"))


def test_a_hero_that_falls_in_its_own_turn_ends_it() -> None:
    spec = given(GAME, *PARTY).when(HitPointsLost(whom=ANA, amount=20))
    spec.then(table(**{"heroes.Ana.status": "defeated"}, turn_of=IMP))


def test_a_villain_that_dies_in_its_own_turn_ends_it_once_its_burst_is_told() -> None:
    spec = given(GAME, *PARTY, *IMP_AT_TURN, DamageTaken(whom=IMP, amount=10), PowerKept()).then(table(turn_of=IMP))
    spec = spec.when(BurstResolved(villain=IMP)).then(table(turn_of=BEN, waiting=[BEN, OGRE]))


def test_a_turn_does_not_end_before_bursts_are_told() -> None:
    """Q22: bursts, then conditions."""
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"poisoned": 1}), DamageTaken(whom=IMP, amount=10))
    spec = given(GAME, *events).when(TurnEnded(who=ANA)).then(refused("bursts-first"))
    spec.and_then(BurstResolved(villain=IMP, heroes=(ANA,))).and_then(TurnEnded(who=ANA)).then(
        table(**{"heroes.Ana.hp": 18, "heroes.Ana.corruption": 2})
    )


def test_poison_is_gone_with_the_last_villain_and_bursts_are_not() -> None:
    """Q23."""
    events = (*PARTY, ConditionsGained(whom=ANA, tokens={"poisoned": 1}), DamageTaken(whom=IMP, amount=10))
    spec = given(GAME, *events).when(DamageTaken(whom=OGRE, amount=10))
    spec.then(table(**{"heroes.Ana.conditions": {}, "fighting": False}))
    spec = spec.and_then(BurstResolved(villain=IMP)).and_then(BurstResolved(villain=OGRE, heroes=(ANA,)))
    spec.and_then(TurnEnded(who=ANA)).then(table(**{"heroes.Ana.hp": 20, "heroes.Ana.soul": 4}))


def test_the_end_of_a_combat_gives_no_points_back() -> None:
    attack = (
        AttackDeclared(hero=ANA, target=IMP, others=(OGRE,), side="chaos", strength=0, damage=2),
        AttackRolled(hits=9, damage=20),
    )
    spec = given(GAME, *ATTACKING, *attack).when(AttackResolved()).and_then(PowerKept()).then(table(fighting=False))
    spec.then(table(**{"heroes.Ana.spent": 1, "heroes.Ana.attacked": True}))


@pytest.mark.parametrize(("tokens", "hp"), [({"poisoned": 1}, 8), ({"poisoned": 2}, 6)])
def test_cases_37_and_38_poison_hurts_by_two_for_each_token(tokens: dict[str, int], hp: int) -> None:
    events = (*PARTY, ConditionsGained(whom=IMP, tokens=tokens, unlimited=True), *IMP_AT_TURN)
    given(GAME, *events).when(VillainHeldBack(villain=IMP)).then(table(**{"villains.Imp 1.hp": hp}))


def test_invigorated_heals_at_the_end_of_the_turn() -> None:
    events = (*PARTY, HitPointsLost(whom=BEN, amount=5), ConditionsGained(whom=BEN, tokens={"invigorated": 1}))
    spec = given(GAME, *events, *BEN_AT_TURN).when(TurnEnded(who=BEN))
    spec.then(followed(Healed(whom=BEN, amount=2, source="invigorated", healed=2), TurnBegan(who=OGRE)))


def test_who_is_whole_is_not_told_to_be_healed() -> None:
    given(GAME, *PARTY, ConditionsGained(whom=ANA, tokens={"invigorated": 1})).when(TurnEnded(who=ANA)).then(
        followed(TurnBegan(who=IMP))
    )


def test_a_villain_killed_by_poison_belongs_to_nobody() -> None:
    hurt = (DamageTaken(whom=IMP, amount=8, by=ANA), ConditionsGained(whom=IMP, tokens={"poisoned": 1}))
    spec = given(GAME, *PARTY, *hurt, *IMP_AT_TURN).when(VillainHeldBack(villain=IMP))
    defeated = next(event for event in spec.outcome.events if isinstance(event, VillainDefeated))
    assert (defeated.by, defeated.power) == (None, 1)
    spec.then(table(turn_of="")).and_then(BurstResolved(villain=IMP)).then(table(turn_of=BEN))


def test_what_lasts_until_the_next_turn_ends_as_it_begins() -> None:
    spec = given(GAME, *PARTY).when(EffectNoted(hero=ANA, effect="one shield more"))
    spec = spec.then(says("Ana got a lasting effect: one shield more, for a turn"))
    for event in (*ROUND_OVER, RoundStarted()):
        spec = spec.and_then(event)
    spec.then(table(**{"heroes.Ana.effects": []}))


def test_an_effect_or_a_rule_ends_before_its_time() -> None:
    """EffectEnded, SpecialRuleEnded."""
    events = (*PARTY, EffectNoted(hero=ANA, effect="one shield more"), SpecialRuleChanged(rule="no First Aid"))
    spec = given(GAME, *events).when(EffectEnded(effect="one shield more")).then(table(**{"heroes.Ana.effects": []}))
    spec = spec.and_then(EffectEnded(effect="no First Aid", source="lever")).then(table(**{"rooms.1.rules": []}))
    spec.then(says("no First Aid ended (lever)")).and_then(EffectEnded(effect="no First Aid")).then(
        refused("not-offered")
    )


def test_a_special_rule_may_stay_when_another_room_is_opened() -> None:
    start = (*party(), *villains()[:1], InitiativeSet(order=(ANA, BEN)))
    rules = (SpecialRuleChanged(rule="fog"), SpecialRuleChanged(rule="curse", lasts=True))
    spec = given(GAME, *start, *rules).when(DoorOpened(hero=ANA, door="1", leads="2")).then(table(rules=["curse"]))
    spec.and_then(EffectEnded(effect="curse")).then(table(rules=[]))


def test_case_1_a_room_may_let_villains_act_twice() -> None:
    spec = given(GAME, *PARTY, *IMP_AT_TURN).when(ExtraTurnGiven(who=IMP, at_once=True, source="room"))
    spec = spec.and_then(VillainHeldBack(villain=IMP)).then(table(turn_of=IMP, waiting=[IMP, BEN, OGRE]))
    spec.and_then(VillainHeldBack(villain=IMP)).then(table(turn_of=BEN))


def test_an_extra_turn_of_who_is_not_at_turn_comes_next_or_last() -> None:
    spec = given(GAME, *PARTY).when(ExtraTurnGiven(who=OGRE, at_once=True)).then(table(turn_of=ANA))
    spec = spec.and_then(ExtraTurnGiven(who=IMP)).and_then(TurnEnded(who=ANA)).then(table(turn_of=OGRE))
    spec.then(table(waiting=[OGRE, IMP, BEN, OGRE, IMP]))


def test_the_initiative_changes_for_this_round() -> None:
    spec = given(GAME, *PARTY).when(InitiativeChanged(order=(OGRE, ANA, BEN), source="event"))
    spec.then(table(track=[ANA, IMP, BEN, OGRE], waiting=[OGRE, ANA, BEN]))


HELL: Events = (*fight(difficulty="hell"), EliteMade(villain=IMP), EliteMade(villain=OGRE))


def test_in_hell_elites_act_once_more_in_the_order_of_the_initiative() -> None:
    spec = given(GAME, *HELL, *ROUND_OVER[:-1]).when(VillainHeldBack(villain=OGRE))
    assert ExtraTurnsTaken(villains=(IMP, OGRE)) in spec.outcome.events
    spec = spec.and_then(VillainHeldBack(villain=IMP)).and_then(VillainHeldBack(villain=OGRE)).then(table(turn_of=""))
    spec.and_then(RoundStarted()).then(table(round=2))


def test_a_door_ends_the_turn_and_the_round() -> None:
    """Q61."""
    events = (*party(), *villains()[:1], InitiativeSet(order=(ANA, BEN)), DoorOpened(hero=ANA, door="1", leads="2"))
    given(GAME, *events).then(table(track=[], waiting=[]))


def test_a_point_that_must_be_tainted_is_said_before_the_turn_begins() -> None:
    events = (*PARTY, CorruptionGained(hero=BEN, amount=9), *ROUND_OVER)
    spec = (
        given(GAME, *events).when(RoundStarted()).then(table(**{"heroes.Ben.corruption": 0, "heroes.Ben.tainted": 1}))
    )
    spec.then(table(turn_of=ANA))
    assert PointTainted(hero=BEN, spent=False) in spec.outcome.events


def test_a_fourth_point_is_there_unless_the_table_rules_otherwise() -> None:
    """Q5."""
    given(GAME, *PARTY).when(PointRecovered(hero=ANA)).then(table(**{"heroes.Ana.extra": 1}))
    given(GAME, *fight("no-fourth-point")).when(PointRecovered(hero=ANA)).then(table(**{"heroes.Ana.extra": 0}))


@pytest.mark.parametrize(("extra", "left"), [(0, 0), (1, 1)])
def test_a_point_won_back_is_left_once_the_three_are_spent(extra: int, left: int) -> None:
    assert Hero(extra=extra, spent=2, tainted_spent=1).ready == left


def test_the_second_round_follows_the_same_initiative() -> None:
    """Q28."""
    given(GAME, *PARTY, *ROUND_TWO).then(table(waiting=[ANA, IMP, BEN, OGRE]))


def test_a_hero_whose_card_was_passed_over_acts_no_more_in_that_round() -> None:
    events = (*PARTY, HitPointsLost(whom=ANA, amount=20), VillainHeldBack(villain=IMP))
    spec = given(GAME, *events).when(FirstAidGiven(hero=BEN, patient=ANA)).and_then(TurnEnded(who=BEN))
    spec.then(table(**{"heroes.Ana.status": "active"}, turn_of=OGRE, waiting=[OGRE]))


def test_the_fallen_have_their_cards_in_a_new_initiative() -> None:
    fallen = (*PARTY[:-1], HitPointsLost(whom=BEN, amount=15))
    spec = given(GAME, *fallen).when(InitiativeSet(order=(BEN, ANA, IMP, OGRE))).then(table(turn_of=ANA))
    spec.and_then(FirstAidGiven(hero=ANA, patient=BEN)).and_then(TurnEnded(who=ANA)).then(table(turn_of=IMP))


def test_a_round_begins_once_the_initiative_lies_there() -> None:
    given(GAME, *party()).when(RoundStarted(), bend="as it is").then(bent("wrong-step", "no-initiative"))


def test_between_rounds_nobody_is_at_turn() -> None:
    spec = given(GAME, *PARTY, *ROUND_OVER).when(BasicMoveTaken(hero=ANA), bend="as it is")
    spec.then(bent("wrong-step", "nobodys-turn"))


def test_who_is_down_does_nothing() -> None:
    spec = given(GAME, *PARTY, HitPointsLost(whom=ANA, amount=20)).when(BasicMoveTaken(hero=ANA))
    spec.then(refused("hero-down", says="Ana is down"))


def test_a_boss_needs_both_its_cards() -> None:
    boss = (*party(), VillainPlaced(name="Lich", hp=40, boss=True))
    spec = given(GAME, *boss).when(InitiativeSet(order=(ANA, BEN, "Lich 1"))).then(refused("cards-missing"))
    spec.and_then(InitiativeSet(order=(ANA, "Lich 1", BEN, "Lich 1"))).then(table(turn_of=ANA))


def test_a_boss_that_comes_later_stands_twice_too() -> None:
    given(GAME, *PARTY, VillainPlaced(name="Lich", hp=40, boss=True)).then(
        table(waiting=[ANA, IMP, BEN, OGRE, "Lich 1", "Lich 1"])
    )


def test_a_turn_that_a_door_cut_short_is_over_with_the_new_round() -> None:
    start = (*party(), *villains()[:1], InitiativeSet(order=(ANA, BEN)), SoulGained(hero=ANA, amount=8))
    opened = (
        DemonicFormTaken(hero=ANA),
        DoorOpened(hero=ANA, door="1", leads="2"),
        RoomSetUp(entry="2", tile="1", quiet=True),
    )
    spec = given(GAME, *start, *opened).when(InitiativeSet(order=(BEN, ANA)))
    spec.then(table(**{"heroes.Ana.form": "demon", "heroes.Ana.form_turns": 1}, turn_of=BEN, waiting=[BEN, ANA]))
