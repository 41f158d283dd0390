"""Acquire Power, Strategize and titles (谋权指令; 头衔卡): C-09, C-10, C-24, W-37, X67, X68; influence by hand."""

from typing import Any

import pytest

from companion.testing import Spec, bent, given, refused, says, table
from domain.framework.game import Viewer
from domain.games.runewars import GAME
from domain.games.runewars.realm.dials import (
    InfluenceGained,
    InfluenceSpent,
    PowerGained,
    StrategyDrawn,
    TitleClaimed,
    least_price,
    titles_claimable,
)
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import TWO, ordered
from tests.domain.games.runewars.realm.realms import (
    HOME,
    SHEET,
    SPACES,
    by_hand,
    dials,
    each_refusal,
    no,
    refuses,
    resolving,
    typed,
)

HIGH = dials("human", food=3, wood=5, ore=5)
POWER = resolving("acquire-power", SHEET, *HIGH)
GAINED = PowerGained(seat="human")
CLAIMED = TitleClaimed(seat="human", title_card="commander", paid=3)
DRAWN = StrategyDrawn(seat="human")
UNTYPED = resolving("acquire-power")
NOTHING_GAINED = GAINED.copy_with(amount=0)
HELD = (*UNTYPED, NOTHING_GAINED, by_hand("seats.human.influence", 9), CLAIMED.copy_with(title_card="primarch", paid=1))
OWNED = (
    *HOME,
    by_hand("seats.human.influence", 9),
    WarBegun(),
    SeasonCardDrawn(),
    CLAIMED,
    by_hand("seats.human.influence", 6),
    by_hand("seats.elf.influence", 9),
    SeasonTextResolved(),
)
"""A season card let the human seat take a title; then spring goes on."""
OWN_TURN = (*OWNED, *ordered(human="acquire-power", elf="fortify"))
ELF_CLAIMS = (*OWNED, *ordered(human="fortify", elf="acquire-power"), PowerGained(seat="elf", amount=0))
REFUSALS = [
    no("other-order", *resolving("harvest"), event=GAINED.copy_with(amount=1), bendable=True),
    no("used-before", *POWER, GAINED, event=GAINED, bendable=True),
    no("say-how-many", *UNTYPED, event=GAINED, bendable=False),
    no("say-how-many", *resolving("strategize"), event=DRAWN, bendable=False, why="strategize"),
    no("not-enough-influence", *UNTYPED, event=CLAIMED.copy_with(paid=5), bendable=False),
    no("base-first", *UNTYPED, event=CLAIMED, bendable=True),
    no("used-before", *HELD, event=CLAIMED, bendable=True, why="title"),
    no("not-enough-influence", *TWO, event=InfluenceSpent(seat="human", amount=5), bendable=False, why="spent"),
    no("other-order", *resolving("harvest"), event=DRAWN.copy_with(count=1), bendable=True, why="strategize"),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def test_c_10_influence_comes_as_the_dials_show() -> None:
    done = given(GAME, *POWER).when(GAINED).then(table(**{"seats.human.influence": 6, "turn.base": True}))
    done.then(says("Daqan Lords gained 2 influence by the dials"))


def test_influence_is_said_where_nobody_typed_the_dials_in() -> None:
    given(GAME, *UNTYPED).when(GAINED.copy_with(amount=4)).then(table(**{"seats.human.influence": 8}))


@pytest.mark.parametrize("dial", ["food_spaces", "wood_spaces", "ore_spaces"])
def test_the_number_is_said_if_one_of_the_dials_is_not_typed_in(dial: str) -> None:
    partly = typed("factions", "human", **{name: spaces for name, spaces in SPACES.items() if name != dial})
    refuses(resolving("acquire-power", partly, *HIGH), GAINED, "say-how-many", bendable=False)
    refuses(resolving("strategize", partly, *HIGH), DRAWN, "say-how-many", bendable=False)


def elf_claiming() -> Spec:
    return given(GAME, *ELF_CLAIMS)


def test_w_37_an_empty_title_costs_one_at_least_and_what_is_paid_lies_on_it() -> None:
    first = given(GAME, *UNTYPED, NOTHING_GAINED)
    board: Any = first.play.campaign.table
    assert least_price(board, "commander") == 1
    done = first.when(CLAIMED).then(table(**{"seats.human.influence": 1, "seats.human.titles": ["commander"]}))
    done.then(table(**{"on_titles.commander": 3, "turn.bonus": "taken"}))
    board = done.play.campaign.table
    assert least_price(board, "commander") == 4


def test_c_24_the_next_one_pays_more_than_lies_on_it() -> None:
    claims = TitleClaimed(seat="elf", title_card="commander", paid=3)
    refuses(ELF_CLAIMS, claims, "pay-more", bendable=True)
    done = elf_claiming().when(claims.copy_with(paid=4))
    done.then(table(**{"seats.elf.titles": ["commander"], "seats.human.titles": [], "on_titles.commander": 4}))
    done.then(table(**{"seats.elf.influence": 5, "seats.human.influence": 6}))
    done.then(says("Latari Elves claimed Lord Commander of the Warriors' Guild for 4 influence, from Daqan Lords"))


def test_ones_own_title_is_not_claimed_again() -> None:
    assert titles_claimable(given(GAME, *OWN_TURN).play.campaign.table, "human") == ["primarch", "captain"]
    refuses((*OWN_TURN, NOTHING_GAINED), CLAIMED.copy_with(paid=4), "own-title", bendable=True)


def test_the_table_may_rule_that_ones_own_title_is_claimed_again() -> None:
    ruled = given(GAME, *OWN_TURN, NOTHING_GAINED, RulingMade(ruling="own-title-again"))
    ruled.when(CLAIMED.copy_with(paid=4)).then(table(**{"seats.human.titles": ["commander"], "on_titles.commander": 4}))


def test_c_09_strategize_draws_tactics_cards_as_the_dials_show() -> None:
    done = given(GAME, *resolving("strategize", SHEET, *HIGH)).when(DRAWN.copy_with(cards=("Mountain Pass",)))
    done.then(table(**{"seats.human.fresh": ["mountain-pass", ""], "turn.bonus": "taken"}))
    assert GAME.view(done.play.campaign.table, Viewer.on("elf")).seats["human"].fresh == ["", ""]


def test_how_many_are_drawn_is_said_where_nobody_typed_the_dials_in() -> None:
    given(GAME, *resolving("strategize")).when(DRAWN.copy_with(count=3)).then(
        table(**{"seats.human.fresh": ["", "", ""]})
    )


def test_influence_has_no_end() -> None:
    gained = InfluenceGained(seat="human", amount=60)
    done = given(GAME, *TWO).when(gained).then(table(**{"seats.human.influence": 64}))
    done.then(says("Daqan Lords received 60 influence"))
    done.and_then(InfluenceSpent(seat="human", amount=64)).then(table(**{"seats.human.influence": 0}))


def test_power_that_the_dials_do_not_give_needs_a_reason_and_is_marked() -> None:
    given(GAME, *POWER).when(GAINED.copy_with(amount=30)).then(refused("by-the-dials", bendable=True))
    gained = given(GAME, *POWER).when(GAINED.copy_with(amount=30), bend="a card says so")
    gained.then(bent("by-the-dials"), says("Daqan Lords gained 30 influence"))
    drawn = given(GAME, *resolving("strategize", SHEET, *HIGH)).when(DRAWN.copy_with(count=5), bend="a card says so")
    drawn.then(bent("by-the-dials"), says("Daqan Lords drew 5 tactics cards"))


def test_what_the_dials_give_is_said_to_be_by_the_dials() -> None:
    given(GAME, *POWER).when(GAINED).then(says("Daqan Lords gained 2 influence by the dials"))
    given(GAME, *UNTYPED).when(GAINED.copy_with(amount=2)).then(says("Daqan Lords gained 2 influence by the dials"))
