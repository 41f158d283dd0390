"""The table of a war: where it stands in the year, who is left, and what everything on it is called."""

from typing import Any

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.state.heroes import Deed, Duel, Hero
from domain.games.runewars.state.table import Area, Bid, Diplomacy, Runewars, Seat, Stack, place_called, spot_of
from domain.games.runewars.state.war import Battle, Fighter


def war(**state: Any) -> Runewars:
    table = GAME.new_table()
    assert isinstance(table, Runewars)
    table.seats = {"human": Seat(player="Ann"), "elf": Seat(eliminated=True)}
    for name, value in state.items():
        setattr(table, name, value)
    return table


OPEN: dict[str, Any] = {
    "battle": Battle(),
    "diplomacy": Diplomacy(seat="human", area="1A"),
    "duel": Duel(),
    "bid": Bid(),
}


@pytest.mark.parametrize(
    ("season", "year", "of_the_year", "name"),
    [(0, 0, 0, "spring"), (1, 1, 1, "spring"), (4, 1, 4, "winter"), (5, 2, 1, "spring"), (8, 2, 4, "winter")],
)
def test_c_39_four_seasons_are_a_year(season: int, year: int, of_the_year: int, name: str) -> None:
    table = war(season=season)
    assert (table.chapter, table.place[0], table.season_name) == (year, of_the_year, name)


@pytest.mark.parametrize("name", OPEN)
def test_what_is_under_way_is_where_the_table_is_until_the_war_is_over(name: str) -> None:
    table = war(step="turns", season=1, **{name: OPEN[name]})
    assert table.place == (1, name)
    table.step = "finished"
    assert table.place == (1, "finished")


def test_a_battle_comes_before_all_else_and_what_is_not_tracked_is_not_under_way() -> None:
    table = war(step="turns", **OPEN)
    assert table.place == (0, "battle")
    table.tracked = ["heroes"]
    assert table.place == (0, "duel")
    table.tracked = ["map"]
    assert table.place == (0, "turns")


@pytest.mark.parametrize(("epic", "goal", "last"), [(False, 6, 24), (True, 7, 32)])
def test_an_epic_game_needs_a_rune_more_and_lasts_two_years_longer(epic: bool, goal: int, last: int) -> None:
    assert (war(epic=epic).goal, war(epic=epic).last_season) == (goal, last)


@pytest.mark.parametrize(("season", "tracked", "holds"), [(0, None, False), (1, None, True), (1, ["map"], False)])
def test_steps_hold_once_a_season_has_begun(season: int, tracked: list[str] | None, holds: bool) -> None:
    assert war(season=season, tracked=tracked).holds_to_steps() is holds


def test_who_is_out_is_not_alive_and_who_is_gone_is_nobody() -> None:
    table = war()
    assert (table.alive(), table.seat("gone"), table.hero("gone")) == (["human"], Seat(), Hero())
    assert (table.area_at("9Z"), "9Z" in table.land) == (Area(), False)
    assert (table.area("9Z") is table.land["9Z"], table.area("9Z") is table.area("9Z")) == (True, True)


def test_seats_visit_where_a_hero_of_theirs_lives() -> None:
    heroes = {
        "a": Hero(seat="human", area="1A"),
        "b": Hero(seat="human", area="1A"),
        "c": Hero(seat="elf", area="1A", defeated=True),
        "d": Hero(seat="elf", area="2A"),
    }
    assert war(heroes=heroes).visitors("1A") == ["human"]


def test_a_deed_is_begun_once_a_season() -> None:
    table = war(season=2, heroes={"a": Hero(seat="human")}, deeds=[Deed(season=1, hero="a"), Deed(season=2, hero="b")])
    deed = table.deed("a")
    assert (deed.season, deed.seat, len(table.deeds)) == (2, "human", 3)
    assert table.deed("a") is deed
    assert table.this_season is table.this_season is table.calendar["2"]


@pytest.mark.parametrize(("step", "q", "there"), [("turns", 0, True), ("setup", 0, False), ("turns", None, False)])
def test_a_map_is_there_once_it_is_laid(step: str, q: int | None, there: bool) -> None:
    table = war(step=step, land={"1A": Area(q=q, r=q), "zz": Area()})
    assert table.has_map() is there
    assert ("zz" in table.areas_there()) is not there
    assert "1A" in table.areas_there()


@pytest.mark.parametrize(
    ("place", "spot"),
    [
        ("2 -1", (2, -1)),
        ("-12 30", (-12, 30)),
        ("2", None),
        ("2 -1 0", None),
        ("123 1", None),
        ("2  1", None),
        ("a b", None),
    ],
)
def test_a_place_of_the_map_is_two_numbers(place: str, spot: tuple[int, int] | None) -> None:
    found = spot_of(place)
    assert (found and (found.q, found.r)) == spot


def test_a_place_is_called_by_the_areas_beside_it() -> None:
    land = {"1A": Area(q=1, r=0), "1B": Area(q=0, r=1), "far": Area(q=5, r=5), "nowhere": Area()}
    assert [str(place_called(land, place)) for place in ("0 0", "9 9", "x")] == ["next to 1A, 1B", "at 9 9", "at x"]


@pytest.mark.parametrize(
    ("kind", "id_", "called"),
    [
        ("owners", "neutral", "Neutral"),
        ("seats", "human", "Daqan Lords"),
        ("resources", "wood", "Wood"),
        ("resources", "gold", "gold"),
        ("dial-icons", "none", "nothing"),
        ("dial-icons", "footman", "Footman"),
        ("stacks", "1A/footman", "Footman (1A)"),
        ("season numbers", "1", "Year 1, Spring"),
        ("season numbers", "8", "Year 2, Winter"),
        ("season numbers", "0", "0"),
        ("season numbers", "soon", "soon"),
        ("turns", "0", "as printed"),
        ("turns", "2", "turned 2/6 to the right"),
        ("markers", "3", "home marker 3"),
        ("places", "9 9", "at 9 9"),
        ("fighters", "footman B", "Footman B"),
        ("orders", "", ""),
    ],
)
def test_what_is_on_the_table_is_called_as_players_call_it(kind: str, id_: str, called: str) -> None:
    assert str(war().called(kind, id_)) == called


def test_there_are_stacks_fighters_and_owners_as_far_as_they_are_on_the_table() -> None:
    table = war(land={"1A": Area(stacks={"footman": Stack(owner="human")})})
    assert (list(table.ids("stacks")), list(table.ids("fighters"))) == (["1A/footman"], [])
    fighter = Fighter(side="human", owner="human", unit="footman", letter="A")
    table.battle = Battle(fighters={"footman A": fighter})
    assert list(table.ids("fighters")) == ["footman A"]
    assert list(table.ids("owners"))[-1] == "neutral"
    assert list(table.ids("turns")) == ["0", "1", "2", "3", "4", "5"]


def test_a_hero_belongs_to_a_seat_and_a_chair_is_called_by_who_sits_there() -> None:
    table = war(heroes={"a": Hero(seat="elf")})
    assert [
        table.seat_of(*one) for one in (("heroes", "a"), ("seats", "human"), ("units", "human"), ("seats", "x"))
    ] == [
        "elf",
        "human",
        "human",
        "",
    ]
    assert [str(name) for name in table.chairs().values()] == ["Daqan Lords (Ann)", "Latari Elves"]
