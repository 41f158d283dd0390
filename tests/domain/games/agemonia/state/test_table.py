"""The table of a campaign: its steps, its journals, and what figures and things on it are called."""

from typing import Any

import pytest

from domain.games.agemonia import GAME
from domain.games.agemonia.state.scenario import Ally, Enemy
from domain.games.agemonia.state.table import Agemonia, City, Hero, Journal, Lock, Storage


def campaign(**state: Any) -> Agemonia:
    table = GAME.new_table()
    assert isinstance(table, Agemonia)
    table.heroes = {"lunara": Hero(player="Ana"), "venia": Hero()}
    for name, value in state.items():
        setattr(table, name, value)
    return table


@pytest.mark.parametrize(
    ("area", "round_", "tutorials", "tracked", "holds"),
    [
        ("steps", 0, [], None, False),
        ("steps", 1, [], None, True),
        ("steps", 0, [1], None, True),
        ("steps", 1, [], ["vitality"], False),
        ("vitality", 0, [], None, True),
        ("vitality", 0, [], ["steps"], False),
    ],
)
def test_steps_hold_once_the_table_has_recorded_one(
    area: str, round_: int, tutorials: list[int], tracked: list[str] | None, holds: bool
) -> None:
    table = campaign(round=round_, tutorials=tutorials, tracked=tracked)
    assert table.holds_to(area) is holds
    assert area != "steps" or table.holds_to_steps() is holds


def test_a_keyword_is_found_without_case_until_it_is_crossed_out_and_may_be_written_again() -> None:
    journal = Journal()
    first = journal.write("Raven")
    assert (journal.find("RAVEN") is first, "raven" in journal, "owl" in journal) == (True, True, False)
    assert journal.write("raven") is first
    first.crossed_out = True
    assert ("raven" in journal, journal.find("owl")) == (False, None)
    second = journal.write("raven")
    assert (list(journal.words), journal.find("Raven") is second) == (["raven", "raven 2"], True)
    second.crossed_out = True
    assert journal.find("raven") is None
    journal.write("Raven")
    assert list(journal.words) == ["raven", "raven 2", "raven 3"]


def test_a_journal_is_the_partys_or_a_heros_and_else_an_empty_one() -> None:
    table = campaign()
    table.journal.write("party")
    table.heroes["lunara"].journal.write("own")
    assert [list(table.journal_of(owner).words) for owner in ("party", "lunara", "gone")] == [["party"], ["own"], []]


@pytest.mark.parametrize(
    ("city", "begun"),
    [
        ({}, False),
        ({"event": "C1"}, True),
        ({"visited": ["inn"]}, True),
        ({"used": {"inn": 1}}, True),
        ({"later": [2]}, False),
    ],
)
def test_a_city_step_has_begun_once_something_was_visited_used_or_revealed(city: dict[str, Any], begun: bool) -> None:
    assert City(**city).has_begun is begun


def test_a_place_for_goods_has_slots_for_items_and_stars() -> None:
    assert Storage(slots=4, items=["axe"], stars=[10, 3]).free() == 1
    assert Storage().free() == 1


def test_chips_that_are_locked_are_held() -> None:
    hero = Hero(chips=6, locked={"a": Lock(chips=1, needs=1), "b": Lock(chips=2, needs=1)}, spent=1)
    assert (hero.held, hero.available, hero.room) == (3, 2, 4)


@pytest.mark.parametrize(
    ("chips", "cap", "wounded", "available", "room"),
    [
        (6, 3, False, 5, 1),
        (6, 3, True, 5, 0),
        (6, None, True, None, None),
        (None, 3, False, None, None),
        (6, None, False, 5, 1),
    ],
)
def test_the_side_of_the_disk_that_is_up_says_how_many_chips_it_takes(
    chips: int | None, cap: int | None, wounded: bool, available: int | None, room: int | None
) -> None:
    hero = Hero(chips=chips, wounded_cap=cap, wounded=wounded, spent=1)
    assert (hero.available, hero.room) == (available, room)


def test_who_is_made_whole_has_all_chips_and_the_blue_side() -> None:
    hero = Hero(chips=6, spent=2, wounds=1, wounded=True, exhausted=True, locked={"a": Lock(chips=1, needs=1)})
    hero.made_whole()
    assert hero == Hero(chips=6)


def crowd() -> Agemonia:
    table = campaign()
    table.scene.enemies = {"skitterer": Enemy(), "wolf 7": Enemy()}
    table.scene.allies = {"Old Tom": Ally()}
    return table


@pytest.mark.parametrize(
    ("kind", "id_", "called"),
    [
        ("figures", "lunara", "Lunara"),
        ("figures", "Old Tom", "Old Tom"),
        ("figures", "wolf 2", "wolf 2"),
        ("figures", "wolf 7", "wolf 7"),
        ("figures", "nobody", "nobody"),
        ("initiative", "enemy red", "enemy Red"),
        ("initiative", "…", "…"),
        ("journals", "party", "Party journal"),
        ("journals", "lunara", "Lunara's journal"),
        ("heroes", "lunara", "Lunara"),
    ],
)
def test_what_is_on_the_table_is_called_as_players_call_it(kind: str, id_: str, called: str) -> None:
    assert str(crowd().called(kind, id_)).casefold() == called.casefold()


@pytest.mark.parametrize(
    ("marked", "value", "kind", "bound"),
    [
        ("figures", "Wolf 2", "enemies", "wolf 2"),
        ("figures", "Wolf x", "enemies", "Wolf x"),
        ("actors", "Wolf 2", "enemies", "Wolf 2"),
        ("figures", "Fox 2", "enemies", "Fox 2"),
        ("figures", "Wolf 2", "followers", "Wolf 2"),
    ],
)
def test_a_model_of_an_enemy_that_turns_out_to_be_known_keeps_its_number(
    marked: str, value: str, kind: str, bound: str
) -> None:
    assert crowd().bound_in(marked, value, kind, "Wolf", "wolf") == bound


def test_seats_are_heroes_and_chairs_are_called_by_who_plays_them() -> None:
    table = campaign()
    assert (table.seat_of("heroes", "lunara"), table.seat_of("heroes", "gone")) == ("lunara", "")
    assert [str(name) for name in table.chairs().values()] == ["Lunara (Ana)", "Venia"]
