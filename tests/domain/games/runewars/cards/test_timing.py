"""When a tactics card may be used (策略卡): X50, X71, X72, W-39."""

import pytest

from domain.framework.content import Content
from domain.games.runewars import GAME
from domain.games.runewars.cards import out_of_time
from domain.games.runewars.state.heroes import Duel, Duelist
from domain.games.runewars.state.table import Runewars, Seat
from domain.games.runewars.state.war import Battle, Stage


def at(timing: str, stage: Stage | None = None) -> Runewars:
    """The elves have the turn, and fight the Uthuk if a battle has come to some stage."""
    battle = Battle(attacker="elf", defender="uthuk", stage=stage) if stage else None
    card = {"en": "Ambush", "zh": "伏击", "timing": timing}
    seats = {seat: Seat() for seat in ("elf", "uthuk", "human")}
    known = Runewars(season=1, step="turns", seats=seats, order=["elf", "uthuk", "human"], battle=battle)
    return known.with_pack(Content({**GAME.pack.kinds, "tactics": {"ambush": card}}))


def dueling(timing: str, round_: int = 1, drawn: bool = False) -> Runewars:
    """A hero of the elves fights one of the Uthuk."""
    known = at(timing)
    elf, uthuk = Duelist(seat="elf", hero="silhouette"), Duelist(seat="uthuk", hero="mad-carthos")
    known.duel = Duel(attacker=elf, defender=uthuk, round=round_, drawn=drawn)
    return known


def told(table: Runewars, seat: str = "elf") -> list[str]:
    return [reason.code for reason in out_of_time(table, seat, "ambush")]


@pytest.mark.parametrize(
    ("timing", "stage"),
    [
        ("your turn", None),
        ("your turn", "opening"),
        ("start of battle", "opening"),
        ("battle", "opening"),
        ("battle", "damage"),
        ("other", None),
        ("other", "damage"),
    ],
)
def test_it_is_time(timing: str, stage: Stage | None) -> None:
    assert told(at(timing, stage)) == []


@pytest.mark.parametrize(
    ("timing", "stage"),
    [
        ("your turn", "damage"),
        ("start of battle", None),
        ("start of battle", "damage"),
        ("battle", None),
        ("duel", None),
        ("start of duel", "opening"),
    ],
)
def test_x_71_it_is_not_time(timing: str, stage: Stage | None) -> None:
    assert told(at(timing, stage)) == ["wrong-time"]


def test_a_card_for_ones_own_turn_is_not_for_that_of_another() -> None:
    assert told(at("your turn"), "uthuk") == ["wrong-time"]


def test_x_72_whoever_takes_no_part_in_a_battle_plays_no_card_for_it() -> None:
    assert told(at("battle", "damage"), "uthuk") == []
    assert told(at("battle", "damage"), "human") == ["takes-no-part"]


def test_x_50_the_attackers_cards_come_first_at_the_start_of_a_battle() -> None:
    begun = at("start of battle", "opening")
    assert (told(begun), told(begun, "uthuk")) == ([], ["wrong-time"])
    assert begun.battle is not None
    begun.battle.passed = ["elf"]
    assert (told(begun), told(begun, "uthuk")) == (["wrong-time"], [])


def test_x_50_who_is_done_at_the_start_plays_no_card_of_the_own_turn() -> None:
    begun = at("your turn", "opening")
    assert begun.battle is not None
    begun.battle.passed = ["elf"]
    assert told(begun) == ["wrong-time"]


def test_x_72_whoever_plays_the_unit_of_a_quest_plays_no_card_for_it() -> None:
    known = dueling("duel")
    assert known.duel is not None
    known.duel.defender = Duelist(seat="human", unit="beastman")
    assert (told(known), told(known, "human")) == ([], ["takes-no-part"])


def test_before_the_war_nothing_is_out_of_time() -> None:
    early = at("battle")
    early.season = 0
    assert told(early) == []


@pytest.mark.parametrize("table", [dueling("start of duel"), dueling("duel"), dueling("duel", 3)])
def test_it_is_time_in_a_duel(table: Runewars) -> None:
    assert told(table, "uthuk") == []


@pytest.mark.parametrize(
    "table", [dueling("start of duel", 2), dueling("start of duel", drawn=True), dueling("battle")]
)
def test_x_71_it_is_not_time_in_a_duel(table: Runewars) -> None:
    assert told(table) == ["wrong-time"]


def test_x_72_whoever_has_no_hero_in_a_duel_plays_no_card_for_it() -> None:
    assert told(dueling("duel"), "human") == ["takes-no-part"]
