"""Combat rounds: the order of initiative, moves, defense tokens, units that are skipped (3.12, 5.6)."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.framework.game import PUBLIC
from domain.framework.kernel import Adjusted, ContentAdded
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.acting import (
    ActivationSkipped,
    CombatRoundEnded,
    CombatRoundStarted,
    UnitActivated,
    UnitDefended,
    UnitMoved,
    UnitPassed,
)
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.describing import UnitDescribed, is_wanted
from domain.games.heroes3.combat.fighters import initiative_order, next_units, spaces_in_reach
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced
from domain.games.heroes3.combat.striking import AttackDeclared, AttackMade, AttackRolled
from domain.games.heroes3.combat.tokens import SpaceTokensPlaced, UnitMarked
from domain.games.heroes3.display.fights import board_plan
from domain.games.heroes3.display.prompts import ORDER
from tests.domain.games.heroes3.combat.fights import against, deployed, duel, opening, unit
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON


def combat(spec: Spec) -> Any:
    return spec.play.campaign.table.combat


def misses(seat: str, one: str, target: str) -> AttackMade:
    """An attack that hurts nobody."""
    return AttackMade(seat=seat, unit=one, target=target, damage=0, back_damage=0)


# --- initiative --------------------------------------------------------------------------------


def test_only_a_paralysed_unit_is_skipped() -> None:
    given(GAME, *duel()).when(ActivationSkipped(unit="imps")).then(refused("not-paralysed", bendable=True))


def test_the_fastest_unit_is_next_and_no_other() -> None:
    fight = duel(own=("pikes", "birds"), foes=("imps", "bats"))
    assert initiative_order(combat(given(GAME, *fight))) == ["bats", "birds", "pikes", "imps"]
    given(GAME, *fight).when(misses(CASTLE, "birds", "imps")).then(refused("other-next", says="Bats is next"))


TIED = duel(
    unit("axes"), unit("clubs"), own=("pikes", "axes", "clubs"), foes=("imps",)
)  # fmt: skip


def test_of_equal_units_the_sides_take_turns_the_attacker_first() -> None:
    """9.2, 12: within a side its player chooses."""
    assert next_units(combat(given(GAME, *TIED))) == ["pikes", "axes", "clubs"]
    first = (*TIED, misses(CASTLE, "axes", "imps"))
    assert next_units(combat(given(GAME, *first))) == ["imps"]
    second = (*first, misses(DUNGEON, "imps", "axes"))
    assert next_units(combat(given(GAME, *second))) == ["pikes", "clubs"]


def test_on_the_battlefield_the_initiative_token_passes_after_a_tie() -> None:
    """p62: who holds it goes first among equal units; the attacker begins with it."""
    fight = list(duel(own=("pikes", "bows"), foes=("imps", "eyes")))
    begins = fight.index(CombatBegun(seat=CASTLE))
    fight[begins] = CombatBegun(seat=CASTLE, board="battlefield")
    fight += deployed(("pikes", "imps"), ("bows", "eyes"))
    tie = (*fight, misses(CASTLE, "pikes", "imps"), UnitDefended(seat=DUNGEON, unit="imps"))
    given(GAME, *tie).then(table(**{"combat.holder": "castle", "combat.tied": True}))
    given(GAME, *tie).when(misses(CASTLE, "bows", "eyes")).then(
        table(**{"combat.holder": "dungeon", "combat.tied": False})
    )
    over = (*tie, misses(CASTLE, "bows", "eyes"), UnitDefended(seat=DUNGEON, unit="eyes"), CombatRoundStarted())
    assert next_units(combat(given(GAME, *over))) == ["imps"]


def test_a_stack_token_may_make_a_unit_faster() -> None:
    fast = (*duel(), UnitMarked(unit="imps", mark="stack initiative"))
    assert next_units(combat(given(GAME, *fast))) == ["imps"]


def test_a_unit_acts_once_in_a_combat_round() -> None:
    """R41."""
    acted = (*duel(own=("pikes", "birds")), misses(CASTLE, "birds", "imps"), UnitActivated(seat=CASTLE, unit="pikes"))
    given(GAME, *acted).when(misses(CASTLE, "birds", "imps")).then(refused("activated"))


def test_a_unit_attacks_once_in_its_activation() -> None:
    acted = (*duel(own=("pikes", "birds")), misses(CASTLE, "birds", "imps"))
    given(GAME, *acted).when(misses(CASTLE, "birds", "imps")).then(refused("has-acted"))
    given(GAME, *acted).when(UnitDefended(seat=CASTLE, unit="birds")).then(refused("has-acted"))
    given(GAME, *acted).when(UnitPassed(seat=CASTLE, unit="birds")).then(refused("has-acted"))


def test_no_combat_round_begins_before_all_have_acted() -> None:
    given(GAME, *duel()).when(CombatRoundStarted()).then(refused("units-left", bendable=True, says="Imps"))


def test_a_round_ends_once_all_have_acted_and_the_next_one_begins_anew() -> None:
    fight = (*duel(), misses(CASTLE, "pikes", "imps"))
    given(GAME, *fight).when(UnitDefended(seat=DUNGEON, unit="imps")).then(
        followed(CombatRoundEnded(number=1)), table(**{"combat.stage": "round end"})
    )
    given(GAME, *fight, UnitDefended(seat=DUNGEON, unit="imps")).when(CombatRoundStarted()).then(
        table(
            **{"combat.round": 2, "combat.fighters.imps.activated": False, "combat.fighters.imps.retaliated": False,
               "combat.fighters.imps.shield": True}
        )
    )  # fmt: skip


@pytest.mark.parametrize(("rulings", "kept"), [((), True), (("skip-drops-defense",), False)])
def test_a_paralysed_unit_is_skipped_and_loses_its_token(rulings: tuple[str, ...], kept: bool) -> None:
    """9.2, 80: a defense token stays, unless the table rules otherwise."""
    marked = (
        *duel(rulings=rulings), UnitMarked(unit="imps", mark="paralysis"), UnitMarked(unit="imps", mark="defense"),
    )  # fmt: skip
    given(GAME, *marked).when(UnitDefended(seat=CASTLE, unit="pikes")).then(
        followed(ActivationSkipped(unit="imps"), CombatRoundEnded(number=1)),
        table(**{"combat.fighters.imps.paralysed": False, "combat.fighters.imps.shield": kept}),
    )


def test_of_equal_units_each_paralysed_one_is_skipped() -> None:
    """3.12: which of them is next its player chooses, but not one that is skipped."""
    fight = (*TIED, UnitMarked(unit="clubs", mark="paralysis"))
    given(GAME, *fight).when(misses(CASTLE, "clubs", "imps")).then(refused("activated"))


# --- defense tokens and neutral units ----------------------------------------------------------


def test_a_defense_token_lasts_until_the_units_next_activation() -> None:
    """R49: it may not defend twice in a row."""
    held = (*duel(), UnitMarked(unit="pikes", mark="defense"))
    given(GAME, *held).when(UnitActivated(seat=CASTLE, unit="pikes")).then(
        table(**{"combat.fighters.pikes.shield": False, "combat.fighters.pikes.had_shield": True})
    )
    given(GAME, *held, UnitActivated(seat=CASTLE, unit="pikes")).when(UnitDefended(seat=CASTLE, unit="pikes")).then(
        refused("had-shield")
    )
    given(GAME, *held).when(UnitDefended(seat=CASTLE, unit="pikes")).then(refused("had-shield"))


def test_neutral_units_never_defend() -> None:
    """R44."""
    given(GAME, *against("wolves")).when(UnitDefended(seat=DUNGEON, unit="wolves")).then(refused("neutral-defends"))


def test_neutral_units_attack_if_they_can() -> None:
    """R45: also where they have to move first."""
    given(GAME, *against("wolves")).when(UnitPassed(seat=DUNGEON, unit="wolves")).then(refused("must-attack"))
    near = against("wolves", spaces={"pikes": "1 2"}, stands=("1 5",))
    given(GAME, *near).then_must(UnitMoved)
    given(GAME, *near).when(UnitPassed(seat=DUNGEON, unit="wolves")).then(refused("must-attack"))


def test_a_neutral_unit_that_could_attack_does_not_move_away() -> None:
    """R45: it goes to where it attacks; a ranged one attacks first, and may move then."""
    own = {"own": ("pikes",), "spaces": {"pikes": "2 2"}}
    wolves = against("wolves", stands=("2 4",), **own)
    given(GAME, *wolves).when(UnitMoved(seat=DUNGEON, unit="wolves", to="4 5")).then(refused("must-attack"))
    given(GAME, *wolves).when(UnitMoved(seat=DUNGEON, unit="wolves", to="2 3")).then(
        table(**{"combat.fighters.wolves.space": "2 3"})
    )
    slings = (*against("slings", stands=("2 5",), **own), UnitPassed(seat=CASTLE, unit="pikes"))
    move = UnitMoved(seat=DUNGEON, unit="slings", to="1 5")
    given(GAME, *slings).when(move).then(refused("must-attack"))
    given(GAME, *slings, misses(DUNGEON, "slings", "pikes")).when(move).then(
        table(**{"combat.fighters.slings.space": "1 5"})
    )


def test_a_player_may_do_nothing_with_a_unit() -> None:
    given(GAME, *duel()).when(UnitPassed(seat=CASTLE, unit="pikes")).then(
        table(**{"combat.fighters.pikes.attacked": True})
    )


# --- moves -------------------------------------------------------------------------------------

BOARD = duel(
    own=("pikes", "birds", "bows"), foes=("imps",), spaces={"pikes": "1 2", "birds": "2 2", "bows": "4 1"},
    stands={"imps": "1 4"},
)  # fmt: skip


def test_a_ground_unit_moves_three_spaces_around_others() -> None:
    there = given(GAME, *BOARD).play.campaign.table
    reach = spaces_in_reach(there, "pikes")
    assert "1 3" in reach
    assert "2 3" in reach
    assert "4 3" not in reach
    assert "2 2" not in reach


def test_a_flying_unit_moves_over_others() -> None:
    walled = (
        *BOARD,
        SpaceTokensPlaced(seat=DUNGEON, kind="force field", spaces=("2 3", "1 3", "3 2")),
    )
    there = given(GAME, *walled).play.campaign.table
    assert "2 4" in spaces_in_reach(there, "birds")
    assert "2 3" not in spaces_in_reach(there, "birds")
    assert "1 3" not in spaces_in_reach(there, "pikes")


def test_a_naval_board_lacks_two_spaces_which_only_flying_units_cross() -> None:
    """3.23: it is drawn as well, and guards are placed on it."""
    sea = (
        *opening(own=("pikes", "birds"), mode="coop"), CombatAnnounced(seat=CASTLE),
        CombatBegun(seat=CASTLE, board="naval"), UnitsPlaced(seat=CASTLE, spaces={"pikes": "2 2", "birds": "3 2"}),
        NeutralsDrawn(seat=CASTLE, units=("trolls",)),
    )  # fmt: skip
    there = given(GAME, *sea).play.campaign.table
    plan = board_plan(there, there.combat)
    assert [str(space.name) for space in plan.spaces[8:12]] == ["", "open water", "open water", ""]
    assert [space.kind for space in plan.spaces[8:12]] == ["land", "sea", "sea", "land"]
    assert {space.id: space.badges[0].kind for space in plan.spaces if space.badges} == {
        "pikes": "figure", "birds": "figure", "trolls": "guard",
    }  # fmt: skip
    assert there.combat.fighters["trolls"].space == "1 4"
    assert "2 4" not in spaces_in_reach(there, "pikes")
    assert {"2 4", "3 4"} <= {*spaces_in_reach(there, "birds")}
    assert not {"2 3", "3 3"} & {*spaces_in_reach(there, "pikes"), *spaces_in_reach(there, "birds")}


def test_a_unit_moves_no_farther_and_once() -> None:
    """R43."""
    given(GAME, *BOARD).when(UnitMoved(seat=CASTLE, unit="birds", to="4 5")).then(refused("not-offered"))
    moved = (*BOARD, UnitMoved(seat=CASTLE, unit="birds", to="2 4"))
    given(GAME, *moved).when(UnitMoved(seat=CASTLE, unit="birds", to="2 5")).then(refused("moved-already"))
    given(GAME, *moved).when(misses(CASTLE, "birds", "imps")).then(table(**{"combat.fighters.birds.attacked": True}))


def test_a_ground_unit_does_not_move_after_its_attack() -> None:
    near = duel(spaces={"pikes": "1 2"}, stands={"imps": "1 4", "bats": "2 4"}, foes=("imps", "bats"))
    moved = (*near, UnitPassed(seat=DUNGEON, unit="bats"), UnitMoved(seat=CASTLE, unit="pikes", to="1 3"))
    given(GAME, *moved).when(misses(CASTLE, "pikes", "imps")).and_then(
        UnitMoved(seat=CASTLE, unit="pikes", to="1 2")
    ).then(refused("moved-already"))


def test_who_could_come_to_an_enemy_is_asked_to_move_first() -> None:
    given(GAME, *BOARD).then_must(UnitMoved).then_prompts("Birds: do nothing")
    alone = (*BOARD, UnitMoved(seat=CASTLE, unit="birds", to="4 2"))
    given(GAME, *alone).then_must("Birds reaches no target")


def test_a_unit_of_unknown_type_is_not_said_to_reach_no_target() -> None:
    alone = (*BOARD, UnitMoved(seat=CASTLE, unit="birds", to="4 2"))
    unknown = Adjusted(path="combat.fighters.birds.type", after=None, reason="its card is not typed in")
    given(GAME, *alone, unknown).then_must("Birds: do nothing")


SHOOTS = duel(own=("bows",), foes=("imps",), spaces={"bows": "4 1"}, stands={"imps": "1 4"})
WAITS = (*SHOOTS, UnitPassed(seat=DUNGEON, unit="imps"))


def test_a_ranged_unit_attacks_before_it_moves() -> None:
    base = duel(own=("bows",), foes=("imps", "eyes"), spaces={"bows": "4 1"}, stands={"imps": "1 4", "eyes": "1 5"})
    there = (*base, UnitPassed(seat=DUNGEON, unit="imps"), UnitMoved(seat=CASTLE, unit="bows", to="4 2"))
    given(GAME, *there).when(misses(CASTLE, "bows", "imps")).then(refused("ranged-attacks-first"))


def test_a_ranged_unit_moves_one_space_after_its_attack_though_it_was_the_last() -> None:
    shot = (*WAITS, misses(CASTLE, "bows", "imps"))
    given(GAME, *shot).when(UnitMoved(seat=CASTLE, unit="bows", to="4 2")).then(
        table(**{"combat.fighters.bows.space": "4 2"})
    )
    given(GAME, *shot).when(UnitMoved(seat=CASTLE, unit="bows", to="4 3")).then(refused("not-offered"))


def test_the_board_takes_the_move_of_a_ranged_unit_that_shot_before_the_next_one() -> None:
    where = {"spaces": {"bows": "2 1"}, "stands": {"eyes": "2 5"}}
    fight = (*duel(own=("bows",), foes=("eyes",), **where), misses(CASTLE, "bows", "eyes"))
    there = given(GAME, *fight).play.campaign.table
    plan = board_plan(there, there.combat)
    assert plan
    assert [(pad.event.unit, pad.field) for pad in plan.pads] == [("bows", "to"), ("eyes", "target"), ("eyes", "to")]


def test_an_open_attack_is_rolled_first() -> None:
    """R36: nothing comes between the attack and its damage but cards."""
    opened = (*duel(), AttackDeclared(seat=CASTLE, unit="pikes", target="imps"))
    given(GAME, *opened).when(UnitDefended(seat=DUNGEON, unit="imps")).then(refused("roll-first"))


# --- unknown numbers ---------------------------------------------------------------------------

GHOSTS = ContentAdded(kind="units", id="ghosts", fields={"en": "Ghosts", "neutral": True, "tier": "bronze"})


def test_what_nobody_typed_is_asked_once_for_each_card_and_kept() -> None:
    fight = against("ghosts", "ghosts")
    fight = (*fight[:1], GHOSTS, *fight[1:])
    asked = [prompt for prompt in given(GAME, *fight).play.campaign.prompts(PUBLIC) if prompt.event is UnitDescribed]
    assert len(asked) == 1
    told = UnitDescribed(unit="ghosts", attack=1, defense=0, hp=2, initiative=9, type="ground")
    given(GAME, *fight).when(told).then(
        table(**{"combat.fighters.ghosts 2.hp": 2, "typed.units.ghosts.initiative": 9})
    ).then_no_prompt(UnitDescribed)


def test_on_the_board_a_tap_on_whose_card_is_not_known_asks_for_the_damage() -> None:
    fight = against("ghosts", own=("pikes",), spaces={"pikes": "1 2"}, stands=("1 4",))
    fight = (*fight[:1], GHOSTS, *fight[1:])
    there = given(GAME, *fight).then_next(UnitDescribed).play.campaign.table
    there.combat.fighters["pikes"].space = "1 3"
    plan = board_plan(there, there.combat)
    assert [pad.needs for pad in plan.pads if pad.field == "target"] == [("damage", "back_damage")]
    waits = [(there.combat.round, is_wanted(there, "ghosts"))]
    there.combat.round += 1
    assert [*waits, (there.combat.round, is_wanted(there, "ghosts"))] == [(1, True), (2, False)]


def test_without_the_board_too_the_order_rests_on_the_card() -> None:
    """H13: an unknown initiative is not the lowest; it is asked for before the first attack."""
    fight = against("ghosts", own=("pikes",))
    spec = given(GAME, *fight[:1], GHOSTS, *fight[1:]).then_next("What is on the card of Ghosts?")
    (asked,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is UnitDescribed]
    assert [*asked.also_required] == ["initiative"]
    spec.when(UnitDescribed(unit="ghosts", initiative=3)).then().then_next(AttackMade)
    spec.when(UnitDescribed(unit="ghosts", initiative=9)).then().then_must("Ghosts: attack whom?")


def test_unknown_numbers_never_block() -> None:
    fight = against("ghosts", own=("pikes",))
    fight = (*fight[:1], GHOSTS, *fight[1:])
    given(GAME, *fight).when(AttackMade(seat=CASTLE, unit="pikes", target="ghosts")).then(refused("say-damage"))
    given(GAME, *fight).when(AttackMade(seat=CASTLE, unit="pikes", target="ghosts", damage=1, back_damage=1)).then(
        table(**{"combat.fighters.ghosts.damage": 1, "combat.fighters.pikes.damage": 1})
    )


def test_hit_points_that_are_told_late_count_what_was_dealt() -> None:
    fight = against("ghosts", "ghosts", own=("pikes",))
    fight = (*fight[:1], GHOSTS, *fight[1:])
    hurt = AttackMade(seat=CASTLE, unit="pikes", target="ghosts", damage=3, back_damage=0)
    given(GAME, *fight, hurt).when(UnitDescribed(unit="ghosts", hp=2)).then(
        table(**{"combat.lost": ["ghosts"], "combat.fighters.ghosts 2.hp": 2})
    )


def test_a_nameless_unit_is_no_card_to_remember() -> None:
    bare = [event for event in against(level=1) if getattr(event, "id", "") not in ("wolves", "slings")]
    given(GAME, *bare).when(UnitDescribed(unit="bronze unit", hp=2)).then(
        table(**{"combat.fighters.bronze unit.hp": 2, "typed": {}})
    )


# --- taps --------------------------------------------------------------------------------------

SIX = {"own": ("pikes", "bows", "birds"), "foes": ("imps", "eyes", "bats")}
ACTS = (AttackMade, AttackDeclared, AttackRolled, UnitPassed)


def taps_of_a_round(spec: Spec, first: type[Any]) -> int:
    """The taps by which a combat round is played by its prompts: one each, since a prompt's pad takes the last one."""
    taps = 0
    while combat(spec).stage == "round":
        prompts = [prompt for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event in ACTS]
        order = (AttackRolled, first, AttackMade, UnitPassed)
        best = min(prompts, key=lambda prompt: order.index(prompt.event))
        assert not best.opens_form
        fields = dict(best.fields)
        if best.keypad == "target":
            foes = combat(spec).fighters
            fields["target"] = next(id_ for id_, one in foes.items() if one.side != foes[str(fields["unit"])].side)
        told = {} if best.event is AttackDeclared else {"damage": 0}
        if best.event is AttackMade:
            told["back_damage"] = 0
        spec = spec.when(best.event(**fields, **told))
        spec.then()
        taps += 1
    return taps


def test_a_combat_round_of_six_units_takes_few_taps() -> None:
    assert taps_of_a_round(given(GAME, *duel(**SIX)), AttackMade) <= 15


def test_step_by_step_it_takes_no_more_than_24() -> None:
    cards = duel(**SIX, tracks=("towns", "combats", "cards"))
    assert taps_of_a_round(given(GAME, *cards), AttackDeclared) <= 24
    assert AttackDeclared in ORDER


def test_a_unit_of_a_player_may_do_nothing_although_it_reaches_a_target() -> None:
    spec = given(GAME, *duel())
    assert [prompt.required for prompt in spec.play.campaign.prompts(PUBLIC) if prompt.event is UnitPassed] == [False]
