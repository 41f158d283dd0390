"""What comes next in a realm: what an order asks for, its bonus, autumn, bids, hands that are too full."""

from typing import Any

import pytest

from companion.testing import Spec, given, given_bent, refused, table
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import PUBLIC, Prompt, Viewer
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.cards import QuestsDiscarded, QuestsDrawn, TacticsDiscarded, TacticsDrawn
from domain.games.runewars.march.by_cards import UnitsTakenBack
from domain.games.runewars.realm.bids import BidOpened, BidPlaced, BidsRevealed, BidTieBroken
from domain.games.runewars.realm.building import (
    DevelopmentBuilt,
    DevelopmentTakenAway,
    RecruitsPlaced,
    StrongholdBuilt,
    StrongholdRepaired,
    StrongholdTakenAway,
    UnitsRecruited,
)
from domain.games.runewars.realm.cities import CitySupported, HeroCardsDrawn
from domain.games.runewars.realm.dials import DevelopmentsPaid, DialsHarvested, PowerGained, StrategyDrawn, TitleClaimed
from domain.games.runewars.realm.holdings import SeatEliminated
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import RuneGainBegun, RunesMixed, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import StartingPlayerFound
from domain.games.runewars.year.orders import SupremacyDeclined, TurnEnded
from domain.games.runewars.year.seasons import AutumnTaken, SeasonCardDrawn, SeasonTextResolved
from tests.domain.games.runewars.moments import SPRING, TWO, ordered, over
from tests.domain.games.runewars.realm.realms import HOME, SHEET, by_hand, dials, resolving, stronghold, taken, typed
from tests.domain.games.runewars.year.test_autumn import AUTUMN, ELF, HUMAN, UTHUK

HIGH = dials("human", food=3, wood=3, ore=4)
RALLY = (typed("cities", "c", en="C", zh="C", tactics=1, influence=2), by_hand("land.1B.city", "c"))
BIDDING = typed("season-cards", "council", en="Council", zh="议会", season="spring", bid=True)


REALM = (
    *(TacticsDrawn, QuestsDrawn, ObjectiveDealt, TacticsDiscarded, QuestsDiscarded, SeatEliminated),
    *(BidOpened, BidPlaced, BidsRevealed, BidTieBroken, RuneGainBegun, AutumnTaken),
    *(DialsHarvested, DevelopmentsPaid, DevelopmentBuilt, DevelopmentTakenAway),
    *(UnitsRecruited, RecruitsPlaced, UnitsTakenBack, CitySupported, HeroCardsDrawn),
    *(PowerGained, TitleClaimed, StrategyDrawn),
    *(StrongholdBuilt, StrongholdTakenAway, StrongholdRepaired, RunesMixed),
)


def asked(spec: Spec, viewer: Viewer = PUBLIC) -> list[type[Event[Any]]]:
    """The events that are prompted, as somebody sees the table."""
    return [prompt.event for prompt in prompts(spec, viewer)]


def prompts(spec: Spec, viewer: Viewer = PUBLIC) -> list[Prompt]:
    return [prompt for prompt in spec.play.campaign.prompts(viewer) if prompt.event in REALM]


def must(spec: Spec) -> list[type[Event[Any]]]:
    return [prompt.event for prompt in prompts(spec) if prompt.required]


def first(spec: Spec) -> Event[Any]:
    """The first prompt, recorded as it is."""
    return make_event(prompts(spec)[0].event, prompts(spec)[0].fields)


def test_harvest_then_its_bonus() -> None:
    spec = given(GAME, *resolving("harvest", by_hand("land.1B.food", 2), by_hand("land.1B.wood", 2)))
    assert must(spec) == [DialsHarvested]
    done = spec.when(first(spec))
    assert (asked(done), must(done)) == ([DevelopmentBuilt], [])


def test_developments_pay_where_there_are_any() -> None:
    built = DevelopmentBuilt(seat="human", area="1A", development="diplomacy")
    spec = given(GAME, *resolving("harvest", built), DialsHarvested(seat="human", dials={"wood": 1}))
    assert asked(spec) == [DevelopmentsPaid]
    assert asked(spec.when(first(spec))) == []


def test_developments_pay_before_one_more_is_built() -> None:
    built = DevelopmentBuilt(seat="human", area="1A", development="diplomacy")
    land = (*stronghold("human", "2A"), *dials("human", wood=3), built)
    spec = given(GAME, *resolving("harvest", *land), DialsHarvested(seat="human", dials={"wood": 1}))
    assert asked(spec) == [DevelopmentsPaid]
    assert asked(spec.when(first(spec))) == [DevelopmentBuilt]


def test_who_just_built_the_first_development_is_not_asked_to_be_paid_for_it() -> None:
    spec = given(GAME, *resolving("harvest"), DialsHarvested(seat="human", dials={"wood": 1}))
    assert asked(spec.when(DevelopmentBuilt(seat="human", area="1A", development="diplomacy"))) == []


def test_nothing_is_built_without_wood() -> None:
    spec = given(GAME, *resolving("harvest"), DialsHarvested(seat="human", dials={"wood": 0}))
    assert asked(spec) == []


def test_a_bonus_that_was_declined_is_asked_for_no_more() -> None:
    done = given(GAME, *resolving("harvest"), DialsHarvested(seat="human", dials={"wood": 1}))
    assert asked(done.when(SupremacyDeclined(seat="human"))) == []


def test_recruiting_with_a_dial_and_with_a_second_one() -> None:
    spec = given(GAME, *resolving("recruit", SHEET, *HIGH))
    titles = ["Recruit with Wood: 2 Bowman", "Recruit with Ore: 1 Knight, 1 Siege Tower", "Recruit with Food"]
    assert [str(prompt.title) for prompt in prompts(spec)] == titles
    assert must(spec) == [UnitsRecruited]
    wood = spec.when(UnitsRecruited(seat="human", resource="wood"))
    assert (asked(wood), must(wood)) == ([UnitsRecruited] * 2, [])
    assert asked(wood.and_then(UnitsRecruited(seat="human", resource="ore"))) == []


def test_recruits_are_placed_before_anything_else() -> None:
    spec = given(GAME, *resolving("recruit", SHEET, *stronghold("human", "2A"), *HIGH))
    wood = spec.when(UnitsRecruited(seat="human", resource="wood"))
    one_of = {str(prompt.title): (prompt.required, str(prompt.undone or "")) for prompt in prompts(wood)}
    assert one_of == {
        "All to 1A": (True, "the recruits"),
        "All to 2A": (False, ""),  # of several ways to do it the first is what is due
        "Divide the recruits": (False, ""),
    }
    placed = wood.and_then(first(wood)).then(table(**{"land.1A.stacks.bowman.standing": 2}))
    assert must(placed) == []


def test_recruits_without_figures_are_made_up_of_own_units() -> None:
    one = typed("units", "bowman", figures=1)
    spec = given(GAME, *resolving("recruit", SHEET, one, *HIGH))
    wood = spec.when(UnitsRecruited(seat="human", resource="wood"))
    assert str(prompts(wood)[0].title) == "None left in the box: take back Bowman to place them again"
    wood.and_then(make_event(prompts(wood)[0].event, {"seat": "human", "area": "1A", "units": {"bowman": 1}})).then()


def test_each_city_supports_then_a_hero_is_hired() -> None:
    spec = given(GAME, *resolving("rally-support", *RALLY))
    assert [str(prompt.title) for prompt in prompts(spec)] == ["C: 1 tactics card", "C: 2 influence"]
    done = spec.when(CitySupported(seat="human", area="1B", benefit="influence"))
    assert (asked(done), must(done)) == ([HeroCardsDrawn], [])
    assert asked(done.and_then(HeroCardsDrawn(seat="human", influence=1))) == []


def test_of_a_city_that_nobody_typed_in_it_is_asked_what_it_gives() -> None:
    spec = given(GAME, *resolving("rally-support", by_hand("land.1B.city", "unknown")))
    assert [(str(prompt.title), prompt.complete) for prompt in prompts(spec)] == [("Ask unknown for support", False)]


def test_power_is_gained_then_a_title_is_claimed() -> None:
    spec = given(GAME, *resolving("acquire-power", SHEET, *HIGH))
    assert must(spec) == [PowerGained]
    done = spec.when(first(spec))
    assert asked(done) == [TitleClaimed]
    assert asked(done.and_then(TitleClaimed(seat="human", title_card="captain", paid=1))) == []


def test_of_dials_that_nobody_typed_in_it_is_asked_how_much_they_give() -> None:
    assert prompts(given(GAME, *resolving("acquire-power")))[0].missing == ["amount"]


def test_strategize_draws_tactics_cards() -> None:
    spec = given(GAME, *resolving("strategize", SHEET, *HIGH))
    assert [str(prompt.title) for prompt in prompts(spec)] == ["Draw 1 tactics card"]
    assert asked(spec.when(StrategyDrawn(seat="human"))) == []


def test_fortify_builds_and_repairs_each_once() -> None:
    spec = given(GAME, *resolving("fortify", by_hand("land.1A.stronghold.intact", False)))
    assert (asked(spec), must(spec)) == ([StrongholdBuilt, StrongholdRepaired], [])
    assert asked(spec.when(StrongholdRepaired(seat="human", area="1A"))) == [StrongholdBuilt]


def test_who_has_four_strongholds_is_offered_to_take_one_away() -> None:
    four = (event for area in ("2A", "2B", "2C") for event in stronghold("human", area))
    spec = given(GAME, *resolving("fortify", *four, *dials("human", wood=2, ore=2)))
    assert asked(spec) == [StrongholdTakenAway]
    taken = spec.when(StrongholdTakenAway(seat="human", area="2C"))
    assert asked(taken) == [StrongholdBuilt]


def test_at_a_table_without_a_map_any_runes_may_be_mixed() -> None:
    runes = (*TWO, AreasTracked(tracks=("calendar", "runes")), StartingRunesPlaced(seat="human", areas=("a", "b", "c")))
    spec = given(GAME, *runes, *SPRING, *ordered(human="fortify", elf="harvest"), *over("elf"))
    assert asked(spec) == [RunesMixed]


def test_who_has_five_developments_is_offered_to_take_one_away() -> None:
    places = ("5A", "5B", "5C", "5D", "5E")
    there = (DevelopmentBuilt(seat="human", area=area, development="reinforced-walls") for area in places)
    spec = given_bent(GAME, *resolving("harvest", *taken("human", *places), *dials("human", wood=9), *there))
    harvested = DialsHarvested(seat="human", dials={"food": 0, "wood": 1, "ore": 0})
    assert asked(spec.when(harvested)) == [DevelopmentTakenAway]


def test_fortify_mixes_runes_where_there_are_any() -> None:
    runes = StartingRunesPlaced(seat="human", areas=("1A", "1B", "1C"))
    spec = given(GAME, *resolving("fortify", runes))
    assert asked(spec) == [StrongholdBuilt, RunesMixed]
    assert asked(spec.when(RunesMixed(seat="human", one="1A", two="1B"))) == [StrongholdBuilt]


@pytest.mark.parametrize("order", ["harvest", "recruit", "rally-support", "acquire-power", "fortify", "strategize"])
def test_whatever_is_asked_is_recorded_and_then_the_turn_ends(order: str) -> None:
    spec = given(GAME, *resolving(order, SHEET, by_hand("land.1B.food", 3), *HIGH))
    for _ in range(9):
        shown = [prompt for prompt in prompts(spec) if prompt.complete]
        if not shown:
            break
        spec = spec.when(make_event(shown[0].event, shown[0].fields)).then()
    assert must(spec) == []
    spec.when(TurnEnded(seat="human")).then()


def test_in_autumn_each_takes_something_one_after_the_other() -> None:
    spec = given(GAME, *AUTUMN)
    for event in (ELF, UTHUK, HUMAN):
        assert [prompt.fields["seat"] for prompt in prompts(spec)] == [event.seat] * 2
        assert asked(spec) == [AutumnTaken] * 2
        spec = spec.when(event)
    assert asked(spec) == []


def test_a_season_card_that_starts_a_bid_asks_for_it() -> None:
    spec = given(GAME, *TWO, BIDDING, WarBegun(), SeasonCardDrawn(card="council"))
    assert asked(spec) == [BidOpened]
    opened = spec.when(BidOpened())
    assert asked(opened) == [BidPlaced, BidPlaced]
    assert asked(opened, Viewer.on("elf")) == [BidPlaced]
    tied = opened.and_then(BidPlaced(seat="elf", amount=1)).and_then(BidPlaced(seat="human", amount=1))
    assert asked(tied) == [BidsRevealed]
    assert asked(tied.and_then(BidsRevealed())) == [BidTieBroken]
    assert asked(tied.and_then(BidsRevealed()).and_then(BidTieBroken(winner="elf"))) == []


def test_a_season_card_that_brings_a_rune_asks_who_gains_it() -> None:
    gift = typed("season-cards", "gift", en="Gift", zh="礼物", season="spring", rune=True)
    spec = given(GAME, *TWO, gift, WarBegun(), SeasonCardDrawn(card="gift"))
    assert asked(spec) == [RuneGainBegun]
    gained = spec.when(RuneGainBegun(seat="elf"))
    assert asked(gained) == []
    gained.then_must(RunesPlaced)


def test_a_rune_that_is_bid_for_is_gained_after_the_bid() -> None:
    auction = typed("season-cards", "auction", en="Auction", zh="拍卖", season="spring", bid=True, rune=True)
    spec = given(GAME, *TWO, auction, WarBegun(), SeasonCardDrawn(card="auction"))
    assert asked(spec) == [BidOpened]
    bids = (BidOpened(), BidPlaced(seat="elf", amount=1), BidPlaced(seat="human", amount=0), BidsRevealed())
    for event in bids:
        spec = spec.when(event)
    spec.then_must(RuneGainBegun(seat="elf")).then_prompts("Latari Elves won the bid: gain a dragon rune")
    spec.and_then(RuneGainBegun(seat="elf")).then_must("Latari Elves: where are the runes?")


def test_the_table_says_itself_that_a_rune_is_bid_for() -> None:
    """Of a card that nobody typed in; it is asked for once, where the card says it, too."""
    hands = (BidPlaced(seat="elf", amount=1), BidPlaced(seat="human", amount=0), BidsRevealed())
    tied = (BidPlaced(seat="elf", amount=1), BidPlaced(seat="human", amount=1), BidsRevealed())
    drawn = given(GAME, *TWO, WarBegun(), SeasonCardDrawn())
    for closing in (hands, (*tied, BidTieBroken(winner="elf"))):
        spec = drawn.when(BidOpened(rune=True))
        for event in closing:
            spec = spec.and_then(event)
        spec.then_must("Latari Elves won the bid: gain a dragon rune")
        spec.and_then(SeasonTextResolved()).then(refused("still-due", bendable=True))
        spec.and_then(RuneGainBegun(seat="elf")).then_must("Latari Elves: where are the runes?")
    marked = typed("season-cards", "auction", en="Auction", zh="拍卖", season="spring", bid=True, rune=True)
    spec = given(GAME, *TWO, marked, WarBegun(), SeasonCardDrawn(card="auction")).when(BidOpened(rune=True))
    for event in hands:
        spec = spec.and_then(event)
    assert [prompt.event for prompt in spec.play.campaign.prompts(PUBLIC)].count(RuneGainBegun) == 1


def test_a_rune_goes_to_who_wins_a_tied_bid() -> None:
    auction = typed("season-cards", "auction", en="Auction", zh="拍卖", season="spring", bid=True, rune=True)
    bids = (BidOpened(), BidPlaced(seat="elf", amount=1), BidPlaced(seat="human", amount=1), BidsRevealed())
    spec = given(GAME, *TWO, auction, WarBegun(), SeasonCardDrawn(card="auction"), *bids)
    spec.when(BidTieBroken(winner="human")).then_must(RuneGainBegun(seat="human"))


def test_to_ask_what_comes_next_writes_nothing_down() -> None:
    spec = given(GAME, *TWO, BIDDING, WarBegun(), SeasonCardDrawn(card="council"))
    board: Any = spec.play.campaign.table
    assert asked(spec) == [BidOpened]
    board.calendar = {}
    assert asked(spec) == [BidOpened, RuneGainBegun, TacticsDrawn]
    assert board.calendar == {}


def test_what_a_season_card_that_nobody_typed_in_may_call_for_is_a_choice() -> None:
    spec = given(GAME, *TWO, WarBegun(), SeasonCardDrawn())
    assert asked(spec) == [BidOpened, RuneGainBegun, TacticsDrawn]
    assert not [
        one for one in spec.play.campaign.prompts(PUBLIC) if one.event in (BidOpened, RuneGainBegun) and one.undone
    ]
    spec.then_next(SeasonTextResolved)


def test_who_holds_too_much_discards_at_once() -> None:
    drawn = TacticsDrawn(seat="human", count=12), QuestsDrawn(seat="elf", count=4)
    spec = given(GAME, *TWO, *SPRING, *drawn, *ordered(human="mobilize", elf="fortify"))
    assert must(spec) == [TacticsDiscarded, QuestsDiscarded]
    assert prompts(spec)[0].fields == {"seat": "human", "count": 2}
    titles = [str(prompt.title) for prompt in prompts(spec)[:2]]
    assert titles == ["Daqan Lords: discard 2 tactics cards", "Latari Elves: discard 1 quest card"]


def test_who_controls_nothing_is_out() -> None:
    lost = (by_hand("land.4A.controller", ""), by_hand("land.4A.home", "elf"))
    spec = given(GAME, *HOME, WarBegun(), SeasonCardDrawn(), SeasonTextResolved(), *lost)
    assert must(spec) == [SeatEliminated]


def test_at_the_start_each_seat_is_dealt_its_cards() -> None:
    sheets = typed("factions", "human", tactics=1), typed("factions", "elf", tactics=0)
    spec = given(GAME, *TWO, *sheets, StartingPlayerFound(seat="elf"))
    assert asked(spec) == [TacticsDrawn, QuestsDrawn, ObjectiveDealt, QuestsDrawn, ObjectiveDealt]
    assert {str(prompt.card) for prompt in prompts(spec)} == {"Cards at the start"}
    for prompt in prompts(spec):
        spec = spec.when(make_event(prompt.event, prompt.fields)).then()
    assert asked(spec) == []


def test_of_what_another_seat_discards_nobody_else_is_asked() -> None:
    drawn = TacticsDrawn(seat="human", count=12)
    spec = given(GAME, *TWO, *SPRING, drawn, *ordered(human="mobilize", elf="fortify"))
    assert asked(spec, Viewer.on("elf")) == []
    assert asked(spec, Viewer.on("human")) == [TacticsDiscarded]
