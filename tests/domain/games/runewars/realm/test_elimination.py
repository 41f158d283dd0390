"""Elimination (玩家制约): C-43, G-36."""

from typing import Any

from companion.testing import Spec, followed, given, table
from domain.framework.events.event import Event
from domain.games.runewars import GAME
from domain.games.runewars.cards import QuestsDrawn, TacticsDrawn
from domain.games.runewars.realm.dials import TitleClaimed
from domain.games.runewars.realm.holdings import SeatEliminated, landless_seats
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import RunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import StartingPlayerFound
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.victory import WarEnded
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonEnded, SeasonTextResolved
from tests.domain.games.runewars.moments import THREE, ordered, over
from tests.domain.games.runewars.realm.realms import by_hand, refuses, taken

HANDS: tuple[Event[Any], ...] = (
    TacticsDrawn(seat="elf", count=2),
    QuestsDrawn(seat="elf", cards=("The Lost Mine",)),
    ObjectiveDealt(seat="elf", card="Bread for all"),
    StartingPlayerFound(seat="elf"),
)
WAR: tuple[Event[Any], ...] = (
    *THREE,
    *HANDS,
    *taken("human", "1A"),
    *taken("elf", "4A"),
    *taken("uthuk", "7A"),
    by_hand("land.1A.home", "human"),
    by_hand("land.4A.home", "elf"),
    WarBegun(),
    SeasonCardDrawn(),
    TitleClaimed(seat="elf", title_card="captain", paid=2),
    SeasonTextResolved(),
)
OUT = SeatEliminated(seat="elf")


def turns() -> Spec:
    """The elves resolve the last order of the season, and have lost their home."""
    orders = ordered(human="strategize", elf="fortify", uthuk="mobilize")
    lost = (by_hand("land.4A.taken", "uthuk"), by_hand("land.4A.home", "uthuk"), by_hand("land.4A.controller", "uthuk"))
    return given(GAME, *WAR, *orders, *over("human", "uthuk", uthuk="mobilize"), *lost, by_hand("land.1A.home", "elf"))


def test_who_controls_an_area_is_not_out() -> None:
    refuses(WAR, OUT, "still-holds", bendable=True)


def test_c_43_who_controls_no_area_is_out() -> None:
    board: Any = turns().play.campaign.table
    assert landless_seats(board) == ["elf"]


def test_c_43_nobody_is_out_while_an_area_is_fought_for() -> None:
    board: Any = turns().play.campaign.table
    board.land["1A"].contested = True
    assert landless_seats(board) == []


def test_whoever_has_no_home_on_the_map_is_not_missed_there() -> None:
    board: Any = given(GAME, *THREE, WarBegun()).play.campaign.table
    assert landless_seats(board) == []


def test_before_the_war_nobody_is_out() -> None:
    board: Any = given(GAME, *THREE, *taken("human", "1A"), by_hand("land.1A.home", "elf")).play.campaign.table
    assert landless_seats(board) == []


def test_cards_leave_the_hands_and_titles_keep_what_lies_on_them() -> None:
    out = (
        turns().when(OUT).then(table(**{"seats.elf.eliminated": True, "seats.elf.titles": [], "on_titles.captain": 2}))
    )
    out.then(table(**{"seats.elf.tactics": [], "seats.elf.quests": [], "seats.elf.objective": ""}))
    out.then(table(**{"seats.elf.has_objective": False, "starting": "uthuk"}))


def test_the_season_goes_on_without_it() -> None:
    turns().when(OUT).then(followed(SeasonEnded()), table(**{"season": 2}))


def test_its_home_is_nobodys() -> None:
    board: Any = turns().when(OUT).play.campaign.table
    assert board.land["1A"].controller == "human"
    assert board.alive() == ["human", "uthuk"]


def test_its_heroes_leave_and_nothing_more_is_due_for_it() -> None:
    spec = turns()
    board: Any = spec.play.campaign.table
    board.heroes = {"silhouette": Hero(seat="elf", area="4A"), "mad-carthos": Hero(seat="uthuk", area="4A")}
    for seat in ("elf", "uthuk"):
        board.agenda.put(RunesPlaced, seat=seat)
    spec.when(OUT).then()
    assert list(board.heroes) == ["mad-carthos"]
    assert [due.fields["seat"] for due in board.agenda.due.values()] == ["uthuk"]


def test_the_turn_of_who_is_out_is_over_and_the_next_one_begins_anew() -> None:
    orders = ordered(human="mobilize", elf="strategize", uthuk="fortify")
    lost = (by_hand("land.4A.taken", "uthuk"), by_hand("land.4A.home", "uthuk"), by_hand("land.4A.controller", "uthuk"))
    spec = given(GAME, *WAR, *orders, *lost, by_hand("land.1A.home", "elf"), by_hand("turn.bonus", "taken"))
    out = spec.when(OUT).then(table(**{"turn.bonus": "", "turn.base": False}))
    out.then_prompts("Activate an area")


def test_g_16_who_is_left_alone_may_be_said_to_have_won() -> None:
    one = turns().when(OUT).and_then(SeatEliminated(seat="uthuk"), bend="gives up")
    one.then_prompts("Daqan Lords alone is left: the war is over")
    one.and_then(WarEnded(winners=("human",))).then(table(winners=["human"])).then_no_prompt(WarEnded)


def test_while_two_are_left_the_war_goes_on() -> None:
    turns().when(OUT).then_no_prompt(WarEnded)
