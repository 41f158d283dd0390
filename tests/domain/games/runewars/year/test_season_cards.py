"""Season cards and orders of a year (执行季节卡; 最高奖励): W-30, C-05, and what an epic game replaces."""

import pytest

from companion.testing import followed, given, refused, table
from domain.framework.content import Content
from domain.framework.game import PUBLIC
from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn
from domain.games.runewars.heroes.company import HeroDeserted
from domain.games.runewars.realm.dials import InfluenceGained, InfluenceSpent, TitleClaimed
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import WarSetUp
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import is_supreme
from domain.games.runewars.year.seasons import CouncilPaid, SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import TWO
from tests.domain.games.runewars.realm.realms import refuses, typed

COUNCIL = typed("season-cards", "council", en="Council", zh="议会", season="spring", council=True)
FALSE = typed("season-cards", "lies", en="Lies", zh="谎言", season="spring", fakes=True)
RUSE = typed("tactics", "ruse", en="Ruse", zh="诡计", fakes=True)
EPIC = (WarSetUp(epic=True), *TWO)
BEGUN = (*TWO, COUNCIL, FALSE, WarBegun())


def test_w_30_the_primarch_gains_an_influence_before_a_council_card_is_read() -> None:
    titled = given(GAME, *TWO, COUNCIL, TitleClaimed(seat="elf", title_card="primarch", paid=1), WarBegun())
    drawn = titled.when(SeasonCardDrawn(card="council")).then(followed(CouncilPaid(seat="elf")))
    drawn.then(table(**{"seats.elf.influence": 3, "step": "text"}))


def test_another_card_pays_nothing_and_without_a_primarch_nobody_is_paid() -> None:
    titled = given(GAME, *TWO, FALSE, TitleClaimed(seat="elf", title_card="primarch", paid=1), WarBegun())
    titled.when(SeasonCardDrawn(card="lies")).then(followed())
    given(GAME, *BEGUN).when(SeasonCardDrawn(card="council")).then(followed())


def test_in_an_epic_game_cards_about_false_runes_are_replaced() -> None:
    epic = (*EPIC, COUNCIL, FALSE, RUSE)
    refuses((*epic, WarBegun()), SeasonCardDrawn(card="lies"), "replaced-in-epic", bendable=True)
    refuses(epic, TacticsDrawn(seat="elf", cards=("ruse",)), "replaced-in-epic", bendable=True)
    given(GAME, *BEGUN, RUSE).when(TacticsDrawn(seat="elf", cards=("ruse",))).then()


def test_in_an_epic_game_none_of_them_is_drawn() -> None:
    more = (typed("season-cards", f"lies {n}", en=f"Lies {n}", zh="", season="spring", fakes=True) for n in range(6))
    lies = (FALSE, *more)
    epic = given(GAME, *EPIC, COUNCIL, *lies, WarBegun())
    epic.when(SeasonCardDrawn()).then(SeasonCardDrawn(card="council", season="spring"))


@pytest.mark.parametrize(
    ("order", "used", "has_bonus"),
    [
        ("strategize", [], True),
        ("acquire-power", [], True),
        ("fortify", [], False),
        ("recruit", ["fortify"], False),
        ("recruit", ["harvest", "conquer"], True),
        ("mobilize", ["harvest"], False),
    ],
)
def test_c_05_the_bonus_is_for_the_highest_order_of_the_year(order: str, used: list[str], has_bonus: bool) -> None:
    known = Runewars().with_pack(Content(GAME.pack.kinds))
    assert is_supreme(known, order, used) is has_bonus


def test_a_card_that_starts_a_bid_is_not_done_without_one() -> None:
    auction = typed("season-cards", "auction", en="Auction", zh="拍卖", season="spring", bid=True)
    drawn = given(GAME, *TWO, auction, WarBegun(), SeasonCardDrawn(card="auction"))
    drawn.when(SeasonTextResolved()).then(refused("bid-left", bendable=True, says="Auction"))
    drawn.then_must("Influence bid")


def test_an_unknown_card_may_have_any_effect_and_a_known_one_has_its_own() -> None:
    unknown = given(GAME, *TWO, WarBegun(), SeasonCardDrawn())
    offered = {one.event for one in unknown.play.campaign.prompts(PUBLIC) if not one.required}
    assert {InfluenceGained, InfluenceSpent, TacticsDrawn} <= offered
    assert HeroDeserted not in offered, "nobody has a hero"
    known = given(GAME, COUNCIL, *TWO, WarBegun(), SeasonCardDrawn(card="council"))
    known.then_no_prompt(InfluenceGained).then_no_prompt(InfluenceSpent).then_no_prompt(TacticsDrawn)


def test_where_some_cards_of_the_season_are_typed_in_each_is_a_key() -> None:
    some = given(GAME, COUNCIL, *TWO, WarBegun()).play.campaign.prompts(PUBLIC)
    assert [one.keypad for one in some if one.event is SeasonCardDrawn] == ["card"]
    none = given(GAME, *TWO, WarBegun()).play.campaign.prompts(PUBLIC)
    assert [one.keypad for one in none if one.event is SeasonCardDrawn] == [""]
