"""Rally Support (支援指令): X05, X63, X66, X68, X69, G-15."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import sentence_of_event, texts_for_hidden
from domain.framework.game import PUBLIC, Viewer
from domain.games.runewars import GAME
from domain.games.runewars.heroes.company import HeroRecruited
from domain.games.runewars.march.by_cards import UnitsPlaced
from domain.games.runewars.realm.cities import CitySupported, HeroCardsDrawn, cities_left
from domain.games.runewars.year.orders import TurnEnded
from tests.domain.games.runewars.moments import TWO
from tests.domain.games.runewars.realm.realms import HOME, by_hand, each_refusal, no, refuses, resolving, taken, typed

CITY = typed("cities", "rivermoor", en="Rivermoor", zh="河原", unit="giant", units=2, tactics=1, influence=3)
STANDS = (CITY, by_hand("land.1B.city", "rivermoor"), by_hand("land.1C.city", "unknown"))
RALLYING = resolving("rally-support", *STANDS)
FOR_UNITS = CitySupported(seat="human", area="1B", benefit="units")
FOR_INFLUENCE = FOR_UNITS.copy_with(benefit="influence")
HIRED = HeroCardsDrawn(seat="human", influence=2)
RECRUITED = HeroRecruited(seat="human", hero="silhouette", area="1A")
NO_GIANTS = (typed("units", "giant", figures=1), UnitsPlaced(area="9A", units={"giant": 1}))
REFUSALS = [
    no(
        "not-controlled",
        *RALLYING,
        by_hand("land.4A.city", "x"),
        event=FOR_INFLUENCE.copy_with(area="4A", amount=1),
        bendable=True,
    ),
    no("no-city", *RALLYING, event=FOR_UNITS.copy_with(area="1A"), bendable=False),
    no("none-left", *RALLYING, *NO_GIANTS, event=FOR_UNITS, bendable=False),
    no("which-units", *RALLYING, event=FOR_UNITS.copy_with(area="1C"), bendable=False),
    no("not-on-offer", *RALLYING, event=FOR_UNITS.copy_with(benefit="quests", amount=1), bendable=True),
    no("used-before", *RALLYING, FOR_UNITS, event=FOR_INFLUENCE, bendable=True),
    no("not-enough-influence", *RALLYING, by_hand("seats.human.influence", 1), event=HIRED, bendable=False),
    no("at-most-three", *RALLYING, event=HIRED.copy_with(influence=4), bendable=False),
    no("used-before", *RALLYING, FOR_INFLUENCE, HIRED, event=HIRED, bendable=True, why="hired"),
    no(
        "nowhere-for-a-hero",
        *RALLYING,
        FOR_INFLUENCE,
        by_hand("land.1A.stronghold.owner", "elf"),
        event=HIRED,
        bendable=True,
    ),
    no("other-order", *resolving("harvest", *STANDS), event=FOR_UNITS, bendable=True),
    no("more-named", *RALLYING, event=HIRED.copy_with(heroes=("a", "b", "c")), bendable=False),
    no(
        "hero-in-play",
        *RALLYING,
        FOR_INFLUENCE,
        RECRUITED,
        event=HIRED.copy_with(heroes=("mad-carthos", "silhouette")),
        bendable=False,
    ),
    no(
        "hero-in-the-box",
        *RALLYING,
        FOR_INFLUENCE,
        RECRUITED,
        by_hand("heroes.silhouette.defeated", True),
        event=HIRED.copy_with(heroes=("silhouette",)),
        bendable=True,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def rallying() -> Spec:
    return given(GAME, *RALLYING)


def test_a_city_sends_neutral_units_that_are_allied() -> None:
    done = rallying().when(FOR_UNITS)
    done.then(table(**{"land.1B.stacks.giant": {"owner": "neutral", "standing": 2, "routed": 0}}))
    done.then(table(**{"land.1B.allied": "human"}), says("Rivermoor supported Daqan Lords: 2 Giant"))


def test_x_05_as_many_neutral_units_come_as_are_in_the_box() -> None:
    one = typed("units", "giant", figures=1)
    given(GAME, *resolving("rally-support", *STANDS, one)).when(FOR_UNITS).then(
        FOR_UNITS.copy_with(city="rivermoor", unit="giant", placed=1)
    )


def test_no_city_sends_units_of_a_faction() -> None:
    rallying().when(FOR_UNITS.copy_with(unit="footman")).then(refused("not-offered"))


def test_more_than_eight_with_those_of_a_city_are_brought_down_to_eight() -> None:
    """Who decides is whose city it is."""
    many = given(GAME, *RALLYING, UnitsPlaced(area="1B", units={"footman": 7})).when(FOR_UNITS)
    many.then(table(**{"land.1B.allied": "human"}))
    many.then_must("Daqan Lords: destroy units in 1B until 8 are left")


def test_a_city_pays_influence() -> None:
    rallying().when(FOR_INFLUENCE).then(table(**{"seats.human.influence": 7, "turn.used": ["1B"]}))


def test_a_city_gives_tactics_cards_that_only_their_owner_knows() -> None:
    done = rallying().when(FOR_UNITS.copy_with(benefit="tactics", cards=("Mountain Pass",)))
    done.then(table(**{"seats.human.fresh": ["mountain-pass"]}))
    assert GAME.view(done.play.campaign.table, Viewer.on("elf")).seats["human"].fresh == [""]


def test_what_a_city_gives_is_said_where_nobody_typed_it_in() -> None:
    unknown = FOR_UNITS.copy_with(area="1C", benefit="quests", amount=2)
    rallying().when(unknown).then(table(**{"seats.human.quests": ["", ""]}))


def test_an_unknown_amount_of_a_city_never_counts_as_1() -> None:
    unknown = FOR_UNITS.copy_with(area="1C", benefit="influence")
    rallying().when(unknown).then(refused("amount-unknown", bendable=False))
    rallying().when(unknown.copy_with(benefit="units", unit="giant")).then(refused("amount-unknown"))
    asked = [one for one in rallying().play.campaign.prompts(PUBLIC) if one.fields.get("area") == "1C"]
    assert [[*one.missing] for one in asked] == [["benefit", "amount"]]


def test_each_city_supports_once() -> None:
    board: Any = rallying().when(FOR_INFLUENCE).play.campaign.table
    assert cities_left(board, "human") == ["1C"]


def test_the_bonus_draws_hero_cards_that_only_their_owner_knows() -> None:
    done = rallying().when(FOR_INFLUENCE).and_then(HIRED.copy_with(heroes=("mad-carthos", "silhouette")))
    done.then(table(**{"seats.human.influence": 5, "seats.human.hero_cards": ["mad-carthos", "silhouette"]}))
    done.then(table(**{"turn.bonus": "taken"}))
    assert GAME.view(done.play.campaign.table, Viewer.on("elf")).seats["human"].hero_cards == ["", ""]


def test_the_cities_come_before_the_bonus() -> None:
    rallying().when(HIRED).then(refused("base-first", bendable=True))
    rallying().when(TurnEnded(seat="human")).then(refused("base-left", bendable=True))


def test_of_the_hero_cards_one_is_kept_before_the_turn_ends() -> None:
    drawn = rallying().when(FOR_INFLUENCE).and_then(HIRED)
    drawn.and_then(TurnEnded(seat="human")).then(refused("hero-to-keep", bendable=True))
    kept = drawn.and_then(HeroRecruited(seat="human", hero="silhouette", area="1A"))
    kept.and_then(TurnEnded(seat="human")).then(TurnEnded(seat="human"))


def test_before_the_war_a_card_may_let_a_city_support() -> None:
    given(GAME, *HOME, *STANDS).when(FOR_INFLUENCE).then(table(**{"seats.human.influence": 7, "turn.used": []}))


def test_a_table_without_cities_asks_for_none() -> None:
    board: Any = given(GAME, *TWO, *taken("human", "1A")).play.campaign.table
    assert cities_left(board, "human") == []


def test_of_two_kinds_of_cards_that_nobody_may_see_it_is_told_once_that_they_are_hidden() -> None:
    """Which of both there are is hidden, too."""
    seen = {"seat": "human", "area": "1B", "city": "greyhaven", "tactics": 1}
    shown = str(
        sentence_of_event(
            CitySupported, {**texts_for_hidden(CitySupported, seen), **seen}, given(GAME, *TWO).play.campaign.table
        )
    )
    assert shown.endswith(": 1 tactics card: hidden")


def test_each_city_is_due_once_whatever_it_offers_and_whether_that_is_known() -> None:
    prompts = given(GAME, *RALLYING).play.campaign.prompts(PUBLIC)
    asked = {str(one.title): (one.required, str(one.undone or "")) for one in prompts if one.event is CitySupported}
    assert asked == {
        "Rivermoor: 2 Giant": (True, "the support of Rivermoor"),
        "Rivermoor: 1 tactics card": (False, ""),
        "Rivermoor: 3 influence": (False, ""),
        "Ask unknown for support": (True, "the support of unknown"),
    }
