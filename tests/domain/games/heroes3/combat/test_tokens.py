"""Tokens on units and on spaces, clones and summons (4.13)."""

from typing import Any

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.views.visibility import table_seen_by
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.acting import UnitActivated, UnitMoved, UnitPassed
from domain.games.heroes3.combat.striking import AttackMade, DamageDealt
from domain.games.heroes3.combat.tokens import (
    CloneCreated,
    SpaceTokenRemoved,
    SpaceTokenRevealed,
    SpaceTokensPlaced,
    UnitBoosted,
    UnitMarked,
    UnitSummoned,
    UnitUnmarked,
)
from tests.domain.games.heroes3.combat.fights import duel
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON


@pytest.mark.parametrize("mark", ["weakness 1", "attack 2", "corrosion", "stack attack"])
def test_tokens_of_a_box_that_is_not_in_the_game(mark: Any) -> None:
    """R09."""
    given(GAME, *duel(boxes=("core",))).when(UnitMarked(unit="imps", mark=mark)).then(refused("no-such-box"))


@pytest.mark.parametrize(
    "laid",
    [
        CloneCreated(seat=CASTLE, unit="pikes"),
        *(SpaceTokensPlaced(seat=CASTLE, kind=kind, spaces=("1 3", "2 3"))
          for kind in ("quicksand", "land mine", "fire wall", "force field")),
    ],
    ids=lambda event: getattr(event, "kind", "clone"),
)  # fmt: skip
def test_clones_and_tokens_on_spaces_come_with_their_boxes(laid: Any) -> None:
    """R09; 6.1."""
    given(GAME, *duel(boxes=("core",))).when(laid).then(refused("no-such-box"))


def test_a_second_token_of_a_kind_replaces_the_first() -> None:
    weak = (*duel(), UnitMarked(unit="imps", mark="weakness 1"))
    given(GAME, *weak).when(UnitMarked(unit="imps", mark="weakness 2")).then(
        table(**{"combat.fighters.imps.weakness": 2})
    )
    given(GAME, *weak).when(UnitMarked(unit="imps", mark="weakness 1")).then(refused("already-so"))


def test_a_token_is_taken_off() -> None:
    held = (*duel(), UnitMarked(unit="imps", mark="paralysis"))
    given(GAME, *held).when(UnitUnmarked(unit="imps", mark="paralysis")).then(
        table(**{"combat.fighters.imps.paralysed": False})
    )
    given(GAME, *duel()).when(UnitUnmarked(unit="imps", mark="corrosion")).then(refused("not-so"))


# --- clones and summons ------------------------------------------------------------------------

BOARD = duel(own=("pikes", "bows"), spaces={"pikes": "1 2", "bows": "1 1"}, stands={"imps": "1 4"})


def test_a_clone_has_what_is_printed_and_nothing_else() -> None:
    boosted = (*BOARD, UnitMarked(unit="pikes", mark="attack 2"), DamageDealt(target="pikes", damage=1))
    given(GAME, *boosted).when(CloneCreated(seat=CASTLE, unit="pikes", space="2 2")).then(
        table(
            **{"combat.fighters.pikes 2.attack": 2, "combat.fighters.pikes 2.strength": 0,
               "combat.fighters.pikes 2.damage": 0, "combat.fighters.pikes 2.clone_of": "pikes"}
        )
    )  # fmt: skip


def test_the_log_says_where_a_clone_and_a_summoned_unit_stand() -> None:
    given(GAME, *BOARD).when(CloneCreated(seat=CASTLE, unit="pikes", space="2 2")).then(
        says("Castle cloned Pikes on 2 2")
    )
    given(GAME, *BOARD).when(UnitSummoned(seat=CASTLE, unit="demons", space="2 2", stays=True)).then(
        says("Castle summoned Demons (few) on 2 2, who stay after the combat")
    )


def test_a_clone_stands_beside_its_original_which_is_friendly() -> None:
    """R43."""
    given(GAME, *BOARD).when(CloneCreated(seat=CASTLE, unit="pikes", space="3 2")).then(refused("not-beside-unit"))
    given(GAME, *BOARD).when(CloneCreated(seat=CASTLE, unit="pikes", space="1 1")).then(refused("not-beside-unit"))
    given(GAME, *BOARD).when(CloneCreated(seat=CASTLE, unit="imps", space="2 4")).then(refused("own-unit-only"))


CLONED = (*BOARD, CloneCreated(seat=CASTLE, unit="pikes", space="2 2"))


@pytest.mark.parametrize(
    "end",
    [
        DamageDealt(target="pikes 2", damage=1),
        DamageDealt(target="pikes", damage=9),
    ],
)
def test_a_clone_is_gone_with_any_damage_or_with_its_original(end: Any) -> None:
    given(GAME, *CLONED).when(end).then(table(**{"combat.fighters.pikes 2": NOTHING}))


def test_a_clone_is_gone_when_it_is_attacked_though_for_nothing() -> None:
    fight = (*duel(), CloneCreated(seat=CASTLE, unit="pikes"), UnitPassed(seat=CASTLE, unit="pikes"))
    given(GAME, *fight).when(AttackMade(seat=DUNGEON, unit="imps", target="pikes 2", damage=0)).then(
        table(**{"combat.fighters.pikes 2": NOTHING, "combat.lost": [], "seats.castle.units.pikes.side": "few"})
    )


@pytest.mark.parametrize(
    ("rulings", "unit", "waits"),
    [((), "pikes", False), ((), "birds", True), (("clone-acts-at-once",), "birds", False)],
)
def test_when_a_clone_acts(rulings: tuple[str, ...], unit: str, waits: bool) -> None:
    """9.2, 79: as a summon, while Pikes of initiative 5 act."""
    fight = (
        *duel(own=("pikes", "birds"), rulings=rulings), UnitPassed(seat=CASTLE, unit="birds"),
        UnitActivated(seat=CASTLE, unit="pikes"),
    )  # fmt: skip
    given(GAME, *fight).when(CloneCreated(seat=CASTLE, unit=unit)).then(
        table(**{f"combat.fighters.{unit} 2.activated": waits})
    )


@pytest.mark.parametrize(("unit", "waits"), [("eyes", False), ("imps", False), ("bats", True)])
def test_a_summoned_unit_acts_now_if_it_is_no_faster_than_the_current_one(unit: str, waits: bool) -> None:
    """E38: Pikes of initiative 5 act."""
    fight = (*duel(foes=("wolves",), own=("pikes",)), UnitPassed(seat=DUNGEON, unit="wolves"))
    there = (*fight, UnitActivated(seat=CASTLE, unit="pikes"))
    given(GAME, *there).when(UnitSummoned(seat=CASTLE, unit=unit)).then(
        table(**{f"combat.fighters.{unit}.activated": waits})
    )


def test_an_elemental_leaves_with_the_combat_and_demons_stay() -> None:
    summoned = (
        *duel(), UnitSummoned(seat=CASTLE, unit="fire-elementals"),
        UnitSummoned(seat=CASTLE, unit="demons", stays=True),
    )  # fmt: skip
    over = given(GAME, *summoned).when(DamageDealt(target="imps", falls=True))
    assert list(over.play.campaign.table.seats[CASTLE].units) == ["pikes", "demons"]
    over.then(table(gone=[]))


def test_demons_that_fight_already_are_reinforced() -> None:
    fight = (*duel(own=("pikes", "imps")), UnitSummoned(seat=CASTLE, unit="imps", stays=True))
    given(GAME, *fight).then(
        table(
            **{"combat.fighters.imps.face": "pack", "combat.fighters.imps.attack": 3,
               "seats.castle.units.imps.side": "pack"}
        )
    )  # fmt: skip


def test_a_summoned_elemental_that_falls_takes_none_of_the_unit_deck() -> None:
    fight = duel(own=("pikes", "fire-elementals"))
    summoned = (*fight, UnitSummoned(seat=CASTLE, unit="fire-elementals"))
    given(GAME, *summoned).when(DamageDealt(target="fire-elementals 2", falls=True)).then(
        table(**{"seats.castle.units.fire-elementals.side": "few", "combat.lost": []})
    )


def test_a_unit_is_summoned_to_a_free_space() -> None:
    given(GAME, *BOARD).when(UnitSummoned(seat=CASTLE, unit="demons", space="1 2")).then(refused("space-taken"))


def test_nothing_appears_on_a_force_field() -> None:
    """R43: it is an obstacle, for clones and for summons."""
    blocked = (*BOARD, SpaceTokensPlaced(seat=DUNGEON, kind="force field", spaces=("2 2",)))
    clone = CloneCreated(seat=CASTLE, unit="pikes", space="2 2")
    given(GAME, *BOARD).when(clone).then(table(**{"combat.fighters.pikes 2.space": "2 2"}))
    given(GAME, *blocked).when(clone).then(refused("not-beside-unit"))
    summoned = UnitSummoned(seat=CASTLE, unit="bats", space="2 2")
    given(GAME, *blocked).when(summoned).then(refused("space-taken"))


# --- spaces ------------------------------------------------------------------------------------


def test_a_force_field_and_a_fire_wall_lie_open_and_leave_again() -> None:
    laid = (*BOARD, SpaceTokensPlaced(seat=CASTLE, kind="fire wall", spaces=("1 3",)))
    given(GAME, *laid).when(SpaceTokenRemoved(space="1 3")).then(table(**{"combat.tokens": {}}))
    given(GAME, *BOARD).when(SpaceTokenRemoved(space="1 3")).then(refused("no-space-token"))


def test_a_player_has_one_token_on_a_space() -> None:
    """R47."""
    laid = (*BOARD, SpaceTokensPlaced(seat=DUNGEON, kind="quicksand", spaces=("1 3", "2 3")))
    given(GAME, *laid).when(SpaceTokensPlaced(seat=DUNGEON, kind="fire wall", spaces=("1 3",))).then(
        refused("one-a-space")
    )


def test_half_of_the_hidden_tokens_are_real() -> None:
    laid = SpaceTokensPlaced(seat=DUNGEON, kind="land mine", spaces=("1 3", "2 3"), real=("1 3", "2 3"))
    given(GAME, *BOARD).when(laid).then(refused("half-are-real"))


def test_hidden_tokens_come_in_pairs_though_nobody_says_which_are_real() -> None:
    laid = SpaceTokensPlaced(seat=CASTLE, kind="quicksand", spaces=("1 3", "2 3", "3 3"))
    given(GAME, *BOARD).when(laid).then(refused("half-are-real"))


def mined(kind: Any, *real: str) -> Any:
    return (
        *BOARD, SpaceTokensPlaced(seat=DUNGEON, kind=kind, spaces=("1 3", "2 3"), real=real),
        UnitMoved(seat=CASTLE, unit="pikes", to="1 3"),
    )  # fmt: skip


def test_a_unit_that_comes_onto_a_hidden_token_reveals_it() -> None:
    given(GAME, *mined("land mine", "1 3")).then_must(SpaceTokenRevealed(unit="pikes", space="1 3"))


def test_only_who_laid_a_hidden_token_knows_whether_it_is_real() -> None:
    """2.17."""
    there = given(GAME, *mined("land mine", "1 3")).play.campaign.table
    seen = {seat: table_seen_by(there, (seat,)).combat.tokens["1 3"].face for seat in (CASTLE, DUNGEON)}
    assert seen == {CASTLE: "", DUNGEON: "real"}


def test_a_land_mine_deals_two_damage() -> None:
    given(GAME, *mined("land mine", "1 3")).when(SpaceTokenRevealed(unit="pikes", space="1 3")).then(
        followed(DamageDealt(target="pikes", damage=2, left=2, face="few")),
        table(**{"combat.fighters.pikes.attacked": False}),
    )


def test_quicksand_ends_the_activation() -> None:
    given(GAME, *mined("quicksand", "1 3")).when(SpaceTokenRevealed(unit="pikes", space="1 3")).then(
        followed(), table(**{"combat.fighters.pikes.attacked": True})
    )


def test_an_empty_token_does_nothing() -> None:
    given(GAME, *mined("land mine", "2 3")).when(SpaceTokenRevealed(unit="pikes", space="1 3")).then(
        followed(), says("Pikes came onto a hidden token: an empty one")
    )
    given(GAME, *mined("land mine")).when(SpaceTokenRevealed(unit="pikes", space="1 3", real=False)).then(followed())


def test_a_boost_is_told_with_its_cause() -> None:
    given(GAME, *duel()).when(UnitBoosted(unit="pikes", attack=1, source="Bloodlust")).then(
        says("Pikes: attack 1, Bloodlust")
    )


@pytest.mark.parametrize(
    "step", [UnitActivated(seat=CASTLE, unit="pikes"), UnitMoved(seat=CASTLE, unit="pikes", to="1 3")]
)
def test_a_boost_lasts_until_the_attack_though_the_unit_is_activated_or_moves_first(step: Any) -> None:
    """3.12."""
    boosted = (*BOARD, UnitBoosted(unit="pikes", attack=2), step)
    given(GAME, *boosted).then(table(**{"combat.fighters.pikes.more_attack": 2}))


def test_a_boost_is_gone_with_the_activation() -> None:
    boosted = (*BOARD, UnitBoosted(unit="pikes", attack=2), UnitPassed(seat=CASTLE, unit="pikes"))
    given(GAME, *boosted).when(UnitPassed(seat=DUNGEON, unit="imps")).then(
        table(**{"combat.fighters.pikes.more_attack": 0})
    )


def test_who_gains_initiative_is_next_and_its_clone_is_as_fast_as_printed() -> None:
    """9.2, 13; the example of p86: Haste on the original leaves its clone as it is."""
    hasty = (*BOARD, CloneCreated(seat=CASTLE, unit="bows", space="2 1"), UnitBoosted(unit="bows", initiative=2))
    given(GAME, *hasty).when(UnitPassed(seat=CASTLE, unit="pikes")).then(refused("other-next", says="Bows"))
    given(GAME, *hasty).then(table(**{"combat.fighters.bows 2.more_initiative": 0}))
