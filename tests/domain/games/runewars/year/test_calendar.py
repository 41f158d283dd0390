"""The calendar (游戏季节; 执行季节卡): C-39, X02, G-27; how a season, a year and the war end."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, table
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import WarSetUp
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.victory import WarScored
from domain.games.runewars.year.orders import OrderChosen
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonEnded, SeasonTextResolved
from tests.domain.games.runewars.moments import CARD_DONE, SPRING, TWO, Events, ordered, over
from tests.domain.games.runewars.realm.realms import by_hand, each_refusal, no, refuses, typed


def card(id_: str, season: str, **fields: Any) -> Event[Any]:
    return typed("season-cards", id_, en=id_.capitalize(), zh=id_, season=season, **fields)


THAW, RAIN, STORM = card("thaw", "spring"), card("rain", "spring", lasting=True), card("storm", "summer", bid=True)
BEGUN: Events = (*TWO, THAW, RAIN, STORM, WarBegun())
LAST_TURN: Events = (*TWO, *SPRING, *ordered(human="harvest", elf="fortify"), *over("human", human="harvest"))
SECOND_SPRING: Events = (*BEGUN, SeasonCardDrawn(card="thaw"), by_hand("season", 5), by_hand("step", "season"))
EIGHT: Events = tuple(card(f"spring {n}", "spring") for n in range(6))
"""With thaw and rain all of a spring."""


def by_hand_drawn(*cards: str) -> Events:
    """Springs, one after the other, each with its card; another one comes next."""
    year = (by_hand("season", 1 + 4 * n) for n in range(len(cards) + 1))
    begin = ((next(year), by_hand("step", "season"), SeasonCardDrawn(card=id_)) for id_ in cards)
    return (*(event for events in begin for event in events), next(year), by_hand("step", "season"))


REFUSALS = [
    no("other-season", *BEGUN, event=SeasonCardDrawn(card="storm"), bendable=True),
    no("drawn-before", *SECOND_SPRING, event=SeasonCardDrawn(card="thaw"), bendable=True),
    no("wrong-step", *BEGUN, event=SeasonTextResolved(), bendable=True, why="text"),
    no("wrong-step", *BEGUN, event=OrderChosen(seat="elf", order="harvest"), bendable=True, why="order"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


@pytest.mark.parametrize(
    ("season", "year", "name"),
    [(1, 1, "spring"), (3, 1, "autumn"), (4, 1, "winter"), (5, 2, "spring"), (24, 6, "winter")],
)
def test_c_39_four_seasons_are_a_year(season: int, year: int, name: str) -> None:
    known = Runewars(season=season)
    assert (known.chapter, known.season_name) == (year, name)


def test_x_02_it_is_told_what_comes_first() -> None:
    early = given(GAME, *BEGUN).when(OrderChosen(seat="elf", order="harvest"))
    early.then(refused("wrong-step", says="Choosing orders. Right now it is: Season card"))


def test_a_card_lies_open_and_the_one_before_it_no_longer_works() -> None:
    rain = given(GAME, *BEGUN).when(SeasonCardDrawn(card="rain"))
    rain.then(table(**{"season_cards": ["rain"], "lasting": "rain", "calendar.1.card": "rain", "step": "text"}))
    summer = rain.and_then(by_hand("season", 2)).and_then(by_hand("step", "season"))
    summer.and_then(SeasonCardDrawn(card="storm")).then(table(season_cards=["rain", "storm"], lasting=""))


def test_what_works_until_the_next_card_is_told() -> None:
    done = given(GAME, *BEGUN, SeasonCardDrawn(card="thaw")).when(SeasonTextResolved(lasting="nobody marches"))
    done.then(table(lasting="nobody marches"))
    shown = done.outcome.events[0].describe(done.play.campaign.table)
    assert str(shown) == "The season card was resolved; until the next one: nobody marches"


def test_where_all_eight_cards_are_typed_in_one_is_drawn() -> None:
    spring = given(GAME, *BEGUN, *EIGHT)
    spring.then_next(SeasonCardDrawn()).when(SeasonCardDrawn(), rolled=("spring 3",)).then(
        table(season_cards=["spring 3"])
    )


def test_of_some_that_are_typed_in_none_is_drawn_and_the_table_names_it() -> None:
    """A card that was typed in because it came is not the one that comes next."""
    spring = given(GAME, *SECOND_SPRING)
    assert [prompt.complete for prompt in spring.play.campaign.prompts(PUBLIC)] == [False]
    spring.when(SeasonCardDrawn()).then(table(season_cards=["thaw"], step="text"))


def test_g_27_an_empty_deck_is_shuffled_again() -> None:
    drawn = by_hand_drawn(*(f"spring {n}" for n in range(6)), "thaw")
    last = given(GAME, *BEGUN, *EIGHT, *drawn).when(SeasonCardDrawn())
    last.then(SeasonCardDrawn(card="rain", season="spring", lasting=True))
    ninth = last.and_then(by_hand("season", 33)).and_then(by_hand("step", "season"))
    ninth.and_then(SeasonCardDrawn(card="thaw")).then(table(**{"calendar.33.card": "thaw"}))


def test_a_season_ends_with_the_last_turn_and_unlocks_its_tactics() -> None:
    ended = given(GAME, *LAST_TURN, TacticsDrawn(seat="elf", cards=("Ambush",))).when(*over("elf"))
    ended.then(followed(SeasonEnded()), table(**{"season": 2, "step": "season", "seats.elf.fresh": []}))
    ended.then(table(**{"seats.elf.tactics": ["Ambush"], "seats.elf.used": ["fortify"]}))


def test_water_thaws_with_the_end_of_winter() -> None:
    frozen = given(GAME, *LAST_TURN, by_hand("season", 4), by_hand("frozen", True)).when(*over("elf"))
    frozen.then(table(frozen=False, season=5))


@pytest.mark.parametrize(("epic", "last"), [(False, 24), (True, 32)], ids=["usual", "epic"])
def test_after_the_last_winter_the_runes_are_counted(epic: bool, last: int) -> None:
    over_all = given(GAME, WarSetUp(epic=epic), *LAST_TURN, by_hand("season", last)).when(*over("elf"))
    over_all.then(table(season=last, step="finished", winners=[])).then_next(WarScored())


def test_before_the_last_winter_another_year_begins() -> None:
    given(GAME, WarSetUp(epic=True), *LAST_TURN, by_hand("season", 24)).when(*over("elf")).then(table(season=25))


def test_what_a_season_card_starts_is_asked_for_in_its_season_alone() -> None:
    """A card that nobody named is not the one of the season before."""
    council = card("council", "spring", bid=True, rune=True)
    spring = given(GAME, *TWO, council, WarBegun(), SeasonCardDrawn(card="council"))
    spring.then_next("Influence bid")
    summer = spring.when(by_hand("season", 2)).and_then(by_hand("step", "season")).and_then(SeasonCardDrawn())
    summer.then_next(SeasonTextResolved())


def test_the_first_season_needs_no_typed_card() -> None:
    given(GAME, *TWO, WarBegun()).when(SeasonCardDrawn()).then(table(**{"step": "text", "season_cards": []}))
    given(GAME, *TWO, WarBegun(), *CARD_DONE).then(table(step="orders"))
