"""Slips: a name that is nearly a known one is asked about before it makes a new thing."""

from dataclasses import replace
from typing import Annotated

import pytest

from companion.testing import bent, given, given_bent, refused, table
from domain.framework.cards.binding import strangers_by_kind
from domain.framework.cards.typos import slips_of_spelling
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Line
from domain.framework.kernel import ContentAdded, ContentBound
from domain.framework.views.visibility import table_seen_by
from tests.toy import GAME, Harbour, SeatTaken, Sitter, ToyEvent
from tests.toy.table import Bet


class TowerSeen(ToyEvent):
    help_text = "Somebody saw a tower, perhaps one that nobody typed in."
    sentence = "{seat} saw {towers}"
    seat: Sitter
    towers: Annotated[tuple[Line, ...], Choice("towers", free=True)]

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].towers += self.towers


class FavourHeld(ToyEvent):
    help_text = "Somebody holds a favour, perhaps one that nobody typed in."
    sentence = "{seat} holds {favour}"
    seat: Sitter
    favour: Annotated[Line, Choice("favours", free=True)]

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].hand.append(self.favour)


class BeaconLit(ToyEvent):
    help_text = "Somebody lights a beacon, one of the coast or another."
    sentence = "{seat} lit {beacon}"
    seat: Sitter
    beacon: Annotated[Line, Choice("towers", lambda table: ["Old Beacon"], free=True)]


LOOKOUT = replace(GAME, key="lookout", own_events=(*GAME.own_events, TowerSeen, FavourHeld, BeaconLit))
ANN = SeatTaken(seat="Ann")
MILL = ContentAdded(kind="towers", id="water-mill", fields={"en": "Mill by the River", "zh": "河边磨坊"})


def saw(*towers: str) -> TowerSeen:
    return TowerSeen(seat="Ann", towers=towers)


@pytest.mark.parametrize("typed", ["Oak Towr", "oak towers", "Mill", "mill by", "河边"])
def test_a_name_that_is_nearly_a_known_one_is_asked_about(typed: str) -> None:
    spec = given(LOOKOUT, ANN, MILL).when(saw("iron", typed))
    spec.then(refused("looks-like-known", bendable=True, says=f"“{typed}” looks like something that is already known"))


@pytest.mark.parametrize("typed", ["Oak Tower", "oak tower", "橡木塔", "OAK"])
def test_a_name_stands_for_its_thing(typed: str) -> None:
    given(LOOKOUT, ANN).when(saw(typed, "iron")).then(saw("oak", "iron"))


def test_a_name_of_two_things_stands_for_neither() -> None:
    second = ContentAdded(kind="towers", id="oak-2", fields={"en": "Oak Tower", "zh": "橡木塔"})
    spec = given_bent(LOOKOUT, ANN, second).when(saw("Oak Tower"))
    spec.then(refused("looks-like-known", says="Oak Tower (oak), Oak Tower (oak-2). Is it something else?"))


def test_who_means_another_thing_says_so_once() -> None:
    spec = given(LOOKOUT, ANN, MILL).when(saw("Mill"), bend="another mill").then(bent("looks-like-known"))
    spec.and_then(saw("Mill")).then(table(**{"seats.Ann.towers": ["Mill", "Mill"]}))


@pytest.mark.parametrize("typed", ["oak", "Lighthouse", "Oa", "河", "Millstone", "River"])
def test_what_is_an_id_or_like_nothing_is_recorded(typed: str) -> None:
    given(LOOKOUT, ANN, MILL).when(saw(typed)).then(table(**{"seats.Ann.towers": [typed]}))


@pytest.mark.parametrize(("one", "other"), [("Watch 11", "Watch 12"), ("Watch I", "Watch II"), ("Gate A", "Gate B")])
def test_what_differs_in_its_number_alone_is_another_thing(one: str, other: str) -> None:
    given(LOOKOUT, ANN, saw(one)).when(saw(other)).then()


def test_the_number_of_a_slip_does_not_hide_it() -> None:
    given(LOOKOUT, ANN, saw("Watch II")).when(saw("Wacth II")).then(refused("looks-like-known"))


def test_what_was_typed_in_before_is_known_too() -> None:
    spec = given(LOOKOUT, ANN, saw("Old Lighthouse")).when(saw("Old Lighthous"))
    spec.then(refused("looks-like-known", says="Old Lighthouse. Is it something else?"))


def test_what_was_typed_in_as_something_else_is_near_nothing() -> None:
    given(LOOKOUT, ANN, FavourHeld(seat="Ann", favour="Old Lighthouse")).when(saw("Old Lighthous")).then()


def test_what_is_offered_by_name_is_known_too() -> None:
    spec = given(LOOKOUT, ANN)
    spec.when(BeaconLit(seat="Ann", beacon="Old Beacn")).then(refused("looks-like-known", says="Old Beacon"))
    spec.when(BeaconLit(seat="Ann", beacon="Old Beacon")).then()


def test_names_that_nobody_knows_anything_of_are_strangers_of_their_kind() -> None:
    shown = (saw("oak", "Old Lighthouse"), FavourHeld(seat="Ann", favour="Old Debt"))
    harbour = given(LOOKOUT, ANN, *shown).play.campaign.table
    assert isinstance(harbour, Harbour)
    harbour.bets["Ann"] = Bet()
    assert strangers_by_kind(harbour) == {"towers": ["Old Lighthouse"], "favours": ["Old Debt"]}


def test_a_name_that_is_bound_stands_for_its_thing() -> None:
    known = ContentBound(kind="towers", text="Oak Towr", id="oak")
    given(LOOKOUT, ANN, known).when(saw("Oak Towr")).then(table(**{"seats.Ann.towers": ["oak"]}))


def test_a_log_is_never_asked_about_again() -> None:
    spec = given(LOOKOUT, ANN, MILL).when(saw("Mill"), bend="another mill")
    assert spec.play.reopen().table.seats["Ann"].towers == ["Mill"]


@pytest.mark.parametrize(("seat", "asked"), [("Ann", 1), ("Bob", 0)])
def test_nobody_is_asked_about_what_they_may_not_know(seat: str, asked: int) -> None:
    harbour = given(LOOKOUT, ANN, SeatTaken(seat="Bob"), FavourHeld(seat="Ann", favour="Old Debt")).play.campaign.table
    found = list(
        slips_of_spelling(FavourHeld(seat="Bob", favour="Old Deb"), harbour, lambda: table_seen_by(harbour, [seat]))
    )
    assert len(found) == asked
