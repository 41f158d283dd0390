"""What may still be recorded once a war is over: numbers are put right, the books stay open, nothing is played."""

from typing import Any

import pytest

from companion.testing import Spec, given, refused, table
from domain.framework.events.event import Event
from domain.framework.fields.feasibility import can_be_recorded, may_be_recorded
from domain.framework.kernel import AreasTracked
from domain.framework.kernel.adjusting import Adjusted
from domain.framework.kernel.campaign import NoteAdded
from domain.framework.offers.prompt_list import offered_asks
from domain.games.runewars import GAME
from domain.games.runewars.cards import FateDeckKept
from domain.games.runewars.display.map import area_piece
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsPlaced
from domain.games.runewars.realm.dials import DialLowered, DialRaised, DialSet, InfluenceGained, InfluenceSpent
from domain.games.runewars.realm.holdings import AreaLeft, AreaTaken
from domain.games.runewars.runes import RuneInspected
from domain.games.runewars.setup.filling import AreaDescribed, BorderCorrected
from domain.games.runewars.setup.players import RulingMade, WarSetUp
from domain.games.runewars.setup.saved_maps import MapKept
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.victory import VictoryClaimed, WarEnded, WarScored
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.course import BattleEvent
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.domain.games.runewars.moments import SPRING, TWO, Events
from tests.domain.games.runewars.war.field import Laid, field

PUT_RIGHT = {
    *(DialSet, DialRaised, DialLowered, InfluenceGained, InfluenceSpent),
    *(AreaTaken, AreaLeft, AreaDescribed, BorderCorrected, FateDeckKept, MapKept, RulingMade, RuneInspected),
}
"""What is a number, a holding, or a page of the books; and a rune may be looked at as often as one likes."""
LAST_WINTER: Events = tuple(
    Adjusted(path=path, after=to, reason="x") for path, to in (("season", 24), ("step", "finished"))
)
NO_CALENDAR = tuple(area for area in Runewars.areas if area != "calendar")


def recordable(spec: Spec) -> set[type[Event[Any]]]:
    """The events of a war that somebody may record with nothing known of them, as far as that shows."""
    table = spec.play.campaign.table
    return {cls for cls in GAME.own_events if not cls.automatic and may_be_recorded(cls, {}, table)}


@pytest.mark.parametrize(
    ("events", "to_end_it"),
    [
        ((*SPRING, WarEnded(winners=("human",))), set()),
        ((*SPRING, *LAST_WINTER), {WarScored, WarEnded}),
        ((AreasTracked(tracks=NO_CALENDAR), WarEnded()), {WarScored, WarEnded, VictoryClaimed, WarSetUp}),
    ],
    ids=["somebody won", "the last winter is over", "held to no steps"],
)
def test_nothing_is_played_once_the_war_is_over(events: Events, to_end_it: set[object]) -> None:
    """A table without steps may still say who won, and how it played."""
    assert recordable(given(GAME, *TWO, *events)) - PUT_RIGHT == to_end_it


def test_units_no_longer_come_by_a_card_unless_the_table_says_why() -> None:
    over = given(MAPPED, *HOMES, WarEnded(winners=("elf",)))
    event = UnitsPlaced(area="1A", units={"elf-archer": 2})
    over.when(event).then(refused("after-the-war", bendable=True))
    over.when(event, bend="forgotten in the last winter").then(table(**{"land.1A.stacks.elf-archer.standing": 2}))


def test_a_tap_on_an_area_opens_no_cards_then() -> None:
    def offered(spec: Spec) -> set[type[Event[Any]]]:
        table: Any = spec.play.campaign.table
        asks = offered_asks(GAME.own_events, table, area_piece(table, "1A").about or ("", ""))
        return {ask.event for ask in asks if can_be_recorded(ask.event, ask.fields, table)}

    war = given(MAPPED, *HOMES, UnitsPlaced(area="1A", units={"elf-archer": 2}), *SPRING[:1])
    assert {UnitsPlaced, UnitsDestroyed} <= offered(war)
    assert not {UnitsPlaced, UnitsDestroyed} & offered(war.and_then(WarEnded(winners=("elf",))))


def test_numbers_are_put_right_and_notes_taken_after_the_war() -> None:
    over = given(GAME, *TWO, *SPRING, WarEnded(winners=("human",)))
    over.when(InfluenceGained(seat="human", amount=2)).then(table(**{"seats.human.influence": 6}))
    over.when(DialSet(seat="human", resource="food", value=3)).then(table(**{"seats.human.dials.food": 3}))
    over.when(NoteAdded(text="what an evening")).then()


def test_a_war_that_is_won_in_the_middle_of_a_battle_has_none_under_way() -> None:
    fought = field(here=Laid(area="hill", units={"berserker": 1}), units={"elf-archer": 1})
    assert fought.play.campaign.table.place[1] == "battle"
    over = fought.and_then(WarEnded(winners=("human",)))
    assert over.play.campaign.table.place[1] == "finished"
    assert not {cls for cls in recordable(over) if issubclass(cls, BattleEvent | BattleStarted)}
