"""What is too much in an area: eight units of a side (C-12), in winter what the food feeds (C-11): W-01, X38."""

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.framework.kernel import Adjusted
from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced, UnitsRouted
from domain.games.runewars.realm.dials import DialsHarvested, DialsSet
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import NEUTRAL, Area, Runewars, Seat, Stack
from domain.games.runewars.units import ExcessDestroyed, carry_units, excess_of, fed_by
from domain.games.runewars.year.orders import OrdersRevealed
from domain.games.runewars.year.seasons import OrdersCalled, SeasonCardDrawn, SeasonTextResolved, WaterFroze
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, TWO, Events, autumn, ordered, over


def stack(owner: str, standing: int, routed: int = 0) -> Stack:
    return Stack(owner=owner, standing=standing, routed=routed)


def test_c_12_counts_own_and_allied_units_standing_and_routed() -> None:
    area = Area(
        stacks={"footman": stack("human", 4, 2), "giant": stack(NEUTRAL, 3)}, controller="human", allied="human"
    )
    assert excess_of(area, "human") == 1
    area.allied = ""
    assert excess_of(area, "human") == 0


def test_c_12_waits_while_the_area_is_fought_for() -> None:
    area = Area(stacks={"footman": stack("human", 12)}, controller="human", contested=True)
    assert excess_of(area, "human") == 0


@pytest.mark.parametrize(("food", "most"), [(0, 0), (5, 5), (8, 8), (11, 8)])
def test_c_11_food_feeds_eight_at_most(food: int, most: int) -> None:
    assert fed_by(Runewars(seats={"human": Seat(dials={"food": food})}), "human") == most


NINE = UnitsPlaced(area="3A", units={"footman": 7, "bowman": 2})


def nine(*before: RulingMade) -> Spec:
    return given(GAME, *TWO, *before, NINE)


def test_a_ninth_unit_asks_for_one_to_be_destroyed() -> None:
    nine().then_prompts("Daqan Lords: destroy units in 3A until 8 are left")


def test_the_owner_chooses_which_unit_goes() -> None:
    chosen = nine().when(ExcessDestroyed(seat="human", side="human", area="3A", units={"bowman": 1}))
    chosen.then(table(**{"land.3A.stacks.bowman.standing": 1, "agenda.due": {}}))


@pytest.mark.parametrize("units", [{"bowman": 2}, {}])
def test_exactly_what_is_too_much_is_destroyed(units: dict[str, int]) -> None:
    gone = nine().when(ExcessDestroyed(seat="human", side="human", area="3A", units=units))
    gone.then(refused("wrong-count", bendable=False, says="choose exactly 1"))


def test_nobody_destroys_units_that_are_not_there() -> None:
    gone = given(GAME, *TWO, UnitsPlaced(area="3A", units={"footman": 8, "bowman": 2}))
    gone.when(ExcessDestroyed(seat="human", side="human", area="3A", units={"footman": 2}, routed={"footman": 1})).then(
        refused("not-so-many", bendable=False)
    )


LYING = UnitsRouted(area="3A", units={"footman": 1})
A_FOOTMAN = ExcessDestroyed(seat="human", side="human", area="3A", units={"footman": 1})


def test_routed_units_go_first() -> None:
    gone = given(GAME, *TWO, NINE, LYING).when(A_FOOTMAN)
    gone.then(table(**{"land.3A.stacks.footman": {"owner": "human", "standing": 6, "routed": 0}}))


def test_routed_units_are_spared_if_their_owner_says_so() -> None:
    gone = given(GAME, *TWO, NINE, LYING).when(A_FOOTMAN.copy_with(routed={}))
    gone.then(table(**{"land.3A.stacks.footman": {"owner": "human", "standing": 5, "routed": 1}}))


def test_g_48_some_tables_lose_standing_units_first() -> None:
    gone = given(GAME, *TWO, RulingMade(ruling="standing-first-everywhere"), NINE, LYING).when(A_FOOTMAN)
    gone.then(table(**{"land.3A.stacks.footman.routed": 1}))


def test_g_48_there_nobody_spares_who_stands() -> None:
    ruled = given(GAME, *TWO, RulingMade(ruling="standing-first-everywhere"), NINE, LYING)
    ruled.when(A_FOOTMAN.copy_with(routed={"footman": 1})).then(refused("standing-first", bendable=True))


def test_what_is_no_longer_too_much_is_no_longer_due() -> None:
    nine().when(UnitsDestroyed(area="3A", units={"bowman": 1}, why="a card")).then(table(**{"agenda.due": {}}))


def test_g_53_the_player_on_the_left_decides_for_unallied_neutrals() -> None:
    herd = given(GAME, *THREE, UnitsPlaced(area="3A", units={"beastman": 8, "giant": 1}))
    herd.then_prompts("Daqan Lords: destroy units in 3A until 8 are left")
    free = given(
        GAME,
        *THREE,
        RulingMade(ruling="neutrals-over-eight"),
        UnitsPlaced(area="3A", units={"beastman": 8, "giant": 1}),
    )
    free.then(table(**{"agenda.due": {}}))


def test_a_turn_does_not_end_while_units_are_too_many() -> None:
    turn = given(GAME, *TWO, *SPRING, *ordered(human="harvest", elf="recruit"), NINE)
    turn.when(*over("human")).then(refused("still-due", bendable=True, says="destroy units in 3A"))


# --- winter ---

YEAR: Events = (
    *SPRING,
    *ordered(human="harvest", elf="recruit", uthuk="mobilize"),
    *over("uthuk", "human", "elf", human="harvest", uthuk="mobilize"),
    *CALLED,
    *ordered(human="recruit", elf="harvest", uthuk="conquer"),
    *over("uthuk", "elf", "human", elf="harvest", uthuk="conquer"),
    *autumn("uthuk", "elf", "human"),
    *ordered(human="mobilize", elf="conquer", uthuk="harvest"),
    *over("human", "elf", "uthuk", human="mobilize", elf="conquer", uthuk="harvest"),
)
HORDE = UnitsPlaced(area="2B", units={"berserker": 7})


def winter(*events: UnitsPlaced, **food: int) -> Spec:
    """The winter card is drawn; its text is next."""
    dials = (Adjusted(path=f"seats.{seat}.dials.food", after=count, reason="as it is") for seat, count in food.items())
    return given(GAME, *THREE, *YEAR, *events, *dials, SeasonCardDrawn())


def test_w_01_seven_units_with_five_food_lose_two() -> None:
    hunger = winter(HORDE, uthuk=5).when(SeasonTextResolved())
    hunger.then(table(**{"step": "secondary"})).then_prompts("Uthuk Y'llan: destroy units in 2B until 5 are left")
    fed = hunger.and_then(ExcessDestroyed(seat="uthuk", side="uthuk", area="2B", most=5, units={"berserker": 2}))
    fed.then(table(**{"land.2B.stacks.berserker.standing": 5, "agenda.due": {}}))


def test_w_01_only_what_is_over_the_food_is_lost() -> None:
    hunger = winter(HORDE, uthuk=5).when(SeasonTextResolved())
    hunger.and_then(ExcessDestroyed(seat="uthuk", side="uthuk", area="2B", most=5, units={"berserker": 1})).then(
        refused("wrong-count", says="choose exactly 2")
    )


def test_w_01_whoever_has_the_food_loses_nobody() -> None:
    fed = winter(HORDE, uthuk=7).when(SeasonTextResolved())
    fed.then(table(**{"step": "orders", "frozen": True}), followed(WaterFroze(), OrdersCalled()))


def test_winter_is_over_once_all_areas_are_down_to_their_food() -> None:
    hunger = winter(HORDE, uthuk=5).when(SeasonTextResolved())
    hunger.and_then(OrdersCalled()).then(refused("still-due", bendable=True))


def test_in_winter_players_lose_units_in_the_order_of_last_season() -> None:
    both = winter(HORDE, UnitsPlaced(area="1A", units={"footman": 3}), uthuk=5, human=2).when(SeasonTextResolved())
    both.then_prompts(
        "Daqan Lords: destroy units in 1A until 2 are left",
        "Uthuk Y'llan: destroy units in 2B until 5 are left",
    )


def test_in_winter_who_had_no_order_last_season_loses_units_too() -> None:
    orders = [event for event in ordered(human="harvest", uthuk="recruit") if not isinstance(event, OrdersRevealed)]
    autumn_ = given(GAME, *THREE, *SPRING, *orders).when(OrdersRevealed(), bend="the elves are away")
    ended = (
        autumn_.and_then(DialsHarvested(seat="human"))
        .and_then(*over("human"))
        .and_then(*over("uthuk"))
        .then(table(season=2, order=["human", "uthuk"]))
    )
    winter_ = ended.and_then(Adjusted(path="season", after=4, reason="as it is"))
    placed = winter_.and_then(UnitsPlaced(area="4A", units={"elf-archer": 3})).and_then(SeasonCardDrawn())
    hungry = placed.and_then(DialsSet(seat="elf", dials={"food": 0}))
    hungry.and_then(SeasonTextResolved()).then_must("Latari Elves: destroy units in 4A until 0 are left")


def test_only_as_many_units_stay_as_the_rules_say() -> None:
    """Eight, and in winter as many as the food feeds; at least a card says otherwise."""
    lost = ExcessDestroyed(seat="human", side="human", area="3A", most=4, units={"footman": 2})
    six = (*TWO, UnitsPlaced(area="3A", units={"footman": 6}))
    given(GAME, *six).when(lost).then(refused("other-limit", bendable=True, says="8 units may stay in 3A, not 4"))
    given(GAME, *six).when(lost, bend="an autumn card").then(table(**{"land.3A.stacks.footman.standing": 4}))
    hungry = winter(HORDE, uthuk=5).when(SeasonTextResolved())
    horde = ExcessDestroyed(seat="uthuk", side="uthuk", area="2B", most=8, units={"berserker": 2})
    hungry.and_then(horde).then(refused("other-limit", says="5 units may stay in 2B, not 8"))
    unsaid = ExcessDestroyed(seat="uthuk", side="uthuk", area="2B", units={"berserker": 2})
    hungry.and_then(unsaid).then(horde.copy_with(most=5, routed={}), table(agenda={"due": {}}))


def test_w_01_each_area_of_a_seat_is_brought_down_to_its_food() -> None:
    hunger = winter(HORDE, UnitsPlaced(area="3B", units={"berserker": 6}), uthuk=5).when(SeasonTextResolved())
    hunger.then_prompts(
        "Uthuk Y'llan: destroy units in 2B until 5 are left", "Uthuk Y'llan: destroy units in 3B until 5 are left"
    )


@pytest.mark.parametrize(
    ("standing", "routed", "stay", "come"),
    [
        (0, 0, stack("human", 2, 1), None),  # nobody goes, so nobody of this side stands there either
        (1, 0, stack("human", 1, 1), stack("human", 1)),
        (2, 1, stack("human", 0), stack("human", 2, 1)),
        (3, 2, stack("human", 0), stack("human", 2, 1)),  # no more than there are
    ],
)
def test_as_many_units_come_as_go(standing: int, routed: int, stay: Stack, come: Stack | None) -> None:
    war = Runewars(land={"3A": Area(stacks={"footman": stack("human", 2, 1)}), "3B": Area()})
    carry_units(war, "3A/footman", "3B", standing, routed)
    assert war.land["3A"].stacks["footman"] == stay
    assert war.land["3B"].stacks.get("footman") == come


def test_units_that_go_where_they_are_stay_as_they_are() -> None:
    war = Runewars(land={"3A": Area(stacks={"footman": stack("human", 2, 1)})})
    carry_units(war, "3A/footman", "3A", 2, 1)
    assert war.land["3A"].stacks == {"footman": stack("human", 2, 1)}
