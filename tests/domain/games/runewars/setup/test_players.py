"""Players: variants, factions, who begins (游戏设置 1-2; 可选规则): X01, X08, X10."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.framework.events.marked_fields import choices_of
from domain.games.runewars import GAME
from domain.games.runewars.realm.dials import InfluenceGained, InfluenceSpent
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, WarSetUp
from tests.domain.games.runewars.moments import SPRING, THREE, TWO
from tests.domain.games.runewars.realm.realms import each_refusal, no, refuses, typed

ANN = FactionChosen(faction="undead", player="Ann")
FOUR = (*THREE, FactionChosen(faction="undead"))
FIFTH = typed("factions", "fifth", en="The Fifth", zh="第五")
REFUSALS = [
    no("faction-taken", *TWO, event=FactionChosen(faction="elf"), bendable=False),
    no("plays-already", ANN, event=FactionChosen(faction="elf", player="Ann"), bendable=True),
    no("too-many-seats", *FOUR, FIFTH, event=FactionChosen(faction="fifth"), bendable=False),
    no("wrong-step", *TWO, *SPRING, event=FactionChosen(faction="uthuk"), bendable=True, why="faction"),
    no("wrong-step", *TWO, *SPRING, event=StartingPlayerFound(seat="elf"), bendable=True, why="who-begins"),
    no("same-fate", *TWO, event=StartingPlayerFound(seat="elf", fate={"elf": 7, "human": 7}), bendable=False),
    no("too-few-seats", TWO[0], event=WarBegun(), bendable=True),
    no("wrong-step", *TWO, *SPRING, event=WarSetUp(epic=True), bendable=True, why="variants"),
    no("open-in-epic", event=WarSetUp(runes="open"), bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_who_plays_a_faction_is_told_though_nobody_said_who() -> None:
    given(GAME, *TWO).when(ANN).then(says("Waiqar the Undying joined the war, played by Ann"))
    given(GAME, *TWO).when(ANN.copy_with(player="")).then(says("Waiqar the Undying joined the war"))


def test_factions_that_nobody_plays_are_offered_first() -> None:
    there = given(GAME, *TWO).play.campaign.table
    assert list(choices_of(FactionChosen)["faction"].ids(there)) == ["undead", "uthuk", "human", "elf"]


def test_the_highest_fate_card_begins() -> None:
    numbers = StartingPlayerFound(fate={"human": 4, "elf": 28, "uthuk": 11})
    found = given(GAME, *THREE).when(numbers)
    found.then(table(starting="elf"))
    found.then(says("Latari Elves became the starting player: Daqan Lords 4, Latari Elves 28, Uthuk Y'llan 11"))


def test_who_is_said_to_begin_is_who_has_the_highest_fate_card() -> None:
    numbers = {"human": 4, "elf": 28, "uthuk": 11}
    spec = given(GAME, *THREE)
    spec.when(StartingPlayerFound(seat="human", fate=numbers)).then(
        refused("other-begins", bendable=True, says="Latari Elves has the highest fate card: 28")
    )
    spec.when(StartingPlayerFound(seat="human", fate=numbers), bend="they swapped").then(table(starting="human"))


def test_fate_cards_that_nobody_says_are_drawn() -> None:
    found = given(GAME, *THREE).when(StartingPlayerFound(), rolled=(7, 12, 30))
    found.then(StartingPlayerFound(seat="uthuk", fate={"human": 7, "elf": 12, "uthuk": 30}), table(starting="uthuk"))


def test_whoever_took_a_faction_first_begins_where_nobody_said_who() -> None:
    given(GAME, *TWO).when(WarBegun()).then(table(starting="human", season=1, step="season"))


def test_a_faction_begins_with_what_its_sheet_says() -> None:
    sheet = typed("factions", "undead", influence=4, food=2, wood=1, ore=3)
    chosen = given(GAME, sheet).when(FactionChosen(faction="undead"))
    chosen.then(table(**{"seats.undead.influence": 4, "seats.undead.starting_influence": 4}))
    chosen.then(table(**{"seats.undead.dials": {"food": 2, "wood": 1, "ore": 3}, "seats.undead.alignment": "evil"}))


def test_what_no_sheet_says_the_table_says() -> None:
    chosen = given(GAME).when(FactionChosen(faction="undead", influence=3, food=2, ore=0))
    chosen.then(table(**{"seats.undead.dials": {"food": 2, "ore": 0}, "seats.undead.influence": 3}))
    sheet = typed("factions", "undead", food=2, wood=1, ore=3)
    given(GAME, sheet).when(FactionChosen(faction="undead", ore=0)).then(
        table(**{"seats.undead.dials": {"food": 2, "wood": 1, "ore": 0}})
    )


def test_whatever_influence_is_recorded_before_the_war_is_what_a_seat_starts_with() -> None:
    """By the faction sheet, by a prompt, by taps on a counter: each counts in the last tie-break."""
    undead = FactionChosen(faction="undead")
    gained, spent = InfluenceGained(seat="undead", amount=3), InfluenceSpent(seat="undead", amount=1)
    ways = [
        (3, undead.copy_with(influence=3)),
        (3, undead, gained),
        (6, undead, gained, gained),
        (2, undead, gained, spent),
        (4, undead.copy_with(influence=2), gained, spent),
        (3, undead, gained, *TWO, WarBegun(), gained, spent),
    ]
    for start, *events in ways:
        given(GAME, *events).then(table(**{"seats.undead.starting_influence": start}))


@pytest.mark.parametrize(("epic", "goal", "last"), [(False, 6, 24), (True, 7, 32)], ids=["usual", "epic"])
def test_an_epic_game_takes_seven_runes_and_eight_years(epic: bool, goal: int, last: int) -> None:
    known: Any = given(GAME, WarSetUp(epic=epic)).play.campaign.table
    assert (known.goal, known.last_season) == (goal, last)


def test_in_an_epic_game_all_runes_lie_open() -> None:
    given(GAME, WarSetUp(epic=True)).then(table(rune_tracking="open"))


def test_settings_that_are_said_again_begin_with_what_was_said() -> None:
    known: Any = given(GAME, WarSetUp(epic=True, exploring=True)).play.campaign.table
    assert WarSetUp.prefilled(known) == {"epic": True, "exploring": True, "runes": "open"}


def test_x_01_a_war_begins_once() -> None:
    begun = given(GAME, *TWO, *SPRING)
    begun.when(WarBegun()).then(refused("wrong-step"))
    begun.when(WarBegun(), bend="anew").then(refused("already-begun", bendable=False))
