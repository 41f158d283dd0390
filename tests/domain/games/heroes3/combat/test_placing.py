"""Units come into a combat: at most five, on their own rows; guards by level and difficulty (3.11, 6.4, 6.13)."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.game import PUBLIC
from domain.framework.text import Tongue
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.acting import UnitMoved
from domain.games.heroes3.combat.announcing import CombatAnnounced, CombatBegun
from domain.games.heroes3.combat.ending import CombatEnded
from domain.games.heroes3.combat.placing import NeutralsDrawn, UnitsPlaced, UnitStationed, controller_of, drawn_again
from domain.games.heroes3.combat.striking import AttackMade
from domain.games.heroes3.land.laying import TileDescribed
from domain.games.heroes3.land.locations import BankRewardTaken
from domain.games.heroes3.land.moving import HeroMoved
from domain.games.heroes3.town.units import NeutralUnitGained
from tests.domain.games.heroes3.combat.fights import THIRD, against, deployed, home_of, on_map, opening, unit
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS

SIX = tuple(f"squad-{n}" for n in range(6))


def announced(
    level: int = 0, board: Any = "none", kind: Any = "neutral", defender: str = "neutral", **fields: Any
) -> Any:
    return (
        *opening(**fields), CombatAnnounced(seat=CASTLE, level=level, kind=kind, defender=defender),
        CombatBegun(seat=CASTLE, board=board),
    )  # fmt: skip


def test_no_guards_are_drawn_from_the_few_that_are_known() -> None:
    """H13: the neutral decks are in the box, so guards are named; no nameless unit without numbers fights."""
    level_3 = (*announced(level=3, decks=()), UnitsPlaced(seat=CASTLE))
    given(GAME, *level_3).when(NeutralsDrawn(seat=CASTLE)).then(
        refused("name-guards", bendable=False, says="bronze, bronze, silver")
    )
    given(GAME, *level_3).when(NeutralsDrawn(seat=CASTLE, units=("wolves", "slings", "trolls"))).then(
        table(**{"combat.drawn": ["wolves", "slings", "trolls"]})
    )
    prompt = next(one for one in given(GAME, *level_3).play.campaign.prompts(PUBLIC) if one.event is NeutralsDrawn)
    assert prompt.opens_form
    assert [*prompt.missing] == ["units"]
    kept = (*announced(level=3), UnitsPlaced(seat=CASTLE))
    prompt = next(one for one in given(GAME, *kept).play.campaign.prompts(PUBLIC) if one.event is NeutralsDrawn)
    assert prompt.complete


def test_neutral_units_with_unknown_cards_are_placed_by_the_players() -> None:
    """Unknown initiative is not 0, and an unknown type is not a ground unit's (p41)."""
    strangers = (
        *announced(board="standard"), UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 1"}),
        NeutralsDrawn(seat=CASTLE, units=("wolves", "strangers")),
    )  # fmt: skip
    spec = given(GAME, *strangers).then_must("Wolves: place where?")
    spec.then(table(**{"combat.fighters.wolves.space": "", "combat.stage": "setup"}))
    placed = UnitStationed(seat=DUNGEON, unit="wolves", to="2 1")
    spec.when(placed).then(refused("wrong-rows"))
    spec.when(placed.copy_with(to="2 4")).and_then(UnitStationed(seat=DUNGEON, unit="strangers", to="1 4")).then(
        table(**{"combat.fighters.strangers.space": "1 4", "combat.stage": "round"})
    )


def test_at_most_five_units_fight() -> None:
    """R25."""
    given(GAME, *announced(own=SIX)).when(UnitsPlaced(seat=CASTLE)).then(refused("too-many-units", says="5"))


def test_seven_fight_on_the_battlefield_board_against_a_player() -> None:
    many = (*SIX, "seventh", "eighth")
    big = announced(board="battlefield", kind="hero", defender=DUNGEON, own=many)
    given(GAME, *big).when(UnitsPlaced(seat=CASTLE)).then(refused("too-many-units", says="7"))
    given(GAME, *big).when(UnitsPlaced(seat=CASTLE, units=many[:7])).then(table(**{"combat.placed": ["castle"]}))


def test_on_the_board_a_side_places_its_units_one_by_one_before_the_other_does() -> None:
    """p41: the first combat round waits for all of them."""
    board = (*announced(board="standard", kind="hero", defender=DUNGEON), UnitsPlaced(seat=CASTLE))
    spec = given(GAME, *board).then_must("Pikes: place where?").then_no_prompt(UnitsPlaced)
    spec.when(UnitStationed(seat=CASTLE, unit="pikes", to="1 5")).then(refused("wrong-rows"))
    begun = (*board, UnitStationed(seat=CASTLE, unit="pikes", to="2 1"), UnitsPlaced(seat=DUNGEON))
    last = UnitStationed(seat=DUNGEON, unit="imps", to="2 4")
    given(GAME, *begun).then(table(**{"combat.round": 0})).when(last).then(
        table(**{"combat.round": 1, "combat.fighters.pikes.space": "2 1"})
    )


@pytest.mark.parametrize("mode", ["adventure", "skirmish"])
def test_on_the_battlefield_all_units_fight(mode: str) -> None:
    given(GAME, *announced(mode=mode, kind="final", defender=DUNGEON, own=SIX)).when(UnitsPlaced(seat=CASTLE)).then(
        table(**{"combat.placed": ["castle"]})
    )


def test_on_the_battlefield_board_there_is_no_limit_against_neutral_units() -> None:
    given(GAME, *announced(board="battlefield")).then(table(**{"combat.limited": False}))


def test_on_the_battlefield_board_nobody_says_where_units_stand_or_how_far_they_move() -> None:
    """E28, E29: its hexes, the two of the gate and moves by initiative are up to the table; any enemy is a target."""
    board = announced(board="battlefield", kind="hero", defender=DUNGEON)
    given(GAME, *board).when(UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 2"})).then(refused("wrong-rows"))
    met = (*board, UnitsPlaced(seat=CASTLE), UnitsPlaced(seat=DUNGEON), *deployed(("pikes", "imps")))
    given(GAME, *met).then_no_prompt(UnitMoved)
    given(GAME, *met).when(AttackMade(seat=CASTLE, unit="pikes", target="imps", damage=1, back_damage=0)).then(
        table(**{"combat.fighters.imps.damage": 1})
    )


def test_units_stand_on_ones_own_two_rows() -> None:
    """R43."""
    placed = UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 3"})
    given(GAME, *announced()).when(placed).then(refused("wrong-rows"))


def test_one_unit_stands_on_a_space() -> None:
    placed = UnitsPlaced(seat=CASTLE, spaces={"pikes": "1 2", "bows": "1 2"})
    given(GAME, *announced(own=("pikes", "bows"))).when(placed).then(refused("space-taken"))


def test_units_of_the_unit_deck_fight() -> None:
    given(GAME, *announced()).when(UnitsPlaced(seat=CASTLE, units=("imps",))).then(refused("not-in-unit-deck"))


def test_where_units_are_not_tracked_any_of_them_fights() -> None:
    given(GAME, *announced(tracks=("combats",), own=())).when(UnitsPlaced(seat=CASTLE, units=("pikes",))).then(
        table(**{"combat.fighters.pikes.attack": 2})
    )


def test_nobody_fights_without_units() -> None:
    given(GAME, *announced(own=())).when(UnitsPlaced(seat=CASTLE)).then(refused("no-units"))


def test_units_that_nobody_typed_in_are_asked_for_by_name() -> None:
    spec = given(GAME, *announced(own=())).then().then_prompts(UnitsPlaced)
    spec.when(UnitsPlaced(seat=CASTLE, units=("wolves",))).then(table(**{"combat.placed": [CASTLE]}))


def test_guards_of_a_field_without_a_level_are_asked_for_by_name() -> None:
    prompts = given(GAME, *announced(level=0)).play.campaign.prompts(PUBLIC)
    assert [prompt.missing for prompt in prompts if prompt.event is NeutralsDrawn] == [["units"]]


def test_units_are_placed_once_and_by_who_fights() -> None:
    placed = (*announced(), UnitsPlaced(seat=CASTLE))
    given(GAME, *placed).when(UnitsPlaced(seat=CASTLE)).then(refused("placed-already"))
    given(GAME, *placed).when(UnitsPlaced(seat=DUNGEON)).then(refused("not-fighting"))
    drawn = (*announced(), NeutralsDrawn(seat=CASTLE, units=("wolves",)))
    given(GAME, *drawn).when(NeutralsDrawn(seat=CASTLE, units=("wolves",))).then(refused("placed-already"))


@pytest.mark.parametrize(
    ("difficulty", "level", "tiers"),
    [
        ("easy", 1, ["bronze"]),
        ("normal", 3, ["bronze", "bronze", "silver"]),
        ("hard", 5, ["silver", "silver", "golden", "golden"]),
        ("impossible", 2, ["bronze", "bronze", "silver"]),
        ("normal", 7, ["azure", "azure"]),
    ],
)
def test_guards_are_drawn_by_level_and_difficulty(difficulty: str, level: int, tiers: list[str]) -> None:
    given(GAME, *announced(level, difficulty=difficulty)).when(NeutralsDrawn(seat=CASTLE)).then(
        lambda outcome: _tiers(outcome, tiers)
    )


def _tiers(outcome: Any, tiers: list[str]) -> None:
    found = [one.tier for one in outcome.play.campaign.table.combat.fighters.values()]
    assert found == tiers, outcome.what


@pytest.mark.parametrize("units", [("trolls", "trolls", "wolves"), ("wolves",), ("wolves", "slings", "giants")])
def test_other_guards_than_the_table_says_are_drawn_again(units: tuple[str, ...]) -> None:
    """Level III at normal difficulty: two bronze units and a silver one."""
    given(GAME, *announced(3)).when(NeutralsDrawn(seat=CASTLE, units=units)).then(
        refused("draw-these", says="Draw bronze, bronze, silver")
    )


def test_unknown_guards_have_the_remaining_tiers() -> None:
    """Level III at normal difficulty: next to a known silver unit the other two are bronze."""
    given(GAME, *announced(3)).when(NeutralsDrawn(seat=CASTLE, units=("trolls", "rogues", "nomads"))).then(
        lambda outcome: _tiers(outcome, ["silver", "bronze", "bronze"])
    )


def test_a_neutral_unit_of_which_nobody_knows_the_name_has_its_tier() -> None:
    bare = [event for event in announced(1) if getattr(event, "id", "") not in ("wolves", "slings")]
    given(GAME, *bare).when(NeutralsDrawn(seat=CASTLE)).then(lambda outcome: _tiers(outcome, ["bronze"]))


def test_with_miniatures_a_unit_is_drawn_once() -> None:
    mini = announced(2, options=("miniatures",))
    given(GAME, *mini).when(NeutralsDrawn(seat=CASTLE, units=("wolves", "wolves"))).then(refused("draw-again"))
    given(GAME, *mini).when(NeutralsDrawn(seat=CASTLE, units=("wolves", "slings"))).then(
        table(**{"combat.drawn": ["wolves", "slings"]})
    )


@pytest.mark.parametrize(
    ("options", "own", "faction", "drawn", "again"),
    [
        pytest.param((), ("boars",), CASTLE, ("boars",), False, id="cards"),
        pytest.param(("miniatures",), ("pikes",), DUNGEON, (), False, id="of another faction"),
        pytest.param(("miniatures",), ("boars",), DUNGEON, (), True, id="the attacker has it"),
        pytest.param(("miniatures",), ("pikes",), CASTLE, (), True, id="the attacker could have it"),
        pytest.param(("miniatures",), ("pikes",), DUNGEON, ("boars",), True, id="drawn before"),
    ],
)
def test_with_miniatures_no_unit_is_drawn_that_stands_elsewhere(
    options: tuple[str, ...], own: tuple[str, ...], faction: str, drawn: tuple[str, ...], again: bool
) -> None:
    """3.11."""
    boars = unit("boars", faction=faction)
    fighting = (*opening(boars, options=options, own=own), CombatAnnounced(seat=CASTLE, level=2))
    assert drawn_again(given(GAME, *fighting).play.campaign.table, "boars", drawn) is again


STOCKPILE = (
    *on_map(
        difficulty="hard",
        others=(
            home_of(CASTLE)[0],
            TileDescribed(tile="Castle", locations={"0": "town", "3": "cyclops-stockpile"}, levels={"3": 7}),
        ),
    ),
    HeroMoved(seat=CASTLE, to="Castle 3"), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE),
)  # fmt: skip


def test_two_cyclopes_guard_a_cyclops_stockpile_in_place_of_azure_units() -> None:
    given(GAME, *STOCKPILE).when(NeutralsDrawn(seat=CASTLE)).then(
        table(**{"combat.drawn": ["giants", "cyclopes", "cyclopes"], "combat.azure": False, "combat.limited": True})
    )


def test_cyclopes_that_a_pack_has_a_neutral_card_of_guard_by_that() -> None:
    neutral = unit("neutral-cyclopes", neutral=True, tier="golden")
    given(GAME, *STOCKPILE[:-3], neutral, *STOCKPILE[-3:]).when(NeutralsDrawn(seat=CASTLE)).then(
        lambda outcome: _drawn_last(outcome, ["neutral-cyclopes"] * 2)
    )


def _drawn_last(outcome: Any, units: list[str]) -> None:
    assert outcome.play.campaign.table.combat.drawn[-len(units) :] == units


def test_an_empty_neutral_deck_takes_its_discard_pile_again() -> None:
    over = (*against("wolves", "slings", level=2), CombatEnded(winner=CASTLE, outcome="conceded"))
    again = (CombatAnnounced(seat=CASTLE, level=1), CombatBegun(seat=CASTLE), UnitsPlaced(seat=CASTLE))
    given(GAME, *over).then(table(gone=["wolves", "slings"]))
    given(GAME, *over, *again).when(NeutralsDrawn(seat=CASTLE)).then(table(gone=[]))


def test_guards_stand_by_the_rule_of_the_ai() -> None:
    """Left to right, the fastest first; ranged ones in the back row, others in front."""
    stood = against("slings", "trolls", "wolves", spaces={"pikes": "1 2"}, mode="coop")
    given(GAME, *stood).then(
        table(
            **{"combat.fighters.wolves.space": "1 4", "combat.fighters.trolls.space": "2 4",
               "combat.fighters.slings.space": "1 5"}
        )
    )  # fmt: skip


def test_more_ranged_guards_than_a_row_holds_stand_in_front() -> None:
    given(GAME, *against(*["slings"] * 5, spaces={"pikes": "1 2"})).then(
        table(**{"combat.fighters.slings 5.space": "1 4"})
    )


def test_in_a_clash_the_player_to_the_right_places_the_guards() -> None:
    stood = against("wolves", spaces={"pikes": "1 2"}, stands=("3 4",))
    given(GAME, *stood).then(table(**{"combat.fighters.wolves.space": "3 4"}))
    given(GAME, *announced()).when(NeutralsDrawn(seat=CASTLE, units=("wolves",), spaces=("1 1",))).then(
        refused("wrong-rows")
    )
    twice = NeutralsDrawn(seat=CASTLE, units=("wolves", "slings"), spaces=("1 4", "1 4"))
    given(GAME, *announced()).when(twice).then(refused("space-taken"))


def test_ranged_guards_are_placed_in_the_back_row() -> None:
    front = NeutralsDrawn(seat=CASTLE, units=("slings",), spaces=("1 4",))
    given(GAME, *announced()).when(front).then(refused("ranged-behind"))


@pytest.mark.parametrize(("mode", "plays"), [("clash", NECROPOLIS), ("coop", CASTLE)])
def test_who_plays_neutral_units(mode: str, plays: str) -> None:
    """1.2: in a clash the player to the right of who attacks; by the rules of the AI, the attacker records them."""
    there = given(GAME, *against("wolves", mode=mode, others=THIRD)).play.campaign.table
    assert controller_of(there, "neutral") == plays


@pytest.mark.parametrize(("difficulty", "many"), [("easy", 1), ("normal", 2), ("hard", 3), ("impossible", 4)])
def test_guards_of_a_creature_bank_are_stacked_by_difficulty(difficulty: str, many: int) -> None:
    bank = announced(kind="bank", difficulty=difficulty)
    there = given(GAME, *bank).when(NeutralsDrawn(seat=CASTLE, units=("nagas",) * 4)).play.campaign.table
    assert sum(bool(one.stack) for one in there.combat.fighters.values()) == many
    assert all(one.tier is None for one in there.combat.fighters.values())


def test_the_log_says_which_guards_are_stacked() -> None:
    drawn = NeutralsDrawn(seat=CASTLE, units=("nagas",) * 2)
    given(GAME, *announced(kind="bank", difficulty="easy")).when(drawn, rolled=(1, "hit points")).then(
        says(
            "Against Castle: Nagas, Nagas",
            "neutral units: Nagas, Nagas; stacked: Nagas 2 (hit points)",
        )
    )


def test_a_random_town_is_defended_by_packs_and_golden_fews() -> None:
    town = announced(kind="random town")
    given(GAME, *town).when(NeutralsDrawn(seat=CASTLE, units=("bats", "giants"))).then(
        table(
            **{"combat.fighters.bats.face": "pack", "combat.fighters.bats.hp": 4,
               "combat.fighters.giants.face": "few", "combat.fighters.giants.hp": 3}
        )
    )  # fmt: skip


def test_the_units_of_a_creature_bank_stand_in_the_corners_around_those_of_the_player() -> None:
    """p66: each in any corner; the player's on the six spaces between."""
    bank = given(GAME, *announced(kind="bank", board="bank"))
    bank.when(UnitsPlaced(seat=CASTLE, units=("wolves",), spaces={"wolves": "1 1"})).then(refused("wrong-rows"))
    guarded = (*announced(kind="bank", board="bank"), NeutralsDrawn(seat=CASTLE, units=("nagas",) * 4))
    fighters = given(GAME, *guarded).play.campaign.table.combat.fighters
    assert sorted(one.space for one in fighters.values()) == ["1 1", "1 5", "4 1", "4 5"]


def test_a_creature_bank_that_nobody_knows_names_its_guards() -> None:
    given(GAME, *announced(kind="bank")).when(NeutralsDrawn(seat=CASTLE)).then(refused("no-units"))


def test_a_creature_banks_reward_grows_with_the_stacked_units() -> None:
    """5.14: at hard difficulty three were stacked."""
    spec, taken = given(GAME, *opening(difficulty="hard", tracks=("map",))), BankRewardTaken(seat=CASTLE, bank="crypt")
    spec.when(taken, bend="beaten before").then(table(**{"seats.castle.goods.gold": 20 + 6 + 3 * 2}))


def test_a_stacked_unit_draws_a_token_for_each_combat() -> None:
    """9.2, 28."""
    gained = NeutralUnitGained(seat=CASTLE, unit="griffins", stacked=True, cost={})
    start = (*opening(), gained, *announced()[len(opening()) :])
    there = given(GAME, *start).when(UnitsPlaced(seat=CASTLE)).play.campaign.table
    assert there.combat.fighters["griffins"].stack
    assert not there.combat.fighters["pikes"].stack


@pytest.mark.parametrize(("units", "asks"), [(1, False), (5, False), (6, True)])
def test_up_to_five_units_are_placed_by_one_tap_and_of_more_one_chooses(units: int, asks: bool) -> None:
    """3.11: at most five fight."""
    own = ("pikes", "birds", "eyes", "bats", "wolves", "slings")[:units]
    begun = (*opening(own=own), CombatAnnounced(seat=CASTLE), CombatBegun(seat=CASTLE))
    prompts = given(GAME, *begun).play.campaign.prompts(PUBLIC)
    assert [prompt.opens_form for prompt in prompts if prompt.event is UnitsPlaced] == [asks]


def test_guards_to_draw_are_named_in_the_language_of_whoever_reads_it() -> None:
    (due,) = [one for one in given(GAME, *announced(3)).play.campaign.prompts(PUBLIC) if one.event is NeutralsDrawn]
    tongue = Tongue(translate=lambda said: {"bronze": "B", "silver": "S"}.get(said, said))
    assert due.title.render(tongue) == "Draw the guards: B, B, S"
